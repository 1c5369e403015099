"""What taking, drawing and discarding do."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.families.melds.views import seen
from sobremesa.picture.saying import N_, Voice

TAKES: Final = N_("brings {tile} into your hand, which must stay there this turn")
LEAVES: Final = N_("leaves {tile} for {name} to take")


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says what comes into the hand, or what the next player is given."""
    if text == "take":
        return [say(TAKES, tile=seen(view)["discard"])]
    if text[:1].isdigit() and not after.over:
        return [say(LEAVES, tile=text, name=say.seat(after.turn))]
    return []
