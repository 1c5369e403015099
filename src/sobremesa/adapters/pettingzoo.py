"""The games as PettingZoo environments, in which one agent acts at a time.

    env = sobremesa.adapters.pettingzoo.env("muggins", players=3)

`parallel_env` makes one in which all agents act at once, for libraries that know no other: there
the action of an agent whose turn it is not counts for nothing, and its mask is empty.

Agents are `player_0`, `player_1` and so on by seat. An observation is a row of numbers, which
`env.describe()` explains, with the mask of legal actions; what an agent may not know is in none
of them. All rewards come with the last move of a round: the points above the mean of all, or 1
and -1 with `reward="win"`. An illegal action is refused and changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import sobremesa
from sobremesa import IllegalMove
from sobremesa.adapters.encoding import Meaning
from sobremesa.adapters.episode import Episode, Observation
from sobremesa.extras import needed_for

with needed_for("sobremesa.adapters.pettingzoo", "adapters"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

# Goes up when the same actions would bring other observations or rewards.
VERSION = 1
RENDERED = ["ansi", "svg"]


class Environment(AECEnv):
    """A round or a match of a game for agents that act one at a time."""

    def __init__(self, episode: Episode, render_mode: str | None = None) -> None:
        super().__init__()
        self.episode = episode
        self.render_mode = drawable(render_mode)
        self.metadata = metadata_of(episode)
        self.possible_agents = [f"player_{seat}" for seat in range(int(episode.game.players))]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: space_of(episode) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(episode.actions.count) for agent in self.possible_agents
        }
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """Gives the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Gives the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew; the seed decides everything that chance decides, later episodes too."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.episode.start(int(self._chance.integers(2**63)) if seed is None else int(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self.episode.turn)]
        self._end_if_over()

    def observe(self, agent: str) -> Observation:
        """Gives what an agent may know."""
        return self.episode.observation(self.seats[agent])

    def step(self, action: Any) -> None:
        """Plays an action of the agent to decide; None for one whose episode has ended.

        :raises IllegalMove: if it is not legal; nothing has changed.
        """
        if not self.agents:
            raise IllegalMove("nobody is to decide: reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gained = self.episode.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {one: gained[self.seats[one]] for one in self.agents}
        self._end_if_over()
        if not self.episode.over:
            self.agent_selection = self.possible_agents[self.episode.turn]
        self._accumulate_rewards()

    def _end_if_over(self) -> None:
        if self.episode.over:
            ended = self.truncations if self.episode.cut else self.terminations
            ended.update(dict.fromkeys(self.agents, True))

    def describe(self) -> list[Meaning]:
        """Says what every number of an observation means."""
        return self.episode.encoding.describe()

    def render(self) -> str | None:
        """Draws what the agent to decide sees."""
        return drawn(self.episode, self.seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Ends nothing, for there is nothing to end."""


class Parallel(ParallelEnv):
    """A round or a match of a game for agents that all act at once, one of whom counts."""

    def __init__(self, episode: Episode, render_mode: str | None = None) -> None:
        super().__init__()
        self.episode = episode
        self.render_mode = drawable(render_mode)
        self.metadata = metadata_of(episode)
        self.possible_agents = [f"player_{seat}" for seat in range(int(episode.game.players))]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: space_of(episode) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(episode.actions.count) for agent in self.possible_agents
        }
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """Gives the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Gives the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins anew; the seed decides everything that chance decides, later episodes too."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.episode.start(int(self._chance.integers(2**63)) if seed is None else int(seed))
        self.agents = list(self.possible_agents)
        return self._told(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays the action of the agent whose turn it is.

        :raises IllegalMove: if it is missing or not legal; nothing has changed.
        """
        agents = self.agents
        if not agents:
            raise IllegalMove("nobody is to decide: reset first")
        if not isinstance(actions, dict):
            raise IllegalMove(
                "actions are a dictionary by agent, not {kind}", kind=type(actions).__name__
            )
        gained = self.episode.step(actions.get(self.possible_agents[self.episode.turn]))
        over = self.episode.over
        told = self._told()
        if over:
            self.agents = []
        return (
            told, {agent: gained[self.seats[agent]] for agent in agents},
            dict.fromkeys(agents, over and not self.episode.cut),
            dict.fromkeys(agents, self.episode.cut), {agent: {} for agent in agents},
        )

    def _told(self) -> dict[str, Observation]:
        return {agent: self.episode.observation(self.seats[agent]) for agent in self.agents}

    def describe(self) -> list[Meaning]:
        """Says what every number of an observation means."""
        return self.episode.encoding.describe()

    def render(self) -> str | None:
        """Draws what the agent to decide sees."""
        return drawn(self.episode, max(0, self.episode.turn), self.render_mode)

    def close(self) -> None:
        """Ends nothing, for there is nothing to end."""


def drawable(mode: str | None) -> str | None:
    """Takes a way to draw.

    :raises Refused: if there is no such way.
    """
    if mode is not None and mode not in RENDERED:
        raise sobremesa.Refused("a render mode is {modes}, not {mode}", modes=RENDERED, mode=mode)
    return mode


def metadata_of(episode: Episode) -> dict[str, Any]:
    """Gives what PettingZoo asks of every environment."""
    return {
        "name": f"sobremesa_{episode.game.name.replace('-', '_')}_v{VERSION}",
        "render_modes": RENDERED, "is_parallelizable": False, "render_fps": 1,
    }


def drawn(episode: Episode, seat: int, mode: str | None) -> str | None:
    """Draws what a seat sees, if it is to be drawn."""
    if mode is None:
        return None
    view = episode.view(seat)
    return episode.game.svg(view) if mode == "svg" else episode.game.ascii(view)


def space_of(episode: Episode) -> Any:
    """Makes the space of the observations of an episode."""
    return spaces.Dict({
        name: spaces.Box(low, high, shape, kind)
        for name, (low, high, shape, kind) in episode.bounds().items()
    })


def env(
    name: str, /, *, match: bool = False, reward: str = "points", slots: int | None = None,
    most_moves: int = 0, render_mode: str | None = None, **options: Any,
) -> Environment:
    """Makes an environment of a game with its options.

    An episode is a round, or a match if `match`; `slots` are the actions of a game whose moves
    share them, and `most_moves` cuts an episode short.

    >>> table = env("block", players=3)
    >>> table.reset(seed=5)
    >>> table.possible_agents, table.action_space("player_0")
    (['player_0', 'player_1', 'player_2'], Discrete(141))
    """
    game = sobremesa.game(name, **options)
    return Environment(
        Episode(game, match=match, reward=reward, slots=slots, most_moves=most_moves), render_mode
    )


def parallel_env(
    name: str, /, *, match: bool = False, reward: str = "points", slots: int | None = None,
    most_moves: int = 0, render_mode: str | None = None, **options: Any,
) -> Parallel:
    """Makes an environment in which all agents act at once; the rest is as for `env`.

    >>> table = parallel_env("block", players=3)
    >>> told, _ = table.reset(seed=5)
    >>> sum(int(told[agent]["action_mask"].any()) for agent in table.agents)
    1
    """
    game = sobremesa.game(name, **options)
    return Parallel(
        Episode(game, match=match, reward=reward, slots=slots, most_moves=most_moves), render_mode
    )


raw_env = env
