"""How a move that a person writes is tidied before a game reads it."""

from __future__ import annotations

from typing import Final

from sobremesa.core.errors import IllegalMove

# More signs than any move needs.
LONGEST_MOVE: Final = 200


def tidy(text: str) -> str:
    """Leaves out the space around a move, and all but one of the spaces within it.

    >>> tidy("  6-4   @ W ")
    '6-4 @ W'

    :raises IllegalMove: if the text is longer than any move.
    """
    if len(text) > LONGEST_MOVE:
        text = text.strip()
    if len(text) > LONGEST_MOVE:
        raise IllegalMove("{text} is too long for a move", text=text)
    return " ".join(text.split())
