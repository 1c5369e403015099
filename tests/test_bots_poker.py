"""The bot that plays Domino Poker: legal, from the view alone, and by the odds."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

import sobremesa
from sobremesa import Match, Rng, View
from sobremesa.bots import choose
from sobremesa.bots.poker.greedy import Odds
from sobremesa.families.poker.ranks import ORDER, mask_of, worth

TABLES: list[dict[str, Any]] = [
    {"players": 2}, {"players": 4, "straights": "hoyle"}, {"players": 3, "draw": True},
    {"players": 2, "draw": True, "betting": "no_limit"},
    {"players": 4, "betting": "no_limit", "stack": 9, "ante": 3, "bet": 5},
    {"players": 3, "stack": 4, "max_raises": 0},
]


@pytest.mark.parametrize("options", TABLES)
def test_every_choice_is_legal_and_needs_only_the_data_of_the_view(
    options: dict[str, Any],
) -> None:
    game = sobremesa.game("domino-poker", hands=6, **options)
    match = game.start(4)
    rng = Rng(4)
    while not match.over:
        if match.round.over:
            match.next_round()
            continue
        view = match.view(match.turn)
        sent = View(game, json.loads(view.json()))
        imagined = game.worlds(view).sample(rng).view(view.seat)
        move = choose("greedy", view, Rng(2))
        assert choose("greedy", sent, Rng(2)) == move
        assert choose("greedy", imagined, Rng(2)) == move
        match.play(move if match.turn % 2 else choose("random", view, rng))


def facing(hand: str, *moves: str, **options: Any) -> str:
    """What the bot does with a hand after some moves, the last seat being its own."""
    players = options.pop("players", 2)
    game = sobremesa.game("domino-poker", players=players, **options)
    held = hand.split()
    rest = [name for name in ORDER if name not in held]
    hands = [rest[5 * seat: 5 * seat + 5] for seat in range(players - 1)] + [held]
    match = Match(game, deal={"hands": hands, "boneyard": rest[5 * players - 5:], "first": 0})
    for move in moves:
        match.play(move)
    assert match.turn == players - 1
    return match.round.text(choose("greedy", match.view(match.turn), Rng(1)))


@pytest.mark.parametrize(("hand", "moves", "options", "choice"), [
    ("6-6 5-5 4-4 3-3 2-2", ["check"], {}, "bet2"),
    ("6-6 5-5 4-4 3-3 2-2", ["bet"], {}, "raise4"),
    ("4-3 4-2 3-2 3-1 2-1", ["check"], {}, "check"),
    ("4-3 4-2 3-2 3-1 2-1", ["bet"], {}, "fold"),
    ("6-6 5-3 5-2 4-3 3-1", ["bet"], {}, "call"),
    ("3-3 5-4 5-2 4-3 3-1", ["bet 99"], {"betting": "no_limit"}, "fold"),
    ("6-6 5-5 4-4 2-1 3-1", ["bet 99"], {"betting": "no_limit"}, "call"),
    ("6-6 5-5 4-4 3-3 2-1", ["check"], {"betting": "no_limit"}, "bet4"),
    ("4-3 4-2 3-2 3-1 2-1", ["bet", "raise"], {"players": 3}, "fold"),
])
def test_it_bets_by_strength_and_calls_by_the_odds(
    hand: str, moves: list[str], options: dict[str, Any], choice: str
) -> None:
    assert facing(hand, *moves, **options) == choice


@pytest.mark.parametrize(("hand", "choice"), [
    ("6-6 5-5 4-4 3-3 2-2", "pat"),
    ("6-6 5-5 4-4 3-3 2-1", "x2-1"),
    ("6-6 5-5 4-3 3-2 2-1", "x4-3,3-2,2-1"),
    ("6-5 6-4 6-3 6-2 6-1", "pat"),
])
def test_it_exchanges_what_does_not_make_the_hand(hand: str, choice: str) -> None:
    assert facing(hand, "check", "check", "pat", draw=True) == choice


@pytest.mark.parametrize("hoyle", [False, True])
def test_the_strength_of_a_hand_is_counted_exactly(hoyle: bool) -> None:
    odds = Odds(hoyle)
    for names in (["6-6", "5-5", "4-4", "2-1", "3-1"], ["4-3", "4-2", "3-2", "3-1", "2-1"]):
        own = worth(mask_of(names), hoyle)
        others = [list(hand) for hand in combinations(ORDER, 5) if not set(hand) & set(names)]
        beaten = sum(worth(mask_of(hand), hoyle) < own for hand in others)
        assert odds.strength(mask_of(names)) == pytest.approx(beaten / len(others))
        every = list(combinations(ORDER, 5))
        below = sum(worth(mask_of(list(hand)), hoyle) < own for hand in every)
        assert odds.percentile(mask_of(names)) == pytest.approx(below / len(every))
