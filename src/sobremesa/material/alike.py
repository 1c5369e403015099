"""Hidden things of which many are alike: counting and drawing the ways in which they lie.

Where things are known by their kind only, what is seen speaks of numbers: a player who laid three
fives had been given at least three by then, and one who could not play a five had none left. So
every kind has limits: a least and a greatest number of its things that lie in a place and in
those before it in the same chain (the deal of a hand, then its draws). All ways to put the single
things, each as good as any other, are equally likely, because the deal was.

The ways are counted step by step: one kind after the other, one place after the other. What
can follow depends on the things of the kind that are left, on those already in the chain,
and on the room left in every place.
"""

from __future__ import annotations

from math import comb, factorial, perm
from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.rng import Rng
from sobremesa.material.hidden import IMPOSSIBLE, SURELY, Impossible, shuffled_list

# The least and the most things of a kind up to a place, by kind and place.
Limits = dict[tuple[int, int], tuple[int, int]]

# As floats, for more things than any set has.
FACTORIALS: Final = vec[float]([float(factorial(number)) for number in range(100)])

# States of fewer bits are kept in a word.
WORD_BITS: Final = 62

# The room of a group, in a field of so many bits.
BITS: Final = vec[Int]([2**bits - 1 for bits in range(40)])

# To find states by hash: the bits that are folded upon each other, an odd factor that spreads them
# within a word, and the slots to begin with, a power of two.
FOLD: Final[Int] = 31
FOLDED: Final[Int] = (1 << 31) - 1
SPREAD: Final[Int] = 0x9E3779B1
FEW_SLOTS: Final[Int] = 512

# With more states than this a way is sooner drawn by trial.
MANY_STATES: Final = 60_000
# Up to so many states of a step are not looked at before their ways on are made.
FEW_STATES: Final[Int] = 300
# So many trials without a way mean that there is none.
MOST_TRIALS: Final = 2_000_000
# So often are the weights of the places corrected before the trials.
WEIGHINGS: Final = 12


class Places:
    """Places with room for `sizes[p]` things; `starts[p]` says that a chain begins there."""

    def __init__(self, sizes: list[int], starts: list[bool]) -> None:
        self.sizes = sizes
        self.starts = starts

    def slots(self) -> vec[Int]:
        """Gives the first slot of every place, and the number of all slots."""
        found = vec[Int]([0])
        for size in self.sizes:
            found = append(found, found[len(found) - 1] + size)
        return found

    def chain(self, place: int) -> list[int]:
        """Lists the places of a chain up to a place."""
        first = place
        while not self.starts[first]:
            first -= 1
        return list(range(first, place + 1))

    def is_end(self, place: int) -> bool:
        """Tells whether a place is the last of its chain."""
        return place + 1 == len(self.starts) or self.starts[place + 1]


class TooManyStates(Exception):
    """A table has outgrown its limit."""


