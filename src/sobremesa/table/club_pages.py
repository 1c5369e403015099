"""Tournaments over the wire: made, entered, paired, decided and left, and shown as pages and CSV.

There is one link for everybody, one for organisers, and one for each person who plays, which opens
all their tables.
"""

from __future__ import annotations

import contextlib
import hmac
import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from sobremesa.core.errors import BadOption
from sobremesa.core.game import game_class, game_for_people, make_game
from sobremesa.table import club_storage
from sobremesa.table.clubs import Clubs, NoTournament
from sobremesa.table.codes import drawn_link
from sobremesa.table.events import fingerprint, is_invitation
from sobremesa.table.invitations import Invited
from sobremesa.table.landing import landing
from sobremesa.table.limits import address_of
from sobremesa.table.look import page
from sobremesa.table.meet import text_in, until_gone
from sobremesa.table.meeting import PACES
from sobremesa.table.minds import Asker
from sobremesa.table.names import LONGEST_NAME, visible
from sobremesa.table.numbers import number_in
from sobremesa.table.pages import field_kind, options_in, reason_of
from sobremesa.table.pairing import BYE
from sobremesa.table.problems import Problem, field_of
from sobremesa.table.sentences import script_words
from sobremesa.table.tournament import (
    DECIDED,
    DUPLICATE,
    DUPLICATES,
    FORMS,
    LEFT,
    LONGEST_TITLE,
    MOST_BOARDS,
    MOST_ROUNDS,
    SCORINGS,
    TIE_BREAKS,
    Encounter,
    Tournament,
    pairings_csv,
    playable,
    standings_csv,
)
from sobremesa.table.visit import denial, house_of, say_to
from sobremesa.table.words import Say

router = APIRouter()

# What the form of a tournament asks besides the options of its game.
FORM_FIELDS: Final = ("title", "form", "scoring", "rounds", "boards", "pace")
# What an organiser can decide, as it is sent.
VERDICTS: Final = {"1": 1.0, "0.5": 0.5, "0": 0.0}


@dataclass(frozen=True)
class Visitor:
    """Who looks at a tournament: an organiser, somebody of a side, or anybody."""

    found: Tournament
    secret: str = ""
    organises: bool = False
    side: int | None = None

    @property
    def base(self) -> str:
        """The address of their page."""
        return f"/c/{self.found.id}" + (f"/{self.secret}" if self.secret else "")


def clubs_of(connection: HTTPConnection) -> Clubs:
    """Gives the tournaments of this server."""
    clubs = connection.app.state.clubs
    assert isinstance(clubs, Clubs)
    return clubs


async def _visitor(request: Request) -> Visitor:
    """Finds the tournament of an address, and what its secret opens."""
    found = await clubs_of(request).find(request.path_params["club"])
    secret = request.path_params.get("secret", "")
    if not secret:
        return Visitor(found)
    if is_invitation(secret):
        raise Invited if found.side_invited(secret) is not None else NoTournament
    organises = hmac.compare_digest(found.organiser, fingerprint(secret))
    side = found.side_of(secret)
    if not organises and side is None:
        raise NoTournament
    return Visitor(found, secret, organises, side)


async def _organiser(request: Request) -> Visitor:
    visitor = await _visitor(request)
    if not visitor.organises:
        raise Problem(403, "not-organiser", "Only organisers may do that.")
    return visitor


@router.get("/clubs")
async def new_tournament(request: Request) -> Response:
    """Asks what is to be played, and how."""
    return _form_page(request, request.query_params)


def _form_page(
    request: Request, entered: Mapping[str, Any], refused: BadOption | Problem | None = None
) -> Response:
    name = str(entered.get("game") or next(iter(playable())))
    kind = game_class(name)
    if name not in playable():
        raise Problem(
            422, "two-sides", "In a tournament two sides meet: choose rules for two players, or "
            "for partners.", field="game",
        )
    usual = make_game(name, dict(playable()[name]))
    fixed = set(DUPLICATES[name].options) if name in DUPLICATES else set()
    say = say_to(request)
    return page(
        request, "clubs.html", 422 if refused else 200, game=kind, entered=entered,
        games=[game_class(one) for one in playable()], options=kind.declared(), usual=usual,
        fresh=refused is None, field=field_kind, forms=FORMS, scorings=SCORINGS, paces=PACES,
        most_rounds=MOST_ROUNDS, most_boards=MOST_BOARDS, longest=LONGEST_TITLE,
        duplicate=name in DUPLICATES, fixed=fixed,
        reason=reason_of(kind, refused, say) if refused else "",
        fault=field_of(refused) if refused else "", words=script_words(say),
    )


@router.post("/clubs")
async def found_tournament(request: Request) -> Response:
    """Makes the tournament of the form and leads to its organiser's page."""
    async with request.form() as form:
        entered = {field: text_in(form, field) for field in form}
        kind = game_class(entered.get("game", ""))
        try:
            rules = {one: value for one, value in form.items() if one not in FORM_FIELDS}
            wish = _wish(kind.NAME, entered, options_in(kind, type(form)(rules)))
            made, secret = await clubs_of(request).found(wish, Asker(address_of(request)))
        except (BadOption, Problem) as refused:
            if "text/html" not in request.headers.get("accept", ""):
                raise
            return _form_page(request, entered, refused)
    return RedirectResponse(f"/c/{made.id}/{secret}", 303)


