"""How rare the hands of Domino Poker are, counted one by one: `python -m sobremesa.lab.rarity`.

There are but 15504 hands, so that nothing is estimated.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from sobremesa.families.poker.ranks import HAND_SIZE, RANKS, TILES, rank_of, worth
from sobremesa.material.dominoes import BIT

HANDS: Final = comb(int(TILES), int(HAND_SIZE))
# The hands of a rival who holds five of the other fifteen tiles.
RIVALS: Final = comb(int(TILES - HAND_SIZE), int(HAND_SIZE))


@cache
def all_hands() -> list[int]:
    """Lists all hands, as masks."""
    return [
        sum(int(BIT[tile]) for tile in tiles)
        for tiles in combinations(range(int(TILES)), int(HAND_SIZE))
    ]


@cache
def by_name(hoyle: bool = False) -> list[list[int]]:
    """Lists the hands of each name, the lowest name first.

    >>> dict(zip(RANKS, map(len, by_name()), strict=True))["Full Hand"]
    600
    """
    found: list[list[int]] = [[] for _ in RANKS]
    for hand in all_hands():
        found[rank_of(hand, hoyle)].append(hand)
    return found


@cache
def all_worths(hoyle: bool) -> list[int]:
    """Lists what all hands are worth, ascending."""
    return sorted(int(worth(hand, hoyle)) for hand in all_hands())


def strength(hand: int, hoyle: bool = False) -> float:
    """Gives the share of all hands that are worse.

    >>> from sobremesa.families.poker.ranks import mask_of
    >>> strength(mask_of(["2-2", "3-3", "4-4", "5-5", "6-6"])) == 15503 / 15504
    True
    """
    return bisect_left(all_worths(hoyle), int(worth(hand, hoyle))) / HANDS


def misplaced(hoyle: bool = False) -> list[tuple[str, str]]:
    """Lists the names that are printed above others that are rarer: the higher, then the lower."""
    counts = list(map(len, by_name(hoyle)))
    return [
        (RANKS[high], RANKS[low])
        for high in range(len(RANKS)) for low in range(high) if counts[high] > counts[low]
    ]


def decided_otherwise(hoyle: bool = False) -> float:
    """Gives the share of the meetings of two hands that the order of rarity would decide
    otherwise than the printed one."""
    hands = dict(zip(RANKS, by_name(hoyle), strict=True))
    meetings = sum(
        one & other == 0
        for high, low in misplaced(hoyle) for one in hands[high] for other in hands[low]
    )
    # Two hands meet in either order.
    return 2 * meetings / (HANDS * RIVALS)


def table(hoyle: bool = False) -> str:
    """Writes the counts, the commonest first, each with its place in the printed order."""
    counts = list(map(len, by_name(hoyle)))
    rarer = sorted(range(len(RANKS)), key=lambda rank: (-counts[rank], rank))
    lines = [f"{'name':<14}{'hands':>6}{'one in':>8}  printed  by rarity"]
    for place, rank in enumerate(rarer, 1):
        one_in = HANDS / counts[rank]
        lines.append(
            f"{RANKS[rank]:<14}{counts[rank]:>6}{one_in:>8.1f}{rank + 1:>9}{place:>11}"
        )
    lines.append(f"decided otherwise by rarity: {100 * decided_otherwise(hoyle):.3f} % of meetings")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
