"""Who meets whom, and what it is worth: laws that hold for every field of players."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sobremesa.table.pairing import BYE, matching, round_robin, swiss
from sobremesa.table.scoring import (
    IMPS,
    Outcome,
    buchholz,
    cross_imps,
    imps,
    match_points,
    sonneborn_berger,
)


@pytest.mark.parametrize("count", range(2, 41))
def test_in_a_round_robin_every_two_meet_once_and_all_play_at_the_same_time(count: int) -> None:
    rounds = round_robin(count)
    assert len(rounds) == count - 1 + count % 2
    met = Counter(frozenset(pair) for one in rounds for pair in one if BYE not in pair)
    assert met == {frozenset(pair): 1 for pair in itertools.combinations(range(count), 2)}
    for one in rounds:
        playing = [player for pair in one for player in pair if player != BYE]
        assert sorted(playing) == list(range(count))
    rests = Counter(pair[0] for one in rounds for pair in one if pair[1] == BYE)
    assert rests == (dict.fromkeys(range(count), 1) if count % 2 else {})


@pytest.mark.parametrize("count", range(2, 41))
def test_in_a_round_robin_everybody_is_first_about_as_often_as_second(count: int) -> None:
    firsts = Counter(
        pair[0] for one in round_robin(count) for pair in one if pair[1] != BYE
    )
    games = count - 1
    for player in range(count):
        assert abs(2 * firsts[player] - games) <= 2


def pairings(players: tuple[int, ...]) -> list[list[frozenset[int]]]:
    """Lists all ways to pair an even number of players."""
    if not players:
        return [[]]
    first, *others = players
    return [
        [frozenset((first, other)), *rest]
        for other in others
        for rest in pairings(tuple(one for one in others if one != other))
    ]


def fewest_rematches(players: tuple[int, ...], met: set[frozenset[int]]) -> int:
    return min(sum(pair in met for pair in one) for one in pairings(players))


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, list[float], set[frozenset[int]], set[int]]:
    count = draw(st.integers(2, 9))
    points = draw(st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0]), min_size=count, max_size=count))
    everybody = [frozenset(pair) for pair in itertools.combinations(range(count), 2)]
    met = draw(st.sets(st.sampled_from(everybody)))
    return count, points, met, draw(st.sets(st.integers(0, count - 1)))


@settings(max_examples=300, deadline=None)
@given(fields())
def test_swiss_repeats_as_few_encounters_as_there_must_be(
    field: tuple[int, list[float], set[frozenset[int]], set[int]]
) -> None:
    count, points, met, rested = field
    ranked = sorted(range(count), key=lambda one: (-points[one], one))
    found = swiss(ranked, points, met, rested)
    playing = [player for pair in found for player in pair if player != BYE]
    assert sorted(playing) == list(range(count))
    repeated = sum(frozenset(pair) in met for pair in found if pair[1] != BYE)
    rests = [pair[0] for pair in found if pair[1] == BYE]
    assert len(rests) == count % 2
    if not rests:
        assert repeated == fewest_rematches(tuple(range(count)), met)
        return
    may = [one for one in range(count) if one not in rested] or list(range(count))
    assert rests[0] in may
    assert repeated == min(
        fewest_rematches(tuple(one for one in range(count) if one != idle), met) for idle in may
    )


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 8), st.data())
def test_as_many_are_matched_as_can_be(count: int, data: st.DataObject) -> None:
    edges = [frozenset(pair) for pair in itertools.combinations(range(count), 2)]
    drawn = data.draw(st.sets(st.sampled_from(edges))) if edges else set()
    graph = {one: [two for two in range(count) if frozenset((one, two)) in drawn and one != two]
             for one in range(count)}
    found = matching(graph)
    assert found <= drawn
    assert len({one for pair in found for one in pair}) == 2 * len(found)
    most = max(
        size for size in range(count // 2 + 1)
        for chosen in itertools.combinations(drawn, size)
        if len({one for pair in chosen for one in pair}) == 2 * size
    )
    assert len(found) == most


def test_swiss_pairs_the_upper_half_of_a_group_with_the_lower() -> None:
    assert swiss([0, 1, 2, 3], [0.0] * 4, set()) == [(0, 2), (1, 3)]
    # Three of four winners may not meet each other: one of them plays below.
    points = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    met = {frozenset(pair) for pair in ((0, 1), (0, 2), (0, 3))}
    found = swiss(list(range(8)), points, met)
    assert found[0] == (0, 4)
    assert not met & {frozenset(pair) for pair in found}


def test_a_whole_swiss_of_even_and_odd_fields_never_repeats_while_there_are_opponents() -> None:
    for count in (6, 7, 16, 33):
        met: set[frozenset[int]] = set()
        rested: set[int] = set()
        points = [0.0] * count
        for _ in range(min(count - 1, 7)):
            ranked = sorted(range(count), key=lambda one: (-points[one], one))
            for first, second in swiss(ranked, points, met, rested):
                if second == BYE:
                    assert first not in rested
                    rested.add(first)
                else:
                    assert frozenset((first, second)) not in met
                    met.add(frozenset((first, second)))
                points[min(first, second) if second != BYE else first] += 1


@given(st.lists(st.integers(-5000, 5000), min_size=1, max_size=30))
def test_match_points_sum_to_a_constant_and_follow_the_results(results: list[int]) -> None:
    found, count = match_points(results), len(results)
    assert sum(found) == count * (count - 1)
    assert all(0 <= one <= 2 * (count - 1) for one in found)
    for one, two in itertools.combinations(range(count), 2):
        assert (results[one] > results[two]) == (found[one] > found[two])
    turned = match_points([-one for one in results])
    assert all(one + two == 2 * (count - 1) for one, two in zip(found, turned, strict=True))


# The scale as the laws of bridge print it: the first and the last difference of every IMP.
PRINTED = {
    0: (0, 10), 1: (20, 40), 2: (50, 80), 3: (90, 120), 4: (130, 160), 5: (170, 210),
    6: (220, 260), 7: (270, 310), 8: (320, 360), 9: (370, 420), 10: (430, 490), 11: (500, 590),
    12: (600, 740), 13: (750, 890), 14: (900, 1090), 15: (1100, 1290), 16: (1300, 1490),
    17: (1500, 1740), 18: (1750, 1990), 19: (2000, 2240), 20: (2250, 2490), 21: (2500, 2990),
    22: (3000, 3490), 23: (3500, 3990), 24: (4000, 99_990),
}


def test_the_scale_of_imps_is_the_printed_one() -> None:
    assert len(IMPS) == 24
    for worth, (low, high) in PRINTED.items():
        for points in (low, high):
            assert (imps(points), imps(-points)) == (worth, -worth)


@given(st.lists(st.integers(-500, 500).map(lambda one: 10 * one), min_size=1, max_size=20))
def test_imps_against_all_others_sum_to_nothing(results: list[int]) -> None:
    assert sum(cross_imps(results)) == 0


def test_tie_breaks_add_up_what_the_opponents_made() -> None:
    games = {
        0: [Outcome(1, 1.0), Outcome(2, 0.5)],
        1: [Outcome(0, 0.0), Outcome(None, 1.0)],
        2: [Outcome(None, 1.0), Outcome(0, 0.5)],
    }
    assert buchholz(games) == {0: 1.0 + 1.5, 1: 1.5 + 1.0, 2: 1.5 + 1.5}
    assert sonneborn_berger(games) == {0: 1.0 + 0.75, 1: 0.0, 2: 0.75}
