"""Block, the basic game of the line (Spanish: Cierre).

Everybody draws seven tiles; the rest are out of the hand. The leader leads any tile, and in turn,
to the left, each player joins one tile to an end of the line where the numbers are equal. A
player who cannot play says "pass". The first to lay their last tile goes "Domino" and scores the
pips left in all other hands. When nobody can play, the hand is blocked, and each player scores
the difference from every player who holds more pips. 100 points win the match.

The moves are those of the line: a tile to an arm, or a pass.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import Round
from sobremesa.core.options import Option, Value, choice_option
from sobremesa.families.lines.game import (
    BLOCKED,
    DOMINO,
    FINISH_HAND,
    FIRST_PLAYER,
    HAND_SIZE,
    MATCH_TARGET,
    PLAYERS,
    SET,
    LineGame,
)
from sobremesa.families.lines.line import NO_TILE, Line
from sobremesa.families.lines.round import LineRound

NEXT_LEAD: Final = choice_option(
    "next_lead", "Who leads later hands", "DRAW-R01",
    "Who leads later hands: the same player every time, the next player to the left, or the "
    "winner of the last hand.",
    fixed="the same player every time", rotate="the next player to the left",
    winner="the winner of the last hand",
)
SPINNER: Final = choice_option(
    "spinner", "Four-way double", "DRAW-R08",
    "Whether the first double is open on four sides; auto opens it with sets above double-six.",
    auto="with sets above double-six", never="never", always="always",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Block(LineGame):
    """The rules of Block."""

    NAME: ClassVar[str] = "block"
    TITLE: ClassVar[str] = "Block"
    SENTENCE: ClassVar[str] = "Match the ends, shut the others out, be the first without tiles."
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, HAND_SIZE, FIRST_PLAYER, NEXT_LEAD, SPINNER, MATCH_TARGET, FINISH_HAND,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}}
    # Whether the first double opens its short ends where there is no choice.
    FOUR_WAY: ClassVar[bool] = False

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        wish = self.choice("spinner") if "spinner" in self.options else ""
        # Whether the first double opens its short ends (DRAW-R08).
        self.four_way: bool = type(self).FOUR_WAY or wish == "always" or (
            wish == "auto" and self.top > 6
        )

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return BlockRound(self, number, before)

    def is_seen_blocked(self, line: Line, boneyard: Int) -> bool:
        """Tells whether no tile outside the line could be joined; nothing is ever drawn."""
        return line.is_dead()

    def next_first(self, last: Round) -> int:
        """Finds who leads the next hand (DRAW-R01, SETS-R21)."""
        assert isinstance(last, LineRound)
        if self.leads_highest(int(last.number) + 1):
            return int(last.first)
        wish = self.choice("next_lead")
        if wish == "rotate":
            return int((last.leader + 1) % self.players)
        if wish == "winner" and last.winner >= 0:
            return int(last.winner)
        return int(last.leader)


@mypyc_attr(allow_interpreted_subclasses=True)
class BlockRound(LineRound):
    """One hand of Block."""

    def __init__(self, rules: Block, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.four_way: bool = rules.four_way

    def is_four_way(self) -> bool:
        """Tells whether the first double opens its short ends."""
        return self.four_way

    def legal(self) -> vec[Int]:
        """Lists the tiles that fit, or the pass when none does (SETS-R08)."""
        moves = self.fitting()
        if len(moves) == 0:
            return self.without_a_tile()
        return moves

    def without_a_tile(self) -> vec[Int]:
        """Lists what is left to a player who cannot lay a tile: to pass."""
        return vec[Int]([self.rules.pass_move])

    def is_plain(self) -> bool:
        """A pass is always seen to be the only move, and so is a tile that must be led."""
        if self.line.tiles == 0:
            return not self.over and self.lead_tile != NO_TILE
        return not self.over and not self.can_lay()

    def play(self, move: Int) -> None:
        """Lays a tile or passes."""
        self.note(move)
        if move < self.rules.plays:
            self.lay_from_hand(move)
        else:
            self.pass_by()

    def lay_from_hand(self, move: Int) -> None:
        """Joins a tile of the hand to the line."""
        tile = move % self.rules.tiles
        if self.line.tiles == 0:
            self.leader = self.turn
        self.hands.take(self.turn, tile)
        self.lay(move // self.rules.tiles, tile)
        self.passes = 0
        self.tile_laid()

    def tile_laid(self) -> None:
        """Goes on after a tile has been laid."""
        self.end_turn()

    def end_turn(self) -> None:
        """Ends the hand by domino, or as blocked if all can see it, or passes the turn."""
        if self.hands.sizes[self.turn] == 0:
            self.go_domino()
        elif self.rules.is_seen_blocked(self.line, self.boneyard()):
            self.settle_block()
        else:
            self.pass_turn()

    def pass_by(self) -> None:
        """Passes; when all have passed in a row the hand is blocked (BLOCK-R02)."""
        self.passes += 1
        if self.passes == self.rules.players:
            self.settle_block()
        else:
            self.pass_turn()

    def go_domino(self) -> None:
        """Scores the pips left in the other hands (BLOCK-06)."""
        gain: Int = sum(self.hands.pips(seat) for seat in range(self.rules.players))
        self.winner = self.turn
        self.won[self.turn] += self.settled(gain)
        self.finish(DOMINO)

    def settle_block(self) -> None:
        """Scores the differences down the ranking (BLOCK-07)."""
        pips = vec[Int]([self.hands.pips(seat) for seat in range(self.rules.players)])
        best: Int = 0
        for seat in range(self.rules.players):
            gain: Int = 0
            for other in pips:
                if other > pips[seat]:
                    gain += other - pips[seat]
            gain = self.settled(gain)
            self.won[seat] += gain
            if gain == best:
                self.winner = -1
            elif gain > best:
                best = gain
                self.winner = seat
        self.finish(BLOCKED)

    def settled(self, gain: Int) -> Int:
        """Gives the points for what a seat gains when the hand is settled."""
        return gain
