"""Who meets whom: round robin by rotation, and Swiss by exact matching.

Players are numbers. A round is a list of encounters `(first, second)`; `BYE` in place of the second
leaves somebody without an opponent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Final

BYE: Final = -1
Meeting = tuple[int, int]


def round_robin(count: int) -> list[list[Meeting]]:
    """Lets everybody meet everybody once: one stays, the others move on a seat each round.

    Who is named first changes, so that everybody is first about as often as second.

    >>> round_robin(4)
    [[(0, 3), (1, 2)], [(3, 1), (2, 0)], [(2, 3), (0, 1)]]
    >>> round_robin(3)
    [[(0, -1), (1, 2)], [(1, -1), (2, 0)], [(2, -1), (0, 1)]]
    """
    seats = list(range(count)) + [BYE] * (count % 2)
    last = len(seats) - 1
    rounds = []
    for turn in range(last):
        moved = [seats[(place + turn) % last] for place in range(last)]
        pairs = [(moved[0], seats[last])] if turn % 2 == 0 else [(seats[last], moved[0])]
        pairs += [(moved[place], moved[last - place]) for place in range(1, (last + 1) // 2)]
        rounds.append([pair if BYE not in pair else (max(pair), BYE) for pair in pairs])
    return rounds


def swiss(
    ranked: Sequence[int], points: Sequence[float], met: Collection[frozenset[int]],
    rested: Collection[int] = (),
) -> list[Meeting]:
    """Pairs players, the best first, with opponents of as many points.

    Nobody meets the same opponent twice, and nobody rests twice, while that can be avoided: before
    an encounter is fixed it is made sure that the others can be paired as well.

    :param ranked: the players, the best first.
    :param points: the points of each player, by number.
    :param met: who has met whom.
    :param rested: who was left without an opponent before.
    """
    left = list(ranked)
    pairs: list[Meeting] = []
    if len(left) % 2:
        idle = _who_rests(left, met, rested)
        left.remove(idle)
        pairs.append((idle, BYE))
    again = _rematches(left, met)
    found = []
    while left:
        player = left.pop(0)
        for other in _wanted(player, left, points):
            others = [one for one in left if one != other]
            cost = int(frozenset((player, other)) in met)
            if cost <= again and _rematches(others, met) <= again - cost:
                break
        left, again = others, again - cost
        found.append((player, other))
    return found + pairs


def _who_rests(
    ranked: list[int], met: Collection[frozenset[int]], rested: Collection[int]
) -> int:
    """Finds who rests: somebody who has not, the lowest without whom fewest have to meet again."""

    fresh = [one for one in reversed(ranked) if one not in rested] or ranked[::-1]
    return min(
        fresh, key=lambda idle: _rematches([one for one in ranked if one != idle], met)
    )


def _wanted(player: int, others: list[int], points: Sequence[float]) -> list[int]:
    """Orders possible opponents: of a group with the same points the upper half meets the lower,
    and then come the next groups down."""
    group = [one for one in others if points[one] == points[player]]
    middle = len(group) // 2
    order = sorted(range(len(group)), key=lambda place: (abs(place - middle), place))
    below = [one for one in others if points[one] != points[player]]
    return [group[place] for place in order] + below


def _rematches(players: Sequence[int], met: Collection[frozenset[int]]) -> int:
    """Counts how many encounters have to be repeated if all of these are paired."""
    fresh = {
        one: [other for other in players if other != one and frozenset((one, other)) not in met]
        for one in players
    }
    return (len(players) - 2 * len(matching(fresh))) // 2


def matching(graph: dict[int, list[int]]) -> set[frozenset[int]]:
    """Finds as many pairs of neighbours as there can be, by Edmonds' blossoms.

    >>> len(matching({0: [1], 1: [0, 2], 2: [1, 3], 3: [2]}))
    2
    """
    mate: dict[int, int] = {}
    for one in graph:
        if one not in mate:
            free = next((other for other in graph[one] if other not in mate), None)
            if free is not None:
                mate[one], mate[free] = free, one
    for one in graph:
        if one not in mate:
            _Search(graph, mate).grow(one)
    return {frozenset(pair) for pair in mate.items()}


class _Search:
    """One search for a way to pair one more, from somebody who is left over."""

    def __init__(self, graph: dict[int, list[int]], mate: dict[int, int]) -> None:
        self.graph = graph
        self.mate = mate
        self.base = {one: one for one in graph}
        self.parent: dict[int, int] = {}

    def grow(self, root: int) -> None:
        """Searches breadth first, and turns the pairs over along the way that is found."""
        outer, queue = {root}, deque([root])
        while queue:
            one = queue.popleft()
            for other in self.graph[one]:
                if self.base[one] == self.base[other] or self.mate.get(one) == other:
                    continue
                if other == root or (other in self.mate and self.mate[other] in self.parent):
                    for shrunk in self._shrink(one, other):
                        if shrunk not in outer:
                            outer.add(shrunk)
                            queue.append(shrunk)
                elif other not in self.parent:
                    self.parent[other] = one
                    if other not in self.mate:
                        self._turn_over(other)
                        return
                    outer.add(self.mate[other])
                    queue.append(self.mate[other])

    def _shrink(self, one: int, other: int) -> Iterable[int]:
        """Takes an odd circle for one point; gives those on it."""
        top = self._common(one, other)
        circle = self._mark(one, top, other) | self._mark(other, top, one)
        inside = [player for player in self.graph if self.base[player] in circle]
        for player in inside:
            self.base[player] = top
        return inside

    def _common(self, one: int, other: int) -> int:
        above = set()
        while True:
            one = self.base[one]
            above.add(one)
            if one not in self.mate:
                break
            one = self.parent[self.mate[one]]
        while True:
            other = self.base[other]
            if other in above:
                return other
            other = self.parent[self.mate[other]]

    def _mark(self, one: int, top: int, child: int) -> set[int]:
        circle = set()
        while self.base[one] != top:
            circle |= {self.base[one], self.base[self.mate[one]]}
            self.parent[one] = child
            child = self.mate[one]
            one = self.parent[child]
        return circle

    def _turn_over(self, last: int) -> None:
        while True:
            before = self.parent[last]
            follows = self.mate.get(before)
            self.mate[last], self.mate[before] = before, last
            if follows is None:
                return
            last = follows
