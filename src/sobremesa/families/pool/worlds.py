"""What a seat can work out about the hidden tiles of High Fives.

Everything that was ever played or turned up lies open, and no play tells what else a seat
holds. So the tiles that a seat has not seen are in the other hands or in the boneyard, and all
ways are equally likely.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound, DealtWorlds
from sobremesa.core.game import Data, View
from sobremesa.core.rng import Rng

if TYPE_CHECKING:
    from sobremesa.families.pool.high_fives import HighFives

Block = list[list[int]]


class PoolWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: HighFives, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        # The tiles that are not seen; the deck as far as it is known; where the others lie in
        # it, first those of the hands, as many for each seat as it holds.
        self.unseen: vec[Int] = vec[Int]()
        self.deck: vec[Int] = vec[Int]()
        self.spots: vec[Int] = vec[Int]()
        self.held: list[int] = [
            hand if isinstance(hand, int) else 0 for hand in view.data["hands"]
        ]
        if view.over:
            self.deck = self.open_deck()
        else:
            self._read_view()
        self.set_out()

    def _read_view(self) -> None:
        """Finds what is known of the deck, and what is not."""
        blocks = self._read_log()
        lying = self._lying(self.opening)
        known = {tile for block in blocks for tiles in block for tile in tiles}
        known.update(lying)
        leftovers = self._find_leftovers(known)
        known.update(leftovers)
        for seat, hand in enumerate(self.view.data["hands"]):
            if isinstance(hand, list):
                blocks[-1][seat] += self.rules.pieces_of(hand)
                known.update(blocks[-1][seat])
        for tile in self.rules.set:
            if int(tile) not in known:
                self.unseen = append(self.unseen, tile)
        self._lay_deck(blocks, leftovers)

    def _lay_deck(self, blocks: list[Block], leftovers: list[int]) -> None:
        """Puts the deck together: the hands, the pool if it was dealt, later hands, the rest."""
        for number, block in enumerate(blocks):
            for seat, tiles in enumerate(block):
                self._add(tiles)
                if number + 1 == len(blocks):
                    self._hide(self.held[seat])
            if number == 0 and "turn" not in self.opening:
                self._add(self.rules.pieces_of(self.opening["pool"]))
        self._hide(len(self.unseen) - len(self.spots))
        self._add(leftovers)

    def _add(self, tiles: list[int]) -> None:
        for tile in tiles:
            self.deck = append(self.deck, tile)

    def _hide(self, count: int) -> None:
        for _ in range(count):
            self.spots = append(self.spots, len(self.deck))
            self.deck = append(self.deck, -1)

    def _read_log(self) -> list[Block]:
        """Tells apart what each seat has played of each deal."""
        players = int(self.rules.players)
        blocks: list[Block] = [[[] for _ in range(players)]]
        left = sum([hand if isinstance(hand, int) else len(hand) for hand in self.opening["hands"]])
        deal = self.opening.get("deal", 1)
        for seat, text, _ in self.view.data["log"]:
            if not text[0].isdigit():
                continue
            if left == 0:
                left = int(self.rules.players * self.rules.deals[deal])
                deal += 1
                blocks.append([[] for _ in range(players)])
            blocks[-1][seat].append(self.rules.piece_of(text.partition("x")[0]))
            left -= 1
        if left == 0 and deal < self.view.data["deal"]:
            blocks.append([[] for _ in range(players)])
        return blocks

    def _lying(self, data: Data) -> list[int]:
        """Lists the pool and the piles."""
        names = [*data["pool"], *[name for pile in data.get("piles", []) for name in pile]]
        return self.rules.pieces_of(names)

    def _find_leftovers(self, known: set[int]) -> list[int]:
        """Finds what was turned up after the last hands: it lies open and nobody played it.

        Those still in the pool come last, in their order there.
        """
        found = [tile for tile in self._lying(self.view.data) if tile not in known]
        pool = self.rules.pieces_of(self.view.data["pool"])
        return sorted(found, key=lambda tile: pool.index(tile) if tile in pool else -1)

    def count(self) -> int:
        """Counts the ways in which the hidden tiles can lie.

        The order of the tiles that nobody has drawn is left out.
        """
        ways = factorial(len(self.unseen)) // factorial(self.view.data["boneyard"])
        for size in self.held:
            ways //= factorial(size)
        return ways

    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws a deck that fits, all equally likely."""
        deck = self.deck[:]
        rest = self.unseen[:]
        rng.shuffle(rest)
        for place in range(len(rest)):
            deck[self.spots[place]] = rest[place]
        return deck

    def hold_again(self, world: DealtRound) -> None:
        """Gives every hidden hand its tiles."""
        place = 0
        for seat, size in enumerate(self.held):
            if size > 0:
                world.empty_hand(seat)
                for at in range(place, place + size):
                    world.hold(seat, world.deck[self.spots[at]])
                place += size
