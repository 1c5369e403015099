"""Servers are killed at any moment while people play, and databases with them.

`python -m tests.table.chaos 1000` kills a thousand servers, half of them on a file and half, two
at a time, on a PostgreSQL that is started anew and drops its connections in between. Some are
killed with all that they have started, some while they start, some are supervisors of others, and
now and then the disk is full. Every move
that was answered has to be there, once, every bot to have moved as if undisturbed, and every clock
that was shown to have told what the moments of the events leave.
"""

from __future__ import annotations

import itertools
import random
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import httpx
import psycopg

from sobremesa.bots import choose
from sobremesa.core.rng import Rng
from sobremesa.table.clock import INCREMENT
from sobremesa.table.events import MOVE, Event
from sobremesa.table.live import BOT, Pace, follow, whole_match
from sobremesa.table.minds import seed_for
from sobremesa.table.serve import database_url
from sobremesa.table.start import read_start
from tests.table.host import Json, asking, kept
from tests.table.nursery import Child, Nursery, nursery
from tests.table.postgres import Postgres, running
from tests.waiting import wait_until

PACE = Pace(bot=0.0, answer=0.0, silence=8.0, next_hand=0.0)
# An hour for everybody, so that nobody's time is ever up, and some seconds more for each turn.
HOUR, MORE = 3600, 5
# How a server is killed, and how often: alone, with all it has started, while it starts.
ALONE, TREE, STARTING = "alone", "with their bots", "while they started"
WAYS = {ALONE: 6, TREE: 2, STARTING: 2}
# Seconds within which one is killed that starts, and that supervises others.
START, SUPERVISED_START = 0.6, 6.0
# Of so many kills one is that of a supervisor of two.
SUPERVISED = 20
# After so many kills the disk is full, until so many moves were refused.
FULL_AFTER, REFUSED = 10, 3
# Bytes that a file may have then: enough to read by, not to play for long.
LITTLE_ROOM = 32 * 1024
# Minutes after which no campaign begins any more.
MINUTES = 40
# Kills on one database before it is the other's turn.
CAMPAIGN = 50
# After every so many kills servers live until a bot has moved, which takes a process of its own.
LIVES_ON = 5
# Seconds by which a clock may be wrong.
CLOSE = 1.0
# Who plays: everybody at one device, and bots beside a person; the last with clocks.
TABLES: list[tuple[str, list[str], Json]] = [
    ("block", ["me", "hot"], {}),
    ("draw", ["me", "hot", "hot"], {}),
    ("block", ["me", "bot:greedy"], {}),
    ("djambi", ["me", "hot", "hot", "hot"], {}),
    ("block", ["me", "hot"], {"kind": INCREMENT, "time": HOUR, "more": MORE}),
]


class Shown(NamedTuple):
    """A clock that was told, for the table as it stood after an event, and when."""

    number: int
    asked: float
    answered: float
    clock: Json


