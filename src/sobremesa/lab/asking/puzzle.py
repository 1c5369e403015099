"""What is asked of the puzzles."""

from __future__ import annotations

from typing import Final, cast

from sobremesa import Round
from sobremesa.families.puzzle.cuadrominos_puzzle import FREE, PuzzleRound
from sobremesa.lab.asking.play import Own, Play, amount, share
from sobremesa.lab.units import NUMBER


def puzzle(round: Round) -> PuzzleRound:
    """Gives a round as what it is."""
    return cast("PuzzleRound", round)


def left(play: Play) -> float:
    """Counts the cells that stay free."""
    return play.each_round(sum(int(puzzle(round).left) for round in play.rounds))


def covered(play: Play) -> float:
    """Gives the share of the board that is covered in the end."""
    return play.each_round(sum(
        1 - int(puzzle(round).left) / int(puzzle(round).rules.cells) for round in play.rounds
    ))


def almost(play: Play) -> float:
    """Gives the share of the boards on which one or two cells stay free."""
    return play.each_round(sum(puzzle(round).left in (1, 2) for round in play.rounds))


def has_a_dead_cell(round: PuzzleRound) -> bool:
    """Tells whether there is a free cell on which no unused piece can be laid."""
    return any(
        held == FREE and round.fitting(cell) == 0 for cell, held in enumerate(round.board)
    )


def alive(play: Play) -> float:
    """Gives the share of the board that is covered while every free cell can take a piece."""
    living = sum(not has_a_dead_cell(puzzle(step.round)) for step in play.steps)
    last = sum(puzzle(round).left == 0 for round in play.rounds)
    cells = sum(int(puzzle(round).rules.cells) for round in play.rounds)
    return (living - len(play.rounds) + last) / cells


def in_vain(play: Play) -> float:
    """Counts the pieces laid after a free cell can take none any more."""
    return play.each_round(sum(has_a_dead_cell(puzzle(step.round)) for step in play.steps))


ASKED: Final[dict[str, list[Own]]] = {"cuadrominos-puzzle": [
    amount("left", "cells left free", "Cells that stay free.", NUMBER, left),
    share("covered", "board covered", "The share of the cells that are covered in the end.",
          covered),
    share("almost", "one or two left", "Boards on which one or two cells stay free.", almost),
    share("alive", "no dead cell",
          "The share of the cells that are covered while every free cell can still take a piece.",
          alive),
    amount("in_vain", "pieces in vain",
           "Pieces laid after a free cell can take none any more.", NUMBER, in_vain),
]}
