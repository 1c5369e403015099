"""The events that are the truth of a table, and what is kept and told beside them.

This needs no database: a page that plays by itself keeps the same events on its device.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from sobremesa.table.problems import Problem

START = "start"
DEAL = "deal"
MOVE = "move"
# Moves that were taken back, and such moves played again.
UNDO = "undo"
REDO = "redo"
# A bot holds the seat of somebody who is away, and gives it back.
STAND_IN = "stand-in"
BACK = "back"
# What one seat offers to the others, what they answer, and the draw to which all have agreed.
OFFER = "offer"
ANSWER = "answer"
AGREE = "agree"
# What somebody who came to a seat adds to the deals from the next one on.
ADD = "add"
# Whether those who play from some seats agree to what those who watch may see.
CONSENT = "consent"
# What the secret of an invitation begins with; no secret of a seat is as long.
INVITATION: Final = "invite-"
_INVITATION: Final = re.compile(INVITATION + "[A-Za-z0-9_-]{48}")
# What changes nothing on the table.
BESIDES = (STAND_IN, BACK, OFFER, ANSWER, ADD, CONSENT)


class Taken(Exception):
    """Another event has that number already."""


class Fenced(Exception):
    """Another server has the lease of the table."""


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table, and when it was written."""

    number: int
    kind: str
    data: dict[str, Any]
    made: float = field(default=0.0, compare=False)


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
    muted: str = ""
    face: int = -1

    @property
    def deaf_to(self) -> frozenset[int]:
        """The seats whose talk its person does not want to hear."""
        return frozenset(int(seat) for seat in self.muted.split())


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
class Append:
    """The wish to add an event, and a line of talk that tells of it.

    `ended` says that nothing more will happen at the table, or that something may again; `due`
    that the table goes on by itself. With a `lease` it is done only while that is our own, without
    one it takes the lease.
    """

    table: str
    happened: Event
    ended: bool | None = None
    due: bool = True
    said: Line | None = None
    lease: int = 0


@dataclass(frozen=True)
class News:
    """What is written of a table behind what a server knows, and who goes on with it."""

    version: int
    made: float
    due: bool
    owner: str
    lease: int
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


class Away(Problem):
    """The table was put away: its record is kept, and nothing is written of it any more."""

    def __init__(self) -> None:
        super().__init__(410, "away", "This table was put away: it can only be looked at.")


@dataclass(frozen=True)
class Written:
    """The version and the lease of a table after something was written, and when that was."""

    version: int
    lease: int
    made: float = field(default=0.0, compare=False)


def fingerprint(secret: str) -> str:
    """Gives what is stored in place of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_invitation(secret: str) -> bool:
    """Tell by its spelling whether something is an invitation to a seat, which opens nothing."""
    return _INVITATION.fullmatch(secret) is not None


def opened_by(secret: str, table: str, places: Iterable[Place], version: int) -> Pass | None:
    """Finds what a secret opens at a table, comparing every one in constant time."""
    if is_invitation(secret):
        return None
    given = fingerprint(secret)
    seats: list[int] = []
    shared: list[int] = []
    signs: list[tuple[int, float]] = []
    for place in places:
        if hmac.compare_digest(place.key or "", given):
            seats.append(place.seat)
        if hmac.compare_digest(place.shared or "", given):
            shared.append(place.seat)
        if place.seen is not None:
            signs.append((place.seat, place.seen))
    if not (seats or shared):
        return None
    return Pass(table, tuple(seats or shared), not seats, version, tuple(signs))


# An event that is longer is not told to the others, who read it.
LONGEST_TOLD: Final = 5000


def told_of(happened: Event) -> str:
    """Writes an event without a space, for others who know the table; nothing if it is long.

    >>> told_of(Event(3, MOVE, {"seat": 0, "text": "a b"}, 1.5))
    '=[3,"move",{"seat":0,"text":"a\\\\u0020b"},1.5]'
    """
    whole = [happened.number, happened.kind, happened.data, happened.made]
    text = "=" + json.dumps(whole, separators=(",", ":")).replace(" ", "\\u0020")
    return text if len(text) < LONGEST_TOLD else ""


def read_told(text: str) -> Event | None:
    """Reads what `told_of` has written."""
    try:
        number, kind, data, made = json.loads(text)
        return Event(int(number), str(kind), dict(data), float(made))
    except (ValueError, TypeError):
        return None
