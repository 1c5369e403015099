"""What a view holds, as types: `View.data` is a JSON object, and these are its fields.

Every game has those of `GameView`. A family adds its own in `families/<family>/views.py`, and
`Game.VIEWS` names the type of a game. `sobremesa.schema` makes a JSON Schema of it: the words in
`Annotated` describe a field, and a tuple there says what lies in the places of a list. These
modules are read at run time, so they are not compiled.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, TypeVar, cast

from sobremesa.core.options import Value

if TYPE_CHECKING:
    from sobremesa.core.game import View

T = TypeVar("T")

Seat = Annotated[int, "A seat, counted from 0, or -1 for nobody."]
BySeat = Annotated[list[int], "By seat."]
Names = Annotated[list[str], "By name."]
Hidden = Annotated[list[str] | int, "By name or, where they are hidden, how many there are."]
Call = Annotated[list[Any], tuple[int, str], "The seat, and what it called."]
Entry = Annotated[
    list[Any], tuple[int, str, int],
    "The seat that moved, its move as the seer may know it, and the points that it made.",
]


class Choice(TypedDict):
    """A legal move."""

    move: Annotated[int, "The number by which it is played."]
    text: Annotated[str, "How people write it."]
    touches: Annotated[list[str], "What a hand touches to make it, in order."]


class Opening(TypedDict):
    """What a round began with, as the seat knows it: a deal, or a position that was set up.

    A position has more parts than a deal; most are those that the view has by the same name.
    """

    number: int
    before: BySeat


class Deal(Opening):
    """The deal, or the position that was set up, as the seat knows it."""

    first: Seat
    hands: list[Hidden]
    boneyard: Hidden


class Position(Deal, total=False):
    """The deal, or the position that was set up, as the seat knows it."""

    turn: Seat
    points: BySeat
    over: bool


class GameView(TypedDict):
    """All that one seat may know of a round."""

    game: str
    options: dict[str, Value]
    seat: Annotated[int, "The seat that sees this, counted from 0; -1 only watches."]
    turn: Annotated[int, "The seat to decide; -1 when the round is over."]
    over: bool
    number: Annotated[int, "Which round of the match this is, counted from 1."]
    before: Annotated[BySeat, "Match points before this round."]
    points: Annotated[BySeat, "Points of this round, as far as they are made."]
    winners: Annotated[list[int], "The seats that have won the match with this round."]
    moves: Annotated[list[Choice], "What the seat may choose from, if it is to decide."]
    silence: Annotated[int, "The move that saying nothing stands for, or -1."]
    plain: Annotated[bool, "Whether everybody can see that there is no choice."]
    log: Annotated[list[Entry], "Everything that has happened."]
    played: Annotated[
        list[int], "The number of each move in `log`, or -1 where the seer may not know it."
    ]


class DealtView(GameView):
    """A view of a game in which hands are dealt."""

    first: Annotated[Seat, "Who was nominally first."]
    hands: Annotated[list[Hidden], "The hands by seat."]


class AnyDealtView(DealtView):
    """What all views with hands have, for who reads any of them."""

    opening: Deal
    boneyard: Hidden


def seen_as(kind: type[T]) -> Callable[["View"], T]:
    """Makes a reader of what views of a type hold."""
    return lambda view: cast(T, view.data)


def face_up(tiles: list[str] | int) -> list[str]:
    """Gives the names of tiles that the seat sees."""
    assert isinstance(tiles, list)
    return tiles


def count_of(tiles: list[str] | int) -> int:
    """Counts tiles, whether or not they are hidden.

    >>> count_of(["6-4", "5-5"]), count_of(7)
    (2, 7)
    """
    return tiles if isinstance(tiles, int) else len(tiles)


seen = seen_as(AnyDealtView)
