"""A hint against bots, and the review of a match, in a real Chromium."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit
from tests.table.host import Server, asking, lay

NEXT = "#hint:visible, #reviewed:visible, #buttons button:visible"
LAID = "seen => document.querySelectorAll('#log li').length != seen"


def test_a_match_won_or_lost_by_hints_is_reviewed(browser: Browser, server: Server) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **PHONE)
    page = visit.page
    with asking(server.url) as client:
        link = lay(client, "block", ["me", "bot:random"], target=1)["mine"]
    page.goto(link)
    done = page.locator("#reviewed")
    hint = page.locator("#hint")
    for _ in range(40):
        onward = page.get_by_role("button", name="Next hand")
        expect(page.locator(NEXT).first).to_be_visible()
        if done.is_visible():
            break
        if not hint.is_visible():
            onward.click()
            continue
        seen = page.locator("#log li").count()
        hint.click()
        expect(page.locator("#toast")).to_contain_text(re.compile("win the match|nothing else"))
        page.locator(".hinted").click()
        page.wait_for_function(LAID, arg=seen)
    done.get_by_role("link").click()
    expect(page.locator("svg.chances")).to_be_visible(timeout=60_000)
    assert page.locator("svg.chances").get_attribute("aria-label")
    page.locator(".hand-moves[open] tbody a").first.click()
    expect(page.locator("#there svg").first).to_be_visible()
    page.get_by_label("What do you say of it?").fill("as planned")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".remark")).to_contain_text("as planned")
    # A phone gets a tall picture.
    expect(page.locator("#there svg.tall")).to_be_visible()
    page.get_by_role("button", name="Remove: as planned").tap()
    expect(page.locator(".remark")).to_have_count(0)
    visit.leave()
