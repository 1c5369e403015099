"""Bots for Djambi: one by rules of thumb, and a search that looks turns ahead.

Both judge a position by the same things: the pieces that everybody has, who is still in the
game, who holds the centre, whose prince can be killed next, and how near the killers are to the
enemy's princes. The greedy bot takes the turn after which it stands best. The search goes on
from there: it takes all others to play against it (paranoid search, which with two players is the
plain one), with alpha-beta, a table of positions seen before, and one turn more at a time until
it has looked at as many positions as its level allows. Counting positions and not time, it
chooses the same turn again wherever it is asked again.

Where a piece can put a corpse or a living piece on a hundred squares, the root of the search
weighs them all and follows the best; further down only a few stand for them.
"""

from __future__ import annotations

from typing import Final, cast

from sobremesa.bots.bot import Bot, add_bot
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.families.boards.board import (
    AT,
    BIT,
    CAMP_SIZE,
    CENTRE,
    CORPSE,
    DECLINE,
    DIRECT_KILLER,
    DRAW,
    EMPTY,
    ENDING,
    ESTATE,
    IN,
    KIND,
    KINDS,
    KING,
    NECROMOBILE,
    ONWARD,
    OWNER,
    PIECES,
    PRINCE,
    REMOTE_KILLER,
    TURN,
    UNFINISHED,
    WARRIOR,
    WINNER,
    ZOOMOBILE,
)
from sobremesa.families.boards.djambi import Djambi, DjambiRound
from sobremesa.families.boards.position import Position
from sobremesa.families.boards.squares import DIRECTIONS, SIDES, STRIDE, parse_square, step_towards
from sobremesa.families.boards.views import BoardView

# What a piece is worth, by kind: prince, necromobile, zoomobile, direct killer, remote killer,
# warrior. The prince counts by what is lost with him.
WORTH: Final = vec[Int]([60, 30, 45, 90, 75, 25])
# Being king, and how much less that is worth a turn later.
KINGDOM: Final[Int] = 1000000
SOONER: Final[Int] = 100
# An enemy who is still in the game; the centre; a prince who can be killed before he can flee,
# and one who is only attacked; a step nearer to a prince.
ENEMY: Final[Int] = 120
ON_CENTRE: Final[Int] = 60
DOOMED: Final[Int] = 600
ATTACKED: Final[Int] = 40
NEARER: Final[Int] = 3
# A draw is worse than going on with what one has.
DULL: Final[Int] = 500
# A prince by the number of squares next to him that hold no corpse, without a necromobile to
# save him and with one.
WALLED: Final = vec[Int]([600, 600, 220, 90, 30, 10, 0, 0, 0])
WALLED_SAVED: Final = vec[Int]([60, 40, 15, 5, 0, 0, 0, 0, 0])
# What is one's own counts this many times what others have.
OWN: Final[Int] = 3

# How many turns of the root are followed, how many of them with the same piece and square,
# and how many quiet turns of other pieces than the prince further down.
WIDTH: Final[Int] = 28
SAME: Final[Int] = 3
QUIET_TURNS: Final[Int] = 7
DEEPEST: Final[Int] = 12
# Entries of the table, a power of two.
TABLE: Final[Int] = 1 << 15
EXACT: Final[Int] = 0
AT_LEAST: Final[Int] = 1
AT_MOST: Final[Int] = 2

# Positions looked at by the levels of the search. Compiled, they take about a tenth of a second,
# half a second and two seconds; plain Python is some forty times slower and looks at fewer.
NODES: Final = {"search-fast": 8000, "search": 40000, "search-deep": 160000}
# So many are looked at within about a second.
QUICK_NODES: Final = 80000
PLAIN_SHARE: Final = 25
# Positions between two breaths.
BREATH: Final[Int] = 500
IS_PLAIN: Final = __file__.endswith(".py")


