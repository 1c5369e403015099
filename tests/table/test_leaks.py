"""What a seat cannot see does not change one byte of what is sent to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sobremesa
from sobremesa.core.game import Round
from sobremesa.table.events import DEAL, MOVE, START, Event, Place, fingerprint
from sobremesa.table.reasons import touchable
from sobremesa.table.storage import Store, share_of
from tests.laws import one_of_each_family, seated
from tests.spread import spread
from tests.table.host import opened, send

SECRET = "the-secret-of-seat-zero"
TABLE = "leak"
SEAT = 0
# So many deals are tried for a long round.
MANY_DEALS = 200


def decisions(game: sobremesa.Game, seed: int) -> Iterator[Round]:
    """Gives rounds played at random whenever seat 0 is to decide, of many deals."""
    rng = sobremesa.Rng(seed)
    for deal in range(MANY_DEALS):
        round = game.start(seed + 1000 * deal).round
        while not round.over:
            if round.turn == SEAT:
                yield round
            choices = round.moves()
            round.play(choices[int(rng.below(len(choices)))])


def worlds_of(game: sobremesa.Game, moves: int, seed: int) -> tuple[Round, Round]:
    """Plays a round to some point, or as far as its rules let it come, and finds another that
    seat 0 cannot tell from it."""
    rng = sobremesa.Rng(seed)
    real = next(decisions(game, seed)).copy()
    for round in decisions(game, seed):
        if len(round.log) > len(real.log):
            real = round.copy()
        if len(real.log) >= moves:
            break
    worlds = game.worlds(real.view(SEAT))
    for _ in range(200):
        other = worlds.sample(rng)
        if other != real:
            return real, other
    raise AssertionError("there is only one world")


def store_round(database: Path, round: Round) -> None:
    """Keeps a table whose hand went as this round went."""
    game = round.game
    store = Store(f"sqlite:///{database}")
    store.migrate()
    players = int(game.players)
    start = {
        "game": game.name, "options": dict(game.options), "seed": 1, "silence": 0,
        "seats": [{"kind": "person", "name": f"P{seat}"} for seat in range(players)],
    }
    events = [Event(1, START, start), Event(2, DEAL, round.opening())]
    movers = [entry[0] for entry in round.view(-1).data["log"]]
    for move, mover in zip(round.played(), movers, strict=True):
        data = {"seat": mover, "move": int(move), "text": ""}
        events.append(Event(len(events) + 1, MOVE, data))
    places = [Place(SEAT, "person", "P0", fingerprint(SECRET), fingerprint(share_of(SECRET)))]
    places += [Place(seat, "person", f"P{seat}", None, None) for seat in range(1, players)]
    places.append(Place(-1, "watch", "", fingerprint("watch-secret"), None))
    made = store.lay(places, events)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        for table, column in (("events", "table_id"), ("seats", "table_id"), ("tables", "id")):
            connection.exec_driver_sql(f"UPDATE {table} SET {column}='{TABLE}'")
    assert made
    store.close()


def hides(name: str) -> bool:
    """Tells whether a game hides anything."""
    game = sobremesa.game(name)
    return game.worlds(game.start(1).view(0)).count() > 1


def everything_sent(database: Path, round: Round) -> dict[str, Any]:
    """Gathers all that seat 0, its replay link and a watcher can be sent."""
    store_round(database, round)
    sent: dict[str, Any] = {}
    link = f"/t/{TABLE}/{SECRET}"
    count = len(round.log) + 2
    with opened(database) as client:
        for path in (
            f"{link}/state", f"{link}/state?shape=tall&numerals=yes&aids=yes",
            f"{link}/replay", f"{link}/record", link, f"{link}/analysis", f"{link}/analysis/1",
            f"/t/{TABLE}/watch-secret/state", f"/t/{TABLE}/watch-secret/record",
            f"/r/{TABLE}/{share_of(SECRET)}", f"/r/{TABLE}/{share_of(SECRET)}/{count}",
            *[f"{link}/replay/{at}" for at in range(2, count + 1)],
        ):
            answer = client.get(path)
            headers = {name: value for name, value in answer.headers.items() if name != "date"}
            sent[path] = (answer.status_code, headers, answer.content)
        for name, where in (("own", link), ("watching", f"/t/{TABLE}/watch-secret")):
            with client.websocket_connect(f"{where}/live") as line:
                line.send_json({"last": max(count - 5, 0)})
                sent[name] = [line.receive_text() for _ in range(min(5, count - 1))]
        touches = touchable(round.view(SEAT)) | {"tile:0-0", "tile:6-6", "card:S2"}
        for touch in sorted(touches)[:: len(touches) // 40 + 1]:
            asked = {"number": count, "touch": touch}
            sent[f"why {touch}"] = client.get(f"{link}/why", params=asked).content
        legal = {one["move"] for one in json.loads(sent[f"{link}/state"][2])["moves"]}
        some = range(0, int(round.game.move_count), int(round.game.move_count) // 500 + 1)
        refused = [move for move in some if move not in legal]
        for move in [*refused, -1, 10**6]:
            sent[f"move {move}"] = send(client, link, count, SEAT, move, "the-same-id").content
    return sent


@pytest.mark.parametrize("moves", [
    7, *(pytest.param(moves, marks=pytest.mark.slow) for moves in (0, 14)),
])
@pytest.mark.parametrize(
    "game", spread([name for name in sobremesa.games() if hides(name)], one_of_each_family()[::2])
)
def test_swapping_what_is_hidden_changes_no_byte_on_the_wire(
    tmp_path: Path, game: str, moves: int
) -> None:
    real, other = worlds_of(seated(game, 3), moves, seed=3)
    assert real.dump() != other.dump()
    sent = everything_sent(tmp_path / "real.db", real)
    twin = everything_sent(tmp_path / "twin.db", other)
    assert sent.keys() == twin.keys()
    for what, said in sent.items():
        assert said == twin[what], what
