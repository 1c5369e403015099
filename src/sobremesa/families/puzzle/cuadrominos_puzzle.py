"""Puzzles with square pieces (Spanish: Rompecabezas), for one person.

A board of some rows and columns is to be filled with different pieces, on whose corners stand
numbers from 0 up to one less than `numbers`. There is one piece of each kind; pieces may be
turned but not turned over, and all corners that meet at a point show the same number. The
board must be full; pieces may be left over. A position may have holes, cells that belong to
nobody, and may begin with pieces and corner numbers that are given.

A move lays a piece, turned in one way, on a free cell where it agrees with every corner that
has a number already; it is the number of the cell times the number of forms, plus the form.
The round ends when the board is full, which is a win, or when no piece can be laid any more.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, BadPosition, IllegalMove
from sobremesa.core.game import MOVE_MASK, NOBODY, Data, Game, Round, Views
from sobremesa.core.history import OneWorld, replayed
from sobremesa.core.options import Option, Value
from sobremesa.core.reading import tidy
from sobremesa.core.rng import Rng
from sobremesa.families.puzzle.boards import CAN, CANNOT, nearest_boards, what_is_known
from sobremesa.families.puzzle.positions import (
    ENDINGS,
    PARTS,
    cell_of,
    cells_named,
    problems,
    split_corner,
    split_laid,
)
from sobremesa.families.puzzle.views import PuzzleView
from sobremesa.material.quadrominoes import (
    CORNER_NAMES,
    CORNERS,
    FITS_FROM,
    FITTING,
    WAYS,
    form_name,
    parse_form,
    parse_piece,
    pattern,
    piece_name,
    pieces_in,
)

# What lies on a cell, where it is no form.
FREE: Final[Int] = -1
HOLE: Final[Int] = -2
# The number of a corner that has none yet, as what is asked of a cell has it (`FREE` there).
UNKNOWN: Final[Int] = 7

# How a puzzle ended.
UNFINISHED: Final[Int] = 0
WON: Final[Int] = 1
LOST: Final[Int] = 2

LAYING: Final = re.compile(r"\s*([^@]+?)\s*@\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")

PLAYERS: Final = Option(
    "players", 1, "A puzzle is for one.", "PUZ-R14", title="Players", low=1, high=1,
)
NUMBERS: Final = Option(
    "numbers", 3, "How many different numbers the pieces show.", "PUZ-R14", title="Numbers",
    allowed=[2, 3, 4, 5],
)
ROWS: Final = Option("rows", 3, "Rows of the board.", "PUZ-R14", title="Rows", low=1, high=70)
COLUMNS: Final = Option(
    "columns", 3, "Columns of the board.", "PUZ-R14", title="Columns", low=1, high=70,
)
REQUIRE_ALL: Final = Option(
    "require_all", False, "Whether the board must use every piece.", "PUZ-R03",
    title="Use every piece",
)


def task(numbers: int, rows: int, columns: int) -> dict[str, Value]:
    """Gives the options of a task."""
    return {"numbers": numbers, "rows": rows, "columns": columns}


@mypyc_attr(allow_interpreted_subclasses=True)
class Puzzle(Game):
    """The rules of the puzzles."""

    NAME: ClassVar[str] = "cuadrominos-puzzle"
    VIEWS: ClassVar[Views] = Views(PuzzleView, OneWorld)
    FAMILY: ClassVar[str] = "puzzle"
    FIGURES: ClassVar[str] = ""
    TITLE: ClassVar[str] = "Quadromino puzzle"
    SENTENCE: ClassVar[str] = "Fill the board so that all corners that meet show the same number."
    ANY_ORDER: ClassVar[bool] = True
    OPTIONS: ClassVar[list[Option]] = [PLAYERS, NUMBERS, ROWS, COLUMNS, REQUIRE_ALL]
    # The ready-made tasks, the easiest first.
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "2x2": task(2, 2, 2), "3x3": task(3, 3, 3), "2x7": task(3, 2, 7), "3x4": task(3, 3, 4),
        "5x5": task(4, 5, 5), "3x10": task(4, 3, 10), "4x7": task(4, 4, 7),
        "3x5": task(3, 3, 5), "6x6": task(5, 6, 6),
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.numbers: Int = self.number("numbers")
        self.rows: Int = self.number("rows")
        self.columns: Int = self.number("columns")
        self.kinds: Int = pieces_in(self.number("numbers"))
        self.cells: Int = self.rows * self.columns
        if self.cells > self.kinds:
            raise BadOption(
                "{rows} × {columns} cells are {cells}; with {numbers} numbers there are only "
                "{pieces} pieces (PUZ-R14)",
                option="rows", rows=int(self.rows), columns=int(self.columns),
                cells=int(self.cells), numbers=int(self.numbers), pieces=int(self.kinds),
            )
        if self.flag("require_all") and self.cells != self.kinds:
            raise BadOption(
                "a board for all {pieces} pieces has as many cells, not {rows} × {columns} "
                "(PUZ-R03)",
                option="require_all", pieces=int(self.kinds), rows=int(self.rows),
                columns=int(self.columns),
            )
        self.forms: Int = 4 * self.kinds
        self.move_count = self.cells * self.forms
        self.longest = self.cells
        self.last_round = 1

    def corner_point(self, cell: Int, corner: Int) -> Int:
        """Finds the point of the lattice at a corner of a cell."""
        wide = self.columns + 1
        point = cell // self.columns * wide + cell % self.columns
        if corner == 0:
            return point
        if corner == 1:
            return point + 1
        return point + wide + 1 if corner == 2 else point + wide

    def cell_name(self, cell: Int) -> str:
        """Names a cell by its row and column."""
        return f"{cell // self.columns},{cell % self.columns}"

    def opener(self, rng: Rng) -> int:
        """The only player begins."""
        return 0

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> PuzzleRound:
        """Gives the empty board; nothing is left to chance."""
        return self.set_up({part: [] for part in PARTS})

    def next_first(self, last: Round) -> int:
        """The only player begins."""
        return 0

    def most_gain(self) -> int:
        """Every cell counts once."""
        return int(self.cells)

    def winners(self, scores: list[int]) -> list[int]:
        """Tells whether the board is full."""
        return [0] if scores[0] >= self.cells else []

    def leaders(self, scores: list[int]) -> list[int]:
        """Nobody has won a puzzle that is not solved."""
        return self.winners(scores)

    def pieces(self) -> list[str]:
        """Lists the pieces."""
        return [piece_name(piece) for piece in range(self.kinds)]

    def load(self, data: Data) -> PuzzleRound:
        """Sets up a position, or one with the history that led to it."""
        if "history" in data:
            round = replayed(self, data)
            assert isinstance(round, PuzzleRound)
            return round
        wrong = problems(data, int(self.rows), int(self.columns), int(self.numbers))
        if wrong:
            raise BadPosition(wrong)
        round = self.set_up({part: list(data.get(part, [])) for part in PARTS})
        known = round.position()
        wrong = [
            f"{part} does not follow from the board" for part in ("turn", "over", "ending")
            if part in data and data[part] != known[part]
        ]
        if wrong:
            raise BadPosition(wrong)
        return round

    def set_up(self, start: Data) -> PuzzleRound:
        """Begins with a position that has been found possible."""
        round = PuzzleRound(self)
        round.start = start
        for cell in cells_named(start["holes"], int(self.columns)):
            round.board[cell] = HOLE
            round.left -= 1
        for text in start["corners"]:
            row, column, number = split_corner(text)
            round.lattice[row * (self.columns + 1) + column] = number
        for text in [*start["given"], *start["laid"]]:
            form, row, column = split_laid(text)
            round.put(row * self.columns + column, form)
        round.settle()
        return round


@mypyc_attr(allow_interpreted_subclasses=True)
class PuzzleRound(Round):
    """One puzzle."""

    def __init__(self, rules: Puzzle) -> None:
        super().__init__(rules, 1, vec[Int]([0]))
        self.rules: Puzzle = rules
        # The form on each cell, the number at each point of the lattice, the pieces laid.
        self.board: vec[Int] = vec[Int]([FREE for _ in range(rules.cells)])
        self.lattice: vec[Int] = vec[Int]([
            UNKNOWN for _ in range((rules.rows + 1) * (rules.columns + 1))
        ])
        self.used: vec[Int] = vec[Int]([0 for _ in range(rules.kinds)])
        # Cells that are to be filled.
        self.left: Int = rules.cells
        self.ending: Int = UNFINISHED
        self.start: Data = {}

    def put(self, cell: Int, form: Int) -> None:
        """Lays a piece on a cell."""
        for corner in range(4):
            self.lattice[self.rules.corner_point(cell, corner)] = CORNERS[4 * form + corner]
        self.board[cell] = form
        self.used[form // 4] = 1
        self.left -= 1

    def shown_pattern(self, cell: Int) -> Int:
        """Gives the pattern of what is known of a cell's corners."""
        rules = self.rules
        wide = rules.columns + 1
        point = cell // rules.columns * wide + cell % rules.columns
        return pattern(
            self.lattice[point], self.lattice[point + 1], self.lattice[point + wide + 1],
            self.lattice[point + wide],
        )

    def legal(self) -> vec[Int]:
        """Lists every way to lay an unused piece so that all corners agree (PUZ-R04)."""
        moves = vec[Int]()
        if self.over:
            return moves
        forms = self.rules.forms
        for cell in range(self.rules.cells):
            if self.board[cell] == FREE:
                shown = self.shown_pattern(cell)
                for place in range(FITS_FROM[shown], FITS_FROM[shown + 1]):
                    form = FITTING[place]
                    if form >= forms:
                        break
                    if self.used[form >> 2] == 0:
                        moves = append(moves, cell * forms + form)
        return moves

    def fitting(self, cell: Int) -> Int:
        """Counts the ways to lay a piece on a free cell."""
        shown = self.shown_pattern(cell)
        count: Int = 0
        for place in range(FITS_FROM[shown], FITS_FROM[shown + 1]):
            piece = FITTING[place] >> 2
            if piece >= self.rules.kinds:
                break
            if self.used[piece] == 0:
                count += 1
        return count

    def settle(self) -> None:
        """Ends the puzzle when the board is full or nothing can be laid (PUZ-R11)."""
        if self.left == 0:
            self.finish(WON)
            return
        for cell in range(self.rules.cells):
            if self.board[cell] == FREE and self.fitting(cell) > 0:
                return
        self.finish(LOST)

    def finish(self, ending: Int) -> None:
        """Ends the puzzle."""
        self.ending = ending
        self.over = True
        self.turn = NOBODY

    def play(self, move: Int) -> None:
        """Lays a piece."""
        self.note(move)
        self.put(move // self.rules.forms, move % self.rules.forms)
        self.settle()

    def reopened(self) -> PuzzleRound:
        """Gives the puzzle as it was set."""
        return self.rules.set_up(self.start)

    def copy(self) -> PuzzleRound:
        """Makes an independent copy."""
        twin = PuzzleRound(self.rules)
        twin.turn, twin.over, twin.log = self.turn, self.over, self.log[:]
        twin.board, twin.lattice, twin.used = self.board[:], self.lattice[:], self.used[:]
        twin.left, twin.ending, twin.start = self.left, self.ending, self.start
        return twin

    def points(self) -> list[int]:
        """Counts the cells that are not to be filled any more."""
        return [int(self.rules.cells - self.left)]

    def winners(self) -> list[int]:
        """The only player has won when the board is full."""
        return [0] if self.ending == WON else []

    def text(self, move: Int) -> str:
        """Writes a piece as it lies and its cell: `01/42@0,1`."""
        cell = self.rules.cell_name(move // self.rules.forms)
        return f"{form_name(int(move % self.rules.forms))}@{cell}"

    def read(self, text: str) -> int:
        """Reads `01/42@0,1`, or `0-1-2-4@0,1` where the piece fits in one way only."""
        found = LAYING.fullmatch(tidy(text))
        if found is None:
            raise IllegalMove(
                "{text} is no move: write it like {like}", text=text, like="01/42@0,1"
            )
        what, row, column = found.groups()
        numbers = int(self.rules.numbers)
        cell = cell_of(int(row), int(column), int(self.rules.rows), int(self.rules.columns))
        if cell < 0:
            raise IllegalMove(
                "{row},{column} is not on the board, which has {rows} × {columns} cells (PUZ-R14)",
                row=row, column=column, rows=int(self.rules.rows),
                columns=int(self.rules.columns),
            )
        if "/" in what:
            return cell * int(self.rules.forms) + parse_form(what, numbers)
        return self.read_unturned(cell, parse_piece(what, numbers))

    def read_unturned(self, cell: int, piece: int) -> int:
        """Finds the way in which a piece fits on a cell, if there is only one."""
        first = cell * int(self.rules.forms) + 4 * piece
        ways = [move for move in self.moves() if first <= move < first + 4]
        if len(ways) == 1:
            return ways[0]
        if not ways:
            return first
        raise IllegalMove(
            "{piece} fits there in several ways: say which, like {texts} (PUZ-R01)",
            piece=piece_name(piece), texts=[self.text(move) for move in ways],
        )

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names the piece, the cell and, where turning it makes a difference, its turn."""
        form = int(move % self.rules.forms)
        path = (
            f"piece:{piece_name(form // 4)}",
            f"cell:{self.rules.cell_name(move // self.rules.forms)}",
        )
        return path if WAYS[form // 4] == 1 else (*path, f"turn:{form_name(form)}")

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a piece cannot be laid."""
        rules = self.rules
        cell = move // rules.forms
        form = move % rules.forms
        piece = int(form // 4)
        name = rules.cell_name(cell)
        lying = self.board[cell]
        if lying == HOLE:
            return IllegalMove("{cell} is a hole in the board", cell=name)
        if lying != FREE:
            return IllegalMove(
                "{piece} lies on {cell} already", piece=piece_name(int(lying // 4)), cell=name
            )
        if self.used[piece] == 1:
            return IllegalMove(
                "{piece} lies on {cell}, and there is only one of each (PUZ-R02)",
                piece=piece_name(piece), cell=self.cell_with(piece),
            )
        for corner in range(4):
            known = self.lattice[rules.corner_point(cell, corner)]
            shown = CORNERS[4 * form + corner]
            if known not in (UNKNOWN, shown):
                return IllegalMove(
                    "the {corner} corner of {cell} is {known}; {piece} turned so shows {shown} "
                    "there (PUZ-R04)",
                    corner=CORNER_NAMES[corner], cell=name, known=int(known),
                    piece=piece_name(piece), shown=int(shown),
                )
        return IllegalMove(
            "{piece} looks alike in every turn: write it like {text} (PUZ-R06)",
            piece=piece_name(piece), text=self.text(cell * rules.forms + 4 * piece),
        )

    def cell_with(self, piece: Int) -> str:
        """Names the cell on which a piece lies."""
        cell: Int = 0
        while self.board[cell] < 0 or self.board[cell] // 4 != piece:
            cell += 1
        return self.rules.cell_name(cell)

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; everything is seen."""
        return self.text(self.log[entry] & MOVE_MASK)

    def lattice_rows(self) -> list[str]:
        """Writes the rows of corner numbers, a dot for one that is not known yet."""
        wide = int(self.rules.columns) + 1
        signs = ["." if number == UNKNOWN else str(number) for number in self.lattice]
        return ["".join(signs[start : start + wide]) for start in range(0, len(signs), wide)]

    def unused(self) -> list[str]:
        """Lists the pieces that do not lie on the board."""
        return [piece_name(piece) for piece in range(self.rules.kinds) if self.used[piece] == 0]

    def laid(self) -> list[str]:
        """Lists the pieces that were laid and not given, in the order of laying."""
        before: list[str] = list(self.start["laid"])
        return before + [self.told(entry, 0) for entry in range(len(self.log))]

    def shown(self, seat: int) -> Data:
        """Gives the whole board."""
        return {
            "opening": self.opening(),
            "holes": list(self.start["holes"]),
            "given": list(self.start["given"]),
            "corners": list(self.start["corners"]),
            "laid": self.laid(),
            "lattice": self.lattice_rows(),
            "unused": self.unused(),
            "left": int(self.left),
            "ending": ENDINGS[int(self.ending)],
            "hopeless": self.is_hopeless(),
            "near": self.near(),
        }

    def is_hopeless(self) -> bool:
        """Tells whether a board without holes is known to be one that nobody can fill."""
        rules = self.rules
        known = what_is_known(int(rules.numbers), int(rules.rows), int(rules.columns))
        return known == CANNOT and not self.start["holes"]

    def is_fillable(self) -> bool:
        """Tells whether nothing lies on a board that is known to be one that can be filled."""
        rules = self.rules
        known = what_is_known(int(rules.numbers), int(rules.rows), int(rules.columns))
        return known == CAN and self.is_bare()

    def is_bare(self) -> bool:
        """Tells whether no corner has a number yet."""
        return all(number == UNKNOWN for number in self.lattice)

    def near(self) -> list[list[int]]:
        """Lists the rows and columns of boards that can be filled, if this one cannot."""
        if not self.is_hopeless():
            return []
        rules = self.rules
        found = nearest_boards(int(rules.numbers), int(rules.rows), int(rules.columns))
        return [[rows, columns] for rows, columns in found]

    def opening(self) -> Data:
        """Gives the board from which this round began."""
        return {"number": 1, "before": [0], **{part: list(self.start[part]) for part in PARTS}}

    def position(self) -> Data:
        """Gives the position without its history."""
        return {
            **self.opening(),
            "laid": self.laid(),
            "turn": int(self.turn),
            "over": self.over,
            "ending": ENDINGS[int(self.ending)],
        }

    def dump(self) -> Data:
        """Gives the position as a person would set it up, and the history that led to it."""
        moves = [self.told(entry, 0) for entry in range(len(self.log))]
        return {**self.position(), "history": {"start": self.opening(), "moves": moves}}

    def pieces(self) -> list[str]:
        """Lists every piece, wherever it is."""
        lying = [piece_name(int(form // 4)) for form in self.board if form >= 0]
        return lying + self.unused()
