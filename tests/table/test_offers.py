"""Offers between those who play: moves that are taken back, and draws by agreement."""

from __future__ import annotations

import itertools
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import record
from sobremesa.core.errors import BadRecord, IllegalMove
from sobremesa.core.game import Round, known_games
from sobremesa.core.match import Match
from sobremesa.table.live import Pace
from sobremesa.table.offers import kept_moves, tells_nothing
from sobremesa.table.problems import Problem
from sobremesa.table.ratings import Rating, Result, newcomer, places_of, rated
from tests.table.host import Json, lay, opened, send, state, stored_match, wait_for_turn
from tests.table.test_clock import lay_timed, long_ago
from tests.table.test_clubs import entered, made, paired, secret_of, stored
from tests.table.test_ratings import Company, shown
from tests.waiting import wait_until

_ids = itertools.count()


def offer(client: httpx.Client, link: str, what: str, seat: int = 0, **wish: Any) -> Any:
    body = {
        "what": what, "seat": seat, "number": state(client, link)["number"],
        "id": f"offer-{next(_ids):06}", **wish,
    }
    return client.post(f"{link}/offer", json=body)


def answer(
    client: httpx.Client, link: str, seat: int, yes: bool, number: int | None = None
) -> Any:
    waiting = state(client, link)["offer"]
    return client.post(f"{link}/answer", json={
        "seat": seat, "yes": yes, "offer": waiting["number"] if number is None else number,
        "id": f"answer-{next(_ids):06}",
    })


def djambi(client: httpx.Client, *others: str) -> tuple[Json, dict[int, str]]:
    laid = lay(client, "djambi", ["me", *(others or ("friend",))], first_player=0)
    return laid, {0: laid["mine"], **{int(seat): link for seat, link in laid["friends"].items()}}


def step(client: httpx.Client, link: str, seat: int) -> Json:
    """Makes whole turns of a seat until another is to decide."""
    now = state(client, link)
    assert now["turn"] == seat
    while now["turn"] == seat and not now["over"]:
        moves = state(client, link)["moves"] or unfolded(now)
        assert send(client, link, now["number"], seat, moves[0]["move"]).status_code == 200
        now = state(client, link)
    return now


def unfolded(now: Json) -> list[Json]:
    return [{"move": one[0]} for one in now["folded"]["moves"]] if now["folded"] else []


def test_a_move_is_taken_back_when_the_other_agrees(url: str) -> None:
    with opened(url) as client:
        laid, links = djambi(client)
        before = state(client, links[0])
        assert before["offers"] == {"draw": 0}, "there is nothing to take back yet"
        step(client, links[0], 0)
        assert state(client, links[0])["offers"] == {"take-back": 0, "draw": 0}
        assert offer(client, links[0], "take-back").status_code == 200
        asked = state(client, links[1])["offer"]
        assert (asked["what"], asked["seat"], asked["mine"]) == ("take-back", 1, False)
        assert state(client, links[0])["offer"]["mine"] is True
        assert state(client, laid["watch"])["offer"]["seat"] == -1
        assert answer(client, links[1], 1, True).status_code == 200
        after = state(client, links[0])
        assert (after["scene"], after["log"], after["turn"]) == (
            before["scene"], before["log"], 0
        )
        assert after["offer"] is None
        assert stored_match(url, laid["table"]).round.played() == []
        said = client.get(f"{links[1]}/talk").json()["talk"]
        assert [one["text"] for one in said] == ["May I take back my last move?", "Agreed."]


def test_a_move_of_the_other_is_taken_back_too(client: TestClient, database: Path) -> None:
    laid, links = djambi(client)
    step(client, links[0], 0)
    step(client, links[1], 1)
    assert offer(client, links[0], "take-back").status_code == 200
    assert answer(client, links[1], 1, True).status_code == 200
    assert state(client, links[0])["turn"] == 0
    assert stored_match(database, laid["table"]).round.played() == []


