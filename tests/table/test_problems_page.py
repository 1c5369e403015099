"""Endings of trick games as problems in a browser."""

from __future__ import annotations

import re
from html import unescape

import pytest
from fastapi.testclient import TestClient

from sobremesa.ending_problems import problem_of, standing

GAMES = ["super-bridge", "texas-42"]
LINK = re.compile(r'<a class="act quiet-act" href="(/problems/[^"]+played=[^"]+)#standing">([^<]+)')


@pytest.fixture(autouse=True)
def patient(client: TestClient) -> None:
    """Waits for the solvers, however busy the machine is."""
    client.app.state.analyses.questions.crew.within = 600.0  # type: ignore[attr-defined]


def links(page: str) -> dict[str, str]:
    """Lists what can be played, with where that leads."""
    return {text: unescape(link) for link, text in LINK.findall(page)}


@pytest.mark.parametrize("game", GAMES)
def test_a_problem_is_solved_by_following_its_key(client: TestClient, game: str) -> None:
    link = f"/problems/{game}?difficulty=easy&seed=5"
    page = client.get(link).text
    problem = problem_of(game, "easy", 5)
    assert f"take {problem.goal} of the last {problem.total}" in page
    assert "<svg" in page and "The key:" not in page
    assert "The key:" in client.get(f"{link}&key=yes").text
    now = problem.copy()
    while now.turn() >= 0:
        best = now.serving()[0]
        if now.turn() % 2 == 0:
            assert len(links(page)) == sum(len(group) for group in now.plays())
            place = [piece for group in now.plays() for piece in group].index(best)
            page = client.get([*links(page).values()][place]).text
        now.play(best)
    assert f"Solved: {problem.goal} of {problem.total}." in page and not links(page)


def test_a_play_that_is_not_the_key_fails_and_can_be_taken_back(client: TestClient) -> None:
    problem = problem_of("super-bridge", "easy", 5)
    wrong = next(one for group in problem.plays() for one in group
                 if one not in problem.serving())
    page = client.get(f"/problems/super-bridge?difficulty=easy&seed=5&played={wrong}").text
    assert 'href="/problems/super-bridge?difficulty=easy&amp;seed=5"' in page
    while links(page):
        page = client.get(next(iter(links(page).values()))).text
    assert "Not solved:" in page and "The key:" in page


@pytest.mark.parametrize("game", GAMES)
def test_the_problem_of_the_day_is_one_for_all(client: TestClient, game: str) -> None:
    found = [client.get(f"/problems/{game}?daily=yes&difficulty=easy", follow_redirects=False)
             for _ in range(2)]
    assert found[0].status_code == 303
    assert found[0].headers["location"] == found[1].headers["location"]
    assert client.get(found[0].headers["location"]).status_code == 200
    assert f'href="/problems/{game}?daily=yes"' in client.get(f"/games/{game}").text


@pytest.mark.parametrize(("asked", "status"), [
    ("block?seed=5", 404), ("super-bridge?difficulty=odd&seed=5", 404),
    ("super-bridge?seed=x", 404), ("super-bridge?seed=-1", 404),
    ("super-bridge?difficulty=easy&seed=5&played=CA", 422),
    ("super-bridge?difficulty=easy&seed=5&played=" + "CK+" * 30, 404),
])
def test_what_is_no_problem_is_refused(client: TestClient, asked: str, status: int) -> None:
    assert client.get(f"/problems/{asked}").status_code == status


def test_a_problem_is_told_in_the_language_of_the_page(client: TestClient) -> None:
    page = client.get(
        "/problems/super-bridge?difficulty=easy&seed=5", headers={"Accept-Language": "ro"}
    ).text
    assert "Deschide Sud" in page and "♣R" in page


def test_other_games_have_no_problems(client: TestClient) -> None:
    assert "/problems/" not in client.get("/games/block").text


def test_the_defence_answers_by_itself() -> None:
    first = standing("texas-42", "easy", 5, [])
    assert first.solved is None and first.tricks == []
    after = standing("texas-42", "easy", 5, [first.choices[0][0]])
    # Seat 2 has answered; seat 3 is asked.
    assert [len(trick) for trick in after.tricks] == [2] and after.turn == "Seat 3 plays"
