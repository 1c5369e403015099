"""A quick mind for the lock-and-key game.

A play is worth the points and tiles it sheds, what it leaves to the mover's own hand, and the
chance that the next opponents have nothing to lay: few tiles of the suits asked for are out of
sight, or they have passed on them before, or a side is closed and its key is not likely theirs.
"""

from __future__ import annotations

from typing import Final

from sobremesa.bots.dominoes import bits
from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, SEAT_MASK, Round
from sobremesa.families.locks.layout import (
    KEY_CLOSES,
    KEY_OPENS,
    LOCK_CLOSES,
    LOCKED_BY_BASE,
    LOCKED_BY_FREE,
    OPEN,
    OPEN_LOCK,
    SALIDA,
    SHUT,
    USE_OF,
    Plays,
)
from sobremesa.families.locks.round import CerrojoRound
from sobremesa.material.locks import BIT, KEY, LOCK, MOST_SUITS, WIDTH, ZEROS

# Going out is better than anything else, and to pass or draw without need worse, though neither
# is so sure that a round in which somebody did otherwise would be impossible.
OUT: Final = 150.0
SILLY: Final = -60.0

# Where the parts of a play stand in its code: side, suit of the base, what the base does, kind of
# the free tile, and whether that is a lock that closes.
SUIT_AT: Final = 2
USE_AT: Final = 6
FREE_AT: Final = 9
CLOSES_AT: Final = 15


def codes_of(suits: int) -> vec[Int]:
    """Takes apart every play with so many suits."""
    plays = Plays(suits)
    found = vec[Int]()
    for move in range(plays.count):
        code = plays.side(move) | plays.suit(move) << SUIT_AT | plays.use(move) << USE_AT
        code |= plays.free(move) << FREE_AT
        if plays.free_closes(move):
            code |= BIT[CLOSES_AT]
        found = append(found, code)
    return found


# The codes by the number of suits, made when they are first asked for.
CODES: Final = [vec[Int]() for _ in range(MOST_SUITS + 1)]
# What is taken for certain before a hand is weighed.
CERTAIN: Final = vec[float]([1.0 for _ in range(8 * WIDTH)])
# What stands for the value of two sides that have not been looked at.
UNKNOWN: Final = -10000.0
NOT_LOOKED_AT: Final = vec[float]([UNKNOWN for _ in range(3 * WIDTH)])


def codes_with(suits: Int) -> vec[Int]:
    """Gives the code of every play with so many suits."""
    found = CODES[suits]
    if len(found) == 0:
        found = codes_of(int(suits))
        CODES[suits] = found
    return found


