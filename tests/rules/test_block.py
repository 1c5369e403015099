"""Block, clause by clause."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Rng
from sobremesa.core.playout import finish
from tests.rules.playing import ends, held, legal, open_numbers, play, refused, shown
from tests.rules.positions import blocked, dealt, set_up

clause = pytest.mark.clause


@clause("BLOCK-01", "BLOCK-02", "BLOCK-E01", "BLOCK-R06", "BLOCK-F01")
@pytest.mark.parametrize(("players", "unused"), [(2, 14), (3, 7), (4, 0)])
def test_everybody_gets_seven_tiles_and_the_rest_is_out_of_the_hand(
    players: int, unused: int
) -> None:
    match = sobremesa.game("block", players=players).start(5)
    view = match.view(-1).data
    assert view["hands"] == [7] * players
    assert view["boneyard"] == unused


@clause("BLOCK-01")
def test_the_leader_may_lead_any_tile_and_play_goes_left() -> None:
    match = sobremesa.game("block", players=3, first_player=1).start(2)
    assert match.turn == 1
    assert legal(match) == held(match, 1)
    play(match, legal(match)[0])
    assert match.turn == 2


@clause("BLOCK-02")
def test_nothing_is_drawn() -> None:
    match = set_up("block", ["5-5", "3-3"], line="6-6")
    assert legal(match) == ["/"]
    refused(match, "+", "nothing is drawn in Block (BLOCK-02)")
    refused(match, "draw", "nothing is drawn in Block (BLOCK-02)")
    refused(match, "=10", "nothing is claimed in Block: fives are not counted (DRAW-R14)")
    play(match, "/", "/")
    assert shown(match, "ending") == "blocked"
    assert len(shown(match, "boneyard")) == 25


@clause("BLOCK-01", "BLOCK-E02")
def test_a_led_double_has_two_points_with_the_small_set() -> None:
    match = play(dealt("block(players=4)", ["6-6 6-5", "", "", ""]), "6-6")
    assert ends(match) == {"W": 6, "E": 6}
    assert shown(match, "spinner") == -1


@clause("BLOCK-03", "BLOCK-R01", "BLOCK-E03")
def test_who_cannot_play_passes_and_who_can_may_not() -> None:
    no_six = "5-3 4-4 4-3 4-2 3-3 2-2"
    lacking = play(dealt("block(players=4)", ["6-6", no_six + " 3-2", "", ""]), "6-6")
    assert legal(lacking) == ["/"]
    refused(lacking, "6-0", "you do not hold 6-0 (SETS-05)")
    refused(lacking, "5-3", "5-3 does not fit: the line asks for 6 (SETS-09)")

    holding = play(dealt("block(players=4)", ["6-6", no_six + " 6-0", "", ""]), "6-6")
    assert legal(holding) == ["6-0@W"]
    refused(holding, "/", "you can play, so you may not pass (SETS-R08)")


@clause("BLOCK-03", "BLOCK-04", "BLOCK-E04")
def test_who_passed_plays_again_as_soon_as_an_end_fits() -> None:
    match = dealt("block(players=4)", [
        "6-6 6-1", "5-3 4-4 4-3 4-2 3-3 2-2 3-2", "6-2", "5-2",
    ])
    play(match, "6-6", "/", "6-2@W", "5-2@W", "6-1@E")
    assert open_numbers(match) == [1, 5]
    assert match.turn == 1
    assert legal(match) == ["5-3@W"]
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")


@clause("BLOCK-R02", "BLOCK-E06")
def test_all_but_one_passing_is_no_block() -> None:
    match = set_up(
        "block(players=4)", ["1-0", "2-1", "6-5 1-1", "3-1"], line="6-6 6-4@W 4-4@W", turn=3
    )
    play(match, "/", "/", "/")
    assert not match.round.over
    assert match.turn == 2
    assert legal(match) == ["6-5@E"]
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")


@clause("BLOCK-05", "BLOCK-R02", "BLOCK-E07")
def test_a_block_that_the_table_shows_is_declared_at_once() -> None:
    match = blocked("block(players=4)", ["1-1", "6-6", "5-5", "3-3"])
    assert open_numbers(match) == [4, 4]
    assert [text for _, text, _ in shown(match, "log")] == ["6-4@E"]


@clause("BLOCK-05", "BLOCK-R02", "BLOCK-E08")
def test_a_block_that_only_the_hands_show_takes_a_pass_of_each() -> None:
    match = set_up("block", ["1-1", "6-5 3-3"], line="4-3 6-3@E 6-2@E", turn=1)
    assert open_numbers(match) == [2, 4]
    play(match, "/")
    assert not match.round.over
    play(match, "/")
    assert shown(match, "ending") == "blocked"
    assert match.scores == [15, 0]


@clause("BLOCK-06", "BLOCK-E09")
def test_domino_scores_the_pips_of_all_other_hands() -> None:
    match = set_up(
        "block(players=4)", ["6-5", "1-1 0-0", "6-1", "3-2 4-0"], line="6-6", turn=2
    )
    play(match, "6-1")
    assert shown(match, "ending") == "domino"
    assert shown(match, "winner") == 2
    assert match.scores == [0, 0, 22, 0]


@clause("BLOCK-07", "BLOCK-E10")
def test_a_block_scores_differences_down_the_ranking() -> None:
    match = blocked("block(players=4)", ["2-1", "6-3", "6-1 2-0", "6-6 1-1"], by=3)
    assert match.scores == [23, 5, 5, 0]


@clause("BLOCK-07", "BLOCK-R07", "BLOCK-E12")
def test_ties_in_a_block_gain_nothing_from_each_other() -> None:
    tied = blocked("block(players=3)", ["6-1", "5-2", "6-6 5-3"])
    assert tied.scores == [13, 13, 0]
    equal = blocked("block(players=3)", ["5-1", "3-3", "6-0"], by=1)
    assert equal.scores == [0, 0, 0]
    assert shown(equal, "winner") == -1


@clause("BLOCK-08", "BLOCK-E13")
def test_reaching_the_target_wins_the_match() -> None:
    match = set_up(
        "block(players=4)", ["6-1", "6-5", "1-1 0-0", "3-2 4-0"], line="6-6",
        before=[96, 99, 0, 0],
    )
    play(match, "6-1")
    assert match.scores == [118, 99, 0, 0]
    assert match.over and match.winners == [0]


@clause("BLOCK-08", "BLOCK-R10")
def test_below_the_target_another_hand_is_played() -> None:
    match = set_up("block", ["6-1", "6-5"], line="6-6", before=[88, 99])
    play(match, "6-1")
    assert match.scores == [99, 99] and not match.over
    short = set_up("block(target=99)", ["6-1", "6-5"], line="6-6", before=[88, 98])
    play(short, "6-1")
    assert short.winners == [0]


@clause("BLOCK-R10", "BLOCK-R07")
def test_two_who_reach_the_target_in_one_block_are_ranked_and_ties_play_on() -> None:
    ranked = blocked("block(players=3)", ["6-1", "5-2", "6-6 5-3"], before=[88, 90, 0])
    assert ranked.scores == [101, 103, 0] and ranked.winners == [1]
    tied = blocked("block(players=3)", ["6-1", "5-2", "6-6 5-3"], before=[88, 88, 0])
    assert tied.scores == [101, 101, 0] and not tied.over
    tied.next_round()
    assert tied.round.number == 2


@clause("BLOCK-R05", "BLOCK-E14", "DRAW-R08")
def test_the_first_double_is_four_way_with_larger_sets_unless_switched_off() -> None:
    hands = ["9-9", "9-1", "9-2", "9-3"]
    assert ends(play(dealt("block(players=4,set=9)", hands), "9-9")) == {
        "W": 9, "E": 9, "N": 9, "S": 9,
    }
    never = play(dealt("block(players=4,set=9,spinner=never)", hands), "9-9")
    assert ends(never) == {"W": 9, "E": 9}
    always = play(dealt("block(spinner=always)", ["6-6", ""]), "6-6")
    assert ends(always) == {"W": 6, "E": 6, "N": 6, "S": 6}


@clause("BLOCK-R04", "BLOCK-E15")
def test_the_leader_of_the_first_hand_leads_the_second() -> None:
    match = set_up("block(players=3)", ["6-5", "6-1", "1-1"], line="6-6", turn=1, leader=2)
    play(match, "6-1")
    match.next_round()
    assert match.turn == 2


@clause("BLOCK-R04", "SETS-R21")
@pytest.mark.parametrize(("option", "leader"), [("fixed", 2), ("rotate", 0), ("winner", 1)])
def test_the_lead_of_later_hands_can_be_agreed(option: str, leader: int) -> None:
    game = sobremesa.game("block", players=3, next_lead=option)
    match = set_up(game, ["6-5", "6-1", "1-1"], line="6-6", turn=1, leader=2)
    play(match, "6-1")
    match.next_round()
    assert match.turn == leader


@clause("BLOCK-R03", "BLOCK-R06", "BLOCK-E16")
@pytest.mark.parametrize("hands", [["5-3", "6-6 6-2"], ["6-2", "6-6 5-3"], ["6-2", "5-5 5-3 1-1"]])
def test_unused_tiles_are_never_counted(hands: list[str]) -> None:
    match = blocked("block", hands)
    assert match.scores == [12, 0]


@clause("BLOCK-R03")
def test_unused_tiles_are_hidden_until_the_hand_is_over() -> None:
    match = set_up("block", ["6-1 5-5", "6-5"], line="6-6")
    assert match.view(0).data["boneyard"] == 24
    assert match.view(0).data["hands"] == [["5-5", "6-1"], 1]
    play(match, "6-1", "6-5")
    assert match.round.over
    assert len(match.view(0).data["boneyard"]) == 24


@clause("BLOCK-R08")
def test_a_pass_tells_everybody_which_numbers_are_lacking() -> None:
    match = set_up("block", ["6-1 5-5", "4-4 3-3"], line="6-6 6-2@W 2-2@W", turn=1)
    play(match, "/")
    assert match.view(0).data["log"] == [[1, "/", 0]]
    rng = Rng(3)
    for _ in range(50):
        world = match.game.worlds(match.view(0)).sample(rng)
        assert not any("6" in tile or "2" in tile for tile in world.dump()["hands"][1])


@clause("BLOCK-F02")
def test_hands_and_table_always_hold_all_pips() -> None:
    game = sobremesa.game("block", players=4)
    rng = Rng(11)
    for seed in range(40):
        round = game.start(seed).round
        finish(round, rng)
        pips = sum(
            int(half) for tile in round.pieces() for half in tile.split("-")
        )
        assert pips == 168


@clause("BLOCK-F03")
def test_a_hand_has_at_most_28_plays_and_few_passes_between_them() -> None:
    rng = Rng(12)
    for players in (2, 3, 4):
        game = sobremesa.game("block", players=players)
        for seed in range(100):
            round = game.start(seed).round
            finish(round, rng)
            log = [text for _, text, _ in round.view(-1).data["log"]]
            assert sum(text != "/" for text in log) <= 28
            between = "".join("/" if text == "/" else "." for text in log).split(".")
            assert max(map(len, between[:-1])) <= players - 1


@clause("BLOCK-F04")
def test_block_scores_add_up_to_the_differences_between_all_pairs() -> None:
    rng = Rng(13)
    seen = 0
    game = sobremesa.game("block", players=4)
    for seed in range(300):
        round = game.start(seed).round
        finish(round, rng)
        if round.dump()["ending"] == "blocked":
            seen += 1
            pips = [
                sum(int(half) for tile in hand for half in tile.split("-"))
                for hand in round.dump()["hands"]
            ]
            pairs = sum(abs(one - other) for one in pips for other in pips) // 2
            assert sum(round.points()) == pairs
    assert seen > 20
