"""Courses: a game learnt in a few steps on the real engine, then a first hand explained.

A course is a file of `docs/lessons`. A step is a position in which one thing is to be done. What is
illegal is refused by the round itself; what is legal and misses the idea gets a nudge. In the first
hand others answer, and whatever happens for the first time is explained.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sobremesa.core.errors import Refused
from sobremesa.core.game import NO_MOVE, Game, View, game_class, make_game
from sobremesa.core.match import Match
from sobremesa.core.wording import Template
from sobremesa.picture.family import family_of
from sobremesa.picture.saying import Say, Voice
from sobremesa.places import place_of
from sobremesa.rules import SPOKEN, page, pages
from sobremesa.rules.paragraphs import paragraphs
from sobremesa.rules.setting import set_up

log = logging.getLogger(__name__)

# How somebody who does not learn here chooses a move: from what their seat may know, and a name
# of the place, which is the same whenever the same moves lead there.
Reply = Callable[[View, "tuple[str, int, tuple[int, ...]]"], int]

FOLDER = place_of("courses")
# The name of the first hand among the parts of a course.
HAND = "hand"
# How a clause, a ruling or an example begins.
CLAUSE = re.compile(r"\*\*([A-Z0-9]+-[A-Z]?\d+)(.*?)\*\*(.*)", re.DOTALL)
LINKS = re.compile(r"\[([^\]]*)\]\([^)]*\)")
MARKS = re.compile(r"[*`]")
# The answer where every move will do.
ANY = "any"


class BadLesson(Exception):
    """A course cannot be read, or one of its steps cannot be set up."""


class Ask(NamedTuple):
    """One thing to do: the moves that do it, or `any`, what is said to others, and what follows."""

    say: str
    answers: tuple[str, ...]
    nudges: dict[str, str]
    otherwise: str
    replies: tuple[str, ...]

    def right(self, match: Match) -> list[int]:
        """Lists the moves that do it; of several answers some may be gone by what was done before.

        :raises ValueError: if none of them is a move here.
        """
        legal = [int(move) for move in match.round.moves()]
        if self.answers == (ANY,):
            return legal
        moves = [move for answer in self.answers if (move := read_move(match, answer)) in legal]
        if not moves:
            raise ValueError(f"none of {self.answers} can be done")
        return moves


class Step(NamedTuple):
    """A position, what is to be done there, and the idea behind it."""

    title: str
    idea: str
    clauses: tuple[str, ...]
    game: Game
    position: dict[str, Any]
    asks: tuple[Ask, ...]

    def start(self) -> Match:
        """Sets up the position."""
        return Match(self.game, deal=self.position)


class First(NamedTuple):
    """What is said when something happens for the first time: a line of the log, or a question
    of the table, known by its English template."""

    when: str
    say: str
    clauses: tuple[str, ...]


class Hand(NamedTuple):
    """A first hand: the deal, and what is explained in it."""

    game: Game
    seed: int
    seat: int
    begin: str
    end: str
    firsts: tuple[First, ...]

    def start(self) -> Match:
        """Deals the hand."""
        return self.game.start(seed=self.seed)


class Course(NamedTuple):
    """All that is taught of a game, and the clauses that somebody who begins needs."""

    name: str
    needs: tuple[str, ...]
    steps: tuple[Step, ...]
    hand: Hand | None

    def visited(self) -> set[str]:
        """Names the clauses that the course comes by."""
        found = {clause for step in self.steps for clause in step.clauses}
        return found.union(*(first.clauses for first in self.hand.firsts)) if self.hand else found

    def sentences(self) -> Iterator[str]:
        """Gives everything that the course says, in its order."""
        for step in self.steps:
            yield step.title
            for ask in step.asks:
                yield from filter(None, (ask.say, *ask.nudges.values(), ask.otherwise))
            yield step.idea
        if self.hand:
            yield from (self.hand.begin, *(first.say for first in self.hand.firsts), self.hand.end)


def read(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    """Reads the file of a course.

    :raises BadLesson: if there is none, or it is no TOML.
    """
    game_class(name)
    try:
        return tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise BadLesson(f"the course of {name} cannot be read: {wrong}") from None


def step_of(written: dict[str, Any], name: str) -> Step:
    """Makes a step as it is written.

    :raises BadLesson: if something is missing, or the position is none.
    """
    try:
        game = make_game(written.get("game", name), {})
        position = set_up(game, written["position"], written.get("fill", 0))
        # A position is told by its deal and the moves that lead to it.
        start = Match(game, deal=position)
        for move in written.get("played", "").split():
            start.play(move)
        step = Step(
            written["title"], written["idea"], tuple(written["clauses"]), game,
            start.round.dump() if "played" in written else position,
            tuple(_ask(one) for one in (written, *written.get("then", ()))),
        )
        walk(step, step_answers(step))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, Refused) as wrong:
        title = written.get("title", "?") if isinstance(written, dict) else "?"
        raise BadLesson(f"step “{title}” of {name}: {wrong!r}") from None
    return step


def _ask(written: dict[str, Any]) -> Ask:
    return Ask(
        written["say"], tuple(written["answers"]), dict(written.get("nudges", {})),
        written.get("otherwise", ""), tuple(written.get("replies", ())),
    )


def _hand(written: dict[str, Any], name: str) -> Hand:
    try:
        firsts = tuple(
            First(one["when"], one["say"], tuple(one["clauses"])) for one in written["first"]
        )
        hand = Hand(
            make_game(written.get("game", name), {}), int(written["seed"]),
            int(written.get("seat", 0)), written["begin"], written["end"], firsts,
        )
        hand.start()
    except (KeyError, TypeError, ValueError, AttributeError, Refused) as wrong:
        raise BadLesson(f"the first hand of {name}: {wrong!r}") from None
    return hand


@cache
def course(name: str, folder: Path = FOLDER) -> Course:
    """Gives the course of a game; what is damaged in it is left out, and the log says so.

    :raises UnknownGame: if there is no such game.

    >>> course("block").steps[0].asks[0].answers
    ('5-3@W',)
    """
    game_class(name)
    if not folder.joinpath(f"{name}.toml").is_file():
        return Course(name, (), (), None)
    try:
        written = read(name, folder)
    except BadLesson as wrong:
        log.error("%s", wrong)
        return Course(name, (), (), None)
    steps = []
    for one in _listed(written.get("step")):
        try:
            steps.append(step_of(one, name))
        except BadLesson as wrong:
            log.error("a lesson is damaged: %s", wrong)
    hand = None
    try:
        hand = _hand(written.get("hand", {}), name)
    except BadLesson as wrong:
        log.error("a lesson is damaged: %s", wrong)
    return Course(name, tuple(map(str, _listed(written.get("needs")))), tuple(steps), hand)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def step_answers(step: Step) -> list[int]:
    """Gives the first right answer to each thing that a step asks."""
    match, found = step.start(), list[int]()
    for ask in step.asks:
        found.append(ask.right(match)[0])
        match.play(found[-1])
        for reply in ask.replies:
            match.play(reply)
    return found


class Walk(NamedTuple):
    """How far somebody has come: the match, what is asked now, and the moves made so far, each
    with whether it was the learner's."""

    match: Match
    ask: Ask | None
    moves: list[tuple[int, bool]]
    # Whether nothing more happens by itself.
    latest: bool


