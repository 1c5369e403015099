"""Views as rows of numbers, of a fixed length for every game, each number with its meaning.

The fields follow from the type of a game's views (`Game.VIEWS`), so that nothing can enter a row
that a view does not hold: a seat's row for a sampled world is the same as for the real one.

>>> import sobremesa
>>> encoding = Encoding(sobremesa.game("block"))
>>> view = sobremesa.game("block").start(seed=3).view(0)
>>> row = encoding.encode(view)
>>> row.shape == (encoding.size,), row.dtype
(True, dtype('float32'))
>>> encoding.read(row, "hands: oneself: 6-6") == float("6-6" in view.data["hands"][0])
True
"""

from __future__ import annotations

from dataclasses import dataclass
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from sobremesa import Game, Refused, View
from sobremesa.adapters.fields import (
    Among,
    Board,
    BySeat,
    Calls,
    Field,
    Flag,
    Keyed,
    Laid,
    Lattice,
    Moves,
    Number,
    Numbers,
    Ordered,
    PieceOf,
    Pieces,
    Record,
    Row,
    SeatOf,
    Seats,
    Several,
    Sides,
    Text,
    Texts,
    Tricks,
    Vocabulary,
    Word,
    Words,
    seats_from,
)
from sobremesa.core.rows import Layout
from sobremesa.families.boards.views import Piece
from sobremesa.families.solo.big_clock import BigClock

# What is no field of its own: what never changes in a game, the choices (they are actions), how
# the round began (the log and the hands tell it), what people are offered, and what follows from
# other fields: the free cells from the plane, the story of a solitaire from its log, the line of
# text from the board, the halves that are joined from the line, the name of a hand from its tiles.
# The numbers of the moves are in the log, and so the shifts of the Big Clock and whether a double
# that waits was stuck.
LEFT_OUT = {
    "game", "options", "seat", "moves", "opening", "quick", "attempts", "cells", "story", "fen",
    "board", "teams", "ranks", "tally", "near", "joined", "played", "shifts",
    "stuck",
}
# So many of the last moves are in a row unless somebody asks for more.
LAST = 8
# The signs of a move that are read, and those of a place.
SIGNS = 8
PLACE = 3
CORNERS = 4
# The notes by which the types of views say what a number or a list is.
A_SEAT = "A seat, counted from 0, or -1 for nobody."
BY_SEAT = "By seat."
BY_NAME = "By name."
# Names that are one piece, lists of seats, and pieces whose order means nothing.
ONE_PIECE = {"lead", "discard", "taken", "missed", "shown", "down"}
SEAT_LISTS = {"winners", "folded", "marked", "coming", "recent", "acted", "seats"}
SEAT_NAMES = {"turn", "leader", "winner", "owner"}
UNORDERED = {"unused", "up", "boneyard", "pool", "fresh", "aside"}
LAID = {"line", "plane", "table", "laid", "given"}
# How many of a list there is room for.
ROOM = {
    "pots": 12, "timers": 5, "waiting": 4, "clock": 12, "melds": 4, "gaps": 12, "chosen": 2,
    "holes": 8, "corners": 8, "calls": 8, "pieces": 36,
}


@dataclass(frozen=True)
class Meaning:
    """What one number of a row means, and between which bounds it lies."""

    place: int
    field: str
    label: str
    low: float
    high: float
    words: str


