"""The arena: fair seats, the same outcome however the work is shared, honest intervals."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Refused, Rng, View
from sobremesa.bots import Bot, add_bot
from sobremesa.bots.bot import BOTS
from sobremesa.lab import Outcome, duel, wilson
from sobremesa.lab.arena import a_round


class Watcher(Bot):
    """Takes the first move and remembers where it sat."""

    def __init__(self) -> None:
        self.seats: list[int] = []

    def choose(self, view: View, rng: Rng) -> int:
        self.seats.append(view.seat)
        return view.moves[0]


def test_the_outcome_is_the_same_for_any_number_of_workers() -> None:
    game = sobremesa.game("muggins", players=3)
    alone = duel(game, ["greedy", "random", "random"], matches=50, seed=5, workers=1)
    shared = duel(game, ["greedy", "random", "random"], matches=50, seed=5, workers=2)
    assert alone == shared


def test_another_seed_plays_other_matches() -> None:
    game = sobremesa.game("block")
    one = duel(game, ["random", "random"], matches=40, seed=1, workers=1)
    other = duel(game, ["random", "random"], matches=40, seed=2, workers=1)
    assert one.points != other.points


def test_the_first_matches_of_a_longer_duel_are_those_of_a_shorter() -> None:
    game = sobremesa.game("block")
    told: list[int] = []
    short = duel(game, ["greedy", "random"], matches=20, seed=9, workers=1)
    long = duel(
        game, ["greedy", "random"], matches=60, seed=9, workers=1, progress=told.append
    )
    assert told == [20, 40, 60]
    assert long.wins[0] >= short.wins[0]
    assert long.wins[1] >= short.wins[1]


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    watcher = Watcher()
    add_bot("block", "watcher", watcher)
    try:
        game = sobremesa.game("block", players=3, target=1)
        seen: list[set[int]] = []
        for matches in (1, 2, 3):
            watcher.seats.clear()
            duel(game, ["watcher", "random", "random"], matches, seed=3, workers=1)
            seen.append(set(watcher.seats))
    finally:
        del BOTS["block"]["watcher"]
    assert [len(seats) for seats in seen] == [1, 2, 3]


@pytest.mark.parametrize("name", ["block", "draw", "muggins"])
def test_greedy_plainly_beats_random(name: str) -> None:
    outcome = duel(sobremesa.game(name), ["greedy", "random"], matches=200, seed=1, workers=1)
    assert outcome.interval(0)[0] > 0.65
    assert sum(outcome.wins) == 200
    assert outcome.points[0] > outcome.points[1]


def test_equals_do_not_beat_each_other() -> None:
    outcome = duel(
        sobremesa.game("block", first_player=0), ["random", "random"], 400, seed=2, workers=1
    )
    low, high = outcome.interval(0)
    assert low < 0.5 < high


def test_the_last_kind_takes_the_seats_that_are_left() -> None:
    outcome = duel(sobremesa.game("draw", players=4), ["greedy", "random"], 4, workers=1)
    assert outcome.kinds == ["greedy", "random", "random", "random"]


@pytest.mark.parametrize(
    ("kinds", "matches", "reason"),
    [
        ([], 1, "block has 2 seats: name from 1 to 2 bots, not 0"),
        (["random"] * 3, 1, "block has 2 seats: name from 1 to 2 bots, not 3"),
        (["greedy", "rndom"], 1, "block has no bot called rndom: did you mean random"),
        (["greedy", "random"], 0, "at least one match"),
    ],
)
def test_a_duel_that_cannot_be_is_refused(
    kinds: list[str], matches: int, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        duel(sobremesa.game("block"), kinds, matches)


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    [
        (65, 100, 0.5525, 0.7364), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
    ],
)
def test_the_interval_is_that_of_wilson(wins: int, trials: int, low: float, high: float) -> None:
    assert wilson(wins, trials) == pytest.approx((low, high), abs=5e-5)


def test_the_outcome_is_written_as_a_table() -> None:
    outcome = Outcome(
        "block", ["greedy", "random"], 7, 100, [65, 34], [1, 1], [101.5, 60.0],
        [(20.3, 18.25, 22.35), (12.0, 10.0, 14.0)],
    )
    assert outcome.text() == (
        "block, 100 matches, seed 7\n"
        "greedy  wins     65   65.0%  (95 %: 55.3% to 73.6%)  ties 1  mean points 101.5"
        "  a round +20.30 (95 %: +18.25 to +22.35)\n"
        "random  wins     34   34.0%  (95 %: 25.5% to 43.7%)  ties 1  mean points 60.0"
        "  a round +12.00 (95 %: +10.00 to +14.00)"
    )


def test_what_is_gained_in_a_round_has_the_interval_of_the_mean() -> None:
    mean, low, high = a_round([(4, 1), (-2, 1), (1, 1), (5, 1)])
    assert mean == pytest.approx(2.0)
    # The squares of the deviations add up to 30; so the error of the mean is the root of 30 / 16.
    assert (mean - low, high - mean) == pytest.approx((1.96 * 30**0.5 / 4,) * 2, rel=1e-4)
    assert a_round([(10, 20), (-10, 5)])[0] == pytest.approx(0.0)


def test_chips_of_poker_are_gained_from_the_others() -> None:
    outcome = duel(
        sobremesa.game("domino-poker", players=3, hands=3), ["greedy", "random"], matches=12,
        workers=1,
    )
    assert sum(mean for mean, _, _ in outcome.gains) == pytest.approx(0.0)
    assert sum(outcome.points) == 300
