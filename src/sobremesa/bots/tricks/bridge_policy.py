"""A quick mind for Super Bridge: it bids by the system of the house, and asks who takes a trick.

In a trick every card is judged by the chance that its side then takes it and by what the hand will
miss without the card; dummy is seen, and whoever did not follow a suit has none of it. A lead is
judged by the suit it opens and by the card, with weights that were fitted to double dummy.
"""

from __future__ import annotations

from typing import Final

from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, SEAT_MASK, Round
from sobremesa.families.tricks.bridge_score import NO_TRUMP
from sobremesa.families.tricks.bridge_system import HONOURS, Bidding, Hand, ones
from sobremesa.families.tricks.super_bridge import (
    ACCEPT_MOVE,
    CLAIM_MOVE,
    FOLLOWS,
    HAND,
    PASS_MOVE,
    TO_CALL,
    TO_PLAY,
    TRUMP,
    SuperBridgeRound,
)
from sobremesa.material.cards import RANKS
from sobremesa.material.dominoes import BIT, ZEROS

# A hand has at most so many cards of a suit and one more, four times.
MOST: Final[Int] = 18
NO_CHANCES: Final = vec[float]([0.0 for _ in range(72)])
# What a lead is worth: so many weights for declarer and for the others without trumps, then with
# them. They were fitted to the tricks that double dummy counts after each lead.
WEIGHTS: Final[Int] = 20
L_SURE: Final[Int] = 0
L_ABOVE: Final[Int] = 1
L_OWN: Final[Int] = 4
L_MATE: Final[Int] = 5
L_UNSEEN: Final[Int] = 6
L_SPARE: Final[Int] = 7
L_MATES_TOP: Final[Int] = 8
L_MATES_SECOND: Final[Int] = 9
L_TOPS: Final[Int] = 10
L_LOW: Final[Int] = 11
L_SEQUENCE: Final[Int] = 12
L_LEFT: Final[Int] = 13
L_RIGHT: Final[Int] = 14
L_RETURN: Final[Int] = 15
L_TRUMP: Final[Int] = 16
L_DRAWN: Final[Int] = 17
L_SHORT: Final[Int] = 18
L_RANK: Final[Int] = 19
LEADS: Final = vec[float]([
    0.56, 0.56, -0.06, -0.02, 0.04, 0.10, -0.10, 0.01, 0.93, 0.36, 0.02, -0.07,
    0.26, 0.00, 0.00, -0.12, 0.00, 0.00, 0.00, -0.30,
    1.01, -0.30, -0.02, -0.07, 0.03, 0.00, 0.05, 0.09, 0.00, 0.00, -0.05, -0.05,
    0.32, -0.35, -0.64, 0.37, 0.00, 0.00, 0.00, -0.17,
    0.22, 0.22, -0.02, -0.02, -0.03, -0.02, 0.03, 0.07, 0.45, 0.06, -0.05, -0.04,
    0.10, 0.00, 0.00, -0.07, 0.09, -0.01, 0.08, -0.10,
    0.46, -0.13, -0.09, -0.06, 0.01, 0.00, -0.01, 0.02, 0.00, 0.00, -0.14, 0.00,
    0.13, -0.02, -0.12, -0.07, -0.09, 0.03, 0.05, 0.01,
])
# From this rank on a card below another makes a sequence.
SEQUENCE: Final[Int] = 256


def over(mask: Int) -> Int:
    """Gives the bit above the highest card of a suit."""
    place: Int = RANKS
    while place > 0 and mask & BIT[place - 1] == 0:
        place -= 1
    return BIT[place]


def tops(ours: Int, theirs: Int) -> Int:
    """Counts the cards of a suit that none of the others can beat."""
    return ones(ours & ~(over(theirs) - 1))


def was_led_by(round: SuperBridgeRound, seat: Int, suit: Int) -> bool:
    """Tells whether a seat has led a suit before."""
    for number in range(len(round.takers)):
        if round.leaders[number] == seat and round.past[4 * number] // RANKS == suit:
            return True
    return False


