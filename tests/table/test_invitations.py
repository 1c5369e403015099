"""A link that is handed out for somebody else's seat is an invitation, which shows nothing."""

from __future__ import annotations

import asyncio
import itertools
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from sobremesa.table.bell import Bell
from sobremesa.table.clubs import Clubs
from sobremesa.table.invitations import is_ours, new_invitation
from sobremesa.table.storage import share_of
from tests.table.host import claim, handed, opened, send, state, wait_for_turn
from tests.table.test_clubs import entered, made, paired, stored
from tests.table.test_seats import SOON, away, let_stand_in
from tests.table.test_seats import impatient as impatient

FIRST, SECOND = "the-mark-of-the-friend-1", "the-mark-of-another-one-2"
REFUSED = {
    "error": "Take your seat first: open the link of the invitation.", "code": "invitation",
}


def invited(client: httpx.Client) -> tuple[str, str]:
    """Lays a table with a friend who has not come; gives one's own link and the invitation."""
    laid = handed(client, "block", ["me", "friend"], first_player=0)
    return laid["mine"], laid["friends"]["1"]


def refused_line(client: TestClient, link: str) -> Any:
    """Gives why a page of a link is not told what happens."""
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect(f"{link}/live"),
    ):
        pass
    return denied.value.json()


def token_of(link: str) -> dict[str, str]:
    _, _, table, secret = link.split("/")
    return {"Authorization": f"Bearer {table}.{secret}"}


def test_whoever_takes_a_seat_gets_a_link_of_their_own(client: TestClient) -> None:
    mine, invitation = invited(client)
    link = claim(client, invitation, FIRST)
    assert link != invitation
    assert state(client, link)["seat"] == 1
    assert claim(client, invitation, FIRST) == link
    late = client.post(f"{invitation}/claim", json={"id": SECOND})
    assert (late.status_code, late.json()["code"]) == (410, "seat-taken")
    assert state(client, mine)["seat"] == 0 and state(client, link)["seat"] == 1


def test_an_invitation_shows_nothing_before_and_after_its_seat_is_taken(
    client: TestClient
) -> None:
    _, invitation = invited(client)
    asked = [
        f"{invitation}/{what}" for what in (
            "state", "talk", "seats", "replay", "replay/2", "record", "review", "analysis", "why",
        )
    ]
    for status, code in ((403, "invitation"), (410, "seat-taken")):
        for address in asked:
            answer = client.get(address)
            assert (answer.status_code, answer.json()["code"]) == (status, code), address
        assert refused_line(client, invitation)["code"] == code
        for what in ("me", "view", "stream"):
            answer = client.get(f"/api/bots/{what}", headers=token_of(invitation))
            assert (answer.status_code, answer.json()["code"]) == (status, code), what
        _, _, table, secret = invitation.split("/")
        assert client.get(f"/r/{table}/{share_of(secret)}").status_code == 404
        mine = client.post("/api/tables/mine", json={"links": [invitation]})
        assert mine.json() == {"tables": []}
        if status == 403:
            assert client.get(f"{invitation}/state").json() == REFUSED
            claim(client, invitation)


def test_opening_an_invitation_takes_no_seat(client: TestClient) -> None:
    _, invitation = invited(client)
    for _ in range(2):
        shown = client.get(invitation, headers={"Accept": "text/html"})
        assert shown.status_code == 200
        assert "You are invited to Block" in shown.text
        assert "Those who watch see what everybody may see." in shown.text
    mark = re.search(r'name="id" value="([^"]+)"', shown.text)
    assert mark is not None
    ways = [
        client.post(f"{invitation}/claim", data={"id": mark[1]}, follow_redirects=False)
        for _ in range(2)
    ]
    assert [one.status_code for one in ways] == [303, 303]
    assert ways[0].headers["location"] == ways[1].headers["location"]
    assert state(client, ways[0].headers["location"])["seat"] == 1
    taken = client.get(invitation, headers={"Accept": "text/html"})
    assert taken.status_code == 410
    assert "its seat is taken" in taken.text


def test_the_code_of_an_invitation_can_be_shown_to_a_camera(client: TestClient) -> None:
    _, invitation = invited(client)
    drawn = client.get(f"{invitation}/code", params={"origin": "https://table.example"})
    assert drawn.headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("mark", ["short", "", "a mark with spaces in it, long", 7])
def test_a_mark_that_can_be_guessed_takes_no_seat(client: TestClient, mark: object) -> None:
    _, invitation = invited(client)
    answer = client.post(f"{invitation}/claim", json={"id": mark})
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
    claim(client, invitation)


