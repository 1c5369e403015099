"""Double dummy for packs whose suits are apart: how many tricks each side takes with best play.

All four hands are open. Seats 0 and 2 play against seats 1 and 3, and a search asks one question:
do seats 0 and 2 take at least so many of the tricks that are left? The answer to one number leads
to the next. What makes the answers fast:

- Cards of one hand between which no other hand has a card are worth the same: only one is tried.
- Every answer knows which high cards it rests on, suit by suit. Below those the cards of a suit
  can change hands freely, as long as each hand keeps its lengths. So a remembered answer holds for
  every position with the same lengths and the same owners of the cards that matter, and a small
  card that failed stands for all others below the cards that mattered.
- Before anything is tried, the tricks that the leading side can cash at once are counted, and those
  that the other side cannot be kept from.

A suit of a hand is a mask with the highest card in the lowest bit, so that the best card of any
mask is `mask & -mask`, and of two cards the smaller bit wins.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe

SEATS: Final[Int] = 4
SUITS: Final[Int] = 4
NO_TRUMP: Final[Int] = 4
MOST_RANKS: Final[Int] = 17

# Set bits of nine-bit numbers; a suit has at most eighteen bits.
ONES: Final = vec[Int]([bin(number).count("1") for number in range(512)])
# A hand's length in a suit has five bits of a distribution; the fourth suit is what is left.
ONE_CARD: Final = vec[Int]([
    1 << 5 * (3 * seat + suit) if suit < 3 else 0 for seat in range(4) for suit in range(4)
])
# The owners of the best `n` cards of a suit are the low 2 * n bits of a row of owners.
BEST: Final = vec[Int]([(1 << 2 * count) - 1 for count in range(18)])
# A row of owners has its number of cards from this bit on.
CARDS: Final[Int] = 40
ONE_OWNER: Final[Int] = 1099511627776
# A rank of the table is the owners of the best cards and, from this bit on, the mask of them.
ROW: Final[Int] = 30
MOST_OWNERS: Final[Int] = 15
# What an answer rests on: two suits in a word, the second from this bit on.
HALF: Final[Int] = 18
LOWER: Final[Int] = 262143

# A move is its weight, its suit and its card.
MOVE_SUIT: Final[Int] = 18
MOVE_WEIGHT: Final[Int] = 20
CARD: Final[Int] = 262143
HEAVY: Final[Int] = 1000

# Answers of one distribution are a tree, a level for each suit. A node is a rank and a link: the
# next node of its level, and from this bit on its first child, or the answer on the last level.
LINK: Final[Int] = 31
NEXT: Final[Int] = 2147483647
NODE: Final[Int] = 2
# Words of a page, and of the nodes that an answer may need.
PAGE: Final[Int] = 32
MOST_NODES: Final[Int] = 8
# Words for each distribution that there may be.
SPREAD: Final[Int] = 64
SLOT: Final[Int] = 4
EMPTY: Final[Int] = -1
# A tag is the age of a slot, the tricks left and the leader.
AGE: Final[Int] = 7
TAG: Final[Int] = 127
FIRST_SLOTS: Final[Int] = 4096
# Positions between two breaths.
BREATH: Final[Int] = 8192
# The card that was best in a like case: its key from this bit on, in a row as long as a mask says.
CUT: Final[Int] = 20
CUT_MOVE: Final[Int] = 1048575
CUTS: Final[Int] = 131071


def ones(mask: Int) -> Int:
    """Counts the cards of a mask."""
    return ONES[mask & 511] + ONES[mask >> 9]


def best_of(mask: Int, count: Int) -> Int:
    """Gives the card of a mask that has `count` - 1 better ones, or nothing for 0."""
    if count == 0:
        return 0
    while count > 1:
        mask &= mask - 1
        count -= 1
    return mask & -mask


class Spent(Exception):
    """The search has looked at as many positions as it may."""


class Memory:
    """What has been found out, by lengths and by the owners of the cards that mattered.

    It has room for a fixed number of pages, and forgets all of them when it is full.
    """

    def __init__(self, room: Int) -> None:
        # Words that the answers may take, and how many distributions they may have.
        self.room: Int = room * PAGE
        self.most_distributions: Int = self.room // SPREAD
        slots: Int = FIRST_SLOTS
        self.slots: Int = slots
        # A slot is a distribution, its tag, the first node of its answers and its latest move.
        self.table: vec[Int] = vec[Int]([0 for _ in range(SLOT * slots)])
        self.nodes: vec[Int] = vec[Int]()
        # No node is the first: a link to it leads nowhere.
        self.used: Int = NODE
        self.distributions: Int = 0
        # Slots of an earlier age count as empty.
        self.age: Int = 1
        # The owners that are looked for, suit by suit, and the masks of what was found.
        self.rows: vec[Int] = vec[Int]([0 for _ in range(SUITS)])
        self.masks: vec[Int] = vec[Int]([0 for _ in range(SUITS)])
        # The move that was best in a like position, or in one with the same lengths.
        self.hint: Int = 0
        # What was best in like cases, by `case`; a key that two cases share only costs time.
        self.cuts: vec[Int] = vec[Int]([0 for _ in range(CUTS + 1)])

    def clear(self) -> None:
        """Forgets everything."""
        self.age += 1
        self.used = NODE
        self.distributions = 0

    def grow(self) -> None:
        """Doubles the slots."""
        table = self.table
        slots = self.slots
        self.slots = 2 * slots
        self.table = vec[Int]([0 for _ in range(2 * SLOT * slots)])
        for old in range(0, SLOT * slots, SLOT):
            if table[old + 1] >> AGE == self.age:
                slot = self.place(table[old], table[old + 1] & TAG)
                self.table[slot] = table[old]
                self.table[slot + 1] = table[old + 1]
                self.table[slot + 2] = table[old + 2]
                self.table[slot + 3] = table[old + 3]

    def place(self, key: Int, tag: Int) -> Int:
        """Finds the slot of a distribution."""
        table = self.table
        last: Int = self.slots - 1
        at: Int = (
            (key & 1048575) * 648055493 + (key >> 20 & 1048575) * 1000003579
            + (key >> 40) * 754974721 + tag * 40503001
        )
        at = (at ^ at >> 23) & last
        slot: Int = SLOT * at
        tag |= self.age << AGE
        while table[slot + 1] != tag or table[slot] != key:
            if table[slot + 1] >> AGE != self.age:
                return slot
            at = (at + 1) & last
            slot = SLOT * at
        return slot

    def find(self, key: Int, tag: Int, need: Int) -> Int:
        """Finds an answer for `rows` that says whether `need` tricks are taken, or gives -1."""
        slot = self.place(key, tag)
        table = self.table
        if table[slot + 1] >> AGE != self.age:
            self.hint = 0
            return EMPTY
        self.hint = table[slot + 3]
        return self.look(table[slot + 2], 0, need)

    def look(self, at: Int, suit: Int, need: Int) -> Int:
        """Looks for an answer from a node and those beside it on."""
        nodes = self.nodes
        row = self.rows[suit]
        first = at
        while at != 0:
            rank = nodes[at]
            link = nodes[at + 1]
            if (rank ^ row) & rank >> ROW == 0:
                found: Int = link >> LINK
                if suit < 3:
                    found = self.look(found, suit + 1, need)
                elif (found & 31) < need <= (found >> 5 & 31):
                    if found >> 10 != 0:
                        self.hint = found >> 10
                    found = EMPTY
                if found >= 0:
                    self.masks[suit] = rank >> ROW
                    if at != first:
                        self.swap(first, at)
                    return found
            at = link & NEXT
        return EMPTY

    def swap(self, first: Int, at: Int) -> None:
        """Lets a node that was useful change places with the first of its level."""
        nodes = self.nodes
        rank: Int = nodes[at]
        link: Int = nodes[at + 1]
        ahead: Int = nodes[first + 1]
        nodes[at] = nodes[first]
        nodes[at + 1] = (ahead >> LINK) << LINK | (link & NEXT)
        nodes[first] = rank
        nodes[first + 1] = (link >> LINK) << LINK | (ahead & NEXT)

    def keep(self, key: Int, tag: Int, found: Int) -> None:
        """Remembers an answer for the part of `rows` that `masks` covers."""
        if (
            self.used + MOST_NODES > self.room or self.distributions >= self.most_distributions
        ):
            self.clear()
        if 2 * self.distributions >= self.slots:
            self.grow()
        slot = self.place(key, tag)
        table = self.table
        if table[slot + 1] >> AGE != self.age:
            table[slot] = key
            table[slot + 1] = self.age << AGE | tag
            table[slot + 2] = self.new_node(0, self.rank(0))
            self.distributions += 1
        table[slot + 3] = found >> 10
        at = self.beside(table[slot + 2], self.rank(0))
        if at == 0:
            at = self.new_node(table[slot + 2], self.rank(0))
            table[slot + 2] = at
        suit: Int
        for suit in range(1, SUITS):
            at = self.below(at, self.rank(suit))
        nodes = self.nodes
        link: Int = nodes[at + 1]
        nodes[at + 1] = (link & NEXT) | both_of(link >> LINK, found) << LINK

    def rank(self, suit: Int) -> Int:
        """Gives the owners of a suit that an answer rests on, with their mask."""
        mask = self.masks[suit]
        return (self.rows[suit] & mask) | mask << ROW

    def beside(self, at: Int, rank: Int) -> Int:
        """Finds a rank among a node and those beside it, or gives 0."""
        nodes = self.nodes
        while at != 0 and nodes[at] != rank:
            at = nodes[at + 1] & NEXT
        return at

    def below(self, parent: Int, rank: Int) -> Int:
        """Finds or makes the node of a rank below another node."""
        link: Int = self.nodes[parent + 1]
        first: Int = link >> LINK
        at = self.beside(first, rank)
        if at == 0:
            at = self.new_node(first, rank)
            self.nodes[parent + 1] = (link & NEXT) | at << LINK
        return at

    def new_node(self, following: Int, rank: Int) -> Int:
        """Makes a node in front of others."""
        at = self.used
        nodes = self.nodes
        while at + NODE > len(nodes):
            nodes = append(nodes, 0)
        self.nodes = nodes
        self.used += NODE
        nodes[at] = rank
        nodes[at + 1] = following
        return at


def both_of(before: Int, found: Int) -> Int:
    """Joins an answer to what was known of the same position, if anything; the move is the new
    one."""
    if before == 0:
        return found
    least: Int = before & 31
    if found & 31 > least:
        least = found & 31
    return (found >> 10) << 10 | min_of(before >> 5 & 31, found >> 5 & 31) << 5 | least


def lowest_of(suit: Int, mask: Int) -> Int:
    """Gives the lowest card of a suit whose owner is in a mask, or nothing."""
    card: Int = 0
    while mask != 0:
        card = suit & -suit
        suit ^= card
        mask >>= 2
    return card


@mypyc_attr(native_class=True)
class Search:
    """One deal in one strain."""

    def __init__(self, hands: list[int], ranks: Int, trump: Int, memory: Memory) -> None:
        self.ranks: Int = ranks
        self.trump: Int = trump
        self.memory: Memory = memory
        # The suits of each hand, by 4 * seat + suit, and their lengths.
        self.hands: vec[Int] = vec[Int]([mask for mask in hands])
        self.lengths: vec[Int] = vec[Int]([ones(mask) for mask in hands])
        # The suits of all hands, as they were when the trick began.
        self.suits: vec[Int] = vec[Int]([0 for _ in range(SUITS)])
        self.distribution: Int = 0
        self.owners: vec[Int] = vec[Int]()
        # What the last answer rests on.
        self.rests_one: Int = 0
        self.rests_two: Int = 0
        # Moves by ply, and the suit and card that were played at each.
        self.moves: vec[Int] = vec[Int]([0 for _ in range(80 * 24)])
        self.played: vec[Int] = vec[Int]([0 for _ in range(80)])
        # The lead that was best last, by tricks left, and in a like position.
        self.killers: vec[Int] = vec[Int]([0 for _ in range(20)])
        self.hint: Int = 0
        self.nodes: Int = 0
        # When to look up from the search, and when to give it up; 0 stands for never.
        self.pause: Int = BREATH
        self.most_nodes: Int = 0
        # The trick that lies, and what is known of the tricks that the even seats take.
        self.leader: Int = 0
        self.left: Int = 0
        self.lying: Int = 0
        self.least: Int = 0
        self.most: Int = 0
        self.count_lengths()
        self.list_owners()

    def count_lengths(self) -> None:
        """Counts the cards of each suit and hand."""
        self.distribution = 0
        for suit in range(SUITS):
            self.suits[suit] = 0
        for place in range(16):
            self.suits[place & 3] |= self.hands[place]
            self.lengths[place] = ones(self.hands[place])
            self.distribution += ONE_CARD[place] * self.lengths[place]

    def list_owners(self) -> None:
        """Lists for every set of cards of a suit who owns the best, the second best and so on."""
        owners = self.owners
        one_more = ONE_OWNER
        for suit in range(SUITS):
            start: Int = len(owners)
            owners = append(owners, 0)
            bit: Int = 1
            for _ in range(self.ranks):
                owner: Int = 0
                for seat in range(SEATS):
                    if self.hands[4 * seat + suit] & bit != 0:
                        owner = seat
                for mask in range(bit):
                    row = owners[start + mask]
                    owners = append(owners, row + one_more | owner << (2 * (row >> CARDS)))
                bit += bit
        self.owners = owners

    def restart(self, hands: list[int]) -> None:
        """Sets up a later position of the same deal, at the start of a trick."""
        self.hands = vec[Int]([mask for mask in hands])
        self.count_lengths()

    def begin(self, leader: Int, left: Int) -> None:
        """Sets up the start of a trick, with so many left."""
        self.leader = leader
        self.left = left
        self.lying = 0

    def lay(self, suit: Int, card: Int) -> None:
        """Plays a card of the hand whose turn it is to the trick that lies."""
        place: Int = 4 * ((self.leader + self.lying) & 3) + suit
        self.hands[place] ^= card
        self.lengths[place] -= 1
        self.distribution -= ONE_CARD[place]
        self.played[4 * self.left + self.lying] = suit << MOVE_SUIT | card
        self.lying += 1

    def take_back(self) -> None:
        """Takes the last card of the trick back."""
        self.lying -= 1
        move = self.played[4 * self.left + self.lying]
        place: Int = 4 * ((self.leader + self.lying) & 3) + (move >> MOVE_SUIT & 3)
        self.hands[place] |= move & CARD
        self.lengths[place] += 1
        self.distribution += ONE_CARD[place]

    def reaches_now(self, need: Int) -> bool:
        """Tells whether seats 0 and 2 take `need` tricks, the one that lies included."""
        if self.lying == 0:
            return self.reaches(self.leader, self.left, need)
        played = self.played
        start: Int = 4 * self.left
        led: Int = played[start] >> MOVE_SUIT & 3
        best_suit = led
        best: Int = played[start] & CARD
        taker = self.leader
        rank = False
        for place in range(1, self.lying):
            suit: Int = played[start + place] >> MOVE_SUIT & 3
            card: Int = played[start + place] & CARD
            if suit == best_suit:
                rank = True
                if card < best:
                    best = card
                    taker = (self.leader + place) & 3
            elif suit == self.trump:
                best_suit = suit
                best = card
                taker = (self.leader + place) & 3
                rank = False
        if self.lying == SEATS:
            return self.next_trick(self.left, need, best_suit, best, taker, rank)
        return self.tries(
            self.leader, self.lying, self.left, need, led, best_suit, best, taker, rank
        )

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

    def settle(self, guess: Int) -> bool:
        """Counts the tricks as `tricks` does, and tells whether they are known; if not, the
        bounds stand in `least` and `most`."""
        hands, lengths, suits = self.hands[:], self.lengths[:], self.suits[:]
        distribution = self.distribution
        try:
            self.tricks(guess)
        except Spent:
            self.hands, self.lengths, self.suits = hands, lengths, suits
            self.distribution = distribution
            return False
        return True

    def narrow(self) -> None:
        """Begins with the tricks that can be counted without playing any."""
        self.least = 0
        self.most = self.left
        if self.lying > 0 or self.left < 2:
            return
        left = self.left
        leader = self.leader
        leads: Int = 0
        while leads < left and (
            self.cashes(leader, left, leads + 1) or self.is_sure(leader, left, leads + 1, True)
        ):
            leads += 1
        waits: Int = 0
        while leads + waits < left and self.is_sure((leader + 1) & 3, left, waits + 1, False):
            waits += 1
        self.least = leads if leader & 1 == 0 else waits
        self.most = left - (waits if leader & 1 == 0 else leads)

    def guess(self) -> Int:
        """Guesses the tricks that seats 0 and 2 take by their high cards and their trumps."""
        honours: Int = 0
        total: Int = 0
        hands = self.hands
        for suit in range(SUITS):
            rest = self.suits[suit]
            worth: Int = 5
            while worth > 0 and rest != 0:
                card: Int = rest & -rest
                rest ^= card
                total += worth
                if (hands[suit] | hands[8 + suit]) & card != 0:
                    honours += worth
                worth -= 1
        if total == 0:
            return 0
        tenths: Int = 5 * self.left + 6 * self.left * (2 * honours - total) // total
        trump = self.trump
        if trump < 4:
            ours = self.lengths[trump] + self.lengths[8 + trump]
            theirs = self.lengths[4 + trump] + self.lengths[12 + trump]
            tenths += 7 * (ours - theirs) // 2
        found: Int = (tenths + 5) // 10
        return 0 if found < 0 else min_of(found, self.left)

    def tricks(self, guess: Int) -> Int:
        """Counts the tricks that seats 0 and 2 take, the one that lies included.

        The answers so far stand in `least` and `most`, also when the search is spent.
        """
        self.narrow()
        while self.least < self.most:
            if guess <= self.least:
                guess = self.least + 1
            elif guess > self.most:
                guess = self.most
            if self.reaches_now(guess):
                self.least = guess
                guess += 1
            else:
                self.most = guess - 1
                guess -= 1
        return self.least

    def reaches(self, leader: Int, left: Int, need: Int) -> bool:
        """Tells whether seats 0 and 2 take `need` of the tricks that are left."""
        if need <= 0 or need > left:
            self.rests_one = 0
            self.rests_two = 0
            return need <= 0
        self.nodes += 1
        if self.nodes >= self.pause:
            self.look_up()
        if left == 1:
            return self.last_trick(leader) & 1 == 0
        key = self.distribution
        tag: Int = 4 * left + leader
        suits = self.suits
        memory = self.memory
        self.look_for(memory.rows)
        found = memory.find(key, tag, need)
        if found >= 0:
            masks = memory.masks
            self.rests_one = lowest_of(suits[0], masks[0]) | lowest_of(suits[1], masks[1]) << HALF
            self.rests_two = lowest_of(suits[2], masks[2]) | lowest_of(suits[3], masks[3]) << HALF
            return (found & 31) >= need
        hint = memory.hint
        ours = leader & 1 == 0
        goal = need if ours else left - need + 1
        if self.cashes(leader, left, goal):
            return ours
        if self.is_sure((leader + 1) & 3, left, left - goal + 1, False):
            return not ours
        if self.is_sure(leader, left, goal, True):
            return ours
        self.hint = hint
        answer = self.tries(leader, 0, left, need, 0, 0, 0, leader, False)
        if self.covers(memory.masks):
            self.look_for(memory.rows)
            bounds: Int = need | left << 5 if answer else (need - 1) << 5
            memory.keep(key, tag, bounds | self.killers[left] << 10)
        return answer

    def look_for(self, rows: vec[Int]) -> None:
        """Writes down the owners of the best cards of each suit."""
        owners = self.owners
        suits = self.suits
        ranks = self.ranks
        most = BEST[MOST_OWNERS]
        rows[0] = owners[suits[0]] & most
        rows[1] = owners[(1 << ranks) + suits[1]] & most
        rows[2] = owners[(2 << ranks) + suits[2]] & most
        rows[3] = owners[(3 << ranks) + suits[3]] & most

    def covers(self, masks: vec[Int]) -> bool:
        """Writes down the masks of the owners that an answer rests on, and tells whether a row
        has room for all of them."""
        suit: Int
        for suit in range(SUITS):
            rests: Int = self.rests_one if suit < 2 else self.rests_two
            count = self.counted(suit, rests >> HALF if suit & 1 == 1 else rests & LOWER)
            if count > MOST_OWNERS:
                return False
            masks[suit] = BEST[count]
        return True

    def counted(self, suit: Int, rests: Int) -> Int:
        """Counts the cards of a suit down to the lowest that mattered."""
        rests |= rests >> 1
        rests |= rests >> 2
        rests |= rests >> 4
        rests |= rests >> 8
        rests |= rests >> 16
        return ones(self.suits[suit] & rests)

    def rest_on(self, suit: Int, card: Int) -> None:
        """Notes that an answer rests on a card."""
        if suit == 0:
            self.rests_one |= card
        elif suit == 1:
            self.rests_one |= card << HALF
        elif suit == 2:
            self.rests_two |= card
        else:
            self.rests_two |= card << HALF

    def last_trick(self, leader: Int) -> Int:
        """Gives the seat that takes the last trick."""
        hands = self.hands
        self.rests_one = 0
        self.rests_two = 0
        trump = self.trump
        seat = leader
        best: Int = 0
        best_suit: Int = -1
        taker = leader
        rank = False
        for _ in range(SEATS):
            suit: Int = 0
            row: Int = 4 * seat
            while hands[row + suit] == 0:
                suit += 1
            card = hands[row + suit]
            if best_suit < 0:
                best = card
                best_suit = suit
            elif suit == best_suit:
                rank = True
                if card < best:
                    best = card
                    taker = seat
            elif suit == trump:
                best = card
                best_suit = suit
                taker = seat
                rank = False
            seat = (seat + 1) & 3
        if rank:
            self.rest_on(best_suit, best)
        return taker

    def cashes(self, leader: Int, left: Int, goal: Int) -> bool:
        """Tells whether the leading side can take `goal` tricks before it loses the lead."""
        self.rests_one = 0
        self.rests_two = 0
        hands = self.hands
        lengths = self.lengths
        suits = self.suits
        trump = self.trump
        own_row: Int = 4 * leader
        left_row: Int = 4 * ((leader + 1) & 3)
        partner_row: Int = 4 * ((leader + 2) & 3)
        right_row: Int = 4 * ((leader + 3) & 3)
        left_trumps: Int = 0
        right_trumps: Int = 0
        suit: Int
        total: Int = 0
        side: Int = 0
        most_side: Int = left
        if trump < 4:
            left_trumps = lengths[left_row + trump]
            right_trumps = lengths[right_row + trump]
            own = lengths[own_row + trump]
            partners = lengths[partner_row + trump]
            if own > 0:
                others = suits[trump] & ~hands[own_row + trump]
                tops = hands[own_row + trump] & ((others & -others) - 1)
                if others == 0:
                    tops = hands[own_row + trump]
                high = ones(tops)
                most = left_trumps if left_trumps > right_trumps else right_trumps
                if partners > most:
                    most = partners
                total = own if high >= most else high
                if total > 0:
                    rank = total if total < most else most
                    if rank > goal:
                        rank = goal
                    if rank > 0:
                        self.rest_on(trump, best_of(tops, rank))
                    if total >= goal:
                        return True
                    if total >= left_trumps and total >= right_trumps:
                        left_trumps = 0
                        right_trumps = 0
            if partners > total:
                most_side = left - partners
        cross_suit: Int = -1
        for suit in range(SUITS):
            own = lengths[own_row + suit]
            if own == 0:
                continue
            mine = hands[own_row + suit]
            others = suits[suit] & ~mine
            next_best = others & -others
            tops = mine & (next_best - 1) if others != 0 else mine
            high = ones(tops) if tops != 0 else 0
            if (
                cross_suit < 0 and next_best & hands[partner_row + suit] != 0
                and own > high and lengths[partner_row + suit] > high
                and (
                    suit == trump
                    or ((left_trumps == 0 or lengths[left_row + suit] > high)
                    and (right_trumps == 0 or lengths[right_row + suit] > high))
                )
            ):
                cross_suit = suit
            if high == 0 or suit == trump:
                continue
            most = lengths[left_row + suit]
            if lengths[right_row + suit] > most:
                most = lengths[right_row + suit]
            if lengths[partner_row + suit] > most:
                most = lengths[partner_row + suit]
            count = own if high >= most else high
            if left_trumps > 0 and lengths[left_row + suit] < count:
                count = lengths[left_row + suit]
            if right_trumps > 0 and lengths[right_row + suit] < count:
                count = lengths[right_row + suit]
            if count > 0:
                rank = count if count < most else most
                if rank > goal - total - side:
                    rank = goal - total - side
                if rank > 0:
                    self.rest_on(suit, best_of(tops, rank))
                side += count
                if side > most_side:
                    side = most_side
                if total + side >= goal:
                    return True
        # Trumps that take tricks later come to those in the other suits.
        if side > 0 and trump < 4 and (
            self.outlasts(leader, goal - side) or self.outlasts((leader + 2) & 3, goal - side)
        ):
            return True
        if cross_suit >= 0:
            return self.cashes_both(leader, left, goal, cross_suit)
        return False

    def cashes_both(self, leader: Int, left: Int, goal: Int, cross_suit: Int) -> bool:
        """Tells whether the leader cashes, then crosses to partner in a suit, who cashes too, and
        that makes `goal` tricks."""
        self.rests_one = 0
        self.rests_two = 0
        hands = self.hands
        lengths = self.lengths
        suits = self.suits
        trump = self.trump
        own_row: Int = 4 * leader
        left_row: Int = 4 * ((leader + 1) & 3)
        partner_row: Int = 4 * ((leader + 2) & 3)
        right_row: Int = 4 * ((leader + 3) & 3)
        left_trumps: Int = 0
        right_trumps: Int = 0
        # Tricks before and after crossing, and how many of them are in side suits.
        before: Int = 0
        after: Int = 0
        trump_before: Int = 0
        trump_after: Int = 0
        order: Int = 0
        if trump < 4:
            left_trumps = lengths[left_row + trump]
            right_trumps = lengths[right_row + trump]
        suit: Int
        # Without trumps the suit that crosses comes first, and others only as far as needed.
        first_suit = trump if trump < 4 else cross_suit
        while order < 5:
            suit = first_suit if order == 0 else order - 1
            order += 1
            if order > 1 and suit == first_suit:
                continue
            if trump == NO_TRUMP and before + after >= goal:
                return True
            own = lengths[own_row + suit]
            partners = lengths[partner_row + suit]
            if own + partners == 0:
                continue
            mine = hands[own_row + suit]
            theirs = hands[partner_row + suit]
            others = suits[suit] & ~mine
            tops = mine & ((others & -others) - 1) if others != 0 else mine
            high = ones(tops)
            most = lengths[left_row + suit]
            if lengths[right_row + suit] > most:
                most = lengths[right_row + suit]
            limit: Int = 99
            if suit != trump:
                if left_trumps > 0:
                    limit = lengths[left_row + suit]
                if right_trumps > 0 and lengths[right_row + suit] < limit:
                    limit = lengths[right_row + suit]
            most_here = partners if partners > most else most
            alone = own if high >= most_here else high
            if alone > limit:
                alone = limit
            # Both: first the leader's best cards, then partner's, of which none is lost before.
            both: Int = 0
            partner_tops: Int = 0
            partner_tricks: Int = 0
            first: Int = high if high < limit else limit
            if first == high and partners > high:
                rest = suits[suit] & ~tops & ~theirs
                partner_tops = theirs & ((rest & -rest) - 1) if rest != 0 else theirs
                partner_high = ones(partner_tops)
                if partner_high > partners - high:
                    partner_high = partners - high
                most_here = own if own > most else most
                partner_tricks = (
                    partners - high if high + partner_high >= most_here else partner_high
                )
                if high + partner_tricks > limit:
                    partner_tricks = limit - high
                both = high + partner_tricks
            if suit == cross_suit or both > alone:
                most_here = own if own > most else most
                if high > 0:
                    self.rest_on(suit, best_of(tops, high))
                if partner_tricks > 0 and partner_tops != 0:
                    rank = min_of(partner_tricks, ones(partner_tops))
                    # Once nobody else has the suit the rest of it wins by its length.
                    if high + rank > most_here:
                        rank = most_here - high
                    if trump == NO_TRUMP and rank > goal - before - after - high:
                        rank = goal - before - after - high
                    if suit == cross_suit and rank < 1:
                        rank = 1
                    if rank > 0:
                        self.rest_on(suit, best_of(partner_tops, rank))
                if suit == trump:
                    trump_before = high
                    trump_after = partner_tricks
                else:
                    before += high
                    after += partner_tricks
            elif alone > 0:
                most_here = partners if partners > most else most
                rank = alone if alone < most_here else most_here
                if rank > 0:
                    self.rest_on(suit, best_of(tops, rank))
                if suit == trump:
                    trump_before = alone
                else:
                    before += alone
            if suit == trump and trump_before >= left_trumps and trump_before >= right_trumps:
                left_trumps = 0
                right_trumps = 0
        if trump < 4:
            # Nobody is forced to ruff a partner's winner.
            partners = lengths[partner_row + trump]
            own = lengths[own_row + trump]
            if partners > trump_before and before > left - partners:
                return False
            if own > trump_before + trump_after and before + after > left - own:
                return False
        return before + after + trump_before + trump_after >= goal

    def is_sure(self, seat: Int, left: Int, goal: Int, leads: bool) -> bool:
        """Tells whether a seat and its partner, who are on lead or not, take `goal` tricks whatever
        is played."""
        if goal > left:
            return False
        trump = self.trump
        other: Int = (seat + 2) & 3
        if trump < 4 and self.suits[trump] != 0:
            self.rests_one = 0
            self.rests_two = 0
            if self.has_trumps(seat, goal, leads):
                return True
            hands = self.hands
            if hands[4 * ((seat + 1) & 3) + trump] | hands[4 * ((seat + 3) & 3) + trump] != 0:
                return False
        if self.waits(seat, left, goal) or self.waits(other, left, goal):
            return True
        return (trump == NO_TRUMP or self.suits[trump] == 0) and self.waits_both(seat, left, goal)

    def has_trumps(self, seat: Int, goal: Int, leads: bool) -> bool:
        """Tells whether the trumps of a seat and its partner are worth `goal` tricks."""
        trump = self.trump
        other: Int = (seat + 2) & 3
        mine = self.hands[4 * seat + trump]
        partners = self.hands[4 * other + trump]
        if mine | partners == 0:
            return False
        own = self.lengths[4 * seat + trump]
        theirs = self.lengths[4 * other + trump]
        longest = own if own > theirs else theirs
        against = self.suits[trump] & ~(mine | partners)
        if against == 0:
            return longest >= goal
        limit: Int = (against & -against) - 1
        high = ones(mine & limit)
        partner_high = ones(partners & limit)
        if self.outlasts(seat, goal) or self.outlasts(other, goal):
            return True
        if high + partner_high >= goal and longest >= goal:
            self.rest_on(trump, best_of(mine | partners, goal))
            return True
        # Whoever has to lead away from a guard may lose it.
        if goal == 1 and not leads:
            return self.has_guard(seat, mine, against) or self.has_guard(other, partners, against)
        return False

    def outlasts(self, seat: Int, goal: Int) -> bool:
        """Tells whether a seat's side takes `goal` tricks by the seat's trumps in any case: each of
        them takes a trick unless a better one of the opponents falls to the same."""
        trump = self.trump
        mine = self.hands[4 * seat + trump]
        against: Int = (
            self.hands[4 * ((seat + 1) & 3) + trump] | self.hands[4 * ((seat + 3) & 3) + trump]
        )
        count: Int = 0
        while mine != 0:
            card: Int = mine & -mine
            mine ^= card
            count += 1
            if count - ones(against & (card - 1)) >= goal:
                self.rest_on(trump, card)
                return True
        return False

    def has_guard(self, seat: Int, mine: Int, against: Int) -> bool:
        """Tells whether a seat has the second best trump, another one, and sits behind the
        best."""
        trump = self.trump
        everybody = self.suits[trump]
        best: Int = everybody & -everybody
        rest: Int = everybody ^ best
        second: Int = rest & -rest
        if second & mine == 0 or mine == second or best & against == 0:
            return False
        if self.hands[4 * ((seat + 3) & 3) + trump] & best == 0:
            return False
        self.rest_on(trump, second)
        return True

    def waits(self, seat: Int, left: Int, goal: Int) -> bool:
        """Tells whether a seat has so many winners, and the opponents, who have no trumps, so few
        cards in other suits, that the seat's side takes `goal` tricks."""
        self.rests_one = 0
        self.rests_two = 0
        lengths = self.lengths
        suits = self.suits
        row: Int = 4 * seat
        next_row: Int = 4 * ((seat + 1) & 3)
        partner_row: Int = 4 * ((seat + 2) & 3)
        last_row: Int = 4 * ((seat + 3) & 3)
        trump = self.trump
        winners: Int = 0
        runs: Int = 0
        ruffs = False
        if trump < 4:
            winners = lengths[row + trump]
            ruffs = winners > 0
        suit: Int
        for suit in range(SUITS):
            if suit == trump:
                continue
            mine = self.hands[row + suit]
            if mine == 0 and ruffs:
                continue
            everybody = suits[suit]
            most = lengths[next_row + suit]
            if lengths[last_row + suit] > most:
                most = lengths[last_row + suit]
            if everybody & -everybody & mine == 0:
                runs += most
                if left - runs < goal:
                    return False
                continue
            if winners >= goal:
                # The best card keeps the suit from being run.
                if most > 0:
                    self.rest_on(suit, mine & -mine)
                continue
            others = everybody & ~mine
            tops = mine & ((others & -others) - 1) if others != 0 else mine
            high = ones(tops)
            if lengths[partner_row + suit] > most:
                most = lengths[partner_row + suit]
            count = lengths[row + suit] if high >= most else high
            rank = count if count < most else most
            if rank > goal - winners:
                rank = goal - winners
            if rank > 0:
                self.rest_on(suit, best_of(tops, rank))
            winners += count
        return winners >= goal

    def waits_both(self, seat: Int, left: Int, goal: Int) -> bool:
        """Tells whether without trumps the opponents run out of suits that they control, and
        whichever of a seat and its partner then gets in has `goal` winners, those of the other
        hand included where it can be reached."""
        self.rests_one = 0
        self.rests_two = 0
        hands = self.hands
        lengths = self.lengths
        row: Int = 4 * seat
        next_row: Int = 4 * ((seat + 1) & 3)
        partner_row: Int = 4 * ((seat + 2) & 3)
        last_row: Int = 4 * ((seat + 3) & 3)
        runs: Int = 0
        own_winners: Int = 0
        partner_winners: Int = 0
        reaches_own = False
        reaches_partner = False
        for suit in range(SUITS):
            everybody = self.suits[suit]
            if everybody == 0:
                continue
            best: Int = everybody & -everybody
            most = lengths[next_row + suit]
            if lengths[last_row + suit] > most:
                most = lengths[last_row + suit]
            if best & (hands[row + suit] | hands[partner_row + suit]) == 0:
                runs += most
                if left - runs < goal:
                    return False
                continue
            owner = row if best & hands[row + suit] != 0 else partner_row
            idle: Int = row + partner_row - owner
            winners = own_winners if owner == row else partner_winners
            mine = hands[owner + suit]
            others = everybody & ~mine
            tops = mine & ((others & -others) - 1) if others != 0 else mine
            high = ones(tops)
            if lengths[idle + suit] > most:
                most = lengths[idle + suit]
            count = lengths[owner + suit] if high >= most else high
            rank: Int = min_of(count, most)
            if rank > goal - winners:
                rank = goal - winners if goal > winners else 1
            if rank > 0 and most > 0:
                self.rest_on(suit, best_of(tops, rank))
            if owner == row:
                own_winners += count
                reaches_own = reaches_own or lengths[idle + suit] > 0
            else:
                partner_winners += count
                reaches_partner = reaches_partner or lengths[idle + suit] > 0
        both = own_winners + partner_winners
        if own_winners > 0 and (both if reaches_partner else own_winners) < goal:
            return False
        if partner_winners > 0 and (both if reaches_own else partner_winners) < goal:
            return False
        return both > 0

    def note_idle(self, place: Int, row: Int, suit: Int) -> None:
        """Keeps, in place of a failed move, what its failure rests on in its suit."""
        rests: Int = self.rests_two if suit > 1 else self.rests_one
        rests = rests >> HALF if suit & 1 == 1 else rests & LOWER
        move = self.moves[place]
        card = move & CARD
        # A card that mattered says nothing about others.
        self.moves[place] = suit << MOVE_SUIT | (rests if card > rests else CARD)
        if card <= rests:
            # It stood for its whole sequence, so the failure rests on the sequence being one.
            mine = self.hands[row + suit]
            group: Int = mine & ~((CARD ^ self.suits[suit] ^ mine) + card)
            if group > rests:
                self.rest_on(suit, group)

    def is_idle(self, start: Int, end: Int, suit: Int, card: Int) -> bool:
        """Tells whether a smaller card of the suit failed for reasons that this one shares."""
        moves = self.moves
        for place in range(start, end):
            tried = moves[place]
            if tried >> MOVE_SUIT == suit and card > tried & CARD:
                return True
        return False

    def tries(
        self, leader: Int, place: Int, left: Int, need: Int, led: Int, best_suit: Int,
        best: Int, taker: Int, rank: bool,
    ) -> bool:
        """Tries every card of the leader or of who follows until one serves its side."""
        seat: Int = (leader + place) & 3
        ours = seat & 1 == 0
        ply: Int = 4 * left + place
        start: Int = 24 * ply
        hands = self.hands
        lengths = self.lengths
        moves = self.moves
        cuts = self.memory.cuts
        row: Int = 4 * seat
        end: Int
        if place == 0:
            end = self.list_leads(leader, left, start)
        elif hands[row + led] != 0:
            end = self.list_following(seat, place, start, led, best_suit, best, taker)
        else:
            end = self.list_discards(seat, place, left, start, led, best_suit, best, taker)
        key: Int = 0
        if end > start + 1:
            key = self.case(seat, place, led, best_suit, best)
            kept: Int = cuts[key & CUTS]
            if kept >> CUT == key >> CUT:
                self.promote(start, end, kept & CUT_MOVE)
        trump = self.trump
        rests_one: Int = 0
        rests_two: Int = 0
        for at in range(start, end):
            move = moves[at]
            suit = move >> MOVE_SUIT & 3
            card = move & CARD
            if at > start and self.is_idle(start, at, suit, card):
                continue
            hands[row + suit] ^= card
            lengths[row + suit] -= 1
            self.distribution -= ONE_CARD[row + suit]
            self.played[ply] = move
            new_suit = best_suit
            new_best = best
            new_taker = taker
            new_rank = rank
            if place == 0:
                led = suit
                new_suit = suit
                new_best = card
            elif suit == best_suit:
                new_rank = True
                if card < best:
                    new_best = card
                    new_taker = seat
            elif suit == trump:
                new_suit = suit
                new_best = card
                new_taker = seat
                new_rank = False
            if place == 3:
                answer = self.next_trick(left, need, new_suit, new_best, new_taker, new_rank)
            else:
                answer = self.tries(
                    leader, place + 1, left, need, led, new_suit, new_best, new_taker, new_rank
                )
            hands[row + suit] ^= card
            lengths[row + suit] += 1
            self.distribution += ONE_CARD[row + suit]
            if answer == ours:
                if place == 0:
                    self.killers[left] = move & CUT_MOVE
                if at > start:
                    cuts[key & CUTS] = key >> CUT << CUT | move & CUT_MOVE
                return answer
            self.note_idle(at, row, suit)
            rests_one |= self.rests_one
            rests_two |= self.rests_two
        if place == 0:
            self.killers[left] = 0
        self.rests_one = rests_one
        self.rests_two = rests_two
        return not ours

    def case(self, seat: Int, place: Int, led: Int, best_suit: Int, best: Int) -> Int:
        """Gives a key of what a seat's choice depends on most: the suit that was led, or the whole
        hand if it leads or cannot follow, and the best card so far."""
        hands = self.hands
        row: Int = 4 * seat
        key: Int = (best * 4 + best_suit) * 754974721 + (4 * seat + place) * 982451653
        if place > 0 and hands[row + led] != 0:
            key += (self.suits[led] * 4 + led) * 1000003579
        else:
            key += hands[row] * 648055493 + hands[row + 1] * 1000003579
            key += hands[row + 2] * 179424691 + hands[row + 3] * 40503001
        return key ^ key >> 23

    def promote(self, start: Int, end: Int, move: Int) -> None:
        """Puts a move that is in the list first."""
        moves = self.moves
        at = start
        while at < end and moves[at] & CUT_MOVE != move:
            at += 1
        if at == end:
            return
        found = moves[at]
        while at > start:
            moves[at] = moves[at - 1]
            at -= 1
        moves[start] = found

    def next_trick(
        self, left: Int, need: Int, suit: Int, card: Int, taker: Int, rank: bool
    ) -> bool:
        """Puts a full trick away and goes on."""
        suits = self.suits
        played = self.played
        ply: Int = 4 * left
        for place in range(ply, ply + 4):
            move = played[place]
            suits[move >> MOVE_SUIT & 3] ^= move & CARD
        answer = self.reaches(taker, left - 1, need - 1 + (taker & 1))
        for place in range(ply, ply + 4):
            move = played[place]
            suits[move >> MOVE_SUIT & 3] ^= move & CARD
        if rank:
            self.rest_on(suit, card)
        return answer

    def add_move(self, start: Int, end: Int, weight: Int, suit: Int, card: Int) -> None:
        """Puts a move among those from `start` to `end`, the heaviest first."""
        moves = self.moves
        move: Int = (HEAVY + weight) << MOVE_WEIGHT | suit << MOVE_SUIT | card
        at = end
        while at > start and moves[at - 1] < move:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = move

    def list_leads(self, leader: Int, left: Int, start: Int) -> Int:
        """Lists the leads, the most promising first, and gives the end of the list."""
        hands = self.hands
        lengths = self.lengths
        suits = self.suits
        trump = self.trump
        row: Int = 4 * leader
        left_row: Int = 4 * ((leader + 1) & 3)
        partner_row: Int = 4 * ((leader + 2) & 3)
        right_row: Int = 4 * ((leader + 3) & 3)
        end = start
        suit: Int
        killer = self.killers[left]
        hint = self.hint
        for suit in range(SUITS):
            mine = hands[row + suit]
            if mine == 0:
                continue
            everybody = suits[suit]
            others = everybody ^ mine
            free: Int = CARD ^ others
            theirs = hands[left_row + suit]
            right = hands[right_row + suit]
            partners = hands[partner_row + suit]
            against = theirs | right
            best: Int = everybody & -everybody
            rest = everybody ^ best
            second: Int = rest & -rest
            rest ^= second
            third: Int = rest & -rest
            left_count = lengths[left_row + suit]
            right_count = lengths[right_row + suit]
            # Few answers make a small tree.
            weight: Int = -3 * (
                (left_count if left_count > 0 else left)
                + (right_count if right_count > 0 else left)
            )
            our_partner_best: Int = partners & -partners
            their_best: Int = against & -against
            partner_wins = partners != 0 and (against == 0 or our_partner_best < their_best)
            ruffed = False
            if trump < 4 and suit != trump:
                ruffed = (
                    (left_count == 0 and hands[left_row + trump] != 0)
                    or (right_count == 0 and hands[right_row + trump] != 0)
                )
                if ruffed:
                    weight -= 19
                if partners == 0 and hands[partner_row + trump] != 0:
                    if right_count > 0:
                        weight += 25
                    partner_wins = not ruffed
                if (
                    lengths[row + suit] == 1 and hands[row + trump] != 0
                    and lengths[partner_row + suit] > 1 and best & partners != 0
                ):
                    weight += 24
            elif partners == 0 and trump == NO_TRUMP:
                weight -= 11
            if (best | second) & right != 0 and right_count > 1:
                weight -= 1
            elif best & theirs != 0 and second & partners != 0 and lengths[partner_row + suit] > 1:
                weight += 27
            lonely = (left_count == 1 and best & theirs != 0) or (
                right_count == 1 and best & right != 0
            )
            while mine != 0:
                card: Int = mine & -mine
                group: Int = mine & ~(free + card)
                mine ^= group
                wins = (card == best or partner_wins) and not ruffed
                worth = weight
                if wins:
                    if second & against == 0:
                        worth += 45
                    elif second & theirs != 0:
                        worth += 44 if left_count > 1 else 43
                    elif right_count == 1:
                        worth += 68
                    else:
                        worth += 13
                    if card != best and best & hands[row + suit] != 0:
                        worth -= 20
                elif lonely:
                    worth += 37
                else:
                    if second & partners != 0 and third & partners != 0:
                        worth += 23
                    elif (
                        lengths[partner_row + suit] > 1
                        and (second | third) & partners != 0
                        and (second | third) & hands[row + suit] != 0
                    ):
                        worth += 28
                    if best & hands[row + suit] != 0:
                        worth -= 0 if card == best else 13
                    elif group != card and card == second:
                        worth += 43
                    elif group != card:
                        worth += 18
                    else:
                        worth += 14
                if mine == 0:
                    worth -= 4
                move: Int = suit << MOVE_SUIT | card
                if move == hint:
                    worth += 13
                elif move == killer:
                    worth += 26
                self.add_move(start, end, worth, suit, card)
                end += 1
        return end

    def list_following(
        self, seat: Int, place: Int, start: Int, led: Int, best_suit: Int, best: Int, taker: Int
    ) -> Int:
        """Lists the cards with which a seat can follow, the most promising first."""
        hands = self.hands
        mine = hands[4 * seat + led]
        everybody = self.suits[led]
        free: Int = CARD ^ (everybody ^ mine)
        end = start
        # Cards of the trick that lie already are no longer in a hand, but in `everybody`.
        rest = mine
        winning_ours = (taker ^ seat) & 1 == 0
        after: Int = 0
        if place < 3:
            after = hands[4 * ((seat + 1) & 3) + led]
        after_best: Int = after & -after
        partner_after: Int = 0
        if place == 1:
            partner_after = hands[4 * ((seat + 2) & 3) + led]
        partner_best: Int = partner_after & -partner_after
        count: Int = 0
        while rest != 0:
            card: Int = rest & -rest
            group: Int = rest & ~(free + card)
            rest ^= group
            weight: Int = 0
            count += 1
            beats = best_suit == led and card < best
            if place == 3:
                if winning_ours:
                    weight = count
                elif beats:
                    weight = 60 + count
                else:
                    weight = count
            elif place == 2:
                if beats and not winning_ours:
                    # Cheapest that the fourth hand cannot beat.
                    if after == 0 or card < after_best:
                        weight = 79 + count
                    else:
                        weight = 32 + count
                elif beats:
                    # Partner is winning: only worth it when the fourth hand beats partner.
                    if after != 0 and after_best < best:
                        weight = 40 + count if card < after_best else 10 + count
                    else:
                        weight = 15 + count if rest != 0 else 28
                else:
                    weight = 20 + 2 * count
            else:
                if beats and (after == 0 or card < after_best):
                    # Third hand cannot beat it.
                    weight = 51 + count
                    if partner_after != 0 and partner_best < best and (
                        after == 0 or partner_best < after_best
                    ):
                        weight = 30 + count
                elif beats:
                    weight = 15 + count if group != card else 8 + count
                else:
                    weight = 5 + 2 * count
                if rest == 0 and partner_after != 0 and partner_best < best and (
                    after == 0 or partner_best < after_best
                ):
                    weight = 70
            self.add_move(start, end, weight, led, card)
            end += 1
        return end

    def list_discards(
        self, seat: Int, place: Int, left: Int, start: Int, led: Int, best_suit: Int, best: Int,
        taker: Int,
    ) -> Int:
        """Lists the cards of a seat that cannot follow, the most promising first."""
        hands = self.hands
        lengths = self.lengths
        trump = self.trump
        row: Int = 4 * seat
        end = start
        suit: Int
        winning_ours = (taker ^ seat) & 1 == 0
        sure = winning_ours
        if sure and place < 3:
            next_hand: Int = 4 * ((seat + 1) & 3)
            threat = hands[next_hand + best_suit] if best_suit == led else 0
            if threat != 0 and (threat & -threat) < best:
                sure = False
            if (
                trump < 4 and hands[next_hand + led] == 0 and hands[next_hand + trump] != 0
                and led != trump
            ):
                sure = False
        for suit in range(SUITS):
            mine = hands[row + suit]
            if mine == 0:
                continue
            everybody = self.suits[suit]
            free: Int = CARD ^ (everybody ^ mine)
            length = lengths[row + suit]
            rest = mine
            count: Int = 0
            top: Int = everybody & -everybody
            second: Int = (everybody ^ top) & -(everybody ^ top)
            while rest != 0:
                card: Int = rest & -rest
                group: Int = rest & ~(free + card)
                rest ^= group
                count += 1
                weight: Int
                if suit == trump:
                    if sure:
                        weight = -20 + count
                    elif best_suit == trump and card > best:
                        weight = count
                    else:
                        weight = 40 + count
                else:
                    weight = 2 * length + 2 * count
                    if rest == 0:
                        weight += 17
                    if card == top:
                        weight -= 20
                    if length == 2 and second & mine != 0:
                        weight -= 2
                self.add_move(start, end, weight, suit, card)
                end += 1
        return end


def min_of(one: Int, other: Int) -> Int:
    """Gives the smaller of two numbers."""
    return one if one < other else other
