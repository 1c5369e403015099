"""A quick mind for Super Bridge: natural bidding by points and shape, and who will take a trick.

The count is that of the greedy bot: ace 5, king 4, queen 3, jack 2, Maid 1, and 1 for each card
beyond the fifth in a suit. An opening bid shows 18 points and the longest suit, or a balanced hand
without a suit; an answer shows 10. From what partner has shown come the tricks to expect in each
strain, and from these what every contract would score on average. In a trick every card is judged
by the chance that its side then takes it and by what the hand will miss without the card; dummy is
seen, and whoever did not follow a suit has none of it.
"""

from __future__ import annotations

import math
from typing import Final

from sobremesa.bots.policy import Policy, add_policy
from sobremesa.bots.tricks.policy import NO_VALUES
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, SEAT_MASK, Round
from sobremesa.families.tricks.bridge_score import BOOK, GAME_POINTS, NO_TRUMP
from sobremesa.families.tricks.super_bridge import (
    ACCEPT_MOVE,
    BID_MOVE,
    CLAIM_MOVE,
    DOUBLE_MOVE,
    FOLLOWS,
    HAND,
    PASS_MOVE,
    TO_CALL,
    TO_PLAY,
    TRUMP,
    SuperBridgeRound,
)
from sobremesa.material.auction import NO_BID
from sobremesa.material.cards import RANKS
from sobremesa.material.dominoes import BIT, ZEROS

# How many bits are set in a suit of seventeen, by its lower nine and its upper eight.
ONES: Final = vec[Int]([mask.bit_count() for mask in range(512)])
# A hand has at most so many cards of a suit and one more, four times.
MOST: Final[Int] = 18
NO_CHANCES: Final = vec[float]([0.0 for _ in range(72)])
# Points of the five superior cards of a suit, by the mask of these.
HONOURS: Final = vec[Int]([
    sum(place + 1 for place in range(5) if mask >> place & 1) for mask in range(32)
])
# The points of bid tricks by strain: the first, and each of the others (BRIDGE-37 to BRIDGE-39).
FIRST_TRICK: Final = vec[Int]([30, 30, 40, 40, 60])
NEXT_TRICK: Final = vec[Int]([30, 30, 40, 40, 40])
# The level that makes a game in each strain (BRIDGE-42).
GAME_LEVEL: Final = vec[Int]([6, 6, 5, 5, 4])
# What a void, a singleton and a doubleton are worth with trumps.
SHORT: Final = vec[float]([5.0, 3.0, 2.0])


def ones(mask: Int) -> Int:
    """Counts the cards of a suit."""
    return ONES[mask & 511] + ONES[mask >> 9]


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


class Heard:
    """What the calls so far have promised: points on average, and cards in each suit."""

    def __init__(self, round: SuperBridgeRound) -> None:
        self.points: vec[float] = NO_VALUES[:4]
        self.length: vec[Int] = ZEROS[:16]
        # How often each seat has bid, and who has passed.
        self.has_bid: vec[Int] = ZEROS[:4]
        self.has_passed: vec[Int] = ZEROS[:4]

    def side_has_bid(self, seat: Int) -> bool:
        """Tells whether a seat or its partner has bid."""
        return self.has_bid[seat] + self.has_bid[(seat + 2) & 3] > 0


