"""Names: they can be seen, they stay on their line, and no two at a table look the same."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from sobremesa.table.names import clean_name, looks
from tests.table.host import Json, claimed, lay, state


@pytest.fixture
def laid(client: TestClient) -> Json:
    answer = client.post("/api/tables", json={
        "game": "block", "options": {"players": 3},
        "seats": [{"kind": "me", "name": "Ana"}, {"kind": "friend"}, {"kind": "bot:greedy"}],
    })
    return claimed(client, answer.json())


def name(client: TestClient, laid: Json, called: str) -> tuple[int, str]:
    answer = client.post(f"{laid['friends']['1']}/name", json={"seat": 1, "name": called})
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("blank", [
    "\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0", "\u200b\u200c\u200d\ufeff", "\u00ad",
    "\u202e\u2066", "\u034f\ufe0f", "\u0301", " \u0301 ", "\u2028\u2029", "\x00\x1b\x7f",
    "\U000e0041\U000e0100",
], ids=ascii)
def test_a_name_that_nobody_can_see_is_none(client: TestClient, laid: Json, blank: str) -> None:
    assert name(client, laid, blank) == (200, "")
    assert state(client, laid["mine"])["names"][1] == "Player 2"


@pytest.mark.parametrize(("given", "shown"), [
    ("Bob\u202e", "Bob"), ("B\u200bo\u3164b", "Bob"), ("Zoë", "Zoë"), ("Zoe\u0308", "Zoë"),
    ("Ștefan Țepeș", "Ștefan Țepeș"), ("李雷", "李雷"), ("محمد", "محمد"), ("Θάνος", "Θάνος"),
    ("a" + "\u0300" * 50, "à\u0300\u0300"), ("x\r\ny", "x y"), ("\x1b[2JBob", "[2JBob"),
    ("Bob\u2003Ray", "Bob Ray"), ("🀱 🎲", "🀱 🎲"),
])
def test_a_name_as_it_is_shown(client: TestClient, laid: Json, given: str, shown: str) -> None:
    assert name(client, laid, given) == (200, "")
    assert state(client, laid["mine"])["names"][1] == shown


@pytest.mark.parametrize("twin", [
    "Ana", "ana", "ANA", "Аna", "Αna", "Ána", "A\u200bna", "A na", "Ana.", "Ａｎａ", "𝐀𝐧𝐚", "Inés",
    "INES", "lnés",
])
def test_a_name_that_looks_like_that_of_another_seat_is_refused(
    client: TestClient, laid: Json, twin: str
) -> None:
    assert state(client, laid["mine"])["names"] == ["Ana", "Player 2", "Inés"]
    assert name(client, laid, twin) == (422, "same-name")
    assert state(client, laid["mine"])["names"][1] == "Player 2"


@pytest.mark.parametrize("twin", ["Player 1", "player1", "Jugador 1", "Joueur 1", "Jucătorul 1"])
def test_what_the_page_calls_a_seat_without_a_name_is_that_seats_alone(
    client: TestClient, laid: Json, twin: str
) -> None:
    assert name(client, laid, twin) == (200, "")
    assert name(client, laid, "Bob") == (200, "")
    client.post(f"{laid['mine']}/name", json={"seat": 0, "name": ""})
    assert name(client, laid, twin) == (422, "same-name")


def test_a_seat_may_be_given_its_own_name_again(client: TestClient, laid: Json) -> None:
    for called in ("Bob", "BOB", "Player 2"):
        assert name(client, laid, called) == (200, "")


def test_two_seats_are_not_laid_with_names_that_look_the_same(client: TestClient) -> None:
    seats = [{"kind": "me", "name": "Carmen"}, {"kind": "friend", "name": "Cаrmen"}]
    answer = client.post(
        "/api/tables", json={"game": "block", "options": {"players": 2}, "seats": seats}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "same-name")


def test_bots_leave_a_name_to_a_person_who_has_it(client: TestClient) -> None:
    answer = client.post("/api/tables", json={
        "game": "block", "options": {"players": 2},
        "seats": [{"kind": "me", "name": "ines"}, {"kind": "bot:greedy"}],
    })
    assert state(client, answer.json()["mine"])["names"] == ["ines", "Marcel"]


def test_a_line_of_talk_that_nobody_can_see_is_not_said(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    for text in ("\u3164", "\u200b\u2800", "\u0301"):
        answer = client.post(f"{laid['mine']}/talk", json={
            "seat": 0, "text": text, "id": "say-nothing",
        })
        assert (answer.status_code, answer.json()["code"]) == (422, "nothing-said")


def test_names_of_many_alphabets_are_told_apart() -> None:
    names = [
        "Ana", "Anna", "Lia", "Ila", "Μαρία", "Мария", "Ион", "Ion", "李", "王", "محمد", "0", "1",
    ]
    for one in names:
        assert clean_name(one) == one
        assert [other for other in names if looks(one) & looks(other)] == [one], one
