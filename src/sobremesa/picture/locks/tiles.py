"""The tiles of the lock-and-key game, face up and face down, and the places for them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sobremesa.picture.locks.route import LONG, SHORT, letter, suit
from sobremesa.picture.parts import dots, downwards, pattern, rect
from sobremesa.picture.scenes import Node, Place, Symbol, clean, group, num

# The line along the edges, a little inside: a U open to the right, an L to the left and below.
LINES: Final = {"": "M31 -25.5H-30.5V25.5H31", "C": "M-30.5 -26V25.5H31", "L": "M-30.5 -26V25.5H31"}
LOCK: Final = (
    '<path class="glyph" d="M-8 -2v-5a8 8 0 0 1 16 0v5"/>'
    '<rect class="solid" x="-12" y="-2" width="24" height="18" rx="3"/>'
    '<path class="hole-in" d="M0 4v6"/><path class="hole-in dot" d="M0 5h.01"/>'
)
KEY: Final = (
    '<circle class="glyph" cx="-9" cy="0" r="6.5"/><path class="glyph" d="M-2.5 0h18v7M9 0v5.5"/>'
)
GLYPHS: Final = {"C": LOCK, "L": KEY}


def box(css: str, dx: float, dy: float, grow: float = 0.0) -> str:
    """Draws the outline of a tile, moved and grown."""
    return rect(css, LONG, SHORT, 6, dx, dy, grow)


@lru_cache(maxsize=16)
def body(face: str, side: str, turn: int) -> Symbol:
    """Draws a tile's body: soft shadow, thickness, face."""
    dx, dy = downwards(turn)
    return Symbol(
        f"body-oblong-{face}-{turn}",
        box("soft", dx * 5, dy * 5, 2) + box("soft", dx * 4, dy * 4, 0.5)
        + box(side, dx * 2.6, dy * 2.6) + box(face, 0, 0),
    )


def place(x: float, y: float, turn: int, length: float) -> Place:
    """Brings a tile to its place, `length` long."""
    return Place(x, y, turn, length / LONG)


# A figure is at least so large on the tile, and at most, however small the tile is drawn.
SMALL_FIGURE: Final = 29.0
LARGE_FIGURE: Final = 44.0


def readable(length: float) -> float:
    """Gives how large a figure must be on a tile of some length so that it can be read.

    >>> readable(70), readable(25), readable(10)
    (29.0, 35.0, 44.0)
    """
    return round(min(max(12.5 * LONG / length, SMALL_FIGURE), LARGE_FIGURE), 2)


def marks(name: str, turn: int, figure: float) -> str:
    """Draws the points of a tile, and the lock or key of a special one beside them; with
    `figure` as a figure of at least that size."""
    points, special = suit(name), letter(name)
    if figure:
        least, lowest, aside = (30.0, 10.0, "translate(-14 0) ") if special else (36.0, 12.0, "")
        glyph = f'<g transform="translate(14 -3) rotate({-turn})">{GLYPHS.get(special)}</g>'
        return (
            f'<g transform="{aside}rotate({-turn})">'
            f'<text class="numeral n{points}" y="{num(max(lowest, 0.34 * figure))}"'
            f' font-size="{num(max(least, figure))}">{points}</text></g>'
            + (glyph if special else "")
        )
    places = [(y * 1.25, x * 1.25) for x, y in pattern(points)]
    size = 9.5 if points <= 6 else 8.0
    down = downwards(turn)
    return (
        f'<path class="hole" stroke-width="{num(size)}"'
        f' d="{dots(places, down[0] * 1.1, down[1] * 1.1)}"/>'
        f'<path class="pip n{points}" stroke-width="{num(size)}" d="{dots(places, 0, 0)}"/>'
    )


@lru_cache(maxsize=1024)
def face(name: str, turn: int, figure: float) -> Symbol:
    """Draws the face of a tile with its line for the way it lies."""
    under = body("face", "side", turn)
    drawn = f'<path class="edge-line" d="{LINES[letter(name)]}"/>{marks(name, turn, figure)}'
    return Symbol(f"face-{name}-{turn}-{num(figure)}", under.use() + drawn, (under,))


FRESH: Final = box("fresh", 0, 0, 1.4)
HALO: Final = box("halo", 0, 0, 2.6)


@lru_cache(maxsize=4096)
def tile(
    name: str, key: str, x: float, y: float, turn: int, length: float, *, numerals: bool = False,
    fresh: bool = False, touch: bool = False, spoken: str = "",
) -> Node:
    """Draws a tile face up with its line; with `touch` it can be touched."""
    figure = readable(length) if numerals or letter(name) else 0.0
    drawn = [face(name, turn, figure), FRESH if fresh else "", HALO if touch else ""]
    return Node(
        f"tile-{key}", group("lift", drawn), "tile", place(x, y, turn, length),
        f"tile:{name}" if touch else "", spoken, fixed=True,
    )


@lru_cache(maxsize=1)
def back_face() -> Symbol:
    """Draws a tile face down; all backs are alike."""
    inlay = '<rect class="inlay" x="-27" y="-22" width="54" height="44" rx="4"/>'
    under = body("back", "back-side", 0)
    return Symbol("back-oblong", under.use() + inlay, (under,))


@lru_cache(maxsize=1024)
def back(key: str, x: float, y: float, length: float) -> Node:
    """Draws a tile of a hand face down."""
    return Node(f"back-{key}", back_face(), at=place(x, y, 0, length), fixed=True)


def ghost(
    touch: str, line: str, label: str, x: float, y: float, turn: int, length: float,
    spoken: str,
) -> Node:
    """Draws a place where a tile could be laid, turned as it would be; seen only when lit.

    `line` says which line it would show, `label` what is written inside: the suit asked
    for, or the picture of a lock or key.
    """
    inside = GLYPHS.get(label, "")
    if not inside:
        inside = f'<text class="slot-number" y="10.5" font-size="30">{clean(label)}</text>'
    drawn = (
        f'{box("slot", 0, 0)}<path class="slot-line" d="{LINES[line]}"/>'
        f'<g class="slot-glyph" transform="rotate({-turn})">{inside}</g>'
    )
    return Node("", drawn, "ghost", place(x, y, turn, length), touch, spoken)
