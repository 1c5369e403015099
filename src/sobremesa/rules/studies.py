"""Study pages that people read at the table, and what options change by what was measured.

>>> page("solitaires").splitlines()[0]
'# How often can the solitaires be won?'
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from sobremesa.core.errors import UnknownGame, suggestion
from sobremesa.core.options import Value
from sobremesa.places import place_of

FOLDER = place_of("studies")


class Change(NamedTuple):
    """What a value of an option changes: a measure before and after. `players` is how many
    played, 0 if as many as usual, and `part` where the study page says more."""

    value: Value
    measure: str
    before: float
    after: float
    players: int
    part: str


def pages() -> list[str]:
    """Lists the study pages there are."""
    return sorted(path.stem for path in FOLDER.glob("*.md"))


def page(name: str) -> str:
    """Gives a study page as markdown.

    :raises UnknownGame: when there is none.
    """
    if name not in pages():
        raise UnknownGame(
            "there is no study of {name}: {hint}", name=name, hint=suggestion(name, pages()),
        )
    return FOLDER.joinpath(f"{name}.md").read_text(encoding="utf-8")


@cache
def picture(name: str) -> str | None:
    """Gives a picture of the study pages, if there is one of that name."""
    path = FOLDER / "pictures" / f"{name}.svg"
    # Only what lies there, whatever the name says.
    known = {one.stem for one in (FOLDER / "pictures").glob("*.svg")}
    return path.read_text(encoding="utf-8") if name in known else None


@cache
def effects(game: str) -> dict[str, list[Change]]:
    """Gives what each option of a game changes, the largest change first."""
    path = FOLDER / f"{game}.json"
    if not path.is_file():
        return {}
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")).get("effects", {})
    return {
        option: [Change(**change) for change in changes] for option, changes in told.items()
    }
