"""Deals at a table that were promised, cut, shown and checked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from sobremesa import record
from sobremesa.core.errors import BadRecord
from sobremesa.record import fair
from sobremesa.table import archive, fairness
from sobremesa.table.app import create_app
from sobremesa.table.fate import Fate
from tests.table.host import AT_ONCE, Json, claimed, kept, send, state, wait_for_turn
from tests.table.test_archive import age

FREE = Fate(chance=7)


@pytest.fixture
def client(url: str) -> Iterator[TestClient]:
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as inside:
        yield inside


def wish(game: str, sitters: list[str], **more: Any) -> Json:
    options = more.pop("options", {})
    return {
        "game": game, "options": {"players": len(sitters), **options},
        "seats": [{"kind": kind} for kind in sitters], "silence": 0, **more,
    }


def promised(client: httpx.Client, path: str = "/api/promises") -> Json:
    answer = client.post(path, json={})
    assert answer.status_code == 201
    found: Json = answer.json()
    return found


def lay_fairly(client: httpx.Client, game: str, sitters: list[str], **options: Any) -> Json:
    made = promised(client)
    answer = client.post("/api/tables", json=wish(
        game, sitters, options=options, ticket=made["ticket"], cut="my-own-part"
    ))
    assert answer.status_code == 201, answer.text
    laid = claimed(client, answer.json())
    return {**laid, "promise": made["promise"]}


def play_out(client: httpx.Client, link: str) -> Json:
    """Plays for all who sit at one device until the match is over."""
    while True:
        now = wait_for_turn(client, link)
        if now["ended"]:
            return now
        if now["over"]:
            client.post(f"{link}/next", json={"number": now["number"]})
        else:
            send(client, link, now["number"], now["seat"], now["moves"][0]["move"])


def test_a_promise_is_kept_from_the_first_deal_to_the_last(
    client: TestClient, url: str
) -> None:
    laid = lay_fairly(client, "draw", ["me", "bot:greedy"], target=60)
    told = state(client, laid["mine"])["fair"]
    assert told == {
        "promise": laid["promise"], "cut": ["1:my-own-part"], "secret": "", "deal": 1,
        "added": [0], "open": True,
    }
    early = client.get(f"{laid['mine']}/record").text
    assert laid["promise"] in early and "[Secret" not in early
    assert client.get(f"{laid['mine']}/fair").json()["code"] == "not-shown"
    secret = play_out(client, laid["mine"])["fair"]["secret"]
    assert fair.promise(secret) == laid["promise"]
    text = client.get(f"{laid['mine']}/record").text
    match = fair.verify(record.read(text))
    with kept(url) as store:
        deals = [one.data for one in store.events(laid["table"]) if one.kind == "deal"]
    assert [round.opening() for round in match.rounds()] == [
        {name: value for name, value in deal.items() if name != "cut"} for deal in deals
    ]
    answer = client.get(f"{laid['watch']}/fair").json()
    assert answer["holds"] and str(len(deals)) in answer["text"]


def test_a_deal_that_was_chosen_is_found_out(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This server deals the first hand by another secret than the one that it promised."""
    seed_of = fair.seed_of
    monkeypatch.setattr(fair, "seed_of", lambda secret, hand, cuts: seed_of("x", hand, cuts))
    laid = lay_fairly(client, "draw", ["me", "bot:greedy"], target=10)
    monkeypatch.setattr(fair, "seed_of", seed_of)
    play_out(client, laid["mine"])
    answer = client.get(f"{laid['mine']}/fair").json()
    assert not answer["holds"] and "hand 1" in answer["text"]


def test_without_a_promise_a_secret_is_kept_too(client: TestClient) -> None:
    laid = client.post("/api/tables", json=wish("block", ["me", "hot"])).json()
    told = state(client, laid["mine"])["fair"]
    assert told["cut"] == [] and len(told["promise"]) == 64


