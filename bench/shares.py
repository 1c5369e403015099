"""Measures whether one visitor can take the processors from another.

`make shares` starts a server with its usual limits three times: once for one visitor alone, once
with a hundred tables of four master bots that another laid (Super Bridge), and once with 120
reviews that another asked for. Each time the one plays against a bot and asks for hints, records
and analyses. The line tells how soon the answers came, how many there were, and how many were
refused. The visitors come from different loopback addresses.

    python -m bench.shares --tables 100 --reviews 120 --seconds 60

With the sources of another version first on PYTHONPATH it measures that one.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

import httpx

from bench.load import started
from sobremesa import bots, record
from sobremesa.core.game import make_game
from sobremesa.core.match import Match
from sobremesa.core.rng import Rng

GREEDY, OTHER = "127.0.0.2", "127.0.0.3"
# Seconds between two looks of the one who waits, and of the other at each of the tables.
LOOK, KEPT_ALIVE = 0.02, 20.0
# Seconds after which it is measured though not all that was asked for is taken yet.
LONG_ENOUGH = 60.0
# Seconds in which the workers start, which are not measured.
WARM = 10.0
MASTERS = {"game": "super-bridge", "seats": [{"kind": "bot:master"}] * 4}
AGAINST = {
    "game": "block", "options": {"target": 500}, "silence": 0,
    "seats": [{"kind": "me"}, {"kind": "bot:middle"}],
}
PROGRAM = """\
from sobremesa.table.serve import serve
serve(port=0, database={database!r})
"""
Ask = Callable[[], Awaitable[httpx.Response]]
Json = dict[str, Any]


class Answers:
    """How soon something was answered, and how often it was refused."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.times: list[float] = []
        self.refused = 0

    def forget(self) -> None:
        """Forget what came while processes were started."""
        self.times.clear()
        self.refused = 0

    def line(self, when: str) -> str:
        """Write them as one line of a table."""
        if not self.times:
            return f"| {when} | {self.what} | – | – | – | 0 | {self.refused} |"
        many = self.times if len(self.times) > 1 else self.times * 2
        hundred = statistics.quantiles(many, n=100, method="inclusive")
        return (
            f"| {when} | {self.what} | {hundred[49]:.2f} | {hundred[98]:.2f} | "
            f"{max(self.times):.2f} | {len(self.times)} | {self.refused} |"
        )


HEAD = """\
| beside | another visitor's | p50, s | p99, s | longest, s | answers | refused |
|---|---|---|---|---|---|---|"""


@asynccontextmanager
async def visitor(url: str, address: str) -> AsyncIterator[httpx.AsyncClient]:
    """Open a client that comes from an address of this machine."""
    line = httpx.AsyncHTTPTransport(
        local_address=address, retries=2, limits=httpx.Limits(max_connections=100)
    )
    async with httpx.AsyncClient(base_url=url, transport=line, timeout=120.0) as client:
        yield client


async def laid(client: httpx.AsyncClient, wish: Json) -> Json:
    """Lay a table, as soon as the allowance lets one."""
    while True:
        answer = await client.post("/api/tables", json=wish)
        if answer.status_code != 429:
            answer.raise_for_status()
            told: Json = answer.json()
            return told
        await asyncio.sleep(1.0)


async def play(client: httpx.AsyncClient, answers: Answers, hints: Answers) -> None:
    """Play against a bot, and note how soon it answers; ask for a hint at every other turn."""
    link, count = "", 0
    while True:
        if not link:
            link = (await laid(client, AGAINST))["mine"]
        now = (await client.get(f"{link}/state")).json()
        if now["ended"]:
            link = ""
        elif now["next"]:
            await client.post(f"{link}/next", json={"number": now["number"]})
        elif now["moves"]:
            count += 1
            if count % 2:
                await timed(hints, lambda link=link: client.get(f"{link}/ask/hint"))  # type: ignore[misc]
            moved = await client.post(f"{link}/moves", json={
                "number": now["number"], "seat": 0, "move": now["moves"][0]["move"],
                "id": f"shares-{count:06}",
            })
            began, number = perf_counter(), moved.json()["number"]
            if now["turn"] == 0:
                await until_answered(client, link, number, began, answers)
        await asyncio.sleep(LOOK)


async def until_answered(
    client: httpx.AsyncClient, link: str, number: int, began: float, answers: Answers
) -> None:
    """Wait until the bot has moved too, unless it need not."""
    while True:
        now = (await client.get(f"{link}/state")).json()
        if now["number"] > number:
            answers.times.append(perf_counter() - began)
            return
        if now["moves"] or now["over"]:
            return
        await asyncio.sleep(LOOK)


async def timed(answers: Answers, ask: Ask) -> httpx.Response:
    """Ask for something, and note how soon it was answered or that it was refused."""
    began = perf_counter()
    answer = await ask()
    if answer.status_code in (429, 503):
        answers.refused += 1
    else:
        assert answer.status_code in (200, 303), (answer.status_code, answer.text[:300])
        answers.times.append(perf_counter() - began)
    return answer


