"""The levels: five for every game, always legal, and the same again for a seed."""

from __future__ import annotations

from collections import Counter

import pytest

import sobremesa
from sobremesa import BadPosition, Rng, View
from sobremesa.bots import bot, levels, names, usual
from sobremesa.bots.policy import policy_of
from tests.bots.test_search import middle

# In Bingo there is nothing to choose.
GAMES = [name for name in sobremesa.games() if name != "bingo"]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_five_levels_and_the_middle_is_usual(name: str) -> None:
    assert names(name)[-5:] == levels.LEVELS
    assert usual(name) == "middle"


def test_every_level_says_what_it_is_like() -> None:
    assert list(levels.SENTENCES) == levels.LEVELS
    assert len(set(levels.SENTENCES.values())) == 5


@pytest.mark.parametrize("level", ["learner", "easy", "middle"])
@pytest.mark.parametrize("name", GAMES)
def test_a_level_chooses_the_same_for_a_seed(name: str, level: str) -> None:
    round = next(one for one in (middle(name, seed, 4) for seed in range(3, 30)) if not one.over)
    view = round.view(int(round.turn))
    first = bot(name, level).choose(view, Rng(9))
    assert first in view.moves
    assert bot(name, level).choose(view, Rng(9)) == first


@pytest.mark.parametrize("level", levels.LEVELS)
@pytest.mark.parametrize("name", ["block", "cuadrominos", "djambi", "squeeze", "texas-42"])
def test_a_level_refuses_a_view_that_no_round_fits(name: str, level: str) -> None:
    view = sobremesa.game(name).start(3).round.view(0)
    made_up = View(view.game, {**view.data, "points": [made + 1 for made in view.data["points"]]})
    with pytest.raises(BadPosition, match="no round fits this view"):
        bot(name, level).choose(made_up, Rng(1))


def test_a_learner_errs_as_people_do() -> None:
    # What is good comes most often and what is bad seldom, but not even the best always.
    round = middle("block", 3, 0)
    view = round.view(int(round.turn))
    chosen = Counter(bot("block", "learner").choose(view, Rng(seed)) for seed in range(300))
    values = policy_of("block").values(round, round.legal())
    ranked = sorted(round.moves(), key=lambda move: -values[round.moves().index(move)])
    assert len(ranked) >= 5
    assert 300 > chosen[ranked[0]] > 300 / len(ranked)
    assert chosen[ranked[0]] + chosen[ranked[1]] > 2 * (chosen[ranked[-1]] + chosen[ranked[-2]])
