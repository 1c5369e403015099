"""A trick: what each seat adds to it in turn, and who is taking it."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec

# No suit has been called yet.
NO_SUIT: Final[Int] = -1


class Trick:
    """The pieces of one trick, tiles or cards, in the order in which they fell.

    `suit` is the suit that was led. A piece is added with its strength in this trick, which
    the game knows; the strongest so far is `best`, played from the hand of seat `taker`.

    >>> trick = Trick(2, vec[Int]([]))
    >>> trick.lead(suit=3)
    >>> for piece, strength in ((11, 40), (12, 70), (13, 0)):
    ...     trick.add(piece, strength, seats=4)
    >>> trick.taker, trick.turn, list(trick.pieces)
    (3, 1, [11, 12, 13])
    """

    def __init__(self, leader: Int, pieces: vec[Int]) -> None:
        self.leader: Int = leader
        # The seat whose hand plays next.
        self.turn: Int = leader
        self.pieces: vec[Int] = pieces
        self.suit: Int = NO_SUIT
        self.best: Int = -1
        self.strength: Int = -1
        self.taker: Int = leader

    def lead(self, suit: Int) -> None:
        """Says which suit the first piece calls for."""
        self.suit = suit

    def add(self, piece: Int, strength: Int, seats: Int) -> None:
        """Adds the piece of the hand whose turn it is."""
        self.pieces = append(self.pieces, piece)
        if strength > self.strength:
            self.strength = strength
            self.best = piece
            self.taker = self.turn
        self.turn += 1
        if self.turn == seats:
            self.turn = 0

    def is_empty(self) -> bool:
        """Tells whether nothing has been led yet."""
        return len(self.pieces) == 0

    def copy(self) -> Trick:
        """Makes an independent copy."""
        twin = Trick(self.leader, self.pieces[:])
        twin.turn, twin.suit, twin.best = self.turn, self.suit, self.best
        twin.strength, twin.taker = self.strength, self.taker
        return twin


def new_trick(leader: Int) -> Trick:
    """Makes a trick that `leader` is to begin."""
    return Trick(leader, vec[Int]())
