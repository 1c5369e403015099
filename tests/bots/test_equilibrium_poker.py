"""Poker for two, solved: against brute force where it is tiny, and as the bot plays it."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import pytest
from pytest import approx

import sobremesa
from sobremesa import Match, Rng
from sobremesa.bots import choose, names, usual
from sobremesa.bots.poker.equilibrium import TABLE, read_shares, solved_game
from sobremesa.core.errors import Refused
from sobremesa.families.poker.ranks import ORDER
from sobremesa.families.poker.sets import TileSets
from sobremesa.solvers.heads_up import (
    FOLDED,
    Betting,
    HeadsUp,
    Strategy,
    best_answer,
    equilibrium,
    exploitability,
)

TINY = TileSets(5, 2)


@cache
def tiny() -> HeadsUp:
    """Hands of two tiles of five, and one raise."""
    return HeadsUp(TINY, TINY.all_hands(), Betting(1, 2, 1))


def uneven(game: HeadsUp) -> Strategy:
    """Some strategy in which every action has its own share."""
    found = Strategy(game.tree, int(game.hands))
    rng = Rng(3)
    for shares in found.shares:
        for place in range(len(shares)):
            shares[place] = 0.1 + rng.fraction()
    found.evened()
    return found


def share(strategy: Strategy, place: int, action: int, hand: int) -> float:
    return float(strategy.shares[place][action * int(strategy.hands) + hand])


def worth(
    game: HeadsUp, plans: list[dict[int, int] | None], strategy: Strategy, hands: tuple[int, int],
    place: int = 0,
) -> float:
    """What the first player wins: a plan says what is done at each point, else the strategy."""
    point = game.tree.points[place]
    player = int(point.player)
    total = 0.0
    for action in range(len(point.actions)):
        plan = plans[player]
        weight = share(strategy, place, action, hands[player])
        if plan is not None:
            weight = 1.0 if plan[place] == action else 0.0
        if weight == 0.0:
            continue
        follows = int(point.next[action])
        if follows >= 0:
            value = worth(game, plans, strategy, hands, follows)
        elif follows == FOLDED:
            value = -float(point.mine) if player == 0 else float(point.mine)
        else:
            value = float(point.theirs) * (1.0 if hands[0] > hands[1] else -1.0)
        total += weight * value
    return total


def deals(game: HeadsUp) -> list[tuple[int, int]]:
    """All pairs of hands that have no tile in common."""
    masks = [int(mask) for mask in TINY.all_hands()]
    return [
        (one, two) for one, two in permutations(range(len(masks)), 2)
        if masks[one] & masks[two] == 0
    ]


def best_by_force(game: HeadsUp, strategy: Strategy, player: int) -> float:
    """Tries for every hand every plan."""
    own = [place for place, point in enumerate(game.tree.points) if point.player == player]
    choices = [range(len(game.tree.points[place].actions)) for place in own]
    sign = 1.0 if player == 0 else -1.0
    total = 0.0
    for hand in range(int(game.hands)):
        met = [pair for pair in deals(game) if pair[player] == hand]
        best = -1e9
        for actions in product(*choices):
            plan = dict(zip(own, actions, strict=True))
            plans: list[dict[int, int] | None] = [plan, None] if player == 0 else [None, plan]
            best = max(best, sum(sign * worth(game, plans, strategy, pair) for pair in met))
        total += best
    return total / len(deals(game))


@pytest.mark.parametrize("player", [0, 1])
def test_the_best_answer_is_what_brute_force_finds(player: int) -> None:
    strategy = uneven(tiny())
    found = best_answer(tiny(), strategy, player)
    assert found == approx(best_by_force(tiny(), strategy, player))


def test_learning_comes_near_an_equilibrium() -> None:
    few = exploitability(tiny(), equilibrium(tiny(), 3))
    many = exploitability(tiny(), equilibrium(tiny(), 400))
    assert 0.0 <= many < few
    assert many < 0.002


def test_the_table_that_ships_loses_less_than_a_hundredth_of_a_chip() -> None:
    for hoyle, shares in zip((False, True), read_shares(TABLE.read_bytes()), strict=True):
        assert exploitability(solved_game(hoyle), shares.strategy()) < 0.01


def test_the_bot_plays_a_whole_session_for_two() -> None:
    match = sobremesa.game("domino-poker", players=2, hands=12).start(5)
    rng = Rng(1)
    while not match.over:
        if match.round.over:
            match.next_round()
            continue
        kind = "equilibrium" if match.turn == 0 else "random"
        match.play(choose(kind, match.view(match.turn), rng))


def answers(hand: list[str], move: str) -> set[str]:
    """What the bot does with a hand after a move of the first player, over many draws."""
    others = [name for name in ORDER if name not in hand]
    game = sobremesa.game("domino-poker", players=2)
    match = Match(game, deal={"hands": [others[:5], hand], "boneyard": others[5:], "first": 0})
    match.play(move)
    view = match.view(1)
    return {match.round.text(choose("equilibrium", view, Rng(seed))) for seed in range(200)}


def test_the_bot_never_folds_the_royal_and_bluffs_with_one_of_the_worst_hands() -> None:
    royal, poor = ["6-6", "5-5", "4-4", "3-3", "2-2"], ["2-1", "3-1", "4-1", "3-2", "5-2"]
    assert answers(royal, "bet2") == {"raise4"}
    assert answers(poor, "bet2") == {"fold"}
    assert "bet2" in answers(poor, "check")


@pytest.mark.parametrize("options", [
    {"players": 2, "ante": 2}, {"players": 2, "bet": 3}, {"players": 2, "max_raises": 1},
])
def test_other_tables_are_refused_plainly(options: dict[str, object]) -> None:
    match = sobremesa.game("domino-poker", **options).start(1)
    with pytest.raises(Refused, match="with an ante of 1, bets of 2 and 3 raises"):
        choose("equilibrium", match.view(match.turn), Rng(1))


def test_nobody_gets_the_choosy_bot_unasked() -> None:
    assert "equilibrium" in names("domino-poker")
    assert usual("domino-poker") != "equilibrium"
