"""The quick mind for Domino Poker, in situations that have an obvious answer."""

from __future__ import annotations

from itertools import combinations

from pytest import approx

from sobremesa.bots.poker.greedy import Odds, find_exchange
from sobremesa.bots.poker.tables import SETS, tables_for
from sobremesa.families.poker.ranks import ORDER, mask_of
from tests.bots.judging import chance, dealt, liked

ROYAL = "6-6 5-5 4-4 3-3 2-2"
NOTHING = "2-1 4-3 5-1 6-2 5-3"


def test_the_best_hand_bets_raises_and_never_folds() -> None:
    assert liked(dealt("domino-poker", [ROYAL, ""], True, players=2)) == "bet2"
    round = dealt("domino-poker", ["", ROYAL], True, players=2, moves="bet2")
    assert liked(round) == "raise4"
    assert chance(round, "fold") < 0.01


def test_a_poor_hand_does_not_bet_where_it_can_check() -> None:
    assert liked(dealt("domino-poker", [NOTHING, ""], True, players=2)) == "check"


def test_a_poor_hand_folds_to_a_raise() -> None:
    round = dealt("domino-poker", [NOTHING, ""], True, players=2, moves="bet2 raise4")
    assert liked(round) == "fold"


def test_a_small_call_for_a_large_pot_is_made_with_a_pair() -> None:
    round = dealt(
        "domino-poker", ["", "", "6-6 5-5 4-3 2-1 6-1"], True, players=3, moves="bet2 call"
    )
    assert liked(round) != "fold"


def test_five_doubles_are_kept_and_three_are_kept_of_five_tiles() -> None:
    moves = "check check"
    assert liked(dealt(
        "domino-poker", [ROYAL, ""], True, players=2, draw=True, moves=moves
    )) == "pat"
    thrown = liked(dealt(
        "domino-poker", ["6-6 5-5 4-4 3-1 2-1", ""], True, players=2, draw=True, moves=moves
    ))
    assert not {"6-6", "5-5", "4-4"} & set(thrown[1:].split(","))


def test_the_tables_count_what_the_greedy_bot_counts() -> None:
    tables, odds = tables_for(False), Odds(False)
    for names in list(combinations(ORDER, 5))[::1501]:
        hand = mask_of(list(names))
        number = SETS.number(hand)
        assert tables.share[number] == approx(odds.percentile(hand))
        assert tables.strength[number] == approx(odds.strength(hand))
        mask, chance = find_exchange(hand, 2, 3, odds)
        best = tables.exchange(2, 3)
        assert best.chance[number] == approx(chance)
        assert best.best[number] == mask
