"""The solvers agree with plain search on small sets, and their lines are true."""

from __future__ import annotations

import json

import pytest

import sobremesa
from sobremesa import Refused, Rng, Round
from sobremesa.games.solo.big_clock import BigClock
from sobremesa.games.solo.good_neighbors import GoodNeighbors
from sobremesa.games.solo.solitaire import Solitaire
from sobremesa.games.solo.squeeze import Squeeze
from sobremesa.games.solo.traffic import Traffic
from sobremesa.solvers import Answer, solvable, solve

RANKS = ["loss", "close win", "win"]
KINDS: dict[str, type[Solitaire]] = {
    "squeeze": Squeeze, "good-neighbors": GoodNeighbors, "big-clock": BigClock,
    "traffic": Traffic,
}
Result = tuple[int, int]


def small(name: str, top: int) -> Solitaire:
    """A solitaire with a set smaller than any that is sold."""
    kind = KINDS[name]
    declared = kind.OPTIONS[1]
    allowed, declared.allowed = declared.allowed, [2, 3, 4]
    try:
        return kind({"set": top})
    finally:
        declared.allowed = allowed


def rank(ending: str, left: int) -> Result:
    return RANKS.index(ending), -left


def best_of(round: Round, known: dict[str, Result]) -> Result:
    """The best result by trying every move in every position."""
    data = round.view(0).data
    if round.over:
        return rank(data["ending"], data["left"])
    parts = ("row", "layout", "clock", "pending", "table", "up", "quad", "new", "boneyard", "moves")
    name = json.dumps([data[part] for part in parts if part in data])
    if name not in known:
        known[name] = (-1, 0)
        found = []
        for move in round.moves():
            after = round.copy()
            after.play(move)
            found.append(best_of(after, known))
        known[name] = max(found)
    return known[name]


def follow(round: Round, answer: Answer) -> Result:
    """Plays the line of an answer, every move of it checked."""
    after = round.copy()
    for move in answer.line:
        after.check(move)
        after.play(move)
    assert after.over
    data = after.view(0).data
    assert (data["ending"], data["left"]) == (answer.ending, answer.left)
    return rank(answer.ending, answer.left)


def agree(name: str, top: int, deals: int, seed: int) -> list[str]:
    rng = Rng(seed)
    game = small(name, top)
    verdicts = []
    for _ in range(deals):
        round = game.deal(rng, 0, 1, [0])
        answer = solve(round)
        verdicts.append(answer.verdict)
        assert follow(round, answer) == best_of(round, {})
        assert answer.won == (answer.ending == "win") and answer.verdict != "unknown"
    return verdicts


# Double-two has no four consecutive numbers.
SMALL = [(name, top) for name in KINDS for top in (2, 3, 4) if (name, top) != ("traffic", 2)]


@pytest.mark.parametrize(("name", "top"), [
    one for one in SMALL if one[1] < 4 and one[0] != "traffic"
])
def test_the_solver_agrees_with_plain_search(name: str, top: int) -> None:
    assert "unknown" not in agree(name, top, 2 if name == "traffic" else 12, seed=top)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "top"), SMALL)
def test_the_solver_agrees_with_plain_search_for_thousands_of_deals(name: str, top: int) -> None:
    agree(name, top, {2: 1000, 3: 1000, 4: 300}[top], seed=100 + top)


@pytest.mark.parametrize("spec", [
    "squeeze(set=6)", "good-neighbors(set=6)", "good-neighbors(set=9)", "big-clock(set=6)",
])
def test_deals_of_the_double_six_set_are_won_by_the_line(spec: str) -> None:
    for seed in range(4):
        round = sobremesa.game(spec).start(seed).round
        answer = solve(round)
        assert answer.won and follow(round, answer)[0] == 2


@pytest.mark.parametrize("name", list(KINDS))
def test_a_search_that_may_not_look_far_says_so(name: str) -> None:
    round = sobremesa.game(name, set=12).start(1).round
    before = round.dump()
    answer = solve(round, nodes=20)
    assert answer.verdict == "unknown" and answer.nodes <= 200
    assert round.dump() == before


def test_a_small_memory_costs_time_and_not_truth() -> None:
    for seed in range(3):
        round = small("squeeze", 4).start(seed).round
        assert solve(round).left == solve(round, memory=3).left


def test_a_deal_that_is_over_is_judged_as_it_stands() -> None:
    round = sobremesa.game("bingo").start(1).round
    with pytest.raises(Refused, match="there is no solver for bingo"):
        solve(round)
    assert not solvable("bingo") and solvable("squeeze")
    done = small("traffic", 2).start(1).round
    answer = solve(done)
    assert (answer.verdict, answer.left, answer.line) == ("lost", 6, [])


def test_the_same_deal_gets_the_same_answer() -> None:
    round = sobremesa.game("big-clock", set=6).start(3).round
    assert solve(round).line == solve(round).line
