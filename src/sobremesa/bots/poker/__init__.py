"""Bots for poker."""

from sobremesa.bots.poker import equilibrium as equilibrium
from sobremesa.bots.poker import greedy as greedy
from sobremesa.bots.poker import policy as policy
