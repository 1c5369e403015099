"""Who somebody is: the account of a visit, if there is one, and what it may take of a server."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fastapi.responses import Response
from starlette.requests import HTTPConnection

from sobremesa.table.accounts import Account, Accounts, SignInFirst
from sobremesa.table.events import Pass
from sobremesa.table.limits import Allowance, address_of
from sobremesa.table.live import House, Table
from sobremesa.table.meeting import STRANGER, Guest
from sobremesa.table.problems import Problem
from sobremesa.table.ratings import Ledger
from sobremesa.table.visit import house_of

COOKIE: Final = "signed-in"
# Seconds for which browsers keep it, as long as they keep any; the server says when it is over.
KEPT: Final = 400 * 24 * 3600
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32}")


class People:
    """The accounts of a house, and how much an address may do with them."""

    def __init__(self, house: House) -> None:
        limits = house.limits
        self.accounts = Accounts(house.store)
        self.ledger = Ledger(house, self.accounts)
        self.made = Allowance(limits.accounts, limits.account_every)
        self.tried = Allowance(limits.sign_ins, limits.sign_in_every)
        # Wrong codes of somebody leave the others of a household their tries to sign in.
        self.recovered = Allowance(limits.recoveries, limits.recovery_every)
        self.reported = Allowance(limits.reports, limits.report_every)


def people_of(connection: HTTPConnection) -> People:
    """Gives the people of this server."""
    people = connection.app.state.people
    assert isinstance(people, People)
    return people


def token_of(connection: HTTPConnection) -> str:
    """Gives the session that a visit has, or nothing."""
    token = connection.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else ""


async def who(connection: HTTPConnection) -> Account | None:
    """Finds who visits, if they are signed in."""
    token = token_of(connection)
    if not token:
        return None
    return await house_of(connection).store.read(people_of(connection).accounts.who, token)


async def guest_of(connection: HTTPConnection) -> Guest:
    """Finds as whom somebody sits down with others."""
    account = await who(connection)
    if account is None:
        return STRANGER
    accounts = people_of(connection).accounts
    apart = await house_of(connection).store.read(accounts.apart, account.id)
    return Guest(account.id, account.name, apart)


async def own_match(connection: HTTPConnection) -> tuple[Table, Pass]:
    """Opens a match of somebody's history for replay.

    :raises Problem: if they did not sit there.
    """
    account, house = await signed_in(connection), house_of(connection)
    name = connection.path_params["table"][:100]
    seats = await house.store.read(people_of(connection).accounts.own_seats, account.id, name)
    table = await house.table(name) if seats else None
    if table is None:
        raise Problem(404, "not-yours", "You have no seat at a table of that name.")
    return table, Pass(name, tuple(seats), only_replay=True, version=table.version)


async def take_seats(connection: HTTPConnection, table: Table, seats: Iterable[int]) -> None:
    """Gives seats to the account of whoever sits down there, if they are signed in.

    Somebody who has a seat at the table only looks at the link of another.
    """
    account, house = await who(connection), house_of(connection)
    seats = [seat for seat in seats if seat >= 0]
    if account is None or not seats or table.is_record:
        return
    people = people_of(connection)
    seated = await house.store.read(people.accounts.seated, table.id)
    if any(one.id == account.id for one in seated.values()) or any(
        seat in seated for seat in seats
    ):
        return
    await house.store.write(
        people.accounts.attach, table.id, dict.fromkeys(seats[:1], account.id), table.game.name
    )
    if table.match.over:
        await people.ledger.count(table.id)


async def signed_in(connection: HTTPConnection) -> Account:
    """Finds who visits.

    :raises Problem: if nobody is signed in.
    """
    account = await who(connection)
    if account is None:
        raise SignInFirst
    return account


def names_of(connection: HTTPConnection, account: Account | None) -> list[str]:
    """Names for what a visit counts: its address and, if there is one, its account."""
    return [address_of(connection)] + ([f"account {account.id}"] if account else [])


def keep_signed_in(answer: Response, connection: HTTPConnection, token: str) -> None:
    """Gives a session to the browser; nothing gives it away."""
    answer.set_cookie(
        COOKIE, token, max_age=KEPT, path="/", httponly=True, samesite="lax",
        secure=_is_safe(connection),
    )


def forget_signed_in(answer: Response, connection: HTTPConnection) -> None:
    """Takes the session from the browser."""
    answer.delete_cookie(
        COOKIE, path="/", httponly=True, samesite="lax", secure=_is_safe(connection)
    )


def _is_safe(connection: HTTPConnection) -> bool:
    site: str = connection.app.state.site
    return (site or connection.url.scheme).startswith("https")
