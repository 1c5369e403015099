"""OpenSpiel's own tests over all games, and what they do not ask."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import numpy as np
import pytest

import sobremesa
from tests.laws import feasible

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from sobremesa.adapters import openspiel as door

each_game = pytest.mark.parametrize("name", sobremesa.games())
# Where a random round takes thousands of moves the library's test, which looks at everything
# after each, is given one.
SIMULATIONS = {"djambi": 1, "thats-it": 1}


@each_game
def test_the_simulation_test_of_the_library_passes(name: str) -> None:
    pyspiel.random_sim_test(
        door.load(name), num_sims=SIMULATIONS.get(name, 2), serialize=True, verbose=False
    )


def some_state(game: Any, seed: int, moves: int) -> Any:
    """Plays some moves at random, but not to the end."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.randrange(256))
    for _ in range(moves):
        before = state.clone()
        state.apply_action(chance.choice(state.legal_actions()))
        if state.is_terminal():
            return before
    return state


@each_game
def test_a_resampled_state_tells_the_player_the_same(name: str) -> None:
    game = door.load(name)
    for moves in (0, 7, 30):
        state = some_state(game, moves, moves)
        player = state.current_player()
        others = [state.resample_from_infostate(player, random.random) for _ in range(3)]
        for other in others:
            assert other.information_state_string(player) == state.information_state_string(player)
            assert np.array_equal(
                other.observation_tensor(player), state.observation_tensor(player)
            )
            assert other.legal_actions() == state.legal_actions()


def test_resampling_finds_other_deals() -> None:
    state = some_state(door.load("block"), 1, 3)
    other = state.resample_from_infostate(state.current_player(), random.random)
    assert str(other) != str(state)


@each_game
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = some_state(door.load(name), 2, 4)
    before = str(state)
    twin = state.clone()
    assert str(twin) == before
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before and str(twin) != before


def test_a_state_is_told_by_its_history() -> None:
    state = some_state(door.load("muggins", players=3), 5, 12)
    _, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(again) == str(state) and again.returns() == state.returns()
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@each_game
def test_every_option_passes_through_the_name_of_a_game(name: str) -> None:
    kind = sobremesa.core.game.REGISTRY[name]
    for option in kind.declared():
        values = option.allowed or [option.default, option.low]
        for value in values:
            given: dict[str, Any] = {option.name: value}
            rules = feasible(name, **given)
            if rules is None:
                continue
            game = door.load(name, **given)
            again = pyspiel.load_game(str(game))
            assert again.rules == rules == game.rules, (option.name, value)


def test_the_seed_is_drawn_byte_by_byte() -> None:
    state = door.load("block", seed_bytes=2).new_initial_state()
    assert len(state.chance_outcomes()) == 256
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(1)
    state.apply_action(44)
    dealt = sobremesa.game("block").start(seed=300).round
    assert json.loads(str(state)) == dealt.dump()


def test_searches_of_the_library_play_our_games() -> None:
    for name, search in (("block", "ismcts"), ("cuadrominos-puzzle", "mcts")):
        game = door.load(name)
        state = some_state(game, 3, 2)
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        if search == "ismcts":
            bot = ismcts.ISMCTSBot(
                game=game, uct_c=50.0, evaluator=evaluator, max_simulations=30,
                random_state=np.random.RandomState(2),
            )
        else:
            bot = mcts.MCTSBot(
                game, 2.0, 30, evaluator, random_state=np.random.RandomState(2)
            )
        assert bot.step(state) in state.legal_actions()


def test_rewards_by_winning() -> None:
    game = door.load("texas-42", reward="win")
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    state = some_state(game, 3, 1000)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sorted(map(abs, state.returns())) in ([0.5] * 4, [0.0] * 4)


def test_who_may_know_of_nothing_private_sees_what_a_watcher_sees() -> None:
    game = door.load("block")
    state = some_state(game, 3, 3)
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = game.make_py_observer(public)
    texts = {observer.string_from(state, player) for player in range(2)}
    assert texts == {state.round.view(-1).json()}


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(sobremesa.BadOption):
        door.load("block", players=99)
    with pytest.raises(sobremesa.Refused):
        door.load("block", reward="glory")
    with pytest.raises(sobremesa.Refused):
        door.load("block", seed_bytes=0)
    state = some_state(door.load("block"), 1, 0)
    before = str(state)
    illegal = next(move for move in range(141) if move not in state.legal_actions())
    with pytest.raises(sobremesa.IllegalMove):
        state.apply_action(illegal)
    assert str(state) == before
