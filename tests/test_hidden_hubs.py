"""What markers, passes, draws and spells tell of hidden tiles, against brute enumeration."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sobremesa
from sobremesa import BadPosition, Game, Round, bots
from sobremesa.families.hubs.hub import HubGame
from tests.spread import every
from tests.test_hidden import check_knowledge, checked_deals, checked_play


def late_position(game: Game, hands: list[int], boneyard: int, seed: int) -> Round:
    """Sets up a position with few tiles outside the lines and nothing special at their ends."""
    chance = random.Random(seed)
    while True:
        line, tiles = long_lines(game, sum(hands) + boneyard, chance)
        held = [[tiles.pop() for _ in range(size)] for size in hands]
        data: dict[str, Any] = {"hands": held, "boneyard": tiles, "line": line, "turn": 0}
        try:
            return game.load(data)
        except BadPosition:
            continue


def long_lines(game: Game, outside: int, chance: random.Random) -> tuple[list[str], list[str]]:
    """Lays tiles at random on all lines until only so many are outside."""
    assert isinstance(game, HubGame)
    arms = [arm for arm in game.arm_names[1:] if arm[0] != "M" or arm in ("M1", "M2")]
    while True:
        tiles = [(int(a), int(b)) for a, b in (name.split("-") for name in game.pieces())]
        chance.shuffle(tiles)
        hub = chance.choice([pair for pair in tiles if pair[0] == pair[1] and pair[0] != 13])
        tiles.remove(hub)
        line = [f"{hub[0]}-{hub[0]}"]
        ends = dict.fromkeys(arms, hub[0])
        # Every line is begun, so that the arms are met in their order.
        for arm in arms:
            fitting = [tile for tile in tiles if ends[arm] in tile]
            if fitting:
                lay(line, ends, tiles, arm, chance.choice(fitting))
        while len(tiles) > outside:
            choices = [(arm, tile) for arm in arms for tile in tiles if ends[arm] in tile]
            if not choices:
                break
            lay(line, ends, tiles, *chance.choice(choices))
        if len(tiles) == outside:
            return line, [f"{high}-{low}" for high, low in tiles]


def lay(
    line: list[str], ends: dict[str, int], tiles: list[tuple[int, int]], arm: str,
    tile: tuple[int, int],
) -> None:
    tiles.remove(tile)
    ends[arm] = sum(tile) - ends[arm]
    line.append(f"{tile[0]}-{tile[1]}@{arm}")


LATE: list[tuple[str, dict[str, Any], list[int], int]] = [
    ("mexican-train", {"players": 2, "set": 6}, [2, 2], 3),
    ("mexican-train", {"players": 3, "set": 6}, [2, 1, 2], 2),
    ("mexican-train", {"players": 3, "set": 6, "mark_unbegun": True}, [2, 2, 1], 2),
    ("mexican-train", {"players": 2, "set": 6, "owner_on_marked": "double_only"}, [2, 2], 3),
    ("mexican-train", {"players": 2, "set": 6, "series_may_stop": True}, [2, 2], 3),
    ("super-dominos", {"players": 2}, [2, 2], 3),
    ("super-dominos", {"players": 3}, [2, 1, 2], 2),
    ("super-dominos", {"players": 2, "caster_exempt": True, "skip_on_13_13": True}, [2, 2], 3),
]


@pytest.mark.parametrize(("name", "options", "hands", "boneyard"), every(10, LATE))
def test_late_positions_hide_exactly_the_deals_that_enumeration_finds(
    name: str, options: dict[str, Any], hands: list[int], boneyard: int
) -> None:
    game = sobremesa.game(name, **options)
    told = 0
    for seed in range(2):
        told += checked_play(game, late_position(game, hands, boneyard, seed), seed, most=250)
    assert told > 0


@pytest.mark.parametrize(("name", "options"), [
    ("mexican-train", {"players": 2, "set": 6, "hand_size": 1}),
    ("mexican-train", {"players": 2, "set": 6, "hand_size": 2}),
    ("mexican-train", {"players": 3, "set": 6, "hand_size": 1}),
])
def test_openings_hide_exactly_what_enumeration_finds(
    name: str, options: dict[str, Any]
) -> None:
    assert checked_deals(name, options, most=1000) > 0


def test_a_search_for_a_double_tells_what_was_drawn() -> None:
    game = sobremesa.game("mexican-train", players=2, set=6, hand_size=1)
    hands = [["1-0"], ["2-0"]]
    stock = [name for name in game.pieces() if name not in ("1-0", "2-0", "2-1", "3-3")]
    round = game.load({"hands": hands, "boneyard": ["2-1", "3-3", *stock], "first": 0})
    for text in ("/", "/", "+", "+"):
        round.play(round.read(text))
        for seat in (0, 1):
            check_knowledge(game, round.view(seat), 1000)
    view = round.view(0)
    assert view.data["asked"] == "open" and view.data["sought"] == 2
    # Seat 1 was dealt one of the 19 other plain tiles, and drew one of the seven doubles.
    assert game.worlds(view).count() == 19 * 7


@pytest.mark.parametrize("seed", [21, 30])
def test_a_long_round_with_many_draws_still_has_worlds(seed: int) -> None:
    """So many draws were told apart that what is left in them is longer than a machine word."""
    game = sobremesa.game("super-dominos", players=2)
    round, rng = game.start(seed).round, sobremesa.Rng(seed)
    while not round.over:
        view = round.view(int(round.turn))
        if len(round.log) > 150:
            world = game.worlds(view).sample(rng)
            assert world.view(view.seat) == view
        round.play(bots.choose("greedy", view, rng))
