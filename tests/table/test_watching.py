"""What those who watch see is what the table chose, and nothing more."""

from __future__ import annotations

import itertools
import re
import time
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select, update

from sobremesa.table import watching
from sobremesa.table.live import Table
from sobremesa.table.storage import EventRow
from tests.table.host import Json, claimed, drawing, kept, lay, opened, send, state, stored_match
from tests.waiting import wait_until

_marks = itertools.count(1000)


def lay_for(client: httpx.Client, chosen: str, sitters: list[str], **options: Any) -> Json:
    answer = client.post("/api/tables", json={
        "game": "block", "options": {"players": len(sitters), "first_player": 0, **options},
        "seats": [{"kind": kind} for kind in sitters], "silence": 0, "watching": chosen,
    })
    assert answer.status_code == 201, answer.text
    return claimed(client, answer.json())


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


def give(client: httpx.Client, link: str, seat: int, yes: bool = True) -> httpx.Response:
    """Answers for a seat whether those who watch shall see more."""
    mark = f"consent-{next(_marks)}"
    return client.post(f"{link}/consent", json={"seat": seat, "yes": yes, "id": mark})


def test_one_seat_is_shown_once_all_agree_and_cannot_be_played_from(url: str) -> None:
    with opened(url) as client:
        laid = lay_for(client, "seat:0", ["me", "friend", "friend"])
        friends = [laid["friends"][seat] for seat in ("1", "2")]
        assert state(client, laid["mine"])["watchers"] == {
            "text": "Those who watch see what everybody may see.", "seat": 0, "agreed": True,
            "asks": "Shall those who watch see what you see, your hand too?",
        }
        asked = state(client, friends[0])["watchers"]
        assert (asked["seat"], asked["agreed"]) == (1, None)
        assert asked["asks"] == "Shall those who watch see what Player 1 sees?"
        for friend, seat in zip(friends, (1, 2), strict=True):
            assert state(client, laid["watch"])["seat"] == -1
            assert refused(client, laid["watch"], 0) == "another-seat"
            assert record_deal(client, laid["watch"]) == ["?7"]
            assert give(client, friend, seat).status_code == 200
        now = state(client, laid["watch"])
        assert now["watchers"] == {
            "text": "Those who watch see what Player 1 sees.", "asks": "", "seat": -1,
            "agreed": None,
        }
        assert now["seat"] == 0 and now["turn"] == 0
        assert now["moves"] == [] and now["yours"] == [] and now["folded"] is None
        # It is not the turn of whoever looks on.
        assert now["headline"] == now["scene"]["told"][-1] == "Player 1 is to lead"
        assert state(client, laid["mine"])["headline"] == "Your turn: lead a tile"
        assert drawing(now) != drawing(state(client, friends[0]))
        deal = stored_match(url, laid["table"]).view(0).data["opening"]
        assert record_deal(client, laid["watch"]) == deal["hands"][0]
        assert refused(client, laid["watch"], 1) == "another-seat"
        mine = state(client, laid["mine"])
        answer = send(client, laid["watch"], mine["number"], 0, mine["moves"][0]["move"])
        assert answer.status_code == 403
        # Nor does it hear what is whispered to that seat.
        whisper = {"seat": 1, "to": 0, "text": "psst", "id": "whisper-1"}
        assert client.post(f"{friends[0]}/talk", json=whisper).status_code == 201
        assert client.get(f"{laid['mine']}/talk").status_code == 200
        assert client.get(f"{laid['watch']}/talk").status_code == 204
        with client.websocket_connect(f"{laid['watch']}/live") as line:
            line.send_json({"last": now["number"], "heard": 0})
            assert line.receive_json()["seat"] == 0
            assert line.receive_json()["talk"] == []


def test_consent_is_taken_back_at_once_also_from_a_page_that_is_open(url: str) -> None:
    with opened(url) as client:
        laid = lay_for(client, "seat:0", ["me", "friend"])
        with client.websocket_connect(f"{laid['watch']}/live") as line:
            line.send_json({"last": 0})
            assert line.receive_json()["seat"] == -1
            first = give(client, laid["friends"]["1"], 1)
            assert line.receive_json()["seat"] == 0
            # The same answer again is no event; nor is one that was sent twice.
            again = give(client, laid["friends"]["1"], 1)
            assert again.json() == first.json()
            assert give(client, laid["mine"], 0, yes=False).status_code == 200
            assert line.receive_json()["seat"] == -1
            play_one(client, laid["mine"], 0)
            assert "seat" not in line.receive_json()
        assert refused(client, laid["watch"], 0) == "another-seat"
        assert state(client, laid["mine"])["watchers"]["agreed"] is False
        # Whoever only watches decides nothing, nor does anybody for another.
        assert give(client, laid["watch"], 0).json()["code"] == "only-watching"
        assert give(client, laid["mine"], 1).json()["code"] == "another-seat"
        assert give(client, laid["mine"], 0).status_code == 200
        assert state(client, laid["watch"])["seat"] == 0


