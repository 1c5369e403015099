"""What the calls of Super Bridge show, in words, from the system by which the bots bid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.tricks import bridge_system as system
from sobremesa.families.tricks.bridge_system import ALL_POINTS, NO_SUIT, Bidding, Meaning
from sobremesa.families.tricks.super_bridge import (
    BID_MOVE,
    BID_NAMES,
    DOUBLE_MOVE,
    HAND,
    PASS_MOVE,
    REDOUBLE_MOVE,
)
from sobremesa.families.tricks.views import seen
from sobremesa.material.auction import NO_BID
from sobremesa.material.cards import SUIT_SIGNS
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Voice

WHY: Final[dict[int, str]] = {
    int(system.OPENS): N_("opens"),
    int(system.OPENS_STRONG): N_("opens with a very strong hand"),
    int(system.OVERCALLS): N_("overcalls"),
    int(system.ASKS): N_("asks partner for one of the other suits"),
    int(system.PUNISHES): N_("doubles for penalties"),
    int(system.PLAYS_GAME): N_("wants to play this game"),
    int(system.PLAYS_SLAM): N_("wants to play this slam"),
    int(system.RAISES): N_("raises partner's suit"),
    int(system.COMPETES): N_("competes, counting on the trumps of both hands"),
    int(system.INVITES): N_("invites game"),
    int(system.NAMES_SUIT): N_("names a suit, which partner may pass"),
    int(system.REPEATS): N_("prefers their own suit to partner's"),
    int(system.NAMES_NONE): N_("has neither a fit nor a suit to name"),
    int(system.ANSWERS): N_("answers the double"),
    int(system.PASSES): N_("has nothing to bid"),
    int(system.NATURAL): N_("is not in the system of the house"),
}
RANGE: Final = plural("{low} to {high} point", "{low} to {high} points", by="high")
AT_LEAST: Final = plural("{low} point or more", "{low} points or more", by="low")
AT_MOST: Final = plural("at most {high} point", "at most {high} points", by="high")
BALANCED: Final = N_("balanced, three to six cards in every suit")
LONGEST: Final = N_("no suit longer than {suit}")
LEAST_CARDS: Final = N_("{suit}: {count} or more")
MOST_CARDS: Final = N_("{suit}: at most {count}")
BEYOND: Final = N_("each {suit} beyond {count} counts 2 points")
ANYWAY: Final = plural(
    "or {low} point with any shape", "or {low} points with any shape", by="low",
)
PLAIN_CALLS: Final[dict[str, int]] = {
    "pass": int(PASS_MOVE), "X": int(DOUBLE_MOVE), "XX": int(REDOUBLE_MOVE),
}


def call_of(text: str) -> int:
    """Gives the move of a call as it is written."""
    if text in PLAIN_CALLS:
        return PLAIN_CALLS[text]
    return int(BID_MOVE) + BID_NAMES.index(text)


class Listener:
    """Hears the calls of a table one by one, and says what each shows."""

    def __init__(self, view: View, say: Voice) -> None:
        self.say = say
        # Other games have no system.
        self.has_system = "vulnerable" in seen(view)
        self.bidding = Bidding()
        self.passes = 0

    def hear(self, seat: int, call: str) -> str:
        """Says what a call shows, by what was called before it."""
        if not self.has_system:
            return ""
        said = told(self.bidding.hear(seat, call_of(call)), self.say)
        self.passes += call == "pass"
        if self.bidding.highest == NO_BID and self.passes == 4:
            # All have passed, and the cards are dealt again (BRIDGE-R06).
            self.bidding, self.passes = Bidding(), 0
        return said


def meanings(view: View) -> list[Meaning]:
    """Finds what each call of a view's auction shows, by what was called before it."""
    bidding = Bidding()
    return [bidding.hear(seat, call_of(call)) for seat, call in seen(view)["calls"]]


def alerts(view: View, say: Voice) -> list[str]:
    """Says for each call of the auction what it shows; other games have no system."""
    listener = Listener(view, say)
    return [listener.hear(seat, call) for seat, call in seen(view).get("calls", [])]


def shown_by(view: View, say: Voice, called: Callable[[str], str]) -> dict[int, str]:
    """Says for each seat what its calls showed; `called` names a call."""
    found: dict[int, list[str]] = {}
    for (seat, call), alert in zip(seen(view).get("calls", []), alerts(view, say), strict=True):
        if alert:
            found.setdefault(seat, []).append(f"{called(call)}: {alert}")
    return {seat: f"{say.seat(seat)}. {'. '.join(calls)}." for seat, calls in found.items()}


def told(meaning: Meaning, say: Voice) -> str:
    """Says what a call shows."""
    parts = [say(WHY[int(meaning.why)])]
    low, high = int(meaning.low), int(meaning.high)
    if low > 0 and high < ALL_POINTS:
        parts.append(say(RANGE, low=low, high=high))
    elif low > 0:
        parts.append(say(AT_LEAST, low=low))
    elif high < ALL_POINTS:
        parts.append(say(AT_MOST, high=high))
    if meaning.trumps != NO_SUIT:
        parts.append(say(BEYOND, suit=sign(int(meaning.trumps)), count=int(meaning.beyond)))
    if meaning.balanced:
        parts.append(say(BALANCED))
    for suit in (3, 2, 1, 0):
        if meaning.least[suit] > 0:
            parts.append(say(LEAST_CARDS, suit=sign(suit), count=int(meaning.least[suit])))
        if meaning.most[suit] < HAND:
            parts.append(say(MOST_CARDS, suit=sign(suit), count=int(meaning.most[suit])))
    if meaning.longest != NO_SUIT:
        parts.append(say(LONGEST, suit=sign(int(meaning.longest))))
    if meaning.anyway < ALL_POINTS:
        parts.append(say(ANYWAY, low=int(meaning.anyway)))
    return saying.in_a_row(parts, say)


def sign(suit: int) -> str:
    """Gives the sign of a suit."""
    return SUIT_SIGNS[suit]
