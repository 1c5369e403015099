"""The generator: its specified stream, and answers that are all equally likely."""

from __future__ import annotations

import math

import pytest

import sobremesa
from sobremesa import Rng

# The first six words of some seeds, worked out from the specification.
STREAMS: dict[int, list[int]] = {
    0: [4216505632, 947923937, 2491578854, 3964400089, 2091952393, 4208506024],
    1: [3387734806, 1080862987, 3546521498, 2861869171, 428981239, 2719816156],
    7: [4196707356, 3891143111, 2994695642, 1852364411, 1948228013, 3153001767],
    2**32 + 5: [3706513846, 2066784956, 313051543, 562138231, 932119697, 1683511137],
    2**64 - 1: [1764797259, 3877443715, 254422320, 1995265944, 3211181574, 387476003],
}


def specified_words(seed: int, count: int) -> list[int]:
    """Follows the docstring of `Rng` with Python's unbounded integers."""
    a, b, c, counter = seed % 2**32, seed // 2**32, 0, 1
    words = []
    for _ in range(15 + count):
        out = (a + b + counter) % 2**32
        counter += 1
        a = b ^ (b // 2**9)
        b = (c + c * 8) % 2**32
        c = (c * 2**21 % 2**32 + c // 2**11 + out) % 2**32
        words.append(out)
    return words[15:]


@pytest.mark.parametrize("seed", STREAMS)
def test_the_first_words_of_a_seed_never_change(seed: int) -> None:
    rng = Rng(seed)
    assert [int(rng.word()) for _ in range(6)] == STREAMS[seed]


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32 - 1, 2**32, 987654321987654321, 2**64 - 1])
def test_a_long_stream_follows_the_specification(seed: int) -> None:
    rng = Rng(seed)
    assert [int(rng.word()) for _ in range(5000)] == specified_words(seed, 5000)


@pytest.mark.parametrize("seed", [-1, 2**64, -(2**70)])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=r"from 0 to 18446744073709551615"):
        Rng(seed)


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 28, 1000, 2**31 - 1])
def test_below_takes_the_high_word_and_throws_back_what_would_be_unfair(limit: int) -> None:
    words = iter(specified_words(11, 4000))
    rng = Rng(11)
    for _ in range(1000):
        product = next(words) * limit
        while product % 2**32 < 2**32 % limit:
            product = next(words) * limit
        assert int(rng.below(limit)) == product // 2**32


@pytest.mark.parametrize("limit", [2, 3, 7, 28])
def test_below_answers_every_number_equally_often(limit: int) -> None:
    rng = Rng(5)
    draws = 4000 * limit
    seen = [0] * limit
    for _ in range(draws):
        seen[int(rng.below(limit))] += 1
    assert chi_square(seen) < bound(limit - 1)


def test_a_modulus_taken_of_three_bits_fails_the_same_check() -> None:
    rng = Rng(5)
    seen = [0] * 3
    for _ in range(12000):
        seen[int(rng.word()) % 8 % 3] += 1
    assert chi_square(seen) > bound(2)


@pytest.mark.parametrize("limit", [1, 5, 2**32, 2**32 + 1, 10**20, 2**96 - 1])
def test_big_limits_are_kept(limit: int) -> None:
    rng = Rng(3)
    draws = [rng.below_big(limit) for _ in range(2000)]
    assert min(draws) >= 0
    assert max(draws) < limit
    if limit > 2**32:
        assert len(set(draws)) == 2000
        assert abs(sum(draws) / 2000 / limit - 0.5) < 0.03


def test_big_limits_that_are_small_are_fair() -> None:
    rng = Rng(4)
    seen = [0] * 7
    for _ in range(28000):
        seen[rng.below_big(7)] += 1
    assert chi_square(seen) < bound(6)


def test_big_limits_just_above_a_power_of_two_are_fair() -> None:
    limit = 2**32 + 2**31
    rng = Rng(6)
    thirds = [0] * 3
    for _ in range(30000):
        thirds[rng.below_big(limit) // 2**31] += 1
    assert chi_square(thirds) < bound(2)


def test_shuffle_changes_each_place_with_one_at_or_below_it() -> None:
    game = sobremesa.game("draw")
    opening = game.deal(Rng(9), 0, 1, [0, 0]).opening()
    twin = Rng(9)
    deck = game.pieces()
    for last in range(27, 0, -1):
        other = int(twin.below(last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    assert opening["boneyard"] == deck[14:]
    assert [set(hand) for hand in opening["hands"]] == [set(deck[:7]), set(deck[7:14])]


def test_close_seeds_part_company() -> None:
    firsts = {int(Rng(seed).below(1000)) for seed in range(200)}
    assert len(firsts) > 150


def chi_square(seen: list[int]) -> float:
    """Measures how far counts are from being equal."""
    expected = sum(seen) / len(seen)
    return sum((count - expected) ** 2 for count in seen) / expected


def bound(freedom: int) -> float:
    """Gives a value that chance exceeds about once in a million times."""
    return float(freedom + 7 * math.sqrt(2 * freedom) + 14)
