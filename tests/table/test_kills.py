"""Servers are killed at any moment: every move that was answered is there, once."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from sobremesa.table.live import Pace, whole_match
from sobremesa.table.serve import database_url
from tests.table.host import Json, asking, kept, lay
from tests.table.nursery import Child, Nursery, nursery
from tests.waiting import wait_until

PACE = Pace(bot=0.0, answer=0.0, silence=8.0, next_hand=0.0)
# Who plays: everybody at one device, and bots beside a person.
TABLES: list[tuple[str, list[str]]] = [
    ("block", ["me", "hot"]), ("draw", ["me", "hot", "hot"]), ("block", ["me", "bot:greedy"]),
    ("djambi", ["me", "hot", "hot", "hot"]),
]


@dataclass
class Campaign:
    """Servers that are killed while people play."""

    place: Nursery
    database: str
    servers: list[Child]
    chance: random.Random
    kills: int = 0
    answered: dict[str, list[tuple[str, int, int, int]]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    over: bool = False
    failed: list[BaseException] = field(default_factory=list)

    def some_server(self) -> str:
        return self.chance.choice(self.servers).url

    def kill(self) -> None:
        """Kills one server and puts another in its place."""
        place = self.chance.randrange(len(self.servers))
        self.servers[place].kill()
        self.kills += 1
        self.servers[place] = self.place.start(self.database)

    def wait_for_more(self, moves: int) -> None:
        """Waits until so many more moves are answered."""
        known = self.count()
        wait_until(lambda: self.count() >= known + moves or bool(self.failed))

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
                time.sleep(0.05)
                continue
            assert answer.status_code in (200, 201, 409), answer.text
            found: Json = answer.json() | {"status": answer.status_code}
            return found

    def _state(self, url: str, seat: int) -> httpx.Response:
        asked = {} if seat < -1 else {"seat": seat}
        return self.http.get(f"{url}{self.link}/state", params=asked)

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
        now = self._until(lambda url: self._state(url, seat))
        if now["ended"]:
            self._sit(self._until(lambda url: self.http.post(f"{url}/api/tables", json=self.wish)))
            return
        if now["turn"] in self.seats and now["turn"] != seat:
            seat = now["turn"]
            now = self._until(lambda url: self._state(url, seat))
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
        else:
            self.campaign.refused.add(f"{seat}:{mark}")


def campaign(database: str, servers: int, kills: int, contested: bool) -> Campaign:
    """Kills servers while people play, then compares what was answered with what is kept."""
    with nursery(PACE) as place:
        running = Campaign(
            place, database, [place.start(database) for _ in range(servers)], random.Random(kills)
        )
        with asking(running.servers[0].url) as client:
            laid = [lay(client, game, sitters) for game, sitters in TABLES]
        wishes = [
            {"game": game, "options": {"players": len(sitters)},
             "seats": [{"kind": kind} for kind in sitters]}
            for game, sitters in TABLES
        ]
        players = [
            Player(running, one, wish, seed)
            for seed, (one, wish) in enumerate([*zip(laid, wishes, strict=True)] * (1 + contested))
        ]
        threads = [threading.Thread(target=player.play, daemon=True) for player in players]
        for thread in threads:
            thread.start()
        try:
            _kill_often(running, kills)
        finally:
            running.over = True
            for thread in threads:
                thread.join()
        assert not running.failed, running.failed
        _compare(running, contested)
    return running


def _kill_often(running: Campaign, kills: int) -> None:
    for _ in range(kills):
        running.wait_for_more(running.chance.randrange(1, 6))
        # At no particular moment of whatever is under way.
        time.sleep(running.chance.uniform(0.0, 0.02))
        running.kill()


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
    if not contested:
        assert not running.refused


def test_killed_many_times_on_a_file_no_answered_move_is_lost_or_doubled(database: Path) -> None:
    found = campaign(database_url(str(database)), servers=1, kills=13, contested=False)
    assert found.kills == 13 and found.count() >= 13


def test_killed_many_times_two_servers_on_postgresql_lose_and_double_nothing(
    postgres_url: str,
) -> None:
    found = campaign(postgres_url, servers=2, kills=13, contested=True)
    assert found.kills == 13 and found.count() >= 13


@pytest.mark.slow
@pytest.mark.parametrize(("servers", "contested"), [(1, False), (2, True)])
def test_killed_hundreds_of_times_nothing_is_lost_or_doubled(
    url: str, servers: int, contested: bool
) -> None:
    found = campaign(url, servers=servers, kills=100, contested=contested)
    print(
        f"{url.split(':')[0]}, {servers} servers: {found.kills} kills, {found.count()} answered "
        f"moves, {len(found.refused)} refused"
    )
