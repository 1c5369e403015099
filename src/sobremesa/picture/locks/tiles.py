"""The tiles of the lock-and-key game, face up and face down, and the places for them."""

from __future__ import annotations

from typing import Final

from sobremesa.picture.locks.route import LONG, SHORT
from sobremesa.picture.parts import attr, clean, dots, downwards, num, pattern

# The line along the edges, a little inside: a U open to the right, an L to the left and below.
LINES: Final = {
    "": "M31 -25.5H-30.5V25.5H31", "C": "M-30.5 -26V25.5H31", "L": "M-30.5 -26V25.5H31",
}
LOCK: Final = (
    '<path class="glyph" d="M-8 -2v-5a8 8 0 0 1 16 0v5"/>'
    '<rect class="solid" x="-12" y="-2" width="24" height="18" rx="3"/>'
    '<path class="hole-in" d="M0 4v6"/><path class="hole-in dot" d="M0 5h.01"/>'
)
KEY: Final = (
    '<circle class="glyph" cx="-9" cy="0" r="6.5"/><path class="glyph" d="M-2.5 0h18v7M9 0v5.5"/>'
)
GLYPHS: Final = {"C": LOCK, "L": KEY}


def what(name: str) -> str:
    """Gives the letter of a special tile, or nothing for a plain one."""
    return name.lstrip("0123456789")


def number(name: str) -> int:
    """Gives the suit of a tile."""
    return int(name.rstrip("CL"))


def box(css: str, dx: float, dy: float, grow: float = 0.0) -> str:
    """Draws the outline of a tile, moved and grown."""
    return (
        f'<rect class="{css}" x="{num(-LONG / 2 - grow + dx)}" y="{num(-SHORT / 2 - grow + dy)}"'
        f' width="{num(LONG + 2 * grow)}" height="{num(SHORT + 2 * grow)}"'
        f' rx="{num(6 + grow)}"/>'
    )


def body(face: str, side: str, turn: int) -> str:
    """Draws a tile's body: soft shadow, thickness, face."""
    dx, dy = downwards(turn)
    return (
        box("soft", dx * 5, dy * 5, 2) + box("soft", dx * 4, dy * 4, 0.5)
        + box(side, dx * 2.6, dy * 2.6) + box(face, 0, 0)
    )


def place(x: float, y: float, turn: int, length: float) -> str:
    """Writes the transform that brings a tile to its place, `length` long."""
    turned = f" rotate({turn})" if turn else ""
    return f'transform="translate({num(x)} {num(y)}){turned} scale({length / LONG:.3f})"'


def marks(name: str, turn: int, numerals: bool, length: float) -> str:
    """Draws the points of a tile, and the lock or key of a special one beside them; figures are
    large enough to be read on a small tile too."""
    suit = number(name)
    letter = what(name)
    least = min(12.5 * LONG / length, 44.0)
    if letter:
        shown = (
            f'<g transform="translate(-14 0) rotate({-turn})">'
            f'<text class="numeral n{suit}" y="{num(max(10.0, 0.34 * least))}"'
            f' font-size="{num(max(30.0, least))}">{suit}</text></g>'
        )
        return shown + f'<g transform="translate(14 -3) rotate({-turn})">{GLYPHS[letter]}</g>'
    if numerals:
        return (
            f'<g transform="rotate({-turn})">'
            f'<text class="numeral n{suit}" y="{num(max(12.0, 0.34 * least))}"'
            f' font-size="{num(max(36.0, least))}">{suit}</text></g>'
        )
    places = [(y * 1.25, x * 1.25) for x, y in pattern(suit)]
    size = 9.5 if suit <= 6 else 8.0
    down = downwards(turn)
    return (
        f'<path class="hole" stroke-width="{num(size)}"'
        f' d="{dots(places, down[0] * 1.1, down[1] * 1.1)}"/>'
        f'<path class="pip n{suit}" stroke-width="{num(size)}" d="{dots(places, 0, 0)}"/>'
    )


def tile(
    name: str, key: str, x: float, y: float, turn: int, length: float, *, numerals: bool = False,
    fresh: bool = False, touch: bool = False, spoken: str = "",
) -> str:
    """Draws a tile face up with its line; with `touch` it can be touched."""
    drawn = [
        body("face", "side", turn), f'<path class="edge-line" d="{LINES[what(name)]}"/>',
        marks(name, turn, numerals, length), box("fresh", 0, 0, 1.4) if fresh else "",
        box("halo", 0, 0, 2.6) if touch else "",
    ]
    about = f' role="img" aria-label={attr(spoken)}' if spoken else ""
    kind, title = "tile", ""
    if touch:
        kind = "touch tile"
        about = f' data-touch="tile:{name}" role="button" aria-label={attr(spoken)}'
        title = f"<title>{clean(spoken)}</title>"
    return (
        f'<g id="tile-{key}" class="{kind}"{about} {place(x, y, turn, length)}>'
        f'{title}<g class="lift">{"".join(drawn)}</g></g>'
    )


def back(key: str, x: float, y: float, length: float) -> str:
    """Draws a tile face down; all backs are alike."""
    inlay = '<rect class="inlay" x="-27" y="-22" width="54" height="44" rx="4"/>'
    return (
        f'<g id="back-{key}" {place(x, y, 0, length)}>'
        f'{body("back", "back-side", 0)}{inlay}</g>'
    )


def ghost(
    touch: str, letter: str, label: str, x: float, y: float, turn: int, length: float,
    spoken: str,
) -> str:
    """Draws a place where a tile could be laid, turned as it would be; seen only when lit.

    `letter` says which line it would show, `label` what is written inside: the suit asked
    for, or the picture of a lock or key.
    """
    inside = GLYPHS.get(label, "")
    if not inside:
        inside = f'<text class="slot-number" y="10.5" font-size="30">{clean(label)}</text>'
    return (
        f'<g class="touch ghost" data-touch="{touch}" role="button" '
        f'aria-label={attr(spoken)} {place(x, y, turn, length)}>'
        f'<title>{clean(spoken)}</title>{box("slot", 0, 0)}'
        f'<path class="slot-line" d="{LINES[letter]}"/>'
        f'<g class="slot-glyph" transform="rotate({-turn})">{inside}</g></g>'
    )


