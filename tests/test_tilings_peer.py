"""The counts of the solver of corner tilings beside those of OR-tools CP-SAT."""

from __future__ import annotations

import pytest
from bench.cpsat import CpSat

from sobremesa.material.lattice import lattice_problems
from sobremesa.solvers.tilings import rectangle

SMALL = [(1, 1, 3), (2, 2, 2), (1, 5, 2), (2, 2, 3), (2, 3, 3), (3, 3, 3), (3, 4, 3), (3, 5, 3)]
LARGE = [(2, 4, 3), (2, 5, 3), (2, 6, 3), (2, 7, 3), (2, 2, 4), (2, 2, 5)]


@pytest.mark.parametrize(("rows", "columns", "numbers"), SMALL)
def test_small_boards_have_as_many_fillings_as_cp_sat_enumerates(
    rows: int, columns: int, numbers: int
) -> None:
    found, _ = CpSat().count(rows, columns, numbers)
    assert rectangle(rows, columns, numbers).count(symmetric=False).labelled == found


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "numbers"), LARGE)
def test_boards_have_as_many_fillings_as_cp_sat_enumerates(
    rows: int, columns: int, numbers: int
) -> None:
    found, _ = CpSat().count(rows, columns, numbers)
    assert rectangle(rows, columns, numbers).count(symmetric=False).labelled == found


def test_what_cp_sat_finds_is_a_board_here() -> None:
    board = CpSat().fill(3, 4, 3)
    assert board is not None
    assert lattice_problems(board, 3) == []


def test_cp_sat_agrees_that_a_board_cannot_be_filled() -> None:
    assert CpSat().fill(2, 8, 3) is None
    assert rectangle(2, 8, 3).first().verdict == "lost"


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(7, 7), (6, 8)])
def test_cp_sat_refutes_the_largest_nearly_square_boards(rows: int, columns: int) -> None:
    assert CpSat().fill(rows, columns, 5) is None
