"""Random play from beginning to end, looped inside the compiled engine."""

from __future__ import annotations

from sobremesa.core.arrays import Int
from sobremesa.core.game import Game, Round
from sobremesa.core.rng import Rng


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
    for _ in range(count):
        steps += finish(game.deal(rng, game.opener(rng), 1, before), rng)
    return steps
