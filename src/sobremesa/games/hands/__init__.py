"""Games in which hands are made or tiles are won."""

from sobremesa.games.hands import high_fives as high_fives
from sobremesa.games.hands import poker as poker
from sobremesa.games.hands import thats_it as thats_it
