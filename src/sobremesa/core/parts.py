"""What a position is made of: parts that write, show, read and check themselves.

A game lists the parts of its rounds once, in the order in which they are written. From the
list come `dump`, most of what a view shows, setting up a position and what can be wrong with
one. Only `copy` is written by hand, because searches live on it; a law of the conformance
suite holds it to the list.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import written
from sobremesa.core.game import Data, Round
from sobremesa.core.numbers import MOST_POINTS, is_whole


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """One thing that a position says, kept by a round in an attribute of that name or another.

    `write` and `read` name methods of the round for what is kept in another way. A part
    without `shown` is no part of a view, or is one that every view has.
    """

    def __init__(
        self, name: str, kept: str = "", *, write: str = "", read: str = "", shown: bool = True
    ) -> None:
        self.name: str = name
        self.kept: str = kept or name
        self.write: str = write
        self.read: str = read
        self.shown: bool = shown

    def value(self, round: Round) -> Any:
        """Writes what a round has, as plain data."""
        if self.write:
            return getattr(round, self.write)()
        return self.told(getattr(round, self.kept), round)

    def told(self, kept: Any, round: Round) -> Any:
        """Writes what is kept in the attribute."""
        return kept

    def seen(self, round: Round, seat: int) -> Any:
        """Writes what a seat may know of it: everything, unless the part says less."""
        return self.value(round)

    def take(self, round: Round, value: Any) -> None:
        """Puts into a round what was written."""
        if self.read:
            getattr(round, self.read)(value)
        elif not self.write:
            setattr(round, self.kept, self.heard(value, round))

    def heard(self, value: Any, round: Round) -> Any:
        """Reads what is kept in the attribute."""
        return value

    def check(self, data: Data) -> list[str]:
        """Says what is wrong with this part of a position, which may be left out."""
        wrong = self.wrong(data[self.name]) if self.name in data else ""
        return [wrong] if wrong else []

    def wrong(self, value: Any) -> str:
        """Says why a value is none for this part, or nothing."""
        return ""

    def pieces(self, value: Any) -> list[str]:
        """Names the pieces that lie in this part, as far as they can be found."""
        return []


class Number(Part):
    """A whole number within bounds."""

    def __init__(
        self, name: str, low: int, high: int, kept: str = "", *, shown: bool = True
    ) -> None:
        super().__init__(name, kept, shown=shown)
        self.low: int = low
        self.high: int = high

    def told(self, kept: Any, round: Round) -> Any:
        """Writes the number."""
        return int(kept)

    def wrong(self, value: Any) -> str:
        """Asks for a whole number within the bounds."""
        if is_whole(value, self.low, self.high):
            return ""
        if self.low == self.high:
            return f"{self.name} must be {self.low}"
        return f"{self.name} must be a whole number from {self.low} to {self.high}"


class Flag(Part):
    """Something that is so or not."""

    def wrong(self, value: Any) -> str:
        """Asks for true or false."""
        return "" if isinstance(value, bool) else f"{self.name} must be true or false"


class Word(Part):
    """One of some words, kept as its place among them; a game may allow fewer."""

    def __init__(
        self, name: str, words: list[str], allowed: list[str] | None = None, *,
        shown: bool = True,
    ) -> None:
        super().__init__(name, shown=shown)
        self.words: list[str] = words
        self.allowed: list[str] = words if allowed is None else allowed

    def told(self, kept: Any, round: Round) -> Any:
        """Writes the word."""
        return self.words[int(kept)]

    def heard(self, value: Any, round: Round) -> Any:
        """Finds the word's place."""
        return self.words.index(value)

    def wrong(self, value: Any) -> str:
        """Asks for one of the words."""
        if value in self.allowed:
            return ""
        listed = ", ".join([word if word else "nothing" for word in self.allowed])
        return f"{self.name} must be one of: {listed}"


class Row(Part):
    """A whole number for every seat, such as its points."""

    def __init__(
        self, name: str, seats: int, low: int = 0, high: int = MOST_POINTS, kept: str = "", *,
        what: str = "points", shown: bool = True,
    ) -> None:
        super().__init__(name, kept, shown=shown)
        self.seats: int = seats
        self.low: int = low
        self.high: int = high
        self.what: str = what

    def told(self, kept: Any, round: Round) -> Any:
        """Writes the numbers by seat."""
        return [int(number) for number in kept]

    def heard(self, value: Any, round: Round) -> Any:
        """Keeps the numbers by seat."""
        return vec[Int]([number for number in value])

    def wrong(self, value: Any) -> str:
        """Asks for a number for every seat."""
        if isinstance(value, list) and len(value) == self.seats and all(
            is_whole(number, self.low, self.high) for number in value
        ):
            return ""
        return f"{self.name} must have the {self.what} of each of the {self.seats} seats"


class Seats(Part):
    """Some of the seats, ascending, kept as a mask in which seat 0 has bit `first`."""

    def __init__(
        self, name: str, seats: int, kept: str = "", *, first: int = 0, shown: bool = True
    ) -> None:
        super().__init__(name, kept, shown=shown)
        self.seats: int = seats
        self.first: int = first

    def told(self, kept: Any, round: Round) -> Any:
        """Lists the seats."""
        return [seat for seat in range(self.seats) if int(kept) & 2 ** (seat + self.first)]

    def heard(self, value: Any, round: Round) -> Any:
        """Makes the mask."""
        return sum([2 ** (seat + self.first) for seat in set(value)])

    def wrong(self, value: Any) -> str:
        """Asks for a list of seats."""
        if isinstance(value, list) and all(is_whole(seat, 0, self.seats - 1) for seat in value):
            return ""
        return f"{self.name} must be a list of seats from 0 to {self.seats - 1}"


def as_list(value: object) -> list[object]:
    """Gives a list as it is, and nothing for anything else."""
    return value if isinstance(value, list) else []


def texts(value: object) -> list[str]:
    """Gives what a list says as texts, and nothing for anything else."""
    return [written(item) for item in as_list(value)]
