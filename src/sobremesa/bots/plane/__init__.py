"""Bots for games with square pieces, laid corner to corner."""

from sobremesa.bots.plane import greedy as greedy
