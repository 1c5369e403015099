"""Long narrow boards, filled column by column, with a price on every piece.

A board is a walk from one column of corner numbers to the next. Give every piece a price, and say
that a column of pieces gains one unit less their prices. With good prices no walk, however
long, gains more than a little. All pieces together cost only so much, so a board has at most

    (all prices + the most that a walk can gain) / one unit

columns. The prices below were found by linear programming; nothing depends on how: whatever the
prices, the gain of the best walk is computed here and the bound holds.

The same prices drive the search. What a walk has wasted against the best possible is known at
every column, and once it exceeds what the length of the board leaves, nothing behind it needs to
be looked at. A board turned by half a turn is a board, so the first half of the columns may
waste at most half of it. That decides boards far beyond plain search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.core.errors import Refused
from sobremesa.core.rng import Rng
from sobremesa.material.lattice import Lattice
from sobremesa.material.quadrominoes import FORM, NUMBERS, pattern, pieces_in
from sobremesa.solvers.solver import LOST_WORD, UNKNOWN_WORD, WON_WORD

# For numbers and rows: one unit, and the price of each kind of piece. A kind is a piece and all
# that come of it by renaming the numbers in a circle; all of a kind cost the same.
PRICES: Final[dict[tuple[int, int], tuple[int, dict[str, int]]]] = {
    (4, 3): (21, {
        "0000": 7, "0001": 9, "0002": 7, "0003": 9, "0011": 9, "0012": 5, "0013": 3, "0022": 7,
        "0023": 5, "0123": 0,
    }),
    (4, 4): (16, {
        "0000": 4, "0001": 5, "0002": 4, "0003": 5, "0011": 4, "0012": 3, "0013": 2, "0022": 4,
        "0023": 3, "0123": 0,
    }),
    (5, 1): (1, {
        "0000": 1, "0001": 2, "0002": 1, "0003": 1, "0004": 2, "0011": 1, "0012": 0, "0013": 1,
        "0014": 1, "0022": 1, "0023": 1, "0024": 1, "0034": 0, "0123": 0,
    }),
    (5, 2): (12, {
        "0000": 6, "0001": 8, "0002": 8, "0003": 8, "0004": 8, "0011": 9, "0012": 6, "0013": 2,
        "0014": 5, "0022": 8, "0023": 2, "0024": 2, "0034": 6, "0123": 0,
    }),
    (5, 3): (14, {
        "0000": 6, "0001": 7, "0002": 6, "0003": 6, "0004": 7, "0011": 8, "0012": 3, "0013": 0,
        "0014": 0, "0022": 6, "0023": 0, "0024": 0, "0034": 3, "0123": 0,
    }),
    (5, 4): (60, {
        "0000": 18, "0001": 23, "0002": 18, "0003": 18, "0004": 23, "0011": 20, "0012": 7,
        "0013": 0, "0014": 0, "0022": 18, "0023": 0, "0024": 0, "0034": 7, "0123": 0,
    }),
}

# The first columns are laid one by one, and told when done: how far the search has come.
TOLD_COLUMNS: Final = 3
# Nodes between two breaths.
BREATH: Final[Int] = 20_000
# Pieces are kept in two masks of this many.
HALF: Final = 35
BIT: Final = vec[Int]([1 << number for number in range(HALF)])
# A walk that gains for this many rounds of improvement gains for ever.
TOO_LONG: Final = 100
# How many partial boards the quick search keeps for each column, at first and at most.
FIRST_WIDTH: Final = 4_000
WIDTH: Final = 256_000
# Chance shifts the waste of a board by up to this share of a column, in steps so fine that it
# also chooses among boards that have wasted the same.
NOISE: Final = 5
FINE: Final[Int] = 64


def kind_of(piece: int, numbers: int) -> str:
    """Names the kind of a piece: the first of all its cyclic renamings.

    >>> kind_of(pieces_in(5) - 1, 5)
    '0000'
    """
    return min(
        "".join(map(str, sorted((number + shift) % numbers for number in NUMBERS[piece])))
        for shift in range(numbers)
    )


class Columns:
    """All columns of pieces between two columns of corner numbers, with their prices."""

    def __init__(
        self, rows: int, numbers: int, priced: tuple[int, dict[str, int]] | None = None
    ) -> None:
        if priced is None and (numbers, rows) not in PRICES:
            raise Refused(
                "there are no prices for {rows} rows and {numbers} numbers",
                rows=rows, numbers=numbers,
            )
        self.rows: Int = rows
        self.numbers: Int = numbers
        unit, prices = PRICES[numbers, rows] if priced is None else priced
        self.unit: Int = unit
        self.price: vec[Int] = vec[Int]([
            prices[kind_of(piece, numbers)] for piece in range(pieces_in(numbers))
        ])
        self.states: Int = numbers ** (rows + 1)
        # The columns that leave state s are those from first[s] up to first[s + 1].
        self.first: vec[Int] = vec[Int]()
        self.target: vec[Int] = vec[Int]()
        self.low: vec[Int] = vec[Int]()
        self.high: vec[Int] = vec[Int]()
        self.cost: vec[Int] = vec[Int]()
        self.list_columns()
        self.ahead: vec[Int] = self.gains(True)
        self.behind: vec[Int] = self.gains(False)
        self.top: Int = 0
        for gain in self.ahead:
            if gain > self.top:
                self.top = gain
        self.waste: vec[Int] = vec[Int]()
        self.sort_by_waste()

    def number(self, state: Int, row: Int) -> Int:
        """Gives the corner number of a state in a row, from the top."""
        for _ in range(row):
            state //= self.numbers
        return state % self.numbers

    def list_columns(self) -> None:
        """Finds every column of different pieces."""
        for state in range(self.states):
            self.first = append(self.first, len(self.target))
            for number in range(self.numbers):
                self.fill(state, 0, number, number, self.numbers, 0, 0, 0)
        self.first = append(self.first, len(self.target))

    def fill(
        self, state: Int, row: Int, corner: Int, target: Int, place: Int, low: Int, high: Int,
        cost: Int,
    ) -> None:
        """Lays a piece in each row below, in every way."""
        if row == self.rows:
            self.target = append(self.target, target)
            self.low = append(self.low, low)
            self.high = append(self.high, high)
            self.cost = append(self.cost, cost)
            return
        left, below = self.number(state, row), self.number(state, row + 1)
        for number in range(self.numbers):
            form = FORM[pattern(left, corner, number, below)]
            if form < 0:
                continue
            piece = form // 4
            more_low: Int = BIT[piece] if piece < HALF else 0
            more_high: Int = 0 if piece < HALF else BIT[piece - HALF]
            if low & more_low != 0 or high & more_high != 0:
                continue
            self.fill(
                state, row + 1, number, target + number * place, place * self.numbers,
                low | more_low, high | more_high, cost + self.price[piece],
            )

    def gains(self, ahead: bool) -> vec[Int]:
        """Finds the most that a walk from each state gains, or a walk to it."""
        gain = vec[Int]([0 for _ in range(int(self.states))])
        for _ in range(TOO_LONG):
            changed = False
            for state in range(self.states):
                for place in range(self.first[state], self.first[state + 1]):
                    to = self.target[place]
                    won = self.unit - self.cost[place]
                    if ahead and gain[to] + won > gain[state]:
                        gain[state] = gain[to] + won
                        changed = True
                    elif not ahead and gain[state] + won > gain[to]:
                        gain[to] = gain[state] + won
                        changed = True
            if not changed:
                return gain
        raise Refused("with these prices a walk gains for ever")

    def sort_by_waste(self) -> None:
        """Puts the columns that waste least first.

        Waste is counted in halves of a unit of price, against the mean of the best walk from a
        state and to it, so that a board and the same board turned waste alike.
        """
        for state in range(self.states):
            begin, end = self.first[state], self.first[state + 1]
            places = [int(place) for place in range(begin, end)]
            wasted = [
                (int(self.waste_of(state, place)), int(self.target[place]), int(self.low[place]),
                 int(self.high[place]))
                for place in places
            ]
            wasted.sort()
            for place, (waste, target, low, high) in zip(places, wasted, strict=True):
                self.waste = append(self.waste, waste)
                self.target[place] = target
                self.low[place] = low
                self.high[place] = high

    def waste_of(self, state: Int, place: Int) -> Int:
        """Tells how much less than the best walk a column gains."""
        to = self.target[place]
        return (
            2 * (self.cost[place] - self.unit)
            + self.ahead[state] - self.ahead[to] + self.behind[to] - self.behind[state]
        )

    def start_waste(self, state: Int) -> Int:
        """Tells how much less than the best a walk from a state can gain."""
        return self.top - self.ahead[state] + self.behind[state]

    def lattice(self, path: list[int]) -> Lattice:
        """Writes a walk as rows of corner numbers."""
        return [[int(self.number(state, row)) for state in path] for row in range(self.rows + 1)]

    def to_waste(self, columns: int) -> int:
        """Tells how much a board of that many columns may waste in all."""
        return int(2 * (sum(map(int, self.price)) + self.top - self.unit * columns))


# The tables for each number of rows and numbers, made when first asked for.
MADE: Final[dict[tuple[int, int], Columns]] = {}


def columns_of(rows: int, numbers: int) -> Columns:
    """Gives the table of columns."""
    if (rows, numbers) not in MADE:
        MADE[rows, numbers] = Columns(rows, numbers)
    return MADE[rows, numbers]


def most_columns(rows: int, numbers: int) -> int:
    """Bounds the columns of a board with that many rows, by the prices.

    >>> most_columns(1, 5), most_columns(2, 5)
    (67, 33)
    """
    table = columns_of(rows, numbers)
    return int((sum(map(int, table.price)) + table.top) // table.unit)


class TilingAnswer:
    """What was found about a region.

    `verdict` is "won" if it can be filled, "lost" if it certainly cannot, "unknown" if the
    search stopped before it knew. `lattice` is a filling, its rows of corner numbers with -1
    where the region has no corner; it is empty unless the verdict is "won". `nodes` counts the
    corners and cells that were looked at.
    """

    def __init__(self, verdict: str, lattice: Lattice, nodes: int) -> None:
        self.verdict: str = verdict
        self.lattice: Lattice = lattice
        self.nodes: int = nodes

    @property
    def won(self) -> bool:
        """Whether the region can be filled."""
        return self.verdict == WON_WORD

    def __repr__(self) -> str:
        return f"<TilingAnswer: {self.verdict}, {self.nodes} nodes>"


class StripSearch:
    """The search for one board, with few rows and many columns."""

    def __init__(self, rows: int, columns: int, numbers: int, nodes: int) -> None:
        self.table: Columns = columns_of(rows, numbers)
        self.columns: Int = columns
        self.most_nodes: Int = nodes
        self.nodes: Int = 0
        self.allowed: Int = self.table.to_waste(columns)
        self.path: vec[Int] = vec[Int]([0 for _ in range(columns + 1)])
        self.done: float = 0.0

    def search(self, progress: Callable[[float], None] | None = None) -> TilingAnswer:
        """Looks at every board that does not waste too much, until one is full."""
        table = self.table
        starts: list[int] = []
        # Renaming in a circle makes the first corner 0.
        for state in range(0, int(table.states), int(table.numbers)):
            if 2 * table.start_waste(state) <= self.allowed:
                starts.append(state)
        for state in starts:
            if self.spread(0, state, 0, 0, table.start_waste(state), 1.0 / len(starts), progress):
                path = [int(walked) for walked in self.path]
                return TilingAnswer(WON_WORD, table.lattice(path), int(self.nodes))
        verdict = LOST_WORD if self.nodes < self.most_nodes else UNKNOWN_WORD
        return TilingAnswer(verdict, [], int(self.nodes))

    def spread(
        self, column: Int, state: Int, low: Int, high: Int, wasted: Int, weight: float,
        progress: Callable[[float], None] | None,
    ) -> bool:
        """Lays the first columns one by one, then walks; every choice weighs the same."""
        self.path[column] = state
        if column == TOLD_COLUMNS or column == self.columns:
            filled = self.walk(column, state, low, high, wasted)
            self.tell(weight, progress)
            return filled
        table = self.table
        places: list[int] = []
        for place in range(table.first[state], table.first[state + 1]):
            if table.waste[place] > self.room(column, wasted):
                break
            if table.low[place] & low == 0 and table.high[place] & high == 0:
                places.append(int(place))
        self.nodes += 1
        for next_place in places:
            if self.spread(
                column + 1, table.target[next_place], low | table.low[next_place],
                high | table.high[next_place], wasted + table.waste[next_place],
                weight / len(places), progress,
            ):
                return True
        if not places:
            self.tell(weight, progress)
        return False

    def tell(self, weight: float, progress: Callable[[float], None] | None) -> None:
        """Tells that a part of the search is done."""
        self.done += weight
        if progress is not None:
            progress(self.done)

    def room(self, column: Int, wasted: Int) -> Int:
        """Tells how much the next column may waste; in the first half only half of all."""
        if 2 * (column + 1) <= self.columns:
            return self.allowed // 2 - wasted
        return self.allowed - wasted

    def walk(self, column: Int, state: Int, low: Int, high: Int, wasted: Int) -> bool:
        """Lays every next column; tells whether the board was filled."""
        self.path[column] = state
        if column == self.columns:
            return True
        self.nodes += 1
        if self.nodes % BREATH == 0:
            breathe()
        if self.nodes >= self.most_nodes:
            return False
        table = self.table
        room = self.room(column, wasted)
        place = table.first[state]
        end = table.first[state + 1]
        while place < end and table.waste[place] <= room:
            if table.low[place] & low == 0 and table.high[place] & high == 0 and self.walk(
                column + 1, table.target[place], low | table.low[place],
                high | table.high[place], wasted + table.waste[place],
            ):
                return True
            place += 1
        return False


class Layer:
    """Partial boards with the same number of columns."""

    def __init__(self) -> None:
        self.state: vec[Int] = vec[Int]()
        self.low: vec[Int] = vec[Int]()
        self.high: vec[Int] = vec[Int]()
        self.wasted: vec[Int] = vec[Int]()
        self.parent: vec[Int] = vec[Int]()

    def add(self, state: Int, low: Int, high: Int, wasted: Int, parent: Int) -> None:
        """Takes in one board."""
        self.state = append(self.state, state)
        self.low = append(self.low, low)
        self.high = append(self.high, high)
        self.wasted = append(self.wasted, wasted)
        self.parent = append(self.parent, parent)


class StripGuess:
    """A quick search: of the boards with the same number of columns only the thriftiest stay."""

    def __init__(self, rows: int, columns: int, numbers: int, width: int, seed: int) -> None:
        self.table: Columns = columns_of(rows, numbers)
        self.columns: Int = columns
        self.width: Int = width
        self.rng: Rng = Rng(seed)
        self.allowed: Int = self.table.to_waste(columns)
        self.nodes: Int = 0

    def search(self) -> TilingAnswer:
        """Fills the board from left to right, or gives up."""
        layers = [self.begin()]
        for _ in range(int(self.columns)):
            layer = self.chosen(self.grown(layers[-1]))
            if len(layer.state) == 0:
                return TilingAnswer(UNKNOWN_WORD, [], int(self.nodes))
            layers.append(layer)
        path: list[int] = []
        place: Int = 0
        for layer in reversed(layers):
            path.append(int(layer.state[place]))
            place = layer.parent[place]
        return TilingAnswer(WON_WORD, self.table.lattice(path[::-1]), int(self.nodes))

    def begin(self) -> Layer:
        """Lists the columns of corner numbers that a board can begin with."""
        layer = Layer()
        state: Int = 0
        while state < self.table.states:
            wasted = self.table.start_waste(state)
            if wasted <= self.allowed:
                layer.add(state, 0, 0, wasted, 0)
            state += self.table.numbers
        return layer

    def grown(self, layer: Layer) -> Layer:
        """Lays one more column on every board, in every way that does not waste too much."""
        table = self.table
        after = Layer()
        for board in range(len(layer.state)):
            low, high, wasted = layer.low[board], layer.high[board], layer.wasted[board]
            place = table.first[layer.state[board]]
            end = table.first[layer.state[board] + 1]
            while place < end and wasted + table.waste[place] <= self.allowed:
                if table.low[place] & low == 0 and table.high[place] & high == 0:
                    self.nodes += 1
                    if self.nodes % BREATH == 0:
                        breathe()
                    after.add(
                        table.target[place], low | table.low[place], high | table.high[place],
                        wasted + table.waste[place], board,
                    )
                place += 1
        return after

    def chosen(self, layer: Layer) -> Layer:
        """Keeps the boards that have wasted least, with a little chance; of alike ones one."""
        count = len(layer.state)
        scores = vec[Int]()
        noise: Int = FINE * (1 + 2 * self.table.unit // NOISE)
        tally = vec[Int]([0 for _ in range(int(FINE * self.allowed + noise))])
        for board in range(count):
            score = FINE * layer.wasted[board] + self.rng.below(noise)
            scores = append(scores, score)
            tally[score] += 1
        limit: Int = 0
        room = self.width
        while limit < len(tally) and tally[limit] <= room:
            room -= tally[limit]
            limit += 1
        kept = Layer()
        seen: set[tuple[int, int, int]] = set()
        for board in range(count):
            if scores[board] >= limit:
                continue
            name = (int(layer.state[board]), int(layer.low[board]), int(layer.high[board]))
            if name in seen:
                continue
            seen.add(name)
            kept.add(
                layer.state[board], layer.low[board], layer.high[board], layer.wasted[board],
                layer.parent[board],
            )
        return kept


def settle(
    rows: int, columns: int, numbers: int, nodes: int = 2**62,
    progress: Callable[[float], None] | None = None,
) -> TilingAnswer:
    """Decides whether a narrow board can be filled, by the prices and then by search.

    >>> settle(3, 11, 4).verdict
    'lost'
    """
    if most_columns(rows, numbers) < columns:
        return TilingAnswer(LOST_WORD, [], 0)
    return StripSearch(rows, columns, numbers, nodes).search(progress)


def guess(rows: int, columns: int, numbers: int, width: int = WIDTH, seed: int = 1) -> TilingAnswer:
    """Looks for a filled narrow board quickly; finding none proves nothing.

    :param width: how many partial boards are kept for each column in the last try; the tries
        before it keep fewer.

    >>> guess(3, 10, 4, width=4000).verdict
    'won'
    """
    if most_columns(rows, numbers) < columns:
        return TilingAnswer(LOST_WORD, [], 0)
    kept = min(FIRST_WIDTH, width)
    nodes = 0
    while True:
        found = StripGuess(rows, columns, numbers, kept, seed).search()
        nodes += found.nodes
        if found.won or kept == width:
            return TilingAnswer(found.verdict, found.lattice, nodes)
        kept = min(4 * kept, width)
        seed += 1
