"""A hand of each line game in a real Chromium, by mouse and by finger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server, stored_match

WIDE = {"viewport": {"width": 1280, "height": 800}}


def one_move(visit: Visit, seen: int) -> None:
    """Touches what is lit, one thing after the other, until a move is made."""
    page = visit.page
    while visit.goes_on(seen):
        chosen = page.locator("#buttons .lit:not(:disabled)")
        if not chosen.count():
            chosen = page.locator("#picture .ghost.lit")
        if not chosen.count():
            chosen = page.locator("#picture .lit:not(.chosen)")
        chosen.first.click()


@pytest.mark.parametrize(("game", "bots", "options", "screen"), spread([
    ("bergen", 1, {}, WIDE),
    ("matador", 1, {}, PHONE),
    ("sebastopol", 3, {}, PHONE),
    ("tiddle-a-wink", 2, {"set": 6}, WIDE),
    ("tiddle-a-wink", 5, {"version": 2}, PHONE),
], [("sebastopol", 3, {}, PHONE)]))
def test_a_hand_is_played_to_its_end(
    browser: Browser, server: Server, database: Path,
    game: str, bots: int, options: dict[str, Any], screen: dict[str, Any],
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **screen)
    visit.sit(game, *["bot:greedy"] * bots, **options)
    for seen in visit.hand():
        one_move(visit, seen)
    match = stored_match(database, visit.table())
    assert match.round.over
    assert visit.scores() == match.scores
    expect(visit.page.locator("#headline")).not_to_be_empty()
    visit.leave()
