"""Bots for games of tricks."""

from sobremesa.bots.tricks import bridge as bridge
from sobremesa.bots.tricks import greedy as greedy
