"""Quick minds for the games that build a line.

They weigh what the greedy bots weigh: the pips that a tile sheds, the numbers kept, one's own
tiles that fit the new ends, and the chance that the others have none. All of it is counted with
masks. Tiles that the mover has not seen are looked up wherever they lie, but only as one heap; and
who passed or drew is taken to lack what the ends then asked for.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.bots.dominoes import bits, touching
from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, SEAT_MASK, Round
from sobremesa.families.lines.bergen import DOUBLE_HEADER, TRIPLE_HEADER, BergenRound
from sobremesa.families.lines.claims import ClaimRound
from sobremesa.families.lines.lead import TO_CALL, TO_CLAIM
from sobremesa.families.lines.line import EAST, NO_TILE, NORTH, WEST, Line
from sobremesa.families.lines.muggins import MugginsRound
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.tree import LONG_SIDES
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS, PIPS, PLACE, WIDTH, ZEROS

# Going out is better than anything else, and what nobody should do is worse, but neither is so
# sure that a round in which somebody did otherwise would be impossible.
OUT: Final = 150.0
SILLY: Final = -60.0
# What a point is worth where fifteen make eight and pips are not scored.
LARGE_POINT: Final = 4.0
# The others whose chances are weighed, from the left on.
NEIGHBOURS: Final[Int] = 3
# The numbers that make a multiple of five with a count, by its rest.
FIVES: Final = vec[Int]([
    sum(1 << number for number in range(16) if (rest + number) % 5 == 0) for rest in range(5)
])


class Sight:
    """What the mover knows of a hand, counted out.

    `rows` are those of all hands; the mover's begin at `start`, and no others are looked at.
    `hidden` tiles are out of sight, and `lacks[s]` has the numbers that seat s has shown to lack.
    The rest is the line as it would lie after a tile.
    """

    def __init__(self, round: LineRound, branches: Int) -> None:
        hands = round.hands
        self.seat: Int = round.turn
        self.size: Int = hands.sizes[round.turn]
        self.top: Int = round.rules.top
        self.rows: vec[Int] = hands.rows
        self.start: Int = round.turn * WIDTH
        self.heap: vec[Int] = ZEROS
        self.is_heaped: bool = False
        self.lacks: vec[Int] = lacks_shown(round, branches)
        self.hidden: Int = round.rules.tiles - round.line.tiles - self.size
        # The numbers in the mover's hand.
        self.held: Int = 0
        for number in range(self.top + 1):
            if self.rows[self.start + number] != 0:
                self.held |= BIT[number]
        self.ends: vec[Int] = round.line.ends[:]
        self.fresh: Int = 0
        self.cross: Int = 0
        self.spinner: Int = NO_TILE
        # The first of the two arms that the tile would open, or 0.
        self.opened: Int = 0

    def unseen(self, round: LineRound) -> vec[Int]:
        """Gives the rows of the tiles that are out of sight, gathered when first asked for."""
        if not self.is_heaped:
            self.heap = unseen_rows(round)
            self.is_heaped = True
        return self.heap

    def numbers_kept(self, tile: Int) -> Int:
        """Counts the numbers that the mover keeps without a tile."""
        high = HIGH[tile]
        low = LOW[tile]
        held = self.held
        if self.rows[self.start + high] == BIT[low]:
            held ^= BIT[high]
        if high != low and self.rows[self.start + low] == BIT[high]:
            held ^= BIT[low]
        return bits(held)

    def ends_held(self, asked: Int, tile: Int) -> Int:
        """Counts the numbers asked for that the mover keeps without a tile."""
        found: Int = 0
        while asked != 0:
            bit = asked & -asked
            asked ^= bit
            row = self.rows[self.start + PLACE[bit % 19]]
            if bit == BIT[HIGH[tile]]:
                row &= ~BIT[LOW[tile]]
            elif bit == BIT[LOW[tile]]:
                row &= ~BIT[HIGH[tile]]
            if row != 0:
                found += 1
        return found

    def chance_stuck(self, tiles: Int, size: Int) -> float:
        """Estimates how likely a hand of some size has none of so many hidden tiles."""
        if self.hidden == 0:
            return 1.0
        misses = 1.0 - float(size) / float(self.hidden)
        stuck = 1.0
        while tiles > 0:
            stuck *= misses
            tiles -= 1
        return stuck


def unseen_rows(round: LineRound) -> vec[Int]:
    """Gathers the tiles that the seat to decide does not see, wherever they are."""
    found = ZEROS[:WIDTH]
    rows = round.hands.rows
    numbers = round.rules.top + 1
    for seat in range(round.rules.players):
        if seat != round.turn:
            start = seat * WIDTH
            for number in range(numbers):
                found[number] |= rows[start + number]
    deck = round.deck
    for place in range(round.next, len(deck)):
        tile = deck[place]
        found[HIGH[tile]] |= BIT[LOW[tile]]
        found[LOW[tile]] |= BIT[HIGH[tile]]
    return found


def pips_in(rows: vec[Int], start: Int) -> Int:
    """Adds up the pips of tiles given by their rows, which begin at `start`."""
    total: Int = 0
    for number in range(1, WIDTH):
        row = rows[start + number]
        total += number * bits(row)
        # A double stands in one row and has two halves.
        if row & BIT[number] != 0:
            total += number
    return total


def lacks_shown(round: LineRound, branches: Int) -> vec[Int]:
    """Finds for every seat the numbers that it has shown to lack, a bit for each.

    The log is followed back from the ends as they are. A drawn tile was laid if it fitted, so the
    ends at the last draw are lacked too; what was lacked before may have come with it.
    """
    rules = round.rules
    line = round.line
    log = round.log
    lying = line.tiles
    if len(log) + len(round.laid) == lying:
        return ZEROS
    lacks = ZEROS[: rules.players]
    ends = line.ends[:]
    drew: Int = 0
    closed: Int = 0
    place: Int = len(log) - 1
    while place >= 0:
        entry = log[place]
        place -= 1
        move = entry & MOVE_MASK
        if move < rules.plays:
            arm = move // rules.tiles
            take_back(rules.point(arm), move - arm * rules.tiles, line, ends)
            lying -= 1
        elif move == rules.pass_move or move == rules.draw_move:
            seat = (entry >> MOVE_BITS) & SEAT_MASK
            if closed & BIT[seat] == 0:
                if 0 < lying <= branches:
                    lacks[seat] |= BIT[HIGH[line.spinner]]
                else:
                    lacks[seat] |= asked_by(line.mates, ends)
            if move == rules.draw_move:
                closed |= drew & BIT[seat]
                drew |= BIT[seat]
    return lacks


def take_back(arm: Int, tile: Int, line: Line, ends: vec[Int]) -> None:
    """Gives an arm the end that it had before a tile was laid there; -1 where that is not known."""
    if arm == 0:
        for other in range(1, len(ends)):
            ends[other] = -1
        return
    short = line.short_end(tile)
    if short > 0:
        ends[short] = -1
        ends[short + 1] = -1
    if ends[arm] >= 0:
        known = line.wild[tile] == 0
        ends[arm] = line.mates[HIGH[tile] + LOW[tile] - ends[arm]] if known else -1


def asked_by(mates: vec[Int], ends: vec[Int]) -> Int:
    """Gathers the numbers that some ends ask for."""
    asked: Int = 0
    for arm in range(1, len(ends)):
        end = ends[arm]
        if end >= 0:
            number = mates[end]
            if number >= 0:
                asked |= BIT[number]
    return asked


@mypyc_attr(allow_interpreted_subclasses=True)
class LinePolicy(Policy):
    """Sheds weight, keeps a spread of numbers, and shuts the others out."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # What things are worth, in pips shed; found by playing against itself.
        self.pip: float = 1.0
        self.double: float = 8.0
        self.number_kept: float = 1.5
        self.tile_that_fits: float = 1.5
        self.end_held: float = 0.0
        self.stuck: float = 12.0
        self.pip_won: float = 1.0
        # How many branches the lead gets before any may grow.
        self.branches: Int = 0

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what each move is worth, in pips."""
        assert isinstance(round, LineRound)
        sight = Sight(round, self.branches)
        tiles = round.rules.tiles
        found = vec[float]()
        for move in moves:
            value = SILLY
            if move < round.rules.plays:
                arm = move // tiles
                value = self.value_of(sight, round, arm, move - arm * tiles)
            found = append(found, value)
        return found

    def value_of(self, sight: Sight, round: LineRound, arm: Int, tile: Int) -> float:
        """Says what it is worth to lay a tile."""
        if arm == 0:
            sight.ends[WEST] = HIGH[tile]
            sight.ends[EAST] = LOW[tile]
            value = self.value_after(sight, round, arm, tile)
            sight.ends[WEST] = -1
            sight.ends[EAST] = -1
            return value
        end = sight.ends[arm]
        sight.ends[arm] = HIGH[tile] + LOW[tile] - end
        value = self.value_after(sight, round, arm, tile)
        sight.ends[arm] = end
        return value

    def value_after(self, sight: Sight, round: LineRound, arm: Int, tile: Int) -> float:
        """Says what it is worth to have laid a tile, with the ends as they are then."""
        if sight.size == 1:
            return OUT
        value = self.pip * float(PIPS[tile])
        if HIGH[tile] == LOW[tile]:
            value += self.double
        value += self.number_kept * float(sight.numbers_kept(tile))
        return value + self.value_of_line(sight, round, arm, tile)

    def value_of_line(self, sight: Sight, round: LineRound, arm: Int, tile: Int) -> float:
        """Says what the line is worth to the mover, who holds the rest of the hand."""
        asked = self.asked_after(sight, round.line, arm)
        fitting = self.fitting(sight.rows, sight.start, sight.top, asked, 0)
        if MARKS[tile] & asked != 0 or round.line.wild[tile] != 0:
            fitting -= 1
        hidden = self.hidden_fitting(sight, round, asked)
        if fitting + hidden == 0:
            return self.pip_won * gain_by_block(sight, round, tile, True)
        players = round.rules.players
        near = 0.0
        all_stuck = 1.0
        last = players
        if last > NEIGHBOURS + 1:
            last = NEIGHBOURS + 1
        for away in range(1, last):
            seat = (sight.seat + away * round.rules.step) % players
            fit = hidden
            if sight.lacks[seat] != 0:
                fit = self.fitting(sight.unseen(round), 0, sight.top, asked, sight.lacks[seat])
            stuck = sight.chance_stuck(fit, round.hands.sizes[seat])
            if round.rules.teams.are_partners(seat, sight.seat):
                near -= stuck / float(away)
            else:
                near += stuck / float(away)
            all_stuck *= stuck
        if fitting == 0:
            # Nobody, the mover included, may be able to go on.
            return self.pip_won * all_stuck * gain_by_block(sight, round, tile, False)
        value = self.tile_that_fits * float(fitting) + self.stuck * near
        if self.end_held != 0.0:
            value += self.end_held * float(sight.ends_held(asked, tile))
        return value

    def asked_after(self, sight: Sight, line: Line, arm: Int) -> Int:
        """Gathers the numbers that the next player can join."""
        if self.branches > 0 and line.fresh & ~BIT[arm] != 0:
            return BIT[HIGH[line.spinner]]
        return asked_by(line.mates, sight.ends)

    def fitting(self, rows: vec[Int], start: Int, top: Int, asked: Int, lacked: Int) -> Int:
        """Counts the tiles that fit, without those that show a lacked number."""
        return touching(rows, start, asked, lacked)

    def hidden_fitting(self, sight: Sight, round: LineRound, asked: Int) -> Int:
        """Counts the tiles out of sight that fit, twice if they do by either half."""
        found: Int = 0
        while asked != 0:
            bit = asked & -asked
            asked ^= bit
            number = PLACE[bit % 19]
            found += round.line.left[number] - bits(sight.rows[sight.start + number])
        return found


def gain_by_block(sight: Sight, round: LineRound, tile: Int, is_dead: bool) -> float:
    """Estimates the pips by which the mover is ahead of the others together, or partners of the
    other side; these draw all that can be drawn from a line that is dead."""
    others = round.rules.players - 1
    held = float(pips_in(sight.unseen(round), 0))
    if sight.hidden > 0 and (round.rules.draw_move < 0 or not is_dead):
        held *= float(sight.hidden - round.boneyard()) / float(sight.hidden)
    if round.rules.has_partners():
        # Of the three other hands one is the partner's.
        sizes = round.hands.sizes
        away = float(sizes[0] + sizes[1] + sizes[2] + sizes[3] - sight.size)
        ours = float(sizes[(sight.seat + 2) % 4])
        theirs = held * (1.0 - 2.0 * ours / away) if away > 0.0 else 0.0
        return theirs - float(pips_in(sight.rows, sight.start) - PIPS[tile])
    return held - float(others * (pips_in(sight.rows, sight.start) - PIPS[tile]))


@mypyc_attr(allow_interpreted_subclasses=True)
class ClaimPolicy(LinePolicy):
    """Counts the ends: takes points, leaves few, claims rightly and calls what is open."""

    def __init__(self, heat: float, point: float, point_left: float) -> None:
        super().__init__(heat)
        self.point: float = point
        self.point_left: float = point_left

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what each move is worth; a wrong claim or call is silly."""
        assert isinstance(round, ClaimRound)
        if round.asked != TO_CLAIM and round.asked != TO_CALL:
            return super().values(round, moves)
        rules = round.claiming
        worth = round.worth()
        right = rules.quiet_move
        if round.asked == TO_CLAIM:
            right = rules.claim_move
            while rules.claimed_by(right) != worth:
                right += 1
        elif worth > 0:
            right = rules.muggins_move
        found = vec[float]()
        for move in moves:
            found = append(found, 0.0 if move == right else SILLY)
        return found

    def value_after(self, sight: Sight, round: LineRound, arm: Int, tile: Int) -> float:
        """Adds the points that the tile makes, less those it leaves to the next player."""
        assert isinstance(round, ClaimRound)
        line = round.line
        turn_ends(sight, line, arm, tile, round.four_way)
        points = self.points(sight, round, arm, tile)
        point = self.point * self.scale(round)
        value = super().value_after(sight, round, arm, tile) + point * float(points)
        if sight.size > 1:
            rules = round.rules
            total = round.before[sight.seat] + round.won[sight.seat] + points
            seat = rules.following(sight.seat)
            if points > 0 and 0 < rules.target <= total and not rules.finish_hand:
                value = 2.0 * OUT
            elif sight.hidden > 0:
                held = float(round.hands.sizes[seat]) / float(sight.hidden)
                reply = self.reply(sight, round, sight.lacks[seat], held)
                value -= self.point_left * self.scale(round) * reply
        # Short ends that the tile has opened are closed again.
        if sight.opened > 0:
            sight.ends[sight.opened] = -1
            sight.ends[sight.opened + 1] = -1
        return value

    @abstractmethod
    def points(self, sight: Sight, round: ClaimRound, arm: Int, tile: Int) -> Int:
        """Counts the points of the line as it would lie."""

    def scale(self, round: ClaimRound) -> float:
        """Says how much more than usual a point is worth."""
        return 1.0

    @abstractmethod
    def reply(self, sight: Sight, round: ClaimRound, lacked: Int, held: float) -> float:
        """Estimates the points of the next player, who holds a certain tile as likely as that."""


