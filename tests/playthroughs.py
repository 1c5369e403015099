"""Playthroughs of every game, kept as text; `python -m tests.playthroughs` writes them anew.

Each line of a playthrough is a move: who made it, what it was among how many, the points after
it, and a digest of what every seat and a watcher know then. Whoever changes a rule, a notation
or a view sees here from which move on it shows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import sobremesa
from sobremesa import Game, Match, Rng, Round
from sobremesa.core.game import NO_MOVE, NOBODY, REGISTRY
from tests.laws import feasible, seats_of, short, values

KEPT = Path(__file__).parent / "golden" / "playthroughs"
COUNTS = Path(__file__).parent / "golden" / "counts.json"
# A playthrough is cut off after so many moves: at random some games wander.
LONGEST = 200
# A count goes no more choices deep than this, nor on from a count above this.
DEEPEST = 8
ENOUGH = 400
Kind = tuple[str, ...]


def kind_of(round: Round, move: int) -> Kind:
    """Tells what kind of thing a move does, by the kinds of its touches."""
    if move == round.time_out():
        return ("time out",)
    return tuple(dict.fromkeys(touch.partition(":")[0] for touch in round.touches(move)))


def choose(round: Round, rng: Rng) -> int:
    """Chooses a move at random, every kind as often as any other, now and then by the clock."""
    late = int(round.time_out())
    if late != NO_MOVE and rng.below(12) == 0:
        return late
    kinds: dict[Kind, list[int]] = {}
    for move in round.moves():
        kinds.setdefault(kind_of(round, move), []).append(move)
    moves = list(kinds.values())[rng.below(len(kinds))]
    return moves[rng.below(len(moves))]


def moves_of(game: Game, seed: int) -> Iterator[tuple[Match, int]]:
    """Plays a match, and gives it before every move and behind the last one."""
    match, rng = game.start(seed), Rng(seed)
    for _ in range(LONGEST):
        while match.round.over and not match.over:
            match.next_round()
        if match.over:
            break
        move = choose(match.round, rng)
        yield match, move
        match.play(move)
    yield match, NO_MOVE


def known(round: Round) -> str:
    """Gives a digest of all that anybody knows."""
    seats = range(NOBODY, int(round.game.players))
    views = "\n".join(round.view(seat).json() for seat in seats)
    return hashlib.sha256(views.encode()).hexdigest()[:10]


def written(game: Game, seed: int) -> str:
    """Writes a playthrough."""
    lines = [f"{game.spec} {seed}"]
    hand = 0
    for match, move in moves_of(game, seed):
        round = match.round
        if round.number != hand:
            hand = int(round.number)
            lines.append(f"hand {hand}: " + json.dumps(round.opening(), separators=(",", ":")))
        points = " ".join(map(str, match.scores))
        if move == NO_MOVE:
            lines.append(f"{known(round)} points {points} winners {match.winners}")
        else:
            lines.append(
                f"{known(round)} points {points} seat {match.turn}: {round.text(move)}"
                f" [{' '.join(kind_of(round, move))}] of {len(round.moves())}"
            )
    return "\n".join(lines) + "\n"


def kinds_in(game: Game, seed: int) -> set[Kind]:
    """Gathers the kinds of moves that a playthrough has."""
    return {
        kind_of(match.round, move) for match, move in moves_of(game, seed) if move != NO_MOVE
    }


def kinds_kept(name: str) -> set[Kind]:
    """Gathers the kinds of moves that the kept playthroughs of a game have."""
    lines = (KEPT / f"{name}.txt").read_text().splitlines()
    return {
        tuple(_kind(line.rpartition(" [")[2].rpartition("] of ")[0]))
        for line in lines if "] of " in line
    }


def _kind(words: str) -> list[str]:
    return ["time out"] if words == "time out" else words.split()


def games_to_try(name: str) -> Iterator[Game]:
    """Gives a game with every value of every option, and for every number of players."""
    yield sobremesa.game(name, **short(name))
    yield from seats_of(name, **short(name))
    for option in REGISTRY[name].declared():
        for value in values(option):
            game = feasible(name, **{**short(name), option.name: value})
            if game is not None:
                yield game


def telling(name: str, seeds: int = 2) -> list[tuple[Game, int]]:
    """Finds few playthroughs that together have every kind of move that any has, the first of
    them as printed."""
    found: list[tuple[Game, int, set[Kind]]] = [
        (game, seed, kinds_in(game, seed))
        for game in games_to_try(name) for seed in range(1, seeds + 1)
    ]
    left = set().union(*(kinds for _, _, kinds in found))
    chosen: list[tuple[Game, int]] = []
    best = found[0]
    while left:
        game, seed, kinds = best
        chosen.append((game, seed))
        left -= kinds
        best = max(found, key=lambda one: len(left & one[2]))
    return chosen


def count(round: Round, choices: int) -> int:
    """Counts the ways in which a round can go on for some choices; what is forced is none."""
    while not round.over and len(round.moves()) == 1:
        round.play(round.moves()[0])
    if round.over or choices == 0:
        return 1
    total = 0
    for move in round.moves():
        after = round.copy()
        after.play(move)
        total += count(after, choices - 1)
    return total


def counts(name: str) -> list[int]:
    """Counts the ways from a fixed deal, choice by choice, until there are many."""
    round = sobremesa.game(name).start(seed=7).round
    found: list[int] = []
    while len(found) < DEEPEST and (not found or found[-1] < ENOUGH):
        found.append(count(round.copy(), len(found) + 1))
    return found


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for name in REGISTRY:
        texts = [written(game, seed) for game, seed in telling(name)]
        (KEPT / f"{name}.txt").write_text("\n".join(texts))
        print(name, [text.partition("\n")[0] for text in texts])
    lines = ",\n".join(f'  "{name}": {counts(name)}' for name in REGISTRY)
    COUNTS.write_text("{\n" + lines + "\n}\n")