def walk(step: Step, mine: list[int], upto: int | None = None) -> Walk:
    """Follows somebody through a step by their own moves, at most `upto` moves far.

    :raises Refused: if a move is none.
    :raises ValueError: if a move does not do what was asked.
    """
    match, moves = step.start(), list[tuple[int, bool]]()
    left = list(mine)
    for ask in step.asks:
        if upto == len(moves) or not left:
            return Walk(match, ask, moves, not left)
        move = left.pop(0)
        if move not in ask.right(match):
            raise ValueError(f"{move} is no answer")
        match.play(move)
        moves.append((move, True))
        for reply in ask.replies:
            if upto == len(moves):
                return Walk(match, None, moves, False)
            moves.append((match.play(reply), False))
    if left:
        raise ValueError("more moves than are asked for")
    return Walk(match, None, moves, True)


def read_move(match: Match, text: str) -> int:
    """Reads a move; what is none here is no move."""
    try:
        return int(match.round.read(text))
    except Refused:
        return NO_MOVE


def nudge(ask: Ask, match: Match, move: int) -> str:
    """Gives what is said to a legal move that does not do what is asked; nothing if it does."""
    if move in ask.right(match):
        return ""
    for text, said in ask.nudges.items():
        if move == read_move(match, text):
            return said
    return ask.otherwise


