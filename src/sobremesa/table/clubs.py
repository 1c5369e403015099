"""The tournaments of a server: changed in one version after another, laid as tables, and told their
results by the server that wrote the last move.

What a server that died has left undone (tables to be laid, results to be taken) follows from what
is written, and is done by whoever looks next.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import random
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from sobremesa.core.match import Match
from sobremesa.record import fair
from sobremesa.table import bell, club_storage, laying, scoring
from sobremesa.table.events import Away, Place, Unreachable, fingerprint
from sobremesa.table.fairness import secret_of
from sobremesa.table.invitations import KEY, new_invitation
from sobremesa.table.live import PERSON, House, Table, whole_match
from sobremesa.table.meeting import PACES
from sobremesa.table.minds import Asker
from sobremesa.table.problems import Problem
from sobremesa.table.start import PUBLIC, UNSEEN
from sobremesa.table.storage import Store, new_secret, share_of
from sobremesa.table.tournament import (
    DUPLICATE,
    DUPLICATES,
    Member,
    Tournament,
    check_rules,
    member_of,
    sides_of,
)

Found = TypeVar("Found")

# Others may be faster; so often a change is tried again.
TRIES: Final = 20
# Seconds until a result is taken again that could not be.
AGAIN: Final = 2.0
# How long the name of a tournament is, with which the names of its tables begin.
NAME: Final = 12


class NoTournament(Problem):
    """There is no such tournament."""

    def __init__(self) -> None:
        super().__init__(404, "no-tournament", "There is no tournament here: check the link.")


class Clubs:
    """The tournaments of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        house.store.finished = self._finished
        house.hearers[bell.CLUBS] = self._hear
        self.heard_gone = house.hearers.get(bell.GONE)
        house.hearers[bell.GONE] = self._hear_gone

    async def open(self) -> None:
        """Does what was left undone."""
        for name in await self._read(club_storage.running):
            self.house.run(self.look_after(name))

    async def _hear(self, _who: str, about: list[str]) -> None:
        for name in about:
            self._tell(await self.find(name))

    async def _hear_gone(self, server: str, about: list[str]) -> None:
        if self.heard_gone is not None:
            await self.heard_gone(server, about)
        await self.open()

    def _finished(self, table: str) -> None:
        self.house.run(self.look_after(table[:NAME]))

    async def look_after(self, name: str) -> None:
        """Lays what is not laid and takes the results that are there; insists."""
        while not self.house.draining:
            try:
                await self.sweep(name)
                return
            except NoTournament:
                return
            except (Unreachable, Problem):
                await asyncio.sleep(AGAIN)

    async def find(self, name: str) -> Tournament:
        """Reads a tournament.

        :raises NoTournament: if there is none.
        """
        found = await self._read(club_storage.tournament, name[:100])
        if found is None:
            raise NoTournament
        return found

    async def _read(self, work: Callable[..., Found], *given: object) -> Found:
        return await self.house.store.read(work, self.house.store, *given)

    async def found(
        self, wish: Tournament, asker: Asker
    ) -> tuple[Tournament, str]:
        """Makes a tournament; answers the secret of the organiser too."""
        self.house.tables_laid.take(asker.address)
        name, secret = secrets.token_urlsafe(9), new_secret()
        made = check_rules(replace(
            wish, id=name, organiser=fingerprint(secret),
            promise=fair.promise(await self._secret(name)),
        ))
        store = self.house.store
        await store.write(club_storage.add_tournament, store, made)
        return made, secret

    async def _secret(self, name: str) -> str:
        """Gives what was promised for all deals of a tournament."""
        return await secret_of(self.house, "club", name)

    async def shown_secret(self, found: Tournament) -> str:
        """Gives that once everything is played; nothing before."""
        return await self._secret(found.id) if found.is_over else ""

    async def change(self, name: str, make: Callable[[Tournament], Tournament]) -> Tournament:
        """Changes a tournament."""
        store = self.house.store
        for _ in range(TRIES):
            old = await self.find(name)
            new = make(old)
            if new == old:
                return old
            if await store.write(club_storage.change_tournament, store, old, new):
                new = replace(new, version=old.version + 1)
                self._tell(new)
                await self.house.bell.ring(bell.CLUBS, [name])
                return new
            await asyncio.sleep(random.uniform(0, 0.05))
        raise Problem(409, "stale", "Others were faster: try again.", retry=1)

    def _tell(self, found: Tournament) -> None:
        """Wakes the pages of a tournament, and opens the deals of rounds that are over."""
        for rung in self.listeners.get(found.id, ()):
            rung.set()
        for table in list(self.house.living.values()):
            if table.start.club == found.id and not found.is_sealed(table.start.stage):
                table.unseal()

    async def enter(
        self, name: str, called: list[str], cut: str, asker: Asker
    ) -> tuple[Tournament, list[str]]:
        """Lets a side enter; answers the secret of whoever enters it, and the invitations of the
        others."""
        self.house.tables_laid.take(asker.address)
        key = await self.house.store.read(self.house.store.key, KEY)
        opened = [new_secret(), *(new_invitation(key) for _ in called[1:])]

        def members() -> list[Member]:
            return [member_of(*one) for one in zip(called, opened, strict=True)]

        found = await self.change(name, lambda old: old.entered(members(), cut))
        return found, opened

    async def claim(self, name: str, invitation: str, secret: str) -> None:
        """Give the place of an invitation to a secret, at all tables too.

        :raises SeatTaken: if somebody was faster.
        """
        found = await self.change(name, lambda old: old.claimed(invitation, secret))
        await self._seat_guests(found)

    async def _seat_guests(self, found: Tournament) -> None:
        """Give those who came by an invitation their seats at tables that were laid before."""
        guests, store = found.guests(), self.house.store
        if not guests:
            return
        held = await self._read(club_storage.held_by, found.tables(), list(guests))
        for table, invitation in held:
            came = guests[invitation]
            with contextlib.suppress(Away):
                await store.write(store.claim_seat, table, invitation, came.key, came.shared)
            living = self.house.living.get(table)
            if living is not None:
                await living.catch_up()

    async def leave(self, name: str, side: int) -> Tournament:
        """Lets a side go; what it has played counts."""
        await self.sweep(name)
        found = await self.find(name)
        played = {
            place: await self._read(boards_of, found, len(found.rounds), place)
            for place, pair in enumerate(found.rounds[-1] if found.rounds else ())
            if side in (pair.first, pair.second) and not pair.is_done
        }
        return await self.change(name, lambda old: old.without(side, played))

    async def decide(self, name: str, number: int, place: int, points: float) -> Tournament:
        """Lets the organiser decide an encounter; boards that were played count."""
        found = await self.find(name)
        known = number - 1 < len(found.rounds) and number > 0
        boards = await self._read(boards_of, found, number, place) if known else ()
        return await self.change(name, lambda old: old.decided(number, place, points, boards))

    async def pair(self, name: str, seen: int) -> Tournament:
        """Pairs the next round for somebody who has seen so many, and lays its tables."""
        await self.sweep(name)
        found = await self.change(name, lambda old: old.paired(seen))
        await self._lay(found)
        return found

    async def sweep(self, name: str) -> Tournament:
        """Lays the tables that are missing, and takes the results that are there."""
        found = await self.find(name)
        await self._lay(found)
        for number, place in sorted(set(found.awaited().values())):
            result = await self._read(result_of, found, number, place)
            if result is not None:
                found = await self.change(name, partial(_note, number, place, *result))
        return found

    async def _lay(self, found: Tournament) -> None:
        """Lays the tables of encounters that are awaited and not laid."""
        wanted = found.awaited()
        there = await self._read(club_storage.laid, list(wanted)) if wanted else set()
        for table, (number, place) in wanted.items():
            if table not in there:
                await self._lay_one(found, table, number, place)
        if any(not one.shared for side in found.sides for one in side.members) or found.guests():
            # Somebody may have come while tables were laid.
            await self._seat_guests(await self.find(found.id))

    async def _lay_one(self, found: Tournament, table: str, number: int, place: int) -> None:
        house = self.house
        board = int(table.rpartition("-")[2]) - 1
        duplicate = found.form == DUPLICATE
        wish = laying.Wish(
            game=found.game, seats=[], clock=PACES[found.pace].clock,
            watching=UNSEEN if duplicate else PUBLIC,
        )
        game = found.rules(board)
        start, _ = await laying.chosen_start(house, game, wish, Asker(""))
        if house.fate.seed is None:
            master = await self._secret(found.id)
            secret = table_secret(master, number, board if duplicate else place)
            cut = found.cut()
            seed = fair.seed_of(secret, 1, list(cut))
            start = replace(start, seed=seed, secret=secret, cut=cut)
        apart = duplicate and not DUPLICATES[found.game].together
        start = replace(
            start, club=found.id, stage=number,
            boards=(1 if apart else found.boards) if duplicate else 0,
        )
        watch = "" if duplicate else await self.watch_secret(table)
        places = _places(found, number, place, watch)
        events, due = laying.first_events(start, places, None)
        # Another server may have been faster: then it is the same table.
        await house.lay(table, places, events, due)

    async def watch_secret(self, table: str) -> str:
        """Gives the secret of those who watch a table of a tournament."""
        made = await secret_of(self.house, "watch", table)
        return base64.urlsafe_b64encode(bytes.fromhex(made)[:24]).decode()

    @contextlib.contextmanager
    def listening(self, name: str) -> Iterator[asyncio.Event]:
        """Rings whenever a tournament changes."""
        rung = asyncio.Event()
        self.listeners[name].add(rung)
        try:
            yield rung
        finally:
            self.listeners[name].discard(rung)
            if not self.listeners[name]:
                del self.listeners[name]


