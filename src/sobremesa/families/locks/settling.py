"""Who has the better hand at a closed round: the ladder of tests for ties (CERROJO-63 to 65).

A hand is given by its number of tiles of each suit, `counts[suit]`, a team's hands together.
"""

from __future__ import annotations

Group = tuple[int, int]
Standing = tuple[int, int, int, list[Group]]


def points_in(counts: list[int]) -> int:
    """Adds up the points of a hand.

    >>> points_in(counted([5, 1, 1]))
    7
    """
    return sum([suit * count for suit, count in enumerate(counts)])


def counted(suits: list[int]) -> list[int]:
    """Counts the tiles of a hand that is given by their suits."""
    counts = [0 for _ in range(11)]
    for suit in suits:
        counts[suit] += 1
    return counts


def groups(counts: list[int]) -> list[Group]:
    """Groups a hand by suit for test (b): larger groups first, of equal ones the lower suit.

    A group is the count, negative so that less is better, and the suit.

    >>> groups(counted([3, 3, 5])), groups(counted([5, 4, 2]))
    ([(-2, 3), (-1, 5)], [(-1, 2), (-1, 4), (-1, 5)])
    """
    return sorted([(-count, suit) for suit, count in enumerate(counts) if count > 0])


def lower_median(counts: list[int]) -> int:
    """Finds the middle tile of a hand, the lower one of two.

    >>> lower_median(counted([4, 4, 1])), lower_median(counted([5, 4, 3, 2]))
    (4, 3)
    """
    before = (sum(counts) - 1) // 2
    for suit, count in enumerate(counts):
        before -= count
        if before < 0:
            return suit
    return 0


def standing(counts: list[int], median: bool) -> Standing:
    """Orders hands at a closed round: points, tiles (test a), then test (b); less is better.

    >>> standing(counted([4, 3]), False) < standing(counted([5, 1, 1]), False)
    True
    """
    middle = lower_median(counts) if median else 0
    return points_in(counts), sum(counts), middle, groups(counts)


def decided_by(best: Standing, other: Standing) -> str:
    """Says which test put one hand before another: points, a, b or c.

    >>> decided_by(standing(counted([4, 3]), False), standing(counted([5, 2]), False))
    'b'
    """
    if best[0] != other[0]:
        return "points"
    if best[1] != other[1]:
        return "a"
    return "b" if best != other else "c"
