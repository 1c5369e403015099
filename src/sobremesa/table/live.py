"""Tables while they are played: one writer each, rebuilt from their events when needed.

Whatever changes a table goes through its lock, is checked, is written as event n+1, and only
then becomes part of the match in memory. What happens by itself (a bot's move, a window of
silence that lapses, the next hand) is planned anew after every event, so a restart plans it
again from the same events, and what fails is planned again. Several server processes can
share a database: each reads what is new before it answers, and goes on with the tables of
another that has fallen silent.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from time import monotonic
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sobremesa import bots
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NO_MOVE, NOBODY, Game, Round
from sobremesa.core.match import Match
from sobremesa.core.rng import Rng
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Allowance, Limits, Places
from sobremesa.table.minds import Minds, Questions, seed_for, share_for
from sobremesa.table.presence import READ_EVERY, Presence
from sobremesa.table.problems import Problem
from sobremesa.table.start import Start, read_start
from sobremesa.table.storage import (
    BACK,
    DEAL,
    MOVE,
    REDO,
    STAND_IN,
    UNDO,
    Event,
    Line,
    News,
    Place,
    Store,
    Taken,
    Unreachable,
)
from sobremesa.table.talk import CAME_BACK, STANDS_IN, Talk, TalkAsked, notice
from sobremesa.table.words import Say, plural

log = logging.getLogger(__name__)
Result = TypeVar("Result")
Given = ParamSpec("Given")

PERSON = "person"
BOT = "bot:"
# Seconds between two looks for what other servers have written.
LOOK_ROUND = 1.0
# Seconds that another server has to go on with what it wrote itself, before this one does.
TAKE_OVER = 4.0
# What fails is tried again after a pause, which doubles up to the longest.
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 15.0
# Another server may take the next number; so often it is tried again.
TRIES = 5
# Seconds for which somebody who asked for a table is taken to look at it.
LOOKED_AT = 30.0
# Tables kept in memory although nobody looks at them.
KEPT = 500


@dataclasses.dataclass(frozen=True)
class Pace:
    """How long things take at a table, in seconds.

    The times of bots are those around which each one is drawn.
    """

    bot: float = 0.7
    # A bot that is only asked something public answers sooner.
    answer: float = 0.35
    silence: float = 8.0
    next_hand: float = 20.0
    # So long somebody has been away before the others may let a bot hold the seat.
    absence: float = 60.0


def goes_on(round: Round, held: set[int], silence: float) -> bool:
    """Tells whether a table goes on by itself: without a person who moves or deals.

    `held` are the seats for which bots play.
    """
    if round.settles_match():
        return False
    if round.over or round.turn in held:
        return True
    return (int(round.silence()) >= 0 and silence > 0) or bool(round.game.turn_seconds)


def begins_by_itself(start: Start, events: list[Event]) -> bool:
    """Tells whether a table that is laid goes on by itself from its first deal."""
    held = {seat for seat, (kind, _) in enumerate(start.seats) if kind.startswith(BOT)}
    return goes_on(start.game.load(events[1].data), held, start.silence)


def match_at(game: Game, events: list[Event], number: int) -> Match:
    """Rebuilds the match as it stood after event `number`, from the deal of that hand on."""
    upto = events[:number]
    hand = max(place for place, one in enumerate(upto) if one.kind == DEAL)
    match = Match(game, deal=upto[hand].data)
    for one in upto[hand + 1:]:
        follow(match, one)
    return match


def whole_match(events: list[Event]) -> Match:
    """Rebuilds the match with all its hands."""
    match = Match(read_start(events[0]).game, deal=events[1].data)
    for one in events[2:]:
        follow(match, one)
    return match


def follow(match: Match, happened: Event) -> None:
    """Takes one more event into a match."""
    if happened.kind in (STAND_IN, BACK):
        return
    if happened.kind == DEAL:
        match.next_round(happened.data)
    elif happened.kind == UNDO:
        replace(match, happened.data["moves"], happened.data.get("kept", []))
    elif happened.kind == REDO:
        replace(match, happened.data.get("kept", []), happened.data["moves"])
    else:
        match.play(int(happened.data["move"]))


def replace(match: Match, old: list[int], new: list[int]) -> None:
    """Plays moves in place of the last ones, which are given too."""
    if old:
        match.take_back(len(old))
    for move in new:
        match.play(int(move))


class Back(NamedTuple):
    """Moves that were taken back, and those behind them that were played again at once."""

    moves: list[int]
    kept: list[int]


class Plan(NamedTuple):
    """What a table does next by itself, after how many seconds."""

    wait: float
    deed: Callable[[], Awaitable[object]]


def taken_back(events: list[Event]) -> list[Back]:
    """Lists what can be played again, what was taken back last at the end."""
    found: list[Back] = []
    for one in events:
        if one.kind == UNDO:
            found.append(Back(one.data["moves"], one.data.get("kept", [])))
        elif one.kind == REDO:
            found.pop()
        else:
            found.clear()
    return found


def last_choice(match: Match) -> int:
    """Counts the moves before the last one that was a choice, or that came first.

    Moves that the table plays by itself are no choice: taken back alone they would only be
    played again.
    """
    moves = match.round.played()
    past = Match(match.game, deal=match.round.opening())
    found = 0
    for count, move in enumerate(moves):
        if len(past.round.moves()) > 1 or not past.round.is_plain():
            found = count
        past.play(move)
    return found


def time_to_wait(drawn: float, thought: float) -> float:
    """Tells how long a bot that has thought for some time still waits: until its drawn time, or
    until a multiple of it, so that nobody can tell a forced move by its time.

    >>> time_to_wait(0.5, 0.125), time_to_wait(0.5, 0.625), time_to_wait(0.0, 3.0)
    (0.375, 0.375, 0.0)
    """
    return -thought % drawn if drawn else 0.0


async def apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs something to its end even if whoever asked for it is gone meanwhile."""
    task = asyncio.create_task(work)
    # Nobody may be left to hear that it failed.
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.shield(task)


