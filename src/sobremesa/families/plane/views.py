"""What the views of Cuadróminos hold."""

from typing import Annotated, NotRequired, TypedDict

from sobremesa.core.views import BySeat, DealtView, Hidden, Position, Seat, seen_as

RoundsWon = Annotated[BySeat, "Rounds won, where they can decide the match."]


class PlanePosition(Position, total=False):
    """The deal, or the position that was set up, as the seat knows it."""

    plane: list[str]
    drawn: int
    late: bool
    idle: int
    winner: Seat
    rounds_won: RoundsWon


class Cell(TypedDict):
    """A cell beside a piece."""

    asks: Annotated[list[int], "The numbers of its corners, clockwise from the top left, or -1."]
    add: Annotated[int, "What the cell adds to the number of a move."]


class Attempts(TypedDict):
    """What can be tried: the number of a piece as it is turned and that of a cell make a move."""

    tiles: Annotated[dict[str, dict[str, int]], "The turns of every piece in the hand, by touch."]
    cells: Annotated[dict[str, int], "The cells, by touch."]


class PlaneView(DealtView):
    """What a seat sees of Cuadróminos."""

    opening: PlanePosition
    shown: Annotated[str, "The piece that was shown for the right to start."]
    boneyard: Hidden
    plane: Annotated[list[str], "The pieces as they were laid, as 01/42@2,-1."]
    cells: Annotated[dict[str, Cell], "The free cells beside pieces, by their place."]
    drawn: Annotated[int, "Pieces drawn in this turn."]
    late: Annotated[bool, "Whether the time of the turn is up."]
    idle: Annotated[int, "Turns in a row that began with an empty pool and laid nothing."]
    winner: Annotated[Seat, "Who has won the round."]
    rounds_won: NotRequired[RoundsWon]
    attempts: NotRequired[Attempts]


seen = seen_as(PlaneView)
