"""Interleavings of servers that share a database, explored by seeds.

Two real houses play over one real file of SQLite, in an event loop whose time is virtual. Whatever
leaves the loop (the database, the bell, a bot's thought) comes back after a drawn time, in a drawn
order, and may fail, get lost or be cut off: before the work, or after it, so that nobody hears of
what was written. Servers are killed between any two steps, sleep, grow deaf, and start anew, while
persons play, leave and come back, talk, watch, and tables are put away. The same seed brings about
the same, in every step.

What must hold, however it goes: what was acknowledged is kept, once; a server has one object for
each table; who follows a table sees every number; what goes on by itself does so in the end.

    python -m tests.table.explorer --seconds 3600 --seed 1
    python -m tests.table.explorer --seed 77 --seeds 1 --log
"""

from __future__ import annotations

import argparse
import asyncio
import contextvars
import gc
import heapq
import logging
import os
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import event, select

from sobremesa.table import archive, bell, live
from sobremesa.table.asked import TalkAsked
from sobremesa.table.bell import Bell
from sobremesa.table.events import BACK, MOVE, STAND_IN, Event, Unreachable
from sobremesa.table.limits import Limits
from sobremesa.table.live import House, Pace, Table, whole_match
from sobremesa.table.problems import Problem
from sobremesa.table.storage import Store, TableRow
from sobremesa.table.tempo import Thought
from sobremesa.table.turns import Turn
from tests.table.host import SAME
from tests.table.inside import SECRETS, first, seats

# The moment at which everything begins, and how long a run goes on until all is quiet.
EPOCH = 1_800_000_000.0
BUSY = 40.0
QUIET = 90.0
# So long after that a page may take to hear of what was written by then: by the bell, with one
# reading, and not by looking round.
NEWS_TAKE = 2.0
# Tables at which persons play.
PLAYED = 3
# Steps after which a run is taken to go round in a circle.
MOST_STEPS = 400_000
PACE = Pace(bot=0.3, answer=0.2, silence=3.0, next_hand=2.0, absence=5.0, notice=1.0)
GAMES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("person", "person"), {}), (("person", "bot:random"), {}),
    (("person", "person"), {"clock": {"kind": "move", "time": 6, "late": "bot"}}),
    (("person", "person"), {"clock": {"kind": "move", "time": 5, "late": "move"}}),
    (("bot:random", "person"), {"clock": {"kind": "increment", "time": 60, "more": 5}}),
]


# At such a table nobody plays or looks: it goes on by its clock and its bot alone.
LONELY: tuple[tuple[str, ...], dict[str, Any]] = (
    ("person", "bot:random"), {"clock": {"kind": "move", "time": 5, "late": "move"}},
)


class Broken(AssertionError):
    """Something that must hold does not."""


