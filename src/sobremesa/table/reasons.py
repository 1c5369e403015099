"""Why a touch leads to no move: the refusal of the rules for what a hand has touched.

What was touched is written as a person would write the move and read by the round, which
refuses it in the words of the game. Only things that the seat's own picture shows are read, so
that nobody can feel for a hidden thing by its name.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from sobremesa import picture
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NO_MOVE, View
from sobremesa.core.match import Match
from sobremesa.table.problems import Problem
from sobremesa.table.words import Say

MOST_TOUCHES = 6
# Things on which a touch was begun are tried with at most so many others.
MOST_TRIED = 200

_ANY = re.compile(r"\*(\w+)")


def touchable(view: View) -> set[str]:
    """Names all that a seat can touch: what its picture shows, and what its moves name."""
    drawn = set(picture.scene(view, standalone=False).touches)
    return drawn.union(*(choice["touches"] for choice in view.data["moves"]))


@dataclass(frozen=True)
class Reason:
    """Why touches lead to no move; or the move that they mean, where two ways to touch are one."""

    text: str
    move: int = NO_MOVE


def why(view: View, match: Match, touches: list[str], say: Say) -> Reason:
    """Says why no move begins with what somebody says they have touched.

    :param view: that of the seat that touches, whose turn it is.
    """
    attempts = view.data.get("attempts") or {"tiles": ()}
    known = touchable(view)
    # Where players find what fits themselves, a piece is tried by laying it.
    if not 0 < len(touches) <= MOST_TOUCHES or any(
        one not in known or one in attempts["tiles"] for one in touches
    ):
        raise Problem(422, "not-there", "That cannot be touched.")
    return reason(view, match, touches, say)


def reason(view: View, match: Match, touches: list[str], say: Say) -> Reason:
    """Says why no move begins with these touches.

    :param view: that of the seat that touches, whose turn it is.
    """
    # Where players find what fits themselves, a place does not tell whether anything does.
    if touches[0] in (view.data.get("attempts") or {}).get("cells", ()):
        thing = picture.spoken(touches[0], view, say=say)
        return Reason(say("First choose what goes there: {thing}.").format(thing=thing))
    texts = _texts(view, match, touches) or _texts(view, match, touches[-1:])
    found: set[str] = set()
    for text in texts:
        try:
            move = match.round.read(text)
            match.round.check(move)
        except IllegalMove as refused:
            found.add(refused.said(say))
        else:
            return Reason("", move) if len(texts) == 1 else Reason(_what_then(view, touches, say))
    return Reason(found.pop() if len(found) == 1 else _what_then(view, touches, say))


def _what_then(view: View, touches: list[str], say: Say) -> str:
    """Says that a thing comes later in a move, or in none; no single rule refuses it."""
    thing = picture.spoken(touches[-1], view, say=say)
    if len(touches) == 1 and any(touches[0] in one["touches"] for one in view.data["moves"]):
        return say("First choose what goes there: {thing}.").format(thing=thing)
    return say("Nothing can be done with this now: {thing}.").format(thing=thing)


def _texts(view: View, match: Match, touches: list[str]) -> list[str]:
    """Writes the moves that begin with some touches as a person would."""
    kinds, names = zip(*(touch.partition(":")[::2] for touch in touches), strict=True)
    form = match.round.touched(" ".join(kinds), names[0])
    if not form:
        return []
    names = tuple("" if name == "start" else name for name in names)
    text = form.format(*names).removesuffix("@").removeprefix(":")
    wanted = _ANY.search(text)
    if wanted is None:
        return [text]
    others = (
        name.partition(":")[2] for name in sorted(touchable(view))
        if name.partition(":")[0] == wanted.group(1) and name not in touches
    )
    return [_ANY.sub(other, text) for other in itertools.islice(others, MOST_TRIED)]
