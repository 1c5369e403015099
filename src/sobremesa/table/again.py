"""Playing again with the same people, and finding one's tables again.

A match that is over can be followed by another at a new table: the same game, options, seats and
names, opened by the same secrets. Its name follows from the old table, so that two who ask at
once come to one table, and every old link leads on.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from sobremesa.core.game import NOBODY, game_class
from sobremesa.solvers import solvable, solver_of
from sobremesa.table import laying
from sobremesa.table.accounts import Accounts
from sobremesa.table.asked import ClockWish
from sobremesa.table.events import Pass
from sobremesa.table.limits import address_of
from sobremesa.table.live import House, Table
from sobremesa.table.lobby import Lobby
from sobremesa.table.meet import lobby_of
from sobremesa.table.messages import headline
from sobremesa.table.minds import Asker
from sobremesa.table.numbers import Body
from sobremesa.table.problems import Problem
from sobremesa.table.start import FREELY
from sobremesa.table.visit import check_plays, enter, house_of, open_link, read, say_to, seat_seen
from sobremesa.table.words import Say

router = APIRouter()

# Tables that a device may ask about at once, and how long a link may be.
MOST_ASKED = 40
LONGEST_LINK = 250


class MineAsked(Body):
    """The links that a device has kept."""

    links: Annotated[
        list[Annotated[str, Field(max_length=LONGEST_LINK)]], Field(max_length=MOST_ASKED)
    ]


class AgainWished(Body):
    """What somebody adds to the deals of the next table, and the promise it is added to."""

    ticket: str = ""
    cut: str = ""


def next_name(table: Table) -> str:
    """Names the table that follows another; only those who may see the old one can know it."""
    watch = table.places.get(NOBODY)
    told = f"again:{table.id}:{watch.key if watch else ''}"
    return base64.urlsafe_b64encode(hashlib.sha256(told.encode()).digest()[:9]).decode()


async def onward(house: House, table: Table) -> str:
    """Names the table that was laid after this one, or nothing."""
    if not table.onward and table.match.over and not table.is_record:
        name = next_name(table)
        if await house.store.read(house.store.was_laid, name):
            table.lead_on(name)
    return table.onward


async def lay_again(
    house: House, table: Table, asker: Asker, seat: int = NOBODY, wished: AgainWished | None = None
) -> str:
    """Lays the table that follows a finished match, if nobody has; answers its name."""
    if not table.match.over:
        raise Problem(409, "not-over", "The match is not over.")
    if table.start.club:
        raise Problem(409, "club", "This match is part of a tournament, which goes on elsewhere.")
    if not await onward(house, table):
        house.tables_laid.take(asker.address)
        wish = _same_wish(table)
        start, deal = await laying.chosen_start(house, table.game, wish, asker)
        if deal is None and not wish.winnable:
            if wished is not None:
                wish = wish.model_copy(update={"ticket": wished.ticket, "cut": wished.cut})
            start, _ = await laying.promised(house, start, wish, table.id, seat)
        persons = table.persons()
        if start.watching not in FREELY and (table.start.to_ask or len(persons) > 1):
            # Who agreed did so for the table that is over.
            start = replace(start, to_ask=tuple(persons))
        # Nobody has been seen at the new table.
        places = [replace(one, seen=None) for one in table.places.values()]
        events, due = laying.first_events(start, places, deal)
        name = next_name(table)
        # First, so that nobody finds a table whose persons are not known yet.
        await house.store.write(Accounts(house.store).follow, table.id, name)
        # Somebody else may have been faster: then it is the same table.
        await house.lay(name, places, events, due)
        table.lead_on(name)
    following = await house.table(table.onward)
    if following is not None:
        following.visited(asker.address)
    return table.onward


def _same_wish(table: Table) -> laying.Wish:
    """Wishes for the same once more; after the deal of a day for another of its kind."""
    start, name = table.start, table.game.name
    usual = solver_of(name).usual if start.daily and solvable(name) else ""
    return laying.Wish(
        game=name, seats=[], silence=table.silence, difficulty=start.difficulty or usual,
        watching=start.watching, clock=ClockWish(**start.clock.data()),
        winnable=start.winnable or bool(start.daily and solvable(name) and not usual),
    )


@router.post("/t/{table}/{secret}/again")
async def play_again(request: Request) -> Response:
    """Lays the next table for the same people; asked again it answers the same table."""
    table, opened = await enter(request)
    seat = check_plays(opened)
    wished = await read(request, AgainWished) if await request.body() else None
    asker = Asker(address_of(request), table.id)
    name = await lay_again(house_of(request), table, asker, seat, wished)
    return JSONResponse({"link": f"/t/{name}/{request.path_params['secret']}"}, 201)


@router.post("/api/tables/mine")
async def my_tables(request: Request) -> Response:
    """Tells how the tables stand whose links a device has kept; what opens nothing is left out."""
    asked = await read(request, MineAsked)
    house, say = house_of(request), say_to(request)
    lobby = lobby_of(request)
    found = [
        await _waiting(lobby, link, say) or await _standing(house, link, say)
        for link in dict.fromkeys(asked.links)
    ]
    return JSONResponse({"tables": [one for one in found if one is not None]})


async def _waiting(lobby: Lobby, link: str, say: Say) -> dict[str, Any] | None:
    """Tells of a table that waits for others."""
    parts = link.split("/")
    if len(parts) != 4 or parts[:2] != ["", "m"]:
        return None
    try:
        meeting = await lobby.find(parts[2])
    except Problem:
        return None
    own = meeting.seats_of(parts[3])
    if not own or not meeting.is_open:
        return None
    others = [one.name for seat, one in enumerate(meeting.chairs) if seat not in own and one.name]
    return {
        "link": link, "game": say(game_class(meeting.game).TITLE), "with": others,
        "headline": say("Waiting for others"), "yours": False, "watching": False, "ended": False,
        "onward": "",
    }


async def _standing(house: House, link: str, say: Say) -> dict[str, Any] | None:
    """Tells how the table of one link stands, as the link may know it."""
    parts = link.split("/")
    if len(parts) != 4 or parts[0] or parts[1] not in ("t", "m"):
        return None
    try:
        table, opened = await open_link(house, parts[2], parts[3])
    except Problem:
        return None
    view = table.match.view(seat_seen(table, opened, None))
    names = table.names(say)
    return {
        "link": link,
        "game": say(table.game.title),
        "with": [name for seat, name in enumerate(names) if seat not in opened.seats],
        "headline": headline(table.match, view, names, say),
        "yours": _is_asked(table, opened),
        "watching": opened.seats == (NOBODY,),
        "ended": table.match.over,
        "onward": await onward(house, table),
    }


def _is_asked(table: Table, opened: Pass) -> bool:
    return not table.match.over and table.match.turn in opened.seats and table.match.turn >= 0
