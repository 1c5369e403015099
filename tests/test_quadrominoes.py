"""The pieces of Cuadróminos: their numbers, their turns, their names."""

from __future__ import annotations

import pytest

from sobremesa.core.errors import IllegalMove
from sobremesa.material.quadrominoes import (
    CORNERS,
    FORM,
    NO_FORM,
    NUMBERS,
    PATTERN,
    WAYS,
    form_name,
    parse_form,
    parse_piece,
    piece_name,
    pieces_in,
)


@pytest.mark.parametrize("numbers", range(1, 7))
def test_the_pieces_of_a_smaller_set_come_first(numbers: int) -> None:
    inside = [piece for piece in range(len(NUMBERS)) if NUMBERS[piece][3] < numbers]
    assert inside == list(range(pieces_in(numbers)))


def test_every_form_reads_clockwise_in_ascending_order_from_its_turn() -> None:
    for form in range(4 * len(NUMBERS)):
        piece, turn = divmod(form, 4)
        assert tuple(CORNERS[4 * form + (turn + step) % 4] for step in range(4)) == NUMBERS[piece]


def test_a_pattern_is_one_form_or_none() -> None:
    forms = [form for form in range(4 * len(NUMBERS)) if form % 4 < WAYS[form // 4]]
    assert [FORM[PATTERN[form]] for form in forms] == forms
    assert sum(form != NO_FORM for form in FORM) == len(forms) == 6 + 120 * 4


def test_names_read_back() -> None:
    for piece in range(len(NUMBERS)):
        assert parse_piece(piece_name(piece)) == piece
        for turn in range(WAYS[piece]):
            assert parse_form(form_name(4 * piece + turn)) == 4 * piece + turn


@pytest.mark.parametrize(("text", "reason"), [
    ("1-2-3", "is no piece"),
    ("1-2-3-9", "its numbers go from 0 to 4"),
    ("", "is no piece"),
])
def test_what_is_no_piece_is_refused(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        parse_piece(text, 5)


@pytest.mark.parametrize(("text", "reason"), [
    ("01/24", "ascend"),
    ("01/5", "is no piece as it lies"),
    ("55/55", "from 0 to 4"),
])
def test_what_no_piece_shows_is_refused(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        parse_form(text, 5)
