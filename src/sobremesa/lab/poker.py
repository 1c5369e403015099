"""Learns the tables of the poker bots from sampled deals, and says what they lose.

`sobremesa lab poker NAME --into FILE` learns a table (`bots/poker/sampled.py`), writes it and
measures what was written. Everybody who plays it is answered by somebody who knows it and does not
learn from it any more: what that answer wins on other deals bounds from below what can be won
against the table. For two players without a draw the best answer is found exactly.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

from sobremesa import Refused
from sobremesa.bots.poker.buckets import dealing_for, grain_for
from sobremesa.bots.poker.equilibrium import ranked_hands
from sobremesa.bots.poker.sampled import KINDS, Kind, packed, read_books
from sobremesa.bots.poker.tables import SETS, tables_for
from sobremesa.core.arrays import Int, vec
from sobremesa.files import write_bytes
from sobremesa.lab.arena import Z
from sobremesa.solvers.answers import answer_to, answered, exact_answer
from sobremesa.solvers.betting import BettingTree, ResponseTree
from sobremesa.solvers.heads_up import HeadsUp, Points
from sobremesa.solvers.sampled import Book, learnt

# The buckets that an answer tells apart, before an exchange or without one, and after it.
FINE = 250
FINE_LATE = 60
# The stakes of an answer without a limit, as shares of the pot.
STAKES = [0.35, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0]


def kind_named(name: str) -> Kind:
    """Finds a kind of table.

    :raises Refused: if there is none of that name.
    """
    if name not in KINDS:
        raise Refused(
            "there is no table called {name}: the tables are {names}",
            name=name, names=", ".join(KINDS),
        )
    return KINDS[name]


def learn(kind: Kind, rounds: int, seed: int, path: Path, say: Callable[[str], None]) -> None:
    """Learns a table and writes it."""
    dealing = dealing_for(False, kind.players, kind.draws)
    grain = kind.grain(False)
    books = [
        learnt(tree, grain, dealing, rounds, seed + number)
        for number, tree in enumerate(kind.trees())
    ]
    data = packed(books)
    write_bytes(path, data)
    points = sum(len(book.tree.whose) for book in books)
    say(f"{kind.name}: {points} points, {len(data)} bytes after {rounds} deals each, seed {seed}")


def measure(
    kind: Kind, path: Path, rounds: int, deals: int, seed: int, hoyle: bool,
    say: Callable[[str], None],
) -> None:
    """Answers a table that was written, and says what the answer wins."""
    try:
        books = read_books(kind, kind.grain(hoyle), path.read_bytes())
    except zlib.error as wrong:
        raise Refused("{path} keeps no table {name}", path=str(path), name=kind.name) from wrong
    for book in books:
        chips = f" with {book.tree.stack} chips" if kind.no_limit else ""
        mean, error = answer(kind, book, rounds, deals, seed, hoyle)
        low, high = mean - Z * error, mean + Z * error
        say(
            f"{kind.name}{chips}: an answer wins {mean:+.4f} chips a deal "
            f"(95 %: {low:+.4f} to {high:+.4f})"
        )
        if kind.players == 2 and not kind.draws:
            say(f"{kind.name}{chips}: the best answer wins {exact(book, hoyle):.4f} chips a deal")


def responses(kind: Kind, tree: BettingTree) -> list[BettingTree]:
    """Gives for each place the tree in which it answers."""
    if not kind.no_limit:
        return [tree] * kind.players
    return [ResponseTree(tree, place, STAKES) for place in range(kind.players)]


def answer(
    kind: Kind, book: Book, rounds: int, deals: int, seed: int, hoyle: bool
) -> tuple[float, float]:
    """Learns answers from all places, and gives what they win with its standard error."""
    dealing = dealing_for(hoyle, kind.players, kind.draws)
    grain = grain_for(tables_for(hoyle), kind.players, kind.draws, FINE, FINE_LATE)
    answers = [
        answer_to(book, tree, place, grain, dealing, rounds, seed + 100 + place)
        for place, tree in enumerate(responses(kind, book.tree))
    ]
    return answered(book, answers, dealing, deals, seed + 200)


def exact(book: Book, hoyle: bool) -> float:
    """Gives what the best answers for two win in a deal, the mean over both places."""
    masks = ranked_hands(hoyle)
    game = HeadsUp(SETS, masks, Points([]))
    numbers = vec[Int]([SETS.number(mask) for mask in masks])
    stakes = STAKES if book.tree.game.no_limit else []
    return sum(
        exact_answer(book, ResponseTree(book.tree, place, stakes), place, game, numbers)
        for place in (0, 1)
    ) / 2
