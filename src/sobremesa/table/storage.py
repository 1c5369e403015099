"""What is kept: tables, who sits where, and the numbered events that are the truth of a table.

Events are only ever added. The state of a table is found by replaying them, so a server that
is killed at any moment goes on exactly where it was.

At every moment one server goes on with a table: it has the lease, whose number counts up whenever
another takes it. Every event carries the number under which it was written, and what a server
writes of itself (the moves of bots, the deals) is refused once the lease is no longer its own.
What persons do may be written by any server, which then has the lease. Events that wait at the
same moment are written together.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import (
    JSON,
    Connection,
    Double,
    Engine,
    ForeignKey,
    String,
    UniqueConstraint,
    bindparam,
    select,
    text,
    update,
)
from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from sobremesa.table.bell import Bell
from sobremesa.table.database import is_sqlite, migrate, open_engine
from sobremesa.table.events import (
    Append,
    Away,
    Event,
    Fenced,
    Line,
    News,
    Pass,
    Place,
    Taken,
    Unreachable,
    Written,
    fingerprint,
    is_invitation,
    opened_by,
    told_of,
)
from sobremesa.table.metrics import Metrics
from sobremesa.table.pens import Entry, pen_of

log = logging.getLogger(__name__)
Found = TypeVar("Found")

# Threads that read and threads that write, so that reading never waits behind a locked file.
READERS: Final = 8
WRITERS: Final = 4
# Groups of events that are written at the same time, and how many events one has at most. A file
# has one writer anyway; PostgreSQL writes one group while the next is sent to it.
GROUPS: Final = 2
LARGEST_GROUP: Final = 200
# Seconds between two tries to write something, for those who ask whether all is well.
TRIED_EVERY: Final = 2.0
# Ids and secrets are made of these signs alone; nothing else is looked for.
_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")


class Base(DeclarativeBase):
    """The schema."""


class TableRow(Base):
    """One table; `ended` is set when nothing more will happen at it.

    `version` counts whatever is written of the table, so that another server can tell by one
    number that there is news. `due` is set while the table goes on by itself: a bot is to move,
    a hand is to be dealt, a clock runs. `owner` is the server that has the lease, and `lease` its
    number.
    """

    __tablename__ = "tables"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    made: Mapped[float] = mapped_column(Double)
    ended: Mapped[bool] = mapped_column(index=True)
    version: Mapped[int] = mapped_column(default=0)
    due: Mapped[bool] = mapped_column(index=True, default=True)
    owner: Mapped[str] = mapped_column(String(32), default="")
    lease: Mapped[int] = mapped_column(default=0)


class SeatRow(Base):
    """One seat of a table; seat -1 is the place of those who watch.

    `key` and `shared` are hashes of the secrets in the links to the seat and to its replay.
    `seen` is when its person last gave a sign, to within some seconds. `muted` lists the seats
    whose talk they do not want to hear. `face` is the number of the face they have chosen, or -1.
    """

    __tablename__ = "seats"
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(80))
    key: Mapped[str | None] = mapped_column(String(64))
    shared: Mapped[str | None] = mapped_column(String(64))
    seen: Mapped[float | None] = mapped_column(Double)
    muted: Mapped[str] = mapped_column(String(200), default="", server_default="")
    face: Mapped[int] = mapped_column(default=-1, server_default="-1")


class EventRow(Base):
    """Event `number` of a table, written under a lease."""

    __tablename__ = "events"
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    made: Mapped[float] = mapped_column(Double)
    lease: Mapped[int] = mapped_column(default=0)


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


class KeyRow(Base):
    """Something that all servers of a database share and nobody else may know."""

    __tablename__ = "keys"
    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(String(64))


class MeetingRow(Base):
    """A table at which seats are still free, as `meeting.py` writes it; `version` counts its
    changes."""

    __tablename__ = "meetings"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    made: Mapped[float] = mapped_column(Double)
    version: Mapped[int]
    open: Mapped[bool] = mapped_column(index=True)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


def is_spelled(*names: str) -> bool:
    """Tell whether something can be the name of a table or the secret of a link."""
    return all(_ID.fullmatch(name) for name in names)


def new_secret() -> str:
    """Makes a secret that cannot be guessed: 192 bits."""
    return secrets.token_urlsafe(24)


def share_of(secret: str) -> str:
    """Derives the secret of the replay link from that of the seat, which it does not betray."""
    return hashlib.sha256(b"share:" + secret.encode()).hexdigest()[:32]


def prints_of(secret: str) -> tuple[str, str | None]:
    """Give what is kept of the secret of a seat and of that of its replay; by an invitation
    nothing is replayed."""
    return fingerprint(secret), None if is_invitation(secret) else fingerprint(share_of(secret))


class Store:
    """The database."""

    def __init__(self, url: str, server: str = "") -> None:
        self.url = url
        self.engine: Engine = open_engine(url)
        # The name of this server, and how it wakes the others.
        self.server = server
        self.bell = Bell(server)
        is_file = is_sqlite(self.engine.url)
        self.insert = text(_INSERT_FILE if is_file else _INSERT_POSTGRES)
        self.pen = pen_of(self.engine)
        self.metrics = Metrics()
        # Who is told when nothing more will happen at a table.
        self.enders: list[Callable[[str], None]] = []
        # Who is told of every table at which something happened here, or that is taken over.
        self.settlers: list[Callable[[str], None]] = []
        self.waiting: list[tuple[Append, asyncio.Future[Written]]] = []
        self.groups = 1 if is_file else GROUPS
        self.writing = 0
        # Told of every table of a tournament at which a hand is over.
        self.finished: Callable[[str], None] = lambda table: None
        self.writing_works = Writing(self)
        self.readers = ThreadPoolExecutor(READERS, "reading")
        self.writers = ThreadPoolExecutor(WRITERS, "writing")

    def migrate(self) -> None:
        """Brings the schema up to date."""
        migrate(self.engine)

    def close(self) -> None:
        """Lets go of all connections."""
        self.readers.shutdown(wait=False, cancel_futures=True)
        self.writers.shutdown(wait=True)
        self.pen.close()
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
    def _reaching(self) -> Iterator[None]:
        """Tells faults of the database as one.

        :raises Unreachable: if the database fails; whether the last thing was written is found
            by reading.
        """
        try:
            yield
        except (OperationalError, InterfaceError, InternalError) as fault:
            log.warning("the database failed: %s", reason_of(fault))
            self.metrics.failures.inc()
            raise Unreachable from fault
        except NoConnection as fault:
            log.warning("no connection to the database is free")
            raise Unreachable from fault

    @contextmanager
    def _session(self) -> Iterator[Session]:
        """Opens a transaction that is kept as a whole or not at all."""
        with self._reaching(), Session(self.engine) as session, session.begin():
            yield session

    def transaction(self) -> AbstractContextManager[Session]:
        """Opens a transaction for what other modules keep."""
        return self._session()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Opens a connection to read by."""
        with self._reaching(), self.engine.connect() as connection:
            yield connection

    def lay(
        self, places: list[Place], events: list[Event], due: bool = True, *, ended: bool = False,
        table: str = "",
    ) -> str:
        """Keeps a new table with its first events; answers its id, which may be given.

        :raises Taken: if there is a table of that id, or was before it was put away; nothing is
            written.
        """
        table = table or secrets.token_urlsafe(9)
        now = time.time()
        with self._session() as session:
            session.add(TableRow(
                id=table, made=now, ended=ended, due=due and not ended, owner=self.server, lease=1
            ))
            try:
                session.flush()
            except IntegrityError as clash:
                raise Taken(table) from clash
            # Behind the row of the table, so that nobody can put one of its name away meanwhile.
            if session.execute(_PUT_AWAY, {"name": table}).first():
                raise Taken(table)
            session.add_all(SeatRow(table_id=table, **vars(place)) for place in places)
            session.add_all(
                EventRow(table_id=table, lease=1, **vars(replace(one, made=now)))
                for one in events
            )
        return table

    def append(
        self, table: str, happened: Event, *, ended: bool | None = None, due: bool = True,
        said: Line | None = None, lease: int = 0,
    ) -> int:
        """Adds an event; when this returns it is on the disk. Answers the version of the table.

        :raises Taken: if the number is taken; nothing is written.
        :raises Fenced: if the lease is another's by now; nothing is written.
        """
        (written,) = self.append_all([Append(table, happened, ended, due, said, lease)])
        if isinstance(written, Exception):
            raise written
        return written.version

    async def commit(self, wish: Append) -> Written:
        """Adds an event beside the event loop, in one group with whatever waits to be written at
        the same moment.

        :raises Taken: if the number is taken; nothing is written.
        :raises Fenced: if the lease is another's by now; nothing is written.
        """
        answer: asyncio.Future[Written] = asyncio.get_running_loop().create_future()
        self.waiting.append((wish, answer))
        self._write_group()
        return await answer

    def _write_group(self) -> None:
        if not self.waiting or self.writing >= self.groups:
            return
        group, self.waiting = self.waiting[:LARGEST_GROUP], self.waiting[LARGEST_GROUP:]
        self.writing += 1
        wishes = [wish for wish, _ in group]
        done = asyncio.get_running_loop().run_in_executor(self.writers, self.append_all, wishes)
        done.add_done_callback(partial(self._answer, group))

    def _answer(
        self, group: list[tuple[Append, asyncio.Future[Written]]],
        done: asyncio.Future[list[Written | Exception]],
    ) -> None:
        self.writing -= 1
        failed = asyncio.CancelledError() if done.cancelled() else done.exception()
        results = [failed] * len(group) if failed is not None else done.result()
        for (_, answer), result in zip(group, results, strict=True):
            if answer.done():
                continue
            if isinstance(result, BaseException):
                answer.set_exception(result)
            else:
                answer.set_result(result)
        self._write_group()

    def append_all(self, wishes: list[Append]) -> list[Written | Exception]:
        """Adds events of several tables at once; when this returns those that could be are on
        the disk. Answers for each what was written, or why it was not."""
        began = time.perf_counter()
        try:
            found = self._append_plain(wishes)
            rest = [place for place in range(len(wishes)) if place not in found]
            if rest:
                others = self._append_any([wishes[place] for place in rest])
                found.update(zip(rest, others, strict=True))
        except (*_FAULTS, NoConnection) as fault:
            log.warning("the database failed: %s", reason_of(fault))
            self.metrics.failures.inc()
            return [Unreachable() for _ in wishes]
        self.metrics.writing.observe(time.perf_counter() - began)
        self.metrics.group.observe(len(wishes))
        for place, wish in enumerate(wishes):
            if isinstance(found[place], Written):
                self.metrics.events.labels(wish.happened.kind).inc()
        return [found[place] for place in range(len(wishes))]

    def _append_plain(self, wishes: list[Append]) -> dict[int, Written | Exception]:
        """Adds the events that the pen can write, by their place; of others it says nothing."""
        tables = {wish.table for wish in wishes}
        if len(tables) < len(wishes) or any(wish.said is not None for wish in wishes):
            return {}
        others = bool(self.bell.others)
        happened = [_dated(wish.happened) for wish in wishes]
        entries = [
            Entry(
                wish.table, one.number, one.kind, json.dumps(one.data), one.made, wish.due,
                wish.ended, wish.lease, told_of(one) if others else None,
            ) for wish, one in zip(wishes, happened, strict=True)
        ]
        try:
            written = self.pen.write(entries, self.server)
        except self.pen.errors as fault:
            if isinstance(fault, self.pen.final):
                raise OperationalError(None, None, fault) from fault
            # What is written already is found by trying once more.
            log.info("a group of events is written one by one: %s", type(fault).__name__)
            return {}
        if others:
            self.bell.told([
                f"{one.table}@{written[one.table].version}{one.told}" for one in entries
                if one.table in written
            ])
        return {
            place: written[wish.table] for place, wish in enumerate(wishes)
            if wish.table in written
        }

    def _append_any(self, wishes: list[Append]) -> list[Written | Exception]:
        """Adds events one by one, in one transaction if all of them can be written."""
        # Whoever writes several tables locks them in one order, so that nobody waits in a circle.
        order = sorted(range(len(wishes)), key=lambda place: wishes[place].table)
        found: dict[int, Written | Exception] = {}
        try:
            with self.engine.begin() as connection:
                for place in order:
                    found[place] = self._append(connection, wishes[place])
                news = [
                    f"{wish.table}@{written.version}" for place, wish in enumerate(wishes)
                    if isinstance(written := found[place], Written)
                ]
                self.bell.wrote(connection, news)
            self.bell.told(news)
        except _FAULTS:
            raise
        except DBAPIError as fault:
            if len(wishes) == 1:
                return [fault]
            # One of them cannot be written; the others can.
            return [self._append_any([wish])[0] for wish in wishes]
        return [found[place] for place in range(len(wishes))]

    def _append(self, connection: Connection, wish: Append) -> Written | Exception:
        happened = _dated(wish.happened)
        now = happened.made
        given = {"name": wish.table, "me": self.server, "number": happened.number}
        added = connection.execute(self.insert, {
            **given, "lease": wish.lease, "kind": happened.kind, "made": now,
            "data": json.dumps(happened.data),
        })
        if not added.rowcount:
            holder = connection.execute(_HOLDER, given).one_or_none()
            ours = holder is not None and tuple(holder) == (self.server, wish.lease)
            return Fenced() if wish.lease and not ours else Taken(happened.number)
        if wish.said is not None:
            told = {**vars(wish.said), "to_seat": wish.said.to, "line": wish.said.number}
            if not connection.execute(_SAY, {**told, **given, "made": now}).rowcount:
                connection.execute(_TAKE_OUT, given)
                return Taken(happened.number)
        changes = {"due": wish.due, "ended": wish.ended}
        counted = connection.execute(_COUNT, {**given, **changes}).one()
        return Written(counted.version, counted.lease, now)

    def claim(self, owner: str) -> list[str]:
        """Takes the leases of all tables that go on by themselves and were left by a server, or
        by nobody; lists the tables."""
        left = update(TableRow).where(TableRow.due.is_(True), TableRow.owner.in_([owner, ""]))
        taken = left.values(owner=self.server, lease=TableRow.lease + 1).returning(TableRow.id)
        with self._session() as session:
            return list(session.scalars(taken))

    def own(self) -> list[str]:
        """List the tables that go on by themselves and of which this server has the lease."""
        wanted = select(TableRow.id).where(TableRow.due.is_(True), TableRow.owner == self.server)
        with self._session() as session:
            return list(session.scalars(wanted))

    def release(self) -> None:
        """Gives back the leases of all tables that go on by themselves."""
        own = update(TableRow).where(TableRow.due.is_(True), TableRow.owner == self.server)
        with self._session() as session:
            session.execute(own.values(owner=""))

    def owners(self) -> set[str]:
        """Names the servers that have tables which go on by themselves."""
        wanted = select(TableRow.owner).where(TableRow.due.is_(True)).distinct()
        with self._session() as session:
            return set(session.scalars(wanted))

    def version(self, table: str) -> int | None:
        """Gives the version of a table; nothing if there is none."""
        with self._connected() as connection:
            return connection.execute(_VERSION, {"name": table}).scalar()

    def key(self, name: str) -> str:
        """Gives a key that all servers share, made by whoever needs it first."""
        wanted = select(KeyRow.value).where(KeyRow.name == name)
        while True:
            with self._session() as session:
                found = session.scalars(wanted).one_or_none()
            if found is not None:
                return found
            with suppress(IntegrityError), self._session() as session:
                session.add(KeyRow(name=name, value=secrets.token_hex(32)))

    def try_to_write(self) -> None:
        """Write something small; when this returns it is on the disk.

        :raises Unreachable: if nothing can be written.
        """
        with self._session() as session:
            session.connection().execute(_TRY, {"now": f"{time.time():.0f}"})

    def events(self, table: str, after: int = 0) -> list[Event]:
        """Lists the events of a table behind number `after`."""
        with self._session() as session:
            return _events(session, table, after)

    def say(self, table: str, line: Line) -> int:
        """Adds a line of talk; when this returns it is on the disk. Answers the version of the
        table.

        :raises Taken: if the number or the mark is taken; nothing is written.
        :raises Away: if there is no such table any more.
        """
        try:
            with self._session() as session:
                version = self._bump(session, table)
                session.add(TalkRow(table_id=table, made=time.time(), **vars(line)))
        except IntegrityError as clash:
            raise Taken(line.number) from clash
        self.bell.told([f"{table}@{version}"])
        return version

    def talk(self, table: str, after: int = 0) -> list[Line]:
        """Lists what was said at a table behind line `after`."""
        with self._session() as session:
            return _lines(session, table, after)

    def news(self, table: str, number: int = 0, said: int = 0) -> News | None:
        """Reads what is written behind event `number` and line `said`; nothing if there is no
        such table."""
        with self._connected() as connection:
            # The version first: what is written meanwhile is then news once more, never lost.
            row = connection.execute(_KNOWN, {"name": table}).one_or_none()
            if row is None:
                return None
            return News(
                *row, _places(connection, table), _events(connection, table, number),
                _lines(connection, table, said),
            )

    def versions(self, tables: list[str]) -> dict[str, int]:
        """Gives the versions of some tables."""
        wanted = select(TableRow.id, TableRow.version).where(TableRow.id.in_(tables))
        with self._session() as session:
            return {table: version for table, version in session.execute(wanted)}

    def places(self, table: str) -> list[Place]:
        """Lists the seats of a table, the place of the watchers first."""
        with self._session() as session:
            return _places(session, table)

    def is_kept(self, table: str) -> bool:
        """Tell whether there is a table of that name that was not put away."""
        with self._connected() as connection:
            return connection.execute(_VERSION, {"name": table}).first() is not None

    def was_laid(self, table: str) -> bool:
        """Tell whether a table of that name was ever laid, also if it was put away since."""
        with self._connected() as connection:
            return any(
                connection.execute(wanted, {"name": table}).first() is not None
                for wanted in (_VERSION, _PUT_AWAY)
            )

    def rename(
        self, table: str, seat: int, name: str,
        check: Callable[[list[tuple[int, str]]], None] | None = None,
    ) -> int:
        """Gives a seat another name, unless a check of the names of all seats refuses it; answers
        the version of the table."""
        return self._present(table, seat, {"name": name}, check)

    def give_face(self, table: str, seat: int, face: int) -> int:
        """Gives a seat another face; answers the version of the table."""
        return self._present(table, seat, {"face": face})

    def _present(
        self, table: str, seat: int, shown: Mapping[str, str | int],
        check: Callable[[list[tuple[int, str]]], None] | None = None,
    ) -> int:
        chosen = update(SeatRow).where(SeatRow.table_id == table, SeatRow.seat == seat)
        with self._session() as session:
            # First, so that nobody else changes the table while it is checked.
            version = self._bump(session, table)
            if check is not None:
                check([(one.seat, one.name) for one in _places(session, table) if one.seat >= 0])
            session.execute(chosen.values(**shown))
        self.bell.told([f"{table}@{version}"])
        return version

    def claim_seat(self, table: str, invitation: str, key: str, shared: str | None) -> bool:
        """Give the seat of an invitation away, once, all of them by their fingerprints; tell
        whether that key has it by now.

        :raises Away: if there is no such table any more.
        """
        keys = [one.key for one in self.places(table)]
        if invitation not in keys:
            return key in keys
        given = SeatRow.table_id == table, SeatRow.key == invitation
        with self._session() as session:
            # First, so that nobody else takes it meanwhile.
            version = self._bump(session, table)
            session.execute(update(SeatRow).where(*given).values(key=key, shared=shared))
            has_it = key in [one.key for one in _places(session, table)]
        self.bell.told([f"{table}@{version}"])
        return has_it

    def mute(
        self, table: str, seats: Iterable[int], others: Iterable[int], on: bool
    ) -> tuple[dict[int, str], int]:
        """Lets seats no longer hear others, or again; answers what each does not hear by now, and
        the version of the table."""
        # Whoever changes these rows first has the others wait.
        chosen = select(SeatRow).where(SeatRow.table_id == table, SeatRow.seat.in_(list(seats)))
        found: dict[int, str] = {}
        with self._session() as session:
            for row in session.scalars(chosen.order_by(SeatRow.seat).with_for_update()):
                old = {int(seat) for seat in row.muted.split()}
                new = old | set(others) if on else old - set(others)
                row.muted = found[row.seat] = " ".join(map(str, sorted(new - {row.seat})))
            version = self._bump(session, table)
        self.bell.told([f"{table}@{version}"])
        return found, version

    def _bump(self, session: Session, table: str) -> int:
        """Counts one more change of a table.

        :raises Away: if there is no such table any more.
        """
        session.flush()
        chosen = update(TableRow).where(TableRow.id == table)
        counted = chosen.values(version=TableRow.version + 1).returning(TableRow.version)
        version = session.execute(counted).scalar_one_or_none()
        if version is None:
            raise Away
        self.bell.wrote(session, [f"{table}@{version}"])
        return version

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

    def add_meeting(self, meeting: str, made: float, data: dict[str, Any]) -> None:
        """Keeps a new meeting, in its first version."""
        with self._session() as session:
            session.add(MeetingRow(id=meeting, made=made, version=1, open=True, data=data))

    def meeting(self, meeting: str) -> tuple[int, float, bool, dict[str, Any]] | None:
        """Reads a meeting: its version, when it was opened, whether it is, and what is written."""
        if not is_spelled(meeting):
            return None
        with self._session() as session:
            row = session.get(MeetingRow, meeting)
            return None if row is None else (row.version, row.made, row.open, row.data)

    def open_meetings(self, most: int) -> list[str]:
        """Names the meetings that are open, the newest first."""
        wanted = select(MeetingRow.id).where(MeetingRow.open.is_(True))
        with self._session() as session:
            return list(session.scalars(wanted.order_by(MeetingRow.made.desc()).limit(most)))

    def change_meeting(
        self, meeting: str, version: int, is_open: bool, data: dict[str, Any]
    ) -> bool:
        """Writes the next version of a meeting; tells whether nobody was faster."""
        chosen = update(MeetingRow).where(
            MeetingRow.id == meeting, MeetingRow.version == version, MeetingRow.open.is_(True)
        )
        written = chosen.values(version=version + 1, open=is_open, data=data)
        with self._session() as session:
            return bool(session.execute(written.returning(MeetingRow.id)).all())

    def open(self, table: str, secret: str) -> Pass | None:
        """Finds what a secret opens, comparing every one in constant time."""
        if not is_spelled(table, secret):
            return None
        known = select(TableRow.version).where(TableRow.id == table)
        with self._session() as session:
            version = session.scalars(known).one_or_none()
            places = _places(session, table)
        return None if version is None else opened_by(secret, table, places, version)


