"""Bots for games on a board of squares."""

from sobremesa.bots.boards import djambi as djambi
