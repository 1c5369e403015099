"""Quick minds: they play on a round itself, and still look only at what the mover knows.

A search plays thousands of rounds to their end, and a view of each would take longer than the
rounds. A policy therefore gets a round. It may look at the mover's own hand, at what lies open and
at the log as the mover saw it; the conformance suite holds it to that: in two rounds that the mover
cannot tell apart a policy has the same chances.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import Game, Round
from sobremesa.core.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(ABC):
    """Somebody who knows at a glance what moves are worth.

    `heat` says how far chance decides, in the units of the values: a move that is worth `heat`
    less is taken e times less often. Without heat the best is taken.
    """

    def __init__(self, heat: float) -> None:
        self.heat: float = heat

    @abstractmethod
    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what each of the legal moves seems worth to the mover."""

    def standing(self, round: Round) -> vec[float]:
        """Says what a round is likely to bring each seat, in the units of `Round.utility`.

        It values the place where a simulation is cut off, so that, unlike all else here, it may
        look at everything: the round is a world that somebody imagines.
        """
        return vec[float]([gain for gain in round.utility()])

    def telling(self, round: Round) -> Int:
        """Says from which move of the log on choices tell of what somebody still holds."""
        return 0

    def chances(self, round: Round, moves: vec[Int], warmth: float = 1.0) -> vec[float]:
        """Gives the chance with which each of the legal moves is taken, with a share of the
        heat."""
        values = self.values(round, moves)
        heat = self.heat * warmth
        highest = values[0]
        for value in values:
            if value > highest:
                highest = value
        total = 0.0
        for place in range(len(values)):
            gap = highest - values[place]
            if gap == 0.0:
                chance = 1.0
            else:
                chance = math.exp(-gap / heat) if heat > 0.0 else 0.0
            values[place] = chance
            total += chance
        for place in range(len(values)):
            values[place] = values[place] / total
        return values

    def choose(self, round: Round, rng: Rng, warmth: float = 1.0) -> Int:
        """Takes one of the legal moves by its chance."""
        moves = round.legal()
        if len(moves) == 1:
            return moves[0]
        chances = self.chances(round, moves, warmth)
        drawn = rng.fraction()
        last = len(moves) - 1
        for place in range(last):
            drawn -= chances[place]
            if drawn < 0.0:
                return moves[place]
        return moves[last]


class Even(Policy):
    """Takes any legal move, all equally likely."""

    def __init__(self) -> None:
        super().__init__(1.0)

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Thinks the same of all."""
        found = vec[float]()
        for _ in moves:
            found = append(found, 0.0)
        return found

    def choose(self, round: Round, rng: Rng, warmth: float = 1.0) -> Int:
        """Draws one of the legal moves."""
        moves = round.legal()
        return moves[rng.below(len(moves))]


# The policies by the name of their game.
POLICIES: Final[dict[str, Policy]] = {}
EVEN: Final = Even()


def add_policy(game_name: str, policy: Policy) -> None:
    """Makes known who plays a game at a glance."""
    POLICIES[game_name] = policy


def policy_of(game_name: str) -> Policy:
    """Finds who plays a game at a glance; a game without one is played by chance."""
    return POLICIES.get(game_name, EVEN)


def finish(round: Round, policy: Policy, rng: Rng) -> int:
    """Lets a policy play a round to its end; answers how many moves that took."""
    steps: Int = 0
    while not round.over:
        round.play(policy.choose(round, rng))
        steps += 1
    return steps


def playouts(game: Game, policy: Policy, count: int, seed: int = 0) -> int:
    """Deals `count` rounds and lets a policy play them; answers the number of moves."""
    rng = Rng(seed)
    before = game.starting_points()
    steps = 0
    for _ in range(count):
        steps += finish(game.deal(rng, game.opener(rng), 1, before), policy, rng)
    return steps
