"""Who plays against a learner, in a browser as in the terminal.

They choose from their own views by a chance that is always the same, so that the same moves of a
learner always lead to the same hand.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from sobremesa import bots
from sobremesa.core.game import View
from sobremesa.core.rng import Rng

# They answer at once and see no more than they may.
KINDS: Final = ("greedy", "random")
# So many choices are remembered.
REMEMBERED: Final = 20_000

_chosen: OrderedDict[Hashable, int] = OrderedDict()


def kind_for(name: str) -> str:
    """Names the kind of bot that plays a game against learners.

    >>> kind_for("block")
    'greedy'
    """
    return next(kind for kind in KINDS if kind in bots.names(name))


def reply(view: View, place: tuple[str, int, tuple[int, ...]]) -> int:
    """Chooses for a bot, the same whenever the same is asked; what was chosen is remembered for a
    while, as every state of a hand asks again for all before it."""
    move = _chosen.get(place)
    if move is None:
        move = int(bots.choose(kind_for(view.game.name), view, Rng(len(place[-1]))))
        _chosen[place] = move
        if len(_chosen) > REMEMBERED:
            _chosen.popitem(last=False)
    return move
