"""All games on a phone, upright and across: what is touched, what is read, what is covered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

import sobremesa
from sobremesa.rules import lessons
from tests.browser.phone import COVERED, TEXTS, TOUCHABLE, open_table, rest, seated
from tests.browser.visits import ACROSS, PHONE, Visit
from tests.spread import spread
from tests.table.host import Json, Server, asking, wait_for_turn

ALL_GAMES = sobremesa.games()
# One of every family.
SPREAD = [
    "muggins", "mexican-train", "cerrojo", "squeeze", "high-fives", "domino-poker", "thats-it",
    "djambi", "cuadrominos", "cuadrominos-puzzle", "super-bridge",
]
SCREENS = {"portrait": PHONE, "landscape": ACROSS}
FINGER = 44
SMALLEST = 12
# Boards of more cells than a phone has fingers' breadths. They are as large as the screen, and
# a pinch makes their cells large enough.
BOARDS = ("square:", "cell:")
NEARER = 2


def phone(browser: Browser, server: Server, screen: str) -> Visit:
    return Visit(browser, server, reduced_motion="reduce", **SCREENS[screen])


def check_touches(page: Page) -> None:
    """Everything that can be touched now is large enough for a finger."""
    found = page.evaluate(TOUCHABLE)
    assert found
    small = [one for one in found if min(one["wide"], one["high"]) < FINGER - 1]
    cells = [one for one in small if one["name"].startswith(BOARDS)]
    assert [one for one in small if one not in cells] == []
    assert all(min(one["wide"], one["high"]) * NEARER >= FINGER for one in cells), cells


def check_texts(page: Page) -> None:
    """Everything that is written can be read whole."""
    texts = page.evaluate(TEXTS)
    assert [one for one in texts if one["size"] < SMALLEST - 0.05] == []
    assert [one["text"] for one in texts if "…" in one["text"] or one.get("cut")] == []
    width = page.evaluate("innerWidth")
    assert [one["text"] for one in texts if one["left"] < -1 or one["right"] > width + 1] == []


def look_at(page: Page) -> None:
    check_touches(page)
    check_texts(page)
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("game", spread(ALL_GAMES, SPREAD))
def test_a_finger_hits_and_an_eye_reads_everything_of_a_game(
    browser: Browser, server: Server, game: str
) -> None:
    with asking(server.url) as client:
        laid = seated(client, game)
    for screen in SCREENS:
        visit = phone(browser, server, screen)
        open_table(visit.page, laid)
        look_at(visit.page)
        touch_on(visit)
        visit.leave()
        with asking(server.url) as client:
            wait_for_turn(client, laid["mine"])


@pytest.mark.parametrize("game", spread(ALL_GAMES, ["cerrojo"]))
def test_a_finger_hits_everything_in_a_lesson(
    browser: Browser, server: Server, game: str
) -> None:
    for screen in SCREENS:
        visit = phone(browser, server, screen)
        visit.page.goto(f"/learn/{game}/1")
        visit.page.wait_for_selector("#picture .lit, #buttons .lit")
        check_touches(visit.page)
        assert visit.page.evaluate(COVERED) == []
        ways = [one for one in visit.page.evaluate(TOUCHABLE) if one["name"].isdigit()]
        assert len(ways) == len(lessons.places(game))
        visit.leave()


def touch_on(visit: Visit) -> None:
    """Touches something and looks again, if that does not make the move; else waits until it is
    made, so that nothing moves while the table is looked at the next time."""
    page = visit.page
    first = page.locator("#picture .lit").first
    if first.count():
        seen = int(page.evaluate("document.body.dataset.number"))
        first.tap()
        if visit.goes_on(seen):
            rest(page)
            look_at(page)
        else:
            visit.moved_on(seen)


def scale(page: Page) -> float:
    """How many pixels a unit of the picture has."""
    return float(page.evaluate("() => document.querySelector('#picture svg').getScreenCTM().a"))


def pinch(page: Page, x: float, y: float, wide: float, wider: float) -> None:
    """Moves two fingers apart, round a point."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        points = [] if kind == "touchEnd" else [
            {"x": x - apart / 2, "y": y, "id": 0}, {"x": x + apart / 2, "y": y, "id": 1},
        ]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", wide)
    for step in range(1, 9):
        touch("touchMove", wide + (wider - wide) * step / 8)
    touch("touchEnd", wider)


def drag(page: Page, x: float, y: float, dx: float, dy: float) -> None:
    """Moves one finger."""
    session = page.context.new_cdp_session(page)
    for step in range(9):
        session.send("Input.dispatchTouchEvent", {
            "type": "touchMove" if step else "touchStart",
            "touchPoints": [{"x": x + dx * step / 8, "y": y + dy * step / 8, "id": 0}],
        })
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.fixture
def board(browser: Browser, server: Server) -> Visit:
    """A board with cells too small for a finger, on a phone."""
    laid = server.lay("djambi", ["me", *["bot:random"] * 3], first_player=0)
    visit = phone(browser, server, "portrait")
    open_table(visit.page, laid)
    return visit


