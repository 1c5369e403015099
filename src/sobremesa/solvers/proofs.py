"""Why some boards cannot be filled: short arguments that are checked, not believed.

Go round a piece clockwise; the step of a side from number a to number b is (b - a) mod k. A
cuádruple has steps 0, 0, 0, 0, and the steps of every other piece add up to k exactly. Where two
pieces share a side their steps there are d and k - d, or both 0. So what happens inside a
board cancels out, and the rim has to bear the rest.
"""

from __future__ import annotations

from typing import Final

from sobremesa.material.lattice import Lattice, corners_at
from sobremesa.material.quadrominoes import NUMBERS, pieces_in
from sobremesa.solvers.strips import PRICES, Columns, most_columns

# The weight of a column of two corner numbers by (bottom - top) mod 5: no piece raises it by
# more than one, and most cannot raise it at all.
STRIP_WEIGHTS: Final = [1, 0, 1, 1, 2]

# One unit and the prices of kinds that pay whoever lays four different numbers in two rows.
REWARD: Final = 5
REWARDING: Final = (4, {
    "0000": 2, "0001": 5, "0002": 3, "0003": 3, "0004": 5, "0011": 5, "0012": 0, "0013": 0,
    "0014": 0, "0022": 3, "0023": 0, "0024": 0, "0034": 0, "0123": -REWARD,
})


def steps(corners: tuple[int, ...], numbers: int) -> list[int]:
    """Gives the steps of the sides of a piece, clockwise from its first corner.

    >>> steps((0, 0, 1, 3), 5)
    [0, 1, 2, 2]
    """
    return [(corners[(side + 1) % 4] - corners[side]) % numbers for side in range(4)]


def step_totals(numbers: int) -> list[int]:
    """Counts the sides of all pieces by their step.

    >>> step_totals(5)
    [110, 75, 50, 30, 15]
    """
    totals = [0] * numbers
    for piece in range(pieces_in(numbers)):
        for step in steps(NUMBERS[piece], numbers):
            totals[step] += 1
    return totals


def rim_needed(numbers: int) -> int:
    """Counts the sides that find no partner inside a board of all pieces.

    >>> [rim_needed(numbers) for numbers in (3, 4, 5, 6)]
    [9, 28, 80, 162]
    """
    totals = step_totals(numbers)
    return sum(abs(totals[step] - totals[numbers - step]) for step in range(1, (numbers + 1) // 2))


def rim(rows: int, columns: int) -> int:
    """Counts the sides on the rim of a board."""
    return 2 * (rows + columns)


def surplus(corners: tuple[int, ...]) -> int:
    """Counts the sides of a piece with unequal ends, beyond the first two.

    >>> [surplus(corners) for corners in ((0, 0, 0, 0), (0, 0, 1, 1), (0, 0, 1, 2), (0, 1, 2, 3))]
    [0, 0, 1, 2]
    """
    return max(0, sum(corners[side] != corners[side - 1] for side in range(4)) - 2)


def most_cells(rows: int, columns: int, numbers: int) -> int:
    """Bounds the cells that a rim of this length can enclose, whatever the board looks like.

    With S the surplus of all pieces that lie, D the rim sides with unequal ends and B the sum
    of the steps along the rim, k S = k D - 2 B. A rim side adds most to the right if its step is
    1, so S is at most (1 - 2/k) of the rim. All other pieces have no surplus.

    >>> most_cells(5, 7, 4), most_cells(8, 8, 5)
    (34, 54)
    """
    without = sum(surplus(NUMBERS[piece]) == 0 for piece in range(pieces_in(numbers)))
    return without + max(0, numbers - 2) * rim(rows, columns) // numbers


def both_sides(lattice: Lattice, numbers: int) -> tuple[int, int]:
    """Gives k S and k D - 2 B of a filled board; they are equal.

    >>> both_sides([[0, 0, 0], [0, 0, 1], [1, 1, 1]], 2)
    (0, 0)
    """
    rows, columns = len(lattice) - 1, len(lattice[0]) - 1
    whole = sum(
        surplus(corners_at(lattice, row, column))
        for row in range(rows) for column in range(columns)
    )
    around = (
        lattice[0] + [row[columns] for row in lattice[1:]]
        + lattice[rows][columns - 1::-1] + [lattice[row][0] for row in range(rows - 1, 0, -1)]
    )
    rises = [(around[place] - around[place - 1]) % numbers for place in range(len(around))]
    unequal = sum(rise != 0 for rise in rises)
    return numbers * whole, numbers * unequal - 2 * sum(rises)


def strip_changes(numbers: int, weights: list[int]) -> dict[int, int]:
    """Counts the pieces by the most that each can add to the weight of a column in a strip.

    >>> strip_changes(5, STRIP_WEIGHTS)
    {1: 10, 0: 45, -1: 15}
    """
    counts: dict[int, int] = {}
    for piece in range(pieces_in(numbers)):
        corners = NUMBERS[piece]
        most = max(
            weights[(corners[(turn + 2) % 4] - corners[(turn + 1) % 4]) % numbers]
            - weights[(corners[(turn + 3) % 4] - corners[turn]) % numbers]
            for turn in range(4)
        )
        counts[most] = counts.get(most, 0) + 1
    return dict(sorted(counts.items(), reverse=True))


def most_of_four_numbers(columns: int) -> int:
    """Bounds the pieces with four different numbers in a board of two rows on five numbers.

    Where such a piece costs less than nothing, a walk that lays many of them gains more than
    any walk can, unless it has few columns.

    >>> [most_of_four_numbers(columns) for columns in (29, 30, 31, 32)]
    [5, 4, 3, 2]
    """
    table = Columns(2, 5, REWARDING)
    dear = sum(max(0, int(price)) for price in table.price)
    return min(5, (dear + int(table.top) - columns * int(table.unit)) // REWARD)


def why_not(rows: int, columns: int, numbers: int) -> str | None:
    """Gives a short proof that a board cannot be filled, or nothing if none is known.

    >>> print(why_not(5, 7, 4))
    All 35 pieces are used. At least 28 of their sides find no partner inside, and the rim has 24.
    >>> why_not(5, 5, 4)
    """
    if rows > columns:
        rows, columns = columns, rows
    cells, pieces = rows * columns, pieces_in(numbers)
    if cells > pieces:
        return f"{cells} cells and only {pieces} pieces."
    if cells == pieces and numbers > 2 and rim_needed(numbers) > rim(rows, columns):
        return (
            f"All {pieces} pieces are used. At least {rim_needed(numbers)} of their sides find no "
            f"partner inside, and the rim has {rim(rows, columns)}."
        )
    if most_cells(rows, columns, numbers) < cells:
        return (
            f"A rim of {rim(rows, columns)} sides encloses at most "
            f"{most_cells(rows, columns, numbers)} cells, and there are {cells}."
        )
    if (numbers, rows) in PRICES and most_columns(rows, numbers) < columns:
        return (
            f"By the prices for {rows} {'row' if rows == 1 else 'rows'} no board has more than "
            f"{most_columns(rows, numbers)} columns, and there are {columns}."
        )
    return None
