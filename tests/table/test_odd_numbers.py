"""Odd numbers on every outlet: what is hidden stays hidden, and nothing breaks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import sobremesa
from sobremesa.core.match import Match
from sobremesa.table.events import DEAL, MOVE, Event, Place, fingerprint
from sobremesa.table.start import Start
from sobremesa.table.storage import Store, share_of
from tests.table.host import opened
from tests.table.odd import NO_NUMBERS, spellings

TABLE = "odd"
SECRET = "the-secret-of-seat-zero"
BOTH = "the-secret-of-both-seats"
WATCH = "the-secret-of-watchers"
MOVES_OF_SECOND_HAND = 3


def two_hands(game: sobremesa.Game, second: int) -> list[Event]:
    """Makes the events of a table in its second hand, which is dealt from the seed `second`."""
    rng = sobremesa.Rng(5)
    events = Start(game, [("person", f"P{seat}") for seat in range(2)], seed=5).events()
    match = Match(game, deal=events[1].data)

    def play(count: int) -> None:
        while not match.round.over and count:
            choices = match.round.moves()
            move = choices[int(rng.below(len(choices)))]
            data = {"seat": match.turn, "move": int(move), "text": match.round.text(move)}
            match.play(move)
            events.append(Event(len(events) + 1, MOVE, data))
            count -= 1

    play(-1)
    dealt = game.deal_next(sobremesa.Rng(second), match.round)
    match.next_round(dealt.opening())
    events.append(Event(len(events) + 1, DEAL, dealt.opening()))
    play(MOVES_OF_SECOND_HAND)
    return events


def kept(database: Path, second: int) -> int:
    """Keeps the table and answers how many events it has."""
    store = Store(f"sqlite:///{database}")
    store.migrate()
    events = two_hands(sobremesa.game("block", target=500), second)
    places = [
        Place(-1, "watch", "", fingerprint(WATCH), fingerprint(share_of(WATCH))),
        Place(0, "person", "P0", fingerprint(SECRET), fingerprint(share_of(SECRET))),
        Place(1, "person", "P1", None, None),
    ]
    store.lay(places, events)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        for table, column in (("events", "table_id"), ("seats", "table_id"), ("tables", "id")):
            connection.exec_driver_sql(f"UPDATE {table} SET {column}='{TABLE}'")
    store.close()
    return len(events)


def odd(number: int) -> list[str]:
    """Lists odd spellings of a number, ready for an address, and what is no number."""
    return [
        quote(one, safe="").replace(".", "%2E") for one in [*spellings(number), *NO_NUMBERS]
    ]


def shared_outlets(share: str, count: int) -> list[str]:
    """Lists every address of a shared replay, with every odd spelling of its numbers; the step
    `count` is hidden there."""
    return [
        *(f"{share}/{at}" for at in odd(count)), *(f"{share}?at={at}" for at in odd(count)),
        *(f"{share}/2?seat={seat}" for seat in odd(1)),
        *(f"{share}?seat={seat}" for seat in odd(1)),
    ]


def own_outlets(link: str, count: int) -> list[str]:
    """Lists every address of a seat's link that takes a number, with every odd spelling."""
    paths = [f"{link}/replay/{at}" for at in odd(count)]
    paths += [
        f"{link}/{where}{at}" for at in odd(count)
        for where in ("replay?at=", "state?last=", "talk?heard=")
    ]
    paths += [
        f"{link}/{where}?seat={seat}" for seat in odd(1)
        for where in ("state", "talk", "replay", "replay/2", "record", "why")
    ]
    return paths


def answered(client: TestClient, path: str) -> tuple[int, bytes]:
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code < 500, (path[:200], answer.text[:300])
    return answer.status_code, answer.content


