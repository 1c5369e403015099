"""Invitations: what somebody is handed to give a seat away, without ever having the seat.

Whoever opens an invitation first and takes the seat gets a secret of their own, which follows from
the invitation, from a mark that only their page knows, and from a key of the house: sent again
under the same mark it is answered the same, on every server, and whoever only has the invitation
cannot find it. A seat keeps the fingerprint of its invitation until it is taken. After that the
signature of the house tells an invitation that was used from a link that is wrong.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Annotated, Final

from pydantic import Field

from sobremesa.table.events import INVITATION
from sobremesa.table.numbers import Body
from sobremesa.table.problems import Problem

# Under this name all servers share the key that signs invitations.
KEY: Final = "invitations"
# Bytes of an invitation that are drawn, and of its signature.
_DRAWN: Final = 18


class ClaimAsked(Body):
    """The mark under which somebody takes a seat: long, as whoever knows it gets the seat too."""

    id: Annotated[str, Field(min_length=22, max_length=64, pattern=r"^[!-~]+$")]


class Invited(Problem):
    """The seat of an invitation has not been taken."""

    def __init__(self) -> None:
        super().__init__(
            403, "invitation", "Take your seat first: open the link of the invitation."
        )


class SeatTaken(Problem):
    """An invitation was used."""

    def __init__(self) -> None:
        super().__init__(
            410, "seat-taken",
            "This invitation was used and its seat is taken: if that was not you, tell whoever "
            "invited you.",
        )


def new_invitation(key: str) -> str:
    """Make an invitation that is signed with the key of the house."""
    drawn = secrets.token_urlsafe(_DRAWN)
    return INVITATION + drawn + _signature(key, drawn)


def is_ours(key: str, invitation: str) -> bool:
    """Tell whether an invitation was made with the key of this house."""
    text = invitation.removeprefix(INVITATION)
    half = len(text) // 2
    return hmac.compare_digest(_signature(key, text[:half]).encode(), text[half:].encode())


def seat_secret(key: str, invitation: str, mark: str) -> str:
    """Give the secret of the seat that is taken by an invitation under a mark."""
    return _keyed(key, f"seat:{invitation}:{mark}")[:32]


def _signature(key: str, drawn: str) -> str:
    return _keyed(key, f"signed:{drawn}")[: len(drawn)]


def _keyed(key: str, text: str) -> str:
    made = hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode()
