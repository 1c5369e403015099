"""The pages as they look: templates, rules as text, and the pictures of the gallery."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request

from sobremesa import picture, rules
from sobremesa.core.game import NOBODY, make_game
from sobremesa.core.rng import Rng
from sobremesa.table.visit import language_of
from sobremesa.table.words import LANGUAGES, speech

TEMPLATES = Path(__file__).parent / "templates"

_pages = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

# How much of a hand has been played in the picture of the gallery.
LATE = 0.7


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Fills in a template in the visitor's language."""
    language = language_of(request)
    say = speech(language)

    def t(sentence: str, **fields: Any) -> str:
        said = say(sentence)
        return said.format(**fields) if fields else said

    text = _pages.get_template(template).render(
        t=t, language=language, languages=LANGUAGES, path=request.url.path,
        query=request.url.query, **values,
    )
    return HTMLResponse(text, status)


def in_words(name: str) -> str:
    """Writes the name of an option or of a value as people would.

    >>> in_words("hand_size")
    'Hand size'
    """
    return name.replace("_", " ").capitalize()


@cache
def rules_text(name: str) -> Markup:
    """Gives the rules of a game as HTML; what the page says of HTML stays text."""
    return Markup(_markdown.render(rules.page(name)))


@cache
def late_picture(name: str, language: str) -> Markup:
    """Draws a hand of the game when most of it has been played."""
    game = make_game(name, {"players": 4})
    match = game.start(seed=11)
    whole = match.round.copy()
    rng = Rng(5)
    moves: list[int] = []
    while not whole.over:
        choices = whole.moves()
        moves.append(choices[int(rng.below(len(choices)))])
        whole.play(moves[-1])
    for move in moves[: int(len(moves) * LATE)]:
        match.play(move)
    say = speech(language)
    names = ["Inés", "Marcel", "Ilinca", "Radu"]
    return Markup(picture.svg(match.view(NOBODY), shape="wide", names=names, say=say))
