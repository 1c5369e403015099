"""An episode: one round, or a whole match, stepped by actions and told in rows of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from sobremesa import Game, IllegalMove, Match, Refused, View
from sobremesa.adapters.actions import Actions
from sobremesa.adapters.encoding import Encoding
from sobremesa.adapters.rewards import Kind, checked, rewards
from sobremesa.core.numbers import LARGEST_SEED, is_whole

# A match that nobody has won after so many rounds is cut short.
MOST_ROUNDS = 1000

Observation = dict[str, Any]


class Episode:
    """A round of a game or, if `match`, rounds until the match is decided.

    `over` says that it has ended and `cut` that it was cut short, after `most_moves` moves if
    that is not 0.

    >>> import sobremesa
    >>> episode = Episode(sobremesa.game("block"))
    >>> episode.start(seed=3)
    >>> while not episode.over:
    ...     action = int(episode.observation(episode.turn)["action_mask"].argmax())
    ...     made = episode.step(action)
    >>> made
    [2.5, -2.5]
    """

    def __init__(
        self, game: Game, *, match: bool = False, reward: str = "points",
        slots: int | None = None, most_moves: int = 0,
    ) -> None:
        if not is_whole(most_moves):
            raise Refused("most_moves is a whole number, not {given}", given=str(most_moves))
        self.game = game
        self.whole_match = match
        self.reward: Kind = checked(reward)
        self.actions = Actions(game, slots)
        self.encoding = Encoding(game)
        self.most_moves = most_moves
        self.match: Match | None = None
        self.over = True
        self.cut = False
        self.made = 0
        self._legal: list[int] = []

    def start(self, seed: int) -> None:
        """Deals the first round."""
        self.begin(self.game.start(seed % (LARGEST_SEED + 1)))

    def begin(self, match: Match) -> None:
        """Takes up a match where it stands."""
        self.match = match
        self.made = 0
        self.cut = False
        self.over = False
        self._deal_on()
        self._look()

    @property
    def table(self) -> Match:
        """The match that is played.

        :raises Refused: before the first start.
        """
        if self.match is None:
            raise Refused("nothing is dealt yet: reset first")
        return self.match

    @property
    def turn(self) -> int:
        """The seat to decide, or -1 at the end."""
        return -1 if self.over else int(self.table.round.turn)

    @property
    def legal(self) -> list[int]:
        """The legal moves of the seat to decide."""
        return self._legal

    def view(self, seat: int) -> View:
        """Gives what a seat may know."""
        return self.table.round.view(seat)

    def step(self, action: Any) -> list[float]:
        """Plays an action of the seat to decide; gives what each seat gained by it.

        :raises IllegalMove: if it is none; nothing has changed.
        """
        if self.table and self.over:
            raise IllegalMove("the episode is over: reset first")
        return self.play(self.actions.move(action, self._legal))

    def play(self, move: int) -> list[float]:
        """Plays a legal move of the seat to decide; gives what each seat gained by it."""
        round = self.table.round
        round.play(move)
        self.made += 1
        gained = [0.0 for _ in range(int(self.game.players))]
        if round.over:
            gained = rewards(round, self.reward)
            more = self._deal_on()
            gained = [one + other for one, other in zip(gained, more, strict=True)]
        if not self.over and self.most_moves and self.made >= self.most_moves:
            self.over = self.cut = True
        self._look()
        return gained

    def _deal_on(self) -> list[float]:
        """Deals until there is somebody to decide, or the episode ends; a deal can be over at
        once. Gives what was gained by such deals."""
        table = self.table
        gained = [0.0 for _ in range(int(self.game.players))]
        while table.round.over and not self.over:
            if not self.whole_match or table.over:
                self.over = True
            elif len(table.finished) + 1 >= MOST_ROUNDS:
                self.over = self.cut = True
            elif table.next_round().over:
                made = rewards(table.round, self.reward)
                gained = [one + other for one, other in zip(gained, made, strict=True)]
        return gained

    def _look(self) -> None:
        self._legal = [] if self.over else self.table.round.moves()

    def observation(self, seat: int) -> Observation:
        """Gives what a seat may know as numbers, and a mask of what it may choose.

        Where moves share slots, `choices` names the move in each.
        """
        moves = self._legal if seat == self.turn else []
        told: Observation = {
            "observation": self.encoding.encode(self.view(seat)),
            "action_mask": self.actions.mask(moves),
        }
        if not self.actions.plain:
            told["choices"] = self.actions.choices(moves)
        return told

    def bounds(self) -> dict[str, tuple[float, float, tuple[int, ...], Any]]:
        """Gives the least and the greatest number, shape and type of each part of an
        observation."""
        found: dict[str, tuple[float, float, tuple[int, ...], Any]] = {
            "observation": (-1.0, 1.0, (self.encoding.size,), np.float32),
            "action_mask": (0, 1, (self.actions.count,), np.int8),
        }
        if not self.actions.plain:
            found["choices"] = (0.0, 1.0, (self.actions.count,), np.float32)
        return found
