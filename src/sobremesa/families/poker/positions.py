"""What can be wrong with a position of Domino Poker that somebody sets up, all said at once.

A position need not be one that play could have reached, but it must be one from which play
can go on, and all chips must be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sobremesa.core.errors import IllegalMove, suggestion, written
from sobremesa.core.game import NOBODY, Data
from sobremesa.core.numbers import MANY, is_whole
from sobremesa.families.poker.ranks import HAND_SIZE, MOST_EXCHANGED, ORDER, read_tile
from sobremesa.material.positions import as_list, mishanded

if TYPE_CHECKING:
    from sobremesa.families.poker.domino_poker import Poker

# The parts of a deal; a position has more.
DEAL_PARTS: Final = ["number", "before", "first", "hands", "boneyard"]
PARTS: Final = [
    *DEAL_PARTS, "stage", "discards", "staked", "bets", "folded", "acted", "opened", "raise_by",
    "raises", "turn", "points", "over",
]
# The stages of a deal; one that is over has none.
STAGES: Final = ["betting", "exchange", "second betting", ""]


def problems(rules: Poker, data: Data) -> list[str]:
    """Says everything that is wrong with a position."""
    shapes = misshapen(rules, data) + unreadable(rules, data)
    found = [
        f"a position has no {part}: {suggestion(str(part), PARTS)}"
        for part in data if part not in PARTS
    ]
    found += shapes + miscounted(data)
    return found if shapes else found + contradictions(rules, data)


def misshapen(rules: Poker, data: Data) -> list[str]:
    """Finds parts that are not the kind of thing they should be."""
    seats = int(rules.players)
    chips = int(rules.chips)
    bounds = {
        "number": (1, MANY), "first": (0, seats - 1), "turn": (NOBODY, seats - 1),
        "raises": (0, MANY), "raise_by": (1, MANY),
    }
    found = [
        f"{part} must be a whole number from {low} to {high}"
        for part, (low, high) in bounds.items()
        if part in data and not is_whole(data[part], low, high)
    ]
    for part, low in (("before", 0), ("staked", 0), ("bets", 0), ("points", -chips)):
        if part in data and not is_row(data[part], seats, low, chips):
            found.append(f"{part} must have the chips of each of the {seats} seats")
    for part in ("folded", "acted"):
        listed = data.get(part, [])
        if not isinstance(listed, list) or not all(
            is_whole(seat, 0, seats - 1) for seat in listed
        ):
            found.append(f"{part} must be a list of seats from 0 to {seats - 1}")
    for part in ("over", "opened"):
        if part in data and not isinstance(data[part], bool):
            found.append(f"{part} must be true or false")
    if data.get("stage", "") not in STAGES:
        listed = ", ".join(stage if stage else "nothing" for stage in STAGES)
        found.append(f"stage must be one of: {listed}")
    return found


def is_row(value: object, seats: int, low: int, high: int) -> bool:
    """Tells whether a value has a whole number for each seat."""
    return (
        isinstance(value, list) and len(value) == seats
        and all(is_whole(chips, low, high) for chips in value)
    )


def unreadable(rules: Poker, data: Data) -> list[str]:
    """Finds hands, boneyard or discards that are missing or name tiles that are not there."""
    found = mishanded(data, int(rules.players))
    thrown = data.get("discards", [[] for _ in range(rules.players)])
    if (
        not isinstance(thrown, list) or len(thrown) != rules.players
        or not all(isinstance(row, list) for row in thrown)
    ):
        found.append("discards must be a list of tiles for each seat")
    for name in all_names(data):
        try:
            read_tile(name)
        except IllegalMove as refused:
            found.append(str(refused))
    return found


def all_names(data: Data) -> list[str]:
    """Lists the names of all tiles of a position, as far as they can be found."""
    names: list[str] = []
    for row in [
        *as_list(data.get("hands")), *as_list(data.get("discards")), data.get("boneyard")
    ]:
        names += [written(name) for name in as_list(row)]
    return names


def miscounted(data: Data) -> list[str]:
    """Finds tiles that are there twice or not at all (DPOKER-01)."""
    found: list[str] = []
    seen: set[str] = set()
    for text in all_names(data):
        try:
            name = ORDER[read_tile(text)]
        except IllegalMove:
            continue
        if name in seen:
            found.append(f"{name} is there twice (DPOKER-01)")
        seen.add(name)
    missing = [name for name in ORDER if name not in seen]
    if missing:
        found.append("missing: " + ", ".join(missing) + " (DPOKER-01)")
    return found


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
        more = [part for part in data if part in PARTS and part not in DEAL_PARTS]
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
