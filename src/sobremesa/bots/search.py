"""One search for all games: rounds as they may be, played on by quick minds.

A seat does not know the round it is in, but it can imagine rounds that it could not tell from the
real one. In each of these worlds every candidate is played and the round played on by the policy of
the game; the candidate after which the seat gains most in the mean is chosen. All candidates are
played in the same worlds with the same luck, so that luck does not decide between them, and the
weaker half is dropped again and again (sequential halving), so that thought goes where the choice
is close. What the policy likes best stays to the end, and something else is chosen only if it did
better by more than chance would explain.

Above that a tree can grow (information-set search of one observer): worlds differ in which moves
are there, so every move counts how often it could have been chosen, and moves that seem good to
the policy are tried first. Every mover looks for its own gain, partners share theirs.

A search counts rounds played, never time, and draws all chance from one generator: it chooses the
same move again wherever it is asked again.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.bots.policy import Policy
from sobremesa.bots.stakes import Stakes
from sobremesa.bots.thoughts import Weighed
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.core.gains import fewest_win, round_won
from sobremesa.core.game import Game, Round, Worlds
from sobremesa.core.rng import Rng

NOTHING: Final[Int] = -1
# Rounds between two breaths.
BREATH: Final[Int] = 200
# A candidate gets so many rounds at least, or it is not looked at.
EACH: Final[Int] = 12
# What a point of a round is worth where winning the round is.
SLIGHT: Final = 0.001
# How strongly the tree tries what it has seldom tried.
CURIOSITY: Final = 1.2


class Plan:
    """How a search spends its thought.

    `rounds` are played in at most `worlds` worlds. `width` candidates are looked at, 0 for all.
    A round is cut off after `cut` moves, 0 for never, and judged as it stands. `deep` is how many
    moves the tree grows, 0 for no tree; `halving` says that the weaker half of the candidates is
    dropped again and again, otherwise the tree itself decides what it looks at. With `trust`,
    worlds are taken by how well the choices of the others fit them. Where `looks` positions are
    enough to look at everything, that is done instead. `score` says that the match is played for
    and not the points of the round, `won` that only winning the round counts. `warmth` is how much
    of its heat the policy keeps while it plays on, and `doubt` by how many standard errors
    something else must do better than what it likes best.
    """

    def __init__(
        self, rounds: int, *, worlds: int = 200, width: int = 0, cut: int = 0, deep: int = 0,
        halving: bool = True, trust: float = 0.0, looks: int = 0, score: bool = False,
        won: bool = False, warmth: float = 1.0, doubt: float = 1.0,
    ) -> None:
        self.rounds: Int = rounds
        self.worlds: Int = worlds
        self.width: Int = width
        self.cut: Int = cut
        self.deep: Int = deep
        self.halving: bool = halving
        self.trust: float = trust
        self.looks: Int = looks
        self.score: bool = score
        self.won: bool = won
        self.warmth: float = warmth
        self.doubt: float = doubt

    def candidates(self) -> Int:
        """Gives how many candidates get enough rounds to tell something of them."""
        most: Int = max(self.rounds // EACH, 2)
        if 0 < self.width < most:
            return self.width
        return most

    def bare(self, rounds: int) -> Plan:
        """Gives a plan for fewer rounds that neither listens nor looks at everything."""
        return Plan(
            rounds, worlds=int(self.worlds), width=int(self.width), cut=int(self.cut),
            deep=int(self.deep), halving=self.halving, warmth=self.warmth, doubt=self.doubt,
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class Aim:
    """What a finished round is worth to each seat: what it gains by the round."""

    def __init__(self, game: Game) -> None:
        self.players: Int = game.players
        self.sign: float = -1.0 if fewest_win(game) else 1.0

    def worth(self, round: Round) -> vec[float]:
        """Gives the gain of each seat, as `Round.utility` does."""
        found = vec[float]()
        total = 0.0
        for points in round.points():
            made = float(points)
            total += made
            found = append(found, made)
        if self.players > 1:
            mean = total / float(self.players)
            for seat in range(self.players):
                found[seat] = self.sign * (found[seat] - mean)
        return found


class MatchAim(Aim):
    """What a finished round is worth in its match: the chance to win that."""

    def __init__(self, game: Game, stakes: Stakes) -> None:
        super().__init__(game)
        self.stakes: Stakes = stakes

    def worth(self, round: Round) -> vec[float]:
        """Gives the chances, counted in points."""
        return self.stakes.worth(round)


class RoundAim(Aim):
    """What a finished round is worth where it only counts who gained most by it."""

    def worth(self, round: Round) -> vec[float]:
        """Gives a point for a win, which those who gain the same share, and a little for the
        gains themselves."""
        found = super().worth(round)
        best = found[0]
        for gain in found:
            best = max(best, gain)
        first: Int = 0
        for gain in found:
            if gain == best:
                first += 1
        for seat in range(len(found)):
            won = 1.0 / float(first) if found[seat] == best else 0.0
            found[seat] = won + SLIGHT * found[seat]
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Imagined:
    """Worlds in the order in which a search uses them; after the last comes the first again."""

    def __init__(self, worlds: Worlds, most: Int, rng: Rng) -> None:
        self.worlds: Worlds = worlds
        self.most: Int = most
        self.rng: Rng = rng
        self.drawn: list[Round] = []

    def at(self, place: Int) -> Round:
        """Gives a world, to be copied and not to be played in."""
        place = place % self.most
        while len(self.drawn) <= place:
            self.drawn.append(self.worlds.sample(self.rng))
        return self.drawn[place]


class Tree:
    """Moves that were looked at, in flat rows: those that can follow one are linked, ascending.

    `total` is what came after a move, in the eyes of the seat that made it, and `seen` how often
    the move could have been made.
    """

    def __init__(self) -> None:
        self.first: vec[Int] = vec[Int]([NOTHING])
        self.next: vec[Int] = vec[Int]([NOTHING])
        self.move: vec[Int] = vec[Int]([NOTHING])
        self.seen: vec[Int] = vec[Int]([0])
        self.visits: vec[Int] = vec[Int]([0])
        self.total: vec[float] = vec[float]([0.0])

    def following(self, node: Int, moves: vec[Int]) -> vec[Int]:
        """Finds the nodes of some moves, ascending, and makes those that are missing."""
        found = vec[Int]()
        before = NOTHING
        child = self.first[node]
        for move in moves:
            while child != NOTHING and self.move[child] < move:
                before = child
                child = self.next[child]
            if child == NOTHING or self.move[child] != move:
                made: Int = len(self.move)
                self.first = append(self.first, NOTHING)
                self.next = append(self.next, child)
                self.move = append(self.move, move)
                self.seen = append(self.seen, 0)
                self.visits = append(self.visits, 0)
                self.total = append(self.total, 0.0)
                if before == NOTHING:
                    self.first[node] = made
                else:
                    self.next[before] = made
                child = made
            found = append(found, child)
        return found

    def most_promising(self, nodes: vec[Int], chances: vec[float], low: float, span: float) -> Int:
        """Finds the place of the node to look at next: what gained most so far, and what the
        policy likes and nobody tried."""
        visits: Int = 0
        total = 0.0
        for node in nodes:
            self.seen[node] += 1
            visits += self.visits[node]
            total += self.total[node]
        hoped = (total / float(visits) - low) / span if visits > 0 else 0.5
        best: Int = 0
        highest = -1.0e300
        for place in range(len(nodes)):
            node = nodes[place]
            tried = self.visits[node]
            worth = (self.total[node] / float(tried) - low) / span if tried > 0 else hoped
            worth += (
                CURIOSITY * chances[place] * math.sqrt(float(self.seen[node])) / float(1 + tried)
            )
            if worth > highest:
                highest = worth
                best = place
        return best


class Teller:
    """Counts what a search does not need to choose: rounds won, and chances to win."""

    def __init__(self, outlook: Aim, seat: Int, candidates: Int) -> None:
        self.outlook: Aim = outlook
        self.seat: Int = seat
        self.won: vec[float] = vec[float]([0.0 for _ in range(candidates)])
        self.hoped: vec[float] = vec[float]([0.0 for _ in range(candidates)])
        self.behind: vec[float] = vec[float]([0.0 for _ in range(candidates)])
        # The squares of how far a chance was from the favourite's in the same world.
        self.spread: vec[float] = vec[float]([0.0 for _ in range(candidates)])
        # What the last round brought, and what the favourite's did.
        self.win: float = 0.0
        self.hope: float = 0.0
        self.usual: float = 0.0

    def note(self, round: Round) -> None:
        """Looks at how a round ended."""
        self.win = round_won(round)[self.seat]
        self.hope = self.outlook.worth(round)[self.seat]

    def add(self, place: Int) -> None:
        """Counts the last round for a candidate; the favourite's comes first in every world."""
        if place == 0:
            self.usual = self.hope
        off = self.hope - self.usual
        self.won[place] += self.win
        self.hoped[place] += self.hope
        self.behind[place] += off
        self.spread[place] += off * off

    def doubt(self, place: Int, count: Int) -> float:
        """Gives the standard error of how far a chance is from the favourite's."""
        mean = self.behind[place] / float(count)
        off = self.spread[place] / float(count) - mean * mean
        return math.sqrt(max(off, 0.0) / float(count))


