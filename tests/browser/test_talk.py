"""Two people talk at a table, in a real Chromium, one of them on a phone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit
from tests.table.host import Server


def test_two_people_talk_and_whisper(browser: Browser, server: Server, database: Path) -> None:
    laid = server.lay("block", ["me", "friend", "friend"])
    visits = [
        Visit(browser, server), Visit(browser, server, **PHONE), Visit(browser, server),
    ]
    links = [laid["mine"], laid["friends"]["1"], laid["friends"]["2"]]
    for visit, link in zip(visits, links, strict=True):
        visit.page.goto(link)
        visit.page.wait_for_selector("#picture svg")
    mine, phone, third = (visit.page for visit in visits)

    mine.fill("[name=text]", "Shall we <b>begin</b>?")
    mine.keyboard.press("Enter")
    for page in (mine, third):
        expect(page.locator("#said li")).to_have_text("Player 1 Shall we <b>begin</b>?")
    expect(phone.locator("#side-button .unread")).to_have_text("1 new line")
    expect(phone.locator("#toast")).to_contain_text("Shall we <b>begin</b>?")

    mine.select_option("select[name=to]", "1")
    mine.locator("#offers summary").click()
    mine.locator('[data-offer="against"][data-about="2"]').click()
    expect(phone.locator("#side-button .unread")).to_have_text("2 new lines")
    phone.locator("#side-button").tap()
    expect(phone.locator("#said li.private")).to_have_text(
        "Player 1 to Player 2 alone: Let us both go against Player 3."
    )
    expect(phone.locator("#side-button .unread")).to_be_hidden()
    expect(third.locator("#said li")).to_have_count(1)

    # Without a live connection the page asks.
    third.evaluate("WebSocket.prototype.send = () => {}")
    phone.fill("[name=text]", "Agreed")
    phone.get_by_role("button", name="Say", exact=True).tap()
    expect(third.locator("#said li")).to_have_count(2)

    mine.reload()
    expect(mine.locator("#said li")).to_have_count(3)
    for visit in visits:
        visit.leave()
