"""What is asked of Four-Hand Texas (42)."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final, cast

from sobremesa import Round
from sobremesa.families.tricks.texas_42 import (
    ALL_POINTS,
    DECLARATIONS,
    DOUBLES,
    NO_TRUMP,
    Texas42Round,
)
from sobremesa.lab.asking.play import Play, amount, part, share
from sobremesa.lab.units import POINTS

# The bids of 42 by their height: those that leave room, those near all points, the limit bids.
LOW_BIDS: Final = range(30, 35)
HIGH_BIDS: Final = range(35, 42)
LIMIT_BIDS: Final = (42, 84, 168, 250)


def texas(round: Round) -> Texas42Round:
    """Gives a hand as what it is."""
    return cast("Texas42Round", round)


def bid_hands(play: Play) -> list[Texas42Round]:
    """Lists the hands in which somebody has bid."""
    return [texas(round) for round in play.rounds if texas(round).bid() > 0]


def of_bid_hands(ask: Callable[[Texas42Round], float]) -> Callable[[Play], float | None]:
    """Makes a measure that is the mean over the hands in which somebody has bid."""
    def asked(play: Play) -> float | None:
        hands = bid_hands(play)
        return part(sum(float(ask(hand)) for hand in hands), len(hands))
    return asked


def thrown_in(play: Play) -> float:
    """Gives the share of the hands in which nobody bids."""
    return play.each_round(len(play.rounds) - len(bid_hands(play)))


def bidders(hand: Texas42Round) -> int:
    """Names the side that bid."""
    return int(hand.auction.holder) % 2


def is_made(hand: Texas42Round) -> bool:
    """Tells whether the bidders have taken what they bid (T42-18, T42-R17)."""
    return int(hand.taken[bidders(hand)]) >= min(int(hand.bid()), int(ALL_POINTS))


def is_set_by_their_bid(hand: Texas42Round) -> bool:
    """Tells whether a bid is lost though its side took most of the 42 points."""
    return not is_made(hand) and 2 * int(hand.taken[bidders(hand)]) > int(ALL_POINTS)


def gain(hand: Texas42Round) -> int:
    """Gives by how much the bidders score more than the others."""
    score = hand.sides()
    return score[bidders(hand)] - score[1 - bidders(hand)]


def bids_in(bids: Container[int]) -> Callable[[Play], float | None]:
    """Makes the measure of how often the highest bid is one of these."""
    return of_bid_hands(lambda hand: int(hand.bid()) in bids)


def made_in(bids: Container[int]) -> Callable[[Play], float | None]:
    """Makes the measure of how often a highest bid of these is made."""
    def asked(play: Play) -> float | None:
        hands = [hand for hand in bid_hands(play) if int(hand.bid()) in bids]
        return part(sum(map(is_made, hands)), len(hands))
    return asked


def trumps_in(trumps: Container[int]) -> Callable[[Play], float | None]:
    """Makes the measure of how often the bidder declares one of these."""
    return of_bid_hands(lambda hand: int(hand.declaration) in trumps)


def made_with(trumps: Container[int]) -> Callable[[Play], float | None]:
    """Makes the measure of how often a bid is made with trumps of these."""
    def asked(play: Play) -> float | None:
        hands = [hand for hand in bid_hands(play) if int(hand.declaration) in trumps]
        return part(sum(map(is_made, hands)), len(hands))
    return asked


def seat_bids(place: int) -> Callable[[Play], float | None]:
    """Makes the measure of how often the seat so many places after the dealer holds the bid."""
    return of_bid_hands(lambda hand: (int(hand.auction.holder) - int(hand.first)) % 4 == place)


def dealer_made(play: Play) -> float | None:
    """Gives how many of the dealer's highest bids are made."""
    hands = [hand for hand in bid_hands(play) if hand.auction.holder == hand.first]
    return part(sum(map(is_made, hands)), len(hands))


# The numbers from the lowest on, as they are declared.
LOW_TRUMPS: Final = range(DECLARATIONS.index("threes"))
HIGH_TRUMPS: Final = range(DECLARATIONS.index("threes"), int(DOUBLES))

TEXAS: Final = [
    share("thrown_in", "nobody bids", "Hands in which all four pass.", thrown_in),
    amount("bid", "bid", "The highest bid of a hand in which somebody bids.", POINTS,
           of_bid_hands(lambda hand: int(hand.bid()))),
    share("made", "bids made", "Of the highest bids, those that are made.", of_bid_hands(is_made)),
    amount("taken", "points of the bidders", "What the bidding side takes, of 42.", POINTS,
           of_bid_hands(lambda hand: int(hand.taken[bidders(hand)]))),
    amount("gain", "bidders' gain", "What the bidders score more than the others in a hand.",
           POINTS, of_bid_hands(gain)),
    share("overbid", "lost with most points",
          "Of the highest bids, those lost by a side that takes more than 21.",
          of_bid_hands(is_set_by_their_bid)),
    share("low_bids", "bids of 30 to 34", "Of the highest bids, those of 30 to 34.",
          bids_in(LOW_BIDS)),
    share("high_bids", "bids of 35 to 41", "Of the highest bids, those of 35 to 41.",
          bids_in(HIGH_BIDS)),
    share("limit_bids", "limit bids", "Of the highest bids, those of 42 and above.",
          bids_in(LIMIT_BIDS)),
    share("low_made", "30 to 34 made", "Of the highest bids of 30 to 34, those that are made.",
          made_in(LOW_BIDS)),
    share("high_made", "35 to 41 made", "Of the highest bids of 35 to 41, those that are made.",
          made_in(HIGH_BIDS)),
    share("limit_made", "limit bids made", "Of the limit bids, those that are made.",
          made_in(LIMIT_BIDS)),
    share("low_trumps", "blanks to twos", "Of the trumps, those that are blanks, ones or twos.",
          trumps_in(LOW_TRUMPS)),
    share("high_trumps", "threes to sixes", "Of the trumps, those that are threes to sixes.",
          trumps_in(HIGH_TRUMPS)),
    share("doubles", "doubles trumps", "Bids with which the doubles are trumps.",
          trumps_in((int(DOUBLES),))),
    share("no_trump", "no trump", "Bids that are played without trumps.",
          trumps_in((int(NO_TRUMP),))),
    share("low_trumps_made", "made with blanks to twos",
          "Of the bids with blanks, ones or twos as trumps, those that are made.",
          made_with(LOW_TRUMPS)),
    share("high_trumps_made", "made with threes to sixes",
          "Of the bids with threes to sixes as trumps, those that are made.",
          made_with(HIGH_TRUMPS)),
    share("doubles_made", "made with doubles",
          "Of the bids with the doubles as trumps, those that are made.",
          made_with((int(DOUBLES),))),
    share("no_trump_made", "made without trumps",
          "Of the bids without trumps, those that are made.", made_with((int(NO_TRUMP),))),
    share("dealer_bids", "dealer holds the bid", "Of the highest bids, those of the dealer.",
          seat_bids(0)),
    share("left_bids", "dealer's left holds the bid",
          "Of the highest bids, those of whoever calls first.", seat_bids(1)),
    share("across_bids", "dealer's partner holds the bid",
          "Of the highest bids, those of the dealer's partner.", seat_bids(2)),
    share("right_bids", "dealer's right holds the bid",
          "Of the highest bids, those of whoever calls before the dealer.", seat_bids(3)),
    share("dealer_made", "dealer's bids made",
          "Of the highest bids of the dealer, those that are made.", dealer_made),
]
