"""A puzzle is solved by hand in a real Chromium: pieces chosen, turned, laid and taken up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server, asking, stored_match

PUZZLE = "cuadrominos-puzzle"
DARK_PHONE = {**PHONE, "color_scheme": "dark"}


def sit_down(
    browser: Browser, server: Server, context: dict[str, Any] | None = None
) -> Visit:
    """Sits down at a board of two by two with two numbers."""
    visit = Visit(browser, server, reduced_motion="reduce", **(context or {}))
    visit.page.goto(f"/games/{PUZZLE}?bundle=2x2")
    visit.page.get_by_role("button", name="Sit down").click()
    visit.page.wait_for_url("**/t/**")
    visit.page.wait_for_selector("#picture .lit")
    return visit


@pytest.mark.parametrize("context", spread([{}, DARK_PHONE], [{}]))
def test_a_puzzle_is_solved_by_following_hints_with_a_piece_taken_up_on_the_way(
    browser: Browser, server: Server, database: Path, context: dict[str, Any]
) -> None:
    visit = sit_down(browser, server, context)
    page = visit.page
    taken_up = False
    for _ in range(12):
        if page.locator("#scores .winner").count():
            break
        seen = visit.number
        page.locator("#hint").click()
        expect(page.locator(".hinted")).to_have_count(1)
        page.locator(".hinted").click()
        visit.moved_on(seen)
        if page.locator("[data-drop]").count() == 2 and not taken_up:
            taken_up = True
            seen = visit.number
            page.locator('[data-drop="0"]').click()
            visit.moved_on(seen)
            expect(page.locator("[data-drop]")).to_have_count(1)
            # It is in the hand again.
            expect(page.locator(".tray .chosen")).to_have_count(1)
            page.keyboard.press("Escape")
    assert taken_up
    expect(page.locator("#headline")).to_have_text(
        "The board is full: solved, with 1 piece left over."
    )
    assert stored_match(database, visit.table()).winners == [0]
    visit.leave()


def test_a_piece_is_turned_by_touch_and_key_and_laid_as_it_is_turned(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = sit_down(browser, server)
    page = visit.page
    piece = page.locator('[data-touch="piece:0-0-0-1"]')
    piece.click()
    expect(page.locator("#turn")).to_be_visible()
    piece.click()
    page.keyboard.press("r")
    page.locator("#turn").click()
    seen = visit.number
    page.locator('[data-touch="cell:1,0"]').click()
    visit.moved_on(seen)
    # Three quarters from 00/10.
    laid = stored_match(database, visit.table()).view(0).data["laid"]
    assert laid == ["00/01@1,0"]
    visit.context.close()


def test_a_piece_that_does_not_fit_is_refused_and_stays_in_the_hand(
    browser: Browser, server: Server
) -> None:
    visit = sit_down(browser, server)
    page = visit.page
    seen = visit.number
    page.locator('[data-touch="piece:0-0-0-0"]').click()
    page.locator('[data-touch="cell:0,0"]').click()
    visit.moved_on(seen)
    page.locator('[data-touch="piece:1-1-1-1"]').click()
    page.locator('[data-touch="cell:0,1"]').click()
    expect(page.locator("#toast")).to_contain_text("the top left corner of 0,1 is 0")
    expect(page.locator('[data-touch="piece:1-1-1-1"].chosen')).to_have_count(1)
    visit.context.close()


def test_a_cell_is_asked_what_fits_there(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = sit_down(browser, server)
    page = visit.page
    for cell, piece in (("0,0", "0-0-0-0"), ("0,1", "0-0-0-1")):
        seen = visit.number
        page.locator(f'[data-touch="cell:{cell}"]').click()
        expect(page.locator("#headline")).to_have_text("What goes there?")
        page.locator(f'[data-touch="piece:{piece}"]').click()
        if page.locator(".tray .chosen").count():
            page.locator(f'.lit[data-touch="cell:{cell}"]').click()
        visit.moved_on(seen)
    page.locator('[data-touch="cell:1,1"]').click()
    expect(page.locator(".tray .lit")).not_to_have_count(0)
    expect(page.locator('.tray .lit[data-touch="piece:1-1-1-1"]')).to_have_count(0)
    laid = stored_match(database, visit.table()).view(0).data["laid"]
    assert [text.partition("@")[2] for text in laid] == ["0,0", "0,1"]
    visit.leave()


def test_a_piece_is_laid_on_a_large_empty_board(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = server.lay(PUZZLE, ["me"], numbers=5, rows=5, columns=9)
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.page.goto(laid["mine"])
    visit.page.wait_for_selector("#picture .lit")
    seen = visit.number
    visit.page.locator('[data-touch="piece:0-1-2-4"]').click()
    visit.page.locator('.lit[data-touch="cell:2,4"]').click()
    visit.moved_on(seen)
    assert stored_match(database, laid["table"]).view(0).data["laid"] == ["01/42@2,4"]
    visit.leave()


def test_everything_can_be_done_by_keys(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = sit_down(browser, server)
    page = visit.page
    seen = visit.number
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".tray .chosen")).to_have_count(1)
    page.keyboard.press("r")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    visit.moved_on(seen)
    assert len(stored_match(database, visit.table()).view(0).data["laid"]) == 1
    seen = visit.number
    page.locator("[data-drop]").focus()
    page.keyboard.press("Enter")
    visit.moved_on(seen)
    assert stored_match(database, visit.table()).view(0).data["laid"] == []
    visit.leave()


def test_a_piece_is_dragged_to_its_cell_and_a_made_puzzle_shows_what_is_given(
    browser: Browser, server: Server, database: Path
) -> None:
    with asking(server.url) as client:
        made = client.post("/api/tables", json={
            "game": PUZZLE, "options": {"players": 1}, "seats": [{"kind": "me"}],
            "difficulty": "easy",
        }).json()
    match = stored_match(database, made["table"])
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    page.goto(made["mine"])
    page.wait_for_selector("#picture .lit")
    expect(page.locator(".piece.given")).to_have_count(len(match.view(0).data["given"]))
    one = match.view(0).data["moves"][0]["touches"]
    start = page.locator(f'[data-touch="{one[0]}"]').bounding_box()
    end = page.locator(f'[data-touch="{one[1]}"]').bounding_box()
    assert start is not None and end is not None
    seen = visit.number
    page.locator(f'[data-touch="{one[0]}"]').click()
    while one[2:] and page.evaluate(
        "([piece, way]) => { const thing = document.querySelector(`[data-touch='${piece}']`);"
        "const turn = Number(thing.style.getPropertyValue('--turn')) % 4;"
        "return thing.dataset.turns.split(' ')[turn] !== way; }", [one[0], one[2]],
    ):
        page.keyboard.press("r")
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()
    visit.moved_on(seen)
    assert stored_match(database, made["table"]).view(0).data["laid"] == [
        match.view(0).data["moves"][0]["text"]
    ]
    visit.context.close()
