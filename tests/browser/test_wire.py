"""A page whose server fails at times, in a real Chromium: it says so, tries again, and goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.visits import Visit, friends, with_friend
from tests.spread import spread
from tests.table.host import Server, stored_match

# The browser itself notes a request that failed; the script must not fail of it.
FAILED = "Failed to load resource"
HTML = "<html><h1>502 Bad Gateway</h1></html>"


def error_page(route: Route) -> None:
    route.fulfill(status=500, content_type="text/html", body=HTML)


def nothing(route: Route) -> None:
    route.fulfill(status=200, body="")


def half_an_answer(route: Route) -> None:
    route.fulfill(status=200, content_type="application/json", body='{"number": ')


def busy(route: Route) -> None:
    route.fulfill(
        status=503, headers={"Retry-After": "1"}, content_type="application/json",
        body=json.dumps({"error": "busy", "code": "busy"}),
    )


def no_network(route: Route) -> None:
    route.abort("connectionreset")


def lost_answer(route: Route) -> None:
    """The move arrives; its answer does not."""
    route.fetch()
    route.abort("connectionreset")


def failing(page: Page, where: str, times: int, fault: Callable[[Route], None]) -> list[str]:
    """Lets some requests fail, and keeps what each of them sent."""
    sent: list[str] = []

    def handle(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) <= times:
            fault(route)
        else:
            route.continue_()

    page.route(where, handle)
    return sent


@pytest.mark.parametrize("fault", spread(
    [error_page, nothing, half_an_answer, busy, no_network, lost_answer], [busy, lost_answer]
))
def test_a_move_whose_answer_fails_is_sent_again_under_the_same_id(
    browser: Browser, server: Server, database: Path, fault: Callable[[Route], None]
) -> None:
    visit, laid = with_friend(browser, server)
    page = visit.page
    if fault is not lost_answer:
        # Until the move has arrived the page says that it has not.
        page.evaluate("""() => {
            window.seen = [];
            const toast = document.getElementById("toast");
            new MutationObserver(() => window.seen.push(toast.textContent))
                .observe(toast, {childList: true});
        }""")
    sent = failing(page, "**/moves?*", 2, fault)
    page.locator("#picture .lit").first.click()
    expect(page.locator("body")).to_have_attribute("data-number", "3")
    expect(page.locator("#toast")).to_be_hidden()
    assert len(stored_match(database, laid["table"]).round.log) == 1
    if fault is not lost_answer:
        assert len(sent) == 3
        assert len(set(sent)) == 1
        assert any("trying again" in text for text in page.evaluate("window.seen"))
    visit.leave(forgiven=FAILED)


def test_a_page_goes_on_when_asking_for_the_table_fails_at_times(
    browser: Browser, server: Server
) -> None:
    laid = friends(server, "block", first_player=0)
    visit = Visit(browser, server)
    page = visit.page
    page.route_web_socket("**/live*", lambda line: line.close())
    # The pauses grow: two faults say as much as four.
    faults = [error_page, half_an_answer]
    asked: list[str] = []

    def handle(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) <= len(faults):
            faults[len(asked) - 1](route)
        else:
            route.continue_()

    page.route("**/state?*", handle)
    page.goto(laid["mine"])
    expect(page.locator("#toast")).to_contain_text("again")
    visit.wait_for_something(0)
    expect(page.locator("#toast")).to_be_hidden()
    page.locator("#picture .lit").first.click()
    expect(page.locator("body")).to_have_attribute("data-number", "3")
    visit.leave(forgiven=FAILED)


def test_a_name_a_line_and_a_reason_survive_an_error_page(
    browser: Browser, server: Server
) -> None:
    visit, _ = with_friend(browser, server)
    page = visit.page
    failing(page, "**/name?*", 1, error_page)
    failing(page, "**/talk?*", 1, error_page)
    page.locator("summary", has_text="Names").click()
    page.fill(".name-form input", "Ada")
    page.keyboard.press("Enter")
    expect(page.locator("#scores .name").first).to_have_text("Ada")
    page.fill("[name=text]", "Hello")
    page.keyboard.press("Enter")
    expect(page.locator("#said li")).to_have_count(1)
    expect(page.locator("#toast")).to_be_hidden()
    visit.leave(forgiven=FAILED)


def test_a_replay_whose_step_fails_says_so_and_goes_on(browser: Browser, server: Server) -> None:
    visit, laid = with_friend(browser, server)
    page = visit.page
    page.locator("#picture .lit").first.click()
    visit.moved_on(2)
    page.goto(laid["mine"] + "/replay?at=2")
    failing(page, "**/replay/3?*", 1, error_page)
    page.keyboard.press("End")
    expect(page.locator("#toast")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#toast")).to_be_hidden()
    visit.leave(forgiven=FAILED)


@pytest.mark.slow
def test_a_server_that_never_answers_clearly_is_left_alone_and_may_be_tried_anew(
    browser: Browser, server: Server, database: Path
) -> None:
    visit, laid = with_friend(browser, server)
    page = visit.page
    sent = failing(page, "**/moves?*", 8, error_page)
    page.locator("#picture .lit").first.click()
    expect(page.locator("#toast")).to_contain_text("Wait a little")
    assert len(sent) == 8
    page.locator("#picture .lit").first.click()
    expect(page.locator("body")).to_have_attribute("data-number", "3")
    assert len(stored_match(database, laid["table"]).round.log) == 1
    visit.leave(forgiven=FAILED)
