"""What a visitor writes: bodies, and whole numbers in an address, a form or a greeting."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from sobremesa.core.numbers import whole

# Larger than any number that means something here, and far within compiled integers.
LARGEST = 10**9 - 1

# A whole number in a JSON body.
Whole = Annotated[int, Field(ge=-LARGEST, le=2**31 - 1)]
# What a client calls something it sends, so that it is done once however often it is sent.
Mark = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[!-~]+$")]


class Body(BaseModel):
    """A JSON body, in which nothing is taken for anything else."""

    model_config = ConfigDict(extra="forbid", strict=True)


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
