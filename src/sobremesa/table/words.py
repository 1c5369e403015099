"""The languages of the page: which there are, which one a visitor wants, and the saying of it."""

from __future__ import annotations

import gettext
import logging
import struct
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from sobremesa.core.wording import Template as Template
from sobremesa.core.wording import plural as plural

log = logging.getLogger(__name__)

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "sobremesa"
COOKIE = "language"
# How a page says its language in every address it asks: headers need not tell it, and those
# of a WebSocket often do not.
SAID = "language"
LANGUAGES = {"en": "English", "es": "Español", "fr": "Français", "ro": "Română"}

Say = Callable[[str], str]


@cache
def speech(language: str) -> Say:
    """Gives the function that says a sentence in a language; if its catalogue is damaged, in
    English.

    >>> speech("en")("Deal")
    'Deal'
    >>> speech("ro")(plural("{count} tile", "{count} tiles")).format(count=31)
    '31 de piese'
    """
    found = _catalogue(language)

    def find(one: str, many: str, count: int) -> str:
        return found.ngettext(one, many, count) if one else found.gettext(many)

    def say(sentence: str) -> str:
        if isinstance(sentence, Template):
            return sentence.told(find)
        return found.gettext(sentence) if sentence else ""

    return say


def _catalogue(language: str) -> gettext.NullTranslations:
    try:
        return gettext.translation(DOMAIN, LOCALE, [language], fallback=True)
    except (OSError, ValueError, LookupError, struct.error) as fault:
        log.warning("the catalogue of the table in %s cannot be read: %s", language, fault)
        return gettext.NullTranslations()


def forms(sentence: str) -> dict[int, str]:
    """Gives a sentence that goes by a number in every form a language has, each with a number
    that takes it.

    >>> forms(speech("ro")(plural("{count} tile", "{count} tiles")))
    {1: '{count} piesă', 2: '{count} piese', 20: '{count} de piese'}
    """
    assert isinstance(sentence, Template)
    return {count: sentence.lookup(sentence.one, sentence.many, count) for count in (1, 2, 20)}


def wanted(cookies: Mapping[str, str], accepted: str, said: str = "") -> str:
    """Chooses the language: what the page says, else the visitor's choice, else what the
    browser asks for, else English.

    >>> wanted({}, "de-AT, ro;q=0.7, es;q=0.8")
    'es'
    >>> wanted({"language": "fr"}, "es")
    'fr'
    >>> wanted({"language": "fr"}, "es", said="ro")
    'ro'
    """
    for chosen in (said, cookies.get(COOKIE, "")):
        if chosen in LANGUAGES:
            return chosen
    ranked: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        tag, _, quality = part.strip().partition(";q=")
        language = tag.split("-")[0].lower()
        if language in LANGUAGES:
            ranked.append((-_weight(quality), language))
    ranked.sort(key=lambda one: one[0])
    return ranked[0][1] if ranked else "en"


def _weight(quality: str) -> float:
    try:
        return float(quality) if quality else 1.0
    except ValueError:
        return 0.0
