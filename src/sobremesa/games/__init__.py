"""The rules, one module for each game."""

# Whatever is imported first, the games of the line are listed first.
from sobremesa.games import lines as lines
