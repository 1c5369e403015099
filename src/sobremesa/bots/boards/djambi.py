"""Bots for Djambi: one by rules of thumb, and a search that looks turns ahead.

Both judge a position by the same things (judge.py). The greedy bot takes the turn after which it
stands best. The search goes on from there, one turn more at a time until it has looked at as many
positions as its level allows. Counting positions and not time, it chooses the same turn again
wherever it is asked again.

With two players the search is plain alpha-beta. With more there are three outlooks on the others:
they all play against the searcher (paranoid); each of them plays for itself (max^n); or they
share one turn between two of the searcher's, the worst for the searcher that any of them has
(best reply).

Where a piece can put a corpse or a living piece on a hundred squares, the root of the search
weighs them all and follows the best; further down only a few stand for them.
"""

from __future__ import annotations

import math
from typing import Final, cast

from sobremesa.bots.boards.judge import KINGDOM, SEARCHING, THUMB, Judge
from sobremesa.bots.bot import Bot, add_bot
from sobremesa.bots.thoughts import POSITIONS, UNKNOWN, Thoughts, Weighed
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.core.game import Round, View
from sobremesa.core.rng import Rng
from sobremesa.families.boards.board import (
    AT,
    BIT,
    CAMP_SIZE,
    CENTRE,
    CORPSE,
    DECLINE,
    EMPTY,
    ENDING,
    ESTATE,
    IN,
    KIND,
    KINDS,
    NECROMOBILE,
    ONWARD,
    OWNER,
    PIECES,
    PLACE,
    PRINCE,
    REMOTE_KILLER,
    ROTATION,
    TURN,
    UNFINISHED,
    ZOOMOBILE,
)
from sobremesa.families.boards.djambi import Djambi, DjambiRound
from sobremesa.families.boards.position import Position
from sobremesa.families.boards.squares import DIRECTIONS, SIDES, parse_square
from sobremesa.families.boards.views import BoardView

# How the others are taken to play.
PARANOID: Final[Int] = 0
MAX_N: Final[Int] = 1
BEST_REPLY: Final[Int] = 2

# How many turns of the root are followed, how many of them with the same piece and square,
# and how many quiet turns further down.
WIDTH: Final[Int] = 28
SAME: Final[Int] = 3
QUIET_TURNS: Final[Int] = 7
DEEPEST: Final[Int] = 16
# More turns than are ever listed for a position: an empty square is reached from eight sides at
# most, a piece runs into eight others, and four remote killers shoot to four sides.
ROOM: Final[Int] = 2200
# What a quiet turn promises at most, what is added to one that cut short the search of a sister
# of the position, and what a kill promises at least.
QUIET_MOST: Final[Int] = 9999
REFUTED: Final[Int] = 5000
KILL: Final[Int] = 10000
# What a quiet turn promises at a glance if it changes nothing, and at most.
AS_BEFORE: Final[Int] = 200
GLANCE_MOST: Final[Int] = 1000
# Entries of the table, a power of two.
TABLE: Final[Int] = 1 << 15
EXACT: Final[Int] = 0
AT_LEAST: Final[Int] = 1
AT_MOST: Final[Int] = 2
# Beyond every value.
ENDLESS: Final[Int] = 4 * KINGDOM

# Positions looked at by the levels of the search. Compiled, they take about a fiftieth of a
# second, a tenth and one second; plain Python is far slower and looks at fewer.
NODES: Final = {"search-fast": 8000, "search": 40000, "search-deep": 400000}
# So many are looked at within about half a second.
QUICK_NODES: Final = 200000
PLAIN_SHARE: Final = 25
# Positions between two breaths.
BREATH: Final[Int] = 500
IS_PLAIN: Final = __file__.endswith(".py")