def test_an_offer_is_declined_withdrawn_or_lapses(client: TestClient) -> None:
    _, links = djambi(client)
    step(client, links[0], 0)
    offer(client, links[0], "take-back")
    assert answer(client, links[1], 1, False).status_code == 200
    assert state(client, links[0])["offer"] is None
    assert offer(client, links[0], "take-back").json()["code"] == "asked-already"
    assert offer(client, links[0], "draw").status_code == 200
    assert answer(client, links[0], 0, False).status_code == 200, "one takes one's offer back"
    assert offer(client, links[1], "draw", 1).status_code == 200
    step(client, links[1], 1)
    assert state(client, links[0])["offer"] is not None, "whoever offers a draw may move on"
    step(client, links[0], 0)
    assert state(client, links[1])["offer"] is None, "whoever moves has answered"
    assert answer(client, links[0], 0, True, 9).json()["code"] == "no-offer"


def test_all_persons_have_to_agree(client: TestClient) -> None:
    _, links = djambi(client, "friend", "friend", "bot:random")
    assert offer(client, links[0], "draw").status_code == 200
    assert answer(client, links[0], 0, True).json()["code"] == "not-asked"
    assert offer(client, links[1], "take-back", 1).json()["code"] == "offer-waits"
    assert answer(client, links[1], 1, True).status_code == 200
    assert state(client, links[0])["ended"] is False
    assert answer(client, links[1], 1, True).json()["code"] == "not-asked"
    assert answer(client, links[2], 2, True).status_code == 200
    assert state(client, links[0])["ended"] is True


def test_a_draw_by_agreement_ends_the_match(url: str) -> None:
    with opened(url) as client:
        laid, links = djambi(client)
        step(client, links[0], 0)
        assert offer(client, links[0], "draw").status_code == 200
        # Whoever offers what they were offered agrees to it.
        assert offer(client, links[1], "draw", 1).status_code == 200
        now = state(client, links[0])
        assert (now["ended"], now["over"], now["winners"], now["turn"]) == (True, True, [], -1)
        assert now["headline"] == "The match is a draw by agreement."
        assert now["moves"] == [] and state(client, links[1])["moves"] == []
        match = stored_match(url, laid["table"])
        assert match.agreed == [0, 1] and match.over and match.turn == -1
        assert offer(client, links[0], "draw").json()["code"] == "match-over"
        assert offer(client, links[1], "take-back", 1).json()["code"] == "match-over"
        text = client.get(f"{links[0]}/record").text
        assert '[Result "draw"]' in text
        assert record.read(text).match().agreed == [0, 1]
        replay = client.get(f"{links[0]}/replay")
        assert replay.status_code == 200
        mine = client.post("/api/tables/mine", json={"links": [links[0]]}).json()["tables"][0]
        assert mine["ended"] and mine["headline"] == now["headline"]
        again = client.post(f"{links[0]}/again", json={})
        assert again.status_code == 201, again.text


def test_a_record_of_a_draw_is_opened_and_replayed(client: TestClient) -> None:
    _, links = djambi(client)
    step(client, links[0], 0)
    offer(client, links[0], "draw")
    answer(client, links[1], 1, True)
    last = state(client, links[0])["number"]
    told = client.get(f"{links[0]}/replay/{last}").json()
    assert (told["headline"], told["ended"]) == ("The match is a draw by agreement.", True)
    assert client.get(f"{links[0]}/replay/{last - 1}").json()["ended"] is False
    text = client.get(f"{links[0]}/record").text
    laid_out = client.post("/records", data={"text": text}, follow_redirects=False)
    path = laid_out.headers["location"].partition("?")[0]
    moves = len(record.read(text).match().round.played())
    told = client.get(f"{path}/{moves + 3}").json()
    assert (told["headline"], told["ended"]) == ("The match is a draw by agreement.", True)