def change(
    work: Callable[Concatenate[Table, Given], Coroutine[Any, Any, Result]]
) -> Callable[Concatenate[Table, Given], Coroutine[Any, Any, Result]]:
    """Makes a method a change of the table: apart, and one at a time."""

    async def locked(table: Table, /, *given: Given.args, **named: Given.kwargs) -> Result:
        async with table.lock:
            return await work(table, *given, **named)

    @wraps(work)
    async def changed(table: Table, /, *given: Given.args, **named: Given.kwargs) -> Result:
        return await apart(locked(table, *given, **named))

    return changed


class Table:
    """One table that is being played."""

    def __init__(
        self, name: str, store: Store, minds: Minds, pace: Pace, news: News, began: float
    ) -> None:
        self.id = name
        self.store = store
        self.minds = minds
        self.pace = pace
        self.version = news.version
        self.events = news.events
        self.places = {place.seat: place for place in news.places}
        self.start = read_start(news.events[0])
        self.match = whole_match(news.events)
        self.game = self.match.game
        # The seats that bots hold for persons who are away, and which bot.
        self.held: dict[int, str] = {}
        for one in news.events:
            self._note_holder(one)
        seen = {place.seat: place.seen for place in news.places if place.seen is not None}
        self.presence = Presence(news.made, began, seen)
        self.talk = Talk(name, store, news.lines, self.note_version)
        self.lock = asyncio.Lock()
        self.listeners: set[asyncio.Event] = set()
        # Counts what changes beside the events, such as names.
        self.stamp = 0
        # The table that was laid for the next match, or nothing.
        self.onward = ""
        self.driver: asyncio.Task[None] | None = None
        # When somebody looked here last, and whether bots wait for that.
        self.looked_at = -LOOKED_AT
        self.paused = False
        # When the turn began; a restarted server gives it its whole time anew.
        self.turn_began = monotonic()

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def silence(self) -> float:
        """How long a window of silence stays open, in seconds; 0: for ever."""
        return self.start.silence

    @property
    def time_left(self) -> float:
        """How many seconds are left to the person whose turn it is; 0: no clock runs."""
        turn = self.match.turn
        awaited = turn in self.persons() and turn not in self.held
        if not awaited or self.match.round.time_out() == NO_MOVE:
            return 0.0
        left = self.turn_began + float(self.game.turn_seconds) - monotonic()
        return max(left, 0.01)

    @property
    def is_record(self) -> bool:
        """Whether this was read from a record, so that nobody sits here."""
        return not any(seat >= 0 for seat in self.places)

    def kind(self, seat: int) -> str:
        """Gives who sits on a seat: a person or `bot:` and a kind."""
        return self.places[seat].kind if seat in self.places else PERSON

    def is_bot(self, seat: int) -> bool:
        """Tells whether a bot sits there."""
        return self.kind(seat).startswith(BOT)

    def persons(self) -> list[int]:
        """Lists the seats of persons."""
        return [seat for seat in self.places if seat >= 0 and not self.is_bot(seat)]

    def bot_of(self, seat: int) -> str:
        """Names the bot that plays for a seat, its own or one that holds it; else nothing."""
        return self.kind(seat).removeprefix(BOT) if self.is_bot(seat) else self.held.get(seat, "")

    def bot_seats(self) -> set[int]:
        """Lists the seats for which bots play."""
        return {seat for seat in range(int(self.game.players)) if self.bot_of(seat)}

    def is_alone(self, seats: tuple[int, ...]) -> bool:
        """Tells whether only bots play beside some seats, or the match is over."""
        return self.match.over or all(
            self.is_bot(seat) or seat in seats for seat in self.places if seat >= 0
        )

    @property
    def is_solitaire(self) -> bool:
        """Whether one person plays a game for one, whose past is nobody else's."""
        return self.game.players == 1 and bool(self.persons())

    def names(self, say: Say) -> list[str]:
        """Lists the names of the seats."""
        named = [
            self.places[seat].name if seat in self.places else name
            for seat, (_, name) in enumerate(self.start.seats)
        ]
        return [
            name or say("Player {number}").format(number=seat + 1)
            for seat, name in enumerate(named)
        ]

    def match_at(self, number: int) -> Match:
        """Gives the match as it stood after event `number`."""
        return self.match if number == self.number else match_at(self.game, self.events, number)

    async def rename(self, seat: int, name: str) -> None:
        """Gives a seat another name."""
        async with self.lock:
            version = await self.store.write(self.store.rename, self.id, seat, name)
            self.places[seat] = dataclasses.replace(self.places[seat], name=name)
            self.stamp += 1
            self.note_version(version)
        self.ring()

    async def come_back(self, seats: tuple[int, ...]) -> None:
        """Gives persons who are here again the seats that bots hold for them."""
        for seat in seats:
            if seat in self.held:
                await self._come_back(seat)

    async def speak(self, asked: TalkAsked) -> None:
        """Says a line at the table."""
        if asked.to != NOBODY and not type(self.game).WHISPERS:
            raise Problem(
                403, "no-whispers", "In {game} partners may talk only in public.",
                game=self.game.title,
            )
        players = int(self.game.players)
        deaf = {seat for seat in range(players) if self.is_bot(seat)}
        await apart(self.talk.add(asked, players, deaf))
        self.ring()

    @change
    async def play(
        self, seat: int, move: int, seen: int, mark: str, *, by_clock: bool = False,
        by_bot: str = "",
    ) -> int:
        """Plays a move of a seat that has seen event `seen`; answers the move's number."""
        earlier = self._marked(mark)
        if earlier is not None:
            if (earlier.data.get("seat"), earlier.data.get("move")) != (seat, move):
                raise Problem(409, "id-used", "That id was sent with another move.")
            return earlier.number
        self._check_seen(seen)
        self.check_turn(seat)
        if by_bot and by_bot != self.bot_of(seat):
            raise Problem(409, "stale", "Somebody else plays for this seat now.")
        round = self.match.round
        round.check(move)
        if move == round.time_out() and not by_clock:
            raise round.refusal(move)
        after = round.copy()
        after.play(move)
        data: dict[str, Any] = {"seat": seat, "move": move, "text": round.text(move)}
        if mark:
            data["id"] = mark
        return await self._append(
            Event(self.number + 1, MOVE, data), after, ended=after.settles_match() or None
        )

    @change
    async def undo(
        self, seen: int, mark: str, keep: int | None = None, drop: int | None = None
    ) -> int:
        """Takes moves back: to the last choice, until only the first `keep` are left, or the
        move `drop` alone, counted from 0, if those behind it can be made without it."""
        earlier = self._check_rewrite(UNDO, seen, mark)
        if earlier is not None:
            return earlier
        moves = self.match.round.played()
        left = drop
        if left is None:
            left = last_choice(self.match) if keep is None else keep
        if not 0 <= left < len(moves):
            raise Problem(409, "nothing-to-undo", "There is nothing to take back.")
        back = Back(moves[left:], [] if drop is None else moves[drop + 1:])
        return await self._rewrite(UNDO, back, mark)

    @change
    async def redo(self, seen: int, mark: str) -> int:
        """Plays again what was taken back last."""
        earlier = self._check_rewrite(REDO, seen, mark)
        if earlier is not None:
            return earlier
        again = taken_back(self.events)
        if not again:
            raise Problem(409, "nothing-to-redo", "There is nothing to play again.")
        return await self._rewrite(REDO, again[-1], mark)

    def _check_rewrite(self, kind: str, seen: int, mark: str) -> int | None:
        """Checks a change of the past; gives its number if it was sent before."""
        earlier = self._marked(mark)
        if earlier is not None:
            return self._same(earlier, kind)
        if not self.is_solitaire:
            raise Problem(409, "not-alone", "Moves can be taken back only in a game for one.")
        self._check_seen(seen)
        return None

    async def _rewrite(self, kind: str, back: Back, mark: str) -> int:
        """Writes that moves were taken back, or played again, if the rules allow it."""
        happened = Event(self.number + 1, kind, {"seat": 0, **back._asdict(), "id": mark})
        after = match_at(self.game, self.events, self.number)
        try:
            follow(after, happened)
        except IllegalMove:
            raise Problem(
                409, "needed", "Later moves depend on that one; take those back first."
            ) from None
        return await self._append(happened, after.round, ended=after.over)

    def _same(self, earlier: Event, kind: str) -> int:
        """Answers what was answered before to the same thing sent again."""
        if earlier.kind != kind:
            raise Problem(409, "id-used", "That id was sent with another move.")
        return earlier.number

    @change
    async def deal_next(self, seen: int) -> int:
        """Deals the next hand; answers the number of the deal."""
        self._check_seen(seen)
        match = self.match
        if match.over:
            raise IllegalMove("the match is over")
        if not match.round.over:
            raise IllegalMove("the round is not over")
        number = self.number + 1
        rng = Rng(seed_for(self.start.chance, number))
        fresh = self.game.deal_next(rng, match.round)
        # A deal can leave nothing to decide: in poker, when nobody has chips to bet.
        return await self._append(
            Event(number, DEAL, fresh.opening()), fresh, ended=fresh.settles_match() or None
        )

    @change
    async def stand_in(self, seat: int, asker: int, mark: str) -> int:
        """Lets a bot hold the seat of somebody who is away; answers the event's number."""
        for _ in range(TRIES):
            earlier = self._marked(mark)
            if earlier is not None:
                return self._same(earlier, STAND_IN)
            await self._check_absence(seat, asker)
            bot = bots.usual(self.game.name)
            data = {"seat": seat, "bot": bot, "by": asker, "id": mark}
            told = notice(self.talk.next_number, asker, STANDS_IN, seat)
            held = self.bot_seats() | {seat}
            with contextlib.suppress(Taken):
                return await self._write(Event(self.number + 1, STAND_IN, data), held, told)
            await self._catch_up()
        raise Problem(409, "stale", "The table has moved on: try again.")

    @change
    async def _come_back(self, seat: int) -> None:
        for _ in range(TRIES):
            if seat not in self.held:
                return
            told = notice(self.talk.next_number, seat, CAME_BACK, NOBODY)
            held = self.bot_seats() - {seat}
            with contextlib.suppress(Taken):
                await self._write(Event(self.number + 1, BACK, {"seat": seat}), held, told)
                return
            await self._catch_up()
        raise Problem(409, "stale", "The table has moved on: try again.")

    async def _check_absence(self, seat: int, asker: int) -> None:
        """Refuses a bot for anybody but a person who has been away long enough."""
        for (_, place), seen in (await self.store.read(self.store.signs, [self.id])).items():
            self.presence.hear(place, seen)
        if seat not in self.persons() or seat == asker:
            raise Problem(
                422, "no-stand-in", "A bot holds a seat only for another person at this table."
            )
        if self.match.over:
            raise Problem(409, "match-over", "The match is over.")
        if seat in self.held:
            raise Problem(409, "held", "A bot holds that seat already.")
        if self.presence.missed(seat) < self.pace.absence:
            raise Problem(
                409, "not-away", "A bot may hold that seat after {seconds} seconds of absence.",
                seconds=round(self.pace.absence),
            )

    def absent(self, seats: tuple[int, ...]) -> list[int]:
        """Lists the seats that those who sit on some others may have held by a bot."""
        if self.match.over or not any(seat >= 0 for seat in seats):
            return []
        return [
            seat for seat in self.persons()
            if seat not in seats and seat not in self.held
            and self.presence.missed(seat) >= self.pace.absence
        ]

    def attendance(self) -> list[str]:
        """Tells of every seat whether its person is here; of a bot nothing."""
        persons = self.persons()
        return [
            self.presence.word(seat) if seat in persons else ""
            for seat in range(int(self.game.players))
        ]

    def _marked(self, mark: str) -> Event | None:
        if not mark:
            return None
        return next((one for one in reversed(self.events) if one.data.get("id") == mark), None)

    def _check_seen(self, seen: int) -> None:
        if seen > self.number:
            raise Problem(
                409, "stale",
                plural(
                    "The table has only {number} event, not {seen}.",
                    "The table has only {number} events, not {seen}.", by="number",
                ),
                number=self.number, seen=seen,
            )
        # Who holds a seat changes nothing on the table.
        if any(one.kind not in (STAND_IN, BACK) for one in self.events[max(seen, 0):]):
            raise self._stale(seen)

    def _stale(self, seen: int) -> Problem:
        return Problem(
            409, "stale", "The table has moved on: it is at event {number}, you saw {seen}.",
            number=self.number, seen=seen,
        )

    def check_turn(self, seat: int) -> None:
        """Refuses a seat that is not to decide."""
        turn = self.match.turn
        if self.match.over:
            raise Problem(409, "match-over", "The match is over.")
        if turn == NOBODY:
            raise Problem(409, "hand-over", "The hand is over; the next one has to be dealt.")
        if turn != seat:
            if self.places[turn].name:
                raise Problem(
                    409, "not-your-turn", "It is not your turn: {name} is to decide.",
                    name=self.places[turn].name,
                )
            raise Problem(
                409, "not-your-turn", "It is not your turn: seat {number} is to decide.",
                number=turn + 1,
            )

    async def _append(self, happened: Event, after: Round, *, ended: bool | None = None) -> int:
        """Writes an event that leads to a round; whoever comes second is told so, unless what came
        first is the very same thing, sent to another server."""
        due = goes_on(after, self.bot_seats(), self.silence)
        try:
            version = await self.store.write(
                self.store.append, self.id, happened, ended=ended, due=due
            )
        except Taken:
            await self._catch_up()
            earlier = self._marked(str(happened.data.get("id", "")))
            if earlier is not None and earlier.data == happened.data:
                return earlier.number
            raise self._stale(happened.number - 1) from None
        self._settle(happened, version)
        return happened.number

    async def _write(self, happened: Event, held: set[int], told: Line) -> int:
        """Writes who holds a seat, and tells everybody in the same breath."""
        due = goes_on(self.match.round, held, self.silence)
        version = await self.store.write(self.store.append, self.id, happened, due=due, said=told)
        self.talk.take([told])
        self._settle(happened, version)
        return happened.number

    def _settle(self, happened: Event, version: int) -> None:
        """Takes in an event that is on the disk, and goes on from there."""
        self.note_version(version)
        self._take(happened)
        self.ring()
        self.drive()

    def note_version(self, version: int) -> None:
        """Counts a change that this server made; what others wrote meanwhile stays news."""
        if version == self.version + 1:
            self.version = version

    @change
    async def catch_up(self) -> None:
        """Takes in what another server process has written."""
        await self._catch_up()

    async def _catch_up(self) -> None:
        news = await self.store.read(self.store.news, self.id, self.number, len(self.talk.lines))
        if news is None:
            return
        places = {place.seat: place for place in news.places}
        if _names(places) != _names(self.places):
            self.stamp += 1
        for one in news.events:
            self._take(one)
        self.places = places
        self.talk.take(news.lines)
        for seat, place in places.items():
            if place.seen is not None:
                self.presence.hear(seat, place.seen)
        self.version = max(self.version, news.version)
        self.ring()
        if news.events:
            # Whoever wrote that goes on with it, if it still lives.
            self.drive(later=TAKE_OVER)

    def _take(self, happened: Event) -> None:
        turn = self.match.turn
        follow(self.match, happened)
        self._note_holder(happened)
        self.events.append(happened)
        if happened.kind == DEAL or self.match.turn != turn:
            self.turn_began = monotonic()

    def _note_holder(self, happened: Event) -> None:
        if happened.kind == STAND_IN:
            self.held[int(happened.data["seat"])] = str(happened.data["bot"])
        elif happened.kind == BACK:
            self.held.pop(int(happened.data["seat"]), None)

    def look(self) -> None:
        """Notes that somebody looks; bots that play among themselves go on."""
        self.looked_at = monotonic()
        if self.paused:
            self.drive()

    def is_looked_at(self) -> bool:
        """Tells whether somebody looks at this table, or did a moment ago."""
        return bool(self.listeners) or monotonic() - self.looked_at < LOOKED_AT

    def lead_on(self, name: str) -> None:
        """Tells everybody here at which table the next match is."""
        if self.onward != name:
            self.onward = name
            self.stamp += 1
            self.ring()

    def ring(self) -> None:
        """Wakes everybody who looks at this table."""
        for listener in self.listeners:
            listener.set()

    def drive(self, later: float = 0.0) -> None:
        """Plans what happens next by itself, in place of what was planned before."""
        if self.driver is not None:
            self.driver.cancel()
            self.driver = None
        if self._plan() is not None:
            self.driver = asyncio.create_task(self._carry_out(later))

    def wake(self) -> None:
        """Plans what happens next unless that is planned already."""
        if self.driver is None or self.driver.done():
            self.drive()

    async def _carry_out(self, later: float) -> None:
        """Does what is planned; what fails is planned again after a growing pause, for ever."""
        await asyncio.sleep(later)
        pause = FIRST_PAUSE
        while True:
            try:
                plan = self._plan()
                if plan is not None:
                    await asyncio.sleep(plan.wait)
                    await plan.deed()
                return
            except Problem as passed:
                log.info("table %s: %s", self.id, passed)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                log.warning("table %s: a thought was broken off", self.id)
            except Exception:
                log.exception("table %s: what was planned failed", self.id)
            # Tables that failed together shall not all try again together.
            await asyncio.sleep(pause * random.uniform(0.75, 1.25))
            pause = min(2 * pause, LONGEST_PAUSE)
            with contextlib.suppress(Problem):
                await self.catch_up()

    def _plan(self) -> Plan | None:
        match = self.match
        seen = self.number
        self.paused = False
        if match.over or self.is_record:
            return None
        if len(self.bot_seats()) == int(self.game.players) and not self.is_looked_at():
            self.paused = True
            return None
        if match.round.over:
            wait = self.pace.next_hand if self.persons() else self.pace.bot
            return Plan(wait, lambda: self.deal_next(seen))
        turn = match.turn
        if self.bot_of(turn):
            return Plan(0.0, lambda: self._bot_moves(turn))
        silence = int(match.round.silence())
        if silence >= 0 and self.silence > 0:
            return Plan(self.silence, lambda: self.play(turn, silence, seen, ""))
        if not self.game.turn_seconds:
            return None
        late = int(match.round.time_out())
        if late != NO_MOVE:
            return Plan(self.time_left, lambda: self.play(turn, late, seen, "", by_clock=True))
        # The time is up: nothing is left to choose in this turn.
        move = match.round.moves()[0]
        return Plan(self.pace.answer, lambda: self.play(turn, move, seen, ""))

    async def _bot_moves(self, seat: int) -> None:
        view = self.match.view(seat)
        seen = self.number
        kind = self.bot_of(seat)
        seed = seed_for(self.start.chance, seen + 1)
        began = monotonic()
        move = await self.minds.choose(kind, view, seed)
        await asyncio.sleep(time_to_wait(self._bot_time(seat), monotonic() - began))
        await self.play(seat, move, seen, "", by_bot=kind)

    def _bot_time(self, seat: int) -> float:
        """Draws how long a bot takes for its next move, from nothing but what all can see."""
        # What is only an answer, or goes on with its own turn, takes less time.
        goes_on = self.events[-1].data.get("seat") == seat
        quick = goes_on or int(self.match.round.silence()) >= 0
        share = share_for(self.start.chance, self.number + 1)
        return (self.pace.answer if quick else self.pace.bot) * (0.8 + 0.4 * share)

    def close(self) -> None:
        """Stops what was planned; the events tell how to go on."""
        if self.driver is not None:
            self.driver.cancel()


