"""Bots for games of tricks."""

from sobremesa.bots.tricks import bridge as bridge
from sobremesa.bots.tricks import bridge_policy as bridge_policy
from sobremesa.bots.tricks import greedy as greedy
from sobremesa.bots.tricks import policy as policy
from sobremesa.bots.tricks import takes_policy as takes_policy
