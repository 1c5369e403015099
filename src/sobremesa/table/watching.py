"""What those who watch may see: a table chooses that when it is laid.

Everybody may see the public side of a table. Whoever watches may besides look from one seat that
the table names; or from all seats, some minutes after a deal or once the match is over. Or nobody
watches.

Where somebody else plays than who laid the table, hands are shown before the end of the match only
while everybody who plays agrees to that (`Table.consent`), and never at rated and open tables nor
in tournaments. Until then, and from the moment when somebody takes it back, those who watch see
what everybody may see.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import Any, Final

from sobremesa.core.game import NOBODY
from sobremesa.table.events import DEAL, Pass
from sobremesa.table.fairness import stays_hidden
from sobremesa.table.live import Table
from sobremesa.table.problems import Problem
from sobremesa.table.start import AFTER, FREELY, PUBLIC, UNSEEN
from sobremesa.table.words import Say

LATE: Final = "late"
SEAT: Final = "seat:"
# Seconds by which all hands are seen late.
LATE_BY: Final = 180.0


def choices(players: int) -> list[str]:
    """Lists what a table for so many can choose."""
    return [PUBLIC, AFTER, LATE, *(f"{SEAT}{seat}" for seat in range(players)), UNSEEN]


def check(chosen: str, players: int, persons: int, *, is_open: bool = False) -> None:
    """Refuses what cannot be chosen, leaves nobody who sees the table, or shows hands where
    whoever comes sits down or the result counts."""
    if chosen not in choices(players):
        raise Problem(
            422, "bad-watching", "Nobody can watch like that: choose {known}.",
            known=choices(players), field="watching",
        )
    if chosen == UNSEEN and not persons:
        raise Problem(
            422, "bad-watching", "Bots alone would play for nobody: let somebody watch.",
            field="watching",
        )
    if is_open and chosen not in FREELY:
        raise Problem(
            422, "watching-open",
            "At rated tables and at tables with free seats no hand is shown before the match is "
            "over: choose {known}.",
            known=list(FREELY), field="watching",
        )


def seats_to_watch(table: Table) -> tuple[int, ...]:
    """Lists from where those who watch a table may look by now."""
    chosen = table.watching
    if chosen.startswith(SEAT):
        return (int(chosen.removeprefix(SEAT)),)
    every = range(int(table.game.players))
    if chosen == AFTER and table.match.over and not stays_hidden(table):
        return (NOBODY, *every)
    if chosen == LATE and _ripe(table) >= 2:
        return (NOBODY, *every)
    return (NOBODY,)


def may_review(table: Table, opened: Pass) -> bool:
    """Tell whether a link may see a review, and what is said there: it plays, or those who watch
    see all seats by now."""
    return opened.seats != (NOBODY,) or table.is_record or len(seats_to_watch(table)) > 1


def finished(table: Table) -> int:
    """Gives the last event of the deals that are over, 1 if there is none."""
    if table.match.round.over or table.match.over or table.is_record:
        return table.number
    deals = [one.number for one in table.events if one.kind == DEAL]
    return deals[-1] - 1


def last_seen(table: Table, seats: tuple[int, ...], seat: int) -> int:
    """Gives the number of the last event that a link to some seats may see from a seat; 0 if it
    may not look from there."""
    if seats != (NOBODY,) or table.is_record:
        return table.number
    if seat not in seats_to_watch(table):
        return 0 if seat != NOBODY else table.number
    return _ripe(table) if table.watching == LATE and seat != NOBODY else table.number


def ripens_in(table: Table, seats: tuple[int, ...], seat: int) -> float | None:
    """Tells in how many seconds the next event can be seen from a seat; nothing: none is late, or
    its deal has to be over first."""
    last = last_seen(table, seats, seat)
    if not 0 < last < finished(table):
        return None
    return max(0.0, table.events[last].made + LATE_BY - table.moments.now()) + 0.01


def _ripe(table: Table) -> int:
    """Counts the events that lie long enough back, of deals that are over."""
    long_ago = bisect_right(table.events, table.moments.now() - LATE_BY, key=attrgetter("made"))
    return min(long_ago, finished(table))


def sentence(chosen: str, names: list[str], say: Say) -> str:
    """Say what those who watch may see."""
    if chosen.startswith(SEAT):
        seat = int(chosen.removeprefix(SEAT))
        return say("Those who watch see what {name} sees.").format(name=names[seat])
    return {
        UNSEEN: say("Nobody watches this table."),
        AFTER: say(
            "Those who watch see what everybody may see, and all hands when the match is over."
        ),
        LATE: say(
            "Those who watch see what everybody may see, and the hands of a deal three minutes "
            "later, when it is over."
        ),
    }.get(chosen, say("Those who watch see what everybody may see."))


def told(table: Table, seats: tuple[int, ...], say: Say) -> dict[str, Any]:
    """Tell a link who may watch what, and whether those who play from its seats are asked for
    more: what they have answered, nothing while they have not."""
    names = table.names(say)
    found = {
        "text": sentence(table.watching, names, say), "asks": "", "seat": NOBODY, "agreed": None,
    }
    own = [seat for seat in seats if seat in table.persons()]
    if own and table.asks_consent:
        answers = {table.consents.get(seat, table.has_chosen(seat)) for seat in own}
        agreed = False if False in answers else None if None in answers else True
        found.update(asks=_question(table, own, names, say), seat=own[0], agreed=agreed)
    return found


def _question(table: Table, own: list[int], names: list[str], say: Say) -> str:
    chosen = table.start.watching
    if chosen == LATE:
        return say(
            "Shall those who watch see the hands of a deal three minutes later, when it is over?"
        )
    seat = int(chosen.removeprefix(SEAT))
    if own == [seat]:
        return say("Shall those who watch see what you see, your hand too?")
    return say("Shall those who watch see what {name} sees?").format(name=names[seat])
