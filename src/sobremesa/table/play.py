"""Playing over the wire: moves by request, events by WebSocket or by asking again."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Hashable

import anyio
from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import JSONResponse, Response
from starlette.websockets import WebSocketDisconnect

from sobremesa.core.game import NOBODY
from sobremesa.table import laying
from sobremesa.table.again import onward
from sobremesa.table.asked import TalkAsked
from sobremesa.table.events import Pass
from sobremesa.table.followers import Follower
from sobremesa.table.limits import Limits, address_of
from sobremesa.table.live import Table
from sobremesa.table.messages import seated
from sobremesa.table.minds import Asker
from sobremesa.table.names import check_apart, clean_name
from sobremesa.table.numbers import Body, Mark, Whole, number_in
from sobremesa.table.problems import Problem
from sobremesa.table.reasons import MOST_TOUCHES, why
from sobremesa.table.visit import (
    check_named,
    check_own,
    check_plays,
    denial,
    drawn_in,
    ear_of,
    enter,
    house_of,
    read,
    say_to,
    seat_seen,
    sight_of,
    unreadable,
)
from sobremesa.table.watching import last_seen, ripens_in
from sobremesa.table.words import Say

router = APIRouter()

# How many faces the pages draw (`faces.js`).
FACES = 12

# A page says little; one that says more than this in ten seconds is cut off.
MOST_SAID = 60
SAID_WITHIN = 10.0
LONGEST_SAID = 2000


class NextAsked(Body):
    """The wish for the next hand, with the number of the last event that the client saw."""

    number: Whole


class MoveAsked(NextAsked):
    """A move as a client sends it."""

    seat: Whole
    move: Whole
    id: Mark


class NameAsked(Body):
    """A name for a seat."""

    seat: Whole
    name: str


class FaceAsked(Body):
    """A face for a seat, by its number."""

    seat: Whole
    face: Whole


class StandInAsked(Body):
    """The wish that a bot hold a seat, or no longer."""

    seat: Whole
    id: Mark


@router.post("/api/tables")
async def lay_table(request: Request) -> Response:
    """Lays a table and answers its links, which are kept nowhere else."""
    wish = await read(request, laying.Wish)
    laid = await laying.lay_in(house_of(request), wish, Asker(address_of(request)))
    return JSONResponse(
        {"table": laid.table, "mine": laid.mine, "friends": laid.friends, "watch": laid.watch},
        status_code=201,
    )


@router.get("/t/{table}/{secret}/state")
async def table_state(request: Request) -> Response:
    """Answers the table as it stands, or nothing if the client has seen it."""
    table, opened = await enter(request)
    asked = request.query_params
    told = asked.get("onward", "") == await onward(house_of(request), table)
    seat = seat_seen(table, opened, asked.get("seat"))
    last = last_seen(table, opened.seats, seat)
    if asked.get("last") == str(last) and told:
        return Response(status_code=204)
    sight = sight_of(table, opened, asked)
    drawn = drawn_in(request)
    now = drawn.look(table, last, seat, opened.seats, sight, say_to(request))
    return Response(drawn.text(table, now), media_type="application/json")


@router.post("/t/{table}/{secret}/moves")
async def play_move(request: Request) -> Response:
    """Plays a move; a move sent again under the same id is answered as before."""
    table, opened = await enter(request, up_to_date=False)
    asked = await read(request, MoveAsked)
    check_own(opened, asked.seat)
    mark = f"{asked.seat}:{asked.id}"
    number = await table.play(asked.seat, asked.move, asked.number, mark)
    return JSONResponse({"number": number})


@router.get("/t/{table}/{secret}/why")
async def why_not(request: Request) -> Response:
    """Says why what was touched leads to no move; nothing changes by asking."""
    table, opened = await enter(request)
    asked = request.query_params
    seat = seat_seen(table, opened, asked.get("seat"))
    check_own(opened, seat)
    if asked.get("number") != str(table.number):
        raise Problem(409, "stale", "The table has moved on.")
    table.check_turn(seat)
    touches = asked.getlist("touch")[: MOST_TOUCHES + 1]
    found = why(table.match.view(seat), table.match, touches, say_to(request))
    return JSONResponse({"text": found.text, "move": found.move})


@router.post("/t/{table}/{secret}/next")
async def deal_next(request: Request) -> Response:
    """Deals the next hand."""
    table, opened = await enter(request, up_to_date=False)
    asked = await read(request, NextAsked)
    check_plays(opened)
    return JSONResponse({"number": await table.deal_next(asked.number)})


@router.post("/t/{table}/{secret}/name")
async def name_seat(request: Request) -> Response:
    """Gives one's own seat a name."""
    table, opened = await enter(request)
    asked = await read(request, NameAsked)
    check_own(opened, asked.seat)
    check_named(table)
    name = clean_name(asked.name)
    await table.rename(asked.seat, name, lambda names: check_apart(name, asked.seat, names))
    return JSONResponse({"number": table.number})


