"""What can be wrong with a position that somebody sets up, all of it said at once.

A position need not be one that play could have reached, so that lessons and studies are
free; it must be one from which play can go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sobremesa.core.errors import IllegalMove, suggestion
from sobremesa.core.game import Data
from sobremesa.material.dominoes import NAMES, parse_tile

if TYPE_CHECKING:
    from sobremesa.games.lines.line import LineGame

# More hands or points than any match has.
MANY: Final = 1 << 20


def problems(rules: LineGame, data: Data) -> list[str]:
    """Says everything that is wrong with a position."""
    shapes = misshapen(rules, data) + unreadable(rules, data)
    found = unknown_parts(rules, data) + shapes + miscounted(rules, data)
    found += rules.misjoined(line_names(data))
    return found if shapes else found + rules.contradictions(data)


def unknown_parts(rules: LineGame, data: Data) -> list[str]:
    """Finds parts that no position has, such as a misspelt one."""
    known = list(rules.bare_round().dump())
    return [
        f"a position has no {part}: {suggestion(str(part), known)}"
        for part in data if part not in known
    ]


def misshapen(rules: LineGame, data: Data) -> list[str]:
    """Finds parts that are not the kind of thing they should be."""
    seats = int(rules.players)
    found: list[str] = []
    for part, (low, high) in rules.bounds().items():
        if part in data and not is_whole(data[part], low, high):
            found.append(f"{part} must be a whole number from {low} to {high}")
    for part, words in rules.words().items():
        if part in data and data[part] not in words:
            listed = ", ".join(word if word else "nothing" for word in words)
            found.append(f"{part} must be one of: {listed}")
    for part in ("before", "points"):
        scores = data.get(part, [0] * seats)
        if not isinstance(scores, list) or len(scores) != seats or not all(
            is_whole(score, 0, MANY) for score in scores
        ):
            found.append(f"{part} must have the points of each of the {seats} seats")
    if "over" in data and not isinstance(data["over"], bool):
        found.append("over must be true or false")
    return found


def is_whole(value: object, low: int, high: int) -> bool:
    """Tells whether a value is a whole number between bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def unreadable(rules: LineGame, data: Data) -> list[str]:
    """Finds hands, boneyard or line that are missing or name tiles the set does not have."""
    found: list[str] = []
    hands = data.get("hands")
    if not isinstance(hands, list) or not all(isinstance(hand, list) for hand in hands):
        found.append("hands must be a list of tiles for each seat")
        hands = []
    elif len(hands) != rules.players:
        found.append(f"there are {len(hands)} hands for {rules.players} players (SETS-05)")
    if not isinstance(data.get("boneyard"), list):
        found.append("the boneyard must be a list of tiles")
    if not isinstance(data.get("line", []), list):
        found.append("the line must be a list of tiles")
    for name in all_names(data):
        try:
            parse_tile(name, int(rules.top))
        except IllegalMove as refused:
            found.append(str(refused))
    return found


def all_names(data: Data) -> list[str]:
    """Lists the names of all tiles of a position, as far as they can be found."""
    names: list[str] = []
    for part in [*as_list(data.get("hands")), data.get("boneyard")]:
        names += [str(name) for name in as_list(part)]
    return names + [play.partition("@")[0] for play in line_names(data)]


def line_names(data: Data) -> list[str]:
    """Lists the tiles of the line as they are written."""
    return [str(play) for play in as_list(data.get("line"))]


def as_list(value: object) -> list[object]:
    """Gives a list as it is, and nothing for anything else."""
    return value if isinstance(value, list) else []


def miscounted(rules: LineGame, data: Data) -> list[str]:
    """Finds tiles that are there twice or not at all (SETS-01)."""
    found: list[str] = []
    seen: set[int] = set()
    for name in all_names(data):
        try:
            tile = parse_tile(name, int(rules.top))
        except IllegalMove:
            continue
        if tile in seen:
            found.append(f"{NAMES[tile]} is there twice (SETS-01)")
        seen.add(tile)
    missing = [name for tile, name in enumerate(rules.pieces()) if tile not in seen]
    if missing:
        found.append("missing: " + ", ".join(missing) + " (SETS-01)")
    return found
