"""Playing again with the same people by the same links, and finding one's tables again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from sobremesa.table.storage import share_of
from tests.table.host import Server, asking, kept, lay, opened, send, state, stored_match
from tests.waiting import wait_until


def play_out(client: httpx.Client, links: list[str]) -> None:
    """Plays a match of persons to its end by their first moves."""
    for _ in range(2000):
        now = state(client, links[0])
        if now["ended"]:
            return
        if now["next"]:
            assert client.post(f"{links[0]}/next", json={"number": now["number"]}).is_success
            continue
        turn = now["turn"]
        now = state(client, links[turn])
        move = now["moves"][0]["move"]
        assert send(client, links[turn], now["number"], turn, move).is_success
    raise AssertionError("the match does not end")


def finished(client: httpx.Client, **options: Any) -> tuple[dict[str, Any], list[str]]:
    laid = lay(client, "block", ["me", "friend"], target=5, **options)
    links = [laid["mine"], laid["friends"]["1"]]
    for link, seat, name in zip(links, (0, 1), ("Ada", "Bo"), strict=True):
        assert client.post(f"{link}/name", json={"seat": seat, "name": name}).is_success
    play_out(client, links)
    return laid, links


def again(client: httpx.Client, link: str) -> str:
    answer = client.post(f"{link}/again", json={})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["link"])


def secret_of(link: str) -> str:
    return link.rpartition("/")[2]


def test_the_next_table_has_the_same_game_options_seats_names_and_secrets(
    client: TestClient, database: Path
) -> None:
    laid, links = finished(client, first_player=1)
    fresh = again(client, links[0])
    assert fresh != links[0]
    assert secret_of(fresh) == secret_of(links[0])
    name = fresh.split("/")[2]
    now = state(client, fresh)
    assert (now["names"], now["scores"], now["number"]) == (["Ada", "Bo"], [0, 0], 2)
    assert state(client, f"/t/{name}/{secret_of(links[1])}")["seat"] == 1
    assert state(client, f"/t/{name}/{secret_of(laid['watch'])}")["seat"] == -1
    old, new = (stored_match(database, one).game for one in (laid["table"], name))
    assert old == new


def test_whoever_asks_comes_to_the_same_table_even_at_once(client: TestClient) -> None:
    _, links = finished(client)
    with ThreadPoolExecutor(4) as many:
        found = list(many.map(lambda link: again(client, link), links * 3))
    assert len({link.split("/")[2] for link in found}) == 1


def test_two_servers_that_are_asked_at_once_lay_one_table(database: Path) -> None:
    with opened(database) as client:
        laid, links = finished(client)
    with (
        Server(database) as one, Server(database) as two, asking(one.url) as here,
        asking(two.url) as there, ThreadPoolExecutor(2) as many,
    ):
        found = list(many.map(lambda client: again(client, links[0]), [here, there]))
    assert found[0] == found[1]
    with kept(database) as store:
        assert len(store.events(found[0].split("/")[2])) == 2
        assert len(store.events(laid["table"])) > 2


def test_an_old_link_leads_on_and_still_shows_the_old_table_when_asked(
    client: TestClient,
) -> None:
    laid, links = finished(client)
    assert client.get(links[1], follow_redirects=False).status_code == 200
    name = again(client, links[0]).split("/")[2]
    for link in (*links, laid["watch"]):
        answer = client.get(link, follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == (
            f"/t/{name}/{secret_of(link)}?from={laid['table']}"
        )
        assert client.get(f"{link}?stay=yes", follow_redirects=False).status_code == 200
    assert client.get(f"{links[0]}/replay").status_code == 200
    assert state(client, links[1])["onward"] == name


def test_who_still_looks_at_the_old_table_is_told_at_once(client: TestClient) -> None:
    _, links = finished(client)
    number = state(client, links[1])["number"]
    with client.websocket_connect(f"{links[1]}/live") as line:
        line.send_json({"last": number})
        assert line.receive_json()["onward"] == ""
        name = again(client, links[0]).split("/")[2]
        assert line.receive_json()["onward"] == name
    asked = {"last": number, "onward": ""}
    assert client.get(f"{links[1]}/state", params=asked).json()["onward"] == name
    assert client.get(f"{links[1]}/state", params={**asked, "onward": name}).status_code == 204


def test_a_restarted_server_knows_the_way_on(database: Path) -> None:
    with opened(database) as client:
        _, links = finished(client)
        fresh = again(client, links[0])
    with opened(database) as client:
        assert state(client, links[1])["onward"] == fresh.split("/")[2]
        assert again(client, links[1]).split("/")[2] == fresh.split("/")[2]


def test_a_replay_link_of_the_old_table_does_not_open_the_next_one_by_guessing(
    client: TestClient,
) -> None:
    laid, links = finished(client)
    again(client, links[0])
    shared = share_of(secret_of(links[0]))
    for path in (f"/t/{laid['table']}/{shared}/again", f"/r/{laid['table']}/{shared}/again"):
        assert client.post(path, json={}).status_code in (404, 405)


def test_only_players_play_again_and_only_after_the_match(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"], target=5)
    assert client.post(f"{laid['mine']}/again", json={}).json()["code"] == "not-over"
    play_out(client, [laid["mine"], laid["friends"]["1"]])
    assert client.post(f"{laid['watch']}/again", json={}).status_code == 403


def test_bots_keep_their_kinds_and_names_and_play_on(client: TestClient) -> None:
    laid = lay(client, "block", ["bot:greedy", "bot:random", "me"], target=1)
    link = laid["mine"]

    def ended() -> bool:
        now = state(client, link)
        if now["next"]:
            client.post(f"{link}/next", json={"number": now["number"]})
        elif now["moves"]:
            send(client, link, now["number"], 2, now["moves"][0]["move"])
        return bool(now["ended"])

    wait_until(ended)
    old = state(client, link)
    new = state(client, again(client, link))
    assert (new["names"], new["bots"]) == (old["names"], old["bots"])


@pytest.mark.parametrize(("wish", "carried"), [
    ({"winnable": True}, {"winnable": True}),
    ({"daily": True}, {"winnable": True}),
])
def test_a_game_for_one_is_dealt_anew_as_it_was_wished(
    client: TestClient, database: Path, wish: dict[str, bool], carried: dict[str, bool]
) -> None:
    answer = client.post("/api/tables", json={
        "game": "squeeze", "options": {"set": 6}, "seats": [{"kind": "me"}], **wish,
    })
    link = answer.json()["mine"]
    for _ in range(200):
        now = state(client, link)
        if now["ended"]:
            break
        assert send(client, link, now["number"], 0, now["moves"][0]["move"]).is_success
    fresh = again(client, link)
    with kept(database) as store:
        start = store.events(fresh.split("/")[2])[0].data
    assert {name: start.get(name) for name in carried} == carried
    assert "daily" not in start


def mine(client: TestClient, links: list[str], **more: Any) -> Any:
    return client.post("/api/tables/mine", json={"links": links}, **more)


def test_a_device_asks_how_its_tables_stand(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"], first_player=1)
    done, links = finished(client)
    found = mine(client, [
        laid["mine"], laid["friends"]["1"], laid["watch"], links[0], "/t/no/such",
        laid["mine"] + "x", "/etc/passwd", "",
    ]).json()["tables"]
    assert [one["link"] for one in found] == [
        laid["mine"], laid["friends"]["1"], laid["watch"], links[0],
    ]
    assert [one["yours"] for one in found] == [False, True, False, False]
    assert [one["ended"] for one in found] == [False, False, False, True]
    assert [one["watching"] for one in found] == [False, False, True, False]
    assert found[0]["game"] == "Block"
    assert found[0]["with"] == ["Player 2"]
    assert "Player 2" in found[0]["headline"]
    again(client, links[0])
    assert mine(client, [links[0]]).json()["tables"][0]["onward"]
    assert done["table"] in links[0]


def test_what_is_told_of_ones_tables_is_said_in_the_language_of_the_page(
    client: TestClient,
) -> None:
    laid = lay(client, "block", ["me", "friend"], first_player=0)
    said = [
        client.post(f"/api/tables/mine?language={language}", json={"links": [laid["mine"]]})
        .json()["tables"][0]["headline"] for language in ("en", "es", "fr", "ro")
    ]
    assert len(set(said)) == 4


@pytest.mark.parametrize("links", [
    ["/t/a/b"] * 41, ["/t/" + "a" * 300 + "/b"], [1], "x", None,
])
def test_a_device_cannot_ask_about_too_much(client: TestClient, links: Any) -> None:
    assert client.post("/api/tables/mine", json={"links": links}).status_code == 422
