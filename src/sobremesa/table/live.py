"""Tables while they are played: one writer each, rebuilt from their events when needed.

Whatever changes a table goes through its lock, is checked, is written as event n+1, and only
then becomes part of the match in memory. What happens by itself (a bot's move, a window of
silence that lapses, the next hand) is planned anew after every event, so a restart plans it
again from the same events, and what fails is planned again. Several server processes can
share a database: each reads what is new before it answers. Whoever wrote last has the lease of a
table and goes on with it; the others wake their watchers when they hear of news, and take the
leases of a server that has gone or fallen silent.
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
from functools import partial, wraps
from time import monotonic
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from sobremesa import bots
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NO_MOVE, NOBODY, Game, Round
from sobremesa.core.match import Match
from sobremesa.table import bell
from sobremesa.table.bell import Bell, bell_of
from sobremesa.table.clock import DAYS, HOLDER, Clocks, Moments
from sobremesa.table.events import (
    ADD,
    AGREE,
    ANSWER,
    BACK,
    BESIDES,
    CONSENT,
    DEAL,
    MOVE,
    OFFER,
    REDO,
    STAND_IN,
    UNDO,
    Append,
    Away,
    Event,
    Fenced,
    Line,
    News,
    Pass,
    Place,
    Taken,
    Unreachable,
    Written,
    opened_by,
    read_told,
)
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Allowance, Limits, Places
from sobremesa.table.minds import Minds, Questions, seed_for, share_for
from sobremesa.table.offers import DRAW, KINDS, TAKE_BACK, Offer, Offering, kept_moves
from sobremesa.table.presence import READ_EVERY, Presence
from sobremesa.table.problems import Problem
from sobremesa.table.start import FREELY, PUBLIC, Start, cut_of, opening_of, read_start, with_cuts
from sobremesa.table.talk import (
    AGREES,
    CAME_BACK,
    DECLINES,
    OFFERED,
    STANDS_IN,
    STEPS_AWAY,
    TIME_UP,
    WITHDRAWS,
    Talk,
    notice,
)
from sobremesa.table.turns import Rank, Turn
from sobremesa.table.words import Say, plural

if TYPE_CHECKING:
    from sobremesa.table.asked import TalkAsked
    from sobremesa.table.storage import Store

log = logging.getLogger(__name__)
Result = TypeVar("Result")
Given = ParamSpec("Given")

PERSON = "person"
BOT = "bot:"
# Seconds between two signs of life to the other servers. One that was silent for some is asked
# after, and one that has not come back for some more is taken to sleep.
BEAT = 1.0
SILENT = 2.5
ASLEEP = 4.0
# Seconds between two looks for what may have been missed; where no bell rings it is all there is.
LOOK_ROUND = 15.0
NO_BELL = 1.0
# Seconds that somebody has at least when another server goes on with the clock.
GRACE = 10.0
# Seconds after which another server is told again that somebody looks at its table.
TELL_LOOKS = 10.0
# What fails is tried again after a pause, which doubles up to the longest.
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 15.0
# Another server may take the next number; so often it is tried again.
TRIES = 5
# So often at once somebody may step away, and once more each time so many seconds have passed.
LEAVINGS = 10
LEAVE_EVERY = 60.0
# Seconds for which somebody who asked for a table is taken to look at it.
LOOKED_AT = 30.0
# Tables kept in memory although nobody looks at them.
KEPT = 500
# Of those, tables that are over.
KEPT_OVER = 32
# What takes nothing but a wish (moves taken back and played again, consent) can be done so often
# within so many seconds, and so often in all at one table.
CHANGES = 120
CHANGES_WITHIN = 60.0
MOST_CHANGES = 2000
# What is planned for later than this many seconds needs no table in memory until then.
LATER = 600.0


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
    # So long one waits for others before bots are offered for the free seats, and so long a free
    # seat is kept for somebody whose page is gone.
    company: float = 20.0
    linger: float = 10.0
    # So long after a turn has begun it is looked whether somebody is to be told.
    notice: float = 5.0


def goes_on(round: Round, held: set[int], silence: float, clocked: bool) -> bool:
    """Tells whether a table goes on by itself: without a person who moves or deals.

    `held` are the seats for which bots play.
    """
    if round.settles_match():
        return False
    if round.over or round.turn in held:
        return True
    clocked = clocked or bool(round.game.turn_seconds)
    return clocked or (int(round.silence()) >= 0 and silence > 0)


def begins_by_itself(start: Start, events: list[Event]) -> bool:
    """Tells whether a table that is laid goes on by itself from its first deal."""
    held = {seat for seat, (kind, _) in enumerate(start.seats) if kind.startswith(BOT)}
    first = start.game.load(opening_of(events[1]))
    return goes_on(first, held, start.silence, bool(start.clock.kind))


def match_at(game: Game, events: list[Event], number: int) -> Match:
    """Rebuilds the match as it stood after event `number`, from the deal of that hand on."""
    upto = events[:number]
    hand = max(place for place, one in enumerate(upto) if one.kind == DEAL)
    match = Match(game, deal=opening_of(upto[hand]))
    for one in upto[hand + 1:]:
        follow(match, one)
    return match


def whole_match(events: list[Event]) -> Match:
    """Rebuilds the match with all its hands."""
    match = Match(read_start(events[0]).game, deal=opening_of(events[1]))
    for one in events[2:]:
        follow(match, one)
    return match


def follow(match: Match, happened: Event) -> None:
    """Takes one more event into a match."""
    if happened.kind in BESIDES:
        return
    if happened.kind == AGREE:
        match.agree()
    elif happened.kind == DEAL:
        match.next_round(opening_of(happened))
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


def _is_called_off() -> bool:
    """Tells whether the task that asks was cancelled, and not only something it waited for.

    Whoever catches that keeps no name for the task: it holds the exception, which holds the names.
    """
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


async def apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs something to its end even if whoever asked for it is gone meanwhile."""
    task = asyncio.create_task(work)
    # Nobody may be left to hear that it failed.
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.shield(task)


