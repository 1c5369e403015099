"""Drawn parts that all pictures share: tiles face up and face down, pips, marks, labels.

A tile is drawn upright round its middle, 40 wide and 80 high, its higher number above, and
brought to its place by one transform on its group, so that a page can move it by its id.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sobremesa.picture.saying import halves
from sobremesa.picture.scenes import Drawn, Node, Place, Symbol, clean, group, num

WIDE: Final = 40
HIGH: Final = 80
# How far the cloth of a picture in a page runs on beyond it.
BLEED: Final = 1200.0

# Places of pips in a half, by column from the left and height from the middle.
LEFT, MIDDLE, RIGHT = -10.0, 0.0, 10.0
ROWS: Final = {
    1: [0.0], 2: [-10.0, 10.0], 3: [-10.0, 0.0, 10.0], 4: [-12.0, -4.0, 4.0, 12.0],
    5: [-13.0, -6.5, 0.0, 6.5, 13.0],
}
# How many pips stand in the left, middle and right column, for numbers above six.
COLUMNS: Final = {
    7: (3, 1, 3), 8: (3, 2, 3), 9: (3, 3, 3), 10: (4, 2, 4), 11: (4, 3, 4), 12: (4, 4, 4),
    13: (5, 3, 5), 14: (5, 4, 5), 15: (5, 5, 5),
}
FEW: Final = {
    0: [], 1: [(0.0, 0.0)],
    2: [(-10.0, -10.0), (10.0, 10.0)],
    3: [(-10.0, -10.0), (0.0, 0.0), (10.0, 10.0)],
    4: [(-10.0, -10.0), (10.0, -10.0), (-10.0, 10.0), (10.0, 10.0)],
    5: [(-10.0, -10.0), (10.0, -10.0), (0.0, 0.0), (-10.0, 10.0), (10.0, 10.0)],
    6: [(x, y) for x in (-10.0, 10.0) for y in (-11.0, 0.0, 11.0)],
}


RED_SUITS: Final = re.compile("[♥♦]")
SHEEN: Final = '<rect class="sheen" x="-18.4" y="-38.4" width="36.8" height="76.8" rx="5.6"/>'
BAR: Final = '<path class="bar" d="M-15 0h30"/>'
PIN: Final = '<path class="pin" d="M0 0h.01"/>'
STAR: Final = '<path class="wild" d="M0 -9L2.4 -2.4L9 0L2.4 2.4L0 9L-2.4 2.4L-9 0L-2.4 -2.4Z"/>'


def pattern(number: int) -> list[tuple[float, float]]:
    """Gives the places of the pips in a half, from its middle.

    >>> [len(pattern(number)) for number in range(16)] == list(range(16))
    True
    """
    if number in FEW:
        return FEW[number]
    return [
        (x, y)
        for x, count in zip((LEFT, MIDDLE, RIGHT), COLUMNS[number], strict=True)
        for y in ROWS[count]
    ]


def pip_size(number: int) -> float:
    """Gives the width of a pip, smaller where many stand."""
    if number <= 6:
        return 8.2
    return 7.2 if number <= 9 else 5.8


def dots(places: list[tuple[float, float]], dx: float, dy: float) -> str:
    """Writes pips as a path of points that round line ends make into dots."""
    return "".join(f"M{num(x + dx)} {num(y + dy)}h.01" for x, y in places)


@lru_cache(maxsize=512)
def half(number: int, coloured: bool, turn: int) -> Symbol:
    """Draws the pips of one half: drilled, with light on the lower rim."""
    places = pattern(number)
    size = pip_size(number)
    colour = f" n{number}" if coloured else ""
    down = downwards(turn)
    return Symbol(
        f"half-{number}-{turn}-{'c' if coloured else 'p'}",
        f'<path class="hole" stroke-width="{num(size)}"'
        f' d="{dots(places, down[0] * 1.1, down[1] * 1.1)}"/>'
        f'<path class="pip{colour}" stroke-width="{num(size)}" d="{dots(places, 0, 0)}"/>'
        f'<path class="glint" stroke-width="{num(size * 0.58)}"'
        f' d="{dots(places, down[0] * size * 0.17, down[1] * size * 0.17)}"/>'
    )


def figure(number: int, middle: float, turn: int, coloured: bool, width: float) -> str:
    """Draws the number of a half as an upright numeral, on a small tile as large as it can be."""
    colour = f" n{number}" if coloured else ""
    size = min(max(29.0, 12.5 * WIDE / width), 36.0)
    return (
        f'<g transform="translate(0 {num(middle)}) rotate({-turn})">'
        f'<text class="numeral{colour}" y="{num(size * 0.345)}" font-size="{num(size)}">{number}'
        "</text></g>"
    )


def downwards(turn: int) -> tuple[float, float]:
    """Gives the way down the page as a turned tile sees it."""
    return {0: (0.0, 1.0), 90: (1.0, 0.0), 180: (0.0, -1.0), 270: (-1.0, 0.0)}[turn]


def oblong(
    css: str, x: float, y: float, width: float, height: float, radius: float = 0.0
) -> str:
    """Draws a rectangle from its left top, perhaps with round corners."""
    rounded = f' rx="{num(radius)}"' if radius else ""
    return (
        f'<rect class="{css}" x="{num(x)}" y="{num(y)}" width="{num(width)}"'
        f' height="{num(height)}"{rounded}/>'
    )


def rect(
    css: str, wide: float, high: float, radius: float, dx: float = 0.0, dy: float = 0.0,
    grow: float = 0.0,
) -> str:
    """Draws a rounded rectangle round the middle, moved and grown."""
    x, y = -wide / 2 - grow + dx, -high / 2 - grow + dy
    return oblong(css, x, y, wide + 2 * grow, high + 2 * grow, radius + grow)


def box(css: str, dx: float, dy: float, grow: float = 0.0) -> str:
    """Draws the outline of a tile, moved and grown."""
    return rect(css, WIDE, HIGH, 7, dx, dy, grow)


@lru_cache(maxsize=16)
def body(face: str, side: str, turn: int) -> Symbol:
    """Draws a tile's body: soft shadow, thickness, face."""
    dx, dy = downwards(turn)
    sheen = SHEEN + BAR if face == "face" else ""
    return Symbol(
        f"body-{face}-{turn}",
        box("soft", dx * 6, dy * 6, 3)
        + box("soft", dx * 5, dy * 5, 1.2)
        + box("soft", dx * 4, dy * 4, -0.5)
        + box(side, dx * 2.6, dy * 2.6)
        + box(face, 0, 0) + sheen,
    )


