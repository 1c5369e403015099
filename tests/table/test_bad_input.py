"""Bad input: each gets a precise answer, nothing is written, nobody else is disturbed."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from sobremesa.table import play
from sobremesa.table.guard import LARGEST_BODY
from tests.table.host import Json, Server, event_count, lay, send, state

WISH: Json = {
    "game": "draw", "options": {"players": 2},
    "seats": [{"kind": "me"}, {"kind": "friend"}],
}


def changed(**parts: Any) -> Json:
    return {**WISH, **parts}


@pytest.mark.parametrize(("wish", "status", "code", "reason"), [
    (changed(game="chess"), 404, "unknown-game", "there is no game called chess"),
    (changed(game="mugins"), 404, "unknown-game", "did you mean muggins?"),
    (changed(game="draw(players=2)"), 404, "unknown-game", "there is no game"),
    (changed(options={"players": 2, "colour": 1}), 422, "bad-option", "no option colour"),
    (changed(options={"players": 2, "set": 7}), 422, "bad-option", "set cannot be 7"),
    (changed(options={"players": 99}), 422, "bad-option", "99 players"),
    (changed(options={"players": 13, "set": 12, "hand_size": 1}), 422, "bad-option", "12"),
    (changed(seats=[{"kind": "me"}]), 422, "bad-seats", "1 seat is filled"),
    (changed(seats=[{"kind": "me"}, {"kind": "bot:deep"}]), 422, "unknown-sitter", "bot:deep"),
    (changed(seats=[{"kind": "me", "name": "x" * 25}, {"kind": "hot"}]), 422, "long-name", "24"),
    (changed(silence=-1.0), 422, "bad-silence", "0 to 60 seconds"),
    (changed(silence=1e9), 422, "bad-silence", "0 to 60 seconds"),
    (changed(seats="two"), 422, "unreadable", "seats"),
    (changed(extra=1), 422, "unreadable", "extra"),
    (changed(options={"players": 2.5}), 422, "unreadable", "options"),
])
def test_a_table_that_cannot_be_laid(
    client: TestClient, database: Path, wish: Json, status: int, code: str, reason: str
) -> None:
    answer = client.post("/api/tables", json=wish)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == code
    assert reason in answer.json()["error"]
    assert event_count(database) == 0


def test_the_reason_is_said_in_the_language_of_the_page(client: TestClient) -> None:
    answers = {
        language: client.post(
            "/api/tables", json=changed(silence=-1.0), headers={"Accept-Language": language}
        ).json()["error"]
        for language in ("en", "es", "fr", "ro")
    }
    assert len(set(answers.values())) == 4
    assert all("60" in reason for reason in answers.values())


def test_hints_are_said_in_the_language_of_the_page_too(client: TestClient) -> None:
    spanish = {"Accept-Language": "es"}
    answer = client.post("/api/tables", json=changed(game="mugins"), headers=spanish)
    assert "¿querías decir muggins?" in answer.json()["error"]
    answer = client.post(
        "/api/tables", json=changed(options={"players": 2, "target": 0}), headers=spanish
    )
    assert "un número entero a partir de 1" in answer.json()["error"]


def test_a_browser_gets_a_page_with_the_reason(client: TestClient) -> None:
    answer = client.get("/games/chess", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no game called chess.<" in answer.text
    assert answer.headers["content-type"].startswith("text/html")


def test_whoever_comes_too_late_is_led_to_the_open_tables(client: TestClient) -> None:
    page = client.get("/m/unknown", headers={"Accept": "text/html", "Accept-Language": "ro"})
    assert page.status_code == 404
    assert "Această masă nu mai e deschisă.<" in page.text
    assert 'href="/lobby"' in page.text


@pytest.fixture
def laid(client: TestClient) -> Json:
    return lay(client, "draw", ["me", "friend"], first_player=0)


def untouched(client: TestClient, laid: Json, before: int) -> bool:
    friend = state(client, laid["friends"]["1"])
    return bool(friend["number"] == before)


def test_a_guessed_link_opens_nothing_and_tells_nothing(client: TestClient, laid: Json) -> None:
    table = laid["table"]
    guesses = [f"/t/{table}/guess", f"/t/{table}/" + "A" * 32, "/t/nothing/" + "A" * 32,
               f"/t/{table}/" + "A" * 5000]
    answers = {client.get(f"{guess}/state").text for guess in guesses}
    answers |= {send(client, guess, 2, 0, 0).text for guess in guesses}
    assert len(answers) == 1
    assert json.loads(answers.pop())["code"] == "unknown-link"
    assert client.get(guesses[0] + "/state").status_code == 404
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect(guesses[0] + "/live"),
    ):
        pass
    assert denied.value.status_code == 404


def test_a_watch_link_cannot_play(client: TestClient, laid: Json) -> None:
    message = state(client, laid["watch"])
    answer = send(client, laid["watch"], message["number"], 0, 0)
    assert (answer.status_code, answer.json()["code"]) == (403, "only-watching")
    answer = client.post(f"{laid['watch']}/next", json={"number": message["number"]})
    assert answer.status_code == 403
    assert untouched(client, laid, message["number"])


def test_a_share_link_is_no_seat(client: TestClient, laid: Json) -> None:
    page = client.get(laid["mine"] + "/replay").text
    share = page.split('data-share="')[1].split('"')[0]
    secret = share.rsplit("/", 1)[1]
    answer = client.get(f"/t/{laid['table']}/{secret}/state")
    assert answer.status_code == 404


@pytest.mark.parametrize(("change", "status", "code", "reason"), [
    ({"move": 10**9}, 422, "illegal-move", "is no move of this game"),
    ({"move": -1}, 422, "illegal-move", "is no move of this game"),
    ({"move": "6-4"}, 422, "unreadable", "move"),
    ({"move": True}, 422, "unreadable", "move"),
    ({"seat": 1}, 403, "another-seat", "not for seat 2"),
    ({"seat": 7}, 403, "another-seat", "not for seat 8"),
    ({"seat": -1}, 403, "another-seat", "not for seat 0"),
    ({"number": 1}, 409, "stale", "has moved on"),
    ({"number": 50}, 409, "stale", "only 2 events"),
    ({"id": "short"}, 422, "unreadable", "id"),
    ({"id": "x" * 65}, 422, "unreadable", "id"),
    ({"more": 1}, 422, "unreadable", "more"),
])
def test_a_move_that_cannot_be(
    client: TestClient, laid: Json, change: Json, status: int, code: str, reason: str
) -> None:
    message = state(client, laid["mine"])
    body = {
        "number": message["number"], "seat": 0, "move": message["moves"][0]["move"],
        "id": "test-bad-move", **change,
    }
    answer = client.post(f"{laid['mine']}/moves", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == code
    assert reason in answer.json()["error"]
    assert untouched(client, laid, message["number"])


def test_a_move_out_of_turn(client: TestClient, laid: Json) -> None:
    before = state(client, laid["mine"])["number"]
    answer = send(client, laid["friends"]["1"], before, 1, 0)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-your-turn")
    assert untouched(client, laid, before)


def test_a_tile_that_is_not_held_is_refused_in_the_words_of_the_game(
    client: TestClient, laid: Json
) -> None:
    message = state(client, laid["mine"])
    held = {one["move"] for one in message["moves"]}
    missing = next(move for move in range(28) if move not in held)
    answer = send(client, laid["mine"], message["number"], 0, missing)
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal-move")
    assert "you do not hold" in answer.json()["error"]
    assert untouched(client, laid, message["number"])


def test_a_move_sent_twice_is_one_move(client: TestClient, laid: Json) -> None:
    message = state(client, laid["mine"])
    move = message["moves"][0]["move"]
    answers = [
        send(client, laid["mine"], message["number"], 0, move, mark="the-same-id") for _ in "ab"
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json() == {"number": message["number"] + 1}
    assert state(client, laid["mine"])["number"] == message["number"] + 1
    other = send(client, laid["mine"], message["number"], 0, move + 1, mark="the-same-id")
    assert (other.status_code, other.json()["code"]) == (409, "id-used")


def test_a_next_hand_before_its_time(client: TestClient, laid: Json) -> None:
    answer = client.post(f"{laid['mine']}/next", json={"number": 2})
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal-move")
    assert "the round is not over" in answer.json()["error"]
    assert untouched(client, laid, 2)


def test_no_body_and_no_json(client: TestClient, laid: Json) -> None:
    for body in (b"", b"{", b"[]", b'"x"', b"\xff\xfe"):
        answer = client.post(f"{laid['mine']}/moves", content=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")


@pytest.mark.parametrize("said", ["{", "[]", '{"last": "x"}', '{"last": 1, "seat": 5}', "x" * 3000])
def test_nonsense_over_the_live_connection_closes_only_that_one(
    client: TestClient, laid: Json, said: str
) -> None:
    with client.websocket_connect(laid["friends"]["1"] + "/live") as friend:
        friend.send_json({"last": 0})
        assert friend.receive_json()["number"] == 2
        with client.websocket_connect(laid["mine"] + "/live") as rude:
            rude.send_text(said)
            with pytest.raises(WebSocketDisconnect) as closed:
                rude.receive_json()
            assert closed.value.code == 1008
        message = state(client, laid["mine"])
        send(client, laid["mine"], message["number"], 0, message["moves"][0]["move"])
        assert friend.receive_json()["number"] == 3


def test_too_much_said_over_the_live_connection(
    client: TestClient, laid: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slowly it is said.
    monkeypatch.setattr(play, "SAID_WITHIN", 3600.0)
    with client.websocket_connect(laid["mine"] + "/live") as rude:
        with pytest.raises(WebSocketDisconnect) as closed:
            for _ in range(200):
                rude.send_json({"last": 2})
                rude.receive_json()
        assert closed.value.code == 1008


def test_ten_megabytes_are_refused_before_they_are_read(database: Path) -> None:
    with Server(database) as server:
        where = urlparse(server.url)
        for head in (b"Content-Length: 10485760", b"Transfer-Encoding: chunked"):
            with socket.create_connection((where.hostname, where.port), 10) as line:
                line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n\r\n")
                if b"chunked" in head:
                    # No byte more than is too much, which the answer would not wait for.
                    line.sendall(f"{LARGEST_BODY:x}\r\n".encode() + b"x" * LARGEST_BODY)
                    line.sendall(b"\r\n1\r\nx")
                answer = line.recv(65536)
                assert answer.startswith(b"HTTP/1.1 413"), answer[:200]
                assert b"too-large" in answer + line.recv(65536)
        assert event_count(database) == 0


def test_a_body_at_the_limit_is_read(client: TestClient) -> None:
    answer = client.post("/api/tables", content=b" " * LARGEST_BODY)
    assert answer.status_code == 422
    answer = client.post("/api/tables", content=b" " * (LARGEST_BODY + 1))
    assert answer.status_code == 413


RECORD = """[Game "block"]
[Rules "1"]
[Options "target=10"]
[Something "unknown, kept"]

