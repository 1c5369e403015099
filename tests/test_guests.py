"""Another distribution brings a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "tiny-games"
version = "1.0"

[project.entry-points."sobremesa.games"]
quick-block = "tiny_games:QuickBlock"
broken = "tiny_games:nothing_here"
block = "tiny_games:Usurper"

[tool.setuptools]
py-modules = ["tiny_games"]
"""
MODULE = '''
from typing import ClassVar

from sobremesa.families.lines.block import Block


class QuickBlock(Block):
    """Block for an impatient evening."""

    NAME: ClassVar[str] = "quick-block"
    TITLE: ClassVar[str] = "Quick Block"


class Usurper(Block):
    """A game that would like to be Block."""
'''
ASK = """
import sobremesa
from sobremesa import bots
assert sobremesa.games()[0] == "block" and sobremesa.games()[-1] == "quick-block"
game = sobremesa.game("quick-block", players=3)
match = game.start(seed=1)
rng = sobremesa.Rng(1)
while not match.round.over:
    match.play(bots.choose("random", match.view(match.turn), rng))
print(game.title, type(sobremesa.game("block")).__module__, len(game.svg(match.view(0))) > 1000)
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder into which the distribution has been built and installed."""
    source = tmp_path / "tiny-games"
    source.mkdir()
    (source / "pyproject.toml").write_text(PROJECT)
    (source / "tiny_games.py").write_text(MODULE)
    target = tmp_path / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation",
         "--target", str(target), str(source)],
        check=True,
    )
    return target


def test_a_game_of_another_distribution_is_found_and_played(installed: Path) -> None:
    asked = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(installed)!r})\n{ASK}"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["Quick", "Block", "sobremesa.families.lines.block", "True"]
    assert "the game broken (tiny_games:nothing_here) is left out" in done.stderr
    assert "there is a game called block already" in done.stderr


def test_a_guest_that_is_imported_first_is_found_too(installed: Path) -> None:
    asked = [
        sys.executable, "-c",
        f"import sys; sys.path.insert(0, {str(installed)!r})\nimport tiny_games\n{ASK}",
    ]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
