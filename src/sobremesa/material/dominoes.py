"""Domino sets of any size, and hands of them.

A tile is a small int: tile `high-low` is number `high * (high + 1) / 2 + low`, so 0-0 is 0,
1-0 is 1, 1-1 is 2, and a larger set only adds tiles behind those of a smaller one.
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove

# The largest number on any tile, and the sets that are in use (SETS-02).
TOP: Final = 15
SIZES: Final = [6, 9, 12, 15]
SET_NAMES: Final = {6: "double-six", 9: "double-nine", 12: "double-twelve", 15: "double-fifteen"}
SET_WORDS: Final = {str(top): name for top, name in SET_NAMES.items()}

# Numbers up to 15 need a row of this many places.
WIDTH: Final[Int] = 16

BIT: Final = vec[Int]([1 << number for number in range(62)])
HIGH: Final = vec[Int]([high for high in range(TOP + 1) for low in range(high + 1)])
LOW: Final = vec[Int]([low for high in range(TOP + 1) for low in range(high + 1)])
PIPS: Final = vec[Int]([high + low for high in range(TOP + 1) for low in range(high + 1)])
# The numbers of a tile as a mask: two tiles share a number if their marks do.
MARKS: Final = vec[Int]([
    BIT[high] | BIT[low] for high in range(TOP + 1) for low in range(high + 1)
])
# The tile with two given numbers: TILE[WIDTH * a + b].
TILE: Final = vec[Int]([
    max(a, b) * (max(a, b) + 1) // 2 + min(a, b) for a in range(16) for b in range(16)
])
# A lone bit of a row, taken modulo 19, names its place.
PLACE: Final = vec[Int]([
    next((place for place in range(16) if (1 << place) % 19 == rest), 0) for rest in range(19)
])
# Every tile of the largest set in order, and zeros for the widest table: slices of these
# are the quickest new arrays.
EVERY_TILE: Final = vec[Int]([tile for tile in range(136)])
ZEROS: Final = vec[Int]([0 for _ in range(136 * 16)])
NAMES: Final = [f"{high}-{low}" for high in range(TOP + 1) for low in range(high + 1)]


def tiles_in(top: int) -> int:
    """Counts the tiles of the double-`top` set.

    >>> [tiles_in(top) for top in SIZES]
    [28, 55, 91, 136]
    """
    return (top + 1) * (top + 2) // 2


def tile_name(tile: int) -> str:
    """Names a tile, higher number first.

    >>> tile_name(parse_tile("4-6"))
    '6-4'
    """
    return NAMES[tile]


SPELLING: Final = re.compile(r"\[?\s*(\d{1,2})\s*[-|:/]\s*(\d{1,2})\s*\]?|(\d)(\d)")


def parse_tile(text: str, top: int = TOP) -> int:
    """Reads a tile: `6-4`, `4-6`, `[6|4]`, `6:4` or `64`.

    >>> tile_name(parse_tile("[4|6]"))
    '6-4'
    """
    found = SPELLING.fullmatch(text.strip())
    if found is None:
        raise IllegalMove("{text} is no tile: write it like 6-4", text=text)
    one, other = (int(number) for number in found.groups() if number is not None)
    if max(one, other) > top:
        raise IllegalMove(
            "{text} is not in the {set} set", text=text, set=SET_NAMES.get(top, f"double-{top}")
        )
    return int(TILE[WIDTH * one + other])


class Hands:
    """The tiles in every hand.

    Each seat has a row of masks, one for each number: bit m in row n says that the seat
    holds the tile n-m. The tiles that fit an open end are so a single look, in every set.
    """

    def __init__(self, seats: Int, rows: vec[Int], sizes: vec[Int]) -> None:
        self.seats: Int = seats
        self.rows: vec[Int] = rows
        self.sizes: vec[Int] = sizes

    def give(self, seat: Int, tile: Int) -> None:
        """Puts a tile into a hand."""
        high = HIGH[tile]
        low = LOW[tile]
        row = seat * WIDTH
        self.rows[row + high] |= BIT[low]
        self.rows[row + low] |= BIT[high]
        self.sizes[seat] += 1

    def take(self, seat: Int, tile: Int) -> None:
        """Takes a tile out of a hand."""
        high = HIGH[tile]
        low = LOW[tile]
        row = seat * WIDTH
        self.rows[row + high] ^= BIT[low]
        if high != low:
            self.rows[row + low] ^= BIT[high]
        self.sizes[seat] -= 1

    def clear(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        row = seat * WIDTH
        for number in range(WIDTH):
            self.rows[row + number] = 0
        self.sizes[seat] = 0

    def holds(self, seat: Int, tile: Int) -> bool:
        """Tells whether a seat holds a tile."""
        return self.rows[seat * WIDTH + HIGH[tile]] & BIT[LOW[tile]] != 0

    def with_number(self, seat: Int, number: Int) -> Int:
        """Gives the mask of the other halves of the tiles that show `number`."""
        return self.rows[seat * WIDTH + number]

    def pips(self, seat: Int) -> Int:
        """Adds up the pips in a hand."""
        return sum(PIPS[tile] for tile in self.tiles(seat))

    def tiles(self, seat: Int) -> vec[Int]:
        """Lists the tiles of a hand, ascending."""
        held = vec[Int]()
        for high in range(WIDTH):
            # Only the halves up to the row's own number, so that a tile is met once.
            row = self.rows[seat * WIDTH + high] & (BIT[high + 1] - 1)
            while row != 0:
                bit = row & -row
                row ^= bit
                held = append(held, TILE[WIDTH * high + PLACE[bit % 19]])
        return held

    def showing(self, seat: Int, number: Int) -> vec[Int]:
        """Lists the tiles of a hand that show a number, ascending."""
        found = vec[Int]()
        row = self.rows[seat * WIDTH + number]
        while row != 0:
            bit = row & -row
            row ^= bit
            found = append(found, TILE[WIDTH * number + PLACE[bit % 19]])
        return found

    def copy(self) -> Hands:
        """Makes an independent copy."""
        return Hands(self.seats, self.rows[:], self.sizes[:])


def empty_hands(seats: Int) -> Hands:
    """Makes empty hands for that many seats."""
    return Hands(seats, ZEROS[: seats * WIDTH], ZEROS[:seats])
