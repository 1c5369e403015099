"""Notices in a real Chromium: asked for by a click, refused in words, shown and opened by the
service worker, and what the title and the icon say.

No browser reaches a push service of the world from here: the page is given the subscription of
one of our own, and what is sent there is handed to the browser as its service would.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

from tests.browser.test_access import complaints
from tests.browser.visits import PHONE
from tests.spread import spread
from tests.table.host import Server, state
from tests.table.services import Gadget, Service, push_service
from tests.table.test_notices import AT_HOME, DAYS, SOON, duel, play
from tests.waiting import wait_until

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
# What a push service would give to the browser.
SUBSCRIBED = """(() => {
    const given = %s;
    let own = null;
    PushManager.prototype.getSubscription = async () => own;
    PushManager.prototype.subscribe = async (how) => own = {
        endpoint: given.endpoint, options: how, unsubscribe: async () => { own = null; },
        toJSON: () => ({ endpoint: given.endpoint, keys: given }),
    };
})()"""
# Chromium forgets a notice that is asked for while it is being shown: the worker says when it is.
COUNTED = """() => {
    const show = ServiceWorkerRegistration.prototype.showNotification;
    self.told = 0;
    ServiceWorkerRegistration.prototype.showNotification = async function (...given) {
        await show.apply(this, given);
        self.told += 1;
    };
}"""
SEEN_FROM = """async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    return pages.map((page) => new URL(page.url).pathname);
}"""
SHOWN = """async () => {
    const worker = await navigator.serviceWorker.getRegistration("/");
    return (await worker.getNotifications()).map((one) => [one.title, one.body, one.data.where]);
}"""
TOUCH = """async () => {
    const [shown] = await self.registration.getNotifications();
    const opened = new Promise((tell) => { self.clients.openWindow = async (to) => tell(to); });
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification: shown }));
    return opened;
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("notices") / "table.db", SOON, AT_HOME) as running:
        yield running


@pytest.fixture
def service() -> Iterator[Service]:
    with push_service() as running:
        yield running


@pytest.fixture(params=spread(["wide", "phone"], ["phone"]))
def context(
    request: pytest.FixtureRequest, whole_browser: Browser, house: Server
) -> Iterator[BrowserContext]:
    screen = PHONE if request.param == "phone" else WIDE
    found = whole_browser.new_context(base_url=house.url, locale="en-GB", **screen)
    yield found
    found.close()


def seated(context: BrowserContext, link: str) -> Page:
    """Opens a table, with its panel."""
    page = context.new_page()
    page.goto(link)
    side = page.locator("#side-button")
    if side.is_visible():
        side.click()
    return page


def push(page: Page, address: str, told: dict[str, str]) -> None:
    """Hands a notice to the browser, as its push service would."""
    line = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated",
            lambda news: known.extend(news["registrations"]))
    line.send("ServiceWorker.enable")
    wait_until(lambda: bool(page.evaluate("1") and known))
    line.send("ServiceWorker.deliverPushMessage", {
        "origin": f"{address}/", "registrationId": known[0]["registrationId"],
        "data": json.dumps(told),
    })
    line.detach()


def told(worker: Worker, notices: int) -> None:
    """Waits until so many notices have been shown."""
    wait_until(lambda: worker.evaluate("self.told") == notices)


