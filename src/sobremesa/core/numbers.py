"""Whole numbers that come from outside, checked before they meet compiled integers.

Compiled integers have 64 bits, and Python itself refuses to read thousands of digits, so a
number that somebody wrote is looked at here first.
"""

from __future__ import annotations

from typing import Final

# The largest number that an option or a count may have where nothing says less.
MANY: Final = 1_000_000
# More points than anybody makes in a match, or loses.
MOST_POINTS: Final = 1_000_000_000
# A seed fills 64 bits.
LARGEST_SEED: Final = 2**64 - 1
# More digits than any number within bounds needs, zeros in front included.
DIGITS: Final = 40


def whole(text: str, low: int = 0, high: int = MANY) -> int | None:
    """Reads a whole number within bounds, written in plain figures; None for anything else.

    >>> whole("12"), whole("-1", low=-1), whole("1_0"), whole("²"), whole("9" * 5000)
    (12, -1, None, None, None)
    """
    figures = text[1:] if text.startswith(("-", "+")) else text
    if len(figures) > DIGITS or not figures.isascii() or not figures.isdecimal():
        return None
    number = int(text)
    return number if low <= number <= high else None


def is_whole(value: object, low: int = 0, high: int = MANY) -> bool:
    """Tells whether a value of a position is a whole number within bounds.

    >>> is_whole(3, 1, 4), is_whole(True), is_whole("3"), is_whole(2**63)
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def shortened(text: str, most: int = 60) -> str:
    """Cuts a text that a refusal repeats, so that it stays a sentence.

    >>> shortened("6-4"), shortened("9" * 5000, most=10)
    ('6-4', '999999999…')
    """
    return text if len(text) <= most else text[: most - 1] + "…"
