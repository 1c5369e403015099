"""The arena: fair seats, the same outcome however the work is shared, honest intervals."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import IllegalMove, Refused, Rng, View
from sobremesa.bots import Bot, add_bot
from sobremesa.bots.bot import BOTS
from sobremesa.core.gains import fewest_win
from sobremesa.core.playout import finish
from sobremesa.lab import Outcome, duel, equal_duel, wilson
from sobremesa.lab.arena import a_round, match_won, round_won, share_of


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
    assert told == list(range(1, 61))
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


class Stubborn(Bot):
    """Names a move that nobody can make."""

    def choose(self, view: View, rng: Rng) -> int:
        return 1 + max(view.moves)


def test_a_duel_refuses_a_move_that_is_none() -> None:
    add_bot("block", "stubborn", Stubborn())
    try:
        for play in (duel, equal_duel):
            with pytest.raises(IllegalMove):
                play(sobremesa.game("block"), ["stubborn", "random"], 1, workers=1)
    finally:
        del BOTS["block"]["stubborn"]


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


class Opener(Bot):
    """Takes the first move and remembers how every round began for whom."""

    def __init__(self) -> None:
        self.dealt: list[tuple[int, str]] = []

    def choose(self, view: View, rng: Rng) -> int:
        if not view.log:
            self.dealt.append((view.seat, str(view.data["hands"][view.seat])))
        return view.moves[0]


def test_equal_deals_are_played_from_every_seat() -> None:
    opener = Opener()
    add_bot("block", "opener", opener)
    try:
        game = sobremesa.game("block", players=3, first_player=0)
        equal_duel(game, ["opener", "random", "random"], 12, seed=4, rounds=True, workers=1)
        seats = list(opener.dealt)
        opener.dealt.clear()
        balance = equal_duel(game, ["opener"] * 3, 4, seed=4, rounds=True, workers=1)
    finally:
        del BOTS["block"]["opener"]
    assert balance.deals == balance.played == 4
    # Who leads a deal is settled by the deal: alone against two the bot leads it from one of its
    # three seats, and holds the hand that the three of them held.
    assert seats == opener.dealt
    assert len({hand for _, hand in seats}) == 4


def test_equals_share_equal_deals_exactly() -> None:
    balance = equal_duel(
        sobremesa.game("muggins"), ["greedy", "greedy"], 20, seed=3, rounds=True, workers=1
    )
    assert balance.kinds == ["greedy"]
    assert balance.shares[0][0] == 0.5 and balance.gains[0][0] == 0.0


@pytest.mark.parametrize("rounds", [True, False])
def test_a_balance_is_the_same_for_any_number_of_workers(rounds: bool) -> None:
    game = sobremesa.game("draw", players=3, target=30)
    told: list[int] = []
    alone = equal_duel(
        game, ["greedy", "random"], 30, seed=5, rounds=rounds, workers=1, progress=told.append
    )
    assert alone == equal_duel(game, ["greedy", "random"], 30, seed=5, rounds=rounds, workers=2)
    assert told[-1] == alone.played == 30
    assert alone.deals == 10
    wins = alone.shares[0][0] + 2 * alone.shares[1][0]
    assert wins == pytest.approx(1.0)
    assert alone.gains[0][0] + 2 * alone.gains[1][0] == pytest.approx(0.0, abs=1e-9)


def test_a_greedy_bot_gains_on_equal_deals() -> None:
    balance = equal_duel(
        sobremesa.game("block"), ["greedy", "random"], 400, seed=1, rounds=True, workers=1
    )
    mean, low, high = balance.shares[0]
    assert 0.5 < low < mean < high and balance.even == 0.5
    assert balance.gains[0][1] > 0 and "an even share is 50.0%" in balance.text()


@pytest.mark.parametrize("name", sobremesa.games())
def test_the_win_of_a_round_is_divided_in_every_game(name: str) -> None:
    """Those who gain most have it, sides have parts alike, and alone one wins or does not."""
    game = sobremesa.game(name)
    for seed in range(3):
        round = game.start(seed).round
        finish(round, Rng(seed))
        won = round_won(round)
        sides = {game.side_of(seat): won[seat] for seat in range(int(game.players))}
        assert all(won[seat] == sides[game.side_of(seat)] for seat in range(int(game.players)))
        if len(won) == 1:
            assert won == [float(round.winners() == [0])]
            continue
        assert sum(sides.values()) == pytest.approx(1.0)
        ahead = [seat for seat in range(len(won)) if won[seat] > 0]
        points = round.points()
        turned = -1 if fewest_win(game) else 1
        assert max(turned * made for made in points) == turned * points[ahead[0]]
        assert all(turned * points[seat] < turned * points[ahead[0]]
                   for seat in range(len(won)) if won[seat] == 0)


def test_the_fewest_points_win_a_round_of_mexican_train() -> None:
    round = sobremesa.game("mexican-train").start(2).round
    finish(round, Rng(2))
    assert len(set(round.points())) > 1
    assert round_won(round)[round.points().index(min(round.points()))] > 0


def test_a_match_that_nobody_won_is_shared_and_a_lost_solitaire_is_not() -> None:
    game = sobremesa.game("block", players=4)
    assert match_won(game.start(1)) == [0.25] * 4
    alone = sobremesa.game("squeeze").start(1)
    while not alone.over:
        alone.play(alone.round.moves()[0])
    assert match_won(alone) == [0.0]


def test_the_interval_of_a_share_allows_for_luck_with_few_deals() -> None:
    mean, low, high = share_of([1.0] * 10)
    assert (mean, high) == (1.0, 1.0) and low == pytest.approx(1 - 1.96 / 10, abs=1e-3)
    mean, low, high = share_of([0.0, 1.0] * 500)
    # The standard error of 1,000 tosses, and the two deals more, which hardly matter.
    assert high - mean == pytest.approx(1.96 * 0.5 / 1000**0.5, rel=2e-3)


def test_an_equal_duel_that_cannot_be_is_refused() -> None:
    with pytest.raises(Refused, match="block has no bot called rndom"):
        equal_duel(sobremesa.game("block"), ["rndom"], 4)
    with pytest.raises(Refused, match="at least one"):
        equal_duel(sobremesa.game("block"), ["random"], 0)


def test_matches_can_stand_at_a_score() -> None:
    game = sobremesa.game("block")
    balance = equal_duel(game, ["greedy", "random"], 40, seed=2, workers=1, standing=[99, 0])
    # Whoever needs one point wins nearly always, and each of them stands there once.
    assert 0.4 < balance.shares[0][0] < 0.75
    whole = equal_duel(game, ["greedy", "random"], 4, seed=2, workers=1)
    assert whole == equal_duel(game, ["greedy", "random"], 4, 2, workers=1, standing=[0, 0])


@pytest.mark.parametrize(("name", "kinds", "standing", "words"), [
    ("block", ["greedy", "random"], [50], "name the points of each of the 2 seats, not of 1"),
    ("block", ["greedy", "random"], [100, 0], "a match that stands so is over"),
    ("block", ["greedy", "random"], [-1, 0], "never stood so"),
    ("texas-42", ["greedy"] * 4, [9, 0, 8, 0], "partners have the same points"),
])
def test_a_score_at_which_no_match_stands_is_refused(
    name: str, kinds: list[str], standing: list[int], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        equal_duel(sobremesa.game(name), kinds, 4, workers=1, standing=standing)
