"""From which seat a page looks, and how it wants its picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sobremesa import picture
from sobremesa.core.game import NOBODY
from sobremesa.table.events import Pass
from sobremesa.table.live import Table
from sobremesa.table.messages import SHAPES, Sight
from sobremesa.table.problems import Problem
from sobremesa.table.watching import seats_to_watch
from sobremesa.table.written import number_in

# No screen has more pixels than this.
MOST_PIXELS = 99_999
# How a wish is said in an address and in a greeting.
YES = ("yes", True)


def seat_seen(table: Table, opened: Pass, asked: object) -> int:
    """Decides from which seat a link looks: one of its own, where several, the one asked for.

    A link to several seats begins at no seat, so that no hand is shown to the wrong person.
    """
    seats = opened.seats
    if table.is_record:
        seats = tuple(range(NOBODY, int(table.game.players)))
    elif seats == (NOBODY,):
        seats = seats_to_watch(table)
    if asked is None or asked == "":
        return seats[0] if len(seats) == 1 else NOBODY
    allowed = (*seats, NOBODY) if len(seats) > 1 else seats
    seat = number_in(asked, NOBODY)
    if seat is None:
        raise unreadable("seat", asked)
    if seat not in allowed:
        raise Problem(403, "another-seat", "This link is not for seat {seat}.", seat=seat + 1)
    return seat


def sight_of(table: Table, opened: Pass, asked: Mapping[str, Any]) -> Sight:
    """Gives the picture that is asked for.

    Aids are for those who learn alone: at a table with others they would be an advantage.
    """
    return picture_of(asked, aids=table.is_alone(opened.seats))


def picture_of(asked: Mapping[str, Any], *, aids: bool) -> Sight:
    """Gives the picture that a page wishes for, with aids for learners if it may have them."""
    wished = asked.get("shape")
    shape = wished if wished in SHAPES else SHAPES[0]
    return Sight(
        shape, picture.room_for(shape, _pixels(asked.get("across")), _pixels(asked.get("down"))),
        numerals=asked.get("numerals") in YES,
        aids=asked.get("aids") in YES and aids,
        fits=asked.get("fits") in YES,
        text=asked.get("text") in YES,
    )


def _pixels(asked: Any) -> int:
    """Reads how many pixels a page has for its picture, 0 where it does not say so."""
    return number_in(asked, high=MOST_PIXELS) or 0


def unreadable(where: str, written: object) -> Problem:
    """Refuses something that was written at some place of a request."""
    reason = ascii(written[:20]) if isinstance(written, str) else type(written).__name__
    return cannot_read(where, reason)


def cannot_read(where: str, reason: str) -> Problem:
    """Refuses a place of a request for a reason."""
    return Problem(
        422, "unreadable", "The request cannot be read at {where}: {reason}.",
        where=where, reason=reason,
    )
