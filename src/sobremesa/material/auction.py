"""An auction: seats call in turn until the highest bid stands."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.material.dominoes import BIT

NO_BID: Final[Int] = -1


class Auction:
    """The highest bid so far, who holds it, and who has passed.

    Bids are ints, a higher one for a higher bid. Where `returning`, a seat that passed may
    call again and the auction ends when all others have passed in a row; otherwise a seat
    that passes is out, and the auction ends when one seat is left with a bid.

    >>> auction = Auction(4, returning=True)
    >>> auction.bid(2, 30)
    >>> for seat in (3, 0, 1):
    ...     auction.drop(seat)
    >>> auction.is_over(), auction.holder
    (True, 2)
    """

    def __init__(self, seats: Int, returning: bool) -> None:
        self.seats: Int = seats
        self.returning: bool = returning
        self.highest: Int = NO_BID
        self.holder: Int = -1
        # How many calls were made, and how many passes since the last other call.
        self.calls: Int = 0
        self.passes: Int = 0
        # The seats that have passed, as a mask, and how many they are.
        self.out: Int = 0
        self.gone: Int = 0
        # 0: undoubled, 1: doubled, 2: redoubled.
        self.doubling: Int = 0

    def bid(self, seat: Int, value: Int) -> None:
        """Takes a bid, which cancels a double."""
        self.calls += 1
        self.passes = 0
        self.highest = value
        self.holder = seat
        self.doubling = 0

    def drop(self, seat: Int) -> None:
        """Takes a pass."""
        self.calls += 1
        self.passes += 1
        if self.out & BIT[seat] == 0:
            self.out |= BIT[seat]
            self.gone += 1

    def double(self) -> None:
        """Takes a double, or a redouble of one."""
        self.calls += 1
        self.passes = 0
        self.doubling += 1

    def is_over(self) -> bool:
        """Tells whether nobody is to call any more."""
        if self.returning:
            return self.passes >= self.seats - (1 if self.highest != NO_BID else 0)
        return self.gone == self.seats or (self.highest != NO_BID and self.gone == self.seats - 1)

    def after(self, seat: Int) -> Int:
        """Gives the seat that calls after another, leaving out those who are."""
        seat = (seat + 1) % self.seats
        while not self.returning and self.out & BIT[seat] != 0:
            seat = (seat + 1) % self.seats
        return seat

    def copy(self) -> Auction:
        """Makes an independent copy."""
        twin = Auction(self.seats, self.returning)
        twin.highest, twin.holder, twin.calls = self.highest, self.holder, self.calls
        twin.passes, twin.out, twin.gone = self.passes, self.out, self.gone
        twin.doubling = self.doubling
        return twin
