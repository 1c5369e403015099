"""What a round is worth, for every game and option."""

from __future__ import annotations

import copy

import pytest

import sobremesa
from sobremesa import Game, Refused, Rng
from sobremesa.adapters.rewards import bound, checked, rewards
from sobremesa.core.facts import facts_of
from sobremesa.core.gains import fewest_win, gains
from tests.laws import every_game, pick

GAMES = every_game()

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.spec for game in GAMES])


@each_game
def test_rewards_are_within_their_bounds_and_add_up_to_nothing(game: Game) -> None:
    most = bound(game)
    for seed in range(6):
        rng = Rng(seed)
        round = game.start(seed).round
        while not round.over:
            round.play(pick(round, rng))
        for kind in ("points", "win"):
            made = rewards(round, checked(kind))
            assert len(made) == game.players
            assert max(map(abs, made)) <= (most if kind == "points" else 1)
            if game.is_zero_sum():
                assert sum(made) == pytest.approx(0, abs=1e-6)


@each_game
def test_who_stands_best_gains_most(game: Game) -> None:
    if game.players == 1:
        return
    rng = Rng(9)
    round = game.start(9).round
    while not round.over:
        round.play(pick(round, rng))
    made = gains(round)
    best = [seat for seat, gain in enumerate(made) if gain == max(made)]
    assert best == game.leaders(round.points())
    assert {seat for seat, won in enumerate(rewards(round, "win")) if won > 0} <= set(best)


def test_the_fewest_points_win_in_mexican_train_alone() -> None:
    names = [name for name in sobremesa.games() if fewest_win(sobremesa.game(name))]
    assert names == ["mexican-train"]


def test_a_game_says_what_it_is_like() -> None:
    facts = {name: facts_of(sobremesa.game(name)) for name in sobremesa.games()}
    assert [name for name in facts if not facts[name]["hidden"]] == [
        "bingo", "djambi", "cuadrominos-puzzle",
    ]
    assert [name for name in facts if not facts[name]["chance"]] == ["cuadrominos-puzzle"]
    assert [name for name in facts if facts[name]["sides"] < facts[name]["players"]] == [
        "super-bridge", "texas-42",
    ]
    assert facts["block"]["longest"] == sobremesa.game("block").longest
    assert sobremesa.game("block").info() == facts["block"]


def test_there_are_no_other_kinds_of_reward() -> None:
    with pytest.raises(Refused, match="points or win"):
        checked("glory")


@pytest.mark.parametrize("name", sobremesa.games())
def test_copies_of_the_standard_library_are_those_of_the_round(name: str) -> None:
    game = sobremesa.game(name)
    match = game.start(seed=4)
    round = match.round
    for twin in (copy.copy(round), copy.deepcopy(round), copy.deepcopy([round])[0]):
        assert twin == round and twin is not round
        twin.play(twin.moves()[0])
        assert twin != round and twin.game is game
    assert copy.deepcopy(game) is game and copy.copy(game) is game
    assert copy.deepcopy(match) == match
    assert round.utility() == gains(round)
