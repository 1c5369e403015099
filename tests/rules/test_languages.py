"""The rules pages in other languages: nothing is missing, older than its source, or lost."""

from __future__ import annotations

import gettext
import logging
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa import rules
from sobremesa.cli import main
from sobremesa.rules import draw
from sobremesa.rules.catalogues import Catalogues
from sobremesa.rules.paragraphs import cut, paragraphs, translated
from sobremesa.rules.translating import LANGUAGES, read, update
from sobremesa.table.words import speech

# Each game has a page of its own.
pytestmark = pytest.mark.whole
CLAUSE = re.compile(r"\b[A-Z0-9]+-[REF]?\d\d\b")
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"\]\(([^)]*)\)")
EVERYWHERE = [(language, name) for language in LANGUAGES for name in rules.pages()]


def said(language: str, name: str) -> list[tuple[str, str]]:
    """Pairs the paragraphs of a page with what they are in a language."""
    say = rules.SPOKEN.sayer(name, language)
    return [(words, say(words)) for words in paragraphs(rules.page(name))]


@pytest.mark.parametrize(("language", "name"), EVERYWHERE)
def test_no_paragraph_is_missing_or_older_than_its_source(language: str, name: str) -> None:
    known = read(rules.SPOKEN.po(name, language), language)
    written = {str(one.id): one for one in known if one.id}
    now = paragraphs(rules.page(name))
    assert [words for words in now if words not in written or not written[words].string] == []
    assert [words for words in written if written[words].fuzzy or words not in now] == []


@pytest.mark.parametrize(("language", "name"), EVERYWHERE)
def test_the_compiled_page_is_that_of_the_text(language: str, name: str) -> None:
    compiled = gettext.translation(name, rules.SPOKEN.folder, [language])
    known = read(rules.SPOKEN.po(name, language), language)
    assert [one.id for one in known if one.id and compiled.gettext(str(one.id)) != one.string] == []


@pytest.mark.parametrize("find", [CLAUSE.findall, CODE.findall, LINK.findall], ids=[
    "clauses", "code", "links",
])
@pytest.mark.parametrize(("language", "name"), EVERYWHERE)
def test_a_paragraph_names_the_same_things_in_every_language(
    language: str, name: str, find: Callable[[str], list[str]],
) -> None:
    assert [
        words for words, other in said(language, name)
        if sorted(find(words)) != sorted(find(other))
    ] == []


@pytest.mark.parametrize(("language", "name"), EVERYWHERE)
def test_a_row_has_the_same_cells_and_a_paragraph_its_bold_words(language: str, name: str) -> None:
    def marks(words: str) -> tuple[int, int]:
        plain = CODE.sub("", words)
        return plain.count("|") if plain.startswith("|") else 0, plain.count("**")

    assert [words for words, other in said(language, name) if marks(words) != marks(other)] == []


@pytest.mark.parametrize("name", rules.pages())
def test_a_page_is_its_paragraphs_and_what_lies_between(name: str) -> None:
    page = rules.page(name)
    assert "".join(translated(page, str).split()) == "".join(page.split())
    assert all(part.lead + part.words for part in cut(page) if part.spoken)


def test_a_heading_is_the_same_on_every_page() -> None:
    for language in LANGUAGES:
        heard: dict[str, set[str]] = {}
        for name in rules.pages():
            say = rules.SPOKEN.sayer(name, language)
            for part in cut(rules.page(name)):
                if part.lead.startswith("##"):
                    heard.setdefault(part.words, set()).add(say(part.words))
        assert {words: found for words, found in heard.items() if len(found) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sobremesa.games())
def test_the_title_of_a_page_is_the_name_at_the_table(language: str, name: str) -> None:
    title = speech(language)(sobremesa.game(name).title)
    heading = rules.page(name, language).splitlines()[0]
    # French has spaces before some signs, and they may be of several kinds.
    assert heading.split() == ["#", *title.split()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_called_as_at_the_table(language: str) -> None:
    say = speech(language)
    page = rules.page("muggins", language, say)
    assert f"| {say('Points to win')} | `target` | `100` |" in page
    assert f"{say('no')}, {say('yes')}" in page
    assert "Points that win the match." not in page


def test_pictures_speak_the_language_of_their_page() -> None:
    assert ">Flush<" in draw.drawn("poker-names")
    for language in LANGUAGES:
        drawn = draw.drawn("poker-names", speech(language))
        assert f">{speech(language)('Flush')}<" in drawn


def test_a_damaged_catalogue_is_english_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    spoken = Catalogues(tmp_path)
    whole = rules.SPOKEN.po("block", "es").with_suffix(".mo").read_bytes()
    for bad in (b"", b"nonsense", whole[:1000], whole[:4] + b"\xff" * 200):
        folder.joinpath("block.mo").write_bytes(bad)
        with caplog.at_level(logging.WARNING):
            assert spoken.sayer("block", "es")("Clauses") == "Clauses"
        assert "the catalogue of block in es cannot be read" in caplog.text
        caplog.clear()


def test_a_paragraph_that_changes_is_doubtful_until_somebody_has_looked(tmp_path: Path) -> None:
    path = tmp_path / "block.po"
    shutil.copyfile(rules.SPOKEN.po("block", "es"), path)
    before = paragraphs(rules.page("block"))
    changed = [before[0], before[1] + " Or ten.", *before[2:-1]]
    update(path, "es", changed, "A page")
    known = {str(one.id): one for one in read(path, "es") if one.id}
    assert list(known) == changed
    assert [words for words, one in known.items() if one.fuzzy] == [changed[1]]
    spoken = gettext.GNUTranslations(path.with_suffix(".mo").open("rb"))
    assert spoken.gettext(changed[1]) == changed[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_rules_in_a_language(language: str) -> None:
    result = CliRunner().invoke(main, ["rules", "cerrojo", "--language", language])
    assert result.exit_code == 0
    # Uncompiled, the terminal says so first.
    assert result.output.strip().endswith(
        rules.page("cerrojo", language, speech(language)).strip()
    )
