"""The live connection: numbered events, catch-up, and races for a number."""

from __future__ import annotations

import gc
import json
import threading
import weakref
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from websockets.sync.client import connect

import sobremesa
from sobremesa.table import live
from sobremesa.table.followers import CATCH_UP
from tests.following import comparable, follow
from tests.laws import one_of_each_family
from tests.table.host import Json, Server, asking, lay, send, state, stored_match
from tests.waiting import PATIENCE, wait_until


def play_moves(client: TestClient, laid: Json, count: int) -> None:
    """Plays `count` moves for whoever is to decide."""
    links = [laid["mine"], laid["friends"]["1"]]
    for _ in range(count):
        turn = state(client, links[0])["turn"]
        now = state(client, links[turn])
        answer = send(client, links[turn], now["number"], turn, now["moves"][0]["move"])
        assert answer.status_code == 200, answer.text


def test_every_event_arrives_once_and_in_order(client: TestClient) -> None:
    laid = lay(client, "draw", ["me", "friend"])
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": 0})
        assert line.receive_json()["number"] == 2
        play_moves(client, laid, 5)
        assert [line.receive_json()["number"] for _ in range(5)] == [3, 4, 5, 6, 7]


def test_after_a_dropped_connection_the_missing_events_are_sent(client: TestClient) -> None:
    laid = lay(client, "draw", ["me", "friend"])
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": 0})
        seen = line.receive_json()["number"]
    play_moves(client, laid, 6)
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": seen})
        known = [follow(None, line.receive_json())]
        for _ in range(5):
            known.append(follow(known[-1], line.receive_json()))
    assert [one["number"] for one in known] == list(range(seen + 1, seen + 7))
    assert [one["latest"] for one in known] == [False] * 5 + [True]
    assert all(not one["moves"] for one in known[:-1])
    assert comparable(known[-1]) == comparable(follow(None, state(client, laid["mine"])))


@pytest.mark.parametrize("game", one_of_each_family())
def test_what_is_told_step_by_step_leads_to_what_is_told_at_once(
    client: TestClient, game: str
) -> None:
    players = int(sobremesa.game(game).players)
    laid = lay(client, game, ["me"] * players)
    link = laid["mine"]
    with client.websocket_connect(link + "/live") as line:
        line.send_json({"last": 0, "seat": 0})
        known = follow(None, line.receive_json())
        for _ in range(12):
            now = state(client, link)
            turn = now["turn"]
            if turn < 0:
                break
            mine = state(client, link, seat=turn, fits="yes")
            moves = mine["moves"] or [{"move": one[0]} for one in mine["folded"]["moves"]]
            send(client, link, now["number"], turn, moves[0]["move"])
            told = line.receive_json()
            assert len(json.dumps(told)) < len(json.dumps(state(client, link, seat=0)))
            known = follow(known, told)
            while known["number"] < state(client, link)["number"]:
                known = follow(known, line.receive_json())
        whole = follow(None, state(client, link, seat=0))
    known["clock"] = whole["clock"]
    assert comparable(known) == comparable(whole)


def test_who_missed_much_gets_the_table_as_it_stands(client: TestClient) -> None:
    laid = lay(client, "draw", ["me", "friend"])
    play_moves(client, laid, CATCH_UP + 3)
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": 2})
        assert line.receive_json() == state(client, laid["mine"])


def test_a_page_that_has_seen_all_gets_the_table_once_more(client: TestClient) -> None:
    laid = lay(client, "draw", ["me", "friend"])
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": 2, "shape": "tall"})
        assert line.receive_json() == state(client, laid["mine"], shape="tall")
        line.send_json({"last": 2, "shape": "wide"})
        assert line.receive_json() == state(client, laid["mine"], shape="wide")


def test_a_new_name_reaches_everybody(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": 0})
        line.receive_json()
        client.post(f"{laid['friends']['1']}/name", json={"seat": 1, "name": "Ilinca"})
        message = line.receive_json()
    assert (message["number"], message["names"][1]) == (2, "Ilinca")


def test_asking_again_without_news_answers_nothing(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    answer = client.get(f"{laid['mine']}/state", params={"last": 2})
    assert (answer.status_code, answer.content) == (204, b"")


def test_of_two_who_race_for_a_number_exactly_one_wins(database: Path) -> None:
    with Server(database) as server, asking(server.url) as client:
        laid = lay(client, "block", ["me", "hot"], first_player=0)
        now = state(client, laid["mine"], seat=0)
        choices = [one["move"] for one in now["moves"]]
        answered: list[httpx.Response] = []
        start = threading.Barrier(len(choices))

        def race(move: int) -> None:
            with asking(server.url) as own:
                start.wait()
                answered.append(send(own, laid["mine"], now["number"], 0, move))

        racers = [threading.Thread(target=race, args=(move,)) for move in choices]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        statuses = sorted(answer.status_code for answer in answered)
        assert statuses == [200] + [409] * (len(choices) - 1)
        assert len(stored_match(database, laid["table"]).round.log) == 1


def test_two_servers_on_one_database_never_write_the_same_number_and_tell_each_others_news(
    database: Path,
) -> None:
    with Server(database) as one, Server(database) as two:
        with asking(one.url) as here, asking(two.url) as there:
            laid = lay(here, "block", ["me", "hot"], first_player=0)
            now = state(here, laid["mine"], seat=0)
            assert state(there, laid["mine"], seat=0) == now
            moves = [choice["move"] for choice in now["moves"]]
            assert send(here, laid["mine"], now["number"], 0, moves[0]).status_code == 200
            late = send(there, laid["mine"], now["number"], 0, moves[1])
            assert (late.status_code, late.json()["code"]) == (409, "stale")
            assert state(there, laid["mine"], seat=0) == state(here, laid["mine"], seat=0)
            address = there.base_url.copy_with(scheme="ws", path=laid["mine"] + "/live")
            with connect(str(address)) as line:
                line.send(json.dumps({"last": 3, "seat": 1}))
                now = json.loads(line.recv(PATIENCE))
                answer = send(here, laid["mine"], 3, 1, now["moves"][0]["move"])
                assert answer.status_code == 200
                assert json.loads(line.recv(PATIENCE))["number"] == 4
        assert len(stored_match(database, laid["table"]).round.log) == 2


def test_tables_that_are_over_are_let_go_and_free_at_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing waits for the search for garbage, which comes seldom."""
    monkeypatch.setattr(live, "KEPT_OVER", 1)
    house = client.app.state.house  # type: ignore[attr-defined]
    links = [lay(client, "block", ["me", "hot"], target=1)["mine"] for _ in range(3)]
    for link in links[:2]:
        while not (now := state(client, link))["ended"]:
            if now["next"]:
                client.post(f"{link}/next", json={"number": now["number"]})
                continue
            seat = now["turn"]
            now = state(client, link, seat=seat)
            send(client, link, now["number"], seat, now["moves"][0]["move"])
    first = weakref.ref(house.tables[links[0].split("/")[2]])
    client.portal.call(_forget_over, house)  # type: ignore[union-attr]
    assert len(house.tables) == 3, "somebody has just looked"
    for table in house.tables.values():
        table.looked_at = -live.LOOKED_AT
    house.told_looks["gone"] = 1.0
    gc.disable()
    try:
        client.portal.call(_forget_over, house)  # type: ignore[union-attr]
        wait_until(lambda: first() is None)
    finally:
        gc.enable()
    assert sorted(table.is_done for table in house.tables.values()) == [False, True]
    assert not house.told_looks
    assert state(client, links[0])["ended"]


async def _forget_over(house: live.House) -> None:
    house._forget_over()
