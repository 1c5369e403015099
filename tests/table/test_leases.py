"""One server at a time goes on with a table, wakes the others, and is replaced when it is gone."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from sobremesa.table import bell, live
from sobremesa.table.bell import Bell, bell_of
from sobremesa.table.events import MOVE, Append, Event, Fenced, Line, Taken, Written
from sobremesa.table.live import Pace, whole_match
from sobremesa.table.storage import EventRow, Store
from tests.table.host import Json, asking, kept, lay, opened, send, state, stored_match
from tests.table.nursery import Nursery
from tests.table.test_processes import NEVER
from tests.table.test_storage import EVENTS, PLACES
from tests.waiting import wait_until

# The two kinds of database keep things in ways of their own.
pytestmark = pytest.mark.whole


def move(number: int, **data: Any) -> Event:
    return Event(number, MOVE, {"seat": 0, "move": 1, **data})


def leases(url: str, table: str) -> list[int]:
    """Lists the numbers under which the events of a table were written."""
    wanted = select(EventRow.lease).where(EventRow.table_id == table).order_by(EventRow.number)
    with kept(url) as store, Session(store.engine) as session:
        return list(session.scalars(wanted))


@pytest.fixture
def two(url: str) -> Iterator[tuple[Store, Store]]:
    one, other = Store(url, "one"), Store(url, "other")
    one.migrate()
    yield one, other
    one.close()
    other.close()


# The lease ----------------------------------------------------------------------------------


def test_a_server_that_slept_cannot_write(two: tuple[Store, Store]) -> None:
    one, other = two
    table = one.lay(PLACES, EVENTS)
    assert one.append_all([Append(table, move(3), lease=1)]) == [Written(1, 1)]
    assert other.append_all([Append(table, move(4))]) == [Written(2, 2)]
    with pytest.raises(Fenced):
        one.append(table, move(5), lease=1)
    with pytest.raises(Fenced):
        one.append(table, move(4), lease=1)
    assert other.append_all([Append(table, move(5), lease=2)]) == [Written(3, 2)]
    # What persons do is written by any server, which goes on from there.
    assert one.append_all([Append(table, move(6))]) == [Written(4, 3)]
    with pytest.raises(Fenced):
        other.append(table, move(7), lease=2)
    assert leases(one.url, table) == [1, 1, 1, 2, 2, 3]


def test_the_leases_of_a_server_are_claimed_once(two: tuple[Store, Store]) -> None:
    one, other = two
    mine = [one.lay(PLACES, EVENTS) for _ in range(3)]
    still = one.lay(PLACES, EVENTS, due=False)
    assert one.owners() == {"one"}
    assert sorted(other.claim("one")) == sorted(mine)
    assert one.claim("one") == []
    news = other.news(mine[0])
    assert news is not None and (news.owner, news.lease) == ("other", 2)
    kept_one = other.news(still)
    assert kept_one is not None and (kept_one.owner, kept_one.lease) == ("one", 1)
    other.release()
    assert sorted(one.claim("nobody")) == sorted(mine)


# Groups ---------------------------------------------------------------------------------------


def test_events_that_wait_together_are_written_together(two: tuple[Store, Store]) -> None:
    store, _ = two
    tables = [store.lay(PLACES, EVENTS) for _ in range(20)]

    async def write() -> list[Written]:
        return await asyncio.gather(*(store.commit(Append(one, move(3))) for one in tables))

    assert asyncio.run(write()) == [Written(1, 1)] * 20
    assert 0 < store.metrics.value("write_size_count") <= 4
    assert store.metrics.value("write_size_sum") == 20
    assert all(store.events(one, 2) == [move(3)] for one in tables)


def test_what_cannot_be_written_does_not_disturb_its_group(two: tuple[Store, Store]) -> None:
    store, _ = two
    table, other, third = (store.lay(PLACES, EVENTS) for _ in range(3))
    line = Line(1, 0, -1, "hello", "", -1, "0:line")
    store.say(third, line)
    results = store.append_all([
        Append(table, move(2)), Append(other, move(3), lease=9), Append("nowhere", move(3)),
        Append(third, move(3), said=line), Append(table, move(3), ended=True, due=False),
        Append(table, move(3)), Append(other, Event(3, "x" * 400, {})), Append(other, move(4)),
    ])
    kinds = [type(one) for one in results]
    assert kinds[:6] == [Taken, Fenced, Taken, Taken, Written, Taken]
    assert kinds[7] is Written
    assert store.events(third) == EVENTS
    assert store.events(table) == [*EVENTS, move(3)]


# The bell -------------------------------------------------------------------------------------


def test_servers_hear_each_other_and_know_who_lives(url: str) -> None:
    said: list[tuple[str, str, list[str]]] = []

    async def run() -> None:
        with kept(url) as store:
            store.migrate()
            bells = [bell_of(store.engine, name) for name in ("one", "other")]
            assert not any(type(one) is Bell for one in bells)
            await bells[0].open(lambda *told: said.append(told))
            await bells[1].open(lambda *told: None)
            # Both know each other when the second begins.
            assert "one" in bells[1].others and "other" in bells[0].others
            many = [f"table-{number:06}@1" for number in range(2000)]
            await bells[1].ring(bell.NEWS, many)
            heard: list[str] = []
            while len(heard) < len(many):
                await asyncio.sleep(0.01)
                heard = [name for word, _, about in said if word == bell.NEWS for name in about]
            assert heard == many
            assert await asyncio.to_thread(bells[0].is_alive, "other")
            await bells[1].ring(bell.GONE)
            await bells[1].close()
            while "other" in bells[0].others:
                await asyncio.sleep(0.01)
            while await asyncio.to_thread(bells[0].is_alive, "other"):
                await asyncio.sleep(0.01)
            assert not await asyncio.to_thread(bells[0].is_alive, "nobody")
            await bells[0].close()

    asyncio.run(run())


def test_watchers_elsewhere_are_woken_although_nobody_looks_round(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LOOK_ROUND", 3600.0)
    with opened(url, NEVER) as here, opened(url, NEVER) as there:
        link = lay(here, "block", ["me", "hot"], first_player=0)["mine"]
        with there.websocket_connect(f"{link}/live") as line:
            line.send_json({"last": 0})
            assert line.receive_json()["number"] == 2
            took = []
            for number in range(3, 9):
                now = state(here, link, seat=number % 2 ^ 1)
                sent = time.perf_counter()
                answer = send(here, link, now["number"], now["seat"], now["moves"][0]["move"])
                assert answer.status_code == 200, answer.text
                assert line.receive_json()["number"] == number
                took.append(time.perf_counter() - sent)
        print(f"woken after {1000 * sorted(took)[len(took) // 2]:.1f} ms in the median")


def test_a_move_that_was_sent_again_to_a_server_that_is_behind_is_answered_as_before(
    url: str,
) -> None:
    with opened(url, NEVER) as here, opened(url, NEVER) as there:
        link = lay(here, "block", ["me", "hot"], first_player=0)["mine"]
        assert state(there, link)["number"] == 2
        # One that hears nothing of the others.
        there.app.state.house.bell.heard = lambda *said: None  # type: ignore[attr-defined]
        for number in range(3, 7):
            now = state(here, link, seat=number % 2 ^ 1)
            body = {"number": now["number"], "seat": now["seat"], "id": f"again-{number:04}",
                    "move": now["moves"][0]["move"]}
            assert here.post(f"{link}/moves", json=body).json() == {"number": number}
        again = there.post(f"{link}/moves", json=body)
        assert (again.status_code, again.json()) == (200, {"number": number})


def test_events_are_told_to_others_who_need_not_read(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(url, NEVER) as here, opened(url, NEVER) as there:
        link = lay(here, "block", ["me", "hot"], first_player=0)["mine"]
        assert state(there, link)["number"] == 2
        house = there.app.state.house  # type: ignore[attr-defined]
        (table,) = house.tables.values()
        read: list[str] = []
        news = house.store.news

        def reading(*asked: Any) -> Any:
            read.append(asked[0])
            return news(*asked)

        monkeypatch.setattr(house.store, "news", reading)
        for number in range(3, 9):
            now = state(here, link, seat=number % 2 ^ 1)
            send(here, link, now["number"], now["seat"], now["moves"][0]["move"])
            wait_until(lambda number=number: table.number == number)  # type: ignore[misc]
        assert not read
        assert table.version == house.store.version(table.id)
        # What holds a seat is read, with what was said of it.
        here.post(f"{link}/away", json={"seat": 0, "id": "away-0001"})
        wait_until(lambda: state(there, link)["number"] == 9)
        assert table.held and read


def test_two_who_write_the_same_table_at_once_never_count_twice(two: tuple[Store, Store]) -> None:
    table = two[0].lay(PLACES, EVENTS)

    def write(store: Store) -> int:
        written = 0
        for number in range(3, 43):
            (found,) = store.append_all([Append(table, move(number, by=store.server))])
            written += isinstance(found, Written)
        return written

    with ThreadPoolExecutor(2) as both:
        counts = list(both.map(write, two))
    assert sum(counts) == 40
    assert two[0].version(table) == 40
    assert [one.number for one in two[0].events(table)] == list(range(1, 43))
    found = leases(two[0].url, table)
    assert found == sorted(found)


def test_bots_that_play_among_themselves_go_on_for_who_looks_from_another_server(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LOOKED_AT", 0.0)
    pace = Pace(bot=0.0, answer=0.0, next_hand=0.0)
    with opened(url, pace) as here, opened(url, pace) as there:
        laid = lay(here, "block", ["bot:greedy", "bot:greedy"], target=20)
        monkeypatch.setattr(live, "LOOKED_AT", 600.0)
        with there.websocket_connect(f"{laid['watch']}/live") as line:
            line.send_json({"last": 0})
            while not line.receive_json().get("ended"):
                pass
    # Whoever was slow for seconds may have lost the lease, but nothing is written under an old one.
    found = leases(url, laid["table"])
    assert found == sorted(found)


# Failover -------------------------------------------------------------------------------------


def left_to_another(url: str, place: Nursery, stack: ExitStack) -> tuple[Any, Any, Json]:
    """Starts two servers, and lays a table at the first whose bot has not moved yet."""
    servers = [place.start(url) for _ in range(2)]
    for server in servers:
        stack.callback(server.kill)
    with asking(servers[0].url) as client:
        laid = lay(client, "draw", ["me", "bot:greedy"], first_player=0)
    return servers[0], servers[1], laid


def test_a_server_that_sleeps_loses_its_tables_and_writes_nothing_when_it_wakes(
    url: str, place: Nursery
) -> None:
    with ExitStack() as stack:
        asleep, awake, laid = left_to_another(url, place, stack)
        with asking(awake.url) as client:
            wait_until(lambda: len(state(client, laid["mine"])["moves"]) > 0)
            now = state(client, laid["mine"])
            os.kill(asleep.pid, signal.SIGSTOP)
            # Under the lease of the one that sleeps.
            with kept(url) as store:
                news = store.news(laid["table"])
                assert news is not None
                before = news.lease
            answer = send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])
            assert answer.status_code == 200, answer.text
            wait_until(lambda: len(stored_match(url, laid["table"]).round.log) > 1)
            os.kill(asleep.pid, signal.SIGCONT)
        with asking(asleep.url) as client:
            wait_until(lambda: bool(state(client, laid["mine"])["moves"]))
    with kept(url) as store:
        whole_match(store.events(laid["table"]))
    assert leases(url, laid["table"])[2] == before + 1


def test_a_server_that_is_asked_to_end_hands_its_tables_over(url: str, place: Nursery) -> None:
    with ExitStack() as stack:
        heir = place.start(url)
        stack.callback(heir.kill)
        with TestClient(_app(url)) as client:
            laid = lay(client, "draw", ["me", "bot:greedy"], first_player=1)
        wait_until(lambda: len(stored_match(url, laid["table"]).round.log) > 0)
    assert leases(url, laid["table"])[:3] == [1, 1, 2]


def _app(url: str) -> Any:
    from sobremesa.table.app import create_app
    from tests.table.host import SAME

    return create_app(url, pace=NEVER, fate=SAME, workers=1)
