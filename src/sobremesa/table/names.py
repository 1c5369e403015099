"""Names that people give themselves: they can be seen, and told from one another."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from sobremesa.table.problems import Problem
from sobremesa.table.words import LANGUAGES, plural, speech

# Bots that nobody has named.
BOT_NAMES = (
    "Inés", "Marcel", "Ilinca", "Tomás", "Odette", "Radu", "Carmen", "Lucien", "Ruxandra",
    "Pau", "Céline", "Mihai",
)
LONGEST_NAME = 24
# Accents and the like that one letter may carry.
MOST_MARKS = 3
# Signs that fonts draw as nothing although Unicode counts them as letters or symbols.
BLANK = frozenset([0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0x1D159, 0x16FE4, 0x13441, 0x13442])
# Marks that are not drawn: joiners and selectors of variants.
UNSEEN = frozenset([0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10),
                    *range(0xE0100, 0xE01F0)])
# Letters of other alphabets that look like Latin ones.
_ALIKE = str.maketrans({
    sign: letter for letter, signs in {
        "A": "ΑА", "B": "ΒВ", "C": "СϹ", "E": "ΕЕ", "H": "ΗН", "I": "ΙІӀ", "J": "ЈͿ", "K": "ΚКK",
        "M": "ΜМ", "N": "Ν", "O": "ΟО", "P": "ΡР", "Q": "Ԛ", "S": "Ѕ", "T": "ΤТ", "W": "Ԝ",
        "X": "ΧХ", "Y": "ΥҮУ", "Z": "Ζ", "a": "αаɑ", "b": "Ьь", "c": "сϲ", "d": "ԁ", "e": "еε",
        "g": "ɡ", "h": "һ", "i": "ιіı", "j": "јϳ", "k": "κк", "m": "м", "n": "пη", "o": "οоσ",
        "p": "ρр", "q": "ԛ", "r": "г", "s": "ѕ", "t": "τт", "u": "υ", "v": "νѵ", "w": "ωԝѡ",
        "x": "χх", "y": "уγү", "l": "ℓ",
    }.items() for sign in signs
})
# Upright strokes and rings, which only their neighbours tell apart.
_STROKES = str.maketrans("I1|ǀ!0", "lllllO")


def clean_name(name: str, field: str = "") -> str:
    """Takes a name, from a field of a form, as it can be shown: one line, at most 24 characters,
    nothing that is unseen.

    >>> clean_name("  Ana \\u200bMar\\u3164ía\\u202e "), clean_name("\\u3164\\u2800\\u200b")
    ('Ana María', '')
    """
    plain = visible(name)
    if len(plain) > LONGEST_NAME:
        raise Problem(
            422, "long-name",
            plural(
                "A name has at most {most} character.", "A name has at most {most} characters.",
                by="most",
            ),
            most=LONGEST_NAME, field=field,
        )
    return plain


def visible(text: str) -> str:
    """Takes out what cannot be seen and folds white space; gives nothing if only marks are left.

    >>> visible("a\\n\\tb"), visible("\\u0301\\u0301"), len(visible("e" + "\\u0301" * 9))
    ('a b', '', 3)
    """
    shown: list[str] = []
    marks = 0
    for sign in text:
        category = unicodedata.category(sign)
        if category == "Cf" or ord(sign) in UNSEEN or ord(sign) in BLANK:
            continue
        if category.startswith("M"):
            marks += 1
            if marks <= MOST_MARKS and shown and shown[-1] != " ":
                shown.append(sign)
            continue
        marks = 0
        shown.append(" " if category[0] in "CZ" else sign)
    return unicodedata.normalize("NFC", " ".join("".join(shown).split()))


def looks(name: str) -> set[str]:
    """Gives a name as an eye takes it at a glance: names that look alike have a look in common.

    >>> [bool(looks("Ana") & looks(other)) for other in ("ÁNΑ", "аnа", "a-n a", "Anna")]
    [True, True, True, False]
    >>> bool(looks("Ilia") & looks("lIia")), bool(looks("Lia") & looks("Ila"))
    (True, False)
    """
    latin = unicodedata.normalize("NFKD", name).translate(_ALIKE)
    bare = "".join(sign for sign in latin if unicodedata.category(sign)[0] in "LNS")
    return {bare.casefold(), bare.translate(_STROKES).casefold()} - {""}


def check_apart(name: str, seat: int, others: Iterable[tuple[int, str]], field: str = "") -> None:
    """Refuses a name for a seat that looks like that of another seat, or like what the page
    calls a seat without a name.

    :raises Problem: if it does.
    """
    seen = looks(name)
    for other, called in others:
        if other == seat:
            continue
        names = [called] if called else [
            speech(language)("Player {number}").format(number=other + 1) for language in LANGUAGES
        ]
        if any(seen & looks(one) for one in names):
            raise Problem(
                422, "same-name", "Seat {number} has a name that looks the same: choose another.",
                number=other + 1, field=field,
            )
