"""Tables at which nothing has happened for long are put away: of each its record is kept, how it
began and who sat there, so that its links still lead to the replay. What was said there is not
kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import (
    JSON,
    ColumnElement,
    Double,
    String,
    Text,
    and_,
    delete,
    exists,
    func,
    not_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from sobremesa import record
from sobremesa.core.errors import Refused
from sobremesa.record import fair
from sobremesa.table import club_storage
from sobremesa.table.events import DEAL, START, Event, News, Place, Unreachable
from sobremesa.table.live import PERSON, House, whole_match
from sobremesa.table.notices import ToldRow
from sobremesa.table.start import cut_of, events_of, read_start
from sobremesa.table.storage import Base, EventRow, SeatRow, Store, TableRow, TalkRow

log = logging.getLogger(__name__)

A_DAY: Final = 24 * 3600.0
# Seconds between two looks for tables to put away, and before the first.
EVERY: Final = 6 * 3600.0
FIRST: Final = 60.0
# Tables that are put away between two pauses, and how long a pause is.
AT_ONCE: Final = 50
PAUSE: Final = 1.0


class ArchiveRow(Base):
    """A table that was put away, as it was when it was laid, with its record."""

    __tablename__ = "archive"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    made: Mapped[float] = mapped_column(Double)
    start: Mapped[dict[str, Any]] = mapped_column(JSON)
    places: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    record: Mapped[str] = mapped_column(Text)


def abandoned(store: Store, before: float, most: int, skipped: set[str]) -> list[str]:
    """Names tables without a sign of life since a moment; those of tournaments that go on stay."""
    wanted = select(TableRow.id).where(_is_left(before)).order_by(TableRow.made)
    clubs = tuple(f"{name}-" for name in club_storage.running(store))
    with store._session() as session:
        found = [
            name for name in session.scalars(wanted)
            if name not in skipped and not (clubs and name.startswith(clubs))
        ]
    return found[:most]


def _is_left(before: float) -> ColumnElement[bool]:
    """Chooses the tables without a sign of life since a moment; one at which persons sit and that
    goes on by itself, as under a clock of days, is not left."""
    events, seats, talk = (
        func.coalesce(
            select(func.max(made)).where(row.table_id == TableRow.id).scalar_subquery(), 0.0
        )
        for made, row in (
            (EventRow.made, EventRow), (SeatRow.seen, SeatRow), (TalkRow.made, TalkRow),
        )
    )
    persons = exists().where(SeatRow.table_id == TableRow.id, SeatRow.kind == PERSON)
    return and_(
        TableRow.made < before, events < before, seats < before, talk < before,
        not_(and_(TableRow.due, persons)),
    )


def put_away(store: Store, table: str, before: float) -> bool:
    """Puts one table away, all of it or nothing; tells whether that was done.

    :raises Refused: if its rules are not known here, so that no record can be written.
    """
    own = TableRow.id == table
    # First, so that whatever is written while the rest is read has counted one more.
    with store.transaction() as session:
        version = session.scalar(select(TableRow.version).where(own, _is_left(before)))
    events, places = store.events(table), store.places(table)
    if version is None or len(events) < 2:
        return False
    row = ArchiveRow(
        id=table, made=events[0].made, start=events[0].data,
        places=[asdict(one) for one in places], record=_record(events, places),
    )
    # A change at once: from here on nobody else writes of the table, on a file neither.
    counted = update(TableRow).where(own, TableRow.version == version).values(version=version + 1)
    news = [f"{table}@{version + 1}"]
    try:
        with store.transaction() as session:
            if session.execute(counted.returning(TableRow.id)).first() is None:
                return False
            session.add(row)
            for kind in (EventRow, TalkRow, SeatRow):
                session.execute(delete(kind).where(kind.table_id == table))
            session.execute(delete(TableRow).where(own))
            session.execute(delete(ToldRow).where(ToldRow.place == f"/t/{table}"))
            store.bell.wrote(session, news)
    except IntegrityError:
        return False
    store.bell.told(news)
    return True


def _record(events: list[Event], places: list[Place]) -> str:
    """Writes the whole record of a table, with what was promised for its deals."""
    start = read_start(events[0])
    names = {place.seat: place.name for place in places}
    tags = {
        "Event": "Sobremesa", "Date": start.date or "?",
        **{f"Seat{seat + 1}": names.get(seat, name) or "?"
           for seat, (_, name) in enumerate(start.seats)},
    }
    match = whole_match(events)
    if start.secret:
        tags.update(fair.tags_of(start.secret, shown=match.over))
    kept = record.recorded(match, tags=tags)
    fair.add_cuts(kept, [cut_of(one) for one in events if one.kind == DEAL])
    return record.text(kept)


def found_away(store: Store, table: str) -> News | None:
    """Reads a table that was put away, as if it were still there."""
    with store._session() as session:
        row = session.get(ArchiveRow, table)
        if row is None:
            return None
        start = Event(1, START, row.start, row.made)
        places = [Place(**one) for one in row.places]
        text, made = row.record, row.made
    match, _ = record.opened(text)
    cuts = fair.cuts_of(record.read(text))
    events = [start, *events_of(match, read_start(start), made, cuts)]
    return News(1, made, False, "", 0, places, events, [])


async def tend(house: House, after: float) -> None:
    """Puts tables away from time to time, if this server is the one that does it."""
    await asyncio.sleep(FIRST)
    while after > 0:
        if house.store.server == min([house.store.server, *house.bell.others]):
            try:
                await clear(house, after)
            except Unreachable:
                log.info("tables cannot be put away yet")
            except Exception:
                log.exception("putting tables away failed")
        await asyncio.sleep(EVERY)


async def clear(house: House, after: float) -> int:
    """Puts away all tables without a sign of life for some seconds; counts them."""
    store, before = house.store, time.time() - after
    looked_at = {name for name, table in list(house.living.items()) if table.listeners}
    count, failed = 0, set(looked_at)
    while names := await store.read(abandoned, store, before, AT_ONCE, failed):
        for name in names:
            if await store.write(try_away, store, name, before):
                house.let_go(name)
                count += 1
            else:
                failed.add(name)
        await asyncio.sleep(PAUSE if len(names) == AT_ONCE else 0)
    if count:
        log.info("put %s tables away", count)
    return count


def try_away(store: Store, table: str, before: float) -> bool:
    """Puts one table away unless its rules are not known here."""
    try:
        return put_away(store, table, before)
    except Refused as refused:
        log.warning("table %s stays: %s", table, refused)
        return False


def clear_all(store: Store, after: float) -> int:
    """Puts away all tables without a sign of life for some seconds, without a server."""
    before, count, failed = time.time() - after, 0, set[str]()
    while names := abandoned(store, before, AT_ONCE, failed):
        for name in names:
            if try_away(store, name, before):
                count += 1
            else:
                failed.add(name)
    return count
