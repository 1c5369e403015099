"""Every solitaire is won in a real Chromium, by following the line of the solver."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import sobremesa
from sobremesa.alone import FEW_NODES
from sobremesa.core.match import Match
from sobremesa.solvers import solve
from tests.browser.visits import Visit
from tests.spread import every
from tests.table.host import Json, Server, asking, stored_match
from tests.waiting import PATIENCE

REACHED = "number => Number(document.body?.dataset.number) >= number"
WON = {
    "squeeze": "Nothing is left: a win.", "good-neighbors": "Every pair is found: a win.",
    "big-clock": "Every double is home: a win.", "traffic": "All tiles are laid: a win.",
}


def winnable(server: Server, database: Path, game: str) -> tuple[Json, Match, list[int]]:
    """Lays a table with a deal that the solver wins."""
    with asking(server.url) as client:
        laid = client.post("/api/tables", timeout=PATIENCE, json={
            "game": game, "options": {"set": 6}, "seats": [{"kind": "me"}], "winnable": True,
        }).json()
    match = stored_match(database, laid["table"])
    answer = solve(match.round, nodes=FEW_NODES)
    assert answer.won
    return laid, match, answer.line


@pytest.mark.parametrize(("game", "device"), every(4, [
    ("squeeze", {}), ("good-neighbors", {"viewport": {"width": 390, "height": 844}}),
    ("big-clock", {}), ("traffic", {"color_scheme": "dark"}),
]))
def test_a_solitaire_is_won_by_the_line_of_the_solver(
    browser: Browser, server: Server, database: Path, game: str, device: dict[str, Any],
) -> None:
    laid, match, line = winnable(server, database, game)
    visit = Visit(browser, server, reduced_motion="reduce", **device)
    visit.page.goto(laid["mine"])
    visit.page.wait_for_function(REACHED, arg=2)
    for move in line:
        seen = visit.number
        visit.make(match.view(0), move)
        visit.moved_on(seen)
        match.play(move)
    expect(visit.page.locator("#headline")).to_have_text(WON[game])
    assert stored_match(database, visit.table()).winners == [0]
    visit.leave()


def test_bingo_is_watched_to_its_end(browser: Browser, server: Server, database: Path) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.page.goto("/games/bingo")
    visit.page.get_by_role("button", name="Sit down").click()
    visit.page.wait_for_url("**/t/**")
    for name in ("One touch", "One pass", "To the end"):
        button = visit.page.get_by_role("button", name=name)
        button.click()
        if name != "To the end":
            expect(button).to_be_enabled()
    visit.page.wait_for_function(REACHED, arg=5)
    assert stored_match(database, visit.table()).winners == [0]
    expect(visit.page.locator("#headline")).to_contain_text("a win")
    visit.check(database)


def test_a_pile_can_be_looked_into(browser: Browser, server: Server, database: Path) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.sit("big-clock", set=6)
    pile = visit.page.locator(".peek").first
    told = pile.get_attribute("data-peek") or ""
    pile.dispatch_event("click")
    expect(visit.page.locator("#toast")).to_have_text(told)
    assert told.startswith("1 o’clock, from the top: ")
    assert sobremesa.game("big-clock").title in visit.page.title()
    visit.context.close()
