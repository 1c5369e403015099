"""Trains a small network by playing against itself in batches, with numpy alone.

    OMP_NUM_THREADS=1 python selfplay.py block --seconds 150 --svg curve.svg

All seats are played by one network with one hidden layer, which gives a weight to every action and
guesses what the round will bring. What brought more than it guessed becomes more likely, a little
at a time (proximal policy optimisation). Now and then it plays the random and the greedy bot by its
most likely actions, every deal from every seat, and the curves show what it gained by a round.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sobremesa
from sobremesa import Game, Rng, bots
from sobremesa.adapters.batch import Batch

HIDDEN = 128
# Rounds played at once, steps between two lessons, passes over a lesson, and choices in each step
# of a pass.
ROUNDS = 512
STEPS = 64
PASSES = 2
CHOICES = 512
# How far a step goes, and how far an action may become more or less likely by a lesson.
STEP = 0.001
REACH = 0.2
# How much the uncertainty of a choice and the error of a guess count, and how much what happened
# counts beside the next guess.
CURIOSITY = 0.01
GUESSING = 0.5
TRUST = 0.9
# Whom it is tested against, on how many deals, and how often in a training.
RIVALS = ("random", "greedy")
TESTED = 400
TESTS = 12

Numbers = NDArray[np.float32]


class Network:
    """One hidden layer, from an observation to a weight for every action and a guess."""

    def __init__(self, inputs: int, actions: int, chance: np.random.Generator) -> None:
        self.weights: list[Any] = [
            chance.normal(0, (2 / inputs) ** 0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, actions + 1), np.float32), np.zeros(actions + 1, np.float32),
        ]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.steps = 0

    def look(self, rows: Any, masks: Any) -> tuple[Numbers, Numbers, Numbers]:
        """Gives the hidden layer, how likely every action is, and the guess."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(rows @ first + first_bias, 0)
        out = hidden @ second + second_bias
        weights = np.where(masks, out[:, :-1], -np.inf)
        weights = np.exp(weights - weights.max(-1, keepdims=True))
        return hidden, weights / weights.sum(-1, keepdims=True), out[:, -1]

    def learn(self, parts: list[Any], left: float = 1.0) -> None:
        """Makes actions more likely that were better than guessed, and guesses truer; steps are
        shorter the less time is left."""
        rows, masks, actions, before, worth, better = parts
        hidden, chances, guesses = self.look(rows, masks)
        places = np.arange(len(actions))
        ratio = chances[places, actions] / before
        better = better * ratio * np.where(better > 0, ratio < 1 + REACH, ratio > 1 - REACH)
        slope = chances * better[:, None]
        slope[places, actions] -= better
        logs = np.log(np.maximum(chances, 1e-9))
        slope += left * CURIOSITY * chances * (logs - (chances * logs).sum(-1, keepdims=True))
        wrong = GUESSING * (guesses - worth)
        out = np.concatenate([slope, wrong[:, None]], 1, dtype=np.float32) / len(actions)
        below = (out @ self.weights[2].T) * (hidden > 0)
        self.step([rows.T @ below, below.sum(0), hidden.T @ out, out.sum(0)], left * STEP)

    def step(self, slopes: list[Any], length: float) -> None:
        """Moves every weight a little (Adam)."""
        self.steps += 1
        for weight, mean, square, slope in zip(
            self.weights, self.means, self.squares, slopes, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            scaled = mean / (1 - 0.9**self.steps)
            weight -= length * scaled / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def drawn_from(chances: Numbers, chance: np.random.Generator) -> NDArray[np.int64]:
    """Draws an action for every row."""
    below = chances.cumsum(-1)
    lots = chance.random(len(chances), np.float32)[:, None] * below[:, -1:]
    found: NDArray[np.int64] = (below > lots).argmax(-1)
    return found


def lesson(
    batch: Batch, network: Network, chance: np.random.Generator, scale: float
) -> tuple[list[Any], int]:
    """Plays some steps of all rounds, and counts the rounds that ended; gives every choice in
    them: what was seen, allowed and done, how likely that was, what it was worth to who did it, and
    how much better than guessed."""
    told = []
    for _ in range(STEPS):
        free = np.flatnonzero(batch.masks.sum(1) > 1)
        rows, masks, seats = batch.observations[free], batch.masks[free], batch.turns[free]
        _, chances, guesses = network.look(rows, masks)
        chosen = drawn_from(chances, chance)
        actions = batch.drawn.copy()
        actions[free] = chosen
        batch.step(actions)
        likely = chances[np.arange(len(free)), chosen]
        seen = (rows, masks, chosen, likely)
        told.append((free, seats, guesses, seen, batch.rewards, batch.done))
    later = np.zeros((batch.count, int(batch.game.players)), np.float32)
    hoped = later.copy()
    known = np.zeros(batch.count, bool)
    found = []
    ended = 0
    for free, seats, guesses, seen, gained, done in reversed(told):
        later[done] = hoped[done] = gained[done] / scale
        known |= done
        ended += int(done.sum())
        worth = TRUST * later[free, seats] + (1 - TRUST) * hoped[free, seats]
        later[free, seats], hoped[free, seats] = worth, guesses
        found.append([part[known[free]] for part in (*seen, worth, worth - guesses)])
    return [np.concatenate(parts) for parts in zip(*found, strict=True)], ended


def learnt(network: Network, parts: list[Any], chance: np.random.Generator, left: float) -> None:
    """Goes over a lesson some times, in another order each time."""
    better = parts[-1]
    parts = [*parts[:-1], (better - better.mean()) / (better.std() + 1e-6)]
    for _ in range(PASSES):
        order = chance.permutation(len(better))
        for some in np.array_split(order, max(1, len(order) // CHOICES)):
            network.learn([part[some] for part in parts], left)


def against(
    game: Game, network: Network, kind: str, deals: int, seed: int
) -> tuple[float, float]:
    """Plays every deal from every seat against bots; gives what the network gains by a round, and
    half the width of the interval that holds 95 %."""
    bot = bots.bot(game.name, kind)
    rng = Rng(seed)
    gains = np.zeros((int(game.players), deals))
    for seat in range(int(game.players)):
        batch = sobremesa.batch(game, deals, seed)
        going = np.ones(deals, bool)
        while going.any():
            actions = batch.drawn.copy()
            mine = batch.turns == seat
            actions[mine] = network.look(batch.observations[mine], batch.masks[mine])[1].argmax(1)
            for place in np.flatnonzero(going & ~mine & (batch.masks.sum(1) > 1)):
                view = batch.view(int(place))
                at = view.moves.index(bot.choose(view, rng))
                actions[place] = batch.actions.slots_of(view.moves)[at]
            batch.step(actions)
            ended = going & batch.done
            gains[seat, ended] = batch.rewards[ended, seat]
            going &= ~ended
    by_deal = gains.mean(0)
    return float(by_deal.mean()), float(1.96 * by_deal.std() / deals**0.5)


def spread(game: Game, seed: int) -> float:
    """Tells how far apart rounds end that are played at random."""
    batch = sobremesa.batch(game, ROUNDS, seed)
    gains: list[float] = []
    while len(gains) < ROUNDS:
        batch.step(batch.drawn)
        gains += batch.rewards[batch.done, 0].tolist()
    return float(np.std(gains)) or 1.0


def train(game: Game, seconds: float, seed: int = 1) -> tuple[Network, list[list[float]]]:
    """Trains for some seconds of the processor, tests not counted; gives the network and the
    curve: rounds, and what it gained from the random and the greedy bot."""
    chance = np.random.default_rng(seed)
    batch = sobremesa.batch(game, ROUNDS, seed)
    scale = spread(game, seed)
    network = Network(batch.encoding.size, batch.actions.count, chance)
    curve: list[list[float]] = []
    used = 0.0
    rounds = 0
    while True:
        if used >= seconds * len(curve) / TESTS:
            tested = [against(game, network, kind, TESTED, 10**7)[0] for kind in RIVALS]
            curve.append([rounds, *tested])
            print(
                f"{used:5.0f} s {rounds:>9,} rounds: {tested[0]:+.2f} against random, "
                f"{tested[1]:+.2f} against greedy", flush=True,
            )
        if used >= seconds:
            return network, curve
        began = time.process_time()
        parts, ended = lesson(batch, network, chance, scale)
        learnt(network, parts, chance, left=1 - used / seconds)
        rounds += ended
        used += time.process_time() - began


def drawn(curve: list[list[float]], title: str) -> str:
    """Draws what was gained from the random and the greedy bot, by rounds played."""
    width, height, edge = 640, 320, 50
    most = max(point[place] for point in curve for place in (1, 2))
    least = min(point[place] for point in curve for place in (1, 2))
    last = max(1.0, curve[-1][0])

    def level(gain: float) -> float:
        return height - edge - (height - 2 * edge) * (gain - least) / ((most - least) or 1)

    lines = "".join(
        f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="' + " ".join(
            f"{edge + (width - 2 * edge) * point[0] / last:.1f},{level(point[place]):.1f}"
            for point in curve
        ) + f'"/><text x="{width - edge}" y="{level(curve[-1][place]) - 6:.1f}" text-anchor="end" '
        f'fill="{colour}">against {RIVALS[place - 1]}: {curve[-1][place]:+.2f}</text>'
        for place, colour in ((1, "#0a7d6c"), (2, "#b4541a"))
    )
    marks = "".join(
        f'<path d="M{edge} {level(gain):.1f}H{width - edge}" stroke="#999" stroke-width="0.5"/>'
        f'<text x="8" y="{level(gain) + 4:.1f}">{f"{gain:+.1f}" if gain else 0}</text>'
        for gain in (least, 0.0, most)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{edge}" y="24">{title}: points gained by a round</text>{marks}'
        f'<text x="{width - edge}" y="{height - 16}" text-anchor="end">'
        f'{last:,.0f} rounds</text>{lines}</svg>\n'
    )


def main() -> None:
    """Trains, tests on new deals, and draws the curves."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game", help="a game, with options as in 'domino-poker(players=2)'")
    asked.add_argument("--seconds", type=float, default=150)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--svg", help="where to draw the curves")
    given = asked.parse_args()
    game = sobremesa.game(given.game)
    network, curve = train(game, given.seconds, given.seed)
    for kind in RIVALS:
        mean, error = against(game, network, kind, 2000, 10**8)
        print(f"on 2,000 new deals against {kind}: {mean:+.2f} ± {error:.2f} points a round")
    if given.svg:
        with open(given.svg, "w", encoding="utf-8") as file:
            file.write(drawn(curve, game.title))


if __name__ == "__main__":
    main()
