"""A match whose deals were promised is played at a table, and its deals are checked there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect

from sobremesa.cli import main
from sobremesa.table.fate import Fate
from tests.browser.visits import PACE, PHONE, Visit
from tests.spread import spread
from tests.table.host import Server
from tests.table.nursery import ROOMY


@pytest.fixture(scope="module")
def dealer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals by chance."""
    database = tmp_path_factory.mktemp("fair") / "table.db"
    with Server(database, PACE, ROOMY, fate=Fate(chance=7)) as running:
        yield running


@pytest.mark.parametrize("device", spread([{}, PHONE], [PHONE]), ids=["desktop", "phone"])
def test_the_deals_of_a_match_are_checked_at_the_table(
    browser: Browser, dealer: Server, device: dict[str, Any], tmp_path: Path
) -> None:
    visit = Visit(browser, dealer, **device)
    page = visit.page
    page.goto("/games/block?players=2&target=15")
    page.get_by_role("button", name="Sit down").click()
    visit.wait_for_something(0)
    if device:
        page.locator("#side-button").tap()
    page.get_by_text("Fair deals").click()
    promise = page.locator("#promise").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", promise)
    expect(page.locator("#check-deals")).to_be_hidden()
    if device:
        page.locator("#side-button").tap()
    visit.play_on()
    if device:
        page.locator("#side-button").tap()
    expect(page.locator("#secret")).to_have_text(re.compile("[0-9a-f]{64}"))
    visit.press(page.locator("#check-deals"))
    expect(page.locator("#fair-verdict")).to_contain_text("the secret that was promised")
    expect(page.locator("#fair-verdict")).to_contain_text("What this device added is part of them.")
    # The record says the same at home.
    with page.expect_download() as saved:
        page.get_by_text("Download the record").click()
    file = tmp_path / "match.txt"
    saved.value.save_as(file)
    assert promise in file.read_text(encoding="utf-8")
    result = CliRunner().invoke(main, ["record", "verify", str(file)])
    assert result.exit_code == 0, result.output
    assert "what seat 1 added" in result.output
    visit.leave()


@pytest.mark.slow
def test_a_part_that_was_left_out_is_found_out(browser: Browser, dealer: Server) -> None:
    visit = Visit(browser, dealer)
    page = visit.page
    page.goto("/games/block?players=2&target=10")
    page.get_by_role("button", name="Sit down").click()
    visit.play_on()
    page.get_by_text("Fair deals").click()
    promise = page.locator("#promise").inner_text()
    page.evaluate("promise => localStorage.setItem(`sobremesa:cut:${promise}`, 'other')", promise)
    page.locator("#check-deals").click()
    expect(page.locator("#fair-verdict")).to_contain_text("is not part of them")
    visit.leave()


def play_out(visits: list[Visit]) -> None:
    """Plays for two who have a page each until the match is over."""
    links = [visit.page.url.split("?")[0].split("#")[0] for visit in visits]
    for _ in range(600):
        told = visits[0].page.request.get(f"{links[0]}/state").json()
        if told["ended"]:
            return
        if told["over"]:
            asked, path = {"number": told["number"]}, f"{links[0]}/next"
        else:
            turn = told["turn"]
            own = visits[turn].page.request.get(f"{links[turn]}/state").json()
            asked = {"number": own["number"], "seat": turn, "id": f"browser-{own['number']:04}",
                     "move": own["moves"][0]["move"]}
            path = f"{links[turn]}/moves"
        answer = visits[0].page.request.post(path, data=asked)
        assert answer.ok, answer.text()
    raise AssertionError("the match does not end")


def test_a_friend_who_comes_by_a_link_cuts_too(browser: Browser, dealer: Server) -> None:
    ana, ion = Visit(browser, dealer), Visit(browser, dealer, **PHONE)
    ana.page.goto("/games/block?players=2&target=60")
    ana.page.locator("[name=sitter1]").select_option("friend")
    ana.page.get_by_role("button", name="Sit down").click()
    ana.page.wait_for_selector("#picture svg")
    with ion.page.expect_response("**/cut?*") as sent:
        ion.come(ana.page.locator("#links input").first.input_value())
    assert (sent.value.status, sent.value.json()) == (201, {"hand": 2})
    play_out([ana, ion])
    ion.page.locator("#side-button").tap()
    ion.page.get_by_text("Fair deals").tap()
    ion.press(ion.page.locator("#check-deals"))
    expect(ion.page.locator("#fair-verdict")).to_contain_text("the secret that was promised")
    expect(ion.page.locator("#fair-verdict")).to_contain_text(
        "What this device added is part of them."
    )
    cuts = ion.page.request.get(f"{ion.page.url.split('?')[0]}/state").json()["fair"]["cut"]
    assert [one[:2] for one in cuts] == ["1:", "2:"]
    ana.leave()
    ion.leave()
