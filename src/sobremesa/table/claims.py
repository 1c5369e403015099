"""Taking the seat of an invitation over the wire: at a table, at one that waits for others, and in
a tournament."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import ValidationError
from starlette.requests import HTTPConnection

from sobremesa.table.again import onward
from sobremesa.table.club_pages import clubs_of
from sobremesa.table.events import Away, fingerprint, is_invitation
from sobremesa.table.invitations import KEY, ClaimAsked, SeatTaken, is_ours, seat_secret
from sobremesa.table.lobby import Gone
from sobremesa.table.meet import lobby_of, text_in
from sobremesa.table.problems import Problem
from sobremesa.table.sights import cannot_read
from sobremesa.table.storage import is_spelled, prints_of
from sobremesa.table.visit import house_of, read, unknown_link

router = APIRouter()


@router.post("/t/{table}/{secret}/claim")
async def claim_seat(request: Request, table: str, secret: str) -> Response:
    """Give the seat of an invitation to whoever asks first, under a secret of their own."""
    mark = await _mark(request)
    return _answer(request, "/t/{}/{}".format(*await claim(request, table, secret, mark)))


@router.post("/m/{meeting}/{secret}/claim")
async def claim_chair(request: Request, meeting: str, secret: str) -> Response:
    """Give the chair of an invitation to whoever asks first, or the seat if the table is laid."""
    mark = await _mark(request)
    fresh, lobby = await _fresh(request, secret, mark), lobby_of(request)
    try:
        await lobby.change(meeting, lambda old: old.claimed(secret, fresh))
    except Gone:
        if not await lobby.is_ready(await lobby.find(meeting)):
            raise
        await claim(request, meeting, secret, mark)
    return _answer(request, f"/m/{meeting}/{fresh}")


@router.post("/c/{club}/{secret}/claim")
async def claim_place(request: Request, club: str, secret: str) -> Response:
    """Give a partner's place in a tournament to whoever asks first."""
    fresh = await _fresh(request, secret, await _mark(request))
    await clubs_of(request).claim(club, secret, fresh)
    return _answer(request, f"/c/{club}/{fresh}")


async def claim(
    connection: HTTPConnection, name: str, invitation: str, mark: str
) -> tuple[str, str]:
    """Take the seat of an invitation at a table, or at the one after it; give the name of the
    table and the new secret.

    :raises SeatTaken: if somebody was faster.
    """
    fresh, house = await _fresh(connection, invitation, mark), house_of(connection)
    table = await house.fresh(name) if is_spelled(name) else None
    while table is not None and await onward(house, table):
        table = await house.fresh(table.onward)
    if table is None:
        raise unknown_link()
    if table.is_away:
        raise Away
    if table.start.club:
        await clubs_of(connection).claim(table.start.club, invitation, fresh)
    elif not await table.claim(fingerprint(invitation), *prints_of(fresh)):
        raise SeatTaken
    return table.id, fresh


async def check_ours(connection: HTTPConnection, invitation: str) -> str:
    """Refuse what is no invitation of this house; give the key that has signed it."""
    store = house_of(connection).store
    key = await store.read(store.key, KEY)
    if not (is_invitation(invitation) and is_ours(key, invitation)):
        raise Problem(
            404, "no-invitation",
            "This link is no invitation to a seat: check that you copied all of it.",
        )
    return key


async def _fresh(connection: HTTPConnection, invitation: str, mark: str) -> str:
    """Give the secret that an invitation gets under a mark."""
    return seat_secret(await check_ours(connection, invitation), invitation, mark)


def _is_form(request: Request) -> bool:
    return "json" not in request.headers.get("content-type", "")


async def _mark(request: Request) -> str:
    """Read the mark of a page or of a program."""
    if not _is_form(request):
        return (await read(request, ClaimAsked)).id
    async with request.form() as form:
        given = text_in(form, "id")
    try:
        return ClaimAsked(id=given).id
    except ValidationError as wrong:
        raise cannot_read("id", wrong.errors()[0]["msg"]) from None


def _answer(request: Request, link: str) -> Response:
    """Lead a page to its own link, or tell it to a program."""
    if _is_form(request):
        return RedirectResponse(link, 303)
    return JSONResponse({"link": link}, status_code=201)
