"""A table in one's pocket: played on a device by itself, with bots that think in the page.

The page has the same scripts as every table. What they ask goes to this module in place of a
server, and is answered by the same table, from the same events, which the device keeps. It is
imported by an interpreter in the browser, so nothing here needs a web server or a database.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import secrets
import time
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import parse_qs

from sobremesa import alone, bots
from sobremesa.core.errors import Refused
from sobremesa.core.game import Data, Game, make_game
from sobremesa.solvers import solvable, solver_of
from sobremesa.table.crew import Crew, WorkFailed
from sobremesa.table.events import Append, Event, Line, News, Pass, Place, Taken, Written
from sobremesa.table.fate import Fate
from sobremesa.table.followers import Follower
from sobremesa.table.live import BOT, PERSON, Pace, Table
from sobremesa.table.messages import Drawn, seated
from sobremesa.table.minds import Minds
from sobremesa.table.names import BOT_NAMES
from sobremesa.table.problems import Problem, status_of
from sobremesa.table.reasons import MOST_TOUCHES, why
from sobremesa.table.sights import seat_seen, sight_of, unreadable
from sobremesa.table.start import Start
from sobremesa.table.turns import Turn
from sobremesa.table.words import Say, speech
from sobremesa.table.written import LARGEST, number_in

if TYPE_CHECKING:
    from sobremesa.table.storage import Store

# Who plays: the person whose device it is.
ME: Final = 0
# Seconds after which silence lets a play pass.
SILENCE: Final = 8.0
# An interpreter looks at some tens of times fewer positions than compiled code in the same time.
NODES: Final = 6000
FEW_NODES: Final = 1500
# The byte of a file of bytecode that says whether its source is looked at (PEP 552).
UNCHECKED: Final = 4

# Keeps an event of a match on the device, and whether the match is over; answers `kept`, `taken`
# if there is an event of its number already, or why it cannot be kept.
Keep = Callable[[str, int, str, bool], Awaitable[str]]
Tell = Callable[[str], object]
Answer = tuple[int, str]


def not_kept() -> Problem:
    """Refuses what the device could not keep: it did not happen."""
    return Problem(
        409, "not-kept",
        "This device cannot keep the move: it has no room, or does not allow it. "
        "Nothing was played.",
    )


class Device:
    """What a table finds in place of a database: it writes to the device it is played on."""

    server = "pocket"

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self.enders: list[Callable[[str], None]] = []
        self.settlers: list[Callable[[str], None]] = []
        self.version = 0
        # Who sits at the table that is open on this page.
        self.places: list[Place] = []

    async def commit(self, wish: Append) -> Written:
        """Keeps an event.

        :raises Taken: if another page of this device was faster.
        """
        happened = wish.happened
        await self.add(wish.table, happened, bool(wish.ended))
        return Written(self.version, 1, happened.made)

    async def add(self, table: str, happened: Event, ended: bool = False) -> None:
        """Keeps an event as it is."""
        answer = await self.keep(table, happened.number, written(happened), ended)
        if answer == "taken":
            raise Taken
        if answer != "kept":
            raise not_kept()
        self.version += 1

    async def read(self, work: Callable[..., Any], *given: Any) -> Any:
        """Looks for something; nobody else writes here that would have to be waited for."""
        return work(*given)

    def news(self, table: str, after: int = 0, lines: int = 0) -> News:
        """Return nothing new: what another page wrote is found by whoever opens the match again."""
        return News(self.version, 0.0, True, self.server, 1, self.places, [], [])

    def signs(self, tables: list[str]) -> dict[tuple[str, int], float]:
        """Nobody comes from anywhere else."""
        return {}


class Here(Crew):
    """Bots that think in the page: one after the other, as there is one interpreter."""

    async def do(self, turn: Turn, work: Callable[..., Any], *given: Any) -> Any:
        """Does something at once."""
        # What was sent before is shown first.
        await asyncio.sleep(0)
        try:
            return work(*given)
        except Refused:
            raise
        except Exception as failed:
            raise WorkFailed(f"{type(failed).__name__}: {failed}") from failed


def written(happened: Event) -> str:
    """Writes an event as the device keeps it.

    >>> read_event(written(Event(3, "move", {"seat": 0, "move": 4}, 5.0)))
    Event(number=3, kind='move', data={'seat': 0, 'move': 4}, made=5.0)
    """
    return json.dumps([happened.number, happened.kind, happened.data, happened.made])


def read_event(text: str) -> Event:
    """Reads an event that the device kept.

    :raises ValueError: if it is damaged.
    """
    number, kind, data, made = json.loads(text)
    if type(number) is not int or not isinstance(kind, str) or not isinstance(data, dict):
        raise ValueError(text[:40])
    return Event(number, kind, data, float(made))


def wished_start(wish: dict[str, Any], fate: Fate) -> tuple[Start, Data | None]:
    """Decides how a match starts, from what somebody wants: a game with its options, the kind
    of bot that plays the others, and for a game for one the deal of the day or a puzzle.

    :raises Refused: if there is no such match.
    """
    game = make_game(str(wish.get("game", "")), dict(wish.get("options") or {}))
    others = int(game.players) - 1
    kind = str(wish.get("bot") or bots.usual(game.name))
    if others and kind not in bots.names(game.name):
        raise Problem(
            422, "unknown-sitter", "{kind} cannot sit here: choose {known}.",
            kind=kind[:20], known=bots.names(game.name),
        )
    seats = [(PERSON, ""), *((BOT + kind, name) for name in BOT_NAMES[:others])]
    today = fate.today()
    daily = today if wish.get("daily") and not others else ""
    seed = alone.daily_seed(game, today) if daily else fate.new_seed()
    start = Start(game, seats, SILENCE, seed, fate.new_chance(), today, daily)
    return start, _made(game, seed) if not others else None


def _made(game: Game, seed: int) -> Data | None:
    """Makes a puzzle where a game has them."""
    solver = solver_of(game.name) if solvable(game.name) else None
    if solver is None or not solver.usual:
        return None
    known = [kind for kind in solver.difficulties if kind]
    with contextlib.suppress(Refused):
        return alone.made_deal(game, known, seed)
    return None


class Page(Follower):
    """The page that shows the match."""

    def __init__(self, table: Table, say: Say, drawn: Drawn, tell: Tell) -> None:
        super().__init__(table, Pass(table.id, (ME,)), say, drawn)
        self.tell = tell
        table.listeners.add(self.bell)
        self.following = asyncio.ensure_future(self._follow())

    async def deliver(self, text: str) -> None:
        """Hands a message to the page, which may draw before the next."""
        self.tell(text)
        await asyncio.sleep(0)

    async def _follow(self) -> None:
        while True:
            await self.bell.wait()
            self.bell.clear()
            await self.send_missing()
            await self.send_seats()

    def close(self) -> None:
        """Follows no more."""
        self.table.listeners.discard(self.bell)
        self.following.cancel()


class Pocket:
    """One match on a device: it is laid or opened, then asked as a server is."""

    def __init__(
        self, keep: Keep, tell: Tell, language: str, *, pace: Pace | None = None,
        fate: Fate | None = None,
    ) -> None:
        self.device = Device(keep)
        self.tell = tell
        self.say = speech(language)
        self.pace = pace or Pace()
        self.fate = fate or Fate()
        self.drawn = Drawn()
        self.minds = Minds(1)
        self.minds.crew = self.minds.later = Here(1, 0.0)
        self.table: Table | None = None
        self.page: Page | None = None

    async def lay(self, wish: dict[str, Any]) -> str:
        """Lays a table; answers the name of the match once the device has kept it."""
        start, deal = wished_start(wish, self.fate)
        name = secrets.token_urlsafe(9)
        events = [replace(one, made=time.time()) for one in start.events(deal)]
        for one in events:
            await self.device.add(name, one)
        self._open(name, events)
        return name

    def open(self, name: str, kept: list[str]) -> None:
        """Goes on with a match that the device has kept.

        :raises Problem: if it cannot be read.
        """
        try:
            self._open(name, [read_event(one) for one in kept])
        except Refused:
            raise
        except Exception as damaged:
            raise Problem(
                422, "damaged", "This match was damaged on the device and cannot be opened."
            ) from damaged

    def _open(self, name: str, events: list[Event]) -> None:
        self.close()
        seats = events[0].data["seats"]
        places = [
            Place(seat, str(one["kind"]), str(one["name"]), None, None)
            for seat, one in enumerate(seats)
        ]
        lines: list[Line] = []
        self.device.places = places
        news = News(0, events[0].made, True, Device.server, 1, places, events, lines)
        store = cast("Store", self.device)
        self.table = Table(name, store, self.minds, self.pace, news, time.time())
        self.page = Page(self.table, self.say, self.drawn, self.tell)
        self.table.wake()

    def close(self) -> None:
        """Stops what was planned; the device knows how to go on."""
        if self.page is not None:
            self.page.close()
        if self.table is not None:
            self.table.close()

    def hear(self, said: str) -> None:
        """Takes in from where the page looks and how it wants its picture."""
        assert self.page is not None
        self.page.hear(json.loads(said))
        self.page.table.look()
        self.page.bell.set()

    async def ask(self, where: str, query: str, body: str) -> Answer:
        """Answers what a page asks: the status and the text of the answer, as a server would."""
        assert self.table is not None
        try:
            asked = json.loads(body) if body else {}
            if not isinstance(asked, dict):
                raise unreadable("JSON", asked)
            return await self._answered(self.table, where, parse_qs(query), asked)
        except Refused as refused:
            status, code = status_of(refused)
            return status, _json({"error": refused.said(self.say), "code": code})

    async def _answered(
        self, table: Table, where: str, query: dict[str, list[str]], asked: dict[str, Any]
    ) -> Answer:
        opened = Pass(table.id, (ME,))
        one = {name: values[0] for name, values in query.items()}
        if where == "state":
            seat = seat_seen(table, opened, one.get("seat"))
            sight = sight_of(table, opened, one)
            now = self.drawn.look(table, table.number, seat, opened.seats, sight, self.say)
            return 200, self.drawn.text(table, now)
        if where == "seats":
            return 200, _json(seated(table, opened.seats))
        if where == "why":
            if one.get("number") != str(table.number):
                raise Problem(409, "stale", "The table has moved on.")
            table.check_turn(ME)
            touches = query.get("touch", [])[: MOST_TOUCHES + 1]
            found = why(table.match.view(ME), table.match, touches, self.say)
            return 200, _json({"text": found.text, "move": found.move})
        if where.startswith("ask/"):
            return self._solved(table, where.removeprefix("ask/"))
        number = await self._changed(table, where, asked)
        return 200, _json({"number": number})

    async def _changed(self, table: Table, where: str, asked: dict[str, Any]) -> int:
        """Does what changes the table; answers the number of the event."""
        mark = f"{ME}:{str(asked.get('id', ''))[:64]}"
        if where == "moves":
            return await table.play(ME, _number(asked, "move"), _number(asked, "number"), mark)
        if where == "next":
            return await table.deal_next(_number(asked, "number"))
        if where == "undo":
            keep = _number(asked, "keep") if "keep" in asked else None
            drop = _number(asked, "drop") if "drop" in asked else None
            return await table.undo(_number(asked, "number"), mark, keep, drop)
        if where == "redo":
            return await table.redo(_number(asked, "number"), mark)
        if where == "offer":
            what, seen = str(asked.get("what", "")), _number(asked, "number")
            return await table.offer(what, (ME,), ME, seen, mark)
        raise Problem(404, "not-found", "There is nothing here.")

    def _solved(self, table: Table, what: str) -> Answer:
        """Answers somebody who plays alone, as far as an interpreter sees."""
        if what not in alone.QUESTIONS or not table.is_solitaire or not solvable(table.game.name):
            raise Problem(409, "no-solver", "Nothing can be worked out at this table.")
        view = table.match.view(ME)
        if what == "hint" and view.over and (table.match.winners or not type(table.game).ANY_ORDER):
            raise Problem(409, "match-over", "The match is over.")
        found = alone.QUESTIONS[what](table.match.round.copy())
        return 200, _json({
            "number": table.number, "verdict": found.verdict,
            "text": found.said(view, self.say), **found.told(),
        })

    async def again(self) -> str:
        """Lays the same game once more; answers the name of the match."""
        assert self.table is not None
        game, kinds = self.table.game, [kind for kind, _ in self.table.start.seats]
        bot = next((kind.removeprefix(BOT) for kind in kinds if kind.startswith(BOT)), "")
        return await self.lay({"game": game.name, "options": dict(game.options), "bot": bot})


def _number(asked: dict[str, Any], name: str) -> int:
    """Reads a whole number that a page sent."""
    number = number_in(asked.get(name), -LARGEST, 2**31 - 1)
    if number is None:
        raise unreadable(name, asked.get(name))
    return number


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def in_the_page() -> None:
    """Sets the bounds of the solvers for an interpreter."""
    alone.NODES, alone.FEW_NODES = NODES, FEW_NODES


def packed(folder: str) -> bytes:
    """Packs an engine that was started, with the bytecode of it, which is then taken as it is: a
    folder that is unpacked has other times than the one it was made in."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(Path(folder).rglob("*")):
            content = bytearray(path.read_bytes() if path.is_file() else b"")
            if path.suffix == ".pyc":
                content[UNCHECKED] = 1
            if path.is_file():
                archive.writestr(path.relative_to(folder).as_posix(), content)
    return made.getvalue()
