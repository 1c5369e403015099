"""Plain search through every line of play of a small solitaire, written from the rules alone.

Nothing here uses the engine or the solvers: a position is made of tuples, tiles are pairs of
numbers, and every position that comes up is looked at once. `best` answers the best result of
a deal, 2 for a win, 1 for a close win and 0 for a loss, with the tiles or doubles left as a
negative number, so that the best is the greatest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

Tile = tuple[int, int]
Row = tuple[Tile, ...]
Cell = tuple[int, int]
Table = frozenset[tuple[int, int, int]]
Result = tuple[int, int]

WIN: Result = (2, 0)


class TooMany(Exception):
    """More positions came up than may."""


def tile(name: str) -> Tile:
    """Reads a tile."""
    high, low = name.split("-")
    return int(high), int(low)


def tiles(names: list[str]) -> Row:
    """Reads some tiles."""
    return tuple(tile(name) for name in names)


def best(game: str, top: int, deck: Row, most: int = 10**9) -> Result:
    """The best result of a deal; the deck lies in the order of dealing.

    :raises TooMany: if more than `most` positions come up.
    """
    if game == "squeeze":
        return Squeeze(deck, most).best(deck[:7], 7)
    if game == "good-neighbors":
        return Neighbors(deck, most).best(deck[:6], 6)
    if game == "big-clock":
        return Clock(deck, top, most).deal()
    return Traffic(deck, top, most).deal()


def best_from(game: str, top: int, position: dict[str, Any], most: int = 10**9) -> Result:
    """The best result of a position between two turns, given as a round dumps it."""
    rest = tiles(position["boneyard"])
    if game == "squeeze":
        return Squeeze(rest, most).best(tiles(position["row"]), 0)
    if game == "good-neighbors":
        brute = Neighbors(rest, most)
        brute.aim = (top + 1) * (top + 2) // 2 % 2
        return brute.best(tiles(position["layout"]), 0)
    if game == "big-clock":
        piles = tuple(tiles(pile) for pile in position["clock"])
        clock = Clock(rest, top, most)
        return clock.turned_up(piles, tiles(position["pending"]), 0)
    table = frozenset(cell for text in position["table"] for cell in lying(text))
    return Traffic(rest, top, most).best(table, tuple(sorted(tiles(position["up"]))), 0)


def lying(text: str) -> list[tuple[int, int, int]]:
    """The cells of a tile on the table of Traffic, like 4-6@0,4E, with their numbers."""
    name, place = text.split("@")
    x, y = (int(part) for part in place[:-1].split(","))
    dx, dy = WAYS["ENWS".index(place[-1])]
    one, other = tile(name)
    return [(x, y, one), (x + dx, y + dy, other)]


def share(one: Tile, other: Tile) -> bool:
    """Whether two tiles have a number in common."""
    return one[0] in other or one[1] in other


class Brute:
    """Counts the positions."""

    def __init__(self, deck: Row, most: int) -> None:
        self.deck = deck
        self.most = most
        self.count = 0

    def tick(self) -> None:
        self.count += 1
        if self.count > self.most:
            raise TooMany


class Squeeze(Brute):
    """A position is the row and how many tiles have come."""

    def __init__(self, deck: Row, most: int) -> None:
        super().__init__(deck, most)
        self.known: dict[tuple[Row, int], Result] = {}

    def removals(self, row: Row) -> Iterator[Row]:
        for left in range(len(row)):
            for right in range(left + 2, len(row)):
                if right <= left + 3 and share(row[left], row[right]):
                    yield row[:left] + row[left + 1 : right] + row[right + 1 :]
                run = row[left : right + 1]
                if any(all(number in one for one in run) for number in row[left]):
                    yield row[:left] + row[right + 1 :]

    def best(self, row: Row, came: int) -> Result:
        place = row, came
        if place not in self.known:
            self.tick()
            found: Result | None = None
            for after in self.removals(row):
                found = max(found or (0, -99), self.best(after, came))
                if found == WIN:
                    break
            if found is None and came < len(self.deck):
                found = self.best(row + self.deck[came : came + 7], min(came + 7, len(self.deck)))
            left = len(row)
            self.known[place] = found or (2 if left == 0 else 1 if left <= 2 else 0, -left)
        return self.known[place]


class Neighbors(Brute):
    """A position is the layout of two rows of three and how many tiles have come."""

    def __init__(self, deck: Row, most: int) -> None:
        super().__init__(deck, most)
        self.known: dict[tuple[Row, int], Result] = {}
        self.aim = len(deck) % 2

    def pairs(self, layout: Row) -> list[tuple[int, int]]:
        return [
            (one, other) for one, other in combinations(range(len(layout)), 2)
            if abs(one // 3 - other // 3) <= 1 and abs(one % 3 - other % 3) <= 1
            and share(layout[one], layout[other])
        ]

    def best(self, layout: Row, came: int) -> Result:
        place = layout, came
        if place not in self.known:
            self.tick()
            pairs = self.pairs(layout)
            left = len(layout) + len(self.deck) - came
            found: Result = (2 if left == self.aim else 0, -left)
            if pairs:
                found = (0, -99)
                for count in (1, 2, 3):
                    for turn in combinations(pairs, count):
                        gone = {spot for pair in turn for spot in pair}
                        if len(gone) == 2 * count:
                            rest = tuple(layout[spot] for spot in range(len(layout))
                                         if spot not in gone)
                            end = min(came + len(gone), len(self.deck))
                            found = max(found, self.best(rest + self.deck[came:end], end))
            self.known[place] = found
        return self.known[place]


Piles = tuple[Row, ...]


class Clock(Brute):
    """A position is the piles, bottom first, what is turned up and how many tiles have come.

    Shifting is walking about, so all positions that shifts lead to are found before anything
    else is tried; a way back to where one has been (CLOCK-R15) leads nowhere new.
    """

    def __init__(self, deck: Row, hours: int, most: int) -> None:
        super().__init__(deck, most)
        self.hours = hours
        self.known: dict[tuple[Piles, Tile | None, bool, int], Result] = {}

    def deal(self) -> Result:
        piles = [[one] for one in self.deck[: self.hours]]
        return self.settled(piles, None, False, self.hours)

    def takes(self, pile: list[Tile] | Row, one: Tile) -> bool:
        return len(pile) > 0 and pile[-1][0] != pile[-1][1] and share(pile[-1], one)

    def home(self, piles: list[list[Tile]] | Piles) -> int:
        return sum(
            1 for hour, pile in enumerate(piles, 1) if pile and pile[-1] == (hour, hour)
        )

    def go_home(self, piles: list[list[Tile]], pending: Tile | None) -> Tile | None:
        """Brings doubles home until none can go; gives what is still turned up."""
        moved = True
        while moved:
            moved = False
            for hour in range(1, self.hours + 1):
                double = hour, hour
                own = piles[hour - 1]
                if own and not self.takes(own, double):
                    continue
                if pending == double:
                    pending = None
                    own.append(double)
                    moved = True
                for pile in piles:
                    if pile and pile is not own and pile[-1] == double:
                        own.append(pile.pop())
                        moved = True
                        break
        return pending

    def settled(
        self, piles: list[list[Tile]], pending: Tile | None, waiting: bool, came: int
    ) -> Result:
        """The best result after homing and filling."""
        after = self.go_home(piles, pending)
        while came < len(self.deck) and [] in piles:
            piles[piles.index([])].append(self.deck[came])
            came += 1
            after = self.go_home(piles, after)
        return self.best(tuple(map(tuple, piles)), after, waiting and after is not None, came)

    def best(self, piles: Piles, pending: Tile | None, waiting: bool, came: int) -> Result:
        place = piles, pending, waiting, came
        if place not in self.known:
            self.tick()
            self.known[place] = self.searched(piles, pending, waiting, came)
        return self.known[place]

    def searched(self, piles: Piles, pending: Tile | None, waiting: bool, came: int) -> Result:
        home = self.home(piles)
        if home == self.hours:
            return WIN
        lost = 0, home - self.hours
        if pending is not None and not waiting:
            return max(self.placed(piles, pending, came))
        results = [lost]
        for walked, left in self.walks(piles, pending, waiting):
            if left:
                # Something goes home or a new tile comes: no walking any more.
                results.append(self.settled([list(pile) for pile in walked], pending, waiting,
                                            came))
            elif pending is not None:
                results += self.placed(walked, pending, came)
            elif came < len(self.deck):
                results.append(self.turned_up(walked, self.deck[came : came + 1], came + 1))
            if results[-1] == WIN:
                return WIN
        return max(results)

    def walks(
        self, piles: Piles, pending: Tile | None, waiting: bool
    ) -> Iterator[tuple[Piles, bool]]:
        """All clocks that shifts lead to, and whether the walk ends there."""
        seen = {piles}
        ahead = [piles]
        yield piles, False
        while ahead:
            now = ahead.pop()
            for walked in self.shifted(now, waiting):
                if walked in seen:
                    continue
                seen.add(walked)
                self.tick()
                trial = [list(pile) for pile in walked]
                self.go_home(trial, pending)
                ends = tuple(map(tuple, trial)) != walked or self.fills(walked, now)
                yield walked, ends
                if not ends:
                    ahead.append(walked)

    def fills(self, walked: Piles, before: Piles) -> bool:
        """Whether a shift has emptied an hour."""
        return walked.count(()) > before.count(())

    def shifted(self, piles: Piles, waiting: bool) -> Iterator[Piles]:
        hours = range(self.hours)
        tops = [pile[-1] if pile else None for pile in piles]
        trouble = waiting or any(
            top is not None and top[0] == top[1] != hour for hour, top in enumerate(tops, 1)
        )
        for start in hours if trouble else ():
            top = tops[start]
            if top is None or top == (start + 1, start + 1):
                continue
            for end in hours:
                if end != start and self.takes(piles[end], top):
                    after = list(piles)
                    after[start] = piles[start][:-1]
                    after[end] = (*piles[end], top)
                    yield tuple(after)

    def turned_up(self, piles: Piles, pending: Row, came: int) -> Result:
        """The best result with one tile turned up, or none."""
        if not pending:
            return self.best(piles, None, False, came)
        (new,) = pending
        double = new[0] == new[1]
        waiting = double and not any(self.takes(pile, new) for pile in piles)
        return self.settled([list(pile) for pile in piles], new, waiting, came)

    def placed(self, piles: Piles, pending: Tile, came: int) -> list[Result]:
        """The results of putting what is turned up where it fits, or on the waste heap."""
        results = []
        for hour in range(self.hours):
            if self.takes(piles[hour], pending):
                after = [list(pile) for pile in piles]
                after[hour].append(pending)
                results.append(self.settled(after, None, False, came))
        if not results and pending[0] != pending[1]:
            results.append(self.settled([list(pile) for pile in piles], None, False, came))
        return results


WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Traffic(Brute):
    """A position is the numbers on the cells, the tiles face up and how many have come."""

    def __init__(self, deck: Row, top: int, most: int) -> None:
        super().__init__(deck, most)
        self.top = top
        self.known: dict[tuple[Table, Row, int], Result] = {}

    def deal(self) -> Result:
        came = 4
        while came <= len(self.deck):
            up = tuple(sorted(self.deck[:came]))
            if self.turns({}, up):
                return self.best(frozenset(), up, came)
            came += 1
        return 0, -len(self.deck)

    def best(self, table: Table, up: Row, came: int) -> Result:
        place = table, up, came
        if place not in self.known:
            self.tick()
            left = len(up) + len(self.deck) - came
            found: Result = (2 if left == 0 else 0, -left)
            for laid, rest in self.turns({(x, y): number for x, y, number in table}, up):
                end = max(came, min(len(self.deck), came + 4 - len(rest)))
                found = max(found, self.best(laid, tuple(sorted(rest + self.deck[came:end])), end))
                if found == WIN:
                    break
            self.known[place] = found
        return self.known[place]

    def turns(self, plan: dict[Cell, int], up: Row) -> set[tuple[Table, Row]]:
        """The tables that one turn can lead to, each with what stays face up."""
        found: set[tuple[Table, Row]] = set()
        for lowest in range(self.top - 2):
            lines = {((0, 0), (1, 0))} if not plan else {
                ((x - part * dx, y - part * dy), (dx, dy))
                for (x, y), number in plan.items() for part in range(4) if number == lowest + part
                for dx, dy in WAYS
            }
            for (x, y), (dx, dy) in lines:
                quad = [(x + part * dx, y + part * dy) for part in range(4)]
                if all(plan.get(cell, lowest + part) == lowest + part
                       for part, cell in enumerate(quad)):
                    self.fill(dict(plan), quad, lowest, up, [], found)
        return found

    def fill(
        self, plan: dict[Cell, int], quad: list[Cell], lowest: int, up: Row, laid: list[Cell],
        found: set[tuple[Table, Row]],
    ) -> None:
        """Fills the first free cell of a quad in every way, and goes on with the next."""
        free = [part for part, cell in enumerate(quad) if cell not in plan]
        if not free:
            if laid and not (len(laid) == 2 and len(set(laid) & set(quad)) < 2) and (
                not any(self.is_five(plan, cell) for cell in laid)
            ):
                found.add((frozenset((*cell, number) for cell, number in plan.items()), up))
            return
        part = free[0]
        x, y = quad[part]
        for one in set(up):
            for this, other in {one, one[::-1]}:
                if this != lowest + part:
                    continue
                rest = list(up)
                rest.remove(one)
                for dx, dy in WAYS:
                    beside = x + dx, y + dy
                    if beside in plan or (
                        beside in quad and other != lowest + quad.index(beside)
                    ):
                        continue
                    plan[x, y], plan[beside] = this, other
                    self.fill(plan, quad, lowest, tuple(rest), [*laid, (x, y), beside], found)
                    del plan[x, y], plan[beside]

    def is_five(self, plan: dict[Cell, int], cell: Cell) -> bool:
        """Whether five numbers in sequence lie in a line through a cell."""
        for dx, dy in WAYS:
            # From the first number of the sequence that rises in this direction.
            x, y = cell
            while plan.get((x - dx, y - dy), -9) == plan[x, y] - 1:
                x, y = x - dx, y - dy
            length = 1
            while plan.get((x + dx, y + dy), -9) == plan[x, y] + 1:
                x, y = x + dx, y + dy
                length += 1
            if length >= 5:
                return True
        return False
