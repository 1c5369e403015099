"""Study pages: what a study found, kept in small and written between the marks of a page.

A part of a study file stands on the page between `<!-- study: NAME -->` and `<!-- end -->`. What
is outside is written by people and stays. `all` is no part: it says how long everything took.
"""

from __future__ import annotations

import json
import re
from math import inf, isinf
from pathlib import Path
from typing import Any, Final

from sobremesa.core.errors import Refused
from sobremesa.core.game import game_class
from sobremesa.core.options import Option
from sobremesa.files import write_text
from sobremesa.lab.arena import Estimate
from sobremesa.lab.findings import CLEAR, SEEN, Effect, Event, Found, Seats
from sobremesa.lab.plots import drawable, in_short, study_plot
from sobremesa.lab.study import Study, Subject
from sobremesa.lab.units import SHARE, Measure

ALL: Final = "all"
MARK: Final = re.compile(r"(<!-- study: ([a-z0-9-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
# Panels of a plot beside each other.
MOST_PANELS: Final = 4
# Kinds of scoring moves in a table, the most frequent.
MOST_EVENTS: Final = 8
# What the table tells of an option, by what it is about, so that no two say the same.
TOLD_AT_THE_TABLE: Final = {
    "first": "first", "drawn": "drawn", "blocked": "blocked", "won": "won",
    "comebacks": "lead", "leads": "lead", "moves": "length", "minutes": "length",
    "rounds": "length", "margin": "margin", "scoring": "scoring", "forced": "choice",
}
# Effects of an option that the table tells.
MOST_EFFECTS: Final = 2

Kept = dict[str, Any]


def kept(found: Found, seconds: float) -> Kept:
    """Writes what was found of a part, and is told of it, as plain data."""
    tell = found.subject.part.tell
    return {
        "stamp": found.subject.stamp(), "deals": found.deals, "processor": round(seconds),
        "alternatives": [one.label for one in found.subject.alternatives],
        "measures": {
            effect.measure.name: {
                "levels": [_small(one) for one in effect.levels],
                "marks": effect.marks,
            }
            for effect in found.effects
        },
        "seats": [] if "seats" not in tell else [
            {"won": [_small(one) for one in seats.won], "gained": _digits(seats.gained),
             "spread": _digits(seats.spread)}
            for seats in found.seats
        ],
        "events": [] if "events" not in tell else [
            [[one.kind, _small(one.often), _digits([one.points])[0]] for one in events]
            for events in found.events
        ],
        "endings": [] if "endings" not in tell else [
            {word: _small(one) for word, one in endings.items()} for endings in found.endings
        ],
    }


def _digits(values: list[float]) -> list[float | None]:
    return [None if isinf(value) else float(f"{value:.4g}") for value in values]


def _small(found: Estimate | None) -> list[float | None] | None:
    return None if found is None else _digits(list(found))


def _large(told: list[float | None] | None) -> Estimate | None:
    """Reads an estimate; an interval without ends was kept as none."""
    return None if told is None else _whole(told)


def _whole(told: list[float | None]) -> Estimate:
    mean, low, high = told
    return mean or 0.0, -inf if low is None else low, inf if high is None else high


def found_in(subject: Subject, told: Kept) -> Found:
    """Reads what was found of a part."""
    measures = subject.measures()
    return Found(
        subject, told["deals"], False, True,
        [
            Effect(
                measures[name], [_large(level) for level in one["levels"]],
                [None] * len(one["marks"]), one["marks"],
            )
            for name, one in told["measures"].items()
        ],
        [
            Seats([_whole(one) for one in seats["won"]], seats["gained"], seats["spread"])
            for seats in told["seats"]
        ],
        [
            [Event(kind, _whole(often), points) for kind, often, points in events]
            for events in told["events"]
        ],
        [
            {word: _whole(one) for word, one in endings.items()} for endings in told["endings"]
        ],
    )


def is_fresh(study: Study, subject: Subject, told: Kept) -> bool:
    """Tells whether what is kept answers what a part asks now."""
    part = told.get("parts", {}).get(subject.part.name, {})
    return bool(
        part.get("stamp") == subject.stamp() and part["deals"] == study.deals_of(subject)
        and all(part[one] for one in subject.part.tell)
    )


def cell(measure: Measure, found: Estimate | None, mark: str = "") -> str:
    """Writes an estimate for a table, in bold if it differs clearly.

    >>> from sobremesa.lab.measures import MEASURES
    >>> cell(MEASURES["blocked"], (0.123, 0.11, 0.136))
    '12.3 % (11.0 to 13.6)'
    >>> cell(MEASURES["moves"], (13.49, 13.26, 13.72), CLEAR)
    '**13.5** (13.3 to 13.7)'
    >>> cell(MEASURES["margin"], (12360.0, 9216.0, 15510.0))
    '12,360 (9,216 to 15,510)'
    >>> cell(MEASURES["margin"], (0.0, -0.001, 0.001))
    '0.00 (0.00 to 0.00)'
    """
    if found is None:
        return "–"
    times, unit = (100, " %") if measure.unit == SHARE else (1, "")
    # Of what is kept in four digits.
    digits = 0 if abs(found[0]) >= 1000 else 1 if unit or abs(found[0]) >= 10 else 2
    # No minus before a zero, except of an upper end: that leaves 0 out.
    mean, low = (f"{times * value:z,.{digits}f}" for value in found[:2])
    high = f"{times * found[2]:,.{digits}f}"
    bold = "**" if mark == CLEAR else ""
    ends = f" ({low} to {high})" if drawable(found) else " (too few)"
    star = "\\*" if mark == SEEN else ""
    return f"{bold}{mean}{unit}{bold}{star}{ends}"


def table(rows: list[list[str]]) -> str:
    """Writes a table whose first row is its head."""
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def shown(found: Found) -> list[Effect]:
    """Gives the measures that a part shows, in its order, or all that it has."""
    by_name = {effect.measure.name: effect for effect in found.effects}
    names = found.subject.part.show or tuple(by_name)
    return [by_name[name] for name in names if name in by_name]


def block(found: Found, lasting: str) -> str:
    """Writes a part: its tables, its plot, and how it was made."""
    subject = found.subject
    parts = [measures_table(found)]
    tables = {"seats": seats_table, "events": events_table, "endings": endings_table}
    parts += [made for name in subject.part.tell if (made := tables[name](found))]
    panels = shown(found)[:MOST_PANELS]
    labels = [one.label for one in subject.alternatives]
    parts.append(f"![{in_short(panels, labels)}](pictures/{picture_name(subject)})")
    unit = "rounds" if subject.rounds else "matches"
    several = len(subject.alternatives) > 1
    clear = (
        " **Bold** differs from the first row, also if one allows for all measures and rows "
        "together, and is a filled dot in the plot; \\* only if one had asked for it alone. The "
        "dotted line goes through the first row." if several else ""
    )
    parts.append(
        f"*{found.deals:,} equal deals ({unit}), seed {subject.seed}; in brackets the 95 % "
        f"interval.{clear} Made by `sobremesa lab studies {subject.game}` "
        f"(part `{subject.part.name}`, {lasting}).*"
    )
    return "\n\n".join(parts)


def picture_name(subject: Subject) -> str:
    """Names the file of the plot of a part."""
    return f"{subject.game}-{subject.part.name}.svg"


def lasted(seconds: float) -> str:
    """Says how long something took.

    >>> lasted(0), lasted(44), lasted(150)
    ('a second', '44 seconds', '2.5 minutes')
    """
    if seconds < 1.5:
        return "a second"
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.1f} minutes"


