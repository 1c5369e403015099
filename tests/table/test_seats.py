"""Who is here, and bots that hold the seats of persons who are away."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from sobremesa import bots
from sobremesa.table import live, presence
from sobremesa.table.events import BACK, STAND_IN
from sobremesa.table.live import Pace
from tests.table.host import Json, kept, lay, opened, send, state, wait_for_turn
from tests.waiting import wait_until

# Whoever has no connection is away at once.
SOON = Pace(bot=0.0, answer=0.0, next_hand=600.0, absence=0.001)
_ids = itertools.count()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who has asked something counts as here for longer than a moment."""
    monkeypatch.setattr(presence, "LINGER", 0.0)
    monkeypatch.setattr(presence, "NOTE_HOLDS", 0.0)
    monkeypatch.setattr(presence, "READ_EVERY", 0.05)
    monkeypatch.setattr(live, "READ_EVERY", 0.05)
    monkeypatch.setattr(live, "BEAT", 0.05)


def seats(client: httpx.Client, link: str) -> Json:
    answer = client.get(f"{link}/seats")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def let_stand_in(client: httpx.Client, link: str, seat: int, mark: str = "") -> Any:
    return client.post(
        f"{link}/stand-in", json={"seat": seat, "id": mark or f"away-{next(_ids):08}"}
    )


def told(line: Any, wanted: list[str]) -> None:
    """Reads what a page is told until it is told that."""
    while line.receive_json()["presence"] != wanted:
        pass


