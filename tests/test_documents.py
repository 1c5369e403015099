"""The documents are true: their Python runs, their commands work, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa.bots.bot import BOTS
from sobremesa.cli import main
from sobremesa.core.game import REGISTRY
from tests import readme_picture
from tests import test_conformance as laws
from tests.laws import configurations

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([
    *ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/studies/*.md"),
])
BLOCK = re.compile(r"(<!-- not run -->\n)?```(\w+)\n(.*?)```", re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(path: Path, language: str) -> list[str]:
    found = BLOCK.findall(path.read_text(encoding="utf-8"))
    return [text for skipped, kind, text in found if kind == language and not skipped]


@pytest.fixture
def no_new_games() -> Iterator[None]:
    """Forgets the games and bots that a document registered."""
    known = dict(REGISTRY)
    kinds = {name: dict(bots) for name, bots in BOTS.items()}
    yield
    REGISTRY.clear()
    REGISTRY.update(known)
    BOTS.clear()
    BOTS.update(kinds)


def run_python(path: Path) -> dict[str, Any]:
    """Runs the Python of a document from top to bottom."""
    scope: dict[str, Any] = {"__name__": path.stem}
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for number, block in enumerate(blocks(path, "python")):
        if ">>>" in block:
            test = parser.get_doctest(block, scope, f"{path.name}:{number}", str(path), 0)
            runner.run(test, clear_globs=False)
            scope.update(test.globs)
        else:
            exec(compile(block, f"{path.name}:{number}", "exec"), scope)
    assert runner.summarize(verbose=False).failed == 0
    return scope


@pytest.mark.usefixtures("no_new_games")
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_the_python_of_a_document_runs(path: Path) -> None:
    run_python(path)


@pytest.mark.usefixtures("no_new_games")
def test_the_game_of_the_guide_keeps_every_law() -> None:
    run_python(ROOT / "docs" / "adding-a-game.md")
    games = list(dict.fromkeys(configurations("sip")))
    assert len(games) > 25
    view = games[0].start(seed=1).view(0)
    assert view._repr_svg_().startswith("<svg") and "Sip" in str(view)
    for game in games[::4]:
        laws.test_law_1_random_play_ends_within_the_declared_length(game)
        laws.test_law_2_nothing_is_lost(game)
        laws.test_law_3_copies_are_independent_and_data_comes_back_equal(game)
        laws.test_law_3_a_record_replays_to_the_same_bytes(game)
        laws.test_law_4_text_and_touches_name_each_move(game)
        laws.test_law_5_a_seat_cannot_tell_a_sampled_world_from_the_real_one(game)
        laws.test_law_7_an_illegal_move_is_refused_in_words_and_changes_nothing(game)
        laws.test_law_8_the_same_seed_gives_the_same_game(game)


# What makes a command soon done: smaller numbers, and bots that do not think long.
FEW = {"--matches": "4", "--deals": "2", "--played": "1", "--nodes": "2000"}
QUICK = {"search": "greedy", "search-fast": "greedy", "search-deep": "greedy", "careful": "greedy"}


def commands() -> list[str]:
    """Lists the commands of the documents, but for the one that serves until it is stopped."""
    lines = [
        line.removeprefix("$ ")
        for path in DOCUMENTS
        for block in blocks(path, "console")
        for line in block.splitlines()
        if line.startswith("$ sobremesa")
    ]
    return [line for line in lines if not line.startswith("sobremesa table")]


def test_the_commands_of_the_documents_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert commands()
    for line in commands():
        words = shlex.split(line)[1:]
        words = [
            FEW.get(before, QUICK.get(word, word))
            for before, word in zip(["", *words], words, strict=False)
        ]
        result = CliRunner().invoke(main, words, input="quit\n")
        assert result.exit_code == 0, f"{line}\n{result.output}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", BLOCK.sub("", path.read_text(encoding="utf-8")))
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if not target.startswith(("http:", "https:")):
            assert (path.parent / target).exists(), target


def test_the_readme_lists_every_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in sobremesa.games():
        assert f"docs/rules/{name}.md" in text
        assert REGISTRY[name].SENTENCE in text


def test_the_picture_of_the_readme_is_what_is_drawn_now() -> None:
    stored = readme_picture.PICTURE.read_text(encoding="utf-8")
    assert stored == readme_picture.drawn(), "run make pictures"
