"""What the solver can tell of a deal that one person plays; run in worker processes.

Everything here knows the whole deal, the boneyard too, so its answers go only to somebody who
plays alone and asks for them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from sobremesa import bots
from sobremesa.core.game import Data, Game, make_game
from sobremesa.core.match import Match
from sobremesa.core.rng import Rng
from sobremesa.solvers import solve
from sobremesa.table.live import first_round

# How many positions are looked at for one answer, and for one of several to compare.
NODES = 200_000
FEW_NODES = 30_000
# Seconds after which no further deal is tried, or no earlier position.
PATIENCE = 20.0

WON, LOST, UNKNOWN = "won", "lost", "unknown"


@dataclass(frozen=True)
class Hint:
    """A move, and what is known of it: how many of all choices keep the win."""

    verdict: str
    move: int = -1
    keeping: int = 0
    choices: int = 0
    # The touches that make the move, and the best that can still be reached.
    touches: list[str] = field(default_factory=list)
    left: int = 0


@dataclass(frozen=True)
class Loss:
    """Where a win was given away: the move, counted from 0, and one that would have kept it.

    `known` says how far back the search is certain: before that move nothing is known.
    """

    verdict: str
    move: int = -1
    played: str = ""
    better: str = ""
    known: int = 0


def set_up(spec: str, opening: Data, moves: list[int]) -> Match:
    """Sets up a deal and plays the moves made so far."""
    match = Match(make_game(spec, {}), deal=opening)
    for move in moves:
        match.play(move)
    return match


def verdict(spec: str, opening: Data, moves: list[int]) -> str:
    """Tells whether a deal can still be won."""
    match = set_up(spec, opening, moves)
    if match.over:
        return WON if match.winners else LOST
    return solve(match.round, nodes=NODES).verdict


def hint(spec: str, opening: Data, moves: list[int], seed: int) -> Hint:
    """Finds a move that keeps the win; where none is known, what a careful player would do."""
    match = set_up(spec, opening, moves)
    answer = solve(match.round, nodes=NODES)
    if answer.verdict == UNKNOWN or not answer.line:
        view = match.view(0)
        move = bots.choose(bots.names(view.game.name)[-1], view, Rng(seed))
    else:
        move = answer.line[0]
    choices = match.round.moves()
    keeping = 0
    if answer.verdict == WON:
        keeping = sum(choice == move or keeps(match, choice) for choice in choices)
    return Hint(
        answer.verdict, move, keeping, len(choices), list(match.round.touches(move)),
        answer.left,
    )


def keeps(match: Match, move: int) -> bool:
    """Tells whether a move surely keeps the win."""
    after = match.round.copy()
    after.play(move)
    if after.over:
        return bool(after.game.decided(after.scores(), int(after.number)))
    return solve(after, nodes=FEW_NODES).verdict == WON


def loss(spec: str, opening: Data, moves: list[int]) -> Loss:
    """Goes back from a lost position to the last one that could be won."""
    began = time.monotonic()
    if verdict(spec, opening, moves) != LOST:
        return Loss(WON)
    for count in range(len(moves) - 1, -1, -1):
        match = set_up(spec, opening, moves[:count])
        answer = solve(match.round, nodes=NODES)
        if answer.verdict == WON:
            return Loss(
                LOST, count, match.round.text(moves[count]), match.round.text(answer.line[0]),
                count,
            )
        if answer.verdict == UNKNOWN or time.monotonic() - began > PATIENCE:
            return Loss(UNKNOWN, known=count + 1)
    return Loss(LOST)


def winnable_seed(spec: str, seed: int) -> int | None:
    """Finds the first seed from `seed` on whose deal can surely be won, or none in time."""
    game = make_game(spec, {})
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        if is_winnable(game, seed):
            return seed
        seed = (seed + 1) % 2**64
    return None


def is_winnable(game: Game, seed: int) -> bool:
    """Tells whether the deal of a seed can surely be won."""
    return solve(first_round(game, seed), nodes=FEW_NODES).verdict == WON