def test_a_promise_gives_one_table(client: TestClient) -> None:
    made = promised(client)
    asked = wish("block", ["me", "hot"], ticket=made["ticket"], cut="part")
    assert client.post("/api/tables", json=asked).status_code == 201
    again = client.post("/api/tables", json=asked)
    assert (again.status_code, again.json()["code"]) == (409, "old-promise")
    other = client.post("/api/tables", json={**asked, "cut": "another"})
    assert (other.status_code, other.json()["code"]) == (409, "old-promise")


def test_what_cannot_be_a_promise_or_a_part_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = promised(client)
    for ticket, cut, code in (
        ("x", "part", "foreign-promise"), (made["ticket"], "a b", "bad-cut"),
        (made["ticket"], "x" * 65, "bad-cut"), ("", "part", "no-promise"),
        (made["ticket"].upper() + "\x00", "part", "foreign-promise"),
    ):
        answer = client.post("/api/tables", json=wish(
            "block", ["me", "hot"], ticket=ticket, cut=cut
        ))
        assert answer.json()["code"] == code, answer.text
    late = time.time() + fairness.LASTS + 1
    monkeypatch.setattr(time, "time", lambda: late)
    answer = client.post("/api/tables", json=wish(
        "block", ["me", "hot"], ticket=made["ticket"], cut="part"
    ))
    assert answer.json()["code"] == "old-promise"


