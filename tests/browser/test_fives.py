"""Five-Up and Sniff in a real Chromium: four persons, each with a page of their own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from sobremesa import Match, Rng
from sobremesa.families.lines.muggins import Muggins
from sobremesa.picture.saying import is_double
from tests.browser.visits import ASKED, LIMIT, PHONE, Visit
from tests.spread import spread
from tests.table.host import Server, stored_match

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LAID = """all => all.map(one => {
    const box = one.getBoundingClientRect();
    return [one.id, box.left, box.top, box.right, box.bottom];
})"""

Box = tuple[float, float, float, float]


class Four:
    """Four persons at one table, on wide screens and on phones by turns."""

    def __init__(self, browser: Browser, server: Server, database: Path, bundle: str) -> None:
        self.database = database
        laid = server.lay("muggins", ["me", *["friend"] * 3], **Muggins.BUNDLES[bundle])
        links = [laid["mine"], *(laid["friends"][str(seat)] for seat in (1, 2, 3))]
        self.seats = [
            Visit(browser, server, reduced_motion="reduce", **screen)
            for screen in (WIDE, PHONE, WIDE, PHONE)
        ]
        for visit, link in zip(self.seats, links, strict=True):
            visit.page.goto(link)

    def match(self) -> Match:
        return stored_match(self.database, self.seats[0].table())

    def play(self, look: Callable[[Match], None]) -> Match:
        """Plays a hand, doubles first, then short ends; looks at every page now and then."""
        rng = Rng(11)
        for number in range(LIMIT):
            match = self.match()
            if match.round.over or number % 6 == 5:
                for visit in self.seats:
                    visit.page.wait_for_function(
                        "count => document.querySelectorAll('#sm-line [id^=tile-]').length"
                        " === count", arg=len(match.view(-1).data["line"]),
                    )
                look(match)
            if match.round.over:
                return match
            visit = self.seats[match.turn]
            visit.page.wait_for_function(ASKED)
            seen = visit.number
            visit.make(match.view(match.turn), wished(match, rng))
            visit.moved_on(seen)
        raise AssertionError("the hand does not end")

    def leave(self) -> None:
        for visit in self.seats:
            visit.leave()


def wished(match: Match, rng: Rng) -> int:
    """Chooses a double, else a tile at a short end, else any move."""
    moves = match.round.moves()
    laid = {move: match.round.text(move).partition("@") for move in moves}
    doubles = [move for move in moves if "-" in laid[move][0] and is_double(laid[move][0])]
    short = [move for move in moves if laid[move][2][:1] in ("N", "S")]
    best = doubles or short or moves
    return best[rng.below(len(best))]


def overlap(one: Box, other: Box) -> bool:
    """Tells whether tiles lie on each other by more than their shadows."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    shadow = min(one[2] - one[0], one[3] - one[1]) / 6
    return across > shadow and down > shadow


def check_pages(four: Four, match: Match) -> None:
    """On every page all tiles of the line lie inside the picture, and none on another."""
    wanted = sorted(play.partition("@")[0] for play in match.view(-1).data["line"])
    for visit in four.seats:
        frame = visit.page.locator("#picture svg").first.bounding_box()
        assert frame is not None
        found = visit.page.locator("#sm-line [id^=tile-]").evaluate_all(LAID)
        assert sorted(name.removeprefix("tile-") for name, *_ in found) == wanted
        boxes = [(left, top, right, bottom) for _, left, top, right, bottom in found]
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
        for left, top, right, bottom in boxes:
            assert frame["x"] <= left and right <= frame["x"] + frame["width"]
            assert frame["y"] <= top and bottom <= frame["y"] + frame["height"]


@pytest.mark.parametrize(
    "bundle", spread(["Texan Five-Up", "Sniff", "British Fives and Threes"], ["Texan Five-Up"])
)
def test_four_persons_play_a_hand(
    browser: Browser, server: Server, database: Path, bundle: str
) -> None:
    four = Four(browser, server, database, bundle)
    match = four.play(lambda match: check_pages(four, match))
    assert match.round.over
    for visit in four.seats:
        visit.page.wait_for_selector("#next-hand, #scores .winner")
        assert visit.scores() == match.scores
    four.leave()
