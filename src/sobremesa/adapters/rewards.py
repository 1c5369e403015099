"""What a round is worth to a learner, and within which bounds."""

from __future__ import annotations

from typing import Literal, get_args

from sobremesa import Game, Refused, Round
from sobremesa.core.gains import gains, wins

# points: what `gains` says; win: what `wins` says.
Kind = Literal["points", "win"]


def checked(kind: str) -> Kind:
    """Reads a kind of reward.

    :raises Refused: if there is no such kind.
    """
    for known in get_args(Kind):
        if kind == known:
            return known
    raise Refused(
        "a reward is {kinds}, not {kind}", kinds=list(get_args(Kind)), kind=kind
    )


def rewards(round: Round, kind: Kind = "points") -> list[float]:
    """Gives the reward of every seat for a finished round.

    >>> import sobremesa
    >>> game = sobremesa.game("block")
    >>> match = game.start(seed=4)
    >>> while not match.round.over:
    ...     _ = match.play(match.round.moves()[0])
    >>> match.round.points(), rewards(match.round), rewards(match.round, "win")
    ([2, 0], [1.0, -1.0], [1.0, -1.0])
    """
    return gains(round) if kind == "points" else wins(round)


def bound(game: Game, kind: Kind = "points") -> float:
    """Gives what no reward of the first round of a match exceeds, on either side.

    >>> import sobremesa
    >>> bound(sobremesa.game("block")), bound(sobremesa.game("djambi"))
    (168.0, 12.0)
    """
    if kind == "win":
        return 1.0
    return float(game.most_gain())
