"""The ladder: every kind of bot against every other on equal deals, and their Elo from that.

Two kinds meet on every deal twice: they sit alternately, and then the other way round, so that
each has played the deal from every seat. With two sides a round is won, lost or even; where more
play, each of the one kind is compared with each of the other by who came out ahead. Alone both
play the same deal, and whoever does more with it is ahead. What comes out even counts half.

The ratings are those under which the results are most likely (Bradley and Terry): a lead of 400
is ten to one. The deals are what is independent, so the intervals come from how much the results
differ from deal to deal. Every two kinds get one deal more, half won and half lost, so that who
always wins is not infinitely strong.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from itertools import combinations
from math import exp, log, log10, sqrt
from pathlib import Path

from sobremesa import Game, Refused
from sobremesa.bots import names
from sobremesa.core.game import game_class
from sobremesa.files import write_text
from sobremesa.lab.arena import Estimate, Played, Z, equal_tables, play_table
from sobremesa.lab.drawing import sheet
from sobremesa.lab.seer import sitter
from sobremesa.lab.workers import shared

# What is on every ladder as far as a game has it, the weakest first.
RUNGS = ["random", "learner", "easy", "greedy", "middle", "strong", "master"]
# Whose rating is given, and what it is.
ANCHOR = "greedy"
ANCHOR_ELO = 1000.0
# Elo for a factor of e in the odds.
ELO = 400 / log(10)
# How far the ratings move in one step at most, and when they stay.
STRIDE = 2.0
STILL = 1e-9
MOST_STEPS = 200

# How often one kind came out ahead of another, by deal: from 0 to 1.
Meetings = dict[tuple[str, str], list[float]]
Matrix = list[list[float]]


@dataclass(frozen=True)
class Ladder:
    """The ratings of the kinds of bot that play a game, the weakest first, and what they come
    from: how often each came out ahead of each other."""

    game: str
    kinds: list[str]
    seed: int
    unit: str
    deals: int
    elo: list[Estimate]
    scores: list[list[float | None]]

    def text(self) -> str:
        """Writes the ladder as a table, the strongest first."""
        lines = [
            f"{self.game}, {self.deals} deals from every seat, {self.unit}, seed {self.seed}; "
            f"{self.anchor} has {ANCHOR_ELO:.0f}"
        ]
        width = max(len(kind) for kind in self.kinds)
        columns = "".join(f"{kind:>{width + 2}}" for kind in self.kinds)
        lines.append(f"{'':<{width}}   Elo  {'95 %':<14}ahead of:{columns}")
        for place in reversed(range(len(self.kinds))):
            elo, low, high = self.elo[place]
            ahead = "".join(
                f"{'-' if score is None else f'{score:.1%}':>{width + 2}}"
                for score in self.scores[place]
            )
            lines.append(
                f"{self.kinds[place]:<{width}} {elo:>5.0f}  {f'{low:.0f} to {high:.0f}':<14}"
                f"         {ahead}"
            )
        return "\n".join(lines)

    def pairs(self) -> list[tuple[str, str]]:
        """List every two kinds that have met, once."""
        return [
            (self.kinds[low], self.kinds[high])
            for low, high in combinations(range(len(self.kinds)), 2)
            if self.scores[low][high] is not None
        ]

    @property
    def anchor(self) -> str:
        """Whose rating is given: the greedy bot's, or the weakest's where there is none."""
        return ANCHOR if ANCHOR in self.kinds else self.kinds[0]

    def csv(self) -> str:
        """Writes the ladder as comma-separated values, a row for each kind."""
        written = io.StringIO()
        rows = csv.writer(written, lineterminator="\n")
        rows.writerow([*HEAD, *(f"ahead of {kind}" for kind in self.kinds)])
        for place, kind in enumerate(self.kinds):
            elo, low, high = self.elo[place]
            rows.writerow([
                self.game, self.unit, self.deals, self.seed, kind, f"{elo:.1f}", f"{low:.1f}",
                f"{high:.1f}",
                *("" if score is None else f"{score:.5f}" for score in self.scores[place]),
            ])
        return written.getvalue()

    def __str__(self) -> str:
        return self.text()


HEAD = ["game", "unit", "deals", "seed", "kind", "elo", "low", "high"]


def read_csv(text: str) -> Ladder:
    """Reads a ladder that `Ladder.csv` wrote.

    :raises Refused: if it is none.
    """
    rows = list(csv.reader(io.StringIO(text)))
    try:
        if rows[0][: len(HEAD)] != HEAD:
            raise ValueError
        kinds = [row[4] for row in rows[1:]]
        return Ladder(
            rows[1][0], kinds, int(rows[1][3]), rows[1][1], int(rows[1][2]),
            [(float(row[5]), float(row[6]), float(row[7])) for row in rows[1:]],
            [[float(score) if score else None for score in row[len(HEAD):]] for row in rows[1:]],
        )
    except (IndexError, ValueError) as wrong:
        raise Refused("this is no ladder that was written here") from wrong


def climb(
    game: Game,
    kinds: list[str] | None = None,
    deals: int = 200,
    seed: int = 1,
    rounds: bool = True,
    near: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Ladder:
    """Lets all kinds play each other on equal deals and rates them.

    Without `kinds` they are all levels that the game has, and the greedy and the random bot; with
    `near` only those meet that stand at most so many rungs apart. `rounds` plays single rounds,
    otherwise the deals begin matches. `progress` is told how many deals have been played.

    >>> import sobremesa
    >>> ladder = climb(sobremesa.game("block"), ["random", "greedy"], deals=20, workers=1)
    >>> ladder.elo[0][0] < ladder.elo[1][0] == 1000
    True
    """
    kinds = rungs(game.name) if kinds is None else kinds
    for kind in kinds:
        sitter(game, kind)
    if len(set(kinds)) < len(kinds) or not kinds:
        raise Refused("name every kind of bot once, and one at least")
    if deals < 1:
        raise Refused("a ladder needs at least one deal")
    met = meetings(game, kinds, pairs_at(kinds, near), deals, seed, rounds, workers, progress)
    ratings = rated(kinds, met)
    scores = [[ahead_of(met, one, other) for other in kinds] for one in kinds]
    unit = "rounds" if rounds else "matches"
    return Ladder(game.spec, kinds, seed, unit, deals, ratings, scores)


def rungs(game_name: str) -> list[str]:
    """Lists the kinds of bot on the ladder of a game, the weakest first."""
    known = names(game_name)
    return [kind for kind in RUNGS if kind in known]


def pairs_at(kinds: list[str], near: int = 0) -> list[tuple[str, str]]:
    """Lists every two kinds once, or those that stand at most so many rungs apart.

    >>> pairs_at(["a", "b", "c"], near=1)
    [('a', 'b'), ('b', 'c')]
    """
    return [
        (kinds[low], kinds[high]) for low, high in combinations(range(len(kinds)), 2)
        if high - low <= (near or len(kinds))
    ]


def ahead_of(met: Meetings, one: str, other: str) -> float | None:
    """Gives how often one kind came out ahead of another, if they have met."""
    for pair, turned in (((one, other), False), ((other, one), True)):
        if pair in met:
            share = sum(met[pair]) / len(met[pair])
            return 1 - share if turned else share
    return None


def alternating(game: Game, one: str, other: str) -> list[list[str]]:
    """Lists the two seatings in which sides of one kind and of the other sit alternately.

    >>> import sobremesa
    >>> alternating(sobremesa.game("block", players=3), "a", "b")
    [['a', 'b', 'a'], ['b', 'a', 'b']]
    """
    sides = [game.side_of(seat) for seat in range(int(game.players))]
    return [
        [first if side % 2 == 0 else second for side in sides]
        for first, second in ((one, other), (other, one))
    ]


def meetings(
    game: Game, kinds: list[str], pairs: list[tuple[str, str]], deals: int, seed: int,
    rounds: bool, workers: int | None, progress: Callable[[int], None] | None,
) -> Meetings:
    """Lets pairs of kinds meet on the same deals."""
    alone = int(game.players) == 1
    # Alone each kind plays every deal once, and the pairs are compared afterwards.
    groups = [[[kind] for kind in kinds]] if alone else [
        alternating(game, one, other) for one, other in pairs
    ]
    tables = [equal_tables(game, seatings, deals, seed, rounds) for seatings in groups]
    met: Meetings = {pair: [] for pair in pairs}
    results = shared(
        play_table, [table for group in tables for table in group], workers or os.cpu_count() or 1
    )
    done = 0
    for place, (seatings, group) in enumerate(zip(groups, tables, strict=True)):
        for _ in group:
            for deal in next(results):
                for one, other in pairs if alone else [pairs[place]]:
                    met[one, other].append(compared(game, one, other, seatings, deal))
                done += 1
            if progress is not None:
                progress(done)
    return met


def compared(
    game: Game, one: str, other: str, seatings: list[list[str]], deal: list[Played]
) -> float:
    """Says how often one kind came out ahead of another on one deal."""
    if int(game.players) == 1:
        mine = deal[seatings.index([one])]
        theirs = deal[seatings.index([other])]
        return Played(mine.won + theirs.won, mine.gained + theirs.gained, 1).ahead(0, 1)
    found = []
    for sitting, played in zip(seatings, deal, strict=True):
        ahead = [
            played.ahead(mine, theirs)
            for mine, sitter in enumerate(sitting) if sitter == one
            for theirs, rival in enumerate(sitting) if rival == other
        ]
        found.append(sum(ahead) / len(ahead))
    return sum(found) / len(found)


def rated(kinds: list[str], met: Meetings) -> list[Estimate]:
    """Finds the ratings under which the results are most likely, with their 95 % intervals."""
    anchor = kinds.index(ANCHOR) if ANCHOR in kinds else 0
    free = [place for place in range(len(kinds)) if place != anchor]
    pairs = [(kinds.index(one), kinds.index(other), shares) for (one, other), shares in met.items()]
    ratings = _most_likely(len(kinds), free, pairs)
    spread = _spread(ratings, free, pairs)
    found: list[Estimate] = []
    for place, rating in enumerate(ratings):
        elo = ANCHOR_ELO + ELO * rating
        reach = Z * ELO * sqrt(spread[place])
        found.append((elo, elo - reach, elo + reach))
    return found


Pair = tuple[int, int, list[float]]


def _chance(lead: float) -> float:
    """Gives the chance to come out ahead with a lead in rating."""
    return 1 / (1 + exp(-lead)) if lead > 0 else 1 - 1 / (1 + exp(lead))


def _most_likely(count: int, free: list[int], pairs: list[Pair]) -> list[float]:
    """Climbs to the top of the likelihood by Newton's steps."""
    ratings = [0.0] * count
    for _ in range(MOST_STEPS if free else 0):
        slope = [0.0] * count
        for one, other, shares in pairs:
            chance = _chance(ratings[one] - ratings[other])
            pull = sum(shares) + 0.5 - (len(shares) + 1) * chance
            slope[one] += pull
            slope[other] -= pull
        step = solved(_bend(ratings, free, pairs), [slope[place] for place in free])
        longest = max(abs(stride) for stride in step)
        for place, stride in zip(free, step, strict=True):
            ratings[place] += stride * min(1.0, STRIDE / max(longest, STILL))
        if longest < STILL:
            break
    return ratings


