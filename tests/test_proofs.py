"""Boards that cannot be filled, and why: the arguments are computed, the figures follow."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from sobremesa.core.errors import Refused
from sobremesa.families.puzzle.boards import LARGEST, SMALLEST
from sobremesa.material.lattice import Lattice, form_at, lattice_problems, parse_lattice
from sobremesa.material.quadrominoes import NUMBERS, pieces_in
from sobremesa.solvers import proofs, strips
from sobremesa.solvers.tilings import rectangle

# Boards of the rules page, and the longest that are known with one and two rows.
FILLED = {
    2: ["000/001/111", "001/001/011", "111/110/000", "110/110/100"],
    3: [
        "0000/0011/0211/0210", "00000/00210/22210/22111", "000000/220011/122112/022110",
        "111111/001122/200220/100221", "222222/112200/011001/211002",
    ],
    4: [
        "233023/133023/330000/322110/222111/021132", "12300112/33300113/22001133/22022133/21032103",
        "30112001122/20112200332/11132200333/32132103310",
        "223330123023012312/033300113222002113/031102103221002110",
        "011130123012330002222201301130121231/321130100022332002032211100333321332",
    ],
    5: [
        "33400122/22401123/00001220/00331422/43311422/43314443/33210444",
        "0123401231/3123302222/1113002243/0113000244/0433104444/4432104110",
        "0124023013400/0120033114421/4420033114422/3322003311442/2222104321043",
        "0123444412301123401/4122224442331113002/3100222043311443003/2103210043310433104",
        "1234134011301233023412340244400/0031111033331000021422344224420"
        "/4432110043321004221432043221421",
        "01340234023402340124113401340/31442222003003322114411403310/21042142003104322114210433310",
        "02340240013013411334001234112231/44440220000011111333331234442222"
        "/21043210432042104310321032442043",
        "03444002441340124024023402344012341233301222312330000123011122222234"
        "/43332102441144444322004422314042111433101110310000043333311004322110",
    ],
}
BOARDS = [(numbers, text) for numbers, boards in FILLED.items() for text in boards]


@pytest.mark.parametrize(("numbers", "text"), BOARDS)
def test_the_rim_of_a_filled_board_pays_for_what_lies_inside(numbers: int, text: str) -> None:
    lattice = parse_lattice(text)
    assert lattice_problems(lattice, numbers) == []
    inside, along = proofs.both_sides(lattice, numbers)
    assert inside == along


def test_every_small_filling_keeps_the_identity_and_its_bound() -> None:
    for rows, columns, numbers in ((2, 2, 3), (1, 3, 4), (3, 4, 3), (2, 3, 3)):
        fillings = list(rectangle(rows, columns, numbers).solutions())
        assert fillings
        for lattice in fillings:
            inside, along = proofs.both_sides(lattice, numbers)
            assert inside == along
        assert rows * columns <= proofs.most_cells(rows, columns, numbers)


@pytest.mark.parametrize(("numbers", "totals", "needed"), [
    (3, [33, 18, 9], 9),
    (4, [64, 40, 24, 12], 28),
    (5, [110, 75, 50, 30, 15], 80),
    (6, [174, 126, 90, 60, 36, 18], 162),
])
def test_the_steps_of_a_whole_set_leave_sides_without_a_partner(
    numbers: int, totals: list[int], needed: int
) -> None:
    assert proofs.step_totals(numbers) == totals
    assert proofs.rim_needed(numbers) == needed


def test_the_steps_of_a_piece_add_up_to_the_count_of_numbers_or_to_nothing() -> None:
    for numbers in range(2, 7):
        for piece in range(pieces_in(numbers)):
            around = sum(proofs.steps(NUMBERS[piece], numbers))
            assert around == (0 if len(set(NUMBERS[piece])) == 1 else numbers)


@pytest.mark.clause("PUZ-E24")
@pytest.mark.parametrize(("rows", "columns", "numbers"), [
    (5, 7, 4), (2, 35, 5), (5, 14, 5), (7, 10, 5), (1, 70, 5), (8, 8, 5), (6, 9, 5), (3, 20, 5),
    (2, 34, 5), (1, 68, 5), (4, 14, 5), (3, 23, 5), (10, 7, 5), (6, 6, 4),
])
def test_a_board_that_counting_excludes_is_given_its_reason(
    rows: int, columns: int, numbers: int
) -> None:
    reason = proofs.why_not(rows, columns, numbers)
    assert reason is not None and reason.endswith(".")


@pytest.mark.parametrize(("numbers", "text"), BOARDS)
def test_a_board_that_can_be_filled_is_never_excluded(numbers: int, text: str) -> None:
    lattice: Lattice = parse_lattice(text)
    assert proofs.why_not(len(lattice) - 1, len(lattice[0]) - 1, numbers) is None


def test_the_weights_of_a_strip_fall_more_than_they_can() -> None:
    changes = proofs.strip_changes(5, proofs.STRIP_WEIGHTS)
    assert changes == {1: 10, 0: 45, -1: 15}
    most = sum(change * count for change, count in changes.items())
    assert most < min(proofs.STRIP_WEIGHTS) - max(proofs.STRIP_WEIGHTS)


@pytest.mark.parametrize(("rows", "numbers", "most"), [
    (3, 4, 11), (4, 4, 8), (1, 5, 67), (2, 5, 33), (3, 5, 19),
])
def test_the_prices_bound_the_columns(rows: int, numbers: int, most: int) -> None:
    assert strips.most_columns(rows, numbers) == most


def test_few_pieces_with_four_different_numbers_lie_in_a_long_board() -> None:
    for text in FILLED[5]:
        lattice = parse_lattice(text)
        if len(lattice) == 3:
            most = proofs.most_of_four_numbers(len(lattice[0]) - 1)
            assert sum(len(set(NUMBERS[piece])) == 4 for piece in pieces_of(lattice)) <= most
    assert [proofs.most_of_four_numbers(columns) for columns in (5, 31, 32)] == [5, 3, 2]


def test_two_prices_say_what_may_be_left_over_of_two_rows_of_32_columns() -> None:
    thrifty = strips.columns_of(2, 5)
    budget = sum(map(int, thrifty.price)) + int(thrifty.top) - 32 * int(thrifty.unit)
    price = {strips.kind_of(piece, 5): int(thrifty.price[piece]) for piece in range(70)}
    rewarding = strips.Columns(2, 5, proofs.REWARDING)
    other = sum(map(int, rewarding.price)) + int(rewarding.top) - 32 * int(rewarding.unit)
    reward = proofs.REWARDING[1]
    cases: list[tuple[bool, int]] = []
    for kinds in combinations_with_replacement(sorted(price), 6):
        left = Counter(kinds)
        if max(left.values()) <= 5 and sum(price[kind] for kind in kinds) <= budget:
            ways = prod(comb(5, count) for count in left.values())
            cases.append((sum(reward[kind] for kind in kinds) <= other, ways))
    assert (len(cases), sum(ways for _, ways in cases)) == (397, 478_885)
    kept = [ways for paid, ways in cases if paid]
    assert (len(kept), sum(kept)) == (162, 77_715)


def pieces_of(lattice: Lattice) -> list[int]:
    """Lists the pieces of a filled board."""
    return [
        form_at(lattice, row, column) // 4
        for row in range(len(lattice) - 1) for column in range(len(lattice[0]) - 1)
    ]


@pytest.mark.parametrize(("numbers", "text"), BOARDS)
def test_the_law_of_parity_holds_but_for_the_corners_of_the_board(
    numbers: int, text: str
) -> None:
    lattice = parse_lattice(text)
    shown = Counter(number for piece in pieces_of(lattice) for number in NUMBERS[piece])
    outermost = Counter(lattice[row][column] for row in (0, -1) for column in (0, -1))
    for number in range(numbers):
        assert (shown[number] - outermost[number]) % 2 == 0


@pytest.mark.parametrize(("prime", "dimension"), [(2, 6), (3, 2), (5, 2), (7, 2)])
def test_no_other_law_adds_up_along_two_rows(prime: int, dimension: int) -> None:
    """Two dimensions are trivial: a constant for the columns, and one for every piece.

    The law of parity has four: one for each number, and together they say nothing.
    """
    table = strips.columns_of(2, 5)
    rows: dict[int, NDArray[np.int64]] = {}
    for state in range(125):
        for place in range(int(table.first[state]), int(table.first[state + 1])):
            row = np.zeros(70 + 125 + 1, dtype=np.int64)
            mask = int(table.low[place]) | int(table.high[place]) << strips.HALF
            row[[piece for piece in range(70) if mask >> piece & 1]] = 1
            row[70 + state] += 1
            row[70 + int(table.target[place])] -= 1
            row[-1] = -1
            row %= prime
            for lead, known in rows.items():
                row = (row - row[lead] * known) % prime
            if row.any():
                lead = int(np.flatnonzero(row)[0])
                rows[lead] = row * pow(int(row[lead]), -1, prime) % prime
    assert 196 - len(rows) == dimension


def test_every_column_is_listed_once_and_no_walk_gains_more_than_said() -> None:
    table = strips.columns_of(1, 5)
    forms = [(corners, turn) for corners in NUMBERS[:70] for turn in range(4)]
    listed = {
        (turned[0], turned[3], turned[1], turned[2])
        for corners, turn in forms
        for turned in [tuple(corners[(corner - turn) % 4] for corner in range(4))]
    }
    found = set()
    for state in range(25):
        for place in range(int(table.first[state]), int(table.first[state + 1])):
            to = int(table.target[place])
            found.add((state % 5, state // 5, to % 5, to // 5))
            assert table.waste[place] >= 0
    assert found == listed


@pytest.mark.parametrize(("rows", "columns", "numbers"), [
    (1, 40, 5), (2, 20, 5), (3, 10, 4), (4, 7, 4),
])
def test_the_quick_search_fills_boards_that_are_right(
    rows: int, columns: int, numbers: int
) -> None:
    found = strips.guess(rows, columns, numbers, width=3000)
    assert found.won
    assert lattice_problems(found.lattice, numbers) == []
    assert (len(found.lattice), len(found.lattice[0])) == (rows + 1, columns + 1)


def test_the_search_by_prices_agrees_with_the_search_by_corners() -> None:
    for rows, columns in ((3, 3), (4, 4), (3, 8), (4, 6)):
        by_prices = strips.settle(rows, columns, 4)
        by_corners = next(rectangle(rows, columns, 4).solutions(), None)
        assert (by_prices.verdict == "won") == (by_corners is not None)
        if by_prices.won:
            assert lattice_problems(by_prices.lattice, 4) == []


@pytest.mark.parametrize(("rows", "columns"), [(12, 3), (3, 12), (9, 4)])
def test_a_board_on_its_side_is_filled_without_flipping_a_piece(rows: int, columns: int) -> None:
    answer = rectangle(rows, columns, 5).first()
    assert lattice_problems(answer.lattice, 5) == []
    assert (len(answer.lattice), len(answer.lattice[0])) == (rows + 1, columns + 1)


def test_a_search_tells_how_far_it_has_come() -> None:
    told: list[float] = []
    assert strips.settle(3, 11, 4, progress=told.append).verdict == "lost"
    assert told == sorted(told) and told[0] > 0 and told[-1] == pytest.approx(1)


def test_half_a_turn_loses_no_board() -> None:
    """Where there is a filling, one is found although the first half may waste but half."""
    for columns in range(1, 11):
        assert strips.settle(3, columns, 4).verdict == "won"
    assert strips.settle(3, 11, 4).verdict == "lost"


def test_a_search_that_is_stopped_says_that_it_does_not_know() -> None:
    assert strips.settle(3, 11, 4, nodes=1000).verdict == "unknown"
    assert strips.guess(3, 11, 4, width=50).verdict == "unknown"


def test_rows_without_prices_are_refused() -> None:
    with pytest.raises(Refused, match="no prices for 6 rows"):
        strips.most_columns(6, 5)


def test_bad_prices_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a piece cheaper than it may be, some walk would gain without end."""
    unit, prices = strips.PRICES[5, 2]
    cheap = {**prices, "0001": 0, "0004": 0, "0000": 0}
    monkeypatch.setitem(strips.PRICES, (5, 2), (unit, cheap))
    with pytest.raises(Refused, match="gains for ever"):
        strips.Columns(2, 5)


