"""Opening the database: its driver, how durable it is, who may read it, and its schema."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from sobremesa.core.errors import Refused
from sobremesa.extras import install_command

MIGRATIONS = Path(__file__).parent / "migrations"
# What people write for PostgreSQL; psycopg 3 is the driver.
POSTGRES: Final = ("postgres", "postgresql")
# Connections that are kept: as many as there are threads that read or write.
POOL: Final = 16
# Seconds to wait for others: for a lock, for a server, and for a schema that they are making.
LOCK_WAIT: Final = 5
CONNECT_WAIT: Final = 10
SCHEMA_WAIT: Final = 60
# Seconds after which a machine that answers nothing is taken to be gone.
GONE_AFTER: Final = 15
# The number under which PostgreSQL lets one process at a time change the schema.
SCHEMA_LOCK: Final = 0x50B3E3E5A
ONLY_OURS: Final = 0o600


class NoDatabase(Refused):
    """The database cannot be opened; `str()` says why."""


def address_of(url: str) -> URL:
    """Reads a database URL; PostgreSQL is reached by psycopg 3.

    >>> str(address_of("postgresql://localhost/sobremesa"))
    'postgresql+psycopg://localhost/sobremesa'
    """
    try:
        address = make_url(url)
    except ArgumentError:
        raise NoDatabase("the address of the database cannot be read") from None
    if address.drivername in POSTGRES:
        return address.set(drivername="postgresql+psycopg")
    return address


def is_sqlite(address: URL) -> bool:
    """Tells whether the database is a file of SQLite."""
    return address.get_backend_name() == "sqlite"


def open_engine(url: str) -> Engine:
    """Makes what gives connections; a file is made so that only its owner can read it.

    :raises NoDatabase: if the driver is missing or the address is wrong.
    """
    address = address_of(url)
    in_memory = is_sqlite(address) and address.database in (None, "", ":memory:")
    settings: dict[str, Any] = {} if in_memory else {"pool_size": POOL}
    if is_sqlite(address) and not in_memory:
        _keep_private(Path(str(address.database)))
    if address.get_backend_name() == "postgresql":
        settings["connect_args"] = patience(address)
    try:
        engine = create_engine(address, pool_pre_ping=True, hide_parameters=True, **settings)
    except NoSuchModuleError:
        raise NoDatabase(
            "{kind} is no database that is known here: it is {known}",
            kind=address.drivername, known=["sqlite", "postgresql"],
        ) from None
    except ImportError as missing:
        if address.get_backend_name() != "postgresql":
            raise NoDatabase(
                "the driver of this database is missing: {driver}", driver=missing.name or "?"
            ) from missing
        raise NoDatabase(
            "a PostgreSQL database needs {driver}, which is not installed here: {command}",
            driver=missing.name or "psycopg", command=install_command("postgres"),
        ) from missing
    if is_sqlite(address):
        event.listen(engine, "connect", _durable)
    elif address.get_backend_name() == "postgresql":
        event.listen(engine, "connect", _patient)
    return engine


def patience(address: URL) -> dict[str, Any]:
    """Return how long a line to PostgreSQL waits for an answer of the machine at its other end,
    where its address does not say so: nobody waits for ever for a machine that is gone."""
    usual = {
        "connect_timeout": CONNECT_WAIT, "tcp_user_timeout": 1000 * GONE_AFTER,
        "keepalives_idle": GONE_AFTER // 3, "keepalives_interval": GONE_AFTER // 3,
        "keepalives_count": 2,
    }
    return {name: value for name, value in usual.items() if name not in address.query}


def _keep_private(path: Path) -> None:
    """Makes a missing file, and its folder, for its owner alone, and closes one that is open to
    others; SQLite gives its two companions the same rights."""
    try:
        for folder in reversed([one for one in path.parents if not one.exists()]):
            folder.mkdir(mode=0o700, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, ONLY_OURS))
        for one in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if one.exists() and one.stat().st_mode & 0o077 and one.stat().st_uid == os.geteuid():
                one.chmod(ONLY_OURS)
    except OSError as wrong:
        raise NoDatabase(
            "the database {path} cannot be opened: {reason}", path=path, reason=wrong.strerror
        ) from wrong


def _durable(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={1000 * LOCK_WAIT}")
    _use_write_ahead_log(cursor)
    # A move is answered only when it would survive a power cut.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _use_write_ahead_log(cursor: Any) -> None:
    """Changes the journal of a new file. SQLite does not wait where two do that at once."""
    deadline = time.monotonic() + LOCK_WAIT
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except Exception as busy:
            if "locked" not in str(busy) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _patient(connection: Any, _record: Any) -> None:
    """Lets PostgreSQL wait for a lock as long as SQLite does, and no longer."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{LOCK_WAIT}s'")
    connection.commit()


def migrate(engine: Engine) -> None:
    """Brings the schema up to date, all of it or nothing, while no other process does.

    :raises NoDatabase: if the database cannot be reached, or is newer than this program.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        if found == newest:
            return
        if found is not None and found not in {one.revision for one in scripts.walk_revisions()}:
            raise NoDatabase(
                "the database has schema {found}; {newest} is the newest known here",
                found=found, newest=newest,
            )
        with engine.connect() as connection:
            _lock_schema(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    except DBAPIError as wrong:
        raise NoDatabase(
            "the database cannot be opened: {reason}", reason=str(wrong.orig).strip()
        ) from wrong


def _lock_schema(connection: Connection) -> None:
    """Begins a transaction in which only this process changes the schema."""
    if is_sqlite(connection.engine.url):
        connection.exec_driver_sql(f"PRAGMA busy_timeout={1000 * SCHEMA_WAIT}")
        # The driver would begin no transaction for CREATE TABLE.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{SCHEMA_WAIT}s'")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})")
