"""Draw (Spanish: Robo): Block, but a player who cannot play draws.

The tiles that are not dealt lie face down as the boneyard. A player who cannot join a tile draws
from it, one by one, until a tile comes that plays, and plays it; when the boneyard is
exhausted they pass. Everything else is as in Block.

One move is added to those of Block: to draw a tile.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.options import Option, Value
from sobremesa.families.lines.block import Block, BlockRound
from sobremesa.families.lines.lead import TO_SEEK
from sobremesa.families.lines.line import NO_TILE, Line
from sobremesa.families.lines.round import LineRound
from sobremesa.material.dominoes import HIGH, LOW

VOLUNTARY_DRAW: Final = Option(
    "voluntary_draw", False, "Whether a player who can play may draw instead.", "DRAW-R03",
    title="Drawing by choice",
)
BONEYARD_RESERVE: Final = Option(
    "boneyard_reserve", 0, "Tiles at the end of the boneyard that may not be drawn.", "SETS-R04",
    title="Tiles kept in the boneyard", allowed=[0, 1, 2],
)
DEAD_ENDS_BLOCK: Final = Option(
    "dead_ends_block", False,
    "Whether the hand is blocked as soon as no tile outside the line can be joined, even if "
    "the boneyard still has tiles.",
    "SETS-R10", title="Dead ends block",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Draw(Block):
    """The rules of Draw."""

    NAME: ClassVar[str] = "draw"
    SAMPLE: ClassVar[tuple[int, int, float]] = (24, 5, 0.7)
    TITLE: ClassVar[str] = "Draw"
    SENTENCE: ClassVar[str] = (
        "Block with a boneyard: a player who cannot play draws until they can."
    )
    OPTIONS: ClassVar[list[Option]] = [
        *Block.OPTIONS, VOLUNTARY_DRAW, BONEYARD_RESERVE, DEAD_ENDS_BLOCK,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}}

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.voluntary: bool = self.may_draw_freely()
        self.reserve: Int = self.number("boneyard_reserve")
        self.dead_ends_block: bool = self.flag("dead_ends_block")
        self.draw_move = self.plays + 1
        self.word(self.draw_move, "+", "boneyard")
        self.move_count = self.plays + 2
        # Besides the moves of Block every tile of the boneyard can be drawn once.
        self.longest += self.tiles

    def may_draw_freely(self) -> bool:
        """Tells whether a player who can play may draw (DRAW-R03)."""
        return self.flag("voluntary_draw")

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return DrawRound(self, number, before)

    def is_seen_blocked(self, line: Line, boneyard: Int) -> bool:
        """While tiles can be drawn they are drawn, unless dead ends block (SETS-R10)."""
        return line.is_dead() and (self.dead_ends_block or boneyard <= self.reserve)

    def shows_lack(self, move: int) -> bool:
        """A draw tells that nothing fits, unless drawing is free to all."""
        return super().shows_lack(move) or (move == self.draw_move and not self.voluntary)


@mypyc_attr(allow_interpreted_subclasses=True)
class DrawRound(BlockRound):
    """One hand of Draw."""

    def __init__(self, rules: Draw, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.voluntary: bool = rules.voluntary
        self.reserve: Int = rules.reserve
        self.draw_move: Int = rules.draw_move

    def can_draw(self) -> bool:
        """Tells whether the boneyard is not exhausted (SETS-R04)."""
        return self.boneyard() > self.reserve

    def legal(self) -> vec[Int]:
        """Lists the tiles that fit, and drawing where a player who can play may draw."""
        if self.over:
            return vec[Int]()
        if self.asked == TO_SEEK:
            return vec[Int]([self.draw_move])
        moves = self.fitting()
        if len(moves) == 0:
            return self.without_a_tile()
        if self.line.tiles > 0 and self.can_draw() and self.may_draw_instead(moves):
            moves = append(moves, self.draw_move)
        return moves

    def may_draw_instead(self, plays: vec[Int]) -> bool:
        """Tells whether a player who has these plays may draw all the same (DRAW-R03)."""
        return self.voluntary

    def without_a_tile(self) -> vec[Int]:
        """Lists what is left to a player who cannot lay a tile: to draw, then to pass."""
        if self.can_draw():
            return vec[Int]([self.draw_move])
        return super().without_a_tile()

    def is_plain(self) -> bool:
        """Where drawing is free, nobody sees that it was forced; in search of a double all do."""
        if self.line.tiles == 0:
            return self.asked == TO_SEEK or super().is_plain()
        return super().is_plain() and not (self.voluntary and self.can_draw())

    def play(self, move: Int) -> None:
        """Lays a tile, draws one or passes."""
        if move == self.draw_move:
            self.note(move)
            self.draw()
        else:
            super().play(move)

    def draw(self) -> None:
        """Takes the next tile of the boneyard; the turn goes on (DRAW-08).

        In search of a double the turn goes round until one comes (SETS-R07).
        """
        tile = self.deck[self.next]
        self.hands.give(self.turn, tile)
        self.next += 1
        if self.asked == TO_SEEK:
            self.sought += 1
            if HIGH[tile] == LOW[tile]:
                self.must_lead(tile)
            else:
                self.pass_turn()

    def refusal(self, move: Int) -> IllegalMove:
        """Says why there is no draw or no pass."""
        if self.asked == TO_SEEK:
            return IllegalMove("nobody has a double: draw until one comes (SETS-R07)")
        is_led = self.line.tiles > 0
        if move == self.draw_move and not is_led and self.lead_tile == NO_TILE:
            return IllegalMove("a hand begins with a tile, not with drawing (DRAW-R03)")
        if move == self.draw_move and is_led:
            if not self.can_draw():
                return IllegalMove("the boneyard is exhausted (SETS-R04)")
            return IllegalMove("you can play, so you may not draw (DRAW-R03)")
        if move == self.rules.pass_move and not self.can_lay():
            return IllegalMove(
                "you cannot pass while there are tiles to draw ({clause})",
                clause=type(self.rules).DRAW_CLAUSE,
            )
        return super().refusal(move)
