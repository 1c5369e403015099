"""What a new table takes from outside: the chance of its deal, and the day."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Fate:
    """Chance and the calendar, either of which can be held still so that all comes out the same."""

    seed: int | None = None
    day: str | None = None
    chance: int | None = None

    def new_seed(self) -> int:
        """Gives the seed of a new table."""
        return secrets.randbits(64) if self.seed is None else self.seed

    def new_chance(self) -> int:
        """Gives the number by which a new table goes on after its first deal."""
        return self.new_seed() if self.chance is None else self.chance

    def today(self) -> str:
        """Writes today's date, by the clock of Greenwich.

        >>> Fate(day="1957.04.01").today()
        '1957.04.01'
        """
        return self.day or time.strftime("%Y.%m.%d", time.gmtime())
