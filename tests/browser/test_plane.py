"""Cuadróminos in a real Chromium: pieces are turned, tried, refused and laid."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from sobremesa import Rng
from sobremesa.bots import choose
from tests.browser.visits import ASKED, PHONE, Visit
from tests.table.host import Server, stored_match

TURN = """one => Number(getComputedStyle(one).getPropertyValue("--turn")) % 4"""


def thing(visit: Visit, touch: str) -> Locator:
    return visit.page.locator(f'[data-touch="{touch}"]').first


def take_up(visit: Visit, path: list[str]) -> None:
    """Takes a piece into the hand and turns it as the path says."""
    piece = thing(visit, path[0])
    visit.press(piece)
    if len(path) == 3:
        ways = str(piece.get_attribute("data-turns")).split()
        while ways[piece.evaluate(TURN)] != path[2]:
            visit.press(piece)


def play_round(visit: Visit, database: Path) -> None:
    """Plays as the bot would until the round is over."""
    rng = Rng(5)
    for match in visit.asked(database):
        view = match.view(0)
        move = choose("greedy", view, rng)
        path = next(one["touches"] for one in view.data["moves"] if one["move"] == move)
        if path[0].startswith("tile:"):
            take_up(visit, path)
            visit.press(thing(visit, path[1]))
        else:
            visit.press(thing(visit, path[0]))


def test_a_round_by_mouse_where_everybody_judges_for_himself(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, locale="es-ES", reduced_motion="reduce")
    visit.sit("cuadrominos", "bot:greedy", hand_size=4, rounds=1, turn_seconds=600)
    expect(visit.page.locator("#clock")).to_contain_text("quedan")
    play_round(visit, database)
    expect(visit.page.locator("#headline")).to_contain_text("la partida")
    visit.check(database)


@pytest.mark.slow
def test_a_round_on_a_phone_that_is_shown_where_pieces_fit(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce", **PHONE)
    visit.context.add_init_script("localStorage.setItem('sobremesa:fits', 'yes')")
    visit.sit("cuadrominos", "bot:random", "bot:greedy", hand_size=3, rounds=1)
    play_round(visit, database)
    assert visit.scores() == stored_match(database, visit.table()).scores
    visit.leave()


def test_what_does_not_fit_is_refused_and_stays_in_the_hand(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.sit("cuadrominos", "bot:greedy", hand_size=6, rounds=1)
    page = visit.page
    page.wait_for_function(ASKED)
    match = stored_match(database, visit.table())
    if not match.view(0).data["plane"]:
        number = page.evaluate("Number(document.body.dataset.number)")
        path = match.view(0).data["moves"][0]["touches"]
        take_up(visit, path)
        thing(visit, path[1]).click()
        visit.moved_on(number)
        page.wait_for_function(ASKED)
    view = stored_match(database, visit.table()).view(0)
    fitting = {tuple(one["touches"]) for one in view.data["moves"]}
    wrong = next(
        [tile, cell, turn]
        for tile, turns in view.data["attempts"]["tiles"].items() if len(turns) == 4
        for turn in turns for cell in view.data["attempts"]["cells"]
        if (tile, cell, turn) not in fitting
    )
    number = page.evaluate("Number(document.body.dataset.number)")
    take_up(visit, wrong)
    expect(page.locator('[data-touch^="cell:"].lit')).to_have_count(len(view.data["cells"]))
    thing(visit, wrong[1]).hover()
    face = thing(visit, wrong[0]).locator(".spin use").get_attribute("href")
    expect(thing(visit, wrong[1]).locator(".shade .spin use")).to_have_attribute("href", str(face))
    thing(visit, wrong[1]).click()
    expect(page.locator("#toast")).to_contain_text("does not fit on")
    assert page.evaluate("Number(document.body.dataset.number)") == number
    expect(thing(visit, wrong[0])).to_have_class("touch piece chosen")
    page.locator("#fits").check()
    page.wait_for_function("() => !document.querySelector('.chosen')")
    lit = {path[1] for path in fitting if path[0] == wrong[0]}
    take_up(visit, wrong[:1])
    if lit:
        shown = page.locator('[data-touch^="cell:"].lit').evaluate_all(
            "all => all.map(one => one.dataset.touch)"
        )
        assert shown and set(shown) <= lit
    assert [one for one in visit.complaints if "422" not in one] == []
    visit.context.close()