def _wish(name: str, entered: Mapping[str, str], options: dict[str, str]) -> Tournament:
    """Reads the form of a tournament."""
    title = visible(entered.get("title", ""))
    if not 0 < len(title) <= LONGEST_TITLE:
        raise Problem(
            422, "bad-title", "A tournament has a name of 1 to {most} characters.",
            most=LONGEST_TITLE, field="title",
        )
    pace = entered.get("pace") or "none"
    if pace not in PACES:
        raise Problem(
            422, "bad-pace", "There is no pace {pace}: choose {known}.", pace=pace[:20],
            known=list(PACES), field="pace",
        )
    form = entered.get("form", "")
    duplicate = form == DUPLICATE
    return Tournament(
        "", title, name, dict(game_for_people(name, options).options), form, "", "",
        (entered.get("scoring") or next(iter(SCORINGS))) if duplicate else "",
        number_in(entered.get("rounds") or "5") or 0,
        (number_in(entered.get("boards") or "4") or 0) if duplicate else 0, pace,
    )


@router.get("/c/{club}")
async def public_page(request: Request) -> Response:
    """Shows a tournament to everybody, and lets sides enter until it begins."""
    return await _show(request, await _visitor(request))


@router.post("/c/{club}/enter")
async def enter(request: Request) -> Response:
    """Lets a side enter, and leads to the page of whoever entered it; the link of a partner
    travels behind the #, which never reaches a server again."""
    found = (await _visitor(request)).found
    async with request.form() as form:
        names = [text_in(form, f"name{place}") for place in range(found.members)]
        cut = text_in(form, "cut")
    found, opened = await clubs_of(request).enter(
        found.id, names, cut, Asker(address_of(request))
    )
    ways = [f"/c/{found.id}/{one}" for one in opened]
    behind = "#" + "&".join(f"partner={quote(one)}" for one in ways[1:]) if ways[1:] else ""
    return RedirectResponse(ways[0] + behind, 303)


@router.get("/c/{club}/code")
async def public_code(request: Request) -> Response:
    """Draws the link for everybody for the camera of another device."""
    visitor = await _visitor(request)
    return drawn_link(request, visitor.base)


@router.get("/c/{club}/standings.csv")
async def standings(request: Request) -> Response:
    """Gives the standings as a table of commas."""
    return _csv((await _visitor(request)).found, "standings", standings_csv)


@router.get("/c/{club}/pairings.csv")
async def pairings(request: Request) -> Response:
    """Gives who meets whom as a table of commas."""
    return _csv((await _visitor(request)).found, "pairings", pairings_csv)


