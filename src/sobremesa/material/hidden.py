"""Hidden things: counting and drawing the ways in which they can lie.

Things (tiles, cards) lie in places (hands, a draw, the boneyard). Every place holds a known
number of things, and of every thing it is known in which places it can be. All ways that
agree with this are equally likely, because the deal was.

The sampler is exact. It gives every thing its own slot of a place, one thing after the
other. How many ways there are to go on depends only on the slots left in each place, and
places that the things to come cannot tell apart are as good as one: only the sum of their
slots matters. The ways are counted once for every such state and kept; a way is then drawn
thing by thing in proportion to them. Things that can be anywhere come last and need no
counting: they fill the slots that are left in any order.

Where so many places differ that the states would be too many, a way is drawn without
counting: see `Bound`. That is just as exact, and takes some tries.
"""

from __future__ import annotations

from math import e, factorial, log
from typing import Final

from sobremesa.core.rng import Rng

Where = dict[int, list[int]]
IMPOSSIBLE: Final = "the things cannot lie in any way that fits"

# With more states than this a way is sooner drawn by the bound than by a table, ...
MANY_STATES: Final = 100_000
# ... unless it takes more tries than this; then a table may be larger, ...
MANY_TRIES: Final = 20_000
MOST_STATES: Final = 3_000_000
# ... and this many tries without a way mean that there is none.
MOST_TRIES: Final = 10_000_000


class Hidden:
    """Things that lie in places, `sizes[p]` of them in place p.

    `where[t]` lists the places thing t can be in. Things have any names that are ints.

    >>> lying = Hidden([1, 2], {7: [0, 1], 8: [1], 9: [0, 1]})
    >>> lying.count()
    2
    >>> sorted(len(place) for place in lying.sample(Rng(1)))
    [1, 2]
    """

    def __init__(self, sizes: list[int], where: Where) -> None:
        if sum(sizes) != len(where):
            raise ValueError(f"{len(where)} things do not fill places for {sum(sizes)}")
        self.left: list[int] = list(sizes)
        self.where: Where = {thing: list(places) for thing, places in where.items()}
        self.settled: list[list[int]] = settle(self.left, self.where)
        self.table: Table = Table(self.left, self.where, MANY_STATES)
        self.bound: Bound | None = None
        if not self.table.is_small():
            self.bound = Bound(self.left, self.where)

    def count(self) -> int:
        """Counts the ways in which the things can lie, however long it takes."""
        if self.bound is not None:
            return Table(self.left, self.where).count()
        return self.table.count()

    def sample(self, rng: Rng) -> list[list[int]]:
        """Draws one way, all equally likely: the things in each place."""
        return [
            sorted(settled + drawn)
            for settled, drawn in zip(self.settled, self._draw(rng), strict=True)
        ]

    def _draw(self, rng: Rng) -> list[list[int]]:
        """Draws a way to put the things that are not settled."""
        if self.bound is not None:
            lying = self.bound.draw(rng, MANY_TRIES)
            if lying is not None:
                return lying
            self._make_larger_table()
        if self.bound is not None:
            lying = self.bound.draw(rng, MOST_TRIES)
            if lying is not None:
                return lying
        elif self.table.has_ways():
            return self.table.draw(rng)
        raise ValueError(IMPOSSIBLE)

    def _make_larger_table(self) -> None:
        """Counts after all, if that can be done."""
        if self.table.most == MANY_STATES:
            self.table = Table(self.left, self.where, MOST_STATES)
            if self.table.is_small():
                self.bound = None


def settle(sizes: list[int], where: Where) -> list[list[int]]:
    """Takes out the things that have but one place to go, and lists them by place."""
    settled: list[list[int]] = [[] for _ in sizes]
    again = True
    while again:
        again = False
        for thing in sorted(where):
            places = [place for place in where[thing] if sizes[place] > 0]
            where[thing] = places
            if len(places) == 1:
                sizes[places[0]] -= 1
                settled[places[0]].append(thing)
                del where[thing]
                again = True
    return settled