def test_two_fingers_bring_the_table_nearer_and_make_its_cells_large_enough(board: Visit) -> None:
    page = board.page
    before = scale(page)
    number = page.evaluate("document.body.dataset.number")
    pinch(page, 100, 480, 60, 120)
    expect(page.locator("#whole")).to_be_visible()
    assert scale(page) == pytest.approx(2 * before, rel=0.1)
    found = [one for one in page.evaluate(TOUCHABLE) if one["name"].startswith("square:")]
    inside = [one for one in found if one["wide"] and one["high"]]
    assert inside
    assert max(min(one["wide"], one["high"]) for one in inside) >= FINGER
    assert page.locator("#picture .chosen").count() == 0
    assert page.evaluate("document.body.dataset.number") == number
    page.locator("#whole").tap()
    expect(page.locator("#whole")).to_be_hidden()
    assert scale(page) == pytest.approx(before)
    board.context.close()


def test_a_finger_moves_a_near_table_and_touches_nothing_with_it(board: Visit) -> None:
    page = board.page
    pinch(page, 195, 400, 60, 120)
    expect(page.locator("#whole")).to_be_visible()
    seen = "() => document.querySelector('#seat-0').getBoundingClientRect().x"
    before = page.evaluate(seen)
    drag(page, 150, 400, 120, 0)
    page.wait_for_function("before => document.querySelector('#seat-0')"
                           ".getBoundingClientRect().x > before + 80", arg=before)
    assert page.locator("#picture .chosen").count() == 0
    board.context.close()


def test_a_near_table_can_be_played_and_stays_near(board: Visit) -> None:
    page = board.page
    piece = page.locator("#picture .lit").first
    box = piece.bounding_box()
    assert box is not None
    pinch(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 60, 110)
    expect(page.locator("#whole")).to_be_visible()
    near = scale(page)
    page.locator("#picture .lit").first.tap()
    expect(page.locator("#picture .chosen")).to_have_count(1)
    assert scale(page) == near
    board.context.close()


def test_the_wheel_and_keys_bring_the_table_nearer(browser: Browser, server: Server) -> None:
    laid = server.lay("block", ["me", "bot:random"])
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    open_table(page, laid)
    before = scale(page)
    page.mouse.move(400, 300)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    expect(page.locator("#whole")).to_be_visible()
    assert scale(page) > before
    page.keyboard.press("0")
    expect(page.locator("#whole")).to_be_hidden()
    page.keyboard.press("+")
    expect(page.locator("#whole")).to_be_visible()
    visit.leave()


def test_a_game_that_hides_nothing_needs_no_curtain(browser: Browser, server: Server) -> None:
    laid = server.lay("djambi", ["me", "hot", "bot:random", "bot:random"], first_player=0)
    visit = Visit(browser, server, reduced_motion="reduce")
    page = visit.page
    open_table(page, laid)
    page.locator("#picture .lit").first.click()
    page.locator("#picture .ghost.lit").first.click()
    page.wait_for_function(
        "() => document.querySelector('#seat-1.turn') && document.querySelector('#picture .lit')"
    )
    expect(page.locator("#curtain")).to_be_hidden()
    visit.leave()


def test_a_hand_that_others_must_not_see_stays_behind_a_curtain(
    browser: Browser, server: Server
) -> None:
    laid = server.lay("block", ["me", "hot"])
    visit = Visit(browser, server, reduced_motion="reduce")
    visit.page.goto(laid["mine"])
    expect(visit.page.locator("#curtain")).to_be_visible()
    visit.context.close()


def muggins_alone(server: Server) -> Json:
    with asking(server.url) as client:
        return seated(client, "muggins", target=1000)


def test_the_count_of_the_ends_is_shown_on_a_phone(browser: Browser, server: Server) -> None:
    laid = muggins_alone(server)
    for screen in SCREENS:
        visit = phone(browser, server, screen)
        page = visit.page
        page.add_init_script("localStorage.setItem('sobremesa:aids', 'yes')")
        open_table(page, laid)
        page.locator("#picture .aid", has_text="add up to").wait_for()
        visit.context.close()


def test_only_the_table_fades_to_the_next_hand(browser: Browser, server: Server) -> None:
    visit = Visit(browser, server)
    visit.sit("bingo")
    visit.wait_for_something(0)
    # Another hand fades in as a whole; here the same one does.
    fading = visit.page.evaluate("""async () => {
      const folder = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "");
      const { draw } = await import(`${folder}motion.js`);
      const { current } = await import(`${folder}state.js`);
      const begun = new Promise((go) => {
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (change) => {
          const made = start(change);
          made.ready.then(go);
          return made;
        };
      });
      draw(current().scene, current().kinds, false);
      await begun;
      return document.getAnimations().map((one) => one.effect.pseudoElement ?? "");
    }""")
    assert {one for one in fading if re.match("::view-transition-(old|new)", one)} == {
        "::view-transition-old(stage)", "::view-transition-new(stage)",
    }
    # The bars round it have places of their own, above it.
    assert {"::view-transition-group(asking)", "::view-transition-group(panel)"} <= {*fading}
    visit.leave()