class Host:
    """One server: it lives, sleeps for a while, or is dead, as if its process were."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.asleep_until = self.deaf_until = self.cut_off_until = 0.0
        self.died = asyncio.Event()
        self.house: House | None = None
        self.errands: list[asyncio.Task[None]] = []

    def context(self) -> contextvars.Context:
        """Give the context in which everything that this server does is done."""
        made = contextvars.copy_context()
        made.run(HOST.set, self)
        return made


HOST: contextvars.ContextVar[Host | None] = contextvars.ContextVar("host", default=None)


class Loop(asyncio.SelectorEventLoop):
    """A loop whose time is virtual, and where a seed decides how long everything takes."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.now = 0.0
        self.steps = 0
        self.faults = True
        # How often the database fails, before it has done something and after that.
        self.risk = self.rng.choice([0.005, 0.02, 0.08])

    def time(self) -> float:
        """Give the virtual time."""
        return self.now

    def _run_once(self) -> None:
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        ready = self._ready  # type: ignore[attr-defined]
        if not ready and scheduled:
            self.now = max(self.now, scheduled[0].when())
        while scheduled and scheduled[0].when() <= self.now:
            timer = heapq.heappop(scheduled)
            timer._scheduled = False  # type: ignore[attr-defined]
            ready.append(timer)
        if not ready:
            raise Broken("everybody waits for ever")
        for _ in range(len(ready)):
            handle = ready.popleft()
            host = handle._context.get(HOST)
            if handle.cancelled() or (host is not None and host.dead):
                continue
            if host is not None and host.asleep_until > self.now:
                heapq.heappush(scheduled, asyncio.TimerHandle(
                    host.asleep_until, handle._callback, handle._args, self, handle._context
                ))
                continue
            self.steps += 1
            handle._run()
        if self.steps > MOST_STEPS:
            raise Broken("nothing comes to an end")

    def bury(self) -> None:
        """Let what the dead have left half done end, while there is a loop to end in."""
        for task in asyncio.all_tasks(self):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            del task
        for _ in range(3):
            self._ready.clear()  # type: ignore[attr-defined]
            self._scheduled.clear()  # type: ignore[attr-defined]
            gc.collect()
        self.close()

    def delay(self) -> float:
        """Draw how long something takes: mostly little, seldom much."""
        rng = self.rng
        return rng.random() * (0.005 if rng.random() < 0.8 else 0.3)

    def run_in_executor(self, executor: Any, func: Any, *given: Any) -> Any:  # type: ignore[override]
        """Do something outside of the loop after a while; what comes of it arrives later still."""
        future = self.create_future()
        host = HOST.get()

        def answer(result: Any, failed: BaseException | None) -> None:
            if future.done():
                return
            if failed is None:
                future.set_result(result)
            else:
                future.set_exception(failed)

        def work() -> None:
            if future.done():
                return
            result, failed = None, None
            fault = "" if executor is None else self._fault(host)
            if fault != "before":
                try:
                    result = func(*given)
                except Exception as wrong:
                    failed = wrong
            if fault and func.__name__ == "append_all":
                result, failed = [Unreachable() for _ in given[0]], None
            elif fault:
                failed = Unreachable()
            self.call_later(self.delay(), answer, result, failed)

        # A partial has no name.
        func = func if hasattr(func, "__name__") else _named(func)
        self.call_later(self.delay(), work)
        return future

    def _fault(self, host: Host | None) -> str:
        if host is None or not self.faults:
            return ""
        if host.cut_off_until > self.now:
            return "before"
        drawn = self.rng.random()
        return "before" if drawn < self.risk else "after" if drawn < 2 * self.risk else ""


def _named(func: Any) -> Callable[..., Any]:
    def named(*given: Any) -> Any:
        return func(*given)

    return named


class Air:
    """What the bells of all servers ring through; seldom a word is lost."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.bells: dict[str, AirBell] = {}

    def carry(self, sender: AirBell, said: list[str]) -> None:
        """Carry words to all others."""
        loop = self.loop
        if sender.host.deaf_until > loop.now:
            return
        for name, other in sorted(self.bells.items()):
            for one in said if name != sender.name else ():
                if loop.faults and loop.rng.random() < 0.02:
                    continue
                loop.call_later(loop.delay(), other.arrive, one, context=other.host.context())


class AirBell(Bell):
    """The bell of one server: the project's own, but for what carries the words."""

    def __init__(self, host: Host, air: Air) -> None:
        super().__init__(host.name)
        self.host, self.air = host, air

    async def open(self, heard: bell.Heard) -> None:
        """Begin to listen; the others know of this server when it returns."""
        await super().open(heard)
        self.air.bells[self.name] = self
        await self.ring(bell.ASKS)
        await self._wait_for({
            name for name, one in self.air.bells.items() if not one.host.dead and name != self.name
        })

    async def close(self) -> None:
        """Listen no more."""
        self.air.bells.pop(self.name, None)

    def arrive(self, said: str) -> None:
        """Hear a word, unless this server is deaf."""
        if self.host.deaf_until <= self.air.loop.now:
            self._hear(said)

    async def ring(self, word: str, about: Iterable[str] = ()) -> None:
        """Say something to all others."""
        self.air.carry(self, self._said(word, about))

    def told(self, tables: list[str]) -> None:
        """Say that there is news."""
        if self.others:
            self.air.carry(self, self._said(bell.NEWS, tables))

    def is_alive(self, name: str) -> bool:
        """Tell whether a server lives."""
        other = self.air.bells.get(name)
        return other is not None and not other.host.dead

    def heard_until(self) -> float:
        """Return until when this server heard the others."""
        deaf = self.host.deaf_until
        return deaf - DEAF_FOR if deaf > self.air.loop.now else self.air.loop.now

    def hear_again(self) -> None:
        """Take up listening after a while."""
        self.others = dict.fromkeys(self.others, self.air.loop.now)
        self._tell(bell.MISSED, self.name, [])


