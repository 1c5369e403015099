"""Endings of trick games as problems: one key, proved, in the terminal."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa import IllegalMove, Refused
from sobremesa.alone import daily_seed
from sobremesa.cli import main
from sobremesa.solvers.endings import FINDS, SIZES, CardEnding, Ending, make_ending

GAMES = ["super-bridge", "texas-42"]


def reached(ending: Ending) -> int:
    """Searches an ending by nothing but its plays: what seats 0 and 2 take in all."""
    turn = ending.turn()
    if turn < 0:
        return ending.taken()
    results = []
    for group in ending.plays():
        after = ending.copy()
        after.play(group[0])
        results.append(reached(after))
    return max(results) if turn % 2 == 0 else min(results)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("difficulty", [*SIZES])
def test_a_problem_has_just_one_key(game: str, difficulty: str) -> None:
    problem = make_ending(game, difficulty, 3)
    assert problem.size == SIZES[difficulty] and problem.finds() >= FINDS[difficulty]
    assert problem.goal == problem.best() >= problem.least_goal()
    serving = [group for group in problem.plays() if problem.worth()[group[0]] >= problem.goal]
    assert len(problem.plays()) > 2 and serving == [problem.serving()]
    again = make_ending(game, difficulty, 3)
    assert again.hands() == problem.hands() and again.serving() == problem.serving()


@pytest.mark.parametrize("game", GAMES)
def test_the_key_is_the_only_one_by_plain_search_too(game: str) -> None:
    problem = make_ending(game, "easy", 5)
    line = problem.copy()
    # The first two tricks are as the solver plays them, all that follows is searched plainly.
    for piece in problem.solution()[:8]:
        assert piece in line.serving()
        line.play(piece)
    assert reached(line) == problem.goal
    for group in problem.plays():
        after = problem.copy()
        after.play(group[0])
        for _ in range(7):
            after.play(after.serving()[0])
        assert (reached(after) >= problem.goal) == (group == problem.serving())


@pytest.mark.parametrize("game", GAMES)
def test_the_solution_reaches_the_goal_and_everything_is_played_once(game: str) -> None:
    problem = make_ending(game, "medium", 1)
    dealt = sorted(piece for hand in problem.hands() for piece in hand)
    line = problem.copy()
    for piece in problem.solution():
        line.play(piece)
    assert line.turn() == -1 and line.taken() == problem.goal
    assert sorted(line.played) == dealt and line.hands() == [[], [], [], []]
    assert problem.played == []


def test_touching_cards_are_one_play_and_a_wrong_card_is_refused() -> None:
    ending = CardEnding("N:AK... Q5... J3... .54..", "NT")
    assert ending.plays() == [["SJ"], ["S3"]]
    ending.play("SJ")
    assert ending.plays() == [["H5", "H4"]]
    with pytest.raises(IllegalMove, match="S3 cannot be played now"):
        ending.play("S3")
    ending.play("H4")
    # The jack lies in the trick, and the queen has not been played.
    assert ending.plays() == [["SA", "SK"]]


def test_what_there_is_no_problem_of_is_refused() -> None:
    with pytest.raises(Refused, match="no endings of block"):
        make_ending("block", "easy", 1)
    with pytest.raises(Refused, match="cannot be odd"):
        make_ending("super-bridge", "odd", 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_problem_is_shown_drawn_and_played(game: str, tmp_path: Path) -> None:
    picture = tmp_path / "problem.svg"
    words = ["puzzle", "tricks", game, "--difficulty", "easy", "--seed", "5"]
    shown = CliRunner().invoke(main, [*words, "--solution", "--svg", str(picture)])
    assert shown.exit_code == 0, shown.output
    problem = make_ending(game, "easy", 5)
    assert f"take {problem.goal} of the last {problem.total}" in shown.output
    assert "The key:" in shown.output and picture.read_text().startswith("<svg")
    line = problem.solution()
    mine = []
    now = problem.copy()
    for piece in line:
        if now.turn() % 2 == 0:
            mine.append(piece.replace("T", "10").replace("E", "11").replace("Z", "12"))
        now.play(piece)
    typed = "\n".join(["nonsense", *mine]) + "\n"
    played = CliRunner().invoke(main, [*words, "--play"], input=typed)
    assert f"Solved: {problem.goal} of {problem.total}." in played.output, played.output
    assert "nonsense cannot be played now. " in played.output and " may play " in played.output


def test_the_problem_of_the_day_has_no_seed_of_ones_own() -> None:
    words = ["puzzle", "tricks", "texas-42", "--daily", "--difficulty", "easy"]
    one, other = CliRunner().invoke(main, words), CliRunner().invoke(main, words)
    assert one.exit_code == 0 and one.output == other.output
    # A table proposes the same problem on the same day.
    today = time.strftime("%Y.%m.%d", time.gmtime())
    assert f"seed {daily_seed(sobremesa.game('texas-42'), today)}" in one.output
    assert CliRunner().invoke(main, [*words, "--seed", "1"]).exit_code == 2
