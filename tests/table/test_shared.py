"""Equal sights are drawn once, however many look."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from fastapi.testclient import TestClient

from sobremesa.table.messages import Drawn, Sight
from tests.table.host import Json, lay, send, state

SPANISH = {"Accept-Language": "es"}


def drawn_by(client: TestClient) -> Drawn:
    drawn: Drawn = client.app.state.drawn  # type: ignore[attr-defined]
    return drawn


def test_pages_that_see_the_same_share_one_message(client: TestClient) -> None:
    laid = lay(client, "draw", ["me", "friend"], first_player=0)
    drawn = drawn_by(client)
    with ExitStack() as lines:
        def come(link: str, headers: dict[str, str] | None = None, **wish: Any) -> Any:
            page = lines.enter_context(
                client.websocket_connect(f"{link}/live", headers=dict(headers or {}))
            )
            page.send_json({"last": 0, **wish})
            return page, page.receive_text()

        watchers = [come(laid["watch"]) for _ in range(5)]
        assert len({said for _, said in watchers}) == 1
        assert (drawn.made, drawn.told) == (1, 5)
        others = [
            come(laid["mine"]), come(laid["friends"]["1"]), come(laid["watch"], SPANISH),
            come(laid["watch"], shape="tall"), come(laid["watch"], numerals=True),
        ]
        assert drawn.made == 6
        now = state(client, laid["mine"])
        assert drawn.made == 6
        send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])
        moved = [page.receive_text() for page, _ in [*watchers, *others]]
        assert len(set(moved[:5])) == 1
        assert drawn.made == 12
        assert {json.loads(said)["number"] for said in moved} == {3}


def test_a_new_name_is_seen_by_all(client: TestClient) -> None:
    laid = lay(client, "draw", ["me", "friend"])
    with client.websocket_connect(laid["watch"] + "/live") as page:
        page.send_json({"last": 0})
        assert page.receive_json()["names"][0] == "Player 1"
        client.post(f"{laid['mine']}/name", json={"seat": 0, "name": "Ana"})
        assert page.receive_json()["names"][0] == "Ana"
    assert state(client, laid["watch"])["names"][0] == "Ana"


def test_a_clock_is_never_told_from_memory(client: TestClient) -> None:
    laid = lay(client, "cuadrominos", ["me", "hot"], turn_seconds=60, players=2)

    def clock() -> Json:
        found: Json = state(client, laid["mine"])["clock"]
        return found

    first = clock()
    assert first["of"] == 60
    made = drawn_by(client).made
    house = client.app.state.house  # type: ignore[attr-defined]
    house.tables[laid["table"]].turn_began -= 30
    assert clock()["left"] <= first["left"] - 30
    assert drawn_by(client).made == made


def test_what_was_drawn_is_forgotten_when_there_is_too_much(client: TestClient) -> None:
    laid = lay(client, "draw", ["me", "friend"])
    state(client, laid["mine"])
    house = client.app.state.house  # type: ignore[attr-defined]
    table = house.tables[laid["table"]]
    drawn = Drawn(room=4)
    texts = [
        drawn.look(table, 2, seat, (seat,), Sight(numerals=figures), str).whole
        for _ in range(3) for seat in (0, 1, -1) for figures in (False, True)
    ]
    assert len(drawn.kept) == 4
    assert drawn.made > 6
    assert texts[:6] == texts[6:12] == texts[12:]
