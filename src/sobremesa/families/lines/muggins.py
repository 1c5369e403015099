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
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import NOBODY, Data, Views
from sobremesa.core.options import Option, Value, choice_option
from sobremesa.families.lines.claims import ClaimGame, ClaimRound
from sobremesa.families.lines.draw import BONEYARD_RESERVE, DEAD_ENDS_BLOCK
from sobremesa.families.lines.game import (
    BLOCKED,
    DOMINO,
    FINISH_HAND,
    FIRST_PLAYER,
    HAND_SIZE,
    MATCH_TARGET,
    NO_ENDS,
    PLAYERS,
    SET,
)
from sobremesa.families.lines.home import AT_HOME
from sobremesa.families.lines.lead import NO_DOUBLE
from sobremesa.families.lines.line import NO_TILE, Line
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.tree import LONG_SIDES, Tree, tree_arms
from sobremesa.families.lines.views import MugginsView
from sobremesa.material.dominoes import BIT, HIGH, PIPS

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
FIVES_SPINNER: Final = choice_option(
    "spinner", "Four-way double", "MUGGINS-R26",
    "Which doubles are open on four sides: the first, none, every one, or the first, whose free "
    "short ends count.",
    first="the first double", never="none", every="every double",
    sniff="the first double, whose free ends count",
)
COUNTING: Final = choice_option(
    "counting", "What scores", "MUGGINS-R27",
    "What a count scores: itself if it is a multiple of five, itself if it is a multiple of "
    "three, one point for each five and each three of which it is a multiple, or one point for "
    "each five, also of the pips that are left.",
    fives="multiples of five", threes="multiples of three",
    both="a point for each five and each three", each_five="a point for each five",
)
FIRST_LEAD: Final = choice_option(
    "first_lead", "Lead of the first hand", "MUGGINS-R28",
    "What opens the first hand: the highest double, or any tile of the first player.",
    highest_double="the highest double", any="any tile",
)
DRAWING: Final = choice_option(
    "drawing", "Who draws", "MUGGINS-R29",
    "Who draws from the boneyard: everybody who likes, those who cannot play, or nobody.",
    free="everybody who likes", needed="those who cannot play", never="nobody",
)
DOMINO_SCORE: Final = choice_option(
    "domino_score", "Going out", "MUGGINS-R30",
    "What going domino scores: the pips left in the other hands, or one point; then a block "
    "scores nothing.",
    pips="the pips that are left", one="one point",
)
PLAY_ON: Final = Option(
    "play_on", False, "Whether partners play on until both of a side are out.", "MUGGINS-R31",
    title="Partners play on",
)
EXACT_TARGET: Final = Option(
    "exact_target", False,
    "Whether the target must be reached exactly: a score that would pass it is void.",
    "MUGGINS-R32", title="Exactly to the target",
)

# What going out is worth where it is not the pips.
LAST_TILE: Final[Int] = 1
# The highest count that scores as fives, by set: four arms that show the highest doubles they can.
HIGHEST_COUNT: Final = {6: 35, 9: 60, 12: 80, 15: 100}
# The pips that make a point where there is one for each five.
FIVE: Final[Int] = 5


def most_in_tree(top: int) -> int:
    """Bounds what the ends can count where every double is a spinner (MUGGINS-F07).

    A double with tiles at both long sides counts no more, and adds at most two ends. So with
    so many of them there are at most that many ends, each of another tile.

    >>> [most_in_tree(top) for top in (6, 9, 12, 15)]
    [81, 180, 315, 486]
    """
    singles = [number for number in range(1, top + 1) for _ in range(number)]
    found = 0
    for passed in range(top + 2):
        doubles = [2 * number for number in range(passed, top + 1)]
        found = max(found, sum(sorted(singles + doubles, reverse=True)[: 2 + 2 * passed]))
    return found


