"""What an action at a poker table risks, and for what."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.poker.views import seen
from sobremesa.picture.poker import words
from sobremesa.picture.saying import N_, Voice

RISKS: Final = plural("puts {chips} more chip at risk", "puts {chips} more chips at risk",
                      by="chips")
GIVES_UP: Final = plural("gives up {chips} staked chip", "gives up {chips} staked chips",
                         by="chips")
FREE: Final = N_("costs nothing")
WITH: Final = N_("you hold {rank}")
POT: Final = plural("{chips} chip is in the pot", "{chips} chips are in the pot", by="chips")


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says what is paid for staying in, what lies in the pot, and what one holds."""
    data, seat = seen(view), view.seat
    pot = sum(data["staked"])
    rank = words.rank_of(view, seat, say)
    held = [say(WITH, rank=rank)] if rank else []
    if data["stage"] == "exchange":
        return held
    if text == "fold":
        return [say(GIVES_UP, chips=data["staked"][seat]), *held]
    # What the move pays is in its entry of the log, before anything is won back.
    paid = -after.log[len(view.log)][2]
    cost = say(RISKS, chips=paid) if paid > 0 else say(FREE)
    return [cost, say(POT, chips=pot), *held]