class Judge:
    """Says what a position is worth to one seat."""

    def __init__(self, position: Position, seat: Int) -> None:
        self.position: Position = position
        self.seat: Int = seat
        self.worth: vec[Int] = vec[Int]([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])

    def value(self, depth: Int) -> Int:
        """Values the position; `depth` is how many turns earlier than the horizon it came."""
        row = self.position.row
        seat = self.seat
        if row[ENDING] != UNFINISHED or row[IN] & BIT[seat] == 0:
            if row[ENDING] == DRAW and row[IN] & BIT[seat] != 0:
                return self.possessions() - DULL
            won = row[ENDING] == KING and row[WINNER] == seat
            return KINGDOM + SOONER * depth if won else -KINGDOM - SOONER * depth
        return self.possessions() + self.centre() + self.princes()

    def possessions(self) -> Int:
        """Weighs what everybody has, and how near one's killers are to enemy princes."""
        row = self.position.row
        worth = self.worth
        seat = self.seat
        for place in range(10):
            worth[place] = 0
        near: Int = 0
        for piece in range(PIECES):
            owner = row[OWNER + piece]
            worth[owner] += WORTH[KINDS[piece]]
            if owner == seat and KINDS[piece] >= DIRECT_KILLER:
                near += self.nearness(row[AT + piece])
        total = OWN * worth[seat] + NEARER * near
        for other in range(self.position.rules.players):
            if other != seat and row[IN] & BIT[other] != 0:
                total -= worth[other] + ENEMY
        return total

    def nearness(self, square: Int) -> Int:
        """Counts how near a square is to the nearest enemy prince."""
        row = self.position.row
        least: Int = STRIDE
        prince: Int = 0
        while prince < PIECES:
            owner = row[OWNER + prince]
            if owner != self.seat and owner < ESTATE:
                home = row[AT + prince]
                files = home % STRIDE - square % STRIDE
                ranks = home // STRIDE - square // STRIDE
                far = max(files, -files, ranks, -ranks)
                if far < least:
                    least = far
            prince += CAMP_SIZE
        return STRIDE - least

    def centre(self) -> Int:
        """Weighs who has the turns of the centre."""
        master = self.position.centre_seat()
        if master < 0 or self.position.are_two_left():
            return 0
        return ON_CENTRE if master == self.seat else -ON_CENTRE

    def princes(self) -> Int:
        """Weighs which princes can be killed next, and by whom."""
        row = self.position.row
        seat = self.seat
        my_turn = row[TURN] == seat
        total: Int = 0
        prince: Int = 0
        while prince < PIECES:
            owner = row[OWNER + prince]
            if owner == seat:
                total -= self.walls(prince)
                if self.is_exposed(prince, -1):
                    total -= ATTACKED if my_turn else DOOMED
            elif owner < ESTATE:
                if not self.is_saved(owner):
                    total += self.walls(prince) // 2
                if self.is_exposed(prince, seat):
                    total += DOOMED if my_turn else ATTACKED
            prince += CAMP_SIZE
        return total

    def walls(self, prince: Int) -> Int:
        """Weighs how nearly a prince is encircled by corpses."""
        row = self.position.row
        centre = self.position.rules.centre
        square = row[AT + prince]
        if square == centre:
            return 0
        gaps: Int = 0
        for step in DIRECTIONS:
            if square + step == centre:
                return 0
            if row[square + step] < CORPSE:
                gaps += 1
        saved = self.is_saved(row[OWNER + prince])
        return WALLED_SAVED[gaps] if saved else WALLED[gaps]

    def is_saved(self, owner: Int) -> bool:
        """Tells whether a living necromobile saves an owner's princes (DJAMBI-R27)."""
        row = self.position.row
        if not self.position.rules.necromobile_saves:
            return False
        piece: Int = NECROMOBILE
        while piece < PIECES:
            if row[OWNER + piece] == owner:
                return True
            piece += CAMP_SIZE
        return False

    def last_gap(self, prince: Int) -> Int:
        """Gives the free square on which one more corpse encircles a prince, or 0."""
        row = self.position.row
        square = row[AT + prince]
        gap: Int = 0
        for step in DIRECTIONS:
            if row[square + step] < CORPSE:
                if gap != 0 or row[square + step] != EMPTY:
                    return 0
                gap = square + step
        if gap == self.position.rules.centre or square == self.position.rules.centre:
            return 0
        return 0 if self.is_saved(row[OWNER + prince]) else gap

    def is_exposed(self, victim: Int, killer: Int) -> bool:
        """Tells whether a seat, or any but the owner (-1), can kill a piece in one turn."""
        row = self.position.row
        square = row[AT + victim]
        owner = row[OWNER + victim]
        for step in DIRECTIONS:
            far: Int = 1
            at = square + step
            while row[at] == EMPTY:
                at += step
                far += 1
            held = row[at]
            if held < CORPSE:
                enemy = row[OWNER + held - 1]
                if enemy != owner and enemy < ESTATE and (killer < 0 or enemy == killer):
                    kind = KINDS[held - 1]
                    # Princes and direct killers run; warriors kill what is next to them.
                    if kind == DIRECT_KILLER or (kind == PRINCE or (far == 1 and kind == WARRIOR)):
                        return True
        return self.can_be_shot(square, owner, killer)

    def can_be_shot(self, square: Int, owner: Int, killer: Int) -> bool:
        """Tells whether a remote killer can come beside a square."""
        row = self.position.row
        centre = self.position.rules.centre
        remote: Int = REMOTE_KILLER
        while remote < PIECES:
            enemy = row[OWNER + remote]
            if enemy != owner and enemy < ESTATE and (killer < 0 or enemy == killer):
                origin = row[AT + remote]
                for side in SIDES:
                    beside = square + side
                    if row[beside] == EMPTY and beside != centre and self.is_clear(origin, beside):
                        return True
            remote += CAMP_SIZE
        return False

    def is_clear(self, origin: Int, target: Int) -> bool:
        """Tells whether a piece can run from one square to another that is empty."""
        step = step_towards(origin, target)
        if step == 0 or origin == target:
            return False
        row = self.position.row
        square = origin + step
        while square != target:
            if row[square] != EMPTY:
                return False
            square += step
        return True


