"""The fields of an encoding: each writes one part of a view as numbers from -1 to 1.

Seats are told from the one that sees: 0 is oneself, 1 the next to the left. Who only watches
sees from seat 0. A whole number n of any size is written as n / (|n| + 32). Letters and numbers
in a text become signs: a number n from 0 on is 0.5 + 0.5 n / (n + 32), one below 0 less than
that, and a letter is minus its code / 128.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sobremesa.core.rows import signs as read_signs
from sobremesa.core.rows import soft

Numbers = NDArray[np.float32]
# The memory of such numbers, which takes one at a time faster than the array does; a memoryview,
# but for mypy those hold whole numbers only.
Buffer = Any


@lru_cache(maxsize=1 << 16)
def signs(text: str) -> array[float]:
    """Reads the letters and numbers of a text as numbers."""
    return array("f", read_signs(text))


def put(found: array[float], out: Buffer, at: int, width: int) -> None:
    """Writes signs, as many as there is room for."""
    if len(found) > width:
        found = found[:width]
    out[at: at + len(found)] = found


class Field(ABC):
    """One part of a view as numbers; `labels` says what each of them is."""

    def __init__(self, name: str, labels: list[str], low: float = 0.0) -> None:
        self.name = name
        self.labels = labels
        self.size = len(labels)
        self.low = low
        self.high = 1.0
        self.meaning = ""

    def parts(self) -> list[tuple[str, Field, int]]:
        """Lists the fields within this one, with where they begin."""
        return []

    @abstractmethod
    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes what a view holds, as seat `me` sees it, into numbers that are all 0, from
        place `at` on."""


class Flag(Field):
    """Something that is so or not."""

    def __init__(self, name: str) -> None:
        super().__init__(name, ["1 if so"])

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes 1 if it is so."""
        out[at] = bool(value)


class Number(Field):
    """A whole number."""

    def __init__(self, name: str) -> None:
        super().__init__(name, ["the number n as n / (|n| + 32)"], -1.0)

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes the number."""
        out[at] = soft(value)


class Row(Field):
    """Whole numbers in their places, as many as there is room for."""

    def __init__(self, name: str, labels: list[str]) -> None:
        super().__init__(name, labels, -1.0)

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes the numbers, each with one more so that 0 is a place without one."""
        for place, number in enumerate(value[: self.size]):
            out[at + place] = soft(number + 1 if number >= 0 else number)


class Among(Field):
    """Some of a few numbered things."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name, [f"number {number}" for number in range(count)])

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Marks those that are among them."""
        for number in value:
            out[at + number] = 1


class Word(Field):
    """One of some words."""

    def __init__(self, name: str, words: list[Any]) -> None:
        super().__init__(name, [str(word) or "none" for word in words])
        self.places = {word: place for place, word in enumerate(words)}

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Marks the word."""
        out[at + self.places[value]] = 1


class Words(Word):
    """Some of some words."""

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Marks the words."""
        for word in value:
            out[at + self.places[word]] = 1


def seats_from(players: int) -> list[str]:
    """Names the seats as one sees them.

    >>> seats_from(3)
    ['oneself', 'seat +1', 'seat +2']
    """
    return ["oneself", *[f"seat +{step}" for step in range(1, players)]]


class SeatOf(Field):
    """A seat, or nobody."""

    def __init__(self, name: str, players: int) -> None:
        super().__init__(name, seats_from(players))

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Marks the seat."""
        if value >= 0:
            out[at + (value - me) % self.size] = 1


class Seats(Field):
    """Some of the seats."""

    def __init__(self, name: str, players: int) -> None:
        super().__init__(name, seats_from(players))

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Marks the seats."""
        for seat in value:
            out[at + (seat - me) % self.size] = 1


class BySeat(Field):
    """A whole number for every seat."""

    def __init__(self, name: str, players: int) -> None:
        super().__init__(name, seats_from(players), -1.0)

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes the numbers from one's own on."""
        for seat, number in enumerate(value):
            out[at + (seat - me) % self.size] = soft(number)


class Vocabulary:
    """The kinds of pieces of a game, found by name however a piece is turned."""

    def __init__(self, pieces: list[str]) -> None:
        counted = Counter(pieces)
        self.kinds = list(counted)
        self.many = [counted[kind] for kind in self.kinds]
        self.places: dict[str, int] = {}
        for place, kind in enumerate(self.kinds):
            self.places[kind] = place
            self.places.setdefault(_turned(kind), place)

    def find(self, name: str) -> int:
        """Gives the place of a piece among the kinds, or -1 if there is no such piece.

        >>> pieces = Vocabulary(["6-4", "0-0-1-2"])
        >>> pieces.find("4-6"), pieces.find("10/20"), pieces.find("?")
        (0, 1, -1)
        """
        found = self.places.get(name)
        return self.places.get(_turned(name), -1) if found is None else found


def _turned(name: str) -> str:
    """Writes the numbers of a piece in their order, so that it does not matter how it lies."""
    if "/" in name:
        return "|".join(sorted(name.replace("/", "")))
    return "|".join(sorted(name.split("-")))


