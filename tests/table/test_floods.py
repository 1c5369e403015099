"""Floods and slow clients: nobody can take the table from the others."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlparse

import httpx
import pytest
from starlette.testclient import WebSocketDenialResponse

from sobremesa.table import live
from sobremesa.table.limits import Allowance, Limits
from sobremesa.table.problems import Problem
from tests.table.host import (
    Json,
    Server,
    answers,
    asking,
    event_count,
    lay,
    opened,
    state,
    stored_match,
)
from tests.waiting import PATIENCE, wait_until

TIGHT = Limits(
    tables=3, table_every=3600.0, playing=6, watching=3, seat_pages=3, table_watchers=4,
)
HASTY = Limits(
    connections=8, head_time=0.5, body_time=0.5, unread_time=1.5, head_bytes=4096, head_lines=30,
)


def test_an_address_lays_so_many_tables_and_is_told_when_it_may_again(database: Path) -> None:
    wish = {
        "game": "block", "options": {"first_player": 0},
        "seats": [{"kind": "me"}, {"kind": "friend"}],
    }
    with opened(database, limits=TIGHT) as client:
        laid = [client.post("/api/tables", json=wish) for _ in range(2)]
        form = {"game": "block", "players": "2", "sitter0": "me", "sitter1": "friend"}
        laid.append(client.post("/tables", data=form, follow_redirects=False))
        assert [answer.status_code for answer in laid] == [201, 201, 303]
        events = event_count(database)
        for refused in (
            client.post("/api/tables", json=wish), client.post("/tables", data=form),
            client.post("/records", data={"text": "[Game \"block\"]"}),
        ):
            assert (refused.status_code, refused.json()["code"]) == (429, "too-much")
            assert 0 < int(refused.headers["Retry-After"]) <= 3600
        assert event_count(database) == events
        # Who plays already goes on.
        assert state(client, laid[0].json()["mine"])["moves"]


def test_an_allowance_comes_back_bit_by_bit_and_each_has_his_own() -> None:
    now = [0.0]
    allowance = Allowance(2, 10.0, lambda: now[0])
    for who in ("a", "a", "b"):
        allowance.take(who)
    with pytest.raises(Problem) as refused:
        allowance.take("a")
    assert (refused.value.status, refused.value.retry) == (429, 11)
    allowance.take("b")
    now[0] = 10.0
    allowance.take("a")
    with pytest.raises(Problem):
        allowance.take("a")


def test_those_who_watch_never_take_the_place_of_those_who_play(database: Path) -> None:
    with opened(database, limits=TIGHT) as client, ExitStack() as lines:
        laid = lay(client, "block", ["me", "friend"])
        other = lay(client, "block", ["me", "friend"])

        def come(link: str) -> bool:
            try:
                line = lines.enter_context(client.websocket_connect(f"{link}/live"))
            except WebSocketDenialResponse as denied:
                assert (denied.status_code, denied.json()["code"]) == (503, "crowded")
                assert int(denied.headers["Retry-After"]) > 0
                return False
            line.send_json({"last": 0})
            assert line.receive_json()["number"] == 2
            return True

        assert [come(laid["watch"]) for _ in range(5)] == [True] * 3 + [False] * 2
        assert [come(laid["mine"]) for _ in range(4)] == [True] * 3 + [False]
        assert [come(laid["friends"]["1"]) for _ in range(3)] == [True] * 3
        # The address has no place left at any table.
        assert not come(other["mine"])
        lines.close()
        wait_until(lambda: come(other["mine"]))


def test_bots_among_themselves_wait_for_somebody_who_looks(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LOOKED_AT", 0.0)
    with opened(database) as client:
        watched = lay(client, "block", ["bot:greedy", "bot:greedy"], target=20)
        unseen = lay(client, "block", ["bot:greedy", "bot:greedy"], target=20)
        with client.websocket_connect(f"{watched['watch']}/live") as line:
            line.send_json({"last": 0})
            while not line.receive_json().get("ended"):
                pass
        assert len(stored_match(database, unseen["table"]).round.log) == 0
        monkeypatch.setattr(live, "LOOKED_AT", 60.0)
        wait_until(lambda: bool(state(client, unseen["watch"])["ended"]))
        assert stored_match(database, unseen["table"]).over


def test_eighty_questions_at_once_stop_no_bot(database: Path) -> None:
    """The hardest solitaire is asked about eighty times while bots play beside it."""
    with Server(database) as server:
        counts = asyncio.run(_ask_and_play(server.url))
    assert counts.keys() <= {200, 429, 503}
    assert counts[429] >= 70


async def _ask_and_play(url: str) -> Counter[int]:
    async with httpx.AsyncClient(
        base_url=url, timeout=PATIENCE * 5, limits=httpx.Limits(max_connections=100)
    ) as client:
        async def laid(game: str, sitters: list[str], **options: object) -> Json:
            answer = await client.post("/api/tables", json={
                "game": game, "options": options, "seats": [{"kind": kind} for kind in sitters],
            })
            assert answer.status_code == 201, answer.text
            made: Json = answer.json()
            return made

        hard = await laid("traffic", ["me"], set=15)
        easy = [await laid("block", ["bot:greedy", "bot:greedy"], target=20) for _ in range(4)]
        questions = [
            asyncio.create_task(client.get(f"{hard['mine']}/ask/winnable")) for _ in range(80)
        ]
        # Bots play whole matches while a worker is busy with the first question.
        ended = 0
        while ended < len(easy):
            states = [await client.get(f"{one['watch']}/state") for one in easy]
            ended = sum(bool(one.json()["ended"]) for one in states)
        found = await asyncio.gather(*questions)
        for answer in found:
            if answer.status_code != 200:
                assert answer.json()["code"] in ("busy", "too-hard"), answer.text
                assert int(answer.headers["Retry-After"]) > 0
        again = await client.get(f"{hard['mine']}/ask/winnable")
        assert again.status_code in (200, 503)
        return Counter(answer.status_code for answer in found)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("hasty") / "table.db", limits=HASTY) as server:
        yield server


@contextmanager
def line_to(server: Server) -> Iterator[socket.socket]:
    where = urlparse(server.url)
    with socket.create_connection((where.hostname, where.port), PATIENCE) as line:
        yield line


def heard(line: socket.socket) -> bytes:
    """Reads until the server hangs up."""
    found = b""
    try:
        while piece := line.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


HEAD = b"GET /static/icon.svg HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"


@pytest.mark.parametrize("said", [
    b"", b"G", HEAD, POST, POST + b"{", POST.replace(b"Content-Length: 1000", b"Transfer-Encoding: "
    b"chunked") + b"5\r\nabcde\r\n", HEAD + b"\r\n" + b"GET",
], ids=["nothing", "one letter", "no end of the head", "no body", "a bit of the body",
        "a chunk", "half of a second request"])
def test_a_client_that_stops_in_the_middle_is_hung_up_on(hasty: Server, said: bytes) -> None:
    with line_to(hasty) as line:
        line.sendall(said)
        answer = heard(line)
    # One who has had an answer is not owed another.
    assert b"HTTP/1.1 408 " in answer or answer.startswith(b"HTTP/1.1 200 "), answer[-300:]


def test_a_client_that_says_a_letter_now_and_then_is_hung_up_on(hasty: Server) -> None:
    with line_to(hasty) as line:
        line.settimeout(0.05)
        line.sendall(HEAD + b"X-Slow: ")
        began = time.monotonic()
        found = b""
        while not found:
            assert time.monotonic() - began < PATIENCE
            try:
                line.sendall(b"a")
                found = line.recv(65536)
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                break
    assert not found or b" 408 " in found


def test_a_client_that_does_not_read_is_hung_up_on(hasty: Server) -> None:
    where = urlparse(hasty.url)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((where.hostname, where.port))
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 20)

        def is_gone() -> bool:
            try:
                line.sendall(b"\r\n")
            except OSError:
                return True
            return False

        wait_until(is_gone)


@pytest.mark.parametrize("head", [
    b"X: " + b"a" * 5000 + b"\r\n", b"".join(b"X-%d: a\r\n" % number for number in range(40)),
    b"Cookie: " + b"a=b; " * 20_000 + b"\r\n",
], ids=["long", "many lines", "very long"])
def test_a_head_that_is_too_large(hasty: Server, head: bytes) -> None:
    with line_to(hasty) as line:
        # What is left unread can cut the answer off, but there is no other one.
        with suppress(OSError):
            line.sendall(HEAD + head + b"\r\n")
        answer = heard(line)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 431 "), answer[:200]
    with line_to(hasty) as line:
        line.sendall(b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        assert heard(line).startswith(b"HTTP/1.1 431 ")


def test_a_head_without_end(hasty: Server) -> None:
    with line_to(hasty) as line:
        line.sendall(HEAD)
        with pytest.raises(OSError):
            for number in range(100_000):
                line.sendall(b"X-%d: %s\r\n" % (number, b"a" * 100))


def test_an_address_has_so_many_connections(hasty: Server) -> None:
    with ExitStack() as lines:
        held = [lines.enter_context(line_to(hasty)) for _ in range(30)]
        last = heard(held[-1])
        assert last.startswith(b"HTTP/1.1 429 ") or last == b""
    wait_until(lambda: answers(hasty.url))


def test_the_table_is_served_while_many_are_slow(database: Path) -> None:
    with (
        Server(database, limits=Limits(connections=200)) as server, ExitStack() as lines,
        asking(server.url) as client,
    ):
        for number in range(100):
            line = lines.enter_context(line_to(server))
            line.sendall(POST if number % 2 else HEAD)
        laid = lay(client, "block", ["me", "bot:greedy"], first_player=0)
        now = state(client, laid["mine"])
        assert now["moves"]


def test_a_live_connection_that_says_nothing_is_closed(hasty: Server) -> None:
    with asking(hasty.url) as client:
        laid = lay(client, "block", ["me", "friend"])
    with line_to(hasty) as line:
        line.sendall(
            f"GET {laid['mine']}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        answer = heard(line)
    assert answer.startswith(b"HTTP/1.1 101 "), answer[:200]


def test_half_of_a_request_is_none(database: Path) -> None:
    """A form that breaks off would still be a form."""
    with Server(database) as server:
        form = b"game=block&players=2&sitter0=me&sitter1=friend"
        with line_to(server) as line:
            line.sendall(
                b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
                b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" + form
            )
            line.shutdown(socket.SHUT_RDWR)
        with asking(server.url) as client:
            assert client.get("/static/icon.svg").status_code == 200
        assert event_count(database) == 0
