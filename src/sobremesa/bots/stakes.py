"""What a round is worth in its match: the chance to win the match from there.

Points are not all worth the same. Who needs five to win gains nothing by the sixth, and who is far
behind must dare. `stakes_of(game)` therefore turns the points with which a round ends into
chances. They come from how rounds of the game end between quick minds, which
`sobremesa lab stakes GAME` finds out by playing and keeps in `results.json`. What follows from
these results is worked out when a game is first asked for, for its own target:

- Two sides and a target: the chance of the side that begins the next round, for all scores, from
  the highest down, because every round leads to scores that are known already (`Duel`).
- More sides and a target: how soon each would be there if the others did not matter, and who is
  there first (`Race`).
- A number of rounds: how far totals still spread in the rounds to come, and whose will be the
  best (`Tally`); before the last round every end of it is looked at.
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from importlib.resources import files
from typing import Any, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.gains import fewest_win
from sobremesa.core.game import NOBODY, Game, Round, make_game

RESULTS: Final = "results.json"
# Options that only say when a match is over; the results of its rounds are the same for all.
ENDS: Final = ["target", "rounds", "hands", "deals", "max_hands", "max_rounds"]
# How finely scores are looked at: a match to more points than this is counted in larger units,
# sooner where nothing is compiled.
FINEST: Final[Int] = 40 if __file__.endswith(".py") else 100
# A match that is expected to last more than this part of its last round is not to a target alone.
LONGEST_PART: Final = 0.25
# Points that no match is about.
FARTHEST: Final = 1 << 20
# When a race is as good as over, and how many steps it is followed at most.
UNDECIDED: Final = 1.0e-4
MOST_STEPS: Final[Int] = 300
# The axis on which totals are compared: how far it goes in standard deviations, and its steps.
REACH: Final = 4.8
KNOTS: Final[Int] = 96
# How finely the results of a round are laid out before they are added up.
FINE: Final = 8.0
# What counts besides the chance to win, so that points still matter when the match is decided.
TILT: Final = 0.02
LEAST_SPREAD: Final = 1.0e-4
# So many results show how much chances differ.
TYPICAL: Final = 100
# Scores whose chances are remembered.
MOST_KNOWN: Final = 20_000


class Results:
    """How the rounds of a game end: for each side, from the one that begins, its points; then
    whether the same side begins the next round; and how often."""

    def __init__(self, sides: int) -> None:
        self.sides: Int = sides
        self.points: vec[float] = vec[float]()
        self.same: vec[Int] = vec[Int]()
        self.share: vec[float] = vec[float]()
        # Whether reaching the target ends a round at once, and into how many steps a race divides
        # a round: more than one where one side alone scores.
        self.at_once: bool = False
        self.steps: Int = 1

    def add(self, points: list[int], same: bool, count: float) -> None:
        """Adds a result that came so often."""
        for one in points:
            self.points = append(self.points, float(one))
        self.same = append(self.same, 1 if same else 0)
        self.share = append(self.share, count)

    def seal(self) -> None:
        """Turns counts into shares of one."""
        total = 0.0
        for count in self.share:
            total += count
        for row in range(len(self.share)):
            self.share[row] = self.share[row] / total

    def of(self, row: Int, side: Int) -> float:
        """Gives the points of a side in a result."""
        return self.points[row * self.sides + side]

    def mean(self) -> float:
        """Gives the points of a side in a round in the mean."""
        total = 0.0
        for row in range(len(self.share)):
            for side in range(self.sides):
                total += self.share[row] * self.of(row, side)
        return total / float(self.sides)

    def lead_spread(self) -> float:
        """Gives the standard deviation of the difference between two sides in a round."""
        total = 0.0
        for row in range(len(self.share)):
            for one in range(self.sides):
                for other in range(one):
                    off = self.of(row, one) - self.of(row, other)
                    total += self.share[row] * off * off
        return math.sqrt(total / float(self.sides * (self.sides - 1) // 2))


def results_from(data: dict[str, Any]) -> Results:
    """Reads results as they are kept."""
    rows = data["results"]
    found = Results(len(rows[0]) - 2)
    for row in rows:
        found.add(row[:-2], row[-2] == 1, float(row[-1]))
    found.at_once = bool(data["at_once"])
    found.steps = int(data["steps"])
    found.seal()
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Stakes(ABC):
    """What the end of a round is worth to every seat."""

    def __init__(self, game: Game, results: Results) -> None:
        self.game: Game = game
        self.results: Results = results
        self.sides: Int = results.sides
        self.side_of: vec[Int] = vec[Int]([game.side_of(seat) for seat in range(game.players)])
        self.sign: float = -1.0 if fewest_win(game) else 1.0
        # Whether chances need only be looked up, and those that were worked out.
        self.is_quick: bool = False
        self.known: dict[tuple[int, ...], list[float]] = {}
        # The scores before a round, and how many points a chance is worth in that round.
        self.before: list[int] = []
        self.round_number: Int = -1
        self.scale: float = 1.0

    @abstractmethod
    def odds(self, scores: vec[float], number: Int, over: bool, begins: Int) -> vec[float]:
        """Gives the chances by side after round `number`, or before its end if it is not over;
        `begins` is the side that begins the next round, or -1 if that is not known."""

    def between(self, scores: list[int], number: int = 1) -> list[float]:
        """Gives the chances of the sides between two rounds, whoever begins the next."""
        sides = vec[float]([float(score) for score in scores])
        return [chance for chance in self.odds(sides, number, True, NOBODY)]

    def chances(self, round: Round) -> vec[float]:
        """Gives the chance of every seat that its side wins the match."""
        return self.by_seat(self.side_odds(round))

    def side_odds(self, round: Round) -> vec[float]:
        """Gives the chances by side, certain where the match is decided."""
        if round.over and round.settles_match():
            return self.decided(round.winners())
        if self.is_quick:
            return self.odds(
                self.by_side(round.scores()), round.number, round.over, self.beginner(round)
            )
        return self.remembered(round)

    def remembered(self, round: Round) -> vec[float]:
        """Gives the chances by side, which are worked out once for the same score."""
        scores = round.scores()
        asked = scores[:]
        asked.append(int(round.number) if round.over else -int(round.number))
        key = tuple(asked)
        known = self.known.get(key)
        if known is None:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            found = self.odds(self.by_side(scores), round.number, round.over, NOBODY)
            self.known[key] = [chance for chance in found]
            return found
        return vec[float](known)

    def beginner(self, round: Round) -> Int:
        """Names the side that begins the next round, or -1 where it makes no difference."""
        return NOBODY

    def decided(self, winners: list[int]) -> vec[float]:
        """Gives the chances when the match is over: those who share a win divide it."""
        won = vec[float]([0.0 for _ in range(self.sides)])
        for seat in winners:
            won[self.side_of[seat]] = 1.0
        return evened(won)

    def by_side(self, scores: list[int]) -> vec[float]:
        """Gives the scores of the sides, of which partners each have the same."""
        found = vec[float]([0.0 for _ in range(self.sides)])
        for seat in range(len(scores)):
            found[self.side_of[seat]] = float(scores[seat])
        return found

    def by_seat(self, sides: vec[float]) -> vec[float]:
        """Gives every seat what its side has."""
        return vec[float]([sides[side] for side in self.side_of])

    def worth(self, round: Round) -> vec[float]:
        """Gives what each seat gains by a round, in points as `Round.utility` has them: its chance
        to win the match above an even one, and a little for the points themselves.

        One factor turns the chances of a round into points, so that both differ by the same from
        one end of the round to another.
        """
        before = [int(score) for score in round.before]
        if self.round_number != round.number or before != self.before:
            self.before = before
            self.round_number = round.number
            self.scale = self.points_of_a_chance(self.by_side(before), round.number)
        worth = self.by_seat(self.side_odds(round))
        points = round.points()
        mean = 0.0
        for one in points:
            mean += float(one) / float(len(points))
        even = 1.0 / float(self.sides)
        for seat in range(len(worth)):
            worth[seat] = self.scale * (worth[seat] - even) + TILT * self.sign * (
                float(points[seat]) - mean
            )
        return worth

    def points_of_a_chance(self, before: vec[float], number: Int) -> float:
        """Finds by how much chances must be multiplied to differ as much as points do."""
        results = self.results
        means = vec[float]([0.0 for _ in range(self.sides)])
        square = 0.0
        points = 0.0
        weight = 0.0
        for row in range(0, len(results.share), len(results.share) // TYPICAL + 1):
            mean = 0.0
            after = vec[float]()
            for side in range(self.sides):
                made = results.of(row, side)
                mean += made / float(self.sides)
                after = append(after, before[side] + made)
            share = results.share[row]
            weight += share
            found = self.odds(after, number, True, NOBODY)
            for side in range(self.sides):
                means[side] += share * found[side]
                square += share * found[side] * found[side]
                gain = results.of(row, side) - mean
                points += share * gain * gain
        for side in range(self.sides):
            square -= means[side] * means[side] / weight
        spread = math.sqrt(max(0.0, square / weight))
        return math.sqrt(points / weight) / max(spread, LEAST_SPREAD)


def evened(won: vec[float]) -> vec[float]:
    """Divides by the sum, or evenly if there is none."""
    total = 0.0
    for one in won:
        total += one
    for side in range(len(won)):
        won[side] = won[side] / total if total > 0.0 else 1.0 / float(len(won))
    return won


class Duel(Stakes):
    """Two sides play to a target."""

    def __init__(self, game: Game, results: Results, target: int) -> None:
        super().__init__(game, results)
        self.is_quick = True
        self.target: float = float(target)
        self.size: Int = target if target < FINEST else FINEST
        self.unit: float = self.target / float(self.size)
        # The chance of the side that begins, by its units and those of the other.
        self.chance: vec[float] = vec[float]([0.5 for _ in range(self.size * self.size)])
        self.fill()

    def beginner(self, round: Round) -> Int:
        """Asks the game who is first after a round that is over."""
        return self.side_of[self.game.next_first(round)] if round.over else NOBODY

    def fill(self) -> None:
        """Works the chances out, those with the most units first."""
        mine, theirs, same, share = self.in_units()
        both = 2 * self.size - 2
        while both >= 0:
            low = max(0, both - self.size + 1)
            for one in range(low, both // 2 + 1):
                self.settle(one, both - one, mine, theirs, same, share)
            both -= 1

    def settle(
        self, one: Int, other: Int, mine: vec[Int], theirs: vec[Int], same: vec[Int],
        share: vec[float],
    ) -> None:
        """Works out two scores that mirror each other: a round without points leads from one to
        the same or to the other."""
        here = 0.0
        there = 0.0
        stays = 0.0
        turns = 0.0
        for row in range(len(share)):
            part = share[row]
            if mine[row] == 0 and theirs[row] == 0:
                if same[row] == 1:
                    stays += part
                else:
                    turns += part
                continue
            here += part * self.after(one, other, mine[row], theirs[row], same[row])
            there += part * self.after(other, one, mine[row], theirs[row], same[row])
        # here' = here + stays here' + turns (1 - there'), and the other way round.
        here += turns
        there += turns
        left = 1.0 - stays
        size = left * left - turns * turns
        if size <= 1.0e-12:
            return
        self.chance[one * self.size + other] = (left * here - turns * there) / size
        self.chance[other * self.size + one] = (left * there - turns * here) / size

    def after(self, one: Int, other: Int, mine: Int, theirs: Int, same: Int) -> float:
        """Gives the chance of the side that has begun after a round that brought so much."""
        mine_now = one + mine
        theirs_now = other + theirs
        if mine_now >= self.size or theirs_now >= self.size:
            return self.first_there(one, other, mine, theirs)
        if same == 1:
            return self.chance[mine_now * self.size + theirs_now]
        return 1.0 - self.chance[theirs_now * self.size + mine_now]

    def first_there(self, one: Int, other: Int, mine: Int, theirs: Int) -> float:
        """Tells who has won: the higher total, or who was there earlier in the round where that
        ends it."""
        lead = float(one + mine - other - theirs)
        if self.results.at_once and one + mine >= self.size and other + theirs >= self.size:
            # Points are taken to come evenly through the round.
            lead = float((self.size - other) * mine - (self.size - one) * theirs)
        if lead == 0.0:
            return 0.5
        return 1.0 if lead > 0.0 else 0.0

    def in_units(self) -> tuple[vec[Int], vec[Int], vec[Int], vec[float]]:
        """Gives the results in whole units: what lies between two is divided between them."""
        parts: dict[tuple[int, int, int], float] = {}
        results = self.results
        for row in range(len(results.share)):
            mine = results.of(row, 0) / self.unit
            theirs = results.of(row, 1) / self.unit
            for one, first in divided(mine):
                for other, second in divided(theirs):
                    share = results.share[row] * first * second
                    if share > 0.0:
                        key = (one, other, int(results.same[row]))
                        parts[key] = parts.get(key, 0.0) + share
        keys = sorted(parts)
        return (
            vec[Int]([key[0] for key in keys]), vec[Int]([key[1] for key in keys]),
            vec[Int]([key[2] for key in keys]), vec[float]([parts[key] for key in keys]),
        )

    def odds(self, scores: vec[float], number: Int, over: bool, begins: Int) -> vec[float]:
        """Reads the chances, between the units too; who begins may be unknown."""
        first = 0.5
        if scores[0] >= self.target or scores[1] >= self.target:
            if scores[0] != scores[1]:
                first = 1.0 if scores[0] > scores[1] else 0.0
        elif begins == 0:
            first = self.read(scores[0], scores[1])
        elif begins == 1:
            first = 1.0 - self.read(scores[1], scores[0])
        else:
            first = 0.5 + 0.5 * (
                self.read(scores[0], scores[1]) - self.read(scores[1], scores[0])
            )
        return vec[float]([first, 1.0 - first])

    def read(self, mine: float, theirs: float) -> float:
        """Gives the chance of the side that begins."""
        if self.unit == 1.0:
            return self.chance[int(mine) * self.size + int(theirs)]
        across = mine / self.unit
        down = theirs / self.unit
        one: Int = int(across)
        other: Int = int(down)
        right = across - float(one)
        below = down - float(other)
        return (
            (1.0 - right) * (
                (1.0 - below) * self.at(one, other) + below * self.at(one, other + 1)
            )
            + right * (
                (1.0 - below) * self.at(one + 1, other) + below * self.at(one + 1, other + 1)
            )
        )

    def at(self, one: Int, other: Int) -> float:
        """Gives the chance at whole units, also where somebody is there."""
        if one >= self.size or other >= self.size:
            return self.first_there(one, other, 0, 0)
        return self.chance[one * self.size + other]


def divided(amount: float) -> list[tuple[int, float]]:
    """Divides an amount between the whole numbers beside it, so that their mean is the amount.

    >>> divided(2.25)
    [(2, 0.75), (3, 0.25)]
    """
    whole = math.floor(amount)
    rest = amount - float(whole)
    return [(whole, 1.0 - rest), (whole + 1, rest)]


class Race(Stakes):
    """Several sides play to a target."""

    def __init__(self, game: Game, results: Results, target: int) -> None:
        super().__init__(game, results)
        self.target: float = float(target)
        self.size: Int = target if target < FINEST else FINEST
        self.unit: float = self.target / float(self.size)
        self.length: Int = 0
        # By units that are missing and by steps: the chance not to be there yet.
        self.missing: vec[float] = vec[float]()
        self.fill()

    def fill(self) -> None:
        """Follows one side alone from every score."""
        gains, shares = self.gains()
        rows: list[vec[float]] = []
        now = vec[float]([1.0 for _ in range(self.size + 1)])
        now[0] = 0.0
        rows.append(now)
        while now[self.size] > UNDECIDED and len(rows) <= MOST_STEPS:
            then = vec[float]([0.0 for _ in range(self.size + 1)])
            for need in range(1, self.size + 1):
                left = 0.0
                for place in range(len(gains)):
                    if gains[place] < need:
                        left += shares[place] * now[need - gains[place]]
                then[need] = left
            rows.append(then)
            now = then
        self.length = len(rows)
        for need in range(self.size + 1):
            for row in rows:
                self.missing = append(self.missing, row[need])

    def gains(self) -> tuple[vec[Int], vec[float]]:
        """Gives what a side makes in a step, in units, and how often."""
        parts: dict[int, float] = {0: 1.0 - 1.0 / float(self.results.steps)}
        results = self.results
        each = 1.0 / float(self.sides * results.steps)
        for row in range(len(results.share)):
            for side in range(self.sides):
                for made, share in divided(results.of(row, side) / self.unit):
                    if share > 0.0:
                        parts[made] = parts.get(made, 0.0) + share * results.share[row] * each
        keys = sorted(parts)
        return vec[Int]([key for key in keys]), vec[float]([parts[key] for key in keys])

    def odds(self, scores: vec[float], number: Int, over: bool, begins: Int) -> vec[float]:
        """Finds who is probably there first; those who are there already have won."""
        best = scores[0]
        for score in scores:
            best = max(best, score)
        if best >= self.target:
            return evened(vec[float]([1.0 if score == best else 0.0 for score in scores]))
        place = vec[Int]()
        rest = vec[float]()
        for score in scores:
            need = (self.target - score) / self.unit
            whole: Int = int(need)
            whole = min(whole, self.size - 1)
            place = append(place, whole * self.length)
            rest = append(rest, min(1.0, need - float(whole)))
        before = vec[float]([1.0 for _ in scores])
        now = before[:]
        found = vec[float]([0.0 for _ in scores])
        missing = self.missing
        length = self.length
        for step in range(1, length):
            for side in range(len(scores)):
                low = missing[place[side] + step]
                high = missing[place[side] + length + step]
                now[side] = low + rest[side] * (high - low)
            compare(before, now, found)
            before, now = now, before
        return evened(found)


def compare(before: vec[float], now: vec[float], found: vec[float]) -> None:
    """Adds to each side the chance that it is first in a step: it arrives, and the others, who
    count half where they arrive in the same step, do not."""
    for side in range(len(found)):
        arrives = before[side] - now[side]
        if arrives > 0.0:
            for other in range(len(found)):
                if other != side:
                    arrives *= 0.5 * (before[other] + now[other])
            found[side] += arrives


class Tally(Stakes):
    """The best total wins after a number of rounds."""

    def __init__(self, game: Game, results: Results) -> None:
        super().__init__(game, results)
        self.last: Int = game.last_round
        self.spread: float = results.lead_spread() / math.sqrt(2.0)
        # By rounds to come: the chance that a total ends below each place of an axis.
        self.below: list[vec[float]] = []
        self.fill()

    def fill(self) -> None:
        """Adds up as many rounds as can be to come."""
        cell = self.spread / FINE
        once = self.laid_out(cell)
        middle: Int = (len(once) - 1) // 2
        total = vec[float]([1.0])
        for rounds in range(1, self.last + 1):
            total = added(total, once)
            self.below.append(summed(total, middle * rounds, FINE * math.sqrt(float(rounds))))

    def laid_out(self, cell: float) -> vec[float]:
        """Lays what a side makes in a round out in cells around the mean, stretched so that two
        sides who know nothing of each other differ as much as two do in a round."""
        results = self.results
        mean = results.mean()
        square = 0.0
        widest = 0.0
        for row in range(len(results.share)):
            for side in range(self.sides):
                off = results.of(row, side) - mean
                square += results.share[row] * off * off / float(self.sides)
                widest = max(widest, abs(off))
        stretch = self.spread / math.sqrt(square) / cell
        middle: Int = int(widest * stretch) + 2
        found = vec[float]([0.0 for _ in range(2 * middle + 1)])
        for row in range(len(results.share)):
            for side in range(self.sides):
                off = self.sign * (results.of(row, side) - mean) * stretch
                for place, share in divided(off):
                    found[middle + place] += results.share[row] * share / float(self.sides)
        return found

    def odds(self, scores: vec[float], number: Int, over: bool, begins: Int) -> vec[float]:
        """Compares the totals as they will probably be; the rest of a round that is not over
        counts as a round."""
        left = self.last - number + (0 if over else 1)
        best = self.sign * scores[0]
        for score in scores:
            best = max(best, self.sign * score)
        if left <= 0:
            return evened(
                vec[float]([1.0 if self.sign * score == best else 0.0 for score in scores])
            )
        if left == 1:
            return self.after_one(scores)
        spread = self.spread * math.sqrt(float(left))
        below = self.below[left - 1]
        found = vec[float]([0.0 for _ in scores])
        behind = vec[float]([(best - self.sign * score) / spread for score in scores])
        # From the highest total down: who is not below a place has arrived there.
        before = vec[float]([1.0 for _ in scores])
        now = before[:]
        for knot in range(KNOTS + 1):
            place = REACH * (1.0 - 2.0 * float(knot) / float(KNOTS))
            for side in range(len(scores)):
                now[side] = read_below(below, place + behind[side])
            compare(before, now, found)
            before, now = now, before
        return evened(found)

    def after_one(self, scores: vec[float]) -> vec[float]:
        """Goes through all ends of one round, whoever begins it."""
        results = self.results
        found = vec[float]([0.0 for _ in scores])
        total = found[:]
        for row in range(len(results.share)):
            for turn in range(self.sides):
                best = -1.0e300
                tied: Int = 0
                for side in range(self.sides):
                    made = results.of(row, (side + turn) % self.sides)
                    reached = self.sign * (scores[side] + made)
                    total[side] = reached
                    if reached > best:
                        best = reached
                        tied = 1
                    elif reached == best:
                        tied += 1
                for side in range(self.sides):
                    if total[side] == best:
                        found[side] += results.share[row] / float(tied)
        return evened(found)


def added(one: vec[float], other: vec[float]) -> vec[float]:
    """Gives how a sum spreads of which both parts spread."""
    found = vec[float]([0.0 for _ in range(len(one) + len(other) - 1)])
    for first in range(len(one)):
        share = one[first]
        if share > 0.0:
            for second in range(len(other)):
                found[first + second] += share * other[second]
    return found


def summed(cells: vec[float], middle: Int, unit: float) -> vec[float]:
    """Gives the chance to be below each place of the axis, from what lies in cells."""
    found = vec[float]()
    place: Int = 0
    total = 0.0
    for knot in range(KNOTS + 1):
        at = float(middle) + unit * REACH * (2.0 * float(knot) / float(KNOTS) - 1.0)
        while place < len(cells) and float(place) + 0.5 <= at:
            total += cells[place]
            place += 1
        # What lies in the cell around a place is spread evenly over it.
        part = at + 0.5 - float(place)
        rest = cells[place] * part if place < len(cells) and part > 0.0 else 0.0
        found = append(found, total + rest)
    return found


def read_below(below: vec[float], place: float) -> float:
    """Gives the chance to be below a place, in standard deviations from the mean."""
    at = (place + REACH) * float(KNOTS) / (2.0 * REACH)
    if at <= 0.0:
        return below[0]
    knot: Int = int(at)
    if knot >= KNOTS:
        return 1.0
    return below[knot] + (at - float(knot)) * (below[knot + 1] - below[knot])


# What was worked out, by the line that names a game with its options.
KEPT: Final[dict[str, Stakes | None]] = {}
TABLES: Final[dict[str, dict[str, Any]]] = {}


def stakes_of(game: Game) -> Stakes | None:
    """Finds what rounds are worth in a match of a game; nothing where there are no results of
    its rounds, and their points have to do.

    >>> import sobremesa
    >>> stakes_of(sobremesa.game("djambi")) is None
    True
    """
    spec = game.spec
    if spec not in KEPT:
        tables = kept_results()
        key = key_of(game)
        KEPT[spec] = stakes_from(game, results_from(tables[key])) if key in tables else None
    return KEPT[spec]


def kept_results() -> dict[str, dict[str, Any]]:
    """Reads the results that come with the bots, once."""
    if not TABLES:
        text = (files("sobremesa.bots") / RESULTS).read_text(encoding="utf-8")
        TABLES.update(json.loads(text))
    return TABLES


def key_of(game: Game) -> str:
    """Names a game without what only says when a match is over.

    >>> import sobremesa
    >>> key_of(sobremesa.game("block", target=61, players=3))
    'block(players=3)'
    """
    chosen = {name: value for name, value in game.chosen().items() if name not in ENDS}
    return make_game(game.name, chosen, game.version).spec


def stakes_from(game: Game, results: Results) -> Stakes | None:
    """Works out what rounds are worth, if the match is to a target or has a last round."""
    target = target_of(game)
    if target == 0:
        return Tally(game, results) if game.last_round > 0 else None
    mean = results.mean()
    if mean <= 0.0 or min([points for points in results.points]) < 0.0:
        return None
    if game.last_round > 0 and target / mean > LONGEST_PART * float(game.last_round):
        return None
    return Duel(game, results, target) if results.sides == 2 else Race(game, results, target)


def target_of(game: Game) -> int:
    """Finds with how many points a side wins while the others have none; 0 if with no number."""
    if wins_with(game, 0) or not wins_with(game, FARTHEST):
        return 0
    low, high = 0, FARTHEST
    while high - low > 1:
        middle = (low + high) // 2
        if wins_with(game, middle):
            high = middle
        else:
            low = middle
    return high


def wins_with(game: Game, points: int) -> bool:
    """Tells whether the first side wins with so many points more than it began with."""
    scores = game.starting_points()
    for seat in range(len(scores)):
        if game.side_of(seat) == game.side_of(0):
            scores[seat] += points
    return len(game.winners(scores)) > 0
