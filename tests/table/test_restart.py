"""A server that is killed at any moment goes on exactly where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

import sobremesa
from sobremesa.table.live import Pace
from tests.laws import one_of_each_family, plain_bot
from tests.spread import every
from tests.table.host import Server, asking, kept, lay, send, state, stored_match, wait_for_turn
from tests.table.nursery import Nursery
from tests.waiting import wait_until

SLOW = Pace(bot=600.0, answer=600.0)
SOON = Pace(bot=0.0, answer=0.0, next_hand=600.0)


def test_a_bot_that_was_thinking_when_the_server_was_killed_moves_after_the_restart(
    database: Path,
) -> None:
    with Server(database, SLOW) as server, asking(server.url) as client:
        laid = lay(client, "draw", ["me", "bot:greedy"], first_player=1)
        assert state(client, laid["mine"])["turn"] == 1
        server.kill()
    with Server(database, SOON) as server, asking(server.url) as client:
        # Nobody asks for the table until the bot has moved.
        wait_until(lambda: len(stored_match(database, laid["table"]).round.log) > 0)
        assert wait_for_turn(client, laid["mine"])["moves"]


@pytest.mark.parametrize("game", every(6, one_of_each_family()))
def test_killed_twice_the_match_is_the_same_as_undisturbed(
    tmp_path: Path, place: Nursery, game: str
) -> None:
    """Every answered move survives, and bots and deals come out the same."""
    calm, rough = (f"sqlite:///{tmp_path / name}.db" for name in ("calm", "rough"))
    assert _play(place, rough, game, kills=(1, 5)) == _play(place, calm, game, kills=())


def _play(place: Nursery, url: str, game: str, kills: tuple[int, ...]) -> list[object]:
    server = place.start(url)
    try:
        with asking(server.url) as client:
            players = int(sobremesa.game(game).players)
            laid = lay(client, game, ["me", *["bot:" + plain_bot(game)] * (players - 1)])
        link = laid["mine"]
        for number in range(8):
            with asking(server.url) as client:
                now = wait_for_turn(client, link)
                if now["ended"]:
                    break
                if now["next"]:
                    answer = client.post(f"{link}/next", json={"number": now["number"]})
                else:
                    move, mark = now["moves"][0]["move"], f"move-{number:04}"
                    answer = send(client, link, now["number"], 0, move, mark)
                assert answer.status_code == 200
            if number in kills:
                server.kill()
                server = place.start(url)
        with asking(server.url) as client:
            wait_for_turn(client, link)
    finally:
        server.kill()
    with kept(url) as store:
        return [(one.number, one.kind, one.data) for one in store.events(laid["table"])]


def test_the_workers_of_a_killed_server_end_too(database: Path) -> None:
    with Server(database, SOON) as server, asking(server.url) as client:
        laid = lay(client, "block", ["me", "bot:greedy"], first_player=0)
        now = state(client, laid["mine"])
        send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"])
        wait_for_turn(client, laid["mine"])
        children = _children(server.process.pid)
        assert children
        server.kill()
        wait_until(lambda: not any(_is_running(child) for child in children))


def _children(pid: int) -> list[int]:
    """The processes that any thread of the server has started."""
    if not Path("/proc/self/task").exists():
        pytest.skip("needs /proc")
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for found in threads for child in found.read_text().split()]


def _is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "State:\tZ" not in status.read_text(encoding="utf-8")