class Bound:
    """Draws ways evenly by a bound on their number, without knowing the number.

    The ways to go on are at most the product of g(r) over the things to be placed, r being
    the slots open to a thing and g(r) = (r + ln(r) / 2 + e - 1) / e, g(0) = 1 / e (Huber,
    "Exact sampling from perfect matchings of dense regular bipartite graphs", 2006). The
    slots are filled one by one, each time by a thing drawn in proportion to the bound that
    it leaves. These bounds add up to no more than the bound before; with the chance that is
    missing the draw is given up and begun anew. What comes through has had the chance
    one by the first bound, every way the same.
    """

    def __init__(self, sizes: list[int], where: Where) -> None:
        self.sizes = sizes
        self.where = where
        self.things: list[int] = sorted(where)
        most = sum(sizes)
        self.g: list[float] = [1.0 / e] + [
            (slots + log(slots) / 2.0 + e - 1.0) / e for slots in range(1, most + 1)
        ]
        places = [place for place, size in enumerate(sizes) if size > 0]
        self.guests: list[list[int]] = [
            [thing for thing in self.things if place in where[thing]]
            for place in range(len(sizes))
        ]
        # The place that most things can be in is left what the others leave.
        places.sort(key=lambda place: len(self.guests[place]))
        self.last: int = places[-1]
        self.order: list[int] = places[:-1]

    def draw(self, rng: Rng, tries: int) -> list[list[int]] | None:
        """Draws one way, all equally likely, or None if it takes too many tries."""
        for _ in range(tries):
            lying: list[list[int]] = [[] for _ in self.sizes]
            if self._try(rng, lying):
                return lying
        return None

    def _try(self, rng: Rng, lying: list[list[int]]) -> bool:
        """Fills all places, or gives up."""
        slots = [0 for _ in range(self.things[-1] + 1)]
        for thing in self.things:
            for place in self.where[thing]:
                slots[thing] += self.sizes[place]
        for place in self.order:
            waiting = [thing for thing in self.guests[place] if slots[thing] > 0]
            for _ in range(self.sizes[place]):
                thing = self._draw_guest(rng, waiting, slots)
                if thing < 0:
                    return False
                waiting.remove(thing)
                lying[place].append(thing)
        rest = [thing for thing in self.guests[self.last] if slots[thing] > 0]
        lying[self.last] = rest
        return len(rest) == self.sizes[self.last]

    def _draw_guest(self, rng: Rng, waiting: list[int], slots: list[int]) -> int:
        """Draws a thing for a slot and takes the slot from the others, or gives up: -1.

        A thing that has been placed has no slots open to it any more.
        """
        g = self.g
        shrinks = 1.0
        total = 0.0
        for thing in waiting:
            after = g[slots[thing] - 1]
            shrinks *= after / g[slots[thing]]
            total += 1.0 / after
        if rng.fraction() >= shrinks * total:
            return -1
        pick = rng.fraction() * total
        chosen = -1
        for thing in waiting:
            if pick >= 0.0:
                chosen = thing
            pick -= 1.0 / g[slots[thing] - 1]
        for thing in waiting:
            slots[thing] -= 1
            if slots[thing] == 0 and thing != chosen:
                return -1
        slots[chosen] = 0
        return chosen


class Step:
    """The turn of one thing to be given a slot.

    `parts` are the places that this thing and those after it can be in, those together
    that are as good as one. The thing can go to the `open` parts; `after` says which part of
    the next step each part belongs to, -1 if to none.
    """

    def __init__(self, thing: int, parts: list[list[int]], open: list[int]) -> None:
        self.thing = thing
        self.parts = parts
        self.open = open
        self.after: list[int] = []


class TooManyStates(Exception):
    """A table has outgrown its limit."""


