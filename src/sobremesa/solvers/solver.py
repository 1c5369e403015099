"""What a solver is: somebody who knows a whole deal and says what can be made of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.errors import Phrase, Refused
from sobremesa.core.game import Data, Game, Round, View, known_games

WON_WORD: Final = "won"
LOST_WORD: Final = "lost"
UNKNOWN_WORD: Final = "unknown"

# What a search may use if nothing is said: positions looked at, and positions remembered.
NODES: Final = 200_000
MEMORY: Final = 2_000_000
UNBOUNDED: Final = 1 << 62


class Answer:
    """What a solver found.

    `verdict` is "won" if the deal can be won, "lost" if it certainly cannot, "unknown" if the
    search stopped before it knew. `left` and `ending` are the best result that was found,
    which is the best there is unless the verdict is unknown, and `line` the moves that lead
    to it; if no end was found, what is left now and nothing. `nodes` counts the positions that
    were looked at.
    """

    def __init__(self, verdict: str, left: int, ending: str, line: list[int], nodes: int) -> None:
        self.verdict: str = verdict
        self.left: int = left
        self.ending: str = ending
        self.line: list[int] = line
        self.nodes: int = nodes

    @property
    def won(self) -> bool:
        """Whether the deal can be won."""
        return self.verdict == WON_WORD

    def __repr__(self) -> str:
        return f"<Answer: {self.verdict}, {self.left} left, {self.nodes} nodes>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Solver(ABC):
    """What can be known of a game for one, and so offered to whoever plays it alone.

    `difficulties` are those in which a deal with one solution can be made, as people read them,
    and `usual` is that of the deal of the day.
    """

    def __init__(self) -> None:
        self.difficulties: dict[str, str] = {}
        self.usual: str = ""

    @abstractmethod
    def solve(self, round: Round, nodes: int, memory: int) -> Answer:
        """Finds out whether a deal can be won from here, looking at so many positions."""

    def verdict(self, round: Round, nodes: int) -> str:
        """Tells whether a deal can still be won, by a search or by whatever else is known."""
        return self.solve(round, nodes, MEMORY).verdict

    def make(self, game: Game, difficulty: str, seed: int) -> Data:
        """Makes a deal with one solution, as data to set up.

        :raises Refused: with the reason, if there is none.
        """
        raise Refused("there is no solver for {game}", game=game.name)

    def named(self, text: str) -> Phrase | None:
        """Says a move in a few words, if its touches would not."""
        return None

    def is_hopeless(self, view: View) -> bool:
        """Tells whether everybody can see that it cannot be won: then the headline says why."""
        return False

    def nearby(self, view: View) -> list[tuple[str, Data]]:
        """Lists other options, each with its name, with which what is hopeless would not be."""
        return []


# The solvers by the name of their game.
SOLVERS: Final[dict[str, Solver]] = {}


def add_solver(game_name: str, solver: Solver) -> None:
    """Makes known what can be known of a game for one."""
    SOLVERS[game_name] = solver


def solvable(game_name: str) -> bool:
    """Tells whether there is a solver for a game.

    >>> solvable("traffic"), solvable("muggins")
    (True, False)
    """
    known_games()
    return game_name in SOLVERS


def solver_of(game_name: str) -> Solver:
    """Finds the solver of a game.

    :raises Refused: if there is none.
    """
    if not solvable(game_name):
        raise Refused("there is no solver for {game}", game=game_name)
    return SOLVERS[game_name]


def solve(round: Round, nodes: int = NODES, memory: int = MEMORY) -> Answer:
    """Finds out whether a deal can be won from here, with the boneyard known.

    :param nodes: how many positions may be looked at before the answer is "unknown".
    :param memory: how many positions may be remembered.
    :raises Refused: if there is no solver for the game.
    """
    return solver_of(round.game.name).solve(round, min(nodes, UNBOUNDED), min(memory, UNBOUNDED))
