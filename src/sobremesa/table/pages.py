"""The pages: gallery, game, table, replay, records, and the choice of language."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.datastructures import FormData, ImmutableMultiDict, UploadFile

from sobremesa import bots, open_deals, picture, record, schema
from sobremesa.bots.levels import LEVELS, SENTENCES
from sobremesa.core.errors import BadOption, Phrase, Refused
from sobremesa.core.game import (
    NOBODY,
    Game,
    View,
    game_class,
    game_for_people,
    known_games,
    make_game,
    served,
)
from sobremesa.core.options import Option
from sobremesa.ending_problems import DIFFICULTIES, GAMES
from sobremesa.families.lines.home import COUNTRIES
from sobremesa.picture.family import FAMILIES
from sobremesa.rules import draw, lessons, studies
from sobremesa.solvers import solvable, solver_of
from sobremesa.table import clock, laying, review_rows
from sobremesa.table.accounts import Account, SignInFirst
from sobremesa.table.again import onward
from sobremesa.table.asked import ClockWish
from sobremesa.table.effects import effect_lines
from sobremesa.table.events import Pass, fingerprint
from sobremesa.table.fairness import check_unsealed, record_of, tags_of
from sobremesa.table.invitations import Invited
from sobremesa.table.landing import landing
from sobremesa.table.limits import address_of
from sobremesa.table.live import BOT, Table
from sobremesa.table.look import (
    KINDS,
    Drawn,
    changes,
    in_words,
    late_picture,
    page,
    places,
    rules_picture,
    rules_text,
    study_picture,
    study_text,
)
from sobremesa.table.meet import gather
from sobremesa.table.messages import Told, company_of, hands, shown
from sobremesa.table.minds import Asker
from sobremesa.table.names import LONGEST_NAME
from sobremesa.table.numbers import number_in
from sobremesa.table.offline import kept_version
from sobremesa.table.people import own_match, take_seats, who
from sobremesa.table.problems import Problem, field_of
from sobremesa.table.review_rows import Comment
from sobremesa.table.sentences import script_words
from sobremesa.table.shunning import LONGEST_WORDS, REASONS, quieten
from sobremesa.table.start import PUBLIC
from sobremesa.table.storage import share_of
from sobremesa.table.talk import LONGEST_LINE, offers
from sobremesa.table.visit import (
    enter,
    house_of,
    language_of,
    say_to,
    seat_seen,
    sight_of,
    unknown_link,
)
from sobremesa.table.watching import choices, finished, last_seen, may_review, seats_to_watch
from sobremesa.table.watching import told as told_of_watchers
from sobremesa.table.words import COOKIE, LANGUAGES, SAID, Say, plural

router = APIRouter()

AN_HOUR = 3600
A_YEAR = 365 * 24 * 3600
# The options that everybody looks at first; the others fold away.
PLAIN_OPTIONS: tuple[str, ...] = ("players", "target", "hands")
# What the form of a game asks besides its options and who sits where.
FORM_FIELDS = ("game", "silence", "winnable", "daily", "today", "difficulty", "watching", "ticket",
               "cut", "rated", "clock", "clock.minutes", "clock.seconds", "clock.days",
               "clock.late")


@router.get("/")
async def gallery(request: Request) -> Response:
    """Shows all games, or those for so many players and of a kind."""
    players, kind = request.query_params.get("players", ""), request.query_params.get("kind", "")
    say = say_to(request)
    cards = []
    for name in known_games():
        game, fits = game_class(name), _usual_players(name)
        own = FAMILIES[game.FAMILY].kind
        hidden = number_in(players, 1) not in (None, *fits) or (kind in KINDS and kind != own)
        cards.append({
            "game": game, "kind": own, "players": fits, "hidden": hidden,
            "taught": lessons.places(name),
        })
    found = say(plural("{count} game", "{count} games"))
    return page(
        request, "gallery.html",
        offline=await asyncio.to_thread(kept_version, language_of(request)),
        cards=cards, kinds=KINDS, kind=kind, players=players,
        most=laying.MOST_SEATS, words=script_words(say), places=places(say), in_words=in_words,
        counts=[found.format(count=count) for count in range(len(cards) + 1)],
        today=house_of(request).fate.today(),
        todays=game_class(game_of(house_of(request).fate.today())),
    )


def game_of(day: str) -> str:
    """Names the game that the gallery proposes on a day.

    >>> len({game_of(f"2026.11.{day:02}") for day in range(1, 31)}) > 12
    True
    """
    games = list(known_games())
    return games[zlib.crc32(day.encode()) % len(games)]


@cache
def _usual_players(name: str) -> list[int]:
    """Lists how many can play with the usual set."""
    return served(name, {}, laying.MOST_SEATS)


@router.get("/pictures/{language}/{name}.svg")
async def game_picture(request: Request, language: str, name: str) -> Response:
    """Gives the picture of a game, which a browser may keep."""
    game_class(name)
    if language not in LANGUAGES:
        raise Problem(404, "not-found", "There is nothing here.")
    return _kept(request, late_picture(name, language))


def _kept(request: Request, drawn: Drawn) -> Response:
    """Sends a picture that a browser may keep, unless it has it."""
    headers = {"Cache-Control": f"public, max-age={AN_HOUR}", "ETag": f'"{drawn.tag}"'}
    if drawn.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(drawn.svg, media_type="image/svg+xml", headers=headers)


@router.get("/games/{name}")
async def game_page(request: Request, name: str) -> Response:
    """Shows a game: its rules, its options, and who sits where."""
    kind = game_class(name)
    asked = request.query_params
    known = ["bundle", *(option.name for option in kind.declared())]
    try:
        chosen = game_for_people(
            name, {option: asked[option] for option in known if asked.get(option)}
        )
    except BadOption as refused:
        if refused.option not in known[1:]:
            raise
        return _form_page(request, kind, asked, refused, you=await who(request))
    written = {
        option.name: option.spoken(chosen.options[option.name]) for option in kind.declared()
    }
    return _form_page(
        request, kind, written, bundle=asked.get("bundle", "") or _bundle_of(chosen),
        you=await who(request),
    )


def _form_page(
    request: Request, kind: type[Game], entered: Mapping[str, Any], refused: Refused | None = None,
    bundle: str = "", you: Account | None = None,
) -> Response:
    """Shows a game with its form as it was filled in, and what is wrong with it, if anything is."""
    name = kind.NAME
    say = say_to(request)
    alone = _usual_players(name) == [1]
    plain = PLAIN_OPTIONS
    if alone:
        # Somebody who plays alone looks first at the set, or at the board.
        plain = tuple(one.name for one in kind.declared() if not isinstance(one.default, bool))
    fault = field_of(refused) if refused else ""
    return page(
        request, "game.html", 422 if refused else 200, game=kind, options=kind.declared(),
        entered=entered, fresh=refused is None or request.method == "GET", alone=alone,
        plain=plain, bundle=bundle, bundles=list(kind.BUNDLES), changes=changes(kind, bundle),
        country=COUNTRIES.get(bundle, ""), field=field_kind,
        reason=reason_of(kind, refused, say) if refused else "", fault=fault,
        folded=fault in ("", *plain) or fault.startswith("sitter"),
        span=_span(_served(kind, entered), say),
        seated=number_in(entered.get("players"), 1) or _usual_players(name)[0],
        in_words=in_words, levels=levels_of(name), other_bots=other_bots(name),
        usual=BOT + bots.usual(name),
        most=laying.MOST_SEATS, has_silence=kind.CALLS,
        rules=rules_text(name, language_of(request)), longest_name=LONGEST_NAME,
        solvable=solvable(name),
        difficulties=solver_of(name).difficulties if solvable(name) else {},
        today=house_of(request).fate.today(), words=script_words(say),
        watching=choices(max(_usual_players(name))), clocks=clock.KINDS, lates=clock.LATE,
        you=you, taught=lessons.places(name), effects=effect_lines(name, language_of(request), say),
        studied=name in studies.pages(), problems=DIFFICULTIES if name in GAMES else {},
    )


def levels_of(name: str) -> dict[str, str]:
    """Gives the levels at which a game is played, the weakest first, each with what it is like.

    >>> list(levels_of("block"))[2], levels_of("bingo")
    ('middle', {})
    """
    known = bots.names(name)
    return {level: SENTENCES[level] for level in LEVELS if level in known}


def other_bots(name: str) -> list[str]:
    """Lists the bots of a game that are no levels."""
    return [kind for kind in bots.names(name) if kind not in LEVELS]


def reason_of(kind: type[Game], refused: Refused, say: Say) -> str:
    """Says a refusal with its options and their values as people read them."""
    values = dict(refused.values)
    for option in kind.declared():
        if option.name == values.get("other"):
            values["other"] = Phrase(option.title)
        if option.name == values.get("option"):
            values["option"] = Phrase(option.title)
            if option.allowed is not None and "values" in values:
                values["values"] = [say(option.word(value)) for value in option.allowed]
    return Refused(refused.template, **values).said(say)


def _served(kind: type[Game], entered: Mapping[str, Any]) -> list[int]:
    """Lists how many can play with the other options of a form; none if they do not fit."""
    others = {
        option.name: entered[option.name] for option in kind.declared()
        if option.name != "players" and not option.seat and option.name in entered
    }
    return served(kind.NAME, others, laying.MOST_SEATS)


@router.get("/games/{name}/check")
async def check_options(request: Request, name: str) -> Response:
    """Says how many can play with the options of a form, and what is wrong with them."""
    kind = game_class(name)
    say = say_to(request)
    try:
        entered = options_in(kind, request.query_params)
        game_for_people(name, entered)
    except BadOption as refused:
        fault, reason = refused.option, reason_of(kind, refused, say)
    else:
        fault, reason = "", ""
    players = _served(kind, request.query_params)
    return JSONResponse({
        "players": players, "served": _span(players, say), "fault": fault, "reason": reason,
    })


def _span(players: list[int], say: Say) -> str:
    """Says how many can play with the options of a form."""
    if not players or players[0] == players[-1]:
        return ""
    return say("{fewest} to {most} can play with these options.").format(
        fewest=players[0], most=players[-1]
    )


@router.get("/rules/{name}")
async def rules_page(request: Request, name: str) -> Response:
    """Shows a page of rules."""
    return page(request, "rules.html", rules=rules_text(name, language_of(request)))


@router.get("/studies/{name}")
async def study_page(request: Request, name: str) -> Response:
    """Shows how a game plays, as it was measured; in English."""
    return page(
        request, "study.html", study=study_text(name),
        title=studies.page(name).partition("\n")[0].lstrip("# "),
    )


@router.get("/studies/pictures/{name}.svg")
async def picture_of_study(request: Request, name: str) -> Response:
    """Gives a picture of the study pages, which a browser may keep."""
    drawn = study_picture(name)
    if drawn is None:
        raise Problem(404, "not-found", "There is nothing here.")
    return _kept(request, drawn)


@router.get("/api/schema/{game}")
async def schema_of_views(game: str) -> Response:
    """Gives the JSON Schema of what a seat may know of a game."""
    return Response(schema.text(game), media_type="application/schema+json")


@router.get("/rules/pictures/{language}/{name}.svg")
async def picture_of_rules(request: Request, language: str, name: str) -> Response:
    """Gives a picture of the rules pages, which a browser may keep."""
    if language not in LANGUAGES or name not in draw.names():
        raise Problem(404, "not-found", "There is nothing here.")
    return _kept(request, rules_picture(name, language))


def _bundle_of(chosen: Game) -> str:
    """Names the bundle whose options a game has, or none."""
    for name in type(chosen).BUNDLES:
        if make_game(chosen.name, {"bundle": name}) == chosen:
            return name
    return ""


def field_kind(option: Option) -> str:
    """Tells which kind of field asks for an option."""
    if option.seat:
        return "seat"
    if isinstance(option.default, bool):
        return "check"
    return "number" if option.allowed is None else "choice"


@router.post("/tables")
async def lay_table(request: Request) -> Response:
    """Lays the table of the form and leads to it; what cannot be laid is shown in the form.

    The links for friends travel behind the #, which never reaches a server again.
    """
    async with request.form() as form:
        kind = game_class(_text(form, "game"))
        house, asker = house_of(request), Asker(address_of(request))
        try:
            wish = laying.daily_wish(kind.NAME) if "today" in form else _wish(kind, form)
            if wish.rated and await who(request) is None:
                raise SignInFirst
            if any(sitter.kind == laying.OPEN for sitter in wish.seats):
                return await gather(request, wish)
            laid = await laying.lay_in(house, wish, asker)
        except (BadOption, Problem) as refused:
            if "text/html" not in request.headers.get("accept", ""):
                raise
            entered = {field: _text(form, field) for field in form}
            return _form_page(request, kind, entered, refused, you=await who(request))
    links = [f"{seat}={quote(link)}" for seat, link in laid.friends.items()]
    if laid.watch:
        links.append(f"watch={quote(laid.watch)}")
    return RedirectResponse((laid.mine or laid.watch) + "#" + "&".join(links), 303)


def _wish(kind: type[Game], form: FormData) -> laying.Wish:
    """Reads the form of a game page."""
    game = game_for_people(kind.NAME, options_in(kind, form))
    seats = [
        laying.Sitter(kind=_text(form, f"sitter{seat}"), name=_text(form, f"sitter{seat}.name"))
        for seat in range(min(int(game.players), laying.MOST_SEATS))
    ]
    silence = number_in(_text(form, "silence") or "8")
    return laying.Wish(
        game=kind.NAME, options=dict(game.options), seats=seats,
        silence=-1.0 if silence is None else float(silence),
        winnable="winnable" in form, daily="daily" in form, difficulty=_text(form, "difficulty"),
        watching=_text(form, "watching") or PUBLIC, ticket=_text(form, "ticket"),
        cut=_text(form, "cut"), clock=_clock(form), rated="rated" in form,
    )


def _clock(form: FormData) -> ClockWish:
    """Reads the clock of a form; a field that cannot be read is no time, which is refused."""
    kind = _text(form, "clock")
    late = _text(form, "clock.late") or clock.SENSIBLE
    seconds, minutes, days = (
        number_in(_text(form, f"clock.{field}") or "0", high=99_999) or 0
        for field in ("seconds", "minutes", "days")
    )
    if kind == clock.MOVE:
        return ClockWish(kind=kind, time=seconds, late=late)
    if kind == clock.DAYS:
        return ClockWish(kind=kind, time=days * clock.A_DAY, late=late)
    return ClockWish(kind=kind, time=60 * minutes, more=seconds, late=late)


def options_in(kind: type[Game], form: ImmutableMultiDict[str, Any]) -> dict[str, str]:
    """Reads the options of a form; a box that is not ticked is not sent."""
    options: dict[str, str] = {}
    for option in kind.declared():
        if isinstance(option.default, bool):
            options[option.name] = "yes" if option.name in form else "no"
        elif option.name in form:
            options[option.name] = _text(form, option.name)
    for field in form:
        if field not in options and field not in FORM_FIELDS and not field.startswith("sitter"):
            options[field] = _text(form, field)
    return options


def _text(form: ImmutableMultiDict[str, Any], field: str) -> str:
    value = form.get(field, "")
    return value if isinstance(value, str) else ""


@router.post("/language")
async def choose_language(request: Request) -> Response:
    """Remembers a language and goes back to the page."""
    async with request.form() as form:
        language, to = _text(form, "language"), _text(form, "to")
    if language not in LANGUAGES:
        raise Problem(
            422, "unknown-language", "This page does not speak {language}: it speaks {known}.",
            language=language[:20], known=list(LANGUAGES),
        )
    here = to.startswith("/") and not to.startswith(("//", "/\\"))
    answer = RedirectResponse(_unsaid(to) if here else "/", 303)
    answer.set_cookie(COOKIE, language, max_age=A_YEAR, samesite="lax", httponly=True)
    return answer


def _unsaid(address: str) -> str:
    """Takes the language out of an address, so that it does not go before the choice."""
    path, _, query = address.partition("?")
    kept = [part for part in query.split("&") if part and not part.startswith(f"{SAID}=")]
    return path + "?" + "&".join(kept) if kept else path


@router.get("/t/{table}/{secret}")
async def table_page(request: Request) -> Response:
    """Shows the table; the script fetches the rest."""
    try:
        table, opened = await enter(request)
    except Invited:
        return await _landing(request)
    say = say_to(request)
    secret = request.path_params["secret"]
    if table.is_away:
        return RedirectResponse(f"/t/{table.id}/{secret}/replay", 303)
    if await onward(house_of(request), table) and "stay" not in request.query_params:
        return RedirectResponse(f"/t/{table.onward}/{secret}?from={table.id}", 303)
    seats = [seat for seat in opened.seats if seat >= 0]
    await take_seats(request, table, seats)
    await quieten(request, table)
    names = table.names(say)
    return page(
        request, "table.html", game=table.game, base=f"/t/{table.id}/{secret}",
        words=script_words(say), seats=seats, names=names, talks=len(table.persons()) > 1,
        listeners=table.persons() if table.game.lets_whisper() else [],
        offers=offers(seats, names, say), longest_line=LONGEST_LINE,
        watching=opened.seats == (NOBODY,), table_id=table.id,
        longest_name=LONGEST_NAME, house=request.app.state.address,
        figures=type(table.game).FIGURES, pbn=record.has_pbn(table.game),
        me=_introduced(table, seats),
        countable=table.is_alone(opened.seats) and "count" in table.match.view(NOBODY).data,
        promised=bool(table.start.secret), rated=table.start.rated,
        club=_club(table, seats, secret), you=await who(request), reasons=REASONS,
        others=[seat for seat in table.persons() if seats and seat not in seats],
        longest_words=LONGEST_WORDS, watchers=told_of_watchers(table, opened.seats, say),
        **_lookouts(request, table, opened),
    )


async def _landing(request: Request) -> Response:
    """Show whoever opens an invitation what they are invited to."""
    name, invitation = request.path_params["table"], request.path_params["secret"]
    table = await house_of(request).fresh(name)
    if table is None:
        raise unknown_link()
    if table.start.club:
        return RedirectResponse(f"/c/{table.start.club}/{invitation}", 303)
    if await onward(house_of(request), table):
        return RedirectResponse(f"/t/{table.onward}/{invitation}", 303)
    say, key = say_to(request), fingerprint(invitation)
    return landing(
        request, f"/t/{name}/{invitation}", type(table.game), table.names(say),
        [seat for seat, place in table.places.items() if place.key == key],
        told_of_watchers(table, (), say)["text"],
    )


def _introduced(table: Table, seats: list[int]) -> dict[str, Any]:
    """Tells the page of somebody's only seat whether it has a name and a face by now."""
    if len(seats) != 1 or int(table.game.players) == 1:
        return {}
    place = table.places[seats[0]]
    return {
        "seat": seats[0], "unnamed": not place.name and not table.start.rated,
        "faceless": place.face < 0,
    }


