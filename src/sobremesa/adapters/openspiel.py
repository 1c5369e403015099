"""The games as OpenSpiel games.

    game = sobremesa.adapters.openspiel.load("muggins", players=3)

They are also known to `pyspiel.load_game` as `sobremesa_muggins` and so on, each with its own
options as parameters. A round is an episode. Actions are the plain numbers of the moves.

Chance draws the seed of the deal before anything else, a byte at a time, every byte equally
likely; `seed_bytes` says how many there are, and so how many deals. What a player knows is their
view: the information-state string is the whole of it as JSON, the observation string leaves out
how it came about. `resample_from_infostate` draws one of the worlds that the player cannot tell
from the real one; the history of such a state is still that of the real one, so it can be
searched but not saved.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import numpy as np

import sobremesa
from sobremesa import Game, Refused, Rng, Round
from sobremesa.adapters.encoding import LAST, Encoding
from sobremesa.adapters.rewards import bound, checked, rewards
from sobremesa.core.facts import facts_of
from sobremesa.core.game import known_games
from sobremesa.extras import needed_for

with needed_for("sobremesa.adapters.openspiel", "adapters"):
    import pyspiel

# So many values has a byte of the seed.
BYTE = 256
SEED_BYTES = 4
# OpenSpiel counts with 32 bits.
LARGEST = 2**31 - 1
# A round of at most so many moves is told in full by the information-state tensor.
MOST_TOLD = 1000
# What tells how a position came about.
PAST = ("log", "opening", "story")
# What this adapter adds to the options of a game.
OWN: dict[str, Any] = {"seed_bytes": SEED_BYTES, "reward": "points"}


def short_name(name: str) -> str:
    """Gives the name by which `pyspiel.load_game` knows a game.

    >>> short_name("texas-42")
    'sobremesa_texas_42'
    """
    return f"sobremesa_{name.replace('-', '_')}"


class OpenSpielGame(pyspiel.Game):
    """A game with its options, as OpenSpiel sees it."""

    NAME: ClassVar[str] = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name = self.NAME
        given = dict(params or {})
        options = {option: heard(value) for option, value in given.items() if option not in OWN}
        self.rules: Game = sobremesa.game(name, **options)
        self.reward = checked(given.get("reward", OWN["reward"]))
        self.seed_bytes = int(given.get("seed_bytes", SEED_BYTES))
        if not 1 <= self.seed_bytes <= 8:
            raise Refused("a seed has 1 to 8 bytes, not {bytes}", bytes=self.seed_bytes)
        most = bound(self.rules, self.reward)
        longest = min(int(self.rules.longest), LARGEST)
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.rules.move_count),
            max_chance_outcomes=BYTE,
            num_players=int(self.rules.players),
            min_utility=-most, max_utility=most,
            utility_sum=0.0 if self.rules.is_zero_sum() else None,
            max_game_length=longest,
        )
        super().__init__(type_of(name, self.rules), info, given)

    def new_initial_state(self, *_: Any) -> OpenSpielState:
        """Gives a table at which chance has not dealt yet."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Makes somebody who writes down what a player knows."""
        if params:
            raise Refused("an observer takes no parameters")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.rules, kind)

    def max_chance_nodes_in_history(self) -> int:
        """Counts the bytes of the seed."""
        return self.seed_bytes


class OpenSpielState(pyspiel.State):
    """A round, before which chance draws its seed."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.seed = 0
        self.bytes_left = game.seed_bytes
        self.round: Round | None = None

    @property
    def dealt(self) -> Round:
        """The round on the table.

        :raises Refused: while chance has not drawn the seed.
        """
        if self.round is None:
            raise Refused("nothing is dealt yet")
        return self.round

    def current_player(self) -> int:
        """Gives the seat to decide, chance, or the end."""
        if self.round is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.round.over else self.round.turn)

    def _legal_actions(self, player: int) -> list[int]:
        return self.dealt.moves() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Gives the values of the next byte of the seed, all equally likely."""
        return every_byte()

    def _apply_action(self, action: int) -> None:
        if self.round is not None:
            self.round.check(action)
            self.round.play(action)
            return
        self.seed = self.seed * BYTE + action
        self.bytes_left -= 1
        if self.bytes_left == 0:
            self.round = self.get_game().rules.start(self.seed).round

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"byte {action} of the seed"
        return self.dealt.text(action)

    def is_terminal(self) -> bool:
        """Tells whether the round is over."""
        return self.round is not None and self.round.over

    def returns(self) -> list[float]:
        """Gives what each player gained; nothing before the end."""
        if not self.is_terminal():
            return [0.0 for _ in range(self.num_players())]
        return rewards(self.dealt, self.get_game().reward)

    def rewards(self) -> list[float]:
        """Gives what each player gained with the last move."""
        return self.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """Writes all that a player knows, and how it came about."""
        seat = self.current_player() if player is None else player
        return "" if self.round is None else self.round.view(seat).json()

    def observation_string(self, player: int | None = None) -> str:
        """Writes what a player sees, without how it came about."""
        seat = self.current_player() if player is None else player
        return "" if self.round is None else seen(self.round, seat)

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float] | None = None
    ) -> OpenSpielState:
        """Gives a state that the player cannot tell from this one, all equally likely."""
        twin: OpenSpielState = self.clone()
        if self.round is not None:
            fraction = float(np.random.random()) if sampler is None else float(sampler())
            worlds = self.round.game.worlds(self.round.view(player))
            twin.round = worlds.sample(Rng(int(fraction * 2**53)))
        return twin

    def __str__(self) -> str:
        if self.round is None:
            return f"seed {self.seed}, {self.bytes_left} bytes to come"
        return json.dumps(self.round.dump(), separators=(",", ":"), ensure_ascii=False)


