"""Variant 2 of Djambi: talk at the table, in public and in private, without effect on the board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sobremesa.families.boards.djambi import Djambi
from tests.table.host import Json, lay, opened, state

clause = pytest.mark.clause


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with opened(tmp_path / "table.db") as inside:
        yield inside


def say(client: TestClient, link: str, number: int, **line: object) -> int:
    mark = f"line-{number:06}"
    return int(client.post(f"{link}/talk", json={"id": mark, **line}).status_code)


def heard(client: TestClient, link: str) -> list[str]:
    answer = client.get(f"{link}/talk")
    if answer.status_code == 204:
        return []
    said: Json = answer.json()
    return [line["text"] for line in said["talk"]]


@clause("DJAMBI-51")
def test_a_player_is_talked_into_acting_against_a_third(client: TestClient) -> None:
    laid = lay(client, "djambi", ["me", "friend", "friend", "friend"])
    assert say(client, laid["mine"], 1, seat=0, to=1, offer="against", about=2) == 201
    assert heard(client, laid["friends"]["1"]) == ["Let us both go against Player 3."]
    assert heard(client, laid["friends"]["2"]) == []
    assert say(client, laid["friends"]["1"], 2, seat=1, to=0, offer="yes") == 201
    assert heard(client, laid["mine"])[1:] == ["Agreed."]


@clause("DJAMBI-51", "DJAMBI-R42")
def test_talk_is_free_and_changes_nothing_on_the_board(client: TestClient) -> None:
    assert Djambi.WHISPERS
    laid = lay(client, "djambi", ["me", "friend", "friend"])
    before = {seat: state(client, link) for seat, link in laid["friends"].items()}
    assert say(client, laid["mine"], 1, seat=0, text="I shall not touch your prince.") == 201
    assert say(client, laid["mine"], 2, seat=0, to=2, text="Only for you.") == 201
    assert {seat: state(client, link) for seat, link in laid["friends"].items()} == before
    assert heard(client, laid["friends"]["1"]) == ["I shall not touch your prince."]
    assert heard(client, laid["friends"]["2"])[1:] == ["Only for you."]
