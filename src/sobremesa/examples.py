"""Programs to begin with, which people copy and change.

>>> names()
['greedy_bot.py', 'random_bot.mjs', 'selfplay.py']
>>> text("selfplay.py").splitlines()[0]
'\"\"\"Trains a small network by playing against itself in batches, with numpy alone.'
"""

from __future__ import annotations

from pathlib import Path

from sobremesa.places import place_of

ENDS = (".mjs", ".py")


def _files() -> dict[str, Path]:
    found = {path.name: path for path in place_of("examples").rglob("*") if path.suffix in ENDS}
    return dict(sorted(found.items()))


def names() -> list[str]:
    """Lists the examples."""
    return list(_files())


def text(name: str) -> str:
    """Gives an example as it is written."""
    return _files()[name].read_text(encoding="utf-8")


def sentence(name: str) -> str:
    """Gives the first sentence of an example, which says what it does.

    >>> sentence("greedy_bot.py")
    'An engine in plain Python: it lays the heaviest tile that it can.'
    """
    return text(name).splitlines()[0].strip('"/ ')
