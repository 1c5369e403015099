"""What can be wrong with the parts of a position that are tiles or whole numbers."""

from __future__ import annotations

from sobremesa.core.errors import IllegalMove
from sobremesa.core.numbers import MOST_POINTS, is_whole
from sobremesa.material.dominoes import NAMES, parse_tile


def as_list(value: object) -> list[object]:
    """Gives a list as it is, and nothing for anything else."""
    return value if isinstance(value, list) else []


def unnamed(names: list[str], top: int) -> list[str]:
    """Finds names that no tile of the double-`top` set has."""
    found: list[str] = []
    for name in names:
        try:
            parse_tile(name, top)
        except IllegalMove as refused:
            found.append(str(refused))
    return found


def miscounted(names: list[str], top: int, pieces: list[str]) -> list[str]:
    """Finds tiles that are there twice or not at all (SETS-01)."""
    found: list[str] = []
    seen: set[int] = set()
    for name in names:
        try:
            tile = parse_tile(name, top)
        except IllegalMove:
            continue
        if tile in seen:
            found.append(f"{NAMES[tile]} is there twice (SETS-01)")
        seen.add(tile)
    missing = [name for tile, name in enumerate(pieces) if tile not in seen]
    if missing:
        found.append("missing: " + ", ".join(missing) + " (SETS-01)")
    return found


def misshapen(
    data: dict[str, object], seats: int, bounds: dict[str, tuple[int, int]],
    words: dict[str, list[str]], least: int = 0,
) -> list[str]:
    """Finds parts that are not the kind of thing they should be: whole numbers between
    bounds, words of a list, the points of every seat, which are `least` or more."""
    found: list[str] = []
    for part, (low, high) in bounds.items():
        if part in data and not is_whole(data[part], low, high):
            found.append(f"{part} must be a whole number from {low} to {high}")
    for part, known in words.items():
        if part in data and data[part] not in known:
            listed = ", ".join(word if word else "nothing" for word in known)
            found.append(f"{part} must be one of: {listed}")
    for part in ("before", "points"):
        scores = data.get(part, [0] * seats)
        if not isinstance(scores, list) or len(scores) != seats or not all(
            is_whole(score, least, MOST_POINTS) for score in scores
        ):
            found.append(f"{part} must have the points of each of the {seats} seats")
    if "over" in data and not isinstance(data["over"], bool):
        found.append("over must be true or false")
    return found


def mishanded(data: dict[str, object], seats: int) -> list[str]:
    """Finds hands or a boneyard that are no lists of tiles, one hand for each seat."""
    found: list[str] = []
    hands = data.get("hands")
    if not isinstance(hands, list) or not all(isinstance(hand, list) for hand in hands):
        found.append("hands must be a list of tiles for each seat")
    elif len(hands) != seats:
        found.append(f"there are {len(hands)} hands for {seats} players (SETS-05)")
    if not isinstance(data.get("boneyard"), list):
        found.append("the boneyard must be a list of tiles")
    return found
