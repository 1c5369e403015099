"""Ratings: against the formula of Weng and Lin, and counted once however it goes."""

from __future__ import annotations

import math
import threading
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

import sobremesa
from sobremesa.table import ratings
from sobremesa.table.account_rows import RatingRow
from sobremesa.table.accounts import Accounts
from sobremesa.table.events import BACK, DEAL, MOVE, STAND_IN, START, Event
from sobremesa.table.ratings import Rating, Result, newcomer, places_of, rated
from tests.table.host import AT_ONCE, Json, claimed, kept, opened, send, state, wait_for_turn
from tests.table.test_accounts import ask, register
from tests.waiting import wait_until

NEVER = replace(AT_ONCE, linger=600.0, company=600.0)
BETA, TAU, KAPPA = 25 / 6, 25 / 300, 0.0001


def by_hand(teams: list[list[tuple[float, float]]], ranks: list[int]) -> list[list[Any]]:
    """The update of Plackett and Luce's model, as Weng and Lin (2011) give it in algorithm 4."""
    grown = [[(mu, math.sqrt(sigma**2 + TAU**2)) for mu, sigma in team] for team in teams]
    mus = [sum(mu for mu, _ in team) for team in grown]
    variances = [sum(sigma**2 for _, sigma in team) for team in grown]
    c = math.sqrt(sum(variance + BETA**2 for variance in variances))
    strength = [math.exp(mu / c) for mu in mus]
    everybody = range(len(teams))
    after = []
    for i in everybody:
        omega = delta = 0.0
        for q in everybody:
            if ranks[q] > ranks[i]:
                continue
            tied = sum(ranks[s] == ranks[q] for s in everybody)
            p = strength[i] / sum(strength[s] for s in everybody if ranks[s] >= ranks[q])
            omega += ((i == q) - p) / tied
            delta += p * (1 - p) / tied
        omega *= variances[i] / c
        delta *= math.sqrt(variances[i]) / c * variances[i] / c**2
        after.append([
            (mu + sigma**2 / variances[i] * omega,
             sigma * math.sqrt(max(1 - sigma**2 / variances[i] * delta, KAPPA)))
            for mu, sigma in grown[i]
        ])
    return after


SOME = [Rating(31.0, 4.0, 9), Rating(22.5, 7.0, 2), Rating(25.0, 25 / 3), Rating(18.0, 3.0, 30)]


@pytest.mark.parametrize(("game", "players", "places", "sides"), [
    ("block", 2, (2, 1), [[0], [1]]), ("block", 2, (1, 1), [[0], [1]]),
    ("mexican-train", 3, (3, 1, 2), [[0], [1], [2]]),
    ("djambi", 4, (2, 2, 1, 4), [[0], [1], [2], [3]]),
    ("texas-42", 4, (3, 1, 3, 1), [[0, 2], [1, 3]]),
])
def test_a_match_is_rated_as_by_hand(
    game: str, players: int, places: tuple[int, ...], sides: list[list[int]]
) -> None:
    before = SOME[:players]
    made = sobremesa.game(game, players=players)
    found = rated(made, Result(places, frozenset(), frozenset()), before)
    teams = [[(before[seat].mu, before[seat].sigma) for seat in side] for side in sides]
    expected = by_hand(teams, [places[side[0]] for side in sides])
    for side, members in zip(sides, expected, strict=True):
        for seat, (mu, sigma) in zip(side, members, strict=True):
            assert found[seat].mu == pytest.approx(mu)
            assert found[seat].sigma == pytest.approx(sigma)
            assert found[seat].matches == before[seat].matches + 1


def test_the_first_match_of_two_on_the_scale_that_is_shown() -> None:
    game = sobremesa.game("block", players=2)
    won, lost = rated(game, Result((1, 2), frozenset([0]), frozenset()), [newcomer()] * 2)
    assert (won.shown, won.margin, lost.shown, lost.margin) == (1579, 242, 1421, 242)
    assert not won.is_sure


def test_who_left_comes_last_and_a_partner_who_stayed_neither_gains_nor_loses() -> None:
    game = sobremesa.game("texas-42", players=4)
    found = rated(game, Result((3, 1, 3, 1), frozenset([1, 3]), frozenset([0])), SOME)
    assert found[2] == SOME[2]
    assert found[0].mu < SOME[0].mu and found[1].mu > SOME[1].mu and found[3].mu > SOME[3].mu
    everybody = frozenset(range(4))
    assert rated(game, Result((1, 1, 1, 1), frozenset(), everybody), SOME) == SOME


