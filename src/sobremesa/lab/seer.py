"""The seer: who sees all hands and the order of the boneyard, to tell how far skill reaches.

It chooses as the search does, with one world in place of many: the real one. Nobody who sees only
their own hand can do much better than it, so that what it wins against a bot is a ceiling for all
others. It plays in the lab alone, where rounds are at hand; no table can seat it.
"""

from __future__ import annotations

from typing import Final

from sobremesa.bots import Bot
from sobremesa.bots.policy import policy_of
from sobremesa.bots.search import Aim, Imagined, Plan, Search
from sobremesa.core.arrays import Int
from sobremesa.core.game import Game, Round, View
from sobremesa.core.rng import Rng
from sobremesa.engines import is_engine, player
from sobremesa.lab.variants import MARK, variant

NAME: Final = "seer"
# Rounds that it plays for a choice. The cards are known, so that few are enough.
ROUNDS: Final = 400
# How much of its heat the policy keeps: enough that others are not taken to be sure of anything.
WARMTH: Final = 0.3


class Real(Imagined):
    """The world as it is."""

    def __init__(self, round: Round, rng: Rng) -> None:
        self.round = round
        self.rng = rng

    def at(self, place: Int) -> Round:
        """Gives the real round, whatever the place."""
        return self.round


class Seer:
    """Tries every move in the real round, and takes the one after which it gains most."""

    plan: Final = Plan(ROUNDS, warmth=WARMTH, doubt=0.0)

    def choose(self, round: Round, rng: Rng) -> int:
        """Names the move."""
        game = round.game
        search = Search(Real(round.copy(), rng), policy_of(game.name), Aim(game), self.plan, rng)
        return int(search.choose())


Sitter = Bot | Seer


def sitter(game: Game, kind: str) -> Sitter:
    """Finds who plays under a name: a bot, a variant of one, an engine, or the seer."""
    if kind == NAME:
        return Seer()
    if MARK in kind and not is_engine(kind):
        return variant(game.name, kind)
    return player(game, kind)


def choice(sitter: Sitter, round: Round, rng: Rng) -> int:
    """Asks somebody for a move; whoever is no seer gets a view and nothing else."""
    if isinstance(sitter, Seer):
        return sitter.choose(round, rng)
    view: View = round.view(int(round.turn))
    return int(sitter.choose(view, rng))
