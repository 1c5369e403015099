"""Programs at the table, over HTTP: views as data, moves by number.

Whoever sits at a table can give the link of their seat to a program. What follows `/t/` in the
link, with a dot in place of the slash, is its token: `Authorization: Bearer TABLE.SECRET`. A seat
whose token is used is marked as that of a bot for everybody to see.

A link that a friend was handed is an invitation: `POST /api/bots/claim` with its token takes the
seat and answers the token of the seat. The first who does that has it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, Response, StreamingResponse

from sobremesa import schema
from sobremesa.core.game import NOBODY
from sobremesa.table.claims import check_ours, claim
from sobremesa.table.events import Pass, fingerprint
from sobremesa.table.invitations import ClaimAsked
from sobremesa.table.limits import Allowance, address_of
from sobremesa.table.live import Table
from sobremesa.table.names import LONGEST_NAME, check_apart, clean_name
from sobremesa.table.numbers import Body, Mark, Whole
from sobremesa.table.problems import Problem
from sobremesa.table.storage import is_spelled
from sobremesa.table.visit import (
    check_named,
    check_plays,
    check_there,
    house_of,
    note_visitor,
    open_link,
    read,
    seat_seen,
)

PREFIX = "/api/bots"
VERSION = "1"
# What stands behind the name of a seat that a program plays.
MARK = " (bot)"
# A program may ask so often at once, and once more each time so many seconds have passed.
AT_ONCE = 60
EVERY = 0.1
# So many streams a seat may have open, and so many seconds one is silent at most.
STREAMS = 2
SILENT = 15.0

router = APIRouter(prefix=PREFIX)
allowance = Allowance(AT_ONCE, EVERY)
# So often an address may send tokens that open nothing.
strangers = Allowance(AT_ONCE, 1.0)


class NameGiven(Body):
    """What a program calls itself."""

    name: str


class HandWanted(Body):
    """The wish for the next hand, with the number of the last event that the program saw."""

    number: Whole


class MoveGiven(HandWanted):
    """A move of a program, with a mark of its own, so that sent again it is played once."""

    seat: Whole
    move: Whole
    id: Mark


def described(kind: type[Body]) -> dict[str, Any]:
    """Describes the body of a request."""
    return {"requestBody": {
        "required": True, "content": {"application/json": {"schema": kind.model_json_schema()}},
    }}


Answers = dict[int | str, dict[str, Any]]

REFUSAL: dict[str, Any] = {"content": {"application/json": {"schema": {
    "type": "object", "required": ["error", "code"], "additionalProperties": False,
    "properties": {
        "error": {"type": "string", "minLength": 1, "description": "What is wrong, in words."},
        "code": {"type": "string", "minLength": 1, "description": "The same for programs."},
    },
}}}}
# What every program may be refused, and what else where it asks for something.
REFUSED: Answers = {
    401: {"description": "There is no token.", **REFUSAL},
    403: {"description": "The token is for another seat, or for nobody who plays.", **REFUSAL},
    404: {"description": "The token opens no table.", **REFUSAL},
    410: {"description": "The table was put away: it can only be looked at.", **REFUSAL},
    422: {"description": "What was asked cannot be read, or is against the rules.", **REFUSAL},
    429: {"description": "That is too much at once; Retry-After says when to go on.", **REFUSAL},
    503: {"description": "The table cannot be reached at the moment.", **REFUSAL},
}
LATE: Answers = {
    409: {"description": "The table has moved on, or it is not the seat's turn.", **REFUSAL},
    413: {"description": "The body is too large.", **REFUSAL},
}
NUMBERED: Answers = {
    200: {"description": "The number of the event.", "content": {"application/json": {
        "schema": {"type": "object", "properties": {"number": {"type": "integer"}}},
    }}},
    **REFUSED, **LATE,
}
TOLD: Answers = {
    200: {
        "description": "Lines of JSON, each with the number of the last event, the seat and its "
        "view; empty lines tell that the line is open.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    },
    **REFUSED,
}


def token_of(request: Request) -> tuple[str, str]:
    """Read the token of a program, which does not ask too often.

    :raises Problem: if there is none.
    """
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    name, _, secret = token.strip().partition(".")
    if kind.lower() != "bearer" or not secret:
        raise Problem(401, "no-token", "Send the token of a seat: Authorization: Bearer …")
    if is_spelled(name, secret):
        allowance.take(fingerprint(f"{name}.{secret}"))
    return name, secret


async def let_in(request: Request) -> tuple[Table, Pass, tuple[str, str]]:
    """Opens the table of a token, if its program does not ask too often.

    :raises Problem: if there is no token, or it opens nothing.
    """
    name, secret = token_of(request)
    try:
        table, opened = await open_link(house_of(request), name, secret)
    except Problem:
        strangers.take(address_of(request))
        raise
    check_plays(opened)
    check_there(request, table)
    if table.is_away:
        return table, opened, (name, secret)
    table.look()
    note_visitor(request, table, opened)
    if table.presence.sign(opened.seats):
        table.ring()
    await table.come_back(opened.seats)
    for seat in opened.seats:
        await mark(table, seat)
    return table, opened, (name, secret)


def check_name(table: Table, opened: Pass, name: str) -> None:
    """Refuse a program a name that a person would be refused: at a rated table, or one that looks
    like that of somebody else, with the mark or without."""
    check_named(table)
    others = [(seat, place.name) for seat, place in table.places.items()
              if seat >= 0 and seat not in opened.seats]
    plain = [(seat, called.removesuffix(MARK)) for seat, called in others]
    for given in {name, name.removesuffix(MARK).strip()}:
        for known in (others, plain):
            check_apart(given, NOBODY, known)


async def mark(table: Table, seat: int, name: str | None = None) -> None:
    """Lets everybody see that a program plays for a seat."""
    if seat < 0:
        return
    known = table.places[seat].name
    plain = (known if name is None else name).removesuffix(MARK).strip() or "Bot"
    marked = plain[: LONGEST_NAME - len(MARK)].strip() + MARK
    if marked != known:
        await table.rename(seat, marked)


def told(table: Table, seat: int) -> dict[str, Any]:
    """Gives what a seat knows now."""
    return {
        "number": table.number, "seat": seat, "over": table.match.over,
        "view": table.match.view(seat).data,
    }


@router.get("/openapi.json", include_in_schema=False)
async def api() -> Response:
    """Answers what programs can ask, as OpenAPI."""
    found = get_openapi(
        title="Sobremesa: programs at the table", version=VERSION,
        description=__doc__, routes=router.routes,
    )
    found["components"] = {"securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}}
    found["security"] = [{"seat": []}]
    return JSONResponse(found)


@router.post(
    "/claim", openapi_extra=described(ClaimAsked),
    responses={
        200: {"description": "The token of the seat.", "content": {"application/json": {
            "schema": {"type": "object", "properties": {"token": {"type": "string"}}},
        }}},
        **REFUSED, **LATE,
        410: {"description": "Somebody else has the seat, or the table was put away.", **REFUSAL},
    },
)
async def claim_seat(request: Request) -> Response:
    """Takes the seat of an invitation; sent again under the same id it answers the same token."""
    invited = token_of(request)
    try:
        await check_ours(request, invited[1])
    except Problem:
        strangers.take(address_of(request))
        raise
    asked = await read(request, ClaimAsked)
    name, secret = await claim(request, *invited, asked.id)
    return JSONResponse({"token": f"{name}.{secret}"})


@router.get(
    "/me", responses={200: {"description": "The game, the seats and what views hold."}, **REFUSED}
)
async def me(request: Request) -> Response:
    """Answers which game is played, for which seats the token is, and the schema of its views."""
    table, opened, _ = await let_in(request)
    return JSONResponse({
        "game": table.game.name, "options": table.game.options, "rules": table.game.version,
        "seats": [seat for seat in opened.seats if seat >= 0], "players": int(table.game.players),
        "names": [place.name for seat, place in sorted(table.places.items()) if seat >= 0],
        "number": table.number, "schema": schema.schema_of(table.game.name),
    })


@router.post("/name", responses=NUMBERED, openapi_extra=described(NameGiven))
async def name_seats(request: Request) -> Response:
    """Gives the seats of a program its name, with the mark that it is a bot."""
    table, opened, _ = await let_in(request)
    asked = await read(request, NameGiven)
    check_name(table, opened, clean_name(asked.name))
    for seat in opened.seats:
        await mark(table, seat, clean_name(asked.name))
    return JSONResponse({"number": table.number})


@router.get(
    "/view", responses={200: {"description": "The view of a seat as data."}, **REFUSED}
)
async def view(request: Request) -> Response:
    """Answers what a seat of the token knows now (`?seat=` where it is for several)."""
    table, opened, _ = await let_in(request)
    return JSONResponse(told(table, seat_of(table, opened, request)))


@router.get("/stream", responses=TOLD)
async def stream(request: Request) -> Response:
    """Tells what a seat knows, now and whenever something has happened, until the match ends."""
    table, opened, (name, _) = await let_in(request)
    house = house_of(request)
    seat = seat_of(table, opened, request)
    wanted: dict[Any, int] = {
        ("program", name, opened.seats): STREAMS,
        ("playing", address_of(request)): house.limits.playing,
    }
    house.sockets.check(wanted)

    async def lines() -> AsyncIterator[str]:
        bell = asyncio.Event()
        last = 0
        with house.sockets.held(wanted):
            table.listeners.add(bell)
            table.presence.come(opened.seats)
            try:
                while True:
                    bell.clear()
                    if table.number != last:
                        last = table.number
                        news = told(table, seat)
                        yield json.dumps(news, ensure_ascii=False) + "\n"
                        # While a line was sent, more may have happened.
                        if news["over"] or table.is_away:
                            return
                    with suppress(TimeoutError):
                        await asyncio.wait_for(bell.wait(), SILENT)
                        continue
                    yield "\n"
            finally:
                table.listeners.discard(bell)
                table.presence.go(opened.seats)

    # A proxy that gathers lines would tell a program of its turn when it is over.
    return StreamingResponse(
        lines(), media_type="application/x-ndjson", headers={"X-Accel-Buffering": "no"}
    )


@router.post("/moves", responses=NUMBERED, openapi_extra=described(MoveGiven))
async def play(request: Request) -> Response:
    """Plays a move of a view; a move sent again under the same id is answered as before."""
    table, opened, _ = await let_in(request)
    asked = await read(request, MoveGiven)
    if asked.seat < 0 or asked.seat not in opened.seats:
        raise Problem(
            403, "another-seat", "This token is not for seat {seat}.", seat=asked.seat + 1
        )
    number = await table.play(asked.seat, asked.move, asked.number, f"{asked.seat}:{asked.id}")
    return JSONResponse({"number": number})


@router.post("/next", responses=NUMBERED, openapi_extra=described(HandWanted))
async def deal_next(request: Request) -> Response:
    """Deals the next hand of the match."""
    table, _, _ = await let_in(request)
    asked = await read(request, HandWanted)
    return JSONResponse({"number": await table.deal_next(asked.number)})


def seat_of(table: Table, opened: Pass, request: Request) -> int:
    """Gives the seat that is asked for, or the only one that a token has."""
    seat = seat_seen(table, opened, request.query_params.get("seat"))
    if seat == NOBODY:
        raise Problem(
            422, "which-seat", "This token is for several seats: say which, like ?seat=0."
        )
    return seat
