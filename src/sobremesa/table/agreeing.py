"""Agreeing over the wire: offers to take a move back or to call it a draw, and their answers; and
what those who watch may see."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from sobremesa.table.numbers import Body, Mark, Whole
from sobremesa.table.offers import KINDS
from sobremesa.table.problems import Problem
from sobremesa.table.visit import check_own, enter, read

router = APIRouter()


class OfferAsked(Body):
    """An offer of a seat that has seen an event."""

    seat: Whole
    what: str
    number: Whole
    id: Mark


class AnswerAsked(Body):
    """What a seat answers to the offer of an event."""

    seat: Whole
    offer: Whole
    yes: bool
    id: Mark


class ConsentGiven(Body):
    """Whether a seat agrees to what those who watch shall see."""

    seat: Whole
    yes: bool
    id: Mark


@router.post("/t/{table}/{secret}/offer")
async def offer(request: Request) -> Response:
    """Makes an offer; sent again under the same id it is answered as before."""
    table, opened = await enter(request)
    asked = await read(request, OfferAsked)
    check_own(opened, asked.seat)
    if asked.what not in KINDS:
        raise Problem(
            422, "unknown-offer", "There is no offer {offer}: there are {known}.",
            offer=asked.what[:20], known=list(KINDS),
        )
    mark = f"{asked.seat}:{asked.id}"
    number = await table.offer(asked.what, opened.seats, asked.seat, asked.number, mark)
    return JSONResponse({"number": number})


@router.post("/t/{table}/{secret}/answer")
async def answer(request: Request) -> Response:
    """Agrees to an offer, declines it, or takes one's own back."""
    table, opened = await enter(request)
    asked = await read(request, AnswerAsked)
    check_own(opened, asked.seat)
    mark = f"{asked.seat}:{asked.id}"
    number = await table.answer(asked.offer, opened.seats, asked.seat, asked.yes, mark)
    return JSONResponse({"number": number})


@router.post("/t/{table}/{secret}/consent")
async def consent(request: Request) -> Response:
    """Agrees to what those who watch shall see, for all seats of a link, or takes that back."""
    table, opened = await enter(request)
    asked = await read(request, ConsentGiven)
    check_own(opened, asked.seat)
    seats = tuple(seat for seat in opened.seats if seat >= 0)
    number = await table.consent(seats, asked.yes, f"{asked.seat}:{asked.id}")
    return JSONResponse({"number": number})
