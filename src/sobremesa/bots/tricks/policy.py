"""Quick minds for Four-Hand Texas: what a hand may take, and who will probably take a trick.

A hand is judged for every declaration by its trumps, by the tiles that nobody can beat, and by
those that will lose. From the points to expect come the chances of a bid. In a trick every tile is
judged by the chance that its side then takes it, by what lies in it, and by what the hand will miss
without the tile. Whoever did not follow a suit is known to have none of it.
"""

from __future__ import annotations

import math
from typing import Final

from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import Round
from sobremesa.families.tricks.texas_42 import (
    ALL_POINTS,
    BID_MOVE,
    BID_OF_42,
    BIDS,
    COUNTS,
    DECLARE_MOVE,
    DOUBLES,
    LED_SUIT,
    NO_TRUMP,
    PASS_MOVE,
    STRENGTH,
    SUIT_TILES,
    TO_CALL,
    TO_DECLARE,
    Texas42Round,
    listed,
)
from sobremesa.material.auction import NO_BID
from sobremesa.material.dominoes import BIT, PIPS

# BEATEN_BY[(8 * declaration + suit) * 28 + tile]: the tiles that beat a tile when a suit was led.
BEATEN_BY: Final = vec[Int]([
    sum(
        1 << other for other in range(28)
        if STRENGTH[row * 28 + other] > STRENGTH[row * 28 + tile]
    )
    for row in range(72) for tile in range(28)
])
# How many bits are set in half a hand's mask.
ONES: Final = vec[Int]([mask.bit_count() for mask in range(16384)])
# The tiles that count 10, and those that count 5.
TENS: Final[Int] = sum(1 << tile for tile in range(28) if COUNTS[tile] == 10)
FIVES: Final[Int] = sum(1 << tile for tile in range(28) if COUNTS[tile] == 5)
NO_VALUES: Final = vec[float]([0.0 for _ in range(64)])

# What is counted in a hand to judge it: one, trumps, top trumps, whether the highest is there,
# side winners, tiles that one tile beats, points in sure tiles, points in others.
FEATURES: Final[Int] = 8


def ones(mask: Int) -> Int:
    """Counts the tiles of a mask."""
    return ONES[mask & 16383] + ONES[mask >> 14]


def none_of(share: float, count: Int) -> float:
    """Gives the chance that a hand with this share of the unseen tiles has none of some."""
    chance = 1.0
    rest = 1.0 - share
    while count > 0:
        chance *= rest
        count -= 1
    return chance


class TexasSight:
    """What the seat to move knows of a hand that is played."""

    def __init__(self, round: Texas42Round) -> None:
        seat = round.turn
        self.seat: Int = seat
        self.row: Int = 8 * round.declaration
        self.held: Int = round.hands[seat]
        # All that is in the other hands together, which everybody can count.
        self.unseen: Int = (
            round.hands[(seat + 1) & 3] | round.hands[(seat + 2) & 3] | round.hands[(seat + 3) & 3]
        )
        # What each seat can hold, and which share of it that is.
        self.may: vec[Int] = vec[Int]([self.unseen, self.unseen, self.unseen, self.unseen])
        self.share: vec[float] = NO_VALUES[:4]
        self.read_tricks(round)
        self.weigh(round)

    def read_tricks(self, round: Texas42Round) -> None:
        """Strikes out the suits that somebody did not follow."""
        for number in range(len(round.takers)):
            suit = SUIT_TILES[self.row + round.suits[number]]
            leader = round.leaders[number]
            for place in range(1, 4):
                if suit & BIT[round.past[4 * number + place]] == 0:
                    self.may[(leader + place) & 3] &= ~suit
        trick = round.trick
        for place in range(1, len(trick.pieces)):
            suit = SUIT_TILES[self.row + trick.suit]
            if suit & BIT[trick.pieces[place]] == 0:
                self.may[(trick.leader + place) & 3] &= ~suit

    def weigh(self, round: Texas42Round) -> None:
        """Finds which share of the tiles that a seat can hold it does hold."""
        left: Int = 7 - len(round.takers)
        fallen: Int = len(round.trick.pieces)
        for seat in range(4):
            size = left
            if (seat - round.trick.leader) & 3 < fallen:
                size -= 1
            places = ones(self.may[seat])
            self.share[seat] = float(size) / float(places) if places > size else 1.0

    def beats(self, seat: Int, suit: Int, tile: Int) -> float:
        """Estimates how likely a seat that is still to play can beat a tile of a trick."""
        may = self.may[seat]
        above = may & BEATEN_BY[(self.row + suit) * 28 + tile]
        if above == 0:
            return 0.0
        share = self.share[seat]
        following = may & SUIT_TILES[self.row + suit]
        higher = 1.0 - none_of(share, ones(above & following))
        trumps = above & ~following
        if trumps == 0:
            return higher
        return higher + none_of(share, ones(following)) * (1.0 - none_of(share, ones(trumps)))


