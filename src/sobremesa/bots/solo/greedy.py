"""Players of solitaires, who see what a person sees and nothing of the boneyard.

The greedy one takes the move that begins the turn after which the position promises most. The
careful one imagines several orders of the boneyard and, in each of them, looks for a win behind
every move; it takes the move that most often leads to one.
"""

from __future__ import annotations

import math
from typing import Final, cast

from sobremesa.bots.bot import Bot, add_bot, noticed
from sobremesa.bots.thoughts import ORDERS, Thoughts, Weighed
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import count_of
from sobremesa.families.solo.solitaire import SolitaireRound
from sobremesa.families.solo.views import SoloView
from sobremesa.solvers.solitaires import SOLVABLE, search_for

# At least this many for each move in each order, or a win would never be seen.
LEAST: Final = 40
# What a win is worth beside the best loss.
WIN: Final = 1_000_000


class GreedySolo(Bot):
    """Takes the move that promises most at the end of the turn; each is overlooked with the
    chance `blind`."""

    def __init__(self, blind: float = 0.0) -> None:
        self.blind: float = blind

    def choose(self, view: View, rng: Rng) -> int:
        """Plays every move in one order of the boneyard and compares."""
        moves = view.moves
        if self.blind > 0.0:
            moves = [moves[place] for place in noticed(len(moves), self.blind, rng)]
        return search_for(sampled(view, rng), 0, 0).by_outlook(moves)[0]


class CarefulSolo(Bot):
    """Takes the move that wins in most of the orders it imagines, with so many positions to look
    at for a choice."""

    def __init__(self, orders: int = 8, looks: int = 20_000) -> None:
        self.orders: int = orders
        self.looks: int = looks

    def choose(self, view: View, rng: Rng) -> int:
        """Looks for a win behind every move, in several orders of the boneyard."""
        return self.think(view, rng).move

    def think(self, view: View, rng: Rng) -> Thoughts:
        """Says for each move in how many orders it leads to a win."""
        weighed = self.weigh(view, view.moves, 0, rng)
        best = weighed[0]
        for one in weighed:
            if one.value > best.value:
                best = one
        return Thoughts(best.move, weighed, ORDERS)

    def weigh(self, view: View, moves: list[int], rounds: int, rng: Rng) -> list[Weighed]:
        """Compares moves in the same orders."""
        round = sampled(view, rng)
        moves = search_for(round, 0, 0).by_outlook(moves)
        worth = [0 for _ in moves]
        wins = [0 for _ in moves]
        # The orders in which a move wins and the first one does not, or the other way round.
        apart = [0 for _ in moves]
        orders = 1 if is_open(view) else self.orders
        looks = max(LEAST, self.looks // (orders * len(moves)))
        for order in range(orders):
            if order > 0:
                round = sampled(view, rng)
            first = False
            for place, move in enumerate(moves):
                after = round.copy()
                after.play(move)
                answer = search_for(after, looks, looks).answer()
                if place == 0:
                    first = answer.won
                elif first != answer.won:
                    apart[place] += 1
                # A deal that has not come to its end yet is not lost.
                if answer.ending:
                    worth[place] += WIN if answer.won else -answer.left
                if answer.won:
                    wins[place] += 1
        return [
            Weighed(
                move, float(worth[place]), orders, wins[place] / orders, wins[place] / orders,
                off(apart[place], wins[place] - wins[0], orders),
            )
            for place, move in enumerate(moves)
        ]


def off(apart: int, ahead: int, orders: int) -> float:
    """Gives the standard error of a difference that was seen in some orders; where all that can be
    is known there is none."""
    if orders == 1:
        return 0.0
    mean = ahead / orders
    return math.sqrt(max(apart / orders - mean * mean, 0.0) / orders + 1.0 / (orders * orders))


def is_open(view: View) -> bool:
    """Tells whether nothing is hidden any more: at most one tile has not been seen."""
    return view.over or count_of(cast(SoloView, view.data)["boneyard"]) <= 1


def sampled(view: View, rng: Rng) -> SolitaireRound:
    """Imagines an order of the boneyard."""
    round = view.game.worlds(view).sample(rng)
    assert isinstance(round, SolitaireRound)
    return round


for name in SOLVABLE:
    add_bot(name, "greedy", GreedySolo())
    add_bot(name, "careful", CarefulSolo())
