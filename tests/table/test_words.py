"""Every sentence of the pages can be said in every language."""

from __future__ import annotations

import gettext
import re
import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from fastapi.testclient import TestClient

from sobremesa import BadRecord, IllegalMove
from sobremesa.core.wording import You, plural
from sobremesa.picture.saying import DRAWS_TILE
from sobremesa.table import strings, words
from sobremesa.table.strings import Message
from sobremesa.table.words import DOMAIN, LANGUAGES, LOCALE, forms, speech, wanted
from tests.table.host import lay, state

gather, catalogue = cache(strings.gather), cache(strings.catalogue)
OTHERS = [language for language in LANGUAGES if language != "en"]


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def said(known: Catalog, sentence: Message) -> list[str]:
    """Lists what a sentence is in a language, one for each of its plural forms."""
    found = known.get(sentence if isinstance(sentence, str) else sentence[0])
    if not found or found.pluralizable != isinstance(sentence, tuple):
        return [""]
    forms = found.string if isinstance(found.string, tuple | list) else [found.string]
    missing = known.num_plurals - len(forms) if isinstance(sentence, tuple) else 0
    return [str(form) for form in forms] + missing * [""]


def test_sentences_of_every_room_are_gathered() -> None:
    found = gather()
    for sentence in (
        "Sit down", "Your turn", "Claim nothing", "The match is over.", "the match is over",
        "Points that win the match.", "Tiles in a hand", "the highest double", "greedy",
        "the record has no hand", "{text} is no tile: write it like 6-4", " or ",
        "there is no solver for {game}",
        "Somebody has a name that looks the same: choose another.",
    ):
        assert sentence in found


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_missing_or_doubtful(language: str) -> None:
    known = catalogue(language)
    assert [one for one in gather() if not all(said(known, one))] == []
    assert [one.id for one in known if one.id and one.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_fields(language: str) -> None:
    known = catalogue(language)
    assert [
        one for one in gather() for form in said(known, one)
        if fields(form) != fields(one if isinstance(one, str) else one[1])
    ] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_that_of_the_text(language: str) -> None:
    compiled = gettext.translation(DOMAIN, LOCALE, [language])
    for one in catalogue(language):
        if isinstance(one.id, tuple | list):
            first, other = one.id[0], one.id[1]
            told = {compiled.ngettext(first, other, count) for count in (0, 1, 2, 5, 20, 31, 101)}
            assert told == set(one.string or [])
        elif one.id:
            assert compiled.gettext(str(one.id)) == one.string


def test_a_damaged_catalogue_is_english_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "es" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    whole = LOCALE.joinpath("es", "LC_MESSAGES", path.name).read_bytes()
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    for bad in (b"", b"nonsense", whole[:1000], whole[:4] + b"\xff" * 200):
        path.write_bytes(bad)
        say = speech.__wrapped__("es")
        assert say("Your turn") == "Your turn"
        assert say(plural("{count} tile", "{count} tiles")).format(count=2) == "2 tiles"
        assert "the catalogue of the table in es cannot be read" in caplog.text
        caplog.clear()


@pytest.mark.parametrize("language", OTHERS)
def test_spaces_around_an_alternative_are_kept(language: str) -> None:
    said = speech(language)(" or ")
    assert said.startswith(" ")
    assert said.endswith(" ")


def test_no_sentence_is_both_counted_and_not() -> None:
    found = gather()
    assert [one for one in found if isinstance(one, tuple) and one[0] in found] == []


@pytest.mark.parametrize(("language", "count", "words"), [
    ("en", 1, "1 tile"), ("en", 31, "31 tiles"), ("es", 1, "1 ficha"), ("es", 0, "0 fichas"),
    ("fr", 0, "0 domino"), ("fr", 2, "2 dominos"),
    ("ro", 1, "1 piesă"), ("ro", 19, "19 piese"), ("ro", 31, "31 de piese"),
])
def test_words_go_by_their_number(language: str, count: int, words: str) -> None:
    assert speech(language)(plural("{count} tile", "{count} tiles")).format(count=count) == words
    refused = IllegalMove(plural("{count} tile", "{count} tiles"), count=count)
    assert refused.said(speech(language)) == words


@pytest.mark.parametrize(("language", "words"), [
    ("en", "You draw 6-4."), ("es", "Robas 6-4."),
    ("fr", "Vous piochez 6-4."), ("ro", "Tragi 6-4."),
])
def test_whoever_looks_on_is_spoken_to(language: str, words: str) -> None:
    template = speech(language)(DRAWS_TILE)
    assert template.format(name=You("Ana"), tile="6-4") == words
    assert template.format(name="Ana", tile="6-4").startswith("Ana ")


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


def test_a_page_says_its_language_where_no_header_does(client: TestClient) -> None:
    link = lay(client, "block", ["me", "friend"], first_player=0)["mine"]
    with client.websocket_connect(f"{link}/live?language=fr") as line:
        line.send_json({"last": 0})
        live = line.receive_json()["headline"]
    asked = state(client, link, language="fr")
    assert live == asked["headline"] != state(client, link)["headline"]
    move = {"number": 2, "seat": 1, "move": 0, "id": "not-my-seat"}
    refused = client.post(f"{link}/moves?language=fr", json=move).json()["error"]
    assert refused == speech("fr")("This link is not for seat {seat}.").format(seat=2)


@pytest.mark.parametrize(
    ("said", "spoken"), [("ro", "ro"), ("xx", "es"), ("", "es"), ("fr-FR", "es")]
)
def test_what_the_page_says_goes_before_the_choice_if_it_is_spoken_here(
    said: str, spoken: str
) -> None:
    assert wanted({"language": "es"}, "fr", said) == spoken


def test_a_choice_of_language_goes_before_what_the_address_said(client: TestClient) -> None:
    answer = client.post(
        "/language", data={"language": "es", "to": "/games/block?language=fr&players=3"},
        follow_redirects=False,
    )
    assert answer.headers["location"] == "/games/block?players=3"


# Spanish and Romanian say tú and tu, French vous: forms of the other address, and words that only
# look like them.
OTHER_ADDRESS = {
    "es": (r"\b(usted|ustedes|vosotr[oa]s|pruebe|escriba|elija|diga cuál|coloque|espere)\b", ()),
    "fr": (r"\b(tu|toi|ton|tes)\b", ()),
    "ro": (
        r"\b(?:vă|dumneavoastră|\w+(?:[aăei]ți)(?:-\w+)?)\b",
        ("octeți", "jumătăți", "așezați", "arăți", "trimiți", "toți"),
    ),
}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_one_form_of_address(language: str) -> None:
    form, alike = OTHER_ADDRESS[language]
    known = catalogue(language)
    wrong = [
        word for one in gather() for text in said(known, one)
        for word in re.findall(form, text, re.IGNORECASE) if word.lower() not in alike
    ]
    assert wrong == []


def test_what_is_counted_takes_the_plural_form_of_its_language(client: TestClient) -> None:
    def gallery(language: str, query: str = "") -> str:
        return str(client.get(f"/{query}", headers={"Accept-Language": language}).text)

    assert ">24 de jocuri<" in gallery("ro")
    assert ">3 jocuri<" in gallery("ro", "?kind=tricks")
    assert ">1 joc<" in gallery("ro", "?kind=tricks&players=2")
    assert ">1 juego<" in gallery("es", "?kind=tricks&players=2")
    spanish = forms(speech("es")(plural("{count} new line", "{count} new lines")))
    assert [spanish[count] for count in (1, 2)] == ["{count} línea nueva", "{count} líneas nuevas"]


@pytest.mark.parametrize(("language", "today"), [
    ("en", "The deal of 15 Nov 2026"), ("es", "El reparto del 15 nov 2026"),
    ("fr", "La donne du 15 nov. 2026"), ("ro", "Împărțirea din 15 nov. 2026"),
])
def test_a_date_is_written_as_its_language_does(
    client: TestClient, language: str, today: str
) -> None:
    text = client.get("/", headers={"Accept-Language": language}).text
    assert today in text.replace("\u00a0", " ")
