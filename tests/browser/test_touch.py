"""What a touch does: a wrong one says why, one ahead of its time waits. In a real Chromium."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit, friends, with_friend
from tests.spread import spread
from tests.table.host import Server, asking, state, stored_match

AHEAD = re.compile(r"\bahead\b")
CHOSEN = re.compile(r"\bchosen\b")


def hands(database: Path, laid: dict[str, Any]) -> list[list[str]]:
    dealt: list[list[str]] = stored_match(database, laid["table"]).round.opening()["hands"]
    return dealt


def fits(one: str, other: str) -> bool:
    return bool({*one.split("-")} & {*other.split("-")})


@pytest.mark.parametrize("context", spread([PHONE, {}], [PHONE]))
def test_a_wrong_touch_on_my_turn_says_why_and_leaves_nothing_behind(
    browser: Browser, server: Server, database: Path, context: dict[str, Any]
) -> None:
    laid = friends(server, "block", first_player=1)
    mine, theirs = hands(database, laid)
    lead, wrong = next(
        (lead, wrong) for lead in theirs for wrong in mine
        if not fits(lead, wrong) and any(fits(lead, other) for other in mine)
    )
    server.play(laid["friends"]["1"], 1, f"tile:{lead}")
    visit = Visit(browser, server, **context)
    page = visit.open(laid["mine"])
    tile = page.locator(f'[data-touch="tile:{wrong}"]')
    tile.click()
    expect(page.locator("#toast")).to_contain_text(f"{wrong} does not fit")
    expect(page.locator("#toast")).to_contain_text("(SETS-09)")
    expect(page.locator("#picture .chosen, #picture .ahead")).to_have_count(0)
    expect(page.locator("#ahead")).to_be_hidden()
    # What is legal is played, and the wrong tile does not follow by itself.
    page.locator("#picture .tile.lit").first.click()
    if visit.goes_on(3):
        page.locator("#picture .ghost.lit").first.click()
    visit.moved_on(3)
    expect(page.locator("#toast")).to_be_hidden()
    with asking(server.url) as client:
        now = state(client, laid["friends"]["1"])
    if now["moves"]:
        server.play(laid["friends"]["1"], 1)
        visit.moved_on(4)
    assert len(stored_match(database, laid["table"]).round.log) == int(
        page.evaluate("document.body.dataset.number")
    ) - 2
    visit.leave()


def test_a_wrong_end_is_refused_by_its_rule_and_the_choice_taken_back(
    browser: Browser, server: Server
) -> None:
    laid = server.lay("good-neighbors", ["me"])
    visit = Visit(browser, server)
    page = visit.open(laid["mine"])
    with asking(server.url) as client:
        moves = state(client, laid["mine"])["moves"]
    pairs = {frozenset(one["touches"]) for one in moves if len(one["touches"]) == 2}
    paired = {touch for pair in pairs for touch in pair}
    first = sorted(paired)[0]
    alone = page.locator("#picture [data-touch^='tile:']").evaluate_all(
        "all => all.map(one => one.dataset.touch)"
    )
    other = next(one for one in alone if one not in paired)
    page.locator(f'[data-touch="{first}"]').click()
    expect(page.locator("#picture .chosen")).to_have_count(1)
    page.locator(f'[data-touch="{other}"]').click()
    expect(page.locator("#toast")).to_contain_text("(NEIGH-05")
    expect(page.locator("#picture .chosen")).to_have_count(0)
    visit.leave()


def test_a_tile_touched_ahead_waits_looks_different_and_can_be_taken_back(
    browser: Browser, server: Server, database: Path
) -> None:
    visit, laid = with_friend(browser, server, first=1)
    mine, theirs = hands(database, laid)
    lead, reply = next(
        (lead, reply) for lead in theirs for reply in mine if fits(lead, reply)
    )
    page = visit.page
    tile = page.locator(f'[data-touch="tile:{reply}"]')
    tile.click()
    expect(tile).to_have_class(AHEAD)
    expect(tile).not_to_have_class(CHOSEN)
    expect(tile.locator(".ahead-mark")).to_have_count(1)
    expect(page.locator("#ahead")).to_contain_text("On your turn")
    tile.click()
    expect(tile).not_to_have_class(AHEAD)
    expect(page.locator("#ahead")).to_be_hidden()
    server.play(laid["friends"]["1"], 1, f"tile:{lead}")
    expect(page.locator("#headline")).to_contain_text("Your turn")
    assert len(stored_match(database, laid["table"]).round.log) == 1
    visit.leave()


def test_what_was_touched_ahead_and_does_not_fit_is_forgotten(
    browser: Browser, server: Server, database: Path
) -> None:
    visit, laid = with_friend(browser, server, first=1)
    mine, theirs = hands(database, laid)
    lead, wrong = next(
        (lead, wrong) for lead in theirs for wrong in mine if not fits(lead, wrong)
        and any(fits(lead, other) for other in mine)
    )
    page = visit.page
    page.locator(f'[data-touch="tile:{wrong}"]').click()
    expect(page.locator("#ahead")).to_be_visible()
    server.play(laid["friends"]["1"], 1, f"tile:{lead}")
    expect(page.locator("#toast")).to_contain_text("Not played after all")
    expect(page.locator("#ahead")).to_be_hidden()
    expect(page.locator("#picture .ahead")).to_have_count(0)
    assert len(stored_match(database, laid["table"]).round.log) == 1
    visit.leave()
