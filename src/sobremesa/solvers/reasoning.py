"""Filling a region with square pieces as a person does, from what is given.

Every corner keeps the numbers that it may still show. A cell is looked at: which pieces, not
lying elsewhere, fit what its corners may show? What no such piece shows is struck off. That is
done until nothing changes; *forced* puzzles are finished by it alone. *Look-ahead* supposes a
number for one corner, looks at a dozen cells from there, and strikes the number off if it meets
a contradiction. What even this does not finish needs a *search*: suppose, go on, take back.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.breath import breathe
from sobremesa.material.quadrominoes import FORM, NO_FORM, pattern, pieces_in
from sobremesa.solvers.scan import Cell, Point, corner_points

# How many looks at cells a look-ahead goes, and no end.
AHEAD: Final[Int] = 12
# Looks between two breaths.
BREATH: Final[Int] = 2000
ENDLESS: Final[Int] = 1_000_000_000
NOBODY: Final[Int] = -1
NO_CELL: Final = -1
# How many numbers a mask holds, and the only number of a mask that holds one.
SIZE: Final = vec[Int]([bin(mask).count("1") for mask in range(64)])
BIT: Final = vec[Int]([1, 2, 4, 8, 16, 32])


class Knowledge:
    """What is known about every corner, and which cell has which piece."""

    def __init__(self, masks: vec[Int], owners: vec[Int]) -> None:
        self.masks: vec[Int] = masks
        self.owners: vec[Int] = owners

    def copy(self) -> Knowledge:
        """Makes another with the same content."""
        return Knowledge(self.masks[:], self.owners[:])


class Reasoner:
    """Reasons about one region; `looks` counts how often a cell was looked at."""

    def __init__(self, numbers: int, cells: list[Cell], domains: dict[Point, int]) -> None:
        self.numbers: Int = numbers
        self.points: list[Point] = corner_points(cells)
        self.cells: list[Cell] = sorted(cells)
        place = {point: index for index, point in enumerate(self.points)}
        corners: list[int] = []
        around: list[int] = [NO_CELL] * (4 * len(self.points))
        for index, (r, c) in enumerate(self.cells):
            mine = [place[r, c], place[r, c + 1], place[r + 1, c + 1], place[r + 1, c]]
            corners += mine
            for side, point in enumerate(mine):
                around[4 * point + side] = index
        # The four corners of a cell clockwise, and the up to four cells round a point.
        self.corners: vec[Int] = vec[Int](corners)
        self.around: vec[Int] = vec[Int](around)
        self.most: Int = pieces_in(numbers)
        every = (1 << numbers) - 1
        self.start: Knowledge = Knowledge(
            vec[Int]([domains.get(point, every) for point in self.points]),
            vec[Int]([int(NOBODY)] * pieces_in(numbers)),
        )
        self.looks: Int = 0
        self.most_looks: Int = 0
        self.waiting: vec[Int] = vec[Int]([1] * len(self.cells))
        self.found: list[vec[Int]] = []

    def settle(self, known: Knowledge) -> bool:
        """Reasons about all cells until nothing changes; false if that is a contradiction."""
        for cell in range(len(self.waiting)):
            self.waiting[cell] = 1
        return self.work_off(known, ENDLESS)

    def suppose(self, known: Knowledge, point: Int, number: Int, most: Int) -> bool:
        """Gives a corner its number and looks at that many cells; false at a contradiction."""
        for cell in range(len(self.waiting)):
            self.waiting[cell] = 0
        known.masks[point] = BIT[number]
        self.wake(point)
        return self.work_off(known, most)

    def wake(self, point: Int) -> None:
        """Has the cells round a point looked at again."""
        for side in range(4):
            cell = self.around[4 * point + side]
            if cell != NO_CELL:
                self.waiting[cell] = 1

    def work_off(self, known: Knowledge, most: Int) -> bool:
        """Looks at the cells that wait for it, at most so often; false at a contradiction."""
        size: Int = len(self.waiting)
        quiet: Int = 0
        cell: Int = 0
        while quiet < size:
            if self.waiting[cell] != 0:
                if most == 0:
                    return True
                most -= 1
                self.waiting[cell] = 0
                quiet = 0
                if not self.look(known, cell):
                    return False
            else:
                quiet += 1
            cell += 1
            if cell == size:
                cell = 0
        return True

    def look(self, known: Knowledge, cell: Int) -> bool:
        """Strikes off what no piece that fits a cell shows; false if no piece fits."""
        self.looks += 1
        if self.looks % BREATH == 0:
            breathe()
        numbers = self.numbers
        masks = known.masks
        owners = known.owners
        one = masks[self.corners[4 * cell]]
        two = masks[self.corners[4 * cell + 1]]
        three = masks[self.corners[4 * cell + 2]]
        four = masks[self.corners[4 * cell + 3]]
        fits: Int = 0
        last: Int = NOBODY
        shown_one: Int = 0
        shown_two: Int = 0
        shown_three: Int = 0
        shown_four: Int = 0
        for a in range(numbers):
            b: Int = 0
            while one & BIT[a] != 0 and b < numbers:
                c: Int = 0
                while two & BIT[b] != 0 and c < numbers:
                    d: Int = 0
                    while three & BIT[c] != 0 and d < numbers:
                        if four & BIT[d] != 0:
                            form = FORM[pattern(a, b, c, d)]
                            if form != NO_FORM:
                                piece = form // 4
                                owner = owners[piece]
                                if owner in (NOBODY, cell):
                                    if last != piece:
                                        fits += 1
                                        last = piece
                                    shown_one |= BIT[a]
                                    shown_two |= BIT[b]
                                    shown_three |= BIT[c]
                                    shown_four |= BIT[d]
                        d += 1
                    c += 1
                b += 1
        if fits == 0:
            return False
        self.keep(known, self.corners[4 * cell], shown_one)
        self.keep(known, self.corners[4 * cell + 1], shown_two)
        self.keep(known, self.corners[4 * cell + 2], shown_three)
        self.keep(known, self.corners[4 * cell + 3], shown_four)
        if fits == 1 and owners[last] == NOBODY:
            owners[last] = cell
            for other in range(len(self.waiting)):
                self.waiting[other] = 1
        return True

    def keep(self, known: Knowledge, point: Int, shown: Int) -> None:
        """Keeps of what a corner may show only what is said, and wakes the cells round it."""
        if known.masks[point] != shown:
            known.masks[point] = shown
            self.wake(point)

    def is_finished(self, known: Knowledge) -> bool:
        """Tells whether every corner has its number."""
        return all(SIZE[mask] == 1 for mask in known.masks)

    def finishes_forced(self) -> bool:
        """Tells whether reasoning alone finishes the region."""
        known = self.start.copy()
        return self.settle(known) and self.is_finished(known)

    def finishes_looking_ahead(self) -> bool:
        """Tells whether reasoning and look-ahead finish the region."""
        known = self.start.copy()
        if not self.settle(known):
            return False
        changed = True
        while changed and not self.is_finished(known):
            changed = False
            for point in range(len(self.points)):
                if SIZE[known.masks[point]] > 1 and self.strike(known, point):
                    changed = True
        return self.is_finished(known)

    def strike(self, known: Knowledge, point: Int) -> bool:
        """Strikes off the numbers of a corner that lead to a contradiction; tells if any did."""
        struck = False
        for number in range(self.numbers):
            mask = known.masks[point]
            if mask & BIT[number] != 0 and SIZE[mask] > 1:
                trial = known.copy()
                if not self.suppose(trial, point, number, AHEAD):
                    known.masks[point] = mask & ~BIT[number]
                    self.settle(known)
                    struck = True
        return struck

    def solutions(self, wanted: int, looks: Int) -> bool:
        """Searches until that many fillings are found; false if `looks` did not suffice."""
        self.found = []
        self.most_looks = self.looks + looks
        known = self.start.copy()
        if not self.settle(known):
            return True
        return self.search(known, wanted)

    def search(self, known: Knowledge, wanted: int) -> bool:
        """Supposes every number of the corner that has fewest."""
        chosen: Int = -1
        fewest: Int = 99
        for place in range(len(self.points)):
            size = SIZE[known.masks[place]]
            if 1 < size < fewest:
                fewest = size
                chosen = place
        if chosen < 0:
            self.found.append(known.masks[:])
            return True
        for number in range(self.numbers):
            if known.masks[chosen] & BIT[number] != 0:
                if self.looks >= self.most_looks:
                    return False
                trial = known.copy()
                if self.suppose(trial, chosen, number, ENDLESS) and not self.search(trial, wanted):
                    return False
                if len(self.found) >= wanted:
                    return True
        return True
