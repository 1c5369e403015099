"""Rows of numbers for Cerrojo."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Cell, Int, vec
from sobremesa.core.game import MOVE_MASK, Round
from sobremesa.core.rows import Layout, Rows, bits_of, table_of
from sobremesa.families.locks.cerrojo import Cerrojo
from sobremesa.families.locks.layout import STATES
from sobremesa.families.locks.round import ENDINGS, CerrojoRound
from sobremesa.material.locks import BIT, how_many, kinds_in

# How many of the last plays and combinations there is room for, and how many signs of each.
LAST: Final[Int] = 8
SIGNS: Final[Int] = 8
MOST_ALIKE: Final[Int] = 9


class LockRows(Rows):
    """Writes rows of Cerrojo."""

    def __init__(self, game: Cerrojo, layout: Layout) -> None:
        super().__init__(game, layout)
        self.rules: Cerrojo = game
        kinds = kinds_in(int(game.suits))
        self.kinds: vec[Int] = vec[Int]([kind for kind in kinds])
        # What so many tiles of a kind are as a share of all that there are.
        self.shares: vec[Cell] = vec[Cell]([
            bits_of(count / how_many(kind)) for kind in kinds for count in range(MOST_ALIKE)
        ])
        self.first_at: Int = layout.start("first")
        self.hands_at: Int = layout.start("hands")
        self.opener_at: Int = layout.start("opener")
        self.boneyard_at: Int = layout.start("boneyard")
        self.draws_at: Int = layout.start("draws")
        self.line_at: Int = layout.start("line")
        self.salida_at: Int = layout.start("salida")
        self.sides_at: Int = layout.start("sides")
        self.asks_at: Int = layout.start("sides:: asks")
        self.dead_at: Int = layout.start("sides:: dead")
        self.pairs_at: Int = layout.start("sides:: pairs")
        self.states: vec[Int] = layout.places("sides:: state", STATES)
        self.side_size: Int = self.pairs_at + LAST * SIGNS - self.sides_at
        self.specials_at: Int = layout.start("specials")
        self.passes_at: Int = layout.start("passes")
        self.winner_at: Int = layout.start("winner")
        self.offender_at: Int = layout.start("offender")
        self.void_at: Int = layout.start("void")
        self.ending: vec[Int] = layout.places("ending", ENDINGS)
        plays = game.plays
        suits = int(game.suits) + 1
        self.played: vec[Cell] = table_of(
            [plays.text(move) for move in range(plays.count)], int(SIGNS)
        )
        self.suits: Int = suits
        self.paired: vec[Cell] = table_of(
            [f"{base}-{free}" for base in range(suits) for free in range(suits)], int(SIGNS)
        )

    def own(self, round: Round, seat: Int) -> None:
        """Writes the hands, the line and its two sides."""
        assert isinstance(round, CerrojoRound)
        self.by_seat(self.points_at, round.won)
        self.seat(self.first_at, round.first)
        self.seat(self.opener_at, round.opener)
        self.hands(round, seat)
        self.boneyard(round)
        self.flag(self.draws_at, self.rules.draws)
        self.number(self.salida_at, round.layout.salida)
        self.line(round)
        one = round.somebody_has_one()
        for side in range(2):
            at = side * self.side_size
            self.number(self.asks_at + at, round.layout.asks[side])
            self.mark(self.states[round.layout.states[side]] + at)
            dead = round.layout.salida != 0 and round.layout.is_dead(side, one)
            self.flag(self.dead_at + at, dead)
        self.specials(round)
        self.number(self.passes_at, round.passes)
        self.mark(self.ending[round.ending])
        self.seat(self.winner_at, round.winner)
        self.seat(self.offender_at, round.offender)
        self.flag(self.void_at, round.void)

    def hands(self, round: CerrojoRound, seat: Int) -> None:
        """Writes the size of every hand, and the tiles of those that are seen."""
        for other in range(self.players):
            at = self.hands_at + (len(self.kinds) + 1) * self.seen_from(other)
            self.number(at, round.hands.sizes[other])
            if other == seat or round.over:
                for place in range(len(self.kinds)):
                    self.share(at, place, round.hands.held(other, self.kinds[place]))

    def share(self, at: Int, place: Int, count: Int) -> None:
        """Writes which share of the tiles of a kind there is."""
        if count > 0:
            self.cells[self.at + at + 1 + place] = self.shares[place * MOST_ALIKE + count]

    def boneyard(self, round: CerrojoRound) -> None:
        """Writes how many tiles are left, and which when the round is over."""
        self.number(self.boneyard_at, round.boneyard())
        if round.over:
            for place in range(len(self.kinds)):
                count: Int = 0
                for rest in range(round.next, len(round.deck)):
                    if round.deck[rest] == self.kinds[place]:
                        count += 1
                self.share(self.boneyard_at, place, count)

    def line(self, round: CerrojoRound) -> None:
        """Writes the last plays and, for each side, the last combinations."""
        told: Int = 0
        pairs = vec[Int]([0, 0])
        entry: Int = len(round.log) - (2 if round.void else 1)
        while entry >= -len(round.laid):
            if entry >= 0:
                play = round.log[entry] & MOVE_MASK
            else:
                play = round.laid[len(round.laid) + entry]
            if play < self.rules.plays.count:
                if told < LAST:
                    self.spelt(self.line_at + told * SIGNS, self.played, play, SIGNS)
                    told += 1
                self.pair(play, pairs)
            entry -= 1

    def pair(self, play: Int, pairs: vec[Int]) -> None:
        """Writes the combination that a play has made on a side, unless newer ones fill it."""
        plays = self.rules.plays
        side = plays.side(play)
        free = plays.free_suit(play)
        if side < 2 and free != 0 and pairs[side] < LAST:
            at = self.pairs_at + side * self.side_size + pairs[side] * SIGNS
            self.spelt(at, self.paired, plays.suit(play) * self.suits + free, SIGNS)
            pairs[side] += 1

    def specials(self, round: CerrojoRound) -> None:
        """Writes of every lock and key whether it has been played."""
        at = self.specials_at
        for suit in range(2, self.rules.suits + 1, 2):
            self.mark(at)
            self.number(at + 1, 1 if round.layout.locks & BIT[suit] != 0 else 0)
            self.mark(at + 2)
            self.number(at + 3, 1 if round.layout.keys & BIT[suit] != 0 else 0)
            at += 4
