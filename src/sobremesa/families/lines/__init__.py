"""The rules of games that build a line."""
