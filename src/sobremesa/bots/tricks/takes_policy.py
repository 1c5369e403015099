"""A quick mind for Double Takes: who will probably take a trick, and what it is worth.

A tile stands in a trick unless somebody who is still to play has a higher one of the suit, or none
of the suit and a double. What is in the other hands is judged by the tiles that have not been seen,
and whoever did not follow a suit is known to have none of it.
"""

from __future__ import annotations

from typing import Final

from sobremesa.bots.policy import Policy, add_policy
from sobremesa.bots.tricks.policy import NO_VALUES
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import NOBODY, Round
from sobremesa.families.tricks.double_takes import (
    KEEP_MOVE,
    LEAD_HIGH,
    LEAD_LOW,
    OUT_OF_SUIT,
    REVOKED,
    TILES,
    DoubleTakesRound,
)
from sobremesa.material.dominoes import BIT, HIGH, LOW, WIDTH, ZEROS

ALL: Final[Int] = 65535
# How many bits are set in a row of sixteen.
ONES: Final = vec[Int]([mask.bit_count() for mask in range(65536)])
# A suit has no more tiles than this, so nobody can be asked to have none of more.
MOST: Final[Int] = 17


# What is left of the worth of a tile that so many unseen ones beat.
FADING: Final = vec[float]([0.7**above for above in range(17)])


class TakesSight:
    """What the seat to move knows of the tiles that it does not see."""

    def __init__(self, round: DoubleTakesRound) -> None:
        players = round.rules.players
        seat = round.turn
        self.seat: Int = seat
        self.players: Int = players
        # The own side, and how many others there are.
        self.partners: Int = 0
        teams = round.rules.teams
        for other in range(players):
            if teams.of(other) == teams.of(seat):
                self.partners |= BIT[other]
        self.rivals: float = float(teams.count - 1)
        self.count: Int = 0
        # For each number, the other halves of its tiles that have not been seen.
        self.rows: vec[Int] = ZEROS[:WIDTH]
        self.doubles: Int = 0
        # The numbers that each seat has shown not to have.
        self.lacks: vec[Int] = ZEROS[:players]
        if len(round.past) < round.boneyard():
            self.leave_out_seen(round)
        else:
            self.add_unseen(round)
        for number in range(WIDTH):
            self.doubles |= self.rows[number] & BIT[number]
        if not round.takes.penalty:
            self.read_tricks(round)
        # The chance to have none of so many tiles, for a hand like those of the others; the
        # chance that a seat has some double that it may have.
        self.none: vec[float] = NO_VALUES[:MOST]
        self.fill_none(round)
        self.doubled: vec[float] = NO_VALUES[:players]
        for other in range(players):
            self.doubled[other] = 1.0 - self.none[ONES[self.doubles & ~self.lacks[other]]]

    def leave_out_seen(self, round: DoubleTakesRound) -> None:
        """Begins with all tiles and leaves out those seen."""
        own = WIDTH * self.seat
        for number in range(WIDTH):
            self.rows[number] = ALL & ~round.hands.rows[own + number]
        self.count = TILES - round.hands.sizes[self.seat]
        rows = self.rows
        for tile in round.past:
            high = HIGH[tile]
            low = LOW[tile]
            rows[high] &= ~BIT[low]
            rows[low] &= ~BIT[high]
        for tile in round.trick.pieces:
            high = HIGH[tile]
            low = LOW[tile]
            rows[high] &= ~BIT[low]
            rows[low] &= ~BIT[high]
        self.count -= len(round.past) + len(round.trick.pieces)

    def add_unseen(self, round: DoubleTakesRound) -> None:
        """Puts the other hands and what lies aside together, which everybody can count."""
        for seat in range(self.players):
            if seat != self.seat:
                self.count += round.hands.sizes[seat]
                for number in range(WIDTH):
                    self.rows[number] |= round.hands.rows[WIDTH * seat + number]
        for place in range(round.next, len(round.deck)):
            tile = round.deck[place]
            self.rows[HIGH[tile]] |= BIT[LOW[tile]]
            self.rows[LOW[tile]] |= BIT[HIGH[tile]]
            self.count += 1

    def read_tricks(self, round: DoubleTakesRound) -> None:
        """Notes the suits that somebody did not follow in this part of the game."""
        players = self.players
        for number in range(len(round.takers) - round.in_part, len(round.takers)):
            suit = round.suits[number]
            for place in range(1, players):
                tile = round.past[players * number + place]
                if HIGH[tile] != suit and LOW[tile] != suit:
                    self.lacks[(round.leaders[number] + place) % players] |= BIT[suit]
        trick = round.trick
        for place in range(1, len(trick.pieces)):
            tile = trick.pieces[place]
            if HIGH[tile] != trick.suit and LOW[tile] != trick.suit:
                self.lacks[(trick.leader + place) % players] |= BIT[trick.suit]

    def fill_none(self, round: DoubleTakesRound) -> None:
        """Works out how likely a hand has none of some unseen tiles."""
        size = round.rules.hand_size - round.in_part
        rest = 1.0 - float(size) / float(self.count) if self.count > size else 0.0
        chance = 1.0
        for place in range(MOST):
            self.none[place] = chance
            chance *= rest

    def beats(self, seat: Int, suit: Int, strength: Int) -> float:
        """Estimates how likely a seat that is still to play can beat a strength."""
        out = self.doubled[seat]
        if strength >= OUT_OF_SUIT:
            above = self.doubles & ~self.lacks[seat] & ~(BIT[strength - OUT_OF_SUIT + 1] - 1)
            out = 1.0 - self.none[ONES[above & ~BIT[suit]]]
        if self.lacks[seat] & BIT[suit] != 0:
            return out
        row = self.rows[suit]
        has_none = self.none[ONES[row]]
        if strength >= OUT_OF_SUIT:
            return has_none * out
        return 1.0 - self.none[ONES[row & ~(BIT[strength + 1] - 1)]] + has_none * out


