"""What a tile on a train or a leg does."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.hubs.views import seen
from sobremesa.picture import advising, saying
from sobremesa.picture.hubs import words
from sobremesa.picture.lines import advice
from sobremesa.picture.saying import N_, Voice

LEAVES: Final = N_("leaves {number} on {line}")
TO_ANSWER: Final = N_("leaves a double to be answered")


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says what the line asks for then, and what one keeps."""
    said = advising.made(view, after, say)
    tile, arm, _ = saying.played(text)
    if not text[:1].isdigit():
        return said
    data = seen(after)
    hand = face_up(data["hands"][view.seat])
    if after.over:
        return said if hand else [*said, say(advising.GOES_OUT)]
    if arm in data["ends"]:
        line = words.line_name(arm, view, say)
        said.append(say(LEAVES, number=data["ends"][arm], line=line))
    if words.is_train(after) and data.get("open"):
        said.append(say(TO_ANSWER))
    numbers = set(data["ends"].values())
    own = [one for one in hand if numbers & set(saying.halves(one))]
    said.append(say(advice.KEEPS, count=len(own)) if own else say(advice.KEEPS_NONE))
    return [*said, *advice.weight(tile, say)]
