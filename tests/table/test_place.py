"""Small things at a table: the deal of the day, faces, and the table in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import picture
from sobremesa.core.rng import Rng
from sobremesa.table.play import FACES
from tests.table.host import Json, kept, lay, send, state, wait_for_turn

SCRIPTS = Path(__file__).parents[2] / "src/sobremesa/table/static"


def todays(client: TestClient, game: str) -> str:
    """Lays the deal of the day by the button of a page; gives the link."""
    answer = client.post("/tables", data={"game": game, "today": "yes"}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    link: str = answer.headers["location"]
    return link.partition("#")[0]


def play_hand(client: TestClient, link: str) -> Json:
    """Plays the first move that there is until the hand is over."""
    while True:
        now = wait_for_turn(client, link)
        if now["over"]:
            return now
        assert send(client, link, now["number"], now["seat"], now["moves"][0]["move"]).is_success


def test_everybody_has_the_same_hands_on_a_day(client: TestClient, database: Path) -> None:
    tables = [todays(client, "block") for _ in range(2)]
    told = [play_hand(client, link) for link in tables]
    for link, now in zip(tables, told, strict=True):
        assert state(client, link)["daily"]["date"] == "2026.11.15"
        assert now["daily"]["ending"] in ("win", "draw", "loss")
        assert client.post(f"{link}/next", json={"number": now["number"]}).is_success
    with kept(database) as store:
        first, second = (
            [one.data for one in store.events(link.split("/")[2]) if one.kind == "deal"][:2]
            for link in tables
        )
    assert first == second and first[0] != first[1]


def test_every_game_has_a_deal_of_the_day(client: TestClient) -> None:
    # Making a puzzle and finding a deal that can be won take their time, and are tested elsewhere.
    for game in sobremesa.games():
        if game in ("cuadrominos-puzzle", "big-clock", "good-neighbors", "squeeze", "traffic"):
            continue
        assert state(client, todays(client, game))["daily"]["ending"] == ""


@pytest.mark.parametrize("sitters", [["me", "friend"], ["me", "hot"]])
def test_a_deal_of_the_day_is_for_one_person(client: TestClient, sitters: list[str]) -> None:
    answer = client.post("/api/tables", json={
        "game": "block", "seats": [{"kind": kind} for kind in sitters], "daily": True,
    })
    assert answer.status_code == 422 and answer.json()["code"] == "not-alone"


def test_a_face_is_shown_to_everybody_and_stays_for_the_next_match(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    assert state(client, laid["mine"])["faces"] == [-1, -1]
    assert client.post(f"{laid['mine']}/face", json={"seat": 0, "face": 7}).is_success
    for link in (laid["mine"], laid["friends"]["1"], laid["watch"]):
        assert state(client, link)["faces"] == [7, -1]


@pytest.mark.parametrize(("face", "status"), [
    (FACES, 422), (-1, 422), (1.5, 422), ("x", 422), (None, 422), (10**30, 422),
])
def test_a_face_that_is_none_is_refused(client: TestClient, face: Any, status: int) -> None:
    laid = lay(client, "block", ["me", "friend"])
    answer = client.post(f"{laid['mine']}/face", json={"seat": 0, "face": face})
    assert answer.status_code == status and answer.json()["error"]
    assert client.post(f"{laid['mine']}/face", json={"seat": 1, "face": 1}).status_code == 403
    assert state(client, laid["mine"])["faces"] == [-1, -1]


def test_the_pages_draw_as_many_faces_as_the_table_takes() -> None:
    looks = (SCRIPTS / "faces.js").read_text("utf-8")
    assert len(re.findall(r"\{ skin: ", looks)) == FACES


def test_the_table_is_told_in_words_when_asked(client: TestClient) -> None:
    link = lay(client, "block", ["me", "bot:random"], first_player=0)["mine"]
    assert state(client, link)["lines"] == []
    lines = state(client, link, text="yes")["lines"]
    assert lines[0][0].startswith("Block")
    assert any(line.startswith("Your hand: [") for rows in lines for line in rows)
    spanish = state(client, link, text="yes", language="es")["lines"]
    assert any(line.startswith("Tu mano:") for rows in spanish for line in rows)


@pytest.mark.parametrize("game", sobremesa.games())
def test_every_game_is_told_line_by_line(game: str) -> None:
    match, rng = sobremesa.game(game).start(seed=5), Rng(3)
    for _ in range(8):
        if not match.round.over:
            moves = match.round.moves()
            match.play(moves[int(rng.below(len(moves)))])
    view = match.view(max(int(match.turn), 0))
    lines = picture.in_lines(view)
    assert all(line.strip() for rows in lines for line in rows)
    told = "\n".join(line for rows in lines for line in rows)
    assert picture.headline(view) in told and view.game.title in told
