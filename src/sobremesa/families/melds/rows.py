"""Rows of numbers for That's It!"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import Round
from sobremesa.core.rows import Layout, Rows
from sobremesa.families.hands import NO_TILE, TILES
from sobremesa.families.melds.thats_it import ASKED, ENDINGS, ThatsIt, ThatsItRound
from sobremesa.material.dominoes import parse_tile

# How many melds there is room for.
MELDS: Final[Int] = 4


class MeldRows(Rows):
    """Writes rows of That's It!"""

    def __init__(self, game: ThatsIt, layout: Layout) -> None:
        super().__init__(game, layout)
        self.hides = True
        self.first_at: Int = layout.start("first")
        self.hands_at: Int = layout.start("hands")
        self.boneyard_at: Int = layout.start("boneyard")
        self.discard_at: Int = layout.start("discard")
        self.trash_at: Int = layout.start("trash")
        self.taken_at: Int = layout.start("taken")
        self.exchanges_at: Int = layout.start("exchanges")
        self.winner_at: Int = layout.start("winner")
        self.down_at: Int = layout.start("down")
        self.melds_at: Int = layout.start("melds")
        self.asked: vec[Int] = layout.places("asked", ASKED)
        self.ending: vec[Int] = layout.places("ending", ENDINGS)

    def own(self, round: Round, seat: Int) -> None:
        """Writes the hands, the discards and how the hand ended."""
        assert isinstance(round, ThatsItRound)
        self.by_seat(self.points_at, round.won)
        self.seat(self.first_at, round.first)
        for other in range(self.players):
            at = self.hands_at + (TILES + 1) * self.seen_from(other)
            if other == seat or other == round.winner:
                self.pieces(at, round.racks.tiles(other))
            else:
                self.number(at, round.racks.sizes[other])
        self.number(self.boneyard_at, round.boneyard())
        self.tile(self.discard_at, round.discard)
        self.ordered(self.trash_at, round.trash)
        self.mark(self.asked[round.asked])
        self.tile(self.taken_at, round.taken)
        self.number(self.exchanges_at, round.exchanges)
        self.mark(self.ending[round.ending])
        self.seat(self.winner_at, round.winner)
        if seat == round.winner:
            self.tile(self.down_at, round.down)
        if round.over:
            self.melds(round)

    def tile(self, start: Int, tile: Int) -> None:
        """Marks a tile, if there is one."""
        if tile != NO_TILE:
            self.mark(start + tile)

    def melds(self, round: ThatsItRound) -> None:
        """Writes the melds of the winner."""
        melds = round.melds()
        for number in range(min(int(MELDS), len(melds))):
            tiles = vec[Int]([parse_tile(name) for name in melds[number]])
            self.ordered(self.melds_at + TILES * number, tiles)
