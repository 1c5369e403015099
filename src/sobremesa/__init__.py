"""Sobremesa: tabletop games that exist only on paper, made exact, playable, fast and measurable.

>>> import sobremesa
>>> game = sobremesa.game("muggins", players=3, target=100)
>>> match = game.start(seed=7)
>>> match.round.turn in (0, 1, 2)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sobremesa import loading as _loading  # noqa: F401  (first: it chooses the engine)
from sobremesa import picture as _picture  # noqa: F401  (pictures are found by name of game)
from sobremesa.core import game as _core
from sobremesa.core.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    Refused,
    UnknownGame,
    UnknownRules,
)
from sobremesa.core.game import Game, Round, View, Worlds
from sobremesa.core.match import Match
from sobremesa.core.options import Option
from sobremesa.core.playout import playouts
from sobremesa.core.rng import Rng
from sobremesa.families import ALL as _ALL  # noqa: F401  (makes the games known)
from sobremesa.guests import invite as _invite
from sobremesa.solvers.bounds import Unsolved
from sobremesa.solvers.open_hands import double_dummy, double_dummy_cards, double_dummy_leads

if TYPE_CHECKING:
    from sobremesa import bots as bots
    from sobremesa import record as record
    from sobremesa import solvers as solvers

# Readers of types know the adapters; the compiler, which sees the engine alone, is told that this
# is false (setup.py), and so needs none of their libraries.
ADAPTERS_ARE_KNOWN = True

if TYPE_CHECKING and ADAPTERS_ARE_KNOWN:
    from sobremesa.adapters.batch import Batch as _Batch
else:
    _Batch = Any  # type: ignore[misc, assignment]

__version__ = "0.2.0"

_core.FINDERS.append(_invite)

# Whether the engine runs as compiled code; if not, everything works, only slower.
compiled: bool = not str(_core.__file__).endswith(".py")


def games() -> list[str]:
    """Lists the names of all games.

    >>> games()[:3]
    ['block', 'draw', 'muggins']
    """
    return list(_core.known_games())


def game(name: str, /, *, rules: Any = None, **options: Any) -> Game:
    """Makes a game with checked options, under its newest rules or a version of them.

    >>> game("muggins", players=3)
    sobremesa.game('muggins', players=3)
    >>> game("muggins(players=3)") == game("muggins", players=3)
    True
    """
    return _core.make_game(name, options, rules)


def batch(
    game: str | Game, count: int, seed: int = 0, *, slots: int | None = None,
    reward: str = "points", processes: int = 1, into: dict[str, Any] | None = None,
) -> _Batch:
    """Deals many rounds that are stepped together, told in arrays of numbers; needs numpy.

    :raises Refused: if a count, a seed or a buffer will not do.
    """
    made = game if isinstance(game, Game) else _core.make_game(game, {})
    batches: type[_Batch] = import_module("sobremesa.adapters.batch").Batch
    return batches(made, count, seed, slots=slots, reward=reward, processes=processes, into=into)


# Rooms that are opened when somebody asks for them, so that importing the package stays quick.
_ROOMS = ("adapters", "bots", "engines", "lab", "picture", "record", "rules", "schema", "solvers")

if not TYPE_CHECKING:
    def __getattr__(name):
        """Opens a room: `sobremesa.bots` works after `import sobremesa`."""
        if name in _ROOMS:
            return import_module(f"sobremesa.{name}")
        raise AttributeError(f"module 'sobremesa' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Lists the public names with the rooms."""
    return sorted({*globals(), *_ROOMS})


__all__ = [
    "BadOption", "BadPosition", "BadRecord", "Game", "IllegalMove", "Match", "Option",
    "Refused", "Rng", "Round", "UnknownGame", "UnknownRules", "Unsolved", "View", "Worlds", "batch",
    "compiled", "double_dummy", "double_dummy_cards", "double_dummy_leads", "game", "games",
    "playouts",
]
