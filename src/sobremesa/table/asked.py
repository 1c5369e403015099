"""What several rooms of the house are asked in JSON: a clock, and a line of talk."""

from __future__ import annotations

from sobremesa.core.game import NOBODY
from sobremesa.table.clock import NONE, SENSIBLE
from sobremesa.table.numbers import Body, Mark, Whole


class ClockWish(Body):
    """The clock that somebody wants."""

    kind: str = NONE
    time: int = 0
    more: int = 0
    late: str = SENSIBLE


class TalkAsked(Body):
    """A line as a client sends it: a text, or the name of an offer and whom it speaks of."""

    seat: Whole
    to: Whole = NOBODY
    text: str = ""
    offer: str = ""
    about: Whole = NOBODY
    id: Mark
