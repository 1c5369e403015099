"""Tables of Domino Poker learnt from sampled deals, and how they are kept and asked.

Each `Kind` of table says for which games it was learnt and what it tells apart: how many buckets
of hands before and after an exchange, which stakes without a limit, and whether the ways to an
exchange are told apart. `sobremesa lab poker NAME` learns one, writes it beside this module and
says what an answer to it wins.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Final

from sobremesa.bots.poker.buckets import grain_for
from sobremesa.bots.poker.tables import tables_for
from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import Refused
from sobremesa.core.rng import Rng
from sobremesa.families.poker.domino_poker import Poker
from sobremesa.solvers.betting import BettingTree
from sobremesa.solvers.sampled import Book, Grain

# What the tables were learnt for (DPOKER-R11).
ANTE: Final = 1
BET: Final = 2
RAISES: Final = 3
# Shares are kept in so many parts; those of less than half a part are none.
PARTS: Final = 31
# With a limit stacks are never used up.
PLENTY: Final = 100


class Kind:
    """A kind of table: for whom it was learnt, and what it tells apart."""

    def __init__(
        self, name: str, players: int, draws: bool, early: int, late: int,
        stacks: list[int], sizes: list[float], merged: bool,
    ) -> None:
        self.name: str = name
        self.players: int = players
        self.draws: bool = draws
        # The buckets of hands before an exchange, and after it.
        self.early: int = early
        self.late: int = late
        # Without a limit the chips for which it was learnt, and the stakes by their share of
        # the pot.
        self.stacks: list[int] = stacks
        self.sizes: list[float] = sizes
        self.merged: bool = merged
        self.no_limit: bool = len(sizes) > 0

    def game(self) -> Poker:
        """Makes the game for which it was learnt."""
        return Poker({
            "players": self.players, "draw": self.draws,
            "betting": "no_limit" if self.no_limit else "limit",
            "ante": ANTE, "bet": BET, "max_raises": RAISES,
        })

    def trees(self) -> list[BettingTree]:
        """Grows the tree for each number of chips."""
        game = self.game()
        return [BettingTree(game, stack, self.sizes, self.merged) for stack in self.stacks]

    def grain(self, hoyle: bool) -> Grain:
        """Makes its buckets in a reading of the straights."""
        return grain_for(tables_for(hoyle), self.players, self.draws, self.early, self.late)

    def path(self) -> Path:
        """Gives the file that keeps it."""
        return Path(__file__).with_name(f"{self.name}.bin")

    def most_staked(self) -> int:
        """Gives what somebody stakes in a deal at most, with a limit."""
        return ANTE + BET * (1 + RAISES) * (2 if self.draws else 1)


KINDS: Final[dict[str, Kind]] = {
    kind.name: kind for kind in [
        Kind("two-draw", 2, True, 120, 40, [PLENTY], [], False),
        Kind("three", 3, False, 150, 1, [PLENTY], [], False),
        Kind("four", 4, False, 100, 1, [PLENTY], [], False),
        Kind(
            "two-no-limit", 2, False, 150, 1, [100, 70, 50, 35, 25, 17, 11, 7], [0.5, 1.0, 2.0],
            False,
        ),
    ]
}


def packed(books: list[Book]) -> bytes:
    """Writes books, a byte for the share of each action but the last."""
    rows: list[int] = []
    for book in books:
        tree = book.tree
        for point in range(len(tree.whose)):
            sights = book.grain.sights(tree.drew[point])
            for action in range(tree.counts[point] - 1):
                for sight in range(sights):
                    share = book.shares[book.at(point, sight) + action]
                    rows.append(int(share * float(PARTS) + 0.5))
    return zlib.compress(bytes(rows), 9)


def read_books(kind: Kind, grain: Grain, data: bytes) -> list[Book]:
    """Reads the books of a kind of table.

    :raises Refused: if the data is not that of such a table.
    """
    rows = zlib.decompress(data)
    books = [Book(tree, grain) for tree in kind.trees()]
    at: Int = 0
    for book in books:
        if at + parts_of(book) > len(rows):
            raise Refused("the table {name} is not complete", name=kind.name)
        at = read_into(book, rows, at)
    if at != len(rows):
        raise Refused("the table {name} has more than its points", name=kind.name)
    return books


def parts_of(book: Book) -> Int:
    """Counts the bytes in which a book is kept."""
    total: Int = 0
    for point in range(len(book.tree.whose)):
        total += book.grain.sights(book.tree.drew[point]) * (book.tree.counts[point] - 1)
    return total


def read_into(book: Book, rows: bytes, at: Int) -> Int:
    """Reads the shares of a book from some place on, and gives where it ends."""
    tree = book.tree
    shares = vec[float]([0.0 for _ in range(book.size)])
    for point in range(len(tree.whose)):
        sights = book.grain.sights(tree.drew[point])
        last = tree.counts[point] - 1
        for sight in range(sights):
            base = book.at(point, sight)
            left: Int = PARTS
            for action in range(last):
                part: Int = rows[at + action * sights + sight]
                # Shares that are rounded up can be a part too much together.
                part = part if part < left else left
                left -= part
                shares[base + action] = float(part) / float(PARTS)
            shares[base + last] = float(left) / float(PARTS)
        at += sights * last
    book.shares = shares
    return at


class SampledTable:
    """A table that was learnt, for one reading of the straights."""

    def __init__(self, kind: Kind, hoyle: bool) -> None:
        self.kind: Kind = kind
        self.books: list[Book] = read_books(kind, kind.grain(hoyle), kind.path().read_bytes())

    def book_for(self, chips: int) -> Book:
        """Finds the book learnt for the number of chips that is nearest, as a ratio."""
        best = self.books[0]
        for book in self.books:
            far = max(best.tree.stack, chips) * min(book.tree.stack, chips)
            near = max(book.tree.stack, chips) * min(best.tree.stack, chips)
            if near < far:
                best = book
        return best


def drawn_action(book: Book, point: Int, sight: Int, rng: Rng) -> Int:
    """Draws one of the actions of a point by its share."""
    base = book.at(point, sight)
    drawn = rng.fraction()
    last = book.tree.counts[point] - 1
    for action in range(last):
        drawn -= book.shares[base + action]
        if drawn < 0.0:
            return action
    # Rounding must not lead to an action that is never taken.
    while last > 0 and book.shares[base + last] == 0.0:
        last -= 1
    return last

