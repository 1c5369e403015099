"""Bots for the game of locks and keys."""

from sobremesa.bots.locks import greedy as greedy
from sobremesa.bots.locks import policy as policy
