"""Offers and muting in a real Chromium: two persons with a device each, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.test_access import complaints
from tests.browser.test_accounts import WIDE, Person
from tests.browser.visits import ASKED, PACE, PHONE, Visit
from tests.spread import spread
from tests.table.host import Server, stored_match
from tests.table.postgres import running


@pytest.fixture(scope="module", params=spread(["sqlite", "postgresql"], ["postgresql"]))
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path_factory.mktemp("offers") / "table.db")
        return
    with running() as postgres, postgres.database() as url:
        yield url


@pytest.fixture(scope="module")
def server(place: str) -> Iterator[Server]:
    with Server(place, PACE) as found:
        yield found


def test_a_move_is_taken_back_and_a_draw_agreed(
    browser: Browser, place: str, server: Server
) -> None:
    laid = server.lay("djambi", ["me", "friend"], first_player=0)
    wide, phone = Visit(browser, server), Visit(browser, server, **PHONE)
    wide.page.goto(laid["mine"])
    phone.page.goto(laid["friends"]["1"])
    wide.page.wait_for_function(ASKED)
    back = wide.page.get_by_role("button", name="Ask to take back")
    expect(back).to_be_hidden()
    server.play(laid["mine"], 0)
    while stored_match(place, laid["table"]).turn == 0:
        server.play(laid["mine"], 0)
    phone.page.wait_for_function(ASKED)
    back.click()
    expect(wide.page.locator("#offer")).to_contain_text("You ask to take back")
    asked = phone.page.locator("#offer")
    expect(asked).to_contain_text("Player 1 asks to take back their last move.")
    assert complaints(phone.page) == []
    asked.get_by_role("button", name="Decline").tap()
    expect(wide.page.locator("#offer")).to_be_hidden()
    expect(back).to_be_hidden()

    server.play(laid["friends"]["1"], 1)
    while stored_match(place, laid["table"]).turn == 1:
        server.play(laid["friends"]["1"], 1)
    phone.page.get_by_role("button", name="Ask to take back").tap()
    wide.page.locator("#offer").get_by_role("button", name="Agree").click()
    phone.page.wait_for_function(ASKED)
    expect(asked).to_be_hidden()

    phone.page.locator("#side-button").tap()
    phone.page.get_by_role("button", name="Offer a draw").tap()
    wide.page.locator("#offer").get_by_role("button", name="Agree").click()
    for visit in (wide, phone):
        expect(visit.page.locator("#headline")).to_have_text(
            "The match is a draw by agreement."
        )
        expect(visit.page.locator("#picture .lit")).to_have_count(0)
    assert stored_match(place, laid["table"]).agreed == [0, 1]
    expect(wide.page.get_by_role("button", name="Play again")).to_be_visible()
    assert complaints(wide.page) == []
    wide.leave()
    phone.leave()


def test_who_is_muted_is_not_heard_on_the_page(browser: Browser, server: Server) -> None:
    laid = server.lay("block", ["me", "friend"])
    mine, other = Visit(browser, server, **PHONE), Visit(browser, server)
    mine.page.goto(laid["mine"])
    other.page.goto(laid["friends"]["1"])
    other.page.wait_for_selector("#picture svg")
    other.page.fill("[name=text]", "Hurry up!")
    other.page.keyboard.press("Enter")
    mine.page.locator("#side-button").tap()
    expect(mine.page.locator("#said li")).to_have_count(1)
    mine.page.get_by_text("Mute or report").tap()
    mute = mine.page.locator(".shun [data-deed=mute]")
    mute.tap()
    expect(mute).to_have_attribute("aria-pressed", "true")
    expect(mine.page.locator("#said li")).to_have_count(0)
    other.page.fill("[name=text]", "Are you there?")
    other.page.keyboard.press("Enter")
    expect(other.page.locator("#said li")).to_have_count(2)
    mine.page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")
    expect(mine.page.locator("#said li")).to_have_count(0)
    mine.page.locator("#side-button").tap()
    mine.page.get_by_text("Mute or report").tap()
    assert complaints(mine.page) == []
    mine.page.locator(".shun summary").tap()
    mine.page.get_by_label("What happened").last.fill("They hurry me.")
    mine.page.get_by_role("button", name="Send").tap()
    expect(mine.page.locator("#toast")).to_contain_text("The owner of this server")
    mute.tap()
    expect(mine.page.locator("#said li")).to_have_count(2)
    mine.leave()
    other.leave()


def test_who_is_blocked_is_listed_and_met_again_when_that_is_taken_back(
    browser: Browser, server: Server
) -> None:
    laid = server.lay("block", ["me", "friend"])
    ana, ion = Person(browser, server, WIDE), Person(browser, server, PHONE)
    ana.register("Ana")
    ion.register("Ion")
    ana.page.goto(laid["mine"])
    ion.page.goto(laid["friends"]["1"])
    ion.page.wait_for_selector("#picture svg")
    ana.page.reload()
    ana.page.get_by_text("Mute or report").click()
    ana.press("Block this person")
    expect(ana.page.locator("#toast")).to_contain_text("do not meet any more")
    expect(ana.page.locator(".shun [data-deed=mute]")).to_have_attribute("aria-pressed", "true")
    ana.page.goto("/lobby")
    ana.page.locator("select[name=game]").select_option("block")
    ana.page.locator("form[action='/play'] button").click()
    ana.page.wait_for_url("**/m/**")
    waits = f"[data-meeting='{ana.page.url.split('/')[4].split('?')[0]}']"
    stranger = Visit(browser, server)
    stranger.page.goto("/lobby")
    expect(stranger.page.locator(waits)).to_contain_text("Ana")
    ion.page.goto("/lobby")
    expect(ion.page.locator("#nobody")).to_be_visible()
    expect(ion.page.locator(waits)).to_have_count(0)
    stranger.leave()
    ana.page.goto("/you")
    expect(ana.page.get_by_role("heading", name="People you block")).to_be_visible()
    assert complaints(ana.page) == []
    ana.page.get_by_role("button", name="Remove from the list: Ion").click()
    expect(ana.page.get_by_role("heading", name="People you block")).to_have_count(0)
    for person in (ana, ion):
        person.context.close()
