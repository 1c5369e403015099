"""The pages as they look: templates, rules as text, and the pictures of the gallery."""

from __future__ import annotations

import hashlib
import re
import time
import unicodedata
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from babel.dates import format_date
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request

from sobremesa import picture, rules
from sobremesa.core.errors import BadOption
from sobremesa.core.game import NOBODY, Game, game_class, known_games, make_game
from sobremesa.core.options import Option, Value
from sobremesa.core.rng import Rng
from sobremesa.families.lines.home import COUNTRIES
from sobremesa.picture.saying import N_
from sobremesa.rules import draw, studies
from sobremesa.table.scripts import modules
from sobremesa.table.visit import language_of
from sobremesa.table.words import LANGUAGES, Say, plural, speech

TEMPLATES = Path(__file__).parent / "templates"

_pages = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
OTHER_PAGE = re.compile(r'href="([a-z0-9-]+)\.md"')
RULES_PAGE = re.compile(r'href="\.\./rules/([a-z0-9-]+)\.md')
UNSERVED = re.compile(r'<a href="(?!/|https?:)[^"]*">(.*?)</a>', re.DOTALL)
# The gallery shows the line alone, without the people around it.
ONLY_THE_MIDDLE = ('text:not(.corner),.card,.badge,.bubble,.mark,[id^="back-"]{display:none}')
# The kinds of the gallery with their titles.
KINDS = {
    "lines": N_("Lines of dominoes"),
    "trains": N_("Trains and legs"),
    "hands": N_("Hands and melds"),
    "tricks": N_("Tricks and bidding"),
    "boards": N_("Boards and square pieces"),
    "alone": N_("Solitaires and puzzles"),
}


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Fills in a template in the visitor's language."""
    language = language_of(request)
    say = speech(language)

    def t(sentence: str, **fields: Any) -> str:
        said = say(sentence)
        return said.format(**fields) if fields else said

    text = _pages.get_template(template).render(
        t=t, plural=plural, modules=modules, language=language, languages=LANGUAGES,
        path=request.url.path, query=request.url.query, **values,
        day=partial(day, language=language),
    )
    return HTMLResponse(text, status)


def day(made: float | str, language: str = "en") -> str:
    """Writes the day of a moment, or of a date, on one line and as a language does.

    >>> day(0), day("2026.11.19", "ro")
    ('1\\xa0Jan\\xa01970', '19\\xa0nov.\\xa02026')
    """
    text = made if isinstance(made, str) else time.strftime("%Y.%m.%d", time.gmtime(made))
    year, month, number = (int(part) for part in text.split("."))
    locale = "en_GB" if language == "en" else language
    return format_date(date(year, month, number), "medium", locale).replace(" ", "\u00a0")


def in_words(name: str) -> str:
    """Writes the name of a bundle as people would.

    >>> in_words("as_printed"), in_words("Puerto Rican")
    ('As printed', 'Puerto Rican')
    """
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Place:
    """A country, and a game with the bundle that sets it up as people there play."""

    country: str
    game: type[Game]
    bundle: str
    # Whether the country has other bundles too, so that its name is not enough.
    shared: bool


def places(say: Say) -> list[Place]:
    """Lists the countries whose ways of playing are bundles, by their names in a language."""
    found = [
        (COUNTRIES[bundle], game_class(name), bundle)
        for name in known_games() for bundle in game_class(name).BUNDLES if bundle in COUNTRIES
    ]
    named = [country for country, _, _ in found]
    listed = [
        Place(say(country), game, bundle, named.count(country) > 1)
        for country, game, bundle in found
    ]
    return sorted(listed, key=lambda one: unaccented(one.country))


def unaccented(text: str) -> str:
    """Gives a text as it is looked up in a list.

    >>> unaccented("México")
    'mexico'
    """
    bare = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in bare if not unicodedata.combining(letter)).casefold()


def changes(kind: type[Game], bundle: str) -> list[tuple[Option, Value]]:
    """Lists the options that a bundle sets otherwise than they are printed, with their values."""
    if bundle not in kind.BUNDLES:
        return []
    chosen = make_game(kind.NAME, {"bundle": bundle}).chosen()
    return [(option, chosen[option.name]) for option in kind.declared() if option.name in chosen]


@cache
def rules_text(name: str, language: str) -> Markup:
    """Gives a page of rules as HTML, its links and pictures leading to where they are served."""
    page = rules.page(name, language, speech(language))
    text = _markdown.render(COMMENT.sub("", page))
    text = text.replace('src="pictures/', f'src="/rules/pictures/{language}/')
    # A table that is wider than a phone is scrolled, by keys too.
    text = text.replace("<table>", '<table tabindex="0">')
    return Markup(OTHER_PAGE.sub(r'href="/rules/\1"', text))


@cache
def study_text(name: str) -> Markup:
    """Gives a study page as HTML. Its links lead to where pages are served; others, to parts of
    the documentation that no table serves, stay as their words."""
    text = _markdown.render(COMMENT.sub("", studies.page(name)))
    text = text.replace('src="pictures/', 'src="/studies/pictures/')
    # What is wider than a phone is scrolled, by keys too.
    text = text.replace("<table>", '<table tabindex="0">')
    text = text.replace("<p><img ", '<p class="plot" tabindex="0"><img ')
    text = RULES_PAGE.sub(r'href="/rules/\1', text)
    text = OTHER_PAGE.sub(
        lambda link: f'href="/studies/{link[1]}"' if link[1] in studies.pages() else link[0], text
    )
    return Markup(UNSERVED.sub(r"\1", text))


@cache
def study_picture(name: str) -> Drawn | None:
    """Gives a picture of the study pages, if there is one of that name."""
    drawn = studies.picture(name)
    return None if drawn is None else Drawn(drawn)


@dataclass(frozen=True)
class Drawn:
    """A picture to be sent, and a tag that changes when it does."""

    svg: str

    @cached_property
    def tag(self) -> str:
        """Says which picture it is in a word."""
        return hashlib.sha256(self.svg.encode()).hexdigest()[:16]


@cache
def rules_picture(name: str, language: str) -> Drawn:
    """Draws a picture of the rules pages with its words in a language."""
    return Drawn(draw.drawn(name, speech(language)))


@cache
def late_picture(name: str, language: str) -> Drawn:
    """Draws the game when most of a round has been played."""
    game = _late_game(name)
    deal, chance, share = type(game).SAMPLE
    match = game.start(seed=deal)
    whole = match.round.copy()
    rng = Rng(chance)
    moves: list[int] = []
    while not whole.over:
        choices = whole.moves()
        moves.append(choices[int(rng.below(len(choices)))])
        whole.play(moves[-1])
    for move in moves[: int(len(moves) * share)]:
        match.play(move)
    view = match.view(NOBODY)
    scene = picture.scene(view, say=speech(language), standalone=False)
    return Drawn(scene.svg(crop=True, sheet=ONLY_THE_MIDDLE))


def _late_game(name: str) -> Game:
    """Makes the game for four where four can play it."""
    try:
        return make_game(name, {"players": 4})
    except BadOption:
        return make_game(name, {})
