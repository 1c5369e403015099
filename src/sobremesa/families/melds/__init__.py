"""The rules of games of melds."""