class Alike:
    """Things of kinds, `totals[kind]` of each, that lie in places within limits.

    Places next to each other in a chain are one as long as no kind to come has a limit
    between them, and all places behind the last limit of their chain are one pool: there
    only the room left in all of them matters, because every thing takes a slot of its own.

    >>> lying = Alike(Places([2, 2], [True, True]), {3: 3, 5: 1}, {(3, 0): (2, 9)})
    >>> lying.count()
    3
    >>> lying.sample(Rng(1))
    [[3, 3], [3, 5]]
    """

    def __init__(
        self, places: Places, totals: dict[int, int], limits: Limits, most: int = 0
    ) -> None:
        self.places = places
        self.totals = totals
        self.limits = limits
        self.first_slots: vec[Int] = places.slots()
        self.bits: int = max(sum(places.sizes), 1).bit_length()
        self.full: int = (1 << self.bits) - 1
        # The kinds that part a chain come first, so that it can be joined early.
        parting = dict.fromkeys(totals, 0)
        for kind, last in limits:
            if not places.is_end(last):
                parting[kind] += 1
        self.kinds: list[int] = sorted(
            [kind for kind in totals if totals[kind] > 0],
            key=lambda kind: (-parting[kind], totals[kind]),
        )
        self.steps: list[Step] = []
        self._make_steps()
        # How many states can be reached; which of the last are good; all ways, by slots, as
        # nearly as a float has it.
        self.states: int = 0
        self.good: list[bool] = []
        self.weight: float = 1.0
        self._make_table(most)

    def _groups(self, coming: list[int]) -> list[list[int]]:
        """Puts the places together that the kinds to come cannot tell apart, the pool
        last."""
        cuts = {last for kind, last in self.limits if kind in coming}
        groups: list[list[int]] = []
        pool: list[int] = []
        group: list[int] = []
        for place in range(len(self.places.sizes)):
            if self.places.starts[place]:
                pool += group
                group = []
            group.append(place)
            if place in cuts:
                groups.append(group)
                group = []
        return [*groups, pool + group]

    def _make_steps(self) -> None:
        """Lists one step for each kind and group."""
        before: list[list[int]] = []
        fields = vec[Int]([0])
        left = sum([self.totals[kind] for kind in self.kinds])
        for number, kind in enumerate(self.kinds):
            groups = self._groups(self.kinds[number:])
            joined = [
                next(at for at, group in enumerate(groups) if old[0] in group) for old in before
            ]
            earlier, fields = fields, self._fields(groups[:-1])
            for at, group in enumerate(groups):
                low, high = self.limits.get((kind, group[-1]), (0, self.full)) if group else (
                    0, self.full
                )
                step = Step(kind, self.totals[kind], group, low, high)
                step.first = at == 0
                step.at = at
                step.pool = at + 1 == len(groups)
                step.starts = step.pool or self.places.starts[group[0]]
                step.left = left
                step.fields = fields
                step.shift = fields[at]
                if at == 0:
                    step.joins = vec[Int](joined)
                    step.earlier = earlier
                    step.number = number
                self.steps.append(step)
            left -= self.totals[kind]
            before = groups[:-1]

    def _fields(self, groups: list[list[int]]) -> vec[Int]:
        """Gives where in a state the room of each group begins, and where the last ends."""
        found = vec[Int]([2 * self.bits])
        for group in groups:
            room = sum([self.places.sizes[place] for place in group])
            found = append(found, found[len(found) - 1] + room.bit_length())
        return found

    def _bound(self, step: Step) -> None:
        """Notes how many things of the kinds to come must and can go to each group and those
        before it in its chain."""
        coming = self.kinds[step.number :]
        for group in self._groups(coming)[:-1]:
            last = group[-1]
            limits = [self.limits.get((kind, last), (0, self.full)) for kind in coming]
            most = [
                min(self.totals[kind], high) for kind, (_, high) in zip(coming, limits, strict=True)
            ]
            step.least = append(step.least, sum([low for low, _ in limits]))
            step.most = append(step.most, sum(most))
            step.chained.append(not self.places.starts[group[0]])

    def _make_table(self, most: int) -> None:
        """Finds every state that can be reached, then weighs the ways on from each.

        A state packs the things in the chain so far, the things of the kind that are left,
        and the room in the groups but the pool.
        """
        start = 0
        groups = self._groups(self.kinds)[:-1]
        for group, field in zip(groups, self._fields(groups), strict=False):
            start |= sum([self.places.sizes[place] for place in group]) << int(field)
        layer = [start]
        first = 0
        for step in self.steps:
            if max(step.fields[-1], step.earlier[-1]) < WORD_BITS:
                break
            reached: dict[int, int] = {}
            for state in layer:
                self._reach(step, state, reached)
                step.begins = append(step.begins, len(step.to))
            layer = list(reached)
            self._count_states(len(layer), most)
            first += 1
        # Places are only ever joined, so that states once in a word stay in one.
        if first < len(self.steps):
            words = vec[Int](layer)
            numbers = Numbers()
            for step in self.steps[first:]:
                self._reach_all(step, words, numbers)
                words = numbers.taken()
                self._count_states(len(words), most)
            layer = [int(state) for state in words]
        self.good = [state == 0 for state in layer]
        weights = vec[float]([1.0 if good else 0.0 for good in self.good])
        for number in range(len(self.steps) - 1, -1, -1):
            weights = self.steps[number].weigh(weights)
        if self.steps:
            self.weight = weights[0] if len(weights) > 0 else 0.0

    def _count_states(self, reached: int, most: int) -> None:
        self.states += reached
        if most and self.states > most:
            raise TooManyStates

    def _reach_all(self, step: Step, layer: vec[Int], numbers: Numbers) -> None:
        """Adds the ways on from all states of a step, as `_reach` does, where they are words."""
        bits: Int = self.bits
        full: Int = self.full
        room_bits = step.shift
        total: Int = step.total
        low: Int = step.low
        high: Int = step.high
        joins = len(step.joins) > 0
        is_first = step.first
        # Among few states a look ahead costs more than the ways that it saves.
        looks_ahead = is_first and len(layer) > FEW_STATES
        if looks_ahead:
            self._bound(step)
        starts = step.starts
        is_pool = step.pool
        at: Int = step.at
        # What the kinds to come need, and where the room of the groups ends.
        later: Int = step.left - step.total
        fields = step.fields
        groups: Int = len(fields) - 1
        began = step.begins
        took = step.took
        of = step.of
        space = step.room
        to = step.to
        for key in layer:
            state: Int = self._joined_word(step, key) if joins else key
            if looks_ahead and not self._can_fill(step, state):
                began = append(began, len(to))
                continue
            left = total if is_first else state >> bits & full
            rooms = (state >> 2 * bits) << 2 * bits
            if is_pool:
                room = later + left
                for group in range(groups):
                    room -= field_of(rooms, fields, group)
                if left <= room:
                    took = append(took, left)
                    of = append(of, left)
                    space = append(space, room)
                    to = append(to, numbers.of(rooms))
            else:
                here: Int = 0 if starts else state & full
                room = field_of(rooms, fields, at)
                count: Int = low - here if low > here else 0
                most: Int = high - here
                if left < most:
                    most = left
                if room < most:
                    most = room
                while count <= most:
                    following = rooms - (count << room_bits)
                    following |= (left - count) << bits | (here + count)
                    took = append(took, count)
                    of = append(of, left)
                    space = append(space, room)
                    to = append(to, numbers.of(following))
                    count += 1
            began = append(began, len(to))
        step.begins = began
        step.took = took
        step.of = of
        step.room = space
        step.to = to

    def _can_fill(self, step: Step, state: Int) -> bool:
        """Tells whether the kinds to come can fill the room in every chain, as far as sums say;
        most states that lead nowhere are found so."""
        room: Int = 0
        for group in range(len(step.most)):
            if not step.chained[group]:
                room = 0
            room += field_of(state, step.fields, group)
            if room < step.least[group] or room > step.most[group]:
                return False
        return True

    def _joined_word(self, step: Step, state: Int) -> Int:
        """Adds up the room of the groups that have become one, in a word."""
        pool: Int = len(step.fields) - 1
        rooms: Int = 0
        for at in range(len(step.joins)):
            group = step.joins[at]
            if group < pool:
                rooms += field_of(state, step.earlier, at) << step.fields[group]
        return rooms

    def _joined(self, step: Step, state: int) -> int:
        """Adds up the room of the groups that have become one."""
        rooms = 0
        for at, group in enumerate(step.joins):
            if group + 1 < len(step.fields):
                rooms += room_in(state, step.earlier, at) << int(step.fields[group])
        return rooms

    def _reach(self, step: Step, state: int, reached: dict[int, int]) -> None:
        """Adds the ways on from a state: how many things of the kind go to the group of a step,
        out of how many, to how much room, and the state after it."""
        bits = self.bits
        full = self.full
        if len(step.joins) > 0:
            state = self._joined(step, state)
        left = step.total if step.first else state >> bits & full
        rooms = state >> 2 * bits << 2 * bits
        if step.pool:
            room = step.left - step.total + left
            for at in range(len(step.fields) - 1):
                room -= room_in(rooms, step.fields, at)
            if left <= room:
                step.add(left, left, room, numbered(reached, rooms))
            return
        here = 0 if step.starts else state & full
        room = room_in(rooms, step.fields, step.at)
        for count in range(max(step.low - here, 0), min(left, room, step.high - here) + 1):
            following = rooms - (count << int(step.shift))
            following |= (left - count) << bits | (here + count)
            step.add(count, left, room, numbered(reached, following))

    def count(self) -> int:
        """Counts the ways in which the single things can lie."""
        later = [1 if good else 0 for good in self.good]
        for number in range(len(self.steps) - 1, -1, -1):
            step = self.steps[number]
            later = [
                sum([
                    step.ways(way) * later[step.to[way]]
                    for way in range(step.begins[state], step.begins[state + 1])
                ])
                for state in range(len(step.begins) - 1)
            ]
        ways = later[0] if later else 0
        # The order of the slots of a place is of no account.
        for size in self.places.sizes:
            ways //= factorial(size)
        return ways

    def draw(self, rng: Rng) -> vec[Int]:
        """Draws one way, all equally likely: the kinds of the things of place after place."""
        slots = vec[Int]([0 for _ in range(self.first_slots[len(self.first_slots) - 1])])
        ahead = self.first_slots[:]
        state: Int = 0
        for step in self.steps:
            way = step.begins[state]
            if way + 1 < step.begins[state + 1]:
                pick = rng.fraction()
                while pick >= step.share[way]:
                    way += 1
            for _ in range(step.took[way]):
                self._put(step, slots, ahead, rng)
            state = step.to[way]
        return slots

    def _put(self, step: Step, slots: vec[Int], ahead: vec[Int], rng: Rng) -> None:
        """Gives a thing a slot of a group, all slots that are left equally likely."""
        group = step.group
        place = group[0]
        if len(group) > 1:
            room: Int = 0
            for one in group:
                room += self.first_slots[one + 1] - ahead[one]
            slot = rng.below(room)
            at: Int = 0
            room = self.first_slots[place + 1] - ahead[place]
            while slot >= room:
                slot -= room
                at += 1
                place = group[at]
                room = self.first_slots[place + 1] - ahead[place]
        slots[ahead[place]] = step.kind
        ahead[place] += 1

    def sample(self, rng: Rng) -> list[list[int]]:
        """Draws one way, all equally likely: the kinds of the things in each place."""
        return by_place(self.first_slots, self.draw(rng))


