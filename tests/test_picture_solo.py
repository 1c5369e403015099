"""Pictures of the solitaires: what can be touched, and how little a move changes."""

from __future__ import annotations

from typing import Any

import pytest

import sobremesa
from sobremesa import picture
from sobremesa.picture.scenes import nodes_in
from tests.laws import some
from tests.rules.test_big_clock import clock

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("bingo", {}), ("squeeze", {}), ("good-neighbors", {"set": 12}), ("big-clock", {}),
    ("big-clock", {"set": 6}), ("traffic", {}),
]
# What is asked by buttons, having no thing to touch.
BUTTONS = {"step", "pass", "run", "pair", "stop", "fill", "waste", "quad"}


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_everything_that_a_move_asks_for_can_be_touched(
    name: str, options: dict[str, Any], shape: str
) -> None:
    seen: set[str] = set()
    for round in some(sobremesa.game(name, **options), seed=5, looks=5):
        view = round.view(0)
        scene = picture.scene(view, shape=shape)
        ids = [node.id for node in nodes_in(scene.drawn) if node.id]
        assert len(ids) == len(set(ids))
        asked = {touch for choice in view.data["moves"] for touch in choice["touches"]}
        assert {touch.partition(":")[0] for touch in asked - set(scene.touches)} <= BUTTONS
        for touch in asked & set(scene.touches):
            assert scene.touches[touch].label == picture.spoken(touch, view)
        seen |= asked
    assert seen
    assert not picture.scene(view, shape=shape).touches


def test_a_step_of_bingo_moves_the_mark_alone() -> None:
    match = sobremesa.game("bingo").start(1)
    before = picture.scene(match.view(0))
    match.play(next(move for move in match.round.moves() if match.round.text(move) == "step"))
    changed = picture.difference(before, picture.scene(match.view(0)))
    assert list(changed["moved"]) == ["sm-next"]
    assert set(changed["nodes"]) == {"sm-card-0", "sm-talk"}


def test_whoever_looks_into_a_pile_is_told_what_is_in_it() -> None:
    view = clock(["1-2", "3-4", "5-3 3-3", "0-5", "6-6", "2-5"]).view(0)
    piles = {
        node.id: node.more["data-peek"]
        for node in nodes_in(picture.scene(view).drawn) if "data-peek" in node.more
    }
    assert len(piles) == 6
    assert piles["sm-pile-3"].endswith("3-3, 5-3")
