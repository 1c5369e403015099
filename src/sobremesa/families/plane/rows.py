"""Rows of numbers for Cuadróminos."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Cell, Int, vec
from sobremesa.core.game import Round
from sobremesa.core.rows import Layout, Rows, table_of
from sobremesa.families.plane.cuadrominos import Cuadrominos
from sobremesa.families.plane.round import NO_PIECE, CuadrominosRound
from sobremesa.material.quadrominoes import form_name

CORNERS: Final[Int] = 4
# A laid piece has its turn, a place that only other pieces need, its corners, and the signs of
# its cell with room for one more.
LAID: Final[Int] = 9


def corner_signs(forms: int) -> vec[Cell]:
    """Writes the numbers of every piece as it can lie, the upper corners first."""
    names = [" ".join(form_name(form).replace("/", "")) for form in range(forms)]
    return table_of(names, int(CORNERS))


class PlaneRows(Rows):
    """Writes rows of Cuadróminos."""

    def __init__(self, game: Cuadrominos, layout: Layout) -> None:
        super().__init__(game, layout)
        self.rules: Cuadrominos = game
        self.first_at: Int = layout.start("first")
        self.hands_at: Int = layout.start("hands")
        self.shown_at: Int = layout.start("shown")
        self.boneyard_at: Int = layout.start("boneyard")
        self.plane_at: Int = layout.start("plane")
        self.drawn_at: Int = layout.start("drawn")
        self.late_at: Int = layout.start("late")
        self.idle_at: Int = layout.start("idle")
        self.winner_at: Int = layout.start("winner")
        self.rounds_at: Int = layout.start("rounds_won")
        self.corners: vec[Cell] = corner_signs(int(game.forms))

    def own(self, round: Round, seat: Int) -> None:
        """Writes the hands and the table."""
        assert isinstance(round, CuadrominosRound)
        self.by_seat(self.points_at, round.won)
        self.seat(self.first_at, round.first)
        self.hands(round, seat)
        if round.shown_piece != NO_PIECE:
            self.mark(self.shown_at + round.shown_piece)
        self.number(self.boneyard_at, round.boneyard())
        if round.over:
            for place in range(round.next, len(round.deck)):
                self.mark(self.boneyard_at + 1 + round.deck[place])
        plane = round.plane
        for number in range(len(plane.filled)):
            cell = plane.filled[number]
            form = plane.lies[cell]
            at = self.plane_at + LAID * (form >> 2)
            self.number(at, number + 1)
            self.spelt(at + 2, self.corners, form, CORNERS)
            self.sign(at + 6, plane.rows[cell])
            self.sign(at + 7, plane.columns[cell])
        self.number(self.drawn_at, round.drawn)
        self.flag(self.late_at, round.late)
        self.number(self.idle_at, round.idle)
        self.seat(self.winner_at, round.winner)
        if self.rules.counts_rounds:
            for other in range(self.players):
                won = round.rounds_won[other] + (1 if other == round.winner else 0)
                self.number(self.rounds_at + self.seen_from(other), won)

    def hands(self, round: CuadrominosRound, seat: Int) -> None:
        """Writes the size of every hand, and the pieces of those that are seen."""
        size = self.rules.tiles + 1
        for other in range(self.players):
            self.number(self.hands_at + size * self.seen_from(other), round.sizes[other])
        for piece in range(self.rules.tiles):
            owner = round.owner[piece]
            if owner >= 0 and (owner == seat or round.over):
                self.mark(self.hands_at + size * self.seen_from(owner) + 1 + piece)
