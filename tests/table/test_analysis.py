"""Deals that are over, looked at with all hands open."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import bots, open_deals
from sobremesa.core.game import View
from sobremesa.families.tricks.texas_42 import DECLARATIONS
from sobremesa.solvers.open_tiles import texas_declared
from sobremesa.table import analysis
from tests.table.host import Json, lay, opened, send, state, wait_for_turn

BOTS = ["bot:random"] * 3
# So that a deal of 68 cards does not take minutes; what is not known by then is given by bounds.
FEW = 3000


def play_on(client: httpx.Client, link: str, first: str = "") -> Json:
    """Plays for a seat until the deal is over, its first move by name."""
    while True:
        now = wait_for_turn(client, link)
        if now["over"]:
            return now
        moves = {one["text"]: one["move"] for one in now["moves"]}
        move = moves.get(first, next(iter(moves.values())))
        first = ""
        send(client, link, now["number"], now["seat"], move)


def all_of(client: httpx.Client, path: str, **asked: Any) -> Json:
    """Asks for a deal until everything is worked out."""
    for _ in range(100):
        answer = client.get(path, params=asked)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        if not found["left"]:
            return found
    raise AssertionError("the work does not end")


def texts(svg: str) -> list[str]:
    drawn = ET.fromstring(svg).iter()
    return ["".join(one.itertext()) for one in drawn if one.tag.endswith("text")]


def test_a_hand_of_42_is_opened_when_it_is_over_and_not_before(client: TestClient) -> None:
    table = lay(client, "texas-42", ["me", *BOTS], first_dealer=3, max_hands=2)
    link = table["mine"]
    wait_for_turn(client, link)
    assert state(client, link)["opened"] == 0
    for path in ("", "/1", "/0", "/2", "/x"):
        answer = client.get(f"{link}/analysis{path}", headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-open"), path
    done = play_on(client, link, "42")
    assert done["opened"] == done["hand"] == 1
    assert 'data-hand="1"' in client.get(f"{link}/analysis").text
    found = all_of(client, f"{link}/analysis/1")
    view = client.app.state.house.tables[table["table"]].match.round.view(0)  # type: ignore[attr-defined]
    results = texas_declared(view.data["opening"]["hands"])
    told = texts(found["svg"])
    for row in results:
        for least, most in row:
            assert least == most and str(least) in told
    played = [[laid["text"] for laid in trick] for trick in found["tricks"]]
    assert played == [trick["pieces"] for trick in view.data["tricks"]]
    costs_add_up(view, found, results)


def costs_add_up(view: View, found: Json, results: list[list[tuple[int, int]]]) -> None:
    """What the bidder's side took is what it could have, less what it gave and more what it got."""
    data = view.data
    bidder = data["bidder"]
    trump = DECLARATIONS.index(data["declaration"])
    given = [0, 0]
    for trick in found["tricks"]:
        for laid in trick:
            given[laid["seat"] % 2] += laid["cost"]
    side = bidder % 2
    assert data["taken"][side] == results[bidder][trump][0] - given[side] + given[1 - side]


def test_a_deal_of_super_bridge_is_opened_in_the_language_of_the_page(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "NODES", FEW)
    link = lay(client, "super-bridge", ["me", *BOTS], deals=2, first_dealer=0)["mine"]
    play_on(client, link, "9N")
    found = all_of(client, f"{link}/analysis/1", language="ro")
    told = texts(found["svg"])
    assert "Nord" in told and any("R" in one.split() for one in told)
    # With so few positions to look at some results are bounds, and say so.
    assert any("–" in one and one[0].isdigit() for one in told)
    assert len(found["tricks"]) == 17
    # The last tricks are known: nothing is left to choose in the last one.
    assert [laid["cost"] for laid in found["tricks"][-1]] == [0, 0, 0, 0]
    tall = all_of(client, f"{link}/analysis/1", shape="tall")
    assert 'class="sobremesa tall"' in tall["svg"]
    # A deal that is being played is not shown beside the one that is over.
    now = state(client, link)
    assert client.post(f"{link}/next", json={"number": now["number"]}).status_code == 200
    wait_for_turn(client, link)
    assert state(client, link)["opened"] == 0
    assert client.get(f"{link}/analysis/2").status_code == 404
    assert client.get(f"{link}/analysis/1").status_code == 200
    replay = client.get(f"{link}/replay").text
    assert "/analysis?hand=1&amp;" in replay and "/analysis?hand=2" not in replay


