"""What can be known of a puzzle: whether it can be finished, how, and which cell is tightest."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.games.plane.puzzle import FREE, WON, PuzzleRound

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
