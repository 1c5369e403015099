"""The betting of Domino Poker as a tree of points, grown by the rules themselves.

A tree begins with equal stacks and the first seat to act. At a point somebody may fold, check or
call, and stake some sizes that are shares of the pot: with a limit there is one, without a limit
those few that the tree was grown with, and everything. What is exchanged is no point: all throw
away what a rule tells them. Where a tree is `merged`, all ways to the exchange that leave the same
seats with the same stakes lead to the same points.

Real stakes are found in a tree by their nearest size, and sizes of a tree are staked for real.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_MASK
from sobremesa.core.rng import Rng
from sobremesa.families.poker.domino_poker import Poker
from sobremesa.families.poker.moves import (
    CALL,
    CHECK,
    EXCHANGE,
    EXCHANGING,
    FOLD,
    SECOND_BETTING,
    STAKE,
)
from sobremesa.families.poker.round import PokerRound

# From this share of the chips on, everything is staked: what would be left is not worth keeping.
NEARLY_ALL: Final = 0.75
# The actions of a point: to fold, to check or call, to stake a share of the pot, or everything.
GIVES_UP: Final[Int] = 0
STAYS: Final[Int] = 1
STAKES: Final[Int] = 2
ALL_IN: Final[Int] = 3


class BettingTree:
    """The points at which somebody decides, and the endings behind them, in rows.

    Places count the seats from the first to act. An action leads to a point, or to the ending
    -1 - action.

    >>> import sobremesa
    >>> game = sobremesa.game("domino-poker", players=2)
    >>> assert isinstance(game, Poker)
    >>> tree = BettingTree(game, 100, [], False)
    >>> len(tree.whose), len(tree.staying)
    (10, 17)
    """

    def __init__(self, game: Poker, stack: int, sizes: list[float], merged: bool) -> None:
        self.game: Poker = game
        self.players: Int = game.players
        self.stack: int = stack
        self.sizes: list[float] = sizes
        self.merged: bool = merged
        # By point: who decides, who is still in the deal, who has exchanged before (nobody if
        # there was no exchange yet), where its actions begin and how many there are, and the
        # point of another tree as which it is seen.
        self.whose: vec[Int] = vec[Int]()
        self.inside: vec[Int] = vec[Int]()
        self.drew: vec[Int] = vec[Int]()
        self.first: vec[Int] = vec[Int]()
        self.counts: vec[Int] = vec[Int]()
        self.known: vec[Int] = vec[Int]()
        # By action: what it is, its share of the pot, and where it leads.
        self.kinds: vec[Int] = vec[Int]()
        self.shares: vec[float] = vec[float]()
        self.next: vec[Int] = vec[Int]()
        # By ending: who is still in the deal and who has exchanged; by ending and place what
        # was staked.
        self.staying: vec[Int] = vec[Int]()
        self.exchanged: vec[Int] = vec[Int]()
        self.paid: vec[Int] = vec[Int]()
        # By point and place what was staked.
        self.staked: vec[Int] = vec[Int]()
        self.after: dict[tuple[int, ...], int] = {}
        self.grow()

    def grow(self) -> None:
        """Grows the whole tree."""
        self.follow(self.opening(), 0, 0)

    def opening(self) -> PokerRound:
        """Deals a round with equal stacks; its tiles do not matter."""
        before = [self.stack for _ in range(self.players)]
        round = self.game.deal(Rng(0), 0, 1, before)
        assert isinstance(round, PokerRound)
        return round

    def follow(self, round: PokerRound, known: Int, drew: Int) -> Int:
        """Adds what follows in a round, and gives its point or ending."""
        if round.stage == EXCHANGING:
            drew = round.staying
            pass_exchange(round)
        if round.over:
            return self.end(round, drew)
        key: tuple[int, ...] = ()
        if self.merged and round.stage == SECOND_BETTING and round.acted == 0 and round.level == 0:
            key = (int(known), int(round.staying), *[int(chips) for chips in round.staked])
            if key in self.after:
                return self.after[key]
        point = self.add(round, known, drew)
        if key:
            self.after[key] = int(point)
        return point

    def end(self, round: PokerRound, drew: Int) -> Int:
        """Adds an ending."""
        self.staying = append(self.staying, round.staying)
        self.exchanged = append(self.exchanged, drew)
        for chips in round.staked:
            self.paid = append(self.paid, chips)
        return -Int(len(self.staying))

    def add(self, round: PokerRound, known: Int, drew: Int) -> Int:
        """Adds a point and all that follows it."""
        point: Int = len(self.whose)
        self.whose = append(self.whose, round.turn)
        self.inside = append(self.inside, round.staying)
        self.drew = append(self.drew, drew)
        self.known = append(self.known, known if known >= 0 else point)
        for chips in round.staked:
            self.staked = append(self.staked, chips)
        actions = self.actions(round, known)
        first: Int = len(self.next)
        self.first = append(self.first, first)
        self.counts = append(self.counts, len(actions))
        for kind, share in actions:
            self.kinds = append(self.kinds, kind)
            self.shares = append(self.shares, share)
            self.next = append(self.next, 0)
        for place in range(len(actions)):
            kind, share = actions[place]
            twin = round.copy()
            twin.play(move_for(round, kind, share))
            seen = self.known_after(round, known, twin)
            self.next[first + place] = self.follow(twin, seen, drew)
        return point

    def known_after(self, round: PokerRound, known: Int, twin: PokerRound) -> Int:
        """Gives the point of another tree as which a round is seen after a move; -1 for none."""
        return -1

    def actions(self, round: PokerRound, known: Int) -> list[tuple[int, float]]:
        """Lists the actions at a point, stakes by their real share of the pot."""
        return actions_at(round, self.sizes)

    def action_for(self, point: Int, round: PokerRound, move: Int) -> Int:
        """Finds the action of a point that a real move in a round comes nearest to."""
        first = self.first[point]
        last = first + self.counts[point] - 1
        if move < EXCHANGE or self.kinds[last] < STAKES:
            folds = move == FOLD and self.kinds[first] == GIVES_UP
            return 0 if folds or self.kinds[first] == STAYS else 1
        level = move - STAKE
        if self.kinds[last] == ALL_IN and level >= reach_of(round):
            return last - first
        staked = share_of(round, level)
        found = first
        while self.kinds[found] < STAKES:
            found += 1
        for action in range(found + 1, last + 1):
            if not is_nearer(self.shares[found], self.shares[action], staked):
                found = action
        return found - first


class ResponseTree(BettingTree):
    """A tree in which one place may stake other sizes, and the rest sees what it does as actions
    of their own tree."""

    def __init__(self, table: BettingTree, place: int, sizes: list[float]) -> None:
        self.table: BettingTree = table
        self.place: Int = place
        super().__init__(table.game, table.stack, sizes, table.merged)

    def known_after(self, round: PokerRound, known: Int, twin: PokerRound) -> Int:
        """Follows a move in the tree of the others."""
        move = twin.log[len(twin.log) - 1] & MOVE_MASK
        table = self.table
        return table.next[table.first[known] + table.action_for(known, round, move)]

    def actions(self, round: PokerRound, known: Int) -> list[tuple[int, float]]:
        """Lists one's own sizes, or what the others do by their tree."""
        if round.turn == self.place:
            return actions_at(round, self.sizes)
        table = self.table
        first = table.first[known]
        return [
            (int(table.kinds[action]), table.shares[action])
            for action in range(first, first + table.counts[known])
        ]


