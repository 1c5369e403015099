"""What can be wrong with a position that somebody sets up, all of it said at once.

A position need not be one that play could have reached, so that lessons and studies are
free; it must be one from which play can go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.errors import suggestion, written
from sobremesa.core.game import Data
from sobremesa.material.positions import as_list, miscounted, mishanded, misshapen, unnamed

if TYPE_CHECKING:
    from sobremesa.families.lines.line import LineGame


def problems(rules: LineGame, data: Data) -> list[str]:
    """Says everything that is wrong with a position."""
    names = all_names(data)
    shapes = misshapen(data, int(rules.players), rules.bounds(), rules.words(), rules.least())
    shapes += unreadable(rules, data) + unnamed(names, int(rules.top))
    found = unknown_parts(rules, data) + shapes
    found += miscounted(names, int(rules.top), rules.pieces())
    found += rules.misjoined(line_names(data))
    return found if shapes else found + rules.contradictions(data)


def unknown_parts(rules: LineGame, data: Data) -> list[str]:
    """Finds parts that no position has, such as a misspelt one."""
    known = list(rules.bare_round().dump())
    return [
        f"a position has no {part}: {suggestion(str(part), known)}"
        for part in data if part not in known
    ]


def unreadable(rules: LineGame, data: Data) -> list[str]:
    """Finds hands, boneyard or line that are no lists."""
    found = mishanded(data, int(rules.players))
    if not isinstance(data.get("line", []), list):
        found.append("the line must be a list of tiles")
    return found


def all_names(data: Data) -> list[str]:
    """Lists the names of all tiles of a position, as far as they can be found."""
    names: list[str] = []
    for part in [*as_list(data.get("hands")), data.get("boneyard")]:
        names += [written(name) for name in as_list(part)]
    return names + [play.partition("@")[0] for play in line_names(data)]


def line_names(data: Data) -> list[str]:
    """Lists the tiles of the line as they are written."""
    return [written(play) for play in as_list(data.get("line"))]
