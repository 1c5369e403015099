"""The table as an app in a real Chromium: kept on a device, opened and played without a connection.

The engine takes seconds to start in the page, so that one visit sees all that belongs together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from sobremesa.table import offline
from tests.browser.visits import PHONE
from tests.table.host import Server

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
STARTED = "() => Number(document.body.dataset.number) > 0"
TO_MOVE = """seen => Number(document.body.dataset.number) > seen && document.querySelector(
    "#picture .lit, #buttons .lit:not(:disabled), #next-hand, #scores .winner")"""
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        const kept = await (await caches.open(name)).keys();
        found.push(...kept.map(({ url }) => new URL(url).pathname));
    }
    return found;
}"""
# What every visitor may see: no link of anybody, no answer about a table.
PUBLIC = ("/offline", "/static/", "/pictures/")
# Long enough for an engine that starts on a busy machine.
A_LOT = 120_000

pytestmark = pytest.mark.skipif(
    offline.interpreter() is None, reason="the interpreter is not here: npm ci fetches it"
)


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A phone that has kept the table and lost its connection."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(A_LOT)
    page = context.new_page()
    page.goto(f"{server.url}/offline")
    page.click("#keep")
    expect(page.locator("#kept-word")).to_contain_text("Kept on this device")
    context.set_offline(True)
    yield context
    context.close()


def begin(page: Page, game: str) -> None:
    page.locator(f".game-card[data-game={game}] .begin .act").first.click()
    page.wait_for_function(STARTED)


def number(page: Page) -> int:
    return int(page.evaluate("() => document.body.dataset.number"))


def touch_on(page: Page, touches: int) -> None:
    """Touches what is lit, again and again; stops when the hand is over."""
    for _ in range(touches):
        page.wait_for_function(TO_MOVE, arg=0)
        if page.locator("#next-hand, #scores .winner").count():
            return
        seen = number(page)
        page.locator("#picture .lit, #buttons .lit:not(:disabled)").first.dispatch_event("click")
        page.wait_for_function(
            "seen => Number(document.body.dataset.number) > seen"
            " || document.querySelector('#picture .chosen')", arg=seen,
        )


def test_a_hand_against_a_bot_without_a_connection(
    device: BrowserContext, server: Server
) -> None:
    page = device.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    # Whatever cannot be reached shows what can be played.
    page.goto(f"{server.url}/t/some-table/some-secret")
    expect(page.locator("h1")).to_have_text("Games without a connection")
    begin(page, "block")
    touch_on(page, 40)
    expect(page.locator("#next-hand, #scores .winner").first).to_be_visible()
    assert not complaints
    kept = page.evaluate(KEPT)
    assert kept and all(path.startswith(PUBLIC) for path in kept)


@pytest.mark.slow
def test_a_solitaire_is_gone_on_with(device: BrowserContext, server: Server) -> None:
    page = device.new_page()
    page.goto(f"{server.url}/")
    begin(page, "good-neighbors")
    first, match = number(page), page.url
    touch_on(page, 4)
    assert number(page) > first
    seen = number(page)
    page.locator("#undo").click()
    page.wait_for_function("seen => Number(document.body.dataset.number) > seen", arg=seen)
    page.locator("#hint").click()
    expect(page.locator(".hinted").first).to_be_visible()
    log = page.locator("#log li").all_inner_texts()
    page.goto(f"{server.url}/offline")
    expect(page.locator("#pocket-list li")).to_have_count(1)
    assert match.endswith(str(page.locator("#pocket-list a").get_attribute("href")))
    page.locator("#pocket-list a").click()
    page.wait_for_function("seen => Number(document.body.dataset.number) > seen", arg=seen)
    assert page.locator("#log li").all_inner_texts() == log


@pytest.mark.slow
def test_what_is_missing_is_said(device: BrowserContext, server: Server) -> None:
    page = device.new_page()
    page.goto(f"{server.url}/offline")
    expect(page.locator("#kept-word")).to_contain_text("Kept on this device")
    # The browser throws the engine away, its own cache included, and everything else stays.
    device.new_cdp_session(page).send("Network.clearBrowserCache")
    page.evaluate("""async () => {
        for (const name of await caches.keys()) {
            const shelf = await caches.open(name);
            for (const one of await shelf.keys()) {
                if (one.url.includes("asm.wasm")) await shelf.delete(one);
            }
        }
    }""")
    page.locator(".game-card[data-game=block] .begin .act").click()
    expect(page.locator("#picture")).to_contain_text(
        "cannot be started on this device", timeout=A_LOT
    )
    page.locator("#picture a").click()
    expect(page.locator("#kept-word")).to_contain_text("no longer whole")
    device.set_offline(False)
    page.reload()
    expect(page.locator("#kept-word")).to_contain_text("Kept on this device")


@pytest.mark.slow
def test_a_device_without_room_says_so(browser: Browser, server: Server) -> None:
    context = browser.new_context(**WIDE)
    page = context.new_page()
    page.add_init_script("""Cache.prototype.put = async () => {
        throw new DOMException("full", "QuotaExceededError");
    };""")
    page.goto(f"{server.url}/offline")
    page.click("#keep")
    expect(page.locator("#kept-word")).to_contain_text("It could not be kept")
    assert page.evaluate("() => caches.keys()") == []
    expect(page.locator("#keep")).to_be_visible()
    context.close()


@pytest.mark.slow
def test_a_damaged_match_is_refused_in_words(device: BrowserContext, server: Server) -> None:
    page = device.new_page()
    page.goto(f"{server.url}/offline")
    page.evaluate("""async () => {
        const asked = indexedDB.open("sobremesa", 1);
        await new Promise((go) => { asked.onsuccess = go; });
        const work = asked.result.transaction(["events", "matches"], "readwrite");
        work.objectStore("events").put({ match: "bad", number: 1, text: "{}" });
        work.objectStore("matches").put({ match: "bad", game: "block", touched: 1, ended: false });
        await new Promise((go) => { work.oncomplete = go; });
    }""")
    page.reload()
    page.locator("#pocket-list a").click()
    expect(page.locator("#picture")).to_contain_text("damaged", timeout=A_LOT)
    page.locator("#picture a").click()
    page.locator("#pocket-list .forget").click()
    expect(page.locator("#pocket-list li")).to_have_count(0)
