"""The pictures of square pieces."""

from __future__ import annotations

import re

from sobremesa.material.quadrominoes import CORNERS, NUMBERS, parse_form
from sobremesa.picture import style
from sobremesa.picture.plane import pieces
from sobremesa.picture.scenes import Writer


def test_a_piece_shows_its_four_numbers_clockwise_in_colour_and_in_figures() -> None:
    for form in range(4 * len(NUMBERS)):
        shown = [int(CORNERS[4 * form + where]) for where in range(4)]
        corners = pieces.face(form).made_of
        assert corners == tuple(pieces.corner(shown[where], where) for where in range(4))
        drawn = "".join(corner.markup for corner in corners)
        assert [int(found) for found in re.findall(r"quarter q(\d)", drawn)] == shown
        assert [int(found) for found in re.findall(r">(\d)</text>", drawn)] == shown
        writer = Writer()
        assert pieces.face(form).use() in writer.write(pieces.piece(form, 50, 50, 40))
        assert writer.symbols.keys() >= {corner.name for corner in corners}


def test_faces_of_different_looks_have_different_names() -> None:
    faces = [pieces.face(form) for form in range(4 * len(NUMBERS))]
    corners = [pieces.corner(number, where) for number in range(6) for where in range(4)]
    assert len({one.name for one in (*faces, *corners)}) == len(faces) + len(corners)
    assert len({one.markup for one in corners}) == len(corners)
    assert pieces.body(True).name != pieces.body(False).name


def test_a_piece_that_can_be_turned_names_its_turns_clockwise() -> None:
    drawn = pieces.piece(
        parse_form("01/42"), 0, 0, 40, touch="piece:0-1-2-4", spoken="0-1-2-4", turning=True
    )
    assert drawn.more["data-turns"] == "turn:01/42 turn:40/21 turn:24/10 turn:12/04"


def test_a_cuadruple_has_nothing_to_turn() -> None:
    assert pieces.turns(parse_form("33/33")) == []


def test_numerals_stand_out_from_their_discs() -> None:
    for disc, numeral in style.CORNER_COLOURS:
        lighter, darker = sorted((luminance(disc), luminance(numeral)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) > 4.5


def test_the_discs_go_from_light_to_dark() -> None:
    light = [luminance(disc) for disc, _ in style.CORNER_COLOURS]
    assert light == sorted(light, reverse=True)


def luminance(colour: str) -> float:
    parts = [int(colour[place:place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
