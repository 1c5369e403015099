"""Positions of solitaires for tests, with everything that is not named put out of play."""

from __future__ import annotations

from typing import Any

import sobremesa
from sobremesa import Game, Match
from sobremesa.core.options import Value
from sobremesa.material.dominoes import parse_tile, tile_name

# Where the tiles go that a test does not care about.
OUT_OF_PLAY = {
    "bingo": "removed", "squeeze": "removed", "good-neighbors": "removed", "traffic": "aside",
    "big-clock": "boneyard",
}


def tiles(text: str) -> list[str]:
    return [tile_name(parse_tile(word)) for word in text.split()]


def solo(game: str, parts: dict[str, Any], rest: str = "", /, **options: Value) -> Match:
    """A match that begins with the given position.

    `rest` names the part that takes the tiles not named, if not what is usual in the game.
    """
    rules = sobremesa.game(game, **options)
    data: dict[str, Any] = {"boneyard": [], **parts}
    known = {tile_name(parse_tile(name)) for name in rules_named(rules, data)}
    left = [name for name in rules.pieces() if name not in known]
    part = rest or OUT_OF_PLAY[rules.name]
    data[part] = [*data.get(part, []), *left]
    return Match(rules, deal=data)


def rules_named(rules: Game, data: dict[str, Any]) -> list[str]:
    from sobremesa.families.solo.solitaire import Solitaire

    assert isinstance(rules, Solitaire)
    return rules.named(data)


def texts(match: Match) -> list[str]:
    return [match.round.text(move) for move in match.round.moves()]


def part(match: Match, name: str) -> Any:
    return match.view(0).data[name]


def ending(match: Match) -> tuple[str, int]:
    return part(match, "ending"), part(match, "left")