async def upload(client: httpx.AsyncClient, text: str, answers: Answers) -> None:
    """Open records, one after the other."""
    while True:
        await timed(answers, lambda: client.post("/records", data={"text": text}))
        await asyncio.sleep(5.0)


async def analyse(client: httpx.AsyncClient, texts: list[str], answers: Answers) -> None:
    """Look at deals with open hands, one after the other."""
    while True:
        for text in texts:
            answer = await client.post("/records", data={"text": text})
            if answer.status_code != 303:
                answers.refused += 1
                await asyncio.sleep(1.0)
                continue
            place = answer.headers["location"].partition("?")[0]
            left = 1
            while left:
                told = await timed(answers, lambda place=place: client.get(  # type: ignore[misc]
                    f"{place}/analysis/1"
                ))
                left = told.json()["left"] if told.is_success else left
                await asyncio.sleep(0.2)


def played(name: str, seed: int, options: Json | None = None) -> str:
    """Let bots play a match, and write its record."""
    match = Match(make_game(name, options or {}), seed=seed)
    number = 0
    while not match.over:
        if match.round.over:
            match.next_round()
            continue
        number += 1
        kind = "greedy" if "greedy" in bots.names(name) else "random"
        match.play(bots.choose(kind, match.view(match.turn), Rng(number)))
    return record.write(match)


async def keep_tables(client: httpx.AsyncClient, count: int, ready: asyncio.Event) -> None:
    """Lay tables of master bots, and look at each often enough that they go on."""
    links = [(await laid(client, MASTERS))["watch"] for _ in range(count)]
    ready.set()
    while True:
        for link in links:
            await client.get(f"{link}/state")
            await asyncio.sleep(KEPT_ALIVE / max(1, count))


async def want_reviews(client: httpx.AsyncClient, count: int, ready: asyncio.Event) -> None:
    """Open records and ask for all their reviews, again and again."""
    text, began = played("muggins", 3), perf_counter()
    links: list[str] = []
    while len(links) < count:
        # Who fills all places has to wait for one too.
        if perf_counter() - began > LONG_ENOUGH:
            ready.set()
        answer = await client.post("/records", data={"text": text})
        if answer.status_code == 303:
            links.append(answer.headers["location"].partition("?")[0])
            await client.get(f"{links[-1]}/review")
        else:
            await asyncio.sleep(1.0)
    ready.set()
    while True:
        for link in links:
            await client.get(f"{link}/review")
            await asyncio.sleep(0.05)


async def measure(
    url: str, when: str, seconds: float,
    greed: Callable[[httpx.AsyncClient, asyncio.Event], Awaitable[None]] | None,
) -> None:
    """Let one visitor use the server for a while beside another, and print what came of it."""
    told = [Answers(what) for what in ("bot", "hints", "records", "analyses")]
    deals = [played("texas-42", seed, {"max_hands": 1}) for seed in range(3)]
    async with visitor(url, GREEDY) as greedy, visitor(url, OTHER) as other:
        tasks: list[asyncio.Future[Any]] = []
        if greed is not None:
            ready = asyncio.Event()
            tasks.append(asyncio.ensure_future(greed(greedy, ready)))
            waiting: asyncio.Future[Any] = asyncio.ensure_future(ready.wait())
            await asyncio.wait({tasks[0], waiting}, return_when=asyncio.FIRST_COMPLETED)
        tasks += [
            asyncio.ensure_future(one) for one in (
                play(other, told[0], told[1]), upload(other, played("block", 5), told[2]),
                analyse(other, deals, told[3]),
            )
        ]
        for rest in (WARM, seconds):
            done, _ = await asyncio.wait(
                tasks, timeout=rest, return_when=asyncio.FIRST_EXCEPTION
            )
            if done:
                break
            if rest == WARM:
                for one in told:
                    one.forget()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()
    for one in told:
        print(one.line(when), flush=True)


def main() -> None:
    """Read the command line."""
    asked = ArgumentParser(prog="python -m bench.shares")
    asked.add_argument("--tables", type=int, default=100, help="of four master bots each")
    asked.add_argument("--reviews", type=int, default=120)
    asked.add_argument("--seconds", type=float, default=60.0, help="for each of the three")
    given = asked.parse_args()
    print(HEAD, flush=True)
    for when, greed in (
        ("nobody", None),
        (f"{given.tables} tables of masters",
         lambda client, ready: keep_tables(client, given.tables, ready)),
        (f"{given.reviews} reviews",
         lambda client, ready: want_reviews(client, given.reviews, ready)),
    ):
        with tempfile.TemporaryDirectory(prefix="sobremesa-shares-") as folder:
            words = [sys.executable, "-c", PROGRAM.format(database=f"{folder}/shares.db")]
            with started(words, "Sobremesa:", 0) as program, contextlib.suppress(KeyboardInterrupt):
                url = f"http://127.0.0.1:{program.port}"
                asyncio.run(measure(url, when, given.seconds, greed))


if __name__ == "__main__":
    main()
