"""Bots: they play where nobody sits, and see what their seat sees and nothing else."""

from sobremesa.bots import boards as boards
from sobremesa.bots import hubs as hubs
from sobremesa.bots import levels as levels
from sobremesa.bots import lines as lines
from sobremesa.bots import locks as locks
from sobremesa.bots import melds as melds
from sobremesa.bots import plane as plane
from sobremesa.bots import poker as poker
from sobremesa.bots import pool as pool
from sobremesa.bots import puzzle as puzzle
from sobremesa.bots import solo as solo
from sobremesa.bots import tricks as tricks
from sobremesa.bots.bot import Bot, add_bot, bot, choose, names, think, usual

# The levels are stronger than what each game brings along.
levels.add_all()

__all__ = ["Bot", "add_bot", "bot", "choose", "names", "think", "usual"]
