"""What fails once is tried again, what two do at once is done in one order, and what cannot be
meant is not looked for."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sobremesa.table import archive, live, meet, programs, review_rows
from sobremesa.table.account_rows import AccountRow
from sobremesa.table.accounts import Accounts
from sobremesa.table.events import Unreachable
from sobremesa.table.limits import Allowance
from sobremesa.table.ratings import Ledger
from sobremesa.table.review_rows import Comment, add_comments, comments_of
from sobremesa.table.storage import Store
from tests.table.host import kept, lay, opened, send, state
from tests.table.inside import SECRETS, house_at, laid
from tests.table.services import Gadget, push_service
from tests.table.test_archive import age, rows
from tests.table.test_meeting import NEVER, SOON, meeting_of, play, waiting
from tests.table.test_notices import house, want
from tests.waiting import wait_until


def failing(times: int, work: Any) -> Any:
    """Let something fail so often before it does what it should."""
    left = [times]

    def fails(*given: Any, **named: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise Unreachable
        return work(*given, **named)

    return fails


def account_at(accounts: Accounts, table: str) -> str:
    """Make an account that sits on the first seat of a table; give its id."""
    with accounts.store.transaction() as session:
        session.add(AccountRow(id="ana", name="Ana", recovery="", made=1.0))
    accounts.attach(table, {0: "ana"}, "block")
    return "ana"


def test_the_link_of_a_waiting_room_lays_nothing_once_the_table_was_put_away(url: str) -> None:
    with opened(url, NEVER) as client:
        ana, ion = play(client, name="Ana"), play(client, name="Ion")
        with waiting(client, ana) as hers, waiting(client, ion):
            while not hers.receive_json()["go"]:
                pass
    with kept(url) as store:
        with store.engine.begin() as line:
            line.exec_driver_sql("UPDATE tables SET due = false, ended = true")
        age(store, meeting_of(ana))
        assert archive.clear_all(store, archive.A_DAY) == 1
        before = rows(store)
    with opened(url, NEVER) as client:
        answer = client.get(ana, follow_redirects=False)
        assert answer.headers["location"] == ana.replace("/m/", "/t/")
        replay = client.get(answer.headers["location"], follow_redirects=False)
        assert replay.headers["location"].endswith("/replay")
    with kept(url) as store:
        assert rows(store) == before


def test_a_chair_is_freed_although_the_database_fails_at_that_moment(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(database, SOON) as client:
        found = client.app.state.lobby  # type: ignore[attr-defined]
        store = found.house.store
        link = play(client, name="Ana")
        with waiting(client, link) as line:
            line.receive_json()
            monkeypatch.setattr(store, "change_meeting", failing(3, store.change_meeting))
        wait_until(lambda: not found.known)


def test_every_device_is_told_once_of_each_table_that_its_link_opens(url: str) -> None:
    with push_service() as service:
        with kept(url) as store:
            store.migrate()
            tables = [laid(store) for _ in range(3)]
        with house(url) as client:
            device = Gadget(service)
            want(client, f"/t/{tables[0]}/{SECRETS[0]}", device)
        for _ in range(3):
            with house(url) as client:
                client.portal.call(client.app.state.notices.catch_up)  # type: ignore
                wait_until(lambda: len(device.got) >= 3)
        assert len(device.got) == 3
        assert {device.opened(place)["where"] for place in range(3)} == {
            f"/t/{name}" for name in tables
        }


def test_a_notice_is_not_lost_although_the_database_fails_when_it_is_due(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with push_service() as service, house(database) as client:
        notices = client.app.state.notices  # type: ignore[attr-defined]
        found = lay(client, "block", ["me", "friend"], first_player=0)
        device = Gadget(service)
        want(client, found["friends"]["1"], device)
        for name, times in (("_are_wanted", 2), ("_claim", 1)):
            monkeypatch.setattr(notices, name, failing(times, getattr(notices, name)))
        now = state(client, found["mine"])
        assert send(client, found["mine"], 2, 0, now["moves"][0]["move"]).is_success
        device.wait(1)


def test_wrong_tokens_take_no_room_and_have_one_allowance_together(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "allowance", Allowance(60, 0.1))
    monkeypatch.setattr(programs, "strangers", Allowance(60, 3600.0))

    def ask(token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return int(client.get("/api/bots/me", headers=headers).status_code)

    assert ask("x" * 20_000 + "." + "y") == 404
    assert not programs.allowance.whole_at
    answers = [ask(f"table.{number:032}") for number in range(60)]
    assert answers[0] == 404 and answers[-1] == 429
    assert max(map(len, programs.allowance.whole_at)) <= 64
    link = lay(client, "block", ["me", "friend"])["mine"]
    # Whoever has a right one is let in.
    assert ask(".".join(link.split("/")[2:])) == 200


def test_comments_of_one_moment_are_all_kept(url: str) -> None:
    with kept(url) as store, kept(url) as other:
        store.migrate()
        name = laid(store)

        def say(number: int) -> bool:
            one = Comment(1, 1, 0, f"comment {number}", "")
            return add_comments((store, other)[number % 2], name, [one])

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(say, range(24)))
        assert len(comments_of(store, name)) == 24


def test_two_do_not_take_one_name_at_the_same_moment(url: str) -> None:
    with opened(url, NEVER) as here, opened(url, NEVER) as there:
        for _ in range(3):
            found = lay(here, "block", ["me", "friend"])
            links = [found["mine"], found["friends"]["1"]]
            assert state(there, links[1])["number"] == 2

            def call(seat: int, links: list[str] = links) -> int:
                client = (here, there)[seat]
                answer = client.post(f"{links[seat]}/name", json={"seat": seat, "name": "Ana"})
                return int(answer.status_code)

            with ThreadPoolExecutor(2) as both:
                assert sorted(both.map(call, range(2))) == [200, 422]


def test_a_face_that_was_chosen_at_one_server_is_shown_at_another(url: str) -> None:
    with opened(url, NEVER) as here, opened(url, NEVER) as there:
        link = lay(here, "block", ["me", "friend"])["mine"]
        with there.websocket_connect(f"{link}/live") as page:
            page.send_json({"last": 0})
            assert page.receive_json()["faces"] == [-1, -1]
            (table,) = there.app.state.house.tables.values()  # type: ignore[attr-defined]
            stamp = table.stamp
            here.post(f"{link}/face", json={"seat": 0, "face": 7})
            wait_until(lambda: table.faces() == [7, -1])
            assert table.stamp > stamp
            assert page.receive_json()["faces"] == [7, -1]


@pytest.mark.parametrize("path", ["/m/a%00b", "/m/a%00b/c", "/m/%00/code", "/c/a%00b", "/c/%00/x"])
def test_an_address_with_a_sign_that_no_link_has_leads_nowhere(
    postgres_url: str, path: str
) -> None:
    with opened(postgres_url) as client:
        assert client.get(path).status_code == 404
        mine = {"links": ["/m/a\0b/c", "/t/a\0b/c", "/m/x/\0"]}
        assert client.post("/api/tables/mine", json=mine).json() == {"tables": []}


def test_a_match_whose_last_moves_another_server_wrote_is_counted(url: str) -> None:
    async def run() -> None:
        async with house_at(url) as house, house_at(url, name="there") as there:
            name = laid(house.store, target=1)
            stale = await there.table(name)
            table = await house.table(name)
            assert stale is not None and table is not None
            accounts = Accounts(there.store)
            account = account_at(accounts, name)
            while not table.match.over:
                if table.match.round.over:
                    await table.deal_next(table.number)
                else:
                    turn = table.match.turn
                    await table.play(turn, table.match.round.moves()[0], table.number, "")
            assert not stale.match.over
            await Ledger(there, accounts).count(name)
            assert len(accounts.history(account)) == 1

    asyncio.run(run())


def test_pages_of_the_lobby_share_what_is_worked_out(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []
    telling = meet.told_in_lobby

    def told_in_lobby(*given: Any) -> Any:
        counted.append("told")
        return telling(*given)

    play(client)
    monkeypatch.setattr(meet, "told_in_lobby", told_in_lobby)
    lines = [client.websocket_connect("/lobby/live") for _ in range(4)]
    for line in lines:
        line.__enter__()
        assert len(line.receive_json()["tables"]) == 1
    play(client, pace="quick")
    for line in lines:
        assert len(line.receive_json()["tables"]) == 2
        line.__exit__(None, None, None)
    assert len(counted) == 1 + 2
    # In another language it is worked out anew.
    with client.websocket_connect("/lobby/live?language=es") as line:
        assert len(line.receive_json()["tables"]) == 2
    assert len(counted) == 1 + 2 + 2


def test_a_part_of_a_review_that_waits_is_not_taken_for_left(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_rows, "LEFT", 0.2)

    def since(store: Any) -> float:
        with store.engine.connect() as line:
            return float(line.exec_driver_sql("SELECT max(since) FROM reviews").scalar() or 0)

    with opened(database) as client:
        reviews = client.app.state.reviews  # type: ignore[attr-defined]

        async def waits(*given: Any) -> Any:
            await asyncio.Event().wait()

        monkeypatch.setattr(reviews, "_worked_out", waits)

        async def begin() -> None:
            reviews._begin(("table", "version"), [None], "visitor")

        client.portal.call(begin)  # type: ignore[union-attr]
        wait_until(lambda: since(reviews.house.store) > 0)
        first = since(reviews.house.store)
        wait_until(lambda: since(reviews.house.store) > first)


def test_whoever_lays_a_table_has_its_links_although_it_cannot_be_read_at_first(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", 0.01)
    with opened(database) as client:
        monkeypatch.setattr(Store, "news", failing(1, Store.news))
        links = lay(client, "block", ["me", "bot:greedy"], first_player=1)
        tables = client.app.state.house.tables  # type: ignore[attr-defined]
        # Its bot begins although nobody has opened a link.
        wait_until(lambda: links["table"] in tables and tables[links["table"]].number > 2)


def test_the_next_match_belongs_to_its_accounts_although_laying_it_fails_once(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(database) as client:
        found = lay(client, "block", ["me", "friend"], first_player=0, target=1)
        links = [found["mine"], found["friends"]["1"]]
        store = client.app.state.house.store  # type: ignore[attr-defined]
        accounts = Accounts(store)
        account = account_at(accounts, found["table"])
        while not (now := state(client, links[0]))["ended"]:
            if now["over"]:
                client.post(f"{links[0]}/next", json={"number": now["number"]})
                continue
            turn = now["turn"]
            now = state(client, links[turn])
            send(client, links[turn], now["number"], turn, now["moves"][0]["move"])
        follow = Accounts.follow
        monkeypatch.setattr(Accounts, "follow", failing(1, follow))
        assert client.post(f"{links[0]}/again").status_code == 503
        monkeypatch.setattr(Accounts, "follow", follow)
        onward = client.post(f"{links[1]}/again").json()["link"].split("/")[2]
        assert accounts.seated(onward)[0].id == account
