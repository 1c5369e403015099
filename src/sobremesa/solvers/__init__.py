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

So have games of tricks with all hands open; `double_dummy` counts what every declarer takes:

>>> double_dummy("N:AK... Q.A.. J2... .K.2.")["N"]["NT"]
1
"""

from sobremesa.solvers import puzzles as puzzles
from sobremesa.solvers import solitaires as solitaires
from sobremesa.solvers.bounds import Unsolved
from sobremesa.solvers.open_hands import double_dummy, double_dummy_cards, double_dummy_leads
from sobremesa.solvers.solver import Answer, Solver, add_solver, solvable, solve, solver_of
from sobremesa.solvers.strips import TilingAnswer
from sobremesa.solvers.tilings import Tiling, TilingCount, rectangle

__all__ = [
    "Answer", "Solver", "Tiling", "TilingAnswer", "TilingCount", "Unsolved", "add_solver",
    "double_dummy", "double_dummy_cards", "double_dummy_leads", "rectangle", "solvable", "solve",
    "solver_of",
]
