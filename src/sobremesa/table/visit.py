"""One visit: in which language, through which link, to which table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse

from sobremesa import picture
from sobremesa.core.errors import Refused
from sobremesa.core.game import NOBODY
from sobremesa.table.clubs import unseal
from sobremesa.table.live import House, Table
from sobremesa.table.messages import SHAPES, Drawn, Sight
from sobremesa.table.numbers import Body, number_in
from sobremesa.table.problems import Problem, headers_of, status_of
from sobremesa.table.storage import Pass
from sobremesa.table.watching import seats_to_watch
from sobremesa.table.words import SAID, Say, speech, wanted

# How the names of tables and the secrets of links are spelled.
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,100}")
# No screen has more pixels than this.
MOST_PIXELS = 99_999
# How a wish is said in an address and in a greeting.
YES = ("yes", True)


def house_of(connection: HTTPConnection) -> House:
    """Gives the tables of this server."""
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


def drawn_in(connection: HTTPConnection) -> Drawn:
    """Gives the messages that the pages of this server share."""
    drawn = connection.app.state.drawn
    assert isinstance(drawn, Drawn)
    return drawn


def language_of(connection: HTTPConnection) -> str:
    """Gives the language of a visitor."""
    return wanted(
        connection.cookies, connection.headers.get("accept-language", ""),
        connection.query_params.get(SAID, ""),
    )


def say_to(connection: HTTPConnection) -> Say:
    """Gives the saying in the visitor's language."""
    return speech(language_of(connection))


async def enter(
    connection: HTTPConnection, *, replay: bool = False, up_to_date: bool = True
) -> tuple[Table, Pass]:
    """Opens the link of a request; an unknown table and a wrong secret look the same."""
    name, secret = connection.path_params["table"], connection.path_params["secret"]
    table, found = await open_link(
        house_of(connection), name, secret, replay=replay, up_to_date=up_to_date
    )
    check_there(connection, table)
    table.look()
    if table.sealed and table.is_done:
        await unseal(house_of(connection), table)
    await _greet(table, found)
    return table, found


def check_there(connection: HTTPConnection, table: Table) -> None:
    """Refuses to change a table that was put away."""
    if table.is_away and connection.scope.get("method") == "POST":
        raise Problem(410, "away", "This table was put away: it can only be looked at.")


async def open_link(
    house: House, name: str, secret: str, *, replay: bool = False, up_to_date: bool = True
) -> tuple[Table, Pass]:
    """Opens a table by its name and a secret."""
    if _SECRET.fullmatch(name) and _SECRET.fullmatch(secret):
        admitted = await house.admit(name, secret, up_to_date=up_to_date)
        if admitted is not None and admitted[1].only_replay == replay:
            return admitted
    raise Problem(404, "unknown-link", "This link opens no table: check that you copied all of it.")


async def _greet(table: Table, opened: Pass) -> None:
    """Notes who is here; a person who comes back takes their seat from the bot that held it."""
    for seat, seen in opened.signs:
        table.presence.hear(seat, seen)
    if opened.only_replay:
        return
    if table.presence.sign(opened.seats):
        table.ring()
    await table.come_back(opened.seats)


def check_plays(opened: Pass) -> int:
    """Gives the first seat that a link plays; refuses one that only watches."""
    for seat in opened.seats:
        if seat >= 0:
            return seat
    raise Problem(403, "only-watching", "You are only watching; the players decide.")


def check_own(opened: Pass, seat: int) -> None:
    """Refuses a link that does not play a seat."""
    check_plays(opened)
    if seat < 0 or seat not in opened.seats:
        raise Problem(403, "another-seat", "This link is not for seat {seat}.", seat=seat + 1)


def denial(refused: Refused, say: Say) -> JSONResponse:
    """Makes the answer that refuses something."""
    status, code = status_of(refused)
    return JSONResponse({"error": refused.said(say), "code": code}, status, headers_of(refused))


def seat_seen(table: Table, opened: Pass, asked: object) -> int:
    """Decides from which seat a link looks: one of its own, where several, the one asked for.

    A link to several seats begins at no seat, so that no hand is shown to the wrong person.
    """
    seats = opened.seats
    if table.is_record:
        seats = tuple(range(NOBODY, int(table.game.players)))
    elif seats == (NOBODY,):
        seats = seats_to_watch(table)
    if asked is None or asked == "":
        return seats[0] if len(seats) == 1 else NOBODY
    allowed = (*seats, NOBODY) if len(seats) > 1 else seats
    seat = number_in(asked, NOBODY)
    if seat is None:
        raise unreadable("seat", asked)
    if seat not in allowed:
        raise Problem(403, "another-seat", "This link is not for seat {seat}.", seat=seat + 1)
    return seat


def ear_of(opened: Pass, seat: int) -> int:
    """Decides what talk a link hears: whoever only watches hears what is said in public."""
    return seat if seat in opened.seats else NOBODY


def unreadable(where: str, written: object) -> Problem:
    """Refuses something that was written at some place of a request."""
    reason = ascii(written[:20]) if isinstance(written, str) else type(written).__name__
    return _unreadable(where, reason)


def _unreadable(where: str, reason: str) -> Problem:
    return Problem(
        422, "unreadable", "The request cannot be read at {where}: {reason}.",
        where=where, reason=reason,
    )


def sight_of(table: Table, opened: Pass, asked: Mapping[str, Any]) -> Sight:
    """Gives the picture that is asked for.

    Aids are for those who learn alone: at a table with others they would be an advantage.
    """
    return picture_of(asked, aids=table.is_alone(opened.seats))


def picture_of(asked: Mapping[str, Any], *, aids: bool) -> Sight:
    """Gives the picture that a page wishes for, with aids for learners if it may have them."""
    wished = asked.get("shape")
    shape = wished if wished in SHAPES else SHAPES[0]
    return Sight(
        shape, picture.room_for(shape, _pixels(asked.get("across")), _pixels(asked.get("down"))),
        numerals=asked.get("numerals") in YES,
        aids=asked.get("aids") in YES and aids,
        fits=asked.get("fits") in YES,
        text=asked.get("text") in YES,
    )


def _pixels(asked: Any) -> int:
    """Reads how many pixels a page has for its picture, 0 where it does not say so."""
    return number_in(asked, high=MOST_PIXELS) or 0


Asked = TypeVar("Asked", bound=Body)


async def read(request: Request, kind: type[Asked]) -> Asked:
    """Reads a JSON body."""
    try:
        return kind.model_validate_json(await request.body())
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "JSON"
        raise _unreadable(where, first["msg"]) from None
