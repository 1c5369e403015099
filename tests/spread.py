"""What `make test` takes of many, and what it leaves to `make test-all`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def spread(values: Iterable[Any], now: Collection[Any]) -> list[Any]:
    """Marks as slow every value that is not tried now.

    >>> [getattr(one, "marks", ()) != () for one in spread(["block", "draw"], ["draw"])]
    [True, False]
    """
    return [
        value if value in now else
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
        for value in values
    ]


def every(step: int, values: Iterable[Any]) -> list[Any]:
    """Marks as slow all values but every so manieth, beginning with the first."""
    listed = list(values)
    return spread(listed, listed[::step])
