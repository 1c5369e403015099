"""Good Neighbors, a solitaire of a layout that closes up (Spanish: Los buenos vecinos).

Tiles lie face up in rows: three rows of four with the double-twelve set, three of three with
double-nine, two of three with double-six. Good Neighbors are two tiles next to each other,
also diagonally, with a number in common. A turn removes one or more pairs of them. Then the
rest closes up to the upper left, as words do in lines, and new tiles fill the layout. The game
ends when no Good Neighbors are left: it is won with one tile in all, or with none where the
set has an even number of tiles.

The moves: removing the pair a, b is `a * tiles + b` with a below b; behind these, filling in.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Pieces
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data, Round, Views
from sobremesa.core.options import Option
from sobremesa.core.parts import Part
from sobremesa.core.reading import tidy
from sobremesa.families.solo.solitaire import LOST, NO_TILE, WON, Solitaire, SolitaireRound
from sobremesa.families.solo.views import NeighborsView
from sobremesa.material.dominoes import MARKS, NAMES, parse_tile
from sobremesa.material.rows import in_order, place_in

# Rows and columns by the highest number of the set (NEIGH-02 to NEIGH-04, NEIGH-R09); small
# sets, for studies, lie as double-six does.
ROWS: Final = {6: 2, 9: 3, 12: 3, 15: 4}
COLUMNS: Final = {6: 3, 9: 3, 12: 4, 15: 4}

PAIR: Final = re.compile(r"(.+?)\s*\+\s*(.+)")
# What stands in a position where a tile has been taken out in this turn.
GAP: Final = ""


class Spots(Pieces):
    """Tiles with gaps between them."""

    def told(self, kept: Any, round: Round) -> Any:
        """Names the tiles and leaves the gaps."""
        return [GAP if tile == NO_TILE else NAMES[tile] for tile in kept]

    def heard(self, value: Any, round: Round) -> Any:
        """Finds the tiles and leaves the gaps."""
        return vec[Int]([NO_TILE if name == GAP else parse_tile(name) for name in value])

    def pieces(self, value: Any) -> list[str]:
        """Names the tiles."""
        return [name for name in super().pieces(value) if name != GAP]


@mypyc_attr(allow_interpreted_subclasses=True)
class GoodNeighbors(Solitaire):
    """The rules of Good Neighbors."""

    NAME: ClassVar[str] = "good-neighbors"
    VIEWS: ClassVar[Views] = Solitaire.VIEWS.holding(NeighborsView)
    TOUCHED: ClassVar[dict[str, str]] = {"tile": "{0}+*tile", "tile tile": "{0}+{1}"}
    TITLE: ClassVar[str] = "Good Neighbors"
    SENTENCE: ClassVar[str] = "Pair off tiles that touch and share a number, until all are gone."
    OPTIONS: ClassVar[list[Option]] = Solitaire.with_sets("NEIGH-R09", [12, 9, 6, 15])
    MANNER: ClassVar[str] = "neighbors"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.rows: Int = ROWS.get(int(self.top), 2)
        self.columns: Int = COLUMNS.get(int(self.top), 3)
        self.hand_size = self.rows * self.columns
        # An odd tile can have no partner (NEIGH-01, NEIGH-04).
        self.aim: Int = self.tiles % 2
        self.goal = self.tiles - self.aim
        self.fill_move: Int = self.tiles * self.tiles
        self.move_count = self.fill_move + 1
        # Every pair can be a turn of its own.
        self.longest = 2 * (self.tiles // 2)

    def empty_round(self, number: Int, before: vec[Int]) -> NeighborsRound:
        """Makes a round with no layout."""
        return NeighborsRound(self)

    def layout_parts(self) -> list[Part]:
        """Lists the layout row by row, with gaps while pairs are taken out, and what left it."""
        return [Spots("layout", "spots"), Pieces("removed")]

    def mislaid(self, data: Data) -> list[str]:
        """Says where the layout is too large or not filled."""
        layout = data.get("layout", [])
        if len(layout) > self.hand_size:
            return [f"the layout has at most {self.hand_size} tiles"]
        if layout.count(GAP) % 2:
            return ["tiles are removed in pairs, so the gaps are even in number (NEIGH-06)"]
        if len(layout) < self.hand_size and data["boneyard"]:
            return ["the layout is filled while there are tiles (NEIGH-08)"]
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class NeighborsRound(SolitaireRound):
    """One deal of Good Neighbors.

    `spots` has the layout row by row; a tile that was removed in this turn leaves NO_TILE.
    """

    def __init__(self, rules: GoodNeighbors) -> None:
        super().__init__(rules)
        self.game_rules: GoodNeighbors = rules
        self.spots: vec[Int] = vec[Int]()
        self.removed: vec[Int] = vec[Int]()
        # Pairs removed in this turn.
        self.marked: Int = 0

    def hold(self, seat: Int, piece: Int) -> None:
        """Lays a tile at the end of the layout (NEIGH-02 to NEIGH-04)."""
        self.spots = append(self.spots, piece)

    def legal(self) -> vec[Int]:
        """Lists the pairs, and filling in once one has been removed (NEIGH-06, NEIGH-R02)."""
        if self.over:
            return vec[Int]()
        moves = self.pairs()
        if self.marked > 0:
            moves = append(moves, self.game_rules.fill_move)
        return moves

    def pairs(self) -> vec[Int]:
        """Lists the Good Neighbors (NEIGH-05, NEIGH-R03, NEIGH-R04)."""
        moves = vec[Int]()
        columns = self.game_rules.columns
        tiles = self.game_rules.tiles
        count: Int = len(self.spots)
        for place in range(count):
            tile = self.spots[place]
            if tile != NO_TILE:
                column = place % columns
                # Right, and the three below: every two neighbors are met once.
                other = place + 1
                while other <= place + columns + 1 and other < count:
                    step = other % columns - column
                    near = step == 1 if other // columns == place // columns else (
                        step >= -1 and step <= 1 and other // columns == place // columns + 1
                    )
                    if near and self.spots[other] != NO_TILE and (
                        MARKS[tile] & MARKS[self.spots[other]] != 0
                    ):
                        mate = self.spots[other]
                        moves = append(
                            moves, tile * tiles + mate if tile < mate else mate * tiles + tile
                        )
                    other += 1
        return in_order(moves)

    def play(self, move: Int) -> None:
        """Removes a pair, or fills in."""
        self.note(move)
        self.fresh = vec[Int]()
        if move == self.game_rules.fill_move:
            self.fill_in()
            self.settle()
        else:
            self.take(move // self.game_rules.tiles)
            self.take(move % self.game_rules.tiles)
            self.marked += 1

    def take(self, tile: Int) -> None:
        """Takes a tile out of the layout; the others stay where they are until the end."""
        place: Int = 0
        while self.spots[place] != tile:
            place += 1
        self.spots[place] = NO_TILE
        self.removed = append(self.removed, tile)

    def fill_in(self) -> None:
        """Closes up and draws new tiles (NEIGH-07, NEIGH-08, NEIGH-R01, NEIGH-R05)."""
        self.marked = 0
        kept = vec[Int]([tile for tile in self.spots if tile != NO_TILE])
        while len(kept) < self.game_rules.hand_size and self.boneyard() > 0:
            kept = append(kept, self.draw())
        self.spots = kept

    def settle(self) -> None:
        """Ends the game when there are no Good Neighbors (NEIGH-10, NEIGH-R06)."""
        if not self.over and self.marked == 0 and len(self.pairs()) == 0:
            self.finish(WON if self.left() == self.game_rules.aim else LOST)

    def left(self) -> Int:
        """Counts the layout and the boneyard."""
        count: Int = self.boneyard()
        for tile in self.spots:
            if tile != NO_TILE:
                count += 1
        return count

    def is_chore(self, move: Int) -> bool:
        """Filling in is."""
        return move == self.game_rules.fill_move

    def text(self, move: Int) -> str:
        """Writes a pair as `3-2+3-1`, and `fill`."""
        if move == self.game_rules.fill_move:
            return "fill"
        tiles = self.game_rules.tiles
        return f"{NAMES[move // tiles]}+{NAMES[move % tiles]}"

    def read(self, text: str) -> int:
        """Reads `3-2+3-1`, in any order, or `fill`."""
        word = tidy(text).lower()
        if word in ("fill", "fill in"):
            return int(self.game_rules.fill_move)
        found = PAIR.fullmatch(word)
        if found is None:
            raise self.no_move(text, "3-2+3-1 or fill")
        one = parse_tile(found.group(1), int(self.game_rules.top))
        other = parse_tile(found.group(2), int(self.game_rules.top))
        return min(one, other) * int(self.game_rules.tiles) + max(one, other)

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names both tiles, or filling in."""
        if move == self.game_rules.fill_move:
            return ("fill",)
        tiles = self.game_rules.tiles
        return ("tile:" + NAMES[move // tiles], "tile:" + NAMES[move % tiles])

    def refusal(self, move: Int) -> IllegalMove:
        """Says why two tiles are no Good Neighbors, or why nothing is filled in yet."""
        if move == self.game_rules.fill_move:
            return IllegalMove("remove a pair first (NEIGH-06)")
        one = move // self.game_rules.tiles
        other = move % self.game_rules.tiles
        if one == other:
            return IllegalMove("a pair is two tiles (NEIGH-05)")
        for tile in (one, other):
            if place_in(self.spots, tile) < 0:
                for gone in self.removed:
                    if gone == tile:
                        return IllegalMove("{tile} has been removed (NEIGH-R02)", tile=NAMES[tile])
                return IllegalMove("{tile} is not in the layout", tile=NAMES[tile])
        if MARKS[one] & MARKS[other] == 0:
            return IllegalMove(
                "{one} and {other} have no number in common (NEIGH-05)",
                one=NAMES[one], other=NAMES[other],
            )
        return IllegalMove(
            "{one} and {other} do not lie next to each other (NEIGH-05, NEIGH-R04)",
            one=NAMES[one], other=NAMES[other],
        )

    def take_parts(self, data: Data) -> None:
        """Takes over a layout; every two gaps are a pair removed in this turn."""
        super().take_parts(data)
        for tile in self.spots:
            self.marked += 1 if tile == NO_TILE else 0
        self.marked //= 2

    def copy(self) -> NeighborsRound:
        """Makes an independent copy."""
        twin = NeighborsRound(self.game_rules)
        self.copied_into(twin)
        twin.spots, twin.removed, twin.marked = self.spots[:], self.removed[:], self.marked
        return twin
