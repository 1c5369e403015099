"""Every solitaire is won in a real Chromium, by following the line of the solver."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

import sobremesa
from sobremesa.alone import FEW_NODES
from sobremesa.core.match import Match
from sobremesa.solvers import solve
from tests.spread import every
from tests.table.host import PATIENCE, Json, Server, stored_match
from tests.table.test_browser import Visit, browser, database, server

__all__ = ["browser", "database", "server"]

pytestmark = pytest.mark.browser

REACHED = "number => Number(document.body.dataset.number) >= number"
WON = {
    "squeeze": "Nothing is left: a win.", "good-neighbors": "Every pair is found: a win.",
    "big-clock": "Every double is home: a win.", "traffic": "All tiles are laid: a win.",
}


def winnable(server: Server, database: Path, game: str) -> tuple[Json, Match, list[int]]:
    """Lays a table with a deal that the solver wins."""
    with httpx.Client(base_url=server.url) as client:
        laid = client.post("/api/tables", timeout=PATIENCE, json={
            "game": game, "options": {"set": 6}, "seats": [{"kind": "me"}], "winnable": True,
        }).json()
    match = stored_match(database, laid["table"])
    answer = solve(match.round, nodes=FEW_NODES)
    assert answer.won
    return laid, match, answer.line


def enough(match: Match, move: int) -> tuple[str, ...]:
    """The touches after which only this move is left; two tiles may be touched either way."""
    path = match.round.touches(move)
    ways = []
    for other in match.round.moves():
        way = match.round.touches(other)
        ways.append((other, way))
        if len(way) > 1 and way[0].startswith("tile:") and way[1].startswith("tile:"):
            ways.append((other, (way[1], way[0], *way[2:])))
    for length in range(1, len(path) + 1):
        if {other for other, way in ways if way[:length] == path[:length]} == {move}:
            return path[:length]
    return path


def make(visit: Visit, match: Match, move: int) -> None:
    """Touches what a move needs, until the table has it."""
    before = int(visit.page.evaluate("document.body.dataset.number"))
    for touch in enough(match, move):
        visit.page.locator(f'.lit[data-touch="{touch}"]').first.click()
    visit.moved_on(before)
    match.play(move)


@pytest.mark.parametrize(("game", "device"), every(2, [
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
        make(visit, match, move)
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
    laid = server.lay("big-clock", ["me"], set=6)
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.page.goto(laid["mine"])
    pile = visit.page.locator(".peek").first
    told = pile.get_attribute("data-peek") or ""
    pile.dispatch_event("click")
    expect(visit.page.locator("#toast")).to_have_text(told)
    assert told.startswith("1 o’clock, from the top: ")
    assert sobremesa.game("big-clock").title in visit.page.title()
    visit.context.close()
