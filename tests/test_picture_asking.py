"""After a touch the table names what it asks for next."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import picture
from sobremesa.core.game import REGISTRY
from tests.laws import some


@pytest.mark.parametrize("spec", [*REGISTRY])
def test_every_second_touch_has_a_question_of_its_own(spec: str) -> None:
    game = sobremesa.game(spec)
    for round in some(game, seed=5, looks=12):
        if round.over:
            continue
        view = round.view(int(round.turn))
        asked = picture.asks(view)
        for move in round.moves()[:300]:
            for touch in round.touches(move)[1:]:
                kind = touch.partition(":")[0]
                assert kind in asked or kind in ("pick", "exchange"), (spec, touch)
                if kind in asked:
                    assert asked[kind].endswith("?")


def test_a_half_of_a_matador_is_asked_for() -> None:
    match = sobremesa.game("matador").start(1)
    assert picture.asks(match.view(0))["half"] == "By which half is it joined?"


def test_the_first_cell_of_a_quad_asks_for_its_highest_number() -> None:
    match = sobremesa.game("traffic").start(1)
    assert picture.asks(match.view(0))["cell"] == "Where does its highest number go?"
    match.play(match.round.moves()[0])
    assert picture.asks(match.view(0))["cell"] == "On which cell does its other half lie?"