class Search:
    """Looks ahead from one position for one seat.

    `quiets` is how many quiet turns it follows below the root, and `entries` the size of its
    table of positions, a power of two.
    """

    def __init__(
        self, position: Position, seat: Int, nodes: Int, outlook: Int = PARANOID,
        quiets: Int = QUIET_TURNS, entries: Int = TABLE,
    ) -> None:
        self.position: Position = position
        self.seat: Int = seat
        # With two players left the others are one, and all outlooks the same.
        self.outlook: Int = PARANOID if position.are_two_left() else outlook
        self.quiets: Int = quiets
        self.judge: Judge = Judge(position, seat, SEARCHING)
        self.judges: list[Judge] = [
            Judge(position, other, SEARCHING) for other in range(position.rules.players)
        ]
        self.left: Int = nodes
        # How many turns ahead the last search that came to its end looked.
        self.reached: Int = 1
        self.mask: Int = entries - 1
        self.keys: vec[Int] = vec[Int]([0] * entries)
        self.values: vec[Int] = vec[Int]([0] * entries)
        # For each entry the best turn, and the depth with the kind of value.
        self.best: vec[Int] = vec[Int]([0] * entries)
        self.kinds: vec[Int] = vec[Int]([0] * entries)
        # How much a piece going to a square promised at a glance, and how often it cut a search
        # short; and what did so last, so many turns from the root.
        self.history: vec[Int] = vec[Int]([0] * (PIECES * 256))
        self.refuters: vec[Int] = vec[Int]([0] * (DEEPEST + 1))
        # The turns that are being tried, so many turns from the root, and their promise.
        self.turns: vec[Int] = vec[Int]([0] * (ROOM * (DEEPEST + 1)))
        self.scores: vec[Int] = vec[Int]([0] * (ROOM * (DEEPEST + 1)))
        # What is in it for everybody, so many turns from the root.
        self.gains: vec[Int] = vec[Int]([0] * (4 * (DEEPEST + 2)))
        # Where a corpse would encircle an enemy of whoever is to move, or 0.
        self.gap: Int = 0
        # The turns of the root, what seems best first.
        self.roots: vec[Int] = vec[Int]()

    def choose(self, turns: vec[Int], rng: Rng) -> Int:
        """Chooses among the turns of the root, one turn deeper at a time."""
        self.glance()
        roots = best_of(turns, self.weigh(turns, rng))
        depth: Int = 2
        while depth <= DEEPEST and self.left > 0 and len(roots) > 1:
            if not self.deepen(roots, depth):
                break
            self.reached = depth
            depth += 1
        self.roots = roots
        return roots[0]

    def compare(self, groups: list[vec[Int]]) -> list[int]:
        """Values the best turn of each of some groups, all looked at equally deep."""
        self.glance()
        values: list[int] = []
        depth: Int = 1
        while depth <= DEEPEST:
            found: list[int] = []
            for turns in groups:
                best: Int = -2 * KINGDOM
                for turn in turns:
                    self.position.make(turn)
                    best = max(best, self.value_of_root(depth - 1, best, 0))
                    self.position.unmake()
                found.append(int(best))
            if values and self.left <= 0:
                break
            values = found
            self.reached = depth
            depth += 1
        return values

    def glance(self) -> None:
        """Looks at where every piece can run, and what its owner would make of that.

        It is only for the order in which turns are tried.
        """
        row = self.position.row
        mover = row[TURN]
        for piece in range(PIECES):
            owner = row[OWNER + piece]
            if owner < ESTATE:
                # How far a warrior goes depends on whose turn it is (DJAMBI-R20).
                row[TURN] = owner
                targets = self.position.targets(piece)
                row[TURN] = mover
                self.glance_at(piece, targets, self.judges[owner])
        breathe()

    def glance_at(self, piece: Int, targets: vec[Int], judge: Judge) -> None:
        """Notes what the squares promise to which a piece can run."""
        row = self.position.row
        origin = row[AT + piece]
        before = judge.value(0)
        for target in targets:
            if row[target] == EMPTY:
                row[origin] = EMPTY
                row[target] = piece + 1
                row[AT + piece] = target
                gain = judge.value(0) - before + AS_BEFORE
                row[AT + piece] = origin
                row[target] = EMPTY
                row[origin] = piece + 1
                self.left -= 1
                self.history[piece * 256 + target] = min(max(gain, 0), GLANCE_MOST)

    def weigh(self, turns: vec[Int], rng: Rng) -> vec[Int]:
        """Values the position after every turn of the root, with a little chance."""
        values = vec[Int]()
        for turn in turns:
            self.position.make(turn)
            self.left -= 1
            value = self.judge.value(DEEPEST)
            self.position.unmake()
            values = append(values, 4 * value + rng.below(4))
        return values

    def deepen(self, roots: vec[Int], depth: Int) -> bool:
        """Searches the turns of the root so deep, and brings the best to the front.

        Answers whether all of them were searched.
        """
        alpha = -2 * KINGDOM
        for place in range(len(roots)):
            self.position.make(roots[place])
            value = self.value_of_root(depth - 1, alpha, place)
            self.position.unmake()
            if self.left <= 0:
                return False
            if value > alpha:
                alpha = value
                move_to_front(roots, place)
        return alpha < KINGDOM

    def value_of_root(self, depth: Int, alpha: Int, place: Int) -> Int:
        """Values the position after a turn of the root; only more than `alpha` is of interest."""
        if self.outlook == MAX_N:
            self.share(depth, 1)
            return self.gains[4 + self.seat]
        if place > 0:
            value = self.value(depth, alpha, alpha + 1, 1)
            if value <= alpha or self.left <= 0:
                return value
        return self.value(depth, alpha, 2 * KINGDOM, 1)

    def is_horizon(self, depth: Int) -> bool:
        """Counts a position, and tells whether it is judged as it stands."""
        row = self.position.row
        self.left -= 1
        if self.left % BREATH == 0:
            breathe()
        return (
            depth <= 0 or self.left <= 0 or row[ENDING] != UNFINISHED
            or row[IN] & BIT[self.seat] == 0
        )

    def value(self, depth: Int, alpha: Int, beta: Int, ply: Int) -> Int:
        """Values a position by looking the given number of turns ahead.

        It is `ply` turns from the root.
        """
        if self.is_horizon(depth):
            return self.judge.value(depth)
        key = self.position.key
        slot = key & self.mask
        known: Int = -1
        if self.keys[slot] == key:
            known = self.best[slot]
            if self.kinds[slot] >> 2 >= depth:
                kind = self.kinds[slot] & 3
                found = self.values[slot]
                if kind == EXACT or (kind == AT_LEAST and found >= beta) or (
                    kind == AT_MOST and found <= alpha
                ):
                    return found
        if self.outlook == BEST_REPLY and self.position.row[TURN] != self.seat:
            return self.reply(depth, alpha, beta, ply)
        return self.look(depth, alpha, beta, key, known, ply)

    def look(self, depth: Int, alpha: Int, beta: Int, key: Int, known: Int, ply: Int) -> Int:
        """Tries the turns of whoever is to move; others choose what is worst for the seat.

        Turns after the first are tried with a window of nothing: it is enough to know that
        they are no better, and only those that are get searched again.
        """
        position = self.position
        is_own = position.row[TURN] == self.seat
        low = alpha
        high = beta
        best: Int = -ENDLESS if is_own else ENDLESS
        best_turn: Int = -1
        first = ROOM * ply
        last = self.candidates(known, ply)
        place = first
        while place < last:
            turn = self.pick(place, last)
            position.make(turn)
            if place == first:
                value = self.value(depth - 1, low, high, ply + 1)
            elif is_own:
                value = self.value(depth - 1, low, low + 1, ply + 1)
                if low < value < high:
                    value = self.value(depth - 1, low, high, ply + 1)
            else:
                value = self.value(depth - 1, high - 1, high, ply + 1)
                if low < value < high:
                    value = self.value(depth - 1, low, high, ply + 1)
            position.unmake()
            if is_own and value > best:
                best = value
                best_turn = turn
                low = max(low, best)
            elif not is_own and value < best:
                best = value
                best_turn = turn
                high = min(high, best)
            if low >= high:
                self.praise(turn, depth, ply)
                break
            place += 1
        if best_turn < 0:
            # Only turns that the search leaves out.
            return self.judge.value(depth)
        if self.left > 0:
            self.remember(key, depth, best, best_turn, alpha, beta)
        return best

    def praise(self, turn: Int, depth: Int, ply: Int) -> None:
        """Notes a turn that cut a search short, so that it is tried earlier elsewhere."""
        if turn != DECLINE:
            piece = self.position.row[turn & 255] - 1
            self.history[piece * 256 + ((turn >> 8) & 255)] += depth * depth
            self.refuters[ply] = turn

    def remember(self, key: Int, depth: Int, value: Int, turn: Int, alpha: Int, beta: Int) -> None:
        """Keeps what was found of a position, unless what is there took much longer to find.

        That grows stale each time, so that it does not stay for ever.
        """
        slot = key & self.mask
        if self.keys[slot] != key and self.kinds[slot] >> 2 > depth + 1:
            self.kinds[slot] -= 4
            return
        kind = EXACT
        if value <= alpha:
            kind = AT_MOST
        elif value >= beta:
            kind = AT_LEAST
        self.keys[slot] = key
        self.values[slot] = value
        self.best[slot] = turn
        self.kinds[slot] = 4 * depth + kind

    # Best reply: the others have one turn together.

    def reply(self, depth: Int, alpha: Int, beta: Int, ply: Int) -> Int:
        """Tries the turns of all others; then it is the seat's turn again."""
        position = self.position
        row = position.row
        best: Int = ENDLESS
        for other in range(position.rules.players):
            if other == self.seat or row[IN] & BIT[other] == 0:
                continue
            if row[ONWARD] != 0 and other != row[TURN]:
                continue
            position.mark()
            self.pass_to(other)
            best = min(best, self.reply_of(depth, alpha, min(beta, best), ply))
            position.unmake()
            if best <= alpha:
                return best
        return self.judge.value(depth) if best == ENDLESS else best

    def reply_of(self, depth: Int, alpha: Int, beta: Int, ply: Int) -> Int:
        """Tries the turns of one of the others."""
        position = self.position
        best: Int = ENDLESS
        last = self.candidates(-1, ply)
        place = ROOM * ply
        while place < last:
            turn = self.pick(place, last)
            position.make(turn)
            position.mark()
            if position.row[ENDING] == UNFINISHED and position.row[ONWARD] == 0:
                self.pass_to(self.seat)
            value = self.value(depth - 1, alpha, beta, ply + 1)
            position.unmake()
            position.unmake()
            best = min(best, value)
            beta = min(beta, best)
            if best <= alpha:
                self.praise(turn, depth, ply)
                break
            place += 1
        return best

    def pass_to(self, seat: Int) -> None:
        """Makes it the turn of a seat, whoever comes before."""
        self.position.put(TURN, seat)
        self.position.put(PLACE, seat)
        self.position.put(KIND, ROTATION)

    # Max^n: everybody plays for themselves.

    def share(self, depth: Int, ply: Int) -> None:
        """Finds what is in it for everybody if each takes what is best for them."""
        if self.is_horizon(depth):
            self.judge_all(depth, ply)
            return
        position = self.position
        gains = self.gains
        mover = position.row[TURN]
        best: Int = -ENDLESS
        last = self.candidates(-1, ply)
        place = ROOM * ply
        below = 4 * (ply + 1)
        while place < last and best < KINGDOM and self.left > 0:
            turn = self.pick(place, last)
            position.make(turn)
            self.share(depth - 1, ply + 1)
            position.unmake()
            if gains[below + mover] > best:
                best = gains[below + mover]
                for seat in range(position.rules.players):
                    gains[4 * ply + seat] = gains[below + seat]
            place += 1
        if best == -ENDLESS:
            self.judge_all(depth, ply)

    def judge_all(self, depth: Int, ply: Int) -> None:
        """Values the position as it stands for everybody."""
        for seat in range(self.position.rules.players):
            self.gains[4 * ply + seat] = self.judges[seat].value(depth)

    # Which turns are tried, and in which order.

    def pick(self, place: Int, last: Int) -> Int:
        """Brings the most promising of the turns that are left to the front of them."""
        scores = self.scores
        turns = self.turns
        best = place
        score = scores[place]
        for other in range(place + 1, last):
            if scores[other] > score:
                score = scores[other]
                best = other
        turn = turns[best]
        scores[best] = scores[place]
        turns[best] = turns[place]
        scores[place] = score
        turns[place] = turn
        return turn

    def add(self, place: Int, turn: Int, score: Int) -> Int:
        """Puts a turn among those that are tried; answers which place is next."""
        self.turns[place] = turn
        self.scores[place] = score
        return place + 1

    def candidates(self, known: Int, ply: Int) -> Int:
        """Lists the turns worth trying; answers where the list ends.

        Those are the kills, each with its corpse on one square, the ways onto the centre, where
        a prince who is attacked can go, the turn known to be best, and the quiet turns that
        proved best elsewhere.
        """
        row = self.position.row
        seat = row[TURN]
        onward = row[ONWARD] != 0
        first = ROOM * ply
        last = first
        # Quiet turns are gathered from the other end of the room.
        quiet = first + ROOM
        if row[KIND] == CENTRE and not onward:
            last = self.add(last, DECLINE, 0)
        self.gap = self.find_gap(seat)
        refuter = self.refuters[ply]
        for piece in range(PIECES):
            if row[OWNER + piece] == seat and (
                not onward or row[AT + piece] == self.position.rules.centre
            ):
                last, quiet = self.add_runs(piece, last, quiet, refuter)
        last = self.add_quiet(last, quiet, first + ROOM)
        return last if known < 0 else self.add_known(known, first, last)

    def add_runs(self, piece: Int, last: Int, quiet: Int, refuter: Int) -> tuple[Int, Int]:
        """Adds the turns of one piece; answers where both lists end."""
        position = self.position
        row = position.row
        rules = position.rules
        centre = rules.centre
        history = self.history
        kind = KINDS[piece]
        origin = row[AT + piece]
        run = position.run_of(piece)
        is_prince = kind == PRINCE
        flees = is_prince and (row[ONWARD] != 0 or self.judge.is_exposed(piece, -1))
        for step in DIRECTIONS:
            square = origin + step
            left = run
            while left > 0 and row[square] == EMPTY:
                if square != centre or is_prince or rules.suicide:
                    turn = origin | (square << 8)
                    score = history[piece * 256 + square]
                    if turn == refuter:
                        score += REFUTED
                    score = min(score, QUIET_MOST)
                    if flees or (is_prince and square == centre):
                        last = self.add(last, turn, score)
                    else:
                        quiet -= 1
                        self.add(quiet, turn, score)
                    if kind == REMOTE_KILLER:
                        last = self.add_shots(origin, square, last)
                square += step
                left -= 1
            if left > 0 and position.acts_on(piece, row[square]):
                third = self.one_place(piece, square)
                turn = origin | (square << 8)
                if third >= 0:
                    fatal = third != 0 and third == self.gap
                    score = KINGDOM if fatal else self.promise(row[square])
                    last = self.add(last, turn | (third << 16), score)
                elif kind == NECROMOBILE and origin != centre:
                    # It clears the way for others.
                    quiet -= 1
                    self.add(quiet, turn | (origin << 16), history[piece * 256 + square])
        return last, quiet

    def add_shots(self, origin: Int, target: Int, last: Int) -> Int:
        """Adds the kills of a remote killer that comes to a square."""
        position = self.position
        row = position.row
        rules = position.rules
        if rules.kill_all or rules.along_path:
            for shot in position.add_shots(vec[Int](), origin, target):
                last = self.add(last, shot, self.promise(row[(shot >> 16) & 255]))
        elif target != rules.centre:
            for side in SIDES:
                held = row[target + side]
                if held != EMPTY and held < CORPSE and row[OWNER + held - 1] != row[TURN]:
                    turn = origin | (target << 8) | ((target + side) << 16)
                    last = self.add(last, turn, self.promise(held))
        return last

    def add_quiet(self, last: Int, quiet: Int, end: Int) -> Int:
        """Adds the most promising quiet turns."""
        count = self.quiets
        while count > 0 and quiet < end:
            turn = self.pick(quiet, end)
            last = self.add(last, turn, self.scores[quiet])
            quiet += 1
            count -= 1
        return last

    def add_known(self, known: Int, first: Int, last: Int) -> Int:
        """Lets the turn that is known to be best be tried first."""
        place = first
        while place < last and self.turns[place] != known:
            place += 1
        self.add(place, known, ENDLESS)
        return max(last, place + 1)

    def find_gap(self, seat: Int) -> Int:
        """Finds where a corpse would encircle an enemy of a seat, the searcher's own first."""
        row = self.position.row
        found: Int = 0
        prince: Int = 0
        while prince < PIECES:
            owner = row[OWNER + prince]
            if owner != seat and owner < ESTATE:
                gap = self.judge.last_gap(prince)
                if gap != 0 and (found == 0 or owner == self.seat):
                    found = gap
            prince += CAMP_SIZE
        return found

    def promise(self, held: Int) -> Int:
        """Says how much a turn promises that acts on what a square holds."""
        if held == EMPTY or held >= CORPSE:
            return 0
        kind = KINDS[held - 1]
        return KINGDOM if kind == PRINCE else KILL + SEARCHING.worth[kind]

    def one_place(self, piece: Int, target: Int) -> Int:
        """Chooses one square for a corpse, or -1 where the turn is left out of the search.

        That is where it encircles a prince, or else the square that the killer leaves. Other
        ways of carrying corpses and sending the living are weighed at the root alone.
        """
        position = self.position
        row = position.row
        origin = row[AT + piece]
        if not position.asks_place(piece, target):
            return position.forced_third(piece, target)
        if KINDS[piece] == ZOOMOBILE:
            return origin if target == position.rules.centre else -1
        if self.gap != 0:
            return self.gap
        if row[target] >= CORPSE:
            return -1
        if origin != position.rules.centre:
            return origin
        for square in position.rules.squares:
            if row[square] == EMPTY:
                return square
        return -1