def _bend(ratings: list[float], free: list[int], pairs: list[Pair]) -> Matrix:
    """Gives how the likelihood bends (the information) in the ratings that are free."""
    at = {place: number for number, place in enumerate(free)}
    bend = [[0.0] * len(free) for _ in free]
    for one, other, shares in pairs:
        chance = _chance(ratings[one] - ratings[other])
        weight = (len(shares) + 1) * chance * (1 - chance)
        for first, second, sign in (
            (one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)
        ):
            if first in at and second in at:
                bend[at[first]][at[second]] += sign * weight
    return bend


def _spread(ratings: list[float], free: list[int], pairs: list[Pair]) -> list[float]:
    """Gives the variances of the ratings, from how the pull on them differs between deals."""
    pulls: list[list[float]] = []
    for deal in range(max((len(shares) for _, _, shares in pairs), default=0)):
        pull = [0.0] * len(ratings)
        for one, other, shares in pairs:
            off = shares[deal] - _chance(ratings[one] - ratings[other])
            pull[one] += off
            pull[other] -= off
        pulls.append(pull)
    for one, other, _ in pairs:
        chance = _chance(ratings[one] - ratings[other])
        for off in (0.5 * (1 - chance), -0.5 * chance):
            pull = [0.0] * len(ratings)
            pull[one], pull[other] = off, -off
            pulls.append(pull)
    bend = _bend(ratings, free, pairs)
    found = [0.0] * len(ratings)
    for number, place in enumerate(free):
        row = solved(bend, [float(other == number) for other in range(len(free))])
        found[place] = sum(
            sum(part * pull[at] for part, at in zip(row, free, strict=True)) ** 2
            for pull in pulls
        )
    return found


