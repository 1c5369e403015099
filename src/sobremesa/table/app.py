"""The application."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from sobremesa.core.errors import Phrase, Refused, UnknownGame
from sobremesa.table import (
    again,
    agreeing,
    alone,
    analysis,
    archive,
    claims,
    club_pages,
    codes,
    endings,
    learn,
    meet,
    notify,
    offline,
    pages,
    play,
    programs,
    promises,
    reviews,
    shunning,
    wellbeing,
    you,
)
from sobremesa.table.analysis import Analyses
from sobremesa.table.bell import new_name
from sobremesa.table.clubs import Clubs
from sobremesa.table.compressing import Compressing
from sobremesa.table.engines import seat_engines
from sobremesa.table.fate import Fate
from sobremesa.table.guard import LARGEST_BODY, Guard
from sobremesa.table.limits import Limits
from sobremesa.table.live import House, Pace
from sobremesa.table.lobby import Lobby
from sobremesa.table.look import page
from sobremesa.table.messages import Drawn
from sobremesa.table.metrics import Metrics
from sobremesa.table.notices import Notices
from sobremesa.table.passkeys import read_site
from sobremesa.table.people import People
from sobremesa.table.problems import Problem, headers_of, status_of
from sobremesa.table.push import read_contact
from sobremesa.table.reviews import Reviews
from sobremesa.table.scripts import STATIC, Files
from sobremesa.table.storage import Store
from sobremesa.table.visit import denial, say_to
from sobremesa.table.wellbeing import Counting, add_gauges, tell_figures
from sobremesa.table.words import plural

# The rooms of the house, each with the addresses that lead to it.
ROOMS = (
    play, agreeing, again, meet, claims, club_pages, codes, alone, notify, offline, programs,
    promises, wellbeing, you, shunning, analysis, endings, learn, reviews, pages,
)


def create_app(
    url: str, *, pace: Pace | None = None, fate: Fate | None = None, workers: int | None = None,
    limits: Limits | None = None, address: str = "", figures: int = 0,
    figures_host: str = "127.0.0.1", site: str = "", contact: str = "",
) -> FastAPI:
    """Makes the table for a database: `sqlite:///table.db`, or PostgreSQL by its URL.

    :param address: where other devices can open the pages, if that is known.
    :param workers: how many bots think at the same time, and how many questions are worked out.
    :param figures: the port where figures can be read; 0: none.
    :param figures_host: the address of that port.
    :param site: the origin under which browsers open the pages, if requests do not say it.
    :param contact: where push services find the owner: `mailto:…` or `https://…`.
    """
    contact = read_contact(contact) or (site if site.startswith("https:") else "")
    metrics = Metrics()

    @asynccontextmanager
    async def open_house(app: FastAPI) -> AsyncIterator[None]:
        store = Store(url, new_name())
        store.metrics = metrics
        await asyncio.to_thread(store.migrate)
        house = House(
            store, pace or Pace(), fate or Fate(), workers or max(1, (os.cpu_count() or 2) // 2),
            limits or Limits(),
        )
        app.state.house = house
        app.state.drawn = Drawn()
        app.state.analyses = Analyses(house.questions)
        app.state.reviews = Reviews(house)
        app.state.lobby = Lobby(house)
        app.state.people = People(house)
        app.state.clubs = Clubs(house)
        app.state.notices = Notices(house, contact)
        app.state.lobby.changed = app.state.notices.met
        await house.open()
        await app.state.lobby.open()
        await app.state.clubs.open()
        add_gauges(metrics, house, app.state.drawn)
        telling = await tell_figures(house, metrics, figures_host, figures) if figures else None
        loop = asyncio.get_running_loop()
        app.state.drain = lambda: asyncio.run_coroutine_threadsafe(house.drain(), loop)
        house.away = archive.found_away
        errands = (
            house.resume(), house.beat(), app.state.people.ledger.catch_up(),
            archive.tend(house, house.limits.put_away), app.state.notices.catch_up(),
        )
        going_on = [asyncio.create_task(errand) for errand in errands]
        try:
            yield
        finally:
            for task in going_on:
                task.cancel()
            if telling is not None:
                telling.close()
            app.state.reviews.close()
            await house.leave()
            app.state.notices.close()
            house.close()

    app = FastAPI(
        title="Sobremesa", lifespan=open_house, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.address = address.rstrip("/")
    app.state.site = read_site(site)
    seat_engines()
    for part in ROOMS:
        app.include_router(part.router)
    app.mount("/static", Files(directory=STATIC))
    app.add_exception_handler(Refused, _refuse)
    app.add_exception_handler(HTTPException, _refuse_route)
    app.add_middleware(Compressing)
    app.add_middleware(Guard, too_large=_too_large, foreign=_foreign)
    app.add_middleware(Counting, metrics=metrics)
    return app


async def _refuse(request: Request, refused: Exception) -> Response:
    """Answers a refusal: a page to a browser that shows pages, else JSON."""
    assert isinstance(refused, Refused)
    say = say_to(request)
    if "text/html" not in request.headers.get("accept", ""):
        return denial(refused, say)
    status, _ = status_of(refused)
    hint = refused.values.get("hint")
    if isinstance(refused, UnknownGame) and isinstance(hint, Phrase) and "words" in hint.values:
        # The names of all games are for programs: a page leads to the games themselves.
        refused = Refused("there is no game called {name}", name=refused.values["name"])
    shown = page(request, "problem.html", status, reason=refused.said(say), missing=status == 404)
    shown.headers.update(headers_of(refused))
    return shown


async def _refuse_route(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, HTTPException)
    problem = Problem(refused.status_code, "unreadable", "The request cannot be read.")
    if refused.status_code == 404:
        problem = Problem(404, "not-found", "There is nothing here.")
    elif refused.status_code == 405:
        problem = Problem(405, "wrong-method", "That cannot be done at this address.")
    return await _refuse(request, problem)


async def _too_large(scope: Scope, receive: Receive, send: Send) -> None:
    large = Problem(
        413, "too-large",
        plural(
            "That is too large: at most {most} byte.",
            "That is too large: at most {most} bytes.", by="most",
        ),
        most=LARGEST_BODY,
    )
    await _refuse_unread(large, scope, receive, send)


async def _foreign(scope: Scope, receive: Receive, send: Send) -> None:
    elsewhere = Problem(403, "another-site", "This was sent by a page of another site.")
    if scope["type"] == "websocket":
        socket = WebSocket(scope, receive, send)
        await socket.send_denial_response(denial(elsewhere, say_to(socket)))
    else:
        await _refuse_unread(elsewhere, scope, receive, send)


async def _refuse_unread(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuses a request whose body nobody reads, so that the connection cannot be used again."""
    answer = await _refuse(Request(scope), problem)
    answer.headers["Connection"] = "close"
    await answer(scope, receive, send)
