"""What the solver can tell of a deal that one person plays; run in worker processes.

Everything here knows the whole deal, the boneyard too, so its answers go only to somebody who
plays alone and asks for them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from sobremesa import bots
from sobremesa.core.errors import Refused
from sobremesa.core.game import Data, Game, make_game
from sobremesa.core.match import Match
from sobremesa.core.rng import Rng
from sobremesa.families.puzzle.cuadrominos_puzzle import PuzzleRound
from sobremesa.material.quadrominoes import form_name
from sobremesa.solvers import solve
from sobremesa.solvers.tilings import make
from sobremesa.table.live import first_round

# How many positions are looked at for one answer, and for one of several to compare.
NODES = 200_000
FEW_NODES = 30_000
# Seconds after which no further deal is tried, or no earlier position.
PATIENCE = 20.0

# With more choices than these, how many of them keep the win is not counted.
MOST_COMPARED = 100

WON, LOST, UNKNOWN = "won", "lost", "unknown"


@dataclass(frozen=True)
class Hint:
    """A move, and what is known of it: how many of all choices keep the win, 0 if they were not
    counted."""

    verdict: str
    move: int = -1
    text: str = ""
    keeping: int = 0
    choices: int = 0
    # The touches that make the move, and the best that can still be reached.
    touches: list[str] = field(default_factory=list)
    left: int = 0
    # Where nothing is won any more: a move without which it could be, or -1.
    drop: int = -1


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
    found = solve(match.round, nodes=NODES).verdict
    if found == UNKNOWN and isinstance(match.round, PuzzleRound) and match.round.is_fillable():
        return WON
    return found


def hint(spec: str, opening: Data, moves: list[int], seed: int) -> Hint:
    """Finds a move that keeps the win; where none is known, what a careful player would do.

    Where moves can be taken back alone, and none keeps the win, it finds one to take back.
    """
    match = set_up(spec, opening, moves)
    answer = solve(match.round, nodes=NODES)
    if answer.verdict == LOST and type(match.game).ANY_ORDER:
        return Hint(LOST, drop=spoiler(spec, opening, moves))
    if answer.verdict == UNKNOWN or not answer.line:
        view = match.view(0)
        move = bots.choose(bots.names(view.game.name)[-1], view, Rng(seed))
    else:
        move = answer.line[0]
    choices = rivals(match, move)
    keeping = 0
    if answer.verdict == WON:
        keeping = kept(match, move, choices)
    return Hint(
        answer.verdict, move, match.round.text(move), keeping, len(choices),
        list(match.round.touches(move)), answer.left,
    )


def kept(match: Match, move: int, choices: list[int]) -> int:
    """Counts the choices that surely keep the win, as `move` does; 0 if that takes too long."""
    if len(choices) > MOST_COMPARED:
        return 0
    began = time.monotonic()
    count = 1
    for choice in choices:
        count += choice != move and keeps(match, choice)
        if time.monotonic() - began > PATIENCE / 2:
            return 0
    return count


def rivals(match: Match, move: int) -> list[int]:
    """Lists the moves that a choice is compared with: all, or those that go to the same place
    where moves can be made in any order."""
    choices = match.round.moves()
    if not type(match.game).ANY_ORDER:
        return choices
    place = match.round.touches(move)[1]
    return [choice for choice in choices if match.round.touches(choice)[1] == place]


def spoiler(spec: str, opening: Data, moves: list[int]) -> int:
    """Finds the last move without which the others can still win, or -1."""
    began = time.monotonic()
    for place in range(len(moves) - 1, -1, -1):
        rest = moves[:place] + moves[place + 1:]
        if solve(set_up(spec, opening, rest).round, nodes=FEW_NODES).verdict == WON:
            return place
        if time.monotonic() - began > PATIENCE:
            break
    return -1


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


def made_puzzle(spec: str, difficulties: list[str], seed: int) -> Data:
    """Makes a puzzle of the first difficulty that its board allows, as data to set up.

    :raises Refused: if there is none; it says why the first is not to be had.
    """
    game = make_game(spec, {})
    refusals: list[Refused] = []
    for difficulty in difficulties:
        try:
            made = make(
                game.number("rows"), game.number("columns"), game.number("numbers"), difficulty,
                seed,
            )
        except Refused as refused:
            refusals.append(refused)
            continue
        return {"given": [
            f"{form_name(form)}@{row},{column}"
            for (row, column), form in sorted(made.pieces.items())
        ]}
    raise refusals[0]


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
