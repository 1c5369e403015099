"""Every page as axe sees it: names, roles, contrast, and what a keyboard can reach."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

import sobremesa
from tests.browser.phone import open_table, seated
from tests.browser.visits import ACROSS, PHONE
from tests.spread import every, spread
from tests.table.host import Server, asking

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SCREENS = {"desktop": DESKTOP, "portrait": PHONE, "landscape": ACROSS}
# That a name contains what is seen is a rule that axe leaves out unless asked.
NAMED = {"label-content-name-mismatch": {"enabled": True}}
# What fades in has not its contrast yet; what is cut off or goes round for ever is not waited for.
STILL = """() => Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished))"""


def visit(browser: Browser, server: Server, screen: str, **more: Any) -> Page:
    context = browser.new_context(
        base_url=server.url, locale="en-GB", reduced_motion="reduce", **SCREENS[screen], **more
    )
    return context.new_page()


def complaints(page: Page) -> list[str]:
    """Lists what axe finds wrong, with where, once nothing fades or moves any more."""
    page.evaluate(STILL)
    asked = {"resultTypes": ["violations"], "rules": NAMED}
    found = Axe().run(page, options=asked).response["violations"]
    return [
        f"{one['impact']} {one['id']}: {node['target']} {node['html'][:160]}"
        for one in found for node in one["nodes"]
        # Figures on the face of a tile or a card are its picture: the name says what they show.
        if one["id"] not in NAMED or not node["html"].startswith("<g ")
    ]


@pytest.mark.parametrize(("address", "screen"), every(3, [
    (address, screen) for address in ("/", "/games/muggins", "/games/traffic", "/records")
    for screen in ("desktop", "portrait")
]))
def test_axe_finds_nothing_on_a_reading_page(
    browser: Browser, server: Server, address: str, screen: str
) -> None:
    page = visit(browser, server, screen)
    page.goto(address)
    assert complaints(page) == []
    page.context.close()


@pytest.mark.parametrize("game", spread(sobremesa.games(), ["muggins"]))
def test_axe_finds_nothing_at_a_table_and_its_replay(
    browser: Browser, server: Server, game: str
) -> None:
    with asking(server.url) as client:
        laid = seated(client, game)
    for screen in SCREENS:
        page = visit(browser, server, screen)
        open_table(page, laid)
        assert complaints(page) == [], screen
        if screen != "desktop":
            page.locator("#side-button").click()
            page.locator("#side.open").wait_for()
            assert complaints(page) == [], f"{screen}, with the panel open"
        page.goto(f"{laid['mine']}/replay")
        page.wait_for_selector(".stage")
        assert complaints(page) == [], f"{screen}, replay"
        page.context.close()


def test_axe_finds_nothing_by_lamplight(browser: Browser, server: Server) -> None:
    with asking(server.url) as client:
        laid = seated(client, "texas-42")
    page = visit(browser, server, "portrait", color_scheme="dark")
    open_table(page, laid)
    assert complaints(page) == []
    page.goto("/games/texas-42")
    assert complaints(page) == []
    page.context.close()
