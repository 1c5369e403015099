"""Whose work is done next: nobody can take the processors, or all places that wait, from others."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sobremesa.table.crew import Crew
from sobremesa.table.limits import Limits
from sobremesa.table.turns import IN_A_ROW, Queue, Rank, Room, Turn
from tests.table.host import AT_ONCE, lay, opened, state
from tests.table.test_reviews import finished
from tests.waiting import wait_until

SEEDS = range(40)


def served(queue: Queue[Any], most: int = 10**6) -> list[tuple[Turn, Any]]:
    """Take what waits, one thing after the other, each as long as any other."""
    order: list[tuple[Turn, Any]] = []
    while len(order) < most and (taken := queue.take()) is not None:
        queue.done(taken[0], 1.0)
        order.append(taken)
    return order


def test_visitors_take_turns_and_so_do_the_tables_of_each() -> None:
    queue: Queue[str] = Queue()
    for number in range(4):
        for table in ("first", "second"):
            queue.put(Turn("greedy", table), f"{table}{number}")
    queue.put(Turn("other", "third"), "third")
    order = [job for _, job in served(queue)]
    assert order == [
        "first0", "third", "second0", "first1", "second1", "first2", "second2", "first3", "second3",
    ]


def test_time_counts_and_not_how_often() -> None:
    queue: Queue[float] = Queue()
    for _ in range(30):
        queue.put(Turn("slow"), 3.0)
        queue.put(Turn("quick"), 1.0)
    order = []
    for _ in range(20):
        taken = queue.take()
        assert taken is not None
        turn, seconds = taken
        queue.done(turn, seconds)
        order.append(turn.visitor)
    assert Counter(order) == {"quick": 15, "slow": 5}


def test_whoever_comes_late_has_saved_up_nothing() -> None:
    queue: Queue[int] = Queue()
    for number in range(100):
        queue.put(Turn("first"), number)
    served(queue, 50)
    for number in range(20):
        queue.put(Turn("late"), number)
    order = [turn.visitor for turn, _ in served(queue, 12)]
    assert abs(order.count("late") - 6) <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_who_waits_gets_less_than_anybody_else_by_more_than_two_jobs(seed: int) -> None:
    """Visitors with more tables, longer work or more of it gain nothing by that."""
    chance = random.Random(seed)
    queue: Queue[float] = Queue()
    visitors = [f"visitor{number}" for number in range(chance.randrange(2, 7))]
    longest = {who: chance.uniform(0.1, 4.0) for who in visitors}
    tables = {who: chance.randrange(1, 30) for who in visitors}
    used = dict.fromkeys(visitors, 0.0)
    workers = chance.randrange(1, 4)
    running: list[tuple[float, Turn, float]] = []

    def more(who: str) -> None:
        table = f"table{chance.randrange(tables[who])}"
        queue.put(Turn(who, table), chance.uniform(0.0, longest[who]))

    for who in visitors:
        for _ in range(workers + 1):
            more(who)
    now = 0.0
    for _ in range(400):
        while len(running) < workers and (taken := queue.take()) is not None:
            turn, seconds = taken
            more(turn.visitor)
            running.append((now + seconds, turn, seconds))
        running.sort(key=lambda one: one[0])
        now, turn, seconds = running.pop(0)
        queue.done(turn, seconds)
        used[turn.visitor] += seconds
        if workers == 1:
            bound = 2 * max(longest.values())
            assert max(used.values()) - min(used.values()) <= bound
    fair = sum(used.values()) / len(visitors)
    if workers <= len(visitors):
        assert min(used.values()) > 0.5 * fair


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_waits_is_done_within_a_bound_and_then_forgotten(seed: int) -> None:
    chance = random.Random(seed)
    queue: Queue[int] = Queue(most_reviews=1)
    waiting: dict[int, int] = {}
    for job in range(600):
        if job < 300:
            # More comes than is done; whoever comes first has most of it.
            for _ in range(2):
                who = str(min(chance.randrange(6), chance.randrange(6)))
                turn = Turn(who, str(chance.randrange(4)), chance.choice(list(Rank)))
                queue.put(turn, 2 * job + _)
                waiting[2 * job + _] = job
        taken = queue.take()
        assert taken is not None
        queue.done(taken[0], chance.random())
        assert job - waiting.pop(taken[1]) <= 600
    assert not waiting and not len(queue) and queue.take() is None
    assert all(not share.parts for share in queue.shares.values())


def test_bots_among_themselves_and_reviews_wait_but_not_for_ever() -> None:
    queue: Queue[str] = Queue()
    for number in range(40):
        queue.put(Turn("a", "t", Rank.BOTS), "bots")
        queue.put(Turn("a", "t", Rank.REVIEW), "review")
        queue.put(Turn(f"visitor{number}"), "asked")
    order = [job for _, job in served(queue, 40)]
    assert order[:IN_A_ROW] == ["asked"] * IN_A_ROW
    assert order[IN_A_ROW] == "bots" and order[2 * IN_A_ROW + 1] == "review"
    assert order.count("asked") == 36


def test_reviews_never_have_all_workers() -> None:
    queue: Queue[int] = Queue(most_reviews=2)
    for number in range(9):
        queue.put(Turn(str(number), rank=Rank.REVIEW), number)
    begun = [queue.take(), queue.take()]
    assert None not in begun and queue.take() is None
    queue.put(Turn("other", rank=Rank.BOTS), 99)
    taken = queue.take()
    assert taken is not None and taken[1] == 99
    assert begun[0] is not None
    queue.done(begun[0][0], 1.0)
    assert queue.take() is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_places_are_bounded_and_one_visitor_never_has_them_all(seed: int) -> None:
    chance = random.Random(seed)
    room, taken = Room(16, 4), Counter[str]()
    for _ in range(500):
        who = str(chance.randrange(30) if chance.random() < 0.5 else 0)
        if room.has_place(who):
            room.take(who)
            taken[who] += 1
        elif taken[who] and chance.random() < 0.5:
            room.free(who)
            taken[who] -= 1
        assert taken.total() <= 16 and max(taken.values()) <= 4
    assert room.taken == +taken


def note(path: str, what: str) -> None:
    with open(path, "a", encoding="utf-8") as file:
        file.write(what)


def wait_and_note(sign: str, path: str) -> None:
    while not os.path.exists(sign):
        time.sleep(0.01)
    note(path, "!")


def test_a_crew_serves_a_visitor_before_the_hundred_tables_of_another(tmp_path: Path) -> None:
    """Nothing but the order counts: all of it waits before the only worker begins."""
    crew, sign, path = Crew(1, 600.0), str(tmp_path / "go"), str(tmp_path / "order")

    async def run() -> None:
        doing = [asyncio.create_task(crew.do(Turn("greedy"), wait_and_note, sign, path))]
        await asyncio.sleep(0)
        doing += [
            asyncio.create_task(crew.do(Turn("greedy", str(table)), note, path, "g"))
            for table in range(100)
        ]
        doing.append(asyncio.create_task(crew.do(Turn("other", "x"), note, path, "o")))
        await asyncio.sleep(0)
        Path(sign).touch()
        await asyncio.gather(*doing)

    try:
        asyncio.run(run())
    finally:
        crew.close()
    assert Path(path).read_text(encoding="utf-8") == "!o" + 100 * "g"


def test_who_stops_waiting_leaves_the_queue(tmp_path: Path) -> None:
    crew, sign, path = Crew(1, 600.0), str(tmp_path / "go"), str(tmp_path / "order")

    async def run() -> None:
        first = asyncio.create_task(crew.do(Turn("a"), wait_and_note, sign, path))
        await asyncio.sleep(0)
        gone = asyncio.create_task(crew.do(Turn("b"), note, path, "b"))
        stays = asyncio.create_task(crew.do(Turn("c"), note, path, "c"))
        await asyncio.sleep(0)
        gone.cancel()
        Path(sign).touch()
        await asyncio.gather(first, stays)

    try:
        asyncio.run(run())
    finally:
        crew.close()
    assert Path(path).read_text(encoding="utf-8") == "!c"


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[Turn]:
    """For whom something was done, as it was asked for."""
    asked: list[Turn] = []
    do = Crew.do

    async def noted(crew: Crew, turn: Turn, *given: Any) -> Any:
        asked.append(turn)
        return await do(crew, turn, *given)

    monkeypatch.setattr(Crew, "do", noted)
    return asked


def client_at(client: TestClient, address: str) -> TestClient:
    """Open a client from another address at the same server, in the same event loop."""
    other = TestClient(client.app, client=(address, 5000))
    other.portal = client.portal
    return other


def test_bots_think_for_who_laid_the_table_or_who_moved_last(
    client: TestClient, turns: list[Turn]
) -> None:
    greedy, other = client_at(client, "192.0.2.1"), client_at(client, "192.0.2.2")
    alone = lay(greedy, "block", ["bot:greedy"] * 2, target=500)
    state(other, alone["watch"])
    wait_until(lambda: sum(turn.table == alone["table"] for turn in turns) > 2)
    assert {turn for turn in turns if turn.table == alone["table"]} == {
        Turn("192.0.2.1", alone["table"], Rank.BOTS)
    }
    turns.clear()
    beside = lay(greedy, "block", ["friend", "bot:greedy"], first_player=0)
    link = beside["friends"]["0"]
    now = state(other, link)
    assert other.post(f"{link}/moves", json={
        "number": now["number"], "seat": 0, "move": now["moves"][0]["move"], "id": "test-turn-1",
    }).is_success
    wait_until(lambda: any(turn.table == beside["table"] for turn in turns))
    # Whoever only looks, here the one who laid it, is not who is waited for.
    assert Turn("192.0.2.2", beside["table"]) in turns


def test_a_page_of_another_site_cannot_make_its_visitor_pay(client: TestClient) -> None:
    laid = lay(client_at(client, "192.0.2.1"), "block", ["friend", "bot:greedy"], first_player=0)
    table = client.app.state.house.tables[laid["table"]]  # type: ignore[attr-defined]
    table.visitor = ""
    led = client_at(client, "192.0.2.9")
    led.get(f"{laid['watch']}/state", headers={"Sec-Fetch-Site": "cross-site"})
    assert table.visitor == ""
    led.get(f"{laid['watch']}/state", headers={"Sec-Fetch-Site": "same-origin"})
    assert table.visitor == "192.0.2.9"


def test_after_a_restart_tables_that_nobody_has_come_to_share_one_turn(
    database: Path, turns: list[Turn]
) -> None:
    with opened(database) as client:
        laid = [
            lay(client_at(client, "192.0.2.1"), "block", ["friend", "bot:greedy"], first_player=1)
            for _ in range(2)
        ]
        wait_until(lambda: len({turn.table for turn in turns}) == 2)
    turns.clear()
    with opened(database) as client:
        house = client.app.state.house  # type: ignore[attr-defined]
        tables = [client.portal.call(house.table, one["table"]) for one in laid]  # type: ignore[union-attr]
        assert {table.thinking().visitor for table in tables} == {""}
        state(client_at(client, "192.0.2.2"), laid[0]["watch"])
        assert [table.thinking().visitor for table in tables] == ["192.0.2.2", ""]


def test_reviews_of_one_visitor_refuse_nobody_anything(database: Path) -> None:
    """The only worker is kept back, so that all that is asked for waits at the same time."""
    limits = Limits(all_questions=4, questions=2)
    with opened(database, AT_ONCE, limits) as client:
        greedy, other = client_at(client, "192.0.2.1"), client_at(client, "192.0.2.2")
        links = [finished(greedy)["mine"] for _ in range(6)]
        record = greedy.get(f"{links[0]}/record").text
        beside = lay(other, "block", ["me", "bot:greedy"], first_player=0)
        crew = client.app.state.house.questions.crew  # type: ignore[attr-defined]
        reviews = client.app.state.reviews  # type: ignore[attr-defined]
        worker = crew.idle.get()
        try:
            for link in links:
                assert greedy.get(f"{link}/review").status_code == 200
            wait_until(lambda: crew.queue.shares[Rank.REVIEW].running == 1)
            assert reviews.room.taken == {"192.0.2.1": limits.reviews} == {"192.0.2.1": 4}
            with ThreadPoolExecutor() as asking:
                hint = asking.submit(other.get, f"{beside['mine']}/ask/hint")
                upload = asking.submit(
                    other.post, "/records", data={"text": record}, follow_redirects=False
                )
                wait_until(lambda: crew.queue.shares[Rank.ASKED].waiting == 2)
                crew.idle.put(worker)
                assert hint.result().status_code == 200, hint.result().text
                assert upload.result().status_code == 303, upload.result().text
        finally:
            if crew.idle.empty() and crew.queue.shares[Rank.ASKED].waiting:
                crew.idle.put(worker)


def test_a_review_that_two_want_counts_for_who_has_fewer(database: Path) -> None:
    with opened(database) as client:
        house, reviews = client.app.state.house, client.app.state.reviews  # type: ignore[attr-defined]
        worker = house.questions.crew.idle.get()
        greedy, other = client_at(client, "192.0.2.1"), client_at(client, "192.0.2.2")
        links = [finished(greedy)["mine"] for _ in range(3)]
        for link in links:
            greedy.get(f"{link}/review")
        other.get(f"{links[-1]}/review")
        assert reviews.room.taken == {"192.0.2.1": 2, "192.0.2.2": 1}
        house.questions.crew.idle.put(worker)
