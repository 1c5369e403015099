"""The puzzle commands of the terminal, as a person types them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sobremesa.boards import drawn_board
from sobremesa.cli import main
from sobremesa.lab.tilings import BOARDS, DRAWN
from sobremesa.material.lattice import lattice_problems, parse_lattice
from sobremesa.material.quadrominoes import form_name
from sobremesa.solvers import tilings

PICTURES = Path(__file__).parent.parent / "docs" / "studies" / "pictures"


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["puzzle", *words], input=typed)


def run_play(*words: str, typed: str) -> Result:
    return CliRunner().invoke(main, ["play", *words], input=typed)


def lines(*words: str) -> list[str]:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return [line for line in result.output.splitlines() if "uncompiled" not in line]


def test_a_board_is_filled_and_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    said = lines("solve", "3x5", "--numbers", "3", "--svg", str(picture))
    assert said[0] == "3x5 on 3 numbers: it can be filled."
    lattice = parse_lattice(said[2])
    assert lattice_problems(lattice, 3) == []
    assert said[4:8] == [" ".join(str(number) for number in row) for row in lattice]
    assert said[-1] == "Left over: nothing"
    assert picture.read_text(encoding="utf-8").count('class="piece"') == 15


def test_all_fillings_are_listed() -> None:
    said = lines("solve", "2x2", "--numbers", "2", "--all")
    assert {"000/001/111", "001/001/011", "111/110/000", "110/110/100"} < set(said)
    assert said[-1] == "2x2 on 2 numbers: 16 fillings."


def test_a_board_that_cannot_be_filled_is_said_to_be_so() -> None:
    said = lines("solve", "5x7", "--numbers", "4")
    assert said == [
        "5x7 on 4 numbers: it cannot be filled.",
        "All 35 pieces are used. At least 28 of their sides find no partner inside, and the rim "
        "has 24.",
        "The nearest boards that can be filled: 4x7 and 5x5.",
    ]


def test_a_search_that_stops_says_so() -> None:
    said = lines("solve", "6x7", "--numbers", "5", "--nodes", "2000")
    assert said[0] == "6x7 on 5 numbers: unknown, the search stopped before the end."
    assert said[2] == "Look further: --nodes 20000, or --nodes 0 to search without a bound."
    said = lines("count", "3x3", "--numbers", "5", "--nodes", "2000")
    assert said[0].startswith("3x3 on 5 numbers: at least ")
    assert said[1] == "Look further: --nodes 20000, or --nodes 0 to count without a bound."


def test_fillings_are_counted_up_to_the_symmetries() -> None:
    said = lines("count", "3x3", "--numbers", "3", "--quiet")
    assert said[0] == "3x3 on 3 numbers: 2,640 fillings,"
    assert said[1].startswith("660 up to rotation")
    assert said[2].startswith("115 up to rotation, cyclic renaming")


def test_what_is_given_and_a_drawn_region_are_understood() -> None:
    said = lines(
        "solve", "##./.##", "--numbers", "3", "--piece", "0,0=01/21", "--corner", "2,3=2"
    )
    assert said[2].startswith("01") and said[2].endswith("2")
    assert said[4].endswith(".") and said[6].startswith(".")


def test_a_puzzle_is_made_again_from_its_seed_and_solved_by_its_own_command(
    tmp_path: Path
) -> None:
    words = ("make", "4x4", "--numbers", "4", "--difficulty", "hard", "--seed", "7", "--solution")
    said = lines(*words, "--svg", str(tmp_path / "puzzle.svg"))
    assert said == lines(*words)
    assert re.fullmatch(
        r"4x4 on 4 numbers, hard, seed 7: \d+ of 16 pieces are given, and there is one solution.",
        said[0],
    )
    command = next(line for line in said if line.startswith("sobremesa puzzle solve"))
    solved = lines(*shlex.split(command)[2:])
    assert solved[4:9] == said[-5:]
    counted = lines("count", *shlex.split(command)[3:])
    assert counted[0] == "4x4 on 4 numbers: 1 filling,"
    assert (tmp_path / "puzzle.svg").read_text(encoding="utf-8").count("cell-free") >= 12


@pytest.mark.parametrize(("words", "reason"), [
    (["solve", "3x"], "3x is no board: write rows and columns like 3x5, or a drawing like"),
    (["solve", "..."], "the region has no cell"),
    (["solve", "3x3", "--piece", "9=3"], "9=3 is not understood: write a piece like 0,1=01/42"),
    (["solve", "3x3", "--piece", "0,0=02/10"], "no piece lies as 02/10"),
    (["solve", "3x3", "--piece", "0,0=04/44"], "04/44 is not in the set"),
    (["solve", "3x3", "--piece", "7,7=00/00"], "there is no cell 7,7"),
    (["solve", "3x3", "--corner", "0,0=x"], "x is no number: write a corner like 0,1=3"),
    (["solve", "3x3", "--corner", "0,0=7"], "corner 0,0 shows 7: the numbers go from 0 to 2"),
    (["solve", "3x3", "--corner", "0,0=1", "--piece", "0,0=00/00"], "in corner 0,0, which shows 1"),
    (["count", "3x3", "--numbers", "9"], "9 numbers: there are pieces on 1 to 6"),
    (["make", "##", "--seed", "1"], "## is no size: write rows and columns like 3x5"),
    (["make", "2x2", "--numbers", "2", "--difficulty", "hard"],
     "no hard puzzle of 2x2 on 2 numbers was found: try another seed, another board or another "
     "difficulty"),
    (["make", "5x7", "--numbers", "4"], "5x7 cannot be filled on 4 numbers; 4x7 or 5x5 can"),
    (["solve", "3x3", "--corner", "0,0=" + "9" * 5000], "is no number"),
    (["solve", "3x3", "--corner", "9" * 5000 + ",0=1"], "is not understood"),
])
def test_bad_input_is_refused_with_a_reason(words: list[str], reason: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert reason in result.output


def test_the_study_prints_its_table_and_draws_its_boards(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, [
        "study", "cuadrominos", "--numbers", "2", "--pictures", str(tmp_path),
    ])
    assert result.exit_code == 0, result.output
    assert "| 2 | 2 × 2 | 16 | 4 | 1 |" in result.output
    assert len(list(tmp_path.glob("*.svg"))) == len(DRAWN)
    result = CliRunner().invoke(main, ["study", "cuadrominos", "--numbers", "5", "--nodes", "99"])
    assert result.output.count("at least") == sum(board[0] == 5 for board in BOARDS)


@pytest.mark.parametrize("name", DRAWN)
def test_the_boards_of_the_study_are_right_and_drawn_as_they_are(name: str) -> None:
    numbers, text = DRAWN[name]
    lattice = parse_lattice(text)
    assert lattice_problems(lattice, numbers) == []
    assert name.partition("-")[0] == f"{len(lattice) - 1}x{len(lattice[0]) - 1}"
    stored = (PICTURES / f"cuadrominos-{name}.svg").read_text(encoding="utf-8")
    assert stored == drawn_board(name), "run sobremesa study cuadrominos --pictures"


def test_a_puzzle_that_was_made_is_played_until_it_is_solved() -> None:
    words = ("make", "3x3", "--numbers", "3", "--seed", "7", "--play")
    made = tilings.make(3, 3, 3, seed=7)
    whole = made.forms(made.first().lattice)
    typed = [
        f"{form_name(form)}@{row},{column}" for (row, column), form in sorted(whole.items())
        if (row, column) not in made.pieces
    ]
    assert typed
    result = run(*words, typed="\n".join(typed) + "\n")
    assert result.exit_code == 0 and "The board is full: solved" in result.output


def test_a_wrong_piece_is_taken_up_again() -> None:
    typed = "00/00@0,0\n01/11@0,1\nundo\nredo\nundo 00/00@0,0\nundo 9\nundo nothing\nredo\nredo\n"
    result = run_play("cuadrominos-puzzle", typed=typed)
    assert "1 move is taken back." in result.output and "1 move is played again." in result.output
    assert "there is nothing to take back" in result.output
    assert "nothing is no move that can be taken back alone" in result.output
    assert "There is nothing to play again." in result.output
