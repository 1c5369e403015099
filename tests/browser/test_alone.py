"""A solitaire in a real Chromium: hints, taking back, what was won on this device."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server


@pytest.mark.parametrize("context", spread([{}, PHONE], [PHONE]))
def test_a_deal_is_won_by_following_hints_and_counted_on_this_device(
    browser: Browser, server: Server, context: dict[str, Any]
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **context)
    page = visit.page
    page.goto("/games/good-neighbors")
    expect(page.locator("#statistics")).to_be_hidden()
    page.locator("[name=set]").select_option("6")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/**")
    seen = visit.wait_for_something(0)
    page.locator("#picture .lit").first.click()
    if visit.goes_on(seen):
        page.locator("#picture .lit:not(.chosen)").first.click()
    seen = visit.wait_for_something(seen)
    page.locator("#undo").click()
    seen = visit.wait_for_something(seen)
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#redo")).to_be_enabled()
    for _ in range(60):
        if page.locator("#scores .winner").count():
            break
        page.locator("#hint").click()
        expect(page.locator("#toast")).to_contain_text(re.compile("win|won"))
        page.locator(".hinted").click()
        seen = visit.wait_for_something(seen)
    expect(page.locator("#scores .winner")).to_have_count(1)
    page.goto("/games/good-neighbors")
    expect(page.locator("#statistics")).to_contain_text("1 of 1 won (100 %)")
    visit.leave()


def test_a_hint_comes_though_the_same_position_is_told_again(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page

    def told_again(route: Route) -> None:
        visit.rename(0, "Zoé")
        expect(page.locator("#scores")).to_contain_text("Zoé")
        route.continue_()

    visit.sit("good-neighbors", set=6)
    page.wait_for_selector("#picture .lit")
    page.route("**/ask/hint", told_again)
    page.locator("#hint").click()
    expect(page.locator("#toast")).to_contain_text(re.compile("win|won"))
    expect(page.locator(".hinted")).to_have_count(1)
    visit.leave()


def test_the_deal_of_the_day_and_keys(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    page.goto("/games/squeeze")
    page.locator("[name=daily]").click()
    page.wait_for_url("**/t/**")
    page.wait_for_selector("#picture .lit")
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("h")
    expect(page.locator("#toast")).to_contain_text(":")
    expect(page.locator("#picture .chosen")).not_to_have_count(0)
    visit.leave()
