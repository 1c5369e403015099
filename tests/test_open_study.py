"""The study of Super Bridge with all hands open."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random

import pytest

from sobremesa import Refused
from sobremesa.core.errors import BadRecord
from sobremesa.lab import open_findings, open_hands
from sobremesa.lab.open_findings import fitted, least_squares, table
from sobremesa.lab.open_hands import BRIDGE, SUPER, Studied, Task, study, study_deal


def test_slopes_are_found_again() -> None:
    rng = Random(1)
    factors = [[rng.uniform(10, 50), rng.uniform(5, 12)] for _ in range(400)]
    values = [2 + 0.3 * one + 0.7 * other + rng.gauss(0, 1) for one, other in factors]
    line = least_squares(factors, values)
    for slope, true in zip(line.slopes, (0.3, 0.7), strict=True):
        assert abs(slope - true) < 0.08
    assert 0.9 < line.spread < 1.1
    with pytest.raises(Refused, match="too few deals"):
        least_squares([[1.0], [1.0]], [1.0, 2.0])


def test_bounds_that_lean_to_one_side_do_not_bend_the_line() -> None:
    # Half of the deals are known by bounds that reach much further up than down.
    rng = Random(2)
    factors = [[rng.uniform(10, 50)] for _ in range(600)]
    results = [round(0.3 * points + rng.gauss(0, 1)) for (points,) in factors]
    bounds = [
        (tricks, tricks) if place % 2 else (tricks - 1, tricks + 4)
        for place, tricks in enumerate(results)
    ]
    line = fitted(factors, bounds)
    middles = least_squares(factors, [(least + most) / 2 for least, most in bounds])
    assert abs(line.slopes[0] - 0.3) < 0.02
    assert abs(line.at([30.0]) - 9) < 0.5 * abs(middles.at([30.0]) - 9)


def test_a_deal_has_every_card_once_and_bounds_that_hold() -> None:
    masks = open_hands.deal_masks(5)
    assert [sum(masks[suit::4]) for suit in range(4)] == [(1 << 17) - 1] * 4
    assert [sum(mask.bit_count() for mask in masks[seat:seat + 4]) for seat in (0, 4, 8, 12)] == [
        17] * 4
    one = study_deal(Task(5, 200))
    assert one == study_deal(Task(5, 200))
    assert one.points == sum(open_hands.held_points(masks, seat) for seat in (0, 2))
    assert 9 <= one.fit <= 17 and 0 <= one.maids <= 4
    for least, most in (one.plain, one.trumps):
        assert 0 <= least <= most <= 17


def test_a_maid_changes_sides_and_nothing_else_does() -> None:
    for seed in range(40):
        masks = open_hands.deal_masks(seed)
        gained, changed = open_hands.exchanged(masks, seed % 4)
        assert [mask.bit_count() for mask in masks] == [mask.bit_count() for mask in changed]
        assert [sum(changed[suit::4]) for suit in range(4)] == [(1 << 17) - 1] * 4
        before, after = (
            sum(one[4 * seat + suit] >> 4 & 1 for seat in (0, 2) for suit in range(4))
            for one in (masks, changed)
        )
        assert after - before == gained
        moved = sum((a ^ b).bit_count() for a, b in zip(masks, changed, strict=True))
        assert moved == (4 if gained else 0)


def test_bridge_with_52_cards_is_studied_too() -> None:
    one = study_deal(Task(3, 0, BRIDGE))
    assert one.plain[0] == one.plain[1] <= 13 and one.gained == 0
    assert 7 <= one.fit <= 13


def test_the_same_seed_studies_the_same_deals(tmp_path: Path) -> None:
    kept = tmp_path / "deals.csv"
    with open_hands.keeping(kept) as keep:
        found = study(2, nodes=50, seed=3, workers=1, keep=keep)
    assert found == study(2, nodes=50, seed=3, workers=1)
    assert open_hands.read_csv(kept.read_text(encoding="utf-8")) == found


def test_a_file_that_is_no_study_is_refused_by_its_line() -> None:
    with pytest.raises(BadRecord, match="columns"):
        open_hands.read_csv("points,luck\n1,2\n")
    head = open_hands.written([open_hands.HEAD])
    with pytest.raises(BadRecord, match="line 2"):
        open_hands.read_csv(head + "1,2,many\n")


def made(points: int, maids: int, fit: int, plain: int, trumps: int, wide: int = 0) -> Studied:
    return Studied(points, maids, fit, 0, (plain, plain + wide), (trumps, trumps + wide))


def test_shares_count_what_is_sure_and_what_may_be() -> None:
    found = [
        made(30, 2, 9, 8, 9), made(42, 1, 10, 12, 13), made(50, 3, 11, 15, 16),
        made(33, 0, 10, 9, 9), made(27, 2, 12, 7, 11), made(40, 4, 9, 10, 9, wide=4),
    ]
    told = table(found)
    assert "| North-South: a game makes | 33% to 50% |" in told
    assert "| North-South: a slam makes | 17% |" in told
    assert "zone C (7 to 9) | 17% |" in told and "no contract | 0% |" in told
    assert "a card more of the fit" in told
    bridge = table(found, open_hands.BRIDGE)
    assert "zone" not in bridge and "the highest that makes: level 7 |" in bridge
    root = ET.fromstring(open_findings.plot(found))
    drawn = [element.get("class") for element in root.iter()]
    assert drawn.count("deal") == 5 and drawn.count("wide") == 1


def test_too_few_deals_say_so() -> None:
    few = [made(30, 2, 9, 8, 9), made(42, 1, 10, 12, 13)]
    told = table(few)
    assert "| with trumps, a point is worth | too few deals | – | 2 |" in told
    assert "a game makes | 50% |" in told
    root = ET.fromstring(open_findings.plot(few[:1]))
    assert "line" not in [element.get("class") for element in root.iter()]
    with pytest.raises(Refused, match="no deals"):
        table([])


def test_a_maid_is_worth_what_it_changes_in_the_mean() -> None:
    found = [
        Studied(30, 2, 9, 0, (8, 8), (9, 9), 1, (10, 10)),
        Studied(32, 2, 9, 0, (8, 8), (9, 9), -1, (9, 9)),
        Studied(34, 2, 9, 0, (8, 8), (9, 9), -1, (8, 8)),
        Studied(36, 2, 9, 0, (8, 8), (9, 10), 1, (12, 12)),
        Studied(36, 2, 9, 0, (8, 8), (9, 9)),
    ]
    assert open_findings.maid_change(found) == pytest.approx(2 / 3)


def test_the_best_score_is_that_of_the_best_contract_bid() -> None:
    # Twelve tricks without trumps make 4NT: 180 and the game.
    one, scoring = made(42, 1, 8, 12, 8), SUPER.scoring
    assert one.best_score(scoring, False) == 680 and one.best_score(scoring, True) == 980
    assert made(10, 0, 9, 3, 4).best_score(scoring, True) == 0


def test_the_odds_of_bridge_are_those_that_its_players_know() -> None:
    needed = open_findings.needed
    # 420 instead of 170, or -50 instead of 140; vulnerable 620, 170, -100 and 140.
    assert needed(BRIDGE.scoring, 4, 3, False) == pytest.approx(190 / 440)
    assert needed(BRIDGE.scoring, 4, 3, True) == pytest.approx(240 / 690)
    # 980 instead of 480, or -50 instead of 450.
    assert needed(BRIDGE.scoring, 6, 3, False) == 0.5