def field_of(state: Int, fields: vec[Int], group: Int) -> Int:
    """Gives the room of a group in a state that is a word."""
    start = fields[group]
    return state >> start & BITS[fields[group + 1] - start]


def room_in(state: int, fields: vec[Int], group: int) -> int:
    """Gives the room of a group in a state of any length."""
    start = int(fields[group])
    return state >> start & (1 << int(fields[group + 1]) - start) - 1


def numbered(reached: dict[int, int], state: int) -> int:
    """Gives the number of a state, a new one if it is reached first."""
    known = reached.get(state, -1)
    if known < 0:
        known = len(reached)
        reached[state] = known
    return known


class Numbers:
    """Numbers for states that are words, in the order in which they are first asked for."""

    def __init__(self) -> None:
        self.states: vec[Int] = vec[Int]()
        # By the hash of a state its number, or that of another that was there first.
        self.slots: vec[Int] = vec[Int]([-1 for _ in range(FEW_SLOTS)])

    def of(self, state: Int) -> Int:
        """Gives the number of a state, a new one if it is asked for first."""
        at = self._slot(state)
        number = self.slots[at]
        if number >= 0:
            return number
        number = len(self.states)
        self.states = append(self.states, state)
        self.slots[at] = number
        if 2 * (number + 1) > len(self.slots):
            self._grow()
        return number

    def taken(self) -> vec[Int]:
        """Gives the states by their numbers, and forgets them."""
        found = self.states
        for at in range(len(self.slots)):
            self.slots[at] = -1
        self.states = vec[Int]()
        return found

    def _slot(self, state: Int) -> Int:
        """Finds the slot of a state, or where it would be put."""
        last: Int = len(self.slots) - 1
        at = (((state ^ state >> FOLD) & FOLDED) * SPREAD >> FOLD) & last
        number = self.slots[at]
        while number >= 0 and self.states[number] != state:
            at = at + 1 & last
            number = self.slots[at]
        return at

    def _grow(self) -> None:
        """Makes room for twice as many."""
        self.slots = vec[Int]([-1 for _ in range(2 * len(self.slots))])
        for number in range(len(self.states)):
            self.slots[self._slot(self.states[number])] = number


