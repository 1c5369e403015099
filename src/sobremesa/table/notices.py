"""Notices for persons who have no page open: it is their turn, the match is over, their open table
fills or is laid.

A person asks for notices of a link, on as many devices as they have. A table that follows a match,
or that was a meeting before, is opened by the same secrets, so their notices go on. Whoever writes
what happened looks a moment later whether somebody is to be told, and claims the notice in the
database, so that each device is told once whatever servers there are. A notice says which game and
what of it; the secret of the link stays on the device, which opens the table by it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import Double, ForeignKeyConstraint, String, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from sobremesa.core.game import NOBODY, game_class
from sobremesa.picture.saying import N_
from sobremesa.table import bell
from sobremesa.table.clock import DAYS
from sobremesa.table.database import is_sqlite
from sobremesa.table.events import ADD, BACK, STAND_IN, Event
from sobremesa.table.limits import Allowance
from sobremesa.table.live import PERSON, House, Table, patiently
from sobremesa.table.meeting import Meeting
from sobremesa.table.presence import HERE
from sobremesa.table.problems import Problem
from sobremesa.table.push import Device, Push, Sender, private_key, public_key
from sobremesa.table.storage import Base, SeatRow, TableRow
from sobremesa.table.words import speech

log = logging.getLogger(__name__)

# Devices that a link may have; the one that asked longest ago makes room.
MOST_DEVICES: Final = 8
# Seconds after which a device that has not asked again is forgotten.
KEPT: Final = 400 * 24 * 3600.0
# Seconds between two looks whether somebody has gone, and for how long it is looked.
LOOK_AGAIN: Final = 10.0
LOOKS_FOR: Final = 60.0
# Seconds for which a service keeps a notice for a device that is off: at least, without a clock,
# and at most.
SOON: Final = 60
USUAL: Final = 24 * 3600
LONGEST: Final = 28 * 24 * 3600
# How many letters name a link towards its own device.
PLACE: Final = 16

TURN: Final = "turn"
OVER: Final = "over"
CAME: Final = "came"
LAID: Final = "laid"
SENTENCES: Final = {
    TURN: N_("It is your turn."),
    OVER: N_("The match is over."),
    CAME: N_("Somebody has sat down at your table."),
    LAID: N_("All have come: the table is laid."),
}


class NoticeRow(Base):
    """A device that wants notices of a link, by the hashes of the link's secret and of the
    device's endpoint. What it was told is in `ToldRow`; `told` is empty."""

    __tablename__ = "notices"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    device: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)
    endpoint: Mapped[str] = mapped_column(String(1000))
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(32))
    language: Mapped[str] = mapped_column(String(8))
    made: Mapped[float] = mapped_column(Double, index=True)
    told: Mapped[str] = mapped_column(String(80))


class ToldRow(Base):
    """What a device was told last of one table, or of a meeting, that its link opens."""

    __tablename__ = "told"
    __table_args__ = (ForeignKeyConstraint(
        ["key", "device"], ["notices.key", "notices.device"], ondelete="CASCADE"
    ),)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    place: Mapped[str] = mapped_column(String(80), primary_key=True, index=True)
    mark: Mapped[str] = mapped_column(String(80))


@dataclass(frozen=True)
class Notice:
    """What is to be told to those who have some links."""

    kind: str
    # Names it, so that it is told once.
    mark: str
    # Where it happened, as in a link but without the secret.
    where: str
    game: str
    keys: tuple[str, ...]
    seconds: int = USUAL
    urgent: bool = False

    def push(self, row: NoticeRow) -> Push:
        """Writes it for one device."""
        say = speech(row.language)
        told = {
            "title": say(game_class(self.game).TITLE), "body": say(SENTENCES[self.kind]),
            "where": self.where, "place": row.key[:PLACE],
        }
        topic = hashlib.sha256(f"{self.where}:{row.key}".encode()).hexdigest()[:32]
        device = Device(row.endpoint, row.p256dh, row.auth)
        text = json.dumps(told, ensure_ascii=False).encode()
        return Push(device, text, topic, self.seconds, self.urgent)


def due(table: Table) -> Notice | None:
    """Finds what is to be told of a table as it stands, and to whom; nothing where nobody waits.

    Whoever moved last knows how the table stands.
    """
    if table.is_record or table.is_away:
        return None
    happened = next(one for one in reversed(table.events) if one.kind not in (STAND_IN, BACK, ADD))
    if table.is_done:
        kind, keys = OVER, {_key(table, seat) for seat in table.persons()}
    else:
        kind, keys = TURN, {_key(table, seat) for seat in _asked(table)}
    keys -= {_mover(table, happened), ""}
    clock = table.start.clock.kind
    seconds = int(table.time_left) if kind == TURN and table.time_left else USUAL
    return None if not keys else Notice(
        kind, f"{table.id}@{happened.number}", f"/t/{table.id}", table.game.name,
        tuple(sorted(keys)), min(max(seconds, SOON), LONGEST),
        bool(clock) and clock != DAYS,
    )


