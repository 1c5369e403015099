"""OpenSpiel's Block for two, driven as OpenSpiel means it to be driven."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

NAME = "python_block_dominoes"
MISSING = "OpenSpiel is not installed: make bench installs it and adds its figures"


class Peer:
    """OpenSpiel's `python_block_dominoes`."""

    def __init__(self) -> None:
        self.spiel: Any = import_module("pyspiel")
        # OpenSpiel knows its Python games once they are imported.
        import_module("open_spiel.python.games.block_dominoes")
        self.game: Any = self.spiel.load_game(NAME)
        self.bots = [self.spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]

    def stepped(self, count: int) -> None:
        """Plays random rounds with legal_actions and apply_action, the deal included."""
        draw = Random(1).random
        for _ in range(count):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])

    def looped(self, count: int) -> None:
        """Plays random rounds in OpenSpiel's own C++ loop, with its C++ random bots."""
        for seed in range(count):
            self.spiel.evaluate_bots(self.game.new_initial_state(), self.bots, seed)

    def tiles_laid(self, count: int) -> float:
        """Gives the mean number of tiles that a random round lays."""
        draw = Random(2).random
        laid = 0
        for _ in range(count):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                laid += not state.is_chance_node()
                state.apply_action(actions[int(draw() * len(actions))])
        return laid / count


class BridgePeer:
    """OpenSpiel's C++ `bridge`, cards played and no double-dummy result asked for."""

    def __init__(self) -> None:
        self.spiel: Any = import_module("pyspiel")
        self.game: Any = self.spiel.load_game("bridge(use_double_dummy_result=false)")
        self.bots = [self.spiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]

    def stepped(self, count: int) -> int:
        """Plays random deals driven from Python; answers the number of steps."""
        draw = Random(1).random
        steps = 0
        for _ in range(count):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                steps += 1
        return steps

    def looped(self, count: int) -> None:
        """Plays random deals in OpenSpiel's own C++ loop, with its C++ random bots."""
        for seed in range(count):
            self.spiel.evaluate_bots(self.game.new_initial_state(), self.bots, seed)


def find_bridge_peer() -> BridgePeer | None:
    """Gives the peer if it is installed."""
    try:
        return BridgePeer()
    except ImportError:
        return None


def find_peer() -> Peer | None:
    """Gives the peer if it is installed."""
    try:
        return Peer()
    except ImportError:
        return None
