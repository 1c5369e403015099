"""Double dummy where a piece can belong to two suits: 42 and Double Takes between two sides.

A tile follows in either of its numbers, may be called as either where the game allows it, and can
carry points of its own. So nothing is said about suits here: tables tell with which suits a piece
can be led, which pieces follow in a suit, and how strong a piece is when that suit was led.

The hands of a deal are known, so a position between two tricks is the set of pieces that are left
and the leader. That is the whole key under which its value is remembered, and it is exact.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.breath import breathe
from sobremesa.material.dominoes import BIT
from sobremesa.solvers.dummy import Spent

# The leader stands above the pieces in a key, so there may be this many of them.
MOST_PIECES: Final = 58
LEADER: Final[Int] = 58
BREATH: Final[Int] = 8192
# Bounds are stored in one word, the least above the most and the best lead above both.
WORD: Final[Int] = 1024
BOUNDS: Final[Int] = 1048575
LEAD: Final[Int] = 20
NO_LEAD: Final[Int] = 4095
# Room for the moves of one hand, a piece with up to two suits.
ROOM: Final[Int] = 64


class Pieces:
    """What a trick game says of its pieces, by tables."""

    def __init__(
        self, pieces: int, suits: int, leads: list[list[int]], following: list[int],
        strength: list[list[int]], worth: list[int], trick_worth: int,
    ) -> None:
        if pieces > MOST_PIECES:
            raise ValueError(f"at most {MOST_PIECES} pieces can be solved, not {pieces}")
        self.pieces: Int = pieces
        self.suits: Int = suits
        # The suits with which a piece can be led, as a mask.
        self.leads: vec[Int] = vec[Int]([sum(1 << suit for suit in those) for those in leads])
        # The pieces with which one follows in a suit, as a mask.
        self.following: vec[Int] = vec[Int]([mask for mask in following])
        # strength[suit * pieces + piece]: the strongest takes the trick.
        self.strength: vec[Int] = vec[Int]([one for row in strength for one in row])
        # beats[suit * pieces + piece]: the pieces that are stronger then, as a mask.
        self.beats: vec[Int] = vec[Int]([
            sum(1 << other for other in range(pieces) if row[other] > row[piece])
            for row in strength for piece in range(pieces)
        ])
        self.worth: vec[Int] = vec[Int]([one for one in worth])
        self.trick_worth: Int = trick_worth


@mypyc_attr(native_class=True)
class TileSearch:
    """One deal of one game, for two sides: even seats against odd ones."""

    def __init__(self, rules: Pieces, hands: list[int], room: Int) -> None:
        self.rules: Pieces = rules
        self.seats: Int = len(hands)
        self.hands: vec[Int] = vec[Int]([mask for mask in hands])
        slots: Int = 8192
        self.slots: Int = slots
        self.most_slots: Int = 2 * room
        self.used: Int = 0
        self.keys: vec[Int] = vec[Int]([-1 for _ in range(slots)])
        self.bounds: vec[Int] = vec[Int]([0 for _ in range(slots)])
        plies: Int = MOST_PIECES + 8
        self.moves: vec[Int] = vec[Int]([0 for _ in range(plies * ROOM)])
        self.nodes: Int = 0
        self.most_nodes: Int = 0
        self.pause: Int = BREATH
        # What is known of the points that the even seats take.
        self.least: Int = 0
        self.most: Int = 0
        # The lead that was best in the position that was looked at last.
        self.best_lead: Int = NO_LEAD

    def slot(self, key: Int) -> Int:
        """Finds where a position stands, or would stand."""
        at: Int = (key & 1048575) * 648055493 + (key >> 20 & 1048575) * 1000003579 + (
            key >> 40
        ) * 754974721
        last: Int = self.slots - 1
        slot: Int = (at ^ at >> 21) & last
        keys = self.keys
        while keys[slot] != key and keys[slot] >= 0:
            slot = (slot + 1) & last
        return slot

    def left(self) -> Int:
        """Gives the mask of all pieces that are left."""
        mask: Int = 0
        for hand in self.hands:
            mask |= hand
        return mask

    def left_worth(self, left: Int) -> Int:
        """Gives what all pieces that are left and their tricks are worth."""
        worth: Int = 0
        count: Int = 0
        rules = self.rules
        for piece in range(rules.pieces):
            if left & BIT[piece] != 0:
                worth += rules.worth[piece]
                count += 1
        return worth + count // self.seats * rules.trick_worth

    def value(self, leader: Int, ply: Int, total: Int, low: Int, high: Int) -> Int:
        """Gives what the even seats take of `total` that is left: exact between `low` and `high`,
        else a bound."""
        if total == 0 or total <= low or high <= 0:
            return total if total <= low else 0
        self.nodes += 1
        if self.nodes >= self.pause:
            self.look_up()
        mine = self.hands[leader]
        if mine & (mine - 1) == 0:
            return self.last_trick(leader, total)
        key: Int = self.left() | leader << LEADER
        slot = self.slot(key)
        least: Int = 0
        most = total
        hint = NO_LEAD
        if self.keys[slot] == key:
            hint = self.bounds[slot] >> LEAD
            least = (self.bounds[slot] & BOUNDS) // WORD
            most = self.bounds[slot] % WORD
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            if least > low:
                low = least
            if most < high:
                high = most
        found = self.leads(leader, ply, total, low, high, hint)
        if found <= low:
            most = found if found < most else most
        elif found >= high:
            least = found if found > least else least
        else:
            least = found
            most = found
        self.remember(key, self.best_lead << LEAD | least * WORD + most)
        return found

    def last_trick(self, leader: Int, total: Int) -> Int:
        """Gives what the even seats take of `total` when every hand has one piece."""
        rules = self.rules
        ours = leader & 1 == 0
        calls = rules.leads[place_of(self.hands[leader])]
        while calls != 0:
            call: Int = calls & -calls
            calls ^= call
            row: Int = place_of(call) * rules.pieces
            best: Int = -1
            taker = leader
            seat = leader
            for _ in range(self.seats):
                strength = rules.strength[row + place_of(self.hands[seat])]
                if strength > best:
                    best = strength
                    taker = seat
                seat += 1
                if seat == self.seats:
                    seat = 0
            if (taker & 1 == 0) == ours:
                return total if ours else 0
        return 0 if ours else total

    def allow(self, nodes: Int) -> None:
        """Lets the search look at so many positions from now on; 0 stands for any number."""
        self.most_nodes = self.nodes + nodes if nodes > 0 else 0
        self.pause = self.nodes
        self.plan_pause()

    def plan_pause(self) -> None:
        """Finds out when to look up next."""
        self.pause += BREATH
        if 0 < self.most_nodes < self.pause:
            self.pause = self.most_nodes

    def look_up(self) -> None:
        """Answers signals, and gives up when as many positions were looked at as may be."""
        breathe()
        if 0 < self.most_nodes <= self.nodes:
            raise Spent
        self.plan_pause()

    def points(self, leader: Int, total: Int) -> bool:
        """Finds what the even seats take of `total` from the start of a trick; tells whether it
        is known, or only its bounds in `least` and `most`."""
        return self.settle(leader, -1, vec[Int](), total)

    def after(self, leader: Int, suit: Int, lying: vec[Int], total: Int) -> bool:
        """Finds what the even seats take of `total` after some pieces of a trick, led in a suit;
        what lies is no longer in the hands but for the last piece."""
        mover: Int = (leader + len(lying) - 1) % self.seats
        last: Int = BIT[lying[len(lying) - 1]]
        self.hands[mover] ^= last
        known = self.settle(leader, suit, lying, total)
        self.hands[mover] ^= last
        return known

    def settle(self, leader: Int, suit: Int, lying: vec[Int], total: Int) -> bool:
        """Narrows `least` and `most` until they meet.

        Whether a value is above a number is much cheaper to ask than what it is, and each answer
        is a bound that says what to ask next.
        """
        hands = self.hands[:]
        self.least = 0
        self.most = total
        guess: Int = total // 2
        try:
            while self.least < self.most:
                ask: Int = guess + 1 if guess == self.least else guess
                if len(lying) == 0:
                    guess = self.value(leader, 0, total, ask - 1, ask)
                else:
                    guess = self.goes_on(leader, suit, lying, total, ask)
                if guess >= ask:
                    self.least = guess
                else:
                    self.most = guess
        except Spent:
            self.hands = hands
            return False
        return True

    def goes_on(self, leader: Int, suit: Int, lying: vec[Int], total: Int, ask: Int) -> Int:
        """Bounds what the even seats take of `total` when some pieces lie, asking for `ask`."""
        rules = self.rules
        best: Int = -1
        taker = leader
        points: Int = 0
        seat = leader
        for piece in lying:
            strength = rules.strength[suit * rules.pieces + piece]
            if strength > best:
                best = strength
                taker = seat
            points += rules.worth[piece]
            seat = (seat + 1) % self.seats
        return self.follows(
            leader, len(lying), 0, total, ask - 1, ask, suit, best, taker, points
        )

    def remember(self, key: Int, bounds: Int) -> None:
        """Keeps the bounds of a position; a full memory forgets everything first."""
        if 2 * self.used >= self.slots:
            self.make_room()
        slot = self.slot(key)
        if self.keys[slot] != key:
            self.keys[slot] = key
            self.used += 1
        self.bounds[slot] = bounds

    def make_room(self) -> None:
        """Doubles the slots, or empties them when there are enough."""
        keys, bounds = self.keys, self.bounds
        slots = self.slots
        self.used = 0
        if 2 * slots <= self.most_slots:
            self.slots = 2 * slots
        self.keys = vec[Int]([-1 for _ in range(self.slots)])
        self.bounds = vec[Int]([0 for _ in range(self.slots)])
        if self.slots == slots:
            return
        for old in range(slots):
            if keys[old] >= 0:
                slot = self.slot(keys[old])
                self.keys[slot] = keys[old]
                self.bounds[slot] = bounds[old]
                self.used += 1

    def leads(
        self, leader: Int, ply: Int, total: Int, low: Int, high: Int, hint: Int
    ) -> Int:
        """Tries every piece in every suit with which it can be led, first the one that was best
        before."""
        ours = leader & 1 == 0
        rules = self.rules
        hand = self.hands[leader]
        start: Int = ROOM * ply
        end = start
        while hand != 0:
            bit: Int = hand & -hand
            hand ^= bit
            piece = place_of(bit)
            calls = rules.leads[piece]
            while calls != 0:
                call: Int = calls & -calls
                calls ^= call
                suit = place_of(call)
                weight = self.lead_weight(leader, piece, suit)
                if suit << 6 | piece == hint:
                    weight += 200
                self.add_move(start, end, weight, suit << 6 | piece)
                end += 1
        best: Int = -1 if ours else total + 1
        best_lead = NO_LEAD
        for at in range(start, end):
            move = self.moves[at] & 4095
            piece = move & 63
            suit = move >> 6
            self.hands[leader] ^= BIT[piece]
            found = self.follows(
                leader, 1, ply + 1, total, low, high, suit,
                rules.strength[suit * rules.pieces + piece], leader, rules.worth[piece],
            )
            self.hands[leader] ^= BIT[piece]
            if found > best if ours else found < best:
                best = found
                best_lead = move
            if ours and best > low:
                low = best
            elif not ours and best < high:
                high = best
            if low >= high:
                break
        self.best_lead = best_lead
        return best

    def lead_weight(self, leader: Int, piece: Int, suit: Int) -> Int:
        """Guesses how good a lead is: one that nobody can beat first, with few answers."""
        rules = self.rules
        beats = rules.beats[suit * rules.pieces + piece]
        following = rules.following[suit]
        weight: Int = 0
        beaten = False
        partner_beats = False
        seats = self.seats
        for ahead in range(1, seats):
            seat: Int = leader + ahead
            if seat >= seats:
                seat -= seats
            answers: Int = self.hands[seat] & following
            if answers == 0:
                answers = self.hands[seat]
                weight -= 4
            if answers & beats != 0:
                if ahead & 1 == 1:
                    beaten = True
                else:
                    partner_beats = True
        if not beaten:
            return weight + 60 + rules.worth[piece]
        if partner_beats:
            return weight + 10
        return weight - 2 * rules.worth[piece]

    def follows(
        self, leader: Int, place: Int, ply: Int, total: Int, low: Int, high: Int, suit: Int,
        best_strength: Int, taker: Int, points: Int,
    ) -> Int:
        """Tries every answer of the next hand; when all have played, the trick is taken."""
        rules = self.rules
        if place == self.seats:
            points += rules.trick_worth
            gained: Int = points if taker & 1 == 0 else 0
            return gained + self.value(
                taker, ply, total - points, low - gained, high - gained
            )
        seat: Int = leader + place
        if seat >= self.seats:
            seat -= self.seats
        ours = seat & 1 == 0
        answers: Int = self.hands[seat] & rules.following[suit]
        if answers == 0:
            answers = self.hands[seat]
        start: Int = ROOM * ply
        end = start
        row: Int = suit * rules.pieces
        friendly = (taker ^ seat) & 1 == 0
        last = place == self.seats - 1
        while answers != 0:
            bit: Int = answers & -answers
            answers ^= bit
            piece = place_of(bit)
            strength = rules.strength[row + piece]
            worth = rules.worth[piece]
            weight: Int
            if strength > best_strength and not friendly:
                weight = 60 - strength + 2 * worth if last else 60 + strength
            elif friendly:
                weight = 40 + 2 * worth - strength
            else:
                weight = 20 - 2 * worth - strength
            self.add_move(start, end, weight, piece)
            end += 1
        best: Int = -1 if ours else total + 1
        for at in range(start, end):
            piece = self.moves[at] & 63
            strength = rules.strength[row + piece]
            wins = strength > best_strength
            self.hands[seat] ^= BIT[piece]
            found = self.follows(
                leader, place + 1, ply + 1, total, low, high, suit,
                strength if wins else best_strength, seat if wins else taker,
                points + rules.worth[piece],
            )
            self.hands[seat] ^= BIT[piece]
            if ours:
                if found > best:
                    best = found
                if best > low:
                    low = best
            else:
                if found < best:
                    best = found
                if best < high:
                    high = best
            if low >= high:
                break
        return best

    def add_move(self, start: Int, end: Int, weight: Int, move: Int) -> None:
        """Puts a move among those from `start` to `end`, the heaviest first."""
        moves = self.moves
        weighed: Int = (1000 + weight) << 12 | move
        at = end
        while at > start and moves[at - 1] < weighed:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = weighed


# A lone bit of up to 60, taken modulo 61, names its place: 2 is a primitive root of 61.
PLACES: Final = vec[Int]([
    next((place for place in range(60) if (1 << place) % 61 == rest), 0) for rest in range(61)
])


def place_of(bit: Int) -> Int:
    """Gives the place of a lone bit."""
    return PLACES[bit % 61]
