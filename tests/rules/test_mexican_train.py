"""Mexican Train, clause by clause."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, IllegalMove, Match, Rng
from sobremesa.core.playout import finish
from sobremesa.families.hubs.mexican_train import TrainRound
from tests.laws import played
from tests.rules.playing import ends, held, legal, play, refused, shown
from tests.rules.positions import dealt, set_up

clause = pytest.mark.clause

THREE = "mexican-train(players=3)"
# Station 9-9; the trains of seats 0, 1 and 2 end in 4, 7 and 2, a siding in 12.
BEGUN = "9-9 9-4@T1 9-7@T2 9-2@T3 12-9@M1"


def trains(hands: list[str], **parts: Any) -> Match:
    """A game of three in full run; seat 0 is to move."""
    return set_up(THREE, hands, **{"line": BEGUN, **parts})


def takes(match: Match, seat: int) -> str:
    """What the seat to decide, if it is this one, can lay, draw or pass."""
    assert match.turn == seat
    return " ".join(legal(match))


# Setup


@clause("MEXTRAIN-01", "MEXTRAIN-02", "MEXTRAIN-E01", "MEXTRAIN-F01")
@pytest.mark.parametrize(("players", "hand", "left"), [
    (2, 15, 61), (3, 15, 46), (4, 15, 31), (5, 12, 31), (6, 12, 19), (7, 11, 14), (8, 11, 3),
])
def test_hands_by_players_with_double_twelve(players: int, hand: int, left: int) -> None:
    data = sobremesa.game("mexican-train", players=players).start(3).view(-1).data
    assert data["hands"] == [hand] * players
    assert data["boneyard"] == left


@clause("MEXTRAIN-01", "MEXTRAIN-E32")
@pytest.mark.parametrize("players", [1, 9])
def test_one_or_nine_players_are_refused(players: int) -> None:
    with pytest.raises(BadOption, match="from 2 to 8"):
        sobremesa.game("mexican-train", players=players)


@clause("MEXTRAIN-35", "MEXTRAIN-R38", "MEXTRAIN-E31", "MEXTRAIN-F02")
@pytest.mark.parametrize(("top", "lefts"), [
    (9, [37, 28, 19, 20, 13, 13, 7]), (6, [18, 13, 8, 8, 4, 7, 4]),
    (15, [92, 70, 48, 51, 34, 24, 8]),
])
def test_the_other_sets_leave_a_few_tiles(top: int, lefts: list[int]) -> None:
    for players, left in enumerate(lefts, 2):
        game = sobremesa.game("mexican-train", players=players, set=top)
        assert game.start(1).view(-1).data["boneyard"] == left


@clause("MEXTRAIN-R38")
def test_another_hand_size_can_be_chosen() -> None:
    game = sobremesa.game("mexican-train", players=2, set=6, hand_size=7)
    assert game.start(1).view(-1).data["hands"] == [7, 7]
    with pytest.raises(BadOption, match=r"need 30 tiles; the double-six set has 28"):
        sobremesa.game("mexican-train", players=2, set=6, hand_size=15)
    with pytest.raises(BadOption, match="12 or 9 or 6 or 15"):
        sobremesa.game("mexican-train", set=7)


# Opening


@clause("MEXTRAIN-04", "MEXTRAIN-R11", "MEXTRAIN-E02")
def test_the_first_player_opens_with_his_highest_double() -> None:
    match = dealt(THREE, ["4-4 9-9", "12-12", "11-11"])
    assert legal(match) == ["9-9"]
    refused(match, "4-4", "open the station with 9-9, your highest double (MEXTRAIN-04)")
    refused(match, "/", "open the station with 9-9, your highest double (MEXTRAIN-04)")
    play(match, "9-9")
    assert shown(match, "line") == ["9-9"]


NO_DOUBLES = "1-0 2-0 3-0 4-0 5-0 6-0 7-0 8-0 9-0 10-0 11-0 12-0 2-1 3-1 4-1"
NO_DOUBLES_2 = "5-1 6-1 7-1 8-1 9-1 10-1 11-1 12-1 3-2 4-2 5-2 6-2 7-2 8-2 9-2"
NO_DOUBLES_3 = "10-2 11-2 12-2 4-3 5-3 6-3 7-3 8-3 9-3 10-3 11-3 12-3 5-4 6-4 7-4"


@clause("MEXTRAIN-05", "MEXTRAIN-13", "MEXTRAIN-R13", "MEXTRAIN-R33", "MEXTRAIN-E03")
def test_without_a_double_the_opening_goes_to_the_neighbour() -> None:
    match = dealt(THREE, [NO_DOUBLES, "2-2 7-7", NO_DOUBLES_3])
    assert takes(match, 0) == "/"
    refused(match, "4-1", "you have no double: hand the opening on (MEXTRAIN-05)")
    assert match.view(0).data["plain"]
    play(match, "/")
    assert takes(match, 1) == "7-7"
    play(match, "7-7")
    assert match.turn == 1, "the opener takes the opening turn"
    while match.turn == 1:
        play(match, legal(match)[0])
    assert match.turn == 2, "then the player on the opener's left"
    assert match.game.next_first(match.round) == 1, "the office moves on from seat 0"


@clause("MEXTRAIN-06", "MEXTRAIN-R12", "MEXTRAIN-E04")
def test_if_nobody_has_a_double_all_draw_in_turn() -> None:
    hands = [
        NO_DOUBLES.replace("5-0 6-0", "12-4 11-4"), NO_DOUBLES_2.replace("6-2", "10-4"),
        NO_DOUBLES_3,
    ]
    match = dealt(THREE, hands, boneyard="6-2 5-0 11-11")
    play(match, "/", "/", "/")
    assert shown(match, "asked") == "seek"
    refused(match, "1-0", "nobody has a double: draw until one comes (SETS-R07)")
    play(match, "+", "+", "+")
    assert takes(match, 2) == "11-11"
    play(match, "11-11")
    assert shown(match, "hands") == [16, 16, 15]
    assert match.turn == 2


@clause("MEXTRAIN-07", "MEXTRAIN-09", "MEXTRAIN-10", "MEXTRAIN-16", "MEXTRAIN-R16",
        "MEXTRAIN-R18", "MEXTRAIN-E06")
def test_a_train_is_begun_with_the_station_number_and_goes_on_while_tiles_match() -> None:
    hands = ["9-4 9-6 4-1 3-0", "5-5", "8-8"]
    match = set_up(THREE, hands, line="9-9")
    assert legal(match) == ["9-4@T1", "9-6@T1", "9-4@M1", "9-6@M1"]
    play(match, "9-4@T1")
    assert legal(match) == ["4-1@T1"]
    refused(match, "stop", "your train asks for 4, and you hold one: go on (MEXTRAIN-R16)")
    play(match, "4-1@T1")
    assert legal(match) == ["stop"], "no draw and no marker at the end of a series"
    play(match, "stop")
    assert match.turn == 1
    assert shown(match, "marked") == []
    assert held(match, 0) == ["3-0", "9-6"]
    other = play(set_up(THREE, hands, line="9-9"), "9-6@T1")
    assert legal(other) == ["stop"]


@clause("MEXTRAIN-R16")
def test_a_series_may_stop_where_the_table_says_so() -> None:
    game = sobremesa.game(THREE, series_may_stop=True)
    match = play(set_up(game, ["9-4 4-1", "5-5", "8-8"], line="9-9"), "9-4@T1")
    assert legal(match) == ["4-1@T1", "stop"]
    play(match, "stop")
    assert match.turn == 1


@clause("MEXTRAIN-R10", "MEXTRAIN-E33")
def test_the_opener_takes_a_whole_turn_and_the_station_asks_for_no_answer() -> None:
    hands = ["9-9 4-1", "5-5", "8-8"]
    match = set_up(THREE, hands, boneyard="9-3")
    play(match, "9-9")
    assert shown(match, "open") == ""
    assert takes(match, 0) == "+"
    play(match, "+")
    assert legal(match) == ["9-3@T1", "9-3@M1"]
    failing = play(set_up(THREE, hands, boneyard="8-3"), "9-9", "+", "/")
    assert failing.turn == 1
    assert shown(failing, "marked") == []
    assert shown(failing, "open") == ""


@clause("MEXTRAIN-R14", "MEXTRAIN-13")
def test_trains_are_built_one_after_the_other() -> None:
    match = trains(["4-1 5-3", "7-1 5-1", "6-2 5-0"])
    with pytest.raises(IllegalMove, match="not your turn"):
        match.play("7-1@T2", seat=1)
    turns = []
    for move in ("4-1@T1", "7-1@T2", "6-2@T3"):
        turns.append(match.turn)
        play(match, move)
    assert turns == [0, 1, 2]
    assert match.turn == 0


# Sidings


@clause("MEXTRAIN-11", "MEXTRAIN-15", "MEXTRAIN-R08", "MEXTRAIN-R09", "MEXTRAIN-R07",
        "MEXTRAIN-E09", "MEXTRAIN-E10")
def test_sidings_are_begun_by_anybody_one_tile_at_a_time() -> None:
    match = set_up(THREE, ["1-0 2-0", "12-9 12-6", "9-0 5-5"], line="9-9", turn=1)
    play(match, "12-9@M1")
    assert match.turn == 2, "no series on a siding"
    assert ends(match)["M1"] == 12
    play(match, "9-0@M2")
    assert ends(match)["M2"] == 0
    assert ends(match)["M3"] == 9, "another may be begun"
    game = sobremesa.game(THREE, single_mexican_train=True)
    single = set_up(
        game, ["1-0 2-0", "12-6", "9-0 5-5"], line="9-9 12-9@M1", boneyard="8-4", turn=2
    )
    assert legal(single) == ["9-0@T3"]
    with pytest.raises(IllegalMove, match="no end M2"):
        single.play("9-0@M2")


@clause("MEXTRAIN-03", "MEXTRAIN-14", "MEXTRAIN-16", "MEXTRAIN-R15")
def test_own_train_sidings_and_marked_trains_are_free_to_choose_from() -> None:
    hand = "4-1 7-1 12-1 2-1 9-1 5-5"
    match = trains([hand, "5-1 6-1", "8-1 6-3"], marked=[1])
    assert legal(match) == ["4-1@T1", "7-1@T2", "12-1@M1", "9-1@M2"]
    refused(match, "2-1@T3", "this is the train of seat 3 and has no marker (MEXTRAIN-14)")
    refused(match, "+", "you can play, so you may not draw (SETS-R08)")
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")
    refused(match, "stop", "there is nothing to stop here (MEXTRAIN-R15)")


@clause("MEXTRAIN-12", "MEXTRAIN-R09", "MEXTRAIN-E36", "MEXTRAIN-F05")
def test_a_ninth_line_is_laid_off_to_the_side() -> None:
    line = "12-12 " + " ".join(f"12-{seat}@T{seat + 1}" for seat in range(8))
    hands = ["12-8 10-9", *(f"{seat}-{seat}" for seat in range(1, 8))]
    match = set_up("mexican-train(players=8)", hands, line=line)
    assert legal(match) == ["12-8@M1"]
    play(match, "12-8")
    assert len([arm for arm in ends(match) if arm != "M2"]) == 9


@clause("MEXTRAIN-15")
def test_after_the_beginning_one_tile_is_laid_in_a_turn() -> None:
    match = play(trains(["4-1 10-1 5-5", "5-1", "8-1"]), "4-1@T1")
    assert match.turn == 1


@clause("MEXTRAIN-R19", "MEXTRAIN-E34")
def test_while_a_train_is_begun_nothing_goes_elsewhere() -> None:
    match = set_up(THREE, ["9-4 12-4 12-6 5-5", "5-1", "8-1"], line="9-9 12-9@M1")
    play(match, "9-4@T1")
    assert legal(match) == ["12-4@T1"]
    refused(
        match, "12-6@M1",
        "you are beginning your train: nothing goes elsewhere in this turn (MEXTRAIN-R19)",
    )
    play(match, "12-4@T1", "12-6@T1")
    assert legal(match) == ["stop"]


# Drawing and markers


@clause("MEXTRAIN-17", "MEXTRAIN-R15", "MEXTRAIN-E12")
def test_a_drawn_tile_that_fits_is_played() -> None:
    match = trains(["11-3", "5-1", "8-1"], boneyard="12-8")
    assert legal(match) == ["+"]
    play(match, "+")
    assert legal(match) == ["12-8@M1"]
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")
    play(match, "12-8@M1")
    assert shown(match, "marked") == []


@clause("MEXTRAIN-R17", "MEXTRAIN-17", "MEXTRAIN-E07")
def test_a_drawn_tile_may_begin_the_train_with_a_series() -> None:
    match = set_up(THREE, ["1-0", "8-5 3-2", "6-1"], line="9-9", boneyard="9-5", turn=1)
    play(match, "+", "9-5@T2")
    assert legal(match) == ["8-5@T2"]


@clause("MEXTRAIN-18", "MEXTRAIN-R03", "MEXTRAIN-R04", "MEXTRAIN-E08")
def test_a_train_that_is_not_begun_gets_no_marker() -> None:
    match = set_up(THREE, ["1-0", "8-5", "9-6 5-5"], line="9-9", boneyard="3-2", turn=1)
    play(match, "+", "/")
    assert shown(match, "marked") == []
    assert takes(match, 2) == "9-6@T3 9-6@M1"
    refused(
        match, "9-6@T2",
        "seat 2 has not begun its train, and only its owner begins it (MEXTRAIN-R04)",
    )


@clause("MEXTRAIN-R03", "MEXTRAIN-R04", "MEXTRAIN-R06")
def test_with_mark_unbegun_others_may_begin_the_train() -> None:
    game = sobremesa.game(THREE, mark_unbegun=True)
    hands = ["1-0 2-0", "8-5 6-3", "9-6 5-5"]
    match = set_up(game, hands, line="9-9", boneyard="3-2", turn=1)
    play(match, "+", "/")
    assert shown(match, "marked") == [1]
    play(match, "9-6@T2")
    assert match.turn == 0 and shown(match, "marked") == [1]
    play(match, "+", "/")
    assert takes(match, 1) == "6-3@T2"
    play(match, "6-3@T2")
    assert match.turn == 2, "the owner has no series any more"
    assert shown(match, "marked") == [0]
    unanswered = set_up(
        game, ["1-0 2-0", "8-5", "9-6 5-5"], line="9-9 12-9@M1 12-12@M1", open="M1",
        boneyard="3-2",
    )
    assert shown(play(unanswered, "+", "/"), "marked") == [0]


@clause("MEXTRAIN-18", "MEXTRAIN-19", "MEXTRAIN-R05", "MEXTRAIN-E13")
def test_a_marked_train_is_open_to_all_and_stays_so() -> None:
    match = set_up(
        THREE, ["8-1 10-1", "6-3 5-5", "11-1"], line="9-9 9-6@T1", boneyard="11-4"
    )
    play(match, "+", "/")
    assert shown(match, "marked") == [0]
    play(match, "6-3@T1")
    assert shown(match, "marked") == [0]
    assert ends(match)["T1"] == 3


@clause("MEXTRAIN-20", "MEXTRAIN-R01", "MEXTRAIN-R02", "MEXTRAIN-E14")
def test_the_owner_takes_his_marker_off_by_playing_there() -> None:
    match = set_up(
        THREE, ["10-3 1-0", "5-5", "8-8 11-3"], line="9-9 9-6@T1 6-3@T1", marked=[0]
    )
    play(match, "10-3@T1")
    assert shown(match, "marked") == []
    assert ends(match)["T1"] == 10
    assert match.turn == 1
    private = trains(["10-3 1-0", "4-1 5-5", "8-8"], turn=1)
    refused(private, "4-1@T1", "this is the train of seat 1 and has no marker (MEXTRAIN-14)")


@clause("MEXTRAIN-R01")
def test_where_only_doubles_go_to_the_own_marked_train() -> None:
    game = sobremesa.game(THREE, owner_on_marked="double_only")
    match = set_up(game, ["4-4 4-1 5-3", "5-5", "8-8"], line=BEGUN, marked=[0])
    assert legal(match) == ["4-4@T1"]
    refused(
        match, "4-1@T1", "your train is marked: you may lay a double there only (MEXTRAIN-R01)"
    )
    answer = set_up(
        game, ["4-1 5-3", "5-5", "8-8"], line=BEGUN + " 4-4@T1", marked=[0], open="T1"
    )
    assert legal(answer) == ["4-1@T1"], "an open double is answered there all the same"
    play(answer, "4-1@T1")
    assert shown(answer, "marked") == []
    both = sobremesa.game(THREE, owner_on_marked="double_only", mark_unbegun=True)
    unbegun = set_up(both, ["9-4 5-3", "5-5", "8-8"], line="9-9", marked=[0])
    assert "9-4@T1" in legal(unbegun), "a train that is not begun may be begun"


@clause("MEXTRAIN-R01")
def test_as_long_as_the_marker_is_there_the_owner_may_be_barred_from_the_train() -> None:
    game = sobremesa.game(THREE, owner_on_marked="never")
    hands = ["4-4 4-1 5-3", "5-5 4-2", "8-8"]
    match = set_up(game, hands, line=BEGUN, marked=[0], boneyard="6-6 3-3")
    assert legal(match) == ["+"]
    reason = "your train is marked: only the others may play there (MEXTRAIN-R01)"
    refused(match, "4-1@T1", reason)
    refused(match, "4-4@T1", reason)
    play(match, "+", "/")
    assert "4-2@T1" in legal(match), "any other player can"
    answer = set_up(
        game, ["4-1 5-3", "5-5", "8-8"], line=BEGUN + " 4-4@T1", marked=[0], open="T1"
    )
    assert legal(answer) == ["4-1@T1"], "an open double is answered there all the same"
    for seed in range(3):
        assert played(sobremesa.game("mexican-train", owner_on_marked="never", rounds=1), seed).over


@clause("MEXTRAIN-21", "MEXTRAIN-14", "MEXTRAIN-R39", "MEXTRAIN-E15")
def test_while_his_train_is_marked_a_player_may_play_elsewhere() -> None:
    match = trains(["12-6 2-1 5-3", "5-5", "8-8"], marked=[0])
    refused(match, "2-1@T3", "this is the train of seat 3 and has no marker (MEXTRAIN-14)")
    play(match, "12-6@M1")
    assert shown(match, "marked") == [0]


@clause("MEXTRAIN-18", "MEXTRAIN-E38")
def test_a_marker_that_is_there_stays() -> None:
    match = trains(["11-10", "5-5", "8-8"], marked=[0], boneyard="11-8")
    play(match, "+")
    refused(match, "+", "you have drawn already (MEXTRAIN-17)")
    play(match, "/")
    assert shown(match, "marked") == [0]
    assert match.turn == 1


# Doubles


@clause("MEXTRAIN-22", "MEXTRAIN-E16", "MEXTRAIN-R24")
def test_a_double_is_answered_by_its_player_if_he_can() -> None:
    match = set_up(THREE, ["10-10 10-2 9-1", "5-5", "8-8"], line="9-9 10-9@T1")
    play(match, "10-10@T1")
    assert match.turn == 0 and shown(match, "open") == "T1"
    assert legal(match) == ["10-2@T1"]
    play(match, "10-2@T1")
    assert match.turn == 1
    assert shown(match, "open") == "" and ends(match)["T1"] == 2


TENS = "9-9 10-9@T1 9-7@T2"


@clause("MEXTRAIN-23", "MEXTRAIN-24", "MEXTRAIN-25", "MEXTRAIN-R23", "MEXTRAIN-R25",
        "MEXTRAIN-E18")
def test_an_open_double_binds_the_next_player() -> None:
    match = set_up(
        THREE, ["10-10 2-1", "10-1 7-1", "8-8"], line=TENS, boneyard="4-3"
    )
    play(match, "10-10@T1")
    assert legal(match) == ["+"]
    refused(match, "2-1@M1", "10-10 is open at T1: only a tile with 10 will do (MEXTRAIN-25)")
    play(match, "+", "/")
    assert shown(match, "marked") == [0] and shown(match, "open") == "T1"
    assert takes(match, 1) == "10-1@T1"
    refused(match, "7-1@T2", "10-10 is open at T1: only a tile with 10 will do (MEXTRAIN-25)")
    refused(
        match, "10-1@M1", "10-10 is open at T1: play 10-1 there and nowhere else (MEXTRAIN-R23)"
    )
    play(match, "10-1@T1")
    assert match.turn == 2, "that turn is over"
    assert shown(match, "marked") == [0] and ends(match)["T1"] == 1


@clause("MEXTRAIN-25", "MEXTRAIN-26", "MEXTRAIN-R06", "MEXTRAIN-R25", "MEXTRAIN-R26",
        "MEXTRAIN-E19")
def test_an_open_double_goes_round_the_table_until_it_is_answered() -> None:
    match = set_up(
        THREE, ["10-10 2-1", "7-1", "8-8"], line=TENS, boneyard="4-3 5-5 1-0 10-0"
    )
    play(match, "10-10@T1", "+", "/", "+", "/", "+", "/")
    assert match.turn == 0
    assert shown(match, "marked") == [0, 1], "seat 2 has not begun"
    play(match, "+", "10-0@T1")
    assert shown(match, "marked") == [1]
    assert ends(match)["T1"] == 0


@clause("MEXTRAIN-27", "MEXTRAIN-R23", "MEXTRAIN-E20")
def test_a_marked_player_may_use_the_drawn_tile_on_the_double_only() -> None:
    match = set_up(
        THREE, ["2-1", "1-0", "8-8"], line="9-9 10-9@T1 10-10@T1 9-6@T2", open="T1",
        marked=[0, 1], boneyard="6-6", turn=1,
    )
    play(match, "+")
    assert legal(match) == ["/"]
    refused(match, "6-6@T2", "10-10 is open at T1: only a tile with 10 will do (MEXTRAIN-25)")


@clause("MEXTRAIN-R06", "MEXTRAIN-R23", "MEXTRAIN-E37")
def test_while_a_double_is_open_no_train_is_begun() -> None:
    match = set_up(
        THREE, ["2-1", "9-1", "8-8"], line="9-9 10-9@T1 10-10@T1", open="T1", boneyard="6-6",
        turn=1,
    )
    assert legal(match) == ["+"]
    play(match, "+", "/")
    assert shown(match, "marked") == []


# Eleven of the twelve other tens lie on the first train, which ends in a ten.
ELEVEN_TENS = (
    "9-9 10-9@T1 10-0@T1 1-0@T1 10-1@T1 10-2@T1 3-2@T1 10-3@T1 10-4@T1 5-4@T1 10-5@T1 10-6@T1 "
    "7-6@T1 10-7@T1 10-8@T1 11-8@T1 11-10@T1 12-9@M1"
)


@clause("MEXTRAIN-28", "MEXTRAIN-R27", "MEXTRAIN-E21", "MEXTRAIN-F04")
def test_the_last_double_of_its_number_asks_for_no_answer() -> None:
    assert sum("10" in name.split("-") for name in sobremesa.game(THREE).pieces()) == 13
    hands = ["10-10 7-3", "5-5", "8-8"]
    match = set_up(THREE, hands, line=ELEVEN_TENS + " 12-10@M1")
    play(match, "10-10@T1")
    assert match.turn == 1
    assert shown(match, "open") == "" and shown(match, "marked") == []
    standing = play(set_up(THREE, hands, line=ELEVEN_TENS), "10-10@T1")
    assert standing.turn == 0 and shown(standing, "open") == "T1"


@clause("MEXTRAIN-29", "MEXTRAIN-R28", "MEXTRAIN-E22")
def test_a_double_that_takes_the_own_marker_off_asks_for_no_answer() -> None:
    line = "9-9 9-7@T1"
    match = set_up(THREE, ["7-7 7-3 5-5", "7-1 9-2", "8-8"], line=line, marked=[0])
    play(match, "7-7@T1")
    assert shown(match, "marked") == [] and shown(match, "open") == ""
    assert takes(match, 0) == "7-3@T1 stop"
    refused(
        match, "5-5@M1",
        "after a double that took your marker off you may only add a tile to it (MEXTRAIN-R28)",
    )
    refused(match, "+", "nothing is passed or drawn here: lay a tile or stop (MEXTRAIN-R28)")
    assert not match.view(0).data["plain"]
    play(match, "stop")
    assert takes(match, 1) == "9-2@T2 9-2@M1"
    refused(match, "7-1@T1", "this is the train of seat 1 and has no marker (MEXTRAIN-14)")
    added = set_up(THREE, ["7-7 7-3 5-3", "7-1 9-2", "8-8"], line=line, marked=[0])
    play(added, "7-7@T1", "7-3@T1")
    assert added.turn == 1, "one tile only"


@clause("MEXTRAIN-30", "MEXTRAIN-31", "MEXTRAIN-R29", "MEXTRAIN-32")
def test_a_double_as_the_last_tile_ends_the_round() -> None:
    match = set_up(THREE, ["10-10", "10-1 7-1", "8-8"], line=TENS)
    play(match, "10-10@T1")
    assert match.round.over and shown(match, "winner") == 0
    assert match.round.points() == [0, 19, 16]
    assert not match.over, "the round, not the match"


@clause("MEXTRAIN-24", "MEXTRAIN-R21", "MEXTRAIN-E24")
def test_a_double_on_a_siding_asks_for_an_answer_too() -> None:
    match = trains(["5-5", "8-8", "12-12 11-10"], boneyard="2-0", turn=2)
    play(match, "12-12@M1", "+", "/")
    assert shown(match, "marked") == [2]
    assert shown(match, "open") == "M1"
    assert match.turn == 0
    other = trains(["7-7 7-5 5-5", "8-8", "6-6"], marked=[1])
    play(other, "7-7@T2")
    assert legal(other) == ["7-5@T2"], "and one on another's train"


@clause("MEXTRAIN-R20", "MEXTRAIN-E25")
def test_a_drawn_double_may_need_a_second_draw() -> None:
    match = set_up(
        THREE, ["11-3", "5-1", "6-1"], line="9-9 9-8@M1", boneyard="8-8 8-2"
    )
    play(match, "+", "8-8@M1")
    assert legal(match) == ["+"]
    play(match, "+", "8-2@M1")
    assert match.turn == 1


@clause("MEXTRAIN-R22", "MEXTRAIN-E26")
def test_in_a_series_a_drawn_answer_lets_it_go_on() -> None:
    match = set_up(
        THREE, ["9-6 6-6 4-1 3-0", "5-5", "8-8"], line="9-9", boneyard="6-1"
    )
    play(match, "9-6@T1", "6-6@T1", "+", "6-1@T1")
    assert legal(match) == ["4-1@T1"]


@clause("MEXTRAIN-R22", "MEXTRAIN-24", "MEXTRAIN-R18", "MEXTRAIN-E27")
def test_a_series_that_ends_on_a_double_leaves_it_open() -> None:
    match = set_up(THREE, ["9-6 6-6 4-1", "6-5 5-5", "8-8"], line="9-9", boneyard="3-0")
    play(match, "9-6@T1", "6-6@T1", "+", "/")
    assert shown(match, "marked") == [0]
    assert takes(match, 1) == "6-5@T1"


# End, score and match


@clause("MEXTRAIN-R30", "MEXTRAIN-R31")
def test_with_an_empty_boneyard_nothing_is_drawn_and_the_holder_answers() -> None:
    game = sobremesa.game("mexican-train(players=2,set=6)")
    match = set_up(game, ["5-4 5-3", ""], line="6-6 6-4@T1 4-4@T1", rest=1, open="T1", turn=1)
    assert all(move.endswith("@T1") for move in legal(match)), "they hold the answer"
    failing = set_up(game, ["5-3", ""], line="6-6 6-4@T1 4-4@T1", rest=1, open="T1")
    assert legal(failing) == ["/"]
    refused(failing, "+", "the boneyard is exhausted (SETS-R04)")
    play(failing, "/")
    assert shown(failing, "marked") == [0]


def without_boneyard(match: Match) -> Match:
    """Takes the boneyard off the table."""
    round = match.round
    assert isinstance(round, TrainRound)
    round.next = int(round.next) + shown(match, "boneyard")
    assert shown(match, "boneyard") == 0
    return match


@clause("MEXTRAIN-R31", "MEXTRAIN-R32", "MEXTRAIN-E28")
def test_when_all_fail_in_succession_the_round_is_blocked() -> None:
    line = "9-9 9-8@T1 9-7@T2 9-6@T3"
    match = without_boneyard(set_up(THREE, ["12-12", "0-0", "3-1 2-0"], line=line))
    assert legal(match) == ["/"]
    play(match, "/")
    assert shown(match, "marked") == [0], "no draw, but a marker"
    while not match.round.over:
        assert legal(match) == ["/"]
        play(match, "/")
    assert shown(match, "ending") == "blocked" and shown(match, "winner") == -1
    assert match.round.points() == [24, 0, 6]


@clause("MEXTRAIN-R32", "MEXTRAIN-18", "MEXTRAIN-19", "MEXTRAIN-E39")
@pytest.mark.parametrize(("last", "points"), [("9-7", [0, 13, 9]), ("9-1", [10, 13, 9])])
def test_a_new_marker_begins_the_count_of_failures_again(last: str, points: list[int]) -> None:
    line = "11-11 11-4@T1 11-7@T2 11-2@T3"
    match = without_boneyard(set_up(THREE, [last, "8-5", "6-3"], line=line, marked=[0]))
    play(match, "/", "/")
    assert shown(match, "marked") == [0, 1]
    play(match, "/")
    assert shown(match, "marked") == [0, 1, 2]
    assert not match.round.over, "three failures in a row, but not blocked"
    play(match, *(["9-7@T2"] if last == "9-7" else ["/", "/"]))
    assert match.round.over
    assert match.round.points() == points


@clause("MEXTRAIN-R32")
def test_a_block_that_all_can_see_ends_the_round_at_once() -> None:
    hands = ["10-10 7-3", "5-5", "8-8"]
    line = ELEVEN_TENS.replace(" 12-9@M1", "")
    match = without_boneyard(set_up("mexican-train(players=3)", hands, line=line))
    round = match.round
    assert isinstance(round, TrainRound)
    # All nines are gone with the boneyard, so that no other line can be begun.
    round.line.left[9] = 0
    round.line.left[10] = 1
    play(match, "10-10@T1")
    assert shown(match, "ending") == "blocked"


@clause("MEXTRAIN-31", "MEXTRAIN-32", "SETS-R17", "SETS-E27")
def test_a_series_that_empties_the_hand_ends_the_round_at_once() -> None:
    match = set_up(THREE, ["9-4 4-1", "5-5 0-0", "8-8"], line="9-9")
    play(match, "9-4@T1", "4-1@T1")
    assert match.round.over and shown(match, "ending") == "domino"
    assert match.round.points() == [0, 10, 16]


@clause("MEXTRAIN-R37")
def test_the_double_blank_may_count_fifty() -> None:
    game = sobremesa.game(THREE, double_blank_value=50)
    match = play(set_up(game, ["4-1", "5-5 0-0", "8-8"], line=BEGUN), "4-1@T1")
    assert match.round.points() == [0, 60, 16]
    plain = play(set_up(THREE, ["4-1", "5-5 0-0", "8-8"], line=BEGUN), "4-1@T1")
    assert plain.round.points() == [0, 10, 16]


@clause("MEXTRAIN-33", "MEXTRAIN-R34", "MEXTRAIN-R36", "MEXTRAIN-E30", "MEXTRAIN-R33")
@pytest.mark.parametrize(("before", "winners"), [([31, 8, 28], [1]), ([18, 8, 28], [0, 1])])
def test_after_as_many_rounds_as_players_the_lowest_total_wins(
    before: list[int], winners: list[int]
) -> None:
    hands = ["4-1", "5-5", "8-8"]
    match = set_up(THREE, hands, line=BEGUN, before=before, number=3, first=2)
    play(match, "4-1@T1")
    assert match.scores == [before[0], 18, 44]
    assert match.over and match.winners == winners
    earlier = play(set_up(THREE, hands, line=BEGUN, before=before, number=2), "4-1@T1")
    assert not earlier.over


@clause("MEXTRAIN-34", "MEXTRAIN-R33", "MEXTRAIN-R34", "MEXTRAIN-E30", "MEXTRAIN-R35")
def test_the_office_of_first_player_moves_to_the_left() -> None:
    game = sobremesa.game("mexican-train", players=3, set=6, first_player=0, rounds=4)
    match = game.start(5)
    firsts = [shown(match, "first")]
    rng = Rng(1)
    while not match.over:
        while not match.round.over:
            moves = match.round.moves()
            match.play(moves[int(rng.below(len(moves)))])
        if not match.over:
            match.next_round()
            firsts.append(shown(match, "first"))
    assert firsts == [0, 1, 2, 0]
    chosen = {sobremesa.game(THREE).start(seed).turn for seed in range(30)}
    assert chosen == {0, 1, 2}


# Positions


@pytest.mark.parametrize(("parts", "problem"), [
    ({"marked": [2], "line": "9-9 9-4@T1"}, "only a train that has been begun carries a marker"),
    ({"marked": [7]}, "marked must be a list of seats"),
    ({"open": "T1"}, "the open double must be the last tile of its line"),
    ({"open": "Q"}, "open must be one of: nothing, T1"),
    ({"asked": "add", "line": "9-9"}, "who goes on with a train has begun it"),
    ({"asked": "add"}, "a tile is added to a double only"),
    ({"line": "9-4 9-6@T1"}, "is no double: all lines leave from a double"),
    ({"asked": "open"}, "before the first double is set, and only then"),
    ({"line": "", "passes": 1, "turn": 1}, "handed the opening on, but holds a double"),
    ({"line": "", "turn": 2}, "the opening goes round from the first player"),
    ({"drawn": 3}, "drawn must be true or false"),
])
def test_what_is_wrong_with_a_position_is_said(parts: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadPosition, match=problem):
        trains(["5-5 11-1", "8-8", "6-6"], **parts)


# Facts


@clause("MEXTRAIN-F03")
def test_how_often_nobody_has_a_double() -> None:
    none = {
        players: comb(78, hand * players) / comb(91, hand * players)
        for players, hand in [(2, 15), (3, 15), (8, 11)]
    }
    assert none[8] == 0
    assert round(100 * none[2], 3) == 0.342 and round(100 * none[3], 4) == 0.0053
    alone = [round(100 * comb(78, hand) / comb(91, hand), 2) for hand in (15, 12, 11)]
    assert alone == [7.97, 13.77, 16.44]


@clause("MEXTRAIN-F05", "MEXTRAIN-F06", "MEXTRAIN-R30")
@pytest.mark.parametrize("spec", [
    "mexican-train(players=2)", "mexican-train(players=5)", "mexican-train(players=8)",
    "mexican-train(players=3,set=6)", "mexican-train(players=8,set=6)",
    "mexican-train(players=4,set=9,mark_unbegun=True)",
])
def test_random_rounds_end_without_an_open_double_at_a_block(spec: str) -> None:
    finish_rounds(spec, 12)


@pytest.mark.slow
@clause("MEXTRAIN-F05")
def test_twenty_thousand_random_rounds_end_and_keep_every_tile() -> None:
    sidings = 0
    for players in range(2, 9):
        for top in (6, 9, 12):
            sidings = max(sidings, finish_rounds(
                f"mexican-train(players={players},set={top})", 960
            ))
    assert sidings > 8


def finish_rounds(spec: str, count: int) -> int:
    """Plays random rounds, and gives the most lines that lay on the table."""
    game = sobremesa.game(spec)
    whole = sorted(game.pieces())
    most = 0
    rng = Rng(7)
    for seed in range(count):
        match = game.start(seed)
        steps = finish(match.round, rng)
        assert steps <= game.longest
        data = shown_all(match)
        assert sorted(match.round.pieces()) == whole
        assert data["ending"] == "domino" or data["open"] == ""
        assert sum(match.round.points()) < 1092
        most = max(most, len({play.partition("@")[2] for play in data["line"][1:]}))
    return most


def shown_all(match: Match) -> dict[str, Any]:
    return match.round.dump()
