"""Endings: what every move gains in the mean of all worlds, against plain search of all deals."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Rng, Round, View
from sobremesa.bots.endgames import Ending, OpenPlay, best_ending, shares_of
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


def exact_gains(view: View) -> list[float]:
    """Gives what each move gains in the mean of all worlds."""
    every = view.game.worlds(view).each(LOOKS)
    assert every is not None
    shares = shares_of(every, view.seat, policy_of(view.game.name), 0.0)
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
