"""The guides for researchers are true: their Python runs and their table is right."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import sobremesa
from sobremesa.adapters.actions import Actions

for library in ("pettingzoo", "gymnasium", "pyspiel"):
    pytest.importorskip(library)

DOCS = Path(__file__).parent.parent.parent / "docs"
GUIDE = (DOCS / "learning.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "count"), [("learning.md", 6), ("start/researchers.md", 2)])
def test_the_python_of_a_guide_runs(name: str, count: int) -> None:
    runner = doctest.DocTestRunner()
    scope: dict[str, Any] = {}
    text = (DOCS / name).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == count
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, scope, f"{name} {number}", None, 0)
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_the_table_lists_the_games_whose_moves_share_slots() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([0-9,]+) \| ([0-9,]+) \|$", GUIDE, re.MULTILINE)
    listed = {
        title: (int(moves.replace(",", "")), int(slots.replace(",", "")))
        for title, moves, slots in rows
    }
    games = [sobremesa.game(name) for name in sobremesa.games()]
    assert listed == {
        game.title: (int(game.move_count), Actions(game).count)
        for game in games if not Actions(game).plain
    }
