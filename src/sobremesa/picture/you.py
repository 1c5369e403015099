"""English sentences about a player, said to that player.

What happens at a table is told in the third person, and at a terminal one of the names is
"You". A template knows, when it is filled in, whether its sentence is about you.
"""

from __future__ import annotations

import re
from typing import Any, Final

YOU: Final = "You"
# Verbs that change as no rule says; and the ends before which -es is added, not -s.
SPECIAL: Final = {"is": "are", "has": "have", "does": "do"}
HISSING: Final = ("ches", "shes", "sses", "oes")
# A verb follows the name, or another verb of the same sentence.
VERB: Final = re.compile(r"(?<=\{name\} )[a-z]+|(?<= and )[a-z]+s\b|(?<= or )[a-z]+s\b")


def of_you(verb: str) -> str:
    """Changes a verb from "he draws" to "you draw".

    >>> [of_you(verb) for verb in ("draws", "passes", "has", "may", "took")]
    ['draw', 'pass', 'have', 'may', 'took']
    """
    if verb in SPECIAL:
        return SPECIAL[verb]
    if verb.endswith(HISSING):
        return verb[:-2]
    return verb.removesuffix("s")


def to_you(template: str) -> str:
    """Turns a template about somebody into one that speaks to him.

    >>> to_you("{name} bets {chips} and is all-in.")
    'You bet {chips} and are all-in.'
    >>> to_you("A double: {name} loses a turn.")
    'A double: you lose a turn.'
    """
    told = VERB.sub(lambda verb: of_you(verb.group()), template).replace(" his ", " your ")
    if told.startswith("{name}"):
        told = told.replace("{name}", YOU, 1)
    return told.replace("{name}", YOU.lower())


class Told(str):
    """A template that speaks to you where its name is "You"."""

    def format(self, *given: Any, **named: Any) -> str:
        """Fills the template in."""
        template = str(self)
        if named.get("owner") == YOU:
            template = template.replace("the train of {owner}", "your train")
        if named.get("name") == YOU:
            template = to_you(template)
        return template.format(*given, **named)
