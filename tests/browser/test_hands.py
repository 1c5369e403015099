"""That's It! and High Fives in a real Chromium, by mouse and on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from sobremesa import Match, Rng
from sobremesa.bots import choose
from tests.browser.visits import LIMIT, PHONE, Visit, friends
from tests.table.host import Server, asking, send, stored_match


def play_on(visit: Visit, answer: str) -> None:
    """Touches the last thing that is lit and, if asked where to, what `answer` selects."""
    page = visit.page
    for seen in visit.turns():
        page.locator("#picture .lit").last.click()
        if visit.goes_on(seen):
            page.locator(f"#picture .lit{answer}").last.click()


@pytest.mark.slow
def test_thats_it_by_mouse(browser: Browser, server: Server, database: Path) -> None:
    visit = Visit(browser, server, locale="es-ES", reduced_motion="reduce")
    page = visit.page
    page.goto("/")
    page.locator('a[href="/games/thats-it"]').click()
    page.locator("[name=target]").fill("1")
    page.get_by_role("button", name="Sentarse").click()
    page.wait_for_url("**/t/**")
    play_on(visit, '[data-touch="down"]')
    expect(page.locator("#headline")).to_contain_text(re.compile("[Gg]anas? la partida"))
    expect(page.locator("#log")).to_contain_text("¡Ya está!")
    visit.check(database)


def test_high_fives_by_mouse(browser: Browser, server: Server, database: Path) -> None:
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.sit("high-fives", *["bot:greedy"] * 7)
    play_on(visit, '[data-touch^="pool:"]')
    visit.check(database)


def moved(client: httpx.Client, link: str, match: Match, number: int, move: int) -> None:
    answer = send(client, link, number, match.turn, move)
    assert answer.status_code == 200, answer.text


def test_a_hand_is_declared_on_a_phone(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = friends(server, "thats-it", first_player=0)
    links = [laid["mine"], laid["friends"]["1"]]
    number = 2
    with asking(server.url) as client:
        for _ in range(LIMIT):
            match = stored_match(database, laid["table"])
            moves = match.round.moves()
            assert not match.round.over
            if match.turn == 0 and any(136 <= move < 272 for move in moves):
                break
            # The other never takes and discards what they draw, so the first will be melded.
            last = match.view(1).data["log"][-1:]
            if match.turn == 0:
                move = choose("greedy", match.view(0), Rng(1))
            elif match.view(1).data["asked"] == "take":
                move = match.round.read("+")
            else:
                move = match.round.read(last[0][1][1:])
            moved(client, links[match.turn], match, number, move)
            number += 1
    visit = Visit(browser, server, **PHONE)
    page = visit.open(laid["mine"])
    text = next(text for text in texts(match) if text.endswith("!"))
    page.locator(f'#picture [data-touch="tile:{text[:-1]}"]').tap()
    expect(page.locator("#picture .ghost.lit")).to_have_count(2)
    page.locator('#picture [data-touch="down"]').tap()
    expect(page.locator("#headline")).to_contain_text("The hand scores")
    ended = stored_match(database, laid["table"])
    assert ended.round.over and ended.round.view(0).data["down"] == text[:-1]
    assert ended.scores[0] >= 2
    visit.leave()


def texts(match: Match) -> list[str]:
    return [match.round.text(move) for move in match.round.moves()]


def test_an_overlooked_tile_is_claimed_on_a_phone(
    browser: Browser, server: Server, database: Path
) -> None:
    laid = friends(server, "high-fives", first_player=0, overlook=True)
    links = [laid["mine"], laid["friends"]["1"]]
    number = 2
    with asking(server.url) as client:
        while True:
            match = stored_match(database, laid["table"])
            if match.view(-1).data["missed"] and match.turn == 1:
                break
            left = [text for text in texts(match) if "x" not in text]
            moved(client, links[match.turn], match, number, match.round.read(left[0]))
            number += 1
    visit = Visit(browser, server, **PHONE)
    page = visit.open(links[1])
    expect(page.locator("#headline")).to_contain_text("claim it?")
    page.locator("#picture .lit").first.tap()
    expect(page.locator("#log")).to_contain_text("You claim")
    after = stored_match(database, laid["table"])
    assert len(after.view(-1).data["piles"][1]) >= 2 and after.turn == 1
    visit.leave()