def place(x: float, y: float, turn: int, width: float) -> Place:
    """Brings a tile to its place, `width` wide."""
    return Place(x, y, turn, width / WIDE)


@lru_cache(maxsize=4096)
def face(
    name: str, turn: int, coloured: bool, numerals: bool, marked: bool, width: float
) -> Symbol:
    """Draws the face of a tile for the way it lies, because light falls on the table from above;
    numerals are drawn for the width that the tile will have."""
    made_of = [body("face", "side", turn)]
    drawn = [made_of[0].use(), STAR if marked else "" if numerals else PIN]
    for number, middle in zip(halves(name), (-HIGH / 4, HIGH / 4), strict=True):
        if numerals:
            drawn.append(figure(number, middle, turn, coloured, width))
        elif number:
            pips = half(number, coloured, turn)
            made_of.append(pips)
            drawn.append(pips.use(middle))
    kind = f"n{num(width)}" if numerals else "m" if marked else "c" if coloured else "p"
    return Symbol(f"face-{name}-{turn}-{kind}", "".join(drawn), tuple(made_of))


FRESH: Final = Symbol("fresh", box("fresh", 0, 0, 1.4))
HALO: Final = box("halo", 0, 0, 2.6)
# Numerals grow as tiles shrink, but not on tiles wider than this.
ROOMY: Final = 12.5 * WIDE / 29


@lru_cache(maxsize=4096)
def tile(
    name: str, x: float, y: float, turn: int, width: float, *, coloured: bool = False,
    numerals: bool = False, fresh: bool = False, marked: bool = False, touch: str = "",
    spoken: str = "",
) -> Node:
    """Draws a tile face up; with `touch` it can be touched, `fresh` marks what just happened,
    `marked` sets a star in the middle."""
    sized = min(width, ROOMY) if numerals else 0.0
    shown = face(name, turn, coloured, numerals, marked, sized)
    drawn = [shown, FRESH if fresh else "", HALO if touch else ""]
    return Node(
        f"tile-{name}", group("lift", drawn), "tile", place(x, y, turn, width), touch, spoken,
        fixed=True,
    )


