"""Square pieces with a number in each corner, as they lie.

A piece is drawn round its middle, 40 wide, and brought to its place by one transform. Every
corner has a quarter of a disc in the colour of its number, so that where pieces meet and agree
the quarters make up a whole disc; the colours go from light to dark as the numbers go up, and
each is told by its numeral too.

What can be turned is drawn inside a group of class `spin`, and every numeral is of class
`upright`: a page that sets the property `--turn` of a piece to a number of quarter turns clockwise
turns it and keeps its numerals upright, for a property reaches into faces where a class does not.
`data-turns` of a touchable piece names the touches of its turns, clockwise from how it is drawn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sobremesa.material.quadrominoes import CORNERS, WAYS, form_name, piece_name
from sobremesa.picture.parts import rect
from sobremesa.picture.scenes import Drawn, Node, Place, Symbol, group, num

SIDE: Final = 40.0
HALF: Final = SIDE / 2
# How far the quarters keep from the edge, how far they reach, and how round a corner is.
EDGE: Final = 0.5
REACH: Final = 17.6
ROUND: Final = 3.2
# Where a numeral stands, from the middle, and its size.
NUMERAL: Final = 12.0
NUMERAL_SIZE: Final = 13.8
# The way from the middle to each corner, clockwise from the top left.
WAYS_OUT: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))

_FAR: Final = HALF - EDGE
# The quarter of the top left; the others are turned.
QUARTER: Final = (
    f"M{num(-_FAR)} {num(ROUND - _FAR)}Q{num(-_FAR)} {num(-_FAR)} {num(ROUND - _FAR)} {num(-_FAR)}"
    f"H{num(REACH - _FAR)}A{num(REACH)} {num(REACH)} 0 0 1 {num(-_FAR)} {num(REACH - _FAR)}Z"
)
# The nail that holds a piece which was given.
NAIL: Final = '<path class="pin" d="M0 0h.01"/>'


def place(x: float, y: float, size: float) -> Place:
    """Brings a piece to its place, `size` wide."""
    return Place(x, y, scale=size / SIDE)


def box(css: str, dy: float = 0.0, grow: float = 0.0) -> str:
    """Draws the outline of a piece, moved down and grown."""
    return rect(css, SIDE, SIDE, ROUND, 0, dy, grow)


FRESH: Final = box("fresh", 0, -1.2)
HALO: Final = box("halo", 0, 0.6)


@lru_cache(maxsize=64)
def corner(number: int, where: int) -> Symbol:
    """Draws the number of one corner, counted clockwise from the top left: a quarter of a
    disc and a numeral."""
    turned = f' transform="rotate({90 * where})"' if where else ""
    across, down = WAYS_OUT[where]
    return Symbol(
        f"corner-{number}-{where}",
        f'<path class="quarter q{number}" d="{QUARTER}"{turned}/>'
        f'<g transform="translate({num(across * NUMERAL)} {num(down * NUMERAL)})">'
        f'<text class="upright corner k{number}" y="{num(NUMERAL_SIZE * 0.35)}"'
        f' font-size="{num(NUMERAL_SIZE)}">{number}</text></g>',
    )


@lru_cache(maxsize=1024)
def face(form: int) -> Symbol:
    """Draws the four corners of a piece as it lies."""
    corners = tuple(corner(int(CORNERS[4 * form + where]), where) for where in range(4))
    return Symbol(f"face-{form}", "".join(one.use() for one in corners), corners)


@lru_cache(maxsize=2)
def body(given: bool) -> Symbol:
    """Draws the body of a piece: soft shadow, thickness, face, darker where it is given."""
    drawn = box("soft", 3.2, 1.4) + box("soft", 2.4, 0.4) + box("side", 1.6) + box("face")
    if given:
        return Symbol("body-given", f'<g class="given">{drawn}</g>')
    return Symbol("body-square", drawn)


def turns(form: int) -> list[str]:
    """Names the touches for the turns of a piece, clockwise from how it lies; none where all
    look alike.

    >>> turns(4)
    ['turn:00/10', 'turn:10/00', 'turn:01/00', 'turn:00/01']
    """
    own, turn = divmod(form, 4)
    if WAYS[own] == 1:
        return []
    return [f"turn:{form_name(4 * own + (turn + more) % 4)}" for more in range(4)]


@lru_cache(maxsize=4096)
def piece(
    form: int, x: float, y: float, size: float, *, touch: str = "", spoken: str = "",
    fresh: bool = False, given: bool = False, turning: bool = False, halo: bool = False,
    more: tuple[tuple[str, str], ...] = (),
) -> Node:
    """Draws a piece as it lies: `fresh` marks what just happened, `given` what cannot be moved;
    with `touch` it can be touched, and with `turning` turned before it is laid. `halo` is there
    for a page to show, and `more` are attributes for it."""
    about = {"data-turns": " ".join(turns(form))} if turning else {}
    drawn: list[Drawn] = [
        body(given), group("spin", face(form)) if turning else face(form),
        NAIL if given else "", FRESH if fresh else "", HALO if touch or halo else "",
    ]
    return Node(
        f"piece-{piece_name(form // 4)}", group("lift", drawn), "piece given" if given else "piece",
        place(x, y, size), touch, spoken, about | dict(more), fixed=True,
    )


@lru_cache(maxsize=4096)
def slot(
    name: str, x: float, y: float, size: float, spoken: str, corners: tuple[int, ...], *,
    add: str = "", ghost: bool = False, meet: str | None = None,
) -> Node:
    """Draws a free cell that can be touched, with the numbers that its corners already have (-1
    where none is known) and how many meet; a `ghost` shows only while it can be touched. `add`
    is what it adds to a move."""
    row, _, column = name.partition(",")
    known = [corner(number, where) for where, number in enumerate(corners) if number >= 0]
    drawn: list[Drawn] = [
        box("cell-free", 0, -0.6), group("known", known), box("slot cell-slot", 0, -1.6),
        () if meet is None else group("meet", meet), group("shade", ()),
    ]
    return Node(
        f"slot-{row}-{column}", drawn, "ghost open" if ghost else "open", place(x, y, size),
        f"cell:{name}", spoken, {"data-add": add} if add else {}, fixed=True,
    )


@lru_cache(maxsize=1)
def back_face() -> Symbol:
    """Draws a piece face down."""
    inlay = '<rect class="inlay" x="-14" y="-14" width="28" height="28" rx="3"/>'
    diamond = '<path class="inlay" d="M0 -8.5L8.5 0L0 8.5L-8.5 0Z"/>'
    return Symbol(
        "back-square",
        box("soft", 3.2, 1.4) + box("soft", 2.4, 0.4) + box("back-side", 1.6) + box("back")
        + inlay + diamond,
    )


@lru_cache(maxsize=1024)
def back(key: str, x: float, y: float, size: float) -> Node:
    """Draws one of the pieces that lie face down."""
    return Node(f"back-{key}", back_face(), at=place(x, y, size), fixed=True)
