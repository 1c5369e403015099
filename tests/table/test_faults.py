"""A database that fails for a while: nothing is lost, and every table goes on afterwards."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import threading
from pathlib import Path

import httpx
import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from sobremesa.core.game import View
from sobremesa.table import live, storage
from sobremesa.table.events import Append, Unreachable, Written
from sobremesa.table.live import Pace
from sobremesa.table.storage import Store
from sobremesa.table.turns import Turn
from tests.table.host import Json, asking, lay, opened, send, state, stored_match, wait_for_turn
from tests.table.nursery import Nursery, nursery
from tests.table.postgres import Postgres
from tests.waiting import PATIENCE, wait_until

TABLES = 6
# The bots of one server never move by themselves.
NEVER = Pace(bot=600.0, answer=600.0, next_hand=600.0)
# Bytes that a file may have: enough to open the database, not to play for long.
LITTLE_ROOM = 32 * 1024


def lay_many(client: httpx.Client) -> list[Json]:
    """Lays tables at which a person has just to move, and bots move after that."""
    return [
        lay(client, "block", ["me", "bot:random", "bot:random"], first_player=0)
        for _ in range(TABLES)
    ]


def move_once(client: httpx.Client, laid: Json) -> httpx.Response:
    now = wait_for_turn(client, laid["mine"])
    return send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])


def left_to_bots(database: Path | str) -> list[Json]:
    """Lays tables in whose databases it is the turn of a bot."""
    with opened(database, NEVER) as client:
        tables = lay_many(client)
        for laid in tables:
            assert move_once(client, laid).status_code == 200
    return tables


class Bots:
    """What bots try to write: it is held back until the fault is there, then counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = threading.Event()
        self.failed: set[str] = set()
        writing = Store.append_all

        def append_all(store: Store, wishes: list[Append]) -> list[Written | Exception]:
            if any("id" not in wish.happened.data for wish in wishes):
                assert self.gate.wait(PATIENCE)
            results = writing(store, wishes)
            for wish, result in zip(wishes, results, strict=True):
                if isinstance(result, Unreachable):
                    self.failed.add(wish.table)
            return results

        monkeypatch.setattr(Store, "append_all", append_all)

    def wait(self, client: TestClient, tables: list[Json]) -> None:
        """Waits until the server has taken up all tables."""
        house = client.app.state.house  # type: ignore[attr-defined]
        wait_until(lambda: house.tables.keys() >= {laid["table"] for laid in tables})

    def fail_at(self, tables: list[Json]) -> None:
        """Lets them write, and waits until that has failed at every table."""
        self.gate.set()
        wait_until(lambda: self.failed >= {laid["table"] for laid in tables})


def all_go_on(url: str, tables: list[Json]) -> None:
    """Waits until both bots have moved at every table, which nobody opens."""
    for laid in tables:
        wait_until(lambda laid=laid: _logged(url, laid) >= 3)  # type: ignore[misc]


class Person:
    """Somebody who is to move first at a table without bots, and sends one move under one id."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.laid = lay(client, "block", ["me", "hot"], first_player=0)
        self.saw = self.sees()

    def sees(self) -> Json:
        return state(self.client, self.laid["mine"], seat=0)

    def move(self) -> httpx.Response:
        move = self.saw["moves"][0]["move"]
        return send(self.client, self.laid["mine"], self.saw["number"], 0, move, "once-only")


def refused_for_now(answer: httpx.Response) -> bool:
    told = (answer.status_code, answer.json().get("code"), answer.headers.get("Retry-After"))
    return told == (503, "storage", "1")


def test_bots_go_on_after_a_lock_on_the_file(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else writes to the file for longer than anybody waits."""
    tables = left_to_bots(database)
    bots = Bots(monkeypatch)
    monkeypatch.setattr("sobremesa.table.database.LOCK_WAIT", 0.1)
    holder = sqlite3.connect(database, isolation_level=None)
    with opened(database) as client:
        person = Person(client)
        bots.wait(client, tables)
        holder.execute("BEGIN IMMEDIATE")
        bots.fail_at(tables)
        assert refused_for_now(person.move())
        assert person.sees() == person.saw
        holder.execute("ROLLBACK")
        holder.close()
        # Everybody writes at once now; with so little patience not all of it goes at first.
        wait_until(lambda: person.move().is_success)
        all_go_on(str(database), tables)


