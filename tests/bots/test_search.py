"""The search: the same again for a seed, forced wins found, and nothing seen that is hidden."""

from __future__ import annotations

from typing import Any

import pytest

import sobremesa
from sobremesa import Rng, Round, View
from sobremesa.bots.policy import EVEN, policy_of
from sobremesa.bots.search import Aim, Imagined, Plan, RoundAim, Search, Tree, liked
from sobremesa.core.arrays import Int, vec

PLANS = {
    "flat": Plan(200),
    "tree": Plan(400, deep=20, halving=False),
    "both": Plan(400, deep=20),
}
GAMES = ["block", "draw", "muggins", "texas-42", "cerrojo", "thats-it", "mexican-train"]


def searched(view: View, plan: Plan, seed: int = 1) -> Search:
    """Thinks about a choice."""
    game = view.game
    rng = Rng(seed)
    imagined = Imagined(game.worlds(view), 1000, rng)
    return Search(imagined, policy_of(game.name), Aim(game), plan, rng)


def middle(name: str, seed: int, plies: int, **options: Any) -> Round:
    """Plays a round at random until so many moves were made and somebody has a choice."""
    round = sobremesa.game(name, **options).start(seed).round
    rng = Rng(seed)
    while not round.over:
        moves = round.moves()
        if len(round.log) >= plies and len(moves) > 1:
            break
        round.play(moves[int(rng.below(len(moves)))])
    return round


@pytest.mark.parametrize("name", GAMES)
def test_what_a_round_is_worth_is_what_it_gains(name: str) -> None:
    round = middle(name, 5, 10_000)
    worth = Aim(round.game).worth(round)
    assert [float(gain) for gain in worth] == pytest.approx(round.utility())


@pytest.mark.parametrize("name", GAMES)
def test_where_winning_counts_the_win_decides_and_then_the_gain(name: str) -> None:
    round = middle(name, 5, 10_000)
    gained = round.utility()
    first = gained.count(max(gained))
    worth = [float(one) for one in RoundAim(round.game).worth(round)]
    won = [1 / first if gain == max(gained) else 0.0 for gain in gained]
    assert worth == pytest.approx(won, abs=0.5)
    order = sorted(range(len(worth)), key=gained.__getitem__)
    assert sorted(worth) == [worth[seat] for seat in order]


@pytest.mark.parametrize("kind", PLANS)
@pytest.mark.parametrize("name", ["block", "muggins", "texas-42"])
def test_the_same_seed_chooses_the_same(name: str, kind: str) -> None:
    view = middle(name, 2, 6).view(int(middle(name, 2, 6).turn))
    first = searched(view, PLANS[kind])
    again = searched(view, PLANS[kind])
    assert first.choose() == again.choose()
    assert list(first.totals) == list(again.totals)
    assert list(first.totals) != list(searched(view, PLANS[kind], 2).totals)


@pytest.mark.parametrize("kind", PLANS)
def test_two_rounds_that_look_the_same_get_the_same_choice(kind: str) -> None:
    for seed in range(4):
        round = middle("draw", seed, 6, players=3)
        if round.over:
            continue
        seat = int(round.turn)
        other = round.game.worlds(round.view(seat)).sample(Rng(seed + 70))
        chosen = [searched(one.view(seat), PLANS[kind]).choose() for one in (round, other)]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("kind", PLANS)
def test_a_plan_is_kept(kind: str) -> None:
    round = middle("muggins", 3, 5)
    search = searched(round.view(int(round.turn)), PLANS[kind])
    search.choose()
    budget = int(PLANS[kind].rounds)
    assert budget // 2 <= search.played <= budget + len(search.moves)
    assert sum(search.counts) == search.played


def shut_out() -> Round:
    """Seat 0 wins for certain with 6-1 at the six: both ends then ask for ones, of which only it
    has any, and after the pass it goes out."""
    game = sobremesa.game("block", players=2)
    hands = [["6-1", "1-1"], ["6-6", "4-4", "3-0"]]
    line = ["2-1", "3-2@W", "3-1@W", "1-0@W", "4-0@W", "4-1@W", "5-1@W", "6-5@W"]
    used = {name.partition("@")[0] for name in [*hands[0], *hands[1], *line]}
    return game.load({
        "hands": hands, "line": line, "turn": 0, "leader": 0, "first": 0,
        "boneyard": [name for name in game.pieces() if name not in used],
    })


@pytest.mark.parametrize("kind", PLANS)
def test_a_forced_win_is_found(kind: str) -> None:
    round = shut_out()
    search = searched(round.view(0), PLANS[kind])
    assert round.text(search.choose()) == "6-1@W"


def test_what_is_told_of_a_round_that_was_cut_off_is_how_it_ends() -> None:
    round = middle("high-fives", 3, 60)
    told = []
    for cut in (0, 4):
        search = searched(round.view(int(round.turn)), Plan(200, cut=cut))
        search.tell(Aim(round.game))
        search.compare(search.moves, 30)
        told.append(search.weighed())
    assert [one.won for one in told[0]] == [one.won for one in told[1]]
    assert [one.value for one in told[0]] != [one.value for one in told[1]]


def test_the_policy_names_the_candidates() -> None:
    round = middle("block", 4, 0)
    every = liked(EVEN, round, 0)
    assert list(every) == round.moves()
    assert list(liked(EVEN, round, 3)) == round.moves()[:3]
    policy = policy_of("block")
    values = dict(zip(round.moves(), policy.values(round, round.legal()), strict=True))
    ranked = [values[int(move)] for move in liked(policy, round, 0)]
    assert ranked == sorted(ranked, reverse=True)


def test_a_tree_keeps_its_moves_in_order() -> None:
    tree = Tree()
    first = [int(node) for node in tree.following(0, vec[Int]([3, 9]))]
    again = [int(node) for node in tree.following(0, vec[Int]([1, 3, 5, 9, 12]))]
    assert [again[1], again[3]] == first
    assert [int(tree.move[node]) for node in again] == [1, 3, 5, 9, 12]
    assert [int(node) for node in tree.following(0, vec[Int]([5]))] == [again[2]]
