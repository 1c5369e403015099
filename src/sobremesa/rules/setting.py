"""Setting up a position in few words, for a picture or a lesson.

Pieces are written in one string, `"6-6 6-4@W"`; `rest` at its end stands for all that a position
does not name.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from sobremesa.core.game import Game

QUOTED = re.compile(r'"([^"]*)"')
REST = "rest"
# Parts of a position that are one text, not pieces.
TEXTS = ("fen", "stage", "open", "spell", "ending")
# Parts of a position that are several lists of pieces.
SHARES = ("hands", "piles", "clock")


def set_up(game: Game, written: dict[str, Any], fill: int = 0) -> dict[str, Any]:
    """Gives a position as a game reads it; hands are filled up to `fill`, one piece each in turn.

    >>> import sobremesa
    >>> written = {"hands": ["6-4", "5-5"], "line": "6-6 6-5@W", "boneyard": "1-0 rest", "turn": 0}
    >>> set_up(sobremesa.game("block"), written)["boneyard"][:3]
    ['1-0', '0-0', '1-1']
    """
    data = {part: _listed(part, value) for part, value in written.items()}
    # What was played came from the hands.
    left = rest_of(game, {part: value for part, value in data.items() if part != "moves"})
    hands = data.get("hands", [])
    while any(len(hand) < fill for hand in hands):
        for hand in hands:
            if len(hand) < fill:
                hand.append(left.pop(0))
    return {part: _filled(value, left) for part, value in data.items()}


def rest_of(game: Game, data: Any) -> list[str]:
    """Lists the pieces that are not among some data, however they are turned there."""
    words = [word for text in QUOTED.findall(json.dumps(data)) for word in text.split()]
    named = Counter(piece for word in words for piece in _pieces(word))
    rest: list[str] = []
    for piece in game.pieces():
        # Chips are counted, not dealt.
        if " " in piece:
            continue
        [figures] = _pieces(piece)
        if named[figures] > 0:
            named[figures] -= 1
        else:
            rest.append(piece)
    return rest


def _pieces(word: str) -> list[tuple[str, ...]]:
    """Lists the pieces of a word, each by its sorted numbers: `2-1`, laid as `1-2@0,0N` or
    `01/42@0,0`, or several in a play, as `B:2L^+5`."""
    name = word.partition("@")[0].rpartition(":")[2]
    if "/" in name:
        return [tuple(sorted(name.replace("/", "")))]
    return [tuple(sorted(one.strip("!^").split("-"))) for one in name.split("+")]


def _listed(part: str, value: Any) -> Any:
    """Lists what a text names."""
    if isinstance(value, str) and part not in TEXTS:
        return value.split()
    if isinstance(value, list) and part in SHARES:
        return [one.split() if isinstance(one, str) else list(one) for one in value]
    return value


def _filled(value: Any, rest: list[str]) -> Any:
    """Puts the rest in its place."""
    if not isinstance(value, list):
        return value
    if value and value[-1] == REST:
        return [*value[:-1], *rest]
    return [_filled(one, rest) for one in value]
