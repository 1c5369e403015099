"""What the search needs to know of each solitaire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_MASK, Round
from sobremesa.families.solo.big_clock import ClockRound
from sobremesa.families.solo.good_neighbors import NeighborsRound
from sobremesa.families.solo.solitaire import NO_TILE, WON, SolitaireRound
from sobremesa.families.solo.squeeze import SqueezeRound
from sobremesa.families.solo.traffic import TrafficRound
from sobremesa.families.solo.traffic_plan import NO_QUAD, QUAD
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS, TILE, WIDTH
from sobremesa.solvers.search import Search
from sobremesa.solvers.solver import Answer, Solver, add_solver, solver_of

# In a name, what stands for no tile, and what divides two parts.
NOTHING: Final = 254
DIVIDER: Final = 255
# How many tiles of the boneyard are looked at for doubles to come.
AHEAD: Final[Int] = 16
# What a hard tile of Traffic on the table is worth beside an open quad.
HARDNESS: Final[Int] = 15


def search_for(round: Round, nodes: int, memory: int) -> Search:
    """Makes the search for a game."""
    solver = solver_of(round.game.name)
    assert isinstance(solver, SolitaireSolver) and isinstance(round, SolitaireRound)
    return solver.search(round, nodes, memory)


class SolitaireSolver(Solver):
    """Looks for a win by a search."""

    def __init__(self, search: Callable[[SolitaireRound, int, int], Search]) -> None:
        super().__init__()
        self.search: Callable[[SolitaireRound, int, int], Search] = search

    def solve(self, round: Round, nodes: int, memory: int) -> Answer:
        """Searches from a position."""
        return search_for(round, nodes, memory).answer()


class SqueezeSearch(Search):
    """A position is the row and how many tiles have come."""

    def key(self, round: SolitaireRound) -> bytes:
        """Names the row and the place in the boneyard."""
        assert isinstance(round, SqueezeRound)
        name = [int(round.next)]
        for tile in round.row:
            name.append(int(tile))
        return bytes(name)

    def promise(self, round: SolitaireRound) -> Int:
        """Counts what could be removed next, and what has been."""
        assert isinstance(round, SqueezeRound)
        if round.over:
            return 1000 if round.ending == WON else 0
        return 3 * len(round.removals()) - 2 * len(round.row)

    def stage(self, round: SolitaireRound) -> Int:
        """Counts the tiles that have come, and then those that are gone."""
        assert isinstance(round, SqueezeRound)
        return 256 * round.next - len(round.row)


class NeighborsSearch(Search):
    """A position is the layout and how many tiles have come.

    The pairs of a turn can be taken in any order, so they are taken in the order of moves.
    """

    def key(self, round: SolitaireRound) -> bytes:
        """Names the layout and the place in the boneyard."""
        assert isinstance(round, NeighborsRound)
        name = [int(round.next)]
        for tile in round.spots:
            name.append(NOTHING if tile == NO_TILE else int(tile))
        return bytes(name)

    def is_node(self, round: SolitaireRound) -> bool:
        """Only positions at the beginning of a turn are remembered."""
        assert isinstance(round, NeighborsRound)
        return round.marked == 0

    def moves(self, round: SolitaireRound) -> vec[Int]:
        """Lists the pairs behind the last one taken in this turn, and filling in."""
        assert isinstance(round, NeighborsRound)
        moves = round.legal()
        # What was taken before the search began may have been taken in another order.
        if round.marked == 0 or len(round.log) <= len(self.start.log):
            return moves
        last = round.log[len(round.log) - 1] & MOVE_MASK
        return vec[Int]([move for move in moves if move > last])

    def promise(self, round: SolitaireRound) -> Int:
        """Counts the pairs; a turn that is finished comes first."""
        assert isinstance(round, NeighborsRound)
        if round.over:
            return 1000 if round.ending == WON else -1000
        return len(round.pairs()) * 4 + (50 if round.marked == 0 else 0)

    def stage(self, round: SolitaireRound) -> Int:
        """Counts the tiles that are gone, and whether the turn is finished."""
        assert isinstance(round, NeighborsRound)
        return 4 * len(round.removed) + (1 if round.marked == 0 else 0)


class ClockSearch(Search):
    """A position is the piles, what is turned up and how many tiles have come.

    Shifting makes no progress by itself, so that it is a walk. One that
    comes back to a position is never needed, so CLOCK-R15 forbids nothing that matters.
    """

    def key(self, round: SolitaireRound) -> bytes:
        """Names the piles from the top, the tile turned up and the place in the boneyard."""
        assert isinstance(round, ClockRound)
        name = [int(round.next), NOTHING if round.pending == NO_TILE else int(round.pending)]
        # A double that has found a match may be resolved before any shift.
        name.append(1 if round.waiting else 0)
        for hour in range(1, round.game_rules.hours + 1):
            tile = round.tops[hour]
            # A pile under a double that is home never changes again.
            if not round.is_home(hour):
                while tile != NO_TILE:
                    name.append(int(tile))
                    tile = round.below[tile]
            name.append(DIVIDER)
        return bytes(name)

    def is_walk(self, move: Int) -> bool:
        """Tells whether a move shifts."""
        start = self.start
        assert isinstance(start, ClockRound)
        return move >= start.game_rules.shifts

    def stage(self, round: SolitaireRound) -> Int:
        """Counts the tiles that have come, and whether the last is dealt with."""
        assert isinstance(round, ClockRound)
        return 2 * round.next + (1 if round.pending == NO_TILE else 0)

    def promise(self, round: SolitaireRound) -> Int:
        """Adds to the guess how well the clock awaits the doubles to come, the next above all."""
        assert isinstance(round, ClockRound)
        worth = self.guess(round)
        if round.over:
            return worth
        shown: Int = 0
        ready: Int = 0
        for hour in range(1, round.game_rules.hours + 1):
            top = round.tops[hour]
            if top != NO_TILE and HIGH[top] != LOW[top]:
                shown |= MARKS[top]
                if HIGH[top] == hour or LOW[top] == hour:
                    ready |= BIT[hour]
        place = round.next
        last = min(place + AHEAD, len(round.deck))
        while place < last:
            tile = round.deck[place]
            if HIGH[tile] == LOW[tile]:
                near = AHEAD + round.next - place
                if ready & BIT[HIGH[tile]] != 0:
                    worth += 3 * near
                elif shown & BIT[HIGH[tile]] == 0:
                    worth -= 4 * near
            place += 1
        return worth

    def guess(self, round: SolitaireRound) -> Int:
        """Counts doubles at home, those in trouble, and the numbers that show."""
        assert isinstance(round, ClockRound)
        if round.over:
            return 10000 if round.ending == WON else -10000
        worth: Int = 100 * round.home()
        shown: Int = 0
        for hour in range(1, round.game_rules.hours + 1):
            top = round.tops[hour]
            if top != NO_TILE and not round.is_home(hour):
                if HIGH[top] == LOW[top]:
                    worth -= 30
                else:
                    shown |= MARKS[top]
                    # An hour that shows its number is ready for its double.
                    if HIGH[top] == hour or LOW[top] == hour:
                        worth += 25
        while shown != 0:
            shown &= shown - 1
            worth += 6
        return worth - (40 if round.waiting else 0)


class TrafficSearch(Search):
    """A position is the numbers on the cells, the tiles face up and how many have come.

    The first quad lies from west to east, so a plan and its mirror image from north to south
    are alike.
    """

    def __init__(self, start: SolitaireRound, nodes: Int, memory: Int) -> None:
        super().__init__(start, nodes, memory)
        assert isinstance(start, TrafficRound)
        # How much fewer quads a tile has a number for than the best tile of the set.
        self.hard: vec[Int] = vec[Int]()
        top = start.game_rules.top
        for tile in range(start.game_rules.tiles):
            useful = quads_with(HIGH[tile], top)
            if HIGH[tile] != LOW[tile]:
                useful += quads_with(LOW[tile], top)
            self.hard = append(self.hard, 2 * QUAD - useful)

    def key(self, round: SolitaireRound) -> bytes:
        """Names the plan or its mirror image, whichever comes first, and the tiles."""
        assert isinstance(round, TrafficRound)
        rules = round.game_rules
        plain: list[int] = []
        mirrored: list[int] = []
        for place in range(len(round.cells)):
            cell = round.cells[place]
            number = round.numbers[place]
            row = rules.row(cell)
            plain.append(int(cell * 16 + number))
            mirrored.append(int((cell - 2 * row * rules.side) * 16 + number))
        plain.sort()
        mirrored.sort()
        name = [int(tile) for tile in round.up]
        name.sort()
        name.append(DIVIDER)
        name.append(int(round.next))
        for place in plain if plain <= mirrored else mirrored:
            # Three bytes hold a cell and its number.
            name.append(place >> 16)
            name.append((place >> 8) & 255)
            name.append(place & 255)
        return bytes(name)

    def is_node(self, round: SolitaireRound) -> bool:
        """Only positions at the beginning of a turn are remembered."""
        assert isinstance(round, TrafficRound)
        return round.start == NO_QUAD

    def promise(self, round: SolitaireRound) -> Int:
        """Adds to the guess the quads that can be made with what comes next."""
        assert isinstance(round, TrafficRound)
        if round.over:
            return 10000 if round.ending == WON else -10000
        return self.guess(round) + (len(round.choices) if round.start == NO_QUAD else 0)

    def guess(self, round: SolitaireRound) -> Int:
        """Counts the quads that the table leaves open, and above all the hard tiles laid.

        What is drawn after a turn is not counted.
        """
        assert isinstance(round, TrafficRound)
        if round.over and round.boneyard() == 0:
            return 10000 if round.ending == WON else -10000
        worth: Int = len(round.lines)
        place: Int = 0
        while place < len(round.cells):
            tile = TILE[WIDTH * round.numbers[place] + round.numbers[place + 1]]
            worth += HARDNESS * self.hard[tile]
            place += 2
        return worth

    def stage(self, round: SolitaireRound) -> Int:
        """Counts the numbers on the table, and whether a quad is begun."""
        assert isinstance(round, TrafficRound)
        return 2 * len(round.cells) + (1 if round.start != NO_QUAD else 0)


def quads_with(number: Int, top: Int) -> Int:
    """Counts the quads of a set that have a number.

    >>> [quads_with(number, 6) for number in range(7)]
    [1, 2, 3, 4, 3, 2, 1]
    """
    count: Int = 0
    lowest: Int = 0
    while lowest + 3 <= top:
        if lowest <= number and number <= lowest + 3:
            count += 1
        lowest += 1
    return count


# The games with decisions; Bingo has none.
SEARCHES: Final[dict[str, Callable[[SolitaireRound, int, int], Search]]] = {
    "big-clock": ClockSearch, "good-neighbors": NeighborsSearch, "squeeze": SqueezeSearch,
    "traffic": TrafficSearch,
}
SOLVABLE: Final = list(SEARCHES)
for name in SOLVABLE:
    add_solver(name, SolitaireSolver(SEARCHES[name]))
