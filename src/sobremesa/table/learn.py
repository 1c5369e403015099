"""Lessons in a browser: steps on the real engine, and a first hand explained.

Nothing is kept here. A page says with everything it asks which moves its learner has made; the
rest follows from the course, as bots always answer the same (`coaching.py`).
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from sobremesa import picture
from sobremesa.coaching import reply
from sobremesa.core.errors import Refused
from sobremesa.core.game import View, game_class
from sobremesa.core.wording import plural
from sobremesa.picture.saying import N_, Voice, in_a_row
from sobremesa.rules import lessons
from sobremesa.rules.lessons import HAND, Course, Hand, Step, Walk
from sobremesa.table.look import page
from sobremesa.table.messages import NOTHING_ASKED, Company, Sight, Told, addressed, asked_of, shown
from sobremesa.table.numbers import Body, Mark, Whole, number_in
from sobremesa.table.problems import Problem
from sobremesa.table.reasons import why
from sobremesa.table.sentences import script_words
from sobremesa.table.visit import language_of, picture_of, read, say_to, unreadable
from sobremesa.table.words import Say, speech

router = APIRouter()

# Who plays against a learner.
FELLOWS = ("Bea", "Ciro", "Dora", "Emil", "Flora", "Goran", "Helga", "Ivo", "Julia")
# More own moves than these no lesson has.
MOST_MOVES = 1000
# So many things that can be done are named one by one.
MOST_NAMED = 8


class MoveAsked(Body):
    """A move of a learner."""

    number: Whole
    seat: Whole
    move: Whole
    id: Mark


class Lesson(NamedTuple):
    """One part of a course: a step, or the first hand."""

    course: Course
    place: str
    part: Step | Hand

    def walk(self, mine: list[int], upto: int | None = None) -> Walk:
        """Follows a learner by their own moves."""
        if isinstance(self.part, Hand):
            return lessons.walk_hand(self.part, mine, reply, upto)
        return lessons.walk(self.part, mine, upto)

    @property
    def seat(self) -> int:
        """The seat of the learner."""
        return self.part.seat if isinstance(self.part, Hand) else int(self.part.start().turn)


def lesson_at(connection: HTTPConnection) -> Lesson:
    """Finds the part of a course that an address names."""
    name, place = connection.path_params["name"], connection.path_params["place"]
    found = lessons.course(name)
    if place == HAND and found.hand is not None:
        return Lesson(found, place, found.hand)
    number = number_in(place, 1, len(found.steps))
    if number is None:
        raise Problem(404, "not-found", "There is nothing here.")
    return Lesson(found, place, found.steps[number - 1])


def moves_in(asked: Mapping[str, str]) -> list[int]:
    """Reads the moves that a learner has made."""
    written = asked.get("mine", "")
    found = [number_in(one) for one in written.split(".", MOST_MOVES)] if written else []
    if None in found:
        raise unreadable("mine", written)
    return [one for one in found if one is not None]


def walked(lesson: Lesson, mine: list[int], upto: int | None = None) -> Walk:
    """Follows a learner; what cannot have happened is refused."""
    try:
        return lesson.walk(mine, upto)
    except (Refused, ValueError):
        raise Problem(
            409, "off-the-path", "This lesson has changed: begin the step again."
        ) from None


@router.get("/learn/{name}")
async def begin(name: str) -> Response:
    """Leads to the first step of a course."""
    parts = lessons.places(name)
    return RedirectResponse(f"/learn/{name}/{parts[0]}" if parts else f"/games/{name}")


@router.get("/learn/{name}/{place}")
async def lesson_page(request: Request) -> Response:
    """Shows a step, or the first hand."""
    lesson = lesson_at(request)
    say, teach = say_to(request), teacher(request, lesson.course.name)
    steps, parts = lesson.course.steps, lessons.places(lesson.course.name)
    here = parts.index(lesson.place)
    clauses = () if isinstance(lesson.part, Hand) else lesson.part.clauses
    return page(
        request, "learn.html", game=lesson.part.game, kind=game_class(lesson.course.name),
        place=lesson.place, parts=parts, here=here,
        titles=[*(teach(step.title) for step in steps), say("Your first hand")][: len(parts)],
        following=parts[here + 1] if here + 1 < len(parts) else "",
        clauses=clauses_told(clauses, language_of(request)),
        words=script_words(say), figures=type(lesson.part.game).FIGURES,
    )


def teacher(request: Request, name: str) -> Say:
    """Gives the saying of a course in the visitor's language."""
    return lessons.sayer(name, language_of(request))


