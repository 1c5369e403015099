"""Waiting for what happens, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

# Seconds to wait for what surely comes, however busy the machine is.
PATIENCE = 60.0


def wait_until(happened: Callable[[], bool]) -> None:
    """Waits for something that surely happens."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "what should happen does not happen"
        time.sleep(0.02)
