"""Fuzzed requests to every address: each gets an answer, none breaks the server."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

import sobremesa
from sobremesa import record
from sobremesa.table import programs
from sobremesa.table.app import ROOMS
from sobremesa.table.limits import Limits
from tests.table.host import Json, handed, lay, opened
from tests.table.odd import NO_NUMBERS, spellings

MANY = Limits(
    tables=10**6, questions=10**6, table_questions=10**6, all_questions=10**6,
    accounts=10**6, sign_ins=10**6, reports=10**6, devices=10**6,
)
EXAMPLES = 250
LONG = 6000

numbers = st.one_of(
    st.integers(-2, 12), st.integers(),
    st.sampled_from([2**31 - 1, 2**31, 2**53 + 1, 2**62, 2**63 - 1, 2**63, -(2**63) - 1, 2**64]),
    st.just(10**400),
)
words = st.one_of(
    st.text(max_size=30), st.sampled_from([*spellings(2), *NO_NUMBERS]),
    st.sampled_from(["", "yes", "tall", "pbn", "es", "hint", "winnable", "loss", "block", "traffic",
                     "me", "friend", "hot", "bot:greedy", "6-4", "\x00", "a" * 9, "x" * 70_000]),
    numbers.map(lambda number: hex(number) if abs(number) > 2**64 else str(number)),
)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.floats(), words),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(words.filter(lambda one: len(one) < 99), inner,
                                                     max_size=3)
    ), max_leaves=5,
)
QUERY = ["seat", "last", "heard", "at", "shape", "numerals", "aids", "fits", "format", "bundle",
         "players", "target", "set", "language", "rows", "touch", "number"]


# Bodies that would be taken, or nearly.
BODIES: list[Json] = [
    {"number": 2, "seat": 0, "move": 0, "id": "fuzz-0000"},
    {"number": 2},
    {"seat": 0, "name": "Ana"},
    {"seat": 0, "to": 1, "text": "hello", "id": "fuzz-0001"},
    {"seat": 0, "offer": "beware", "about": 1, "id": "fuzz-0002"},
    {"number": 2, "id": "fuzz-0003", "keep": 0},
    {"number": 2, "id": "fuzz-0004", "drop": 0},
    {"game": "block", "options": {"players": 2, "target": 20},
     "seats": [{"kind": "me"}, {"kind": "bot:greedy"}], "silence": 3.0},
    {"game": "block", "players": "2", "target": "20", "sitter0": "me", "sitter1": "friend",
     "silence": "8"},
    {"language": "es", "to": "/"},
    {"game": "block", "pace": "calm", "name": "Ana"},
    {"bots": True},
    {"id": "a-mark-of-enough-signs"},
    {"endpoint": "https://push.invalid/x", "p256dh": "B" + "A" * 86, "auth": "A" * 22},
    {"endpoint": "https://push.invalid/x"},
    {"name": "Ana", "account": "0" * 32, "answer": {"rawId": "AAAA", "response": {}}},
    {"answer": {"rawId": "AAAA", "response": {"clientDataJSON": "e30"}}},
    {"code": "00000-00000-00000-00000-00000"},
    {"passkey": "0" * 64},
    {"name": "Ana"},
    {"title": "Fuzz", "game": "block", "form": "swiss", "rounds": "3", "pace": "calm"},
    {"name0": "Ana", "cut": "a1"},
    {"seen": "0", "round": "1", "place": "1", "points": "1", "side": "0"},
    {"text": record.write(sobremesa.game("block").start(3))},
]


class Place:
    """A server with tables on which everything is tried."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.duel = lay(client, "draw", ["me", "friend"], first_player=0)
        self.invitation = handed(client, "block", ["me", "friend"])["friends"]["1"]
        self.invited = self.invitation.rpartition("/")[2]
        self.puzzle = lay(client, "good-neighbors", ["me"])
        page = client.get(self.duel["mine"] + "/replay").text
        self.share = page.split('data-share="')[1].split('"')[0]
        open_seat = client.post(
            "/play", data={"game": "djambi", "pace": "days"}, follow_redirects=False
        )
        self.chair = open_seat.headers["location"]
        self.meeting = self.chair.split("/")[2]
        club = client.post("/clubs", data={"title": "x", "game": "block", "form": "swiss"},
                           follow_redirects=False)
        self.organiser = club.headers["location"]
        self.club = self.organiser.rpartition("/")[0]
        self.entrant = client.post(f"{self.club}/enter", data={"name0": "Ana"},
                                   follow_redirects=False).headers["location"]

    def paths(self) -> dict[str, list[str]]:
        """Lists the addresses by route."""
        links = [self.duel["mine"], self.duel["watch"], self.duel["friends"]["1"],
                 self.puzzle["mine"]]
        under = ("", "/state", "/moves", "/next", "/name", "/talk", "/undo", "/redo", "/replay",
                 "/replay/{at}", "/record", "/ask/{what}", "/why", "/seats", "/stand-in", "/again",
                 "/face", "/code", "/away", "/back", "/promise", "/cut", "/fair", "/offer",
                 "/answer", "/consent", "/mute",
                 "/block", "/report", "/notices", "/notices/off", "/analysis", "/analysis/{at}",
                 "/review", "/review/progress", "/review/remove")
        found = {"/t/{table}/{secret}" + end: [link + end for link in links] for end in under}
        found["/t/{table}/{secret}/claim"] = [
            f"{link}/claim" for link in (*links, self.invitation, "/t/{name}/" + self.invited)
        ]
        found["/r/{table}/{secret}"] = [self.share]
        found["/r/{table}/{secret}/{at}"] = [self.share + "/{at}"]
        for end in ("/analysis", "/analysis/{at}", "/review", "/review/progress"):
            found["/r/{table}/{secret}" + end] = [self.share + end]
        found["/m/{meeting}"] = [f"/m/{self.meeting}", "/m/{name}"]
        for end in ("/sit", "/code"):
            found["/m/{meeting}" + end] = [f"/m/{self.meeting}{end}"]
        for end in ("", "/claim", "/code", "/leave", "/bots", "/notices", "/notices/off"):
            found["/m/{meeting}/{secret}" + end] = [self.chair + end, "/m/{name}/{what}" + end]
        found["/c/{club}"] = [self.club, "/c/{name}"]
        for end in ("/enter", "/code", "/standings.csv", "/pairings.csv"):
            found["/c/{club}" + end] = [self.club + end]
        for end in ("", "/claim", "/code", "/pair", "/decide", "/leave"):
            found["/c/{club}/{secret}" + end] = [
                self.organiser + end, self.entrant + end, self.club + "/{what}" + end
            ]
        for end in ("/openapi.json", "/claim", "/me", "/name", "/view", "/stream", "/moves",
                    "/next"):
            found[programs.PREFIX + end] = [programs.PREFIX + end]
        for end in ("", "/register/begin", "/register/end", "/sign-in/begin", "/sign-in/end",
                    "/recover", "/passkeys/begin", "/passkeys/end", "/passkeys/remove", "/code",
                    "/name", "/sign-out", "/sign-out/others", "/remove", "/unblock", "/unmute",
                    "/matches/{table}", "/matches/{table}/{at}", "/matches/{table}/analysis",
                    "/matches/{table}/analysis/{at}", "/matches/{table}/review",
                    "/matches/{table}/review/progress"):
            found["/you" + end] = ["/you" + end.replace("{table}", self.duel["table"])]
        for end in ("", "/{place}", "/{place}/state", "/{place}/moves", "/{place}/why"):
            found["/learn/{name}" + end] = ["/learn/{name}" + end.replace("{place}", "1")]
        found["/ratings/{name}"] = ["/ratings/{name}"]
        for path in ("/", "/ratings", "/lobby", "/play", "/api/promises", "/health", "/ready",
                     "/api/notices", "/worker.js",
                     "/games/{name}", "/studies/{name}", "/studies/pictures/{name}.svg",
                     "/problems/{name}", "/rules/{name}", "/rules/pictures/{language}/{name}.svg",
                     "/tables",
                     "/games/{name}/check", "/pictures/{language}/{name}.svg",
                     "/api/schema/{game}", "/clubs", "/api/tables", "/api/tables/mine",
                     "/records", "/language", "/manifest.webmanifest", "/offline",
                     "/offline/files", "/offline/{name}", "/offline/engine/{version}/{name}"):
            found[path] = [path]
        return found


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with opened(tmp_path_factory.mktemp("fuzz") / "table.db", limits=MANY) as client:
        yield Place(client)


