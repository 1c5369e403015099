"""What a step at the board does: whom it kills, and whether a prince takes the centre."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.families.boards.views import seen
from sobremesa.picture.boards import words
from sobremesa.picture.saying import N_, Voice

KILLS: Final = N_("kills {piece} of {name}")
TAKES_CENTRE: Final = N_("puts your prince on the centre")
DISTURBS: Final = N_("takes the centre from {name}")


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Compares the pieces before and after."""
    alive = {one["id"]: one for one in seen(after)["pieces"] if one["kind"] != "x"}
    said = [
        say(KILLS, piece=words.piece_name(one, say), name=say.seat(one["owner"]))
        for one in seen(view)["pieces"]
        if one["kind"] != "x" and one["id"] not in alive and 0 <= one["owner"] != view.seat
    ]
    before, now = words.centre_seat(view), words.centre_seat(after)
    if now == view.seat != before:
        said.append(say(TAKES_CENTRE))
    elif before not in (-1, now, view.seat):
        said.append(say(DISTURBS, name=say.seat(before)))
    return said
