"""The system of the house for Super Bridge: what every call shows, in one place.

The bots bid by it, and from it come the words with which the table explains a call, so that words
and bids cannot differ. A call *shows* points and lengths: whoever makes it holds no less and no
more. Where several calls fit a hand, the first that also *likes* it is the call of the system;
who thinks longer may choose another of those that fit.

Points: ace 5, king 4, queen 3, jack 2, Maid 1, and 1 for each card beyond the fifth in a suit.
Everything here is public: it knows the calls and no hand.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.families.tricks.bridge_score import BOOK, NO_TRUMP
from sobremesa.families.tricks.super_bridge import (
    BID_MOVE,
    DOUBLE_MOVE,
    HAND,
    PASS_MOVE,
    REDOUBLE_MOVE,
)
from sobremesa.material.auction import NO_BID
from sobremesa.material.dominoes import ZEROS

# More points than a hand can have.
ALL_POINTS: Final[Int] = 70
NO_SUIT: Final[Int] = -1
# What all hands have together, long suits included.
ALL_SHOWN: Final[Int] = 63
# Points of the five superior cards of a suit, by the mask of these.
HONOURS: Final = vec[Int]([
    sum(place + 1 for place in range(5) if mask >> place & 1) for mask in range(32)
])
# How many bits are set in a suit of seventeen, by its lower nine and its upper eight.
ONES: Final = vec[Int]([mask.bit_count() for mask in range(512)])
SEVENTEEN: Final = vec[Int]([HAND for _ in range(16)])
# The level that makes a game in each strain (BRIDGE-42).
GAME_LEVEL: Final = vec[Int]([6, 6, 5, 5, 4])
SMALL_SLAM: Final[Int] = 7
SUPER_SLAM: Final[Int] = 9

# Openings: a suit, a suit with a very strong hand, and balanced hands.
OPENING: Final[Int] = 17
STRONG: Final[Int] = 28
FLAT_FROM: Final[Int] = 21
FLAT_TO: Final[Int] = 23
STRONG_FLAT_FROM: Final[Int] = 26
STRONG_FLAT_TO: Final[Int] = 28
# An overcall at the lowest level, and what each level above it asks more.
OVERCALL: Final[Int] = 17
LEVEL_MORE: Final[Int] = 3
TAKEOUT: Final[Int] = 18
# A new suit in answer to partner.
SUIT_ANSWER: Final[Int] = 13
ANY_SHAPE: Final[Int] = 24
# Both hands together: what twelve tricks need without trumps, thirteen with ten trumps, and what
# each trick more needs, in tenths of a point.
FLAT_GAME: Final[Int] = 415
FLAT_TRICK: Final[Int] = 25
SUIT_GAME: Final[Int] = 415
SUIT_TRICK: Final[Int] = 33
# What a trump more is worth in points.
TRUMP_MORE: Final[Int] = 2
# How far below its limit a call that places the contract may be made.
LEEWAY: Final[Int] = 3
# How far below a game one answers, and invites.
ANSWERS_BELOW: Final[Int] = 3
INVITES_BELOW: Final[Int] = 1
# To compete: the points of a raise over the others, the trumps together that it has beyond its
# level, and the highest level.
COMPETES_FROM: Final[Int] = 6
COMPETES_WITH: Final[Int] = 8
COMPETES_TO: Final[Int] = 3
# By how many tenths of a trick a contract must seem to fail to be doubled.
FAILS_BY: Final[Int] = 25

# Why a call is made.
OPENS: Final[Int] = 0
OPENS_STRONG: Final[Int] = 1
OVERCALLS: Final[Int] = 2
ASKS: Final[Int] = 3
PUNISHES: Final[Int] = 4
PLAYS_GAME: Final[Int] = 5
PLAYS_SLAM: Final[Int] = 6
RAISES: Final[Int] = 7
INVITES: Final[Int] = 8
NAMES_SUIT: Final[Int] = 9
REPEATS: Final[Int] = 10
NAMES_NONE: Final[Int] = 11
ANSWERS: Final[Int] = 12
PASSES: Final[Int] = 13
NATURAL: Final[Int] = 14
COMPETES: Final[Int] = 15


def ones(mask: Int) -> Int:
    """Counts the cards of a suit."""
    return ONES[mask & 511] + ONES[mask >> 9]


class Hand:
    """What a system looks at in a hand: points and lengths."""

    def __init__(self, masks: vec[Int], seat: Int) -> None:
        self.points: Int = 0
        self.lengths: vec[Int] = ZEROS[:4]
        for suit in range(4):
            mask = masks[4 * seat + suit]
            length = ones(mask)
            self.lengths[suit] = length
            self.points += HONOURS[mask >> 12]
            if length > 5:
                self.points += length - 5

    def is_balanced(self) -> bool:
        """Tells whether no suit is longer than six cards or shorter than three."""
        shortest: Int = HAND
        longest: Int = 0
        for length in self.lengths:
            shortest = min_of(shortest, length)
            longest = max_of(longest, length)
        return shortest >= 3 and longest <= 6


class Meaning:
    """What a call shows of the hand that makes it."""

    def __init__(self, call: Int, why: Int, low: Int = 0, high: Int = ALL_POINTS) -> None:
        self.call: Int = call
        self.why: Int = why
        self.low: Int = low if low > 0 else 0
        self.high: Int = high
        # Where the system prefers it to what comes later.
        self.likes: Int = self.low
        self.likes_to: Int = high
        self.least: vec[Int] = ZEROS[:4]
        self.most: vec[Int] = SEVENTEEN[:4]
        self.balanced: bool = False
        # No other suit is longer than this one.
        self.longest: Int = NO_SUIT
        # Each card of this suit beyond so many counts as much as two points.
        self.trumps: Int = NO_SUIT
        self.beyond: Int = 0
        # From so many points on the shape does not matter.
        self.anyway: Int = ALL_POINTS

    def count(self, hand: Hand) -> Int:
        """Counts the points of a hand as the call does."""
        points = hand.points
        if self.trumps != NO_SUIT and hand.lengths[self.trumps] > self.beyond:
            points += TRUMP_MORE * (hand.lengths[self.trumps] - self.beyond)
        return points

    def admits(self, hand: Hand) -> bool:
        """Tells whether a hand is within what the call shows."""
        points = self.count(hand)
        if points < self.low or points > self.high:
            return False
        if points >= self.anyway:
            return True
        for suit in range(4):
            length = hand.lengths[suit]
            if length < self.least[suit] or length > self.most[suit]:
                return False
            if self.longest != NO_SUIT and length > hand.lengths[self.longest]:
                return False
        return not self.balanced or hand.is_balanced()

    def is_liked(self, hand: Hand) -> bool:
        """Tells whether the system makes the call with a hand, if no call before it is liked."""
        points = self.count(hand)
        return self.likes <= points <= self.likes_to and self.admits(hand)


class Bidding:
    """An auction as all seats hear it: what each has shown so far."""

    def __init__(self) -> None:
        self.highest: Int = NO_BID
        self.holder: Int = 0
        self.doubling: Int = 0
        # By seat: points shown, how often it has bid or doubled, whether it has passed, and
        # whether partner asked it to bid.
        self.low: vec[Int] = ZEROS[:4]
        self.high: vec[Int] = vec[Int]([ALL_POINTS for _ in range(4)])
        self.spoken: vec[Int] = ZEROS[:4]
        self.passed: vec[Int] = ZEROS[:4]
        self.asked: vec[Int] = ZEROS[:4]
        # By 4 * seat + suit: the fewest and the most cards shown, and whether the seat bid it.
        self.least: vec[Int] = ZEROS[:16]
        self.most: vec[Int] = SEVENTEEN[:]
        self.named: vec[Int] = ZEROS[:16]
        # By side: whether somebody has invited, or raised.
        self.invited: vec[Int] = ZEROS[:2]

    def hear(self, seat: Int, call: Int) -> Meaning:
        """Takes in a call, and answers what it shows."""
        meaning = self.meaning(seat, call)
        self.take_in(seat, meaning)
        self.asked[seat] = 0
        if call == PASS_MOVE:
            self.passed[seat] = 1
        else:
            self.spoken[seat] += 1
            # Nobody has to answer when the others have called in between.
            self.asked[(seat + 1) & 3] = 0
            self.asked[(seat + 3) & 3] = 0
            if meaning.why == ASKS:
                self.asked[(seat + 2) & 3] = 1
            if meaning.why in (
                INVITES, RAISES, COMPETES, ANSWERS, REPEATS, PLAYS_GAME, PLAYS_SLAM, PUNISHES
            ):
                self.invited[seat & 1] = 1
        if call == DOUBLE_MOVE:
            self.doubling = 1
        elif call == REDOUBLE_MOVE:
            self.doubling = 2
        elif call >= BID_MOVE:
            self.highest = call - BID_MOVE
            self.holder = seat
            self.doubling = 0
            if self.highest % 5 != NO_TRUMP:
                self.named[4 * seat + self.highest % 5] = 1
        return meaning

    def meaning(self, seat: Int, call: Int) -> Meaning:
        """Finds what a call of a seat would show; one that the system does not know says what it
        names."""
        for meaning in self.meanings(seat):
            if meaning.call == call:
                return meaning
        if call == PASS_MOVE:
            return Meaning(call, PASSES)
        if call < BID_MOVE:
            return Meaning(call, NATURAL, 10)
        natural = Meaning(call, NATURAL, 10)
        strain = (call - BID_MOVE) % 5
        if strain != NO_TRUMP:
            natural.least[strain] = 4
        return natural

    def take_in(self, seat: Int, meaning: Meaning) -> None:
        """Adds what a call shows to what the seat has shown."""
        low = meaning.low
        if meaning.trumps != NO_SUIT:
            # Some of the count may be trumps.
            low = max_of(low - TRUMP_MORE, 0)
        if meaning.high < self.low[seat] or low > self.high[seat]:
            self.low[seat], self.high[seat] = low, meaning.high
        else:
            self.low[seat] = max_of(self.low[seat], low)
            if meaning.high < self.high[seat]:
                self.high[seat] = meaning.high
        for suit in range(4):
            place = 4 * seat + suit
            self.least[place] = max_of(self.least[place], meaning.least[suit])
            if meaning.most[suit] < self.most[place]:
                self.most[place] = meaning.most[suit]
            if self.most[place] < self.least[place]:
                self.most[place] = HAND

    def system_call(self, seat: Int, hand: Hand) -> Int:
        """Gives the call of the system for a hand."""
        for meaning in self.meanings(seat):
            if meaning.is_liked(hand):
                return meaning.call
        return PASS_MOVE

    def fitting(self, seat: Int, hand: Hand) -> list[Meaning]:
        """Lists the calls within whose meaning a hand is, that of the system first."""
        found: list[Meaning] = []
        liked = False
        for meaning in self.meanings(seat):
            if meaning.is_liked(hand) and not liked:
                liked = True
                found.insert(0, meaning)
            elif meaning.admits(hand):
                found.append(meaning)
        if not liked:
            passes = Meaning(PASS_MOVE, PASSES)
            found = [one for one in found if one.call != PASS_MOVE]
            found.insert(0, passes)
        return found

    def meanings(self, seat: Int) -> list[Meaning]:
        """Lists the calls of the system for a seat, those first that are preferred; to pass comes
        last."""
        partner = (seat + 2) & 3
        if self.highest == NO_BID:
            return self.openings()
        found: list[Meaning] = []
        if self.spoken[seat] + self.spoken[partner] == 0:
            self.add_overcalls(seat, found)
        else:
            self.add_answers(seat, found)
        return found

    def openings(self) -> list[Meaning]:
        """One of the longest suit, or no trumps with a balanced hand."""
        found: list[Meaning] = []
        flat = Meaning(bid_of(2, NO_TRUMP), OPENS, STRONG_FLAT_FROM, STRONG_FLAT_TO)
        flat.balanced = True
        found.append(flat)
        flat = Meaning(bid_of(1, NO_TRUMP), OPENS, FLAT_FROM, FLAT_TO)
        flat.balanced = True
        found.append(flat)
        for down in range(4):
            strong = Meaning(bid_of(2, 3 - down), OPENS_STRONG, STRONG)
            strong.longest = 3 - down
            strong.least[3 - down] = 5
            found.append(strong)
        for down in range(4):
            one = Meaning(bid_of(1, 3 - down), OPENS, OPENING - 1, STRONG)
            one.likes = OPENING
            one.longest = 3 - down
            one.least[3 - down] = 5
            found.append(one)
        found.append(Meaning(PASS_MOVE, PASSES, 0, OPENING))
        return found

    def add_overcalls(self, seat: Int, found: list[Meaning]) -> None:
        """No trumps, a double that asks for the other suits, or a long suit."""
        theirs = self.highest % 5
        level = self.highest // 5 + 1
        if theirs < NO_TRUMP and level == 1:
            flat = Meaning(bid_of(1, NO_TRUMP), OVERCALLS, FLAT_FROM + 1, FLAT_TO + 1)
            flat.balanced = True
            found.append(flat)
        if theirs < NO_TRUMP and level <= 3 and self.doubling == 0:
            double = Meaning(DOUBLE_MOVE, ASKS, TAKEOUT - 1 + LEVEL_MORE * (level - 1))
            double.likes = double.low + 1
            double.anyway = ANY_SHAPE + LEVEL_MORE * (level - 1)
            for suit in range(4):
                if suit == theirs:
                    double.most[suit] = 3
                else:
                    double.least[suit] = 4
            found.append(double)
        for down in range(4):
            suit = 3 - down
            over = self.lowest(suit)
            if suit == theirs or over > 3:
                continue
            one = Meaning(
                bid_of(over, suit), OVERCALLS, OVERCALL - 1 + LEVEL_MORE * (over - 1), STRONG + 2
            )
            one.likes = one.low + 1
            one.longest = suit
            one.least[suit] = 6
            found.append(one)
        passes = Meaning(PASS_MOVE, PASSES)
        if self.doubling == 0 and (theirs == NO_TRUMP or level > 3):
            self.add_penalty(seat, found)
        elif self.doubling == 0:
            passes.high = ANY_SHAPE + LEVEL_MORE * (level - 1) - 1
        found.append(passes)

    def add_answers(self, seat: Int, found: list[Meaning]) -> None:
        """What follows when the side has spoken: slam, game, and what leads to them."""
        ours = (self.holder ^ seat) & 1 == 0
        level = self.highest // 5 + 1
        strain = self.highest % 5
        placed = ours and level >= GAME_LEVEL[strain]
        hope = self.expected((seat + 2) & 3)
        if not ours or level < SMALL_SLAM:
            self.add_slams(seat, hope, found)
        if not placed:
            self.add_games(seat, hope, found)
        if not ours and self.doubling == 0:
            self.add_penalty(seat, found)
        least: Int = 0
        if not placed and (self.asked[seat] != 0 or self.invited[seat & 1] == 0):
            least = self.add_steps(seat, hope, found)
        elif not ours:
            self.add_competing(seat, hope, found)
        passes = Meaning(PASS_MOVE, PASSES)
        if least > 0 and ours and self.spoken[seat] == 0 and self.passed[seat] == 0:
            passes.high = least
        found.append(passes)

    def add_competing(self, seat: Int, hope: Int, found: list[Meaning]) -> None:
        """Bids a suit of the side once more when the others have bid over it."""
        partner = (seat + 2) & 3
        for down in range(4):
            suit = 3 - down
            named = self.named[4 * partner + suit] + self.named[4 * seat + suit] > 0
            if named and self.least[4 * partner + suit] >= 4:
                self.add_raises(seat, hope, suit, False, found)

    def expected(self, seat: Int) -> Int:
        """Guesses the points of a seat in tenths, from what it has shown."""
        low, high = self.low[seat], self.high[seat]
        # What the others have shown cannot be there too.
        room = ALL_SHOWN - self.low[(seat + 1) & 3] - self.low[(seat + 2) & 3]
        room -= self.low[(seat + 3) & 3]
        if self.spoken[seat] == 0:
            return min_of(6 * min_of(high, 20), 5 * max_of(room, 0))
        return max_of(10 * low, min_of(10 * low + 5 * min_of(high - low, 6), 10 * room))

    def needed(self, strain: Int, level: Int) -> Int:
        """Gives the points that both hands need for a level, in tenths: without trumps, or with
        ten trumps."""
        tricks = BOOK + level
        if strain == NO_TRUMP:
            return FLAT_GAME + FLAT_TRICK * (tricks - 12)
        return SUIT_GAME + SUIT_TRICK * (tricks - 13)

    def fit_needed(self, seat: Int, suit: Int, trumps: Int) -> Int:
        """Gives how many cards of a suit a seat needs for so many trumps together."""
        shown = self.least[4 * ((seat + 2) & 3) + suit]
        return max_of(trumps - max_of(shown, 2), 3)

    def placing(self, seat: Int, hope: Int, level: Int, strain: Int, why: Int) -> Meaning:
        """Makes a call that names the contract to be played."""
        points = (self.needed(strain, level) - hope + 9) // 10
        meaning = Meaning(bid_of(level, strain), why, points - LEEWAY)
        meaning.likes = max_of(points, 0)
        if strain != NO_TRUMP:
            cards = self.fit_needed(seat, strain, 10)
            meaning.least[strain] = max_of(cards - 1, 3)
            meaning.trumps = strain
            meaning.beyond = cards
            meaning.likes = max_of(points, 0)
        return meaning

    def add_slams(self, seat: Int, hope: Int, found: list[Meaning]) -> None:
        """Names a slam: the highest that is there."""
        level: Int = SUPER_SLAM
        while level >= SMALL_SLAM:
            for strain in range(5):
                if bid_of(level, strain) > BID_MOVE + self.highest:
                    meaning = self.placing(seat, hope, level, strain, PLAYS_SLAM)
                    if level > SMALL_SLAM:
                        # These need two chances in three.
                        meaning.likes += 3
                    found.append(meaning)
            level -= 1

    def add_games(self, seat: Int, hope: Int, found: list[Meaning]) -> None:
        """Names a game: a major with ten trumps, no trumps, or a minor."""
        for place in range(5):
            # Spades, hearts, no trumps, diamonds, clubs.
            strain: Int = 3 - place if place < 2 else NO_TRUMP if place == 2 else 4 - place
            level = max_of(GAME_LEVEL[strain], self.lowest(strain))
            if level < SMALL_SLAM:
                found.append(self.placing(seat, hope, level, strain, PLAYS_GAME))

    def add_penalty(self, seat: Int, found: list[Meaning]) -> None:
        """Doubles what will fail."""
        strain = self.highest % 5
        level = self.highest // 5 + 1
        hope = self.expected((seat + 2) & 3)
        # The others need so much together; the rest is ours.
        theirs = self.needed(strain, level)
        theirs -= (FLAT_TRICK if strain == NO_TRUMP else SUIT_TRICK) * FAILS_BY // 10
        points = (10 * ALL_SHOWN - theirs - hope + 9) // 10
        double = Meaning(DOUBLE_MOVE, PUNISHES, points - LEEWAY)
        double.likes = max_of(points, 8)
        if strain != NO_TRUMP and level < 5:
            double.least[strain] = 3
        found.append(double)

    def add_steps(self, seat: Int, hope: Int, found: list[Meaning]) -> Int:
        """Raises, new suits and no trumps below the game; answers what the weakest of them for
        any shape asks, or 0."""
        partner = (seat + 2) & 3
        asked = self.asked[seat] != 0
        first = self.spoken[seat] == 0
        for down in range(4):
            suit = 3 - down
            shown = self.least[4 * partner + suit]
            if shown >= 4:
                self.add_raises(seat, hope, suit, asked, found)
        for down in range(4):
            suit = 3 - down
            if self.least[4 * partner + suit] < 4 and self.is_free(suit):
                self.add_suit(suit, first, found)
        return self.add_flat(seat, hope, asked, found)

    def is_free(self, suit: Int) -> bool:
        """Tells whether nobody has bid a suit."""
        named = self.named
        return named[suit] + named[4 + suit] + named[8 + suit] + named[12 + suit] == 0

    def add_raises(
        self, seat: Int, hope: Int, suit: Int, asked: bool, found: list[Meaning]
    ) -> None:
        """Raises a suit of the side as far as the hand goes: an invitation jumps."""
        cards = self.fit_needed(seat, suit, 9)
        game = (self.needed(suit, GAME_LEVEL[suit] if suit >= 2 else 5) - hope + 9) // 10
        level = self.lowest(suit)
        if level + 1 < GAME_LEVEL[suit]:
            invites = Meaning(
                bid_of(level + 1, suit), INVITES, game - INVITES_BELOW - 1, game + 1
            )
            invites.likes = max_of(game - INVITES_BELOW, 1)
            invites.likes_to = game - 1
            invites.least[suit] = cards
            invites.trumps = suit
            invites.beyond = cards
            found.append(invites)
        if level >= GAME_LEVEL[suit]:
            return
        why = ANSWERS if asked and self.named[4 * ((seat + 2) & 3) + suit] == 0 else RAISES
        low = 0 if asked else game - ANSWERS_BELOW - 1
        if not asked and (self.holder ^ seat) & 1 != 0 and level <= COMPETES_TO:
            # Trumps take the place of points: whoever lets the others play pays for their tricks.
            why = COMPETES
            low = min_of(low, COMPETES_FROM)
            cards = self.fit_needed(seat, suit, COMPETES_WITH + level)
        raises = Meaning(bid_of(level, suit), why, low, game)
        raises.likes = 0 if asked else max_of(low + 1, 1)
        raises.likes_to = game - 1
        raises.least[suit] = cards
        raises.trumps = suit
        raises.beyond = cards
        found.append(raises)

    def add_suit(self, suit: Int, first: bool, found: list[Meaning]) -> None:
        """Names a new suit of five cards."""
        level = self.lowest(suit)
        if level > 2 or not first:
            return
        low = SUIT_ANSWER + (level - 1) * LEVEL_MORE
        meaning = Meaning(bid_of(level, suit), NAMES_SUIT, low - 1, STRONG + 2)
        meaning.likes = low
        meaning.least[suit] = 5
        found.append(meaning)

    def add_flat(self, seat: Int, hope: Int, asked: bool, found: list[Meaning]) -> Int:
        """Goes back to one's own suit, or names no trumps with whatever is left."""
        game = (self.needed(NO_TRUMP, 4) - hope + 9) // 10
        level = self.lowest(NO_TRUMP)
        flat = self.highest % 5 == NO_TRUMP and (self.holder ^ seat) & 1 == 0
        theirs = self.highest % 5
        if self.holder == (seat + 2) & 3 and theirs != NO_TRUMP:
            # Out of partner's suit into one's own.
            for down in range(4):
                suit = 3 - down
                again = self.lowest(suit)
                if self.named[4 * seat + suit] != 0 and again <= 2 and suit != theirs:
                    repeats = Meaning(bid_of(again, suit), REPEATS, self.low[seat], game)
                    repeats.least[suit] = 6
                    repeats.most[theirs] = 2
                    repeats.likes_to = game - 1
                    found.append(repeats)
        if flat:
            level -= 1
        if level + 1 < 4 and level + 1 >= self.lowest(NO_TRUMP):
            invites = Meaning(
                bid_of(level + 1, NO_TRUMP), INVITES, game - INVITES_BELOW - 1, game + 1
            )
            invites.likes = max_of(game - INVITES_BELOW, 1)
            invites.likes_to = game - 1
            found.append(invites)
        if level < self.lowest(NO_TRUMP) or level >= 4:
            return 0
        low = 0 if asked else game - ANSWERS_BELOW - 1
        meaning = Meaning(bid_of(level, NO_TRUMP), NAMES_NONE, low, game)
        meaning.likes = 0 if asked else max_of(low + 1, 1)
        meaning.likes_to = game - 1
        found.append(meaning)
        return max_of(low + 1, 1)

    def lowest(self, strain: Int) -> Int:
        """Gives the lowest level at which a strain can be bid; more than nine if none."""
        least = self.highest + 1
        return least // 5 + (1 if least % 5 <= strain else 2)


def bid_of(level: Int, strain: Int) -> Int:
    """Gives the move that bids a level of a strain."""
    return BID_MOVE + 5 * (level - 1) + strain


def max_of(one: Int, other: Int) -> Int:
    """Gives the greater of two numbers."""
    return one if one > other else other


def min_of(one: Int, other: Int) -> Int:
    """Gives the smaller of two numbers."""
    return one if one < other else other


def heard(calls: vec[Int], seats: vec[Int]) -> Bidding:
    """Listens to an auction from its first call."""
    bidding = Bidding()
    for place in range(len(calls)):
        bidding.hear(seats[place], calls[place])
    return bidding
