"""Several server processes on one database, asked one after the other and without a WebSocket."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest

from sobremesa.table.events import Append, Written
from sobremesa.table.live import Pace
from sobremesa.table.storage import Store
from tests.table.host import asking, kept, lay, opened, send, state, stored_match, wait_for_turn
from tests.table.nursery import Nursery
from tests.waiting import wait_until

# The bots of one server never move by themselves, so that what happens is the other's doing.
NEVER = Pace(bot=600.0, answer=600.0, next_hand=600.0)


@contextmanager
def two(url: str, here: Pace = NEVER, there: Pace = NEVER) -> Iterator[tuple[httpx.Client, ...]]:
    """Two servers of this process that know nothing of each other."""
    with opened(url, here) as one, opened(url, there) as other:
        yield one, other


def test_what_was_played_here_is_known_there(url: str) -> None:
    with two(url) as (here, there):
        link = lay(here, "block", ["me", "hot"], first_player=0)["mine"]
        for turn in range(6):
            here, there = there, here
            now = state(here, link, seat=turn % 2)
            assert now == state(there, link, seat=turn % 2)
            answer = send(here, link, now["number"], turn % 2, now["moves"][0]["move"])
            assert answer.status_code == 200, answer.text
            assert there.get(f"{link}/state", params={"last": now["number"]}).status_code == 200


def test_a_page_that_was_told_more_than_its_server_knows_is_believed_and_checked(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two(url) as (here, there):
        link = lay(here, "block", ["me", "hot"], first_player=0)["mine"]
        now = state(there, link, seat=0)
        # The other server hears of no news.
        monkeypatch.setattr(Store, "version", lambda store, table: 0)
        assert send(here, link, now["number"], 0, now["moves"][0]["move"]).status_code == 200
        then = state(here, link, seat=1)
        move = then["moves"][0]["move"]
        answer = send(there, link, then["number"], 1, move)
        assert answer.status_code == 200, answer.text
        early = send(there, link, then["number"] + 5, 0, move)
        assert (early.status_code, early.json()["code"]) == (409, "stale")


def test_a_move_sent_again_to_another_server_is_answered_as_before(url: str) -> None:
    with two(url) as (here, there):
        link = lay(here, "block", ["me", "hot"], first_player=0)["mine"]
        now = state(there, link, seat=0)
        move, other = (choice["move"] for choice in now["moves"][:2])
        first = send(here, link, now["number"], 0, move, "the-same-id")
        again = send(there, link, now["number"], 0, move, "the-same-id")
        assert (first.status_code, first.json()) == (again.status_code, again.json())
        used = send(there, link, now["number"], 0, other, "the-same-id")
        assert (used.status_code, used.json()["code"]) == (409, "id-used")
        late = send(there, link, now["number"], 0, other)
        assert (late.status_code, late.json()["code"]) == (409, "stale")


def test_a_move_that_another_server_writes_at_the_same_moment_is_answered_as_before(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same move is sent twice, and the second is checked before the first is written."""
    with two(url) as (here, there):
        laid = lay(here, "block", ["me", "hot"], first_player=0)
        now = state(here, laid["mine"], seat=0)
        move = now["moves"][0]["move"]
        writing = Store.append_all
        with kept(url) as beside:

            def after_the_other(store: Store, wishes: list[Append]) -> list[Written | Exception]:
                if not beside.events(laid["table"], 2):
                    writing(beside, wishes)
                return writing(store, wishes)

            monkeypatch.setattr(Store, "append_all", after_the_other)
            answer = send(there, laid["mine"], now["number"], 0, move, "the-same-id")
        assert (answer.status_code, answer.json()) == (200, {"number": 3})
        assert len(stored_match(url, laid["table"]).round.log) == 1


def test_names_and_talk_arrive_at_the_other_server(url: str) -> None:
    with two(url) as (here, there):
        laid = lay(here, "block", ["me", "friend"])
        link = laid["mine"]
        assert state(there, link)["names"][0] == "Player 1"
        assert there.get(f"{link}/talk").status_code == 204
        here.post(f"{link}/name", json={"seat": 0, "name": "Ilinca"})
        assert state(there, link)["names"][0] == "Ilinca"
        line = {"seat": 0, "text": "hello", "id": "line-0001"}
        assert here.post(f"{link}/talk", json=line).status_code == 201
        assert there.post(f"{link}/talk", json=line).status_code == 201
        heard = there.get(f"{laid['friends']['1']}/talk").json()["talk"]
        assert [(one["name"], one["text"]) for one in heard] == [("Ilinca", "hello")]


def test_moves_taken_back_here_are_taken_back_there(url: str) -> None:
    with two(url) as (here, there):
        link = lay(here, "traffic", ["me"])["mine"]
        now = state(here, link)
        send(here, link, now["number"], 0, now["moves"][0]["move"])
        number = state(there, link)["number"]
        wish = {"number": number, "id": "back-00001"}
        assert there.post(f"{link}/undo", json=wish).status_code == 200
        assert here.post(f"{link}/undo", json=wish).status_code == 200
        assert state(here, link)["scene"] == state(there, link)["scene"]


def test_the_bots_of_a_dead_server_move_although_nobody_opens_the_table(
    url: str, place: Nursery
) -> None:
    """The other server has been running all the while, and has never seen the table."""
    with ExitStack() as stack:
        alive = place.start(url)
        stack.callback(alive.kill)
        # This one has a bot that thinks too long, and dies with its thought.
        with opened(url, NEVER) as client:
            laid = lay(client, "draw", ["me", "bot:greedy"], first_player=1)
        wait_until(lambda: len(stored_match(url, laid["table"]).round.log) > 0)
        with asking(alive.url) as client:
            assert wait_for_turn(client, laid["mine"])["moves"]


def test_two_servers_move_each_bot_once(url: str, place: Nursery) -> None:
    with ExitStack() as stack:
        servers = [place.start(url) for _ in range(2)]
        for server in servers:
            stack.callback(server.kill)
        clients = [
            stack.enter_context(asking(server.url))
            for server in servers
        ]
        laid = [
            lay(clients[number % 2], "block", ["me", "bot:random", "bot:random"])
            for number in range(4)
        ]
        for step in range(4):
            for one in laid:
                client = clients[step % 2]
                now = wait_for_turn(client, one["mine"])
                if now["moves"]:
                    move = now["moves"][0]["move"]
                    answer = send(client, one["mine"], now["number"], 0, move)
                    assert answer.status_code == 200, answer.text
        for one in laid:
            wait_for_turn(clients[0], one["mine"])
            assert len(stored_match(url, one["table"]).round.log) >= 4


def test_a_server_takes_up_only_tables_that_go_on_by_themselves(url: str) -> None:
    """Hundreds of tables wait for their persons; another server loads none of them."""
    with opened(url, NEVER) as client:
        waiting = lay(client, "block", ["me", "hot"])
        going_on = lay(client, "draw", ["me", "bot:greedy"], first_player=1)
    with kept(url) as store:
        places, events = store.places(waiting["table"]), store.events(waiting["table"])
        for _ in range(50):
            store.lay(places, events, due=False)
    with opened(url, NEVER) as client:
        house = client.app.state.house  # type: ignore[attr-defined]
        wait_until(lambda: bool(house.tables))
        assert list(house.tables) == [going_on["table"]]
