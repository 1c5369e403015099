"""What happens while something else is waited for, inside one house."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sobremesa.table import live, talk
from sobremesa.table.asked import TalkAsked
from sobremesa.table.bell import Bell
from sobremesa.table.events import Append, Line, Unreachable, Written
from sobremesa.table.live import LEAVINGS
from sobremesa.table.problems import Problem
from tests.table.inside import NEVER, SECRETS, Gate, first, house_at, laid, seats, until
from tests.waiting import PATIENCE


def test_whoever_waits_while_a_table_is_forgotten_comes_to_the_one_that_is_there(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "KEPT", 1)

    async def run() -> None:
        async with house_at(url) as house:
            name, other = laid(house.store), laid(house.store)
            held = await house.table(name)
            # Somebody else shares the database, so that it is asked before anything is answered.
            house.bell.others["there"] = 0.0
            gate = Gate(house, lambda work, *given: work == house.store.version)
            coming = asyncio.create_task(house.admit(name, SECRETS[0]))
            await gate.reached.wait()
            await house.table(other)
            assert name not in house.tables
            gate.open.set()
            admitted = await coming
            assert admitted is not None
            assert admitted[0] is await house.table(name) is held

    asyncio.run(run())


def test_tables_in_memory_are_answered_while_another_is_being_read(url: str) -> None:
    async def run() -> None:
        async with house_at(url) as house:
            name, slow = laid(house.store), laid(house.store)
            known = await house.table(name)
            gate = Gate(house, lambda work, *given: given == (slow,))
            loading = [asyncio.create_task(house.table(slow)) for _ in range(2)]
            await gate.reached.wait()
            async with asyncio.timeout(PATIENCE):
                assert await house.table(name) is known
                await house.table(laid(house.store))
            gate.open.set()
            first, second = await asyncio.gather(*loading)
            assert first is second is not None

    asyncio.run(run())


def test_what_another_server_tells_of_a_table_that_is_being_read_is_taken_in(url: str) -> None:
    async def run() -> None:
        async with house_at(url) as house, house_at(url, name="there") as there:
            name = laid(house.store)
            reading = house._load

            def load(wanted: str) -> Any:
                found = reading(wanted)
                asyncio.run_coroutine_threadsafe(moved(), loop).result(PATIENCE)
                return found

            async def moved() -> None:
                table = await there.table(name)
                assert table is not None
                number = await table.play(0, table.match.round.moves()[0], 2, "")
                house._hear("news", "there", [f"{name}@{table.version}"])
                assert number == 3

            loop = asyncio.get_running_loop()
            house._load = load  # type: ignore[method-assign, assignment]
            table = await house.table(name)
            assert table is not None
            await asyncio.gather(*house.errands)
            assert table.number == 3

    asyncio.run(run())


def test_what_is_planned_stays_planned_whoever_comes_and_goes(database: Path) -> None:
    async def run() -> None:
        pace = replace(NEVER, bot=3600.0)
        async with house_at(f"sqlite:///{database}", pace) as house:
            table = await house.table(laid(house.store, "bot:greedy", "person"))
            assert table is not None and table.driver is not None
            planned = table.driver
            for count in range(LEAVINGS):
                await table.step_away(1, f"1:away-{count:04}")
                # Bots that play among themselves wait until somebody looks.
                if table.driver is None:
                    planned = None
                await table.sit_down_again(1)
            # Nobody steps away and comes back without end.
            with pytest.raises(Problem, match="too much"):
                await table.step_away(1, "1:away-more")
            assert planned is None or table.driver is planned

    asyncio.run(run())


def test_a_silent_window_lapses_although_somebody_comes_and_goes(database: Path) -> None:
    async def run() -> None:
        async with house_at(f"sqlite:///{database}") as house:
            places = seats("person", "person")
            events, due = first(places)
            timed = events[0].data | {"clock": {"kind": "move", "time": 600, "late": "move"}}
            events[0] = replace(events[0], data=timed)
            table = await house.table(house.store.lay(places, events, due))
            assert table is not None
            planned = table.driver
            assert planned is not None
            await table.step_away(1, "1:away-0001")
            await table.sit_down_again(1)
            assert table.driver is planned and not planned.done()

    asyncio.run(run())


def test_what_the_table_tells_of_persons_closes_no_talk(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "MOST_KEPT", 3)

    async def run() -> None:
        async with house_at(f"sqlite:///{database}") as house:
            table = await house.table(laid(house.store))
            assert table is not None
            for count in range(2):
                await table.step_away(1, f"1:away-{count:04}")
                await table.sit_down_again(1)
            for count in range(3):
                said = TalkAsked(seat=0, text=f"hello {count}", id=f"hello-{count:04}")
                await table.speak(said)
            assert len(table.talk.lines) == 7
            with pytest.raises(Problem, match="Enough"):
                await table.speak(TalkAsked(seat=0, text="more", id="hello-more"))

    asyncio.run(run())


def test_the_clock_goes_on_although_a_word_falls_at_the_moment_when_time_is_up(url: str) -> None:
    async def run() -> None:
        async with house_at(url, replace(NEVER, answer=0.0)) as house:
            places = seats("person", "person")
            events, due = first(places)
            timed = events[0].data | {"clock": {"kind": "move", "time": 600, "late": "bot"}}
            events[0] = replace(events[0], data=timed)
            table = await house.table(house.store.lay(places, events, due))
            assert table is not None
            # Another server has just written a line.
            house.store.say(table.id, Line(1, 1, -1, "hello", "", -1, "1:hello-0001"))
            table.turn_began -= 700
            table.drive()
            await until(lambda: 0 in table.held)

    asyncio.run(run())


def test_a_move_is_taken_in_although_nobody_heard_that_it_was_written(url: str) -> None:
    async def run() -> None:
        async with house_at(url) as house:
            table = await house.table(laid(house.store, "person", "bot:greedy"))
            assert table is not None
            writing = house.store.append_all

            def append_all(wishes: list[Append]) -> list[Written | Exception]:
                house.store.append_all = writing  # type: ignore[method-assign]
                writing(wishes)
                return [Unreachable() for _ in wishes]

            house.store.append_all = append_all  # type: ignore[method-assign]
            with pytest.raises(Unreachable):
                await table.play(0, table.match.round.moves()[0], 2, "0:move-0001")
            # Nobody asks again.
            await until(lambda: table.number == 3 and table.driver is not None)

    asyncio.run(run())


def test_a_table_that_cannot_be_read_when_it_is_taken_over_is_read_later(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", 0.01)
    monkeypatch.setattr(live, "FIRST_PAUSE", 0.01)

    async def run() -> None:
        async with house_at(url, name="gone") as gone:
            names = [laid(gone.store, "bot:greedy", "person") for _ in range(2)]
        async with house_at(url) as house:
            fails = iter(["claim", "news", "news", "news"])
            claiming, reading = house.store.claim, house.store.news

            def claim(owner: str) -> list[str]:
                taken = claiming(owner)
                # It was written, but the answer is lost.
                if next(fails, "") == "claim":
                    raise Unreachable
                return taken

            def news(*asked: Any) -> Any:
                if next(fails, ""):
                    raise Unreachable
                return reading(*asked)

            house.store.claim = claim  # type: ignore[method-assign]
            house.store.news = news  # type: ignore[method-assign, assignment]
            going_on = [asyncio.create_task(one) for one in (house.resume(), house.beat())]
            await until(lambda: all(name in house.tables for name in names))
            await until(lambda: all(one.driver is not None for one in house.tables.values()))
            for task in going_on:
                task.cancel()

    asyncio.run(run())


@pytest.mark.parametrize("lost", ["lay", "news"])
def test_a_table_goes_on_although_the_database_fails_when_it_is_laid(
    url: str, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    monkeypatch.setattr(live, "BEAT", 0.01)
    places = seats("bot:greedy", "person")

    async def run() -> None:
        async with house_at(url) as house:
            work = getattr(house.store, lost)
            fails = iter([True])

            def failing(*given: Any, **named: Any) -> Any:
                done = work(*given, **named)
                # It was done, but the answer is lost.
                if next(fails, False):
                    raise Unreachable
                return done

            setattr(house.store, lost, failing)
            with pytest.raises(Unreachable) if lost == "lay" else nullcontext():
                await house.lay("table", places, *first(places))
            assert not house.tables
            beating = asyncio.create_task(house.beat())
            await until(lambda: "table" in house.tables)
            await until(lambda: house.tables["table"].driver is not None)
            beating.cancel()

    asyncio.run(run())


def test_signs_of_life_go_on_while_tables_are_taken_over(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", 0.01)

    async def run() -> None:
        async with house_at(f"sqlite:///{database}") as house:
            rung: list[str] = []
            held = asyncio.Event()
            house.bell = Recorded("here", rung)
            house.bell.others["gone"] = time.monotonic() - 100
            writing = house.store.write

            async def write(work: Any, *given: Any, **named: Any) -> Any:
                if given == ("gone",):
                    rung.clear()
                    await held.wait()
                return await writing(work, *given, **named)

            house.store.write = write  # type: ignore[method-assign]
            beating = asyncio.create_task(house.beat())
            await until(lambda: not house.bell.others and len(rung) > 5)
            held.set()
            beating.cancel()

    asyncio.run(run())


class Recorded(Bell):
    """A bell that notes what is rung."""

    def __init__(self, name: str, rung: list[str]) -> None:
        super().__init__(name)
        self.rung = rung

    async def ring(self, word: str, about: Iterable[str] = ()) -> None:
        """Note a word."""
        self.rung.append(word)
