"""A simple loop in the manner of RLCard: an agent for every seat, whole episodes at a call.

Whoever plays in RLCard plays here: an agent has `step(state)` and `eval_step(state)`, and `use_raw`
says whether it gives moves as they are told or the numbers of actions. RLCard itself is not needed.

>>> env = make("block", seed=7)
>>> env.set_agents([Bot("greedy"), Bot("random")])
>>> trajectories, payoffs = env.run()
>>> len(trajectories), float(sum(payoffs))
(2, 0.0)
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

import sobremesa
from sobremesa import Refused, Rng, bots
from sobremesa.adapters.episode import Episode
from sobremesa.core.numbers import LARGEST_SEED, is_whole

State = dict[str, Any]


class Agent(Protocol):
    """Who decides for a seat."""

    use_raw: bool

    def step(self, state: State) -> Any:
        """Chooses while it learns."""

    def eval_step(self, state: State) -> tuple[Any, Any]:
        """Chooses as well as it can, and tells what it likes about that."""


class Bot:
    """One of the bots as an agent."""

    use_raw = False

    def __init__(self, kind: str, seed: int = 0) -> None:
        self.kind = kind
        self.rng = Rng(seed)

    def step(self, state: State) -> int:
        """Chooses from the view."""
        move = bots.choose(self.kind, state["raw_obs"], self.rng)
        return next(action for action, one in state["legal_actions"].items() if one == move)

    def eval_step(self, state: State) -> tuple[int, dict[str, Any]]:
        """Chooses as always."""
        return self.step(state), {}


class Env:
    """Episodes of a game, each dealt from the next seed.

    A state has `obs`, what its seat may know as a row of numbers; `legal_actions`, the move of
    every action that it may choose; `raw_legal_actions`, these as they are told; `raw_obs`, the
    view; and `action_record`, the moves of the episode, as the seat saw them told.
    """

    def __init__(self, episode: Episode, seed: int) -> None:
        self.episode = episode
        self.num_players = int(episode.game.players)
        self.num_actions = episode.actions.count
        self.state_shape = [[episode.encoding.size] for _ in range(self.num_players)]
        self.action_shape: list[None] = [None] * self.num_players
        self.agents: list[Agent] = []
        self.payoffs = np.zeros(self.num_players)
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Says from which seed the next episode is dealt."""
        if not is_whole(seed, 0, LARGEST_SEED):
            raise Refused(
                "a seed is a whole number from 0 to {high}, not {seed}",
                high=LARGEST_SEED, seed=str(seed),
            )
        self.next_seed = seed

    def set_agents(self, agents: list[Any]) -> None:
        """Seats an agent at every seat."""
        if len(agents) != self.num_players:
            raise Refused(
                "{seats} seats need as many agents, not {agents}",
                seats=self.num_players, agents=len(agents),
            )
        self.agents = list(agents)

    def reset(self) -> tuple[State, int]:
        """Deals; gives the state of the seat to decide, and that seat."""
        self.payoffs = np.zeros(self.num_players)
        self.episode.start(self.next_seed)
        self.next_seed = (self.next_seed + 1) % (LARGEST_SEED + 1)
        return self._next()

    def step(self, action: Any, raw_action: bool = False) -> tuple[State, int]:
        """Plays an action, or a move as it is told; gives the state of the next seat to decide,
        and that seat.

        :raises IllegalMove: if it is not legal; nothing has changed.
        """
        if raw_action and not self.episode.over:
            made = self.episode.play(self.episode.table.round.read(action))
        else:
            made = self.episode.step(action)
        self.payoffs = self.payoffs + made
        return self._next()

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], Any]:
        """Plays an episode; gives for each seat its states and actions in turn, the last state
        after the end, and what every seat gained."""
        if not self.agents:
            raise Refused("nobody sits here yet: set_agents first")
        trajectories: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, seat = self.reset()
        while not self.is_over():
            agent = self.agents[seat]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[seat] += [state, action]
            state, seat = self.step(action, agent.use_raw)
        for other, trajectory in enumerate(trajectories):
            trajectory.append(self.get_state(other))
        return trajectories, self.payoffs

    def get_state(self, player_id: int) -> State:
        """Gives what a seat may know and choose."""
        view = self.episode.view(player_id)
        moves = self.episode.legal if player_id == self.episode.turn else []
        text = self.episode.table.round.text
        return {
            "obs": self.episode.encoding.encode(view),
            "legal_actions": dict(
                zip(self.episode.actions.slots_of(moves), moves, strict=True)
            ),
            "raw_legal_actions": [text(move) for move in moves],
            "raw_obs": view,
            "action_record": [(seat, told) for seat, told, _ in view.data["log"]],
        }

    def _next(self) -> tuple[State, int]:
        seat = max(0, self.episode.turn)
        return self.get_state(seat), seat

    def is_over(self) -> bool:
        """Tells whether the episode has ended."""
        return self.episode.over

    def get_player_id(self) -> int:
        """Gives the seat to decide, or -1 at the end."""
        return self.episode.turn

    def get_payoffs(self) -> Any:
        """Gives what every seat has gained in the episode."""
        return self.payoffs


def make(
    name: str, *, seed: int = 0, match: bool = False, reward: str = "points",
    slots: int | None = None, most_moves: int = 0, **options: Any,
) -> Env:
    """Makes the loop of a game with its options.

    >>> make("muggins", players=3).num_players
    3
    """
    game = sobremesa.game(name, **options)
    return Env(
        Episode(game, match=match, reward=reward, slots=slots, most_moves=most_moves), seed
    )