class Pieces(Field):
    """Pieces in no order, or how many there are where they are hidden."""

    def __init__(self, name: str, words: Vocabulary) -> None:
        super().__init__(name, ["how many", *words.kinds])
        self.words = words

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes the count, and of every kind the share that is here."""
        if isinstance(value, int):
            out[at] = soft(value)
            return
        out[at] = soft(len(value))
        for name in value:
            place = self.words.find(name)
            if place >= 0 and self.words.many[place] == 1:
                out[at + 1 + place] = 1
            elif place >= 0:
                out[at + 1 + place] = value.count(name) / self.words.many[place]


class Ordered(Field):
    """Pieces in an order."""

    def __init__(self, name: str, words: Vocabulary) -> None:
        super().__init__(name, [f"place of {kind}" for kind in words.kinds])
        self.words = words

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes the place of every piece, counted from 1."""
        if isinstance(value, int):
            return
        for number, name in enumerate(value):
            place = self.words.find(name) if name else -1
            if place >= 0:
                out[at + place] = soft(number + 1)


class PieceOf(Field):
    """One piece, or none."""

    def __init__(self, name: str, words: Vocabulary) -> None:
        super().__init__(name, list(words.kinds))
        self.words = words

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Marks the piece."""
        place = self.words.find(value) if value else -1
        if place >= 0:
            out[at + place] = 1


class Several(Field):
    """The same thing several times, from one's own seat on where it goes by seat."""

    def __init__(self, name: str, part: Field, owners: list[str], *, seats: bool) -> None:
        super().__init__(
            name, [f"{owner}: {label}" for owner in owners for label in part.labels], part.low
        )
        self.part = part
        self.count = len(owners)
        self.seats = seats

    def parts(self) -> list[tuple[str, Field, int]]:
        """Gives the field that is there several times, as it begins the first time."""
        return [("", self.part, 0)]

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes one after another, as many as there is room for."""
        size = self.part.size
        for number, item in enumerate(value[: self.count]):
            start = size * ((number - me) % self.count if self.seats else number)
            self.part.write(item, out, at + start, me)


class Laid(Field):
    """Pieces as they were laid, each with where it lies behind an @."""

    def __init__(self, name: str, words: Vocabulary, width: int) -> None:
        parts = ["turn", "turned round", *[f"sign {number + 1}" for number in range(width)]]
        labels = [f"{what} of {kind}" for kind in words.kinds for what in parts]
        super().__init__(name, labels, -1.0)
        self.words = words
        self.width = width

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes for every piece when it was laid, whether the wrong way round, and the signs of
        how and where it lies: a square piece by its corners first."""
        for number, text in enumerate(value):
            name, _, where = text.partition("@")
            place = self.words.find(name)
            if place >= 0:
                start = place * (self.width + 2)
                how = signs("@" + where)
                if "/" in name:
                    how = signs(" ".join(name.replace("/", ""))) + how
                out[at + start] = soft(number + 1)
                out[at + start + 1] = "/" not in name and name != self.words.kinds[place]
                put(how, out, at + start + 2, self.width)


class Text(Field):
    """A short text by its signs."""

    def __init__(self, name: str, width: int) -> None:
        super().__init__(name, [f"sign {number + 1}" for number in range(width)], -1.0)

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes the first signs."""
        put(signs(value), out, at, self.size)


class Texts(Field):
    """The last of some texts, the newest first."""

    def __init__(self, name: str, rows: int, width: int) -> None:
        super().__init__(name, [
            f"sign {number + 1}, {row} back" for row in range(rows) for number in range(width)
        ], -1.0)
        self.rows = rows
        self.width = width

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes the signs of each."""
        for row, text in enumerate(value[: -self.rows - 1: -1]):
            put(signs(text), out, at + row * self.width, self.width)


class Calls(Field):
    """The last things that seats have done or said, the newest first."""

    def __init__(self, name: str, rows: int, width: int, players: int) -> None:
        parts = [
            *seats_from(players), *[f"sign {number + 1}" for number in range(width)], "points",
        ]
        super().__init__(
            name, [f"{part}, {row} back" for row in range(rows) for part in parts], -1.0
        )
        self.rows = rows
        self.width = width
        self.players = players

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes of each who it was, the signs of what it was, and the points it made."""
        players = self.players
        size = players + self.width + 1
        for row, entry in enumerate(value[: -self.rows - 1: -1]):
            start = row * size
            out[at + start + (entry[0] - me) % players] = 1
            put(signs(entry[1]), out, at + start + players, self.width)
            if len(entry) > 2:
                out[at + start + size - 1] = soft(entry[2])


class Moves(Field):
    """The last moves, the newest first."""

    def __init__(self, name: str, rows: int, moves: int, players: int) -> None:
        self.figures = moves.bit_length()
        parts = [
            *seats_from(players), *[f"figure {2**bit} of the move" for bit in range(self.figures)],
            "points",
        ]
        super().__init__(
            name, [f"{part}, {row} back" for row in range(rows) for part in parts], -1.0
        )
        self.rows = rows
        self.players = players

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes of each who it was, the number of the move and one more in base two, and the
        points that it made; `value` is the log and the numbers of its moves."""
        log, numbers = value
        size = self.players + self.figures + 1
        last = range(len(log) - 1, max(-1, len(log) - 1 - self.rows), -1)
        for row, place in enumerate(last):
            start = at + row * size
            out[start + (log[place][0] - me) % self.players] = 1
            for bit in range(self.figures):
                out[start + self.players + bit] = (numbers[place] + 1) >> bit & 1
            out[start + size - 1] = soft(log[place][2])