class BridgeSight:
    """What the seat to move knows of the cards that are played."""

    def __init__(self, round: SuperBridgeRound) -> None:
        self.seat: Int = round.turn
        self.trumps: Int = round.trumps
        self.open: Int = BIT[round.turn]
        if round.is_open():
            self.open |= BIT[round.dummy()]
            if round.faced:
                self.open |= BIT[round.declarer]
        # By suit, what lies in the hands that the seat does not see.
        self.unseen: vec[Int] = ZEROS[:4]
        # What each seat can hold, or does hold if it is seen; how likely it has none of some.
        self.may: vec[Int] = round.hands[:]
        self.none: vec[float] = NO_CHANCES[:]
        for seat in range(4):
            if self.open & BIT[seat] == 0:
                for suit in range(4):
                    self.unseen[suit] |= round.hands[4 * seat + suit]
        for seat in range(4):
            if self.open & BIT[seat] == 0:
                for suit in range(4):
                    self.may[4 * seat + suit] = self.unseen[suit]
        self.read_tricks(round)
        self.weigh(round)
        # A lead: the suit that was looked at, where its weights begin, the cards of the others
        # that may be in it, what the suit is worth, and what partner's high cards are.
        self.suit_led: Int = -1
        self.row: Int = 0
        self.theirs: Int = 0
        self.suit_worth: float = 0.0
        self.mates_worth: float = 0.0

    def look_at_lead(self, round: SuperBridgeRound, suit: Int) -> None:
        """Sees what there is of a suit that may be led."""
        seat = round.trick.turn
        mate = (seat + 2) & 3
        dummy = round.dummy()
        declares = (seat ^ round.declarer) & 1 == 0
        row: Int = 0 if self.trumps == NO_TRUMP else 2 * WEIGHTS
        if not declares:
            row += WEIGHTS
        own = round.hands[4 * seat + suit]
        unseen = self.unseen[suit]
        mates: Int = round.hands[4 * mate + suit] if declares else 0
        against: Int = 0
        if not declares and self.open & BIT[dummy] != 0:
            against = round.hands[4 * dummy + suit]
        theirs = unseen | against
        length = ones(own)
        others = ones(unseen)
        behind = ones(mates)
        if declares:
            spare = float(length if length > behind else behind) - 0.6 * float(others)
        else:
            spare = float(length) - 0.6 * (0.5 * float(others) + float(ones(against)))
        worth = LEADS[row + L_OWN] * float(length) + LEADS[row + L_MATE] * float(behind)
        worth += LEADS[row + L_UNSEEN] * float(others)
        if spare > 0.0:
            worth += LEADS[row + L_SPARE] * spare
        worth += LEADS[row + L_TOPS] * float(tops(own | mates, theirs))
        if against != 0:
            side = L_LEFT if (seat + 1) & 3 == dummy else L_RIGHT
            worth += LEADS[row + side] * 0.2 * float(HONOURS[against >> 12])
        if was_led_by(round, mate, suit):
            worth += LEADS[row + L_RETURN]
        if suit == self.trumps:
            worth += LEADS[row + L_TRUMP] + LEADS[row + L_DRAWN] * float(others)
        elif self.trumps != NO_TRUMP and length <= 2 and round.hands[4 * seat + self.trumps] != 0:
            worth += LEADS[row + L_SHORT]
        self.suit_led, self.row, self.theirs, self.suit_worth = suit, row, theirs, worth
        self.mates_worth = 0.0
        if mates > theirs:
            self.mates_worth = LEADS[row + L_MATES_TOP]
        elif mates != 0 and ones(theirs & ~(over(mates) - 1)) == 1:
            self.mates_worth = LEADS[row + L_MATES_SECOND]

    def are_apart(self, round: SuperBridgeRound, low: Int, high: Int) -> bool:
        """Tells whether two cards of a hand are of different suits, or a card of another hand
        or of the trick stands between them."""
        suit = low // RANKS
        if high // RANKS != suit:
            return True
        first = low - RANKS * suit
        last = high - RANKS * suit
        if last == first + 1:
            return False
        others: Int = 0
        for seat in range(4):
            if seat != round.trick.turn:
                others |= self.may[4 * seat + suit]
        for card in round.trick.pieces:
            if card // RANKS == suit:
                others |= BIT[card - RANKS * suit]
        return others & (BIT[last] - BIT[first + 1]) != 0

    def read_tricks(self, round: SuperBridgeRound) -> None:
        """Strikes out the suits that a hidden hand did not follow."""
        for number in range(len(round.takers)):
            suit = round.suits[number]
            low = RANKS * suit
            high = low + RANKS
            leader = round.leaders[number]
            for place in range(1, 4):
                card = round.past[4 * number + place]
                if card < low or card >= high:
                    self.strike((leader + place) & 3, suit)
        trick = round.trick
        for place in range(1, len(trick.pieces)):
            if trick.pieces[place] // RANKS != trick.suit:
                self.strike((trick.leader + place) & 3, trick.suit)

    def strike(self, seat: Int, suit: Int) -> None:
        """Notes that a hidden hand has nothing of a suit."""
        if self.open & BIT[seat] == 0:
            self.may[4 * seat + suit] = 0

    def weigh(self, round: SuperBridgeRound) -> None:
        """Works out how likely each seat that is still to play has none of so many cards that it
        can hold."""
        size = HAND - len(round.takers)
        after: Int = 3 - len(round.trick.pieces)
        seat = round.trick.turn
        while after > 0:
            after -= 1
            seat = (seat + 1) & 3
            row = 4 * seat
            places = ones(self.may[row]) + ones(self.may[row + 1])
            places += ones(self.may[row + 2]) + ones(self.may[row + 3])
            rest = 1.0 - float(size) / float(places) if places > size else 0.0
            chance = 1.0
            for count in range(MOST * seat, MOST * seat + MOST):
                self.none[count] = chance
                chance *= rest

    def beats(self, seat: Int, suit: Int, strength: Int) -> float:
        """Estimates how likely a seat that is still to play can beat a strength."""
        row = 4 * seat
        base = MOST * seat
        trumps = self.trumps
        following = self.may[row + suit]
        if strength >= TRUMP and suit != trumps:
            above = self.may[row + trumps] & ~(BIT[strength - TRUMP + 1] - 1)
            return self.none[base + ones(following)] * (1.0 - self.none[base + ones(above)])
        rank = strength - (TRUMP if suit == trumps else FOLLOWS)
        found = 1.0 - self.none[base + ones(following & ~(BIT[rank + 1] - 1))]
        if suit == trumps or trumps == NO_TRUMP:
            return found
        ruffs = 1.0 - self.none[base + ones(self.may[row + trumps])]
        return found + self.none[base + ones(following)] * ruffs


