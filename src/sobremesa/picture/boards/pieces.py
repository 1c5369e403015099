"""The pieces of a board game seen from above: a base by its owner, a sign by what it does.

A piece is drawn round its middle, 40 wide, and brought to its place by one transform. The base
has a colour and a shape of its own for each camp, so that neither the owner nor the kind of a
piece is told by colour alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sobremesa.picture.scenes import Symbol

# The base of each camp: its outline, inside a circle of radius 18.
BASES: Final = {
    "SW": '<circle class="{css}" r="17"/>',
    "NW": '<rect class="{css}" x="-15.5" y="-15.5" width="31" height="31" rx="5"/>',
    "NE": '<path class="{css}" d="M-7.3 -17.2H7.3L17.2 -7.3V7.3L7.3 17.2H-7.3L-17.2 7.3V-7.3Z"/>',
    "SE": '<path class="{css}" d="M0 -18.5Q3 -18.5 5.5 -16L16 -5.5Q20.5 0 16 5.5L5.5 16Q0 20.5 '
          '-5.5 16L-16 5.5Q-20.5 0 -16 -5.5L-5.5 -16Q-3 -18.5 0 -18.5Z"/>',
    "": '<circle class="{css}" r="17"/>',
}

# What a piece does: a crown; a gravestone and a man, each on two wheels; a dagger; a sight that
# looks along the four sides; a shield.
WHEELS: Final = (
    '<path class="sign-line" d="M-10.5 6.4h21"/>'
    '<circle class="sign" cx="-6" cy="9.6" r="2.7"/><circle class="sign" cx="6" cy="9.6" r="2.7"/>'
)
SIGNS: Final = {
    "P": '<path class="sign" d="M-9.5 8V-5L-4.6 0.6L0 -9L4.6 0.6L9.5 -5V8Z"/>'
         '<path class="sign-line" d="M-8 11h16"/>'
         '<circle class="sign" cx="-9.5" cy="-6" r="1.9"/><circle class="sign" cy="-10" r="1.9"/>'
         '<circle class="sign" cx="9.5" cy="-6" r="1.9"/>',
    "N": '<path class="sign" d="M-6 5.4V-4.6A6 6.4 0 0 1 6 -4.6V5.4Z"/>'
         '<path class="cut-line" d="M0 -7v8.4M-3 -4.2h6"/>'
         + WHEELS,
    "Z": '<circle class="sign" cy="-8" r="3.9"/>'
         '<path class="sign" d="M-6 5.4C-6 -1 -4 -3.4 0 -3.4S6 -1 6 5.4Z"/>'
         + WHEELS,
    "T": '<path class="sign" d="M0 13L-3.1 8V-2.6H3.1V8Z"/>'
         '<path class="sign-line thick" d="M-7 -3.6h14M0 -5v-5.6"/>'
         '<circle class="sign" cy="-11.6" r="2.2"/>',
    "R": '<circle class="sign-line" r="6.6"/><circle class="sign" r="2.2"/>'
         '<path class="sign-line" d="M0 -12.6v5M0 7.6v5M-12.6 0h5M7.6 0h5"/>',
    "G": '<path class="sign" d="M-8.4 -8.6Q-3 -7 0 -10.6Q3 -7 8.4 -8.6V.6Q8 8 0 12Q-8 8 -8.4 .6Z"/>'
         '<path class="cut-line" d="M0 -6.4V9.4M-6.8 -1h13.6"/>',
}

# The side that all pieces share: crossed bones in a ring.
UNDERSIDE: Final = (
    '<circle class="back" r="15.6"/><circle class="inlay" r="11.8"/>'
    '<path class="bones" d="M-5.6 -5.6L5.6 5.6M-5.6 5.6L5.6 -5.6"/>'
    '<path class="bone-ends" d="M-6.8 -4.9h.01M-4.9 -6.8h.01M6.8 4.9h.01M4.9 6.8h.01'
    'M-6.8 4.9h.01M-4.9 6.8h.01M6.8 -4.9h.01M4.9 -6.8h.01"/>'
)
SHADE: Final = (
    '<ellipse class="soft" cy="4.6" rx="18.6" ry="17"/>'
    '<ellipse class="soft" cy="3.4" rx="17.4" ry="16.6"/>'
)


def base(camp: str, css: str) -> str:
    """Draws the outline of a camp's pieces."""
    return BASES[camp].format(css=css)


def camp_colour(camp: str) -> str:
    """Names the colour of a camp's pieces; those of nobody are grey."""
    return f"camp-{camp.lower()}" if camp else "camp-none"


def badge(camp: str) -> str:
    """Draws a small mark of the camp from which a piece came."""
    return (
        f'<g class="origin" transform="translate(11.6 -11.6) scale(.36)">{base(camp, "origin-rim")}'
        f'{base(camp, camp_colour(camp))}</g>'
    )


@lru_cache(maxsize=256)
def living(kind: str, owner: str, camp: str) -> Symbol:
    """Draws a living piece: its owner's base, its sign and, if that differs, its own camp."""
    colour = camp_colour(owner)
    thick = f'<g transform="translate(0 2.4)">{base(owner, f"{colour} under")}</g>'
    inside = SHADE + thick + base(owner, f"{colour} base") + SIGNS[kind]
    mark = badge(camp) if camp != owner else ""
    return Symbol(
        f"face-{kind}-{owner or 'nobody'}-{camp}",
        f'<g class="{"nobody" if not owner else "pawn"}">{inside}</g>{mark}',
    )


# A piece turned over.
DEAD: Final = Symbol("face-dead", f'{SHADE}<circle class="back-side" cy="2" r="15.6"/>{UNDERSIDE}')


def token(camp: str, x: float, y: float, size: float, css: str = "") -> str:
    """Draws a camp's bare base, as a mark of its player."""
    return (
        f'<g class="token {css}" transform="translate({x:g} {y:g}) scale({size / 40:.3f})">'
        f'{base(camp, camp_colour(camp) + " base")}</g>'
    )