def solved(matrix: Matrix, right: list[float]) -> list[float]:
    """Solves a system of linear equations by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            for place in range(column, size + 1):
                rows[row][place] -= factor * rows[column][place]
    found = [0.0] * size
    for row in reversed(range(size)):
        rest = sum(rows[row][place] * found[place] for place in range(row + 1, size))
        found[row] = (rows[row][size] - rest) / rows[row][row]
    return found


def table(ladders: Iterable[Ladder]) -> str:
    """Writes ladders as one table, a row for each game."""
    lines = [
        "| game | deals | " + " | ".join(RUNGS) + " |", "|---|---|" + "---|" * len(RUNGS),
    ]
    for ladder in ladders:
        cells = []
        for kind in RUNGS:
            if kind not in ladder.kinds:
                cells.append("")
                continue
            elo, low, high = ladder.elo[ladder.kinds.index(kind)]
            reach = f" ± {(high - low) / 2:.0f}" if high > low else ""
            cells.append(f"{elo:.0f}{reach}")
        title = game_class(ladder.game.partition("(")[0]).TITLE
        lines.append(f"| {title} | {ladder.deals} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def write_into(folder: Path, ladder: Ladder) -> None:
    """Keeps a ladder in a folder, as values and as a plot, under the game with its options."""
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / f"{ladder.game}.csv", ladder.csv())
    write_text(folder / f"{ladder.game}.svg", plot(ladder))


def check_room(
    folder: Path, game: Game, kinds: list[str], deals: int, seed: int, rounds: bool, near: int
) -> None:
    """Check that a folder keeps no other ladder where this one would be kept.

    :raises Refused: if it does.
    """
    known = kept_in(folder, [game.spec])
    if not known:
        return
    kept = known[0]
    unit = "rounds" if rounds else "matches"
    same = (kinds, deals, seed, unit) == (kept.kinds, kept.deals, kept.seed, kept.unit)
    if not same or sorted(pairs_at(kinds, near)) != sorted(kept.pairs()):
        raise Refused(
            "{folder} keeps another ladder of {game}: {kinds} on {deals} deals, seed {seed}; name "
            "another folder", folder=str(folder), game=game.spec, kinds=", ".join(kept.kinds),
            deals=kept.deals, seed=kept.seed,
        )


def kept_in(folder: Path, games: Iterable[str]) -> list[Ladder]:
    """Reads the ladders of games that a folder keeps, in the order of the games."""
    found: list[Ladder] = []
    for name in games:
        path = folder / f"{name}.csv"
        if path.exists():
            found.append(read_csv(path.read_text(encoding="utf-8", errors="replace")))
            if found[-1].game != name:
                raise Refused(
                    "{path} is the ladder of {other}, not of {game}", path=str(path),
                    other=found[-1].game, game=name,
                )
    return found


def whole_in(folder: Path, name: str) -> list[Ladder]:
    """Read the ladder of a game that a folder keeps, if it does.

    :raises Refused: if kinds of bot are missing on it.
    """
    found = kept_in(folder, [name])
    if any(ladder.kinds != rungs(name) for ladder in found):
        raise Refused(
            "the ladder of {game} in {folder} is not of all kinds of bot: move it elsewhere",
            game=name, folder=str(folder),
        )
    return found


# The plot: a row for each kind, and room at the left for names.
WIDTH = 420
LEFT = 90
ROW = 26
TOP = 34
STYLE = (
    "svg{font:13px system-ui,sans-serif;fill:#2b2620}.dot{fill:#c02f0d}.reach{stroke:#15607d;"
    "stroke-width:3}.axis{stroke:#635849;stroke-opacity:.35}"
    "@media (prefers-color-scheme:dark){svg{fill:#f1e9d8}.dot{fill:#ff7a57}.reach{stroke:#6fcbe6}"
    ".axis{stroke:#b4c8c5}}"
)


def plot(ladder: Ladder) -> str:
    """Draws the ratings with their intervals, the strongest on top."""
    least = min(low for _, low, _ in ladder.elo)
    most = max(high for _, _, high in ladder.elo)
    step = _step(most - least)
    first, last = int(least // step), int(-(-most // step))
    last = max(last, first + 1)

    def across(elo: float) -> float:
        return LEFT + WIDTH * (elo / step - first) / (last - first)

    bottom = TOP + ROW * len(ladder.kinds)
    drawn = [f'<text x="{LEFT}" y="20">{escape(ladder.game)}: Elo, 95 %</text>']
    for mark in range(first, last + 1):
        x = across(mark * step)
        drawn.append(
            f'<path class="axis" d="M{x:.1f} {TOP}V{bottom}"/>'
            f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{mark * step}</text>'
        )
    for place, kind in enumerate(ladder.kinds):
        y = bottom - ROW * place - ROW / 2
        elo, low, high = ladder.elo[place]
        drawn.append(
            f'<text x="{LEFT - 10}" y="{y + 4:g}" text-anchor="end">{escape(kind)}</text>'
            f'<path class="reach" d="M{across(low):.1f} {y:g}H{across(high):.1f}"/>'
            f'<circle class="dot" cx="{across(elo):.1f}" cy="{y:g}" r="5"/>'
        )
    return sheet(f"The ladder of {ladder.game}", LEFT + WIDTH + 40, bottom + 30, STYLE, drawn)


def _step(span: float) -> int:
    """Gives the distance of the marks on an axis: 1, 2 or 5 with noughts, five or so of them."""
    wish = max(span, 1) / 5
    ten = 10 ** int(log10(max(wish, 1)))
    return int(next(ten * part for part in (1, 2, 5, 10) if ten * part >= wish or part == 10))
