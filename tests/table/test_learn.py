"""Lessons over the wire: nothing is kept, nothing leaks, and what is damaged stops nobody."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import coaching
from sobremesa.rules import lessons
from sobremesa.rules.lessons import HAND, Step
from sobremesa.table import learn
from sobremesa.table.learn import Lesson
from sobremesa.table.messages import Sight
from sobremesa.table.words import LANGUAGES

STEPS = [(name, place) for name in sobremesa.games() for place in lessons.places(name)[:-1]]


def state(client: TestClient, where: str, **asked: Any) -> dict[str, Any]:
    answer = client.get(f"/learn/{where}/state", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def send(
    client: TestClient, where: str, move: int, number: int = 1, seat: int = 0, **asked: Any
) -> httpx.Response:
    what = {"number": number, "seat": seat, "move": move, "id": "abcdefgh"}
    answer: httpx.Response = client.post(f"/learn/{where}/moves", params=asked, json=what)
    return answer


def move_of(told: dict[str, Any], text: str) -> int:
    return next(int(one["move"]) for one in told["moves"] if one["text"] == text)


def test_a_step_is_asked_nudged_refused_and_done(client: TestClient) -> None:
    told = state(client, "block/3")
    assert told["lesson"]["ask"].startswith("The other player has just passed")
    assert told["headline"] == "Your turn" and told["latest"]
    nudged = send(client, "block/3", move_of(told, "5-1@E"))
    assert nudged.status_code == 409 and nudged.json()["code"] == "nudge"
    assert nudged.json()["error"].endswith("of which they have none. (BLOCK-R08)")
    refused = send(client, "block/3", 10**6)
    assert refused.status_code == 422 and refused.json()["code"] == "illegal-move"
    why = client.get("/learn/block/3/why", params={"number": 1, "seat": 0, "touch": "tile:3-0"})
    assert why.json()["text"] == "3-0 does not fit: the line asks for 6 or 1 (SETS-09)"
    done = send(client, "block/3", move_of(told, "1-1@E"))
    assert done.json()["number"] == 2
    mine = done.json()["carry"]["mine"]
    first = state(client, "block/3", mine=mine, last=1)
    assert first["number"] == 2 and not first["latest"] and not first["lesson"]["done"]
    last = state(client, "block/3", mine=mine, last=2)
    assert last["latest"] and last["lesson"]["done"] and last["moves"] == []
    assert [one["text"] for one in last["lesson"]["lines"]] == [
        "You lay 1-1 on the open 1.", "Bea: “pass”. Open: 6|1.",
    ]
    assert last["lesson"]["idea"].startswith("They pass again")
    assert client.get("/learn/block/3/state", params={"mine": mine, "last": 3}).status_code == 204
    assert send(client, "block/3", 0, 3, mine=mine).json()["code"] == "stale"


def test_a_first_hand_says_what_is_new_and_what_can_be_done(client: TestClient) -> None:
    told = state(client, "block/hand")
    assert [one["text"][:12] for one in told["lesson"]["lines"]] == ["This is a wh", "You lead: an"]
    assert told["lesson"]["can"].startswith("You can choose: ")
    chosen = send(client, "block/hand", told["moves"][0]["move"]).json()
    after = state(client, "block/hand", last=1, **chosen["carry"])
    assert after["turn"] == 1 and not after["latest"]
    new = [one for one in after["lesson"]["lines"] if one.get("fresh")]
    assert [one["text"][:14] for one in new] == ["The first tile"]
    assert new[0]["clauses"][0]["name"] == "BLOCK-01"
    assert new[0]["clauses"][0]["words"].startswith("All rules are those of Draw")
    again = state(client, "block/hand", at=2, **chosen["carry"])
    assert again == after
    assert state(client, "block/hand", last=2, **chosen["carry"])["number"] == 3


def test_what_happens_again_and_again_is_said_once(client: TestClient) -> None:
    """In the first hand of Bergen somebody draws tile after tile."""
    mine: list[int] = []
    lines: list[str] = []
    lesson = Lesson(lessons.course("bergen"), HAND, lessons.course("bergen").hand)  # type: ignore[arg-type]
    while not any("×" in one for one in lines):
        walk = lesson.walk(mine)
        asked = {"mine": ".".join(map(str, mine)), "at": len(walk.moves) + 1}
        lines = [one["text"] for one in state(client, "bergen/hand", **asked)["lesson"]["lines"]]
        mine.append(int(walk.match.round.moves()[0]))
    assert re.fullmatch(r"Bea draws a tile\. × \d+", next(one for one in lines if "×" in one))
    assert len(lines) == len({*lines})


def test_what_can_be_done_is_listed_so_that_it_can_be_read(client: TestClient) -> None:
    assert learn._listed_as("You can choose: {things}.", ["Let it pass", "Muggins!"], str) == (
        "You can choose: Let it pass, Muggins!"
    )
    told = state(client, "djambi/hand", at=2)["lesson"]["can"]
    assert told.startswith("You can choose: c1: a warrior, south-west; c2: a warrior, south-west; ")


@pytest.mark.parametrize("name", sobremesa.games())
def test_every_first_hand_can_be_played_to_its_end(client: TestClient, name: str) -> None:
    """The learner plays what is first; the longest hands are left after some turns."""
    lesson = Lesson(lessons.course(name), HAND, lessons.course(name).hand)  # type: ignore[arg-type]
    mine: list[int] = []
    walk = lesson.walk(mine)
    while not walk.match.round.over and len(mine) < 40:
        assert walk.match.turn == lesson.seat
        mine.append(int(walk.match.round.moves()[0]))
        walk = lesson.walk(mine)
    where = f"{name}/hand"
    told = state(client, where, mine=".".join(map(str, mine)), at=len(walk.moves) + 1)
    assert told["latest"] and told["lesson"]["done"] == walk.match.round.over
    assert bool(told["lesson"]["can"]) != walk.match.round.over


def test_every_page_shows_its_step_in_all_languages(client: TestClient) -> None:
    for name in sobremesa.games():
        for place in lessons.places(name):
            for language in LANGUAGES if place in ("1", HAND) else ["en"]:
                answer = client.get(f"/learn/{name}/{place}", params={"language": language})
                assert answer.status_code == 200
                assert f'data-base="/learn/{name}/{place}"' in answer.text
    answer = client.get("/learn/block", follow_redirects=False)
    assert answer.headers["location"] == "/learn/block/1"


def test_learning_stands_beside_playing(client: TestClient) -> None:
    for name in sobremesa.games():
        assert f'href="/learn/{name}"' in client.get(f"/games/{name}").text
    gallery = client.get("/").text
    assert Counter(f'href="/learn/{name}"' in gallery for name in sobremesa.games()) == {True: 24}


@pytest.mark.parametrize(("where", "asked", "status", "code"), [
    ("chess/1", {}, 404, "unknown-game"),
    ("block/99", {}, 404, "not-found"),
    ("block/01", {}, 404, "not-found"),
    ("block/x", {}, 404, "not-found"),
    ("block/1", {"mine": "x"}, 422, "unreadable"),
    ("block/1", {"mine": "1."}, 422, "unreadable"),
    ("block/1", {"mine": "-1"}, 422, "unreadable"),
    ("block/1", {"mine": "999999", "last": "9"}, 409, "off-the-path"),
    ("block/1", {"mine": "1.2.3", "last": "9"}, 409, "off-the-path"),
    ("block/hand", {"mine": "999999999", "last": "9"}, 409, "off-the-path"),
    ("block/hand", {"mine": ".".join(["7"] * 3000)}, 422, "unreadable"),
    ("block/1", {"last": "x"}, 422, "unreadable"),
    ("block/1", {"at": "0"}, 422, "unreadable"),
])
def test_what_cannot_be_asked(
    client: TestClient, where: str, asked: dict[str, str], status: int, code: str
) -> None:
    answer = client.get(f"/learn/{where}/state", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("body", [
    "", "[]", "{}", '{"number": 1, "seat": 0, "move": "5-3", "id": "abcdefgh"}',
    '{"number": 1, "seat": 0, "move": 1, "id": "abcdefgh", "more": 1}',
])
def test_what_cannot_be_sent(client: TestClient, body: str) -> None:
    answer = client.post("/learn/block/1/moves", content=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")


def test_only_what_is_shown_can_be_asked_about(client: TestClient) -> None:
    for touch in ("tile:6-4", "tile:9-9", ""):
        asked = {"number": 1, "seat": 0, "touch": touch}
        assert client.get("/learn/block/1/why", params=asked).json()["code"] == "not-there"
    assert client.get("/learn/block/1/why", params={"number": 7}).json()["code"] == "stale"
    assert send(client, "block/1", 1, seat=1).json()["code"] == "stale"


def test_a_course_that_is_damaged_leads_to_the_game(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "block.toml").write_text("this is no course", "utf-8")
    real = lessons.course
    monkeypatch.setattr(lessons, "course", lambda name: real(name, tmp_path))
    away = client.get("/learn/block", follow_redirects=False)
    assert away.headers["location"] == "/games/block"
    page = client.get("/games/block")
    assert page.status_code == 200 and "/learn/block" not in page.text
    assert client.get("/learn/block/1").status_code == 404


def swapped(step: Step) -> Step | None:
    """Gives a step in which another player and the boneyard have exchanged something hidden; or
    nothing where that could be seen."""
    position = json.loads(json.dumps(step.position))
    learner = int(step.start().turn)
    hands, stock = position.get("hands") or [], position.get("boneyard") or []
    if len(hands) < 2 or not stock:
        return None
    other = (learner + 1) % len(hands)
    if not hands[other]:
        return None
    hands[other][0], stock[-1] = stock[-1], hands[other][0]
    fresh = step._replace(position=position)
    try:
        before, after = step.start().view(learner), fresh.start().view(learner)
    except sobremesa.BadPosition:
        return None
    same = json.dumps(before.data, default=str) == json.dumps(after.data, default=str)
    return fresh if same and hands[other][0] != stock[-1] else None


def test_swapping_what_is_hidden_changes_no_byte_of_a_lesson() -> None:
    tried: Counter[str] = Counter()
    for name, place in STEPS:
        course = lessons.course(name)
        step = course.steps[int(place) - 1]
        fresh = swapped(step)
        if fresh is None:
            continue
        tried[name] += 1
        told = [
            learn.state(Lesson(course, place, one), [], 0, Sight(shape="tall"), "en").whole
            for one in (step, fresh)
        ]
        assert told[0] == told[1], (name, place)
    assert len(tried) >= 12


def test_a_bot_chooses_the_same_however_often_it_is_asked() -> None:
    lesson = Lesson(lessons.course("draw"), HAND, lessons.course("draw").hand)  # type: ignore[arg-type]
    first = lesson.walk([])
    move = int(first.match.round.moves()[0])
    once = lesson.walk([move]).moves
    coaching._chosen.clear()
    assert lesson.walk([move]).moves == once


def test_a_picture_is_drawn_as_it_is_wanted(client: TestClient) -> None:
    shapes = ("wide", "tall")
    wide, tall = (state(client, "block/1", shape=shape)["scene"]["size"] for shape in shapes)
    assert wide[0] == "wide" and tall[0] == "tall"
    assert replace(Sight(), shape="tall") == Sight(shape="tall")
