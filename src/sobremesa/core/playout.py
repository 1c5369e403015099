"""Random play from beginning to end, looped inside the compiled engine."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.core.breath import breathe
from sobremesa.core.game import Game, Round
from sobremesa.core.rng import Rng

# Rounds between two breaths.
BREATH: Final = 50


def finish(round: Round, rng: Rng) -> int:
    """Plays random moves until the round is over; answers how many."""
    steps: Int = 0
    while not round.over:
        moves = round.legal()
        round.play(moves[rng.below(len(moves))])
        steps += 1
    return steps


def playouts(game: Game, count: int, seed: int = 0) -> int:
    """Deals and plays `count` random rounds; answers the number of moves played."""
    rng = Rng(seed)
    before = game.starting_points()
    steps = 0
    for number in range(count):
        if number % BREATH == 0:
            breathe()
        steps += finish(game.deal(rng, game.opener(rng), 1, before), rng)
    return steps
