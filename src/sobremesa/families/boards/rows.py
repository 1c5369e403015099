"""Rows of numbers for Djambi."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Cell, Int, vec
from sobremesa.core.game import NOBODY, Round
from sobremesa.core.rows import Layout, Rows, table_of
from sobremesa.families.boards.board import (
    AT,
    BIT,
    CAMPS,
    CENTRE,
    DEAD,
    DELAY,
    ENDING,
    ESTATE,
    GONE,
    IN,
    KIND,
    KINDS,
    LETTERS,
    ONWARD,
    OWNER,
    PIECES,
    QUIET,
    RING,
    WINNER,
    ZOOMOBILE,
)
from sobremesa.families.boards.djambi import AHEAD, ENDINGS, Djambi, DjambiRound
from sobremesa.families.boards.squares import square_name

SIGNS: Final[Int] = 8
# The steps of a turn, in the order in which `step_of` numbers them.
STEPS: Final = ["piece", "place", "victim", "move_on", ""]


class BoardRows(Rows):
    """Writes rows of Djambi."""

    def __init__(self, game: Djambi, layout: Layout) -> None:
        super().__init__(game, layout)
        self.djambi: Djambi = game
        self.squares: Int = game.squares
        self.first_at: Int = layout.start("first")
        self.chosen_at: Int = layout.start("chosen")
        self.pieces_at: Int = layout.start("pieces")
        self.seats_at: Int = layout.start("seats")
        self.acting_at: Int = layout.start("acting")
        self.held_at: Int = layout.start("held")
        self.coming_at: Int = layout.start("coming")
        self.timers_at: Int = layout.start("timers")
        self.waiting_at: Int = layout.start("waiting")
        self.quiet_at: Int = layout.start("quiet")
        self.winner_at: Int = layout.start("winner")
        self.kind: vec[Int] = layout.places("kind", ["rotation", "centre"])
        self.step: vec[Int] = layout.places("step", STEPS)
        self.ending: vec[Int] = layout.places("ending", ENDINGS)
        # The planes of the kinds in the order in which a view names them, the dead last.
        self.planes: vec[Int] = vec[Int]([
            list("PRTZNG").index(LETTERS[int(KINDS[piece])]) for piece in range(PIECES)
        ])
        self.names: vec[Cell] = table_of(
            ["" if square % 16 in (0, 15) else square_name(square) for square in range(256)],
            int(SIGNS),
        )
        # Where the parts of a seat, of a timer and of an estate begin.
        self.camps: vec[Int] = layout.places("seats:: camps", CAMPS)
        self.in_at: Int = layout.start("seats:: in")
        self.what: vec[Int] = layout.places("timers:: what", ["estate", "ring"])
        self.timer_camps: vec[Int] = layout.places("timers:: camp", [*CAMPS, ""])
        self.timer_seats_at: Int = layout.start("timers:: seats")
        self.estate_camps: vec[Int] = layout.places("waiting:: camp", CAMPS)
        self.estate_pieces_at: Int = layout.start("waiting:: pieces")
        self.estate_free_at: Int = layout.start("waiting:: free")

    def own(self, round: Round, seat: Int) -> None:
        """Writes the board, whose turn it is and what is waited for."""
        assert isinstance(round, DjambiRound)
        row = round.position.row
        if round.over:
            # Nothing is won before the end.
            self.points(round)
        self.seat(self.first_at, round.first)
        held: Int = round.held()
        if round.origin != 0:
            # The newest comes first.
            self.spelt(self.chosen_at, self.names, round.target, SIGNS)
            self.spelt(self.chosen_at + SIGNS, self.names, round.origin, SIGNS)
            self.spelt(self.acting_at, self.names, round.target, SIGNS)
        elif row[ONWARD] != 0:
            self.spelt(self.acting_at, self.names, self.djambi.rules.centre, SIGNS)
        self.board(round, held)
        self.standings(row)
        self.mark(self.kind[1 if row[KIND] == CENTRE else 0])
        self.mark(self.step[step_of(round)])
        self.number(self.held_at, held)
        for coming in round.position.coming(AHEAD):
            self.seat(self.coming_at, coming)
        self.timers(row)
        self.waiting(row)
        self.number(self.quiet_at, row[QUIET])
        self.mark(self.ending[row[ENDING]])
        self.seat(self.winner_at, row[WINNER])

    def board(self, round: DjambiRound, held: Int) -> None:
        """Marks every piece on the plane of its kind and on that of its owner."""
        row = round.position.row
        mover: Int = row[round.origin] - 1 if round.origin != 0 else NOBODY
        kills = mover >= 0 and KINDS[mover] != ZOOMOBILE
        size = self.squares
        for piece in range(PIECES):
            owner = row[OWNER + piece]
            if owner == GONE:
                continue
            if piece == held:
                self.mark(self.pieces_at + (7 + self.players) * size + piece)
                continue
            square = round.target if piece == mover else row[AT + piece]
            place = (square // 16 - 1) * self.djambi.rules.side + square % 16 - 1
            dead = owner == DEAD or (piece == held and kills)
            plane = 6 if dead else self.planes[piece]
            self.mark(self.pieces_at + plane * size + place)
            if owner < ESTATE and not dead:
                self.mark(self.pieces_at + (7 + self.seen_from(owner)) * size + place)

    def standings(self, row: vec[Int]) -> None:
        """Writes the camps of every seat, and whether it is in the game."""
        size = len(self.camps) + 1
        for seat in range(self.players):
            at = size * self.seen_from(seat)
            for camp in range(len(self.camps)):
                if self.djambi.rules.homes[camp] == seat:
                    self.mark(self.camps[camp] + at)
            self.flag(self.in_at + at, row[IN] & BIT[seat] != 0)

    def timers(self, row: vec[Int]) -> None:
        """Writes what is waited for, and for whose turns."""
        size = self.players + 7
        at: Int = 0
        for camp in range(4):
            if row[DELAY + camp] != 0:
                self.timer(at, 0, camp, row[DELAY + camp] & row[IN])
                at += size
        if row[RING] >= 0:
            self.timer(at, 1, 4, row[RING] & row[IN])

    def timer(self, at: Int, what: Int, camp: Int, seats: Int) -> None:
        """Writes one thing that is waited for."""
        self.mark(self.what[what] + at)
        self.mark(self.timer_camps[camp] + at)
        self.seats(self.timer_seats_at + at, seats, 0)

    def waiting(self, row: vec[Int]) -> None:
        """Writes what is ownerless, by the camp of the prince who left it."""
        size = 4 + PIECES + 1
        at: Int = 0
        for camp in range(4):
            found = False
            for piece in range(PIECES):
                if row[OWNER + piece] == ESTATE + camp:
                    found = True
                    self.mark(self.estate_pieces_at + at + piece)
            if found:
                self.mark(self.estate_camps[camp] + at)
                self.flag(self.estate_free_at + at, row[DELAY + camp] == 0)
                at += size


def step_of(round: DjambiRound) -> Int:
    """Numbers what is asked: a piece, a place, a victim, to move on, or nothing."""
    if round.over:
        return 4
    if round.origin != 0:
        return 2 if round.is_shot() else 1
    return 3 if round.position.row[ONWARD] != 0 else 0
