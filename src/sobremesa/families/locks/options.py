"""What can be agreed on before a game of Cerrojo."""

from __future__ import annotations

from typing import Final

from sobremesa.core.options import Option, choice_option, players_option, target_option

OPTIONS: Final = [
    players_option(4, "CERROJO-R04", high=8),
    Option(
        "suits", 5,
        "Suits in the set, of eight tiles each.",
        "CERROJO-R04", title="Suits", allowed=[2, 3, 4, 5, 6, 7, 8, 9, 10],
    ),
    choice_option(
        "teams", "Sides", "CERROJO-R04",
        "Whether everybody plays alone, or two pairs of partners sit alternately.",
        individual="everybody alone", pairs="two pairs of partners",
    ),
    choice_option(
        "deal", "Deal for two or three", "CERROJO-R01",
        "What two or three players take: the hand of four players, leaving a deposit, or the "
        "whole set shared out.",
        ten_with_deposit="as for four, with a deposit", proportional="the whole set shared out",
    ),
    choice_option(
        "leftover", "Tiles left over", "CERROJO-R02",
        "What becomes of the tiles left over when more than four play.",
        set_aside="set aside", deposit="make a deposit",
    ),
    choice_option(
        "draw", "Taking from the deposit", "CERROJO-R05",
        "How many tiles a player who cannot play takes from the deposit.",
        until_playable="until a play is possible", one="one tile",
    ),
    choice_option(
        "repeat_rule", "5-3 and 3-5", "CERROJO-R09",
        "Whether 5-3 repeats 3-5.",
        unordered="are the same pair", ordered="are different pairs",
    ),
    choice_option(
        "last_single_tile", "Last single tile", "CERROJO-R12",
        "Whether a last tile may be played alone as a base.",
        allowed="may be played alone", forbidden="may not be played alone",
    ),
    choice_option(
        "salida_specials", "Locks and keys in the salida", "CERROJO-R14",
        "Whether locks and keys may be in the salida, as plain tiles.",
        plain="allowed, as plain tiles", forbidden="forbidden",
    ),
    choice_option(
        "next_starter", "Who opens later rounds", "CERROJO-R16",
        "Who opens later rounds: the next player to the right, the winner of the last round, or "
        "whoever draws the lowest suit.",
        rotate="the next player to the right", winner="the winner of the last round",
        redraw="whoever draws the lowest suit",
    ),
    Option(
        "key_closes_base_lock", False,
        "Whether a key may close for good on a lock that was played as a base.",
        "CERROJO-R20", title="Keys close on base locks",
    ),
    choice_option(
        "key_on_locked_side", "Key on a closed side", "CERROJO-R26",
        "Whether a player with no other play must use a key on a closed side.",
        compulsory="compulsory", optional="optional",
    ),
    choice_option(
        "free_tile_after_key", "Free tile after a key", "CERROJO-R45",
        "Whether a free tile may follow a key that opens.",
        optional="optional", forbidden="forbidden",
    ),
    choice_option(
        "tie_b", "Second test of a tie", "CERROJO-R30",
        "What decides a tie of points and tiles.",
        largest_group="the largest group of a suit", lower_median="the lower middle tile",
    ),
    choice_option(
        "round_score", "Points for a round", "CERROJO-R32",
        "What the winner of a round scores: the opponents' tiles, those less the winning side's "
        "own, or all tiles in hand.",
        opponents="the opponents' tiles", difference="the opponents' tiles less your own",
        all_hands="all tiles in hand",
    ),
    Option(
        "max_rounds", 100,
        "Rounds after which a match ends if rounds score the opponents' tiles less your own.",
        "CERROJO-R32", title="Most rounds", low=1,
    ),
    target_option(100, "CERROJO-R34"),
    choice_option(
        "legality", "False passes", "CERROJO-R35",
        "Whether false passes are impossible, or accepted and punished once they show.",
        enforced="impossible", honour="punished once they show",
    ),
]
