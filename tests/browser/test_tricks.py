"""Whole deals of the trick games in a real Chromium, by touching what lights up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server, stored_match


def play_deal(visit: Visit, bids: str) -> int:
    """Touches what lights up until the deal is over; bids first, as far as that is legal."""
    page = visit.page
    bid = page.locator(f'[data-touch="{bids}"].lit')
    buttons = page.locator("#buttons .lit:not([hidden])")
    # Cards lie over each other: only their left side can be touched.
    cards = page.locator("#picture .playing-card.lit")
    touched = 0
    for seen in visit.hand():
        touched += 1
        if bid.count():
            bid.click()
        elif buttons.count():
            buttons.first.click()
        else:
            if cards.count():
                cards.first.click(position={"x": 8, "y": 14})
            else:
                page.locator("#picture .tile.lit").first.click()
            if visit.goes_on(seen):
                buttons.first.click()
    return touched


@pytest.mark.parametrize("context", spread([{}, PHONE], [PHONE]))
def test_a_deal_of_super_bridge_with_dummy_in_hand(
    browser: Browser, server: Server, database: Path, context: dict[str, Any]
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **context)
    visit.sit("super-bridge", *["bot:greedy"] * 3, deals=1, first_dealer=0)
    touched = play_deal(visit, "bid:7N")
    match = stored_match(database, visit.table())
    data = match.view(0).data
    assert match.over and data["contract"].startswith("7N") and data["declarer"] == 0
    # Declarer touched the cards of both hands; the last ones play themselves.
    assert touched > 25
    assert visit.scores() == match.scores
    # What the calls showed is told by who made them, now that they no longer lie on the table.
    visit.page.locator("#seat-0").click()
    expect(visit.page.locator("#toast")).to_contain_text("7NT: is not in the system of the house")
    visit.leave()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "bots", "options"), [
    ("texas-42", 3, {"first_dealer": 3, "max_hands": 1}),
    ("double-takes", 1, {"first_leader": 0}),
])
def test_a_game_with_dominoes_for_tricks(
    browser: Browser, server: Server, database: Path, game: str, bots: int,
    options: dict[str, Any],
) -> None:
    visit = Visit(browser, server, locale="ro-RO", reduced_motion="reduce")
    visit.sit(game, *["bot:greedy"] * bots, **options)
    play_deal(visit, "bid:42")
    match = stored_match(database, visit.table())
    assert match.over and visit.scores() == match.scores
    visit.leave()


@pytest.mark.parametrize("context", spread([{}, PHONE], [PHONE]))
def test_a_hand_of_42_is_opened_from_the_table_when_it_is_over(
    browser: Browser, server: Server, database: Path, context: dict[str, Any]
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **context)
    visit.sit("texas-42", *["bot:greedy"] * 3, first_dealer=3, max_hands=1)
    page = visit.page
    way = page.locator("#opened a")
    visit.wait_for_something(0)
    expect(way).to_be_hidden()
    play_deal(visit, "bid:42")
    match = stored_match(database, visit.table())
    expect(way).to_be_visible()
    way.click()
    page.wait_for_function("() => document.body?.dataset.left === '0'")
    expect(page.locator("#diagram svg")).to_be_visible()
    expect(page.locator("#tricks tr")).to_have_count(len(match.round.view(0).data["tricks"]))
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".analyses a")).to_have_count(1)
    visit.leave()
