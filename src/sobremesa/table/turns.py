"""Whose work is done next, so that nobody can take the processors from all others.

Everything that takes a processor's time (the moves of bots, hints, records, analyses, winnable
deals, reviews) waits here for a worker. It belongs to a visitor and to a table. Of the visitors
who wait, whoever has had the least time is next, and so on among their tables: work of one length
goes round among visitors, and then among the tables of each.

What somebody waits for goes before tables at which only bots play and before reviews; but these
wait for a few of the others at most, not for all.
"""

from __future__ import annotations

from collections import Counter, deque
from enum import IntEnum
from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar

# Of so many in a row that somebody waits for, the next is one that nobody waits for, if there is
# any.
IN_A_ROW: Final = 8

Job = TypeVar("Job")


class Rank(IntEnum):
    """How soon something is wanted: somebody waits for it, bots play among themselves, or a
    match is reviewed."""

    ASKED = 0
    BOTS = 1
    REVIEW = 2


class Turn(NamedTuple):
    """For whom something is done: a visitor, and at which table, if at one."""

    visitor: str = ""
    table: str = ""
    rank: Rank = Rank.ASKED


class Share(Generic[Job]):
    """What one visitor waits for and has had, divided among their tables; a table has jobs."""

    def __init__(self, is_table: bool) -> None:
        self.jobs: deque[Job] = deque()
        self.parts: dict[str, Share[Job]] | None = None if is_table else {}
        # How many jobs wait and are done just now, and how many seconds were used; `last` counts
        # whose turn came later.
        self.waiting = 0
        self.running = 0
        self.used = 0.0
        self.last = 0
        # What the part that was chosen last had used: nobody saves up turns by staying away.
        self.level = 0.0

    def put(self, names: tuple[str, ...], job: Job) -> None:
        """Add a job for a visitor and a table, or for a table."""
        self.waiting += 1
        if self.parts is None:
            self.jobs.append(job)
            return
        part = self.parts.get(names[0])
        if part is None:
            part = self.parts[names[0]] = Share(len(names) == 1)
        if not part.waiting and not part.running:
            part.used = max(part.used, self.level)
        part.put(names[1:], job)

    def take(self, ticks: count[int]) -> tuple[tuple[str, ...], Job]:
        """Give the job that is next, and its names."""
        self.waiting -= 1
        self.running += 1
        self.last = next(ticks)
        if self.parts is None:
            return (), self.jobs.popleft()
        name, part = min(
            ((name, part) for name, part in self.parts.items() if part.waiting),
            key=lambda one: (one[1].running, one[1].used, one[1].last),
        )
        self.level = max(self.level, part.used)
        names, job = part.take(ticks)
        self._forget()
        return (name, *names), job

    def done(self, names: tuple[str, ...], seconds: float) -> None:
        """Count the seconds that a job has taken."""
        self.running -= 1
        self.used += seconds
        if self.parts is not None:
            self.parts[names[0]].done(names[1:], seconds)
            self._forget()

    def _forget(self) -> None:
        """Forget the parts that have no more than their due."""
        if self.parts is None:
            return
        if not self.waiting and not self.running:
            self.parts.clear()
            self.level = 0.0
            return
        for name in [name for name, part in self.parts.items() if part.is_even(self.level)]:
            del self.parts[name]

    def is_even(self, level: float) -> bool:
        """Tell whether this is as one that has never been here."""
        return not self.waiting and not self.running and self.used <= level


class Queue(Generic[Job]):
    """Jobs that wait for workers."""

    def __init__(self, most_reviews: int = 1) -> None:
        self.shares: dict[Rank, Share[Job]] = {rank: Share(is_table=False) for rank in Rank}
        self.most_reviews = most_reviews
        self.ticks = count(1)
        # How many came in a row that somebody waited for, while others waited.
        self.row = 0

    def __len__(self) -> int:
        return sum(share.waiting for share in self.shares.values())

    def put(self, turn: Turn, job: Job) -> None:
        """Add a job."""
        self.shares[turn.rank].put((turn.visitor, turn.table), job)

    def take(self) -> tuple[Turn, Job] | None:
        """Give the job that is next; nothing if none may be begun."""
        rank = self._rank()
        if rank is None:
            return None
        (visitor, table), job = self.shares[rank].take(self.ticks)
        return Turn(visitor, table, rank), job

    def _rank(self) -> Rank | None:
        asked, reviews = self.shares[Rank.ASKED], self.shares[Rank.REVIEW]
        later = [
            rank for rank in (Rank.BOTS, Rank.REVIEW) if self.shares[rank].waiting
            and (rank is not Rank.REVIEW or reviews.running < self.most_reviews)
        ]
        if asked.waiting and (not later or self.row < IN_A_ROW):
            self.row = self.row + 1 if later else 0
            return Rank.ASKED
        self.row = 0
        return min(later, key=lambda rank: self.shares[rank].last, default=None)

    def done(self, turn: Turn, seconds: float) -> None:
        """Count the seconds that a job has taken, whatever came of it."""
        self.shares[turn.rank].done((turn.visitor, turn.table), seconds)


class Room:
    """So many places, of which nobody can take all.

    A visitor may have some at once, and only one while more than half of all are taken.

    >>> room = Room(4, 2)
    >>> [room.has_place(who) and room.take(who) is None for who in "aaabbbc"]
    [True, True, False, True, False, False, True]
    """

    def __init__(self, places: int, each: int) -> None:
        self.places = places
        self.each = each
        self.taken: Counter[str] = Counter()

    def has_place(self, visitor: str) -> bool:
        """Tell whether there is a place for somebody."""
        return not self.has_enough(visitor) and self.taken.total() < self.places

    def has_enough(self, visitor: str) -> bool:
        """Tell whether somebody has as many as they may have by now."""
        crowded = self.taken.total() > self.places // 2
        return self.taken[visitor] >= (1 if crowded else self.each)

    def take(self, visitor: str) -> None:
        """Take a place."""
        self.taken[visitor] += 1

    def free(self, visitor: str) -> None:
        """Give a place back."""
        self.taken[visitor] -= 1
        if not self.taken[visitor]:
            del self.taken[visitor]
