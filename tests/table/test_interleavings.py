"""What happens while something else is waited for, inside one house."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sobremesa.table import live
from tests.table.inside import SECRETS, Gate, house_at, laid
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
            house._load = load  # type: ignore[method-assign]
            table = await house.table(name)
            assert table is not None
            await asyncio.gather(*house.errands)
            assert table.number == 3

    asyncio.run(run())