def _club(table: Table, seats: list[int], secret: str) -> str:
    """Gives the way back to the tournament that laid a table; a seat opens one's own page there."""
    if not table.start.club:
        return ""
    return f"/c/{table.start.club}/{secret}" if seats else f"/c/{table.start.club}"


def _lookouts(request: Request, table: Table, opened: Pass) -> dict[str, Any]:
    """Gives from where a link may look that only watches, and from where it looks."""
    seats = seats_to_watch(table) if opened.seats == (NOBODY,) else ()
    asked = request.query_params.get("seat")
    return {
        "lookouts": seats if len(seats) > 1 else (),
        "lookout": seat_seen(table, opened, asked) if seats and asked else "",
    }


@router.get("/t/{table}/{secret}/replay")
@router.get("/r/{table}/{secret}")
@router.get("/you/matches/{table}")
async def replay(request: Request) -> Response:
    """Replays the match as one's own seat saw it, up to now; or what is over, from the seat that
    shared it. Whoever finds it in the history of their account has no link to share."""
    table, opened = await enter_replay(request)
    say, secret = say_to(request), request.path_params.get("secret", "")
    back = "" if opened.only_replay else f"/t/{table.id}/{secret}"
    share = f"/r/{table.id}/{share_of(secret) if back else secret}" if secret else ""
    seats = [place for place in opened.seats if place >= 0]
    if table.is_record:
        seats = list(range(int(table.game.players)))
    elif opened.seats == (NOBODY,):
        seats = [place for place in seats_to_watch(table) if place >= 0]
    own = f"/you/matches/{table.id}"
    last = last_of(table, opened, replay_seat(request, table, opened))
    asked = request.query_params.get("at") or "2"
    return page(
        request, "replay.html", game=table.game, share=share,
        base=f"{back}/replay" if back else share or own,
        analysis=f"{back or share or own}/analysis",
        review=f"{back or share or own}/review" if table.is_done else "",
        step=_step(request, table, opened, asked) if last >= 2 else None, last=last,
        hands=hands(table, last), seat=replay_seat(request, table, opened), seats=seats,
        names=table.names(say), words=script_words(say), share_last=finished(table),
        figures=type(table.game).FIGURES, back=back,
        opened=open_hands_of(table, opened, replay_seat(request, table, opened)),
    )


