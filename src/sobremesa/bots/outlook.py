"""The chance of every seat to win: the match where that is known, else the round.

What the end of a round does to a match is known where `stakes_of` knows the game. Elsewhere a
chance is that of winning the round, shared by those who come out even.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sobremesa.bots.policy import policy_of
from sobremesa.bots.search import Aim
from sobremesa.bots.stakes import Stakes, stakes_of
from sobremesa.core.arrays import Int, vec
from sobremesa.core.breath import breathe
from sobremesa.core.gains import round_won
from sobremesa.core.game import Game, Round
from sobremesa.core.rng import Rng
from sobremesa.solvers.solver import UNKNOWN_WORD, WON_WORD, solvable, solver_of

MATCH: Final = "match"
ROUND: Final = "round"


# How a round stands, by the name of a game that no quick mind plays to its end.
STANDINGS: Final[dict[str, Callable[[Round], list[float]]]] = {}
# Positions to look at to find out whether somebody alone can win.
NODES: Final = 1_000 if __file__.endswith(".py") else 30_000


def add_standing(game_name: str, standing: Callable[[Round], list[float]]) -> None:
    """Makes known how rounds of a game stand."""
    STANDINGS[game_name] = standing


class Outlook(Aim):
    """Says what the end of a round is worth as a chance from 0 to 1."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game: Game = game
        self.stakes: Stakes | None = stakes_of(game)
        self.about: str = ROUND if self.stakes is None else MATCH

    def worth(self, round: Round) -> vec[float]:
        """Gives the chance of every seat after a round that is over."""
        if self.stakes is not None:
            return self.stakes.chances(round)
        return vec[float](round_won(round))

    def between(self, scores: list[int], number: int) -> list[float]:
        """Gives the chance of every seat before a deal, after `number` rounds."""
        sides = sorted({self.game.side_of(seat) for seat in range(self.game.players)})
        if self.stakes is None:
            return [1.0 / len(sides) for _ in scores]
        by_side = [scores[first_of(self.game, side)] for side in sides]
        found = self.stakes.between(by_side, number)
        return [found[sides.index(self.game.side_of(seat))] for seat in range(len(scores))]

    def played_on(self, round: Round, count: int, seed: int, warmth: float) -> list[float]:
        """Gives the chance of every seat when the quick mind plays a round on, so many times, as
        everything lies; alone, whether there is a win, and nothing where that is not known."""
        if round.over:
            return [chance for chance in self.worth(round)]
        if self.game.name in STANDINGS:
            return STANDINGS[self.game.name](round)
        if solvable(self.game.name):
            verdict = solver_of(self.game.name).verdict(round, NODES)
            return [] if verdict == UNKNOWN_WORD else [1.0 if verdict == WON_WORD else 0.0]
        policy = policy_of(self.game.name)
        total = [0.0 for _ in range(self.game.players)]
        for place in range(count):
            breathe()
            rng = Rng(seed + place)
            end = round.copy()
            while not end.over:
                end.play(policy.choose(end, rng, warmth))
            for seat, chance in enumerate(self.worth(end)):
                total[seat] += chance
        return [one / count for one in total]


def first_of(game: Game, side: Int) -> int:
    """Names the first seat of a side."""
    seat = 0
    while game.side_of(seat) != side:
        seat += 1
    return seat
