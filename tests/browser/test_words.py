"""The table in words: read and played by keys alone. In a real Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import sobremesa
from tests.browser.phone import open_table, seated
from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server, asking

# A table that is told in words, and asks something there.
LISTED = """() => document.querySelector("#choice-list button")
    || document.querySelector("#next-hand, #again, #scores .winner")"""
MORE = "seen => Number(document.body.dataset.number) > seen"
# Something in place of what a device keeps.
KEPT = [
    "text", "sounds", "plain", "numerals", "aids", "fits", "speed", "name", "face", "days",
    "tables", "results:block", "learnt:block",
]
DAMAGE = """([names, text]) => {
  for (const name of names) localStorage.setItem(`sobremesa:${name}`, text);
}"""
COUNTED = """
  window.sounded = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...at) {
    window.sounded += 1;
    return start.apply(this, at);
  };
"""
HEARD = """() => {
  window.heard = 0;
  new MutationObserver(() => { window.heard += 1; }).observe(
    document.querySelector("#spoken"), { childList: true, characterData: true, subtree: true },
  );
}"""


@pytest.mark.parametrize("game", spread(sobremesa.games(), ["block"]))
def test_a_hand_is_played_from_the_list_of_moves_by_keys_alone(
    browser: Browser, server: Server, game: str
) -> None:
    players = int(sobremesa.game(game).players)
    laid = server.lay(game, ["me", *["bot:random"] * (players - 1)])
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    open_table(page, laid)
    # Where finding what fits is left to the player, the page is asked for it.
    if page.locator("#fits").is_visible():
        page.locator("#fits").check()
    page.keyboard.press("t")
    expect(page.locator("#lines li").first).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "in-words"
    played = 0
    for _ in range(12):
        page.wait_for_function(LISTED)
        if page.locator("#next-hand, #again, #scores .winner").count():
            break
        seen = visit.number
        page.keyboard.press("m")
        assert page.evaluate("document.activeElement.closest('#choice-list') !== null")
        page.keyboard.press("ArrowDown")
        # A move of several touches takes as many.
        for _ in range(6):
            page.keyboard.press("Enter")
            if not visit.goes_on(seen):
                break
        page.wait_for_function(MORE, arg=seen)
        played += 1
    assert played
    expect(page.locator("#spoken")).not_to_be_empty()
    visit.leave()


def test_the_button_before_everything_leads_to_the_words(browser: Browser, server: Server) -> None:
    with asking(server.url) as client:
        laid = seated(client, "djambi")
    visit = Visit(browser, server, reduced_motion="reduce", **PHONE)
    page = visit.page
    open_table(page, laid)
    page.locator("#to-words").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lines li", has_text="the prince").first).to_be_visible()
    page.goto(f"{laid['mine']}/replay")
    page.locator("#to-words").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lines li", has_text="the prince").first).to_be_visible()
    visit.leave()


def test_what_is_only_drawn_anew_is_not_said_again(browser: Browser, server: Server) -> None:
    laid = server.lay("block", ["me", "friend"], first_player=0)
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    open_table(page, laid)
    page.evaluate(HEARD)
    page.locator("#text").check()
    expect(page.locator("#lines li").first).to_be_visible()
    assert page.evaluate("window.heard") == 0
    visit.leave()


@pytest.mark.parametrize("damage", ['{"x": [7, nul', '{"x": 7}'])
def test_nothing_that_a_device_keeps_stops_play(
    browser: Browser, server: Server, database: Path, damage: str
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.page.goto("/records")
    visit.page.evaluate(DAMAGE, [KEPT, damage])
    for address in ("/", "/games/block", "/you", "/learn/block"):
        visit.page.goto(address)
        visit.page.wait_for_load_state("networkidle")
    visit.sit("block", "bot:random", target=1)
    visit.play_on()
    expect(visit.page.locator("#statistics p")).to_contain_text("1")
    visit.check(database)
    visit.leave()


def test_the_deal_of_the_day_is_told_without_telling_how(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit.page
    page.goto("/games/block")
    page.locator("[name=today]").click()
    page.wait_for_url("**/t/**")
    visit.play_as_bot(database)
    page.locator("#tell-day").click()
    expect(page.locator("#tell-day")).to_have_text("Copied")
    told: Any = page.evaluate("navigator.clipboard.readText()")
    lines = told.splitlines()
    assert lines[0] == "Sobremesa · Block · 2026.11.15"
    assert lines[1].startswith("Deal ") and lines[2].endswith("1 day in a row")
    assert lines[3] == f"{server.url}/games/block" and len(lines) == 4
    page.goto("/you")
    expect(page.locator("#device-days")).to_contain_text("1 day in a row")
    visit.leave()


def test_a_name_and_a_face_go_with_the_device(browser: Browser, server: Server) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    page.goto("/you")
    page.locator("#device-name input").fill("Zoé")
    page.locator("#faces button").nth(4).click()
    laid = server.lay("block", ["me", "friend"])
    page.goto(laid["friends"]["1"])
    expect(page.locator("#scores li[data-seat='1']")).to_contain_text("Zoé")
    expect(page.locator("#seat-1 .person-face")).to_have_count(1)
    with asking(server.url) as client:
        now = client.get(f"{laid['mine']}/state").json()
    assert now["names"][1] == "Zoé" and now["faces"] == [-1, 4]
    visit.leave()


def test_tiles_sound_only_when_asked(browser: Browser, server: Server, database: Path) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.context.add_init_script(COUNTED)
    page = visit.page
    laid = server.lay("block", ["me", "bot:random"], first_player=0)
    open_table(page, laid)
    seen = visit.number
    page.locator("#picture .lit").first.click()
    visit.moved_on(seen)
    assert page.evaluate("window.sounded") == 0
    page.locator("#sounds").check()
    assert page.evaluate("window.sounded") == 1
    visit.context.close()
