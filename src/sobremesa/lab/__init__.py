"""Experiments: how the games play when nobody watches."""

from sobremesa.lab.arena import Balance, Outcome, duel, equal_duel, wilson

__all__ = ["Balance", "Outcome", "duel", "equal_duel", "wilson"]
