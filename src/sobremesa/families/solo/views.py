"""What the views of solitaires hold."""

from typing import Annotated, Any, Literal, TypedDict

from sobremesa.core.views import GameView, Hidden, Names, Opening, Seat

Ending = Literal["", "win", "close win", "loss"]
Removed = Annotated[Names, "The tiles that have left, in their order."]


class SoloDeal(Opening):
    """The deal, with as much of the boneyard as has been turned up."""

    first: Seat
    hands: Annotated[list[list[str]], "What was laid out at first."]
    boneyard: Names


class SoloPosition(Opening):
    """The position that was set up."""

    turn: Seat
    boneyard: Names
    over: bool
    ending: Ending


class SoloView(GameView):
    """What is seen of a solitaire."""

    boneyard: Hidden
    left: Annotated[int, "Tiles that are not got rid of."]
    ending: Ending
    fresh: Annotated[Names, "What the last move has turned up."]
    story: Annotated[
        list[Annotated[
            list[Any], tuple[int, str, str, int], "Which move it came with, what, a tile, a place."
        ]],
        "What happened by itself with the moves.",
    ]


class Clock(TypedDict):
    """The table of Big Clock."""

    centre: Names
    clock: Annotated[list[list[str]], "The hours from one to twelve, bottom first."]
    waste: Names
    pending: Annotated[Names, "The tile that is turned up and lies nowhere yet."]


class ClockPosition(SoloPosition, Clock):
    """A position of Big Clock."""


class ClockView(SoloView, Clock):
    """What is seen of Big Clock."""

    opening: SoloDeal | ClockPosition


class BingoRow(TypedDict):
    """The table of Bingo."""

    row: Names
    gaps: Annotated[list[int], "The places of the row before which tiles are missing."]
    removed: Removed
    count: Annotated[int, "The number that was counted last."]
    place: Annotated[int, "The tile that the next number touches."]
    touches: Annotated[int, "How many tiles were touched so far."]
    passes: Annotated[int, "How often the row was gone through."]
    fruitless: Annotated[int, "Passes since a tile left."]


class BingoPosition(SoloPosition, BingoRow):
    """A position of Bingo."""


class BingoView(SoloView, BingoRow):
    """What is seen of Bingo."""

    opening: SoloDeal | BingoPosition


class Neighbors(TypedDict):
    """The table of Good Neighbors."""

    layout: Annotated[list[str], "The layout row by row, with gaps while pairs are taken out."]
    removed: Removed


class NeighborsPosition(SoloPosition, Neighbors):
    """A position of Good Neighbors."""


class NeighborsView(SoloView, Neighbors):
    """What is seen of Good Neighbors."""

    opening: SoloDeal | NeighborsPosition


class SqueezeRow(TypedDict):
    """The table of Squeeze."""

    row: Names
    removed: Removed


class SqueezePosition(SoloPosition, SqueezeRow):
    """A position of Squeeze."""


class SqueezeView(SoloView, SqueezeRow):
    """What is seen of Squeeze."""

    opening: SoloDeal | SqueezePosition


class Streets(TypedDict):
    """The table of Traffic."""

    table: Annotated[list[str], "The tiles as they lie: 0-1@0,0S."]
    up: Annotated[Names, "The tiles that lie face up."]
    aside: Names
    quad: Annotated[str, "The quad that is being made, as 3..6@3,0S."]
    new: Annotated[int, "Tiles laid in this turn."]


class TrafficPosition(SoloPosition, Streets):
    """A position of Traffic."""


class TrafficView(SoloView, Streets):
    """What is seen of Traffic."""

    opening: SoloDeal | TrafficPosition
