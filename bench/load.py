"""Measures a server full of people: N tables of two persons, each with a page, at a steady pace.

`python -m bench.load` plays dominoes on SQLite and on PostgreSQL, with one process and with two,
and, in the same run, a like game on boardgame.io's server in memory and in files, by the same
program and at the same pace; then at a thousand tables where a bot sits with two persons. A round
trip runs from when a move is sent until the page of the *other* person has it; ours is on the disk
by then. The people share the machine with the server, so the time of the server's processors is
given too.

    python -m bench.load --tables 40 --pause 0.6 --seconds 10 --only sqlite,boardgame
    python -m bench.load --tables 1000 --pause 5 --bots 1 --only sqlite
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import resource
import secrets
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any, NamedTuple

import websockets

Json = dict[str, Any]
PEER = Path(__file__).parent / "boardgame"
PATIENCE = 60.0
# Tables that are laid at the same time, before the clock runs.
AT_ONCE = 8
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
ROOMY = "Limits(tables=10**9, playing=10**9, watching=10**9, connections=10**9)"


class Asking:
    """A connection for requests, one after the other; much lighter than a client library."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, what: Json) -> Json:
        """Sends something, and gives the answer."""
        try:
            return await self._post(path, what)
        except (asyncio.IncompleteReadError, ConnectionError) as gone:
            # A server may hang up on who has said nothing for a while; it has not read this then.
            if isinstance(gone, asyncio.IncompleteReadError) and gone.partial:
                raise
            self.close()
            return await self._post(path, what)

    async def _post(self, path: str, what: Json) -> Json:
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        body = json.dumps(what).encode()
        self.writer.write(
            b"POST %s HTTP/1.1\r\nHost: %s:%d\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%s"
            % (path.encode(), self.host.encode(), self.port, len(body), body)
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"(?i)content-length: (\d+)", head)
        if size is None:
            size_line = int(await self.reader.readuntil(b"\r\n"), 16)
            text = await self.reader.readexactly(size_line)
            await self.reader.readexactly(len(b"\r\n0\r\n\r\n"))
        else:
            text = await self.reader.readexactly(int(size[1]))
        status = int(head.split(b" ", 2)[1])
        if status == 408:
            # It was about to hang up: what was sent came too late to be read.
            raise ConnectionError
        if status not in (200, 201):
            raise AssertionError(f"{status} {path} {text[:200]!r}")
        answer: Json = json.loads(text)
        return answer

    def close(self) -> None:
        """Hangs up."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Figures:
    """What was measured."""

    def __init__(self) -> None:
        self.moves = 0
        self.trips: list[float] = []
        self.bytes = 0
        self.running = False


class Seat(ABC):
    """One person: a page that listens, and what it knows."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.number = 0
        self.known: Json = {}
        self.news = asyncio.Event()
        self.line: Any = None
        self.listening: asyncio.Task[None] | None = None
        # When a page had each number.
        self.had: dict[int, float] = {}

    async def until(self, number: int) -> None:
        """Waits until the page has a number."""
        while self.number < number:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)

    async def listen(self) -> None:
        """Takes in what comes."""
        async for said in self.line:
            if self.figures.running:
                self.figures.bytes += len(said)
            number = await self.hear(said)
            if number is not None and number > self.number:
                self.had[number] = perf_counter()
                self.number = number
                self.news.set()

    @abstractmethod
    async def hear(self, said: str | bytes) -> int | None:
        """Reads one message; gives the number of the state it tells, if it tells one."""

    async def close(self) -> None:
        """Closes the page."""
        if self.listening is not None:
            self.listening.cancel()
        await self.line.close()


class OurSeat(Seat):
    """A page of ours."""

    async def open(self, url: str, link: str) -> None:
        """Opens the page."""
        self.line = await websockets.connect(
            f"{url}{link}/live", compression=None, max_size=None, ping_interval=None
        )
        await self.line.send('{"last": 0}')
        self.listening = asyncio.create_task(self.listen())
        await self.until(2)

    async def hear(self, said: str | bytes) -> int | None:
        """Keeps what changed since the last message."""
        told = json.loads(said)
        if "number" not in told:
            return None
        told.pop("scene")
        self.known.update(told)
        return int(told["number"])


