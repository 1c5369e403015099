"""Servers that do not hear each other notice it, and hear again."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import psycopg
import pytest

from sobremesa.table import bell
from sobremesa.table.bell import HERE, PostgresBell, SocketBell
from sobremesa.table.database import open_engine
from sobremesa.table.live import House
from tests.table.inside import house_at, until
from tests.table.pgproxy import way_to


class Ear:
    """Notes what a bell heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str, list[str]]] = []

    def __call__(self, word: str, who: str, about: list[str]) -> None:
        self.heard.append((word, who, about))


async def ringing(one: bell.Bell) -> None:
    """Give signs of life."""
    while True:
        await one.ring(HERE)
        await asyncio.sleep(0.05)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("DEAF", 0.5), ("LISTENS", 0.05), ("TRY_AGAIN", 0.02)):
        monkeypatch.setattr(bell, name, seconds)


def test_a_server_that_cannot_listen_at_first_listens_later(postgres_url: str) -> None:
    async def run() -> None:
        async with way_to(postgres_url) as (way, url), house_at(postgres_url) as other:
            there = PostgresBell("there", open_engine(url))
            house = House(other.store, other.pace, other.fate, 1, other.limits)
            house.bell = there
            way.refuses = 3
            await house.open()
            assert house.bell is there
            await other.open()
            await until(lambda: way.refuses == 0)
            ringer = asyncio.create_task(ringing(other.bell))
            await until(lambda: "here" in there.others)
            ringer.cancel()
            await there.close()
            await other.bell.close()
            there.engine.dispose()
            house.close()

    asyncio.run(run())


def test_a_server_whose_line_has_fallen_silent_listens_anew_and_judges_nobody(
    postgres_url: str
) -> None:
    async def run() -> None:
        async with way_to(postgres_url) as (way, url):
            silence: list[float] = []

            def ear(word: str, who: str, about: list[str]) -> None:
                if word == bell.MISSED:
                    silence.append(here.heard_until() - here.others["there"])

            here = PostgresBell("here", open_engine(url))
            there = PostgresBell("there", open_engine(postgres_url))
            await there.open(Ear())
            await here.open(ear)
            ringers = [asyncio.create_task(ringing(one)) for one in (here, there)]
            await until(lambda: "there" in here.others)
            heard = here.heard_until()
            await until(lambda: here.heard_until() > heard)
            way.fall_silent()
            # The pool is made anew, as by whoever finds that its lines are broken.
            here.engine.dispose()
            deaf = here.heard_until()
            # Nobody was silent while this server heard nothing.
            await until(lambda: bool(silence))
            assert silence[0] <= 0
            await until(lambda: here.heard_until() > deaf)
            await until(lambda: here.is_locked)
            assert await asyncio.to_thread(there.is_alive, "here")
            for ringer in ringers:
                ringer.cancel()
            for one in (here, there):
                await one.close()
                one.engine.dispose()

    asyncio.run(run())


def test_whatever_is_said_nobody_grows_deaf(postgres_url: str) -> None:
    async def run() -> None:
        async with house_at(postgres_url) as house:
            await house.open()
            ringer = asyncio.create_task(ringing(house.bell))
            with psycopg.connect(postgres_url, autocommit=True) as line:
                for said in ("news x TABLE@x", "news x TABLE@x=[", "news x @", "news", "gone", "",
                             "news x TABLE@" + "9" * 5000, "looks x TABLE", "signs x \u00e9"):
                    line.execute("SELECT pg_notify('sobremesa', %s)", (said,))
            ear = Ear()
            house.bell.heard = ear
            with psycopg.connect(postgres_url, autocommit=True) as line:
                line.execute("SELECT pg_notify('sobremesa', 'news other TABLE@7')")
            await until(lambda: (bell.NEWS, "other", ["TABLE@7"]) in ear.heard)
            await asyncio.gather(*house.errands)
            ringer.cancel()
            await house.bell.close()

    asyncio.run(run())


def test_what_is_heard_and_cannot_be_taken_in_ends_no_listening(postgres_url: str) -> None:
    async def run() -> None:
        heard: list[str] = []

        def broken(word: str, who: str, about: list[str]) -> None:
            heard.append(who)
            raise ValueError

        here = PostgresBell("here", open_engine(postgres_url))
        await here.open(broken)
        with psycopg.connect(postgres_url, autocommit=True) as line:
            for who in ("one", "two"):
                line.execute("SELECT pg_notify('sobremesa', %s)", (f"news {who} TABLE@1",))
        await until(lambda: heard[-2:] == ["one", "two"])
        await here.close()
        here.engine.dispose()

    asyncio.run(run())


def test_a_new_server_is_not_taken_for_one_that_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locking = bell._take_lock

    async def run() -> None:
        here, there = (SocketBell(name, tmp_path / "a.db") for name in ("here", "there"))
        await there.open(Ear())
        looked: list[bool] = []

        def take_lock(file: int) -> None:
            # Just before it is locked, another looks whether somebody has locked it.
            if not looked:
                looked.append(False)
                looked.append(there.is_alive("here"))
            locking(file)

        monkeypatch.setattr(bell, "_take_lock", take_lock)
        await here.open(Ear())
        assert looked == [False, False]
        assert there.is_alive("here")
        assert os.path.exists(there.folder / "here.lock")
        await here.close()
        await there.close()

    asyncio.run(run())


def test_a_new_server_waits_for_whoever_looks_at_its_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locking: Any = bell._take_lock

    async def run() -> None:
        here = SocketBell("here", tmp_path / "a.db")
        tries: list[int] = []

        def take_lock(file: int) -> None:
            tries.append(file)
            if len(tries) < 3:
                raise BlockingIOError
            locking(file)

        monkeypatch.setattr(bell, "_take_lock", take_lock)
        await here.open(Ear())
        assert here.lock >= 0
        await here.close()

    asyncio.run(run())
