"""Endings: where little is hidden any more, everything is looked at.

Every world that is left is played on with all hands open, each side at its best, and a move is
worth what it gains in the mean of all worlds, none left out. With two sides that is alpha-beta,
where more play for themselves each looks for its own gain (max^n).
"""

from __future__ import annotations

import math
from typing import Final

from sobremesa.bots.listening import fit, weights
from sobremesa.bots.policy import Policy
from sobremesa.bots.search import Aim
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.core.game import NO_MOVE, Game, Round, Worlds

LOWEST: Final = -1.0e300
HIGHEST: Final = 1.0e300
# After so many worlds it can be told whether all will be too much.
TRIAL: Final[Int] = 4


class OpenPlay:
    """Plays rounds on with all hands open, at most so many positions."""

    def __init__(self, game: Game, aim: Aim, looks: Int) -> None:
        self.aim: Aim = aim
        self.left: Int = looks
        self.sides: vec[Int] = vec[Int]([game.side_of(seat) for seat in range(game.players)])
        self.is_duel: bool = len({int(side) for side in self.sides}) <= 2

    def gain(self, round: Round, seat: Int) -> float:
        """Gives what a seat gains when everybody plays at their best; the round is used up."""
        if self.is_duel:
            return self.against(round, seat, LOWEST, HIGHEST)
        return self.among(round)[seat]

    def against(self, round: Round, seat: Int, low: float, high: float) -> float:
        """Plays the seat's side against the other: alpha-beta."""
        moves = self.onward(round)
        if round.over or self.left < 0:
            return self.aim.worth(round)[seat]
        ours = self.sides[round.turn] == self.sides[seat]
        best = LOWEST if ours else HIGHEST
        last = len(moves) - 1
        for place in range(len(moves)):
            after = round.copy() if place < last else round
            after.play(moves[place])
            found = self.against(after, seat, low, high)
            if ours:
                best = max(best, found)
                low = max(low, best)
            else:
                best = min(best, found)
                high = min(high, best)
            if low >= high:
                return best
        return best

    def among(self, round: Round) -> vec[float]:
        """Lets every mover look for its own gain."""
        moves = self.onward(round)
        if round.over or self.left < 0:
            return self.aim.worth(round)
        mover = round.turn
        last = len(moves) - 1
        best = vec[float]()
        for place in range(len(moves)):
            after = round.copy() if place < last else round
            after.play(moves[place])
            found = self.among(after)
            if len(best) == 0 or found[mover] > best[mover]:
                best = found
        return best

    def onward(self, round: Round) -> vec[Int]:
        """Plays what leaves no choice, and lists the moves of the first choice."""
        moves = vec[Int]()
        while not round.over:
            self.left -= 1
            moves = round.legal()
            if len(moves) > 1:
                return moves
            round.play(moves[0])
        return moves


class Ending:
    """All worlds that are left, with their weights."""

    def __init__(self, worlds: list[Round], shares: vec[float], aim: Aim) -> None:
        self.worlds: list[Round] = worlds
        self.shares: vec[float] = shares
        self.aim: Aim = aim

    def moves(self) -> vec[Int]:
        """Lists the legal moves, which are the same in all worlds."""
        return self.worlds[0].legal()

    def best(self, looks: Int) -> Int:
        """Gives the move that gains most in the mean of all worlds, or -1 if that is too much to
        look at."""
        gains = self.gains(looks)
        if len(gains) == 0:
            return NO_MOVE
        best: Int = 0
        for place in range(len(gains)):
            if gains[place] > gains[best]:
                best = place
        return self.moves()[best]

    def gains(self, looks: Int) -> vec[float]:
        """Gives what each legal move gains in the mean of all worlds; nothing if there is too
        much to look at."""
        first = self.worlds[0]
        seat = first.turn
        moves = first.legal()
        found = vec[float]([0.0 for _ in moves])
        play = OpenPlay(first.game, self.aim, looks)
        for number in range(len(self.worlds)):
            breathe()
            for place in range(len(moves)):
                after = self.worlds[number].copy()
                after.play(moves[place])
                found[place] += self.shares[number] * play.gain(after, seat)
            spent = looks - play.left
            if play.left < 0 or (number == TRIAL and spent * len(self.worlds) > looks * TRIAL):
                return vec[float]()
        return found


def ending_of(
    worlds: Worlds, aim: Aim, looks: Int, seat: Int, policy: Policy, trust: float
) -> Ending | None:
    """Lists all worlds that are left, unless they are too many to be looked at; with trust they
    count by how well the choices of the others fit them."""
    every = worlds.each(int(looks // TRIAL))
    if every is None:
        return None
    rounds = [world for world, _ in every]
    return Ending(rounds, shares_of(every, seat, policy, trust), aim)


def best_ending(
    worlds: Worlds, aim: Aim, looks: Int, seat: Int, policy: Policy, trust: float
) -> Int:
    """Gives the move that gains most in the mean of all worlds, or -1 if that is too much to look
    at."""
    ending = ending_of(worlds, aim, looks, seat, policy, trust)
    return NO_MOVE if ending is None else ending.best(looks)


def shares_of(
    every: list[tuple[Round, int]], seat: Int, policy: Policy, trust: float
) -> vec[float]:
    """Gives the share of each world: the ways that lead to it, times how well the choices of the
    others fit it."""
    fits = vec[float]()
    for world, ways in every:
        heard = fit(world, seat, policy, trust) if trust > 0.0 else 0.0
        fits = append(fits, heard + math.log(float(ways)))
    return weights(fits)
