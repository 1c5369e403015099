"""Bots for games with square pieces, laid corner to corner."""

from sobremesa.bots.plane import greedy as greedy
from sobremesa.bots.plane import policy as policy
