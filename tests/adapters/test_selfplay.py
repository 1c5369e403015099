"""The example that learns by playing against itself."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import numpy as np
import pytest

import sobremesa
from sobremesa import Rng, bots
from sobremesa.adapters.actions import Actions
from sobremesa.adapters.encoding import Encoding

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "selfplay.py"


@pytest.fixture(scope="module")
def selfplay() -> ModuleType:
    spec = importlib.util.spec_from_file_location("selfplay", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_was_better_than_guessed_becomes_more_likely(selfplay: ModuleType) -> None:
    network = selfplay.Network(3, 4, np.random.default_rng(1))
    rows = np.repeat(np.array([[1.0, -0.5, 0.25]], np.float32), 2, 0)
    masks = np.repeat(np.array([[True, True, False, True]]), 2, 0)
    actions = np.array([1, 3])
    better = np.array([1.0, -1.0], np.float32)
    before = network.look(rows, masks)[1]
    likely = before[np.arange(2), actions]
    for _ in range(400):
        network.learn([rows, masks, actions, likely, better, better])
    after = network.look(rows, masks)[1]
    assert after[0, 1] > before[0, 1] and after[0, 3] < before[0, 3] and after[0, 2] == 0
    # A lesson goes so far and no farther.
    assert after[0, 1] < before[0, 1] * (1 + 2 * selfplay.REACH)


def test_guesses_come_nearer_to_what_a_choice_was_worth(selfplay: ModuleType) -> None:
    network = selfplay.Network(2, 2, np.random.default_rng(1))
    rows = np.array([[1, 0], [0, 1]], np.float32)
    masks = np.ones((2, 2), bool)
    worth = np.array([0.5, -0.25], np.float32)
    parts = [rows, masks, np.zeros(2, int), np.full(2, 0.5), worth, np.zeros(2, np.float32)]
    for _ in range(1000):
        network.learn(parts)
    assert network.look(rows, masks)[2] == pytest.approx(worth, abs=0.05)


def test_a_lesson_tells_every_choice_and_what_it_was_worth(
    selfplay: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "STEPS", 80)
    monkeypatch.setattr(selfplay, "TRUST", 1.0)
    batch = sobremesa.batch("block", 4, 3)
    chance = np.random.default_rng(1)
    network = selfplay.Network(batch.encoding.size, batch.actions.count, chance)
    (rows, masks, actions, likely, worth, better), ended = selfplay.lesson(
        batch, network, chance, scale=2.0
    )
    assert ended >= 8 and len(rows) > 4 * ended // 2
    assert (masks.sum(1) > 1).all() and (masks[np.arange(len(actions)), actions] == 1).all()
    assert likely == pytest.approx(1 / masks.sum(1))
    assert (2 * worth % 0.5 == 0).all() and worth.any() and (better == worth).all()


def test_every_deal_is_played_from_every_seat(selfplay: ModuleType) -> None:
    game = sobremesa.game("block")
    network = selfplay.Network(377, 141, np.random.default_rng(1))
    network.weights[2] += np.random.default_rng(2).normal(size=(128, 142)).astype(np.float32)
    encoding, actions, rng = Encoding(game), Actions(game), Rng(5)
    gained = []
    for seat in range(2):
        round = game.start(5).round
        while not round.over:
            moves = round.moves()
            move = moves[0]
            if round.turn == seat:
                row = encoding.encode(round.view(seat))[None]
                move = int(network.look(row, actions.mask(moves)[None])[1].argmax())
            elif len(moves) > 1:
                move = bots.choose("greedy", round.view(int(round.turn)), rng)
            round.play(move)
        gained.append(round.utility()[seat])
    assert selfplay.against(game, network, "greedy", 1, 5)[0] == np.mean(gained)


def test_it_trains_and_draws(selfplay: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "TESTED", 4)
    monkeypatch.setattr(selfplay, "TESTS", 1)
    monkeypatch.setattr(selfplay, "ROUNDS", 32)
    network, curve = selfplay.train(sobremesa.game("block"), seconds=0.01)
    assert len(curve) == 2 and curve[-1][0] > 0 and network.steps > 0
    root = ElementTree.fromstring(selfplay.drawn(curve, "Block"))
    assert root.tag.endswith("svg")
