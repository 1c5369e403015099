"""Every deal that fits a view of a small line game, found by trying them all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from sobremesa import IllegalMove, Round, View


def every_deal(view: View, *, in_order: bool = False) -> Iterator[Round]:
    """Gives the rounds of two players that the seat cannot tell from the real one, each once; the
    boneyard in every order if that matters."""
    game = view.game
    opening = view.data["opening"]
    own = opening["hands"][view.seat]
    lying = [play.partition("@")[0] for play in opening.get("line", [])]
    rest = [name for name in game.pieces() if name not in own and name not in lying]
    size = opening["hands"][1 - view.seat]
    for other in combinations(rest, size):
        left = [name for name in rest if name not in other]
        orders = permutations(left) if in_order else [tuple(left)]
        for order in orders:
            hands = [own, list(other)] if view.seat == 0 else [list(other), own]
            round = replayed(view, {**opening, "hands": hands, "boneyard": list(order)})
            if round is not None and round.view(view.seat) == view:
                yield round


def replayed(view: View, opening: dict[str, Any]) -> Round | None:
    """Plays the log of a view again, or gives nothing if it cannot have been played."""
    round = view.game.load(opening)
    for _, text, _ in view.log:
        try:
            move = round.read(text)
            round.check(move)
        except IllegalMove:
            return None
        round.play(move)
    return round


def best_gain(round: Round, seat: int) -> float:
    """Gives what a seat gains when both play at their best with open hands, by plain search."""
    if round.over:
        return round.utility()[seat]
    found = []
    for move in round.moves():
        after = round.copy()
        after.play(move)
        found.append(best_gain(after, seat))
    return max(found) if round.turn == seat else min(found)
