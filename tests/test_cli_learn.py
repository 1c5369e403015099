"""Courses in the terminal, as a person types them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sobremesa import coaching
from sobremesa.bots import choose
from sobremesa.cli import main
from sobremesa.core.rng import Rng
from sobremesa.rules import lessons
from sobremesa.rules.lessons import Hand, Step
from sobremesa.terminal_lessons import RULE
from tests.courses import COURSES
from tests.spread import spread


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["learn", *words], input=typed)


def told(result: Result) -> str:
    """Everything that was said, in one line."""
    return " ".join(result.output.replace(RULE, "").split())


def plain(text: str) -> str:
    return " ".join(text.split())


def typed_in_step(step: Step) -> list[str]:
    match, typed = step.start(), list[str]()
    for ask, move in zip(step.asks, lessons.step_answers(step), strict=True):
        typed.append(match.round.text(move))
        match.play(move)
        for reply in ask.replies:
            match.play(reply)
    return typed


def typed_in_hand(hand: Hand) -> list[str]:
    """Plays a hand as a bot would, and writes down what is typed."""
    kind, mine, typed = coaching.kind_for(hand.game.name), list[int](), list[str]()
    while not (walk := lessons.walk_hand(hand, mine, coaching.reply)).match.round.over:
        view = walk.match.view(hand.seat)
        mine.append(int(choose(kind, view, Rng(len(mine)))))
        typed.append(walk.match.round.text(mine[-1]))
    return typed


@pytest.mark.parametrize(("name", "language"), spread(
    COURSES, [one for one in COURSES if one[0] != "djambi"]
))
def test_a_course_is_walked_to_the_end_of_the_first_hand(name: str, language: str) -> None:
    course, say = lessons.course(name), lessons.sayer(name, language)
    assert course.hand is not None
    typed = [line for step in course.steps for line in (*typed_in_step(step), "")]
    result = run(
        name, "--language", language,
        typed="\n".join([*typed, *typed_in_hand(course.hand)]) + "\n",
    )
    assert result.exit_code == 0, result.output
    output = told(result)
    for step in course.steps:
        for words in (step.title, step.idea, *(ask.say for ask in step.asks)):
            assert plain(say(words)) in output
    assert plain(say(course.hand.begin)) in output
    assert output.endswith(plain(say(course.hand.end)))
    assert any(plain(say(first.say)) in output for first in course.hand.firsts)


def test_what_misses_the_idea_gets_a_nudge_and_what_is_illegal_its_reason() -> None:
    result = run("block", "3", typed="5-1@E\n3-0@E\nundo\nrules\nhint\nhelp\nquit\n")
    output = told(result)
    assert "That leaves a 5 for them." in output and "(BLOCK-R08)" in output
    assert "3-0 does not fit: the line asks for 6 or 1 (SETS-09)" in output
    assert "undo is no tile" in output
    assert "BLOCK-04 That player stays in the hand" in output
    assert "This does it: 1-1@E" in output
    assert "skip go on to the next part" in output
    assert output.endswith("You leave the lesson. To go on: sobremesa learn block 3")


def test_a_part_is_skipped_and_the_hand_begun_by_itself() -> None:
    assert "4/6 · Go domino" in run("block", "3", typed="skip\nquit\n").output
    hand = run("block", "hand", typed="quit\n")
    assert "6/6 · Your first hand" in hand.output and "1/6" not in hand.output
    assert "To go on: sobremesa learn block hand" in hand.output


@pytest.mark.parametrize(("words", "reason"), [
    (["mugins"], "there is no game called mugins: did you mean muggins?"),
    (["block", "9"],
     "there is no part 9 in the course of block: its parts are 1, 2, 3, 4, 5, hand"),
    (["block", "9", "--language", "es"], "el curso de block no tiene parte 9"),
])
def test_what_is_not_there_is_said(words: list[str], reason: str) -> None:
    result = run(*words)
    assert result.exit_code == 1 and reason in result.output


def test_a_damaged_course_leads_to_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "block.toml").write_text("this is no course", "utf-8")
    real = lessons.course
    monkeypatch.setattr(lessons, "course", lambda name: real(name, tmp_path))
    result = run("block")
    assert result.exit_code == 1
    assert "the course of block cannot be read; its rules are there" in result.output
