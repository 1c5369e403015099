"""Who is here, seen in a real browser; and a bot that holds a seat until its person is back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from sobremesa.table.live import Pace
from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server

# Somebody without a connection is away at once.
PACE = Pace(bot=0.0, answer=0.0, next_hand=600.0, absence=0.001)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("seats") / "table.db", PACE) as running:
        yield running


@pytest.mark.parametrize("live", spread([True, False], [True]))
def test_a_bot_is_let_hold_a_seat_and_gives_it_back(
    browser: Browser, server: Server, live: bool
) -> None:
    laid = server.lay("block", ["me", "friend", "bot:random"], first_player=1)
    mine, theirs = Visit(browser, server), Visit(browser, server, **PHONE)
    page = mine.page
    if not live:
        page.route_web_socket("**/live*", lambda line: line.close())
    page.goto(laid["mine"])
    friend = page.locator('#scores li[data-seat="1"] .presence')
    expect(friend).to_have_text("has not come yet")
    expect(page.locator('#scores li[data-seat="0"] .presence')).to_have_count(0)
    expect(page.locator("#absent")).to_contain_text("Player 2 is not here.")
    page.get_by_role("button", name="Let a bot hold the seat").click()
    expect(friend).to_have_text("is away: a bot holds the seat")
    expect(page.locator("#said li")).to_contain_text("a bot holds the seat until they are back")
    expect(page.locator("#absent")).to_be_hidden()
    # The bot has played, so it is my turn.
    page.wait_for_function("() => document.body?.classList.contains('my-turn')")

    theirs.page.goto(laid["friends"]["1"])
    expect(friend).to_have_text("is here")
    expect(page.locator("#said li").last).to_contain_text("I am back.")
    for visit in (mine, theirs):
        visit.leave()
