"""Servers are killed at any moment: every move that was answered is there, once, bots move as if
undisturbed, and clocks go on with what was left."""

from __future__ import annotations

from pathlib import Path

import pytest

from sobremesa.table.serve import database_url
from tests.table.chaos import Trouble, campaign
from tests.table.postgres import Postgres


def test_killed_many_times_on_a_file_no_answered_move_is_lost_or_doubled(database: Path) -> None:
    found = campaign(database_url(str(database)), servers=1, kills=10, contested=False)
    assert found.kills == 10 and found.count() >= 10
    assert len(found.ways) > 1 and found.full == 1
    assert found.bots and found.shown


def test_killed_many_times_two_servers_on_postgresql_lose_and_double_nothing(
    postgres: Postgres, postgres_url: str
) -> None:
    trouble = Trouble(postgres, postgres_url)
    found = campaign(postgres_url, servers=2, kills=10, contested=True, disturb=trouble)
    assert trouble.dropped == 1
    assert found.kills == 10 and found.count() >= 10
    assert found.bots and found.shown


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