def took(parts: list[Kept]) -> str:
    """Says how long parts took: by the processor's time, or, as older ones know it, by the clock.

    >>> took([{"processor": 44}, {"seconds": 150}]), took([{"processor": 2}])
    ('44 seconds of one processor and 2.5 minutes by the clock', '2 seconds of one processor')
    """
    told = [
        f"{lasted(sum(part[key] for part in timed))}{words}"
        for key, words in (("processor", " of one processor"), ("seconds", " by the clock"))
        if (timed := [part for part in parts if key in part])
    ]
    return " and ".join(told) if len(told) > 1 else told[0].removesuffix(" by the clock")


def measures_table(found: Found) -> str:
    """Writes the measures that are shown, a row for each alternative."""
    effects = shown(found)
    rows = [["", *(effect.measure.words for effect in effects)]]
    for place, one in enumerate(found.subject.alternatives):
        rows.append([one.label, *(
            cell(effect.measure, effect.levels[place], effect.marks[place - 1] if place else "")
            for effect in effects
        )])
    return table(rows)


def seats_table(found: Found) -> str:
    """Writes what each seat wins."""
    most = max(len(seats.won) for seats in found.seats)
    share = found.subject.measures()["first"]
    rows = [["wins", *(f"seat {seat + 1}" for seat in range(most))]]
    for one, seats in zip(found.subject.alternatives, found.seats, strict=True):
        cells = [cell(share, won) for won in seats.won]
        rows.append([one.label, *cells, *[""] * (most - len(cells))])
    return table(rows) if most > 1 else ""


def events_table(found: Found) -> str:
    """Writes with which moves points are made, how often, and how many each time."""
    number = found.subject.measures()["scoring"]
    columns = [{event.kind: event for event in events} for events in found.events]
    kinds = list(dict.fromkeys(event.kind for events in found.events for event in events))
    rows = [["scoring, times and points each", *(
        one.label for one in found.subject.alternatives
    )]]
    for kind in kinds[:MOST_EVENTS]:
        rows.append([kind, *(
            f"{cell(number, column[kind].often)} of {column[kind].points:.1f}"
            if kind in column else "–" for column in columns
        )])
    return table(rows) if kinds else ""


def endings_table(found: Found) -> str:
    """Writes how rounds end."""
    share = found.subject.measures()["blocked"]
    words = sorted({word for endings in found.endings for word in endings})
    rows = [["ends", *words]]
    for one, endings in zip(found.subject.alternatives, found.endings, strict=True):
        rows.append([one.label, *(cell(share, endings.get(word)) for word in words)])
    return table(rows) if words else ""


