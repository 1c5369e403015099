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


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
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
                assert shape == "low" or all(name in svg for name in NAMES)
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


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
def test_ones_partner_is_named_and_has_the_mark_of_ones_side(shape: str) -> None:
    match = sobremesa.game("texas-42").start(3)
    svg = picture.svg(match.view(0), shape=shape, names=NAMES, standalone=False)
    marks = {
        int(seat): ("side-near" in drawn, ">partner<" in drawn)
        for seat, drawn in re.findall(r'<g id="seat-(\d)"(.*?)</g>', svg)
    }
    assert marks == {0: (True, False), 1: (False, False), 2: (True, True), 3: (False, False)}


def test_red_suits_are_red_in_the_bids_and_on_the_sheet() -> None:
    match = sobremesa.game("super-bridge").start(1)
    match.play(match.round.read("1H"))
    svg = picture.svg(match.view(match.turn), shape="tall", standalone=False)
    assert '1<tspan class="red">♥</tspan>' in svg
    for strain, css in (("D", "suit s-d"), ("H", "suit s-h"), ("S", "suit plain s-s")):
        box = re.search(rf'data-touch="bid:7{strain}".*?</g>', svg)
        assert box is not None and f'class="{css}"' in box.group()


def test_the_sheet_says_who_begins_before_anybody_has_bid() -> None:
    match = sobremesa.game("texas-42").start(1)
    svg = picture.svg(match.view(0), names=NAMES, standalone=False)
    assert f"No bid yet: {NAMES[match.turn]} begins." in svg
