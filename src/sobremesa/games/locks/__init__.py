"""The game of locks and keys."""

from sobremesa.games.locks import cerrojo

__all__ = ["cerrojo"]
