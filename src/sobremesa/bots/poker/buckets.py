"""Which hands of Domino Poker are told apart where the game is too large to be solved hand by hand.

Hands stand in a row by their chance to win, and the row is cut into buckets that grow finer
towards the best hands, with which the large pots are played. Before an exchange that chance is the
one after the best exchange; after it, and where there is none, it is the chance to beat a hand
that can be dealt beside it.
"""

from __future__ import annotations

from typing import Final

from sobremesa.bots.poker.tables import SETS, HandTables, tables_for
from sobremesa.core.arrays import Int, vec
from sobremesa.families.poker.ranks import MOST_EXCHANGED
from sobremesa.solvers.sampled import Dealing, Grain

# With 1 all buckets would be of one size. The best must still be dealt often enough to learn from.
BEND: Final = 0.7


def bucketed(chances: vec[float], ranks: vec[Int], buckets: int) -> vec[Int]:
    """Cuts the row of all hands, the least likely to win first, into buckets.

    >>> list(bucketed(vec[float]([0.1, 0.4, 0.2, 0.3]), vec[Int]([0, 1, 2, 3]), 2))
    [0, 1, 0, 0]
    """
    order = [(chances[hand], int(ranks[hand]), hand) for hand in range(len(chances))]
    order.sort()
    found = vec[Int]([0 for _ in range(len(chances))])
    for place in range(len(order)):
        above = 1.0 - float(place) / float(len(order))
        found[order[place][2]] = Int(int(float(buckets) * (1.0 - above**BEND)))
    return found


def grain_for(tables: HandTables, players: int, draws: bool, early: int, late: int) -> Grain:
    """Makes the buckets of a table with so many players."""
    after = bucketed(tables.strength, tables.rank, late)
    if not draws:
        return Grain(bucketed(tables.strength, tables.rank, early), after, False)
    chances = tables.exchange(players - 1, MOST_EXCHANGED).chance
    return Grain(bucketed(chances, tables.rank, early), after, True)


def dealing_for(hoyle: bool, players: int, draws: bool) -> Dealing:
    """Deals the hands of a table, which exchange what promises most."""
    tables = tables_for(hoyle)
    exchanges: list[vec[Int]] = [vec[Int]() for _ in range(16)]
    if draws:
        for rivals in range(1, players):
            for most in range(MOST_EXCHANGED + 1):
                exchanges[4 * rivals + most] = tables.exchange(rivals, most).best
    return Dealing(SETS, tables.rank, players, exchanges)