@pytest.mark.skipif(not strips.__file__.endswith(".so"), reason="too slow without a compiler")
@pytest.mark.parametrize(("numbers", "board"), [
    (numbers, board) for numbers in LARGEST for board in LARGEST[numbers]
])
def test_the_largest_boards_can_be_filled(numbers: int, board: tuple[int, int]) -> None:
    rows, columns = board
    answer = rectangle(rows, columns, numbers).first(nodes=10**9)
    assert lattice_problems(answer.lattice, numbers) == []
    assert (len(answer.lattice), len(answer.lattice[0])) == (rows + 1, columns + 1)


@pytest.mark.slow
@pytest.mark.parametrize(("numbers", "board"), [
    (numbers, board) for numbers in SMALLEST for board in SMALLEST[numbers] if board != (2, 33)
])
def test_the_smallest_boards_that_cannot_be_filled(
    numbers: int, board: tuple[int, int]
) -> None:
    assert rectangle(*board, numbers).first(nodes=2**62).verdict == "lost"


@pytest.mark.slow
def test_two_rows_of_33_columns_cannot_be_filled() -> None:
    """As a choice of columns that make a walk, it takes another solver seconds to see."""
    table = strips.columns_of(2, 5)
    model = cp_model.CpModel()
    taken: list[cp_model.IntVar] = []
    leaving: dict[int, list[cp_model.IntVar]] = {state: [] for state in range(125)}
    coming: dict[int, list[cp_model.IntVar]] = {state: [] for state in range(125)}
    using: dict[int, list[cp_model.IntVar]] = {piece: [] for piece in range(70)}
    for state in range(125):
        for place in range(int(table.first[state]), int(table.first[state + 1])):
            column = model.new_bool_var("")
            taken.append(column)
            leaving[state].append(column)
            coming[int(table.target[place])].append(column)
            mask = int(table.low[place]) | int(table.high[place]) << strips.HALF
            for piece in range(70):
                if mask >> piece & 1:
                    using[piece].append(column)
    starts = {state: model.new_bool_var("") for state in range(125)}
    ends = {state: model.new_bool_var("") for state in range(125)}
    for state in range(125):
        model.add(
            sum(leaving[state]) + ends[state] == sum(coming[state]) + starts[state]
        )
    model.add_exactly_one(starts[state] for state in range(0, 125, 5))
    model.add_exactly_one(ends.values())
    for state in range(125):
        if state % 5:
            model.add(starts[state] == 0)
    for piece in range(70):
        model.add_at_most_one(using[piece])
    model.add(sum(taken) == 33)
    assert cp_model.CpSolver().solve(model) == cp_model.INFEASIBLE


def test_kinds_are_the_orbits_of_renaming() -> None:
    for numbers in (4, 5):
        kinds = [strips.kind_of(piece, numbers) for piece in range(pieces_in(numbers))]
        assert set(kinds) == set(strips.PRICES[numbers, 3][1])
    assert all(
        len({strips.kind_of(one, 5), strips.kind_of(other, 5)}) == 2
        for one, other in combinations((0, 1, 2), 2)
    )
