"""Limit poker for two without a draw, solved: play that nobody can exploit, and by how much it can.

Both have a hand of the same tiles, no two hands tie, and the betting is a small tree: check or
bet, then fold, call or raise until the raises are used up. A strategy says for every hand and every
point of the tree how often each action is taken. Regrets that never go below zero (CFR+) bring the
average of many rounds of learning near an equilibrium, and the best answer to a strategy, found by
one walk through the tree, says exactly what it can lose.

What a hand meets is a sum over the hands that have none of its tiles: all of them, less those with
one of its tiles, and so on for all its subsets. Hands stand in rows from the weakest to the
strongest, so that the weaker ones are those counted before.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.families.poker.sets import TileSets, chosen

# Where an action leads when it ends the deal.
FOLDED: Final[Int] = -1
SHOWN: Final[Int] = -2
# The actions at a point of the tree: those without a bet, and those with one.
CHECK: Final = "check"
BET: Final = "bet"
FOLD: Final = "fold"
CALL: Final = "call"
RAISE: Final = "raise"


class Point:
    """A point of the betting at which a player decides."""

    def __init__(
        self, player: int, history: str, actions: list[str], mine: int, theirs: int
    ) -> None:
        self.player: Int = player
        # The actions that led here, by their first letters.
        self.history: str = history
        self.actions: list[str] = actions
        # What the player and the opponent have staked so far.
        self.mine: Int = mine
        self.theirs: Int = theirs
        # For each action the place of the next point, or how the deal ends.
        self.next: vec[Int] = vec[Int]()


class Points:
    """A tree of points, the first of which is its root."""

    def __init__(self, points: list[Point]) -> None:
        self.points: list[Point] = points


class Betting(Points):
    """The tree of a betting round with a limit.

    >>> tree = Betting(1, 2, 3)
    >>> [point.history for point in tree.points]
    ['', 'c', 'cb', 'cbr', 'cbrr', 'cbrrr', 'b', 'br', 'brr', 'brrr']
    """

    def __init__(self, ante: int, bet: int, raises: int) -> None:
        self.ante: int = ante
        self.bet: int = bet
        self.raises: int = raises
        super().__init__([])
        self._add("", 0, ante, ante)

    def _add(self, history: str, player: int, mine: int, theirs: int) -> int:
        """Adds a point and all that follows it, and gives its place."""
        if mine == theirs:
            actions = [CHECK, BET]
        elif history.count("r") < self.raises:
            actions = [FOLD, CALL, RAISE]
        else:
            actions = [FOLD, CALL]
        place = len(self.points)
        point = Point(player, history, actions, mine, theirs)
        self.points.append(point)
        for action in actions:
            if action == FOLD:
                follows = int(FOLDED)
            elif action == CALL or (action == CHECK and history == "c"):
                follows = int(SHOWN)
            else:
                staked = theirs if action == CHECK else theirs + self.bet
                follows = self._add(history + action[0], 1 - player, theirs, staked)
            point.next = append(point.next, follows)
        return place

    def place(self, history: str) -> int:
        """Finds a point by the actions that led to it, -1 if there is none."""
        for place, point in enumerate(self.points):
            if point.history == history:
                return place
        return -1


class Strategy:
    """How often every action is taken: `shares[point][action * hands + hand]`."""

    def __init__(self, tree: Points, hands: int) -> None:
        self.tree: Points = tree
        self.hands: Int = hands
        self.shares: list[vec[float]] = [
            vec[float]([0.0 for _ in range(len(point.actions) * hands)]) for point in tree.points
        ]

    def evened(self) -> None:
        """Makes the shares of every hand add up to one; all equal where there are none."""
        hands = self.hands
        for place, point in enumerate(self.tree.points):
            shares = self.shares[place]
            count: Int = len(point.next)
            for hand in range(hands):
                total = 0.0
                for action in range(count):
                    total += shares[action * hands + hand]
                for action in range(count):
                    at = action * hands + hand
                    shares[at] = shares[at] / total if total > 0.0 else 1.0 / float(count)


class HeadsUp:
    """Two players with hands of one set of tiles and a betting tree."""

    def __init__(self, sets: TileSets, ranked: vec[Int], tree: Points) -> None:
        self.sets: TileSets = sets
        self.tree: Points = tree
        self.hands: Int = len(ranked)
        # The subsets of every hand, and whether each is taken away or added.
        self.parts: vec[Int] = vec[Int]()
        for hand in ranked:
            for part in sets.parts(hand):
                self.parts = append(self.parts, part)
        subsets = 2 ** int(sets.size)
        self.each: Int = subsets
        self.signs: vec[float] = vec[float]([
            -1.0 if mask.bit_count() % 2 else 1.0 for mask in range(subsets)
        ])
        self.none: vec[float] = vec[float]([0.0 for _ in range(self.hands)])
        self.ones: vec[float] = vec[float]([1.0 for _ in range(self.hands)])
        self.sums: vec[float] = vec[float]([0.0 for _ in range(sets.count)])
        # How many ways there are to deal two hands.
        rest = int(sets.tiles) - int(sets.size)
        self.deals: float = float(int(self.hands) * chosen(rest, int(sets.size)))

    def met(self, reach: vec[float], weaker: vec[float] | None) -> vec[float]:
        """Adds up for every hand the weights of those that can be dealt beside it; in `weaker`
        those of the weaker ones alone."""
        each = self.each
        sums = self.sums
        parts = self.parts
        signs = self.signs
        for place in range(self.sets.count):
            sums[place] = 0.0
        at: Int = 0
        for hand in range(self.hands):
            weight = reach[hand]
            if weaker is not None:
                found = 0.0
                for mask in range(each):
                    found += signs[mask] * sums[parts[at + mask]]
                weaker[hand] = found
            if weight != 0.0:
                for mask in range(each):
                    sums[parts[at + mask]] += weight
            at += each
        total = self.none[:]
        at = 0
        for hand in range(self.hands):
            found = 0.0
            for mask in range(each):
                found += signs[mask] * sums[parts[at + mask]]
            total[hand] = found
            at += each
        return total


class Walk:
    """One walk through the tree for one player, against the other's strategy.

    Values are for every hand of the player, weighted by how often the other's hands get there.
    """

    def __init__(self, solved: HeadsUp, strategy: Strategy, player: Int) -> None:
        self.solved: HeadsUp = solved
        self.strategy: Strategy = strategy
        self.player: Int = player

    def value(self, place: Int, reach: vec[float], own: vec[float]) -> vec[float]:
        """Gives what every hand is worth at a point that the other reaches with these weights,
        and the player with their own."""
        point = self.solved.tree.points[place]
        if point.player == self.player:
            return self.decided(place, point, reach, own)
        hands = self.solved.hands
        shares = self.strategy.shares[place]
        total = self.solved.none[:]
        for action in range(len(point.next)):
            weights = self.solved.none[:]
            base = action * hands
            for hand in range(hands):
                weights[hand] = reach[hand] * shares[base + hand]
            found = self.followed(point, action, weights, own)
            for hand in range(hands):
                total[hand] += found[hand]
        return total

    def followed(
        self, point: Point, action: Int, reach: vec[float], own: vec[float]
    ) -> vec[float]:
        """Gives what every hand is worth after an action of either player."""
        follows = point.next[action]
        if follows >= 0:
            return self.value(follows, reach, own)
        hands = self.solved.hands
        if follows == FOLDED:
            found = self.solved.met(reach, None)
            chips = -float(point.mine) if point.player == self.player else float(point.mine)
            for hand in range(hands):
                found[hand] *= chips
            return found
        weaker = self.solved.none[:]
        found = self.solved.met(reach, weaker)
        # Who calls brings their stake to the other's; who checks has as much already.
        chips = float(point.theirs)
        for hand in range(hands):
            found[hand] = chips * (2.0 * weaker[hand] - found[hand])
        return found

    def decided(
        self, place: Int, point: Point, reach: vec[float], own: vec[float]
    ) -> vec[float]:
        """Takes for every hand the best action."""
        best = self.followed(point, 0, reach, own)
        for action in range(1, len(point.next)):
            found = self.followed(point, action, reach, own)
            for hand in range(self.solved.hands):
                best[hand] = max(best[hand], found[hand])
        return best


class Learning(Walk):
    """A walk on which the player learns from regrets."""

    def __init__(
        self, solved: HeadsUp, strategy: Strategy, player: Int, regrets: Strategy,
        average: Strategy, weight: float,
    ) -> None:
        super().__init__(solved, strategy, player)
        self.regrets: Strategy = regrets
        self.average: Strategy = average
        self.weight: float = weight

    def decided(
        self, place: Int, point: Point, reach: vec[float], own: vec[float]
    ) -> vec[float]:
        """Plays the present strategy, adds it to the average and changes it by its regrets."""
        hands = self.solved.hands
        shares = self.strategy.shares[place]
        average = self.average.shares[place]
        values: list[vec[float]] = []
        total = self.solved.none[:]
        for action in range(len(point.next)):
            base = action * hands
            mine = self.solved.none[:]
            for hand in range(hands):
                mine[hand] = own[hand] * shares[base + hand]
                average[base + hand] += self.weight * mine[hand]
            found = self.followed(point, action, reach, mine)
            for hand in range(hands):
                total[hand] += shares[base + hand] * found[hand]
            values.append(found)
        self.regret(place, point, values, total)
        return total

    def regret(
        self, place: Int, point: Point, values: list[vec[float]], total: vec[float]
    ) -> None:
        """Notes what each action would have brought more, and plays by that from now on."""
        hands = self.solved.hands
        regrets = self.regrets.shares[place]
        shares = self.strategy.shares[place]
        count: Int = len(values)
        for action in range(count):
            base = action * hands
            found = values[action]
            for hand in range(hands):
                regrets[base + hand] = max(0.0, regrets[base + hand] + found[hand] - total[hand])
        for hand in range(hands):
            sum_of = 0.0
            for action in range(count):
                sum_of += regrets[action * hands + hand]
            for action in range(count):
                at = action * hands + hand
                shares[at] = regrets[at] / sum_of if sum_of > 0.0 else 1.0 / float(count)


def equilibrium(solved: HeadsUp, rounds: int) -> Strategy:
    """Learns for so many rounds, and gives the average of what was played."""
    present = Strategy(solved.tree, int(solved.hands))
    present.evened()
    regrets = Strategy(solved.tree, int(solved.hands))
    average = Strategy(solved.tree, int(solved.hands))
    for number in range(1, rounds + 1):
        for player in range(2):
            walk = Learning(solved, present, player, regrets, average, float(number))
            walk.value(0, solved.ones, solved.ones)
            breathe()
    average.evened()
    return average


def best_answer(solved: HeadsUp, strategy: Strategy, player: int) -> float:
    """Gives what the best answer of a player to a strategy brings in a deal, in chips."""
    values = Walk(solved, strategy, player).value(0, solved.ones, solved.ones)
    total = 0.0
    for value in values:
        total += value
    return total / solved.deals


def exploitability(solved: HeadsUp, strategy: Strategy) -> float:
    """Gives what a strategy loses in a deal to its best answers, the mean over both seats."""
    return (best_answer(solved, strategy, 0) + best_answer(solved, strategy, 1)) / 2.0