class Search:
    """Looks ahead from one position for one seat."""

    def __init__(self, position: Position, seat: Int, nodes: Int) -> None:
        self.position: Position = position
        self.seat: Int = seat
        self.judge: Judge = Judge(position, seat)
        self.left: Int = nodes
        self.mask: Int = TABLE - 1
        self.keys: vec[Int] = vec[Int]([0 for _ in range(TABLE)])
        self.values: vec[Int] = vec[Int]([0 for _ in range(TABLE)])
        # For each entry the best turn, and the depth with the kind of value.
        self.best: vec[Int] = vec[Int]([0 for _ in range(TABLE)])
        self.kinds: vec[Int] = vec[Int]([0 for _ in range(TABLE)])
        # How often a piece going to a square cut a search short.
        self.history: vec[Int] = vec[Int]([0 for _ in range(PIECES * 256)])
        # Where a corpse would encircle an enemy of whoever is to move, or 0.
        self.gap: Int = 0

    def choose(self, turns: vec[Int], rng: Rng) -> Int:
        """Chooses among the turns of the root, one turn deeper at a time."""
        roots, values = self.weigh(turns, rng)
        roots = best_of(roots, values)
        depth: Int = 2
        while depth <= DEEPEST and self.left > 0 and len(roots) > 1:
            if not self.deepen(roots, depth):
                break
            depth += 1
        return roots[0]

    def weigh(self, turns: vec[Int], rng: Rng) -> tuple[vec[Int], vec[Int]]:
        """Values the position after every turn of the root, with a little chance."""
        values = vec[Int]()
        for turn in turns:
            self.position.make(turn)
            self.left -= 1
            value = self.judge.value(DEEPEST)
            self.position.unmake()
            values = append(values, 4 * value + rng.below(4))
        return turns, values

    def deepen(self, roots: vec[Int], depth: Int) -> bool:
        """Searches the turns of the root so deep, and brings the best to the front.

        Answers whether all of them were searched.
        """
        alpha = -2 * KINGDOM
        for place in range(len(roots)):
            turn = roots[place]
            self.position.make(turn)
            value = self.value(depth - 1, alpha, 2 * KINGDOM)
            self.position.unmake()
            if self.left <= 0:
                return False
            if value > alpha:
                alpha = value
                move_to_front(roots, place)
        return alpha < KINGDOM

    def value(self, depth: Int, alpha: Int, beta: Int) -> Int:
        """Values a position by looking the given number of turns ahead."""
        position = self.position
        row = position.row
        self.left -= 1
        if self.left % BREATH == 0:
            breathe()
        if (
            depth <= 0 or self.left <= 0 or row[ENDING] != UNFINISHED
            or row[IN] & BIT[self.seat] == 0
        ):
            return self.judge.value(depth)
        key = position.key
        slot = key & self.mask
        known: Int = -1
        if self.keys[slot] == key:
            known = self.best[slot]
            if self.kinds[slot] // 4 >= depth:
                kind = self.kinds[slot] % 4
                found = self.values[slot]
                if kind == EXACT or (kind == AT_LEAST and found >= beta) or (
                    kind == AT_MOST and found <= alpha
                ):
                    return found
        return self.look(depth, alpha, beta, key, known)

    def look(self, depth: Int, alpha: Int, beta: Int, key: Int, known: Int) -> Int:
        """Tries the turns of whoever is to move; others choose what is worst for the seat."""
        position = self.position
        is_own = position.row[TURN] == self.seat
        low = alpha
        high = beta
        best: Int = -4 * KINGDOM if is_own else 4 * KINGDOM
        best_turn: Int = -1
        for turn in self.candidates(known):
            mark = self.mark_of(turn)
            position.make(turn)
            value = self.value(depth - 1, low, high)
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
                self.history[mark] += depth * depth
                break
        if best_turn < 0:
            # Only turns that the search leaves out.
            return self.judge.value(depth)
        if self.left > 0:
            self.remember(key, depth, best, best_turn, alpha, beta)
        return best

    def mark_of(self, turn: Int) -> Int:
        """Gives the place in the history of a piece going to a square."""
        if turn == DECLINE:
            return 0
        return (self.position.row[turn & 255] - 1) * 256 + ((turn >> 8) & 255)

    def remember(self, key: Int, depth: Int, value: Int, turn: Int, alpha: Int, beta: Int) -> None:
        """Keeps what was found of a position."""
        slot = key & self.mask
        kind = EXACT
        if value <= alpha:
            kind = AT_MOST
        elif value >= beta:
            kind = AT_LEAST
        self.keys[slot] = key
        self.values[slot] = value
        self.best[slot] = turn
        self.kinds[slot] = 4 * depth + kind

    def candidates(self, known: Int) -> vec[Int]:
        """Lists the turns worth trying, the most promising first.

        Those are the kills, each with its corpse on one square, where the prince can go, and
        the quiet turns that proved best elsewhere.
        """
        position = self.position
        row = position.row
        seat = row[TURN]
        turns = vec[Int]()
        scores = vec[Int]()
        quiet = vec[Int]()
        quiet_scores = vec[Int]()
        if row[KIND] == CENTRE and row[ONWARD] == 0:
            turns = append(turns, DECLINE)
            scores = append(scores, 0)
        self.gap = self.find_gap(seat)
        for piece in range(PIECES):
            if row[OWNER + piece] == seat and (
                row[ONWARD] == 0 or row[AT + piece] == position.rules.centre
            ):
                origin = row[AT + piece]
                kind = KINDS[piece]
                for target in position.targets(piece):
                    base = origin | (target << 8)
                    held = row[target]
                    if held != EMPTY:
                        third = self.one_place(piece, target)
                        if third >= 0:
                            turns = append(turns, base | (third << 16))
                            fatal = third != 0 and third == self.gap
                            scores = append(scores, KINGDOM if fatal else self.promise(held))
                        continue
                    score = self.history[piece * 256 + target]
                    if kind == PRINCE:
                        turns = append(turns, base)
                        scores = append(scores, score)
                        continue
                    quiet = append(quiet, base)
                    quiet_scores = append(quiet_scores, score)
                    if kind == REMOTE_KILLER:
                        for shot in position.add_shots(vec[Int](), origin, target):
                            victim = row[(shot >> 16) & 255]
                            turns = append(turns, shot)
                            scores = append(scores, self.promise(victim))
        return merged(known, turns, scores, quiet, quiet_scores)

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
        victim = held - 1
        if KINDS[victim] == PRINCE:
            return KINGDOM
        return 10000 + WORTH[KINDS[victim]]

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


