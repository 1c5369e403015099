"""What the views of solitaires hold."""

from typing import Annotated, Any, Literal

from sobremesa.core.views import GameView, Hidden, Names, Opening, Seat, seen_as

Ending = Literal["", "win", "close win", "loss"]
Happening = Annotated[
    list[Any], tuple[int, str, str, int], "With which move it came, what it was, a tile, a place."
]
Piles = Annotated[list[list[str]], "The hours from one to twelve, bottom first."]


class SoloOpening(Opening, total=False):
    """The deal, as far as it has been turned up, or the position that was set up."""

    boneyard: Names
    first: Seat
    hands: Annotated[list[list[str]], "What a deal lays out."]
    turn: Seat
    over: bool
    ending: Ending
    centre: Names
    clock: Piles
    waste: Names
    pending: Names
    stuck: bool
    shifts: list[str]
    row: Names
    gaps: list[int]
    removed: Names
    count: int
    place: int
    touches: int
    passes: int
    fruitless: int
    layout: Names
    table: list[str]
    up: Names
    aside: Names
    quad: str
    new: int


class SoloView(GameView):
    """What is seen of a solitaire."""

    opening: SoloOpening
    ending: Ending
    boneyard: Hidden
    left: Annotated[int, "Tiles that are not got rid of."]
    fresh: Annotated[Names, "What the last move has turned up."]
    story: Annotated[list[Happening], "What happened by itself with the moves."]


class ClockView(SoloView):
    """What is seen of Big Clock."""

    centre: Names
    clock: Piles
    waste: Names
    pending: Annotated[Names, "The tile that is turned up and lies nowhere yet."]
    stuck: Annotated[bool, "Whether a double that is turned up fitted nowhere when it came."]
    shifts: Annotated[list[str], "The shifts since something else was done last."]


class RowView(SoloView):
    """What is seen of Squeeze."""

    row: Names
    removed: Annotated[Names, "The tiles that have left, in their order."]


class BingoView(RowView):
    """What is seen of Bingo."""

    gaps: Annotated[list[int], "The places of the row before which tiles are missing."]
    count: Annotated[int, "The number that is spoken next."]
    place: Annotated[int, "The tile that the next number touches."]
    touches: Annotated[int, "How many tiles were touched so far."]
    passes: Annotated[int, "How often the row was gone through."]
    fruitless: Annotated[int, "Passes since a tile left."]


class NeighborsView(SoloView):
    """What is seen of Good Neighbors."""

    layout: Annotated[Names, "The layout row by row, with gaps while pairs are taken out."]
    removed: Annotated[Names, "The tiles that have left, in their order."]


class TrafficView(SoloView):
    """What is seen of Traffic."""

    table: Annotated[list[str], "The tiles as they lie: 0-1@0,0S."]
    up: Annotated[Names, "The tiles that lie face up."]
    aside: Names
    quad: Annotated[str, "The quad that is being made, as 3..6@3,0S."]
    new: Annotated[int, "Tiles laid in this turn."]


class AnySoloView(ClockView, BingoView, NeighborsView, TrafficView):
    """The fields of all solitaires, for who reads views of any of them."""


seen = seen_as(AnySoloView)