def _csv(found: Tournament, what: str, write: Any) -> Response:
    name = f"{what}-{found.id}.csv"
    return PlainTextResponse(
        write(found), media_type="text/csv",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/c/{club}/{secret}")
async def own_page(request: Request) -> Response:
    """Shows a tournament to an organiser, or to somebody who plays in it."""
    try:
        visitor = await _visitor(request)
    except Invited:
        return await _landing(request)
    if visitor.organises:
        await clubs_of(request).sweep(visitor.found.id)
        visitor = await _visitor(request)
    return await _show(request, visitor)


async def _landing(request: Request) -> Response:
    """Show a partner what they are invited to."""
    found = await clubs_of(request).find(request.path_params["club"])
    invitation = request.path_params["secret"]
    side = found.sides[found.side_invited(invitation) or 0]
    keys = [one.key for one in side.members]
    return landing(
        request, f"/c/{found.id}/{invitation}", game_class(found.game),
        [one.name for one in side.members], [keys.index(fingerprint(invitation))],
        title=found.title,
    )


@router.get("/c/{club}/{secret}/code")
async def own_code(request: Request) -> Response:
    """Draws a link for the camera of another device."""
    with contextlib.suppress(Invited):
        await _visitor(request)
    return drawn_link(request, request.url.path.removesuffix("/code"))


@router.post("/c/{club}/{secret}/pair")
async def pair(request: Request) -> Response:
    """Pairs the next round and lays its tables; whoever comes second is told so."""
    visitor = await _organiser(request)
    async with request.form() as form:
        seen = number_in(text_in(form, "seen"))
    await clubs_of(request).pair(visitor.found.id, -1 if seen is None else seen)
    return RedirectResponse(visitor.base, 303)


@router.post("/c/{club}/{secret}/decide")
async def decide(request: Request) -> Response:
    """Lets an organiser decide an encounter that was not finished."""
    visitor = await _organiser(request)
    async with request.form() as form:
        number, place = (number_in(text_in(form, one), 1, 999) for one in ("round", "place"))
        points = VERDICTS.get(text_in(form, "points"), -1.0)
    await clubs_of(request).decide(visitor.found.id, number or 0, (place or 0) - 1, points)
    return RedirectResponse(visitor.base, 303)


@router.post("/c/{club}/{secret}/leave")
async def leave(request: Request) -> Response:
    """Lets a side go: one's own, or one that an organiser names."""
    visitor = await _visitor(request)
    side = visitor.side
    if visitor.organises:
        async with request.form() as form:
            side = number_in(text_in(form, "side"))
    await clubs_of(request).leave(visitor.found.id, -1 if side is None else side)
    still = visitor.organises or not visitor.found.is_open
    return RedirectResponse(visitor.base if still else f"/c/{visitor.found.id}", 303)


@router.websocket("/c/{club}/live")
async def live_tournament(socket: WebSocket) -> None:
    """Tells a page whenever its tournament has changed."""
    clubs, say, house = clubs_of(socket), say_to(socket), house_of(socket)
    name = socket.path_params["club"]
    wanted: dict[Hashable, int] = {("club", address_of(socket)): house.limits.watching}
    try:
        await clubs.find(name)
        house.sockets.check(wanted)
    except Problem as refused:
        await socket.send_denial_response(denial(refused, say))
        return
    with house.sockets.held(wanted), clubs.listening(name) as rung:
        await socket.accept()

        async def tell() -> None:
            told = 0
            while True:
                found = await clubs.find(name)
                if found.version > told:
                    told = found.version
                    await socket.send_text(json.dumps({"version": told}))
                await rung.wait()
                rung.clear()

        await until_gone(socket, tell)


async def _show(request: Request, visitor: Visitor) -> Response:
    found, say = visitor.found, say_to(request)
    clubs = clubs_of(request)
    own = {
        table
        for number, pairs in enumerate(found.rounds, 1) for place, pair in enumerate(pairs)
        if visitor.side is not None and visitor.side in (pair.first, pair.second)
        for table in found.tables_of(number, place)
    }
    store = house_of(request).store
    ended = await store.read(club_storage.ended, store, sorted(own)) if own else set()
    rounds = [
        {
            "number": number,
            "pairs": [
                await _told(clubs, visitor, number, place, ended, say)
                for place in range(len(pairs))
            ],
        }
        for number, pairs in enumerate(found.rounds, 1)
    ]
    return page(
        request, "tournament.html", visitor=visitor, found=found, base=visitor.base,
        game=game_class(found.game), form=say(FORMS[found.form]), pace=say(PACES[found.pace].title),
        scoring=say(SCORINGS[found.scoring]) if found.scoring else "", rounds=rounds[::-1],
        standings=[_standing(found, one) for one in found.standings()],
        columns=[say(one) for one in found.columns()],
        how=say(TIE_BREAKS[found.scoring or found.form]), longest_name=LONGEST_NAME,
        words=script_words(say), house=request.app.state.address,
        secret=await clubs.shown_secret(found),
    )


def _standing(found: Tournament, one: Any) -> dict[str, Any]:
    side = found.sides[one.side]
    return {
        "place": one.place, "side": one.side, "name": side.name, "left": bool(side.left),
        "values": [halved(value) for value in one.values],
    }


async def _told(
    clubs: Clubs, visitor: Visitor, number: int, place: int, ended: set[str], say: Say
) -> dict[str, Any]:
    """Tells of an encounter what a visitor may know, with the ways to its tables."""
    found = visitor.found
    pair = found.rounds[number - 1][place]
    mine = visitor.side is not None and visitor.side in (pair.first, pair.second)
    tables = found.tables_of(number, place)
    watch = ""
    if tables and found.form != DUPLICATE:
        watch = f"/t/{tables[0]}/{await clubs.watch_secret(tables[0])}"
    return {
        "place": place + 1, "first": found.sides[pair.first].name,
        "second": say("rests") if pair.second == BYE else found.sides[pair.second].name,
        "is_done": pair.is_done, "mine": mine, "watch": watch,
        "result": result_text(found, number, pair, say),
        "tables": [
            {"link": f"/t/{table}/{visitor.secret}", "ended": table in ended, "number": at}
            for at, table in enumerate(tables, 1) if mine
        ],
    }


def result_text(found: Tournament, number: int, pair: Encounter, say: Say) -> str:
    """Says what came of an encounter."""
    if not pair.is_done:
        return ""
    if found.is_hidden(number, pair):
        return say("played")
    if pair.second == BYE:
        return halved(pair.points) if found.form != DUPLICATE else ""
    note = {LEFT: say("left"), DECIDED: say("decided")}.get(pair.how, "")
    if found.form == DUPLICATE:
        told = " ".join("–" if one is None else f"{one:+d}" for one in pair.boards)
    else:
        told = f"{halved(pair.points)} : {halved(1 - pair.points)}"
    return f"{told} ({note})" if note else told


def halved(value: float) -> str:
    """Writes a number with its half as people do.

    >>> halved(2.5), halved(0.5), halved(3.0), halved(61.25)
    ('2½', '½', '3', '61.25')
    """
    whole, rest = divmod(value, 1)
    if rest == 0.5:
        return f"{int(whole)}½" if whole else "½"
    return f"{value:g}"