class TexasPolicy(Policy):
    """Plays Four-Hand Texas."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # How far a partner who can beat a tile will beat what takes the trick, to a lead and
        # later; how much of what lies in unseen tiles is counted on.
        self.lead_rescue: float = 0.5
        self.rescue: float = 0.8
        self.fed: float = 1.0
        # In points, what the hand misses: a trump and its rank, a side winner, a tile that one
        # other beats, a pip.
        self.trump: float = 2.0
        self.trump_rank: float = 0.3
        self.winner: float = 2.5
        self.second: float = 0.8
        self.pip: float = 0.04
        # In the lead: how much of that counts, trumps drawn, the lead itself.
        self.lead_cost: float = 0.5
        self.drawn: float = 0.5
        self.lead: float = 1.0
        # The judgement of hands with a number, the doubles and nothing as trumps, fitted to what
        # such hands took when this policy played all four.
        self.judged: vec[float] = vec[float]([
            8.2, 3.8, 0.9, 2.4, 2.75, 0.35, 0.2, -0.1,
            15.5, 0.9, 1.4, 2.15, 1.5, 0.5, 0.1, 0.0,
            15.8, 0.0, 0.0, 0.0, 2.6, 0.95, 0.7, -0.05,
        ])
        # The points to expect with which 30 is an even chance, how many more every point above
        # 30 asks for, and how sure that is.
        self.even: float = 29.3
        self.steep: float = 0.54
        self.spread: float = 5.2
        # What passing is worth: before any bid, with a partner's and with an opponent's bid.
        self.quiet: float = -1.0
        self.trusting: float = 14.0
        self.defending: float = -12.0
        # What the bids of others say about the points to expect.
        self.helped: float = 1.5
        self.opposed: float = -3.0
        # How many points in a bid or a declaration weigh as much as one in a trick.
        self.bid_scale: float = 0.25
        self.name_scale: float = 0.5

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what calls, declarations or tiles seem worth."""
        assert isinstance(round, Texas42Round)
        if round.stage == TO_CALL:
            return self.calls(round, moves)
        if round.stage == TO_DECLARE:
            found = vec[float]()
            for move in moves:
                expected = self.expected(round.hands[round.turn], move - DECLARE_MOVE)
                found = append(found, self.name_scale * expected)
            return found
        return self.plays(round, moves)

    def plays(self, round: Texas42Round, moves: vec[Int]) -> vec[float]:
        """Says what tiles seem worth in the trick."""
        sight = TexasSight(round)
        lying: Int = 1
        for tile in round.trick.pieces:
            lying += COUNTS[tile]
        each = self.fed * points_in(sight.unseen) / float(ones(sight.unseen) or 1)
        found = vec[float]()
        for tile in moves:
            if round.trick.is_empty():
                found = append(found, self.led(round, sight, tile, each))
            else:
                chance = self.chance(round, sight, tile)
                after = float(3 - len(round.trick.pieces))
                worth = float(lying + COUNTS[tile]) + after * each
                value = (2.0 * chance - 1.0) * worth - self.missed(sight, tile)
                if chance > 0.0 and round.trick.strength < self.strength(round, tile):
                    value += self.lead * chance
                found = append(found, value)
        return found

    def strength(self, round: Texas42Round, tile: Int) -> Int:
        """Looks up how strong a tile is in the trick."""
        return STRENGTH[(8 * round.declaration + round.trick.suit) * 28 + tile]

    def chance(self, round: Texas42Round, sight: TexasSight, tile: Int) -> float:
        """Estimates how likely the own side takes the trick if this tile is added to it."""
        trick = round.trick
        best = trick.best
        ours = (trick.taker ^ sight.seat) & 1 == 0
        if self.strength(round, tile) > trick.strength:
            best = tile
            ours = True
        seat = (sight.seat + 1) & 3
        return self.taking(sight, trick.suit, best, ours, seat, trick.leader, self.rescue)

    def taking(
        self, sight: TexasSight, suit: Int, best: Int, ours: bool, seat: Int, end: Int,
        rescue: float,
    ) -> float:
        """Estimates how likely the own side takes a trick that the seats before `end` still
        play to."""
        chance = 1.0 if ours else 0.0
        while seat != end:
            beaten = sight.beats(seat, suit, best)
            if (seat ^ sight.seat) & 1 == 0:
                chance += (1.0 - chance) * beaten * rescue
            else:
                chance -= chance * beaten
            seat = (seat + 1) & 3
        return chance

    def led(self, round: Texas42Round, sight: TexasSight, tile: Int, each: float) -> float:
        """Says what leading a tile seems worth."""
        suit = LED_SUIT[28 * round.declaration + tile]
        seat = sight.seat
        chance = self.taking(sight, suit, tile, True, (seat + 1) & 3, seat, self.lead_rescue)
        # Its own points would be the side's later too, but they can be lost now.
        value = (2.0 * chance - 1.0) * (1.0 + 3.0 * each)
        value -= 2.0 * (1.0 - chance) * float(COUNTS[tile])
        value += self.lead * chance - self.lead_cost * self.missed(sight, tile)
        if suit == DOUBLES and round.declaration != NO_TRUMP:
            trumps = SUIT_TILES[sight.row + DOUBLES]
            theirs = (sight.may[(seat + 1) & 3] | sight.may[(seat + 3) & 3]) & trumps
            out = float(ones(theirs))
            ours = (round.auction.holder ^ seat) & 1 == 0
            value += self.drawn * out if ours else -self.drawn * out
        return value

    def missed(self, sight: TexasSight, tile: Int) -> float:
        """Says how much the hand will miss a tile."""
        row = sight.row
        suit = LED_SUIT[28 * (row >> 3) + tile]
        above = ones(sight.unseen & BEATEN_BY[(row + suit) * 28 + tile] & SUIT_TILES[row + suit])
        value = self.pip * float(PIPS[tile])
        if suit == DOUBLES:
            return value + self.trump + self.trump_rank * float(7 - above)
        if above == 0:
            return value + self.winner
        return value + self.second if above == 1 else value

    def counted(self, hand: Int, declaration: Int) -> vec[float]:
        """Counts in a hand what its judgement rests on."""
        row = 8 * declaration
        found = NO_VALUES[:FEATURES]
        found[0] = 1.0
        for tile in listed(hand):
            suit = LED_SUIT[28 * declaration + tile]
            above = ones(
                BEATEN_BY[(row + suit) * 28 + tile] & SUIT_TILES[row + suit] & ~hand
            )
            worth = float(COUNTS[tile])
            if suit == DOUBLES:
                found[1] += 1.0
                found[6] += worth
                if above == 0:
                    found[2] += 1.0
                    found[3] = 1.0
            elif above == 0:
                found[4] += 1.0
                found[6] += worth
            else:
                found[7] += worth
                if above == 1:
                    found[5] += 1.0
        return found

    def expected(self, hand: Int, declaration: Int) -> float:
        """Guesses how many of the 42 points the side of a hand takes with a declaration."""
        found = self.counted(hand, declaration)
        place: Int = 0
        if declaration >= DOUBLES:
            place = FEATURES * (declaration - DOUBLES + 1)
        total = 0.0
        for number in range(FEATURES):
            total += self.judged[place + number] * found[number]
        return min(total, 42.0)

    def best_expected(self, hand: Int) -> float:
        """Guesses what the side of a hand takes with the best declaration."""
        best = 0.0
        for declaration in range(9):
            expected = self.expected(hand, declaration)
            if expected > best:
                best = expected
        return best

    def calls(self, round: Texas42Round, moves: vec[Int]) -> vec[float]:
        """Says what passing and every bid seem worth, in points that the sides are apart."""
        auction = round.auction
        expected = self.best_expected(round.hands[round.turn])
        silence = self.quiet
        if auction.highest != NO_BID:
            if (auction.holder ^ round.turn) & 1 == 0:
                expected += self.helped
                silence = self.trusting
            else:
                expected += self.opposed
                silence = self.defending
        found = vec[float]()
        for move in moves:
            value = silence if move == PASS_MOVE else self.bid_worth(move - BID_MOVE, expected)
            found = append(found, self.bid_scale * value)
        return found

    def bid_worth(self, bid: Int, expected: float) -> float:
        """Says what a bid brings on average to a side that expects so many points."""
        amount = float(BIDS[bid])
        above = (amount if bid <= BID_OF_42 else float(ALL_POINTS)) - 30.0
        more = expected - 30.0
        made = 1.0 / (1.0 + math.exp((self.even + self.steep * above - expected) / self.spread))
        # What is taken on average when the bid is made, and when it is not.
        taken = min(42.0, 37.7 + 0.5 * above + 0.2 * more)
        short = 21.0 + 0.45 * above + 0.4 * more
        gain = 2.0 * taken - 42.0 if bid < BID_OF_42 else amount
        return made * gain - (1.0 - made) * (amount + 42.0 - short)


def points_in(mask: Int) -> float:
    """Adds up what the tiles of a mask count.

    >>> points_in(BIT[20] | BIT[8] | BIT[0])
    15.0
    """
    return float(10 * ones(mask & TENS) + 5 * ones(mask & FIVES))


add_policy("texas-42", TexasPolicy(1.5))