def test_a_shared_replay_shows_nothing_of_the_hand_that_is_being_played(tmp_path: Path) -> None:
    """Two tables differ only in the hand that is played now, that of the sharer included."""
    sent: list[dict[str, tuple[int, bytes]]] = []
    share = f"/r/{TABLE}/{share_of(SECRET)}"
    for second in (1, 2):
        database = tmp_path / f"{second}.db"
        count = kept(database, second)
        with opened(database) as client:
            paths = [*shared_outlets(share, count), share, f"{share}/{count}", f"{share}/2"]
            sent.append({path: answered(client, path) for path in paths})
    assert sent[0].keys() == sent[1].keys()
    for path, said in sent[0].items():
        assert said == sent[1][path], path
    assert sent[0][f"{share}/2"][0] == 200
    assert sent[0][f"{share}/{count}"][0] == 404


def test_a_number_is_written_in_one_way_only(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    count = kept(database, 1)
    link, share = f"/t/{TABLE}/{SECRET}", f"/r/{TABLE}/{share_of(SECRET)}"
    with opened(database) as client:
        paths = [*own_outlets(link, count), *shared_outlets(share, count)]
        read = [path for path in paths if answered(client, path)[0] == 200]
        # Asking for nothing is as good as not asking, and any other event than the last is new.
        assert [path for path in read if not path.endswith("=") and "?last=" not in path] == []
        for base in (share, f"{link}/replay"):
            assert client.get(f"{base}/2").status_code == 200
        assert client.get(f"{link}/state?last={count}").status_code == 204
        assert client.get(f"{link}/state?last=0{count}").status_code == 200
        assert client.get(f"{link}/state?seat=0").status_code == 200


@pytest.mark.parametrize("odd", [
    *spellings(0), *spellings(1), *NO_NUMBERS, 1, -1, -2, 2**63, 10**400, 0.0, 1.0, 1e300, True,
    False, [], [0], {}, {"seat": 0},
], ids=lambda odd: repr(odd)[:40])
def test_an_odd_seat_in_a_greeting_shows_no_other_seat(
    odd_client: TestClient, odd: Any
) -> None:
    with odd_client.websocket_connect(f"/t/{TABLE}/{SECRET}/live") as line:
        line.send_text(json.dumps({"last": 0, "seat": odd}))
        try:
            assert json.loads(line.receive_text())["seat"] == 0
            assert odd in ("", None), odd
        except WebSocketDisconnect as closed:
            assert closed.code == 1008


@pytest.mark.parametrize("field", ["last", "heard"])
@pytest.mark.parametrize("odd", [
    "0", "00", "x", -1, -(2**63), 2**31, 2**63, 10**400, 1.0, 1e300, True, None, [], {},
], ids=lambda odd: repr(odd)[:40])
def test_an_odd_count_in_a_greeting(odd_client: TestClient, field: str, odd: Any) -> None:
    with odd_client.websocket_connect(f"/t/{TABLE}/{SECRET}/live") as line:
        line.send_text(json.dumps({"last": 0, field: odd}))
        with pytest.raises(WebSocketDisconnect) as closed:
            line.receive_text()
        assert closed.value.code == 1008


@pytest.mark.parametrize("said", [
    "[" * 1999, '{"last":' + "[" * 1900, '{"last": 0, "seat": "\\ud800"}', "\x00", "1e999",
    '{"last": NaN}', '{"last": -Infinity}', '{"last": ' + "9" * 1900 + "}",
    '{"last": 0, "shape": ["wide"]}', '{"last": 0, "shape": {}}', '{"last": 0, "numerals": [[]]}',
], ids=lambda said: said[:30])
def test_a_greeting_that_is_no_greeting(odd_client: TestClient, said: str) -> None:
    with odd_client.websocket_connect(f"/t/{TABLE}/{SECRET}/live") as line:
        line.send_text(said)
        try:
            assert json.loads(line.receive_text())["seat"] == 0
        except WebSocketDisconnect as closed:
            assert closed.code == 1008
    assert odd_client.get(f"/t/{TABLE}/{SECRET}/state").status_code == 200


@pytest.fixture(scope="module")
def odd_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = tmp_path_factory.mktemp("odd") / "table.db"
    kept(database, 1)
    with opened(database) as client:
        yield client
