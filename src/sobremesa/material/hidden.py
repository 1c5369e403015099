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

Where so many places differ that the states would be too many, hands are filled one after the other:
see `Apart`. If they cannot be, a way is drawn without counting: see `Bound`. Both are just as
exact, and take some tries. Where these find none, a way is found and stirred: see `Stirred`.

A set of places is a mask, with bit p for place p.
"""

from __future__ import annotations

from math import e, factorial, log
from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.rng import Rng

Masks = dict[int, int]
IMPOSSIBLE: Final = "the things cannot lie in any way that fits"

# With more steps from state to state than this a way is not drawn by a table, nor with more than
# these, or for more classes of things, if it can be drawn hand by hand, ...
MANY_STATES: Final = 100_000
FEW_STATES: Final = 4_000
FEW_CLASSES: Final = 12
# ... where the bound takes more tries than this a table may be larger, or else a way is stirred,
# by so many exchanges for each thing.
MANY_TRIES: Final = 20_000
MOST_STATES: Final = 300_000
STIRS: Final = 1_000

# Nobody's place.
NO_OWNER: Final = -1
# No thing, and a threshold that every draw stays below.
NOTHING: Final[Int] = -1
SURELY: Final = 2.0


def masks_of(where: dict[int, list[int]]) -> Masks:
    """Gives the places of every thing as masks.

    >>> masks_of({7: [0, 2]})
    {7: 5}
    """
    return {thing: sum([1 << place for place in set(where[thing])]) for thing in where}


class Impossible(ValueError):
    """Nothing can lie as it should."""


class Hidden:
    """Things that lie in places, `sizes[p]` of them in place p.

    `masks[t]` has the places thing t can be in. Things have any names that are ints. `owners` may
    say to whom each place belongs, -1 if to nobody: then things that nobody has come last.

    >>> lying = Hidden([1, 2], masks_of({7: [0, 1], 8: [1], 9: [0, 1]}))
    >>> lying.count()
    2
    >>> sorted(len(place) for place in lying.sample(Rng(1)))
    [1, 2]
    """

    def __init__(
        self, sizes: list[int], masks: Masks, owners: list[int] | None = None
    ) -> None:
        if sum(sizes) != len(masks):
            raise Impossible(f"{len(masks)} things do not fill places for {sum(sizes)}")
        self.sizes: list[int] = sizes
        # The slots of place p are those from starts[p] on; what has but one place to go is there
        # already, and the next slot of a place is `ahead[p]`.
        self.starts: vec[Int] = vec[Int]([0])
        for size in sizes:
            self.starts = append(self.starts, self.starts[len(self.starts) - 1] + size)
        self.slots: vec[Int] = vec[Int]([NOTHING for _ in masks])
        self.ahead: vec[Int] = self.starts[: len(sizes)]
        self.left: list[int] = list(sizes)
        self.masks: Masks = self._settled(masks)
        self.table: Table | None = None
        self.apart: Apart | None = None
        self.bound: Bound | None = None
        self.stirred: Stirred | None = None
        self._choose_drawer(owners or [])
        self.is_stuck: bool = self._has_no_way()
        self.is_mixed: bool = len(self.masks) == len(masks) and self._is_all_alike()

    # In methods of their own: beside the assignments above, the compiler takes them for None.

    def _has_no_way(self) -> bool:
        """Tells whether it is clear that there is no way."""
        return 0 in self.masks.values() or (
            self.apart is not None and not self.apart.has_ways()
        )

    def _is_all_alike(self) -> bool:
        """Tells whether what is drawn for a place comes in any order."""
        return self.table is not None and not self.table.steps

    def _choose_drawer(self, owners: list[int]) -> None:
        """Finds the quickest way to draw: by a table, hand by hand, or by the bound."""
        if not owners or len(set(self.masks.values())) <= FEW_CLASSES:
            self._make_table(FEW_STATES if owners else MANY_STATES)
        if self.table is None and owners:
            apart = Apart(self.left, self.masks, owners)
            if apart.fits:
                self.apart = apart
            else:
                self._make_table(MANY_STATES)
        if self.table is None and self.apart is None:
            self.bound = Bound(self.left, self.masks)

    def _make_table(self, most: int) -> None:
        """Counts, if that takes no more than so many steps from state to state."""
        table = Table(self.left, self.masks)
        if table.is_made(most):
            self.table = table

    def _settled(self, masks: Masks) -> Masks:
        """Puts the things that have but one place to go; gives the others."""
        room = 0
        for place, size in enumerate(self.left):
            if size > 0:
                room |= 1 << place
        waiting = masks
        again = True
        while again:
            again = False
            found: Masks = {}
            for thing in waiting:
                mask = waiting[thing] & room
                if mask != 0 and mask & (mask - 1) == 0:
                    place = mask.bit_length() - 1
                    self.slots[self.ahead[place]] = thing
                    self.ahead[place] += 1
                    self.left[place] -= 1
                    if self.left[place] == 0:
                        room &= ~mask
                    again = True
                else:
                    found[thing] = mask
            waiting = found
        return waiting

    def count(self) -> int:
        """Counts the ways in which the things can lie, however long it takes."""
        table = self.table
        if table is None:
            table = Table(self.left, self.masks)
            table.is_made(0)
        return table.count()

    def draw(self, rng: Rng) -> vec[Int]:
        """Draws one way, all equally likely: the things of place after place."""
        if self.is_stuck:
            raise Impossible(IMPOSSIBLE)
        if self.is_mixed and self.table is not None:
            mixed = self.table.free[:]
            rng.shuffle(mixed)
            return mixed
        slots = self.slots[:]
        if self.bound is None and self.apart is not None:
            if self.apart.draw(rng, MANY_TRIES, slots, self.ahead, self.starts):
                return slots
            self.apart = None
            self.bound = Bound(self.left, self.masks)
        if self.bound is not None:
            if self.bound.draw(rng, MANY_TRIES, slots, self.ahead):
                return slots
            self._make_larger_table()
        if self.stirred is not None:
            if self.stirred.draw(rng, slots, self.ahead):
                return slots
        elif self.table is not None and self.table.weight > 0.0:
            slots = self.slots[:]
            self.table.draw(rng, slots, self.ahead[:], self.starts)
            return slots
        raise Impossible(IMPOSSIBLE)

    def sample(self, rng: Rng) -> list[list[int]]:
        """Draws one way, all equally likely: the things in each place, ascending."""
        slots = self.draw(rng)
        return [
            sorted([int(slots[slot]) for slot in range(self.starts[place], self.starts[place + 1])])
            for place in range(len(self.sizes))
        ]

    def _make_larger_table(self) -> None:
        """Counts after all, if that can be done; otherwise ways are stirred from now on."""
        if self.table is None:
            self._make_table(MOST_STATES)
        if self.table is None:
            self.stirred = Stirred(self.left, self.masks)
        self.bound = None


class Hand:
    """The places of one owner, in an order in which every loose thing can be in all from one on.

    `levels` are places that the loose things cannot tell apart; `loose` has all loose things in
    the order of the first level they can be in, and `within[l]` counts those that can be in
    level l.
    """

    def __init__(self, places: list[int], loose: dict[int, list[int]]) -> None:
        # The loose things, by the places they can be in, of each place, the fewest first.
        counts = {
            place: sum([len(loose[mask]) for mask in loose if mask >> place & 1])
            for place in places
        }
        self.within: list[int] = sorted(set(counts.values()))
        self.levels: list[list[int]] = [
            [place for place in places if counts[place] == count] for count in self.within
        ]
        self.level_of: dict[int, int] = {
            place: level for level, group in enumerate(self.levels) for place in group
        }
        entries: list[tuple[int, int]] = []
        self.is_nested: bool = True
        for mask, things in loose.items():
            entry = len(self.levels)
            for level in range(len(self.levels) - 1, -1, -1):
                held = [mask >> place & 1 for place in self.levels[level]]
                if all(held) and entry == level + 1:
                    entry = level
                elif any(held):
                    self.is_nested = False
            entries += [(entry, thing) for thing in things]
        self.loose: vec[Int] = vec[Int]([thing for _, thing in sorted(entries)])
        # How many slots are left to loose things.
        self.held: int = 0
        self.table: Table | None = None
        # For each level: of how many things one is drawn at most, when others have theirs.
        self.most: vec[Int] = vec[Int]()

    def tightness(self) -> int:
        """Tells how much the hand limits loose things."""
        return sum([
            (len(self.loose) - count) * len(group)
            for count, group in zip(self.within, self.levels, strict=True)
        ])


class Apart:
    """Draws ways hand by hand.

    Loose things can be in the rest or in hands, all others belong to one hand each. A hand by
    itself is easily filled evenly: first the things that belong to it, by a table of its own,
    then its slots, those that fewest loose things can be in first; the number to choose from is
    that of all which can be there less those already drawn. What other hands have got before is
    left out, and where that is more than the least it can be, the draw is given up with the
    chance that is missing. What comes through has had the same chance as any other way.
    """

    def __init__(self, sizes: list[int], masks: Masks, owners: list[int]) -> None:
        self.fits: bool = False
        self.hands: list[Hand] = []
        rest = owners.index(NO_OWNER) if NO_OWNER in owners else -1
        if rest < 0 or not masks:
            return
        self.rest: Int = rest
        self.most: Int = max(masks) + 1
        loose: dict[int, list[int]] = {}
        for thing, mask in masks.items():
            if mask >> rest & 1:
                loose.setdefault(mask, []).append(thing)
        tied = [thing for thing in masks if not masks[thing] >> rest & 1]
        for owner in sorted(set(owners) - {NO_OWNER}):
            places = [
                place for place, size in enumerate(sizes) if owners[place] == owner and size > 0
            ]
            own = sum([1 << place for place in places])
            belong = [thing for thing in tied if masks[thing] & own]
            if not places:
                continue
            hand = Hand(places, loose)
            if not hand.is_nested or any(masks[thing] & ~own for thing in belong):
                return
            hand.held = sum([sizes[place] for place in places]) - len(belong)
            hand.table = Table(sizes, {thing: masks[thing] for thing in belong}, hand.level_of)
            self.hands.append(hand)
        self.hands.sort(key=lambda hand: -hand.tightness())
        self.loose: vec[Int] = vec[Int]([thing for things in loose.values() for thing in things])
        placed = sum([hand.held for hand in self.hands]) + sizes[rest]
        self.fits = placed == len(self.loose) and self._make(len(self.loose))

    def has_ways(self) -> bool:
        """Tells whether every hand can be filled by itself."""
        return all(hand.table is not None and hand.table.weight > 0.0 for hand in self.hands)

    def _make(self, loose: int) -> bool:
        """Makes the tables of the hands; tells whether they stay small."""
        before = 0
        for hand in self.hands:
            # At least so many of what can be in a level have come to the hands before.
            hand.most = vec[Int]([
                count - max(0, before - (loose - count)) for count in hand.within
            ])
            assert hand.table is not None
            hand.table.most = hand.most
            if hand.held < 0 or not hand.table.is_made(MANY_STATES):
                return False
            before += hand.held
        return True

    def draw(
        self, rng: Rng, tries: int, slots: vec[Int], ahead: vec[Int], starts: vec[Int]
    ) -> bool:
        """Draws one way, all equally likely, and puts the things into the slots from those
        `ahead` on; tells whether it was found in so many tries."""
        for _ in range(tries):
            after = ahead[:]
            taken = vec[Int]([0 for _ in range(self.most)])
            if self._try(rng, slots, after, starts, taken):
                slot = after[self.rest]
                for thing in self.loose:
                    if taken[thing] == 0:
                        slots[slot] = thing
                        slot += 1
                return True
        return False

    def _try(
        self, rng: Rng, slots: vec[Int], ahead: vec[Int], starts: vec[Int], taken: vec[Int]
    ) -> bool:
        """Fills all hands, or gives up."""
        for hand in self.hands:
            table = hand.table
            assert table is not None
            table.draw(rng, slots, ahead, starts)
            chance = 1.0
            drawn: Int = 0
            gone: Int = 0
            counted: Int = 0
            for level in range(len(hand.levels)):
                # Of the things that can be here, so many have been taken.
                within: Int = hand.within[level]
                while counted < within:
                    gone += taken[hand.loose[counted]]
                    counted += 1
                for place in hand.levels[level]:
                    slot = ahead[place]
                    while slot < starts[place + 1]:
                        if within <= gone:
                            return False
                        chance *= float(within - gone) / float(hand.most[level] - drawn)
                        thing = hand.loose[rng.below(within)]
                        while taken[thing] != 0:
                            thing = hand.loose[rng.below(within)]
                        taken[thing] = 1
                        slots[slot] = thing
                        slot += 1
                        gone += 1
                        drawn += 1
                    ahead[place] = slot
            if chance < 1.0 and rng.fraction() >= chance:
                return False
        return True


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

    def __init__(self, sizes: list[int], masks: Masks) -> None:
        self.sizes: vec[Int] = vec[Int](sizes)
        # The things are numbered by their order.
        self.things: vec[Int] = vec[Int](sorted(masks))
        most = sum(sizes)
        self.g: vec[float] = vec[float]([1.0 / e] + [
            (slots + log(slots) / 2.0 + e - 1.0) / e for slots in range(1, most + 1)
        ])
        # What one slot less makes of the bound, and of the chance of a thing to be drawn.
        self.shrink: vec[float] = vec[float]([1.0] + [
            self.g[slots - 1] / self.g[slots] for slots in range(1, most + 1)
        ])
        self.lift: vec[float] = vec[float]([0.0] + [
            1.0 / self.g[slots - 1] for slots in range(1, most + 1)
        ])
        places = [place for place, size in enumerate(sizes) if size > 0]
        guests = [
            [number for number, thing in enumerate(self.things) if masks[int(thing)] >> place & 1]
            for place in range(len(sizes))
        ]
        self.open: vec[Int] = vec[Int]([
            sum([sizes[place] for place in places if masks[int(thing)] >> place & 1])
            for thing in self.things
        ])
        # The place that most things can be in is left what the others leave.
        places.sort(key=lambda place: len(guests[place]))
        self.order: vec[Int] = vec[Int](places)
        self.begins: vec[Int] = vec[Int]([0])
        self.guests: vec[Int] = vec[Int]()
        for place in places:
            for number in guests[place]:
                self.guests = append(self.guests, number)
            self.begins = append(self.begins, len(self.guests))

    def draw(self, rng: Rng, tries: int, slots: vec[Int], ahead: vec[Int]) -> bool:
        """Draws one way, all equally likely, and puts the things into the slots from those
        `ahead` on; tells whether it was found in so many tries."""
        return any(self._try(rng, slots, ahead) for _ in range(tries))

    def _try(self, rng: Rng, slots: vec[Int], ahead: vec[Int]) -> bool:
        """Fills all places, or gives up."""
        open = self.open[:]
        waiting = self.open[:]
        last: Int = len(self.order) - 1
        for at in range(last):
            place = self.order[at]
            count: Int = 0
            for guest in range(self.begins[at], self.begins[at + 1]):
                if open[self.guests[guest]] > 0:
                    waiting[count] = self.guests[guest]
                    count += 1
            slot = ahead[place]
            for _ in range(self.sizes[place]):
                chosen = self._draw_guest(rng, waiting, count, open)
                if chosen < 0:
                    return False
                slots[slot] = self.things[waiting[chosen]]
                slot += 1
                count -= 1
                # The order of those that wait is of no account.
                waiting[chosen] = waiting[count]
        place = self.order[last]
        slot = ahead[place]
        room = self.sizes[place]
        for guest in range(self.begins[last], self.begins[last + 1]):
            number = self.guests[guest]
            if open[number] > 0:
                if room == 0:
                    return False
                slots[slot] = self.things[number]
                slot += 1
                room -= 1
        return room == 0

    def _draw_guest(self, rng: Rng, waiting: vec[Int], count: Int, open: vec[Int]) -> Int:
        """Draws one of those that wait for a slot and takes the slot from the others, or gives
        up: -1.

        A thing that has been placed has no slots open to it any more.
        """
        shrinks = 1.0
        total = 0.0
        stuck = NOTHING
        for at in range(count):
            slots = open[waiting[at]]
            shrinks *= self.shrink[slots]
            total += self.lift[slots]
            if slots == 1:
                # With this slot the last one goes that is open to a thing: it takes it, or
                # the draw is lost.
                if stuck >= 0:
                    return -1
                stuck = at
        if rng.fraction() >= shrinks * total:
            return -1
        pick = rng.fraction() * total
        chosen = NOTHING
        for at in range(count):
            if pick >= 0.0:
                chosen = at
            pick -= self.lift[open[waiting[at]]]
        if stuck >= 0 and chosen != stuck:
            return -1
        for at in range(count):
            open[waiting[at]] -= 1
        if chosen >= 0:
            open[waiting[chosen]] = 0
        return chosen


class Stirred:
    """Draws ways by finding one and exchanging things in it.

    One thing after the other is put somewhere, and others move on to make room for it: so a way is
    found if there is one. Then two or three things drawn by lot change places, again and again,
    wherever all of them can. Each exchange is as likely as the one that undoes it, so that of the
    ways that exchanges lead to none is preferred in the end; after a limited number of them the
    ways are only nearly even, and some may not be reached.
    """

    def __init__(self, sizes: list[int], masks: Masks) -> None:
        self.things: vec[Int] = vec[Int](sorted(masks))
        self.places: Int = len(sizes)
        # Whether thing t can be in place p, at t times the places and p.
        self.can: vec[Int] = vec[Int]([
            masks[int(thing)] >> place & 1 for thing in self.things for place in range(len(sizes))
        ])
        self.room: vec[Int] = vec[Int](sizes)
        self.lies: vec[Int] = vec[Int]([NOTHING for _ in self.things])
        self.has_way: bool = True
        for number in range(len(self.things)):
            self.has_way = self.has_way and self._put(number, vec[Int]([0 for _ in sizes]))

    def _put(self, number: Int, seen: vec[Int]) -> bool:
        """Puts a thing somewhere, and moves others on where there is no room."""
        for place in range(self.places):
            if seen[place] == 0 and self.can[number * self.places + place] != 0:
                seen[place] = 1
                if self.room[place] > 0:
                    self.room[place] -= 1
                    self.lies[number] = place
                    return True
                for other in range(len(self.things)):
                    if self.lies[other] == place and self._put(other, seen):
                        self.lies[number] = place
                        return True
        return False

    def draw(self, rng: Rng, slots: vec[Int], ahead: vec[Int]) -> bool:
        """Draws one way, all nearly equally likely, and puts the things into the slots from those
        `ahead` on; tells whether there is one."""
        if not self.has_way:
            return False
        lies = self.lies[:]
        count: Int = len(self.things)
        for _ in range(STIRS * count):
            one = rng.below(count)
            two = rng.below(count)
            three = rng.below(count)
            if rng.below(2) == 0 or one == three or two == three:
                three = one
            if one != two:
                self._exchange(lies, one, two, three)
        free = ahead[:]
        for number in range(count):
            place = lies[number]
            slots[free[place]] = self.things[number]
            free[place] += 1
        return True

    def _exchange(self, lies: vec[Int], one: Int, two: Int, three: Int) -> None:
        """Moves the first where the second lies, this where the third does, and the third where
        the first did, if all can be there; two change places if the third is the first."""
        here = lies[one]
        there = lies[two]
        beyond = lies[three]
        wide = self.places
        if self.can[one * wide + there] == 0 or self.can[two * wide + beyond] == 0:
            return
        if three != one and self.can[three * wide + here] == 0:
            return
        lies[one] = there
        lies[two] = beyond
        if three != one:
            lies[three] = here


class Step:
    """The turn of one thing to be given a slot.

    `parts` are the places that this thing and those after it can be in, those together
    that are as good as one. The thing can go to the `open` parts; `after` says which part of
    the next step each part belongs to, -1 if to none.

    The states that can be reached are numbered; the ways on from state s are those from
    `first[s]` to `first[s + 1]`: to a part, with so many slots left, to a state of the next
    step, each drawn by a number below its share.
    """

    def __init__(self, thing: int, parts: list[vec[Int]], open: list[int]) -> None:
        self.thing: Int = thing
        self.parts: list[vec[Int]] = parts
        self.open: list[int] = open
        self.after: list[int] = []
        self.first: vec[Int] = vec[Int]([0])
        self.part: vec[Int] = vec[Int]()
        self.room: vec[Int] = vec[Int]()
        self.to: vec[Int] = vec[Int]()
        self.share: vec[float] = vec[float]()


class Table:
    """The number of ways to go on from every state that can be reached."""

    def __init__(
        self, sizes: list[int], masks: Masks, levels: dict[int, int] | None = None
    ) -> None:
        self.sizes: list[int] = sizes
        # A state is one int with this many bits for the slots left in each part.
        self.bits: int = sum(sizes).bit_length()
        self.full: int = (1 << self.bits) - 1
        everywhere = 0
        for place, size in enumerate(sizes):
            if size > 0:
                everywhere |= 1 << place
        classes: dict[int, list[int]] = {}
        for thing in sorted(masks):
            classes.setdefault(masks[thing], []).append(thing)
        self.free: vec[Int] = vec[Int]()
        if levels is None:
            self.free = vec[Int](classes.pop(everywhere, []))
        # Where others fill the slots that are left, of how many one can choose at each level.
        self.levels: dict[int, int] = levels or {}
        self.most: vec[Int] = vec[Int]()
        self.steps: list[Step] = steps_for(sizes, classes, self.levels)
        # All ways together, by slots, as nearly as a float has it.
        self.weight: float = 1.0

    def is_made(self, most: int) -> bool:
        """Finds all states and their shares; tells whether there are no more than `most` ways
        from state to state, if that is a limit."""
        start = 0
        signs = signs_of(self.sizes, [], self.levels)
        parts = self.steps[0].parts if self.steps else [
            vec[Int](places) for places in parted(signs, -1).values()
        ]
        for part, places in enumerate(parts):
            start += sum([self.sizes[int(place)] for place in places]) << self.bits * part
        layer: dict[int, int] = {start: 0}
        made = 0
        for step in self.steps:
            layer = self._reach(step, layer, max(most - made, 1) if most else 0)
            made += len(step.to)
            if most and made > most:
                return False
        weights = vec[float]([self._filled(state) for state in layer])
        for number in range(len(self.steps) - 1, -1, -1):
            weights = self._weigh(self.steps[number], weights)
        self.weight = weights[0] if len(weights) > 0 else 0.0
        return True

    def _filled(self, state: int) -> float:
        """Weighs the ways in which others can fill the slots that are left, level by level."""
        weight = 1.0
        drawn: Int = 0
        for most in self.most:
            # A state can be longer than a word, so it is shifted as a plain int.
            left: Int = state & self.full
            state >>= self.bits
            for _ in range(left):
                weight *= float(max(most - drawn, 0))
                drawn += 1
        return weight

    def _reach(self, step: Step, layer: dict[int, int], most: int) -> dict[int, int]:
        """Finds the states after a step; no further if more ways than `most` lead to them and that
        is a limit."""
        bits = self.bits
        full = self.full
        reached: dict[int, int] = {}
        parts = step.part
        rooms = step.room
        to = step.to
        first = step.first
        for state in layer:
            if most and len(to) > most:
                break
            for part in step.open:
                room = state >> bits * part & full
                if room > 0:
                    following = self._next(step, state, part)
                    known = reached.get(following, -1)
                    if known < 0:
                        known = len(reached)
                        reached[following] = known
                    parts = append(parts, part)
                    rooms = append(rooms, room)
                    to = append(to, known)
            first = append(first, len(to))
        step.part = parts
        step.room = rooms
        step.to = to
        step.first = first
        return reached

    def _next(self, step: Step, state: int, part: int) -> int:
        """Gives the state after the thing of a step went to a part."""
        bits = self.bits
        state -= 1 << bits * part
        if not step.after:
            return state
        merged = 0
        for after in step.after:
            if after >= 0:
                merged += (state & self.full) << bits * after
            state >>= bits
        return merged

    def _weigh(self, step: Step, later: vec[float]) -> vec[float]:
        """Weighs the states of a step and finds the shares of the ways on from them."""
        states: Int = len(step.first) - 1
        weights = vec[float]([0.0 for _ in range(states)])
        share = vec[float]([0.0 for _ in step.to])
        for state in range(states):
            total = 0.0
            for way in range(step.first[state], step.first[state + 1]):
                total += float(step.room[way]) * later[step.to[way]]
                share[way] = total
            weights[state] = total
            if total > 0.0:
                sure = False
                way = step.first[state + 1] - 1
                while way >= step.first[state]:
                    # Rounding must not lead to a way that has no end.
                    share[way] = share[way] / total if sure else SURELY
                    sure = sure or later[step.to[way]] > 0.0
                    way -= 1
        step.share = share
        return weights

    def count(self) -> int:
        """Counts the ways in which the things can lie."""
        if self.weight == 0.0:
            return 0
        later = [1]
        for number in range(len(self.steps) - 1, -1, -1):
            step = self.steps[number]
            if number + 1 == len(self.steps):
                later = [1 for _ in range(max([int(state) for state in step.to]) + 1)]
            later = [
                sum([
                    int(step.room[way]) * later[step.to[way]]
                    for way in range(step.first[state], step.first[state + 1])
                ])
                for state in range(len(step.first) - 1)
            ]
        ways = later[0] * factorial(len(self.free))
        # The order of the slots of a place is of no account.
        for size in self.sizes:
            ways //= factorial(size)
        return ways

    def draw(self, rng: Rng, slots: vec[Int], ahead: vec[Int], starts: vec[Int]) -> None:
        """Draws one way, all equally likely, and puts the things into the slots from those
        `ahead` on."""
        state: Int = 0
        for step in self.steps:
            way = step.first[state]
            if way + 1 < step.first[state + 1]:
                pick = rng.fraction()
                while pick >= step.share[way]:
                    way += 1
            places = step.parts[step.part[way]]
            place = places[0]
            if len(places) > 1:
                slot = rng.below(step.room[way])
                at: Int = 0
                room = starts[place + 1] - ahead[place]
                while slot >= room:
                    slot -= room
                    at += 1
                    place = places[at]
                    room = starts[place + 1] - ahead[place]
            slots[ahead[place]] = step.thing
            ahead[place] += 1
            state = step.to[way]
        if len(self.free) > 0:
            rest = self.free[:]
            rng.shuffle(rest)
            self._fill_up(slots, rest)

    def _fill_up(self, slots: vec[Int], rest: vec[Int]) -> None:
        """Puts things into the slots that are left."""
        slot: Int = 0
        for thing in rest:
            while slots[slot] >= 0:
                slot += 1
            slots[slot] = thing


def steps_for(
    sizes: list[int], classes: dict[int, list[int]], levels: dict[int, int]
) -> list[Step]:
    """Puts the things in an order that keeps the number of states small.

    Places of different levels are told apart to the end, in the order of the levels.
    """
    listed = list(classes)
    signs = signs_of(sizes, listed, levels)
    order = good_order(sizes, signs, [len(classes[places]) for places in listed])
    steps: list[Step] = []
    coming = (1 << len(listed) + len(levels)) - 1
    for number in order:
        parts = parted(signs, coming)
        coming &= ~(1 << number)
        later = {sign: part for part, sign in enumerate(parted(signs, coming))}
        open = [part for part, sign in enumerate(parts) if sign >> number & 1]
        places = [vec[Int](part) for part in parts.values()]
        for thing in classes[listed[number]]:
            steps.append(Step(thing, places, open))
        steps[-1].after = [later.get(sign & coming, -1) for sign in parts]
    return steps


def signs_of(sizes: list[int], classes: list[int], levels: dict[int, int]) -> list[int]:
    """Gives for every place the classes that can be there, one bit for each, and behind them its
    level."""
    signs = [0 for _ in sizes]
    for place, level in levels.items():
        signs[place] = 1 << len(classes) + level
    for number, places in enumerate(classes):
        bit = 1 << number
        for place in range(places.bit_length()):
            if places >> place & 1:
                signs[place] |= bit
    return signs


def parted(signs: list[int], coming: int) -> dict[int, list[int]]:
    """Puts the places together that the classes to come cannot tell apart."""
    parts: dict[int, list[int]] = {}
    for place, sign in enumerate(signs):
        if sign & coming:
            parts.setdefault(sign & coming, []).append(place)
    return {sign: parts[sign] for sign in sorted(parts)}


class Part:
    """Places that the classes to come cannot tell apart, while the order is being found.

    `slots` counts the slots, `guests` the things that may have come before.
    """

    def __init__(self, slots: int, guests: int) -> None:
        self.slots: Int = slots
        self.guests: Int = guests

    def states(self) -> float:
        """Estimates how many states there are: the slots that may be taken, and none."""
        return float(min(self.slots, self.guests) + 1)


Parts = dict[int, Part]


def good_order(sizes: list[int], signs: list[int], things: list[int]) -> list[int]:
    """Takes always the class after which the fewest states are to be expected."""
    parts: Parts = {}
    for sign, places in parted(signs, -1).items():
        parts[sign] = Part(sum([sizes[place] for place in places]), 0)
    order: list[int] = []
    waiting = list(range(len(things)))
    while waiting:
        best = waiting[0]
        fewest = -1.0
        for number in waiting:
            states = growth(parts, number, things[number])
            if fewest < 0.0 or states < fewest:
                best = number
                fewest = states
        parts = after_class(parts, best, things[best])
        waiting.remove(best)
        order.append(best)
    return order


def growth(parts: Parts, number: int, things: int) -> float:
    """Estimates by how much the states become more when a class is placed."""
    bit = 1 << number
    open = [sign for sign in parts if sign & bit]
    # Things with one place to go to leave no choice, and so no more states.
    guests: Int = things if len(open) > 1 else 0
    times = 1.0
    for sign in open:
        part = parts[sign]
        times /= part.states()
        if sign == bit:
            continue
        slots = part.slots
        came = part.guests + guests
        other = parts.get(sign ^ bit)
        if other is not None:
            times /= other.states()
            slots += other.slots
            came += other.guests
        times *= float(min(slots, came) + 1)
    return times


def after_class(parts: Parts, number: int, things: int) -> Parts:
    """Gives the parts that are left to tell apart when a class has been placed."""
    bit = 1 << number
    choices = len([sign for sign in parts if sign & bit])
    found: Parts = {}
    for sign, part in parts.items():
        guests = part.guests
        if choices > 1 and sign & bit:
            guests += things
        rest = sign & ~bit
        if rest in found:
            found[rest].slots += part.slots
            found[rest].guests += guests
        elif rest:
            found[rest] = Part(int(part.slots), int(guests))
    return found


def shuffled_list(items: list[int], rng: Rng) -> list[int]:
    """Gives the items in random order."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(rng.below(last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


