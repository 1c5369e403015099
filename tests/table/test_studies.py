"""Studies at the table: their pages, and what is said of an option's effect beside it."""

from __future__ import annotations

import html
import re

import pytest
from fastapi.testclient import TestClient

from sobremesa.families.lines.block import NEXT_LEAD
from sobremesa.rules import studies
from sobremesa.rules.studies import Change
from sobremesa.table.effects import NUMBERS, SHARES, effect_line, effect_lines
from sobremesa.table.words import LANGUAGES, speech

TOLD = [name for name in studies.pages() if studies.effects(name)]


def test_an_effect_is_said_in_every_language() -> None:
    changes = [
        Change("winner", "blocked", 0.121, 0.19, 0, "options"),
        Change("rotate", "minutes", 9.96, 12.34, 4, "options"),
    ]
    lines = {
        language: effect_line(NEXT_LEAD, changes, language, speech(language))
        for language in LANGUAGES
    }
    assert lines["en"] == (
        "with “the winner of the last hand” blocked rounds 12% → 19%; "
        "with “the next player in turn (4 players)” minutes 10.0 → 12.3"
    )
    assert "minutes 10,0 → 12,3" in lines["fr"]
    assert len(set(lines.values())) == len(LANGUAGES)
    for language in set(LANGUAGES) - {"en"}:
        say = speech(language)
        shared = {"minutes"}
        assert all(say(words) != words for words in {*SHARES.values(), *NUMBERS.values()} - shared)


def test_what_would_look_the_same_is_not_said() -> None:
    same = [Change("winner", "blocked", 0.121, 0.124, 0, "options")]
    assert effect_line(NEXT_LEAD, same, "en", str) == ""
    more = [
        Change("winner", "rounds", 10, 20, 0, "options"),
        Change("winner", "scoring", 12, 24, 0, "options"),
    ]
    assert "24" not in effect_line(NEXT_LEAD, more, "en", str)
    own = [Change("winner", "passes", 1.0, 2.0, 0, "options")]
    assert effect_line(NEXT_LEAD, own, "en", str) == ""


@pytest.mark.parametrize("name, option", [
    ("traffic", "five_cells_forbidden"), ("big-clock", "voluntary_waste"),
])
def test_of_a_solitaire_it_is_said_first_whether_it_is_won(name: str, option: str) -> None:
    told = [change.measure for change in studies.effects(name)[option]]
    assert told[0] == "won"
    assert not {"margin", "scoring"} & set(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TOLD)
def test_each_effect_stands_beside_its_option(
    client: TestClient, name: str, language: str
) -> None:
    page = html.unescape(client.get(f"/games/{name}?language={language}").text)
    lines = effect_lines(name, language, speech(language))
    assert page.count('class="faint effect"') == len(lines)
    for option, line in lines.items():
        asked = page.split(f'id="ask-{option}"')[1].split('class="option"')[0]
        assert line in asked
        assert f'href="/studies/{name}"' in asked


@pytest.mark.parametrize("name", studies.pages())
def test_a_study_page_is_served_with_its_pictures_and_no_dead_link(
    client: TestClient, name: str
) -> None:
    answer = client.get(f"/studies/{name}")
    assert answer.status_code == 200
    [article] = re.findall(r'<article class="rules study" lang="en">.*?</article>', answer.text,
                           re.DOTALL)
    assert "<h1>" in article and "<!--" not in article
    for address in re.findall(r'(?:href|src)="(/[^"#]*)', article):
        assert client.get(address).status_code == 200, address
    assert not re.findall(r'(?:href|src)="(?!/|https?://|#)', article)


@pytest.mark.parametrize("address", [
    "/studies/none", "/studies/pictures/none.svg", "/studies/..%2fblock",
    "/studies/pictures/..%2F..%2Frules%2Fpictures%2Fblock-blocked.svg",
])
def test_what_is_no_study_is_not_there(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_game_without_a_study_says_nothing(client: TestClient) -> None:
    assert effect_lines("bingo", "en", str) == {}
    assert 'class="faint effect"' not in client.get("/games/bingo").text