def turn_ends(sight: Sight, line: Line, arm: Int, tile: Int, four_way: bool) -> None:
    """Finds which arms are fresh and which end across after a tile, and what is the spinner."""
    number = HIGH[tile]
    sight.fresh = line.fresh & ~BIT[arm]
    sight.cross = line.cross
    sight.spinner = line.spinner
    sight.opened = 0
    if number != LOW[tile]:
        sight.cross &= ~BIT[arm]
        short = line.opened_by(arm)
        if short > 0:
            open_short(sight, short, line.ends[arm])
        return
    if arm == 0:
        sight.fresh = BIT[WEST] | BIT[EAST]
    elif four_way and line.spinner == NO_TILE:
        sight.fresh = BIT[arm]
    else:
        sight.cross |= BIT[arm]
    if four_way and line.spinner == NO_TILE:
        sight.spinner = tile
        open_short(sight, NORTH, number)


def open_short(sight: Sight, short: Int, number: Int) -> None:
    """Opens the short ends of a double, whose arms are `short` and the next."""
    sight.opened = short
    sight.fresh |= BIT[short] | BIT[short + 1]
    sight.ends[short] = number
    sight.ends[short + 1] = number


class MugginsPolicy(ClaimPolicy):
    """Looks out for fives, or for what else scores."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat, 3.0, 2.3)
        self.pip = 0.6
        self.number_kept = 1.0
        self.stuck = 19.0

    def points(self, sight: Sight, round: ClaimRound, arm: Int, tile: Int) -> Int:
        """Adds up the ends, and takes what the sum scores, unless it passes the target."""
        assert isinstance(round, MugginsRound)
        total: Int = 0
        arms: Int = 0
        for other in range(1, len(sight.ends)):
            if sight.ends[other] >= 0 and sight.fresh & BIT[other] == 0:
                arms += 1
                total += shown_at(sight, other)
        if sight.spinner >= 0:
            total += shown_spinner(sight, round, arms)
        elif sight.fresh & LONG_SIDES != 0:
            total += shown_double(sight)
        points = round.muggins.worths[total]
        return 0 if round.would_pass(sight.seat, points) else points

    def scale(self, round: ClaimRound) -> float:
        """Counts a point for more where a count of fifteen makes three or eight (MUGGINS-R27)."""
        assert isinstance(round, MugginsRound)
        if round.muggins.out_counts_one:
            return LARGE_POINT
        return float(round.muggins.point_worth)

    def reply(self, sight: Sight, round: ClaimRound, lacked: Int, held: float) -> float:
        """Goes through the tiles that would make the ends score."""
        assert isinstance(round, MugginsRound)
        unseen = sight.unseen(round)
        worths = round.muggins.worths
        by_fives = round.muggins.counts_fives
        total: Int = 0
        arms: Int = 0
        count: Int = len(sight.ends)
        for arm in range(1, count):
            if sight.ends[arm] >= 0 and sight.fresh & BIT[arm] == 0:
                arms += 1
                total += shown_at(sight, arm)
        likely = 0.0
        without = held
        for arm in range(1, count):
            number = sight.ends[arm]
            if number < 0 or lacked & BIT[number] != 0:
                continue
            base = total
            begun = arms
            if sight.fresh & BIT[arm] != 0:
                if sight.fresh & round.line.before(arm) != 0:
                    continue
                begun += 1
            else:
                base -= shown_at(sight, arm)
            if sight.spinner >= 0:
                base += shown_spinner(sight, round, begun)
            elif sight.fresh & LONG_SIDES & ~BIT[arm] != 0:
                base += shown_double(sight)
            row = unseen[number] & ~lacked
            if row & BIT[number] != 0 and worths[base + 2 * number] > 0:
                likely += without * float(worths[base + 2 * number])
                without *= 1.0 - held
            row &= ~BIT[number]
            if by_fives:
                row &= FIVES[base % 5]
            while row != 0:
                bit = row & -row
                row ^= bit
                points = worths[base + PLACE[bit % 19]]
                if points > 0 or by_fives:
                    likely += without * float(points)
                    without *= 1.0 - held
        return likely


def shown_spinner(sight: Sight, round: MugginsRound, arms: Int) -> Int:
    """Gives what the one spinner counts that so many arms have left."""
    if arms < 2:
        return PIPS[sight.spinner]
    return (4 - arms) * HIGH[sight.spinner] if round.muggins.is_sniff else 0


def shown_double(sight: Sight) -> Int:
    """Gives what a led double counts that is not the one spinner and has a free side."""
    return 2 * sight.ends[WEST] if sight.fresh & BIT[WEST] != 0 else 2 * sight.ends[EAST]


def shown_at(sight: Sight, arm: Int) -> Int:
    """Gives what an arm counts, a double across its end with both halves."""
    return 2 * sight.ends[arm] if sight.cross & BIT[arm] != 0 else sight.ends[arm]


class BergenPolicy(ClaimPolicy):
    """Looks out for ends that are alike."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat, 16.0, 13.0)
        self.double = 5.0

    def points(self, sight: Sight, round: ClaimRound, arm: Int, tile: Int) -> Int:
        """Gives two points for ends that are alike, three with a double among them."""
        assert isinstance(round, BergenRound)
        is_double = HIGH[tile] == LOW[tile]
        if arm == 0:
            return DOUBLE_HEADER if is_double else 0
        if sight.ends[WEST] != sight.ends[EAST]:
            return 0
        has_double = (sight.cross | sight.fresh) & (BIT[WEST] | BIT[EAST]) != 0
        if has_double and not (is_double and round.bergen.single_last):
            return TRIPLE_HEADER
        return DOUBLE_HEADER

    def reply(self, sight: Sight, round: ClaimRound, lacked: Int, held: float) -> float:
        """Looks for the one tile that makes both ends alike."""
        unseen = sight.unseen(round)
        west = sight.ends[WEST]
        east = sight.ends[EAST]
        if unseen[west] & BIT[east] == 0 or lacked & (BIT[west] | BIT[east]) != 0:
            return 0.0
        doubles = (sight.cross | sight.fresh) & (BIT[WEST] | BIT[EAST])
        return held * (3.0 if west == east or doubles != 0 else 2.0)


