"""A match in the terminal: a person types moves, bots answer.

Names and moves can come from anywhere, so whatever is shown goes through `show`, which writes
signs that would steer the terminal as figures.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from sobremesa import IllegalMove, Match, Refused, Rng, View, alone, bots, hints, picture, record
from sobremesa.core.game import NO_MOVE, Data
from sobremesa.core.numbers import LARGEST_SEED, whole
from sobremesa.core.wording import You, plural
from sobremesa.files import check_file, check_folder, write_text
from sobremesa.picture.saying import N_, Say, Voice
from sobremesa.solvers import solvable
from sobremesa.table.words import LANGUAGES, wanted

# How many nodes a search may look at.
COUNT: Final = click.IntRange(0, 10**15)
SEED: Final = click.IntRange(0, LARGEST_SEED)

# Everything that moves the cursor, changes colours or turns the direction of writing.
STEERING: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
# What is typed to leave.
QUIT: Final = ("quit", "q", "exit")
# More moves than anybody reads through.
MOST_LISTED: Final = 120
MORE_MOVES: Final = plural("… and {count} more move", "… and {count} more moves")
TAKEN_BACK: Final = plural("{count} move is taken back.", "{count} moves are taken back.")
PLAYED_AGAIN: Final = plural("{count} move is played again.", "{count} moves are played again.")


def harmless(text: str) -> str:
    """Writes signs that would steer a terminal as figures.

    >>> harmless("Ana\\x1b[2J"), harmless("6-4\\n5-5")
    ('Ana\\\\x1b[2J', '6-4\\n5-5')
    """
    return STEERING.sub(
        lambda sign: f"\\x{ord(sign[0]):02x}" if ord(sign[0]) < 256 else f"\\u{ord(sign[0]):04x}",
        text,
    )


def show(text: str = "") -> None:
    """Writes a text to the terminal, harmlessly."""
    click.echo(harmless(text))


LANGUAGE = "sobremesa.language"


def language_of(ctx: click.Context) -> str:
    """Says which language was asked for: by the command, else by the environment, as usual
    there."""
    named = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    usual = next((name for name in named if name), "")
    return str(ctx.meta.get(LANGUAGE) or wanted({}, usual.partition(":")[0].replace("_", "-")))


def _remember_language(ctx: click.Context, _: click.Parameter, language: str | None) -> None:
    ctx.meta[LANGUAGE] = language


in_language = click.option(
    "--language", type=click.Choice(list(LANGUAGES)), callback=_remember_language,
    expose_value=False, is_eager=True, help="What is spoken; else what the environment says.",
)


class FileToWrite(click.Path):
    """A file that a command will write, checked before it does anything else."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the path, or refuse it."""
        return check_file(Path(os.fsdecode(super().convert(value, param, ctx))))


class FolderToWrite(click.Path):
    """A folder that a command will write into, checked before it does anything else."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the path, or refuse it."""
        return check_folder(Path(os.fsdecode(super().convert(value, param, ctx))))


def into_file(option: str, sentence: str, **how: Any) -> Callable[[Any], Any]:
    """Makes an option that names a file to be written."""
    return click.option(option, type=FileToWrite(), help=sentence, **how)


def into_folder(option: str, sentence: str) -> Callable[[Any], Any]:
    """Make an option that names a folder to be written into."""
    return click.option(option, type=FolderToWrite(), help=sentence)


# More processes than any machine has processors for.
MOST_WORKERS: Final = 4096


def by_how_many(command: Callable[..., None]) -> Callable[..., None]:
    """Add how many processes share the work."""
    return click.option(
        "--workers", default=None, type=click.IntRange(1, MOST_WORKERS),
        help="How many processes; as many as there are processors unless given.",
    )(command)


COUNTED = "{task.completed}/{task.total}"


@contextmanager
def count_bar(
    what: str, total: float, told: str = COUNTED, **how: Any
) -> Iterator[Callable[[float], None]]:
    """Shows how much of something is done."""
    bar = Progress(
        TextColumn(what), BarColumn(), TextColumn(told), TimeRemainingColumn(),
        console=Console(stderr=True), **how,
    )
    with bar:
        task = bar.add_task(what, total=total)
        # What is played in shares can come to a little more than was asked for.
        yield lambda done: bar.update(task, completed=min(done, total))


