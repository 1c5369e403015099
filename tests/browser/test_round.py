"""Around the table, in a real Chromium: one's tables, playing again, links, notes, the panel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sobremesa.table.serve import house_address
from tests.browser.visits import ACROSS, PHONE, Visit, friends, with_friend
from tests.spread import spread
from tests.table.host import Server, answers, asking, lay, send, stored_match, wait_for_turn
from tests.table.test_again import finished
from tests.table.test_house import started, stop
from tests.waiting import wait_until

SCREENS = pytest.mark.parametrize("context", spread([PHONE, ACROSS, {}], [PHONE]))


def test_a_table_that_was_left_is_found_again_in_the_gallery_and_beside_the_rules(
    browser: Browser, server: Server
) -> None:
    laid = friends(server, "block", first_player=1)
    done: dict[str, Any]
    with asking(server.url) as client:
        done, links = finished(client)
    visit = Visit(browser, server)
    page = visit.page
    for link in (laid["mine"], links[0]):
        page.goto(link)
        page.wait_for_selector("#picture svg")
    page.locator("a", has_text="Rules and a new table").click()
    page.wait_for_url("**/games/block")
    back = page.locator("#mine-list a")
    expect(back).to_have_count(1)
    page.goto("/")
    expect(page.locator("#mine-list li")).to_have_count(2)
    expect(page.locator("#mine-list li").first).to_contain_text("Player 2")
    expect(page.locator("#mine-list .ended")).to_have_count(1)
    server.play(laid["friends"]["1"], 1)
    page.reload()
    first = page.locator("#mine-list li").first
    expect(first).to_have_class("yours")
    expect(first).to_contain_text("Your turn")
    page.locator("#mine-list .ended .forget").click()
    expect(page.locator("#mine-list li")).to_have_count(1)
    first.locator("a").click()
    page.wait_for_url(f"**{laid['mine']}")
    page.goto("/")
    expect(page.locator("#mine-list li")).to_have_count(1)
    assert done["table"] not in page.evaluate("localStorage.getItem('sobremesa:tables')")
    visit.leave()


def test_play_again_takes_the_friends_along_by_the_same_links(
    browser: Browser, server: Server, database: Path
) -> None:
    with asking(server.url) as client:
        laid, links = finished(client)
    me, friend = Visit(browser, server), Visit(browser, server, **PHONE)
    me.page.goto(f"{links[0]}#1={links[1]}&watch={laid['watch']}")
    friend.page.goto(links[1])
    for visit in (me, friend):
        expect(visit.page.locator("#again")).to_have_text("Play again")
    me.page.locator("#again").click()
    me.page.wait_for_url(lambda url: laid["table"] not in url)
    me.page.wait_for_selector("#picture svg")
    fresh = me.table()
    assert "?" not in me.page.url
    expect(me.page.locator("#links li[data-who='1'] input")).to_have_value(
        re.compile(f"/t/{fresh}/{links[1].rpartition('/')[2]}$")
    )
    expect(friend.page.locator("#again")).to_have_text("To the new table")
    friend.page.locator("#again").click()
    friend.page.wait_for_url(f"**/t/{fresh}/**")
    friend.page.wait_for_selector("#picture svg")
    expect(friend.page.locator("#scores .name")).to_contain_text(["Ada", "Bo"])
    # Whoever comes later by the old link is led on, too.
    late = Visit(browser, server)
    late.page.goto(links[1])
    late.page.wait_for_url(f"**/t/{fresh}/**")
    assert stored_match(database, fresh).game == stored_match(database, laid["table"]).game
    for visit in (me, friend, late):
        visit.leave()


def test_the_title_says_when_it_is_my_turn(browser: Browser, server: Server) -> None:
    visit, laid = with_friend(browser, server, first=1)
    page = visit.page
    expect(page).to_have_title("Block · Sobremesa")
    # Another page in front: this one is hidden and hears on.
    other = visit.context.new_page()
    other.goto("/records")
    other.bring_to_front()
    server.play(laid["friends"]["1"], 1)
    expect(page).to_have_title("Your turn · Block · Sobremesa")
    page.bring_to_front()
    page.locator("#picture .tile.lit").first.click()
    if visit.goes_on(3):
        page.locator("#picture .ghost.lit").first.click()
    expect(page).to_have_title("Block · Sobremesa")
    visit.leave()


def test_a_table_on_this_machine_alone_says_so_beside_its_links(
    browser: Browser, server: Server
) -> None:
    laid = friends(server, "block", first_player=0)
    visit = Visit(browser, server)
    page = visit.page
    page.goto(f"{laid['mine']}#1={laid['friends']['1']}&watch={laid['watch']}")
    expect(page.locator("#links li")).to_have_count(2)
    expect(page.locator("#only-here")).to_contain_text("make play HOST=lan")
    expect(page.locator("#links .code")).to_have_count(0)
    visit.leave()


@pytest.mark.skipif(
    house_address().startswith("127."), reason="this machine is in no network"
)
def test_a_table_of_the_house_makes_links_and_codes_with_its_address(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    process, said = started(tmp_path / "house.db", "--host", "lan")
    try:
        house = said[0].split()[1].rstrip("/")
        wait_until(lambda: answers(house))
        with asking(house) as client:
            laid = lay(client, "block", ["me", "friend"])
        visit = Visit(browser, server)
        page = visit.page
        # Whoever laid the table sits at the machine itself.
        own = house.replace(house_address(), "127.0.0.1")
        page.goto(f"{own}{laid['mine']}#1={laid['friends']['1']}&watch={laid['watch']}")
        expect(page.locator("#links input").first).to_have_value(house + laid["friends"]["1"])
        expect(page.locator("#only-here")).to_be_hidden()
        item = page.locator("#links li").first
        item.locator("summary").click()
        expect(item.locator("img")).to_be_visible()
        page.wait_for_function("() => document.querySelector('#links img').naturalWidth > 0")
        item.locator(".share").click()
        expect(item.locator(".share")).to_have_text("Copied")
        visit.leave()
    finally:
        stop(process)


def test_a_device_that_can_share_shares_the_link(browser: Browser, server: Server) -> None:
    laid = friends(server, "block", first_player=0)
    visit = Visit(browser, server, **PHONE)
    # Chromium on a desk shares nothing; what a phone's system would get is kept.
    visit.context.add_init_script(
        "window.shared = []; navigator.share = async (what) => { window.shared.push(what.url); };"
    )
    page = visit.page
    page.goto(f"{laid['mine']}#1={laid['friends']['1']}&watch={laid['watch']}")
    expect(page.locator("#links .share").first).to_have_text("Share")
    page.locator("#links .share").first.tap()
    page.wait_for_function("() => window.shared.length === 1")
    assert page.evaluate("window.shared[0]") == server.url + laid["friends"]["1"]
    visit.leave()


def overlaps(page: Page) -> bool:
    """Tells whether the note lies over any tile of the hand."""
    return bool(page.evaluate("""() => {
        const note = document.getElementById("toast").getBoundingClientRect();
        return [...document.querySelectorAll("#picture [data-touch^='tile:']")].some((one) => {
            const box = one.getBoundingClientRect();
            return box.left < note.right && note.left < box.right
                && box.top < note.bottom && note.top < box.bottom;
        });
    }"""))


@SCREENS
def test_a_note_covers_no_hand_lets_touches_through_and_goes_when_touched(
    browser: Browser, server: Server, context: dict[str, Any]
) -> None:
    visit, _ = with_friend(browser, server, **context)
    page = visit.page
    page.evaluate("""async () => {
        const { note } = await import(document.querySelector("link[href$='/notes.js']").href);
        note("A long note about the table, as notes go. ".repeat(3), { lasting: true });
    }""")
    expect(page.locator("#toast")).to_be_visible()
    assert not overlaps(page)
    box = page.locator("#toast").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # What lies below a note gets the touch.
    below = page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", [x, y])
    assert below != "toast"
    if context:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    expect(page.locator("#toast")).to_be_hidden()
    page.locator("#picture .lit").first.click()
    expect(page.locator("body")).to_have_attribute("data-number", "3")
    visit.leave()


@pytest.mark.parametrize("context", spread([PHONE, ACROSS], [ACROSS]))
def test_the_panel_closes_by_a_touch_outside_and_does_not_reopen_by_itself(
    browser: Browser, server: Server, database: Path, context: dict[str, Any]
) -> None:
    laid = friends(server, "block", first_player=0)
    visit = Visit(browser, server, **context)
    page = visit.open(f"{laid['mine']}#1={laid['friends']['1']}&watch={laid['watch']}")
    # Whoever has just laid the table sees the links first.
    expect(page.locator("#links li").first).to_be_visible()
    page.touchscreen.tap(120, 60)
    expect(page.locator("#links li").first).not_to_be_visible()
    expect(page.locator("#side-button")).to_have_attribute("aria-expanded", "false")
    assert len(stored_match(database, laid["table"]).round.log) == 0
    page.reload()
    visit.wait_for_something(0)
    expect(page.locator("#log")).not_to_be_visible()
    page.locator("#side-button").tap()
    expect(page.locator("#log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#log")).not_to_be_visible()
    visit.leave()


@SCREENS
def test_the_language_is_changed_at_the_table_and_the_table_stays(
    browser: Browser, server: Server, context: dict[str, Any]
) -> None:
    visit, laid = with_friend(browser, server, **context)
    page = visit.page
    expect(page.locator("#headline")).to_contain_text("Your turn")
    if context:
        page.locator("#side-button").tap()
    page.locator(".languages button[value=es]").locator("visible=true").click()
    expect(page.locator("#headline")).to_contain_text("Tu turno")
    assert page.url.endswith(laid["mine"])
    # What comes by itself is in that language too, though the browser asks for English.
    visit.press(page.locator("#picture .lit").first)
    expect(page.locator("#headline")).to_contain_text("Juega")
    friend = laid["friends"]["1"]
    with asking(server.url) as client:
        now = wait_for_turn(client, friend)
        send(client, friend, now["number"], now["seat"], now["moves"][0]["move"])
    expect(page.locator("#headline")).to_contain_text(re.compile("Tu turno|Nada encaja"))
    visit.leave()


def test_a_replay_begins_at_the_beginning_plays_pauses_and_changes_its_speed(
    browser: Browser, server: Server
) -> None:
    with asking(server.url) as client:
        laid, links = finished(client)
    visit = Visit(browser, server)
    page = visit.page
    page.goto(links[0] + "/replay")
    expect(page.locator("#picture")).to_have_attribute("data-at", "2")
    page.locator("#speed").click()
    page.locator("#speed").click()
    expect(page.locator("#speed")).to_have_text("4×")
    page.keyboard.press("-")
    expect(page.locator("#speed")).to_have_text("2×")
    page.keyboard.press("+")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    page.wait_for_function("() => Number(document.getElementById('picture').dataset.at) >= 4")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    page.keyboard.press("End")
    last = page.locator("body").get_attribute("data-last")
    expect(page.locator("#picture")).to_have_attribute("data-at", str(last))
    # At the end playing begins anew, by key as well; a step by hand pauses it.
    page.locator("#headline").click()
    page.keyboard.press(" ")
    page.wait_for_function(
        "last => Number(document.getElementById('picture').dataset.at) < last", arg=int(str(last))
    )
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Home")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    expect(page.locator("#picture")).to_have_attribute("data-at", "2")
    visit.leave()
    assert laid["table"]


def test_a_replay_that_plays_stops_by_itself_at_the_end(browser: Browser, server: Server) -> None:
    laid = friends(server, "block", first_player=0)
    with asking(server.url) as client:
        lay(client, "block", ["me", "friend"])
    server.play(laid["mine"], 0)
    visit = Visit(browser, server)
    page = visit.page
    page.goto(laid["mine"] + "/replay")
    page.locator("#play").click()
    expect(page.locator("#picture")).to_have_attribute("data-at", "3")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    visit.leave()
