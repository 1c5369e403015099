"""Measures how soon a move is answered and reaches those who look: many tables, two pages at each.

Every table is played by one client, move after move with a pause between; a time runs from when
a move is sent until it is answered, which is when it is on the disk, and until a page has it, the
picture drawn and all. Server and clients share the machine, so the time of the server's processor
is given too, which depends less on what else the machine does.

`python -m bench.table 4 3` measures three moves at each of four tables.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import httpx
import websockets

import sobremesa
from sobremesa.core.match import Match

SEED = 7
PAGES = 2
# Seconds between two moves at a table.
PAUSE = 1.0

# Whenever it is sent a line, it tells how long its processor has worked.
SERVER = f"""
import sys
from threading import Thread
from time import process_time
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Limits
from sobremesa.table.serve import serve
def tell():
    for _ in sys.stdin:
        print("worked", process_time(), flush=True)
Thread(target=tell, daemon=True).start()
serve(port=0, database={{database!r}}, fate=Fate(seed={SEED}),
      limits=Limits(tables=10**6, watching=10**6, connections=10**6))
"""


class Times(NamedTuple):
    """Seconds from when moves were sent: until each was answered, and until each page had it."""

    answered: list[float]
    seen: list[float]


async def play(
    url: str, name: str, moves: int, times: Times, draw: Random, ready: asyncio.Barrier
) -> None:
    """Plays at one table, and notes when each move is answered and when each page has it."""
    game = sobremesa.game(name)
    players = int(game.players)
    async with httpx.AsyncClient(base_url=url, timeout=600) as client:
        laid = (await client.post("/api/tables", json={
            "game": name, "seats": [{"kind": "me"}, *[{"kind": "hot"}] * (players - 1)],
        })).json()
        match = Match(game, deal=game.start(SEED).round.opening())
        live = f"{url.replace('http', 'ws')}{laid['watch']}/live"
        pages = [await websockets.connect(live, max_size=None) for _ in range(PAGES)]
        for page in pages:
            await page.send('{"last": 0}')
            await page.recv()
        await ready.wait()
        await asyncio.sleep(draw.random() * PAUSE)
        for count in range(moves):
            if match.round.over:
                break
            choices = match.round.moves()
            move = int(choices[int(draw.random() * len(choices))])
            began = perf_counter()
            sent = client.post(f"{laid['mine']}/moves", json={
                "number": count + 2, "seat": match.turn, "move": move, "id": f"bench-{count:04}",
            })
            await asyncio.gather(
                timed(accepted(sent), began, times.answered),
                *(timed(page.recv(), began, times.seen) for page in pages),
            )
            match.play(move)
            await asyncio.sleep(PAUSE * (0.5 + draw.random()))
        for page in pages:
            await page.close()


async def accepted(sent: Awaitable[httpx.Response]) -> None:
    """Waits for the answer to a move; if it is refused, no page will ever show it."""
    answer = await sent
    if answer.status_code != 200:
        raise RuntimeError(f"a move was refused: {answer.text}")


async def timed(awaited: Awaitable[Any], began: float, times: list[float]) -> Any:
    """Waits for something, and notes how long after `began` it came."""
    found = await awaited
    times.append(perf_counter() - began)
    return found


async def measure(
    url: str, name: str, tables: int, moves: int, worked: Callable[[], float]
) -> tuple[Times, float]:
    """Plays at many tables; gives all times, and how long the server's processor worked from
    when all pages were open."""
    times = Times([], [])
    ready = asyncio.Barrier(tables + 1)
    # If one table fails, the group ends the others, which would wait for it for ever.
    async with asyncio.TaskGroup() as playing:
        for number in range(tables):
            playing.create_task(play(url, name, moves, times, Random(number), ready))
        await ready.wait()
        before = worked()
    return times, worked() - before


def show(name: str, tables: int, moves: int) -> None:
    """Measures with a server of its own, and prints the times."""
    with tempfile.TemporaryDirectory() as folder:
        program = SERVER.format(database=str(Path(folder) / "bench.db"))
        with subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1,
        ) as server:
            told, asked = server.stdout, server.stdin
            assert told is not None and asked is not None

            def worked() -> float:
                asked.write("\n")
                return float(next(line for line in told if line.startswith("worked")).split()[1])

            try:
                url = told.readline().split()[1].rstrip("/")
                times, busy = asyncio.run(measure(url, name, tables, moves, worked))
            finally:
                server.terminate()
    count = len(times.answered)
    print(
        f"  {name:<16}{tables:>4} tables{tables * PAGES:>5} pages{count:>6} moves   "
        f"answered {percentiles(times.answered)}   shown {percentiles(times.seen)}   "
        f"server's processor {busy / count * 1000:>6.1f} ms a move",
        flush=True,
    )


def percentiles(times: list[float]) -> str:
    """Writes the median and what all but one in a hundred stay below."""
    hundred = statistics.quantiles(times, n=100, method="inclusive")
    return f"p50 {hundred[49] * 1000:>7.1f} ms p99 {hundred[98] * 1000:>7.1f} ms"


def main(tables: int = 40, moves: int = 12) -> None:
    """Measures games whose pictures are small and large."""
    print("From a move to its answer, and to the pages that show it")
    for name in ("block", "mexican-train"):
        show(name, tables, moves)


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[1:]))
