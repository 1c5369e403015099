"""Meeting others: open tables, playing now, chairs taken and given back, and bots for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from sobremesa.record import fair
from sobremesa.table.app import create_app
from sobremesa.table.fate import Fate
from sobremesa.table.serve import database_url
from tests.table.host import AT_ONCE, Json, claim, opened, send, state
from tests.waiting import wait_until

# A chair is free at once when its page is gone, or never while a test goes on.
SOON = replace(AT_ONCE, linger=0.05)
NEVER = replace(AT_ONCE, linger=600.0)


def play(client: httpx.Client, game: str = "block", pace: str = "calm", name: str = "") -> str:
    """Asks for a table now; gives the link of the chair."""
    answer = client.post(
        "/play", data={"game": game, "pace": pace, "name": name}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def meeting_of(link: str) -> str:
    return link.split("/")[2]


@contextmanager
def waiting(client: TestClient, link: str, cut: str = "") -> Iterator[Any]:
    with client.websocket_connect(f"{link}/live") as line:
        line.send_json({"cut": cut})
        yield line


def told_until(line: Any, field: str) -> Json:
    """Reads what a page is told until it says something there."""
    while True:
        told: Json = line.receive_json()
        if told[field]:
            return told


def lobby(client: TestClient) -> list[Json]:
    with client.websocket_connect("/lobby/live") as line:
        found: list[Json] = line.receive_json()["tables"]
        return found


def test_two_who_want_the_same_meet_at_one_table_and_play(url: str) -> None:
    with opened(url, NEVER) as client:
        ana, ion = play(client, name="Ana"), play(client, name="Ion")
        assert meeting_of(ana) == meeting_of(ion)
        with waiting(client, ana) as hers:
            told = hers.receive_json()
            assert (told["chairs"], told["yours"], told["go"]) == (["Ana", "Ion"], [0], "")
            with waiting(client, ion) as his:
                assert told_until(his, "go")["go"] == ion.replace("/m/", "/t/")
            assert told_until(hers, "go")["go"] == ana.replace("/m/", "/t/")
        seats = [link.replace("/m/", "/t/") for link in (ana, ion)]
        now = state(client, seats[0])
        assert now["names"] == ["Ana", "Ion"]
        assert now["clock"]["of"] == 60
        turn = now["turn"]
        mine = state(client, seats[turn])
        assert send(
            client, seats[turn], mine["number"], turn, mine["moves"][0]["move"]
        ).status_code == 200
        # Every old link leads to the table, and it is open no more.
        assert client.get(ana, follow_redirects=False).headers["location"] == seats[0]
        assert client.get(f"/m/{meeting_of(ana)}").status_code == 404
        assert lobby(client) == []


@pytest.mark.parametrize(("game", "pace"), [("draw", "calm"), ("block", "quick")])
def test_whoever_wants_something_else_waits_elsewhere(
    client: TestClient, game: str, pace: str
) -> None:
    first = play(client)
    assert meeting_of(play(client, game, pace)) != meeting_of(first)
    assert meeting_of(play(client)) == meeting_of(first)


def test_a_page_of_the_lobby_is_told_of_every_change(url: str) -> None:
    with opened(url, NEVER) as client, client.websocket_connect("/lobby/live") as line:
        assert line.receive_json()["tables"] == []
        link = play(client, "djambi", "quick", "Ana")
        (table,) = line.receive_json()["tables"]
        assert (table["id"], table["game"], table["free"], table["names"]) == (
            meeting_of(link), "Djambi", 3, ["Ana"]
        )
        sat = client.post(
            f"/m/{table['id']}/sit", data={"name": "Ion"}, follow_redirects=False
        ).headers["location"]
        assert line.receive_json()["tables"][0]["names"] == ["Ana", "Ion"]
        client.post(f"{sat}/leave", follow_redirects=False)
        assert line.receive_json()["tables"][0]["free"] == 3
        client.post(f"{link}/leave", follow_redirects=False)
        assert line.receive_json()["tables"] == []
        assert client.get(link).status_code == 404


def test_what_happens_at_one_server_is_seen_at_the_other(url: str) -> None:
    with opened(url, NEVER) as here, opened(url, NEVER) as there:
        with there.websocket_connect("/lobby/live") as line:
            assert line.receive_json()["tables"] == []
            ana = play(here, name="Ana")
            assert line.receive_json()["tables"][0]["names"] == ["Ana"]
            ion = play(there, name="Ion")
            assert meeting_of(ana) == meeting_of(ion)
        with waiting(here, ana) as hers, waiting(there, ion) as his:
            assert told_until(hers, "go") and told_until(his, "go")
        assert state(there, ana.replace("/m/", "/t/"))["names"] == ["Ana", "Ion"]


def test_all_who_wait_agree_to_bots_or_nobody_gets_them(url: str) -> None:
    with opened(url, NEVER) as client:
        ana, ion = play(client, "djambi"), play(client, "djambi")
        with waiting(client, ana) as hers, waiting(client, ion) as his:
            # A page is told nothing before it has come, and nobody gets bots before all have.
            assert hers.receive_json()["bots"] is his.receive_json()["bots"] is False
            answer = client.post(f"{ana}/bots", json={"bots": True})
            assert answer.json() == {"open": True}
            told = told_until(his, "agreed")
            assert (told["agreed"], told["waiting"], told["bots"]) == (1, 2, False)
            assert client.post(f"{ion}/bots", json={"bots": True}).json() == {"open": False}
            assert told_until(hers, "go")["go"] == ana.replace("/m/", "/t/")
        now = state(client, ana.replace("/m/", "/t/"))
        assert [bool(one) for one in now["bots"]] == [False, False, True, True]


def test_bots_are_offered_after_a_while(database: str) -> None:
    for company, least, most in ((100.0, 90, 100), (0.0, 0, 0)):
        with (
            opened(database, replace(NEVER, company=company)) as client,
            waiting(client, play(client, "draw")) as line,
        ):
            assert least <= line.receive_json()["offer"] <= most


def test_the_chair_of_whoever_goes_is_free_for_the_next(url: str) -> None:
    with opened(url, replace(AT_ONCE, linger=2.0)) as client:
        with ExitStack() as stack:
            ana = play(client, "djambi", name="Ana")
            hers = stack.enter_context(waiting(client, ana))
            ion = play(client, "djambi", name="Ion")
            with waiting(client, ion):
                while hers.receive_json()["chairs"][:2] != ["Ana", "Ion"]:
                    pass
            # His page is gone, and with it his chair; hers is not.
            while hers.receive_json()["chairs"][:2] != ["Ana", ""]:
                pass
            assert client.get(ion).status_code == 404
        wait_until(lambda: client.get(ana).status_code == 404)
        wait_until(lambda: lobby(client) == [])


def lines_of(client: TestClient, link: str) -> set[str]:
    """Names the connections that keep the chairs of a meeting."""
    known = client.app.state.lobby.known[meeting_of(link)]  # type: ignore[attr-defined]
    return {one.line for one in known.chairs if one.line}


def test_an_old_connection_takes_nobodys_chair(url: str) -> None:
    with opened(url, NEVER) as client:
        ana = play(client)
        (asked,) = lines_of(client, ana)
        with waiting(client, ana) as line:
            assert line.receive_json()["yours"] == [0]
            (first,) = lines_of(client, ana)
            with waiting(client, ana) as again:
                assert again.receive_json()["yours"] == [0]
                (second,) = lines_of(client, ana)
            lobby, house = client.app.state.lobby, client.app.state.house  # type: ignore[attr-defined]
            house.pace = replace(NEVER, linger=0.0)
            assert client.portal is not None
            for old in (asked, second):
                client.portal.call(lobby._free, meeting_of(ana), old)
                # The page that is still open keeps it.
                assert lines_of(client, ana) == {first if old == second else second}
        wait_until(lambda: client.get(ana).status_code == 404)


def test_chairs_that_a_dead_server_kept_are_freed_by_the_next(url: str) -> None:
    with opened(url, NEVER) as client:
        ana, ion = play(client, "djambi"), play(client, "djambi", "days")
    with opened(url, SOON) as client:
        wait_until(lambda: client.get(ana).status_code == 404)
        # By correspondence a chair is kept.
        assert client.get(ion).status_code == 200
        assert [one["id"] for one in lobby(client)] == [meeting_of(ion)]


def test_by_correspondence_nobody_has_to_stay(url: str) -> None:
    with opened(url, SOON) as client:
        ana = play(client, pace="days")
        mine = client.post("/api/tables/mine", json={"links": [ana]}).json()["tables"]
        assert [(one["link"], one["headline"]) for one in mine] == [(ana, "Waiting for others")]
        ion = play(client, pace="days")
        now = state(client, ion.replace("/m/", "/t/"))
        assert now["clock"]["of"] == 3 * 24 * 3600
        mine = client.post("/api/tables/mine", json={"links": [ana]}).json()["tables"]
        assert mine[0]["link"] == ana and mine[0]["headline"] != "Waiting for others"


def test_the_form_of_a_game_opens_a_table_for_friends_bots_and_whoever_comes(url: str) -> None:
    with opened(url, NEVER) as client:
        answer = client.post("/tables", follow_redirects=False, data={
            "game": "block", "players": "4", "sitter0": "me", "sitter0.name": "Ana",
            "sitter1": "open", "sitter2": "friend", "sitter3": "bot:greedy",
            "clock": "increment", "clock.minutes": "10",
        })
        assert answer.status_code == 303, answer.text
        link, _, links = answer.headers["location"].partition("#")
        kept = dict(one.split("=") for one in links.split("&"))
        assert set(kept) == {"2", "watch"}
        with waiting(client, link) as line:
            line.receive_json()
            (table,) = lobby(client)
            assert (table["free"], table["usual"]) == (1, True)
            ion = client.post(f"/m/{table['id']}/sit", follow_redirects=False).headers["location"]
            with waiting(client, ion) as his:
                assert told_until(his, "go")
        friend = claim(client, client.get(kept["2"], follow_redirects=False).headers["location"])
        for seat in (link, ion, friend, kept["watch"]):
            assert state(client, seat.replace("/m/", "/t/"))["clock"]["banks"] == [600] * 4


def test_everybody_adds_to_deals_that_were_promised_before(url: str) -> None:
    app = create_app(database_url(url), pace=NEVER, fate=Fate(), workers=1)
    with TestClient(app) as client:
        ana, ion = play(client), play(client)
        promise = client.get(ana).text.partition('data-promise="')[2][:64]
        with waiting(client, ana, "hers") as hers, waiting(client, ion, "his-own") as his:
            told_until(hers, "go")
            told_until(his, "go")
        told = state(client, ana.replace("/m/", "/t/"))["fair"]
        assert (told["promise"], told["cut"]) == (promise, ["1:hers", "2:his-own"])
        table = app.state.house.tables[meeting_of(ana)]
        secret = table.start.secret
        assert fair.promise(secret) == promise
        assert table.start.seed == fair.seed_of(secret, 1, ["1:hers", "2:his-own"])


@pytest.mark.parametrize("asked", [
    {"game": "block", "pace": "never"}, {"game": "squeeze", "pace": "calm"},
    {"game": "chess", "pace": "calm"}, {"game": "block", "pace": "calm", "name": "x" * 99},
    {},
])
def test_what_cannot_be_played_now_is_refused_and_opens_nothing(
    client: TestClient, asked: Json
) -> None:
    answer = client.post("/play", data=asked, follow_redirects=False)
    assert answer.status_code in (404, 422), answer.text
    assert lobby(client) == []


def test_bad_chairs_links_and_greetings_are_refused(client: TestClient) -> None:
    ana = play(client, name="Ana")
    meeting = f"/m/{meeting_of(ana)}"
    for path in (f"{meeting}/no-such-secret", "/m/no-such-meeting", f"{meeting}/x/code"):
        assert client.get(path).status_code == 404, path
    same = client.post(f"{meeting}/sit", data={"name": "Ána"}, follow_redirects=False)
    assert same.json()["code"] == "same-name"
    for greeting in ("[]", "{", '{"cut": "no spaces"}', '"cut"'):
        with client.websocket_connect(f"{ana}/live") as line:
            line.send_text(greeting)
            assert line.receive()["type"] == "websocket.close"
    assert client.post(f"{meeting}/x/bots", json={"bots": True}).status_code == 404
    assert client.post(f"{ana}/bots", json={"bots": "yes"}).status_code == 422
    code = client.get(f"{meeting}/code", params={"origin": "https://table.example.org"})
    assert code.headers["content-type"] == "image/svg+xml"


def test_a_full_table_takes_nobody_more_however_many_ask_at_once(url: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with opened(url, NEVER) as client, ThreadPoolExecutor(8) as many:
        meeting = f"/m/{meeting_of(play(client, 'djambi'))}"
        answers = list(many.map(
            lambda _: client.post(f"{meeting}/sit", follow_redirects=False), range(8)
        ))
        seats = {one.headers["location"] for one in answers if one.status_code == 303}
        assert len(seats) == 3
        assert {one.json()["code"] for one in answers if one.status_code != 303} <= {
            "full", "stale"
        }
