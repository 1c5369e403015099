"""What players lose who do not learn any more: answers to their book, learnt or exact.

An answer is learnt like the book itself, by one player alone, in buckets and stakes as fine as one
likes; what it wins on deals that it has not seen is the least that the best answer wins. For two
players without a draw the best answer is found exactly, hand by hand, among some stakes.
"""

from __future__ import annotations

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.core.rng import Rng
from sobremesa.solvers.betting import GIVES_UP, STAYS, BettingTree
from sobremesa.solvers.heads_up import (
    CALL,
    FOLD,
    FOLDED,
    RAISE,
    SHOWN,
    HeadsUp,
    Point,
    Points,
    Strategy,
    best_answer,
)
from sobremesa.solvers.sampled import BREATH, Book, Dealing, Grain, Learner


class Expectation(Learner):
    """What the shares of a book bring one place against those of another."""

    def __init__(self, book: Book, dealing: Dealing, rng: Rng, others: Book) -> None:
        super().__init__(book, dealing, rng, others)
        self.rest: Book = others

    def expected(self, point: Int, me: Int) -> float:
        """Gives what a place wins in this deal from a point on, in the mean over all that can
        be done there."""
        if point < 0:
            return self.gain(-1 - point, me)
        tree = self.tree
        who = tree.whose[point]
        book = self.book
        seen = point
        if who != me:
            book = self.rest
            seen = tree.known[point]
        base = self.base(book, point, who, seen)
        first = tree.first[point]
        total = 0.0
        for action in range(tree.counts[point]):
            share = book.shares[base + action]
            if share > 0.0:
                total += share * self.expected(tree.next[first + action], me)
        return total

    def measure(self, deals: int, place: int, into: list[float]) -> None:
        """Adds to a row what a place wins in each of so many deals."""
        for number in range(deals):
            self.dealing.deal(self.rng)
            into[number] += self.expected(0, place)
            if number % BREATH == 0:
                breathe()


def answer_to(
    book: Book, tree: BettingTree, place: int, grain: Grain, dealing: Dealing, rounds: int,
    seed: int,
) -> Book:
    """Learns to answer a book from one place, and gives the answer."""
    found = Book(tree, grain)
    Learner(found, dealing, Rng(seed), book).answer(rounds, place)
    found.harden()
    return found


def answered(
    book: Book, answers: list[Book], dealing: Dealing, deals: int, seed: int
) -> tuple[float, float]:
    """Gives what answers to a book win in a deal, in the mean over the places of which each has
    its answer, with the standard error; the deals are the same for all places."""
    gains = [0.0 for _ in range(deals)]
    for place in range(len(answers)):
        Expectation(answers[place], dealing, Rng(seed), book).measure(deals, place, gains)
    count = float(len(answers))
    mean = sum(gains) / count / float(deals)
    squares = sum([(gain / count - mean) ** 2 for gain in gains])
    return mean, float((squares / float(deals) / float(deals - 1)) ** 0.5)


def points_of(tree: BettingTree) -> Points:
    """Gives a tree for two without a draw as points for the exact walk."""
    points: list[Point] = []
    for place in range(len(tree.whose)):
        who = tree.whose[place]
        words: list[str] = []
        first = tree.first[place]
        for action in range(first, first + tree.counts[place]):
            kind = tree.kinds[action]
            words.append(FOLD if kind == GIVES_UP else CALL if kind == STAYS else RAISE)
        mine = tree.staked[2 * place + who]
        theirs = tree.staked[2 * place + 1 - who]
        point = Point(int(who), "", words, int(mine), int(theirs))
        for action in range(first, first + tree.counts[place]):
            follows = tree.next[action]
            if follows < 0:
                follows = SHOWN if tree.kinds[action] != GIVES_UP else FOLDED
            point.next = append(point.next, follows)
        points.append(point)
    return Points(points)


def by_hand(book: Book, seen: Int, ranked: vec[Int]) -> vec[float]:
    """Gives the shares at a point without exchange for every hand of a row of their numbers."""
    hands: Int = len(ranked)
    count = book.tree.counts[seen]
    shares = vec[float]([0.0 for _ in range(count * hands)])
    for place in range(hands):
        base = book.at(seen, book.grain.early[ranked[place]])
        for action in range(count):
            shares[action * hands + place] = book.shares[base + action]
    return shares


def exact_answer(
    book: Book, tree: BettingTree, place: int, game: HeadsUp, ranked: vec[Int]
) -> float:
    """Gives what the best answer to a book wins from one place in a deal, among the stakes of a
    tree; for two without a draw."""
    points = points_of(tree)
    strategy = Strategy(Points([]), len(ranked))
    strategy.tree = points
    for point in range(len(tree.whose)):
        if tree.whose[point] == place:
            strategy.shares.append(vec[float]())
        else:
            strategy.shares.append(by_hand(book, tree.known[point], ranked))
    game.tree = points
    return best_answer(game, strategy, place)
