"""The twenty tiles of Domino Poker and the worth of a hand.

A tile is a number from 0 to 19, the weakest first (DPOKER-R08), and a hand a mask of twenty
bits. Of two hands of one name the one whose highest tile is higher wins, then the next tile
decides and so on (DPOKER-R09), which is to say: the greater mask wins.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.material.dominoes import BIT, parse_tile, tile_name

TILES: Final[Int] = 20
HAND_SIZE: Final[Int] = 5
# Nobody may exchange more tiles than this (DPOKER-R10).
MOST_EXCHANGED: Final[Int] = 3

# The names of hands, the lowest first (DPOKER-R02).
HIGH_PIECE: Final[Int] = 0
ONE_PAIR: Final[Int] = 1
FLUSH: Final[Int] = 2
THREES: Final[Int] = 3
FOUR_STRAIGHT: Final[Int] = 4
FULL_HAND: Final[Int] = 5
FIVE_STRAIGHT: Final[Int] = 6
FOURS: Final[Int] = 7
SIX_STRAIGHT: Final[Int] = 8
ROYAL: Final[Int] = 9
RANKS: Final = [
    "High Piece", "One Pair", "Flush", "Threes", "Four Straight", "Full Hand", "Five Straight",
    "Fours", "Six Straight", "Royal",
]

# All tiles without a blank but 1-1, the weakest first: 2-1 to 6-5, then the doubles.
ORDER: Final = [
    *[f"{high}-{low}" for high in range(2, 7) for low in range(1, high)],
    *[f"{number}-{number}" for number in range(2, 7)],
]
DOUBLES_FROM: Final[Int] = 15
ALL_TILES: Final = vec[Int]([tile for tile in range(20)])


def mask_of(names: list[str]) -> int:
    """Puts tiles into a mask; all of them must be in the game."""
    return sum(int(BIT[ORDER.index(name)]) for name in names)


# The tiles that show each number, and how many bits a row of five has.
SUITS: Final = vec[Int]([
    mask_of([name for name in ORDER if str(number) in name]) for number in range(7)
])
COUNT: Final = vec[Int]([bin(row).count("1") for row in range(32)])


def run_of(suit: int, first: int, length: int) -> int:
    """Gives the tiles of a suit whose other ends are `length` numbers from `first` on; the
    double stands at its own number (DPOKER-R04)."""
    others = range(first, first + length)
    return mask_of([f"{max(suit, other)}-{min(suit, other)}" for other in others])


# Five in sequence: the suit of each run and where it begins. The ones have no double, so
# theirs is the run from 1-2 to 1-6.
RUN_STARTS: Final = [(1, 2)] + [(suit, first) for suit in range(2, 7) for first in (1, 2)]
RUN_SUITS: Final = vec[Int]([suit for suit, _ in RUN_STARTS])
FIVE_RUNS: Final = vec[Int]([run_of(suit, first, 5) for suit, first in RUN_STARTS])
# Four fours in sequence: 4-1 to 4-4, 4-2 to 4-5, 4-3 to 4-6.
FOUR_RUNS: Final = vec[Int]([run_of(4, first, 4) for first in (1, 2, 3)])


def rank_of(hand: Int, hoyle: bool) -> Int:
    """Names a hand of five tiles, always by the highest name it deserves (DPOKER-R06).

    >>> RANKS[rank_of(mask_of(["6-6", "3-3", "2-2", "4-2", "2-1"]), False)]
    'Full Hand'
    """
    doubles = COUNT[hand >> DOUBLES_FROM]
    if doubles == 5:
        return ROYAL
    if doubles == 4:
        return FOURS
    if doubles == 3:
        singles = hand & (BIT[DOUBLES_FROM] - 1)
        return FULL_HAND if is_one_suit(singles) else THREES
    if doubles < 2 and is_one_suit(hand):
        straight = straight_of(hand, hoyle)
        return straight if straight > 0 else FLUSH
    if not hoyle and has_four_run(hand):
        return FOUR_STRAIGHT
    return ONE_PAIR if doubles == 2 else HIGH_PIECE


def is_one_suit(tiles: Int) -> bool:
    """Tells whether all tiles share a number."""
    return any(tiles & SUITS[number] == tiles for number in range(1, 7))


def has_four_run(hand: Int) -> bool:
    """Tells whether four fours in unbroken sequence are among the tiles."""
    return any(hand & FOUR_RUNS[place] == FOUR_RUNS[place] for place in range(len(FOUR_RUNS)))


def straight_of(hand: Int, hoyle: bool) -> Int:
    """Names the straight that five tiles of one suit make, or gives 0 (DPOKER-R03).

    In Hoyle's reading the number of a straight is its suit. By the printed examples any run
    of five but the sixes' is a Five Straight, and four fours in sequence do for a Four Straight.
    """
    for place in range(len(FIVE_RUNS)):
        if hand == FIVE_RUNS[place]:
            suit = RUN_SUITS[place]
            if suit == 6:
                return SIX_STRAIGHT
            if suit == 5 or not hoyle:
                return FIVE_STRAIGHT
            return FOUR_STRAIGHT if suit == 4 else 0
    return FOUR_STRAIGHT if not hoyle and has_four_run(hand) else 0


def worth(hand: Int, hoyle: bool) -> Int:
    """Gives a number that is greater for the better hand; no two hands tie (DPOKER-R09)."""
    return (rank_of(hand, hoyle) << TILES) | hand


def tiles_of(hand: Int) -> vec[Int]:
    """Lists the tiles of a hand, the highest first."""
    held = vec[Int]()
    tile: Int = TILES - 1
    while tile >= 0:
        if hand & BIT[tile] != 0:
            held = append(held, tile)
        tile -= 1
    return held


def names_of(hand: Int) -> list[str]:
    """Names the tiles of a hand, the highest first.

    >>> names_of(mask_of(["6-5", "2-2"]))
    ['2-2', '6-5']
    """
    return [ORDER[tile] for tile in tiles_of(hand)]


def read_tile(text: str) -> int:
    """Reads a tile of the game: `6-4`, `4-6`, `64`."""
    name = tile_name(parse_tile(text, 6))
    if name not in ORDER:
        raise IllegalMove(
            "{tile} is not in the game: 1-1 and all blanks are taken out (DPOKER-01)", tile=name
        )
    return ORDER.index(name)