@router.post("/t/{table}/{secret}/face")
async def face_seat(request: Request) -> Response:
    """Gives one's own seat a face."""
    table, opened = await enter(request)
    asked = await read(request, FaceAsked)
    check_own(opened, asked.seat)
    if not 0 <= asked.face < FACES:
        raise Problem(
            422, "unknown-face", "There is no face {number}: choose one of 1 to {most}.",
            number=asked.face + 1, most=FACES,
        )
    await table.give_face(asked.seat, asked.face)
    return JSONResponse({"number": table.number})


@router.post("/t/{table}/{secret}/talk")
async def speak(request: Request) -> Response:
    """Says a line to everybody or to one seat; sent again under the same id, it is said once."""
    table, opened = await enter(request)
    asked = await read(request, TalkAsked)
    check_own(opened, asked.seat)
    await table.speak(asked)
    return JSONResponse({"heard": len(table.talk.heard_by(asked.seat))}, status_code=201)


@router.get("/t/{table}/{secret}/talk")
async def hear(request: Request) -> Response:
    """Answers what was said behind the first `heard` lines, or nothing if that is all."""
    table, opened = await enter(request)
    asked = request.query_params
    seat = seat_seen(table, opened, asked.get("seat"))
    heard = number_in(asked.get("heard", "0"))
    if heard is None:
        raise unreadable("heard", asked["heard"])
    say = say_to(request)
    ear = ear_of(opened, seat)
    missed = table.talk.behind(ear, heard, table.names(say), say, table.deaf_to(ear))
    return JSONResponse(missed) if missed["talk"] else Response(status_code=204)


@router.post("/t/{table}/{secret}/stand-in")
async def stand_in(request: Request) -> Response:
    """Lets a bot hold the seat of somebody who is away, until they are back."""
    table, opened = await enter(request)
    asked = await read(request, StandInAsked)
    asker = check_plays(opened)
    if asked.seat in opened.seats:
        raise Problem(
            422, "no-stand-in", "A bot holds a seat only for another person at this table."
        )
    number = await table.stand_in(asked.seat, asker, f"{asker}:{asked.id}")
    return JSONResponse({"number": number})


@router.post("/t/{table}/{secret}/away")
async def step_away(request: Request) -> Response:
    """Lets a bot hold one's own seat, until one says that one is back."""
    table, opened = await enter(request)
    asked = await read(request, StandInAsked)
    check_own(opened, asked.seat)
    return JSONResponse({"number": await table.step_away(asked.seat, f"{asked.seat}:{asked.id}")})


@router.post("/t/{table}/{secret}/back")
async def sit_down_again(request: Request) -> Response:
    """Takes one's own seat again; somebody who sits there already stays."""
    table, opened = await enter(request)
    asked = await read(request, StandInAsked)
    check_own(opened, asked.seat)
    await table.sit_down_again(asked.seat)
    return JSONResponse({"number": table.number})


@router.get("/t/{table}/{secret}/seats")
async def seats(request: Request) -> Response:
    """Answers who is here."""
    table, opened = await enter(request)
    return JSONResponse(seated(table, opened.seats))


