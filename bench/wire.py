"""Measures what a move costs on the wire and in the processor: what a page is told since the move
before, beside what it would be told whole.

Random moves are played at a table of the real server, in this process; for every event the table
is drawn for one seat and written as JSON.
"""

from __future__ import annotations

import statistics
import tempfile
import zlib
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from fastapi.testclient import TestClient

import sobremesa
from sobremesa import Rng
from sobremesa.table.app import create_app
from sobremesa.table.fate import Fate
from sobremesa.table.live import Table
from sobremesa.table.messages import Sight, state

SEED = 7
MOST = 120
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "Block, 2 players": ("block", {"players": 2}),
    "Draw, 8 players, double-fifteen": ("draw", {"players": 8, "set": 15}),
    "Mexican Train, 8 players": ("mexican-train", {"players": 8}),
    "Djambi, 4 players": ("djambi", {}),
    "Cuadróminos, late": ("cuadrominos", {}),
}


class Cost(NamedTuple):
    """Of each event: characters told since the one before, deflated in one stream, and whole;
    seconds to draw and to write."""

    since: list[int]
    deflated: list[int]
    whole: list[int]
    drawn: list[float]
    written: list[float]


def measure(name: str, options: dict[str, Any], late: bool = False) -> Cost:
    """Plays one table and measures each of its events."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(f"sqlite:///{Path(folder, 'bench.db')}", fate=Fate(seed=SEED), workers=1)
        with TestClient(app) as client:
            players = int(sobremesa.game(name, **options).players)
            laid = client.post("/api/tables", json={
                "game": name, "options": options, "seats": [{"kind": "me"}] * players,
            }).json()
            play(client, laid["mine"])
            table = app.state.house.tables[laid["table"]]
            return cost(table, late)


def play(client: TestClient, link: str) -> None:
    """Plays random moves for everybody until the round is over, or for long enough."""
    rng = Rng(SEED)
    for step in range(MOST):
        now = client.get(f"{link}/state").json()
        if now["turn"] < 0:
            return
        mine = client.get(f"{link}/state", params={"seat": now["turn"], "fits": "yes"}).json()
        moves = [one["move"] for one in mine["moves"]]
        moves = moves or [one[0] for one in mine["folded"]["moves"]]
        answer = client.post(f"{link}/moves", json={
            "number": now["number"], "seat": now["turn"], "id": f"bench-{step:08}",
            "move": moves[int(rng.below(len(moves)))],
        })
        answer.raise_for_status()


def cost(table: Table, late: bool) -> Cost:
    """Draws and writes every event for a seat with a link of its own."""
    found = Cost([], [], [], [], [])
    stream = zlib.compressobj(wbits=-15)
    first = table.number * 2 // 3 if late else 2
    old = state(table, first, 0, (0,), Sight(), str)
    for number in range(first + 1, table.number + 1):
        began = perf_counter()
        told = state(table, number, 0, (0,), Sight(), str)
        drawn = perf_counter()
        text = told.since(old)
        found.written.append(perf_counter() - drawn)
        found.drawn.append(drawn - began)
        found.since.append(len(text.encode()))
        packed = stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
        found.deflated.append(len(packed))
        found.whole.append(len(told.whole.encode()))
        old = told
    return found


def main(games: list[str] | None = None) -> None:
    """Prints a line for each game, or for some of them."""
    print("What a move costs: bytes told since the move before (deflated), and whole; drawing and")
    print("writing for one more page with a sight of its own.\n")
    print(f"{'':34}{'median':>8}{'(defl.)':>9}{'largest':>9}{'whole':>8}{'share':>7}"
          f"{'draw ms':>9}{'write ms':>9}")
    for title, (name, options) in GAMES.items():
        if games is not None and name not in games:
            continue
        one = measure(name, options, late="late" in title)
        since, whole = statistics.median(one.since), statistics.median(one.whole)
        print(
            f"{title:34}{since:>8.0f}{statistics.median(one.deflated):>9.0f}"
            f"{max(one.since):>9}{whole:>8.0f}{since / whole:>7.0%}"
            f"{1000 * statistics.median(one.drawn):>9.2f}"
            f"{1000 * statistics.median(one.written):>9.2f}"
        )


if __name__ == "__main__":
    main()
