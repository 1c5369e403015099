"""Muggins: Draw, led by the highest double, with a score whenever the ends add up to fives.

The highest double in any hand is led and is open on four sides. Whoever brings the sum of the
open ends to 5, 10, 15 and so on claims that many points; if they do not, an opponent may call
"Muggins" and take them. A player may draw even when able to play. Going domino and blocked hands
are scored as in Draw, and everything else is as in Draw too.

The moves are those of all games with claims (`claims.py`); the possible claims are 0, 5, 10, ….
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data, Views
from sobremesa.core.options import Option, Value, choice_option
from sobremesa.families.lines.claims import ClaimGame, ClaimRound
from sobremesa.families.lines.draw import BONEYARD_RESERVE, DEAD_ENDS_BLOCK
from sobremesa.families.lines.game import (
    FINISH_HAND,
    FIRST_PLAYER,
    HAND_SIZE,
    MATCH_TARGET,
    PLAYERS,
    SET,
)
from sobremesa.families.lines.lead import NO_DOUBLE
from sobremesa.families.lines.line import NO_TILE
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.views import MugginsView
from sobremesa.families.lines.worlds import LineWorlds
from sobremesa.material.dominoes import BIT, PIPS

NEXT_LEAD: Final = choice_option(
    "next_lead", "Who leads later hands", "MUGGINS-R09",
    "Who leads later hands: the player with the highest double, the winner of the last hand, or "
    "the next player to the left.",
    highest_double="the highest double", winner="the winner of the last hand",
    rotate="the next player to the left",
)
AUTO_CLAIM: Final = Option(
    "auto_claim", False, "Whether points are claimed automatically, with no Muggins call.",
    "MUGGINS-R13", title="Automatic claims",
)
ROUND_TO_FIVE: Final = Option(
    "round_to_five", False,
    "Whether the points for a settled hand are rounded to the nearest five.", "MUGGINS-R21",
    title="Rounding to fives",
)

# The highest count that scores, by set: four arms that show the highest doubles they can.
HIGHEST_COUNT: Final = {6: 35, 9: 60, 12: 80, 15: 100}


@mypyc_attr(allow_interpreted_subclasses=True)
class Muggins(ClaimGame):
    """The rules of Muggins."""

    NAME: ClassVar[str] = "muggins"
    VIEWS: ClassVar[Views] = Views(MugginsView, LineWorlds)
    LEAD_CLAUSE: ClassVar[str] = "MUGGINS-R07"
    CLAIM_CLAUSE: ClassVar[str] = "MUGGINS-R13"
    # The first double is always open on four sides (MUGGINS-03).
    FOUR_WAY: ClassVar[bool] = True
    TITLE: ClassVar[str] = "Muggins"
    SENTENCE: ClassVar[str] = "Make the open ends add up to fives, and watch who forgets to say so."
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, HAND_SIZE, FIRST_PLAYER, NEXT_LEAD, MATCH_TARGET, FINISH_HAND,
        BONEYARD_RESERVE, DEAD_ENDS_BLOCK, NO_DOUBLE, AUTO_CLAIM, ROUND_TO_FIVE,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "casual": {"auto_claim": True},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.round_to_five: bool = self.flag("round_to_five")

    def leads_highest(self, number: int) -> bool:
        """The first hand is opened by the highest double, later ones as agreed (MUGGINS-R09)."""
        return number == 1 or self.choice("next_lead") == "highest_double"

    def claims_itself(self) -> bool:
        """Points are claimed automatically where a table wants it (MUGGINS-R13)."""
        return self.flag("auto_claim")

    def scores_there_are(self) -> list[int]:
        """A tile scores a multiple of five (MUGGINS-05)."""
        return list(range(5, HIGHEST_COUNT[int(self.top)] + 1, 5))

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return MugginsRound(self, number, before)


@mypyc_attr(allow_interpreted_subclasses=True)
class MugginsRound(ClaimRound):
    """One hand of Muggins."""

    def __init__(self, rules: Muggins, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.muggins: Muggins = rules

    def count(self) -> Int:
        """Adds up the open ends (MUGGINS-R01, MUGGINS-R02).

        An arm counts what its last tile shows, a double both halves. The spinner counts as
        one end with both halves until its second arm is begun.
        """
        line = self.line
        total: Int = 0
        arms: Int = 0
        for arm in range(1, len(line.ends)):
            if line.ends[arm] >= 0 and line.fresh & BIT[arm] == 0:
                arms += 1
                total += line.ends[arm]
                if line.cross & BIT[arm] != 0:
                    total += line.ends[arm]
        if line.spinner != NO_TILE and arms < 2:
            total += PIPS[line.spinner]
        return total

    def worth(self) -> Int:
        """Gives the points of the count: itself if it is a multiple of five, else none."""
        count = self.count()
        return count if count % 5 == 0 else 0

    def settled(self, gain: Int) -> Int:
        """Rounds what is gained in the settlement, if the table wants it (MUGGINS-R21)."""
        return (gain + 2) // 5 * 5 if self.muggins.round_to_five else gain

    def misclaim(self, points: str) -> IllegalMove:
        """Says that only fives can be claimed."""
        return IllegalMove(
            "{points} cannot be claimed: claims are 0, 5, 10 and so on up to {most} "
            "(MUGGINS-05)",
            points=points, most=self.muggins.claimable[-1],
        )

    def shown(self, seat: int) -> Data:
        """Adds the count of the ends."""
        return {**super().shown(seat), "count": int(self.count())}
