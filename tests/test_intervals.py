"""Intervals keep their promise on planted cases, however often one looks."""

from __future__ import annotations

from math import inf, sqrt
from random import Random

import pytest

from sobremesa.lab.intervals import (
    FEWEST,
    BoundedSequence,
    Bounds,
    LongSequence,
    Sequence,
    fixed,
    looked,
    sequence,
)

# Planted cases of each kind, and the most that may miss: 5 % and four standard deviations.
CASES = 300
MOST_MISSES = CASES * 0.05 + 4 * sqrt(CASES * 0.05 * 0.95)


def ever_left_out(found: Sequence, values: list[float], truth: float) -> bool:
    """Tells whether the interval leaves out the truth at any look."""
    for value in values:
        found.take(value)
        _, low, high = found.estimate()
        if not low <= truth <= high:
            return True
    return False


@pytest.mark.parametrize("truth", [0.02, 0.5, 0.9])
def test_a_bounded_sequence_holds_the_truth_at_all_looks(truth: float) -> None:
    rng = Random(7)
    misses = sum(
        ever_left_out(
            BoundedSequence((0.0, 1.0)), [float(rng.random() < truth) for _ in range(400)], truth
        )
        for _ in range(CASES)
    )
    assert misses <= CASES * 0.05


def test_a_long_sequence_holds_the_truth_at_all_looks() -> None:
    rng = Random(8)
    misses = sum(
        ever_left_out(LongSequence(), [rng.expovariate(0.1) for _ in range(400)], 10.0)
        for _ in range(CASES)
    )
    assert misses <= MOST_MISSES


def test_looking_again_and_again_at_a_plain_interval_would_be_cheating() -> None:
    """What the sequences are for: the plain interval misses often when one may stop."""
    rng = Random(9)
    misses = 0
    for _ in range(100):
        values = [float(rng.random() < 0.5) for _ in range(400)]
        found = [fixed(values[:count], (0.0, 1.0)) for count in range(20, 401, 10)]
        misses += any(not low <= 0.5 <= high for _, low, high in found)
    assert misses > 15


@pytest.mark.parametrize("bounds", [(0.0, 1.0), None])
def test_a_plain_interval_holds_the_truth_at_one_look(bounds: Bounds | None) -> None:
    rng = Random(10)
    misses = 0
    for _ in range(CASES):
        _, low, high = fixed([float(rng.random() < 0.3) for _ in range(200)], bounds)
        misses += not low <= 0.3 <= high
    assert misses <= MOST_MISSES


def stopped_at(width: float, coin: float, rng: Random) -> tuple[float, float]:
    """Throws a coin until its interval is narrow."""
    found = BoundedSequence((0.0, 1.0))
    while True:
        found.take(float(rng.random() < coin))
        _, low, high = found.estimate()
        if high - low <= width:
            return low, high


def test_a_biased_coin_is_found_among_fair_ones() -> None:
    """Stopped at a width of 0.16, a coin of 0.65 is told from fair ones, and few of these are
    taken for biased."""
    rng = Random(11)
    fair = [stopped_at(0.16, 0.5, rng) for _ in range(60)]
    biased = [stopped_at(0.16, 0.65, rng) for _ in range(60)]
    assert sum(not low <= 0.5 <= high for low, high in fair) <= 3
    assert sum(low > 0.5 for low, _ in biased) >= 57


def test_a_paired_difference_of_nothing_is_not_found() -> None:
    rng = Random(12)
    found = 0
    for _ in range(CASES):
        apart = [float(rng.choice((-1, 0, 0, 0, 1))) for _ in range(300)]
        _, low, high = looked(apart, (-1.0, 1.0))
        found += not low <= 0 <= high
    assert found <= CASES * 0.05


def test_a_sequence_grows_as_narrow_as_wished() -> None:
    rng = Random(13)
    low, high = stopped_at(0.1, 0.5, rng)
    assert high - low <= 0.1


def test_what_is_rare_and_large_is_not_taken_for_nothing() -> None:
    """One deal in a hundred makes a hundred points, the others none."""
    rng = Random(14)
    misses = sum(
        ever_left_out(
            LongSequence(), [100.0 * (rng.random() < 0.01) for _ in range(400)], 1.0
        )
        for _ in range(CASES)
    )
    assert misses <= MOST_MISSES


def test_values_all_alike_are_no_certainty() -> None:
    assert fixed([1.0] * 10, (0.0, 1.0))[1] < 0.9
    assert looked([1.0] * 10, (0.0, 1.0))[1] < 0.8
    assert fixed([3.0], None)[1:] == (-inf, inf)
    assert looked([3.0] * (FEWEST - 1), None)[1:] == (-inf, inf)
    assert looked([3.0] * (2 * FEWEST), None)[1:] == (-inf, inf)
    assert looked([3.0] * FEWEST + [4.0], None)[1] > 2.5


@pytest.mark.parametrize("place", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("bounds", [(0.0, 1.0), (-3.0, 5.0)])
def test_no_run_is_narrower_than_the_least_width(bounds: Bounds, place: float) -> None:
    found = sequence(bounds)
    for _ in range(500):
        found.take(bounds[0] + place * (bounds[1] - bounds[0]))
    _, low, high = found.estimate()
    assert found.least_width(500) <= high - low