def pass_exchange(round: PokerRound) -> None:
    """Lets everybody stand pat, so that a round stands at its next bet or at its end."""
    while not round.over and round.stage == EXCHANGING:
        round.play(EXCHANGE)


def actions_at(round: PokerRound, sizes: list[float]) -> list[tuple[int, float]]:
    """Lists the actions in a round: of stakes those of some sizes, and everything."""
    owes = round.bets[round.turn] < round.level
    found: list[tuple[int, float]] = [(int(STAYS), 0.0)]
    if owes:
        found = [(int(GIVES_UP), 0.0), (int(STAYS), 0.0)]
    if not round.may_raise():
        return found
    if not round.rules.no_limit:
        return [*found, (int(STAKES), share_of(round, level_for(round, 0.0)))]
    reach = reach_of(round)
    last: Int = round.level
    for size in sizes:
        level = level_for(round, size)
        if level > last and float(level) < NEARLY_ALL * float(reach):
            found.append((int(STAKES), share_of(round, level)))
            last = level
    return [*found, (int(ALL_IN), share_of(round, reach))]


def pot_of(round: PokerRound) -> float:
    """Gives the pot as it is once the seat to act has called."""
    pot = round.level - round.bets[round.turn]
    for chips in round.staked:
        pot += chips
    return float(pot)


def share_of(round: PokerRound, level: Int) -> float:
    """Gives the share of the pot that a bet or raise to a level adds to a call."""
    return float(level - round.level) / pot_of(round)


def level_for(round: PokerRound, share: float) -> Int:
    """Gives the level that a stake of a share of the pot reaches, as far as it is allowed."""
    wanted = round.level + Int(int(share * pot_of(round) + 0.5))
    least = round.least()
    most = round.most()
    if not round.rules.no_limit or wanted < least:
        wanted = least
    return wanted if wanted < most else most


def reach_of(round: PokerRound) -> Int:
    """Gives the level at which the seat to act, or all others, have everything staked."""
    reach: Int = 0
    for seat in range(round.rules.players):
        level = round.bets[seat] + round.chips[seat]
        if seat != round.turn and round.staying >> seat & 1 == 1 and level > reach:
            reach = level
    if reach < round.least():
        reach = round.least()
    most = round.most()
    return reach if reach < most else most


def move_for(round: PokerRound, kind: Int, share: float) -> Int:
    """Gives the real move of an action; whoever may not raise stays."""
    owes = round.bets[round.turn] < round.level
    if kind == GIVES_UP and owes:
        return FOLD
    if kind < STAKES or not round.may_raise():
        return CALL if owes else CHECK
    return STAKE + (reach_of(round) if kind == ALL_IN else level_for(round, share))


def is_nearer(smaller: float, larger: float, staked: float) -> bool:
    """Tells whether a stake between two sizes is taken for the smaller: where somebody who calls
    each of them as often as the pot asks would call it in more than half of the cases."""
    if staked <= smaller or larger <= smaller:
        return True
    return (larger - staked) * (1.0 + smaller) >= 0.5 * (larger - smaller) * (1.0 + staked)
