"""The clock of a turn at a table, and what a page is told where players judge for themselves."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa.table import live
from sobremesa.table.clock import Moments
from sobremesa.table.minds import glance
from tests.table.host import AT_ONCE, Json, claimed, kept, lay, opened, send, state, stored_match
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


def long_ago(url: str, seconds: float) -> None:
    """Puts all that happened so far back in time."""
    with kept(url) as store, store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE events SET made = made - {seconds}")


def test_the_next_server_goes_on_with_the_time_that_was_left(url: str) -> None:
    with opened(url) as client:
        laid = lay_for_two(client, turn_seconds=LONG)
        number = state(client, laid["mine"])["number"]
    long_ago(url, 400)
    with opened(url) as client:
        again = state(client, laid["mine"])
        assert again["number"] == number
        assert LONG - 460 < again["clock"]["left"] <= LONG - 400


def test_whose_time_ran_out_meanwhile_has_a_moment_to_come_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GRACE", 0.5)
    with opened(url) as client:
        laid = lay_for_two(client, turn_seconds=LONG)
    long_ago(url, 2 * LONG)
    with opened(url) as client:
        wait_until(lambda: state(client, laid["mine"])["number"] > 2)
        log = stored_match(url, laid["table"]).round.view(-1).data["log"]
        assert log[0][1] == "late"


def test_two_servers_show_one_clock(url: str) -> None:
    with opened(url) as here, opened(url) as there:
        laid = lay_for_two(here, turn_seconds=LONG)
        house = here.app.state.house  # type: ignore[attr-defined]
        house.tables[laid["table"]].turn_began -= 300
        long_ago(url, 300)
        clocks = [state(one, laid["mine"])["clock"]["left"] for one in (here, there)]
        assert abs(clocks[0] - clocks[1]) < 60 and max(clocks) <= LONG - 300


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


def lay_timed(client: TestClient, sitters: list[str], clock: Json, game: str = "block") -> Json:
    """Lays a table with a clock of its own, at which seat 0 begins."""
    answer = client.post("/api/tables", json={
        "game": game, "options": {"players": len(sitters), "first_player": 0},
        "seats": [{"kind": kind} for kind in sitters], "clock": clock,
    })
    assert answer.status_code == 201, answer.text
    return claimed(client, answer.json())


def play_first(client: TestClient, link: str, seat: int) -> None:
    now = state(client, link)
    assert send(client, link, now["number"], seat, now["moves"][0]["move"]).status_code == 200


@pytest.mark.parametrize("clock", [
    {"kind": "moves"}, {"kind": "move", "time": 4}, {"kind": "move", "time": 3601},
    {"kind": "increment", "time": 59}, {"kind": "delay", "time": 600, "more": 601},
    {"kind": "days", "time": 3600}, {"kind": "move", "time": 20, "late": "loses"},
    {"kind": "increment", "time": 600, "more": -1},
])
def test_a_clock_that_cannot_be_is_refused(client: TestClient, clock: Json) -> None:
    answer = client.post("/api/tables", json={
        "game": "block", "options": {"players": 2}, "clock": clock,
        "seats": [{"kind": "me"}, {"kind": "friend"}],
    })
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-clock")


def test_a_game_with_a_clock_of_its_own_has_no_other(client: TestClient) -> None:
    answer = client.post("/api/tables", json={
        "game": "cuadrominos", "options": {"players": 2, "turn_seconds": 30},
        "clock": {"kind": "move", "time": 20}, "seats": [{"kind": "me"}, {"kind": "friend"}],
    })
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-clock")


def test_the_form_of_a_game_lays_a_table_with_a_clock(client: TestClient) -> None:
    answer = client.post("/tables", follow_redirects=False, data={
        "game": "block", "players": "2", "sitter0": "me", "sitter1": "friend",
        "clock": "increment", "clock.minutes": "10", "clock.seconds": "5", "clock.late": "bot",
    })
    assert answer.status_code == 303, answer.text
    link = answer.headers["location"].split("#")[0]
    clock = state(client, link)["clock"]
    assert (clock["of"], clock["banks"]) == (600.0, [600.0, 600.0])
    wrong = client.post("/tables", headers={"accept": "text/html"}, data={
        "game": "block", "players": "2", "sitter0": "me", "sitter1": "friend",
        "clock": "days", "clock.days": "31",
    })
    assert wrong.status_code == 422
    assert "This clock has 1 day to 30 days." in wrong.text


@pytest.mark.parametrize(("clock", "said"), [
    ({"clock": "days", "clock.days": "1"}, "1 day for each move"),
    ({"clock": "move", "clock.seconds": "45"}, "45 seconds for each move"),
    ({"clock": "increment", "clock.minutes": "5", "clock.seconds": "0"}, "5 minutes for the match"),
    ({"clock": "increment", "clock.minutes": "5", "clock.seconds": "3"},
     "5 minutes for the match, and 3 seconds more after each turn"),
    ({"clock": "delay", "clock.minutes": "1", "clock.seconds": "1"},
     "1 minute for the match, and a delay of 1 second in each turn"),
    ({}, "no clock"),
])
def test_whoever_is_invited_reads_the_figures_of_the_clock(
    client: TestClient, clock: Json, said: str
) -> None:
    answer = client.post("/tables", follow_redirects=False, data={
        "game": "block", "players": "2", "sitter0": "me", "sitter1": "open", **clock,
    })
    meeting = answer.headers["location"].rpartition("/")[0]
    assert f"<p>{said}</p>" in client.get(meeting).text


def long_kept(url: str, table: str) -> list[Json]:
    """Lists what the events of a table say, the first two left out."""
    with kept(url) as store:
        return [one.data | {"kind": one.kind} for one in store.events(table, 2)]


def test_the_table_makes_a_sensible_move_for_whoever_is_late(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GRACE", 0.2)
    with opened(url) as client:
        laid = lay_timed(client, ["me", "friend"], {"kind": "move", "time": 20})
        assert 15 < state(client, laid["mine"])["clock"]["left"] <= 20
        long_ago(url, 60)
    with opened(url) as client:
        wait_until(lambda: state(client, laid["mine"])["number"] > 2)
        told = state(client, laid["mine"])
        assert told["late"] == 0
        assert 15 < told["clock"]["left"] <= 20
    (moved,) = long_kept(url, laid["table"])
    assert moved["late"] is True and moved["seat"] == 0
    # The same chance, the same move: whichever server makes it.
    assert stored_match(url, laid["table"]).turn == 1


def test_a_bot_holds_the_seat_of_whoever_is_late_until_they_say_that_they_are_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GRACE", 0.2)
    with opened(url) as client:
        laid = lay_timed(client, ["me", "friend"], {"kind": "move", "time": 20, "late": "bot"})
        long_ago(url, 60)
    with opened(url) as client:
        wait_until(lambda: state(client, laid["mine"])["number"] > 3)
        # To look on is not to be back.
        seats = client.get(f"{laid['mine']}/seats").json()
        assert (seats["held"], seats["left"]) == ([0], [0])
        now = state(client, laid["friends"]["1"])
        assert send(
            client, laid["friends"]["1"], now["number"], 1, now["moves"][0]["move"]
        ).status_code == 200
        wait_until(lambda: state(client, laid["mine"])["turn"] == 1)
        wish = {"seat": 0, "id": "back-00001"}
        assert client.post(f"{laid['mine']}/back", json=wish).status_code == 200
        assert client.get(f"{laid['mine']}/seats").json()["left"] == []
        said = [one["text"] for one in client.get(f"{laid['watch']}/talk").json()["talk"]]
        assert said == ["My time is up: a bot holds my seat until I am back.", "I am back."]
        play_first(client, laid["friends"]["1"], 1)
        assert state(client, laid["mine"])["moves"]


def test_the_time_of_a_match_runs_down_and_grows_by_the_increment(url: str) -> None:
    with opened(url) as client:
        laid = lay_timed(client, ["me", "friend"], {"kind": "increment", "time": 300, "more": 7})
        long_ago(url, 40)
    with opened(url) as client:
        clock = state(client, laid["mine"])["clock"]
        assert clock["seat"] == 0 and 250 < clock["left"] <= 260
        play_first(client, laid["mine"], 0)
        first, other = state(client, laid["mine"])["clock"]["banks"]
        assert 250 < first <= 267 and other == 300
    with opened(url) as client:
        again, other = state(client, laid["mine"])["clock"]["banks"]
        assert again == first and other == 300


def test_free_seconds_of_a_turn_are_not_counted(url: str) -> None:
    with opened(url) as client:
        laid = lay_timed(client, ["me", "friend"], {"kind": "delay", "time": 300, "more": 60})
        long_ago(url, 40)
    with opened(url) as client:
        clock = state(client, laid["mine"])["clock"]
        assert clock["of"] == 360 and 310 < clock["left"] <= 320
        play_first(client, laid["mine"], 0)
        assert state(client, laid["mine"])["clock"]["banks"] == [300, 300]


def test_whose_match_time_is_used_up_does_not_come_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GRACE", 0.2)
    with opened(url) as client:
        laid = lay_timed(
            client, ["me", "friend"], {"kind": "increment", "time": 60, "late": "bot"}
        )
        long_ago(url, 100)
    with opened(url) as client:
        wait_until(lambda: client.get(f"{laid['mine']}/seats").json()["left"] == [0])
        answer = client.post(f"{laid['mine']}/back", json={"seat": 0, "id": "back-00001"})
        assert (answer.status_code, answer.json()["code"]) == (409, "no-time")


def test_by_correspondence_only_the_clock_says_who_is_away(database: Path) -> None:
    soon = replace(AT_ONCE, absence=0.001)
    with opened(database, soon) as client:
        laid = lay_timed(client, ["me", "friend"], {"kind": "days", "time": 3 * 86400})
        play_first(client, laid["mine"], 0)
        clock = state(client, laid["mine"])["clock"]
        assert clock["of"] == 3 * 86400 and clock["left"] > 3 * 86400 - 60
        assert client.get(f"{laid['mine']}/seats").json()["absent"] == []
        wish = {"seat": 1, "id": "away-00001"}
        answer = client.post(f"{laid['mine']}/stand-in", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (409, "clock-decides")


def test_somebody_steps_away_and_comes_back(url: str) -> None:
    with opened(url) as client:
        laid = lay(client, "block", ["me", "friend"], first_player=0)
        wish = {"seat": 0, "id": "away-00001"}
        number = client.post(f"{laid['mine']}/away", json=wish).json()["number"]
        assert client.post(f"{laid['mine']}/away", json=wish).json()["number"] == number
        foreign = client.post(f"{laid['friends']['1']}/away", json=wish)
        assert foreign.json()["code"] == "another-seat"
        wait_until(lambda: state(client, laid["mine"])["turn"] == 1)
    with opened(url) as client:
        # Another server knows it too, and waits for the word as well.
        assert client.get(f"{laid['mine']}/seats").json()["left"] == [0]
        assert client.post(f"{laid['mine']}/back", json=wish).status_code == 200
        play_first(client, laid["friends"]["1"], 1)
        now = state(client, laid["mine"])
        assert now["turn"] == 0 and now["moves"]


def test_a_bot_plays_for_whoever_has_left_and_nobody_else_does(database: Path) -> None:
    slow = replace(AT_ONCE, bot=600.0)
    with opened(database, slow) as client:
        laid = lay(client, "block", ["me", "friend"], first_player=0)
        before = state(client, laid["mine"])
        client.post(f"{laid['mine']}/away", json={"seat": 0, "id": "away-00001"})
        now = state(client, laid["mine"])
        assert now["moves"] == []
        move = before["moves"][0]["move"]
        answer = send(client, laid["mine"], now["number"], 0, move)
        assert (answer.status_code, answer.json()["code"]) == (409, "left")


@pytest.mark.parametrize("name", sobremesa.games())
def test_every_game_has_a_sensible_move_for_whoever_is_late(name: str) -> None:
    game = sobremesa.game(name)
    match = game.start(seed=3)
    for _ in range(6):
        if match.turn < 0:
            break
        view = match.view(match.turn)
        thought = glance(game.spec, view.data, 5)
        assert thought.move == glance(game.spec, view.data, 5).move
        match.play(thought.move)


def test_a_table_that_waits_for_days_needs_no_memory(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "KEPT", 1)
    monkeypatch.setattr(live, "LATER", 5.0)
    with opened(database) as client:
        laid = lay_timed(client, ["me", "friend"], {"kind": "move", "time": 6})
        house = client.app.state.house  # type: ignore[attr-defined]
        lay(client, "block", ["me", "friend"])
        assert laid["table"] not in house.tables
        wait_until(lambda: stored_match(database, laid["table"]).turn == 1)


def toggled(client: TestClient, link: str, seat: int, times: int = 3) -> None:
    """Steps away from a seat and comes back, again and again."""
    for count in range(times):
        for way in ("away", "back"):
            answer = client.post(f"{link}/{way}", json={"seat": seat, "id": f"{way}-{count:04}"})
            assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("clock", [
    {"kind": "increment", "time": 300, "more": 60}, {"kind": "delay", "time": 300, "more": 60},
    {"kind": "move", "time": 300}, {"kind": "days", "time": 86400}, {},
])
def test_whoever_steps_away_and_back_has_no_more_time_in_the_turn(
    url: str, clock: Json
) -> None:
    slow = replace(AT_ONCE, bot=600.0)
    with opened(url, slow) as client:
        if clock:
            laid, seat = lay_timed(client, ["me", "friend"], clock), 0
        else:
            laid = lay_for_two(client, turn_seconds=LONG)
            seat = int(state(client, laid["mine"])["turn"])
        long_ago(url, 200)
    with opened(url, slow) as client:
        before = state(client, laid["mine"])["clock"]
        toggled(client, links(laid)[seat], seat)
        after = state(client, laid["mine"])["clock"]
        assert after["of"] == before["of"] and after["left"] <= before["left"]
        assert before["of"] - after["left"] >= 200
        if not clock:
            return
        play_first(client, laid["mine"], 0)
        bank = (state(client, laid["mine"])["clock"]["banks"] or [0])[0]
        if clock["kind"] == "increment":
            assert 130 < bank <= 160
        if clock["kind"] == "delay":
            assert 130 < bank <= 160


def test_whose_time_is_up_is_not_back_in_the_same_turn(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GRACE", 0.2)
    clock = {"kind": "increment", "time": 60, "more": 10, "late": "bot"}
    with opened(url) as client:
        laid = lay_timed(client, ["me", "friend"], clock)
        long_ago(url, 100)
    with opened(url, replace(AT_ONCE, bot=600.0)) as client:
        wait_until(lambda: client.get(f"{laid['mine']}/seats").json()["left"] == [0])
        answer = client.post(f"{laid['mine']}/back", json={"seat": 0, "id": "back-00001"})
        assert (answer.status_code, answer.json()["code"]) == (409, "turn-up")
    with opened(url) as client:
        # The bot has moved: what the turn has brought is there in the next one.
        wait_until(lambda: state(client, laid["mine"])["turn"] == 1)
        wish = {"seat": 0, "id": "back-00002"}
        assert client.post(f"{laid['mine']}/back", json=wish).status_code == 200
        assert state(client, laid["mine"])["clock"]["banks"][0] == 10


def test_a_clock_of_the_machine_that_jumps_takes_and_gives_nobody_time(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour ahead during a turn, and back during the next; a restart comes to the same."""
    wall, ahead = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: wall() + ahead[0])
    clock = {"kind": "increment", "time": 600, "more": 5}
    with opened(url) as client:
        laid = client.post("/api/tables", json={
            "game": "block", "seats": [{"kind": "me"}, {"kind": "hot"}], "clock": clock,
        }).json()
        for jump in (3600.0, -3600.0, 0.0):
            ahead[0] += jump
            shown = state(client, laid["mine"])["clock"]
            assert all(540 < bank < 620 for bank in (*shown["banks"], shown["left"])), shown
            turn = state(client, laid["mine"])["turn"]
            now = state(client, laid["mine"], seat=turn)
            answer = send(client, laid["mine"], now["number"], turn, now["moves"][0]["move"])
            assert answer.status_code == 200, answer.text
            banks = state(client, laid["mine"])["clock"]["banks"]
            assert all(540 < bank < 620 for bank in banks), banks
    with opened(url) as client:
        again = state(client, laid["mine"])["clock"]["banks"]
        assert again == pytest.approx(banks, abs=0.1)


def test_a_clock_that_was_set_back_before_a_restart_gives_nobody_time(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, ahead = time.time, [3600.0]
    monkeypatch.setattr(time, "time", lambda: wall() + ahead[0])
    with opened(url) as client:
        laid = client.post("/api/tables", json={
            "game": "block", "seats": [{"kind": "me"}, {"kind": "hot"}],
            "clock": {"kind": "increment", "time": 600, "more": 5},
        }).json()
    ahead[0] = 0.0
    with opened(url) as client:
        turn = state(client, laid["mine"])["turn"]
        now = state(client, laid["mine"], seat=turn)
        assert now["clock"]["left"] <= 600
        send(client, laid["mine"], now["number"], turn, now["moves"][0]["move"])
        assert max(state(client, laid["mine"])["clock"]["banks"]) <= 605


def test_another_server_that_is_an_hour_ahead_is_heard_and_not_believed() -> None:
    steady = [50.0]
    moments = Moments(lambda: 1000.0, lambda: steady[0])
    moments.hear(4600.0)
    steady[0] += 3
    assert (moments.now(), moments.then(4600.0)) == (4603.0, 50.0)
    # Nothing of the past is yet to come.
    assert moments.then(9999.0) == steady[0]
