"""Games on a board of squares."""

from sobremesa.games.boards import djambi as djambi
