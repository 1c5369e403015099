"""Quick minds for the games whose lines leave from one double.

In Mexican Train the mover looks once for the run with the most pips that their own train could
still get, and plays what is not in it elsewhere. In Super Dominos every tile counts the same, so
the powers of the numbers decide, and whether there is something left to lay.
"""

from __future__ import annotations

from typing import Final

from sobremesa.bots.dominoes import bits, touching
from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import Round
from sobremesa.families.hubs.mexican_train import TrainRound
from sobremesa.families.hubs.super_dominos import (
    AGAIN,
    LEGS,
    ON_START,
    OTHERS_DRAW,
    REVERSAL,
    SPELL,
    SuperRound,
)
from sobremesa.families.lines.line import Line
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS, PIPS, PLACE, TILE, WIDTH, ZEROS

# Going out is better than anything else, and to stop without need worse, though neither is so
# sure that a round in which somebody did otherwise would be impossible.
OUT: Final = 150.0
SILLY: Final = -60.0


class Run:
    """A search for the run of tiles with the most pips, heavy tiles first.

    `rows[n]` has the other halves of the tiles with the number n; they are as before when the
    search is done. `tiles` is the best run found and `pips` what it sheds.
    """

    def __init__(self, rows: vec[Int], top: Int, patience: Int) -> None:
        self.rows: vec[Int] = rows
        self.top: Int = top
        self.patience: Int = patience
        self.path: vec[Int] = vec[Int]()
        self.tiles: vec[Int] = vec[Int]()
        self.pips: Int = 0

    def search(self, number: Int, depth: Int, pips: Int) -> None:
        """Goes on from a number, with so many tiles and pips in the run so far."""
        row = self.rows[number]
        other = self.top
        went_on = False
        while row != 0 and self.patience > 0:
            if row & BIT[other] != 0:
                row ^= BIT[other]
                self.patience -= 1
                went_on = True
                toggle(self.rows, number, other)
                if depth < len(self.path):
                    self.path[depth] = TILE[WIDTH * number + other]
                else:
                    self.path = append(self.path, TILE[WIDTH * number + other])
                self.search(other, depth + 1, pips + number + other)
                toggle(self.rows, number, other)
            other -= 1
        if not went_on and pips > self.pips:
            self.pips = pips
            self.tiles = self.path[:depth]

    def pips_before(self, tile: Int) -> Int:
        """Gives the pips that the run sheds if a tile is laid elsewhere."""
        pips: Int = 0
        for planned in self.tiles:
            if planned == tile:
                return pips
            pips += PIPS[planned]
        return pips


def toggle(rows: vec[Int], one: Int, other: Int) -> None:
    """Takes the tile with two numbers out of some rows, or puts it back."""
    rows[one] ^= BIT[other]
    if one != other:
        rows[other] ^= BIT[one]