class LockSight:
    """What the mover knows of a round, counted out.

    `held[suit]` counts the mover's tiles and `unseen[suit]` those out of sight. `misses[s]` says
    how likely seat s does not hold a certain one of these, and `without[WIDTH * s + suit]` how
    likely it has none of a suit. `asks`, `states` and `may` say how the two sides stand after
    a play, `may` with the suits that can be joined to a base there. `found` keeps what the sides
    are worth after a free tile of some suit, whatever else it is.
    """

    def __init__(self, round: CerrojoRound, lacking: float) -> None:
        rules = round.rules
        hands = round.hands
        seat = round.turn
        self.suits: Int = rules.suits
        self.seat: Int = seat
        self.size: Int = hands.sizes[seat]
        self.keys: Int = hands.keys[seat]
        self.locks: Int = hands.locks[seat]
        self.held: vec[Int] = ZEROS[:WIDTH]
        self.unseen: vec[Int] = ZEROS[:WIDTH]
        self.held_suits: Int = 0
        for suit in range(1, self.suits + 1):
            count = hands.of_suit(seat, suit)
            self.held[suit] = count
            self.unseen[suit] = round.layout.left[suit] - count
            if count > 0:
                self.held_suits |= BIT[suit]
        self.hidden: Int = round.boneyard() - self.size
        for size in hands.sizes:
            self.hidden += size
        self.keys_gone: Int = round.layout.keys
        self.asks: vec[Int] = ZEROS[:2]
        self.states: vec[Int] = ZEROS[:2]
        self.may: vec[Int] = ZEROS[:2]
        self.found: vec[float] = NOT_LOOKED_AT[:]
        self.misses: vec[float] = CERTAIN[: rules.players]
        self.without: vec[float] = CERTAIN[: rules.players * WIDTH]
        self._weigh_hands(round, lacks_shown(round), lacking)

    def _weigh_hands(self, round: CerrojoRound, lacks: vec[Int], lacking: float) -> None:
        for seat in range(round.rules.players):
            if seat == self.seat:
                continue
            missed = 1.0
            if self.hidden > 0:
                missed -= float(round.hands.sizes[seat]) / float(self.hidden)
            self.misses[seat] = missed
            for suit in range(1, self.suits + 1):
                without = 1.0
                for _ in range(self.unseen[suit]):
                    without *= missed
                if lacks[seat] & BIT[suit] != 0:
                    without = max(without, lacking)
                self.without[WIDTH * seat + suit] = without

    def take(self, kind: Int) -> None:
        """Takes a tile out of the mover's hand."""
        suit = kind // 3
        self.held[suit] -= 1
        if self.held[suit] == 0:
            self.held_suits ^= BIT[suit]
        if kind % 3 == KEY:
            self.keys ^= BIT[suit]
            self.keys_gone ^= BIT[suit]
        elif kind % 3 == LOCK:
            self.locks ^= BIT[suit]

    def give(self, kind: Int) -> None:
        """Puts a tile back into the mover's hand."""
        suit = kind // 3
        self.held[suit] += 1
        self.held_suits |= BIT[suit]
        if kind % 3 == KEY:
            self.keys ^= BIT[suit]
            self.keys_gone ^= BIT[suit]
        elif kind % 3 == LOCK:
            self.locks ^= BIT[suit]

    def lay(self, round: CerrojoRound, code: Int) -> None:
        """Finds how the sides stand after a play."""
        layout = round.layout
        played = code & 3
        suit = code >> SUIT_AT & 15
        use = code >> USE_AT & 7
        free = code >> FREE_AT & 63
        for side in range(2):
            if played != side and played != SALIDA:
                self.asks[side] = layout.asks[side]
                self.states[side] = layout.states[side]
                self.may[side] = layout.may_join(side, layout.asks[side])
            elif played == SALIDA or free == 0:
                self.asks[side] = suit
                self.states[side] = OPEN
                if use == LOCK_CLOSES and played != SALIDA:
                    self.states[side] = LOCKED_BY_BASE
                elif use == KEY_CLOSES:
                    self.states[side] = SHUT
                self.may[side] = layout.may_join(side, suit)
                if played == SALIDA:
                    self.may[side] &= ~BIT[suit]
            else:
                self.asks[side] = free // 3
                self.states[side] = OPEN
                if free % 3 == LOCK:
                    closes = code >> CLOSES_AT & 1 != 0
                    self.states[side] = LOCKED_BY_FREE if closes else OPEN_LOCK
                self.may[side] = layout.may_join(side, free // 3)
                if not round.rules.ordered or suit == free // 3:
                    self.may[side] &= ~BIT[suit]

    def is_dead(self, side: Int) -> bool:
        """Tells whether hardly anything can follow on a side."""
        suit = self.asks[side]
        if self.states[side] == SHUT:
            return True
        if self.states[side] > OPEN_LOCK:
            return self.keys_gone & BIT[suit] != 0
        return self.held[suit] + self.unseen[suit] == 0 or self.may[side] == 0

    def own_plays(self, side: Int) -> Int:
        """Counts the plays that a side leaves to the mover's hand."""
        suit = self.asks[side]
        if self.states[side] > OPEN_LOCK:
            return 1 if self.states[side] != SHUT and self.keys & BIT[suit] != 0 else 0
        if self.held[suit] == 0:
            return 0
        free = self.may[side] & self.held_suits
        if self.held[suit] == 1:
            free &= ~BIT[suit]
        return bits(free)

    def chance_stuck(self, seat: Int, side: Int, size: Int) -> float:
        """Estimates how likely a seat with so many tiles has no play on a side."""
        suit = self.asks[side]
        if self.states[side] == SHUT:
            return 1.0
        if self.states[side] > OPEN_LOCK:
            is_theirs = (self.keys_gone | self.keys) & BIT[suit] == 0
            return self.misses[seat] if is_theirs else 1.0
        without = self.without[WIDTH * seat + suit]
        # A base needs a pair that has not been made there.
        paired = float(bits(self.may[side]) * size) / float(2 * self.suits)
        return without + (1.0 - without) * max(0.0, 1.0 - paired)


def lacks_shown(round: CerrojoRound) -> vec[Int]:
    """Finds for every seat the suits on which it passed and has drawn nothing since.

    The log is followed back; before a play its side asked for the suit of the base.
    """
    rules = round.rules
    layout = round.layout
    codes = codes_with(rules.suits)
    lacks = ZEROS[: rules.players]
    closed: Int = 0
    asked = vec[Int]([
        layout.asks[side] if layout.is_open(side) else 0 for side in range(2)
    ])
    place: Int = len(round.log) - 1
    while place >= 0:
        entry = round.log[place]
        place -= 1
        move = entry & MOVE_MASK
        seat = (entry >> MOVE_BITS) & SEAT_MASK
        if move == rules.pass_move:
            if closed & BIT[seat] == 0:
                lacks[seat] |= BIT[asked[0]] | BIT[asked[1]]
        elif move == rules.draw_move:
            closed |= BIT[seat]
        elif codes[move] & 3 == SALIDA:
            break
        else:
            use = codes[move] >> USE_AT & 7
            was_open = use != KEY_OPENS and use != KEY_CLOSES
            asked[codes[move] & 3] = codes[move] >> SUIT_AT & 15 if was_open else 0
    return lacks


class LockPolicy(Policy):
    """Sheds weight, keeps plays for itself, and shuts the next opponents out."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # What things are worth, in points shed; found by playing against itself.
        self.point: float = 1.0
        self.tile: float = 4.0
        self.can_go_on: float = 10.0
        self.play_kept: float = 0.3
        self.suit_kept: float = 0.0
        self.stuck: float = 10.0
        self.special_kept: float = 3.0
        self.closing: float = 2.0
        # How likely a player still lacks a suit on which they have passed.
        self.lacking: float = 0.75
        # How much sooner a hand with fewer tiles is out, and what is left to the others then.
        self.shorter: float = 0.3
        self.left: float = 0.8

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what each move is worth, in points."""
        assert isinstance(round, CerrojoRound)
        rules = round.rules
        codes = codes_with(rules.suits)
        sight = LockSight(round, self.lacking)
        found = vec[float]()
        for move in moves:
            if move < rules.pass_move:
                found = append(found, self.value_of(sight, round, codes[move]))
            else:
                found = append(found, SILLY)
        return found

    def value_of(self, sight: LockSight, round: CerrojoRound, code: Int) -> float:
        """Says what a play is worth."""
        suit = code >> SUIT_AT & 15
        what = USE_OF[code >> USE_AT & 7]
        free = code >> FREE_AT & 63
        laid: Int = 2
        if free == 0:
            laid = 1
        if sight.size == laid:
            return OUT
        value = self.tile * float(laid) + self.point * float(suit + free // 3)
        if what != 0:
            value -= self.special_kept
        if free % 3 != 0:
            value -= self.special_kept
        if free == 0 or code >> CLOSES_AT & 1 != 0:
            return value + self.value_after(sight, round, code)
        place = (code & 3) * WIDTH + free // 3
        if sight.found[place] == UNKNOWN:
            sight.found[place] = self.value_after(sight, round, code)
        return value + sight.found[place]

    def value_after(self, sight: LockSight, round: CerrojoRound, code: Int) -> float:
        """Says what is left to everybody after a play."""
        base = 3 * (code >> SUIT_AT & 15) + USE_OF[code >> USE_AT & 7]
        free = code >> FREE_AT & 63
        sight.take(base)
        if free != 0:
            sight.take(free)
        sight.lay(round, code)
        value = self.value_of_sides(sight, round)
        sight.give(base)
        if free != 0:
            sight.give(free)
        return value

    def value_of_sides(self, sight: LockSight, round: CerrojoRound) -> float:
        """Says what the two sides are worth to the mover, who holds the rest of the hand."""
        if sight.is_dead(0) and sight.is_dead(1):
            return self.value_of_closing(sight, round)
        value = self.suit_kept * float(bits(sight.held_suits))
        own = sight.own_plays(0) + sight.own_plays(1)
        if own > 0:
            value += self.can_go_on + self.play_kept * float(own)
        players = round.rules.players
        teams = round.rules.teams
        for away in range(1, players):
            seat = (sight.seat + away) % players
            if not teams.are_partners(seat, sight.seat):
                size = round.hands.sizes[seat]
                stuck = sight.chance_stuck(seat, 0, size) * sight.chance_stuck(seat, 1, size)
                value += self.stuck * stuck / float(away)
        return value

    def value_of_closing(self, sight: LockSight, round: CerrojoRound) -> float:
        """Says what the count of a round that is closed now will probably bring."""
        teams = round.rules.teams
        unseen: Int = 0
        own: Int = 0
        for suit in range(1, sight.suits + 1):
            unseen += suit * sight.unseen[suit]
            own += suit * sight.held[suit]
        each = float(unseen) / float(sight.hidden) if sight.hidden > 0 else 0.0
        ours = float(own)
        theirs = 0.0
        least = OUT
        for team in range(teams.count):
            likely = 0.0
            for seat in range(round.rules.players):
                if teams.of(seat) == team and seat != sight.seat:
                    likely += each * float(round.hands.sizes[seat])
            if team == teams.of(sight.seat):
                ours += likely
            else:
                theirs += likely
                least = min(least, likely)
        return self.closing * (theirs if ours < least else -ours)

    def standing(self, round: Round) -> vec[float]:
        """Estimates who will win by the sizes of all hands, and what they will get for it."""
        assert isinstance(round, CerrojoRound)
        if round.over:
            return super().standing(round)
        teams = round.rules.teams
        players = round.rules.players
        points = vec[float]([0.0 for _ in range(teams.count)])
        hopes = vec[float]([0.0 for _ in range(teams.count)])
        hope = 0.0
        total = 0.0
        for seat in range(players):
            chance = 1.0
            for _ in range(round.hands.sizes[seat]):
                chance *= 1.0 - self.shorter
            held = float(round.hands.points(seat))
            points[teams.of(seat)] += held
            hopes[teams.of(seat)] += chance
            hope += chance
            total += held
        found = vec[float]()
        mean = 0.0
        for seat in range(players):
            team = teams.of(seat)
            likely = hopes[team] / hope * (total - points[team]) * self.left
            found = append(found, likely)
            mean += likely / float(players)
        for seat in range(players):
            found[seat] -= mean
        return found


add_policy("cerrojo", LockPolicy(3.0))
