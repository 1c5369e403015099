"""Tournaments: entered by a link, paired, played at real tables, taken up where they were left."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from sobremesa.record import fair
from sobremesa.table import club_storage
from sobremesa.table.app import create_app
from sobremesa.table.clubs import Clubs, table_secret
from sobremesa.table.fate import Fate
from sobremesa.table.pairing import BYE
from sobremesa.table.problems import Problem
from sobremesa.table.scoring import imps
from sobremesa.table.serve import database_url
from sobremesa.table.storage import share_of
from sobremesa.table.tournament import (
    DUPLICATE,
    IN_IMPS,
    MATCH_POINTS,
    ROUND_ROBIN,
    SWISS,
    Tournament,
    check_rules,
    member_of,
    pairings_csv,
    playable,
    read_tournament,
    standings_csv,
)
from tests.table.host import AT_ONCE, Json, claim, kept, opened, send, state
from tests.waiting import wait_until

PLAIN = {"title": "Saturday", "game": "block", "form": ROUND_ROBIN}
QUICK = {**PLAIN, "target": "1", "finish_hand": "on", "players": "2", "hand_size": "4"}
BOARDS = {**PLAIN, "form": DUPLICATE, "boards": "2", "rounds": "1"}


@contextmanager
def by_chance(url: str) -> Iterator[TestClient]:
    """Opens a house whose deals are promised."""
    app = create_app(database_url(url), pace=AT_ONCE, fate=Fate(), workers=1)
    with TestClient(app) as client:
        yield client


def made(client: httpx.Client, **wished: str) -> str:
    """Makes a tournament; gives the organiser's link."""
    usual = PLAIN if "game" in wished else QUICK
    answer = client.post("/clubs", data={**usual, **wished}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def public(link: str) -> str:
    return link.rpartition("/")[0]


def entered(client: httpx.Client, link: str, *names: str, come: bool = True) -> str:
    """Enters a side; gives the link of its first person, with that of a partner behind it, who
    takes their place at once unless they are not to `come`."""
    answer = client.post(
        f"{public(link)}/enter", data={f"name{at}": name for at, name in enumerate(names)},
        follow_redirects=False,
    )
    assert answer.status_code == 303, answer.text
    own, behind, invitation = str(answer.headers["location"]).partition("#partner=")
    return own + behind + (claim(client, invitation) if come and invitation else invitation)


def paired(client: httpx.Client, link: str, seen: int) -> httpx.Response:
    return client.post(f"{link}/pair", data={"seen": seen}, follow_redirects=False)


def stored(url: str, link: str) -> Tournament:
    with kept(url) as store:
        found = club_storage.tournament(store, link.split("/")[2])
    assert found is not None
    return found


def secret_of(link: str) -> str:
    return link.split("#")[0].rpartition("/")[2]


def play_out(
    client: httpx.Client, table: str, secrets: list[str], hands: int = 0, lean: int = 0
) -> Json:
    """Plays a table by its first moves, or later ones: the match, or some hands."""
    links = [f"/t/{table}/{secret}" for secret in secrets]
    played = 0
    while True:
        now = state(client, links[0])
        if now["ended"]:
            return now
        if now["over"]:
            played += 1
            if played == hands or not now["next"]:
                return now
            assert client.post(f"{links[0]}/next", json={"number": now["number"]}).is_success
            continue
        turn = now["turn"]
        mine = state(client, links[turn])
        move = mine["moves"][min(lean, len(mine["moves"]) - 1)]["move"]
        answer = send(client, links[turn], mine["number"], turn, move)
        assert answer.status_code == 200, answer.text


def play_round(client: httpx.Client, url: str, organiser: str, links: dict[str, str]) -> None:
    """Plays all tables of the last round, and waits until its results are taken."""
    found = stored(url, organiser)
    for table, (number, place) in found.awaited().items():
        pair = found.rounds[number - 1][place]
        sides = [found.sides[pair.first], found.sides[pair.second]]
        play_out(client, table, [secret_of(links[side.name]) for side in sides])
    wait_until(lambda: stored(url, organiser).is_round_over)


def test_a_round_robin_is_played_from_the_first_entry_to_the_last_standing(url: str) -> None:
    with opened(url) as client:
        organiser = made(client)
        links = {name: entered(client, organiser, name) for name in ("Ana", "Ion", "Lu")}
        for number in range(3):
            assert paired(client, organiser, number).status_code == 303
            play_round(client, url, organiser, links)
        found = stored(url, organiser)
        assert found.is_over
        met = {
            frozenset((pair.first, pair.second)) for pairs in found.rounds for pair in pairs
            if pair.second != BYE
        }
        assert len(met) == 3
        total = sum(one.values[0] for one in found.standings())
        assert total == 3.0
        rows = list(csv.reader(io.StringIO(client.get(
            f"{public(organiser)}/standings.csv").text)))
        assert rows[0][:3] == ["place", "name", "points"]
        assert {row[1] for row in rows[1:]} == {"Ana", "Ion", "Lu"}
        pairings = client.get(f"{public(organiser)}/pairings.csv").text
        assert pairings.count("played") == 3 and pairings.count("rested") == 3
        over = paired(client, organiser, 3)
        assert (over.status_code, over.json()["code"]) == (409, "over")
        page = client.get(organiser).text
        assert "The tournament is over." in page
        # Its matches are no tables to play on at.
        table = f"{found.id}-1-2-1"
        side = found.sides[found.rounds[0][1].first].name
        again = client.post(f"/t/{table}/{secret_of(links[side])}/again")
        assert (again.status_code, again.json()["code"]) == (409, "club")


def test_one_link_opens_all_tables_of_a_person_and_nobody_elses(url: str) -> None:
    with opened(url) as client:
        organiser = made(client, form=SWISS, rounds="2")
        links = {name: entered(client, organiser, name) for name in ("Ana", "Ion", "Lu", "Mara")}
        paired(client, organiser, 0)
        found = stored(url, organiser)
        page = client.get(links["Ana"]).text
        hers = secret_of(links["Ana"])
        mine = [table for table in found.awaited() if f"/t/{table}/{hers}" in page]
        assert len(mine) == 1
        assert client.get(f"/t/{mine[0]}/{secret_of(links['Ana'])}").status_code == 200
        (other,) = set(found.awaited()) - set(mine)
        assert client.get(f"/t/{other}/{secret_of(links['Ana'])}").status_code == 404
        assert secret_of(organiser) not in page
        # Everybody may watch, by a link that opens no seat.
        shown = client.get(public(organiser)).text
        watch = shown.split(f'/t/{mine[0]}/')[1].split('"')[0]
        assert state(client, f"/t/{mine[0]}/{watch}")["yours"] == []


def test_a_swiss_goes_by_points_and_never_repeats(url: str) -> None:
    with opened(url) as client:
        organiser = made(client, form=SWISS, rounds="3")
        links = {name: entered(client, organiser, name) for name in ("A1", "B2", "C3", "D4", "E5")}
        for number in range(3):
            assert paired(client, organiser, number).status_code == 303
            play_round(client, url, organiser, links)
        found = stored(url, organiser)
        met = [
            frozenset((pair.first, pair.second)) for pairs in found.rounds for pair in pairs
            if pair.second != BYE
        ]
        assert len(met) == len(set(met)) == 6
        rests = [pair.first for pairs in found.rounds for pair in pairs if pair.second == BYE]
        assert len(set(rests)) == 3
        assert "Buchholz" in client.get(public(organiser)).text


def test_of_two_organisers_the_later_one_is_told_what_happened(url: str) -> None:
    with opened(url) as client, opened(url) as other:
        organiser = made(client)
        for name in ("Ana", "Ion"):
            entered(client, organiser, name)
        assert paired(client, organiser, 0).status_code == 303
        late = paired(other, organiser, 0)
        assert (late.status_code, late.json()["code"]) == (409, "paired")
        assert late.json()["error"] == "Round 1 was paired by another page before yours."
        early = paired(other, organiser, 1)
        assert early.json()["error"] == "1 result of this round is missing."
        assert len(stored(url, organiser).rounds) == 1


def test_a_result_is_taken_whoever_writes_it_and_pages_are_told(url: str) -> None:
    with opened(url) as here, opened(url) as there:
        organiser = made(here)
        links = {name: entered(here, organiser, name) for name in ("Ana", "Ion")}
        with there.websocket_connect(f"{public(organiser)}/live") as line:
            version = line.receive_json()["version"]
            paired(here, organiser, 0)
            assert line.receive_json()["version"] == version + 1
            play_round(here, url, organiser, links)
            assert line.receive_json()["version"] > version + 1
        assert stored(url, organiser).is_over


def test_what_a_dead_server_left_is_done_by_the_next(url: str) -> None:
    with opened(url) as client:
        organiser = made(client)
        links = {name: entered(client, organiser, name) for name in ("Ana", "Ion")}
        # The round is written, and the server dies before its table is laid.
        found = stored(url, organiser)
        with kept(url) as store:
            assert club_storage.change_tournament(store, found, found.paired(0))
    with opened(url) as client:
        (table,) = stored(url, organiser).awaited()
        seat = f"/t/{table}/{secret_of(links['Ana'])}"
        wait_until(lambda: client.get(f"{seat}/state").is_success)
        clubs = client.app.state.clubs  # type: ignore[attr-defined]
        assert isinstance(clubs, Clubs)
        # The last move is written, and the server dies before its result is taken.
        clubs.house.store.finished = lambda table: None
        pair = stored(url, organiser).rounds[0][0]
        names = [stored(url, organiser).sides[at].name for at in (pair.first, pair.second)]
        play_out(client, table, [secret_of(links[name]) for name in names])
        assert not stored(url, organiser).is_over
    with opened(url):
        wait_until(lambda: stored(url, organiser).is_over)


def test_who_leaves_loses_what_is_not_finished_and_is_paired_no_more(url: str) -> None:
    with opened(url) as client:
        organiser = made(client)
        links = {name: entered(client, organiser, name) for name in ("Ana", "Ion", "Lu", "Mara")}
        paired(client, organiser, 0)
        found = stored(url, organiser)
        lost = next(pair for pair in found.rounds[0] if 0 in (pair.first, pair.second))
        assert client.post(f"{links['Ana']}/leave", follow_redirects=False).status_code == 303
        after = next(
            pair for pair in stored(url, organiser).rounds[0] if 0 in (pair.first, pair.second)
        )
        assert (after.how, after.points) == ("left", 0.0 if lost.first == 0 else 1.0)
        assert client.post(
            f"{links['Ana']}/leave", headers={"Accept": "application/json"}
        ).json()["code"] == "gone"
        # The other encounter is decided by the organiser.
        place = next(at for at, pair in enumerate(stored(url, organiser).rounds[0])
                     if not pair.is_done)
        asked = {"round": "1", "place": str(place + 1), "points": "0.5"}
        refused = client.post(f"{links['Ion']}/decide", data=asked)
        assert (refused.status_code, refused.json()["code"]) == (403, "not-organiser")
        client.post(f"{organiser}/decide", data=asked)
        twice = client.post(f"{organiser}/decide", data=asked)
        assert twice.json()["code"] == "known"
        paired(client, organiser, 1)
        assert [pair.how for pair in stored(url, organiser).rounds[1]
                if 0 in (pair.first, pair.second)] == ["left"]


def test_before_the_start_who_leaves_was_never_there(client: TestClient) -> None:
    organiser = made(client)
    ana = entered(client, organiser, "Ana")
    entered(client, organiser, "Ion")
    client.post(f"{ana}/leave")
    assert client.get(ana).status_code == 404
    client.post(f"{organiser}/leave", data={"side": "0"})
    refused = paired(client, organiser, 0)
    assert (refused.json()["code"], refused.status_code) == ("too-few", 409)


@pytest.mark.parametrize(("changed", "code"), [
    ({"title": " "}, "bad-title"), ({"form": "knockout"}, "bad-form"),
    ({"pace": "warp"}, "bad-pace"),
    ({"form": SWISS, "rounds": "0"}, "bad-rounds"), ({"form": SWISS, "rounds": "99"}, "bad-rounds"),
    ({"players": "3"}, "two-sides"), ({"form": DUPLICATE, "scoring": "goals"}, "bad-scoring"),
    ({"form": DUPLICATE, "boards": "17"}, "bad-boards"), ({"game": "chess"}, "unknown-game"),
    ({"target": "x"}, "bad-option"),
])
def test_a_tournament_that_cannot_be_is_refused_with_the_reason(
    client: TestClient, changed: dict[str, str], code: str
) -> None:
    answer = client.post("/clubs", data={**QUICK, **changed})
    assert answer.json()["code"] == code


def test_games_without_boards_and_marks_without_imps_are_refused(client: TestClient) -> None:
    djambi = {"title": "x", "game": "djambi", "form": DUPLICATE, "players": "2"}
    assert client.post("/clubs", data=djambi).json()["code"] == "no-duplicate"
    marks = {"title": "x", "game": "texas-42", "form": DUPLICATE, "scoring": IN_IMPS}
    assert client.post("/clubs", data=marks).json()["code"] == "no-imps"
    shown = client.post("/clubs", data=marks, headers={"Accept": "text/html"})
    assert shown.status_code == 422 and "choose match points" in shown.text


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 30, "аna"])
def test_a_name_that_cannot_be_told_apart_is_refused(client: TestClient, name: str) -> None:
    organiser = made(client)
    entered(client, organiser, "Ana")
    answer = client.post(f"{public(organiser)}/enter", data={"name0": name})
    assert answer.status_code == 422
    assert answer.json()["code"] in ("no-name", "long-name", "same-name")