class Observer:
    """Writes down what a player knows, as numbers and as text."""

    def __init__(self, rules: Game, kind: Any) -> None:
        self.recalls = bool(kind.perfect_recall)
        # Who may know of no private things sees what somebody sees who only watches.
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        last = int(rules.longest) if self.recalls and told_in_full(rules) else LAST
        self.encoding = Encoding(rules, last, told=self.recalls)
        self.tensor = np.zeros(self.encoding.size, np.float32)
        self.dict = {
            name: self.tensor[start:stop] for name, _, start, stop in self.encoding.places
        }

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Takes down what a player knows as numbers."""
        if state.round is None:
            self.tensor.fill(0)
        else:
            self.encoding.encode(state.round.view(-1 if self.public else player), self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Writes what a player knows."""
        if state.round is None:
            return ""
        seat = -1 if self.public else player
        return state.round.view(seat).json() if self.recalls else seen(state.round, seat)


def seen(round: Round, seat: int) -> str:
    """Writes what a seat sees, without how it came about."""
    data = {name: value for name, value in round.view(seat).data.items() if name not in PAST}
    return json.dumps(data, separators=(",", ":"), sort_keys=True)


def told_in_full(rules: Game) -> bool:
    """Tells whether every move of a round has room in a tensor."""
    return int(rules.longest) <= MOST_TOLD


@cache
def every_byte() -> list[tuple[int, float]]:
    """Lists the values of a byte with their chance."""
    return [(value, 1 / BYTE) for value in range(BYTE)]


def type_of(name: str, rules: Game) -> Any:
    """Says what kind of game this is, as OpenSpiel classifies them."""
    kinds = pyspiel.GameType
    usual = parameters(sobremesa.game(name))
    return kinds(
        short_name=short_name(name),
        long_name=type(rules).TITLE,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION if facts_of(rules)["hidden"]
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if rules.is_zero_sum() else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(LARGE_TABLE, int(rules.players)),
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=told_in_full(rules),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**usual, **OWN},
    )


def parameters(rules: Game) -> dict[str, Any]:
    """Writes options as parameters, which have one type each: a number among words is n6."""
    words = {option.name for option in rules.declared() if isinstance(option.default, str)}
    return {
        option: f"n{value}" if option in words and isinstance(value, int) else value
        for option, value in rules.options.items()
    }


def heard(value: Any) -> Any:
    """Reads an option that was written as a parameter.

    >>> heard("n6"), heard("auto"), heard(7)
    (6, 'auto', 7)
    """
    is_number = isinstance(value, str) and value[:1] == "n" and value[1:].isdecimal()
    return int(value[1:]) if is_number else value


# More seats than any game has.
LARGE_TABLE = 100


def load(name: str, /, *, seed_bytes: int = SEED_BYTES, reward: str = "points", **options: Any) -> (
    OpenSpielGame
):
    """Makes a game with its options.

    >>> game = load("block", players=3)
    >>> game.num_players(), game.num_distinct_actions()
    (3, 141)
    """
    rules = sobremesa.game(name, **options)
    return GAMES[rules.name]({**parameters(rules), "seed_bytes": seed_bytes, "reward": reward})


def register() -> dict[str, type[OpenSpielGame]]:
    """Makes all games known to `pyspiel.load_game`, each by a class of its own: OpenSpiel drops
    what it was given when Python has ended, which only a class survives."""
    made = {
        name: type(f"OpenSpiel{kind.__name__}", (OpenSpielGame,), {"NAME": name})
        for name, kind in known_games().items()
    }
    for name, kind in made.items():
        pyspiel.register_game(type_of(name, sobremesa.game(name)), kind)
    return made


GAMES = register()
