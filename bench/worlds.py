"""How long it takes to find the rounds that fit a view, to draw one, and to play it to its end.

For every game random rounds are played with default options, and every decision is looked at from
the seat that makes it: `worlds` is making them from the view, `sample` drawing a round, `playout`
playing a copy of the true round to its end by random moves.
"""

from __future__ import annotations

from statistics import mean, median
from time import process_time

import sobremesa
from sobremesa import Game, Rng, Round
from sobremesa.core.playout import finish

# Rounds of each game, decisions looked at, and draws at each.
ROUNDS = 6
LOOKS = 60
DRAWS = 20


def decisions(game: Game, rounds: int, most: int) -> list[Round]:
    """Plays random rounds and gives positions in which somebody has to decide, evenly chosen."""
    rng = Rng(11)
    found: list[Round] = []
    for seed in range(rounds):
        round = game.start(seed).round
        while not round.over:
            found.append(round.copy())
            moves = round.moves()
            round.play(moves[int(rng.below(len(moves)))])
    step = max(len(found) // most, 1)
    return found[::step][:most]


def measured(game: Game, rounds: int = ROUNDS, most: int = LOOKS) -> list[list[float]]:
    """Gives the seconds of worlds, a sample and a playout, at each decision."""
    times: list[list[float]] = [[], [], []]
    rng = Rng(5)
    for round in decisions(game, rounds, most):
        view = round.view(int(round.turn))
        start = process_time()
        worlds = game.worlds(view)
        times[0].append(process_time() - start)
        start = process_time()
        for _ in range(DRAWS):
            worlds.sample(rng)
        times[1].append((process_time() - start) / DRAWS)
        copies = [round.copy() for _ in range(DRAWS)]
        start = process_time()
        for copy in copies:
            finish(copy, rng)
        times[2].append((process_time() - start) / DRAWS)
    return times


def main() -> None:
    """Prints all games."""
    print("Worlds: microseconds at the decisions of random rounds, default options.")
    print(f"  {'game':<20} {'worlds':>8} {'most':>8} {'sample':>8} {'playout':>8} {'ratio':>6}")
    for name in sobremesa.games():
        made, drawn, played = measured(sobremesa.game(name))
        print(
            f"  {name:<20} {1e6 * median(made):>8.0f} {1e6 * max(made):>8.0f} "
            f"{1e6 * mean(drawn):>8.1f} {1e6 * mean(played):>8.1f} "
            f"{mean(drawn) / mean(played):>6.2f}"
        )


if __name__ == "__main__":
    main()