def test_who_comes_late_or_by_a_wrong_link_is_refused(client: TestClient) -> None:
    organiser = made(client)
    for name in ("Ana", "Ion"):
        entered(client, organiser, name)
    paired(client, organiser, 0)
    late = client.post(f"{public(organiser)}/enter", data={"name0": "Lu"})
    assert (late.status_code, late.json()["code"]) == (409, "begun")
    for path in ("/c/nothing", "/c/nothing/x", f"{public(organiser)}/{'x' * 32}"):
        assert client.get(path).status_code == 404


def test_partners_have_a_link_each_and_sit_opposite(url: str) -> None:
    with opened(url) as client:
        organiser = made(client, game="super-bridge", deals="1")
        ana = entered(client, organiser, "Ana", "Ion")
        entered(client, organiser, "Lu", "Mara")
        own, _, partner = ana.partition("#partner=")
        paired(client, organiser, 0)
        (table,) = stored(url, organiser).awaited()
        seats = [state(client, f"/t/{table}/{secret_of(link)}")["yours"] for link in (own, partner)]
        assert sorted(seat for one in seats for seat in one) in ([0, 2], [1, 3])
        assert "Ana + Ion" in client.get(public(organiser)).text


def openings(url: str, table: str) -> list[Json]:
    with kept(url) as store:
        return [one.data for one in store.events(table) if one.kind == "deal"]