def ended(seed: int, game: str, **options: Any) -> Any:
    match = sobremesa.game(game, **options).start(seed)
    while not match.over:
        if match.round.over:
            match.next_round()
        else:
            match.play(match.round.moves()[0])
    return match


@pytest.mark.parametrize(("game", "fewest"), [
    ("mexican-train", True), ("block", False), ("texas-42", False), ("djambi", False),
])
def test_the_winners_come_first_then_the_others_by_points(game: str, fewest: bool) -> None:
    match = ended(5, game)
    places = places_of(match)
    assert {seat for seat, place in enumerate(places) if place == 1} == set(match.winners)
    others = [seat for seat in range(len(places)) if seat not in match.winners]
    ranked = sorted(others, key=lambda seat: match.scores[seat], reverse=not fewest)
    assert [places[seat] for seat in ranked] == sorted(places[seat] for seat in others)


def test_a_bot_that_held_the_seat_in_the_end_counts_and_who_comes_later_does_not() -> None:
    def happened(*kinds: tuple[str, int]) -> list[Event]:
        return [
            Event(number + 1, kind, {"seat": seat}) for number, (kind, seat) in enumerate(kinds)
        ]

    begun = ((START, -1), (DEAL, -1))
    held = ratings.held_in_the_end
    assert held(happened(*begun, (STAND_IN, 1), (MOVE, 0), (BACK, 1))) == {1}
    assert held(happened(*begun, (STAND_IN, 1), (BACK, 1), (MOVE, 0))) == set()
    assert held(happened(*begun, (STAND_IN, 0), (STAND_IN, 1), (BACK, 0), (MOVE, 0))) == {1}


# At tables ---------------------------------------------------------------------------------

FORM = {
    "game": "block", "players": "2", "target": "1", "sitter0": "me", "sitter1": "open",
    "clock": "move", "clock.seconds": "60", "clock.late": "bot", "rated": "on",
}


