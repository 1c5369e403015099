"""A study: games, the options and bots to compare, and how many deals.

Every alternative of a game plays the same deals, and bots that differ play each of them from every
seat. What comes of a deal follows from the study and the number of the deal alone.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import product
from math import isfinite
from typing import Any, Final

import sobremesa
from sobremesa import Game, Refused
from sobremesa.core.errors import suggestion
from sobremesa.core.game import game_class, game_for_people
from sobremesa.lab.arena import moved_round, seated
from sobremesa.lab.intervals import difference_bounds, sequence
from sobremesa.lab.measures import Measure, Pace, measure_named, measured

# What is kept of a deal; another number when it means something else.
FORMAT: Final = 1
MOST_DEALS: Final = 10**7
USUAL_BOTS: Final = ["greedy"]
UNITS: Final = {"rounds": True, "matches": False}

Row = dict[str, Any]


@dataclass(frozen=True)
class Alternative:
    """A game with options, the bots that play it, and how they sit, one seating after another."""

    label: str
    game: Game
    kinds: list[str]

    def seatings(self) -> list[list[str]]:
        """Lists how the bots sit when they move round the table."""
        return moved_round(self.kinds)


@dataclass(frozen=True)
class Subject:
    """One game of a study with all its alternatives, the first of them what others differ from."""

    game: str
    seed: int
    rounds: bool
    pace: Pace
    alternatives: list[Alternative]

    def fingerprint(self) -> str:
        """Gives a word for all from which the results of a deal follow."""
        told = [
            FORMAT, sobremesa.__version__, self.game, self.seed, self.rounds, asdict(self.pace),
            [
                [one.label, one.game.spec, int(one.game.version), one.kinds]
                for one in self.alternatives
            ],
        ]
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:12]

    def seeds(self, deal: int) -> tuple[int, int]:
        """Gives the seed of a deal and that of the choices made in it."""
        mixed = sha256(f"{self.seed}/{self.game}/{deal}".encode()).digest()
        return int.from_bytes(mixed[:8], "big"), int.from_bytes(mixed[8:16], "big")

    def play(self, deal: int) -> list[Row]:
        """Plays one deal in all alternatives from every seat."""
        deal_seed, choice_seed = self.seeds(deal)
        rows = []
        for number, one in enumerate(self.alternatives):
            for seating, sitting in enumerate(one.seatings()):
                found = measured(
                    one.game, sitting, deal_seed, choice_seed, self.rounds, self.pace,
                    one.kinds[0],
                )
                rows.append({"alternative": number, "seating": seating, **found})
        return rows

    def bounds(self, measure: Measure) -> tuple[float, float] | None:
        """Gives what a measure lies between in all alternatives, if that is known."""
        found = [measure.bounds(one.game, self.rounds) for one in self.alternatives]
        known = [one for one in found if one is not None]
        if len(known) < len(found):
            return None
        return min(low for low, _ in known), max(high for _, high in known)


@dataclass(frozen=True)
class Until:
    """The wish to play until the interval of a measure is narrow."""

    measure: str
    width: float


@dataclass(frozen=True)
class Study:
    """What a study file says."""

    title: str
    deals: int
    subjects: list[Subject]
    until: Until | None = None
    told: dict[str, Any] = field(default_factory=dict)


def read_study(text: str) -> Study:
    """Reads a study file.

    >>> study = read_study('''
    ... deals = 10
    ... [[games]]
    ... game = "muggins"
    ... compare = {round_to_five = ["no", "yes"]}
    ... ''')
    >>> [one.label for one in study.subjects[0].alternatives]
    ['round_to_five=no', 'round_to_five=yes']

    :raises Refused: with the reason, if something in it is not known.
    """
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise Refused("this is no TOML: {reason}", reason=str(wrong)) from wrong
    return study_of(told)


def study_of(told: dict[str, Any]) -> Study:
    """Makes a study of what a file says."""
    _only(told, ("title", "seed", "unit", "deals", "until", "pace", "games"), "a study")
    games = told.get("games")
    if not isinstance(games, list) or not games or not all(isinstance(one, dict) for one in games):
        raise Refused("a study needs a game at least: [[games]] with a line game = \"block\"")
    seed = _whole(told, "seed", 1, 0, 2**63)
    unit = told.get("unit", "rounds")
    if unit not in UNITS:
        raise Refused("unit is {known}, not {unit}", known=list(UNITS), unit=str(unit))
    pace = _pace(told.get("pace", {}))
    subjects = [_subject(one, seed, UNITS[unit], pace) for one in games]
    words = [subject.fingerprint() for subject in subjects]
    if len(set(words)) < len(words):
        raise Refused("the study names the same game with the same alternatives twice")
    until = _until(told["until"]) if "until" in told else None
    if until is None and "deals" not in told:
        raise Refused("say how many deals are played, deals = 400, or how narrow an interval "
                      "is wished, [until] with a measure and a width")
    deals = _whole(told, "deals", MOST_DEALS, 1, MOST_DEALS)
    study = Study(str(told.get("title", "")), deals, subjects, until, told)
    if until is not None:
        for subject in subjects:
            _reachable(subject, until, deals)
    return study


def _only(told: dict[str, Any], known: tuple[str, ...], what: str) -> None:
    for name in told:
        if name not in known:
            raise Refused(
                "{what} has no {name}: {hint}",
                what=what, name=name, hint=suggestion(name, list(known)),
            )


def _whole(told: dict[str, Any], name: str, usual: int, least: int, most: int) -> int:
    value = told.get(name, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Refused(
            "{name} is a whole number from {least} to {most}, not {value}",
            name=name, least=least, most=most, value=str(value),
        )
    return value


def _seconds(name: str, value: object) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not isfinite(value) or value < 0:  # type: ignore[arg-type, operator]
        raise Refused(
            "{name} is a number of seconds, none or more, not {value}", name=name, value=str(value)
        )
    return float(value)  # type: ignore[arg-type]


def _pace(told: object) -> Pace:
    if not isinstance(told, dict):
        raise Refused("pace names seconds: pace = {{deal = 30, move = 3, doubling = 3}}")
    _only(told, ("deal", "move", "doubling"), "a pace")
    return Pace(**{name: _seconds(name, value) for name, value in told.items()})


def _until(told: object) -> Until:
    if not isinstance(told, dict) or "measure" not in told or "width" not in told:
        raise Refused("until needs a measure and a width: [until] measure = \"blocked\", "
                      "width = 0.02")
    _only(told, ("measure", "width"), "until")
    width = told["width"]
    number = isinstance(width, int | float) and not isinstance(width, bool)
    if not number or not isfinite(width) or width <= 0:
        raise Refused(
            "a width is more than 0, not {width}: no interval is ever so narrow", width=str(width)
        )
    return Until(measure_named(str(told["measure"])).name, float(width))


def _reachable(subject: Subject, until: Until, deals: int) -> None:
    """Refuses a width that no deals could bring."""
    bounds = subject.bounds(measure_named(until.measure))
    if len(subject.alternatives) > 1:
        bounds = difference_bounds(bounds)
    least = sequence(bounds).least_width(deals)
    if least > until.width:
        raise Refused(
            "an interval of {measure} that is {width} wide can never be reached with {deals} "
            "deals: even if all of them came out alike it would be {least} wide",
            measure=until.measure, width=f"{until.width:g}", deals=deals, least=f"{least:.3g}",
        )


def _subject(told: dict[str, Any], seed: int, rounds: bool, pace: Pace) -> Subject:
    _only(told, ("game", "options", "compare", "bots"), "a game of a study")
    name = told.get("game")
    if not isinstance(name, str):
        raise Refused("every [[games]] needs a name: game = \"block\"")
    game_class(name)
    options, compare = told.get("options", {}), told.get("compare", {})
    for table in (options, compare):
        if not isinstance(table, dict):
            raise Refused("options and compare are tables: options = {{players = 3}}")
    return subject_of(
        name, _read_options(options), _read_compare(compare), _read_bots(told.get("bots")), seed,
        rounds, pace,
    )


def subject_of(
    name: str, options: dict[str, str], compare: dict[str, list[str]], line_ups: list[list[str]],
    seed: int = 1, rounds: bool = True, pace: Pace | None = None,
) -> Subject:
    """Makes a subject of options as people write them: all alternatives in their order."""
    both = set(options) & set(compare)
    if both:
        raise Refused("{name} is both set and compared", name=sorted(both)[0])
    alternatives = []
    for values in product(*compare.values()):
        chosen = dict(zip(compare, values, strict=True))
        game = game_for_people(name, {**options, **chosen})
        for line_up in line_ups:
            words = [f"{option}={value}" for option, value in chosen.items()]
            if len(line_ups) > 1 or not words:
                words.append(" ".join(line_up))
            alternatives.append(Alternative(", ".join(words), game, seated(game, line_up)))
    kept: list[tuple[str, list[str]]] = []
    for one in alternatives:
        if (one.game.spec, one.kinds) in kept:
            raise Refused("{label} is the same as another alternative", label=one.label)
        kept.append((one.game.spec, one.kinds))
    return Subject(name, seed, rounds, pace or Pace(), alternatives)


def in_words(value: object) -> str:
    """Writes a value of an option as people do.

    :raises Refused: if it can be none.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return str(value)
    raise Refused("{value} is no value of an option", value=str(value))


def _read_options(told: dict[str, Any]) -> dict[str, str]:
    return {name: in_words(value) for name, value in told.items()}


def _read_compare(told: dict[str, Any]) -> dict[str, list[str]]:
    for name, values in told.items():
        if not isinstance(values, list) or not values:
            raise Refused(
                "compare needs a list of values: {name} = [\"no\", \"yes\"]", name=name
            )
    return {name: [in_words(value) for value in values] for name, values in told.items()}


def _read_bots(told: object) -> list[list[str]]:
    """Reads who plays: "master", or several line-ups, each with its bots from seat to seat."""
    line_ups = [told] if isinstance(told, str) else USUAL_BOTS if told is None else told
    if (
        not isinstance(line_ups, list) or not line_ups
        or not all(isinstance(one, str) and one.split() for one in line_ups)
    ):
        raise Refused(
            "bots is a list of line-ups: bots = [\"master\", \"master learner\"]"
        )
    return [one.split() for one in line_ups]


Progress = Callable[[int, int], None]
