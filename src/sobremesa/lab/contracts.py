"""What the auctions of Super Bridge come to by double dummy.

`python -m sobremesa.lab.contracts master greedy` bids deals, the first bot with one pair of
partners and the second with the other, from both sides. The tricks of every contract are counted
with all hands open, so that the bidding is judged without the play: what it scores, and how far the
games and slams of the first bot lie from what they need.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

import sobremesa
from sobremesa import Rng
from sobremesa.bots.tricks.bridge_mind import Scores
from sobremesa.families.tricks.bridge_score import BOOK
from sobremesa.families.tricks.bridge_system import GAME_LEVEL, SMALL_SLAM
from sobremesa.families.tricks.super_bridge import TO_CALL, SuperBridgeRound
from sobremesa.lab.arena import Z
from sobremesa.lab.seer import choice, sitter
from sobremesa.lab.workers import shared
from sobremesa.solvers.bounds import Bounds
from sobremesa.solvers.dummy import Memory, Search
from sobremesa.solvers.open_hands import ROOM, found_by


@dataclass(frozen=True)
class Reached:
    """The contract that an auction came to; level 0 if all passed.

    `ours` tells whether the first bot plays it, `takes` what double dummy knows of its tricks, and
    `score` what it is worth to the first bot; where tricks are not known, in the middle.
    """

    level: int = 0
    strain: int = 0
    ours: bool = False
    takes: Bounds = (0, 0)
    score: float = 0.0

    def needs(self) -> int:
        """Gives the tricks that the contract needs."""
        return int(BOOK) + self.level

    def is_game(self) -> bool:
        """Tells whether it is a game or a slam of the first bot."""
        return self.ours and self.level >= GAME_LEVEL[self.strain]

    def is_slam(self) -> bool:
        """Tells whether it is a slam."""
        return self.level >= SMALL_SLAM

    def is_known(self) -> bool:
        """Tells whether double dummy has settled it."""
        return self.takes[0] == self.takes[1]

    def ahead(self) -> float:
        """Gives the tricks beyond what it needs; where they are not known, the middle."""
        return sum(self.takes) / 2 - self.needs()


@dataclass(frozen=True)
class Task:
    """One deal, bid by two bots from both sides."""

    seed: int
    kinds: tuple[str, str]
    nodes: int


def bid_out(task: Task) -> list[Reached]:
    """Bids a deal with the first bot North and South, then East and West."""
    return [bid_once(task, side) for side in range(2)]


def bid_once(task: Task, side: int) -> Reached:
    """Bids a deal with the first bot on one side."""
    game = sobremesa.game("super-bridge")
    round = game.deal(Rng(task.seed), 0, 1, game.starting_points())
    assert isinstance(round, SuperBridgeRound)
    seats = [sitter(game, task.kinds[(seat + side) % 2]) for seat in range(4)]
    rng = Rng(task.seed)
    while not round.over and round.stage == TO_CALL:
        round.play(choice(seats[int(round.turn)], round, rng))
    if round.over:
        return Reached()
    ours = (int(round.declarer) + side) % 2 == 0
    takes = declarer_takes(round, task.nodes)
    scores = Scores(round)
    north = [
        scores.at(float(tricks if int(round.declarer) % 2 == 0 else 17 - tricks))
        for tricks in range(takes[0], takes[1] + 1)
    ]
    return Reached(
        round.level(), int(round.trumps), ours, takes, mean(north) * (1 if side == 0 else -1)
    )


def declarer_takes(round: SuperBridgeRound, nodes: int) -> Bounds:
    """Bounds the tricks of declarer's side with all hands open, before the first lead."""
    masks = [0] * 16
    for seat in range(4):
        for card in round.held(seat):
            # The solver counts suits and ranks from the highest.
            masks[4 * seat + 3 - int(card) // 17] |= 1 << 16 - int(card) % 17
    strain = int(round.trumps)
    search = Search(masks, 17, 3 - strain if strain < 4 else 4, Memory(ROOM))
    search.begin((int(round.declarer) + 1) % 4, 17)
    search.allow(nodes)
    search.settle(search.guess())
    return found_by(search, int(round.declarer) % 2 == 0)


def interval(values: Sequence[float]) -> str:
    """Writes a mean with its 95 % interval."""
    if len(values) < 2:
        return "too few"
    half = Z * stdev(values) / sqrt(len(values))
    middle = mean(values)
    return f"{middle:+.2f} (95 %: {middle - half:+.2f} to {middle + half:+.2f})"


def summary(found: Sequence[Sequence[Reached]]) -> str:
    """Says what the bidding is worth, and how far games and slams lie from what they need."""
    all_reached = [one for both in found for one in both]
    games = [one for one in all_reached if one.is_game()]
    lines = [
        f"{len(all_reached)} auctions on {len(found)} equal deals; "
        f"by double dummy the first scores "
        f"{interval([sum(one.score for one in both) for both in found])} more a deal",
    ]
    for name, some in (
        ("games and slams", games),
        ("games", [one for one in games if not one.is_slam()]),
        ("slams", [one for one in games if one.is_slam()]),
    ):
        known = sum(one.is_known() for one in some)
        makes = sum(one.takes[0] >= one.needs() for one in some)
        fails = sum(one.takes[1] < one.needs() for one in some)
        lines.append(
            f"{name} of the first: {len(some)}, of which double dummy settles {known}; "
            f"{makes} make, {fails} fail; tricks beyond what they need "
            f"{interval([one.ahead() for one in some])}, distance "
            f"{interval([abs(one.ahead()) for one in some])}"
        )
    return "\n".join(lines)


def main() -> None:
    """Reads how much to play, and prints what was found."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("kinds", nargs=2)
    reader.add_argument("--deals", type=int, default=100)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--nodes", type=int, default=6_000_000)
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = reader.parse_args()
    rng = Rng(given.seed)
    tasks = [
        Task(rng.below_big(1 << 64), (given.kinds[0], given.kinds[1]), given.nodes)
        for _ in range(given.deals)
    ]
    print(summary(list(shared(bid_out, tasks, given.workers))))


if __name__ == "__main__":
    main()
