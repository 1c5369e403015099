"""What those who watch may see: a table chooses that when it is laid.

Everybody may see the public side of a table. Whoever watches may besides look from one seat that
the table names; or from all seats, some minutes late or once the match is over. Or nobody watches.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import Final

from sobremesa.core.game import NOBODY
from sobremesa.table.live import Table
from sobremesa.table.problems import Problem
from sobremesa.table.start import PUBLIC

UNSEEN: Final = "nobody"
AFTER: Final = "after"
LATE: Final = "late"
SEAT: Final = "seat:"
# Seconds by which all hands are seen late.
LATE_BY: Final = 180.0


def choices(players: int) -> list[str]:
    """Lists what a table for so many can choose."""
    return [PUBLIC, AFTER, LATE, *(f"{SEAT}{seat}" for seat in range(players)), UNSEEN]


def check(chosen: str, players: int, persons: int) -> None:
    """Refuses what cannot be chosen, or leaves nobody who sees the table."""
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


def seats_to_watch(table: Table) -> tuple[int, ...]:
    """Lists from where those who watch a table may look by now."""
    chosen = table.start.watching
    if chosen.startswith(SEAT):
        return (int(chosen.removeprefix(SEAT)),)
    every = range(int(table.game.players))
    if (chosen == AFTER and table.match.over) or (chosen == LATE and _ripe(table) >= 2):
        return (NOBODY, *every)
    return (NOBODY,)


def last_seen(table: Table, seats: tuple[int, ...], seat: int) -> int:
    """Gives the number of the last event that a link to some seats may see from a seat."""
    late = table.start.watching == LATE and seats == (NOBODY,) and seat != NOBODY
    return _ripe(table) if late else table.number


def ripens_in(table: Table, seats: tuple[int, ...], seat: int) -> float | None:
    """Tells in how many seconds the next event can be seen from a seat; nothing: none is late."""
    last = last_seen(table, seats, seat)
    if last == table.number:
        return None
    return max(0.0, table.events[last].made + LATE_BY - table.moments.now()) + 0.01


def _ripe(table: Table) -> int:
    """Counts the events that lie long enough back."""
    return bisect_right(table.events, table.moments.now() - LATE_BY, key=attrgetter("made"))
