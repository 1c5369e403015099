"""A game of Djambi in a real Chromium: a person against three bots, by touch and by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from sobremesa import Rng
from sobremesa.bots import choose
from sobremesa.core.match import Match
from sobremesa.table.live import follow, whole_match
from sobremesa.table.storage import Store
from tests.table.host import Server, lay
from tests.table.test_browser import PHONE, Visit, browser, database, server

pytestmark = pytest.mark.browser
__all__ = ["browser", "database", "server"]

ME = 0


class Follower:
    """The match as the database tells it, followed event by event."""

    def __init__(self, database: Path, table: str) -> None:
        self.store = Store(f"sqlite:///{database}")
        self.table = table
        events = self.store.events(table)
        self.match: Match = whole_match(events)
        self.number = len(events)

    def catch_up(self, number: int) -> Match:
        """Follows the events up to the one that a page shows."""
        for event in self.store.events(self.table, self.number):
            if event.number <= number:
                follow(self.match, event)
                self.number = event.number
        return self.match


def table_of(server: Server, **options: Any) -> dict[str, Any]:
    with httpx.Client(base_url=server.url) as client:
        return lay(
            client, "djambi", ["me", "bot:random", "bot:random", "bot:random"], **options
        )


def wait(visit: Visit) -> int:
    """Waits until the person is asked or the game is over; gives the number of the event."""
    visit.page.wait_for_function(
        "() => document.body.classList.contains('my-turn') "
        "|| document.querySelector('#scores .winner')"
    )
    return int(visit.page.evaluate("document.body.dataset.number"))


def needed(moves: list[dict[str, Any]], path: list[str]) -> list[str]:
    """Lists the touches up to the one that leaves a single move, which is then played."""
    for count in range(1, len(path)):
        if sum(one["touches"][:count] == path[:count] for one in moves) == 1:
            return path[:count]
    return path


def test_a_game_against_three_bots_is_played_to_its_end_on_a_phone(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = table_of(server, board=7, first_player=0, no_kill_rounds=5)
    visit = Visit(browser, server, reduced_motion="reduce", **PHONE)
    page = visit.page
    page.goto(laid["mine"])
    follower = Follower(database, laid["table"])
    rng = Rng(5)
    touched = 0
    while True:
        seen = wait(visit)
        if visit.is_won():
            break
        match = follower.catch_up(seen)
        assert match.turn == ME
        view = match.view(ME)
        move = choose("greedy", view, rng)
        path = next(one["touches"] for one in view.data["moves"] if one["move"] == move)
        for touch in needed(view.data["moves"], path):
            page.locator(f'[data-touch="{touch}"].lit').tap()
            touched += 1
        visit.moved_on(seen)
    assert touched > 10
    match = follower.catch_up(seen)
    assert match.over
    points = page.locator("#scores .points").all_text_contents()
    assert [int(text) for text in points] == match.scores
    said = "king and win" if len(match.winners) == 1 else "The game is drawn"
    expect(page.locator("#headline")).to_contain_text(said)
    visit.leave()


def test_a_turn_by_the_keys_and_one_by_dragging(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = table_of(server, first_player=0)
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    page.goto(laid["mine"])
    wait(visit)
    page.locator('[data-touch="square:a3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-touch="square:a5"]')).to_have_class("touch ghost lit")
    page.keyboard.press("Escape")
    expect(page.locator(".ghost.lit")).to_have_count(0)
    focused = "() => document.activeElement.dataset.touch"
    page.locator('[data-touch="square:b3"]').focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) == "square:a3"
    page.keyboard.press("Enter")
    page.locator('[data-touch="square:a4"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "square:b4"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == "square:a5"
    page.keyboard.press("Enter")
    expect(page.locator("#log li").first).to_contain_text("a warrior a3–a5")

    visit.moved_on(3)
    wait(visit)
    start, end = (
        page.locator(f'[data-touch="square:{square}"]').bounding_box() for square in ("c1", "d1")
    )
    assert start and end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=5)
    page.mouse.up()
    expect(page.locator("#log")).to_contain_text("a warrior c1–d1")
    visit.leave()
