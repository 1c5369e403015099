"""Helpers for the trick games: deals with certain hands, and playing by names."""

from __future__ import annotations

from typing import Any

import pytest

import sobremesa
from sobremesa import IllegalMove, Match
from sobremesa.core.game import NOBODY


def deal(spec: str, hands: list[str], first: int = 0, **parts: Any) -> Match:
    """Sets up a deal; hands that are given in part are filled up from what is left."""
    game = sobremesa.game(spec)
    size = int(game.hand_size)  # type: ignore[attr-defined]
    named = [[game.piece_name(game.parse_piece(one)) for one in hand.split()]  # type: ignore[attr-defined]
             for hand in hands]
    taken = {one for hand in named for one in hand}
    rest = [name for name in game.pieces() if name not in taken]
    for hand in named:
        while len(hand) < size:
            hand.append(rest.pop(0))
    data = {"hands": named, "boneyard": rest, "first": first, **parts}
    return Match(game, deal=data)


def play(match: Match, moves: str) -> Match:
    """Plays moves that are written one after the other."""
    for move in moves.split():
        match.play(move)
    return match


def legal(match: Match) -> set[str]:
    """Lists the legal moves as text."""
    return {match.round.text(move) for move in match.round.moves()}


def shown(match: Match, seat: int = NOBODY) -> dict[str, Any]:
    """Gives the data of a view."""
    return match.view(seat).data


def refused(match: Match, move: str) -> str:
    """Tries a move that is refused and gives the reason."""
    before = match.round.dump()
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert match.round.dump() == before
    return str(caught.value)


def finish(match: Match) -> Match:
    """Plays the first legal move until the round is over."""
    while not match.round.over:
        match.play(match.round.moves()[0])
    return match
