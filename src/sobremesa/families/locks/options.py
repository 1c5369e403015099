"""What can be agreed on before a game of Cerrojo."""

from __future__ import annotations

from typing import Final

from sobremesa.core.options import Option, players_option, target_option

PLAYERS: Final = players_option(4, "CERROJO-R04", high=8)
SUITS: Final = Option(
    "suits", 5, "Suits in the set, of eight tiles each.", "CERROJO-R04", title="Suits",
    allowed=[2, 3, 4, 5, 6, 7, 8, 9, 10],
)
TEAMS: Final = Option(
    "teams", "individual",
    "Whether everybody plays alone, or two pairs of partners sit alternately.", "CERROJO-R04",
    title="Sides",
    words={"individual": "everybody alone", "pairs": "two pairs of partners"},
)
DEAL: Final = Option(
    "deal", "ten_with_deposit",
    "What two or three players take: the hand of four players, leaving a deposit, or the whole "
    "set shared out.",
    "CERROJO-R01", title="Deal for two or three",
    words={
        "ten_with_deposit": "as for four, with a deposit",
        "proportional": "the whole set shared out",
    },
)
LEFTOVER: Final = Option(
    "leftover", "set_aside", "What becomes of the tiles left over when more than four play.",
    "CERROJO-R02", title="Tiles left over",
    words={"set_aside": "set aside", "deposit": "make a deposit"},
)
DRAW: Final = Option(
    "draw", "until_playable", "How many tiles a player who cannot play takes from the deposit.",
    "CERROJO-R05", title="Taking from the deposit",
    words={"until_playable": "until a play is possible", "one": "one tile"},
)
REPEAT_RULE: Final = Option(
    "repeat_rule", "unordered", "Whether 5-3 repeats 3-5.", "CERROJO-R09", title="5-3 and 3-5",
    words={"unordered": "are the same pair", "ordered": "are different pairs"},
)
LAST_SINGLE_TILE: Final = Option(
    "last_single_tile", "allowed", "Whether a last tile may be played alone as a base.",
    "CERROJO-R12", title="Last single tile",
    words={"allowed": "may be played alone", "forbidden": "may not be played alone"},
)
SALIDA_SPECIALS: Final = Option(
    "salida_specials", "plain", "Whether locks and keys may be in the salida, as plain tiles.",
    "CERROJO-R14", title="Locks and keys in the salida",
    words={"plain": "allowed, as plain tiles", "forbidden": "forbidden"},
)
NEXT_STARTER: Final = Option(
    "next_starter", "rotate",
    "Who opens later rounds: the next player to the right, the winner of the last round, or "
    "whoever draws the lowest suit.",
    "CERROJO-R16", title="Who opens later rounds",
    words={
        "rotate": "the next player to the right",
        "winner": "the winner of the last round",
        "redraw": "whoever draws the lowest suit",
    },
)
KEY_CLOSES_BASE_LOCK: Final = Option(
    "key_closes_base_lock", False,
    "Whether a key may close for good on a lock that was played as a base.", "CERROJO-R20",
    title="Keys close on base locks",
)
KEY_ON_LOCKED_SIDE: Final = Option(
    "key_on_locked_side", "compulsory",
    "Whether a player with no other play must use a key on a closed side.", "CERROJO-R26",
    title="Key on a closed side",
    words={"compulsory": "compulsory", "optional": "optional"},
)
FREE_TILE_AFTER_KEY: Final = Option(
    "free_tile_after_key", "optional", "Whether a free tile may follow a key that opens.",
    "CERROJO-R45", title="Free tile after a key",
    words={"optional": "optional", "forbidden": "forbidden"},
)
TIE_B: Final = Option(
    "tie_b", "largest_group", "What decides a tie of points and tiles.", "CERROJO-R30",
    title="Second test of a tie",
    words={
        "largest_group": "the largest group of a suit",
        "lower_median": "the lower middle tile",
    },
)
ROUND_SCORE: Final = Option(
    "round_score", "opponents",
    "What the winner of a round scores: the opponents' tiles, those less the winning side's "
    "own, or all tiles in hand.",
    "CERROJO-R32", title="Points for a round",
    words={
        "opponents": "the opponents' tiles",
        "difference": "the opponents' tiles less your own",
        "all_hands": "all tiles in hand",
    },
)
MAX_ROUNDS: Final = Option(
    "max_rounds", 100,
    "Rounds after which a match ends if rounds score the opponents' tiles less your own.",
    "CERROJO-R32", title="Most rounds", low=1,
)
TARGET: Final = target_option(100, "CERROJO-R34")
LEGALITY: Final = Option(
    "legality", "enforced",
    "Whether false passes are impossible, or accepted and punished once they show.", "CERROJO-R35",
    title="False passes",
    words={"enforced": "impossible", "honour": "punished once they show"},
)

OPTIONS: Final = [
    PLAYERS, SUITS, TEAMS, DEAL, LEFTOVER, DRAW, REPEAT_RULE, LAST_SINGLE_TILE, SALIDA_SPECIALS,
    NEXT_STARTER, KEY_CLOSES_BASE_LOCK, KEY_ON_LOCKED_SIDE, FREE_TILE_AFTER_KEY, TIE_B,
    ROUND_SCORE, MAX_ROUNDS, TARGET, LEGALITY,
]
