"""Games that build a line."""

from sobremesa.games.lines import block as block
from sobremesa.games.lines import draw as draw
from sobremesa.games.lines import muggins as muggins
