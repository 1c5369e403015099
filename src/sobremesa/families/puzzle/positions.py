"""What can be wrong with the position of a puzzle, all of it said at once.

A position names its holes by cell (`1,2`: row and column), its pieces as they lie on a cell
(`01/42@1,2`) and its given corner numbers by point of the lattice (`0,3=2`).
"""

from __future__ import annotations

import re
from typing import Any, Final

from sobremesa.core.errors import IllegalMove, suggestion
from sobremesa.core.game import Data
from sobremesa.core.parts import Flag, Number, Part, Row, Word
from sobremesa.material.quadrominoes import CORNERS, form_name, parse_form, piece_name

# The parts that a person sets up, all of them lists.
PARTS: Final = ["holes", "given", "corners", "laid"]
ENDINGS: Final = ["", "win", "loss"]

CELL: Final = re.compile(r"(\d{1,2}),(\d{1,2})")
LYING: Final = re.compile(r"([^@]+)@(\d{1,2}),(\d{1,2})")
CORNER: Final = re.compile(r"(\d{1,2}),(\d{1,2})=(\d)")


def cell_of(row: int, column: int, rows: int, columns: int) -> int:
    """Gives the number of a cell, -1 if it is not on the board."""
    if 0 <= row < rows and 0 <= column < columns:
        return row * columns + column
    return -1


def split_laid(text: str) -> tuple[int, int, int]:
    """Reads a piece that lies on the board: its form, row and column."""
    what, _, where = text.partition("@")
    row, _, column = where.partition(",")
    return parse_form(what), int(row), int(column)


def split_corner(text: str) -> tuple[int, int, int]:
    """Reads a corner number: its row, column and number.

    >>> split_corner("0,3=2")
    (0, 3, 2)
    """
    where, _, number = text.partition("=")
    row, _, column = where.partition(",")
    return int(row), int(column), int(number)


def cells_named(names: list[str], columns: int) -> list[int]:
    """Gives the numbers of some cells.

    >>> cells_named(["0,1", "2,0"], 3)
    [1, 6]
    """
    found: list[int] = []
    for name in names:
        row, _, column = name.partition(",")
        found.append(int(row) * columns + int(column))
    return found


def problems(data: Data, rows: int, columns: int, numbers: int) -> list[str]:
    """Says everything that is wrong with a position on a board of this size."""
    parts = [
        Number("number", 1, 1), Before("before", 1), Number("turn", -1, 0),
        *[Texts(name) for name in PARTS], Flag("over"), Word("ending", ENDINGS),
    ]
    known = [part.name for part in parts]
    found = [
        f"a position has no {name}: {suggestion(str(name), known)}"
        for name in data if name not in known
    ]
    found += [wrong for part in parts for wrong in part.check(data)]
    return found or Setting(rows, columns, numbers).problems(data)


class Before(Row):
    """The points before a puzzle."""

    def wrong(self, value: Any) -> str:
        """There are none."""
        return "" if value == [0] else "before must be [0]: a puzzle is a match of its own"


class Texts(Part):
    """A list of cells, corners or pieces as they are written."""

    def wrong(self, value: Any) -> str:
        """Asks for a list of texts."""
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return ""
        return f"{self.name} must be a list"


class Setting:
    """A board that is set up piece by piece, and what goes wrong with it."""

    def __init__(self, rows: int, columns: int, numbers: int) -> None:
        self.rows = rows
        self.columns = columns
        self.numbers = numbers
        self.found: list[str] = []
        # What lies on each cell, who says which number at each point, and the pieces laid.
        self.taken: dict[int, str] = {}
        self.numbered: dict[tuple[int, int], tuple[int, str]] = {}
        self.used: dict[int, str] = {}

    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with the lists of a position."""
        for text in data.get("holes", []):
            self.add_hole(text)
        for text in data.get("corners", []):
            self.add_corner(text)
        for text in [*data.get("given", []), *data.get("laid", [])]:
            self.add_piece(text)
        return self.found

    def take(self, row: int, column: int, text: str) -> bool:
        """Takes a cell, and tells whether it is there and free."""
        cell = cell_of(row, column, self.rows, self.columns)
        if cell < 0:
            self.found.append(
                f"{text} is not on the board, which has {self.rows} × {self.columns} cells"
            )
            return False
        if cell in self.taken:
            self.found.append(f"{text} and {self.taken[cell]} are the same cell")
            return False
        self.taken[cell] = text
        return True

    def add_hole(self, text: str) -> None:
        """Takes a cell out of the board."""
        found = CELL.fullmatch(text)
        if found is None:
            self.found.append(f"{text} is no cell: write it like 1,2")
        else:
            self.take(int(found.group(1)), int(found.group(2)), text)

    def add_corner(self, text: str) -> None:
        """Gives a point of the lattice its number."""
        found = CORNER.fullmatch(text)
        if found is None:
            self.found.append(f"{text} is no corner number: write it like 0,3=2")
            return
        row, column, number = (int(part) for part in found.groups())
        if row > self.rows or column > self.columns or not self.has_cell(row, column):
            self.found.append(f"{text} is at the corner of no cell")
        elif number >= self.numbers:
            self.found.append(
                f"{text} is too high: the numbers go from 0 to {self.numbers - 1} (PUZ-R14)"
            )
        else:
            self.agree(row, column, number, text)

    def has_cell(self, row: int, column: int) -> bool:
        """Tells whether a point is at the corner of a cell of the board."""
        around = [
            cell_of(row - up, column - left, self.rows, self.columns)
            for up in (0, 1) for left in (0, 1)
        ]
        return any(cell >= 0 and cell not in self.taken for cell in around)

    def agree(self, row: int, column: int, number: int, text: str) -> None:
        """Notes who shows which number at a point (PUZ-R04)."""
        known = self.numbered.setdefault((row, column), (number, text))
        if known[0] != number:
            self.found.append(
                f"{text} shows {number} at {row},{column} and {known[1]} shows {known[0]} "
                "(PUZ-R04)"
            )

    def add_piece(self, text: str) -> None:
        """Lays a piece."""
        found = LYING.fullmatch(text)
        if found is None:
            self.found.append(f"{text} is no piece on the board: write it like 01/42@0,1")
            return
        try:
            form = parse_form(found.group(1), self.numbers)
        except IllegalMove as refused:
            self.found.append(str(refused))
            return
        if form_name(form) != found.group(1):
            self.found.append(f"write {found.group(1)} as {form_name(form)}")
        row, column = int(found.group(2)), int(found.group(3))
        if not self.take(row, column, text):
            return
        piece = form // 4
        if piece in self.used:
            self.found.append(
                f"{piece_name(piece)} lies twice: {self.used[piece]} and {text} (PUZ-R02)"
            )
        self.used[piece] = text
        points = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        for corner, (down, across) in enumerate(points):
            self.agree(down, across, int(CORNERS[4 * form + corner]), text)
