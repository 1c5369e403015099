"""Records that take long to read: nobody else at the table waits for them."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from functools import partial
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import record
from sobremesa.table import laying
from sobremesa.table.events import Event
from sobremesa.table.guard import LARGEST_BODY
from sobremesa.table.laying import read_record
from sobremesa.table.review_rows import Comment
from tests.laws import played
from tests.table.host import event_count, lay, send, wait_for_turn
from tests.waiting import PATIENCE, wait_until

HEAVY = {
    "braces": '[Deal "N:\n' + "{" * 60_000,
    "brackets": "(" * 30_000 + ")" * 30_000,
    "nested": '[Game "block"]\n[Position "' + "[" * 60_000 + '"]',
    "digits": '[Game "block"]\n[Seed "' + "9" * 60_000 + '"]',
}
# What the loop of a server does at a stretch is at most this share of reading a long record.
SHARE = 1 / 4
TRIES = 3


def upload(client: TestClient, text: str) -> httpx.Response:
    """Sends a record as a file, which takes no more bytes than its text."""
    answer: httpx.Response = client.post(
        "/records", files={"file": text.encode()}, follow_redirects=False
    )
    return answer


def long_record() -> str:
    """Writes a match of many hands that a request has just room for."""
    return record.write(played(sobremesa.game("muggins", target=100_000), seed=1, rounds=80))


def read_when_told(begun: str, go: str, text: str) -> tuple[list[Event], list[Comment]]:
    """Reads a record, but waits for a file before; runs in a worker process."""
    Path(begun).touch()
    deadline = time.monotonic() + PATIENCE
    while not os.path.exists(go) and time.monotonic() < deadline:
        time.sleep(0.01)
    return read_record(text)


@pytest.mark.parametrize("what", HEAVY)
def test_a_heavy_record_is_read_and_refused(
    client: TestClient, database: Path, what: str
) -> None:
    answer = upload(client, HEAVY[what])
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-record")
    assert event_count(database) == 0


def test_a_table_is_played_at_while_a_record_is_read(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    monkeypatch.setattr(laying, "read_record", partial(read_when_told, str(begun), str(go)))
    answers: list[httpx.Response] = []
    reading = threading.Thread(target=lambda: answers.append(upload(client, HEAVY["nested"])))
    reading.start()
    try:
        wait_until(begun.exists)
        mine = lay(client, "block", ["me", "bot:greedy"])["mine"]
        for _ in range(3):
            now = wait_for_turn(client, mine)
            move = now["moves"][0]["move"]
            assert send(client, mine, now["number"], now["seat"], move).status_code == 200
        assert not answers
    finally:
        go.touch()
        reading.join()
    assert answers[0].status_code == 422


def test_the_loop_of_a_server_reads_no_record(client: TestClient) -> None:
    """The processor's time is compared, which does not depend on what else the machine does.

    Of several tries the best counts: the first one loads modules, any one may collect garbage.
    """
    text = long_record()
    assert LARGEST_BODY / 2 < len(text) < LARGEST_BODY
    reading = min(time_to_read(text) for _ in range(TRIES))
    assert min(longest_step(client, text) for _ in range(TRIES)) < SHARE * reading


def time_to_read(text: str) -> float:
    """Gives the seconds of the processor that reading a record takes in one go."""
    began = time.thread_time()
    read_record(text)
    return time.thread_time() - began


def longest_step(client: TestClient, text: str) -> float:
    """Sends a record; gives the most seconds of the processor between two beats of the loop."""
    steps: list[float] = []

    async def beat() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.001)
            steps.append(time.thread_time() - before)

    assert client.portal is not None
    beating = client.portal.start_task_soon(beat)
    try:
        assert upload(client, text).status_code == 303
    finally:
        beating.cancel()
    return max(steps)