def clauses_told(names: tuple[str, ...], language: str) -> list[dict[str, str]]:
    """Gives clauses in words, those that are there."""
    told = lessons.clauses_told(names, language)
    return [{"name": name, "words": words} for name, words in told]


@router.get("/learn/{name}/{place}/state")
async def lesson_state(request: Request) -> Response:
    """Answers how a lesson stands: after the move behind the `last` that a page has seen, or
    again after the move it is `at`."""
    lesson, asked = lesson_at(request), request.query_params
    mine = moves_in(asked)
    upto = _upto(asked)
    sight = picture_of(asked, aids=True)
    told = await asyncio.to_thread(state, lesson, mine, upto, sight, language_of(request))
    if asked.get("last") == str(told.words["number"]):
        return Response(status_code=204)
    return Response(told.whole, media_type="application/json")


def _upto(asked: Mapping[str, str]) -> int:
    """Reads how many moves are to be shown; numbers of states begin with 1."""
    for name, more in (("last", 0), ("at", -1)):
        if name in asked:
            number = number_in(asked[name], 1)
            if number is None:
                raise unreadable(name, asked[name])
            return number + more
    return 0


def state(lesson: Lesson, mine: list[int], upto: int, sight: Sight, language: str) -> Told:
    """Tells how a lesson stands after so many moves, with what there is to say about it."""
    say, teach = speech(language), lessons.sayer(lesson.course.name, language)
    walk = walked(lesson, mine, upto)
    match, view = walk.match, walk.match.view(lesson.seat)
    company = company_of(lesson, say)
    told = shown(company, match, len(walk.moves) + 1, view, sight, say, to_you=True)
    asks = walk.latest and match.turn == lesson.seat and not _is_done(lesson, walk)
    told.words.update({
        **(asked_of(view, set(told.scene.touches), sight.fits, say) if asks else NOTHING_ASKED),
        "yours": [], "latest": walk.latest, "next": False, "aside": None, "lapse": 0.0,
        "alone": None, "daily": None, "hints": False, "offer": None, "offers": {}, "late": -1,
        "onward": "", "fair": None, "faces": [],
        "opened": 0, "clock": None, "ended": False,
        "lesson": {
            "ask": teach(walk.ask.say) if walk.ask else "",
            "done": _is_done(lesson, walk),
            "idea": teach(_closing(lesson)) if _is_done(lesson, walk) else "",
            "lines": _lines(lesson, mine, walk, language),
            "can": _can(view, say) if asks and isinstance(lesson.part, Hand) else "",
        },
    })
    return told


def _is_done(lesson: Lesson, walk: Walk) -> bool:
    if isinstance(lesson.part, Hand):
        return walk.match.round.over
    return walk.latest and walk.ask is None


def _closing(lesson: Lesson) -> str:
    return lesson.part.end if isinstance(lesson.part, Hand) else lesson.part.idea


def company_of(lesson: Lesson, say: Say) -> Company:
    """Names those who sit at a lesson: the learner, and bots."""
    players = int(lesson.part.game.players)
    names = iter(FELLOWS)
    seats = range(players)
    return Company(
        [say("You") if seat == lesson.seat else next(names) for seat in seats],
        ["" if seat == lesson.seat else "bot" for seat in seats],
    )


