"""Rules that change: what began under old rules goes on under them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

import sobremesa
from sobremesa import BadRecord, Rng, UnknownRules, record
from sobremesa.core.game import REGISTRY, VERSIONS, register
from sobremesa.families.lines.block import Block
from tests.laws import played


class LowestLoses(Block):
    """Block under made-up rules: whoever reaches the target loses."""

    VERSION: ClassVar[int] = 2

    def winners(self, scores: list[int]) -> list[int]:
        """Whoever has least wins once somebody has reached the target."""
        if not super().winners(scores):
            return []
        return [seat for seat, score in enumerate(scores) if score == min(scores)]


@pytest.fixture
def new_rules() -> Iterator[None]:
    """Block has a version 2 of its rules while a test runs."""
    register(LowestLoses)
    yield
    del VERSIONS["block"][2]
    REGISTRY["block"] = VERSIONS["block"][1]


def test_new_matches_take_the_newest_rules_and_old_ones_can_be_asked_for(new_rules: None) -> None:
    assert sobremesa.game("block").version == 2
    assert sobremesa.game("block", rules=1).version == 1
    assert sobremesa.game("block") != sobremesa.game("block", rules=1)
    with pytest.raises(UnknownRules, match="version 3 of the rules of block is not known here"):
        sobremesa.game("block", rules=3)


def test_a_game_under_old_rules_is_written_with_their_version(new_rules: None) -> None:
    old = sobremesa.game("block", rules=1, players=3)
    assert repr(old) == "sobremesa.game('block', rules=1, players=3)"
    assert old.spec == "block(rules=1,players=3)"
    assert sobremesa.game(old.spec) == old
    assert pickle.loads(pickle.dumps(old)) == old
    assert sobremesa.game("block", players=3).spec == "block(players=3)"


def test_what_was_pickled_before_the_rules_changed_keeps_its_rules() -> None:
    kept = pickle.dumps(sobremesa.game("block", players=3))
    register(LowestLoses)
    try:
        assert pickle.loads(kept).version == 1
    finally:
        del VERSIONS["block"][2]
        REGISTRY["block"] = VERSIONS["block"][1]


def test_an_old_record_replays_by_the_old_rules_to_the_same_bytes(new_rules: None) -> None:
    match = played(sobremesa.game("block", rules=1, target=30), seed=6)
    text = record.write(match)
    assert '[Rules "1"]' in text
    again = record.read(text).match()
    assert record.write(again) == text
    assert again.winners == match.winners
    newer = record.read(text.replace('[Rules "1"]', '[Rules "2"]')).match()
    assert newer.winners != match.winners


def test_worlds_of_a_view_are_played_by_its_rules(new_rules: None) -> None:
    for rules in (1, 2):
        view = sobremesa.game("block", rules=rules).start(seed=2).view(0)
        assert view.game.worlds(view).sample(Rng(1)).game.version == rules


def test_a_record_of_the_first_rules_of_the_big_clock_ends_as_it_did() -> None:
    """Under the newer rules a shift could be taken back, and nothing would be lost yet."""
    kept = (Path(__file__).parent / "golden" / "big-clock-first-rules.txt").read_text("utf-8")
    match = record.read(kept).match()
    assert match.game.version == 1 and match.over and match.winners == []
    assert record.write(match) == kept
    with pytest.raises(BadRecord, match="hand 1 breaks off after 17 moves"):
        record.read(kept.replace('[Rules "1"]', '[Rules "2"]')).match()
