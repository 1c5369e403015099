"""Talk at a table: in public and between two seats, and to nobody else."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sobremesa.table import talk
from sobremesa.table.events import Line, Taken
from sobremesa.table.storage import Store
from sobremesa.table.talk import LONGEST_LINE, MOST_LINES, OFFERS
from tests.table.host import Json, bring_to, lay, opened, state

SECRET = "the treasure is under the tile"
_lines = itertools.count()


def say(client: TestClient, link: str, seat: int, mark: str = "", **what: Any) -> Any:
    line = {"seat": seat, "id": mark or f"line-{next(_lines):08}", **what}
    return client.post(f"{link}/talk", json=line)


def heard(client: TestClient, link: str, **asked: Any) -> list[Json]:
    answer = client.get(f"{link}/talk", params=asked)
    assert answer.status_code in (200, 204), answer.text
    lines: list[Json] = answer.json()["talk"] if answer.status_code == 200 else []
    return lines


@pytest.fixture
def four(client: TestClient) -> Json:
    return lay(client, "block", ["me", "friend", "friend", "bot:random"], first_player=0)


def links(laid: Json) -> dict[int, str]:
    found = {0: laid["mine"], -1: laid["watch"]}
    found.update({int(seat): link for seat, link in laid["friends"].items()})
    return found


def test_a_public_line_is_heard_by_all_who_sit_or_watch(client: TestClient, four: Json) -> None:
    assert say(client, four["mine"], 0, text="Good evening").status_code == 201
    for link in links(four).values():
        lines = heard(client, link)
        assert [line["text"] for line in lines] == ["Good evening"]
        assert not lines[0]["private"]


def test_a_private_line_reaches_its_two_seats_and_no_byte_of_it_anybody_else(
    client: TestClient, four: Json
) -> None:
    where = links(four)
    before = {seat: state(client, link) for seat, link in where.items()}
    assert say(client, where[0], 0, to=1, text=SECRET).status_code == 201
    for seat in (0, 1):
        lines = heard(client, where[seat])
        assert [(line["text"], line["private"]) for line in lines] == [(SECRET, True)]
    for seat in (2, -1):
        for path in ("talk", "talk?heard=0", "state", "record", "replay", ""):
            answer = client.get(f"{where[seat]}/{path}".rstrip("/"))
            assert SECRET not in answer.text, (seat, path)
        assert client.get(f"{where[seat]}/talk").status_code == 204
    assert {seat: state(client, link) for seat, link in where.items()} == before


def test_counting_does_not_betray_that_others_whisper(client: TestClient, four: Json) -> None:
    where = links(four)
    for _ in range(3):
        say(client, where[0], 0, to=1, text=SECRET)
    say(client, where[1], 1, text="to all")
    for seat in (2, -1):
        answer = client.get(f"{where[seat]}/talk").json()
        assert answer["heard"] == 1
        assert len(answer["talk"]) == 1


def test_what_was_heard_is_not_sent_again(client: TestClient, four: Json) -> None:
    for text in ("one", "two", "three"):
        say(client, four["mine"], 0, text=text)
    lines = heard(client, four["watch"], heard=2)
    assert [line["text"] for line in lines] == ["three"]
    assert client.get(f"{four['watch']}/talk", params={"heard": 3}).status_code == 204


def test_talk_comes_live_and_only_to_whom_it_is_addressed(
    client: TestClient, four: Json
) -> None:
    where = links(four)
    with (
        client.websocket_connect(f"{where[1]}/live") as friend,
        client.websocket_connect(f"{where[2]}/live") as third,
    ):
        for line in (friend, third):
            line.send_json({"last": 0})
            while line.receive_json()["number"] < state(client, where[1])["number"]:
                pass
        say(client, where[0], 0, to=1, text=SECRET)
        say(client, where[0], 0, text="to all")
        told = friend.receive_json()
        both = told["talk"] + ([] if len(told["talk"]) == 2 else friend.receive_json()["talk"])
        assert [line["text"] for line in both] == [SECRET, "to all"]
        assert [line["text"] for line in third.receive_json()["talk"]] == ["to all"]


def test_a_page_that_comes_back_gets_what_it_missed(client: TestClient, four: Json) -> None:
    where = links(four)
    for text in ("one", "two"):
        say(client, where[0], 0, text=text)
    with client.websocket_connect(f"{where[1]}/live") as friend:
        friend.send_json({"last": 10**6, "heard": 1})
        message = friend.receive_json()
        while "talk" not in message:
            message = friend.receive_json()
        assert [line["text"] for line in message["talk"]] == ["two"]


def test_a_line_sent_again_is_said_once(client: TestClient, four: Json) -> None:
    for _ in range(2):
        answer = say(client, four["mine"], 0, "the-same-id", text="once")
        assert answer.status_code == 201
    assert len(heard(client, four["mine"])) == 1


def test_seats_of_one_device_hear_only_their_own(client: TestClient) -> None:
    laid = lay(client, "block", ["hot", "hot", "friend"])
    link = laid["mine"]
    say(client, laid["friends"]["2"], 2, to=1, text=SECRET)
    assert heard(client, link, seat=0) == []
    assert heard(client, link) == []
    assert [line["text"] for line in heard(client, link, seat=1)] == [SECRET]


def test_talk_outlives_the_server(database: Path) -> None:
    with opened(database) as client:
        laid = lay(client, "block", ["me", "friend"])
        say(client, laid["mine"], 0, to=1, text=SECRET)
    with opened(database) as client:
        assert heard(client, laid["friends"]["1"])[0]["text"] == SECRET
        assert heard(client, laid["watch"]) == []


def test_what_another_server_wrote_is_heard(client: TestClient, database: Path) -> None:
    laid = lay(client, "block", ["me", "friend"])
    store = Store(f"sqlite:///{database}")
    store.say(laid["table"], Line(1, 1, -1, "from afar", "", -1, "1:elsewhere"))
    store.close()
    assert say(client, laid["mine"], 0, text="here").status_code == 201
    assert [line["text"] for line in heard(client, laid["mine"])] == ["from afar", "here"]


def test_an_offer_is_read_by_everyone_in_his_own_language(
    client: TestClient, four: Json
) -> None:
    where = links(four)
    client.post(f"{where[2]}/name", json={"seat": 2, "name": "Zoé"})
    assert say(client, where[0], 0, to=1, offer="against", about=2).status_code == 201
    said = {
        language: client.get(
            f"{where[1]}/talk", headers={"Accept-Language": language}
        ).json()["talk"][0]["text"]
        for language in ("en", "es", "fr", "ro")
    }
    assert len(set(said.values())) == 4
    assert said["en"] == "Let us both go against Zoé."
    assert all("Zoé" in text for text in said.values())


def test_a_page_offers_each_sentence_about_each_third_player(
    client: TestClient, four: Json
) -> None:
    page = client.get(four["mine"]).text
    assert page.count('data-offer="against"') == 3
    assert 'data-offer="against" data-about="0"' not in page
    assert 'value="3"' not in page.split('<select name="to"')[1].split("</select>")[0]
    alone = lay(client, "block", ["me", "bot:random"])
    assert "talk-form" not in client.get(alone["mine"]).text
    assert "talk-form" not in client.get(four["watch"]).text


def test_a_line_is_shown_as_text_and_never_as_markup(client: TestClient, four: Json) -> None:
    say(client, four["mine"], 0, text="<b>\x07bold</b>\n\u202e  twice")
    assert heard(client, four["watch"])[0]["text"] == "<b> bold</b> twice"


def test_a_database_from_before_talk_is_brought_up_to_date(database: Path) -> None:
    store = Store(f"sqlite:///{database}")
    bring_to(store, "0001")
    table = "early"
    with store.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO tables (id, made, ended) VALUES ('early', 0, 0)")
    store.migrate()
    assert store.talk(table) == []
    line = Line(1, 0, -1, "at last", "", -1, "0:first")
    store.say(table, line)
    assert store.talk(table) == [line]
    for taken in (line, Line(2, 0, -1, "again", "", -1, "0:first")):
        with pytest.raises(Taken):
            store.say(table, taken)
    store.close()


@pytest.mark.parametrize(("seat", "what", "status", "code", "reason"), [
    (0, {"text": ""}, 422, "nothing-said", "says nothing"),
    (0, {"text": " \n\t\x00 "}, 422, "nothing-said", "says nothing"),
    (0, {"text": "x" * (LONGEST_LINE + 1)}, 422, "long-line", "301 characters"),
    (0, {"text": "hi", "to": 9}, 422, "no-such-seat", "no seat 10"),
    (0, {"text": "hi", "to": -2}, 422, "no-such-seat", "no seat -1"),
    (0, {"text": "hi", "to": 0}, 422, "to-oneself", "yourself"),
    (0, {"text": "hi", "to": 3}, 422, "to-a-bot", "bots do not talk"),
    (0, {"offer": "marriage"}, 422, "unknown-offer", "no offer marriage"),
    (0, {"offer": "hello", "text": "and more"}, 422, "unknown-offer", "no offer hello"),
    (0, {"offer": "against"}, 422, "about-whom", "third player"),
    (0, {"offer": "against", "about": 0}, 422, "about-whom", "third player"),
    (0, {"offer": "against", "to": 1, "about": 1}, 422, "about-whom", "third player"),
    (0, {"text": 7}, 422, "unreadable", "text"),
    (0, {"text": "hi", "colour": "red"}, 422, "unreadable", "colour"),
    (1, {"text": "hi"}, 403, "another-seat", "not for seat 2"),
    (-1, {"text": "hi"}, 403, "another-seat", "not for seat 0"),
])
def test_what_cannot_be_said(
    client: TestClient, four: Json, seat: int, what: Json, status: int, code: str, reason: str
) -> None:
    answer = say(client, four["mine"], seat, **what)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == code
    assert reason in answer.json()["error"]
    assert heard(client, four["mine"]) == []


def test_who_watches_does_not_speak_and_a_wrong_link_hears_nothing(
    client: TestClient, four: Json
) -> None:
    assert say(client, four["watch"], -1, text="hi").json()["code"] == "only-watching"
    wrong = four["mine"][:-3] + "xyz"
    assert client.get(f"{wrong}/talk").status_code == 404
    assert say(client, wrong, 0, text="hi").status_code == 404
    assert client.get(f"{four['mine']}/talk?seat=1").status_code == 403
    for number in ("-1", "many", "1" * 30):
        assert client.get(f"{four['mine']}/talk?heard={number}").status_code == 422


def test_nobody_may_drown_the_others(
    client: TestClient, four: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slowly the lines come.
    monkeypatch.setattr(talk, "WITHIN", 3600.0)
    answers = [
        say(client, four["mine"], 0, text=str(number)) for number in range(MOST_LINES + 1)
    ]
    assert [answer.status_code for answer in answers] == [201] * MOST_LINES + [429]
    assert say(client, links(four)[1], 1, text="may I?").status_code == 201


@pytest.mark.parametrize(("game", "options"), [
    ("texas-42", {}), ("block", {"teams": "pairs"}),
])
def test_partners_do_not_whisper(
    client: TestClient, game: str, options: dict[str, Any]
) -> None:
    laid = lay(client, game, ["me", "friend", "friend", "friend"], **options)
    answer = say(client, laid["mine"], 0, to=2, text="I have the six")
    assert answer.json()["code"] == "no-whispers"
    assert say(client, laid["mine"], 0, text="Good luck").status_code == 201
    choices = client.get(laid["mine"]).text.split('<select name="to"')[1].split("</select>")[0]
    assert choices.count("<option") == 1


def test_every_offer_fits_where_it_is_kept() -> None:
    assert all(len(offer) <= 16 for offer in OFFERS)
