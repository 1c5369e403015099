"""Playing by names, and what is seen then."""

from __future__ import annotations

from typing import Any

import pytest

from sobremesa import IllegalMove, Match


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def legal(match: Match) -> list[str]:
    return [match.round.text(move) for move in match.round.moves()]


def ends(match: Match) -> dict[str, int]:
    found: dict[str, int] = match.view(-1).data["ends"]
    return found


def open_numbers(match: Match) -> list[int]:
    return sorted(ends(match).values())


def shown(match: Match, part: str) -> Any:
    return match.view(-1).data[part]


def held(match: Match, seat: int) -> list[str]:
    return list(match.round.dump()["hands"][seat])


def refused(match: Match, move: str, reason: str) -> None:
    """The move is refused with exactly this reason, and nothing has changed."""
    before = match.round.dump()
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert str(caught.value) == reason
    assert match.round.dump() == before
