"""What the quick run leaves out of one test, it meets in another."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

import sobremesa
from sobremesa import Game
from tests.rules.test_complete import UNTESTED, stated
from tests.spread import DATABASES, NAMES, values_of

HERE = Path(__file__).parent


@pytest.fixture
def run(request: pytest.FixtureRequest) -> list[pytest.Function]:
    """The tests of this run, if they are those of the whole house."""
    found = [item for item in request.session.items if isinstance(item, pytest.Function)]
    if {*HERE.rglob("test_*.py")} - {item.path for item in found}:
        pytest.skip("only some of the tests are run")
    return found


def test_every_law_meets_every_game(run: list[pytest.Function]) -> None:
    met: defaultdict[str, set[str]] = defaultdict(set)
    for item in run:
        if item.path.name == "test_conformance.py":
            met[item.originalname] |= {one.name for one in values_of(item) if isinstance(one, Game)}
    laws = {name: games for name, games in met.items() if games}
    assert len(laws) > 10
    assert [name for name, games in laws.items() if games != NAMES] == []


def test_every_game_is_met_by_many_tests_and_every_language_and_database_by_some(
    run: list[pytest.Function],
) -> None:
    tests: defaultdict[object, set[str]] = defaultdict(set)
    for item in run:
        for value in values_of(item):
            tests[value].add(item.nodeid.partition("[")[0])
    assert [name for name in sobremesa.games() if len(tests[name]) < 20] == []
    assert [name for name in (*DATABASES, "en", "es", "fr", "ro") if len(tests[name]) < 5] == []


def test_every_clause_is_carried(run: list[pytest.Function]) -> None:
    marks = [mark for item in run for mark in item.iter_markers("clause")]
    carried = {clause for mark in marks for clause in mark.args}
    assert [clause for clause in stated() if clause not in carried | {*UNTESTED}] == []


@pytest.mark.whole
@pytest.mark.parametrize("name", sobremesa.games())
def test_a_mark_keeps_every_game(name: str, request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("slow") is None
