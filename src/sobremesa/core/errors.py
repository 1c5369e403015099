"""What can be refused, each with a reason in the words of the game.

Every message is a template and its values, so that a table can say it in another language.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from mypy_extensions import mypyc_attr

Translate = Callable[[str], str]


def as_it_is(words: str) -> str:
    """Translates to English."""
    return words


class Phrase:
    """A part of a sentence, with values of its own.

    >>> str(Phrase("a whole number from {low}", low=1))
    'a whole number from 1'
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template: str = template
        self.values: dict[str, object] = values

    def said(self, translate: Translate) -> str:
        """Says the phrase in another language."""
        return fill(self.template, self.values, translate)

    def __str__(self) -> str:
        return self.said(as_it_is)


@mypyc_attr(allow_interpreted_subclasses=True)
class Refused(ValueError):
    """Something asked of a game cannot be had; `str()` says why.

    A value that is a list is read as alternatives; one that is a phrase or another refusal is
    said in the same language.

    >>> str(Refused("the line asks for {numbers}", numbers=[3, 5]))
    'the line asks for 3 or 5'
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(fill(template, values, as_it_is))
        self.template: str = template
        self.values: dict[str, object] = values

    def said(self, translate: Translate) -> str:
        """Says the reason in another language."""
        return fill(self.template, self.values, translate)


def fill(template: str, values: dict[str, object], translate: Translate) -> str:
    """Translates a template and fills it in."""
    filled: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, list):
            filled[name] = translate(" or ").join([str(item) for item in value])
        elif isinstance(value, Phrase | Refused):
            filled[name] = value.said(translate)
        else:
            filled[name] = value
    return translate(template).format(**filled)


class UnknownGame(Refused):
    """No game of that name."""


class BadOption(Refused):
    """An option that the game does not have, or a value that it does not allow.

    The value `option` names it, whether or not the sentence does.
    """

    @property
    def option(self) -> str:
        """The option that is at fault, if one is."""
        return str(self.values.get("option", ""))


class IllegalMove(Refused):
    """A move that the rules do not allow here; the round is untouched."""


class BadRecord(Refused):
    """A record that cannot be read, or that does not follow the rules."""


class BadPosition(Refused):
    """A position that cannot be; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("{problems}", problems="; ".join(problems))
        self.problems: list[str] = problems


def suggestion(word: str, known: list[str]) -> Phrase:
    """Says which of `known` was probably meant, or what there is.

    >>> print(suggestion("mugins", ["block", "draw", "muggins"]))
    did you mean muggins?
    >>> print(suggestion("chess", ["block", "draw"]))
    there are: block, draw
    """
    close = get_close_matches(word, known, n=1)
    if close:
        return Phrase("did you mean {word}?", word=close[0])
    return Phrase("there are: {words}", words=", ".join(known))
