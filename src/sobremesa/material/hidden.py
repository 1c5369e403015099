"""Hidden things: counting and drawing the ways in which they can lie.

Things (tiles, cards) lie in places (hands, a draw, the boneyard). Every place holds a known
number of things, and of every thing it is known in which places it can be. All ways that
agree with this are equally likely, because the deal was.

The sampler is exact. Places that the same things can be in count as one group and are
parted at the end; things that can be in the same groups count as one class. The number of
ways to finish from class i on, with so much room left in every group, is found once and
kept; a way is then drawn class by class in proportion to those numbers.
"""

from __future__ import annotations

from math import comb, factorial

from sobremesa.core.rng import Rng

Room = tuple[int, ...]


class Hidden:
    """Things that lie in places, `sizes[p]` of them in place p.

    `where[t]` lists the places thing t can be in. Things have any names that are ints.

    >>> lying = Hidden([1, 2], {7: [0, 1], 8: [1], 9: [0, 1]})
    >>> lying.count()
    2
    >>> sorted(len(place) for place in lying.sample(Rng(1)))
    [1, 2]
    """

    def __init__(self, sizes: list[int], where: dict[int, list[int]]) -> None:
        if sum(sizes) != len(where):
            raise ValueError(f"{len(where)} things do not fill places for {sum(sizes)}")
        self.sizes = sizes
        admits: list[list[int]] = [[] for _ in sizes]
        for thing in sorted(where):
            for place in where[thing]:
                admits[place].append(thing)
        self._group_places(admits)
        self._class_things(where)
        self.ways: list[dict[Room, int]] = [{} for _ in self.classes]
        self.room: Room = tuple(
            sum(sizes[place] for place in group) for group in self.groups
        )

    def _group_places(self, admits: list[list[int]]) -> None:
        groups: dict[tuple[int, ...], list[int]] = {}
        for place, things in enumerate(admits):
            if self.sizes[place] > 0:
                groups.setdefault(tuple(things), []).append(place)
        self.groups: list[list[int]] = list(groups.values())
        self.group_of: dict[int, int] = {
            place: number for number, group in enumerate(self.groups) for place in group
        }

    def _class_things(self, where: dict[int, list[int]]) -> None:
        classes: dict[tuple[int, ...], list[int]] = {}
        for thing in sorted(where):
            groups = {self.group_of[place] for place in where[thing] if place in self.group_of}
            classes.setdefault(tuple(sorted(groups)), []).append(thing)
        # Things with the fewest choices first keep the table of ways small.
        order = sorted(classes, key=lambda groups: (len(groups), groups))
        self.classes: list[tuple[list[int], list[int]]] = [
            (classes[groups], list(groups)) for groups in order
        ]

    def count(self) -> int:
        """Counts the ways in which the things can lie."""
        ways = self._ways(0, self.room)
        for group in self.groups:
            ways *= factorial(sum(self.sizes[place] for place in group))
            for place in group:
                ways //= factorial(self.sizes[place])
        return ways

    def _ways(self, number: int, room: Room) -> int:
        if number == len(self.classes):
            return 1
        known = self.ways[number]
        if room not in known:
            things, groups = self.classes[number]
            known[room] = sum(
                ways * self._ways(number + 1, left)
                for ways, left in self._splits(len(things), groups, 0, room)
            )
        return known[room]

    def _splits(
        self, things: int, groups: list[int], first: int, room: Room
    ) -> list[tuple[int, Room]]:
        """Lists how a class can be spread over its groups, and the room that is left."""
        if first == len(groups):
            return [(1, room)] if things == 0 else []
        group = groups[first]
        if first == len(groups) - 1:
            if things > room[group]:
                return []
            return [(1, room[:group] + (room[group] - things,) + room[group + 1:])]
        found: list[tuple[int, Room]] = []
        for here in range(min(things, room[group]) + 1):
            left = room[:group] + (room[group] - here,) + room[group + 1:]
            ways = comb(things, here)
            for more, rest in self._splits(things - here, groups, first + 1, left):
                found.append((ways * more, rest))
        return found

    def sample(self, rng: Rng) -> list[list[int]]:
        """Draws one way, all equally likely: the things in each place."""
        if self._ways(0, self.room) == 0:
            raise ValueError("the things cannot lie in any way that fits")
        gathered: list[list[int]] = [[] for _ in self.groups]
        room = self.room
        for number, (things, groups) in enumerate(self.classes):
            left = self._draw_split(rng, number, room)
            shuffled = shuffled_list(things, rng)
            for group in groups:
                for _ in range(room[group] - left[group]):
                    gathered[group].append(shuffled.pop())
            room = left
        return self._part(gathered, rng)

    def _draw_split(self, rng: Rng, number: int, room: Room) -> Room:
        things, groups = self.classes[number]
        pick = rng.below_big(self._ways(number, room))
        for ways, left in self._splits(len(things), groups, 0, room):
            pick -= ways * self._ways(number + 1, left)
            if pick < 0:
                return left
        raise AssertionError("the ways do not add up")

    def _part(self, gathered: list[list[int]], rng: Rng) -> list[list[int]]:
        lying: list[list[int]] = [[] for _ in self.sizes]
        for group, things in zip(self.groups, gathered, strict=True):
            shuffled = shuffled_list(things, rng)
            for place in group:
                lying[place] = sorted(shuffled.pop() for _ in range(self.sizes[place]))
        return lying


def shuffled_list(items: list[int], rng: Rng) -> list[int]:
    """Gives the items in random order."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(rng.below(last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
