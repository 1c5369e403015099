"""What holds of every encoding: nothing leaks, nothing that matters is lost, all is explained."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import sobremesa
from sobremesa import Game, Refused, Rng
from sobremesa.adapters.actions import Actions
from sobremesa.adapters.encoding import LEFT_OUT, Encoding
from tests.laws import every_game, positions, some

GAMES = every_game()

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.spec for game in GAMES])
each_name = pytest.mark.parametrize("name", sobremesa.games())


@each_game
def test_a_row_is_within_its_bounds(game: Game) -> None:
    encoding = Encoding(game)
    low = np.array([meaning.low for meaning in encoding.describe()])
    for round in some(game, seed=6, looks=3):
        for seat in range(-1, game.players):
            row = encoding.encode(round.view(seat))
            assert row.shape == (encoding.size,) and row.dtype == np.float32
            assert (low <= row).all() and (row <= 1).all()


@each_name
def test_a_row_is_the_same_for_a_sampled_world(name: str) -> None:
    game = sobremesa.game(name)
    encoding = Encoding(game)
    rng = Rng(3)
    for round in some(game, seed=6, looks=3):
        for seat in (-1, 0, int(game.players) - 1):
            view = round.view(seat)
            world = game.worlds(view).sample(rng)
            assert encoding.encode(world.view(seat)).tobytes() == encoding.encode(view).tobytes()


@each_name
def test_where_legal_choices_differ_observations_do(name: str) -> None:
    game = sobremesa.game(name)
    encoding = Encoding(game)
    actions = Actions(game)
    told: dict[bytes, list[int]] = {}
    rows = 0
    for seed in range(4):
        for round in positions(game, seed):
            if not round.over:
                moves = round.moves()
                row = encoding.encode(round.view(int(round.turn))).tobytes()
                whole = row + actions.mask(moves).tobytes() + actions.choices(moves).tobytes()
                assert told.setdefault(whole, moves) == moves
                rows += 1
    assert rows > 3


@each_name
def test_different_views_have_different_rows(name: str) -> None:
    """Stronger than asked: in a random round no two views of a seat look the same."""
    game = sobremesa.game(name)
    encoding = Encoding(game)
    rows: dict[bytes, str] = {}
    for round in positions(game, 2):
        for seat in range(game.players):
            view = round.view(seat)
            said = view.json()
            assert rows.setdefault(encoding.encode(view).tobytes(), said) == said


@each_name
def test_every_number_is_explained_once(name: str) -> None:
    encoding = Encoding(sobremesa.game(name))
    meanings = encoding.describe()
    assert [meaning.place for meaning in meanings] == list(range(encoding.size))
    called = Counter((meaning.field, meaning.label) for meaning in meanings)
    assert max(called.values()) == 1, called.most_common(3)
    fields = {meaning.field for meaning in meanings} | LEFT_OUT
    view = sobremesa.game(name).start().view(0)
    assert set(view.data) - {"centre"} <= fields
    assert len(encoding.text().splitlines()) == len(encoding.fields)


@each_name
def test_a_row_is_written_into_the_array_of_the_caller(name: str) -> None:
    game = sobremesa.game(name)
    encoding = Encoding(game)
    view = game.start(seed=2).view(0)
    out = np.full(encoding.size, 7, np.float32)
    assert encoding.encode(view, out) is out
    assert np.array_equal(out, encoding.encode(view))


@pytest.mark.parametrize("out", [
    np.zeros(3, np.float32), np.zeros(377, np.float64), np.zeros((1, 377), np.float32),
])
def test_a_wrong_array_is_refused(out: NDArray[Any]) -> None:
    game = sobremesa.game("block")
    with pytest.raises(Refused, match="float32"):
        Encoding(game).encode(game.start().view(0), out)


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(Refused, match="not of draw"):
        Encoding(sobremesa.game("block")).encode(sobremesa.game("draw").start().view(0))


def test_seats_are_told_from_the_one_that_sees() -> None:
    game = sobremesa.game("block", players=3)
    encoding = Encoding(game)
    round = game.start(seed=1).round
    view = round.view(2)
    row = encoding.encode(view)
    held = view.data["hands"][2]
    assert [
        tile for tile in game.pieces() if encoding.read(row, f"hands: oneself: {tile}") == 1
    ] == sorted(held, key=game.pieces().index)
    turn = (int(round.turn) - 2) % 3
    assert encoding.read(row, f"turn: {['oneself', 'seat +1', 'seat +2'][turn]}") == 1


@each_game
def test_actions_and_moves_lead_to_each_other(game: Game) -> None:
    actions = Actions(game)
    for round in some(game, seed=4, looks=6):
        if round.over:
            continue
        moves = round.moves()
        slots = actions.slots_of(moves)
        assert len(set(slots)) == len(moves)
        assert [actions.move(slot, moves) for slot in slots] == moves
        assert list(np.flatnonzero(actions.mask(moves))) == sorted(slots)


def test_too_few_slots_are_refused() -> None:
    game = sobremesa.game("block")
    actions = Actions(game, slots=2)
    with pytest.raises(Refused, match="do not fit 2 slots"):
        actions.mask([1, 2, 3])
    with pytest.raises(Refused):
        Actions(game, slots=0)
