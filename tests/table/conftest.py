from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sobremesa.table import crew
from sobremesa.table.live import Pace
from tests.table.host import opened
from tests.table.nursery import Nursery, nursery
from tests.table.postgres import Postgres, running


@pytest.fixture(scope="session", autouse=True)
def quick_workers() -> Iterator[None]:
    """Makes the workers of houses in this process from one that has loaded everything; servers in
    processes of their own load it for each worker, as ever."""
    with pytest.MonkeyPatch.context() as patch:
        if "forkserver" in multiprocessing.get_all_start_methods():
            forking = multiprocessing.get_context("forkserver")
            forking.set_forkserver_preload(["sobremesa.table.app"])
            patch.setattr(crew, "_SPAWN", forking)
        yield


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def client(database: Path) -> Iterator[TestClient]:
    with opened(database) as inside:
        yield inside


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, database: Path) -> str:
    """The address of a new database, of one kind and of the other."""
    if request.param == "sqlite":
        return f"sqlite:///{database}"
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture(scope="session")
def place() -> Iterator[Nursery]:
    """Where servers are started whose bots move at once."""
    with nursery(Pace(bot=0.0, answer=0.0, next_hand=600.0)) as found:
        yield found