def test_in_duplicate_all_tables_have_the_same_deals_which_stay_hidden_until_the_round_is_over(
    url: str,
) -> None:
    with by_chance(url) as client:
        organiser = made(client, **BOARDS)
        links = {name: entered(client, organiser, name) for name in ("Ana", "Ion", "Lu", "Mara")}
        promise = stored(url, organiser).promise
        paired(client, organiser, 0)
        found = stored(url, organiser)
        tables = [found.tables_of(1, place) for place in range(2)]
        for one, other in zip(*tables, strict=True):
            assert openings(url, one) == openings(url, other)
        assert openings(url, tables[0][0]) != openings(url, tables[0][1])
        seats = [
            [secret_of(links[found.sides[at].name]) for at in (pair.first, pair.second)]
            for pair in found.rounds[0]
        ]
        for table in tables[0]:
            now = play_out(client, table, seats[0], 1)
            assert now["fair"]["secret"] == "" and not now["next"]
        first = f"/t/{tables[0][0]}/{seats[0][0]}"
        shared = f"/r/{tables[0][0]}/{share_of(seats[0][0])}"
        for hidden in (f"{first}/replay", f"{first}/replay/2", f"{first}/record", f"{first}/fair",
                       shared, f"{shared}/2", f"{first}/analysis", f"{first}/analysis/1",
                       f"{shared}/analysis/1"):
            answer = client.get(hidden)
            assert answer.status_code == 409, hidden
            assert answer.json()["code"] in ("sealed", "not-shown")
        # Half the round is known to the organiser's page, but not how it ended.
        wait_until(lambda: stored(url, organiser).rounds[0][0].is_done)
        pairings = client.get(f"{public(organiser)}/pairings.csv").text.splitlines()
        assert pairings[1].endswith(",,,")
        assert all(one.values == (0.0, 0.0) for one in stored(url, organiser).standings())
        play_round(client, url, organiser, links)
        assert client.get(shared).status_code == 200
        assert client.get(f"{first}/replay").status_code == 200
        checked = client.get(f"{first}/fair")
        assert checked.json()["holds"] is True
        # The secrets of the boards follow from the one that was promised at the beginning.
        secret = client.get(public(organiser)).text.split("Secret</span> <code>")[1].split("<")[0]
        assert fair.promise(secret) == promise
        for board, table in enumerate(tables[0]):
            shown = state(client, f"/t/{table}/{seats[0][0]}")["fair"]["secret"]
            assert shown == table_secret(secret, 1, board)
        done = stored(url, organiser)
        assert done.is_over
        assert sum(one.values[1] for one in done.standings()) == 2 * 2 * 2 * 1