def worth_of(count: int, counting: str) -> int:
    """Gives what a count scores (MUGGINS-05, MUGGINS-R27).

    >>> [worth_of(count, "both") for count in (3, 4, 5, 10, 12, 15)]
    [1, 0, 1, 2, 4, 8]
    """
    fives = count // 5 if count % 5 == 0 else 0
    if counting == "each_five":
        return fives
    if counting == "both":
        return fives + (count // 3 if count % 3 == 0 else 0)
    return count if count % (5 if counting == "fives" else 3) == 0 else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Muggins(ClaimGame):
    """The rules of Muggins."""

    NAME: ClassVar[str] = "muggins"
    VIEWS: ClassVar[Views] = ClaimGame.VIEWS.holding(MugginsView)
    LEAD_CLAUSE: ClassVar[str] = "MUGGINS-R07"
    DRAW_CLAUSE: ClassVar[str] = "MUGGINS-07"
    CLAIM_CLAUSE: ClassVar[str] = "MUGGINS-R13"
    TITLE: ClassVar[str] = "Muggins"
    SENTENCE: ClassVar[str] = "Make the open ends add up to fives, and watch who forgets to say so."
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, HAND_SIZE, FIRST_PLAYER, NEXT_LEAD, MATCH_TARGET, FINISH_HAND,
        BONEYARD_RESERVE, DEAD_ENDS_BLOCK, NO_DOUBLE, AUTO_CLAIM, ROUND_TO_FIVE, *AT_HOME,
        FIVES_SPINNER, COUNTING, FIRST_LEAD, DRAWING, DOMINO_SCORE, PLAY_ON, EXACT_TARGET,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "casual": {"auto_claim": True},
        "British Fives and Threes": {
            "players": 4, "teams": "pairs", "hand_size": 5, "spinner": "never",
            "counting": "both", "first_lead": "any", "next_lead": "rotate", "drawing": "never",
            "domino_score": "one", "play_on": True, "exact_target": True, "target": 61,
            "auto_claim": True,
        },
        "Texan Five-Up": {
            "players": 4, "teams": "pairs", "hand_size": 5, "spinner": "every",
            "counting": "each_five", "first_lead": "any", "next_lead": "winner",
            "drawing": "needed", "block_score": "lowest_side", "target": 61, "auto_claim": True,
        },
        "Sniff": {
            "players": 4, "teams": "pairs", "hand_size": 5, "spinner": "sniff",
            "first_lead": "any", "next_lead": "winner", "drawing": "needed",
            "block_score": "lowest_side", "round_to_five": True, "target": 200,
            "auto_claim": True,
        },
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        # The first double is open on four sides (MUGGINS-03), unless none is, or every one
        # (MUGGINS-R26); its free short ends count in Sniff (MUGGINS-R33).
        self.is_sniff: bool = self.choice("spinner") == "sniff"
        self.four_way = self.is_sniff or self.choice("spinner") == "first"
        self.round_to_five: bool = self.flag("round_to_five")
        self.out_counts_one: bool = self.choice("domino_score") == "one"
        self.play_on: bool = self.flag("play_on")
        self.exact: bool = self.flag("exact_target")
        if self.choice("drawing") == "never":
            # All of the boneyard is kept.
            self.reserve = self.tiles
        # What every count scores (MUGGINS-R27).
        self.counts_fives: bool = self.choice("counting") == "fives"
        self.each_five: bool = self.choice("counting") == "each_five"
        if self.each_five:
            self.point_worth = FIVE
        self.worths: vec[Int] = vec[Int]([
            worth_of(count, self.choice("counting"))
            for count in range(self.arms * 2 * self.top + 1)
        ])
        self._check_home()

    def _check_home(self) -> None:
        """Refuses options that exclude each other, or of which one leaves the other no use."""
        if self.exact and self.finish_hand:
            raise BadOption(
                "exact_target ends a hand when the target is reached, and finish_hand does not: "
                "choose one (MUGGINS-R32)", option="finish_hand",
            )
        if self.play_on and not (self.has_partners() and self.out_counts_one):
            raise BadOption(
                "play_on is for pairs whose last tile counts one: teams=pairs and "
                "domino_score=one (MUGGINS-R31)", option="play_on",
            )
        if self.out_counts_one:
            for option in (
                "hand_score", "block_score", "tied_block", "round_to_five", "capicua", "chuchazo",
                "carroca", "cruzada",
            ):
                if option in self.chosen():
                    raise BadOption(
                        "{option} matters only where pips are scored: domino_score is one "
                        "(MUGGINS-R30)", option=option,
                    )
        if self.each_five and "round_to_five" in self.chosen():
            raise BadOption(
                "round_to_five has no use where pips score a point for each five: counting is "
                "each_five (MUGGINS-R27)", option="round_to_five",
            )
        if self.choice("drawing") == "never" and "boneyard_reserve" in self.chosen():
            raise BadOption(
                "{option} matters only where tiles are drawn: drawing is never (MUGGINS-R29)",
                option="boneyard_reserve",
            )

    def arms_named(self) -> list[str]:
        """Names four arms, or those of a tree (MUGGINS-R26)."""
        return tree_arms(int(self.top)) if self.is_tree() else super().arms_named()

    def is_tree(self) -> bool:
        """Tells whether every double is a spinner (MUGGINS-R26)."""
        return self.choice("spinner") == "every"

    def empty_line(self) -> Line:
        """Makes a line before the lead, which every double may branch."""
        if not self.is_tree():
            return super().empty_line()
        return Tree(NO_ENDS[: self.arms + 1], self.all_left(), self.mates, self.wild)

    def may_draw_freely(self) -> bool:
        """Drawing is free to a player who could play, unless the table wants less
        (MUGGINS-08, MUGGINS-R29)."""
        return self.choice("drawing") == "free"

    def may_lead_highest(self) -> bool:
        """Some hand may be opened by the highest double, whatever opens the first."""
        return True

    def leads_highest(self, number: int) -> bool:
        """The first hand is opened by the highest double, later ones as agreed (MUGGINS-R09)."""
        if number == 1:
            return self.choice("first_lead") == "highest_double"
        return self.choice("next_lead") == "highest_double"

    def may_be_out(self, seat: int, data: Data) -> bool:
        """Where partners play on, one of a side may be out and waits (MUGGINS-R31)."""
        is_asked = data.get("asked") in ("claim", "call")
        waits = seat != data.get("turn", NOBODY) or is_asked
        return super().may_be_out(seat, data) or (
            self.play_on and waits and len(data["hands"][(seat + 2) % 4]) > 0
        )

    def claims_itself(self) -> bool:
        """Points are claimed automatically where a table wants it (MUGGINS-R13)."""
        return self.flag("auto_claim")

    def scores_there_are(self) -> list[int]:
        """A tile scores a multiple of five (MUGGINS-05), or what else counts (MUGGINS-R27)."""
        counting = self.choice("counting")
        if counting == "fives" and not self.is_tree():
            return list(range(5, HIGHEST_COUNT[int(self.top)] + 1, 5))
        # Four arms can end in the four highest doubles.
        highest = most_in_tree(int(self.top)) if self.is_tree() else 8 * int(self.top) - 12
        scores = {worth_of(count, counting) for count in range(1, highest + 1)}
        return sorted(scores - {0})

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return MugginsRound(self, number, before)


@mypyc_attr(allow_interpreted_subclasses=True)
class MugginsRound(ClaimRound):
    """One hand of Muggins."""

    def __init__(self, rules: Muggins, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.muggins: Muggins = rules
        # Whether the score of who laid the last tile was void; of no use once a turn is over.
        self.voided: bool = False

    def count(self) -> Int:
        """Adds up the open ends (MUGGINS-R01, MUGGINS-R02).

        An arm counts what its last tile shows, a double both halves. The spinner counts as
        one end with both halves until its second arm is begun, and so does a led double that is
        no spinner, or one of many (MUGGINS-R26). In Sniff its short ends count while they are
        free (MUGGINS-R33).
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
        if line.spinner != NO_TILE:
            if arms < 2:
                total += PIPS[line.spinner]
            elif self.muggins.is_sniff:
                total += (4 - arms) * HIGH[line.spinner]
        elif line.fresh & LONG_SIDES != 0:
            total += 2 * line.ends[line.first_fresh()]
        return total

    def worth(self) -> Int:
        """Gives the points of the count: itself if it is a multiple of five, else none, or as
        agreed (MUGGINS-R27)."""
        return self.muggins.worths[self.count()]

    def is_hand_won(self) -> bool:
        """Where partners play on, the hand is won when both of a side are out (MUGGINS-R31)."""
        return self.is_won_by(self.turn)

    def tile_laid(self) -> None:
        """Forgets the score that was void before."""
        self.voided = False
        super().tile_laid()

    def score(self, seat: Int, points: Int) -> None:
        """Credits points, unless they would pass a target that must be reached exactly; a last
        tile brings its own point with them (MUGGINS-R32)."""
        last: Int = 0
        goes_out = seat == self.layer and self.hands.sizes[seat] == 0
        if self.muggins.out_counts_one and goes_out and self.is_won_by(seat):
            last = LAST_TILE
        if self.would_pass(seat, points + last):
            # A void call of somebody else takes nothing from who goes out.
            self.voided = self.voided or (points > 0 and seat == self.layer)
        else:
            super().score(seat, points)

    def is_won_by(self, seat: Int) -> bool:
        """Tells whether a seat that has laid its last tile wins the hand."""
        return not self.muggins.play_on or self.hands.sizes[(seat + 2) % 4] == 0

    def would_pass(self, seat: Int, points: Int) -> bool:
        """Tells whether points are void because they pass the target (MUGGINS-R32)."""
        total = self.before[seat] + self.won[seat] + points
        return self.muggins.exact and total > self.muggins.target

    def go_domino(self) -> None:
        """Scores the pips that are left, or one point (MUGGINS-R30), unless it is void."""
        if not self.muggins.out_counts_one:
            super().go_domino()
            return
        self.winner = self.turn
        if not self.voided:
            self.credit(self.turn, LAST_TILE)
        self.finish(DOMINO)

    def settle_block(self) -> None:
        """Scores nothing where pips are not scored (MUGGINS-R30)."""
        if self.muggins.out_counts_one:
            self.finish(BLOCKED)
        else:
            super().settle_block()

    def settled(self, gain: Int) -> Int:
        """Rounds what is gained in the settlement, if the table wants it (MUGGINS-R21), or gives
        a point for each five of it (MUGGINS-R27)."""
        if self.muggins.each_five:
            return (gain + 2) // FIVE
        return (gain + 2) // 5 * 5 if self.muggins.round_to_five else gain

    def credit(self, seat: Int, points: Int) -> None:
        """Leaves out points that would pass a target to be reached exactly (MUGGINS-R32)."""
        if not self.would_pass(seat, points):
            super().credit(seat, points)

    def misclaim(self, points: str) -> IllegalMove:
        """Says that only fives can be claimed, or what else scores."""
        if not self.muggins.counts_fives:
            return IllegalMove(
                "{points} cannot be claimed: no count scores that (MUGGINS-R27)", points=points
            )
        return IllegalMove(
            "{points} cannot be claimed: claims are 0, 5, 10 and so on up to {most} "
            "(MUGGINS-05)",
            points=points, most=self.muggins.claimable[-1],
        )

    def shown(self, seat: int) -> Data:
        """Adds the count of the ends."""
        return {**super().shown(seat), "count": int(self.count())}
