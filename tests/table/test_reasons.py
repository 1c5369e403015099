"""Why a touch leads to no move, said by the rules and without changing anything."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa.core.errors import as_it_is
from sobremesa.table.reasons import reason, touchable
from tests.laws import seated
from tests.table.host import drawing, lay, send, state


def why(client: TestClient, link: str, *touches: str, **more: Any) -> httpx.Response:
    number = more.pop("number", state(client, link)["number"])
    answer: httpx.Response = client.get(
        f"{link}/why", params={"number": number, "touch": touches, **more}
    )
    return answer


def led(client: TestClient) -> tuple[str, dict[str, Any]]:
    """Lays a table of Block, lets seat 0 lead, and gives seat 1 and what it sees."""
    laid = lay(client, "block", ["me", "friend"], first_player=0)
    first = state(client, laid["mine"])
    assert send(client, laid["mine"], 2, 0, first["moves"][0]["move"]).is_success
    link = laid["friends"]["1"]
    return link, state(client, link)


def unplayable(now: dict[str, Any]) -> str:
    playable = {one["touches"][0] for one in now["moves"]}
    drawn = {part.partition('"')[0] for part in drawing(now).split('data-touch="')[1:]}
    wrong: list[str] = [
        touch for touch in sorted(drawn) if touch.startswith("tile:") and touch not in playable
    ]
    return wrong[0]


def test_a_tile_that_does_not_fit_is_refused_by_the_rule(client: TestClient) -> None:
    link, now = led(client)
    tile = unplayable(now)
    answer = why(client, link, tile)
    assert answer.status_code == 200
    assert tile.removeprefix("tile:") in answer.json()["text"]
    assert "(SETS-09)" in answer.json()["text"]
    assert state(client, link)["number"] == now["number"]


def test_the_reason_is_said_in_the_language_of_the_page(client: TestClient) -> None:
    link, now = led(client)
    tile = unplayable(now)
    french = why(client, link, tile, language="fr").json()["text"]
    assert french != why(client, link, tile).json()["text"]


@pytest.mark.parametrize("touches", [
    ["tile:9-9"], ["tile:6-6'"], ["card:S1"], [], ["end:W"] * 7, ["tile:"],
])
def test_only_what_the_seat_sees_can_be_asked_about(
    client: TestClient, touches: list[str]
) -> None:
    link, _ = led(client)
    answer = why(client, link, *touches)
    assert answer.status_code == 422
    assert answer.json()["code"] == "not-there"


def test_a_tile_of_another_hand_cannot_be_felt_for(client: TestClient) -> None:
    link, now = led(client)
    own = {part.partition('"')[0] for part in drawing(now).split('data-touch="')[1:]}
    tiles = {f"tile:{high}-{low}" for high in range(7) for low in range(high + 1)}
    answers = {why(client, link, tile).content for tile in tiles - own}
    assert len(answers) == 1


def test_who_watches_who_waits_and_who_is_late_gets_no_reason(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"], first_player=0)
    for link, status in ((laid["watch"], 403), (laid["friends"]["1"], 409)):
        assert why(client, link, "tile:0-0").status_code == status
    assert why(client, laid["mine"], "tile:0-0", number=1).json()["code"] == "stale"


def test_where_players_find_what_fits_themselves_no_place_and_no_piece_tells(
    client: TestClient,
) -> None:
    laid = lay(client, "cuadrominos", ["me", "friend"], draw_rule="judgement")
    links = [laid["mine"], laid["friends"]["1"]]
    first = state(client, links[0])["turn"]
    opening = state(client, links[first])["moves"][0]["move"]
    assert send(client, links[first], 2, first, opening).is_success
    link = links[1 - first]
    now = state(client, link)
    tile, cell = next(iter(now["attempts"]["tiles"])), next(iter(now["attempts"]["cells"]))
    assert why(client, link, tile).status_code == 422
    assert why(client, link, tile, cell).status_code == 422
    assert "First choose" in why(client, link, cell).json()["text"]


@pytest.mark.parametrize("game", sobremesa.games())
def test_every_thing_in_the_picture_that_begins_no_move_has_a_reason(game: str) -> None:
    rng = sobremesa.Rng(5)
    match = seated(game, 3).start(5)
    round = match.round
    for _ in range(12):
        if round.over:
            break
        view = round.view(round.turn)
        paths = [one["touches"] for one in view.data["moves"]]
        firsts = {path[0] for path in paths}
        for touch in sorted(touchable(view) - firsts)[:20]:
            for touches in ([touch], [paths[0][0], touch]):
                if any(path[: len(touches)] == touches for path in paths):
                    continue
                found = reason(view, match, touches, as_it_is)
                assert found.text or found.move in round.moves(), touches
                assert "is no move" not in found.text
        choices = round.moves()
        round.play(choices[int(rng.below(len(choices)))])
