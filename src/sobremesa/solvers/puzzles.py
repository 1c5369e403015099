"""What can be known of a puzzle: whether it can be finished, how, and which cell is tightest."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.core.errors import Phrase
from sobremesa.core.game import Data, Game, Round, View
from sobremesa.families.puzzle.cuadrominos_puzzle import FREE, HOLE, UNKNOWN, WON, PuzzleRound
from sobremesa.material.lattice import Lattice, form_at
from sobremesa.material.quadrominoes import form_name
from sobremesa.solvers.solver import LOST_WORD, UNKNOWN_WORD, WON_WORD, Answer, Solver, add_solver
from sobremesa.solvers.tilings import EASY, HARD, MEDIUM, Tiling, make

# A corner is looked at so much sooner than a whole position of another game, above all while
# the board is empty.
SOONER: Final = 20
MUCH_SOONER: Final = 100
# Room beyond this makes no difference, and what a spoilt cell costs.
ENOUGH: Final[Int] = 12
SPOILT: Final[Int] = 1000


def tightest(round: PuzzleRound) -> list[int]:
    """Lists the free cells on which the fewest pieces fit, but some."""
    found: list[int] = []
    fewest: Int = 0
    for cell in range(round.rules.cells):
        if round.board[cell] == FREE:
            ways = round.fitting(cell)
            if ways > 0 and (len(found) == 0 or ways < fewest):
                found = []
                fewest = ways
            if ways > 0 and ways == fewest:
                found.append(int(cell))
    return found


def promise(round: PuzzleRound) -> Int:
    """Guesses how good a position is: spoilt cells are bad, room on every other is good."""
    if round.over:
        return 1_000_000 if round.ending == WON else -1_000_000
    worth: Int = 0
    for cell in range(round.rules.cells):
        if round.board[cell] == FREE:
            ways = round.fitting(cell)
            if ways == 0:
                worth -= SPOILT
            worth += ways if ways < ENOUGH else ENOUGH
    return worth


def solve_puzzle(round: PuzzleRound, nodes: int) -> Answer:
    """Finds out whether a puzzle can be finished from here, and how.

    The line goes to the tightest cell each time, as a person would.
    """
    if round.over:
        won = round.ending == WON
        verdict = WON_WORD if won else LOST_WORD
        return Answer(verdict, int(round.left), "win" if won else "loss", [], 0)
    if round.is_hopeless():
        return Answer(LOST_WORD, int(round.left), "loss", [], 0)
    tiling = tiling_of(round)
    found = tiling.first(nodes * (SOONER if tiling.givens else MUCH_SOONER))
    if not found.won:
        return Answer(found.verdict, int(round.left), "loss", [], found.nodes)
    # The lattice begins with the first row and column that have a cell.
    top = min(row for row, _ in tiling.cells)
    left = min(column for _, column in tiling.cells)
    return Answer(WON_WORD, 0, "win", line_to(round, found.lattice, top, left), found.nodes)


def tiling_of(round: PuzzleRound) -> Tiling:
    """Makes the region that is to be filled, with everything that lies on it."""
    columns = int(round.rules.columns)
    cells: list[tuple[int, int]] = []
    pieces: dict[tuple[int, int], int] = {}
    for place in range(int(round.rules.cells)):
        if round.board[place] != HOLE:
            cell = (place // columns, place % columns)
            cells.append(cell)
            if round.board[place] != FREE:
                pieces[cell] = int(round.board[place])
    corners: dict[tuple[int, int], int] = {}
    for place in range(len(round.lattice)):
        if round.lattice[place] != UNKNOWN:
            corners[place // (columns + 1), place % (columns + 1)] = int(round.lattice[place])
    return Tiling(int(round.rules.numbers), cells, pieces, corners)


def line_to(round: PuzzleRound, lattice: Lattice, top: int, left: int) -> list[int]:
    """Lists the moves that lead to a filling, the tightest cell first each time."""
    after = round.copy()
    columns = int(round.rules.columns)
    line: list[int] = []
    while not after.over:
        cell = tightest(after)[0]
        form = form_at(lattice, cell // columns - top, cell % columns - left)
        move = cell * int(round.rules.forms) + form
        after.play(move)
        line.append(move)
    return line


class PuzzleSolver(Solver):
    """Knows of a board whether it can be filled, and makes puzzles with one solution."""

    def __init__(self) -> None:
        super().__init__()
        self.difficulties = {
            "": "an empty board", EASY: "one solution, easy", MEDIUM: "one solution, medium",
            HARD: "one solution, hard",
        }
        self.usual = MEDIUM

    def solve(self, round: Round, nodes: int, memory: int) -> Answer:
        """Looks for a filling."""
        assert isinstance(round, PuzzleRound)
        return solve_puzzle(round, nodes)

    def verdict(self, round: Round, nodes: int) -> str:
        """Some empty boards are known to have a filling that no short search finds."""
        assert isinstance(round, PuzzleRound)
        found = solve_puzzle(round, nodes).verdict
        return WON_WORD if found == UNKNOWN_WORD and round.is_fillable() else found

    def make(self, game: Game, difficulty: str, seed: int) -> Data:
        """Makes a puzzle on the board of the game."""
        sides = game.number("rows"), game.number("columns")
        return given(make(sides[0], sides[1], game.number("numbers"), difficulty, seed))

    def named(self, text: str) -> Phrase:
        """Names the piece as it is turned, and the cell."""
        piece, _, cell = text.partition("@")
        return Phrase("{piece} on {cell}", piece=piece, cell=cell)

    def is_hopeless(self, view: View) -> bool:
        """Tells whether nobody can fill the board."""
        return bool(view.data["hopeless"])

    def nearby(self, view: View) -> list[tuple[str, Data]]:
        """Lists the boards nearest to one that nobody can fill."""
        numbers = view.game.number("numbers")
        return [
            (f"{rows} × {columns}", {"numbers": numbers, "rows": rows, "columns": columns})
            for rows, columns in view.data["near"]
        ]


def given(puzzle: Tiling) -> Data:
    """Writes the pieces that lie on a board as data to set up."""
    return {"given": [
        f"{form_name(form)}@{row},{column}" for (row, column), form in sorted(puzzle.pieces.items())
    ]}


add_solver("cuadrominos-puzzle", PuzzleSolver())
