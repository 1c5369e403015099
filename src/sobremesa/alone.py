"""Playing a game for one: what its solver tells whoever asks, and the deals that can be had.

Everything here knows the whole deal, the boneyard too, so its answers go only to somebody who
plays alone and asks for them. Questions about a table are asked in worker processes.
"""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sobremesa import bots, picture
from sobremesa.core.errors import Refused
from sobremesa.core.game import Data, Game, Round, View
from sobremesa.core.rng import Rng
from sobremesa.picture.saying import Say
from sobremesa.solvers import solve, solver_of
from sobremesa.solvers.solver import LOST_WORD as LOST
from sobremesa.solvers.solver import UNKNOWN_WORD as UNKNOWN
from sobremesa.solvers.solver import WON_WORD as WON

# How many positions are looked at for one answer, and for one of several to compare.
NODES = 200_000
FEW_NODES = 30_000
# Seconds after which no further deal is tried, or no earlier position.
PATIENCE = 20.0

# With more choices than these, how many of them keep the win is not counted.
MOST_COMPARED = 100


@dataclass(frozen=True)
class Found(ABC):
    """What the solver found: whether the deal can be won, and more by what was asked."""

    verdict: str

    @abstractmethod
    def said(self, view: View, say: Say) -> str:
        """Says it in words."""

    def told(self) -> Data:
        """Gives what a page can show of it, beside the words."""
        return {}


class Verdict(Found):
    """Whether a deal can still be won."""

    def said(self, view: View, say: Say) -> str:
        """Says whether it can still be won or finished; of what is hopeless, why it is."""
        if solver_of(view.game.name).is_hopeless(view):
            return picture.headline(view, say=say)
        if type(view.game).ANY_ORDER:
            return {
                WON: say("It can still be finished."),
                LOST: say("It can no longer be finished."),
                UNKNOWN: say(
                    "It is not known whether it can still be finished: that takes too long."
                ),
            }[self.verdict]
        return {
            WON: say("It can still be won."),
            LOST: say("It can no longer be won."),
            UNKNOWN: say("It is not known whether it can still be won: that takes too long."),
        }[self.verdict]


@dataclass(frozen=True)
class Hint(Found):
    """A move, and what is known of it: how many of all choices keep the win, 0 if they were not
    counted."""

    text: str = ""
    keeping: int = 0
    choices: int = 0
    # The touches that make the move.
    touches: list[str] = field(default_factory=list)
    # Where nothing is won any more: a move without which it could be, or -1.
    drop: int = -1

    def told(self) -> Data:
        """Gives what is to be touched, or the move in the way."""
        return {"touches": self.touches} if self.touches else {"drop": self.drop}

    def said(self, view: View, say: Say) -> str:
        """Says what to do and why, or which move is in the way."""
        if not self.touches:
            return self._in_the_way(view, say)
        named = solver_of(view.game.name).named(self.text)
        things = named.said(say) if named is not None else ", ".join(
            picture.spoken(touch, view, say=say) for touch in self.touches
        )
        return f"{things[:1].upper()}{things[1:]}: {self._reason(view, say)}"

    def _in_the_way(self, view: View, say: Say) -> str:
        if solver_of(view.game.name).is_hopeless(view):
            return picture.headline(view, say=say)
        if self.drop < 0:
            return say("It can no longer be finished, and more than one piece is in the way.")
        laid = view.data["log"][self.drop][1]
        return say("It can no longer be finished; without {laid} it could.").format(laid=laid)

    def _reason(self, view: View, say: Say) -> str:
        if self.verdict == LOST:
            return say("it can no longer be won; this makes the best of it.")
        if self.verdict == UNKNOWN:
            return say("nothing is certain here; a careful player would do this.")
        if type(view.game).ANY_ORDER:
            return self._fitting(say)
        if self.keeping == 0:
            return say("it leads to a win.")
        if self.choices == 1:
            return say("there is nothing else to do, and it can still be won.")
        if self.keeping == 1:
            return say("only this is sure to keep the win.")
        if self.keeping == self.choices:
            return say("every move keeps the win; this one leads to it.")
        return say("{keeping} of {choices} moves keep the win; this is one of them.").format(
            keeping=self.keeping, choices=self.choices
        )

    def _fitting(self, say: Say) -> str:
        """Says why something goes to a place, of all that fit there."""
        if self.choices == 1:
            return say("nothing else fits there, and it can be finished.")
        if self.keeping == 0:
            return say("it can be finished like this.")
        if self.keeping == 1:
            return say(
                "of {choices} ways to fill that cell only this one is sure to work."
            ).format(choices=self.choices)
        return say(
            "{keeping} of {choices} ways to fill that cell work; this is one of them."
        ).format(keeping=self.keeping, choices=self.choices)