def shown(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.evaluate(SHOWN)
    return found


def test_what_the_browser_refuses_is_told_in_words(
    context: BrowserContext, house: Server
) -> None:
    with httpx.Client(base_url=house.url) as client:
        page = seated(context, duel(client)[0])
    word = page.locator("#notices-word")
    page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(word).to_contain_text("The browser does not allow notices.")
    context.grant_permissions(["notifications"])
    page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(word).to_contain_text("could not ask its push service")
    assert not any("notices" in one for one in complaints(page))
    expect(page.get_by_role("button", name="No more notices")).to_be_hidden()


def test_a_closed_table_is_told_of_and_opened_by_touching_the_notice(
    context: BrowserContext, house: Server, service: Service
) -> None:
    device = Gadget(service)
    context.grant_permissions(["notifications"])
    context.add_init_script(SUBSCRIBED % json.dumps(device.wish))
    with httpx.Client(base_url=house.url) as client:
        first, second = duel(client, DAYS)
        page = seated(context, second)
        page.get_by_role("button", name="Tell me when it is my turn").click()
        expect(page.locator("#notices-word")).to_contain_text("gets notices of this table")
        expect(page.get_by_role("button", name="No more notices")).to_be_visible()
        assert not any("notices" in one for one in complaints(page))
        (worker,) = context.service_workers
        worker.evaluate(COUNTED)
        page.goto("/lobby")
        wait_until(lambda: worker.evaluate(SEEN_FROM) == ["/lobby"])
        play(client, first)
        device.wait(1)
        notice = device.opened()
        push(page, house.url, notice)
        told(worker, 1)
        where = f"/t/{second.split('/')[2]}"
        assert shown(page) == [["Block", "It is your turn.", where]]
        assert worker.evaluate(TOUCH) == second
        wait_until(lambda: shown(page) == [])
        # Whoever looks at the table needs no notice; of another they get one.
        page.goto(second)
        expect(page).to_have_title("Your turn · Block · Sobremesa")
        expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/static/icon-turn.svg")
        push(page, house.url, notice)
        push(page, house.url, {**notice, "where": "/t/another"})
        told(worker, 2)
        assert [one[2] for one in shown(page)] == ["/t/another"]
        # What no server of ours wrote is not shown.
        push(page, house.url, {**notice, "where": "https://elsewhere.example/"})
        push(page, house.url, {**notice, "where": "/t/third"})
        told(worker, 3)
        assert {one[2] for one in shown(page)} == {"/t/another", "/t/third"}
        # A device that does not know the link opens the first page.
        worker.evaluate("""async () => {
            for (const one of await self.registration.getNotifications()) one.close();
        }""")
        wait_until(lambda: shown(page) == [])
        push(page, house.url, {**notice, "where": "/t/fourth", "place": "0" * 16})
        told(worker, 4)
        assert worker.evaluate(TOUCH) == "/"

        play(client, second)
        expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/static/icon.svg")
        assert state(client, second)["turn"] != state(client, second)["seat"]
        side = page.locator("#side-button")
        if side.is_visible():
            side.click()
        page.get_by_role("button", name="No more notices").click()
        # The subscription was the page's, and is not there after it was loaded again.
        expect(page.locator("#notices-word")).to_contain_text("no more notices")


def test_a_chair_has_notices_until_they_are_turned_off(
    context: BrowserContext, house: Server, service: Service
) -> None:
    device = Gadget(service)
    context.grant_permissions(["notifications"])
    context.add_init_script(SUBSCRIBED % json.dumps(device.wish))
    page = context.new_page()
    with httpx.Client(base_url=house.url) as client:
        wish = {"game": "block", "players": "4", "sitter0": "me", "sitter1": "open",
                "sitter2": "open", "sitter3": "open", "silence": "8", "clock": "days",
                "clock.days": "3"}
        chair = client.post("/tables", data=wish).headers["location"].partition("#")[0]
        page.goto(chair)
        page.get_by_role("button", name="Tell me when it is my turn").click()
        expect(page.locator("#notices-word")).to_contain_text("gets notices of this table")
        assert not any("notices" in one for one in complaints(page))
        client.post(f"/m/{chair.split('/')[2]}/sit")
        device.wait(1)
        assert device.opened()["body"] == "Somebody has sat down at your table."
        page.get_by_role("button", name="No more notices").click()
        expect(page.locator("#notices-word")).to_contain_text("no more notices")
        client.post(f"/m/{chair.split('/')[2]}/sit", data={"name": "Cora"})
        expect(page.locator("#chairs li.free")).to_have_count(1)
        assert len(device.got) == 1
