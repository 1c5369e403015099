"""What is asked of Double Takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, cast

from sobremesa import Round
from sobremesa.families.tricks.double_takes import DoubleTakesRound
from sobremesa.lab.asking.play import Play, amount, part, share
from sobremesa.lab.units import NUMBER
from sobremesa.material.dominoes import HIGH, LOW


@dataclass(frozen=True)
class Laid:
    """A double as it was laid: by whom, in which trick of its round, in which place of the trick,
    whether it is of the suit called, and whether it took the trick."""

    seat: int
    trick: int
    place: int
    in_suit: bool
    takes: bool

    def is_out(self) -> bool:
        """Tells whether it was laid by somebody who could not follow."""
        return not self.in_suit


def takes(round: Round) -> DoubleTakesRound:
    """Gives a game as what it is."""
    return cast("DoubleTakesRound", round)


def doubles(play: Play) -> list[Laid]:
    """Lists the doubles of a play in the order in which they were laid."""
    return [laid for round in play.rounds for laid in doubles_of(takes(round))]


def doubles_of(round: DoubleTakesRound) -> list[Laid]:
    """Lists the doubles that were laid in a game."""
    seats, size = int(round.rules.players), int(round.takes.hand_size)
    found = []
    for entry, tile in enumerate(round.past):
        if HIGH[tile] == LOW[tile]:
            trick, place = divmod(entry, seats)
            seat = (int(round.leaders[trick]) + place) % seats
            found.append(Laid(
                seat, trick % size, place, bool(HIGH[tile] == round.suits[trick]),
                seat == int(round.takers[trick]),
            ))
    return found


def share_of(
    which: Callable[[Laid], bool], among: Callable[[Laid], bool] = lambda laid: True
) -> Callable[[Play], float | None]:
    """Makes the measure of how many of some doubles are of one kind."""
    def asked(play: Play) -> float | None:
        found = [laid for laid in doubles(play) if among(laid)]
        return part(sum(map(which, found)), len(found))
    return asked


def tricks(play: Play) -> int:
    """Counts the tricks of a play."""
    return sum(len(takes(round).takers) for round in play.rounds)


def tricks_by_doubles(play: Play) -> float:
    """Gives the share of the tricks that a double out of suit takes."""
    return sum(laid.takes and laid.is_out() for laid in doubles(play)) / tricks(play)


def leader_keeps(play: Play) -> float:
    """Gives the share of the tricks that their leader takes."""
    return sum(
        leader == taker for round in play.rounds
        for leader, taker in zip(takes(round).leaders, takes(round).takers, strict=True)
    ) / tricks(play)


def in_the_last_third(play: Play) -> Callable[[Laid], bool]:
    """Tells of a double whether it was laid in the last third of the tricks of its round."""
    size = int(takes(play.rounds[0]).takes.hand_size)
    return lambda laid: 3 * laid.trick >= 2 * size


def early_take(play: Play) -> float | None:
    """Gives how many of the doubles out of suit take all in the first two thirds of a round."""
    late = in_the_last_third(play)
    return share_of(lambda laid: laid.takes, lambda laid: laid.is_out() and not late(laid))(play)


def late_take(play: Play) -> float | None:
    """Gives how many of the doubles out of suit take all in the last third of a round."""
    late = in_the_last_third(play)
    return share_of(lambda laid: laid.takes, lambda laid: laid.is_out() and late(laid))(play)


def kept(play: Play) -> float | None:
    """Gives how many of the doubles are laid in the last third of a round."""
    return share_of(in_the_last_third(play))(play)


def wins_of_most(play: Play, seats: Iterable[int]) -> float | None:
    """Gives the share of the win of the side that alone has most of something, by whose it is."""
    counted = Counter(play.game.side_of(seat) for seat in seats).most_common(2)
    if not counted or (len(counted) == 2 and counted[0][1] == counted[1][1]):
        return None
    return next(
        won for seat, won in enumerate(play.won) if play.game.side_of(seat) == counted[0][0]
    )


def most_dealt(play: Play) -> float | None:
    """Gives the share of the win of the side that was dealt most doubles."""
    return wins_of_most(play, (laid.seat for laid in doubles(play)))


def most_taking(play: Play) -> float | None:
    """Gives the share of the win of the side that took most tricks with doubles out of suit."""
    return wins_of_most(
        play, (laid.seat for laid in doubles(play) if laid.takes and laid.is_out())
    )


def last_trick(play: Play) -> float | None:
    """Gives the share of the win of the side that takes the very last trick."""
    [taker] = list(takes(play.rounds[-1]).takers)[-1:]
    return wins_of_most(play, [int(taker)])


TAKES: Final = [
    share("out", "doubles out of suit", "Of the doubles, those laid out of suit.",
          share_of(lambda laid: laid.is_out())),
    share("take_all", "out of suit takes all",
          "Of the doubles laid out of suit, those that take the trick.",
          share_of(lambda laid: laid.takes, lambda laid: laid.is_out())),
    share("led", "doubles led", "Of the doubles, those that are led.",
          share_of(lambda laid: laid.place == 0)),
    share("led_takes", "doubles led take", "Of the doubles led, those that take the trick.",
          share_of(lambda laid: laid.takes, lambda laid: laid.place == 0)),
    share("following", "doubles that follow", "Of the doubles, those that follow suit.",
          share_of(lambda laid: laid.place > 0 and laid.in_suit)),
    share("following_takes", "followers take",
          "Of the doubles that follow suit, those that take the trick.",
          share_of(lambda laid: laid.takes, lambda laid: laid.place > 0 and laid.in_suit)),
    share("by_doubles", "tricks by doubles", "Tricks that a double out of suit takes.",
          tricks_by_doubles),
    share("leader_keeps", "leader keeps the lead", "Tricks that their leader takes.",
          leader_keeps),
    share("kept", "doubles kept",
          "Of the doubles, those laid in the last third of a round.", kept),
    share("early_take", "early ones take all",
          "Of the doubles laid out of suit in the first two thirds of a round, those that take "
          "the trick.", early_take),
    share("late_take", "kept ones take all",
          "Of the doubles laid out of suit in the last third of a round, those that take the "
          "trick.", late_take),
    share("most_dealt", "most dealt wins",
          "The share of the win of the side that alone was dealt most doubles.", most_dealt),
    share("most_taking", "most takers win",
          "The share of the win of the side that alone takes most tricks with doubles out of "
          "suit.", most_taking),
    share("last_trick", "last taker wins",
          "The share of the win of the side that takes the very last trick.", last_trick),
    amount("takes_all", "tricks by doubles, number",
           "Tricks of a game that a double out of suit takes.", NUMBER,
           lambda play: tricks_by_doubles(play) * tricks(play) / len(play.rounds)),
]
