"""The squares of a board: numbers for the engine, names for people.

A square is 16 * rank + file, both counted from 1, so that the eight directions are eight
numbers to add and every row of the board ends in squares that are off it. Files are named
a, b, c … from west to east, ranks 1, 2, 3 … from south to north.
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import IllegalMove

STRIDE: Final[Int] = 16
# So many numbers there are, on the board or off it; 0 is off every board.
AREA: Final[Int] = 256
# Clockwise from north; those that share a side are at the even places.
DIRECTIONS: Final = vec[Int]([16, 17, 1, -15, -16, -17, -1, 15])
SIDES: Final = vec[Int]([16, 1, -16, -1])
FILES: Final = "abcdefghijklmno"

NAMED: Final = re.compile(r"([a-o])(\d{1,2})")


def square_at(file: Int, rank: Int) -> Int:
    """Gives the number of a square, file and rank counted from 1."""
    return STRIDE * rank + file


def square_name(square: int) -> str:
    """Names a square.

    >>> square_name(16 * 6 + 6)
    'f6'
    """
    return f"{FILES[square % 16 - 1]}{square // 16}"


def parse_square(name: str, side: int) -> int:
    """Reads the name of a square of a board with this side.

    >>> parse_square("f6", 11)
    102
    """
    found = NAMED.fullmatch(name.strip().lower())
    if found is not None:
        file = FILES.index(found.group(1)) + 1
        rank = int(found.group(2))
        if file <= side and 1 <= rank <= side:
            return int(square_at(file, rank))
    raise IllegalMove(
        "{square} is no square: the board goes from a1 to {last}",
        square=name, last=f"{FILES[side - 1]}{side}",
    )


def step_towards(origin: Int, target: Int) -> Int:
    """Gives the direction from one square to another in line with it, or 0."""
    ranks = target // STRIDE - origin // STRIDE
    files = target % STRIDE - origin % STRIDE
    if ranks != 0 and files != 0 and ranks != files and ranks != -files:
        return 0
    step: Int = 0
    if ranks != 0:
        step = STRIDE if ranks > 0 else -STRIDE
    if files != 0:
        step += 1 if files > 0 else -1
    return step
