"""Bots for games of melds."""

from sobremesa.bots.melds import greedy as greedy
