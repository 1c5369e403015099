"""A region of cells with the pieces that lie on it, drawn or written by itself."""

from __future__ import annotations

from typing import Final

from sobremesa.material.lattice import Cell, Lattice
from sobremesa.material.quadrominoes import form_name
from sobremesa.picture import parts
from sobremesa.picture.plane import pieces
from sobremesa.picture.scenes import Drawn, Node, Scene

# How wide a cell is, and what stays free around the region.
UNIT: Final = 48.0
MARGIN: Final = 20.0


def region_svg(cells: list[Cell], forms: dict[Cell, int], title: str) -> str:
    """Draws cells, those without a piece empty.

    >>> region_svg([(0, 0), (0, 1)], {(0, 0): 4}, "two cells").count('class="piece"')
    1
    """
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    rows = max(row for row, _ in cells) - top + 1
    columns = max(column for _, column in cells) - left + 1
    width, height = columns * UNIT + 2 * MARGIN, rows * UNIT + 2 * MARGIN
    drawn: list[Drawn] = [parts.cloth(width, height)]
    for row, column in sorted(cells):
        x = MARGIN + (column - left + 0.5) * UNIT
        y = MARGIN + (row - top + 0.5) * UNIT
        form = forms.get((row, column))
        if form is None:
            free = pieces.box("cell-free", 0, -0.6)
            drawn.append(Node(inside=free, at=pieces.place(x, y, UNIT)))
        else:
            drawn.append(pieces.piece(form, x, y, UNIT * 0.985, spoken=form_name(form)))
    return Scene(width, height, "wide", title, title, drawn).svg(still=True) + "\n"


def lattice_rows(lattice: Lattice) -> list[str]:
    """Writes the rows of corner numbers, a point where a number is not known.

    >>> lattice_rows([[0, 0, 1], [0, -1, 1]])
    ['0 0 1', '0 . 1']
    """
    return [
        " ".join(str(number) if number >= 0 else "." for number in row) for row in lattice
    ]


def lattice_text(lattice: Lattice) -> str:
    """Writes a lattice in one line, a point where there is no corner.

    >>> lattice_text([[0, 0, -1], [0, 1, 1]])
    '00./011'
    """
    return "/".join(row.replace(" ", "") for row in lattice_rows(lattice))