class TakesPolicy(Policy):
    """Plays Double Takes."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # A partner who plays later takes the trick if need be; doubles that will be added.
        self.rescue: float = 0.8
        self.fed: float = 0.15
        # What the hand misses: a double and its number, a tile that few others beat.
        self.double: float = 1.5
        self.double_rank: float = 0.1
        self.winner: float = 0.4
        # In the lead: how much of that counts, and the lead itself.
        self.lead_cost: float = 1.0
        self.lead: float = 0.3

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what leads, tiles or putting a revoke right seem worth."""
        assert isinstance(round, DoubleTakesRound)
        sight = TakesSight(round)
        found = vec[float]()
        revoking = 0.0
        if round.takes.penalty and not round.trick.is_empty() and len(round.followers()) > 0:
            revoking = float(REVOKED)
        for move in moves:
            if round.asking != NOBODY:
                found = append(found, -revoking if move == KEEP_MOVE else 0.0)
            elif move >= LEAD_HIGH:
                found = append(found, self.led(round, sight, move))
            else:
                value = self.played(round, sight, move)
                suit = round.trick.suit
                if HIGH[move] != suit and LOW[move] != suit:
                    value -= revoking
                found = append(found, value)
        return found

    def led(self, round: DoubleTakesRound, sight: TakesSight, move: Int) -> float:
        """Says what a lead with its call seems worth."""
        tile = move % TILES
        suit = HIGH[tile] if move < LEAD_LOW else LOW[tile]
        strength = HIGH[tile] + LOW[tile] - suit
        chance = self.taking(sight, suit, strength, True, sight.players - 1)
        worth = 1.0 + self.fed * float(sight.players - 1)
        if HIGH[tile] == LOW[tile]:
            worth += 1.0
        return self.gain(sight, chance, worth) - self.lead_cost * self.missed(sight, tile)

    def played(self, round: DoubleTakesRound, sight: TakesSight, tile: Int) -> float:
        """Says what a tile seems worth in the trick."""
        trick = round.trick
        after: Int = sight.players - 1 - len(trick.pieces)
        worth = 1.0 + self.fed * float(after)
        for piece in trick.pieces:
            if HIGH[piece] == LOW[piece]:
                worth += 1.0
        if HIGH[tile] == LOW[tile]:
            worth += 1.0
        strength = round.strength(tile)
        ours = sight.partners & BIT[trick.taker] != 0
        if strength > trick.strength:
            ours = True
        else:
            strength = trick.strength
        chance = self.taking(sight, trick.suit, strength, ours, after)
        return self.gain(sight, chance, worth) - self.missed(sight, tile)

    def taking(
        self, sight: TakesSight, suit: Int, strength: Int, ours: bool, after: Int
    ) -> float:
        """Estimates how likely the own side takes a trick to which so many still play."""
        chance = 1.0 if ours else 0.0
        seat = sight.seat
        while after > 0:
            seat = seat + 1 if seat + 1 < sight.players else 0
            if sight.partners & BIT[seat] != 0:
                chance += (1.0 - chance) * self.rescue * sight.beats(seat, suit, strength)
            elif chance > 0.0:
                chance -= chance * sight.beats(seat, suit, strength)
            after -= 1
        return chance

    def gain(self, sight: TakesSight, chance: float, worth: float) -> float:
        """Says what a trick brings that is taken with this chance, and lost to one of the
        others else."""
        return chance * (worth + self.lead) - (1.0 - chance) * worth / sight.rivals

    def missed(self, sight: TakesSight, tile: Int) -> float:
        """Says how much the hand will miss a tile."""
        high = HIGH[tile]
        low = LOW[tile]
        if high == low:
            return self.double + self.double_rank * float(high)
        above = ONES[sight.rows[low] & ~(BIT[high + 1] - 1)]
        other = ONES[sight.rows[high] & ~(BIT[low + 1] - 1)]
        return self.winner * FADING[other if other < above else above]


add_policy("double-takes", TakesPolicy(0.2))
