"""Playing alone: the past can be changed, and the whole deal asked about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from sobremesa import alone
from sobremesa.core.game import make_game
from sobremesa.solvers import solve
from sobremesa.table import live
from sobremesa.table.live import last_choice
from tests.table.host import SAME, Json, lay, opened, send, state, stored_match


def solitaire(client: httpx.Client, game: str = "good-neighbors", **options: Any) -> Json:
    return lay(client, game, ["me"], **options)


def play_some(client: httpx.Client, link: str, count: int) -> Json:
    """Plays the first legal move so many times."""
    for _ in range(count):
        now = state(client, link)
        assert send(client, link, now["number"], 0, now["moves"][0]["move"]).status_code == 200
    return state(client, link)


def change(client: httpx.Client, link: str, what: str, **wish: Any) -> httpx.Response:
    number = state(client, link)["number"]
    body = {"number": number, "id": f"change-{number:06}", **wish}
    return client.post(f"{link}/{what}", json=body)


def test_a_move_taken_back_and_played_again_leaves_the_table_as_it_was(
    client: TestClient, database: Path
) -> None:
    laid = solitaire(client)
    link = laid["mine"]
    before = state(client, link)
    assert before["alone"]["undo"] is False and before["alone"]["redo"] is False
    after = play_some(client, link, 1)
    assert change(client, link, "undo").status_code == 200
    back = state(client, link)
    assert (back["scene"], back["log"], back["moves"]) == (
        before["scene"], before["log"], before["moves"]
    )
    assert back["alone"]["redo"] is True
    assert change(client, link, "redo").status_code == 200
    again = state(client, link)
    assert (again["scene"], again["log"]) == (after["scene"], after["log"])
    assert again["alone"]["redo"] is False
    assert len(stored_match(database, laid["table"]).round.log) == len(after["log"])


def test_moves_can_be_taken_back_to_the_beginning_and_all_played_again(
    client: TestClient, database: Path
) -> None:
    link = solitaire(client, "squeeze")["mine"]
    after = play_some(client, link, 6)
    for _ in range(40):
        if not state(client, link)["alone"]["undo"]:
            break
        assert change(client, link, "undo").status_code == 200
    assert state(client, link)["alone"]["undo"] is False
    assert change(client, link, "undo").json()["code"] == "nothing-to-undo"
    while state(client, link)["alone"]["redo"]:
        assert change(client, link, "redo").status_code == 200
    assert state(client, link)["scene"] == after["scene"]
    assert change(client, link, "redo").json()["code"] == "nothing-to-redo"


def test_another_move_forgets_what_was_taken_back(client: TestClient) -> None:
    link = solitaire(client)["mine"]
    play_some(client, link, 2)
    change(client, link, "undo")
    play_some(client, link, 1)
    assert state(client, link)["alone"]["redo"] is False


def test_taking_back_goes_over_moves_that_the_table_plays_by_itself(
    client: TestClient, database: Path
) -> None:
    laid = solitaire(client, "big-clock")
    play_some(client, laid["mine"], 12)
    match = stored_match(database, laid["table"])
    kept = last_choice(match)
    assert change(client, laid["mine"], "undo").status_code == 200
    now = state(client, laid["mine"])
    assert len(stored_match(database, laid["table"]).round.log) == kept
    assert kept == 0 or not now["plain"]


def test_taking_back_has_an_allowance_that_outlives_a_restart(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHANGES", 4)
    monkeypatch.setattr(live, "MOST_CHANGES", 6)
    with opened(database) as client:
        link = solitaire(client)["mine"]
        play_some(client, link, 1)
        for what in ("undo", "redo", "undo", "redo"):
            assert change(client, link, what).status_code == 200
        before = state(client, link)
        for _ in range(2):
            refused = change(client, link, "undo")
            assert (refused.status_code, refused.json()["code"]) == (429, "too-much")
            assert 0 < int(refused.headers["retry-after"]) <= live.CHANGES_WITHIN + 1
        assert state(client, link)["number"] == before["number"]
        # Moving on is no matter of it.
        play_some(client, link, 1)
    with opened(database) as client:
        assert change(client, link, "undo").json()["code"] == "too-much"
        monkeypatch.setattr(live, "CHANGES_WITHIN", 0.0)
        for what in ("undo", "redo"):
            assert change(client, link, what).status_code == 200
        # However slowly it is done, the events of a table do not grow for ever.
        refused = change(client, link, "undo")
        assert (refused.status_code, refused.json()["code"]) == (409, "changed-enough")
        assert refused.json()["error"] == (
            "Enough was taken back and changed at this table: 6 times."
        )


def test_taking_back_against_bots_has_the_same_allowance(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHANGES", 2)
    link = lay(client, "djambi", ["me", "hot", "hot", "hot"])["mine"]
    for count in range(3):
        turn = state(client, link)["turn"]
        now = state(client, link, seat=turn)
        send(client, link, now["number"], turn, now["moves"][0]["move"])
        seen = state(client, link)
        answer = client.post(f"{link}/offer", json={
            "what": "take-back", "seat": turn, "number": seen["number"],
            "id": f"offered-{count}",
        })
        assert answer.status_code == (200 if count < 2 else 429), answer.text


def test_the_same_wish_sent_again_is_answered_as_before(client: TestClient) -> None:
    link = solitaire(client)["mine"]
    now = play_some(client, link, 2)
    wish = {"number": now["number"], "id": "the-same-id"}
    first = client.post(f"{link}/undo", json=wish)
    second = client.post(f"{link}/undo", json=wish)
    assert first.json() == second.json()
    assert state(client, link)["number"] == first.json()["number"]
    other = client.post(f"{link}/redo", json=wish)
    assert other.status_code == 409 and other.json()["code"] == "id-used"


def test_a_finished_deal_can_be_taken_up_again_and_survives_a_restart(database: Path) -> None:
    with opened(database) as client:
        laid = solitaire(client, "bingo")
        link = laid["mine"]
        for _ in range(500):
            if state(client, link)["over"]:
                break
            play_some(client, link, 1)
        assert state(client, link)["ended"]
        assert change(client, link, "undo", keep=1).status_code == 200
        assert not state(client, link)["ended"]
        open_again = state(client, link)
    with opened(database) as client:
        again = state(client, laid["mine"])
        assert again["scene"] == open_again["scene"] and again["moves"] == open_again["moves"]
        assert again["alone"]["redo"] is True


def test_where_others_play_nothing_is_taken_back(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"], first_player=0)
    play_some(client, laid["mine"], 1)
    answer = change(client, laid["mine"], "undo")
    assert answer.status_code == 409 and answer.json()["code"] == "not-alone"
    assert state(client, laid["mine"])["alone"] is None
    asked = client.get(f"{laid['mine']}/ask/hint")
    assert asked.status_code == 409 and asked.json()["code"] == "no-hints"


def test_who_watches_changes_nothing_and_asks_nothing(client: TestClient) -> None:
    laid = solitaire(client)
    play_some(client, laid["mine"], 1)
    assert change(client, laid["watch"], "undo").status_code == 403
    assert client.get(f"{laid['watch']}/ask/hint").status_code == 403
    assert state(client, laid["watch"])["alone"] is None


@pytest.mark.parametrize("wish", [
    {"keep": -1}, {"keep": 99}, {"keep": 2},
])
def test_taking_back_to_where_one_never_was_is_refused(
    client: TestClient, wish: dict[str, int]
) -> None:
    link = solitaire(client)["mine"]
    before = play_some(client, link, 2)
    assert change(client, link, "undo", **wish).json()["code"] == "nothing-to-undo"
    assert state(client, link)["number"] == before["number"]


def test_an_unreadable_wish_is_refused(client: TestClient) -> None:
    link = solitaire(client)["mine"]
    assert client.post(f"{link}/undo", content=b"{").status_code == 422
    assert client.post(f"{link}/undo", json={"number": 2}).status_code == 422
    stale = client.post(f"{link}/undo", json={"number": 1, "id": "old-enough"})
    assert stale.status_code == 409 and stale.json()["code"] == "stale"


def winnable(client: TestClient) -> Json:
    """Lays out a deal of Good Neighbors that can be won."""
    answer = client.post("/api/tables", json={
        "game": "good-neighbors", "options": {"players": 1, "set": 6},
        "seats": [{"kind": "me"}], "winnable": True,
    })
    assert answer.status_code == 201, answer.text
    laid: Json = answer.json()
    return laid


def test_a_winnable_deal_is_laid_and_a_hint_leads_to_its_end(
    client: TestClient, database: Path
) -> None:
    laid = winnable(client)
    link = laid["mine"]
    assert solve(stored_match(database, laid["table"]).round).verdict == "won"
    assert client.get(f"{link}/ask/winnable").json()["verdict"] == "won"
    for _ in range(100):
        now = state(client, link)
        if now["over"]:
            break
        hint = client.get(f"{link}/ask/hint").json()
        assert hint["verdict"] == "won" and hint["text"][0].isupper()
        move = next(one for one in now["moves"] if one["touches"] == hint["touches"])
        assert send(client, link, now["number"], 0, move["move"]).status_code == 200
    assert state(client, link)["alone"]["ending"] == "win"
    assert client.get(f"{link}/ask/loss").json()["text"] == "It is not lost."


def careless(client: TestClient, database: Path) -> Json:
    """Plays a deal that can be won as badly as possible, so that it is lost."""
    laid = winnable(client)
    link = laid["mine"]
    while not (now := state(client, link))["over"]:
        match = stored_match(database, laid["table"])
        worst = [move for move in match.round.moves() if not alone.keeps(match.round, move)]
        send(client, link, now["number"], 0, (worst or match.round.moves())[0])
    assert now["alone"]["ending"] != "win"
    return laid


def test_where_a_deal_was_lost_is_found_and_gone_back_to(
    client: TestClient, database: Path
) -> None:
    link = careless(client, database)["mine"]
    loss = client.get(f"{link}/ask/loss").json()
    assert loss["verdict"] == "lost" and loss["move"] >= 0
    assert change(client, link, "undo", keep=loss["move"]).status_code == 200
    assert client.get(f"{link}/ask/winnable").json()["verdict"] == "won"


def test_the_deal_of_the_day_is_the_same_for_everybody(
    client: TestClient, database: Path
) -> None:
    openings = []
    for _ in range(2):
        laid = client.post("/api/tables", json={
            "game": "bingo", "options": {"players": 1}, "seats": [{"kind": "me"}], "daily": True,
        }).json()
        openings.append(stored_match(database, laid["table"]).round.opening())
        assert state(client, laid["mine"])["alone"]["daily"] == SAME.today()
    assert openings[0] == openings[1]
    game = make_game("bingo", {})
    seeds = {alone.daily_seed(game, f"2026.11.{day:02}") for day in range(1, 29)}
    assert len(seeds) == 28
    assert game.start(alone.daily_seed(game, SAME.today())).round.opening() == openings[0]


def test_deals_are_chosen_only_for_one(client: TestClient) -> None:
    answer = client.post("/api/tables", json={
        "game": "block", "options": {"players": 2},
        "seats": [{"kind": "me"}, {"kind": "bot:greedy"}], "winnable": True,
    })
    assert answer.status_code == 422 and answer.json()["code"] == "not-alone"
    answer = client.post("/api/tables", json={
        "game": "bingo", "options": {"players": 1}, "seats": [{"kind": "me"}], "winnable": True,
    })
    assert answer.status_code == 422 and answer.json()["code"] == "no-solver"


def test_a_question_nobody_answers_is_not_found(client: TestClient) -> None:
    link = solitaire(client)["mine"]
    assert client.get(f"{link}/ask/fortune").status_code == 404
