"""Where an invitation leads: to a page that says what is played, and one button."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from sobremesa.core.game import Game
from sobremesa.table.look import page
from sobremesa.table.storage import new_secret


def landing(
    request: Request, base: str, game: type[Game], names: list[str], own: list[int],
    watched: str = "", title: str = "",
) -> Response:
    """Show what somebody is invited to, and who else is; nothing is taken by looking."""
    # Under this mark the page can send its claim again.
    return page(
        request, "landing.html", base=base, game=game, names=names, own=own, watched=watched,
        title=title, mark=new_secret(),
    )
