"""Courses in a real Chromium, walked by the answers that they declare, each in the language of its
document."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import sobremesa
from sobremesa import View
from sobremesa.bots import choose
from sobremesa.core.rng import Rng
from sobremesa.rules import lessons
from sobremesa.rules.lessons import HAND, Course
from sobremesa.table.learn import Lesson
from tests.browser.test_plane import take_up, thing
from tests.browser.visits import PHONE, Visit
from tests.courses import COURSES
from tests.spread import spread
from tests.table.host import Server

# Every first hand is played to its end; a long one is left after so many turns where time is short.
WHOLE = 1000
SOME = 6
WALKS = [*((*one, WHOLE) for one in COURSES), ("djambi", "fr", SOME)]
NOW = [("block", "en", WHOLE), ("djambi", "fr", SOME)]
STOOD_AT = """at => document.body.dataset.number === String(at)
    && document.body.dataset.latest === "true"
"""
STANDS_OR_WAITS = f"at => ({STOOD_AT})(at) || !document.querySelector('#go-on').hidden"


def make(visit: Visit, view: View, move: int) -> None:
    """Touches what a move needs."""
    path = next(one["touches"] for one in view.data["moves"] if one["move"] == move)
    if path[-1].startswith("turn:"):
        take_up(visit, path)
        visit.press(thing(visit, path[1]))
        return
    visit.make(view, move)


def wait_for(visit: Visit, number: int) -> set[str]:
    """Waits until a lesson stands after some event; reads on where it asks for that, and gives
    what is explained on the way."""
    page = visit.page
    page.wait_for_function(STANDS_OR_WAITS, arg=number)
    explained = told(visit)
    while not page.evaluate(STOOD_AT, number):
        visit.press(page.locator("#go-on"))
        page.wait_for_function(STANDS_OR_WAITS, arg=number)
        explained |= told(visit)
    return explained


def told(visit: Visit) -> set[str]:
    """Reads what is explained now."""
    return {*visit.page.locator("#coach-lines > .first").evaluate_all(
        "all => all.map((one) => one.firstChild.textContent)"
    )}


def walk_step(visit: Visit, course: Course, place: int, say: Any) -> None:
    """Does what a step asks."""
    step = course.steps[place]
    for count, _ in enumerate(step.asks):
        answers = lessons.step_answers(step)
        before = lessons.walk(step, answers[:count])
        wait_for(visit, len(before.moves) + 1)
        assert before.ask is not None
        expect(visit.page.locator("#coach-ask")).to_have_text(say(before.ask.say))
        expect(visit.page.locator("#picture svg")).to_be_visible()
        make(visit, before.match.view(before.match.turn), answers[count])
    wait_for(visit, len(lessons.walk(step, lessons.step_answers(step)).moves) + 1)
    expect(visit.page.locator("#coach-idea")).to_have_text(say(step.idea))


def walk_hand(visit: Visit, course: Course, say: Any, turns: int) -> bool:
    """Plays the first hand as a bot would, reading what is said; tells whether it came to its
    end."""
    assert course.hand is not None
    lesson = Lesson(course, HAND, course.hand)
    kind = "greedy" if "greedy" in sobremesa.bots.names(course.name) else "random"
    mine: list[int] = []
    explained: set[str] = set()
    while not (walk := lesson.walk(mine)).match.round.over and len(mine) < turns:
        explained |= wait_for(visit, len(walk.moves) + 1)
        expect(visit.page.locator("#coach-can")).to_be_visible()
        view = walk.match.view(lesson.seat)
        mine.append(int(choose(kind, view, Rng(len(mine)))))
        make(visit, view, mine[-1])
    explained |= wait_for(visit, len(walk.moves) + 1)
    assert explained <= {*map(say, course.sentences())}
    assert say(course.hand.begin) in explained and len(explained) > 1
    return bool(walk.match.round.over)


@pytest.mark.parametrize(("name", "language", "turns"), spread(WALKS, NOW))
def test_a_course_is_walked_to_the_end_of_the_first_hand(
    browser: Browser, server: Server, name: str, language: str, turns: int
) -> None:
    course, say = lessons.course(name), lessons.sayer(name, language)
    visit = Visit(browser, server, locale=language, **PHONE)
    page = visit.page
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/games/{name}")
    visit.press(page.locator("#learn"))
    for place in range(len(course.steps)):
        page.wait_for_url(f"**/learn/{name}/{place + 1}")
        expect(page.locator("#coach-title")).to_have_text(say(course.steps[place].title))
        walk_step(visit, course, place, say)
        visit.press(page.locator("#onward"))
    page.wait_for_url(f"**/learn/{name}/hand")
    if walk_hand(visit, course, say, turns):
        assert course.hand is not None
        expect(page.locator("#coach-idea")).to_have_text(say(course.hand.end))
        visit.press(page.locator("#onward"))
        page.wait_for_url(f"**/games/{name}")
        expect(page.locator("#learn.learnt")).to_have_attribute("href", f"/learn/{name}/1")
    else:
        page.goto(f"/games/{name}")
        expect(page.locator("#learn")).to_have_attribute("href", f"/learn/{name}/hand")
    visit.leave()


def test_what_is_wrong_is_nudged_by_keys_and_what_is_kept_may_be_damaged(
    browser: Browser, server: Server
) -> None:
    visit = Visit(browser, server)
    page = visit.page
    page.add_init_script("localStorage.setItem('sobremesa:learnt:block', '{damaged')")
    page.goto("/learn/block/3")
    page.wait_for_function(STOOD_AT, arg=1)
    tile = page.locator('#picture [data-touch="tile:5-1"]')
    tile.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("That leaves a 5 for them.")
    expect(page.locator("#toast")).to_contain_text("(BLOCK-R08)")
    page.locator('#picture [data-touch="tile:3-0"]').click()
    expect(page.locator("#toast")).to_contain_text("3-0 does not fit")
    page.locator('#picture [data-touch="tile:1-1"]').focus()
    page.keyboard.press("Enter")
    wait_for(visit, 3)
    expect(page.locator("#onward")).to_be_focused()
    expect(page.locator("#spoken")).to_contain_text("They pass again")
    visit.leave()