class PeerSeat(Seat):
    """A page of boardgame.io, which speaks Socket.IO."""

    async def open(self, host: str, match: str, player: str, credentials: str) -> None:
        """Opens the page."""
        self.match, self.player, self.credentials = match, player, credentials
        self.line = await websockets.connect(
            f"ws://{host}/socket.io/?EIO=4&transport=websocket", compression=None, max_size=None,
            ping_interval=None,
        )
        await self.line.recv()
        await self.line.send("40/block,")
        self.listening = asyncio.create_task(self.listen())
        await self.until(1)

    async def hear(self, said: str | bytes) -> int | None:
        """Answers pings, greets, and keeps the newest state."""
        assert isinstance(said, str)
        if said == "2":
            await self.line.send("3")
            return None
        if said.startswith("40/block,"):
            await self.emit("sync", self.match, self.player, self.credentials, 2)
            return None
        if not said.startswith("42/block,"):
            return None
        kind, _, *rest = json.loads(said.removeprefix("42/block,"))
        if kind not in ("sync", "update"):
            return None
        state = rest[0]["state"] if kind == "sync" else rest[0]
        self.known = state
        return int(state["_stateID"]) + 1

    async def emit(self, *what: Any) -> None:
        """Sends an event."""
        await self.line.send("42/block," + json.dumps(what))


class Made(NamedTuple):
    """A move that was sent, or that a bot makes: the number to which it leads."""

    number: int
    by_person: bool


class Ours:
    """Tables of ours, played over WebSockets and requests."""

    def __init__(self, port: int, bots: int, target: int = 500) -> None:
        self.port = port
        self.bots = bots
        self.target = target

    async def sit(self, figures: Figures) -> tuple[list[Seat], Callable[[], Awaitable[Made]]]:
        """Lays a table for two; gives their pages, and a way to make the next move."""
        asking = Asking("127.0.0.1", self.port)
        bots = [{"kind": "bot:greedy"}] * self.bots
        laid = await asking.post("/api/tables", {
            "game": "block",
            "options": {"players": 2 + self.bots, "target": self.target, "first_player": 0},
            "seats": [{"kind": "me"}, {"kind": "friend"}, *bots], "silence": 0,
        })
        friend = await asking.post(f"{laid['friends']['1']}/claim", {"id": secrets.token_hex(16)})
        links = [laid["mine"], friend["link"]]
        seats = [OurSeat(figures) for _ in links]
        for seat, link in zip(seats, links, strict=True):
            await seat.open(f"ws://127.0.0.1:{self.port}", link)
        draw, count = Random(links[0]), 0

        async def move() -> Made:
            nonlocal count
            number = max(one.number for one in seats)
            await asyncio.gather(*(one.until(number) for one in seats))
            known = seats[0].known
            if known["over"]:
                dealt = await asking.post(f"{links[0]}/next", {"number": number})
                return Made(int(dealt["number"]), by_person=True)
            turn = int(known["turn"])
            if turn >= len(seats):
                return Made(number + 1, by_person=False)
            count += 1
            answer = await asking.post(f"{links[turn]}/moves", {
                "number": number, "seat": turn, "id": f"load-{count:06}",
                "move": draw.choice(seats[turn].known["moves"])["move"],
            })
            return Made(int(answer["number"]), by_person=True)

        return list(seats), move


