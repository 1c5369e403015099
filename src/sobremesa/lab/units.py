"""What a measure is: its words, its unit, and what it lies between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sobremesa import Game
from sobremesa.lab.intervals import Bounds

SHARE: Final = "share"
NUMBER: Final = "number"
POINTS: Final = "points"
MINUTES: Final = "minutes"


@dataclass(frozen=True)
class Measure:
    """One thing that is measured: its name, its words, what it means and its unit.

    `bounds` gives what it lies between, where that is known, for a game and for rounds or matches.
    """

    name: str
    words: str
    meaning: str
    unit: str
    bounds: Callable[[Game, bool], Bounds | None]


def from_0_to_1(game: Game, rounds: bool) -> Bounds | None:
    """Every share lies between nothing and all."""
    return 0.0, 1.0


def unbounded(game: Game, rounds: bool) -> Bounds | None:
    """Nothing is known of how large it can be."""
    return None
