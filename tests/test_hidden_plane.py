"""What a seat of Cuadróminos can know, compared with trying every deal."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest

import sobremesa
from sobremesa import Game, IllegalMove, Rng, View
from sobremesa.families.plane.cuadrominos import Cuadrominos
from sobremesa.families.plane.plane import Plane
from sobremesa.material.quadrominoes import RANK, WAYS, form_name, parse_piece, piece_name

Deal = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]


def late_table(game: Cuadrominos, outside: int, seed: int) -> tuple[list[str], list[str]]:
    """Lays pieces at random until only so many are outside; answers the plane and those."""
    rng = Rng(seed)
    while True:
        plane = Plane(game.tiles)
        left = list(range(int(game.tiles)))
        while len(left) > outside:
            fitting = [piece for piece in left if plane.ways[piece] > 0]
            if not fitting:
                break
            piece = fitting[int(rng.below(len(fitting)))]
            places = [
                (cell, form) for cell in plane.empty_cells()
                for form in range(4 * piece, 4 * piece + int(WAYS[piece]))
                if plane.fits(cell, form)
            ]
            plane.lay(*places[int(rng.below(len(places)))])
            left.remove(piece)
        if len(left) == outside:
            texts = [
                f"{form_name(int(plane.lies[cell]))}@{plane.rows[cell]},{plane.columns[cell]}"
                for cell in plane.filled
            ]
            return texts, [piece_name(piece) for piece in left]


def deals(view: View, unseen: list[str], draws: int) -> list[Deal]:
    """Lists every way to deal the unseen pieces: hidden hands as sets, then what was drawn in
    order and the rest as a set."""
    sizes = [hand for hand in view.data["opening"]["hands"] if isinstance(hand, int)]

    def dealt(rest: tuple[str, ...], hands: list[int]) -> list[Deal]:
        if not hands:
            return [
                ((), (*drawn, *sorted(set(rest) - set(drawn))))
                for drawn in permutations(rest, draws)
            ]
        return [
            ((hand, *others), pool)
            for hand in combinations(rest, hands[0])
            for others, pool in dealt(tuple(sorted(set(rest) - set(hand))), hands[1:])
        ]

    return dealt(tuple(sorted(unseen)), sizes)


def opening_of(view: View, deal: Deal) -> dict[str, Any]:
    hidden = iter(deal[0])
    hands = [
        hand if isinstance(hand, list) else list(next(hidden))
        for hand in view.data["opening"]["hands"]
    ]
    return {**view.data["opening"], "hands": hands, "boneyard": list(deal[1])}


def gives_view(game: Game, view: View, deal: Deal) -> bool:
    """Tells whether a deal leads to this very view."""
    assert isinstance(game, Cuadrominos)
    round = game.restored(opening_of(view, deal))
    for seat, text, _ in view.data["log"]:
        if round.over or round.turn != seat:
            return False
        try:
            move = round.read("+" if text.startswith("+") else text)
            round.check(move)
        except IllegalMove:
            return False
        round.play(move)
    return round.view(view.seat) == view


def deal_of(view: View, data: dict[str, Any], draws: int) -> Deal:
    hands = tuple(
        tuple(sorted(hand)) for hand, seen in zip(
            data["hands"], view.data["opening"]["hands"], strict=True
        ) if isinstance(seen, int)
    )
    pool = data["boneyard"]
    return hands, (*pool[:draws], *sorted(pool[draws:]))


def check_worlds(game: Game, view: View) -> bool:
    """Compares count and samples with enumeration; tells whether anything was told."""
    opening = view.data["opening"]
    seen = {name for hand in opening["hands"] if isinstance(hand, list) for name in hand}
    laid = {
        piece_name(parse_piece(text.partition("@")[0].replace("/", "")))
        for text in opening.get("plane", [])
    }
    unseen = [name for name in game.pieces() if name not in seen | laid]
    draws = sum(text.startswith("+") for _, text, _ in view.data["log"])
    own = [text[1:] for _, text, _ in view.data["log"] if text.startswith("+") and text != "+?"]
    every = deals(view, unseen, draws)
    if len(every) > 130:
        return False
    possible = {deal for deal in every if gives_view(game, view, deal)}
    assert possible and all(set(own) <= set(deal[1][:draws]) for deal in possible)
    worlds = game.worlds(view)
    assert worlds.count() == len(possible)
    times = 40 * len(possible) if len(possible) <= 4 else 40
    rng = Rng(3)
    found = Counter(
        deal_of(view, worlds.sample(rng).opening(), draws) for _ in range(times)
    )
    assert set(found) <= possible
    if len(possible) <= 4:
        assert min(found[deal] for deal in possible) >= 12, "samples are even"
    return len(possible) < len(every)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rule", ["judgement", "forced_placement"])
def test_worlds_are_the_deals_that_fit_what_was_seen(rule: str, seed: int) -> None:
    game = sobremesa.game("cuadrominos", players=2, draw_rule=rule, turn_seconds=9)
    assert isinstance(game, Cuadrominos)
    plane, outside = late_table(game, 6, seed)
    round = game.load({
        "hands": [outside[:2], outside[2:4]], "boneyard": outside[4:], "plane": plane,
        "turn": 0,
    })
    rng = Rng(seed)
    told = 0
    while not round.over and len(round.played()) < 10:
        for seat in (-1, 0, 1):
            told += check_worlds(game, round.view(seat))
        if round.time_out() >= 0 and rng.below(4) == 0:
            round.play(round.time_out())
        else:
            moves = round.moves()
            round.play(moves[int(rng.below(len(moves)))])
    assert told > 0


def test_nothing_dealt_stands_above_the_piece_that_was_shown() -> None:
    game = sobremesa.game("cuadrominos", players=3)
    for seed in range(5):
        round = game.start(seed).round
        for seat in (-1, 0, 1, 2):
            view = round.view(seat)
            highest = parse_piece(view.data["shown"])
            world = game.worlds(view).sample(Rng(seed))
            assert world.view(seat) == view
            hands = world.opening()["hands"]
            assert view.data["shown"] in hands[view.data["first"]]
            ranks = [RANK[parse_piece(name)] for hand in hands for name in hand]
            assert max(ranks) == RANK[highest]


def test_how_the_shown_piece_narrows_the_deals() -> None:
    """With two pieces each, every deal can be tried."""
    game = sobremesa.game("cuadrominos", players=2, hand_size=2)
    low = [piece_name(piece) for piece in sorted(range(70), key=lambda one: int(RANK[one]))]
    round = game.load({"hands": [[low[9], low[0]], [low[5], low[2]]], "boneyard": [
        name for name in low if name not in (low[9], low[0], low[5], low[2])
    ]})
    view = round.view(1)
    assert view.data["shown"] == low[9] and view.turn == 0
    # The other piece of seat 0 is any below the tenth but the two of seat 1.
    assert game.worlds(view).count() == 7
    watched = round.view(-1)
    # One of nine beside the shown piece, and two of the eight that are left for seat 1.
    assert game.worlds(watched).count() == 9 * 28
