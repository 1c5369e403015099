"""Kept playthroughs and counts of positions: what every game did yesterday it does today."""

from __future__ import annotations

import json

import pytest

from sobremesa.core.game import REGISTRY, make_game
from tests.playthroughs import COUNTS, KEPT, counts, kinds_in, kinds_kept, telling, written

# What is kept of each game shows that its rules have not changed.
pytestmark = pytest.mark.whole


@pytest.mark.parametrize("name", REGISTRY)
def test_a_kept_playthrough_goes_as_ever(name: str) -> None:
    for text in (KEPT / f"{name}.txt").read_text().split("\n\n"):
        spec, _, seed = text.partition("\n")[0].rpartition(" ")
        assert written(make_game(spec, {}), int(seed)).strip() == text.strip()


@pytest.mark.parametrize("name", REGISTRY)
def test_as_many_positions_as_ever_follow_a_deal(name: str) -> None:
    assert counts(name) == json.loads(COUNTS.read_text())[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTRY)
def test_kept_playthroughs_have_every_kind_of_move(name: str) -> None:
    for game, seed in telling(name):
        assert kinds_in(game, seed) <= kinds_kept(name)
