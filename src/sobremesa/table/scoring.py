"""What encounters are worth: points and tie-breaks, match points and IMPs.

Nothing here knows a game. Players are numbers, results are numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

WIN: Final = 1.0
DRAW: Final = 0.5
LOSS: Final = 0.0
# The fewest points for 1, 2, 3… IMPs.
IMPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)


@dataclass(frozen=True)
class Outcome:
    """What one player got against another; without an opponent nobody was there."""

    opponent: int | None
    points: float


def imps(difference: int) -> int:
    """Turns a difference of points into IMPs.

    >>> [imps(points) for points in (0, 10, 20, -50, 430, 4000, -9999)]
    [0, 0, 1, -2, 10, 24, -24]
    """
    found = bisect_right(IMPS, abs(difference))
    return found if difference >= 0 else -found


def match_points(results: Sequence[int]) -> list[int]:
    """Gives each result of a deal two points for every other that it beats, and one for every
    other that it equals.

    >>> match_points([420, -50, 420])
    [3, 0, 3]
    """
    return [
        sum(2 * (one > other) + (one == other) for other in results) - 1 for one in results
    ]


def cross_imps(results: Sequence[int]) -> list[Fraction]:
    """Gives each result of a deal the mean of its IMPs against all the others.

    >>> [str(one) for one in cross_imps([420, -50, 420])]
    ['5', '-10', '5']
    """
    others = len(results) - 1
    if not others:
        return [Fraction(0)]
    return [Fraction(sum(imps(one - other) for other in results), others) for one in results]


def totals(games: Mapping[int, Sequence[Outcome]]) -> dict[int, float]:
    """Adds up the points of every player."""
    return {player: sum(one.points for one in own) for player, own in games.items()}


def buchholz(games: Mapping[int, Sequence[Outcome]]) -> dict[int, float]:
    """Adds up the points of everybody's opponents; a round without one counts as an opponent with
    one's own points."""
    made = totals(games)
    return {
        player: sum(made[player if one.opponent is None else one.opponent] for one in own)
        for player, own in games.items()
    }


def sonneborn_berger(games: Mapping[int, Sequence[Outcome]]) -> dict[int, float]:
    """Adds up the points of those whom one has beaten, and half of those of a draw."""
    made = totals(games)
    return {
        player: sum(one.points * made[one.opponent] for one in own if one.opponent is not None)
        for player, own in games.items()
    }


def wins(games: Mapping[int, Sequence[Outcome]]) -> dict[int, float]:
    """Counts the encounters that were won against somebody."""
    return {
        player: float(sum(one.points == WIN and one.opponent is not None for one in own))
        for player, own in games.items()
    }


def places(values: Sequence[tuple[float, ...]]) -> list[int]:
    """Gives the place of every player by what counts first, second and so on; equals share one.

    >>> places([(1.0, 2.0), (3.0, 0.0), (1.0, 2.0)])
    [2, 1, 2]
    """
    return [1 + sum(other > one for other in values) for one in values]
