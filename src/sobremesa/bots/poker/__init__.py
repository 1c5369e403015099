"""Bots for poker."""

from sobremesa.bots.poker import greedy as greedy
