"""What can be wrong with a position of Domino Poker that somebody sets up, all said at once.

A position need not be one that play could have reached, but it must be one from which play
can go on, and all chips must be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sobremesa.core.dealing import Piles
from sobremesa.core.game import NOBODY, Data, Round
from sobremesa.core.parts import Seats
from sobremesa.families.poker.ranks import HAND_SIZE, MOST_EXCHANGED
from sobremesa.families.poker.round import PokerRound

if TYPE_CHECKING:
    from sobremesa.families.poker.domino_poker import Poker

# The parts of a deal; a position has more.
DEAL_PARTS: Final = ["number", "before", "first", "hands", "boneyard"]


class Discards(Piles):
    """What every seat has thrown away, which nobody else sees."""

    def seen(self, round: Round, seat: int) -> Any:
        """Names what the seat itself has thrown away and counts what others have."""
        return [
            thrown if other == seat else len(thrown)
            for other, thrown in enumerate(self.value(round))
        ]


class Folded(Seats):
    """The seats that got tiles and do not stay, kept as those that do."""

    def told(self, kept: Any, round: Round) -> Any:
        """Lists the seats that do not stay."""
        assert isinstance(round, PokerRound)
        return super().told(round.dealt_in() & ~int(kept), round)

    def heard(self, value: Any, round: Round) -> Any:
        """Finds the seats that stay."""
        assert isinstance(round, PokerRound)
        return round.dealt_in() & ~super().heard(value, round)


def contradictions(rules: Poker, data: Data) -> list[str]:
    """Says where the parts of a position, each possible, do not go together."""
    seats = range(rules.players)
    before = data.get("before", rules.starting_points())
    found: list[str] = []
    if sum(before) != rules.chips:
        found.append(
            f"the stacks before the deal have {sum(before)} chips; {rules.players} players "
            f"with {rules.stack} each have {rules.chips} (DPOKER-R11)"
        )
    if rules.winners(before):
        found.append("one player had all the chips before this deal (DPOKER-R16)")
    if before[data.get("first", 0)] == 0:
        found.append("the first to act has no chips and is out (DPOKER-R20)")
    for seat in seats:
        due = HAND_SIZE if before[seat] > 0 else 0
        if len(data["hands"][seat]) != due:
            found.append(f"seat {seat} must have {due} tiles (DPOKER-R01, DPOKER-R20)")
    if "turn" not in data:
        known = [part.name for part in rules.made_of()]
        more = [part for part in data if part in known and part not in DEAL_PARTS]
        if more:
            found.append("a position with " + ", ".join(more) + " must say whose turn it is")
        return found
    return found + misstaked(rules, data, before) + misplayed(rules, data, before)


def misstaked(rules: Poker, data: Data, before: list[int]) -> list[str]:
    """Says what is wrong with the chips on the table."""
    found: list[str] = []
    nothing = [0 for _ in before]
    staked = data.get("staked", nothing)
    bets = data.get("bets", nothing)
    for seat, chips in enumerate(before):
        if staked[seat] > chips:
            found.append(f"seat {seat} has staked more than it had (DPOKER-R15)")
        elif staked[seat] < bets[seat] or (chips > 0 and staked[seat] == bets[seat]):
            found.append(f"seat {seat} must have staked its ante and its bets (DPOKER-R11)")
    if max(bets) > 0 and data.get("stage", "betting") in ("exchange", ""):
        found.append("bets lie in front of the seats only while there is betting")
    if data.get("opened", False) and max(bets) == 0:
        found.append("a betting round that is opened has bets")
    if data.get("raise_by", rules.bet) < rules.bet or (
        not rules.no_limit and data.get("raise_by", rules.bet) != rules.bet
    ):
        found.append(f"raise_by does not fit bets of {rules.bet} (DPOKER-R11)")
    return found


def misplayed(rules: Poker, data: Data, before: list[int]) -> list[str]:
    """Says what is wrong with the stage, the turn and the exchange."""
    found: list[str] = []
    stage = data.get("stage", "betting")
    over = data.get("over", False)
    staying = [
        seat for seat, chips in enumerate(before) if chips > 0
        and seat not in data.get("folded", [])
    ]
    if over != (stage == ""):
        found.append("a deal that is over, and no other, has no stage")
    if stage in ("exchange", "second betting") and not rules.draws:
        found.append("tiles are exchanged only with the option draw (DPOKER-R10)")
    for seat, thrown in enumerate(data.get("discards", [])):
        if thrown and (not rules.draws or stage == "betting" or len(thrown) > MOST_EXCHANGED):
            found.append(f"seat {seat} cannot have exchanged {len(thrown)} tiles (DPOKER-R10)")
    if not staying or (not over and len(staying) == 1):
        found.append("a deal goes on while at least two stay in it (DPOKER-R14)")
    elif over:
        if data["turn"] != NOBODY:
            found.append("nobody is to act in a deal that is over: turn must be -1")
    elif not has_choice(data, before, staying, stage):
        found.append("the seat whose turn it is has nothing to decide (DPOKER-R12)")
    return found


def has_choice(data: Data, before: list[int], staying: list[int], stage: str) -> bool:
    """Tells whether the seat whose turn it is has something to decide."""
    turn = int(data["turn"])
    if turn not in staying:
        return False
    waiting = turn not in data.get("acted", [])
    if stage == "exchange":
        return waiting and len(data["boneyard"]) > 0
    nothing = [0 for _ in before]
    staked = data.get("staked", nothing)
    bets = data.get("bets", nothing)
    able = [seat for seat in staying if staked[seat] < before[seat]]
    owes = bool(bets[turn] < max(bets))
    return turn in able and (owes or (waiting and len(able) > 1))
