"""What the views of High Fives hold."""

from typing import Annotated, NotRequired

from sobremesa.core.views import DealtView, Names, Position, Seat, seen_as

Piles = Annotated[list[list[str]], "What each seat has captured."]


class PoolPosition(Position):
    """The deal, or the position that was set up, as the seat knows it."""

    pool: Names
    piles: NotRequired[Piles]
    deal: NotRequired[int]
    missed: NotRequired[str]
    taker: NotRequired[Seat]
    winner: NotRequired[Seat]


class PoolView(DealtView):
    """What a seat sees of High Fives."""

    opening: PoolPosition
    boneyard: int
    pool: Annotated[Names, "The tiles that lie open."]
    piles: Piles
    deal: Annotated[int, "Which deal this is, counted from 1."]
    deals: Annotated[int, "How many deals there are."]
    missed: Annotated[str, "The tile that the next player may claim, if there is one."]
    taker: Annotated[Seat, "Who captured last."]
    winner: Seat


seen = seen_as(PoolView)
