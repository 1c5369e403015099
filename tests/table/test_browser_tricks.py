"""Whole deals of the trick games in a real Chromium, by touching what lights up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from tests.spread import every, spread
from tests.table.host import Server, lay, stored_match
from tests.table.test_browser import PHONE, Visit, browser, database, server

pytestmark = pytest.mark.browser
__all__ = ["browser", "database", "server"]

LIMIT = 400
READY = """() => document.querySelector("#next-hand, #scores .winner")
    || (document.body.classList.contains("my-turn")
        && document.querySelector("#picture .lit, #buttons .lit:not(:disabled)"))"""


def play_deal(visit: Visit, bids: str = "") -> int:
    """Touches what lights up until the deal is over; bids first, as far as that is legal."""
    page = visit.page
    for touched in range(LIMIT):
        page.wait_for_function(READY)
        if page.locator("#next-hand, #scores .winner").count():
            return touched
        number = int(page.evaluate("document.body.dataset.number"))
        bid = page.locator(f'[data-touch="{bids}"].lit') if bids else page.locator("#nothing")
        if bid.count():
            bid.click()
        elif page.locator("#buttons .lit:not([hidden])").count():
            page.locator("#buttons .lit:not([hidden])").first.click()
        else:
            # Cards lie over each other: only their left side can be touched.
            cards = page.locator("#picture .playing-card.lit")
            if cards.count():
                cards.first.click(position={"x": 8, "y": 14})
            else:
                page.locator("#picture .tile.lit").first.click()
            if visit.goes_on(number):
                page.locator("#buttons .lit:not([hidden])").first.click()
        visit.moved_on(number)
    raise AssertionError("the deal does not end")


def seated(server: Server, game: str, **options: Any) -> dict[str, Any]:
    with httpx.Client(base_url=server.url) as client:
        others = ["bot:greedy"] * (int(options.get("players", 4)) - 1)
        return lay(client, game, ["me", *others], 0.0, **options)


@pytest.mark.parametrize("context", spread([{}, PHONE], [PHONE]))
def test_a_deal_of_super_bridge_with_dummy_in_hand(
    browser: Browser, server: Server, database: Path, context: dict[str, Any]
) -> None:
    laid = seated(server, "super-bridge", deals=1, first_dealer=0)
    visit = Visit(browser, server, reduced_motion="reduce", **context)
    visit.page.goto(laid["mine"])
    touched = play_deal(visit, "bid:7N")
    match = stored_match(database, laid["table"])
    data = match.view(0).data
    assert match.over and data["contract"].startswith("7N") and data["declarer"] == 0
    # Declarer touched the cards of both hands; the last ones play themselves.
    assert touched > 25
    assert visit.scores() == match.scores
    visit.leave()


@pytest.mark.parametrize(("game", "options"), every(2, [
    ("texas-42", {"first_dealer": 3, "max_hands": 1}),
    ("double-takes", {"players": 2, "first_leader": 0}),
]))
def test_a_game_with_dominoes_for_tricks(
    browser: Browser, server: Server, database: Path, game: str, options: dict[str, Any]
) -> None:
    laid = seated(server, game, **options)
    visit = Visit(browser, server, locale="ro-RO", reduced_motion="reduce")
    visit.page.goto(laid["mine"])
    play_deal(visit, "bid:42")
    match = stored_match(database, laid["table"])
    assert match.over and visit.scores() == match.scores
    visit.leave()
