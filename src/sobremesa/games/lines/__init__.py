"""Games that build a line, in the order in which they are shown."""

# ruff: noqa: I001
from sobremesa.games.lines import block as block
from sobremesa.games.lines import draw as draw
from sobremesa.games.lines import muggins as muggins
from sobremesa.games.lines import bergen as bergen
from sobremesa.games.lines import matador as matador
from sobremesa.games.lines import tiddle_a_wink as tiddle_a_wink
from sobremesa.games.lines import sebastopol as sebastopol
from sobremesa.games.lines import mexican_train as mexican_train
from sobremesa.games.lines import super_dominos as super_dominos
