"""Worlds are weighted by how well the others' choices fit them: against all deals, one by one."""

from __future__ import annotations

import math
from collections import Counter

import pytest

import sobremesa
from sobremesa import Rng, Round
from sobremesa.bots.listening import FLOOR, Listened, fit, resampled, weights
from sobremesa.bots.policy import policy_of
from sobremesa.core.arrays import vec
from tests.bots.deals import every_deal


def after_two(seed: int) -> Round:
    """A round of Block with three tiles each in which both have laid one."""
    round = sobremesa.game("block", players=2, hand_size=3, first_player=0).start(seed).round
    rng = Rng(seed)
    for _ in range(2):
        moves = round.moves()
        round.play(moves[int(rng.below(len(moves)))])
    return round


def likelihood(deal: Round) -> float:
    """Multiplies the chances of what seat 1 chose, by hand."""
    game = deal.game
    again = game.load(deal.opening())
    product = 1.0
    for move in deal.played():
        if again.turn == 1 and len(again.moves()) > 1:
            chances = policy_of(game.name).chances(again, again.legal())
            product *= FLOOR + (1 - FLOOR) * chances[again.moves().index(move)]
        again.play(move)
    return product


def other_hand(round: Round) -> tuple[str, ...]:
    """Names what seat 1 holds."""
    return tuple(sorted(round.dump()["hands"][1]))


def test_the_fit_of_a_world_is_the_product_of_the_chances() -> None:
    round = after_two(6)
    for deal in every_deal(round.view(0)):
        found = fit(deal, 0, policy_of("block"), 1.0)
        assert found == pytest.approx(math.log(likelihood(deal)))


def test_worlds_come_as_often_as_all_deals_together_say() -> None:
    round = after_two(6)
    view = round.view(0)
    exact = {other_hand(deal): likelihood(deal) for deal in every_deal(view)}
    total = sum(exact.values())
    tiles = {
        tile: sum(weight for hand, weight in exact.items() if tile in hand) / total
        for tile in view.game.pieces()
    }
    drawn: Counter[str] = Counter()
    count = 3000
    listened = Listened(
        view.game.worlds(view), count, Rng(4), 0, policy_of("block"), 1.0
    )
    for place in range(count):
        drawn.update(other_hand(listened.at(place)))
    for tile, share in tiles.items():
        assert drawn[tile] / count == pytest.approx(share, abs=0.04)


def test_listening_does_not_look_at_the_round() -> None:
    round = after_two(6)
    view = round.view(0)
    other = view.game.worlds(view).sample(Rng(8))
    assert other_hand(other) != other_hand(round)
    heard = [
        [other_hand(Listened(one.game.worlds(one.view(0)), 50, Rng(2), 0, policy_of("block")).at(n))
         for n in range(50)]
        for one in (round, other)
    ]
    assert heard[0] == heard[1]


def test_shares_are_kept_but_for_less_than_one() -> None:
    shares = weights(vec[float]([0.0, -1.0, -2.0, -50.0]))
    assert sum(shares) == pytest.approx(1.0)
    order = resampled(vec[float]([0.5, 0.25, 0.25, 0.0] + [0.0] * 12), Rng(1))
    assert sorted(Counter(int(place) for place in order).items()) == [(0, 8), (1, 4), (2, 4)]