[Hand "1"]
[First "0"]
[Before "0 0"]
[Deal "0-0 1-0 1-1 2-0 2-1 2-2 3-0; 3-1 3-2 3-3 4-0 4-1 4-2 4-3; \
4-4 5-0 5-1 5-2 5-3 5-4 5-5 6-0 6-1 6-2 6-3 6-4 6-5 6-6"]
1. 3-0 2. 4-3@W *
"""


def test_a_record_with_unknown_tags_is_replayed(client: TestClient) -> None:
    answer = client.post("/records", data={"text": RECORD}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    assert 'data-last="4"' in page.text


@pytest.mark.parametrize(("text", "reason"), [
    (RECORD[: len(RECORD) // 2], ""),
    (RECORD.replace('[Rules "1"]', '[Rules "99"]'), "version 99"),
    (RECORD.replace("4-3@W", "6-6@W"), "6-6"),
    (RECORD.replace("block", "chess"), "chess"),
    (RECORD.replace("target=10", "colour=1"), "colour"),
    (RECORD.replace("*", "").replace('[Options', '[Result "20 0"]\n[Options'), "breaks off"),
    ("", "empty"),
    ("no record at all", "line 1"),
])
def test_a_record_that_cannot_be_read_is_refused_and_not_kept(
    client: TestClient, database: Path, text: str, reason: str
) -> None:
    answer = client.post("/records", data={"text": text})
    assert answer.status_code in (404, 409, 422), answer.text
    assert reason in answer.json()["error"]
    assert event_count(database) == 0


def test_a_file_that_is_no_text(client: TestClient, database: Path) -> None:
    answer = client.post("/records", files={"file": ("x.txt", b"\xff\xfe\x00\x01")})
    assert answer.status_code == 422
    assert "not text" in answer.json()["error"]
    assert event_count(database) == 0


def test_an_unknown_language_and_a_way_out_of_the_house(client: TestClient) -> None:
    answer = client.post("/language", data={"language": "xx", "to": "/"})
    assert answer.status_code == 422
    for to in ("https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"):
        answer = client.post("/language", data={"language": "es", "to": to}, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_an_unknown_address_and_a_wrong_method(client: TestClient) -> None:
    assert client.get("/nowhere").json()["code"] == "not-found"
    assert client.get("/tables").status_code == 405
    assert client.get("/static/../app.py").status_code == 404


def test_a_step_that_the_replay_does_not_have(client: TestClient, laid: Json) -> None:
    for step in ("1", "99", "x", "-2", "9" * 40):
        answer = client.get(f"{laid['mine']}/replay/{step}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-step")
