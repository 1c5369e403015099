"""Puzzles of square pieces: their solver, what is known of boards, their player, their picture."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

import sobremesa
from sobremesa import Match, Rng, View, picture
from sobremesa.bots import choose
from sobremesa.families.puzzle.boards import (
    CAN,
    CANNOT,
    LARGEST,
    SMALLEST,
    nearest_boards,
    what_is_known,
)
from sobremesa.families.puzzle.cuadrominos_puzzle import PuzzleRound
from sobremesa.material.quadrominoes import pieces_in
from sobremesa.picture.plane import pieces
from sobremesa.picture.scenes import Writer, nodes_in
from sobremesa.solvers import solvable, solve
from sobremesa.solvers.tilings import rectangle
from tests.laws import pick
from tests.test_proofs import BOARDS

NAME = "cuadrominos-puzzle"


def puzzle(deal: dict[str, list[str]] | None = None, /, **options: int) -> PuzzleRound:
    round = Match(sobremesa.game(NAME, **options), deal=deal or {}).round
    assert isinstance(round, PuzzleRound)
    return round


def can_be_finished(round: PuzzleRound) -> bool:
    """Tries everything, without any wits."""
    if round.over:
        return round.winners() == [0]
    cell = min(move // round.rules.forms for move in round.moves())
    free = min(place for place in range(round.rules.cells) if round.board[place] == -1)
    if cell != free:
        return False
    for move in round.moves():
        if move // round.rules.forms == cell:
            after = round.copy()
            after.play(move)
            if can_be_finished(after):
                return True
    return False


def test_there_is_a_solver_for_puzzles() -> None:
    assert solvable(NAME)


@pytest.mark.parametrize("seed", range(40))
def test_the_solver_agrees_with_trying_everything(seed: int) -> None:
    options = {"numbers": 2, "rows": 2, "columns": 2} if seed % 2 else {"rows": 2, "columns": 4}
    round = puzzle(**options)
    rng = Rng(seed)
    while not round.over:
        answer = solve(round)
        assert (answer.verdict == "won") == can_be_finished(round)
        assert answer.verdict != "unknown"
        if answer.won:
            after = round.copy()
            for move in answer.line:
                after.check(move)
                after.play(move)
            assert after.winners() == [0]
        round.play(pick(round, rng))
    assert (solve(round).verdict == "won") == (round.winners() == [0])


def test_holes_and_given_corners_are_kept_by_the_line() -> None:
    round = puzzle({"holes": ["0,0", "0,1", "0,2", "1,0"], "corners": ["3,3=2", "1,2=0"]})
    answer = solve(round)
    assert answer.won and len(answer.line) == 5
    for move in answer.line:
        round.check(move)
        round.play(move)
    assert round.winners() == [0]


def test_a_corner_that_is_given_can_make_a_puzzle_hopeless() -> None:
    round = puzzle({"corners": ["0,0=0", "0,1=0", "1,1=1", "1,0=1", "0,2=1", "2,1=0"]},
                   numbers=2, rows=2, columns=2)
    brute = can_be_finished(round)
    assert (solve(round).verdict == "won") == brute


def test_the_line_goes_to_the_tightest_cell_first() -> None:
    round = puzzle({"laid": ["00/21@0,0", "00/10@0,1"]})
    answer = solve(round)
    assert answer.won
    room = {
        place: int(round.fitting(place)) for place in range(9) if round.board[place] == -1
    }
    assert room[answer.line[0] // int(round.rules.forms)] == min(room.values())


@pytest.mark.parametrize(("numbers", "board"), [
    (numbers, board) for numbers, boards in LARGEST.items() for board in boards
])
def test_every_board_that_is_said_to_be_fillable_has_a_filling(
    numbers: int, board: tuple[int, int]
) -> None:
    shown = {(count, text.count("/"), len(text.partition("/")[0]) - 1) for count, text in BOARDS}
    assert (numbers, *board) in shown or rectangle(*board, numbers).first().won


def test_what_is_known_of_boards_is_the_same_either_way_round_and_never_contradicts_itself() -> (
    None
):
    for numbers in LARGEST:
        most = pieces_in(numbers)
        boards = [(rows, columns) for rows in range(1, most + 1)
                  for columns in range(1, most // rows + 1)]
        known = {board: what_is_known(numbers, *board) for board in boards}
        for (rows, columns), verdict in known.items():
            assert known[columns, rows] == verdict
            if verdict == CANNOT:
                assert all(known[other] != CAN for other in boards
                           if other[0] >= rows and other[1] >= columns)
        assert {board for board in SMALLEST[numbers] if known[board] != CANNOT} == set()


def test_an_empty_board_that_can_be_filled_is_known_without_a_search() -> None:
    round = puzzle(numbers=5, rows=2, columns=31)
    assert round.is_fillable() and not round.is_hopeless()
    round.play(round.read("00/00@0,0"))
    assert not round.is_fillable()
    assert not puzzle({"corners": ["0,0=1"]}).is_fillable()


def test_near_a_board_that_nobody_can_fill_are_some_that_can_be() -> None:
    for numbers in (4, 5):
        for rows, columns in SMALLEST[numbers]:
            near = nearest_boards(numbers, rows, columns)
            # Of a strip there is only a shorter strip.
            assert len(near) == (1 if rows == 1 else 2)
            assert all(what_is_known(numbers, *board) == CAN for board in near)


def test_the_greedy_player_solves_what_chance_does_not() -> None:
    won = {"random": 0, "greedy": 0}
    for kind in won:
        for seed in range(40):
            match = sobremesa.game(NAME).start(seed)
            rng = Rng(seed)
            while not match.over:
                match.play(choose(kind, match.view(0), rng))
            won[kind] += len(match.winners)
    assert won["random"] <= 4 and won["greedy"] >= 14


def test_the_greedy_player_needs_nothing_but_the_data_of_its_view() -> None:
    round = puzzle(rows=2, columns=3)
    rng = Rng(8)
    while not round.over:
        view = round.view(0)
        sent = View(round.game, json.loads(view.json()))
        assert choose("greedy", view, Rng(2)) == choose("greedy", sent, Rng(2))
        round.play(choose("random", view, rng))


def test_pieces_can_be_laid_in_any_order() -> None:
    texts = ["00/00@0,0", "00/01@0,1", "00/11@1,0", "01/11@1,1"]
    for order in permutations(texts):
        round = puzzle(numbers=2, rows=2, columns=2)
        for text in order:
            move = round.read(text)
            round.check(move)
            round.play(move)
        assert round.winners() == [0]


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
def test_the_picture_shows_every_piece_once_and_every_free_cell(shape: str) -> None:
    round = puzzle({"holes": ["2,2"], "given": ["00/00@0,0"]})
    rng = Rng(3)
    while not round.over:
        view = round.view(0)
        things = list(nodes_in(picture.scene(view, shape=shape, standalone=False).drawn))
        ids = sorted(thing.id for thing in things if thing.id)
        assert len(ids) == len(set(ids))
        assert [id for id in ids if id.startswith("piece-")] == sorted(
            f"piece-{piece}" for piece in round.game.pieces()
        )
        assert sum(thing.touch.startswith("cell:") for thing in things) == view.data["left"]
        assert sum("data-drop" in thing.more for thing in things) == len(round.log)
        assert sum(thing.state == "piece given" for thing in things) == 1
        round.play(pick(round, rng))
    over = picture.scene(round.view(0), shape=shape, standalone=False)
    assert not [touch for touch in over.touches if touch.startswith("piece:")]


def test_a_free_cell_shows_the_numbers_its_corners_have() -> None:
    round = puzzle({"corners": ["3,3=2"]})
    round.play(round.read("00/21@0,0"))
    view = round.view(0)
    writer = Writer()
    writer.write(picture.scene(view).touches["cell:0,1"])
    assert list(writer.symbols) == [pieces.corner(0, 0).name, pieces.corner(1, 3).name]
    assert picture.spoken("cell:0,1", view) == "free cell 0,1: 0 none above, 1 none below"
    assert picture.spoken("cell:2,0", view) == "free cell 2,0"
    assert picture.spoken("piece:0-1-2-2", view) == "piece 0-1-2-2"
    assert picture.label("cell:2,0", view) == "Cell 2,0"


def test_a_wide_board_is_written_as_its_lattice() -> None:
    narrow, wide = puzzle(rows=3, columns=4), puzzle(numbers=4, rows=1, columns=35)
    assert " 0 | . | . | . | . |" in picture.ascii(narrow.view(0))
    text = picture.ascii(wide.view(0), width=60)
    assert "  " + "." * 36 in text and max(map(len, text.splitlines())) <= 60


def test_what_happened_is_told() -> None:
    round = puzzle(numbers=2, rows=2, columns=2)
    assert picture.news(round.view(0)) == ""
    assert picture.headline(round.view(0)) == "Lay a piece where its corners agree"
    for text in ("00/00@0,0", "00/01@1,1"):
        round.play(round.read(text))
    assert picture.log_lines(round.view(0)) == [
        "00/00 is laid on 0,0.", "00/01 is laid on 1,1.",
        "Nothing fits any more: 2 cells to fill. Take a piece up again.",
    ]