class BridgePolicy(Policy):
    """Plays Super Bridge."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # In tricks: partners who play later; what the hand misses by the cards above one.
        self.rescue: float = 0.8
        self.master: float = 0.5
        self.second: float = 0.25
        self.third: float = 0.12
        self.rank: float = 0.004
        self.trump: float = 0.25
        # What it is worth to lead next.
        self.lead: float = 0.1

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what calls, cards or answers to a claim seem worth."""
        assert isinstance(round, SuperBridgeRound)
        if round.stage == TO_CALL:
            return self.calls(round, moves)
        if round.stage == TO_PLAY:
            return self.plays(round, moves)
        sure = self.sure_tricks(round)
        loses = HAND - len(round.takers) - round.claimed < sure
        found = vec[float]()
        for move in moves:
            found = append(found, 0.0 if (move == ACCEPT_MOVE) != loses else -1.0)
        return found

    def sure_tricks(self, round: SuperBridgeRound) -> Int:
        """Counts the cards of the seat to move that no other in their suit can beat."""
        sure: Int = 0
        for suit in range(4):
            others: Int = 0
            for seat in range(4):
                if seat != round.turn:
                    others |= round.hands[4 * seat + suit]
            held = round.hands[4 * round.turn + suit]
            for rank in range(RANKS):
                if held & BIT[rank] != 0 and others & ~(BIT[rank + 1] - 1) == 0:
                    sure += 1
        return sure

    def plays(self, round: SuperBridgeRound, moves: vec[Int]) -> vec[float]:
        """Says what cards seem worth in the trick; claiming is left to people."""
        sight = BridgeSight(round)
        leads = round.trick.is_empty()
        found = vec[float]()
        chance = 0.0
        before: Int = -1
        for move in moves:
            if move >= CLAIM_MOVE:
                found = append(found, -10.0)
            else:
                # Cards that no other stands between take a trick equally well.
                if leads:
                    chance = 0.0
                elif before < 0 or sight.are_apart(round, before, move):
                    chance = self.chance(round, sight, move)
                before = move
                found = append(found, self.worth(round, sight, move, chance))
        return found

    def chance(self, round: SuperBridgeRound, sight: BridgeSight, card: Int) -> float:
        """Estimates how likely the own side takes the trick if a card is played to it."""
        trick = round.trick
        seat = trick.turn
        suit = card // RANKS
        strength = card - RANKS * suit
        led = trick.suit if trick.suit >= 0 else suit
        if suit == sight.trumps:
            strength += TRUMP
        elif suit == led:
            strength += FOLLOWS
        else:
            strength = -1
        ours = strength > trick.strength
        if not ours:
            strength = trick.strength
            ours = (trick.taker ^ seat) & 1 == 0
        return self.taking(sight, seat, led, strength, ours, trick.leader)

    def worth(
        self, round: SuperBridgeRound, sight: BridgeSight, card: Int, chance: float
    ) -> float:
        """Says what a card seems worth with which the trick is taken with this chance."""
        suit = card // RANKS
        if round.trick.is_empty():
            return self.led(round, sight, card)
        takes = suit == sight.trumps or suit == round.trick.suit
        value = chance - self.missed(sight, suit, card - RANKS * suit)
        return value + self.lead * chance if takes else value

    def taking(
        self, sight: BridgeSight, own: Int, suit: Int, strength: Int, ours: bool, end: Int
    ) -> float:
        """Estimates how likely the own side takes a trick to which the seats before `end`
        still play."""
        chance = 1.0 if ours else 0.0
        seat = (own + 1) & 3
        while seat != end:
            if (seat ^ own) & 1 == 0:
                if chance < 1.0:
                    chance += (1.0 - chance) * self.rescue * sight.beats(seat, suit, strength)
            elif chance > 0.0:
                chance -= chance * sight.beats(seat, suit, strength)
            seat = (seat + 1) & 3
        return chance

    def led(self, round: SuperBridgeRound, sight: BridgeSight, card: Int) -> float:
        """Says what leading a card seems worth, in tricks."""
        suit = card // RANKS
        rank = card - RANKS * suit
        if sight.suit_led != suit:
            sight.look_at_lead(round, suit)
        row = sight.row
        own = round.hands[4 * round.trick.turn + suit]
        higher = ~(BIT[rank + 1] - 1)
        above = ones(sight.unseen[suit] & higher)
        value = sight.suit_worth + LEADS[row + L_RANK] * float(rank) / 16.0
        if sight.theirs & higher == 0:
            value += LEADS[row + L_SURE]
        else:
            value += sight.mates_worth
        if above < 3:
            value += LEADS[row + L_ABOVE + above]
        below = own & (BIT[rank] - 1)
        if below == 0:
            value += LEADS[row + L_LOW]
        elif below >= SEQUENCE:
            next_one = rank - 1
            while below & BIT[next_one] == 0:
                next_one -= 1
            if sight.theirs & (BIT[rank] - BIT[next_one]) == 0:
                value += LEADS[row + L_SEQUENCE]
        return value

    def missed(self, sight: BridgeSight, suit: Int, rank: Int) -> float:
        """Says how much a hand will miss a card, in tricks."""
        above = ones(sight.unseen[suit] & ~(BIT[rank + 1] - 1))
        value = self.rank * float(rank)
        if above == 0:
            value += self.master
        elif above == 1:
            value += self.second
        elif above == 2:
            value += self.third
        return value + self.trump if suit == sight.trumps else value

    def calls(self, round: SuperBridgeRound, moves: vec[Int]) -> vec[float]:
        """Prefers the call of the system, then others that fit the hand, then to pass."""
        bidding = listened(round)
        hand = Hand(round.hands, round.turn)
        fitting = bidding.fitting(round.turn, hand)
        found = vec[float]()
        for move in moves:
            value = -8.0
            if move == fitting[0].call:
                value = 0.0
            elif move == PASS_MOVE:
                value = -2.0
            else:
                for meaning in fitting:
                    if meaning.call == move:
                        value = -4.0
            found = append(found, value)
        return found


def listened(round: SuperBridgeRound) -> Bidding:
    """Hears what the calls of the deal on the table have shown."""
    bidding = Bidding()
    skipped = 4 * round.redealt
    for entry in round.log:
        if skipped > 0:
            skipped -= 1
            continue
        call = entry & MOVE_MASK
        if call < PASS_MOVE or call >= CLAIM_MOVE:
            break
        bidding.hear((entry >> MOVE_BITS) & SEAT_MASK, call)
    return bidding


add_policy("super-bridge", BridgePolicy(0.1))
