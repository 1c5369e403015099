"""Gymnasium's own check over all games, and what it does not ask."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import sobremesa

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

from sobremesa.adapters import gymnasium as door

each_game = pytest.mark.parametrize("name", sobremesa.games())


@each_game
def test_the_check_of_the_library_passes(name: str) -> None:
    env = gymnasium.make(door.id_of(name), illegal="random", opponents="random")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The library warns that it is given the environment without its wrappers.
        warnings.filterwarnings("ignore", ".*different from the unwrapped version.*")
        check_env(env.unwrapped, skip_render_check=True)


def played(env: Any, seed: int) -> float:
    """Plays an episode at random; gives what the agent gained."""
    told, info = env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    total = 0.0
    while True:
        assert np.array_equal(told["action_mask"], info["action_mask"])
        action = int(chance.choice(np.flatnonzero(told["action_mask"])))
        told, reward, ended, cut, info = env.step(action)
        total += reward
        if ended or cut:
            return total


@each_game
def test_an_episode_ends_and_is_the_same_by_its_seed(name: str) -> None:
    first, second = (
        played(gymnasium.make(door.id_of(name), opponents="random"), seed=6) for _ in range(2)
    )
    assert first == second


def test_the_agent_gains_what_its_seat_does() -> None:
    env = gymnasium.make("Sobremesa/Muggins-v1", players=3, seat=2, opponents=["random", "greedy"])
    total = played(env, seed=3)
    points = env.unwrapped.episode.table.round.points()
    assert total == pytest.approx(points[2] - sum(points) / 3)


def test_a_seat_can_be_taken_by_lot() -> None:
    env = gymnasium.make("Sobremesa/Block-v1", seat=-1)
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.unwrapped.seat)
    assert seats == {0, 1}


def test_greedy_beats_random_from_the_agents_seat() -> None:
    """A random agent loses to greedy bots more than to random ones."""
    lost = {
        kind: sum(played(gymnasium.make("Sobremesa/Muggins-v1", opponents=kind), seed)
                  for seed in range(40))
        for kind in ("random", "greedy")
    }
    assert lost["greedy"] < lost["random"]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = gymnasium.make("Sobremesa/Block-v1")
    told, _ = env.reset(seed=1)
    before = env.unwrapped.episode.table.round.dump()
    illegal = int(np.flatnonzero(told["action_mask"] == 0)[0])
    with pytest.raises(sobremesa.IllegalMove):
        env.step(illegal)
    assert env.unwrapped.episode.table.round.dump() == before


def test_a_finished_episode_is_not_stepped_again() -> None:
    env = door.Environment("block")
    played(env, seed=1)
    with pytest.raises(sobremesa.IllegalMove, match="reset first"):
        env.step(0)


@pytest.mark.parametrize("wrong", [
    {"seat": 2}, {"opponents": "grandmaster"}, {"opponents": ["random", "random"]},
    {"illegal": "ignore"}, {"reward": "glory"}, {"render_mode": "human"}, {"players": 99},
    {"slots": 0}, {"most_moves": -1},
])
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(sobremesa.Refused):
        door.Environment("block", **wrong)


def test_before_the_first_deal_there_is_nothing_to_step() -> None:
    with pytest.raises(sobremesa.Refused, match="reset first"):
        door.Environment("block").step(0)
