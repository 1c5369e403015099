"""Ways of playing at home in a real Chromium: found by country, played by all seats."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, expect

from sobremesa import Match, Rng
from sobremesa.bots import choose
from sobremesa.core.game import game_class, known_games, make_game
from sobremesa.families.lines.home import COUNTRIES
from tests.browser.visits import PHONE, Visit
from tests.spread import spread
from tests.table.host import Server, asking, send, state, stored_match

AT_HOME = [
    (name, bundle) for name in known_games() for bundle in game_class(name).BUNDLES
    if bundle in COUNTRIES
]
MY_TURN = """seen => Number(document.body.dataset.number) > seen
    && document.body.classList.contains("my-turn")"""


def sit_down(browser: Browser, server: Server, game: str, bundle: str) -> list[Visit]:
    """Finds the bundle by its country, lays the table for friends, and lets them all come."""
    first = Visit(browser, server, reduced_motion="reduce")
    page = first.page
    page.goto("/")
    page.get_by_text("As played in …").click()
    page.locator(f'.places a[href="/games/{game}?bundle={bundle.replace(" ", "%20")}"]').click()
    expect(page.locator(".bundles [aria-current]")).to_have_text(bundle)
    expect(page.locator(".changes")).to_contain_text(COUNTRIES[bundle])
    players = int(make_game(game, {"bundle": bundle}).players)
    expect(page.locator(".sitter:visible")).to_have_count(players)
    for seat in range(1, players):
        page.locator(f"#sitter{seat}").select_option("friend")
    with page.expect_response(lambda answer: answer.url.endswith("/tables")) as laid:
        page.get_by_role("button", name="Sit down").click()
    behind = laid.value.headers["location"].partition("#")[2]
    links = dict(part.split("=") for part in behind.split("&"))
    visits = [first]
    for seat in range(1, players):
        screen = PHONE if seat % 2 else {}
        visits.append(Visit(browser, server, reduced_motion="reduce", **screen))
        visits[-1].come(unquote(links[str(seat)]))
    for visit in visits:
        visit.page.wait_for_selector("#picture svg")
    return visits


def touch_a_hand(visits: list[Visit], database: Path, rng: Rng) -> Match:
    """Plays a hand by touches, each seat on a page of its own."""
    match = stored_match(database, visits[0].table())
    seen = 0
    while not match.round.over:
        mover = visits[match.turn]
        mover.page.wait_for_function(MY_TURN, arg=seen)
        seen = mover.number
        view = match.view(match.turn)
        move = choose("greedy", view, rng)
        mover.make(view, move)
        match.play(move)
    for visit in visits:
        visit.moved_on(seen)
    return match


def send_the_rest(visits: list[Visit], server: Server, database: Path, rng: Rng) -> None:
    """Plays the other hands through the door for programs, and lets all come back at the end."""
    links = [visit.page.url.split("?")[0].split("#")[0] for visit in visits]
    table = visits[0].table()
    for visit in visits[1:]:
        visit.page.goto("/records")
    with asking(server.url) as client:
        number = state(client, links[0])["number"]
        while not stored_match(database, table).over:
            answer = client.post(f"{links[0]}/next", json={"number": number})
            assert answer.is_success, answer.text
            match = stored_match(database, table)
            number = answer.json()["number"]
            while not match.round.over:
                seat = int(match.turn)
                move = choose("greedy", match.view(seat), rng)
                answer = send(client, links[seat], number, seat, move)
                assert answer.is_success, answer.text
                number = answer.json()["number"]
                match.play(move)
    for visit, link in zip(visits[1:], links[1:], strict=True):
        visit.page.goto(link)


@pytest.mark.parametrize(("game", "bundle"), spread(AT_HOME, [("block", "Brazilian")]))
def test_a_bundle_is_played_through_by_all_its_seats(
    browser: Browser, server: Server, database: Path, game: str, bundle: str
) -> None:
    visits = sit_down(browser, server, game, bundle)
    rng = Rng(3)
    match = touch_a_hand(visits, database, rng)
    assert match.game == make_game(game, {"bundle": bundle})
    assert stored_match(database, visits[0].table()).scores == match.scores
    for visit in visits:
        assert visit.scores() == match.scores
        expect(visit.page.locator("#headline")).not_to_be_empty()
    if not match.over:
        send_the_rest(visits, server, database, rng)
    for visit in visits:
        expect(visit.page.locator("#scores .winner").first).to_be_attached()
        visit.check(database)
