"""Learns from rounds of That's It! how one sees that a player wants a tile.

`python -m sobremesa.lab.feeding` plays so many rounds (an argument, 600 unless told), notes before
every discard for each tile of the hand what speaks for it that the next player wants it and
whether it is so, and prints the weights of a logistic regression: `WEIGHTS` of the racer.
"""

from __future__ import annotations

import sys
from math import exp
from typing import cast

import sobremesa
from sobremesa import Rng, Round, View
from sobremesa.bots import Bot, bot
from sobremesa.bots.dominoes import TILE_OF
from sobremesa.bots.melds.race import Race
from sobremesa.bots.melds.racer import Habits, Racer, note
from sobremesa.families.melds.melds import SUITS, Terms
from sobremesa.families.melds.thats_it import ThatsItRound
from sobremesa.families.melds.views import MeldView
from sobremesa.lab.ladder import solved
from sobremesa.material.dominoes import ZEROS

SEED = 100_000
STEPS = 12
# Keeps weights small of which the rounds tell little.
CALM = 0.001

# What is seen of a tile, and whether it is wanted.
Case = tuple[list[float], bool]


def cases(rounds: int) -> list[Case]:
    """Plays rounds between the greedy bot and a racer, and notes what is seen and what is."""
    found: list[Case] = []
    game = sobremesa.game("thats-it")
    bots: list[Bot] = [bot("thats-it", "greedy"), Racer(0, 0.0)]
    rng = Rng(SEED)
    for number in range(rounds):
        round = game.start(seed=SEED + number).round
        while not round.over:
            view = round.view(int(round.turn))
            if view.data["asked"] == "discard" and len(view.log) > 2:
                found += offered(round, view)
            round.play(bots[(view.seat + number) % 2].choose(view, rng))
    return found


def offered(round: Round, view: View) -> list[Case]:
    """Notes every tile of a hand: its signs, and whether the other player wants it."""
    assert isinstance(round, ThatsItRound)
    other = 1 - view.seat
    habits = Habits(view, other)
    left = Racer(0, 0.0).race(view, cast(MeldView, view.data)).left
    suits = ZEROS[:SUITS]
    for tile in left:
        note(suits, tile)
    race = Race(Terms(7), left)
    race.hold(round.racks.tiles(other))
    near = race.near()
    found: list[Case] = []
    for name in view.data["hands"][view.seat]:
        tile = TILE_OF[name]
        race.add(tile)
        found.append(([*habits.signs(tile, suits)], race.near() > near))
        race.drop(race.size - 1)
    return found


def fitted(seen: list[Case]) -> list[float]:
    """Finds the weights under which what was is most likely, by Newton's method."""
    size = len(seen[0][0])
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [0.0] * size
        bend = [[CALM if row == column else 0.0 for column in range(size)] for row in range(size)]
        for signs, wanted in seen:
            chance = 1 / (1 + exp(-sum(w * x for w, x in zip(weights, signs, strict=True))))
            for row, x in enumerate(signs):
                slope[row] += (wanted - chance) * x
                for column, y in enumerate(signs):
                    bend[row][column] += chance * (1 - chance) * x * y
        step = solved(bend, slope)
        weights = [weight + part for weight, part in zip(weights, step, strict=True)]
    return weights


def main(rounds: int) -> None:
    """Plays, learns and prints."""
    seen = cases(rounds)
    share = sum(wanted for _, wanted in seen) / len(seen)
    print(f"{len(seen)} tiles, of which {share:.1%} were wanted")
    print(", ".join(f"{weight:.2f}" for weight in fitted(seen)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
