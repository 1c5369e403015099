"""The gallery and the form of a game in a real Chromium: how much is sent, and what it says."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server

# What the first screen may cost, in bytes over the wire: on a phone, and where a browser that
# fetches pictures somewhat ahead of what is in sight has nearly all of them.
MOST_ON_A_PHONE = 120_000
MOST = 180_000
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


@pytest.mark.parametrize("screen", spread([DESKTOP, PHONE], [PHONE]))
def test_the_first_screen_of_the_gallery_is_small(
    browser: Browser, server: Server, screen: dict[str, Any]
) -> None:
    visit = Visit(browser, server, **screen)
    wire = visit.context.new_cdp_session(visit.page)
    wire.send("Network.enable")
    sent: list[float] = []
    wire.on("Network.loadingFinished", lambda told: sent.append(told["encodedDataLength"]))
    visit.page.goto("/", wait_until="networkidle")
    in_sight = visit.page.locator(".card-picture").first
    assert in_sight.evaluate("image => image.complete && image.naturalWidth > 0")
    assert len(sent) > 5
    assert 20_000 < sum(sent) < (MOST_ON_A_PHONE if screen is PHONE else MOST)
    last = visit.page.locator(".card-picture").last
    if screen is PHONE:
        assert last.evaluate("image => image.naturalWidth") == 0
    last.scroll_into_view_if_needed()
    last.evaluate("image => image.decode()")
    visit.leave()


def test_games_are_found_as_one_chooses(browser: Browser, server: Server) -> None:
    visit = Visit(browser, server)
    page = visit.page
    page.goto("/")
    cards = page.locator(".game-card:visible")
    expect(cards).to_have_count(24)
    page.get_by_label("Kind").select_option("tricks")
    expect(cards).to_have_count(3)
    expect(page.get_by_role("status")).to_have_text("3 games")
    page.get_by_label("Players").select_option("2")
    expect(cards).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("1 game")
    page.reload()
    expect(cards).to_have_count(1)
    cards.locator("a").first.click()
    page.wait_for_url("**/games/double-takes")
    visit.leave()


def test_the_form_says_what_does_not_fit_as_it_is_filled_in(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server)
    page = visit.page
    page.goto("/games/block")
    players = page.locator("[name=players]")
    expect(players).to_have_attribute("max", "4")
    expect(page.locator(".served")).to_have_text("2 to 4 can play with these options.")
    players.fill("5")
    players.press("Tab")
    beside = page.locator("#fault-players")
    expect(beside).to_have_text(
        "5 players with 7 tiles each need 35 tiles; the double-six set has 28 (SETS-R03)"
    )
    expect(players).to_have_attribute("aria-invalid", "true")
    page.get_by_text("House rules").click()
    page.get_by_label("Domino set").select_option("9")
    expect(beside).to_be_hidden()
    expect(players).to_have_attribute("max", "7")
    expect(players).not_to_have_attribute("aria-invalid", "true")
    page.get_by_label("First player").select_option(label="seat 5")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/**")
    visit.leave()


def test_a_refused_form_comes_back_filled_in_with_the_field_in_focus(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server)
    page = visit.page
    page.goto("/games/block")
    page.locator("[name='sitter0.name']").fill("Ana")
    page.locator("[name=players]").fill("5")
    page.locator(".lay").evaluate("form => form.submit()")
    page.wait_for_url("**/tables")
    expect(page.locator("[name=players]")).to_be_focused()
    expect(page.locator("[name=players]")).to_have_value("5")
    expect(page.locator("[name='sitter0.name']")).to_have_value("Ana")
    expect(page.locator("#fault-players")).to_contain_text("(SETS-R03)")
    visit.context.close()


# How much wider the words of a choice are than the room that they have, its arrow left out.
CUT = """() => [...document.querySelectorAll(".sitter:not([hidden]) select")].map((one) => {
  const style = getComputedStyle(one);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const words = pen.measureText(one.selectedOptions[0].textContent).width;
  const arrow = 16;
  return words - (one.clientWidth - parseFloat(style.paddingLeft) - arrow);
})"""


@pytest.mark.parametrize("locale", spread(["en-GB", "es-ES", "fr-FR", "ro-RO"], ["fr-FR"]))
def test_on_a_phone_the_form_shows_its_choices_whole_and_what_can_be_opened(
    browser: Browser, server: Server, locale: str
) -> None:
    visit = Visit(browser, server, **{**PHONE, "locale": locale})
    visit.page.goto("/games/texas-42")
    assert max(visit.page.evaluate(CUT)) <= 0
    for summary in visit.page.locator("summary:visible").all():
        assert summary.evaluate("one => getComputedStyle(one).display") == "list-item"
        box = summary.bounding_box()
        assert box and box["height"] >= 44
    assert visit.complaints == []
    visit.context.close()


def test_on_a_phone_held_across_the_picture_of_a_game_leaves_room_for_its_name(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server, **{**PHONE, "viewport": {"width": 844, "height": 390}})
    visit.page.goto("/games/texas-42")
    heading = visit.page.locator(".game-head h1").bounding_box()
    assert heading and heading["y"] + heading["height"] <= 390
    visit.context.close()