def _lines(lesson: Lesson, mine: list[int], walk: Walk, language: str) -> list[dict[str, Any]]:
    """Tells what has happened since the learner's last decision; in a first hand, what is to be
    said where it happens for the first time."""
    say, teach = speech(language), lessons.sayer(lesson.course.name, language)
    since = max((place for place, (_, own) in enumerate(walk.moves) if own), default=-1)
    names = addressed(company_of(lesson, say).names, lesson.seat)
    view = walk.match.view(lesson.seat)
    before = walked(lesson, mine, max(since, 0)).match.view(lesson.seat)
    happened = picture.log_lines(view, names=names, say=say)
    known = len(picture.log_lines(before)) if walk.moves else len(happened)
    lines: list[dict[str, Any]] = [
        {"text": text if times == 1 else f"{text} × {times}"}
        for text, times in _counted(happened[known:])
    ]
    if isinstance(lesson.part, Hand):
        if not walk.moves:
            # Where others begin, they wait until it is read.
            lines.append({
                "text": teach(lesson.part.begin), "first": True, "fresh": not walk.latest,
            })
        lines += [
            {
                "text": teach(first.say), "first": True, "fresh": number == len(walk.moves),
                "clauses": clauses_told(first.clauses, language),
            }
            for first, number in lessons.firsts_in(lesson.part, walk, since)
        ]
    return lines


def _counted(lines: list[str]) -> Iterator[tuple[str, int]]:
    """Counts what happened again and again, such as tile after tile that was drawn."""
    for text, same in itertools.groupby(lines):
        yield text, len(list(same))


def _can(view: View, say: Say) -> str:
    """Says what a learner can do now."""
    moves = view.data["moves"]
    things = list(dict.fromkeys(one["touches"][0] for one in moves if one["touches"]))
    if len(things) > MOST_NAMED:
        return say(plural(
            "You have {count} choice; it is lit.", "You have {count} choices; they are lit.",
        )).format(count=len(things))
    named = [picture.spoken(one, view, say=say) for one in things]
    if len(moves) == 1:
        return _listed_as(N_("You can only do this: {thing}."), named, say)
    return _listed_as(N_("You can choose: {things}."), named, say)


def _listed_as(template: str, things: list[str], say: Say) -> str:
    """Names things in a sentence; what is called brings its own mark, as “Muggins!” does."""
    separate = any("," in thing for thing in things)
    listed = in_a_row(things, Voice(say)) if separate else ", ".join(things)
    return re.sub(r"(?<=[!?…])\.$", "", say(template).format(thing=listed, things=listed))


@router.post("/learn/{name}/{place}/moves")
async def lesson_move(request: Request) -> Response:
    """Takes a move: illegal ones are refused by the rules, others that miss the idea by a nudge.
    The page is handed the moves that it has to say from now on."""
    lesson, asked = lesson_at(request), await read(request, MoveAsked)
    mine = moves_in(request.query_params)
    walk = await asyncio.to_thread(walked, lesson, mine)
    check_now(lesson, walk, asked.number, asked.seat)
    walk.match.round.check(asked.move)
    if walk.ask is not None:
        said = lessons.nudge(walk.ask, walk.match, asked.move)
        if said:
            assert isinstance(lesson.part, Step)
            words = teacher(request, lesson.course.name)(said)
            clause = lesson.part.clauses[0]
            raise Problem(409, "nudge", "{words} ({clause})", words=words, clause=clause)
    now = ".".join(map(str, [*mine, asked.move]))
    return JSONResponse({"number": len(walk.moves) + 2, "carry": {"mine": now}})


def check_now(lesson: Lesson, walk: Walk, number: int, seat: int) -> None:
    """Refuses what is asked of another state than the one in which a learner decides."""
    is_now = number == len(walk.moves) + 1 and walk.match.turn == lesson.seat == seat
    if not is_now or _is_done(lesson, walk):
        raise Problem(409, "stale", "The table has moved on.")


@router.get("/learn/{name}/{place}/why")
async def lesson_why(request: Request) -> Response:
    """Says why what was touched leads to no move."""
    lesson, asked = lesson_at(request), request.query_params
    walk = await asyncio.to_thread(walked, lesson, moves_in(asked))
    number, seat = number_in(asked.get("number"), 1), number_in(asked.get("seat"))
    check_now(lesson, walk, number or 0, lesson.seat if seat is None else seat)
    found = why(walk.match.view(lesson.seat), walk.match, asked.getlist("touch"), say_to(request))
    return JSONResponse({"text": found.text, "move": found.move})
