"""Those who watch, in a real Chromium: nobody's hand is shown before they have said yes."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE
from tests.table.host import Server, asking, claimed


def test_a_hand_is_shown_to_those_who_watch_while_its_person_agrees(
    browser: Browser, server: Server
) -> None:
    answer = httpx.post(f"{server.url}/api/tables", json={
        "game": "block", "options": {"players": 2, "first_player": 0}, "watching": "seat:1",
        "seats": [{"kind": "me"}, {"kind": "friend"}], "silence": 0,
    })
    with asking(server.url) as client:
        laid = claimed(client, answer.json())
    friend, watch = (browser.new_page(base_url=server.url, **how) for how in (PHONE, {}))
    friend.goto(laid["friends"]["1"])
    watch.goto(laid["watch"])
    question = friend.locator("#consent")
    expect(question).to_contain_text("Shall those who watch see what you see, your hand too?")
    line = watch.locator("#watchers")
    expect(line).to_have_text("Those who watch see what everybody may see.")
    question.get_by_role("button", name="Agree").click()
    expect(question).to_be_hidden()
    expect(line).to_have_text("Those who watch see what Player 2 sees.")
    friend.locator("#side-button").click()
    own = friend.locator("#watchers")
    expect(own).to_contain_text("You have agreed.")
    own.get_by_role("button", name="Take that back").click()
    expect(own).to_contain_text("You have not agreed.")
    expect(line).to_have_text("Those who watch see what everybody may see.")
    for page in (friend, watch):
        page.close()