class Company:
    """Two people, each with a browser that is signed in to an account."""

    def __init__(self, stack: ExitStack, url: str, names: tuple[str, ...] = ("Ana", "Ion")) -> None:
        self.house = stack.enter_context(opened(url, NEVER))
        self.clients = [TestClient(self.house.app) for _ in names]
        for client in self.clients:
            client.portal = self.house.portal
        self.accounts = [
            str(register(client, name)["account"])
            for client, name in zip(self.clients, names, strict=True)
        ]

    def meet(self) -> list[str]:
        """Lets the first open a rated table and the second sit down; answers the links."""
        first, second = self.clients
        answer = first.post("/tables", data=FORM, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        mine = answer.headers["location"].split("#")[0]
        sat = second.post(mine.rpartition("/")[0] + "/sit", data={"name": "x"},
                          follow_redirects=False)
        assert sat.status_code == 303, sat.text
        links = [mine, sat.headers["location"]]
        with ExitStack() as pages:
            lines = []
            for client, link in zip(self.clients, links, strict=True):
                line = pages.enter_context(client.websocket_connect(f"{link}/live"))
                line.send_json({"cut": ""})
                lines.append(line)
            for line in lines:
                while not line.receive_json()["go"]:
                    pass
        return [link.replace("/m/", "/t/") for link in links]

    def play(self, links: list[str]) -> Json:
        """Plays to the end of the match."""
        while True:
            now = state(self.clients[0], links[0])
            if now["ended"]:
                return now
            if now["over"]:
                what = {"number": now["number"]}
                assert self.clients[0].post(f"{links[0]}/next", json=what).is_success
                continue
            turn = now["turn"]
            now = state(self.clients[turn], links[turn])
            move = now["moves"][0]["move"]
            sent = send(self.clients[turn], links[turn], now["number"], turn, move)
            assert sent.is_success, sent.text


def shown(url: str) -> dict[str, tuple[float, int]]:
    with kept(url) as store, Session(store.engine) as session:
        return {row.account_id: (row.mu, row.matches) for row in session.scalars(select(RatingRow))}


def table_of(link: str) -> str:
    return link.split("/")[2]


def test_a_rated_match_is_counted_once_and_shown(url: str) -> None:
    with ExitStack() as stack:
        company = Company(stack, url)
        links = company.meet()
        first = company.clients[0]
        page = first.get(links[0]).text
        assert ">rated</span>" in page and "name-form" not in page
        renamed = first.post(f"{links[0]}/name", json={"seat": 0, "name": "Zoe"})
        assert renamed.json()["code"] == "rated-name"
        now = company.play(links)
        wait_until(lambda: len(shown(url)) == 2)
        won = now["winners"][0]
        after = shown(url)
        assert after[company.accounts[won]][0] == pytest.approx(27.635389)
        assert after[company.accounts[1 - won]][0] == pytest.approx(22.364611)
        assert {matches for _, matches in after.values()} == {1}
        # Told again and again, by this server and by another, it stays as it is.
        people = company.house.app.state.people  # type: ignore[attr-defined]
        for _ in range(3):
            company.house.portal.call(people.ledger.count, table_of(links[0]))  # type: ignore[union-attr]
        with opened(url, NEVER) as other:
            again = other.app.state.people.ledger  # type: ignore[attr-defined]
            other.portal.call(again.catch_up)  # type: ignore[union-attr]
            other.portal.call(again.count, table_of(links[0]))  # type: ignore[union-attr]
        assert shown(url) == after
        told = company.clients[won].get("/you").text
        assert "1579 ± 242" in told and "+79" in told
        assert f'/you/matches/{table_of(links[0])}"' in told
        assert "not certain enough" in first.get("/ratings/block").text
        assert "Nobody has played enough" in first.get("/ratings/block").text
        # The replay is theirs alone.
        replay = f"/you/matches/{table_of(links[0])}"
        assert first.get(replay).status_code == 200
        assert first.get(f"{replay}/2").json()["number"] == 2
        company.house.cookies.clear()
        assert company.house.get(replay).json()["code"] == "sign-in"
        register(company.house, "Zoe")
        assert company.house.get(replay).json()["code"] == "not-yours"
        # The next table has the same people, and counts for nobody's rating.
        onward = first.post(f"{links[0]}/again").json()["link"]
        assert ">rated</span>" not in first.get(onward).text
        with kept(url) as store:
            seated = Accounts(store).seated(table_of(onward))
        assert [seated[seat].id for seat in (0, 1)] == company.accounts


def test_what_a_dead_server_left_uncounted_is_counted_by_the_next(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        company = Company(stack, url)
        monkeypatch.setattr(company.house.app.state.house.store, "enders", [])  # type: ignore[attr-defined]
        links = company.meet()
        company.play(links)
        assert shown(url) == {}
    with opened(url, NEVER):
        wait_until(lambda: len(shown(url)) == 2)
    with opened(url, NEVER):
        assert {matches for _, matches in shown(url).values()} == {1}


def test_several_servers_that_count_at_once_count_once(url: str) -> None:
    with ExitStack() as stack:
        company = Company(stack, url)
        store = company.house.app.state.house.store  # type: ignore[attr-defined]
        store.enders.clear()
        tables = []
        for _ in range(2):
            links = company.meet()
            company.play(links)
            tables.append(table_of(links[0]))
        others = [stack.enter_context(kept(url)) for _ in range(4)]
        ledgers = []
        for other in others:
            ledger = object.__new__(ratings.Ledger)
            ledger.accounts = Accounts(other)
            ledgers.append(ledger)
        game = sobremesa.game("block", players=2)
        result = Result((1, 2), frozenset([0]), frozenset())
        counted: list[bool] = []

        def count(ledger: ratings.Ledger) -> None:
            for table in tables:
                counted.append(ledger._write(table, game, result))

        threads = [threading.Thread(target=count, args=(one,)) for one in ledgers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(counted) == [False] * 6 + [True] * 2
        assert {matches for _, matches in shown(url).values()} == {2}


def test_who_lets_a_bot_hold_the_seat_to_the_end_has_lost(url: str) -> None:
    with ExitStack() as stack:
        company = Company(stack, url)
        links = company.meet()
        first, second = company.clients
        away = second.post(f"{links[1]}/away", json={"seat": 1, "id": "away-0001"})
        assert away.is_success
        while not (seen := wait_for_turn(first, links[0]))["ended"]:
            if seen["over"]:
                first.post(f"{links[0]}/next", json={"number": seen["number"]})
            else:
                send(first, links[0], seen["number"], 0, seen["moves"][0]["move"])
        wait_until(lambda: len(shown(url)) == 2)
        after = shown(url)
        assert after[company.accounts[0]][0] > 25 > after[company.accounts[1]][0]
        assert "left to a bot" in second.get("/you").text


def test_rated_tables_are_for_different_accounts_a_clock_and_nobody_else(url: str) -> None:
    def code(client: TestClient, **changes: str) -> str:
        given = {name: value for name, value in {**FORM, **changes}.items() if value}
        answer = client.post("/tables", data=given, headers={"accept": "application/json"},
                             follow_redirects=False)
        return "" if answer.status_code == 303 else str(answer.json()["code"])

    with ExitStack() as stack:
        company = Company(stack, url)
        first, second = company.clients
        stranger = TestClient(company.house.app)
        stranger.portal = company.house.portal
        assert code(stranger) == "sign-in"
        assert code(first, sitter1="bot:greedy") == code(first, sitter1="friend") == "rated-seats"
        assert code(first, sitter0="open") == code(first, sitter1="hot") == "rated-seats"
        assert code(first, clock="") == "rated-clock"
        api = first.post("/api/tables", json={
            "game": "block", "options": {"players": 2}, "rated": True,
            "seats": [{"kind": "me"}, {"kind": "friend"}],
        })
        assert api.json()["code"] == "rated-seats"
        assert "disabled" in stranger.get("/games/block").text.split('name="rated"')[1][:60]
        mine = first.post("/tables", data=FORM, follow_redirects=False).headers["location"]
        meeting = "/".join(mine.split("#")[0].split("/")[:3])
        for client, refused in ((stranger, "sign-in-rated"), (first, "twice")):
            answer = client.post(f"{meeting}/sit", data={"name": "x"})
            assert answer.json()["code"] == refused
        bots = first.post(mine.split("#")[0] + "/bots", json={"bots": True})
        assert bots.json()["code"] == "rated-bots"
        # Nobody comes to a rated table unawares.
        for client in (stranger, second):
            sat = client.post("/play", data={"game": "block", "pace": "calm"},
                              follow_redirects=False)
            assert sat.headers["location"].split("/")[2] != meeting.split("/")[2]


def test_an_account_that_is_removed_takes_the_match_out_of_the_ratings(url: str) -> None:
    with ExitStack() as stack:
        company = Company(stack, url)
        links = company.meet()
        assert ask(company.clients[1], "remove", {"name": "Ion"}).is_success
        company.play(links)
        wait_until(lambda: "block" in company.clients[0].get("/you").text.lower()
                   and "history" in company.clients[0].get("/you").text)
        assert shown(url) == {}


def test_seats_taken_while_signed_in_are_in_the_history(url: str) -> None:
    with ExitStack() as stack:
        company = Company(stack, url)
        first, second = company.clients
        laid = claimed(first, first.post("/api/tables", json={
            "game": "block", "options": {"players": 2, "target": 1},
            "seats": [{"kind": "me"}, {"kind": "friend"}],
        }).json())
        links = [laid["mine"], laid["friends"]["1"]]
        assert first.get(links[0]).is_success
        # Whoever sits there only tries the link of the friend.
        assert first.get(links[1]).is_success
        with kept(url) as store:
            assert list(Accounts(store).seated(laid["table"])) == [0]
        company.play(links)
        wait_until(lambda: "/you/matches/" in first.get("/you").text)
        assert "/you/matches/" not in second.get("/you").text
        # A seat can be claimed later too, once.
        assert second.get(links[1]).is_success
        assert "/you/matches/" in second.get("/you").text
        with kept(url) as store:
            assert [one.won for one in (
                *Accounts(store).history(company.accounts[0]),
                *Accounts(store).history(company.accounts[1]),
            )].count(True) == 1
        assert shown(url) == {}


def test_leaderboards_hide_the_unsure(url: str) -> None:
    with ExitStack() as stack:
        company = Company(stack, url, ("Ana", "Ion", "Zoe"))
        with kept(url) as store, Session(store.engine) as session, session.begin():
            session.add_all(
                RatingRow(account_id=account, game="block", mu=mu, sigma=sigma, matches=20)
                for account, mu, sigma in zip(
                    company.accounts, (30.0, 28.0, 40.0), (3.0, 6.0, 6.1), strict=True
                )
            )
        page = company.clients[2].get("/ratings/block").text
        assert page.index("1650 ± 90") < page.index("1590 ± 180")
        assert ">Zoe</th>" not in page and "Yours: 1950 ± 183" in page
        assert "/ratings/block" in company.clients[0].get("/ratings").text
        assert company.clients[0].get("/ratings/nothing").status_code == 404
