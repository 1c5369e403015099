"""The solver of corner tilings: what it finds, counts and proves."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sobremesa import BadPosition, Refused
from sobremesa.material.lattice import (
    Lattice,
    corners_at,
    lattice_problems,
    lattice_text,
    parse_lattice,
)
from sobremesa.material.quadrominoes import FORM, NO_FORM, NUMBERS, WAYS, parse_form, pattern
from sobremesa.solvers.proofs import steps, surplus
from sobremesa.solvers.scan import Cell, corner_points, rim_loss
from sobremesa.solvers.symmetry import symmetries
from sobremesa.solvers.tilings import (
    DIFFICULTIES,
    Tiling,
    Walk,
    corners_of,
    difficulty_of,
    make,
    rectangle,
)

# k, rows, columns; fillings, up to rotation, up to all symmetries (0: nobody counted them).
COUNTS = [
    (2, 2, 2, 16, 4, 1),
    (2, 1, 5, 28, 14, 5),
    (3, 2, 2, 1032, 258, 44),
    (3, 2, 3, 3270, 1635, 278),
    (3, 2, 4, 8496, 4248, 712),
    (3, 2, 5, 13_758, 6879, 1151),
    (3, 2, 6, 9312, 4656, 778),
    (3, 2, 7, 1320, 660, 110),
    (3, 3, 3, 2640, 660, 115),
    (3, 3, 4, 408, 204, 34),
    (3, 3, 5, 6, 3, 1),
    (4, 2, 2, 8608, 2152, 0),
    (4, 2, 3, 65_512, 32_756, 0),
    (5, 2, 2, 39_220, 9805, 0),
]
LONG_COUNTS = [
    (3, 1, 15, 724_320, 362_160, 0),
    (4, 3, 3, 376_592, 94_148, 0),
    (4, 3, 4, 1_564_592, 782_296, 0),
    (4, 3, 5, 5_391_788, 2_695_894, 0),
    (4, 3, 6, 12_243_848, 6_121_924, 0),
    (4, 3, 10, 2080, 1040, 130),
    (4, 3, 11, 0, 0, 0),
    (4, 4, 4, 1_957_152, 489_288, 0),
    (4, 4, 5, 1_297_864, 648_932, 0),
    (4, 4, 6, 289_472, 144_736, 0),
    (4, 4, 7, 2000, 1000, 125),
    (4, 4, 8, 0, 0, 0),
    (4, 5, 5, 32_992, 8248, 1043),
    (4, 5, 6, 0, 0, 0),
    (5, 2, 3, 498_120, 249_060, 0),
    (5, 3, 3, 6_332_540, 1_583_135, 0),
    (5, 3, 4, 66_735_580, 33_367_790, 0),
    (5, 4, 4, 444_114_600, 111_028_650, 0),
]


def check_count(numbers: int, rows: int, columns: int, want: tuple[int, int, int]) -> None:
    count = rectangle(rows, columns, numbers).count()
    assert count.known
    assert (count.labelled, count.up_to_rotation) == want[:2]
    if want[2]:
        assert count.up_to_symmetry == want[2]


@pytest.mark.parametrize(("numbers", "rows", "columns", "labelled", "turned", "alike"), COUNTS)
def test_small_boards_have_as_many_fillings_as_were_counted_elsewhere(
    numbers: int, rows: int, columns: int, labelled: int, turned: int, alike: int
) -> None:
    check_count(numbers, rows, columns, (labelled, turned, alike))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("numbers", "rows", "columns", "labelled", "turned", "alike"), LONG_COUNTS
)
def test_large_boards_have_as_many_fillings_as_were_counted_elsewhere(
    numbers: int, rows: int, columns: int, labelled: int, turned: int, alike: int
) -> None:
    check_count(numbers, rows, columns, (labelled, turned, alike))


def brute_fillings(tiling: Tiling) -> set[tuple[int, ...]]:
    """Tries every number in every corner."""
    points = corner_points(tiling.cells)
    found = set()
    for shown in product(range(tiling.numbers), repeat=len(points)):
        at = dict(zip(points, shown, strict=True))
        if any(at[point] != number for point, number in tiling.givens.items()):
            continue
        forms = [
            int(FORM[pattern(at[r, c], at[r, c + 1], at[r + 1, c + 1], at[r + 1, c])])
            for r, c in tiling.cells
        ]
        pieces = {form // 4 for form in forms}
        if NO_FORM not in forms and len(pieces) == len(forms):
            found.add(shown)
    return found


def as_found(tiling: Tiling, lattice: Lattice) -> tuple[int, ...]:
    """Lists the numbers of a lattice in the order of the corners of a region."""
    top = min(row for row, _ in tiling.cells)
    left = min(column for _, column in tiling.cells)
    return tuple(
        lattice[row - top][column - left] for row, column in corner_points(tiling.cells)
    )


SHAPES: dict[str, list[Cell]] = {
    "one cell": [(0, 0)],
    "a corner of three": [(0, 0), (0, 1), (1, 0)],
    "two that touch at a point": [(0, 0), (1, 1)],
    "two apart": [(0, 0), (2, 3)],
    "a T, off the origin": [(3, 5), (3, 6), (3, 7), (4, 6)],
    "a Z": [(0, 0), (0, 1), (1, 1), (1, 2)],
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("numbers", [1, 2, 3])
def test_every_shape_is_filled_in_all_ways_that_trying_everything_finds(
    shape: str, numbers: int
) -> None:
    tiling = Tiling(numbers, SHAPES[shape])
    brute = brute_fillings(tiling)
    found = [as_found(tiling, lattice) for lattice in tiling.solutions()]
    assert len(found) == len(set(found))
    assert set(found) == brute
    assert tiling.count().labelled == len(brute)
    assert tiling.first().won == (len(brute) > 0)


RING = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]


def test_a_ring_round_a_hole_is_filled_in_all_ways_of_the_reasoner() -> None:
    ring = Tiling(3, RING, corners={(0, 0): 0, (3, 3): 1})
    fillings = {lattice_text(lattice) for lattice in ring.solutions()}
    assert len(fillings) == ring.count(symmetric=False).labelled > 0
    square = rectangle(3, 3, 3, corners={(0, 0): 0, (3, 3): 1})
    # A filled square is a filled ring with one piece more.
    assert {lattice_text(lattice) for lattice in square.solutions()} <= fillings


def test_a_single_cell_takes_every_piece_in_every_turn() -> None:
    count = rectangle(1, 1, 3).count()
    assert count.labelled == 3 + 12 * 4
    # Fifteen pieces, however turned; up to renaming as well: aaaa, aaab and aabb both ways, aabc.
    assert count.up_to_rotation == 15


@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 4), st.integers(2, 5))
@settings(max_examples=30, deadline=None)
def test_every_filling_that_is_found_is_a_board(
    seed: int, rows: int, columns: int, numbers: int
) -> None:
    answer = rectangle(rows, columns, numbers).first(nodes=100_000, seed=seed)
    if answer.won:
        assert lattice_problems(answer.lattice, numbers) == []
    else:
        assert rows * columns > 4


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_what_is_given_stays_and_the_ways_of_looking_agree(data: st.DataObject) -> None:
    corners = data.draw(st.dictionaries(
        st.tuples(st.integers(0, 2), st.integers(0, 3)), st.integers(0, 2), min_size=1, max_size=4
    ))
    tiling = rectangle(2, 3, 3, corners=corners)
    fillings = list(tiling.solutions())
    for lattice in fillings:
        assert lattice_problems(lattice, 3) == []
        assert all(lattice[row][column] == n for (row, column), n in corners.items())
    assert tiling.count(symmetric=False).labelled == len(fillings)
    assert tiling.first().verdict == ("won" if fillings else "lost")
    walk = Walk(tiling, tiling.domains())
    assert walk.first(10**6, 0, 1, None).won == (len(fillings) > 0)


@given(st.integers(0, 7), st.integers(0, 2), st.data())
@settings(max_examples=30, deadline=None)
def test_counts_do_not_change_when_givens_are_turned_mirrored_and_renamed(
    which: int, shift: int, data: st.DataObject
) -> None:
    board = rectangle(3, 3, 3)
    corners = data.draw(st.dictionaries(
        st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(0, 2), min_size=1, max_size=3
    ))
    symmetry, points = symmetries(3, board.cells, {})[3 * which + shift]
    other = {points[point]: symmetry.number(number) for point, number in corners.items()}
    before = board.with_givens({}, corners).count(symmetric=False).labelled
    assert board.with_givens({}, other).count(symmetric=False).labelled == before


def test_a_square_of_three_numbers_has_24_symmetries_and_a_rectangle_12() -> None:
    assert len(symmetries(3, rectangle(3, 3, 3).cells, {})) == 24
    assert len(symmetries(3, rectangle(3, 4, 3).cells, {})) == 12


@pytest.mark.parametrize("lattice", [
    "0000/0011/0211/0210", "000000/220011/122112/022110",
    "233023/133023/330000/322110/222111/021132",
    "33400122/22401123/00001220/00331422/43311422/43314443/33210444",
    "1234134011301233023412340244400/0031111033331000021422344224420/4432110043321004221432043221421",
])
def test_the_rim_pays_for_what_the_pieces_cost(lattice: str) -> None:
    board = parse_lattice(lattice)
    k = max(max(row) for row in board) + 1
    rows, columns = len(board) - 1, len(board[0]) - 1
    over = sum(
        surplus(corners_at(board, r, c)) for r in range(rows) for c in range(columns)
    )
    rim = [*board[0], *(board[r][columns] for r in range(1, rows + 1)), *board[rows][-2::-1],
           *(board[r][0] for r in range(rows - 1, -1, -1))]
    walked = [(after - before) % k for before, after in pairwise(rim)]
    uneven = sum(step != 0 for step in walked)
    assert k * over == k * uneven - 2 * sum(walked)
    assert k * over == sum(k - 2 - rim_loss(step, k) for step in walked)


def test_the_steps_round_a_piece_add_up_to_the_numbers_or_to_nothing() -> None:
    for piece in range(70):
        assert sum(steps(NUMBERS[piece], 5)) == (0 if WAYS[piece] == 1 else 5)


IMPOSSIBLE = [(4, 5, 7), (5, 2, 35), (5, 5, 14), (5, 7, 10), (5, 8, 8)]


@pytest.mark.parametrize(("numbers", "rows", "columns"), IMPOSSIBLE)
def test_boards_whose_rim_is_too_short_are_refuted_without_a_search(
    numbers: int, rows: int, columns: int
) -> None:
    answer = rectangle(rows, columns, numbers).first(nodes=1)
    assert (answer.verdict, answer.nodes, answer.lattice) == ("lost", 0, [])


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(5, 10), (7, 7), (6, 8)])
def test_boards_of_five_numbers_are_refuted_by_going_through_everything(
    rows: int, columns: int
) -> None:
    assert rectangle(rows, columns, 5).first(nodes=10**12).verdict == "lost"


def test_more_cells_than_pieces_are_refuted_without_a_search() -> None:
    assert rectangle(2, 3, 2).first().verdict == "lost"
    assert rectangle(2, 3, 2).count().labelled == 0
    assert list(rectangle(2, 3, 2).solutions()) == []


@pytest.mark.parametrize("numbers", [2, 3])
def test_a_first_filling_is_found_wherever_there_is_one(numbers: int) -> None:
    most = {2: 5, 3: 15}[numbers]
    for rows in range(1, 5):
        for columns in range(rows, most // rows + 1):
            some = next(rectangle(rows, columns, numbers).solutions(), None)
            for seed in (1, 2):
                answer = rectangle(rows, columns, numbers).first(seed=seed)
                assert answer.won == (some is not None)


def test_a_search_that_is_cut_short_says_that_it_does_not_know() -> None:
    answer = rectangle(6, 7, 5).first(nodes=1000)
    assert answer.verdict == "unknown"
    assert 1000 <= answer.nodes < 1100
    count = rectangle(3, 3, 3).count(nodes=5000)
    assert not count.known
    assert 0 < count.labelled < 2640


def test_progress_grows_to_the_whole() -> None:
    told: list[float] = []
    count = rectangle(2, 3, 4).count(progress=told.append, symmetric=False)
    assert count.known
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)


SOLVABLE = [(5, 6, 6), (5, 5, 8), (5, 5, 9), (4, 3, 10)]


@pytest.mark.parametrize(("numbers", "rows", "columns"), SOLVABLE)
def test_large_boards_are_filled(numbers: int, rows: int, columns: int) -> None:
    answer = rectangle(rows, columns, numbers).first()
    assert answer.won
    assert lattice_problems(answer.lattice, numbers) == []


def test_a_piece_that_lies_keeps_lying() -> None:
    form = parse_form("01/21", 3)
    tiling = rectangle(3, 3, 3, pieces={(1, 1): form})
    for lattice in tiling.solutions():
        assert {point: lattice[point[0]][point[1]] for point in corners_of((1, 1), form)} == (
            corners_of((1, 1), form)
        )


def test_a_wrong_question_is_answered_with_everything_that_is_wrong_with_it() -> None:
    with pytest.raises(BadPosition) as refused:
        Tiling(3, [(0, 0), (0, 1)], {(0, 0): parse_form("01/21"), (5, 5): 0, (0, 1): 200},
               {(0, 0): 2, (9, 9): 0, (1, 2): 3})
    assert refused.value.problems == [
        "there is no corner 9,9",
        "corner 1,2 shows 3: the numbers go from 0 to 2",
        "01/21 on 0,0 shows 0 in corner 0,0, which shows 2",
        "the piece on 0,1 is not in the set of 3 numbers",
        "there is no cell 5,5",
    ]


def test_a_piece_given_twice_is_refused() -> None:
    with pytest.raises(BadPosition, match="0-0-0-0 lies on 0,0 and on 0,2"):
        rectangle(1, 3, 2, pieces={(0, 0): 0, (0, 2): 0})


def test_a_board_needs_a_row_a_column_and_numbers() -> None:
    with pytest.raises(Refused, match="at least one row"):
        rectangle(0, 3, 3)
    with pytest.raises(BadPosition, match="pieces on 1 to 6"):
        rectangle(3, 3, 7)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_puzzle_has_one_solution_and_is_as_difficult_as_wished(difficulty: str) -> None:
    for seed in range(3):
        puzzle = make(3, 4, 3, difficulty, seed)
        assert puzzle.count(symmetric=False).labelled == 1
        assert difficulty_of(puzzle) == difficulty
        assert make(3, 4, 3, difficulty, seed).pieces == puzzle.pieces


def test_a_hard_puzzle_can_spare_no_piece() -> None:
    puzzle = make(3, 4, 3, "hard", 1)
    for cell in puzzle.pieces:
        fewer = {other: form for other, form in puzzle.pieces.items() if other != cell}
        assert rectangle(3, 4, 3, fewer).count(symmetric=False).labelled > 1


def test_an_easy_puzzle_gives_a_third_of_the_pieces_or_more() -> None:
    assert len(make(4, 4, 4, "easy", 5).pieces) >= 5


def test_no_puzzle_is_made_of_what_cannot_be_filled_or_cannot_be_difficult() -> None:
    with pytest.raises(Refused, match="cannot be filled"):
        make(5, 7, 4)
    with pytest.raises(Refused, match="no hard puzzle of 2x2 on 2 numbers"):
        make(2, 2, 2, "hard")
    with pytest.raises(Refused, match="easy or medium or hard, not tricky"):
        make(2, 2, 2, "tricky")
