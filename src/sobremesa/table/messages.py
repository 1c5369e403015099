"""What is sent to a client, made from a seat's view and nothing else."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from sobremesa import picture
from sobremesa.core.gains import round_won
from sobremesa.core.game import NOBODY, View
from sobremesa.core.match import Match
from sobremesa.core.wording import You
from sobremesa.open_deals import can_open
from sobremesa.solvers import solvable, solver_of
from sobremesa.table import fairness, watching
from sobremesa.table.clock import DELAY
from sobremesa.table.events import DEAL
from sobremesa.table.live import BOT, Table, taken_back
from sobremesa.table.offers import DRAW, TAKE_BACK
from sobremesa.table.words import Say

SHAPES = tuple(picture.ROOMS)
# How many messages, and how many differences, a server keeps for others to share.
SHARED = 512


@dataclass(frozen=True)
class Sight:
    """How a page wants its picture: its shape and room, figures in place of pips, aids for
    learners, whether it may tell what fits where players should find that themselves, and
    whether all is told in lines as well."""

    shape: str = SHAPES[0]
    room: picture.Room | None = None
    numerals: bool = False
    aids: bool = False
    fits: bool = False
    text: bool = False


@dataclass(frozen=True)
class Told:
    """How a table stands after an event, as one sight may know it: in words, and as a scene."""

    words: dict[str, Any]
    scene: picture.Scene

    @cached_property
    def whole(self) -> str:
        """All of it as JSON, for a page that knows nothing."""
        return _json({**self.words, "scene": picture.difference(None, self.scene)})

    def since(self, old: Told) -> str:
        """What a page that was told the old state needs, as JSON: the words that changed, the
        lines of the log behind those that it has, and the difference of the scenes."""
        said = {
            name: value for name, value in self.words.items()
            if name not in old.words or old.words[name] != value
        }
        log, known = said.pop("log", None), old.words["log"]
        if log is not None:
            kept = len(known)
            # Nearly always the log has only grown.
            if log[:kept] != known:
                pairs = zip(log, known, strict=False)
                kept = next((at for at, (new, old) in enumerate(pairs) if new != old), len(log))
            said["more"] = [kept, log[kept:]]
        return _json({
            **said, "number": self.words["number"], "since": old.words["number"],
            "scene": picture.difference(old.scene, self.scene),
        })


# Made once: to make a writer for each message takes a tenth of the writing.
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def state(
    table: Table, number: int, seat: int, seats: tuple[int, ...], sight: Sight, say: Say
) -> Told:
    """Tells how the table stands after event `number`, as `seat` may know it.

    `seats` are all the seats that the same link plays, one or several. Whatever is told follows
    from the events and from what `table.stamp` counts; only the clock does not.
    """
    match = table.match_at(number)
    view = match.view(seat)
    latest = number == table.number
    alone = seats == (seat,) and seat >= 0
    watched = seats == (NOBODY,) and seat >= 0 and not table.is_record
    told = shown(
        company_of(table, say), match, number, view, sight, say, to_you=alone, watched=watched
    )
    message = told.words
    own = [place for place in seats if place >= 0]
    message.update({
        "yours": own,
        "bots": [table.bot_of(place) for place in range(int(table.game.players))],
        "latest": latest,
        "next": latest and match.round.over and not table.is_done and any(s >= 0 for s in seats),
        **(asked_of(view, set(told.scene.touches), sight.fits, say)
           if latest and (seat in seats or seat == NOBODY) and seat not in table.left
           and not match.agreed
           else NOTHING_ASKED),
        "aside": _aside(table, match, seat, seats, say) if latest else None,
        "lapse": 0.0,
        "alone": _alone(table, view, seats) if latest else None,
        "hints": latest and table.has_hints and alone and view.turn == seat and not match.over,
        "offer": _offer(table, seats, say) if latest else None,
        "offers": table.offers_of(tuple(own)) if latest else {},
        "daily": _daily(table, match, seat, say) if own == [seat] else None,
        "faces": table.faces(),
        "late": _late(table, number),
        "onward": table.onward if latest else "",
        "fair": fairness.told(table),
        "watchers": watching.told(table, tuple(own), say),
        "review": latest and table.is_done and not table.sealed and bool(own),
        "opened": int(view.data["number"]) if can_open(view) and not table.sealed else 0,
    })
    if message["silence"] >= 0 or message["aside"]:
        message["lapse"] = table.silence
    return told


def _daily(table: Table, match: Match, seat: int, say: Say) -> dict[str, Any] | None:
    """Tells of the deal of a day, and how it went once it is over."""
    if not table.start.daily or len(table.persons()) != 1:
        return None
    first = match.finished[0] if match.finished else match.round
    won = round_won(first)[seat] if first.over else 0.0
    points = [int(made) for made in first.points()] if first.over and len(match.scores) > 1 else []
    ending = ("win" if won == 1 else "draw" if won else "loss") if first.over else ""
    return {
        "date": table.start.daily, "game": say(table.game.title), "ending": ending,
        "points": points,
    }


def _late(table: Table, number: int) -> int:
    """Names the seat for which the table made the last move, as its time was up; or nobody."""
    last = table.events[number - 1].data
    return int(last["seat"]) if last.get("late") else NOBODY


def _offer(table: Table, seats: tuple[int, ...], say: Say) -> dict[str, Any] | None:
    """Tells of the offer that waits for an answer, and whether those who play from `seats` made
    it or are asked."""
    waiting = table.offering.waiting
    if waiting is None:
        return None
    is_own = waiting.seat in seats
    asked = sorted(waiting.asked & set(seats))
    texts = {
        TAKE_BACK: (say("You ask to take back your last move."),
                    say("{name} asks to take back their last move.")),
        DRAW: (say("You offer a draw."), say("{name} offers a draw.")),
    }
    return {
        "number": waiting.number, "what": waiting.what, "mine": is_own,
        "seat": waiting.seat if is_own else asked[0] if asked else NOBODY,
        "text": texts[waiting.what][0 if is_own else 1].format(name=table.names(say)[waiting.seat]),
    }


def seated(table: Table, seats: tuple[int, ...]) -> dict[str, Any]:
    """Tells who is here, which seats bots hold for persons who are away, for whom those who
    play from `seats` may let one, and whom they do not want to hear."""
    return {
        "presence": table.attendance(),
        "held": sorted(table.held),
        "left": sorted(table.left),
        "absent": table.absent(seats),
        "muted": sorted({other for seat in seats for other in table.deaf_to(seat)}),
    }


class Drawn:
    """What was told, so that pages that see the same share it."""

    def __init__(self, room: int = SHARED) -> None:
        self.room = room
        self.kept: OrderedDict[Hashable, Told] = OrderedDict()
        self.written: OrderedDict[Hashable, tuple[Told, Told, str]] = OrderedDict()
        # How many messages were made, and how many were asked for.
        self.made = 0
        self.told = 0

    def look(
        self, table: Table, number: int, seat: int, seats: tuple[int, ...], sight: Sight, say: Say
    ) -> Told:
        """Finds how the table stands."""
        key = (table.id, number, number == table.number, table.stamp, seat, seats, sight, say)
        self.told += 1
        found = self.kept.get(key)
        if found is None:
            self.made += 1
            found = state(table, number, seat, seats, sight, say)
        self._keep(self.kept, key, found)
        return found

    def text(self, table: Table, told: Told, old: Told | None = None) -> str:
        """Writes what was told as JSON, whole or since the old, with the clock as it is now."""
        text = told.whole if old is None else self._since(told, old)
        latest = told.words["number"] == table.number
        clock = _clock(table) if latest else None
        return f'{text[:-1]},"clock":{json.dumps(clock)}}}'

    def _since(self, told: Told, old: Told) -> str:
        key = (id(old), id(told))
        # An id is free again once nobody keeps what had it, so both are kept with the text.
        found = self.written.get(key) or (old, told, told.since(old))
        self._keep(self.written, key, found)
        return found[2]

    def _keep(self, kept: OrderedDict[Hashable, Any], key: Hashable, value: Any) -> None:
        kept[key] = value
        kept.move_to_end(key)
        while len(kept) > self.room:
            kept.popitem(last=False)


class Company(NamedTuple):
    """Who sits at a table: the names, and the kind of each bot or nothing."""

    names: list[str]
    bots: list[str]


def company_of(table: Table, say: Say) -> Company:
    """Tells who sits at a table."""
    names = table.names(say)
    return Company(names, [
        table.kind(place).removeprefix(BOT) if table.is_bot(place) else ""
        for place in range(len(names))
    ])


def shown(
    company: Company, match: Match, number: int, view: View, sight: Sight, say: Say,
    *, to_you: bool = False, watched: bool = False,
) -> Told:
    """Tells what can be seen after event `number`, without what can be done.

    With `to_you` it speaks to whoever sits there, which would confuse several at one device.
    With `watched` somebody else looks from that seat, and nothing is asked of them.
    """
    names = company.names
    told = addressed(names, view.seat) if to_you else names
    scene = picture.scene(
        view, shape=sight.shape, room=sight.room, numerals=sight.numerals, aids=sight.aids,
        names=told, say=say, standalone=False,
    )
    asked = headline(match, match.view(NOBODY) if watched else view, told, say)
    if match.agreed or watched:
        scene = replace(scene, told=asked)
    return Told({
        "number": number,
        "seat": view.seat,
        "turn": NOBODY if match.agreed else view.turn,
        "hand": view.data["number"],
        "open": type(match.game).OPEN,
        "names": names,
        "bots": company.bots,
        "headline": asked,
        "log": picture.log_lines(view, names=told, say=say),
        "lines": picture.in_lines(view, names=told, say=say) if sight.text else [],
        "scores": view.scores,
        "sides": sides(view, names, say),
        "over": view.over or match.over,
        "ended": match.over,
        "winners": match.winners,
        "kinds": picture.KINDS,
    }, scene)


def headline(match: Match, view: View, names: list[str], say: Say) -> str:
    """Says whose turn it is and what is asked, or how the match has ended."""
    if match.agreed:
        return say("The match is a draw by agreement.")
    return picture.headline(view, names=names, say=say)


def sides(view: View, names: list[str], say: Say) -> list[dict[str, Any]]:
    """Lists the partnerships, each with its names and its score; none where all play alone."""
    game = view.game
    seats = range(int(game.players))
    found: dict[int, list[int]] = {}
    for seat in seats:
        found.setdefault(game.side_of(seat), []).append(seat)
    if all(len(members) == 1 for members in found.values()):
        return []
    return [
        {
            "seats": members,
            "names": say("{one} and {other}").format(
                one=", ".join(names[seat] for seat in members[:-1]), other=names[members[-1]]
            ),
            "score": view.scores[members[0]],
            "yours": view.seat in members,
        }
        for members in found.values()
    ]


def addressed(names: list[str], seat: int) -> list[str]:
    """Gives the names as one seat is told them: what is said about it speaks to it."""
    return [You(name) if place == seat else name for place, name in enumerate(names)]


NOTHING_ASKED: dict[str, Any] = {
    "moves": [], "buttons": [], "quick": [], "spoken": {}, "plain": False, "silence": -1,
    "attempts": None, "folded": None, "asks": {},
}
# More moves than these are sent folded: on a large empty board there are thousands.
MANY_MOVES = 1000


def _clock(table: Table) -> dict[str, Any] | None:
    """Tells how long the clock of a turn runs, and how long it still does; and what is left to
    every seat where each has one time for the whole match."""
    left = table.time_left
    banks = table.clocks.banks if table.start.clock.is_of_match else []
    if not left and not banks:
        return None
    return {
        "left": round(left, 1), "of": table.time_given, "seat": table.clocks.seat,
        "free": float(table.start.clock.more if table.start.clock.kind == DELAY else 0),
        "banks": [round(bank, 1) for bank in banks],
    }


def asked_of(view: View, drawn: set[str], fits: bool, say: Say) -> dict[str, Any]:
    """Tells what the seat can do: moves as paths of touches, and buttons for what is not drawn.

    Where the rules leave it to the player to find what fits, the moves among their attempts are
    left out unless they ask for them with `fits`.
    """
    attempts = None if fits else view.data.get("attempts")
    moves = [
        {"move": choice["move"], "text": choice["text"], "touches": choice["touches"]}
        for choice in view.data["moves"]
        if attempts is None or choice["touches"][0] not in attempts["tiles"]
    ]
    touches = list(dict.fromkeys(touch for choice in moves for touch in choice["touches"]))
    things = touches if attempts is None else [*touches, *attempts["tiles"], *attempts["cells"]]
    # Where a game names the touches that people use most, the others of their kind need no
    # button each.
    quick: list[str] = view.data.get("quick", [])
    many = len(moves) > MANY_MOVES
    return {
        "moves": [] if many else moves,
        "folded": _folded(moves, touches) if many else None,
        "buttons": [
            _button(touch, picture.label(touch, view, say=say), quick)
            for touch in in_order(touches) if touch not in drawn
        ],
        "quick": quick,
        "spoken": {touch: picture.spoken(touch, view, say=say) for touch in things},
        "asks": picture.asks(view, say=say) if moves else {},
        "plain": view.data["plain"],
        "silence": view.data["silence"],
        "attempts": attempts,
    }


def _folded(moves: list[dict[str, Any]], touches: list[str]) -> dict[str, Any]:
    """Writes many moves in little room: every touch once, and of each move its number and the
    places of its touches."""
    places = {touch: place for place, touch in enumerate(touches)}
    return {
        "touches": touches,
        "moves": [[one["move"], *(places[touch] for touch in one["touches"])] for one in moves],
    }


def in_order(touches: list[str]) -> list[str]:
    """Puts touches of one kind that are numbers in the order of the numbers.

    >>> in_order(["pass", "suit:12", "suit:2", "alone"])
    ['pass', 'suit:2', 'suit:12', 'alone']
    """
    kinds = [touch.partition(":")[0] for touch in touches]

    def place(touch: str) -> tuple[int, int]:
        kind, _, what = touch.partition(":")
        return kinds.index(kind), int(what) if what.isdecimal() else touches.index(touch)

    return sorted(touches, key=place)


def _alone(table: Table, view: View, seats: tuple[int, ...]) -> dict[str, Any] | None:
    """Tells somebody who plays a game for one what they can do besides moving."""
    if not table.is_solitaire or seats != (0,):
        return None
    name, solves = table.game.name, solvable(table.game.name)
    nearby = solver_of(name).nearby(view) if solves else []
    return {
        "undo": len(view.data["log"]) > 0,
        "redo": len(taken_back(table.events)) > 0,
        "solvable": solves,
        "ending": view.data.get("ending", ""),
        "loose": type(table.game).ANY_ORDER,
        "near": [
            {"text": text, "href": f"/games/{name}?{urlencode(options)}"}
            for text, options in nearby
        ],
        "daily": table.start.daily,
    }


def _button(touch: str, label: str, quick: list[str]) -> dict[str, str]:
    """Makes a button; one whose label names its number shows only that."""
    kind, _, what = touch.partition(":")
    # Of two halves the number alone would not say what it is.
    is_number = what.isdecimal() and kind != "half" and re.search(rf"\b{what}\b", label)
    short = what if is_number and touch not in quick else label
    return {"touch": touch, "label": label, "short": short}


def _aside(
    table: Table, match: Match, seat: int, seats: tuple[int, ...], say: Say
) -> dict[str, Any] | None:
    """Asks another seat of the same device a question that needs no look at its hand."""
    turn = match.turn
    if turn in (seat, NOBODY) or turn not in seats:
        return None
    view = match.view(turn)
    if int(view.data["silence"]) < 0:
        return None
    return {
        "seat": turn,
        "headline": picture.headline(view, names=table.names(say), say=say),
        **asked_of(view, set(), True, say),
    }


def hands(table: Table, upto: int) -> list[dict[str, int]]:
    """Lists where each hand begins, for jumping."""
    deals = [one.number for one in table.events[:upto] if one.kind == DEAL]
    return [{"hand": place + 1, "at": number} for place, number in enumerate(deals)]