class Keyed(Field):
    """A whole number, or yes or no, by name."""

    def __init__(self, name: str, keys: list[str]) -> None:
        super().__init__(name, [f"{what} {key}" for key in keys for what in ("has", "at")], -1.0)
        self.keys = keys

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes of every name whether there is one, and the number."""
        for place, key in enumerate(self.keys):
            if key in value:
                out[at + 2 * place] = 1
                out[at + 2 * place + 1] = soft(int(value[key]))


class Sides(Field):
    """The two sides of a line, A and B."""

    def __init__(self, name: str, side: Field) -> None:
        super().__init__(
            name, [f"{key}: {label}" for key in "AB" for label in side.labels], side.low
        )
        self.side = side

    def parts(self) -> list[tuple[str, Field, int]]:
        """Gives the field of a side, as it begins for the first."""
        return [("", self.side, 0)]

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes each side that there is."""
        size = self.side.size
        for number, key in enumerate("AB"):
            if key in value:
                self.side.write(value[key], out, at + number * size, me)


class Record(Field):
    """Several named fields as one."""

    def __init__(self, name: str, parts: list[Field]) -> None:
        super().__init__(
            name, [f"{part.name}: {label}" for part in parts for label in part.labels],
            min(part.low for part in parts),
        )
        self.fields = parts

    def parts(self) -> list[tuple[str, Field, int]]:
        """Lists the fields within this one, with where they begin."""
        starts = accumulate([field.size for field in self.fields], initial=0)
        return [
            (field.name, field, start) for field, start in zip(self.fields, starts, strict=False)
        ]

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes one field after another."""
        for part in self.fields:
            if part.name in value:
                part.write(value[part.name], out, at, me)
            at += part.size


class Tricks(Field):
    """The tricks so far: for every piece when and by whom it was played."""

    def __init__(self, name: str, words: Vocabulary, players: int) -> None:
        super().__init__(name, [
            f"{what} of {kind}" for kind in words.kinds
            for what in ["trick", *[f"{seat} as player" for seat in seats_from(players)]]
        ])
        self.words = words
        self.players = players

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes the number of the trick and the seat."""
        players = self.players
        for number, trick in enumerate(value):
            for step, name in enumerate(trick["pieces"]):
                place = self.words.find(name)
                if place >= 0:
                    start = place * (players + 1)
                    out[at + start] = soft(number + 1)
                    out[at + start + 1 + (trick["leader"] + step - me) % players] = 1


class Board(Field):
    """A board of squares with pieces: planes of kinds and of owners, and what is in hand."""

    def __init__(
        self, name: str, side: int, kinds: list[str], players: int, pieces: int
    ) -> None:
        squares = [f"{chr(97 + column)}{row + 1}" for row in range(side) for column in range(side)]
        planes = [*kinds, *[f"owned by {seat}" for seat in seats_from(players)]]
        super().__init__(name, [
            *[f"{plane} on {square}" for plane in planes for square in squares],
            *[f"piece {number} in hand" for number in range(pieces)],
        ])
        self.kinds = {kind: place for place, kind in enumerate(kinds)}
        self.squares = {square: place for place, square in enumerate(squares)}
        self.players = players

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Marks every piece on the plane of its kind and on that of its owner."""
        size = len(self.squares)
        for piece in value:
            place = self.squares.get(piece["square"])
            if place is None:
                out[at + (len(self.kinds) + self.players) * size + piece["id"]] = 1
                continue
            out[at + self.kinds[piece["kind"]] * size + place] = 1
            if piece["owner"] >= 0:
                plane = len(self.kinds) + (piece["owner"] - me) % self.players
                out[at + plane * size + place] = 1


class Lattice(Field):
    """Rows of figures, a dot where there is none yet."""

    def __init__(self, name: str, rows: int, columns: int) -> None:
        super().__init__(name, [
            f"corner {row},{column}" for row in range(rows) for column in range(columns)
        ])
        self.columns = columns

    def write(self, value: Any, out: Buffer, at: int, me: int) -> None:
        """Writes every figure with one more, and 0 for a dot."""
        for row, text in enumerate(value):
            for column, figure in enumerate(text):
                if figure.isdecimal():
                    out[at + row * self.columns + column] = soft(int(figure) + 1)