class Encoding:
    """How the views of a game become rows of numbers.

    `last` is how many of the last moves a row has, by their numbers or, if `told`, by the signs
    of how they are told, which say of a draw what was drawn.
    """

    def __init__(self, game: Game, last: int = LAST, *, told: bool = False) -> None:
        self.game = game
        self.fields = _fields(game, last, told=told)
        self.places: list[tuple[str, Field, int, int]] = []
        start = 0
        for field in self.fields:
            self.places.append((field.name, field, start, start + field.size))
            start += field.size
        self.size = start
        self.last = last
        self._labels: dict[str, int] = {}

    def encode(self, view: View, out: Numbers | None = None) -> Numbers:
        """Writes a view as a row of numbers, into `out` if it is given.

        :raises Refused: if the view is of another game, or `out` has another shape or type.
        """
        if view.game is not self.game and view.game != self.game:
            raise Refused(
                "this encoding is of {game}, not of {other}",
                game=self.game.spec, other=view.game.spec,
            )
        if out is None:
            out = np.zeros(self.size, np.float32)
        elif out.shape != (self.size,) or out.dtype != np.float32:
            raise Refused(
                "a row has {size} numbers of type float32, not {shape} of {kind}",
                size=self.size, shape=str(out.shape), kind=str(out.dtype),
            )
        else:
            out.fill(0)
        data = view.data
        me = max(0, data["seat"])
        memory = out.data
        for name, field, start, _ in self.places:
            if isinstance(field, Moves):
                field.write((data[name], data["played"]), memory, start, me)
            elif name in data:
                field.write(data[name], memory, start, me)
        memory[me] = data["seat"] >= 0
        return out

    def layout(self) -> Layout:
        """Says where in a row the fields begin, for who writes rows of rounds."""
        starts: dict[str, int] = {}
        words: dict[str, dict[str, int]] = {}

        def note(path: str, field: Field, start: int) -> None:
            starts[path] = start
            if isinstance(field, Word):
                words[path] = {str(word): place for word, place in field.places.items()}
            for name, part, inner in field.parts():
                note(f"{path}: {name}" if name else path + ":", part, start + inner)

        for name, field, start, _ in self.places:
            note(name, field, start)
        return Layout(self.size, starts, words, self.last)

    def describe(self) -> list[Meaning]:
        """Says what every number means."""
        return [
            Meaning(start + place, name, label, field.low, field.high, field.meaning)
            for name, field, start, _ in self.places for place, label in enumerate(field.labels)
        ]

    def text(self) -> str:
        """Writes a line for every field: its places, its name and what it is."""
        return "\n".join(
            f"{start:>6} {stop - 1:>6}  {name}: {field.meaning or 'as the game calls it'}"
            for name, field, start, stop in self.places
        )

    def read(self, row: Numbers, what: str) -> float:
        """Gives the number of a row that `describe` calls by its field and label."""
        if not self._labels:
            self._labels = {f"{one.field}: {one.label}": one.place for one in self.describe()}
        if what not in self._labels:
            raise Refused("no number of {game} means {what}", game=self.game.name, what=what)
        return float(row[self._labels[what]])


def _fields(game: Game, last: int, *, told: bool) -> list[Field]:
    maker = _Maker(game, last, told=told)
    found = [_own_seat(int(game.players))]
    for name, hint in get_type_hints(type(game).VIEWS.holds, include_extras=True).items():
        if name not in LEFT_OUT and not (name == "centre" and type(game).FAMILY == "boards"):
            found.append(maker.field(name, hint))
    return [field for field in found if field.size]


def _own_seat(players: int) -> Field:
    """Makes the one field that says which seat sees, by its number."""
    seat = Seats("seat itself", players)
    seat.labels = [f"seat {number}" for number in range(players)]
    seat.meaning = "The seat that sees this, counted from 0; none if it only watches."
    return seat