def by_place(starts: vec[Int], slots: vec[Int]) -> list[list[int]]:
    """Lists the kinds in each place, ascending."""
    return [
        sorted([int(slots[slot]) for slot in range(starts[place], starts[place + 1])])
        for place in range(len(starts) - 1)
    ]


class Step:
    """The turn of a group of places to take things of a kind.

    Within the limits `low` and `high` of the things of the kind that its chain has by then;
    the pool, which is last, takes what is left. `left` counts the things of this kind and
    those to come; `joins` says to which group each group of the kind before belongs now. The
    room of group g in a state lies from bit `fields[g]` up to `fields[g + 1]`, and before the
    joining from `earlier[g]` on. `least` and `most` are what each group with those before it
    in its chain has to take and can.

    The ways on from state s are those from `begins[s]` on: each takes some of the things that
    are left, to some of the room, to a state of the next step, and is drawn by a number below
    its share.
    """

    def __init__(self, kind: int, total: int, group: list[int], low: int, high: int) -> None:
        self.kind: Int = kind
        self.total = total
        self.group: vec[Int] = vec[Int](group)
        self.low = low
        self.high = high
        self.at: int = 0
        self.number: int = 0
        self.shift: Int = 0
        self.fields: vec[Int] = vec[Int]([0])
        self.earlier: vec[Int] = vec[Int]([0])
        self.least: vec[Int] = vec[Int]()
        self.most: vec[Int] = vec[Int]()
        self.chained: list[bool] = []
        self.left: int = 0
        self.first: bool = False
        self.pool: bool = False
        self.starts: bool = False
        self.joins: vec[Int] = vec[Int]()
        self.begins: vec[Int] = vec[Int]([0])
        self.took: vec[Int] = vec[Int]()
        self.of: vec[Int] = vec[Int]()
        self.room: vec[Int] = vec[Int]()
        self.to: vec[Int] = vec[Int]()
        self.share: vec[float] = vec[float]()

    def add(self, count: int, left: int, room: int, to: int) -> None:
        """Adds a way on."""
        self.took = append(self.took, count)
        self.of = append(self.of, left)
        self.room = append(self.room, room)
        self.to = append(self.to, to)

    def ways(self, way: int) -> int:
        """Counts how the things of a way on can be picked and take their slots."""
        count = int(self.took[way])
        return comb(int(self.of[way]), count) * perm(int(self.room[way]), count)

    def weigh(self, later: vec[float]) -> vec[float]:
        """Weighs the states by those of the next step, and finds the shares of the ways on."""
        states: Int = len(self.begins) - 1
        weights = vec[float]([0.0 for _ in range(states)])
        share = vec[float]([0.0 for _ in self.to])
        for state in range(states):
            total = 0.0
            for way in range(self.begins[state], self.begins[state + 1]):
                count = self.took[way]
                left = self.of[way]
                room = self.room[way]
                total += later[self.to[way]] * FACTORIALS[left] * FACTORIALS[room] / (
                    FACTORIALS[count] * FACTORIALS[left - count] * FACTORIALS[room - count]
                )
                share[way] = total
            weights[state] = total
            if total > 0.0:
                sure = False
                way = self.begins[state + 1] - 1
                while way >= self.begins[state]:
                    # Rounding must not lead to a way that has no end.
                    share[way] = share[way] / total if sure else SURELY
                    sure = sure or later[self.to[way]] > 0.0
                    way -= 1
        self.share = share
        return weights


