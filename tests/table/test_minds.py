"""Bots in their worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from multiprocessing import active_children

import pytest

import sobremesa
from sobremesa.core.match import Match
from sobremesa.table.minds import Minds, seed_for


@pytest.fixture
def minds() -> Iterator[Minds]:
    made = Minds(1)
    yield made
    made.close()


@pytest.fixture
def match() -> Match:
    return sobremesa.game("block").start(1)


def test_a_bot_chooses_the_same_move_for_the_same_seed(minds: Minds, match: Match) -> None:
    view = match.view(match.turn)
    chosen = [asyncio.run(minds.choose("random", view, 7)) for _ in range(3)]
    assert set(chosen) <= set(view.moves)
    assert len(set(chosen)) == 1


def test_a_bot_that_fails_is_stood_in_for(minds: Minds, match: Match) -> None:
    view = match.view(match.turn)
    assert asyncio.run(minds.choose("nobody knows this bot", view, 7)) in view.moves


def test_a_worker_that_dies_is_replaced(minds: Minds, match: Match) -> None:
    view = match.view(match.turn)
    first = asyncio.run(minds.choose("greedy", view, 7))
    for worker in active_children():
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()
    assert asyncio.run(minds.choose("greedy", view, 7)) == first


def test_seeds_differ_by_event() -> None:
    assert len({seed_for(1, number) for number in range(100)}) == 100
    assert seed_for(1, 2) == seed_for(1, 2)
