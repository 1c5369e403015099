"""Domino Poker in a real Chromium: a session by mouse, any raise, and tiles to exchange."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server, stored_match


def at_the_table(
    browser: Browser, server: Server, context: dict[str, Any], **options: Any
) -> Visit:
    visit = Visit(browser, server, reduced_motion="reduce", **context)
    visit.sit("domino-poker", "hot", **options)
    return visit


def button(page: Page, touch: str) -> Any:
    return page.locator(f'#buttons [data-touch="{touch}"]')


def test_a_session_by_mouse(browser: Browser, server: Server, database: Path) -> None:
    visit = Visit(browser, server, locale="en-GB", reduced_motion="reduce")
    page = visit.page
    page.goto("/")
    page.locator('a[href="/games/domino-poker"]').click()
    page.locator("[name=hands]").fill("3")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/**")
    for _ in visit.turns():
        # Call or check where nothing else is last.
        page.locator("#buttons .lit").last.click()
    expect(page.locator("#headline")).to_contain_text("wins the session with")
    match = stored_match(database, visit.table())
    assert match.over and visit.scores() == match.scores and sum(match.scores) == 300
    visit.leave()


@pytest.mark.parametrize("context", spread([{}, PHONE], [PHONE]))
def test_any_raise_can_be_made(
    browser: Browser, server: Server, database: Path, context: dict[str, Any]
) -> None:
    visit = at_the_table(
        browser, server, context, betting="no_limit", first_dealer=1
    )
    page = visit.page
    page.locator("#curtain-button").click()
    expect(button(page, "check")).to_have_text("Check")
    expect(button(page, "all-in")).to_have_text("All-in: 99")
    assert page.locator("#buttons button").count() < 8, "not one button for each raise"
    field = page.locator(".amount [type=number]")
    bet = page.locator(".amount button")
    expect(bet).to_have_text("Bet 2")
    expect(button(page, "bet:2").first).to_have_text("Pot: 2")
    field.fill("500")
    field.press("Tab")
    expect(field).to_have_value("98")
    field.fill("37")
    # The same position is told again while somebody types.
    visit.rename(1, "Zoé")
    expect(page.locator("#scores")).to_contain_text("Zoé")
    expect(field).to_have_value("37")
    expect(field).to_be_focused()
    field.press("Tab")
    expect(bet).to_have_text("Bet 37")
    page.locator(".amount [type=range]").press("ArrowRight")
    expect(bet).to_have_text("Bet 38")
    bet.click()
    page.locator("#curtain-button").click()
    expect(button(page, "call")).to_have_text("Call 38")
    expect(page.locator("#chip-bet-0")).to_contain_text("38")
    field.fill("77")
    field.press("Enter")
    page.locator("#curtain-button").click()
    expect(button(page, "call")).to_have_text("Call 39")
    button(page, "call").click()
    page.locator("#next-hand").wait_for()
    match = stored_match(database, visit.table())
    assert [text for _, text, _ in match.view(-1).data["log"]] == ["bet38", "raise77", "call"]
    expect(page.locator("#log")).to_contain_text("takes the pot of 156.")
    visit.leave()


def test_tiles_are_picked_in_any_order_and_taken_back(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = at_the_table(browser, server, PHONE, draw=True, first_dealer=1)
    page = visit.page
    for _ in range(2):
        page.locator("#curtain-button").tap()
        button(page, "check").tap()
    page.locator("#curtain-button").tap()
    tiles = page.locator("#picture [data-touch^='pick:']")
    expect(tiles).to_have_count(5)
    names = [str(one.get_attribute("data-touch")) for one in tiles.all()]
    picked = [names[4], names[0], names[2], names[0]]
    for name in picked:
        page.locator(f'#picture [data-touch="{name}"]').tap()
    expect(page.locator("#picture .chosen")).to_have_count(2)
    button(page, "exchange").tap()
    page.locator("#curtain-button").tap()
    log = stored_match(database, visit.table()).view(0).data["log"]
    thrown = log[2][1].partition("+")[0]
    assert thrown == "x" + ",".join(name.removeprefix("pick:") for name in (names[2], names[4]))
    button(page, "pat").tap()
    page.locator("#curtain-button").tap()
    expect(button(page, "check")).to_be_visible()
    visit.leave()
