"""What the table refuses, each with its status, a short code and the reason in words."""

from __future__ import annotations

import re

from sobremesa.core.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    Refused,
    UnknownGame,
    fill,
)
from sobremesa.table.words import N_, Say

# What the engine refuses, by kind: the status and the code that tell it to a client.
STATUS: dict[type[Refused], tuple[int, str]] = {
    UnknownGame: (404, "unknown-game"),
    BadOption: (422, "bad-option"),
    IllegalMove: (422, "illegal-move"),
    BadRecord: (422, "bad-record"),
    BadPosition: (422, "bad-position"),
}


class Problem(Refused):
    """Something asked of the table cannot be had."""

    def __init__(self, status: int, code: str, template: str, **values: object) -> None:
        super().__init__(template, **values)
        self.status = status
        self.code = code


# Parts of reasons that the engine writes in words of its own.
PHRASES = [
    (re.compile(r"did you mean (?P<word>.+)\?"), N_("did you mean {word}?")),
    (re.compile(r"there are: (?P<words>.+)"), N_("there are: {words}")),
    (
        re.compile(r"a whole number from (?P<low>-?\d+) to (?P<high>-?\d+)"),
        N_("a whole number from {low} to {high}"),
    ),
    (re.compile(r"a whole number from (?P<low>-?\d+)"), N_("a whole number from {low}")),
]


def reason_of(refused: Refused, say: Say) -> str:
    """Says why something was refused, hints included."""
    values = {name: _phrase(value, say) for name, value in refused.values.items()}
    return fill(say(refused.template), values, say(" or "))


def _phrase(value: object, say: Say) -> object:
    for pattern, template in PHRASES:
        found = pattern.fullmatch(value) if isinstance(value, str) else None
        if found is not None:
            return say(template).format(**found.groupdict())
    return value


def status_of(refused: Refused) -> tuple[int, str]:
    """Gives the HTTP status and the code of a refusal."""
    if isinstance(refused, Problem):
        return refused.status, refused.code
    return next(
        (found for kind, found in STATUS.items() if isinstance(refused, kind)),
        (400, "refused"),
    )
