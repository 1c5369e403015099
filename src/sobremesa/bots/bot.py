"""What a bot is: somebody who gets a view and names one of its moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.bots.thoughts import Thoughts, Weighed, only
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove, Refused, suggestion
from sobremesa.core.game import View, game_class
from sobremesa.core.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Somebody who chooses from what a seat may know, and remembers nothing between moves."""

    @abstractmethod
    def choose(self, view: View, rng: Rng) -> int:
        """Chooses one of the view's legal moves."""

    def think(self, view: View, rng: Rng) -> Thoughts:
        """Chooses as `choose` does, and says what it thought."""
        return only(self.choose(view, rng))

    def weigh(self, view: View, moves: list[int], rounds: int, rng: Rng) -> list[Weighed]:
        """Compares some legal moves in the same worlds, so many rounds each, whatever it would
        look at by itself; nothing if it cannot."""
        return []

    def is_quick(self) -> bool:
        """Tells whether it usually answers within about a second."""
        return True

    def is_choosy(self) -> bool:
        """Tells whether it refuses some tables of its game."""
        return False


class RandomBot(Bot):
    """Takes any legal move, all equally likely."""

    def choose(self, view: View, rng: Rng) -> int:
        """Draws one of the legal moves."""
        moves = view.moves
        return moves[int(rng.below(len(moves)))]


def best_of(moves: list[int], values: list[float], rng: Rng) -> int:
    """Takes the move of the highest value, by lot among equals.

    >>> best_of([4, 7, 9], [1.0, 3.0, 2.0], Rng(1))
    7
    """
    highest = max(values)
    best = [move for move, value in zip(moves, values, strict=True) if value == highest]
    return best[int(rng.below(len(best)))]


def best_move(view: View, value: Callable[[int], float], rng: Rng) -> int:
    """Takes the legal move of the highest value, by lot among equals."""
    moves = view.moves
    return best_of(moves, [value(move) for move in moves], rng)


def noticed(count: Int, blind: float, rng: Rng) -> vec[Int]:
    """Lists which of so many things somebody notices who overlooks each with the chance
    `blind`: one at least."""
    found = vec[Int]()
    for place in range(count):
        if rng.fraction() >= blind:
            found = append(found, place)
    return found if len(found) > 0 else vec[Int]([rng.below(count)])


# Better than anything that goes on.
WINNING: Final = 10000.0
# The bots by the name of their game, the weakest first.
BOTS: Final[dict[str, dict[str, Bot]]] = {}


def add_bot(game_name: str, kind: str, bot: Bot) -> None:
    """Makes a bot known; it is taken to be stronger than those before it."""
    BOTS.setdefault(game_name, {"random": RandomBot()})[kind] = bot


def kinds_for(game_name: str) -> dict[str, Bot]:
    """Finds the bots that play a game; every game has at least a random one."""
    game_class(game_name)
    return BOTS.setdefault(game_name, {"random": RandomBot()})


def names(game_name: str) -> list[str]:
    """Lists the kinds of bot that play a game, the strongest last.

    >>> import sobremesa
    >>> names("muggins")
    ['random', 'greedy', 'learner', 'easy', 'middle', 'strong', 'master']
    """
    return list(kinds_for(game_name))


def usual(game_name: str) -> str:
    """Names the bot to play against unless somebody chooses: the middle level or, where a game
    has no levels, the strongest that is quick and plays at every table.

    >>> import sobremesa
    >>> names("djambi")[-1], usual("djambi")
    ('master', 'middle')
    """
    if "middle" in kinds_for(game_name):
        return "middle"
    return [
        kind for kind, chooser in kinds_for(game_name).items()
        if chooser.is_quick() and not chooser.is_choosy()
    ][-1]


def bot(game_name: str, kind: str) -> Bot:
    """Finds a bot by its kind.

    :raises Refused: if the game has no such bot.
    """
    known = kinds_for(game_name)
    if kind not in known:
        raise Refused(
            "{game} has no bot called {kind}: {hint}",
            game=game_name, kind=kind, hint=suggestion(kind, list(known)),
        )
    return known[kind]


def choose(kind: str, view: View, rng: Rng) -> int:
    """Lets a bot choose one of the view's legal moves.

    :raises IllegalMove: if the seat that sees the view is not to decide.
    """
    chooser = bot(view.game.name, kind)
    moves = view.moves
    if not moves:
        raise IllegalMove("there is nothing to choose: it is not this seat's turn")
    if len(moves) == 1:
        return moves[0]
    return chooser.choose(view, rng)


def think(kind: str, view: View, rng: Rng) -> Thoughts:
    """Lets a bot choose one of the view's legal moves and say what it thought.

    :raises IllegalMove: if the seat that sees the view is not to decide.
    """
    if len(view.moves) < 2:
        return only(choose(kind, view, rng))
    return bot(view.game.name, kind).think(view, rng)