@lru_cache(maxsize=4)
def back_face(turn: int) -> Symbol:
    """Draws a tile face down for the way it lies."""
    inlay = '<rect class="inlay" x="-13" y="-33" width="26" height="66" rx="4"/>'
    diamond = '<path class="inlay" d="M0 -13L8 0L0 13L-8 0Z"/>'
    under = body("back", "back-side", turn)
    return Symbol(f"back-{turn}", under.use() + inlay + diamond, (under,))


@lru_cache(maxsize=2048)
def back(key: str, x: float, y: float, turn: int, width: float) -> Node:
    """Draws a tile face down."""
    return Node(f"back-{key}", back_face(turn), at=place(x, y, turn, width), fixed=True)


@lru_cache(maxsize=1024)
def slot(
    arm: str, sign: str | None, x: float, y: float, turn: int, width: float, spoken: str,
    row: str = "",
) -> Node:
    """Draws the free place where the next tile of an arm would lie, seen only when lit.

    With `row` (an outline) the whole of it answers to a touch, not the place alone.
    """
    shown = ""
    if sign is not None:
        # The lower half is the one to be joined.
        shown = (
            f'<g transform="translate(0 {num(HIGH / 4)}) rotate({-turn})">'
            f'<text class="slot-number" y="9.5" font-size="28">{sign}</text></g>'
        )
    where = place(x, y, turn, width)
    inside = f'{box("slot", 0, 0)}{shown}'
    touch = f"end:{arm}"
    if row:
        both: list[Drawn] = [row, Node(inside=inside, at=where)]
        return Node(f"slot-{arm}", both, "ghost", touch=touch, label=spoken, fixed=True)
    return Node(f"slot-{arm}", inside, "ghost", where, touch, spoken, fixed=True)


def ghost(touch: str, x: float, y: float, width: float, spoken: str) -> Node:
    """Draws an upright place where a tile can be put, seen only when lit."""
    return Node("", box("slot", 0, 0), "ghost", place(x, y, 0, width), touch, spoken)


def outline(
    css: str, x: float, y: float, width: float, turn: int = 0, *, grow: float = 0.0
) -> Node:
    """Draws the outline of a tile that is not there, or larger round one that is."""
    return Node(inside=box(css, 0, 0, grow), at=place(x, y, turn, width))


def link(x: float, y: float, width: float) -> str:
    """Draws the link between two tiles that follow one another."""
    reach = width * 0.2
    return f'<path class="link" d="M{num(x - reach)} {num(y)}h{num(2 * reach)}"/>'


def brace(left: float, right: float, y: float, gap: float) -> str:
    """Draws a flat brace that opens upwards, with a gap in the middle."""
    middle = (left + right) / 2
    return (
        f'<path class="brace" d="M{num(left)} {num(y)}v5H{num(middle - gap)}'
        f'M{num(middle + gap)} {num(y + 5)}H{num(right)}v-5"/>'
    )


@lru_cache(maxsize=4096)
def words(text: str, x: float, y: float, css: str, size: float) -> str:
    """Writes a line of text, the signs of the red suits in red."""
    written = clean(text)
    if " now" not in css:
        written = RED_SUITS.sub(r'<tspan class="red">\g<0></tspan>', written)
    return (
        f'<text class="{css}" x="{num(x)}" y="{num(y)}" font-size="{num(size)}">'
        f"{written}</text>"
    )


def paragraph(
    lines: Sequence[str], x: float, y: float, step: float, css: str, size: float
) -> str:
    """Writes lines of text below each other."""
    return "".join(words(line, x, y + row * step, css, size) for row, line in enumerate(lines))


def mark(x: float, line: float) -> str:
    """Draws the arrow before the name of whose turn it is."""
    return f'<path class="mark" d="M{num(x)} {num(line - 10)}l9 5.2l-9 5.2z"/>'


