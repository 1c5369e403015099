"""The pictures of the solitaires."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.picture import parts, saying
from sobremesa.picture.saying import Names, Say
from sobremesa.picture.seats import Box, Room, Table
from sobremesa.picture.solo import words
from sobremesa.picture.solo.clock import clock, clock_cards
from sobremesa.picture.solo.plan import face_up, plan, traffic_cards
from sobremesa.picture.solo.rows import (
    bingo,
    bingo_cards,
    neighbors,
    neighbors_cards,
    squeeze,
    squeeze_cards,
)
from sobremesa.picture.solo.sheet import Card, Frame, cards, frame_of, heading, sheet, talk

# How much of a diagram stays free around what it shows.
MARGIN: Final = 20.0


class Manner(NamedTuple):
    """How one solitaire is drawn: its middle, its cards, and tiles that wait below it."""

    middle: Callable[[Table, Box], str]
    cards: Callable[[Table], list[Card]]
    hand: Callable[[Table, Box], str] | None = None


MANNERS: Final = {
    "bingo": Manner(bingo, bingo_cards),
    "squeeze": Manner(squeeze, squeeze_cards),
    "good-neighbors": Manner(neighbors, neighbors_cards),
    "big-clock": Manner(clock, clock_cards),
    "traffic": Manner(plan, traffic_cards, face_up),
}


def svg(
    view: View, *, shape: str = "wide", room: Room | None = None, names: Names = None,
    say: Say = str, aids: bool = False, numerals: bool = False, standalone: bool = True,
) -> str:
    """Draws the table of a solitaire."""
    manner = MANNERS[view.game.name]
    table = sheet(view, names, say, numerals)
    frame = frame_of(shape, room, hand=manner.hand is not None, asking=standalone)
    drawn = [
        parts.cloth(frame.width, frame.height, 0 if standalone else parts.BLEED),
        heading(table, frame),
        cards(table, frame, manner.cards(table)),
        manner.middle(table, frame.middle),
        manner.hand(table, frame.hand) if manner.hand is not None else "",
        talk(table, frame, asking=standalone),
    ]
    return document(table, frame, "".join(drawn), shape, standalone)


def document(table: Table, frame: Frame, inside: str, shape: str, standalone: bool) -> str:
    """Wraps a drawing as an SVG that says how the deal stands."""
    view = table.view
    told = f"{words.status(view, table.say)}. {words.headline(view, say=table.say)}"
    box = frame.middle
    return parts.document(
        inside, frame.width, frame.height, shape, saying.title(view, table.say), told,
        standalone=standalone, middle=(box.x, box.y, box.width, box.height),
    )


def diagram(view: View, width: float, height: float) -> str:
    """Draws the middle of the table alone."""
    box = Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    table = sheet(view, None, str, False)
    frame = frame_of("wide", hand=False, asking=True)._replace(
        width=width, height=height, middle=box
    )
    inside = parts.cloth(width, height) + MANNERS[view.game.name].middle(table, box)
    inside = inside.replace(' role="button"', "")
    return document(table, frame, inside, "wide", True) + "\n"