def test_a_replay_that_is_shared_has_the_analysis_too(client: TestClient) -> None:
    link = lay(client, "texas-42", ["me", *BOTS], first_dealer=3, max_hands=1)["mine"]
    play_on(client, link, "42")
    share = client.get(f"{link}/replay").text.split('data-share="')[1].split('"')[0]
    assert client.get(f"{share}/analysis").status_code == 200
    assert all_of(client, f"{share}/analysis/1") == all_of(client, f"{link}/analysis/1")


def test_pages_that_look_at_the_same_deal_share_the_work(client: TestClient) -> None:
    link = lay(client, "texas-42", ["me", *BOTS], first_dealer=3, max_hands=1)["mine"]
    play_on(client, link, "42")
    all_of(client, f"{link}/analysis/1")
    analyses = client.app.state.analyses  # type: ignore[attr-defined]
    crew = analyses.questions.crew
    asked: list[object] = []
    crew.do, do = (lambda *given: asked.append(given)), crew.do
    try:
        all_of(client, f"{link}/analysis/1")
    finally:
        crew.do = do
    assert asked == [] and not analyses.working


def test_what_takes_too_long_is_unknown(client: TestClient) -> None:
    link = lay(client, "texas-42", ["me", *BOTS], first_dealer=3, max_hands=1)["mine"]
    play_on(client, link, "42")
    crew = client.app.state.analyses.questions.crew  # type: ignore[attr-defined]
    crew.within, within = 0.0, crew.within
    try:
        found = all_of(client, f"{link}/analysis/1")
    finally:
        crew.within = within
    assert "0–42" in texts(found["svg"])
    assert all(laid["cost"] is None for trick in found["tricks"] for laid in trick)


def test_other_games_have_no_analysis(client: TestClient) -> None:
    link = lay(client, "block", ["me", "bot:random"])["mine"]
    assert state(client, link)["opened"] == 0
    assert client.get(f"{link}/analysis").status_code == 404


@pytest.mark.parametrize("name", ["super-bridge", "texas-42"])
def test_no_view_of_a_deal_under_way_can_be_opened(name: str) -> None:
    match = sobremesa.game(name).start(5)
    rng = sobremesa.Rng(1)
    while not match.round.over:
        for seat in range(-1, 4):
            assert not open_deals.can_open(match.view(seat))
            with pytest.raises(sobremesa.Refused, match="not open"):
                open_deals.opened(match.view(seat), 10)
        match.play(bots.choose("random", match.view(match.turn), rng))
    views = [match.view(seat) for seat in range(-1, 4)]
    assert all(open_deals.can_open(view) for view in views) or match.round.view(0).data["calls"]


def test_a_deal_that_all_passed_stays_closed_if_its_hands_do() -> None:
    match = sobremesa.game("super-bridge").start(3)
    while not match.round.over:
        match.play("pass")
    view = match.round.view(1)
    hidden = any(isinstance(hand, int) for hand in view.data["opening"]["hands"])
    assert open_deals.can_open(view) == (not hidden)


def test_a_restarted_server_works_it_out_again(tmp_path: Any) -> None:
    database = tmp_path / "table.db"
    with opened(database) as client:
        link = lay(client, "texas-42", ["me", *BOTS], first_dealer=3, max_hands=1)["mine"]
        play_on(client, link, "42")
        found = all_of(client, f"{link}/analysis/1")
    with opened(database) as client:
        assert all_of(client, f"{link}/analysis/1") == found