class Trials:
    """Draws ways by trial where a table would be too large.

    Every kind is spread by itself, keeping its limits, with no thought of the room in the
    places; a trial that fills every place exactly is taken. The last kind has no choice, and
    is taken with the chance it has against the likeliest spread. Weighting the places alters
    the chances of all ways alike, so the weights are found that fill the places on average.
    Where one of several cases is true, with limits of their own that exclude each other,
    every trial takes a case in proportion to the weight of all that it tries from.
    """

    def __init__(
        self, places: Places, totals: dict[int, int], limits: Limits, cases: list[Limits]
    ) -> None:
        self.places = places
        self.totals = totals
        self.first_slots: vec[Int] = places.slots()
        bound = {place for case in cases for _, last in case for place in places.chain(last)}
        self.order: list[int] = sorted(bound)
        self.free: list[int] = [p for p in range(len(places.sizes)) if p not in bound]
        self.rooms: list[int] = [places.sizes[place] for place in self.order]
        self.rooms.append(sum([places.sizes[place] for place in self.free]))
        self.kinds: list[int] = sorted(
            [kind for kind in totals if totals[kind]], key=lambda kind: totals[kind]
        )
        self.made: dict[tuple[int, str], Spread] = {}
        self.weights: list[float] = [1.0 for _ in self.rooms]
        self._weigh(limits)
        self.made = {}
        self.cases: list[list[Spread]] = [self._spreads(case) for case in cases]
        self.shares: list[float] = [share_of(spreads) for spreads in self.cases]

    def _spreads(self, limits: Limits) -> list[Spread]:
        """Makes the spreads of all kinds within limits; equal ones are made once."""
        found: list[Spread] = []
        starts = [self.places.starts[place] for place in self.order] + [True]
        for kind in self.kinds:
            total = self.totals[kind]
            own = [limits.get((kind, place), (0, total)) for place in self.order]
            sign = (kind, str(own))
            if sign not in self.made:
                self.made[sign] = Spread(kind, total, starts, [*own, (0, total)])
                self.made[sign].weigh(self.weights)
            found.append(self.made[sign])
        return found

    def _weigh(self, limits: Limits) -> None:
        """Finds weights with which the places are filled on average."""
        spreads = self._spreads(limits)
        for _ in range(WEIGHINGS):
            likely = [0.0 for _ in self.rooms]
            for spread in spreads:
                spread.weigh(self.weights)
                for place, count in enumerate(spread.likely()):
                    likely[place] += count
            self.weights = [
                weight * float(room) / expected if expected > 0.0 and room > 0 else weight
                for weight, room, expected in zip(self.weights, self.rooms, likely, strict=True)
            ]

    def sample(self, rng: Rng) -> list[list[int]]:
        """Draws one way, all equally likely: the kinds of the things in each place."""
        return by_place(self.first_slots, self.draw(rng))

    def draw(self, rng: Rng, most: int = MOST_TRIALS) -> vec[Int]:
        """Draws one way, all equally likely: the kinds of the things of place after place.

        :raises Impossible: if `most` trials have found none.
        """
        total = sum(self.shares)
        for _ in range(most):
            pick = rng.fraction() * total
            chosen = 0
            while chosen + 1 < len(self.shares) and pick >= self.shares[chosen]:
                pick -= self.shares[chosen]
                chosen += 1
            counts = self._try(self.cases[chosen], rng)
            if counts:
                return self._laid_out(counts, rng)
        raise Impossible(IMPOSSIBLE)

    def _try(self, spreads: list[Spread], rng: Rng) -> list[list[int]]:
        """Spreads every kind, or gives nothing if the places do not come out even."""
        rooms = list(self.rooms)
        found: list[list[int]] = []
        for spread in spreads[:-1]:
            counts = spread.draw(rng)
            for place, count in enumerate(counts):
                rooms[place] -= count
                if rooms[place] < 0:
                    return []
            found.append(counts)
        if rng.fraction() >= spreads[-1].chance(rooms):
            return []
        found.append(rooms)
        return found

    def _laid_out(self, counts: list[list[int]], rng: Rng) -> vec[Int]:
        """Lists the kinds by place; places that nothing is known about share what is left."""
        slots = vec[Int]([0 for _ in range(self.first_slots[len(self.first_slots) - 1])])
        ahead = self.first_slots[:]
        rest: list[int] = []
        for kind, spread_counts in zip(self.kinds, counts, strict=True):
            for at, count in enumerate(spread_counts):
                for _ in range(count):
                    if at < len(self.order):
                        place = self.order[at]
                        slots[ahead[place]] = kind
                        ahead[place] += 1
                    else:
                        rest.append(kind)
        rest = shuffled_list(rest, rng)
        for place in self.free:
            for slot in range(self.first_slots[place], self.first_slots[place + 1]):
                slots[slot] = rest.pop()
        return slots


