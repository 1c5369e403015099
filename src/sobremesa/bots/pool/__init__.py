"""Bots for games in which tiles are won from a pool."""

from sobremesa.bots.pool import greedy as greedy
from sobremesa.bots.pool import policy as policy
