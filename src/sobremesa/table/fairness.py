"""Deals that can be checked: what is promised before a table is laid, and shown when it is over.

Whoever lays a table first asks for a promise, and only then adds a part of their own (a *cut*),
so that neither side can choose the deal. A promise is a ticket that this house has signed; its
secret follows from the ticket and a key of the house, so nothing is kept until there is a table.
The name of the table follows from the secret, and no name is ever given twice: a ticket gives one
table, for ever.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sobremesa import record
from sobremesa.core.game import NOBODY
from sobremesa.record import fair
from sobremesa.table.live import House, Table
from sobremesa.table.problems import Problem
from sobremesa.table.words import Say

if TYPE_CHECKING:
    from sobremesa.table.review_rows import Comment

# Seconds within which a promise has to be used.
LASTS: Final = 600
_TICKET: Final = re.compile(r"([0-9a-f]{8,12})-[0-9a-f]{16}-[0-9a-f]{64}")
HOUSE_KEY: Final = "promises"


@dataclass(frozen=True)
class Agreed:
    """By what a table is dealt: a secret, what was added to it, and the name of the table where
    that follows from the promise."""

    secret: str
    cut: tuple[str, ...] = ()
    table: str = ""


async def new_ticket(house: House, purpose: str) -> str:
    """Make a ticket for a purpose, which tells until when it can be used and is signed for both."""
    ticket = f"{int(time.time()) + LASTS:x}-{secrets.token_hex(8)}"
    return f"{ticket}-{await _sign(house, ticket, purpose)}"


async def secret_of(house: House, ticket: str, purpose: str) -> str:
    """Gives the secret of a ticket for a purpose: a new table, or the one after another."""
    return await _keyed(house, f"{ticket}:{purpose}")


async def _sign(house: House, ticket: str, purpose: str) -> str:
    # No ticket begins so, and no secret is ever a signature.
    return await _keyed(house, f"signed:{ticket}:{purpose}")


async def _keyed(house: House, text: str) -> str:
    key = await house.store.read(house.store.key, HOUSE_KEY)
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


async def _check_ticket(house: House, ticket: str, purpose: str) -> None:
    """Refuse a ticket that this house has not given for a purpose, or that is too old."""
    written = _TICKET.fullmatch(ticket)
    text, _, signed = ticket.rpartition("-")
    if written is None or not hmac.compare_digest(signed, await _sign(house, text, purpose)):
        raise Problem(
            403, "foreign-promise", "That promise was not given here for this: ask for another."
        )
    if int(written[1], 16) < time.time():
        raise Problem(409, "old-promise", "That promise is too old: ask for another.")


async def agree(
    house: House, ticket: str, added: str, seat: int, purpose: str = ""
) -> Agreed:
    """Finds by what a table is dealt; without a ticket by a secret that nobody was promised.

    :raises Problem: if the ticket or what was added cannot be used.
    """
    if not ticket:
        if added:
            raise Problem(422, "no-promise", "Ask for a promise before you add something to it.")
        return Agreed(secrets.token_hex(32))
    await _check_ticket(house, ticket, purpose)
    if added:
        check_added(added)
    secret = await secret_of(house, ticket, purpose)
    name = base64.urlsafe_b64encode(hashlib.sha256(f"table:{secret}".encode()).digest()[:9])
    return Agreed(
        secret, (f"{seat + 1}:{added}",) if added else (), "" if purpose else name.decode()
    )


def check_added(text: str) -> None:
    """Refuses what cannot be added to a deal."""
    if not fair.ADDED.fullmatch(text):
        raise Problem(
            422, "bad-cut", "What you add has 1 to 64 letters, figures, _ or -.", field="cut"
        )


def is_shown(table: Table) -> bool:
    """Tells whether the secret of a table is shown: once the match is over, unless it would tell
    one person what another has hidden for good, or what is still played elsewhere."""
    if not table.start.secret or not table.is_done or table.sealed:
        return False
    return not stays_hidden(table)


def stays_hidden(table: Table) -> bool:
    """Tell whether several persons play, and something of one stays hidden for good, as hands
    that were folded in poker."""
    return len(table.persons()) > 1 and any(
        record.hidden(round.view(NOBODY).data["opening"]) for round in table.match.rounds()
    )


def check_unsealed(table: Table) -> None:
    """Refuses to show deals again that others still play."""
    if table.sealed:
        raise Problem(
            409, "sealed",
            "These deals are still played at other tables: they are shown when the round is over.",
        )


def told(table: Table) -> dict[str, Any] | None:
    """Tells what was promised, what was added to the last deal, the seats that have added
    something by now, and the secret once it may be known."""
    secret = table.start.secret
    if not secret:
        return None
    return {
        "promise": fair.promise(secret), "deal": len(table.cuts), "cut": table.cuts[-1],
        "added": sorted(table.adders()), "open": table.takes_parts,
        "secret": secret if is_shown(table) else "",
    }


def tags_of(table: Table, say: Say) -> dict[str, str]:
    """Says when and by whom a match is played, as the tags of its record."""
    seats = {f"Seat{place + 1}": name for place, name in enumerate(table.names(say))}
    return {"Event": "Sobremesa", "Date": table.start.date or "?", **seats}


def record_of(table: Table, seat: int, say: Say, comments: list[Comment] | None = None) -> str:
    """Writes the record of a match as a seat may know it, with what was promised and with what
    is said of its moves."""
    tags = tags_of(table, say)
    if table.start.secret:
        tags.update(fair.tags_of(table.start.secret, shown=is_shown(table)))
    kept = record.recorded(table.match, seat=seat, tags=tags)
    fair.add_cuts(kept, table.cuts)
    if comments:
        # Only a database has any.
        from sobremesa.table.review_rows import add_notes

        add_notes(kept, comments, table.names(say))
    return record.text(kept)


def check(text: str) -> int:
    """Counts the deals of a record that follow from its secret; runs in a worker process.

    :raises BadRecord: if one does not.
    """
    return len(fair.verify(record.read(text)).rounds())
