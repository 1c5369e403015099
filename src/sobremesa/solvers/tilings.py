"""Corner tilings: regions filled with different square pieces whose corners agree.

>>> board = rectangle(3, 5, numbers=3)
>>> answer = board.first()
>>> answer.verdict, len(answer.lattice)
('won', 4)
>>> count = board.count()
>>> count.labelled, count.up_to_rotation, count.up_to_symmetry
(6, 3, 1)
>>> rectangle(5, 7, numbers=4).first().verdict
'lost'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.breath import breathe
from sobremesa.core.errors import BadPosition, Phrase, Refused
from sobremesa.core.rng import Rng
from sobremesa.families.puzzle.boards import LARGEST, nearest_boards
from sobremesa.material.lattice import Lattice, form_at
from sobremesa.material.quadrominoes import CORNERS, MOST_NUMBERS, form_name, piece_name, pieces_in
from sobremesa.solvers.proofs import why_not
from sobremesa.solvers.reasoning import Reasoner
from sobremesa.solvers.scan import DONE, FOUND, SPENT, Cell, Point, Scan, Tie, corner_points
from sobremesa.solvers.solver import LOST_WORD, UNBOUNDED, UNKNOWN_WORD, WON_WORD
from sobremesa.solvers.strips import PRICES, WIDTH, TilingAnswer, guess, settle
from sobremesa.solvers.symmetry import Symmetry, cells_moved, renamed, symmetries, ties

Progress = Callable[[float], None]

# What may be looked at if nothing is said: some seconds of compiled code.
NODES: Final = 50_000_000
# Nodes of one go: between two goes progress is told, and signals are answered.
GO: Final = 200_000
# Nodes of the first tries at random; further ones get twice as many. Of long tries there are few:
# where nothing is found, one of them sees everything.
FIRST_TRY: Final = 50_000
LONG_TRY: Final = 25_000_000
# Nodes that the quick search of a narrow board spends on a partial board it keeps, all tries
# together.
NODES_OF_WIDTH: Final = 15
# A point of a lattice that belongs to no cell.
NO_CORNER: Final = -1

EASY: Final = "easy"
MEDIUM: Final = "medium"
HARD: Final = "hard"
DIFFICULTIES: Final = [EASY, MEDIUM, HARD]
DIFFICULTY_WORDS: Final[dict[str, Phrase]] = {
    EASY: Phrase("easy"), MEDIUM: Phrase("medium"), HARD: Phrase("hard"),
}
# Solutions that are tried before it is said that there is no puzzle of a difficulty, and cells
# that may be looked at to prove that a puzzle has one solution.
SOLUTIONS_TRIED: Final = 12
LOOKS: Final = 40_000


class TilingCount:
    """How many fillings a region has.

    `labelled` counts every filling. `up_to_rotation` takes those for one that a turn of the whole
    board makes equal, `up_to_symmetry` also those that a cyclic renaming of the numbers or a
    mirror image with reversed numbers makes equal. Only symmetries that keep the region and what
    is given count. If `known` is false the search stopped before the end: there are at least
    `labelled` fillings, and the others are 0.
    """

    def __init__(
        self, labelled: int, up_to_rotation: int, up_to_symmetry: int, nodes: int, known: bool
    ) -> None:
        self.labelled: int = labelled
        self.up_to_rotation: int = up_to_rotation
        self.up_to_symmetry: int = up_to_symmetry
        self.nodes: int = nodes
        self.known: bool = known

    def __repr__(self) -> str:
        least = "" if self.known else "at least "
        return f"<TilingCount: {least}{self.labelled}>"


class Tiling:
    """A region to be filled with the pieces on `numbers` numbers, each at most once.

    `pieces` lie already: the form for each cell. `corners` have their number already.
    """

    def __init__(
        self, numbers: int, cells: list[Cell], pieces: dict[Cell, int] | None = None,
        corners: dict[Point, int] | None = None,
    ) -> None:
        self.numbers: int = numbers
        self.cells: list[Cell] = sorted(set(cells))
        self.pieces: dict[Cell, int] = dict(pieces or {})
        self.corners: dict[Point, int] = dict(corners or {})
        problems = tiling_problems(self)
        if problems:
            raise BadPosition(problems)
        self.givens: dict[Point, int] = dict(self.corners)
        for cell, form in self.pieces.items():
            self.givens.update(corners_of(cell, form))

    def __repr__(self) -> str:
        return f"<Tiling: {len(self.cells)} cells, {self.numbers} numbers>"

    def domains(self) -> dict[Point, int]:
        """Gives what the corners that are given may show, as masks."""
        return {point: 1 << number for point, number in self.givens.items()}

    def with_givens(self, pieces: dict[Cell, int], corners: dict[Point, int]) -> Tiling:
        """Makes the same region with other givens."""
        return Tiling(self.numbers, self.cells, pieces, corners)

    def lattice(self, shown: dict[Point, int]) -> Lattice:
        """Puts corner numbers into rows, from the first row and column of the region on."""
        points = corner_points(self.cells)
        top, left = points[0][0], min(column for _, column in points)
        bottom, right = points[-1][0], max(column for _, column in points)
        return [
            [shown.get((row, column), NO_CORNER) for column in range(left, right + 1)]
            for row in range(top, bottom + 1)
        ]

    def forms(self, lattice: Lattice) -> dict[Cell, int]:
        """Gives the piece of every cell of a filling, as it lies."""
        top = self.cells[0][0]
        left = min(column for _, column in self.cells)
        return {
            (row, column): form_at(lattice, row - top, column - left)
            for row, column in self.cells
        }

    def first(
        self, nodes: int = NODES, seed: int = 1, progress: Progress | None = None
    ) -> TilingAnswer:
        """Finds a filling, or finds out that there is none.

        :param nodes: how much may be looked at before the answer is "unknown".
        :param seed: which of many fillings is met first.
        :param progress: is told now and then which share of the search is done, from 0 to 1.
        """
        nodes = min(nodes, UNBOUNDED)
        looked = 0
        domains = self.domains()
        if self.why_not() is not None:
            return TilingAnswer(LOST_WORD, [], 0)
        sides = self.sides()
        if sides is not None and (self.numbers, min(sides)) in PRICES:
            return narrow_answer(sides, self.numbers, nodes, seed, progress)
        if self.givens:
            reasoner = Reasoner(self.numbers, self.cells, domains)
            known = reasoner.solutions(1, nodes // 2)
            looked = int(reasoner.looks)
            if reasoner.found:
                masks = reasoner.found[0]
                shown = {
                    point: int(masks[place]).bit_length() - 1
                    for place, point in enumerate(reasoner.points)
                }
                return TilingAnswer(WON_WORD, self.lattice(shown), looked)
            if known:
                return TilingAnswer(LOST_WORD, [], looked)
        walk = Walk(self, domains)
        return walk.first(nodes, looked, seed, progress)

    def sides(self) -> tuple[int, int] | None:
        """Gives the rows and columns of a rectangle on which nothing is given."""
        rows = {row for row, _ in self.cells}
        columns = {column for _, column in self.cells}
        if self.givens or len(self.cells) != len(rows) * len(columns):
            return None
        if max(rows) - min(rows) >= len(rows) or max(columns) - min(columns) >= len(columns):
            return None
        return len(rows), len(columns)

    def why_not(self) -> str | None:
        """Gives a short proof that a rectangle cannot be filled, or nothing if none is known.

        >>> print(rectangle(4, 14, numbers=5).why_not())
        By the prices for 4 rows no board has more than 13 columns, and there are 14.
        """
        sides = self.sides()
        return None if sides is None else why_not(*sides, self.numbers)

    def solutions(self) -> Iterator[Lattice]:
        """Goes through all fillings.

        >>> sum(1 for _ in rectangle(2, 2, numbers=2).solutions())
        16
        """
        walk = Walk(self, self.domains(), one_naming=False)
        if walk.scan.hopeless():
            return
        while walk.go(UNBOUNDED, None) == FOUND:
            yield walk.lattice()

    def count(
        self, nodes: int | None = None, symmetric: bool = True, progress: Progress | None = None
    ) -> TilingCount:
        """Counts the fillings.

        :param nodes: how much may be looked at; without it there is no bound.
        :param symmetric: whether to count up to rotation and up to all symmetries, too.
        :param progress: is told now and then which share of the search is done, from 0 to 1.
        """
        most = UNBOUNDED if nodes is None else min(nodes, UNBOUNDED)
        domains = self.domains()
        walk = Walk(self, domains)
        labelled, known = walk.count(most, progress)
        looked = int(walk.scan.nodes)
        if not known or not symmetric or labelled == 0:
            return TilingCount(labelled, 0, 0, looked, known)
        turned, alike, rotations, every = 0, 0, 0, 0
        for symmetry, points in symmetries(self.numbers, self.cells, domains):
            kept = labelled if symmetry.is_nothing() else 0
            if not symmetry.is_nothing() and not symmetry.is_renaming():
                tied = Walk(self, domains, ties(symmetry, points), one_naming=False)
                kept, known = tied.count(most - looked, None)
                looked += int(tied.scan.nodes)
                if not known:
                    return TilingCount(labelled, 0, 0, looked, False)
            every += 1
            alike += kept
            if symmetry.is_rotation():
                rotations += 1
                turned += kept
        return TilingCount(labelled, turned // rotations, alike // every, looked, True)


def narrow_answer(
    sides: tuple[int, int], numbers: int, nodes: int, seed: int, progress: Progress | None
) -> TilingAnswer:
    """Fills a board of few rows by the prices of its pieces: quickly, or after all in order."""
    rows, columns = sorted(sides)
    width = max(1, min(WIDTH, nodes // (NODES_OF_WIDTH * columns)))
    found = guess(rows, columns, numbers, width, seed)
    looked = found.nodes
    if found.verdict == UNKNOWN_WORD and looked < nodes:
        found = settle(rows, columns, numbers, nodes - looked, progress)
        looked += found.nodes
    lattice = found.lattice
    if sides[0] > sides[1]:
        # A quarter turn: a mirror image would need other pieces (PUZ-R07).
        lattice = [list(row) for row in zip(*lattice[::-1], strict=True)]
    return TilingAnswer(found.verdict, lattice, looked)


class Walk:
    """A scan of a region from its best side, with the way back to how the region lies.

    If nothing is given, all fillings with another number in the first corner are those with 0
    there, renamed; `names` says for how many fillings each stands that is found.
    """

    def __init__(
        self, tiling: Tiling, domains: dict[Point, int], tied: list[Tie] | None = None,
        one_naming: bool = True,
    ) -> None:
        self.tiling: Tiling = tiling
        numbers = tiling.numbers
        self.side: Symmetry = best_side(tiling, domains)
        points = self.side.points(tiling.cells)
        self.back: dict[Point, Point] = {image: point for point, image in points.items()}
        turned = {points[point]: renamed(mask, self.side) for point, mask in domains.items()}
        self.names: int = 1
        if one_naming and not domains:
            turned[min(self.back)] = 1
            self.names = numbers
        self.scan: Scan = Scan(
            numbers, cells_moved(tiling.cells, points), turned,
            [self.side.tie(tie, points) for tie in tied or []],
        )

    def lattice(self) -> Lattice:
        """Gives the filling that was found, as the region lies."""
        return self.tiling.lattice({
            self.back[point]: (self.side.sign * (number - self.side.shift)) % self.tiling.numbers
            for point, number in self.scan.numbers_shown().items()
        })

    def count(self, nodes: int, progress: Progress | None) -> tuple[int, bool]:
        """Counts the fillings; tells too whether that is all of them."""
        scan = self.scan
        scan.counting = True
        if scan.hopeless():
            return 0, True
        ended = self.go(nodes, progress)
        return self.names * int(scan.found), ended == DONE

    def go(self, nodes: int, progress: Progress | None) -> int:
        """Runs the scan until it has seen that many nodes."""
        scan = self.scan
        while True:
            ended = int(scan.run(min(nodes, int(scan.nodes) + GO)))
            breathe()
            if progress is not None:
                progress(scan.share())
            if ended != SPENT or scan.nodes >= nodes:
                return ended

    def first(self, nodes: int, looked: int, seed: int, progress: Progress | None) -> TilingAnswer:
        """Tries in random order for longer and longer, until a try sees everything."""
        scan = self.scan
        if scan.hopeless():
            return TilingAnswer(LOST_WORD, [], looked)
        if self.tiling.sides() is not None:
            scan.cap_first_half()
        scan.nodes = looked
        rng = Rng(seed)
        budget = FIRST_TRY
        thrifty = False
        while True:
            scan.restart(rng, thrifty)
            ended = self.go(min(nodes, int(scan.nodes) + budget), progress)
            if ended == FOUND:
                return TilingAnswer(WON_WORD, self.lattice(), int(scan.nodes))
            if ended == DONE:
                return TilingAnswer(LOST_WORD, [], int(scan.nodes))
            if scan.nodes >= nodes:
                return TilingAnswer(UNKNOWN_WORD, [], int(scan.nodes))
            if thrifty:
                budget *= 2 if budget < LONG_TRY else 8
            # Neither order is the better one everywhere.
            thrifty = not thrifty or budget > LONG_TRY


def best_side(tiling: Tiling, domains: dict[Point, int]) -> Symmetry:
    """Chooses from where to walk: what is given comes early, and rows are short."""
    best = Symmetry(tiling.numbers, 0, False, 0)
    least: tuple[int, int] | None = None
    for mirrored in (False, True):
        for turns in range(4):
            side = Symmetry(tiling.numbers, turns, mirrored, -1 if mirrored else 0)
            points = side.points(tiling.cells)
            order = {point: place for place, point in enumerate(sorted(points.values()))}
            late = sum(order[points[point]] for point in domains)
            width = max(column for _, column in points.values())
            if least is None or (late, width) < least:
                least = (late, width)
                best = side
    return best


def rectangle(
    rows: int, columns: int, numbers: int, pieces: dict[Cell, int] | None = None,
    corners: dict[Point, int] | None = None,
) -> Tiling:
    """Makes a board of that many rows and columns.

    >>> rectangle(2, 2, numbers=2).count().up_to_rotation
    4
    """
    if rows < 1 or columns < 1:
        raise Refused("a board has at least one row and one column (PUZ-R14)")
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return Tiling(numbers, cells, pieces, corners)


def corners_of(cell: Cell, form: int) -> dict[Point, int]:
    """Gives the numbers of a piece that lies on a cell, by their corners."""
    row, column = cell
    around = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
    return {point: int(CORNERS[4 * form + corner]) for corner, point in enumerate(around)}


def tiling_problems(tiling: Tiling) -> list[str]:
    """Says everything that is wrong with a region and what is given."""
    numbers = tiling.numbers
    if not 1 <= numbers <= MOST_NUMBERS:
        return [f"{numbers} numbers: there are pieces on 1 to {MOST_NUMBERS}"]
    if not tiling.cells:
        return ["the region has no cell"]
    found: list[str] = []
    points = set(corner_points(tiling.cells))
    shown: dict[Point, int] = {}
    for point, number in tiling.corners.items():
        if point not in points:
            found.append(f"there is no corner {point[0]},{point[1]}")
        elif not 0 <= number < numbers:
            found.append(
                f"corner {point[0]},{point[1]} shows {number}: "
                f"the numbers go from 0 to {numbers - 1}"
            )
        shown[point] = number
    lying: dict[int, Cell] = {}
    for cell in sorted(tiling.pieces):
        found += piece_problems(tiling, cell, shown, lying)
    return found


def piece_problems(
    tiling: Tiling, cell: Cell, shown: dict[Point, int], lying: dict[int, Cell]
) -> list[str]:
    """Says what is wrong with a piece that is given, and notes what it shows."""
    form = tiling.pieces[cell]
    row, column = cell
    if cell not in tiling.cells:
        return [f"there is no cell {row},{column}"]
    if not 0 <= form < 4 * pieces_in(tiling.numbers):
        return [f"the piece on {row},{column} is not in the set of {tiling.numbers} numbers"]
    found: list[str] = []
    piece = form // 4
    if piece in lying:
        other = lying[piece]
        found.append(
            f"{piece_name(piece)} lies on {other[0]},{other[1]} and on {row},{column} (PUZ-R02)"
        )
    lying[piece] = cell
    for point, number in corners_of(cell, form).items():
        if shown.get(point, number) != number:
            found.append(
                f"{form_name(form)} on {row},{column} shows {number} in corner "
                f"{point[0]},{point[1]}, which shows {shown[point]}"
            )
        shown[point] = number
    return found


def make(rows: int, columns: int, numbers: int, difficulty: str = MEDIUM, seed: int = 0) -> Tiling:
    """Makes a puzzle with exactly one solution: a board on which some pieces lie already.

    An *easy* one is finished by looking at one cell after the other, and at least a third of its
    pieces are given. A *medium* one needs look-ahead: to suppose a number and see that it leads
    to a contradiction. A *hard* one needs more than that. Of medium and hard ones no piece can
    be taken away without losing that.

    >>> puzzle = make(3, 3, numbers=3, difficulty="easy", seed=7)
    >>> puzzle.count().labelled, difficulty_of(puzzle)
    (1, 'easy')
    """
    if difficulty not in DIFFICULTIES:
        raise Refused("a puzzle is {difficulties}, not {word}",
                      difficulties=DIFFICULTIES, word=difficulty)
    board = rectangle(rows, columns, numbers)
    rng = Rng(seed)
    for _ in range(SOLUTIONS_TRIED):
        answer = board.first(seed=int(rng.word()))
        if answer.verdict == LOST_WORD:
            raise unfillable(rows, columns, numbers)
        if not answer.won:
            raise Refused(
                "no filling of {rows}x{columns} on {numbers} numbers was found, though there may "
                "be one: try another seed or a smaller board",
                rows=rows, columns=columns, numbers=numbers,
            )
        puzzle = thinned(board, answer.lattice, difficulty, rng)
        if difficulty_of(puzzle) == difficulty:
            return puzzle
    raise Refused(
        "no {difficulty} puzzle of {rows}x{columns} on {numbers} numbers was found: try another "
        "seed, another board or another difficulty",
        difficulty=DIFFICULTY_WORDS[difficulty], rows=rows, columns=columns, numbers=numbers,
    )


def unfillable(rows: int, columns: int, numbers: int) -> Refused:
    """Says that a board cannot be filled, and which can instead."""
    near = nearest_boards(numbers, rows, columns) if numbers in LARGEST else []
    if not near:
        return Refused(
            "{rows}x{columns} cannot be filled on {numbers} numbers",
            rows=rows, columns=columns, numbers=numbers,
        )
    return Refused(
        "{rows}x{columns} cannot be filled on {numbers} numbers; {boards} can",
        rows=rows, columns=columns, numbers=numbers,
        boards=[f"{high}x{wide}" for high, wide in near],
    )


def thinned(board: Tiling, lattice: Lattice, difficulty: str, rng: Rng) -> Tiling:
    """Gives all pieces of a solution, then takes away what a puzzle of its kind can spare."""
    shift = int(rng.below(board.numbers))
    shown = [[(number + shift) % board.numbers for number in row] for row in lattice]
    pieces = {(row, column): form_at(shown, row, column) for row, column in board.cells}
    order = vec[Int](list(range(len(board.cells))))
    rng.shuffle(order)
    fewest = len(board.cells) // 3 if difficulty == EASY else 1
    for place in order:
        if len(pieces) <= fewest:
            break
        cell = board.cells[place]
        form = pieces.pop(cell)
        if not can_be_solved(board.with_givens(pieces, {}), difficulty):
            pieces[cell] = form
    return board.with_givens(pieces, {})


def can_be_solved(puzzle: Tiling, difficulty: str) -> bool:
    """Tells whether a puzzle has one solution that is found by the means of a difficulty."""
    reasoner = Reasoner(puzzle.numbers, puzzle.cells, puzzle.domains())
    if difficulty == EASY:
        return reasoner.finishes_forced()
    if difficulty == MEDIUM:
        return reasoner.finishes_looking_ahead()
    return reasoner.solutions(2, LOOKS) and len(reasoner.found) == 1


def difficulty_of(puzzle: Tiling) -> str:
    """Says how difficult a puzzle is; nothing if it was not proved to have exactly one solution."""
    for difficulty in DIFFICULTIES:
        if can_be_solved(puzzle, difficulty):
            return difficulty
    return ""
