"""The lobby of a server: all meetings that are open, who looks at them, and what happens to them.

Every server knows all open meetings, and is told by the others when one changes. A change is
written only if nobody was faster; else it is tried on what the other has made of it. Chairs whose
pages are gone are freed after a moment by the server that had the page, and by all others when
that server is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from sobremesa.core.game import make_game
from sobremesa.record import fair
from sobremesa.table import bell, laying
from sobremesa.table.accounts import Accounts, SignInFirst
from sobremesa.table.asked import ClockWish
from sobremesa.table.events import Place, fingerprint
from sobremesa.table.fairness import new_ticket, secret_of
from sobremesa.table.invitations import KEY, new_invitation
from sobremesa.table.live import BOT, FIRST_PAUSE, PERSON, House, patiently
from sobremesa.table.meeting import (
    FREE,
    PACES,
    STRANGER,
    Chair,
    Guest,
    Meeting,
    chair_for,
    read_meeting,
    usual_options,
)
from sobremesa.table.minds import Asker
from sobremesa.table.names import BOT_NAMES, check_apart, clean_name, looks
from sobremesa.table.problems import Problem
from sobremesa.table.start import FREELY, PUBLIC, UNSEEN
from sobremesa.table.storage import new_secret, share_of

# Meetings that are known and shown, the newest.
MOST: Final = 200
# Another may be faster; so often a change is tried again.
TRIES: Final = 8
# Between the name of a server and that of a connection.
OF: Final = "/"


class Gone(Problem):
    """There is no such meeting."""

    def __init__(self) -> None:
        super().__init__(404, "no-meeting", "This table is no longer open.")


class Lobby:
    """The meetings of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.known: dict[str, Meeting] = {}
        # What pages are told of it all, by whom they are not to meet and their language; until
        # something changes.
        self.told: dict[tuple[frozenset[str], str], str] = {}
        self.listeners: set[asyncio.Event] = set()
        self.at_table: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        # Open connections to meetings by their names, and the chairs that they keep.
        self.pages: dict[str, tuple[str, str]] = {}
        # Told of every change that is made here: what a meeting was, and what it is now.
        self.changed: Callable[[Meeting, Meeting], None] = lambda old, new: None
        house.hearers[bell.MEETS] = self._hear
        house.hearers[bell.MISSED] = self._hear_all
        house.hearers[bell.GONE] = self._hear_gone

    async def open(self) -> None:
        """Reads all open meetings; chairs of servers that live no longer are freed in a moment."""
        await self._read_all()
        lost = {_server(one.line) for meeting in self.known.values() for one in meeting.chairs}
        for server in lost - {"", self.house.store.server}:
            if not await asyncio.to_thread(self.house.bell.is_alive, server):
                await self._hear_gone(server, [])

    async def _read_all(self) -> None:
        store = self.house.store
        for name in await store.read(store.open_meetings, MOST):
            await self.find(name)

    async def _hear(self, _who: str, about: list[str]) -> None:
        for name in about:
            with contextlib.suppress(Gone):
                await self.find(name)

    async def _hear_all(self, _who: str, _about: list[str]) -> None:
        for name in list(self.known):
            with contextlib.suppress(Gone):
                await self.find(name)
        await self._read_all()

    async def _hear_gone(self, server: str, _about: list[str]) -> None:
        """Frees the chairs that a server kept which is gone, unless their persons come here."""
        for name, meeting in list(self.known.items()):
            for line in {one.line for one in meeting.chairs if _server(one.line) == server}:
                self.house.run(self._free(name, line))

    def shown(self, guest: Guest = STRANGER) -> list[Meeting]:
        """Lists the meetings with free chairs that somebody may see, the newest first."""
        found = [
            one for one in self.known.values()
            if one.is_open and one.free() and not one.shuns(guest)
        ]
        return sorted(found, key=lambda one: -one.made)[:MOST]

    async def find(self, name: str) -> Meeting:
        """Reads a meeting.

        :raises Gone: if there is none.
        """
        found = await self.house.store.read(self.house.store.meeting, name)
        if found is None:
            raise Gone
        return self._note(read_meeting(name, found))

    def _note(self, meeting: Meeting) -> Meeting:
        """Keeps what is known of a meeting, and wakes everybody who looks at it."""
        old = self.known.get(meeting.id)
        if old is not None and old.version > meeting.version:
            return old
        if meeting.is_open:
            self.known[meeting.id] = meeting
        else:
            self.known.pop(meeting.id, None)
        if meeting.is_open if old is None else old.version != meeting.version:
            self.told.clear()
            for listener in (*self.listeners, *self.at_table.get(meeting.id, ())):
                listener.set()
        return meeting

    async def change(self, name: str, make: Callable[[Meeting], Meeting]) -> Meeting:
        """Changes a meeting, and lays its table when all are there.

        :raises Gone: if it is over.
        """
        store = self.house.store
        for _ in range(TRIES):
            old = await self.find(name)
            if not old.is_open:
                raise Gone
            new = make(old)
            if new == old:
                return old
            new = new.settled() if new.is_open else new
            if await store.write(
                store.change_meeting, name, old.version, new.is_open, new.data()
            ):
                new = replace(new, version=old.version + 1)
                if new.is_laid():
                    await self._lay(new)
                self._note(new)
                await self.house.bell.ring(bell.MEETS, [name])
                self.changed(old, new)
                return new
        raise Problem(409, "stale", "Others were faster: try again.", retry=1)

    async def play_now(
        self, game: str, pace: str, name: str, asker: Asker, guest: Guest = STRANGER
    ) -> tuple[Meeting, str]:
        """Seats somebody at the oldest table of that game and pace, or opens one; answers the
        secret of the chair too."""
        if pace not in PACES:
            raise Problem(
                422, "bad-pace", "There is no pace {pace}: choose {known}.", pace=pace[:20],
                known=list(PACES), field="pace",
            )
        options = usual_options(game)
        for one in reversed(self.shown(guest)):
            if (one.game, one.pace) == (game, pace):
                try:
                    return await self.sit(one.id, name, asker, guest)
                except Problem as refused:
                    if refused.code not in ("full", "no-meeting", "stale", "apart"):
                        raise
        tempo = PACES[pace]
        players = int(make_game(game, options).players)
        wish = laying.Wish(
            game=game, options=options, clock=tempo.clock,
            seats=[laying.Sitter(kind=laying.ME, name=name)]
            + [laying.Sitter(kind=FREE)] * (players - 1),
        )
        meeting, secret, _ = await self.gather(wish, asker, pace, guest)
        return meeting, secret

    async def sit(
        self, meeting: str, name: str, asker: Asker, guest: Guest = STRANGER
    ) -> tuple[Meeting, str]:
        """Gives somebody a free chair; answers its secret too."""
        self._count(asker, guest)
        secret, line = new_secret(), self._line()
        found = await self.change(meeting, lambda old: old.seated(secret, name, line, guest))
        self._expect(found.id, line)
        return found, secret

    def _count(self, asker: Asker, guest: Guest) -> None:
        """Counts a table that somebody takes part in, for their address and their account."""
        self.house.tables_laid.take(asker.address)
        if guest.account:
            self.house.tables_laid.take(f"account {guest.account}")

    async def gather(
        self, wish: laying.Wish, asker: Asker, pace: str = "", guest: Guest = STRANGER
    ) -> tuple[Meeting, str, dict[int, str]]:
        """Opens a meeting by a wish with free seats; answers the secret of whoever wished, and
        the invitations of friends."""
        self._count(asker, guest)
        laying.check_wish(wish)
        if wish.rated:
            laying.check_rated(wish)
            if not guest.account:
                raise SignInFirst
        mine, line = new_secret(), self._line()
        house_key = await self.house.store.read(self.house.store.key, KEY)
        chairs: list[Chair] = []
        friends: dict[int, str] = {}
        for seat, sitter in enumerate(wish.seats):
            name = clean_name(sitter.name, laying.name_field(seat))
            if sitter.kind == FREE:
                chairs.append(Chair())
            elif sitter.kind.startswith(BOT):
                chairs.append(Chair(sitter.kind, name))
            elif sitter.kind == laying.FRIEND:
                friends[seat] = new_invitation(house_key)
                chairs.append(chair_for(friends[seat], name))
            else:
                called = guest.name if wish.rated else name
                chairs.append(chair_for(mine, called, line, guest.account))
        named = [(seat, one.name) for seat, one in enumerate(chairs) if one.kind != FREE]
        for seat, name in named:
            check_apart(name, seat, named, laying.name_field(seat))
        if not any(one.is_waiting for one in chairs):
            raise Problem(
                422, "nobody-waits", "Sit down yourself where you wait for others.",
                field="sitter0",
            )
        store, name = self.house.store, secrets.token_urlsafe(9)
        meeting = Meeting(
            name, wish.game, dict(wish.options), tuple(chairs),
            wish.clock.model_dump(), wish.silence, wish.watching,
            "" if wish.watching == UNSEEN else new_secret(),
            await new_ticket(self.house, _purpose(name)), pace, wish.rated, made=time.time(),
        )
        await store.write(store.add_meeting, meeting.id, meeting.made, meeting.data())
        self._note(meeting)
        await self.house.bell.ring(bell.MEETS, [meeting.id])
        self._expect(meeting.id, line)
        return meeting, mine, friends

    async def promise(self, meeting: Meeting) -> str:
        """Gives what is promised of the deals of the table that is to be."""
        return fair.promise(await self._secret(meeting))

    async def _secret(self, meeting: Meeting) -> str:
        return await secret_of(self.house, meeting.ticket, _purpose(meeting.id))

    async def _lay(self, meeting: Meeting) -> None:
        """Lays the table of a meeting; another server may have done it already."""
        house = self.house
        wish = laying.Wish(
            game=meeting.game, options=meeting.options, seats=[], silence=meeting.silence,
            watching=meeting.watching if meeting.watching in FREELY else PUBLIC,
            clock=ClockWish(**meeting.clock), rated=meeting.rated,
        )
        start, _ = await laying.chosen_start(house, meeting.rules(), wish, Asker(""))
        if house.fate.seed is None:
            secret, cuts = await self._secret(meeting), meeting.cuts()
            seed = fair.seed_of(secret, 1, list(cuts))
            start = replace(start, seed=seed, secret=secret, cut=cuts)
        places = _places(meeting)
        events, due = laying.first_events(start, places, None)
        # First, so that nobody finds a table whose persons are not known yet.
        await house.store.write(
            Accounts(house.store).attach, meeting.id,
            {seat: one.account for seat, one in enumerate(meeting.chairs)}, meeting.game,
            rated=meeting.rated,
        )
        await house.lay(meeting.id, places, events, due)

    async def is_ready(self, meeting: Meeting) -> bool:
        """Tells whether the table of a meeting is there, and lays it if a server left that."""
        if not meeting.is_laid():
            return False
        if await self.house.table(meeting.id) is None:
            await self._lay(meeting)
        return True

    @contextmanager
    def connected(self, meeting: str, secret: str) -> Iterator[tuple[str, asyncio.Event]]:
        """Names a new connection to a meeting, which rings; its chairs are freed a moment after
        it ends, unless another page keeps them."""
        line, rung = self._line(), asyncio.Event()
        self.pages[line] = (meeting, fingerprint(secret))
        self.at_table[meeting].add(rung)
        try:
            yield line, rung
        finally:
            del self.pages[line]
            self.at_table[meeting].discard(rung)
            if not self.at_table[meeting]:
                del self.at_table[meeting]
            if not self.house.draining:
                self._expect(meeting, line)

    def _line(self) -> str:
        return f"{self.house.store.server}{OF}{secrets.token_hex(6)}"

    def _expect(self, meeting: str, line: str) -> None:
        """Frees the chairs of a connection in a moment, unless another keeps them by then."""
        self.house.run(self._free(meeting, line))

    async def _free(self, meeting: str, line: str) -> None:
        await asyncio.sleep(self.house.pace.linger)

        def without(old: Meeting) -> Meeting:
            seats = [seat for seat, one in enumerate(old.chairs) if one.line == line]
            if not seats or old.stays:
                return old
            own = (meeting, old.chairs[seats[0]].key)
            other = next((page for page, kept in self.pages.items() if kept == own), "")
            return old.came(seats, other, "") if other else old.given_back(seats)

        async def free() -> None:
            """Frees them; where others are faster again and again it is tried once more."""
            with contextlib.suppress(Gone):
                while True:
                    try:
                        await self.change(meeting, without)
                        return
                    except Problem as refused:
                        if refused.code != "stale":
                            raise
                        await asyncio.sleep(random.uniform(0, 2 * FIRST_PAUSE))

        known = self.known.get(meeting)
        if known is not None and any(one.line == line for one in known.chairs):
            await patiently(free)


def _purpose(meeting: str) -> str:
    """Names what the ticket of a meeting is for."""
    return f"meeting:{meeting}"


def _server(line: str) -> str:
    return line.partition(OF)[0]


def _places(meeting: Meeting) -> list[Place]:
    """Makes the seats of a table of the chairs of a meeting."""
    taken = {seen for one in meeting.chairs for seen in looks(one.name)}
    free = [name for name in BOT_NAMES if not looks(name) & taken]
    watch = meeting.watch
    keys = (fingerprint(watch), fingerprint(share_of(watch))) if watch else (None, None)
    return [Place(-1, "watch", "", *keys)] + [
        Place(seat, PERSON, one.name, one.key, one.shared or None) if one.kind == PERSON
        else Place(seat, one.kind, one.name or free.pop(0), None, None)
        for seat, one in enumerate(meeting.chairs)
    ]
