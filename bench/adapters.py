"""Random play through the adapters, beside what their libraries have of their own.

Every step has an observation and the mask of legal actions, as a learner asks for them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

# A look takes about so many seconds of the processor, and so many are taken.
SECONDS = 0.3
LOOKS = 6


def pettingzoo_steps(env: Any) -> float:
    """Counts the turns a second of random agents."""
    chance = np.random.default_rng(1)
    steps = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            told, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(int(chance.choice(np.flatnonzero(told["action_mask"]))))
                steps += 1
    return steps / (time.process_time() - began)


def openspiel_steps(game: Any) -> float:
    """Counts the moves a second of random players, each with what the player sees as numbers."""
    chance = np.random.default_rng(1)
    steps = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.integers(len(outcomes)))][0])
                continue
            state.observation_tensor(state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.integers(len(actions)))])
            steps += 1
    return steps / (time.process_time() - began)


def contests() -> list[tuple[str, Callable[[], float]]]:
    """Lists what is measured; the libraries' own games first.

    :raises ImportError: if the libraries are not here.
    """
    import pyspiel
    from open_spiel.python.games import block_dominoes, team_dominoes  # noqa: F401

    from sobremesa.adapters import openspiel, pettingzoo

    found: list[tuple[str, Callable[[], float]]] = []
    try:
        from pettingzoo.classic import connect_four_v3, tictactoe_v3

        found += [
            ("PettingZoo tictactoe_v3", lambda: pettingzoo_steps(tictactoe_v3.env())),
            ("PettingZoo connect_four_v3", lambda: pettingzoo_steps(connect_four_v3.env())),
        ]
    except ImportError:
        print("PettingZoo's own games need pygame, which is not here.")
    for name in ("block", "muggins", "texas-42"):
        found.append((
            f"our {name} by PettingZoo",
            lambda name=name: pettingzoo_steps(pettingzoo.env(name)),  # type: ignore[misc]
        ))
    for peer in ("python_block_dominoes", "python_team_dominoes"):
        found.append((
            f"OpenSpiel {peer}",
            lambda peer=peer: openspiel_steps(pyspiel.load_game(peer)),  # type: ignore[misc]
        ))
    for name in ("block", "muggins", "texas-42"):
        found.append((
            f"our {name} by OpenSpiel",
            lambda name=name: openspiel_steps(openspiel.load(name)),  # type: ignore[misc]
        ))
    return found


def main() -> None:
    """Prints the steps a second of each, the best of several looks taken in turn, by the time
    of the processor, so that whatever else the machine does counts less."""
    try:
        measured = contests()
    except ImportError as missing:
        print(f"The adapters are not measured: {missing.name} is not here.")
        return
    print("Random play through the adapters, an observation and a mask at every step:")
    best = dict.fromkeys([name for name, _ in measured], 0.0)
    for _ in range(LOOKS):
        for name, measure in measured:
            best[name] = max(best[name], measure())
    for name, steps in best.items():
        print(f"{name:<34} {steps:>9,.0f} steps a second")


if __name__ == "__main__":
    main()
