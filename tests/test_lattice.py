"""Boards of square pieces written as lattices."""

from __future__ import annotations

import pytest

from sobremesa.core.errors import Refused
from sobremesa.material.lattice import lattice_problems, lattice_text, left_over, parse_lattice
from sobremesa.material.quadrominoes import piece_name


@pytest.mark.parametrize("text", ["000/001/111", "01/10", "0", "0123401231/3123302222"])
def test_a_lattice_is_written_as_it_is_read(text: str) -> None:
    assert lattice_text(parse_lattice(text)) == text


def test_a_lattice_may_be_written_over_several_lines() -> None:
    assert parse_lattice(" 0 0 0 /\n 001/ 111\n") == parse_lattice("000/001/111")


@pytest.mark.parametrize("text", ["", "/", "000/", "00a/111", "000//111", "-1/00"])
def test_what_is_no_lattice_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is no lattice"):
        parse_lattice(text)


@pytest.mark.parametrize(("text", "numbers", "problems"), [
    ("000/001/111", 2, []),
    ("000/01/111", 2, ["row 1 has 2 corners and row 0 has 3"]),
    ("000", 2, ["a board has at least one cell"]),
    ("0/1", 2, ["a board has at least one cell"]),
    ("003/001/111", 3, ["corner 0,2 shows 3: the numbers go from 0 to 2"]),
    ("093/001/111", 3, ["corner 0,1 shows 9", "corner 0,2 shows 3"]),
    ("00/12", 3, ["no piece fits on 0,0: clockwise its corners are 0,0,2,1"]),
    ("000/000/111", 2, ["0-0-0-0 lies on 0,0 and on 0,1", "0-0-1-1 lies on 1,0 and on 1,1"]),
])
def test_everything_that_is_wrong_is_said(
    text: str, numbers: int, problems: list[str]
) -> None:
    found = lattice_problems(parse_lattice(text), numbers)
    assert len(found) == len(problems)
    assert all(said.startswith(start) for said, start in zip(found, problems, strict=True))


def test_pieces_are_left_over() -> None:
    assert [piece_name(one) for one in left_over(parse_lattice("000/001/111"), 2)] == ["1-1-1-1"]
