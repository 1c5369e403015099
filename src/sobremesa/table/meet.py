"""Meeting over the wire: the lobby, playing now, taking a chair and giving it back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, Hashable
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import anyio
from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.datastructures import FormData
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from sobremesa.core.game import game_class, make_game
from sobremesa.core.options import Option, Value
from sobremesa.table import laying
from sobremesa.table.clock import in_words, read_control
from sobremesa.table.codes import drawn_link
from sobremesa.table.events import is_invitation
from sobremesa.table.invitations import KEY, Invited, SeatTaken, is_ours
from sobremesa.table.landing import landing
from sobremesa.table.limits import address_of
from sobremesa.table.live import PERSON
from sobremesa.table.lobby import Gone, Lobby
from sobremesa.table.look import page
from sobremesa.table.meeting import FREE, PACES, Guest, Meeting, meetable
from sobremesa.table.minds import Asker
from sobremesa.table.names import LONGEST_NAME
from sobremesa.table.numbers import Body
from sobremesa.table.people import guest_of, who
from sobremesa.table.problems import Problem
from sobremesa.table.sentences import script_words
from sobremesa.table.start import FREELY, PUBLIC
from sobremesa.table.visit import denial, house_of, language_of, read, say_to
from sobremesa.table.watching import sentence
from sobremesa.table.words import Say

router = APIRouter()

# Seconds for which changes are gathered before a page of the lobby is told.
TOGETHER = 0.1
LONGEST_SAID = 200


class BotsAsked(Body):
    """Whether somebody wants bots on the free chairs."""

    bots: bool


def lobby_of(connection: HTTPConnection) -> Lobby:
    """Gives the lobby of this server."""
    lobby = connection.app.state.lobby
    assert isinstance(lobby, Lobby)
    return lobby


def text_in(form: FormData, field: str) -> str:
    """Gives what a field of a form says; nothing for a file."""
    value = form.get(field, "")
    return value if isinstance(value, str) else ""


@router.get("/lobby")
async def lobby_page(request: Request) -> Response:
    """Shows the open tables, and the way to play now."""
    game = request.query_params.get("game", "")
    return page(
        request, "lobby.html", words=script_words(say_to(request)),
        games=[game_class(name) for name in meetable()], paces=PACES, chosen=game,
        longest_name=LONGEST_NAME, you=await who(request),
        tables=[
            told_in_lobby(one, say_to(request))
            for one in lobby_of(request).shown(await guest_of(request))
        ],
    )


@router.post("/play")
async def play_now(request: Request) -> Response:
    """Finds a table for somebody, and leads there."""
    async with request.form() as form:
        meeting, secret = await lobby_of(request).play_now(
            text_in(form, "game"), text_in(form, "pace"), text_in(form, "name"),
            Asker(address_of(request)), await guest_of(request),
        )
    return RedirectResponse(f"/m/{meeting.id}/{secret}", 303)


@router.get("/m/{meeting}")
async def invitation(request: Request, meeting: str) -> Response:
    """Shows whoever was invited what is to be played, and who is there."""
    found = await _found(request, meeting)
    if not found.is_open or not found.free():
        raise Gone
    return page(
        request, "invitation.html", meeting=found, game=game_class(found.game),
        pace=pace_of(found, say_to(request)), names=_names(found, say_to(request)),
        longest_name=LONGEST_NAME, you=await who(request), watched=watched(found, say_to(request)),
        rules=house_rules(found, say_to(request)),
    )


@router.post("/m/{meeting}/sit")
async def sit(request: Request, meeting: str) -> Response:
    """Gives somebody a free chair, and leads there."""
    async with request.form() as form:
        name = text_in(form, "name")
    found, secret = await lobby_of(request).sit(
        meeting, name, Asker(address_of(request)), await guest_of(request)
    )
    return RedirectResponse(f"/m/{found.id}/{secret}", 303)


@router.get("/m/{meeting}/code")
async def invitation_code(request: Request, meeting: str) -> Response:
    """Draws the invitation for the camera of another device."""
    await _found(request, meeting)
    return drawn_link(request, f"/m/{meeting}")


@router.get("/m/{meeting}/{secret}/code")
async def friend_code(request: Request, meeting: str, secret: str) -> Response:
    """Draws the link of a friend's chair."""
    with contextlib.suppress(Invited):
        await own_meeting(request, meeting, secret)
    return drawn_link(request, f"/m/{meeting}/{secret}")


@router.get("/m/{meeting}/{secret}")
async def waiting_page(request: Request, meeting: str, secret: str) -> Response:
    """Shows who has come, until the table is laid; then leads there."""
    lobby = lobby_of(request)
    try:
        found = await own_meeting(request, meeting, secret)
    except Invited:
        return await _landing(request, meeting, secret)
    if await lobby.is_ready(found):
        return RedirectResponse(f"/t/{meeting}/{secret}", 303)
    return page(
        request, "meeting.html", meeting=found, game=game_class(found.game),
        base=f"/m/{meeting}/{secret}", words=script_words(say_to(request)),
        pace=pace_of(found, say_to(request)), house=request.app.state.address,
        promise=await lobby.promise(found), watched=watched(found, say_to(request)),
        rules=house_rules(found, say_to(request)),
    )


