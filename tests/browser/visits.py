"""People at a table, each with a page of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, expect

from sobremesa import Match, Rng, View
from sobremesa.bots import choose
from sobremesa.table.events import INVITATION
from sobremesa.table.live import Pace
from tests.table.host import Server, stored_match
from tests.waiting import PATIENCE

WAIT = 1000 * PATIENCE
LIMIT = 600
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
}
ACROSS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
PACE = Pace(bot=0.0, answer=0.0, next_hand=600.0)
SOMETHING_TO_DO = """seen => Number(document.body?.dataset.number) > seen && (
    document.querySelector("#scores .winner, #next-hand:not(:disabled)")
    || document.querySelector("#picture .lit, #buttons .lit:not(:disabled)")
)"""
# Nothing is lit while a move is on its way, and what comes of it has another number.
GOES_ON = """seen => Number(document.body?.dataset.number) === seen
    && document.querySelector("#picture .lit, #buttons .lit") !== null"""
ASKED = """() => document.body?.classList.contains("my-turn")
    || document.querySelector("#scores .winner, #next-hand")"""
MOVED_ON = "seen => Number(document.body?.dataset.number) > seen"
expect.set_options(timeout=WAIT)


def friends(server: Server, game: str, **options: Any) -> dict[str, Any]:
    return server.lay(game, ["me", "friend"], **options)


def enough(view: View, move: int) -> list[str]:
    """The touches after which only this move is left; two tiles may be touched either way."""
    paths = {one["move"]: list(one["touches"]) for one in view.data["moves"]}
    ways = list(paths.items())
    for other, path in paths.items():
        if len(path) > 1 and path[0].startswith("tile:") and path[1].startswith("tile:"):
            ways.append((other, [path[1], path[0], *path[2:]]))
    path = paths[move]
    return next(
        path[:length] for length in range(1, len(path) + 1)
        if {other for other, way in ways if way[:length] == path[:length]} == {move}
    )


class Visit:
    """A page of its own, which fails the test when it complains.

    It plays no forced move by itself, so that nothing changes while somebody looks at it.
    """

    def __init__(
        self, browser: Browser, server: Server, *, plain: bool = False, **context: Any
    ) -> None:
        self.taps = "has_touch" in context
        self.seen = 0
        self.server = server
        settings = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **context}
        self.context = browser.new_context(base_url=server.url, **settings)
        if not plain:
            self.context.add_init_script("localStorage.setItem('sobremesa:plain', 'no')")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda wrong: self.complaints.append(str(wrong)))
        self.page.on("console", lambda said: self._heard(said.type, said.text))

    def come(self, invitation: str) -> None:
        """Takes the seat to which somebody is invited."""
        self.page.goto(invitation)
        self.page.get_by_role("button", name="Take your seat").click()
        self.page.wait_for_url(lambda url: INVITATION not in url)

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "409" not in text:
            self.complaints.append(text)

    def sit(self, game: str, *others: str, **options: Any) -> None:
        """Lays a table for oneself and others, and goes there."""
        self.page.goto(self.server.lay(game, ["me", *others], **options)["mine"])

    def open(self, link: str) -> Page:
        """Opens a table, and waits until there is something to do."""
        self.page.goto(link)
        self.wait_for_something(0)
        return self.page

    def leave(self, *, forgiven: str = "") -> None:
        """Closes the page, which has not complained but of what is forgiven."""
        assert [one for one in self.complaints if not forgiven or forgiven not in one] == []
        self.context.close()

    @property
    def number(self) -> int:
        """The number of the last event that the page shows."""
        return int(self.page.evaluate("document.body.dataset.number"))

    def hand(self) -> Iterator[int]:
        """Gives the number of the last event whenever there is something to do, until the hand
        is over."""
        for _ in range(LIMIT):
            self.seen = self.wait_for_something(self.seen)
            if self.page.locator("#next-hand, #scores .winner").count():
                return
            yield self.seen
        raise AssertionError("the hand does not end")

    def turns(self) -> Iterator[int]:
        """Does the same until the match is won; hands are dealt on the way."""
        yield from self.hand()
        while not self.is_won():
            self.page.locator("#next-hand").click()
            yield from self.hand()

    def asked(self, database: Path) -> Iterator[Match]:
        """Gives the match whenever the person is asked for a move, until the round is over."""
        for _ in range(LIMIT):
            self.page.wait_for_function(ASKED)
            match = stored_match(database, self.table())
            if match.round.over:
                return
            seen = self.number
            yield match
            self.moved_on(seen)
        raise AssertionError("the round does not end")

    def rename(self, seat: int, name: str) -> None:
        """Gives a seat a name from elsewhere, by the link that this page has."""
        link = self.page.url.split("?")[0]
        answer = httpx.post(f"{link}/name", json={"seat": seat, "name": name})
        assert answer.status_code == 200, answer.text

    def press(self, thing: Locator) -> None:
        """Touches something with the finger or the mouse of this device."""
        thing.tap() if self.taps else thing.click()

    def make(self, view: View, move: int) -> list[str]:
        """Touches what a move needs; gives what was touched."""
        path = enough(view, move)
        for touch in path:
            self.press(self.page.locator(f'[data-touch="{touch}"].lit').first)
        return path

    def play_as_bot(self, database: Path) -> list[str]:
        """Plays seat 0 as a bot would until the round is over; gives what was touched."""
        rng = Rng(5)
        return [
            touch for match in self.asked(database)
            for touch in self.make(match.view(0), choose("greedy", match.view(0), rng))
        ]

    def play_on(self) -> None:
        """Presses what is lit last, then the first place for it, until the match is won."""
        for seen in self.turns():
            self.press(self.page.locator("#picture .lit, #buttons .lit").last)
            if self.goes_on(seen):
                self.press(self.page.locator("#picture .ghost.lit").first)

    def wait_for_something(self, seen: int) -> int:
        self.page.wait_for_function(SOMETHING_TO_DO, arg=seen)
        return self.number

    def goes_on(self, seen: int) -> bool:
        """Tells whether a move that was begun needs another touch."""
        return bool(self.page.evaluate(GOES_ON, seen))

    def moved_on(self, seen: int) -> None:
        """Waits until something has happened at the table."""
        self.page.wait_for_function(MOVED_ON, arg=seen)

    def is_won(self) -> bool:
        return self.page.locator("#scores .winner").count() > 0

    def scores(self) -> list[int]:
        """Reads the scores, which on a phone are folded away."""
        found = self.page.locator("#scores [data-seat]").evaluate_all(
            "all => all.map(one => [Number(one.dataset.seat),"
            " Number(one.querySelector('.points').textContent)])"
        )
        return [points for _, points in sorted(found)]

    def table(self) -> str:
        return self.page.url.split("/t/")[1].split("/")[0]

    def check(self, database: Path) -> None:
        """Compares what the page shows with what the engine says."""
        match = stored_match(database, self.table())
        assert match.over
        assert self.scores() == match.scores
        winners = self.page.locator("#scores .winner").evaluate_all(
            "all => all.map(one => Number(one.dataset.seat))"
        )
        assert sorted(winners) == match.winners
        self.leave()


def with_friend(
    browser: Browser, server: Server, first: int = 0, **context: Any
) -> tuple[Visit, dict[str, Any]]:
    """Sits down to Block with a friend who has not come; gives the visit and the table."""
    laid = friends(server, "block", first_player=first)
    visit = Visit(browser, server, **context)
    visit.page.goto(laid["mine"])
    visit.page.wait_for_selector("#picture svg" if first else "#picture .lit")
    return visit, laid