def test_no_seat_is_taken_by_other_links(client: TestClient) -> None:
    mine, invitation = invited(client)
    laid = handed(client, "block", ["me", "friend"])
    elsewhere = laid["friends"]["1"].rpartition("/")[2]
    changed = invitation[:-1] + ("A" if invitation[-1] != "A" else "B")
    foreign = f"{mine.rpartition('/')[0]}/{new_invitation('the key of another house')}"
    for link in (mine, changed, foreign, laid["watch"]):
        answer = client.post(f"{link}/claim", json={"id": FIRST})
        assert (answer.status_code, answer.json()["code"]) == (404, "no-invitation"), link
        program = client.post("/api/bots/claim", headers=token_of(link), json={"id": FIRST})
        assert (program.status_code, program.json()["code"]) == (404, "no-invitation"), link
    nowhere = client.post(f"/t/nowhere/{elsewhere}/claim", json={"id": FIRST})
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "unknown-link")
    odd = client.post(f"/t/%00/{elsewhere}/claim", json={"id": FIRST})
    assert (odd.status_code, odd.json()["code"]) == (404, "unknown-link")
    other = f"{mine.rpartition('/')[0]}/{elsewhere}"
    assert client.post(f"{other}/claim", json={"id": FIRST}).status_code == 410
    claim(client, invitation)


def test_an_invitation_is_signed() -> None:
    made = new_invitation("the key of this house")
    assert is_ours("the key of this house", made)
    assert not is_ours("another key", made)


def test_a_program_takes_a_seat_by_the_token_of_its_invitation(client: TestClient) -> None:
    _, invitation = invited(client)
    answers = [
        client.post("/api/bots/claim", headers=token_of(invitation), json={"id": FIRST})
        for _ in range(2)
    ]
    token = answers[0].json()["token"]
    assert answers[1].json() == {"token": token}
    me = client.get("/api/bots/me", headers={"Authorization": f"Bearer {token}"})
    assert me.json()["seats"] == [1]
    late = client.post("/api/bots/claim", headers=token_of(invitation), json={"id": SECOND})
    assert late.json()["code"] == "seat-taken"


def test_whoever_had_not_come_is_invited_to_the_next_match(
    database: Path, impatient: None
) -> None:
    with opened(database, SOON) as client:
        laid = away(client, handed, target=5)
        mine, invitation = laid["mine"], laid["friends"]["1"]
        assert let_stand_in(client, mine, 1).status_code == 200
        while not (now := wait_for_turn(client, mine))["ended"]:
            if now["over"]:
                client.post(f"{mine}/next", json={"number": now["number"]})
            else:
                send(client, mine, now["number"], 0, now["moves"][0]["move"])
        link = client.post(f"{mine}/again").json()["link"]
        table = link.split("/")[2]
        led = client.get(invitation, follow_redirects=False)
        assert led.headers["location"] == f"/t/{table}/{invitation.rpartition('/')[2]}"
        own = claim(client, invitation, FIRST)
        assert own.split("/")[2] == table and state(client, own)["seat"] == 1


def test_a_seat_is_taken_once_at_two_servers(url: str) -> None:
    with opened(url) as here, opened(url) as there:
        mine, invitation = invited(here)
        # Both have the table in memory.
        for server in (here, there):
            state(server, mine)
        link = claim(there, invitation, FIRST)
        assert state(here, link)["seat"] == state(there, link)["seat"] == 1
        assert claim(here, invitation, FIRST) == link
        late = here.post(f"{invitation}/claim", json={"id": SECOND})
        assert late.json()["code"] == "seat-taken"
        assert here.get(f"{invitation}/state").json()["code"] == "seat-taken"
    with opened(url) as again:
        assert state(again, link)["seat"] == 1
        assert again.get(f"{invitation}/state").json()["code"] == "seat-taken"


