"""Rows of numbers for the solitaires."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from sobremesa.core.arrays import Cell, Int, vec
from sobremesa.core.game import Round
from sobremesa.core.rows import Layout, Rows, table_of
from sobremesa.families.solo.big_clock import ClockRound
from sobremesa.families.solo.bingo import BingoRound
from sobremesa.families.solo.good_neighbors import NeighborsRound
from sobremesa.families.solo.solitaire import ENDINGS, NO_TILE, Solitaire, SolitaireRound
from sobremesa.families.solo.squeeze import SqueezeRound
from sobremesa.families.solo.traffic import TrafficRound
from sobremesa.families.solo.traffic_plan import NO_QUAD, QUAD
from sobremesa.families.solo.traffic_words import COMPASS
from sobremesa.material.dominoes import TILE, WIDTH

# How many gaps there is room for, and how many numbers a laid tile has: its turn, whether it
# lies the wrong way round, and the signs of its place.
GAPS: Final[Int] = 12
LAID: Final[Int] = 5


class SoloRows(Rows):
    """Writes rows of a solitaire."""

    def __init__(self, game: Solitaire, layout: Layout) -> None:
        super().__init__(game, layout)
        self.rules: Solitaire = game
        self.boneyard_at: Int = layout.start("boneyard")
        self.left_at: Int = layout.start("left")
        self.fresh_at: Int = layout.start("fresh")
        self.ending: vec[Int] = layout.places("ending", ENDINGS)

    def points(self, round: Round) -> None:
        """Counts the tiles that have been got rid of."""
        assert isinstance(round, SolitaireRound)
        self.number(self.points_at, self.rules.tiles - round.left())

    def own(self, round: Round, seat: Int) -> None:
        """Writes the boneyard, what is left and what was turned up last."""
        assert isinstance(round, SolitaireRound)
        self.points(round)
        self.mark(self.ending[round.ending])
        self.number(self.boneyard_at, round.boneyard())
        if round.over:
            for place in range(round.next, len(round.deck)):
                self.mark(self.boneyard_at + 1 + round.deck[place])
        self.number(self.left_at, round.left())
        self.pieces(self.fresh_at, round.fresh)
        self.more(round)

    @abstractmethod
    def more(self, round: SolitaireRound) -> None:
        """Writes what one game lays out."""


class ClockRows(SoloRows):
    """Writes rows of the Big Clock."""

    def __init__(self, game: Solitaire, layout: Layout) -> None:
        super().__init__(game, layout)
        self.centre_at: Int = layout.start("centre")
        self.clock_at: Int = layout.start("clock")
        self.waste_at: Int = layout.start("waste")
        self.pending_at: Int = layout.start("pending")

    def points(self, round: Round) -> None:
        """Counts the doubles at home."""
        assert isinstance(round, ClockRound)
        self.number(self.points_at, round.home())

    def more(self, round: SolitaireRound) -> None:
        """Writes the piles, the waste heap and what is turned up."""
        assert isinstance(round, ClockRound)
        self.number(self.centre_at, 1)
        tiles = self.rules.tiles
        for hour in range(1, round.game_rules.hours + 1):
            self.pile(round, hour, self.clock_at + (hour - 1) * tiles)
        self.ordered(self.waste_at, round.waste)
        if round.pending != NO_TILE:
            self.number(self.pending_at + round.pending, 1)

    def pile(self, round: ClockRound, hour: Int, at: Int) -> None:
        """Writes the tiles of an hour from its bottom."""
        height: Int = 0
        tile = round.tops[hour]
        while tile != NO_TILE:
            height += 1
            tile = round.below[tile]
        tile = round.tops[hour]
        while tile != NO_TILE:
            self.number(at + tile, height)
            height -= 1
            tile = round.below[tile]


class RowRows(SoloRows):
    """Writes rows of Squeeze and Good Neighbors."""

    def __init__(self, game: Solitaire, layout: Layout) -> None:
        super().__init__(game, layout)
        self.row_at: Int = layout.start("row")
        self.layout_at: Int = layout.start("layout")
        self.removed_at: Int = layout.start("removed")

    def more(self, round: SolitaireRound) -> None:
        """Writes what lies, and what has left."""
        if isinstance(round, SqueezeRound):
            self.ordered(self.row_at, round.row)
            self.ordered(self.removed_at, round.removed)
        elif isinstance(round, NeighborsRound):
            self.ordered(self.layout_at, round.spots)
            self.ordered(self.removed_at, round.removed)


class BingoRows(SoloRows):
    """Writes rows of Bingo."""

    def __init__(self, game: Solitaire, layout: Layout) -> None:
        super().__init__(game, layout)
        self.row_at: Int = layout.start("row")
        self.removed_at: Int = layout.start("removed")
        self.gaps_at: Int = layout.start("gaps")
        self.count_at: Int = layout.start("count")
        self.place_at: Int = layout.start("place")
        self.touches_at: Int = layout.start("touches")
        self.passes_at: Int = layout.start("passes")
        self.fruitless_at: Int = layout.start("fruitless")

    def more(self, round: SolitaireRound) -> None:
        """Writes the row and how far the count has come."""
        assert isinstance(round, BingoRound)
        self.ordered(self.row_at, round.row)
        self.ordered(self.removed_at, round.removed)
        for number in range(min(GAPS, len(round.gaps))):
            self.number(self.gaps_at + number, round.gaps[number] + 1)
        self.number(self.count_at, round.count)
        self.number(self.place_at, round.place)
        self.number(self.touches_at, round.touches_made)
        self.number(self.passes_at, round.passes)
        self.number(self.fruitless_at, round.fruitless)


class TrafficRows(SoloRows):
    """Writes rows of Traffic."""

    def __init__(self, game: Solitaire, layout: Layout) -> None:
        super().__init__(game, layout)
        self.table_at: Int = layout.start("table")
        self.up_at: Int = layout.start("up")
        self.aside_at: Int = layout.start("aside")
        self.quad_at: Int = layout.start("quad")
        self.new_at: Int = layout.start("new")
        self.compass: vec[Cell] = table_of([*COMPASS, "."], 1)

    def more(self, round: SolitaireRound) -> None:
        """Writes the table, the tiles that lie face up and the quad that is being made."""
        assert isinstance(round, TrafficRound)
        for place in range(len(round.cells) // 2):
            self.laid(round, place)
        self.pieces(self.up_at, round.up)
        self.pieces(self.aside_at, round.aside)
        if round.start != NO_QUAD:
            self.quad(round)
        self.number(self.new_at, round.new)

    def laid(self, round: TrafficRound, place: Int) -> None:
        """Writes when a tile was laid, and where its first number lies and points to."""
        one = round.numbers[2 * place]
        other = round.numbers[2 * place + 1]
        at = self.table_at + LAID * TILE[WIDTH * one + other]
        self.number(at, place + 1)
        self.flag(at + 1, one < other)
        cell = round.cells[2 * place]
        step = round.cells[2 * place + 1] - cell
        heading: Int = 0
        while round.game_rules.steps[heading] != step:
            heading += 1
        self.sign(at + 2, round.game_rules.column(cell))
        self.sign(at + 3, round.game_rules.row(cell))
        self.spelt(at + 4, self.compass, heading, 1)

    def quad(self, round: TrafficRound) -> None:
        """Writes the numbers of the quad, its first cell and its direction."""
        at = self.quad_at
        self.sign(at, round.lowest)
        self.spelt(at + 1, self.compass, 4, 1)
        self.spelt(at + 2, self.compass, 4, 1)
        self.sign(at + 3, round.lowest + QUAD - 1)
        self.sign(at + 4, round.game_rules.column(round.start))
        self.sign(at + 5, round.game_rules.row(round.start))
        self.spelt(at + 6, self.compass, round.toward, 1)
