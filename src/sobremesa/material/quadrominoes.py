"""Square pieces with a number in every corner, and the four ways each can be turned.

A piece is one combination with repetition of four numbers, and they run clockwise in ascending
order from some corner, so that each combination exists in one handedness only (CUAD-03). A
piece is a small int; the pieces whose numbers are all below `k` are the first `pieces_in(k)`,
so a larger set only adds pieces behind those of a smaller one.

A form is a piece as it lies: form `4 * piece + turn` has the lowest number of the piece in the
corner `turn`, counted clockwise from the top left. Corners are told clockwise everywhere: top
left, top right, bottom right, bottom left.
"""

from __future__ import annotations

import re
from itertools import accumulate, combinations_with_replacement
from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import IllegalMove, Phrase

# The most different numbers that any set has (CUAD-04).
MOST_NUMBERS: Final = 6
CORNER_NAMES: Final = [
    Phrase("top left"), Phrase("top right"), Phrase("bottom right"), Phrase("bottom left"),
]
# A pattern is four corner numbers in three bits each, the top left lowest.
CORNER_BITS: Final = 3
PATTERNS: Final = 4096
NO_FORM: Final = -1

# The numbers of every piece in ascending order, the pieces of smaller sets first.
NUMBERS: Final = sorted(
    combinations_with_replacement(range(MOST_NUMBERS), 4), key=lambda numbers: numbers[::-1]
)
PIECE_NAMES: Final = ["-".join(map(str, numbers)) for numbers in NUMBERS]
# The sum of the numbers of a piece (CUAD-07).
VALUES: Final = vec[Int]([sum(numbers) for numbers in NUMBERS])
# The number that a form shows in a corner: CORNERS[4 * form + corner].
CORNERS: Final = vec[Int]([
    numbers[(corner - turn) % 4] for numbers in NUMBERS for turn in range(4) for corner in range(4)
])
# How many ways of lying a piece has: a cuádruple looks alike in every turn.
WAYS: Final = vec[Int]([1 if numbers[0] == numbers[3] else 4 for numbers in NUMBERS])

# Where a piece stands in the order of CUAD-16, the highest last: by value, then by how many of
# the highest number it has, of the next, and so on. No two pieces stand alike.
RANK: Final = vec[Int]([
    sorted(NUMBERS, key=lambda other: (sum(other), other[::-1])).index(numbers)
    for numbers in NUMBERS
])


def pattern(top_left: Int, top_right: Int, bottom_right: Int, bottom_left: Int) -> Int:
    """Packs four corner numbers, told clockwise."""
    return top_left | (top_right << 3) | (bottom_right << 6) | (bottom_left << 9)


# The pattern of every form, and the form of every pattern; no piece has the others.
PATTERN: Final = vec[Int]([
    int(pattern(CORNERS[4 * form], CORNERS[4 * form + 1], CORNERS[4 * form + 2],
                CORNERS[4 * form + 3]))
    for form in range(4 * len(NUMBERS))
])


def form_table() -> list[int]:
    """Lists the form of every pattern, the lowest turn for a cuádruple."""
    table = [NO_FORM] * PATTERNS
    for form in range(4 * len(NUMBERS) - 1, -1, -1):
        table[int(PATTERN[form])] = form
    return table


FORM: Final = vec[Int](form_table())

# What is asked of an empty cell is a pattern too, with this in every corner that is free.
FREE: Final = 7


def asked_by(form: int) -> list[int]:
    """Lists everything that a form answers: its pattern with any corners left free."""
    found = [int(PATTERN[form])]
    for corner in range(4):
        found += [asked | FREE << CORNER_BITS * corner for asked in found]
    return found


def answers() -> list[list[int]]:
    """Lists for everything that can be asked the forms that answer, ascending."""
    fitting: list[list[int]] = [[] for _ in range(PATTERNS)]
    for form in range(4 * len(NUMBERS)):
        if form % 4 < WAYS[form // 4]:
            for asked in asked_by(form):
                fitting[asked].append(form)
    return fitting


ANSWERS: Final = answers()
# The same in a row: the forms that answer `asked` are FITTING[FITS_FROM[asked]] and on, up to
# FITS_FROM[asked + 1].
FITTING: Final = vec[Int]([form for forms in ANSWERS for form in forms])
FITS_FROM: Final = vec[Int](list(accumulate(map(len, ANSWERS), initial=0)))
# How many corners of a cell are not free.
COINCIDING: Final = vec[Int]([
    sum(asked >> CORNER_BITS * corner & FREE != FREE for corner in range(4))
    for asked in range(PATTERNS)
])


def pieces_in(numbers: int) -> int:
    """Counts the pieces on so many numbers.

    >>> [pieces_in(numbers) for numbers in range(2, 7)]
    [5, 15, 35, 70, 126]
    """
    return numbers * (numbers + 1) * (numbers + 2) * (numbers + 3) // 24


def piece_name(piece: int) -> str:
    """Names a piece by its numbers in ascending order.

    >>> piece_name(parse_piece("4-2-0-1"))
    '0-1-2-4'
    """
    return PIECE_NAMES[piece]


PIECE_SPELLING: Final = re.compile(r"(\d)[\s\-]*(\d)[\s\-]*(\d)[\s\-]*(\d)")


def parse_piece(text: str, numbers: int = MOST_NUMBERS) -> int:
    """Reads a piece by its four numbers in any order: `0-1-2-4`, `0124` or `4 2 1 0`."""
    found = PIECE_SPELLING.fullmatch(text.strip())
    if found is None:
        raise IllegalMove("{text} is no piece: write it like 0-1-2-4", text=text)
    shown = sorted(int(number) for number in found.groups())
    if shown[3] >= numbers:
        raise IllegalMove(
            "{text} is not in the set: its numbers go from 0 to {top}", text=text, top=numbers - 1
        )
    return PIECE_NAMES.index("-".join(map(str, shown)))


def form_name(form: int) -> str:
    """Names a piece as it lies: the upper corners, then the lower.

    >>> form_name(parse_form("0 1 / 4 2"))
    '01/42'
    """
    top_left, top_right, bottom_right, bottom_left = (
        int(CORNERS[4 * form + corner]) for corner in range(4)
    )
    return f"{top_left}{top_right}/{bottom_left}{bottom_right}"


FORM_SPELLING: Final = re.compile(r"(\d)\s*(\d)\s*/\s*(\d)\s*(\d)")


def parse_form(text: str, numbers: int = MOST_NUMBERS) -> int:
    """Reads a piece as it lies: `01/42` or `0 1 / 4 2`."""
    found = FORM_SPELLING.fullmatch(text.strip())
    if found is None:
        raise IllegalMove("{text} is no piece as it lies: write it like 01/42", text=text)
    top_left, top_right, bottom_left, bottom_right = map(int, found.groups())
    if max(top_left, top_right, bottom_left, bottom_right) >= numbers:
        raise IllegalMove(
            "{text} is not in the set: its numbers go from 0 to {top}", text=text, top=numbers - 1
        )
    form = int(FORM[pattern(top_left, top_right, bottom_right, bottom_left)])
    if form == NO_FORM:
        raise IllegalMove(
            "no piece lies as {text}: clockwise its numbers ascend from some corner (CUAD-03)",
            text=text,
        )
    return form
