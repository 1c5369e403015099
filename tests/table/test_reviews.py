"""Reviews at the table: after the match and never before, worked out once, commented, shared."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select, update

from sobremesa import record
from sobremesa.table.review_rows import (
    MOST_COMMENTS,
    Comment,
    ReviewRow,
    add_comments,
    claim,
    comments_of,
    remove_comment,
)
from tests.table.host import Json, kept, lay, opened, send, state
from tests.waiting import wait_until


def finished(client: TestClient, sitters: list[str] | None = None, game: str = "block") -> Json:
    """Plays a short match to its end, by the first move each time."""
    laid = lay(client, game, sitters or ["me", "bot:random"], target=1)
    links = {0: laid["mine"], **{int(seat): link for seat, link in laid["friends"].items()}}
    while True:
        for seat, link in links.items():
            now = state(client, link)
            if now["ended"]:
                return laid
            if now["next"]:
                client.post(f"{link}/next", json={"number": now["number"]})
            elif now["moves"] and now["turn"] == seat:
                send(client, link, now["number"], seat, now["moves"][0]["move"])


def ready(client: TestClient, link: str) -> str:
    """Waits for a review and gives its page."""

    def done() -> bool:
        told = client.get(f"{link}/review/progress").json()
        assert 0 <= told["done"] <= told["parts"]
        return bool(told["ready"])

    wait_until(done)
    page = client.get(f"{link}/review")
    assert page.status_code == 200
    return str(page.text)


def rows(database: Path) -> list[Any]:
    with kept(database) as store, store._session() as session:
        return [(row.part, row.data) for row in session.scalars(
            select(ReviewRow).order_by(ReviewRow.part)
        )]


def test_there_is_no_review_before_the_end(client: TestClient, database: Path) -> None:
    laid = lay(client, "block", ["me", "bot:random"])
    for link in (laid["mine"], laid["watch"]):
        answer = client.get(f"{link}/review/progress")
        assert answer.status_code == 409 and answer.json()["code"] == "not-over"
    for path in ("review", "review/remove"):
        assert client.post(f"{laid['mine']}/{path}", data={"text": "x"}).status_code == 409
    assert rows(database) == []


def test_a_review_is_worked_out_once_and_survives_a_restart(
    client: TestClient, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = finished(client)["mine"]
    page = ready(client, link)
    assert 'class="chances"' in page and "<table" in page
    assert state(client, link)["review"] is True
    before = rows(database)
    assert all(data for _, data in before)
    with opened(database) as again:
        told = again.get(f"{link}/review/progress").json()
        assert told["ready"] is True
        assert 'class="chances"' in again.get(f"{link}/review").text
    assert rows(database) == before


def test_a_part_is_claimed_by_one_server(database: Path, client: TestClient) -> None:
    with kept(database) as one, kept(database) as other:
        one.server, other.server = "one", "other"
        assert claim(one, "table", "v", 0)
        assert not claim(other, "table", "v", 0)
        with one._session() as session:
            session.execute(update(ReviewRow).values(since=0.0))
        assert claim(other, "table", "v", 0)
        assert not claim(one, "table", "v", 0)


def test_a_damaged_review_is_worked_out_anew(
    client: TestClient, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    link = finished(client)["mine"]
    ready(client, link)
    with kept(database) as store, store._session() as session:
        session.execute(update(ReviewRow).where(ReviewRow.part == 0).values(data=[{"x": 1}]))
    with opened(database) as again, caplog.at_level(logging.WARNING):
        assert 'class="chances"' in ready(again, link)
    assert "worked out anew" in caplog.text


def test_comments_and_variations_are_kept_shared_and_written_into_the_record(
    client: TestClient,
) -> None:
    laid = finished(client)
    link = laid["mine"]
    ready(client, link)
    text = client.get(f"{link}/record").text
    first = record.read(text).hands[0].moves[0]
    answer = client.post(
        f"{link}/review",
        data={"hand": "1", "move": "1", "text": "why <b> }?", "line": first, "at": "3"},
    )
    assert answer.status_code == 200 and "why &lt;b&gt; }?" in answer.text
    kept_text = client.get(f"{link}/record").text
    hand = record.read(kept_text).hands[0]
    assert hand.comments[1][0].endswith("why <b> }?")
    assert hand.variations[1][0].moves == [first]
    share = answer.text.partition('data-share="')[2].partition("?")[0]
    shared = client.get(f"{share}?at=3")
    assert shared.status_code == 200 and "why &lt;b&gt;" in shared.text
    assert "remark-form" not in shared.text
    assert client.post(share, data={"hand": "1", "move": "1", "text": "x"}).status_code == 405
    # A record that is opened again has what was said.
    path = client.post("/records", data={"text": kept_text}, follow_redirects=False)
    there = path.headers["location"].partition("?")[0]
    ready(client, there)
    assert "why &lt;b&gt;" in client.get(f"{there}/review?at=3").text


def test_what_was_said_is_not_for_those_who_only_watch(client: TestClient) -> None:
    laid = finished(client)
    said = {"hand": "1", "move": "1", "text": "between us", "at": "3"}
    assert client.post(f"{laid['mine']}/review", data=said).status_code == 200
    assert client.get(f"{laid['watch']}/review").status_code == 403
    assert "between us" not in client.get(f"{laid['watch']}/record").text
    assert "between us" in client.get(f"{laid['mine']}/record").text


def test_a_comment_is_removed_from_page_record_and_link_by_who_said_it(client: TestClient) -> None:
    laid = finished(client, ["me", "friend"])
    mine, friend = laid["mine"], laid["friends"]["1"]
    page = ready(client, mine)
    share = page.partition('data-share="')[2].partition("?")[0]
    first = record.read(client.get(f"{mine}/record").text).hands[0].moves[0]
    plain = client.get(f"{mine}/record").text
    said = {"hand": "1", "move": "1", "text": "a pity & so on", "line": first, "at": "3"}
    other = {**said, "text": "no pity", "line": ""}
    client.post(f"{mine}/review", data=said)
    client.post(f"{friend}/review", data=other)
    assert client.get(f"{mine}/review?at=3").text.count("/review/remove") == 1
    assert "/review/remove" not in client.get(f"{share}?at=3").text

    # Neither the other player, nor who watches, nor who has the link to share.
    refused = client.post(f"{friend}/review/remove", data=said)
    assert refused.status_code == 403 and "Only who has said it" in refused.text
    assert client.post(f"{laid['watch']}/review/remove", data=said).status_code == 403
    assert client.post(f"{share}/remove", data=said).status_code in (404, 405)
    assert "a pity &amp; so on" in client.get(f"{share}?at=3").text

    answer = client.post(f"{mine}/review/remove", data={**said, "seat": "1"})
    assert answer.status_code == 200 and str(answer.url).endswith("review?at=3&seat=1#said")
    for path in (f"{mine}/review?at=3", f"{share}?at=3"):
        left = client.get(path).text
        assert "a pity" not in left and "no pity" in left
    hand = record.read(client.get(f"{mine}/record").text).hands[0]
    assert hand.variations == {}
    assert [one.rpartition(": ")[2] for one in hand.comments[1]] == ["no pity"]
    # What is gone may be removed again, and said again.
    assert client.post(f"{mine}/review/remove", data=said).status_code == 200
    assert "a pity" in client.post(f"{mine}/review", data=said).text
    client.post(f"{mine}/review/remove", data=said)
    client.post(f"{friend}/review/remove", data=other)
    assert client.get(f"{mine}/record").text == plain


def test_what_a_record_brought_along_stays_as_it_was_written(client: TestClient) -> None:
    laid = finished(client)
    client.post(f"{laid['mine']}/review", data={"hand": "1", "move": "1", "text": "kept"})
    text = client.get(f"{laid['mine']}/record").text
    path = client.post("/records", data={"text": text}, follow_redirects=False)
    there = path.headers["location"].partition("?")[0]
    ready(client, there)
    page = client.get(f"{there}/review?at=3").text
    assert "kept" in page and "/review/remove" not in page
    words = record.read(text).hands[0].comments[1][0]
    answer = client.post(
        f"{there}/review/remove", data={"hand": "1", "move": "1", "text": words}
    )
    # A record is opened by a link to look at it, which takes nothing.
    assert there.startswith("/r/") and answer.status_code == 404
    assert "kept" in client.get(f"{there}/review?at=3").text


def test_what_was_removed_leaves_its_room_to_others(client: TestClient, database: Path) -> None:
    laid = finished(client)
    said = [Comment(1, 1, 0, str(number), "") for number in range(MOST_COMMENTS)]
    with kept(database) as store:
        assert add_comments(store, laid["table"], said)
        assert not add_comments(store, laid["table"], [Comment(1, 1, 0, "more", "")])
        remove_comment(store, laid["table"], said[0])
        assert add_comments(store, laid["table"], [Comment(1, 1, 0, "more", "")])
        assert [one.text for one in comments_of(store, laid["table"])] == [
            *(one.text for one in said[1:]), "more"
        ]


def test_what_cannot_have_been_said_cannot_be_removed(client: TestClient) -> None:
    link = finished(client)["mine"]
    for wrong in (
        {"hand": "9", "move": "1", "text": "x"}, {"hand": "1", "move": "999", "text": "x"},
        {"hand": "x", "move": "1"}, {},
    ):
        assert client.post(f"{link}/review/remove", data=wrong).status_code == 422, wrong


def test_a_comment_that_fits_nothing_is_refused(client: TestClient) -> None:
    link = finished(client)["mine"]
    for wrong in (
        {"hand": "9", "move": "1", "text": "x"}, {"hand": "1", "move": "999", "text": "x"},
        {"hand": "1", "move": "1"}, {"hand": "x", "move": "1", "text": "x"},
        {"hand": "1", "move": "1", "line": "9-9"}, {"hand": "1", "move": "0", "line": "6-6"},
        {"hand": "1", "move": "1", "text": "x" * 1001}, {},
    ):
        assert client.post(f"{link}/review", data=wrong).status_code == 422, wrong


def test_a_damaged_comment_is_left_out(
    client: TestClient, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    laid = finished(client)
    with kept(database) as store:
        add_comments(store, laid["table"], [
            Comment(7, 1, 0, "nowhere", ""), Comment(1, 1, 9, "from nobody", "?? ??"),
        ])
    with caplog.at_level(logging.WARNING):
        ready(client, laid["mine"])
        page = client.get(f"{laid['mine']}/review?at=3").text
    assert "nowhere" not in page and "from nobody" in page
    assert "fit no move" in caplog.text
    assert client.get(f"{laid['mine']}/record").status_code == 200


def test_every_seat_can_be_looked_from_once_it_is_over(client: TestClient) -> None:
    laid = finished(client, ["me", "friend"])
    friend = next(iter(laid["friends"].values()))
    ready(client, laid["mine"])
    pages = {client.get(f"{link}/review?seat={seat}&at=2").text.partition('id="there"')[2]
             for link in (laid["mine"], friend) for seat in (0, 1)}
    assert len(pages) >= 2
    assert client.get(f"{laid['watch']}/review").status_code == 403


def test_hands_that_stay_hidden_are_not_reviewed_between_persons(client: TestClient) -> None:
    laid = lay(client, "domino-poker", ["me", "friend"], hands=1)
    links = {0: laid["mine"], 1: next(iter(laid["friends"].values()))}
    while not (now := state(client, links[0]))["ended"]:
        turn = now["turn"]
        mine = state(client, links[turn])
        fold = [one["move"] for one in mine["moves"] if one["text"] == "fold"]
        move = fold[0] if fold else mine["moves"][-1]["move"]
        send(client, links[turn], mine["number"], turn, move)
    answer = client.get(f"{links[0]}/review/progress")
    assert answer.json().get("code") == "stays-hidden"
