"""What a play of Cerrojo does to its side."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.locks.views import seen
from sobremesa.picture import advising
from sobremesa.picture.locks.route import parse
from sobremesa.picture.saying import N_, Voice

ASKS: Final = N_("side {side} then asks for {suit}")
SHUT: Final = N_("side {side} is shut then")


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says what a side asks for after a play, or that nobody can lay there."""
    if text == "paso" or text.startswith("+"):
        return []
    if after.over:
        out = not face_up(seen(after)["hands"][view.seat])
        return [say(advising.GOES_OUT)] if out else []
    sides = seen(after)["sides"]
    said: list[str] = []
    for side in [parse(text).side] if parse(text).side else list(sides):
        open_still = sides[side]["state"] in ("open", "open lock") and not sides[side]["dead"]
        said.append(
            say(ASKS, side=side, suit=sides[side]["asks"]) if open_still
            else say(SHUT, side=side)
        )
    return said
