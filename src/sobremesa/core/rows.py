"""What a seat may know as a row of numbers, written by the engine straight from a round.

`adapters.encoding` says what the numbers of a row mean, and makes the same row of a view; a law
holds the two to each other byte for byte. A row has numbers of 32 bits, kept here as whole numbers
with the same bits, so that their memory is what other libraries read.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from struct import pack, unpack
from typing import Final

from sobremesa.core.arrays import Cell, Int, extend, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, NO_MOVE, SEAT_BITS, SEAT_MASK, Game, Round

# A whole number n is written as n / (|n| + 32); those up to SPAN are kept.
SOFT: Final = 32
SPAN: Final[Int] = 2048


def bits_of(number: float) -> int:
    """Gives the bits of a number in 32 bits, as a whole number.

    >>> hex(bits_of(1.0))
    '0x3f800000'
    """
    return int(unpack("<i", pack("<f", number))[0])


def soft(number: float) -> float:
    """Brings a number of any size between -1 and 1.

    >>> soft(0), soft(32), soft(-32)
    (0.0, 0.5, -0.5)
    """
    return number / (abs(number) + SOFT)


# The letters and numbers of a text, each of which is a sign.
LETTERS: Final = 128
SIGN: Final = re.compile(r"(?<![0-9])-[0-9]+|[0-9]+|[^\W_]|[+?=/*.]")


def signs(text: str) -> list[float]:
    """Reads the letters and numbers of a text as numbers.

    >>> [round(sign, 2) for sign in signs("6-4@W")]
    [0.58, 0.56, -0.68]
    >>> [round(sign, 2) for sign in signs("@-3,0")]
    [0.46, 0.5]
    """
    return [
        0.5 + 0.5 * soft(int(sign)) if sign[-1].isdecimal() else -(ord(sign) % LETTERS) / LETTERS
        for sign in SIGN.findall(text)
    ]


def table_of(texts: list[str], width: int) -> vec[Cell]:
    """Writes the signs of each text in a row of that width."""
    cells: list[int] = []
    for text in texts:
        found = [bits_of(sign) for sign in signs(text)][:width]
        cells += found + [0] * (width - len(found))
    return vec[Cell]([cell for cell in cells])


ONE: Final[Cell] = 0x3F800000
SOFTS: Final = vec[Cell]([bits_of(soft(number)) for number in range(-2048, 2049)])
# The signs of the numbers from -REACH to REACH.
REACH: Final[Int] = 512
NUMBER_SIGNS: Final = vec[Cell]([
    bits_of(0.5 + 0.5 * soft(number)) for number in range(-512, 513)
])
POWERS: Final = vec[Int]([2**bit for bit in range(MOVE_BITS + 1)])


class Layout:
    """Where the fields of a row begin, by name, and where words and signs lie in them.

    `starts` has the first place of every field, those within others by their path (`trick:
    leader`). `words` has for a field of words the place of each; `last` is how many of the last
    moves a row has.
    """

    def __init__(
        self, size: int, starts: dict[str, int], words: dict[str, dict[str, int]], last: int
    ) -> None:
        self.size: int = size
        self.starts: dict[str, int] = starts
        self.words: dict[str, dict[str, int]] = words
        self.last: int = last

    def start(self, name: str) -> int:
        """Gives the first place of a field, or -1 if a row does not have it."""
        return self.starts.get(name, -1)

    def places(self, name: str, words: list[str]) -> vec[Int]:
        """Gives the place in a row of each of some words, -1 for one that it does not have."""
        known = self.words.get(name, {})
        start = self.start(name)
        return vec[Int]([start + known[word] if word in known else -1 for word in words])


class Rows(ABC):
    """Writes rows of one game over a copy of `blank`; a family adds what its views hold.

    Rows are written by the million, so what all of them have is written from local names, and
    `blank` has what most of them have: the first round, and nothing that silence stands for.
    """

    def __init__(self, game: Game, layout: Layout) -> None:
        self.game: Game = game
        self.layout: Layout = layout
        self.players: Int = game.players
        self.cells: vec[Cell] = vec[Cell]()
        # Where the row that is being written begins, and the seat from which it is seen.
        self.at: Int = 0
        self.me: Int = 0
        self.turn_at: Int = layout.start("turn")
        self.over_at: Int = layout.start("over")
        self.number_at: Int = layout.start("number")
        self.before_at: Int = layout.start("before")
        self.points_at: Int = layout.start("points")
        self.winners_at: Int = layout.start("winners")
        self.silence_at: Int = layout.start("silence")
        self.plain_at: Int = layout.start("plain")
        self.log_at: Int = layout.start("log")
        self.last: Int = layout.last
        self.move_bits: Int = int(game.move_count).bit_length()
        # Whether there are moves that not everybody may know.
        self.hides: bool = False
        self.blank: vec[Cell] = vec[Cell]([0 for _ in range(layout.size)])
        self.blank[self.number_at] = SOFTS[1 + SPAN]
        self.blank[self.silence_at] = SOFTS[NO_MOVE + SPAN]

    @abstractmethod
    def own(self, round: Round, seat: Int) -> None:
        """Writes the points, and what the views of a family hold besides what all have."""

    def write(self, round: Round, seat: Int, choices: Int, at: Int) -> None:
        """Writes what a seat may know into the row that begins at `at`; `choices` is how many
        moves it has."""
        self.at = at
        self.me = seat if seat >= 0 else 0
        if seat >= 0:
            self.mark(seat)
        self.seat(self.turn_at, round.turn)
        if round.number != 1:
            self.number(self.number_at, round.number)
        self.by_seat(self.before_at, round.before)
        self.silence_and_plain(round, seat, choices)
        if round.over:
            self.mark(self.over_at)
            for winner in round.winners():
                self.seat(self.winners_at, winner)
        self.moves(round, seat)
        self.own(round, seat)

    def silence_and_plain(self, round: Round, seat: Int, choices: Int) -> None:
        """Writes what saying nothing stands for, and whether there is but one thing to do."""
        if seat == round.turn and not round.over:
            silence = round.silence()
            if silence != NO_MOVE:
                self.number(self.silence_at, silence)
            if choices == 1 and round.is_plain():
                self.mark(self.plain_at)

    def points(self, round: Round) -> None:
        """Writes the points of the round by seat, however they come about."""
        for seat, made in enumerate(round.points()):
            self.number(self.points_at + self.seen_from(seat), made)

    def moves(self, round: Round, seat: Int) -> None:
        """Writes the last moves, the newest first: who it was, the figures of the number of the
        move and one more in base two, and the points that it made."""
        log = round.log
        entry: Int = len(log) - 1
        stop = entry - self.last
        cells = self.cells
        players = self.players
        size = players + self.move_bits + 1
        me = self.me
        hides = self.hides
        place = self.at + self.log_at
        while entry >= 0 and entry > stop:
            packed = log[entry]
            steps = ((packed >> MOVE_BITS) & SEAT_MASK) - me
            cells[place + (steps if steps >= 0 else steps + players)] = ONE
            move = (round.known_move(entry, seat) if hides else packed & MOVE_MASK) + 1
            # Figures are as good as random, so that no branch depends on them.
            figure = place + players
            place += size
            while figure < place - 1:
                cells[figure] = Cell(move & 1) * ONE
                move >>= 1
                figure += 1
            made = packed >> (MOVE_BITS + SEAT_BITS)
            if made != 0:
                self.number(place - self.at - 1, made)
            entry -= 1

    def seen_from(self, seat: Int) -> Int:
        """Counts the places from the seat that sees to another, to the left."""
        steps = seat - self.me
        return steps if steps >= 0 else steps + self.players

    def mark(self, place: Int) -> None:
        """Writes 1."""
        self.cells[self.at + place] = ONE

    def number(self, place: Int, number: Int) -> None:
        """Writes a whole number."""
        if -SPAN <= number <= SPAN:
            self.cells[self.at + place] = SOFTS[number + SPAN]
        else:
            self.cells[self.at + place] = bits_of(soft(int(number)))

    def seat(self, start: Int, seat: Int) -> None:
        """Marks a seat, if it is one, in a field of seats."""
        if seat >= 0:
            steps = seat - self.me
            self.cells[self.at + start + (steps if steps >= 0 else steps + self.players)] = ONE

    def seats(self, start: Int, mask: Int, first: Int) -> None:
        """Marks the seats of a mask in which seat 0 has bit `first`."""
        for seat in range(self.players):
            if mask & POWERS[seat + first] != 0:
                self.mark(start + self.seen_from(seat))

    def by_seat(self, start: Int, numbers: vec[Int]) -> None:
        """Writes a whole number for every seat."""
        place = start + (self.players - self.me if self.me > 0 else 0)
        for seat in range(self.players):
            if seat == self.me:
                place = start
            if numbers[seat] != 0:
                self.number(place, numbers[seat])
            place += 1

    def flag(self, place: Int, so: bool) -> None:
        """Marks what is so."""
        if so:
            self.mark(place)

    def ordered(self, start: Int, pieces: vec[Int]) -> None:
        """Writes the place of every piece in an order, counted from 1."""
        cells = self.cells
        start += self.at
        for number in range(len(pieces)):
            piece = pieces[number]
            if piece >= 0:
                cells[start + piece] = SOFTS[number + 1 + SPAN]

    def pieces(self, start: Int, pieces: vec[Int]) -> None:
        """Writes how many pieces there are, and marks each."""
        self.number(start, len(pieces))
        cells = self.cells
        start += self.at + 1
        for piece in pieces:
            cells[start + piece] = ONE

    def spelt(self, start: Int, table: vec[Cell], row: Int, width: Int) -> None:
        """Copies a row of a table of numbers."""
        cells = self.cells
        start += self.at
        first = row * width
        for place in range(width):
            cells[start + place] = table[first + place]

    def sign(self, place: Int, number: Int) -> None:
        """Writes a number as the sign that it is in a text."""
        if -REACH <= number <= REACH:
            self.cells[self.at + place] = NUMBER_SIGNS[number + REACH]
        else:
            self.cells[self.at + place] = bits_of(0.5 + 0.5 * soft(int(number)))

    def texts(self, start: Int, texts: list[str], rows: Int, width: Int) -> None:
        """Writes the signs of the last of some texts, the newest first."""
        for row in range(min(rows, len(texts))):
            found = signs(texts[len(texts) - 1 - row])
            for place in range(min(width, len(found))):
                self.cells[self.at + start + row * width + place] = bits_of(found[place])


def row_of(writer: Rows, round: Round, seat: int) -> vec[Cell]:
    """Writes one row into memory of its own."""
    writer.cells = extend(vec[Cell](), writer.blank)
    is_mover = seat == round.turn and not round.over
    writer.write(round, seat, len(round.legal()) if is_mover else 0, 0)
    return writer.cells

