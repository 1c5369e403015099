"""What the auctions of Super Bridge come to by double dummy."""

from __future__ import annotations

import sobremesa
from sobremesa import Rng
from sobremesa.families.tricks.super_bridge import TO_CALL, SuperBridgeRound
from sobremesa.lab.contracts import Reached, Task, bid_out, declarer_takes, summary
from sobremesa.lab.seer import choice, sitter
from sobremesa.solvers.open_hands import SUPER, double_dummy_leads

NO_TRUMP = 4


def bid_deal(seed: int) -> SuperBridgeRound:
    game = sobremesa.game("super-bridge")
    round = game.deal(Rng(seed), 0, 1, game.starting_points())
    assert isinstance(round, SuperBridgeRound)
    seats = [sitter(game, "greedy")] * 4
    while round.stage == TO_CALL:
        round.play(choice(seats[int(round.turn)], round, Rng(seed)))
    return round


def written(round: SuperBridgeRound) -> str:
    """Writes a deal as PBN has it, by the names that the game gives to its cards."""
    hands = []
    for seat in range(4):
        held = [divmod(int(card), len(SUPER)) for card in round.held(seat)]
        hands.append(".".join(
            "".join(SUPER[16 - rank] for suit, rank in sorted(held, reverse=True) if suit == one)
            for one in (3, 2, 1, 0)
        ))
    return "N:" + " ".join(hands)


def test_the_tricks_of_a_contract_are_those_of_the_best_lead() -> None:
    settled = 0
    for seed in range(12):
        round = bid_deal(seed)
        takes = declarer_takes(round, 200_000)
        if takes[0] == takes[1]:
            declarer = "NESW"[int(round.declarer)]
            strain = [*"CDHS", "NT"][int(round.trumps)]
            assert min(double_dummy_leads(written(round), declarer, strain).values()) == takes[0]
            settled += 1
        if settled == 2:
            break
    assert settled == 2


def test_bots_that_bid_alike_score_nothing_more_than_each_other() -> None:
    first, second = bid_out(Task(7, ("greedy", "greedy"), 1000))
    assert first.level == second.level > 0
    assert first.ours != second.ours
    assert first.score == -second.score != 0


def test_games_are_told_apart_and_count_by_what_they_need() -> None:
    game = Reached(4, NO_TRUMP, True, (13, 13), 500.0)
    slam = Reached(7, NO_TRUMP, True, (12, 14), -300.0)
    theirs = Reached(4, NO_TRUMP, False, (12, 12), -400.0)
    part = Reached(1, NO_TRUMP, True, (12, 12), 300.0)
    assert (game.ahead(), slam.ahead()) == (1, -2)
    assert [one.is_game() for one in (game, slam, theirs, part)] == [True, True, False, False]
    told = summary([[game, slam], [theirs, part]]).splitlines()
    assert told[0].startswith("4 auctions on 2 equal deals")
    assert told[1].startswith(
        "games and slams of the first: 2, of which double dummy settles 1; 1 make, 1 fail"
    )
    assert "distance +1.50" in told[1]
    assert told[3].startswith("slams of the first: 1, ")