@router.get("/t/{table}/{secret}/replay/{at}")
@router.get("/r/{table}/{secret}/{at}")
@router.get("/you/matches/{table}/{at}")
async def replay_step(request: Request) -> Response:
    """Answers one step of a replay."""
    table, opened = await enter_replay(request)
    told = _step(request, table, opened, request.path_params["at"])
    return Response(told.whole, media_type="application/json")


async def enter_replay(request: Request) -> tuple[Table, Pass]:
    """Opens a table for what shows its deals again; refuses one whose deals others still play."""
    if "secret" not in request.path_params:
        table, opened = await own_match(request)
    else:
        table, opened = await enter(request, replay=request.url.path.startswith("/r/"))
    check_unsealed(table)
    return table, opened


def last_of(table: Table, opened: Pass, seat: int) -> int:
    """Gives the last event that a link may replay from a seat."""
    last = last_seen(table, opened.seats, seat)
    return min(last, finished(table)) if opened.only_replay else last


def open_hands_of(table: Table, opened: Pass, seat: int) -> dict[int, View]:
    """Gives the deals, by number, that a link may look at with all hands open: they are over, as
    far as it may see."""
    last = last_of(table, opened, seat)
    if last < 2 or table.sealed or not open_deals.solves(table.game):
        return {}
    views = [round.view(seat) for round in table.match_at(last).rounds() if round.over]
    return {int(view.data["number"]): view for view in views if open_deals.can_open(view)}


