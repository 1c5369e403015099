"""One round of Cuadróminos, in the order of play."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NO_MOVE, Data
from sobremesa.core.reading import tidy
from sobremesa.families.plane.plane import EMPTY, NO_CELL, Plane
from sobremesa.material.quadrominoes import (
    CORNER_NAMES,
    CORNERS,
    FITS_FROM,
    FITTING,
    PIECE_NAMES,
    RANK,
    WAYS,
    form_name,
    parse_form,
    parse_piece,
)

if TYPE_CHECKING:
    from sobremesa.families.plane.cuadrominos import Cuadrominos

# Who has a piece that lies on the table, or in the pool.
ON_TABLE: Final[Int] = -2
IN_POOL: Final[Int] = -1
NO_PIECE: Final[Int] = -1
# What coinciding corners bring, by number (CUAD-25 to 27), and what ends of turns and rounds do.
REWARDS: Final = vec[Int]([0, 0, 0, 2, 4])
GOING_OUT: Final[Int] = 4
PENALTY: Final[Int] = -1
# How many pieces a player draws in one turn at most (CUAD-30).
MOST_DRAWN: Final[Int] = 3

ALL_IN_POOL: Final = vec[Int]([IN_POOL for _ in range(126)])
NOTHING: Final = vec[Int]([0 for _ in range(126)])
SPELLING: Final = re.compile(r"(.+?)\s*@\s*(-?\d+)\s*,\s*(-?\d+)")


@mypyc_attr(allow_interpreted_subclasses=True)
class CuadrominosRound(DealtRound):
    """One round of Cuadróminos."""

    def __init__(self, rules: Cuadrominos, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: Cuadrominos = rules
        self.plane: Plane = Plane(rules.tiles)
        # Who holds each piece, and how many pieces each seat holds.
        self.owner: vec[Int] = ALL_IN_POOL[: rules.tiles]
        self.sizes: vec[Int] = NOTHING[: rules.players]
        # The piece that was shown for the right to start.
        self.shown_piece: Int = NO_PIECE
        # Pieces drawn in this turn, whether its time is up, and turns in a row that began with
        # an empty pool and laid nothing.
        self.drawn: Int = 0
        self.late: bool = False
        self.idle: Int = 0
        self.won = NOTHING[: rules.players]
        # The rounds that each seat has won before this one, where they can decide the match.
        self.rounds_won: vec[Int] = NOTHING[: rules.players]

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Gives every seat its pieces (CUAD-09, CUAD-10); in the first round the highest one
        decides who starts (CUAD-15)."""
        super().deal(deck, first)
        if self.number > 1:
            return
        highest = deck[0]
        for place in range(1, self.next):
            if RANK[deck[place]] > RANK[highest]:
                highest = deck[place]
        self.shown_piece = highest
        self.first = self.owner[highest]
        self.turn = self.first

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a piece into a hand."""
        self.owner[piece] = seat
        self.sizes[seat] += 1

    def empty_hand(self, seat: Int) -> None:
        """Puts all pieces of a hand into the pool."""
        for piece in range(self.rules.tiles):
            if self.owner[piece] == seat:
                self.owner[piece] = IN_POOL
        self.sizes[seat] = 0

    def reopened(self) -> DealtRound:
        """Keeps the rounds that were won before."""
        round = super().reopened()
        assert isinstance(round, CuadrominosRound)
        round.rounds_won = self.rounds_won
        return round

    def is_opening(self) -> bool:
        """Tells whether nothing lies yet."""
        return len(self.plane.filled) == 0

    def can_draw(self) -> bool:
        """Tells whether the mover can draw one more piece (CUAD-30, CUAD-32)."""
        return self.drawn < MOST_DRAWN and self.boneyard() > 0

    def can_place(self) -> bool:
        """Tells whether the mover holds a piece that fits anywhere."""
        for piece in range(self.rules.tiles):
            if self.owner[piece] == self.turn and self.plane.ways[piece] > 0:
                return True
        return False

    def placements(self) -> vec[Int]:
        """Lists every way to lay a piece of the mover's hand, ascending."""
        plane = self.plane
        owner = self.owner
        forms = self.rules.forms
        moves = vec[Int]()
        cells: Int = len(plane.lies)
        for cell in range(cells):
            if plane.lies[cell] == EMPTY:
                asked = plane.asks[cell]
                for place in range(FITS_FROM[asked], FITS_FROM[asked + 1]):
                    form = FITTING[place]
                    if form >= forms:
                        break
                    if owner[form >> 2] == self.turn:
                        moves = append(moves, cell * forms + form)
        return moves

    def legal(self) -> vec[Int]:
        """Lists the placements, and drawing or passing where that is allowed (CUAD-R06, R07)."""
        if self.over:
            return vec[Int]()
        if self.is_opening():
            if self.late:
                return vec[Int]([4 * self.highest_held()])
            return self.placements()
        moves = vec[Int]()
        if not self.late:
            moves = self.placements()
        if len(moves) > 0 and self.rules.forced:
            return moves
        return append(moves, self.rules.draw_move if self.can_draw() else self.rules.pass_move)

    def highest_held(self) -> Int:
        """Finds the highest piece of the mover's hand (CUAD-16)."""
        highest: Int = NO_PIECE
        for piece in range(self.rules.tiles):
            if self.owner[piece] == self.turn and (
                highest == NO_PIECE or RANK[piece] > RANK[highest]
            ):
                highest = piece
        return highest

    def time_out(self) -> Int:
        """The clock says that the time of the turn is up (CUAD-R23)."""
        if self.over or self.late or self.rules.turn_seconds == 0:
            return NO_MOVE
        return self.rules.late_move

    def is_plain(self) -> bool:
        """A player whose time is up has no choice, nor one who must place and cannot."""
        if self.late:
            return True
        return self.rules.forced and not self.is_opening() and not self.can_place()

    def play(self, move: Int) -> None:
        """Lays a piece, draws one, passes, or lets the time be up."""
        rules = self.rules
        if move < rules.draw_move:
            self.place(move)
        elif move == rules.draw_move:
            self.note(move)
            self.hold(self.turn, self.deck[self.next])
            self.next += 1
            self.drawn += 1
        elif move == rules.pass_move:
            self.pass_by()
        else:
            self.note(move)
            self.late = True

    def place(self, move: Int) -> None:
        """Lays a piece, which may bring points and may be the last (CUAD-21 to 27, CUAD-34)."""
        seat = self.turn
        cell = move // self.rules.forms
        form = move % self.rules.forms
        points = REWARDS[self.plane.coinciding(cell)]
        self.plane.lay(cell, form)
        self.owner[form >> 2] = ON_TABLE
        self.sizes[seat] -= 1
        self.idle = 0
        if self.sizes[seat] == 0:
            points += GOING_OUT
        self.note(move, points)
        self.won[seat] += points
        if self.sizes[seat] == 0:
            self.winner = seat
            self.end_round()
        else:
            self.pass_turn()

    def pass_by(self) -> None:
        """Pays a point for a turn without a piece; a lap of them with no pool ends the round
        (CUAD-31, CUAD-32, CUAD-36, CUAD-R11)."""
        self.note(self.rules.pass_move, PENALTY)
        self.won[self.turn] += PENALTY
        if self.drawn == 0:
            self.idle += 1
        if self.idle == self.rules.players:
            self.end_round()
        else:
            self.pass_turn()

    def pass_turn(self) -> None:
        """Moves the turn to the neighbour on the right (CUAD-20)."""
        self.drawn = 0
        self.late = False
        super().pass_turn()

    def end_round(self) -> None:
        """Lets everybody pay for the pieces left in hand (CUAD-35, CUAD-36)."""
        for seat in range(self.rules.players):
            self.won[seat] -= self.sizes[seat]
        self.late = False
        self.finish()

    def rounds_won_now(self) -> list[int]:
        """Counts the rounds that every seat has won, this one included."""
        return [
            int(count) + (1 if seat == self.winner else 0)
            for seat, count in enumerate(self.rounds_won)
        ]

    def winners(self) -> list[int]:
        """Finds the best totals after the last round, and the most rounds won among them where
        that decides (CUAD-38, CUAD-R18)."""
        best = super().winners()
        if len(best) > 1 and self.rules.counts_rounds:
            rounds = self.rounds_won_now()
            most = max([rounds[seat] for seat in best])
            best = [seat for seat in best if rounds[seat] == most]
        return best

    def text(self, move: Int) -> str:
        """Writes a move: `11/22@0,1` places, `+` draws, `/` passes, `late` is out of time."""
        rules = self.rules
        if move >= rules.draw_move:
            return ["+", "/", "late"][int(move - rules.draw_move)]
        cell = move // rules.forms
        return rules.form_text(
            int(move % rules.forms), int(self.plane.rows[cell]), int(self.plane.columns[cell])
        )

    def read(self, text: str) -> int:
        """Reads `11/22@0,1`, `1-1-2-2@0,1` where it fits one way there, `+`, `/` and `late`;
        the opening piece needs no cell."""
        rules = self.rules
        word = tidy(text).lower()
        if word in ("/", "pass", "paso"):
            return int(rules.pass_move)
        if word == "late" and rules.turn_seconds > 0:
            return int(rules.late_move)
        if self.says_draw(word):
            return int(rules.draw_move)
        if "@" not in word and self.is_opening():
            word += "@0,0"
        found = SPELLING.fullmatch(word)
        if found is None or len(found.group(2)) > 4 or len(found.group(3)) > 4:
            raise IllegalMove("{text} is no move: write a piece like 11/22@0,1", text=text)
        return self._read_piece(found.group(1), int(found.group(2)), int(found.group(3)))

    def _read_piece(self, shape: str, row: int, column: int) -> int:
        numbers = int(self.rules.numbers)
        whole = "/" not in shape
        form = 4 * parse_piece(shape, numbers) if whole else parse_form(shape, numbers)
        cell = self.plane.number_of(row, column)
        if cell == NO_CELL:
            raise self.apart(row, column)
        base = int(cell * self.rules.forms)
        if not whole or self.is_opening():
            return base + form
        ways = [
            form + turn for turn in range(int(WAYS[form // 4]))
            if self.plane.fits(cell, form + turn)
        ]
        if len(ways) > 1:
            raise IllegalMove(
                "{piece} fits there as {ways}: say which, like {way}@{row},{column}",
                piece=PIECE_NAMES[form // 4], ways=[form_name(way) for way in ways],
                way=form_name(ways[0]), row=row, column=column,
            )
        return base + (ways[0] if ways else form)

    def apart(self, row: int, column: int) -> IllegalMove:
        """Says that a cell has no piece beside it (CUAD-22, CUAD-24)."""
        for down in (-1, 1):
            for across in (-1, 1):
                cell = self.plane.number_of(row + down, column + across)
                if cell != NO_CELL and self.plane.lies[cell] != EMPTY:
                    return IllegalMove(
                        "{row},{column} touches pieces by its corners only, which is not enough "
                        "(CUAD-24)", row=row, column=column,
                    )
        return IllegalMove(
            "no piece has a side against {row},{column} (CUAD-22)", row=row, column=column
        )

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a piece of the hand, a cell, and how the piece is turned; the pool, or passing."""
        rules = self.rules
        if move >= rules.draw_move:
            return (["boneyard", "pass", "late"][int(move - rules.draw_move)],)
        form = int(move % rules.forms)
        path = ("tile:" + PIECE_NAMES[form // 4], "cell:" + self.cell_text(move // rules.forms))
        return path if WAYS[form // 4] == 1 else (*path, "turn:" + form_name(form))

    def cell_text(self, cell: Int) -> str:
        """Writes where a cell is."""
        return f"{self.plane.rows[cell]},{self.plane.columns[cell]}"

    def attempts(self) -> Data:
        """Gives what the mover can try where nobody may tell them what fits (CUAD-R06).

        A move is the number of a piece as it is turned and the number of a cell, added up.
        """
        tiles: Data = {}
        for piece in self.held(int(self.turn)):
            turns = {"turn:" + form_name(4 * piece + turn): 4 * piece + turn for turn in range(4)}
            tiles["tile:" + PIECE_NAMES[piece]] = turns if WAYS[piece] > 1 else {"": 4 * piece}
        cells = {
            "cell:" + self.cell_text(cell): cell * int(self.rules.forms)
            for cell in self.plane.empty_cells()
        }
        return {"tiles": tiles, "cells": cells}

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a piece cannot be laid so, or why there is no draw and no pass."""
        rules = self.rules
        if move == rules.late_move:
            return IllegalMove("your time is not up (CUAD-R23)")
        if self.late:
            return IllegalMove("your time is up (CUAD-R23)")
        if move < rules.draw_move:
            return self.misplaced(move // rules.forms, int(move % rules.forms))
        if self.is_opening():
            return IllegalMove("the starter lays a piece and neither draws nor passes (CUAD-R31)")
        if rules.forced and self.can_place():
            return IllegalMove("you can place a piece, so you must (CUAD-R06)")
        if move == rules.pass_move:
            return IllegalMove(
                "draw first: you pass with three pieces drawn or the pool empty (CUAD-R07)"
            )
        if self.drawn == MOST_DRAWN:
            return IllegalMove("you have drawn three pieces in this turn (CUAD-30)")
        return IllegalMove("the pool is empty (CUAD-32)")

    def misplaced(self, cell: Int, form: int) -> IllegalMove:
        """Says why a form cannot be laid on a cell."""
        plane = self.plane
        name = PIECE_NAMES[form // 4]
        if cell >= len(plane.lies):
            return IllegalMove("no piece has a side against that cell (CUAD-22)")
        if self.owner[form >> 2] != self.turn:
            return IllegalMove("you do not hold {piece} (CUAD-21)", piece=name)
        if plane.lies[cell] != EMPTY:
            return IllegalMove(
                "a piece lies on {cell} already (CUAD-R01)", cell=self.cell_text(cell)
            )
        for corner, asked in enumerate(plane.corners_asked(int(cell))):
            shown = int(CORNERS[4 * form + corner])
            if asked not in (-1, shown):
                return IllegalMove(
                    "{form} does not fit on {cell}: its {corner} corner shows {shown} and meets "
                    "{asked} (CUAD-23)", form=form_name(form), cell=self.cell_text(cell),
                    corner=CORNER_NAMES[corner], shown=shown, asked=asked,
                )
        return IllegalMove("{piece} looks alike however it is turned (CUAD-R02)", piece=name)

    def held(self, seat: int) -> list[int]:
        """Lists the pieces that a seat holds."""
        return [piece for piece in range(self.rules.tiles) if self.owner[piece] == seat]

    def hand_names(self, seat: Int) -> list[str]:
        """Lists the pieces of a hand by name."""
        return [PIECE_NAMES[piece] for piece in self.held(int(seat))]

    def plane_texts(self) -> list[str]:
        """Lists what lies, in the order in which it was laid."""
        plane = self.plane
        return [
            self.rules.form_text(
                int(plane.lies[cell]), int(plane.rows[cell]), int(plane.columns[cell])
            )
            for cell in plane.filled
        ]

    def shown(self, seat: int) -> Data:
        """Gives the table and what else is public, and the seat's own hand."""
        data: Data = {
            **self.parts_seen(seat),
            "shown": PIECE_NAMES[self.shown_piece] if self.shown_piece != NO_PIECE else "",
            "cells": {
                self.cell_text(cell): {
                    "asks": self.plane.corners_asked(cell), "add": cell * int(self.rules.forms),
                }
                for cell in self.plane.empty_cells()
            },
        }
        if self.rules.counts_rounds:
            data["rounds_won"] = self.rounds_won_now()
        may_try = seat == self.turn and not self.rules.forced and not self.late
        if may_try and not self.over and not self.is_opening():
            data["attempts"] = self.attempts()
        return data

    def lay_all(self, texts: list[str]) -> None:
        """Lays the pieces that were on the table when a position was set up."""
        for text in texts:
            move = self.rules.move_on(self.plane, text)
            form = move % self.rules.forms
            self.plane.lay(move // self.rules.forms, form)
            self.owner[form >> 2] = ON_TABLE

    def copy(self) -> CuadrominosRound:
        """Makes an independent copy."""
        twin = CuadrominosRound(self.rules, self.number, self.before)
        self.copy_deal(twin)
        twin.plane = self.plane.copy()
        twin.owner = self.owner[:]
        twin.sizes = self.sizes[:]
        twin.drawn, twin.late, twin.idle = self.drawn, self.late, self.idle
        twin.shown_piece = self.shown_piece
        twin.rounds_won = self.rounds_won
        return twin