async def _landing(request: Request, meeting: str, invitation: str) -> Response:
    """Show whoever opens an invitation what they are invited to."""
    found, say = await _found(request, meeting), say_to(request)
    if await lobby_of(request).is_ready(found):
        return RedirectResponse(f"/t/{meeting}/{invitation}", 303)
    if not found.is_open:
        raise Gone
    own = found.kept_for(invitation)
    called = zip(found.chairs, _names(found, say), strict=True)
    return landing(
        request, f"/m/{meeting}/{invitation}", game_class(found.game),
        [chair.name if seat in own else name for seat, (chair, name) in enumerate(called)],
        own, watched(found, say),
    )


@router.post("/m/{meeting}/{secret}/leave")
async def leave(request: Request, meeting: str, secret: str) -> Response:
    """Gives a chair back, and leads to the lobby."""
    await own_meeting(request, meeting, secret)
    await lobby_of(request).change(
        meeting, lambda old: old.given_back(old.seats_of(secret))
    )
    return RedirectResponse("/lobby", 303)


@router.post("/m/{meeting}/{secret}/bots")
async def wish_for_bots(request: Request, meeting: str, secret: str) -> Response:
    """Notes whether somebody wants bots on the free chairs."""
    await own_meeting(request, meeting, secret)
    asked = await read(request, BotsAsked)
    found = await lobby_of(request).change(
        meeting, lambda old: old.agreed(old.seats_of(secret), asked.bots)
    )
    return JSONResponse({"open": found.is_open})


async def _found(connection: HTTPConnection, name: str) -> Meeting:
    return await lobby_of(connection).find(name[:100])


async def own_meeting(connection: HTTPConnection, name: str, secret: str) -> Meeting:
    """Finds the meeting at which somebody has a chair."""
    found = await _found(connection, name)
    if is_invitation(secret):
        await _check_invitation(connection, found, secret)
        raise Invited
    if not found.seats_of(secret):
        raise Gone
    return found


async def _check_invitation(
    connection: HTTPConnection, meeting: Meeting, invitation: str
) -> None:
    """Refuse what is no invitation to a chair that is free to be taken."""
    store = house_of(connection).store
    if not is_ours(await store.read(store.key, KEY), invitation):
        raise Gone
    if not meeting.kept_for(invitation):
        raise SeatTaken


def pace_of(meeting: Meeting, say: Say) -> str:
    """Says how fast is played at a meeting."""
    if meeting.pace in PACES:
        return say(PACES[meeting.pace].title)
    return in_words(read_control(meeting.clock)).said(say)


def house_rules(meeting: Meeting, say: Say) -> list[str]:
    """List the options that whoever opened a table has chosen otherwise than they are printed."""
    return [
        f"{say(option.title)}: {say(option.word(value))}"
        for option, value in _chosen(meeting.game, tuple(sorted(meeting.options.items())))
    ]


@lru_cache(maxsize=1000)
def _chosen(game: str, options: tuple[tuple[str, Value], ...]) -> list[tuple[Option, Value]]:
    made = make_game(game, dict(options))
    known = {option.name: option for option in made.declared()}
    return [(known[name], value) for name, value in made.chosen().items() if name != "players"]


def watched(meeting: Meeting, say: Say) -> str:
    """Say what those who watch may see at the table of a meeting."""
    chosen = meeting.watching if meeting.watching in FREELY else PUBLIC
    return sentence(chosen, [], say)


def _names(meeting: Meeting, say: Say) -> list[str]:
    """Says who sits on each chair; nothing of a free one."""
    called = {FREE: "", PERSON: say("somebody")}
    return [one.name or called.get(one.kind, say("bot")) for one in meeting.chairs]


def told_in_lobby(meeting: Meeting, say: Say) -> dict[str, Any]:
    """Tells of a meeting what everybody may know."""
    return {
        "id": meeting.id, "game": say(game_class(meeting.game).TITLE),
        "pace": pace_of(meeting, say), "free": meeting.free(),
        "usual": not house_rules(meeting, say), "rated": meeting.rated,
        "names": [name for name in _names(meeting, say) if name],
        "watching": "" if meeting.watching == PUBLIC else watched(meeting, say),
    }


def told_at_table(meeting: Meeting, secret: str, company: float, say: Say) -> dict[str, Any]:
    """Tells somebody who waits who else does, and in how many seconds bots are offered."""
    own = meeting.seats_of(secret)
    waiting = meeting.waiting()
    return {
        "chairs": _names(meeting, say), "yours": own, "free": meeting.free(),
        "waiting": len(waiting), "agreed": sum(meeting.chairs[seat].bots for seat in waiting),
        "bots": any(meeting.chairs[seat].bots for seat in own), "open": meeting.is_open,
        "rated": meeting.rated,
        "offer": round(max(0.0, meeting.made + company - time.time()), 1),
    }


