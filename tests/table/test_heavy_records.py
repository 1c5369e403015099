"""Records that are hard to read: they are refused, and the table goes on meanwhile."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
import pytest

from tests.table.host import PATIENCE, Server, event_count

HEAVY = {
    "braces": '[Deal "N:\n' + "{" * 60_000,
    "brackets": "(" * 30_000 + ")" * 30_000,
    "nested": '[Game "block"]\n[Position "' + "[" * 60_000 + '"]',
    "digits": '[Game "block"]\n[Seed "' + "9" * 60_000 + '"]',
}


@pytest.mark.parametrize("what", HEAVY)
def test_a_heavy_record_is_refused_while_the_table_answers(database: Path, what: str) -> None:
    server = Server(database)
    try:
        answers: list[httpx.Response] = []
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            reading = threading.Thread(target=lambda: answers.append(
                httpx.post(f"{server.url}/records", data={"text": HEAVY[what]}, timeout=PATIENCE)
            ))
            reading.start()
            # However long the record takes, others are answered in the meantime.
            while reading.is_alive():
                assert client.get("/static/icon.svg").status_code == 200
            reading.join()
        assert answers[0].status_code in (404, 413, 422, 503), answers[0].text
        assert event_count(database) == 0
    finally:
        server.stop()