def test_every_route_is_fuzzed(place: Place) -> None:
    routes = [route for room in ROOMS for route in room.router.routes]
    known = {one.path for one in routes if isinstance(one, Route)}
    assert known - {"/static/picture.css"} == place.paths().keys()


def try_one(place: Place, data: st.DataObject) -> None:
    """Sends one request in which nothing, something or everything is odd."""
    draw = data.draw
    route = draw(st.sampled_from(sorted(place.paths())))
    path: str = draw(st.sampled_from(place.paths()[route]))
    for hole in ("{at}", "{what}", "{name}", "{game}", "{language}"):
        while hole in path:
            filled = quote(draw(words), safe="") or "x"
            path = path.replace(hole, filled[:2000], 1)
    query: dict[str, str] = draw(st.dictionaries(st.sampled_from(QUERY), words, max_size=3))
    asked: dict[str, Any] = {
        "params": {name: value[:2000] for name, value in query.items()},
        "headers": draw(st.fixed_dictionaries({}, optional={
            "Accept": st.sampled_from(["text/html", "application/json"]),
            "Accept-Language": st.sampled_from(
                ["es;q=nan", "fr;q=1e999,ro;q=-1", ";;q=,,", "x" * 500]
            ),
            "Cookie": st.sampled_from([b"language=fr", b"language=\xff", b"language", b"=;=;"]),
        })),
        "follow_redirects": False,
    }
    body: Json = dict(draw(st.sampled_from(BODIES)))
    for field in draw(st.lists(st.sampled_from([*sorted(body), "more"]), max_size=2)):
        body[field] = draw(anything)
    kind = draw(st.sampled_from(["get", "json", "form", "file", "raw"]))
    if kind == "get":
        answer = place.client.get(path, **asked)
    elif kind == "json":
        answer = place.client.post(path, content=_json(body), **asked)
    elif kind == "form":
        form = {name: str(value) for name, value in body.items() if not _is_huge(value)}
        answer = place.client.post(path, data=_encodable(form), **asked)
    elif kind == "file":
        asked["files"] = {"file": ("x.txt", draw(st.binary(max_size=200)))}
        answer = place.client.post(path, **asked)
    else:
        answer = place.client.post(path, content=draw(st.binary(max_size=100)), **asked)
    assert answer.status_code < 500 or answer.json()["code"] == "too-hard", (path, answer.text)
    if answer.status_code >= 400:
        assert answer.text
        if "application/json" in answer.headers["content-type"]:
            assert answer.json()["code"]


