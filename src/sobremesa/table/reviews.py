"""Reviews of matches that are over: worked out once, kept for the table, commented and shared.

There is no review before the end of a match, nor while others still play its deals. It shows every
seat, so there is none either where several persons play a game whose folded hands stay hidden.
The parts of the work are questions to the worker processes; every part is claimed in the database
before a server begins with it, and kept there when it is done.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from sobremesa import reviewing
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NOBODY
from sobremesa.picture.graph import Graph, Mark
from sobremesa.reviewing import Part, Review, percent, signed
from sobremesa.table import review_rows
from sobremesa.table.events import DEAL, MOVE, REDO, UNDO, Pass, Unreachable
from sobremesa.table.fairness import stays_hidden
from sobremesa.table.limits import address_of
from sobremesa.table.live import House, Table
from sobremesa.table.look import page
from sobremesa.table.messages import company_of, shown
from sobremesa.table.minds import Asker
from sobremesa.table.numbers import number_in
from sobremesa.table.pages import enter_replay
from sobremesa.table.problems import Problem
from sobremesa.table.review_rows import LONGEST_COMMENT, LONGEST_LINE, Comment
from sobremesa.table.sentences import script_words
from sobremesa.table.storage import share_of
from sobremesa.table.turns import Room
from sobremesa.table.visit import check_plays, house_of, say_to, sight_of
from sobremesa.table.watching import may_review
from sobremesa.table.words import Say

log = logging.getLogger(__name__)
router = APIRouter()

# Reviews that a server keeps in memory.
KEPT: Final = 64
# Seconds after which it is looked whether another server has done its part.
LOOK: Final = 2.0
# Seconds for which a page that asks is told when the next part is done.
PATIENCE: Final = 10.0
MOST_MOVES: Final = 40

# A table and what was played there.
Key = tuple[str, str]


def check_over(table: Table, opened: Pass) -> None:
    """Refuses a review before its time, and to those who may not see all seats."""
    if not table.is_done:
        raise Problem(409, "not-over", "A match is reviewed when it is over.")
    if not may_review(table, opened):
        raise Problem(403, "only-watching", "You are only watching; the players decide.")
    if stays_hidden(table):
        raise Problem(
            409, "stays-hidden",
            "Hands that were not shown stay hidden here, so the match cannot be reviewed.",
        )


class Reviews:
    """What was found out of matches, and what is being worked on."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.found: OrderedDict[Key, Review] = OrderedDict()
        self.working: dict[Key, asyncio.Task[None]] = {}
        # For whom each is worked on, and how many there are for everybody.
        self.asker: dict[Key, str] = {}
        self.room = Room(house.limits.all_reviews, house.limits.reviews)
        self.bell = asyncio.Event()

    async def look(self, table: Table, visitor: str) -> tuple[Review | None, int, int]:
        """Gives the review of a table, or how many of its parts are done; begins with the work, if
        the visitor who asks has not too many others under way.

        :raises Refused: if the match is too long.
        """
        key = (table.id, review_rows.version_of(table.match))
        if key in self.found:
            self.found.move_to_end(key)
            return self.found[key], 1, 1
        parts = reviewing.parts_of(table.match)
        store = self.house.store
        known = await store.read(review_rows.kept_parts, store, *key)
        if all(place in known for place in range(len(parts))):
            try:
                review = reviewing.put_together(
                    table.match, [known[place] for place in range(len(parts))]
                )
            except ValueError as damaged:
                log.warning("the review of table %s is worked out anew: %s", table.id, damaged)
                await store.write(review_rows.forget, store, *key)
                known = {}
            else:
                self._remember(key, review)
                return review, len(parts), len(parts)
        self._begin(key, parts, visitor)
        return None, len(known), len(parts)

    def _remember(self, key: Key, review: Review) -> None:
        self.found[key] = review
        while len(self.found) > KEPT:
            self.found.popitem(last=False)

    def _begin(self, key: Key, parts: list[Part], visitor: str) -> None:
        """Begins with the work, unless this server is at it; a page that waits asks again."""
        if key in self.working:
            self._count_for(key, visitor)
            return
        if not self.room.has_place(visitor):
            return
        self.asker[key] = visitor
        self.room.take(visitor)

        async def work() -> None:
            try:
                await self._work(key, parts)
            except (Unreachable, asyncio.CancelledError):
                log.info("the review of table %s waits", key[0])
            except Exception:
                log.exception("the review of table %s failed", key[0])
            finally:
                del self.working[key]
                self.room.free(self.asker.pop(key))
                self._ring()

        self.working[key] = asyncio.create_task(work())

    def _count_for(self, key: Key, visitor: str) -> None:
        """Count a review for another who looks at it too, and has fewer under way."""
        other = self.asker[key]
        if self.room.taken[visitor] + 1 < self.room.taken[other]:
            self.room.free(other)
            self.room.take(visitor)
            self.asker[key] = visitor

    async def _work(self, key: Key, parts: list[Part]) -> None:
        """Does all parts that nobody has begun, and waits for the others."""
        store = self.house.store
        for place, part in enumerate(parts):
            if place in await store.read(review_rows.kept_parts, store, *key):
                continue
            if not await store.write(review_rows.claim, store, *key, place):
                continue
            holding = asyncio.create_task(self._hold(key, place))
            try:
                data = await self._worked_out(key, part)
            finally:
                holding.cancel()
            await store.write(review_rows.keep, store, *key, place, data)
            self._ring()

    async def _hold(self, key: Key, place: int) -> None:
        """Tell the others now and then that this server is at a part, however long it waits."""
        store = self.house.store
        while True:
            await asyncio.sleep(review_rows.LEFT / 4)
            with suppress(Unreachable):
                await store.write(review_rows.hold, store, *key, place)

    async def _worked_out(self, key: Key, part: Part) -> list[dict[str, Any]]:
        """Lets a worker do a part; what takes too long or fails is told without grades."""
        try:
            asker = Asker(self.asker[key], key[0])
            return await self.house.questions.review(asker, reviewing.work_out, part)
        except Problem:
            log.warning("a part of the review of table %s takes too long", key[0])
        except Exception as failed:
            log.warning("a part of the review of table %s failed: %s", key[0], failed)
        return reviewing.bare(part)

    def _ring(self) -> None:
        self.bell.set()
        self.bell = asyncio.Event()

    async def wait(self) -> None:
        """Waits a while for the next part."""
        bell = self.bell
        try:
            await asyncio.wait_for(bell.wait(), PATIENCE)
        except TimeoutError:
            return

    def close(self) -> None:
        """Stops; what was begun is taken over later."""
        for task in self.working.values():
            task.cancel()


