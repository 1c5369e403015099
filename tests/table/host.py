"""Helpers: a table to play at, in this process or in a server of its own."""

from __future__ import annotations

import itertools
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi.testclient import TestClient

from sobremesa.core.match import Match
from sobremesa.table.app import create_app
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace, whole_match
from sobremesa.table.minds import seed_for
from sobremesa.table.serve import database_url
from sobremesa.table.storage import Store
from tests.waiting import PATIENCE, wait_until

AT_ONCE = Pace(bot=0.0, answer=0.0, silence=8.0, next_hand=600.0)
# Every table of a game has the same deal, so that no test depends on chance or on the day.
SAME = Fate(seed=seed_for(7, 2), day="2026.11.15", chance=7)
Json = dict[str, Any]
_ids = itertools.count()


@contextmanager
def opened(
    database: Path | str, pace: Pace = AT_ONCE, limits: Limits | None = None
) -> Iterator[TestClient]:
    url = database_url(str(database))
    app = create_app(url, pace=pace, fate=SAME, workers=1, limits=limits)
    with TestClient(app) as client:
        yield client


@contextmanager
def kept(database: Path | str) -> Iterator[Store]:
    """Opens a database beside the server that uses it."""
    store = Store(database_url(str(database)))
    try:
        yield store
    finally:
        store.close()


def asking(url: str) -> httpx.Client:
    """Opens a client that waits as long as it takes."""
    return httpx.Client(base_url=url, timeout=PATIENCE)


def claim(client: httpx.Client, invitation: str, mark: str = "") -> str:
    """Takes the seat of an invitation; gives the link of the seat."""
    mark = mark or f"a-mark-of-enough-signs-{next(_ids):08}"
    answer = client.post(f"{invitation}/claim", json={"id": mark})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["link"])


def claimed(client: httpx.Client, laid: Json) -> Json:
    """Lets all friends take the seats to which they are invited."""
    friends = {seat: claim(client, link) for seat, link in laid["friends"].items()}
    return {**laid, "friends": friends}


def lay(
    client: httpx.Client, game: str, sitters: list[str], silence: float = 0.0, **options: Any
) -> Json:
    """Lays a table at which all friends take their seats."""
    return claimed(client, handed(client, game, sitters, silence, **options))


def handed(
    client: httpx.Client, game: str, sitters: list[str], silence: float = 0.0, **options: Any
) -> Json:
    """Lays a table to which friends are invited."""
    answer = client.post("/api/tables", json={
        "game": game, "options": {"players": len(sitters), **options},
        "seats": [{"kind": kind} for kind in sitters], "silence": silence,
    })
    assert answer.status_code == 201, answer.text
    laid: Json = answer.json()
    return laid


def state(client: httpx.Client, link: str, **asked: Any) -> Json:
    answer = client.get(f"{link}/state", params=asked)
    assert answer.status_code == 200, answer.text
    message: Json = answer.json()
    return message


def drawing(message: Json) -> str:
    """Gives all that is drawn in a message that tells the whole table."""
    return "".join(message["scene"]["nodes"].values())


def send(
    client: httpx.Client, link: str, number: int, seat: int, move: int, mark: str = ""
) -> httpx.Response:
    return client.post(f"{link}/moves", json={
        "number": number, "seat": seat, "move": move, "id": mark or f"test-{next(_ids):08}",
    })


def answers(url: str) -> bool:
    """Tells whether a server can be asked, and grants what is asked."""
    try:
        return httpx.get(f"{url}/static/icon.svg", verify=False).is_success
    except httpx.TransportError:
        return False


def wait_for_turn(client: httpx.Client, link: str) -> Json:
    """Waits until the seat of a link is asked, or the hand is over."""
    seen: list[Json] = []

    def asked() -> bool:
        seen.append(state(client, link))
        return bool(seen[-1]["moves"] or seen[-1]["over"])

    wait_until(asked)
    return seen[-1]


def stored_match(database: Path | str, table: str) -> Match:
    """Rebuilds a match from the database alone."""
    with kept(database) as store:
        return whole_match(store.events(table))


def bring_to(store: Store, schema: str) -> None:
    """Makes an empty database as an earlier version made it."""
    from alembic import command
    from alembic.config import Config

    from sobremesa.table.database import MIGRATIONS

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, schema)


def event_count(database: Path | str) -> int:
    with kept(database) as store:
        return sum(len(store.events(table)) for table in _tables(store))


def _tables(store: Store) -> list[str]:
    from sqlalchemy import select as choose
    from sqlalchemy.orm import Session

    from sobremesa.table.storage import TableRow

    with Session(store.engine) as session:
        return list(session.scalars(choose(TableRow.id)))


class Server:
    """A server in a process of its own, which can be killed."""

    def __init__(
        self, database: Path | str, pace: Pace = AT_ONCE, limits: Limits | None = None,
        proxy: str = "", fate: Fate = SAME,
    ) -> None:
        program = (
            "from sobremesa.table.serve import serve\n"
            "from sobremesa.table.fate import Fate\n"
            "from sobremesa.table.limits import Limits\n"
            "from sobremesa.table.live import Pace\n"
            f"serve(port=0, database={str(database)!r}, pace={pace!r}, fate={fate!r}, "
            f"limits={limits!r}, proxy={proxy!r})\n"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True,
            start_new_session=True, env=dict(os.environ),
        )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        assert ready, "the server does not start"
        self.url = self.process.stdout.readline().split()[1].rstrip("/")
        wait_until(lambda: answers(self.url))

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *failed: object) -> None:
        self.stop()

    def lay(self, game: str, sitters: list[str], **options: Any) -> Json:
        """Lays a table, as somebody of this house would."""
        with asking(self.url) as client:
            return lay(client, game, sitters, **options)

    def play(self, link: str, seat: int, touch: str | None = None) -> None:
        """Plays a move of a seat, the first one or the first that begins with a touch."""
        with asking(self.url) as client:
            now = state(client, link)
            move = next(one for one in now["moves"] if touch in (None, one["touches"][0]))
            assert send(client, link, now["number"], seat, move["move"]).is_success

    def kill(self) -> None:
        """Ends the server as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()