def test_everybody_knows_who_has_come_and_who_has_not(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend", "friend", "bot:random"])
    one, two = laid["friends"]["1"], laid["friends"]["2"]
    assert seats(client, laid["watch"])["presence"] == ["not-yet", "not-yet", "not-yet", ""]
    assert seats(client, laid["mine"])["presence"] == ["here", "not-yet", "not-yet", ""]
    assert seats(client, one)["presence"] == ["here", "here", "not-yet", ""]
    state(client, two)
    for link in (laid["watch"], laid["mine"], one, two):
        assert seats(client, link)["presence"] == ["here", "here", "here", ""]


def test_a_replay_that_was_shared_is_nobodys_presence(client: TestClient) -> None:
    from sobremesa.table.storage import share_of

    laid = lay(client, "block", ["me", "friend"])
    friend = laid["friends"]["1"]
    shared = f"/r/{laid['table']}/{share_of(friend.rsplit('/', 1)[1])}"
    assert client.get(shared).status_code == 200
    assert seats(client, laid["mine"])["presence"] == ["here", "not-yet"]


def test_who_comes_and_goes_is_told_to_an_open_page(
    client: TestClient, impatient: None
) -> None:
    laid = lay(client, "block", ["me", "friend"])
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": 0, "seats": True})
        assert line.receive_json()["number"] == 2
        assert line.receive_json()["presence"] == ["here", "not-yet"]
        with client.websocket_connect(laid["friends"]["1"] + "/live") as other:
            other.send_json({"last": 0})
            assert other.receive_json()["number"] == 2
            told(line, ["here", "here"])
        told(line, ["here", "away"])


def test_a_page_that_does_not_ask_is_not_told(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": 0})
        assert line.receive_json()["number"] == 2
        seats(client, laid["friends"]["1"])
        client.post(f"{laid['mine']}/name", json={"seat": 0, "name": "Zoé"})
        assert line.receive_json()["names"][0] == "Zoé"


def test_who_is_connected_to_another_server_is_here(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", 0.05)
    with opened(url) as here, opened(url) as there:
        laid = lay(here, "block", ["me", "friend"])
        seats(here, laid["mine"])
        wait_until(lambda: seats(there, laid["watch"])["presence"] == ["here", "not-yet"])
        seats(there, laid["friends"]["1"])
        wait_until(lambda: seats(here, laid["watch"])["presence"] == ["here", "here"])


def test_who_comes_while_another_server_reads_the_table_is_here(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", 600.0)
    with opened(database) as here, opened(database) as there, kept(database) as store:
        laid = lay(here, "block", ["me", "friend"])
        load = live.House._load

        def read(house: live.House, name: str) -> live.Table | None:
            found = load(house, name)
            store.note_signs({(name, 1): time.time()})
            return found

        monkeypatch.setattr(live.House, "_load", read)
        wait_until(lambda: seats(there, laid["watch"])["presence"] == ["not-yet", "here"])


def test_after_a_restart_those_who_came_are_known(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", 0.05)
    with opened(database) as client:
        laid = lay(client, "block", ["me", "friend", "friend"])
        state(client, laid["friends"]["1"])
        with kept(database) as store:
            wait_until(lambda: bool(store.signs([laid["table"]])))
    monkeypatch.setattr(presence, "NOTE_HOLDS", 0.0)
    with opened(database) as client:
        assert seats(client, laid["watch"])["presence"] == ["not-yet", "away", "not-yet"]


# A bot holds the seat ----------------------------------------------------------------------


def away(client: httpx.Client, lay: Callable[..., Json] = lay, **options: Any) -> Json:
    """Lays a table at which it is the turn of somebody who is not there."""
    laid = lay(client, "block", ["me", "friend", "bot:random"], first_player=1, **options)
    assert state(client, laid["mine"])["turn"] == 1
    return laid


def test_a_bot_plays_for_a_person_who_is_away_until_they_are_back(
    database: Path, impatient: None
) -> None:
    with opened(database, SOON) as client:
        laid = away(client)
        assert seats(client, laid["mine"])["absent"] == [1]
        answer = let_stand_in(client, laid["mine"], 1)
        assert answer.status_code == 200, answer.text
        now = wait_for_turn(client, laid["mine"])
        assert now["turn"] == 0 and now["moves"]
        assert now["bots"][1] == bots.usual("block")
        told = seats(client, laid["mine"])
        assert (told["held"], told["absent"]) == ([1], [])
        # The person is back, and is asked in place of the bot.
        assert state(client, laid["friends"]["1"])["turn"] == 0
        send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])
        back = wait_for_turn(client, laid["friends"]["1"])
        assert back["bots"][1] == "" and back["turn"] == 1
        told = seats(client, laid["mine"])
        assert told["held"] == []
        answer = send(
            client, laid["friends"]["1"], back["number"], 1, back["moves"][0]["move"]
        )
        assert answer.status_code == 200, answer.text
    with kept(database) as store:
        kinds = [one.kind for one in store.events(laid["table"])]
        assert (kinds.count(STAND_IN), kinds.count(BACK)) == (1, 1)


def test_everybody_is_told_in_words(database: Path, impatient: None) -> None:
    with opened(database, SOON) as client:
        laid = away(client)
        client.post(f"{laid['friends']['1']}/name", json={"seat": 1, "name": "Radu"})
        let_stand_in(client, laid["mine"], 1)
        wait_for_turn(client, laid["mine"])
        state(client, laid["friends"]["1"])
        for link in (laid["mine"], laid["watch"], laid["friends"]["1"]):
            heard = client.get(f"{link}/talk").json()["talk"]
            assert [(line["name"], line["text"]) for line in heard] == [
                ("Player 1", "Radu is away: a bot holds the seat until they are back."),
                ("Radu", "I am back."),
            ]


def test_a_restart_and_another_server_know_who_holds_the_seat(
    url: str, impatient: None
) -> None:
    never = Pace(bot=600.0, answer=600.0, next_hand=600.0, absence=0.001)
    with opened(url, never) as client:
        laid = away(client)
        assert let_stand_in(client, laid["mine"], 1).status_code == 200
        with opened(url, never) as other:
            assert seats(other, laid["mine"])["held"] == [1]
    with opened(url, SOON) as client:
        # Nobody opens the table until the bot has moved.
        with kept(url) as store:
            wait_until(lambda: len(store.events(laid["table"])) > 4)
        assert seats(client, laid["mine"])["held"] == [1]
        assert wait_for_turn(client, laid["mine"])["turn"] == 0


@pytest.mark.parametrize(("who", "seat", "status", "code"), [
    ("watch", 1, 403, "only-watching"),
    ("mine", 0, 422, "no-stand-in"),
    ("mine", 2, 422, "no-stand-in"),
    ("mine", 9, 422, "no-stand-in"),
    ("mine", -1, 422, "no-stand-in"),
])
def test_only_those_who_sit_may_let_a_bot_hold_only_another_persons_seat(
    database: Path, impatient: None, who: str, seat: int, status: int, code: str
) -> None:
    with opened(database, SOON) as client:
        laid = away(client)
        refused = let_stand_in(client, laid[who], seat)
        assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_nobody_who_is_connected_loses_the_seat(client: TestClient) -> None:
    laid = away(client)
    assert seats(client, laid["mine"])["absent"] == []
    refused = let_stand_in(client, laid["mine"], 1)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-away")
    assert "60 seconds" in refused.json()["error"]


def test_somebody_with_an_open_page_is_never_away(database: Path, impatient: None) -> None:
    with opened(database, SOON) as client:
        laid = away(client)
        with client.websocket_connect(laid["friends"]["1"] + "/live") as line:
            line.send_json({"last": 0})
            line.receive_json()
            assert seats(client, laid["mine"])["absent"] == []
            assert let_stand_in(client, laid["mine"], 1).status_code == 409


def test_asked_for_twice_it_is_done_once(database: Path, impatient: None) -> None:
    with opened(database, SOON) as client:
        laid = away(client)
        first = let_stand_in(client, laid["mine"], 1, "the-same-id")
        again = let_stand_in(client, laid["mine"], 1, "the-same-id")
        assert (first.status_code, first.json()) == (again.status_code, again.json())
        held = let_stand_in(client, laid["mine"], 1)
        assert (held.status_code, held.json()["code"]) == (409, "held")
        assert len(client.get(f"{laid['mine']}/talk").json()["talk"]) == 1


def test_a_move_made_while_a_seat_changes_hands_is_not_too_late(
    database: Path, impatient: None
) -> None:
    with opened(database, SOON) as client:
        laid = lay(client, "block", ["me", "friend"], first_player=0)
        now = state(client, laid["mine"])
        assert let_stand_in(client, laid["mine"], 1).status_code == 200
        move = now["moves"][0]["move"]
        assert send(client, laid["mine"], now["number"], 0, move).status_code == 200


def test_what_a_bot_played_for_somebody_can_be_replayed_and_written_down(
    database: Path, impatient: None
) -> None:
    with opened(database, SOON) as client:
        laid = away(client)
        let_stand_in(client, laid["mine"], 1)
        number = wait_for_turn(client, laid["mine"])["number"]
        for at in range(2, number + 1):
            assert client.get(f"{laid['mine']}/replay/{at}").status_code == 200
        assert client.get(f"{laid['mine']}/record").status_code == 200
