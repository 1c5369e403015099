"""What is kept, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import logging
import multiprocessing
import os
import random
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from sobremesa.cli import main
from sobremesa.table.database import NoDatabase
from sobremesa.table.events import DEAL, MOVE, START, Event, Line, Place, Taken, fingerprint
from sobremesa.table.storage import Base, EventRow, Store
from tests.table.host import bring_to, kept, lay, opened, send, state
from tests.table.postgres import Postgres, programs

# The two kinds of database keep things in ways of their own.
pytestmark = pytest.mark.whole
KEY = "a-secret-of-seat-0"
PLACES = [
    Place(-1, "watch", "", fingerprint("watching"), fingerprint("watching-again")),
    Place(0, "person", "Inés", fingerprint(KEY), fingerprint("shared")),
    Place(1, "bot:greedy", "Radu", None, None),
]
EVENTS = [Event(1, START, {"game": "block", "é": "ș"}), Event(2, DEAL, {"n": 1})]


@pytest.fixture
def store(url: str) -> Any:
    with kept(url) as found:
        found.migrate()
        yield found


def test_a_table_is_kept_with_its_seats_and_events(store: Store) -> None:
    table = store.lay(PLACES, EVENTS)
    assert store.events(table) == EVENTS
    assert store.places(table) == PLACES
    assert store.events(table, after=1) == EVENTS[1:]
    news = store.news(table, number=1)
    assert news is not None
    assert (news.version, news.events, news.lines) == (0, EVENTS[1:], [])
    assert store.news("nowhere") is None


def test_a_number_is_taken_once_and_every_change_counts(store: Store) -> None:
    table = store.lay(PLACES, EVENTS)
    move = Event(3, MOVE, {"seat": 0, "move": 5, "id": "0:first"})
    assert store.append(table, move, due=True) == 1
    with pytest.raises(Taken):
        store.append(table, Event(3, MOVE, {"seat": 1, "move": 6}), ended=True)
    assert store.events(table, after=2) == [move]
    assert store.rename(table, 0, "Zoé") == 2
    line = Line(1, 0, -1, "hello", "", -1, "0:line")
    assert store.say(table, line) == 3
    assert store.version(table) == 3
    with pytest.raises(Taken):
        store.append(table, Event(4, MOVE, {"seat": 0, "move": 1}), said=line)
    assert store.append(table, Event(4, MOVE, {"seat": 0, "move": 1}), due=False) == 4
    assert store.versions([]) == {} and store.versions([table]) == {table: 4}
    assert store.version("nowhere") is None
    assert store.claim("") == []
    news = store.news(table, number=3, said=0)
    assert news is not None
    assert (news.version, len(news.events), news.lines) == (4, 1, [line])
    assert news.places[1].name == "Zoé"


def test_a_secret_opens_its_seat_and_nothing_else_does(store: Store) -> None:
    table = store.lay(PLACES, EVENTS)
    opened = store.open(table, KEY)
    assert opened is not None and opened.seats == (0,) and not opened.only_replay
    shared = store.open(table, "shared")
    assert shared is not None and shared.only_replay
    odd = ["", "\x00", KEY + "\x00", "\x00" + KEY, "ș" * 9, "x" * 5000, "' OR 1=1 --"]
    for secret in odd:
        assert store.open(table, secret) is None
    for name in [*odd, "another"]:
        assert store.open(name, KEY) is None


def test_signs_of_persons_are_kept(store: Store) -> None:
    table = store.lay(PLACES, EVENTS)
    other = store.lay(PLACES, EVENTS)
    assert store.signs([table, other]) == {}
    store.note_signs({(table, 0): 12.5, (other, 0): 13.5})
    assert store.signs([table]) == {(table, 0): 12.5}
    assert store.places(table)[1].seen == 12.5


def test_zero_bytes_in_links_and_ids_are_refused(url: str) -> None:
    with opened(url) as client:
        link = lay(client, "block", ["me", "hot"], first_player=0)["mine"]
        table, secret = link.split("/")[2:]
        for path in (f"/t/%00/{secret}", f"/t/{table}%00/{secret}", f"/t/{table}/%00",
                     f"/t/{table}/{secret}%00", f"/r/%00/{secret}"):
            assert client.get(path, headers={"Accept": "application/json"}).status_code == 404
        now = state(client, link, seat=0)
        move = now["moves"][0]["move"]
        for mark in ("\x00" * 8, "12345678\x00", "12345678\n", "\ud8ff" * 8, "ééééééééé"):
            body = {"number": now["number"], "seat": 0, "move": move, "id": mark}
            assert _post(client, f"{link}/moves", body) == 422
            body = {"seat": 0, "text": "hello", "id": mark}
            assert _post(client, f"{link}/talk", body) == 422
        assert _post(client, f"{link}/name", {"seat": 0, "name": "Za\x00rá"}) == 200
        assert state(client, link, seat=0)["names"][0] == "Za rá"
        assert send(client, link, now["number"], 0, move).status_code == 200


def _post(client: TestClient, path: str, body: dict[str, Any]) -> int:
    import json

    answer = client.post(path, content=json.dumps(body))
    return int(answer.status_code)


def test_what_is_written_never_appears_in_errors_or_logs(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Errors of the database carry its sentences, but not the names and secrets in them."""
    caplog.set_level(logging.DEBUG)
    with kept(url) as store:
        store.migrate()
        with pytest.raises(SQLAlchemyError) as failed:
            store.lay([*PLACES, Place(0, "person", "Hidden Name", KEY, None)], EVENTS)
    assert "INSERT" in str(failed.value)
    for private in ("Hidden Name", KEY, fingerprint(KEY)):
        assert private not in str(failed.value)
        assert private not in caplog.text


