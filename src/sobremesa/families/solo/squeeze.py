"""Squeeze, a solitaire of a row that closes up (Spanish: El empujón).

Seven tiles lie face up in a row. Two tiles with a number in common may be removed if exactly
one or two tiles lie between them; three or more tiles in an unbroken row may be removed if one
number is on all of them. After each removal the row is pushed together. When nothing more can
be removed, seven new tiles are added at the right end. Nothing left at the end is a win, one
or two tiles a close win.

The moves: removing the pair of tiles a and b is `a * tiles + b`, a left of b; removing the run
from a to b is as much behind the pairs; then come dealing seven new tiles, and stopping.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Pieces
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Views
from sobremesa.core.options import Option
from sobremesa.core.parts import Part
from sobremesa.core.reading import tidy
from sobremesa.families.solo.solitaire import CLOSE, LOST, WON, Solitaire, SolitaireRound
from sobremesa.families.solo.views import RowView
from sobremesa.material.dominoes import MARKS, NAMES, parse_tile
from sobremesa.material.rows import in_order, place_in

# Tiles added at a time (SQZ-03, SQZ-08), and the most that are a close win (SQZ-02).
GROUP: Final[Int] = 7
NEARLY: Final[Int] = 2

REMOVAL: Final = re.compile(r"(.+?)\s*(\+|\.\.+)\s*(.+)")

MAY_STOP_EARLY: Final = Option(
    "may_stop_early", False,
    "Whether new tiles may be added, or the game ended, while something can still be removed.",
    "SQZ-R06", title="Stopping early",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Squeeze(Solitaire):
    """The rules of Squeeze."""

    NAME: ClassVar[str] = "squeeze"
    VIEWS: ClassVar[Views] = Solitaire.VIEWS.holding(RowView)
    TOUCHED: ClassVar[dict[str, str]] = {
        "tile": "{0}+*tile", "tile tile": "{0}+{1}", "boneyard": "deal",
    }
    TITLE: ClassVar[str] = "Squeeze"
    SENTENCE: ClassVar[str] = "Take out pairs and runs, push the row together, leave nothing."
    OPTIONS: ClassVar[list[Option]] = Solitaire.with_sets("SQZ-R11", [12, 9, 6, 15], MAY_STOP_EARLY)
    MANNER: ClassVar[str] = "squeeze"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.hand_size = min(GROUP, self.tiles)
        self.early: bool = self.flag("may_stop_early")
        self.runs: Int = self.tiles * self.tiles
        self.deal_move: Int = 2 * self.tiles * self.tiles
        self.stop_move: Int = self.deal_move + 1
        self.move_count = self.stop_move + 1
        # Every removal takes two tiles, every deal brings seven or what is left.
        self.longest = self.tiles // 2 + (self.tiles + GROUP - 1) // GROUP + 1

    def empty_round(self, number: Int, before: vec[Int]) -> SqueezeRound:
        """Makes a round with no row."""
        return SqueezeRound(self)

    def layout_parts(self) -> list[Part]:
        """Lists the row and what has left it."""
        return [Pieces("row"), Pieces("removed")]

    def endings(self) -> list[str]:
        """A close win is between a win and a loss (SQZ-R09)."""
        return ["", "win", "close win", "loss"]


@mypyc_attr(allow_interpreted_subclasses=True)
class SqueezeRound(SolitaireRound):
    """One deal of Squeeze."""

    def __init__(self, rules: Squeeze) -> None:
        super().__init__(rules)
        self.game_rules: Squeeze = rules
        self.row: vec[Int] = vec[Int]()
        self.removed: vec[Int] = vec[Int]()

    def hold(self, seat: Int, piece: Int) -> None:
        """Lays a tile at the right end of the row (SQZ-03)."""
        self.row = append(self.row, piece)

    def removals(self) -> vec[Int]:
        """Lists the pairs and runs that may be removed (SQZ-04, SQZ-05)."""
        moves = vec[Int]()
        row = self.row
        tiles = self.game_rules.tiles
        runs = self.game_rules.runs
        length: Int = len(row)
        for left in range(length):
            first = row[left]
            common = MARKS[first]
            for right in range(left + 1, length):
                last = row[right]
                apart = right - left
                if (apart == 2 or apart == 3) and MARKS[first] & MARKS[last] != 0:
                    moves = append(moves, first * tiles + last)
                common &= MARKS[last]
                if apart >= 2 and common != 0:
                    moves = append(moves, runs + first * tiles + last)
                if common == 0 and apart >= 3:
                    break
        return in_order(moves)

    def legal(self) -> vec[Int]:
        """Lists the removals, or what comes when there are none (SQZ-08, SQZ-R06)."""
        if self.over:
            return vec[Int]()
        moves = self.removals()
        rules = self.game_rules
        if len(moves) == 0 or rules.early:
            moves = append(moves, rules.deal_move if self.boneyard() > 0 else rules.stop_move)
        return moves

    def play(self, move: Int) -> None:
        """Removes tiles and pushes the row together, deals, or stops."""
        self.note(move)
        self.fresh = vec[Int]()
        rules = self.game_rules
        if move == rules.stop_move:
            self.end()
        elif move == rules.deal_move:
            self.add()
        else:
            self.squeeze(move % rules.runs // rules.tiles, move % rules.tiles, move >= rules.runs)
        self.settle()

    def add(self) -> None:
        """Adds seven tiles at the right end, or what is left (SQZ-R07, SQZ-R08)."""
        count: Int = 0
        while count < GROUP and self.boneyard() > 0:
            self.row = append(self.row, self.draw())
            count += 1

    def squeeze(self, first: Int, last: Int, whole: bool) -> None:
        """Takes out a pair or a whole run, and closes the gaps (SQZ-07, SQZ-R02)."""
        kept = vec[Int]()
        inside = False
        for tile in self.row:
            if tile == first:
                inside = True
            if tile in (first, last) or (whole and inside):
                self.removed = append(self.removed, tile)
            else:
                kept = append(kept, tile)
            if tile == last:
                inside = False
        self.row = kept

    def settle(self) -> None:
        """Ends the game when the boneyard is empty and nothing can be removed (SQZ-R09)."""
        if not self.over and self.boneyard() == 0 and len(self.removals()) == 0:
            self.end()

    def end(self) -> None:
        """Counts what is left (SQZ-01, SQZ-02, SQZ-R09)."""
        left: Int = len(self.row)
        self.finish(WON if left == 0 else CLOSE if left <= NEARLY else LOST)

    def left(self) -> Int:
        """Counts the row and the boneyard."""
        return len(self.row) + self.boneyard()

    def is_chore(self, move: Int) -> bool:
        """Dealing is."""
        return move == self.game_rules.deal_move

    def text(self, move: Int) -> str:
        """Writes a pair as `6-1+6-4`, a run as `6-1..6-3`, and `deal` or `stop`."""
        rules = self.game_rules
        if move >= rules.deal_move:
            return "deal" if move == rules.deal_move else "stop"
        first = NAMES[move % rules.runs // rules.tiles]
        last = NAMES[move % rules.tiles]
        return f"{first}..{last}" if move >= rules.runs else f"{first}+{last}"

    def read(self, text: str) -> int:
        """Reads `6-1+6-4`, `6-1..6-3`, `deal` or `stop`, the tiles in any order."""
        word = tidy(text).lower()
        rules = self.game_rules
        if word in ("deal", "stop"):
            return int(rules.deal_move if word == "deal" else rules.stop_move)
        found = REMOVAL.fullmatch(word)
        if found is None:
            raise self.no_move(text, "6-1+6-4, 6-1..6-3 or deal")
        one = parse_tile(found.group(1), int(rules.top))
        other = parse_tile(found.group(3), int(rules.top))
        if place_in(self.row, one) > place_in(self.row, other) >= 0:
            one, other = other, one
        start = 0 if found.group(2) == "+" else int(rules.runs)
        return start + one * int(rules.tiles) + other

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names both tiles, and what is meant where a pair and a run have the same ends."""
        rules = self.game_rules
        if move == rules.deal_move:
            return ("boneyard",)
        if move == rules.stop_move:
            return ("stop",)
        ends = ("tile:" + NAMES[move % rules.runs // rules.tiles],
                "tile:" + NAMES[move % rules.tiles])
        other = move - rules.runs if move >= rules.runs else move + rules.runs
        for legal in self.removals():
            if legal == other:
                return (*ends, "run" if move >= rules.runs else "pair")
        return ends

    def refusal(self, move: Int) -> IllegalMove:
        """Says why tiles cannot be removed, or why it is too early to deal or stop."""
        rules = self.game_rules
        if move == rules.deal_move:
            if self.boneyard() == 0:
                return IllegalMove("there are no more tiles to deal (SQZ-R09)")
            return IllegalMove("something can still be removed before you deal (SQZ-R06)")
        if move == rules.stop_move:
            if self.boneyard() > 0:
                return IllegalMove("there are tiles to deal, so the game goes on (SQZ-R10)")
            return IllegalMove("something can still be removed (SQZ-R06)")
        first = move % rules.runs // rules.tiles
        last = move % rules.tiles
        left = place_in(self.row, first)
        right = place_in(self.row, last)
        if left < 0 or right < 0:
            return IllegalMove("{tile} is not in the row", tile=NAMES[first if left < 0 else last])
        if right <= left:
            return IllegalMove("name two tiles of the row from left to right")
        if move >= rules.runs:
            if right - left < 2:
                return IllegalMove("a run has three tiles or more (SQZ-05)")
            return IllegalMove(
                "no number is on all tiles from {first} to {last} (SQZ-R01)",
                first=NAMES[first], last=NAMES[last],
            )
        if right - left == 1:
            return IllegalMove("tiles side by side are no pair (SQZ-R04)")
        if right - left > 3:
            return IllegalMove(
                "{count} tiles lie between them; one or two are allowed (SQZ-04)",
                count=right - left - 1,
            )
        return IllegalMove(
            "{first} and {last} have no number in common (SQZ-04)",
            first=NAMES[first], last=NAMES[last],
        )

    def copy(self) -> SqueezeRound:
        """Makes an independent copy."""
        twin = SqueezeRound(self.game_rules)
        self.copied_into(twin)
        twin.row = self.row[:]
        twin.removed = self.removed[:]
        return twin
