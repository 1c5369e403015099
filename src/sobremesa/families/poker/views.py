"""What the views of Domino Poker hold."""

from typing import Annotated, Literal, TypedDict

from sobremesa.core.views import BySeat, DealtView, Hidden, Position, Seat, seen_as

Stage = Literal["betting", "exchange", "second betting", ""]


class PokerPosition(Position, total=False):
    """The deal, or the position that was set up, as the seat knows it."""

    stage: Stage
    discards: list[Hidden]
    staked: BySeat
    bets: BySeat
    folded: list[int]
    acted: Annotated[list[int], "The seats that have acted since the last full bet or raise."]
    opened: Annotated[bool, "Whether a full bet was made in this betting round."]
    raise_by: Annotated[int, "The last full bet or raise."]
    raises: int


class Pot(TypedDict):
    """A pot."""

    chips: int
    seats: Annotated[list[int], "Who can win it."]
    winner: Seat


class PokerView(DealtView):
    """What a seat sees of Domino Poker; points are chips."""

    opening: PokerPosition
    dealer: Seat
    stage: Stage
    ranks: Annotated[list[str], "What the hands that the seat sees are called, by seat."]
    boneyard: int
    discards: Annotated[list[Hidden], "What was thrown away, by seat."]
    chips: Annotated[BySeat, "Chips that are not staked."]
    staked: Annotated[BySeat, "Chips in the pots."]
    bets: Annotated[BySeat, "Chips bet in this betting round."]
    pots: list[Pot]
    folded: Annotated[list[int], "The seats that are out of the deal."]
    call: Annotated[int, "What the seat to decide has to add to stay in."]
    least: Annotated[int, "The least to which it may bet or raise; 0 if it may not."]
    most: Annotated[int, "The most to which it may bet or raise; 0 if it may not."]
    level: Annotated[int, "The greatest bet of this betting round."]
    raises: Annotated[int, "How often was raised in this betting round."]
    quick: Annotated[list[str], "Touches that people use most, where there are many."]
    ending: Literal["", "showdown", "folded"]


seen = seen_as(PokerView)
