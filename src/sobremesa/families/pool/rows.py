"""Rows of numbers for High Fives."""

from __future__ import annotations

from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import Round
from sobremesa.core.rows import Layout, Rows
from sobremesa.families.hands import NO_TILE, TILES
from sobremesa.families.pool.high_fives import HighFives, HighFivesRound
from sobremesa.material.dominoes import WIDTH, ZEROS


class PoolRows(Rows):
    """Writes rows of High Fives."""

    def __init__(self, game: HighFives, layout: Layout) -> None:
        super().__init__(game, layout)
        self.deals: Int = len(game.deals)
        self.first_at: Int = layout.start("first")
        self.hands_at: Int = layout.start("hands")
        self.boneyard_at: Int = layout.start("boneyard")
        self.pool_at: Int = layout.start("pool")
        self.piles_at: Int = layout.start("piles")
        self.deal_at: Int = layout.start("deal")
        self.deals_at: Int = layout.start("deals")
        self.missed_at: Int = layout.start("missed")
        self.taker_at: Int = layout.start("taker")
        self.winner_at: Int = layout.start("winner")

    def own(self, round: Round, seat: Int) -> None:
        """Writes the hands, the pool and what was captured."""
        assert isinstance(round, HighFivesRound)
        self.by_seat(self.points_at, round.won)
        self.seat(self.first_at, round.first)
        for other in range(self.players):
            at = self.hands_at + (TILES + 1) * self.seen_from(other)
            if other == seat or round.over:
                self.pieces(at, round.racks.tiles(other))
            else:
                self.number(at, round.racks.sizes[other])
        self.number(self.boneyard_at, round.boneyard())
        self.pieces(self.pool_at, round.pool.tiles(0))
        self.piles(round)
        self.number(self.deal_at, round.deals_made)
        self.number(self.deals_at, self.deals)
        if round.missed != NO_TILE:
            self.mark(self.missed_at + round.missed)
        self.seat(self.taker_at, round.taker)
        self.seat(self.winner_at, round.winner)

    def piles(self, round: HighFivesRound) -> None:
        """Writes in which order every seat has captured its tiles."""
        counts: vec[Int] = ZEROS[: self.players]
        for win in round.wins:
            seat = win // (WIDTH * WIDTH)
            counts[seat] += 1
            tile = win % (WIDTH * WIDTH)
            self.number(self.piles_at + TILES * self.seen_from(seat) + tile, counts[seat])
