"""The Big Clock, a solitaire of twelve piles (Spanish: El gran reloj).

One tile lies at each hour of a clock; 0-0 lies in the centre and takes no part. Boneyard tiles
are turned up one at a time and put on a pile whose top tile shares a number with them; a tile
that fits nowhere goes to the waste heap. Nothing is ever put on a double. The aim is to bring
every double home, 1-1 to one o'clock and so on: a double goes home by itself as soon as its
own hour shows its number or is empty. While a double is in trouble, on a wrong hour or turned
up without a place, top tiles may be shifted from pile to pile. An hour that becomes empty is
filled from the boneyard. A double that can be placed nowhere loses the game.

The moves: to turn up a tile, to waste it, to fill an empty hour; then putting tile t on hour s,
then shifting from hour i to hour j.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Hands, Pieces, Piles
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import MOVE_MASK, Data, Views
from sobremesa.core.options import Option
from sobremesa.core.parts import Flag, Part
from sobremesa.core.reading import tidy
from sobremesa.core.rng import Rng
from sobremesa.families.solo.solitaire import LOST, NO_TILE, WON, Solitaire, SolitaireRound
from sobremesa.families.solo.views import ClockView
from sobremesa.material.dominoes import EVERY_TILE, HIGH, LOW, MARKS, NAMES, TILE, WIDTH, parse_tile

TURN: Final[Int] = 0
WASTE: Final[Int] = 1
FILL: Final[Int] = 2
# The moves before those that put a tile somewhere.
PLACES: Final[Int] = 3
# Hours are numbered from 1, so rows have one place more than the clock; that of double-fifteen
# has fifteen hours (CLOCK-R18).
HOURS: Final[Int] = 13
MANY_HOURS: Final[Int] = 16

SIX: Final[Int] = 6

# What happens with a move, with its tile and hour.
TURNED: Final[Int] = 0
PUT: Final[Int] = 1
WASTED: Final[Int] = 2
SHIFTED: Final[Int] = 3
HOMED: Final[Int] = 4
FILLED: Final[Int] = 5
KINDS: Final = ["turned", "put", "wasted", "shifted", "home", "filled"]

# As many places without a tile as the set has tiles: slices of it are the quickest arrays.
NO_TILES: Final = vec[Int]([-1 for _ in range(136)])

# A key of 52 random bits for every tile on every other tile or bare hour; the key of a
# position is all of them together, and that of a shift made there adds the two hours. The same
# shift is not made twice from one position (CLOCK-R15), so that between two tiles that are drawn or
# brought home there are no more shifts than keys.
KEY_COUNT: Final[Int] = 4_503_599_627_370_496
BARE: Final[Int] = 136
LYING: Final[Int] = 136 + 16

PUTTING: Final = re.compile(r"(.+?)\s*@\s*(\d{1,2})")
SHIFTING: Final = re.compile(r"(\d{1,2})\s*(?:>|→|->)\s*(\d{1,2})")

VOLUNTARY_WASTE: Final = Option(
    "voluntary_waste", False, "Whether a regular tile may be wasted although it fits.",
    "CLOCK-R05", title="Wasting by choice",
)
SHIFT_BEFORE_PLACING: Final = Option(
    "shift_before_placing", False,
    "Whether piles may be shifted for a double in trouble before a regular tile that is turned up "
    "is placed.", "CLOCK-R08", title="Shifting with a tile turned up",
)
STRAIGHT_LINE: Final = Option(
    "straight_line", False, "Whether the six hours of double-six lie in a straight line.",
    "CLOCK-R20", title="In a straight line",
)
WAITING_DOUBLE_FILLS: Final = Option(
    "waiting_double_fills", False,
    "Whether a waiting double may fill an hour that has become empty.", "CLOCK-R13",
    title="Waiting doubles fill hours",
)


def random_keys() -> vec[Int]:
    """Makes the keys, the same everywhere."""
    rng = Rng(12)
    return vec[Int]([((rng.word() >> 6) << 26) | (rng.word() >> 6) for _ in range(136 * 152)])


KEYS: Final = random_keys()


def shift_keys() -> vec[Int]:
    """Makes the keys of the shifts from hour to hour."""
    rng = Rng(15)
    return vec[Int]([
        ((rng.word() >> 6) << 26) | (rng.word() >> 6) for _ in range(MANY_HOURS * MANY_HOURS)
    ])


SHIFT_KEYS: Final = shift_keys()


def place_of(key: Int, keys: vec[Int]) -> Int:
    """Finds where a key is, or would be, among keys in order."""
    low: Int = 0
    high: Int = len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


def holds(key: Int, keys: vec[Int]) -> bool:
    """Tells whether a key is among keys in order."""
    place = place_of(key, keys)
    return place < len(keys) and keys[place] == key


def with_key(key: Int, keys: vec[Int]) -> vec[Int]:
    """Adds a key to keys in order."""
    place = place_of(key, keys)
    at: Int = len(keys)
    keys = append(keys, key)
    while at > place:
        keys[at] = keys[at - 1]
        at -= 1
    keys[place] = key
    return keys


class Clock(Piles):
    """The piles of the hours, each from its bottom."""

    def wrong(self, value: Any) -> str:
        """Asks for a pile for every hour."""
        if super().wrong(value):
            return f"the clock has {self.seats} piles, the first for one o'clock"
        return ""


class Shifts(Part):
    """The shifts since a tile was last turned up, placed, brought home or filled in."""

    def wrong(self, value: Any) -> str:
        """Asks for shifts."""
        if isinstance(value, list) and all(
            isinstance(text, str) and SHIFTING.fullmatch(text) for text in value
        ):
            return ""
        return f"{self.name} must be a list of shifts like 7>2"


class FaceUp(Hands):
    """What is dealt, while 0-0 lies in the centre."""

    def pieces(self, value: Any) -> list[str]:
        """Adds 0-0."""
        return [NAMES[0], *super().pieces(value)]


@mypyc_attr(allow_interpreted_subclasses=True)
class BigClock(Solitaire):
    """The rules of the Big Clock."""

    NAME: ClassVar[str] = "big-clock"
    VERSION: ClassVar[int] = 2
    VIEWS: ClassVar[Views] = Solitaire.VIEWS.holding(ClockView)
    TOUCHED: ClassVar[dict[str, str]] = {
        "boneyard": "+", "waste": "waste", "tile": "{0}@*hour", "tile hour": "{0}@{1}",
    }
    TITLE: ClassVar[str] = "The Big Clock"
    SENTENCE: ClassVar[str] = "Pile up tiles round the clock until every double is at its hour."
    OPTIONS: ClassVar[list[Option]] = Solitaire.with_sets(
        "CLOCK-R18", [12, 9, 6, 15], VOLUNTARY_WASTE, WAITING_DOUBLE_FILLS, SHIFT_BEFORE_PLACING,
        STRAIGHT_LINE,
    )
    MANNER: ClassVar[str] = "clock"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        if self.flag("straight_line") and self.top != SIX:
            raise BadOption(
                "only the hours of double-six lie in a straight line: set is {set} (CLOCK-R20)",
                option="straight_line", set=int(self.top),
            )
        # An hour for every double but 0-0.
        self.hours: Int = self.top
        self.span: Int = HOURS if self.hours < HOURS else MANY_HOURS
        self.hand_size = self.hours
        # Everything but 0-0 is shuffled (CLOCK-02, CLOCK-R02).
        self.set = EVERY_TILE[1 : self.tiles]
        self.goal = self.hours
        self.free_waste: bool = self.flag("voluntary_waste")
        # Whether shifts may lead back to an earlier position (CLOCK-R15).
        self.leads_back: bool = type(self).VERSION > 1
        self.shifts_first: bool = self.flag("shift_before_placing")
        self.double_fills: bool = self.flag("waiting_double_fills")
        self.shifts: Int = PLACES + self.tiles * self.span
        self.move_count = self.shifts + self.span * self.span
        # Tiles of the boneyard are drawn and doubles come home, together fewer times than there
        # are tiles; what is drawn takes two moves more at most.
        self.longest = self.tiles * (KEY_COUNT + 3)

    def empty_round(self, number: Int, before: vec[Int]) -> ClockRound:
        """Makes a round with an empty clock."""
        return ClockRound(self)

    def hour_dealt(self, place: Int) -> Int:
        """Gives the hour of a tile of the deal: from 2 o'clock where the clock goes round
        (CLOCK-R01)."""
        if self.hours < 12:
            return place + 1
        return place + 2 if place < self.hours - 1 else 1

    def layout_parts(self) -> list[Part]:
        """Lists the centre, the piles, the waste heap and what is turned up."""
        return [
            Pieces("centre", write="centre"),
            Clock("clock", int(self.hours), write="piles", read="pile_up"),
            Pieces("waste"),
            Pieces("pending", write="turned_up", read="take_pending"),
            Flag("stuck", "waiting"),
            Shifts("shifts", write="shift_texts", read="take_shifts"),
        ]

    def dealt_part(self) -> Part:
        """A deal leaves out 0-0, which lies in the centre."""
        return FaceUp(1)

    def mislaid(self, data: Data) -> list[str]:
        """Says where piles cannot lie as they do."""
        found: list[str] = []
        clock = data.get("clock")
        if clock is None:
            return [f"the clock has {self.hours} piles, the first for one o'clock"]
        if data.get("centre") != [NAMES[0]]:
            found.append("0-0 lies in the centre, and nothing else (CLOCK-02)")
        for pile in clock:
            for name in pile[:-1]:
                tile = parse_tile(name)
                if HIGH[tile] == LOW[tile]:
                    found.append(f"nothing lies on a double, as on {name} (CLOCK-08)")
        if len(data.get("pending", [])) > 1:
            found.append("one tile is turned up at a time (CLOCK-04)")
        for name in data.get("waste", []):
            tile = parse_tile(name)
            if HIGH[tile] == LOW[tile]:
                found.append(f"a double is never wasted, as {name} (CLOCK-R07)")
        return found or self.unstuck(data) or self.unshifted(data)

    def unstuck(self, data: Data) -> list[str]:
        """Says where a tile that is turned up is not stuck as the position has it."""
        round = ClockRound(self)
        round.pile_up(data["clock"])
        round.take_pending(data.get("pending", []))
        if "stuck" not in data or data["stuck"] == round.waiting:
            return []
        is_double = round.pending != NO_TILE and HIGH[round.pending] == LOW[round.pending]
        if data["stuck"] and is_double:
            return []
        return ["stuck is a double that was turned up and fitted nowhere, and nothing else"]

    def unshifted(self, data: Data) -> list[str]:
        """Takes the shifts of a position back one after another, and names one that cannot have
        been made."""
        round = ClockRound(self)
        round.pile_up(data["clock"])
        if not self.leads_back:
            round.seen = with_key(round.key, round.seen)
        for text in reversed(data.get("shifts", [])):
            start, end = hours_in(text)
            if not (max(start, end) <= self.hours and round.take_back(start, end)):
                return [f"the shift {text} cannot have led to this clock (CLOCK-10)"]
            if holds(round.mark(start, end), round.seen):
                return [f"the shift {text} was made twice from the same clock (CLOCK-R15)"]
            round.note_shift(start, end)
        return []


def hours_in(text: str) -> tuple[int, int]:
    """Reads the two hours of a shift."""
    start, _, end = text.partition(">")
    return int(start), int(end)


@mypyc_attr(allow_interpreted_subclasses=True)
class FirstBigClock(BigClock):
    """The rules as they were first: a shift could not lead back to an earlier position."""

    VERSION: ClassVar[int] = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class ClockRound(SolitaireRound):
    """One deal of the Big Clock.

    `tops[s]` is the top tile of hour s, `below[t]` what lies under tile t; NO_TILE stands for
    the bare table. Doubles always lie on top, so that a double is home if it is the top of its
    hour.
    """

    def __init__(self, rules: BigClock) -> None:
        super().__init__(rules)
        self.game_rules: BigClock = rules
        self.span: Int = rules.span
        self.tops: vec[Int] = NO_TILES[: rules.span]
        self.below: vec[Int] = NO_TILES[: rules.tiles]
        self.waste: vec[Int] = vec[Int]()
        # The tile that is turned up, and whether it is a double that found no place.
        self.pending: Int = NO_TILE
        self.waiting: bool = False
        # The shifts since a tile was last turned up, placed, brought home or filled in, and the
        # keys, in order, of what may not come again (CLOCK-R15).
        self.key: Int = 0
        self.shifted: vec[Int] = vec[Int]()
        self.seen: vec[Int] = vec[Int]()
        # The lowest empty hour, where a waiting double may go instead of a new tile.
        self.asked: Int = 0

    def hold(self, seat: Int, piece: Int) -> None:
        """Lays a tile at its hour (CLOCK-03)."""
        self.put(piece, self.game_rules.hour_dealt(self.next))

    def settle(self) -> None:
        """Brings doubles home, fills empty hours, and ends the game if it is decided."""
        if self.over:
            return
        self.tidy()
        self.decide()

    def put(self, tile: Int, hour: Int) -> None:
        """Puts a tile on top of a pile."""
        self.below[tile] = self.tops[hour]
        self.tops[hour] = tile
        self.key ^= self.lying_key(tile, hour)

    def lift(self, hour: Int) -> Int:
        """Takes the top tile of a pile."""
        tile = self.tops[hour]
        self.key ^= self.lying_key(tile, hour)
        self.tops[hour] = self.below[tile]
        self.below[tile] = NO_TILE
        return tile

    def lying_key(self, tile: Int, hour: Int) -> Int:
        """Gives the key of a tile that lies on what is below it."""
        under = self.below[tile]
        return KEYS[tile * LYING + (under if under != NO_TILE else BARE + hour)]

    def is_home(self, hour: Int) -> bool:
        """Tells whether an hour has its double."""
        return self.tops[hour] == TILE[(WIDTH + 1) * hour]

    def takes(self, hour: Int, tile: Int) -> bool:
        """Tells whether a tile may be put on an hour (CLOCK-04, CLOCK-08)."""
        top = self.tops[hour]
        return top != NO_TILE and HIGH[top] != LOW[top] and MARKS[top] & MARKS[tile] != 0

    def fits_nowhere(self, tile: Int) -> bool:
        """Tells whether no hour takes a tile."""
        return all(not self.takes(hour, tile) for hour in range(1, self.game_rules.hours + 1))

    def in_trouble(self) -> bool:
        """Tells whether a double is in trouble (CLOCK-09)."""
        if self.waiting:
            return True
        for hour in range(1, self.game_rules.hours + 1):
            top = self.tops[hour]
            if top != NO_TILE and HIGH[top] == LOW[top] and HIGH[top] != hour:
                return True
        return False

    def legal(self) -> vec[Int]:
        """Lists what can be done with what is turned up, or with the piles."""
        moves = vec[Int]()
        if self.over:
            return moves
        if self.asked > 0:
            return vec[Int]([FILL, PLACES + self.pending * self.span + self.asked])
        if self.pending == NO_TILE:
            if self.boneyard() > 0:
                moves = append(moves, TURN)
        else:
            moves = self.placings()
        if self.may_shift() and self.in_trouble():
            moves = self.with_shifts(moves)
        return moves

    def may_shift(self) -> bool:
        """Tells whether piles may be shifted while what is turned up waits (CLOCK-R08)."""
        tile = self.pending
        if tile == NO_TILE or self.waiting:
            return True
        return self.game_rules.shifts_first and HIGH[tile] != LOW[tile]

    def placings(self) -> vec[Int]:
        """Lists the hours for the tile that is turned up, or the waste heap (CLOCK-06)."""
        moves = vec[Int]()
        tile = self.pending
        for hour in range(1, self.game_rules.hours + 1):
            if self.takes(hour, tile) or (
                self.waiting and self.game_rules.double_fills and self.tops[hour] == NO_TILE
            ):
                moves = append(moves, PLACES + tile * self.span + hour)
        if HIGH[tile] != LOW[tile] and (len(moves) == 0 or self.game_rules.free_waste):
            with_waste = vec[Int]([WASTE])
            for move in moves:
                with_waste = append(with_waste, move)
            return with_waste
        return moves

    def with_shifts(self, moves: vec[Int]) -> vec[Int]:
        """Adds the shifts that lead to a new position (CLOCK-10, CLOCK-R10, CLOCK-R15)."""
        hours = self.game_rules.hours
        for start in range(1, hours + 1):
            tile = self.tops[start]
            if tile != NO_TILE and not self.is_home(start):
                for end in range(1, hours + 1):
                    if end != start and self.takes(end, tile) and not self.was_so(start, end):
                        moves = append(moves, self.game_rules.shifts + start * self.span + end)
        return moves

    def was_so(self, start: Int, end: Int) -> bool:
        """Tells whether a shift was made from here before, or leads back to a position of this
        trouble where that is forbidden."""
        return len(self.seen) > 0 and holds(self.shift_key(start, end), self.seen)

    def shift_key(self, start: Int, end: Int) -> Int:
        """Gives the key of a shift from here, or that of where it leads."""
        if self.game_rules.leads_back:
            return self.key ^ SHIFT_KEYS[start * MANY_HOURS + end]
        tile = self.tops[start]
        return self.key ^ self.lying_key(tile, start) ^ KEYS[tile * LYING + self.tops[end]]

    def note_shift(self, start: Int, end: Int) -> None:
        """Takes note of a shift that is made from here."""
        self.seen = with_key(self.mark(start, end), self.seen)

    def mark(self, start: Int, end: Int) -> Int:
        """Gives the key of a shift from here, or that of the position that may not come again."""
        return self.shift_key(start, end) if self.game_rules.leads_back else self.key

    def settled(self) -> None:
        """Forgets the shifts: what has come or lies for good makes every position new."""
        self.seen = vec[Int]()
        self.shifted = vec[Int]()

    def play(self, move: Int) -> None:
        """Turns up, wastes, fills, puts or shifts; then all that follows by itself."""
        self.note(move)
        self.fresh = vec[Int]()
        rules = self.game_rules
        if move == TURN:
            self.turn_up()
        elif move == WASTE:
            self.waste = append(self.waste, self.pending)
            self.fresh = append(self.fresh, self.pending)
            self.happens(WASTED, self.pending, 0)
            self.pending = NO_TILE
        elif move == FILL:
            self.fill(self.asked)
        elif move < rules.shifts:
            self.place((move - PLACES) % self.span)
        else:
            self.shift((move - rules.shifts) // self.span, (move - rules.shifts) % self.span)
        self.asked = 0
        self.tidy()
        self.decide()

    def turn_up(self) -> None:
        """Turns up the next tile (CLOCK-04)."""
        self.pending = self.draw()
        self.settled()
        self.happens(TURNED, self.pending, 0)
        self.waiting = HIGH[self.pending] == LOW[self.pending] and self.fits_nowhere(self.pending)

    def place(self, hour: Int) -> None:
        """Puts the tile that is turned up on an hour."""
        self.put(self.pending, hour)
        self.settled()
        self.fresh = append(self.fresh, self.pending)
        self.happens(PUT, self.pending, hour)
        self.pending = NO_TILE
        self.waiting = False

    def shift(self, start: Int, end: Int) -> None:
        """Moves a top tile to another pile (CLOCK-10, CLOCK-11)."""
        self.note_shift(start, end)
        self.shifted = append(self.shifted, start * self.span + end)
        tile = self.lift(start)
        self.put(tile, end)
        self.fresh = append(self.fresh, tile)
        self.happens(SHIFTED, tile, end)

    def take_back(self, start: Int, end: Int) -> bool:
        """Takes a shift back, if it can have been the last."""
        tile = self.tops[end]
        under = self.tops[start]
        if start == end or tile == NO_TILE or (under != NO_TILE and HIGH[under] == LOW[under]):
            return False
        self.put(self.lift(end), start)
        return self.takes(end, tile)

    def fill(self, hour: Int) -> None:
        """Fills an empty hour with a new tile (CLOCK-14, CLOCK-R13)."""
        tile = self.draw()
        self.put(tile, hour)
        self.settled()
        self.happens(FILLED, tile, hour)

    def tidy(self) -> None:
        """Brings doubles home and fills empty hours, lowest first (CLOCK-R11, CLOCK-R19)."""
        self.bring_home()
        empty = self.lowest_empty()
        while empty > 0 and self.boneyard() > 0:
            if self.waiting and self.game_rules.double_fills:
                self.asked = empty
                return
            self.fill(empty)
            self.bring_home()
            empty = self.lowest_empty()

    def lowest_empty(self) -> Int:
        """Finds the first empty hour; 0 if there is none."""
        for hour in range(1, self.game_rules.hours + 1):
            if self.tops[hour] == NO_TILE:
                return hour
        return 0

    def bring_home(self) -> None:
        """Moves doubles to their hours until none can go (CLOCK-13, CLOCK-R04, CLOCK-R11)."""
        moved = True
        while moved:
            moved = False
            for hour in range(self.game_rules.hours + 1):
                # Hour 0 stands for the tile that is turned up.
                tile = self.tops[hour] if hour > 0 else self.pending
                if tile != NO_TILE and HIGH[tile] == LOW[tile]:
                    home = HIGH[tile]
                    if home != hour and (self.tops[home] == NO_TILE or self.takes(home, tile)):
                        self.bring(tile, hour, home)
                        moved = True

    def bring(self, tile: Int, hour: Int, home: Int) -> None:
        """Brings a double home."""
        if hour > 0:
            self.lift(hour)
        else:
            self.pending = NO_TILE
            self.waiting = False
        self.put(tile, home)
        self.settled()
        self.fresh = append(self.fresh, tile)
        self.happens(HOMED, tile, home)

    def decide(self) -> None:
        """Ends the game when all doubles are home or nothing can be done (CLOCK-R16)."""
        if self.home() == self.game_rules.hours:
            self.finish(WON)
        elif len(self.legal()) == 0:
            self.finish(LOST)

    def home(self) -> Int:
        """Counts the doubles at home."""
        count: Int = 0
        for hour in range(1, self.game_rules.hours + 1):
            if self.is_home(hour):
                count += 1
        return count

    def left(self) -> Int:
        """Counts the doubles that are not home."""
        return self.game_rules.hours - self.home()

    def points(self) -> list[int]:
        """Counts the doubles at home (CLOCK-R16)."""
        return [int(self.home())]

    def is_chore(self, move: Int) -> bool:
        """Turning up is, and wasting what fits nowhere."""
        return move in (TURN, WASTE)

    def text(self, move: Int) -> str:
        """Writes `+` for turning up, `waste`, `fill`, `10-6@10` for putting, `7>2` for shifting."""
        if move < PLACES:
            return ["+", "waste", "fill"][int(move)]
        rules = self.game_rules
        if move < rules.shifts:
            return f"{NAMES[(move - PLACES) // self.span]}@{(move - PLACES) % self.span}"
        return f"{(move - rules.shifts) // self.span}>{(move - rules.shifts) % self.span}"

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; what is turned up is seen."""
        if self.log[entry] & MOVE_MASK != TURN:
            return super().told(entry, seat)
        return "+" + NAMES[self.tile_of(entry, TURNED)]

    def read(self, text: str) -> int:
        """Reads `+` or `turn`, `waste`, `fill`, `10-6@10`, and `7>2`."""
        word = tidy(text).lower()
        if word == "turn" or word.startswith("+"):
            if word not in ("turn", "+"):
                parse_tile(word[1:], int(self.game_rules.top))
            return int(TURN)
        if word in ("waste", "fill"):
            return int(WASTE if word == "waste" else FILL)
        shifted = SHIFTING.fullmatch(word)
        if shifted is not None:
            start, end = (self.hour_named(part) for part in shifted.groups())
            return int(self.game_rules.shifts) + start * int(self.span) + end
        put = PUTTING.fullmatch(word)
        if put is None:
            raise self.no_move(text, "+, 10-6@10, 7>2 or waste")
        tile = parse_tile(put.group(1), int(self.game_rules.top))
        return int(PLACES) + tile * int(self.span) + self.hour_named(put.group(2))

    def hour_named(self, text: str) -> int:
        """Reads an hour of the clock."""
        if not 1 <= int(text) <= self.game_rules.hours:
            raise IllegalMove(
                "there is no hour {hour}: the clock has {hours}",
                hour=text, hours=int(self.game_rules.hours),
            )
        return int(text)

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names the boneyard, the waste heap, or a tile and the hour it goes to."""
        if move == WASTE:
            return ("waste",)
        if move < PLACES:
            return ("boneyard",)
        rules = self.game_rules
        if move < rules.shifts:
            tile = NAMES[(move - PLACES) // self.span]
            return ("tile:" + tile, f"hour:{(move - PLACES) % self.span}")
        tile = NAMES[self.tops[(move - rules.shifts) // self.span]]
        return ("tile:" + tile, f"hour:{(move - rules.shifts) % self.span}")

    def touched(self, kinds: str, first: str) -> str:
        """A tile that shows on an hour is shifted from there."""
        form = super().touched(kinds, first)
        for hour in range(1, int(self.game_rules.hours) + 1):
            if self.tops[hour] != NO_TILE and NAMES[self.tops[hour]] == first:
                return form.replace("{0}@", f"{hour}>")
        return form

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a tile cannot be turned up, wasted, put or shifted."""
        rules = self.game_rules
        if self.asked > 0:
            return IllegalMove(
                "hour {hour} is empty and is filled first (CLOCK-14)", hour=int(self.asked)
            )
        if move == TURN:
            if self.boneyard() == 0:
                return IllegalMove("the boneyard is empty (CLOCK-R14)")
            return IllegalMove(
                "{tile} is turned up and has to be placed first (CLOCK-04)",
                tile=NAMES[self.pending],
            )
        if move == FILL:
            return IllegalMove("no hour waits to be filled (CLOCK-14)")
        if move == WASTE:
            return self.not_wasted()
        if move < rules.shifts:
            return self.not_put((move - PLACES) // self.span, (move - PLACES) % self.span)
        shift = move - rules.shifts
        return self.not_shifted(shift // self.span, shift % self.span)

    def not_wasted(self) -> IllegalMove:
        """Says why nothing can be wasted."""
        if self.pending == NO_TILE:
            return IllegalMove("no tile is turned up (CLOCK-04)")
        if HIGH[self.pending] == LOW[self.pending]:
            return IllegalMove("a double is never wasted (CLOCK-R07)")
        return IllegalMove(
            "{tile} can be placed, so it must be (CLOCK-06)", tile=NAMES[self.pending]
        )

    def not_put(self, tile: Int, hour: Int) -> IllegalMove:
        """Says why a tile cannot be put on an hour."""
        if tile != self.pending:
            return IllegalMove("{tile} is not turned up (CLOCK-04)", tile=NAMES[tile])
        if hour == 0 or hour > self.game_rules.hours:
            return IllegalMove(
                "there is no hour {hour}: the clock has {hours}",
                hour=int(hour), hours=int(self.game_rules.hours),
            )
        return self.not_taken(hour, tile)

    def not_taken(self, hour: Int, tile: Int) -> IllegalMove:
        """Says why an hour does not take a tile."""
        top = self.tops[hour]
        if top == NO_TILE:
            return IllegalMove("an empty hour takes only its own double (CLOCK-R14)")
        if HIGH[top] == LOW[top]:
            return IllegalMove("nothing is put on a double, as {top} (CLOCK-08)", top=NAMES[top])
        return IllegalMove(
            "{tile} has no number in common with {top} (CLOCK-04)",
            tile=NAMES[tile], top=NAMES[top],
        )

    def not_shifted(self, start: Int, end: Int) -> IllegalMove:
        """Says why a pile does not give its top tile to another."""
        hours = self.game_rules.hours
        if start == 0 or end == 0 or start > hours or end > hours or start == end:
            return IllegalMove("a shift goes from one hour of the clock to another (CLOCK-10)")
        if not self.may_shift():
            return IllegalMove(
                "{tile} is turned up and has to be placed first (CLOCK-R08)",
                tile=NAMES[self.pending],
            )
        if not self.in_trouble():
            return IllegalMove("no double is in trouble, so nothing is shifted (CLOCK-10)")
        tile = self.tops[start]
        if tile == NO_TILE:
            return IllegalMove("hour {hour} is empty", hour=int(start))
        if self.is_home(start):
            return IllegalMove("{tile} is home and stays there (CLOCK-R10)", tile=NAMES[tile])
        if not self.takes(end, tile):
            return self.not_taken(end, tile)
        if self.game_rules.leads_back:
            return IllegalMove(
                "that shift was made from the very same clock in this trouble (CLOCK-R15)"
            )
        return IllegalMove("the clock has looked like that before in this trouble (CLOCK-R15)")

    def kinds(self) -> list[str]:
        """Names what can happen."""
        return KINDS

    def centre(self) -> list[str]:
        """Names what lies in the centre (CLOCK-02)."""
        return [NAMES[0]]

    def piles(self) -> list[list[str]]:
        """Lists the piles from one o'clock on."""
        return [self.pile(hour) for hour in range(1, self.game_rules.hours + 1)]

    def turned_up(self) -> list[str]:
        """Names the tile that is turned up, if there is one."""
        return [] if self.pending == NO_TILE else [NAMES[self.pending]]

    def pile(self, hour: Int) -> list[str]:
        """Lists the tiles of an hour, bottom first."""
        names: list[str] = []
        tile = self.tops[hour]
        while tile != NO_TILE:
            names.append(NAMES[tile])
            tile = self.below[tile]
        return names[::-1]

    def pile_up(self, piles: list[list[str]]) -> None:
        """Takes over the piles from one o'clock on."""
        for hour, pile in enumerate(piles):
            for name in pile:
                self.put(parse_tile(name), hour + 1)

    def take_pending(self, names: list[str]) -> None:
        """Takes over what is turned up."""
        for name in names:
            self.pending = parse_tile(name)
            self.waiting = HIGH[self.pending] == LOW[self.pending] and self.fits_nowhere(
                self.pending
            )

    def shift_texts(self) -> list[str]:
        """Lists the shifts since something else was last done."""
        return [self.text(self.game_rules.shifts + shift) for shift in self.shifted]

    def take_shifts(self, texts: list[str]) -> None:
        """Takes over the shifts that led here, by going back and coming again."""
        shifts = [hours_in(text) for text in texts]
        for start, end in reversed(shifts):
            self.take_back(start, end)
        for start, end in shifts:
            self.note_shift(start, end)
            self.shifted = append(self.shifted, start * int(self.span) + end)
            self.put(self.lift(start), end)

    def copy(self) -> ClockRound:
        """Makes an independent copy."""
        twin = ClockRound(self.game_rules)
        self.copied_into(twin)
        twin.tops, twin.below, twin.waste = self.tops[:], self.below[:], self.waste[:]
        twin.pending, twin.waiting, twin.key = self.pending, self.waiting, self.key
        twin.seen, twin.shifted, twin.asked = self.seen[:], self.shifted[:], self.asked
        return twin
