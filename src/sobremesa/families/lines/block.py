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

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption
from sobremesa.core.game import MOVE_MASK, Round, Views
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
    TARGET,
    LineGame,
)
from sobremesa.families.lines.home import AT_HOME, BY_COUNTRY, LEAD_FIRST
from sobremesa.families.lines.lead import TO_PLAY
from sobremesa.families.lines.line import NO_TILE, Line
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.views import BlockView
from sobremesa.material.dominoes import HIGH, LOW, ZEROS

# The tile 0-0.
DOUBLE_BLANK: Final[Int] = 0

NEXT_LEAD: Final = choice_option(
    "next_lead", "Who leads later hands", "DRAW-R01",
    "Who leads later hands: the same player every time, the next player in turn, or the winner "
    "of the last hand.",
    fixed="the same player every time", rotate="the next player in turn",
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
    VIEWS: ClassVar[Views] = LineGame.VIEWS.holding(BlockView)
    TITLE: ClassVar[str] = "Block"
    SENTENCE: ClassVar[str] = "Match the ends, shut the others out, be the first without tiles."
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, HAND_SIZE, FIRST_PLAYER, NEXT_LEAD, SPINNER, MATCH_TARGET, FINISH_HAND,
        *AT_HOME, LEAD_FIRST,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}, **BY_COUNTRY}
    # Whether the first double opens its short ends where there is no choice.
    FOUR_WAY: ClassVar[bool] = False

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        wish = self.choice("spinner") if "spinner" in self.options else ""
        # Whether the first double opens its short ends (DRAW-R08).
        self.four_way: bool = type(self).FOUR_WAY or wish == "always" or (
            wish == "auto" and self.top > 6
        )
        # How a hand is settled at home (SETS-R24 to SETS-R26).
        self.everybody_pays: bool = self.agreed("hand_score") == "everybody"
        self.block_score: str = self.agreed("block_score")
        self.tied_block: str = self.agreed("tied_block")
        self.hands_count: bool = self.agreed("hand_score") == "one"
        self.capicua: Int = self.bonus("capicua")
        self.chuchazo: Int = self.bonus("chuchazo")
        self.carroca: Int = self.bonus("carroca")
        self.cruzada: Int = self.bonus("cruzada")
        self.pass_bonus: Int = self.bonus("pass_bonus")
        if self.agreed("direction") == "right":
            self.step = self.players - 1
        if self.agreed("first_lead") == "every_hand" and "next_lead" in self.chosen():
            raise BadOption(
                "{option} matters only where the highest double does not open every hand: see "
                "{other} (SETS-R30)", option="next_lead", other="first_lead",
            )

    def agreed(self, option: str) -> str:
        """Gives the value of an option that not every game has; nothing where it does not."""
        return self.choice(option) if option in self.options else ""

    def bonus(self, option: str) -> int:
        """Gives the points of a bonus that not every game has."""
        return self.number(option) if option in self.options else 0

    def leads_highest(self, number: int) -> bool:
        """Any tile is led, unless the table wants the highest double first (SETS-R30)."""
        wish = self.agreed("first_lead")
        return wish == "every_hand" or (number == 1 and wish == "highest_double")

    def most_gain(self) -> int:
        """Every tile can bring the bonus for passes, the last one more (SETS-R28 to SETS-R31)."""
        last = max(self.capicua, self.chuchazo + max(self.carroca, self.cruzada))
        return super().most_gain() + int(last + self.tiles * self.pass_bonus)

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
            return int(self.following(last.leader))
        if wish == "winner" and last.winner >= 0:
            return int(last.winner)
        return int(last.leader)


