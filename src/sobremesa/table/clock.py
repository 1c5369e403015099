"""Clocks of a table: a time for each move, for the whole match, or by correspondence in days.

How much time somebody has left follows from when the events were written, so that every server
comes to the same and a restart loses nothing. Time runs for the person who is to decide. It does
not for a bot, nor while silence lapses by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from sobremesa.core.errors import Phrase
from sobremesa.core.game import NOBODY
from sobremesa.core.wording import plural
from sobremesa.picture.saying import N_
from sobremesa.table.problems import Problem

if TYPE_CHECKING:
    from sobremesa.table.asked import ClockWish

NONE: Final = ""
# So many seconds for each move, or days.
MOVE: Final = "move"
DAYS: Final = "days"
# So many seconds for the whole match, and some more for each turn: added when it ends, or not
# counted when it begins.
INCREMENT: Final = "increment"
DELAY: Final = "delay"
A_DAY: Final = 24 * 3600
# The kinds in words, and the fewest and most seconds that each may give.
KINDS: Final = {
    NONE: N_("no clock"),
    MOVE: N_("seconds for each move"),
    INCREMENT: N_("increment: minutes for the match, and seconds added after each turn"),
    DELAY: N_("delay: minutes for the match, and seconds that are free in each turn"),
    DAYS: N_("days for each move"),
}
BOUNDS: Final = {
    MOVE: (5, 3600), INCREMENT: (60, 6 * 3600), DELAY: (60, 6 * 3600), DAYS: (A_DAY, 30 * A_DAY),
}
MOST_MORE: Final = 600
# What happens when the time is up.
SENSIBLE: Final = "move"
HOLDER: Final = "bot"
LATE: Final = {
    SENSIBLE: N_("the table makes a sensible move"),
    HOLDER: N_("a bot holds the seat until its person comes back"),
}


@dataclass(frozen=True)
class Control:
    """The clock that a table has: its kind, its seconds, and what happens when they are over."""

    kind: str = NONE
    time: int = 0
    more: int = 0
    late: str = SENSIBLE

    @property
    def is_of_match(self) -> bool:
        """Whether everybody has one time for the whole match."""
        return self.kind in (INCREMENT, DELAY)

    def data(self) -> dict[str, Any]:
        """Writes it for an event; nothing where there is no clock."""
        return asdict(self) if self.kind else {}


def read_control(told: dict[str, Any] | None) -> Control:
    """Reads the clock of an event."""
    return Control(**told) if told else Control()


def span(seconds: int) -> Phrase:
    """Says a time in the largest unit that leaves no rest.

    >>> [str(span(seconds)) for seconds in (1, 90, 600, 3600, 3 * A_DAY)]
    ['1 second', '90 seconds', '10 minutes', '60 minutes', '3 days']
    """
    if seconds and seconds % A_DAY == 0:
        return Phrase(plural("{count} day", "{count} days"), count=seconds // A_DAY)
    if seconds and seconds % 60 == 0:
        return Phrase(plural("{count} minute", "{count} minutes"), count=seconds // 60)
    return Phrase(plural("{count} second", "{count} seconds"), count=seconds)


def in_words(control: Control) -> Phrase:
    """Says a clock with its figures.

    >>> str(in_words(Control(DAYS, 3 * A_DAY))), str(in_words(Control(DELAY, 600, 5)))
    ('3 days for each move', '10 minutes for the match, and a delay of 5 seconds in each turn')
    """
    time, more = span(control.time), span(control.more)
    if not control.kind:
        return Phrase("no clock")
    if not control.is_of_match:
        return Phrase("{time} for each move", time=time)
    if not control.more:
        return Phrase("{time} for the match", time=time)
    if control.kind == DELAY:
        return Phrase(
            "{time} for the match, and a delay of {more} in each turn", time=time, more=more
        )
    return Phrase("{time} for the match, and {more} more after each turn", time=time, more=more)


def checked(wish: ClockWish, turn_seconds: int = 0) -> Control:
    """Gives the clock of a wish.

    :raises Problem: if there is none like that, or the game has one of its own.
    """
    if wish.kind not in KINDS:
        raise Problem(
            422, "bad-clock", "There is no clock {kind}: choose {known}.", kind=wish.kind[:20],
            known=[kind for kind in KINDS if kind], field="clock",
        )
    if wish.late not in LATE:
        raise Problem(
            422, "bad-clock", "When time is up there is no {late}: choose {known}.",
            late=wish.late[:20], known=list(LATE), field="late",
        )
    if not wish.kind:
        return Control()
    if turn_seconds:
        raise Problem(
            422, "bad-clock", "The rules that were chosen have a clock of their own.",
            field="clock",
        )
    low, high = BOUNDS[wish.kind]
    if not low <= wish.time <= high:
        raise Problem(
            422, "bad-clock", "This clock has {low} to {high}.", low=span(low), high=span(high),
            field="clock",
        )
    if not 0 <= wish.more <= MOST_MORE:
        raise Problem(
            422, "bad-clock", "A turn brings 0 to {most} seconds more.", most=MOST_MORE,
            field="clock",
        )
    more = wish.more if wish.kind in (INCREMENT, DELAY) else 0
    return Control(wish.kind, wish.time, more, wish.late)


class Moments:
    """When the events of a table happened, by one clock that never jumps.

    The clock of the machine is read once, when a table is read. From then on time goes on
    steadily, whatever becomes of that clock; what another server says it has just written is
    taken to be now. So a turn that a process saw begin has the length that it really had.

    >>> wall, steady = [1000.0], [5.0]
    >>> moments = Moments(lambda: wall[0], lambda: steady[0])
    >>> wall[0] += 3600; steady[0] += 2; moments.now(), moments.then(1001.0)
    (1002.0, 6.0)
    """

    def __init__(
        self, wall: Callable[[], float] | None = None, steady: Callable[[], float] | None = None
    ) -> None:
        # Both are looked up when a table is read, so that a test can set them.
        self.steady = steady or monotonic
        self.ahead = (wall or time.time)() - self.steady()

    def now(self) -> float:
        """Give the moment of what happens now, as events note it."""
        return self.steady() + self.ahead

    def then(self, made: float) -> float:
        """Give a moment of the past by the clock that is steady."""
        return min(made - self.ahead, self.steady())

    def hear(self, made: float) -> None:
        """Take a moment to be now."""
        self.ahead = made - self.steady()


class Clocks:
    """The time that is left to every seat of a table, and whose runs."""

    def __init__(self, control: Control, players: int) -> None:
        self.control = control
        # What is left of the whole match, without the turn that is under way.
        self.banks = [float(control.time)] * players
        self.seat = NOBODY
        self.began = 0.0
        # Whose turn is stopped while a bot holds the seat, and what it has used so far.
        self.stopped = NOBODY
        self.used = 0.0
        # How many moves the hand had when the turn began, and the turns that have brought time.
        self.moves = 0
        self.brought: list[tuple[int, int]] = []

    def run(self, seat: int, now: float, moves: int = 0) -> None:
        """Ends the turn that is under way, and begins that of a seat, or nobody's, in a hand of so
        many moves.

        >>> clocks = Clocks(Control(INCREMENT, 60, 5), 2)
        >>> clocks.run(0, 100.0); clocks.run(1, 120.0); clocks.banks, clocks.allotted(1)
        ([45.0, 60.0], 60.0)
        """
        self.stop(now)
        if self.stopped != NOBODY:
            self.banks[self.stopped] = self._kept(self.stopped, self.used)
            if self.control.kind == INCREMENT:
                self.brought.append((self.moves, self.stopped))
        self.seat, self.began, self.moves, self.stopped = seat, now, moves, NOBODY

    def stop(self, now: float) -> None:
        """Lets the time of a turn stand still: a bot holds the seat."""
        if self.seat != NOBODY:
            # A clock that was set back while the server was away gives nobody time.
            self.used = max(0.0, now - self.began)
            self.stopped, self.seat = self.seat, NOBODY

    def resume(self, seat: int, now: float) -> None:
        """Lets the time of a seat run in its turn, which has used already what it had when it was
        stopped.

        >>> clocks = Clocks(Control(INCREMENT, 60, 5), 2)
        >>> clocks.run(0, 100.0); clocks.stop(120.0); clocks.resume(0, 500.0)
        >>> clocks.run(1, 510.0); clocks.banks
        [35.0, 60.0]
        """
        self.began = now - self.used if seat == self.stopped else now
        self.seat, self.stopped = seat, NOBODY

    def deal(self) -> None:
        """Forgets the turns of the last hand, which cannot be taken back."""
        self.brought.clear()

    def take_back(self, moves: int) -> None:
        """Takes from everybody what turns have brought that are taken back to a hand of so many
        moves; time that was used stays used.

        >>> clocks = Clocks(Control(INCREMENT, 60, 5), 2)
        >>> clocks.run(0, 100.0); clocks.run(1, 120.0, 1); clocks.run(0, 130.0)
        >>> clocks.take_back(0); clocks.banks
        [40.0, 50.0]
        """
        for began, seat in self.brought:
            if began >= moves:
                self.banks[seat] = max(0.0, self.banks[seat] - self.control.more)
        self.brought = [one for one in self.brought if one[0] < moves]
        self.moves = min(self.moves, moves)

    def _kept(self, seat: int, used: float) -> float:
        more, bank = self.control.more, self.banks[seat]
        if self.control.kind == INCREMENT:
            return max(0.0, bank - used) + more
        if self.control.kind == DELAY:
            return max(0.0, bank - max(0.0, used - more))
        return bank

    def allotted(self, seat: int) -> float:
        """Gives the seconds that a turn of a seat may take from its beginning.

        >>> Clocks(Control(DELAY, 60, 5), 2).allotted(0), Clocks(Control(MOVE, 20), 2).allotted(0)
        (65.0, 20.0)
        """
        if self.control.kind == DELAY:
            return self.banks[seat] + self.control.more
        return self.banks[seat] if self.control.kind == INCREMENT else float(self.control.time)

    def has_time(self, seat: int) -> bool:
        """Tells whether a seat will have any time in its next turn."""
        bank = self._kept(seat, self.used) if seat == self.stopped else self.banks[seat]
        return not self.control.is_of_match or bank + self.control.more > 0

    def is_turn_up(self, seat: int) -> bool:
        """Tells whether a seat has used all the time of its turn, which is stopped."""
        is_stopped = bool(self.control.kind) and seat == self.stopped
        return is_stopped and self.used >= self.allotted(seat)
