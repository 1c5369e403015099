"""Our bots as engines, for the hosts of others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from sobremesa.bots import choose, names
from sobremesa.core.errors import Refused, suggestion
from sobremesa.core.game import Data, Game, View, known_games, make_game
from sobremesa.core.numbers import LARGEST_SEED, whole
from sobremesa.core.rng import Rng
from sobremesa.engines.speech import GREETING, VERSION, Misunderstood, is_greeting, shown

# So long, in milliseconds, may a host leave to choose.
LONGEST_TIME = 10**9


def serve(kind: str, lines: Iterable[str], out: TextIO) -> None:
    """Answers the lines of a host with what a bot chooses, until it says `quit` or nothing.

    >>> import io
    >>> said = io.StringIO()
    >>> serve("greedy", ["sobremesa 1", "play muggins {}", "play mugins {}", "quit"], said)
    >>> print(said.getvalue().rstrip())
    sobremesa 1 greedy
    yes
    no there is no game called mugins: did you mean muggins?
    """
    speaker = Speaker(kind_named(kind))
    for line in lines:
        answer = speaker.answer(line.rstrip("\r\n"))
        if answer is None:
            return
        out.write(answer + "\n")
        out.flush()


def kind_named(kind: str) -> str:
    """Check that some game has a kind of bot.

    :raises Refused: if none has.
    """
    known = list(dict.fromkeys(one for game in known_games() for one in names(game)))
    if kind not in known:
        raise Refused("no game has a bot called {kind}: {hint}", kind=kind,
                      hint=suggestion(kind, known))
    return kind


class Speaker:
    """A bot that answers line by line."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.greeted = False

    def answer(self, line: str) -> str | None:
        """Gives the answer to a line; None to one that ends it."""
        word, _, rest = line.partition(" ")
        try:
            if word == "quit":
                return None
            if not self.greeted:
                return self.greet(line)
            if word == "play":
                return self.play(rest)
            if word == "choose":
                return f"move {self.choose(rest)}"
            raise Misunderstood("{line} is no line of this protocol", line=shown(line))
        except Refused as refused:
            return f"error {one_line(str(refused))}"

    def greet(self, line: str) -> str:
        """Answers a greeting."""
        if not is_greeting(line):
            raise Misunderstood(
                "this engine speaks {greeting} {version}", greeting=GREETING, version=VERSION
            )
        self.greeted = True
        return f"{GREETING} {VERSION} {self.kind}"

    def play(self, rest: str) -> str:
        """Says whether the bot plays a game."""
        name, _, options = rest.partition(" ")
        try:
            game = made(name, options or "{}")
        except Refused as refused:
            return f"no {one_line(str(refused))}"
        return "yes" if self.kind in names(game.name) else f"no {self.kind} does not play {name}"

    def choose(self, rest: str) -> int:
        """Chooses a move from a view."""
        time, _, rest = rest.partition(" ")
        seed, _, data = rest.partition(" ")
        number = whole(seed, high=LARGEST_SEED)
        if whole(time, high=LONGEST_TIME) is None or number is None:
            raise Misunderstood("say choose, the milliseconds, a seed and a view")
        seen = read(data)
        try:
            game = make_game(seen["game"], seen["options"])
            move = choose(self.kind, View(game, seen), Rng(number))
        except Refused:
            raise
        except (LookupError, TypeError, AttributeError, AssertionError, ValueError,
                ArithmeticError, RecursionError):
            # Whatever does not fit, a number that no game has or a text in the place of one.
            raise Misunderstood("this is no view") from None
        if move not in View(game, seen).moves:
            raise Misunderstood("this is no view")
        return move


def made(name: str, options: str) -> Game:
    """Makes a game from its name and options as JSON."""
    return make_game(name, read(options))


def read(text: str) -> Data:
    """Reads a JSON object.

    :raises Misunderstood: if it is none.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Misunderstood("this is no JSON: {text}", text=shown(text)) from None
    if not isinstance(found, dict):
        raise Misunderstood("this is no JSON object: {text}", text=shown(text))
    return found


def one_line(text: str) -> str:
    """Writes a text in one line that is not too long."""
    line = " ".join(text.split())
    return line if len(line) <= 100 else line[:97] + "…"
