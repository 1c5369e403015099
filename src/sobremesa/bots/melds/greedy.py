"""A bot for That's It!, by rules of thumb.

It looks for the suits that the hand comes nearest to melding, keeps the tiles of these and among
equals those with the most unseen tiles to wait for, takes a discard only if that brings it
nearer, and says "That's it!" as soon as it can, with the best tile face down.
"""

from __future__ import annotations

from typing import Final, cast

from sobremesa.bots.bot import Bot, add_bot
from sobremesa.bots.dominoes import TILE_OF, held_in, without
from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import face_up
from sobremesa.families.melds.melds import OTHER, SUITS, Terms, hand_score, rank
from sobremesa.families.melds.thats_it import DRAW, STOP, TAKE, ThatsIt
from sobremesa.families.melds.views import MeldView
from sobremesa.material.dominoes import BIT, HIGH, ZEROS

# How many bits are set in a mask of up to eleven tiles.
BITS: Final = vec[Int]([mask.bit_count() for mask in range(2048)])

# The numbers last met in each suit, before any.
NOTHING: Final = vec[Int]([-2 for _ in range(17)])

# A tile nearer to a finished hand outweighs every tile to wait for and every link.
NEARER: Final[Int] = 10000
WAITED_FOR: Final[Int] = 20
LINK: Final[Int] = 15


class MeldSight:
    """What a seat sees: its hand, and how many tiles of each suit it has not seen."""

    def __init__(self, view: View) -> None:
        game = view.game
        assert isinstance(game, ThatsIt)
        self.terms: Terms = game.terms
        seen = cast(MeldView, view.data)
        own = seen["hands"][view.seat]
        self.hand: vec[Int] = held_in(own)
        self.unseen: vec[Int] = vec[Int]([16 for _ in range(17)])
        lying = [seen["discard"]] if seen["discard"] else []
        for name in [*face_up(own), *seen["trash"], *lying]:
            tile: Int = TILE_OF[name]
            self.unseen[HIGH[tile]] -= 1
            self.unseen[OTHER[tile]] -= 1

    def best_rest(self, tiles: vec[Int], kept: Int) -> tuple[int, int]:
        """Finds the tile, other than the one that must be kept, without which a hand is
        worth most, and what it is worth then."""
        most: Int = -1
        best: Int = -1
        for tile in tiles:
            if tile != kept:
                worth = self.worth(without(tiles, tile))
                if worth > most:
                    most = worth
                    best = tile
        return int(best), int(most)

    def worth(self, tiles: vec[Int]) -> Int:
        """Says what a hand is worth by the suits that it melds best."""
        masks = ZEROS[:SUITS]
        links = ZEROS[:SUITS]
        last = NOTHING[:]
        for place in range(len(tiles)):
            tile = tiles[place]
            for suit in (HIGH[tile], OTHER[tile]):
                number = rank(tile, suit)
                if number - last[suit] == 1:
                    links[suit] += 1
                last[suit] = number
                masks[suit] |= BIT[place]
        long = self.long_suits(masks)
        if self.terms.melds == 2:
            return self.two(long, masks, links)
        return self.three(long, masks, links)

    def long_suits(self, masks: vec[Int]) -> vec[Int]:
        """Lists the suits with two tiles at least, all if there are too few of those."""
        found = vec[Int]()
        least: Int = 2
        while len(found) < self.terms.melds:
            found = vec[Int]([suit for suit in range(SUITS) if BITS[masks[suit]] >= least])
            least -= 1
        return found

    def waiting(self, suit: Int, held: Int, cap: Int) -> Int:
        """Counts the unseen tiles of a suit that a meld of it still waits for."""
        return WAITED_FOR * self.unseen[suit] if held < cap else 0

    def two(self, suits: vec[Int], masks: vec[Int], links: vec[Int]) -> Int:
        """Tries every suit for the meld of four with every suit for the meld of three."""
        most: Int = 0
        for one in suits:
            first = BITS[masks[one]]
            for other in suits:
                second = BITS[masks[other]]
                both = BITS[masks[one] | masks[other]]
                melded = min(min(both, 7), min(4 + second, 3 + first))
                worth = NEARER * melded + LINK * (links[one] + links[other])
                if one != other:
                    worth += self.waiting(one, first, 4) + self.waiting(other, second, 3)
                else:
                    worth += self.waiting(one, first, 7)
                if worth > most:
                    most = worth
        return most

    def three(self, suits: vec[Int], masks: vec[Int], links: vec[Int]) -> Int:
        """Tries every suit for the meld of four with every two for the melds of three."""
        most: Int = 0
        for one in suits:
            for two in suits:
                for three in suits:
                    if two <= three:
                        worth = self.worth_of_three(masks, links, one, two, three)
                        if worth > most:
                            most = worth
        return most

    def worth_of_three(
        self, masks: vec[Int], links: vec[Int], one: Int, two: Int, three: Int
    ) -> Int:
        """Says what a hand is worth with three suits for its melds.

        The tiles that can be melded are the least of what some melds hold at most and the
        tiles of the other suits together.
        """
        a = masks[one]
        b = masks[two]
        c = masks[three]
        melded = min(BITS[a | b | c], 10)
        melded = min(melded, 4 + BITS[b | c])
        melded = min(melded, 3 + min(BITS[a | c], BITS[a | b]))
        melded = min(melded, 7 + min(BITS[b], BITS[c]))
        melded = min(melded, 6 + BITS[a])
        worth = NEARER * melded + LINK * (links[one] + links[two] + links[three])
        return worth + (
            self.waiting(one, BITS[a], 4) + self.waiting(two, BITS[b], 3)
            + self.waiting(three, BITS[c], 3)
        )


def with_tile(tiles: vec[Int], tile: Int) -> vec[Int]:
    """Lists ascending tiles with one more in its place."""
    return vec[Int](sorted([int(tile), *(int(other) for other in tiles)]))


class GreedyMelds(Bot):
    """Goes for the nearest melds and declares at once."""

    def choose(self, view: View, rng: Rng) -> int:
        """Takes, draws, discards or declares."""
        sight = MeldSight(view)
        seen = cast(MeldView, view.data)
        if seen["asked"] == "take":
            return self.source(sight, view.moves, seen["discard"])
        finishing = [move for move in view.moves if move >= 136]
        if finishing:
            return self.best_finish(sight, finishing)
        taken = TILE_OF[seen["taken"]] if seen["taken"] else -1
        return sight.best_rest(sight.hand, taken)[0]

    def source(self, sight: MeldSight, moves: list[int], discard: str) -> int:
        """Takes the discard if the hand then comes nearer to its melds, else draws."""
        if int(TAKE) not in moves:
            return moves[0]
        tile: Int = TILE_OF[discard]
        _, after = sight.best_rest(with_tile(sight.hand, tile), tile)
        if after // int(NEARER) > int(sight.worth(sight.hand)) // int(NEARER):
            return int(TAKE)
        return int(DRAW) if int(DRAW) in moves else int(STOP)

    def best_finish(self, sight: MeldSight, moves: list[int]) -> int:
        """Lays the tile face down without which the hand scores most."""
        best = moves[0]
        most: Int = 0
        for move in moves:
            points = hand_score(without(sight.hand, move - 136), sight.terms)
            if points > most:
                most = points
                best = move
        return best


add_bot("thats-it", "greedy", GreedyMelds())
