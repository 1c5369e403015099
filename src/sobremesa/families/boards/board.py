"""What stands where on the board of Djambi, and where every piece can go.

Everything that changes lies in one row of numbers, and every change is written on a trail, so
that taking back a turn is undoing the trail, whatever the turn brought about.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.rng import Rng
from sobremesa.families.boards.squares import DIRECTIONS, SIDES, square_at, step_towards
from sobremesa.material.rows import in_order, place_in

# The kinds of pieces, and their letters; a corpse is x.
PRINCE: Final[Int] = 0
NECROMOBILE: Final[Int] = 1
ZOOMOBILE: Final[Int] = 2
DIRECT_KILLER: Final[Int] = 3
REMOTE_KILLER: Final[Int] = 4
WARRIOR: Final[Int] = 5
LETTERS: Final = "PNZTRG"

# The four camps, clockwise from the south-west; each has nine pieces, the prince first.
CAMPS: Final = ["SW", "NW", "NE", "SE"]
CAMP_COUNT: Final[Int] = 4
CAMP_SIZE: Final[Int] = 9
PIECES: Final[Int] = 36
KINDS: Final = vec[Int]([min(piece % 9, 5) for piece in range(36)])
# File and rank of each piece of the south-western camp; the others are its mirror images.
PATENT_FILES: Final = [1, 2, 3, 2, 1, 3, 3, 1, 2]
PATENT_RANKS: Final = [1, 2, 3, 1, 2, 1, 2, 3, 3]

# What a square holds besides a living piece, which is its number + 1.
EMPTY: Final[Int] = 0
CORPSE: Final[Int] = 64
EDGE: Final[Int] = 127

# Who controls a piece: a seat, an estate (what a lost prince left ownerless, by his camp,
# DJAMBI-R30), or nobody any more.
ESTATE: Final[Int] = 4
DEAD: Final[Int] = 8
GONE: Final[Int] = 9
NO_SEAT: Final[Int] = -1

# Kinds of turn (DJAMBI-R22).
ROTATION: Final[Int] = 0
CENTRE: Final[Int] = 1

# How a game ended.
UNFINISHED: Final[Int] = 0
KING: Final[Int] = 1
DRAW: Final[Int] = 2

# Where each thing lies in the row of numbers: what every square holds, then
AT: Final[Int] = 256  # the square of each piece, 0 when it is gone
OWNER: Final[Int] = 292  # who controls each piece
TURN: Final[Int] = 328  # the seat to move, -1 at the end
KIND: Final[Int] = 329  # rotation turn or centre turn
ONWARD: Final[Int] = 330  # not 0 while the piece on the centre has to move on (DJAMBI-R17)
PLACE: Final[Int] = 331  # the seat that has, or last had, a rotation turn
IN: Final[Int] = 332  # the seats in the game, as bits
FIRST: Final[Int] = 333  # the seats that have not played their first turn (DJAMBI-R20)
FRESH: Final[Int] = 334  # the warriors that have not moved, as bits (DJAMBI-R20)
WAITING: Final[Int] = 335  # the estates there are, as bits
DELAY: Final[Int] = 336  # for each estate, who has still to play before it can be claimed
RING: Final[Int] = 340  # who has still to play before a ringed prince vanishes, or -1
QUIET: Final[Int] = 341  # rounds without a kill (DJAMBI-R37)
LAP: Final[Int] = 342  # who has still to play in the present one
ENDING: Final[Int] = 343
WINNER: Final[Int] = 344
KEY: Final[Int] = 345  # hash of the pieces and their owners
SEEN: Final[Int] = 346  # positions remembered, and from which on one can come again
SINCE: Final[Int] = 347
SIZE: Final[Int] = 348

# What a turn is made of.
DECLINE: Final[Int] = 0
# The third square of a remote killer that kills all within reach (DJAMBI-R11).
ALL: Final[Int] = 255

# What ONWARD says when the piece took the centre by a kill.
ONWARD_FROM_KILL: Final[Int] = 2

# Marks the beginning of a turn on the trail.
MARK: Final[Int] = -1

BIT: Final = vec[Int]([1 << n for n in range(62)])


def random_keys(count: int) -> vec[Int]:
    """Draws numbers of sixty bits for hashing, the same in every process."""
    rng = Rng(1971)
    found = vec[Int]()
    for _ in range(count):
        high = rng.word() >> 2
        found = append(found, (high << 30) | (rng.word() >> 2))
    return found


# For each square 24 faces, the underside, 8 owners and a licence; then the rest of a position.
FACES: Final[Int] = 34
UNDERSIDE: Final[Int] = 24
OWNED: Final[Int] = 25
LICENSED: Final[Int] = 33
KEYS: Final = random_keys(256 * 34 + 4 + 2 + 3 + 4 + 16 + 64 + 17)
TURN_KEYS: Final[Int] = 8704
KIND_KEYS: Final[Int] = 8708
ONWARD_KEYS: Final[Int] = 8710
PLACE_KEYS: Final[Int] = 8713
FIRST_KEYS: Final[Int] = 8717
DELAY_KEYS: Final[Int] = 8733
RING_KEYS: Final[Int] = 8797

# Readings of the rules (the options of Djambi, as numbers).
FIRST_TURN: Final[Int] = 1
FIRST_MOVE: Final[Int] = 2
ALWAYS: Final[Int] = 3
NOBODY_THERE: Final[Int] = 0
PRINCE_ONLY: Final[Int] = 1
ANYBODY: Final[Int] = 2
LAST_PRINCE: Final[Int] = 0
CAMP: Final[Int] = 1
FIRST_PRINCE: Final[Int] = 2

# How a prince is lost besides being killed.
ENCIRCLED: Final[Int] = 0
VANISHED: Final[Int] = 1


class Rules:
    """The options of a game of Djambi as numbers, and the board."""

    def __init__(self, side: Int, players: Int, homes: list[int]) -> None:
        self.side: Int = side
        self.players: Int = players
        middle = side // 2 + 1
        self.centre: Int = square_at(middle, middle)
        # Rank by rank from the south.
        self.squares: vec[Int] = vec[Int]([
            square_at(file, rank) for rank in range(1, side + 1) for file in range(1, side + 1)
        ])
        # Who controls each camp at the beginning: a seat, an estate, or gone.
        self.homes: vec[Int] = vec[Int]([home for home in homes])
        self.modern_camp: bool = False
        self.own_sending: bool = False
        self.along_path: bool = False
        self.kill_all: bool = False
        self.corpse_to_origin: bool = False
        self.suicide: bool = False
        self.send_to_centre: Int = PRINCE_ONLY
        self.move_on: bool = False
        self.warrior_step: Int = FIRST_TURN
        self.double_turn: bool = False
        self.necromobile_saves: bool = True
        self.delay: bool = True
        self.ring_vanishes: bool = True
        self.prince_loss: Int = LAST_PRINCE
        self.fourth_dies: bool = False
        self.quiet_limit: Int = 50

    def home_square(self, piece: Int) -> Int:
        """Gives the square where a piece begins (DJAMBI-46, DJAMBI-R03)."""
        place = int(piece % CAMP_SIZE)
        if self.modern_camp and NECROMOBILE <= place <= ZOOMOBILE:
            place = int(NECROMOBILE + ZOOMOBILE) - place
        file: Int = PATENT_FILES[place]
        rank: Int = PATENT_RANKS[place]
        camp = piece // CAMP_SIZE
        if camp == 1 or camp == 2:
            rank = self.side + 1 - rank
        if camp == 2 or camp == 3:
            file = self.side + 1 - file
        return square_at(file, rank)

    def home_squares(self, camp: Int) -> vec[Int]:
        """Lists where the pieces of a camp begin; warriors are numbered from the south-west."""
        first = camp * CAMP_SIZE
        found = [int(self.home_square(first + place)) for place in range(CAMP_SIZE)]
        return vec[Int](found[:WARRIOR] + sorted(found[WARRIOR:]))


class Board:
    """Where everything stands, with a trail of what was changed, and which turns there are."""

    def __init__(self, rules: Rules, row: vec[Int], past: vec[Int]) -> None:
        self.rules: Rules = rules
        self.row: vec[Int] = row
        # The hashes of the positions since the last kill, for repetitions (DJAMBI-R37).
        self.past: vec[Int] = past
        self.trail: vec[Int] = vec[Int]()
        self.top: Int = 0
        # Whether the turn being made turned over or removed a piece.
        self.killed: bool = False

    @property
    def turn(self) -> Int:
        """The seat to move, or -1 when the game is over."""
        return self.row[TURN]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.row[ENDING] != UNFINISHED

    @property
    def key(self) -> Int:
        """A hash of all that R37 calls the position."""
        row = self.row
        keys = KEYS
        key = row[KEY] ^ keys[TURN_KEYS + row[TURN]] ^ keys[KIND_KEYS + row[KIND]]
        key ^= keys[ONWARD_KEYS + row[ONWARD]] ^ keys[PLACE_KEYS + row[PLACE]]
        key ^= keys[FIRST_KEYS + row[FIRST]] ^ keys[RING_KEYS + row[RING] + 1]
        if row[WAITING] != 0:
            for camp in range(CAMP_COUNT):
                if row[DELAY + camp] != 0:
                    key ^= keys[DELAY_KEYS + 16 * camp + row[DELAY + camp]]
        return key

    # Changing things, with the way back on the trail.

    def put(self, place: Int, value: Int) -> None:
        """Changes one number."""
        top = self.top
        if top + 2 > len(self.trail):
            self.trail = append(append(self.trail, 0), 0)
        self.trail[top] = place
        self.trail[top + 1] = self.row[place]
        self.top = top + 2
        self.row[place] = value

    def unmake(self) -> None:
        """Takes back the last turn."""
        top = self.top - 2
        row = self.row
        trail = self.trail
        while trail[top] != MARK:
            row[trail[top]] = trail[top + 1]
            top -= 2
        self.top = top

    def mark(self) -> None:
        """Begins a turn on the trail."""
        if self.top + 2 > len(self.trail):
            self.trail = append(append(self.trail, 0), 0)
        self.trail[self.top] = MARK
        self.top += 2

    def toggle(self, piece: Int) -> None:
        """Takes a piece into the hash or out of it."""
        row = self.row
        square = row[AT + piece]
        owner = row[OWNER + piece]
        if owner == DEAD:
            key = KEYS[square * FACES + UNDERSIDE]
        else:
            face = piece // CAMP_SIZE * 6 + KINDS[piece]
            key = KEYS[square * FACES + face] ^ KEYS[square * FACES + OWNED + owner]
            if row[FRESH] != 0 and row[FRESH] & BIT[piece] != 0:
                key ^= KEYS[square * FACES + LICENSED]
        self.put(KEY, row[KEY] ^ key)

    def lift(self, piece: Int) -> None:
        """Takes a piece off its square, to be put elsewhere."""
        self.toggle(piece)
        self.put(self.row[AT + piece], EMPTY)

    def lay(self, piece: Int, square: Int) -> None:
        """Puts a lifted piece on a free square."""
        self.put(AT + piece, square)
        self.put(square, piece + (CORPSE if self.row[OWNER + piece] == DEAD else 1))
        self.toggle(piece)

    def spend_licence(self, piece: Int) -> None:
        """Ends the licence of a lifted warrior's own first move, if it has one (R20)."""
        fresh = self.row[FRESH]
        if fresh != 0 and fresh & BIT[piece] != 0:
            self.put(FRESH, fresh & ~BIT[piece])

    def remove(self, piece: Int) -> None:
        """Takes a lifted piece out of the game: it disappears (DJAMBI-35, DJAMBI-36)."""
        self.spend_licence(piece)
        self.put(AT + piece, 0)
        self.put(OWNER + piece, GONE)
        self.killed = True

    def give(self, piece: Int, owner: Int) -> None:
        """Gives a piece that stands on the board to another owner."""
        self.toggle(piece)
        self.put(OWNER + piece, owner)
        self.toggle(piece)

    # Which turns there are.

    def run_of(self, piece: Int) -> Int:
        """Gives how far a piece goes: a warrior one square or two (DJAMBI-R20)."""
        if KINDS[piece] != WARRIOR:
            return self.rules.side
        step = self.rules.warrior_step
        if step == ALWAYS:
            return 2
        if step == FIRST_TURN:
            return 2 if self.row[FIRST] & BIT[self.row[TURN]] != 0 else 1
        return 2 if self.row[FRESH] & BIT[piece] != 0 else 1

    def acts_on(self, piece: Int, held: Int) -> bool:
        """Tells whether a piece may take the place of what stands on a square."""
        row = self.row
        kind = KINDS[piece]
        if held >= CORPSE:
            return held != EDGE and (
                kind == NECROMOBILE
                or (kind == PRINCE and row[AT + piece] == self.rules.centre)
            )
        if kind == NECROMOBILE:
            return False
        if row[OWNER + held - 1] != row[OWNER + piece]:
            return kind != REMOTE_KILLER
        return kind == ZOOMOBILE and self.rules.own_sending

    def targets(self, piece: Int) -> vec[Int]:
        """Lists the squares that a piece can go to."""
        row = self.row
        centre = self.rules.centre
        may_stop = KINDS[piece] == PRINCE or self.rules.suicide
        run = self.run_of(piece)
        origin = row[AT + piece]
        found = vec[Int]()
        for step in DIRECTIONS:
            square = origin + step
            left = run
            while left > 0 and row[square] == EMPTY:
                if square != centre or may_stop:
                    found = append(found, square)
                square += step
                left -= 1
            if left > 0 and self.acts_on(piece, row[square]):
                found = append(found, square)
        return found

    def free_squares(self) -> vec[Int]:
        """Lists the empty squares without the centre."""
        row = self.row
        centre = self.rules.centre
        return vec[Int]([
            square for square in self.rules.squares if row[square] == EMPTY and square != centre
        ])

    def turns(self) -> vec[Int]:
        """Lists every legal turn, each once."""
        row = self.row
        found = vec[Int]()
        if row[ENDING] != UNFINISHED:
            return found
        free = self.free_squares()
        if row[ONWARD] != 0:
            return self.add_turns(found, row[self.rules.centre] - 1, free)
        if row[KIND] == CENTRE:
            found = append(found, DECLINE)
        seat = row[TURN]
        for piece in range(PIECES):
            if row[OWNER + piece] == seat:
                found = self.add_turns(found, piece, free)
        return found

    def add_turns(self, found: vec[Int], piece: Int, free: vec[Int]) -> vec[Int]:
        """Adds the turns of one piece."""
        row = self.row
        kind = KINDS[piece]
        origin = row[AT + piece]
        for target in self.targets(piece):
            base = origin | (target << 8)
            if row[target] != EMPTY:
                if self.asks_place(piece, target):
                    found = self.add_places(found, piece, target, free)
                else:
                    found = append(found, base | (self.forced_third(piece, target) << 16))
            else:
                found = append(found, base)
                if kind == REMOTE_KILLER:
                    found = self.add_shots(found, origin, target)
        return found

    def asks_place(self, piece: Int, target: Int) -> bool:
        """Tells whether a piece that takes a place has a choice of the third square."""
        kind = KINDS[piece]
        if kind == ZOOMOBILE:
            return True
        if target == self.rules.centre and not self.rules.move_on:
            return False
        if kind == DIRECT_KILLER and self.rules.corpse_to_origin:
            # The centre holds no corpse, so one killed from there goes to any free square.
            return self.row[AT + piece] == self.rules.centre
        return True

    def add_places(self, found: vec[Int], piece: Int, target: Int, free: vec[Int]) -> vec[Int]:
        """Adds a turn for each square to which a corpse or a sent piece can go (R12)."""
        origin = self.row[AT + piece]
        base = origin | (target << 8)
        for square in free:
            found = append(found, base | (square << 16))
        if origin != self.rules.centre:
            found = append(found, base | (origin << 16))
        if self.may_send_to_centre(piece, target):
            found = append(found, base | (self.rules.centre << 16))
        return found

    def thirds(self, piece: Int, target: Int) -> vec[Int]:
        """Lists the choices of a third square after a move, ascending; empty for no choice.

        For a remote killer they are its victims, or ALL of them.
        """
        row = self.row
        origin = row[AT + piece]
        found = vec[Int]()
        if row[target] == EMPTY:
            if KINDS[piece] == REMOTE_KILLER:
                for turn in self.add_shots(vec[Int](), origin, target):
                    found = append(found, turn >> 16)
            return in_order(found)
        if self.asks_place(piece, target):
            for turn in self.add_places(vec[Int](), piece, target, self.free_squares()):
                found = append(found, turn >> 16)
        return in_order(found)

    def forced_third(self, piece: Int, target: Int) -> Int:
        """Gives the third square of a turn that leaves no choice of it."""
        if self.row[target] == EMPTY:
            return 0
        if target == self.rules.centre and not self.rules.move_on:
            return 0
        return self.row[AT + piece]

    def may_send_to_centre(self, piece: Int, target: Int) -> bool:
        """Tells whether the zoomobile may put what it takes on the centre (R15, R18)."""
        row = self.row
        centre = self.rules.centre
        if KINDS[piece] != ZOOMOBILE or target == centre:
            return False
        if row[centre] != EMPTY and row[AT + piece] != centre:
            return False
        allowed = self.rules.send_to_centre
        return allowed == ANYBODY or (allowed == PRINCE_ONLY and KINDS[row[target] - 1] == PRINCE)

    def within_reach(self, origin: Int, target: Int) -> vec[Int]:
        """Lists the enemies that a remote killer can kill after this move (R10, R19)."""
        row = self.row
        found = vec[Int]()
        if target == self.rules.centre:
            return found
        owner = row[TURN]
        step = step_towards(origin, target)
        square = origin + step if self.rules.along_path else target
        while True:
            for side in SIDES:
                held = row[square + side]
                if (
                    held != EMPTY and held < CORPSE and row[OWNER + held - 1] != owner
                    and place_in(found, square + side) < 0
                ):
                    found = append(found, square + side)
            if square == target:
                return found
            square += step

    def add_shots(self, found: vec[Int], origin: Int, target: Int) -> vec[Int]:
        """Adds a turn for each victim of a remote killer, or one for all."""
        victims = self.within_reach(origin, target)
        base = origin | (target << 8)
        if self.rules.kill_all:
            return append(found, base | (ALL << 16)) if len(victims) > 0 else found
        for square in victims:
            found = append(found, base | (square << 16))
        return found

    def can_move(self, seat: Int) -> bool:
        """Tells whether any piece of a seat can move (DJAMBI-R36)."""
        row = self.row
        for piece in range(PIECES):
            if row[OWNER + piece] == seat and len(self.targets(piece)) > 0:
                return True
        return False
