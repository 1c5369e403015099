"""Which boards can be filled: what is known of every number of numbers.

A board that fits into one that can be filled can be filled too, and a board that holds one
that cannot be filled cannot. So the largest of the one kind and the smallest of the other,
each with no more rows than columns, say all that is known.
"""

from __future__ import annotations

from typing import Final

from sobremesa.material.quadrominoes import pieces_in

CAN: Final = "can"
CANNOT: Final = "cannot"
NOT_KNOWN: Final = "not known"

# By numbers; a filling of each is found by a test.
LARGEST: Final[dict[int, list[tuple[int, int]]]] = {
    2: [(2, 2), (1, 5)],
    3: [(3, 5), (2, 7), (1, 15)],
    4: [(5, 5), (4, 7), (3, 10), (2, 17), (1, 35)],
    5: [(6, 7), (5, 9), (4, 12), (3, 18), (2, 31), (1, 67)],
}
# Shown by a search that goes through everything, or by a short proof (PUZ-E24).
SMALLEST: Final[dict[int, list[tuple[int, int]]]] = {
    2: [],
    3: [],
    4: [(5, 6), (4, 8), (3, 11)],
    5: [(7, 7), (6, 8), (5, 10), (4, 13), (3, 19), (2, 33), (1, 68)],
}


def what_is_known(numbers: int, rows: int, columns: int) -> str:
    """Tells whether a board can be filled with the pieces on so many numbers.

    >>> [what_is_known(4, rows, 7) for rows in (4, 5)], what_is_known(5, 2, 32)
    (['can', 'cannot'], 'not known')
    """
    short, long = min(rows, columns), max(rows, columns)
    if any(short <= wide and long <= high for wide, high in LARGEST[numbers]):
        return CAN
    if short * long > pieces_in(numbers):
        return CANNOT
    if any(short >= wide and long >= high for wide, high in SMALLEST[numbers]):
        return CANNOT
    return NOT_KNOWN


def nearest_boards(numbers: int, rows: int, columns: int) -> list[tuple[int, int]]:
    """Finds two parts of a board that can be filled, the largest first.

    >>> nearest_boards(4, 5, 7), nearest_boards(5, 7, 10)
    ([(4, 7), (5, 5)], [(5, 9), (6, 7)])
    """
    found = [
        (-high * wide, high, wide)
        for high in range(1, rows + 1) for wide in range(1, columns + 1)
        if what_is_known(numbers, high, wide) == CAN
    ]
    found.sort()
    nearest: list[tuple[int, int]] = []
    for _, high, wide in found:
        # A part of one that was found is no second choice.
        if not any(high <= other and wide <= across for other, across in nearest):
            nearest.append((high, wide))
    return nearest[:2]
