"""A play that is over, as a measure of one game is asked about it: everything can be seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from sobremesa import Game, Round
from sobremesa.core.game import NOBODY
from sobremesa.lab.units import SHARE, Measure, from_0_to_1, unbounded


@dataclass(frozen=True)
class Step:
    """A move in the round as it was before, the points it made by itself, as a claim does, and
    what every seat gained with it, the settlement of a hand that it ends included."""

    round: Round
    seat: int
    move: int
    made: int
    gained: list[int]

    def touches(self, kind: str) -> bool:
        """Tells whether the move touches something of a kind: `tile`, `pass`, `claim`."""
        return any(one.partition(":")[0] == kind for one in self.round.touches(self.move))


@dataclass(frozen=True)
class Play:
    """A round, or a match, that is over. `won` has the share of the win by seat, `first` the seat
    that moved first, `sitting` the bots by seat."""

    game: Game
    rounds: list[Round]
    won: list[float]
    first: int
    sitting: list[str]

    @cached_property
    def steps(self) -> list[Step]:
        """All moves of all rounds."""
        return [step for round in self.rounds for step in steps_of(round)]

    def count(self, kind: str) -> int:
        """Counts the moves that touch something of a kind."""
        return sum(step.touches(kind) for step in self.steps)

    def each_round(self, total: float) -> float:
        """Gives a sum over the play by round."""
        return total / len(self.rounds)


def steps_of(round: Round) -> list[Step]:
    """Plays a round again, move by move."""
    now = round.reopened()
    found = []
    for move, (_, _, made) in zip(round.played(), round.view(NOBODY).log, strict=True):
        after = now.copy()
        after.play(move)
        gained = [
            new - old for old, new in zip(now.scores(), after.scores(), strict=True)
        ]
        found.append(Step(now, int(now.turn), int(move), int(made), gained))
        now = after
    return found


def part(count: float, whole: float) -> float | None:
    """Gives a share, None of nothing."""
    return count / whole if whole else None


@dataclass(frozen=True)
class Own:
    """A measure of one game: `ask` gives its value for a play, None where it means nothing there,
    as a share of blocked rounds when none was blocked; such plays are left out of its mean."""

    measure: Measure
    ask: Callable[[Play], float | None]


def share(
    name: str, words: str, meaning: str, ask: Callable[[Play], float | None]
) -> Own:
    """Declares a measure from nothing to all."""
    return Own(Measure(name, words, meaning, SHARE, from_0_to_1), ask)


def amount(
    name: str, words: str, meaning: str, unit: str, ask: Callable[[Play], float | None]
) -> Own:
    """Declares a measure that can be as large as it likes: a number, or points."""
    return Own(Measure(name, words, meaning, unit, unbounded), ask)
