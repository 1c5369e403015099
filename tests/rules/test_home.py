"""The line games as people play them at home, clause by clause."""

from __future__ import annotations

from itertools import pairwise

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Match, picture
from sobremesa.families.lines.game import LineGame
from sobremesa.families.lines.muggins import worth_of
from sobremesa.picture.lines import words
from sobremesa.picture.lines.table import counted_ends
from sobremesa.picture.saying import PLAIN
from tests.laws import played
from tests.rules.playing import ends, held, legal, play, refused, shown
from tests.rules.positions import blocked, dealt, set_up

clause = pytest.mark.clause

PAIRED = ["block", "draw", "muggins", "bergen", "matador", "sebastopol"]
PAIRS = "block(players=4,teams=pairs)"


def pairs(name: str = "block", **options: str | int | bool) -> LineGame:
    game = sobremesa.game(name, players=4, teams="pairs", **options)
    assert isinstance(game, LineGame)
    return game


@clause("SETS-R23", "SETS-E28")
@pytest.mark.parametrize("name", PAIRED[:5])
@pytest.mark.parametrize("players", [2, 3])
def test_partners_with_other_than_four_seats_are_refused(name: str, players: int) -> None:
    with pytest.raises(BadOption) as caught:
        sobremesa.game(name, players=players, teams="pairs")
    assert str(caught.value) == f"pairs are for four players, not {players} (SETS-R23)"


