"""A table goes on under the rules it began with when the server is upgraded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.table.host import kept, lay, opened, send, state
from tests.test_versions import new_rules

__all__ = ["new_rules"]


def begun_with(database: Path, table: str) -> dict[str, Any]:
    with kept(database) as store:
        return store.events(table)[0].data


def play(client: httpx.Client, link: str) -> None:
    """Plays the first legal move of whoever is to decide at one device."""
    turn = state(client, link)["turn"]
    now = state(client, link, seat=turn)
    answer = send(client, link, now["number"], turn, now["moves"][0]["move"])
    assert answer.status_code == 200, answer.text


def test_a_running_table_survives_an_upgrade_and_a_new_one_takes_the_new_rules(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = tmp_path / "table.db"
    with opened(database) as client:
        old = lay(client, "block", ["me", "me"], first_player=0)
        play(client, old["mine"])
    request.getfixturevalue("new_rules")
    with opened(database) as client:
        play(client, old["mine"])
        record = client.get(f"{old['mine']}/record").text
        new = lay(client, "block", ["me", "me"], first_player=0)
        play(client, new["mine"])
    assert begun_with(database, old["table"])["rules"] == 1
    assert begun_with(database, new["table"])["rules"] == 2
    assert '[Rules "1"]' in record
