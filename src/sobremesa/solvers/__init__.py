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
from sobremesa.solvers.solver import Answer as Answer
from sobremesa.solvers.solver import Solver as Solver
from sobremesa.solvers.solver import add_solver as add_solver
from sobremesa.solvers.solver import solvable as solvable
from sobremesa.solvers.solver import solve as solve
from sobremesa.solvers.solver import solver_of as solver_of
from sobremesa.solvers.tilings import Tiling as Tiling
from sobremesa.solvers.tilings import TilingAnswer as TilingAnswer
from sobremesa.solvers.tilings import TilingCount as TilingCount
from sobremesa.solvers.tilings import rectangle as rectangle
