"""The racer of That's It!: turns counted against trying everything, and what it gives away."""

from __future__ import annotations

from itertools import combinations

import pytest

import sobremesa
from sobremesa import Rng, View
from sobremesa.bots import bot
from sobremesa.bots.melds.race import Race
from sobremesa.bots.melds.racer import WEIGHTS, Habits, Racer
from sobremesa.core.arrays import Int, vec
from sobremesa.families.melds.melds import OTHER, SUITS, Terms, hand_score, row_of
from sobremesa.lab.feeding import cases, fitted
from sobremesa.material.dominoes import HIGH, NAMES
from tests.bots.judging import rest_of

TERMS = [Terms(7), Terms(7, spare=True), Terms(10)]


def race_of(tiles: list[int], terms: Terms, left: list[int] | None = None) -> Race:
    rest = [tile for tile in range(136) if tile not in tiles] if left is None else left
    race = Race(terms, vec[Int]([tile for tile in rest]))
    race.hold(vec[Int]([tile for tile in tiles]))
    return race


def most_melded(tiles: list[int], terms: Terms) -> int:
    """Tries all melds of all sizes, whole or begun, that have no tile in common."""
    sizes = [3, 3] if terms.spare else [4, 3] if terms.melds == 2 else [4, 3, 3]

    def most(left: frozenset[int], wanted: list[int]) -> int:
        if not wanted:
            return 0
        best = 0
        for suit in range(SUITS):
            of_suit = [tile for tile in left if suit in (HIGH[tile], OTHER[tile])]
            size = min(len(of_suit), wanted[0])
            for part in combinations(of_suit, size):
                best = max(best, size + most(left - set(part), wanted[1:]))
        return best

    return most(frozenset(tiles), sizes)


@pytest.mark.parametrize("terms", TERMS, ids=["seven", "spare", "ten"])
def test_the_tiles_that_can_be_melded_are_those_found_by_trying_everything(terms: Terms) -> None:
    rng = Rng(3)
    for _ in range(12 if terms.melds == 2 else 4):
        # Of few suits, so that melds compete for tiles.
        pool = [tile for tile in range(136) if HIGH[tile] < 6]
        tiles = sorted({pool[int(rng.below(len(pool)))] for _ in range(int(terms.hand) + 1)})
        assert race_of(tiles, terms).near() == most_melded(tiles, terms)


@pytest.mark.parametrize("terms", TERMS, ids=["seven", "spare", "ten"])
def test_the_tiles_that_help_are_those_after_which_more_is_melded(terms: Terms) -> None:
    rng = Rng(4)
    for _ in range(5):
        tiles = sorted({int(rng.below(136)) for _ in range(int(terms.hand))})
        race = race_of(tiles, terms)
        near = race.near()
        helping = [
            tile for tile in race.left if race_of([*tiles, tile], terms).near() > near
        ]
        assert list(race.helpful(near)) == helping
        assert race.near() == near and race.size == len(tiles)


def test_a_hand_that_lacks_nothing_is_a_finished_one() -> None:
    rng = Rng(5)
    game = sobremesa.game("thats-it")
    finished = 0
    for seed in range(60):
        round = game.start(seed=seed).round
        while not round.over:
            round.play(bot("thats-it", "greedy").choose(round.view(int(round.turn)), rng))
        if round.winner >= 0:  # type: ignore[attr-defined]
            names = round.view(int(round.winner)).data["hands"][round.winner]  # type: ignore[attr-defined]
            tiles = row_of(names)
            assert hand_score(tiles, Terms(7)) > 0
            assert race_of([int(tile) for tile in tiles], Terms(7)).turns(0) == 0.0
            finished += 1
    assert finished > 30


def waited_for(tiles: list[int], left: list[int]) -> float:
    """Turns to a finished hand if every tile that comes is as likely as any other, found by
    following every tile that helps and every discard; one tile is put back after each turn."""
    near = most_melded(tiles, Terms(7))
    if near == 7:
        return 0.0
    helping = [tile for tile in left if most_melded([*tiles, tile], Terms(7)) > near]
    total = 0.0
    for tile in helping:
        eight = [*tiles, tile]
        total += min(
            waited_for([held for held in eight if held != out], left) for out in eight
            if most_melded([held for held in eight if held != out], Terms(7)) == near + 1
        )
    return (len(left) + total) / len(helping)


def test_turns_are_those_of_following_every_tile_where_a_hand_lacks_two() -> None:
    tiles = [NAMES.index(name) for name in ["3-0", "3-1", "3-2", "9-7", "9-8", "12-10", "14-11"]]
    left = [NAMES.index(name) for name in ["4-3", "9-6", "9-5", "10-9", "15-15", "12-1", "8-8"]]
    assert most_melded(tiles, Terms(7)) == 5
    assert race_of(tiles, Terms(7), left).turns(1) == pytest.approx(waited_for(tiles, left))


def discarding(hand: str, log: list[str]) -> View:
    """A turn of seat 0, to discard after what the log says."""
    game = sobremesa.game("thats-it", first_player=0)
    own = hand.split()
    theirs = ["15-15", "15-14", "13-12", "11-1", "8-4", "7-2", "6-0"]
    round = game.load({
        "hands": [own, theirs], "boneyard": rest_of(game.pieces(), own, theirs), "turn": 0,
        "asked": "discard",
    })
    for text in log:
        round.play(round.read(text))
    return round.view(0)


def test_what_the_next_player_collects_is_not_fed_to_them() -> None:
    suits = vec[Int]([10 for _ in range(SUITS)])
    view = discarding(
        "11-3 11-4 2-0 4-2 9-7 9-8 12-10 14-5",
        ["11-3", "take", "15-15", "+", "11-4", "take", "6-0", "+"],
    )
    habits = Habits(view, 1)
    assert (int(habits.takes), int(habits.turns)) == (2, 2)
    elevens, fifteens = NAMES.index("11-9"), NAMES.index("15-9")
    others = NAMES.index("9-5")
    assert habits.wants(elevens, suits) > habits.wants(others, suits)
    assert habits.wants(others, suits) > habits.wants(fifteens, suits)


def test_the_weights_are_those_that_rounds_teach() -> None:
    seen = cases(60)
    learnt = fitted(seen)
    assert len(learnt) == len(WEIGHTS)
    for place in (1, 9):
        assert learnt[place] > 0 and WEIGHTS[place] > 0


@pytest.mark.parametrize("options", [
    {}, {"players": 3}, {"version": 10}, {"spare_allowed": True}, {"exchange_cap": 1},
])
def test_the_racer_plays_every_table(options: dict[str, object]) -> None:
    game = sobremesa.game("thats-it", **options)
    rng = Rng(6)
    round = game.start(seed=6).round
    moves = 0
    while not round.over and moves < 30:
        view = round.view(int(round.turn))
        move = Racer(0, 1.0).choose(view, rng)
        assert move in view.moves
        round.play(move)
        moves += 1
