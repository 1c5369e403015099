"""Squares by their names, and where each lies on the picture of a board."""

from __future__ import annotations

from typing import Final, NamedTuple

FILES: Final = "abcdefghijklm"
# The camps in the order of play, each with the quarter turns that bring its corner to the lower
# left, where its player sits.
CAMPS: Final = ("SW", "NW", "NE", "SE")


def place_of(square: str) -> tuple[int, int]:
    """Gives the file and the rank of a square, from 0.

    >>> place_of("c11")
    (2, 10)
    """
    return FILES.index(square[0]), int(square[1:]) - 1


def name_of(file: int, rank: int) -> str:
    """Names a square.

    >>> name_of(2, 10)
    'c11'
    """
    return f"{FILES[file]}{rank + 1}"


class Grid(NamedTuple):
    """A board on a picture: squares on a side, left top corner, size of a square, and how
    many quarter turns it is turned."""

    side: int
    x: float
    y: float
    unit: float
    turns: int = 0

    @property
    def span(self) -> float:
        """The length of a side."""
        return self.side * self.unit

    @property
    def centre(self) -> str:
        """The central square."""
        return name_of(self.side // 2, self.side // 2)

    def cell(self, square: str) -> tuple[int, int]:
        """Gives the column and the row in which a square is drawn.

        >>> Grid(11, 0, 0, 10).cell("a1"), Grid(11, 0, 0, 10, turns=1).cell("a11")
        ((0, 10), (0, 10))
        """
        column, up = place_of(square)
        for _ in range(self.turns):
            column, up = self.side - 1 - up, column
        return column, self.side - 1 - up

    def middle(self, square: str) -> tuple[float, float]:
        """Gives the middle of a square."""
        column, row = self.cell(square)
        return self.x + (column + 0.5) * self.unit, self.y + (row + 0.5) * self.unit

    def squares(self) -> list[str]:
        """Lists all squares as they are drawn, row by row."""
        names = [name_of(file, rank) for rank in range(self.side) for file in range(self.side)]
        return sorted(names, key=lambda name: self.cell(name)[::-1])
