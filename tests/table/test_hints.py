"""Hints at the table: for one person against bots, from what that person sees."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.table.host import Json, lay, send, state


def hint(client: TestClient, link: str) -> Json:
    answer = client.get(f"{link}/ask/hint")
    found: Json = answer.json()
    return {"status": answer.status_code, **found}


@pytest.mark.parametrize("game", ["block", "texas-42", "domino-poker"])
def test_whoever_plays_against_bots_is_told_a_move_that_can_be_made(
    client: TestClient, game: str
) -> None:
    players = 4 if game == "texas-42" else 2
    link = lay(client, game, ["me", *["bot:random"] * (players - 1)])["mine"]
    now = state(client, link)
    while not now["hints"]:
        now = state(client, link)
    told = hint(client, link)
    assert told["status"] == 200 and told["number"] == now["number"]
    paths = {tuple(one["touches"]): one["move"] for one in now["moves"]}
    move = paths[tuple(told["touches"])]
    assert told["text"] and hint(client, link) == told
    assert send(client, link, now["number"], now["seat"], move).status_code == 200


def test_the_words_are_those_of_the_page(client: TestClient) -> None:
    link = lay(client, "block", ["me", "bot:random"], first_player=0)["mine"]
    spanish = client.get(f"{link}/ask/hint", headers={"Accept-Language": "es"}).json()
    english = hint(client, link)
    assert spanish["touches"] == english["touches"]
    assert spanish["text"] != english["text"]


def test_where_two_persons_play_nobody_gets_a_hint(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    links = [laid["mine"], *laid["friends"].values()]
    for link in links:
        assert state(client, link)["hints"] is False
        assert hint(client, link)["code"] == "no-hints"


def test_who_only_watches_gets_no_hint(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "bot:random"])
    assert hint(client, laid["watch"])["code"] == "only-watching"
    assert state(client, laid["watch"])["hints"] is False


def test_there_is_no_hint_while_others_are_to_decide(client: TestClient) -> None:
    link = lay(client, "block", ["me", "friend"])["mine"]
    assert hint(client, link)["status"] == 409
