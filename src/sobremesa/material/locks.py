"""Tiles with one number each, in suits of eight, with a lock and a key in every even suit.

A tile is known by its kind, because the plain tiles of a suit are all alike: kind `3 * suit`
is plain, one more is the lock of the suit, two more its key. A name is the suit alone (`3`),
or with a C for the lock (`2C`, cerrojo) or an L for the key (`2L`, llave).
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove

# The most suits there are sets for, and the tiles of each.
MOST_SUITS: Final[Int] = 10
SUIT_SIZE: Final = 8

PLAIN: Final[Int] = 0
LOCK: Final[Int] = 1
KEY: Final[Int] = 2
LETTERS: Final = ["", "C", "L"]

# A row of a table that is looked up by suit, 1 to 10.
WIDTH: Final[Int] = 16
KINDS: Final[Int] = 3 * (MOST_SUITS + 1)

BIT: Final = vec[Int]([1 << number for number in range(62)])
# A lone bit of a row, taken modulo 19, names its place.
PLACE: Final = vec[Int]([
    next((place for place in range(16) if (1 << place) % 19 == rest), 0) for rest in range(19)
])
NAMES: Final = [f"{kind // 3}{LETTERS[kind % 3]}" for kind in range(KINDS)]
ZEROS: Final = vec[Int]([0 for _ in range(256)])

SPELLING: Final = re.compile(r"(\d{1,2})([clCL]?)")


def has_specials(suit: int) -> bool:
    """Tells whether a suit has a lock and a key: the even ones do.

    >>> [suit for suit in range(1, 11) if has_specials(suit)]
    [2, 4, 6, 8, 10]
    """
    return suit % 2 == 0


def kinds_in(suits: int) -> list[int]:
    """Lists the kinds of a set of that many suits, ascending.

    >>> [kind_name(kind) for kind in kinds_in(3)]
    ['1', '2', '2C', '2L', '3']
    """
    return [kind for kind in range(3, 3 * (suits + 1)) if kind % 3 == 0 or has_specials(kind // 3)]


def how_many(kind: int) -> int:
    """Counts the tiles of a kind: one lock and one key, and plain tiles to make eight.

    >>> [how_many(parse_kind(name)) for name in ("3", "2", "2C", "2L")]
    [8, 6, 1, 1]
    """
    if kind % 3:
        return 1
    return SUIT_SIZE - 2 if has_specials(kind // 3) else SUIT_SIZE


def tiles_in(suits: int) -> list[int]:
    """Lists every tile of a set by its kind.

    >>> [len(tiles_in(suits)) for suits in (5, 6, 7)]
    [40, 48, 56]
    >>> sum(kind // 3 for kind in tiles_in(5))
    120
    """
    return [kind for kind in kinds_in(suits) for _ in range(how_many(kind))]


def kind_name(kind: int) -> str:
    """Names a kind of tile.

    >>> kind_name(parse_kind("2c"))
    '2C'
    """
    return NAMES[kind]


def parse_kind(text: str, suits: int = MOST_SUITS) -> int:
    """Reads the name of a tile: `3`, `2C` or `2L`.

    >>> parse_kind("3"), parse_kind("2C"), parse_kind("2L")
    (9, 7, 8)
    """
    found = SPELLING.fullmatch(text.strip())
    if found is None:
        raise IllegalMove("{text} is no tile: write it like 3, 2C or 2L", text=text)
    suit = int(found.group(1))
    what = LETTERS.index(found.group(2).upper())
    if not 1 <= suit <= suits:
        raise IllegalMove(
            "{text} is not in the set: its suits are 1 to {suits} (CERROJO-03)",
            text=text, suits=suits,
        )
    if what and not has_specials(suit):
        raise IllegalMove(
            "{text} is not in the set: only even suits have a lock and a key (CERROJO-06)",
            text=text,
        )
    return 3 * suit + what


class Hands:
    """The tiles in every hand: how many plain ones of each suit, which locks, which keys.

    `suits`, `locks` and `keys` have a mask for every seat with a bit for each suit.
    """

    def __init__(
        self, plain: vec[Int], suits: vec[Int], locks: vec[Int], keys: vec[Int], sizes: vec[Int]
    ) -> None:
        self.plain: vec[Int] = plain
        self.suits: vec[Int] = suits
        self.locks: vec[Int] = locks
        self.keys: vec[Int] = keys
        self.sizes: vec[Int] = sizes

    def give(self, seat: Int, kind: Int) -> None:
        """Puts a tile into a hand."""
        suit = kind // 3
        what = kind % 3
        if what == PLAIN:
            self.plain[seat * WIDTH + suit] += 1
            self.suits[seat] |= BIT[suit]
        elif what == LOCK:
            self.locks[seat] |= BIT[suit]
        else:
            self.keys[seat] |= BIT[suit]
        self.sizes[seat] += 1

    def take(self, seat: Int, kind: Int) -> None:
        """Takes a tile out of a hand."""
        suit = kind // 3
        what = kind % 3
        if what == PLAIN:
            self.plain[seat * WIDTH + suit] -= 1
            if self.plain[seat * WIDTH + suit] == 0:
                self.suits[seat] ^= BIT[suit]
        elif what == LOCK:
            self.locks[seat] ^= BIT[suit]
        else:
            self.keys[seat] ^= BIT[suit]
        self.sizes[seat] -= 1

    def clear(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        for suit in range(seat * WIDTH, (seat + 1) * WIDTH):
            self.plain[suit] = 0
        self.suits[seat] = 0
        self.locks[seat] = 0
        self.keys[seat] = 0
        self.sizes[seat] = 0

    def held(self, seat: Int, kind: Int) -> Int:
        """Counts the tiles of a kind in a hand."""
        suit = kind // 3
        what = kind % 3
        if what == PLAIN:
            return self.plain[seat * WIDTH + suit]
        mask = self.locks[seat] if what == LOCK else self.keys[seat]
        return 1 if mask & BIT[suit] != 0 else 0

    def of_suit(self, seat: Int, suit: Int) -> Int:
        """Counts the tiles of a suit in a hand, special ones included."""
        return (
            self.plain[seat * WIDTH + suit]
            + self.held(seat, 3 * suit + LOCK) + self.held(seat, 3 * suit + KEY)
        )

    def points(self, seat: Int) -> Int:
        """Adds up the points of a hand: every tile is worth its suit."""
        return sum(suit * self.of_suit(seat, suit) for suit in range(1, MOST_SUITS + 1))

    def tiles(self, seat: Int) -> vec[Int]:
        """Lists the tiles of a hand, ascending."""
        found = vec[Int]()
        for kind in range(3, KINDS):
            count = self.held(seat, kind)
            while count > 0:
                found = append(found, kind)
                count -= 1
        return found

    def copy(self) -> Hands:
        """Makes an independent copy."""
        return Hands(self.plain[:], self.suits[:], self.locks[:], self.keys[:], self.sizes[:])


def empty_hands(seats: Int) -> Hands:
    """Makes empty hands for that many seats."""
    return Hands(ZEROS[: seats * WIDTH], ZEROS[:seats], ZEROS[:seats], ZEROS[:seats], ZEROS[:seats])
