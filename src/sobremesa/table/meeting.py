"""A meeting: a table that is laid as soon as enough have come.

Whoever comes takes a free chair and has its secret from then on, which opens the seat of the table
too, because the table gets the name of the meeting. A chair is kept while a page of its person is
open, and given back when none is; by correspondence it is kept until it is given back. All who
sit may agree to let bots have the free chairs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, NamedTuple

from sobremesa import bots
from sobremesa.core.game import Game, game_class, known_games, make_game, served
from sobremesa.picture.saying import N_
from sobremesa.record import fair
from sobremesa.table.asked import ClockWish
from sobremesa.table.clock import DAYS, HOLDER, INCREMENT, MOVE
from sobremesa.table.events import fingerprint, is_invitation
from sobremesa.table.invitations import SeatTaken
from sobremesa.table.live import BOT, PERSON
from sobremesa.table.names import check_apart, clean_name
from sobremesa.table.problems import Problem
from sobremesa.table.storage import prints_of

# The kind of a chair for whoever comes.
FREE: Final = "open"


class Tempo(NamedTuple):
    """How fast a table plays, in words and as its clock."""

    title: str
    clock: ClockWish


# What somebody who wants to play now can choose.
PACES: Final = {
    "calm": Tempo(N_("calm: a minute for each move"),
                  ClockWish(kind=MOVE, time=60, late=HOLDER)),
    "quick": Tempo(N_("quick: 20 seconds for each move"),
                   ClockWish(kind=MOVE, time=20, late=HOLDER)),
    "match": Tempo(N_("10 minutes for the match, and 10 seconds for each turn"),
                   ClockWish(kind=INCREMENT, time=600, more=10, late=HOLDER)),
    "days": Tempo(N_("by correspondence: 3 days for each move"),
                  ClockWish(kind=DAYS, time=3 * 24 * 3600, late=HOLDER)),
    "none": Tempo(N_("without a clock"), ClockWish()),
}


@dataclass(frozen=True)
class Chair:
    """One seat of a table that is to be: free, a bot's, or a person's.

    `line` names the connection that keeps it, the server first; a chair without one is kept.
    `here` says that a page of the person has come, `bots` that they agree to bots, `cut` is
    what they add to the deals, and `account` who they are, if they were signed in.
    """

    kind: str = FREE
    name: str = ""
    key: str = ""
    shared: str = ""
    line: str = ""
    here: bool = False
    bots: bool = False
    cut: str = ""
    account: str = ""

    @property
    def is_waiting(self) -> bool:
        """Whether somebody sits here who has come by themselves."""
        return self.kind == PERSON and bool(self.line)


@dataclass(frozen=True)
class Guest:
    """Who comes: the account and its name, and the accounts that they are not to meet."""

    account: str = ""
    name: str = ""
    apart: frozenset[str] = frozenset()


STRANGER: Final = Guest()


def chair_for(secret: str, name: str = "", line: str = "", account: str = "") -> Chair:
    """Gives a person a chair, opened by a secret."""
    key, shared = prints_of(secret)
    return Chair(PERSON, name, key, shared or "", line, account=account)


@dataclass(frozen=True)
class Meeting:
    """What is known of a meeting; `pace` is empty where somebody chose rules of their own."""

    id: str
    game: str
    options: dict[str, Any]
    chairs: tuple[Chair, ...]
    clock: dict[str, Any]
    silence: float
    watching: str
    watch: str
    ticket: str
    pace: str = ""
    rated: bool = False
    version: int = 1
    made: float = 0.0
    is_open: bool = True

    def data(self) -> dict[str, Any]:
        """Writes it down; `read_meeting` is its mirror."""
        left_out = ("id", "version", "made", "is_open")
        return {name: value for name, value in asdict(self).items() if name not in left_out}

    @property
    def stays(self) -> bool:
        """Whether chairs are kept for persons whose pages are closed."""
        return self.clock.get("kind") == DAYS

    def rules(self) -> Game:
        """Makes the game that is to be played."""
        return make_game(self.game, self.options)

    def free(self) -> int:
        """Counts the free chairs."""
        return sum(chair.kind == FREE for chair in self.chairs)

    def waiting(self) -> list[int]:
        """Lists the seats of those who have come by themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_waiting]

    def seats_of(self, secret: str) -> list[int]:
        """Lists the seats that a secret opens."""
        return [] if is_invitation(secret) else self.kept_for(secret)

    def kept_for(self, secret: str) -> list[int]:
        """List the seats that are kept for a secret or an invitation."""
        key = fingerprint(secret)
        return [seat for seat, chair in enumerate(self.chairs) if chair.key == key]

    def claimed(self, invitation: str, secret: str) -> Meeting:
        """Give the chair of an invitation to a secret.

        :raises SeatTaken: if somebody was faster.
        """
        seats = self.kept_for(invitation)
        if not seats and not self.seats_of(secret):
            raise SeatTaken
        key, shared = prints_of(secret)
        return self._with(seats, lambda one: replace(one, key=key, shared=shared or ""))

    def shuns(self, guest: Guest) -> bool:
        """Tells whether somebody sits here whom a guest is not to meet."""
        return any(one.account in guest.apart for one in self.chairs if one.account)

    def _check_rated(self, guest: Guest) -> None:
        """Refuses whoever cannot be rated: everybody at the table is another account."""
        if not guest.account:
            raise Problem(401, "sign-in-rated", "This table is rated: sign in first.")
        if any(one.account == guest.account for one in self.chairs):
            raise Problem(409, "twice", "You sit at this table already.")

    def seated(self, secret: str, name: str, line: str, guest: Guest = STRANGER) -> Meeting:
        """Gives the first free chair to somebody.

        :raises Problem: if there is none, somebody else is called so, or they are not to meet.
        """
        if self.shuns(guest):
            raise Problem(403, "apart", "You cannot sit down at this table.")
        if self.rated:
            self._check_rated(guest)
            name = guest.name
        seat = next((at for at, one in enumerate(self.chairs) if one.kind == FREE), None)
        if seat is None or not self.is_open:
            raise Problem(409, "full", "Every seat is taken by now: choose another table.")
        called = clean_name(name, "name")
        check_apart(called, seat, self._names(), "name")
        return self._with([seat], lambda _: chair_for(secret, called, line, guest.account))

    def _names(self) -> list[tuple[int, str]]:
        return [(seat, one.name) for seat, one in enumerate(self.chairs) if one.kind == PERSON]

    def given_back(self, seats: Iterable[int]) -> Meeting:
        """Frees chairs; a meeting to which nobody has come by themselves is over.

        Whoever agreed to bots did so with the others who sat there.
        """
        fresh = self._with(seats, lambda _: Chair())
        fresh = fresh._with(range(len(fresh.chairs)), lambda one: replace(one, bots=False))
        return replace(fresh, is_open=bool(fresh.waiting()))

    def came(self, seats: Iterable[int], line: str, cut: str) -> Meeting:
        """Notes that a page of somebody has come, and what it adds to the deals, the first time."""
        if cut and not fair.ADDED.fullmatch(cut):
            raise Problem(
                422, "bad-cut", "What you add has 1 to 64 letters, figures, _ or -.", field="cut"
            )
        first = min(seats)
        fresh = self._with(seats, lambda one: replace(one, line=one.line and line, here=True))
        return fresh._with([first], lambda one: replace(one, cut=one.cut or cut))

    def agreed(self, seats: Iterable[int], bots: bool) -> Meeting:
        """Notes whether somebody wants bots on the free chairs."""
        if self.rated:
            raise Problem(409, "rated-bots", "No bots sit at a rated table.")
        return self._with(seats, lambda one: replace(one, bots=bots))

    def settled(self) -> Meeting:
        """Closes the meeting if all chairs are taken, or all who wait agree to bots."""
        waiting = [self.chairs[seat] for seat in self.waiting()]
        if not waiting or not (self.stays or all(chair.here for chair in waiting)):
            return self
        if self.free() and not all(chair.bots for chair in waiting):
            return self
        kind = BOT + bots.usual(self.game)
        free = [seat for seat, chair in enumerate(self.chairs) if chair.kind == FREE]
        return replace(self._with(free, lambda _: Chair(kind)), is_open=False)

    def is_laid(self) -> bool:
        """Tells whether the table is to be laid: the meeting is closed, and all chairs taken."""
        return not self.is_open and not self.free()

    def cuts(self) -> tuple[str, ...]:
        """Lists what persons added to the deals, with their seats."""
        return tuple(f"{seat + 1}:{one.cut}" for seat, one in enumerate(self.chairs) if one.cut)

    def _with(self, seats: Iterable[int], change: Any) -> Meeting:
        chosen = set(seats)
        return replace(self, chairs=tuple(
            change(one) if seat in chosen else one for seat, one in enumerate(self.chairs)
        ))


def read_meeting(
    name: str, found: tuple[int, float, bool, dict[str, Any]]
) -> Meeting:
    """Reads what is written of a meeting."""
    version, made, is_open, data = found
    chairs = tuple(Chair(**one) for one in data["chairs"])
    return Meeting(
        name, **{**data, "chairs": chairs}, version=version, made=made, is_open=is_open
    )


def meetable() -> list[str]:
    """Lists the games that several can play."""
    return [name for name in known_games() if served(name, {}, 2)[-1:] != [1]]


def usual_options(name: str) -> dict[str, Any]:
    """Gives the usual rules of a game that is to be played now.

    :raises Problem: if it is a game for one.
    """
    game_class(name)
    if name not in meetable():
        raise Problem(422, "alone", "That is a game for one: it needs no company.", field="game")
    return dict(make_game(name, {}).options)
