"""Links as codes for the camera of another device."""

from __future__ import annotations

import contextlib
import io
import re

import segno
from fastapi import APIRouter, Request
from fastapi.responses import Response

from sobremesa.table.invitations import Invited
from sobremesa.table.visit import house_of, open_link, unreadable

router = APIRouter()

# Where a page is served, as its browser says it.
_ORIGIN = re.compile(r"https?://[\w.:\[\]-]{1,200}", re.ASCII)


@router.get("/t/{table}/{secret}/code")
async def link_code(request: Request) -> Response:
    """Draws the link of this address, as others can open it."""
    # Whoever shows a friend's code is not that friend: nobody has come by asking for it.
    asked = request.path_params
    with contextlib.suppress(Invited):
        await open_link(house_of(request), asked["table"], asked["secret"])
    return drawn_link(request, request.url.path.removesuffix("/code"))


def drawn_link(request: Request, path: str) -> Response:
    """Draws a path as others can open it, at the origin that the page says."""
    origin = request.query_params.get("origin", "")
    if not _ORIGIN.fullmatch(origin):
        raise unreadable("origin", origin)
    drawn = io.BytesIO()
    segno.make_qr(origin + path, error="m").save(drawn, kind="svg", border=3, light="#fff", scale=4)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def in_terminal(link: str) -> str:
    """Draws a link for a terminal, light on dark or dark on light."""
    drawn = io.StringIO()
    segno.make_qr(link, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
