"""Deals of bridge solved with all hands open, to find out what points, fits and Maids are worth.

Each deal is solved for North-South: without trumps, with their longest suit as trumps, and the
latter once more after a Maid has changed sides for the other side's lowest card of its suit. A
result that takes too many positions is known by its bounds.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sobremesa import Rng
from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import BadRecord
from sobremesa.lab.workers import shared
from sobremesa.solvers.bounds import Bounds
from sobremesa.solvers.dummy import Memory, Search
from sobremesa.solvers.open_hands import ROOM, found_by
from sobremesa.solvers.par import CONTRACT_BRIDGE, SUPER_BRIDGE, Scoring

# Strains as the score has them, by suit from spades.
STRAIN = [3, 2, 1, 0, 4]
MAID = 4


@dataclass(frozen=True)
class Pack:
    """A pack of bridge: its ranks, what the best of them count, and how it is scored."""

    ranks: int
    points: tuple[int, ...]
    scoring: Scoring
    # The tricks of a game by the suit of trumps from spades, the last without; and of a slam.
    game: tuple[int, ...]
    slam: int

    def maids(self) -> bool:
        """Tells whether the pack has Maids."""
        return self.ranks > 13


SUPER = Pack(17, (5, 4, 3, 2, 1), SUPER_BRIDGE, (13, 13, 14, 14, 12), 15)
BRIDGE = Pack(13, (4, 3, 2, 1), CONTRACT_BRIDGE, (10, 10, 11, 11, 9), 12)


@dataclass(frozen=True)
class Task:
    """One deal to be studied."""

    seed: int
    nodes: int
    pack: Pack = SUPER


@dataclass(frozen=True)
class Studied:
    """What a deal has for North-South, and what it is worth: tricks without trumps, and with the
    longest suit as trumps."""

    points: int
    maids: int
    fit: int
    suit: int
    plain: Bounds
    trumps: Bounds
    # Whether North-South got a Maid (1) or gave one away (-1), and the tricks with trumps then.
    gained: int = 0
    changed: Bounds = (0, 0)

    def results(self) -> list[tuple[int, Bounds]]:
        """Lists both results with the suit that is trumps, 4 for none."""
        return [(4, self.plain), (self.suit, self.trumps)]

    def makes(self, wanted: tuple[int, ...]) -> tuple[bool, bool]:
        """Tells whether the wanted tricks are surely taken in one of the strains, and whether
        they may be."""
        return (
            any(least >= wanted[suit] for suit, (least, _) in self.results()),
            any(most >= wanted[suit] for suit, (_, most) in self.results()),
        )

    def best_score(self, scoring: Scoring, vulnerable: bool) -> int:
        """Scores the best contract that is surely made in one of the strains, bid exactly."""
        scores = [0]
        for suit, (least, _) in self.results():
            for level in range(1, least - scoring.book + 1):
                scores.append(scoring.score(level, STRAIN[suit], 0, vulnerable, least))
        return max(scores)


def deal_masks(seed: int, ranks: int = 17) -> list[int]:
    """Deals the pack, as masks by seat and suit with the best card lowest."""
    pack = vec[Int]([card for card in range(4 * ranks)])
    Rng(seed).shuffle(pack)
    masks = [0] * 16
    for place in range(4 * ranks):
        card = int(pack[place])
        masks[4 * (place // ranks) + card // ranks] |= 1 << card % ranks
    return masks


def solved(
    masks: list[int], pack: Pack, trump: int, declarer: int, nodes: int, guess: int = -1
) -> Bounds:
    """Bounds the tricks that a declarer of North-South takes."""
    search = Search(masks, pack.ranks, trump, Memory(ROOM))
    search.begin((declarer + 1) % 4, pack.ranks)
    search.allow(nodes)
    search.settle(search.guess() if guess < 0 else guess)
    return found_by(search, True)


def held_points(masks: list[int], seat: int, pack: Pack = SUPER) -> int:
    """Counts the points of a hand."""
    return sum(
        value for suit in range(4) for rank, value in enumerate(pack.points)
        if masks[4 * seat + suit] >> rank & 1
    )


def exchanged(masks: list[int], suit: int) -> tuple[int, list[int]]:
    """Lets the Maid of a suit change sides for the lowest card of the suit that the other side has;
    gives 1 if North-South got it, -1 if they gave it, and 0 if there was no lower card for it."""
    owner = next(seat for seat in range(4) if masks[4 * seat + suit] >> MAID & 1)
    taker = max(((owner + 1) % 4, (owner + 3) % 4), key=lambda seat: masks[4 * seat + suit])
    lowest = masks[4 * taker + suit].bit_length() - 1
    if lowest <= MAID:
        return 0, masks
    changed = list(masks)
    for seat in (owner, taker):
        changed[4 * seat + suit] ^= 1 << MAID | 1 << lowest
    return 1 if owner % 2 == 1 else -1, changed


def study_deal(task: Task) -> Studied:
    """Deals and solves."""
    pack = task.pack
    masks = deal_masks(task.seed, pack.ranks)
    lengths = [[masks[4 * seat + suit].bit_count() for suit in range(4)] for seat in range(4)]
    fits = [lengths[0][suit] + lengths[2][suit] for suit in range(4)]
    suit = max(range(4), key=lambda suit: (fits[suit], -suit))
    declarer = 0 if lengths[0][suit] >= lengths[2][suit] else 2
    trumps = solved(masks, pack, suit, declarer, task.nodes)
    gained, changed = 0, (0, 0)
    if pack.maids():
        gained, swapped = exchanged(masks, task.seed % 4)
        if gained:
            guess = trumps[0] if trumps[0] == trumps[1] else -1
            changed = solved(swapped, pack, suit, declarer, task.nodes, guess)
    return Studied(
        sum(held_points(masks, seat, pack) for seat in (0, 2)),
        sum(masks[4 * seat + suit] >> MAID & 1 for seat in (0, 2) for suit in range(4)),
        fits[suit], suit, solved(masks, pack, 4, 0, task.nodes), trumps, gained, changed,
    )


def study(
    deals: int, *, nodes: int, seed: int = 1, pack: Pack = SUPER, workers: int | None = None,
    progress: Callable[[int], None] | None = None, keep: Callable[[Studied], None] | None = None,
) -> list[Studied]:
    """Studies so many deals, and gives each to `keep` as soon as it is solved."""
    rng = Rng(seed)
    tasks = [Task(rng.below_big(1 << 64), nodes, pack) for _ in range(deals)]
    found: list[Studied] = []
    for one in shared(study_deal, tasks, workers or os.cpu_count() or 1):
        found.append(one)
        if keep is not None:
            keep(one)
        if progress is not None:
            progress(len(found))
    return found


HEAD = ["points", "maids", "fit", "suit", "nt least", "nt most", "suit least", "suit most",
        "maid gained", "then least", "then most"]


def row_of(one: Studied) -> list[int]:
    """Lists what is known of a deal in the order of the columns."""
    return [one.points, one.maids, one.fit, one.suit, *one.plain, *one.trumps, one.gained,
            *one.changed]


def written(rows: Sequence[Sequence[int | str]]) -> str:
    """Writes rows of comma-separated values."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


@contextmanager
def keeping(path: Path | None) -> Iterator[Callable[[Studied], None]]:
    """Gives what writes deals into a file, one by one, so that a study that is stopped keeps
    what it has; without a file it does nothing."""
    if path is None:
        yield lambda one: None
        return
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(written([HEAD]))

        def keep(one: Studied) -> None:
            file.write(written([row_of(one)]))
            file.flush()

        yield keep


def read_csv(text: str) -> list[Studied]:
    """Reads deals that were studied before.

    :raises BadRecord: if they are none.
    """
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or rows[0] != HEAD:
        raise BadRecord("these are no deals that were studied: the columns are others")
    found: list[Studied] = []
    for place, row in enumerate(rows[1:], 2):
        if len(row) != len(HEAD) or not all(cell.lstrip("-").isdecimal() for cell in row):
            raise BadRecord("line {line} is no deal that was studied", line=place)
        points, maids, fit, suit, a, b, c, d, gained, e, f = map(int, row)
        found.append(Studied(points, maids, fit, suit, (a, b), (c, d), gained, (e, f)))
    return found
