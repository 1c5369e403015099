"""Drawing conclusions: worlds weighted by how well the choices of the others fit them.

Whoever bids high holds something, and whoever leaves an end open has a reason. For every world the
round is replayed from its opening, and each choice of another seat is asked how likely the policy
of the game would have made it there. The product is the weight of the world. People are no
policies, so that a choice counts less than in full (`TRUST`) and none is impossible (`FLOOR`).
"""

from __future__ import annotations

import math
from typing import Final

from sobremesa.bots.policy import Policy
from sobremesa.bots.search import Imagined
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, SEAT_MASK, Round, Worlds
from sobremesa.core.rng import Rng

TRUST: Final = 0.7
FLOOR: Final = 0.03


def fit(world: Round, seat: Int, policy: Policy, trust: float = TRUST) -> float:
    """Tells how well the choices of the other seats fit a world, as a logarithm."""
    replayed = world.reopened()
    total = 0.0
    telling = policy.telling(world)
    for place in range(len(world.log)):
        entry = world.log[place]
        move = entry & MOVE_MASK
        if place >= telling and (entry >> MOVE_BITS) & SEAT_MASK != seat:
            legal = replayed.legal()
            if len(legal) > 1:
                likely = chance(policy, replayed, legal, move)
                total += trust * math.log(FLOOR + (1.0 - FLOOR) * likely)
        replayed.play(move)
    return total


def chance(policy: Policy, round: Round, legal: vec[Int], move: Int) -> float:
    """Gives the chance with which the policy makes a move; a move that nobody chose, because time
    was up, tells nothing."""
    chances = policy.chances(round, legal)
    for place in range(len(legal)):
        if legal[place] == move:
            return chances[place]
    return 1.0


class Listened(Imagined):
    """Worlds drawn by weight from many that were drawn evenly."""

    def __init__(
        self, worlds: Worlds, most: Int, rng: Rng, seat: Int, policy: Policy, trust: float = TRUST
    ) -> None:
        super().__init__(worlds, most, rng)
        self.fits: vec[float] = vec[float]()
        for _ in range(most):
            world = worlds.sample(rng)
            self.drawn.append(world)
            self.fits = append(self.fits, fit(world, seat, policy, trust))
        self.order: vec[Int] = resampled(weights(self.fits), rng)

    def at(self, place: Int) -> Round:
        """Gives a world; those that fit better come more often."""
        return self.drawn[self.order[place % self.most]]


def weights(fits: vec[float]) -> vec[float]:
    """Turns logarithms into weights that add up to 1."""
    highest = fits[0]
    for one in fits:
        highest = max(highest, one)
    found = vec[float]([math.exp(one - highest) for one in fits])
    total = 0.0
    for weight in found:
        total += weight
    return vec[float]([weight / total for weight in found])


def resampled(shares: vec[float], rng: Rng) -> vec[Int]:
    """Draws as many places as there are shares, each as often as its share says but for less than
    one (systematic resampling), in random order."""
    count = len(shares)
    order = vec[Int]()
    place: Int = 0
    reached = shares[0]
    start = rng.fraction()
    for step in range(count):
        mark = (float(step) + start) / float(count)
        while reached <= mark and place < count - 1:
            place += 1
            reached += shares[place]
        order = append(order, place)
    rng.shuffle(order)
    return order