def test_a_seat_that_was_taken_elsewhere_is_known_before_there_is_news(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind, deed in itertools.product(Bell.__subclasses__(), ("told", "wrote")):
        monkeypatch.setattr(kind, deed, lambda *news: None)
    with opened(url) as here, opened(url) as there:
        mine, invitation = invited(here)
        state(here, mine)
        link = claim(there, invitation, FIRST)
        assert state(here, link)["seat"] == 1


def test_of_many_who_open_an_invitation_at_once_one_has_the_seat(url: str) -> None:
    with opened(url) as here, opened(url) as there, ThreadPoolExecutor(6) as friends:
        _, invitation = invited(here)

        def come(number: int) -> httpx.Response:
            server: httpx.Client = (here, there)[number % 2]
            return server.post(f"{invitation}/claim", json={"id": f"{FIRST}-{number}"})

        answers = list(friends.map(come, range(6)))
        assert sorted(one.status_code for one in answers) == [201, *[410] * 5]
        link = next(one.json()["link"] for one in answers if one.status_code == 201)
        assert state(here, link)["seat"] == 1


def test_a_friend_comes_while_a_table_waits_for_others_or_later(url: str) -> None:
    for waits in (True, False):
        with opened(url) as client:
            laid = client.post("/tables", follow_redirects=False, data={
                "game": "block", "players": "3", "sitter0": "me", "sitter1": "friend",
                "sitter2": "open",
            }).headers["location"]
            mine, _, given = laid.partition("#")
            invitation = httpx.QueryParams(given)["1"]
            assert "You are invited to Block" in client.get(invitation).text
            assert client.get(f"{invitation}/code?origin=http://x").status_code == 200
            assert refused_line(client, invitation) == REFUSED
            assert client.post(f"{invitation}/leave").json() == REFUSED
            mark = {"id": f"{FIRST}-{waits}"}
            if waits:
                link = claim(client, invitation, mark["id"])
                assert "You are invited" not in client.get(link).text
            came(client, mine, invitation.split("/")[2])
            if not waits:
                seat = invitation.replace("/m/", "/t/")
                assert client.get(seat + "/state").json() == REFUSED
                link = claim(client, invitation, mark["id"])
            assert claim(client, invitation, mark["id"]) == link
            late = client.post(f"{invitation}/claim", json={"id": SECOND})
            assert late.json()["code"] == "seat-taken"
            assert state(client, link.replace("/m/", "/t/"))["seat"] == 1


def came(client: TestClient, mine: str, meeting: str) -> None:
    """Lets somebody take the last chair, and all pages come."""
    sat = client.post(f"/m/{meeting}/sit", follow_redirects=False).headers["location"]
    for link in (mine, sat):
        with client.websocket_connect(f"{link}/live") as line:
            line.send_json({"cut": ""})
            line.receive_json()
    assert client.get(mine, follow_redirects=False).headers["location"].startswith("/t/")


@pytest.mark.parametrize("early", [True, False])
def test_a_partner_takes_their_place_in_a_tournament(url: str, early: bool) -> None:
    with opened(url) as here, opened(url) as there:
        organiser = made(here, game="super-bridge", deals="1")
        _, _, invitation = entered(here, organiser, "Ana", "Ion", come=False).partition("#partner=")
        entered(here, organiser, "Lu", "Mara")
        assert "You are invited to Saturday" in here.get(invitation).text
        if early:
            link = claim(there, invitation, FIRST)
        paired(here, organiser, 0)
        (table,) = stored(url, organiser).awaited()
        at_table = f"/t/{table}/{invitation.rpartition('/')[2]}"
        if not early:
            assert here.get(f"{at_table}/state").json() == REFUSED
            led = here.get(at_table, follow_redirects=False)
            assert led.headers["location"] == invitation
            link = claim(there, invitation, FIRST)
        assert claim(here, invitation, FIRST) == link
        assert claim(here, at_table, FIRST).rpartition("/")[2] == link.rpartition("/")[2]
        for where in (invitation, at_table):
            assert here.post(f"{where}/claim", json={"id": SECOND}).status_code == 410
            assert here.get(where).status_code == 410
        assert here.get(link).status_code == 200
        for server in (here, there):
            own = state(server, f"/t/{table}/{link.rpartition('/')[2]}")["yours"]
            assert len(own) == 1


def test_a_partner_who_comes_while_tables_are_laid_has_a_seat_there(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(url) as here, opened(url) as there:
        organiser = made(here, game="super-bridge", deals="1")
        _, _, invitation = entered(here, organiser, "Ana", "Ion", come=False).partition("#partner=")
        entered(here, organiser, "Lu", "Mara")
        link, lay_one = "", Clubs._lay_one

        async def late(clubs: Clubs, *given: Any) -> None:
            nonlocal link
            link = link or await asyncio.to_thread(claim, there, invitation, FIRST)
            await lay_one(clubs, *given)

        monkeypatch.setattr(Clubs, "_lay_one", late)
        paired(here, organiser, 0)
        (table,) = stored(url, organiser).awaited()
        assert len(state(here, f"/t/{table}/{link.rpartition('/')[2]}")["yours"]) == 1
