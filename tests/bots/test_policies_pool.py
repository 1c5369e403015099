"""The quick mind for High Fives, in situations that have an obvious answer."""

from __future__ import annotations

import math

import pytest

import sobremesa
from sobremesa import Rng, Round
from sobremesa.bots.listening import FLOOR, fit
from sobremesa.bots.policy import policy_of
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


def test_whoever_has_more_tiles_may_hope_for_the_bonus() -> None:
    round = sobremesa.game("high-fives", players=3).start(5).round
    policy = policy_of("high-fives")
    hopes = []
    while not round.over:
        points = round.points()
        counts = [len(pile) for pile in round.dump()["piles"]]
        bonus = [
            worth - made + (sum(points) + 5) / 3
            for worth, made in zip(policy.standing(round), points, strict=True)
        ]
        assert sum(bonus) == pytest.approx(5)
        most = max(bonus)
        assert most == pytest.approx(bonus[counts.index(max(counts))])
        hopes.append(most)
        round.play(round.moves()[0])
    # Nobody leads before the first move, and who leads before the last is almost sure of it.
    assert hopes[0] == pytest.approx(5 / 3) and hopes[-1] > 3


@pytest.mark.parametrize("overlook", [False, True])
def test_only_what_was_played_since_the_last_deal_tells_of_hands(overlook: bool) -> None:
    game = sobremesa.game("high-fives", overlook=overlook)
    round = game.start(3).round
    rng = Rng(3)
    policy = policy_of("high-fives")
    while round.dump()["deal"] < 4 or sum(map(len, round.dump()["hands"])) > 6:
        likely = policy.choose(round, rng)
        round.play(likely)
    expected = 0.0
    again = game.load(round.opening())
    seat = int(round.turn)
    for move in round.played():
        if again.turn != seat and len(again.moves()) > 1 and again.dump()["deal"] == 4:
            chances = policy.chances(again, again.legal())
            expected += math.log(FLOOR + (1 - FLOOR) * chances[again.moves().index(move)])
        again.play(move)
    assert expected < 0
    assert fit(round, seat, policy, 1.0) == pytest.approx(expected)


def test_who_left_the_richest_tile_is_taken_to_lack_a_match_for_it() -> None:
    game = sobremesa.game("high-fives")
    own = ["6-5", "8-7", "11-6", "12-10", "13-7"]
    pool = ["15-15", "8-2", "14-12", "13-8", "13-11"]
    fits = []
    for doubtful in ("7-3", "15-3"):
        theirs = ["9-4", doubtful, "1-0", "3-1", "4-3"]
        round = game.load({
            "hands": [own, theirs], "pool": pool, "first": 1,
            "boneyard": rest_of(game.pieces(), own, theirs, pool),
        })
        round.play(round.read("9-4"))
        fits.append(fit(round, 0, policy_of("high-fives")))
    assert fits[0] > fits[1] + 1
