"""The simple loop, over all games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sobremesa
from sobremesa import IllegalMove, Refused
from sobremesa.adapters import rlcard

each_game = pytest.mark.parametrize("name", sobremesa.games())


class Drawer:
    """Draws among the legal actions, or among the moves as they are told."""

    def __init__(self, seed: int, *, use_raw: bool = False) -> None:
        self.chance = np.random.default_rng(seed)
        self.use_raw = use_raw

    def step(self, state: rlcard.State) -> Any:
        legal = state["raw_legal_actions" if self.use_raw else "legal_actions"]
        return list(legal)[self.chance.integers(len(legal))]

    def eval_step(self, state: rlcard.State) -> tuple[Any, Any]:
        return self.step(state), {}


def played(name: str, *, use_raw: bool) -> tuple[rlcard.Env, list[list[Any]], Any]:
    env = rlcard.make(name, seed=6, most_moves=400)
    env.set_agents([Drawer(seat, use_raw=use_raw) for seat in range(env.num_players)])
    return env, *env.run(is_training=True)


@each_game
def test_an_episode_has_the_states_and_actions_of_every_seat(name: str) -> None:
    env, trajectories, payoffs = played(name, use_raw=False)
    assert env.is_over() and env.get_player_id() == -1
    assert sum(len(one) // 2 for one in trajectories) == env.episode.made
    for seat, trajectory in enumerate(trajectories):
        states, actions = trajectory[::2], trajectory[1::2]
        assert len(states) == len(actions) + 1 and states[-1]["legal_actions"] == {}
        for state, action in zip(states[:-1], actions, strict=True):
            assert state["obs"].shape == tuple(env.state_shape[seat])
            assert state["raw_obs"].seat == seat
            assert state["raw_obs"].moves == list(state["legal_actions"].values())
            assert action in state["legal_actions"]
    if not env.episode.cut:
        assert payoffs.tolist() == env.episode.table.round.utility()


@each_game
def test_a_move_as_it_is_told_is_the_action_of_its_number(name: str) -> None:
    by_number, by_text = (played(name, use_raw=raw)[0] for raw in (False, True))
    assert by_number.episode.table.round == by_text.episode.table.round


def test_every_episode_is_dealt_from_the_next_seed_and_starts_from_nothing() -> None:
    env = rlcard.make("block", seed=6)
    env.set_agents([rlcard.Bot("greedy"), rlcard.Bot("random")])
    for seed in (6, 7):
        trajectories, payoffs = env.run()
        dealt = sobremesa.game("block").start(seed)
        assert trajectories[int(dealt.turn)][0]["raw_obs"] == dealt.view(int(dealt.turn))
        assert payoffs.tolist() == env.episode.table.round.utility()
    env.reset()
    assert env.get_payoffs().tolist() == [0, 0]


def test_a_seat_is_told_nothing_that_its_view_does_not_hold() -> None:
    env = rlcard.make("draw", seed=3)
    env.set_agents([rlcard.Bot("greedy"), rlcard.Bot("greedy")])
    state, seat = env.reset()
    worlds = env.episode.game.worlds(state["raw_obs"])
    other = worlds.sample(sobremesa.Rng(1))
    env.episode.begin(_match_of(env, other))
    told = env.get_state(seat)
    assert (told.pop("obs") == state.pop("obs")).all()
    assert told == state


def _match_of(env: rlcard.Env, round: Any) -> Any:
    match = env.episode.game.start(3)
    match.round = round
    return match


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = rlcard.make("block", seed=6)
    state, seat = env.reset()
    for action, raw in ((10**6, False), (-1, False), ("x", False), ("9-9@W", True)):
        with pytest.raises(Refused):
            env.step(action, raw)
    assert env.get_state(seat)["raw_obs"] == state["raw_obs"]
    with pytest.raises(Refused, match="nobody sits here yet"):
        env.run()
    with pytest.raises(Refused, match="2 seats need as many agents, not 1"):
        env.set_agents([Drawer(1)])
    with pytest.raises(Refused, match="a seed is a whole number"):
        env.seed(-1)


def test_an_episode_that_is_over_is_not_stepped_again() -> None:
    env, _, _ = played("block", use_raw=False)
    for raw in (False, True):
        with pytest.raises(IllegalMove, match="the episode is over"):
            env.step(0, raw)