@clause("SETS-R23", "SETS-E28")
@pytest.mark.parametrize("name", PAIRED)
def test_partners_sit_opposite_share_a_score_and_win_together(name: str) -> None:
    game = pairs(name)
    assert [game.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    for seed in range(3):
        match = played(game, seed)
        assert match.scores[0] == match.scores[2] != match.scores[1] == match.scores[3]
        assert match.winners in ([0, 2], [1, 3])
        for round in match.rounds():
            assert round.points()[:2] == round.points()[2:]


@clause("SETS-R23")
@pytest.mark.parametrize("name", PAIRED)
def test_partners_whisper_nothing_and_others_may(name: str) -> None:
    assert not pairs(name).lets_whisper()
    assert sobremesa.game(name).lets_whisper()
    assert not sobremesa.game("texas-42").lets_whisper()


@clause("SETS-R23")
def test_a_position_in_which_partners_differ_is_refused() -> None:
    with pytest.raises(BadPosition, match="partners have the same points: before must say so"):
        set_up(PAIRS, ["6-5", "1-1", "6-1", "3-2"], line="6-6", before=[5, 0, 0, 0])
    with pytest.raises(BadPosition, match="partners have the same points: points must say so"):
        set_up(PAIRS, ["6-5", "1-1", "6-1", "3-2"], line="6-6", points=[5, 0, 0, 0])


@clause("SETS-R23", "SETS-R24", "SETS-E29")
@pytest.mark.parametrize(("hand_score", "gain"), [("opponents", 16), ("everybody", 24)])
def test_whoever_goes_domino_scores_for_their_side(hand_score: str, gain: int) -> None:
    game = pairs(hand_score=hand_score)
    match = play(set_up(game, ["6-1", "6-5", "4-4", "3-2"], line="6-6"), "6-1")
    assert shown(match, "ending") == "domino" and shown(match, "winner") == 0
    assert match.scores == [gain, 0, gain, 0]


@clause("SETS-R25", "SETS-E30", "SETS-R24")
@pytest.mark.parametrize(("options", "gain"), [
    ({}, 12), ({"block_score": "lowest_side"}, 23),
    ({"block_score": "lowest_side", "hand_score": "everybody"}, 34),
])
def test_partners_add_up_their_hands_in_a_block(options: dict[str, str], gain: int) -> None:
    match = blocked(pairs(**options), ["3-0", "6-3", "6-2", "6-6 2-0"])
    assert match.scores == [gain, 0, gain, 0]
    assert shown(match, "winner") == 0
    assert f"Seat 1 and Seat 3 gain {gain}" in words.ending(match.view(0), PLAIN)[0]


@clause("SETS-R25", "SETS-E31")
@pytest.mark.parametrize(("block_score", "scores"), [
    ("lowest_hand", [11, 0, 11, 0]), ("lowest_side", [0, 14, 0, 14]),
])
def test_a_block_goes_to_the_lowest_hand_or_to_the_lowest_side(
    block_score: str, scores: list[int]
) -> None:
    match = blocked(pairs(block_score=block_score), ["1-1", "5-0", "6-6", "3-3"])
    assert match.scores == scores


@clause("SETS-R25", "SETS-E32")
@pytest.mark.parametrize(("second", "scores"), [
    ("6-6", [15, 0, 15, 0]), ("3-1", [0, 19, 0, 19]),
])
def test_whoever_closed_is_compared_with_the_next_player(second: str, scores: list[int]) -> None:
    game = pairs(block_score="closer")
    match = blocked(game, ["5-5", second, "6-3", "2-1"])
    assert match.scores == scores


@clause("SETS-R25")
def test_whoever_laid_before_all_passed_has_closed() -> None:
    game = pairs(block_score="closer")
    match = set_up(game, ["5-5", "3-3 4-1", "5-0", "2-0"], line="4-3 6-3@E", turn=1)
    play(match, "4-1@W", "/", "/", "/", "/")
    assert shown(match, "ending") == "blocked"
    assert match.scores == [8, 0, 8, 0] and shown(match, "winner") == 2


@clause("SETS-R26", "SETS-E33")
@pytest.mark.parametrize(("tied_block", "scores"), [
    ("nobody", [0, 0, 0, 0]), ("closer", [0, 14, 0, 14]), ("leader", [13, 0, 13, 0]),
])
def test_a_tied_block_is_nobodys_or_the_closers_or_the_leaders(
    tied_block: str, scores: list[int]
) -> None:
    game = pairs(block_score="lowest_hand", tied_block=tied_block)
    match = blocked(game, ["5-0", "6-2", "6-3", "1-1 3-0"], by=3)
    assert match.scores == scores


@clause("SETS-R26")
def test_equal_hands_of_partners_are_no_tie() -> None:
    match = blocked(pairs(block_score="lowest_hand"), ["5-0", "6-2", "1-1 3-0", "6-6"])
    assert match.scores == [20, 0, 20, 0] and shown(match, "winner") == 0


@clause("SETS-R25", "SETS-R26")
@pytest.mark.parametrize("tied_block", ["nobody", "closer", "leader"])
def test_of_partners_with_equal_hands_the_first_from_the_leader_has_won(tied_block: str) -> None:
    game = pairs(block_score="lowest_hand", tied_block=tied_block)
    for by in range(4):
        match = blocked(game, ["5-0", "6-2", "1-1 3-0", "6-6"], by=by)
        assert match.scores == [20, 0, 20, 0]
        leader = match.round.dump()["leader"]
        assert shown(match, "winner") == (leader if leader in (0, 2) else (leader + 1) % 4), by


@clause("SETS-R25", "SETS-E34", "SETS-R21")
def test_the_lower_hand_of_the_side_that_won_a_block_leads() -> None:
    game = pairs(next_lead="winner")
    match = blocked(game, ["6-2", "6-3", "3-0", "6-6 2-0"])
    assert match.scores == [12, 0, 12, 0]
    match.next_round()
    assert match.turn == 2


@clause("SETS-R24", "SETS-R25", "SETS-E35")
@pytest.mark.parametrize(("options", "gain"), [("", 15), (",hand_score=everybody", 19)])
def test_alone_the_lowest_hand_can_take_all(options: str, gain: int) -> None:
    match = blocked(
        f"block(players=3,block_score=lowest_hand{options})", ["3-1", "6-3", "5-1"]
    )
    assert match.scores == [gain, 0, 0]


@clause("SETS-R23", "SETS-E36")
def test_partners_reach_the_target_together() -> None:
    match = set_up(
        PAIRS, ["6-6 0-0", "6-1", "5-5 3-0", "2-0"], line="6-5 5-4@E", turn=1,
        before=[90, 80, 90, 80],
    )
    play(match, "6-1@W")
    assert match.scores == [90, 105, 90, 105] and match.winners == [1, 3]
    assert words.ending(match.view(1), PLAIN) == [
        "Seat 2 goes domino and scores 25.", "Seat 2 and Seat 4 win the match with 105 points.",
    ]


@clause("BLOCK-R11", "BLOCK-E17")
def test_the_turn_goes_through_both_sides() -> None:
    match = dealt(PAIRS, ["6-6 6-1", "5-3 4-4 4-3 4-2 3-3 2-2 3-2", "6-2", "5-2"])
    play(match, "6-6", "/")
    assert match.turn == 2 and [seat for seat, _, _ in shown(match, "log")] == [0, 1]
    out = play(set_up(PAIRS, ["4-4", "6-5", "6-1", "1-1"], line="6-6", turn=2), "6-1")
    assert out.scores == [13, 0, 13, 0]


@clause("DRAW-R16", "DRAW-E20")
def test_partners_draw_where_hands_are_small() -> None:
    game = pairs("draw", hand_size=5)
    assert game.start(1).view(-1).data["boneyard"] == 8
    match = set_up(game, ["6-6", "5-5", "1-0", "4-3"], line="4-4", turn=3)
    play(match, "4-3")
    assert match.scores == [0, 13, 0, 13]


@clause("MUGGINS-R25", "MUGGINS-E29")
def test_fives_count_for_both_partners_and_only_opponents_are_asked() -> None:
    game = pairs("muggins", hand_size=5)
    claimed = play(dealt(game, ["5-5", "", "", ""], boneyard="6-6"), "5-5", "=10")
    assert claimed.scores == [10, 0, 10, 0] and claimed.turn == 1
    match = play(dealt(game, ["5-5", "", "", ""], boneyard="6-6"), "5-5", "=0")
    assert match.turn == 1
    play(match, "quiet")
    assert match.turn == 3, "the partner is not asked"
    called = match.copy()
    play(called, "muggins")
    assert called.scores == [0, 10, 0, 10] and called.turn == 1
    play(match, "quiet")
    assert match.scores == [0, 0, 0, 0] and match.turn == 1
    assert shown(match, "asked") == "play"


@clause("MUGGINS-R25")
def test_a_position_in_which_the_partner_is_asked_is_refused() -> None:
    with pytest.raises(BadPosition, match="an opponent is asked to call"):
        set_up(
            pairs("muggins"), ["6-5", "1-1", "6-1", "3-2"], line="6-6", asked="call", layer=2,
        )


@clause("BERGEN-R20", "BERGEN-E25", "BERGEN-E26")
@pytest.mark.parametrize(("hands", "single", "joint"), [
    (["2-0", "3-1", "6-6", "5-1"], [1, 0, 1, 0], [0, 1, 0, 1]),
    (["2-0", "5-1", "1-1 5-0", "2-2"], [1, 0, 1, 0], [0, 1, 0, 1]),
])
def test_a_block_of_bergen_goes_by_single_or_by_joint_hands(
    hands: list[str], single: list[int], joint: list[int]
) -> None:
    for block_hands, points in (("single", single), ("joint", joint)):
        game = pairs("bergen", block_hands=block_hands, dead_ends_block=True)
        match = blocked(game, hands)
        assert words.gains(match.view(0)) == points


@clause("BERGEN-R20", "BERGEN-E27")
def test_a_header_counts_for_both_partners() -> None:
    match = dealt(pairs("bergen"), ["", "6-6", "", ""])
    play(match, "6-6")
    assert match.scores == [0, 2, 0, 2]


@clause("MATADOR-R16", "MATADOR-E21")
def test_partners_play_matador() -> None:
    match = set_up(pairs("matador"), ["4-3", "6-6", "5-5", "1-0"], line="5-0")
    play(match, "4-3@E:4")
    assert match.scores == [13, 0, 13, 0]


@clause("SEBASTOPOL-R13", "SEBASTOPOL-R14", "SEBASTOPOL-E16")
def test_partners_play_sebastopol() -> None:
    game = sobremesa.game("sebastopol", teams="pairs")
    line = "6-6 6-1@W 6-2@E 6-3@N 6-4@S"
    match = set_up(game, ["5-5", "4-1", "1-0", "4-4"], line=line, turn=3)
    play(match, "4-4@S")
    assert match.scores == [0, 11, 0, 11]


@pytest.mark.parametrize("name", PAIRED)
def test_a_picture_marks_the_partner_and_the_sides(name: str) -> None:
    view = pairs(name).start(4).view(0)
    assert picture.svg(view).count("side-near") >= 2
    assert ">partner<" in picture.svg(view)
    alone = sobremesa.game(name, players=4).start(4).view(0)
    assert "side-near" not in picture.svg(alone) and ">partner<" not in picture.svg(alone)


BRITISH = "British Fives and Threes"


def british(**options: str | int | bool) -> LineGame:
    game = sobremesa.game("muggins", bundle=BRITISH, **options)
    assert isinstance(game, LineGame)
    return game


@clause("MUGGINS-R27", "MUGGINS-E30")
@pytest.mark.parametrize(("count", "points"), [
    (0, 0), (3, 1), (4, 0), (5, 1), (6, 2), (9, 3), (10, 2), (12, 4), (15, 8), (18, 6), (20, 4),
])
def test_fives_and_threes_are_counted_together(count: int, points: int) -> None:
    assert worth_of(count, "both") == points


@clause("MUGGINS-R27", "MUGGINS-E30", "MUGGINS-E31")
def test_threes_or_fives_and_threes_are_claimed_and_called() -> None:
    threes = dealt("muggins(counting=threes)", ["6-6 6-3 6-2", ""])
    play(threes, "6-6", "=12")
    assert threes.scores == [12, 0]
    after = set_up("muggins(counting=threes)", ["6-3 6-2 0-0", "1-0 1-1"], line="6-6")
    for tile, count in (("6-3", 15), ("6-2", 14)):
        twin = play(after.copy(), tile)
        assert shown(twin, "count") == count
        play(twin, "=15")
        assert twin.scores == [15 if tile == "6-3" else 0, 0]
    both = set_up("muggins(counting=both)", ["6-3 0-0", "1-0 1-1"], line="6-6")
    play(both, "6-3")
    refused(both, "=10", "10 cannot be claimed: no count scores that (MUGGINS-R27)")
    play(both, "=0", "muggins")
    assert both.scores == [0, 8]


@clause("MUGGINS-R26", "MUGGINS-E32")
def test_without_a_spinner_a_led_double_has_two_sides() -> None:
    match = dealt("muggins(spinner=never,auto_claim=True)", ["5-5 5-4", "5-0"], boneyard="6-6")
    counts = []
    for move in ("5-5", "5-0", "5-4@E"):
        play(match, move)
        counts.append(shown(match, "count"))
    assert counts == [10, 10, 4] and ends(match) == {"W": 0, "E": 4}
    assert match.scores == [10, 10] and shown(match, "spinner") == -1
    counted = set_up("muggins(spinner=never)", ["5-4 0-0", "1-0 1-1"], line="5-5 5-0@W")
    assert counted_ends(counted.view(0)) == (["0", "5-5"], [])
    lone = set_up("muggins(spinner=never)", ["5-4 0-0", "1-0 1-1"], line="5-5")
    assert counted_ends(lone.view(0)) == (["5-5"], [])


@clause("MUGGINS-R32", "MUGGINS-E33")
@pytest.mark.parametrize(("tile", "count", "total"), [("6-6@W", 12, 58), ("3-0@E", 9, 61)])
def test_a_score_that_would_pass_sixty_one_is_void(tile: str, count: int, total: int) -> None:
    match = set_up(
        british(), ["6-6 3-0 2-2", "4-4", "5-5", "1-1"], line="6-0", before=[58, 40, 58, 40]
    )
    play(match, tile)
    assert shown(match, "count") == count
    assert match.scores == [total, 40, total, 40]
    assert match.over == (total == 61)


@clause("MUGGINS-R32", "MUGGINS-E34")
@pytest.mark.parametrize(("before", "after"), [(59, 59), (58, 61), (57, 60)])
def test_the_point_for_the_last_tile_goes_with_its_score(before: int, after: int) -> None:
    match = set_up(
        british(), ["6-1", "4-4 4-3", "", "2-1 5-1"], line="1-0",
        before=[before, 40, before, 40],
    )
    play(match, "6-1")
    assert shown(match, "ending") == "domino"
    assert match.scores == [after, 40, after, 40]
    assert match.winners == ([0, 2] if after == 61 else [])


@clause("MUGGINS-R30", "MUGGINS-R31", "MUGGINS-E35")
def test_partners_play_on_until_both_are_out() -> None:
    match = set_up(british(), ["4-0", "4-1 2-2 3-3", "5-1", "5-2 6-6 6-4"], line="0-0")
    play(match, "4-0")
    assert not match.round.over and match.turn == 1
    play(match, "4-1", "5-1@W")
    assert shown(match, "ending") == "domino" and shown(match, "winner") == 2
    assert words.gains(match.view(0)) == [1, 0, 1, 0]


@clause("MUGGINS-R31", "MUGGINS-E35")
def test_a_player_who_is_out_is_passed_over() -> None:
    match = set_up(
        british(), ["4-0", "4-1 2-2 3-3", "5-1 6-2", "5-3 6-6 6-4"], line="0-0"
    )
    play(match, "4-0", "4-1", "5-1@W", "5-3")
    assert match.turn == 1


@clause("MUGGINS-R30", "MUGGINS-R31", "MUGGINS-E36")
def test_a_block_while_partners_play_on_scores_nothing() -> None:
    match = set_up(british(), ["4-0", "2-2", "5-1", "3-3"], line="0-0")
    play(match, "4-0", "/", "/")
    assert not match.round.over
    play(match, "/")
    assert shown(match, "ending") == "blocked" and shown(match, "winner") == -1
    assert words.gains(match.view(0)) == [0, 0, 0, 0]


@clause("MUGGINS-R28", "MUGGINS-R29", "MUGGINS-E37")
def test_in_british_pubs_any_tile_leads_and_nothing_is_drawn() -> None:
    match = british(first_player=0).start(3)
    assert shown(match, "hands") == [5, 5, 5, 5] and shown(match, "boneyard") == 8
    assert match.turn == 0 and legal(match) == held(match, 0)
    while not match.round.over:
        texts = legal(match)
        assert not any(text.startswith("+") for text in texts)
        play(match, texts[0])
    match.next_round()
    assert match.turn == 1 and legal(match) == held(match, 1)
    stuck = set_up(british(), ["2-2", "4-4", "5-5", "3-3"], line="1-0")
    assert legal(stuck) == ["/"]
    refused(stuck, "+", "the boneyard is exhausted (SETS-R04)")


@clause("MUGGINS-R29", "MUGGINS-E38")
def test_drawing_can_be_for_need_only() -> None:
    can = set_up("muggins(drawing=needed)", ["6-1 2-2", "3-3"], line="6-6")
    assert legal(can) == ["6-1@W"]
    refused(can, "+", "you can play, so you may not draw (DRAW-R03)")
    assert legal(set_up("muggins(drawing=needed)", ["2-2", "3-3"], line="6-6")) == ["+"]


@clause("MUGGINS-R29", "MUGGINS-R30", "MUGGINS-R31", "MUGGINS-R32", "MUGGINS-E39")
@pytest.mark.parametrize(("options", "reason"), [
    ({"exact_target": True, "finish_hand": True}, "exact_target ends a hand when the target"),
    ({"play_on": True, "domino_score": "one"}, "play_on is for pairs"),
    ({"play_on": True, "teams": "pairs", "players": 4}, "play_on is for pairs"),
    ({"domino_score": "one", "block_score": "closer"}, "block_score matters only where pips"),
    ({"domino_score": "one", "hand_score": "everybody"}, "hand_score matters only where pips"),
    ({"drawing": "never", "boneyard_reserve": 2}, "boneyard_reserve matters only where tiles"),
])
def test_options_that_exclude_each_other_are_refused_by_name(
    options: dict[str, str | int | bool], reason: str
) -> None:
    with pytest.raises(BadOption, match=reason):
        sobremesa.game("muggins", **options)


@clause("SETS-R27", "SETS-E37")
@pytest.mark.parametrize("name", ["block", "draw", "muggins", "matador", "sebastopol"])
def test_the_turn_can_pass_to_the_right(name: str) -> None:
    match = sobremesa.game(name, players=4, direction="right").start(5)
    leader = match.turn
    round = match.round
    movers = [leader]
    while len(movers) < 4:
        round.play(round.moves()[0])
        if round.view(-1).data.get("asked", "play") == "play" and round.turn != movers[-1]:
            movers.append(int(round.turn))
    assert movers == [(leader - step) % 4 for step in range(4)]


@clause("SETS-R27", "SETS-E37")
def test_the_lead_moves_on_as_the_turn_does() -> None:
    game = sobremesa.game(
        "block", players=4, direction="right", next_lead="rotate", first_player=2
    )
    match = game.start(1)
    assert match.turn == 2
    while not match.round.over:
        play(match, legal(match)[0])
    match.next_round()
    assert match.turn == 1


@clause("SETS-R28", "SETS-E38")
@pytest.mark.parametrize(("line", "move", "bonus"), [
    ("6-5 5-1@E", "6-1@W", 25), ("6-5 5-1@E", "6-1@E", 25), ("6-5 5-1@E", "6-6@W", 0),
    ("6-6", "6-1", 0),
])
def test_a_last_tile_that_fits_both_ends_is_a_capicua(line: str, move: str, bonus: int) -> None:
    tile = move.partition("@")[0]
    match = set_up("block(capicua=25)", [tile, "4-4"], line=line)
    play(match, move)
    assert match.scores == [8 + bonus, 0]


@clause("SETS-R28")
def test_a_capicua_is_seen_in_a_position_that_waits_for_a_claim() -> None:
    match = set_up(
        "muggins(capicua=25)", ["", "4-4"], line="6-5 5-1@E 6-1@W", asked="claim", layer=0
    )
    play(match, "nothing", "quiet")
    assert match.scores == [8 + 25, 0]


@clause("SETS-R28", "SETS-E39")
@pytest.mark.parametrize(("tile", "bonus"), [("0-0", 25), ("2-0", 0)])
def test_going_out_with_the_double_blank_is_a_chuchazo(tile: str, bonus: int) -> None:
    match = set_up("block(chuchazo=25,capicua=10)", [tile, "4-4"], line="3-0")
    play(match, f"{tile}@E")
    assert match.scores == [8 + bonus, 0]


@clause("SETS-R29", "SETS-E40")
def test_whoever_lays_again_after_all_have_passed_scores() -> None:
    game = pairs(pass_bonus=25)
    hands = ["4-1 3-1 6-4", "2-2", "5-5", "2-0"]
    match = set_up(game, hands, line="4-3 6-3@E")
    play(match, "4-1@W", "/", "/", "/")
    assert match.scores == [0, 0, 0, 0]
    play(match, "6-4@E")
    assert match.scores == [25, 0, 25, 0] and not match.round.over
    stuck = set_up(game, ["4-1 5-2", "2-2", "5-5", "2-0"], line="4-3 6-3@E")
    play(stuck, "4-1@W", "/", "/", "/", "/")
    assert shown(stuck, "ending") == "blocked" and stuck.scores == [0, 11, 0, 11]


@clause("SETS-R29")
def test_the_bonus_for_passes_can_win_the_match_at_once() -> None:
    match = set_up(
        pairs(pass_bonus=25), ["4-1 3-1 6-4", "2-2", "5-5", "2-0"], line="4-3 6-3@E",
        before=[80, 0, 80, 0],
    )
    play(match, "4-1@W", "/", "/", "/", "6-4@E")
    assert shown(match, "ending") == "target" and match.winners == [0, 2]


@clause("SETS-R30", "SETS-E41")
def test_the_double_six_can_open_the_first_hand() -> None:
    match = sobremesa.game("block", players=4, first_lead="highest_double").start(2)
    assert legal(match) == ["6-6"]
    refused(match, "/", "6-6 must be led (SETS-R07)")
    while not match.round.over:
        play(match, legal(match)[0])
    match.next_round()
    assert legal(match) == held(match, match.turn) and shown(match, "lead") == ""
    two = sobremesa.game("draw", first_lead="highest_double")
    assert all(two.start(seed).view(-1).data["lead"] for seed in range(30))


@clause("SETS-R30", "SETS-E41")
@pytest.mark.parametrize("name", ["block", "draw"])
def test_the_highest_double_can_open_every_hand(name: str) -> None:
    match = sobremesa.game(name, players=3, first_lead="every_hand").start(2)
    for _ in range(3):
        doubles = {f"{number}-{number}" for number in range(7)}
        dealt_doubles = [tile for seat in range(3) for tile in held(match, seat) if tile in doubles]
        assert legal(match) == [max(dealt_doubles)] == [shown(match, "lead")]
        while not match.round.over:
            play(match, legal(match)[0])
        match.next_round()
    with pytest.raises(BadOption, match=r"next_lead matters only where .*: see first_lead"):
        sobremesa.game(name, first_lead="every_hand", next_lead="winner")


@clause("SETS-R31", "SETS-E43")
@pytest.mark.parametrize(("line", "move", "bonus"), [
    ("6-5 5-1@E", "6-6@W", 1), ("6-5 5-4@E 6-4@E", "6-6@W", 3), ("6-5 5-4@E 6-4@E", "6-6@E", 3),
    ("6-5 5-1@E", "6-1@W", 0),
])
def test_a_double_as_the_last_tile_can_bring_more(line: str, move: str, bonus: int) -> None:
    match = set_up("block(carroca=1,cruzada=3)", [move.partition("@")[0], "4-4"], line=line)
    play(match, move)
    assert match.scores == [8 + bonus, 0]


@clause("SETS-R31")
@pytest.mark.parametrize("game", [
    "block(spinner=always,carroca=1,cruzada=3)",
    "muggins(spinner=first,carroca=1,cruzada=3,drawing=never,auto_claim=yes)",
    "muggins(spinner=sniff,carroca=1,cruzada=3,drawing=never,auto_claim=yes)",
    "muggins(spinner=every,carroca=1,cruzada=3,drawing=never,auto_claim=yes)",
])
def test_the_ends_that_a_last_double_opens_itself_make_no_cruzada(game: str) -> None:
    once = set_up(game, ["6-6", "4-3"], line="6-5 5-1@E")
    twice = set_up(game, ["6-6", "4-3"], line="6-5 5-4@E 6-4@E")
    counted = {}
    for name, match in (("once", once), ("twice", twice)):
        play(match, "6-6@W")
        counted[name] = match.scores[0] - 7
    made = [match.round.log[0] >> 28 for match in (once, twice)]
    assert counted["once"] - made[0] == 1 and counted["twice"] - made[1] == 3


@clause("SETS-R31", "SETS-E44")
@pytest.mark.parametrize(("game", "line", "move", "bonus"), [
    ("block", "3-0", "0-0@E", 26), ("block", "3-0 3-1@W 1-0@W", "0-0@E", 28),
    ("matador", "5-3", "0-0@E", 26), ("matador", "5-0", "0-0@E", 26),
])
def test_the_double_blank_is_a_double_too(game: str, line: str, move: str, bonus: int) -> None:
    options = "chuchazo=25,carroca=1,cruzada=3"
    match = set_up(f"{game}({options})", ["0-0", "4-4"], line=line)
    play(match, move)
    assert match.scores == [8 + bonus, 0]


@clause("SETS-R31", "MUGGINS-R30")
@pytest.mark.parametrize("option", ["capicua", "chuchazo", "carroca", "cruzada"])
def test_a_last_tile_that_counts_one_brings_no_more(option: str) -> None:
    with pytest.raises(BadOption, match=f"{option} matters only where pips are scored"):
        sobremesa.game("muggins", domino_score="one", **{option: 5})


@clause("SETS-R24", "SETS-E42")
@pytest.mark.parametrize("options", [{}, {"block_score": "closer"}, {"players": 3}])
def test_hands_can_be_counted_instead_of_pips(options: dict[str, str | int | bool]) -> None:
    match = played(sobremesa.game("block", hand_score="one", target=3, **options), 4)
    assert max(match.scores) == 3 and len(match.winners) == 1
    for round in match.rounds():
        assert sum(round.points()) <= 1


def of_country(name: str) -> LineGame:
    game = sobremesa.game("block", bundle=name)
    assert isinstance(game, LineGame)
    return game


def goes_out(name: str, hands: list[str], *, capicua: bool = False) -> Match:
    """P0 goes out with 6-1, which fits the other end too if it is a capicúa."""
    line = "6-4 4-1@E" if capicua else "6-4 4-0@E"
    return play(set_up(of_country(name), ["6-1", *hands], line=line), "6-1@W")


BLOCKS = {
    "3 9 8 14": ["3-0", "6-3", "6-2", "6-6 2-0"], "7 8 9 8": ["5-2", "5-3", "6-3", "6-2"],
    "2 5 12 6": ["1-1", "5-0", "6-6", "3-3"], "5 8 9 5": ["5-0", "6-2", "6-3", "1-1 3-0"],
}


def blocks(name: str, pips: str) -> list[int]:
    return blocked(of_country(name), BLOCKS[pips]).scores


@clause("BLOCK-R12", "BLOCK-E18")
def test_dominican_hands() -> None:
    hands = ["6-5", "5-5", "3-2"]
    assert goes_out("Dominican", hands).scores == [16, 0, 16, 0]
    assert goes_out("Dominican", hands, capicua=True).scores == [41, 0, 41, 0]
    assert blocks("Dominican", "3 9 8 14") == [23, 0, 23, 0]
    assert blocks("Dominican", "7 8 9 8") == [16, 0, 16, 0]
    skipped = set_up(
        of_country("Dominican"), ["4-1 3-1 6-4", "2-2", "5-5", "2-0"], line="4-3 6-3@E"
    )
    assert play(skipped, "4-1@W", "/", "/", "/", "6-4@E").scores == [25, 0, 25, 0]


@clause("BLOCK-R12", "BLOCK-E19")
def test_puerto_rican_hands() -> None:
    hands = ["6-5", "4-4", "3-2"]
    assert goes_out("Puerto Rican", hands).scores == [24, 0, 24, 0]
    assert goes_out("Puerto Rican", hands, capicua=True).scores == [24, 0, 24, 0]
    assert blocks("Puerto Rican", "3 9 8 14") == [34, 0, 34, 0]
    assert blocks("Puerto Rican", "7 8 9 8") == [0, 0, 0, 0]
    match = of_country("Puerto Rican").start(4)
    assert legal(match) == ["6-6"]
    while not match.round.over:
        play(match, legal(match)[0])
    winner = shown(match, "winner")
    match.next_round()
    assert winner in (match.turn, -1) and len(legal(match)) == 7
    assert of_country("Puerto Rican").winners([199, 10, 199, 10]) == []
    assert of_country("Puerto Rican").winners([200, 10, 200, 10]) == [0, 2]


@clause("BLOCK-R12", "BLOCK-E20")
def test_cuban_hands() -> None:
    match = of_country("Cuban").start(1)
    assert shown(match, "hands") == [10, 10, 10, 10] and shown(match, "boneyard") == 15
    led = play(dealt(of_country("Cuban"), ["9-9", "", "", ""], first=0), "9-9")
    assert ends(led) == {"W": 9, "E": 9} and led.turn == 3
    for capicua in (False, True):
        out = goes_out("Cuban", ["9-8", "5-5", "3-2"], capicua=capicua)
        assert out.scores == [22, 0, 22, 0]
    for pips, scores in (("3 9 8 14", [23, 0, 23, 0]), ("7 8 9 8", [0, 0, 0, 0])):
        hands = [f"9-8 {BLOCKS[pips][0]}", *BLOCKS[pips][1:]]
        stuck = play(set_up(of_country("Cuban"), hands, line="9-7"), "9-8", "/", "/", "/", "/")
        assert stuck.scores == scores
    assert of_country("Cuban").winners([150, 90, 150, 90]) == [0, 2]


@clause("BLOCK-R12", "BLOCK-E21")
def test_jamaican_partners_count_hands() -> None:
    name = "Jamaican partner"
    for capicua in (False, True):
        assert goes_out(name, ["6-5", "5-5", "3-2"], capicua=capicua).scores == [1, 0, 1, 0]
    assert blocks(name, "2 5 12 6") == [1, 0, 1, 0]
    assert blocks(name, "5 8 9 5") == [0, 0, 0, 0]
    match = of_country(name).start(2)
    movers = [match.turn]
    for _ in range(3):
        play(match, legal(match)[0])
        movers.append(match.turn)
    assert movers == [(movers[0] - step) % 4 for step in range(4)]
    assert max(played(of_country(name), 1).scores) == 6


@clause("BLOCK-R12", "BLOCK-E22")
def test_jamaican_cut_throats_count_hands_alone() -> None:
    name = "Jamaican cut-throat"
    for capicua in (False, True):
        assert goes_out(name, ["6-5", "5-5", "3-2"], capicua=capicua).scores == [1, 0, 0, 0]
    assert blocks(name, "2 5 12 6") == [1, 0, 0, 0]
    assert blocks(name, "5 8 9 5") == [0, 0, 0, 0]
    match = played(of_country(name), 3)
    assert max(match.scores) == 6 and len(match.winners) == 1
    assert not of_country(name).has_partners()
    hands = match.rounds()
    for before, after in pairwise(hands):
        winner = before.view(-1).data["winner"]
        assert winner in (-1, after.view(-1).data["leader"])


def lead_after(name: str, leader: int, winner: int) -> int:
    """Who leads after a hand that one seat led and another won by going out."""
    hands = ["5-5", "4-4", "3-3", "2-2"][: of_country(name).players]
    hands[winner] = "6-1"
    match = set_up(of_country(name), hands, line="6-4 4-0@E", turn=winner, leader=leader)
    play(match, "6-1@W")
    match.next_round()
    return int(match.turn)


def first_tiles(name: str) -> list[str]:
    """What may be led in the first hand."""
    return legal(of_country(name).start(4))


@clause("BLOCK-R12", "BLOCK-E23")
def test_venezuelan_hands() -> None:
    name, hands = "Venezuelan", ["6-5", "5-5", "3-2"]
    assert goes_out(name, hands).scores == [16, 0, 16, 0]
    assert goes_out(name, hands, capicua=True).scores == [16, 0, 16, 0]
    assert blocks(name, "3 9 8 14") == [23, 0, 23, 0]
    assert blocks(name, "7 8 9 8") == [0, 0, 0, 0]
    assert first_tiles(name) == ["6-6"]
    assert [lead_after(name, leader=2, winner=winner) for winner in (0, 3)] == [1, 1]
    assert of_country(name).winners([100, 99, 100, 99]) == [0, 2]


@clause("BLOCK-R12", "BLOCK-E24")
def test_mexican_hands() -> None:
    name = "Mexican"
    for capicua in (False, True):
        assert goes_out(name, ["6-5", "5-5", "3-2"], capicua=capicua).scores == [16, 0, 16, 0]
    assert blocks(name, "2 5 12 6") == [0, 14, 0, 14]
    assert blocks(name, "7 8 9 8") == [0, 0, 0, 0]
    assert first_tiles(name) == ["6-6"]
    assert [lead_after(name, leader=2, winner=winner) for winner in (0, 3)] == [0, 3]
    assert of_country(name).winners([99, 100, 99, 100]) == [1, 3]


@clause("BLOCK-R12", "BLOCK-E25")
@pytest.mark.parametrize(("line", "move", "points"), [
    ("6-4 4-0@E", "6-1@W", 1), ("6-4 4-1@E", "6-1@W", 3), ("6-4 4-1@E", "6-6@W", 2),
    ("6-4 5-4@E 6-5@E", "6-6@W", 4),
])
def test_brazilian_last_tiles(line: str, move: str, points: int) -> None:
    hands = [move.partition("@")[0], "5-3", "5-5", "3-2"]
    match = play(set_up(of_country("Brazilian"), hands, line=line), move)
    assert match.scores == [points, 0, points, 0]
    five = play(set_up(of_country("Brazilian"), hands, line=line, before=[5, 5, 5, 5]), move)
    assert five.scores == [5 + points, 5, 5 + points, 5] and five.winners == [0, 2]


@clause("BLOCK-R12", "BLOCK-E25")
def test_brazilian_hands() -> None:
    name = "Brazilian"
    match = of_country(name).start(4)
    assert shown(match, "hands") == [6, 6, 6, 6] and shown(match, "boneyard") == 4
    assert legal(match) == [shown(match, "lead")]
    assert blocks(name, "3 9 8 14") == [1, 0, 1, 0]
    assert blocks(name, "7 8 9 8") == [0, 0, 0, 0]
    assert lead_after(name, leader=2, winner=3) == 3


@clause("BLOCK-R12", "BLOCK-E26")
def test_spanish_hands() -> None:
    name = "Spanish"
    assert goes_out(name, ["6-5", "4-4", "3-2"]).scores == [24, 0, 24, 0]
    assert blocks(name, "3 9 8 14") == [34, 0, 34, 0]
    assert blocks(name, "7 8 9 8") == [0, 0, 0, 0]
    assert len(first_tiles(name)) == 7
    assert [lead_after(name, leader=2, winner=winner) for winner in (0, 3)] == [1, 1]
    assert of_country(name).winners([299, 0, 299, 0]) == []
    assert of_country(name).winners([300, 0, 300, 0]) == [0, 2]


@clause("BLOCK-R12", "BLOCK-E27")
def test_french_hands() -> None:
    name = "French"
    match = of_country(name).start(4)
    assert shown(match, "hands") == [6, 6, 6, 6] and shown(match, "boneyard") == 4
    for capicua in (False, True):
        assert goes_out(name, ["6-5", "4-4", "3-2"], capicua=capicua).scores == [24, 0, 0, 0]
    assert blocks(name, "2 5 12 6") == [23, 0, 0, 0]
    assert blocks(name, "5 8 9 5") == [0, 0, 0, 0]
    for _ in range(3):
        assert legal(match) == [shown(match, "lead")]
        while not match.round.over:
            play(match, legal(match)[0])
        match.next_round()
    assert of_country(name).winners([20, 100, 30, 40]) == [1]


@clause("BLOCK-R12", "BLOCK-E28")
def test_guadeloupean_hands() -> None:
    name = "Guadeloupean"
    match = of_country(name).start(4)
    assert shown(match, "hands") == [7, 7, 7, 7] and legal(match) == ["6-6"]
    for capicua in (False, True):
        assert goes_out(name, ["6-5", "4-4", "3-2"], capicua=capicua).scores == [1, 0, 0, 0]
    assert blocks(name, "2 5 12 6") == [1, 0, 0, 0]
    assert blocks(name, "5 8 9 5") == [0, 0, 0, 0]
    assert lead_after(name, leader=2, winner=3) == 3
    assert of_country(name).winners([2, 3, 2, 0]) == [1]


@clause("BLOCK-R12", "BLOCK-E29")
def test_martinican_hands() -> None:
    name = "Martinican"
    match = of_country(name).start(4)
    assert shown(match, "hands") == [7, 7, 7] and shown(match, "boneyard") == 7
    for capicua in (False, True):
        assert goes_out(name, ["6-5", "4-4"], capicua=capicua).scores == [1, 0, 0]
    assert blocked(of_country(name), ["3-1", "6-3", "5-1"]).scores == [1, 0, 0]
    assert blocked(of_country(name), ["5-0", "6-2", "1-1 3-0"]).scores == [0, 0, 0]
    leader = match.turn
    play(match, legal(match)[0])
    assert match.turn == (leader + 1) % 3
    assert of_country(name).winners([2, 3, 2]) == [1]


@clause("MUGGINS-R30", "MUGGINS-R32")
def test_a_void_call_takes_nothing_from_who_goes_out() -> None:
    """6-1 makes five, which is not claimed; the caller stands at 58 of 61 and would pass it."""
    options = "domino_score=one,exact_target=yes,target=61,first_lead=any"
    match = set_up(
        f"muggins({options},spinner=never)", ["6-1", "3-2"], line="6-4", before=[10, 58],
    )
    play(match, "6-1@W", "nothing", "muggins")
    assert shown(match, "ending") == "domino" and match.scores == [11, 58]
    own = set_up(
        f"muggins({options},spinner=never)", ["6-1", "3-2"], line="6-4", before=[58, 10],
    )
    play(own, "6-1@W", "5")
    assert own.scores == [58, 10], "the own claim was void, and the point with it"
