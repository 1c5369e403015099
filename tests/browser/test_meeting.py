"""Strangers who meet in real browsers, wait, play by a clock, step away and come back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from sobremesa.table.live import Pace
from tests.browser.visits import PHONE, Visit
from tests.table.host import Server
from tests.table.nursery import ROOMY

PACE = Pace(bot=0.0, answer=0.0, next_hand=600.0, company=0.0, linger=60.0)
# The tiles of the hand end above what is asked.
FREE_HAND = """() => {
    const asked = document.querySelector("#ask").getBoundingClientRect().top;
    const tiles = [...document.querySelectorAll('#picture [data-touch^="tile:"]')];
    return tiles.length > 0 && tiles.every((one) => one.getBoundingClientRect().bottom <= asked);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("meeting") / "table.db", PACE, ROOMY) as running:
        yield running


def play_now(visit: Visit, game: str, name: str) -> None:
    visit.page.goto(f"/lobby?game={game}")
    visit.page.get_by_label("Your name").fill(name)
    visit.page.get_by_role("button", name="Play now").click()
    visit.page.wait_for_url("**/m/*/*")


def test_two_strangers_meet_in_the_lobby_and_step_away_and_come_back(
    browser: Browser, server: Server
) -> None:
    ana, ion = Visit(browser, server), Visit(browser, server, **PHONE)
    ion.page.goto("/lobby")
    expect(ion.page.locator("#nobody")).to_be_visible()
    play_now(ana, "block", "Ana")
    expect(ana.page.locator("#chairs li")).to_have_text(["Ana you", "free"])
    expect(ana.page.locator("#links li")).to_have_count(1)
    # The page of the lobby was not asked to look again.
    item = ion.page.locator("#open-tables li")
    expect(item).to_contain_text("Block · Ana")
    ion.page.get_by_label("Your name").fill("Ion")
    item.get_by_role("button").tap()
    for visit in (ana, ion):
        visit.page.wait_for_url("**/t/*/*")
        visit.page.wait_for_selector("#picture svg")
        expect(visit.page.locator("#clock")).to_contain_text("s left")
    scores = ana.page.locator("#scores li .name")
    expect(scores.first).to_contain_text("Ana")
    expect(scores.last).to_contain_text("Ion")

    ana.page.get_by_role("button", name="Step away").click()
    back = ana.page.get_by_role("button", name="Take the seat again")
    expect(back).to_be_visible()
    expect(ion.page.locator('#scores li[data-seat="0"] .presence')).to_have_text(
        "is away: a bot holds the seat"
    )
    back.click()
    expect(back).to_have_count(0)
    for visit in (ana, ion):
        visit.leave()


def test_what_is_asked_for_long_does_not_lie_over_the_hand(
    browser: Browser, server: Server
) -> None:
    laid = server.lay("block", ["me", "friend", "friend"], first_player=1)
    visit = Visit(browser, server, **PHONE)
    page = visit.page
    page.goto(laid["mine"])
    page.wait_for_selector("#picture svg")
    page.locator("#side-button").tap()
    page.get_by_role("button", name="Step away").tap()
    page.locator("#side-button").tap()
    expect(page.get_by_role("button", name="Take the seat again")).to_be_visible()
    page.wait_for_function(FREE_HAND)
    visit.leave()


def test_somebody_to_whom_nobody_comes_plays_with_bots(browser: Browser, server: Server) -> None:
    visit = Visit(browser, server, **PHONE)
    play_now(visit, "djambi", "Ana")
    visit.page.get_by_role("button", name="Let bots have the free seats").tap()
    visit.page.wait_for_url("**/t/*/*")
    expect(visit.page.locator("#scores li small.faint")).to_have_count(3)
    visit.leave()


def test_a_seat_is_given_back_and_the_table_is_no_longer_open(
    browser: Browser, server: Server
) -> None:
    visit, other = Visit(browser, server), Visit(browser, server)
    other.page.goto("/lobby")
    play_now(visit, "draw", "Ana")
    expect(other.page.locator("#open-tables li")).to_have_count(1)
    visit.page.get_by_role("button", name="Give the seat back").click()
    visit.page.wait_for_url("**/lobby")
    expect(other.page.locator("#open-tables li")).to_have_count(0)
    for one in (visit, other):
        one.leave()


def test_the_form_asks_of_a_clock_what_its_kind_needs(browser: Browser, server: Server) -> None:
    visit = Visit(browser, server)
    page = visit.page
    page.goto("/games/block")
    page.get_by_text("House rules").click()
    minutes, days = page.get_by_label("Minutes"), page.get_by_label("Days")
    expect(minutes).to_be_hidden()
    page.locator("#option-clock").select_option("delay")
    expect(minutes).to_be_visible()
    expect(days).to_be_hidden()
    minutes.fill("15")
    page.locator("#sitter1").select_option("friend")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/*/*")
    expect(page.locator("#scores .bank")).to_have_count(2)
    expect(page.locator("#scores .bank").last).to_have_text("15:00")
    visit.leave()
