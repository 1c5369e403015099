"""What points are worth in a match: against brute force, and in the choices that follow."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa import Game, Refused, Rng, Round
from sobremesa.bots.levels import Thinker
from sobremesa.bots.search import Plan
from sobremesa.bots.stakes import (
    Duel,
    Race,
    Results,
    Stakes,
    Tally,
    kept_results,
    results_from,
    stakes_from,
    stakes_of,
    target_of,
)
from sobremesa.cli import main
from sobremesa.core.arrays import vec
from sobremesa.core.playout import finish
from sobremesa.lab import stakes as lab

# How rounds end: the points of who begins and of the other, whether the same begins again, how
# often.
ROWS: list[tuple[int, ...]] = [(3, 0, 1, 2), (0, 2, 0, 3), (1, 1, 0, 1), (0, 0, 0, 1), (0, 0, 1, 1)]


def results(rows: list[tuple[int, ...]], **more: Any) -> Results:
    return results_from({"results": [[*row] for row in rows], "at_once": False, "steps": 1, **more})


def made(game: Game, kept: Results) -> Stakes:
    found = stakes_from(game, kept)
    assert found is not None
    return found


def odds(stakes: Stakes, scores: list[float], begins: int = -1, number: int = 1) -> list[float]:
    return [*stakes.odds(vec[float](scores), number, True, begins)]


def by_brute_force(target: int, at_once: bool = False) -> dict[tuple[int, int], Fraction]:
    """Solves all equations between the chances of who begins, by going through many rounds.

    Written apart from the engine: every state is expanded for so many rounds that what is left
    undecided does not matter.
    """
    total = sum(row[-1] for row in ROWS)

    @cache
    def chance(mine: int, theirs: int, rounds: int) -> Fraction:
        if rounds == 0:
            return Fraction(1, 2)
        found = Fraction(0)
        for x, y, same, count in ROWS:
            one, other = mine + x, theirs + y
            if one >= target and other >= target and at_once:
                first, second = Fraction(target - mine, x), Fraction(target - theirs, y)
                value = Fraction(1, 2) if first == second else Fraction(int(first < second))
            elif one >= target or other >= target:
                value = Fraction(1, 2) if one == other else Fraction(int(one > other))
            else:
                value = chance(one, other, rounds - 1) if same else (
                    1 - chance(other, one, rounds - 1)
                )
            found += Fraction(count, total) * value
        return found.limit_denominator(10**12)

    return {(a, b): chance(a, b, 40) for a in range(target) for b in range(target)}


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("target", [2, 5])
def test_two_sides_have_the_chances_of_brute_force(target: int, at_once: bool) -> None:
    stakes = made(sobremesa.game("block", target=target), results(ROWS, at_once=at_once))
    assert isinstance(stakes, Duel)
    for (mine, theirs), chance in by_brute_force(target, at_once).items():
        assert odds(stakes, [mine, theirs], 0)[0] == pytest.approx(float(chance), abs=1e-6)
        assert odds(stakes, [theirs, mine], 1)[1] == pytest.approx(float(chance), abs=1e-6)


def test_points_counted_in_larger_units_have_nearly_the_same_chances() -> None:
    """The same race ten times as long, in points worth ten each."""
    long = [(10 * row[0], 10 * row[1], *row[2:]) for row in ROWS]
    fine = made(sobremesa.game("block", target=90), results(ROWS))
    coarse = made(sobremesa.game("block", target=900), results(long))
    for scores in ([0, 0], [40, 60], [85, 84], [89, 70]):
        near = odds(coarse, [10.0 * score for score in scores], 0)
        assert near == pytest.approx(odds(fine, [*map(float, scores)], 0), abs=0.01)


def played_out(rows: list[tuple[int, ...]], scores: list[int], ends: Any, seed: int) -> list[float]:
    """Plays many matches by drawing results, and gives how often each side has won."""
    rng = Rng(seed)
    drawn = [row for row in rows for _ in range(row[-1])]
    sides = len(scores)
    won = [0.0] * sides
    matches = 4000
    for match in range(matches):
        now, first, number = list(scores), match % sides, 0
        while True:
            row = drawn[int(rng.below(len(drawn)))]
            for side in range(sides):
                now[(first + side) % sides] += row[side]
            number += 1
            first = (first + 1) % sides
            winners = ends(now, number)
            if winners:
                break
        for side in winners:
            won[side] += 1 / len(winners) / matches
    return won


# One of four scores in every round of a hand: what the other three hold.
ONE_SCORES = [
    (*(points if side == winner else 0 for side in range(4)), 0, 1)
    for winner in range(4) for points in (12, 20, 25, 40, 55)
]


@pytest.mark.parametrize("scores", [[0, 0, 0, 0], [60, 0, 0, 0], [90, 80, 10, 0], [50, 70, 70, 20]])
def test_several_sides_race_to_a_target(scores: list[int]) -> None:
    game = sobremesa.game("sebastopol")
    stakes = made(game, results(ONE_SCORES, steps=4))
    assert isinstance(stakes, Race)

    def ends(now: list[int], number: int) -> list[int]:
        return [side for side in range(4) if now[side] >= 100 and now[side] == max(now)]

    expected = played_out(ONE_SCORES, scores, ends, seed=3)
    # 4,000 matches are off by 0.8 % and less; the rest is what taking sides as independent costs.
    assert odds(stakes, [*map(float, scores)]) == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize("left", [1, 2, 3])
@pytest.mark.parametrize("scores", [[0, 0, 0, 0], [30, 10, 0, 5], [0, 60, 55, 90]])
def test_totals_are_compared_after_the_last_round(left: int, scores: list[int]) -> None:
    """Mexican Train: one goes out, the others count what they hold, and the fewest win."""
    rng = Rng(8)
    rows: list[tuple[int, ...]] = []
    for number in range(300):
        held = [0 if side == number % 4 else 5 + int(rng.below(60)) for side in range(4)]
        rows.append((*held, 0, 1))
    stakes = made(sobremesa.game("mexican-train"), results(rows))
    assert isinstance(stakes, Tally)

    def ends(now: list[int], number: int) -> list[int]:
        return [side for side in range(4) if now[side] == min(now)] if number == left else []

    expected = played_out(rows, scores, ends, seed=5)
    assert odds(stakes, [*map(float, scores)], number=4 - left) == pytest.approx(expected, abs=0.03)


def test_the_last_round_decides() -> None:
    rows: list[tuple[int, ...]] = [(0, 9, 9, 9, 0, 1), (9, 0, 1, 3, 0, 1)]
    stakes = made(sobremesa.game("mexican-train"), results(rows))
    assert odds(stakes, [5, 9, 5, 8], number=4) == [0.5, 0.0, 0.5, 0.0]


def finished(game: Game, before: list[int], seed: int = 1, number: int = 2) -> Round:
    round = game.deal(Rng(seed), 0, number, before)
    finish(round, Rng(seed))
    return round


@pytest.mark.parametrize("name", sorted(kept_results()))
def test_the_chances_of_a_real_round_add_up(name: str) -> None:
    game = sobremesa.game(name)
    stakes = stakes_of(game)
    assert stakes is not None and stakes_of(sobremesa.game(name)) is stakes
    number = min(2, int(game.last_round) or 2)
    for seed in range(6):
        round = game.deal(Rng(seed), 0, number, game.starting_points())
        rng = Rng(seed)
        for _ in range(3):
            by_seat = enumerate(stakes.chances(round))
            sides = {game.side_of(seat): chance for seat, chance in by_seat}
            assert sum(sides.values()) == pytest.approx(1.0)
            assert min(sides.values()) >= 0.0
            assert sum(stakes.worth(round)) == pytest.approx(0.0, abs=1e-6)
            if not round.over:
                moves = round.moves()
                round.play(moves[int(rng.below(len(moves)))])
        finish(round, rng)
        chances, utility = [*stakes.chances(round)], round.utility()
        if round.settles_match():
            assert {seat for seat, chance in enumerate(chances) if chance > 0} == set(
                round.winners()
            )
        elif len(set(utility)) > 1:
            # Whoever begins the next round, more points mean a better chance.
            found = stakes.odds(stakes.by_side(round.scores()), number, True, -1)
            best = max(found)
            assert {seat for seat, gain in enumerate(utility) if gain == max(utility)} == {
                seat for seat in range(len(utility)) if found[game.side_of(seat)] == best
            }


def test_a_match_that_is_decided_leaves_no_chance() -> None:
    game = sobremesa.game("block")
    stakes = stakes_of(game)
    assert stakes is not None
    for seed in range(20):
        round = finished(game, [99, 99], seed)
        expected = [1.0 if seat in round.winners() else 0.0 for seat in range(2)]
        if round.winners():
            assert [*stakes.chances(round)] == expected


def hoped(stakes: Stakes, mine: int, theirs: int, gains: list[int]) -> float:
    """Gives the chance of seat 0 if it makes one of these gains, all equally likely."""
    return sum(odds(stakes, [mine + gain, theirs])[0] for gain in gains) / len(gains)


def test_the_score_decides_between_a_sure_gain_and_a_daring_one() -> None:
    """Twelve for sure, or evenly thirty and nothing: points alone always prefer the latter."""
    stakes = stakes_of(sobremesa.game("block"))
    assert stakes is not None
    assert hoped(stakes, 90, 60, [12]) > hoped(stakes, 90, 60, [30, 0])
    assert hoped(stakes, 70, 95, [12]) < hoped(stakes, 70, 95, [30, 0])


def test_worth_puts_rounds_in_another_order_than_points_do() -> None:
    """Near the target a small win is worth as much as a large one, and far behind it is not."""
    game = sobremesa.game("block")
    stakes = stakes_of(game)
    assert stakes is not None
    near: list[tuple[int, float]] = []
    far: list[tuple[int, float]] = []
    for seed in range(60):
        for before, found in (([97, 90], near), ([20, 90], far)):
            round = finished(game, before, seed)
            if round.points()[0] > 3:
                found.append((round.points()[0], stakes.worth(round)[0]))
    assert len(near) > 10
    small, large = min(near), max(near)
    lost, won = min(far), max(far)
    assert large[0] - small[0] > 20
    # What is left of the difference is the little that points count besides.
    assert large[1] - small[1] < 0.1 * (large[0] - small[0]) < won[1] - lost[1]


# A round of Block: the other has one tile left, seat 0 has 2-0, 3-2 and 6-6, the ends are 3 and 6.
LATE = [18, 48, 80, 79, 61, 68, 140, 44, 140, 29, 34, 81]


@pytest.mark.parametrize(
    ("before", "chosen"),
    # Even or ahead it sheds twelve pips. Where a small loss is as bad as a large one, it keeps them
    # and fights for the round.
    [([0, 0], "6-6@E"), ([97, 90], "6-6@E"), ([20, 90], "3-2@W"), ([90, 97], "3-2@W")],
)
def test_another_score_has_another_line_chosen(before: list[int], chosen: str) -> None:
    round = sobremesa.game("block").deal(Rng(16), 0, 2, before)
    for move in LATE:
        round.play(move)
    view = round.view(0)
    for score, expected in ((True, chosen), (False, "6-6@E")):
        mind = Thinker(Plan(100, looks=1_000_000, score=score))
        assert round.text(mind.choose(view, Rng(1))) == expected


def test_worth_differs_as_much_as_points_do() -> None:
    """From an even score both order the ends of a round alike and spread as far."""
    game = sobremesa.game("muggins")
    stakes = stakes_of(game)
    assert stakes is not None
    rounds = [finished(game, [0, 0], seed) for seed in range(300)]
    worths = [stakes.worth(round)[0] for round in rounds]
    points = [round.utility()[0] for round in rounds]
    assert spread(worths) == pytest.approx(spread(points), rel=0.4)
    near = [finished(game, [85, 80], seed) for seed in range(300)]
    assert spread([stakes.worth(round)[0] for round in near]) == pytest.approx(
        spread(points), rel=0.6
    )


def spread(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return float((sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5)


@pytest.mark.parametrize(
    ("name", "options", "target"),
    [
        ("block", {}, 100), ("block", {"target": 61}, 61), ("texas-42", {}, 250),
        ("thats-it", {}, 25), ("mexican-train", {}, 0), ("domino-poker", {}, 0),
        ("super-bridge", {}, 0), ("cerrojo", {"target": 55}, 55),
    ],
)
def test_targets_are_found(name: str, options: dict[str, Any], target: int) -> None:
    assert target_of(sobremesa.game(name, **options)) == target


def test_options_without_results_are_left_to_points() -> None:
    assert stakes_of(sobremesa.game("block", set=9)) is None
    assert stakes_of(sobremesa.game("squeeze")) is None
    # A target that a match will hardly reach before its last round says little.
    assert stakes_of(sobremesa.game("texas-42", max_hands=6)) is None


def test_any_target_has_its_own_chances() -> None:
    short, long = (stakes_of(sobremesa.game("draw", target=target)) for target in (30, 300))
    assert short is not None and long is not None
    assert odds(short, [20, 0])[0] > odds(long, [20, 0])[0] > 0.5


def test_results_are_found_the_same_again(tmp_path: Path) -> None:
    game = sobremesa.game("draw", players=3)
    found = lab.results(game, 60, seed=3, workers=1)
    assert found == lab.results(game, 60, seed=3, workers=2)
    assert sum(row[-1] for row in found["results"]) == found["rounds"] >= 60
    assert all(len(row) == 5 for row in found["results"])
    path = tmp_path / "results.json"
    lab.keep(game, found, path)
    lab.keep(sobremesa.game("draw"), lab.results(sobremesa.game("draw"), 8, workers=1), path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert sorted(kept) == ["draw", "draw(players=3)"] and kept["draw(players=3)"] == found
    with pytest.raises(Refused, match="played alone"):
        lab.results(sobremesa.game("squeeze"), 10)


def test_rounds_that_end_at_the_target_are_recognised() -> None:
    assert lab.ends_at_once(sobremesa.game("muggins"))
    assert not lab.ends_at_once(sobremesa.game("block"))
    assert not lab.ends_at_once(sobremesa.game("mexican-train"))


def test_the_chances_fit_what_happens() -> None:
    game = sobremesa.game("block", target=40)
    data = lab.results(game, 400, workers=1)
    _, fit = lab.fitted(game, data, 200, workers=1)
    assert fit.count > 100 and fit.off < 0.03 + 2 * fit.noise
    # Chances that know nothing of the score are worse.
    blind = results([(1, 0, 0, 1), (0, 1, 0, 1)])
    ends = lab.ends_of((game, list(range(200))))
    assert lab.fit_of(game, blind, ends).off > fit.off


def test_the_terminal_finds_stakes(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    result = CliRunner().invoke(main, [
        "lab", "stakes", "block", "--deals", "40", "--matches", "20", "--into", str(path),
        "--target", "30",
    ])
    assert result.exit_code == 0, result.output
    assert "Block: chances are off by" in result.stdout
    assert list(json.loads(path.read_text(encoding="utf-8"))) == ["block"]