def move_to_front(turns: vec[Int], place: Int) -> None:
    """Brings one turn to the front, the others keeping their order."""
    turn = turns[place]
    while place > 0:
        turns[place] = turns[place - 1]
        place -= 1
    turns[0] = turn


def best_of(turns: vec[Int], values: vec[Int]) -> vec[Int]:
    """Picks the turns that are followed: the best, but few of one piece to one square."""
    order = sorted(range(len(turns)), key=lambda place: -int(values[place]))
    found = vec[Int]()
    counts: dict[int, int] = {}
    for place in order:
        turn = turns[place]
        way = int(turn & 65535)
        counts[way] = counts.get(way, 0) + 1
        if counts[way] <= SAME:
            found = append(found, turn)
        if len(found) == WIDTH:
            break
    return found


def remembered(view: View, rng: Rng) -> Position:
    """Gives the position with all that came before, for it must not come a third time."""
    world = view.game.worlds(view).sample(rng)
    assert isinstance(world, DjambiRound)
    return world.position


def step_in_hand(view: View) -> list[str]:
    """Names the squares of the step in hand, if there is one."""
    return cast(BoardView, view.data)["chosen"]


def open_turns(view: View, position: Position) -> vec[Int]:
    """Lists the turns that go on with the step in hand."""
    chosen = step_in_hand(view)
    turns = position.turns()
    if not chosen:
        return turns
    side = int(position.rules.side)
    way: Int = parse_square(chosen[0], side) | (parse_square(chosen[1], side) << 8)
    return vec[Int]([turn for turn in turns if turn & 65535 == way])


