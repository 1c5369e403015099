"""The plays of the lock-and-key game, and the two sides on which they are laid.

A play is a base and, mostly, a free tile joined to it. It is written side, base, free tile:
`A:3+5`. A sign says how a special tile is turned: `!` closes the side, `^` is a key that
opens it; without a sign it is used as a plain tile. `A:4.` is a last tile played alone. The
salida, with which a round begins, belongs to no side: `3+3`.

The move is `((side * suits + suit - 1) * 6 + use) * frees + free`, the salida being side 2;
`use` says what the base is and does, `free` is 0 for a base alone, and counts then the plain
tiles by suit, the locks left open, the keys, and the locks that close.
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.reading import tidy
from sobremesa.material.locks import (
    BIT,
    KEY,
    LETTERS,
    LOCK,
    PLAIN,
    SUIT_SIZE,
    WIDTH,
    ZEROS,
    has_specials,
    parse_kind,
)

SIDES: Final = ["A", "B"]
SALIDA: Final[Int] = 2

# What a base is and does.
AS_PLAIN: Final[Int] = 0
LOCK_AS_PLAIN: Final[Int] = 1
KEY_AS_PLAIN: Final[Int] = 2
LOCK_CLOSES: Final[Int] = 3
KEY_OPENS: Final[Int] = 4
KEY_CLOSES: Final[Int] = 5
USES: Final[Int] = 6
USE_OF: Final = vec[Int]([PLAIN, LOCK, KEY, LOCK, KEY, KEY])
SIGNS: Final = ["", "", "", "!", "^", "!"]

# How a side stands: open, open with a lock as free tile at its end, closed by a lock that
# was base or free tile, closed for good by a key.
OPEN: Final[Int] = 0
OPEN_LOCK: Final[Int] = 1
LOCKED_BY_BASE: Final[Int] = 2
LOCKED_BY_FREE: Final[Int] = 3
SHUT: Final[Int] = 4
STATES: Final = ["open", "open lock", "locked by base", "locked by free", "shut"]

ALL_LEFT: Final = vec[Int]([SUIT_SIZE for _ in range(16)])

PLAY: Final = re.compile(
    r"(?:(salida)|([ab]))?\s*:?\s*(\d{1,2}[cl]?)([!^.]?)(?:\s*\+\s*(\d{1,2}[cl]?)(!?))?",
    re.IGNORECASE,
)


class Plays:
    """The plays with a set of the given number of suits, as moves and as text."""

    def __init__(self, suits: int) -> None:
        self.suits: Int = suits
        # How many free tiles there are to name, and how many plays.
        self.frees: Int = 4 * suits + 1
        self.count: Int = 3 * suits * USES * self.frees

    def move(self, side: Int, suit: Int, use: Int, free: Int) -> Int:
        """Gives the move that is a play."""
        return ((side * self.suits + suit - 1) * USES + use) * self.frees + free

    def side(self, move: Int) -> Int:
        """Gives the side of a play; 2 is the salida."""
        return move // (self.frees * USES * self.suits)

    def suit(self, move: Int) -> Int:
        """Gives the suit of the base."""
        return move // (self.frees * USES) % self.suits + 1

    def use(self, move: Int) -> Int:
        """Says what the base is and does."""
        return move // self.frees % USES

    def base(self, move: Int) -> Int:
        """Gives the kind of the base."""
        return 3 * self.suit(move) + USE_OF[self.use(move)]

    def free_suit(self, move: Int) -> Int:
        """Gives the suit of the free tile, 0 if there is none."""
        free = move % self.frees
        return 0 if free == 0 else (free - 1) % self.suits + 1

    def free(self, move: Int) -> Int:
        """Gives the kind of the free tile, 0 if there is none."""
        free = move % self.frees
        if free == 0:
            return 0
        group = (free - 1) // self.suits
        return 3 * ((free - 1) % self.suits + 1) + (LOCK if group == 3 else group)

    def free_closes(self, move: Int) -> bool:
        """Tells whether the free tile is a lock that closes."""
        return move % self.frees > 3 * self.suits

    def tiles(self, move: Int) -> list[int]:
        """Lists the kinds of the tiles that a play lays."""
        free = int(self.free(move))
        return [int(self.base(move)), free] if free else [int(self.base(move))]

    def text(self, move: Int) -> str:
        """Writes a play.

        >>> plays = Plays(5)
        >>> [plays.text(plays.read(text)) for text in ("a: 3 + 5", "B:2c!", "salida 2c+2", "a 4")]
        ['A:3+5', 'B:2C!', '2+2C', 'A:4.']
        """
        side = self.side(move)
        use = self.use(move)
        free = self.free(move)
        start = "" if side == SALIDA else f"{SIDES[side]}:"
        written = f"{start}{name_of(self.base(move))}{SIGNS[use]}"
        if free:
            return f"{written}+{name_of(free)}{'!' if self.free_closes(move) else ''}"
        return written if SIGNS[use] or side == SALIDA else written + "."

    def touches(self, move: Int, free_after_key: bool) -> tuple[str, ...]:
        """Names the base, where and how it is laid, the free tile, and how a lock among these
        is turned; a key that opens says so if it could have one and has none."""
        side = self.side(move)
        use = self.use(move)
        free = self.free(move)
        base = "tile:" + name_of(self.base(move))
        if side == SALIDA:
            return (base, "end:start", "tile:" + name_of(free))
        path = [base, f"end:{SIDES[side]}{SIGNS[use]}"]
        if free != 0:
            path.append("tile:" + name_of(free))
            if free % 3 == LOCK:
                path.append(f"free:{SIDES[side]}{'!' if self.free_closes(move) else ''}")
        elif use == KEY_OPENS and free_after_key:
            path.append("alone")
        return tuple(path)

    def read(self, text: str, side: int = 2) -> int:
        """Reads a play; one that names no side is on `side`."""
        found = PLAY.fullmatch(tidy(text))
        if found is None:
            raise IllegalMove("{text} is no play: write it like A:3+5", text=text)
        opening, name, base_name, sign, free_name, shut = found.groups()
        if opening:
            side = int(SALIDA)
        elif name:
            side = SIDES.index(name.upper())
        suits = int(self.suits)
        base = parse_kind(base_name, suits)
        free = 0 if free_name is None else parse_kind(free_name, suits)
        if side == SALIDA and base % 3 > free % 3 and free:
            # The two tiles of the salida have no order.
            base, free = free, base
        if shut and free % 3 != LOCK:
            raise IllegalMove(
                "{text} is no play: only a lock closes as free tile (CERROJO-R24)", text=text
            )
        code: Int = 0 if free == 0 else free % 3 * suits + free // 3
        if shut:
            code = 3 * suits + free // 3
        return int(self.move(side, base // 3, use_of(text, base, sign, free), code))


def name_of(kind: Int) -> str:
    """Names a kind, also one that no set has, such as the lock of 3."""
    return f"{kind // 3}{LETTERS[kind % 3]}"


def use_of(text: str, base: int, sign: str, free: int) -> Int:
    """Finds what a base does by the sign behind it."""
    what = base % 3
    if sign == "!" and what == LOCK:
        return LOCK_CLOSES
    if sign == "!" and what == KEY:
        return KEY_CLOSES
    if sign == "^" and what == KEY:
        return KEY_OPENS
    if sign in ("!", "^") or (sign == "." and free):
        raise IllegalMove(
            "{text} is no play: ! is a lock or key that closes, ^ a key that opens, "
            ". a last tile alone", text=text,
        )
    return what


class Layout:
    """The tiles on the table, as far as play needs them.

    `asks[side]` is the suit asked for, or that of the lock by which the side is closed.
    `used[WIDTH * side + suit]` has a bit for every suit that may not be joined to a base of
    `suit` there. `left[suit]` counts the tiles that are not laid yet, and `locks` and `keys`
    have a bit for each special tile that is. `salida` is the suit of the salida, or 0.
    """

    def __init__(
        self, plays: Plays, ordered: bool, asks: vec[Int], states: vec[Int], used: vec[Int],
        left: vec[Int],
    ) -> None:
        self.plays: Plays = plays
        self.ordered: bool = ordered
        self.asks: vec[Int] = asks
        self.states: vec[Int] = states
        self.used: vec[Int] = used
        self.left: vec[Int] = left
        self.locks: Int = 0
        self.keys: Int = 0
        self.salida: Int = 0

    def lay(self, move: Int) -> None:
        """Lays the tiles of a play."""
        plays = self.plays
        side = plays.side(move)
        suit = plays.suit(move)
        use = plays.use(move)
        self._count(3 * suit + USE_OF[use])
        free = plays.free(move)
        if free != 0:
            self._count(free)
        if side == SALIDA:
            self._open_both(suit)
        elif use == LOCK_CLOSES:
            self.states[side] = LOCKED_BY_BASE
        elif use == KEY_CLOSES:
            self.states[side] = SHUT
        elif free == 0:
            self.asks[side] = suit
            self.states[side] = OPEN
        else:
            self._bar(side, suit, free // 3)
            self.asks[side] = free // 3
            self.states[side] = OPEN
            if free % 3 == LOCK:
                self.states[side] = LOCKED_BY_FREE if plays.free_closes(move) else OPEN_LOCK

    def _open_both(self, suit: Int) -> None:
        """Leaves both sides asking for the salida's suit, its double barred (CERROJO-34)."""
        self.salida = suit
        for side in range(2):
            self.asks[side] = suit
            self.used[WIDTH * side + suit] |= BIT[suit]

    def _bar(self, side: Int, base: Int, free: Int) -> None:
        """Bars a combination on its side from now on (CERROJO-40, CERROJO-R09)."""
        self.used[WIDTH * side + base] |= BIT[free]
        if not self.ordered:
            self.used[WIDTH * side + free] |= BIT[base]

    def _count(self, kind: Int) -> None:
        suit = kind // 3
        self.left[suit] -= 1
        if kind % 3 == LOCK:
            self.locks |= BIT[suit]
        elif kind % 3 == KEY:
            self.keys |= BIT[suit]

    def is_open(self, side: Int) -> bool:
        """Tells whether a base of the suit asked for can be joined to a side."""
        return self.states[side] <= OPEN_LOCK

    def is_locked(self, side: Int) -> bool:
        """Tells whether a side is closed by a lock."""
        return LOCKED_BY_BASE <= self.states[side] <= LOCKED_BY_FREE

    def key_may_close(self, side: Int, on_base_lock: bool) -> bool:
        """Tells whether a key can close a side: its end is a lock that was a free tile
        (CERROJO-56), or a base where that is agreed (CERROJO-R20)."""
        state = self.states[side]
        if state == LOCKED_BY_BASE:
            return on_base_lock
        return OPEN_LOCK <= state <= LOCKED_BY_FREE

    def may_join(self, side: Int, suit: Int) -> Int:
        """Gives the mask of the suits that may be joined to a base of `suit` on a side."""
        return (BIT[self.plays.suits + 1] - 2) & ~self.used[WIDTH * side + suit]

    def is_dead(self, side: Int, somebody_has_one: bool) -> bool:
        """Tells whether the table alone shows that nothing can follow on a side
        (CERROJO-R28); `somebody_has_one` tile left, and may play it alone."""
        suit = self.asks[side]
        if self.states[side] == SHUT:
            return True
        if self.is_locked(side):
            return self.keys & BIT[suit] != 0
        if self.left[suit] == 0:
            return True
        if self.may_join(side, suit) != 0 or somebody_has_one:
            return False
        if has_specials(int(suit)) and self.locks & BIT[suit] == 0:
            return False
        return self.states[side] == OPEN or self.keys & BIT[suit] != 0

    def copy(self) -> Layout:
        """Makes an independent copy."""
        twin = Layout(
            self.plays, self.ordered, self.asks[:], self.states[:], self.used[:], self.left[:]
        )
        twin.locks = self.locks
        twin.keys = self.keys
        twin.salida = self.salida
        return twin


def empty_layout(plays: Plays, ordered: bool) -> Layout:
    """Makes a table before the salida."""
    return Layout(
        plays, ordered, ZEROS[:2], ZEROS[:2], ZEROS[: 2 * WIDTH], ALL_LEFT[: plays.suits + 1]
    )


