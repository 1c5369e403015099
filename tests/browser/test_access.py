"""Every page as axe sees it: names, roles, contrast, and what a keyboard can reach."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

import sobremesa
from tests.browser.phone import open_table, seated
from tests.browser.visits import ACROSS, PHONE, WAIT
from tests.spread import spread
from tests.table.host import Server, asking, lay, send, wait_for_turn

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SCREENS = {"desktop": DESKTOP, "portrait": PHONE, "landscape": ACROSS}
# That a name contains what is seen is a rule that axe leaves out unless asked.
NAMED = {"label-content-name-mismatch": {"enabled": True}}
# What fades in has not its contrast yet; what is cut off or goes round for ever is not waited for.
STILL = """() => Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished))"""


def visit(browser: Browser, server: Server, screen: str, **more: Any) -> Page:
    context = browser.new_context(
        base_url=server.url, locale="en-GB", reduced_motion="reduce", **SCREENS[screen], **more
    )
    return context.new_page()


def complaints(page: Page) -> list[str]:
    """Lists what axe finds wrong, with where, once nothing fades or moves any more."""
    page.evaluate(STILL)
    asked = {"resultTypes": ["violations"], "rules": NAMED}
    found = Axe().run(page, options=asked).response["violations"]
    return [
        f"{one['impact']} {one['id']}: {node['target']} {node['html'][:160]}"
        for one in found for node in one["nodes"]
        # Figures on the face of a tile or a card are its picture: the name says what they show.
        if one["id"] not in NAMED or not node["html"].startswith("<g ")
    ]


READING = (
    "/", "/games/muggins", "/games/traffic", "/records", "/you", "/lobby", "/rules/block",
    "/learn/block",
)
SCHEMES = ("light", "dark")


@pytest.mark.parametrize(("address", "screen", "scheme"), spread(
    [(address, screen, scheme) for address in READING for screen in ("desktop", "portrait")
     for scheme in SCHEMES],
    [("/", "desktop", "light"), ("/games/muggins", "portrait", "light"),
     ("/learn/block", "portrait", "dark")],
))
def test_axe_finds_nothing_on_a_reading_page(
    browser: Browser, server: Server, address: str, screen: str, scheme: str
) -> None:
    page = visit(browser, server, screen, color_scheme=scheme)
    page.goto(address)
    if address.startswith("/learn"):
        page.wait_for_selector("#picture svg")
    assert complaints(page) == []
    page.context.close()


@pytest.mark.parametrize(("game", "scheme"), spread(
    [(game, scheme) for game in sobremesa.games() for scheme in SCHEMES],
    [("texas-42", "dark")],
))
def test_axe_finds_nothing_at_a_table_and_its_replay(
    browser: Browser, server: Server, game: str, scheme: str
) -> None:
    with asking(server.url) as client:
        laid = seated(client, game)
    for screen in SCREENS if scheme == "light" else ["portrait"]:
        page = visit(browser, server, screen, color_scheme=scheme)
        page.add_init_script("localStorage.setItem('sobremesa:text', 'yes')")
        open_table(page, laid)
        assert complaints(page) == [], screen
        if screen != "desktop":
            page.locator("#side-button").click()
            page.locator("#side.open").wait_for()
            assert complaints(page) == [], f"{screen}, with the panel open"
        page.goto(f"{laid['mine']}/replay")
        page.wait_for_selector(".stage")
        assert complaints(page) == [], f"{screen}, replay"
        page.context.close()


@pytest.mark.parametrize(("screen", "scheme"), spread(
    [(screen, scheme) for screen in SCREENS for scheme in SCHEMES],
    [("portrait", "light"), ("desktop", "dark")],
))
def test_axe_finds_nothing_in_a_review(
    browser: Browser, server: Server, screen: str, scheme: str
) -> None:
    with asking(server.url) as client:
        laid = lay(client, "block", ["me", "bot:random"], target=1)
        while not (now := wait_for_turn(client, laid["mine"]))["over"]:
            send(client, laid["mine"], now["number"], now["seat"], now["moves"][0]["move"])
        said = {"hand": "1", "move": "1", "text": "too soon"}
        assert client.post(f"{laid['mine']}/review", data=said).status_code == 303
    page = visit(browser, server, screen, color_scheme=scheme)
    page.goto(f"{laid['mine']}/review?at=3")
    page.locator("svg.chances").wait_for(timeout=WAIT)
    expect(page.locator(".remark button")).to_have_accessible_name("Remove: too soon")
    assert complaints(page) == []
    page.context.close()


@pytest.mark.parametrize(("place", "screen", "scheme"), spread(
    [(place, screen, scheme) for place in ("1", "hand") for screen in SCREENS
     for scheme in SCHEMES],
    [("hand", "portrait", "light")],
))
def test_axe_finds_nothing_in_a_lesson_where_something_is_explained(
    browser: Browser, server: Server, place: str, screen: str, scheme: str
) -> None:
    page = visit(browser, server, screen, color_scheme=scheme)
    page.goto(f"/learn/cerrojo/{place}")
    page.wait_for_selector("#picture svg")
    page.locator("#coach-ask:visible, #coach-lines .first").first.wait_for()
    assert complaints(page) == []
    page.locator("#coach details summary").first.click()
    assert complaints(page) == [], "with the rules open"
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_in_an_analysis(browser: Browser, server: Server, scheme: str) -> None:
    with asking(server.url) as client:
        laid = lay(client, "texas-42", ["me", *["bot:random"] * 3])
        while not (now := wait_for_turn(client, laid["mine"]))["over"]:
            send(client, laid["mine"], now["number"], now["seat"], now["moves"][0]["move"])
    page = visit(browser, server, "portrait", color_scheme=scheme)
    page.goto(f"{laid['mine']}/analysis")
    page.wait_for_selector("#diagram svg")
    assert complaints(page) == []
    page.context.close()


# What the system paints over our colours cannot be measured; what is more by contrast can.
@pytest.mark.parametrize(
    "wanted", [{"contrast": "more"}, {"contrast": "more", "color_scheme": "dark"}]
)
def test_more_contrast_is_drawn_where_it_is_wanted(
    browser: Browser, server: Server, wanted: dict[str, Any]
) -> None:
    page = visit(browser, server, "desktop", **wanted)
    page.goto("/games/muggins")
    found = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert found == ("rgb(0, 0, 0)" if "color_scheme" in wanted else "rgb(255, 255, 255)")
    assert complaints(page) == []
    page.context.close()