def _names(places: dict[int, Place]) -> list[tuple[int, str]]:
    return [(seat, place.name) for seat, place in sorted(places.items())]


class Noticed(NamedTuple):
    """A table that goes on by itself somewhere: at which version, and since when it stands."""

    version: int
    since: float


class House:
    """All tables of a server."""

    def __init__(self, store: Store, pace: Pace, fate: Fate, workers: int, limits: Limits) -> None:
        self.store = store
        self.pace = pace
        self.fate = fate
        self.limits = limits
        self.minds = Minds(workers)
        self.questions = Questions(
            workers, at_once=limits.all_questions, for_address=limits.questions,
            for_table=limits.table_questions,
        )
        self.tables_laid = Allowance(limits.tables, limits.table_every)
        self.sockets = Places()
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.door = asyncio.Lock()
        self.began = time.time()
        # The tables of other servers that go on by themselves, and are not in memory here.
        self.noticed: dict[str, Noticed] = {}

    async def table(self, name: str, version: int = 0) -> Table | None:
        """Finds a table, in memory or rebuilt from its events, with all that is written of it
        up to a version; what happens there by itself is planned."""
        table = await self._found(name)
        if table is not None:
            if table.version < version:
                await table.catch_up()
            table.wake()
        return table

    async def _found(self, name: str) -> Table | None:
        async with self.door:
            if name not in self.tables:
                found = await self.store.read(self._load, name)
                if found is None:
                    return None
                self.tables[name] = found
                self._forget()
            self.tables.move_to_end(name)
            return self.tables[name]

    def _load(self, name: str) -> Table | None:
        news = self.store.news(name)
        if news is None or not news.events:
            return None
        return Table(name, self.store, self.minds, self.pace, news, self.began)

    def _forget(self) -> None:
        """Lets go of the tables that nobody looks at and where nothing is planned."""
        for name in list(self.tables)[: max(0, len(self.tables) - KEPT)]:
            table = self.tables[name]
            idle = table.driver is None or table.driver.done()
            if idle and not table.listeners and not table.lock.locked():
                del self.tables[name]

    async def resume(self) -> None:
        """Goes on with every table that goes on by itself, pending bots included."""
        pause = FIRST_PAUSE
        while True:
            try:
                names = await self.store.read(self.store.due)
                break
            except Unreachable:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        for name in names:
            await self._resume(name)

    async def _resume(self, name: str) -> None:
        try:
            await self.table(name)
        except Unreachable:
            # It is still due, and is found again by looking round.
            log.info("table %s cannot be resumed yet", name)
        except Exception:
            log.exception("table %s cannot be resumed", name)

    async def look_round(self) -> None:
        """Looks now and then for what other servers on the same database have written."""
        read = 0.0
        while True:
            await asyncio.sleep(LOOK_ROUND)
            try:
                await self._look()
                if monotonic() - read >= READ_EVERY:
                    read = monotonic()
                    await self._read_signs()
                await self._note_signs()
            except Unreachable:
                continue
            except Exception:
                log.exception("looking for news of other servers failed")

    async def _look(self) -> None:
        """Takes news into the tables in memory, and takes over those that others have left."""
        watched = [name for name, table in self.tables.items() if table.listeners]
        found = await self.store.read(self.store.versions, watched)
        now = monotonic()
        noticed: dict[str, Noticed] = {}
        for name, version in found.items():
            table = self.tables.get(name)
            if table is not None:
                await self._refresh(table, version)
                continue
            known = self.noticed.get(name)
            if known is None or known.version != version:
                known = Noticed(version, now)
            elif now - known.since >= TAKE_OVER:
                await self._resume(name)
                # If nothing comes of it, it is not taken up again before something changes.
                known = Noticed(version, float("inf"))
            noticed[name] = known
        self.noticed = noticed

    async def _refresh(self, table: Table, version: int) -> None:
        try:
            if table.version < version:
                await table.catch_up()
            # Whoever is connected here was never away, whatever another server thought.
            await table.come_back(tuple(seat for seat in table.held if table.presence.open[seat]))
            table.wake()
        except Problem as passed:
            log.info("table %s: %s", table.id, passed)
        except Exception:
            log.exception("table %s: what others wrote cannot be taken in", table.id)

    def _shared(self) -> dict[str, Table]:
        """Finds the tables in memory at which several persons sit."""
        return {name: table for name, table in self.tables.items() if len(table.persons()) > 1}

    async def _read_signs(self) -> None:
        shared = self._shared()
        seen = [name for name, table in shared.items() if table.listeners]
        found = await self.store.read(self.store.signs, seen) if seen else {}
        for (name, seat), sign in found.items():
            shared[name].presence.hear(seat, sign)
        for name in seen:
            shared[name].ring()

    async def _note_signs(self) -> None:
        shared = self._shared()
        signs = {
            (name, seat): sign
            for name, table in shared.items() for seat, sign in table.presence.to_note().items()
        }
        if signs:
            await self.store.write(self.store.note_signs, signs)
            for (name, seat), sign in signs.items():
                shared[name].presence.noted[seat] = sign

    def close(self) -> None:
        """Stops everything; nothing is lost."""
        for table in self.tables.values():
            table.close()
        self.minds.close()
        self.questions.close()
        self.store.close()
