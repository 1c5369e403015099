"""Variants of levels in the lab."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Refused
from sobremesa.bots import bot
from sobremesa.bots.levels import Glance, Thinker
from sobremesa.lab.ladder import climb
from sobremesa.lab.seer import sitter
from sobremesa.lab.variants import PLAN, variant


def test_a_variant_differs_in_what_is_named_and_in_nothing_else() -> None:
    usual, found = bot("block", "master"), variant("block", "master:trust=0,deep=3,score=no")
    assert isinstance(usual, Thinker) and isinstance(found, Thinker)
    changed = {"trust": 0.0, "deep": 3, "score": False}
    for name in PLAN:
        assert getattr(found.plan, name) == changed.get(name, getattr(usual.plan, name)), name
    assert usual.plan.trust > 0, "the level itself stays"


def test_who_overlooks_nothing_has_seen_all_moves() -> None:
    found = variant("draw", "easy:blind=0,warmth=0")
    assert isinstance(found, Glance) and (found.blind, found.warmth) == (0.0, 0.0)
    view = sobremesa.game("draw").start(3).view(sobremesa.game("draw").start(3).turn)
    chosen = {found.choose(view, sobremesa.Rng(seed)) for seed in range(5)}
    assert len(chosen) == 1 and chosen <= set(view.moves)


def test_the_lab_seats_variants() -> None:
    assert isinstance(sitter(sobremesa.game("block"), "middle:rounds=30"), Thinker)


@pytest.mark.parametrize(("kind", "words"), [
    ("master:trst=0", "master has no trst to change: did you mean trust?"),
    ("master:", "master has no  to change: there are: rounds"),
    ("master:trust", "trust takes a number, not "),
    ("master:trust=-1", "trust takes a number, not -1"),
    ("master:rounds=1.5", "rounds takes a whole number, not 1.5"),
    ("master:score=1", "score takes yes or no, not 1"),
    ("mister:score=no", "block has no bot called mister: did you mean master?"),
    ("random:blind=0", "random has nothing that can be changed"),
])
def test_a_variant_that_cannot_be_says_why(kind: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        variant("block", kind)
    assert str(refused.value).startswith(words)


def test_a_ladder_has_rungs_for_variants() -> None:
    kinds = ["random", "easy:blind=0"]
    ladder = climb(sobremesa.game("block"), kinds, deals=4, workers=1)
    assert ladder.kinds == kinds and ladder.scores[1][0] is not None
    with pytest.raises(Refused, match="easy has no blnd to change: did you mean blind"):
        climb(sobremesa.game("block"), ["random", "easy:blnd=0"], deals=1, workers=1)
