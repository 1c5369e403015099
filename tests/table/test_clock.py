"""The clock of a turn at a table, and what a page is told where players judge for themselves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

import sobremesa
from tests.table.host import AT_ONCE, Json, lay, opened, send, state, stored_match
from tests.waiting import wait_until

LONG = 1000


def lay_for_two(client: TestClient, **options: Any) -> Json:
    return lay(client, "cuadrominos", ["me", "friend"], **options)


def links(laid: Json) -> list[str]:
    return [laid["mine"], laid["friends"]["1"]]


def open_the_round(client: TestClient, laid: Json) -> int:
    """Lays the first piece for whoever starts; gives the seat that comes then."""
    turn = int(state(client, laid["mine"])["turn"])
    now = state(client, links(laid)[turn])
    answer = send(client, links(laid)[turn], now["number"], turn, now["moves"][0]["move"])
    assert answer.status_code == 200, answer.text
    return 1 - turn


def test_who_lets_his_time_run_out_draws_three_and_pays(database: Path) -> None:
    with opened(database) as client:
        laid = lay_for_two(client, turn_seconds=1)
        wait_until(lambda: len(stored_match(database, laid["table"]).round.played()) >= 7)
    round = stored_match(database, laid["table"]).round
    starter, other = round.view(-1).data["first"], 1 - round.view(-1).data["first"]
    log = [(seat, text) for seat, text, _ in round.view(-1).data["log"]]
    assert log[:2] == [(starter, "late"), (starter, log[1][1])]
    assert log[1][1].endswith("@0,0")
    assert log[2:7] == [(other, "late"), *[(other, "+?")] * 3, (other, "/")]
    assert round.points()[other] == -1


def test_the_clock_is_shown_to_all_and_none_runs_without_the_option(database: Path) -> None:
    with opened(database) as client:
        laid = lay_for_two(client, turn_seconds=LONG)
        for link in (*links(laid), laid["watch"]):
            clock = state(client, link)["clock"]
            assert clock["of"] == LONG and LONG - 60 < clock["left"] <= LONG
        assert state(client, lay_for_two(client)["mine"])["clock"] is None


def test_a_turn_has_one_clock_however_many_pieces_are_drawn(database: Path) -> None:
    with opened(database) as client:
        laid = lay_for_two(client, turn_seconds=LONG)
        seat = open_the_round(client, laid)
        link = links(laid)[seat]
        before = state(client, link)
        draw = next(one["move"] for one in before["moves"] if one["touches"] == ["boneyard"])
        assert send(client, link, before["number"], seat, draw).status_code == 200
        assert state(client, link)["clock"]["left"] <= before["clock"]["left"]


def test_nobody_lets_his_own_time_be_up(database: Path) -> None:
    with opened(database) as client:
        laid = lay_for_two(client, turn_seconds=LONG)
        seat = open_the_round(client, laid)
        late = int(sobremesa.game("cuadrominos", players=2).move_count) - 1
        answer = send(
            client, links(laid)[seat], state(client, laid["mine"])["number"], seat, late
        )
        assert answer.status_code == 422 or answer.status_code == 409
        assert answer.json()["error"] == "your time is not up (CUAD-R23)"


def test_a_killed_server_gives_the_turn_its_whole_time_anew(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with opened(database) as client:
        laid = lay_for_two(client, turn_seconds=LONG)
        number = state(client, laid["mine"])["number"]
    with opened(database) as client:
        again = state(client, laid["mine"])
        assert again["number"] == number
        assert again["clock"]["left"] > LONG - 60


def test_a_turn_that_was_late_is_finished_by_the_next_server(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    slow = replace(AT_ONCE, answer=600.0)
    with opened(database, slow) as client:
        laid = lay_for_two(client, turn_seconds=1)
        wait_until(lambda: len(stored_match(database, laid["table"]).round.played()) == 1)
    with opened(database) as client:
        wait_until(lambda: len(stored_match(database, laid["table"]).round.played()) >= 2)
        assert state(client, laid["mine"])["number"] >= 4


def test_under_judgement_the_page_is_told_what_can_be_tried_and_not_what_fits(
    client: TestClient,
) -> None:
    laid = lay_for_two(client)
    seat = open_the_round(client, laid)
    link = links(laid)[seat]
    told = state(client, link)
    assert [one["touches"] for one in told["moves"]] == [["boneyard"]]
    assert len(told["attempts"]["tiles"]) == 11 and len(told["attempts"]["cells"]) == 4
    asked = state(client, link, fits="yes")
    assert asked["attempts"] is None
    assert any(one["touches"][0].startswith("tile:") for one in asked["moves"])
    assert asked["scene"] == told["scene"]


def test_an_attempt_that_does_not_fit_is_refused_with_the_reason(client: TestClient) -> None:
    laid = lay_for_two(client)
    seat = open_the_round(client, laid)
    link = links(laid)[seat]
    told = state(client, link)
    fitting = {one["move"] for one in state(client, link, fits="yes")["moves"]}
    tried = [
        form + cell for turns in told["attempts"]["tiles"].values() for form in turns.values()
        for cell in told["attempts"]["cells"].values()
    ]
    wrong = next(move for move in tried if move not in fitting)
    answer = send(client, link, told["number"], seat, wrong)
    assert "does not fit on" in answer.json()["error"]
    assert state(client, link)["number"] == told["number"]
    right = next(move for move in tried if move in fitting)
    assert send(client, link, told["number"], seat, right).status_code == 200


def test_where_placement_is_forced_the_page_is_told_what_fits(client: TestClient) -> None:
    laid = lay_for_two(client, draw_rule="forced_placement")
    seat = open_the_round(client, laid)
    assert state(client, links(laid)[seat])["attempts"] is None


