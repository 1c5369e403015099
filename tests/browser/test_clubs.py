"""A tournament in real browsers: made by an organiser, entered on phones, played, and counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visits import PACE, PHONE, Visit
from tests.table.host import Server
from tests.table.nursery import ROOMY


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("clubs") / "table.db", PACE, ROOMY) as running:
        yield running


def play_on(visits: list[Visit]) -> None:
    """Plays the table at which two sit until the match is over, whoever is asked."""
    link = [visit.page.url.split("?")[0] for visit in visits]
    for _ in range(200):
        told = visits[0].page.request.get(f"{link[0]}/state").json()
        if told["ended"]:
            return
        turn = told["turn"]
        own = next(
            at for at, visit in enumerate(visits)
            if visit.page.request.get(f"{link[at]}/state").json()["yours"] == [turn]
        )
        mine = visits[own].page.request.get(f"{link[own]}/state").json()
        answer = visits[own].page.request.post(f"{link[own]}/moves", data={
            "number": mine["number"], "seat": turn, "move": mine["moves"][0]["move"],
            "id": f"browser-{mine['number']:04}",
        })
        assert answer.ok, answer.text()
    raise AssertionError("the match does not end")


def test_an_organiser_and_two_players_hold_a_tournament(browser: Browser, server: Server) -> None:
    wide, ana, ion = Visit(browser, server), Visit(browser, server, **PHONE), Visit(browser, server)
    page = wide.page
    page.goto("/clubs?game=block")
    page.get_by_label("Name of the tournament").fill("Saturday at noon")
    expect(page.get_by_label("Rounds")).to_be_hidden()
    page.get_by_text("House rules").click()
    page.locator("input[name=target]").fill("1")
    page.get_by_role("button", name="Make the tournament").click()
    page.wait_for_url("**/c/*/*")
    expect(page.locator("#links li")).to_have_count(2)
    # This server is open to its own machine only, which whoever gives the links away has to know.
    expect(page.locator("#only-here")).to_contain_text("make play HOST=lan")
    way_in = page.locator('#links li[data-who="invitation"] input').input_value()

    for visit, name in ((ana, "Ana"), (ion, "Ion")):
        visit.page.goto(way_in)
        visit.page.get_by_label("Your name").fill(name)
        visit.page.get_by_role("button", name="Enter").click()
        visit.page.wait_for_url("**/c/*/*")
        expect(visit.page.get_by_text("Your tables appear here")).to_be_visible()
    # The organiser's page was not asked to look again, nor are those of the players.
    expect(page.locator(".ranking tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Pair round 1").click()
    for visit in (ana, ion):
        visit.page.locator(".own-tables a").click()
        visit.page.wait_for_url("**/t/*/*")
        visit.page.wait_for_selector("#picture svg")
    play_on([ana, ion])
    expect(page.get_by_text("The tournament is over.")).to_be_visible()
    expect(page.locator(".ranking").first.locator("tbody tr")).to_have_count(2)
    ana.page.goto(ana.page.url.split("?")[0])
    ana.page.locator("#side-button").tap()
    ana.page.get_by_role("link", name="The tournament").tap()
    ana.page.wait_for_url("**/c/*/*")
    expect(ana.page.locator(".ranking .own").first).to_contain_text("Ana")
    for visit in (wide, ana, ion):
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert visit.page.evaluate(overflow) <= 1
        inside = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
        assert visit.page.locator(".scrolled").evaluate_all(inside) == 0
        visit.leave()


def test_an_organiser_with_two_pages_is_told_what_the_other_has_done(
    browser: Browser, server: Server
) -> None:
    first = Visit(browser, server)
    # The other page is not told when something changes.
    second = Visit(browser, server, java_script_enabled=False)
    page = first.page
    page.goto("/clubs?game=block")
    page.get_by_label("Name of the tournament").fill("Two at once")
    page.locator("#form").select_option("swiss")
    page.get_by_label("Rounds").fill("3")
    page.get_by_role("button", name="Make the tournament").click()
    page.wait_for_url("**/c/*/*")
    club = page.url.rpartition("/")[0]
    for name in ("Ana", "Ion", "Lu"):
        assert page.request.post(f"{club}/enter", form={"name0": name}).ok
    second.page.goto(page.url)
    stale = second.page.get_by_role("button", name="Pair round 1")
    expect(stale).to_be_visible()
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_text("Round 1 of 3 is being played.")).to_be_visible()
    stale.click()
    expect(second.page.get_by_text("Round 1 was paired by another page before yours.")
           ).to_be_visible()
    first.leave()
    second.leave(forgiven="409")