def reviews_of(request: Request) -> Reviews:
    """Gives the reviews of this server."""
    found = request.app.state.reviews
    assert isinstance(found, Reviews)
    return found


@router.get("/t/{table}/{secret}/review")
@router.get("/r/{table}/{secret}/review")
@router.get("/you/matches/{table}/review")
async def review_page(request: Request) -> Response:
    """Shows the review of a match, or how far it is."""
    table, opened = await enter_replay(request)
    check_over(table, opened)
    review, done, parts = await reviews_of(request).look(table, address_of(request))
    say = say_to(request)
    path = request.url.path.removesuffix("/review")
    secret = request.path_params.get("secret", "")
    plays = path.startswith("/t/") and any(seat >= 0 for seat in opened.seats)
    shared = share_of(secret) if path.startswith("/t/") else secret
    share = f"/r/{table.id}/{shared}" if secret else ""
    comments = await kept_comments(request, table)
    told = Telling(table, review, seat_of(request, table, opened), path, say, comments)
    return page(
        request, "review.html", game=table.game, base=path, done=done, parts=parts,
        words=script_words(say), names=table.names(say), plays=plays and not table.is_away,
        back=path if path.startswith("/t/") else "", share=f"{share}/review" if share else "",
        replay=f"{path}/replay" if path.startswith("/t/") else path,
        grades=reviewing.GRADE_WORDS, way=reviewing.way_of(table.game.name),
        longest=LONGEST_COMMENT, longest_line=LONGEST_LINE,
        seats=range(int(table.game.players)), told=told if review is not None else None,
        own=lambda one: is_own(one, opened),
        **(told.at(request) if review is not None else {}),
    )