class Offer:
    """A call worth considering, and by how much it is better than to pass."""

    def __init__(self) -> None:
        self.call: Int = PASS_MOVE
        self.margin: float = -1000.0

    def take(self, call: Int, margin: float) -> None:
        """Keeps the best."""
        if margin > self.margin:
            self.call = call
            self.margin = margin


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
        # In the lead: how much of that counts, a card of the suit, trumps drawn by declarer's
        # side and by the others, the lead itself.
        self.lead_cost: float = 0.5
        self.length: float = 0.02
        self.drawn: float = 0.06
        self.drawn_against: float = -0.02
        self.lead: float = 0.1
        # The count: what opens, what answers, and what partner then has on average.
        self.opening: float = 17.5
        self.overcall: float = 17.5
        self.answer: float = 10.0
        self.opened: float = 20.0
        self.answered: float = 13.0
        self.balanced: float = 22.0
        self.strong: float = 28.0
        # Tricks with a suit as trumps, by points, cards of the fit beyond eight and short suits,
        # and tricks without; fitted to what such hands took when this policy played all four.
        self.base: float = 2.5
        self.trick: float = 0.2
        self.fit: float = 0.56
        self.short: float = 0.19
        self.flat_base: float = -0.3
        self.flat_trick: float = 0.288
        # How sure the tricks are.
        self.spread: float = 0.85
        # What a point more in the hand says when it opens, in hundreds; what stops a raise.
        self.point: float = 0.5
        self.caution: float = 0.5
        self.double_from: float = 1.5
        # How many hundreds in a call weigh as much as a trick in play.
        self.call_scale: float = 0.2

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
        found = vec[float]()
        chance = 0.0
        before: Int = -1
        for move in moves:
            if move >= CLAIM_MOVE:
                found = append(found, -10.0)
            else:
                # Cards that no other stands between take a trick equally well.
                if before < 0 or sight.are_apart(round, before, move):
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
            return self.led(round, sight, suit, card - RANKS * suit, chance)
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

    def led(
        self, round: SuperBridgeRound, sight: BridgeSight, suit: Int, rank: Int, chance: float
    ) -> float:
        """Says what leading a card seems worth."""
        seat = round.trick.turn
        value = chance * (1.0 + self.lead) - self.lead_cost * self.missed(sight, suit, rank)
        if suit == sight.trumps:
            theirs = sight.may[4 * ((seat + 1) & 3) + suit] | sight.may[4 * ((seat + 3) & 3) + suit]
            ours = (round.declarer ^ seat) & 1 == 0
            return value + float(ones(theirs)) * (self.drawn if ours else self.drawn_against)
        return value + self.length * float(ones(round.hands[4 * seat + suit]))

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
        """Says what calls seem worth beside a pass."""
        offer = self.offer(round)
        named = offer.call - BID_MOVE
        found = vec[float]()
        for move in moves:
            value = 0.0
            if move == offer.call:
                value = offer.margin
            elif move != PASS_MOVE:
                # Anything else says what the hand has not.
                value = -8.0
                if move >= BID_MOVE and offer.call >= BID_MOVE:
                    bid = move - BID_MOVE
                    steps = bid // 5 - named // 5
                    value = -4.0 - 2.0 * float(steps if steps >= 0 else -steps)
                    if bid % 5 != named % 5:
                        value -= 2.0
                    if offer.margin < 0.0:
                        value += offer.margin
            found = append(found, self.call_scale * value)
        return found

    def offer(self, round: SuperBridgeRound) -> Offer:
        """Finds the call that is worth most beside a pass, in hundreds."""
        seat = round.turn
        heard = self.heard(round)
        offer = Offer()
        if not heard.side_has_bid(seat):
            self.open_bidding(round, heard, offer)
        else:
            self.go_on(round, heard, offer)
        self.consider_double(round, heard, offer)
        return offer

    def heard(self, round: SuperBridgeRound) -> Heard:
        """Reads what the calls of the deal on the table have promised."""
        heard = Heard(round)
        skipped = 4 * round.redealt
        for entry in round.log:
            if skipped > 0:
                skipped -= 1
                continue
            call = entry & MOVE_MASK
            seat = (entry >> MOVE_BITS) & SEAT_MASK
            if call == PASS_MOVE:
                heard.has_passed[seat] = 1
            elif call >= BID_MOVE:
                self.hear_bid(heard, seat, call - BID_MOVE)
        return heard

    def hear_bid(self, heard: Heard, seat: Int, bid: Int) -> None:
        """Takes in what a bid promises."""
        strain = bid % 5
        partner = (seat + 2) & 3
        begins = not heard.side_has_bid(seat)
        points = self.opened if begins else self.answered
        if strain == NO_TRUMP:
            if begins:
                points = self.balanced if bid // 5 == 0 else self.strong
        elif heard.length[4 * partner + strain] > 0 and heard.length[4 * seat + strain] == 0:
            heard.length[4 * seat + strain] = 4
        elif heard.length[4 * seat + strain] < 6:
            heard.length[4 * seat + strain] += 6 if heard.length[4 * seat + strain] == 0 else 1
        if points > heard.points[seat]:
            heard.points[seat] = points
        heard.has_bid[seat] += 1

    def open_bidding(self, round: SuperBridgeRound, heard: Heard, offer: Offer) -> None:
        """Considers the longest suit, or no trumps with a balanced strong hand."""
        row = 4 * round.turn
        points = self.high(round, row)
        long: Int = 0
        even = True
        for suit in range(4):
            length = ones(round.hands[row + suit])
            if length < 3 or length > 6:
                even = False
            if length >= ones(round.hands[row + long]):
                long = suit
        lowest = round.auction.highest + 1
        if even and lowest <= NO_TRUMP and points >= 20.5 and points < 23.5:
            offer.take(BID_MOVE + NO_TRUMP, self.point * (points - self.opening))
            return
        if even and lowest <= NO_TRUMP + 5 and points >= 26.5:
            offer.take(BID_MOVE + NO_TRUMP + 5, self.point * (points - self.opening))
            return
        length = ones(round.hands[row + long])
        if length > 5:
            points += float(length - 5)
        bid = long
        needed = self.opening if round.auction.highest == NO_BID else self.overcall
        while bid < lowest:
            bid += 5
            needed += 3.0
        offer.take(BID_MOVE + bid, self.point * (points - needed))

    def high(self, round: SuperBridgeRound, row: Int) -> float:
        """Counts the high cards of a hand."""
        points: Int = 0
        for suit in range(4):
            points += HONOURS[round.hands[row + suit] >> 12]
        return float(points)

    def partners_points(self, round: SuperBridgeRound, heard: Heard, points: float) -> float:
        """Guesses what partner has: what was shown, or a share of the rest."""
        partner = (round.turn + 2) & 3
        if heard.has_bid[partner] > 0:
            return heard.points[partner]
        rest = 60.0 - points
        others = heard.points[(round.turn + 1) & 3] + heard.points[(round.turn + 3) & 3]
        guess = (rest - others) / (1.0 if others > 30.0 else 2.0 if others > 0.0 else 3.0)
        most = 11.0 if heard.has_passed[partner] > 0 else 14.0
        return max(3.0, min(guess, most))

    def tricks(self, round: SuperBridgeRound, heard: Heard, strain: Int, both: float) -> float:
        """Guesses the tricks that the side takes in a strain with so many points together."""
        row = 4 * round.turn
        mate = 4 * ((round.turn + 2) & 3)
        if strain == NO_TRUMP:
            return self.flat_base + self.flat_trick * both
        shown = heard.length[mate + strain]
        if shown == 0:
            # Who bids another suit after one that was shown has little of it.
            shown = 2 if heard.length[row + strain] > 0 and heard.has_bid[mate // 4] > 0 else 3
        together = ones(round.hands[row + strain]) + shown
        found = self.base + self.trick * both + self.fit * float(together - 8)
        if together >= 8:
            for suit in range(4):
                length = ones(round.hands[row + suit])
                if length < 3 and suit != strain:
                    found += self.short * SHORT[length]
        return found

    def scored(self, level: Int, strain: Int, tricks: float) -> float:
        """Gives what a contract scores on average, in hundreds, from the tricks to expect."""
        needed = float(BOOK + level)
        made = 1.0 / (1.0 + math.exp((needed - 0.5 - tricks) / self.spread))
        bid = FIRST_TRICK[strain] + (level - 1) * NEXT_TRICK[strain]
        bonus = 1.0 if bid < GAME_POINTS else 5.0
        if level == 7:
            bonus += 10.0
        elif level == 8:
            bonus += 20.0
        elif level == 9:
            bonus += 40.0
        over = max(tricks - needed, 0.0) + 0.7 * self.spread
        # What fails by much will be doubled.
        under = max(needed - tricks, 0.0) + 0.7 * self.spread + 0.5
        under += 0.5 * under * min(under, 3.0)
        return made * (float(bid) / 100.0 + bonus + over) - (1.0 - made) * under

    def go_on(self, round: SuperBridgeRound, heard: Heard, offer: Offer) -> None:
        """Considers every strain at the lowest level, as a game and as a slam."""
        row = 4 * round.turn
        points = self.high(round, row)
        both = points + self.partners_points(round, heard, points)
        # What was bid before has told partner already, and they have judged it.
        bids = float(heard.has_bid[round.turn])
        silence = self.silent(round, heard, both) + self.caution * (1.0 + bids)
        lowest = round.auction.highest + 1
        for strain in range(5):
            tricks = self.tricks(round, heard, strain, both)
            level = lowest // 5 + (1 if lowest % 5 <= strain else 2)
            first = True
            while level <= 9:
                if first or level == GAME_LEVEL[strain] or level >= 7:
                    offer.take(
                        BID_MOVE + 5 * (level - 1) + strain,
                        self.scored(level, strain, tricks) - silence,
                    )
                first = False
                level += 1

    def silent(self, round: SuperBridgeRound, heard: Heard, both: float) -> float:
        """Guesses what the highest bid scores for the own side if all pass."""
        auction = round.auction
        level = auction.highest // 5 + 1
        strain = auction.highest % 5
        if (auction.holder ^ round.turn) & 1 == 0:
            return self.scored(level, strain, self.tricks(round, heard, strain, both))
        theirs = self.their_tricks(heard, round.turn, strain, both)
        return -self.scored(level, strain, theirs)

    def their_tricks(self, heard: Heard, seat: Int, strain: Int, both: float) -> float:
        """Guesses the tricks that the other side takes in a strain."""
        if strain == NO_TRUMP:
            return self.flat_base + self.flat_trick * (60.0 - both)
        tricks = self.base + self.trick * (60.0 - both)
        one = heard.length[4 * ((seat + 1) & 3) + strain]
        two = heard.length[4 * ((seat + 3) & 3) + strain]
        together = (one if one > 0 else 3) + (two if two > 0 else 3)
        return tricks + self.fit * float(together - 8)

    def consider_double(self, round: SuperBridgeRound, heard: Heard, offer: Offer) -> None:
        """Considers doubling a contract of the others that will fail by enough."""
        auction = round.auction
        if auction.highest == NO_BID or (auction.holder ^ round.turn) & 1 == 0:
            return
        if auction.doubling != 0:
            return
        points = self.high(round, 4 * round.turn)
        both = points + self.partners_points(round, heard, points)
        theirs = self.their_tricks(heard, round.turn, auction.highest % 5, both)
        short = float(BOOK + auction.highest // 5 + 1) - theirs
        offer.take(DOUBLE_MOVE, (short - self.double_from) * 1.5)


add_policy("super-bridge", BridgePolicy(0.1))
