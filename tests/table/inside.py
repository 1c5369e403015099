"""Helpers: a house without its doors to the web, and readings that wait until they may go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sobremesa.core.game import make_game
from sobremesa.table import archive
from sobremesa.table.events import Event, Place, fingerprint
from sobremesa.table.laying import first_events
from sobremesa.table.limits import Limits
from sobremesa.table.live import House, Pace
from sobremesa.table.start import Start
from sobremesa.table.storage import Store
from tests.table.host import SAME
from tests.waiting import PATIENCE

NEVER = Pace(bot=600.0, answer=600.0, next_hand=600.0)
SECRETS = ("secret-of-seat-0", "secret-of-seat-1")


def seats(*kinds: str) -> list[Place]:
    """Makes the places of a table: persons with a secret each, and bots."""
    return [Place(-1, "watch", "", fingerprint("watching"), None)] + [
        Place(seat, kind, f"N{seat}", fingerprint(SECRETS[seat]), None) if kind == "person"
        else Place(seat, kind, f"N{seat}", None, None)
        for seat, kind in enumerate(kinds)
    ]


def first(places: list[Place], game: str = "block", **options: Any) -> tuple[list[Event], bool]:
    """Makes the first events of a table at which seat 0 begins."""
    rules = make_game(game, {"players": len(places) - 1, "first_player": 0, **options})
    return first_events(Start(rules, [], seed=SAME.seed or 0, chance=7), places, None)


def laid(store: Store, *kinds: str, **options: Any) -> str:
    """Lays a table without a server; gives its name."""
    places = seats(*(kinds or ("person", "person")))
    events, due = first(places, **options)
    return store.lay(places, events, due)


@asynccontextmanager
async def house_at(url: str, pace: Pace = NEVER, name: str = "here") -> AsyncIterator[House]:
    """Opens a house at a database, which exists by then."""
    store = Store(url, name)
    await asyncio.to_thread(store.migrate)
    house = House(store, pace, SAME, 1, Limits())
    house.away = archive.found_away
    try:
        yield house
    finally:
        house.close()


class Gate:
    """Holds what is read of a store back: those readings of which it is told to."""

    def __init__(self, house: House, holds: Callable[..., bool]) -> None:
        self.reached, self.open = asyncio.Event(), asyncio.Event()
        reading = house.store.read

        async def read(work: Callable[..., Any], *given: Any) -> Any:
            if holds(work, *given):
                self.reached.set()
                await self.open.wait()
            return await reading(work, *given)

        house.store.read = read  # type: ignore[method-assign]


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that surely happens."""
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.005)
