"""When bots answer: by a law that follows from what all can see, so that their time tells nothing.

A bot answers when its drawn time has passed since it was asked, and when some time more than
the longest of the late thoughts of its kind has passed since it began to think. A forced move
waits as long as the hardest choice, and how long a bot waited for a free worker is the doing of
other tables. Only a thought that is longer than all before it can be seen, and from then on
every answer of that kind takes as long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from time import monotonic
from typing import Final, NamedTuple

# A thought is remembered for so many seconds and so many thoughts of its kind, whichever is more.
REMEMBERED: Final = 60.0
THOUGHTS: Final = 100
# What a machine that slept or stood still adds to a thought is not remembered: no more than
# this many times the work of the processor, and some seconds.
SLOWED: Final = 4.0
STILL: Final = 0.25
# Answers come after the longest thought times a number that is drawn between these.
LEAST: Final = 1.1
MOST: Final = 1.5


class Thought(NamedTuple):
    """A move that a bot chose; the seconds it took by the clock, and those it worked."""

    move: int
    took: float
    worked: float


class Longest:
    """The longest of the late thoughts of one kind of bot."""

    def __init__(self) -> None:
        self.count = 0
        # When each came, its place and its length: each longer than those that came after it.
        self.kept: deque[tuple[float, int, float]] = deque()

    def add(self, length: float, now: float) -> None:
        """Takes in one more thought."""
        self.count += 1
        while self.kept and self.kept[-1][2] <= length:
            self.kept.pop()
        self.kept.append((now, self.count, length))

    def length(self, now: float) -> float:
        """Gives the length of the longest that is remembered; 0 if none is."""
        while self.kept:
            when, place, length = self.kept[0]
            if now - when <= REMEMBERED or self.count - place < THOUGHTS:
                return length
            self.kept.popleft()
        return 0.0


class Tempo:
    """The times of the bots of one server."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.kinds: dict[Hashable, Longest] = {}

    def wait(
        self, kind: Hashable, thought: Thought, asked: float, drawn: float, share: float
    ) -> float:
        """Tells how long a bot of a kind that has just chosen still waits.

        :param asked: when it was asked.
        :param drawn: how many seconds after that it answers at the soonest; 0: at once.
        :param share: a number from 0 to 1 by which its time is drawn.
        """
        now = self.clock()
        longest = self.kinds.setdefault(kind, Longest())
        cover = longest.length(now) * (LEAST + (MOST - LEAST) * share)
        longest.add(min(thought.took, SLOWED * thought.worked + STILL), now)
        if not drawn:
            return 0.0
        begun = now - thought.took
        left = max(asked + drawn, begun + cover) - now
        # A thought that is too long for its time waits until a multiple of it.
        return left if left >= 0 else -thought.took % max(drawn, cover)
