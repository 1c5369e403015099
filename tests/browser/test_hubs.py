"""Mexican Train and Super Dominos in a real Chromium, by mouse and by finger."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit
from tests.spread import every
from tests.table.host import Server


@pytest.mark.parametrize(("game", "bots", "options", "locale", "won"), every(2, [
    ("mexican-train", 2, {"set": 6, "rounds": 1}, "es-ES", r"[Gg]anas? la partida|[Cc]ompart"),
    ("super-dominos", 3, {}, "en-GB", r"[Ww]ins? the match|share the match"),
]))
def test_a_match_of_one_round_against_bots(
    browser: Browser, server: Server, database: Path,
    game: str, bots: int, options: dict[str, Any], locale: str, won: str,
) -> None:
    phone = game == "mexican-train"
    visit = Visit(
        browser, server, locale=locale, reduced_motion="reduce", **(PHONE if phone else {})
    )
    visit.sit(game, *["bot:greedy"] * bots, **options)
    visit.play_on()
    expect(visit.page.locator("#headline")).to_contain_text(re.compile(won))
    visit.check(database)
