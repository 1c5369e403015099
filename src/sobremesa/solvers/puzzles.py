"""What can be known of a puzzle: whether it can be finished, how, and which cell is tightest."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.families.puzzle.cuadrominos_puzzle import FREE, HOLE, UNKNOWN, WON, PuzzleRound
from sobremesa.material.lattice import Lattice, form_at
from sobremesa.solvers.search import LOST_WORD, WON_WORD, Answer
from sobremesa.solvers.tilings import Tiling

# A corner is looked at so much sooner than a whole position of another game, above all while
# the board is empty.
SOONER: Final = 20
MUCH_SOONER: Final = 100
# Room beyond this makes no difference, and what a spoilt cell costs.
ENOUGH: Final[Int] = 12
SPOILT: Final[Int] = 1000


def tightest(round: PuzzleRound) -> list[int]:
    """Lists the free cells on which the fewest pieces fit, but some."""
    found: list[int] = []
    fewest: Int = 0
    cell: Int = 0
    while cell < round.rules.cells:
        if round.board[cell] == FREE:
            ways = round.fitting(cell)
            if ways > 0 and (len(found) == 0 or ways < fewest):
                found = []
                fewest = ways
            if ways > 0 and ways == fewest:
                found.append(int(cell))
        cell += 1
    return found


def promise(round: PuzzleRound) -> Int:
    """Guesses how good a position is: spoilt cells are bad, room on every other is good."""
    if round.over:
        return 1_000_000 if round.ending == WON else -1_000_000
    worth: Int = 0
    cell: Int = 0
    while cell < round.rules.cells:
        if round.board[cell] == FREE:
            ways = round.fitting(cell)
            if ways == 0:
                worth -= SPOILT
            worth += ways if ways < ENOUGH else ENOUGH
        cell += 1
    return worth


def solve_puzzle(round: PuzzleRound, nodes: int) -> Answer:
    """Finds out whether a puzzle can be finished from here, and how.

    The line goes to the tightest cell each time, as a person would.
    """
    if round.over:
        won = round.ending == WON
        verdict = WON_WORD if won else LOST_WORD
        return Answer(verdict, int(round.left), "win" if won else "loss", [], 0)
    if round.is_hopeless():
        return Answer(LOST_WORD, int(round.left), "loss", [], 0)
    tiling = tiling_of(round)
    found = tiling.first(nodes * (SOONER if tiling.givens else MUCH_SOONER))
    if not found.won:
        return Answer(found.verdict, int(round.left), "loss", [], found.nodes)
    # The lattice begins with the first row and column that have a cell.
    top = min(row for row, _ in tiling.cells)
    left = min(column for _, column in tiling.cells)
    return Answer(WON_WORD, 0, "win", line_to(round, found.lattice, top, left), found.nodes)


def tiling_of(round: PuzzleRound) -> Tiling:
    """Makes the region that is to be filled, with everything that lies on it."""
    columns = int(round.rules.columns)
    cells: list[tuple[int, int]] = []
    pieces: dict[tuple[int, int], int] = {}
    for place in range(int(round.rules.cells)):
        if round.board[place] != HOLE:
            cell = (place // columns, place % columns)
            cells.append(cell)
            if round.board[place] != FREE:
                pieces[cell] = int(round.board[place])
    corners: dict[tuple[int, int], int] = {}
    for place in range(len(round.lattice)):
        if round.lattice[place] != UNKNOWN:
            corners[place // (columns + 1), place % (columns + 1)] = int(round.lattice[place])
    return Tiling(int(round.rules.numbers), cells, pieces, corners)


def line_to(round: PuzzleRound, lattice: Lattice, top: int, left: int) -> list[int]:
    """Lists the moves that lead to a filling, the tightest cell first each time."""
    after = round.copy()
    columns = int(round.rules.columns)
    line: list[int] = []
    while not after.over:
        cell = tightest(after)[0]
        form = form_at(lattice, cell // columns - top, cell % columns - left)
        move = cell * int(round.rules.forms) + form
        after.play(move)
        line.append(move)
    return line
