"""Whole matches in a real Chromium, by mouse, finger and keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import sobremesa
from tests.browser.visits import LIMIT, Visit, friends, with_friend
from tests.spread import every
from tests.table.host import Server, asking, send, state, stored_match


def sit_down(visit: Visit, game: str, button: str) -> None:
    """Goes from the gallery through the page of a game to a table."""
    page = visit.page
    page.goto("/")
    page.locator(f'a[href="/games/{game}"]').click()
    page.locator("[name=target]").fill("20")
    if page.locator("[name=silence]").count():
        page.locator("details.more > summary").click()
        page.locator("[name=silence]").fill("0")
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**/t/**")
    page.wait_for_selector("#picture svg")


@pytest.mark.parametrize(("game", "locale", "button", "won"), every(3, [
    ("draw", "fr-FR", "S’asseoir", "[Gg]agnez? la partie"),
    ("block", "en-GB", "Sit down", "[Ww]ins? the match"),
    ("muggins", "es-ES", "Sentarse", "[Gg]anas? la partida"),
]))
def test_a_whole_match_by_mouse(
    browser: Browser, server: Server, database: Path,
    game: str, locale: str, button: str, won: str,
) -> None:
    visit = Visit(browser, server, locale=locale, reduced_motion="reduce")
    sit_down(visit, game, button)
    visit.play_on()
    expect(visit.page.locator("#headline")).to_contain_text(re.compile(won))
    visit.check(database)


def test_a_whole_match_by_keyboard_alone(
    browser: Browser, server: Server, database: Path
) -> None:
    visit = Visit(browser, server, locale="ro-RO")
    page = visit.page
    page.goto("/games/muggins")
    tab_to(page, "[name=target]")
    page.keyboard.type("20")
    tab_to(page, ".lay .act")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/**")
    seen = 0
    for _ in range(LIMIT):
        seen = visit.wait_for_something(seen)
        if visit.is_won():
            break
        for _ in range(2):
            if page.evaluate("!document.activeElement.matches('.lit, #next-hand')"):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            if not visit.goes_on(seen):
                break
    expect(page.locator("#headline")).to_contain_text(re.compile("[Cc]âștig(ă|i) partida"))
    visit.check(database)


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tile_is_dragged_to_its_end(
    browser: Browser, server: Server, database: Path
) -> None:
    visit, laid = with_friend(browser, server)
    page = visit.page
    tile = page.locator("#picture .lit").first.get_attribute("data-touch")
    x, y = middle(page, f'[data-touch="{tile}"]')
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=4)
    expect(page.locator('[data-touch="end:start"]')).to_have_class(re.compile(r"\blit\b"))
    page.mouse.move(*middle(page, '[data-touch="end:start"]'), steps=6)
    page.mouse.up()
    expect(page.locator("body")).to_have_attribute("data-number", "3")
    log = stored_match(database, laid["table"]).view(-1).data["log"]
    assert log == [[0, str(tile).removeprefix("tile:"), 0]]
    visit.leave()


def test_a_drag_that_ends_nowhere_and_escape_take_the_choice_back(
    browser: Browser, server: Server, database: Path
) -> None:
    visit, laid = with_friend(browser, server)
    page = visit.page
    x, y = middle(page, "#picture .lit")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10, steps=4)
    page.mouse.up()
    expect(page.locator("#picture .chosen")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#picture .lit")).not_to_have_count(0)
    assert len(stored_match(database, laid["table"]).round.log) == 0
    visit.leave()


def test_on_a_phone_the_table_fills_the_screen_and_tiles_are_tapped(
    browser: Browser, server: Server, database: Path
) -> None:
    screen = {"width": 390, "height": 844}
    visit, laid = with_friend(browser, server, viewport=screen, has_touch=True)
    page = visit.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(page.locator("#log")).not_to_be_visible()
    page.get_by_role("button", name="Score and log").tap()
    expect(page.locator("#log")).to_be_visible()
    page.get_by_role("button", name="Score and log").tap()
    expect(page.locator("#log")).not_to_be_visible()
    hand = middle(page, "#picture .lit")
    assert hand[1] > 844 / 2
    page.touchscreen.tap(*hand)
    expect(page.locator("body")).to_have_attribute("data-number", "3")
    assert len(stored_match(database, laid["table"]).round.log) == 1
    visit.leave()


def test_a_tile_touched_ahead_is_played_when_the_turn_comes(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = friends(server, "block", first_player=1)
    me, friend = Visit(browser, server), Visit(browser, server)
    me.page.goto(laid["mine"])
    friend.open(laid["friends"]["1"])
    hands = stored_match(database, laid["table"]).round.opening()["hands"]
    lead, reply = next(
        (lead, reply) for lead in hands[1] for reply in hands[0]
        if len({*lead.split("-")} & {*reply.split("-")}) == 1
    )
    me.page.wait_for_selector("#picture svg")
    me.page.locator(f'[data-touch="tile:{reply}"]').click()
    expect(me.page.locator(f'[data-touch="tile:{reply}"]')).to_have_class(
        re.compile(r"\bahead\b")
    )
    friend.page.locator(f'[data-touch="tile:{lead}"]').click()
    expect(me.page.locator("body")).to_have_attribute("data-number", "4")
    log = stored_match(database, laid["table"]).view(-1).data["log"]
    assert log[1][1].startswith(reply)
    me.leave()
    friend.leave()


def test_a_tile_touched_while_asked_to_call_says_nothing_and_waits(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = friends(server, "muggins")
    links = [laid["mine"], laid["friends"]["1"]]
    with asking(server.url) as client:
        turn = state(client, links[0])["turn"]
        for touch in (None, "claim:0"):
            now = state(client, links[turn])
            move = next(
                one for one in now["moves"] if touch is None or one["touches"] == [touch]
            )
            assert send(client, links[turn], now["number"], turn, move["move"]).is_success
    visit = Visit(browser, server)
    page = visit.page
    page.goto(links[1 - turn])
    expect(page.locator('[data-touch="muggins"]')).to_be_visible()
    page.locator('#picture [data-touch^="tile:"]').first.click()
    page.wait_for_function("() => Number(document.body?.dataset.number) >= 5")
    log = stored_match(database, laid["table"]).view(-1).data["log"]
    assert log[2][:2] == [1 - turn, "quiet"]
    visit.leave()


def test_a_forced_move_is_played_by_the_page_unless_it_is_told_not_to(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = friends(server, "muggins")
    with asking(server.url) as client:
        turn = state(client, laid["mine"])["turn"]
    links = [laid["mine"], laid["friends"]["1"]]
    visit = Visit(browser, server, plain=True)
    page = visit.page
    page.goto(links[1 - turn])
    expect(page.locator("#plain")).to_be_checked()
    page.locator("#plain").uncheck()
    page.clock.install()
    page.goto(links[turn])
    visit.wait_for_something(0)
    page.clock.run_for(60_000)
    assert len(stored_match(database, laid["table"]).round.log) == 0
    page.locator("#plain").check()
    expect(page.locator("body")).to_have_attribute("data-number", "3")
    assert len(stored_match(database, laid["table"]).round.log) == 1
    visit.context.close()


def test_two_at_one_device_see_a_curtain_between_their_hands(
    browser: Browser, server: Server
) -> None:
    laid = server.lay("block", ["me", "hot"], first_player=0)
    visit = Visit(browser, server)
    page = visit.page
    page.goto(laid["mine"])
    curtain = page.locator("#curtain")
    expect(curtain).to_contain_text("Pass the device to Player 1")
    expect(page.locator('#picture [data-touch^="tile:"]')).to_have_count(0)
    page.get_by_role("button", name="I am Player 1").click()
    expect(curtain).not_to_be_visible()
    expect(page.locator('#picture [data-touch^="tile:"]')).to_have_count(7)
    page.locator("#picture .lit").first.click()
    expect(curtain).to_contain_text("Pass the device to Player 2")
    expect(page.locator('#picture [data-touch^="tile:"]')).to_have_count(0)
    page.get_by_role("button", name="I am Player 2").click()
    expect(page.locator('#picture [data-touch^="tile:"]')).to_have_count(7)
    visit.leave()


def test_a_page_whose_connection_drops_catches_up(browser: Browser, server: Server) -> None:
    laid = friends(server, "block", first_player=1)
    me, friend = Visit(browser, server), Visit(browser, server)
    me.page.goto(laid["mine"])
    me.page.wait_for_selector("#picture svg")
    me.context.set_offline(True)
    friend.open(laid["friends"]["1"])
    friend.page.locator("#picture .lit").first.click()
    expect(friend.page.locator("body")).to_have_attribute("data-number", "3")
    me.context.set_offline(False)
    expect(me.page.locator("body")).to_have_attribute("data-number", "3")
    expect(me.page.locator("#log li")).to_have_count(1)
    me.context.close()
    friend.context.close()


def test_without_a_live_connection_the_page_asks_again_and_again(
    browser: Browser, server: Server
) -> None:
    laid = friends(server, "block", first_player=0)
    me = Visit(browser, server)
    me.page.route_web_socket("**/live*", lambda line: line.close())
    me.open(laid["mine"])
    me.page.locator("#picture .lit").first.click()
    expect(me.page.locator("body")).to_have_attribute("data-number", "3")
    with asking(server.url) as client:
        now = state(client, laid["friends"]["1"])
        send(client, laid["friends"]["1"], 3, 1, now["moves"][0]["move"])
    expect(me.page.locator("body")).to_have_attribute("data-number", "4")
    me.context.close()


def test_the_creator_finds_the_links_for_friends_again_and_the_address_does_not_keep_them(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server)
    page = visit.page
    page.goto("/games/block")
    page.locator("[name=sitter1]").select_option("friend")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/t/**")
    for _ in range(2):
        links = page.locator("#links input")
        expect(links).to_have_count(2)
        assert "#" not in page.url
        page.reload()
    friend = Visit(browser, server)
    friend.come(page.locator("#links input").first.input_value())
    friend.page.wait_for_selector("#picture svg")
    expect(friend.page.locator(".name-form[data-seat='1']")).to_have_count(1)
    visit.leave()
    friend.leave()


def test_the_replay_steps_and_jumps_and_its_share_link_opens_elsewhere(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = server.lay("block", ["bot:greedy", "bot:random"], target=15)
    visit = Visit(browser, server)
    page = visit.page
    page.goto(laid["watch"])
    page.wait_for_selector("#scores .winner")
    match = stored_match(database, laid["table"])
    page.goto(laid["watch"] + "/replay?at=2")
    expect(page.locator("#count")).to_contain_text("Step 1 of")
    expect(page.locator("#log li")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#log li")).to_have_count(1)
    page.locator("#forth").click()
    expect(page.locator("#log li")).to_have_count(2)
    page.locator("#back").click()
    expect(page.locator("#log li")).to_have_count(1)
    page.keyboard.press("End")
    page.wait_for_selector("#scores .winner")
    assert visit.scores() == match.scores
    share = page.locator("body").get_attribute("data-share")
    stranger = Visit(browser, server)
    stranger.page.goto(f"{share}?at=3")
    expect(stranger.page.locator("#log li")).to_have_count(1)
    visit.leave()
    stranger.leave()


@pytest.mark.parametrize(
    "path", every(8, ["/", "/records", *(f"/games/{name}" for name in sobremesa.games())])
)
def test_pages_fit_a_phone_and_keep_to_the_policy(
    browser: Browser, server: Server, path: str
) -> None:
    visit = Visit(browser, server, viewport={"width": 360, "height": 740}, color_scheme="dark")
    visit.page.goto(path)
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.leave()
