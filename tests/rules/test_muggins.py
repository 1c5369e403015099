"""Muggins, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Match, Rng
from tests.rules.playing import ends, held, legal, open_numbers, play, refused, shown
from tests.rules.positions import blocked, dealt, set_up

clause = pytest.mark.clause

# The worked examples E02 to E11 are one hand; these are its first tiles.
STORY = ["6-3 6-0 5-5 4-4", "6-2 2-2 0-0", "6-6 6-5 3-3"]


def count(match: Match) -> int:
    return int(shown(match, "count"))


def scores(match: Match, tile: str, points: int) -> None:
    """Lays a tile that brings the ends to `points`, and claims them."""
    seat = match.turn
    before = match.scores[seat]
    play(match, tile)
    assert count(match) == points
    assert match.turn == seat
    play(match, f"={points}")
    assert match.scores[seat] == before + points


def scores_nothing(match: Match, tile: str, total: int) -> None:
    """Lays a tile that brings the ends to a total that is worth nothing."""
    before = match.scores
    play(match, tile)
    assert count(match) == total
    play(match, "=0", *["quiet"] * (match.game.players - 1))
    assert match.scores == before


def story(until: int) -> Match:
    """The hand of the worked examples, up to and with example `until`."""
    match = dealt("muggins(players=3)", STORY)
    scores_nothing(match, "6-6", 12)
    for example, tile, points in [
        (4, "6-3", 15), (5, "6-2", 5), (6, "6-5", 10), (7, "6-0", 10), (8, "2-2", 12),
        (9, "3-3", 15), (10, "5-5", 20), (11, "0-0", 20),
    ]:
        if example <= until:
            (scores if points % 5 == 0 else scores_nothing)(match, tile, points)
    return match


@clause("MUGGINS-01", "MUGGINS-E01", "MUGGINS-F01")
@pytest.mark.parametrize(("players", "left"), [(2, 14), (3, 7), (4, 0)])
def test_everybody_draws_seven(players: int, left: int) -> None:
    view = sobremesa.game("muggins", players=players).start(1).view(-1).data
    assert view["hands"] == [7] * players
    assert view["boneyard"] == left


@clause("MUGGINS-01", "MUGGINS-E01", "MUGGINS-F01")
def test_five_do_not_fit() -> None:
    with pytest.raises(BadOption) as caught:
        sobremesa.game("muggins", players=5)
    assert str(caught.value) == (
        "5 players with 7 tiles each need 35 tiles; the double-six set has 28 (SETS-R03)"
    )


@clause("MUGGINS-02", "MUGGINS-R07", "MUGGINS-E02", "SETS-E12")
def test_the_highest_double_is_led_by_its_holder() -> None:
    match = dealt("muggins(players=3)", ["4-4 1-1", "5-5", "6-6"])
    assert match.turn == 2
    assert legal(match) == ["6-6"]
    refused(match, "6-5", "6-6 must be led (MUGGINS-R07)")
    scores_nothing(match, "6-6", 12)
    assert match.turn == 0
    lower = dealt("muggins(players=3)", ["3-3 2-1", "5-5 0-0", "6-5"], boneyard="6-6")
    assert lower.turn == 1 and legal(lower) == ["5-5"]


@clause("MUGGINS-06", "MUGGINS-R04", "MUGGINS-R05", "MUGGINS-E03")
def test_the_lead_scores_like_any_tile_and_nought_scores_nothing() -> None:
    five = dealt("muggins", ["5-5", ""], boneyard="6-6")
    scores(five, "5-5", 10)
    assert five.scores == [10, 0] and five.turn == 1

    nought = dealt("muggins", ["0-0", "1-0"], boneyard="1-1 2-2 3-3 4-4 5-5 6-6")
    play(nought, "0-0")
    assert count(nought) == 0
    play(nought, "=0", "muggins")
    assert nought.scores == [0, 0] and nought.turn == 1


@clause("MUGGINS-R04")
@pytest.mark.parametrize(("spec", "double", "points"), [
    ("muggins(set=9)", "5-5", 10), ("muggins(set=12)", "10-10", 20),
    ("muggins(set=15)", "15-15", 30),
])
def test_leads_that_score_in_larger_sets(spec: str, double: str, points: int) -> None:
    game = sobremesa.game(spec)
    top = game.number("set")
    higher = " ".join(f"{n}-{n}" for n in range(int(double.split("-")[0]) + 1, top + 1))
    scores(dealt(game, [double, ""], boneyard=higher), double, points)


@clause("MUGGINS-05", "MUGGINS-06", "MUGGINS-R01", "MUGGINS-E04")
def test_the_led_double_counts_both_halves_while_it_has_one_arm() -> None:
    match = story(4)
    assert count(match) == 12 + 3
    assert match.scores == [15, 0, 0]


@clause("MUGGINS-R01", "MUGGINS-E05")
def test_the_led_double_counts_nothing_from_the_second_arm_on() -> None:
    match = story(5)
    assert count(match) == 3 + 2
    assert match.scores == [15, 5, 0]


@clause("MUGGINS-03", "MUGGINS-R03", "MUGGINS-E06")
def test_the_short_ends_are_built_on_too() -> None:
    match = story(6)
    assert ends(match) == {"W": 3, "E": 2, "N": 5, "S": 6}
    assert match.scores == [15, 5, 10]


@clause("MUGGINS-03", "MUGGINS-E07")
def test_a_led_double_has_four_points_and_no_fifth() -> None:
    match = story(7)
    assert ends(match) == {"W": 3, "E": 2, "N": 5, "S": 0}
    assert match.scores == [25, 5, 10]
    late = set_up(
        "muggins", ["6-1 6-4 1-1", "3-3"], line="6-6 6-3@W 6-2@E 6-5@N 6-0@S"
    )
    assert legal(late) == ["+"]
    refused(late, "6-1", "6-1 does not fit: the line asks for 3 or 2 or 5 or 0 (SETS-09)")


@clause("MUGGINS-R02", "MUGGINS-R06", "MUGGINS-E08")
def test_a_double_at_an_end_counts_twice_and_still_asks_for_its_number() -> None:
    match = story(8)
    assert count(match) == 3 + 4 + 5 + 0
    assert ends(match)["E"] == 2
    four = set_up("muggins(set=9)", ["8-1 4-1", "3-3"], line="9-9 9-4@W 4-4@W")
    assert [move for move in legal(four) if move != "+"] == ["4-1@W"]
    refused(four, "8-1@W", "8-1 does not fit: the line asks for 4 or 9 (SETS-09)")


@clause("MUGGINS-R02", "MUGGINS-E09", "MUGGINS-E10", "MUGGINS-E11")
def test_doubles_on_several_ends_count_twice_each() -> None:
    assert story(9).scores == [25, 5, 25]
    assert count(story(9)) == 6 + 4 + 5 + 0
    assert story(10).scores == [45, 5, 25]
    assert count(story(10)) == 6 + 4 + 10 + 0
    assert story(11).scores == [45, 25, 25]
    assert count(story(11)) == 6 + 4 + 10 + 0


@clause("MUGGINS-R01", "MUGGINS-R02", "MUGGINS-E12")
def test_a_blank_lead_and_a_double_on_the_only_arm() -> None:
    blank = dealt("muggins", ["0-0", "5-0"], boneyard="1-1 2-2 3-3 4-4 5-5 6-6")
    scores_nothing(blank, "0-0", 0)
    scores(blank, "5-0", 5)
    six = dealt("muggins", ["6-6 4-4", "6-4"])
    scores_nothing(six, "6-6", 12)
    scores_nothing(six, "6-4", 16)
    scores(six, "4-4", 20)


@clause("MUGGINS-R03")
@pytest.mark.parametrize("arm", ["W", "E", "N", "S"])
def test_free_points_are_one_and_the_same(arm: str) -> None:
    match = set_up("muggins", ["6-3 1-1", "3-3"], line="6-6")
    play(match, f"6-3@{arm}")
    assert shown(match, "line") == ["6-6", "6-3@W"]
    assert count(match) == 15


@clause("MUGGINS-04", "MUGGINS-E23")
def test_a_tile_is_joined_where_the_number_is_equal() -> None:
    match = set_up(
        "muggins", ["6-2 6-3", "1-1"], line="6-6 6-0@W 6-4@E 6-5@N 6-1@S 3-1@S"
    )
    assert open_numbers(match) == [0, 3, 4, 5]
    assert legal(match) == ["6-3@S", "+"]
    refused(match, "6-2", "6-2 does not fit: the line asks for 0 or 4 or 5 or 3 (SETS-09)")
    refused(match, "6-3@W", "6-3 does not fit at W, which asks for 0 (SETS-09)")


@clause("MUGGINS-07")
def test_who_cannot_play_draws_until_a_tile_plays() -> None:
    match = set_up("muggins", ["1-1 2-1", "3-3"], line="6-6", boneyard="5-5 6-1 4-4")
    assert legal(match) == ["+"]
    refused(match, "/", "you cannot pass while there are tiles to draw (MUGGINS-07)")
    play(match, "+")
    assert legal(match) == ["+"]
    play(match, "+")
    assert legal(match) == ["6-1@W", "+"]


@clause("MUGGINS-08", "MUGGINS-R10", "MUGGINS-R11", "MUGGINS-E14")
@pytest.mark.parametrize("draws", [0, 1, 2, 3])
def test_drawing_is_free_while_the_boneyard_lasts_and_ends_with_a_play(draws: int) -> None:
    match = set_up("muggins", ["6-1 2-1", "5-4"], line="6-6", boneyard="6-5 3-3 2-2", rest=1)
    for _ in range(draws):
        assert "+" in legal(match)
        play(match, "+")
        assert match.turn == 0
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")
    if draws == 3:
        refused(match, "+", "the boneyard is exhausted (SETS-R04)")
    play(match, "6-1")
    assert len(held(match, 0)) == 1 + draws


@clause("MUGGINS-R10")
def test_nobody_draws_before_the_lead() -> None:
    first = dealt("muggins", ["6-6", ""])
    refused(first, "+", "6-6 must be led (MUGGINS-R07)")
    later = set_up(
        "muggins(next_lead=winner)", ["6-1 2-1", "5-5"], number=2, boneyard="6-6"
    )
    assert legal(later) == ["2-1", "6-1"]
    refused(later, "+", "a hand begins with a tile, not with drawing (DRAW-R03)")


@clause("MUGGINS-R11", "MUGGINS-E15")
def test_with_an_exhausted_boneyard_who_cannot_play_passes() -> None:
    match = set_up("muggins", ["1-1 2-1", "6-5"], line="6-6", rest=1)
    assert legal(match) == ["/"]
    play(match, "/")
    assert match.turn == 1


@clause("MUGGINS-R12", "SETS-R04", "SETS-R10")
def test_a_reserve_and_dead_ends_can_be_agreed() -> None:
    hands = ["1-1 2-1", "6-5"]
    kept = set_up("muggins(boneyard_reserve=2)", hands, line="6-6", boneyard="5-5 4-4", rest=1)
    assert legal(kept) == ["/"]
    free = set_up("muggins", hands, line="6-6", boneyard="5-5 4-4", rest=1)
    assert legal(free) == ["+"]
    dead = blocked("muggins(dead_ends_block=True)", ["1-1", "3-3"])
    assert len(shown(dead, "boneyard")) == 16


def four_ends(spec: str = "muggins(players=4)") -> Match:
    """P1 makes 10 with 6-0 at the fourth point."""
    return set_up(
        spec, ["1-1 2-1", "6-0 4-4", "3-3 3-1", "5-5 5-1"],
        line="6-6 6-3@W 6-2@E 6-5@N", turn=1,
    )


@clause("MUGGINS-09", "MUGGINS-R13", "MUGGINS-R14", "MUGGINS-R17", "MUGGINS-E16")
def test_an_unclaimed_score_goes_to_who_calls() -> None:
    match = play(four_ends(), "6-0", "=0")
    assert count(match) == 10
    assert match.turn == 2 and legal(match) == ["quiet", "muggins"]
    play(match, "quiet")
    assert match.turn == 3 and legal(match) == ["quiet", "muggins"]
    play(match, "muggins")
    assert match.scores == [0, 0, 0, 10]
    assert match.turn == 2 and "muggins" not in legal(match)

    nearest = play(four_ends(), "6-0", "=0", "muggins")
    assert nearest.scores == [0, 0, 10, 0]
    assert nearest.turn == 2 and "muggins" not in legal(nearest)

    silent = play(four_ends(), "6-0", "=0", "quiet", "quiet", "quiet")
    assert silent.scores == [0, 0, 0, 0]
    assert silent.turn == 2
    refused(silent, "muggins", "there is no play to call Muggins on (MUGGINS-R13)")


@clause("MUGGINS-R13")
def test_a_right_claim_is_credited_and_nobody_is_asked() -> None:
    match = play(four_ends(), "6-0")
    assert legal(match) == ["=0", "=5", "=10", "=15", "=20", "=25", "=30", "=35"]
    refused(
        match, "4-4",
        "say first what you claim for your tile: 5, for example, or nothing (MUGGINS-R13)",
    )
    refused(
        match, "=7",
        "7 cannot be claimed: claims are 0, 5, 10 and so on up to 35 (MUGGINS-05)",
    )
    play(match, "=10")
    assert match.scores == [0, 10, 0, 0]
    assert match.turn == 2 and "muggins" not in legal(match)
    refused(match, "=10", "there is no new tile to claim for (MUGGINS-R13)")


@clause("MUGGINS-R13")
def test_opponents_are_asked_although_there_is_nothing_to_call() -> None:
    made = play(four_ends(), "6-0", "=0")
    nothing = play(set_up(
        "muggins(players=4)", ["1-1 2-1", "6-1 4-4", "3-3 3-0", "5-5 5-1"],
        line="6-6 6-3@W 6-2@E 6-5@N", turn=1,
    ), "6-1", "=0")
    assert count(nothing) == 11
    for seat in (2, 3, 0):
        assert made.turn == nothing.turn == seat
        assert legal(made) == legal(nothing) == ["quiet", "muggins"]
        asked = nothing.view(seat).data
        assert asked["silence"] == nothing.round.read("quiet")
        refused(nothing, "/", "say first whether you call: muggins or quiet (MUGGINS-R13)")
        play(made, "quiet")
        play(nothing, "quiet")
    assert made.turn == nothing.turn == 2


@clause("MUGGINS-R13")
def test_points_can_be_claimed_by_themselves() -> None:
    match = play(four_ends("muggins(players=4,auto_claim=True)"), "6-0")
    assert match.scores == [0, 10, 0, 0]
    assert match.turn == 2
    assert shown(match, "log") == [[1, "6-0@S", 10]]
    refused(match, "=10", "points are claimed by themselves at this table (MUGGINS-R13)")
    refused(match, "muggins", "points are claimed by themselves at this table (MUGGINS-R13)")
    assert four_ends("muggins(players=4,bundle=casual)").game.flag("auto_claim")


@clause("MUGGINS-R15", "MUGGINS-E17")
def test_a_wrong_claim_is_no_claim() -> None:
    match = set_up("muggins(players=3)", ["1-1", "6-3 4-4", "5-5"], line="6-6", turn=1)
    play(match, "6-3", "=10")
    assert match.scores == [0, 0, 0]
    play(match, "muggins")
    assert match.scores == [0, 0, 15]


@clause("MUGGINS-R15")
def test_a_claim_or_a_call_for_nothing_costs_nothing() -> None:
    match = set_up("muggins(players=3)", ["1-1", "6-4 4-4", "5-5"], line="6-6", turn=1)
    play(match, "6-4", "=15")
    assert count(match) == 16
    play(match, "muggins")
    assert match.scores == [0, 0, 0]
    assert match.turn == 2 and "muggins" not in legal(match)


def last_tile(spec: str = "muggins(players=3)") -> Match:
    """P0 makes 10 with the last tile in hand; the boneyard holds what nobody has."""
    return set_up(
        spec, ["6-0", "6-4", "1-0 2-2"], line="6-6 6-3@W 6-2@E 6-5@N"
    )


@clause("MUGGINS-10", "MUGGINS-11", "MUGGINS-R18", "MUGGINS-R22", "MUGGINS-E18")
def test_the_last_tile_scores_its_fives_and_then_the_pips() -> None:
    match = play(last_tile(), "6-0")
    assert not match.round.over
    play(match, "=10")
    assert shown(match, "ending") == "domino"
    assert match.scores == [25, 0, 0]
    assert len(shown(match, "boneyard")) > 0


@clause("MUGGINS-R16", "MUGGINS-R13", "MUGGINS-E18")
def test_a_call_takes_the_fives_of_the_last_tile_and_never_the_pips() -> None:
    match = play(last_tile(), "6-0", "=0")
    assert not match.round.over and match.turn == 1
    play(match, "muggins")
    assert shown(match, "ending") == "domino"
    assert match.scores == [15, 10, 0]
    quiet = play(last_tile(), "6-0", "=0", "quiet")
    assert not quiet.round.over
    play(quiet, "quiet")
    assert quiet.scores == [15, 0, 0]


@clause("MUGGINS-R21", "MUGGINS-E18")
def test_hand_points_can_be_rounded_to_fives() -> None:
    match = play(last_tile("muggins(players=3,round_to_five=True)"), "6-0", "=10")
    assert match.scores == [25, 0, 0]
    for other, points in [("6-5", 10), ("6-6", 10), ("6-6 1-0", 15), ("4-0", 5), ("2-0", 0)]:
        one = set_up("muggins(round_to_five=True)", ["4-1", other], line="4-4 4-3@W 4-2@E")
        play(one, "4-1@N", "=0", "quiet")
        assert one.scores == [points, 0]


@clause("MUGGINS-R21", "SETS-R21")
def test_a_block_is_added_up_first_and_then_rounded() -> None:
    game = sobremesa.game(
        "muggins", players=3, dead_ends_block=True, round_to_five=True, next_lead="winner"
    )
    match = blocked(game, ["1-1", "3-0", "6-1"])
    assert match.scores == [5, 5, 0]
    assert shown(match, "winner") == -1
    match.next_round()
    assert match.turn == 0


@clause("MUGGINS-12", "MUGGINS-13", "MUGGINS-R19", "MUGGINS-R20", "MUGGINS-E20", "MUGGINS-F06")
def test_a_block_is_scored_down_the_ranking() -> None:
    match = blocked(
        "muggins(players=4,dead_ends_block=True)", ["2-1", "6-3", "6-1 2-0", "6-6 1-1"], by=3
    )
    assert match.scores == [23, 5, 5, 0]


@clause("MUGGINS-12", "MUGGINS-R20", "MUGGINS-E21", "MUGGINS-F06")
def test_blocks_of_two() -> None:
    equal = blocked("muggins(dead_ends_block=True)", ["3-1", "2-2"])
    assert equal.scores == [0, 0]
    apart = blocked("muggins(dead_ends_block=True)", ["5-3", "6-6 6-2"])
    assert apart.scores == [12, 0]


@clause("MUGGINS-14", "MUGGINS-R23", "MUGGINS-E22", "SETS-R14")
def test_reaching_the_target_in_play_wins_at_once() -> None:
    match = set_up(
        "muggins", ["6-0 4-4", "3-3"], line="6-6 6-3@W 6-2@E 6-5@N", before=[95, 90]
    )
    play(match, "6-0", "=10")
    assert match.scores == [105, 90]
    assert match.over and match.winners == [0]
    assert shown(match, "ending") == "target"


@clause("MUGGINS-R23", "MUGGINS-R13", "SETS-R14")
def test_a_call_can_win_the_match() -> None:
    match = set_up(
        "muggins", ["6-0 4-4", "3-3"], line="6-6 6-3@W 6-2@E 6-5@N", before=[95, 90]
    )
    play(match, "6-0", "=5", "muggins")
    assert match.scores == [95, 100]
    assert match.winners == [1]


@clause("MUGGINS-R23", "SETS-R14")
def test_a_hand_can_always_be_finished_first() -> None:
    match = set_up(
        "muggins(finish_hand=True)", ["6-0 4-4", "3-3 1-1"],
        line="6-6 6-3@W 6-2@E 6-5@N", before=[95, 90],
    )
    play(match, "6-0", "=10")
    assert match.scores == [105, 90]
    assert not match.over and not match.round.over
    play(match, "3-3", "=0", "muggins")
    assert not match.over


@clause("MUGGINS-R23", "MUGGINS-R18")
def test_the_winning_fives_of_a_last_tile_leave_the_pips_uncounted() -> None:
    match = set_up(
        "muggins(players=3)", ["6-0", "6-4", "1-0 2-2"], line="6-6 6-3@W 6-2@E 6-5@N",
        before=[90, 0, 0],
    )
    play(match, "6-0", "=10")
    assert match.scores == [100, 0, 0]
    assert shown(match, "ending") == "target"


@clause("SETS-R14")
def test_fives_that_only_reach_the_tied_leaders_do_not_end_the_match() -> None:
    match = set_up(
        "muggins(players=3)", ["6-0 4-4", "3-3", "1-1"], line="6-6 6-3@W 6-2@E 6-5@N",
        before=[95, 110, 110],
    )
    play(match, "6-0", "=10")
    assert match.scores == [105, 110, 110]
    assert not match.over and not match.round.over


@clause("MUGGINS-15", "MUGGINS-E24")
def test_later_doubles_continue_the_line_at_one_point() -> None:
    match = set_up(
        "muggins", ["2-2 2-0 1-1", "4-2 3-3"], line="6-6 6-2@W 6-3@E 6-5@N 6-1@S"
    )
    play(match, "2-2", "=0", "quiet", "4-2@W", "=0", "quiet")
    assert ends(match) == {"W": 4, "E": 3, "N": 5, "S": 1}
    assert "2-0" not in " ".join(legal(match))
    assert shown(match, "spinner") == 0


@clause("MUGGINS-R09", "MUGGINS-E26")
def test_the_highest_double_leads_every_hand_by_default() -> None:
    match = play(last_tile(), "6-0", "=10")
    match.next_round(dealt_data("muggins(players=3)", ["4-4", "6-4", "5-5"], 2, [25, 0, 0]))
    assert match.turn == 2 and legal(match) == ["5-5"]


def dealt_data(
    spec: str, hands: list[str], number: int, before: list[int], first: int = 0
) -> dict[str, object]:
    match = dealt(spec, hands, number=number, before=before, first=first, boneyard="6-6")
    return dict(match.round.opening())


@clause("MUGGINS-R09", "MUGGINS-E26", "SETS-R21")
def test_the_winner_may_lead_any_tile_where_that_is_agreed() -> None:
    spec = "muggins(players=3,next_lead=winner)"
    match = play(last_tile(spec), "6-0", "=10")
    match.next_round()
    assert match.turn == 0
    assert len(legal(match)) == 7

    second = dealt(spec, ["6-4 4-4", "6-6", "5-5"], number=2)
    scores(second, "6-4", 10)
    assert ends(second) == {"W": 6, "E": 4}


@clause("MUGGINS-R09")
def test_the_first_double_joined_to_a_plain_lead_becomes_the_spinner() -> None:
    match = set_up("muggins", ["4-4 4-1 1-1", "4-0 6-3 3-3"], line="6-4")
    assert count(match) == 10
    play(match, "4-4")
    assert count(match) == 6 + 8
    assert ends(match) == {"W": 6, "E": 4, "N": 4, "S": 4}
    play(match, "=0", "quiet", "6-3", "=0", "quiet")
    assert count(match) == 3 + 8
    play(match, "4-1")
    assert count(match) == 3 + 1
    play(match, "=0", "quiet", "4-0", "=0", "quiet")
    assert ends(match) == {"W": 3, "E": 1, "N": 0, "S": 4}
    assert count(match) == 3 + 1 + 0


@clause("MUGGINS-R09", "SETS-R21")
@pytest.mark.parametrize(("option", "leader"), [("winner", 0), ("rotate", 2)])
def test_the_lead_moves_as_agreed_and_the_first_hand_is_opened_by_the_double(
    option: str, leader: int
) -> None:
    game = sobremesa.game("muggins", players=3, next_lead=option)
    first = dealt(game, ["1-0", "6-6", "2-1"])
    assert first.turn == 1 and legal(first) == ["6-6"]
    match = set_up(
        game, ["6-0", "6-4", "1-0 2-2"], line="6-6 6-3@W 6-2@E 6-5@N", leader=1
    )
    play(match, "6-0", "=10")
    match.next_round()
    assert match.turn == leader
    assert len(legal(match)) == 7


@clause("MUGGINS-R09")
def test_other_words_for_the_lead_are_refused() -> None:
    with pytest.raises(BadOption, match=r"highest_double or winner or rotate \(MUGGINS-R09\)"):
        sobremesa.game("muggins", next_lead="fixed")


@clause("MUGGINS-R24", "MUGGINS-E27")
def test_larger_sets_change_nothing_but_the_tiles() -> None:
    game = sobremesa.game("muggins", set=9, players=4)
    view = game.start(3).view(-1).data
    assert view["hands"] == [7] * 4 and view["boneyard"] == 27
    assert game.options["target"] == 100
    match = dealt(game, ["8-8", "9-9", "7-7", "5-5"])
    assert match.turn == 1 and legal(match) == ["9-9"]
    scores_nothing(match, "9-9", 18)


NO_DOUBLES = "1-0 2-0 3-0 4-0 5-0 6-0 2-1", "3-1 4-1 5-1 6-1 3-2 4-2 5-2"


@clause("MUGGINS-R08", "SETS-R07", "MUGGINS-E28")
def test_without_a_double_all_draw_in_turn_for_one() -> None:
    match = dealt("muggins", [*NO_DOUBLES], boneyard="6-5 4-4", first=0)
    assert match.turn == 0 and legal(match) == ["+"]
    refused(match, "1-0", "nobody has a double: draw until one comes (SETS-R07)")
    play(match, "+")
    assert match.turn == 1 and legal(match) == ["+"]
    play(match, "+")
    assert match.turn == 1 and legal(match) == ["4-4"]
    assert "6-5" in held(match, 0) and len(held(match, 0)) == 8
    scores_nothing(match, "4-4", 8)
    assert match.turn == 0


@clause("SETS-R07", "MUGGINS-R08")
def test_the_search_for_a_double_ignores_the_reserve() -> None:
    match = dealt("muggins(boneyard_reserve=2)", [*NO_DOUBLES], boneyard=(
        "6-5 6-4 6-3 6-2 5-4 5-3 4-3 1-1 0-0 2-2 3-3 4-4 5-5 6-6"
    ))
    play(match, *["+"] * 8)
    assert legal(match) == ["1-1"] and match.turn == 1


@clause("SETS-R07", "MUGGINS-R08")
def test_the_heaviest_tile_can_lead_instead() -> None:
    hands = ["5-4 1-0 2-0 3-0 4-0 5-0 2-1", "6-3 3-1 4-1 5-1 6-1 3-2 4-2"]
    match = dealt("muggins(no_double=heaviest)", hands)
    assert match.turn == 1 and legal(match) == ["6-3"]
    refused(match, "3-1", "6-3 must be led (MUGGINS-R07)")
    scores_nothing(match, "6-3", 9)
    assert ends(match) == {"W": 6, "E": 3}
    assert shown(match, "spinner") == -1


@clause("SETS-R07", "MUGGINS-R08")
def test_a_deal_without_a_double_can_be_dealt_again() -> None:
    with pytest.raises(BadPosition, match=r"the tiles are dealt again \(SETS-R07\)"):
        dealt("muggins(no_double=redeal)", [*NO_DOUBLES])
    for hand_size, seeds in [(1, 40), (2, 20)]:
        game = sobremesa.game("muggins", no_double="redeal", hand_size=hand_size)
        for seed in range(seeds):
            lead = legal(game.start(seed))
            assert len(lead) == 1 and lead[0].split("-")[0] == lead[0].split("-")[1]


def best_count(top: int, arms: int) -> int:
    """The highest multiple of five that so many arms and the spinner can show.

    An end shows one half of a plain tile, or both halves of a double; the spinner's own
    double cannot lie at an end. Any ends can be reached, because every two numbers are on
    a tile.
    """
    best = 0
    for spinner in range(top + 1):
        own = 2 * spinner if arms < 2 else 0
        doubles = [number for number in range(top + 1) if number != spinner]
        for crossed in range(arms + 1):
            for chosen in combinations(doubles, crossed):
                plain = own + 2 * sum(chosen)
                reachable = {plain}
                for _ in range(arms - crossed):
                    reachable = {total + end for total in reachable for end in range(top + 1)}
                best = max([best, *(total for total in reachable if total % 5 == 0)])
    return best


@clause("MUGGINS-F02")
@pytest.mark.parametrize(("top", "most"), [(6, 35), (9, 60), (12, 80), (15, 100)])
def test_the_highest_count_that_scores(top: int, most: int) -> None:
    assert max(best_count(top, arms) for arms in range(5)) == most
    game = sobremesa.game("muggins", set=top)
    laid = play(dealt(game, [f"{top}-{top}", ""]), f"{top}-{top}")
    assert legal(laid)[-1] == f"={most}"


@clause("MUGGINS-F02")
def test_the_highest_count_of_the_small_set_can_be_laid() -> None:
    match = set_up(
        "muggins", ["4-4 1-1", "6-1"],
        line="3-3 6-3@W 6-6@W 5-3@E 5-5@E 4-3@N 3-0@S 5-0@S",
    )
    scores(match, "4-4", 12 + 10 + 8 + 5)


@clause("MUGGINS-F03", "MUGGINS-E12")
def test_the_highest_count_with_one_arm() -> None:
    assert best_count(6, 1) == 20


@clause("MUGGINS-F04", "SETS-F06")
@pytest.mark.parametrize(("players", "size", "chance"), [
    (2, 7, Fraction(1, 345)), (3, 7, Fraction(1, 1184040)), (4, 7, Fraction(0)),
    (2, 6, Fraction(2, 207)), (3, 6, Fraction(1, 9867)), (4, 6, Fraction(0)),
])
def test_the_chance_that_nobody_has_a_double(players: int, size: int, chance: Fraction) -> None:
    tiles = players * size
    doubles = [name for name in sobremesa.game("muggins").pieces() if name[0] == name[2]]
    assert Fraction(comb(28 - len(doubles), tiles), comb(28, tiles)) == chance


@clause("MUGGINS-F05")
@pytest.mark.parametrize(("players", "tenths", "share", "points"), [
    (2, 0, 3, 41), (3, 0, 4, 61), (4, 0, 10, 72), (2, 1, 6, 46), (3, 1, 7, 67), (4, 1, 10, 72),
])
def test_random_play_blocks_seldom_and_scores_much(
    players: int, tenths: int, share: int, points: int
) -> None:
    game = sobremesa.game("muggins", players=players, auto_claim=True, finish_hand=True)
    rng = Rng(31)
    hands = 2000
    blocks = total = 0
    for _ in range(hands):
        round = game.deal(rng, 0, 1, [0] * players)
        draw = round.read("+")
        while not round.over:
            moves = round.moves()
            if len(moves) > 1 and moves[-1] == draw:
                moves = [draw] if rng.below(10) < tenths else moves[:-1]
            round.play(moves[int(rng.below(len(moves)))])
        blocks += round.dump()["ending"] == "blocked"
        total += sum(round.points())
    assert abs(100 * blocks / hands - share) < 1.6
    assert abs(total / hands - points) < 2
