"""A player of puzzles who looks one piece ahead.

The greedy one goes to a cell on which the fewest pieces fit, by lot among equals, and lays the
piece after which no cell is spoilt, if there is one, and the tight cells keep the most room.
"""

from __future__ import annotations

from sobremesa.bots.bot import Bot, add_bot, best_of
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.families.puzzle.cuadrominos_puzzle import PuzzleRound
from sobremesa.solvers.puzzles import promise, tightest


class GreedyPuzzle(Bot):
    """Fills the tightest cell."""

    def choose(self, view: View, rng: Rng) -> int:
        """Tries every piece that fits on the tightest cell."""
        round = view.game.worlds(view).sample(rng)
        assert isinstance(round, PuzzleRound)
        forms = int(round.rules.forms)
        cells = tightest(round)
        cell = cells[int(rng.below(len(cells)))]
        moves = [move for move in view.moves if move // forms == cell]
        values: list[float] = []
        for move in moves:
            after = round.copy()
            after.play(move)
            values.append(float(promise(after)))
        return best_of(moves, values, rng)


add_bot("cuadrominos-puzzle", "greedy", GreedyPuzzle())
