"""What the results of a study tell: every measure of every alternative, and how they differ.

Deals are what is independent: what several seatings made of one deal is averaged first, and
alternatives are compared deal by deal. Where a study was stopped when an interval was narrow, all
intervals are those of confidence sequences; otherwise they are those of a fixed number of deals.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import isinf, sqrt
from pathlib import Path
from typing import Any, Final

from sobremesa import Refused
from sobremesa.lab.arena import Estimate
from sobremesa.lab.intervals import ALPHA, Bounds, difference_bounds, fixed, looked
from sobremesa.lab.running import arrow
from sobremesa.lab.study import Study, Subject, study_of
from sobremesa.lab.units import SHARE, Measure

Interval = Callable[[list[float], Bounds | None, float], Estimate]

# What is said of a difference: nothing to be seen, one that is clear if one had asked for this
# measure alone, one that is clear although so many measures are looked at.
SAME: Final = ""
SEEN: Final = "*"
CLEAR: Final = "**"


@dataclass(frozen=True)
class Effect:
    """A measure in all alternatives, and how the later differ from the first; None where a game
    has nothing that the measure could mean. `marks` says of each difference how clear it is."""

    measure: Measure
    levels: list[Estimate | None]
    differences: list[Estimate | None]
    marks: list[str]


@dataclass(frozen=True)
class Event:
    """A kind of scoring move: how often it comes in a play, and the points that it brings."""

    kind: str
    often: Estimate
    points: float


@dataclass(frozen=True)
class Seats:
    """What each seat wins, and with what spread its points come."""

    won: list[Estimate]
    gained: list[float]
    spread: list[float]


@dataclass(frozen=True)
class Found:
    """What a study found of one of its games."""

    subject: Subject
    deals: int
    stopped: bool
    reached: bool
    effects: list[Effect]
    seats: list[Seats]
    events: list[list[Event]]
    endings: list[dict[str, Estimate]]

    def text(self, width: int | None = None) -> str:
        """Writes all measures as a table, below each other if it is wider than that."""
        unit = "rounds" if self.subject.rounds else "matches"
        lines = [
            f"{self.subject.game}, {self.deals} equal deals ({unit}), seed {self.subject.seed}; "
            "95 % intervals"
            + (" that hold at every look (confidence sequences)" if self.stopped else "")
        ]
        names = [one.label for one in self.subject.alternatives]
        rows = [["", *names, *(f"{name}, difference" for name in names[1:])]]
        for effect in self.effects:
            cells = [written(effect.measure, level) for level in effect.levels]
            cells += [
                f"{written(effect.measure, change, signed=True)} {mark}".rstrip()
                for change, mark in zip(effect.differences, effect.marks, strict=True)
            ]
            rows.append([effect.measure.words, *cells])
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
        if width is not None and sum(widths) + 2 * len(widths) - 2 > width:
            widest = max(len(name) for name in rows[0])
            for row in rows[1:]:
                lines.append(row[0])
                lines += [
                    f"  {name.ljust(widest)}  {cell}"
                    for name, cell in zip(rows[0][1:], row[1:], strict=True)
                ]
        else:
            lines += [
                "  ".join(
                    cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)
                ).rstrip()
                for row in rows
            ]
        if len(names) > 1:
            lines.append(
                "* the interval leaves out 0; ** also if one allows for all measures together"
            )
        return "\n".join(lines)


def written(measure: Measure, found: Estimate | None, signed: bool = False) -> str:
    """Writes an estimate with its interval.

    >>> from sobremesa.lab.measures import MEASURES
    >>> written(MEASURES["blocked"], (0.125, 0.1, 0.15))
    '12.5% (10.0% to 15.0%)'
    """
    if found is None:
        return "-"
    sign = "+" if signed else ""
    form = f"{sign}.1%" if measure.unit == SHARE else f"{sign}.2f"
    mean, low, high = found
    if isinf(low) or isinf(high):
        return f"{mean:{form}} (no interval yet)"
    return f"{mean:{form}} ({low:{form}} to {high:{form}})"


def read_results(path: Path) -> tuple[Study, list[Found]]:
    """Reads a result file.

    :raises Refused: if it is none.
    """
    pa = arrow()
    try:
        file = pa.parquet.ParquetFile(path)
        told = json.loads(file.schema_arrow.metadata[b"sobremesa"])
        rows = file.read().to_pylist()
    except FileNotFoundError as missing:
        raise Refused("there is no file {path}", path=str(path)) from missing
    except (pa.ArrowInvalid, KeyError, TypeError, ValueError) as wrong:
        raise Refused("{path} holds no results of a study", path=str(path)) from wrong
    study = study_of(told["study"])
    found = [
        _found(
            subject, [row for row in rows if row["subject"] == number],
            study.until is not None, told["runs"][number]["reached"],
        )
        for number, subject in enumerate(study.subjects)
    ]
    return study, found


def _found(subject: Subject, rows: list[dict[str, Any]], stopped: bool, reached: bool) -> Found:
    interval: Interval = looked if stopped else fixed
    alternatives = range(len(subject.alternatives))
    parts = [[row for row in rows if row["alternative"] == one] for one in alternatives]
    deals = len({row["deal"] for row in rows})
    measures = subject.measures()
    columns = {name: [_by_deal(part, name) for part in parts] for name in measures}
    used = {name: found for name, found in columns.items() if any(found)}
    effects = [
        _effect(subject, measures[name], found, interval, len(used))
        for name, found in used.items()
    ]
    return Found(
        subject, deals, stopped, reached, effects, [_seats(part, interval) for part in parts],
        [_events(part, interval) for part in parts], [_endings(part, interval) for part in parts],
    )


def _by_deal(rows: list[dict[str, Any]], name: str) -> dict[int, float]:
    """Gives a measure by deal in their order, in the mean of the seatings; deals in which it
    means nothing are left out."""
    sums: dict[int, list[float]] = {}
    for row in rows:
        if row[name] is not None:
            sums.setdefault(row["deal"], []).append(row[name])
    return {deal: sum(values) / len(values) for deal, values in sorted(sums.items())}


def _effect(
    subject: Subject, measure: Measure, found: list[dict[int, float]], interval: Interval,
    measures: int,
) -> Effect:
    # A few values alike are no certainty: a share allows for that, and a sequence by itself.
    bounded = measure.unit == SHARE or interval is looked
    bounds = subject.bounds(measure) if bounded else None
    levels = [interval(list(one.values()), bounds, ALPHA) if one else None for one in found]
    differences: list[Estimate | None] = []
    marks = []
    base = found[0]
    for other in found[1:]:
        if not base or not other:
            differences.append(None)
            marks.append(SAME)
            continue
        differences.append(_difference(base, other, bounds, interval, ALPHA))
        strict = ALPHA / measures / max(1, len(found) - 1)
        clear = _difference(base, other, bounds, interval, strict)
        marks.append(CLEAR if _apart(clear) else SEEN if _apart(differences[-1]) else SAME)
    return Effect(measure, levels, differences, marks)


def _difference(
    base: dict[int, float], other: dict[int, float], bounds: Bounds | None, interval: Interval,
    alpha: float,
) -> Estimate:
    """Compares deal by deal. Where a measure means nothing in some deals, those that are left
    are not the same, so that the intervals of both means are set against each other."""
    if base.keys() == other.keys():
        apart = [new - old for old, new in zip(base.values(), other.values(), strict=True)]
        return interval(apart, difference_bounds(bounds), alpha)
    old = interval(list(base.values()), bounds, alpha / 2)
    new = interval(list(other.values()), bounds, alpha / 2)
    return new[0] - old[0], new[1] - old[2], new[2] - old[1]


def _apart(found: Estimate | None) -> bool:
    return found is not None and not found[1] <= 0.0 <= found[2]


def _seats(rows: list[dict[str, Any]], interval: Interval) -> Seats:
    count = len(rows[0]["won_by_seat"])
    gains = [[row["gained_by_seat"][seat] for row in rows] for seat in range(count)]
    means = [sum(one) / len(one) for one in gains]
    won = []
    for seat in range(count):
        of_seat = [{"deal": row["deal"], "won": row["won_by_seat"][seat]} for row in rows]
        won.append(interval(list(_by_deal(of_seat, "won").values()), (0.0, 1.0), ALPHA))
    spread = [
        sqrt(sum((gain - mean) ** 2 for gain in one) / max(1, len(one) - 1))
        for one, mean in zip(gains, means, strict=True)
    ]
    return Seats(won, means, spread)


def _events(rows: list[dict[str, Any]], interval: Interval) -> list[Event]:
    """Gives how often each kind of scoring comes in a play, the most frequent first."""
    kinds = sorted({event["kind"] for row in rows for event in row["events"]})
    found = []
    for kind in kinds:
        each = [
            {
                "deal": row["deal"],
                "count": sum(one["count"] for one in row["events"] if one["kind"] == kind),
            }
            for row in rows
        ]
        total = sum(one["count"] for one in each)
        points = sum(
            one["points"] for row in rows for one in row["events"] if one["kind"] == kind
        )
        often = interval(list(_by_deal(each, "count").values()), None, ALPHA)
        found.append(Event(kind, often, points / total))
    return sorted(found, key=lambda event: -event.often[0])


def _endings(rows: list[dict[str, Any]], interval: Interval) -> dict[str, Estimate]:
    """Gives which share of the rounds that name their ending had which."""
    named = [row for row in rows if row["endings"]]
    words = sorted({one["ending"] for row in named for one in row["endings"]})
    found = {}
    for word in words:
        shares = [
            {"deal": row["deal"], "share": _share_of(word, row["endings"])} for row in named
        ]
        by_deal = _by_deal(shares, "share")
        found[word] = interval(list(by_deal.values()), (0.0, 1.0), ALPHA)
    return found


def _share_of(word: str, endings: list[dict[str, Any]]) -> float:
    own = sum(one["count"] for one in endings if one["ending"] == word)
    return float(own / sum(one["count"] for one in endings))