DEAF_FOR = 8.0


class Quick:
    """What thinks for bots, here and not in another process."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.within = 0.0

    async def do(self, turn: Turn, work: Callable[..., Thought], *given: Any) -> Thought:
        """Think, which takes a drawn time."""
        await asyncio.sleep(self.loop.delay())
        return Thought(work(*given).move, 0.0, 0.0)

    def close(self) -> None:
        """End nothing."""


class World:
    """One run: a database, servers, and those who play."""

    def __init__(self, loop: Loop, url: str) -> None:
        self.loop, self.rng = loop, loop.rng
        self.url = url
        self.air = Air(loop)
        self.hosts: list[Host] = []
        self.tables: list[str] = []
        # By table: what was acknowledged, by its number and its mark.
        self.acknowledged: dict[str, dict[str, int]] = {}
        self.moves: dict[str, tuple[int, int]] = {}
        self.followed: Counter[str] = Counter()
        self.persons: dict[str, list[int]] = {}
        # What is asked for under each mark: the event that was seen, and a move.
        self.wishes: dict[str, tuple[int, int]] = {}
        self.count = 0
        self.is_over = False
        self.ends_at = BUSY + QUIET
        self.judge = self.store("judge")

    # Servers

    def store(self, name: str) -> Store:
        """Open the database for a server."""
        made = Store(self.url, name)
        event.listen(made.engine, "connect", _hasty)
        return made

    async def start(self) -> Host:
        """Start a server."""
        host = Host(f"server{len(self.hosts)}")
        self.hosts.append(host)
        await self.within(host, self._open(host))
        return host

    async def _open(self, host: Host) -> None:
        house = House(self.store(host.name), PACE, SAME, 1, Limits())
        for crew in (house.minds, house.questions):
            crew.crew.close()
        house.minds.crew = house.minds.later = Quick(self.loop)  # type: ignore[assignment]
        house.away = archive.found_away
        house.bell = AirBell(host, self.air)
        await house.open()
        host.house = house
        host.errands = [asyncio.create_task(one) for one in (house.resume(), house.beat())]

    async def within(self, host: Host, work: Coroutine[Any, Any, Any]) -> Any:
        """Let a server do something; if it dies meanwhile, nobody ever answers."""
        task = self.loop.create_task(work, context=host.context())
        died = asyncio.create_task(host.died.wait())
        await asyncio.wait({task, died}, return_when=asyncio.FIRST_COMPLETED)
        died.cancel()
        if task.done():
            return task.result()
        raise Unreachable

    def kill(self, host: Host) -> None:
        """End a server as a power cut would."""
        host.dead = True
        host.died.set()
        if host.house is not None:
            host.house.store.engine.dispose()

    def close(self) -> None:
        """End all servers, and let go of the database."""
        self.judge.close()
        for host in self.hosts:
            host.dead = True
            if host.house is not None:
                host.house.store.close()

    def alive(self) -> list[Host]:
        """List the servers that can be asked."""
        return [one for one in self.hosts if not one.dead and one.house is not None]

    def anyone(self) -> Host:
        """Choose a server that can be asked."""
        return self.rng.choice(self.alive())

    # Those who play

    async def lay(self, place: int) -> None:
        """Lay one table."""
        lonely = place >= PLAYED
        kinds, given = LONELY if lonely else self.rng.choice(GAMES)
        places = seats(*kinds)
        events, due = first(places, target=300 if lonely else self.rng.choice([1, 30]))
        if given:
            due = True
            events[0] = Event(1, events[0].kind, events[0].data | given)
        name = f"table{place}"
        while True:
            host = self.anyone()
            assert host.house is not None
            with suppress(Unreachable):
                await self.within(host, host.house.lay(name, places, events, due))
                break
        self.tables.append(name)
        if not lonely:
            self.persons[name] = [seat for seat, kind in enumerate(kinds) if kind == "person"]
        self.acknowledged[name] = {}

    async def admitted(self, host: Host, name: str, seat: int) -> Table | None:
        """Open the link of a seat, as a request does."""
        house = host.house
        assert house is not None
        found = await house.admit(name, SECRETS[seat])
        if found is None:
            raise Broken(f"the link of {name} opens nothing")
        table = found[0]
        await table.come_back(found[1].seats)
        now = house.living.get(name)
        if not table.is_gone and now is not None and now is not table:
            raise Broken(f"{host.name} has two objects of {name}")
        return table

    async def person(self, name: str, seat: int) -> None:
        """Play at a table, ask again what was not answered, and leave now and then."""
        while not self.is_over:
            await asyncio.sleep(self.rng.random() * 1.5)
            deed = self.rng.choices(
                ["move", "away", "back", "say", "rename", "look"], [12, 1, 2, 2, 1, 2]
            )[0]
            self.count += 1
            mark = f"{seat}:mark-{self.count:06}"
            asking = asyncio.create_task(self.deed(deed, name, seat, mark))
            # Whoever asked may be gone before the answer comes.
            if self.loop.faults and self.rng.random() < 0.1:
                await asyncio.sleep(self.loop.delay())
                asking.cancel()
            try:
                await asking
            except (Unreachable, asyncio.CancelledError):
                continue
            except Problem as refused:
                if refused.code == "away":
                    return

    async def deed(self, deed: str, name: str, seat: int, mark: str) -> None:
        """Do one thing; a move whose answer is lost is sent again, to any server."""
        wish: tuple[int, int] | None = None
        for _ in range(5):
            host = self.anyone()
            try:
                wish = await self.within(host, self._do(host, deed, name, seat, mark, wish))
                return
            except Unreachable:
                if deed != "move" or self.is_over:
                    raise
                wish = self.wishes.pop(mark, wish)

    async def _do(
        self, host: Host, deed: str, name: str, seat: int, mark: str,
        wish: tuple[int, int] | None,
    ) -> tuple[int, int] | None:
        table = await self.admitted(host, name, seat)
        assert table is not None
        if table.is_away:
            return None
        if deed == "move" and wish is None and table.match.round.over and not table.match.over:
            await table.deal_next(table.number)
        elif deed == "move":
            if wish is None:
                if table.match.turn != seat:
                    return None
                wish = table.number, self.rng.choice(list(map(int, table.match.round.moves())))
            self.wishes[mark] = wish
            number = await table.play(seat, wish[1], wish[0], mark)
            self.acknowledge(name, mark, number, seat, wish[1])
        elif deed == "away":
            await table.step_away(seat, mark)
        elif deed == "back":
            await table.sit_down_again(seat)
        elif deed == "say":
            await table.speak(TalkAsked(seat=seat, text="hello", id=mark))
        elif deed == "rename":
            await table.rename(seat, f"N{self.count}")
        return None

    def acknowledge(self, name: str, mark: str, number: int, seat: int, move: int) -> None:
        """Note that somebody was told that a move is made."""
        known = self.acknowledged[name].setdefault(mark, number)
        if known != number:
            raise Broken(f"{mark} is event {known} and event {number} of {name}")
        self.moves[mark] = (seat, move)

    async def follower(self, name: str) -> None:
        """Follow a table at one server after the other, and see every number."""
        last, goal = 0, -1
        while not self.is_over or last < self.last_number(name):
            host = self.anyone()
            try:
                table = await self.within(host, self.admitted(host, name, self.persons[name][0]))
            except (Unreachable, Problem):
                await asyncio.sleep(0.5)
                continue
            assert table is not None
            if table.is_away:
                return
            rung = asyncio.Event()
            table.listeners.add(rung)
            leaves = self.loop.now + self.rng.random() * 30
            while not host.dead and not table.is_gone:
                numbers = [one.number for one in table.events[last:]]
                if numbers != list(range(last + 1, last + len(numbers) + 1)):
                    raise Broken(f"a page of {name} is told {numbers} after {last}")
                if host.house is not None and host.house.living.get(name) is not table:
                    raise Broken(f"a page of {name} at {host.name} follows what nobody else has")
                last = max(last, table.number)
                self.followed[name] = max(self.followed[name], last)
                if goal < 0 and self.is_over and self.loop.now > self.ends_at:
                    goal = self.last_number(name)
                if 0 <= goal <= last:
                    return
                if goal > 0 and self.loop.now > self.ends_at + NEWS_TAKE:
                    raise Broken(f"a page of {name} at {host.name} is not told of what is new")
                if not self.is_over and self.loop.now > leaves:
                    break
                with suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        await rung.wait()
                rung.clear()
            table.listeners.discard(rung)

    def last_number(self, name: str) -> int:
        """Read how many events a table has; none if it was put away."""
        return len(self.judge.events(name))

    # What goes wrong

    async def trouble(self) -> None:
        """Bring about what can happen to servers.

        In some runs none ends or falls silent: nobody takes over what one has forgotten.
        """
        ends = self.rng.choice([0, 2, 2])
        while not self.is_over:
            await asyncio.sleep(self.rng.random() * 6)
            host = self.anyone()
            what = self.rng.choices(
                ["kill", "sleep", "deaf", "cut off", "put away", "clear", "drain"],
                [ends, ends, ends, 2, 1, 1, ends / 2],
            )[0]
            assert host.house is not None
            if what == "kill" or (what == "drain" and len(self.alive()) > 1):
                if what == "drain":
                    with suppress(Problem):
                        await self.within(host, host.house.leave())
                elif len(self.alive()) == 1:
                    await self.start()
                self.kill(host)
                if len(self.alive()) < 2:
                    await self.start()
            elif what == "sleep":
                host.asleep_until = self.loop.now + self.rng.choice([1.0, 3.0, 9.0])
            elif what == "deaf":
                host.deaf_until = self.loop.now + DEAF_FOR
                ear = host.house.bell
                assert isinstance(ear, AirBell)
                self.loop.call_later(DEAF_FOR + 0.01, ear.hear_again, context=host.context())
            elif what == "cut off":
                host.cut_off_until = self.loop.now + self.rng.choice([0.5, 3.0, 8.0])
            elif what == "clear" and self.rng.random() < 0.3:
                with suppress(Problem):
                    await self.within(host, archive.clear(host.house, -1.0))
            elif what == "put away" and self.rng.random() < 0.3:
                # By a command, beside all servers.
                archive.try_away(self.judge, self.rng.choice([*self.persons]), time.time() + 1)

    # The run, and what must hold

    async def run(self) -> None:
        """Let everything happen, then let it come to rest, and look what is there."""
        for _ in range(2):
            await self.start()
        for place in range(PLAYED + 2):
            await self.lay(place)
        persons = [
            asyncio.create_task(self.person(name, seat))
            for name, seats in self.persons.items() for seat in seats
        ]
        followers = [asyncio.create_task(self.follower(name)) for name in [*self.persons] * 2]
        trouble = asyncio.create_task(self.trouble())
        await asyncio.sleep(BUSY)
        self.is_over, self.loop.faults = True, False
        for host in self.hosts:
            host.cut_off_until = 0.0
        await asyncio.gather(trouble, *persons, *followers)
        self.check()

    def check(self) -> None:
        """Compare what is kept with what was acknowledged."""
        for name in self.tables:
            news = self.judge.news(name)
            away = None if news is not None else archive.found_away(self.judge, name)
            if news is None and away is None:
                raise Broken(f"{name} is lost")
            if news is None:
                assert away is not None
                self._check_away(name, away.events)
                continue
            if [one.number for one in news.events] != list(range(1, len(news.events) + 1)):
                raise Broken(f"{name} has a gap")
            marks = [one.data["id"] for one in news.events if one.data.get("id")]
            if len(marks) != len(set(marks)):
                raise Broken(f"{name} has something twice")
            for mark, number in self.acknowledged[name].items():
                if number > len(news.events) or news.events[number - 1].data.get("id") != mark:
                    raise Broken(f"{mark} was acknowledged as event {number} of {name}, and lost")
            match = whole_match(news.events)
            with self.judge._session() as session:
                due = session.scalar(select(TableRow.due).where(TableRow.id == name))
            bots = {one.seat for one in news.places if one.kind.startswith("bot:")}
            bots |= held(news.events)
            # Bots that play among themselves wait until somebody looks.
            if len(bots) == match.game.players:
                continue
            bot = match.turn in bots
            by_clock = news.events[0].data.get("clock", {}).get("kind") == "move"
            quiet = time.time() - news.events[-1].made
            if due and (bot or by_clock) and not match.over and quiet > QUIET / 2:
                raise Broken(f"nobody goes on with {name}")

    def _check_away(self, name: str, events: list[Event]) -> None:
        made = [(int(one.data["seat"]), int(one.data["move"])) for one in events
                if one.kind == MOVE]
        left = iter(made)
        ordered = sorted(self.acknowledged[name].items(), key=lambda one: one[1])
        for mark, number in ordered:
            if self.moves[mark] not in left:
                raise Broken(f"{mark}, event {number} of {name}, is not in its record")


def held(events: list[Event]) -> set[int]:
    """List the seats that bots hold for persons."""
    found: set[int] = set()
    for one in events:
        if one.kind == STAND_IN:
            found.add(int(one.data["seat"]))
        elif one.kind == BACK:
            found.discard(int(one.data["seat"]))
    return found


def _hasty(connection: Any, _record: Any) -> None:
    """Here no machine loses its power, only servers do."""
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA busy_timeout=100")


@contextmanager
def virtual(loop: Loop) -> Iterator[None]:
    """Let everything go by the time of a loop, and forget tables soon."""
    kept, chance = live.KEPT, random.getstate()
    real, also = (time.time, time.monotonic), time.monotonic
    # Whoever has taken the clock by its name has it too.
    takers = [
        one for name, one in list(sys.modules.items())
        if name.startswith("sobremesa.") and getattr(one, "monotonic", None) is also
    ]
    setattr(time, "time", lambda: EPOCH + loop.now)  # noqa: B010
    for one in (time, *takers):
        setattr(one, "monotonic", loop.time)  # noqa: B010
    live.KEPT = loop.rng.choice([1, 2, 500])
    random.seed(loop.rng.random())
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        random.setstate(chance)
        live.KEPT = kept
        time.time, time.monotonic = real
        for one in takers:
            setattr(one, "monotonic", also)  # noqa: B010


@cache
def empty() -> bytes:
    """Make a database in which nothing is kept yet."""
    with tempfile.TemporaryDirectory() as place:
        made = Store(f"sqlite:///{place}/tables.db", "")
        made.migrate()
        made.close()
        return Path(place, "tables.db").read_bytes()


def explore(seed: int) -> int:
    """Run one seed; count its steps.

    :raises Broken: if something does not hold.
    """
    folder = "/dev/shm" if os.path.isdir("/dev/shm") else None
    loop = Loop(seed)
    problems: list[str] = []

    def note(_loop: Any, told: dict[str, Any]) -> None:
        failed = told.get("exception")
        if failed is not None and not isinstance(failed, Problem):
            problems.append(repr(failed))

    loop.set_exception_handler(note)
    empty()
    with tempfile.TemporaryDirectory(dir=folder) as place, virtual(loop):
        Path(place, "tables.db").write_bytes(empty())
        world = World(loop, f"sqlite:///{place}/tables.db")
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(world.run())
        finally:
            world.close()
            asyncio.set_event_loop(None)
            del world
            loop.bury()
    if problems:
        raise Broken(f"failed unnoticed: {problems[:3]}")
    return loop.steps


def main() -> None:
    """Explore one seed after the other for a while; end at the first that breaks."""
    # Sets of names have the same order every time.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.table.explorer", *sys.argv[1:]])
    asked = argparse.ArgumentParser(description=main.__doc__)
    asked.add_argument("--seconds", type=float, default=60.0, help="for how long, of the processor")
    asked.add_argument("--seed", type=int, default=1, help="the first seed")
    asked.add_argument("--seeds", type=int, default=0, help="how many, in place of seconds")
    asked.add_argument("--log", action="store_true", help="say what the servers say")
    wish = asked.parse_args()
    warnings.simplefilter("ignore")
    logging.basicConfig(level=logging.INFO if wish.log else logging.CRITICAL)
    until, seed, steps = time.process_time() + wish.seconds, wish.seed, 0
    while seed < wish.seed + wish.seeds if wish.seeds else time.process_time() < until:
        try:
            steps += explore(seed)
        except Exception as broken:
            print(f"seed {seed}: {type(broken).__name__}: {broken}")
            raise SystemExit(1) from broken
        seed += 1
    print(f"seeds {wish.seed} to {seed - 1}, {steps} steps: everything holds")


if __name__ == "__main__":
    main()
