"""The rules pages that people read and the tests check.

>>> print(page("muggins").splitlines()[0])
# Muggins
"""

from __future__ import annotations

from importlib.resources import files

from sobremesa.core.errors import UnknownGame, suggestion

# The shared page first, then the games in the order in which each adds to the one before.
PAGES = ("domino-sets", "block", "draw", "muggins")


def pages() -> list[str]:
    """Lists the pages there are.

    >>> pages()
    ['domino-sets', 'block', 'draw', 'muggins']
    """
    return list(PAGES)


def page(name: str) -> str:
    """Gives the rules of a game, or those that all share, as markdown.

    :raises UnknownGame: when there is no such page.
    """
    if name not in PAGES:
        raise UnknownGame(
            "there is no rules page for {name}: {hint}",
            name=name, hint=suggestion(name, pages()),
        )
    return files("sobremesa.rules").joinpath(f"{name}.md").read_text(encoding="utf-8")
