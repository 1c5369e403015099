"""Rows of numbers for Domino Poker."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import NOBODY, Round
from sobremesa.core.rows import Layout, Rows
from sobremesa.families.poker.domino_poker import Poker
from sobremesa.families.poker.moves import EXCHANGING, STAGES
from sobremesa.families.poker.pots import Pot, cut_into_pots
from sobremesa.families.poker.ranks import TILES
from sobremesa.families.poker.round import FOLDED, SHOWDOWN, PokerRound
from sobremesa.material.dominoes import BIT

# How many pots there is room for.
POTS: Final[Int] = 12


class PokerRows(Rows):
    """Writes rows of Domino Poker."""

    def __init__(self, game: Poker, layout: Layout) -> None:
        super().__init__(game, layout)
        self.hides = True
        self.first_at: Int = layout.start("first")
        self.hands_at: Int = layout.start("hands")
        self.dealer_at: Int = layout.start("dealer")
        self.boneyard_at: Int = layout.start("boneyard")
        self.discards_at: Int = layout.start("discards")
        self.chips_at: Int = layout.start("chips")
        self.staked_at: Int = layout.start("staked")
        self.bets_at: Int = layout.start("bets")
        self.pots_at: Int = layout.start("pots")
        self.folded_at: Int = layout.start("folded")
        self.call_at: Int = layout.start("call")
        self.least_at: Int = layout.start("least")
        self.most_at: Int = layout.start("most")
        self.level_at: Int = layout.start("level")
        self.raises_at: Int = layout.start("raises")
        self.stage: vec[Int] = layout.places("stage", STAGES)
        self.ending: vec[Int] = layout.places("ending", ["", SHOWDOWN, FOLDED])

    def own(self, round: Round, seat: Int) -> None:
        """Writes the hands, the chips and what may be staked."""
        assert isinstance(round, PokerRound)
        self.seat(self.first_at, round.first)
        self.seat(self.dealer_at, round.dealer())
        self.mark(self.stage[round.stage])
        self.number(self.boneyard_at, round.boneyard())
        folded = round.staying
        for other in range(self.players):
            place = (TILES + 1) * self.seen_from(other)
            won = round.chips[other] - round.before[other]
            self.number(self.points_at + self.seen_from(other), won)
            is_own = other == seat
            self.tiles(
                self.hands_at + place, round.hands[other], is_own or round.is_shown(other)
            )
            self.tiles(self.discards_at + place, round.discards[other], is_own)
            if round.before[other] > 0 and folded & BIT[other] == 0:
                self.seat(self.folded_at, other)
        self.by_seat(self.chips_at, round.chips)
        self.by_seat(self.staked_at, round.staked)
        self.by_seat(self.bets_at, round.bets)
        self.pots(round.taken if round.over else cut_into_pots(round))
        self.terms(round)
        went: Int = 0
        if round.over:
            went = 1 if round.staying & (round.staying - 1) != 0 else 2
        self.mark(self.ending[went])

    def tiles(self, at: Int, mask: Int, seen: bool) -> None:
        """Writes how many tiles a mask has, and which if they are seen."""
        count: Int = 0
        for tile in range(TILES):
            if mask & BIT[tile] != 0:
                count += 1
                if seen:
                    self.mark(at + 1 + tile)
        self.number(at, count)

    def pots(self, pots: list[Pot]) -> None:
        """Writes the chips of every pot, who can win it and who has."""
        at = self.pots_at
        for number in range(min(POTS, len(pots))):
            pot = pots[number]
            self.number(at, pot.chips)
            self.seats(at + 1, pot.seats, 0)
            self.seat(at + 1 + self.players, pot.winner)
            at += 1 + 2 * self.players

    def terms(self, round: PokerRound) -> None:
        """Writes what the seat to act has to call, and how it may bet or raise."""
        if round.over or round.stage == EXCHANGING or round.turn == NOBODY:
            return
        turn = round.turn
        owed = round.level - round.bets[turn]
        self.number(self.call_at, owed if owed < round.chips[turn] else round.chips[turn])
        self.number(self.level_at, round.level)
        self.number(self.raises_at, round.raises)
        if round.may_raise():
            least = round.least()
            most = round.most()
            self.number(self.least_at, least if least < most else most)
            self.number(self.most_at, most if round.rules.no_limit or most < least else least)
