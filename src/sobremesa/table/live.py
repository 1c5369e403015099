"""Tables while they are played: one writer each, rebuilt from their events when needed.

Whatever changes a table goes through its lock, is checked, is written as event n+1, and only
then becomes part of the match in memory. What happens by itself (a bot's move, a window of
silence that lapses, the next hand) is planned anew after every event, so a restart plans it
again from the same events.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NO_MOVE, NOBODY, Data, Game, Round, make_game
from sobremesa.core.match import Match
from sobremesa.core.rng import Rng
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Allowance, Limits, Places
from sobremesa.table.minds import Minds, Questions, seed_for, share_for
from sobremesa.table.problems import Problem
from sobremesa.table.storage import (
    DEAL,
    MOVE,
    REDO,
    START,
    UNDO,
    Event,
    Line,
    Place,
    Store,
    Taken,
)
from sobremesa.table.talk import Talk, TalkAsked
from sobremesa.table.words import Say

log = logging.getLogger(__name__)
Result = TypeVar("Result")

PERSON = "person"
BOT = "bot:"
# Seconds between two looks for what other servers have written.
LOOK_ROUND = 1.0
# Seconds for which somebody who asked for a table is taken to look at it.
LOOKED_AT = 30.0
# Tables kept in memory although nobody looks at them.
KEPT = 500


@dataclass(frozen=True)
class Pace:
    """How long things take at a table, in seconds.

    The times of bots are those around which each one is drawn.
    """

    bot: float = 0.7
    # A bot that is only asked something public answers sooner.
    answer: float = 0.35
    silence: float = 8.0
    next_hand: float = 20.0


def first_round(game: Game, seed: int) -> Round:
    """Deals the first round of a table from its seed."""
    rng = Rng(seed_for(seed, 2))
    return game.deal(rng, game.opener(rng), 1, game.starting_points())


def begin(
    game: Game, seed: int, places: list[Place], silence: float, deal: Data | None = None
) -> list[Event]:
    """Makes the first events of a table: the start and the first deal, which may be given."""
    start = {
        "game": game.name,
        "options": dict(game.options),
        "rules": game.version,
        "seed": seed,
        "silence": silence,
        "seats": [{"kind": place.kind, "name": place.name} for place in places if place.seat >= 0],
    }
    first = first_round(game, seed) if deal is None else game.load(deal)
    return [Event(1, START, start), Event(2, DEAL, first.opening())]


def started_game(events: list[Event]) -> Game:
    """Makes the game that a table plays."""
    start = events[0].data
    return make_game(str(start["game"]), dict(start["options"]))


def match_at(game: Game, events: list[Event], number: int) -> Match:
    """Rebuilds the match as it stood after event `number`, from the deal of that hand on."""
    upto = events[:number]
    hand = max(place for place, one in enumerate(upto) if one.kind == DEAL)
    match = Match(game, deal=upto[hand].data)
    for one in upto[hand + 1:]:
        follow(match, one)
    return match


def whole_match(game: Game, events: list[Event]) -> Match:
    """Rebuilds the match with all its hands."""
    match = Match(game, deal=events[1].data)
    for one in events[2:]:
        follow(match, one)
    return match


def follow(match: Match, happened: Event) -> None:
    """Takes one more event into a match."""
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


class Table:
    """One table that is being played."""

    def __init__(
        self, name: str, store: Store, minds: Minds, pace: Pace,
        events: list[Event], places: list[Place], said: list[Line] | None = None,
    ) -> None:
        self.id = name
        self.store = store
        self.minds = minds
        self.pace = pace
        self.events = events
        self.places = {place.seat: place for place in places}
        self.game = started_game(events)
        self.match = whole_match(self.game, events)
        self.talk = Talk(name, store, said or [])
        self.lock = asyncio.Lock()
        self.listeners: set[asyncio.Event] = set()
        # Counts what changes beside the events, such as names.
        self.stamp = 0
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
        return float(self.events[0].data.get("silence", 0))

    @property
    def time_left(self) -> float:
        """How many seconds are left to the person whose turn it is; 0: no clock runs."""
        turn = self.match.turn
        if turn not in self.persons() or self.match.round.time_out() == NO_MOVE:
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

    def has_persons(self) -> bool:
        """Tells whether any person sits at the table."""
        return bool(self.persons())

    @property
    def whispers(self) -> bool:
        """Whether two seats may talk in private here."""
        return type(self.game).WHISPERS

    def is_alone(self, seats: tuple[int, ...]) -> bool:
        """Tells whether only bots play beside some seats, or the match is over."""
        return self.match.over or all(
            self.is_bot(seat) or seat in seats for seat in self.places if seat >= 0
        )

    @property
    def is_solitaire(self) -> bool:
        """Whether one person plays a game for one, whose past is nobody else's."""
        return self.game.players == 1 and self.has_persons()

    def names(self, say: Say) -> list[str]:
        """Lists the names of the seats."""
        start = self.events[0].data["seats"]
        named = [
            self.places[seat].name if seat in self.places else str(start[seat]["name"])
            for seat in range(int(self.game.players))
        ]
        return [
            name or say("Player {number}").format(number=seat + 1)
            for seat, name in enumerate(named)
        ]

    def match_at(self, number: int) -> Match:
        """Gives the match as it stood after event `number`."""
        return self.match if number == self.number else match_at(self.game, self.events, number)

    async def play(self, seat: int, move: int, seen: int, mark: str) -> int:
        """Plays a move of a seat that has seen event `seen`; answers the move's number."""
        return await self._apart(self._play(seat, move, seen, mark))

    async def undo(
        self, seen: int, mark: str, keep: int | None = None, drop: int | None = None
    ) -> int:
        """Takes moves back: to the last choice, until only the first `keep` are left, or the
        move `drop` alone, counted from 0, if those behind it can be made without it."""
        return await self._apart(self._undo(seen, mark, keep, drop))

    async def redo(self, seen: int, mark: str) -> int:
        """Plays again what was taken back last."""
        return await self._apart(self._redo(seen, mark))

    async def deal_next(self, seen: int) -> int:
        """Deals the next hand; answers the number of the deal."""
        return await self._apart(self._deal_next(seen))

    async def rename(self, seat: int, name: str) -> None:
        """Gives a seat another name."""
        async with self.lock:
            await asyncio.to_thread(self.store.rename, self.id, seat, name)
            old = self.places[seat]
            self.places[seat] = Place(seat, old.kind, name, old.key, old.shared)
            self.stamp += 1
        self.ring()

    async def speak(self, asked: TalkAsked) -> None:
        """Says a line at the table."""
        if asked.to != NOBODY and not self.whispers:
            raise Problem(
                403, "no-whispers", "Partners talk in public only in {game}.",
                game=self.game.title,
            )
        players = int(self.game.players)
        deaf = {seat for seat in range(players) if self.is_bot(seat)}
        await self._apart(self.talk.add(asked, players, deaf))
        self.ring()

    async def _apart(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Runs a change to its end even if whoever asked for it is gone meanwhile."""
        return await asyncio.shield(asyncio.create_task(work))

    async def _play(
        self, seat: int, move: int, seen: int, mark: str, *, by_clock: bool = False
    ) -> int:
        async with self.lock:
            earlier = self._marked(mark)
            if earlier is not None:
                if (earlier.data.get("seat"), earlier.data.get("move")) != (seat, move):
                    raise Problem(409, "id-used", "That id was sent with another move.")
                return earlier.number
            self._check_seen(seen)
            self.check_turn(seat)
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
                Event(self.number + 1, MOVE, data), ended=after.settles_match() or None
            )

    async def _undo(self, seen: int, mark: str, keep: int | None, drop: int | None) -> int:
        async with self.lock:
            earlier = self._marked(mark)
            if earlier is not None:
                return self._same(earlier, UNDO)
            self._check_solitaire()
            self._check_seen(seen)
            moves = self.match.round.played()
            left = drop
            if left is None:
                left = last_choice(self.match) if keep is None else keep
            if not 0 <= left < len(moves):
                raise Problem(409, "nothing-to-undo", "There is nothing to take back.")
            kept = [] if drop is None else moves[drop + 1:]
            after = self._replaced(moves[left:], kept)
            data = {"seat": 0, "moves": moves[left:], "kept": kept, "id": mark}
            return await self._append(Event(self.number + 1, UNDO, data), ended=after.over)

    async def _redo(self, seen: int, mark: str) -> int:
        async with self.lock:
            earlier = self._marked(mark)
            if earlier is not None:
                return self._same(earlier, REDO)
            self._check_solitaire()
            self._check_seen(seen)
            again = taken_back(self.events)
            if not again:
                raise Problem(409, "nothing-to-redo", "There is nothing to play again.")
            moves, kept = again[-1]
            after = self._replaced(kept, moves)
            data = {"seat": 0, "moves": moves, "kept": kept, "id": mark}
            return await self._append(
                Event(self.number + 1, REDO, data), ended=after.over or None
            )

    def _replaced(self, old: list[int], new: list[int]) -> Match:
        """Tries out other moves in place of the last ones."""
        after = match_at(self.game, self.events, self.number)
        try:
            replace(after, old, new)
        except IllegalMove:
            raise Problem(
                409, "needed", "What was done later rests on that move; take that back first."
            ) from None
        return after

    def _same(self, earlier: Event, kind: str) -> int:
        """Answers what was answered before to the same thing sent again."""
        if earlier.kind != kind:
            raise Problem(409, "id-used", "That id was sent with another move.")
        return earlier.number

    def _check_solitaire(self) -> None:
        if not self.is_solitaire:
            raise Problem(
                409, "not-alone", "Moves are taken back only where one plays a game for one."
            )

    async def _deal_next(self, seen: int) -> int:
        async with self.lock:
            self._check_seen(seen)
            match = self.match
            if match.over:
                raise IllegalMove("the match is over")
            if not match.round.over:
                raise IllegalMove("the round is not over")
            number = self.number + 1
            rng = Rng(seed_for(int(self.events[0].data["seed"]), number))
            fresh = self.game.deal_next(rng, match.round)
            # A deal can leave nothing to decide: in poker, when nobody has chips to bet.
            return await self._append(
                Event(number, DEAL, fresh.opening()), ended=fresh.settles_match() or None
            )

    def _marked(self, mark: str) -> Event | None:
        if not mark:
            return None
        return next((one for one in reversed(self.events) if one.data.get("id") == mark), None)

    def _check_seen(self, seen: int) -> None:
        if seen > self.number:
            raise Problem(
                409, "stale", "The table has only {number} events, not {seen}.",
                number=self.number, seen=seen,
            )
        if seen < self.number:
            raise Problem(
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

    async def _append(self, happened: Event, *, ended: bool | None = None) -> int:
        try:
            await asyncio.to_thread(self.store.append, self.id, happened, ended=ended)
        except Taken:
            await self._catch_up()
            raise Problem(
                409, "stale", "The table has moved on: it is at event {number}, you saw {seen}.",
                number=self.number, seen=happened.number - 1,
            ) from None
        self._take(happened)
        self.ring()
        self.drive()
        return happened.number

    async def catch_up(self) -> None:
        """Takes in what another server process has written."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        for one in await asyncio.to_thread(self.store.events, self.id, self.number):
            self._take(one)
        self.ring()
        self.drive()

    def _take(self, happened: Event) -> None:
        turn = self.match.turn
        follow(self.match, happened)
        self.events.append(happened)
        if happened.kind == DEAL or self.match.turn != turn:
            self.turn_began = monotonic()

    def look(self) -> None:
        """Notes that somebody looks; bots that play among themselves go on."""
        self.looked_at = monotonic()
        if self.paused:
            self.drive()

    def is_looked_at(self) -> bool:
        """Tells whether somebody looks at this table, or did a moment ago."""
        return bool(self.listeners) or monotonic() - self.looked_at < LOOKED_AT

    def ring(self) -> None:
        """Wakes everybody who looks at this table."""
        for listener in self.listeners:
            listener.set()

    def drive(self) -> None:
        """Plans what happens next by itself, in place of what was planned before."""
        if self.driver is not None:
            self.driver.cancel()
            self.driver = None
        plan = self._plan()
        if plan is not None:
            self.driver = asyncio.create_task(self._carry_out(plan))

    def _plan(self) -> Callable[[], Awaitable[object]] | None:
        match = self.match
        seen = self.number
        self.paused = False
        if match.over or self.is_record:
            return None
        if not self.has_persons() and not self.is_looked_at():
            self.paused = True
            return None
        if match.round.over:
            wait = self.pace.next_hand if self.has_persons() else self.pace.bot
            return lambda: self._after(wait, lambda: self.deal_next(seen))
        turn = match.turn
        if self.is_bot(turn):
            return lambda: self._bot_moves(turn)
        silence = int(match.round.silence())
        if silence >= 0 and self.silence > 0:
            return lambda: self._after(self.silence, lambda: self.play(turn, silence, seen, ""))
        return self._plan_by_clock(turn) if self.game.turn_seconds else None

    def _plan_by_clock(self, turn: int) -> Callable[[], Awaitable[object]]:
        """Plans to play for a person whose time will be up, or is: then nothing is left to
        choose in his turn."""
        round = self.match.round
        seen = self.number
        late = int(round.time_out())
        if late == NO_MOVE:
            move = round.moves()[0]
            return lambda: self._after(
                self.pace.answer, lambda: self.play(turn, move, seen, "")
            )
        return lambda: self._after(self.time_left, lambda: self._apart(
            self._play(turn, late, seen, "", by_clock=True)
        ))

    async def _carry_out(self, plan: Callable[[], Awaitable[object]]) -> None:
        try:
            await plan()
        except Problem as passed:
            log.info("table %s: %s", self.id, passed)
        except Exception:
            log.exception("table %s: what was planned failed", self.id)

    async def _after(self, seconds: float, deed: Callable[[], Awaitable[object]]) -> None:
        await asyncio.sleep(seconds)
        await deed()

    async def _bot_moves(self, seat: int) -> None:
        view = self.match.view(seat)
        seen = self.number
        kind = self.kind(seat).removeprefix(BOT)
        seed = seed_for(int(self.events[0].data["seed"]), seen + 1)
        began = monotonic()
        move = await self.minds.choose(kind, view, seed)
        await asyncio.sleep(time_to_wait(self._bot_time(seat), monotonic() - began))
        await self.play(seat, move, seen, "")

    def _bot_time(self, seat: int) -> float:
        """Draws how long a bot takes for its next move, from nothing but what all can see."""
        # What is only an answer, or goes on with its own turn, takes less time.
        goes_on = self.events[-1].data.get("seat") == seat
        quick = goes_on or int(self.match.round.silence()) >= 0
        share = share_for(int(self.events[0].data["seed"]), self.number + 1)
        return (self.pace.answer if quick else self.pace.bot) * (0.8 + 0.4 * share)

    def close(self) -> None:
        """Stops what was planned; the events tell how to go on."""
        if self.driver is not None:
            self.driver.cancel()


class House:
    """All tables of a server."""

    def __init__(
        self, store: Store, pace: Pace, fate: Fate, workers: int, limits: Limits
    ) -> None:
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

    async def table(self, name: str) -> Table | None:
        """Finds a table, in memory or rebuilt from its events."""
        async with self.door:
            if name not in self.tables:
                found = await asyncio.to_thread(self._load, name)
                if found is None:
                    return None
                self.tables[name] = found
                found.drive()
                self._forget()
            self.tables.move_to_end(name)
            return self.tables[name]

    def _load(self, name: str) -> Table | None:
        events = self.store.events(name)
        if not events:
            return None
        places = self.store.places(name)
        said = self.store.talk(name)
        return Table(name, self.store, self.minds, self.pace, events, places, said)

    def _forget(self) -> None:
        """Lets go of the tables that nobody looks at and where nothing is planned."""
        for name in list(self.tables)[: max(0, len(self.tables) - KEPT)]:
            table = self.tables[name]
            idle = table.driver is None or table.driver.done()
            if idle and not table.listeners and not table.lock.locked():
                del self.tables[name]

    async def resume(self) -> None:
        """Goes on with every unfinished table, pending bots included."""
        for name in await asyncio.to_thread(self.store.unfinished):
            try:
                await self.table(name)
            except Exception:
                log.exception("table %s cannot be resumed", name)

    async def look_round(self) -> None:
        """Looks now and then for what other servers on the same database have written."""
        while True:
            await asyncio.sleep(LOOK_ROUND)
            seen = [name for name, table in self.tables.items() if table.listeners]
            try:
                found = await asyncio.to_thread(self.store.numbers, seen) if seen else {}
                for name, number in found.items():
                    table = self.tables.get(name)
                    if table is not None and number > table.number:
                        await table.catch_up()
                spoken = await asyncio.to_thread(self.store.talk_numbers, seen) if seen else {}
                for name, number in spoken.items():
                    table = self.tables.get(name)
                    if table is not None and number > len(table.talk.lines):
                        await table.talk.catch_up()
                        table.ring()
            except Exception:
                log.exception("looking for news of other servers failed")

    def close(self) -> None:
        """Stops everything; nothing is lost."""
        for table in self.tables.values():
            table.close()
        self.minds.close()
        self.questions.close()
        self.store.close()
