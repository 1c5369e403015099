"""Random option sets that a game allows, played by every level that it has.

`python -m tests.fuzz_options --seconds 3600 --seed 1` goes on for an hour.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback

import sobremesa
from sobremesa import Game, Match, Refused, Rng, bots, record
from sobremesa.core.game import game_class
from sobremesa.core.options import Option, Value

# Attempts to find options that go together, and how many of them are changed at most.
ATTEMPTS = 50
MOST_CHANGED = 6


def value_of(option: Option, rng: random.Random) -> Value:
    """Draws a value that an option allows, mostly a small one where many are."""
    if option.allowed is not None:
        return rng.choice(option.allowed)
    high = min(option.highest, max(option.low + 1, 200))
    return rng.choice([option.low, rng.randint(option.low, min(high, option.low + 12)),
                       rng.randint(option.low, high)])


def game_with_options(name: str, rng: random.Random) -> Game:
    """Draws options until some go together; at last those of the printed game."""
    declared = game_class(name).declared()
    for _ in range(ATTEMPTS):
        changed = rng.sample(declared, rng.randint(1, min(MOST_CHANGED, len(declared))))
        try:
            return sobremesa.game(name, **{one.name: value_of(one, rng) for one in changed})
        except Refused:
            continue
    return sobremesa.game(name)


def play(game: Game, kinds: list[str], seed: int, seconds: float) -> int:
    """Lets bots play a match until it is over or the time is; counts the moves. What stands then
    is written and read again."""
    match, rng = Match(game, seed), Rng(seed)
    end = time.monotonic() + seconds
    moves = 0
    while not match.over and time.monotonic() < end:
        if match.round.over:
            match.next_round()
            continue
        view = match.view(match.turn)
        match.play(bots.choose(kinds[match.turn], view, rng), seat=match.turn)
        moves += 1
    again = record.read(record.write(match)).match()
    assert again.round.view(-1) == match.round.view(-1), "the record tells something else"
    assert record.read(record.write(match, seat=0)).views(0)[-1] == match.view(0)
    return moves


def accepts(kind: str, game: Game) -> bool:
    """Whether a bot plays under some options: an equilibrium is known for few of them."""
    if kind != "equilibrium":
        return True
    match = Match(game, 1)
    try:
        bots.choose(kind, match.view(match.turn), Rng(1))
    except Refused:
        return False
    return True


def fault_of(name: str, seed: str, seconds: float) -> str:
    """Plays a game under options and between levels that follow from a seed; gives the traceback
    if it fails."""
    rng = random.Random(f"{name}/{seed}")
    game = game_with_options(name, rng)
    known = [kind for kind in bots.names(name) if accepts(kind, game)]
    kinds = [rng.choice(known) for _ in range(int(game.players))]
    try:
        play(game, kinds, rng.randrange(2**32), seconds)
    except Exception:
        return f"{game!r} {kinds}\n{traceback.format_exc()}"
    return ""


def fuzz(seed: int, seconds: float, each: float) -> list[str]:
    """Plays all games again and again for so long; lists the faults."""
    end = time.monotonic() + seconds
    faults: list[str] = []
    tried = 0
    while time.monotonic() < end:
        for name in sobremesa.games():
            fault = fault_of(name, f"{seed}/{tried}", each)
            if fault:
                faults.append(fault)
                print(fault, file=sys.stderr, flush=True)
        tried += 1
    print(f"{tried * len(sobremesa.games())} matches, {len(faults)} faults", file=sys.stderr)
    return faults


def run_from_the_command_line() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.exit(bool(fuzz(given.seed, given.seconds, 20)))


if __name__ == "__main__":
    run_from_the_command_line()
