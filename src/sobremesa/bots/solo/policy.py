"""Quick minds for the solitaires in which chance matters: Traffic and the Big Clock.

They see what lies open and which tiles have not come, never in which order these will. In Traffic
tiles that fit few quads are laid first, where their halves leave most quads open. At the Big Clock
every double that has not come should find its own hour showing its number, or at least some pile
that takes it; tiles are shifted only where a double comes home by it or finds more room.
"""

from __future__ import annotations

from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import Round
from sobremesa.families.solo.big_clock import PLACES, WASTE, ClockRound
from sobremesa.families.solo.solitaire import NO_TILE
from sobremesa.families.solo.traffic import TrafficRound
from sobremesa.families.solo.traffic_plan import AHEAD, NO_QUAD, QUAD, TURNS, Trial
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS, TILE, WIDTH, ZEROS
from sobremesa.solvers.solitaires import quads_with


class TrafficPolicy(Policy):
    """Plays Traffic."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # In open quads: a hard tile laid, a tile laid.
        self.hard: float = 20.0
        self.tile: float = 12.0
        self.line: float = 1.0

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what quads, or tiles for the quad begun, seem worth."""
        assert isinstance(round, TrafficRound)
        found = vec[float]()
        rules = round.game_rules
        if round.start == NO_QUAD:
            for move in moves:
                found = append(found, self.quad(round, move))
            return found
        trial = Trial(rules, round.cells, round.numbers, round.up)
        trial.lay_all(round.cells, round.numbers, 0)
        for move in moves:
            found = append(found, self.lay(round, trial, move - rules.lays))
        trial.clear()
        return found

    def hardness(self, tile: Int, top: Int) -> Int:
        """Counts how many fewer quads a tile has a number for than the best tile of the set."""
        useful = quads_with(HIGH[tile], top)
        if HIGH[tile] != LOW[tile]:
            useful += quads_with(LOW[tile], top)
        return 2 * QUAD - useful

    def quad(self, round: TrafficRound, move: Int) -> float:
        """Says what a quad seems worth by the hardest tiles that may go into it."""
        rules = round.game_rules
        start = rules.cell(0, 0)
        step: Int = 1
        lowest = move - rules.first_quads
        if move < rules.first_quads:
            anchor = move // 16
            place = move // 4 % 4
            step = rules.steps[move % 4]
            start = round.cells[anchor] - place * step
            lowest = round.numbers[anchor] - place
        filled: Int = 0
        for cell in round.cells:
            for place in range(QUAD):
                if cell == start + place * step:
                    filled |= BIT[place]
        value = 0.0
        used: Int = 0
        for place in range(QUAD):
            if filled & BIT[place] == 0:
                hardest: Int = -1
                taken: Int = -1
                for index in range(len(round.up)):
                    tile = round.up[index]
                    if used & BIT[index] == 0 and MARKS[tile] & BIT[lowest + place] != 0:
                        hard = self.hardness(tile, rules.top)
                        if hard > hardest:
                            hardest = hard
                            taken = index
                if taken >= 0:
                    used |= BIT[taken]
                    value += self.tile + self.hard * float(hardest)
        return value

    def lay(self, round: TrafficRound, trial: Trial, laid: Int) -> float:
        """Says what a tile seems worth in the first free cell of the quad."""
        rules = round.game_rules
        tile = laid // 4
        way = laid % 4
        place = round.free_place()
        cell = round.start + place * rules.steps[round.toward]
        number = round.lowest + place
        beside = cell + rules.steps[(round.toward + TURNS[way]) & 3]
        other = HIGH[tile] + LOW[tile] - number
        plan = trial.plan
        plan[cell] = number + 1
        plan[beside] = other + 1
        lines = open_lines(trial, cell, number) + open_lines(trial, beside, other)
        plan[cell] = 0
        plan[beside] = 0
        value = self.hard * float(self.hardness(tile, rules.top)) + self.line * float(lines)
        # A tile that fills two cells of the quad leaves one more for the next.
        return value - self.tile if way == AHEAD and place < QUAD - 1 else value


