"""A puzzle at the table: laying, refusals, and a single piece taken up again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from fastapi.testclient import TestClient

from tests.table.host import Json, lay, opened, send, state, stored_match

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
    assert (after["svg"], after["log"], after["moves"]) == (
        before["svg"], before["log"], before["moves"]
    )
    assert not after["alone"]["redo"]


def test_pieces_taken_up_stay_so_after_a_restart(database: Path) -> None:
    with opened(database) as client:
        table = lay(client, PUZZLE, ["me"])
        lay_pieces(client, table["mine"], "00/21@0,0", "11/11@2,2")
        change(client, table["mine"], "undo", drop=0)
        shown = state(client, table["mine"])
    with opened(database) as client:
        assert state(client, table["mine"])["svg"] == shown["svg"]
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
    move = added(now["svg"], "piece:1-1-1-1") + added(now["svg"], "cell:0,1")
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
            start = now["svg"].index(f'data-touch="{piece}"')
            ways = now["svg"][now["svg"].index('data-turns="', start) + 12:].partition('"')[0]
            quarters = ways.split().index(turn[0])
        assert added(now["svg"], piece) + added(now["svg"], cell) + quarters == one["move"]


def test_turns_are_no_buttons(client: TestClient) -> None:
    now = state(client, lay(client, PUZZLE, ["me"])["mine"])
    assert now["buttons"] == []
    assert now["spoken"]["turn:01/22"] == "turned so: 0 1 above, 2 2 below"
