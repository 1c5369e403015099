"""Your name: an account by passkey, for who wants one; signing in and out, and all that is kept."""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from sobremesa.core.game import game_class, known_games
from sobremesa.table import passkeys
from sobremesa.table.account_rows import BlockRow, MuteRow
from sobremesa.table.accounts import Account, NameTaken, Sitting, account_name, new_code, passkey_id
from sobremesa.table.limits import address_of
from sobremesa.table.look import page
from sobremesa.table.names import LONGEST_NAME
from sobremesa.table.numbers import Body, Mark
from sobremesa.table.people import (
    forget_signed_in,
    keep_signed_in,
    people_of,
    signed_in,
    token_of,
    who,
)
from sobremesa.table.problems import Problem
from sobremesa.table.ratings import UNSURE, newcomer, on_scale
from sobremesa.table.sentences import script_words
from sobremesa.table.storage import new_secret
from sobremesa.table.visit import house_of, read, say_to

router = APIRouter()

_ID: Final = re.compile(r"[0-9a-f]{32}")
LONGEST_WRITTEN: Final = 200

Written = Annotated[str, Field(max_length=LONGEST_WRITTEN)]


class NameAsked(Body):
    """A name that somebody wants."""

    name: Written


class Registered(NameAsked):
    """What a device has made for a new account."""

    account: Written
    answer: dict[str, Any]


class Answered(Body):
    """What a device has made or signed."""

    answer: dict[str, Any]


class CodeAsked(Body):
    """A recovery code, with a mark of the page, so that sent again it is answered the same."""

    code: Written
    id: Mark | None = None


class PasskeyAsked(Body):
    """The short name of a passkey."""

    passkey: Written


@router.get("/you")
async def you_page(request: Request) -> Response:
    """Shows the account of whoever is signed in, or the ways to one."""
    account = await who(request)
    say = say_to(request)
    refused = ""
    try:
        passkeys.site_of(request)
    except Problem as problem:
        refused = problem.said(say)
    kept = {} if account is None else await _kept(request, account)
    answer = page(
        request, "you.html", words=script_words(say), you=account, refused=refused,
        longest_name=LONGEST_NAME, today=house_of(request).fate.today(),
        titles={name: say(game_class(name).TITLE) for name in known_games()}, **kept,
    )
    if account is not None:
        keep_signed_in(answer, request, token_of(request))
    return answer


async def _kept(request: Request, account: Account) -> dict[str, Any]:
    """Gathers what is kept of somebody."""
    people, store = people_of(request), house_of(request).store
    accounts = people.accounts
    found = await store.read(accounts.passkeys, account.id)
    counts = await store.read(accounts.statistics, account.id)
    ratings = await store.read(people.ledger.ratings, account.id)
    history = await store.read(accounts.history, account.id)
    blocked = await store.read(accounts.shunned, BlockRow, account.id)
    muted = await store.read(accounts.shunned, MuteRow, account.id)
    known = known_games()
    return {
        "shunned": {"unblock": blocked, "unmute": muted},
        "passkeys": {passkey_id(one.credential): one for one in found},
        "statistics": [
            {"game": game_class(game), "played": counts[game][0], "won": counts[game][1],
             "rating": ratings.get(game)}
            for game in known if game in counts
        ],
        "history": [
            {"game": game_class(one.game), "sitting": one, "change": _change(one)}
            for one in history if one.game in known
        ],
    }


def _change(one: Sitting) -> int | None:
    """Tells by how much a match changed a rating, if it did."""
    if one.mu is None or one.mu_before is None:
        return None
    return on_scale(one.mu) - on_scale(one.mu_before)


@router.get("/ratings")
async def ratings_page(request: Request) -> Response:
    """Lists the games in which people have ratings, and says how they are computed."""
    people, store = people_of(request), house_of(request).store
    counts = await store.read(people.ledger.games)
    games = [(game_class(name), counts[name]) for name in known_games() if name in counts]
    return page(request, "ratings.html", games=games, game=None, you=await who(request))


@router.get("/ratings/{name}")
async def leaderboard(request: Request, name: str) -> Response:
    """Shows the best of a game, but for those of whom too little is known."""
    people, store = people_of(request), house_of(request).store
    game = game_class(name)
    leaders = await store.read(people.ledger.leaders, name)
    you = await who(request)
    own = (await store.read(people.ledger.ratings, you.id)).get(name) if you else None
    return page(
        request, "ratings.html", game=game, leaders=leaders, you=you, own=own, unsure=UNSURE,
        newcomer=newcomer(),
    )


@router.post("/you/register/begin")
async def begin_register(request: Request) -> Response:
    """Asks a device to make a passkey for a new account."""
    people, store = people_of(request), house_of(request).store
    site = passkeys.site_of(request)
    asked = await read(request, NameAsked)
    people.tried.take(address_of(request))
    account = Account(secrets.token_hex(16), account_name(asked.name))
    if not await store.read(people.accounts.is_free, account.name):
        raise NameTaken
    challenge = await store.read(passkeys.new_challenge, store, _register(account))
    return JSONResponse({
        "account": account.id, "options": passkeys.registration(site, account, challenge, []),
    })


@router.post("/you/register/end")
async def register(request: Request) -> Response:
    """Keeps a new account, signs it in, and shows its recovery code this once."""
    people, store = people_of(request), house_of(request).store
    site = passkeys.site_of(request)
    asked = await read(request, Registered)
    account = Account(asked.account, account_name(asked.name))
    if not _ID.fullmatch(account.id):
        raise Problem(422, "unreadable", "The request cannot be read.")
    people.tried.take(address_of(request))
    challenge = await store.read(
        passkeys.challenge_in, store, asked.answer, _register(account)
    )
    passkey = passkeys.made(site, asked.answer, challenge, account.id)
    people.made.take(address_of(request))
    code = new_code()
    token = await store.write(
        people.accounts.register, account, passkey, code, challenge.text, challenge.until
    )
    answer = JSONResponse({"name": account.name, "code": code}, 201)
    keep_signed_in(answer, request, token)
    return answer


