"""The tables of options on the rules pages, as the games declare them."""

from __future__ import annotations

import re

from sobremesa.core.errors import Phrase
from sobremesa.core.game import game_class, known_games
from sobremesa.core.options import Option
from sobremesa.picture.saying import N_, Say

MARKED = re.compile(r"<!-- options -->\n(?:.*\n)*?<!-- /options -->")
HEADINGS = (
    N_("option"), N_("in code"), N_("default"), N_("values"), N_("what it decides"), N_("ruling"),
)


def with_options(name: str, page: str, say: Say = str) -> str:
    """Gives a page with its table of options as the game declares them now, in a language."""
    if name not in known_games():
        return page
    block = f"<!-- options -->\n\n{options_table(name, say)}\n\n<!-- /options -->"
    return MARKED.sub(lambda _: block, page)


def options_table(game: str, say: Say = str) -> str:
    """Writes the options of a game as a table.

    >>> options_table("block").splitlines()[2].split(" | ")[:2]
    ['| Players', '`players`']
    """
    rows = [_row([say(heading) for heading in HEADINGS]), "|" + "---|" * len(HEADINGS)]
    rows += [
        _row([
            say(option.title), f"`{option.name}`", _value(option, option.default, say),
            _values(option, say), say(option.sentence), option.ruling,
        ])
        for option in game_class(game).OPTIONS
    ]
    return "\n".join(rows)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _value(option: Option, value: object, say: Say) -> str:
    if isinstance(option.default, bool):
        return say("yes") if value else say("no")
    word = say(option.words.get(str(value), ""))
    return f"{word} (`{value}`)" if word and word != str(value) else f"`{value}`"


def _values(option: Option, say: Say) -> str:
    if option.seat:
        return _seats(option, say)
    values = option.values()
    if isinstance(values, Phrase):
        return values.said(say)
    listed = option.allowed if option.allowed is not None else values
    return ", ".join(_value(option, value, say) for value in listed)


def _seats(option: Option, say: Say) -> str:
    """Lists the seats that have a word, and says how the others are counted in code."""
    named = ", ".join(_value(option, int(value), say) for value in option.words)
    if "0" in option.words:
        return named
    others = say("or a seat (`0` for seat 1, and so on)")
    return f"{named}, {others}"
