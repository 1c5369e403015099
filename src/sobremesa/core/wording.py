"""Sentences as templates: their words go by a number, and by whether they are about you.

A template keeps the English words by which its translations are found and chooses among them
when it is filled in. It is a string, so whatever says a plain sentence says a template too.
This module is not compiled, because compiled classes cannot be strings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Self

# Finds the words for a singular (or nothing), a plural or only form, and a number.
Find = Callable[[str, str, int], str]


def english(one: str, many: str, count: int) -> str:
    """Chooses between the singular and the plural of English.

    >>> english("{count} tile", "{count} tiles", 1)
    '{count} tile'
    """
    return one if one and count == 1 else many


class You(str):
    """The name of whoever is spoken to: sentences about them say "you"."""


class Template(str):
    """A sentence with fields, to be translated and filled in.

    >>> Template("{name} draws {tile}.").format(name=You("Ana"), tile="6-4")
    'You draw 6-4.'
    """

    one: str
    many: str
    by: str
    lookup: Find

    def __new__(cls, many: str, one: str = "", by: str = "count", find: Find = english) -> Self:
        """Takes the plural or only form, the singular and the field that is counted."""
        made = super().__new__(cls, find(one, many, 2))
        made.one, made.many, made.by, made.lookup = one, many, by, find
        return made

    def __str__(self) -> str:
        return self

    def told(self, find: Find) -> Template:
        """Gives the same template in the words that `find` finds."""
        return Template(self.many, self.one, self.by, find)

    def format(self, *given: Any, **named: Any) -> str:
        """Fills the template in."""
        about_you = tuple([field for field in PERSONS if type(named.get(field)) is You])
        if not self.one and not about_you:
            return str.format(self, *given, **named)
        count = int(named[self.by]) if self.one else 2
        one, many = to_you(self.one, about_you), to_you(self.many, about_you)
        return self.lookup(one, many, count).format(*given, **named)


def plural(one: str, many: str, by: str = "count") -> Template:
    """Makes a template whose words go by a number, that of the field `by`.

    >>> tiles = plural("{count} tile", "{count} tiles")
    >>> tiles.format(count=1), tiles.format(count=31)
    ('1 tile', '31 tiles')
    """
    return Template(many, one, by)


# Fields for people about whom a sentence can be, and what is said of them apart from the verb.
NAME: Final = "name"
OWNED: Final = {"owner": ("{owner}'s train", "your train")}
PERSONS: Final = (NAME, *OWNED)
# Verbs that change as no rule says; and the ends before which -es is added, not -s.
SPECIAL: Final = {"is": "are", "has": "have", "does": "do", "was": "were"}
HISSING: Final = ("ches", "shes", "sses", "oes")
# A verb follows the name, or another verb of the same sentence.
VERB: Final = re.compile(r"(?<=\{name\} )[a-z]+|(?<= and )[a-z]+s\b|(?<= or )[a-z]+s\b")


def of_you(verb: str) -> str:
    """Changes a verb from "somebody draws" to "you draw".

    >>> [of_you(verb) for verb in ("draws", "passes", "has", "may", "took")]
    ['draw', 'pass', 'have', 'may', 'took']
    """
    if verb in SPECIAL:
        return SPECIAL[verb]
    if verb.endswith(HISSING):
        return verb[:-2]
    return verb.removesuffix("s")


@lru_cache(maxsize=4096)
def to_you(template: str, fields: tuple[str, ...]) -> str:
    """Turns a template about somebody into one that speaks to them.

    >>> to_you("{name} bets {chips} and is all-in.", ("name",))
    'You bet {chips} and are all-in.'
    >>> to_you("A double: {name} loses a turn.", ("name",))
    'A double: you lose a turn.'
    >>> to_you("{name} lays {tile} on {owner}'s train.", ("owner",))
    '{name} lays {tile} on your train.'
    """
    told = template
    for field in fields:
        if field in OWNED:
            told = told.replace(*OWNED[field])
    if NAME not in fields:
        return told
    told = VERB.sub(lambda verb: of_you(verb.group()), told).replace(" their ", " your ")
    if told.startswith("{name}"):
        told = told.replace("{name}", "You", 1)
    return told.replace("{name}", "you")


def spoken_to(template: str) -> list[str]:
    """Lists what a template becomes when it is about whoever is spoken to.

    >>> spoken_to("{name} begins {owner}'s train.")
    ["You begin {owner}'s train.", '{name} begins your train.', 'You begin your train.']
    """
    there = [field for field in PERSONS if "{" + field + "}" in template]
    sets: list[tuple[str, ...]] = [(field,) for field in there]
    if len(there) > 1:
        sets.append(tuple(there))
    told = [to_you(template, fields) for fields in sets]
    return [words for words in dict.fromkeys(told) if words != template]
