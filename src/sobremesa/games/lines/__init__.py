"""Games that build a line."""

from sobremesa.games.lines import bergen as bergen
from sobremesa.games.lines import block as block
from sobremesa.games.lines import draw as draw
from sobremesa.games.lines import matador as matador
from sobremesa.games.lines import muggins as muggins
from sobremesa.games.lines import sebastopol as sebastopol
from sobremesa.games.lines import tiddle_a_wink as tiddle_a_wink
