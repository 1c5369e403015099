"""What the table refuses, each with its status, a short code and the reason in words."""

from __future__ import annotations

from sobremesa.core.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    Refused,
    UnknownGame,
    UnknownRules,
)

# What the engine refuses, by kind: the status and the code that tell it to a client.
STATUS: dict[type[Refused], tuple[int, str]] = {
    UnknownGame: (404, "unknown-game"),
    UnknownRules: (409, "unknown-rules"),
    BadOption: (422, "bad-option"),
    IllegalMove: (422, "illegal-move"),
    BadRecord: (422, "bad-record"),
    BadPosition: (422, "bad-position"),
}


class Problem(Refused):
    """Something asked of the table cannot be had; `retry` says in how many seconds it may."""

    def __init__(
        self, status: int, code: str, template: str, *, retry: int = 0, **values: object
    ) -> None:
        super().__init__(template, **values)
        self.status = status
        self.code = code
        self.retry = retry


def headers_of(refused: Refused) -> dict[str, str]:
    """Gives the headers that belong to a refusal: when to try again."""
    retry = refused.retry if isinstance(refused, Problem) else 0
    return {"Retry-After": str(retry)} if retry else {}


def field_of(refused: Refused) -> str:
    """Names the field of a form that a refusal is about, if there is one."""
    return str(refused.values.get("option") or refused.values.get("field") or "")


def status_of(refused: Refused) -> tuple[int, str]:
    """Gives the HTTP status and the code of a refusal."""
    if isinstance(refused, Problem):
        return refused.status, refused.code
    return next(
        (found for kind, found in STATUS.items() if isinstance(refused, kind)),
        (400, "refused"),
    )