def _note(
    number: int, place: int, points: float, boards: tuple[int | None, ...], old: Tournament
) -> Tournament:
    return old.noted(number, place, points, boards)


def table_secret(master: str, number: int, which: int) -> str:
    """Gives the secret of a table, or of a board: the SHA-256 of what the tournament promised, the
    round and the number of the table or the board, with colons between; all count from 1.

    >>> table_secret("wet paint", 1, 0) != table_secret("wet paint", 1, 1)
    True
    """
    return hashlib.sha256(f"{master}:{number}:{which + 1}".encode()).hexdigest()


def _places(found: Tournament, number: int, place: int, watch: str) -> list[Place]:
    """Seats both sides of an encounter."""
    pair = found.rounds[number - 1][place]
    keys = (fingerprint(watch), fingerprint(share_of(watch))) if watch else (None, None)
    places = [Place(-1, "watch", "", *keys)]
    for seats, side in zip(sides_of(found.rules()), (pair.first, pair.second), strict=True):
        for seat, one in zip(seats, found.sides[side].members, strict=True):
            places.append(Place(seat, PERSON, one.name, one.key, one.shared or None))
    return sorted(places, key=lambda one: one.seat)


def boards_of(store: Store, found: Tournament, number: int, place: int) -> tuple[int | None, ...]:
    """Reads by how much the first side won every board of an encounter, as far as it is played."""
    if found.form != DUPLICATE or not 0 <= place < len(found.rounds[number - 1]):
        return ()
    differences: list[int | None] = []
    apart = not DUPLICATES[found.game].together
    for table in found.tables_of(number, place):
        match = _match(store, table)
        hands = [] if match is None else [one for one in match.rounds() if one.over]
        first, second = (seats[0] for seats in sides_of(found.rules()))
        made = [one.points() for one in hands[: 1 if apart else found.boards]]
        differences += [points[first] - points[second] for points in made]
        if apart and not hands:
            differences.append(None)
    missing = found.boards - len(differences)
    return (*differences, *(None for _ in range(missing)))


def result_of(
    store: Store, found: Tournament, number: int, place: int
) -> tuple[float, tuple[int | None, ...]] | None:
    """Reads the result of an encounter from its tables; nothing while it is played."""
    if found.form == DUPLICATE:
        boards = boards_of(store, found, number, place)
        return None if None in boards else (scoring.DRAW, boards)
    match = _match(store, found.tables_of(number, place)[0])
    if match is None or not match.over:
        return None
    sides = sides_of(match.game)
    won = [any(seat in match.winners for seat in seats) for seats in sides]
    if won[0] == won[1]:
        return scoring.DRAW, ()
    return (scoring.WIN if won[0] else scoring.LOSS), ()


def _match(store: Store, table: str) -> Match | None:
    events = store.events(table)
    return whole_match(events) if len(events) > 1 else None


async def unseal(house: House, table: Table) -> None:
    """Opens the deals of a table if the round of its tournament is over."""
    found = await house.store.read(club_storage.tournament, house.store, table.start.club)
    if found is None or not found.is_sealed(table.start.stage):
        table.unseal()
