"""What a tile of High Fives captures or leaves."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.pool.views import seen
from sobremesa.picture import advising
from sobremesa.picture.saying import N_, Voice

TAKES: Final = plural("takes {count} tile", "takes {count} tiles")
LEFT: Final = N_("stays in the pool for the others")


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says what goes to one's pile."""
    said = advising.made(view, after, say)
    if after.over or text == "quiet":
        return said
    taken = len(seen(after)["piles"][view.seat]) - len(seen(view)["piles"][view.seat])
    if taken > 0:
        return [*said, say(TAKES, count=taken)]
    return [*said, say(LEFT)]
