"""The rules of the game of locks and keys."""
