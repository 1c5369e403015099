"""Experiments: how the games play when nobody watches."""

from sobremesa.lab.arena import Outcome, duel, wilson

__all__ = ["Outcome", "duel", "wilson"]
