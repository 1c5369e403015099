"""How the hands of Domino Poker compare, counted once for each reading of the straights.

What is known of all 15,504 hands stands in rows: how strong each is among all, how often it beats
one of the hands that can be dealt beside it, and which tiles are best exchanged. Sums over all
hands with some tiles in them make that quick: hands that have none of some tiles are counted by
leaving out and putting back.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.families.poker.ranks import COUNT, HAND_SIZE, MOST_EXCHANGED, TILES, worth
from sobremesa.families.poker.sets import TileSets, chosen

SETS: Final = TileSets(int(TILES), int(HAND_SIZE))
HANDS: Final[Int] = chosen(20, 5)
# The hands that can be dealt beside one, and the draws of so many tiles.
RIVALS: Final = float(chosen(15, 5))
DRAWS: Final = vec[float]([float(chosen(15, size)) for size in range(6)])
# A mask of five bits read from the other end: moves count from the highest tile.
TURNED: Final = vec[Int]([
    sum(16 >> place for place in range(5) if mask >> place & 1) for mask in range(32)
])


class Exchanges:
    """The best exchange of every hand, and the chance to win with it."""

    def __init__(self) -> None:
        self.best: vec[Int] = vec[Int]()
        self.chance: vec[float] = vec[float]()


class HandTables:
    """What is known of all hands in one reading of the straights."""

    def __init__(self, hoyle: bool) -> None:
        self.hands: vec[Int] = SETS.all_hands()
        # The subsets of every hand, 32 places each.
        self.parts: vec[Int] = vec[Int]()
        for hand in self.hands:
            for part in SETS.parts(hand):
                self.parts = append(self.parts, part)
        # The numbers of the hands, the weakest first.
        order = [(int(worth(hand, hoyle)), number) for number, hand in enumerate(self.hands)]
        order.sort()
        # How many hands are weaker, the share of all that this is, and the share of those
        # that can be dealt beside it.
        self.rank: vec[Int] = vec[Int]([0 for _ in range(HANDS)])
        self.share: vec[float] = vec[float]([0.0 for _ in range(HANDS)])
        self.strength: vec[float] = vec[float]([0.0 for _ in range(HANDS)])
        weaker = vec[Int]([0 for _ in range(SETS.count)])
        for place, (_, number) in enumerate(order):
            self._compare(place, number, weaker)
        # By the number of rivals and the tiles that can be drawn at most.
        self.exchanges: list[Exchanges] = [Exchanges() for _ in range(16)]

    def _compare(self, place: Int, number: Int, weaker: vec[Int]) -> None:
        """Counts the weaker hands that have none of a hand's tiles."""
        beaten: Int = 0
        for mask in range(32):
            part = self.parts[32 * number + mask]
            beaten += weaker[part] if COUNT[mask] & 1 == 0 else -weaker[part]
            weaker[part] += 1
        self.rank[number] = place
        self.share[number] = float(place) / float(HANDS)
        self.strength[number] = float(beaten) / RIVALS

    def exchange(self, rivals: Int, most: Int) -> Exchanges:
        """Finds the best exchanges against so many rivals, found once."""
        found = self.exchanges[rivals * 4 + most]
        if len(found.best) == 0:
            self._find_exchanges(found, rivals, most)
        return found

    def _find_exchanges(self, found: Exchanges, rivals: Int, most: Int) -> None:
        sums = vec[float]([0.0 for _ in range(SETS.count)])
        for number in range(HANDS):
            chance = self._won(number, rivals)
            for mask in range(32):
                if COUNT[mask] >= HAND_SIZE - MOST_EXCHANGED:
                    sums[self.parts[32 * number + mask]] += chance
        best = vec[Int]()
        for number in range(HANDS):
            thrown: Int = 0
            highest = self._won(number, rivals)
            for mask in range(1, 32):
                if COUNT[mask] <= most:
                    mean = self._mean_after(sums, 32 * number, mask)
                    if mean > highest:
                        highest = mean
                        thrown = mask
            best = append(best, TURNED[thrown])
            found.chance = append(found.chance, highest)
        found.best = best

    def _won(self, number: Int, rivals: Int) -> float:
        """Gives the chance that a hand is better than so many others."""
        chance = 1.0
        for _ in range(rivals):
            chance *= self.share[number]
        return chance

    def _mean_after(self, sums: vec[float], row: Int, thrown: Int) -> float:
        """Gives the mean over all draws for the tiles that a mask throws away, from sums over
        the hands with some tiles in them."""
        kept: Int = 31 & ~thrown
        total = 0.0
        some = thrown
        while True:
            added = sums[self.parts[row + (kept | some)]]
            total += added if COUNT[some] & 1 == 0 else -added
            if some == 0:
                break
            some = (some - 1) & thrown
        return total / DRAWS[COUNT[thrown]]


TABLES: Final[dict[bool, HandTables]] = {}


def tables_for(hoyle: bool) -> HandTables:
    """Finds what is known of all hands, counted when it is first asked for."""
    if hoyle not in TABLES:
        TABLES[hoyle] = HandTables(hoyle)
    return TABLES[hoyle]