def _register(account: Account) -> str:
    return f"{passkeys.REGISTER}:{account.id}:{account.name}"


@router.post("/you/sign-in/begin")
async def begin_sign_in(request: Request) -> Response:
    """Asks a device for a passkey of this site."""
    people, store = people_of(request), house_of(request).store
    site = passkeys.site_of(request)
    people.tried.take(address_of(request))
    challenge = await store.read(passkeys.new_challenge, store, passkeys.SIGN_IN)
    return JSONResponse({"options": passkeys.signing_in(site, challenge)})


@router.post("/you/sign-in/end")
async def sign_in(request: Request) -> Response:
    """Signs somebody in whose device has answered."""
    people, store = people_of(request), house_of(request).store
    site = passkeys.site_of(request)
    asked = await read(request, Answered)
    people.tried.take(address_of(request))
    challenge = await store.read(
        passkeys.challenge_in, store, asked.answer, passkeys.SIGN_IN
    )
    credential = passkeys.credential_in(asked.answer)
    passkey = await store.read(people.accounts.passkey, credential)
    if passkey is None:
        raise Problem(
            403, "unknown-passkey", "No account has that passkey: it was removed, or never kept."
        )
    count = passkeys.counted(site, asked.answer, challenge, passkey)
    token = await store.write(
        people.accounts.sign_in, passkey, count, challenge.text, challenge.until
    )
    answer = JSONResponse({})
    keep_signed_in(answer, request, token)
    return answer


@router.post("/you/recover")
async def recover(request: Request) -> Response:
    """Signs somebody in by the recovery code, and shows the next one this once."""
    people, store = people_of(request), house_of(request).store
    asked = await read(request, CodeAsked)
    people.recovered.take(address_of(request))
    # Without a mark nothing is answered again.
    mark = asked.id or new_secret()
    account, token, code = await store.write(people.accounts.recover, asked.code, mark)
    answer = JSONResponse({"name": account.name, "code": code})
    keep_signed_in(answer, request, token)
    return answer


@router.post("/you/passkeys/begin")
async def begin_passkey(request: Request) -> Response:
    """Asks a device to make one more passkey for an account."""
    people, store = people_of(request), house_of(request).store
    account, site = await signed_in(request), passkeys.site_of(request)
    people.tried.take(address_of(request))
    challenge = await store.read(passkeys.new_challenge, store, f"{passkeys.ADD}:{account.id}")
    known = await store.read(people.accounts.passkeys, account.id)
    return JSONResponse({"options": passkeys.registration(site, account, challenge, known)})


@router.post("/you/passkeys/end")
async def add_passkey(request: Request) -> Response:
    """Gives an account one more passkey."""
    people, store = people_of(request), house_of(request).store
    account, site = await signed_in(request), passkeys.site_of(request)
    asked = await read(request, Answered)
    challenge = await store.read(
        passkeys.challenge_in, store, asked.answer, f"{passkeys.ADD}:{account.id}"
    )
    passkey = passkeys.made(site, asked.answer, challenge, account.id)
    await store.write(
        people.accounts.add_passkey, account.id, passkey, challenge.text, challenge.until
    )
    return JSONResponse({}, 201)


@router.post("/you/passkeys/remove")
async def remove_passkey(request: Request) -> Response:
    """Takes a passkey from an account."""
    account = await signed_in(request)
    asked = await read(request, PasskeyAsked)
    await house_of(request).store.write(
        people_of(request).accounts.remove_passkey, account.id, asked.passkey
    )
    return JSONResponse({})


@router.post("/you/code")
async def another_code(request: Request) -> Response:
    """Makes another recovery code, shown this once."""
    account = await signed_in(request)
    people_of(request).tried.take(address_of(request))
    store, accounts = house_of(request).store, people_of(request).accounts
    return JSONResponse({"code": await store.write(accounts.new_code, account.id)})


@router.post("/you/name")
async def rename(request: Request) -> Response:
    """Gives an account another name; seats keep those they have."""
    account = await signed_in(request)
    asked = await read(request, NameAsked)
    name = account_name(asked.name)
    people_of(request).tried.take(address_of(request))
    await house_of(request).store.write(people_of(request).accounts.rename, account.id, name)
    return JSONResponse({"name": name})


@router.post("/you/sign-out")
async def sign_out(request: Request) -> Response:
    """Ends the session of this browser."""
    token = token_of(request)
    if token:
        await house_of(request).store.write(people_of(request).accounts.sign_out, token)
    answer = JSONResponse({})
    forget_signed_in(answer, request)
    return answer


@router.post("/you/sign-out/others")
async def sign_out_others(request: Request) -> Response:
    """Ends the sessions of all other browsers."""
    account = await signed_in(request)
    await house_of(request).store.write(
        people_of(request).accounts.sign_out_others, account.id, token_of(request)
    )
    return JSONResponse({})


@router.post("/you/remove")
async def remove(request: Request) -> Response:
    """Removes an account whose name was written once more."""
    account = await signed_in(request)
    asked = await read(request, NameAsked)
    if asked.name.strip() != account.name:
        raise Problem(
            422, "another-name", "Write your name as it is here to remove the account.",
            field="name",
        )
    await house_of(request).store.write(people_of(request).accounts.remove, account.id)
    answer = JSONResponse({})
    forget_signed_in(answer, request)
    return answer
