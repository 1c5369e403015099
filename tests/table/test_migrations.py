"""Databases of every earlier version, with something in all of their tables, are brought up to date
and played on, on SQLite and on PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import (
    JSON,
    Boolean,
    Connection,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    Numeric,
    String,
)
from sqlalchemy import Table as Kept

import sobremesa
from sobremesa.table.database import MIGRATIONS
from sobremesa.table.events import fingerprint
from sobremesa.table.start import Start
from sobremesa.table.storage import Store
from tests.table.host import bring_to, kept, opened, send, state

SECRET = "a-secret-of-seat-0"
# What a table had when the first version laid it.
LAID: dict[str, Any] = {"id": "duel", "made": 1.5, "ended": False}


def versions() -> list[str]:
    """Lists the versions of the schema, the first one first."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    found = ScriptDirectory.from_config(config).walk_revisions()
    return [one.revision for one in found][::-1]


def sample(column: Any) -> Any:
    """Makes something to keep in a column."""
    kind = column.type
    for asked in column.foreign_keys:
        return LAID["id"] if asked.column.table.name == "tables" else sample(asked.column)
    if isinstance(kind, JSON):
        return {"é": ["ș", 1]}
    if isinstance(kind, Boolean):
        return False
    if isinstance(kind, Integer):
        return 3
    if isinstance(kind, (Float, Numeric)):
        return 2.5
    if isinstance(kind, LargeBinary):
        return b"\0\xff"
    assert isinstance(kind, String), kind
    return f"ș-{column.name}"[: kind.length]


def laid() -> list[tuple[str, dict[str, Any]]]:
    """Gives the rows of a table as the first version laid it, which later ones still know."""
    game = sobremesa.game("draw", players=2, first_player=0)
    start = Start(game, [("person", "Inés"), ("person", "")], seed=3)
    seats = [("watch", "", None), ("person", "Inés", fingerprint(SECRET)), ("person", "", None)]
    return [
        ("tables", LAID),
        *(("seats", {"table_id": "duel", "seat": seat - 1, "kind": kind, "name": name, "key": key})
          for seat, (kind, name, key) in enumerate(seats)),
        *(("events", {"table_id": "duel", "number": one.number, "kind": one.kind,
                      "data": one.data, "made": 2.5}) for one in start.events()),
    ]


def fill(connection: Connection) -> dict[str, int]:
    """Puts something in every table; counts the rows of each."""
    whole = MetaData()
    whole.reflect(connection)
    counts: dict[str, int] = {}

    def put(table: Kept, row: dict[str, Any]) -> None:
        connection.execute(table.insert().values(**row))
        counts[table.name] = counts.get(table.name, 0) + 1

    own = laid()
    for name, row in own:
        put(whole.tables[name], row)
    for table in whole.sorted_tables:
        if table.name != "alembic_version" and table.name not in counts:
            put(table, {column.name: sample(column) for column in table.columns})
    return counts


def rows(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Reads all that is kept."""
    whole = MetaData()
    whole.reflect(connection)
    return {
        table.name: [
            dict(row._mapping)
            for row in connection.execute(table.select().order_by(*table.primary_key.columns))
        ]
        for table in whole.sorted_tables if table.name != "alembic_version"
    }


def brought_up(store: Store, version: str) -> None:
    """Fills a database of a version, and brings it up to date; everything is as it was."""
    bring_to(store, version)
    with store.engine.begin() as connection:
        counts = fill(connection)
        before = rows(connection)
    assert counts.keys() == before.keys() and all(counts.values())
    store.migrate()
    with store.engine.connect() as connection:
        after = rows(connection)
    for name, kept_rows in before.items():
        assert [
            {column: found[column] for column in row}
            for row, found in zip(kept_rows, after[name], strict=True)
        ] == kept_rows, name


@pytest.mark.parametrize("version", versions()[:-1])
def test_what_an_earlier_version_kept_is_still_there_and_goes_on(url: str, version: str) -> None:
    with kept(url) as store:
        brought_up(store, version)
    with opened(url) as client:
        link = f"/t/duel/{SECRET}"
        now = state(client, link)
        assert (now["names"][0], now["number"]) == ("Inés", 2)
        answer = send(client, link, now["number"], 0, now["moves"][0]["move"])
        assert answer.status_code == 200, answer.text
        assert client.get("/lobby").status_code == client.get("/clubs").status_code == 200
        assert client.get("/ratings").status_code == client.get("/you").status_code == 200


def test_every_version_has_one_before_it() -> None:
    assert versions() == sorted(versions()) and versions()[0] == "0001"
