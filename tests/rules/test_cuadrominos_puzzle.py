"""The puzzles with square pieces, clause by clause."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Match, Refused, Rng
from sobremesa.core.options import Value
from sobremesa.core.playout import finish
from sobremesa.material.lattice import (
    Lattice,
    form_at,
    lattice_problems,
    lattice_text,
    left_over,
    parse_lattice,
)
from sobremesa.material.quadrominoes import NUMBERS, form_name, piece_name, pieces_in
from sobremesa.solvers import solve
from sobremesa.solvers.tilings import rectangle
from tests.laws import pick
from tests.rules.playing import play, refused

clause = pytest.mark.clause

NAME = "cuadrominos-puzzle"
FIRST, SECOND = "000/001/111", "001/001/011"
ALL_FIFTEEN = "000000/220011/122112/022110"
QUADRUPLES = {"0-0-0-0", "1-1-1-1"}


def puzzle(deal: dict[str, Any] | None = None, /, **options: Value) -> Match:
    return Match(sobremesa.game(NAME, **options), deal=deal or {})


def two_by_two(deal: dict[str, Any] | None = None, /) -> Match:
    return puzzle(deal, numbers=2, rows=2, columns=2)


def cells(lattice: Lattice) -> list[tuple[int, int]]:
    return [(row, column) for row in range(len(lattice) - 1)
            for column in range(len(lattice[0]) - 1)]


def names(text: str) -> list[str]:
    lattice = parse_lattice(text)
    return [piece_name(form_at(lattice, *cell) // 4) for cell in cells(lattice)]


def layings(text: str) -> list[str]:
    lattice = parse_lattice(text)
    return [f"{form_name(form_at(lattice, *cell))}@{cell[0]},{cell[1]}" for cell in cells(lattice)]


def is_right(text: str, numbers: int) -> bool:
    """A lattice without problems; laid piece by piece it solves the puzzle."""
    lattice = parse_lattice(text)
    if lattice_problems(lattice, numbers):
        return False
    match = puzzle(numbers=numbers, rows=len(lattice) - 1, columns=len(lattice[0]) - 1)
    for laid in layings(text):
        move = match.round.read(laid)
        assert move in match.round.moves()
        match.round.play(move)
    assert match.over and match.winners == [0]
    assert "/".join(match.view(0).data["lattice"]) == text
    return True


def turned(lattice: Lattice) -> Lattice:
    """A quarter turn clockwise."""
    return [list(column) for column in zip(*lattice[::-1], strict=True)]


def ways_turned(lattice: Lattice) -> list[str]:
    """The lattice in all four turns, as text."""
    found = []
    for _ in range(4):
        found.append(lattice_text(lattice))
        lattice = turned(lattice)
    return found


def mirrored(lattice: Lattice) -> Lattice:
    return [row[::-1] for row in lattice]


def renamed(lattice: Lattice, names: list[int]) -> Lattice:
    return [[names[number] for number in row] for row in lattice]


def small_solutions() -> list[Lattice]:
    """Every lattice of two by two with two numbers that is right, by trying all."""
    found = []
    for numbers in product(range(2), repeat=9):
        lattice = [list(numbers[start:start + 3]) for start in (0, 3, 6)]
        if not lattice_problems(lattice, 2):
            found.append(lattice)
    return found


@clause("PUZ-01", "PUZ-12", "PUZ-F01", "PUZ-R05", "PUZ-10", "PUZ-11")
@pytest.mark.parametrize(("numbers", "count"), [(2, 5), (3, 15), (4, 35), (5, 70)])
def test_the_pieces_are_those_of_the_game(numbers: int, count: int) -> None:
    game = sobremesa.game(NAME, numbers=numbers, rows=1, columns=5)
    assert len(game.pieces()) == count == pieces_in(numbers)
    combinations = {
        tuple(sorted(four)) for four in product(range(numbers), repeat=4)
    }
    assert {tuple(map(int, name.split("-"))) for name in game.pieces()} == combinations


@clause("PUZ-02")
def test_the_simplest_puzzle_has_five_pieces() -> None:
    assert two_by_two().game.pieces() == [
        "0-0-0-0", "0-0-0-1", "0-0-1-1", "0-1-1-1", "1-1-1-1"
    ]


@clause("PUZ-03", "PUZ-R03", "PUZ-R11")
def test_a_full_board_is_solved_and_a_piece_is_left_over() -> None:
    match = play(two_by_two(), "00/00@0,0", "00/01@0,1", "00/11@1,0")
    assert not match.over
    play(match, "01/11@1,1")
    data = match.view(0).data
    assert match.winners == [0] and data["ending"] == "win" and data["unused"] == ["1-1-1-1"]
    assert [piece_name(one) for one in left_over(parse_lattice(FIRST), 2)] == ["1-1-1-1"]


@clause("PUZ-04", "PUZ-05", "PUZ-06", "PUZ-R12", "PUZ-F02")
def test_what_the_document_deduces_is_true_of_every_solution_of_the_first_task() -> None:
    found = small_solutions()
    assert len(found) == 16
    for lattice in found:
        # The middle point is a corner of all four pieces.
        middle = lattice[1][1]
        used = {cell: NUMBERS[form_at(lattice, *cell) // 4] for cell in cells(lattice)}
        assert all(middle in numbers for numbers in used.values())
        quadruples = [cell for cell in used if len(set(used[cell])) == 1]
        assert len(quadruples) == 1
        number = used[quadruples[0]][0]
        for cell, numbers in used.items():
            assert number in numbers
            if numbers.count(number) == 1:
                assert cell == (1 - quadruples[0][0], 1 - quadruples[0][1])


@clause("PUZ-07", "PUZ-08", "PUZ-R06", "PUZ-F02", "PUZ-E03")
def test_the_first_task_has_four_solutions_up_to_turning() -> None:
    classes = set()
    for lattice in small_solutions():
        assert len(set(ways_turned(lattice))) == 4
        classes.add(min(ways_turned(lattice)))
    assert len(classes) == 4
    with_zeros = {text for text in classes if "0-0-0-0" in names(text)}
    assert with_zeros == {min(ways_turned(parse_lattice(text))) for text in (FIRST, SECOND)}
    assert all("1-1-1-1" in names(text) for text in classes - with_zeros)


@clause("PUZ-R06")
def test_a_piece_of_equal_numbers_lies_in_one_way_only() -> None:
    match = two_by_two()
    ways = [text for text in texts(match) if text.endswith("@0,0")]
    assert len(ways) == len(set(ways)) == 5 * 4 - 2 * 3
    move = match.round.read("00/00@0,0")
    with pytest.raises(Refused, match="0-0-0-0 looks alike in every turn"):
        match.play(move + 1)


def texts(match: Match) -> list[str]:
    return [match.round.text(move) for move in match.round.moves()]


@clause("PUZ-09")
@pytest.mark.parametrize("text", [
    "0000/0011/0211/0210", "00000/00210/22210/22111", ALL_FIFTEEN,
])
def test_the_boards_of_the_second_task_can_be_filled(text: str) -> None:
    assert is_right(text, 3)


@clause("PUZ-R01", "PUZ-12")
def test_pieces_are_turned_but_not_turned_over() -> None:
    match = puzzle()
    forms = {text.partition("@")[0] for text in texts(match) if text.endswith("@1,1")}
    assert {"01/22", "20/21", "22/10", "12/02"} <= forms
    assert len(forms) == 3 + 12 * 4
    refused(
        match, "10/22@0,0",
        "no piece lies as 10/22: clockwise its numbers ascend from some corner (CUAD-03)",
    )
    # Where a piece fits in one way only, its turn need not be said.
    play(match, "00/21@0,0")
    assert match.round.read("1-1-1-1@2,2") == match.round.read("11/11@2,2")
    with pytest.raises(Refused, match="0-0-0-1 fits there in several ways: say which"):
        match.play("0-0-0-1@2,2")


@clause("PUZ-R02", "PUZ-E04")
def test_a_piece_is_used_once() -> None:
    match = play(puzzle(), "00/01@0,0")
    refused(
        match, "00/01@2,2", "0-0-0-1 lies on 0,0, and there is only one of each (PUZ-R02)"
    )
    assert lattice_problems(parse_lattice("000/000/111"), 2)[0] == (
        "0-0-0-0 lies on 0,0 and on 0,1 (PUZ-R02)"
    )


@clause("PUZ-R03")
def test_a_board_for_all_pieces_has_as_many_cells() -> None:
    assert sobremesa.game(NAME, rows=3, columns=5, require_all=True).flag("require_all")
    with pytest.raises(BadOption, match=r"all 15 pieces has as many cells, not 3 × 4 \(PUZ-R03\)"):
        sobremesa.game(NAME, rows=3, columns=4, require_all=True)
    match = play(puzzle(rows=3, columns=5, require_all=True), *layings(ALL_FIFTEEN))
    assert match.winners == [0] and match.view(0).data["unused"] == []


@clause("PUZ-R04", "PUZ-12")
def test_every_corner_that_meets_another_must_agree() -> None:
    match = play(puzzle(), "00/21@1,1")
    refused(
        match, "11/11@1,2",
        "the top left corner of 1,2 is 0; 1-1-1-1 turned so shows 1 there (PUZ-R04)",
    )
    # Diagonal neighbours too.
    refused(
        match, "00/00@2,2",
        "the top left corner of 2,2 is 1; 0-0-0-0 turned so shows 0 there (PUZ-R04)",
    )
    refused(match, "22/22@1,1", "0-0-1-2 lies on 1,1 already")
    assert match.view(0).data["lattice"] == ["....", ".00.", ".21.", "...."]


@clause("PUZ-R04")
@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_laid_agrees_everywhere(seed: int) -> None:
    match = puzzle(rows=3, columns=4)
    rng = Rng(seed)
    while not match.round.over:
        match.play(pick(match.round, rng))
    data = match.view(0).data
    for text in data["laid"]:
        form, _, place = text.partition("@")
        row, column = (int(part) for part in place.split(","))
        shown = data["lattice"][row][column:column + 2] + "/" + (
            data["lattice"][row + 1][column:column + 2]
        )
        assert shown == form


@clause("PUZ-R07", "PUZ-E02")
def test_with_two_numbers_the_mirror_image_of_a_solution_is_one() -> None:
    for lattice in small_solutions():
        assert lattice_problems(mirrored(lattice), 2) == []
    assert [list(row) for row in zip(*parse_lattice(FIRST), strict=True)] == parse_lattice(SECOND)


@clause("PUZ-R08", "PUZ-R07", "PUZ-E10", "PUZ-E11")
def test_shifting_all_numbers_is_a_symmetry_and_exchanging_two_is_not() -> None:
    lattice = parse_lattice(ALL_FIFTEEN)
    for shift in range(3):
        names = [(number + shift) % 3 for number in range(3)]
        assert lattice_problems(renamed(lattice, names), 3) == []
        assert lattice_problems(renamed(mirrored(lattice), names[::-1]), 3) == []
    assert lattice_problems(renamed(lattice, [1, 0, 2]), 3)
    flat = lattice_text(mirrored(lattice))
    assert flat == "000000/110022/211221/011220"
    assert any("clockwise its corners are 0,0,2,1" in said
               for said in lattice_problems(mirrored(lattice), 3))
    reversed_too = lattice_text(renamed(mirrored(lattice), [2, 1, 0]))
    assert reversed_too == "222222/112200/011001/211002" and is_right(reversed_too, 3)


@clause("PUZ-R09")
def test_a_board_may_have_holes_which_nothing_fills() -> None:
    match = puzzle({"holes": ["1,1"]})
    refused(match, "00/00@1,1", "1,1 is a hole in the board")
    assert match.view(0).data["left"] == 8 and match.scores == [1]
    lattice = parse_lattice("0000/0011/0211/0210")
    play(match, *(text for text in layings(lattice_text(lattice)) if not text.endswith("@1,1")))
    assert match.winners == [0] and match.scores == [9]
    assert any("a board is a rectangle" in said
               for said in lattice_problems(parse_lattice("000/01"), 2))


@clause("PUZ-R10", "PUZ-E17")
def test_a_strip_of_one_row_is_a_board() -> None:
    strip = (
        "011130123012330002222201301130121231/321130100022332002032211100333321332"
    )
    assert is_right(strip, 4) and left_over(parse_lattice(strip), 4) == []


@clause("PUZ-R13")
def test_larger_boards_may_have_several_pieces_of_equal_numbers() -> None:
    assert QUADRUPLES.issubset(names("0000/0011/0211/0210"))
    assert not QUADRUPLES.issubset(names(FIRST))


@clause("PUZ-R14")
def test_a_task_has_two_to_five_numbers_and_a_board_for_its_pieces() -> None:
    game = sobremesa.game(NAME)
    assert [game.options[name] for name in ("numbers", "rows", "columns")] == [3, 3, 3]
    for options in ({"numbers": 6}, {"numbers": 1}, {"rows": 0}, {"columns": 71}, {"players": 2}):
        with pytest.raises(BadOption, match="PUZ-R14"):
            sobremesa.game(NAME, **options)
    with pytest.raises(BadOption) as caught:
        sobremesa.game(NAME, rows=4, columns=4)
    assert str(caught.value) == (
        "4 × 4 cells are 16; with 3 numbers there are only 15 pieces (PUZ-R14)"
    )
    assert lattice_problems(parse_lattice("003/001/111"), 3) == [
        "corner 0,2 shows 3: the numbers go from 0 to 2 (PUZ-R14)"
    ]
    assert lattice_problems(parse_lattice("000/01/111"), 2) == [
        "row 1 has 2 corners and row 0 has 3: a board is a rectangle (PUZ-R14)"
    ]
    refused(
        puzzle(), "00/00@3,0", "3,0 is not on the board, which has 3 × 3 cells (PUZ-R14)"
    )


RIGHT = [
    ("PUZ-E01", 2, FIRST), ("PUZ-E02", 2, SECOND), ("PUZ-E03", 2, "111/110/000"),
    ("PUZ-E03", 2, "110/110/100"), ("PUZ-E06", 3, "0000/0011/0211/0210"),
    ("PUZ-E07", 3, "00000/00210/22210/22111"), ("PUZ-E08", 3, ALL_FIFTEEN),
    ("PUZ-E09", 3, "111111/001122/200220/100221"),
    ("PUZ-E09", 3, "200112/100110/002211/222222"),
    ("PUZ-E13", 4, "233023/133023/330000/322110/222111/021132"),
    ("PUZ-E14", 4, "12300112/33300113/22001133/22022133/21032103"),
    ("PUZ-E15", 4, "30112001122/20112200332/11132200333/32132103310"),
    ("PUZ-E16", 4, "223330123023012312/033300113222002113/031102103221002110"),
    ("PUZ-E19", 5, "33400122/22401123/00001220/00331422/43311422/43314443/33210444"),
    ("PUZ-E20", 5, "0123401231/3123302222/1113002243/0113000244/0433104444/4432104110"),
    ("PUZ-E21", 5, "0124023013400/0120033114421/4420033114422/3322003311442/2222104321043"),
    ("PUZ-E22", 5,
     "0123444412301123401/4122224442331113002/3100222043311443003/2103210043310433104"),
    ("PUZ-E23", 5,
     "1234134011301233023412340244400/0031111033331000021422344224420"
     "/4432110043321004221432043221421"),
]


@clause("PUZ-E01", "PUZ-E02", "PUZ-E03", "PUZ-E06", "PUZ-E07", "PUZ-E08", "PUZ-E09", "PUZ-E13",
        "PUZ-E14", "PUZ-E15", "PUZ-E16", "PUZ-E19", "PUZ-E20", "PUZ-E21", "PUZ-E22", "PUZ-E23")
@pytest.mark.parametrize(("name", "numbers", "text"), RIGHT)
def test_a_right_lattice_is_found_right_and_solves_the_puzzle(
    name: str, numbers: int, text: str
) -> None:
    assert is_right(text, numbers), name


@clause("PUZ-E01", "PUZ-E08", "PUZ-E15", "PUZ-E16")
def test_the_pieces_that_the_examples_use() -> None:
    texts = {name: text for name, _, text in RIGHT}
    assert names(FIRST) == ["0-0-0-0", "0-0-0-1", "0-0-1-1", "0-1-1-1"]
    assert len(set(names(ALL_FIFTEEN))) == 15
    assert len(names(texts["PUZ-E15"])) == 30 and len(names(texts["PUZ-E16"])) == 34


@clause("PUZ-E09")
def test_the_other_solutions_with_fifteen_pieces_are_the_first_with_its_numbers_shifted() -> None:
    lattice = parse_lattice(ALL_FIFTEEN)
    assert lattice_text(renamed(lattice, [1, 2, 0])) == "111111/001122/200220/100221"
    half_turned = turned(turned(renamed(lattice, [2, 0, 1])))
    assert lattice_text(half_turned) == "200112/100110/002211/222222"


@clause("PUZ-F03")
@pytest.mark.parametrize(("name", "numbers", "text"), RIGHT)
def test_the_steps_along_the_rim_tell_what_the_pieces_inside_may_be(
    name: str, numbers: int, text: str
) -> None:
    lattice = parse_lattice(text)
    surplus = 0
    for cell in cells(lattice):
        shown = NUMBERS[form_at(lattice, *cell) // 4]
        differing = sum(shown[place] != shown[(place + 1) % 4] for place in range(4))
        surplus += max(0, differing - 2)
    around = (
        lattice[0] + [row[-1] for row in lattice[1:]] + lattice[-1][-2::-1]
        + [row[0] for row in lattice[-2:0:-1]]
    )
    steps = [
        (after - before) % numbers
        for before, after in zip(around, around[1:] + around[:1], strict=True)
    ]
    differing = sum(step > 0 for step in steps)
    assert numbers * surplus == numbers * differing - 2 * sum(steps), name


def steps(numbers: tuple[int, ...], count: int) -> list[int]:
    """The steps of the sides of a piece, clockwise."""
    return [(numbers[(place + 1) % 4] - numbers[place]) % count for place in range(4)]


@clause("PUZ-E24", "PUZ-F03")
@pytest.mark.parametrize(("numbers", "needed", "rows", "columns"), [
    (4, 28, 5, 7), (5, 80, 2, 35), (5, 80, 5, 14), (5, 80, 7, 10),
])
def test_too_many_sides_find_no_partner_for_the_rim(
    numbers: int, needed: int, rows: int, columns: int
) -> None:
    """Inside a board a side of step d lies against one of step k - d, so that what is left
    over of the more frequent of the two lies on the rim."""
    pieces = NUMBERS[:pieces_in(numbers)]
    assert len(pieces) == rows * columns
    counts = [0] * numbers
    for piece in pieces:
        for step in steps(piece, numbers):
            counts[step] += 1
    surplus = sum(abs(counts[step] - counts[numbers - step]) for step in range(1, numbers)) // 2
    assert surplus == needed > 2 * (rows + columns)
    assert rectangle(rows, columns, numbers).first().verdict == "lost"
    assert solve(puzzle(numbers=numbers, rows=rows, columns=columns).round).verdict == "lost"


@clause("PUZ-E24")
def test_the_strip_of_all_seventy_pieces_would_have_to_climb_and_cannot() -> None:
    """Every column of two corners has a weight by the step from its top to its bottom, and
    the pieces together lower the weight more than it can fall."""
    weights = [1, 0, 1, 1, 2]
    most = 0
    for numbers in NUMBERS[:pieces_in(5)]:
        rises = []
        for turn in range(4):
            top_left, top_right, bottom_right, bottom_left = (
                numbers[(place - turn) % 4] for place in range(4)
            )
            left, right = (bottom_left - top_left) % 5, (bottom_right - top_right) % 5
            rises.append(weights[right] - weights[left])
        most += max(rises)
    assert most == -5 < min(weights) - max(weights)
    assert solve(puzzle(numbers=5, rows=1, columns=70).round).verdict == "lost"


@clause("PUZ-R11")
def test_a_board_on_which_nothing_fits_any_more_is_not_solved() -> None:
    endings = set()
    for seed in range(60):
        match = puzzle()
        finish(match.round, Rng(seed))
        data = match.view(0).data
        endings.add(data["ending"])
        assert (data["ending"] == "win") == (data["left"] == 0) == (match.winners == [0])
        assert match.over and match.round.moves() == []
    assert "loss" in endings


@clause("PUZ-R04", "PUZ-R11")
def test_given_pieces_and_numbers_hold() -> None:
    match = puzzle({"given": ["00/00@0,0"], "corners": ["3,3=0"]})
    refused(match, "11/11@0,0", "0-0-0-0 lies on 0,0 already")
    refused(
        match, "11/11@2,2",
        "the bottom right corner of 2,2 is 0; 1-1-1-1 turned so shows 1 there (PUZ-R04)",
    )
    play(match, *layings("0000/0011/0211/0210")[1:])
    assert match.winners == [0]


def test_everything_wrong_with_a_position_is_said_at_once() -> None:
    game = sobremesa.game(NAME)
    with pytest.raises(BadPosition) as caught:
        game.load({
            "holes": ["1,1", "1,1", "9,9", "x"], "corners": ["0,2=2", "0,9=1", "5", "0,0=4"],
            "given": ["01/42@0,0", "01/22@1,1", "00/00@0,2", "01@0,0"],
            "laid": ["00/00@2,2", "10/20@2,0"],
        })
    assert caught.value.problems == [
        "1,1 and 1,1 are the same cell",
        "9,9 is not on the board, which has 3 × 3 cells",
        "x is no cell: write it like 1,2",
        "0,9=1 is at the corner of no cell",
        "5 is no corner number: write it like 0,3=2",
        "0,0=4 is too high: the numbers go from 0 to 2 (PUZ-R14)",
        "01/42 is not in the set: its numbers go from 0 to 2",
        "01/22@1,1 and 1,1 are the same cell",
        "00/00@0,2 shows 0 at 0,2 and 0,2=2 shows 2 (PUZ-R04)",
        "01 is no piece as it lies: write it like 01/42",
        "0-0-0-0 lies twice: 00/00@0,2 and 00/00@2,2 (PUZ-R02)",
        "no piece lies as 10/20: clockwise its numbers ascend from some corner (CUAD-03)",
    ]
    with pytest.raises(BadPosition) as caught:
        game.load({"hloes": [], "given": "00/00@0,0", "number": 2, "before": [3]})
    assert caught.value.problems == [
        "a position has no hloes: did you mean holes?",
        "number must be 1",
        "before must be [0]: a puzzle is a match of its own",
        "given must be a list",
    ]
    with pytest.raises(BadPosition, match="over does not follow from the board"):
        game.load({"over": True})


@clause("PUZ-R14")
def test_every_task_that_is_ready_made_can_be_chosen_by_its_name() -> None:
    for name, options in type(sobremesa.game(NAME)).BUNDLES.items():
        game = sobremesa.game(NAME, bundle=name)
        assert name == f"{game.options['rows']}x{game.options['columns']}"
        assert all(game.options[option] == value for option, value in options.items())


@pytest.mark.parametrize("options", [{}, {"numbers": 4, "rows": 4, "columns": 5}])
def test_random_puzzles_end_and_keep_every_piece(options: dict[str, int]) -> None:
    check_random(5 if options else 200, options)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"rows": 2, "columns": 7}])
def test_twenty_thousand_random_puzzles_end_and_keep_every_piece(options: dict[str, int]) -> None:
    check_random(10_000, options)


def check_random(count: int, options: dict[str, int]) -> None:
    game = sobremesa.game(NAME, **options)
    whole = sorted(game.pieces())
    for seed in range(count):
        round = game.start(seed).round
        finish(round, Rng(seed))
        assert round.over and len(round.log) <= game.longest
        assert sorted(round.pieces()) == whole
