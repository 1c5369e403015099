"""The one source of chance, the same on every platform and every Python."""

from __future__ import annotations

from typing import Any, Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import BadOption
from sobremesa.core.numbers import LARGEST_SEED, is_whole

WORD: Final[Int] = 0xFFFFFFFF
# Rounds thrown away after seeding, so that close seeds part company.
WARM_UP: Final[Int] = 15


class Rng:
    """A small fast counting generator (Chris Doty-Humphrey's sfc32), seeded by one number.

    Three 32-bit words a, b, c and a counter. One step is, modulo 2**32::

        out = a + b + counter;  counter += 1
        a = b ^ (b >> 9);  b = c + (c << 3);  c = (c rotated left by 21) + out

    A seed from 0 to 2**64 - 1 fills a with its low word, b with its high word, c with 0 and
    the counter with 1; fifteen outputs are then thrown away. `below(n)` takes one output x,
    forms x * n, and answers its high word; it draws again while the low word is less than
    2**32 mod n, so every answer is equally likely. `shuffle` runs from the last place down,
    changing each place with one at or below it.

    >>> rng = Rng(1)
    >>> [rng.below(6) for _ in range(8)]
    [4, 1, 4, 3, 0, 3, 0, 0]
    """

    def __init__(self, seed: int) -> None:
        if not is_whole(seed, 0, LARGEST_SEED):
            raise BadOption(
                "a seed is a whole number from 0 to {high}, not {seed}",
                high=LARGEST_SEED, seed=seed,
            )
        self.seed: int = seed
        self.a: Int = seed & 0xFFFFFFFF
        self.b: Int = seed >> 32
        self.c: Int = 0
        self.counter: Int = 1
        for _ in range(WARM_UP):
            self.word()

    def copy(self) -> Rng:
        """Makes a generator that goes on the same way, apart from this one."""
        twin = Rng(self.seed)
        twin.a, twin.b, twin.c, twin.counter = self.a, self.b, self.c, self.counter
        return twin

    def state(self) -> tuple[int, ...]:
        """Gives the seed and where the generator stands."""
        return (self.seed, int(self.a), int(self.b), int(self.c), int(self.counter))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rng) and self.state() == other.state()

    def __hash__(self) -> int:
        return hash(self.state())

    def __reduce__(self) -> tuple[Any, ...]:
        return (rng_at, self.state())

    def word(self) -> Int:
        """Draws 32 random bits."""
        b = self.b
        c = self.c
        out = (self.a + b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = ((((c << 21) & WORD) | (c >> 11)) + out) & WORD
        return out

    def below(self, limit: Int) -> Int:
        """Draws a whole number from 0 to `limit` - 1, all equally likely; `limit` < 2**31."""
        product = self.word() * limit
        low = product & WORD
        if low < limit:
            floor = (WORD + 1) % limit
            while low < floor:
                product = self.word() * limit
                low = product & WORD
        return product >> 32

    def below_big(self, limit: int) -> int:
        """Draws like `below`, for limits of any size."""
        words = (limit.bit_length() + 31) // 32
        while True:
            value = 0
            for _ in range(words):
                value = value << 32 | int(self.word())
            span = 1 << 32 * words
            if value < span - span % limit:
                return value % limit

    def fraction(self) -> float:
        """Draws a number from 0 up to 1 with 53 random bits: the high 26 of one output and
        the high 27 of the next."""
        high = self.word() >> 6
        return float((high << 27) | (self.word() >> 5)) / 9007199254740992.0

    def shuffle(self, items: vec[Int], first: Int = 0) -> None:
        """Puts `items` from the place `first` on in random order, in place."""
        last: Int = len(items) - 1
        while last > first:
            other = first + self.below(last + 1 - first)
            held = items[last]
            items[last] = items[other]
            items[other] = held
            last -= 1

    def __repr__(self) -> str:
        return f"Rng({self.seed})"


def rng_at(seed: int, a: int, b: int, c: int, counter: int) -> Rng:
    """Makes a generator that stands where another stood; a pickled one is found by this."""
    rng = Rng(seed)
    rng.a, rng.b, rng.c, rng.counter = a, b, c, counter
    return rng
