"""What the views hold of games whose lines all leave from one double."""

from typing import Annotated, Literal

from sobremesa.core.views import Seat, seen_as
from sobremesa.families.lines.views import LaidPosition, LaidView, Layer, Sought

Spell = Literal["", "L1", "L2", "L3", "L4", "L5", "L6", "start"]


class HubPosition(LaidPosition, total=False):
    """The deal, or the position that was set up, as the seat knows it."""

    asked: Literal["open", "seek", "play", "add", "take"]
    sought: int
    drawn: bool
    marked: list[int]
    open: str
    begins: bool
    direction: Literal[1, -1]
    spell: Spell
    caster: Seat
    owed: int
    layer: Seat
    skips: bool


class HubView(LaidView):
    """What a seat sees of trains or legs."""

    opening: HubPosition
    asked: Annotated[
        Literal["open", "seek", "play", "add", "take"],
        "What the seat to decide does: sets the first double or draws for one, plays, lays one "
        "more tile, or takes tiles that are owed.",
    ]
    drawn: Annotated[bool, "Whether the seat to decide has drawn for what is asked."]
    sought: Sought


class TrainView(HubView):
    """What a seat sees of Mexican Train."""

    marked: Annotated[list[int], "The seats whose trains carry a marker."]
    open: Annotated[str, "The line whose double must be answered."]
    begins: Annotated[bool, "Whether the seat to decide has begun its train in this turn."]


class SuperView(HubView):
    """What a seat sees of Super Dominos."""

    direction: Annotated[Literal[1, -1], "1 is clockwise."]
    spell: Annotated[Spell, "Where a spell lies: on a leg, or on the start double."]
    caster: Annotated[Seat, "Who cast the spell."]
    owed: Annotated[int, "Tiles still to be drawn."]
    layer: Layer
    skips: Annotated[bool, "Whether the last tile costs the next player their turn."]


class AnyHubView(TrainView, SuperView):
    """The fields of both games, for who reads views of either."""


seen = seen_as(AnyHubView)
