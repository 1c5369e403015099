"""Bots for solitaires, for one person and one set of dominoes."""

from sobremesa.bots.solo import greedy as greedy
from sobremesa.bots.solo import policy as policy