# Bold letters are a little wider.
BOLD: Final = 1.07


@lru_cache(maxsize=4096)
def breadth(text: str, size: float) -> float:
    """Guesses how wide a text runs in the sans of the table."""
    narrow = sum(1 for sign in text if sign in "ilj.,:;|!'’ tfrI“”")
    broad = sum(1 for sign in text if sign in "mwMW")
    return size * (0.64 * (len(text) - narrow - broad) + 0.4 * narrow + broad)


def cut(text: str, size: float, room: float) -> str:
    """Shortens a text that would be wider than its room.

    >>> cut("Bartholomew", 14, 60)
    'Bartho…'
    """
    if breadth(text, size) <= room:
        return text
    while text and breadth(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def folded(text: str, size: float, room: float) -> list[str]:
    """Breaks a text between words into lines that fit their room.

    >>> folded("nothing can follow", 12, 80)
    ['nothing can', 'follow']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and breadth(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def fitted(text: str, size: float, room: float, least: float) -> tuple[str, float]:
    """Makes a text smaller that would be wider than its room, and shortens it if need be.

    >>> fitted("Doubles to come", 12, 96, 10)
    ('Doubles to come', 10.65)
    """
    wide = breadth(text, size)
    if wide > room:
        size = max(least, int(size * room / wide * 20) / 20)
    return cut(text, size, room), size


@lru_cache(maxsize=1024)
def panel(css: str, x: float, y: float, width: float, height: float) -> str:
    """Draws a card on the table."""
    return oblong(css, x, y, width, height, 11)


def pill(text: str, x: float, y: float, size: float, now: bool) -> tuple[str, float]:
    """Draws a small badge with its left top at x, y; gives it with its width."""
    width = breadth(text, size * BOLD) + 14
    kind = " now" if now else ""
    drawn = oblong(f"badge{kind}", x, y, width, size + 6, (size + 6) / 2)
    return drawn + words(text, x + width / 2, y + size + 1.4, f"badge-text{kind}", size), width


def bubble(text: str, right: float, top: float, size: float, *, tail: bool) -> str:
    """Draws what somebody calls, its right top at the given place, its tail pointing up."""
    width = max(breadth(text, size) + size * 1.4, size * 3)
    height = size * 1.75
    middle = right - width / 2
    point = f'<path class="bubble" d="M{num(middle - 5)} {num(top + 1)}l8 -7l2 7z"/>'
    drawn = oblong("bubble", right - width, top, width, height, height / 2)
    told = words(text, middle, top + size * 1.24, "bubble-text", size)
    return f'<g class="call">{drawn}{point if tail else ""}{told}</g>'


@lru_cache(maxsize=64)
def cloth(width: float, height: float, bleed: float = 0.0) -> Node:
    """Draws the table: linen with a faint weave, a light in the middle and a stitched hem.

    The linen runs on by `bleed` beyond the picture, for a page that shows it; without, the
    table has round corners.
    """
    rounded = "" if bleed else ' rx="18"'
    spread = (
        f'x="{num(-bleed)}" y="{num(-bleed)}" width="{num(width + 2 * bleed)}"'
        f' height="{num(height + 2 * bleed)}"{rounded}'
    )
    light = (
        f"translate({num(width / 2)} {num(height * 0.44)})"
        f" scale({num(width * 0.78)} {num(height * 0.78)})"
    )
    return Node("sm-cloth", (
        '<defs><radialGradient id="sm-glow" cx="0" cy="0" r="1" gradientUnits="userSpaceOnUse"'
        f' gradientTransform="{light}">'
        '<stop class="glow-in" offset="0"/><stop class="glow-mid" offset=".55"/>'
        '<stop class="glow-out" offset="1"/></radialGradient>'
        '<pattern id="sm-weave" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<path class="thread" d="M0 1.5h3M3 4.5h3M1.5 3v3M4.5 0v3"/></pattern></defs>'
        f'<rect fill="url(#sm-glow)" {spread}/><rect fill="url(#sm-weave)" {spread}/>'
        f'<rect class="hem" x="6" y="6" width="{num(width - 12)}" height="{num(height - 12)}"'
        ' rx="13"/>'
    ), fixed=True)
