"""Programs at the table: over HTTP with the token of a seat, and engines of the server's owner."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sobremesa import BadOption
from sobremesa.bots.bot import BOTS
from sobremesa.table import programs
from sobremesa.table.engines import VARIABLE, named, seat_engines
from sobremesa.table.limits import Allowance
from tests.table.host import Json, lay, opened, state
from tests.waiting import wait_until

EXAMPLE = Path(__file__).parents[2] / "examples" / "engines"


@pytest.fixture(autouse=True)
def fresh_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "allowance", Allowance(10_000, 0.001))


def token_of(link: str) -> dict[str, str]:
    table, secret = link.rstrip("/").split("/")[-2:]
    return {"Authorization": f"Bearer {table}.{secret}"}


def ask(client: TestClient, link: str, what: str, **body: Any) -> Json:
    headers = token_of(link)
    path = f"/api/bots/{what}"
    answer = client.post(path, json=body, headers=headers) if body else client.get(
        path, headers=headers
    )
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_program_plays_a_hand_by_what_it_is_told(client: TestClient) -> None:
    link = lay(client, "block", ["me", "bot:random"])["mine"]
    asked = ask(client, link, "me")
    assert (asked["game"], asked["seats"], asked["players"]) == ("block", [0], 2)
    assert "hands" in asked["schema"]["required"]
    moves = 0
    while True:
        seen = my_turn(client, link)
        if seen["view"]["over"]:
            break
        moves += 1
        ask(
            client, link, "moves", seat=0, number=seen["number"], id=f"program-{moves:04}",
            move=seen["view"]["moves"][-1]["move"],
        )
    assert moves > 2 and len(seen["view"]["hands"]) == 2


def my_turn(client: TestClient, link: str) -> Json:
    """Waits until it is the program's turn or the hand is over; gives what it then sees."""
    seen: list[Json] = []

    def looked() -> bool:
        seen.append(ask(client, link, "view"))
        return seen[-1]["view"]["turn"] in (0, -1)

    wait_until(looked)
    return seen[-1]


def test_a_program_is_refused_the_names_that_a_person_is_refused(url: str) -> None:
    with opened(url) as client:
        laid = lay(client, "block", ["me", "friend", "friend"])
        client.post(f"{laid['mine']}/name", json={"seat": 0, "name": "Alice"})
        theirs = laid["friends"]["1"]
        for name in ("Alice", "Alice (bot)", "\u0391lice", "Player 3"):
            answer = client.post(
                "/api/bots/name", json={"name": name}, headers=token_of(theirs)
            )
            assert (answer.status_code, answer.json()["code"]) == (422, "same-name"), name
        ask(client, theirs, "name", name="Otto")
        last = laid["friends"]["2"]
        refused = client.post("/api/bots/name", json={"name": "Otto"}, headers=token_of(last))
        assert refused.json()["code"] == "same-name"
        assert state(client, laid["mine"])["names"][:2] == ["Alice", "Otto (bot)"]
        # A token of several seats gives them all one name.
        both = lay(client, "block", ["me", "hot"])["mine"]
        ask(client, both, "name", name="Twins")
        assert state(client, both)["names"] == ["Twins (bot)", "Twins (bot)"]