@dataclass(frozen=True)
class Loss(Found):
    """Where a win was given away: the move, counted from 0, and one that would have kept it.

    `known` says how far back the search is certain: before that move nothing is known.
    """

    move: int = -1
    played: str = ""
    better: str = ""
    known: int = 0

    def told(self) -> Data:
        """Gives the move."""
        return {"move": self.move}

    def said(self, view: View, say: Say) -> str:
        """Says where a win was given away."""
        if self.verdict == WON:
            return say("It is not lost.")
        if self.verdict == UNKNOWN:
            return say(
                "From move {number} on it could not be won; before that it is not known."
            ).format(number=self.known)
        if self.move < 0:
            return say("This deal could never be won.")
        return say("Move {number}, {played}, lost it; {better} would have kept the win.").format(
            number=self.move + 1, played=self.played, better=self.better
        )


def verdict(round: Round) -> Verdict:
    """Tells whether a deal can still be won."""
    if round.settles_match():
        return Verdict(WON if round.winners() else LOST)
    return Verdict(solver_of(round.game.name).verdict(round, NODES))


def hint(round: Round) -> Hint:
    """Finds a move that keeps the win; where none is known, what a careful player would do.

    Where moves can be taken back alone, and none keeps the win, it finds one to take back.
    """
    answer = solve(round, nodes=NODES)
    if answer.verdict == LOST and type(round.game).ANY_ORDER:
        return Hint(LOST, drop=spoiler(round))
    if answer.verdict == UNKNOWN or not answer.line:
        strongest = bots.names(round.game.name)[-1]
        move = bots.choose(strongest, round.view(0), Rng(len(round.played())))
    else:
        move = answer.line[0]
    choices = rivals(round, move)
    return Hint(
        answer.verdict, round.text(move),
        kept(round, move, choices) if answer.verdict == WON else 0, len(choices),
        list(round.touches(move)),
    )


def kept(round: Round, move: int, choices: list[int]) -> int:
    """Counts the choices that surely keep the win, as `move` does; 0 if that takes too long."""
    if len(choices) > MOST_COMPARED:
        return 0
    began = time.monotonic()
    count = 1
    for choice in choices:
        count += choice != move and keeps(round, choice)
        if time.monotonic() - began > PATIENCE / 2:
            return 0
    return count


def rivals(round: Round, move: int) -> list[int]:
    """Lists the moves that a choice is compared with: all, or those that go to the same place
    where moves can be made in any order."""
    choices = round.moves()
    if not type(round.game).ANY_ORDER:
        return choices
    place = round.touches(move)[1]
    return [choice for choice in choices if round.touches(choice)[1] == place]


def spoiler(round: Round) -> int:
    """Finds the last move without which the others can still win, or -1."""
    began = time.monotonic()
    moves = round.played()
    for place in range(len(moves) - 1, -1, -1):
        without = round.undone(len(moves) - place)
        for move in moves[place + 1:]:
            without.play(move)
        if solve(without, nodes=FEW_NODES).verdict == WON:
            return place
        if time.monotonic() - began > PATIENCE:
            break
    return -1


def keeps(round: Round, move: int) -> bool:
    """Tells whether a move surely keeps the win."""
    after = round.copy()
    after.play(move)
    if after.over:
        return bool(after.winners())
    return solve(after, nodes=FEW_NODES).verdict == WON


def loss(round: Round) -> Loss:
    """Goes back from a lost position to the last one that could be won."""
    began = time.monotonic()
    if verdict(round).verdict != LOST:
        return Loss(WON)
    moves = round.played()
    for count in range(len(moves) - 1, -1, -1):
        before = round.undone(len(moves) - count)
        answer = solve(before, nodes=NODES)
        if answer.verdict == WON:
            return Loss(LOST, count, before.text(moves[count]), before.text(answer.line[0]), count)
        if answer.verdict == UNKNOWN or time.monotonic() - began > PATIENCE:
            return Loss(UNKNOWN, known=count + 1)
    return Loss(LOST)


# What somebody who plays alone can ask.
QUESTIONS: Final[dict[str, Callable[[Round], Found]]] = {
    "hint": hint, "winnable": verdict, "loss": loss,
}


def made_deal(game: Game, difficulties: list[str], seed: int) -> Data:
    """Makes a deal of the first difficulty in which there is one, as data to set up.

    :raises Refused: if there is none; it says why the first is not to be had.
    """
    refusals: list[Refused] = []
    for difficulty in difficulties:
        try:
            return solver_of(game.name).make(game, difficulty, seed)
        except Refused as refused:
            refusals.append(refused)
    raise refusals[0]


def winnable_seed(game: Game, seed: int) -> int | None:
    """Finds the first seed from `seed` on whose deal can surely be won, or none in time."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        if solve(game.start(seed).round, nodes=FEW_NODES).verdict == WON:
            return seed
        seed = (seed + 1) % 2**64
    return None


def daily_seed(game: Game, date: str) -> int:
    """Derives the seed of the deal of a day, the same for everybody."""
    digest = hashlib.sha256(f"{date}:{game.spec}".encode()).digest()
    return int.from_bytes(digest[:8])
