"""What a page has to know of kinds of touches and of things, beyond each one's name.

The kind of a touch stands before its colon (`tile:6-4`), the kind of a thing before the dash of
its id (`tile-6-4`).
"""

from __future__ import annotations

from typing import Final

KINDS: Final[dict[str, list[str]]] = {
    # Touches that a path names in a row may be made in any order.
    "any_order": ["pick", "tile"],
    # What is touched so can be taken back, until a button ends the path.
    "picked": ["pick"],
    # How a piece is turned follows from the way it lies in the hand, and is not touched.
    "turns": ["turn"],
    # May be touched before its turn, and waits for it.
    "ahead": ["tile"],
    # Lies on a board, where an arrow key leads to the nearest thing on that side.
    "board": ["square", "cell", "piece"],
    # Things that glide from where they lay to where they lie.
    "gliding": ["tile", "card", "piece", "chip", "back"],
    # What a thing that lies face down becomes, and what it was.
    "faces": ["tile", "card"],
    "backs": ["back"],
}