async def patiently(work: Callable[[], Awaitable[Result]]) -> Result:
    """Do something that needs the database as often as it takes until it can be reached."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await work()
        except Unreachable:
            # Those that failed together shall not all try again together.
            await asyncio.sleep(pause * random.uniform(0.75, 1.25))
            pause = min(2 * pause, LONGEST_PAUSE)


def change(
    work: Callable[Concatenate[Table, Given], Coroutine[Any, Any, Result]]
) -> Callable[Concatenate[Table, Given], Coroutine[Any, Any, Result]]:
    """Makes a method a change of the table: apart, and one at a time."""

    async def locked(table: Table, /, *given: Given.args, **named: Given.kwargs) -> Result:
        async with table.lock:
            try:
                return await work(table, *given, **named)
            except Away:
                table.note_away()
                raise
            except Unreachable:
                table.note_unsure()
                raise

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
        # The number of the lease, 0 while it is another server's.
        self.lease = 0
        self._note_lease(news)
        self.events = news.events
        self.places = {place.seat: place for place in news.places}
        self.start = read_start(news.events[0])
        self.game = self.start.game
        self.match = Match(self.game, deal=opening_of(news.events[1]))
        # The seats that bots hold for persons who are away, and which bot; and those whose
        # persons have to say that they are back.
        self.held: dict[int, str] = {}
        self.left: set[int] = set()
        self.offering = Offering()
        # What persons have answered to the question what those who watch may see.
        self.consents: dict[int, bool] = {}
        # What persons who came later have added to the deals, by their seats; and all that was
        # added to each deal.
        self.added: dict[int, str] = {}
        self.cuts = [cut_of(news.events[1])]
        # Whose time runs, and when the turn began, by the clock of this process.
        self.clocks = Clocks(self.start.clock, int(self.game.players))
        self.moments = Moments()
        self.turn_began = 0.0
        self._begin_turn(news.events[1])
        for one in news.events[2:]:
            self._follow(one)
        seen = {place.seat: place.seen for place in news.places if place.seen is not None}
        self.presence = Presence(news.made, began, seen)
        self.talk = Talk(name, store, news.lines)
        self.lock = asyncio.Lock()
        self.listeners: set[asyncio.Event] = set()
        # Counts what changes beside the events, such as names.
        self.stamp = 0
        # The table that was laid for the next match, or nothing.
        self.onward = ""
        # Whether it was put away, so that it can only be looked at.
        self.is_away = False
        # Whether that happened after this was read: it is read again then.
        self.is_gone = False
        # Whether its deals are still played at other tables of a tournament.
        self.sealed = self.start.boards > 0
        self.driver: asyncio.Task[None] | None = None
        # What that was planned for: who decides, and since when.
        self.planned_for: tuple[object, ...] = ()
        self.decided = len(news.events)
        self.leavings = Allowance(LEAVINGS, LEAVE_EVERY)
        # Whether something may be written that is not known here, and whether what was planned
        # is being done.
        self.is_unsure = self.is_busy = False
        # When what is planned is to happen.
        self.planned = 0.0
        # When somebody looked here last, and whether bots wait for that.
        self.looked_at = -LOOKED_AT
        self.paused = False
        # For whom bots think here, as far as this process knows; see `visited`.
        self.visitor = ""
        if self.lease:
            self._grant_time()

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def is_done(self) -> bool:
        """Whether the match is over, or all hands that a tournament wants."""
        boards = self.start.boards
        played = len(self.match.finished) + self.match.round.over
        return self.match.over or 0 < boards <= played

    def unseal(self) -> None:
        """Shows what stayed hidden while others played the same deals."""
        if self.sealed:
            self.sealed = False
            self.stamp += 1
            self.ring()

    @property
    def silence(self) -> float:
        """How long a window of silence stays open, in seconds; 0: for ever."""
        return self.start.silence

    @property
    def time_left(self) -> float:
        """How many seconds are left to the person whose turn it is; 0: no clock runs."""
        own = self.game.turn_seconds and self.match.round.time_out() == NO_MOVE
        if own or self._timed() == NOBODY:
            return 0.0
        return max(self._left(), 0.01)

    @property
    def time_given(self) -> float:
        """How many seconds the turn that is under way had when it began; 0: no clock runs."""
        if self.game.turn_seconds:
            return float(self.game.turn_seconds)
        seat = self.clocks.seat
        return 0.0 if seat == NOBODY else self.clocks.allotted(seat)

    def _timed(self) -> int:
        """Gives the seat whose time runs, or nobody."""
        turn = self.match.turn
        if not (self.game.turn_seconds or self.start.clock.kind) or self.match.over:
            return NOBODY
        if turn not in self.persons() or turn in self.held:
            return NOBODY
        lapses = self.silence > 0 and int(self.match.round.silence()) >= 0
        return NOBODY if lapses else turn

    def _left(self) -> float:
        return self.turn_began + self.time_given - monotonic()

    def _grant_time(self) -> None:
        """Leaves whoever is to move a moment to come back to a server that has just begun."""
        missing = min(GRACE, self.time_given) - self._left()
        self.turn_began += max(missing, 0.0)

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
        return [
            seat for seat, place in self.places.items()
            if seat >= 0 and not place.kind.startswith(BOT)
        ]

    @property
    def asks_consent(self) -> bool:
        """Whether what those who watch shall see needs the consent of those who play."""
        start = self.start
        is_free = start.watching in FREELY or start.rated or bool(start.club)
        return not is_free and bool(self._to_ask())

    def _to_ask(self) -> set[int]:
        """List the seats whose persons have not chosen themselves what those who watch see.

        Tables that were laid before anybody was asked ask everybody where several play.
        """
        persons = self.persons()
        return set(self.start.to_ask or (persons if len(persons) > 1 else ()))

    def has_chosen(self, seat: int) -> bool | None:
        """Tell whether the person of a seat chose what those who watch see by laying the table;
        nothing if they have to be asked."""
        return None if seat in self._to_ask() else True

    @property
    def watching(self) -> str:
        """What those who watch may see by now."""
        chosen, start = self.start.watching, self.start
        if chosen in FREELY:
            return chosen
        if start.rated or start.club:
            return PUBLIC
        agreed = all(self.consents.get(seat, self.has_chosen(seat)) for seat in self.persons())
        return chosen if agreed else PUBLIC

    def bot_of(self, seat: int) -> str:
        """Names the bot that plays for a seat, its own or one that holds it; else nothing."""
        return self.kind(seat).removeprefix(BOT) if self.is_bot(seat) else self.held.get(seat, "")

    def bot_seats(self) -> set[int]:
        """Lists the seats for which bots play."""
        return {seat for seat in range(int(self.game.players)) if self.bot_of(seat)}

    @property
    def is_of_bots(self) -> bool:
        """Whether only bots play here just now, held seats included."""
        return len(self.bot_seats()) == int(self.game.players)

    def is_alone(self, seats: tuple[int, ...]) -> bool:
        """Tells whether only bots play beside some seats, or the match is over."""
        return self.match.over or all(
            self.is_bot(seat) or seat in seats for seat in self.places if seat >= 0
        )

    @property
    def is_solitaire(self) -> bool:
        """Whether one person plays a game for one, whose past is nobody else's."""
        return self.game.players == 1 and bool(self.persons())

    @property
    def has_hints(self) -> bool:
        """Whether advice may be asked for: where one person plays against bots, and nothing that
        counts elsewhere depends on it."""
        several = self.game.players > 1 and len(self.persons()) == 1
        return several and not self.start.rated and not self.start.boards and not self.is_away

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

    def faces(self) -> list[int]:
        """Lists the numbers of the faces that were chosen for the seats; -1 where none was."""
        seats = range(int(self.game.players))
        return [self.places[seat].face if seat in self.places else -1 for seat in seats]

    @change
    async def give_face(self, seat: int, face: int) -> None:
        """Gives a seat another face."""
        version = await self.store.write(self.store.give_face, self.id, seat, face)
        self.places[seat] = dataclasses.replace(self.places[seat], face=face)
        self.stamp += 1
        self.note_version(version)
        self.ring()

    @change
    async def rename(
        self, seat: int, name: str, check: Callable[[list[tuple[int, str]]], None] | None = None
    ) -> None:
        """Gives a seat another name, unless a check of the names of all seats refuses it."""
        version = await self.store.write(self.store.rename, self.id, seat, name, check)
        self.places[seat] = dataclasses.replace(self.places[seat], name=name)
        self.stamp += 1
        self.note_version(version)
        self.ring()

    @change
    async def mute(self, seats: tuple[int, ...], others: list[int], on: bool) -> None:
        """Lets the persons of seats no longer hear what others say, or again."""
        muted, version = await self.store.write(self.store.mute, self.id, seats, others, on)
        for seat, deaf in muted.items():
            self.places[seat] = dataclasses.replace(self.places[seat], muted=deaf)
        self.note_version(version)
        self.ring()

    def deaf_to(self, seat: int) -> frozenset[int]:
        """Lists the seats whose talk a seat does not want to hear."""
        return self.places[seat].deaf_to if seat in self.places else frozenset()

    async def come_back(self, seats: tuple[int, ...]) -> None:
        """Gives persons who are here again the seats that bots hold for them, unless they left
        and have not said that they are back."""
        for seat in seats:
            if seat in self.held and seat not in self.left:
                await self._come_back(seat)

    async def sit_down_again(self, seat: int) -> None:
        """Gives somebody who left, or whose time was up, the seat again."""
        if seat in self.held:
            if not self.clocks.has_time(seat):
                raise Problem(
                    409, "no-time", "The time of your match is used up: the bot plays to its end."
                )
            if self.clocks.is_turn_up(seat):
                raise Problem(
                    409, "turn-up", "Your time for this turn is up: the bot plays it.", retry=1
                )
            await self._come_back(seat)

    async def speak(self, asked: TalkAsked) -> None:
        """Says a line at the table."""
        if asked.to != NOBODY and not self.game.lets_whisper():
            raise Problem(
                403, "no-whispers", "In {game} partners may talk only in public.",
                game=self.game.title,
            )
        players = int(self.game.players)
        deaf = {seat for seat in range(players) if self.is_bot(seat)}
        try:
            await apart(self._speak(asked, players, deaf))
        except Away:
            self.note_away()
            raise
        self.ring()

    async def _speak(self, asked: TalkAsked, players: int, deaf: set[int]) -> None:
        version = await self.talk.add(asked, players, deaf)
        if version:
            self.note_version(version)

    @change
    async def claim(self, invitation: str, key: str, shared: str | None) -> bool:
        """Give the seat of an invitation away, all of them by their fingerprints; tell whether
        that key has it by now."""
        has_it = await self.store.write(
            self.store.claim_seat, self.id, invitation, key, shared
        )
        await self._catch_up()
        return has_it

    @property
    def expects_guests(self) -> bool:
        """Whether the seat of an invitation has not been taken, as far as is known here."""
        return any(
            place.kind == PERSON and place.shared is None for place in self.places.values()
        )

    def opened_by(self, secret: str) -> Pass | None:
        """Finds what a secret opens here."""
        return opened_by(secret, self.id, self.places.values(), self.version)

    @change
    async def play(
        self, seat: int, move: int, seen: int, mark: str, *, by_clock: bool = False,
        by_bot: str = "", fenced: bool = False, late: bool = False,
    ) -> int:
        """Plays a move of a seat that has seen event `seen`; answers the move's number.

        A move that is `late` is made by the table, because the time of the seat is up.
        """
        # First: the move may be known to another server alone.
        await self._reach(seen)
        earlier = self._marked(mark)
        if earlier is not None:
            if (earlier.data.get("seat"), earlier.data.get("move")) != (seat, move):
                raise Problem(409, "id-used", "That id was sent with another move.")
            return earlier.number
        self._check_seen(seen)
        self.check_turn(seat)
        if by_bot and by_bot != self.bot_of(seat):
            raise Problem(409, "stale", "Somebody else plays for this seat now.")
        if seat in self.left and not by_bot:
            raise Problem(409, "left", "A bot holds your seat: come back first.")
        round = self.match.round
        round.check(move)
        if move == round.time_out() and not by_clock:
            raise round.refusal(move)
        after = round.copy()
        after.play(move)
        data: dict[str, Any] = {"seat": seat, "move": move, "text": round.text(move)}
        if mark:
            data["id"] = mark
        if late:
            data["late"] = True
        ended = after.settles_match() or None
        while True:
            known = self.number
            try:
                return await self._append(
                    Event(known + 1, MOVE, data), after, ended=ended, fenced=fenced
                )
            except Problem:
                # What another server has written meanwhile may change nothing on the table.
                if fenced or self.number == known or self._has_moved_on(seen):
                    raise

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

    def _check_changes(self) -> None:
        """Refuse what would let the events of a table grow without end."""
        made = [one.made for one in self.events if one.kind in (UNDO, REDO, CONSENT)]
        if len(made) >= MOST_CHANGES:
            raise Problem(
                409, "changed-enough",
                "Enough was taken back and changed at this table: {most} times.", most=MOST_CHANGES,
            )
        if len(made) >= CHANGES:
            wait = made[-CHANGES] + CHANGES_WITHIN - time.time()
            if wait > 0:
                raise Problem(
                    429, "too-much", "That is too much at once; try again in {seconds} s.",
                    seconds=int(wait) + 1, retry=int(wait) + 1,
                )

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
        self._check_changes()
        happened = Event(self.number + 1, kind, {"seat": 0, **back._asdict(), "id": mark})
        after = match_at(self.game, self.events, self.number)
        try:
            follow(after, happened)
        except IllegalMove:
            raise Problem(
                409, "needed", "Later moves depend on that one; take those back first."
            ) from None
        return await self._append(happened, after.round, ended=after.over)

    def _same(self, earlier: Event, *kinds: str) -> int:
        """Answers what was answered before to the same thing sent again."""
        if earlier.kind not in kinds:
            raise Problem(409, "id-used", "That id was sent with another move.")
        return earlier.number

    @change
    async def deal_next(self, seen: int, *, fenced: bool = False) -> int:
        """Deals the next hand; answers the number of the deal."""
        await self._reach(seen)
        self._check_seen(seen)
        match = self.match
        if match.over:
            raise IllegalMove("the match is over")
        if not match.round.over:
            raise IllegalMove("the round is not over")
        if self.is_done:
            raise Problem(409, "boards-over", "All boards of this table are played.")
        number = self.number + 1
        start = with_cuts(self.start, self.added)
        rng = start.rng(len(match.rounds()) + 1, number)
        fresh = self.game.deal_next(rng, match.round)
        # A deal can leave nothing to decide: in poker, when nobody has chips to bet.
        return await self._append(
            start.dealt(number, fresh.opening()), fresh, ended=fresh.settles_match() or None,
            fenced=fenced,
        )

    @change
    async def add_to_deals(self, seat: int, text: str) -> int:
        """Adds the part of a person to the deals from the next one on, once; answers the number
        of the first hand that it is part of."""
        for _ in range(TRIES):
            known = self.adders()
            if known.get(seat) == text:
                return self._first_with(seat, text)
            if seat in known:
                raise Problem(
                    409, "added-already", "Something was added for this seat already."
                )
            if not self.takes_parts:
                raise Problem(
                    409, "no-more-deals", "No deal is to come to which something can be added."
                )
            with contextlib.suppress(Taken):
                data = {"seat": seat, "text": text}
                await self._write(Event(self.number + 1, ADD, data), self.bot_seats(), None)
                return len(self.cuts) + 1
            await self._catch_up()
        raise Problem(409, "stale", "The table has moved on: try again.")

    @property
    def takes_parts(self) -> bool:
        """Whether somebody may still add something to the deals."""
        start = self.start
        return bool(start.secret) and not (start.club or self.is_done or self.is_solitaire)

    def adders(self) -> dict[int, str]:
        """Tells which seats have added something to the deals, and what."""
        cuts = (one.split(":", 1) for one in with_cuts(self.start, self.added).cut)
        return {int(seat) - 1: text for seat, text in cuts}

    def _first_with(self, seat: int, text: str) -> int:
        """Finds the first hand that something is part of, or will be."""
        has = [f"{seat + 1}:{text}" in cuts for cuts in self.cuts]
        return has.index(True) + 1 if any(has) else len(self.cuts) + 1

    @change
    async def offer(
        self, what: str, seats: tuple[int, ...], seat: int, seen: int, mark: str
    ) -> int:
        """Offers to take a move back or to call the match a draw, for one of the seats of a link;
        where nobody else is to be asked it is done at once. Answers the event's number."""
        for _ in range(TRIES):
            earlier = self._marked(mark)
            if earlier is not None:
                return self._same(earlier, OFFER, ANSWER, UNDO, AGREE)
            # A draw can be offered whatever has happened meanwhile.
            if what == TAKE_BACK:
                await self._reach(seen)
                self._check_seen(seen)
            with contextlib.suppress(Taken):
                return await self._offer(what, seats, seat, mark)
            await self._catch_up()
        raise Problem(409, "stale", "The table has moved on: try again.")

    async def _offer(self, what: str, seats: tuple[int, ...], seat: int, mark: str) -> int:
        waiting = self.offering.waiting
        if waiting is not None and waiting.what == what == DRAW and waiting.asked & set(seats):
            # Whoever offers what they were offered has agreed to it.
            return await self._take_up(waiting, seat, seats, mark)
        asked = self.check_offer(what, seat, seats)
        keep = 0
        if what == TAKE_BACK:
            keep = await asyncio.to_thread(kept_moves, self.match.round.copy(), seat)
        if not asked:
            return await self._do_offered(Offer(0, what, seat, frozenset(), keep), None, mark)
        told = notice(self.talk.next_number, seat, OFFERED[what], NOBODY)
        data = {"seat": seat, "what": what, "asked": asked, "keep": keep, "id": mark}
        return await self._write(Event(self.number + 1, OFFER, data), self.bot_seats(), told)

    def check_offer(self, what: str, seat: int, seats: tuple[int, ...]) -> list[int]:
        """Lists the seats whose persons are asked if a link that plays some makes an offer.

        :raises Problem: if there is no room for it.
        """
        if self.match.over:
            raise Problem(409, "match-over", "The match is over.")
        others = [one for one in self.persons() if one not in seats]
        asked = self._check_draw(seat, others) if what == DRAW else others
        if what == TAKE_BACK:
            self._check_take_back()
        if any(one in self.held for one in (*others, seat)):
            raise Problem(
                409, "held", "A bot is holding somebody’s seat: wait until they are back."
            )
        if self.offering.waiting is not None:
            raise Problem(409, "offer-waits", "Another offer waits for its answer.")
        if (what, seat) in self.offering.spent:
            raise Problem(409, "asked-already", "You have already asked since your last move.")
        return asked

    def _check_take_back(self) -> None:
        """Refuses to take moves back where they count for more than this table."""
        if self.game.players == 1:
            raise Problem(
                409, "alone", "In a game for one you need nobody’s leave to take a move back."
            )
        if self.start.rated or self.start.club:
            raise Problem(
                409, "no-take-backs",
                "At rated tables and in tournaments nothing is taken back.",
            )

    def _check_draw(self, seat: int, others: list[int]) -> list[int]:
        """Lists who is asked for a draw: the persons who can still win."""
        contenders = self.match.round.contenders()
        if self.start.boards:
            raise Problem(409, "no-draws", "All boards of this table have to be played.")
        if len(contenders) < 2:
            raise Problem(
                409, "no-draws", "The rules of {game} leave no room for a draw by agreement.",
                game=self.game.title,
            )
        if seat not in contenders:
            raise Problem(409, "out", "You are out of the game: others decide how it ends.")
        persons = [one for one in self.persons() if one in contenders]
        if len({self.game.side_of(one) for one in persons}) < 2:
            raise Problem(
                409, "nobody-asked", "No person plays against you: bots do not agree on draws."
            )
        return [one for one in others if one in contenders]

    @change
    async def answer(
        self, number: int, seats: tuple[int, ...], seat: int, yes: bool, mark: str
    ) -> int:
        """Answers the offer of event `number`; whoever made it can take it back."""
        for _ in range(TRIES):
            earlier = self._marked(mark)
            if earlier is not None:
                return self._same(earlier, ANSWER, UNDO, AGREE)
            offer = self.offering.waiting
            if offer is None or offer.number != number:
                raise Problem(409, "no-offer", "That offer no longer stands.")
            is_own = offer.seat in seats
            if not offer.asked & set(seats) and not (is_own and not yes):
                raise Problem(409, "not-asked", "This offer is not waiting for your answer.")
            with contextlib.suppress(Taken):
                if yes:
                    return await self._take_up(offer, seat, seats, mark)
                what = WITHDRAWS if is_own else DECLINES
                return await self._write_answer(offer, seat, seats, what, mark)
            await self._catch_up()
        raise Problem(409, "stale", "The table has moved on: try again.")

    async def _take_up(
        self, offer: Offer, seat: int, seats: tuple[int, ...], mark: str
    ) -> int:
        """Writes that somebody agrees; the last makes it so."""
        if offer.asked - set(seats):
            return await self._write_answer(offer, seat, seats, AGREES, mark)
        told = notice(self.talk.next_number, seat, AGREES, NOBODY)
        return await self._do_offered(offer, told, mark)

    async def _write_answer(
        self, offer: Offer, seat: int, seats: tuple[int, ...], what: str, mark: str
    ) -> int:
        told = notice(self.talk.next_number, seat, what, NOBODY)
        data = {
            "seat": seat, "yes": what == AGREES, "seats": sorted(offer.asked & set(seats)),
            "id": mark,
        }
        return await self._write(Event(self.number + 1, ANSWER, data), self.bot_seats(), told)

    def offers_of(self, seats: tuple[int, ...]) -> dict[str, int]:
        """Tells what those who play some seats can offer now, as far as a glance tells, each for
        the seat that moved last."""
        found: dict[str, tuple[int, int]] = {}
        for what in KINDS:
            for seat in seats:
                with contextlib.suppress(Problem):
                    self.check_offer(what, seat, seats)
                    keep = 0
                    if what == TAKE_BACK:
                        keep = kept_moves(self.match.round, seat, at_a_glance=True)
                    found[what] = max(found.get(what, (-1, seat)), (keep, seat))
        return {what: seat for what, (_, seat) in found.items()}

    async def _do_offered(self, offer: Offer, told: Line | None, mark: str) -> int:
        """Writes what all have agreed to."""
        round, number = self.match.round, self.number + 1
        if offer.what == DRAW:
            drawn = {"seat": offer.seat, "seats": round.contenders(), "id": mark}
            return await self._write(Event(number, AGREE, drawn), set(), told, ended=True)
        self._check_changes()
        # Bots may have moved since it was offered.
        keep = await asyncio.to_thread(kept_moves, round.copy(), offer.seat)
        moves = round.played()
        back = {"seat": offer.seat, **Back(moves[keep:], [])._asdict(), "id": mark}
        return await self._write(
            Event(number, UNDO, back), self.bot_seats(), told,
            after=round.undone(len(moves) - keep),
        )

    @change
    async def consent(self, seats: tuple[int, ...], yes: bool, mark: str) -> int:
        """Note whether those who play from some seats agree to what those who watch shall see,
        or no longer; answer the event's number."""
        for _ in range(TRIES):
            earlier = self._marked(mark)
            if earlier is not None:
                return self._same(earlier, CONSENT)
            if not self.asks_consent:
                raise Problem(
                    409, "no-consent", "Nobody is asked at this table what those who watch see."
                )
            if all(self.consents.get(seat) is yes for seat in seats):
                return self.number
            self._check_changes()
            data = {"seat": seats[0], "seats": list(seats), "yes": yes, "id": mark}
            with contextlib.suppress(Taken):
                return await self._write(
                    Event(self.number + 1, CONSENT, data), self.bot_seats(), None,
                    ended=self.match.over or None,
                )
            await self._catch_up()
        raise Problem(409, "stale", "The table has moved on: try again.")

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
    async def step_away(self, seat: int, mark: str) -> int:
        """Lets a bot hold the seat of somebody who wants to go; answers the event's number."""
        for _ in range(TRIES):
            earlier = self._marked(mark)
            if earlier is not None:
                return self._same(earlier, STAND_IN)
            if self.match.over:
                raise Problem(409, "match-over", "The match is over.")
            if seat in self.left:
                raise Problem(409, "held", "A bot holds that seat already.")
            self.leavings.take(str(seat))
            with contextlib.suppress(Taken):
                return await self._leave(seat, STEPS_AWAY, mark)
            await self._catch_up()
        raise Problem(409, "stale", "The table has moved on: try again.")

    @change
    async def _hold_late(self, seat: int, seen: int) -> None:
        """Lets a bot hold the seat of somebody whose time is up."""
        for _ in range(TRIES):
            self._check_seen(seen)
            if seat in self.held or not self.lease:
                return
            # A word at the same moment takes the number of the line that tells of it.
            with contextlib.suppress(Taken, Fenced):
                await self._leave(seat, TIME_UP, "", self.lease)
                return
            await self._catch_up()
        raise self._stale(seen)

    async def _leave(self, seat: int, why: str, mark: str, lease: int = 0) -> int:
        """Writes that a bot holds a seat until its person says that they are back."""
        data: dict[str, Any] = {
            "seat": seat, "bot": bots.usual(self.game.name), "by": seat, "left": True
        }
        if mark:
            data["id"] = mark
        told = notice(self.talk.next_number, seat, why, NOBODY)
        held = self.bot_seats() | {seat}
        return await self._write(Event(self.number + 1, STAND_IN, data), held, told, lease)

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
        if self.start.clock.kind == DAYS:
            raise Problem(409, "clock-decides", "At this table the clock decides who is away.")
        if self.presence.missed(seat) < self.pace.absence:
            raise Problem(
                409, "not-away", "A bot may hold that seat after {seconds} seconds of absence.",
                seconds=round(self.pace.absence),
            )

    def absent(self, seats: tuple[int, ...]) -> list[int]:
        """Lists the seats that those who sit on some others may have held by a bot."""
        by_letter = self.start.clock.kind == DAYS
        if self.match.over or by_letter or not any(seat >= 0 for seat in seats):
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

    async def _reach(self, seen: int) -> None:
        """Reads what a page knows already: another server may have told it sooner than us."""
        if seen > self.number:
            await self._catch_up()

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
        if self._has_moved_on(seen):
            raise self._stale(seen)

    def _has_moved_on(self, seen: int) -> bool:
        """Tells whether something has happened on the table; who holds a seat and what is offered
        changes nothing there."""
        return any(one.kind not in BESIDES for one in self.events[max(seen, 0):])

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

    async def _append(
        self, happened: Event, after: Round, *, ended: bool | None = None, fenced: bool = False
    ) -> int:
        """Writes an event that leads to a round; whoever comes second is told so, unless what came
        first is the very same thing, sent to another server.

        What is `fenced` happens by itself, and only under the lease of this server.
        """
        due = goes_on(after, self.bot_seats(), self.silence, bool(self.start.clock.kind))
        try:
            if fenced and not self.lease:
                raise Fenced
            written = await self.store.commit(Append(
                self.id, self._dated(happened), ended, due, lease=self.lease if fenced else 0
            ))
        except (Taken, Fenced):
            await self._catch_up()
            earlier = self._marked(str(happened.data.get("id", "")))
            if earlier is not None and earlier.data == happened.data:
                return earlier.number
            raise self._stale(happened.number - 1) from None
        self._settle(happened, written)
        return happened.number

    async def _write(
        self, happened: Event, held: set[int], told: Line | None, lease: int = 0,
        after: Round | None = None, ended: bool | None = None,
    ) -> int:
        """Writes who holds a seat or what was offered, and tells everybody in the same breath; it
        may lead to another round, or end the match."""
        round = after or self.match.round
        due = not ended and goes_on(round, held, self.silence, bool(self.start.clock.kind))
        written = await self.store.commit(
            Append(self.id, self._dated(happened), ended, due, said=told, lease=lease)
        )
        self.talk.take([told] if told else [])
        self._settle(happened, written)
        return happened.number

    def _dated(self, happened: Event) -> Event:
        """Give an event the moment at which it happens, never before the last one."""
        return dataclasses.replace(
            happened, made=max(self.moments.now(), self.events[-1].made)
        )

    def _settle(self, happened: Event, written: Written) -> None:
        """Takes in an event that is on the disk, and goes on from there."""
        self.note_version(written.version)
        self.lease = written.lease
        self._take(dataclasses.replace(happened, made=written.made))
        if self.match.over:
            for tell in self.store.enders:
                tell(self.id)
        if self.start.club and (self.match.round.over or self.match.over):
            self.store.finished(self.id)
        for tell in self.store.settlers:
            tell(self.id)
        self.ring()
        self.drive()

    def _note_lease(self, news: News) -> bool:
        """Notes whether this server goes on with the table; tells whether that is new."""
        had, self.lease = self.lease, news.lease if news.owner == self.store.server else 0
        return bool(self.lease) and not had

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
            raise Away
        places = {place.seat: place for place in news.places}
        if _shown(places) != _shown(self.places):
            self.stamp += 1
        if news.events and news.events[-1].made > self.moments.now():
            self.moments.hear(news.events[-1].made)
        for one in news.events:
            self._take(one)
        self.places = places
        self.talk.take(news.lines)
        for seat, place in places.items():
            if place.seen is not None:
                self.presence.hear(seat, place.seen)
        self.version = max(self.version, news.version)
        if self._note_lease(news):
            self._grant_time()
        self.is_unsure = False
        self.ring()
        if news.events or not self.lease:
            self.drive()

    def follow_news(self, version: int, told: str) -> bool:
        """Takes in the event that another server says it has written, if nothing is missing
        before it and nothing is under way here; tells whether it did."""
        if self.lock.locked() or version != self.version + 1:
            return False
        happened = read_told(told)
        if happened is None or happened.number != self.number + 1:
            return False
        # Who holds a seat, and what was said of it, is read.
        if happened.kind not in (MOVE, DEAL):
            return False
        # Whoever wrote it goes on with the table.
        self.lease = 0
        self.version = version
        self.moments.hear(happened.made)
        self._take(happened)
        self.ring()
        self.drive()
        return True

    def _take(self, happened: Event) -> None:
        self._follow(happened)
        self.events.append(happened)
        if happened.kind == CONSENT:
            # What those who watch see changes without an event that they may see.
            self.stamp += 1
        if happened.kind not in BESIDES:
            self.decided = happened.number

    def _follow(self, happened: Event) -> None:
        """Takes an event into the match, and notes who holds which seat and whose time runs."""
        turn = self.match.turn
        follow(self.match, happened)
        self._note_holder(happened)
        if happened.kind == ADD:
            self.added[int(happened.data["seat"])] = str(happened.data["text"])
        if happened.kind == CONSENT:
            self.consents.update(dict.fromkeys(happened.data["seats"], bool(happened.data["yes"])))
        self.offering.follow(happened, self.match.over)
        if happened.kind == DEAL:
            self.clocks.deal()
            self.cuts.append(cut_of(happened))
        is_other = happened.kind == DEAL or self.match.turn != turn
        # The table's own clock counts moves, and what follows a late one is late too.
        is_move = happened.kind in (MOVE, UNDO, REDO) and not happened.data.get("late")
        each = bool(self.start.clock.kind) and not self.start.clock.is_of_match
        if is_other or (each and is_move):
            self._begin_turn(happened)
        elif self._timed() != self.clocks.seat:
            self._stop_or_resume(happened)
        if happened.kind == UNDO:
            self.clocks.take_back(len(self.match.round.log))

    def _begin_turn(self, happened: Event) -> None:
        self.clocks.run(self._timed(), happened.made, len(self.match.round.log))
        self.turn_began = self.moments.then(self.clocks.began)

    def _stop_or_resume(self, happened: Event) -> None:
        """Follows who holds the seat that is to decide: one turn has one time, whoever comes and
        goes."""
        seat = self._timed()
        if seat == NOBODY:
            self.clocks.stop(happened.made)
        else:
            self.clocks.resume(seat, happened.made)
        self.turn_began = self.moments.then(self.clocks.began)

    def _note_holder(self, happened: Event) -> None:
        seat = int(happened.data.get("seat", NOBODY))
        if happened.kind == STAND_IN:
            self.held[seat] = str(happened.data["bot"])
            if happened.data.get("left"):
                self.left.add(seat)
        elif happened.kind == BACK:
            self.held.pop(seat, None)
            self.left.discard(seat)

    def visited(self, visitor: str, *, acts: bool = False) -> None:
        """Note who is here: bots think for the person who did something last.

        Until then, and where only bots sit, they think for whoever laid the table, or was here
        first since the server began. Others who come cannot be made to pay for it.
        """
        if not self.visitor or (acts and self.persons()):
            self.visitor = visitor

    def thinking(self) -> Turn:
        """Give whose turn it is when a bot thinks here."""
        return Turn(self.visitor, self.id, Rank.BOTS if self.is_of_bots else Rank.ASKED)

    def look(self) -> None:
        """Notes that somebody looks; bots that play among themselves go on."""
        self.looked_at = monotonic()
        if self.paused:
            self.drive()

    def waits_for_looks(self) -> bool:
        """Tells whether another server goes on here only while somebody looks."""
        return self.is_of_bots and not self.lease and not self.match.over and not self.is_record

    def is_looked_at(self) -> bool:
        """Tells whether somebody looks at this table, or did a moment ago."""
        return bool(self.listeners) or monotonic() - self.looked_at < LOOKED_AT

    def note_unsure(self) -> None:
        """Notes that something may have been written although nobody heard so: it is read as soon
        as the database can be reached."""
        self.is_unsure = not self.is_away
        if self.is_unsure and not self.is_busy:
            self.planned_for = ()
            self.drive()

    def note_away(self) -> None:
        """Notes that the table was put away: whoever has it at hand can only look at it."""
        self.is_away = self.is_gone = True
        self.is_unsure = False
        self.lease = 0
        self.planned_for = ()
        self.drive()
        self.ring()

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

    def drive(self) -> None:
        """Plans what happens next by itself, in place of what was planned before, if this server
        goes on with the table. What is planned stays while the same seat has the same to decide,
        whoever comes and goes."""
        turn = self.match.turn
        planned_for = (
            self.decided, self.lease > 0, self.turn_began,
            self.bot_of(turn) if turn >= 0 else "", len(self.bot_seats()) == self.game.players,
        )
        goes_on = self.driver is not None and not self.driver.done()
        if goes_on and planned_for == self.planned_for:
            return
        self.planned_for = planned_for
        if self.driver is not None:
            if self.driver is not asyncio.current_task():
                self.driver.cancel()
            self.driver = None
        plan = self._plan()
        if plan is not None or self.is_unsure:
            self.planned = monotonic() + (0.0 if plan is None else plan.wait)
            self.driver = asyncio.create_task(self._carry_out())

    def wake(self) -> None:
        """Plans what happens next unless that is planned already."""
        if self.driver is None or self.driver.done():
            self.drive()

    async def _carry_out(self) -> None:
        """Does what is planned; what fails is planned again after a growing pause, for ever."""
        pause = FIRST_PAUSE
        while True:
            try:
                if self.is_unsure:
                    await self.catch_up()
                plan = self._plan()
                if plan is not None:
                    await asyncio.sleep(plan.wait)
                    self.is_busy = True
                    await plan.deed()
                return
            except Problem as passed:
                log.info("table %s: %s", self.id, passed)
            except asyncio.CancelledError:
                if _is_called_off():
                    raise
                log.warning("table %s: a thought was broken off", self.id)
            except Exception:
                log.exception("table %s: what was planned failed", self.id)
            finally:
                self.is_busy = False
            # Tables that failed together shall not all try again together.
            await asyncio.sleep(pause * random.uniform(0.75, 1.25))
            pause = min(2 * pause, LONGEST_PAUSE)
            with contextlib.suppress(Problem):
                await self.catch_up()

    def _plan(self) -> Plan | None:
        match = self.match
        seen = self.number
        self.paused = False
        if self.is_done or self.is_record or not self.lease:
            return None
        if self.is_of_bots and not self.is_looked_at():
            self.paused = True
            return None
        if match.round.over:
            wait = self.pace.next_hand if self.persons() else self.pace.bot
            return Plan(wait, lambda: self.deal_next(seen, fenced=True))
        turn = match.turn
        if self.bot_of(turn):
            return Plan(0.0, lambda: self._bot_moves(turn))
        silence = int(match.round.silence())
        if silence >= 0 and self.silence > 0:
            return Plan(self.silence, lambda: self.play(turn, silence, seen, "", fenced=True))
        if self.start.clock.kind:
            left = self._left()
            wait = left if left > 0 else self.pace.answer
            return Plan(wait, lambda: self._time_is_up(turn, seen))
        if not self.game.turn_seconds:
            return None
        late = int(match.round.time_out())
        if late != NO_MOVE:
            return Plan(
                self.time_left,
                lambda: self.play(turn, late, seen, "", by_clock=True, fenced=True),
            )
        # The time is up: nothing is left to choose in this turn.
        move = match.round.moves()[0]
        return Plan(self.pace.answer, lambda: self.play(turn, move, seen, "", fenced=True))

    async def _time_is_up(self, seat: int, seen: int) -> None:
        """Does what the table has chosen for somebody whose time is up."""
        if self.start.clock.late == HOLDER:
            await self._hold_late(seat, seen)
            return
        view, seed = self.match.view(seat), seed_for(self.start.chance, seen + 1)
        thought = await self.minds.glance(view, seed, self.thinking())
        await self.play(seat, thought.move, seen, "", fenced=True, late=True)

    async def _bot_moves(self, seat: int) -> None:
        view = self.match.view(seat)
        seen = self.number
        kind = self.bot_of(seat)
        seed = seed_for(self.start.chance, seen + 1)
        share = share_for(self.start.chance, seen + 1)
        drawn = self._bot_time(seat, share)
        asked = monotonic()
        thought = await self.minds.choose(kind, view, seed, self.thinking())
        await asyncio.sleep(
            self.minds.tempo.wait((self.game.name, kind), thought, asked, drawn, share)
        )
        await self.play(seat, thought.move, seen, "", by_bot=kind, fenced=True)

    def _bot_time(self, seat: int, share: float) -> float:
        """Draws how long a bot takes for its next move, from nothing but what all can see."""
        # What is only an answer, or goes on with its own turn, takes less time. To take over a
        # seat is no turn.
        last = self.events[-1]
        goes_on = last.kind not in BESIDES and last.data.get("seat") == seat
        quick = goes_on or int(self.match.round.silence()) >= 0
        return (self.pace.answer if quick else self.pace.bot) * (0.8 + 0.4 * share)

    def close(self) -> None:
        """Stops what was planned; the events tell how to go on."""
        if self.driver is not None:
            self.driver.cancel()


