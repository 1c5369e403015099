"""The quick mind for High Fives, in situations that have an obvious answer."""

from __future__ import annotations

import sobremesa
from sobremesa import Round
from tests.bots.judging import liked, rest_of


def facing(hand: str, pool: str, **options: object) -> Round:
    """The first turn with a hand and a pool."""
    game = sobremesa.game("high-fives", **options)
    own, lying = hand.split(), pool.split()
    theirs = ["1-0", "2-0", "2-1", "3-0", "3-1"]
    return game.load({
        "hands": [own, theirs], "pool": lying,
        "boneyard": rest_of(game.pieces(), own, theirs, lying), "first": 0,
    })


def test_the_richest_capture_is_made() -> None:
    assert liked(facing("15-15 9-4 7-6 8-1 4-0", "15-10 9-2 7-0 6-2 8-5")) == "15-15x15-10"


def test_a_worthless_tile_is_left_rather_than_a_rich_one() -> None:
    assert liked(facing("15-15 14-11 13-12 10-10 12-4", "9-8 7-6 8-2 5-3 3-2")) == "12-4"


def test_of_two_tiles_to_take_the_one_that_counts_is_taken() -> None:
    assert liked(facing("9-4 13-13 12-12 11-11 14-14", "9-2 9-6 7-0 6-2 8-5")) == "9-4x9-6"


def test_an_overlooked_capture_is_claimed() -> None:
    round = facing("15-10 9-4 7-6 8-1 4-0", "15-15 9-2 7-0 6-2 8-5", overlook=True)
    round.play(round.read("15-10"))
    assert liked(round) == "x15-15"