def walk_hand(hand: Hand, mine: list[int], reply: Reply, upto: int | None = None) -> Walk:
    """Follows somebody through a first hand by their own moves, at most `upto` moves far; the
    others answer.

    :raises Refused: if a move is none.
    :raises ValueError: if there are more moves than turns.
    """
    match, moves = hand.start(), list[tuple[int, bool]]()
    left = list(mine)
    while not match.round.over:
        own = match.turn == hand.seat
        if upto == len(moves) or (own and not left):
            return Walk(match, None, moves, own and not left)
        place = (hand.game.name, hand.seed, tuple(move for move, _ in moves))
        move = left.pop(0) if own else reply(match.view(match.turn), place)
        match.play(move)
        moves.append((move, own))
    if left:
        raise ValueError("more moves than turns")
    return Walk(match, None, moves, True)


def firsts_in(hand: Hand, walk: Walk, since: int) -> list[tuple[First, int]]:
    """Finds what has happened or was asked for the first time behind the first `since` moves of a
    hand, each with the number of moves after which it had."""
    known: set[str] = set()
    found: list[tuple[First, int]] = []
    match = hand.start()
    for number in range(len(walk.moves) + 1):
        if number:
            match.play(walk.moves[number - 1][0])
        if number < since and match.turn != hand.seat:
            continue
        # A log keeps what has happened; what was asked before has to be asked for.
        heard = heard_in(match.view(hand.seat), log=number >= since)
        found += [
            (first, number) for first in hand.firsts
            if number > since and first.when in heard and first.when not in known
        ]
        known |= heard
    return found


class Listening(Voice):
    """Says nothing aloud, and keeps which templates were said."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[str] = set()

    def __call__(self, words: str, /, **fields: Any) -> str:
        """Notes a template by its English words."""
        self.heard.add(words.many if isinstance(words, Template) else words)
        return super().__call__(words, **fields)


def heard_in(view: View, *, log: bool = True) -> set[str]:
    """Finds the templates of what a view asks its seat and, with `log`, of what happened."""
    voice = Listening()
    family = family_of(view)
    if log:
        family.log_lines(view, voice)
    if view.turn == view.seat:
        family.headline(view, voice)
    return voice.heard


@cache
def clauses(language: str = "en") -> dict[str, str]:
    """Finds the clauses, rulings and examples of all pages, each with its paragraph.

    >>> clauses()["BLOCK-02"][:23]
    'Nothing is drawn during'
    """
    found: dict[str, str] = {}
    for name in pages():
        say = SPOKEN.sayer(name, language) if language != "en" else str
        for words in map(say, paragraphs(page(name))):
            clause = CLAUSE.match(words)
            if clause:
                number, title, after = clause.groups()
                found[number] = f"{title.strip()} {after.strip()}".strip()
    return found


def clauses_told(names: tuple[str, ...], language: str = "en") -> list[tuple[str, str]]:
    """Gives clauses with their words, those that are there."""
    known = clauses(language)
    return [(name, in_plain(known[name])) for name in names if name in known]


def in_plain(words: str) -> str:
    """Gives a paragraph of a rules page without its marks.

    >>> in_plain('A **lock** ([Sets](domino-sets.md)) says `paso`. *(rule 6)*')
    'A lock (Sets) says paso. (rule 6)'
    """
    return MARKS.sub("", LINKS.sub(r"\1", words))


def sayer(name: str, language: str) -> Say:
    """Gives the function that says the sentences of a course in a language."""
    return SPOKEN.sayer(f"learn-{name}", language) if language != "en" else str


def places(name: str) -> list[str]:
    """Lists the parts of a course: its steps by their numbers, then the first hand.

    >>> places("block")[-2:]
    ['5', 'hand']
    """
    found = course(name)
    steps = [str(number + 1) for number in range(len(found.steps))]
    return [*steps, HAND] if found.hand else steps
