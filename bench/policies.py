"""Prints how long a round takes that quick minds play, beside one that chance plays.

Run it as `python -m bench.policies`, with the names of games to see only those. Both are played
inside the engine, the deal included, and take turns; the processor's time is taken, not the
clock's, and every figure is the best of many chunks.
"""

from __future__ import annotations

import sys
from time import process_time

import sobremesa
from bench.__main__ import Run, a_few, seats, with_seats
from sobremesa import Game
from sobremesa.bots.policy import Policy, playouts, policy_of

CHUNKS = 20


def by_policy(game: Game, policy: Policy) -> Run:
    """Plays rounds by a policy inside the engine."""
    return lambda count: playouts(game, policy, count, 1)


def by_chance(game: Game) -> Run:
    """Plays random rounds inside the engine."""
    return lambda count: sobremesa.playouts(game, count, 1)


def best_times(runs: list[Run], count: int) -> list[float]:
    """Gives the least seconds of the processor for one round of each run, the runs taking turns."""
    best = [float("inf") for _ in runs]
    for _ in range(CHUNKS):
        for place, run in enumerate(runs):
            start = process_time()
            run(count)
            best[place] = min(best[place], (process_time() - start) / count)
    return best


def show(game: Game) -> None:
    """Prints one game."""
    policy = policy_of(game.name)
    count = max(2, a_few(game) // 4)
    random, quick = best_times([by_chance(game), by_policy(game, policy)], count)
    steps = [sobremesa.playouts(game, count, 1) / count, playouts(game, policy, count, 1) / count]
    print(
        f"  {game.name + ', ' + seats(game):<28}{random * 1e6:>10.1f}{quick * 1e6:>10.1f}"
        f"{quick / random:>8.1f}x{steps[0]:>9.1f}{steps[1]:>9.1f}"
    )


def main() -> None:
    """Measures the games named, or all."""
    engine = "compiled" if sobremesa.compiled else "interpreted"
    print(f"Rounds played by chance and by the quick minds, {engine}: microseconds a round, moves")
    print(f"  {'':<28}{'chance':>10}{'policy':>10}{'ratio':>9}{'chance':>9}{'policy':>9}")
    for name in sys.argv[1:] or sobremesa.games():
        for game in with_seats(name, (2, 4)):
            show(game)


if __name__ == "__main__":
    main()