class _Maker:
    """Makes the fields of a game from the types of its views."""

    def __init__(self, game: Game, last: int, *, told: bool) -> None:
        self.game = game
        self.last = last
        self.told = told
        self.players = int(game.players)
        self.words = Vocabulary([name for name in game.pieces() if not name.endswith(" chips")])

    def field(self, name: str, hint: Any) -> Field:
        """Makes the field of a name and a type, with the words that describe it."""
        notes: list[Any] = []
        while get_origin(hint) in (Annotated, NotRequired):
            base, *more = get_args(hint)
            notes += more
            hint = base
        words = [note for note in notes if isinstance(note, str)]
        made = self.special(name, hint) or self.plain(name, hint, words)
        made.meaning = " ".join(reversed(words))
        return made

    def special(self, name: str, hint: Any) -> Field | None:
        """Makes the fields that a type alone does not tell."""
        rules: Any = self.game
        family = type(self.game).FAMILY
        if name == "log" and self.told:
            return Calls(name, self.last, SIGNS, self.players)
        if name == "log":
            return Moves(name, self.last, int(self.game.move_count), self.players)
        if name == "calls":
            return Calls(name, ROOM[name], SIGNS, self.players)
        if name == "tricks":
            return Tricks(name, self.words, self.players)
        if name == "ends":
            return Keyed(name, list(dict.fromkeys(rules.arm_names[1:])))
        if name == "open":
            return Word(name, list(dict.fromkeys(rules.arm_names)))
        if name == "specials":
            return Keyed(name, [kind for kind in self.words.kinds if not kind.isdecimal()])
        if name == "returned":
            return Keyed(name, self.words.kinds)
        if name == "sides":
            return Sides(name, self.field("side", get_args(hint)[1]))
        if name == "lattice":
            return Lattice(name, int(rules.rows) + 1, int(rules.columns) + 1)
        if name == "pieces" and hint == list[Piece]:
            side = round(int(rules.squares) ** 0.5)
            kinds = list(get_args(get_type_hints(Piece)["kind"]))
            return Board(name, side, kinds, self.players, ROOM[name])
        if name in LAID and family != "locks":
            return Laid(name, self.words, PLACE + (CORNERS if family in ("plane", "puzzle") else 0))
        return None

    def plain(self, name: str, hint: Any, notes: list[str]) -> Field:
        """Makes the field that a type tells."""
        if hint is bool:
            return Flag(name)
        if hint is int:
            is_seat = A_SEAT in notes or name in SEAT_NAMES
            return SeatOf(name, self.players) if is_seat else Number(name)
        if hint is str:
            return PieceOf(name, self.words) if name in ONE_PIECE else Text(name, SIGNS)
        origin = get_origin(hint)
        if origin is Literal:
            return Word(name, list(get_args(hint)))
        if origin in (Union, UnionType):
            return self.either(name, get_args(hint))
        if origin is list:
            return self.listed(name, get_args(hint)[0], notes)
        return Record(name, [
            self.field(key, kind) for key, kind in get_type_hints(hint, include_extras=True).items()
        ])

    def either(self, name: str, kinds: tuple[Any, ...]) -> Field:
        """Makes the field of what is one of several types: hidden pieces, or more words."""
        if int in kinds:
            return Pieces(name, self.words)
        return Word(name, [word for kind in kinds for word in get_args(kind)])

    def listed(self, name: str, item: Any, notes: list[str]) -> Field:
        """Makes the field of a list."""
        base = get_args(item)[0] if get_origin(item) is Annotated else item
        if base is int:
            if BY_SEAT in notes:
                return BySeat(name, self.players)
            if name in SEAT_LISTS:
                return Seats(name, self.players)
            if name == "pieces":
                return Among(name, ROOM[name])
            return Row(name, [f"number {place + 1}" for place in range(ROOM.get(name, 2))])
        if base is str:
            if BY_NAME not in notes:
                return Texts(name, ROOM.get(name, LAST), SIGNS)
            kind = Pieces if name in UNORDERED else Ordered
            return kind(name, self.words)
        if get_origin(base) is Literal:
            return Words(name, list(get_args(base)))
        by_seat = name == "seats" or name not in ROOM
        owners = seats_from(self.players)
        if not by_seat:
            # By its name: compiled code can answer `isinstance` wrongly for a class with heirs.
            is_clock = self.game.name == BigClock.NAME
            hours = int(cast("BigClock", self.game).hours) if is_clock else 0
            owners = [f"{number + 1}" for number in range(max(ROOM[name], hours))]
        if base == list[str]:
            return Several(name, Ordered(name, self.words), owners, seats=by_seat)
        return Several(name, self.field(name, item), owners, seats=by_seat)