def test_a_replay_shows_what_was_taken_back(client: TestClient) -> None:
    _, links = djambi(client)
    step(client, links[0], 0)
    moved = state(client, links[0])
    offer(client, links[0], "take-back")
    answer(client, links[1], 1, True)
    last = state(client, links[0])["number"]
    logs = [
        client.get(f"{links[0]}/replay/{number}").json()["log"]
        for number in (moved["number"], last - 1, last)
    ]
    assert logs == [moved["log"], moved["log"], []]
    assert record.read(client.get(f"{links[0]}/record").text).match().round.played() == []


def test_offers_outlive_the_server(url: str) -> None:
    with opened(url) as client:
        laid, links = djambi(client)
        step(client, links[0], 0)
        first = offer(client, links[0], "take-back", id="the-same-offer")
        again = offer(client, links[0], "take-back", id="the-same-offer")
        assert first.json() == again.json()
        step_back = stored_match(url, laid["table"]).round.played()
    with opened(url) as client:
        assert state(client, links[1])["offer"]["what"] == "take-back"
        assert answer(client, links[1], 1, True).status_code == 200
    with opened(url) as client:
        assert step_back and stored_match(url, laid["table"]).round.played() == []
        assert state(client, links[0])["turn"] == 0
        assert state(client, links[0])["offer"] is None
        offer(client, links[0], "draw")
        answer(client, links[1], 1, True)
    with opened(url) as client:
        assert state(client, links[1])["headline"] == "The match is a draw by agreement."


def test_an_offer_made_at_one_server_is_answered_at_another(url: str) -> None:
    never = Pace(bot=600.0, answer=600.0, next_hand=600.0)
    with ExitStack() as both:
        here, there = (both.enter_context(opened(url, never)) for _ in range(2))
        _, links = djambi(here)
        step(here, links[0], 0)
        step(there, links[1], 1)
        assert offer(here, links[0], "take-back").status_code == 200
        assert state(there, links[1])["offer"]["mine"] is False
        assert answer(there, links[1], 1, True).status_code == 200
        assert state(here, links[0])["turn"] == 0
        offer(there, links[1], "draw", 1)
        assert answer(here, links[0], 0, True).status_code == 200
        assert state(there, links[1])["ended"] is True


def test_bots_agree_at_once_where_everything_is_open(client: TestClient) -> None:
    _, links = djambi(client, "bot:random")
    step(client, links[0], 0)
    wait_for_turn(client, links[0])
    answered = offer(client, links[0], "take-back")
    assert answered.status_code == 200, answered.text
    now = state(client, links[0])
    assert now["turn"] == 0 and now["log"] == []
    assert offer(client, links[0], "draw").json()["code"] == "nobody-asked"


@pytest.mark.parametrize(("wish", "code"), [
    ({"what": "treaty"}, "unknown-offer"), ({"seat": 1}, "another-seat"),
    ({"number": 10**9, "what": "take-back"}, "stale"), ({"what": "take-back"}, "nothing-to-undo"),
])
def test_what_cannot_be_offered_is_refused_and_writes_nothing(
    client: TestClient, database: Path, wish: Json, code: str
) -> None:
    laid, links = djambi(client)
    number = state(client, links[0])["number"]
    refused = offer(client, links[0], **{"what": "draw", **wish})
    assert refused.json()["code"] == code
    assert offer(client, laid["watch"], "draw").json()["code"] == "only-watching"
    assert state(client, links[0])["number"] == number