class TrainPolicy(Policy):
    """Plans its own train, sheds pips elsewhere, and answers its doubles."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # What things are worth, in pips shed; found by playing against itself.
        self.run: float = 0.5
        self.unanswered: float = 14.0
        self.marker: float = 6.0
        self.own: float = 2.0
        # So many tiles are tried in search of the best run: of one's plan, when a train is begun
        # at once as far as it goes, and for another beginning of it.
        self.patience: Int = 16
        self.much_patience: Int = 80
        self.little_patience: Int = 8
        # A plan is worth less when somebody has fewer tiles than this.
        self.calm: float = 1.0
        # What is left of the pips outside the run when a round that is cut off ends; of the run
        # itself hardly anything is.
        self.rest_left: float = 0.6

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what each move is worth, in pips."""
        assert isinstance(round, TrainRound)
        rules = round.rules
        line = round.line
        train = round.turn + 1
        own = round.hands.rows[round.turn * WIDTH : round.turn * WIDTH + WIDTH]
        in_series = round.begins or round.begun & BIT[train] == 0
        plan = Run(own, rules.top, self.much_patience if in_series else self.patience)
        if line.tiles > 0:
            plan.search(line.ends[train], 0, 0)
        weight = self.run * self.haste(round)
        found = vec[float]()
        for move in moves:
            arm = move // rules.tiles
            tile = move - arm * rules.tiles
            if move >= rules.plays:
                value = SILLY
            elif round.hands.sizes[round.turn] == 1:
                value = OUT
            elif arm != train:
                value = float(PIPS[tile]) + weight * float(plan.pips_before(tile))
            else:
                value = float(PIPS[tile]) + self.own
                follows = float(self.pips_after(plan, line, arm, tile))
                value += follows if in_series else weight * follows
                if round.marked & BIT[train] != 0:
                    value += self.marker
            if move < rules.plays and is_unanswered(own, line, tile):
                value -= self.unanswered
            found = append(found, value)
        return found

    def pips_after(self, plan: Run, line: Line, arm: Int, tile: Int) -> Int:
        """Gives the pips of the run that can follow a tile on one's own train."""
        if len(plan.tiles) > 0 and plan.tiles[0] == tile:
            return plan.pips - PIPS[tile]
        toggle(plan.rows, HIGH[tile], LOW[tile])
        other = Run(plan.rows, plan.top, self.little_patience)
        other.search(HIGH[tile] + LOW[tile] - line.ends[arm], 0, 0)
        toggle(plan.rows, HIGH[tile], LOW[tile])
        return other.pips

    def haste(self, round: TrainRound) -> float:
        """Says how much a plan for several turns counts while others may go out."""
        fewest = self.calm
        for seat in range(round.rules.players):
            tiles = float(round.hands.sizes[seat])
            if seat != round.turn and tiles < fewest:
                fewest = tiles
        return fewest / self.calm

    def standing(self, round: Round) -> vec[float]:
        """Estimates the pips with which everybody will end, from all hands of the world."""
        assert isinstance(round, TrainRound)
        if round.over or round.line.tiles == 0:
            return super().standing(round)
        players = round.rules.players
        left = vec[float]()
        mean = 0.0
        for seat in range(players):
            rows = round.hands.rows[seat * WIDTH : seat * WIDTH + WIDTH]
            plan = Run(rows, round.rules.top, self.patience)
            plan.search(round.line.ends[seat + 1], 0, 0)
            likely = self.rest_left * float(round.hands.pips(seat) - plan.pips)
            left = append(left, likely)
            mean += likely / float(players)
        for seat in range(players):
            left[seat] = mean - left[seat]
        return left


def is_unanswered(own: vec[Int], line: Line, tile: Int) -> bool:
    """Tells whether a tile is a double that needs an answer which its player lacks."""
    number = HIGH[tile]
    return number == LOW[tile] and own[number] == BIT[number] and line.left[number] > 1


class SuperPolicy(Policy):
    """Uses the powers, shuts the next player out, and keeps what fits."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # What things are worth, in tiles; found by playing against itself.
        self.next_stuck: float = 2.0
        self.own_stuck: float = 3.0
        self.own_scarce: float = 2.0
        self.drawn_by_other: float = 1.5
        self.again: float = 0.8
        self.skipped: float = 0.5
        self.double_shed: float = 0.0
        self.pip: float = 0.002
        # How much sooner a hand with fewer tiles is out, and what is left to the others then.
        self.shorter: float = 0.2
        self.left: float = 0.7

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what each move is worth, in tiles."""
        assert isinstance(round, SuperRound)
        rules = round.rules
        sight = SuperSight(round)
        found = vec[float]()
        for move in moves:
            arm = move // rules.tiles
            if move >= rules.plays:
                value = -1.0
            elif sight.size == 1:
                value = OUT
            else:
                value = self.value_of(sight, round, arm, move - arm * rules.tiles)
            found = append(found, value)
        return found

    def value_of(self, sight: SuperSight, round: SuperRound, arm: Int, tile: Int) -> float:
        """Says what a tile on an arm is worth."""
        players = round.rules.players
        is_double = HIGH[tile] == LOW[tile]
        left = HIGH[tile] if is_double else HIGH[tile] + LOW[tile] - round.line.ends[arm]
        value = self.pip * float(PIPS[tile])
        if round.superb.by_pips:
            value *= 20.0
        if left == OTHERS_DRAW:
            value += self.drawn_by_other * float(players - 1)
        skips = is_double and arm > 0 and (left != SPELL or round.superb.skip_on_13_13)
        if skips and left != AGAIN:
            value += self.skipped
        if is_double:
            value += self.double_shed
        sight.lay(round, arm, left)
        fitting = sight.own_fitting(tile)
        if left == AGAIN:
            return value + (self.again if fitting > 0 else 0.0)
        turns = round.direction if left != REVERSAL or players == 2 else -round.direction
        if skips:
            turns += turns
        following = (sight.seat + turns + 2 * players) % players
        if following != sight.seat:
            size = round.hands.sizes[following]
            if left == OTHERS_DRAW:
                size += 1
            value += self.next_stuck * sight.chance_stuck(size)
        if fitting == 0:
            return value - self.own_stuck
        return value - self.own_scarce / float(fitting)

    def standing(self, round: Round) -> vec[float]:
        """Estimates who will go out by the sizes of all hands, and what they will get for it."""
        assert isinstance(round, SuperRound)
        if round.over:
            return super().standing(round)
        players = round.rules.players
        lost = vec[float]()
        hopes = vec[float]()
        hope = 0.0
        all_lost = 0.0
        for seat in range(players):
            size = round.hands.sizes[seat]
            worth = float(round.hands.pips(seat) if round.superb.by_pips else size)
            lost = append(lost, worth)
            all_lost += worth
            chance = 1.0
            for _ in range(size):
                chance *= 1.0 - self.shorter
            hopes = append(hopes, chance)
            hope += chance
        points = round.points()
        paid = 0.0
        for seat in range(players):
            paid += hopes[seat] / hope * (all_lost - lost[seat]) * self.left
        found = vec[float]()
        for seat in range(players):
            won = hopes[seat] / hope * (all_lost - lost[seat]) * self.left
            if round.superb.zero_sum:
                # Who does not win pays for what is left in their hand.
                found = append(found, won - (1.0 - hopes[seat] / hope) * lost[seat] * self.left)
            else:
                found = append(found, float(points[seat]) + won - paid / float(players))
        return found


