"""Bots think in processes of their own, and are given a view and nothing else."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from sobremesa import bots
from sobremesa.core.game import View, make_game
from sobremesa.core.rng import Rng
from sobremesa.table.problems import Problem

log = logging.getLogger(__name__)

Found = TypeVar("Found")

# Seconds after which a bot is taken to hang.
LONGEST_THOUGHT = 60.0


def seed_for(table_seed: int, number: int) -> int:
    """Derives the seed of one event, so that a restarted server comes to the same."""
    digest = hashlib.sha256(f"{table_seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:8])


def think(kind: str, spec: str, data: dict[str, Any], seed: int) -> int:
    """Lets a bot choose; runs in a worker process."""
    return bots.choose(kind, View(make_game(spec, {}), data), Rng(seed))


def _leave_with_the_server() -> None:
    """Ends a worker when its server ends, not before and not after."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


async def _within(pool: ProcessPoolExecutor, work: Callable[..., Found], *given: Any) -> Found:
    """Waits for a worker, but not for ever."""
    thinking = asyncio.get_running_loop().run_in_executor(pool, work, *given)
    return await asyncio.wait_for(thinking, LONGEST_THOUGHT)


class Minds:
    """The worker processes."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.workers, multiprocessing.get_context("spawn"), _leave_with_the_server
        )

    async def choose(self, kind: str, view: View, seed: int) -> int:
        """Asks a bot for its move; one that fails is stood in for by the random bot."""
        if len(view.moves) == 1:
            return view.moves[0]
        for tried in (kind, kind, "random"):
            pool = self.pool
            try:
                move = await self._ask(pool, tried, view, seed)
            except (BrokenProcessPool, TimeoutError):
                log.warning("a worker process died or hung while %s was thinking", tried)
                self._replace(pool)
                continue
            except Exception:
                log.exception("the bot %s failed", tried)
                continue
            if move in view.moves:
                return move
            log.error("the bot %s chose %s, which is not legal", tried, move)
        return view.moves[0]

    async def _ask(self, pool: ProcessPoolExecutor, kind: str, view: View, seed: int) -> int:
        return await _within(pool, think, kind, view.game.spec, view.data, seed)

    async def run(self, work: Callable[..., Found], *given: Any) -> Found:
        """Does some other thinking in a worker process; a worker that hangs is replaced."""
        pool = self.pool
        try:
            return await _within(pool, work, *given)
        except (BrokenProcessPool, TimeoutError):
            log.warning("a worker process died or hung in %s", work.__name__)
            self._replace(pool)
            raise Problem(503, "too-hard", "That takes too long to work out.") from None

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Puts new workers in place of broken ones, once."""
        if self.pool is broken:
            self.pool = self._new_pool()
            broken.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Ends the workers."""
        self.pool.shutdown(wait=True, cancel_futures=True)
