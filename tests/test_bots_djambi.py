"""The bots of Djambi: legal everywhere, the same from the same view, and with some judgement."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sobremesa
from sobremesa import Rng, Round, View
from sobremesa.bots import choose, names
from sobremesa.bots.boards.djambi import NODES, Search, remembered
from sobremesa.lab.arena import duel

SMALL = {"players": 2, "board": 7, "two_player_layout": "single_camp"}
SEARCHES = list(NODES)


def small(rows: str, tail: str = "0r", **options: Any) -> Round:
    """Sets up a board of seven for SW and NE, SW to move."""
    return sobremesa.game("djambi", **{**SMALL, **options}).load({"fen": f"{rows} {tail}"})


def whole_turn(round: Round, kind: str) -> list[str]:
    """Lets a bot play a whole turn; gives its steps as texts."""
    seat = int(round.turn)
    texts: list[str] = []
    while not round.over and round.turn == seat:
        move = choose(kind, round.view(seat), Rng(3))
        texts.append(round.text(move))
        round.play(move)
        if round.view(seat).data["step"] == "piece":
            break
    return texts


def test_the_levels_are_known_from_the_weakest_to_the_strongest() -> None:
    assert names("djambi") == ["random", "greedy", *SEARCHES]
    assert list(NODES.values()) == sorted(NODES.values())


@pytest.mark.parametrize("kind", ["greedy", "search-fast"])
@pytest.mark.parametrize("options", [
    {"board": 7}, {"players": 3, "board": 7}, {"players": 2, "board": 7}, SMALL,
    {"bundle": "modern"}, {"board": 7, "remote_kill_count": "all", "remote_kill": "along_path"},
    {"board": 7, "centre_entry": "suicide", "send_to_centre": "anybody"},
    {"board": 7, "own_camp_sending": True, "prince_loss": "first_prince"},
])
def test_every_choice_is_legal(options: dict[str, Any], kind: str) -> None:
    match = sobremesa.game("djambi", **options).start(3)
    rng = Rng(5)
    for step in range(24):
        if match.over:
            break
        mover = kind if step % 3 == 0 else "random"
        match.play(choose(mover, match.view(match.turn), rng))


@pytest.mark.parametrize("kind", ["greedy", "search-fast"])
def test_a_bot_needs_nothing_but_the_data_of_its_view_and_chooses_the_same_again(
    kind: str,
) -> None:
    game = sobremesa.game("djambi", board=7)
    round = game.start(11).round
    rng = Rng(8)
    for step in range(12):
        view = round.view(int(round.turn))
        if step % 4 == 0:
            sent = View(game, json.loads(view.json()))
            assert choose(kind, view, Rng(2)) == choose(kind, sent, Rng(2))
        round.play(choose("random", view, rng))


@pytest.mark.parametrize("kind", ["greedy", "search-fast", "search"])
def test_a_prince_who_can_be_killed_is_killed(kind: str) -> None:
    round = small("6,nP/7/7/7/7/1,sT,1,nG,3/sP,6")
    assert whole_turn(round, kind)[0] == "Tb2xPg7"


@pytest.mark.parametrize("kind", ["greedy", "search-fast"])
def test_a_prince_is_walled_in_where_that_wins(kind: str) -> None:
    round = small("5,x,nP/5,x,1/7/7/1,x,5/1,sN,5/sP,6")
    assert whole_turn(round, kind)[1].startswith("x@g6")
    assert round.over


@pytest.mark.parametrize("kind", ["greedy", "search-fast"])
def test_a_prince_under_attack_is_saved(kind: str) -> None:
    round = small("2,nT,3,nP/7/7/7/sG,6/7/2,sP,4")
    whole_turn(round, kind)
    replies = [text for text in map(round.text, round.moves()) if "xP" in text]
    assert replies == []


def test_a_shot_at_the_prince_is_seen() -> None:
    round = small("5,nP,1/7/7/7/7/1,sR,5/sP,6")
    steps = whole_turn(round, "greedy")
    assert steps[-1].startswith("!P")


def test_looking_ahead_sees_the_trap_that_greed_does_not() -> None:
    """A warrior can be had, but then the direct killer takes the prince's place."""
    round = small("nT,5,nP/7/7/7/nG,6/1,sP,5/7")
    after = round.copy()
    after.play(after.read("b2a3"))
    after.play(after.moves()[0])
    assert any("xP" in after.text(move) for move in after.moves())
    assert whole_turn(round, "search-fast")[0] != "Pb2xGa3"


def test_a_search_stays_within_its_number_of_positions() -> None:
    match = sobremesa.game("djambi", board=7).start(2)
    position = remembered(match.view(match.turn), Rng(1))
    turns = position.turns()
    before = list(position.row)
    search = Search(position, match.turn, 800)
    assert search.choose(turns, Rng(1)) in list(turns)
    assert search.left > -100
    assert list(position.row) == before


@pytest.mark.parametrize("players", [2, 4])
def test_the_greedy_bot_beats_chance(players: int) -> None:
    game = sobremesa.game("djambi", players=players, board=7, no_kill_rounds=10)
    outcome = duel(game, ["greedy", "random"], matches=4, seed=1, workers=1)
    assert outcome.wins[0] >= 2
    assert sum(outcome.wins[1:]) == 0


def test_who_can_only_carry_corpses_is_not_taken_for_beaten() -> None:
    """NE has nothing but a necromobile among corpses, so no turn that the search follows."""
    round = small("4,x,x,nP/4,x,nN,x/4,x,x,x/7/7/1,sT,5/sP,6")
    position = remembered(round.view(0), Rng(1))
    search = Search(position, 0, 1000)
    turn = search.choose(position.turns(), Rng(1))
    position.make(turn)
    assert abs(int(search.value(2, -10**7, 10**7))) < 10**6
