"""What a card or tile does in its trick."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.families.tricks.views import seen
from sobremesa.picture import advising
from sobremesa.picture.saying import N_, Voice
from sobremesa.picture.tricks import words

TAKES: Final = N_("takes the trick")
GIVES: Final = N_("leaves the trick to {name}")
BEST: Final = N_("is the best of the trick so far")
BEHIND: Final = N_("{name} has the best of the trick so far")
LEADS: Final = N_("leads {suit}")


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says who has the trick then; of a call its numbers have to speak."""
    said = advising.made(view, after, say)
    before, trick = seen(view)["trick"], seen(after)["trick"]
    if words.is_call(text, view) or after.over:
        return said
    if len(seen(after)["tricks"]) > len(seen(view)["tricks"]):
        taker = seen(after)["tricks"][-1]["taker"]
        return [*said, held_by(taker, view, TAKES, GIVES, say)]
    if len(trick["pieces"]) <= len(before["pieces"]):
        return said
    if not before["pieces"]:
        led = [say(LEADS, suit=words.suit_text(trick["suit"], say))] if trick["suit"] else []
        return [*said, *led]
    return [*said, held_by(trick["taker"], view, BEST, BEHIND, say)]


def held_by(taker: int, view: View, own: str, other: str, say: Voice) -> str:
    """Says whether whoever plays now has the trick, or who else has."""
    hand = seen(view).get("hand", view.seat)
    return say(own) if taker in (view.seat, hand) else say(other, name=say.seat(taker))
