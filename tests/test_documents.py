"""The documents are true: their Python runs, their commands work, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa.bots.bot import BOTS
from sobremesa.cli import main
from sobremesa.core.game import DRAWERS, REGISTRY, VERSIONS, WRITERS
from sobremesa.picture.family import FAMILIES
from tests import readme_picture
from tests import test_conformance as laws
from tests.laws import configurations

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([
    *ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/start/*.md"),
    *ROOT.glob("docs/studies/*.md"),
])
# A block may have a note before it: that it is not run, or which file it is.
BLOCK = re.compile(r"(?:<!-- ([^\n]*) -->\n)?```(\w+)\n(.*?)```", re.DOTALL)
GUIDE = ROOT / "docs" / "adding-a-game.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(path: Path, language: str) -> list[str]:
    return [text for note, text in noted(path, language) if note != "not run"]


def noted(path: Path, language: str) -> list[tuple[str, str]]:
    """Gives the blocks of a document with the notes before them."""
    found = BLOCK.findall(path.read_text(encoding="utf-8"))
    return [(note, text) for note, kind, text in found if kind == language]


@pytest.fixture
def no_new_games() -> Iterator[None]:
    """Forgets whatever a document made known."""
    kept: list[dict[str, Any]] = [
        REGISTRY, VERSIONS, BOTS, *BOTS.values(), FAMILIES, DRAWERS, WRITERS, sys.modules,
    ]
    known = [dict(one) for one in kept]
    yield
    for one, before in zip(kept, known, strict=True):
        for name in [name for name in one if name not in before]:
            del one[name]


def run_python(path: Path) -> dict[str, Any]:
    """Runs the Python of a document from top to bottom."""
    scope: dict[str, Any] = {"__name__": path.stem}
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for number, (note, block) in enumerate(noted(path, "python")):
        if note.startswith("file: "):
            make_module(note.removeprefix("file: "), block)
        elif note == "not run":
            continue
        elif ">>>" in block:
            test = parser.get_doctest(block, scope, f"{path.name}:{number}", str(path), 0)
            runner.run(test, clear_globs=False)
            scope.update(test.globs)
        else:
            exec(compile(block, f"{path.name}:{number}", "exec"), scope)
    assert runner.summarize(verbose=False).failed == 0
    return scope


def make_module(place: str, text: str) -> None:
    """Makes the module that a file would be."""
    words = place.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").split("/")
    module = ModuleType(".".join(words))
    sys.modules[module.__name__] = module
    exec(compile(text, place, "exec", dont_inherit=True), module.__dict__)


@pytest.mark.usefixtures("no_new_games")
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_the_python_of_a_document_runs(path: Path) -> None:
    run_python(path)


@pytest.mark.usefixtures("no_new_games")
def test_the_game_of_the_guide_keeps_every_law_and_has_a_test_for_every_clause() -> None:
    run_python(GUIDE)
    every_law = [
        law for name, law in vars(laws).items()
        if name.startswith("test_") and [*signature(law).parameters] == ["game"]
    ]
    assert len(every_law) > 8
    for game in dict.fromkeys(configurations("briscola")):
        for law in every_law:
            law(game)
        view = game.start(seed=1).view(0)
        assert view._repr_svg_().startswith("<svg") and "Briscola" in str(view)
    tests = sys.modules["tests.rules.test_briscola"]
    marks = [
        mark for name, test in vars(tests).items() if name.startswith("test_")
        for mark in test.pytestmark
    ]
    (page,) = blocks(GUIDE, "markdown")
    tested = {clause for mark in marks if mark.name == "clause" for clause in mark.args}
    assert tested == set(re.findall(r"\*\*(BRISC-\w+)\*\*", page))


@pytest.mark.usefixtures("no_new_games")
def test_the_tests_of_the_guide_pass() -> None:
    run_python(GUIDE)
    for name, test in vars(sys.modules["tests.rules.test_briscola"]).items():
        if name.startswith("test_"):
            given = [mark.args[1] for mark in test.pytestmark if mark.name == "parametrize"]
            for values in given[0] if given else [()]:
                test(*values)


def test_the_guide_lists_the_files_it_writes() -> None:
    listed = re.findall(r"^\| `([^`]+)` \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    written = re.findall(r"<!-- file: (.*) -->", GUIDE.read_text(encoding="utf-8"))
    assert len(listed) <= 6
    assert {place for place in listed if not (ROOT / place).exists()} == set(written)


# What makes a command soon done: smaller numbers, and bots that do not think long.
FEW = {"--matches": "4", "--deals": "2", "--played": "1", "--nodes": "2000"}
QUICK = dict.fromkeys(
    ["search", "search-fast", "search-deep", "careful", "middle", "strong", "master"], "greedy"
)
# In place of bots that are given with settings, and of the one that sees everything.
THINKING = (*(f"{name}:" for name in QUICK), "seer")


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


@pytest.mark.parametrize("thinking", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_commands_of_the_documents_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thinking: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    assert commands()
    for line in commands():
        words = shlex.split(line)[1:]
        words = [
            FEW.get(before, QUICK.get(word, word))
            for before, word in zip(["", *words], words, strict=False)
        ]
        if not thinking:
            words = ["greedy" if word.startswith(THINKING) else word for word in words]
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
