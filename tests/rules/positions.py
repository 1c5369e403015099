"""Setting up positions in few words.

Tiles are written in one string, `"6-6 6-4@W"`. Tiles that are not mentioned go to the end
of the boneyard, or to the hand of the seat `rest`.
"""

from __future__ import annotations

from typing import Any

import sobremesa
from sobremesa import Game, Match
from sobremesa.families.lines.game import LineGame
from sobremesa.material.dominoes import parse_tile, tile_name
from tests.rules.playing import play, shown

# Both ends ask for a 4; with 6-4 at the east end all seven fours are on the table.
NEARLY_BLOCKED = "4-4 4-1@W 1-0@W 4-0@W 4-2@E 3-2@E 4-3@E 5-4@E 6-5@E"

# The same with other tiles between the fours.
NEARLY_BLOCKED_TOO = "4-4 4-0@W 3-0@W 4-3@W 4-2@E 5-2@E 5-4@E 4-1@E 6-1@E"


def names(text: str) -> list[str]:
    return [tile_name(parse_tile(word)) for word in text.split()]


def position(
    game: Game, hands: list[str], *, line: str = "", boneyard: str = "",
    rest: int | None = None, **parts: Any,
) -> dict[str, Any]:
    held = [names(hand) for hand in hands]
    stock = names(boneyard)
    laid = [word.partition("@")[0] for word in line.split()]
    known = {*stock, *names(" ".join(laid)), *(name for hand in held for name in hand)}
    left = [name for name in game.pieces() if name not in known]
    if rest is None:
        stock += left
    else:
        held[rest] += left
    return {"hands": held, "boneyard": stock, "line": line.split(), **parts}


def set_up(game: Game | str, hands: list[str], **parts: Any) -> Match:
    """A match that begins with the given position; seat 0 is to move unless `turn` is given."""
    rules = sobremesa.game(game) if isinstance(game, str) else game
    return Match(rules, deal=position(rules, hands, **{"turn": 0, **parts}))


def dealt(game: Game | str, hands: list[str], **parts: Any) -> Match:
    """A match that begins with the given deal; what is missing is filled in by the set's order."""
    rules = sobremesa.game(game) if isinstance(game, str) else game
    assert isinstance(rules, LineGame)
    size = int(rules.hand_size)
    held = [names(hand) for hand in hands]
    stock = names(parts.pop("boneyard", ""))
    known = {*stock, *(name for hand in held for name in hand)}
    left = [name for name in rules.pieces() if name not in known]
    for hand in held:
        while len(hand) < size:
            hand.append(left.pop(0))
    return Match(rules, deal={"hands": held, "boneyard": stock + left, **parts})


def blocked(
    game: Game | str, hands: list[str], *, by: int = 0, line: str = NEARLY_BLOCKED, **parts: Any
) -> Match:
    """A hand that seat `by` blocks with 6-4, after which the hands are as given."""
    rules = sobremesa.game(game) if isinstance(game, str) else game
    before = [hand + " 6-4" if seat == by else hand for seat, hand in enumerate(hands)]
    match = set_up(rules, before, line=line, turn=by, leader=0, **parts)
    play(match, "6-4@E")
    if shown(match, "ending") == "":
        play(match, "=0", *["quiet"] * (rules.players - 1))
    assert shown(match, "ending") == "blocked"
    return match
