"""The rules of games on a board of squares."""
