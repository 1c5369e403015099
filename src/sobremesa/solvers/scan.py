"""Filling a region with different square pieces, corner point by corner point.

The points are taken row by row from the top left. A point that is the bottom right of a cell
closes it: the other three corners are known, a table says which numbers make a piece, and a
piece that lies already is no choice. Nothing else has to be checked, so a filled region is
found without ever placing a piece.

What makes large boards possible is a budget. Go round a piece clockwise; the step of a side from
number a to number b is (b - a) mod k. Two pieces share a side with the steps d and k - d, or both
0. Let e be the sides of a piece with unequal ends, S the sum of max(0, e - 2) over the pieces, D
the sides of the rim with unequal ends and B the sum of the steps of the rim. Then for every
filled region::

    k * S = k * D - 2 * B

So a region can have S only as far as its rim pays for it: a side of the rim pays k - 2 at most,
if its step is 1. It loses everything with step 0, and 2 for each step more than 1. On the other
hand only so many pieces have S = 0 (plain pieces: cuádruples, triples, two pairs), and every
cell beyond them costs k. Among plain pieces only those with a step of 1 can lie at the rim
without a loss; the others are at home inside. A branch whose rim has lost more than the
remaining cells can spare has no solution, and is left.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.rng import Rng
from sobremesa.material.quadrominoes import (
    FORM,
    MOST_NUMBERS,
    NO_FORM,
    NUMBERS,
    PATTERN,
    PATTERNS,
    pieces_in,
)
from sobremesa.solvers.proofs import steps, surplus

Cell = tuple[int, int]
Point = tuple[int, int]

# How a run ended: nothing is left to look at, a filled region was found, the nodes are spent.
DONE: Final[Int] = 0
FOUND: Final[Int] = 1
SPENT: Final[Int] = 2

# The number of the lowest bit of a mask.
LOWEST: Final = vec[Int]([(mask & -mask).bit_length() - 1 for mask in range(1 << MOST_NUMBERS)])
# A choice is a number with, from these bits on, the piece that it makes, what that adds to S,
# whether it is plain, has S = 1, is plain without a step of 1, and what the choice costs.
PIECE: Final[Int] = 4
EXCESS: Final[Int] = 12
PLAIN: Final[Int] = 14
MIXED: Final[Int] = 15
HOMELY: Final[Int] = 16
COST: Final[Int] = 20
# What there is to do at a point: close a cell, walk the rim, walk the rim of a cell that is
# closed later, look at a tie.
CLOSES: Final = 1
RIM: Final = 2
EARLY: Final = 4
TIED: Final = 8
# The rim beside a point: none, walked clockwise towards the point, or away from it.
NO_RIM: Final = 0
TOWARDS: Final = 1
AWAY: Final = 2
# When a solution is wanted, chance decides between choices that cost the same.
CHANCE: Final[Int] = 100
# Pieces with many different numbers are easiest to place soon.
SOON: Final[Int] = 5

# A cell whose rim has paid before it is closed; added to 1 for a cell inside.
PAID: Final[Int] = 2
# A tie is the other point, a mask for a point tied to itself, and one for each number.
TIE_WIDTH: Final[Int] = 8
ALL_NUMBERS: Final[Int] = 63
NO_POINT: Final = -1
NO_CAP: Final = 1 << 30


def rim_loss(step: int, numbers: int) -> int:
    """Gives what a side of the rim loses of the k - 2 that it could pay."""
    return max(0, numbers - 2) if step == 0 else 2 * (step - 1)


def choice_table(numbers: int) -> list[int]:
    """Lists for every four corners the choice of their bottom right, without its cost."""
    table = []
    for corners in range(PATTERNS):
        form = int(FORM[corners])
        piece = form // 4
        if form == NO_FORM or piece >= pieces_in(numbers):
            table.append(0)
            continue
        over = surplus(NUMBERS[piece])
        homely = over == 0 and 1 not in steps(NUMBERS[piece], numbers)
        table.append(
            corners >> 6 & 7 | piece << int(PIECE) | over << int(EXCESS)
            | (over == 0) << int(PLAIN) | (over == 1) << int(MIXED) | homely << int(HOMELY)
        )
    return table


def fourth_table(numbers: int) -> list[int]:
    """Lists the numbers, as a mask, that make a piece as the bottom right of other corners."""
    table = [0] * PATTERNS
    for form in range(4 * pieces_in(numbers)):
        corners = int(PATTERN[form])
        number = corners >> 6 & 7
        table[corners - (number << 6)] |= 1 << number
    return table


def loss_table(numbers: int) -> list[int]:
    """Lists the loss of the rim by its sense, the number before a point and that of the point."""
    table = [0] * (3 * 64)
    for before in range(numbers):
        for number in range(numbers):
            step = (number - before) % numbers
            table[TOWARDS * 64 + before * 8 + number] = rim_loss(step, numbers)
            table[AWAY * 64 + before * 8 + number] = rim_loss(-step % numbers, numbers)
    return table


class Tables:
    """What is the same for every region with that many numbers."""

    def __init__(self, numbers: int) -> None:
        self.choices: vec[Int] = vec[Int](choice_table(numbers))
        self.fourth: vec[Int] = vec[Int](fourth_table(numbers))
        self.losses: vec[Int] = vec[Int](loss_table(numbers))
        over = [surplus(NUMBERS[piece]) for piece in range(pieces_in(numbers))]
        self.plain: int = over.count(0)
        self.mixed: int = over.count(1)
        self.homeless: int = sum(
            over[piece] == 0 and 1 not in steps(NUMBERS[piece], numbers)
            for piece in range(len(over))
        )


MADE: Final[dict[int, Tables]] = {}


def tables(numbers: int) -> Tables:
    """Gives the tables for that many numbers, made once."""
    if numbers not in MADE:
        MADE[numbers] = Tables(numbers)
    return MADE[numbers]


class Tie:
    """Two points of which one decides the other: `number = (sign * other + shift) mod k`."""

    def __init__(self, point: Point, other: Point, sign: int, shift: int) -> None:
        self.point: Point = point
        self.other: Point = other
        self.sign: int = sign
        self.shift: int = shift


class Scan:
    """One walk through all fillings of a region; it can be stopped and taken up again.

    `domains` says, as a mask, which numbers a point may show; any number where nothing is said.
    """

    def __init__(
        self, numbers: int, cells: list[Cell], domains: dict[Point, int], ties: list[Tie]
    ) -> None:
        self.numbers: Int = numbers
        inside = set(cells)
        points = corner_points(cells)
        self.points: list[Point] = points
        place = {point: index for index, point in enumerate(points)}
        self.tables: Tables = tables(numbers)
        self.domains: vec[Int] = vec[Int](
            [domains.get(point, (1 << numbers) - 1) for point in points]
        )
        # The neighbours of a point: above, left, and between them; used where they matter.
        self.above: vec[Int] = vec[Int]([place.get((r - 1, c), 0) for r, c in points])
        self.before: vec[Int] = vec[Int]([place.get((r, c - 1), 0) for r, c in points])
        self.across: vec[Int] = vec[Int]([place.get((r - 1, c - 1), 0) for r, c in points])
        rims: list[int] = []
        # The point that closes the cell whose rim is known before, or none.
        early: list[int] = []
        for r, c in points:
            up, back = rim_above((r, c), inside), rim_before((r, c), inside)
            rims += [64 * up, 64 * back]
            early += [
                place[r, c + 1] if up == AWAY else NO_POINT,
                place[r + 1, c] if back == TOWARDS else NO_POINT,
            ]
        self.rims: vec[Int] = vec[Int](rims)
        self.early: vec[Int] = vec[Int](early)
        self.rim: int = sum(rim != NO_RIM for rim in rims)
        self.ties: vec[Int] = vec[Int](tie_table(ties, place, numbers, len(points)))
        self.flags: vec[Int] = vec[Int]([
            CLOSES * ((r - 1, c - 1) in inside)
            + RIM * (rims[2 * p] + rims[2 * p + 1] > 0)
            + EARLY * (max(early[2 * p], early[2 * p + 1]) > NO_POINT)
            + TIED * (len(ties) > 0)
            for p, (r, c) in enumerate(points)
        ])
        self.charge: Int = max(0, min(2, numbers - 2))
        # By the point that closes it: whether a cell can take a homely piece without a new loss.
        self.homes: vec[Int] = vec[Int]([
            int((r - 1, c - 1) in inside and is_inner((r - 1, c - 1), inside)) for r, c in points
        ])
        self.inner: int = sum(int(home) for home in self.homes)
        self.cells: int = len(cells)
        size = len(points)
        # What may be wasted up to a point.
        self.caps: vec[Int] = vec[Int]([NO_CAP] * size)
        self.values: vec[Int] = vec[Int]([0] * size)
        self.laid: vec[Int] = vec[Int]([0] * size)
        self.choices: vec[Int] = vec[Int]([0] * (8 * size))
        self.keys: vec[Int] = vec[Int]([0] * 8)
        self.many: vec[Int] = vec[Int]([0] * size)
        self.tried: vec[Int] = vec[Int]([0] * size)
        self.used: vec[Int] = vec[Int]([0] * pieces_in(numbers))
        self.nodes: Int = 0
        self.found: Int = 0
        self.counting: bool = False
        self.rng: Rng | None = None
        self.restart(None)

    def restart(self, rng: Rng | None, thrifty: bool = True) -> None:
        """Begins from the start: in order of numbers, or in an order made to find one soon.

        Such an order is thrifty if what the open cells will cost counts too, not only the rim.
        """
        for piece in range(len(self.used)):
            self.used[piece] = 0
        for place in range(len(self.tried)):
            self.tried[place] = 0
            self.many[place] = 0
            self.homes[place] = self.homes[place] & 1
        self.rng = rng
        self.thrifty: bool = thrifty
        self.point: Int = 0
        self.opening: bool = True
        self.on_solution: bool = False
        self.budget: Int = self.rim * max(0, int(self.numbers) - 2)
        self.wasted: Int = 0
        self.left: Int = self.cells
        self.free_homes: Int = self.inner
        self.plain: Int = self.tables.plain
        self.mixed: Int = self.tables.mixed
        self.homeless: Int = self.tables.homeless

    def hopeless(self) -> bool:
        """Tells, before the walk, whether the counts alone show that there is no filling."""
        bare = self.left - (self.plain - self.homeless) - min(self.homeless, self.free_homes)
        at_rim = max(0, min(self.homeless - self.free_homes, bare))
        rest = max(0, bare - at_rim)
        need = self.charge * at_rim + self.numbers * (rest + max(0, rest - self.mixed))
        return self.left > len(self.used) or self.budget < need

    def cap_first_half(self) -> None:
        """Passes over fillings whose first half wastes more than half of what may be wasted.

        Waste is what the rim loses, and k for each piece with four different numbers. With k for
        each plain piece left over it adds up to the same in every filling. Half a turn of the
        board takes the first half of the points to the other, so one of them wastes no more
        than half, and a turned filling has it first.
        """
        allowed = self.budget + self.numbers * (self.plain - self.left)
        for place in range(len(self.points) // 2):
            self.caps[place] = allowed // 2

    def run(self, limit: Int) -> Int:
        """Goes on until a filling is found, nothing is left, or `limit` nodes have been seen.

        When counting, fillings are added to `found` instead, and the last point is not laid.
        One loop on local names: calls and attributes for every corner would double the time.
        """
        numbers = self.numbers
        charge = self.charge
        counting = self.counting
        seeking = self.rng is not None
        thrifty = self.thrifty
        last: Int = len(self.points) - 1
        flags = self.flags
        domains = self.domains
        above = self.above
        before = self.before
        across = self.across
        rims = self.rims
        early = self.early
        homes = self.homes
        caps = self.caps
        fourth = self.tables.fourth
        pieces = self.tables.choices
        losses = self.tables.losses
        values = self.values
        choices = self.choices
        laid = self.laid
        many = self.many
        tried = self.tried
        used = self.used
        nodes = self.nodes
        found = self.found
        point = self.point
        budget = self.budget
        wasted = self.wasted
        left = self.left
        plain = self.plain
        mixed = self.mixed
        homeless = self.homeless
        free_homes = self.free_homes
        opening = self.opening
        lifting = self.on_solution
        ended = DONE
        while True:
            if opening:
                if nodes >= limit:
                    ended = SPENT
                    break
                nodes += 1
                flag = flags[point]
                mask = domains[point]
                known: Int = 0
                at_left = left
                at_homes = free_homes
                rim_up: Int = 0
                rim_back: Int = 0
                if flag & CLOSES != 0:
                    known = (
                        values[across[point]] | (values[above[point]] << 3)
                        | (values[before[point]] << 9)
                    )
                    mask &= fourth[known]
                    at_left -= 1
                    if homes[point] != 0:
                        at_homes -= 1
                if flag & RIM != 0:
                    rim_up = rims[2 * point] + 8 * values[above[point]]
                    rim_back = rims[2 * point + 1] + 8 * values[before[point]]
                if flag & TIED != 0:
                    mask &= self.tied_mask(point)
                size: Int = 0
                while mask != 0:
                    number = LOWEST[mask]
                    mask &= mask - 1
                    choice = number
                    cost: Int = 0
                    bare = at_left - plain
                    hosts = at_homes
                    lonely = homeless
                    if flag & CLOSES != 0:
                        choice = pieces[known | (number << 6)]
                        if used[(choice >> PIECE) & 127] != 0:
                            continue
                        cost = numbers * ((choice >> EXCESS) & 3)
                        bare += (choice >> PLAIN) & 1
                        lonely -= (choice >> HOMELY) & 1
                    if flag & RIM != 0:
                        lost = losses[rim_up + number]
                        cell = early[2 * point]
                        if lost > 0 and cell != NO_POINT and homes[cell] == 0:
                            hosts += 1
                        cost += lost
                        lost = losses[rim_back + number]
                        cell = early[2 * point + 1]
                        if lost > 0 and cell != NO_POINT and homes[cell] == 0:
                            hosts += 1
                        cost += lost
                    waste = wasted + cost
                    if (choice >> EXCESS) & 3 != 0:
                        waste -= numbers
                    if waste > caps[point]:
                        continue
                    # The least that the other open cells cost: plain pieces with a step of 1
                    # nothing, homeless ones nothing in a home and a charge at the rim, all
                    # others k, and those with four different numbers 2 k.
                    bare += lonely if lonely > hosts else hosts
                    bare -= hosts
                    ahead: Int = 0
                    if bare > 0:
                        ahead = lonely - hosts
                        if ahead < 0:
                            ahead = 0
                        if ahead > bare:
                            ahead = bare
                        rest = bare - ahead
                        ahead = charge * ahead + numbers * rest
                        rest -= mixed - ((choice >> MIXED) & 1)
                        if rest > 0:
                            ahead += numbers * rest
                    if budget - cost >= ahead:
                        choices[8 * point + size] = choice | (cost << COST)
                        size += 1
                        if seeking:
                            if not thrifty:
                                ahead = -numbers * ((choice >> EXCESS) & 3)
                            self.sort_in(point, size - 1, cost + ahead)
                many[point] = size
                tried[point] = 0
                opening = False
                if counting and point == last:
                    found += size
                    tried[point] = size
            if lifting:
                choice = laid[point]
                budget += choice >> COST
                wasted -= choice >> COST
                if (choice >> EXCESS) & 3 != 0:
                    wasted += numbers
                if flags[point] & CLOSES != 0:
                    used[(choice >> PIECE) & 127] = 0
                    plain += (choice >> PLAIN) & 1
                    mixed += (choice >> MIXED) & 1
                    homeless += (choice >> HOMELY) & 1
                    left += 1
                    if homes[point] != 0:
                        free_homes += 1
                if flags[point] & EARLY != 0:
                    free_homes -= self.pay_early(point, -PAID)
                lifting = False
            if tried[point] < many[point]:
                choice = choices[8 * point + tried[point]]
                tried[point] += 1
                laid[point] = choice
                values[point] = choice & 7
                budget -= choice >> COST
                wasted += choice >> COST
                if (choice >> EXCESS) & 3 != 0:
                    wasted -= numbers
                if flags[point] & CLOSES != 0:
                    used[(choice >> PIECE) & 127] = 1
                    plain -= (choice >> PLAIN) & 1
                    mixed -= (choice >> MIXED) & 1
                    homeless -= (choice >> HOMELY) & 1
                    left -= 1
                    if homes[point] != 0:
                        free_homes -= 1
                if flags[point] & EARLY != 0:
                    free_homes += self.pay_early(point, PAID)
                if point == last:
                    found += 1
                    ended = FOUND
                    break
                point += 1
                opening = True
            elif point == 0:
                break
            else:
                point -= 1
                lifting = True
        self.nodes = nodes
        self.found = found
        self.point = point
        self.budget = budget
        self.wasted = wasted
        self.left = left
        self.plain = plain
        self.mixed = mixed
        self.homeless = homeless
        self.free_homes = free_homes
        self.opening = opening
        self.on_solution = ended == FOUND
        return ended

    def pay_early(self, point: Int, paid: Int) -> Int:
        """Notes, or takes back, what the rim beside a point loses for a cell not closed yet.

        Such a cell is then a home for any plain piece. Answers how many homes come or go.
        """
        changed: Int = 0
        number = self.values[point]
        for side in range(2):
            cell = self.early[2 * point + side]
            if cell == NO_POINT:
                continue
            other = self.above[point] if side == 0 else self.before[point]
            lost = self.rims[2 * point + side] + 8 * self.values[other] + number
            if self.tables.losses[lost] > 0:
                was = self.homes[cell]
                self.homes[cell] = was + paid
                if was == 0 or was + paid == 0:
                    changed += 1
        return changed

    def sort_in(self, point: Int, place: Int, cost: Int) -> None:
        """Moves the last choice of a point to where its cost and chance put it."""
        rng = self.rng
        assert rng is not None
        choices = self.choices
        keys = self.keys
        choice = choices[8 * point + place]
        cost -= SOON * ((choice >> EXCESS) & 3)
        key = cost * CHANCE + rng.below(CHANCE)
        while place > 0 and keys[place - 1] > key:
            keys[place] = keys[place - 1]
            choices[8 * point + place] = choices[8 * point + place - 1]
            place -= 1
        keys[place] = key
        choices[8 * point + place] = choice

    def tied_mask(self, point: Int) -> Int:
        """Gives the numbers that the ties of a point leave."""
        mask: Int = ALL_NUMBERS
        for side in range(2):
            at: Int = TIE_WIDTH * (2 * point + side)
            other = self.ties[at]
            if other == point:
                mask &= self.ties[at + 1]
            elif other != NO_POINT:
                mask &= self.ties[at + 2 + self.values[other]]
        return mask

    def share(self) -> float:
        """Estimates how much of the walk is done, every choice of a point weighing the same."""
        done = 0.0
        weight = 1.0
        point: Int = 0
        while point <= self.point and self.many[point] > 0:
            weight /= int(self.many[point])
            behind = point < self.point
            done += weight * int(self.tried[point] - (1 if behind else 0))
            point += 1
        return done

    def numbers_shown(self) -> dict[Point, int]:
        """Gives the number of every point of the filling that was found."""
        return {point: int(self.values[place]) for place, point in enumerate(self.points)}


def corner_points(cells: list[Cell]) -> list[Point]:
    """Lists the corners of some cells, row by row.

    >>> corner_points([(0, 0)])
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return sorted({(r + down, c + along) for r, c in cells for down in (0, 1) for along in (0, 1)})


