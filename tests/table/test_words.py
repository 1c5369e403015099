"""Every sentence of the pages can be said in every language."""

from __future__ import annotations

import gettext
import string

import pytest
from babel.messages.catalog import Catalog
from fastapi.testclient import TestClient

from sobremesa import BadRecord, IllegalMove
from sobremesa.table.strings import catalogue, gather
from sobremesa.table.words import DOMAIN, LANGUAGES, LOCALE, speech, wanted
from tests.table.host import lay, state

OTHERS = [language for language in LANGUAGES if language != "en"]


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def said(known: Catalog, sentence: str) -> str:
    found = known.get(sentence)
    return str(found.string) if found else ""


def test_sentences_of_every_room_are_gathered() -> None:
    found = gather()
    for sentence in (
        "Sit down", "Your turn", "Claim nothing", "The match is over.", "the match is over",
        "Points that win the match.", "Tiles in a hand", "the highest double", "greedy",
        "the record has no hand", "{text} is no tile: write it like 6-4", " or ",
    ):
        assert sentence in found


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_missing_or_doubtful(language: str) -> None:
    known = catalogue(language)
    assert [one for one in gather() if not said(known, one)] == []
    assert [one.id for one in known if one.id and one.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_fields(language: str) -> None:
    known = catalogue(language)
    assert [one for one in gather() if fields(one) != fields(said(known, one))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_that_of_the_text(language: str) -> None:
    compiled = gettext.translation(DOMAIN, LOCALE, [language])
    for one in catalogue(language):
        if one.id:
            assert compiled.gettext(str(one.id)) == one.string


@pytest.mark.parametrize("language", OTHERS)
def test_spaces_around_an_alternative_are_kept(language: str) -> None:
    said = speech(language)(" or ")
    assert said.startswith(" ")
    assert said.endswith(" ")


@pytest.mark.parametrize(("accepted", "language"), [
    ("ro", "ro"), ("fr-CA,en;q=0.9", "fr"), ("de,es;q=0.5,en;q=0.4", "es"), ("de", "en"),
    ("", "en"), ("es;q=nonsense, fr;q=0.1", "fr"), ("*", "en"),
])
def test_the_language_that_the_browser_asks_for(accepted: str, language: str) -> None:
    assert wanted({}, accepted) == language


def test_a_chosen_language_stays_for_pages_and_messages(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"], first_player=0)
    assert state(client, laid["mine"])["headline"] == "Your turn: lead a tile"
    client.post("/language", data={"language": "es", "to": "/"})
    assert 'lang="es"' in client.get("/").text
    assert state(client, laid["mine"])["headline"] == "Tu turno: sales"
    with client.websocket_connect(laid["mine"] + "/live") as line:
        line.send_json({"last": 0})
        assert line.receive_json()["headline"] == "Tu turno: sales"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", ["/", "/records", "/games/muggins"])
def test_no_page_falls_back_to_english(client: TestClient, language: str, path: str) -> None:
    page = client.get(path, headers={"Accept-Language": language}).text
    chrome = page.split('<article class="rules"')[0]
    for english in ("What shall we play", "Sit down", "Players", "players", "Replay a match",
                    "House rules", "Who sits", "Choose a record"):
        assert f">{english}" not in chrome


def test_a_reason_within_a_reason_is_said_in_the_same_language() -> None:
    spanish = speech("es")
    inner = IllegalMove("you do not hold {tile} (SETS-05)", tile="6-1")
    assert inner.said(spanish) != str(inner)
    assert BadRecord("{reason}", reason=inner).said(spanish) == inner.said(spanish)
