"""Passkeys: what a device is asked to sign, and whether it has.

A challenge is a ticket that follows from a key of this house, so nothing is kept until somebody
has answered it. It says for what it was given and until when, and is answered once.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import json
import re
import secrets
import time
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import webauthn
from starlette.requests import HTTPConnection
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from sobremesa.core.errors import Refused
from sobremesa.table.accounts import Account, Passkey
from sobremesa.table.problems import Problem
from sobremesa.table.storage import Store

HOUSE_KEY: Final = "passkeys"
# Seconds that somebody has to answer.
LASTS: Final = 300
REGISTER: Final = "register"
ADD: Final = "add"
SIGN_IN: Final = "sign-in"
# How the name of this site is shown by devices.
TITLE: Final = "Sobremesa"
_CHALLENGE: Final = re.compile(r"([0-9a-f]{8,12})-[0-9a-f]{32}-[0-9a-f]{64}")
_SITE: Final = re.compile(r"https?://[a-z0-9.:\[\]-]{1,200}")
LONGEST_CREDENTIAL: Final = 1023


@dataclass(frozen=True)
class Site:
    """Where people open the pages: the origin that browsers say, and the name passkeys are for."""

    origin: str
    name: str


def read_site(written: str) -> str:
    """Reads the origin of a server that stands behind a proxy.

    >>> read_site("https://Table.example.org/")
    'https://table.example.org'

    :raises Refused: if it is no origin.
    """
    origin = written.rstrip("/").lower()
    if origin and not _SITE.fullmatch(origin):
        raise Refused("{site} is no address such as https://table.example.org", site=written[:80])
    return origin


def site_of(connection: HTTPConnection) -> Site:
    """Finds under which name this server is open to a visitor.

    :raises Problem: if it has no name, because passkeys belong to names.
    """
    origin = connection.app.state.site or f"{connection.url.scheme}://{connection.url.netloc}"
    origin = origin.lower()
    name = urlsplit(origin).hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        if name:
            return Site(origin, name)
    raise Problem(
        409, "no-site",
        "Passkeys belong to a domain name, and this address has none. On the machine itself open "
        "http://localhost with the same port; else the table needs a domain name and https.",
    )


@dataclass(frozen=True)
class Challenge:
    """What a device is to sign, and until when it may."""

    text: str
    until: float

    @property
    def bytes(self) -> bytes:
        """The challenge as a device gets it."""
        return self.text.encode()


def new_challenge(store: Store, purpose: str) -> Challenge:
    """Makes a challenge for a purpose."""
    until = int(time.time()) + LASTS
    ticket = f"{until:x}-{secrets.token_hex(16)}"
    return Challenge(f"{ticket}-{_sign(store, ticket, purpose)}", until)


def _sign(store: Store, ticket: str, purpose: str) -> str:
    key = store.key(HOUSE_KEY)
    return hmac.new(key.encode(), f"{ticket}:{purpose}".encode(), hashlib.sha256).hexdigest()


def challenge_in(store: Store, answer: dict[str, Any], purpose: str) -> Challenge:
    """Finds the challenge that a device says it has signed.

    :raises Problem: if it was not given for this purpose, or is too old.
    """
    text = _challenge_text(answer)
    found = _CHALLENGE.fullmatch(text)
    if found is None:
        raise _foreign()
    ticket, _, signed = text.rpartition("-")
    if not hmac.compare_digest(signed, _sign(store, ticket, purpose)):
        raise _foreign()
    until = float(int(found[1], 16))
    if until < time.time():
        raise Problem(409, "old-challenge", "That took too long: begin again.")
    return Challenge(text, until)


def _foreign() -> Problem:
    return Problem(
        403, "foreign-challenge", "That answers a question that was not asked here: begin again."
    )


def _challenge_text(answer: dict[str, Any]) -> str:
    try:
        data = _decoded(answer["response"]["clientDataJSON"])
        return _decoded(json.loads(data)["challenge"]).decode("ascii")
    except (KeyError, TypeError, ValueError, RecursionError):
        raise _unreadable() from None


def _decoded(written: Any) -> bytes:
    if not isinstance(written, str):
        raise TypeError
    return base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))


def _unreadable() -> Problem:
    return Problem(422, "unreadable-passkey", "What the passkey answered cannot be read.")


def _refused() -> Problem:
    return Problem(
        403, "wrong-passkey", "That passkey was not used for this site, or has not signed this."
    )


def registration(site: Site, account: Account, challenge: Challenge, known: list[Passkey]) -> Any:
    """Asks a device to make a passkey for an account."""
    asked = webauthn.generate_registration_options(
        rp_id=site.name, rp_name=TITLE, user_name=account.name, user_display_name=account.name,
        user_id=account.id.encode(), challenge=challenge.bytes, timeout=1000 * LASTS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one.credential) for one in known],
    )
    return json.loads(webauthn.options_to_json(asked))


def signing_in(site: Site, challenge: Challenge) -> Any:
    """Asks a device for any passkey that it has for this site."""
    asked = webauthn.generate_authentication_options(
        rp_id=site.name, challenge=challenge.bytes, timeout=1000 * LASTS,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return json.loads(webauthn.options_to_json(asked))


def made(site: Site, answer: dict[str, Any], challenge: Challenge, account: str) -> Passkey:
    """Checks the passkey that a device has made.

    :raises Problem: if it cannot be read, or was made for another site or challenge.
    """
    try:
        found = webauthn.verify_registration_response(
            credential=answer, expected_challenge=challenge.bytes, expected_rp_id=site.name,
            expected_origin=site.origin, require_user_verification=False,
        )
    except WebAuthnException as wrong:
        raise _told(wrong) from None
    except Exception:
        # The library meets bytes that no device makes with whatever its parsers raise.
        raise _unreadable() from None
    if len(found.credential_id) > LONGEST_CREDENTIAL:
        raise _unreadable()
    return Passkey(
        account, found.credential_id, found.credential_public_key, found.sign_count
    )


def credential_in(answer: dict[str, Any]) -> bytes:
    """Finds the name of the passkey that a device has used."""
    try:
        return _decoded(answer["rawId"])
    except (KeyError, TypeError, ValueError):
        raise _unreadable() from None


def counted(site: Site, answer: dict[str, Any], challenge: Challenge, passkey: Passkey) -> int:
    """Checks what a device has signed with a passkey; gives how often it says it has.

    :raises Problem: if it was signed for another site or challenge, or the device has not counted
        on since the last time.
    """
    try:
        found = webauthn.verify_authentication_response(
            credential=answer, expected_challenge=challenge.bytes, expected_rp_id=site.name,
            expected_origin=site.origin, credential_public_key=passkey.key,
            credential_current_sign_count=passkey.count,
        )
    except WebAuthnException as wrong:
        raise _told(wrong) from None
    except Exception:
        raise _unreadable() from None
    return found.new_sign_count


def _told(wrong: WebAuthnException) -> Problem:
    if "sign count" in str(wrong):
        return Problem(
            403, "replayed",
            "The counter of that passkey has not moved on: somebody may have copied it.",
        )
    return _refused()
