"""What the conformance suite needs: every configuration of every game, and random play."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import sobremesa
from sobremesa import BadOption, Game, Match, Option, Rng, Round, bots
from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import REGISTRY
from sobremesa.core.options import Value
from sobremesa.material.dominoes import EVERY_TILE

# The most seats that are tried; where more have passed, to sample worlds exactly takes minutes.
MOST_SEATS = 16
# So many configurations with every option at random, usually and where all are tried.
MIXED = 10
MANY_MIXED = 30


# Options for a match that is soon over, where a low target does not make it so.
SHORT: dict[str, dict[str, Value]] = {
    "domino-poker": {"hands": 3}, "texas-42": {"max_hands": 2}, "super-bridge": {"deals": 1},
}


def array(numbers: list[int]) -> vec[Int]:
    """Makes an array that the engine takes, compiled or not."""
    made = EVERY_TILE[: len(numbers)]
    for place, number in enumerate(numbers):
        made[place] = number
    return made


def short(name: str, **options: Value) -> dict[str, Value]:
    """Gives options for a match that is soon over."""
    declared = [option.name for option in REGISTRY[name].OPTIONS]
    low: dict[str, Value] = {"target": 20} if "target" in declared else {}
    return {**low, **SHORT.get(name, {}), **options}


def seated(name: str, players: int, **options: Value) -> Game:
    """Makes a game for so many players or, where they do not fit, for its own number."""
    return feasible(name, players=players, **options) or sobremesa.game(name, **options)


def plain_bot(name: str) -> str:
    """Names the bot of a game that plays by rules of thumb."""
    return [*bots.names(name), "random"][1]


def one_of_each_family() -> list[str]:
    """Names the first game of each family, for what does not depend on the rules."""
    return list({kind.FAMILY: name for name, kind in reversed(REGISTRY.items())}.values())


def values(option: Option) -> list[Value]:
    """Gives every value of a choice, and telling values of a number."""
    if option.allowed is not None:
        return list(option.allowed)
    assert isinstance(option.default, int)
    tried = {option.low, option.low + 1, option.default, option.default + 1}
    return sorted(value for value in tried if option.high is None or value <= option.high)


def feasible(name: str, **options: Value) -> Game | None:
    """Makes a game, or None where the options do not fit each other."""
    try:
        return sobremesa.game(name, **options)
    except BadOption:
        return None


def seats_of(name: str, **options: Value) -> list[Game]:
    """Makes the game for every number of players that fits."""
    found = (feasible(name, players=seats, **options) for seats in range(1, MOST_SEATS + 1))
    return [game for game in found if game is not None]


def configurations(name: str) -> Iterator[Game]:
    """Gives every number of players, every set, every value of every option, and mixtures.

    With SOBREMESA_ALL every set meets every number of players, and every value several.
    """
    everything = bool(os.environ.get("SOBREMESA_ALL"))
    declared = {option.name: option for option in REGISTRY[name].OPTIONS}
    sets: list[dict[str, Value]] = [{}]
    if "set" in declared:
        sets = [{"set": value} for value in values(declared["set"])]
    yield from seats_of(name)
    for chosen in sets:
        seated = seats_of(name, **chosen)
        yield from seated if everything else [*seated[:1], *seated[-1:]]
    others = [option for key, option in declared.items() if key not in ("players", "set")]
    for option in others:
        for value in values(option):
            for chosen in sets[:2] if everything else [{}]:
                seated = seats_of(name, **chosen, **{option.name: value})
                yield from seated[:2] if everything else seated[:1]
    mixer = random.Random(name)
    found = 0
    while found < (MANY_MIXED if everything else MIXED):
        mixed = {option.name: mixer.choice(values(option)) for option in declared.values()}
        mixed["players"] = mixer.randint(1, 5)
        fitting = feasible(name, **mixed)
        if fitting is not None:
            found += 1
            yield fitting


def every_game() -> list[Game]:
    """Lists the configurations of all registered games, each once.

    Without SOBREMESA_ALL every third of each game is taken. The uncompiled engine is tested on
    every twelfth: SOBREMESA_FEW is set for it.
    """
    step = 12 if os.environ.get("SOBREMESA_FEW") else 1 if os.environ.get("SOBREMESA_ALL") else 3
    return [
        game for name in REGISTRY
        for game in list(dict.fromkeys(configurations(name)))[::step]
    ]


def pick(round: Round, rng: Rng) -> int:
    """Chooses a legal move at random."""
    moves = round.moves()
    return moves[int(rng.below(len(moves)))]


def positions(game: Game, seed: int) -> Iterator[Round]:
    """Gives a random round at every ply; it is played on between two looks."""
    rng = Rng(seed)
    round = game.start(seed).round
    yield round
    while not round.over:
        round.play(pick(round, rng))
        yield round


def some(game: Game, seed: int, looks: int, *, half: bool = False) -> Iterator[Round]:
    """Gives copies of a random round at about so many plies, the first and last among them;
    with `half`, none but the last from its later half."""
    line = [round.copy() for round in positions(game, seed)]
    early = line[: len(line) // 2 + 1] if half else line
    yield from early[:-1][:: max(1, len(early) // looks)]
    yield line[-1]


def played(game: Game, seed: int, rounds: int = 1000) -> Match:
    """Plays a match at random until it is over, or for so many rounds."""
    rng = Rng(seed)
    match = game.start(seed)
    while not match.over and len(match.finished) < rounds:
        if match.round.over:
            match.next_round()
        while not match.round.over:
            match.play(pick(match.round, rng))
    return match


def watched(game: Game, seed: int) -> Iterator[Match]:
    """Plays a random round, stopping before every move and after the last."""
    match = game.start(seed)
    rng = Rng(seed)
    while not match.round.over:
        yield match
        match.play(pick(match.round, rng))
    yield match
