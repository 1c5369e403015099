"""PettingZoo's own tests over all games, and what they do not ask."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import sobremesa

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, seed_test

from sobremesa.adapters import pettingzoo as door

each_game = pytest.mark.parametrize("name", sobremesa.games())


@each_game
def test_the_api_test_of_the_library_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An observation with a mask is a dictionary; the library's own games warn of it, too.
        warnings.filterwarnings("ignore", "Observation (space for each agent probably|is not a)")
        api_test(door.env(name), num_cycles=60)


@each_game
def test_the_seed_test_of_the_library_passes(name: str) -> None:
    seed_test(lambda: door.env(name), num_cycles=20)


@each_game
def test_the_api_test_of_the_library_for_agents_that_act_at_once_passes(name: str) -> None:
    # Its seed test knows no masks, and would have illegal actions played.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation (space for each agent probably|is not a)")
        parallel_api_test(door.parallel_env(name), num_cycles=30)


def test_agents_that_act_at_once_play_the_same_round() -> None:
    one, all_at_once = door.env("muggins", players=3), door.parallel_env("muggins", players=3)
    one.reset(seed=9)
    told, _ = all_at_once.reset(seed=9)
    ended = {"player_0": False}
    while not any(ended.values()):
        agent = one.agent_selection
        action = int(told[agent]["action_mask"].argmax())
        one.step(action)
        told, gained, ended, _, _ = all_at_once.step(dict.fromkeys(all_at_once.agents, action))
        assert gained == one.rewards
    assert all(one.terminations.values()) and not all_at_once.agents
    with pytest.raises(sobremesa.IllegalMove, match="reset first"):
        all_at_once.step({})


def played(env: Any, seed: int) -> dict[str, float]:
    """Plays an episode at random; gives what every agent gained."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        told, reward, ended, cut, _ = env.last()
        total[agent] += reward
        if ended or cut:
            env.step(None)
        else:
            env.step(int(chance.choice(np.flatnonzero(told["action_mask"]))))
    return total


@each_game
def test_where_several_play_rewards_add_up_to_nothing(name: str) -> None:
    total = played(door.env(name), seed=5)
    assert len(total) == 1 or abs(sum(total.values())) < 1e-6
    won = played(door.env(name, reward="win"), seed=5)
    assert max(map(abs, won.values())) <= 1


def test_rewards_are_the_points_above_the_mean() -> None:
    env = door.env("block", players=3)
    total = played(env, seed=8)
    points = env.episode.table.round.points()
    assert list(total.values()) == [made - sum(points) / 3 for made in points]
    assert any(total.values())


def test_fewest_points_are_the_greatest_reward_in_mexican_train() -> None:
    env = door.env("mexican-train")
    total = list(played(env, seed=2).values())
    points = env.episode.table.round.points()
    assert total.index(max(total)) == points.index(min(points))


def test_a_match_goes_on_until_it_is_decided() -> None:
    env = door.env("muggins", match=True, target=30)
    played(env, seed=1)
    assert env.episode.table.over and env.episode.table.finished


def test_an_episode_can_be_cut_short() -> None:
    env = door.env("muggins", most_moves=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())


@pytest.mark.parametrize("action", [-1, 10**9, 2.5, "6-4", None, np.array([1, 2])])
def test_what_is_no_action_is_refused_and_nothing_changes(action: object) -> None:
    env = door.env("block")
    env.reset(seed=1)
    before = env.episode.table.round.dump()
    with pytest.raises(sobremesa.IllegalMove, match="whole number"):
        env.step(action)
    assert env.episode.table.round.dump() == before


def test_an_action_that_is_not_legal_is_refused() -> None:
    env = door.env("block")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(sobremesa.IllegalMove, match="not among the legal ones"):
        env.step(illegal)


def test_it_draws_what_the_agent_to_decide_sees() -> None:
    env = door.env("block", render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")
    with pytest.raises(sobremesa.Refused):
        door.env("block", render_mode="human")


def test_after_a_seed_later_episodes_follow_from_it() -> None:
    deals = []
    for _ in range(2):
        env = door.env("block")
        env.reset(seed=4)
        env.reset()
        deals.append(env.episode.table.round.dump())
    assert deals[0] == deals[1]


def test_an_episode_that_is_over_or_has_not_begun_is_not_stepped() -> None:
    env = door.env("block")
    together = door.parallel_env("block")
    steps: list[tuple[Any, Any]] = [(env.step, 0), (together.step, {"player_0": 0})]
    for acts, given in steps:
        with pytest.raises(sobremesa.IllegalMove, match="reset first"):
            acts(given)
    env.reset(seed=1)
    for _ in env.agent_iter():
        told, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else int(np.flatnonzero(told["action_mask"])[0]))
    told, _ = together.reset(seed=1)
    while together.agents:
        told, *_ = together.step({
            agent: int(told[agent]["action_mask"].argmax()) for agent in together.agents
        })
    for acts, given in [*steps, (env.step, None), (together.step, {})]:
        with pytest.raises(sobremesa.IllegalMove, match="reset first"):
            acts(given)


def test_actions_of_several_agents_are_a_dictionary() -> None:
    together = door.parallel_env("block")
    together.reset(seed=1)
    with pytest.raises(sobremesa.IllegalMove, match="a dictionary by agent, not int"):
        together.step(3)  # type: ignore[arg-type]