def replay_seat(request: Request, table: Table, opened: Pass) -> int:
    """A link to several seats replays from the first, unless another is asked for."""
    asked = request.query_params.get("seat")
    if asked is None and len(opened.seats) > 1:
        return opened.seats[0]
    return seat_seen(table, opened, asked)


def _step(request: Request, table: Table, opened: Pass, asked: str) -> Told:
    seat = replay_seat(request, table, opened)
    at = _place(asked, last_of(table, opened, seat))
    match = table.match_at(at)
    # It speaks to whoever sat there, not to those it is shared with.
    yours = len(opened.seats) == 1 and not opened.only_replay
    sight = sight_of(table, opened, request.query_params)
    say = say_to(request)
    company = company_of(table, say)
    return shown(company, match, at, match.view(seat), sight, say, to_you=yours)


def _place(asked: str, last: int) -> int:
    at = number_in(asked, 2, last)
    if at is None:
        raise Problem(
            404, "no-such-step", "There is no step {step}: the replay has steps 2 to {last}.",
            step=asked[:20], last=last,
        )
    return at


@router.get("/t/{table}/{secret}/record")
async def download(request: Request) -> Response:
    """Gives the record of the match as the seat may know it."""
    table, opened = await enter(request)
    check_unsealed(table)
    notes = await noted(request, table, opened)
    seat = replay_seat(request, table, opened)
    if last_seen(table, opened.seats, seat) < table.number:
        seat = NOBODY
    name = f"sobremesa-{table.game.name}-{table.id}.txt"
    if request.query_params.get("format") == "pbn":
        if not table.match.over:
            raise Problem(409, "not-over", "PBN shows all hands; the match is not over.")
        text = record.pbn(table.match, tags_of(table, say_to(request)))
        name = name.removesuffix("txt") + "pbn"
    else:
        text = record_of(table, seat, say_to(request), notes)
    return PlainTextResponse(
        text, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


async def noted(request: Request, table: Table, opened: Pass) -> list[Comment]:
    """Reads what is said of the moves of a match that is over, for those who may see a review."""
    if not table.is_done or not may_review(table, opened):
        return []
    store = house_of(request).store
    return await store.read(review_rows.comments_of, store, table.id)


@router.get("/records")
async def records_page(request: Request) -> Response:
    """Asks for a record."""
    return page(request, "records.html")


@router.post("/records")
async def open_record(request: Request) -> Response:
    """Opens a record from a file or pasted text, and leads to its replay."""
    async with request.form(max_files=1) as form:
        file = form.get("file")
        raw = await file.read() if isinstance(file, UploadFile) else b""
        text = _text(form, "text")
    try:
        text = raw.decode("utf-8-sig") if raw else text
    except UnicodeDecodeError:
        raise Problem(422, "bad-record", "The record is not text.") from None
    if not text.strip():
        raise Problem(422, "bad-record", "The record is empty.")
    path = await laying.lay_out_record(house_of(request), text, Asker(address_of(request)))
    return RedirectResponse(path + "?at=2", 303)


@router.get("/static/picture.css")
async def picture_css() -> Response:
    """Gives the colours and lines of the pictures."""
    return Response(
        picture.css(), media_type="text/css", headers={"Cache-Control": f"max-age={AN_HOUR}"}
    )
