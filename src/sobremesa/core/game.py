"""What a game is: `Game` the rules with their options, `Round` one deal, `View` what a seat knows.

A game module subclasses `Game` and `Round`, and everything else (matches, records, bots,
pictures, the table, the conformance suite) works from these three.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import (
    BadOption,
    BadPosition,
    IllegalMove,
    Refused,
    UnknownGame,
    UnknownRules,
    suggestion,
    written,
)
from sobremesa.core.numbers import MOST_POINTS, is_whole
from sobremesa.core.options import Option, Value, read_options
from sobremesa.core.rng import Rng
from sobremesa.core.views import GameView

if TYPE_CHECKING:
    from sobremesa.core.match import Match

# The seat of somebody who only watches, and the turn of a round that is over.
NOBODY: Final = -1
# No move: what `silence` answers when staying silent is not an answer.
NO_MOVE: Final = -1

# What is said of a view that somebody made up.
UNFIT: Final = "no round fits this view"

# A log entry packs move, seat and the points that the move made.
MOVE_BITS: Final = 20
SEAT_BITS: Final = 8
MOVE_MASK: Final[Int] = 0xFFFFF
SEAT_MASK: Final[Int] = 0xFF

Data = dict[str, Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """All that one seat may know of a round, as plain data, and nothing else.

    `data` is a JSON object, of the type that `Game.VIEWS` names.
    """

    def __init__(self, game: Game, data: Data) -> None:
        self.game: Game = game
        self.data: Data = data

    @property
    def seat(self) -> int:
        """The seat that sees this, or -1 for somebody who only watches."""
        return int(self.data["seat"])

    @property
    def turn(self) -> int:
        """The seat to decide, or -1 when the round is over."""
        return int(self.data["turn"])

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return bool(self.data["over"])

    @property
    def moves(self) -> list[int]:
        """The legal moves, if this seat is to decide."""
        return [int(choice["move"]) for choice in self.data["moves"]]

    @property
    def scores(self) -> list[int]:
        """Match points by seat, this round's so far included."""
        made = self.data["points"]
        return [int(score) + int(made[seat]) for seat, score in enumerate(self.data["before"])]

    @property
    def log(self) -> list[tuple[int, str, int]]:
        """What has happened: seats, their moves as this seat may know them, and points made."""
        return [(seat, text, made) for seat, text, made in self.data["log"]]

    def json(self) -> str:
        """Writes the view as one line of JSON, the same bytes for the same knowledge."""
        return json.dumps(self.data, separators=(",", ":"), sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.data == other.data

    def __reduce__(self) -> tuple[Any, ...]:
        return (View, (self.game, self.data))

    def __hash__(self) -> int:
        return hash(self.json())

    def __repr__(self) -> str:
        return f"<View of {self.game.name} from seat {self.seat}>"

    def __str__(self) -> str:
        return self.game.ascii(self)

    def _repr_svg_(self) -> str:
        return self.game.svg(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class Round(ABC):
    """One deal, a state machine.

    `turn` is the seat to decide and `over` says that the round has ended. Searches use
    `legal`, `play` and `copy`, which trust their caller; people come through `Match.play`.
    """

    def __init__(self, game: Game, number: Int, before: vec[Int]) -> None:
        self.game: Game = game
        self.turn: Int = 0
        self.over: bool = False
        # Which round of its match this is, and the match points before it.
        self.number: Int = number
        self.before: vec[Int] = before
        self.log: vec[Int] = vec[Int]()

    @abstractmethod
    def legal(self) -> vec[Int]:
        """Lists the legal moves, ascending; never empty before the end."""

    @abstractmethod
    def play(self, move: Int) -> None:
        """Plays a legal move, in place and unchecked."""

    @abstractmethod
    def copy(self) -> Round:
        """Makes an independent copy."""

    @abstractmethod
    def points(self) -> list[int]:
        """Gives the points of this round by seat, as far as they are made."""

    @abstractmethod
    def text(self, move: Int) -> str:
        """Writes a move as a person would; `read` is its mirror."""

    @abstractmethod
    def read(self, text: str) -> int:
        """Reads a person's notation for a move that is legal here, or raises `IllegalMove`."""

    @abstractmethod
    def touches(self, move: Int) -> tuple[str, ...]:
        """Names what a hand touches, in order, to make this move."""

    def touched(self, kinds: str, first: str) -> str:
        """Gives how a move is written that begins with touches of these kinds, of which the
        first is of the thing `first`; nothing if no text begins so."""
        return type(self.game).TOUCHED.get(kinds, "")

    @abstractmethod
    def refusal(self, move: Int) -> IllegalMove:
        """Says why a move is not legal here."""

    @abstractmethod
    def told(self, entry: int, seat: int) -> str:
        """Writes entry `entry` of the log as `seat` may know it."""

    @abstractmethod
    def shown(self, seat: int) -> Data:
        """Gives the game's own part of what `seat` may know."""

    @abstractmethod
    def dump(self) -> Data:
        """Gives the whole position as plain data that a person can read and edit."""

    @abstractmethod
    def opening(self) -> Data:
        """Gives the deal or position from which this round began, as data for `load`."""

    @abstractmethod
    def pieces(self) -> list[str]:
        """Lists every tile, card or piece, wherever it is."""

    def scores(self) -> list[int]:
        """Gives the match points by seat, those of this round included."""
        return [int(self.before[seat]) + made for seat, made in enumerate(self.points())]

    def utility(self) -> list[float]:
        """Gives what each seat gains by this round: its points, measured against the mean of
        all where several play, and turned round where the fewest win."""
        from sobremesa.core.gains import gains

        return gains(self)

    def settles_match(self) -> bool:
        """Tells whether the match ends with this round as it stands."""
        return self.over and (
            len(self.winners()) > 0 or self.game.is_settled(self.scores(), int(self.number))
        )

    def winners(self) -> list[int]:
        """Lists who has won the match with this round; empty while the match goes on."""
        return self.game.decided(self.scores(), int(self.number)) if self.over else []

    def contenders(self) -> list[int]:
        """Lists the seats between which the match is open, who can agree to call it a draw; none
        where the rules leave no room for that."""
        seats = [seat for seat in range(self.game.players)]
        sides = {self.game.side_of(seat) for seat in seats}
        return seats if type(self.game).DRAWS and len(sides) > 1 else []

    def silence(self) -> Int:
        """Gives the move that saying nothing stands for here, or -1 if there is none."""
        return NO_MOVE

    def time_out(self) -> Int:
        """Gives the move that stands for a turn whose time is up, or -1 if time does not run.

        It need not be among the legal moves, because nobody chooses it: it is played for the
        seat by who keeps the clock.
        """
        return NO_MOVE

    def is_plain(self) -> bool:
        """Tells whether everybody can see that the mover has no choice.

        A table may then play the only move by itself without telling anything.
        """
        return False

    def undone(self, count: int = 1) -> Round:
        """Gives the round as it stood before its last moves.

        :raises IllegalMove: if it has fewer.
        """
        moves = self.played()
        if not is_whole(count, 1, len(moves)):
            raise IllegalMove("there is nothing to take back")
        before = self.reopened()
        for move in moves[: len(moves) - count]:
            before.play(move)
        return before

    def reopened(self) -> Round:
        """Gives the round as it began, everything hidden lying as it does; `played` lists the
        moves since."""
        return self.game.load(self.opening())

    def moves(self) -> list[int]:
        """Lists the legal moves: small ints, ascending, never empty before the end."""
        return [move for move in self.legal()]

    def note(self, move: Int, made: Int = 0) -> None:
        """Writes a move of the seat to decide into the log."""
        self.log = append(
            self.log, (made << (MOVE_BITS + SEAT_BITS)) | (self.turn << MOVE_BITS) | move
        )

    def made(self, points: Int) -> None:
        """Adds points to the last entry of the log."""
        last = len(self.log) - 1
        self.log[last] = self.log[last] + (points << (MOVE_BITS + SEAT_BITS))

    def mover(self, entry: int) -> int:
        """Gives the seat that made entry `entry` of the log."""
        return int((self.log[entry] >> MOVE_BITS) & SEAT_MASK)

    def known_move(self, entry: Int, seat: Int) -> Int:
        """Gives the move of entry `entry` of the log, or -1 if `seat` may not know it."""
        return self.log[entry] & MOVE_MASK

    def played(self) -> list[int]:
        """Lists the moves made so far."""
        return [entry & MOVE_MASK for entry in self.log]

    def allows(self, move: Int) -> bool:
        """Tells whether a move is legal here or stands for a turn whose time is up."""
        if self.over:
            return False
        for legal in self.legal():
            if legal == move:
                return True
        return move == self.time_out() and move != NO_MOVE

    def check(self, move: int) -> None:
        """Raises `IllegalMove` with the reason unless `move` is legal here or stands for a
        turn whose time is up."""
        if self.over:
            raise IllegalMove("the round is over")
        if not is_whole(move, 0, int(self.game.move_count) - 1):
            raise IllegalMove("{move} is no move of this game", move=move)
        if move not in self.moves() and move != self.time_out():
            raise self.refusal(move)

    def retrace(self, seat: int, move: Int) -> None:
        """Plays what a log says that a seat played.

        :raises BadPosition: if it cannot have done so.
        """
        if self.turn != seat or not self.allows(move):
            raise BadPosition([f"{UNFIT}: move {len(self.log) + 1} cannot be made"])
        self.play(move)

    def remember(self, texts: list[str]) -> None:  # noqa: B027  (nothing by itself)
        """Takes over how the moves so far were told, where telling them anew takes long."""

    def compare(self, view: View) -> None:
        """Compares what a seat knows with a view whose log was played.

        :raises BadPosition: if they differ.
        """
        known = self.known(view.seat)
        for part in known:
            if part not in view.data or known[part] != view.data[part]:
                raise BadPosition([f"{UNFIT}: its {part} does not follow from the rest"])

    def view(self, seat: int) -> View:
        """Gives all that `seat` may know (-1: somebody who only watches)."""
        data = self.known(seat)
        data["log"] = [
            [
                int((self.log[entry] >> MOVE_BITS) & SEAT_MASK),
                self.told(entry, seat),
                int(self.log[entry] >> (MOVE_BITS + SEAT_BITS)),
            ]
            for entry in range(len(self.log))
        ]
        data["played"] = [int(self.known_move(entry, seat)) for entry in range(len(self.log))]
        return View(self.game, data)

    def known(self, seat: int) -> Data:
        """Gives what `seat` may know, but for what has happened."""
        if not is_whole(seat, NOBODY, int(self.game.players) - 1):
            raise IllegalMove("there is no seat {seat}", seat=seat)
        choices: list[Data] = []
        if seat == self.turn and not self.over:
            choices = [
                {"move": move, "text": self.text(move), "touches": list(self.touches(move))}
                for move in self.moves()
            ]
        data: Data = {
            "game": self.game.name,
            "options": self.game.options,
            "seat": seat,
            "turn": int(self.turn),
            "over": self.over,
            "number": int(self.number),
            "before": [int(score) for score in self.before],
            "points": self.points(),
            "winners": self.winners(),
            "moves": choices,
            "silence": int(self.silence()) if choices else NO_MOVE,
            "plain": len(choices) == 1 and self.is_plain(),
        }
        data.update(self.shown(seat))
        return data

    def __copy__(self) -> Round:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Round:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash(json.dumps(self.dump(), sort_keys=True))

    def __reduce__(self) -> tuple[Any, ...]:
        return (load_round, (self.game, self.dump()))

    def __repr__(self) -> str:
        return f"{self.game!r}.load({self.dump()!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds(ABC):
    """The rounds that a seat cannot tell from the real one."""

    def __init__(self, view: View) -> None:
        self.view: View = view

    def __reduce__(self) -> tuple[Any, ...]:
        return (worlds_of, (self.view,))

    @abstractmethod
    def sample(self, rng: Rng) -> Round:
        """Draws one of them, all equally likely."""

    @abstractmethod
    def count(self) -> int:
        """Counts the ways in which the hidden things can lie."""

    def each(self, limit: int) -> list[tuple[Round, int]] | None:
        """Lists the rounds that differ in anything on which what is to come depends, each with the
        number of ways that lead to it; None if they are more than `limit`, or if the game cannot
        tell."""
        return None


class Views:
    """The type of what a game's views hold, and that of the worlds that fit one of them."""

    def __init__(self, holds: type, worlds: type) -> None:
        self.holds: type = holds
        self.worlds: type = worlds

    def holding(self, more: type) -> Views:
        """Gives the same worlds to views that hold more, as those of one game of a family do."""
        return Views(more, self.worlds)


Drawer = Callable[[View], str]
# Pictures and texts by family of games, filled in by the rooms above.
DRAWERS: Final[dict[str, Drawer]] = {}
WRITERS: Final[dict[str, Drawer]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """The rules of one game with checked options; immutable.

    A subclass states NAME, FAMILY (the games whose picture it shares), TITLE, SENTENCE (what the
    game is), VERSION (of its rules; a record carries it), OPTIONS and BUNDLES (named sets of
    options). WHISPERS says whether two players may talk in private at a table, which is no use
    where partners must not tell each other what they hold. DRAWS says whether those who play may
    agree on a draw, which has no meaning where every round is paid for. CALLS says whether, with
    some options, a seat is asked for a call that silence answers. ANY_ORDER says that the moves of
    a round can be made in any order, so that any one of them can be taken back alone. OPEN says
    that nothing is hidden from anybody, so that several can look at one screen. FIGURES names
    the wish for signs that are easier to tell apart, empty where there are none. TOUCHED says,
    by the kinds of what a hand has touched, how a move that begins so is written: {0} is the
    first thing, `*tile` any tile. VIEWS names the type of what its views hold and the type
    that finds what fits one. SAMPLE is a round worth looking at: the seeds of its deal and its
    moves, and how much of it.
    """

    NAME: ClassVar[str] = ""
    FAMILY: ClassVar[str] = ""
    TITLE: ClassVar[str] = ""
    SENTENCE: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1
    WHISPERS: ClassVar[bool] = True
    DRAWS: ClassVar[bool] = True
    CALLS: ClassVar[bool] = False
    ANY_ORDER: ClassVar[bool] = False
    OPEN: ClassVar[bool] = False
    FIGURES: ClassVar[str] = "Figures on the tiles"
    TOUCHED: ClassVar[dict[str, str]] = {}
    VIEWS: ClassVar[Views] = Views(GameView, Worlds)
    SAMPLE: ClassVar[tuple[int, int, float]] = (11, 5, 0.7)
    OPTIONS: ClassVar[list[Option]] = []
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {}

    def __init__(self, given: dict[str, object]) -> None:
        self.options: dict[str, Value] = read_options(self.name, self.declared(), given)
        self.players: Int = self.number("players")
        # Every move is an int below this; how many moves a round lasts at most.
        self.move_count: Int = 0
        self.longest: Int = 0
        # The round that ends a match whatever the points are; 0: there is none.
        self.last_round: Int = 0
        # How many seconds a turn may take at a table; 0: as many as it likes.
        self.turn_seconds: Int = 0
        # Where nothing is hidden: the opening and the log that were played through last, and the
        # round to which they led, so that the next view of it takes a move or two.
        self.traced: tuple[Data, list[Any], Round] | None = None

    @property
    def name(self) -> str:
        """The game's name, as `sobremesa.game` takes it."""
        return type(self).NAME

    @property
    def title(self) -> str:
        """The game's name, as people say it."""
        return type(self).TITLE

    @property
    def version(self) -> int:
        """The version of the rules."""
        return type(self).VERSION

    def is_outdated(self) -> bool:
        """Tells whether newer rules of this game are known."""
        return self.name in REGISTRY and self.version < REGISTRY[self.name].VERSION

    @classmethod
    def declared(cls) -> list[Option]:
        """Lists the options of the game."""
        return cls.OPTIONS

    def number(self, option: str) -> int:
        """Gives the value of an option that is a whole number."""
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def flag(self, option: str) -> bool:
        """Gives the value of an option that is yes or no."""
        return self.options[option] is True

    def choice(self, option: str) -> str:
        """Gives the value of an option that is a word."""
        value = self.options[option]
        assert isinstance(value, str)
        return value

    def chosen(self) -> dict[str, Value]:
        """Gives the options that differ from their defaults."""
        return {
            option.name: self.options[option.name]
            for option in self.declared()
            if self.options[option.name] != option.default
        }

    def start(self, seed: int = 0) -> Match:
        """Begins a match; the seed decides everything that chance decides."""
        from sobremesa.core.match import Match

        return Match(self, seed)

    def starting_points(self) -> list[int]:
        """Gives the match points with which every seat begins."""
        return [0 for _ in range(self.players)]

    @abstractmethod
    def opener(self, rng: Rng) -> int:
        """Decides who is the nominal first player of a match."""

    @abstractmethod
    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> Round:
        """Shuffles and deals round `number` of a match with `first` the nominal first player.

        `before` has the match points by seat.
        """

    @abstractmethod
    def next_first(self, last: Round) -> int:
        """Decides who is the nominal first player after a finished round."""

    def deal_next(self, rng: Rng, last: Round) -> Round:
        """Shuffles and deals the round after a finished one."""
        return self.deal(rng, self.next_first(last), int(last.number) + 1, last.scores())

    def winners(self, scores: list[int]) -> list[int]:
        """Lists who has won a match with these points; empty while it goes on, here up to the
        last round."""
        return []

    def lets_whisper(self) -> bool:
        """Tells whether two players may talk in private at a table."""
        return type(self).WHISPERS

    def side_of(self, seat: int) -> int:
        """Names the side that a seat plays for, which partners share."""
        return seat

    def leaders(self, scores: list[int]) -> list[int]:
        """Lists who stands best, all of them where several do."""
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def decided(self, scores: list[int], number: int) -> list[int]:
        """Lists who has won a match with these points after round `number`, the leaders if
        it was the last; empty while the match goes on."""
        won = self.winners(scores)
        return won if won or number != self.last_round else self.leaders(scores)

    def is_settled(self, scores: list[int], number: int) -> bool:
        """Tells whether a match ends with round `number`, which nobody need have won: a
        solitaire can be lost."""
        return number == self.last_round or len(self.winners(scores)) > 0

    @abstractmethod
    def load(self, data: Data) -> Round:
        """Sets up a position from `dump`'s data, or raises `BadPosition` with all problems."""

    def worlds(self, view: View) -> Worlds:
        """Finds the rounds that fit a view.

        :raises BadPosition: if none does, which can be so only if somebody made the view up.
        """
        try:
            return self.find_worlds(view)
        except BadPosition:
            raise
        except Refused as refused:
            raise BadPosition([f"{UNFIT}: {refused}"]) from None
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as wrong:
            raise BadPosition([UNFIT]) from wrong

    def find_worlds(self, view: View) -> Worlds:
        """Finds the rounds that fit a view, or raises whatever tells that none does."""
        found = type(self).VIEWS.worlds(self, view)
        assert isinstance(found, Worlds)
        return found

    @abstractmethod
    def pieces(self) -> list[str]:
        """Lists everything the game is played with."""

    def info(self) -> Data:
        """Says what the game is like with its options: players, sides, what is hidden, whether
        chance decides anything, how many moves there are."""
        from sobremesa.core.facts import facts_of

        return facts_of(self)

    def is_zero_sum(self) -> bool:
        """Tells whether what one seat gains by a round the others lose: wherever several play."""
        return self.players > 1

    def most_gain(self) -> int:
        """Gives what no seat gains or loses more than by the first round of a match."""
        return MOST_POINTS

    def utility_range(self) -> tuple[float, float]:
        """Gives between which bounds `Round.utility` lies for the first round of a match."""
        most = float(self.most_gain())
        return (-most if self.is_zero_sum() else 0.0, most)

    def svg(self, view: View) -> str:
        """Draws a view."""
        return DRAWERS[type(self).FAMILY](view)

    def ascii(self, view: View) -> str:
        """Writes a view as plain text."""
        return WRITERS[type(self).FAMILY](view)

    @property
    def spec(self) -> str:
        """The game and its changed options in one line, which `sobremesa.game` reads back."""
        chosen = [f"{name}={value}" for name, value in self.chosen().items()]
        if self.is_outdated():
            chosen.insert(0, f"rules={self.version}")
        return f"{self.name}({','.join(chosen)})" if chosen else self.name

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return (make_game, (self.name, self.chosen(), self.version))

    def __repr__(self) -> str:
        rules = f", rules={self.version}" if self.is_outdated() else ""
        chosen = rules + "".join(f", {name}={value!r}" for name, value in self.chosen().items())
        return f"sobremesa.game({self.name!r}{chosen})"


# The games by name under their newest rules, and every version of the rules by its number.
REGISTRY: Final[dict[str, type[Game]]] = {}
VERSIONS: Final[dict[str, dict[int, type[Game]]]] = {}
# Called once each, before a game is looked for: they make known the games of others.
FINDERS: Final[list[Callable[[], None]]] = []


def register(kind: type[Game]) -> None:
    """Makes known a game, or other rules of one that is known, by name and version.

    A game then has every way in and the whole test suite; new matches take the newest rules.
    """
    versions = VERSIONS.setdefault(kind.NAME, {})
    versions[kind.VERSION] = kind
    REGISTRY[kind.NAME] = versions[max(versions)]


def known_games() -> dict[str, type[Game]]:
    """Gives all games by name, in the order in which people find them."""
    while FINDERS:
        FINDERS.pop()()
    return REGISTRY


def game_class(name: str) -> type[Game]:
    """Finds a game by its name, under its newest rules."""
    known = known_games()
    if name not in known:
        raise UnknownGame(
            "there is no game called {name}: {hint}",
            name=name, hint=suggestion(name, list(known)),
        )
    return known[name]


def rules_of(name: str, version: object) -> type[Game]:
    """Finds a game by its name and the version of its rules, a number or its figures.

    :raises UnknownRules: if that version is not known here.
    """
    newest = game_class(name)
    versions = VERSIONS[name]
    for number, kind in versions.items():
        if version in (number, str(number)):
            return kind
    known = ", ".join([str(number) for number in sorted(versions)])
    raise UnknownRules(
        "version {version} of the rules of {game} is not known here; version {known} is",
        version=version, game=newest.NAME, known=known,
    )


def make_game(name: str, options: dict[str, Any], rules: object = None) -> Game:
    """Makes a game from its name, or from a line that `spec` wrote, and options by name.

    The option `bundle` names a set of options that the others add to. `rules` is the version
    of the rules, a number or its figures; without it they are the newest.

    :raises UnknownRules: if that version is not known here.
    """
    given: dict[str, object] = {}
    if name.endswith(")") and "(" in name:
        name, _, inside = name[:-1].partition("(")
        for pair in inside.split(","):
            option, _, value = pair.partition("=")
            given[option.strip()] = value.strip()
    rules = given.pop("rules", None) if rules is None else rules
    kind = game_class(name) if rules is None else rules_of(name, rules)
    given.update(options)
    bundle = given.pop("bundle", None)
    if bundle is not None:
        if not isinstance(bundle, str) or bundle not in kind.BUNDLES:
            raise BadOption(
                "{game} has no bundle {bundle}: {hint}",
                game=name, bundle=bundle, hint=suggestion(written(bundle), list(kind.BUNDLES)),
            )
        merged: dict[str, object] = {}
        merged.update(kind.BUNDLES[bundle])
        merged.update(given)
        given = merged
    return kind(given)


def game_for_people(name: str, given: dict[str, str]) -> Game:
    """Makes a game from options as people write them: they count seats from 1.

    >>> game_for_people("block", {"first_player": "2"}).options["first_player"]
    1
    """
    kind = game_class(name.partition("(")[0])
    seats = [option for option in kind.declared() if option.seat and option.name in given]
    asked: dict[str, Any] = dict(given)
    for option in seats:
        del asked[option.name]
    players = int(make_game(name, asked).players)
    for option in seats:
        asked[option.name] = option.heard(given[option.name], players)
    return make_game(name, asked)


def served(name: str, options: dict[str, Any], most: int) -> list[int]:
    """Lists how many players, `most` at most, a game takes with the other options as given.

    >>> served("block", {"set": 6}, 12), served("super-bridge", {}, 12)
    ([2, 3, 4], [4])
    """
    fits: list[int] = []
    for players in range(1, most + 1):
        try:
            make_game(name, {**options, "players": players})
        except BadOption:
            continue
        fits.append(players)
    return fits


def worlds_of(view: View) -> Worlds:
    """Finds the rounds that fit a view; here so that pickled worlds find it."""
    return view.game.worlds(view)


def load_round(game: Game, data: Data) -> Round:
    """Loads a round; here so that a pickled round finds it."""
    return game.load(data)
