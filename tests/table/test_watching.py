"""What those who watch see is what the table chose, and nothing more."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from sobremesa.table import watching
from sobremesa.table.live import Table
from tests.table.host import Json, drawing, lay, opened, send, state, stored_match
from tests.waiting import wait_until


def lay_for(client: httpx.Client, chosen: str, sitters: list[str], **options: Any) -> Json:
    answer = client.post("/api/tables", json={
        "game": "block", "options": {"players": len(sitters), "first_player": 0, **options},
        "seats": [{"kind": kind} for kind in sitters], "silence": 0, "watching": chosen,
    })
    assert answer.status_code == 201, answer.text
    laid: Json = answer.json()
    return laid


def table_of(client: TestClient, laid: Json) -> Table:
    table: Table = client.app.state.house.tables[laid["table"]]  # type: ignore[attr-defined]
    return table


def record_deal(client: httpx.Client, link: str) -> list[str]:
    """Gives the first hand of the record that a link may have."""
    (deal,) = re.findall(r'\[Deal "([^"]+)"\]', client.get(f"{link}/record").text)
    hand: list[str] = deal.split("; ")[0].split()
    return hand


def refused(client: httpx.Client, link: str, seat: int) -> str:
    answer = client.get(f"{link}/state", params={"seat": seat})
    return str(answer.json()["code"]) if answer.status_code >= 400 else ""


def play_one(client: httpx.Client, link: str, seat: int) -> None:
    now = state(client, link, seat=seat)
    assert send(client, link, now["number"], seat, now["moves"][0]["move"]).status_code == 200


def test_usually_those_who_watch_see_what_everybody_may_see(url: str) -> None:
    with opened(url) as client:
        laid = lay(client, "block", ["me", "hot"])
        assert state(client, laid["watch"])["seat"] == -1
        for seat in (0, 1):
            assert refused(client, laid["watch"], seat) == "another-seat"


def test_one_seat_is_shown_and_cannot_be_played_from(url: str) -> None:
    with opened(url) as client:
        laid = lay_for(client, "seat:0", ["me", "friend", "friend"])
        now = state(client, laid["watch"])
        assert now["seat"] == 0 and now["turn"] == 0
        assert now["moves"] == [] and now["yours"] == [] and now["folded"] is None
        # It is not the turn of whoever looks on.
        assert now["headline"] == now["scene"]["told"][-1] == "Player 1 is to lead"
        assert state(client, laid["mine"])["headline"] == "Your turn: lead a tile"
        assert drawing(now) != drawing(state(client, laid["friends"]["1"]))
        deal = stored_match(url, laid["table"]).view(0).data["opening"]
        assert record_deal(client, laid["watch"]) == deal["hands"][0]
        assert refused(client, laid["watch"], 1) == "another-seat"
        mine = state(client, laid["mine"])
        answer = send(client, laid["watch"], mine["number"], 0, mine["moves"][0]["move"])
        assert answer.status_code == 403
        # Nor does it hear what is whispered to that seat.
        whisper = {"seat": 1, "to": 0, "text": "psst", "id": "whisper-1"}
        assert client.post(f"{laid['friends']['1']}/talk", json=whisper).status_code == 201
        assert client.get(f"{laid['mine']}/talk").status_code == 200
        assert client.get(f"{laid['watch']}/talk").status_code == 204
        with client.websocket_connect(f"{laid['watch']}/live") as line:
            line.send_json({"last": 0, "heard": 0})
            assert line.receive_json()["seat"] == 0
            assert line.receive_json()["talk"] == []


def test_all_hands_are_shown_when_the_match_is_over(url: str) -> None:
    with opened(url) as client:
        laid = lay_for(client, "after", ["me", "hot"], target=1)
        assert refused(client, laid["watch"], 0) == "another-seat"
        while True:
            now = state(client, laid["mine"], seat=0)
            if now["ended"]:
                break
            if now["over"]:
                client.post(f"{laid['mine']}/next", json={"number": now["number"]})
            else:
                play_one(client, laid["mine"], now["turn"])
        for seat in (0, 1):
            assert state(client, laid["watch"], seat=seat)["seat"] == seat


def test_all_hands_are_shown_late_and_nothing_before(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(url) as client:
        laid = lay_for(client, "late", ["me", "hot"])
        play_one(client, laid["mine"], 0)
        play_one(client, laid["mine"], 1)
        watch, table = laid["watch"], table_of(client, laid)
        # Everybody's side is shown at once, and no hand.
        assert state(client, watch)["number"] == 4
        assert refused(client, watch, 0) == "another-seat"
        # The deal and the first move lie back far enough by now.
        long_ago = time.time() - watching.LATE_BY - 1
        for place in range(3):
            table.events[place] = replace(table.events[place], made=long_ago)
        late = state(client, watch, seat=0)
        assert (late["seat"], late["number"], late["latest"], late["moves"]) == (0, 3, False, [])
        assert late["scene"] != state(client, watch)["scene"]
        assert "three minutes late" in client.get(watch).text
        assert "three minutes late" not in client.get(laid["mine"]).text
        assert client.get(f"{watch}/replay/4", params={"seat": 0}).status_code == 404
        assert client.get(f"{watch}/replay/3", params={"seat": 0}).status_code == 200
        assert client.get(f"{watch}/replay/4").status_code == 200
        hidden = client.get(f"{watch}/record", params={"seat": 0}).text
        assert '[Deal "?7; ?7; ?14"]' in hidden
        with client.websocket_connect(f"{watch}/live") as line:
            line.send_json({"last": 4, "seat": 0})
            assert line.receive_json()["number"] == 3
            # It comes by itself when its time has come.
            table.events[3] = replace(
                table.events[3], made=time.time() - watching.LATE_BY + 0.2
            )
            play_one(client, laid["mine"], 0)
            assert line.receive_json()["number"] == 4
            assert state(client, watch)["number"] == 5


def test_where_nobody_watches_there_is_no_link_to_do_so(url: str) -> None:
    with opened(url) as client:
        laid = lay_for(client, "nobody", ["me", "hot"], target=1)
        assert laid["watch"] == ""
        assert table_of(client, laid).places[-1].key is None
        form = {
            "game": "block", "players": "2", "sitter0": "me", "sitter1": "bot:greedy",
            "watching": "nobody", "target": "20",
        }
        answer = client.post("/tables", data=form, follow_redirects=False)
        assert answer.status_code == 303
        assert "watch=" not in answer.headers["location"]


def test_what_cannot_be_chosen_is_refused(url: str) -> None:
    with opened(url) as client:
        for chosen, kinds in (
            ("everything", ["me", "hot"]), ("seat:2", ["me", "hot"]), ("seat:-1", ["me", "hot"]),
            ("", ["me", "hot"]), ("nobody", ["bot:random", "bot:random"]),
        ):
            answer = client.post("/api/tables", json={
                "game": "block", "options": {"players": 2}, "watching": chosen,
                "seats": [{"kind": kind} for kind in kinds],
            })
            assert (answer.status_code, answer.json()["code"]) == (422, "bad-watching"), chosen


def test_the_next_table_chooses_the_same_and_a_restart_knows_it(url: str) -> None:
    with opened(url) as client:
        laid = lay_for(client, "seat:1", ["me", "bot:random"], target=1)

        def ended() -> bool:
            now = state(client, laid["mine"])
            if now["moves"]:
                send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])
            return bool(now["ended"])

        wait_until(ended)
        link = client.post(f"{laid['mine']}/again").json()["link"]
        watch = link.rsplit("/", 1)[0] + "/" + laid["watch"].rsplit("/", 1)[1]
        assert state(client, watch)["seat"] == 1
    with opened(url) as client:
        assert state(client, watch)["seat"] == 1
