"""Draw, clause by clause."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import BadOption, Rng
from sobremesa.core.playout import finish
from tests.rules.playing import ends, held, legal, open_numbers, play, refused, shown
from tests.rules.positions import NEARLY_BLOCKED, blocked, dealt, set_up

clause = pytest.mark.clause

# Ends 6 and 6 with all seven sixes in the line once 6-1 is joined at the east end.
NO_SIX_LEFT = "6-6 6-5@W 5-4@W 6-4@W 6-3@W 3-2@W 6-2@W 6-0@E 1-0@E"


@clause("DRAW-01", "DRAW-E01", "DRAW-R15", "DRAW-F01")
@pytest.mark.parametrize(("spec", "left"), [
    ("draw(players=2)", 14), ("draw(players=3)", 7), ("draw(players=4)", 0),
    ("draw(players=7,set=9)", 6), ("draw(players=13,set=12)", 0), ("draw(players=19,set=15)", 3),
])
def test_everybody_draws_seven_and_the_rest_is_the_boneyard(spec: str, left: int) -> None:
    view = sobremesa.game(spec).start(1).view(-1).data
    assert set(view["hands"]) == {7}
    assert view["boneyard"] == left


@clause("DRAW-R15", "DRAW-F01")
@pytest.mark.parametrize("spec", [
    "draw(players=5)", "draw(players=8,set=9)", "draw(players=14,set=12)",
    "draw(players=20,set=15)",
])
def test_more_players_than_the_set_serves_are_refused(spec: str) -> None:
    with pytest.raises(BadOption, match=r"need \d+ tiles; the .* set has \d+ \(SETS-R03\)"):
        sobremesa.game(spec)


@clause("DRAW-02", "DRAW-E02")
def test_any_tile_may_be_led() -> None:
    match = dealt("draw", ["6-6 5-2", ""])
    assert legal(match) == held(match, 0)
    play(match, "5-2")
    assert ends(match) == {"W": 5, "E": 2}


@clause("DRAW-03", "DRAW-R02", "SETS-R06", "DRAW-E03")
def test_the_leader_is_named_or_drawn_by_lot_before_the_match() -> None:
    assert sobremesa.game("draw", players=3, first_player=0).start(9).turn == 0
    chosen = {sobremesa.game("draw", players=3).start(seed).turn for seed in range(40)}
    assert chosen == {0, 1, 2}
    again = [sobremesa.game("draw", players=3).start(5).turn for _ in range(3)]
    assert len(set(again)) == 1


@clause("DRAW-04", "DRAW-R01", "DRAW-E03", "SETS-R21")
@pytest.mark.parametrize(("option", "leader"), [("fixed", 0), ("rotate", 1), ("winner", 2)])
def test_who_leads_the_second_hand(option: str, leader: int) -> None:
    game = sobremesa.game("draw", players=3, first_player=0, next_lead=option)
    match = set_up(game, ["6-5", "1-1", "6-1"], line="6-6", turn=2)
    play(match, "6-1")
    assert shown(match, "winner") == 2
    match.next_round()
    assert match.turn == leader
    play(match, legal(match)[0])
    assert shown(match, "leader") == leader


@clause("DRAW-04", "DRAW-R01")
def test_other_words_for_the_lead_are_refused() -> None:
    with pytest.raises(BadOption, match=r"fixed or rotate or winner \(DRAW-R01\)"):
        sobremesa.game("draw", next_lead="highest_double")


@clause("DRAW-05", "DRAW-E04")
def test_play_passes_to_the_left() -> None:
    match = dealt("draw(players=3)", ["6-4 5-2", "5-5", "6-5"], first=2)
    turns = [match.turn]
    for move in ("6-5", "6-4", "5-5"):
        play(match, move)
        turns.append(match.turn)
    assert turns == [2, 0, 1, 2]


@clause("DRAW-06")
def test_the_line_grows_in_two_directions_from_the_led_tile() -> None:
    match = play(dealt("draw", ["6-4 2-1", "4-2 6-0"]), "6-4")
    assert ends(match) == {"W": 6, "E": 4}
    play(match, "4-2")
    assert ends(match) == {"W": 6, "E": 2}
    play(match, "2-1@E", "6-0@W")
    assert ends(match) == {"W": 0, "E": 1}


@clause("DRAW-07", "DRAW-R08", "DRAW-E10")
def test_a_led_double_of_a_larger_set_is_built_on_at_four_points() -> None:
    match = dealt("draw(set=9)", ["9-9 9-2 9-4", "9-1 9-3 9-5"])
    play(match, "9-9")
    assert ends(match) == {"W": 9, "E": 9, "N": 9, "S": 9}
    play(match, "9-1", "9-2", "9-3", "9-4")
    assert ends(match) == {"W": 1, "E": 2, "N": 3, "S": 4}
    assert not any(move.startswith("9-5") for move in legal(match))


@clause("DRAW-R08")
def test_the_four_way_double_can_be_chosen_and_left_out() -> None:
    assert open_numbers(play(dealt("draw(spinner=always)", ["6-6", ""]), "6-6")) == [6] * 4
    never = play(dealt("draw(set=12,spinner=never)", ["12-12", ""]), "12-12")
    assert open_numbers(never) == [12] * 2
    with pytest.raises(BadOption, match=r"auto or never or always \(DRAW-R08\)"):
        sobremesa.game("draw", spinner="sometimes")


@clause("DRAW-R09", "DRAW-E11", "SETS-R12", "SETS-R13")
def test_the_first_double_of_the_hand_is_four_way_wherever_it_lies() -> None:
    match = dealt("draw(set=9)", ["5-3 7-5 3-3", "5-5 5-0 9-9"])
    play(match, "5-3", "5-5")
    assert ends(match) == {"W": 5, "E": 3, "N": 5, "S": 5}
    assert shown(match, "spinner") == 1
    play(match, "7-5", "5-0")
    assert sorted(ends(match).values()) == [0, 3, 5, 7]
    play(match, "3-3")
    assert sorted(ends(match).values()) == [0, 3, 5, 7]
    assert len(ends(match)) == 4
    assert shown(match, "spinner") == 1


@clause("DRAW-R10", "DRAW-E09")
def test_a_led_double_of_the_small_set_does_not_branch() -> None:
    match = dealt("draw", ["4-4 6-4 1-1", "4-1 4-2 6-6"])
    play(match, "4-4")
    assert open_numbers(match) == [4, 4]
    play(match, "4-1", "6-4")
    assert open_numbers(match) == [1, 6]
    refused(match, "4-2", "4-2 does not fit: the line asks for 1 or 6 (SETS-09)")
    refused(match, "4-2@N", "the line has no end N (SETS-R12)")


@clause("DRAW-08", "DRAW-R04", "DRAW-E06")
def test_who_cannot_play_draws_until_a_tile_plays_and_plays_it() -> None:
    match = set_up(
        "draw", ["1-0 3-3", "4-0"], line="5-0 6-0@E", boneyard="4-4 2-1 6-3 0-0", rest=1
    )
    assert open_numbers(match) == [5, 6]
    for _ in range(3):
        assert legal(match) == ["+"]
        refused(match, "/", "you cannot pass while there are tiles to draw (DRAW-08)")
        play(match, "+")
        assert match.turn == 0
    assert legal(match) == ["6-3@E"]
    refused(match, "+", "you can play, so you may not draw (DRAW-R03)")
    play(match, "6-3")
    assert open_numbers(match) == [3, 5]
    assert held(match, 0) == ["1-0", "2-1", "3-3", "4-4"]
    assert match.round.dump()["boneyard"] == ["0-0"]


@clause("DRAW-R04")
def test_a_drawn_tile_that_fits_both_ends_goes_where_its_player_wants() -> None:
    match = set_up("draw", ["1-0 3-3", "4-0"], line="5-0 6-0@E", boneyard="6-5 2-1", rest=1)
    play(match, "+")
    assert legal(match) == ["6-5@W", "6-5@E"]
    refused(match, "6-5", "6-5 fits at W or E: say which, like 6-5@W")


@clause("DRAW-R03", "DRAW-E07")
def test_drawing_without_need_is_refused_unless_agreed() -> None:
    hands = ["6-1 3-3", "4-0"]
    strict = set_up("draw", hands, line="6-6")
    assert legal(strict) == ["6-1@W"]
    refused(strict, "+", "you can play, so you may not draw (DRAW-R03)")
    free = set_up("draw(voluntary_draw=True)", hands, line="6-6", boneyard="5-5 2-2")
    assert legal(free) == ["6-1@W", "+"]
    play(free, "+", "+")
    assert held(free, 0) == ["2-2", "3-3", "5-5", "6-1"]
    assert free.turn == 0


@clause("DRAW-R03")
def test_nobody_draws_before_the_lead() -> None:
    match = dealt("draw(voluntary_draw=True)", ["6-6", ""])
    assert "+" not in legal(match)
    refused(match, "+", "a hand begins with a tile, not with drawing (DRAW-R03)")


@clause("DRAW-R05", "DRAW-E08")
def test_with_an_exhausted_boneyard_who_cannot_play_passes() -> None:
    match = set_up("draw", ["1-0 3-3", "6-5"], line="6-6", rest=1)
    assert match.round.dump()["boneyard"] == []
    assert legal(match) == ["/"]
    refused(match, "+", "the boneyard is exhausted (SETS-R04)")
    play(match, "/")
    assert match.turn == 1


@clause("DRAW-R05", "SETS-R10", "DRAW-E19")
def test_dead_ends_still_make_a_player_draw_the_boneyard_out() -> None:
    match = set_up(
        "draw", ["6-1", "3-3 1-1"], line=NO_SIX_LEFT, boneyard="5-5 4-4 5-3 5-2 5-1", rest=0
    )
    play(match, "6-1@E")
    assert open_numbers(match) == [6, 6]
    play(match, "+", "+", "+", "+", "+")
    assert legal(match) == ["/"]
    play(match, "/")
    assert not match.round.over
    play(match, "/")
    assert shown(match, "ending") == "blocked"


@clause("DRAW-R06", "DRAW-E17")
def test_who_can_play_may_not_pass() -> None:
    match = set_up("draw", ["6-1 3-3", "6-5"], line="6-6")
    refused(match, "pass", "you can play, so you may not pass (SETS-R08)")


@clause("DRAW-R07")
def test_a_hand_is_blocked_only_with_an_exhausted_boneyard() -> None:
    drawable = set_up("draw", ["1-1 6-4", "3-3"], line=NEARLY_BLOCKED)
    play(drawable, "6-4@E")
    assert not drawable.round.over
    assert legal(drawable) == ["+"]
    emptied = blocked("draw", ["1-1", "3-3"], rest=1)
    assert shown(emptied, "boneyard") == []


@clause("DRAW-09")
def test_domino_scores_the_pips_of_all_other_hands_and_not_of_the_boneyard() -> None:
    match = set_up("draw(players=3)", ["6-1", "5-5 2-1", "4-3"], line="6-6")
    play(match, "6-1")
    assert shown(match, "ending") == "domino"
    assert match.scores == [20, 0, 0]


@clause("DRAW-10", "DRAW-R11", "DRAW-E14")
def test_a_block_scores_the_differences_to_all_with_more_pips() -> None:
    match = blocked("draw(players=3,dead_ends_block=True)", ["5-0", "5-5 6-3", "6-6"])
    assert match.scores == [21, 0, 7]


@clause("DRAW-R11", "DRAW-R01", "DRAW-E15")
def test_equal_hands_score_nothing_and_the_same_leader_leads() -> None:
    for option in ("fixed", "winner"):
        game = sobremesa.game("draw", dead_ends_block=True, next_lead=option)
        match = blocked(game, ["5-5", "6-2 2-0"], by=1)
        assert match.scores == [0, 0]
        match.next_round()
        assert match.turn == 0


@clause("DRAW-11", "DRAW-R14", "DRAW-E13")
def test_fives_are_not_counted() -> None:
    match = set_up("draw", ["5-4 1-1", "6-5"], line="5-0 4-0@E")
    play(match, "5-4@E")
    assert open_numbers(match) == [5, 5]
    assert match.scores == [0, 0]
    assert match.turn == 1
    reason = "nothing is claimed in Draw: fives are not counted (DRAW-R14)"
    refused(match, "muggins", reason)
    refused(match, "=10", reason)


@clause("DRAW-12", "DRAW-R12", "DRAW-E16")
def test_the_highest_total_wins_when_several_reach_the_target() -> None:
    match = blocked(
        "draw(players=3,dead_ends_block=True)", ["6-1", "5-0", "6-6 5-3"], before=[91, 94, 0]
    )
    assert match.scores == [104, 111, 0]
    assert match.winners == [1]


@clause("DRAW-12", "DRAW-R13")
def test_the_target_is_a_hundred_whatever_the_set_and_can_be_changed() -> None:
    for top in (6, 9, 12, 15):
        assert sobremesa.game("draw", set=top).options["target"] == 100
    match = set_up("draw(target=12)", ["6-1", "6-6"], line="6-5 5-1@E")
    play(match, "6-1@W")
    assert match.winners == [0]
    with pytest.raises(BadOption, match="target cannot be 0"):
        sobremesa.game("draw", target=0)


@clause("DRAW-F02")
def test_with_four_players_and_the_small_set_draw_is_block() -> None:
    rng = Rng(21)
    for seed in range(60):
        block = sobremesa.game("block", players=4).start(seed)
        draw = sobremesa.game("draw", players=4).start(seed)
        while not block.round.over:
            assert legal(draw) == legal(block)
            moves = block.round.moves()
            move = block.round.text(moves[int(rng.below(len(moves)))])
            play(block, move)
            play(draw, move)
        assert draw.round.over and draw.scores == block.scores


@clause("DRAW-F03")
def test_a_hand_of_two_has_at_most_28_tiles_and_14_draws() -> None:
    game = sobremesa.game("draw")
    rng = Rng(22)
    most = 0
    for seed in range(300):
        round = game.start(seed).round
        finish(round, rng)
        log = [text for _, text, _ in round.view(-1).data["log"]]
        draws = sum(text.startswith("+") for text in log)
        most = max(most, draws)
        assert draws <= 14 and sum("-" in text for text in log) - draws <= 28
    assert most == 14