def merged(
    known: Int, turns: vec[Int], scores: vec[Int], quiet: vec[Int], quiet_scores: vec[Int]
) -> vec[Int]:
    """Puts the turns in order: the one known best, then by promise, with few quiet ones."""
    found = vec[Int]()
    if known >= 0:
        found = append(found, known)
    taken: Int = 0
    while taken < QUIET_TURNS and taken < len(quiet):
        best: Int = -1
        for place in range(len(quiet)):
            if quiet_scores[place] >= 0 and (best < 0 or quiet_scores[place] > quiet_scores[best]):
                best = place
        if best < 0:
            break
        turns = append(turns, quiet[best])
        scores = append(scores, quiet_scores[best])
        quiet_scores[best] = -1
        taken += 1
    sort_by(turns, scores)
    for turn in turns:
        if turn != known:
            found = append(found, turn)
    return found


def sort_by(turns: vec[Int], scores: vec[Int]) -> None:
    """Sorts turns by their scores, the highest first."""
    for place in range(1, len(turns)):
        turn = turns[place]
        score = scores[place]
        before = place - 1
        while before >= 0 and scores[before] < score:
            turns[before + 1] = turns[before]
            scores[before + 1] = scores[before]
            before -= 1
        turns[before + 1] = turn
        scores[before + 1] = score


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
        judge = Judge(position, view.seat)
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

    def __init__(self, nodes: int) -> None:
        self.nodes: int = nodes // PLAIN_SHARE if IS_PLAIN else nodes
        self.quick: bool = nodes <= QUICK_NODES

    def is_quick(self) -> bool:
        """The deepest search takes some seconds."""
        return self.quick

    def choose(self, view: View, rng: Rng) -> int:
        """Searches the turns that go on with the step in hand."""
        position = remembered(view, rng)
        # Where the piece goes is decided; what is left takes less thought.
        nodes = self.nodes // 4 if step_in_hand(view) else self.nodes
        search = Search(position, view.seat, nodes)
        return step_of(view, search.choose(open_turns(view, position), rng))


add_bot("djambi", "greedy", GreedyDjambi())
for level, nodes in NODES.items():
    add_bot("djambi", level, SearchDjambi(nodes))
