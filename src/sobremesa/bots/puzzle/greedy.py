"""Players of puzzles.

The greedy one goes to a cell on which the fewest pieces fit, by lot among equals, and lays the
piece after which no cell is spoilt, if there is one, and the tight cells keep the most room; it may
overlook some pieces. The solving one looks for a filling of the whole board first.
"""

from __future__ import annotations

from sobremesa.bots.bot import Bot, add_bot, best_of, noticed
from sobremesa.bots.thoughts import Weighed
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.families.puzzle.cuadrominos_puzzle import PuzzleRound
from sobremesa.solvers.puzzles import promise, solve_puzzle, tightest
from sobremesa.solvers.solver import UNKNOWN_WORD, WON_WORD


class GreedyPuzzle(Bot):
    """Fills the tightest cell; each piece is overlooked with the chance `blind`."""

    def __init__(self, blind: float = 0.0) -> None:
        self.blind: float = blind

    def choose(self, view: View, rng: Rng) -> int:
        """Tries every piece that fits on the tightest cell."""
        round = view.game.worlds(view).sample(rng)
        assert isinstance(round, PuzzleRound)
        forms = int(round.rules.forms)
        cells = tightest(round)
        cell = cells[int(rng.below(len(cells)))]
        fitting = [move for move in view.moves if move // forms == cell]
        moves = fitting
        if self.blind > 0.0:
            moves = [fitting[place] for place in noticed(len(fitting), self.blind, rng)]
        values: list[float] = []
        for move in moves:
            after = round.copy()
            after.play(move)
            values.append(float(promise(after)))
        return best_of(moves, values, rng)


class SolvingPuzzle(Bot):
    """Goes on with a filling that it has found, else as the greedy one."""

    def __init__(self, nodes: int) -> None:
        self.nodes: int = nodes
        self.greedy: GreedyPuzzle = GreedyPuzzle()

    def choose(self, view: View, rng: Rng) -> int:
        """Looks for a filling, at so many places at most."""
        round = view.game.worlds(view).sample(rng)
        assert isinstance(round, PuzzleRound)
        line = solve_puzzle(round, self.nodes).line
        return line[0] if line else self.greedy.choose(view, rng)

    def weigh(self, view: View, moves: list[int], rounds: int, rng: Rng) -> list[Weighed]:
        """Says whether the board can be filled after each move; what is not known is left out."""
        round = view.game.worlds(view).sample(rng)
        found: list[Weighed] = []
        for move in moves:
            after = round.copy()
            after.play(move)
            assert isinstance(after, PuzzleRound)
            verdict = solve_puzzle(after, self.nodes).verdict
            if verdict != UNKNOWN_WORD:
                chance = 1.0 if verdict == WON_WORD else 0.0
                found.append(Weighed(move, chance, 1, chance, chance))
        return found


add_bot("cuadrominos-puzzle", "greedy", GreedyPuzzle())
