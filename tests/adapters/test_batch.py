"""Batches: the same rounds, rows and rewards as one at a time, and clear refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sobremesa
from sobremesa import Game, IllegalMove, Refused, Rng
from sobremesa.adapters.batch import Batch, buffers
from sobremesa.adapters.encoding import Encoding
from sobremesa.adapters.rewards import rewards
from sobremesa.core.rows import row_of
from sobremesa.families.rows import writer_of
from tests.laws import every_game, some

# A tree of the largest set has the most arms.
GAMES = [*every_game(), sobremesa.game("muggins", players=3, set=15, spinner="every")]

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.spec for game in GAMES])
each_name = pytest.mark.parametrize("name", sobremesa.games())


def floats(cells: Any) -> bytes:
    """Reads the memory of a row."""
    if isinstance(cells, list):
        return np.array(cells, np.int32).tobytes()
    return np.frombuffer(cells, np.int32).tobytes()


@each_game
def test_a_row_of_a_round_is_the_row_of_its_view(game: Game) -> None:
    encoding = Encoding(game)
    writer = writer_of(game, encoding.layout())
    assert writer is not None
    for seed in (2, 6):
        for round in some(game, seed=seed, looks=6):
            for seat in range(-1, int(game.players)):
                row = encoding.encode(round.view(seat))
                assert floats(row_of(writer, round, seat)) == row.tobytes()


def test_a_row_of_a_position_that_was_set_up_is_the_row_of_its_view() -> None:
    game = sobremesa.game("cuadrominos-puzzle")
    round = game.load({
        "holes": ["0,0"], "given": ["00/00@1,1"], "corners": ["3,3=2"], "laid": ["01/02@1,2"],
    })
    encoding = Encoding(game)
    writer = writer_of(game, encoding.layout())
    assert writer is not None
    assert floats(row_of(writer, round, 0)) == encoding.encode(round.view(0)).tobytes()


@each_name
def test_a_batch_plays_as_rounds_do_one_at_a_time(name: str) -> None:
    game = sobremesa.game(name)
    count, seed = 3, 11
    batch = sobremesa.batch(name, count, seed)
    encoding = Encoding(game)
    rngs = [Rng(seed + place) for place in range(count)]
    rounds = [game.deal(rng, game.opener(rng), 1, game.starting_points()) for rng in rngs]
    for _ in range(120):
        for place, round in enumerate(rounds):
            assert not round.over
            moves = round.moves()
            assert batch.turns[place] == round.turn
            assert (batch.masks[place] == batch.actions.mask(moves)).all()
            assert batch.masks[place][batch.drawn[place]] == 1
            if batch.moves is not None:
                named = batch.actions.choices(moves) * int(game.move_count)
                assert (batch.moves[place] == np.rint(named)).all()
        row = encoding.encode(rounds[0].view(int(rounds[0].turn)))
        assert batch.observations[0].tobytes() == row.tobytes()
        actions = batch.drawn.copy()
        batch.step(actions)
        for place, round in enumerate(rounds):
            round.play(batch.actions.move(actions[place], round.moves()))
            assert batch.done[place] == round.over
            if round.over:
                assert batch.rewards[place].tolist() == rewards(round)
                rng = rngs[place]
                fresh = round
                while fresh.over:
                    fresh = game.deal(rng, game.opener(rng), 1, game.starting_points())
                rounds[place] = fresh
            else:
                assert not batch.rewards[place].any()


def test_what_a_step_left_stays() -> None:
    batch = sobremesa.batch("muggins", 8, 3)
    before = batch.observations
    kept = before.copy()
    for _ in range(10):
        batch.step(batch.drawn)
    assert (before == kept).all()
    assert not (batch.observations == kept).all()
    with pytest.raises(ValueError, match="read-only"):
        batch.observations[0, 0] = 1


def test_a_batch_writes_into_given_buffers() -> None:
    game = sobremesa.game("squeeze")
    given = buffers(game, 5)
    plain = sobremesa.batch(game, 5, 9)
    batch = sobremesa.batch(game, 5, 9, into=given)
    for _ in range(30):
        batch.step(plain.drawn)
        plain.step(plain.drawn)
        for name, buffer in given.items():
            assert getattr(batch, name) is buffer
            assert (buffer == getattr(plain, name)).all(), name


def test_views_of_a_batch_are_those_of_the_seat_to_decide() -> None:
    batch = sobremesa.batch("draw", 3, 5)
    for _ in range(30):
        for place in range(3):
            view = batch.view(place)
            assert view.seat == view.turn == batch.turns[place]
            assert view.moves == np.flatnonzero(batch.masks[place]).tolist()
        batch.step(batch.drawn)
    wrong: list[Any] = [-1, 3, 1.0, "1"]
    for place in wrong:
        with pytest.raises(Refused, match="from 0 to 2"):
            batch.view(place)


@pytest.mark.parametrize("reward", ["points", "win"])
def test_several_processes_play_the_same(reward: str) -> None:
    alone = sobremesa.batch("block", 7, 5, reward=reward)
    with sobremesa.batch("block", 7, 5, reward=reward, processes=2) as several:
        for _ in range(40):
            for name in ("observations", "masks", "rewards", "done", "turns", "drawn"):
                assert (getattr(several, name) == getattr(alone, name)).all(), name
            several.step(alone.drawn)
            alone.step(alone.drawn)
        with pytest.raises(IllegalMove, match="action -1 of round 0 is not among the legal ones"):
            several.step(np.full(7, -1))
        with pytest.raises(Refused, match="shows no views"):
            several.view(0)
        several.step(alone.drawn)


def test_a_process_that_dies_is_told() -> None:
    batch = sobremesa.batch("block", 4, processes=2)
    workers: list[Any] = batch.rounds.workers  # type: ignore[union-attr]
    workers[0].kill()
    workers[0].join()
    with pytest.raises(Refused, match="a process of the batch has died"):
        batch.step(batch.drawn)
    batch.close()


@pytest.mark.parametrize("given", [
    {"count": 0}, {"count": 2.5}, {"seed": -1}, {"processes": 0}, {"reward": "fame"}, {"slots": 0},
    {"into": {"observations": np.zeros((3, 4), np.float32)}},
    {"into": {"fame": np.zeros(3)}}, {"into": {"done": [False, False, False]}},
    {"into": {"turns": np.zeros(3)}}, {"into": [np.zeros(3)]}, {"slots": "many"}, {"count": True},
])
def test_what_will_not_do_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        sobremesa.batch("block", **{"count": 3, **given})


@pytest.mark.parametrize("wrong", [
    [0, 0], [[0, 0, 0]], [0.0, 1.0, 2.0], ["a", "b", "c"], [-1, -1, -1], [2**40, 0, 0],
    [140, 140, 140], [True, True, True], None,
])
def test_what_is_no_action_is_refused_and_changes_nothing(wrong: Any) -> None:
    batch = sobremesa.batch("block", 3)
    before = batch.observations.copy()
    with pytest.raises(IllegalMove):
        batch.step(np.array(wrong))
    assert (batch.observations == before).all()
    batch.step(batch.drawn)


def test_lists_of_different_lengths_are_refused() -> None:
    batch = sobremesa.batch("block", 3)
    with pytest.raises(IllegalMove, match="a step needs 3 whole numbers"):
        batch.step([[1], [2, 3], [1]])


def test_a_batch_whose_processes_have_ended_is_not_stepped_again() -> None:
    with sobremesa.batch("block", 4, processes=2) as batch:
        actions = batch.drawn.copy()
    with pytest.raises(Refused, match="the processes of this batch have ended"):
        batch.step(actions)


def test_too_few_slots_are_refused() -> None:
    with pytest.raises(Refused, match="do not fit 2 slots: ask for more"):
        Batch(sobremesa.game("block"), 3, slots=2)
