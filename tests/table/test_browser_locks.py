"""Cerrojo in a real Chromium: pairs of touches, and the ways in which a tile can lie."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from sobremesa import Rng, View
from sobremesa.bots import choose
from tests.table.host import Server, stored_match
from tests.table.test_browser import PHONE, Visit, browser, database, server

pytestmark = pytest.mark.browser
__all__ = ["browser", "database", "server"]

ASKED = """() => document.body.classList.contains("my-turn")
    || document.querySelector("#scores .winner, #next-hand")"""


def sit_down(visit: Visit, server: Server, seats: list[str], **options: Any) -> str:
    laid = server.lay("cerrojo", seats, **options)
    visit.page.goto(laid["mine"])
    return str(laid["table"])


def needed(view: View, path: list[str]) -> list[str]:
    """Lists the touches up to the one that leaves a single move, which is then played."""
    paths = [choice["touches"] for choice in view.data["moves"]]
    for count in range(1, len(path)):
        if sum(other[:count] == path[:count] for other in paths) == 1:
            return path[:count]
    return path


def play_round(visit: Visit, database: Path, table: str, *, tap: bool) -> set[str]:
    """Plays as the bot would until the round is over; gives the touches that were made."""
    page = visit.page
    rng = Rng(5)
    touched: set[str] = set()
    for _ in range(80):
        page.wait_for_function(ASKED)
        match = stored_match(database, table)
        if match.round.over:
            return touched
        view = match.view(0)
        number = page.evaluate("Number(document.body.dataset.number)")
        move = choose("greedy", view, rng)
        path = next(one["touches"] for one in view.data["moves"] if one["move"] == move)
        for touch in needed(view, path):
            thing = page.locator(f'[data-touch="{touch}"].lit').first
            if tap:
                thing.tap()
            else:
                thing.click()
            touched.add(touch)
        visit.moved_on(number)
    raise AssertionError("the round does not end")


def test_a_round_against_a_bot_by_mouse(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, locale="es-ES", reduced_motion="reduce")
    table = sit_down(visit, server, ["me", "bot:greedy"], players=2, target=1)
    touched = play_round(visit, database, table, tap=False)
    assert any(touch.startswith("end:") for touch in touched)
    expect(visit.page.locator("#headline")).to_contain_text(re.compile("[Gg]anas? la partida"))
    expect(visit.page.locator("#log")).to_contain_text("«Salida»")
    visit.check(database)


def test_a_round_of_pairs_on_a_phone(browser: Browser, server: Server, database: Path) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **PHONE)
    seats = ["me", "bot:random", "bot:greedy", "bot:random"]
    table = sit_down(visit, server, seats, teams="pairs")
    play_round(visit, database, table, tap=True)
    match = stored_match(database, table)
    assert visit.scores() == match.scores
    assert match.scores[0] == match.scores[2]
    visit.leave()
