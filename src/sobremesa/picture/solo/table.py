"""The pictures of the solitaires."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.picture import parts, setting
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Scene
from sobremesa.picture.seats import Box, Look, Table
from sobremesa.picture.solo import clock, plan, rows, words
from sobremesa.picture.solo.sheet import Card, cards, frame_of, heading, sheet

# How much of a diagram stays free around what it shows.
MARGIN: Final = 20.0


class Manner(NamedTuple):
    """How one solitaire is drawn: its middle, its cards, and tiles that wait below it."""

    middle: Callable[[Table, Box], Drawn]
    cards: Callable[[Table], list[Card]]
    hand: Callable[[Table, Box], Drawn] | None = None


MANNERS: Final = {
    "bingo": Manner(rows.bingo, rows.bingo_cards),
    "squeeze": Manner(rows.squeeze, rows.squeeze_cards),
    "neighbors": Manner(rows.neighbors, rows.neighbors_cards),
    "clock": Manner(clock.clock, clock.clock_cards),
    "traffic": Manner(plan.plan, plan.traffic_cards, plan.face_up),
}


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of a solitaire."""
    manner = MANNERS[words.manner(view)]
    table = sheet(view, say, look.numerals)
    frame = frame_of(look.shape, look.room, hand=manner.hand is not None, asking=look.standalone)
    drawn: list[Drawn] = [
        parts.cloth(frame.width, frame.height, 0 if look.standalone else parts.BLEED),
        heading(table, frame), cards(table, frame, manner.cards(table)),
        manner.middle(table, frame.middle),
        manner.hand(table, frame.hand) if manner.hand is not None else (),
        setting.talk_alone(view, say, frame, words, look.standalone, 10),
    ]
    return setting.alone(view, say, frame, look.shape, words, drawn, frame.middle)


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the middle of the table alone."""
    box = Box.within(width, height, MARGIN)
    table = sheet(view, say, False)
    frame = frame_of("wide", hand=False, asking=True)._replace(width=width, height=height)
    drawn = [parts.cloth(width, height), MANNERS[words.manner(view)].middle(table, box)]
    return setting.alone(view, say, frame, "wide", words, drawn, box)