@router.get("/t/{table}/{secret}/review/progress")
@router.get("/r/{table}/{secret}/review/progress")
@router.get("/you/matches/{table}/review/progress")
async def review_progress(request: Request) -> Response:
    """Answers how many parts are done, as soon as it is one more."""
    table, opened = await enter_replay(request)
    check_over(table, opened)
    reviews, visitor = reviews_of(request), address_of(request)
    review, done, parts = await reviews.look(table, visitor)
    if review is None and request.query_params.get("done") == str(done):
        await reviews.wait()
        review, done, parts = await reviews.look(table, visitor)
    return JSONResponse({"done": done, "parts": parts, "ready": review is not None})


@router.post("/t/{table}/{secret}/review")
async def comment(request: Request) -> Response:
    """Says something of a move, or what could have been played in its place."""
    table, opened, asked = await told_of(request)
    said = read_comment(table, check_plays(opened), asked)
    store = house_of(request).store
    if not await store.write(review_rows.add_comments, store, table.id, [said]):
        raise Problem(409, "too-many", "There are too many comments at this table.")
    return back_to_said(request, asked)


@router.post("/t/{table}/{secret}/review/remove")
async def remove(request: Request) -> Response:
    """Removes a comment of one's own. One that is gone already is as it should be."""
    table, opened, asked = await told_of(request)
    check_plays(opened)
    hand, move, text, line = read_place(table, asked)
    store = house_of(request).store
    same = [one for one in await store.read(review_rows.comments_of, store, table.id)
            if (one.hand, one.move, one.text, one.line) == (hand, move, text, line)]
    own = [one for one in same if is_own(one, opened)]
    if same and not own:
        raise Problem(403, "not-yours", "Only who has said it can remove it.")
    for one in own:
        await store.write(review_rows.remove_comment, store, table.id, one)
    return back_to_said(request, asked)


async def told_of(request: Request) -> tuple[Table, Pass, dict[str, str]]:
    """Opens a match that is over, and reads what is said of it."""
    table, opened = await enter_replay(request)
    check_over(table, opened)
    async with request.form() as form:
        names = ("hand", "move", "text", "line", "at", "seat")
        return table, opened, {name: str(form.get(name, "")) for name in names}


def back_to_said(request: Request, asked: dict[str, str]) -> Response:
    """Leads back to where something was said, and to the seat that it was looked at from."""
    path = request.url.path.removesuffix("/remove")
    at, seat = number_in(asked["at"]) or 2, number_in(asked["seat"])
    return RedirectResponse(f"{path}?at={at}{'' if seat is None else f'&seat={seat}'}#said", 303)


def is_own(comment: Comment, opened: Pass) -> bool:
    """Tells whether a link plays the seat that has said something; nobody's are nobody's."""
    return comment.seat >= 0 and comment.seat in opened.seats


def read_place(table: Table, asked: dict[str, str]) -> tuple[int, int, str, str]:
    """Reads of which move something is said, the words, and the moves in its place."""
    lengths = lengths_of(table)
    hand = number_in(asked["hand"], 1)
    move = number_in(asked["move"], 0, lengths.get(hand, -1)) if hand is not None else None
    if hand is None or move is None:
        raise Problem(422, "unreadable", "There is no such move to say something of.")
    return hand, move, " ".join(asked["text"].split()), " ".join(asked["line"].split())


def lengths_of(table: Table) -> dict[int, int]:
    """Counts the moves of each hand."""
    return {int(round.number): len(round.log) for round in table.match.rounds()}


