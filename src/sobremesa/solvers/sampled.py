"""Poker learnt from sampled deals: near an equilibrium where there are too many hands to walk all.

Hands are told apart only so far as a *grain* says: by how strong they are, and after an exchange
also by how many tiles one has exchanged oneself and how few a rival has. One round of learning
deals hands and lets every player in turn try all their actions against one action of each of the
others, drawn by what they play at present (counterfactual regret minimization with external
sampling). What an action would have brought more is its regret; actions are taken in proportion
to it. Later rounds weigh more. The average of what was played is kept.

The same learning against players who do not learn any more finds an answer to them (`answers.py`).
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.core.rng import Rng
from sobremesa.families.poker.ranks import COUNT, MOST_EXCHANGED
from sobremesa.families.poker.sets import TileSets
from sobremesa.material.dominoes import BIT
from sobremesa.solvers.betting import BettingTree

# No point has more actions.
WIDTH: Final[Int] = 16
# The numbers of tiles that can be exchanged, and pairs of them.
EXCHANGED: Final[Int] = MOST_EXCHANGED + 1
HEARD: Final[Int] = EXCHANGED * EXCHANGED
# Rounds of learning or measuring between two looks at signals.
BREATH: Final[Int] = 1000
# How often an action is taken by mistake while all learn.
SLIPS: Final = 0.05
# What is done less often than this is not done.
SELDOM: Final = 0.05


class Grain:
    """How finely hands are told apart: their buckets before an exchange, and after it.

    Whoever `hears` also knows after an exchange how many tiles were exchanged.
    """

    def __init__(self, early: vec[Int], late: vec[Int], hears: bool) -> None:
        self.early: vec[Int] = early
        self.late: vec[Int] = late
        self.hears: bool = hears
        self.early_buckets: Int = most_of(early) + 1
        self.late_buckets: Int = most_of(late) + 1

    def sights(self, drew: Int) -> Int:
        """Counts what can be told apart before an exchange or, if somebody drew, after it."""
        if drew == 0:
            return self.early_buckets
        return self.late_buckets * HEARD if self.hears else self.late_buckets

    def late_sight(self, hand: Int, own: Int, least: Int) -> Int:
        """Gives the sight of a hand after an exchange of so many tiles, of which a rival has
        exchanged the least."""
        if not self.hears:
            return self.late[hand]
        return (own * EXCHANGED + least) * self.late_buckets + self.late[hand]


def most_of(row: vec[Int]) -> Int:
    """Gives the greatest number of a row, 0 if it is empty."""
    most: Int = 0
    for number in row:
        if number > most:
            most = number
    return most


class Dealing:
    """Deals of hands to some players, and what they exchange.

    `ranks` orders all hands, the weakest having the least. `exchanges[4 * rivals + most]` has for
    every hand the tiles to throw away, as a mask from its highest tile on.
    """

    def __init__(
        self, sets: TileSets, ranks: vec[Int], players: int, exchanges: list[vec[Int]]
    ) -> None:
        self.sets: TileSets = sets
        self.ranks: vec[Int] = ranks
        self.players: Int = players
        self.exchanges: list[vec[Int]] = exchanges
        self.deck: vec[Int] = vec[Int]()
        self.masks: vec[Int] = vec[Int]([0 for _ in range(players)])
        self.hands: vec[Int] = vec[Int]([0 for _ in range(players)])
        # By the seats that stay and by place: the hand after the exchange, how many tiles it
        # took, and whether that has been found out for this deal.
        size = int(BIT[players]) * players
        self.late: vec[Int] = vec[Int]([0 for _ in range(size)])
        self.drawn: vec[Int] = vec[Int]([0 for _ in range(size)])
        self.found: vec[Int] = vec[Int]([0 for _ in range(BIT[players])])

        self.begin()

    def begin(self) -> None:
        """Puts the tiles in order, so that what is dealt follows from a seed alone."""
        self.deck = vec[Int]([tile for tile in range(self.sets.tiles)])

    def deal(self, rng: Rng) -> None:
        """Shuffles and deals."""
        deck = self.deck
        rng.shuffle(deck)
        size = self.sets.size
        for place in range(self.players):
            mask: Int = 0
            for at in range(place * size, place * size + size):
                mask |= BIT[deck[at]]
            self.masks[place] = mask
            self.hands[place] = self.sets.number(mask)
        for some in range(len(self.found)):
            self.found[some] = 0

    def exchange(self, staying: Int) -> None:
        """Lets those who stay exchange in order, as far as the boneyard lasts."""
        self.found[staying] = 1
        rivals: Int = -1
        for place in range(self.players):
            rivals += staying >> place & 1
        at = self.players * self.sets.size
        for place in range(self.players):
            if staying >> place & 1 == 0:
                continue
            most = self.sets.tiles - at
            if most > MOST_EXCHANGED:
                most = MOST_EXCHANGED
            thrown = self.exchanges[4 * rivals + most][self.hands[place]]
            mask = self.kept(self.masks[place], thrown)
            count = COUNT[thrown]
            for _ in range(count):
                mask |= BIT[self.deck[at]]
                at += 1
            self.late[staying * self.players + place] = self.sets.number(mask)
            self.drawn[staying * self.players + place] = count

    def kept(self, hand: Int, thrown: Int) -> Int:
        """Takes tiles out of a hand."""
        tile = self.sets.tiles
        while thrown != 0:
            tile -= 1
            if hand & BIT[tile] != 0:
                if thrown & 1 != 0:
                    hand &= ~BIT[tile]
                thrown >>= 1
        return hand

    def sight(self, grain: Grain, place: Int, drew: Int, inside: Int) -> Int:
        """Gives what a place can tell of its hand and, if some drew, of the exchange."""
        if drew == 0:
            return grain.early[self.hands[place]]
        if self.found[drew] == 0:
            self.exchange(drew)
        row = drew * self.players
        least = EXCHANGED
        for other in range(self.players):
            if other != place and inside >> other & 1 == 1 and self.drawn[row + other] < least:
                least = self.drawn[row + other]
        return grain.late_sight(self.late[row + place], self.drawn[row + place], least)

    def winner(self, staying: Int, drew: Int) -> Int:
        """Finds who has the best hand of those who stay, after an exchange if some drew."""
        if drew != 0 and self.found[drew] == 0:
            self.exchange(drew)
        best: Int = 0
        highest: Int = -1
        for place in range(self.players):
            if staying >> place & 1 == 1:
                hand = self.hands[place] if drew == 0 else self.late[drew * self.players + place]
                if self.ranks[hand] > highest:
                    highest = self.ranks[hand]
                    best = place
        return best


class Book:
    """What is known of every point and sight of a tree: regrets, what was played, and shares."""

    def __init__(self, tree: BettingTree, grain: Grain) -> None:
        self.tree: BettingTree = tree
        self.grain: Grain = grain
        self.starts: vec[Int] = vec[Int]()
        size: Int = 0
        for point in range(len(tree.whose)):
            self.starts = append(self.starts, size)
            size += grain.sights(tree.drew[point]) * tree.counts[point]
        self.size: Int = size
        self.regrets: vec[float] = vec[float]([0.0 for _ in range(size)])
        self.played: vec[float] = vec[float]([0.0 for _ in range(size)])
        self.shares: vec[float] = vec[float]()

    def at(self, point: Int, sight: Int) -> Int:
        """Gives where the actions of a point begin."""
        return self.starts[point] + sight * self.tree.counts[point]

    def settle(self) -> None:
        """Takes the average of what was played as the shares; where nothing was learnt, what
        was played with the hands next to it."""
        self.shares = self.played[:]
        for point in range(len(self.tree.whose)):
            drew = self.tree.drew[point]
            sights = self.grain.sights(drew)
            each = self.grain.late_buckets if drew != 0 else self.grain.early_buckets
            for block in range(0, sights, each):
                self.fill(point, block, each)

    def fill(self, point: Int, block: Int, each: Int) -> None:
        """Makes the shares of neighbouring buckets add up to one, each from its nearest of
        which something was learnt."""
        count = self.tree.counts[point]
        known = vec[Int]()
        for bucket in range(each):
            base = self.at(point, block + bucket)
            known = append(known, 1 if self.has_learnt(base, count) else 0)
            self.even_out(base, count)
        for bucket in range(each):
            if known[bucket] == 0:
                self.copy_shares(point, block, bucket, nearest(known, bucket))

    def has_learnt(self, base: Int, count: Int) -> bool:
        """Tells whether something was played and one action preferred to another."""
        played = 0.0
        apart = 0.0
        for action in range(count):
            played += self.played[base + action]
            apart = max(apart, abs(self.regrets[base + action]))
        return played > 0.0 and apart > 0.0

    def even_out(self, base: Int, count: Int) -> None:
        """Makes the shares of a place add up to one, without what was hardly ever done: that
        is left over from the beginning, when all were alike."""
        total = 0.0
        for action in range(count):
            total += self.shares[base + action]
        kept = 0.0
        for action in range(count):
            if self.shares[base + action] < SELDOM * total:
                self.shares[base + action] = 0.0
            kept += self.shares[base + action]
        for action in range(count):
            self.shares[base + action] = (
                self.shares[base + action] / kept if kept > 0.0 else 1.0 / float(count)
            )

    def copy_shares(self, point: Int, block: Int, bucket: Int, other: Int) -> None:
        """Gives a bucket the shares of another, if there is one."""
        if other >= 0:
            base = self.at(point, block + bucket)
            source = self.at(point, block + other)
            for action in range(self.tree.counts[point]):
                self.shares[base + action] = self.shares[source + action]

    def harden(self) -> None:
        """Takes everywhere the action of the greatest regret alone."""
        self.shares = vec[float]([0.0 for _ in range(self.size)])
        for point in range(len(self.tree.whose)):
            count = self.tree.counts[point]
            for sight in range(self.grain.sights(self.tree.drew[point])):
                base = self.at(point, sight)
                best: Int = 0
                for action in range(1, count):
                    if self.regrets[base + action] > self.regrets[base + best]:
                        best = action
                self.shares[base + best] = 1.0


def nearest(seen: vec[Int], place: Int) -> Int:
    """Finds the nearest place that is marked, the lower of two; -1 if none is."""
    size: Int = len(seen)
    for away in range(1, size):
        if place >= away and seen[place - away] == 1:
            return place - away
        if place + away < size and seen[place + away] == 1:
            return place + away
    return -1


class Learner:
    """Learns a book on its tree: of all players, or of one against others who do not learn."""

    def __init__(self, book: Book, dealing: Dealing, rng: Rng, others: Book | None = None) -> None:
        self.book: Book = book
        self.tree: BettingTree = book.tree
        self.dealing: Dealing = dealing
        dealing.begin()
        self.rng: Rng = rng
        self.others: Book | None = others
        self.weight: float = 1.0
        depth = 4 * int(book.tree.players) * 40
        self.worths: vec[float] = vec[float]([0.0 for _ in range(depth * int(WIDTH))])
        self.chances: vec[float] = vec[float]([0.0 for _ in range(depth * int(WIDTH))])

    def learn(self, rounds: int) -> None:
        """Lets all learn for so many deals."""
        for number in range(1, rounds + 1):
            self.weight = float(number) / float(rounds)
            self.dealing.deal(self.rng)
            for place in range(self.tree.players):
                self.value(0, place, 0)
            if number % BREATH == 0:
                breathe()

    def answer(self, rounds: int, place: int) -> None:
        """Lets one place learn for so many deals to answer the others."""
        for number in range(1, rounds + 1):
            self.weight = float(number) / float(rounds)
            self.dealing.deal(self.rng)
            self.value(0, place, 0)
            if number % BREATH == 0:
                breathe()

    def gain(self, ending: Int, place: Int) -> float:
        """Gives what an ending brings a place, in chips."""
        tree = self.tree
        winner = self.dealing.winner(tree.staying[ending], tree.exchanged[ending])
        row = ending * tree.players
        if winner != place:
            return -float(tree.paid[row + place])
        total: Int = 0
        for other in range(tree.players):
            if other != place:
                total += tree.paid[row + other]
        return float(total)

    def value(self, point: Int, me: Int, depth: Int) -> float:
        """Gives what a point brings somebody who tries everything, and learns from it."""
        if point < 0:
            return self.gain(-1 - point, me)
        tree = self.tree
        who = tree.whose[point]
        if who == me:
            return self.tried(point, me, depth)
        if self.others is not None:
            action = self.drawn_by(self.others, point, who)
        else:
            action = self.drawn(point, who)
        return self.value(tree.next[tree.first[point] + action], me, depth)

    def base(self, book: Book, point: Int, who: Int, seen: Int) -> Int:
        """Finds where a book has what somebody does at a point, seen as one of its own."""
        tree = self.tree
        sight = self.dealing.sight(book.grain, who, tree.drew[point], tree.inside[point])
        return book.at(seen, sight)

    def drawn_by(self, book: Book, point: Int, who: Int) -> Int:
        """Draws an action by the shares of a book."""
        seen = self.tree.known[point]
        base = self.base(book, point, who, seen)
        drawn = self.rng.fraction()
        last = self.tree.counts[point] - 1
        for action in range(last):
            drawn -= book.shares[base + action]
            if drawn < 0.0:
                return action
        return last

    def mixed(self, base: Int, count: Int, row: Int) -> None:
        """Fills in how often each action is taken at present."""
        regrets = self.book.regrets
        chances = self.chances
        total = 0.0
        for action in range(count):
            regret = regrets[base + action]
            chances[row + action] = regret if regret > 0.0 else 0.0
            total += chances[row + action]
        for action in range(count):
            chances[row + action] = (
                chances[row + action] / total if total > 0.0 else 1.0 / float(count)
            )

    def drawn(self, point: Int, who: Int) -> Int:
        """Draws an action by what is played at present, and notes that.

        Now and then it is any action: without such slips nobody would learn to answer what is
        never done, and a person may do it.
        """
        base = self.base(self.book, point, who, point)
        count = self.tree.counts[point]
        played = self.book.played
        chances = self.chances
        self.mixed(base, count, 0)
        slip = self.rng.fraction() < SLIPS
        drawn = self.rng.fraction()
        found: Int = self.rng.below(count) if slip else -1
        for action in range(count):
            played[base + action] += self.weight * chances[action]
            drawn -= chances[action]
            if found < 0 and drawn < 0.0:
                found = action
        return found if found >= 0 else count - 1

    def tried(self, point: Int, me: Int, depth: Int) -> float:
        """Tries every action, and notes what each would have brought more."""
        tree = self.tree
        base = self.base(self.book, point, me, point)
        count = tree.counts[point]
        first = tree.first[point]
        # The first row of chances is for those who draw.
        row = (depth + 1) * WIDTH
        self.mixed(base, count, row)
        mean = 0.0
        for action in range(count):
            worth = self.value(tree.next[first + action], me, depth + 1)
            self.worths[row + action] = worth
            mean += self.chances[row + action] * worth
        regrets = self.book.regrets
        for action in range(count):
            regrets[base + action] += self.weight * (self.worths[row + action] - mean)
        return mean


def learnt(tree: BettingTree, grain: Grain, dealing: Dealing, rounds: int, seed: int) -> Book:
    """Learns a book for all players of a tree, ready to be played."""
    book = Book(tree, grain)
    Learner(book, dealing, Rng(seed)).learn(rounds)
    book.settle()
    return book
