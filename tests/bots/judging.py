"""What a policy likes best, in words."""

from __future__ import annotations

from typing import Any

import sobremesa
from sobremesa import Round
from sobremesa.bots.policy import policy_of


def liked(round: Round) -> str:
    """Writes the legal move that the policy of a round values most."""
    moves = round.legal()
    values = list(policy_of(round.game.name).values(round, moves))
    return round.text(list(moves)[values.index(max(values))])


def chance(round: Round, text: str) -> float:
    """Gives the chance with which the policy of a round takes a move."""
    moves = round.legal()
    chances = list(policy_of(round.game.name).chances(round, moves))
    return float(chances[list(moves).index(round.read(text))])


def rest_of(names: list[str], *hands: list[str]) -> list[str]:
    """Lists what is left of a set when some hands are taken out."""
    taken = {name for hand in hands for name in hand}
    return [name for name in names if name not in taken]


def dealt(name: str, hands: list[str], boneyard: bool = False, **options: Any) -> Round:
    """Deals hands that are written in one string each; one that is empty gets what is left, and
    the rest lies in the boneyard."""
    first = options.pop("first", 0)
    moves = options.pop("moves", "")
    more = options.pop("more", {})
    game = sobremesa.game(name, **options)
    known = [hand.split() for hand in hands]
    rest = rest_of(game.counted(), *known, *more.values())  # type: ignore[attr-defined]
    size = max(len(hand) for hand in known)
    for hand in known:
        while len(hand) < size:
            hand.append(rest.pop(0))
    data: dict[str, Any] = {"hands": known, "first": first, **more}
    if boneyard:
        data["boneyard"] = rest
    round = game.load(data)
    for text in moves.split():
        move = round.read(text)
        round.check(move)
        round.play(move)
    return round
