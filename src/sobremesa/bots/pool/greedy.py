"""A bot for High Fives, by rules of thumb.

A play is worth the points it wins and a little for its tiles, less what it leaves in the pool
for the others: every tile there is worth its points by the chance that somebody who plays
before the bot's next turn has a match for it. A tile that is kept keeps its points safe.
"""

from __future__ import annotations

from typing import cast

from sobremesa.bots.bot import Bot, add_bot, best_move
from sobremesa.bots.dominoes import TILE_OF, held_in, unseen
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.families.pool.high_fives import CLAIM, CODES, VALUES, HighFives, is_match, taken_by
from sobremesa.families.pool.views import PoolView
from sobremesa.material.dominoes import NAMES


class PoolSight:
    """What a seat sees: hand, pool, and the tiles that it has not seen."""

    def __init__(self, view: View) -> None:
        seen = cast(PoolView, view.data)
        self.hand: vec[Int] = held_in(seen["hands"][view.seat])
        self.pool: vec[Int] = held_in(seen["pool"])
        lying = [*seen["pool"], *(name for pile in seen["piles"] for name in pile)]
        self.unseen: vec[Int] = unseen(len(NAMES), self.hand, lying)
        # Tiles in the hands of those who play before this seat does again.
        self.held: Int = sum(hand for hand in seen["hands"] if isinstance(hand, int))

    def chance(self, tile: Int) -> float:
        """Estimates how likely somebody else has a match for a tile."""
        if len(self.unseen) == 0:
            return 0.0
        matching = sum(is_match(tile, other) for other in self.unseen)
        without = 1.0 - float(matching) / float(len(self.unseen))
        none = 1.0
        for _ in range(self.held):
            none *= without
        return 1.0 - none

    def own_match(self, tile: Int, played: Int) -> bool:
        """Tells whether the rest of the hand has a match for a tile."""
        return any(other != played and is_match(tile, other) for other in self.hand)


class GreedyPool(Bot):
    """Takes the most and leaves the least."""

    def __init__(self) -> None:
        # In points: a tile won, a point left to the others, one left that can be taken later.
        self.tile_won: float = 0.12
        self.point_left: float = 0.55
        self.point_waiting: float = 0.25

    def choose(self, view: View, rng: Rng) -> int:
        """Takes the move of the highest value, by lot among equals."""
        game = view.game
        assert isinstance(game, HighFives)
        sight = PoolSight(view)
        name = cast(PoolView, view.data)["missed"]
        missed: Int = TILE_OF[name] if name else -1
        return best_move(view, lambda move: self.value_of(sight, move, missed), rng)

    def value_of(self, sight: PoolSight, move: Int, missed: Int) -> float:
        """Says what a play or a claim is worth."""
        played = missed if move >= CLAIM else move // CODES
        code = move - CLAIM if move >= CLAIM else move % CODES
        other: Int = taken_by(played, code) if code > 0 else -1
        value = 0.0
        after = vec[Int]([
            tile for tile in sight.pool if tile != other and (tile != missed or code == 0)
        ])
        if code > 0:
            value += float(VALUES[played] + VALUES[other]) + 2.0 * self.tile_won
        elif move < CLAIM:
            after = append(after, played)
        for tile in after:
            if VALUES[tile] > 0:
                worth = float(VALUES[tile])
                value -= self.point_left * worth * sight.chance(tile)
                if sight.own_match(tile, played):
                    value += self.point_waiting * worth
        return value


add_bot("high-fives", "greedy", GreedyPool())
