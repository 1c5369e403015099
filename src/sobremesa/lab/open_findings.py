"""What deals solved with all hands open tell: tricks by points and fit, games, slams and zones.

A line of least squares says what points are worth. A result of which only bounds are known counts
with what the line expects between them, and the line is fitted again until both agree. Intervals
hold 95 % of the same figures of deals drawn again from those that were studied.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import erf, exp, pi, sqrt
from random import Random

from sobremesa.core.errors import Refused
from sobremesa.lab.arena import Z, wilson
from sobremesa.lab.open_hands import BRIDGE, SUPER, Pack, Studied
from sobremesa.solvers.bounds import Bounds
from sobremesa.solvers.par import Scoring

# How often deals are drawn again for an interval, and how often a line is fitted at most.
DRAWN = 300
ROUNDS = 60
# How far a line may still move when it is done, in tricks.
STILL = 1e-4
NO_TRUMP = 4


@dataclass(frozen=True)
class Line:
    """A plane of least squares: where it starts, what each factor adds, and how far deals lie from
    it, as their standard deviation."""

    start: float
    slopes: list[float]
    spread: float

    def at(self, factors: list[float]) -> float:
        """Gives the value for some factors."""
        return self.start + sum(
            slope * factor for slope, factor in zip(self.slopes, factors, strict=True)
        )


def least_squares(factors: list[list[float]], values: list[float]) -> Line:
    """Fits values by factors.

    >>> fitted = least_squares([[1.0], [2.0], [3.0], [4.0]], [3.0, 5.0, 7.0, 9.0])
    >>> round(fitted.start, 6), [round(slope, 6) for slope in fitted.slopes]
    (1.0, [2.0])
    """
    rows = [[1.0, *row] for row in factors]
    size = len(rows[0])
    square = [[sum(row[i] * row[j] for row in rows) for j in range(size)] for i in range(size)]
    inverse = inverted(square)
    sums = [sum(row[i] * value for row, value in zip(rows, values, strict=True))
            for i in range(size)]
    found = [sum(inverse[i][j] * sums[j] for j in range(size)) for i in range(size)]
    rest = sum(
        (value - sum(a * b for a, b in zip(found, row, strict=True))) ** 2
        for row, value in zip(rows, values, strict=True)
    )
    return Line(found[0], found[1:], sqrt(rest / max(1, len(rows) - size)))


def inverted(square: list[list[float]]) -> list[list[float]]:
    """Inverts a small matrix.

    :raises Refused: if there are too few different deals to tell the factors apart.
    """
    size = len(square)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(square)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < 1e-9:
            raise Refused("there are too few deals that are known to say what they have in common")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        by = rows[column][column]
        rows[column] = [value / by for value in rows[column]]
        for other in range(size):
            if other != column:
                times = rows[other][column]
                rows[other] = [
                    value - times * one
                    for value, one in zip(rows[other], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]


def fitted(factors: list[list[float]], results: list[Bounds]) -> Line:
    """Fits results of which some are known only by their bounds.

    >>> line = fitted([[1.0], [2.0], [3.0], [4.0]], [(3, 3), (5, 5), (6, 9), (9, 9)])
    >>> round(line.at([3.0]), 1)
    7.0
    """
    line = least_squares(factors, [(least + most) / 2 for least, most in results])
    if all(least == most for least, most in results):
        return line
    spread = max(line.spread, 0.1)
    for _ in range(ROUNDS):
        moments = [
            expected(line.at(row), spread, bounds)
            for row, bounds in zip(factors, results, strict=True)
        ]
        better = least_squares(factors, [mean for mean, _ in moments])
        apart = max(abs(better.at(row) - line.at(row)) for row in factors)
        wide = sum(variance for _, variance in moments) / len(moments)
        spread = max(sqrt(better.spread ** 2 + wide), 0.1)
        line = better
        if apart < STILL:
            break
    return Line(line.start, line.slopes, spread)


def expected(middle: float, spread: float, bounds: Bounds) -> tuple[float, float]:
    """Gives the mean and the variance of a result between its bounds, around the middle that a
    line says.

    >>> expected(8.0, 1.0, (9, 9)), [round(one, 2) for one in expected(8.0, 1.0, (7, 9))]
    ((9.0, 0.0), [8.0, 0.55])
    """
    least, most = bounds
    if least == most:
        return float(least), 0.0
    low, high = (least - 0.5 - middle) / spread, (most + 0.5 - middle) / spread
    inside = (erf(high / sqrt(2)) - erf(low / sqrt(2))) / 2
    if inside < 1e-6:
        return (least - 0.5 if low > 0 else most + 0.5), 0.0
    at_low, at_high = (exp(-one * one / 2) / sqrt(2 * pi) for one in (low, high))
    shift = (at_low - at_high) / inside
    variance = 1 + (low * at_low - high * at_high) / inside - shift * shift
    return middle + spread * shift, max(0.0, spread * spread * variance)


def plain_line(found: list[Studied]) -> Line:
    """Fits the tricks without trumps by the points."""
    return fitted([[one.points] for one in found], [one.plain for one in found])


def trump_line(found: list[Studied]) -> Line:
    """Fits the tricks with the longest suit as trumps by the points and the length of the fit."""
    return fitted([[one.points, one.fit] for one in found], [one.trumps for one in found])


def maid_change(found: list[Studied]) -> float:
    """Gives the tricks that a Maid brings the side to which it goes, in the mean of the deals
    in which both results are known."""
    changes = [
        one.gained * (one.changed[0] - one.trumps[0]) for one in found if is_paired(one)
    ]
    return sum(changes) / len(changes) if changes else 0.0


def is_paired(one: Studied) -> bool:
    """Tells whether the tricks before and after a Maid changed sides are known."""
    return (
        one.gained != 0 and one.trumps[0] == one.trumps[1] and one.changed[0] == one.changed[1]
    )


def chance(line: Line, factors: list[float], bounds: Bounds, wanted: int) -> float:
    """Gives the chance that a result is at least what is wanted: known, or by the line between
    its bounds.

    >>> line = Line(0.0, [1.0], 1.0)
    >>> chance(line, [9.0], (9, 9), 9), round(chance(line, [9.0], (8, 10), 9), 2)
    (1.0, 0.72)
    """
    least, most = bounds
    if least >= wanted:
        return 1.0
    if most < wanted:
        return 0.0
    low, start, high = (
        erf((edge - 0.5 - line.at(factors)) / line.spread / sqrt(2))
        for edge in (least, wanted, most + 1)
    )
    return (high - start) / (high - low) if high - low > 1e-9 else 0.5


def makes_by_lines(wanted: tuple[int, ...]) -> Callable[[Line, Line, list[Studied]], float]:
    """Makes the figure: in how many of a hundred deals one of the strains takes what is wanted,
    the likelier one, where that is not known."""
    def share(plain: Line, trumps: Line, deals: list[Studied]) -> float:
        return 100 * sum(
            max(
                chance(plain, [one.points], one.plain, wanted[NO_TRUMP]),
                chance(trumps, [one.points, one.fit], one.trumps, wanted[one.suit]),
            )
            for one in deals
        ) / len(deals)

    return share


# What is found out of deals: each figure has a name, a unit and how it is worked out.
Figure = tuple[str, str, Callable[[Line, Line, list[Studied]], float]]


def figures(pack: Pack) -> list[Figure]:
    """Lists what is found out by lines."""
    half = 2 * sum(pack.points)
    game, major = pack.game[NO_TRUMP], pack.game[0]
    listed: list[Figure] = [
        ("without trumps, a point is worth", "tricks", lambda plain, _, __: plain.slopes[0]),
        (f"without trumps, {half} points take", "tricks",
         lambda plain, _, __: plain.at([float(half)])),
        ("tricks lie so far from what the points say", "tricks", lambda plain, _, __: plain.spread),
        ("with trumps, a point is worth", "tricks", lambda _, trumps, __: trumps.slopes[0]),
        ("a card more of the fit is worth", "tricks", lambda _, trumps, __: trumps.slopes[1]),
        ("with trumps tricks lie so far from points and fit", "tricks",
         lambda _, trumps, __: trumps.spread),
    ]
    if pack.maids():
        listed += [
            ("a Maid that changes sides is worth", "tricks",
             lambda _, __, deals: maid_change(deals)),
            ("that is, in points", "points",
             lambda _, trumps, deals: maid_change(deals) / trumps.slopes[0]),
        ]
    listed += [
        ("a game makes, by the lines where it is not known", "%", makes_by_lines(pack.game)),
        ("a slam makes, by the lines where it is not known", "%",
         makes_by_lines((pack.slam,) * 5)),
    ]
    for what, tricks in ((f"{game} tricks without trumps, a game,", game),
                         (f"{pack.slam} tricks without trumps, a slam,", pack.slam)):
        listed.append((f"{what} need", "points", needs_plain(tricks)))
    for fit in (pack.ranks // 2 + 1, pack.ranks // 2 + 2, pack.ranks // 2 + 3):
        listed.append((f"{major} tricks in a major with {fit} trumps need", "points",
                       needs_trumps(major, fit)))
    return listed


def needs_plain(tricks: int) -> Callable[[Line, Line, list[Studied]], float]:
    """Makes the figure: how many points take so many tricks without trumps."""
    return lambda plain, _, __: (tricks - plain.start) / plain.slopes[0]


def needs_trumps(tricks: int, fit: int) -> Callable[[Line, Line, list[Studied]], float]:
    """Makes the figure: how many points take so many tricks with so many trumps."""
    return lambda _, trumps, __: (
        (tricks - trumps.start - fit * trumps.slopes[1]) / trumps.slopes[0]
    )


def worked_out(found: list[Studied], wanted: list[Figure]) -> list[float]:
    """Works out figures."""
    plain, trumps = plain_line(found), trump_line(found)
    return [work(plain, trumps, found) for _, _, work in wanted]


def figure_rows(found: list[Studied], pack: Pack) -> list[str]:
    """Writes what lines tell, with intervals from deals drawn again."""
    wanted = figures(pack)
    try:
        values = worked_out(found, wanted)
    except Refused:
        return [f"| {what} | too few deals | – | {len(found)} |" for what, _, _ in wanted]
    rng = Random(1)
    again: list[list[float]] = []
    for _ in range(DRAWN):
        try:
            again.append(worked_out(rng.choices(found, k=len(found)), wanted))
        except Refused:
            # All deals that were drawn are alike.
            continue
    rows: list[str] = []
    for place, value in enumerate(values):
        what, unit, _ = wanted[place]
        drawn = sorted(one[place] for one in again) or [value]
        low, high = drawn[len(drawn) // 40], drawn[-1 - len(drawn) // 40]
        deals = sum(map(is_paired, found)) if "Maid" in what or "that is" in what else len(found)
        rows.append(f"| {what} | {value:.2f} {unit} | {low:.2f} to {high:.2f} | {deals} |")
    return rows


def share_row(what: str, sure: int, possible: int, deals: int) -> str:
    """Writes a share; what is not known widens its interval."""
    low, high = wilson(sure, deals)[0], wilson(possible, deals)[1]
    share = f"{sure / deals:.0%}"
    if possible > sure:
        share += f" to {possible / deals:.0%}"
    return f"| {what} | {share} | {low:.0%} to {high:.0%} | {deals} |"


def table(found: list[Studied], pack: Pack = SUPER) -> str:
    """Writes the findings as a table."""
    deals = len(found)
    if not deals:
        raise Refused("there are no deals to tell of")
    rows = ["| what | value | 95 % interval | deals |", "|---|---|---|---|",
            *figure_rows(found, pack)]
    for what, wanted in (("game", pack.game), ("slam", (pack.slam,) * 5)):
        made = [one.makes(wanted) for one in found]
        rows.append(share_row(
            f"North-South: a {what} makes", sum(sure for sure, _ in made),
            sum(possible for _, possible in made), deals,
        ))
    rows += zone_rows(found, pack)
    gain = [one.best_score(pack.scoring, True) - one.best_score(pack.scoring, False)
            for one in found]
    mean = sum(gain) / deals
    spread = sqrt(sum((one - mean) ** 2 for one in gain) / max(1, deals - 1) / deals)
    rows.append(
        f"| vulnerability adds to the best contract | {mean:.0f} points | "
        f"{mean - Z * spread:.0f} to {mean + Z * spread:.0f} | {deals} |"
    )
    return "\n".join([*rows, "", *odds_rows(pack.scoring)])


def zone_rows(found: list[Studied], pack: Pack) -> list[str]:
    """Writes in which zone the highest contract lies that North-South make: levels 1 to 3, 4 to 6
    and 7 to 9. Bridge has no zones, and no more than one level of the last."""
    zones = (
        ["no contract", "levels 1 to 3", "levels 4 to 6", "level 7"] if pack is BRIDGE else
        ["no contract", "zone A (levels 1 to 3)", "zone B (4 to 6)", "zone C (7 to 9)"]
    )
    rows: list[str] = []
    for zone in range(1 + (pack.scoring.levels + 2) // 3):
        sure = possible = 0
        for one in found:
            low, high = (zone_of(level) for level in levels_of(one, pack.scoring.book))
            sure += low == high == zone
            possible += low <= zone <= high
        rows.append(share_row(f"the highest that makes: {zones[zone]}", sure, possible, len(found)))
    return rows


def levels_of(one: Studied, book: int) -> tuple[int, int]:
    """Gives the least and the most that the highest level is that can be made."""
    return (
        max(least for _, (least, _) in one.results()) - book,
        max(most for _, (_, most) in one.results()) - book,
    )


def zone_of(level: int) -> int:
    """Gives the zone of a level, 0 for none, 1 to 3 for A to C."""
    return 0 if level < 1 else (level - 1) // 3 + 1


def needed(scoring: Scoring, level: int, strain: int, vulnerable: bool) -> float:
    """Gives how often a contract has to make so that bidding it scores as much as stopping one
    level lower, when it is a matter of one trick.

    >>> from sobremesa.solvers.par import SUPER_BRIDGE
    >>> needed(SUPER_BRIDGE, 4, 4, False), round(needed(SUPER_BRIDGE, 4, 4, True), 2)
    (0.5, 0.45)
    """
    tricks = scoring.book + level
    gain = (scoring.score(level, strain, 0, vulnerable, tricks)
            - scoring.score(level - 1, strain, 0, vulnerable, tricks))
    loss = (scoring.score(level - 1, strain, 0, vulnerable, tricks - 1)
            - scoring.score(level, strain, 0, vulnerable, tricks - 1))
    return loss / (gain + loss)


def odds_rows(scoring: Scoring) -> list[str]:
    """Writes how often contracts have to make to be worth bidding."""
    names = {strain: name for name, strain in (("NT", 4), ("♠", 3), ("♣", 0))}
    rows = ["| to be bid, it has to make | not vulnerable | vulnerable |", "|---|---|---|"]
    for strain in (4, 3, 0):
        for level in range(2, scoring.levels + 1):
            odds = [needed(scoring, level, strain, mark) for mark in (False, True)]
            told = [f"{one:.0%}" if one <= 1 else "never" for one in odds]
            rows.append(f"| {level}{names[strain]} | {told[0]} | {told[1]} |")
    return rows


# The plot: where points and tricks lie on it.
WIDE, HIGH, LEFT, TOP = 480, 300, 50, 14
STYLE = (
    "svg{font:13px system-ui,sans-serif;fill:#2b2620}.deal{fill:#15607d;fill-opacity:.55}"
    ".wide{stroke:#15607d;stroke-opacity:.35;stroke-width:2}.line{stroke:#c02f0d;stroke-width:2}"
    ".axis{stroke:#635849}@media (prefers-color-scheme:dark){svg{fill:#f1e9d8}"
    ".deal{fill:#6fcbe6}.wide{stroke:#6fcbe6}.line{stroke:#ff7a57}.axis{stroke:#b4c8c5}}"
)


def within(line: Line, points: float, ranks: int) -> tuple[float, float]:
    """Gives the spot of a line at so many points, or where it leaves the tricks that there are.

    >>> within(Line(-2.0, [0.5], 1.0), 2.0, 13), within(Line(-2.0, [0.5], 1.0), 10.0, 13)
    ((4.0, 0.0), (10.0, 3.0))
    """
    tricks = line.at([points])
    kept = min(max(tricks, 0.0), float(ranks))
    return (points if kept == tricks else (kept - line.start) / line.slopes[0]), kept


def plot(found: list[Studied], pack: Pack = SUPER) -> str:
    """Draws the tricks without trumps by the points of North-South, bounds as strokes, and the line
    through them, if there are deals enough."""
    line: Line | None = None
    with suppress(Refused):
        line = plain_line(found)
    most = 4 * sum(pack.points)
    fewest, most = most // 6, most - most // 6

    def spot(points: float, tricks: float) -> tuple[float, float]:
        return (
            LEFT + WIDE * (points - fewest) / (most - fewest),
            TOP + HIGH * (pack.ranks - tricks) / pack.ranks,
        )

    drawn = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {LEFT + WIDE + 20} {HIGH + 70}" width="{LEFT + WIDE + 20}" '
        f'height="{HIGH + 70}"><title>Tricks without trumps by points</title>'
        f"<style>{STYLE}</style>"
    ]
    for tricks in range(0, pack.ranks + 1, 4):
        _, y = spot(fewest, tricks)
        drawn.append(f'<path class="axis" stroke-opacity=".3" d="M{LEFT} {y:.1f}h{WIDE}"/>')
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tricks}</text>')
    for points in range((fewest + 9) // 10 * 10, most + 1, 10):
        x, _ = spot(points, 0)
        drawn.append(f'<text x="{x:.1f}" y="{HIGH + 34}" text-anchor="middle">{points}</text>')
    for one in found:
        x, low = spot(one.points, one.plain[0])
        _, high = spot(one.points, one.plain[1])
        drawn.append(
            f'<circle class="deal" cx="{x:.1f}" cy="{low:.1f}" r="3.5"/>' if low == high
            else f'<path class="wide" d="M{x:.1f} {low:.1f}V{high:.1f}"/>'
        )
    if line is not None:
        ends = [spot(*within(line, points, pack.ranks)) for points in (fewest, most)]
        drawn.append(
            f'<path class="line" d="M{ends[0][0]:.1f} {ends[0][1]:.1f}L{ends[1][0]:.1f} '
            f'{ends[1][1]:.1f}"/>'
        )
    drawn.append(
        f'<text x="{LEFT + WIDE / 2}" y="{HIGH + 56}" text-anchor="middle">'
        "points of North and South; tricks without trumps</text></svg>\n"
    )
    return "".join(drawn)
