"""Numbers for sets of tiles, so that what is known of every hand can stand in a row."""

from __future__ import annotations

from sobremesa.core.arrays import Int, append, vec
from sobremesa.material.dominoes import BIT


def chosen(count: int, size: int) -> int:
    """Counts the ways to choose `size` of `count` things.

    >>> chosen(20, 5)
    15504
    """
    ways = 1
    for step in range(size):
        ways = ways * (count - step) // (step + 1)
    return ways


class TileSets:
    """All sets of up to `size` of so many tiles, each with its number.

    A set is a mask. Sets of one size are numbered from 0 on; in a row of all sets the smaller
    ones come first.

    >>> sets = TileSets(20, 5)
    >>> sets.number(0b11111), sets.number(0b11111 << 15), sets.hands
    (0, 15503, 15504)
    """

    def __init__(self, tiles: int, size: int) -> None:
        self.tiles: Int = tiles
        self.size: Int = size
        self.hands: Int = chosen(tiles, size)
        # below[tiles * n + t]: the sets of n tiles that are all below t.
        self.below: vec[Int] = vec[Int]([
            chosen(tile, some) for some in range(size + 1) for tile in range(tiles)
        ])
        # Where the sets of each size begin in a row of all sets, and how long that is.
        self.starts: vec[Int] = vec[Int]([
            sum([chosen(tiles, smaller) for smaller in range(some)]) for some in range(size + 2)
        ])
        self.count: Int = self.starts[size + 1]

    def number(self, some: Int) -> Int:
        """Gives the number of a set among those of its size."""
        number: Int = 0
        size: Int = 0
        tile: Int = 0
        while some != 0:
            if some & 1 != 0:
                size += 1
                number += self.below[self.tiles * size + tile]
            some >>= 1
            tile += 1
        return number

    def place(self, some: Int) -> Int:
        """Gives the place of a set in a row of all sets."""
        size: Int = 0
        rest = some
        while rest != 0:
            rest &= rest - 1
            size += 1
        return self.starts[size] + self.number(some)

    def all_hands(self) -> vec[Int]:
        """Lists the sets of full size, by their numbers."""
        found = vec[Int]()
        last = BIT[self.tiles]
        some = BIT[self.size] - 1
        while some < last:
            found = append(found, some)
            # The next larger mask with as many bits.
            lowest = some & -some
            ripple = some + lowest
            some = ripple | (((some ^ ripple) // lowest) >> 2)
        return found

    def parts(self, some: Int) -> vec[Int]:
        """Lists the places of the subsets of a set: entry m is for the tiles that the mask m
        picks, bit 0 standing for the lowest."""
        tiles = vec[Int]()
        for tile in range(self.tiles):
            if some & BIT[tile] != 0:
                tiles = append(tiles, tile)
        found = vec[Int]()
        for mask in range(BIT[len(tiles)]):
            part: Int = 0
            for place in range(len(tiles)):
                if mask & BIT[place] != 0:
                    part |= BIT[tiles[place]]
            found = append(found, self.place(part))
        return found