def is_inner(cell: Cell, inside: set[Cell]) -> bool:
    """Tells whether a cell has neighbours on all four sides."""
    r, c = cell
    return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} <= inside


def rim_above(point: Point, inside: set[Cell]) -> int:
    """Tells how the rim runs between a point and the one above, if it does."""
    r, c = point
    west, east = (r - 1, c - 1) in inside, (r - 1, c) in inside
    if west == east:
        return NO_RIM
    return TOWARDS if west else AWAY


def rim_before(point: Point, inside: set[Cell]) -> int:
    """Tells how the rim runs between a point and the one on its left, if it does."""
    r, c = point
    north, south = (r - 1, c - 1) in inside, (r, c - 1) in inside
    if north == south:
        return NO_RIM
    return AWAY if north else TOWARDS


def tie_table(ties: list[Tie], place: dict[Point, int], numbers: int, size: int) -> list[int]:
    """Lists for every point up to two ties: the other point, then masks.

    The first mask holds where a point is tied to itself; then come those for every number of
    the other point. Only the later of two points needs to know of a tie.
    """
    width = int(TIE_WIDTH)
    table = [NO_POINT] * (2 * width * size)
    for tie in ties:
        later, other = place[tie.point], place[tie.other]
        masks = [0] * 6
        if later >= other:
            for number in range(numbers):
                masks[number] = 1 << (tie.sign * number + tie.shift) % numbers
        else:
            later, other = other, later
            for number in range(numbers):
                masks[(tie.sign * number + tie.shift) % numbers] = 1 << number
        same = sum(1 << number for number in range(numbers) if masks[number] == 1 << number)
        at = width * 2 * later
        if table[at] != NO_POINT:
            at += width
        table[at:at + width] = [other, same, *masks]
    return table
