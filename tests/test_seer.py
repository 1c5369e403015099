"""The seer of the lab: it sees everything, and no table can seat it."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Match, Refused, bots
from sobremesa.lab.arena import equal_duel
from sobremesa.lab.seer import NAME, Seer, choice


def test_the_seer_is_no_bot() -> None:
    for game in sobremesa.games():
        assert NAME not in bots.names(game)
    with pytest.raises(Refused, match="no bot called seer"):
        bots.bot("block", NAME)


def test_the_seer_wins_most_deals_of_block() -> None:
    balance = equal_duel(sobremesa.game("block"), [NAME, "greedy"], 80, 3, rounds=True, workers=1)
    assert balance.shares[0][1] > 0.6


def test_the_seer_thinks_without_touching_the_round() -> None:
    match = Match(sobremesa.game("block"), 5)
    rng = sobremesa.Rng(1)
    before = match.round.dump()
    move = choice(Seer(), match.round, rng)
    match.round.check(move)
    assert match.round.dump() == before
