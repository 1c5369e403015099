"""What can be refused, each with a reason in the words of the game.

Every message is a template and its values, so that a table can say it in another language.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Refused(ValueError):
    """Something asked of a game cannot be had; `str()` says why.

    A value that is a list is read as alternatives.

    >>> str(Refused("the line asks for {numbers}", numbers=[3, 5]))
    'the line asks for 3 or 5'
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(fill(template, values, " or "))
        self.template: str = template
        self.values: dict[str, object] = values

    def said(self, translate: Callable[[str], str]) -> str:
        """Says the reason in another language."""
        return fill(translate(self.template), self.values, translate(" or "))


def fill(template: str, values: dict[str, object], alternative: str) -> str:
    """Fills in a template, lists as alternatives."""
    filled: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, list):
            filled[name] = alternative.join([str(item) for item in value])
        else:
            filled[name] = value
    return template.format(**filled)


class UnknownGame(Refused):
    """No game of that name."""


class BadOption(Refused):
    """An option that the game does not have, or a value that it does not allow."""


class IllegalMove(Refused):
    """A move that the rules do not allow here; the round is untouched."""


class BadRecord(Refused):
    """A record that cannot be read, or that does not follow the rules."""


class BadPosition(Refused):
    """A position that cannot be; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("{problems}", problems="; ".join(problems))
        self.problems: list[str] = problems


def suggestion(word: str, known: list[str]) -> str:
    """Says which of `known` was probably meant, or what there is.

    >>> suggestion("mugins", ["block", "draw", "muggins"])
    'did you mean muggins?'
    >>> suggestion("chess", ["block", "draw"])
    'there are: block, draw'
    """
    close = get_close_matches(word, known, n=1)
    if close:
        return f"did you mean {close[0]}?"
    return "there are: " + ", ".join(known)
