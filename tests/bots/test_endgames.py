"""Endings: what every move gains in the mean of all worlds, against plain search of all deals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import exp

import pytest

import sobremesa
from sobremesa import Rng, Round, View
from sobremesa.bots.endgames import Ending, OpenPlay, best_ending, shares_of
from sobremesa.bots.listening import fit
from sobremesa.bots.policy import policy_of
from sobremesa.bots.search import Aim
from tests.bots.deals import best_gain, every_deal
from tests.bots.test_search import middle

LOOKS = 10_000_000


def mean_gains(deals: list[Round], seat: int) -> list[float]:
    """Gives what each move gains in the mean of all deals, by plain search."""
    found = []
    for move in deals[0].moves():
        gains = []
        for deal in deals:
            after = deal.copy()
            after.play(move)
            gains.append(best_gain(after, seat))
        found.append(sum(gains) / len(gains))
    return found


def exact_gains(view: View, trust: float = 0.0) -> list[float]:
    """Gives what each move gains in the mean of all worlds."""
    every = view.game.worlds(view).each(LOOKS)
    assert every is not None
    shares = shares_of(every, view.seat, policy_of(view.game.name), trust)
    gains = Ending([world for world, _ in every], shares, Aim(view.game)).gains(LOOKS)
    return [float(gain) for gain in gains]


@pytest.mark.parametrize("seed", [0, 5])
def test_a_move_gains_what_all_deals_say(seed: int) -> None:
    round = middle("block", seed, 2, players=2, hand_size=3)
    seat = int(round.turn)
    view = round.view(seat)
    expected = mean_gains(list(every_deal(view)), seat)
    assert exact_gains(view) == pytest.approx(expected)
    best = best_ending(
        view.game.worlds(view), Aim(view.game), LOOKS, seat, policy_of("block"), 0.0
    )
    assert expected[view.moves.index(int(best))] == pytest.approx(max(expected))


def test_worlds_count_by_how_well_the_choices_fit_them() -> None:
    round = middle("block", 0, 2, players=2, hand_size=4)
    seat = int(round.turn)
    deals = list(every_deal(round.view(seat)))
    weights = [exp(fit(deal, seat, policy_of("block"), 1.0)) for deal in deals]
    each = [mean_gains([deal], seat) for deal in deals]
    expected = [
        sum(weight * gain for weight, gain in zip(weights, gains, strict=True)) / sum(weights)
        for gains in zip(*each, strict=True)
    ]
    assert exact_gains(round.view(seat), 1.0) == pytest.approx(expected)
    # What the other chose turns the choice round.
    plain = mean_gains(deals, seat)
    assert expected.index(max(expected)) != plain.index(max(plain))


def late_draw(seed: int) -> Round | None:
    """A position of Draw late in a round, as if it had been set up: the past tells nothing."""
    round = sobremesa.game("draw", players=2, first_player=0).start(seed).round
    rng = Rng(seed)
    while not round.over:
        moves = round.moves()
        position = round.dump()
        few = len(position["boneyard"]) + sum(len(hand) for hand in position["hands"]) <= 7
        if few and len(position["boneyard"]) > 0 and len(moves) > 1:
            position.pop("history")
            return round.game.load(position)
        round.play(moves[int(rng.below(len(moves)))])
    return None


def test_the_order_of_the_boneyard_counts() -> None:
    found = [round for round in (late_draw(seed) for seed in range(80)) if round is not None]
    assert found
    for round in found[:2]:
        view = round.view(int(round.turn))
        deals = list(every_deal(view, in_order=True))
        assert exact_gains(view) == pytest.approx(mean_gains(deals, view.seat))


def open_gains(round: Round) -> list[float]:
    """Plays with open hands where each of several looks for its own gain, by plain search."""
    if round.over:
        return round.utility()
    best: list[float] = []
    for move in round.moves():
        after = round.copy()
        after.play(move)
        found = open_gains(after)
        if not best or found[int(round.turn)] > best[int(round.turn)]:
            best = found
    return best


def test_three_look_each_for_their_own_gain() -> None:
    round = sobremesa.game("block", players=3, hand_size=3).start(4).round
    play = OpenPlay(round.game, Aim(round.game), LOOKS)
    assert [float(gain) for gain in play.among(round.copy())] == pytest.approx(open_gains(round))


def late_sebastopol(seed: int) -> Round | None:
    """A position in which the others have six tiles together, as if it had been set up."""
    round = sobremesa.game("sebastopol").start(seed).round
    rng = Rng(seed)
    while not round.over:
        moves = round.moves()
        position = round.dump()
        hidden = sum(len(hand) for seat, hand in enumerate(position["hands"]) if seat != round.turn)
        if hidden <= 6 and len(moves) > 1:
            position.pop("history")
            return round.game.load(position)
        round.play(moves[int(rng.below(len(moves)))])
    return None


def dealt_anew(hidden: list[str], sizes: list[int]) -> Iterator[list[list[str]]]:
    """Deals tiles into hands of given sizes in every way."""
    if not sizes:
        yield []
        return
    for hand in combinations(hidden, sizes[0]):
        left = [name for name in hidden if name not in hand]
        for others in dealt_anew(left, sizes[1:]):
            yield [list(hand), *others]


def test_a_late_move_of_sebastopol_gains_what_all_deals_say() -> None:
    found = [round for round in (late_sebastopol(seed) for seed in range(40)) if round is not None]
    assert found
    for round in found[:2]:
        seat = int(round.turn)
        position = round.dump()
        others = [place for place in range(4) if place != seat]
        hidden = [name for place in others for name in position["hands"][place]]
        deals = []
        for hands in dealt_anew(hidden, [len(position["hands"][place]) for place in others]):
            hands.insert(seat, position["hands"][seat])
            deals.append(round.game.load({**position, "hands": hands}))
        assert all(deal.view(seat) == round.view(seat) for deal in deals)
        expected = []
        for move in round.moves():
            gains = []
            for deal in deals:
                after = deal.copy()
                after.play(move)
                gains.append(open_gains(after)[seat])
            expected.append(sum(gains) / len(gains))
        assert exact_gains(round.view(seat)) == pytest.approx(expected)


def test_the_last_tricks_of_42_are_played_at_their_best() -> None:
    for seed in range(3):
        round = sobremesa.game("texas-42").start(seed).round
        rng = Rng(seed)
        while not round.over and len(round.view(-1).data["tricks"]) < 5:
            moves = round.moves()
            round.play(moves[int(rng.below(len(moves)))])
        seat = int(round.turn)
        play = OpenPlay(round.game, Aim(round.game), LOOKS)
        expected = brute_partners(round, seat)
        assert play.gain(round.copy(), seat) == pytest.approx(expected)


def brute_partners(round: Round, seat: int) -> float:
    """Plays partners against partners with open hands, by plain search."""
    if round.over:
        return round.utility()[seat]
    found = []
    for move in round.moves():
        after = round.copy()
        after.play(move)
        found.append(brute_partners(after, seat))
    return max(found) if int(round.turn) % 2 == seat % 2 else min(found)


def test_too_much_to_look_at_is_left_alone() -> None:
    round = sobremesa.game("block").start(1).round
    view = round.view(int(round.turn))
    aim = Aim(view.game)
    assert best_ending(view.game.worlds(view), aim, 1000, view.seat, policy_of("block"), 0.0) == -1
