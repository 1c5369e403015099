"""What the terminal refuses in a sentence, and says in the language of whoever reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sobremesa
from sobremesa.cli import main
from sobremesa.lab.findings import read_results
from tests.test_cli_outputs import read_all

DUEL = ["lab", "duel", "block", "greedy", "random", "--workers", "1"]


def run(*words: str, typed: str = "", **environment: str) -> Result:
    return CliRunner(env=environment).invoke(main, list(words), input=typed)


def flat(result: Result) -> str:
    return " ".join(re.sub("[│╭╮╰╯─]", " ", result.output).split())


@pytest.mark.parametrize(("words", "reason"), [
    ([*DUEL, "--standing", "99999999999999999999,1"], "are no points"),
    ([*DUEL, "--standing", "999999999,1"], "is over, or never stood so"),
    ([*DUEL, "--rounds", "--standing", "90,85"], "leave --rounds or --standing out"),
    (["lab", "stakes", "block"], "name the file to be written, as in --into NEW"),
    (["lab", "stakes", "block", "--deals", "0", "--into", "q"], "0 is not in the range"),
    (["lab", "stakes", "block", "--into", "words"], "words keeps no results"),
    (["lab", "poker", "two-draw"], "name the file to be written, as in --into NEW"),
    (["lab", "poker", "two-draw", "--rounds", "0", "--into", "words"], "words keeps no table"),
    (["lab", "poker", "two-draw", "--rounds", "0", "--into", "none"], "none: No such file"),
    (["lab", "poker", "two-draw", "--deals", "0", "--into", "q"], "0 is not in the range"),
    (["study", "solitaires", "--deals", "0", "--game", "traffic"], "0 is not in the range"),
    (["study", "solitaires", "--game", "nope"], "nope is no game for one that is studied"),
    (["study", "solitaires", "--game", "traffic", "--set", "5"], "no such game has that set"),
    (["study", "cuadrominos", "--numbers", "9"], "9 is not in the range"),
    (["lab", "compare", "block", "set=6,9", "--players", "3"], "write players=3"),
    (["lab", "run", "dated.toml"], "a title is a text, not 2026-01-01"),
    (["lab", "report", "djambi", "--players", ""], "bots is a list of line-ups"),
    (["lab", "report", "block", "--skill", "nobody greedy"], "has no bot called nobody"),
    (["puzzle", "solve", "3x5", "--piece", "0,0=00/00", "--piece", "0,0=00/01"],
     "0,0 has two of --piece"),
    (["puzzle", "solve", "3x5", "--corner", "0,0=1", "--corner", "0,0=2"],
     "0,0 has two of --corner"),
    (["puzzle", "solve", "100000x100000"], "is too large: a side has at most 99"),
    (["puzzle", "solve", "2x2", "--all", "--svg", "a.svg", "--nodes", "1"],
     "--all lists every filling, without --nodes and --svg"),
    (["play", "block", "--finish_hand", "maybe"], "it is no or yes"),
    (["play", "block", "--first_player", "any"], "it is by chance, or a seat from 1 to 2"),
    (["play", "zzzqq"], "super-bridge, texas-42"),
    (["reports", "--database", "x.db", "--remove", str(2**64)], "is not in the range"),
    (["puzzle", "make", "3x3", "--seed", str(2**64)], "is not in the range"),
])
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words").write_text("words", encoding="utf-8")
    Path("dated.toml").write_text(
        'title = 2026-01-01\ndeals = 1\n[[games]]\ngame = "block"\n', encoding="utf-8"
    )
    before = sorted(tmp_path.iterdir())
    result = run(*words)
    assert result.exit_code in (1, 2) and isinstance(result.exception, SystemExit), result.output
    assert reason in flat(result)
    assert "Traceback" not in result.output
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(("words", "reason"), [
    (["play", "block", "--seat", "9", "--language", "es"], "no hay asiento 9"),
    (["play", "block", "--bots", "greedy,greedy", "--language", "es"], "asiento libre"),
    (["play", "block", "--finish_hand", "maybe", "--language", "es"], "no o sí"),
    (["solve", "traffic", "--board", "1", "--language", "fr"], "seules les donnes de levées"),
])
def test_a_refusal_speaks_the_language_that_was_chosen(words: list[str], reason: str) -> None:
    assert reason in flat(run(*words))


def test_a_file_that_is_no_text_is_refused_in_the_language_that_was_chosen(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\x00\x81")
    result = run("record", "show", str(tmp_path / "bytes"), "--language", "es")
    assert "no es un archivo de texto" in flat(result)


@pytest.mark.parametrize("word", ["quit", "q", "EXIT", ""])
def test_a_problem_of_tricks_can_be_left(word: str) -> None:
    result = run("puzzle", "tricks", "texas-42", "--seed", "1", "--play",
                 typed=word and f"{word}\n")
    assert result.exit_code == 0 and "You leave the table." in result.output


def test_puzzles_speak_the_language_of_the_environment() -> None:
    result = run("puzzle", "tricks", "texas-42", "--seed", "1", "--play", typed="x\nquit\n",
                 LANG="es_ES.UTF-8", LANGUAGE="", LC_ALL="", LC_MESSAGES="")
    assert "no se puede jugar ahora" in result.output and "plays" not in result.output
    result = run("puzzle", "make", "3x3", "--seed", "1", "--play", "--language", "es",
                 typed="quit\n")
    assert "Te levantas de la mesa." in result.output


def test_a_lesson_that_was_left_goes_on_in_its_language() -> None:
    left = run("learn", "block", "--language", "es", typed="quit\n").output
    assert "sobremesa learn block 1 --language es" in left
    assert "--language" not in run("learn", "block", typed="quit\n").output


@pytest.mark.parametrize("columns", ["0", "1", "20", "40", "80"])
def test_no_name_of_a_game_is_cut(columns: str) -> None:
    listed = run("games", COLUMNS=columns).output
    assert all(name in listed for name in sobremesa.games()) and "…" not in listed


def test_one_match_has_no_interval() -> None:
    assert run(*DUEL, "--matches", "1").output.count("(no interval yet)") == 2
    more = run(*DUEL, "--matches", "3", "--equal").output
    assert "4/3" not in more and "8/3" not in more and "3/3" in more


def test_bots_of_a_game_are_never_replaced_unasked(tmp_path: Path) -> None:
    kept = tmp_path / "own.json"
    words = ["lab", "stakes", "block", "--deals", "8", "--matches", "2", "--workers", "1"]
    assert run(*words, "--into", str(kept)).exit_code == 0
    assert '"block"' in kept.read_text(encoding="utf-8")


def test_a_damaged_study_is_mended_or_named(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text('deals = 3\n[[games]]\ngame = "block"\n', encoding="utf-8")
    words = ["lab", "run", str(study), "--workers", "1"]
    assert run(*words).exit_code == 0
    [deals] = (tmp_path / "study.lab" / "deals").iterdir()
    (deals / "processor.json").write_text("", encoding="utf-8")
    (deals / "000000 (copy).jsonl").write_bytes((deals / "000000.jsonl").read_bytes())
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert read_results(tmp_path / "study.lab" / "results.parquet")[1][0].deals == 3


@pytest.mark.parametrize("text", ["", "[]", '{"parts": 7}', '{"parts": {"x": 1}}', "nonsense"])
def test_a_study_page_whose_figures_are_damaged_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "block.toml").write_text(
        'deals = 2\n[[games]]\nname = "plain"\ngame = "block"\n', encoding="utf-8"
    )
    (tmp_path / "block.json").write_text(text, encoding="utf-8")
    result = run("lab", "studies", "block", "--check", "--folder", str(tmp_path))
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output
    assert "block.json keeps no study that was written here" in flat(result)


def test_the_table_of_a_comparison_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import pty
    import subprocess
    import sys

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "sobremesa.cli", "lab", "compare", "block", "set=6,9", "--deals",
         "2", "--workers", "1"],
        stdout=theirs, stderr=subprocess.DEVNULL, env={**os.environ, "COLUMNS": "80"},
    ):
        os.close(theirs)
        written = read_all(ours).decode()
    os.close(ours)
    assert "set=9, difference" in written
    assert all(len(line.rstrip()) <= 80 for line in written.splitlines()), written