def test_a_program_has_the_name_of_the_account_at_a_rated_table(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    table = client.app.state.house.tables[laid["table"]]  # type: ignore[attr-defined]
    table.start = replace(table.start, rated=True)
    answer = client.post("/api/bots/name", json={"name": "Zoe"}, headers=token_of(laid["mine"]))
    assert (answer.status_code, answer.json()["code"]) == (409, "rated-name")


def test_a_program_hears_what_happens_until_the_match_is_over(client: TestClient) -> None:
    link = lay(client, "block", ["me", "bot:random"], target=1)["mine"]
    number = 0
    with client.stream("GET", "/api/bots/stream", headers=token_of(link)) as line:
        for text in told(line.iter_lines()):
            assert text["number"] > number
            number = text["number"]
            if text["view"]["turn"] == 0:
                move = text["view"]["moves"][0]["move"]
                ask(
                    client, link, "moves", seat=0, number=number, move=move,
                    id=f"program-{number:04}",
                )
            elif text["view"]["over"] and not text["over"]:
                ask(client, link, "next", number=number)
    assert text["over"]


def test_who_listens_slowly_hears_the_end_of_the_match(client: TestClient) -> None:
    link = lay(client, "block", ["me", "bot:random"], target=1)["mine"]
    with client.stream("GET", "/api/bots/stream", headers=token_of(link)) as line:
        while not (seen := my_turn(client, link))["over"]:
            number = seen["number"]
            if seen["view"]["over"]:
                ask(client, link, "next", number=number)
            else:
                move = seen["view"]["moves"][0]["move"]
                ask(
                    client, link, "moves", seat=0, number=number, move=move,
                    id=f"program-{number:04}",
                )
        heard = list(told(line.iter_lines()))
    assert not heard[0]["over"] and heard[-1]["over"]


def told(lines: Iterator[str]) -> Iterator[Json]:
    return (json.loads(line) for line in lines if line)


def test_everybody_sees_that_a_seat_is_played_by_a_program(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    ask(client, laid["friends"]["1"], "view")
    assert ask(client, laid["friends"]["1"], "me")["names"][1] == "Bot (bot)"
    ask(client, laid["friends"]["1"], "name", name="The Quick Domino Machine of X"[:24])
    assert "(bot)" in json.dumps(state(client, laid["mine"]))
    names = ask(client, laid["friends"]["1"], "me")["names"]
    assert names[1].endswith(" (bot)") and len(names[1]) <= 24


def test_the_api_is_published(client: TestClient) -> None:
    found = client.get("/api/bots/openapi.json").json()
    assert found["openapi"].startswith("3.")
    assert set(found["paths"]) == {
        f"/api/bots/{what}" for what in ("claim", "me", "name", "view", "stream", "moves", "next")
    }
    body = found["paths"]["/api/bots/moves"]["post"]["requestBody"]["content"]
    assert set(body["application/json"]["schema"]["required"]) == {"seat", "move", "number", "id"}


@pytest.mark.parametrize(("headers", "status"), [
    ({}, 401), ({"Authorization": "Bearer"}, 401), ({"Authorization": "Basic a.b"}, 401),
    ({"Authorization": "Bearer nothing.here"}, 404),
    ({"Authorization": "Bearer " + "x" * 5000 + ".y"}, 404),
])
def test_a_token_that_is_none_opens_nothing(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    assert client.get("/api/bots/view", headers=headers).status_code == status


def test_a_link_that_only_watches_is_no_token(client: TestClient) -> None:
    watch = lay(client, "block", ["me", "friend"])["watch"]
    assert client.get("/api/bots/view", headers=token_of(watch)).status_code == 403


def test_what_is_no_move_is_refused(client: TestClient) -> None:
    link = lay(client, "block", ["me", "bot:random"])["mine"]
    seen = my_turn(client, link)
    for wrong, status in (
        ({"seat": 1}, 403), ({"move": 10**6}, 422), ({"number": 1}, 409), ({"id": "x"}, 422),
        ({"move": "6-4"}, 422),
    ):
        body = {
            "seat": 0, "number": seen["number"], "id": "program-1",
            "move": seen["view"]["moves"][0]["move"], **wrong,
        }
        answer = client.post("/api/bots/moves", json=body, headers=token_of(link))
        assert answer.status_code == status, (wrong, answer.text)
    assert ask(client, link, "view")["number"] == seen["number"]


def test_a_program_that_asks_too_often_waits(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "allowance", Allowance(3, 60.0))
    link = lay(client, "block", ["me", "bot:random"])["mine"]
    found = [
        client.get("/api/bots/view", headers=token_of(link)).status_code for _ in range(4)
    ]
    assert found == [200, 200, 200, 429]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    program = next(EXAMPLE.glob("*.py"))
    monkeypatch.setenv(VARIABLE, f"neighbour={sys.executable} {program}")
    yield "neighbour"
    for kinds in BOTS.values():
        kinds.pop("neighbour", None)


def test_an_engine_of_the_owner_sits_at_a_table(engine: str, database: Path) -> None:
    with opened(database) as client:
        link = lay(client, "block", ["me", f"bot:{engine}"])["mine"]
        for moves in range(3):
            seen = my_turn(client, link)
            ask(
                client, link, "moves", seat=0, number=seen["number"], id=f"program-{moves:04}",
                move=seen["view"]["moves"][0]["move"],
            )
        seen = my_turn(client, link)
        assert any(seat == 1 for seat, _, _ in seen["view"]["log"])


def test_a_visitor_cannot_name_an_engine(client: TestClient) -> None:
    answer = client.post("/api/tables", json={
        "game": "block", "options": {"players": 2}, "silence": 0,
        "seats": [{"kind": "me"}, {"kind": "bot:engine:/bin/sh"}],
    })
    assert answer.status_code == 422


@pytest.mark.parametrize("wrong", ["clever", "=x", "Clever=x", "a=x;a=y", "greedy=x"])
def test_what_names_no_engine_is_refused(wrong: str) -> None:
    with pytest.raises(BadOption):
        seat_engines(wrong)
    assert named(" ;\n") == {}
