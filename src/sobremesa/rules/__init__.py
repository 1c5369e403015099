"""The rules pages that people read and the tests check.

>>> print(page("muggins").splitlines()[0])
# Muggins
"""

from __future__ import annotations

from pathlib import Path

from sobremesa.core.errors import UnknownGame, suggestion
from sobremesa.core.game import known_games


def _folder() -> Path:
    """Finds the pages: an installed package has them, a source tree keeps them in docs/rules."""
    installed = Path(__file__).parent / "pages"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "docs" / "rules"


FOLDER = _folder()
# What all games with dominoes share.
SHARED = "domino-sets"


def pages() -> list[str]:
    """Lists the pages there are: the shared one, then those of the games.

    >>> pages()[:4]
    ['domino-sets', 'block', 'draw', 'muggins']
    """
    return [SHARED, *(name for name in known_games() if FOLDER.joinpath(f"{name}.md").is_file())]


def page(name: str) -> str:
    """Gives the rules of a game, or those that all share, as markdown.

    :raises UnknownGame: when there is no such page.
    """
    if name not in pages():
        raise UnknownGame(
            "there is no rules page for {name}: {hint}",
            name=name, hint=suggestion(name, pages()),
        )
    return FOLDER.joinpath(f"{name}.md").read_text(encoding="utf-8")
