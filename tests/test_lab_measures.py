"""What is measured: one table for all games, checked against rounds counted by hand."""

from __future__ import annotations

from math import log2

import pytest

import sobremesa
from sobremesa import Match, Refused, Rng
from sobremesa.bots import bot
from sobremesa.lab.arena import play_deal
from sobremesa.lab.measures import MEASURES, Pace, Watch, measure_named, measured
from tests.test_documents import GUIDE, no_new_games, run_python

__all__ = ["no_new_games"]


@pytest.mark.parametrize("name", sobremesa.games())
def test_every_game_is_measured(name: str) -> None:
    game = sobremesa.game(name)
    sitting = ["random"] * int(game.players)
    found = measured(game, sitting, 5, 6, True, Pace())
    assert set(MEASURES) <= set(found)
    for measure in MEASURES.values():
        value, bounds = found[measure.name], measure.bounds(game, True)
        if value is not None and bounds is not None:
            assert bounds[0] <= value <= bounds[1], measure.name
    assert found["moves"] >= found["decisions"]
    assert found["forced"] == pytest.approx(1 - found["decisions"] / found["moves"])
    assert found["rounds"] == 1
    assert found["scoring"] == sum(count for _, count, _ in found["events"])
    alone = int(game.players) == 1
    assert (found["drawn"] is None) == alone == (found["won"] is not None)


def test_a_game_just_written_is_measured(no_new_games: None) -> None:
    run_python(GUIDE)
    found = measured(sobremesa.game("briscola"), ["random", "random"], 1, 2, True, Pace())
    assert found["moves"] == 40
    assert found["scoring"] > 0


def test_measuring_plays_what_the_arena_plays() -> None:
    game = sobremesa.game("muggins", players=3)
    sitting = ["greedy", "random", "random"]
    for rounds in (True, False):
        played = play_deal(game, sitting, 3, 4, rounds)
        found = measured(game, sitting, 3, 4, rounds, Pace())
        assert found["won_by_seat"] == played.won
        assert found["gained_by_seat"] == played.gained
        assert found["rounds"] == played.rounds


def test_counts_are_those_of_the_round() -> None:
    game = sobremesa.game("draw")
    found = measured(game, ["greedy", "greedy"], 11, 12, True, Pace(60, 6, 12))
    round, rng, greedy = Match(game, 11).round, Rng(12), bot("draw", "greedy")
    choices = []
    while not round.over:
        moves = round.moves()
        choices.append(len(moves))
        view = round.view(int(round.turn))
        round.play(greedy.choose(view, rng) if len(moves) > 1 else moves[0])
    assert found["moves"] == len(choices)
    assert found["decisions"] == sum(count > 1 for count in choices)
    assert found["branching"] == sum(choices) / len(choices)
    seconds = 60 + 6 * len(choices) + 12 * sum(map(log2, choices))
    assert found["minutes"] == pytest.approx(seconds / 60)
    points = round.points()
    assert found["margin"] == abs(points[0] - points[1])
    assert found["blocked"] == (round.view(-1).data["ending"] == "blocked")


def test_leads_comebacks_and_deficits() -> None:
    watch = Watch(sobremesa.game("block"))
    watch.course = [[0, 0], [5, 0], [5, 5], [5, 15], [20, 15]]
    assert watch.lead_changes() == 2
    assert [watch.behind(0, scores) for scores in watch.course] == [0, 0, 0, 10, 0]
    assert watch.margin([20, 15]) == 5
    assert watch.margin([15, 15]) == 0


def test_partners_lead_and_score_together() -> None:
    game = sobremesa.game("texas-42")
    watch = Watch(game)
    watch.course = [[10, 0, 10, 0], [10, 42, 10, 42]]
    assert watch.lead_changes() == 1
    assert watch.margin([10, 42, 10, 42]) == 32
    watch.score("tile", *watch.course)
    assert watch.events == {"tile": [1, 42]}


def test_where_the_fewest_points_win_the_fewest_lead() -> None:
    watch = Watch(sobremesa.game("mexican-train", players=2))
    assert watch.leading([3, 10]) == 0
    assert watch.behind(1, [3, 10]) == 7
    assert watch.margin([3, 10]) == 7


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(Refused, match="there is no measure called blokced: did you mean blocked"):
        measure_named("blokced")
