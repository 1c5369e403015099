"""How rounds end between quick minds, from which the bots know what points are worth in a match.

`sobremesa lab stakes GAME --into FILE` plays rounds as they come after the first of a match,
without a target, and writes how they ended; the bots read `bots/results.json`. Then it plays
whole matches and says how far the chances are from what happens in them.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from sobremesa import Game, Match, Refused, Rng, Round
from sobremesa.bots import bot, names
from sobremesa.bots.policy import POLICIES, policy_of
from sobremesa.bots.stakes import Results, key_of, results_from, stakes_from, target_of
from sobremesa.core.playout import finish
from sobremesa.files import write_text
from sobremesa.lab.workers import shared

# Rounds in a row that a process plays, of which the first opens a match.
CHAIN = 9
# Matches that a process plays at a time.
SHARE = 10
MOST_ROUNDS = 1000
# Where rounds end in more ways than this, so many rounds stand for all.
MOST_ROWS = 1000
KEPT_ROWS = 800
# The steps into which a race may divide a round.
STEPS = (1, 4)
# How the chances are grouped when they are compared with what happened.
GROUPS = 10

Row = tuple[int, ...]


def quick_move(round: Round, rng: Rng) -> int:
    """Chooses as the quick mind of the game does, or the greedy bot where there is none."""
    name = round.game.name
    if name in POLICIES:
        return int(policy_of(name).choose(round, rng))
    moves = round.moves()
    kind = "greedy" if "greedy" in names(name) else "random"
    seat = int(round.turn)
    return moves[0] if len(moves) == 1 else bot(name, kind).choose(round.view(seat), rng)


def play_quickly(round: Round, rng: Rng) -> None:
    """Plays a round to its end."""
    while not round.over:
        round.play(quick_move(round, rng))


def chain(task: tuple[Game, int]) -> list[Row]:
    """Plays rounds one after the other as in a match that nothing ends, and gives how each ended:
    the points by side, the side that began first; whether the same side begins again."""
    game, seed = task
    rng, choices = Rng(seed), Rng(seed ^ 1)
    first, number = game.opener(rng), 1
    last = int(game.last_round)
    rows: list[Row] = []
    for _ in range(CHAIN):
        round = game.deal(rng, first, number, game.starting_points())
        play_quickly(round, choices)
        then = game.next_first(round)
        if counts_as_later(game, number - 1):
            rows.append(row_of(round, first, then))
        first, number = then, number % last + 1 if last else number + 1
    return rows


def counts_as_later(game: Game, earlier: int) -> bool:
    """Tells whether a round with so many rounds before it is one that can come after a round; a
    match of one round has no other."""
    last = int(game.last_round)
    return last == 1 or (earlier % last if last else earlier) > 0


def row_of(round: Round, first: int, then: int) -> Row:
    """Writes how a round ended."""
    game, points = round.game, round.points()
    seats = range(int(game.players))
    sides = len({game.side_of(seat) for seat in seats})
    made = {game.side_of(seat): points[seat] for seat in seats}
    began = game.side_of(first)
    same = int(game.side_of(then) == began)
    return (*(made[(began + side) % sides] for side in range(sides)), same)


def ends_at_once(game: Game) -> bool:
    """Tells whether a round is cut short when somebody reaches the target, by playing some twice:
    from the beginning of a match, and when all are one point short of it."""
    target = target_of(game)
    near = [score + target - 1 for score in game.starting_points()]
    for seed in range(20 if target > 1 else 0):
        lengths = [
            finish(game.deal(Rng(seed), 0, 2, before), Rng(seed))
            for before in (game.starting_points(), near)
        ]
        if lengths[1] < lengths[0]:
            return True
    return False


@dataclass(frozen=True)
class Fit:
    """How chances compare with what happened: in the mean of groups of like chances by how much
    they were off, what chance alone would do, and in how many matches, one round of each."""

    off: float
    noise: float
    count: int

    def text(self) -> str:
        """Says it."""
        return (
            f"chances are off by {self.off:.2%} in the mean of {self.count} matches, of "
            f"which chance makes {self.noise:.2%}"
        )


def results(
    game: Game, rounds: int, seed: int = 1, workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Plays rounds and gives how they ended, as `bots/results.json` keeps it.

    :raises Refused: if the game is for one, or has nothing to win by points.
    """
    if int(game.players) == 1:
        raise Refused("{game} is played alone: a match is one deal", game=game.name)
    rng = Rng(seed)
    chains = -(-rounds // sum(counts_as_later(game, number) for number in range(CHAIN)))
    tasks = [(game, rng.below_big(1 << 64)) for _ in range(chains)]
    rows: list[Row] = []
    for found in shared(chain, tasks, workers or os.cpu_count() or 1):
        rows += found
        if progress is not None:
            progress(len(rows))
    counted = sorted(Counter(rows).items())
    if len(counted) > MOST_ROWS:
        counted = [(row, 1) for row in rows[:KEPT_ROWS]]
    return {
        "rounds": len(rows), "seed": seed, "at_once": ends_at_once(game), "steps": 1,
        "results": [[*row, count] for row, count in counted],
    }


def fitted(
    game: Game, data: dict[str, Any], matches: int, seed: int = 1, workers: int | None = None
) -> tuple[dict[str, Any], Fit]:
    """Plays matches, takes the steps under which the chances fit them best, and says how well."""
    rng = Rng(seed + 1)
    seeds = [rng.below_big(1 << 64) for _ in range(matches)]
    tasks = [(game, seeds[first : first + SHARE]) for first in range(0, matches, SHARE)]
    played = shared(ends_of, tasks, workers or os.cpu_count() or 1)
    ends = [end for found in played for end in found]
    tried: list[tuple[float, int, Fit]] = []
    for steps in STEPS if len(data["results"][0]) > 4 else (1,):
        fit = fit_of(game, results_from({**data, "steps": steps}), ends)
        tried.append((fit.off, steps, fit))
    off, steps, fit = min(tried, key=lambda one: one[:2])
    return {**data, "steps": steps, "off": round(off, 4)}, fit


# The score of a match after a round that did not decide it, and who won in the end.
End = tuple[dict[str, Any], list[int]]


def ends_of(task: tuple[Game, list[int]]) -> list[End]:
    """Plays matches, and gives one round of each that did not decide it, with who won."""
    game, seeds = task
    found: list[End] = []
    for seed in seeds:
        match, choices = Match(game, seed), Rng(seed ^ 1)
        while True:
            play_quickly(match.round, choices)
            if match.over or len(match.finished) > MOST_ROUNDS:
                break
            match.next_round()
        if match.finished:
            found.append((match.finished[seed % len(match.finished)].dump(), match.winners))
    return found


def fit_of(game: Game, kept: Results, ends: Iterable[End]) -> Fit:
    """Compares chances with what happened."""
    stakes = stakes_from(game, kept)
    if stakes is None:
        raise Refused("a match of {game} is not decided by points alone", game=game.name)
    hoped = [0.0] * GROUPS
    won = [0.0] * GROUPS
    counts = [0] * GROUPS
    total = 0
    for dumped, winners in ends:
        total += 1
        chances = stakes.chances(game.load(dumped))
        sides = {game.side_of(seat) for seat in winners}
        for seat, chance in enumerate(chances):
            group = min(GROUPS - 1, int(chance * GROUPS))
            counts[group] += 1
            hoped[group] += chance
            won[group] += game.side_of(seat) in sides and 1 / len(sides)
    everything = sum(counts) or 1
    off = sum(abs(one - other) for one, other in zip(hoped, won, strict=True)) / everything
    # The mean of the absolute value of a normal deviation is 0.8 of its standard deviation.
    noise = sum(
        0.8 * sqrt(one * (1 - one / count)) for one, count in zip(hoped, counts, strict=True)
        if count
    ) / everything
    return Fit(off, noise, total)


def kept_in(path: Path) -> dict[str, Any]:
    """Read the results that a file keeps; none if there is no such file.

    :raises Refused: if it is another file.
    """
    if not path.is_file():
        return {}
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        known = None
    if not isinstance(known, dict):
        raise Refused("{path} keeps no results that were written here", path=str(path))
    return known


def keep(game: Game, data: dict[str, Any], path: Path) -> None:
    """Writes results into the file, a line for each game."""
    known = kept_in(path)
    known[key_of(game)] = data
    lines = [
        f"{json.dumps(key)}: {json.dumps(known[key], separators=(',', ':'))}"
        for key in sorted(known)
    ]
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")