class Table:
    """The number of ways to go on from every state, found when it is asked for.

    With a limit of states, asking raises `TooManyStates` beyond it.
    """

    def __init__(self, sizes: list[int], where: Where, most: int = 0) -> None:
        self.sizes = sizes
        self.most = most
        self.states: int = 0
        # A state is one int with this many bits for the slots left in each part.
        self.bits: int = len(where).bit_length()
        self.full: int = (1 << self.bits) - 1
        classes = classes_of(sizes, where)
        self.free: list[int] = classes.pop(all_places(sizes), [])
        self.steps: list[Step] = steps_for(sizes, classes)
        self.ways: list[dict[int, int]] = [{} for _ in self.steps]
        self.start: int = 0
        if self.steps:
            for part, places in enumerate(self.steps[0].parts):
                self.start += sum([sizes[place] for place in places]) << self.bits * part

    def count(self) -> int:
        """Counts the ways in which the things can lie."""
        ways = self._ways(0, self.start) * factorial(len(self.free))
        # The order of the slots of a place is of no account.
        for size in self.sizes:
            ways //= factorial(size)
        return ways

    def _ways(self, number: int, state: int) -> int:
        """Counts the ways to give slots to the things from step `number` on."""
        if number == len(self.steps):
            return 1
        known = self.ways[number]
        if state in known:
            return known[state]
        step = self.steps[number]
        total = 0
        for part in step.open:
            left = state >> self.bits * part & self.full
            if left > 0:
                total += left * self._ways(number + 1, self._next(step, state, part))
        known[state] = total
        self.states += 1
        if self.states == self.most:
            raise TooManyStates
        return total

    def _next(self, step: Step, state: int, part: int) -> int:
        """Gives the state after the thing of a step went to a part."""
        state -= 1 << self.bits * part
        if not step.after:
            return state
        merged = 0
        for after in step.after:
            if after >= 0:
                merged += (state & self.full) << self.bits * after
            state >>= self.bits
        return merged

    def is_small(self) -> bool:
        """Tells whether the table keeps to its limit."""
        try:
            self._ways(0, self.start)
        except TooManyStates:
            return False
        return True

    def has_ways(self) -> bool:
        """Tells whether the things can lie in any way at all."""
        return self._ways(0, self.start) > 0

    def draw(self, rng: Rng) -> list[list[int]]:
        """Draws one way, all equally likely: the things in each place."""
        lying: list[list[int]] = [[] for _ in self.sizes]
        state = self.start
        for number, step in enumerate(self.steps):
            pick = rng.below_big(self._ways(number, state))
            for part in step.open:
                left = state >> self.bits * part & self.full
                if left == 0:
                    continue
                after = self._next(step, state, part)
                ways = self._ways(number + 1, after)
                if pick < left * ways:
                    place = self._place_of(step.parts[part], pick // ways, lying)
                    lying[place].append(step.thing)
                    state = after
                    break
                pick -= left * ways
        self._fill_up(lying, rng)
        return lying

    def _place_of(self, places: list[int], slot: int, lying: list[list[int]]) -> int:
        """Finds the place that has a certain one of the slots left."""
        for place in places:
            left = self.sizes[place] - len(lying[place])
            if slot < left:
                return place
            slot -= left
        raise AssertionError("there is no such slot")

    def _fill_up(self, lying: list[list[int]], rng: Rng) -> None:
        rest = shuffled_list(self.free, rng)
        for place, things in enumerate(lying):
            while len(things) < self.sizes[place]:
                things.append(rest.pop())


Classes = dict[tuple[int, ...], list[int]]


def classes_of(sizes: list[int], where: Where) -> Classes:
    """Puts the things together that can be in the same places."""
    classes: Classes = {}
    for thing in sorted(where):
        places = tuple(sorted([place for place in where[thing] if sizes[place] > 0]))
        classes.setdefault(places, []).append(thing)
    return classes


def all_places(sizes: list[int]) -> tuple[int, ...]:
    """Lists the places that have slots."""
    return tuple([place for place, size in enumerate(sizes) if size > 0])


class Part:
    """Places that the classes to come cannot tell apart, while the order is being found.

    `classes` has a bit for every class to come that can be here, `slots` counts the slots,
    and `guests` the things that may have come before.
    """

    def __init__(self, classes: int, slots: int, guests: int) -> None:
        self.classes = classes
        self.slots = slots
        self.guests = guests


def steps_for(sizes: list[int], classes: Classes) -> list[Step]:
    """Puts the things in an order that keeps the number of states small."""
    listed = list(classes)
    order = good_order(sizes, listed, [len(classes[places]) for places in listed])
    signs = signs_of(sizes, listed)
    steps: list[Step] = []
    coming = (1 << len(listed)) - 1
    for number in order:
        parts = parted(signs, coming)
        coming &= ~(1 << number)
        later = list(parted(signs, coming))
        open = [part for part, sign in enumerate(parts) if sign >> number & 1]
        for thing in classes[listed[number]]:
            steps.append(Step(thing, list(parts.values()), open))
        steps[-1].after = [later.index(sign & coming) if sign & coming else -1 for sign in parts]
    return steps


def signs_of(sizes: list[int], classes: list[tuple[int, ...]]) -> list[int]:
    """Gives for every place the classes that can be there, one bit for each."""
    signs = [0 for _ in sizes]
    for number, places in enumerate(classes):
        for place in places:
            signs[place] |= 1 << number
    return signs


def parted(signs: list[int], coming: int) -> dict[int, list[int]]:
    """Puts the places together that the classes to come cannot tell apart."""
    parts: dict[int, list[int]] = {}
    for place, sign in enumerate(signs):
        if sign & coming:
            parts.setdefault(sign & coming, []).append(place)
    return parts


def good_order(sizes: list[int], classes: list[tuple[int, ...]], things: list[int]) -> list[int]:
    """Takes always the class after which the fewest states are to be expected."""
    parts = [
        Part(sign, sum([sizes[place] for place in places]), 0)
        for sign, places in parted(signs_of(sizes, classes), -1).items()
    ]
    order: list[int] = []
    waiting = list(range(len(classes)))
    while waiting:
        best = waiting[0]
        fewest = -1
        for number in waiting:
            states = expected_states(after_class(parts, number, things[number]))
            if fewest < 0 or states < fewest:
                best = number
                fewest = states
        parts = after_class(parts, best, things[best])
        waiting.remove(best)
        order.append(best)
    return order


def after_class(parts: list[Part], number: int, things: int) -> list[Part]:
    """Gives the parts that are left to tell apart when a class has been placed."""
    bit = 1 << number
    # Things with one place to go to leave no choice, and so no more states.
    choices = sum([1 for part in parts if part.classes & bit])
    found: dict[int, Part] = {}
    for part in parts:
        guests = part.guests
        if choices > 1 and part.classes & bit:
            guests += things
        sign = part.classes & ~bit
        if sign in found:
            found[sign].slots += part.slots
            found[sign].guests += guests
        elif sign:
            found[sign] = Part(sign, part.slots, guests)
    return list(found.values())


def expected_states(parts: list[Part]) -> int:
    """Estimates how many states there are: the slots taken in each part, independently."""
    states = 1
    for part in parts:
        states *= min(part.slots, part.guests) + 1
    return states


def shuffled_list(items: list[int], rng: Rng) -> list[int]:
    """Gives the items in random order."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(rng.below(last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