def test_what_the_entrants_add_is_part_of_every_deal(url: str) -> None:
    with by_chance(url) as client:
        organiser = made(client)
        for name, cut in (("Ana", "a1"), ("Ion", "b2")):
            answer = client.post(f"{public(organiser)}/enter", data={"name0": name, "cut": cut},
                                 follow_redirects=False)
            assert answer.status_code == 303
        refused = client.post(f"{public(organiser)}/enter", data={"name0": "Lu", "cut": "a b"})
        assert refused.json()["code"] == "bad-cut"
        paired(client, organiser, 0)
        found = stored(url, organiser)
        (table,) = found.awaited()
        assert openings(url, table)[0]["cut"] == list(found.cut())
        assert found.cut() != replace(found, sides=found.sides[:1]).cut()


def test_super_bridge_plays_all_boards_at_one_table_with_the_same_deals(url: str) -> None:
    with by_chance(url) as client:
        organiser = made(
            client, **{**BOARDS, "game": "super-bridge", "scoring": IN_IMPS}
        )
        links = [
            entered(client, organiser, f"{name} one", f"{name} two") for name in "ABCD"
        ]
        paired(client, organiser, 0)
        found = stored(url, organiser)
        for place, pair in enumerate(found.rounds[0]):
            (table,) = found.tables_of(1, place)
            both = [links[at].split("#partner=") for at in (pair.first, pair.second)]
            seats = [pair_links[member] for member in range(2) for pair_links in both]
            # One table passes every deal out, the other bids and plays.
            play_out(client, table, [secret_of(one) for one in seats], lean=9 * place)
        wait_until(lambda: stored(url, organiser).is_over)
        tables = [found.tables_of(1, place)[0] for place in range(2)]
        hands = [openings(url, table) for table in tables]
        assert len(hands[0]) == 2
        assert [one["hands"] for one in hands[0]] == [one["hands"] for one in hands[1]]
        done = stored(url, organiser)
        assert all(len(pair.boards) == 2 and None not in pair.boards for pair in done.rounds[0])
        assert done.rounds[0][0].boards == (0, 0) != done.rounds[0][1].boards
        worth = {one.side: one.values[0] for one in done.standings()}
        assert sum(worth.values()) == 0
        pair = done.rounds[0][1]
        assert worth[pair.first] == sum(imps(board or 0) for board in pair.boards)


