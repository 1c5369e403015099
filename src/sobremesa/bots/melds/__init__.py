"""Bots for games of melds."""

from sobremesa.bots.melds import greedy as greedy
from sobremesa.bots.melds import policy as policy
