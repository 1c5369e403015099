"""What is asked of one game alone, beside the measures that all share.

A family may have a module here of its name, with `ASKED`: the measures of each of its games by the
name of the game. A game without one, and every guest, has only those that all share.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from sobremesa.core.game import game_class
from sobremesa.lab.asking.play import Own


@cache
def own_measures(game: str) -> dict[str, Own]:
    """Gives the measures of one game by name, in their order.

    >>> list(own_measures("block"))
    ['passes', 'leader_out', 'closer']
    """
    module = f"{__name__}.{game_class(game).FAMILY}"
    if find_spec(module) is None:
        return {}
    asked: dict[str, list[Own]] = import_module(module).ASKED
    return {own.measure.name: own for own in asked.get(game, [])}
