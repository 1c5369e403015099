"""A table goes on under the rules it began with when the server is upgraded."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.table.host import kept, lay, opened, send, state
from tests.test_versions import new_rules

__all__ = ["new_rules"]

# Tables of the line games in the middle of a hand, from a house that knew no partners yet, and the
# records of these hands as that house wrote them once they were over.
OLD = Path(__file__).parents[1] / "golden" / "tables"


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


@pytest.mark.parametrize("game", ["bergen", "block", "draw", "matador", "muggins", "sebastopol"])
def test_a_table_from_before_partners_is_played_on_to_the_same_bytes(
    tmp_path: Path, game: str
) -> None:
    database = tmp_path / "table.db"
    with sqlite3.connect(database) as old:
        old.executescript((OLD / "tables.sql").read_text(encoding="utf-8"))
    old.close()
    link = json.loads((OLD / "links.json").read_text(encoding="utf-8"))[game]
    with opened(database) as client:
        while not state(client, link)["over"]:
            play(client, link)
        assert client.get(f"{link}/record").text == (OLD / f"{game}.txt").read_text("utf-8")