def test_a_ticket_that_this_house_has_not_signed_for_this_is_refused(client: TestClient) -> None:
    laid = lay_fairly(client, "block", ["me", "bot:random"], target=5)
    play_out(client, laid["mine"])
    until, nonce, signed = promised(client)["ticket"].split("-")
    later = f"{int(until, 16) + 3600:x}"
    for_again = promised(client, f"{laid['mine']}/promise")["ticket"]
    for ticket in (
        f"{until}-{nonce}", f"{later}-{nonce}-{signed}", f"{until}-{nonce[::-1]}-{signed}",
        f"{until}-{nonce}-{'0' * 64}", f"ffffffffffff-{'0' * 16}", for_again,
    ):
        asked = wish("block", ["me", "hot"], ticket=ticket, cut="part")
        answer = client.post("/api/tables", json=asked)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-promise"), ticket
    # Nor is one for a new table good for the next one.
    body = {"ticket": promised(client)["ticket"], "cut": "part"}
    answer = client.post(f"{laid['mine']}/again", json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-promise")


def test_a_promise_gives_no_second_table_when_the_first_was_put_away(url: str) -> None:
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        made = promised(client)
        asked = wish(
            "block", ["me", "bot:random"], options={"target": 5}, ticket=made["ticket"], cut="part"
        )
        laid = client.post("/api/tables", json=asked).json()
        assert play_out(client, laid["mine"])["fair"]["secret"]
    with kept(url) as store:
        age(store, laid["table"])
        assert archive.clear_all(store, archive.A_DAY) == 1
        assert not store.is_kept(laid["table"]) and store.was_laid(laid["table"])
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        answer = client.post("/api/tables", json=asked)
        assert (answer.status_code, answer.json()["code"]) == (409, "old-promise")
        assert client.get(f"{laid['mine']}/fair").json()["holds"]


def test_the_table_after_a_match_is_laid_once_also_when_it_was_put_away(url: str) -> None:
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        laid = lay_fairly(client, "block", ["me", "bot:random"], target=5)
        play_out(client, laid["mine"])
        body = {"ticket": promised(client, f"{laid['mine']}/promise")["ticket"], "cut": "more"}
        link = client.post(f"{laid['mine']}/again", json=body).json()["link"]
        play_out(client, link)
    name = link.split("/")[2]
    with kept(url) as store:
        age(store, name)
        assert archive.clear_all(store, archive.A_DAY) == 1
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        assert client.post(f"{laid['mine']}/again", json=body).json()["link"] == link
        assert client.get(f"{link}/fair").json()["holds"]
    with kept(url) as store:
        assert not store.is_kept(name)


def test_a_link_of_a_table_that_was_put_away_opens_no_seat_of_one_of_the_same_name(
    url: str,
) -> None:
    """Such pairs may lie in databases of earlier versions."""
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        old, new = (lay_fairly(client, "block", ["me", "friend"]) for _ in range(2))
    with kept(url) as store:
        age(store, old["table"])
        assert archive.clear_all(store, archive.A_DAY) == 1
        with store.transaction() as session:
            session.execute(update(archive.ArchiveRow).values(id=new["table"]))
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        secret = old["friends"]["1"].rpartition("/")[2]
        assert client.get(f"/t/{new['table']}/{secret}/state").status_code == 404
        assert state(client, new["friends"]["1"])["seat"] == 1


def test_all_servers_of_a_database_keep_each_others_promises(url: str) -> None:
    apps = [create_app(url, pace=AT_ONCE, fate=FREE, workers=1) for _ in range(2)]
    with TestClient(apps[0]) as here, TestClient(apps[1]) as there:
        made = promised(here)
        laid = there.post("/api/tables", json=wish(
            "block", ["me", "hot"], ticket=made["ticket"], cut="part"
        )).json()
        assert state(here, laid["mine"])["fair"]["promise"] == made["promise"]


def test_a_secret_is_shown_to_several_only_where_nothing_stays_hidden(client: TestClient) -> None:
    """In poker hands that were folded are nobody else's business, after the match too."""
    for game, sitters, shown in (
        ("block", ["me", "hot"], True), ("domino-poker", ["me", "hot"], False),
        ("domino-poker", ["me", "bot:random"], True),
    ):
        made = lay_fairly(client, game, sitters, **({"target": 20} if game == "block" else {}))
        table = client.app.state.house.tables[made["table"]]  # type: ignore[attr-defined]
        while not table.match.over:
            if table.match.round.over:
                rng = table.start.rng(len(table.match.rounds()) + 1, 0)
                table.match.next_round(table.game.deal_next(rng, table.match.round).opening())
            else:
                table.match.play(table.match.round.moves()[0])
        assert fairness.is_shown(table) is shown, (game, sitters)


def test_the_next_table_has_a_promise_of_its_own(client: TestClient) -> None:
    laid = lay_fairly(client, "block", ["me", "bot:random"], target=5)
    before = play_out(client, laid["mine"])["fair"]
    made = promised(client, f"{laid['mine']}/promise")
    body = {"ticket": made["ticket"], "cut": "once-more"}
    link = client.post(f"{laid['mine']}/again", json=body).json()["link"]
    told = state(client, link)["fair"]
    assert told["promise"] == made["promise"] != before["promise"]
    assert told["cut"] == ["1:once-more"]


def play_both(client: httpx.Client, links: list[str], hands: int = 99) -> Json:
    """Plays for two who have a link each until so many hands are dealt, or the match is over."""
    while True:
        now = state(client, links[0])
        if now["ended"] or now["fair"]["deal"] >= hands:
            return now
        if now["over"]:
            client.post(f"{links[0]}/next", json={"number": now["number"]})
            continue
        own = state(client, links[now["turn"]])
        answer = send(client, links[now["turn"]], own["number"], now["turn"],
                      own["moves"][0]["move"])
        assert answer.status_code == 200, answer.text


def cut(client: httpx.Client, link: str, seat: int, text: str) -> tuple[int, Json]:
    answer = client.post(f"{link}/cut", json={"seat": seat, "cut": text})
    return answer.status_code, answer.json()


def test_a_friend_adds_to_the_deals_from_the_next_one_on(client: TestClient, url: str) -> None:
    laid = lay_fairly(client, "draw", ["me", "friend"], target=120)
    links = [laid["mine"], laid["friends"]["1"]]
    seen = state(client, links[0])
    assert cut(client, links[1], 1, "of-a-friend") == (201, {"hand": 2})
    # Nobody is told what it is before the deal, and the first deal stays as it was.
    for link in (*links, laid["watch"]):
        now = client.get(f"{link}/state").text
        assert "of-a-friend" not in now and '"added":[0,1]' in now
    assert "of-a-friend" not in client.get(f"{links[0]}/record").text
    # Whoever was about to move is not disturbed.
    turn = seen["turn"]
    own = state(client, links[turn])
    assert send(client, links[turn], seen["number"], turn, own["moves"][0]["move"]).is_success
    second = play_both(client, links, 2)
    assert second["fair"]["cut"] == ["1:my-own-part", "2:of-a-friend"]
    # Sent again it is the same; nothing else can be put in its place, for no seat but one's own.
    assert cut(client, links[1], 1, "of-a-friend") == (201, {"hand": 2})
    for link, seat, text, status, code in (
        (links[1], 1, "another", 409, "added-already"),
        (links[0], 0, "another", 409, "added-already"),
        (links[0], 1, "another", 403, "another-seat"),
        (laid["watch"], 0, "x", 403, "only-watching"),
        (links[1], 1, "a b", 422, "bad-cut"), (links[1], 1, "", 422, "bad-cut"),
    ):
        found = cut(client, link, seat, text)
        assert (found[0], found[1]["code"]) == (status, code)
    ended = play_both(client, links)
    assert cut(client, links[1], 1, "of-a-friend") == (201, {"hand": 2})
    assert client.get(f"{links[1]}/fair").json()["holds"]
    text = client.get(f"{links[1]}/record").text
    hands = record.read(text).hands
    assert [hand.tags["Cut"].split()[1:] for hand in hands] == [
        [], *[["2:of-a-friend"]] * (ended["fair"]["deal"] - 1)
    ]
    assert len(hands) > 2
    fair.verify(record.read(text))
    # A server that leaves it out of a later deal is found out.
    with pytest.raises(BadRecord, match="hand 3 lacks something"):
        lines = text.split("2:of-a-friend")
        fair.verify(record.read("2:of-a-friend".join(lines[:2]) + "".join(lines[2:])))


def test_what_a_friend_added_outlives_a_restart_and_counts_at_every_server(url: str) -> None:
    apps = [create_app(url, pace=AT_ONCE, fate=FREE, workers=1) for _ in range(2)]
    with TestClient(apps[0]) as here, TestClient(apps[1]) as there:
        # More than any one hand brings, so that a second is dealt.
        laid = lay_fairly(here, "draw", ["me", "friend"], target=170)
        links = [laid["mine"], laid["friends"]["1"]]
        assert cut(there, links[1], 1, "there")[0] == 201
        assert play_both(here, links, 2)["fair"]["cut"] == ["1:my-own-part", "2:there"]
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        play_both(client, links)
        assert client.get(f"{links[0]}/fair").json()["holds"]
    with kept(url) as store:
        age(store, laid["table"])
        assert archive.clear_all(store, archive.A_DAY) == 1
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        assert client.get(f"{links[1]}/fair").json()["holds"]


def test_nothing_is_added_where_no_deal_is_to_come(client: TestClient) -> None:
    laid = lay_fairly(client, "block", ["me", "friend"], target=5)
    links = [laid["mine"], laid["friends"]["1"]]
    play_both(client, links)
    assert cut(client, links[1], 1, "late")[1]["code"] == "no-more-deals"
    assert not state(client, links[0])["fair"]["open"]
    alone = client.post("/api/tables", json=wish("good-neighbors", ["me"])).json()
    assert cut(client, alone["mine"], 0, "alone")[1]["code"] == "no-more-deals"


def test_a_restart_goes_on_by_the_same_secret(url: str) -> None:
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        laid = lay_fairly(client, "draw", ["me", "bot:greedy"], target=40)
    with TestClient(create_app(url, pace=AT_ONCE, fate=FREE, workers=1)) as client:
        play_out(client, laid["mine"])
        assert client.get(f"{laid['mine']}/fair").json()["holds"]


def test_deals_of_the_day_are_not_promised(client: TestClient) -> None:
    for special in ({"daily": True}, {"winnable": True}):
        answer = client.post("/api/tables", json=wish("traffic", ["me"], **special))
        assert answer.status_code == 201, answer.text
        assert state(client, answer.json()["mine"])["fair"] is None