def _json(body: Json) -> bytes:
    """Writes JSON as loosely as an attacker would, lone surrogates and NaN included."""
    try:
        return json.dumps(body).encode()
    except ValueError:
        return b'{"number": ' + b"9" * 5000 + b"}"


def _is_huge(value: object) -> bool:
    return isinstance(value, int) and abs(value) > 10**300


def _encodable(form: dict[str, str]) -> dict[str, str]:
    return {
        name.encode(errors="replace").decode(): value.encode(errors="replace").decode()
        for name, value in form.items()
    }


def settled(examples: int) -> settings:
    return settings(
        max_examples=examples, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate],
    )


@settled(EXAMPLES)
@given(data=st.data())
def test_whatever_is_sent_gets_an_answer(place: Place, data: st.DataObject) -> None:
    try_one(place, data)


@pytest.mark.slow
@settled(LONG if os.environ.get("SOBREMESA_ALL") else 1000)
@given(data=st.data())
def test_whatever_is_sent_for_long_gets_an_answer(place: Place, data: st.DataObject) -> None:
    try_one(place, data)


@pytest.mark.parametrize("number", [
    2**31, 2**62, 2**63 - 1, 2**63, 2**64, 10**400, -(2**31) - 1, -(2**63) - 1,
], ids=lambda number: f"{number:.0e}" if abs(number) < 10**300 else "huge")
def test_numbers_that_no_machine_counts_are_refused(place: Place, number: int) -> None:
    wish = {"game": "block", "options": {"players": 2}, "seats": [{"kind": "me"}] * 2}
    # One number is tried with every game, the others with one.
    for name in sobremesa.games() if number == 2**63 else ["muggins"]:
        for option in type(sobremesa.game(name)).declared():
            sent: Json = {**wish, "game": name, "options": {option.name: number}}
            answer = place.client.post("/api/tables", content=json.dumps(sent))
            assert answer.status_code == 422, (name, option.name, answer.text)
    for field, path in (("move", "moves"), ("number", "moves"), ("seat", "moves"),
                        ("number", "next"), ("seat", "name"), ("to", "talk"), ("about", "talk"),
                        ("keep", "undo"), ("drop", "undo"), ("number", "redo"),
                        ("number", "offer"), ("offer", "answer"), ("other", "mute")):
        whole = {"number": 2, "seat": 0, "move": 0, "id": "huge-0001"}
        sent = {**whole, field: number}
        answer = place.client.post(f"{place.duel['mine']}/{path}", content=json.dumps(sent))
        assert answer.status_code == 422, (field, answer.text)
        assert answer.json()["code"] == "unreadable"
