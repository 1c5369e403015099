"""Sebastopol: Block for four, begun with the highest double, which gets four branches first.

All 28 tiles are dealt; of a larger set as many as can be shared out equally. The holder of 6-6, or
of the highest double in a hand, leads it, and the next four tiles must all be joined to it, one on
each side; until the four branches are there none may grow, and a player who cannot
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
from sobremesa.material.dominoes import HIGH, NAMES, SET_WORDS, tiles_in

FOUR_PLAYERS: Final = players_option(4, "SEBASTOPOL-R11", low=4, high=4)
ANY_SET: Final = Option(
    "set", 6, "Highest number on the tiles.", "SEBASTOPOL-R11", title="Domino set",
    allowed=[6, 9, 12, 15], words=SET_WORDS,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Sebastopol(Block):
    """The rules of Sebastopol."""

    NAME: ClassVar[str] = "sebastopol"
    VIEWS: ClassVar[Views] = Block.VIEWS.holding(LedView)
    TITLE: ClassVar[str] = "Sebastopol"
    SENTENCE: ClassVar[str] = "Block on four branches that all start at the double six."
    OPTIONS: ClassVar[list[Option]] = [
        FOUR_PLAYERS, ANY_SET, MATCH_TARGET, FINISH_HAND, *AT_HOME,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}}
    # Four branches grow from the double that is led (SEBASTOPOL-04).
    BRANCHES: ClassVar[int] = 4
    FOUR_WAY: ClassVar[bool] = True
    LEAD_CLAUSE: ClassVar[str] = "SEBASTOPOL-02"

    def tiles_each(self) -> int:
        """The four share all tiles, seven each of double-six (SEBASTOPOL-01, SEBASTOPOL-R11)."""
        return tiles_in(self.number("set")) // int(self.players)

    def leads_highest(self, number: int) -> bool:
        """Every hand opens with the highest double in a hand (SEBASTOPOL-02, SEBASTOPOL-R02)."""
        return True

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return SebastopolRound(self, number, before)


@mypyc_attr(allow_interpreted_subclasses=True)
class SebastopolRound(BlockRound):
    """One hand of Sebastopol."""

    def is_branching(self) -> bool:
        """Tells whether the double that was led still waits for some of its four branches."""
        return self.line.fresh != 0

    def reach(self, seat: Int) -> Int:
        """Until all four branches exist, none may grow further (SEBASTOPOL-05, SEBASTOPOL-06)."""
        return self.line.fresh if self.is_branching() else EVERY_ARM

    def misfit_at(self, tile: int, arm: Int) -> IllegalMove:
        """Says that a branch must wait, or that a tile fits another one."""
        if not self.is_branching():
            return super().misfit_at(tile, arm)
        return IllegalMove(
            "{end} must wait: until {double} has four branches {tile} goes on {double}, "
            "as {tile}@{free} (SEBASTOPOL-05)",
            end=self.rules.arm_names[int(arm)], tile=NAMES[tile], double=NAMES[self.line.spinner],
            free=self.rules.arm_names[int(self.line.first_fresh())],
        )

    def misfit(self, tile: int) -> IllegalMove:
        """Says that only tiles with its number go to the double, or that a tile fits no branch."""
        if self.is_branching():
            return IllegalMove(
                "{tile} must wait: until {double} has four branches only tiles with {number} are "
                "laid, on it (SEBASTOPOL-06)",
                tile=NAMES[tile], double=NAMES[self.line.spinner],
                number=int(HIGH[self.line.spinner]),
            )
        return super().misfit(tile)
