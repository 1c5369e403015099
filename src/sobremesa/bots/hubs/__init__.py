"""Bots for games whose lines start from one hub."""

from sobremesa.bots.hubs import greedy as greedy
