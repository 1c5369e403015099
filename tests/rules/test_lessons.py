"""The courses: what they say holds on the real engine."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sobremesa
from sobremesa import Match, Rng, UnknownGame, bots
from sobremesa.core.game import NO_MOVE
from sobremesa.rules import SPOKEN, lessons, translating
from sobremesa.rules.lessons import ANY, Ask, Course, Hand, Step, Walk
from sobremesa.rules.setting import set_up
from sobremesa.table.strings import gather

GAMES = sobremesa.games()
STEPS = [(name, place) for name in GAMES for place in range(len(lessons.course(name).steps))]


def branches(match: Match, asks: tuple[Ask, ...]) -> Iterator[tuple[Match, Ask]]:
    """Gives everything that a step asks, however what was asked before was answered."""
    if not asks:
        return
    yield match, asks[0]
    answers = asks[0].right(match)
    # Where every move will do, the first and the last stand for all.
    for move in answers if asks[0].answers != (ANY,) else {answers[0], answers[-1]}:
        after = match.copy()
        after.play(move)
        for reply in asks[0].replies:
            after.play(reply)
        yield from branches(after, asks[1:])


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_whole_course(name: str, caplog: pytest.LogCaptureFixture) -> None:
    written = lessons.read(name)
    lessons.course.cache_clear()
    with caplog.at_level(logging.ERROR):
        found = lessons.course(name)
    assert not caplog.records
    assert 3 <= len(found.steps) == len(written["step"]) <= 8
    assert found.hand is not None
    assert set(written) == {"needs", "step", "hand"}


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_somebody_who_begins_needs_is_visited(name: str) -> None:
    found, known = lessons.course(name), lessons.clauses()
    assert found.needs
    assert set(found.needs) <= found.visited()
    assert found.visited() <= set(known)
    assert all(step.clauses for step in found.steps)


@pytest.mark.parametrize(("name", "place"), STEPS)
def test_a_step_has_the_answers_it_says_and_no_other(name: str, place: int) -> None:
    step = lessons.course(name).steps[place]
    learner = step.start().turn
    met: dict[int, set[str]] = {}
    for match, ask in branches(step.start(), step.asks):
        assert match.turn == learner
        number = next(place for place, one in enumerate(step.asks) if one is ask)
        right, legal = ask.right(match), set(match.round.moves())
        nudged = {text: lessons.read_move(match, text) for text in ask.nudges}
        assert set(right) <= legal and not set(nudged.values()) & set(right)
        assert set(nudged.values()) <= legal, f"a nudge is for a move that is refused: {nudged}"
        others = legal - set(right) - set(nudged.values())
        assert bool(others) == bool(ask.otherwise), "what is legal and not asked for needs a nudge"
        met.setdefault(number, set()).update(
            text for text in ask.answers if text == ANY or lessons.read_move(match, text) in legal
        )
    assert [met[number] for number in sorted(met)] == [set(ask.answers) for ask in step.asks]


@pytest.mark.parametrize(("name", "place"), STEPS)
def test_a_step_is_walked_to_its_end(name: str, place: int) -> None:
    step = lessons.course(name).steps[place]
    answers = lessons.step_answers(step)
    walk = lessons.walk(step, answers)
    assert walk.latest and walk.ask is None
    assert len(walk.moves) == len(step.asks) + sum(len(ask.replies) for ask in step.asks)
    for upto in range(len(walk.moves)):
        assert len(lessons.walk(step, answers, upto).moves) == upto
    with pytest.raises(ValueError):
        lessons.walk(step, [*answers, answers[0]])


def played(hand: Hand, chance: int) -> Walk:
    """Plays a first hand: the bots by their choice, the learner by theirs or by chance."""
    match, moves, rng = hand.start(), list[tuple[int, bool]](), Rng(chance)
    kind = "greedy" if "greedy" in bots.names(hand.game.name) else "random"
    while not match.round.over:
        own = match.turn == hand.seat
        chosen = "random" if own and chance else kind
        moves.append((match.play(bots.choose(chosen, match.view(match.turn), rng)), own))
    return Walk(match, None, moves, True)


@cache
def said() -> set[str]:
    """Everything that can be said at a table; a plural is found by its second form."""
    return {one if isinstance(one, str) else one[1] for one in gather()}


@pytest.mark.parametrize("name", GAMES)
def test_a_first_hand_explains_what_happens_in_it(name: str) -> None:
    hand = lessons.course(name).hand
    assert hand is not None
    whens = [first.when for first in hand.firsts]
    assert len(set(whens)) == len(whens)
    assert set(whens) <= said()
    found = lessons.firsts_in(hand, played(hand, 0), -1)
    assert [number for _, number in found] == sorted(number for _, number in found)
    assert len({first.when for first, _ in found}) == len(found) >= 3


def test_what_happened_before_is_not_new() -> None:
    hand = lessons.course("block").hand
    assert hand is not None
    walk = played(hand, 0)
    every = lessons.firsts_in(hand, walk, -1)
    for since in range(len(walk.moves)):
        assert lessons.firsts_in(hand, walk, since) == [
            (first, number) for first, number in every if number > since
        ]


def test_a_first_hand_goes_on_by_the_moves_of_the_learner() -> None:
    hand = lessons.course("block").hand
    assert hand is not None
    asked: list[Any] = []

    def reply(view: sobremesa.View, place: Any) -> int:
        asked.append(place)
        assert view.seat == view.turn != hand.seat
        return int(view.moves[0])

    first = lessons.walk_hand(hand, [], reply)
    assert first.latest and first.match.turn == hand.seat and first.moves == []
    move = int(first.match.round.moves()[0])
    second = lessons.walk_hand(hand, [move], reply)
    assert second.moves[0] == (move, True) and second.match.turn == hand.seat
    assert not lessons.walk_hand(hand, [move], reply, 1).latest
    lessons.walk_hand(hand, [move], reply)
    assert len(set(asked)) < len(asked), "the same place has the same name"
    with pytest.raises(sobremesa.IllegalMove):
        lessons.walk_hand(hand, [10**6], reply)


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Path]:
    """A folder of courses to be damaged."""
    shutil.copy(lessons.FOLDER / "block.toml", tmp_path)
    yield tmp_path
    lessons.course.cache_clear()


def course_of(folder: Path, old: str, new: str) -> Course:
    path = folder / "block.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return lessons.course("block", folder)


@pytest.mark.parametrize(("old", "new"), [
    ('line = "6-6 6-2@W 5-2@W 6-1@E"', 'line = "6-6 5-5@W"'),
    ('answers = ["5-3@W"]', 'answers = ["6-4@W"]'),
    ('answers = ["5-3@W"]', "answers = 7"),
    ('idea = "Equal halves', 'ideas = "Equal halves'),
    ("position = {hands", "position = 3\nnothing = {hands"),
    ('title = "Match an end"', 'title = "Match an end"\ngame = "chess"'),
])
def test_a_damaged_step_is_left_out_and_the_log_says_so(
    broken: Path, old: str, new: str, caplog: pytest.LogCaptureFixture
) -> None:
    found = course_of(broken, old, new)
    assert len(found.steps) == len(lessons.course("block").steps) - 1
    assert found.hand is not None
    assert "a lesson is damaged" in caplog.text


@pytest.mark.parametrize(("old", "new"), [
    ("[hand]", "[hand"), ("[hand]", "[[hand]]\n[hand]"), ("needs =", "\x00"),
])
def test_a_course_that_is_no_toml_teaches_nothing(
    broken: Path, old: str, new: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert course_of(broken, old, new) == Course("block", (), (), None)
    assert "cannot be read" in caplog.text


def test_a_damaged_first_hand_is_left_out(
    broken: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = course_of(broken, "seed = ", "sead = ")
    assert found.hand is None and found.steps
    assert "the first hand of block" in caplog.text


def test_a_course_that_is_not_there() -> None:
    with pytest.raises(UnknownGame):
        lessons.course("chess")


def test_a_nudge_is_told_by_the_move() -> None:
    step: Step = lessons.course("block").steps[2]
    match, ask = step.start(), step.asks[0]
    assert lessons.nudge(ask, match, match.round.read("1-1@E")) == ""
    assert lessons.nudge(ask, match, match.round.read("5-1@E")).startswith("That leaves a 5")
    assert lessons.read_move(match, "nothing") == NO_MOVE


def test_hands_are_filled_in_turn_and_the_rest_stays_where_it_is_said() -> None:
    game = sobremesa.game("block(players=3)")
    found = set_up(game, {"hands": ["6-6", "5-5 4-4", ""], "boneyard": "3-3 rest"}, fill=3)
    assert found["hands"] == [["6-6", "0-0", "2-0"], ["5-5", "4-4", "1-0"], ["1-1", "2-1", "2-2"]]
    assert found["boneyard"][:2] == ["3-3", "3-0"]
    assert len(found["boneyard"]) == 28 - 9


def test_the_same_tile_is_counted_as_often_as_it_is_named() -> None:
    game = sobremesa.game("cerrojo(players=2)")
    found = set_up(game, {"hands": ["3 3", "1"], "line": "4+4 A:4C! B:4+2C!", "boneyard": "rest"})
    assert [found["boneyard"].count(one) for one in ("3", "1", "4", "4C", "2C")] == [6, 7, 3, 0, 0]


NUMBERS = re.compile(r"\d+")


@pytest.mark.parametrize("language", translating.LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_course_is_said_whole_in_every_language(name: str, language: str) -> None:
    path = SPOKEN.po(f"learn-{name}", language)
    known = translating.read(path, language)
    said = {str(message.id): str(message.string) for message in known if message.id}
    assert list(said) == list(dict.fromkeys(lessons.course(name).sentences())), (
        "run python -m sobremesa.rules.translating"
    )
    assert not [one for one in known if one.id and (one.fuzzy or not one.string)]
    assert [lessons.sayer(name, language)(one) for one in said] == list(said.values())
    for sentence, words in said.items():
        assert sorted(NUMBERS.findall(sentence)) == sorted(NUMBERS.findall(words)), words


def test_a_clause_is_told_in_the_language_of_the_page() -> None:
    english, french = lessons.clauses(), lessons.clauses("fr")
    assert english.keys() == french.keys()
    assert french["DJAMBI-33"] != english["DJAMBI-33"]
