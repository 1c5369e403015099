"""A game of Djambi in a real Chromium: a person against three bots, by touch and by keys."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.visits import ASKED, PHONE, Visit
from tests.table.host import Server, stored_match

BOTS = ["bot:random"] * 3


def test_a_game_against_three_bots_is_played_to_its_end_on_a_phone(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **PHONE)
    page = visit.page
    visit.sit("djambi", *BOTS, board=7, first_player=0, no_kill_rounds=5)
    assert len(visit.play_as_bot(database)) > 10
    match = stored_match(database, visit.table())
    assert match.over
    points = page.locator("#scores .points").all_text_contents()
    assert [int(text) for text in points] == match.scores
    said = "king and win" if len(match.winners) == 1 else "The game is drawn"
    expect(page.locator("#headline")).to_contain_text(said)
    visit.leave()


def test_a_turn_by_the_keys_and_one_by_dragging(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    visit.sit("djambi", *BOTS, first_player=0)
    page.wait_for_function(ASKED)
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
    page.wait_for_function(ASKED)
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