class Listing:
    """The ways in which things can lie, as far as it matters who has them in the end.

    `owners` names for every place who has what lies there, and places of one owner are told apart
    only by who else can be in them. Of the things that are `gone` it is all the same where they
    were.
    """

    def __init__(self, hidden: Hidden, owners: list[int], gone: set[int]) -> None:
        self.hidden: Hidden = hidden
        masks = hidden.masks
        kept = [thing for thing in sorted(masks) if thing not in gone]
        self.things: list[int] = [*kept, *[thing for thing in sorted(masks) if thing in gone]]
        self.kept: int = len(kept)
        classes = list(dict.fromkeys(masks.values()))
        signs = signs_of(hidden.left, classes, {})
        # The places that are as good as one, who owns them, and the slots left in all of them.
        parts: dict[tuple[int, int], list[int]] = {}
        for place, size in enumerate(hidden.left):
            if size > 0:
                parts.setdefault((owners[place], signs[place]), []).append(place)
        self.parts: list[list[int]] = list(parts.values())
        self.owners: list[int] = [owner for owner, _ in parts]
        self.bits: int = len(masks).bit_length()
        self.full: int = (1 << self.bits) - 1
        self.start: int = 0
        for part, places in enumerate(self.parts):
            self.start += sum([hidden.left[place] for place in places]) << self.bits * part
        self.open: list[list[int]] = [
            [part for part, (_, sign) in enumerate(parts) if sign >> classes.index(mask) & 1]
            for mask in [masks[thing] for thing in self.things]
        ]
        self.ways: list[dict[int, int]] = [{} for _ in range(len(self.things) + 1)]
        self.states: int = 0
        # For every thing placed so far: from which state, to which part, the next state comes.
        self.traces: list[dict[int, tuple[int, int]]] = []
        self.found: list[tuple[vec[Int], int]] = []
        self.most: int = 0

    def each(self, limit: int) -> list[tuple[vec[Int], int]] | None:
        """Lists one way for everything that owners can have, in slots as `Hidden.draw` gives them,
        with the number of ways for it; None if there are more than `limit`."""
        self.most = limit
        try:
            if self._ways(0, self.start) > 0:
                self._go_on(0, {self.start: 1})
        except TooMany:
            return None
        return self.found

    def _ways(self, number: int, state: int) -> int:
        """Counts the ways to give slots to the things from one on."""
        if number == len(self.things):
            return 1
        known = self.ways[number].get(state, -1)
        if known < 0:
            known = 0
            for part in self.open[number]:
                room = state >> self.bits * part & self.full
                if room > 0:
                    known += room * self._ways(number + 1, state - (1 << self.bits * part))
            self.ways[number][state] = known
            self.states += 1
            if self.states > MANY_STATES:
                raise TooMany
        return known

    def _go_on(self, number: int, states: dict[int, int]) -> None:
        """Gives a thing to each owner that can have it."""
        if number == self.kept:
            self._take(states)
            return
        for owner in dict.fromkeys([self.owners[part] for part in self.open[number]]):
            after: dict[int, int] = {}
            trace: dict[int, tuple[int, int]] = {}
            for part in self.open[number]:
                if self.owners[part] != owner:
                    continue
                for state, ways in states.items():
                    room = state >> self.bits * part & self.full
                    following = state - (1 << self.bits * part)
                    if room > 0 and self._ways(number + 1, following) > 0:
                        after[following] = after.get(following, 0) + room * ways
                        trace[following] = (state, part)
            if after:
                self.traces.append(trace)
                self._go_on(number + 1, after)
                self.traces.pop()

    def _take(self, states: dict[int, int]) -> None:
        """Takes note of what every owner has now, and of one way that leads there."""
        if len(self.found) == self.most:
            raise TooMany
        ways = 0
        for state, before in states.items():
            ways += before * self._ways(self.kept, state)
        # The order of the slots of a place is of no account.
        for size in self.hidden.left:
            ways //= factorial(size)
        self.found.append((self._laid_out(next(iter(states))), ways))

    def _laid_out(self, state: int) -> vec[Int]:
        """Puts the things into slots, those that are kept as they came to a state."""
        where = [0 for _ in self.things]
        end = state
        for number in range(self.kept - 1, -1, -1):
            state, where[number] = self.traces[number][state]
        for number in range(self.kept, len(self.things)):
            for part in self.open[number]:
                following = end - (1 << self.bits * part)
                if end >> self.bits * part & self.full and self._ways(number + 1, following) > 0:
                    where[number] = part
                    end = following
                    break
        slots = self.hidden.slots[:]
        ahead = self.hidden.ahead[:]
        for number, thing in enumerate(self.things):
            for place in self.parts[where[number]]:
                if ahead[place] < self.hidden.starts[place + 1]:
                    slots[ahead[place]] = thing
                    ahead[place] += 1
                    break
        return slots


class TooMany(Exception):
    """There is more to list than asked for."""
