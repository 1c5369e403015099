"""The pictures of the solitaires."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.picture import parts
from sobremesa.picture.saying import PLAIN, Voice
from sobremesa.picture.scenes import Drawn, Scene
from sobremesa.picture.seats import Box, Look, Table
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
from sobremesa.picture.solo.sheet import Card, Desk, cards, frame_of, heading, sheet, talk

# How much of a diagram stays free around what it shows.
MARGIN: Final = 20.0


class Manner(NamedTuple):
    """How one solitaire is drawn: its middle, its cards, and tiles that wait below it."""

    middle: Callable[[Table, Box], Drawn]
    cards: Callable[[Table], list[Card]]
    hand: Callable[[Table, Box], Drawn] | None = None


MANNERS: Final = {
    "bingo": Manner(bingo, bingo_cards),
    "squeeze": Manner(squeeze, squeeze_cards),
    "neighbors": Manner(neighbors, neighbors_cards),
    "clock": Manner(clock, clock_cards),
    "traffic": Manner(plan, traffic_cards, face_up),
}


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of a solitaire."""
    manner = MANNERS[words.manner(view)]
    table = sheet(view, say, look.numerals)
    frame = frame_of(look.shape, look.room, hand=manner.hand is not None, asking=look.standalone)
    asked = words.headline(view, say)
    drawn: list[Drawn] = [
        parts.cloth(frame.width, frame.height, 0 if look.standalone else parts.BLEED),
        heading(table, frame), cards(table, frame, manner.cards(table)),
        manner.middle(table, frame.middle),
        manner.hand(table, frame.hand) if manner.hand is not None else (),
        talk(table, frame, asked if look.standalone else ""),
    ]
    return document(table, frame, drawn, look.shape, asked)


def document(table: Table, frame: Desk, drawn: Drawn, shape: str, asked: str) -> Scene:
    """Makes a scene that says how the deal stands."""
    view = table.view
    told = f"{words.status(view, table.say)}. {asked}"
    return Scene(
        frame.width, frame.height, shape, table.say(view.game.title), told, drawn,
        frame.middle,
    )


def diagram(view: View, width: float, height: float) -> Scene:
    """Draws the middle of the table alone."""
    box = Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    table = sheet(view, PLAIN, False)
    frame = frame_of("wide", hand=False, asking=True)._replace(
        width=width, height=height, middle=box
    )
    drawn = [parts.cloth(width, height), MANNERS[words.manner(view)].middle(table, box)]
    return document(table, frame, drawn, "wide", words.headline(view, PLAIN))
