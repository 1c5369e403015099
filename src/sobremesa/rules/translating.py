"""Brings the translations of the rules pages and of the courses up to date and compiles them.

Run it as `python -m sobremesa.rules.translating` after a change of one. A paragraph that is new
has no translation then, and one that changed has its old one, marked as doubtful (fuzzy);
the tests fail until both are mended.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sobremesa import rules
from sobremesa.core.game import known_games
from sobremesa.rules import lessons
from sobremesa.rules.paragraphs import paragraphs

LANGUAGES = ("es", "fr", "ro")
# Catalogues are the same whenever they are written.
ALWAYS = datetime(2026, 1, 1)


def read(path: Path, language: str) -> Catalog:
    """Reads a catalogue, or begins one."""
    if path.exists():
        with path.open("rb") as file:
            return read_po(file, locale=language)
    return Catalog(locale=language, creation_date=ALWAYS, revision_date=ALWAYS)


def write(path: Path, known: Catalog, comment: str) -> None:
    """Writes a catalogue, and compiles it."""
    known.fuzzy = False
    known.project, known.version = "Sobremesa", "1"
    known.header_comment = f"# {comment}, in {known.locale.english_name}."
    known.last_translator = known.language_team = known.msgid_bugs_address = "Sobremesa"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, known, include_lineno=False, ignore_obsolete=True)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, known)


def update(path: Path, language: str, sentences: list[str], comment: str) -> None:
    """Brings a catalogue up to date with the sentences of a text, in their order."""
    template = Catalog(project="Sobremesa", creation_date=ALWAYS)
    for sentence in sentences:
        template.add(sentence)
    known = read(path, language)
    known.update(template)
    write(path, known, comment)


def main() -> None:
    """Brings the catalogues of all pages and courses up to date."""
    for language in LANGUAGES:
        for name in rules.pages():
            update(
                rules.SPOKEN.po(name, language), language, paragraphs(rules.page(name)),
                f"The rules page {name}",
            )
        for name in known_games():
            update(
                rules.SPOKEN.po(f"learn-{name}", language), language,
                list(dict.fromkeys(lessons.course(name).sentences())), f"The course of {name}",
            )


if __name__ == "__main__":
    main()