def step_of(view: View, turn: Int) -> int:
    """Gives the move that a turn begins with, or goes on with."""
    game = view.game
    assert isinstance(game, Djambi)
    if turn == DECLINE:
        return int(game.decline_move)
    if step_in_hand(view):
        third = turn >> 16
        if third == 0:
            return int(game.spare_move)
        return int(game.all_move if third == 255 else game.naming + game.index_of(third))
    origin, target = turn & 255, (turn >> 8) & 255
    return int(game.index_of(origin) * game.squares + game.index_of(target))


class GreedyDjambi(Bot):
    """Takes the turn after which it stands best."""

    def choose(self, view: View, rng: Rng) -> int:
        """Values every turn by the position that follows it."""
        position = remembered(view, rng)
        judge = Judge(position, view.seat, THUMB)
        best: Int = DECLINE
        highest: Int = -8 * KINGDOM
        for turn in open_turns(view, position):
            position.make(turn)
            value = 4 * judge.value(0) + rng.below(4)
            position.unmake()
            if value > highest:
                highest = value
                best = turn
        return step_of(view, best)


class SearchDjambi(Bot):
    """Looks as far ahead as a number of positions allows."""

    def __init__(self, nodes: int, outlook: int = BEST_REPLY) -> None:
        self.outlook: Int = outlook
        self.nodes: int = nodes // PLAIN_SHARE if IS_PLAIN else nodes
        self.quick: bool = nodes <= QUICK_NODES

    def is_quick(self) -> bool:
        """The deepest search takes a second or more."""
        return self.quick

    def choose(self, view: View, rng: Rng) -> int:
        """Searches the turns that go on with the step in hand."""
        position = remembered(view, rng)
        # Where the piece goes is decided; what is left takes less thought.
        nodes = self.nodes // 4 if step_in_hand(view) else self.nodes
        search = Search(position, view.seat, nodes, self.outlook)
        return step_of(view, search.choose(open_turns(view, position), rng))

    def think(self, view: View, rng: Rng) -> Thoughts:
        """Says how deep it looked, and which turn seemed best before it settled on its own."""
        position = remembered(view, rng)
        nodes = self.nodes // 4 if step_in_hand(view) else self.nodes
        search = Search(position, view.seat, nodes, self.outlook)
        best = step_of(view, search.choose(open_turns(view, position), rng))
        steps = [best]
        for turn in search.roots:
            step = step_of(view, turn)
            if step not in steps:
                steps.append(step)
        return Thoughts(best, [
            Weighed(step, -float(place), int(search.reached))
            for place, step in enumerate(steps[:TOLD])
        ], POSITIONS)

    def weigh(self, view: View, moves: list[int], rounds: int, rng: Rng) -> list[Weighed]:
        """Looks equally deep behind some moves, and gives what they keep as a chance."""
        position = remembered(view, rng)
        turns = open_turns(view, position)
        groups = [
            vec[Int]([turn for turn in turns if step_of(view, turn) == move]) for move in moves
        ]
        search = Search(position, view.seat, self.nodes // 4, self.outlook)
        values = search.compare([best_of(group, search.weigh(group, rng)) for group in groups])
        return [
            Weighed(move, float(value), int(search.reached), UNKNOWN, chance_of(value, position))
            for move, value in zip(moves, values, strict=True)
        ]


# A value that is so much higher multiplies the odds by e: fitted to 369 positions of 16 matches
# between four `search-fast`.
ODDS: Final = 1200.0
# How many turns are told of.
TOLD: Final = 3


def chance_of(value: int, position: Position) -> float:
    """Turns a value into the chance to become king, even between those who are still in."""
    others = max(1, in_game(position) - 1)
    if abs(value) > 600 * ODDS:
        return 1.0 if value > 0 else 0.0
    return 1.0 / (1.0 + float(others) * math.exp(-float(value) / ODDS))


def in_game(position: Position) -> int:
    """Counts the seats that are still in the game."""
    row = position.row
    return len([seat for seat in range(position.rules.players) if row[IN] & BIT[seat] != 0])


def standing(round: Round) -> list[float]:
    """Gives the chance of every seat to become king, by what the judge sees at a glance."""
    assert isinstance(round, DjambiRound)
    position = round.position
    row = position.row
    found: list[float] = []
    for seat in range(position.rules.players):
        if row[IN] & BIT[seat] == 0:
            found.append(0.0)
        else:
            value = int(Judge(position, seat, SEARCHING).value(0))
            found.append(math.exp(max(-30.0, min(30.0, float(value) / ODDS))))
    total = sum(found)
    return [one / total for one in found]


add_bot("djambi", "greedy", GreedyDjambi())
for level, nodes in NODES.items():
    add_bot("djambi", level, SearchDjambi(nodes))
