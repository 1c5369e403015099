"""The quick minds for solitaires, in situations that have an obvious answer."""

from __future__ import annotations

from typing import Any

import sobremesa
from sobremesa import Round
from tests.bots.judging import liked, rest_of


def clock(piles: list[str], pending: str) -> Round:
    """A clock of six hours with a tile turned up."""
    game = sobremesa.game("big-clock", set=6)
    lying: list[list[str]] = [pile.split() for pile in piles]
    data: dict[str, Any] = {
        "centre": ["0-0"], "clock": lying, "waste": [], "pending": [pending], "turn": 0,
    }
    names = [name for name in game.pieces() if name != "0-0"]
    data["boneyard"] = rest_of(names, *lying, [pending])
    return game.load(data)


def test_clock_a_tile_goes_where_it_makes_an_hour_ready() -> None:
    round = clock(["5-2", "6-5", "4-2", "6-2", "3-2", "4-0"], "5-1")
    assert liked(round) == "5-1@1"


def test_clock_an_hour_that_is_ready_is_not_covered() -> None:
    round = clock(["5-1", "6-5", "4-2", "6-2", "3-2", "4-0"], "5-0")
    assert liked(round) != "5-0@1"