def open_lines(trial: Trial, cell: Int, number: Int) -> Int:
    """Counts the quads through a number that the plan leaves open."""
    count: Int = 0
    plan = trial.plan
    for place in range(QUAD):
        lowest = number - place
        if lowest >= 0 and lowest + 3 <= trial.rules.top:
            for heading in range(4):
                step = trial.steps[heading]
                at = cell - place * step
                free: Int = 0
                fits = True
                for part in range(QUAD):
                    shown = plan[at]
                    if shown == 0:
                        free += 1
                    elif shown != lowest + part + 1:
                        fits = False
                    at += step
                if fits and free > 0:
                    count += 1
    return count


class ClockPolicy(Policy):
    """Plays the Big Clock."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # A double to come whose hour is ready; one that some pile takes, and each more;
        # one that nothing takes; a double that comes home; one on a wrong hour; a shift; a tile
        # wasted. Found by playing: hours that are ready count for nearly everything.
        self.ready: float = 5.0
        self.shown: float = 0.06
        self.again: float = 0.15
        self.lost: float = 0.05
        self.home: float = 4.0
        self.wrong: float = 4.0
        self.shift: float = 0.05
        self.waste: float = 1.0

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what the clock promises after each move."""
        assert isinstance(round, ClockRound)
        rules = round.game_rules
        tops = round.tops[:]
        still = self.promise(round, tops)
        found = vec[float]()
        for move in moves:
            if move < PLACES:
                found = append(found, still - self.waste if move == WASTE else still)
            elif move < rules.shifts:
                hour = (move - PLACES) % rules.span
                under = tops[hour]
                tops[hour] = round.pending
                value = self.promise(round, tops)
                if HIGH[round.pending] == LOW[round.pending]:
                    value += self.after_trouble(round)
                found = append(found, value)
                tops[hour] = under
            else:
                start = (move - rules.shifts) // rules.span
                end = (move - rules.shifts) % rules.span
                lifted = tops[start]
                under = tops[end]
                tops[start] = round.below[lifted]
                tops[end] = lifted
                found = append(found, self.promise(round, tops) - self.shift)
                tops[start] = lifted
                tops[end] = under
        return found

    def after_trouble(self, round: ClockRound) -> float:
        """A waiting double that finds a place is saved."""
        return self.home if round.waiting else 0.0

    def promise(self, round: ClockRound, tops: vec[Int]) -> float:
        """Says how well the tops of the clock await the doubles."""
        hours = round.game_rules.hours
        shown = ZEROS[:WIDTH]
        stuck: Int = 0
        done: Int = 0
        for hour in range(1, hours + 1):
            top = tops[hour]
            if top != NO_TILE:
                if HIGH[top] != LOW[top]:
                    shown[HIGH[top]] += 1
                    shown[LOW[top]] += 1
                elif HIGH[top] == hour:
                    done |= BIT[hour]
                else:
                    stuck |= BIT[HIGH[top]]
        value = 0.0
        for number in range(1, hours + 1):
            if done & BIT[number] == 0:
                top = tops[number]
                is_ready = top == NO_TILE or (
                    HIGH[top] != LOW[top] and (HIGH[top] == number or LOW[top] == number)
                )
                if stuck & BIT[number] != 0:
                    value += self.home if is_ready else -self.wrong
                elif is_ready:
                    value += self.ready
                elif shown[number] > 0:
                    value += self.shown + self.again * float(shown[number] - 1)
                else:
                    value -= self.lost
        if round.waiting:
            waiting = HIGH[round.pending]
            if tops[waiting] == NO_TILE or (
                TILE[(WIDTH + 1) * waiting] != tops[waiting]
                and MARKS[tops[waiting]] & BIT[waiting] != 0
                and HIGH[tops[waiting]] != LOW[tops[waiting]]
            ):
                value += self.home
        return value


add_policy("traffic", TrafficPolicy(8.0))
add_policy("big-clock", ClockPolicy(0.5))