def _mover(table: Table, happened: Event) -> str:
    """Gives the link of the person who brought something about, unless others did it for them."""
    seat = int(happened.data.get("seat", NOBODY))
    return "" if happened.data.get("late") or table.bot_of(seat) else _key(table, seat)


def _key(table: Table, seat: int) -> str:
    return (table.places[seat].key or "") if seat in table.places else ""


def _asked(table: Table) -> list[int]:
    """Lists the seat that is to decide, if a person sits there and nothing goes on by itself."""
    turn = table.match.turn
    lapses = table.silence > 0 and int(table.match.round.silence()) >= 0
    if turn not in table.persons() or table.bot_of(turn) or lapses:
        return []
    return [turn]


def news_of(old: Meeting, new: Meeting) -> Notice | None:
    """Finds what is to be told of a meeting that has changed: it is laid, or somebody came."""
    known = {one.key for one in old.chairs if one.kind == PERSON}
    came = {one.key for one in new.chairs if one.kind == PERSON} - known
    kind = LAID if new.is_laid() else CAME
    if not known or not (came or kind == LAID):
        return None
    way = "t" if kind == LAID else "m"
    return Notice(
        kind, f"{new.id}:{new.version}", f"/{way}/{new.id}", new.game, tuple(sorted(known))
    )


class Look(NamedTuple):
    """What is to be told of a table, unless it goes on before, and what looks then."""

    mark: str
    timer: asyncio.TimerHandle