def read_comment(table: Table, seat: int, asked: dict[str, str]) -> Comment:
    """Reads a comment, and plays its moves to see that they can be made."""
    hand, move, text, line = read_place(table, asked)
    if not text and not line:
        raise Problem(422, "empty", "Say something, or write moves.")
    if len(text) > LONGEST_COMMENT or len(line) > LONGEST_LINE:
        raise Problem(422, "too-much", "That is too much at once.")
    if line:
        if move == 0 or len(line.split()) > MOST_MOVES:
            raise Problem(422, "unreadable", "Moves stand in place of a move that was made.")
        round = next(one for one in table.match.rounds() if one.number == hand)
        other = round.undone(len(round.log) - move + 1)
        for word in line.split():
            # A refusal says in the words of the game what is wrong with a move.
            if other.over:
                raise IllegalMove("the round is over")
            read = other.read(word)
            other.check(read)
            other.play(read)
    return Comment(hand, move, seat, text, line)


async def kept_comments(request: Request, table: Table) -> list[Comment]:
    """Reads the comments of a table; those that fit no move are left out."""
    store = house_of(request).store
    try:
        found = await store.read(review_rows.comments_of, store, table.id)
    except Unreachable:
        raise
    except Exception:
        log.exception("the comments of table %s cannot be read", table.id)
        return []
    return fitting(table, found)


def fitting(table: Table, comments: list[Comment]) -> list[Comment]:
    """Leaves out comments that fit no move."""
    lengths = lengths_of(table)
    fits = [one for one in comments if 0 <= one.move <= lengths.get(one.hand, -1)]
    if len(fits) < len(comments):
        log.warning("some comments of table %s fit no move and are left out", table.id)
    return fits


def seat_of(request: Request, table: Table, opened: Pass) -> int:
    """Decides from which seat a review is looked at: any, once the match is over."""
    asked = number_in(request.query_params.get("seat", ""), 0, int(table.game.players) - 1)
    if asked is not None:
        return asked
    return max(0, opened.seats[0]) if opened.seats else 0


def numbers_of(table: Table) -> list[list[int]]:
    """Gives for every hand the event of its deal and of each of its moves."""
    found: list[list[int]] = []
    for one in table.events:
        if one.kind == DEAL:
            found.append([one.number])
        elif one.kind == MOVE:
            found[-1].append(one.number)
        elif one.kind in (UNDO, REDO):
            moves, kept = one.data["moves"], one.data.get("kept", [])
            old, new = (moves, kept) if one.kind == UNDO else (kept, moves)
            del found[-1][len(found[-1]) - len(old):]
            found[-1] += [one.number] * len(new)
    return found


