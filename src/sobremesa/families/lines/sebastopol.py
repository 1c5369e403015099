"""Sebastopol: Block for four, begun with the double six, which gets four branches first.

All 28 tiles are dealt. The holder of 6-6 leads it, and the next four tiles must all be joined to
it, one on each side; until the four branches are there none may grow, and a player who has no six
passes. Then every turn lays a tile on any of the four ends. Everything else is as in Block.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Views
from sobremesa.core.options import Option, Value, players_option
from sobremesa.families.lines.block import Block, BlockRound
from sobremesa.families.lines.game import FINISH_HAND, MATCH_TARGET
from sobremesa.families.lines.home import AT_HOME
from sobremesa.families.lines.line import EVERY_ARM
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.views import LedView
from sobremesa.material.dominoes import NAMES, SET_WORDS

FOUR_PLAYERS: Final = players_option(4, "SEBASTOPOL-R11", low=4, high=4)
DOUBLE_SIX: Final = Option(
    "set", 6, "Highest number on the tiles.", "SEBASTOPOL-R11", title="Domino set", allowed=[6],
    words=SET_WORDS,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Sebastopol(Block):
    """The rules of Sebastopol."""

    NAME: ClassVar[str] = "sebastopol"
    VIEWS: ClassVar[Views] = Block.VIEWS.holding(LedView)
    TITLE: ClassVar[str] = "Sebastopol"
    SENTENCE: ClassVar[str] = "Block on four branches that all start at the double six."
    OPTIONS: ClassVar[list[Option]] = [
        FOUR_PLAYERS, DOUBLE_SIX, MATCH_TARGET, FINISH_HAND, *AT_HOME,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}}
    # Four branches grow from the double six (SEBASTOPOL-04).
    BRANCHES: ClassVar[int] = 4
    FOUR_WAY: ClassVar[bool] = True
    LEAD_CLAUSE: ClassVar[str] = "SEBASTOPOL-02"

    def tiles_each(self) -> int:
        """Each of the four draws seven tiles, which leaves none (SEBASTOPOL-01)."""
        return 7

    def leads_highest(self, number: int) -> bool:
        """Every hand opens with the double six (SEBASTOPOL-02, SEBASTOPOL-R02)."""
        return True

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return SebastopolRound(self, number, before)


@mypyc_attr(allow_interpreted_subclasses=True)
class SebastopolRound(BlockRound):
    """One hand of Sebastopol."""

    def is_branching(self) -> bool:
        """Tells whether the double six still waits for some of its four branches."""
        return self.line.fresh != 0

    def reach(self, seat: Int) -> Int:
        """Until all four branches exist, none may grow further (SEBASTOPOL-05, SEBASTOPOL-06)."""
        return self.line.fresh if self.is_branching() else EVERY_ARM

    def misfit_at(self, tile: int, arm: Int) -> IllegalMove:
        """Says that a branch must wait, or that a tile fits another one."""
        if not self.is_branching():
            return super().misfit_at(tile, arm)
        return IllegalMove(
            "{end} must wait: until the double six has four branches {tile} goes on the double "
            "six, as {tile}@{free} (SEBASTOPOL-05)",
            end=self.rules.arm_names[int(arm)], tile=NAMES[tile],
            free=self.rules.arm_names[int(self.line.first_fresh())],
        )

    def misfit(self, tile: int) -> IllegalMove:
        """Says that only sixes go to the double six, or that a tile fits no branch."""
        if self.is_branching():
            return IllegalMove(
                "{tile} must wait: until the double six has four branches only sixes are "
                "laid, on it (SEBASTOPOL-06)",
                tile=NAMES[tile],
            )
        return super().misfit(tile)