@contextmanager
def passing_bar(
    what: str, total: float, told: str = COUNTED
) -> Iterator[Callable[[float], None] | None]:
    """Shows how much of something is done as long as it lasts, if somebody looks."""
    if not Console(stderr=True).is_terminal:
        yield None
        return
    with count_bar(what, total, told, transient=True) as progress:
        yield progress


@contextmanager
def waiting_bar(what: str) -> Iterator[None]:
    """Show that something lasts, and how long already, if somebody looks."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    bar = Progress(
        TextColumn(what), BarColumn(), TimeElapsedColumn(), console=console, transient=True,
    )
    with bar:
        bar.add_task(what, total=None)
        yield


@contextmanager
def share_bar(what: str, quiet: bool) -> Iterator[Callable[[float], None] | None]:
    """Shows which share of a search is done, if somebody looks."""
    if quiet:
        yield None
        return
    with passing_bar(what, 1.0, "{task.percentage:>6.2f} % of the tree") as progress:
        yield progress


class Leaves(Exception):
    """The person leaves the table."""


class TerminalTable:
    """A match at the terminal: a person in one seat, bots in the others."""

    def __init__(
        self, match: Match, seat: int, sitting: list[str], seed: int, say: Say = str
    ) -> None:
        self.match = match
        self.seat = seat
        self.sitting = sitting
        self.rng = Rng(seed)
        self.told = 0
        # Moves that were taken back, the next to be played again last.
        self.undone: list[int] = []
        self.names = [
            You(say("You")) if place == seat else f"{say(kind).capitalize()} {place + 1}"
            for place, kind in enumerate(sitting)
        ]
        self.say = Voice(say, self.names)

    @property
    def alone(self) -> bool:
        """Whether one person plays by themselves, and so may take moves back."""
        return self.match.game.players == 1 and self.seat >= 0

    @property
    def may_ask(self) -> bool:
        """Whether there is a solver for the game of somebody who plays alone."""
        return self.alone and solvable(self.match.game.name)

    def play_to_the_end(self, save: Path | None = None) -> None:
        """Plays until the match is decided or the person leaves, and keeps the record in a file:
        before the first hand, after every hand, and however the match ends."""
        self.keep(save)
        try:
            while not self.match.over:
                self.play_round()
                with suppress(Refused):
                    # There may be room again at the end.
                    self.keep(save)
        except (Leaves, EOFError, KeyboardInterrupt, click.Abort):
            self.keep(save)
            show("\n" + self.say("You leave the table."))
        except SystemExit:
            # The terminal was closed: there is nobody to tell.
            self.keep(save)
            raise
        if save is not None:
            self.keep(save)
            show(self.say("The record is in {file}.", file=save))

    def keep(self, save: Path | None) -> None:
        """Write the record into a file, if there is to be one.

        :raises Refused: if it cannot be written; what was there before stays.
        """
        if save is not None:
            write_text(save, self.record())

    def record(self) -> str:
        """Writes the match, whole once it is over or if nobody plays, else as the person knows
        it."""
        tags = {f"Seat{place + 1}": name for place, name in enumerate(self.names)}
        whole = self.match.over or self.seat < 0
        return record.write(self.match, seat=None if whole else self.seat, tags=tags)

    def play_round(self) -> None:
        """Plays the round on the table and shows how it ended."""
        if self.match.round.over:
            self.match.next_round()
        self.told = 0
        self.undone = []
        self.play_moves()
        while self.alone and not self.match.winners and self.wants_another_try():
            self.play_moves()
        if self.match.winners and self.match.game.players > 1:
            winners = ", ".join(self.names[seat] for seat in self.match.winners)
            show(self.say("The match goes to: {names}.", names=winners))

    def play_moves(self) -> None:
        """Plays until the round is over."""
        while not self.match.round.over:
            turn = self.match.turn
            view = self.match.view(turn)
            if self.sitting[turn]:
                self.match.play(bots.choose(self.sitting[turn], view, self.rng), seat=turn)
                if self.seat < 0:
                    # Whoever watches is told as it happens.
                    self.tell()
            else:
                self.tell()
                self.ask(view)
        self.tell()
        show(picture.ascii(self.match.view(self.seat), names=self.names, say=self.say.say))

    def wants_another_try(self) -> bool:
        """Asks somebody who did not win alone whether they take moves back and go on."""
        while True:
            words = self.typed(
                self.say("Type undo to take a move back, or press Enter to end")
            ).split()
            if not words:
                return False
            if words[0] != "undo":
                show("  " + self.say("Type undo, or press Enter."))
            elif self.undo(" ".join(words[1:])):
                return True

    def tell(self) -> None:
        """Says what has happened since the last time."""
        lines = self.log_lines(self.match.view(self.seat))
        for line in lines[self.told:]:
            show(line)
        self.told = len(lines)

    def log_lines(self, view: View) -> list[str]:
        """Says what has happened in this round, line by line."""
        return picture.log_lines(view, names=self.names, say=self.say.say)

    def typed(self, question: str) -> str:
        """Asks a question and gives what was typed."""
        asked = self.say("{question}: ", question=question)
        answer: str = click.prompt(asked, "", show_default=False, prompt_suffix="").strip()
        if answer.lower() in QUIT:
            raise Leaves
        return answer

    def ask(self, view: View) -> None:
        """Asks the person until a move is played or taken back."""
        silent = view.data["silence"] != NO_MOVE
        self.show_table(view)
        hint = self.say("Enter: say nothing") if silent else self.say("? lists the moves")
        while True:
            answer = self.typed(self.say("Your move ({hint})", hint=hint))
            if answer == "" and silent:
                answer = self.match.round.text(view.data["silence"])
            word, _, rest = answer.lower().partition(" ")
            if answer == "":
                show("  " + self.say("Type a move, ? to list the moves, or help."))
            elif word in self.commands(view):
                if self.commands(view)[word](rest.strip()):
                    return
            elif self.play(answer, view):
                return

    def commands(self, view: View) -> dict[str, Callable[[str], bool]]:
        """Names what can be typed that is no move; each tells whether the table has changed."""
        found: dict[str, Callable[[str], bool]] = {
            "?": lambda _: self.list_moves(view),
            "help": lambda _: self.help(view),
            "log": lambda _: self.show_log(view),
            "table": lambda _: self.show_table(view),
            "undo": self.undo,
            "redo": self.redo,
        }
        if not self.alone and self.seat >= 0:
            found["hint"] = lambda _: self.advise(view)
        if self.may_ask:
            found.update({word: partial(self.answer, word, view) for word in alone.QUESTIONS})
        return found

    def answer(self, word: str, view: View, _: str) -> bool:
        """Says what the solver knows."""
        show("  " + alone.QUESTIONS[word](self.match.round).said(view, self.say.say))
        return False

    def advise(self, view: View) -> bool:
        """Says what the strong player would do, from what the person knows."""
        show("  " + hints.said(hints.advise(view), view, names=self.names, say=self.say.say))
        return False

    def play(self, text: str, view: View) -> bool:
        """Plays a move that was typed, or says why it cannot be."""
        try:
            move = self.match.round.read(text)
            self.match.round.check(move)
            if move not in view.moves:
                # Nobody lets their own time run out.
                raise self.match.round.refusal(move)
        except IllegalMove as refused:
            show("  " + refused.said(self.say.say))
            return False
        self.match.play(move, seat=self.match.turn)
        self.undone = []
        return True

    def list_moves(self, view: View) -> bool:
        """Lists what can be played."""
        texts = [choice["text"] for choice in view.data["moves"]]
        show("  " + "  ".join(texts[:MOST_LISTED]))
        if len(texts) > MOST_LISTED:
            show("  " + self.say(MORE_MOVES, count=len(texts) - MOST_LISTED))
        return False

    def show_log(self, view: View) -> bool:
        """Says what has happened in this round."""
        lines = self.log_lines(view)
        show("\n".join(lines) or "  " + self.say("Nothing has happened yet."))
        return False

    def show_table(self, view: View) -> bool:
        """Shows the table again."""
        show(picture.ascii(view, names=self.names, say=self.say.say))
        return False

    def help(self, view: View) -> bool:
        """Says how moves are written here, with one of each kind, and what else can be typed."""
        show(picture.headline(view, names=self.names, say=self.say.say))
        show(self.say("Write a move like one of these:"))
        for text, meaning in kinds_of_moves(view, self.say.say):
            show(f"  {text:<12} {meaning}")
        if view.data["silence"] != NO_MOVE:
            show(f"  {self.say('Enter'):<12} {self.say('say nothing')}")
        show(self.say("What else you can type:"))
        for word, meaning in self.words():
            show(f"  {word:<12} {self.say(meaning)}")
        return False

    def words(self) -> list[tuple[str, str]]:
        """Lists what can be typed besides moves."""
        found = [
            ("?", N_("list the moves")), ("table", N_("show the table again")),
            ("log", N_("say what has happened")),
        ]
        if self.alone:
            found += [
                ("undo", N_("take your last move back; undo 3 takes back three")),
                ("redo", N_("play again what you took back")),
            ]
            if type(self.match.game).ANY_ORDER:
                found.append(("undo MOVE", N_("take that one move back, and leave the others")))
        else:
            found.append(("hint", N_("say what to do, and why")))
        if self.may_ask:
            found += [
                ("hint", N_("say what to do, and why")),
                ("winnable", N_("say whether it can be won")),
                ("loss", N_("say where it was lost")),
            ]
        return [*found, ("help", N_("show this text")), ("quit", N_("leave the table"))]

    def undo(self, what: str = "") -> bool:
        """Takes back the last move, the last few, or in a puzzle any one."""
        if not self.alone:
            show("  " + self.say("Moves are taken back only in games for one."))
            return False
        count = whole(what, 1) if what else 1
        try:
            if count is not None:
                self.undone += reversed(self.match.take_back(count))
                show("  " + self.say(TAKEN_BACK, count=count))
            else:
                self.take_out(what)
        except IllegalMove as refused:
            show("  " + refused.said(self.say.say))
            return False
        self.told = len(self.log_lines(self.match.view(self.seat)))
        return True

    def take_out(self, what: str) -> None:
        """Takes back one move and plays those behind it again, where their order is free."""
        round = self.match.round
        texts = [text for _, text, _ in round.view(self.seat).data["log"]]
        if not type(self.match.game).ANY_ORDER or what not in texts:
            raise IllegalMove("{what} is no move that can be taken back alone", what=what)
        behind = self.match.take_back(len(texts) - texts.index(what))
        for move in behind[1:]:
            self.match.play(move)
        self.undone.append(behind[0])
        show("  " + self.say(TAKEN_BACK, count=1))

    def redo(self, what: str = "") -> bool:
        """Plays again what was taken back."""
        count = whole(what, 1) if what else 1
        if count is None or not 0 < count <= len(self.undone):
            show("  " + self.say("There is nothing to play again."))
            return False
        for _ in range(count):
            self.match.play(self.undone.pop())
        show("  " + self.say(PLAYED_AGAIN, count=count))
        return True


def kinds_of_moves(view: View, say: Say = str) -> list[tuple[str, str]]:
    """Gives a legal move of each kind, as it is written and in words.

    Moves are of one kind if a hand touches the same kinds of things to make them. Where that is
    one thing, as a bid or a claim, the first and the last are given.
    """
    kinds: dict[tuple[str, ...], list[Data]] = {}
    for choice in view.data["moves"]:
        kind = tuple(touch.partition(":")[0] for touch in choice["touches"])
        kinds.setdefault(kind, []).append(choice)
    found: dict[str, str] = {}
    for kind, choices in kinds.items():
        for choice in [choices[0], *(choices[-1:] if len(kind) == 1 else [])]:
            said = [picture.spoken(touch, view, say=say) for touch in choice["touches"]]
            found[choice["text"]] = "; ".join(said)
    return list(found.items())
