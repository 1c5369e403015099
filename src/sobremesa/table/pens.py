"""How plain events are written: by the driver itself, in as few steps as the database allows.

A file takes two statements for an event; PostgreSQL takes one for a whole group, which is its own
transaction, tells the other servers in the same breath, and so costs one round trip.
"""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Engine
from sqlalchemy.pool import PoolProxiedConnection

from sobremesa.table.bell import CHANNEL, NEWS
from sobremesa.table.database import is_sqlite
from sobremesa.table.events import Written


@dataclass(frozen=True)
class Entry:
    """A plain event as it is written, and the words by which the others are told of it; nothing
    if there are none."""

    table: str
    number: int
    kind: str
    data: str
    made: float
    due: bool
    ended: bool | None
    lease: int
    told: str | None


class Pen(ABC):
    """Writes events of different tables at once; what it cannot write it leaves out."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        driver: Any = engine.dialect.import_dbapi()
        # What the driver raises, and that of it for which another try is no use.
        self.errors: tuple[type[Exception], ...] = (driver.Error,)
        self.final: tuple[type[Exception], ...] = ()

    @abstractmethod
    def write(self, entries: list[Entry], me: str) -> dict[str, Written]:
        """Writes what can be written, and answers for each such table; when it returns, all of
        it is on the disk."""

    def close(self) -> None:  # noqa: B027  (a file keeps nothing)
        """Lets go of what it keeps."""


class FilePen(Pen):
    """Writes into a file of SQLite."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        # A full disk, a file that others have locked for long.
        self.final = (sqlite3.OperationalError,)

    def write(self, entries: list[Entry], me: str) -> dict[str, Written]:
        """Writes one entry after the other, in one transaction."""
        line = self.engine.raw_connection()
        try:
            cursor = line.cursor()
            # Whoever reads first and writes then may have to begin again.
            cursor.execute("BEGIN IMMEDIATE")
            found = {}
            for entry in entries:
                given = {**vars(entry), "me": me}
                if cursor.execute(_INSERT, given).rowcount:
                    version, lease = cursor.execute(_COUNT, given).fetchone()
                    found[entry.table] = Written(version, lease, entry.made)
            line.commit()
            return found
        finally:
            # What was not kept is undone.
            line.close()


class PostgresPen(Pen):
    """Writes into PostgreSQL, over lines that stay open."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.lines: list[PoolProxiedConnection] = []
        self.lock = threading.Lock()

    def write(self, entries: list[Entry], me: str) -> dict[str, Written]:
        """Writes all entries in one statement."""
        line = self._take()
        try:
            rows = line.cursor().execute(_GROUP, {
                "me": me, "channel": CHANNEL, "news": f"{NEWS} {me} ",
                **{name: [getattr(entry, name) for entry in entries] for name in _COLUMNS},
            }).fetchall()
        except self.errors:
            with suppress(Exception):
                line.invalidate()
            raise
        with self.lock:
            self.lines.append(line)
        made = {entry.table: entry.made for entry in entries}
        return {table: Written(version, lease, made[table]) for table, version, lease, _ in rows}

    def _take(self) -> PoolProxiedConnection:
        with self.lock:
            if self.lines:
                return self.lines.pop()
        line = self.engine.raw_connection()
        driver: Any = line.driver_connection
        driver.autocommit = True
        return line

    def close(self) -> None:
        """Closes the lines."""
        with self.lock:
            for line in self.lines:
                line.invalidate()
            self.lines.clear()


def pen_of(engine: Engine) -> Pen:
    """Gives what writes into a database."""
    return FilePen(engine) if is_sqlite(engine.url) else PostgresPen(engine)


_LEASE: Final = "CASE WHEN owner = :me THEN lease ELSE lease + 1 END"
_INSERT: Final = (
    "INSERT INTO events (table_id, number, kind, data, made, lease) "
    f"SELECT id, :number, :kind, :data, :made, {_LEASE} FROM tables "
    "WHERE id = :table AND (:lease = 0 OR (owner = :me AND lease = :lease)) "
    "ON CONFLICT DO NOTHING"
)
_COUNT: Final = (
    "UPDATE tables SET version = version + 1, due = :due, ended = COALESCE(:ended, ended), "
    f"lease = {_LEASE}, owner = :me WHERE id = :table RETURNING version, lease"
)
_COLUMNS: Final = {
    "table": "text", "number": "integer", "kind": "text", "data": "text",
    "made": "double precision", "due": "boolean", "ended": "boolean", "lease": "integer",
    "told": "text",
}
_GIVEN: Final = ", ".join(f"%({name})s::{kind}[]" for name, kind in _COLUMNS.items())
# The rows of the tables are locked in one order, so that nobody waits in a circle; what another
# has written meanwhile is seen then.
_GROUP: Final = f"""\
WITH wish AS (
    SELECT * FROM unnest({_GIVEN})
        AS given(name, number, kind, data, made, due, ended, lease, told)
), held AS (
    SELECT tables.id, tables.owner, tables.lease FROM tables JOIN wish ON wish.name = tables.id
    ORDER BY tables.id FOR UPDATE OF tables
), added AS (
    INSERT INTO events (table_id, number, kind, data, made, lease)
    SELECT wish.name, wish.number, wish.kind, wish.data::json, wish.made,
        CASE WHEN held.owner = %(me)s THEN held.lease ELSE held.lease + 1 END
    FROM wish JOIN held ON held.id = wish.name
    WHERE wish.lease = 0 OR (held.owner = %(me)s AND held.lease = wish.lease)
    ON CONFLICT DO NOTHING RETURNING table_id, lease
), counted AS (
    UPDATE tables SET version = tables.version + 1, due = wish.due,
        ended = COALESCE(wish.ended, tables.ended), owner = %(me)s, lease = added.lease
    FROM added JOIN wish ON wish.name = added.table_id WHERE tables.id = added.table_id
    RETURNING tables.id, tables.version, tables.lease
)
SELECT counted.id, counted.version, counted.lease, CASE WHEN wish.told IS NOT NULL THEN
    pg_notify(%(channel)s, %(news)s || counted.id || '@' || counted.version || wish.told)::text END
FROM counted JOIN wish ON wish.name = counted.id"""
