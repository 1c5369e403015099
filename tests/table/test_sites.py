"""Other sites: a page elsewhere cannot let a visitor's browser change anything here."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from tests.table.host import event_count, lay, state

FORM = {"game": "block", "players": "2", "sitter0": "me", "sitter1": "friend"}
HERE = "http://testserver"


@pytest.mark.parametrize("headers", [
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": HERE}, {"Sec-Fetch-Site": "x"},
    {"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Origin": ""},
    {"Origin": "http://testserver.elsewhere.example"}, {"Origin": "http://testserver:81"},
    {"Origin": "http://elsewhere.example/testserver"}, {"Origin": "testserver"},
], ids=str)
def test_what_another_site_sends_changes_nothing(
    client: TestClient, database: Path, headers: dict[str, str]
) -> None:
    mine = lay(client, "block", ["me", "friend"])["mine"]
    events = event_count(database)
    for path in (
        "/tables", "/api/tables", "/records", "/language", f"{mine}/moves", f"{mine}/next",
        f"{mine}/name", f"{mine}/face", f"{mine}/talk", f"{mine}/undo", f"{mine}/redo",
    ):
        answer = client.post(path, data=FORM, headers=headers, follow_redirects=False)
        assert (answer.status_code, answer.json()["code"]) == (403, "another-site"), path
        assert "set-cookie" not in answer.headers
    assert event_count(database) == events
    # Every browser says the origin of a live connection, and not every one its site.
    if headers.get("Origin", HERE) == HERE:
        return
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect(f"{mine}/live", headers=headers),
    ):
        pass
    assert denied.value.status_code == 403


@pytest.mark.parametrize("headers", [
    {}, {"Origin": HERE}, {"Origin": "https://TESTSERVER"}, {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "null"}, {"Sec-Fetch-Site": "none"},
], ids=str)
def test_what_the_own_pages_send_is_taken(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/tables", data=FORM, headers=headers, follow_redirects=False)
    assert answer.status_code == 303
    link = answer.headers["location"].partition("#")[0]
    # A live connection always names its true origin.
    named = {"Origin": HERE} if headers.get("Origin") == "null" else headers
    with client.websocket_connect(f"{link}/live", headers=named) as line:
        line.send_json({"last": 0})
        assert line.receive_json()["number"] == 2


def test_a_link_from_another_site_opens_a_table(client: TestClient) -> None:
    mine = lay(client, "block", ["me", "friend"])["mine"]
    answer = client.get(mine, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 200
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert state(client, mine)["number"] == 2
