"""What can be refused, each with a reason in the words of the game.

Every message is a template and its values, so that a table can say it in another language.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.numbers import shortened

# What a refusal repeats of a text and of a number that it refuses.
LONGEST_TEXT: Final = 200
LONGEST_PART: Final = 1000
MOST_PROBLEMS: Final = 20
LONGEST_NUMBER: Final = 10**20

Translate = Callable[[str], str]


def as_it_is(words: str) -> str:
    """Translates to English."""
    return words


class Phrase:
    """A part of a sentence, with values of its own.

    >>> str(Phrase("a whole number from {low} to {high}", low=1, high=9))
    'a whole number from 1 to 9'
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

    A value that is a list is read as alternatives, a tuple as one thing after another; one that
    is a phrase or another refusal is said in the same language.

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
            filled[name] = translate(" or ").join([_item_said(item, translate) for item in value])
        elif isinstance(value, tuple):
            filled[name] = "; ".join([shortened(str(item), LONGEST_PART) for item in value])
        elif isinstance(value, Phrase | Refused):
            filled[name] = value.said(translate)
        else:
            known = said(value)
            filled[name] = known.said(translate) if isinstance(known, Phrase) else known
    return translate(template).format(**filled)


def _item_said(item: object, translate: Translate) -> str:
    return item.said(translate) if isinstance(item, Phrase) else str(said(item))


def said(value: object) -> object:
    """Gives a value as a refusal repeats it: what is too long to be read is cut short.

    >>> said("6-4"), str(said(10**5000)), len(str(said("9" * 5000)))
    ('6-4', 'so large a number', 200)
    """
    if isinstance(value, bool | float):
        return str(value)
    if isinstance(value, int):
        return value if -LONGEST_NUMBER < value < LONGEST_NUMBER else Phrase("so large a number")
    try:
        return shortened(str(value), LONGEST_TEXT)
    except ValueError:
        # Python writes no number of thousands of figures, here one within a list.
        return Phrase("so large a number")


def written(value: object) -> str:
    """Writes a value that should be the name of a piece or a move; a number is none.

    >>> written("6-4"), written(64)
    ('6-4', 'the number 64')
    """
    if isinstance(value, str):
        return value
    return f"the number {said(value)}" if isinstance(value, int) else str(said(value))


class UnknownGame(Refused):
    """No game of that name."""


class UnknownRules(Refused):
    """Something that was played by a version of the rules that is not known here."""


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
        said_here = problems[:MOST_PROBLEMS]
        if len(problems) > MOST_PROBLEMS:
            said_here.append(f"and {len(problems) - MOST_PROBLEMS} more")
        super().__init__("{problems}", problems=tuple(said_here))
        self.problems: list[str] = problems

    def __reduce__(self) -> tuple[type[BadPosition], tuple[list[str]]]:
        """A worker's refusal is sent to whoever waits for it."""
        return BadPosition, (self.problems,)


def suggestion(word: str, known: list[str]) -> Phrase:
    """Says which of `known` was probably meant, or what there is.

    >>> print(suggestion("mugins", ["block", "draw", "muggins"]))
    did you mean muggins?
    >>> print(suggestion("chess", ["block", "draw"]))
    there are: block, draw
    """
    close = get_close_matches(shortened(word), known, n=1)
    if close:
        return Phrase("did you mean {word}?", word=close[0])
    return there_are(known)


def there_are(known: list[str]) -> Phrase:
    """Say what there is; a phrase is never cut short, and these are words of ours."""
    listed = ", ".join(known)
    return Phrase("there are: {words}", words=Phrase(listed))
