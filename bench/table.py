"""Measures how soon a move reaches those who look: many tables, two pages at each.

Every table is played by one client, move after move with a pause between; a time runs from when
a move is sent until a page has it, the picture drawn and all. Server and clients share the machine,
so the time of the server's processor is given too, which does not depend on what else it does.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from signal import SIGINT
from time import perf_counter
from typing import Any

import httpx
import websockets

import sobremesa
from sobremesa.core.match import Match
from sobremesa.table.live import first_round

SEED = 7
PAGES = 2
# Seconds between two moves at a table.
PAUSE = 1.0

SERVER = f"""
from time import process_time
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Limits
from sobremesa.table.serve import serve
began = process_time()
serve(port=0, database={{database!r}}, fate=Fate(seed={SEED}),
      limits=Limits(tables=10**6, watching=10**6, connections=10**6))
print(process_time() - began)
"""


async def play(url: str, name: str, moves: int, times: list[float], draw: Random) -> None:
    """Plays at one table, and notes when each page has each move."""
    game = sobremesa.game(name)
    players = int(game.players)
    async with httpx.AsyncClient(base_url=url, timeout=600) as client:
        laid = (await client.post("/api/tables", json={
            "game": name, "seats": [{"kind": "me"}, *[{"kind": "hot"}] * (players - 1)],
        })).json()
        match = Match(game, deal=first_round(game, SEED).opening())
        live = f"{url.replace('http', 'ws')}{laid['watch']}/live"
        pages = [await websockets.connect(live, max_size=None) for _ in range(PAGES)]
        for page in pages:
            await page.send('{"last": 0}')
            await page.recv()
        await asyncio.sleep(draw.random() * PAUSE)
        for count in range(moves):
            if match.round.over:
                break
            choices = match.round.moves()
            move = int(choices[int(draw.random() * len(choices))])
            began = perf_counter()
            sent = asyncio.create_task(client.post(f"{laid['mine']}/moves", json={
                "number": count + 2, "seat": match.turn, "move": move, "id": f"bench-{count:04}",
            }))
            await asyncio.gather(*(seen(page, began, times) for page in pages))
            assert (await sent).status_code == 200, (await sent).text
            match.play(move)
            await asyncio.sleep(PAUSE * (0.5 + draw.random()))
        for page in pages:
            await page.close()


async def seen(page: Any, began: float, times: list[float]) -> None:
    """Waits until a page has a move."""
    await page.recv()
    times.append(perf_counter() - began)


async def measure(url: str, name: str, tables: int, moves: int) -> list[float]:
    """Plays at many tables; gives all times, in seconds."""
    times: list[float] = []
    await asyncio.gather(
        *(play(url, name, moves, times, Random(number)) for number in range(tables))
    )
    return times


def show(name: str, tables: int, moves: int) -> None:
    """Measures with a server of its own, and prints the times."""
    with tempfile.TemporaryDirectory() as folder:
        program = SERVER.format(database=str(Path(folder) / "bench.db"))
        with subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            try:
                url = server.stdout.readline().split()[1].rstrip("/")
                times = asyncio.run(measure(url, name, tables, moves))
            finally:
                server.send_signal(SIGINT)
            busy = float(server.stdout.read().split()[-1])
    hundred = statistics.quantiles(times, n=100)
    print(
        f"  {name:<16}{tables:>4} tables{tables * PAGES:>5} pages{len(times):>7} times   "
        f"p50 {hundred[49] * 1000:>7.1f} ms   p99 {hundred[98] * 1000:>7.1f} ms   "
        f"server's processor {busy / len(times) * PAGES * 1000:>6.1f} ms a move",
        flush=True,
    )


def main(tables: int = 40, moves: int = 12) -> None:
    """Measures games whose pictures are small and large."""
    print("From a move to the pages that show it")
    for name in ("block", "mexican-train"):
        show(name, tables, moves)


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[1:]))
