"""How soon a bot answers tells nothing of what it holds, however slow it is and however busy."""

from __future__ import annotations

import sqlite3
import time
from bisect import bisect_right
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from sobremesa.core.game import View, make_game
from sobremesa.table import live, minds
from sobremesa.table.app import create_app
from sobremesa.table.events import MOVE
from sobremesa.table.fate import Fate
from sobremesa.table.live import Pace
from sobremesa.table.storage import EventRow
from sobremesa.table.tempo import REMEMBERED, THOUGHTS, Longest, Tempo, Thought
from tests.table.host import kept, lay, state
from tests.waiting import wait_until

# The bots of these tests work so many seconds at most, twice as long as their pace.
HARDEST = 0.03
PACE = Pace(bot=0.015, answer=0.015, next_hand=0.015)


def apart(one: list[float], other: list[float]) -> float:
    """Gives how far two distributions lie apart at most (Kolmogorov and Smirnov)."""
    one, other = sorted(one), sorted(other)
    return max(
        abs(bisect_right(one, value) / len(one) - bisect_right(other, value) / len(other))
        for value in one + other
    )


# The law --------------------------------------------------------------------------------------


def answered(draw: Random, hard: bool, busy: float, tempo: Tempo, now: list[float]) -> float:
    """Lets a bot think in a queue, and gives how long after the question it answers."""
    asked = now[0]
    now[0] += draw.expovariate(1 / busy) if busy else 0.0
    took = draw.uniform(0.2, 2.0) if hard else 0.001
    now[0] += took
    thought = Thought(0, took, took)
    now[0] += tempo.wait("search", thought, asked, draw.uniform(0.56, 0.84), draw.random())
    return now[0] - asked


@pytest.mark.parametrize("busy", [0.0, 3.0])
def test_a_bot_that_searches_for_two_seconds_answers_forced_moves_no_sooner(busy: float) -> None:
    draw, now = Random(7), [0.0]
    tempo = Tempo(lambda: now[0])
    for _ in range(20):
        answered(draw, True, busy, tempo, now)
    times: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(4000):
        hard = draw.random() < 0.3
        times[hard].append(answered(draw, hard, busy, tempo, now))
    assert apart(times[True], times[False]) < 0.06


def test_a_quick_bot_answers_at_its_drawn_time() -> None:
    now = [10.0]
    tempo = Tempo(lambda: now[0])
    for _ in range(9):
        assert tempo.wait("quick", Thought(0, 0.01, 0.01), 9.99, 0.5, 0.9) == pytest.approx(0.49)
    assert tempo.wait("quick", Thought(0, 0.01, 0.01), 9.99, 0.0, 0.9) == 0.0


def test_the_first_long_thought_waits_for_a_multiple_and_those_behind_it_as_long() -> None:
    now = [10.0]
    tempo = Tempo(lambda: now[0])
    assert tempo.wait("slow", Thought(0, 1.2, 1.2), 8.8, 0.5, 0.0) == pytest.approx(0.3)
    assert tempo.wait("slow", Thought(0, 0.0, 0.0), 10.0, 0.5, 0.0) == pytest.approx(1.32)
    assert tempo.wait("another", Thought(0, 0.0, 0.0), 10.0, 0.5, 0.0) == pytest.approx(0.5)


def test_a_machine_that_slept_slows_no_later_answers() -> None:
    now = [10.0]
    tempo = Tempo(lambda: now[0])
    tempo.wait("quick", Thought(0, 50.0, 0.01), 0.0, 0.5, 0.0)
    assert tempo.wait("quick", Thought(0, 0.0, 0.0), 10.0, 0.5, 0.0) < 0.6


def test_a_long_thought_is_forgotten_after_many_others_and_a_while() -> None:
    longest = Longest()
    longest.add(2.0, 0.0)
    for _ in range(THOUGHTS):
        longest.add(0.1, 1.0)
    assert longest.length(REMEMBERED) == 2.0
    assert longest.length(REMEMBERED + 0.1) == 0.1
    longest.add(3.0, 100.0)
    assert longest.length(10_000.0) == 3.0


# At real tables -------------------------------------------------------------------------------


def is_hard(seed: int) -> bool:
    """Decides which thoughts take long: what a bot holds is chance, and so is this."""
    return seed % 2 == 1


def labour(kind: str, spec: str, data: dict[str, Any], seed: int) -> Thought:
    """Thinks as long as a bot that searches, or not at all.

    It only waits, so that a machine which is busy with other things does not make long thoughts
    many times longer and leave the short ones as they are.
    """
    draw = Random(seed)
    began = time.perf_counter()
    if is_hard(seed):
        time.sleep(draw.uniform(HARDEST / 3, HARDEST))
    move = draw.choice(View(make_game(spec, {}), data).moves)
    took = time.perf_counter() - began
    return Thought(move, took, took)


def times_of(database: Path, table: str) -> list[tuple[bool, float]]:
    """Gives how long bots took at a table, and whether they had thought long."""
    with kept(database) as store, Session(store.engine) as session:
        wanted = select(EventRow).where(EventRow.table_id == table).order_by(EventRow.number)
        rows = list(session.scalars(wanted))
    chance = rows[0].data["chance"]
    return [
        (is_hard(minds.seed_for(chance, row.number)), row.made - before.made)
        for before, row in pairwise(rows) if row.kind == MOVE
    ]


def happened(database: Path) -> int:
    with closing(sqlite3.connect(database)) as beside:
        return int(beside.execute("SELECT count(*) FROM events").fetchone()[0])


@pytest.mark.parametrize(("tables", "enough"), [(2, 45), (12, 100)])
def test_long_and_short_thoughts_take_the_same_time_at_a_table(
    database: Path, monkeypatch: pytest.MonkeyPatch, tables: int, enough: int
) -> None:
    """Two tables leave the worker idle at times; twelve give it more than it can do."""
    monkeypatch.setattr(minds, "think", labour)
    monkeypatch.setattr(live, "LOOKED_AT", 600.0)
    app = create_app(f"sqlite:///{database}", pace=PACE, fate=Fate(), workers=1)
    times: dict[bool, list[float]] = {True: [], False: []}
    with TestClient(app) as client:
        laid = [lay(client, "draw", ["bot:greedy"] * 3, target=500) for _ in range(tables)]

        # Bots among themselves play while somebody looks.
        for one in laid:
            state(client, one["watch"])
        wait_until(lambda: happened(database) > 4 * enough)
    for one in laid:
        # The first thoughts show how long those of this bot can be.
        for hard, took in times_of(database, one["table"])[5:]:
            times[hard].append(took)
    counts = {kind: len(found) for kind, found in times.items()}
    assert min(counts.values()) >= enough / 3, counts
    # By chance two samples of these sizes lie so far apart once in a million times; without the
    # law nearly all of the long thoughts would come behind the short ones.
    allowed = 2.69 * (1 / counts[True] + 1 / counts[False]) ** 0.5
    assert apart(times[True], times[False]) < allowed
