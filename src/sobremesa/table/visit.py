"""One visit: in which language, through which link, to which table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import HTTPConnection, Request

from sobremesa import picture
from sobremesa.core.game import NOBODY
from sobremesa.table.live import House, Table
from sobremesa.table.messages import SHAPES, Sight
from sobremesa.table.problems import Problem
from sobremesa.table.storage import Pass
from sobremesa.table.words import Say, speech, wanted

LONGEST_SECRET = 100
# No screen has more pixels than can be written with so many figures.
LONGEST_SIZE = 5
# How a wish is said in an address and in a greeting.
YES = ("yes", True)


def house_of(connection: HTTPConnection) -> House:
    """Gives the tables of this server."""
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


def language_of(connection: HTTPConnection) -> str:
    """Gives the language of a visitor."""
    return wanted(connection.cookies, connection.headers.get("accept-language", ""))


def say_to(connection: HTTPConnection) -> Say:
    """Gives the saying in the visitor's language."""
    return speech(language_of(connection))


async def enter(connection: HTTPConnection, *, replay: bool = False) -> tuple[Table, Pass]:
    """Opens the link of a request; an unknown table and a wrong secret look the same."""
    name = connection.path_params["table"]
    secret = connection.path_params["secret"]
    house = house_of(connection)
    if len(name) <= LONGEST_SECRET and len(secret) <= LONGEST_SECRET:
        found = await asyncio.to_thread(house.store.open, name, secret)
        if found is not None and found.only_replay == replay:
            table = await house.table(name)
            if table is not None:
                return table, found
    raise Problem(
        404, "unknown-link", "This link opens no table: look whether it was copied whole."
    )


def seat_seen(table: Table, opened: Pass, asked: str | None) -> int:
    """Decides from which seat a link looks: one of its own, where several, the one asked for.

    A link to several seats begins at no seat, so that no hand is shown to the wrong person.
    """
    seats = opened.seats
    if table.is_record:
        seats = tuple(range(NOBODY, int(table.game.players)))
    if asked is None or asked == "":
        return seats[0] if len(seats) == 1 else NOBODY
    allowed = (*seats, NOBODY) if len(seats) > 1 else seats
    if not asked.removeprefix("-").isdecimal() or int(asked) not in allowed:
        raise Problem(
            403, "another-seat", "This link is not for seat {seat}.", seat=_counted(asked)
        )
    return int(asked)


def _counted(asked: str) -> str:
    """Counts a seat that was asked for from 1, as people do."""
    number = asked[:20]
    return str(int(number) + 1) if number.removeprefix("-").isdecimal() else number


def sight_of(table: Table, opened: Pass, asked: Mapping[str, Any]) -> Sight:
    """Gives the picture that is asked for.

    Aids are for those who learn alone: at a table with others they would be an advantage.
    """
    wished = asked.get("shape")
    shape = wished if wished in SHAPES else SHAPES[0]
    return Sight(
        shape, picture.room_for(shape, _pixels(asked.get("across")), _pixels(asked.get("down"))),
        numerals=asked.get("numerals") in YES,
        aids=asked.get("aids") in YES and table.is_alone(opened.seats),
        fits=asked.get("fits") in YES,
    )


def _pixels(asked: Any) -> int:
    """Reads how many pixels a page has for its picture, 0 where it does not say so."""
    told = str(asked)
    return int(told) if told.isdecimal() and len(told) <= LONGEST_SIZE else 0


class MoveAsked(BaseModel):
    """A move as a client sends it, with the number of the last event it saw."""

    model_config = ConfigDict(extra="forbid", strict=True)
    number: int
    seat: int
    move: int
    id: str = Field(min_length=8, max_length=64)


class NextAsked(BaseModel):
    """The wish for the next hand."""

    model_config = ConfigDict(extra="forbid", strict=True)
    number: int


class NameAsked(BaseModel):
    """A name for a seat."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: int
    name: str


class SitterAsked(BaseModel):
    """Who shall sit on a seat."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: str
    name: str = ""


class TableAsked(BaseModel):
    """A table as a client wants it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str
    options: dict[str, int | bool | str] = {}
    seats: list[SitterAsked]
    silence: float = 8.0
    winnable: bool = False
    daily: bool = False
    difficulty: str = ""


Asked = TypeVar("Asked", bound=BaseModel)


async def read(request: Request, kind: type[Asked]) -> Asked:
    """Reads a JSON body."""
    try:
        return kind.model_validate_json(await request.body())
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "JSON"
        raise Problem(
            422, "unreadable", "The request cannot be read at {where}: {reason}.",
            where=where, reason=first["msg"],
        ) from None
