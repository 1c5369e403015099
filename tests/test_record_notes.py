"""Comments and variations in records: kept, written exactly, and read with tolerance."""

from __future__ import annotations

import random

import pytest

import sobremesa
from sobremesa import BadRecord, record
from sobremesa.record import Variation
from sobremesa.record.scanning import braced, unbraced

SIGNS = "ab }{()\\;%[]\n\t \u2003\u2028é\"$1.*"


def a_record() -> record.Record:
    match = sobremesa.game("block").start(1)
    while not match.round.over:
        match.play(match.round.moves()[0])
    return record.read(record.write(match))


def test_what_was_said_and_what_could_have_been_is_read_again_as_it_was() -> None:
    kept = a_record()
    plain = record.text(kept)
    hand = kept.hands[0]
    hand.comments = {0: ["before } all"], 3: ["a long comment " * 12, "two"]}
    deep = Variation(moves=["6-4", "5-4"], comments={0: ["so"], 2: ["  or so "]})
    hand.variations = {
        1: [deep], 3: [Variation(moves=["5-5@E"], variations={1: [deep]}), Variation()]
    }
    text = record.text(kept)
    again = record.read(text)
    assert again == kept
    assert record.text(again) == text
    assert record.write(again.match()) == plain.replace('[Seed "1"]', '[Seed "1"]')


@pytest.mark.parametrize("seed", range(20))
def test_a_comment_of_any_signs_is_kept(seed: int) -> None:
    chance = random.Random(seed)
    comment = "".join(chance.choice(SIGNS) for _ in range(200))
    assert unbraced(braced(comment)) == comment
    kept = a_record()
    kept.hands[0].comments = {2: [comment]}
    assert record.read(record.text(kept)).hands[0].comments == {2: [comment]}


def test_import_forgives_numbers_and_glyphs_in_variations() -> None:
    text = record.text(a_record())
    first = next(line for line in text.splitlines() if line.startswith("1. "))
    move = first.split()[1]
    noted = text.replace(
        f"1. {move}", f"1. {move} $1 ( 1. 6-6 $2 2... 6-5 {{why\n  not}} ) ; it was good\n", 1
    )
    hand = record.read(noted).hands[0]
    assert hand.variations == {1: [Variation(moves=["6-6", "6-5"], comments={2: ["why not"]})]}
    assert hand.comments == {1: ["it was good"]}
    assert hand.turns == record.read(text).hands[0].turns


@pytest.mark.parametrize("wrong", ["( 6-6", "6-6 )", "{ 6-6", "}", "(" * 200 + ")" * 200])
def test_what_is_not_closed_is_refused_with_its_line(wrong: str) -> None:
    with pytest.raises(BadRecord, match="line"):
        record.read(record.text(a_record()) + wrong)