def share_of(spreads: list[Spread]) -> float:
    """Weighs all that is tried from: all ways of all kinds but the last, and of that the
    heaviest."""
    share = spreads[-1].best
    for spread in spreads[:-1]:
        share *= spread.table[0][spread.total][0]
    return share


class Spread:
    """The ways to spread the things of one kind over places, each weighted.

    `table[place][left][here]` is the weight of all ways on from a place, with so many things
    left and so many in its chain already; `best` that of the heaviest single way.
    """

    def __init__(
        self, kind: int, total: int, starts: list[bool], limits: list[tuple[int, int]]
    ) -> None:
        self.kind = kind
        self.total = total
        self.starts = starts
        self.limits = limits
        self.weights: list[float] = []
        self.table: list[list[list[float]]] = []
        self.best: float = 0.0

    def weigh(self, weights: list[float]) -> None:
        """Makes the table for places that are weighted so."""
        self.weights = weights
        most = self.total + 1
        after = [[1.0 if left == 0 else 0.0 for _ in range(most)] for left in range(most)]
        best = [row[:] for row in after]
        self.table = [after]
        for place in range(len(weights) - 1, -1, -1):
            now = [[0.0 for _ in range(most)] for _ in range(most)]
            heaviest = [[0.0 for _ in range(most)] for _ in range(most)]
            for left in range(most):
                for here in range(most - left):
                    weight = 1.0
                    for count in range(self._high(place, left, here) + 1):
                        if count:
                            weight *= weights[place] / float(count)
                        if count >= self._low(place, here):
                            chain = self._chain(place, here) + count
                            now[left][here] += weight * after[left - count][chain]
                            heaviest[left][here] = max(
                                heaviest[left][here], weight * best[left - count][chain]
                            )
            after = now
            best = heaviest
            self.table.insert(0, now)
        self.best = best[self.total][0]

    def _chain(self, place: int, here: int) -> int:
        return 0 if self.starts[place] else here

    def _low(self, place: int, here: int) -> int:
        return self.limits[place][0] - self._chain(place, here)

    def _high(self, place: int, left: int, here: int) -> int:
        return min(left, self.limits[place][1] - self._chain(place, here))

    def likely(self) -> list[float]:
        """Gives how many things are to be expected in each place."""
        expected: list[float] = []
        states = {(self.total, 0): 1.0}
        for place in range(len(self.weights)):
            after: dict[tuple[int, int], float] = {}
            sum_here = 0.0
            for (left, here), chance in states.items():
                for count, share in self._shares(place, left, here):
                    state = (left - count, self._chain(place, here) + count)
                    after[state] = after.get(state, 0.0) + chance * share
                    sum_here += float(count) * chance * share
            expected.append(sum_here)
            states = after
        return expected

    def _shares(self, place: int, left: int, here: int) -> list[tuple[int, float]]:
        """Lists how many things can go to a place, and the chance of each."""
        found: list[tuple[int, float]] = []
        whole = self.table[place][left][here]
        weight = 1.0
        for count in range(self._high(place, left, here) + 1):
            if count:
                weight *= self.weights[place] / float(count)
            if count >= self._low(place, here) and whole > 0.0:
                chain = self._chain(place, here) + count
                found.append((count, weight * self.table[place + 1][left - count][chain] / whole))
        return found

    def draw(self, rng: Rng) -> list[int]:
        """Draws how many things go to each place, in proportion to the weights."""
        counts: list[int] = []
        left = self.total
        here = 0
        for place in range(len(self.weights)):
            pick = rng.fraction()
            chosen = 0
            for count, share in self._shares(place, left, here):
                if share > 0.0:
                    chosen = count
                if pick < share:
                    break
                pick -= share
            counts.append(chosen)
            left -= chosen
            here = self._chain(place, here) + chosen
        return counts

    def chance(self, counts: list[int]) -> float:
        """Compares a spread with the heaviest one; 0 if it does not keep the limits."""
        weight = 1.0
        here = 0
        for place, count in enumerate(counts):
            if not self._low(place, here) <= count <= self._high(place, self.total, here):
                return 0.0
            here = self._chain(place, here) + count
            for number in range(1, count + 1):
                weight *= self.weights[place] / float(number)
        return weight / self.best if self.best > 0.0 else 0.0


