"""Playing cards: the pack of 68, with courts and a Maid drawn from a few strokes.

A card is drawn upright round its middle, 60 wide and 84 high, and brought to its place by one
transform on its group, so that a page can move it by its id.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, radians, sin
from typing import Final

from sobremesa.material.cards import ROMANIAN, SUITS
from sobremesa.picture import parts
from sobremesa.picture.scenes import Node, Place, Symbol, group, num

WIDE: Final = 60.0
HIGH: Final = 84.0

# The signs of the suits in a square of 20, their middle at 0.
SIGNS: Final = {
    "C": "M0 -9a4.6 4.6 0 0 1 3.6 7.4a4.6 4.6 0 1 1 -2.4 7.2q.3 2.6 2.6 3.6h-7.6q2.3 -1 2.6 "
         "-3.6a4.6 4.6 0 1 1 -2.4 -7.2a4.6 4.6 0 0 1 3.6 -7.4z",
    "D": "M0 -10L7.4 0L0 10L-7.4 0Z",
    "H": "M0 9.4C-4.5 5 -9.4 1.4 -9.4 -3.4C-9.4 -9 -2.6 -10 0 -5C2.6 -10 9.4 -9 9.4 -3.4C9.4 "
         "1.4 4.5 5 0 9.4Z",
    "S": "M0 -9.6C3.6 -5 9 -2 9 2.4C9 7 3.6 7.4 1.2 4.4q.3 3.6 2.8 4.8h-8q2.5 -1.2 2.8 "
         "-4.8C-3.6 7.4 -9 7 -9 2.4C-9 -2 -3.6 -5 0 -9.6Z",
}
# What stands in the middle of the superior cards: the head-dress of each, drawn in ink.
COURTS: Final = {
    "A": "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0M-18.5 0a18.5 18.5 0 1 0 37 0a18.5 18.5 0 1 "
         "0 -37 0",
    "R": "M-15 14h30M-15 10h30L17 -9L8 0L0 -15L-8 0L-17 -9ZM0 -15v-6M-3 -18.5h6",
    "D": "M-14 14h28M-14 10Q0 5 14 10L16 -7Q10 -2 6 -9Q3 -14 0 -14Q-3 -14 -6 -9Q-10 -2 -16 -7Z"
         "M-16 -10h.01M16 -10h.01M0 -18h.01",
    "V": "M-15 9Q0 15 15 9L12 -1Q0 4 -12 -1ZM-12 -1Q-10 -13 2 -12Q11 -11 12 -1M6 -11Q12 -22 19 "
         "-19Q16 -12 9 -9",
    "S": "M-14 8Q-16 -14 0 -15Q16 -14 14 8M-14 8Q-9 1 -7 -4Q0 -9 7 -4Q9 1 14 8M-14 8q-4 4 -1 "
         "8M14 8q4 4 1 8M-4 13l4 -3l4 3l-4 3z",
}
# The numbers of the superior cards (BRIDGE-61).
VALUES: Final = {"S": 13, "V": 14, "D": 15, "R": 16, "A": 17}


def sign(suit: str, x: float, y: float, size: float, css: str = "suit") -> str:
    """Draws the sign of a suit."""
    return (
        f'<path class="{css} s-{suit.lower()}" d="{SIGNS[suit]}"'
        f' transform="translate({num(x)} {num(y)}) scale({num(size / 20)})"/>'
    )


def corner(suit: str, rank: str) -> str:
    """Draws rank and suit as a corner shows them."""
    size = 23 if len(rank) == 1 else 20
    return (
        parts.words(rank, -18.5, -20.5, f"rank s-{suit.lower()}", size)
        + sign(suit, -18.5, -8.5, 15)
    )


def dial(suit: str, number: int) -> str:
    """Draw as many signs as a number card counts, at the hours from one on (BRIDGE-60).

    >>> [dial("S", number).count("<path") for number in (1, 12)]
    [1, 12]
    """
    hours = [radians(30 * hour) for hour in range(1, number + 1)]
    return "".join(sign(suit, 9 * sin(hour), -31 * cos(hour), 7) for hour in hours)


def face(name: str, ranks: list[str] = ROMANIAN, letter: str = "") -> str:
    """Draw the face of a card: its middle, and twice what reads the same from either end.

    >>> face("S12").count(">12<"), face("SD").count(">15<")
    (2, 2)
    """
    suit, rank = name[0], name[1:]
    place = ranks.index(rank)
    end = corner(suit, letter or rank)
    if place >= 12:
        court = ROMANIAN[place]
        end += parts.words(str(VALUES[court]), -18.5, 9, "value", 10)
        middle = (
            f'<path class="court s-{suit.lower()}" transform="scale(.58)" d="{COURTS[court]}"/>'
            + (sign(suit, 0, 0, 13) if court == "A" else "")
        )
    else:
        middle = dial(suit, place + 1)
    return f'{middle}{end}<g transform="rotate(180)">{end}</g>'


@lru_cache(maxsize=1024)
def symbol(name: str, ranks: tuple[str, ...], letter: str, four: bool) -> Symbol:
    """Draws a card face up, its suits in two colours or in four."""
    drawn = face(name, [*ranks], letter)
    if four:
        drawn = f'<g class="four">{drawn}</g>'
    key = f"face-{name}-{letter or name[1:]}{'-four' if four else ''}"
    return Symbol(key, rect("soft", 1.2, 2.2) + rect("face", 0, 0) + drawn)


def card(
    name: str, x: float, y: float, width: float, *, ranks: list[str] = ROMANIAN,
    letter: str = "", four: bool = False, fresh: bool = False, touch: str = "", spoken: str = "",
) -> Node:
    """Draws a card face up; with `touch` it can be touched, `fresh` marks what just fell."""
    drawn = [
        symbol(name, tuple(ranks), letter, four), rect("fresh", 0, 0) if fresh else "",
        rect("halo", 0, 0, 2.0) if touch else "",
    ]
    return Node(
        f"card-{name}", group("lift", drawn), "playing-card", at(x, y, width), touch, spoken
    )


@cache
def back_symbol() -> Symbol:
    """Draws a card face down."""
    lattice = "".join(
        f'<path class="inlay" d="M{-22 + 11 * step} -32l11 11l-11 11l11 11l-11 11l11 11"/>'
        for step in range(4)
    )
    return Symbol("back-card", rect("soft", 1.2, 2.2) + rect("back", 0, 0) + lattice)


def back(key: str, x: float, y: float, width: float) -> Node:
    """Lays a card face down."""
    return Node(f"back-{key}", back_symbol(), at=at(x, y, width))


def rect(css: str, dx: float, dy: float, grow: float = 0.0) -> str:
    """Draws the outline of a card."""
    x, y = dx - WIDE / 2 - grow, dy - HIGH / 2 - grow
    return parts.oblong(css, x, y, WIDE + 2 * grow, HIGH + 2 * grow, 6)


def at(x: float, y: float, width: float) -> Place:
    """Brings a card to its place."""
    return Place(x, y, scale=width / WIDE)


def by_suit(names: list[str], ranks: list[str]) -> dict[str, list[str]]:
    """Sorts cards into suits, spades first and the highest card first.

    >>> by_suit(["C1", "SA", "C12"], ROMANIAN)
    {'S': ['SA'], 'H': [], 'D': [], 'C': ['C12', 'C1']}
    """
    return {
        suit: sorted(
            (name for name in names if name[0] == suit),
            key=lambda name: -ranks.index(name[1:]),
        )
        for suit in reversed(SUITS)
    }
