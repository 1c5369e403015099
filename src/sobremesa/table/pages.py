"""The pages: gallery, game, table, replay, records, and the choice of language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.datastructures import FormData, ImmutableMultiDict, UploadFile

from sobremesa import bots, picture, record, schema
from sobremesa.core.errors import BadOption, Phrase, Refused
from sobremesa.core.game import (
    NOBODY,
    Game,
    game_class,
    game_for_people,
    known_games,
    make_game,
    served,
)
from sobremesa.core.options import Option
from sobremesa.picture.family import FAMILIES
from sobremesa.solvers import solvable, solver_of
from sobremesa.table import laying
from sobremesa.table.again import onward
from sobremesa.table.limits import address_of
from sobremesa.table.live import BOT, Table
from sobremesa.table.look import KINDS, in_words, late_picture, page, rules_picture, rules_text
from sobremesa.table.messages import Told, hands, shareable, shown
from sobremesa.table.minds import Asker
from sobremesa.table.names import LONGEST_NAME
from sobremesa.table.numbers import number_in
from sobremesa.table.problems import Problem, field_of
from sobremesa.table.storage import Pass, share_of
from sobremesa.table.talk import LONGEST_LINE, offers
from sobremesa.table.visit import enter, house_of, say_to, seat_seen, sight_of
from sobremesa.table.words import COOKIE, LANGUAGES, SAID, Say, forms, plural

router = APIRouter()

AN_HOUR = 3600
A_YEAR = 365 * 24 * 3600
# The options that everybody looks at first; the others fold away.
PLAIN_OPTIONS: tuple[str, ...] = ("players", "target", "hands")
# What the form of a game asks besides its options and who sits where.
FORM_FIELDS = ("game", "silence", "winnable", "daily", "difficulty")


@router.get("/")
async def gallery(request: Request) -> Response:
    """Shows all games, or those for so many players and of a kind."""
    players, kind = request.query_params.get("players", ""), request.query_params.get("kind", "")
    say = say_to(request)
    cards = []
    for name in known_games():
        game, fits = game_class(name), _usual_players(name)
        found = FAMILIES[game.FAMILY].kind
        hidden = number_in(players, 1) not in (None, *fits) or (kind in KINDS and kind != found)
        cards.append({"game": game, "kind": found, "players": fits, "hidden": hidden})
    words = say(plural("{count} game", "{count} games"))
    return page(
        request, "gallery.html", cards=cards, kinds=KINDS, kind=kind, players=players,
        most=laying.MOST_SEATS, words=_script_words(say),
        counts=[words.format(count=count) for count in range(len(cards) + 1)],
    )


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
    drawn = late_picture(name, language)
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
        return _form_page(request, kind, asked, refused)
    written = {
        option.name: option.spoken(chosen.options[option.name]) for option in kind.declared()
    }
    return _form_page(request, kind, written, bundle=asked.get("bundle", "") or _bundle_of(chosen))


def _form_page(
    request: Request, kind: type[Game], entered: Mapping[str, Any], refused: Refused | None = None,
    bundle: str = "",
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
        plain=plain, bundle=bundle, bundles=list(kind.BUNDLES), field=_field,
        reason=_reason(kind, refused, say) if refused else "", fault=fault,
        folded=fault in ("", *plain) or fault.startswith("sitter"),
        span=_span(_served(kind, entered), say),
        seated=number_in(entered.get("players"), 1) or _usual_players(name)[0],
        in_words=in_words, bot_kinds=bots.names(name), usual=BOT + bots.usual(name),
        most=laying.MOST_SEATS, has_silence=kind.CALLS,
        rules=rules_text(name), longest_name=LONGEST_NAME, solvable=solvable(name),
        difficulties=solver_of(name).difficulties if solvable(name) else {},
        today=house_of(request).fate.today(), words=_script_words(say),
    )


def _reason(kind: type[Game], refused: Refused, say: Say) -> str:
    """Says a refusal with the option and its values as people read them."""
    values = dict(refused.values)
    for option in kind.declared():
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
        entered = _options(kind, request.query_params)
        game_for_people(name, entered)
    except BadOption as refused:
        fault, reason = refused.option, _reason(kind, refused, say)
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
    return page(request, "rules.html", rules=rules_text(name))


@router.get("/api/schema/{game}")
async def schema_of_views(game: str) -> Response:
    """Gives the JSON Schema of what a seat may know of a game."""
    return Response(schema.text(game), media_type="application/schema+json")


@router.get("/rules/pictures/{name}")
async def picture_of_rules(name: str) -> Response:
    """Gives a picture of the rules pages."""
    found = rules_picture(name)
    if found is None:
        raise Problem(404, "not-found", "There is nothing here.")
    return Response(found, media_type="image/svg+xml")


def _bundle_of(chosen: Game) -> str:
    """Names the bundle whose options a game has, or none."""
    for name in type(chosen).BUNDLES:
        if make_game(chosen.name, {"bundle": name}) == chosen:
            return name
    return ""


def _field(option: Option) -> str:
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
            laid = await laying.lay_in(house, _wish(kind, form), asker)
        except (BadOption, Problem) as refused:
            if "text/html" not in request.headers.get("accept", ""):
                raise
            return _form_page(request, kind, {field: _text(form, field) for field in form}, refused)
    links = [f"{seat}={quote(link)}" for seat, link in laid.friends.items()]
    links.append(f"watch={quote(laid.watch)}")
    return RedirectResponse((laid.mine or laid.watch) + "#" + "&".join(links), 303)


def _wish(kind: type[Game], form: FormData) -> laying.Wish:
    """Reads the form of a game page."""
    game = game_for_people(kind.NAME, _options(kind, form))
    seats = [
        laying.Sitter(kind=_text(form, f"sitter{seat}"), name=_text(form, f"sitter{seat}.name"))
        for seat in range(min(int(game.players), laying.MOST_SEATS))
    ]
    silence = number_in(_text(form, "silence") or "8")
    return laying.Wish(
        game=kind.NAME, options=dict(game.options), seats=seats,
        silence=-1.0 if silence is None else float(silence),
        winnable="winnable" in form, daily="daily" in form, difficulty=_text(form, "difficulty"),
    )


def _options(kind: type[Game], form: ImmutableMultiDict[str, Any]) -> dict[str, str]:
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


def _script_words(say: Say) -> dict[str, Any]:
    """Gives the sentences that the script says, those that go by a number in all their forms."""
    return {
        "lost": say("The connection is lost; trying again…"),
        "back": say("Connected again."),
        "pass_device": say("Pass the device to {name}."),
        "ready": say("I am {name}"),
        "copied": say("Copied"),
        "copy": say("Copy"),
        "watch": say("To watch"),
        "seat": say("Seat {number}"),
        "next_hand": say("Next hand"),
        "is_here": say("is here"),
        "is_away": say("is away"),
        "not_yet": say("has not come yet"),
        "is_held": say("is away: a bot holds the seat"),
        "been_away": say("{name} is not here."),
        "let_bot": say("Let a bot hold the seat"),
        "ahead": say("On your turn: {thing}. Touch it again to take that back."),
        "forgotten": say("Not played after all: {thing}."),
        "not_now": say("That cannot be played now."),
        "bot": say("bot"),
        "step": say("Step {step} of {steps}"),
        "send_failed": say("That did not reach the table; trying again…"),
        "server_trouble": say("The table has trouble answering; trying again…"),
        "unreadable": say("The table gave an answer that cannot be read."),
        "gave_up": say("The table has trouble answering. Wait a little, then try once more."),
        "again": say("Play again"),
        "onward": say("To the new table"),
        "other_table": say("Another table"),
        "your_turn": say("Your turn · {title}"),
        "share": say("Share"),
        "code": say("Code for a camera"),
        "code_for": say("Code of the link: {who}"),
        "forget": say("Take {game} off this list"),
        "play": say("Play"),
        "pause": say("Pause"),
        "speed": say("Speed: {speed}"),
        "choose_end": say("Where does it go?"),
        "what_fits": say("What goes there?"),
        "nothing_fits": say("Nothing fits there"),
        "time_left": say("{seconds} s left"),
        "turn_or_lay": say("Touch it again to turn it"),
        "amount": say("How much"),
        "thinking": say("Working it out…"),
        "go_back": say("Go back there"),
        "statistics": say(
            "{won} of {played} won ({share} %), {close} nearly; {streak} in a row, "
            "{longest} at most; the deal of the day on {days}."
        ),
        "days": forms(say(plural("{count} day", "{count} days"))),
        "unread": forms(say(plural("{count} new line", "{count} new lines"))),
        "whispers": say("{name} to {to} alone:"),
        "to_one": say("Only to {name}"),
    }


@router.get("/t/{table}/{secret}")
async def table_page(request: Request) -> Response:
    """Shows the table; the script fetches the rest."""
    table, opened = await enter(request)
    say = say_to(request)
    secret = request.path_params["secret"]
    if await onward(house_of(request), table) and "stay" not in request.query_params:
        return RedirectResponse(f"/t/{table.onward}/{secret}?from={table.id}", 303)
    seats = [seat for seat in opened.seats if seat >= 0]
    names = table.names(say)
    return page(
        request, "table.html", game=table.game, base=f"/t/{table.id}/{secret}",
        words=_script_words(say), seats=seats, names=names, talks=len(table.persons()) > 1,
        listeners=table.persons() if type(table.game).WHISPERS else [],
        offers=offers(seats, names, say), longest_line=LONGEST_LINE,
        watching=opened.seats == (NOBODY,), table_id=table.id,
        longest_name=LONGEST_NAME, house=request.app.state.address,
        figures=type(table.game).FIGURES, pbn=record.has_pbn(table.game),
        countable=table.is_alone(opened.seats) and "count" in table.match.view(NOBODY).data,
    )


@router.get("/t/{table}/{secret}/replay")
@router.get("/r/{table}/{secret}")
async def replay(request: Request) -> Response:
    """Replays the match as one's own seat saw it, up to now; or what is over, from the seat that
    shared it."""
    table, opened = await _enter_replay(request)
    say, secret = say_to(request), request.path_params["secret"]
    back = "" if opened.only_replay else f"/t/{table.id}/{secret}"
    share = f"/r/{table.id}/{share_of(secret) if back else secret}"
    seats = [place for place in opened.seats if place >= 0]
    if table.is_record:
        seats = list(range(int(table.game.players)))
    last = _last(table, opened)
    asked = request.query_params.get("at") or "2"
    return page(
        request, "replay.html", game=table.game, base=f"{back}/replay" if back else share,
        share=share, step=_step(request, table, opened, asked) if last >= 2 else None, last=last,
        hands=hands(table, last), seat=_replay_seat(request, table, opened), seats=seats,
        names=table.names(say), words=_script_words(say), share_last=shareable(table),
        figures=type(table.game).FIGURES, back=back,
    )


@router.get("/t/{table}/{secret}/replay/{at}")
@router.get("/r/{table}/{secret}/{at}")
async def replay_step(request: Request) -> Response:
    """Answers one step of a replay."""
    table, opened = await _enter_replay(request)
    told = _step(request, table, opened, request.path_params["at"])
    return Response(told.whole, media_type="application/json")


async def _enter_replay(request: Request) -> tuple[Table, Pass]:
    return await enter(request, replay=request.url.path.startswith("/r/"))


def _last(table: Table, opened: Pass) -> int:
    """Gives the last event that a link may replay."""
    return shareable(table) if opened.only_replay else table.number


def _replay_seat(request: Request, table: Table, opened: Pass) -> int:
    """A link to several seats replays from the first, unless another is asked for."""
    asked = request.query_params.get("seat")
    if asked is None and len(opened.seats) > 1:
        return opened.seats[0]
    return seat_seen(table, opened, asked)


def _step(request: Request, table: Table, opened: Pass, asked: str) -> Told:
    seat, at = _replay_seat(request, table, opened), _place(asked, _last(table, opened))
    match = table.match_at(at)
    # It speaks to whoever sat there, not to those it is shared with.
    yours = len(opened.seats) == 1 and not opened.only_replay
    sight = sight_of(table, opened, request.query_params)
    return shown(table, match, at, match.view(seat), sight, say_to(request), to_you=yours)


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
    seat = _replay_seat(request, table, opened)
    tags = {"Event": "Sobremesa", "Date": table.start.date or "?"}
    tags.update({
        f"Seat{place + 1}": name for place, name in enumerate(table.names(say_to(request)))
    })
    name = f"sobremesa-{table.game.name}-{table.id}.txt"
    if request.query_params.get("format") == "pbn":
        if not table.match.over:
            raise Problem(409, "not-over", "PBN shows all hands; the match is not over.")
        text, name = record.pbn(table.match), name.removesuffix("txt") + "pbn"
    else:
        text = record.write(table.match, seat=seat, tags=tags)
    return PlainTextResponse(
        text, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


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
