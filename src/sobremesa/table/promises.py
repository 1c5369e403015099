"""Promising fair deals over the wire, and checking them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from sobremesa.core.errors import BadRecord
from sobremesa.record import fair
from sobremesa.table.events import Pass
from sobremesa.table.fairness import check, check_added, is_shown, new_ticket, record_of, secret_of
from sobremesa.table.limits import address_of
from sobremesa.table.live import House, Table
from sobremesa.table.minds import Asker
from sobremesa.table.numbers import Body, Whole
from sobremesa.table.problems import Problem
from sobremesa.table.visit import check_own, enter, house_of, read, say_to, seat_seen
from sobremesa.table.words import plural

router = APIRouter()


@router.post("/api/promises")
async def make_promise(request: Request) -> Response:
    """Promises a secret for a table that is to be laid."""
    return await _promised(house_of(request), "")


@router.post("/t/{table}/{secret}/promise")
async def promise_again(request: Request) -> Response:
    """Promises a secret for the table that is laid after this one."""
    table, _ = await enter(request)
    return await _promised(house_of(request), table.id)


async def _promised(house: House, purpose: str) -> Response:
    ticket = await new_ticket(house, purpose)
    promised = fair.promise(await secret_of(house, ticket, purpose))
    return JSONResponse({"ticket": ticket, "promise": promised}, 201)


class CutAsked(Body):
    """What somebody adds to the deals for their seat."""

    seat: Whole
    cut: str


@router.post("/t/{table}/{secret}/cut")
async def add_cut(request: Request) -> Response:
    """Adds something to the deals from the next one on, once for a seat; answers the number of
    the first hand that it is part of."""
    table, opened = await enter(request)
    asked = await read(request, CutAsked)
    check_own(opened, asked.seat)
    check_added(asked.cut)
    return JSONResponse({"hand": await table.add_to_deals(asked.seat, asked.cut)}, 201)


@router.get("/t/{table}/{secret}/fair")
async def check_deals(request: Request) -> Response:
    """Deals every hand of a finished match anew, and says whether the promise was kept."""
    table, opened = await enter(request)
    if not is_shown(table):
        raise Problem(
            409, "not-shown",
            "The deals can be checked when the match is over, and nothing stays hidden.",
        )
    say = say_to(request)
    text = record_of(table, _seat(table, opened), say)
    try:
        count = await house_of(request).questions.ask(
            Asker(address_of(request), table.id), check, text
        )
    except BadRecord as wrong:
        return JSONResponse({"holds": False, "text": wrong.said(say)})
    sentence = say(plural(
        "{count} deal follows from the secret that was promised.",
        "All {count} deals follow from the secret that was promised.",
    ))
    return JSONResponse({"holds": True, "text": sentence.format(count=count)})


def _seat(table: Table, opened: Pass) -> int:
    return opened.seats[0] if len(opened.seats) > 1 else seat_seen(table, opened, None)
