"""The plan of Traffic, on which tiles are tried out to find the quads that can be made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS, WIDTH, ZEROS
from sobremesa.material.rows import in_order

if TYPE_CHECKING:
    from sobremesa.families.solo.traffic import Traffic

QUAD: Final[Int] = 4
NO_QUAD: Final[Int] = -1
# The ways of a tile as the quad sees it: its other half ahead in line, to the left, to the
# right, or behind.
AHEAD: Final[Int] = 0
BEHIND: Final[Int] = 3
TURNS: Final = vec[Int]([0, 1, 3, 2])
# More lowest numbers than any set has quads.
QUADS: Final[Int] = 13


class Trial:
    """The plan of a round on which tiles are tried out and taken back."""

    def __init__(self, rules: Traffic, cells: vec[Int], numbers: vec[Int], up: vec[Int]) -> None:
        self.rules: Traffic = rules
        self.plan: vec[Int] = rules.scratch()
        self.steps: vec[Int] = rules.steps
        self.cells: vec[Int] = cells
        self.numbers: vec[Int] = numbers
        self.up: vec[Int] = up
        # The numbers on the face-up tiles, as a mask.
        self.marks: Int = 0
        for tile in up:
            self.marks |= MARKS[tile]
        # The quad that is tried out: its cells and its lowest number.
        self.start: Int = NO_QUAD
        self.heading: Int = 0
        self.step: Int = 0
        self.lowest: Int = 0
        # How many tiles the turn has laid, and how many cells of the quad they cover.
        self.used: Int = 0
        self.inside: Int = 0
        self.taken: Int = 0
        # The quads that the table leaves open, and those of them that can be made now.
        self.lines: vec[Int] = vec[Int]()
        self.quads: vec[Int] = vec[Int]()
        # For a lowest number and a mask of free cells: whether there are tiles for them, 1 for
        # no and 2 for yes.
        self.enough: vec[Int] = vec[Int]()

    def lay_all(self, cells: vec[Int], numbers: vec[Int], start: Int) -> None:
        """Lays the table on the plan, from one cell on."""
        plan = self.plan
        for place in range(start, len(cells)):
            plan[cells[place]] = numbers[place] + 1

    def clear(self) -> None:
        """Leaves the plan empty."""
        plan = self.plan
        for cell in self.cells:
            plan[cell] = 0

    def take_line(self, start: Int, heading: Int, lowest: Int) -> None:
        """Takes up a quad to be tried."""
        self.start = start
        self.heading = heading
        self.step = self.steps[heading]
        self.lowest = lowest

    def first_quads(self) -> vec[Int]:
        """Lists the first quads that the face-up tiles can make (TRAF-06)."""
        moves = vec[Int]()
        lowest: Int = 0
        while lowest + 3 <= self.rules.top:
            self.take_line(self.rules.cell(0, 0), 0, lowest)
            if self.can_fill(0):
                moves = append(moves, self.rules.first_quads + lowest)
            lowest += 1
        return moves

    def follow(self, lines: vec[Int], lined: Int) -> None:
        """Lays the table, and finds the quads through a number on it (TRAF-R05).

        A quad once closed stays so, hence only those known and those of new cells are tried.
        """
        fresh = vec[Int]()
        for place in range(len(self.cells)):
            self.plan[self.cells[place]] = self.numbers[place] + 1
            if place >= lined:
                fresh = self.with_lines_of(place, fresh)
        self.enough = ZEROS[: QUADS * WIDTH]
        for line in lines:
            self.sift(line)
        for line in fresh:
            self.sift(line)

    def with_lines_of(self, anchor: Int, lines: vec[Int]) -> vec[Int]:
        """Adds the quads in which a cell is the first that has a number."""
        plan = self.plan
        cell = self.cells[anchor]
        number = self.numbers[anchor]
        for place in range(QUAD):
            lowest = number - place
            if lowest >= 0 and lowest + 3 <= self.rules.top:
                heading: Int = 0
                while heading < 4:
                    step = self.steps[heading]
                    start = cell - place * step
                    if (
                        plan[start] + plan[start + step] + plan[start + 2 * step]
                        + plan[start + 3 * step] == number + 1
                    ):
                        lines = append(lines, 16 * anchor + 4 * place + heading)
                    heading += 1
        return lines

    def sift(self, line: Int) -> None:
        """Keeps a quad if the table leaves it open, and lists it if it can be made."""
        plan = self.plan
        anchor = line >> 4
        part = (line >> 2) & 3
        step = self.steps[line & 3]
        start = self.cells[anchor] - part * step
        lowest = self.numbers[anchor] - part
        need: Int = 0
        free: Int = 0
        cell = start
        for place in range(QUAD):
            shown = plan[cell]
            if shown == 0:
                free |= BIT[place]
                need |= BIT[lowest + place]
            elif shown != lowest + place + 1:
                return
            cell += step
        # A full line is no new quad, and a fifth number at an end forbids it (TRAF-15).
        before = plan[start - step]
        if free == 0 or cell_goes_on(before, lowest, self.rules.five_cells) or cell_goes_on(
            plan[cell], lowest + 5, self.rules.five_cells
        ):
            return
        self.lines = append(self.lines, line)
        if need & ~self.marks == 0 and self.has_enough(lowest, free):
            self.take_line(start, line & 3, lowest)
            if self.can_fill(0):
                self.quads = append(self.quads, line)

    def has_enough(self, lowest: Int, free: Int) -> bool:
        """Tells whether the face-up tiles have the numbers for some cells of a quad."""
        known = self.enough[lowest * WIDTH + free]
        if known == 0:
            known = 2 if self.can_match(lowest, free, 0, 0, 0) else 1
            self.enough[lowest * WIDTH + free] = known
        return known == 2

    def can_match(self, lowest: Int, free: Int, taken: Int, used: Int, inside: Int) -> bool:
        """Tells whether tiles not taken have the numbers that are wanted, wherever they lie."""
        if free == 0:
            return used > 1 or inside > 1 or self.rules.single
        place: Int = 0
        while free & BIT[place] == 0:
            place += 1
        number = lowest + place
        for index in range(len(self.up)):
            tile = self.up[index]
            if taken & BIT[index] == 0 and MARKS[tile] & BIT[number] != 0:
                rest = free & ~BIT[place]
                now = taken | BIT[index]
                if self.can_match(lowest, rest, now, used + 1, inside + 1):
                    return True
                if rest & BIT[place + 1] != 0 and HIGH[tile] + LOW[tile] == 2 * number + 1 and (
                    self.can_match(lowest, rest & ~BIT[place + 1], now, used + 1, inside + 2)
                ):
                    return True
        return False

    def free_from(self, place: Int) -> Int:
        """Finds the first free cell of the quad from a place on; 4 if there is none."""
        while place < QUAD and self.plan[self.start + place * self.step] > 0:
            place += 1
        return place

    def can_fill(self, place: Int) -> bool:
        """Tells whether the face-up tiles can complete the quad."""
        place = self.free_from(place)
        if place == QUAD:
            # One tile alone has both halves in the quad (TRAF-12, TRAF-R06).
            return self.used > 1 or self.inside > 1 or self.rules.single
        number = self.lowest + place
        for index in range(len(self.up)):
            tile = self.up[index]
            if self.taken & BIT[index] == 0 and MARKS[tile] & BIT[number] != 0:
                # Crosswise first, which is most often possible.
                turn: Int = 1
                while turn <= 4:
                    way = turn & 3
                    if self.try_out(index, place, way):
                        done = self.can_fill(place + 1)
                        self.take_back(index, place, way)
                        if done:
                            return True
                    turn += 1
        return False

    def lays(self) -> vec[Int]:
        """Lists the ways to lay a tile into the first free cell with which the quad can be
        completed."""
        moves = vec[Int]()
        place = self.free_from(0)
        if place == QUAD:
            return moves
        for index in range(len(self.up)):
            tile = self.up[index]
            if MARKS[tile] & BIT[self.lowest + place] != 0:
                way: Int = 0
                while way < 4:
                    if self.try_out(index, place, way):
                        if self.can_fill(place + 1):
                            moves = append(moves, self.rules.lays + 4 * tile + way)
                        self.take_back(index, place, way)
                    way += 1
        return in_order(moves)

    def try_out(self, index: Int, place: Int, way: Int) -> bool:
        """Lays a tile if it can lie so, and tells whether it does (TRAF-R02)."""
        if way == BEHIND and place > 0:
            return False
        tile = self.up[index]
        number = self.lowest + place
        other = HIGH[tile] + LOW[tile] - number
        in_line = way == AHEAD and place < QUAD - 1
        if in_line and other != number + 1:
            return False
        cell = self.start + place * self.step
        beside = cell + self.steps[(self.heading + TURNS[way]) & 3]
        if self.plan[beside] > 0:
            return False
        self.plan[cell] = number + 1
        self.plan[beside] = other + 1
        if self.makes_five(cell, beside, place):
            self.plan[cell] = 0
            self.plan[beside] = 0
            return False
        self.taken |= BIT[index]
        self.used += 1
        self.inside += 2 if in_line else 1
        return True

    def take_back(self, index: Int, place: Int, way: Int) -> None:
        """Takes a tile back that was tried out last."""
        cell = self.start + place * self.step
        self.plan[cell] = 0
        self.plan[cell + self.steps[(self.heading + TURNS[way]) & 3]] = 0
        self.taken &= ~BIT[index]
        self.used -= 1
        self.inside -= 2 if way == AHEAD and place < QUAD - 1 else 1

    def makes_five(self, cell: Int, beside: Int, place: Int) -> bool:
        """Tells whether a tile just laid into the quad is part of a forbidden line.

        Along the quad only what lies beyond its ends matters, and it does not go on with the
        numbers of the quad: that has been seen before any tile was tried.
        """
        if self.rules.five_cells:
            return self.is_five(cell) or self.is_five(beside)
        step = self.step
        across = self.steps[(self.heading + 1) & 3]
        last = cell
        if beside == cell + step or beside == cell - step:
            if self.is_five_along(cell, across) or self.is_five_along(beside, across):
                return True
            if beside == cell + step and place < QUAD - 1:
                last = beside
                place += 1
            elif self.is_five_along(beside, step):
                return True
            elif beside == cell - step and self.plan[beside] == self.lowest:
                # The quad, once complete, will go on with this number.
                return True
        else:
            away = beside - cell
            if self.plan[cell - away] + self.plan[beside + away] > 0 and (
                self.is_five_along(cell, across) or self.is_five_along(beside, across)
            ):
                return True
            if self.is_five_along(beside, step):
                return True
        # Beyond an end the numbers may turn back: 4 3 2 1 before 0 1 2 3.
        if place == QUAD - 1:
            return self.rising(last, step, -1) >= QUAD
        return cell == self.start and self.rising(cell, -step, 1) >= QUAD

    def is_five(self, cell: Int) -> bool:
        """Tells whether a cell is part of a forbidden line (TRAF-15, TRAF-R03)."""
        return self.is_five_along(cell, self.steps[0]) or self.is_five_along(cell, self.steps[1])

    def is_five_along(self, cell: Int, step: Int) -> bool:
        """Tells whether a cell is part of a forbidden line from west to east, or north."""
        plan = self.plan
        if plan[cell + step] == 0 and plan[cell - step] == 0:
            return False
        if self.rules.five_cells:
            return self.taken_beyond(cell, step) + self.taken_beyond(cell, -step) >= 4
        return (
            self.rising(cell, step, 1) + self.rising(cell, -step, -1) >= 4
            or self.rising(cell, step, -1) + self.rising(cell, -step, 1) >= 4
        )

    def rising(self, cell: Int, step: Int, rise: Int) -> Int:
        """Counts the cells beyond one that go on with its number."""
        plan = self.plan
        length: Int = 0
        shown = plan[cell] + rise
        cell += step
        while shown > 0 and plan[cell] == shown:
            cell += step
            shown += rise
            length += 1
        return length

    def taken_beyond(self, cell: Int, step: Int) -> Int:
        """Counts the cells beyond one that have a number."""
        length: Int = 0
        cell += step
        while self.plan[cell] > 0:
            cell += step
            length += 1
        return length


def cell_goes_on(shown: Int, wanted: Int, any_number: bool) -> bool:
    """Tells whether what the plan has at an end of a quad makes a line of five with it."""
    return shown != 0 and (any_number or shown == wanted)