@router.websocket("/lobby/live")
async def live_lobby(socket: WebSocket) -> None:
    """Tells a page of the lobby which tables are open, whenever that changes."""
    lobby, say, house = lobby_of(socket), say_to(socket), house_of(socket)
    wanted: dict[Hashable, int] = {("lobby", address_of(socket)): house.limits.watching}
    try:
        house.sockets.check(wanted)
    except Problem as refused:
        await socket.send_denial_response(denial(refused, say))
        return
    with house.sockets.held(wanted):
        await socket.accept()
        await _tell_lobby(socket, lobby, say, await guest_of(socket))


async def _tell_lobby(socket: WebSocket, lobby: Lobby, say: Say, guest: Guest) -> None:
    rung = asyncio.Event()
    rung.set()
    lobby.listeners.add(rung)

    async def tell() -> None:
        said = ""
        while True:
            await rung.wait()
            await anyio.sleep(TOGETHER if said else 0)
            rung.clear()
            wanted = (guest.apart, language_of(socket))
            if wanted not in lobby.told:
                tables = [told_in_lobby(one, say) for one in lobby.shown(guest)]
                lobby.told[wanted] = json.dumps({"tables": tables})
            fresh = lobby.told[wanted]
            if fresh != said:
                said = fresh
                await socket.send_text(fresh)

    try:
        await until_gone(socket, tell)
    finally:
        lobby.listeners.discard(rung)


async def until_gone(socket: WebSocket, tell: Callable[[], Awaitable[None]]) -> None:
    """Tells until the page is gone, which says nothing more."""
    async with anyio.create_task_group() as both:
        both.start_soon(_patiently, tell)
        try:
            while True:
                if len(await socket.receive_text()) > LONGEST_SAID:
                    await socket.close(1008)
                    break
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        both.cancel_scope.cancel()


async def _patiently(tell: Callable[[], Awaitable[None]]) -> None:
    try:
        await tell()
    except (WebSocketDisconnect, RuntimeError):
        return


@router.websocket("/m/{meeting}/{secret}/live")
async def live_meeting(socket: WebSocket) -> None:
    """Keeps a chair while the page is open, tells who has come, and then the way to the table.

    The page says first what it adds to the deals: `{"cut": …}`.
    """
    lobby, say, house = lobby_of(socket), say_to(socket), house_of(socket)
    name, secret = socket.path_params["meeting"], socket.path_params["secret"]
    wanted: dict[Hashable, int] = {("waiting", address_of(socket)): house.limits.playing}
    try:
        await own_meeting(socket, name, secret)
        house.sockets.check(wanted)
    except Problem as refused:
        await socket.send_denial_response(denial(refused, say))
        return
    with house.sockets.held(wanted), lobby.connected(name, secret) as (line, rung):
        await socket.accept()

        async def tell() -> None:
            while True:
                rung.clear()
                found = await _found(socket, name)
                told = told_at_table(found, secret, house.pace.company, say)
                told["go"] = f"/t/{name}/{secret}" if await lobby.is_ready(found) else ""
                if not found.seats_of(secret):
                    told["go"] = "/lobby"
                await socket.send_text(json.dumps(told, ensure_ascii=False))
                await rung.wait()

        try:
            with anyio.fail_after(house.limits.body_time):
                said = await socket.receive_text()
            await _come(lobby, name, secret, line, _cut(said))
        except (ValueError, RecursionError, Problem, TimeoutError):
            await socket.close(1008)
            return
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return
        await until_gone(socket, tell)


def _cut(said: str) -> str:
    """Reads what a page adds to the deals.

    :raises ValueError: if that cannot be read.
    """
    greeting = json.loads(said) if len(said) <= LONGEST_SAID else None
    cut = greeting.get("cut", "") if isinstance(greeting, dict) else None
    if not isinstance(cut, str):
        raise ValueError
    return cut


async def _come(lobby: Lobby, name: str, secret: str, line: str, cut: str) -> None:
    """Notes that somebody's page has come; a meeting that is over by now has its own answer."""
    try:
        await lobby.change(name, lambda old: old.came(old.seats_of(secret), line, cut))
    except Gone:
        return


def link_of_meeting(meeting: Meeting, secret: str, friends: dict[int, str]) -> str:
    """Makes the link to a meeting for whoever opened it, with those to give away behind the #."""
    links = [f"{seat}={quote(f'/m/{meeting.id}/{one}')}" for seat, one in friends.items()]
    if meeting.watch:
        links.append(f"watch={quote(f'/t/{meeting.id}/{meeting.watch}')}")
    return f"/m/{meeting.id}/{secret}#" + "&".join(links)


async def gather(request: Request, wish: laying.Wish) -> Response:
    """Opens a table at which some seats are free, and leads there."""
    lobby = lobby_of(request)
    meeting, secret, friends = await lobby.gather(
        wish, Asker(address_of(request)), guest=await guest_of(request)
    )
    return RedirectResponse(link_of_meeting(meeting, secret, friends), 303)
