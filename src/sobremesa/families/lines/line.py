"""The line on the table: arms, the points where tiles are joined, and what is still to come.

Tiles are joined end to end (SETS-07). A point is a place where a tile may be joined; it
belongs to an arm and shows an open number, which asks for a number to be joined to it: its
equal, unless the game says otherwise (SETS-09). As a rule two arms, W and E, run from the led
tile; a double that the game makes a spinner opens two more, N and S, at its short ends
(SETS-R12). A game may have other arms, as many as it names, that all leave from one double, or
let every double open two more, so that the line grows into a tree (`tree.py`).
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS

WEST: Final[Int] = 1
EAST: Final[Int] = 2
NORTH: Final[Int] = 3
SOUTH: Final[Int] = 4

NO_TILE: Final[Int] = -1

# Every arm there can be, one bit for each.
EVERY_ARM: Final[Int] = -1


class Line:
    """The tiles on the table, as far as play needs them.

    `ends[a]` is the open number of arm a, or negative where no tile may be joined. `fresh`
    marks the arms that still start at the spinner, whose points are all alike (SETS-R13);
    `cross` marks the arms that end in a double; `last` is the tile laid last. `left[n]` counts
    the tiles with n not laid yet, and `wild_left` those that fit everywhere.

    How halves are joined is the same for all lines of a game: `mates[n]` is the number that an
    open n asks for, or -1 if none will do, and `wild[t]` is 1 if tile t fits everywhere.
    """

    def __init__(self, ends: vec[Int], left: vec[Int], mates: vec[Int], wild: vec[Int]) -> None:
        self.ends: vec[Int] = ends
        self.left: vec[Int] = left
        self.mates: vec[Int] = mates
        self.wild: vec[Int] = wild
        self.wild_left: Int = 0
        self.tiles: Int = 0
        self.last: Int = NO_TILE
        self.spinner: Int = NO_TILE
        self.fresh: Int = 0
        self.cross: Int = 0

    def lead(self, tile: Int, four_way: bool) -> None:
        """Lays the first tile, its higher number to the west."""
        self._count(tile)
        self.ends[WEST] = HIGH[tile]
        self.ends[EAST] = LOW[tile]
        if HIGH[tile] == LOW[tile]:
            # The two long sides of a double are alike, whether or not its ends are open.
            self.fresh = BIT[WEST] | BIT[EAST]
            if four_way:
                self._spin(tile)

    def join(self, arm: Int, tile: Int, four_way: bool) -> None:
        """Joins a tile that fits to an arm."""
        self._count(tile)
        self.fresh &= ~BIT[arm]
        if HIGH[tile] != LOW[tile]:
            self.ends[arm] = HIGH[tile] + LOW[tile] - self.ends[arm]
            self.cross &= ~BIT[arm]
        elif four_way and self.spinner == NO_TILE:
            self.fresh = BIT[arm]
            self._spin(tile)
        else:
            self.ends[arm] = HIGH[tile]
            self.cross |= BIT[arm]

    def branch(self, tile: Int, alike: Int) -> None:
        """Lays a double first, from which all arms leave, those of `alike` in any order."""
        self._count(tile)
        self.spinner = tile
        self.fresh = alike
        for arm in range(1, len(self.ends)):
            self.ends[arm] = HIGH[tile]

    def _spin(self, tile: Int) -> None:
        self.spinner = tile
        self.ends[NORTH] = HIGH[tile]
        self.ends[SOUTH] = HIGH[tile]
        self.fresh |= BIT[NORTH] | BIT[SOUTH]

    def _count(self, tile: Int) -> None:
        self.tiles += 1
        self.last = tile
        self.wild_left -= self.wild[tile]
        self.left[HIGH[tile]] -= 1
        if HIGH[tile] != LOW[tile]:
            self.left[LOW[tile]] -= 1

    def is_alike(self, arm: Int) -> bool:
        """Tells whether an earlier arm offers the very same point (SETS-R13)."""
        return self.fresh & BIT[arm] != 0 and self.fresh & self.before(arm) != 0

    def before(self, arm: Int) -> Int:
        """Gives the earlier arms that start at the same double as a fresh one."""
        return BIT[arm] - 1

    def opened_by(self, arm: Int) -> Int:
        """Gives the first of the two arms that any tile joined to an arm opens, or 0."""
        return 0

    def short_end(self, tile: Int) -> Int:
        """Gives the first of the two arms that a laid tile opened at its short ends, or 0."""
        return NORTH if tile == self.spinner else 0

    def is_dead(self) -> bool:
        """Tells whether no tile outside the line, wherever it is, could be joined."""
        if self.wild_left > 0:
            return False
        for arm in range(1, len(self.ends)):
            number = self.asks(arm)
            if number >= 0 and self.left[number] > 0:
                return False
        return True

    def asks(self, arm: Int) -> Int:
        """Gives the number that an arm asks for; negative if none will do."""
        end = self.ends[arm]
        return self.mates[end] if end >= 0 else end

    def takes(self, tile: Int, arm: Int) -> bool:
        """Tells whether a tile can be joined to an arm."""
        if self.ends[arm] < 0:
            return False
        number = self.asks(arm)
        return number == HIGH[tile] or number == LOW[tile] or self.wild[tile] != 0

    def fits(self, tile: Int, reach: Int = EVERY_ARM) -> bool:
        """Tells whether a tile can be joined to some arm in `reach`."""
        for arm in range(1, len(self.ends)):
            if reach & BIT[arm] != 0 and self.takes(tile, arm):
                return True
        return False

    def fitting(self, tiles: Int, reach: Int = EVERY_ARM) -> vec[Int]:
        """Lists the tiles of a set of so many that can be joined to some arm in `reach`."""
        asked: Int = 0
        is_open = False
        for arm in range(1, len(self.ends)):
            if self.ends[arm] >= 0 and reach & BIT[arm] != 0:
                is_open = True
                number = self.asks(arm)
                if number >= 0:
                    asked |= BIT[number]
        found = vec[Int]()
        for tile in range(tiles):
            if MARKS[tile] & asked != 0 or (is_open and self.wild[tile] != 0):
                found = append(found, tile)
        return found

    def numbers(self, reach: Int = EVERY_ARM) -> list[int]:
        """Lists the open numbers of the arms in `reach`, each once, in the order of the arms."""
        found: list[int] = []
        for arm in range(1, len(self.ends)):
            end = self.ends[arm]
            if end >= 0 and reach & BIT[arm] != 0 and end not in found:
                found.append(end)
        return found

    def wanted(self, reach: Int = EVERY_ARM) -> list[int]:
        """Lists the numbers that the arms in `reach` ask for, each once."""
        asked = [int(self.mates[number]) for number in self.numbers(reach)]
        return [number for number in asked if number >= 0]

    def first_alike(self, arm: Int) -> Int:
        """Finds the first of the arms that offer the very same point (SETS-R13)."""
        return arm if self.fresh & BIT[arm] == 0 else self.first_fresh()

    def first_fresh(self) -> Int:
        """Finds the first arm that still starts at the spinner."""
        arm: Int = 1
        while self.fresh & BIT[arm] == 0:
            arm += 1
        return arm

    def copy(self) -> Line:
        """Makes an independent copy."""
        twin = Line(self.ends[:], self.left[:], self.mates, self.wild)
        twin.wild_left, twin.tiles, twin.last = self.wild_left, self.tiles, self.last
        twin.spinner, twin.fresh, twin.cross = self.spinner, self.fresh, self.cross
        return twin
