"""The notebooks of the documents show what they show now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.notebooks import NOTEBOOKS, played


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_shows_now(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == played(path), "run make pictures"


def test_every_kind_of_person_has_a_notebook() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"a-game", "a-house-rule", "worlds"}
