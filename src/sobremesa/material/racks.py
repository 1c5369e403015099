"""Hands of tiles in rows, for games that look at a whole hand at once."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.material.dominoes import NAMES, ZEROS

# A rack has room for this many tiles.
ROOM: Final[Int] = 12


class Racks:
    """The tiles in every hand, each hand ascending.

    The tiles of seat s stand from place `s * ROOM` on, as many as `sizes[s]` says.
    """

    def __init__(self, row: vec[Int], sizes: vec[Int]) -> None:
        self.row: vec[Int] = row
        self.sizes: vec[Int] = sizes

    def give(self, seat: Int, tile: Int) -> None:
        """Puts a tile into a hand."""
        row = self.row
        start = seat * ROOM
        place = start + self.sizes[seat]
        while place > start and row[place - 1] > tile:
            row[place] = row[place - 1]
            place -= 1
        row[place] = tile
        self.sizes[seat] += 1

    def take(self, seat: Int, tile: Int) -> None:
        """Takes a tile out of a hand."""
        row = self.row
        place = seat * ROOM
        last = place + self.sizes[seat] - 1
        while row[place] != tile:
            place += 1
        while place < last:
            row[place] = row[place + 1]
            place += 1
        self.sizes[seat] -= 1

    def holds(self, seat: Int, tile: Int) -> bool:
        """Tells whether a seat holds a tile."""
        start = seat * ROOM
        return any(self.row[place] == tile for place in range(start, start + self.sizes[seat]))

    def tiles(self, seat: Int) -> vec[Int]:
        """Lists the tiles of a hand, ascending."""
        start = seat * ROOM
        return self.row[start : start + self.sizes[seat]]

    def names(self, seat: Int) -> list[str]:
        """Lists the tiles of a hand by name."""
        return [NAMES[tile] for tile in self.tiles(seat)]

    def copy(self) -> Racks:
        """Makes an independent copy."""
        return Racks(self.row[:], self.sizes[:])


def empty_racks(seats: Int) -> Racks:
    """Makes empty hands for that many seats."""
    return Racks(ZEROS[: seats * ROOM], ZEROS[:seats])
