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

from sobremesa.solvers.search import Answer as Answer
from sobremesa.solvers.solitaires import solvable as solvable
from sobremesa.solvers.solitaires import solve as solve
from sobremesa.solvers.tilings import Tiling as Tiling
from sobremesa.solvers.tilings import TilingAnswer as TilingAnswer
from sobremesa.solvers.tilings import TilingCount as TilingCount
from sobremesa.solvers.tilings import rectangle as rectangle
