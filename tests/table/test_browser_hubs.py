"""Mexican Train and Super Dominos in a real Chromium, by mouse and by finger."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.spread import every
from tests.table.host import Server
from tests.table.test_browser import PHONE, Visit, browser, database, server

pytestmark = pytest.mark.browser
__all__ = ["browser", "database", "server"]



def table_of(server: Server, game: str, bots: int, **options: Any) -> dict[str, Any]:
    return server.lay(game, ["me", *["bot:greedy"] * bots], **options)


def play_out(visit: Visit, *, tap: bool) -> None:
    """Plays the last thing that is lit, and then the first place for it, until the end."""
    page = visit.page
    for seen in visit.turns():
        for selector in ("#buttons .lit", "#picture .lit"):
            lit = page.locator(selector)
            if lit.count():
                lit.last.tap() if tap else lit.last.click()
                break
        if visit.goes_on(seen):
            place = page.locator("#picture .ghost.lit").first
            place.tap() if tap else place.click()


@pytest.mark.parametrize(("game", "bots", "options", "locale", "won"), every(2, [
    ("mexican-train", 2, {"set": 6, "rounds": 1}, "es-ES", r"[Gg]anas? la partida|[Cc]ompart"),
    ("super-dominos", 3, {}, "en-GB", r"[Ww]ins? the match|share the match"),
]))
def test_a_match_of_one_round_against_bots(
    browser: Browser, server: Server, database: Path,
    game: str, bots: int, options: dict[str, Any], locale: str, won: str,
) -> None:
    laid = table_of(server, game, bots, **options)
    phone = game == "mexican-train"
    visit = Visit(
        browser, server, locale=locale, reduced_motion="reduce", **(PHONE if phone else {})
    )
    visit.page.goto(laid["mine"])
    visit.page.wait_for_selector("#picture svg")
    play_out(visit, tap=phone)
    expect(visit.page.locator("#headline")).to_contain_text(re.compile(won))
    visit.check(database)
