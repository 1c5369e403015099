"""What tables agree on at home: partners, what a hand is worth, and who wins a block."""

from __future__ import annotations

from typing import Final

from sobremesa.core.options import Option, Value, choice_option

TEAMS: Final = choice_option(
    "teams", "Partners", "SETS-R23",
    "Whether everybody plays alone, or four play as two pairs who sit opposite.",
    none="everybody alone", pairs="two pairs",
)
HAND_SCORE: Final = choice_option(
    "hand_score", "Pips that are won", "SETS-R24",
    "What a side scores that wins a hand: the pips of the opponents, those of everybody, or one "
    "point, so that hands are counted.",
    opponents="those of the opponents", everybody="those of everybody",
    one="none: every hand counts one",
)
BLOCK_SCORE: Final = choice_option(
    "block_score", "Blocked hands", "SETS-R25",
    "Who scores when a hand is blocked: each side the differences to those with more pips; or one "
    "side the pips of the hand, the side with the lowest hand, with the fewest pips together, or "
    "whoever holds less of the player who closed and the next one.",
    differences="the differences", lowest_hand="the lowest hand takes all",
    lowest_side="the lowest side takes all", closer="who closed against the next player",
)
TIED_BLOCK: Final = choice_option(
    "tied_block", "Tied blocks", "SETS-R26",
    "Who wins a block that is tied: nobody, or of the tied the first in turn from the player who "
    "closed, or from the leader.",
    nobody="nobody", closer="the player who closed", leader="the leader",
)

DIRECTION: Final = choice_option(
    "direction", "Direction of play", "SETS-R27",
    "Whether the turn passes to the left, or to the right.",
    left="to the left", right="to the right",
)
CAPICUA: Final = Option(
    "capicua", 0,
    "Points for going out with a tile, no double, that fits two ends with different numbers.",
    "SETS-R28", title="Capicúa",
)
CHUCHAZO: Final = Option(
    "chuchazo", 0, "Points for going out with the double blank.", "SETS-R28", title="Chuchazo",
)
CARROCA: Final = Option(
    "carroca", 0, "Points for going out with a double that fits one end only.", "SETS-R31",
    title="Carroça",
)
CRUZADA: Final = Option(
    "cruzada", 0, "Points for going out with a double that fits two ends.", "SETS-R31",
    title="Cruzada",
)
PASS_BONUS: Final = Option(
    "pass_bonus", 0, "Points for a player who lays again after everybody else has passed.",
    "SETS-R29", title="Everybody passes",
)
LEAD_FIRST: Final = choice_option(
    "first_lead", "Lead of the first hand", "SETS-R30",
    "What opens the first hand: any tile of the first player, or the highest double, which can "
    "also open every later hand.",
    any="any tile", highest_double="the highest double",
    every_hand="the highest double, in every hand",
)

# For the games that score the pips of a hand.
AT_HOME: Final[list[Option]] = [
    TEAMS, HAND_SCORE, BLOCK_SCORE, TIED_BLOCK, DIRECTION, CAPICUA, CHUCHAZO, CARROCA, CRUZADA,
    PASS_BONUS,
]

# Four as two pairs, to the right, led first by the double six and then by the last winner.
CARIBBEAN: Final[dict[str, Value]] = {
    "players": 4, "teams": "pairs", "direction": "right", "first_lead": "highest_double",
    "next_lead": "winner",
}
# Each alone for three hands, led first by the highest double and then by the last winner.
ANTILLEAN: Final[dict[str, Value]] = {
    "players": 4, "first_lead": "highest_double", "next_lead": "winner", "hand_score": "one",
    "block_score": "lowest_hand", "target": 3,
}
# Block as it is played in some countries (BLOCK-R12).
BY_COUNTRY: Final[dict[str, dict[str, Value]]] = {
    "Dominican": {
        **CARIBBEAN, "block_score": "lowest_side", "tied_block": "closer", "capicua": 25,
        "pass_bonus": 25, "target": 200,
    },
    "Puerto Rican": {
        **CARIBBEAN, "hand_score": "everybody", "block_score": "lowest_side", "target": 200,
    },
    "Cuban": {
        "players": 4, "teams": "pairs", "direction": "right", "next_lead": "winner", "set": 9,
        "hand_size": 10, "spinner": "never", "block_score": "lowest_side", "target": 150,
    },
    "Jamaican partner": {
        **CARIBBEAN, "hand_score": "one", "block_score": "lowest_hand", "target": 6,
    },
    "Jamaican cut-throat": {
        **CARIBBEAN, "teams": "none", "hand_score": "one", "block_score": "lowest_hand",
        "target": 6,
    },
    "Venezuelan": {**CARIBBEAN, "next_lead": "rotate", "block_score": "lowest_side"},
    "Mexican": {**CARIBBEAN, "block_score": "lowest_side"},
    "Brazilian": {
        **CARIBBEAN, "hand_size": 6, "hand_score": "one", "block_score": "lowest_side",
        "capicua": 2, "carroca": 1, "cruzada": 3, "target": 6,
    },
    "Spanish": {
        "players": 4, "teams": "pairs", "direction": "right", "next_lead": "rotate",
        "hand_score": "everybody", "block_score": "lowest_side", "target": 300,
    },
    "French": {
        "players": 4, "hand_size": 6, "first_lead": "every_hand", "block_score": "lowest_hand",
    },
    "Guadeloupean": {**ANTILLEAN},
    "Martinican": {**ANTILLEAN, "players": 3},
}
# Where the bundles of the line games are played.
COUNTRIES: Final[dict[str, str]] = {
    "Brazilian": "Brazil", "British Fives and Threes": "Britain", "Cuban": "Cuba",
    "Dominican": "Dominican Republic", "French": "France", "Guadeloupean": "Guadeloupe",
    "Jamaican partner": "Jamaica", "Jamaican cut-throat": "Jamaica", "Martinican": "Martinique",
    "Mexican": "Mexico", "Puerto Rican": "Puerto Rico", "Spanish": "Spain",
    "Sniff": "United States", "Texan Five-Up": "Texas", "Venezuelan": "Venezuela",
}
