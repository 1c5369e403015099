"""The table of the trick games, drawn."""

from __future__ import annotations

import re

import pytest

import sobremesa
from sobremesa import picture
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Writer
from sobremesa.picture.seats import Box, room_for
from sobremesa.picture.tricks import table as tricks
from sobremesa.rules import lessons
from sobremesa.table.words import speech
from tests.laws import watched

TRICK_GAMES = ["texas-42", "double-takes", "super-bridge"]
NAMES = ["Bartholomew", "Inés", "Wilhelmina", "Mihai"]
PLATE = re.compile(r'<g id="seat-\d+" class="seat[^"]*"[^>]*><rect class="card"([^>]*)>(.*?)</g>')
LINES = re.compile(r"<text[^>]* y=\"([\d.]+)\"")
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


def test_what_happened_last_stands_beside_the_cards_of_dummy_on_a_phone() -> None:
    """In the third step of the course: dummy has three rows of cards."""
    view = lessons.course("super-bridge").steps[2].start().view(0)
    for height, css in ((530, "aid end"), (820, "news")):
        room = room_for("tall", 390, height)
        svg = picture.svg(view, shape="tall", room=room, names=NAMES, standalone=False)
        assert re.findall(r'<text class="(news|aid end)"[^>]*>Inés', svg) == [css]


PANEL = Box(6, 282, 146, 46)
BACK = re.compile(r'id="back-[^"]*" transform="translate\(([\d.]+) ([\d.]+)\)')


def test_tiles_face_down_cover_nothing_that_a_plate_says() -> None:
    seen = 0
    for match in watched(sobremesa.game("texas-42"), seed=4):
        svg = picture.svg(match.view(0), names=NAMES, standalone=False)
        for drawn in svg.split('<g id="seat-')[1:]:
            for x, y in BACK.findall(drawn):
                for badge in BADGE.findall(drawn):
                    left, top, right, bottom = box(badge)
                    beside = not left < float(x) < right
                    assert beside or not top < float(y) < bottom
                    seen += 1
    assert seen


def test_a_narrow_sheet_names_all_players_in_one_way() -> None:
    view = sobremesa.game("super-bridge").start(1).view(0)
    names = ["Ana", "Inés", "Marcel", "Bartholomew"]
    svg = picture.svg(view, shape="low", names=names, standalone=False)
    sheet = svg[svg.index('class="auction"'):svg.index('class="bidding"')]
    assert all(f">{letter}<" in sheet for letter in "NESW")
    assert ">Ana<" not in sheet


@pytest.mark.parametrize("language", ["en", "es", "fr", "ro"])
def test_what_is_played_for_stays_on_its_panel(language: str) -> None:
    say = speech(language)
    checked = 0
    for match in watched(sobremesa.game("texas-42"), seed=4):
        view = match.view(0)
        if match.round.over or view.data["stage"] != "play":
            continue
        panel = tricks.panel(tricks.table_of(view, Voice(say, NAMES), False), PANEL, compact=True)
        assert all(float(y) <= PANEL.bottom for y in LINES.findall(Writer().write(panel)))
        checked += 1
    assert checked


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


def test_bidders_pass_in_the_words_of_an_auction() -> None:
    view = sobremesa.game("super-bridge").start(1).view(0)
    assert picture.label("pass", view) == "Pass"
    assert picture.label("pass", view, say=speech("fr")) == "Passe"


def test_both_sides_are_named_by_the_letters_of_their_seats() -> None:
    view = sobremesa.game("super-bridge").start(1).view(0)
    svg = picture.svg(view, names=NAMES, say=speech("es"), standalone=False)
    assert "N-S 0 · E-O 0" in svg
