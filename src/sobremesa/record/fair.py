"""Deals that can be checked: they follow from a secret that was promised before the first one.

The promise is the SHA-256 of the secret. The seed of hand n is made of the first sixteen figures
of the SHA-256 of some lines, each with its end: the secret, n, and every cut. A cut is what
somebody added once the promise was known, written as the seat, a colon and the text; seats count
from 1, and 0 is somebody who only watches. What was added to a hand is part of all later ones. ::

    printf %s "$secret" | sha256sum
    printf '%s\\n' "$secret" 1 "1:$cut" | sha256sum | cut -c 1-16
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from typing import Any, Final

from sobremesa.core.errors import BadRecord, Refused
from sobremesa.core.game import Game
from sobremesa.core.match import Match
from sobremesa.core.rng import Rng
from sobremesa.record.record import Hand, Record, hidden

# What somebody may add, and how it is written down with the seat.
ADDED: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
CUT: Final = re.compile(r"\d{1,2}:[A-Za-z0-9_-]{1,64}")
_UNKNOWN: Final = ("", "?")


def promise(secret: str) -> str:
    """Gives what is published of a secret before the deal.

    >>> promise("wet paint")[:16]
    '8d69f2ce0f300331'
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(secret: str, hand: int, cuts: list[str]) -> int:
    """Gives the seed by which a hand is dealt; hands count from 1.

    >>> seed_of("wet paint", 1, []) != seed_of("wet paint", 1, ["1:b00c"])
    True
    """
    lines = "".join(f"{line}\n" for line in (secret, hand, *cuts))
    return int(hashlib.sha256(lines.encode()).hexdigest()[:16], 16)


def tags_of(secret: str, *, shown: bool) -> dict[str, str]:
    """Gives the tags by which a record keeps a promise, and the secret where that is shown."""
    return {"Promise": promise(secret), **({"Secret": secret} if shown else {})}


def add_cuts(kept: Record, cuts: list[list[str]]) -> None:
    """Writes down what was added to each hand."""
    for hand, added in zip(kept.hands, cuts, strict=True):
        if added:
            hand.tags["Cut"] = " ".join(added)


def cuts_of(kept: Record) -> list[list[str]]:
    """Lists what was added to each hand.

    :raises BadRecord: if that cannot be read.
    """
    return [_cuts(hand, number) for number, hand in enumerate(kept.hands, 1)]


def verify(kept: Record) -> Match:
    """Deals every hand of a record anew and plays it through; gives the match.

    What the record hides is not compared, but has to be as many.

    :raises BadRecord: if there is no secret, if it is not the promised one, or where a hand was
        dealt otherwise.
    """
    promised, secret = (kept.tags.get(tag, "?").strip() for tag in ("Promise", "Secret"))
    if promised in _UNKNOWN:
        raise BadRecord("nothing was promised for these deals: the record has no Promise tag")
    if secret in _UNKNOWN:
        raise BadRecord("the secret of these deals is not shown in this record")
    if not _is_promised(secret, promised):
        raise BadRecord("the secret is not the one that was promised")
    if not kept.hands:
        raise BadRecord("the record has no hand")
    game, match = kept.game(), None
    added: list[str] = []
    for (number, hand), cuts in zip(enumerate(kept.hands, 1), cuts_of(kept), strict=True):
        if not set(added) <= set(cuts):
            raise BadRecord(
                "hand {hand} lacks something that was added to an earlier one", hand=number
            )
        added = cuts
        match = _dealt(game, match, seed_of(secret, number, cuts), number)
        if not _agrees(_told(game, hand), match.round.opening()):
            raise BadRecord("hand {hand} was not dealt by the secret and what was added",
                            hand=number)
        kept.play(match, hand)
    assert match is not None
    return match


def _is_promised(secret: str, promised: str) -> bool:
    try:
        return promise(secret) == promised.lower()
    except UnicodeEncodeError:
        # Half a character is no secret of anybody.
        return False


def _dealt(game: Game, before: Match | None, seed: int, number: int) -> Match:
    if before is None:
        return Match(game, seed)
    try:
        before.next_round(game.deal_next(Rng(seed), before.round).opening())
    except Refused as refused:
        raise BadRecord(
            "hand {hand} cannot have been dealt: {reason}", hand=number, reason=refused
        ) from refused
    return before


def _cuts(hand: Hand, number: int) -> list[str]:
    cuts = hand.tags.get("Cut", "").split()
    for cut in cuts:
        if not CUT.fullmatch(cut):
            raise BadRecord("the cut {cut} of hand {hand} cannot be read", cut=cut, hand=number)
    return cuts


def _told(game: Game, hand: Hand) -> dict[str, Any]:
    """Gives what a record tells of an opening, with a number for what it hides."""
    try:
        return game.load(hand.opening()).opening()
    except Refused as refused:
        told = _half_hidden(hand)
        if not hidden(told):
            raise BadRecord("{reason}", reason=refused) from refused
        return told


def _half_hidden(hand: Hand) -> dict[str, Any]:
    """Reads an opening of which something may be hidden."""
    if "Position" not in hand.tags:
        groups = [_group(group.split()) for group in hand.tags.get("Deal", "").split(";")]
        return {"hands": groups[:-1], "boneyard": groups[-1]}
    with suppress(ValueError, RecursionError):
        position = json.loads(hand.tags["Position"])
        if isinstance(position, dict):
            return position
    return {}


def _group(names: list[str]) -> list[str] | int:
    """Reads a group of tiles, or how many there are of a hidden one."""
    if len(names) == 1 and re.fullmatch(r"\?\d{1,4}", names[0]):
        return int(names[0][1:])
    return names


def _agrees(told: Any, dealt: Any) -> bool:
    """Tells whether what is told of a deal is as it was dealt, where it is told."""
    if isinstance(told, dict) and isinstance(dealt, dict):
        return all(_agrees(value, dealt.get(name)) for name, value in told.items())
    if isinstance(dealt, list):
        if isinstance(told, list):
            return len(told) == len(dealt) and all(map(_agrees, told, dealt))
        return bool(told == len(dealt))
    return bool(told == dealt)
