"""Tables at which nothing has happened for long: records are kept, and links lead to them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from sqlalchemy import event, func, select, update
from sqlalchemy.orm import Session

from sobremesa import record
from sobremesa.cli import main
from sobremesa.table import archive
from sobremesa.table.events import ADD, Append, Event, Written
from sobremesa.table.storage import EventRow, SeatRow, Store, TableRow, TalkRow, share_of
from tests.table.host import Json, kept, lay, opened, send, state
from tests.table.inside import laid as table_of_two

LONG = 200 * archive.A_DAY


def age(store: Store, table: str, by: float = LONG) -> None:
    """Lets everything that is written of a table lie back."""
    then = time.time() - by
    with Session(store.engine) as session, session.begin():
        session.execute(update(TableRow).where(TableRow.id == table).values(made=then))
        session.execute(update(EventRow).where(EventRow.table_id == table).values(made=then))
        session.execute(update(SeatRow).where(
            SeatRow.table_id == table, SeatRow.seen.is_not(None)).values(seen=then))
        session.execute(update(TalkRow).where(TalkRow.table_id == table).values(made=then))


def rows(store: Store) -> list[int]:
    with Session(store.engine) as session:
        return [
            session.scalars(select(func.count()).select_from(kind)).one()
            for kind in (TableRow, EventRow, SeatRow, TalkRow, archive.ArchiveRow)
        ]


def begun(client: TestClient, name: str = "Ana") -> Json:
    """Lays a table, says something there and plays two moves."""
    laid = lay(client, "draw", ["me", "friend"], first_player=0)
    links = [laid["mine"], laid["friends"]["1"]]
    client.post(f"{links[0]}/name", json={"seat": 0, "name": name})
    client.post(f"{links[0]}/talk", json={"seat": 0, "text": "hello", "to": -1, "id": "hello-001"})
    for _ in range(2):
        turn = state(client, links[0])["turn"]
        now = state(client, links[turn])
        send(client, links[turn], now["number"], turn, now["moves"][0]["move"])
    return laid


def test_a_table_that_was_left_long_ago_is_put_away_and_its_links_show_the_replay(
    url: str,
) -> None:
    with opened(url) as client:
        old, young = begun(client), begun(client)
        seen = client.get(f"{old['mine']}/replay/4", params={"seat": 0}).json()
        kept_before = client.get(f"{old['mine']}/record").text
    with kept(url) as store:
        age(store, old["table"])
        assert archive.clear_all(store, 90 * archive.A_DAY) == 1
        assert archive.clear_all(store, 90 * archive.A_DAY) == 0
        tables, _, _, lines, away = rows(store)
        assert (tables, lines, away) == (1, 1, 1)
    with opened(url) as client:
        leads = client.get(old["mine"], follow_redirects=False)
        assert leads.headers["location"] == f"{old['mine']}/replay"
        after = client.get(f"{old['mine']}/replay/4", params={"seat": 0}).json()
        assert (after["log"], after["scene"]) == (seen["log"], seen["scene"])
        assert client.get(f"{old['mine']}/record").text == kept_before
        # A hand that is not over is still nobody's but the seat's.
        secret = old["mine"].rpartition("/")[2]
        assert "No hand is finished" in client.get(f"/r/{old['table']}/{share_of(secret)}").text
        assert client.get(f"/t/{old['table']}/{'x' * 32}").status_code == 404
        now = state(client, old["mine"])
        refused = send(client, old["mine"], now["number"], now["turn"], 0)
        assert (refused.status_code, refused.json()["code"]) == (410, "away")
        for path, asked in (("name", {"seat": 0, "name": "x"}), ("again", {}),
                            ("talk", {"seat": 0, "text": "x", "to": -1, "id": "hello-002"})):
            assert client.post(f"{old['mine']}/{path}", json=asked).status_code == 410
        # The other goes on.
        turn = state(client, young["mine"])["turn"]
        link = [young["mine"], young["friends"]["1"]][turn]
        now = state(client, link)
        assert send(client, link, now["number"], turn, now["moves"][0]["move"]).is_success


def test_the_token_of_a_table_that_was_put_away_only_looks(url: str) -> None:
    with opened(url) as client:
        laid = begun(client)
        number = state(client, laid["mine"])["number"]
    with kept(url) as store:
        age(store, laid["table"])
        assert archive.clear_all(store, 90 * archive.A_DAY) == 1
    headers = {"Authorization": f"Bearer {laid['table']}.{laid['mine'].rpartition('/')[2]}"}
    with opened(url) as client:
        me = client.get("/api/bots/me", headers=headers).json()
        assert (me["game"], me["seats"], me["names"][0]) == ("draw", [0], "Ana")
        seen = client.get("/api/bots/view", headers=headers).json()
        assert (seen["number"], seen["seat"], seen["over"]) == (number, 0, False)
        assert len(seen["view"]["log"]) == 2
        # Nothing more will happen, so nobody is kept waiting.
        lines = client.get("/api/bots/stream", headers=headers).text.splitlines()
        assert [json.loads(line)["number"] for line in lines] == [number]
        for path, body in (
            ("moves", {"number": number, "seat": 0, "move": 0, "id": "away-0001"}),
            ("next", {"number": number}), ("name", {"name": "Robot"}),
        ):
            refused = client.post(f"/api/bots/{path}", json=body, headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (410, "away")
        wrong = {"Authorization": f"Bearer {laid['table']}.{'x' * 32}"}
        assert client.get("/api/bots/view", headers=wrong).status_code == 404
        with client.websocket_connect(f"{laid['mine']}/live") as page:
            page.send_json({"last": number - 1})
            assert page.receive_json()["number"] == number
    with kept(url) as store:
        assert rows(store)[:4] == [0, 0, 0, 0]


def test_every_sign_of_life_keeps_a_table(url: str) -> None:
    with opened(url) as client:
        laid = begun(client)
    with kept(url) as store:
        for kind, column in ((EventRow, "made"), (SeatRow, "seen"), (TalkRow, "made"),
                             (TableRow, "made")):
            age(store, laid["table"])
            own: Any = TableRow.id if kind is TableRow else kind.table_id  # type: ignore[union-attr]
            with Session(store.engine) as session, session.begin():
                session.execute(
                    update(kind).where(own == laid["table"]).values(**{column: time.time()})
                )
            assert archive.clear_all(store, 90 * archive.A_DAY) == 0, kind
        age(store, laid["table"])
        assert archive.clear_all(store, 90 * archive.A_DAY) == 1


def test_what_is_acknowledged_at_any_moment_meanwhile_is_not_lost(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sobremesa.table.database.LOCK_WAIT", 0.02)
    added = Event(3, ADD, {"seat": 0, "text": "x"})
    with kept(url) as store, kept(url) as other:
        store.migrate()
        moments = 0
        while moments < 100:
            name = table_of_two(store)
            age(store, name)
            acknowledged: list[Written | Exception] = []
            left = iter(range(moments, -1, -1))

            def write(
                *_: Any, left: Any = left, name: str = name, answer: Any = acknowledged
            ) -> None:
                """Somebody else writes before the statement whose turn it is."""
                if next(left, -1) == 0:
                    answer += other.append_all([Append(name, added)])

            event.listen(store.engine, "before_cursor_execute", write)
            done = archive.put_away(store, name, time.time() - archive.A_DAY)
            event.remove(store.engine, "before_cursor_execute", write)
            written = bool(acknowledged) and isinstance(acknowledged[0], Written)
            assert len(store.events(name)) == (0 if done else 3 if written else 2)
            assert not (done and written), f"lost before statement {moments}"
            assert store.is_kept(name) is not done
            assert bool(store.places(name)) is not done
            if next(left, None) is not None:
                # There are no more statements.
                assert done and moments > 8
                return
            moments += 1


def test_a_server_puts_a_game_for_one_away_and_forgets_it(client: TestClient) -> None:
    laid = lay(client, "good-neighbors", ["me"])
    house = client.app.state.house  # type: ignore[attr-defined]
    age(house.store, laid["table"])
    client.portal.call(archive.clear, house, 90 * archive.A_DAY)  # type: ignore[union-attr]
    assert laid["table"] not in house.tables
    assert client.get(f"{laid['mine']}/replay").status_code == 200
    with Session(house.store.engine) as session:
        text = session.scalars(select(archive.ArchiveRow.record)).one()
    assert record.opened(text)[0].game.name == "good-neighbors"


def test_tables_of_a_tournament_that_goes_on_stay(client: TestClient) -> None:
    made = client.post("/clubs", data={"title": "x", "game": "block", "form": "swiss"},
                       follow_redirects=False).headers["location"]
    club = made.rpartition("/")[0]
    for name in ("Ana", "Ion"):
        client.post(f"{club}/enter", data={"name0": name})
    client.post(f"{made}/pair", data={"seen": "0"})
    store = client.app.state.house.store  # type: ignore[attr-defined]
    table = f"{club.rpartition('/')[2]}-1-1-1"
    age(store, table)
    assert archive.clear_all(store, archive.A_DAY) == 0
    client.post(f"{made}/decide", data={"round": "1", "place": "1", "points": "1"})
    assert archive.clear_all(store, archive.A_DAY) == 1


def test_a_match_by_correspondence_is_not_put_away_while_its_clock_runs(url: str) -> None:
    with opened(url) as client:
        answer = client.post("/api/tables", json={
            "game": "block", "options": {"players": 2, "first_player": 0},
            "seats": [{"kind": "me"}, {"kind": "friend"}],
            "clock": {"kind": "days", "time": 7 * 86400},
        }).json()
    with kept(url) as store:
        age(store, answer["table"], 3 * archive.A_DAY)
        assert archive.clear_all(store, 2 * archive.A_DAY) == 0
        # One that only bots play, and at which nobody looks, is left.
        bots = table_of_two(store, "bot:greedy", "bot:greedy")
        age(store, bots)
        assert archive.clear_all(store, 2 * archive.A_DAY) == 1
        assert not store.is_kept(bots)


def test_a_table_that_was_put_away_beside_a_server_says_so(url: str) -> None:
    with opened(url) as client:
        laid = begun(client)
        link = laid["mine"]
        now = state(client, link)
        with kept(url) as store:
            assert archive.put_away(store, laid["table"], time.time() + archive.A_DAY)
        talk = {"seat": 0, "text": "x", "to": -1, "id": "hello-002"}
        for path, asked in (
            ("name", {"seat": 0, "name": "Zoe"}), ("face", {"seat": 0, "face": 3}), ("talk", talk),
            ("away", {"seat": 0, "id": "away-0001"}), ("next", {"number": now["number"]}),
        ):
            refused = client.post(f"{link}/{path}", json=asked)
            assert (refused.status_code, refused.json()["code"]) == (410, "away"), refused.text
        assert send(client, link, now["number"], 0, 0).json()["code"] == "away"
        leads = client.get(link, follow_redirects=False)
        assert leads.headers["location"] == f"{link}/replay"


def test_whatever_is_wanted_first_of_a_table_that_was_put_away_is_refused(database: Path) -> None:
    wanted: dict[str, Json] = {
        "name": {"name": "Zoe"}, "face": {"face": 3},
        "talk": {"text": "x", "to": -1, "id": "hello-002"},
        "away": {"id": "away-0001"}, "moves": {"id": "moves-0001"},
    }
    with opened(database) as client:
        tables = {path: begun(client) for path in wanted}
        told = {path: state(client, laid["mine"]) for path, laid in tables.items()}
        move = state(client, tables["moves"]["mine"])["moves"][0]["move"]
        wanted["moves"] |= {"number": told["moves"]["number"], "move": move}
        with kept(database) as store:
            for laid in tables.values():
                assert archive.put_away(store, laid["table"], time.time() + archive.A_DAY)
        for path, asked in wanted.items():
            refused = client.post(f"{tables[path]['mine']}/{path}", json={"seat": 0, **asked})
            assert (refused.status_code, refused.json()["code"]) == (410, "away"), path


def test_the_command_puts_tables_away(url: str) -> None:
    with opened(url) as client:
        laid = begun(client)
    with kept(url) as store:
        age(store, laid["table"])
    said = CliRunner().invoke(main, ["put-away", "--database", url, "--days", "30"])
    assert said.output == "put away: 1\n", said.output
