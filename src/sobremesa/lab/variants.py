"""Variants: a level of which something was changed, to find out what that is worth.

`master:trust=0` is the master who does not listen, `strong:deep=6,warmth=0.2` the strong level
with a tree and cooler minds, `easy:blind=0` the easy one who overlooks nothing; in Super Bridge
`master:bids=no` bids like greedy and plays like the master. They play in the lab alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sobremesa import Refused
from sobremesa.bots import Bot, bot
from sobremesa.bots.levels import Glance, Thinker
from sobremesa.bots.search import Plan
from sobremesa.bots.tricks.bridge_mind import BridgeMind
from sobremesa.core.errors import suggestion

MARK: Final = ":"
WHETHER: Final = {"no": False, "yes": True}
# What can be changed in a search, and in a glance, with the kind of its values.
PLAN: Final[dict[str, type]] = {
    "rounds": int, "worlds": int, "width": int, "cut": int, "deep": int, "halving": bool,
    "trust": float, "looks": int, "score": bool, "won": bool, "warmth": float, "doubt": float,
}
GLANCE: Final[dict[str, type]] = {"blind": float, "warmth": float}
MIND: Final[dict[str, type]] = {
    "calls": int, "cards": int, "early": int, "looks": int, "ending": int, "nodes": int,
    "doubt": float, "bids": bool,
}


def variant(game_name: str, kind: str) -> Bot:
    """Makes the variant of a level that is named.

    >>> variant("block", "master:trust=0,rounds=300").plan.trust
    0.0

    :raises Refused: if there is no such level, or nothing in it of that name.
    """
    level, _, changes = kind.partition(MARK)
    found = bot(game_name, level)
    if isinstance(found, Thinker):
        return Thinker(Plan(**changed(level, changes, PLAN, found.plan)))
    if isinstance(found, Glance):
        return Glance(**changed(level, changes, GLANCE, found))
    if isinstance(found, BridgeMind):
        return BridgeMind(**changed(level, changes, MIND, found))
    raise Refused("{kind} has nothing that can be changed", kind=level)


def changed(
    level: str, changes: str, fields: Mapping[str, type], usual: object
) -> dict[str, Any]:
    """Gives all fields of a level, some with new values."""
    values = {name: kind(getattr(usual, name)) for name, kind in fields.items()}
    for change in changes.split(","):
        name, _, text = change.partition("=")
        if name not in fields:
            raise Refused(
                "{kind} has no {name} to change: {hint}",
                kind=level, name=name or change, hint=suggestion(name, list(fields)),
            )
        values[name] = parse_value(name, text, fields[name])
    return values


def parse_value(name: str, text: str, kind: type) -> Any:
    """Reads a value: a number of none or more, or yes or no."""
    try:
        value = WHETHER[text] if kind is bool else kind(text)
        if value >= 0:
            return value
    except (KeyError, ValueError):
        pass
    wanted = "yes or no" if kind is bool else "a whole number" if kind is int else "a number"
    raise Refused("{name} takes {wanted}, not {text}", name=name, wanted=wanted, text=text)
