"""The rules pages that people read and the tests check.

>>> print(page("muggins").splitlines()[0])
# Muggins
"""

from __future__ import annotations

from importlib.resources import files

from sobremesa.core.errors import UnknownGame, suggestion
from sobremesa.core.game import known_games

# In the source tree this leads to docs/rules; an installed package has the files here.
FOLDER = files("sobremesa.rules").joinpath("pages")
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
