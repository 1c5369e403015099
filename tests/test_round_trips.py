"""Whole matches under options at random: whatever comes about can be written and read back."""

from __future__ import annotations

import json
import pickle
import random

import pytest

import sobremesa
from sobremesa import Game, Match, Option, Rng, record
from sobremesa.core.game import REGISTRY, Data
from sobremesa.core.options import Value
from tests.laws import feasible, pick, short, values

# So many moves of a match are made, over as many rounds.
MOVES = 160
ROUNDS = 4


def values_or_more(option: Option) -> list[Value]:
    """Gives values of an option, of a number of rounds some with which there are several."""
    tried = values(option)
    return [*tried, 3, 5] if option.name in ("hands", "max_hands", "rounds", "deals") else tried


def games_at_random(name: str, count: int) -> list[Game]:
    """Makes games whose options are all drawn, as far as they fit each other."""
    chance = random.Random(f"round trips of {name}")
    found: list[Game] = []
    for _ in range(200 * count):
        chosen = {
            option.name: chance.choice(values_or_more(option))
            for option in REGISTRY[name].OPTIONS if chance.random() < 0.7
        }
        game = feasible(name, **{**short(name), **chosen})
        if game is not None and game.players < 7:
            found.append(game)
        if len(found) == count:
            break
    return found


def comes_back(match: Match) -> None:
    """Writes and reads back what is on the table, and sets it up without its history."""
    round = match.round
    data = json.loads(json.dumps(round.dump()))
    assert match.game.load(data).dump() == data
    assert pickle.loads(pickle.dumps(round)) == round
    if data.pop("history", None) is not None and not is_midway(data):
        assert match.game.load(data).moves() == round.moves()


def is_midway(data: Data) -> bool:
    """Tells whether tiles are being drawn in search of a double: nothing is set up there."""
    return data.get("asked") in ("open", "seek") and bool(data.get("sought"))


def play_and_read_back(game: Game, seed: int) -> Match:
    """Plays some rounds of a match at random, reads back each at its begin, in its midst and at
    its end, and then the record of all."""
    match, rng = game.start(seed), Rng(seed)
    for move in range(MOVES):
        while match.round.over and not match.over and len(match.finished) < ROUNDS:
            match.next_round()
            comes_back(match)
        if match.round.over:
            break
        match.play(pick(match.round, rng))
        if match.round.over or move % 8 == 0:
            comes_back(match)
    text = record.write(match)
    assert record.write(record.read(text).match()) == text
    return match


@pytest.mark.parametrize("name", list(REGISTRY))
def test_matches_under_options_at_random_are_written_and_read_back(name: str) -> None:
    for seed, game in enumerate(games_at_random(name, 5)):
        play_and_read_back(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(REGISTRY))
def test_many_matches_under_options_at_random_are_written_and_read_back(name: str) -> None:
    for seed, game in enumerate(games_at_random(name, 60)):
        play_and_read_back(game, 1000 + seed)


@pytest.mark.parametrize("spec", [
    "super-dominos(players=2,hands=3,zero_sum=yes)",
    "super-dominos(players=3,next_lead=rotate,scoring=super,target=526,zero_sum=yes)",
    "tiddle-a-wink(players=6,version=2)", "cuadrominos(players=2)",
])
def test_matches_with_scores_below_zero_are_written_and_read_back(spec: str) -> None:
    lowest = [
        min(played.before) for seed in range(3)
        for played in play_and_read_back(sobremesa.game(spec), seed).rounds()
    ]
    assert min(lowest) < 0, lowest
