"""What a mind thinks of a choice: for each candidate what comes of it, and how that was found."""

from __future__ import annotations

from typing import Final

# How candidates were compared: in rounds that were imagined and played to their end; in every world
# that is left, each played at its best; by the turns to the end of a hand; by points in deals that
# fit; by positions looked at; by orders of the boneyard in which there is a win; or not at all.
ROUNDS: Final = "rounds"
EXACT: Final = "exact"
TURNS: Final = "turns"
POINTS: Final = "points"
POSITIONS: Final = "positions"
ORDERS: Final = "orders"
GLANCE: Final = "glance"

UNKNOWN: Final = -1.0


class Weighed:
    """One candidate.

    `value` is in the units of the mind, and more of it is better. `won` is the share of `count`
    rounds that were won, and `chance` the chance to win the match, or the round where a match is
    not known; -1 where that is not told. `doubt` is the standard error of the difference in
    chance from the first candidate.
    """

    def __init__(
        self, move: int, value: float, count: int, won: float = UNKNOWN, chance: float = UNKNOWN,
        doubt: float = 0.0,
    ) -> None:
        self.move: int = move
        self.value: float = value
        self.count: int = count
        self.won: float = won
        self.chance: float = chance
        self.doubt: float = doubt

    def __repr__(self) -> str:
        return f"<Weighed: {self.move}, {self.value:.3f}, {self.count}>"


class Thoughts:
    """A choice with what was thought: `move` is what the mind does, and `weighed` what it looked
    at, its own move first, then the others from the best down."""

    def __init__(self, move: int, weighed: list[Weighed], unit: str) -> None:
        self.move: int = move
        self.unit: str = unit
        self.weighed: list[Weighed] = [one for one in weighed if one.move == move]
        others = [one for one in weighed if one.move != move]
        others.sort(key=lambda one: (-one.value, one.move))
        self.weighed.extend(others)


def only(move: int) -> Thoughts:
    """Gives the thoughts of somebody who says no more than what they do."""
    return Thoughts(move, [], GLANCE)