def keeps(places: Places, limits: Limits, lying: list[list[int]]) -> bool:
    """Tells whether things lie within limits."""
    for (kind, last), (low, high) in limits.items():
        count = 0
        for place in places.chain(last):
            count += lying[place].count(kind)
        if not low <= count <= high:
            return False
    return True


def keep_slots(places: Places, limits: Limits, starts: vec[Int], slots: vec[Int]) -> bool:
    """Tells whether things that lie in slots keep limits; the slots of a chain are in a row."""
    for (kind, last), (low, high) in limits.items():
        first = last
        while not places.starts[first]:
            first -= 1
        count = 0
        for slot in range(starts[first], starts[last + 1]):
            if slots[slot] == kind:
                count += 1
        if not low <= count <= high:
            return False
    return True


def eased(places: Places, totals: dict[int, int], limits: Limits) -> tuple[Limits, Limits]:
    """Parts limits into those to count with, and those that are mostly kept by chance.

    A place in the midst of a chain that must have some things of a kind, where nothing says
    that it may have no more, mostly has them if the whole chain does.
    """
    capped = {
        (kind, places.chain(place)[0]) for (kind, place), (_, high) in limits.items()
        if high < totals[kind] and not places.is_end(place)
    }
    hard: Limits = {}
    soft: Limits = {}
    for (kind, place), limit in limits.items():
        at = (kind, place)
        if not places.is_end(place) and (kind, places.chain(place)[0]) not in capped:
            soft[at] = limit
            while not places.is_end(at[1]):
                at = (kind, at[1] + 1)
        low, high = hard.get(at, (0, totals[kind]))
        hard[at] = (max(low, limit[0]), min(high, limit[1]))
    return hard, soft


def narrowed(limits: Limits, more: Limits, totals: dict[int, int]) -> Limits | None:
    """Takes limits together, or None if nothing can keep both."""
    found = dict(limits)
    for at, (low, high) in more.items():
        known = found.get(at, (0, totals.get(at[0], 0)))
        low = max(low, known[0])
        high = min(high, known[1])
        if low > high:
            return None
        found[at] = (low, high)
    return found

