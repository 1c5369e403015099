"""The lines that a host and an engine say to each other."""

from __future__ import annotations

import json
from typing import Any

from sobremesa.core.errors import Refused

# Goes up when an engine that knows the old lines would not understand the new ones.
VERSION = 1
GREETING = "sobremesa"
# The longest line that an engine may say, and how many it may say before it answers.
LONGEST_LINE = 4096
MOST_LINES = 1000


def written(data: Any) -> str:
    """Writes data into a line."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True)


def is_greeting(line: str) -> bool:
    """Tells whether a line greets in this version.

    >>> is_greeting("sobremesa 1 My bot"), is_greeting("sobremesa 2"), is_greeting("uciok")
    (True, False, False)
    """
    return line.split(" ")[:2] == [GREETING, str(VERSION)]


def shown(line: str) -> str:
    """Gives a line as it can be repeated to people.

    >>> shown("bell" + chr(7))
    'bell?'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in line[:80])


class Misunderstood(Refused):
    """A line that is none of the protocol."""
