"""The search that all solvers of solitaires share.

It knows the whole deal. First it takes the most promising move everywhere, and plays some deals
at random, which often finds a win at once. What promises most leads astray at times, so it also
dips into the positions: it goes depth first for a while in one order of moves after the other,
most of them shuffled. Then it goes through the deal stage by stage and keeps only the most
promising positions of each, few at first and then more. Where that finds no win either, it goes
through all positions, and remembers each, so that none is looked at twice. It stops when it has
found a win, when nothing is left to look at (then the deal is lost, and the best result is known),
or when it has looked at as many positions as it may: then it says that it does not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.breath import breathe
from sobremesa.core.rng import Rng
from sobremesa.families.solo.solitaire import CLOSE, WON, SolitaireRound
from sobremesa.solvers.solver import LOST_WORD, UNKNOWN_WORD, WON_WORD, Answer

# The share of the positions that may be spent on playing at random.
AT_RANDOM: Final = 20
# How many of every hundred positions may be spent before the search goes through all there are:
# until the end of the first stages, of the dips, and of the growing stages.
IN_FEW: Final[Int] = 50
IN_DIPS: Final[Int] = 60
IN_STAGES: Final[Int] = 70
# How many positions it looks at in one order of moves before it tries another, by turns.
DIPS: Final = vec[Int]([1000, 1000, 300, 300])
# How many positions of a stage are kept: a few, and then in this order.
FEW: Final[Int] = 8
WIDTHS: Final = vec[Int]([40, 200, 1000, 5000])
# How many positions are collected before the best are chosen, for each that is kept.
CROWD: Final = 4
# Positions between two breaths.
BREATH: Final[Int] = 500
# Moves without progress that are followed within a stage.
STROLL: Final = 12
# Less than any position promises.
NOTHING_SEEN: Final[Int] = -1_000_000


class Node:
    """A position of a stage, and how it came about."""

    def __init__(self, round: SolitaireRound, before: Node | None, move: Int, promise: Int) -> None:
        self.round: SolitaireRound = round
        self.before: Node | None = before
        self.move: Int = move
        self.promise: Int = promise

    def path(self) -> list[int]:
        """Lists the moves that led here."""
        moves: list[int] = []
        node: Node | None = self
        while node is not None and node.before is not None:
            moves.append(int(node.move))
            node = node.before
        return moves[::-1]


class Level:
    """Positions that walks lead to from the first of them, the nearest first, and the moves of
    one of them that have not been tried, in the reverse order."""

    def __init__(self, first: Node, moves: list[int]) -> None:
        self.nodes: list[Node] = [first]
        self.place: Int = 0
        self.moves: list[int] = moves

    def now(self) -> Node:
        """Gives the position whose moves are tried."""
        return self.nodes[self.place]

    def goes_on(self) -> bool:
        """Goes on to the next position; false if there is none."""
        self.place += 1
        return self.place < len(self.nodes)


@mypyc_attr(allow_interpreted_subclasses=True)
class Search(ABC):
    """One search from one position."""

    def __init__(self, start: SolitaireRound, nodes: Int, memory: Int) -> None:
        self.start: SolitaireRound = start
        self.most_nodes: Int = nodes
        self.memory: Int = memory
        self.nodes: Int = 0
        self.best_rank: Int = -1
        self.best_left: Int = start.left()
        self.best_line: list[int] = []
        self.best_ending: str = ""
        # Whether a stage had more positions than were kept.
        self.cut: bool = False

    @abstractmethod
    def key(self, round: SolitaireRound) -> bytes:
        """Names a position: two with the same name can be won by the same moves."""

    @abstractmethod
    def promise(self, round: SolitaireRound) -> Int:
        """Guesses how good a position is; the most promising is looked at first."""

    @abstractmethod
    def stage(self, round: SolitaireRound) -> Int:
        """Tells how far a deal has come; only walks do not carry it further."""

    def guess(self, round: SolitaireRound) -> Int:
        """Guesses how good a position is for somebody who does not know the boneyard."""
        return self.promise(round)

    def by_outlook(self, moves: list[int]) -> list[int]:
        """Sorts moves by the best they promise at the end of the turn, the best first."""
        found: list[tuple[int, int]] = []
        for move in moves:
            after = self.start.copy()
            after.play(move)
            found.append((-int(self.outlook(after)), move))
        found.sort()
        return [move for _, move in found]

    def outlook(self, round: SolitaireRound) -> Int:
        """Gives the best that a position promises at the end of the turn."""
        if round.over or self.is_node(round):
            return self.guess(round)
        best: Int = NOTHING_SEEN
        for move in self.moves(round):
            after = round.copy()
            after.play(move)
            promise = self.outlook(after)
            if promise > best:
                best = promise
        return best

    def moves(self, round: SolitaireRound) -> vec[Int]:
        """Lists the moves that are worth trying."""
        return round.legal()

    def is_walk(self, move: Int) -> bool:
        """Tells whether a move makes no progress, so that there can be many of them."""
        return False

    def is_node(self, round: SolitaireRound) -> bool:
        """Tells whether a position is to be remembered."""
        return True

    def answer(self) -> Answer:
        """Searches, and says what was found."""
        if self.start.over:
            self.judge(self.start)
            return self.result(True)
        known = self.has_seen_all(1, self.most_nodes)
        if not self.is_won() and not known:
            known = self.has_seen_all(FEW, self.share(IN_FEW))
        if not self.is_won() and not known:
            self.play_at_random()
        if not self.is_won() and not known:
            known = self.with_dips()
        if not self.is_won() and not known:
            known = self.with_growing_stages()
        if not self.is_won() and not known:
            known = self.dip(0, self.most_nodes, True)
        return self.result(known)

    def result(self, known: bool) -> Answer:
        """Puts together what was found."""
        verdict = WON_WORD if self.is_won() else LOST_WORD if known else UNKNOWN_WORD
        return Answer(
            verdict, int(self.best_left), self.best_ending, self.best_line, int(self.nodes)
        )

    def share(self, percent: Int) -> Int:
        """Gives so many of every hundred positions that may be looked at."""
        return self.most_nodes // 100 * percent + self.most_nodes % 100 * percent // 100

    def is_won(self) -> bool:
        """Tells whether a win has been found."""
        return self.best_rank == 2

    def is_spent(self) -> bool:
        """Tells whether the search has looked at as much as it may."""
        return self.nodes >= self.most_nodes

    def count_node(self) -> None:
        """Counts a position that is looked at."""
        self.nodes += 1
        if self.nodes % BREATH == 0:
            breathe()

    def judge(self, round: SolitaireRound) -> bool:
        """Tells whether a finished deal is better than all before, and keeps its result."""
        rank: Int = 2 if round.ending == WON else 1 if round.ending == CLOSE else 0
        left = round.left()
        if rank < self.best_rank or (rank == self.best_rank and left >= self.best_left):
            return False
        self.best_rank = rank
        self.best_left = left
        self.best_ending = ["loss", "close win", "win"][int(rank)]
        return True

    def play_at_random(self) -> None:
        """Plays the deal to its end a few times."""
        rng = Rng(1)
        limit = self.nodes + self.most_nodes // AT_RANDOM
        while self.nodes < limit and not self.is_won() and not self.is_spent():
            round = self.start.copy()
            path: list[int] = []
            while not round.over and not self.is_spent():
                moves = round.legal()
                move = moves[rng.below(len(moves))]
                path.append(int(move))
                round.play(move)
                self.count_node()
            if round.over and self.judge(round):
                self.best_line = path

    def with_dips(self) -> bool:
        """Dips into the positions in several orders; tells whether one has seen everything."""
        limit = self.share(IN_DIPS)
        order: Int = 0
        while self.nodes < limit and not self.is_spent():
            if self.dip(order, min(DIPS[order % len(DIPS)], limit - self.nodes), False):
                return True
            if self.is_won():
                return False
            order += 1
        return False

    def dip(self, order: Int, most: Int, near: bool) -> bool:
        """Goes depth first in one order of moves, through so many positions; tells whether
        everything has been seen.

        :param near: whether of the positions that walks lead to the nearest come first, so that
            no walk is longer than it must be; else walks too are followed in depth.
        """
        rng = Rng(int(order))
        limit = min(self.nodes + most, self.most_nodes)
        seen: set[bytes] = set()
        if self.is_node(self.start):
            seen.add(self.key(self.start))
        levels = [Level(Node(self.start, None, 0, 0), self.ordered(self.start, order, rng))]
        while len(levels) > 0:
            level = levels[-1]
            if len(level.moves) == 0:
                if level.goes_on():
                    level.moves = self.ordered(level.now().round, order, rng)
                else:
                    levels.pop()
                continue
            if self.nodes >= limit:
                return False
            node = self.child(level.now(), level.moves.pop(), seen)
            if self.is_won():
                return False
            if node is None:
                continue
            if near and self.is_walk(node.move) and not (
                self.gains(level.now().round, node.round)
            ):
                level.nodes.append(node)
            else:
                levels.append(Level(node, self.ordered(node.round, order, rng)))
        return True

    def child(self, node: Node, move: Int, seen: set[bytes]) -> Node | None:
        """Plays a move, and gives the position if it is new and the deal goes on."""
        after = node.round.copy()
        after.play(move)
        self.count_node()
        child = Node(after, node, move, 0)
        if after.over:
            if self.judge(after):
                self.best_line = child.path()
            return None
        if self.is_node(after):
            name = self.key(after)
            if name in seen:
                return None
            if len(seen) < self.memory:
                seen.add(name)
        return child

    def gains(self, before: SolitaireRound, after: SolitaireRound) -> bool:
        """Tells whether a walk has come to a new stage, or got rid of something."""
        return self.stage(after) > self.stage(before) or after.left() < before.left()

    def ordered(self, round: SolitaireRound, order: Int, rng: Rng) -> list[int]:
        """Lists the moves in one of many orders, the first of them last: by promise, as they
        are, turned round, or shuffled, every other time with the walks behind the others."""
        moves = [int(move) for move in self.moves(round)]
        if order == 0:
            return self.by_promise(round, moves)
        if order == 1:
            return moves[::-1]
        if order == 2:
            return moves
        for place in range(len(moves) - 1, 0, -1):
            other = int(rng.below(place + 1))
            moves[place], moves[other] = moves[other], moves[place]
        if order % 2 == 1:
            walks = [move for move in moves if self.is_walk(move)]
            return walks + [move for move in moves if not self.is_walk(move)]
        return moves

    def by_promise(self, round: SolitaireRound, moves: list[int]) -> list[int]:
        """Sorts moves by what they promise, the most promising last."""
        if len(moves) < 2:
            return moves
        found: list[tuple[int, int]] = []
        for move in moves:
            after = round.copy()
            after.play(move)
            found.append((int(self.promise(after)), -move))
        found.sort()
        return [-move for _, move in found]

    def with_growing_stages(self) -> bool:
        """Keeps few positions of each stage, then more; tells whether everything was seen."""
        limit = self.share(IN_STAGES)
        for width in WIDTHS:
            if self.has_seen_all(width, limit):
                return True
            if self.is_won() or self.nodes >= limit:
                return False
        return False

    def has_seen_all(self, width: Int, limit: Int) -> bool:
        """Goes on from the most promising positions of each stage, and tells whether that left
        none out."""
        self.cut = False
        first = Node(self.start.copy(), None, 0, 0)
        stages: dict[int, list[Node]] = {int(self.stage(self.start)): [first]}
        while len(stages) > 0:
            now = min(stages)
            seen: set[bytes] = set()
            strolled: Int = 0
            crowd = stages.pop(now)
            while len(crowd) > 0:
                if strolled > STROLL:
                    self.cut = True
                    break
                stages[now] = []
                for node in self.chosen(crowd, width, seen):
                    self.step_from(node, stages, width)
                    if self.is_won() or self.nodes >= limit:
                        return False
                crowd = stages.pop(now)
                strolled += 1
        return not self.cut

    def step_from(self, node: Node, stages: dict[int, list[Node]], width: Int) -> None:
        """Plays every move worth trying, and puts the positions to their stages."""
        for move in self.moves(node.round):
            self.count_node()
            after = node.round.copy()
            after.play(move)
            child = Node(after, node, move, 0)
            if after.over:
                if self.judge(after):
                    self.best_line = child.path()
                continue
            child.promise = self.promise(after)
            stage = int(self.stage(after))
            crowd = stages.setdefault(stage, [])
            crowd.append(child)
            if len(crowd) > CROWD * width + CROWD:
                stages[stage] = self.chosen(crowd, width, set())

    def chosen(self, crowd: list[Node], width: Int, seen: set[bytes]) -> list[Node]:
        """Picks the most promising of some positions, each once and none seen before."""
        crowd.sort(key=by_hope)
        kept: list[Node] = []
        for node in crowd:
            if self.is_node(node.round):
                name = self.key(node.round)
                if name in seen:
                    continue
                seen.add(name)
            if len(kept) >= width:
                self.cut = True
                break
            kept.append(node)
        return kept


def by_hope(node: Node) -> int:
    """Sorts by promise alone."""
    return -int(node.promise)
