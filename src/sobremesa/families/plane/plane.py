"""Square pieces on a plane without bounds, and what every cell beside them asks for.

A cell gets a number when it first has a piece beside it, in the order in which that happens;
cell 0 is where the opening piece lies, at row 0 and column 0. Of every numbered cell that is
empty the plane knows what it asks: the numbers of the corner points on which a piece already
has a corner, and which points are free. Laying a piece changes that for its neighbours only,
so what fits where is kept up to date and never found anew.

Cells and points are looked up in two square grids round the opening piece that are doubled
when the pieces come near their edge. A point has the place of the cell to its lower right.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.material.quadrominoes import (
    COINCIDING,
    CORNER_BITS,
    CORNERS,
    FITS_FROM,
    FITTING,
    FREE,
    pattern,
)

NO_CELL: Final[Int] = -1
EMPTY: Final[Int] = -1
# How far the grids reach from the opening piece at first, and how far a piece keeps from
# their edge: its neighbours' corners must lie within.
REACH: Final[Int] = 10
MARGIN: Final[Int] = 3
# The grids of a plane on which nothing lies.
NO_CELLS: Final = vec[Int]([-1 for _ in range(400)])
NO_NUMBERS: Final = vec[Int]([FREE for _ in range(400)])
NO_WAYS: Final = vec[Int]([0 for _ in range(126)])


@mypyc_attr(allow_interpreted_subclasses=True)
class Plane:
    """The pieces that lie, the empty cells beside them, and which pieces fit there."""

    def __init__(self, pieces: Int) -> None:
        self.pieces: Int = pieces
        self.reach: Int = REACH
        # The grids: the number of every cell, and the number shown at every point.
        self.cell_at: vec[Int] = NO_CELLS[:]
        self.shown_at: vec[Int] = NO_NUMBERS[:]
        # By cell number: where it is, what it asks while empty, and the form that lies there.
        self.rows: vec[Int] = vec[Int]()
        self.columns: vec[Int] = vec[Int]()
        self.asks: vec[Int] = vec[Int]()
        self.lies: vec[Int] = vec[Int]()
        # The cells in the order in which they were filled.
        self.filled: vec[Int] = vec[Int]()
        # In how many ways each piece can be laid, over all cells.
        self.ways: vec[Int] = NO_WAYS[:pieces]
        self.open_cell(0, 0)

    def place(self, row: Int, column: Int) -> Int:
        """Finds a cell or point in the grids."""
        return (row + self.reach) * 2 * self.reach + column + self.reach

    def number_of(self, row: Int, column: Int) -> Int:
        """Gives the number of a cell, or -1 if it has none."""
        reach = self.reach
        if row < -reach or row >= reach or column < -reach or column >= reach:
            return NO_CELL
        return self.cell_at[self.place(row, column)]

    def asked_at(self, place: Int) -> Int:
        """Finds what the corner points of the cell at a place ask."""
        below = place + 2 * self.reach
        shown = self.shown_at
        return pattern(shown[place], shown[place + 1], shown[below + 1], shown[below])

    def open_cell(self, row: Int, column: Int) -> None:
        """Gives the next number to a cell."""
        place = self.place(row, column)
        self.cell_at[place] = len(self.rows)
        self.rows = append(self.rows, row)
        self.columns = append(self.columns, column)
        self.lies = append(self.lies, EMPTY)
        asked = self.asked_at(place)
        self.asks = append(self.asks, asked)
        self.count_ways(asked, 1)

    def count_ways(self, asked: Int, more: Int) -> None:
        """Counts a cell among, or out of, the ways of the pieces that fit there."""
        for place in range(FITS_FROM[asked], FITS_FROM[asked + 1]):
            piece = FITTING[place] >> 2
            if piece >= self.pieces:
                return
            self.ways[piece] += more

    def lay(self, cell: Int, form: Int) -> None:
        """Lays a form that fits on an empty cell."""
        row = self.rows[cell]
        column = self.columns[cell]
        furthest = self.reach - MARGIN
        if row < -furthest or row >= furthest or column < -furthest or column >= furthest:
            self.grow()
        self.count_ways(self.asks[cell], -1)
        self.lies[cell] = form
        self.filled = append(self.filled, cell)
        side = 2 * self.reach
        place = self.place(row, column)
        shown = self.shown_at
        shown[place] = CORNERS[4 * form]
        shown[place + 1] = CORNERS[4 * form + 1]
        shown[place + side + 1] = CORNERS[4 * form + 2]
        shown[place + side] = CORNERS[4 * form + 3]
        self.ask_again(place - side - 1)
        self.ask_again(place - side)
        self.ask_again(place - side + 1)
        self.ask_again(place + 1)
        self.ask_again(place + side + 1)
        self.ask_again(place + side)
        self.ask_again(place + side - 1)
        self.ask_again(place - 1)
        self.open_beside(row - 1, column)
        self.open_beside(row, column + 1)
        self.open_beside(row + 1, column)
        self.open_beside(row, column - 1)

    def ask_again(self, place: Int) -> None:
        """Finds what a cell asks after a piece was laid next to it."""
        cell = self.cell_at[place]
        if cell == NO_CELL or self.lies[cell] != EMPTY:
            return
        before = self.asks[cell]
        asked = self.asked_at(place)
        if asked != before:
            self.count_ways(before, -1)
            self.count_ways(asked, 1)
            self.asks[cell] = asked

    def open_beside(self, row: Int, column: Int) -> None:
        """Gives a number to a cell beside a piece, if it has none."""
        if self.cell_at[self.place(row, column)] == NO_CELL:
            self.open_cell(row, column)

    def grow(self) -> None:
        """Doubles the grids."""
        old = self.reach
        cells = self.cell_at
        shown = self.shown_at
        self.reach = 2 * old
        size = int(4 * self.reach * self.reach)
        self.cell_at = vec[Int]([-1 for _ in range(size)])
        self.shown_at = vec[Int]([FREE for _ in range(size)])
        for row in range(-old, old):
            for column in range(-old, old):
                before = (row + old) * 2 * old + column + old
                after = self.place(row, column)
                self.cell_at[after] = cells[before]
                self.shown_at[after] = shown[before]

    def coinciding(self, cell: Int) -> Int:
        """Counts the corners of an empty cell that meet corners of pieces (CUAD-R03)."""
        return COINCIDING[self.asks[cell]]

    def fits(self, cell: Int, form: Int) -> bool:
        """Tells whether a form fits on a cell."""
        if self.lies[cell] != EMPTY:
            return False
        asked = self.asks[cell]
        for place in range(FITS_FROM[asked], FITS_FROM[asked + 1]):
            if FITTING[place] == form:
                return True
        return False

    def corners_asked(self, cell: int) -> list[int]:
        """Lists what the corners of an empty cell ask, clockwise from the top left; -1 where
        a corner is free."""
        asked = [int(self.asks[cell] >> CORNER_BITS * corner & FREE) for corner in range(4)]
        return [-1 if number == FREE else number for number in asked]

    def empty_cells(self) -> list[int]:
        """Lists the empty cells that a piece can be put on, ascending."""
        return [cell for cell in range(len(self.lies)) if self.lies[cell] == EMPTY]

    def copy(self) -> Plane:
        """Makes an independent copy."""
        twin = Plane(0)
        twin.pieces = self.pieces
        twin.reach = self.reach
        twin.cell_at = self.cell_at[:]
        twin.shown_at = self.shown_at[:]
        twin.rows = self.rows[:]
        twin.columns = self.columns[:]
        twin.asks = self.asks[:]
        twin.lies = self.lies[:]
        twin.filled = self.filled[:]
        twin.ways = self.ways[:]
        return twin
