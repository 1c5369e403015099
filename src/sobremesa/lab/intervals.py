"""Intervals that stay honest however often one looks at them.

Who plays until an interval is narrow and then stops has looked at it after every deal, and an
interval made for one look is too narrow for that. A *confidence sequence* holds the true mean at
all looks together, with the promised chance, so that stopping at any of them is no cheating.

Where a measure has bounds (every share has), the sequence is the empirical Bernstein one with
predictable bets of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting" (2024), theorem 2: its coverage is proved for every number of deals. Where it has none,
it is the asymptotic one of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central
limit theory and asymptotic confidence sequences" (2024): it holds in the limit of many deals. It
does not speak before `FEWEST` of them, nor while all came out alike: what is rare and large has
not been seen then.

Where the number of deals was fixed before, the interval is the ordinary one, which is narrower.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, log, log1p, sqrt
from statistics import NormalDist
from typing import Final

from sobremesa.lab.arena import Estimate

ALPHA: Final = 0.05
# No bet is higher, so that one deal cannot ruin a sequence.
HIGHEST_BET: Final = 0.5
# Deals before a sequence without bounds says anything.
FEWEST: Final = 50
# The asymptotic sequence is narrowest at about so many deals.
NARROWEST_AT: Final = 1000

Bounds = tuple[float, float]


class BoundedSequence:
    """A confidence sequence for the mean of values between two bounds."""

    def __init__(self, bounds: Bounds, alpha: float = ALPHA) -> None:
        self.low, self.high = bounds
        self.promise = log(2 / alpha)
        self.count = 0
        self.total = 0.0
        self.off = 0.0
        self.bets = 0.0
        self.betted = 0.0
        self.cost = 0.0

    def take(self, value: float) -> None:
        """Takes the value of the next deal."""
        span = self.high - self.low
        part = (value - self.low) / span if span else 0.0
        mean = (0.5 + self.total) / (self.count + 1)
        spread = (0.25 + self.off) / (self.count + 1)
        self.count += 1
        bet = min(
            sqrt(2 * self.promise / (spread * self.count * log1p(self.count))), HIGHEST_BET
        )
        self.bets += bet
        self.betted += bet * part
        self.cost += (part - mean) ** 2 * (-log1p(-bet) - bet)
        self.total += part
        self.off += (part - (0.5 + self.total) / (self.count + 1)) ** 2

    def estimate(self) -> Estimate:
        """Gives the mean and the interval, which lies within the bounds."""
        if not self.count:
            return (self.low + self.high) / 2, self.low, self.high
        middle = self.betted / self.bets
        reach = (self.promise + self.cost) / self.bets
        span = self.high - self.low
        low, high = max(0.0, middle - reach), min(1.0, middle + reach)
        mean = min(max(self.total / self.count, low), high)
        return self.low + span * mean, self.low + span * low, self.low + span * high

    def least_width(self, count: int) -> float:
        """Gives how narrow it can be at most after so many deals."""
        # No bet is higher, so that their sum is at most this. Where all values are at one bound,
        # half of the interval lies beyond it and is cut off.
        return min(1.0, self.promise / (HIGHEST_BET * count)) * (self.high - self.low)


class LongSequence:
    """A confidence sequence for the mean of values without bounds, in the limit of many."""

    def __init__(self, alpha: float = ALPHA) -> None:
        self.alpha = alpha
        self.tuned = sqrt((-2 * log(alpha) + log(-2 * log(alpha) + 1)) / NARROWEST_AT)
        self.count = 0
        self.mean = 0.0
        self.off = 0.0

    def take(self, value: float) -> None:
        """Takes the value of the next deal."""
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.off += step * (value - self.mean)

    def estimate(self) -> Estimate:
        """Gives the mean and the interval, without end before there are enough deals."""
        if self.count < FEWEST or not self.off:
            return self.mean, -inf, inf
        grown = self.count * self.tuned**2 + 1
        reach = sqrt(self.off / (self.count - 1)) * sqrt(
            2 * grown / (self.count * self.tuned) ** 2 * log(sqrt(grown) / self.alpha)
        )
        return self.mean, self.mean - reach, self.mean + reach

    def least_width(self, count: int) -> float:
        """Gives how narrow it can be at most after so many deals."""
        return 0.0 if count >= FEWEST else inf


Sequence = BoundedSequence | LongSequence


def sequence(bounds: Bounds | None, alpha: float = ALPHA) -> Sequence:
    """Begins the sequence that fits what is known of the values."""
    return LongSequence(alpha) if bounds is None else BoundedSequence(bounds, alpha)


def looked(values: Iterable[float], bounds: Bounds | None, alpha: float = ALPHA) -> Estimate:
    """Gives the mean of values with an interval that holds also if somebody looked before.

    >>> mean, low, high = looked([0.0, 1.0] * 500, (0.0, 1.0))
    >>> mean, low < 0.46 < 0.54 < high, high - low < 0.15
    (0.5, True, True)
    """
    found = sequence(bounds, alpha)
    for value in values:
        found.take(value)
    return found.estimate()


def fixed(values: list[float], bounds: Bounds | None, alpha: float = ALPHA) -> Estimate:
    """Gives the mean of values, whose number was fixed before, with its interval.

    Between bounds it allows for two values more, one at each bound, so that a few values that are
    all alike do not look like certainty; one value without bounds says nothing.

    >>> fixed([0.5, 1.0, 0.5, 1.0], (0.0, 1.0))[0]
    0.75
    """
    count = len(values)
    mean = sum(values) / count
    off = sum((value - mean) ** 2 for value in values)
    if bounds is None:
        if count < 2:
            return mean, -inf, inf
        reach = quantile(alpha) * sqrt(off / (count - 1) / count)
        return mean, mean - reach, mean + reach
    low, high = bounds
    off += (mean - low) ** 2 + (high - mean) ** 2
    reach = quantile(alpha) * sqrt(off) / count
    return mean, max(low, mean - reach), min(high, mean + reach)


def quantile(alpha: float) -> float:
    """Gives how many standard deviations hold all but `alpha` of what chance does.

    >>> f"{quantile(0.05):.3f}"
    '1.960'
    """
    return NormalDist().inv_cdf(1 - alpha / 2)


def difference_bounds(bounds: Bounds | None) -> Bounds | None:
    """Gives the bounds of the difference of two values."""
    if bounds is None:
        return None
    span = bounds[1] - bounds[0]
    return -span, span
