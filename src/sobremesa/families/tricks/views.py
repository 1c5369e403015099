"""What the views of trick games hold."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from sobremesa.core.views import BySeat, Call, Deal, DealtView, Hidden, Names, Seat, seen_as

BySide = Annotated[list[int], "By side: the even seats, the odd ones."]
Stage = Literal["auction", "declaration", "play", "claim"]


class Trick(TypedDict):
    """A trick."""

    leader: int
    suit: Annotated[str, "The suit that was led; nothing before."]
    pieces: Annotated[Names, "What was played, from the leader on."]
    taker: Annotated[Seat, "Who takes it, as far as it is played."]


class TrickDeal(Deal):
    """The deal, and in Super Bridge those that follow if all pass, as the seat knows them."""

    redeals: NotRequired[list[list[Hidden]]]


class TrickView(DealtView):
    """What a seat sees of a trick game."""

    opening: TrickDeal
    trick: Annotated[Trick, "The trick on the table."]
    tricks: Annotated[list[Trick], "The tricks before it."]


class DoubleTakesView(TrickView):
    """What a seat sees of Double Takes."""

    part: Annotated[int, "The round that is played, counted from 0."]
    parts: Annotated[int, "How many rounds there are."]
    aside: Annotated[int, "Tiles that lie aside for the rounds to come."]
    taken: Annotated[BySeat, "Tricks."]
    won: Annotated[BySeat, "Points."]
    asked: Annotated[Literal["play", "correct"], "Whether a tile that did not follow is asked for."]
    returned: Annotated[dict[str, int], "Tiles that were shown and withdrawn, with their seats."]


class BridgeView(TrickView):
    """What a seat sees of Super Bridge."""

    stage: Stage
    dealer: Seat
    vulnerable: Literal["none", "NS", "EW", "both"]
    redealt: Annotated[int, "How often was dealt again because all had passed."]
    calls: list[Call]
    contract: Annotated[str, "As 4SX; nothing before there is a bid."]
    declarer: Seat
    dummy: Seat
    hand: Annotated[Seat, "Whose hand plays next, which is not always the seat to decide."]
    won: Annotated[BySide, "Tricks."]
    claimed: Annotated[int, "How many tricks the declarer claims, or -1."]
    faced: Annotated[bool, "Whether the declarer's hand lies open."]
    tally: Annotated[
        list[Annotated[list[Any], tuple[str, int], "What, and its points."]],
        "What was scored, line by line.",
    ]


class TexasView(TrickView):
    """What a seat sees of Four-Hand Texas."""

    stage: Stage
    dealer: Seat
    calls: list[Call]
    bid: Annotated[int, "The highest bid; 0 before there is one."]
    bidder: Annotated[Seat, "Who has made it."]
    declaration: Annotated[
        Literal[
            "", "blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles", "no-trump"
        ],
        "The trumps.",
    ]
    taken: Annotated[BySide, "Points in tricks."]
    scored: Annotated[BySide, "Points of the hand, once it is over."]


class AnyTrickView(DoubleTakesView, BridgeView, TexasView):
    """The fields of all trick games, for who reads views of any of them."""


seen = seen_as(AnyTrickView)
