"""Games of other distributions, which name them as entry points of the group `sobremesa.games`.

An entry point leads to the class of a game; its module may add a family of pictures with
`sobremesa.picture.family.add_family` and bots with `sobremesa.bots.add_bot`:

    [project.entry-points."sobremesa.games"]
    briscola = "my_games.briscola:Briscola"
"""

from __future__ import annotations

import logging
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from sobremesa.core.game import REGISTRY, Game, register

GROUP: Final = "sobremesa.games"

log = logging.getLogger(__name__)


def invite() -> None:
    """Makes known the games of all distributions that are installed; one that cannot be loaded
    is left out with a warning, and no guest takes the place of a game of the house."""
    for point in entry_points(group=GROUP):
        try:
            register(loaded(point))
        except Exception as wrong:
            log.warning("the game %s (%s) is left out: %s", point.name, point.value, wrong)


def loaded(point: EntryPoint) -> type[Game]:
    """Loads the game to which an entry point leads."""
    kind = point.load()
    if not (isinstance(kind, type) and issubclass(kind, Game) and kind.NAME):
        raise TypeError("it leads to no game")
    if kind.NAME in REGISTRY:
        raise ValueError(f"there is a game called {kind.NAME} already")
    return kind
