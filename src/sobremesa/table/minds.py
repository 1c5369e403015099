"""Bots think in processes of their own, and are given a view and nothing else.

Questions to the solvers have other processes, so that no bot for which a person waits is ever
behind one; bots that play among themselves share those.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any, TypeVar

from sobremesa import bots
from sobremesa.bots.policy import policy_of
from sobremesa.core.errors import Refused
from sobremesa.core.game import View, make_game
from sobremesa.core.rng import Rng
from sobremesa.table.crew import Crew, WorkerDied, WorkFailed
from sobremesa.table.engines import seat_engines
from sobremesa.table.problems import Problem
from sobremesa.table.tempo import Tempo, Thought
from sobremesa.table.turns import Rank, Room, Turn

log = logging.getLogger(__name__)

Found = TypeVar("Found")

# Seconds after which a bot is taken to hang, counted from when it begins to think.
LONGEST_THOUGHT = 30.0
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


def timed(choose: Callable[[], int]) -> Thought:
    """Lets somebody choose, and takes the time."""
    began, before = perf_counter(), process_time()
    move = choose()
    return Thought(move, perf_counter() - began, process_time() - before)


def think(kind: str, spec: str, data: dict[str, Any], seed: int) -> Thought:
    """Lets a bot choose; runs in a worker process."""
    if kind not in bots.names(data["game"]):
        seat_engines()
    return timed(lambda: bots.choose(kind, View(make_game(spec, {}), data), Rng(seed)))


def glance(spec: str, data: dict[str, Any], seed: int) -> Thought:
    """Chooses as the quick mind of the game does, in a round that the seat could not tell from
    the real one; runs in a worker process."""
    game, rng = make_game(spec, {}), Rng(seed)

    def choose() -> int:
        world = game.worlds(View(game, data)).sample(rng)
        return int(policy_of(game.name).choose(world, rng))

    return timed(choose)


# A turn that counts for nobody known.
NOBODYS = Turn()
# Who is asked, by what, and what that is given.
Asking = tuple[str, Callable[..., Thought], tuple[Any, ...]]


class Minds:
    """The bots' worker processes. Whoever watches hears how many seconds each thought took.

    Bots that play among themselves think in the `later` crew, which yields to everything else.
    """

    def __init__(
        self, workers: int, took: Callable[[float], None] | None = None, later: Crew | None = None
    ) -> None:
        self.crew = Crew(workers, LONGEST_THOUGHT)
        self.later = later or self.crew
        self.tempo = Tempo()
        self.took = took or (lambda seconds: None)

    async def choose(self, kind: str, view: View, seed: int, turn: Turn = NOBODYS) -> Thought:
        """Asks a bot for its move. For one that fails the quick mind of its game stands in, and
        the random bot for that one.

        A move that is forced goes the same way as a choice, so that nobody can tell it by the
        time it takes.
        """
        first: Asking = (kind, think, (kind, view.game.spec, view.data, seed))
        return await self._first_of([first, *self._stand_ins(view, seed)], view, turn)

    async def glance(self, view: View, seed: int, turn: Turn = NOBODYS) -> Thought:
        """Asks the quick mind of a game for a move."""
        return await self._first_of(self._stand_ins(view, seed), view, turn)

    def _stand_ins(self, view: View, seed: int) -> list[Asking]:
        asked = (view.game.spec, view.data, seed)
        return [("the quick mind", glance, asked), ("random", think, ("random", *asked))]

    async def _first_of(self, asked: list[Asking], view: View, turn: Turn) -> Thought:
        for asking in asked:
            who = asking[0]
            thought = await self._tried(asking, view, turn)
            if thought is not None:
                self.took(thought.took)
                return thought
            log.warning("%s does not move in %s: somebody stands in", who, view.game.spec)
        return Thought(view.moves[0], 0.0, 0.0)

    async def _tried(self, asking: Asking, view: View, turn: Turn) -> Thought | None:
        """Asks for a move, and gives it if it is one; once more if the process died, which need
        not be the fault of who was thinking."""
        who, work, given = asking
        crew = self.crew if turn.rank is Rank.ASKED else self.later
        for _ in range(2):
            try:
                thought = await crew.do(turn, work, *given)
            except WorkerDied:
                log.warning("a worker process died while %s was thinking", who)
                continue
            except TimeoutError:
                log.warning("%s thought for more than %g seconds", who, crew.within)
            except (WorkFailed, Refused) as failed:
                log.warning("%s failed: %s", who, failed)
            else:
                if isinstance(thought.move, int) and thought.move in view.moves:
                    return thought
                log.error("%s chose %s, which is not legal", who, thought.move)
            return None
        return None

    def close(self) -> None:
        """Ends the workers."""
        self.crew.close()


@dataclass(frozen=True)
class Asker:
    """Who asks: from which address, and at which table, if at one."""

    address: str
    table: str = ""

    def turn(self, rank: Rank = Rank.ASKED) -> Turn:
        """Give whose turn it is when this is worked on."""
        return Turn(self.address, self.table, rank)


class Questions:
    """The solvers' worker processes, with a queue that nobody can fill alone."""

    def __init__(
        self, workers: int, *, at_once: int, for_address: int, for_table: int,
        within: float = LONGEST_QUESTION,
    ) -> None:
        self.crew = Crew(workers, within, NICENESS)
        self.for_table = for_table
        # How many questions wait or are worked on: of each visitor, and of one at a table.
        self.open = Room(at_once, for_address)
        self.at_tables: Counter[Asker] = Counter()

    async def ask(self, asker: Asker, work: Callable[..., Found], *given: Any) -> Found:
        """Lets a worker answer a question, if the asker has not too many open.

        :raises Problem: if there are too many, or it takes too long.
        """
        self._check(asker)
        self.open.take(asker.address)
        self.at_tables[asker] += 1

        def close(done: asyncio.Task[Found]) -> None:
            done.cancelled() or done.exception()
            self.open.free(asker.address)
            self.at_tables -= Counter([asker])

        # A question stays open until a worker is done with it, even if nobody waits any more.
        working = asyncio.create_task(self.crew.do(asker.turn(), work, *given))
        working.add_done_callback(close)
        return await self._answered(asyncio.shield(working), work)

    async def review(self, asker: Asker, work: Callable[..., Found], *given: Any) -> Found:
        """Let a worker do a part of a review, which waits until nothing is more urgent.

        :raises Problem: if it takes too long.
        """
        return await self._answered(self.crew.do(asker.turn(Rank.REVIEW), work, *given), work)

    async def _answered(self, answer: Awaitable[Found], work: Callable[..., Found]) -> Found:
        try:
            return await answer
        except (WorkerDied, TimeoutError):
            log.warning("a worker process died or hung in %s", work.__name__)
            raise Problem(
                503, "too-hard", "That takes too long to work out.", retry=RETRY
            ) from None

    def _check(self, asker: Asker) -> None:
        at_table = self.at_tables[asker] if asker.table else 0
        own = at_table >= self.for_table or self.open.has_enough(asker.address)
        if not own and self.open.has_place(asker.address):
            return
        raise Problem(
            429 if own else 503, "busy",
            "Other questions are still being worked out; try again in a moment.", retry=RETRY,
        )

    def close(self) -> None:
        """Ends the workers."""
        self.crew.close()
