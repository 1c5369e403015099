"""Bingo, a solitaire of pure chance (Spanish: Bingo).

All tiles lie face up in one long row. Somebody counts from the left, 0, 1, 2 and so on up to
12, then again from 0, and touches a tile with each number. A tile whose pips are the number
spoken is removed. At the right end the gaps are closed and the touching goes on from the left,
the count going on too. The game is won when the row is empty. It is lost as soon as a pass
begins with the same row and the same number as an earlier one.

There is nothing to decide. The moves are how far to go on: one touch, one pass, or to the end.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Pieces
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data, Views
from sobremesa.core.numbers import is_whole
from sobremesa.core.options import Option
from sobremesa.core.parts import Number, Part, Row
from sobremesa.core.reading import tidy
from sobremesa.families.solo.solitaire import LOST, WON, Solitaire, SolitaireRound
from sobremesa.families.solo.views import BingoView
from sobremesa.material.dominoes import PIPS

STEP: Final[Int] = 0
PASS: Final[Int] = 1
RUN: Final[Int] = 2
WORDS: Final = ["step", "pass", "run"]

# What happens with a touch; the place is the number of the touch.
REMOVED: Final[Int] = 0


class Gaps(Row):
    """The places of the row before which tiles are missing."""

    def wrong(self, value: Any) -> str:
        """Asks for a list of places."""
        if isinstance(value, list) and all(is_whole(gap) for gap in value):
            return ""
        return "gaps must be places in the row"


@mypyc_attr(allow_interpreted_subclasses=True)
class Bingo(Solitaire):
    """The rules of Bingo."""

    NAME: ClassVar[str] = "bingo"
    VIEWS: ClassVar[Views] = Solitaire.VIEWS.holding(BingoView)
    TITLE: ClassVar[str] = "Bingo"
    SENTENCE: ClassVar[str] = "Count along the row; a tile that hears its own number leaves."
    OPTIONS: ClassVar[list[Option]] = Solitaire.with_sets("DBINGO-R06", [6, 9, 12, 15])
    MANNER: ClassVar[str] = "bingo"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        # How many numbers are counted before 0 comes again (DBINGO-06, DBINGO-R06).
        self.numbers: Int = 2 * self.top + 1
        self.move_count = 3
        # With n tiles left one is removed, or the game lost, within a pass for each number.
        self.longest = self.numbers * self.tiles * (self.tiles + 1) // 2

    def empty_round(self, number: Int, before: vec[Int]) -> BingoRound:
        """Makes a round with no row."""
        return BingoRound(self)

    def layout_parts(self) -> list[Part]:
        """Lists the row, what has left it, and how far the count has come."""
        most, numbers = int(self.longest), int(self.numbers)
        return [
            Pieces("row"),
            Gaps("gaps", 1),
            Pieces("removed"),
            Number("count", 0, numbers - 1),
            Number("place", 0, int(self.tiles)),
            Number("touches", 0, most, "touches_made"),
            Number("passes", 0, most),
            Number("fruitless", 0, numbers),
        ]

    def mislaid(self, data: Data) -> list[str]:
        """Says where the count is beyond the row."""
        row = data.get("row", [])
        found: list[str] = []
        if data["boneyard"]:
            found.append("all tiles lie in the row: there is no boneyard (DBINGO-02)")
        if data.get("place", 0) >= max(len(row), 1):
            found.append(f"place must be below the length of the row, {len(row)}")
        if any(gap > len(row) for gap in data.get("gaps", [])):
            found.append("gaps must be places in the row")
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class BingoRound(SolitaireRound):
    """One row of Bingo.

    `place` is the tile that the next number touches. A removed tile leaves a gap until the
    end of the pass; `gaps` has the places of the row before which tiles are missing.
    """

    def __init__(self, rules: Bingo) -> None:
        super().__init__(rules)
        self.numbers: Int = rules.numbers
        self.row: vec[Int] = vec[Int]()
        self.gaps: vec[Int] = vec[Int]()
        self.removed: vec[Int] = vec[Int]()
        self.count: Int = 0
        self.place: Int = 0
        self.touches_made: Int = 0
        self.passes: Int = 0
        # Whole passes since a tile left.
        self.fruitless: Int = 0

    def hold(self, seat: Int, piece: Int) -> None:
        """Lays a tile at the end of the row (DBINGO-02, DBINGO-03)."""
        self.row = append(self.row, piece)

    def settle(self) -> None:
        """An empty row is won."""
        if not self.over and len(self.row) == 0:
            self.finish(WON)

    def legal(self) -> vec[Int]:
        """One touch, the rest of the pass, or everything (DBINGO-R07)."""
        return vec[Int]() if self.over else vec[Int]([STEP, PASS, RUN])

    def play(self, move: Int) -> None:
        """Counts on."""
        self.note(move)
        self.fresh = vec[Int]()
        passes = self.passes
        self.touch()
        while not self.over and (move == RUN or (move == PASS and self.passes == passes)):
            self.touch()

    def touch(self) -> None:
        """Speaks a number and touches a tile (DBINGO-04, DBINGO-05, DBINGO-R02)."""
        self.touches_made += 1
        tile = self.row[self.place]
        if PIPS[tile] == self.count:
            self.remove(tile)
        else:
            self.place += 1
        self.count = self.count + 1 if self.count + 1 < self.numbers else 0
        if len(self.row) == 0:
            self.passes += 1
            self.finish(WON)
        elif self.place == len(self.row):
            self.end_pass()

    def remove(self, tile: Int) -> None:
        """Takes a tile out of the row, which leaves a gap."""
        self.row = vec[Int]([other for other in self.row if other != tile])
        self.gaps = append(self.gaps, self.place)
        self.removed = append(self.removed, tile)
        self.fresh = append(self.fresh, tile)
        self.happens(REMOVED, tile, self.touches_made)

    def end_pass(self) -> None:
        """Closes the gaps; a pass that begins as an earlier one did is lost (DBINGO-R03)."""
        self.passes += 1
        self.place = 0
        if len(self.gaps) > 0:
            self.gaps = vec[Int]()
            self.fruitless = 0
            return
        self.fruitless += 1
        # The row is as before, and the count has gone on by its length with every pass.
        if self.fruitless * len(self.row) % self.numbers == 0:
            self.finish(LOST)

    def left(self) -> Int:
        """Counts the row."""
        return len(self.row)

    def text(self, move: Int) -> str:
        """Writes how far to go on."""
        return WORDS[int(move)]

    def read(self, text: str) -> int:
        """Reads `step`, `pass` or `run`."""
        word = tidy(text).lower()
        if word not in WORDS:
            raise self.no_move(text, "step, pass or run")
        return WORDS.index(word)

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a button."""
        return (WORDS[int(move)],)

    def refusal(self, move: Int) -> IllegalMove:
        """Nothing is refused before the end."""
        return IllegalMove("the row is done (DBINGO-R04)")

    def kinds(self) -> list[str]:
        """Tiles are removed."""
        return ["removed"]

    def copy(self) -> BingoRound:
        """Makes an independent copy."""
        rules = self.rules
        assert isinstance(rules, Bingo)
        twin = BingoRound(rules)
        self.copied_into(twin)
        twin.row, twin.gaps, twin.removed = self.row[:], self.gaps[:], self.removed[:]
        twin.count, twin.place, twin.touches_made = self.count, self.place, self.touches_made
        twin.passes, twin.fruitless = self.passes, self.fruitless
        return twin
