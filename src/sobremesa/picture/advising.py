"""What a move does, in a few words, for whoever asks for advice.

A family says it in `effects(view, after, text, say)`: `view` is what the seat knows, `after` what
it would know once it has made the move written `text`. Only that is told which follows from these
two whatever lies hidden.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.picture.saying import N_, Voice

SCORES: Final = plural("scores {points} point", "scores {points} points", by="points")
PAYS: Final = plural("costs {points} point", "costs {points} points", by="points")
GOES_OUT: Final = N_("goes out")


def made(view: View, after: View, say: Voice) -> list[str]:
    """Says how many points a move makes at once; what a round brings when it ends may depend on
    what lies hidden, and is not told."""
    seat = view.seat
    points = after.scores[seat] - view.scores[seat]
    if after.over or points == 0:
        return []
    return [say(SCORES, points=points)] if points > 0 else [say(PAYS, points=-points)]


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says what a move does in a game of which nothing more is known."""
    return made(view, after, say)
