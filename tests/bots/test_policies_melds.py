"""The quick mind for That's It!, in situations that have an obvious answer."""

from __future__ import annotations

import sobremesa
from sobremesa import Round
from tests.bots.judging import chance, liked, rest_of

NEARLY = "3-0 3-1 3-2 5-3 9-7 9-8 12-10"
OTHERS = "15-15 15-14 13-12 11-1 8-4 7-2 6-0"


def taking(hand: str, discard: str, **options: object) -> Round:
    """A turn that begins with a discard on the table."""
    game = sobremesa.game("thats-it", **options)
    own, theirs = hand.split(), OTHERS.split()
    return game.load({
        "hands": [own, theirs], "boneyard": rest_of(game.pieces(), own, theirs, [discard]),
        "discard": discard, "turn": 0, "asked": "take",
    })


def discarding(hand: str) -> Round:
    """A turn in which a tile is to be discarded."""
    game = sobremesa.game("thats-it")
    own, theirs = hand.split(), OTHERS.split()
    return game.load({
        "hands": [own, theirs], "boneyard": rest_of(game.pieces(), own, theirs), "turn": 0,
        "asked": "discard",
    })


def test_the_discard_that_completes_a_meld_is_taken() -> None:
    assert liked(taking(NEARLY, "10-9")) == "take"


def test_a_discard_of_no_use_is_left_for_a_draw() -> None:
    assert liked(taking(NEARLY, "14-11")) != "take"


def test_the_tile_of_no_suit_is_discarded() -> None:
    assert liked(discarding(NEARLY + " 14-11")) in ("14-11", "12-10")


def test_a_finished_hand_is_declared_and_nothing_else() -> None:
    round = discarding("3-0 3-1 3-2 5-3 9-7 9-8 10-9 14-11")
    assert liked(round) == "14-11!"
    assert chance(round, "14-11!") > 0.99


def test_the_better_hand_is_kept_of_two_that_are_finished() -> None:
    round = discarding("3-0 3-1 3-2 9-3 9-7 9-8 10-9 11-9")
    assert liked(round) == "9-3!"


def test_a_round_is_soon_over() -> None:
    from sobremesa import Rng
    from sobremesa.bots.policy import policy_of

    game = sobremesa.game("thats-it")
    rng = Rng(1)
    moves = 0
    for _ in range(20):
        round = game.deal(rng, 0, 1, [0, 0])
        while not round.over:
            round.play(policy_of("thats-it").choose(round, rng))
            moves += 1
    assert moves < 20 * 60
