"""One visit: in which language, through which link, to which table."""

from __future__ import annotations

from typing import TypeVar

from pydantic import ValidationError
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse

from sobremesa.core.errors import Refused
from sobremesa.core.game import NOBODY
from sobremesa.table.clubs import unseal
from sobremesa.table.events import Away, Pass, fingerprint, is_invitation
from sobremesa.table.guard import has_foreign_origin, is_foreign
from sobremesa.table.invitations import KEY, Invited, SeatTaken, is_ours
from sobremesa.table.limits import address_of
from sobremesa.table.live import House, Table
from sobremesa.table.messages import Drawn
from sobremesa.table.numbers import Body
from sobremesa.table.problems import Problem, headers_of, status_of
from sobremesa.table.sights import cannot_read
from sobremesa.table.sights import picture_of as picture_of
from sobremesa.table.sights import seat_seen as seat_seen
from sobremesa.table.sights import sight_of as sight_of
from sobremesa.table.sights import unreadable as unreadable
from sobremesa.table.storage import is_spelled
from sobremesa.table.words import SAID, Say, speech, wanted


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
    note_visitor(connection, table, found)
    if table.sealed and table.is_done:
        await unseal(house_of(connection), table)
    await _greet(table, found)
    return table, found


def note_visitor(connection: HTTPConnection, table: Table, opened: Pass) -> None:
    """Note for whom bots think at a table, unless a page of another site led a browser here."""
    headers = connection.headers
    foreign = is_foreign(headers) if connection.scope["type"] == "http" else has_foreign_origin(
        headers
    )
    if not foreign:
        acts = connection.scope.get("method") == "POST" and any(seat >= 0 for seat in opened.seats)
        table.visited(address_of(connection), acts=acts)


def check_there(connection: HTTPConnection, table: Table) -> None:
    """Refuses to change a table that was put away."""
    if table.is_away and connection.scope.get("method") == "POST":
        raise Away


async def open_link(
    house: House, name: str, secret: str, *, replay: bool = False, up_to_date: bool = True
) -> tuple[Table, Pass]:
    """Opens a table by its name and a secret."""
    if is_spelled(name, secret):
        admitted = await house.admit(name, secret, up_to_date=up_to_date)
        if admitted is not None and admitted[1].only_replay == replay:
            return admitted
        if is_invitation(secret):
            await check_invitation(house, name, secret)
            raise Invited
    raise unknown_link()


def unknown_link() -> Problem:
    """Give the refusal of a link that opens nothing."""
    return Problem(
        404, "unknown-link", "This link opens no table: check that you copied all of it."
    )


async def check_invitation(house: House, name: str, invitation: str) -> None:
    """Refuse what is no invitation to a seat of a table that is free to be taken.

    :raises SeatTaken: if somebody has taken it.
    :raises Away: if the table was put away.
    """
    store = house.store
    key = await store.read(store.key, KEY)
    if not (is_spelled(name) and is_ours(key, invitation)):
        raise unknown_link()
    places = await store.read(store.places, name)
    if any(one.key == fingerprint(invitation) for one in places):
        return
    if places:
        raise SeatTaken
    raise Away if await store.read(store.was_laid, name) else unknown_link()


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


def check_named(table: Table) -> None:
    """Refuse other names where they are those of accounts."""
    if table.start.rated:
        raise Problem(409, "rated-name", "At a rated table everybody has the name of the account.")


def check_own(opened: Pass, seat: int) -> None:
    """Refuses a link that does not play a seat."""
    check_plays(opened)
    if seat < 0 or seat not in opened.seats:
        raise Problem(403, "another-seat", "This link is not for seat {seat}.", seat=seat + 1)


def denial(refused: Refused, say: Say) -> JSONResponse:
    """Makes the answer that refuses something."""
    status, code = status_of(refused)
    return JSONResponse({"error": refused.said(say), "code": code}, status, headers_of(refused))


def ear_of(opened: Pass, seat: int) -> int:
    """Decides what talk a link hears: whoever only watches hears what is said in public."""
    return seat if seat in opened.seats else NOBODY


Asked = TypeVar("Asked", bound=Body)


async def read(request: Request, kind: type[Asked]) -> Asked:
    """Reads a JSON body."""
    try:
        return kind.model_validate_json(await request.body())
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "JSON"
        raise cannot_read(where, first["msg"]) from None
