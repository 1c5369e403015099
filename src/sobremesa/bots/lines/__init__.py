"""Bots for games that build a line."""

from sobremesa.bots.lines import greedy as greedy
from sobremesa.bots.lines import policy as policy
