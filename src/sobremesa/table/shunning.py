"""What people do not want of each other: to mute somebody, to block an account, to report.

Muting is for a table and whatever follows it; of somebody with an account by somebody with one it
is for every table. Those who block each other do not meet in the lobby, nor by playing now. A
report goes to the owner of the server alone, who reads it by `sobremesa reports`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from sobremesa.picture.saying import N_
from sobremesa.table.account_rows import BlockRow, MuteRow
from sobremesa.table.accounts import Account, Report
from sobremesa.table.events import Pass
from sobremesa.table.live import Table
from sobremesa.table.names import visible
from sobremesa.table.numbers import Body, Whole
from sobremesa.table.people import names_of, people_of, signed_in, who
from sobremesa.table.problems import Problem
from sobremesa.table.visit import check_plays, enter, house_of, read

router = APIRouter()

# What can be reported, in words.
REASONS: Final = {
    "talk": N_("what they say"),
    "name": N_("the name they use"),
    "play": N_("how they play"),
    "other": N_("something else"),
}
LONGEST_WORDS: Final = 500
# Lines that are kept with a report: the last of those that were heard.
MOST_LINES: Final = 20


class MuteAsked(Body):
    """Somebody whom a person does not want to hear, or again."""

    other: Whole
    on: bool


class BlockAsked(Body):
    """Somebody whom a person does not want to meet."""

    other: Whole


class ReportAsked(BlockAsked):
    """What a person tells the owner of the server about another."""

    reason: str
    words: Annotated[str, Field(max_length=4 * LONGEST_WORDS)] = ""


class UnshunAsked(Body):
    """An account that somebody no longer blocks or mutes."""

    account: Annotated[str, Field(max_length=32)]


def check_other(table: Table, opened: Pass, other: int) -> None:
    """Refuses a seat that is not another person's."""
    check_plays(opened)
    if other not in table.persons() or other in opened.seats:
        raise Problem(
            422, "no-such-person", "No other person sits on seat {number}.", number=other + 1
        )


async def quieten(request: Request, table: Table) -> None:
    """Mutes at a table whom somebody who sits there mutes or blocks everywhere."""
    store, accounts = house_of(request).store, people_of(request).accounts
    if len(table.persons()) < 2 or await who(request) is None:
        return
    seated = await store.read(accounts.seated, table.id)
    pairs = await store.read(accounts.deaf_pairs, {one.id for one in seated.values()})
    for seat, one in seated.items():
        deaf = [other for other, two in seated.items() if (one.id, two.id) in pairs]
        if set(deaf) - table.deaf_to(seat):
            await table.mute((seat,), deaf, True)


async def _account_of(request: Request, table: Table, other: int) -> Account | None:
    """Finds the account of a seat."""
    accounts = people_of(request).accounts
    return (await house_of(request).store.read(accounts.seated, table.id)).get(other)


@router.post("/t/{table}/{secret}/mute")
async def mute(request: Request) -> Response:
    """Hides what another person says, or shows it again."""
    table, opened = await enter(request)
    asked = await read(request, MuteAsked)
    check_other(table, opened, asked.other)
    store, accounts = house_of(request).store, people_of(request).accounts
    you, other = await who(request), await _account_of(request, table, asked.other)
    if you is not None and other is not None and you.id != other.id:
        blocked = await store.read(accounts.shunned, BlockRow, you.id)
        if not asked.on and other in blocked:
            raise Problem(
                409, "blocked", "You have blocked this person: unblock them on your page first."
            )
        change = accounts.shun if asked.on else accounts.unshun
        await store.write(change, MuteRow, you.id, other.id)
    await table.mute(opened.seats, [asked.other], asked.on)
    return JSONResponse({"muted": sorted(table.deaf_to(opened.seats[0]))})


@router.post("/t/{table}/{secret}/block")
async def block(request: Request) -> Response:
    """Keeps an account from meeting one's own, and hides what it says."""
    table, opened = await enter(request)
    asked = await read(request, BlockAsked)
    check_other(table, opened, asked.other)
    you, other = await signed_in(request), await _account_of(request, table, asked.other)
    if other is None:
        raise Problem(
            409, "no-account", "Whoever sits there has no account: they can be muted at this table."
        )
    if other.id == you.id:
        raise Problem(422, "oneself", "That is your own account.")
    store, accounts = house_of(request).store, people_of(request).accounts
    await store.write(accounts.shun, BlockRow, you.id, other.id)
    await table.mute(opened.seats, [asked.other], True)
    return JSONResponse({"name": other.name}, 201)


@router.post("/t/{table}/{secret}/report")
async def report(request: Request) -> Response:
    """Tells the owner of the server about another person, with what they said last."""
    table, opened = await enter(request)
    asked = await read(request, ReportAsked)
    check_other(table, opened, asked.other)
    if asked.reason not in REASONS:
        raise Problem(
            422, "unknown-reason", "There is no reason {reason}: there are {known}.",
            reason=asked.reason[:20], known=list(REASONS), field="reason",
        )
    words = visible(asked.words)
    if len(words) > LONGEST_WORDS:
        raise Problem(
            422, "long-line", "That is too long: at most {most} characters.", most=LONGEST_WORDS,
            field="words",
        )
    you, other = await who(request), await _account_of(request, table, asked.other)
    people = people_of(request)
    for name in names_of(request, you):
        people.reported.take(name)
    seat = opened.seats[0]
    heard = [line for line in table.talk.heard_by(seat) if line.seat == asked.other]
    await house_of(request).store.write(people.accounts.report, Report(
        table.id, asked.other, seat, table.places[asked.other].name,
        other.id if other else "", you.id if you else "", asked.reason, words,
        [{"to": line.to, "text": line.text or line.offer} for line in heard[-MOST_LINES:]],
    ))
    return JSONResponse({}, 201)


def told_to_owner(told: Report) -> str:
    """Writes a report for the owner of the server; nothing in it can command a terminal."""
    made = datetime.fromtimestamp(told.made, UTC).strftime("%Y-%m-%d %H:%M UTC")
    of = f", account {told.account_id}" if told.account_id else ""
    by = f", account {told.by_account}" if told.by_account else ""
    lines = [
        f"{told.id}. {made}, table {told.table_id}",
        f"   about seat {told.seat + 1} {visible(told.name)!r}{of}: {REASONS[told.reason]}",
        f"   by seat {told.by_seat + 1}{by}: {visible(told.words)!r}",
    ]
    return "\n".join([*lines, *(f"   heard: {visible(str(one['text']))!r}" for one in told.lines)])


@router.post("/you/unblock")
async def unblock(request: Request) -> Response:
    """Lets two accounts meet again."""
    return await _unshun(request, BlockRow, await read(request, UnshunAsked))


@router.post("/you/unmute")
async def unmute(request: Request) -> Response:
    """Lets somebody hear an account again, at tables to come."""
    return await _unshun(request, MuteRow, await read(request, UnshunAsked))


async def _unshun(
    request: Request, kind: type[BlockRow] | type[MuteRow], asked: UnshunAsked
) -> Response:
    you = await signed_in(request)
    accounts = people_of(request).accounts
    await house_of(request).store.write(accounts.unshun, kind, you.id, asked.account)
    return JSONResponse({})
