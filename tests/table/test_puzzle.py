"""A puzzle at the table: laying, refusals, and a single piece taken up again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from sobremesa.families.puzzle.cuadrominos_puzzle import PuzzleRound
from sobremesa.solvers.puzzles import tiling_of
from sobremesa.table.words import LANGUAGES, speech
from tests.table.host import Json, drawing, lay, opened, send, state, stored_match

PUZZLE = "cuadrominos-puzzle"


def lay_pieces(client: httpx.Client, link: str, *texts: str) -> Json:
    for text in texts:
        now = state(client, link)
        move = next(one["move"] for one in now["moves"] if one["text"] == text)
        assert send(client, link, now["number"], 0, move).status_code == 200
    return state(client, link)


def change(client: httpx.Client, link: str, what: str, **wish: Any) -> httpx.Response:
    number = state(client, link)["number"]
    return client.post(
        f"{link}/{what}", json={"number": number, "id": f"change-{number:06}", **wish}
    )


def laid(database: Path, table: str) -> list[str]:
    found: list[str] = stored_match(database, table).view(0).data["laid"]
    return found


def test_any_piece_is_taken_up_again_and_laid_back(client: TestClient, database: Path) -> None:
    table = lay(client, PUZZLE, ["me"])
    link = table["mine"]
    pieces = ["00/21@0,0", "11/11@2,2", "00/10@0,1"]
    before = lay_pieces(client, link, *pieces)
    assert change(client, link, "undo", drop=0).status_code == 200
    assert laid(database, table["table"]) == pieces[1:]
    assert change(client, link, "undo", drop=1).status_code == 200
    assert laid(database, table["table"]) == pieces[1:2]
    assert change(client, link, "redo").status_code == 200
    assert change(client, link, "redo").status_code == 200
    after = state(client, link)
    assert (after["scene"], after["log"], after["moves"]) == (
        before["scene"], before["log"], before["moves"]
    )
    assert not after["alone"]["redo"]


def test_pieces_taken_up_stay_so_after_a_restart(database: Path) -> None:
    with opened(database) as client:
        table = lay(client, PUZZLE, ["me"])
        lay_pieces(client, table["mine"], "00/21@0,0", "11/11@2,2")
        change(client, table["mine"], "undo", drop=0)
        shown = state(client, table["mine"])
    with opened(database) as client:
        assert state(client, table["mine"])["scene"] == shown["scene"]
        assert change(client, table["mine"], "redo").status_code == 200
        assert laid(database, table["table"]) == ["00/21@0,0", "11/11@2,2"]


def test_a_solved_puzzle_is_open_again_when_a_piece_is_taken_up(client: TestClient) -> None:
    link = lay(client, PUZZLE, ["me"], numbers=2, rows=2, columns=2)["mine"]
    done = lay_pieces(client, link, "00/00@0,0", "00/01@0,1", "00/11@1,0", "01/11@1,1")
    assert done["ended"] and done["alone"]["ending"] == "win"
    assert done["headline"] == "The board is full: solved, with 1 piece left over."
    assert change(client, link, "undo", drop=1).status_code == 200
    now = state(client, link)
    assert not now["ended"] and [one["text"] for one in now["moves"]] == ["00/01@0,1"]


def test_a_piece_that_was_never_laid_is_not_taken_up(client: TestClient) -> None:
    link = lay(client, PUZZLE, ["me"])["mine"]
    lay_pieces(client, link, "00/21@0,0")
    for drop in (-1, 1, 99):
        assert change(client, link, "undo", drop=drop).json()["code"] == "nothing-to-undo"


def test_a_move_on_which_others_rest_is_not_taken_back_alone(
    client: TestClient, database: Path
) -> None:
    table = lay(client, "squeeze", ["me"])
    link = table["mine"]
    for _ in range(40):
        now = state(client, link)
        send(client, link, now["number"], 0, now["moves"][0]["move"])
        texts = [text for _, text, _ in stored_match(database, table["table"]).view(0).data["log"]]
        if "deal" in texts and texts[-1] != "deal":
            break
    answer = change(client, link, "undo", drop=texts.index("deal"))
    assert answer.status_code == 409 and answer.json()["code"] == "needed"
    assert state(client, link)["alone"]["undo"]


def test_a_piece_that_does_not_fit_is_refused_with_the_corner(client: TestClient) -> None:
    link = lay(client, PUZZLE, ["me"])["mine"]
    now = lay_pieces(client, link, "00/21@0,0")
    # 1-1-1-1 on 0,1, by the numbers that the picture gives the piece and the cell.
    move = added(drawing(now), "piece:1-1-1-1") + added(drawing(now), "cell:0,1")
    answer = send(client, link, now["number"], 0, move)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("the top left corner of 0,1 is 0; 1-1-1-1 turned so")


def added(svg: str, touch: str) -> int:
    start = svg.index(f'data-touch="{touch}"')
    return int(svg[svg.index('data-add="', start) + 10:].partition('"')[0])


def test_what_the_numbers_of_the_picture_add_up_to_is_the_move(client: TestClient) -> None:
    now = state(client, lay(client, PUZZLE, ["me"])["mine"])
    for one in now["moves"]:
        piece, cell, *turn = one["touches"]
        quarters = 0
        if turn:
            start = drawing(now).index(f'data-touch="{piece}"')
            ways = drawing(now)[drawing(now).index('data-turns="', start) + 12:].partition('"')[0]
            quarters = ways.split().index(turn[0])
        assert added(drawing(now), piece) + added(drawing(now), cell) + quarters == one["move"]


def test_turns_are_no_buttons(client: TestClient) -> None:
    now = state(client, lay(client, PUZZLE, ["me"])["mine"])
    assert now["buttons"] == []
    assert now["spoken"]["turn:01/22"] == "turned so: 0 1 above, 2 2 below"


def ask(client: TestClient, link: str, what: str) -> Json:
    answer: Json = client.get(f"{link}/ask/{what}").json()
    return answer


def test_hints_lead_to_a_full_board(client: TestClient) -> None:
    link = lay(client, PUZZLE, ["me"], numbers=2, rows=2, columns=2)["mine"]
    assert ask(client, link, "winnable")["text"] == "It can still be finished."
    for _ in range(4):
        now = state(client, link)
        hint = ask(client, link, "hint")
        assert hint["verdict"] == "won" and hint["text"]
        move = next(one for one in now["moves"] if one["touches"] == hint["touches"])
        assert send(client, link, now["number"], 0, move["move"]).status_code == 200
    assert state(client, link)["alone"]["ending"] == "win"
    assert client.get(f"{link}/ask/hint").json()["code"] == "match-over"


def test_a_piece_in_the_way_is_pointed_at(client: TestClient) -> None:
    link = lay(client, PUZZLE, ["me"], numbers=2, rows=2, columns=2)["mine"]
    lay_pieces(client, link, "00/00@0,0", "01/00@0,1")
    assert ask(client, link, "winnable")["text"] == "It can no longer be finished."
    hint = ask(client, link, "hint")
    assert (hint["verdict"], hint["drop"]) == ("lost", 1)
    assert hint["text"] == "It can no longer be finished; without 01/00@0,1 it could."
    assert change(client, link, "undo", drop=hint["drop"]).status_code == 200
    assert ask(client, link, "winnable")["verdict"] == "won"


def test_where_nothing_fits_any_more_there_is_still_a_hint(client: TestClient) -> None:
    link = lay(client, PUZZLE, ["me"], numbers=2, rows=2, columns=2)["mine"]
    now = lay_pieces(client, link, "00/00@0,0", "00/01@1,1")
    assert now["over"] and now["alone"]["ending"] == "loss" and now["alone"]["loose"]
    assert ask(client, link, "hint")["drop"] == 1
    assert ask(client, link, "loss")["move"] == 1


def test_a_board_that_nobody_can_fill_is_told_with_those_near_it(client: TestClient) -> None:
    link = lay(client, PUZZLE, ["me"], numbers=4, rows=5, columns=7)["mine"]
    told = "Nobody can fill 5 × 7 with these pieces; 4 × 7 or 5 × 5 can be"
    assert state(client, link)["headline"] == told
    assert ask(client, link, "winnable")["text"] == told
    assert ask(client, link, "hint")["text"] == told


def wish(client: TestClient, game: str = PUZZLE, **more: Any) -> httpx.Response:
    options = {"players": 1, **more.pop("options", {})}
    answer: httpx.Response = client.post("/api/tables", json={
        "game": game, "options": options, "seats": [{"kind": "me"}], **more,
    })
    return answer


def test_a_puzzle_of_a_chosen_difficulty_has_one_solution(
    client: TestClient, database: Path
) -> None:
    given = {}
    for difficulty in ("easy", "medium"):
        laid_table = wish(client, difficulty=difficulty)
        assert laid_table.status_code == 201, laid_table.text
        round = stored_match(database, laid_table.json()["table"]).round
        assert isinstance(round, PuzzleRound)
        given[difficulty] = round.view(0).data["given"]
        assert tiling_of(round).count().labelled == 1
    assert len(given["easy"]) >= 3 and given["medium"]


def test_the_puzzle_of_the_day_is_the_same_for_everybody(
    client: TestClient, database: Path
) -> None:
    tables = [wish(client, daily=True).json() for _ in range(2)]
    first, second = (stored_match(database, one["table"]).round.opening() for one in tables)
    assert first == second and first["given"]
    assert state(client, tables[0]["mine"])["alone"]["daily"]


def test_a_difficulty_that_is_none_or_that_no_puzzle_has_is_refused(client: TestClient) -> None:
    assert wish(client, difficulty="awful").json()["code"] == "bad-difficulty"
    assert wish(client, "bingo", difficulty="easy").json()["code"] == "no-puzzle"
    small = {"numbers": 2, "rows": 1, "columns": 1}
    assert wish(client, difficulty="hard", options=small).json()["code"] == "no-puzzle"


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_there_is_no_puzzle_is_said_in_the_language_of_the_page(
    client: TestClient, language: str
) -> None:
    client.headers["Accept-Language"] = language
    say = speech(language)
    size = {"numbers": 2, "rows": 2, "columns": 2}
    refused = wish(client, difficulty="hard", options=size)
    assert (refused.status_code, refused.json()["code"]) == (422, "no-puzzle")
    assert refused.json()["error"] == say(
        "no {difficulty} puzzle of {rows}x{columns} on {numbers} numbers was found: try another "
        "seed, another board or another difficulty"
    ).format(difficulty=say("hard"), **size)
    size = {"numbers": 4, "rows": 5, "columns": 7}
    daily = wish(client, daily=True, options=size)
    assert daily.json()["error"] == say(
        "{rows}x{columns} cannot be filled on {numbers} numbers; {boards} can"
    ).format(boards=f"4x7{say(' or ')}5x5", **size)


def test_the_form_offers_tasks_and_difficulties(client: TestClient) -> None:
    page = client.get(f"/games/{PUZZLE}").text
    assert 'href="?bundle=3x3" aria-current="true"' in page
    assert page.count('<option value="easy">') == 1 and "The puzzle of " in page
    other = client.get(f"/games/{PUZZLE}", params={"numbers": "4", "rows": "4", "columns": "7"})
    assert 'href="?bundle=4x7" aria-current="true"' in other.text
    assert client.get(f"/games/{PUZZLE}", params={"rows": "99"}).status_code == 422


def test_thousands_of_moves_come_folded(client: TestClient, database: Path) -> None:
    table = lay(client, PUZZLE, ["me"], numbers=5, rows=5, columns=9)
    now = state(client, table["mine"])
    touches, moves = now["folded"]["touches"], now["folded"]["moves"]
    known = stored_match(database, table["table"]).view(0).data["moves"]
    assert now["moves"] == [] and len(moves) == len(known) > 10_000
    assert [
        (move, [touches[place] for place in places]) for move, *places in moves
    ] == [(one["move"], one["touches"]) for one in known]
    assert len(json.dumps(now["folded"])) < 400_000
    assert state(client, lay(client, PUZZLE, ["me"])["mine"])["folded"] is None
