"""Who is here: every person of a table, known by open connections and by what was asked lately.

What one server process sees it notes in the database now and then, so that the others know it
too, and so that a restart does not take those who came for strangers.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

HERE: Final = "here"
AWAY: Final = "away"
NOT_YET: Final = "not-yet"
# Seconds for which somebody who asked something, or whose connection broke, counts as here: a
# page without a connection asks every two, and a page that is loaded again is soon back.
LINGER: Final = 10.0
# Seconds between two notes in the database, and for which a note of another process holds.
NOTED_EVERY: Final = 15.0
NOTE_HOLDS: Final = 40.0
# Seconds between two looks at what the other processes have noted.
READ_EVERY: Final = 5.0


class Presence:
    """Who of the persons of one table is here."""

    def __init__(self, made: float, began: float, seen: dict[int, float]) -> None:
        # Nobody is away longer than the table is laid and this server answers.
        self.since = max(made, began)
        self.open: Counter[int] = Counter()
        self.signs: dict[int, float] = {}
        self.afar = dict(seen)
        self.noted: dict[int, float] = {}

    def sign(self, seats: tuple[int, ...]) -> bool:
        """Notes that the persons of some seats are here; tells whether that is news."""
        seats = tuple(seat for seat in seats if seat >= 0)
        before = [self.word(seat) for seat in seats]
        now = time.time()
        self.signs.update(dict.fromkeys(seats, now))
        return any(word != HERE for word in before)

    def come(self, seats: tuple[int, ...]) -> bool:
        """Notes an open connection; tells whether that is news."""
        news = self.sign(seats)
        self.open.update(seats)
        return news

    def go(self, seats: tuple[int, ...]) -> None:
        """Notes that a connection is closed."""
        self.sign(seats)
        self.open.subtract(seats)

    def hear(self, seat: int, seen: float) -> None:
        """Takes in what is noted in the database of a seat, perhaps by another process."""
        if seen > self.noted.get(seat, 0.0):
            self.afar[seat] = max(seen, self.afar.get(seat, 0.0))

    def word(self, seat: int) -> str:
        """Tells whether the person of a seat is here, away, or has not come yet."""
        now = time.time()
        if self.open[seat] > 0 or now - self.signs.get(seat, 0.0) < LINGER:
            return HERE
        if now - self.afar.get(seat, 0.0) < NOTE_HOLDS:
            return HERE
        return AWAY if seat in self.signs or seat in self.afar else NOT_YET

    def missed(self, seat: int) -> float:
        """Gives for how many seconds the person of a seat has given no sign."""
        if self.open[seat] > 0:
            return 0.0
        last = max(self.signs.get(seat, 0.0), self.afar.get(seat, 0.0), self.since)
        return max(0.0, time.time() - last)

    def to_note(self) -> dict[int, float]:
        """Lists the signs that are worth a note: those of persons who were not noted yet, and of
        those whose note grows old."""
        now = time.time()
        latest = self.signs | {seat: now for seat, count in self.open.items() if count > 0}
        return {
            seat: sign for seat, sign in latest.items()
            if seat >= 0 and sign > self.noted.get(seat, 0.0) and self._is_worth_it(seat, now)
        }

    def _is_worth_it(self, seat: int, now: float) -> bool:
        return now - max(self.noted.get(seat, 0.0), self.afar.get(seat, 0.0)) > NOTED_EVERY