class Peers:
    """Matches of boardgame.io."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def sit(self, figures: Figures) -> tuple[list[Seat], Callable[[], Awaitable[Made]]]:
        """Makes a match for two."""
        asking = Asking("127.0.0.1", self.port)
        match = (await asking.post("/games/block/create", {"numPlayers": 2}))["matchID"]
        seats: list[PeerSeat] = []
        for player in "01":
            joined = await asking.post(
                f"/games/block/{match}/join", {"playerID": player, "playerName": player}
            )
            seats.append(PeerSeat(figures))
            await seats[-1].open(
                f"127.0.0.1:{self.port}", match, player, joined["playerCredentials"]
            )
        asking.close()

        async def move() -> Made:
            number = max(one.number for one in seats)
            await asyncio.gather(*(one.until(number) for one in seats))
            seat = seats[int(seats[0].known["ctx"]["currentPlayer"])]
            table = seat.known["G"]
            fits = [
                place for place, tile in enumerate(table["players"][seat.player])
                if not table["ends"] or set(tile) & set(table["ends"])
            ]
            made = {"type": "lay", "args": [fits[0]]} if fits else {"type": "pass", "args": []}
            await seat.emit(
                "update", {"type": "MAKE_MOVE", "payload": {
                    **made, "playerID": seat.player, "credentials": seat.credentials,
                }}, number - 1, seat.match, seat.player,
            )
            return Made(number + 1, by_person=True)

        return list(seats), move


async def play(
    tables: Ours | Peers, figures: Figures, pause: float, draw: Random, ready: asyncio.Barrier,
    room: asyncio.Semaphore, over: asyncio.Event,
) -> None:
    """Plays at one table until it is over."""
    async with room:
        seats, move = await tables.sit(figures)
    await ready.wait()
    await asyncio.sleep(draw.random() * pause)
    due = perf_counter()
    while not over.is_set():
        began = perf_counter()
        number, by_person = await move()
        await asyncio.gather(*(one.until(number) for one in seats))
        if figures.running:
            figures.moves += 1
            if by_person:
                figures.trips.append(max(one.had[number] for one in seats) - began)
        for one in seats:
            one.had.clear()
        due = max(due + pause * draw.uniform(0.8, 1.2), perf_counter())
        await asyncio.sleep(due - perf_counter())
    for one in seats:
        await one.close()


class Program:
    """A server that runs, with the processes it is made of."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def members(self) -> list[int]:
        """Lists the server and all it has started."""
        found, rest = [], [self.process.pid]
        while rest:
            one = rest.pop()
            found.append(one)
            for told in Path(f"/proc/{one}/task").glob("*/children"):
                rest += [int(child) for child in told.read_text().split()]
        return found

    def worked(self) -> float:
        """Gives how many seconds its processors have worked."""
        ticks = 0
        for one in self.members():
            told = Path(f"/proc/{one}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks += int(told[11]) + int(told[12])
        return ticks / TICK

    def memory(self) -> int:
        """Gives how many bytes it has in memory."""
        return sum(
            int(Path(f"/proc/{one}/statm").read_text(encoding="utf-8").split()[1]) * PAGE
            for one in self.members()
        )


class Result(NamedTuple):
    """The figures of one server."""

    name: str
    tables: int
    moves: float
    trip50: float
    trip99: float
    bytes: float
    memory: float
    work: float

    def line(self) -> str:
        """Writes them as one line of a table."""
        return (
            f"| {self.name} | {self.tables} | {self.moves:.0f} | {1000 * self.trip50:.1f} | "
            f"{1000 * self.trip99:.1f} | {self.bytes:.0f} | {self.memory / 1024:.0f} | "
            f"{1000 * self.work:.2f} |"
        )


HEAD = """\
| server | tables | moves a second | round trip p50, ms | p99, ms | bytes a move | memory a table, \
KiB | processor a move, ms |
|---|---|---|---|---|---|---|---|"""


async def measure(
    name: str, program: Program, tables: Ours | Peers, count: int, pause: float, seconds: float
) -> Result:
    """Plays at many tables for some time."""
    figures = Figures()
    empty = program.memory()
    ready, over = asyncio.Barrier(count + 1), asyncio.Event()
    room = asyncio.Semaphore(AT_ONCE)
    playing = [
        asyncio.create_task(play(tables, figures, pause, Random(number), ready, room, over))
        for number in range(count)
    ]
    everybody = asyncio.gather(*playing)
    seated: asyncio.Future[Any] = asyncio.ensure_future(ready.wait())
    # If one of them cannot sit down, all is over.
    await asyncio.wait([everybody, seated], return_when=asyncio.FIRST_COMPLETED)
    if everybody.done():
        everybody.result()
    await asyncio.sleep(min(3.0, seconds / 3))
    gc.freeze()
    before, figures.running = program.worked(), True
    began = perf_counter()
    await asyncio.sleep(seconds)
    figures.running = False
    took, worked = perf_counter() - began, program.worked() - before
    full = program.memory()
    over.set()
    await everybody
    made = figures.moves
    hundred = statistics.quantiles(figures.trips, n=100, method="inclusive")
    return Result(
        name, count, made / took, hundred[49], hundred[98], figures.bytes / made,
        (full - empty) / count, worked / made,
    )


def allow_many_connections() -> None:
    """Takes as many open files as the machine gives: every page is one, of people and of peers."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def started(words: list[str], ready: str, port: int, **how: Any) -> Iterator[Program]:
    """Runs a server until it has been measured."""
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, start_new_session=True, **how
    )
    try:
        assert process.stdout is not None
        line = next(line for line in process.stdout if ready in line)
        found = re.search(r":(\d+)/", line)
        port = int(found[1]) if found else port
        while not listens(port):
            sleep(0.1)
        yield Program(process, port)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def listens(port: int) -> bool:
    """Tells whether somebody answers at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def ours(database: str, workers: int = 1) -> list[str]:
    """Gives the words that start a server of ours."""
    program = (
        "from sobremesa.table.limits import Limits\n"
        "from sobremesa.table.serve import serve\n"
        f"serve(port=0, database={database!r}, workers={workers}, limits={ROOMY})\n"
    )
    return [sys.executable, "-c", program]


def free_port() -> int:
    """Finds a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def peer(folder: str | None, port: int) -> list[str]:
    """Gives the words that start boardgame.io's server."""
    return ["node", str(PEER / "server.mjs"), str(port), *([folder] if folder else [])]


def show(wanted: list[str], tables: int, pause: float, seconds: float, bots: int) -> None:
    """Measures each of the wanted servers, and prints a line of each."""
    beside = f", {bots} bot{'s' * (bots > 1)} beside them" if bots else ""
    print(f"\n{tables} tables of two persons{beside}, one move every {pause:g} s at each\n")
    print(HEAD, flush=True)
    for name in wanted:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sobremesa-load-"))
            port = free_port()
            kind, _, workers = name.partition(":")
            if kind == "sqlite":
                words, ready = ours(f"{folder}/load.db", int(workers or 1)), "Sobremesa:"
            elif kind == "postgres":
                from tests.table.postgres import running

                url = stack.enter_context(
                    stack.enter_context(running(durable=True)).database()
                )
                words, ready = ours(url, int(workers or 1)), "Sobremesa:"
            else:
                words, ready = peer(folder if kind == "boardgame-files" else None, port), "ready"
            program = stack.enter_context(started(words, ready, port))
            side = Ours(program.port, bots) if ready != "ready" else Peers(port)
            result = asyncio.run(measure(name, program, side, tables, pause, seconds))
            print(result.line(), flush=True)


OURS = "sqlite,sqlite:2,postgres:1,postgres:2"
PEERS = "boardgame,boardgame-files"
# What is measured unless something else is asked for: servers, tables, pause and bots.
LIST = [
    (f"{OURS},{PEERS}", 200, 0.6, 0), (f"postgres:2,{PEERS}", 400, 0.6, 0), (OURS, 1000, 5.0, 1),
]


def main() -> None:
    """Reads the command line."""
    asked = ArgumentParser(prog="python -m bench.load")
    asked.add_argument("--tables", type=int, help="without it the whole list is measured")
    asked.add_argument("--pause", type=float, default=0.6, help="seconds between two moves")
    asked.add_argument("--bots", type=int, choices=(0, 1, 2), default=0, help="beside two persons")
    asked.add_argument("--seconds", type=float, default=12.0)
    asked.add_argument("--only", help=f"servers with commas between: {OURS},{PEERS}")
    given = asked.parse_args()
    if shutil.which("node") is None:
        sys.exit("boardgame.io needs node")
    allow_many_connections()
    single = [(f"{OURS},{PEERS}", given.tables, given.pause, given.bots)]
    for servers, tables, pause, bots in single if given.tables else LIST:
        wanted = servers.split(",")
        if given.only:
            wanted = [name for name in wanted if name in given.only.split(",")]
        show(wanted, tables, pause, given.seconds, bots)


if __name__ == "__main__":
    main()