class Search:
    """A choice that is being thought about: candidates with what came after them."""

    def __init__(
        self, imagined: Imagined, policy: Policy, aim: Aim, plan: Plan, rng: Rng
    ) -> None:
        self.imagined: Imagined = imagined
        self.policy: Policy = policy
        self.aim: Aim = aim
        self.plan: Plan = plan
        self.rng: Rng = rng
        world = imagined.at(0)
        self.seat: Int = world.turn
        # The favourite of the policy comes first.
        self.moves: vec[Int] = liked(policy, world, plan.candidates())
        self.totals: vec[float] = vec[float]([0.0 for _ in self.moves])
        self.counts: vec[Int] = vec[Int]([0 for _ in self.moves])
        # By how much each did better than the favourite, and the squares of that.
        self.ahead: vec[float] = vec[float]([0.0 for _ in self.moves])
        self.spread: vec[float] = vec[float]([0.0 for _ in self.moves])
        # The rounds played, the tree, and the least and the most that anybody gained.
        self.played: Int = 0
        self.tree: Tree = Tree()
        self.low: float = 1.0e300
        self.high: float = -1.0e300
        # Who says what it thought also counts, for each candidate, the rounds won and the chance
        # to win, and how far that is from the favourite's.
        self.teller: Teller | None = None

    def tell(self, outlook: Aim) -> None:
        """Asks it to count what it can say afterwards."""
        self.teller = Teller(outlook, self.seat, len(self.moves))

    def weighed(self) -> list[Weighed]:
        """Says what it thought of each candidate that it looked at."""
        teller = self.teller
        found: list[Weighed] = []
        for place in range(len(self.moves)):
            count = self.counts[place]
            if count == 0 or teller is None:
                continue
            played = float(count)
            found.append(Weighed(
                int(self.moves[place]), self.totals[place] / played, int(count),
                teller.won[place] / played, teller.hoped[place] / played,
                teller.doubt(place, count),
            ))
        return found

    def compare(self, moves: vec[Int], rounds: Int) -> None:
        """Plays some moves in the same worlds, so many rounds each."""
        self.moves = moves
        self.totals = vec[float]([0.0 for _ in moves])
        self.counts = vec[Int]([0 for _ in moves])
        self.ahead = vec[float]([0.0 for _ in moves])
        self.spread = vec[float]([0.0 for _ in moves])
        rivals = vec[Int]([place for place in range(1, len(moves))])
        for place in range(rounds):
            self.try_all(rivals, place)

    def choose(self) -> Int:
        """Thinks, and gives the move after which the seat gains most."""
        if len(self.moves) == 1:
            return self.moves[0]
        if self.plan.halving:
            return self.by_halves()
        return self.by_tree()

    def by_halves(self) -> Int:
        """Plays all candidates in the same worlds and drops the weaker half of the rivals of the
        favourite, until one is left."""
        rivals = vec[Int]([place for place in range(1, len(self.moves))])
        stages: Int = 1
        left: Int = len(rivals)
        while left > 1:
            left = (left + 1) // 2
            stages += 1
        place: Int = 0
        while True:
            share: Int = self.plan.rounds // (stages * (len(rivals) + 1))
            last = place + (share if share > 0 else 1)
            while place < last:
                self.try_all(rivals, place)
                place += 1
            if len(rivals) == 1:
                break
            rivals = self.better_half(rivals)
        if self.is_better(rivals[0]):
            return self.moves[rivals[0]]
        return self.moves[0]

    def try_all(self, rivals: vec[Int], place: Int) -> None:
        """Plays the favourite and its rivals in one world with the same luck."""
        world = self.imagined.at(place)
        luck = Rng(int(self.rng.word()))
        a, b, c, counter = luck.a, luck.b, luck.c, luck.counter
        usual = self.played_on(world, self.moves[0], luck)[self.seat]
        self.totals[0] += usual
        self.counts[0] += 1
        if self.teller is not None:
            self.teller.add(0)
        for rival in rivals:
            luck.a, luck.b, luck.c, luck.counter = a, b, c, counter
            gained = self.played_on(world, self.moves[rival], luck)[self.seat]
            self.totals[rival] += gained
            self.counts[rival] += 1
            if self.teller is not None:
                self.teller.add(rival)
            ahead = gained - usual
            self.ahead[rival] += ahead
            self.spread[rival] += ahead * ahead

    def is_better(self, rival: Int) -> bool:
        """Tells whether a rival did better than the favourite by more than chance explains."""
        count = float(self.counts[rival])
        ahead = self.ahead[rival] / count
        off = self.spread[rival] / count - ahead * ahead
        return ahead > self.plan.doubt * math.sqrt(max(off, 0.0) / count)

    def better_half(self, rivals: vec[Int]) -> vec[Int]:
        """Keeps the better half of the rivals; of equals, what the policy likes better."""
        kept = vec[Int]()
        half = (len(rivals) + 1) // 2
        for place in range(len(rivals)):
            ahead = self.ahead[rivals[place]]
            better: Int = 0
            for other in range(len(rivals)):
                rival = self.ahead[rivals[other]]
                if rival > ahead or (rival == ahead and other < place):
                    better += 1
            if better < half:
                kept = append(kept, rivals[place])
        return kept

    def by_tree(self) -> Int:
        """Lets the tree decide what to look at, and takes what it looked at most."""
        nodes = vec[Int]([self.tree.following(0, vec[Int]([move]))[0] for move in self.moves])
        chances = self.glance()
        for place in range(self.plan.rounds):
            low, span = self.bounds()
            chosen = self.tree.most_promising(nodes, chances, low, span)
            luck = Rng(int(self.rng.word()))
            gained = self.played_on(self.imagined.at(place), self.moves[chosen], luck)
            self.totals[chosen] += gained[self.seat]
            self.counts[chosen] += 1
            if self.teller is not None:
                self.teller.add(chosen)
        best: Int = 0
        for place in range(len(nodes)):
            if self.counts[place] > self.counts[best]:
                best = place
        return self.moves[best]

    def glance(self) -> vec[float]:
        """Gives the chance with which the policy takes each candidate."""
        world = self.imagined.at(0)
        legal = world.legal()
        chances = self.policy.chances(world, legal)
        found = vec[float]()
        for move in self.moves:
            place: Int = 0
            while legal[place] != move:
                place += 1
            found = append(found, chances[place])
        return found

    def bounds(self) -> tuple[float, float]:
        """Gives the least that was gained, and how far that is from the most."""
        span = self.high - self.low
        return (self.low, span) if span > 0.0 else (0.0, 1.0)

    def played_on(self, world: Round, move: Int, luck: Rng) -> vec[float]:
        """Plays a move in a world and the round to its end; answers what each seat gained."""
        self.played += 1
        if self.played % BREATH == 0:
            breathe()
        round = world.copy()
        if self.plan.deep > 0:
            return self.down_the_tree(round, move, luck)
        round.play(move)
        return self.run_out(round, luck)

    def down_the_tree(self, round: Round, move: Int, luck: Rng) -> vec[float]:
        """Follows the tree from a move of its root to a new leaf, then the policy."""
        tree = self.tree
        path = vec[Int]()
        movers = vec[Int]()
        node = tree.following(0, vec[Int]([move]))[0]
        path = append(path, node)
        movers = append(movers, round.turn)
        round.play(move)
        low, span = self.bounds()
        while not round.over and tree.visits[node] > 0 and len(path) < self.plan.deep:
            moves = round.legal()
            nodes = tree.following(node, moves)
            chosen: Int = 0
            if len(moves) > 1:
                chances = self.policy.chances(round, moves)
                chosen = tree.most_promising(nodes, chances, low, span)
            node = nodes[chosen]
            path = append(path, node)
            movers = append(movers, round.turn)
            round.play(moves[chosen])
        gained = self.run_out(round, luck)
        for place in range(len(path)):
            node = path[place]
            tree.visits[node] += 1
            tree.total[node] += gained[movers[place]]
        for gain in gained:
            self.low = min(self.low, gain)
            self.high = max(self.high, gain)
        return gained

    def run_out(self, round: Round, luck: Rng) -> vec[float]:
        """Lets the policy play to the end, or as far as the plan goes."""
        left = self.plan.cut
        while not round.over:
            round.play(self.policy.choose(round, luck, self.plan.warmth))
            left -= 1
            if left == 0 and not round.over:
                return self.cut_off(round, luck)
        if self.teller is not None:
            self.teller.note(round)
        return self.aim.worth(round)

    def cut_off(self, round: Round, luck: Rng) -> vec[float]:
        """Judges a round as it stands; who is to tell how it ends plays it on afterwards."""
        found = self.policy.standing(round)
        if self.teller is not None:
            while not round.over:
                round.play(self.policy.choose(round, luck, self.plan.warmth))
            self.teller.note(round)
        return found


def liked(policy: Policy, round: Round, width: Int) -> vec[Int]:
    """Lists the legal moves, those first that the policy likes best: `width` of them, 0 for all."""
    moves = round.legal()
    if len(moves) == 1:
        return moves
    values = policy.values(round, moves)
    order = vec[Int]([place for place in range(len(moves))])
    # By insertion, so that equals stay ascending.
    for last in range(1, len(moves)):
        place: Int = last
        held = order[place]
        while place > 0 and values[order[place - 1]] < values[held]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = held
    if width > 0 and width < len(moves):
        order = order[:width]
    return vec[Int]([moves[place] for place in order])