def test_consent_outlives_a_restart_and_counts_at_every_server(url: str) -> None:
    with opened(url) as here, opened(url) as there:
        laid = lay_for(here, "seat:1", ["me", "friend"])
        assert state(there, laid["watch"])["seat"] == -1
        give(there, laid["friends"]["1"], 1)
        assert state(here, laid["watch"])["seat"] == 1
        assert state(there, laid["watch"])["seat"] == 1
    with opened(url) as client:
        assert state(client, laid["watch"])["seat"] == 1
        give(client, laid["friends"]["1"], 1, yes=False)
    with opened(url) as client:
        assert state(client, laid["watch"])["seat"] == -1


def test_a_friend_who_plays_bots_alone_is_asked_too(url: str) -> None:
    with opened(url) as client:
        laid = lay_for(client, "seat:0", ["friend", "bot:random"])
        assert state(client, laid["watch"])["seat"] == -1
        give(client, laid["friends"]["0"], 0)
        assert state(client, laid["watch"])["seat"] == 0
        alone = lay_for(client, "seat:0", ["me", "bot:random"])
        assert state(client, alone["watch"])["seat"] == 0
        assert give(client, alone["mine"], 0).json()["code"] == "no-consent"
        bots = lay_for(client, "seat:0", ["bot:random", "bot:random"])
        assert state(client, bots["watch"])["seat"] == 0


def test_a_table_that_was_laid_before_anybody_was_asked_shows_no_hand(url: str) -> None:
    with opened(url) as client:
        laid = lay_for(client, "seat:0", ["me", "friend"])
    with kept(url) as store, store.transaction() as session:
        first = EventRow.table_id == laid["table"], EventRow.number == 1
        data = dict(session.scalars(select(EventRow.data).where(*first)).one())
        assert data.pop("to_ask") == [1]
        session.execute(update(EventRow).where(*first).values(data=data))
    with opened(url) as client:
        assert state(client, laid["watch"])["seat"] == -1
        give(client, laid["friends"]["1"], 1)
        assert state(client, laid["watch"])["seat"] == -1
        give(client, laid["mine"], 0)
        assert state(client, laid["watch"])["seat"] == 0


@pytest.mark.parametrize("chosen", ["late", "seat:0", "seat:1"])
def test_no_hand_can_be_shown_at_a_table_to_which_strangers_come(
    client: TestClient, chosen: str
) -> None:
    form = {
        "game": "block", "players": "2", "sitter0": "me", "sitter1": "open", "target": "20",
        "watching": chosen,
    }
    answer = client.post("/tables", data=form, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "watching-open")
    assert answer.json()["error"] == (
        "At rated tables and at tables with free seats no hand is shown before the match is over: "
        "choose public or after or nobody."
    )
    page = client.post("/tables", data=form, headers={"accept": "text/html"})
    assert page.status_code == 422 and answer.json()["error"] in page.text
    rated = client.post("/api/tables", json={
        "game": "block", "options": {"players": 2}, "watching": chosen, "rated": True,
        "seats": [{"kind": "me"}, {"kind": "open"}], "clock": {"kind": "move", "time": 60},
    })
    assert rated.status_code == 422


