"""How long hands of That's It! take to be melded, counted in turns.

A hand lacks some tiles of its melds. A turn brings it nearer if the tile that comes
helps, whichever melds it then has; so the turns to the next step follow from how many unseen tiles
help, and the turns to the end from the hands that follow.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.families.melds.melds import OTHER, SUITS, Terms
from sobremesa.material.dominoes import HIGH, ZEROS

# So many discards are looked at where the hand is looked ahead.
WIDTH: Final[Int] = 3
# The turns that a hand takes on from one step before its end, two, three ..., in the mean.
LATER: Final = vec[float]([0.0, 0.0, 6.0, 10.0, 13.0, 16.0, 19.0, 22.0, 25.0, 28.0, 31.0])
# The suits of every two at once.
SQUARE: Final[Int] = 17 * 17


class Race:
    """A hand and the tiles that may still come to it."""

    def __init__(self, terms: Terms, left: vec[Int]) -> None:
        self.terms: Terms = terms
        self.left: vec[Int] = left
        self.large: Int = 3 if terms.spare else 4
        self.goal: Int = terms.needed
        self.tiles: vec[Int] = ZEROS[:16]
        self.size: Int = 0
        # How many tiles of each suit there are, and whether the one of two suits is.
        self.counts: vec[Int] = ZEROS[:SUITS]
        self.both: vec[Int] = vec[Int]([0 for _ in range(SQUARE)])
        self.gains: vec[Int] = ZEROS[:SUITS]

    def hold(self, tiles: vec[Int]) -> None:
        """Takes a hand in the place of the one that is held."""
        while self.size > 0:
            self.drop(self.size - 1)
        for tile in tiles:
            self.add(tile)

    def add(self, tile: Int) -> None:
        """Takes a tile more."""
        self.tiles[self.size] = tile
        self.size += 1
        self.count(tile, 1)

    def drop(self, place: Int) -> Int:
        """Lets the tile at a place go; the last takes its place."""
        tile = self.tiles[place]
        self.size -= 1
        self.tiles[place] = self.tiles[self.size]
        self.count(tile, -1)
        return tile

    def put_back(self, place: Int, tile: Int) -> None:
        """Undoes `drop`."""
        self.tiles[self.size] = self.tiles[place]
        self.tiles[place] = tile
        self.size += 1
        self.count(tile, 1)

    def holds(self, tile: Int) -> bool:
        """Tells whether a tile is in the hand, the only one of its two suits."""
        return self.both[HIGH[tile] * SUITS + OTHER[tile]] > 0

    def place(self, tile: Int) -> Int:
        """Finds a tile that is held."""
        place: Int = 0
        while self.tiles[place] != tile:
            place += 1
        return place

    def count(self, tile: Int, one: Int) -> None:
        """Counts a tile in its suits."""
        a = HIGH[tile]
        b = OTHER[tile]
        self.counts[a] += one
        self.counts[b] += one
        self.both[a * SUITS + b] += one
        self.both[b * SUITS + a] += one

    def melded(self, four: Int, a: Int, three: Int, b: Int, common: Int) -> Int:
        """Counts the tiles that two suits meld, of which the first has `a` and the other `b`."""
        if four == three:
            return a if a < self.goal else self.goal
        found = a + b - common
        if found > self.goal:
            found = self.goal
        if self.large + b < found:
            found = self.large + b
        return 3 + a if 3 + a < found else found

    def near(self) -> Int:
        """Counts the tiles of the hand that can be melded."""
        counts = self.counts
        if self.terms.melds == 3:
            return self.near_three()
        best: Int = 0
        for four in range(SUITS):
            a = counts[four]
            if a == 0:
                continue
            for three in range(SUITS):
                b = counts[three]
                if b == 0:
                    continue
                found = self.melded(four, a, three, b, self.both[four * SUITS + three])
                if found > best:
                    best = found
        return best

    def near_three(self) -> Int:
        """Counts them where there are three melds."""
        best: Int = 0
        held = vec[Int]()
        least: Int = 2
        while len(held) < 3 and least > 0:
            held = vec[Int]()
            for suit in range(SUITS):
                if self.counts[suit] >= least:
                    held = append(held, suit)
            least -= 1
        for four in held:
            for place in range(len(held)):
                for last in range(place, len(held)):
                    found = self.melded_three(four, held[place], held[last])
                    if found > best:
                        best = found
        return best

    def union(self, one: Int, other: Int) -> Int:
        """Counts the tiles of two suits together."""
        if one == other:
            return self.counts[one]
        return self.counts[one] + self.counts[other] - self.both[one * SUITS + other]

    def melded_three(self, four: Int, two: Int, three: Int) -> Int:
        """Counts the tiles that three suits meld: the least of what some melds hold at most and
        the tiles of the other suits together."""
        ab = self.union(four, two)
        ac = self.union(four, three)
        bc = self.union(two, three)
        a = self.counts[four]
        if four == two or two == three:
            whole = ac
        elif four == three:
            whole = ab
        else:
            # No tile is of three suits.
            whole = ab + ac + bc - a - self.counts[two] - self.counts[three]
        found = whole if whole < 10 else 10
        found = min(found, 4 + bc)
        found = min(found, min(3 + ac, 3 + ab))
        found = min(found, min(7 + self.counts[two], 7 + self.counts[three]))
        return min(found, 6 + a)

    def helpful(self, near: Int) -> vec[Int]:
        """Lists the tiles to come that bring a hand nearer than it is; those that have come by now
        do not come again."""
        found = vec[Int]()
        if self.terms.melds == 3:
            for tile in self.left:
                if not self.holds(tile):
                    self.count(tile, 1)
                    if self.near_three() > near:
                        found = append(found, tile)
                    self.count(tile, -1)
            return found
        gains = self.gains
        for suit in range(SUITS):
            gains[suit] = 1 if self.gains_by(suit, near) else 0
        counts = self.counts
        for tile in self.left:
            a = HIGH[tile]
            b = OTHER[tile]
            if self.holds(tile):
                continue
            if gains[a] + gains[b] > 0:
                found = append(found, tile)
            elif counts[a] > 0 or counts[b] > 0:
                x = counts[a] + 1
                y = counts[b] + 1
                if self.melded(a, x, b, y, 1) > near or self.melded(b, y, a, x, 1) > near:
                    found = append(found, tile)
        return found

    def gains_by(self, suit: Int, near: Int) -> bool:
        """Tells whether one tile more of a suit, of no other that counts, brings a hand nearer."""
        counts = self.counts
        more = counts[suit] + 1
        if self.melded(suit, more, suit, more, 0) > near:
            return True
        for other in range(SUITS):
            b = counts[other]
            if b > 0 and other != suit:
                common = self.both[suit * SUITS + other]
                if self.melded(suit, more, other, b, common) > near:
                    return True
                if self.melded(other, b, suit, more, common) > near:
                    return True
        return False

    def turns(self, depth: Int) -> float:
        """Estimates the turns until the hand is melded, looking so many steps ahead."""
        near = self.near()
        if near >= self.goal:
            return 0.0
        wanted = self.helpful(near)
        many = float(len(self.left))
        if len(wanted) == 0:
            return 2.0 * many
        step = many / float(len(wanted))
        lacking = self.goal - near
        if lacking == 1:
            return step
        if depth == 0:
            return step + LATER[lacking]
        total = 0.0
        for tile in wanted:
            self.add(tile)
            total += self.best(depth - 1, -1)
            self.drop(self.size - 1)
        return step + total / float(len(wanted))

    def best(self, depth: Int, kept: Int) -> float:
        """Estimates the turns after the best discard, which is not the tile `kept`."""
        if depth == 0 and kept < 0 and self.near() >= self.goal:
            return 0.0
        least = 1.0e9
        for place in self.order(kept)[: WIDTH if depth > 0 else 1]:
            tile = self.drop(place)
            found = self.turns(depth)
            self.put_back(place, tile)
            if found < least:
                least = found
        return least

    def order(self, kept: Int) -> vec[Int]:
        """Lists the places of a hand, those first without which it stands best at a glance."""
        values = vec[Int]()
        places = vec[Int]()
        for place in range(self.size):
            if self.tiles[place] == kept:
                continue
            tile = self.drop(place)
            near = self.near()
            value = 1000 * near + len(self.helpful(near))
            self.put_back(place, tile)
            at: Int = 0
            while at < len(values) and values[at] >= value:
                at += 1
            values = inserted(values, at, value)
            places = inserted(places, at, place)
        return places


def inserted(row: vec[Int], at: Int, value: Int) -> vec[Int]:
    """Puts a number into a row."""
    row = append(row, value)
    place: Int = len(row) - 1
    while place > at:
        row[place] = row[place - 1]
        place -= 1
    row[at] = value
    return row
