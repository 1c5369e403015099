"""What a seat can work out about the hidden tiles of High Fives.

Everything that was ever played or turned up lies open, and no play tells what else a seat
holds. So the tiles that a seat has not seen are in the other hands or in the boneyard, and all
ways are equally likely.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

from sobremesa.core.dealing import DealtWorlds
from sobremesa.core.game import Data, Round, View
from sobremesa.core.rng import Rng
from sobremesa.material.dominoes import NAMES
from sobremesa.material.hidden import shuffled_list

if TYPE_CHECKING:
    from sobremesa.families.pool.high_fives import HighFives

Block = list[list[str]]


class PoolWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: HighFives, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        # What each seat has played of each deal, those before the opening left out.
        self.blocks: list[Block] = [self._nothing()]
        self._read_log()
        self.leftovers: list[str] = self._find_leftovers()
        self._add_own_hand()
        seen = {name for block in self.blocks for tiles in block for name in tiles}
        seen.update(self._lying(self.opening), self.leftovers)
        self.unseen: list[int] = [tile for tile, name in enumerate(NAMES) if name not in seen]

    def _nothing(self) -> Block:
        return [[] for _ in range(self.rules.players)]

    def _read_log(self) -> None:
        """Tells apart what was played of each deal."""
        left = sum(hand if isinstance(hand, int) else len(hand) for hand in self.opening["hands"])
        deal = self.opening.get("deal", 1)
        for seat, text, _ in self.view.data["log"]:
            if not text[0].isdigit():
                continue
            if left == 0:
                left = int(self.rules.players * self.rules.deals[deal])
                deal += 1
                self.blocks.append(self._nothing())
            self.blocks[-1][seat].append(text.partition("x")[0])
            left -= 1
        if left == 0 and deal < self.view.data["deal"]:
            self.blocks.append(self._nothing())

    def _lying(self, data: Data) -> list[str]:
        """Lists the pool and the piles."""
        return [*data["pool"], *(name for pile in data.get("piles", []) for name in pile)]

    def _find_leftovers(self) -> list[str]:
        """Finds what was turned up after the last hands: it lies open and nobody played it.

        Those still in the pool come last, in their order there.
        """
        known = {name for block in self.blocks for tiles in block for name in tiles}
        known.update(self._lying(self.opening))
        found = [name for name in self._lying(self.view.data) if name not in known]
        pool = self.view.data["pool"]
        return sorted(found, key=lambda name: pool.index(name) if name in pool else -1)

    def _add_own_hand(self) -> None:
        for seat, hand in enumerate(self.view.data["hands"]):
            if isinstance(hand, list):
                self.blocks[-1][seat] += hand

    def _hidden(self) -> list[int]:
        """Gives the number of hidden tiles in each hand."""
        return [hand if isinstance(hand, int) else 0 for hand in self.view.data["hands"]]

    def count(self) -> int:
        """Counts the ways in which the hidden tiles can lie.

        The order of the tiles that nobody has drawn is left out.
        """
        ways = factorial(len(self.unseen)) // factorial(self.view.data["boneyard"])
        for size in self._hidden():
            ways //= factorial(size)
        return ways

    def sample(self, rng: Rng) -> Round:
        """Draws one of the rounds that the seat cannot tell apart, all equally likely."""
        if self.view.over:
            return self.rebuilt(self.opening)
        rest = [NAMES[tile] for tile in shuffled_list(self.unseen, rng)]
        blocks = [[list(tiles) for tiles in block] for block in self.blocks]
        for seat, size in enumerate(self._hidden()):
            blocks[-1][seat] += rest[:size]
            rest = rest[size:]
        opening = dict(self.opening)
        opening["hands"] = [sorted(tiles, key=NAMES.index) for tiles in blocks[0]]
        later = [name for block in blocks[1:] for tiles in block for name in tiles]
        opening["boneyard"] = [*later, *rest, *self.leftovers]
        return self.rebuilt(opening)