class Telling:
    """A review as a page shows it, from one seat."""

    def __init__(
        self, table: Table, review: Review | None, seat: int, base: str, say: Say,
        comments: list[Comment],
    ) -> None:
        self.table = table
        self.seat = seat
        self.base = base
        self.say = say
        self.names = table.names(say)
        self.comments = comments
        self.numbers = numbers_of(table)
        self.found = review

    @property
    def review(self) -> Review:
        """The review, which is there when it is told."""
        assert self.found is not None
        return self.found

    def link(self, number: int, seat: int | None = None) -> str:
        """Leads to an event of the match."""
        return f"{self.base}/review?at={number}&seat={self.seat if seat is None else seat}#there"

    def at(self, request: Request) -> dict[str, Any]:
        """Tells of the event that is asked for: its picture, and what is said of it."""
        first = self.numbers[0][0]
        asked = number_in(request.query_params.get("at", ""), first, self.table.number) or first
        hand, move = self.place(asked)
        number = self.numbers[hand][move]
        match = self.table.match_at(number)
        told = shown(
            company_of(self.table, self.say), match, number, match.view(self.seat),
            sight_of(self.table, Pass(self.table.id, (NOBODY,)), request.query_params), self.say,
        )
        flat = [one for numbers in self.numbers for one in numbers]
        place = flat.index(number)
        hands = self.review.hands
        return {
            "at": number, "seat": self.seat, "hand": hands[hand].number, "move": move,
            "scene": told.scene.svg(standalone=False), "headline": told.words["headline"],
            "step": self.step(hand, move - 1) if move else None,
            "back_to": self.link(flat[place - 1]) if place else "",
            "on_to": self.link(flat[place + 1]) if place + 1 < len(flat) else "",
            "here": [one for one in self.comments
                     if (one.hand, one.move) == (hands[hand].number, move)],
        }

    def place(self, number: int) -> tuple[int, int]:
        """Finds the hand and how many of its moves an event lies behind."""
        found = (0, 0)
        for hand, numbers in enumerate(self.numbers):
            for move, one in enumerate(numbers):
                if one <= number:
                    found = (hand, move)
        return found

    def step(self, hand: int, place: int) -> dict[str, Any]:
        """Tells of one move."""
        whole = self.review.hands[hand]
        step = whole.steps[place]
        shares = self.review.of_step(whole, place, self.seat)
        better = step.best if step.best != step.text and step.loss > 0 else ""
        return {
            "number": place + 1, "seat": step.seat, "name": self.names[step.seat],
            "text": step.text, "chance": percent(step.chances[self.seat]),
            "grade": step.grade, "better": better,
            "loss": signed(-step.loss) if step.loss > 0 else "",
            "known": percent(step.known) if step.known >= 0 else "",
            "luck": signed(shares.luck), "href": self.link(self.numbers[hand][place + 1]),
            "said": sum((one.hand, one.move) == (whole.number, place + 1)
                        for one in self.comments),
        }

    def hands(self) -> list[dict[str, Any]]:
        """Tells of all hands, move by move."""
        return [
            {
                "number": hand.number, "before": percent(hand.before[self.seat]),
                "dealt": percent(hand.dealt[self.seat]),
                "luck": signed(self.review.of_deal(hand, self.seat).luck),
                "href": self.link(self.numbers[place][0]),
                "steps": [self.step(place, one) for one in range(len(hand.steps))],
            }
            for place, hand in enumerate(self.review.hands)
        ]

    def seats(self) -> list[dict[str, Any]]:
        """Tells for each seat how it chose, and what luck did."""
        found = []
        for seat, name in enumerate(self.names):
            total = self.review.total(seat)
            found.append({
                "seat": seat, "name": name, "counts": self.review.counts(seat),
                "own": signed(total.own), "others": signed(total.others),
                "luck": signed(total.luck), "total": signed(total.total),
            })
        return found

    def turns(self) -> list[dict[str, str]]:
        """Tells where the match turned."""
        found = []
        for hand, place, seat, before, now in self.review.turning_points():
            what = self.say("the deal")
            if place >= 0:
                step = self.review.hands[hand].steps[place]
                what = f"{self.names[step.seat]}, {step.text}"
            text = self.say("Hand {number}, {what}: {name} from {before} to {now}").format(
                number=self.review.hands[hand].number, what=what, name=self.names[seat],
                before=percent(before), now=percent(now),
            )
            found.append({"text": text, "href": self.link(self.numbers[hand][place + 1])})
        return found

    def graph(self) -> str:
        """Draws the chance to win of the side of the seat, and of the others where there are
        more than two."""
        sides = sorted(set(self.review.sides))
        own = self.review.sides[self.seat]
        shown_sides = [own, *(side for side in sides if side != own)] if len(sides) > 2 else [own]
        lines: list[list[float]] = [[] for _ in shown_sides]
        breaks: list[tuple[int, str]] = []
        marks: list[Mark] = []
        for number, hand in enumerate(self.review.hands):
            breaks.append((
                len(lines[0]), self.say("Hand {number}").format(number=hand.number)
            ))
            for chances in [hand.before, hand.dealt, *(step.chances for step in hand.steps)]:
                for line, side in zip(lines, shown_sides, strict=True):
                    line.append(chances[self.review.sides.index(side)])
            for place, step in enumerate(hand.steps):
                if step.grade in (reviewing.MISTAKE, reviewing.BLUNDER):
                    at = breaks[-1][0] + 2 + place
                    marks.append(Mark(
                        at, lines[0][at], step.grade,
                        f"{self.names[step.seat]}, {step.text}: "
                        f"{self.say(reviewing.GRADE_WORDS[step.grade])}",
                        self.link(self.numbers[number][place + 1]),
                    ))
        told = self.say("The chance of {name} to win, from {first} to {last}").format(
            name=self.names[self.seat], first=percent(lines[0][0]), last=percent(lines[0][-1]),
        )
        return Graph(lines, breaks, marks, told).svg()
