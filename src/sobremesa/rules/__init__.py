"""The rules pages that people read and the tests check.

>>> print(page("djambi").splitlines()[17])
## How to play
>>> print(page("djambi", "fr").splitlines()[17])
## Comment jouer
"""

from __future__ import annotations

from pathlib import Path

from sobremesa.core.errors import UnknownGame, suggestion
from sobremesa.core.game import known_games
from sobremesa.picture.saying import Say
from sobremesa.places import place_of
from sobremesa.rules.catalogues import Catalogues
from sobremesa.rules.options import with_options
from sobremesa.rules.paragraphs import translated

FOLDER = place_of("rules")
# What the paragraphs of the pages are in other languages.
SPOKEN = Catalogues(Path(__file__).parent / "locale")
# What all games with dominoes share.
SHARED = "domino-sets"


def pages() -> list[str]:
    """Lists the pages there are: the shared one, then those of the games.

    >>> pages()[:4]
    ['domino-sets', 'block', 'draw', 'muggins']
    """
    return [SHARED, *(name for name in known_games() if FOLDER.joinpath(f"{name}.md").is_file())]


def page(name: str, language: str = "en", say: Say = str) -> str:
    """Gives the rules of a game, or those that all share, as markdown; in another language
    `say` says what the options are called at the table.

    :raises UnknownGame: when there is no such page.
    """
    if name not in pages():
        raise UnknownGame(
            "there is no rules page for {name}: {hint}",
            name=name, hint=suggestion(name, pages()),
        )
    text = FOLDER.joinpath(f"{name}.md").read_text(encoding="utf-8")
    if language == "en":
        return text
    return with_options(name, translated(text, SPOKEN.sayer(name, language)), say)
