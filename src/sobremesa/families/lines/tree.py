"""A line that every double branches: four arms may leave from each (MUGGINS-R26).

Two arms, W and E, run from the led tile. A double lies across its arm, which goes on from its
other long side; once a tile lies at both long sides, two more arms begin at its short ends. They
are named after it: N6 and S6 leave from 6-6, wherever it lies. So every arm has its number from
the beginning, and two neighbouring numbers belong to one double.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.families.lines.line import NORTH, Line
from sobremesa.material.dominoes import BIT, HIGH, LOW

# The arms W and E, a bit for each.
LONG_SIDES: Final[Int] = 6


def tree_arms(top: int) -> list[str]:
    """Names the arms of a tree.

    >>> tree_arms(2)
    ['W', 'E', 'N0', 'S0', 'N1', 'S1', 'N2', 'S2']
    """
    return ["W", "E", *(f"{side}{number}" for number in range(top + 1) for side in "NS")]


class Tree(Line):
    """The tiles on the table where every double is a spinner.

    `fresh` marks the free long sides of a led double, and the short ends that are open and free.
    No double is the one spinner.
    """

    def lead(self, tile: Int, four_way: bool) -> None:
        """Lays the first tile, its higher number to the west."""
        super().lead(tile, False)

    def join(self, arm: Int, tile: Int, four_way: bool) -> None:
        """Joins a tile that fits to an arm; at the second long side of a double it opens the
        short ends."""
        number = self.ends[arm]
        short = self.opened_by(arm)
        super().join(arm, tile, False)
        if short > 0:
            self.ends[short] = number
            self.ends[short + 1] = number
            self.fresh |= BIT[short] | BIT[short + 1]

    def opened_by(self, arm: Int) -> Int:
        """Opens the short ends of a double that the arm ends in, or of the led one if its other
        long side is taken."""
        if self.cross & BIT[arm] == 0:
            sides = self.fresh & LONG_SIDES
            if sides == 0 or sides != BIT[arm]:
                return 0
        return NORTH + 2 * self.ends[arm]

    def before(self, arm: Int) -> Int:
        """Gives the other arm of the pair, if it is the earlier."""
        return BIT[arm - 1] if arm % 2 == 0 else 0

    def short_end(self, tile: Int) -> Int:
        """Gives the first of the two arms at the short ends of a double, or 0."""
        return NORTH + 2 * HIGH[tile] if HIGH[tile] == LOW[tile] else 0

    def first_alike(self, arm: Int) -> Int:
        """Finds the first of the arms that offer the very same point (SETS-R13)."""
        return arm - 1 if self.is_alike(arm) else arm

    def copy(self) -> Line:
        """Makes an independent copy."""
        twin = Tree(self.ends[:], self.left[:], self.mates, self.wild)
        twin.wild_left, twin.tiles, twin.last = self.wild_left, self.tiles, self.last
        twin.fresh, twin.cross = self.fresh, self.cross
        return twin
