"""What is kept: tables, who sits where, and the numbered events that are the truth of a table.

Events are only ever added. The state of a table is found by replaying them, so a server that
is killed at any moment goes on exactly where it was.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    JSON,
    Double,
    Engine,
    ForeignKey,
    String,
    UniqueConstraint,
    create_engine,
    event,
    func,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

MIGRATIONS = Path(__file__).parent / "migrations"

START = "start"
DEAL = "deal"
MOVE = "move"
# Moves that were taken back, and such moves played again.
UNDO = "undo"
REDO = "redo"


class Base(DeclarativeBase):
    """The schema."""


class TableRow(Base):
    """One table; `ended` is set when nothing more will happen at it."""

    __tablename__ = "tables"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    made: Mapped[float] = mapped_column(Double)
    ended: Mapped[bool] = mapped_column(index=True)


class SeatRow(Base):
    """One seat of a table; seat -1 is the place of those who watch.

    `key` and `shared` are hashes of the secrets in the links to the seat and to its replay.
    """

    __tablename__ = "seats"
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(80))
    key: Mapped[str | None] = mapped_column(String(64))
    shared: Mapped[str | None] = mapped_column(String(64))


class EventRow(Base):
    """Event `number` of a table."""

    __tablename__ = "events"
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    made: Mapped[float] = mapped_column(Double)


class TalkRow(Base):
    """Line `number` of what is said at a table; `to_seat` -1 is everybody.

    A line is either a text or an offer, which all readers get in their own language.
    """

    __tablename__ = "talk"
    __table_args__ = (UniqueConstraint("table_id", "mark", name="uq_talk_mark"),)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    to_seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(300))
    offer: Mapped[str] = mapped_column(String(16))
    about: Mapped[int]
    mark: Mapped[str] = mapped_column(String(80))
    made: Mapped[float] = mapped_column(Double)


class Taken(Exception):
    """Another event has that number already."""


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table."""

    number: int
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Line:
    """One thing that was said at a table; `to` -1 is everybody."""

    number: int
    seat: int
    to: int
    text: str
    offer: str
    about: int
    mark: str


@dataclass(frozen=True)
class Place:
    """One seat as it is kept."""

    seat: int
    kind: str
    name: str
    key: str | None
    shared: str | None


@dataclass(frozen=True)
class Pass:
    """What a link opens: the seats it may act for, and those it may look from."""

    table: str
    seats: tuple[int, ...]
    only_replay: bool = False


def new_secret() -> str:
    """Makes a secret that cannot be guessed: 192 bits."""
    return secrets.token_urlsafe(24)


def share_of(secret: str) -> str:
    """Derives the secret of the replay link from that of the seat, which it does not betray."""
    return hashlib.sha256(b"share:" + secret.encode()).hexdigest()[:32]


