"""Notices for persons who are not here, sent to a push service of our own and opened by devices
with real keys, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from sobremesa.core.errors import Refused
from sobremesa.table import notices, presence, push
from sobremesa.table.events import fingerprint
from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from sobremesa.table.metrics import Metrics
from sobremesa.table.notices import MOST_DEVICES, PLACE
from sobremesa.table.push import Device, Push, Sender, Unsafe, find, is_open, private_key
from sobremesa.table.tournament import SWISS
from tests.table.host import AT_ONCE, Json, Server, asking, claimed, kept, opened, send, state
from tests.table.services import Gadget, Service, push_service
from tests.table.test_clubs import entered, made, paired, play_round, secret_of, stored
from tests.waiting import wait_until

AT_HOME = Limits(push_anywhere=True, tables=10**6)
SOON = replace(AT_ONCE, notice=0.0)
DAYS = {"kind": "days", "time": 3 * 24 * 3600, "late": "bot"}


@pytest.fixture
def service() -> Iterator[Service]:
    with push_service() as running:
        yield running


@contextmanager
def house(url: Path | str, pace: Pace = SOON, limits: Limits = AT_HOME) -> Iterator[TestClient]:
    with opened(url, pace, limits) as client:
        yield client


def duel(
    client: httpx.Client, clock: Json | None = None, game: str = "block", **options: Any
) -> list[str]:
    """Lays a table for two; gives both links, that of whoever begins first."""
    answer = client.post("/api/tables", json={
        "game": game, "options": {"players": 2, **options}, "silence": 0.0,
        "seats": [{"kind": "me"}, {"kind": "friend"}], "clock": clock or {},
    })
    assert answer.status_code == 201, answer.text
    laid = claimed(client, answer.json())
    links = [laid["mine"], laid["friends"]["1"]]
    return links if state(client, links[0])["turn"] == 0 else links[::-1]


def table_of(link: str) -> str:
    return link.split("/")[2]


def want(client: httpx.Client, link: str, device: Gadget, **said: str) -> Json:
    answer = client.post(f"{link}/notices", json=device.wish, params=said)
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told


def play(client: httpx.Client, link: str) -> Json:
    """Plays the first move of a seat, as often as it is asked; gives how it stands then."""
    while True:
        now = state(client, link)
        if not now["moves"]:
            return now
        answer = send(client, link, now["number"], now["seat"], now["moves"][0]["move"])
        assert answer.status_code == 200, answer.text


def test_whoever_is_not_here_is_told_once_that_it_is_their_turn(
    url: str, service: Service
) -> None:
    with house(url) as client:
        first, second = duel(client, DAYS)
        own, other = Gadget(service), Gadget(service)
        want(client, first, own)
        answered = want(client, second, other, language="es")
        secret = second.rpartition("/")[2]
        assert answered == {"place": fingerprint(secret)[:PLACE]}
        play(client, first)
        other.wait(1)
        told = other.opened()
        assert told.pop("body")
        assert told == {
            "title": "Cierre", "where": f"/t/{table_of(second)}", "place": answered["place"],
        }
        assert secret not in str(told)
        got = other.got[0]
        assert got.headers["content-encoding"] == "aes128gcm"
        assert 3 * 24 * 3600 - 60 < int(got.headers["ttl"]) <= 3 * 24 * 3600
        key, claims = got.signed()
        assert key == client.get("/api/notices").json()["key"]
        assert claims["aud"] == service.url and claims["sub"] == push.NOBODY
        assert time.time() < claims["exp"] <= time.time() + 24 * 3600
        play(client, second)
        own.wait(1)
        play(client, first)
        other.wait(2)
        own.wait(1)
        # All are of one size, and the newest stands in place of what was not delivered.
        assert len({len(one.body) for one in (*own.got, *other.got)}) == 1
        assert len({one.headers["topic"] for one in other.got}) == 1
        assert own.got[0].headers["topic"] != other.got[0].headers["topic"]


def test_whoever_has_a_page_open_is_told_only_after_it_is_closed(
    database: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LINGER", 0.0)
    monkeypatch.setattr(notices, "LOOK_AGAIN", 0.05)
    with house(database) as client:
        first, second = duel(client)
        own, other = Gadget(service), Gadget(service)
        want(client, first, own)
        want(client, second, other)
        with client.websocket_connect(f"{second}/live") as line:
            line.send_json({"last": 0})
            line.receive_json()
            play(client, first)
            wait_until(lambda: line.receive_json().get("turn") is not None)
            found = client.app.state.notices  # type: ignore[attr-defined]
            wait_until(lambda: bool(found.looks))
            assert not other.got
        other.wait(1)
        assert other.got[0].headers["ttl"] == str(notices.USUAL)
        assert other.opened()["where"] == f"/t/{table_of(second)}"


def test_nobody_is_told_of_a_turn_that_is_over_by_then(database: Path, service: Service) -> None:
    with house(database, replace(SOON, notice=600.0)) as client:
        first, second = duel(client, DAYS)
        other = Gadget(service)
        want(client, second, other)
        looks = client.app.state.notices.looks  # type: ignore[attr-defined]
        play(client, first)
        assert list(looks) == [table_of(first)]
        before = looks[table_of(first)]
        play(client, second)
        assert before.timer.cancelled()
        assert not other.got


def test_what_a_server_left_untold_the_next_one_tells(url: str, service: Service) -> None:
    other = Gadget(service)
    with house(url, replace(SOON, notice=600.0)) as client:
        first, second = duel(client)
        want(client, second, other)
        key = client.get("/api/notices").json()["key"]
        play(client, first)
        assert not other.got
    with kept(url) as store, store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE seats SET seen = NULL")
    with house(url) as client:
        other.wait(1)
        assert other.got[0].signed()[0] == key == client.get("/api/notices").json()["key"]
    with house(url) as client:
        play(client, second)
        assert len(other.got) == 1


def test_the_others_are_told_that_the_match_is_over(url: str, service: Service) -> None:
    with house(url) as client:
        links = duel(client, DAYS, target=1)
        devices = [Gadget(service), Gadget(service)]
        for link, device in zip(links, devices, strict=True):
            want(client, link, device)
        place = 0
        while not play(client, links[place])["ended"]:
            place = 1 - place
            now = state(client, links[place])
            if now["over"] and not now["ended"]:
                client.post(f"{links[place]}/next", json={"number": now["number"]})
                place = state(client, links[0])["turn"]
        other = devices[1 - place]
        wait_until(lambda: bool(other.got) and other.opened()["body"] == "The match is over.")
        assert not devices[place].got or "over" not in devices[place].opened()["body"]
        # Of the next match, which the same secrets open, they are told too.
        asked = client.post(f"{links[place]}/again").json()["link"]
        turn = state(client, asked)["turn"]
        next_links = [f"/t/{table_of(asked)}/{link.rpartition('/')[2]}" for link in links]
        begins = [state(client, link)["seat"] for link in next_links].index(turn)
        wait_until(lambda: devices[begins].got != []
                   and devices[begins].opened()["where"] == f"/t/{table_of(asked)}")
        assert devices[begins].opened()["body"] == "It is your turn."


def test_those_who_wait_are_told_who_comes_and_that_the_table_is_laid(
    url: str, service: Service
) -> None:
    with house(url) as client:
        wish = {"game": "block", "players": "3", "sitter0": "me", "sitter1": "open",
                "sitter2": "open", "silence": "8", "clock": "days", "clock.days": "3"}
        answer = client.post("/tables", data=wish, follow_redirects=False)
        chair = answer.headers["location"].partition("#")[0]
        assert chair.startswith("/m/"), answer.text
        waiting, newcomer = Gadget(service), Gadget(service)
        place = want(client, chair, waiting)["place"]
        sat = client.post(f"/m/{table_of(chair)}/sit", follow_redirects=False)
        waiting.wait(1)
        assert waiting.opened() == {
            "title": "Block", "body": "Somebody has sat down at your table.",
            "where": f"/m/{table_of(chair)}", "place": place,
        }
        want(client, sat.headers["location"], newcomer)
        client.post(f"/m/{table_of(chair)}/sit", data={"name": "Cora"}, follow_redirects=False)
        wait_until(lambda: len(waiting.got) >= 2 and len(newcomer.got) >= 1)
        assert waiting.opened(1)["body"] == "All have come: the table is laid."
        assert waiting.opened(1)["where"] == f"/t/{table_of(chair)}"


def test_whoever_begins_the_next_round_of_a_tournament_is_told(
    database: Path, service: Service
) -> None:
    url = f"sqlite:///{database}"
    with house(database) as client:
        organiser = made(client, form=SWISS, rounds="2", pace="days")
        links = {name: entered(client, organiser, name) for name in ("Ana", "Ion", "Lu", "Mara")}
        paired(client, organiser, 0)
        found = stored(url, organiser)
        devices = [Gadget(service) for _ in links]
        for table in found.awaited():
            for link, device in zip(links.values(), devices, strict=True):
                mine = f"/t/{table}/{secret_of(link)}"
                if client.get(mine).status_code == 200:
                    want(client, mine, device)
        play_round(client, url, organiser, links)
        paired(client, organiser, 1)
        fresh = {f"/t/{table}" for table in stored(url, organiser).awaited()}

        def told() -> set[str]:
            return {device.opened()["where"] for device in devices if device.got}

        assert len(fresh) == 2
        wait_until(lambda: fresh <= told())


def test_a_device_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    url: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "PAUSES", (0.0, 0.0))
    with house(url) as client:
        first, second = duel(client, DAYS)
        well, lost, ill, led, broken = (Gadget(service) for _ in range(5))
        service.answers = {lost.path: [410], ill.path: [503, 429, 201], led.path: [302],
                           broken.path: [500]}
        for device in (lost, ill, led, broken, well):
            want(client, second, device)
        metrics = client.app.state.house.store.metrics  # type: ignore[attr-defined]

        def told() -> dict[str, float]:
            outcomes = ("sent", "gone", "failed", "dropped")
            return {one: metrics.value("notices_total", outcome=one) for one in outcomes}

        play(client, first)
        wait_until(lambda: sum(told().values()) == 5)
        assert told() == {"sent": 2, "gone": 1, "failed": 2, "dropped": 0}
        assert [len(one.got) for one in (well, lost, ill, led, broken)] == [1, 1, 3, 1, 3]
        assert "/elsewhere" not in service.got
        play(client, second)
        play(client, first)
        wait_until(lambda: sum(told().values()) == 9)
        assert [len(one.got) for one in (well, lost, ill)] == [2, 1, 4]


def test_a_service_that_never_answers_holds_nobody_up(database: Path, service: Service) -> None:
    with house(database) as client:
        first, second = duel(client, DAYS)
        stuck, well = Gadget(service), Gadget(service)
        service.answers = {stuck.path: [0]}
        want(client, second, stuck)
        want(client, second, well)
        play(client, first)
        wait_until(lambda: len(stuck.got) == 1 and len(well.got) == 1)
        play(client, second)
        play(client, first)
        wait_until(lambda: len(stuck.got) == 2 and len(well.got) == 2)


def test_notices_are_turned_off_and_have_few_devices(url: str, service: Service) -> None:
    with house(url) as client:
        first, second = duel(client, DAYS)
        devices = [Gadget(service) for _ in range(MOST_DEVICES + 1)]
        for device in devices:
            want(client, second, device)
            want(client, second, device)
        off = {"endpoint": devices[1].wish["endpoint"]}
        assert client.post(f"{second}/notices/off", json=off).status_code == 200
        assert client.post(f"{second}/notices/off", json=off).status_code == 200
        play(client, first)
        for device in devices[2:]:
            device.wait(1)
        assert not devices[0].got and not devices[1].got


@pytest.mark.parametrize(("change", "reason"), [
    ({"endpoint": "http://push.example.org/x"}, "only https"),
    ({"endpoint": "ftp://push.example.org/x"}, "only https"),
    ({"endpoint": "https://push.example.org:8443/x"}, "usual port"),
    ({"endpoint": "https://me:secret@push.example.org/x"}, "only https"),
    ({"endpoint": "https://127.0.0.1/x"}, "a name"),
    ({"endpoint": "https://[::1]/x"}, "a name"),
    ({"endpoint": "https://2130706433/x"}, "a name"),
    ({"endpoint": "https://0x7f.1/x"}, "a name"),
    ({"endpoint": "https://localhost/x"}, "a name"),
    ({"endpoint": "https://exa mple.org/"}, "cannot be read"),
    ({"endpoint": "https://ex\u0430mple.org/"}, "cannot be read"),
    ({"endpoint": "https://[/"}, "cannot be read"),
    ({"endpoint": "https://x.org:99999/"}, "cannot be read"),
    ({"endpoint": "nowhere"}, "cannot be read"),
    ({"endpoint": "https://no-such-service.invalid/x"}, "no such service"),
    ({"p256dh": "AAAA"}, "keys"),
    ({"p256dh": "B" + "A" * 86}, "keys"),
    ({"auth": "AAAA"}, "keys"),
    ({"auth": "!" * 22}, "keys"),
])
def test_what_no_browser_gives_is_refused_in_words(
    database: Path, service: Service, change: Json, reason: str
) -> None:
    with house(database, limits=Limits()) as client:
        first, _ = duel(client)
        wish = {**Gadget(service).wish, "endpoint": "https://push.invalid/x", **change}
        answer = client.post(f"{first}/notices", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-device")
        assert reason in answer.json()["error"]


def test_only_seats_have_notices_and_an_address_not_too_many(
    database: Path, service: Service
) -> None:
    few = replace(AT_HOME, devices=2)
    with house(database, limits=few) as client:
        answer = client.post("/api/tables", json={
            "game": "block", "seats": [{"kind": "me"}, {"kind": "friend"}]})
        laid = answer.json()
        device = Gadget(service)
        watching = client.post(f"{laid['watch']}/notices", json=device.wish)
        assert (watching.status_code, watching.json()["code"]) == (403, "only-watching")
        unknown = client.post("/m/nothing/here/notices", json=device.wish)
        assert unknown.status_code == 404
        for _ in range(2):
            want(client, laid["mine"], device)
        much = client.post(f"{laid['mine']}/notices", json=device.wish)
        assert (much.status_code, much.json()["code"]) == (429, "too-much")
        assert int(much.headers["retry-after"]) > 0


@pytest.mark.parametrize(("address", "expected"), [
    ("142.250.1.1", True), ("2a00:1450:4001::1", True), ("127.0.0.1", False), ("10.1.2.3", False),
    ("192.168.0.1", False), ("172.16.0.1", False), ("169.254.169.254", False), ("0.0.0.0", False),
    ("100.64.0.1", False), ("224.0.0.1", False), ("255.255.255.255", False), ("::1", False),
    ("::", False), ("fe80::1%eth0", False), ("fd00::1", False), ("ff02::1", False),
    ("::ffff:10.0.0.1", False), ("64:ff9b::7f00:1", False), ("64:ff9b::8efa:101", True),
    ("2002:7f00:1::", False), ("2001:0:1:2:3:4:5:6", False),
])
def test_only_addresses_of_the_open_network_are_reached(address: str, expected: bool) -> None:
    assert is_open(address) == expected


def test_a_name_that_leads_into_the_house_later_is_not_followed(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Unsafe):
        asyncio.run(find("localhost", 443))
    port = int(service.url.rpartition(":")[2])
    asked: list[object] = []

    def home(host: object, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", home)
    device = Gadget(service).wish
    metrics = Metrics()
    sender = Sender(private_key("1" * 64), "", lambda endpoint: None, metrics)
    away = Device("https://push.example.org/x", device["p256dh"], device["auth"])
    try:
        assert sender.send(Push(away, b"{}", "topic", 60))
        wait_until(lambda: metrics.value("notices_total", outcome="failed") == 1)
    finally:
        sender.close()
    # It is no fault that passes, so nobody tries again.
    assert asked == ["push.example.org"]
    assert not service.got


def test_more_than_can_wait_is_dropped(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "MOST_WAITING", 3)
    metrics = Metrics()
    device = Gadget(service)
    service.answers = {device.path: [0]}
    one = Push(Device(**device.wish), b"{}", "topic", 60)
    sender = Sender(private_key("2" * 64), "", lambda endpoint: None, metrics, anywhere=True)
    try:
        assert [sender.send(one) for _ in range(5)] == [True, True, True, False, False]
        assert metrics.value("notices_total", outcome="dropped") == 2
    finally:
        service.ended.set()
        sender.close()


def test_the_secret_of_the_house_is_neither_logged_nor_shown(
    database: Path, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), house(database) as client:
        first, second = duel(client, DAYS)
        device = Gadget(service)
        service.answers = {device.path: [400]}
        want(client, second, device)
        play(client, first)
        wait_until(lambda: "did not take a notice: status 400" in caplog.text)
        shown = client.get("/api/notices").text + client.get(second).text
    with kept(database) as store:
        secret = store.key("notices")
    link = second.rpartition("/")[2]
    assert secret not in caplog.text + shown
    for private in (link, fingerprint(link), device.path):
        assert private not in "".join(
            one.getMessage() for one in caplog.records if one.name.startswith("sobremesa")
        )


@pytest.mark.parametrize("written", ["me@example.org", "mailto:me", "http://example.org", "x"])
def test_a_contact_is_mail_or_a_page(written: str) -> None:
    assert push.read_contact("") == ""
    assert push.read_contact("mailto:me@example.org") == "mailto:me@example.org"
    with pytest.raises(Refused, match="not a contact"):
        push.read_contact(written)


def test_of_two_servers_one_tells(postgres_url: str, service: Service) -> None:
    with (
        Server(postgres_url, SOON, AT_HOME) as here, Server(postgres_url, SOON, AT_HOME) as there,
        asking(here.url) as one, asking(there.url) as two,
    ):
        first, second = duel(one, DAYS)
        devices = [Gadget(service), Gadget(service)]
        want(two, first, devices[0])
        want(one, second, devices[1])
        for turn in range(1, 4):
            play(two, first)
            devices[1].wait(turn)
            play(one, second)
            devices[0].wait(turn)