class Writing:
    """Whether the database of a server takes what is written, tried now and then at most."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = asyncio.Lock()
        self.tried = -TRIED_EVERY
        self.worked = True

    async def now(self) -> bool:
        """Tell whether something could be written a moment ago."""
        async with self.lock:
            if time.monotonic() - self.tried >= TRIED_EVERY:
                try:
                    await self.store.write(self.store.try_to_write)
                    worked = True
                except Unreachable:
                    worked = False
                if worked != self.worked:
                    log.warning("the database can be written again" if worked else
                                "not ready: nothing can be written to the database")
                self.worked, self.tried = worked, time.monotonic()
            return self.worked


# Faults of the database itself, not of what is written.
_FAULTS: Final = (OperationalError, InterfaceError, InternalError)
_LEASE = "CASE WHEN owner = :me THEN lease ELSE lease + 1 END"
_INSERT = (
    "INSERT INTO events (table_id, number, kind, data, made, lease) "
    f"SELECT id, :number, :kind, {{data}}, :made, {_LEASE} FROM {{tables}} "
    "WHERE id = :name AND (:lease = 0 OR (owner = :me AND lease = :lease)) "
    "ON CONFLICT DO NOTHING"
)
_INSERT_FILE: Final = _INSERT.format(data=":data", tables="tables")
_INSERT_POSTGRES: Final = _INSERT.format(
    data="CAST(:data AS json)",
    tables="(SELECT id, owner, lease FROM tables WHERE id = :name FOR UPDATE) AS held",
)
_SAY = text(
    'INSERT INTO talk (table_id, number, seat, to_seat, text, offer, about, mark, made) '
    "VALUES (:name, :line, :seat, :to_seat, :text, :offer, :about, :mark, :made) "
    "ON CONFLICT DO NOTHING"
)
_TAKE_OUT = text("DELETE FROM events WHERE table_id = :name AND number = :number")
_HOLDER = text("SELECT owner, lease FROM tables WHERE id = :name")
_COUNT = text(
    "UPDATE tables SET version = version + 1, due = :due, "
    f"ended = COALESCE(CAST(:ended AS boolean), ended), lease = {_LEASE}, owner = :me "
    "WHERE id = :name RETURNING version, lease"
)
_TRY = text(
    "INSERT INTO keys (name, value) VALUES ('written', :now) "
    "ON CONFLICT (name) DO UPDATE SET value = :now"
)
_VERSION = text("SELECT version FROM tables WHERE id = :name")
_PUT_AWAY = text("SELECT id FROM archive WHERE id = :name")


_KNOWN = select(
    TableRow.version, TableRow.made, TableRow.due, TableRow.owner, TableRow.lease
).where(TableRow.id == bindparam("name"))
# Rows are read by their columns: servers that share tables read them at every move of another.
_EVENTS = (
    select(EventRow.number, EventRow.kind, EventRow.data, EventRow.made)
    .where(EventRow.table_id == bindparam("name"), EventRow.number > bindparam("after"))
    .order_by(EventRow.number)
)
_LINES = (
    select(
        TalkRow.number, TalkRow.seat, TalkRow.to, TalkRow.text, TalkRow.offer, TalkRow.about,
        TalkRow.mark,
    )
    .where(TalkRow.table_id == bindparam("name"), TalkRow.number > bindparam("after"))
    .order_by(TalkRow.number)
)
_PLACES = (
    select(
        SeatRow.seat, SeatRow.kind, SeatRow.name, SeatRow.key, SeatRow.shared, SeatRow.seen,
        SeatRow.muted, SeatRow.face,
    )
    .where(SeatRow.table_id == bindparam("name"))
    .order_by(SeatRow.seat)
)


def reason_of(fault: Exception) -> str:
    """Say why the database failed, in its own words and without what was to be written."""
    told = str(getattr(fault, "orig", None) or type(fault).__name__).strip().splitlines()[0]
    if "database or disk is full" in told or "No space left" in told:
        return f"the disk is full, nothing can be written ({told})"
    return told


def _dated(happened: Event) -> Event:
    """Give an event its moment if it has none."""
    return happened if happened.made else replace(happened, made=time.time())


def _events(session: Session | Connection, table: str, after: int) -> list[Event]:
    return [Event(*row) for row in session.execute(_EVENTS, {"name": table, "after": after})]


def _lines(session: Session | Connection, table: str, after: int) -> list[Line]:
    return [Line(*row) for row in session.execute(_LINES, {"name": table, "after": after})]


def _places(session: Session | Connection, table: str) -> list[Place]:
    return [Place(*row) for row in session.execute(_PLACES, {"name": table})]