@pytest.mark.parametrize("name", ["texas-42", "muggins", "draw", "bergen", "matador"])
def test_other_games_have_boards_too(client: TestClient, database: Any, name: str) -> None:
    organiser = made(client, **{**BOARDS, "game": name})
    found = stored(str(database), organiser)
    partners = found.members
    for letter in "ABCD":
        entered(client, organiser, *(f"{letter} {member}" for member in range(partners)))
    assert paired(client, organiser, 0).status_code == 303
    found = stored(str(database), organiser)
    assert len(found.awaited()) == 4
    with kept(str(database)) as store:
        for table in found.awaited():
            assert store.events(table)[0].data["boards"] == 1


def test_every_game_of_two_sides_can_be_chosen(client: TestClient) -> None:
    assert {"block", "super-bridge", "texas-42", "djambi", "cerrojo"} <= playable().keys()
    assert "big-clock" not in playable()
    for name, options in playable().items():
        shown = client.get("/clubs", params={"game": name})
        assert shown.status_code == 200
        made(client, game=name, **{
            option: str(value) if value is not True else "on" for option, value in options.items()
        })


def field(form: str, count: int, scoring: str = "", rounds: int = 5) -> Tournament:
    found = check_rules(Tournament(
        "abcdefghijkl", "x", "block", {"players": 2, "target": 1}, form, "", "", scoring, rounds,
        3 if form == DUPLICATE else 0,
    ))
    for number in range(count):
        found = found.entered([member_of(f"Player number {number}x", f"s{number}")])
    return found


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([ROUND_ROBIN, SWISS, DUPLICATE]), st.integers(4, 9), st.data())
def test_whatever_happens_a_tournament_adds_up_and_is_read_as_it_was_written(
    form: str, count: int, data: st.DataObject
) -> None:
    scoring = data.draw(st.sampled_from([MATCH_POINTS, IN_IMPS])) if form == DUPLICATE else ""
    found = field(form, count, scoring)
    while not found.is_over:
        found = found.paired(len(found.rounds))
        number = len(found.rounds)
        playing = [at for pair in found.rounds[-1] for at in (pair.first, pair.second) if at != BYE]
        assert len(playing) == len(set(playing))
        if not found.is_over and data.draw(st.integers(0, 5)) == 0:
            found = found.without(data.draw(st.sampled_from(found.staying())))
        for place, pair in enumerate(found.rounds[-1]):
            if not pair.is_done:
                boards = tuple(data.draw(st.integers(-9, 9)) for _ in range(found.boards))
                found = found.noted(number, place, data.draw(st.sampled_from([0.0, 0.5, 1.0])),
                                    boards)
        values = [one.values[0] for one in found.standings()]
        assert values == sorted(values, reverse=True)
        if form != DUPLICATE:
            worth = sum(
                1.0 if pair.second != BYE else pair.points
                for pairs in found.rounds for pair in pairs
            )
            assert sum(values) == worth
        elif scoring == IN_IMPS:
            assert abs(sum(values)) < 0.1
        assert read_tournament(found.id, found.version, found.made, found.data()) == found
        assert standings_csv(found).count("\n") == count + 1
        assert pairings_csv(found).count("\n") == 1 + sum(map(len, found.rounds))
    with pytest.raises(Problem):
        found.paired(len(found.rounds))


def test_a_name_is_no_formula_for_the_program_that_opens_the_csv() -> None:
    found = field(SWISS, 0).entered([member_of("=1+1", "a")]).entered([member_of("-x", "b")])
    assert "'=1+1" in standings_csv(found) and "'-x" in standings_csv(found)
