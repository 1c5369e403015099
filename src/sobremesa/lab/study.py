"""A study: games, the options and bots to compare, and how many deals.

Every alternative of a game plays the same deals, and bots that differ play each of them from every
seat. What comes of a deal follows from the study and the number of the deal alone.
"""

from __future__ import annotations

import json
import shlex
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import product
from math import isfinite
from re import fullmatch
from typing import Any, Final

import sobremesa
from sobremesa import Game, Refused
from sobremesa.core.errors import suggestion
from sobremesa.core.game import game_class, game_for_people
from sobremesa.core.numbers import LARGEST_SEED
from sobremesa.engines import is_engine
from sobremesa.lab.arena import moved_round, seated
from sobremesa.lab.asking import own_measures
from sobremesa.lab.intervals import difference_bounds, sequence
from sobremesa.lab.measures import Pace, measure_named, measured, measures_of
from sobremesa.lab.units import Measure

# What is kept of a deal; another number when it means something else.
FORMAT: Final = 1
MOST_DEALS: Final = 10**7
USUAL_BOTS: Final = ["greedy"]
UNITS: Final = {"rounds": True, "matches": False}
# What an alternative is called in which nothing is changed.
USUAL: Final = "as printed"
# What a part of a study page can tell besides its measures.
TOLD: Final = ("seats", "events", "endings")

Row = dict[str, Any]


@dataclass(frozen=True)
class Alternative:
    """A game with options, the bots that play it, and how they sit, one seating after another."""

    label: str
    game: Game
    kinds: list[str]
    # What is changed, where changes are compared one by one.
    changed: dict[str, str] = field(default_factory=dict)

    def seatings(self) -> list[list[str]]:
        """Lists how the bots sit when they move round the table."""
        return moved_round(self.kinds)


@dataclass(frozen=True)
class Part:
    """How a game of a study stands on its page: the name of the part, the measures that it shows
    and what it tells besides, and its own number of deals, if it has one."""

    name: str = ""
    show: tuple[str, ...] = ()
    tell: tuple[str, ...] = ()
    deals: int = 0


@dataclass(frozen=True)
class Subject:
    """One game of a study with all its alternatives, the first of them what others differ from."""

    game: str
    seed: int
    rounds: bool
    pace: Pace
    alternatives: list[Alternative]
    part: Part = Part()

    def fingerprint(self) -> str:
        """Gives a word for all from which the results of a deal follow."""
        return _digest([sobremesa.__version__, *self._told()])

    def stamp(self) -> str:
        """Gives a word for what is asked, whatever version of Sobremesa answers."""
        return _digest(self._told())

    def _told(self) -> list[Any]:
        own = [
            [one.measure.name, one.measure.meaning] for one in own_measures(self.game).values()
        ]
        return [
            FORMAT, self.game, self.seed, self.rounds, asdict(self.pace),
            [
                [one.label, one.game.spec, int(one.game.version), one.kinds]
                for one in self.alternatives
            ],
            own,
        ]

    def measures(self) -> dict[str, Measure]:
        """Gives what is measured of this game."""
        return measures_of(self.game)

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


def _digest(told: list[Any]) -> str:
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:12]


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

    def deals_of(self, subject: Subject) -> int:
        """Gives how many deals one of its games plays, at most."""
        return subject.part.deals or self.deals


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
    seed = _whole(told, "seed", 1, 0, LARGEST_SEED)
    unit = told.get("unit", "rounds")
    pace = _pace(told.get("pace", {}))
    subjects = [_subject(one, seed, unit, pace) for one in games]
    words = [subject.fingerprint() for subject in subjects]
    if len(set(words)) < len(words):
        raise Refused("the study names the same game with the same alternatives twice")
    names = [subject.part.name for subject in subjects if subject.part.name]
    if len(set(names)) < len(names):
        raise Refused("two parts of the study have the same name")
    until = _until(told["until"], subjects) if "until" in told else None
    lacking = any(not subject.part.deals for subject in subjects)
    if until is None and lacking and "deals" not in told:
        raise Refused("say how many deals are played, deals = 400, or how narrow an interval "
                      "is wished, [until] with a measure and a width")
    deals = _whole(told, "deals", MOST_DEALS, 1, MOST_DEALS)
    study = Study(_title(told), deals, subjects, until, told)
    if until is not None:
        for subject in subjects:
            _reachable(subject, until, study.deals_of(subject))
    return study


def _title(told: dict[str, Any]) -> str:
    title = told.get("title", "")
    if not isinstance(title, str):
        raise Refused("a title is a text, not {value}: write it in quotation marks",
                      value=str(title))
    return title


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


def _until(told: object, subjects: list[Subject]) -> Until:
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
    games = [subject.game for subject in subjects]
    return Until(measure_named(str(told["measure"]), *games).name, float(width))


def _reachable(subject: Subject, until: Until, deals: int) -> None:
    """Refuses a width that no deals could bring."""
    bounds = subject.bounds(measure_named(until.measure, subject.game))
    if len(subject.alternatives) > 1:
        bounds = difference_bounds(bounds)
    least = sequence(bounds).least_width(deals)
    if least > until.width:
        raise Refused(
            "an interval of {measure} that is {width} wide can never be reached with {deals} "
            "deals: whatever comes of them, it is at least {least} wide",
            measure=until.measure, width=f"{until.width:g}", deals=deals, least=f"{least:.3g}",
        )


