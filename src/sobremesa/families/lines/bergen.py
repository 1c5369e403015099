"""Bergen: Draw, led by the highest double, with a score whenever both ends are alike.

Everybody draws six tiles. The highest double is led and scores two points. A player who makes
both ends of the line show the same number scores two, or three if one of the ends is a double.
Going "Domino" scores one. After a block one point goes to the lowest hand; a hand without doubles
beats any hand with one, and pips on doubles do not count. Drawing is as in Muggins: a player may
draw even when able to play. 15 points win the match.

The moves are those of all games with claims (`claims.py`); here points are credited automatically
unless the table wants them claimed.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data, Views
from sobremesa.core.options import Option, Value, choice_option, target_option
from sobremesa.families.lines.claims import ClaimGame, ClaimRound
from sobremesa.families.lines.draw import BONEYARD_RESERVE, DEAD_ENDS_BLOCK
from sobremesa.families.lines.game import BLOCKED, DOMINO, FINISH_HAND, FIRST_PLAYER, PLAYERS, SET
from sobremesa.families.lines.home import TEAMS
from sobremesa.families.lines.lead import NO_DOUBLE
from sobremesa.families.lines.line import EAST, WEST
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.views import BergenView
from sobremesa.material.dominoes import BIT, HIGH, LOW, PIPS

SIX_TILES: Final = Option(
    "hand_size", 6, "Tiles each player draws before the hand.", "BERGEN-R17",
    title="Tiles in a hand", low=1,
)
TO_FIFTEEN: Final = target_option(15, "BERGEN-R19")
MUGGINS_CALL: Final = Option(
    "muggins_call", False,
    "Whether players must claim their points, and lose them to the Muggins call if they do not.",
    "BERGEN-R07", title="Muggins call",
)
TRIPLE_ORDER: Final = choice_option(
    "triple_order", "Triple-header", "BERGEN-R02",
    "When a double at one end and its number at the other score three: whichever came last, or "
    "only if the single tile did.",
    either="whichever tile came last", single_last="only if the single tile came last",
)
BLOCK_TIE: Final = choice_option(
    "block_tie", "Tied block", "BERGEN-R14",
    "Who scores when the lowest hands of a block are equal: nobody, all of them, or the one with "
    "the fewest pips, doubles included.",
    none="nobody scores", all="all of them score", total_pips="the fewest pips decide",
)

BLOCK_HANDS: Final = choice_option(
    "block_hands", "Hands in a block", "BERGEN-R20",
    "Whether partners count a block each with their own hand, or with both together.",
    single="each hand alone", joint="the hands of partners together",
)

# What the lead and equal ends score, equal ends with a double among them, and a settled hand.
DOUBLE_HEADER: Final[Int] = 2
TRIPLE_HEADER: Final[Int] = 3
SETTLED: Final[Int] = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Bergen(ClaimGame):
    """The rules of Bergen."""

    NAME: ClassVar[str] = "bergen"
    VIEWS: ClassVar[Views] = ClaimGame.VIEWS.holding(BergenView)
    TITLE: ClassVar[str] = "Bergen"
    SENTENCE: ClassVar[str] = "Make both ends of the line alike; a double among them is worth more."
    # No four-way double among them: a led double has two points (BERGEN-R01).
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, SIX_TILES, FIRST_PLAYER, TO_FIFTEEN, FINISH_HAND, BONEYARD_RESERVE,
        DEAD_ENDS_BLOCK, NO_DOUBLE, MUGGINS_CALL, TRIPLE_ORDER, BLOCK_TIE, TEAMS, BLOCK_HANDS,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}}
    DOUBLES_DECIDE: ClassVar[bool] = True
    LEAD_CLAUSE: ClassVar[str] = "BERGEN-02"
    DRAW_CLAUSE: ClassVar[str] = "BERGEN-05"
    CLAIM_CLAUSE: ClassVar[str] = "BERGEN-R07"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.single_last: bool = self.choice("triple_order") == "single_last"
        self.block_tie: str = self.choice("block_tie")
        self.joint_hands: bool = self.choice("block_hands") == "joint"

    def claims_itself(self) -> bool:
        """Points are credited automatically unless the table wants claims (BERGEN-R07)."""
        return not self.flag("muggins_call")

    def scores_there_are(self) -> list[int]:
        """A tile scores two or three (BERGEN-03, BERGEN-04)."""
        return [int(DOUBLE_HEADER), int(TRIPLE_HEADER)]

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return BergenRound(self, number, before)


@mypyc_attr(allow_interpreted_subclasses=True)
class BergenRound(ClaimRound):
    """One hand of Bergen."""

    def __init__(self, rules: Bergen, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.bergen: Bergen = rules

    def worth(self) -> Int:
        """Gives the points of the tile laid last.

        A led double scores two, never three (BERGEN-02, BERGEN-R03). A side of the led double
        that nothing covers yet is an end formed by a double (BERGEN-R04).
        """
        line = self.line
        last_is_double = HIGH[line.last] == LOW[line.last]
        if line.tiles == 1:
            return DOUBLE_HEADER if last_is_double else 0
        if line.ends[WEST] != line.ends[EAST]:
            return 0
        has_double = (line.cross | line.fresh) & (BIT[WEST] | BIT[EAST]) != 0
        if has_double and not (last_is_double and self.bergen.single_last):
            return TRIPLE_HEADER
        return DOUBLE_HEADER

    def go_domino(self) -> None:
        """Scores one point (BERGEN-06)."""
        self.winner = self.turn
        self.credit(self.turn, SETTLED)
        self.finish(DOMINO)

    def settle_block(self) -> None:
        """Gives one point to the lowest hand (BERGEN-07, BERGEN-R11, BERGEN-R14)."""
        tied = self.one_a_side(self.fewest(self.candidates(), False))
        if len(tied) > 1 and self.bergen.block_tie == "total_pips":
            tied = self.one_a_side(self.fewest(tied, True))
        if len(tied) == 1:
            self.winner = self.lowest_partner(tied[0]) if self.bergen.joint_hands else tied[0]
        if len(tied) == 1 or self.bergen.block_tie == "all":
            for seat in tied:
                self.credit(seat, SETTLED)
        self.finish(BLOCKED)

    def one_a_side(self, seats: vec[Int]) -> vec[Int]:
        """Keeps the first of partners (BERGEN-R20)."""
        sides: Int = 0
        found = vec[Int]()
        for seat in seats:
            side = BIT[self.rules.teams.of(seat)]
            if sides & side == 0:
                found = append(found, seat)
            sides |= side
        return found

    def counted_with(self, seat: Int) -> vec[Int]:
        """Lists the tiles with which a seat enters a block, a partner's among them where hands
        are joint (BERGEN-R20)."""
        found = self.hands.tiles(seat)
        if self.bergen.joint_hands:
            for other in range(self.rules.players):
                if other != seat and self.rules.teams.are_partners(seat, other):
                    for tile in self.hands.tiles(other):
                        found = append(found, tile)
        return found

    def candidates(self) -> vec[Int]:
        """Lists the hands free of doubles, or all if there is none (BERGEN-08, BERGEN-10)."""
        everybody = vec[Int]()
        free = vec[Int]()
        for seat in range(self.rules.players):
            everybody = append(everybody, seat)
            if not self.holds_double(seat):
                free = append(free, seat)
        return free if len(free) > 0 else everybody

    def holds_double(self, seat: Int) -> bool:
        """Tells whether a hand contains a double."""
        return any(HIGH[tile] == LOW[tile] for tile in self.counted_with(seat))

    def fewest(self, seats: vec[Int], doubles_too: bool) -> vec[Int]:
        """Lists the seats with the fewest pips, on doubles or not (BERGEN-09, BERGEN-11)."""
        best: Int = -1
        found = vec[Int]()
        for seat in seats:
            measure: Int = 0
            for tile in self.counted_with(seat):
                if doubles_too or HIGH[tile] != LOW[tile]:
                    measure += PIPS[tile]
            if best < 0 or measure < best:
                best = measure
                found = vec[Int]()
            if measure == best:
                found = append(found, seat)
        return found

    def shown(self, seat: int) -> Data:
        """Adds which ends are formed by a double."""
        doubles = self.line.cross | self.line.fresh
        found = super().shown(seat)
        found["double_ends"] = [
            self.rules.arm_names[arm] for arm in (1, 2) if doubles & BIT[arm] != 0
        ]
        return found

    def misclaim(self, points: str) -> IllegalMove:
        """Says that only two or three can be claimed."""
        return IllegalMove(
            "{points} cannot be claimed: claims are 0, 2 and 3 (BERGEN-R07)", points=points
        )
