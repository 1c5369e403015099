"""Bots for games whose lines start from one hub."""

from sobremesa.bots.hubs import greedy as greedy
from sobremesa.bots.hubs import policy as policy