def _shown(places: dict[int, Place]) -> list[tuple[int, str, int]]:
    """List what everybody is shown of who sits where."""
    return [(seat, place.name, place.face) for seat, place in sorted(places.items())]


class House:
    """All tables of a server."""

    def __init__(self, store: Store, pace: Pace, fate: Fate, workers: int, limits: Limits) -> None:
        self.store = store
        self.pace = pace
        self.fate = fate
        self.limits = limits
        self.questions = Questions(
            workers, at_once=limits.all_questions, for_address=limits.questions,
            for_table=limits.table_questions,
        )
        self.minds = Minds(workers, store.metrics.thinking.observe, self.questions.crew)
        self.tables_laid = Allowance(limits.tables, limits.table_every)
        self.sockets = Places()
        # The tables that are kept in memory, the one used last at the end, and all that are in
        # memory: of each there is one object, for as long as anybody has it.
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.living: WeakValueDictionary[str, Table] = WeakValueDictionary()
        # Whoever wants a table that is being read waits here; and which version others have told
        # of it meanwhile.
        self.doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.told_meanwhile: dict[str, int] = {}
        self.began = time.time()
        self.bell: Bell = bell_of(store.engine, store.server)
        # What is done because another server rang.
        self.errands: set[asyncio.Task[None]] = set()
        self.told_looks: dict[str, float] = {}
        # The tables of which something could not be read yet, and the servers whose tables could
        # not be taken over yet.
        self.behind: set[str] = set()
        self.untaken: set[str] = set()
        self.tending: asyncio.Task[None] | None = None
        self.told_persons = self.looked_round = monotonic()
        # Who else does something when another server says a word, or is gone.
        self.hearers: dict[str, Callable[[str, list[str]], Coroutine[Any, Any, None]]] = {}
        self.draining = False
        # Finds tables that were put away.
        self.away: Callable[[Store, str], News | None] = lambda store, name: None

    async def open(self) -> None:
        """Begins to listen to the other servers of the database."""
        try:
            await self.bell.open(self._hear)
        except Exception as fault:
            log.warning("other servers cannot be heard: %s", type(fault).__name__)
            self.bell = Bell(self.store.server)
        self.store.bell = self.bell

    async def drain(self) -> None:
        """Hands everything that goes on by itself over to the other servers."""
        self.draining = True
        for table in list(self.living.values()):
            table.close()
            table.lease = 0
        with contextlib.suppress(Unreachable):
            await self.store.write(self.store.release)
        await self.bell.ring(bell.GONE)

    async def leave(self) -> None:
        """Hands over what is left, and listens to nobody any more."""
        await self.drain()
        await self.bell.close()

    def _hear(self, word: str, who: str, about: list[str]) -> None:
        """Does what another server's word asks for."""
        if word == bell.NEWS:
            for one in about:
                head, _, told = one.partition("=")
                name, _, version = head.rpartition("@")
                if not version.isdecimal():
                    continue
                table = self.living.get(name)
                if name in self.told_meanwhile:
                    self.told_meanwhile[name] = max(self.told_meanwhile[name], int(version))
                if table is None or (told and table.follow_news(int(version), told)):
                    continue
                if table.listeners or table.lease:
                    self.run(self._refresh(table, int(version)))
        elif word == bell.GONE:
            self.run(self._take_over(who))
        elif word == bell.SIGNS:
            self.run(self._read_signs(about))
        elif word == bell.LOOKS:
            self.run(self._look_for(about))
        elif word == bell.MISSED:
            self.run(self._look())
        if word in self.hearers and word != bell.GONE:
            self.run(patiently(partial(self.hearers[word], who, about)))

    def run(self, errand: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs an errand beside everything else."""

        async def run() -> None:
            try:
                await errand
            except Problem as passed:
                log.info("an errand failed: %s", passed)
            except Exception:
                log.exception("an errand failed")

        task = asyncio.create_task(run())
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)
        return task

    async def table(self, name: str, version: int = 0) -> Table | None:
        """Finds a table, in memory or rebuilt from its events, with all that is written of it
        up to a version; what happens there by itself is planned."""
        table = await self._found(name)
        if table is not None:
            if table.version < version:
                await table.catch_up()
            table.wake()
            self._tell_looks(table)
        return table

    async def fresh(self, name: str) -> Table | None:
        """Find a table with all that any server has written of it by now."""
        version = await self.store.read(self.store.version, name)
        return await self.table(name, version or 0)

    async def lay(self, name: str, places: list[Place], events: list[Event], due: bool) -> None:
        """Lay a table for persons whose links are known already, and begin with it; another
        server may have laid it."""
        try:
            with contextlib.suppress(Taken):
                await self.store.write(self.store.lay, places, events, due, table=name)
        except Unreachable:
            # It may have been kept although nobody heard so.
            self.behind.add(name)
            raise
        await self.begin(name)
        for tell in self.store.settlers:
            tell(name)

    async def begin(self, name: str) -> Table | None:
        """Begin with a table that was laid here; one that cannot be read yet begins later."""
        try:
            return await self.table(name)
        except Unreachable:
            self.behind.add(name)
            return None

    async def admit(
        self, name: str, secret: str, *, up_to_date: bool = True
    ) -> tuple[Table, Pass] | None:
        """Finds a table and what a secret opens there; nothing is loaded for a wrong one.

        Who tells what they have seen need not wait until it is `up_to_date`.
        """
        table = self.known(name)
        if table is None:
            found = await self.store.read(self.store.open, name, secret)
            if found is None:
                found = await self.store.read(self._opened_away, name, secret)
            if found is None:
                return None
            table = await self.table(name, found.version)
            return None if table is None else (table, found)
        found = table.opened_by(secret)
        if found is None and table.expects_guests:
            # Somebody may have taken a seat at another server.
            found = await self.store.read(self.store.open, name, secret)
        if found is None:
            return None
        # Only other servers write what is not known here.
        looks = up_to_date and bool(self.bell.others)
        version = await self.store.read(self.store.version, name) if looks else found.version
        if looks and version is None and not table.is_away:
            table.note_away()
        table = await self.table(name, version or 0)
        return None if table is None else (table, found)

    def _tell_looks(self, table: Table) -> None:
        """Tells the server that goes on with a table of bots that somebody looks at it here."""
        if not self.bell.others or not table.waits_for_looks():
            return
        now = monotonic()
        if now - self.told_looks.get(table.id, -TELL_LOOKS) >= TELL_LOOKS:
            if len(self.told_looks) >= KEPT:
                self.told_looks.clear()
            self.told_looks[table.id] = now
            self.run(self.bell.ring(bell.LOOKS, [table.id]))

    async def _look_for(self, names: list[str]) -> None:
        """Notes that somebody looks at tables of this server from another."""
        for name in names:
            table = self.living.get(name) or await self.table(name)
            if table is not None and table.lease:
                table.look()

    def known(self, name: str) -> Table | None:
        """Finds a table that is in memory, and lets go of it if it was put away meanwhile."""
        table = self.living.get(name)
        if table is not None and table.is_gone:
            self.let_go(name)
            return None
        return table

    def let_go(self, name: str) -> None:
        """Lets go of a table that was put away; whoever has it at hand only looks at it."""
        self.tables.pop(name, None)
        table = self.living.pop(name, None)
        if table is not None and not table.is_gone:
            table.note_away()

    async def _found(self, name: str) -> Table | None:
        table = self.known(name)
        if table is None:
            door = self.doors.setdefault(name, asyncio.Lock())
            async with door:
                table = self.known(name) or await self._read_in(name)
        if table is not None:
            is_new = name not in self.tables
            self.tables[name] = table
            self.tables.move_to_end(name)
            if is_new:
                self._forget()
        return table

    async def _read_in(self, name: str) -> Table | None:
        self.told_meanwhile[name] = 0
        try:
            table = await self.store.read(self._load, name)
        finally:
            version = self.told_meanwhile.pop(name)
        if table is None:
            return None
        self.living[name] = table
        # What was told or noted while the table was read rang for nobody.
        if table.version < version:
            self.run(self._refresh(table, version))
        if self.bell.others:
            self.run(self._read_signs([name]))
        return table

    def _load(self, name: str) -> Table | None:
        news = self.store.news(name)
        away = None if news is not None else self.away(self.store, name)
        news = news or away
        if news is None or not news.events:
            return None
        found = Table(name, self.store, self.minds, self.pace, news, self.began)
        found.is_away = away is not None
        return found

    def _opened_away(self, name: str, secret: str) -> Pass | None:
        """Finds what a secret opens at a table that was put away, unless one of that name is
        kept: a secret of the one opens nothing at the other."""
        away = None if self.store.is_kept(name) else self.away(self.store, name)
        return None if away is None else opened_by(secret, name, away.places, away.version)

    def _forget(self) -> None:
        """Lets go of the tables that nobody looks at and where nothing is planned."""
        self._let_go(list(self.tables)[: max(0, len(self.tables) - KEPT)])

    def _forget_over(self) -> None:
        """Let go of tables that are over once nobody has looked at them for a while."""
        over = [
            name for name, table in self.tables.items()
            if not table.is_looked_at() and table.is_done
        ]
        self._let_go(over[: max(0, len(over) - KEPT_OVER)])
        self.told_looks = {
            name: told for name, told in self.told_looks.items() if name in self.tables
        }

    def _let_go(self, names: list[str]) -> None:
        for name in names:
            table = self.tables[name]
            idle = table.driver is None or table.driver.done()
            wait = 0.0 if idle else table.planned - monotonic()
            if table.listeners or table.lock.locked() or not (idle or wait > LATER):
                continue
            del self.tables[name]
            if not idle:
                table.close()
                asyncio.get_running_loop().call_later(wait, self._run_resume, name)

    def _run_resume(self, name: str) -> None:
        self.run(self._resume(name))

    async def resume(self) -> None:
        """Goes on with every table that goes on by itself and was left, pending bots included."""
        await patiently(self._find_left)

    async def _find_left(self) -> None:
        """Takes over the tables of servers that live no longer."""
        for owner in await self.store.read(self.store.owners):
            until = self.bell.heard_until()
            is_heard = until - self.bell.others.get(owner, -SILENT) < SILENT
            if owner == self.store.server or is_heard or monotonic() - until > SILENT:
                continue
            if not await self._is_alive(owner):
                await self._take_over(owner)

    async def _is_alive(self, server: str) -> bool:
        try:
            return bool(server) and await asyncio.to_thread(self.bell.is_alive, server)
        except Exception as fault:
            raise Unreachable from fault

    async def _take_over(self, server: str) -> None:
        """Goes on with the tables that another server has left."""
        if self.draining:
            return
        if bell.GONE in self.hearers:
            self.run(patiently(partial(self.hearers[bell.GONE], server, [])))
        try:
            names = await self.store.write(self.store.claim, server)
            if server in self.untaken:
                # An earlier try may have been kept although nobody heard so.
                names += await self.store.read(self.store.own)
        except Unreachable:
            self.untaken.add(server)
            raise
        self.untaken.discard(server)
        if names:
            log.info("takes over %s tables", len(names))
        for name in names:
            await self._resume(name)

    async def _resume(self, name: str) -> None:
        """Goes on with a table; one that cannot be read yet is read later."""
        try:
            at_hand = self.known(name) is not None
            table = await self.table(name)
            # Somebody may have begun to read it before the lease was ours.
            if table is not None and (at_hand or not table.lease):
                await self._refresh(table, table.version + 1)
        except Unreachable:
            self.behind.add(name)
            log.info("table %s cannot be resumed yet", name)
            return
        except Exception:
            log.exception("table %s cannot be resumed", name)
            return
        for tell in self.store.settlers:
            tell(name)

    async def beat(self) -> None:
        """Gives signs of life, and looks after everything else beside that."""
        while True:
            await asyncio.sleep(BEAT)
            await self.bell.ring(bell.HERE)
            if self.tending is None or self.tending.done():
                self.tending = self.run(self._tend())

    async def _tend(self) -> None:
        """Looks after the other servers, the persons here, and what was left for later."""
        await self._look_after_others()
        for server in list(self.untaken):
            await self._take_over(server)
        behind, self.behind = self.behind, set()
        for name in behind:
            await self._resume(name)
        await self._note_signs()
        now = monotonic()
        if now - self.told_persons >= READ_EVERY:
            self.told_persons = now
            await self._look_at_persons()
            self._forget_over()
        if now - self.looked_round >= (NO_BELL if type(self.bell) is Bell else LOOK_ROUND):
            self.looked_round = now
            await self._look()

    async def _look_after_others(self) -> None:
        # Who hears nothing cannot tell who is silent.
        now = self.bell.heard_until()
        for server, heard in list(self.bell.others.items()):
            silent = now - heard
            if silent > ASLEEP or (silent > SILENT and not await self._is_alive(server)):
                self.bell.others.pop(server, None)
                self.run(self._take_over(server))

    async def _look(self) -> None:
        """Looks for what was missed: news of the tables that are watched here, and tables that
        were left."""
        watched = [name for name, table in list(self.living.items()) if table.listeners]
        found = await self.store.read(self.store.versions, watched) if watched else {}
        for name in watched:
            table = self.known(name)
            if table is not None and not table.is_away:
                await self._refresh(table, found.get(name, table.version + 1))
                self._tell_looks(table)
        # Without a bell nobody can tell who lives.
        if type(self.bell) is not Bell:
            await self._find_left()

    async def _refresh(self, table: Table, version: int) -> None:
        try:
            if table.version < version:
                await table.catch_up()
            # Whoever is connected here was never away, whatever another server thought.
            await table.come_back(tuple(seat for seat in table.held if table.presence.open[seat]))
            table.wake()
        except Unreachable:
            self.behind.add(table.id)
        except Problem as passed:
            log.info("table %s: %s", table.id, passed)
        except Exception:
            log.exception("table %s: what others wrote cannot be taken in", table.id)

    def _shared(self) -> dict[str, Table]:
        """Finds the tables in memory at which several persons sit."""
        return {
            name: table for name, table in list(self.living.items()) if len(table.persons()) > 1
        }

    async def _read_signs(self, names: list[str]) -> None:
        """Reads when the persons of some tables gave a sign to another server."""
        shared = self._shared()
        seen = [name for name in names if name in shared]
        found = await self.store.read(self.store.signs, seen) if seen else {}
        for (name, seat), sign in found.items():
            shared[name].presence.hear(seat, sign)
            shared[name].ring()

    async def _look_at_persons(self) -> None:
        """Tells pages who has come or become absent by now, though a bell was not heard."""
        watched = {name: table for name, table in self._shared().items() if table.listeners}
        if self.bell.others:
            await self._read_signs(list(watched))
        for table in watched.values():
            table.ring()
            self._tell_looks(table)

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
            await self.bell.ring(bell.SIGNS, {name for name, _ in signs})

    def close(self) -> None:
        """Stops everything; nothing is lost."""
        for table in list(self.living.values()):
            table.close()
        self.minds.close()
        self.questions.close()
        self.store.close()