def test_the_lobby_the_invitation_and_whoever_waits_are_told_who_may_watch_what(
    client: TestClient,
) -> None:
    form = {
        "game": "block", "players": "2", "sitter0": "me", "sitter1": "open", "target": "20",
    }
    for chosen, text in (
        ("public", "Those who watch see what everybody may see."),
        ("after", "Those who watch see what everybody may see, and all hands when the match is "
         "over."),
        ("nobody", "Nobody watches this table."),
    ):
        answer = client.post("/tables", data={**form, "watching": chosen}, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        mine = answer.headers["location"].split("#")[0]
        assert text in client.get(mine).text
        assert text in client.get(mine.rsplit("/", 1)[0]).text
        listed = client.get("/lobby").text
        assert (text in listed) == (chosen != "public")
        seat = client.post(f"{mine.rsplit('/', 1)[0]}/sit", data={"name": "Bo"})
        assert seat.status_code == 200
        assert client.post(f"{mine}/leave").status_code == 200


def test_whoever_comes_is_told_what_the_opener_chose_otherwise(client: TestClient) -> None:
    form = {"game": "block", "players": "2", "sitter0": "me", "sitter1": "open"}
    usual = client.post("/tables", data=form, follow_redirects=False).headers["location"]
    mine = client.post(
        "/tables", data={**form, "first_player": "1", "target": "20"}, follow_redirects=False
    ).headers["location"].split("#")[0]
    chosen = "House rules: Points that win the match"
    for page in (mine, mine.rsplit("/", 1)[0]):
        text = client.get(page).text
        assert "House rules:" in text and "First player: 1" in text and ": 20" in text, chosen
    assert "House rules:" not in client.get(usual.split("#")[0]).text
    with client.websocket_connect("/lobby/live") as line:
        told = {one["id"]: one["usual"] for one in line.receive_json()["tables"]}
    assert told == {usual.split("/")[2]: True, mine.split("/")[2]: False}


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


def test_hands_of_a_deal_are_shown_late_when_it_is_over_and_nothing_before(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(url) as client:
        laid = lay_for(client, "late", ["me", "hot"], target=200)
        watch, table = laid["watch"], table_of(client, laid)
        assert give(client, laid["mine"], 0).status_code == 200

        def age(count: int, by: float = watching.LATE_BY + 1) -> None:
            for place in range(count):
                table.events[place] = replace(table.events[place], made=time.time() - by)

        play_one(client, laid["mine"], 0)
        play_one(client, laid["mine"], 1)
        # However long the deal lasts, no hand of it is shown.
        age(table.number)
        assert state(client, watch)["number"] == table.number
        assert refused(client, watch, 0) == "another-seat"
        while not table.match.round.over:
            play_one(client, laid["mine"], table.match.turn)
        ended = table.number
        client.post(f"{laid['mine']}/next", json={"number": ended})
        play_one(client, laid["mine"], table.match.turn)
        # The first deal lies back far enough by now, but for its last moves.
        age(ended - 1)
        late = state(client, watch, seat=0)
        assert (late["seat"], late["number"], late["latest"], late["moves"]) == (
            0, ended - 1, False, []
        )
        assert late["scene"] != state(client, watch)["scene"]
        assert "three minutes later" in client.get(watch).text
        assert client.get(f"{watch}/replay/{ended}", params={"seat": 0}).status_code == 404
        assert client.get(f"{watch}/replay/{ended - 1}", params={"seat": 0}).status_code == 200
        assert client.get(f"{watch}/replay/{ended}").status_code == 200
        hidden = client.get(f"{watch}/record", params={"seat": 0}).text
        assert hidden.rstrip().rpartition('[Deal "')[2].startswith('?7; ?7; ?14"]')
        with client.websocket_connect(f"{watch}/live") as line:
            line.send_json({"last": 4, "seat": 0})
            while line.receive_json()["number"] < ended - 1:
                pass
            # It comes by itself when its time has come.
            table.events[ended - 1] = replace(
                table.events[ended - 1], made=time.time() - watching.LATE_BY + 0.2
            )
            play_one(client, laid["mine"], table.match.turn)
            assert line.receive_json()["number"] == ended
        # What is dealt after it stays hidden, however old it is.
        age(table.number)
        assert state(client, watch, seat=0)["number"] == ended


def test_what_stays_hidden_for_good_is_not_shown_after_the_match(url: str) -> None:
    """In poker a hand that was folded is nobody else's business, whoever laid the table."""
    with opened(url) as client:
        answer = client.post("/api/tables", json={
            "game": "domino-poker", "options": {"players": 2}, "watching": "after",
            "seats": [{"kind": "me"}, {"kind": "friend"}],
        })
        laid = answer.json()
        table = table_of(client, laid)
        while not table.match.over:
            if table.match.round.over:
                rng = table.start.rng(len(table.match.rounds()) + 1, 0)
                table.match.next_round(table.game.deal_next(rng, table.match.round).opening())
            else:
                table.match.play(table.match.round.moves()[0])
        assert watching.seats_to_watch(table) == (-1,)


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
