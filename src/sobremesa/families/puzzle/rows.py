"""Rows of numbers for the puzzles."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Cell, Int, vec
from sobremesa.core.game import MOVE_MASK, Round
from sobremesa.core.rows import Layout, Rows
from sobremesa.families.plane.rows import CORNERS, LAID, corner_signs
from sobremesa.families.puzzle.cuadrominos_puzzle import UNKNOWN, Puzzle, PuzzleRound
from sobremesa.families.puzzle.positions import ENDINGS, split_laid

# How many holes and corners of the task there is room for, and how many signs of each.
TEXTS: Final[Int] = 8
SIGNS: Final[Int] = 8


class PuzzleRows(Rows):
    """Writes rows of the puzzles."""

    def __init__(self, game: Puzzle, layout: Layout) -> None:
        super().__init__(game, layout)
        self.rules: Puzzle = game
        self.holes_at: Int = layout.start("holes")
        self.given_at: Int = layout.start("given")
        self.corners_at: Int = layout.start("corners")
        self.laid_at: Int = layout.start("laid")
        self.lattice_at: Int = layout.start("lattice")
        self.unused_at: Int = layout.start("unused")
        self.left_at: Int = layout.start("left")
        self.hopeless_at: Int = layout.start("hopeless")
        self.ending: vec[Int] = layout.places("ending", ENDINGS)
        self.corners: vec[Cell] = corner_signs(int(game.forms))

    def own(self, round: Round, seat: Int) -> None:
        """Writes the task and the board."""
        assert isinstance(round, PuzzleRound)
        self.points(round)
        self.texts(self.holes_at, round.start["holes"], TEXTS, SIGNS)
        self.texts(self.corners_at, round.start["corners"], TEXTS, SIGNS)
        self.set_up(self.given_at, round.start["given"])
        laid = self.set_up(self.laid_at, round.start["laid"])
        rules = self.rules
        for entry in round.log:
            move = entry & MOVE_MASK
            laid += 1
            cell = move // rules.forms
            self.lies(self.laid_at, laid, move % rules.forms, cell // rules.columns,
                      cell % rules.columns)
        for point in range(len(round.lattice)):
            if round.lattice[point] != UNKNOWN:
                self.number(self.lattice_at + point, round.lattice[point] + 1)
        unused: Int = 0
        for piece in range(rules.kinds):
            if round.used[piece] == 0:
                unused += 1
                self.mark(self.unused_at + 1 + piece)
        self.number(self.unused_at, unused)
        self.number(self.left_at, round.left)
        self.mark(self.ending[round.ending])
        self.flag(self.hopeless_at, round.is_hopeless())

    def set_up(self, start: Int, texts: list[str]) -> Int:
        """Writes the pieces that lay when a task was set up; answers how many."""
        for number, text in enumerate(texts):
            form, row, column = split_laid(text)
            self.lies(start, number + 1, form, row, column)
        return len(texts)

    def lies(self, start: Int, number: Int, form: Int, row: Int, column: Int) -> None:
        """Writes when a piece was laid, how it lies and where."""
        at = start + LAID * (form >> 2)
        self.number(at, number)
        self.spelt(at + 2, self.corners, form, CORNERS)
        self.sign(at + 6, row)
        self.sign(at + 7, column)
