"""Cerrojo in a real Chromium: pairs of touches, and the ways in which a tile can lie."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit
from tests.table.host import Server, stored_match


def test_a_round_against_a_bot_by_mouse(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, locale="es-ES", reduced_motion="reduce")
    visit.sit("cerrojo", "bot:greedy", target=1)
    touched = visit.play_as_bot(database)
    assert any(touch.startswith("end:") for touch in touched)
    expect(visit.page.locator("#headline")).to_contain_text(re.compile("[Gg]anas? la partida"))
    expect(visit.page.locator("#log")).to_contain_text("«Salida»")
    visit.check(database)


@pytest.mark.slow
def test_a_round_of_pairs_on_a_phone(browser: Browser, server: Server, database: Path) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **PHONE)
    visit.sit("cerrojo", "bot:random", "bot:greedy", "bot:random", teams="pairs")
    visit.play_as_bot(database)
    match = stored_match(database, visit.table())
    assert visit.scores() == match.scores
    assert match.scores[0] == match.scores[2]
    visit.leave()