def test_bots_go_on_after_postgresql_was_started_again(
    postgres: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = left_to_bots(postgres_url)
    bots = Bots(monkeypatch)
    with opened(postgres_url) as client:
        person = Person(client)
        bots.wait(client, tables)
        postgres.stop()
        bots.fail_at(tables)
        assert refused_for_now(person.move())
        postgres.start()
        assert person.move().status_code == 200
        all_go_on(postgres_url, tables)


def _logged(url: str, laid: Json) -> int:
    return len(stored_match(url, laid["table"]).round.log)


def test_a_lock_on_postgresql_is_waited_for_and_then_refused(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = left_to_bots(postgres_url)
    bots = Bots(monkeypatch)
    monkeypatch.setattr("sobremesa.table.database.LOCK_WAIT", 0.1)
    with opened(postgres_url) as client, psycopg.connect(postgres_url) as holder:
        person = Person(client)
        bots.wait(client, tables)
        holder.execute("LOCK TABLE events IN EXCLUSIVE MODE")
        bots.fail_at(tables)
        assert refused_for_now(person.move())
        holder.rollback()
        assert person.move().status_code == 200
        all_go_on(postgres_url, tables)


def test_a_full_disk_refuses_moves_and_loses_none(database: Path) -> None:
    """The files of the server may not grow, as where the disk is full; then they may again."""
    tables = left_to_bots(database)
    with nursery(Pace(bot=0.0, answer=0.0, next_hand=600.0)) as place:
        pid, size = place.process.pid, resource.RLIMIT_FSIZE
        before = resource.prlimit(pid, size)
        resource.prlimit(pid, size, (LITTLE_ROOM, before[1]))
        server = place.start(f"sqlite:///{database}")
        with asking(server.url) as client:
            for laid in tables:
                now = state(client, laid["mine"])
                answer = client.post(
                    f"{laid['mine']}/name", json={"seat": 0, "name": f"N{now['number']}"}
                )
                assert answer.status_code == 200 or refused_for_now(answer)
            assert refused_for_now(answer), "there is room still"
            # A proxy sends nobody here, and an alarm can notice.
            wait_until(lambda: client.get("/ready").status_code == 503)
            assert client.get("/health").status_code == 200
            stuck = [laid for laid in tables if _logged(str(database), laid) < 3]
            assert stuck
            resource.prlimit(server.pid, size, before)
            wait_until(lambda: client.get("/ready").status_code == 200)
            all_go_on(str(database), tables)
            for laid in tables:
                now = wait_for_turn(client, laid["mine"])
                assert now["over"] or move_once(client, laid).status_code == 200


def test_a_database_that_can_only_be_read_is_not_ready(
    postgres_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "TRIED_EVERY", 0.0)
    with opened(postgres_url) as client:
        assert client.get("/ready").status_code == 200
        with psycopg.connect(postgres_url.replace("+psycopg", ""), autocommit=True) as beside:
            beside.execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET "
                           "default_transaction_read_only = on', current_database()); END $$")
            client.app.state.house.store.engine.dispose()  # type: ignore[attr-defined]
            assert client.get("/ready").status_code == 503
            beside.execute("SET default_transaction_read_only = off")
            beside.execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET "
                           "default_transaction_read_only = off', current_database()); END $$")
            client.app.state.house.store.engine.dispose()  # type: ignore[attr-defined]
            assert client.get("/ready").status_code == 200
    assert "read-only transaction" in caplog.text


@pytest.mark.parametrize("told, said", [
    ("database or disk is full", "the disk is full, nothing can be written"),
    ("could not extend file: No space left on device\nHINT: Check free disk space.",
     "the disk is full, nothing can be written"),
    ("disk I/O error", "disk I/O error"),
])
def test_a_fault_is_logged_in_words_and_without_what_was_to_be_written(
    told: str, said: str
) -> None:
    fault = OperationalError("INSERT secret", {"key": "secret"}, sqlite3.OperationalError(told))
    assert storage.reason_of(fault).startswith(said)
    assert "secret" not in storage.reason_of(fault) and "\n" not in storage.reason_of(fault)


def test_a_move_for_which_there_is_no_room_changes_nothing_and_can_be_sent_again(
    database: Path, place: Nursery
) -> None:
    server = place.start(f"sqlite:///{database}")
    try:
        with asking(server.url) as client:
            person = Person(client)
            before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            full = Path(f"{database}-wal").stat().st_size
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (full, before[1]))
            for _ in range(3):
                assert refused_for_now(person.move())
                assert person.sees() == person.saw
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
            for _ in range(2):
                assert person.move().json() == {"number": person.saw["number"] + 1}
    finally:
        server.kill()
    assert _logged(str(database), person.laid) == 1


def test_a_thought_that_was_broken_off_is_thought_again(client: TestClient) -> None:
    """What a bot was asked is cancelled, as when its workers are replaced."""
    laid = lay(client, "draw", ["me", "bot:greedy"], first_player=0)
    minds = client.app.state.house.minds  # type: ignore[attr-defined]
    asked: list[int] = []
    choosing = minds.choose

    async def choose(kind: str, view: View, seed: int, turn: Turn) -> int:
        asked.append(seed)
        if len(asked) <= 2:
            thought: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            thought.cancel()
            return await thought
        move: int = await choosing(kind, view, seed, turn)
        return move

    minds.choose = choose
    now = wait_for_turn(client, laid["mine"])
    send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])
    assert wait_for_turn(client, laid["mine"])["number"] > now["number"] + 1
    # The same thought each time: nothing else comes of it.
    assert len(set(asked[:3])) == 1


def test_what_fails_is_tried_again_with_growing_pauses_for_ever(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    sleeping = asyncio.sleep

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await sleeping(0)

    with opened(database) as client:
        house = client.app.state.house  # type: ignore[attr-defined]
        laid = lay(client, "draw", ["me", "bot:greedy"], first_player=0)
        now = wait_for_turn(client, laid["mine"])
        table = house.tables[laid["table"]]

        async def broken(seat: int) -> None:
            if len(pauses) < 40:
                raise RuntimeError("a fault")
            del table._bot_moves
            await type(table)._bot_moves(table, seat)

        table._bot_moves = broken
        monkeypatch.setattr(asyncio, "sleep", noted)
        send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])
        wait_until(lambda: len(stored_match(database, laid["table"]).round.log) > 1)
    longest = [pause for pause in pauses if pause > 0.2]
    assert max(longest) <= 1.25 * live.LONGEST_PAUSE
    assert sum(pause > 0.7 * live.LONGEST_PAUSE for pause in longest) > 5