def _subject(told: dict[str, Any], seed: int, unit: str, pace: Pace) -> Subject:
    _only(
        told, ("game", "options", "compare", "each", "bots", "name", "show", "tell", "deals",
               "unit"), "a game of a study",
    )
    name = told.get("game")
    if not isinstance(name, str):
        raise Refused("every [[games]] needs a name: game = \"block\"")
    game_class(name)
    unit = told.get("unit", unit)
    if unit not in UNITS:
        raise Refused("unit is {known}, not {unit}", known=list(UNITS), unit=str(unit))
    options, compare = told.get("options", {}), told.get("compare", {})
    for table in (options, compare):
        if not isinstance(table, dict):
            raise Refused("options and compare are tables: options = {{players = 3}}")
    return subject_of(
        name, _read_options(options), _read_compare(compare), _read_bots(told.get("bots")), seed,
        UNITS[unit], pace, _words(told, "each"), _part(told, name),
    )


def _part(told: dict[str, Any], game: str) -> Part:
    """Reads how a game stands on the page of its study."""
    name = told.get("name", "")
    if not isinstance(name, str) or not fullmatch(r"[a-z0-9-]*", name):
        raise Refused(
            "the name of a part is of small letters, digits and hyphens, not {name}",
            name=str(name),
        )
    show = tuple(measure_named(one, game).name for one in _words(told, "show"))
    tell = _words(told, "tell")
    for one in tell:
        if one not in TOLD:
            raise Refused(
                "a part does not tell {name}: {hint}", name=one, hint=suggestion(one, list(TOLD))
            )
    deals = _whole(told, "deals", 1, 1, MOST_DEALS) if "deals" in told else 0
    return Part(name, show, tuple(tell), deals)


def _words(told: dict[str, Any], name: str) -> list[str]:
    """Reads a list of words, which may be missing."""
    words = told.get(name, [])
    if not isinstance(words, list) or not all(isinstance(one, str) for one in words):
        raise Refused("{name} is a list of words: {name} = [\"...\"]", name=name)
    return words


def subject_of(
    name: str, options: dict[str, str], compare: dict[str, list[str]], line_ups: list[list[str]],
    seed: int = 1, rounds: bool = True, pace: Pace | None = None, each: Sequence[str] = (),
    part: Part = Part(),  # noqa: B008  (it cannot change)
) -> Subject:
    """Makes a subject of options as people write them: all alternatives in their order."""
    both = set(options) & set(compare)
    if both:
        raise Refused("{name} is both set and compared", name=sorted(both)[0])
    choices = [
        dict(zip(compare, values, strict=True)) for values in product(*compare.values())
    ]
    if each and compare:
        raise Refused("a game of a study has either compare or each")
    if each:
        choices = [{}, *one_by_one(name, options, each)]
    alternatives = []
    for chosen in choices:
        game = game_for_people(name, {**options, **chosen})
        for line_up in line_ups:
            words = [f"{option}={value}" for option, value in chosen.items()]
            if each and not words:
                words.append(USUAL)
            if len(line_ups) > 1 or not words:
                words.append(" ".join(line_up))
            alternatives.append(Alternative(
                ", ".join(words), game, seated(game, line_up), chosen if each else {}
            ))
    kept: list[tuple[str, list[str]]] = []
    for one in alternatives:
        if (one.game.spec, one.kinds) in kept:
            raise Refused("{label} is the same as another alternative", label=one.label)
        kept.append((one.game.spec, one.kinds))
    return Subject(name, seed, rounds, pace or Pace(), alternatives, part)


def one_by_one(
    name: str, options: dict[str, str], each: Sequence[str]
) -> list[dict[str, str]]:
    """Lists the changes that are compared with what is usual: `set=9`, several that go together
    as `teams=pairs target=50`, or `*` for every other value of every option that has values.

    >>> one_by_one("block", {}, ["*"])[:2], one_by_one("block", {}, ["target=50"])
    ([{'set': '9'}, {'set': '12'}], [{'target': '50'}])
    """
    found: list[dict[str, str]] = []
    for words in each:
        found += every_value(name, options) if words == "*" else [_changes(words)]
    return [change for place, change in enumerate(found) if change not in found[:place]]


def every_value(name: str, options: dict[str, str]) -> list[dict[str, str]]:
    """Lists every value of every option that has values and can have it here, the usual left
    out."""
    usual = game_for_people(name, options)
    found = []
    for option in game_class(name).declared():
        for value in option.allowed or ():
            if option.name in options or value == usual.options[option.name]:
                continue
            change = {option.name: in_words(value)}
            with suppress(Refused):
                game_for_people(name, {**options, **change})
                found.append(change)
    return found


def _changes(words: str) -> dict[str, str]:
    """Reads `teams=pairs target=50`."""
    found = dict(word.partition("=")[::2] for word in words.split())
    if not found or not all(found.values()):
        raise Refused(
            "each needs changes as NAME=VALUE, or \"*\" for all values of all options, not {words}",
            words=words,
        )
    return found


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
    return [line_up(one) for one in line_ups]


def line_up(text: str) -> list[str]:
    """Read the bots of a line-up; an engine with arguments stands in quotation marks, or alone.

    >>> line_up("master learner"), line_up("engine:python bot.py")
    (['master', 'learner'], ['engine:python bot.py'])
    >>> line_up("greedy 'engine:python bot.py'")
    ['greedy', 'engine:python bot.py']
    """
    if is_engine(text):
        return [text]
    try:
        return shlex.split(text)
    except ValueError:
        raise Refused("{text} lacks a quotation mark", text=text) from None


Progress = Callable[[int, int], None]
