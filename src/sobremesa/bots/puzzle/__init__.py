"""Bots for puzzles with square pieces."""

from sobremesa.bots.puzzle import greedy as greedy
