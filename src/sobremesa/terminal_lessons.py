"""A course in the terminal: moves are typed, nudges come with their clause, and in the first hand
what is new is explained."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click

from sobremesa import Match, View, coaching
from sobremesa.core.errors import Refused
from sobremesa.picture.saying import N_, Say
from sobremesa.rules import lessons
from sobremesa.rules.lessons import HAND, Course, Hand, Step, Walk
from sobremesa.table.words import speech
from sobremesa.terminal import Leaves, TerminalTable, show

# Lines wider than this are tiring to read.
WIDEST: Final = 88
RULE: Final = "  │ "


class Skips(Exception):
    """The learner goes on to the next part."""


def tell(text: str) -> None:
    """Shows what is taught, apart from what happens at the table."""
    show()
    show(click.wrap_text(text, WIDEST, initial_indent=RULE, subsequent_indent=RULE))


class LessonTable(TerminalTable):
    """A part of a course: a learner in one seat, bots in the others."""

    def __init__(self, course: Course, match: Match, seat: int, language: str) -> None:
        kind = coaching.kind_for(course.name)
        seats = range(int(match.game.players))
        sitting = ["" if place == seat else kind for place in seats]
        super().__init__(match, seat, sitting, 0, speech(language))
        self.teach: Say = lessons.sayer(course.name, language)
        self.language = language
        # The clauses that were spoken of last.
        self.clauses: tuple[str, ...] = ()
        self.told = len(self.log_lines(match.view(seat)))

    def commands(self, view: View) -> dict[str, Callable[[str], bool]]:
        """Names what can be typed: no move is taken back in a lesson."""
        found = super().commands(view)
        del found["undo"], found["redo"]
        return {**found, "rules": self.show_clauses, "skip": self.skip}

    def words(self) -> list[tuple[str, str]]:
        """Lists what can be typed besides moves."""
        known = [one for one in super().words() if one[0].partition(" ")[0] not in ("undo", "redo")]
        return [
            *known[:-2], ("rules", N_("say the rules behind this")),
            ("skip", N_("go on to the next part")), *known[-2:],
        ]

    def show_clauses(self, _: str) -> bool:
        """Says the clauses that were spoken of last."""
        for name, words in lessons.clauses_told(self.clauses, self.language):
            tell(f"{name} {words}")
        return False

    def skip(self, _: str) -> bool:
        """Leaves this part for the next."""
        raise Skips


class StepTable(LessonTable):
    """A step: a position, and one thing after another to do there."""

    def __init__(self, course: Course, step: Step, language: str) -> None:
        match = step.start()
        super().__init__(course, match, match.turn, language)
        self.step = step
        self.clauses = step.clauses
        self.wanted = step.asks[0]

    def go_through(self) -> None:
        """Asks for one thing after another, and says the idea behind them."""
        for wanted in self.step.asks:
            self.wanted = wanted
            self.ask(self.match.view(self.seat))
            for answer in wanted.replies:
                self.match.play(answer)
            self.tell()
        tell(self.teach(self.step.idea))

    def show_table(self, view: View) -> bool:
        """Shows the table and what is to be done there."""
        super().show_table(view)
        tell(self.teach(self.wanted.say))
        return False

    def advise(self, view: View) -> bool:
        """Says what does what is asked."""
        move = self.wanted.right(self.match)[0]
        show("  " + self.say("This does it: {move}", move=self.match.round.text(move)))
        return False

    def commands(self, view: View) -> dict[str, Callable[[str], bool]]:
        """Names what can be typed; a hint is the answer, whatever the game."""
        return {**super().commands(view), "hint": lambda _: self.advise(view)}

    def play(self, text: str, view: View) -> bool:
        """Plays a move that does what is asked; to others a nudge is said."""
        move = lessons.read_move(self.match, text)
        nudge = lessons.nudge(self.wanted, self.match, move) if move in view.moves else ""
        if not nudge:
            return super().play(text, view)
        tell(f"{self.teach(nudge)} ({self.clauses[0]})")
        return False


class HandTable(LessonTable):
    """A first hand: what happens for the first time is explained."""

    def __init__(self, course: Course, hand: Hand, language: str) -> None:
        super().__init__(course, hand.start(), hand.seat, language)
        self.hand = hand
        self.told = 0

    def go_through(self) -> None:
        """Plays the hand to its end."""
        tell(self.teach(self.hand.begin))
        self.others_answer()
        self.explain(since=-1)
        while not self.match.round.over:
            since = len(self.match.round.played())
            self.ask(self.match.view(self.seat))
            self.others_answer()
            self.explain(since)
        self.show_table(self.match.view(self.seat))
        tell(self.teach(self.hand.end))

    def others_answer(self) -> None:
        """Lets the others move until it is the learner's turn."""
        match = self.match
        while not match.round.over and match.turn != self.seat:
            place = (match.game.name, self.hand.seed, tuple(match.round.played()))
            match.play(coaching.reply(match.view(match.turn), place))

    def explain(self, since: int) -> None:
        """Says what has happened since so many moves, and what of it was new."""
        self.tell()
        moves = [(move, False) for move in self.match.round.played()]
        walk = Walk(self.match, None, moves, True)
        news = [first for first, _ in lessons.firsts_in(self.hand, walk, since)]
        if news:
            self.clauses = tuple(dict.fromkeys(name for one in news for name in one.clauses))
        for first in news:
            tell(f"{self.teach(first.say)} ({', '.join(first.clauses)})")


def begin(course: Course, part: str, language: str) -> StepTable | HandTable:
    """Sets up a part of a course."""
    if part == HAND and course.hand is not None:
        return HandTable(course, course.hand, language)
    return StepTable(course, course.steps[int(part) - 1], language)


def title(course: Course, part: str, say: Say, teach: Say) -> str:
    """Names a part of a course."""
    return say("Your first hand") if part == HAND else teach(course.steps[int(part) - 1].title)


def teach(name: str, part: str, language: str, spoken: str = "") -> None:
    """Leads through the course of a game from one of its parts to the end; `spoken` is what says
    the language in the command that goes on."""
    say, course, parts = speech(language), lessons.course(name), lessons.places(name)
    if not parts:
        raise Refused("the course of {game} cannot be read; its rules are there", game=name)
    if part not in parts:
        raise Refused(
            "there is no part {part} in the course of {game}: its parts are {parts}",
            part=part, game=name, parts=", ".join(parts),
        )
    tell(say("Moves are typed here: ? lists them, and help says how they are written."))
    for here in parts[parts.index(part):]:
        show()
        number = parts.index(here) + 1
        heading = title(course, here, say, lessons.sayer(name, language))
        show(f"{number}/{len(parts)} · {heading}")
        try:
            begin(course, here, language).go_through()
            if here != parts[-1]:
                click.prompt("\n" + say("Press Enter to go on"), default="", show_default=False)
        except Skips:
            continue
        except (Leaves, EOFError, KeyboardInterrupt, click.Abort):
            show("\n" + say("You leave the lesson."))
            command = f"sobremesa learn {name} {here}{spoken}"
            show(say("To go on: {command}").format(command=command))
            return