@mypyc_attr(allow_interpreted_subclasses=True)
class BlockRound(LineRound):
    """One hand of Block."""

    def __init__(self, rules: Block, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.block: Block = rules
        self.four_way: bool = rules.four_way

    def is_four_way(self) -> bool:
        """Tells whether the first double opens its short ends."""
        return self.four_way

    def legal(self) -> vec[Int]:
        """Lists the tiles that fit, or the pass when none does (SETS-R08)."""
        if self.over:
            return vec[Int]()
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
        passes = self.passes
        self.passes = 0
        if self.block.pass_bonus > 0 and passes == self.rules.players - 1:
            self.score(self.turn, self.block.pass_bonus)
        if not self.over:
            self.tile_laid()

    def score(self, seat: Int, points: Int) -> None:
        """Credits points made in play, which may win the match at once (SETS-R14)."""
        if points == 0:
            return
        self.credit(seat, points)
        self.made(points)
        if not self.rules.finish_hand:
            totals = [self.before[place] + self.won[place] for place in range(len(self.won))]
            if self.rules.winners([int(total) for total in totals]):
                self.winner = seat
                self.asked = TO_PLAY
                self.finish(TARGET)

    def tile_laid(self) -> None:
        """Goes on after a tile has been laid."""
        self.end_turn()

    def end_turn(self) -> None:
        """Ends the hand by domino, or as blocked if all can see it, or passes the turn."""
        if self.hands.sizes[self.turn] == 0 and self.is_hand_won():
            self.go_domino()
        elif self.rules.is_seen_blocked(self.line, self.boneyard()):
            self.settle_block()
        else:
            self.next_turn()

    def is_hand_won(self) -> bool:
        """Tells whether the hand is over when a player has laid their last tile (SETS-10)."""
        return True

    def next_turn(self) -> None:
        """Gives the turn to the next player who still holds tiles."""
        self.pass_turn()
        while self.hands.sizes[self.turn] == 0:
            self.pass_turn()

    def holders(self) -> Int:
        """Counts the players who still hold tiles."""
        found: Int = 0
        for size in self.hands.sizes:
            if size > 0:
                found += 1
        return found

    def pass_by(self) -> None:
        """Passes; when all have passed in a row the hand is blocked (BLOCK-R02)."""
        self.passes += 1
        if self.passes >= self.holders():
            self.settle_block()
        else:
            self.next_turn()

    def go_domino(self) -> None:
        """Scores the pips left in the other hands (BLOCK-06)."""
        self.win(self.turn)
        self.credit(self.turn, self.last_bonus())
        self.finish(DOMINO)

    def last_bonus(self) -> Int:
        """Gives what the tile laid last brings by itself (SETS-R28, SETS-R31)."""
        rules = self.block
        last = self.line.last
        if HIGH[last] != LOW[last]:
            return rules.capicua if rules.capicua > 0 and self.fits_twice() else 0
        points = rules.chuchazo if last == DOUBLE_BLANK else 0
        if rules.carroca + rules.cruzada > 0:
            points += rules.cruzada if self.fits_twice() else rules.carroca
        return points

    def fits_twice(self) -> bool:
        """Tells whether the tile laid last, no matador, fitted another end too: that end asks
        for the half that the tile shows now, and is none that the tile has opened itself."""
        line = self.line
        if line.tiles < 2 or line.wild[line.last] != 0:
            return False
        arm = self.last_arm()
        opened = line.short_end(line.last)
        for other in range(1, len(line.ends)):
            if other == arm or (opened > 0 and (other == opened or other == opened + 1)):
                continue
            if line.asks(other) >= 0 and line.asks(other) == line.ends[arm]:
                return True
        return False

    def last_arm(self) -> Int:
        """Gives the arm on which the last tile was laid, which may lie since before the log."""
        place: Int = len(self.log) - 1
        while place >= 0 and self.log[place] & MOVE_MASK >= self.rules.plays:
            place -= 1
        if place < 0:
            return self.rules.point(self.laid[len(self.laid) - 1] // self.rules.tiles)
        return self.rules.point((self.log[place] & MOVE_MASK) // self.rules.tiles)

    def win(self, seat: Int) -> None:
        """Lets a seat win the hand, and its side score the pips that are won (SETS-R24)."""
        self.winner = seat
        self.credit(seat, 1 if self.block.hands_count else self.settled(self.pips_won(seat)))

    def pips_won(self, seat: Int) -> Int:
        """Adds up the pips that a seat scores by winning the hand (SETS-R24)."""
        rules = self.block
        found: Int = 0
        for other in range(rules.players):
            if rules.everybody_pays or not rules.teams.are_partners(seat, other):
                found += self.hands.pips(other)
        return found

    def credit(self, seat: Int, points: Int) -> None:
        """Gives points to a seat, and so to its partner (SETS-R23)."""
        teams = self.rules.teams
        for other in range(self.rules.players):
            if teams.are_partners(seat, other):
                self.won[other] += points

    def settle_block(self) -> None:
        """Scores the differences, or lets one side take what a domino would (SETS-R25)."""
        score = self.block.block_score
        if self.block.hands_count and score == "differences":
            score = "lowest_side"
        if score == "" or score == "differences":
            self.settle_differences()
        else:
            seat = self.block_winner(score)
            if seat >= 0:
                self.win(seat)
        self.finish(BLOCKED)

    def settle_differences(self) -> None:
        """Scores the differences down the ranking of the sides (BLOCK-07)."""
        sides = self.rules.teams.count
        pips = ZEROS[:sides]
        for seat in range(self.rules.players):
            pips[seat % sides] += self.hands.pips(seat)
        best: Int = 0
        for side in range(sides):
            gain: Int = 0
            for other in pips:
                if other > pips[side]:
                    gain += other - pips[side]
            gain = self.settled(gain)
            self.credit(side, gain)
            if gain == best:
                self.winner = -1
            elif gain > best:
                best = gain
                self.winner = self.lowest_partner(side)

    def lowest_partner(self, side: Int) -> Int:
        """Finds who of a side has the fewest pips, of equals the first in turn from the leader."""
        found: Int = -1
        seat = self.leader
        for _ in range(self.rules.players):
            is_lower = found < 0 or self.hands.pips(seat) < self.hands.pips(found)
            if is_lower and self.rules.teams.are_partners(seat, side):
                found = seat
            seat = self.rules.following(seat)
        return found

    def block_winner(self, score: str) -> Int:
        """Finds who wins a block that one side takes, or -1 for nobody (SETS-R25, SETS-R26).

        Whoever closed it is to move: they laid the last tile, or passed last after it.
        """
        rules = self.rules
        measures = self.measures(score)
        least: Int = -1
        for measure in measures:
            if measure >= 0 and (least < 0 or measure < least):
                least = measure
        found = self.first_with(measures, least, self.leader)
        if any(
            measures[seat] == least and not rules.teams.are_partners(found, seat)
            for seat in range(rules.players)
        ):
            # Partners with equal hands are no tie; this is one.
            if self.block.tied_block == "nobody":
                return -1
            if self.block.tied_block == "closer":
                found = self.first_with(measures, least, self.turn)
        return self.lowest_partner(found) if score == "lowest_side" else found

    def first_with(self, measures: vec[Int], least: Int, seat: Int) -> Int:
        """Finds the first in turn from a seat, itself included, with the least measure."""
        while measures[seat] != least:
            seat = self.rules.following(seat)
        return seat

    def measures(self, score: str) -> vec[Int]:
        """Gives the pips with which every seat competes for a block, -1 where it does not."""
        players = self.rules.players
        found = vec[Int]()
        for seat in range(players):
            pips: Int = 0
            for other in range(players):
                joint = score == "lowest_side" and self.rules.teams.are_partners(seat, other)
                if other == seat or joint:
                    pips += self.hands.pips(other)
            next = self.rules.following(self.turn)
            is_apart = score == "closer" and seat != self.turn and seat != next
            found = append(found, -1 if is_apart else pips)
        return found

    def settled(self, gain: Int) -> Int:
        """Gives the points for what a seat gains when the hand is settled."""
        return gain
