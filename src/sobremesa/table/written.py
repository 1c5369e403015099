"""Whole numbers as a visitor writes them in an address, a form or a greeting."""

from __future__ import annotations

from sobremesa.core.numbers import whole

# Larger than any number that means something here, and far within compiled integers.
LARGEST = 10**9 - 1


def number_in(written: object, low: int = 0, high: int = LARGEST) -> int | None:
    """Reads a whole number from `low` to `high`, which has one spelling only: plain figures
    without zeros in front; None for anything else.

    Whatever is checked is what is used: nobody reads the text a second time.

    >>> number_in("29"), number_in("-1", low=-1), number_in(7)
    (29, -1, 7)
    >>> number_in("029"), number_in("+29"), number_in("२९"), number_in("9" * 5000), number_in(True)
    (None, None, None, None, None)
    """
    if isinstance(written, str):
        number = whole(written, low, high)
        return number if str(number) == written else None
    return written if type(written) is int and low <= written <= high else None