class Watcher(Follower):
    """One open page: what it looks at, and what it was sent last."""

    def __init__(
        self, socket: WebSocket, table: Table, opened: Pass, say: Say, patience: float
    ) -> None:
        super().__init__(table, opened, say, drawn_in(socket))
        self.socket = socket
        self.patience = patience
        self.said: deque[float] = deque(maxlen=MOST_SAID)

    async def serve(self) -> None:
        """Listens and tells until the page goes away."""
        self.table.listeners.add(self.bell)
        self.table.look()
        if self.table.presence.come(self.opened.seats):
            self.table.ring()
        try:
            async with anyio.create_task_group() as both:
                both.start_soon(self._tell)
                await self._listen()
                both.cancel_scope.cancel()
        finally:
            self.table.listeners.discard(self.bell)
            self.table.presence.go(self.opened.seats)

    async def _listen(self) -> None:
        """Takes `{"last": n, "seat": s, "shape": …}`, first as a greeting, later as a wish;
        `numerals` and `aids` are wishes too, `heard` counts the lines of talk it has, and
        `seats` asks to be told who is here."""
        while True:
            try:
                # A visitor who has said nothing yet keeps no place.
                with anyio.fail_after(None if self.said else self.patience):
                    said = await self.socket.receive_text()
            except TimeoutError:
                await self.socket.close(1008)
                return
            except (WebSocketDisconnect, RuntimeError, KeyError):
                return
            try:
                self._check_manners(said)
                self.hear(json.loads(said))
            except (Problem, ValueError, RecursionError) as wrong:
                reason = wrong.said(self.say) if isinstance(wrong, Problem) else "JSON"
                await self.socket.close(1008, reason[:100])
                return
            self.bell.set()

    def _check_manners(self, said: str) -> None:
        now = time.monotonic()
        full = len(self.said) == MOST_SAID
        if len(said) > LONGEST_SAID or (full and now - self.said[0] < SAID_WITHIN):
            raise Problem(429, "too-much", "That is too much at once.")
        self.said.append(now)

    async def _tell(self) -> None:
        while True:
            ripe = ripens_in(self.table, self.opened.seats, self.seat)
            with anyio.move_on_after(ripe):
                await self.bell.wait()
            self.bell.clear()
            if not self.said:
                continue
            try:
                await self.send_missing()
                await self._send_talk()
                await self.send_seats()
            except (WebSocketDisconnect, RuntimeError):
                return

    async def _send_talk(self) -> None:
        names = self.table.names(self.say)
        ear = ear_of(self.opened, self.seat)
        missed = self.table.talk.behind(
            ear, self.heard, names, self.say, self.table.deaf_to(ear)
        )
        if missed["talk"] or self.asks_talk:
            self.heard = int(missed["heard"])
            self.asks_talk = False
            await self.deliver(json.dumps(missed, ensure_ascii=False))

    async def deliver(self, text: str) -> None:
        """Sends a message."""
        await self.socket.send_text(text)


@router.websocket("/t/{table}/{secret}/live")
async def live(socket: WebSocket) -> None:
    """Sends every event of a table, numbered, beginning with those that the page missed."""
    say = say_to(socket)
    house = house_of(socket)
    try:
        table, opened = await enter(socket)
        wanted = _places(house.limits, opened, address_of(socket))
        house.sockets.check(wanted)
    except Problem as refused:
        await socket.send_denial_response(denial(refused, say))
        return
    with house.sockets.held(wanted):
        await socket.accept()
        await Watcher(socket, table, opened, say, house.limits.body_time).serve()


def _places(limits: Limits, opened: Pass, address: str) -> dict[Hashable, int]:
    """Names the places that a page takes up; those of watchers are not those of seats."""
    if opened.seats == (NOBODY,):
        return {("watch", opened.table): limits.table_watchers,
                ("watching", address): limits.watching}
    return {("seat", opened.table, opened.seats): limits.seat_pages,
            ("playing", address): limits.playing}
