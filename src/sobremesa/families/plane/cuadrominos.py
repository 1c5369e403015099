"""Cuadróminos (quadrominoes): square pieces with a number in each corner, matched corner to corner.

The first piece is laid in the middle of the table, the others with at least one whole side
against a piece already laid, and wherever corners meet, diagonally too, they show the same
number. Three coinciding corners bring 2 points, four bring 4. A player who cannot lay a piece, or
thinks so, draws up to three from the pool; one who then lays nothing pays a point. The player who
lays their last piece ends the round and gets 4 points; the others pay a point for every piece in
hand. When a whole lap with the pool empty lays nothing, the round ends and everybody pays. There
are as many rounds as players; the turn goes to the right.

The moves: form f on the cell numbered c is `forms * c + f`, whatever else lies (see `plane.py`
for the numbers of cells and `material/quadrominoes.py` for forms). Behind these come to draw, to
pass, and the move that a clock makes for a player whose time is up.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.dealing import Boneyard, DealtGame, DealtRound, Hands
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import Data, Round, Views
from sobremesa.core.numbers import MANY, MOST_POINTS
from sobremesa.core.options import Option, choice_option, players_option
from sobremesa.core.parts import Flag, Number, Part, Row, texts
from sobremesa.core.rng import Rng
from sobremesa.families.plane.plane import EMPTY, NO_CELL, Plane
from sobremesa.families.plane.positions import Laid, read_piece
from sobremesa.families.plane.round import MOST_DRAWN, CuadrominosRound
from sobremesa.families.plane.views import PlaneView
from sobremesa.families.plane.worlds import PlaneWorlds
from sobremesa.material.quadrominoes import (
    PIECE_NAMES,
    form_name,
    parse_form,
    parse_piece,
    pieces_in,
)

# How many pieces each player gets (CUAD-10).
HANDS: Final = {2: 11, 3: 9, 4: 7, 5: 5, 6: 4, 7: 3, 8: 3}
ALL_PIECES: Final = vec[Int]([piece for piece in range(126)])

PLAYERS: Final = players_option(4, "CUAD-R29", high=8)
NUMBERS: Final = Option(
    "numbers", 5, "How many different numbers the pieces show: 70 pieces with five, 126 with six.",
    "CUAD-R15", title="Numbers", allowed=[5, 6],
    words={"5": "five, on 70 pieces", "6": "six, on 126 pieces"},
)
HAND_SIZE: Final = Option(
    "hand_size", 0,
    "Pieces each player begins with, at least 2; 0 takes as many as the rules give for the "
    "number of players.",
    "CUAD-R16", title="Pieces in a hand", low=0,
)
ROUNDS: Final = Option(
    "rounds", 0, "Rounds in a match; 0 plays as many as there are players.", "CUAD-R17",
    title="Rounds", low=0,
)
DRAW_RULE: Final = choice_option(
    "draw_rule", "Drawing and passing", "CUAD-R06",
    "Whether players may draw or pass although they could place a piece.",
    judgement="whenever the player likes", forced_placement="only when nothing fits",
)
TIE: Final = choice_option(
    "tie", "Equal totals", "CUAD-R18",
    "Whether equal totals share the victory, or the most rounds won decide.",
    shared="share the victory", most_rounds_won="most rounds won decides",
)
TURN_SECONDS: Final = Option(
    "turn_seconds", 0, "Seconds that a turn may take at a table; 0 for no limit.", "CUAD-R23",
    title="Seconds for a turn", low=0,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Cuadrominos(DealtGame):
    """The rules of Cuadróminos."""

    NAME: ClassVar[str] = "cuadrominos"
    VIEWS: ClassVar[Views] = Views(PlaneView, PlaneWorlds)
    FAMILY: ClassVar[str] = "plane"
    TOUCHED: ClassVar[dict[str, str]] = {"boneyard": "+"}
    FIGURES: ClassVar[str] = ""
    SAMPLE: ClassVar[tuple[int, int, float]] = (219, 5, 0.7)
    TITLE: ClassVar[str] = "Cuadróminos"
    SENTENCE: ClassVar[str] = "Square pieces that agree at their corners, on a table without end."
    COUNTED: ClassVar[str] = "CUAD-02"
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, NUMBERS, HAND_SIZE, ROUNDS, DRAW_RULE, TIE, TURN_SECONDS,
    ]

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.numbers: Int = self.number("numbers")
        self.tiles: Int = pieces_in(self.number("numbers"))
        self.forms: Int = 4 * self.tiles
        self.set = ALL_PIECES[: self.tiles]
        self.names = PIECE_NAMES
        self.hand_size = self._hand_size()
        self.forced: bool = self.choice("draw_rule") == "forced_placement"
        self.counts_rounds: bool = self.choice("tie") == "most_rounds_won"
        # A piece opens three cells at most, the first one four.
        self.draw_move = self.forms * (3 * self.tiles + 2)
        self.pass_move: Int = self.draw_move + 1
        self.late_move: Int = self.draw_move + 2
        self.move_count = self.draw_move + 3
        # Every piece is drawn and laid once at most; a player who passes has drawn, or the pool
        # is empty and not everybody passes between two pieces.
        self.longest = 3 * self.tiles + self.players * (self.tiles + 1)
        # No number of points ends a match; the last round does (CUAD-38).
        self.last_round = self.number("rounds") or self.players
        self.turn_seconds = self.number("turn_seconds")

    def _hand_size(self) -> Int:
        """The table of CUAD-10, or what was agreed (CUAD-R16)."""
        size = self.number("hand_size") or HANDS[int(self.players)]
        if size < 2:
            raise BadOption("{option} cannot be 1: it is at least 2 (CUAD-R16)", option="hand_size")
        if size * self.players > self.tiles:
            raise BadOption(
                "{players} players with {hand} pieces each need {needed} pieces; the set has "
                "{tiles} (CUAD-R16)", option="hand_size", players=int(self.players), hand=size,
                needed=size * int(self.players), tiles=int(self.tiles),
            )
        return size

    def empty_round(self, number: Int, before: vec[Int]) -> CuadrominosRound:
        """Makes a round with nothing dealt."""
        return CuadrominosRound(self, number, before)

    def deal_next(self, rng: Rng, last: Round) -> Round:
        """Deals the next round, in which the rounds won so far are remembered (CUAD-R18)."""
        fresh = super().deal_next(rng, last)
        assert isinstance(last, CuadrominosRound) and isinstance(fresh, CuadrominosRound)
        fresh.rounds_won = vec[Int]([count for count in last.rounds_won_now()])
        return fresh

    def form_text(self, form: int, row: int, column: int) -> str:
        """Writes a piece as it lies on a cell."""
        return f"{form_name(form)}@{row},{column}"

    def move_on(self, plane: Plane, text: str) -> int:
        """Reads a move of a log, made when the plane was as it is; a drawn piece may be hidden."""
        if text.startswith("+"):
            return int(self.draw_move)
        if text in ("/", "late"):
            return int(self.pass_move if text == "/" else self.late_move)
        shape, _, cell = text.partition("@")
        row, _, column = cell.partition(",")
        number = plane.number_of(int(row), int(column))
        return int(number * self.forms + parse_form(shape))

    def parse_piece(self, text: str) -> int:
        """Reads a piece."""
        return parse_piece(text, int(self.numbers))

    def least(self) -> int:
        """Points may go below zero (CUAD-31)."""
        return -MOST_POINTS

    def heading_parts(self) -> list[Part]:
        """Adds the rounds won before this one, where they can decide a tie (CUAD-R18)."""
        rounds = Row("rounds_won", int(self.players), 0, MANY, what="rounds", shown=False)
        return [*super().heading_parts(), *([rounds] if self.counts_rounds else [])]

    def most_gain(self) -> int:
        """Four for every piece and for the last one, and one less for every move without one and
        for every piece in hand."""
        return 5 * int(self.tiles) + 4 + int(self.longest)

    def parts(self) -> list[Part]:
        """Lists the parts of a position."""
        players = int(self.players)
        return [
            *self.heading_parts(),
            Hands(players),
            Boneyard(),
            Laid(int(self.numbers)),
            self.turn_part(),
            Number("drawn", 0, int(MOST_DRAWN)),
            Flag("late"),
            Number("idle", 0, players - 1),
            *self.ending_parts([]),
        ]

    def misplaced(self, data: Data) -> list[str]:
        """Finds pieces that do not lie against those named before them."""
        plane = Plane(self.tiles)
        found: list[str] = []
        for text in texts(data.get("plane")):
            one = read_piece(text, int(self.numbers))
            if isinstance(one, IllegalMove):
                return []
            form, row, column = one
            cell = plane.number_of(row, column)
            name = self.form_text(form, row, column)
            if cell == NO_CELL and len(plane.filled) == 0:
                return [f"{name}: the opening piece lies on 0,0 (CUAD-19)"]
            if cell == NO_CELL:
                found.append(f"{name} has no side against a piece before it (CUAD-22)")
            elif plane.lies[cell] != EMPTY:
                found.append(f"{name}: a piece lies there already (CUAD-R01)")
            elif not plane.fits(cell, form):
                found.append(f"{name} does not agree with the corners it meets (CUAD-23)")
            else:
                plane.lay(cell, form)
        return found

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
        found: list[str] = []
        over = bool(data.get("over", False))
        turn = data.get("turn", -1 if over else data.get("first", 0))
        if over != (turn == -1):
            found.append("a seat is to move until the round is over")
        if not over and not all(data["hands"]):
            found.append("a player without pieces has won the round (CUAD-34)")
        if data.get("winner", -1) >= 0 and not over:
            found.append("nobody wins before the round is over (CUAD-34)")
        if data.get("late") and (over or not self.turn_seconds):
            found.append("nobody is late without a clock (CUAD-R23)")
        if data.get("idle", 0) and data["boneyard"]:
            found.append("a lap that ends the round begins with the pool empty (CUAD-R11)")
        if not data.get("plane") and not over:
            if data.get("drawn", 0) or data.get("idle", 0):
                found.append("who starts neither draws nor passes (CUAD-R31)")
            if turn != data.get("first", 0):
                found.append("the first piece is laid by who starts (CUAD-19)")
            if "turn" not in data and not self.are_full(data["hands"]):
                found.append(f"each hand is dealt {self.hand_size} pieces (CUAD-10)")
        if "rounds_won" in data and not self.counts_rounds:
            found.append("rounds won are kept only where they decide a tie (CUAD-R18)")
        return found

    def set_out(self, opening: Data, deck: vec[Int]) -> DealtRound:
        """Begins as an opening that a seat saw, the rounds won so far being remembered."""
        round = super().set_out(opening, deck)
        assert isinstance(round, CuadrominosRound)
        if "rounds_won" in opening:
            round.rounds_won = vec[Int]([count for count in opening["rounds_won"]])
        return round

    def load_deal(self, data: Data) -> DealtRound:
        """Deals the hands of a position, the rounds won so far being remembered."""
        round = super().load_deal(data)
        assert isinstance(round, CuadrominosRound)
        if "rounds_won" in data:
            round.rounds_won = vec[Int]([count for count in data["rounds_won"]])
        return round
