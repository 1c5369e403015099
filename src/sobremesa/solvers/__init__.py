"""Exact solvers: with everything known, can it be won, and how.

>>> import sobremesa
>>> round = sobremesa.game("squeeze", set=6).start(seed=7).round
>>> answer = solve(round)
>>> answer.verdict, answer.left
('won', 0)
>>> for move in answer.line:
...     round.play(move)
>>> round.over, round.points()
(True, [28])

Regions to be filled with square pieces have a solver of their own:

>>> rectangle(3, 4, numbers=3).count()
<TilingCount: 408>
"""

from sobremesa.solvers import puzzles as puzzles
from sobremesa.solvers import solitaires as solitaires
from sobremesa.solvers.solver import Answer, Solver, add_solver, solvable, solve, solver_of
from sobremesa.solvers.strips import TilingAnswer
from sobremesa.solvers.tilings import Tiling, TilingCount, rectangle

__all__ = [
    "Answer", "Solver", "Tiling", "TilingAnswer", "TilingCount", "add_solver", "rectangle",
    "solvable", "solve", "solver_of",
]
