"""What the solitaires have in common: what is hidden, what a deal is, how it ends."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

import sobremesa
from sobremesa import BadPosition, Match, Rng, Round
from sobremesa.core.game import REGISTRY
from sobremesa.core.playout import finish
from sobremesa.families.solo.big_clock import KEY_COUNT, KEYS
from tests.laws import pick, positions, values
from tests.rules.solitaires import OUT_OF_PLAY, solo, tiles

NAMES = list(OUT_OF_PLAY)
THREE = tiles("6-5 6-4 6-3")


def with_three_hidden(name: str) -> Round:
    """A round in which three tiles have not been seen, set up where play does not lead there."""
    if name == "squeeze":
        return solo(name, {"row": tiles("5-1 2-3 5-4 0-0"), "boneyard": THREE}, set=6).round
    if name == "good-neighbors":
        laid = tiles("1-2 2-3 0-0 4-4 5-5 1-1")
        return solo(name, {"layout": laid, "boneyard": THREE}, set=6).round
    return next(
        round.copy() for seed in range(100)
        for round in positions(sobremesa.game(name, set=6), seed)
        if not round.over and round.view(0).data["boneyard"] == 3
    )


@pytest.mark.parametrize("name", [name for name in NAMES if name != "bingo"])
def test_every_order_of_the_boneyard_is_equally_likely(name: str) -> None:
    round = with_three_hidden(name)
    round.play(round.moves()[0])
    worlds = round.game.worlds(round.view(0))
    hidden = round.dump()["boneyard"]
    assert worlds.count() == factorial(len(hidden)) > 1
    rng = Rng(1)
    found = Counter(
        tuple(worlds.sample(rng).dump()["boneyard"]) for _ in range(1200)
    )
    assert set(found) == set(permutations(hidden))
    fair = 1200 / worlds.count()
    assert all(0.7 * fair < count < 1.3 * fair for count in found.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_one_deal(name: str) -> None:
    rng = Rng(2)
    for seed in range(30):
        match = sobremesa.game(name, set=6).start(seed)
        while not match.over:
            match.play(pick(match.round, rng))
        ending = match.view(0).data["ending"]
        assert (match.winners == [0]) == (ending == "win")
        assert len(match.finished) == 0 and ending in ("win", "close win", "loss")


@pytest.mark.parametrize("name", NAMES)
def test_when_a_deal_is_over_the_boneyard_lies_open(name: str) -> None:
    rng = Rng(3)
    match = sobremesa.game(name, set=6).start(4)
    while not match.over:
        match.play(pick(match.round, rng))
    data = match.view(-1).data
    assert data["opening"] == match.round.opening()
    assert match.game.worlds(match.view(-1)).count() == 1


def test_a_deal_with_the_wrong_number_of_tiles_is_refused() -> None:
    game = sobremesa.game("squeeze", set=6)
    names = game.pieces()
    with pytest.raises(BadPosition) as caught:
        Match(game, deal={"hands": [names[:6]], "boneyard": names[6:]})
    assert caught.value.problems == ["7 tiles are dealt face up, not 6"]


def test_everything_wrong_with_a_position_is_said_at_once() -> None:
    game = sobremesa.game("squeeze", set=6)
    names = game.pieces()
    with pytest.raises(BadPosition) as caught:
        game.load({
            "row": names[:7], "removed": [*names[8:], names[0], "9-9"], "boneyard": [],
            "rwo": [], "number": 2,
        })
    assert caught.value.problems == [
        "a position has no rwo: did you mean row?",
        "number must be 1",
        "9-9 is not in the double-six set",
        "0-0 is there twice (SETS-01)",
        "missing: 3-1 (SETS-01)",
    ]
    with pytest.raises(BadPosition, match="a deal that is over, and no other, has an ending"):
        solo("squeeze", {"row": THREE, "over": True}, set=6)
    with pytest.raises(BadPosition, match="row must be a list of tiles; boneyard must be a"):
        game.load({"row": 7, "boneyard": "all"})


def test_the_longest_game_of_the_big_clock_has_no_more_shifts_than_positions_have_keys() -> None:
    assert all(0 <= key < KEY_COUNT for key in KEYS)
    game = sobremesa.game("big-clock")
    draws_and_homings = len(game.pieces()) - 1
    assert int(game.longest) > (draws_and_homings + 1) * int(KEY_COUNT)
    assert int(game.longest) < 2**63


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_thousands_of_random_deals_of_every_set_end(name: str) -> None:
    rng = Rng(9)
    for top in values(next(one for one in REGISTRY[name].OPTIONS if one.name == "set")):
        game = sobremesa.game(name, set=top)
        for _ in range(5000):
            assert finish(game.deal(rng, 0, 1, [0]), rng) <= min(int(game.longest), 10_000)