# Opening -----------------------------------------------------------------------------------


def test_the_migrations_make_what_the_code_declares(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with kept(url) as store:
        store.migrate()
        with store.engine.connect() as connection:
            differences = compare_metadata(MigrationContext.configure(connection), Base.metadata)
    assert differences == []


def test_a_database_of_the_first_version_is_brought_up_to_date(url: str) -> None:
    with kept(url) as store:
        bring_to(store, "0001")
        with store.engine.begin() as connection:
            connection.exec_driver_sql(
                "INSERT INTO tables (id, made, ended) VALUES ('open', 0, false), ('over', 0, true)"
            )
        store.migrate()
        assert store.versions(["open", "over"]) == {"open": 0, "over": 0}
        assert store.owners() == {""}
        assert store.claim("") == ["open"]


def test_a_database_of_a_later_version_is_refused_by_name(url: str) -> None:
    with kept(url) as store:
        store.migrate()
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(NoDatabase, match="schema 9999"):
            store.migrate()


def _migrate(url: str, ready: Any, go: Any) -> None:
    with kept(url) as store:
        ready.release()
        go.wait()
        store.migrate()
        store.owners()


def _processes() -> Any:
    """Processes that start quickly, because what they need is loaded before they are made."""
    kind = multiprocessing.get_context("forkserver")
    kind.set_forkserver_preload([__name__])
    return kind


def test_several_processes_that_open_a_new_database_at_once_all_succeed(url: str) -> None:
    kind = _processes()
    ready, go = kind.Semaphore(0), kind.Event()
    all_of_them = [kind.Process(target=_migrate, args=(url, ready, go)) for _ in range(5)]
    for one in all_of_them:
        one.start()
    for _ in all_of_them:
        ready.acquire()
    go.set()
    for one in all_of_them:
        one.join()
    assert [one.exitcode for one in all_of_them] == [0] * 5


def _kill_while_migrating(tmp_path: Path, urls: Any, kills: int) -> int:
    """Kills processes at many moments of the first migration; counts those that were in it."""
    kind = _processes()
    interrupted = 0
    chance = random.Random(kills)
    longest = 0.3
    for number in range(kills):
        url = urls(number)
        ready, go = kind.Semaphore(0), kind.Event()
        one = kind.Process(target=_migrate, args=(url, ready, go))
        one.start()
        ready.acquire()
        began = time.monotonic()
        go.set()
        one.join(chance.uniform(0.0, longest))
        one.kill()
        one.join()
        if one.exitcode == 0:
            longest = max(0.02, time.monotonic() - began)
        interrupted += one.exitcode != 0
        with kept(url) as store:
            store.migrate()
            table = store.lay(PLACES, EVENTS)
            assert store.events(table) == EVENTS
    return interrupted


def test_killed_at_any_moment_of_the_first_migration_a_file_opens_again(tmp_path: Path) -> None:
    def urls(number: int) -> str:
        return f"sqlite:///{tmp_path}/{number}.db"

    assert _kill_while_migrating(tmp_path, urls, 12) > 0


def test_killed_at_any_moment_of_the_first_migration_postgresql_opens_again(
    tmp_path: Path, postgres: Any
) -> None:
    from contextlib import ExitStack

    with ExitStack() as made:
        def urls(_: int) -> str:
            found: str = made.enter_context(postgres.database())
            return found

        assert _kill_while_migrating(tmp_path, urls, 6) > 0


@pytest.mark.slow
def test_killed_hundreds_of_times_in_the_first_migration_a_file_opens_again(
    tmp_path: Path,
) -> None:
    def urls(number: int) -> str:
        return f"sqlite:///{tmp_path}/{number}.db"

    interrupted = _kill_while_migrating(tmp_path, urls, 300)
    print(f"{interrupted} of 300 migrations were interrupted")
    assert interrupted > 50


def test_only_its_owner_can_read_a_database(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "table.db"
    old = os.umask(0)
    try:
        with kept(path) as store:
            store.migrate()
            store.lay(PLACES, EVENTS)
            found = {one: stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()}
    finally:
        os.umask(old)
    assert len(found) == 3
    assert set(found.values()) == {0o600}
    for folder in (path.parent, path.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    path.touch(0o644)
    path.chmod(0o644)
    with kept(path) as store:
        store.migrate()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(("database", "without", "sentence"), [
    ("postgresql://localhost/x", "psycopg",
     "a PostgreSQL database needs psycopg, which is not installed here: pip install "),
    ("postgresql://me:hush@127.0.0.1:1/x", "", "the database cannot be opened: "),
    ("oracleofdelphi://x/y", "", "is no database that is known here: it is sqlite or postgresql"),
    ("://", "", "the address of the database cannot be read"),
    ("/proc/nowhere/table.db", "", "cannot be opened: "),
])
def test_a_database_that_cannot_be_opened_is_told_in_one_sentence(
    database: str, without: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if without:
        monkeypatch.setitem(sys.modules, without, None)
    told = CliRunner().invoke(main, ["table", "--port", "0", "--database", database])
    assert told.exit_code == 1 and isinstance(told.exception, SystemExit)
    assert sentence in told.output
    assert "hush" not in told.output and len(told.output.strip().splitlines()) <= 4


def test_a_table_of_unknown_rules_is_refused_by_name_and_the_others_go_on(url: str) -> None:
    with opened(url) as client:
        strange = lay(client, "block", ["me", "bot:random"], first_player=1)
        known = lay(client, "draw", ["me", "hot"], first_player=0)
    with kept(url) as store, store.engine.begin() as connection:
        start = store.events(strange["table"])[0].data | {"rules": 99}
        connection.execute(
            update(EventRow)
            .where(EventRow.table_id == strange["table"], EventRow.number == 1)
            .values(data=start)
        )
    with opened(url) as client:
        refused = client.get(f"{strange['mine']}/state")
        assert (refused.status_code, refused.json()["code"]) == (409, "unknown-rules")
        assert "version 99 of the rules of block" in refused.json()["error"]
        assert state(client, known["mine"], seat=0)["moves"]


# Backup -------------------------------------------------------------------------------------


def test_a_copy_made_while_people_play_goes_on_as_a_table(database: Path, tmp_path: Path) -> None:
    """As docs/operations.md tells."""
    with opened(database) as client:
        laid = lay(client, "block", ["me", "hot"], first_player=0)
        now = state(client, laid["mine"], seat=0)
        with closing(sqlite3.connect(database)) as beside:
            beside.execute("VACUUM INTO ?", (str(tmp_path / "backup.db"),))
        send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])
    with opened(tmp_path / "backup.db") as client:
        assert state(client, laid["mine"], seat=0) == now


def test_a_dump_of_postgresql_goes_on_as_a_table(
    postgres: Postgres, postgres_url: str, tmp_path: Path
) -> None:
    """As docs/operations.md tells."""
    with opened(postgres_url) as client:
        laid = lay(client, "block", ["me", "hot"], first_player=0)
        now = state(client, laid["mine"], seat=0)
        dump = tmp_path / "backup.dump"
        subprocess.run(
            [programs() / "pg_dump", "--format=custom", f"--file={dump}", postgres_url], check=True
        )
    with postgres.database() as restored:
        subprocess.run([programs() / "pg_restore", f"--dbname={restored}", dump], check=True)
        with opened(restored) as client:
            assert state(client, laid["mine"], seat=0) == now
