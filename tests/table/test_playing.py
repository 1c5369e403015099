"""Playing over the wire, without a browser."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa.table.live import Pace
from sobremesa.table.tempo import Thought
from tests.laws import one_of_each_family, plain_bot, short
from tests.spread import every
from tests.table.host import Json, drawing, lay, opened, send, state, stored_match, wait_for_turn
from tests.waiting import wait_until

LIMIT = 2000


def play_through(client: TestClient, link: str) -> list[int]:
    """Plays the last legal move of every choice until the match is decided."""
    for _ in range(LIMIT):
        message = wait_for_turn(client, link)
        if message["ended"]:
            return list(message["scores"])
        if message["next"]:
            answer = client.post(f"{link}/next", json={"number": message["number"]})
        else:
            answer = send(
                client, link, message["number"], message["seat"], message["moves"][-1]["move"]
            )
        assert answer.status_code == 200, answer.text
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("game", every(3, one_of_each_family()))
def test_a_whole_match_against_a_bot_ends_with_the_scores_of_the_engine(
    client: TestClient, database: Path, game: str
) -> None:
    options = short(game)
    players = int(sobremesa.game(game, **options).players)
    others = ["bot:" + plain_bot(game)] * (players - 1)
    laid = lay(client, game, ["me", *others], 0.0, **{"players": players, **options})
    scores = play_through(client, laid["mine"])
    match = stored_match(database, laid["table"])
    assert match.over
    assert scores == match.scores


def test_a_table_of_bots_plays_to_the_end_before_watchers(
    client: TestClient, database: Path
) -> None:
    laid = lay(client, "draw", ["bot:random", "bot:greedy"], target=20)
    assert laid["mine"] is None
    wait_until(lambda: bool(state(client, laid["watch"])["ended"]))
    assert stored_match(database, laid["table"]).over


@contextmanager
def circles() -> Iterator[list[object]]:
    """Gives what only the search for garbage could free of what is made meanwhile."""
    found: list[object] = []
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def test_what_bots_thought_is_gone_without_a_search_for_garbage(client: TestClient) -> None:
    with circles() as left:
        laid = lay(client, "draw", ["bot:random", "bot:greedy"], target=20)
        wait_until(lambda: bool(state(client, laid["watch"])["ended"]))
    assert not [one for one in left if isinstance(one, Thought)]


def lead_and_claim_nothing(client: TestClient, silence: float) -> tuple[Json, int]:
    """Leads at a table of Muggins; gives the table and who may call now."""
    laid = lay(client, "muggins", ["me", "friend"], silence=silence)
    links = [laid["mine"], laid["friends"]["1"]]
    mover = int(state(client, links[0])["turn"])
    for touch in (None, "claim:0"):
        now = state(client, links[mover])
        move = next(one for one in now["moves"] if touch is None or one["touches"] == [touch])
        assert send(client, links[mover], now["number"], mover, move["move"]).is_success
    return laid, 1 - mover


def test_silence_lapses_into_not_calling(client: TestClient, database: Path) -> None:
    laid, caller = lead_and_claim_nothing(client, silence=0.2)
    wait_until(lambda: len(stored_match(database, laid["table"]).round.log) == 3)
    log = stored_match(database, laid["table"]).view(-1).data["log"]
    assert log[-1][:2] == [caller, "quiet"]


def test_the_time_to_call_is_told_to_who_may_call(client: TestClient) -> None:
    laid, caller = lead_and_claim_nothing(client, silence=60.0)
    asked = state(client, [laid["mine"], laid["friends"]["1"]][caller])
    assert asked["silence"] >= 0
    assert asked["lapse"] == 60.0


def test_a_window_without_a_time_limit_stays_open(client: TestClient) -> None:
    laid, _ = lead_and_claim_nothing(client, silence=0.0)
    house = client.app.state.house  # type: ignore[attr-defined]
    assert house.tables[laid["table"]].driver is None, "something is planned"


def test_the_next_hand_is_dealt_by_itself_when_nobody_asks_for_it(database: Path) -> None:
    with opened(database, Pace(bot=0.0, answer=0.0, next_hand=0.3)) as client:
        laid = lay(client, "block", ["me", "bot:greedy"], target=500)
        link = laid["mine"]
        while True:
            message = wait_for_turn(client, link)
            if message["over"] or message["hand"] > 1:
                break
            send(client, link, message["number"], 0, message["moves"][0]["move"])
        wait_until(lambda: bool(state(client, link)["hand"] > 1))


def test_one_link_plays_several_seats_and_begins_with_no_hand_shown(
    client: TestClient,
) -> None:
    laid = lay(client, "block", ["me", "hot", "bot:greedy"])
    first = state(client, laid["mine"])
    assert first["seat"] == -1
    assert first["yours"] == [0, 1]
    assert first["moves"] == []
    shown = state(client, laid["mine"], seat=1)
    assert shown["seat"] == 1
    refused = client.get(f"{laid['mine']}/state", params={"seat": 2})
    assert refused.status_code == 403


def test_a_question_without_a_look_at_the_hand_is_asked_aside(client: TestClient) -> None:
    laid = lay(client, "muggins", ["me", "hot"])
    link = laid["mine"]
    turn = state(client, link)["turn"]
    for touch in (None, "claim:0"):
        now = state(client, link, seat=turn)
        move = next(one for one in now["moves"] if touch is None or one["touches"] == [touch])
        assert send(client, link, now["number"], turn, move["move"]).is_success
    now = state(client, link, seat=turn)
    assert now["moves"] == []
    assert now["aside"]["seat"] == 1 - turn
    assert [one["touch"] for one in now["aside"]["buttons"]] == ["quiet", "muggins"]


def test_a_friend_can_choose_a_name(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    friend = laid["friends"]["1"]
    answer = client.post(f"{friend}/name", json={"seat": 1, "name": "  Ana\nMaría <b> "})
    assert answer.status_code == 200
    message = state(client, laid["mine"])
    assert message["names"][1] == "Ana María <b>"
    assert "Ana María &lt;b&gt;" in drawing(message)
    assert "<b>" not in drawing(message)


def test_numbers_to_choose_from_are_buttons_in_their_order(client: TestClient) -> None:
    others = ["bot:greedy"] * 3
    link = lay(client, "double-takes", ["me", *others], first_leader=0)["mine"]
    shown = [one["short"] for one in state(client, link)["buttons"]]
    assert len(shown) > 8
    assert shown == [str(number) for number in sorted(map(int, shown))]
