"""What can be wrong with a deal or position of a solitaire, all of it said at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sobremesa.core.errors import suggestion
from sobremesa.core.game import Data
from sobremesa.material.positions import miscounted, misshapen, unnamed

if TYPE_CHECKING:
    from sobremesa.families.solo.solitaire import Solitaire

# The parts of a deal, which a record writes as one tag.
DEAL_PARTS: Final = ["number", "before", "first", "hands", "boneyard"]


def problems(rules: Solitaire, data: Data) -> list[str]:
    """Says everything that is wrong with a deal or a position."""
    known: list[str] = DEAL_PARTS if "hands" in data else list(rules.empty_round().position())
    found = [
        f"a position has no {part}: {suggestion(str(part), known)}"
        for part in data if part not in known
    ]
    shapes = misshapen(data, 1, rules.bounds(), {"ending": rules.endings()})
    shapes += unlisted(rules, data) + unnamed(rules.named(data), int(rules.top))
    counts = miscounted(rules.named(data), int(rules.top), rules.pieces())
    found += shapes + counts
    if shapes or counts:
        return found
    if "hands" in data:
        return found + misdealt(rules, data)
    return found + unended(data) + rules.contradictions(data)


def unlisted(rules: Solitaire, data: Data) -> list[str]:
    """Finds parts that should be lists of tiles and are not."""
    found: list[str] = []
    if not isinstance(data.get("boneyard"), list):
        found.append("the boneyard must be a list of tiles")
    if "hands" in data:
        hands = data["hands"]
        if not isinstance(hands, list) or len(hands) != 1 or not isinstance(hands[0], list):
            found.append("hands must have one list: the tiles that are dealt face up")
        return found
    for part in rules.layout_parts():
        if not isinstance(data.get(part, []), list):
            found.append(f"{part} must be a list")
    return found


def misdealt(rules: Solitaire, data: Data) -> list[str]:
    """Finds a deal that lays too many or too few tiles face up."""
    dealt = len(data["hands"][0])
    if dealt == rules.dealt:
        return []
    return [f"{rules.dealt} tiles are dealt face up, not {dealt}"]


def unended(data: Data) -> list[str]:
    """Finds a position that is over without an ending, or the other way round."""
    found: list[str] = []
    over = data.get("over", False)
    if over != (data.get("ending", "") != ""):
        found.append("a deal that is over, and no other, has an ending")
    if "turn" in data and (data["turn"] == -1) != over:
        found.append("nobody is to move in a deal that is over, and seat 0 in every other")
    return found
