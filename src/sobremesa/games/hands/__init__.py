"""Games in which hands are made or tiles are won."""

from sobremesa.games.hands import poker as poker