class MatadorPolicy(LinePolicy):
    """Keeps matadors for the ends that nothing else opens."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        self.double = 3.0
        self.matador: float = 14.0

    def value_of(self, sight: Sight, round: LineRound, arm: Int, tile: Int) -> float:
        """Joins by the half that adds up, or a matador by the half chosen, and takes off what a
        matador in the hand is worth, unless it goes out with it."""
        if arm == 0:
            value = super().value_of(sight, round, arm, tile)
        else:
            line = round.line
            point = arm - EAST if arm > EAST else arm
            end = sight.ends[point]
            if line.wild[tile] == 0:
                sight.ends[point] = PIPS[tile] - line.mates[end]
            elif arm <= EAST:
                sight.ends[point] = LOW[tile]
            else:
                sight.ends[point] = HIGH[tile]
            value = self.value_after(sight, round, point, tile)
            sight.ends[point] = end
        if round.line.wild[tile] == 0 or sight.size == 1:
            return value
        return value - self.matador

    def fitting(self, rows: vec[Int], start: Int, top: Int, asked: Int, lacked: Int) -> Int:
        """Adds the matadors that have not been counted for one of their numbers."""
        found = touching(rows, start, asked, lacked)
        if rows[start] & 1 != 0 and (asked & ~lacked & 1 == 0 or lacked & 1 != 0):
            found += 1
        # The halves of the others add up to one more than the highest number.
        low: Int = 1
        high = top
        while low <= high:
            if rows[start + high] & BIT[low] != 0:
                marks = BIT[high] | BIT[low]
                if marks & asked & ~lacked == 0 or marks & lacked != 0:
                    found += 1
            low += 1
            high -= 1
        return found

    def hidden_fitting(self, sight: Sight, round: LineRound, asked: Int) -> Int:
        """Counts the tiles out of sight that fit, matadors included."""
        return self.fitting(sight.unseen(round), 0, sight.top, asked, 0)


class DrawPolicy(LinePolicy):
    """Knows that who is stuck has to draw."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        self.pip = 0.75
        self.stuck = 50.0


class SebastopolPolicy(LinePolicy):
    """Knows that four branches come first."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        self.branches = 4


add_policy("block", LinePolicy(3.0))
add_policy("draw", DrawPolicy(3.0))
add_policy("muggins", MugginsPolicy(3.0))
add_policy("bergen", BergenPolicy(3.0))
add_policy("matador", MatadorPolicy(3.0))
add_policy("sebastopol", SebastopolPolicy(3.0))
add_policy("tiddle-a-wink", LinePolicy(3.0))
