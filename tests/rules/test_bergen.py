"""Bergen, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import sobremesa
from sobremesa import BadOption, Match, Rng, picture
from sobremesa.core.playout import finish
from tests.rules.playing import ends, held, legal, open_numbers, play, refused, shown
from tests.rules.positions import NEARLY_BLOCKED, NEARLY_BLOCKED_TOO, blocked, dealt, set_up

clause = pytest.mark.clause


@clause("BERGEN-01", "BERGEN-E01", "BERGEN-F01", "BERGEN-R17")
@pytest.mark.parametrize(("players", "left"), [(2, 16), (3, 10), (4, 4)])
def test_everybody_draws_six_and_the_rest_is_the_boneyard(players: int, left: int) -> None:
    view = sobremesa.game("bergen", players=players).start(1).view(-1).data
    assert view["hands"] == [6] * players
    assert view["boneyard"] == left


@clause("BERGEN-E01", "BERGEN-R17")
def test_five_players_need_smaller_hands_or_a_larger_set() -> None:
    with pytest.raises(BadOption, match=r"need 30 tiles; the double-six set has 28 \(SETS-R03\)"):
        sobremesa.game("bergen", players=5)
    assert sobremesa.game("bergen", players=4, hand_size=5).start(1).view(-1).data[
        "boneyard"
    ] == 8
    assert sobremesa.game("bergen", players=9, set=9).players == 9


@clause("BERGEN-02", "BERGEN-R03", "BERGEN-E02", "BERGEN-E22")
def test_the_highest_double_is_led_and_scores_two() -> None:
    match = dealt("bergen(players=3)", ["4-4 5-4", "6-6 5-5", "3-3"])
    assert match.turn == 1 and legal(match) == ["6-6"]
    refused(match, "5-5", "6-6 must be led (BERGEN-02)")
    play(match, "6-6")
    assert match.scores == [0, 2, 0]
    assert shown(match, "log") == [[1, "6-6", 2]]


def examples() -> Match:
    """Three players, P1 leads 6-6; the tiles of the worked examples 2 to 9 are dealt."""
    return dealt("bergen(players=3)", ["4-3 6-1", "6-6 6-3 2-1", "6-4 6-2 2-2"])


@clause("BERGEN-R06", "BERGEN-E03", "BERGEN-E04")
def test_ends_that_differ_score_nothing() -> None:
    match = play(examples(), "6-6", "6-4")
    assert sorted(ends(match).values()) == [4, 6] and match.scores == [0, 2, 0]
    play(match, "4-3")
    assert sorted(ends(match).values()) == [3, 6] and match.scores == [0, 2, 0]


@clause("BERGEN-04", "BERGEN-R04", "BERGEN-E05")
def test_a_single_that_meets_the_number_of_a_double_scores_three() -> None:
    match = play(examples(), "6-6", "6-4", "4-3", "6-3@W")
    assert open_numbers(match) == [6, 6]
    assert shown(match, "double_ends") == ["E"]
    assert match.scores == [0, 5, 0]


@clause("BERGEN-03", "BERGEN-E06", "BERGEN-E07", "BERGEN-E08")
def test_equal_ends_without_a_double_score_two() -> None:
    match = play(examples(), "6-6", "6-4", "4-3", "6-3@W", "6-2@W")
    assert sorted(ends(match).values()) == [2, 6] and match.scores == [0, 5, 0]
    play(match, "6-1@E")
    assert sorted(ends(match).values()) == [1, 2] and match.scores == [0, 5, 0]
    play(match, "2-1@E")
    assert open_numbers(match) == [2, 2] and match.scores == [0, 7, 0]
    assert shown(match, "double_ends") == []


@clause("BERGEN-R02", "BERGEN-R05", "BERGEN-E09")
@pytest.mark.parametrize(("order", "points"), [("either", 3), ("single_last", 2)])
@pytest.mark.parametrize("arm", ["W", "E"])
def test_a_double_on_ends_that_agree_scores_by_the_agreed_order(
    order: str, points: int, arm: str
) -> None:
    match = set_up(
        f"bergen(triple_order={order})", ["2-2 5-5", "4-4"], line="6-2 6-1@W 2-1@W",
    )
    assert open_numbers(match) == [2, 2]
    play(match, f"2-2@{arm}")
    assert match.scores == [points, 0]


@clause("BERGEN-04", "BERGEN-R02", "BERGEN-E10")
@pytest.mark.parametrize("order", ["either", "single_last"])
def test_a_double_laid_earlier_waits_for_the_single_that_scores_three(order: str) -> None:
    match = set_up(
        f"bergen(triple_order={order})", ["3-3 4-4", "5-3 1-1"], line="6-5 6-3@W"
    )
    assert sorted(ends(match).values()) == [3, 5]
    play(match, "3-3")
    assert match.scores == [0, 0] and shown(match, "double_ends") == ["W"]
    play(match, "5-3@E")
    assert match.scores == [0, 3]


@clause("BERGEN-R02")
def test_other_orders_are_refused() -> None:
    with pytest.raises(BadOption, match=r"either or single_last \(BERGEN-R02\)"):
        sobremesa.game("bergen", triple_order="double_last")


@clause("BERGEN-R01", "BERGEN-E21")
def test_a_led_double_has_two_points() -> None:
    match = dealt("bergen", ["6-6 6-1 5-5", "6-4 6-2"])
    play(match, "6-6", "6-4", "6-1@E")
    assert sorted(ends(match).values()) == [1, 4]
    refused(match, "6-2", "6-2 does not fit: the line asks for 4 or 1 (SETS-09)")
    refused(match, "6-2@N", "the line has no end N (SETS-R12)")


@clause("BERGEN-05", "BERGEN-E12")
def test_who_can_play_may_draw_first_and_then_must_play() -> None:
    match = set_up("bergen", ["6-1 3-3", "4-0"], line="6-6", boneyard="5-5 2-2")
    assert legal(match) == ["6-1@W", "+"]
    play(match, "+", "+")
    assert match.turn == 0 and held(match, 0) == ["2-2", "3-3", "5-5", "6-1"]
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")
    play(match, "6-1")
    assert match.turn == 1


@clause("BERGEN-05")
def test_who_cannot_play_draws_until_he_can_and_passes_without_a_boneyard() -> None:
    match = set_up("bergen", ["1-0 3-3", "4-0"], line="6-6", boneyard="4-4 6-3", rest=1)
    assert legal(match) == ["+"]
    play(match, "+")
    assert legal(match) == ["+"]
    play(match, "+")
    assert legal(match) == ["6-3@W"]
    empty = set_up("bergen", ["1-0 3-3", "4-0"], line="6-6", rest=1)
    assert legal(empty) == ["/"]


@clause("BERGEN-06", "BERGEN-R08", "BERGEN-E13")
def test_going_domino_scores_one_beside_what_the_tile_makes() -> None:
    plain = set_up("bergen", ["6-1", "5-5 4-4"], line="6-6")
    play(plain, "6-1")
    assert shown(plain, "ending") == "domino" and plain.scores == [1, 0]
    both = set_up("bergen", ["2-1", "5-5 4-4"], line="6-2 6-1@W")
    play(both, "2-1@W")
    assert open_numbers(both) == [2, 2]
    assert both.scores == [3, 0]


def after_block(
    hands: list[str], line: str = NEARLY_BLOCKED, **options: object
) -> list[int]:
    """The points of a block with these hands, less the two of the tile that blocks."""
    game = sobremesa.game("bergen", players=len(hands), dead_ends_block=True, **options)
    points = blocked(game, hands, line=line).scores
    return [points[0] - 2, *points[1:]]


@clause("BERGEN-07", "BERGEN-08", "BERGEN-R11", "BERGEN-R15", "BERGEN-E14")
def test_a_hand_with_a_double_loses_to_one_without() -> None:
    assert after_block(["3-1 2-0", "1-1"]) == [1, 0]


@clause("BERGEN-09", "BERGEN-R11", "BERGEN-E15")
def test_of_hands_free_of_doubles_the_fewest_pips_win() -> None:
    assert after_block(["6-3", "3-1 2-0", "0-0"]) == [0, 1, 0]


@clause("BERGEN-10", "BERGEN-11", "BERGEN-R11", "BERGEN-R13", "BERGEN-E16")
def test_pips_on_doubles_do_not_decide() -> None:
    assert after_block(["6-6 1-0", "1-1 2-1"], NEARLY_BLOCKED_TOO) == [1, 0]
    assert after_block(["6-6 6-0", "1-1 2-1"]) == [0, 1]


@clause("BERGEN-R12", "BERGEN-R13", "BERGEN-E19")
def test_with_a_double_in_all_hands_doubles_alone_count_nothing() -> None:
    assert after_block(["6-6", "3-3 2-1", "2-2 1-0"], NEARLY_BLOCKED_TOO) == [1, 0, 0]


@clause("BERGEN-R14", "BERGEN-E18")
@pytest.mark.parametrize(("tie", "points"), [
    ("none", [0, 0]), ("all", [1, 1]), ("total_pips", [0, 0]),
])
def test_equal_hands_free_of_doubles(tie: str, points: list[int]) -> None:
    assert after_block(["6-0", "5-1"], block_tie=tie) == points


@clause("BERGEN-R14")
@pytest.mark.parametrize(("tie", "points"), [
    ("none", [0, 0]), ("all", [1, 1]), ("total_pips", [0, 1]),
])
def test_all_pips_can_break_a_tie_of_hands_with_doubles(tie: str, points: list[int]) -> None:
    assert after_block(["6-6", "5-5"], block_tie=tie) == points


@clause("BERGEN-R12", "BERGEN-R14")
def test_a_tie_among_three_leaves_the_others_out() -> None:
    assert after_block(["6-0", "5-1", "3-1"], block_tie="all") == [0, 0, 1]
    assert after_block(["6-0", "5-1", "6-3"], block_tie="all") == [1, 1, 0]
    assert after_block(["6-6", "5-5", "2-2 3-0"], block_tie="total_pips") == [0, 1, 0]


@clause("BERGEN-12", "BERGEN-R16", "BERGEN-E20")
def test_fifteen_points_win_at_once_and_more_are_no_fault() -> None:
    exact = set_up("bergen", ["2-1 5-5", "4-4"], line="6-2 6-1@W", before=[13, 9])
    play(exact, "2-1@W")
    assert shown(exact, "ending") == "target"
    assert exact.over and exact.winners == [0] and exact.scores == [15, 9]
    more = set_up("bergen", ["5-3 1-1", "4-4"], line="6-5 6-3@W 3-3@W", before=[14, 0])
    play(more, "5-3@E")
    assert more.winners == [0] and more.scores == [17, 0]


@clause("BERGEN-R16")
def test_a_table_may_finish_the_hand_first() -> None:
    match = set_up(
        "bergen(finish_hand=True)", ["2-1 5-5", "4-4"], line="6-2 6-1@W", before=[13, 9]
    )
    play(match, "2-1@W")
    assert not match.round.over and match.scores == [15, 9]


@clause("BERGEN-R10", "BERGEN-E22")
def test_the_highest_double_leads_every_hand_and_scores_each_time() -> None:
    game = sobremesa.game("bergen")
    rng = Rng(3)
    match = game.start(3)
    finish(match.round, rng)
    match.next_round()
    before = match.scores
    lead = shown(match, "lead")
    leader = match.turn
    assert legal(match) == [lead]
    play(match, lead)
    assert match.scores[leader] == before[leader] + 2


@clause("BERGEN-R09", "BERGEN-E24")
def test_nobody_has_a_double_so_all_draw_in_turn_and_the_found_one_scores() -> None:
    singles = ["6-5 6-4 6-3 6-2 6-1 6-0", "5-3 5-2 5-1 5-0 4-3 4-2"]
    match = dealt("bergen", singles, boneyard="5-4 3-3")
    assert match.turn == 0 and legal(match) == ["+"]
    play(match, "+")
    assert match.turn == 1
    play(match, "+")
    assert match.turn == 1 and legal(match) == ["3-3"]
    play(match, "3-3")
    assert match.scores == [0, 2]
    assert "5-4" in held(match, 0)


@clause("BERGEN-R09")
def test_the_heaviest_tile_may_lead_instead_without_a_score() -> None:
    singles = ["6-5 6-4 6-3 6-2 6-1 6-0", "5-3 5-2 5-1 5-0 4-3 4-2"]
    match = dealt("bergen(no_double=heaviest)", singles)
    assert legal(match) == ["6-5"]
    play(match, "6-5")
    assert match.scores == [0, 0]
    with pytest.raises(sobremesa.BadPosition, match="the tiles are dealt again"):
        dealt("bergen(no_double=redeal)", singles)


@clause("BERGEN-R07")
def test_points_are_credited_by_themselves_and_there_is_no_call() -> None:
    match = play(dealt("bergen", ["6-6", "6-4"]), "6-6")
    assert match.turn == 1 and match.scores == [2, 0]
    refused(match, "muggins", "points are claimed by themselves at this table (BERGEN-R07)")
    refused(match, "=2", "points are claimed by themselves at this table (BERGEN-R07)")


@clause("BERGEN-R07")
def test_a_table_may_want_claims_and_the_muggins_call() -> None:
    game = sobremesa.game("bergen", muggins_call=True)
    match = play(dealt(game, ["6-6", "6-4"]), "6-6")
    assert legal(match) == ["=0", "=2", "=3"]
    refused(match, "=5", "5 cannot be claimed: claims are 0, 2 and 3 (BERGEN-R07)")
    refused(
        match, "/",
        "say first what you claim for your tile: 2, for example, or nothing (BERGEN-R07)",
    )
    play(match, "=3")
    assert match.scores == [0, 0] and legal(match) == ["quiet", "muggins"]
    refused(match, "6-4", "say first whether you call: muggins or quiet (BERGEN-R07)")
    play(match, "muggins")
    assert match.scores == [0, 2] and match.turn == 1
    claimed = play(dealt(game, ["6-6", "6-4"]), "6-6", "=2")
    assert claimed.scores == [2, 0] and claimed.turn == 1


@clause("BERGEN-R18")
def test_a_match_ends_within_the_hands_that_its_leads_allow() -> None:
    for players in (2, 3, 4):
        game = sobremesa.game("bergen", players=players)
        for seed in range(12):
            rng = Rng(seed)
            match = game.start(seed)
            finish(match.round, rng)
            while not match.over:
                match.next_round()
                finish(match.round, rng)
            assert len(match.rounds()) <= (14 * players + 2) // 2


@clause("BERGEN-R19")
def test_larger_sets_keep_six_tiles_the_points_and_the_target() -> None:
    for top in (9, 12, 15):
        game = sobremesa.game("bergen", set=top)
        assert game.options["target"] == 15 and game.options["hand_size"] == 6
        match = play(dealt(game, [f"{top}-{top} {top}-1", f"{top}-2"]), f"{top}-{top}")
        assert match.scores == [2, 0] and open_numbers(match) == [top, top]
    assert sobremesa.game("bergen", target=30).options["target"] == 30


@clause("BERGEN-F02")
@pytest.mark.parametrize(("players", "chance"), [
    (2, Fraction(2, 207)), (3, Fraction(1, 9867)), (4, Fraction(0)),
])
def test_how_seldom_no_hand_has_a_double(players: int, chance: Fraction) -> None:
    dealt_out = 6 * players
    assert Fraction(comb(21, dealt_out), comb(28, dealt_out)) == chance


@clause("BERGEN-F03")
@pytest.mark.parametrize(("players", "points", "share"), [(2, 6.0, 14), (3, 6.9, 13), (4, 7.4, 18)])
def test_what_random_play_scores_and_blocks(players: int, points: float, share: int) -> None:
    game = sobremesa.game("bergen", players=players, finish_hand=True)
    rng = Rng(31)
    hands = 1500
    made = blocks = tied = 0
    for _ in range(hands):
        round = game.deal(rng, 0, 1, [0] * players)
        draw = round.read("+")
        while not round.over:
            moves = round.moves()
            if len(moves) > 1 and moves[-1] == draw:
                moves.pop()
            round.play(moves[int(rng.below(len(moves)))])
        end = round.dump()
        made += sum(round.points())
        blocks += end["ending"] == "blocked"
        tied += end["ending"] == "blocked" and end["winner"] == -1
    assert abs(made / hands - points) < 0.15
    assert abs(100 * blocks / hands - share) < 3
    if players == 2:
        assert abs(100 * tied / blocks - 40) < 10


@clause("BERGEN-F04", "BERGEN-R06")
def test_the_second_tile_never_scores() -> None:
    rng = Rng(7)
    game = sobremesa.game("bergen", players=3)
    for seed in range(150):
        round = game.start(seed).round
        finish(round, rng)
        laid = [made for _, text, made in round.view(-1).data["log"] if text[0].isdigit()]
        assert laid[0] in (0, 2) and laid[1] == 0


def test_the_log_says_what_decided_a_block() -> None:
    game = sobremesa.game("bergen", players=3, dead_ends_block=True)
    match = blocked(game, ["6-3", "3-1 2-0", "0-0"])
    told = picture.log_lines(match.view(0), names=["Ana", "Ben", "Eva"])
    assert told[-4:] == [
        "The hand is blocked; Ben gains 1.",
        "Ana: no double, 9 pips; 2 points in this hand, 2 in all.",
        "Ben: no double, 6 pips; 1 point in this hand, 1 in all.",
        "Eva: a double in hand, so no win; 0 points in this hand, 0 in all.",
    ]
    doubles = blocked(game, ["6-6", "5-5 3-0", "2-2 5-0"])
    told = picture.log_lines(doubles.view(0), names=["Ana", "Ben", "Eva"])
    assert told[-2] == "Ben: 3 pips beside doubles; 0 points in this hand, 0 in all."


@clause("BERGEN-05")
def test_a_pass_while_there_are_tiles_to_draw_names_the_clause_of_bergen() -> None:
    match = set_up("bergen", ["5-5 4-4", "4-3"], line="6-2 6-1@W", boneyard="3-3")
    refused(match, "/", "you cannot pass while there are tiles to draw (BERGEN-05)")
