"""What a page is told: it speaks to whoever looks, names partners and what is asked next."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import picture
from sobremesa.picture.saying import Voice
from sobremesa.picture.tricks import words as tricks_words
from sobremesa.table.words import speech
from tests.table.host import lay, send, state


def led(client: TestClient, link: str) -> list[str]:
    """Leads the first tile that can be led, and gives the log then."""
    now = state(client, link, seat=0)
    send(client, link, now["number"], now["seat"], now["moves"][0]["move"])
    log: list[str] = state(client, link, seat=0)["log"]
    return log


@pytest.mark.parametrize(("language", "begins"), [
    ("en", "You lead "), ("es", "Sales con "), ("fr", "Vous entamez avec "),
    ("ro", "Deschizi cu "),
])
def test_the_log_speaks_to_whoever_looks_on(
    client: TestClient, language: str, begins: str
) -> None:
    client.cookies.set("language", language)
    laid = lay(client, "block", ["me", "friend"], first_player=0)
    assert led(client, laid["mine"])[0].startswith(begins)


def test_several_at_one_device_are_told_by_their_names(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "me"], first_player=0)
    assert led(client, laid["mine"])[0].startswith("Player 1 leads ")


def test_partners_have_one_score_and_are_named_together(client: TestClient) -> None:
    laid = lay(client, "texas-42", ["me", "friend", "friend", "friend"], first_dealer=3)
    told = state(client, laid["mine"])["sides"]
    assert [side["seats"] for side in told] == [[0, 2], [1, 3]]
    assert [side["yours"] for side in told] == [True, False]
    assert told[1]["names"] == "Player 2 and Player 4"
    alone = lay(client, "block", ["me", "friend"])
    assert state(client, alone["mine"])["sides"] == []


def test_a_page_is_told_what_to_ask_next(client: TestClient) -> None:
    laid = lay(client, "double-takes", ["me", "friend", "friend"], first_leader=0)
    assert state(client, laid["mine"])["asks"] == {"suit": "Which number do you call?"}


@pytest.mark.parametrize(("language", "card"), [("ro", "♠R"), ("es", "♠K"), ("en", "♠K")])
def test_the_letters_of_the_cards_follow_the_language(language: str, card: str) -> None:
    say = speech(language)
    view = sobremesa.game("super-bridge").start(1).view(0)
    assert tricks_words.piece("SR", view, Voice(say)) == card
    chosen = sobremesa.game("super-bridge", letters="en").start(1).view(0)
    assert tricks_words.piece("SK", chosen, Voice(say)) == "♠K"


def test_the_player_of_dummy_is_told_who_plays_the_cards() -> None:
    match = sobremesa.game("super-bridge", first_dealer=0).start(1)
    for call in ("1N", "pass", "pass", "pass"):
        match.play(call)
    match.play(match.round.moves()[0])
    names = ["Ana", "Ben", "Cy", "Dee"]
    assert match.turn == 0
    assert picture.headline(match.view(2), names=names) == "You are dummy: Ana plays your cards"
