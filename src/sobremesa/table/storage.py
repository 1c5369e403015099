"""What is kept: tables, who sits where, and the numbered events that are the truth of a table.

Events are only ever added. The state of a table is found by replaying them, so a server that
is killed at any moment goes on exactly where it was.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import (
    JSON,
    Double,
    Engine,
    ForeignKey,
    String,
    UniqueConstraint,
    bindparam,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from sobremesa.table.database import migrate, open_engine
from sobremesa.table.problems import Problem

log = logging.getLogger(__name__)
Found = TypeVar("Found")

# Threads that read and threads that write, so that reading never waits behind a locked file.
READERS: Final = 8
WRITERS: Final = 4
# Ids and secrets are made of these signs alone; nothing else is looked for.
_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")

START = "start"
DEAL = "deal"
MOVE = "move"
# Moves that were taken back, and such moves played again.
UNDO = "undo"
REDO = "redo"
# A bot holds the seat of somebody who is away, and gives it back.
STAND_IN = "stand-in"
BACK = "back"


class Base(DeclarativeBase):
    """The schema."""


class TableRow(Base):
    """One table; `ended` is set when nothing more will happen at it.

    `version` counts whatever is written of the table, so that another server can tell by one
    number that there is news. `due` is set while the table goes on by itself: a bot is to move,
    a hand is to be dealt, a clock runs.
    """

    __tablename__ = "tables"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    made: Mapped[float] = mapped_column(Double)
    ended: Mapped[bool] = mapped_column(index=True)
    version: Mapped[int] = mapped_column(default=0)
    due: Mapped[bool] = mapped_column(index=True, default=True)


class SeatRow(Base):
    """One seat of a table; seat -1 is the place of those who watch.

    `key` and `shared` are hashes of the secrets in the links to the seat and to its replay.
    `seen` is when its person last gave a sign, to within some seconds.
    """

    __tablename__ = "seats"
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(80))
    key: Mapped[str | None] = mapped_column(String(64))
    shared: Mapped[str | None] = mapped_column(String(64))
    seen: Mapped[float | None] = mapped_column(Double)


class EventRow(Base):
    """Event `number` of a table."""

    __tablename__ = "events"
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    made: Mapped[float] = mapped_column(Double)


class TalkRow(Base):
    """Line `number` of what is said at a table; `to` -1 is everybody.

    A line is either a text or an offer, which all readers get in their own language.
    """

    __tablename__ = "talk"
    __table_args__ = (UniqueConstraint("table_id", "mark", name="uq_talk_mark"),)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    to: Mapped[int] = mapped_column("to_seat")
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
    seen: float | None = None


@dataclass(frozen=True)
class Pass:
    """What a link opens: the seats it may act for, and those it may look from.

    `version` is that of the table when the link was looked up, and `signs` tell when the persons
    of which seats were last here.
    """

    table: str
    seats: tuple[int, ...]
    only_replay: bool = False
    version: int = 0
    signs: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True)
class News:
    """What is written of a table behind what a server knows."""

    version: int
    made: float
    places: list[Place]
    events: list[Event]
    lines: list[Line]


class Unreachable(Problem):
    """The database could not be reached, or could not write; the same can be sent again."""

    def __init__(self) -> None:
        super().__init__(
            503, "storage",
            "The table cannot be reached at the moment. Try again: nothing is played twice.",
            retry=1,
        )


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
        self.engine: Engine = open_engine(url)
        self.readers = ThreadPoolExecutor(READERS, "reading")
        self.writers = ThreadPoolExecutor(WRITERS, "writing")

    def migrate(self) -> None:
        """Brings the schema up to date."""
        migrate(self.engine)

    def close(self) -> None:
        """Lets go of all connections."""
        self.readers.shutdown(wait=False, cancel_futures=True)
        self.writers.shutdown(wait=True)
        self.engine.dispose()

    async def read(self, work: Callable[..., Found], *given: Any) -> Found:
        """Reads beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, work, *given)

    async def write(self, work: Callable[..., Found], *given: Any, **named: Any) -> Found:
        """Writes beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(
            self.writers, partial(work, *given, **named)
        )

    @contextmanager
    def _session(self) -> Iterator[Session]:
        """Opens a transaction that is kept as a whole or not at all.

        :raises Unreachable: if the database fails; whether the last thing was written is found
            by reading.
        """
        try:
            with Session(self.engine) as session, session.begin():
                yield session
        except (OperationalError, InterfaceError, InternalError) as fault:
            log.warning("the database failed: %s", fault.orig)
            raise Unreachable from fault
        except NoConnection as fault:
            log.warning("no connection to the database is free")
            raise Unreachable from fault

    def lay(
        self, places: list[Place], events: list[Event], due: bool = True, *, ended: bool = False,
        table: str = "",
    ) -> str:
        """Keeps a new table with its first events; answers its id, which may be given.

        :raises Taken: if there is a table of that id; nothing is written.
        """
        table = table or secrets.token_urlsafe(9)
        now = time.time()
        with self._session() as session:
            session.add(TableRow(id=table, made=now, ended=ended, due=due and not ended))
            try:
                session.flush()
            except IntegrityError as clash:
                raise Taken(table) from clash
            session.add_all(SeatRow(table_id=table, **vars(place)) for place in places)
            session.add_all(EventRow(table_id=table, made=now, **vars(one)) for one in events)
        return table

    def append(
        self, table: str, happened: Event, *, ended: bool | None = None, due: bool = True,
        said: Line | None = None,
    ) -> int:
        """Adds an event, and a line of talk that tells of it; when this returns they are on the
        disk. Answers the version of the table.

        `ended` says that nothing more will happen at the table, or that something may again;
        `due` that the table goes on by itself.

        :raises Taken: if the number is taken; nothing is written.
        """
        changes: dict[str, Any] = {"due": due}
        if ended is not None:
            changes["ended"] = ended
        try:
            with self._session() as session:
                session.add(EventRow(table_id=table, made=time.time(), **vars(happened)))
                if said is not None:
                    session.add(TalkRow(table_id=table, made=time.time(), **vars(said)))
                return _bump(session, table, **changes)
        except IntegrityError as clash:
            raise Taken(happened.number) from clash

    def events(self, table: str, after: int = 0) -> list[Event]:
        """Lists the events of a table behind number `after`."""
        with self._session() as session:
            return _events(session, table, after)

    def say(self, table: str, line: Line) -> int:
        """Adds a line of talk; when this returns it is on the disk. Answers the version of the
        table.

        :raises Taken: if the number or the mark is taken; nothing is written.
        """
        try:
            with self._session() as session:
                session.add(TalkRow(table_id=table, made=time.time(), **vars(line)))
                return _bump(session, table)
        except IntegrityError as clash:
            raise Taken(line.number) from clash

    def talk(self, table: str, after: int = 0) -> list[Line]:
        """Lists what was said at a table behind line `after`."""
        with self._session() as session:
            return _lines(session, table, after)

    def news(self, table: str, number: int = 0, said: int = 0) -> News | None:
        """Reads what is written behind event `number` and line `said`; nothing if there is no
        such table."""
        known = select(TableRow.version, TableRow.made).where(TableRow.id == table)
        with self._session() as session:
            # The version first: what is written meanwhile is then news once more, never lost.
            row = session.execute(known).one_or_none()
            if row is None:
                return None
            return News(
                row.version, row.made, _places(session, table),
                _events(session, table, number), _lines(session, table, said),
            )

    def versions(self, tables: list[str]) -> dict[str, int]:
        """Gives the versions of all tables that go on by themselves, and of some others."""
        wanted = select(TableRow.id, TableRow.version).where(
            or_(TableRow.due.is_(True), TableRow.id.in_(tables))
        )
        with self._session() as session:
            return {table: version for table, version in session.execute(wanted)}

    def due(self) -> list[str]:
        """Lists the tables that go on by themselves, those that were laid last first."""
        wanted = select(TableRow.id).where(TableRow.due.is_(True)).order_by(TableRow.made.desc())
        with self._session() as session:
            return list(session.scalars(wanted))

    def places(self, table: str) -> list[Place]:
        """Lists the seats of a table, the place of the watchers first."""
        with self._session() as session:
            return _places(session, table)

    def rename(self, table: str, seat: int, name: str) -> int:
        """Gives a seat another name; answers the version of the table."""
        chosen = update(SeatRow).where(SeatRow.table_id == table, SeatRow.seat == seat)
        with self._session() as session:
            session.execute(chosen.values(name=name))
            return _bump(session, table)

    def note_signs(self, signs: Mapping[tuple[str, int], float]) -> None:
        """Keeps when persons last gave a sign, by table and seat."""
        chosen = update(SeatRow.__table__).where(  # type: ignore[arg-type]
            SeatRow.table_id == bindparam("table"), SeatRow.seat == bindparam("place")
        )
        given = [
            {"table": table, "place": seat, "seen": seen} for (table, seat), seen in signs.items()
        ]
        if given:
            with self._session() as session:
                session.connection().execute(chosen, given)

    def signs(self, tables: list[str]) -> dict[tuple[str, int], float]:
        """Gives when the persons of some tables last gave a sign."""
        wanted = select(SeatRow.table_id, SeatRow.seat, SeatRow.seen).where(
            SeatRow.table_id.in_(tables), SeatRow.seen.is_not(None)
        )
        with self._session() as session:
            return {(table, seat): seen or 0.0 for table, seat, seen in session.execute(wanted)}

    def open(self, table: str, secret: str) -> Pass | None:
        """Finds what a secret opens, comparing every one in constant time."""
        if not _ID.fullmatch(table) or not _ID.fullmatch(secret):
            return None
        known = select(TableRow.version).where(TableRow.id == table)
        with self._session() as session:
            version = session.scalars(known).one_or_none()
            places = _places(session, table)
        given = fingerprint(secret)
        seats: list[int] = []
        shared: list[int] = []
        for place in places:
            if hmac.compare_digest(place.key or "", given):
                seats.append(place.seat)
            if hmac.compare_digest(place.shared or "", given):
                shared.append(place.seat)
        if version is None or not (seats or shared):
            return None
        signs = tuple((place.seat, place.seen) for place in places if place.seen is not None)
        return Pass(table, tuple(seats or shared), not seats, version, signs)


def _bump(session: Session, table: str, **changes: Any) -> int:
    """Counts one more change of a table."""
    session.flush()
    chosen = update(TableRow).where(TableRow.id == table)
    counted = chosen.values(version=TableRow.version + 1, **changes).returning(TableRow.version)
    return session.execute(counted).scalar_one()


def _events(session: Session, table: str, after: int) -> list[Event]:
    wanted = (
        select(EventRow)
        .where(EventRow.table_id == table, EventRow.number > after)
        .order_by(EventRow.number)
    )
    return [Event(row.number, row.kind, row.data) for row in session.scalars(wanted)]


def _lines(session: Session, table: str, after: int) -> list[Line]:
    wanted = (
        select(TalkRow)
        .where(TalkRow.table_id == table, TalkRow.number > after)
        .order_by(TalkRow.number)
    )
    return [
        Line(row.number, row.seat, row.to, row.text, row.offer, row.about, row.mark)
        for row in session.scalars(wanted)
    ]


def _places(session: Session, table: str) -> list[Place]:
    wanted = select(SeatRow).where(SeatRow.table_id == table).order_by(SeatRow.seat)
    return [
        Place(row.seat, row.kind, row.name, row.key, row.shared, row.seen)
        for row in session.scalars(wanted)
    ]
