"""The table of the trick games, drawn."""

from __future__ import annotations

import re

import pytest

import sobremesa
from sobremesa import picture
from tests.laws import watched

TRICK_GAMES = ["texas-42", "double-takes", "super-bridge"]
NAMES = ["Bartholomew", "Inés", "Wilhelmina", "Mihai"]
PLATE = re.compile(r'<g id="seat-\d+" class="seat[^"]*"><rect class="card"([^>]*)>(.*?)</g>')
BADGE = re.compile(r'<rect class="badge[^"]*"([^>]*)>')


def box(attributes: str) -> tuple[float, float, float, float]:
    """Gives the left, top, right and bottom of a rectangle."""
    x, y, width, height = (
        float(re.findall(rf' {name}="([^"]*)"', attributes)[0])
        for name in ("x", "y", "width", "height")
    )
    return x, y, x + width, y + height


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("name", TRICK_GAMES)
def test_what_a_seat_is_or_called_stands_on_its_plate(name: str, shape: str) -> None:
    badges = 0
    for number, match in enumerate(watched(sobremesa.game(name), seed=4)):
        if number % 5:
            continue
        for seat in (0, -1):
            svg = picture.svg(match.view(seat), shape=shape, names=NAMES, standalone=False)
            if shape != "wide" and 'class="bidding"' in svg:
                # There the bids have the room, and their sheet names everybody.
                assert all(name in svg for name in NAMES)
                continue
            plates = PLATE.findall(svg)
            assert len(plates) == match.game.players
            for plate, drawn in plates:
                left, top, right, bottom = box(plate)
                for badge in BADGE.findall(drawn):
                    x, y, end, low = box(badge)
                    assert left <= x and top <= y and end <= right and low <= bottom
                    badges += 1
    assert badges > 0 or name == "double-takes"


def test_nobody_has_tricks_to_count_before_the_first() -> None:
    view = sobremesa.game("super-bridge").start(1).view(0)
    svg = picture.svg(view, names=NAMES, standalone=False)
    assert svg.count(">17 cards<") == 4
    assert "0 tricks" not in svg