def page(study: Study, told: Kept, text: str) -> str:
    """Writes all parts of a study into a page; a part without a mark is put at its end."""
    game = study.subjects[0].game
    parts = told["parts"]
    blocks = {
        subject.part.name: block(
            found_in(subject, parts[subject.part.name]), took([parts[subject.part.name]])
        )
        for subject in study.subjects
    }
    whole = took([parts[subject.part.name] for subject in study.subjects])
    blocks[ALL] = f"*All of it again: `sobremesa lab studies {game} --again`, {whole}.*"
    text = text or f"# {game_class(game).TITLE}: {study.title or 'how it plays'}\n"
    there = {name for _, name, _ in MARK.findall(text)}
    for name in blocks:
        if name not in there:
            text = f"{text.rstrip()}\n\n<!-- study: {name} -->\n<!-- end -->\n"
    return MARK.sub(
        lambda mark: f"{mark[1]}\n{blocks[mark[2]]}\n\n{mark[3]}" if mark[2] in blocks
        else mark[0], text,
    )


def pictures(study: Study, told: Kept) -> dict[str, str]:
    """Draws the plots of all parts, by the names of their files."""
    drawn = {}
    for subject in study.subjects:
        found = found_in(subject, told["parts"][subject.part.name])
        title = f"{subject.alternatives[0].game.title}: {subject.part.name.replace('-', ' ')}"
        drawn[picture_name(subject)] = study_plot(found, shown(found)[:MOST_PANELS], title)
    return drawn


def effects(study: Study, told: Kept) -> dict[str, list[Kept]]:
    """Gives what each option changes, the largest first, where that is clear: what the table
    tells beside it. An option is told of in the first part that compares it."""
    by_option: dict[str, list[tuple[float, str, Kept]]] = {}
    parts: dict[str, str] = {}
    for subject in study.subjects:
        found = found_in(subject, told["parts"][subject.part.name])
        for place, one in enumerate(subject.alternatives[1:], 1):
            if len(one.changed) != 1:
                continue
            name = next(iter(one.changed))
            if parts.setdefault(name, subject.part.name) == subject.part.name:
                by_option.setdefault(name, []).extend(_changes(found, place, name))
    return {name: _largest(found) for name, found in by_option.items() if found}


def _changes(found: Found, place: int, name: str) -> list[tuple[float, str, Kept]]:
    """Gives the clear differences of an alternative, each with its size and what it is about."""
    game, usual = found.subject.alternatives[place].game, found.subject.alternatives[0].game
    option = _option(game.name, name)
    players = int(usual.players)
    listed = []
    for effect in found.effects:
        measure, before, after = effect.measure, effect.levels[0], effect.levels[place]
        about = TOLD_AT_THE_TABLE.get(measure.name, "")
        if not about or not before or not after or effect.marks[place - 1] != CLEAR:
            continue
        # Who plays alone has no points to compare with.
        if about in ("margin", "scoring") and players == 1:
            continue
        # By how it lies to the spread of the measure: the more deals, the narrower are both.
        spread = max(before[2] - before[1], after[2] - after[1]) or 1e-9
        listed.append((abs(after[0] - before[0]) / spread, about, {
            "value": game.options[option.name], "measure": measure.name, "before": before[0],
            "after": after[0], "part": found.subject.part.name,
            "players": 0 if players == _usual_players(game.name) else players,
        }))
    return listed


def _option(game: str, name: str) -> Option:
    return next(one for one in game_class(game).declared() if one.name == name)


def _usual_players(game: str) -> int:
    return int(str(_option(game, "players").default)) if any(
        one.name == "players" for one in game_class(game).declared()
    ) else 1


def _largest(found: list[tuple[float, str, Kept]]) -> list[Kept]:
    """Takes the largest changes, no two of them about the same, but first whether one wins."""
    chosen: list[Kept] = []
    seen: set[str] = set()
    for _, about, change in sorted(found, key=lambda one: (one[1] != "won", -one[0])):
        if about not in seen and len(chosen) < MOST_EFFECTS:
            seen.add(about)
            chosen.append(change)
    return chosen


def read_kept(path: Path) -> Kept:
    """Reads what is kept of a study; nothing if nothing is."""
    if not path.is_file():
        return {}
    try:
        found: Kept = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        found = {"parts": None}
    parts = found.get("parts", {}) if isinstance(found, dict) else None
    if not isinstance(parts, dict) or not all(isinstance(part, dict) for part in parts.values()):
        raise Refused("{path} keeps no study that was written here: restore it, or delete it",
                      path=str(path))
    return found


def keep(path: Path, told: Kept) -> None:
    """Writes what is kept of a study, a line for each measure, so that changes can be read."""
    text = json.dumps(told, indent=1, sort_keys=True)
    # Numbers of one estimate belong on one line.
    text = re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda found: f"[{' '.join(found[1].split())}]", text)
    write_text(path, text + "\n")
