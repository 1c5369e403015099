"""Measures whether the memory of a server stays: tables at a steady pace, one laid when one ends.

`make soak` plays half an hour at 200 tables of two persons on a file of SQLite, and prints each
minute what the server has in memory and how many tables were finished, and at the end how far the
highest minute of the last half lies above the lowest.

    python -m bench.soak --tables 200 --minutes 30 --pause 5
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

from bench.load import AT_ONCE, PAGE, Figures, Ours, Program, allow_many_connections, ours, started

MINUTE = 60.0
# The last half of a run may rise and fall by this share.
STEADY = 0.05
# Points of a match: some hands, and then the next table.
TARGET = 20


class Minute(NamedTuple):
    """What the server has come to after a minute: bytes of its own and of its workers."""

    server: int
    workers: int
    moves: int
    tables: int


def memory_of(program: Program) -> tuple[int, int]:
    """Give the bytes of the server process in memory, and those of all its workers."""
    server, *workers = program.members()

    def resident(process: int) -> int:
        with contextlib.suppress(OSError), open(f"/proc/{process}/statm", encoding="utf-8") as told:
            return int(told.read().split()[1]) * PAGE
        return 0

    return resident(server), sum(map(resident, workers))


def spread(minutes: Sequence[Minute]) -> float:
    """Tell by which share the highest of the last half lies above its lowest.

    >>> spread([Minute(size, 0, 0, 0) for size in (50, 90, 100, 104)])
    0.04
    """
    last = [one.server for one in minutes[len(minutes) // 2:]]
    return round(max(last) / min(last) - 1, 4)


class Soak:
    """Tables that are always played, each followed by another."""

    def __init__(self, port: int, pause: float) -> None:
        self.figures = Figures()
        self.tables = Ours(port, bots=0, target=TARGET)
        self.pause = pause
        self.finished = 0
        self.room = asyncio.Semaphore(AT_ONCE)

    async def play_on(self, number: int) -> None:
        """Play match after match, until called off."""
        draw = Random(number)
        await asyncio.sleep(draw.random() * self.pause)
        while True:
            async with self.room:
                seats, move = await self.tables.sit(self.figures)
            try:
                while not seats[0].known.get("ended"):
                    made = await move()
                    await asyncio.gather(*(one.until(made.number) for one in seats))
                    self.figures.moves += 1
                    for one in seats:
                        one.had.clear()
                    await asyncio.sleep(self.pause * draw.uniform(0.8, 1.2))
                self.finished += 1
            finally:
                for one in seats:
                    await one.close()


async def soak(program: Program, tables: int, pause: float, minutes: int) -> list[Minute]:
    """Play for some minutes, and print each."""
    running = Soak(program.port, pause)
    playing = [asyncio.create_task(running.play_on(number)) for number in range(tables)]
    found: list[Minute] = []
    began, moves = perf_counter(), 0
    for minute in range(1, minutes + 1):
        rest = began + minute * MINUTE - perf_counter()
        done, _ = await asyncio.wait(
            playing, timeout=max(0.0, rest), return_when=asyncio.FIRST_EXCEPTION
        )
        for task in done:
            task.result()
        found.append(Minute(*memory_of(program), running.figures.moves - moves, running.finished))
        moves = running.figures.moves
        told = found[-1]
        print(f"| {minute} | {told.server / 2**20:.0f} | {told.workers / 2**20:.0f} | "
              f"{told.moves / MINUTE:.0f} | {told.tables} |", flush=True)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return found


def main() -> None:
    """Read the command line."""
    asked = ArgumentParser(prog="python -m bench.soak")
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--pause", type=float, default=5.0, help="seconds between two moves")
    asked.add_argument("--minutes", type=int, default=30)
    asked.add_argument("--database", help="a database URL in place of a new file")
    given = asked.parse_args()
    allow_many_connections()
    with tempfile.TemporaryDirectory(prefix="sobremesa-soak-") as folder:
        database = given.database or f"{folder}/soak.db"
        with started(ours(database), "Sobremesa:", 0) as program:
            print(f"\n{given.tables} tables of two persons, one move every {given.pause:g} s\n\n"
                  "| minute | server, MiB | its workers, MiB | moves a second | tables finished |\n"
                  "|---|---|---|---|---|", flush=True)
            found = asyncio.run(soak(program, given.tables, given.pause, given.minutes))
    last = spread(found)
    verdict = "steady" if last <= STEADY else "not steady"
    print(f"\nThe last {len(found) - len(found) // 2} minutes stay within {last:.1%}: {verdict}.")


if __name__ == "__main__":
    main()
