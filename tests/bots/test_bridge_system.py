"""The system of the house: every hand that makes a call is within what the call is said to show."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Rng, bots
from sobremesa.bots.policy import policy_of
from sobremesa.bots.tricks.bridge_mind import BridgeMind, Fitting, OpenDeal
from sobremesa.bots.tricks.bridge_policy import listened
from sobremesa.families.tricks.bridge_system import Bidding, Hand
from sobremesa.families.tricks.super_bridge import BID_MOVE, PASS_MOVE, TO_CALL, SuperBridgeRound
from sobremesa.picture import ascii, log_lines, svg
from sobremesa.picture.saying import PLAIN
from sobremesa.picture.tricks.alerts import alerts, call_of, meanings
from sobremesa.solvers.dummy import Memory
from sobremesa.solvers.open_hands import bridge_results

GAME = sobremesa.game("super-bridge")
POLICY = policy_of("super-bridge")


def dealt(seed: int) -> SuperBridgeRound:
    round = GAME.deal(Rng(seed), seed % 4, seed % 4 + 1, GAME.starting_points())
    assert isinstance(round, SuperBridgeRound)
    return round


def called(round: SuperBridgeRound, *calls: str) -> SuperBridgeRound:
    for call in calls:
        move = round.read(call)
        round.check(move)
        round.play(move)
    return round


def in_play(seed: int, left: int) -> SuperBridgeRound:
    """Gives a deal that quick minds bid and played until so many tricks are left."""
    rng = Rng(seed)
    round = dealt(seed)
    while not round.over and round.stage == TO_CALL:
        round.play(POLICY.choose(round, rng, 0.0))
    while not round.over and (17 - len(round.takers) > left or not round.trick.is_empty()):
        round.play(POLICY.choose(round, rng))
    return round


def test_every_hand_that_calls_is_within_what_its_call_shows() -> None:
    rng = Rng(1)
    made = set()
    for seed in range(2_000):
        round = dealt(seed)
        while not round.over and round.stage == TO_CALL:
            seat = int(round.turn)
            bidding = listened(round)
            call = POLICY.choose(round, rng, 0.0)
            meaning = bidding.meaning(seat, call)
            made.add((int(meaning.why), int(call)))
            assert meaning.admits(Hand(round.hands, seat)), (seed, round.called(), round.text(call))
            round.play(call)
    assert len(made) > 60


def test_who_simulates_calls_within_what_the_calls_show() -> None:
    mind = BridgeMind(3, 1, ending=4)
    for seed in range(12):
        rng = Rng(seed)
        round = dealt(seed)
        while not round.over and round.stage == TO_CALL:
            seat = int(round.turn)
            call = mind.choose(round.view(seat), rng)
            assert listened(round).meaning(seat, call).admits(Hand(round.hands, seat))
            round.play(call)


def test_a_call_has_one_meaning() -> None:
    rng = Rng(2)
    for seed in range(300):
        round = dealt(seed)
        while not round.over and round.stage == TO_CALL:
            told = [int(one.call) for one in listened(round).meanings(round.turn)]
            assert len(told) == len(set(told))
            assert told[-1] == PASS_MOVE
            # Also when somebody calls what no system knows.
            moves = round.legal()
            wild = rng.below(3) == 0 and len(moves) > 3
            round.play(moves[rng.below(4)] if wild else POLICY.choose(round, rng, 0.0))


def test_calls_that_the_system_does_not_know_are_heard() -> None:
    bidding = Bidding()
    bidding.hear(2, BID_MOVE + 40)
    bidding.hear(3, BID_MOVE + 42)
    assert bidding.least[4 * 3 + 2] >= 4
    assert bidding.low[2] >= 10


def test_the_alerts_are_those_of_the_system() -> None:
    round = called(dealt(3), "1S", "pass", "5S", "pass")
    view = round.view(int(round.turn))
    heard = Bidding()
    for seat, call in view.data["calls"]:
        heard.hear(seat, call_of(call))
    shown = meanings(view)
    assert [int(one.call) for one in shown] == [call_of(call) for _, call in view.data["calls"]]
    words = alerts(view, PLAIN)
    assert words[0].startswith("opens; ")
    assert f"{int(shown[0].low)} to {int(shown[0].high)} points" in words[0]
    assert "♠: 5 or more" in words[0]
    assert words[2].startswith("wants to play this game; ")


def test_alerts_are_told_to_every_seat_in_picture_and_text() -> None:
    round = called(dealt(3), "1S", "X")
    views = [round.view(seat) for seat in range(4)]
    for view in views:
        words = alerts(view, PLAIN)
        assert words == alerts(views[0], PLAIN)
        text = " ".join(ascii(view).split())
        drawn = svg(view)
        for word in words:
            assert word in text
            assert f": {word}" in drawn


@pytest.mark.parametrize("tricks", [0, 3, 17])
def test_every_call_is_explained_in_play_and_after(tricks: int) -> None:
    round = called(dealt(3), "1S", "X", "pass", "2H", "pass", "pass", "pass")
    for _ in range(4 * tricks):
        round.play(round.legal()[0])
    assert round.over == (tricks == 17)
    for seat in range(4):
        view = round.view(seat)
        told = log_lines(view)
        drawn = svg(view)
        for place, word in enumerate(alerts(view, PLAIN)):
            assert f"({word})" in told[place]
            assert f": {word}" in drawn


def test_the_log_explains_the_calls_after_a_deal_that_all_passed() -> None:
    game = sobremesa.game("super-bridge", passed_out="redeal")
    round = game.deal(Rng(5), 1, 1, game.starting_points())
    assert isinstance(round, SuperBridgeRound)
    view = called(round, "pass", "pass", "pass", "pass", "1S").view(0)
    assert f"1♠ ({alerts(view, PLAIN)[0]})" in log_lines(view)[4]
    assert alerts(view, PLAIN)[0].startswith("opens; ")


@pytest.mark.parametrize("seed", range(6))
def test_deals_fit_what_is_known(seed: int) -> None:
    round = in_play(seed, 9)
    if round.over:
        return
    seat = int(round.turn)
    fitting = Fitting(GAME.worlds(round.view(seat)), Rng(seed))
    for _ in range(5):
        world = fitting.next()
        assert world.view(seat).data["hands"] == round.view(seat).data["hands"]
        for other in range(4):
            assert len(world.held(other)) == len(round.held(other))
        # Who did not follow a suit has none of it.
        for trick in round.view(seat).data["tricks"]:
            for place, card in enumerate(trick["pieces"]):
                other = (trick["leader"] + place) % 4
                suit = "CDHS".index(trick["suit"])
                if card[0] != trick["suit"] and other not in (seat, int(round.dummy())):
                    assert world.hands[4 * other + suit] == 0


def test_deals_fit_the_calls_better_than_chance() -> None:
    round = called(dealt(5), "1S", "pass", "pass")
    seat = int(round.turn)
    opener = (seat + 1) % 4
    worlds = GAME.worlds(round.view(seat))
    fitting = Fitting(worlds, Rng(1))

    def fits(world: SuperBridgeRound) -> bool:
        hand = Hand(world.hands, opener)
        return bool(hand.points >= 16 and hand.lengths[3] >= 5)

    heard = sum(fits(fitting.next()) for _ in range(60))
    rng = Rng(1)
    evenly = 0
    for _ in range(60):
        world = worlds.sample(rng)
        assert isinstance(world, SuperBridgeRound)
        evenly += fits(world)
    assert heard > 35 > evenly


@pytest.mark.parametrize("seed", range(8))
def test_late_cards_are_counted_double_dummy(seed: int) -> None:
    round = in_play(seed, 5)
    if round.over:
        return
    round.play(round.legal()[0])
    results = bridge_results(round)
    side = int(round.trick.turn) & 1
    left = 17 - len(round.takers)
    deal = OpenDeal(round, Memory(4096))
    for card, tricks in results.items():
        north = deal.after(card, 0)
        assert north == (tricks if side == 0 else left - tricks)


def test_the_mind_makes_legal_moves_again_and_again() -> None:
    mind = BridgeMind(2, 2, looks=6, ending=4)
    for seed in range(2):
        round = dealt(seed)
        while not round.over:
            view = round.view(int(round.turn))
            moves = round.moves()
            move = moves[0]
            if len(moves) > 1:
                move = mind.choose(view, Rng(seed))
                assert move == mind.choose(view, Rng(seed))
            round.check(move)
            round.play(move)


def test_without_bids_it_calls_like_greedy() -> None:
    mind = BridgeMind(2, 2, bids=False)
    for seed in range(20):
        view = dealt(seed).view(seed % 4)
        assert mind.choose(view, Rng(1)) == bots.choose("greedy", view, Rng(1))
