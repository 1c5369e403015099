"""What people do not want of each other: muting, blocking, and reports to the owner."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from sobremesa.cli import main
from sobremesa.table.accounts import Accounts
from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from tests.table.host import AT_ONCE, Json, kept, lay, opened, state
from tests.table.test_accounts import ask, register
from tests.table.test_talk import heard, say


@contextmanager
def two_browsers(url: str, limits: Limits | None = None) -> Iterator[tuple[TestClient, TestClient]]:
    """Two persons with browsers of their own at one server."""
    with opened(url, AT_ONCE, limits) as one:
        yield one, TestClient(one.app)


def table(client: httpx.Client) -> tuple[Json, dict[int, str]]:
    laid = lay(client, "block", ["me", "friend", "friend"], first_player=0)
    return laid, {0: laid["mine"], **{int(seat): one for seat, one in laid["friends"].items()}}


def post(client: httpx.Client, link: str, where: str, **wish: Any) -> Any:
    return client.post(f"{link}/{where}", json=wish)


def texts(client: TestClient, link: str) -> list[str]:
    return [line["text"] for line in heard(client, link)]


def test_who_mutes_another_hears_nothing_of_them_and_others_do(url: str) -> None:
    with opened(url) as client:
        _, links = table(client)
        say(client, links[1], 1, text="first")
        assert post(client, links[0], "mute", other=1, on=True).json() == {"muted": [1]}
        say(client, links[1], 1, text="second")
        say(client, links[1], 1, to=0, text="third")
        say(client, links[2], 2, text="fourth")
        assert texts(client, links[0]) == ["", "", "", "fourth"]
        answer = client.get(f"{links[0]}/talk").text
        assert "second" not in answer and "third" not in answer
        assert texts(client, links[2]) == ["first", "second", "fourth"]
        assert texts(client, links[1]) == ["first", "second", "third", "fourth"]
        assert client.get(f"{links[0]}/seats").json()["muted"] == [1]
        assert client.get(f"{links[1]}/seats").json()["muted"] == [], "nobody is told"
    with opened(url) as client:
        assert texts(client, links[0])[0] == "", "it outlives the server"
        assert post(client, links[0], "mute", other=1, on=False).json() == {"muted": []}
        assert texts(client, links[0]) == ["first", "second", "third", "fourth"]


def test_what_the_table_says_of_somebody_is_heard_though_they_are_muted(
    client: TestClient
) -> None:
    _, links = table(client)
    post(client, links[0], "mute", other=1, on=True)
    assert post(client, links[1], "away", seat=1, id="step-away-1").status_code == 200
    assert "I step away" in texts(client, links[0])[0]


def test_muting_is_known_at_the_other_server(url: str) -> None:
    never = Pace(bot=600.0, answer=600.0, next_hand=600.0)
    with opened(url, never) as here, opened(url, never) as there:
        _, links = table(here)
        say(here, links[1], 1, text="first")
        assert texts(there, links[0]) == ["first"]
        post(here, links[0], "mute", other=1, on=True)
        assert texts(there, links[0]) == [""]


@pytest.mark.parametrize("other", [0, 3, -1, 99])
def test_only_another_person_is_muted_or_reported(client: TestClient, other: int) -> None:
    laid, links = table(client)
    for what, more in (("mute", {"on": True}), ("report", {"reason": "talk"})):
        refused = post(client, links[0], what, other=other, **more)
        assert refused.status_code == 422, refused.text
    assert post(client, laid["watch"], "mute", other=0, on=True).status_code == 403


def test_talk_that_comes_live_is_hidden_too(client: TestClient) -> None:
    _, links = table(client)
    with client.websocket_connect(f"{links[0]}/live") as page:
        page.send_json({"last": 10**6, "heard": 0})
        while "talk" not in page.receive_json():
            pass
        post(client, links[0], "mute", other=1, on=True)
        say(client, links[1], 1, text="a secret")
        told = page.receive_json()
        while "talk" not in told:
            told = page.receive_json()
        assert [(line["text"], line["muted"]) for line in told["talk"]] == [("", True)]


def seated(one: TestClient, other: TestClient) -> dict[int, str]:
    """Sits two persons with accounts down at a table."""
    laid = lay(one, "block", ["me", "friend"], first_player=0)
    links = {0: laid["mine"], 1: laid["friends"]["1"]}
    assert one.get(links[0]).status_code == other.get(links[1]).status_code == 200
    return links


def test_whom_an_account_mutes_it_does_not_hear_at_the_next_table_either(url: str) -> None:
    with two_browsers(url) as (ana, ben):
        register(ana, "Ana")
        register(ben, "Ben")
        links = seated(ana, ben)
        assert post(ana, links[0], "mute", other=1, on=True).status_code == 200
        links = seated(ana, ben)
        say(ben, links[1], 1, text="again me")
        assert texts(ana, links[0]) == [""]
        page = ana.get("/you").text
        assert "People you mute" in page and "Ben" in page
        account = page.split('data-account="')[1].split('"')[0]
        assert ask(ana, "unmute", {"account": account}).status_code == 200
        assert "People you mute" not in ana.get("/you").text
        links = seated(ana, ben)
        say(ben, links[1], 1, text="once more")
        assert texts(ana, links[0]) == ["once more"]


def test_who_blocks_another_does_not_meet_them(url: str) -> None:
    with two_browsers(url) as (ana, ben):
        register(ana, "Ana")
        register(ben, "Ben")
        links = seated(ana, ben)
        assert post(ana, links[0], "block", other=1).json() == {"name": "Ben"}
        say(ben, links[1], 1, text="hey")
        assert texts(ana, links[0]) == [""]
        assert post(ana, links[0], "mute", other=1, on=False).json()["code"] == "blocked"
        wish = {"game": "block", "pace": "none", "name": ""}
        first = ana.post("/play", data=wish, follow_redirects=False).headers["location"]
        second = ben.post("/play", data=wish, follow_redirects=False).headers["location"]
        assert first.split("/")[2] != second.split("/")[2]
        assert first.split("/")[2] not in ben.get("/lobby").text
        page = ana.get("/you").text
        account = page.split('data-account="')[1].split('"')[0]
        assert "People you block" in page
        assert ask(ana, "unblock", {"account": account}).status_code == 200
        third = ben.post("/play", data=wish, follow_redirects=False).headers["location"]
        assert third.split("/")[2] in (first.split("/")[2], second.split("/")[2])


def test_blocking_needs_two_accounts(url: str) -> None:
    with two_browsers(url) as (ana, stranger):
        links = seated(ana, stranger)
        assert post(ana, links[0], "block", other=1).json()["code"] == "sign-in"
        register(ana, "Ana")
        assert post(ana, links[0], "block", other=1).json()["code"] == "no-account"
        ana.get(links[0])
        stranger.cookies.update(ana.cookies)
        stranger.get(links[1])
        assert post(ana, links[0], "block", other=1).json()["code"] == "no-account"


def test_a_report_reaches_the_owner_with_what_was_heard(url: str) -> None:
    with opened(url) as client:
        laid, links = table(client)
        say(client, links[1], 1, text="an insult \x1b[2J")
        say(client, links[1], 1, to=2, text="not for the first")
        told = post(client, links[0], "report", other=1, reason="talk", words="He shouts")
        assert told.status_code == 201
        again = post(client, links[0], "report", other=1, reason="play")
        assert (again.status_code, again.json()["code"]) == (409, "reported")
        wrong = post(client, links[0], "report", other=2, reason="weather")
        assert wrong.json()["code"] == "unknown-reason"
        long = post(client, links[0], "report", other=2, reason="talk", words="x" * 501)
        assert long.json()["code"] == "long-line"
        assert "He shouts" not in client.get(links[1]).text + client.get(f"{links[1]}/talk").text
    runner = CliRunner()
    listed = runner.invoke(main, ["reports", "--database", url])
    assert listed.exit_code == 0, listed.output
    assert laid["table"] in listed.output and "He shouts" in listed.output
    assert "an insult" in listed.output and "\x1b" not in listed.output
    assert "not for the first" not in listed.output
    with kept(url) as store:
        (number,) = [one.id for one in Accounts(store).reports()]
    gone = runner.invoke(main, ["reports", "--database", url, "--remove", str(number)])
    assert gone.output.strip() == f"removed: report {number}"
    assert runner.invoke(main, ["reports", "--database", url]).output == "nothing was reported\n"
    missing = runner.invoke(main, ["reports", "--database", url, "--remove", str(number)])
    assert missing.exit_code == 1


def test_reports_are_limited(url: str) -> None:
    with two_browsers(url, Limits(reports=2)) as (client, _):
        codes = []
        for _ in range(3):
            _, links = table(client)
            codes.append(post(client, links[0], "report", other=1, reason="play").status_code)
        assert codes == [201, 201, 429]
    with kept(url) as store:
        assert len(Accounts(store).reports()) == 2


def test_muting_follows_to_the_next_match(client: TestClient) -> None:
    laid = lay(client, "djambi", ["me", "friend"], first_player=0)
    links = {0: laid["mine"], 1: laid["friends"]["1"]}
    post(client, links[0], "mute", other=1, on=True)
    number = state(client, links[0])["number"]
    for seat in (0, 1):
        post(client, links[seat], "offer", what="draw", seat=seat, number=number,
             id=f"draw-offer-{seat}")
    onward = post(client, links[0], "again").json()["link"]
    table_id = onward.split("/")[2]
    say(client, f"/t/{table_id}/{links[1].split('/')[3]}", 1, text="hello again")
    assert texts(client, onward) == [""]