class SuperSight:
    """What the mover knows in Super Dominos: their hand, how many tiles of each number are out of
    sight, and what the next player can lay on once a tile lies."""

    def __init__(self, round: SuperRound) -> None:
        line = round.line
        seat = round.turn
        self.seat: Int = seat
        self.size: Int = round.hands.sizes[seat]
        self.rows: vec[Int] = round.hands.rows
        self.start: Int = seat * WIDTH
        self.hidden: Int = round.rules.tiles - line.tiles - self.size
        self.unseen: vec[Int] = ZEROS[:WIDTH]
        # The doubles out of sight, and those in hand but for 13-13, which fits a 13 anyway.
        self.doubles: Int = round.doubles_left
        self.own_doubles: Int = 0
        for number in range(WIDTH):
            row = self.rows[self.start + number]
            self.unseen[number] = line.left[number] - bits(row)
            if row & BIT[number] != 0:
                self.doubles -= 1
                if number != SPELL:
                    self.own_doubles += 1
        # The numbers at the ends, and how many legs show each.
        self.legs: vec[Int] = ZEROS[:WIDTH]
        self.ends: Int = 0
        for arm in range(1, LEGS + 1):
            if line.ends[arm] >= 0:
                self.legs[line.ends[arm]] += 1
                self.ends |= BIT[line.ends[arm]]
        # What is asked for after a tile, and whether a spell lets doubles answer.
        self.asked: Int = 0
        self.bewitched: bool = False

    def lay(self, round: SuperRound, arm: Int, left: Int) -> None:
        """Finds what is asked for when a tile on an arm leaves a number."""
        fresh = round.line.fresh & ~BIT[arm]
        self.bewitched = left == SPELL or (round.spell == ON_START and fresh != 0)
        if self.bewitched:
            self.asked = BIT[SPELL]
            return
        self.asked = self.ends | BIT[left]
        if arm > 0:
            end = round.line.ends[arm]
            if end != left and self.legs[end] == 1:
                self.asked &= ~BIT[end]

    def own_fitting(self, tile: Int) -> Int:
        """Counts the mover's tiles that fit when a tile has left the hand."""
        found = touching(self.rows, self.start, self.asked, 0)
        if MARKS[tile] & self.asked != 0:
            found -= 1
        if self.bewitched:
            found += self.own_doubles
            if HIGH[tile] == LOW[tile] and HIGH[tile] != SPELL:
                found -= 1
        return found

    def chance_stuck(self, tiles: Int) -> float:
        """Estimates how likely none of so many tiles out of sight fits."""
        if self.hidden == 0:
            return 0.0
        fitting: Int = 0
        numbers: Int = 0
        asked = self.asked
        while asked != 0:
            bit = asked & -asked
            asked ^= bit
            fitting += self.unseen[PLACE[bit % 19]]
            numbers += 1
        # Two of the numbers may be on one tile, which is counted twice if it is not laid.
        share = float(self.hidden) / 136.0
        expected = float(fitting) - share * float(numbers * (numbers - 1)) / 2.0
        if self.bewitched:
            expected += float(self.doubles)
        misses = 1.0 - expected / float(self.hidden)
        if misses <= 0.0:
            return 0.0
        stuck = 1.0
        while tiles > 0:
            stuck *= misses
            tiles -= 1
        return stuck


add_policy("mexican-train", TrainPolicy(4.0))
add_policy("super-dominos", SuperPolicy(0.5))