def fingerprint(secret: str) -> str:
    """Gives what is stored in place of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """The database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: Engine = create_engine(url, pool_pre_ping=True)
        if make_url(url).get_backend_name() == "sqlite":
            event.listen(self.engine, "connect", _durable)

    def migrate(self) -> None:
        """Brings the schema up to date."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Lets go of all connections."""
        self.engine.dispose()

    def lay(self, places: list[Place], events: list[Event], *, ended: bool = False) -> str:
        """Keeps a new table with its first events; answers its id."""
        table = secrets.token_urlsafe(9)
        now = time.time()
        with Session(self.engine) as session, session.begin():
            session.add(TableRow(id=table, made=now, ended=ended))
            session.flush()
            session.add_all(
                SeatRow(
                    table_id=table, seat=place.seat, kind=place.kind, name=place.name,
                    key=place.key, shared=place.shared,
                )
                for place in places
            )
            session.add_all(_row(table, one, now) for one in events)
        return table

    def append(self, table: str, happened: Event, *, ended: bool | None = None) -> None:
        """Adds an event; when this returns it is on the disk.

        `ended` says that nothing more will happen at the table, or that something may again.

        :raises Taken: if the number is taken; nothing is written.
        """
        try:
            with Session(self.engine) as session, session.begin():
                session.add(_row(table, happened, time.time()))
                if ended is not None:
                    session.execute(
                        update(TableRow).where(TableRow.id == table).values(ended=ended)
                    )
        except IntegrityError as clash:
            raise Taken(happened.number) from clash

    def events(self, table: str, after: int = 0) -> list[Event]:
        """Lists the events of a table behind number `after`."""
        wanted = (
            select(EventRow)
            .where(EventRow.table_id == table, EventRow.number > after)
            .order_by(EventRow.number)
        )
        with Session(self.engine) as session:
            return [Event(row.number, row.kind, row.data) for row in session.scalars(wanted)]

    def say(self, table: str, line: Line) -> None:
        """Adds a line of talk; when this returns it is on the disk.

        :raises Taken: if the number or the mark is taken; nothing is written.
        """
        try:
            with Session(self.engine) as session, session.begin():
                session.add(TalkRow(
                    table_id=table, number=line.number, seat=line.seat, to_seat=line.to,
                    text=line.text, offer=line.offer, about=line.about, mark=line.mark,
                    made=time.time(),
                ))
        except IntegrityError as clash:
            raise Taken(line.number) from clash

    def talk(self, table: str, after: int = 0) -> list[Line]:
        """Lists what was said at a table behind line `after`."""
        wanted = (
            select(TalkRow)
            .where(TalkRow.table_id == table, TalkRow.number > after)
            .order_by(TalkRow.number)
        )
        with Session(self.engine) as session:
            return [
                Line(
                    row.number, row.seat, row.to_seat, row.text, row.offer, row.about, row.mark
                )
                for row in session.scalars(wanted)
            ]

    def talk_numbers(self, tables: list[str]) -> dict[str, int]:
        """Gives the number of the last line said at each of some tables."""
        wanted = (
            select(TalkRow.table_id, func.max(TalkRow.number))
            .where(TalkRow.table_id.in_(tables))
            .group_by(TalkRow.table_id)
        )
        with Session(self.engine) as session:
            return {table: int(number) for table, number in session.execute(wanted)}

    def numbers(self, tables: list[str]) -> dict[str, int]:
        """Gives the number of the last event of each of some tables."""
        wanted = (
            select(EventRow.table_id, func.max(EventRow.number))
            .where(EventRow.table_id.in_(tables))
            .group_by(EventRow.table_id)
        )
        with Session(self.engine) as session:
            return {table: int(number) for table, number in session.execute(wanted)}

    def places(self, table: str) -> list[Place]:
        """Lists the seats of a table, the place of the watchers first."""
        wanted = select(SeatRow).where(SeatRow.table_id == table).order_by(SeatRow.seat)
        with Session(self.engine) as session:
            return [
                Place(row.seat, row.kind, row.name, row.key, row.shared)
                for row in session.scalars(wanted)
            ]

    def rename(self, table: str, seat: int, name: str) -> None:
        """Gives a seat another name."""
        chosen = update(SeatRow).where(SeatRow.table_id == table, SeatRow.seat == seat)
        with Session(self.engine) as session, session.begin():
            session.execute(chosen.values(name=name))

    def unfinished(self) -> list[str]:
        """Lists the tables at which something may still happen."""
        with Session(self.engine) as session:
            return list(session.scalars(select(TableRow.id).where(TableRow.ended.is_(False))))

    def open(self, table: str, secret: str) -> Pass | None:
        """Finds what a secret opens, comparing every one in constant time."""
        given = fingerprint(secret)
        seats: list[int] = []
        shared: list[int] = []
        for place in self.places(table):
            if hmac.compare_digest(place.key or "", given):
                seats.append(place.seat)
            if hmac.compare_digest(place.shared or "", given):
                shared.append(place.seat)
        if seats:
            return Pass(table, tuple(seats))
        return Pass(table, tuple(shared), only_replay=True) if shared else None


def _row(table: str, happened: Event, now: float) -> EventRow:
    return EventRow(
        table_id=table, number=happened.number, kind=happened.kind, data=happened.data, made=now
    )


def _durable(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # A move is answered only when it would survive a power cut.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()
