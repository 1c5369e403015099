"""The rules of games in which tiles are won from a pool."""
