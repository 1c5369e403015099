"""Games of tricks."""

from sobremesa.games.tricks import double_takes as double_takes
from sobremesa.games.tricks import super_bridge as super_bridge
from sobremesa.games.tricks import texas_42 as texas_42