def test_a_tile_that_was_laid_has_been_seen(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"], first_player=0)
    now = state(client, laid["mine"])
    assert send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"]).is_success
    assert "take-back" not in state(client, laid["mine"])["offers"]
    refused = offer(client, laid["mine"], "take-back")
    assert refused.json()["code"] == "told"
    assert "hidden" in refused.json()["error"]


def test_partners_cannot_unsay_what_they_have_heard(client: TestClient) -> None:
    laid = lay(client, "super-bridge", ["me", "friend", "friend", "friend"])
    links = {0: laid["mine"], **{int(s): link for s, link in laid["friends"].items()}}
    turn = state(client, links[0])["turn"]
    now = state(client, links[turn])
    assert send(client, links[turn], now["number"], turn, now["moves"][0]["move"]).is_success
    assert offer(client, links[turn], "take-back", turn).json()["code"] == "told"


def test_poker_leaves_no_room_for_draws(client: TestClient) -> None:
    laid = lay(client, "domino-poker", ["me", "friend"])
    refused = offer(client, laid["mine"], "draw")
    assert refused.json()["code"] == "no-draws"


def test_a_bet_can_be_taken_back_while_nobody_else_has_decided(client: TestClient) -> None:
    laid = lay(client, "domino-poker", ["me", "friend"])
    links = {0: laid["mine"], 1: laid["friends"]["1"]}
    turn = state(client, links[0])["turn"]
    now = state(client, links[turn])
    assert send(client, links[turn], now["number"], turn, now["moves"][-1]["move"]).is_success
    assert offer(client, links[turn], "take-back", turn).status_code == 200
    assert answer(client, links[1 - turn], 1 - turn, True).status_code == 200
    assert state(client, links[turn])["moves"] == now["moves"]
    assert send(client, links[turn], state(client, links[turn])["number"], turn,
                now["moves"][-1]["move"]).is_success
    other = state(client, links[1 - turn])
    assert send(client, links[1 - turn], other["number"], 1 - turn,
                other["moves"][-1]["move"]).is_success
    refused = offer(client, links[turn], "take-back", turn)
    assert refused.json()["code"] in ("told", "nothing-to-undo")


@pytest.mark.parametrize("name", [
    name for name, kind in known_games().items() if not kind.OPEN
])
def test_whoever_takes_back_leaves_nobody_wiser(name: str) -> None:
    """Whatever may be taken back, worlds that fit the view before still fit the view after."""
    game = sobremesa.game(name)
    if game.players == 1:
        return
    match = game.start(seed=5)
    for place in range(60):
        if match.round.over:
            break
        moves = match.round.moves()
        seat = match.turn
        match.play(moves[(7 * place) % len(moves)])
        try:
            keep = kept_moves(match.round, seat)
        except Problem:
            continue
        gone = match.round.played()[keep:]
        before = match.round.undone(len(gone))
        for other in range(int(game.players)):
            for seed in range(4):
                world = game.worlds(before.view(other)).sample(sobremesa.Rng(seed))
                for move in gone:
                    world.check(move)
                    world.play(move)
                assert world.view(other) == match.round.view(other), (place, other)


@pytest.mark.parametrize("name", ["draw", "matador", "muggins", "domino-poker"])
def test_what_may_be_taken_back_depends_on_nothing_that_the_asker_does_not_know(name: str) -> None:
    game = sobremesa.game(name)
    for seed in range(6):
        match = game.start(seed=seed)
        for place in range(40):
            moves, seat = match.round.moves(), match.turn
            match.play(moves[(7 * place + seed) % len(moves)])
            if match.round.over:
                break
            world = game.worlds(match.round.view(seat)).sample(sobremesa.Rng(place))
            assert kept_or_none(world, seat) == kept_or_none(match.round, seat), (seed, place)


def kept_or_none(round: Round, seat: int) -> int | None:
    try:
        return kept_moves(round, seat)
    except Problem:
        return None


def test_a_tile_that_is_drawn_or_laid_tells_something_and_a_claim_nothing() -> None:
    told: dict[str, set[bool]] = {}
    for seed in range(4):
        match = sobremesa.game("muggins", players=2).start(seed)
        while not match.round.over:
            before = match.round.copy()
            text = before.text(before.moves()[0])
            kind = "laid" if "@" in text else text[0]
            match.play(before.moves()[0])
            if not match.round.over:
                told.setdefault(kind, set()).add(tells_nothing(before, match.round))
    assert told["laid"] == told["+"] == {False}
    assert told["="] == {True}


def test_a_draw_is_agreed_between_those_who_can_still_win() -> None:
    match = sobremesa.game("djambi", players=4).start(seed=1)
    match.agree()
    assert match.over and match.agreed == [0, 1, 2, 3] and match.winners == []
    assert places_of(match) == (1, 1, 1, 1)
    for deed in (match.agree, match.take_back, match.next_round):
        with pytest.raises(IllegalMove, match="the match is over"):
            deed()
    assert match.copy() == match and match.copy().agreed == match.agreed


@pytest.mark.parametrize("name", list(known_games()))
def test_every_game_says_who_can_agree_on_a_draw(name: str) -> None:
    match = sobremesa.game(name).start(seed=2)
    leaves_room = match.game.players > 1 and name != "domino-poker"
    assert match.round.contenders() == (
        list(range(match.game.players)) if leaves_room else []
    )
    if not leaves_room:
        with pytest.raises(IllegalMove, match="no room for a draw"):
            match.agree()


def test_who_is_out_of_the_game_has_no_part_in_a_draw(url: str) -> None:
    with opened(url) as client:
        laid, links = djambi(client, "friend", "friend", "friend")
        house = client.app.state.house  # type: ignore[attr-defined]
        out = playing_until_one_is_out()
        for move in out.round.played():
            turn = state(client, links[0])["turn"]
            number = state(client, links[turn])["number"]
            assert send(client, links[turn], number, turn, move).is_success
        contenders = out.round.contenders()
        (gone,) = set(range(4)) - set(contenders)
        assert offer(client, links[gone], "draw", gone).json()["code"] == "out"
        first, *others = contenders
        assert offer(client, links[first], "draw", first).is_success
        assert answer(client, links[gone], gone, True).json()["code"] == "not-asked"
        for other in others:
            assert answer(client, links[other], other, True).is_success
        assert stored_match(url, laid["table"]).agreed == contenders
        places = places_of(house.tables[laid["table"]].match)
        assert [places[seat] for seat in contenders] == [1, 1, 1] and places[gone] == 4


def playing_until_one_is_out() -> Match:
    """Plays Djambi at random until one player has lost their prince and three go on."""
    for seed in range(200):
        match = sobremesa.game("djambi", players=4, first_player=0).start(seed)
        rng = sobremesa.Rng(seed)
        while not match.over and len(match.round.contenders()) == 4:
            match.play(match.round.moves()[int(rng.below(len(match.round.moves())))])
        if len(match.round.contenders()) == 3 and len(match.round.log) < 120:
            return match
    raise AssertionError("nobody is ever out")


def test_a_draw_moves_ratings_together() -> None:
    match = sobremesa.game("djambi", players=2).start(seed=1)
    match.agree()
    strong = Rating(40.0, 3.0, 20)
    drawn = Result(places_of(match), frozenset(), frozenset())
    after = rated(match.game, drawn, [strong, newcomer()])
    assert after[0].mu < strong.mu and after[1].mu > newcomer().mu


def test_a_rated_match_is_drawn_but_nothing_is_taken_back(url: str) -> None:
    with ExitStack() as stack:
        company = Company(stack, url)
        links = company.meet()
        turn = state(company.clients[0], links[0])["turn"]
        now = state(company.clients[turn], links[turn])
        client = company.clients[turn]
        assert send(client, links[turn], now["number"], turn, now["moves"][0]["move"]).is_success
        refused = offer(client, links[turn], "take-back", turn)
        assert (refused.status_code, refused.json()["code"]) == (409, "no-take-backs")
        assert "take-back" not in state(client, links[turn])["offers"]
        assert offer(client, links[turn], "draw", turn).is_success
        assert answer(company.clients[1 - turn], links[1 - turn], 1 - turn, True).is_success
        wait_until(lambda: [matches for _, matches in shown(url).values()] == [1, 1])
        means = {mean for mean, _ in shown(url).values()}
        assert len(means) == 1, "two newcomers who draw stay equal"
        statistics = company.clients[0].get("/you").text
        assert "<td>1</td><td>0</td>" in statistics, "played one, won none"


def test_a_draw_in_a_tournament_is_half_a_point_for_each(url: str) -> None:
    with opened(url) as client:
        organiser = made(client)
        links = {name: entered(client, organiser, name) for name in ("Ana", "Ion")}
        assert paired(client, organiser, 0).status_code == 303
        (table,) = stored(url, organiser).awaited()
        pair = stored(url, organiser).rounds[0][0]
        sides = [stored(url, organiser).sides[side] for side in (pair.first, pair.second)]
        here = [f"/t/{table}/{secret_of(links[side.name])}" for side in sides]
        turn = state(client, here[0])["turn"]
        now = state(client, here[turn])
        assert send(client, here[turn], now["number"], turn, now["moves"][0]["move"]).is_success
        assert offer(client, here[turn], "take-back", turn).json()["code"] == "no-take-backs"
        assert offer(client, here[0], "draw").is_success
        assert answer(client, here[1], 1, True).is_success
        wait_until(lambda: stored(url, organiser).is_round_over)
        assert stored(url, organiser).rounds[0][0].points == 0.5


def test_nobody_decides_for_a_person_who_is_away(client: TestClient) -> None:
    _, links = djambi(client)
    step(client, links[0], 0)
    away = {"seat": 1, "id": "stepped-away"}
    assert client.post(f"{links[1]}/away", json=away).is_success
    wait_for_turn(client, links[0])
    for what in ("take-back", "draw"):
        assert offer(client, links[0], what).json()["code"] == "held"


def test_at_one_device_the_last_who_moved_takes_back_at_once(
    client: TestClient, database: Path
) -> None:
    laid = lay(client, "djambi", ["me", "hot"], first_player=0)
    now = state(client, laid["mine"], seat=0)
    assert send(client, laid["mine"], now["number"], 0, now["moves"][0]["move"]).is_success
    assert state(client, laid["mine"], seat=1)["offers"] == {"take-back": 0, "draw": 1}
    assert offer(client, laid["mine"], "take-back").is_success
    assert stored_match(database, laid["table"]).round.played() == []


def test_time_that_was_used_stays_used_and_no_turn_brings_time_twice(url: str) -> None:
    clock = {"kind": "increment", "time": 300, "more": 50}
    with opened(url) as client:
        laid = lay_timed(client, ["me", "friend"], clock, "djambi")
        links = {0: laid["mine"], 1: laid["friends"]["1"]}
        long_ago(url, 100)
    with opened(url) as client:
        step(client, links[0], 0)
        first, second = state(client, links[0])["clock"]["banks"]
        assert 245 <= first <= 250 and second == 300
        long_ago(url, 30)
    with opened(url) as client:
        assert offer(client, links[0], "take-back").is_success
        assert answer(client, links[1], 1, True).is_success
        now = state(client, links[0])["clock"]
        assert now["seat"] == 0
        assert 195 <= now["banks"][0] <= 200, "the turn brought nothing"
        assert 265 <= now["banks"][1] <= 270, "what was used is gone"
    with opened(url) as client:
        assert state(client, links[0])["clock"]["banks"] == now["banks"]


def test_a_record_that_agrees_on_a_draw_where_none_is_possible_is_refused() -> None:
    match: Match = sobremesa.game("domino-poker", players=2).start(seed=3)
    text = record.write(match).replace('[Result "*"]', '[Result "draw"]')
    with pytest.raises(BadRecord, match="no room for a draw"):
        record.read(text).match()