@dataclass
class Campaign:
    """Servers that are killed while people play."""

    place: Nursery
    database: str
    servers: list[Child]
    chance: random.Random
    kills: int = 0
    # How many processes each server has, and how they were killed.
    processes: int = 1
    ways: Counter[str] = field(default_factory=Counter)
    # How often somebody was told to come again, and the disk was full.
    unable: int = 0
    full: int = 0
    answered: dict[str, list[tuple[str, int, int, int]]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    # Answered moves at tables with bots: between two of them a bot has moved.
    beside_bots: int = 0
    clocks: dict[str, list[Shown]] = field(default_factory=dict)
    # What was compared: moves of bots, clocks, and by how many seconds the worst of them erred.
    bots: int = 0
    shown: int = 0
    erred: float = 0.0
    over: bool = False
    failed: list[BaseException] = field(default_factory=list)

    @property
    def can_be_full(self) -> bool:
        """Whether one process writes into a file, so that its disk can be full for it."""
        is_file = self.database.startswith("sqlite")
        return is_file and len(self.servers) == self.processes == 1

    def some_server(self) -> str:
        return self.chance.choice(self.servers).url

    def kill(self) -> None:
        """Kills one server and puts another in its place."""
        place = self.chance.randrange(len(self.servers))
        way, = self.chance.choices([*WAYS], [*WAYS.values()])
        self.servers[place].kill(tree=way == TREE)
        if way == STARTING:
            longest = START if self.processes == 1 else SUPERVISED_START
            after = self.chance.uniform(0.0, longest)
            self.place.kill_while_it_starts(self.database, self.processes, after)
        self.kills += 1
        self.ways[way] += 1
        self.servers[place] = self.place.start(self.database, self.processes)

    def fill_the_disk(self) -> None:
        """Let the files of the only server grow no more, until moves were refused for it."""
        server, size = self.servers[0], resource.RLIMIT_FSIZE
        before, unable = resource.prlimit(server.pid, size), self.unable
        resource.prlimit(server.pid, size, (LITTLE_ROOM, before[1]))
        wait_until(lambda: self.unable >= unable + REFUSED or bool(self.failed))
        resource.prlimit(server.pid, size, before)
        self.full += 1
        self.wait_for_more(1)

    def wait_for_more(self, moves: int) -> None:
        """Waits until so many more moves are answered."""
        known = self.count()
        wait_until(lambda: self.count() >= known + moves or bool(self.failed))

    def wait_for_bots(self) -> None:
        """Waits until a bot has moved."""
        known = self.beside_bots
        wait_until(lambda: self.beside_bots >= known + 3 or bool(self.failed))

    def count(self) -> int:
        return sum(len(moves) for moves in self.answered.values())


class Player:
    """Plays at one table for all its persons, and sends again whatever was not answered."""

    _ids = itertools.count()

    def __init__(self, campaign: Campaign, laid: Json, wish: Json, seed: int) -> None:
        self.campaign = campaign
        self.wish = wish
        self.chance = random.Random(seed)
        self.http = httpx.Client(timeout=20)
        self.plays_bots = any(one["kind"].startswith(BOT) for one in wish["seats"])
        self._sit(laid)

    def _sit(self, laid: Json) -> None:
        self.table = laid["table"]
        self.link = laid["mine"]
        self.seats = self._until(lambda url: self._state(url, -2))["yours"]

    def _until(self, ask: Callable[[str], httpx.Response]) -> Json:
        """Asks servers until one answers; what none could answer for the moment is asked again."""
        while True:
            try:
                answer = ask(self.campaign.some_server())
            except httpx.TransportError:
                time.sleep(0.01)
                continue
            if answer.status_code == 503:
                self.campaign.unable += 1
                time.sleep(0.05)
                continue
            assert answer.status_code in (200, 201, 409), answer.text
            found: Json = answer.json() | {"status": answer.status_code}
            return found

    def _state(self, url: str, seat: int) -> httpx.Response:
        asked = {} if seat < -1 else {"seat": seat}
        return self.http.get(f"{url}{self.link}/state", params=asked)

    def _look(self, seat: int) -> Json:
        """Looks at the table, and notes the clock that it tells."""
        asked = 0.0

        def look(url: str) -> httpx.Response:
            nonlocal asked
            asked = time.time()
            return self._state(url, seat)

        now = self._until(look)
        if now["clock"]:
            told = Shown(now["number"], asked, time.time(), now["clock"])
            self.campaign.clocks.setdefault(self.table, []).append(told)
        return now

    def play(self) -> None:
        try:
            while not self.campaign.over:
                self._step()
        except BaseException as failed:
            self.campaign.failed.append(failed)
        finally:
            self.http.close()

    def _step(self) -> None:
        seat = self.seats[0]
        now = self._look(seat)
        if now["ended"]:
            self._sit(self._until(lambda url: self.http.post(f"{url}/api/tables", json=self.wish)))
            return
        if now["turn"] in self.seats and now["turn"] != seat:
            seat = now["turn"]
            now = self._look(seat)
        if not now["moves"]:
            time.sleep(0.01)
            return
        move = self.chance.choice(now["moves"])["move"]
        mark = f"kill-{next(self._ids):08}"
        body = {"number": now["number"], "seat": seat, "move": move, "id": mark}
        answer = self._until(lambda url: self.http.post(f"{url}{self.link}/moves", json=body))
        if answer["status"] == 200:
            one = (f"{seat}:{mark}", answer["number"], seat, move)
            self.campaign.answered.setdefault(self.table, []).append(one)
            self.campaign.beside_bots += self.plays_bots
        else:
            self.campaign.refused.add(f"{seat}:{mark}")


def campaign(
    database: str, servers: int, kills: int, contested: bool,
    disturb: Callable[[int], None] = lambda killed: None, seed: int = 0, processes: int = 1,
) -> Campaign:
    """Kills servers while people play, then compares what was answered with what is kept.

    :param disturb: does something else after so many kills.
    :param processes: how many each server has; more than one are supervised.
    """
    with nursery(PACE) as place:
        running = Campaign(
            place, database, [place.start(database, processes) for _ in range(servers)],
            random.Random(seed), processes=processes,
        )
        wishes: list[Json] = [
            {"game": game, "options": {"players": len(sitters)}, "clock": clock,
             "seats": [{"kind": kind} for kind in sitters]}
            for game, sitters, clock in TABLES
        ]
        with asking(running.servers[0].url) as client:
            laid = [client.post("/api/tables", json=wish).json() for wish in wishes]
        both = [*zip(laid, wishes, strict=True)] * (1 + contested)
        players = [
            Player(running, one, wish, seed + number) for number, (one, wish) in enumerate(both)
        ]
        threads = [threading.Thread(target=player.play, daemon=True) for player in players]
        for thread in threads:
            thread.start()
        try:
            _kill_often(running, kills, disturb)
        finally:
            running.over = True
            for thread in threads:
                thread.join()
        assert not running.failed, running.failed
        _compare(running, contested)
    return running


def _kill_often(running: Campaign, kills: int, disturb: Callable[[int], None]) -> None:
    for count in range(kills):
        if count % LIVES_ON == 0:
            running.wait_for_bots()
        running.wait_for_more(running.chance.randrange(1, 6))
        # At no particular moment of whatever is under way.
        time.sleep(running.chance.uniform(0.0, 0.02))
        running.kill()
        disturb(count + 1)
        if running.can_be_full and (count + 1) % FULL_AFTER == 0:
            running.fill_the_disk()


def _compare(running: Campaign, contested: bool) -> None:
    with kept(running.database) as store:
        for table, moves in running.answered.items():
            events = store.events(table)
            assert [one.number for one in events] == list(range(1, len(events) + 1))
            marks = [one.data["id"] for one in events if "id" in one.data]
            assert len(marks) == len(set(marks)), "a move was played twice"
            assert not running.refused & set(marks), "a refused move was played"
            for mark, number, seat, move in moves:
                kept_data = events[number - 1].data
                assert (kept_data["id"], kept_data["seat"], kept_data["move"]) == (mark, seat, move)
            # The rules allow all of it, so no bot moved twice either.
            whole_match(events)
            running.bots += _check_bots(events)
            _check_clocks(running, table, events)
    if not contested:
        assert not running.refused


def _check_clocks(running: Campaign, table: str, events: list[Event]) -> None:
    """Compares the clocks that were told with what the moments of the events leave."""
    shown = running.clocks.get(table, [])
    left = dict(_clocks(events)) if shown else {}
    for told in shown:
        seat, banks = left[told.number]
        assert told.clock["seat"] == seat
        now = told.clock["left"] if seat >= 0 else 0.0
        began = events[told.number - 1].made
        low, high = (
            banks[seat] - (moment - began) if seat >= 0 else 0.0
            for moment in (told.answered, told.asked)
        )
        errors = [abs(one - bank) for one, bank in zip(told.clock["banks"], banks, strict=True)]
        running.erred = max(running.erred, low - now, now - high, *errors)
        running.shown += 1
    assert running.erred < CLOSE, f"a clock was wrong by {running.erred:.2f} seconds"


def _clocks(events: list[Event]) -> Iterator[tuple[int, tuple[int, list[float]]]]:
    """Tells after every event whose time runs, and what each had left when it began.

    In Block each move is a turn. Nobody's time runs between a hand and the next deal.
    """
    banks = [float(HOUR)] * 2
    match = whole_match(events[:2])
    yield 2, (match.turn, banks[:])
    for last, one in itertools.pairwise(events[1:]):
        if one.kind == MOVE:
            seat = one.data["seat"]
            banks[seat] -= one.made - last.made - MORE
        follow(match, one)
        yield one.number, (match.turn, banks[:])


def _check_bots(events: list[Event]) -> int:
    """Lets every bot choose again what it chose; counts the choices."""
    count = 0
    start = read_start(events[0])
    match = whole_match(events[:2])
    for one in events[2:]:
        if one.kind == MOVE:
            kind = start.seats[one.data["seat"]][0]
            if kind.startswith(BOT):
                rng = Rng(seed_for(start.chance, one.number))
                chosen = choose(kind.removeprefix(BOT), match.view(one.data["seat"]), rng)
                assert chosen == one.data["move"], "a bot moved otherwise than undisturbed"
                count += 1
        follow(match, one)
    return count


class Trouble:
    """A PostgreSQL that is not always there."""

    # After so many kills all connections are dropped, and the server is started anew.
    DROPPED = 7
    RESTARTED = 31

    def __init__(self, server: Postgres, url: str) -> None:
        self.server, self.url = server, url
        self.dropped = self.restarted = 0

    def __call__(self, killed: int) -> None:
        """Makes trouble after so many kills."""
        if killed % self.DROPPED == 0:
            self.dropped += 1
            with psycopg.connect(self.url, autocommit=True) as beside:
                beside.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        if killed % self.RESTARTED == 0:
            self.restarted += 1
            self.server.stop()
            self.server.start()


class Sum:
    """What the campaigns on one database have come to."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.counts: Counter[str] = Counter()
        self.erred = 0.0

    def add(self, found: Campaign, trouble: Trouble | None = None) -> None:
        """Adds a campaign, and prints the sum."""
        self.counts.update({
            "kills": found.kills, "answered moves": found.count(),
            "refused moves": len(found.refused), "moves of bots as undisturbed": found.bots,
            "clocks": found.shown, "times the disk was full": found.full,
            **{f"killed {way}": count for way, count in found.ways.items()},
        })
        if trouble is not None:
            self.counts.update({
                "times all connections dropped": trouble.dropped, "restarts": trouble.restarted
            })
        self.erred = max(self.erred, found.erred)
        told = ", ".join(f"{count} {what}" for what, count in self.counts.items())
        print(f"{self.name}: {told}; no answered move lost or doubled, clocks wrong by "
              f"{self.erred:.2f} s at most", flush=True)


def main(kills: int) -> None:
    """Kills servers on both databases in turn, and prints what that comes to so far."""
    file, postgres = Sum("SQLite, one server"), Sum("PostgreSQL, two servers")
    supervised, began = Sum("PostgreSQL, a supervisor of two servers"), time.monotonic()
    with running() as server:
        for left in range(kills // 2, 0, -CAMPAIGN):
            if time.monotonic() - began > 60 * MINUTES:
                print(f"{MINUTES} minutes are over", flush=True)
                break
            share = min(left, CAMPAIGN)
            with server.database() as url:
                supervised.add(campaign(
                    url, servers=1, kills=max(1, 2 * share // SUPERVISED), contested=False,
                    seed=left, processes=2,
                ))
            with tempfile.TemporaryDirectory() as folder:
                url = database_url(f"{folder}/chaos.db")
                file.add(campaign(url, servers=1, kills=share, contested=False, seed=left))
            with server.database() as url:
                trouble = Trouble(server, url)
                found = campaign(
                    url, servers=2, kills=share, contested=True, disturb=trouble, seed=left
                )
                postgres.add(found, trouble)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
