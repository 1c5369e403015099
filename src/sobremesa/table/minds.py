"""Bots think in processes of their own, and are given a view and nothing else.

Questions to the solvers have other processes, so that no bot ever waits behind one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sobremesa import bots
from sobremesa.core.errors import Refused
from sobremesa.core.game import View, make_game
from sobremesa.core.rng import Rng
from sobremesa.table.crew import Crew, WorkerDied, WorkFailed
from sobremesa.table.problems import Problem

log = logging.getLogger(__name__)

Found = TypeVar("Found")

# Seconds after which a bot is taken to hang, counted from when it begins to think.
LONGEST_THOUGHT = 60.0
# Seconds that a question may take, counted from when a worker begins with it.
LONGEST_QUESTION = 40.0
# Seconds after which a question is worth asking again.
RETRY = 5
# Questions yield to everything else that the machine has to do.
NICENESS = 10


def seed_for(table_seed: int, number: int) -> int:
    """Derives the seed of one event, so that a restarted server comes to the same."""
    digest = hashlib.sha256(f"{table_seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:8])


def share_for(table_seed: int, number: int) -> float:
    """Draws a number from 0 to 1 for one event, which tells nothing of its seed.

    >>> 0 <= share_for(1, 2) < 1, share_for(1, 2) == share_for(1, 2)
    (True, True)
    """
    digest = hashlib.sha256(f"time:{table_seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:6]) / 2**48


def think(kind: str, spec: str, data: dict[str, Any], seed: int) -> int:
    """Lets a bot choose; runs in a worker process."""
    return bots.choose(kind, View(make_game(spec, {}), data), Rng(seed))


class Minds:
    """The bots' worker processes."""

    def __init__(self, workers: int) -> None:
        self.crew = Crew(workers, LONGEST_THOUGHT)

    async def choose(self, kind: str, view: View, seed: int) -> int:
        """Asks a bot for its move; one that fails is stood in for by the random bot.

        A move that is forced goes the same way as a choice, so that nobody can tell it by the
        time it takes.
        """
        for tried in (kind, kind, "random"):
            try:
                move = await self.crew.do(think, tried, view.game.spec, view.data, seed)
            except (WorkerDied, TimeoutError):
                log.warning("a worker process died or hung while %s was thinking", tried)
                continue
            except (WorkFailed, Refused) as failed:
                log.warning("the bot %s failed: %s", tried, failed)
                continue
            if move in view.moves:
                return move
            log.error("the bot %s chose %s, which is not legal", tried, move)
        return view.moves[0]

    def close(self) -> None:
        """Ends the workers."""
        self.crew.close()


@dataclass(frozen=True)
class Asker:
    """Who asks: from which address, and at which table, if at one."""

    address: str
    table: str = ""


class Questions:
    """The solvers' worker processes, with a queue that nobody can fill alone."""

    def __init__(
        self, workers: int, *, at_once: int, for_address: int, for_table: int,
        within: float = LONGEST_QUESTION,
    ) -> None:
        self.crew = Crew(workers, within, NICENESS)
        self.at_once = at_once
        self.for_address = for_address
        self.for_table = for_table
        # How many questions wait or are worked on: of each asker's address and table.
        self.open: Counter[tuple[str, str]] = Counter()

    async def ask(self, asker: Asker, work: Callable[..., Found], *given: Any) -> Found:
        """Lets a worker answer a question, if the asker has not too many open.

        :raises Problem: if there are too many, or it takes too long.
        """
        marks = [("address", asker.address), ("all", "")]
        if asker.table:
            marks.append(("table", asker.table))
        self._check(asker)
        self.open.update(marks)

        def close(done: asyncio.Task[Found]) -> None:
            done.cancelled() or done.exception()
            self.open.subtract(marks)
            self.open += Counter()

        # A question stays open until a worker is done with it, even if nobody waits any more.
        working = asyncio.create_task(self.crew.do(work, *given))
        working.add_done_callback(close)
        try:
            return await asyncio.shield(working)
        except (WorkerDied, TimeoutError):
            log.warning("a worker process died or hung in %s", work.__name__)
            raise Problem(
                503, "too-hard", "That takes too long to work out.", retry=RETRY
            ) from None

    def _check(self, asker: Asker) -> None:
        at_table = self.open["table", asker.table] if asker.table else 0
        own = at_table >= self.for_table or self.open["address", asker.address] >= self.for_address
        if not own and self.open["all", ""] < self.at_once:
            return
        raise Problem(
            429 if own else 503, "busy",
            "Other questions are still being worked out; try again in a moment.", retry=RETRY,
        )

    def close(self) -> None:
        """Ends the workers."""
        self.crew.close()
