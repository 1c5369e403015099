"""What `make test` takes of many, and what it leaves to `make test-all`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any
from zlib import crc32

import pytest

from sobremesa import Game, games

# What is tested alike for more things than this is tried with every so manieth; a prime, so that
# of two kinds that are combined both are met.
MANY = 8
STEP = 5
DATABASES = {"sqlite", "postgresql"}


def spread(values: Iterable[Any], now: Collection[Any]) -> list[Any]:
    """Marks as slow every value that is not tried now.

    >>> [getattr(one, "marks", ()) != () for one in spread(["block", "draw"], ["draw"])]
    [True, False]
    """
    return [
        value if value in now else
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
        for value in values
    ]


def every(step: int, values: Iterable[Any]) -> list[Any]:
    """Marks as slow all values but every so manieth, beginning with the first."""
    listed = list(values)
    return spread(listed, listed[::step])


def thin(items: Iterable[pytest.Item]) -> None:
    """Mark as slow most cases of each test that does the same with many games or two databases.

    Each test begins with another case, so that together they meet all. Whole stays what carries
    a clause or is marked `whole`.
    """
    tests: defaultdict[str, list[pytest.Function]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and not any(map(item.get_closest_marker, KEPT)):
            tests[item.nodeid.partition("[")[0]].append(item)
    for name, cases in tests.items():
        first = crc32(name.encode())
        for left_out in (left_out_databases, left_out_games):
            slow = left_out(cases, first)
            for case in slow:
                case.add_marker(pytest.mark.slow)
            cases = [case for case in cases if case not in slow]


KEPT = ("clause", "slow", "whole")


def left_out_games(cases: list[pytest.Function], first: int) -> list[pytest.Function]:
    """List the cases of one test that are left out because there are many with games.

    Of the configurations of a game each test meets some, of the games alone every so manieth.
    """
    lists: defaultdict[str, list[pytest.Function]] = defaultdict(list)
    for case in cases:
        for value in values_of(case):
            if isinstance(value, Game) or value in NAMES:
                lists[value.name if isinstance(value, Game) else ""].append(case)
                break
    if sum(map(len, lists.values())) <= MANY:
        return []
    return [
        case for alike in lists.values() for place, case in enumerate(alike)
        if place % STEP != first % min(STEP, len(alike))
    ]


NAMES = frozenset(games())


def left_out_databases(cases: list[pytest.Function], first: int) -> list[pytest.Function]:
    """List the cases of one test with the kind of database that another test takes."""
    lists: defaultdict[tuple[Any, ...], list[pytest.Function]] = defaultdict(list)
    for case in cases:
        values = values_of(case)
        if DATABASES & {*values}:
            lists[tuple(str(value) for value in values if value not in DATABASES)].append(case)
    return [
        case for alike in lists.values() if len(alike) > 1 for place, case in enumerate(alike)
        if place != first % len(alike)
    ]


def values_of(case: pytest.Function) -> list[Any]:
    """List the values of a case that can be compared with names."""
    given = case.callspec.params.values() if hasattr(case, "callspec") else ()
    return [value for value in given if isinstance(value, str | Game)]
