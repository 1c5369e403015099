"""Options compared and games reported: all measures, drawn and in words, with nothing from
outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sobremesa import Refused
from sobremesa.cli import main
from sobremesa.files import write_text
from sobremesa.lab.measures import MEASURES
from tests.test_documents import GUIDE, no_new_games, run_python

__all__ = ["no_new_games"]


def lab(*words: str) -> Result:
    return CliRunner().invoke(main, ["lab", *words, "--workers", "1"])


def test_an_option_is_compared_on_every_measure(tmp_path: Path) -> None:
    drawn = tmp_path / "effect.svg"
    told = lab(
        "compare", "muggins", "round_to_five=no,yes", "--players", "greedy", "--deals", "12",
        "--svg", str(drawn), "--out", str(tmp_path / "kept"),
    )
    assert told.exit_code == 0, told.output
    for name in set(MEASURES) - {"named", "won"}:
        assert MEASURES[name].words in told.output
    assert "round_to_five=yes, difference" in told.output
    again = lab(
        "compare", "muggins", "round_to_five=no,yes", "--deals", "12",
        "--out", str(tmp_path / "kept"),
    )
    assert again.output.splitlines()[:5] == told.output.splitlines()[:5]
    svg = drawn.read_text()
    assert svg.startswith("<svg") and "<title>" in svg and "prefers-color-scheme:dark" in svg
    assert re.search(r'aria-label="[^"]*drawn: round_to_five=no \d', svg)
    assert "<text" in svg


def test_a_planted_effect_is_clear_and_a_null_is_not(tmp_path: Path) -> None:
    """Who plays with three tiles fewer needs fewer moves; the name of a target changes no round
    that ends before it."""
    told = lab("compare", "block", "players=2,4", "--deals", "40").output
    [moves] = [line for line in told.splitlines() if line.startswith("moves ")]
    assert moves.endswith("**")
    null = lab("compare", "block", "target=400,500", "--deals", "40").output
    assert "*" not in "".join(null.splitlines()[2:-1])


@pytest.mark.parametrize(("words", "reason"), [
    (["muggins", "round_to_five=no"], "nothing is compared"),
    (["muggins", "round_to_five"], "round_to_five is not understood"),
    (["muggins", "rund=no,yes"], "rund"),
    (["mugins", "set=6,9"], "there is no game called mugins"),
    (["muggins", "set=6,9", "set=6"], "set is named twice"),
    (["muggins", "set=6,9", "--players", "mastr"], "no bot called mastr"),
    (["muggins", "set=6,9", "--on", "mars"], "not on mars"),
])
def test_a_comparison_that_cannot_be_is_refused(words: list[str], reason: str) -> None:
    told = lab("compare", *words, "--deals", "2")
    assert told.exit_code != 0
    assert reason in told.output and "Traceback" not in told.output


def checked(path: Path) -> str:
    """Reads a page that takes nothing from outside."""
    text = path.read_text(encoding="utf-8")
    assert "<script" not in text and "<link" not in text and "<img" not in text
    outside = re.findall(r'(?:src|href)="(?!#)[^"]*"', text)
    assert not outside, outside
    assert "url(http" not in text and "@import" not in text
    return text


def test_a_report_is_one_page(tmp_path: Path) -> None:
    page = tmp_path / "block.html"
    told = lab("report", "block", "next_lead=fixed,winner", "--deals", "4", "--html", str(page),
               "--matches", "--no-seer")
    assert told.exit_code == 0, told.output
    text = checked(page)
    for part in ("All measures", "What the options change", "How much skill decides", "seat 2",
                 "How rounds end", "blocked", "sobremesa lab report block"):
        assert part in text
    assert text.count("<svg") == text.count("<title>") - 1 == 3


def test_a_report_of_a_game_for_one(tmp_path: Path) -> None:
    page = tmp_path / "squeeze.html"
    told = lab("report", "squeeze", "--deals", "5", "--html", str(page))
    assert told.exit_code == 0, told.output
    assert "won alone" in checked(page)


def test_a_report_of_a_game_just_written(tmp_path: Path, no_new_games: None) -> None:
    run_python(GUIDE)
    page = tmp_path / "briscola.html"
    told = lab("report", "briscola", "--deals", "5", "--no-seer", "--html", str(page))
    assert told.exit_code == 0, told.output
    text = checked(page)
    assert "Briscola" in text and "first mover wins" in text


def test_a_report_says_what_seeing_all_is_worth(tmp_path: Path) -> None:
    page = tmp_path / "seen.html"
    told = lab("report", "block", "--deals", "2", "--html", str(page))
    assert told.exit_code == 0, told.output
    assert "What hidden information is worth" in checked(page)


def test_a_page_that_cannot_be_written_is_said_before_anything_is_played(tmp_path: Path) -> None:
    missing, kept = tmp_path / "none", tmp_path / "kept"
    told = lab("report", "block", "--out", str(kept), "--html", str(missing / "block.html"))
    assert told.exit_code == 1 and "there is no folder" in told.output
    told = lab("compare", "block", "set=6,9", "--out", str(kept), "--svg", str(missing / "a.svg"))
    assert told.exit_code == 1 and "there is no folder" in told.output
    assert not kept.exists()


def test_a_page_that_can_no_longer_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be written: there is no folder"):
        write_text(tmp_path / "none" / "block.html", "")


def test_the_measures_are_listed() -> None:
    told = CliRunner().invoke(main, ["lab", "measures"])
    assert all(name in told.output for name in MEASURES)
