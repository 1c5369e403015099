"""Boards of square pieces written as lattices, and what can be wrong with one.

Corners that meet at a point show one number, so a filled board is its lattice of corner
numbers (PUZ-R04): `rows + 1` rows of `columns + 1` numbers, written with "/" between the rows.
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.errors import Refused
from sobremesa.material.quadrominoes import (
    FORM,
    MOST_NUMBERS,
    NO_FORM,
    pattern,
    piece_name,
    pieces_in,
)

Lattice = list[list[int]]
Cell = tuple[int, int]

SPELLING: Final = re.compile(r"\d+(/\d+)*")


def parse_lattice(text: str) -> Lattice:
    """Reads a lattice, whether or not it is a board.

    >>> parse_lattice("000/001/111")
    [[0, 0, 0], [0, 0, 1], [1, 1, 1]]
    """
    plain = "".join(text.split())
    if SPELLING.fullmatch(plain) is None:
        raise Refused(
            "{text} is no lattice: write its rows of corner numbers like 000/001/111 (PUZ-R04)",
            text=text,
        )
    return [[int(number) for number in row] for row in plain.split("/")]


def lattice_text(lattice: Lattice) -> str:
    """Writes a lattice; `parse_lattice` is its mirror.

    >>> lattice_text(parse_lattice("001/001/011"))
    '001/001/011'
    """
    return "/".join("".join(str(number) for number in row) for row in lattice)


def corners_at(lattice: Lattice, row: int, column: int) -> tuple[int, int, int, int]:
    """Gives the corners of a cell clockwise from its top left."""
    above, below = lattice[row], lattice[row + 1]
    return above[column], above[column + 1], below[column + 1], below[column]


def form_at(lattice: Lattice, row: int, column: int) -> int:
    """Finds the piece of a cell as it lies, or -1 where there is none.

    >>> form_at(parse_lattice("000/001/111"), 1, 0) // 4
    2
    """
    shown = corners_at(lattice, row, column)
    if max(shown) >= MOST_NUMBERS:
        return NO_FORM
    return int(FORM[pattern(shown[0], shown[1], shown[2], shown[3])])


def lattice_problems(lattice: Lattice, numbers: int) -> list[str]:
    """Says everything that is wrong with a lattice as a board of the pieces on `numbers`
    numbers; nothing for one that is right (PUZ-R11, PUZ-R14).

    >>> lattice_problems(parse_lattice("000/000/111"), 2)
    ['0-0-0-0 lies on 0,0 and on 0,1 (PUZ-R02)', '0-0-1-1 lies on 1,0 and on 1,1 (PUZ-R02)']
    """
    found = misshapen_rows(lattice)
    for row, shown in enumerate(lattice):
        for column, number in enumerate(shown):
            if number >= numbers:
                found.append(
                    f"corner {row},{column} shows {number}: "
                    f"the numbers go from 0 to {numbers - 1} (PUZ-R14)"
                )
    return found or misfits(lattice)


def misshapen_rows(lattice: Lattice) -> list[str]:
    """Finds rows of different lengths, and what is too small for a cell (PUZ-R14)."""
    wide = len(lattice[0])
    found = [
        f"row {row} has {len(shown)} corners and row 0 has {wide}: a board is a rectangle (PUZ-R14)"
        for row, shown in enumerate(lattice) if len(shown) != wide
    ]
    if len(lattice) < 2 or wide < 2:
        found.append("a board has at least one cell, so two rows of two corners (PUZ-R14)")
    return found


def misfits(lattice: Lattice) -> list[str]:
    """Finds cells whose corners are no piece (PUZ-12), and pieces that lie twice (PUZ-R02)."""
    found: list[str] = []
    lying: dict[int, Cell] = {}
    for row in range(len(lattice) - 1):
        for column in range(len(lattice[0]) - 1):
            form = form_at(lattice, row, column)
            if form == NO_FORM:
                shown = ",".join(str(number) for number in corners_at(lattice, row, column))
                found.append(
                    f"no piece fits on {row},{column}: clockwise its corners are {shown} (PUZ-12)"
                )
                continue
            piece = form // 4
            if piece in lying:
                first = lying[piece]
                found.append(
                    f"{piece_name(piece)} lies on {first[0]},{first[1]} and on {row},{column} "
                    "(PUZ-R02)"
                )
            else:
                lying[piece] = (row, column)
    return found


def left_over(lattice: Lattice, numbers: int) -> list[int]:
    """Lists the pieces on `numbers` numbers that a board does not use (PUZ-R03)."""
    used = {
        form_at(lattice, row, column) // 4
        for row in range(len(lattice) - 1) for column in range(len(lattice[0]) - 1)
    }
    return [piece for piece in range(pieces_in(numbers)) if piece not in used]
