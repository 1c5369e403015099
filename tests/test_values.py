"""Matches, views, worlds and sources of chance are values: equal, copied, pickled."""

from __future__ import annotations

import copy
import pickle

import pytest

import sobremesa
from sobremesa import IllegalMove, Match, Rng, record
from tests.laws import pick, seated

EVERY_GAME = pytest.mark.parametrize("name", sobremesa.games())


def midway(name: str, moves: int = 9) -> Match:
    """A match in which some moves have been made."""
    match = seated(name, 2).start(seed=4)
    rng = Rng(4)
    while moves and not match.over:
        if match.round.over:
            match.next_round()
        match.play(pick(match.round, rng))
        moves -= 1
    return match


def play_on(match: Match, seed: int, moves: int = 40) -> Match:
    """Plays a match on at random, into its next round where there is one."""
    rng = Rng(seed)
    for _ in range(moves):
        if match.over:
            break
        if match.round.over:
            match.next_round()
        match.play(pick(match.round, rng))
    return match


@EVERY_GAME
def test_a_match_that_is_copied_or_pickled_goes_on_in_the_same_way(name: str) -> None:
    match = midway(name)
    twins = [match.copy(), copy.copy(match), pickle.loads(pickle.dumps(match))]
    assert all(twin == match and hash(twin) == hash(match) for twin in twins)
    before = record.write(match)
    ends = [play_on(twin, seed=8) for twin in twins]
    assert all(end == ends[0] for end in ends)
    assert record.write(match) == before
    assert play_on(match, seed=8) == ends[0]


@EVERY_GAME
def test_a_record_gives_the_match_back(name: str) -> None:
    match = midway(name)
    again = record.recorded(match).match()
    assert again == match
    assert play_on(again, seed=3) == play_on(match, seed=3)


@EVERY_GAME
def test_a_record_that_is_read_and_written_is_the_same(name: str) -> None:
    text = record.write(midway(name, moves=30))
    assert record.text(record.read(text)) == text


@EVERY_GAME
def test_worlds_and_views_are_pickled(name: str) -> None:
    view = midway(name).view(0)
    worlds = view.game.worlds(view)
    again = pickle.loads(pickle.dumps(worlds))
    assert pickle.loads(pickle.dumps(view)) == view
    assert again.sample(Rng(2)) == worlds.sample(Rng(2))
    assert copy.copy(worlds).sample(Rng(5)) == worlds.sample(Rng(5))


def test_a_source_of_chance_is_copied_where_it_stands() -> None:
    rng = Rng(7)
    rng.below(10)
    twins = [rng.copy(), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    assert all(twin == rng for twin in twins)
    drawn = [[int(twin.below(1000)) for _ in range(5)] for twin in twins]
    assert drawn[0] == drawn[1] == drawn[2]
    assert twins[0] != rng
    assert Rng(7) != rng


def test_matches_that_differ_in_a_move_or_in_chance_are_not_equal() -> None:
    one, other = midway("block", 3), midway("block", 3)
    assert one == other
    other.rng.below(10)
    assert one != other
    assert midway("block", 4) != one


def test_only_moves_that_were_made_are_taken_back() -> None:
    match = midway("block", 3)
    for count in (0, -1, 4):
        with pytest.raises(IllegalMove, match="nothing to take back"):
            match.round.undone(count)
    assert match.round.undone(3).played() == []