class Notices:
    """The notices of a house."""

    def __init__(self, house: House, contact: str) -> None:
        self.house = house
        self.contact = contact
        self.store = house.store
        self.anywhere = house.limits.push_anywhere
        self.asked = Allowance(house.limits.devices, house.limits.device_every)
        self.sender: Sender | None = None
        self.public = ""
        # When it is looked next whether somebody at a table is to be told.
        self.looks: dict[str, Look] = {}
        house.store.settlers.append(self.settled)
        self._heard = house.hearers.get(bell.GONE)
        house.hearers[bell.GONE] = self._hear_gone

    def close(self) -> None:
        """Sends nothing more."""
        for look in self.looks.values():
            look.timer.cancel()
        self.looks.clear()
        if self.sender is not None:
            self.sender.close()

    async def public_key(self) -> str:
        """Gives the key by which browsers know this house."""
        await self._ready()
        return self.public

    async def _ready(self) -> Sender:
        """Makes what sends, with the key that all servers share."""
        if self.sender is None:
            key = private_key(await self.store.write(self.store.key, "notices"))
            if self.sender is None:
                self.public = public_key(key)
                self.sender = Sender(
                    key, self.contact, self.forget, self.store.metrics, anywhere=self.anywhere
                )
        return self.sender

    def keep(self, key: str, device: Device, language: str) -> None:
        """Lets a device have the notices of a link."""
        now = time.time()
        mine = NoticeRow.key == key
        this = (mine, NoticeRow.device == _named(device.endpoint))
        given = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth,
                 "language": language, "made": now}
        for _ in range(2):
            try:
                with self.store.transaction() as session:
                    session.execute(delete(NoticeRow).where(NoticeRow.made < now - KEPT))
                    written = update(NoticeRow).where(*this).values(**given)
                    if not session.execute(written.returning(NoticeRow.key)).all():
                        session.add(NoticeRow(
                            key=key, device=_named(device.endpoint), told="", **given
                        ))
                        session.flush()
                    newest = select(NoticeRow.device).where(mine).order_by(
                        NoticeRow.made.desc(), NoticeRow.device
                    ).limit(MOST_DEVICES)
                    session.execute(delete(NoticeRow).where(
                        mine, NoticeRow.device.not_in(list(session.scalars(newest)))
                    ))
                return
            except IntegrityError:
                # Another page of the same device was faster.
                continue

    def drop(self, key: str, endpoint: str) -> None:
        """Lets a device have the notices of a link no more."""
        with self.store.transaction() as session:
            session.execute(delete(NoticeRow).where(
                NoticeRow.key == key, NoticeRow.device == _named(endpoint)
            ))

    def forget(self, endpoint: str) -> None:
        """Forgets a device that is gone."""
        with self.store.transaction() as session:
            session.execute(delete(NoticeRow).where(NoticeRow.device == _named(endpoint)))

    def _are_wanted(self, keys: Iterable[str]) -> bool:
        wanted = select(NoticeRow.device).where(NoticeRow.key.in_(list(keys))).limit(1)
        with self.store.transaction() as session:
            return session.scalars(wanted).first() is not None

    def _claim(self, keys: Iterable[str], place: str, mark: str) -> list[NoticeRow]:
        """Takes it upon this server to tell a notice; lists the devices that nobody has told."""
        insert = sqlite.insert if is_sqlite(self.store.engine.url) else postgresql.insert
        wanted = select(NoticeRow).where(NoticeRow.key.in_(list(keys)))
        with self.store.transaction() as session:
            rows = list(session.scalars(wanted.order_by(NoticeRow.key, NoticeRow.device)))
            if not rows:
                return []
            told = insert(ToldRow).values([
                {"key": row.key, "device": row.device, "place": place, "mark": mark}
                for row in rows
            ])
            news = {tuple(row) for row in session.execute(told.on_conflict_do_update(
                index_elements=["key", "device", "place"], set_={"mark": mark},
                where=ToldRow.mark != mark,
            ).returning(ToldRow.key, ToldRow.device))}
            session.expunge_all()
            return [row for row in rows if (row.key, row.device) in news]

    def settled(self, name: str) -> None:
        """Looks a moment after something was written whether somebody is to be told."""
        table = self.house.living.get(name)
        notice = None if table is None else due(table)
        before = self.looks.get(name)
        if before is not None and notice is not None and before.mark == notice.mark:
            return
        if before is not None:
            before.timer.cancel()
            del self.looks[name]
        if notice is not None:
            self._look_in(self.house.pace.notice, name, notice.mark, time.monotonic())

    def _look_in(self, seconds: float, name: str, mark: str, began: float) -> None:
        loop = asyncio.get_running_loop()
        self.looks[name] = Look(mark, loop.call_later(
            seconds, lambda: self._look_once(name, mark, began)
        ))

    def _look_once(self, name: str, mark: str, began: float) -> None:
        del self.looks[name]
        self.house.run(patiently(partial(self._look, name, mark, began)))

    async def _look(self, name: str, mark: str, began: float) -> None:
        """Tells those who have no page open, and looks again at those who have."""
        table = await self.house.table(name)
        notice = None if table is None else due(table)
        if table is None or notice is None or notice.mark != mark:
            return
        here = set() if table.start.clock.kind == DAYS else _here(table)
        await self.tell(notice, set(notice.keys) - here)
        left = here & set(notice.keys)
        if left and time.monotonic() - began < LOOKS_FOR and name not in self.looks:
            self._look_in(LOOK_AGAIN, name, mark, began)

    async def tell(self, notice: Notice, keys: set[str]) -> None:
        """Sends a notice to the devices of some links that were not told."""
        # Most want none, and reading holds nobody up.
        if not keys or not await self.store.read(self._are_wanted, keys):
            return
        sender = await self._ready()
        for row in await self.store.write(self._claim, keys, notice.where, notice.mark):
            sender.send(notice.push(row))

    def met(self, old: Meeting, new: Meeting) -> None:
        """Tells those who wait what has changed at their meeting."""
        notice = news_of(old, new)
        if notice is not None:
            self.house.run(patiently(partial(self.tell, notice, set(notice.keys))))

    async def catch_up(self) -> None:
        """Tells what a server that is gone has left untold."""
        try:
            await patiently(self._tell_left)
        except Problem as refused:
            log.warning("what was left untold cannot be found: %s", refused)

    async def _tell_left(self) -> None:
        for name in await self.store.read(self._tables):
            table = await self.house.fresh(name)
            notice = None if table is None else due(table)
            if table is not None and notice is not None:
                await self.tell(notice, set(notice.keys) - _here(table) - _seen(table))

    async def _hear_gone(self, server: str, about: list[str]) -> None:
        if self._heard is not None:
            await self._heard(server, about)
        await self.catch_up()

    def _tables(self) -> list[str]:
        """Names the tables that go on and of which somebody wants notices."""
        wanted = select(SeatRow.table_id).join(NoticeRow, NoticeRow.key == SeatRow.key).join(
            TableRow, TableRow.id == SeatRow.table_id
        ).where(TableRow.ended.is_(False)).distinct()
        with self.store.transaction() as session:
            return list(session.scalars(wanted))


def _named(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _here(table: Table) -> set[str]:
    """Lists the links of persons who have a page open, or had a moment ago."""
    return {
        _key(table, seat) for seat in table.persons() if table.presence.word(seat) == HERE
    }


def _seen(table: Table) -> set[str]:
    """Lists the links of persons who were seen after the last event."""
    last = table.events[-1].made
    signs, afar = table.presence.signs, table.presence.afar
    return {
        _key(table, seat) for seat in table.persons()
        if max(signs.get(seat, 0.0), afar.get(seat, 0.0)) > last
    }
