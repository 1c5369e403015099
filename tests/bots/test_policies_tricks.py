"""The quick minds for tricks, in situations that have an obvious answer."""

from __future__ import annotations

from tests.bots.judging import chance, dealt, liked

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 5-5"
JUNK = "5-3 4-2 3-1 2-0 6-1 1-0 4-3"


def test_42_six_trumps_and_a_double_are_bid_and_named() -> None:
    round = dealt("texas-42", [SIXES, "", "", ""], first=3)
    assert liked(round) != "pass"
    assert chance(round, "pass") < 0.01
    round = dealt("texas-42", [SIXES, "", "", ""], first=3, moves="30 pass pass pass")
    # Nothing beats this hand without trumps either.
    assert liked(round) in ("sixes", "no-trump")


def test_42_a_hand_of_losers_passes() -> None:
    round = dealt("texas-42", [JUNK, "", "", ""], first=3)
    assert liked(round) == "pass"
    assert chance(round, "pass") > 0.9


def test_42_a_partners_bid_is_left_alone_with_a_middling_hand() -> None:
    middling = "6-6 6-5 6-1 4-2 3-1 2-0 5-3"
    round = dealt("texas-42", ["", "", middling, ""], first=3, moves="34 pass")
    assert liked(round) == "pass"


def test_42_bids_tell_something_about_hands() -> None:
    strong = dealt("texas-42", [SIXES, "", "", ""], first=3)
    weak = dealt("texas-42", [JUNK, "", "", ""], first=3)
    assert chance(strong, "30") > 20 * chance(weak, "30")


def test_42_a_partners_sure_trick_gets_the_tile_that_counts() -> None:
    round = dealt(
        "texas-42",
        ["6-6 6-5 6-3 3-3 2-2 1-1 0-0", "6-0 5-0 4-0 3-0 2-0 1-0 2-1",
         "6-4 6-1 5-4 4-3 4-2 5-3 3-2", ""],
        first=3, moves="30 pass pass pass sixes 6-6 6-0",
    )
    assert liked(round) == "6-4"


def test_42_nothing_that_counts_is_thrown_to_the_other_side() -> None:
    round = dealt(
        "texas-42",
        ["6-6 6-5 6-3 3-3 2-2 1-1 0-0", "5-5 5-0 4-1 3-0 2-0 1-0 2-1", "", ""],
        first=3, moves="30 pass pass pass sixes 6-6",
    )
    assert liked(round) not in ("5-5", "5-0", "4-1")


def test_42_the_last_hand_takes_a_rich_trick_as_cheaply_as_it_can() -> None:
    round = dealt(
        "texas-42",
        ["6-6 6-5 5-4 3-3 2-2 1-1 0-0", "5-0 5-1 5-2 3-0 2-0 1-0 2-1",
         "5-5 4-4 4-3 4-2 4-0 3-2 3-1", "6-1 6-4 6-0 6-3 6-2 5-3 4-1"],
        first=3, moves="30 pass pass pass ones 5-4 5-0 5-5",
    )
    assert liked(round) != "4-1"


def test_double_takes_a_trick_with_a_double_in_it_is_taken_by_a_double() -> None:
    low = "0-0 1-0 2-0 3-0 4-0 5-0 6-0 7-0 8-0 2-1 3-1 4-1 5-1 6-1 7-1 8-1 9-1"
    ours = "15-15 14-2 14-3 14-4 14-5 13-2 13-3 13-4 13-5 12-2 12-3 12-4 12-5 11-2 11-3 11-4 11-5"
    round = dealt("double-takes", [low, ours], True, players=2, first=0, moves="0-0=0")
    assert liked(round) == "15-15"


def test_double_takes_the_last_to_play_wins_with_the_lowest_tile_that_does() -> None:
    theirs = "9-3 1-0 2-0 3-0 4-0 5-0 6-0 7-0 8-0 2-1 4-1 5-1 6-1 7-1 8-1 9-1 4-2"
    ours = "15-3 10-3 3-2 14-4 14-5 13-2 13-6 13-4 13-5 12-2 12-6 12-4 12-5 11-2 11-6 11-4 11-5"
    round = dealt("double-takes", [theirs, ours], True, players=2, first=0, moves="9-3=3")
    assert liked(round) == "10-3"


def test_double_takes_follows_where_a_revoke_costs_points() -> None:
    theirs = "9-3 1-0 2-0 3-0 4-0 5-0 6-0 7-0 8-0 2-1 4-1 5-1 6-1 7-1 8-1 9-1 4-2"
    ours = "15-3 10-3 3-2 14-4 14-5 13-2 13-6 13-4 13-5 12-2 12-6 12-4 12-5 11-2 11-6 11-4 11-5"
    round = dealt(
        "double-takes", [theirs, ours], True, players=2, first=0, revoke="penalty", moves="9-3=3"
    )
    assert liked(round) in ("15-3", "10-3", "3-2")


STRONG = "SA SK SQ S12 S11 S9 S3 HA HK H4 H2 DA D5 D3 CK C5 C2"
FAIR = "SA SK SQ S12 S11 S9 S3 HA H9 H4 H2 D8 D5 D3 CK C5 C2"
POOR = "S10 S8 S6 S4 H12 H10 H8 H6 D12 D10 D8 D6 C10 C8 C6 C4 C3"


def test_bridge_a_strong_hand_opens_its_longest_suit() -> None:
    round = dealt("super-bridge", [STRONG, "", "", ""], first=0, letters="en")
    # With thirty points a level higher.
    assert liked(round) == "2S"
    fair = dealt("super-bridge", [FAIR, "", "", ""], first=0, letters="en")
    assert liked(fair) == "1S"


def test_bridge_a_poor_hand_passes_and_so_tells_that_it_is_poor() -> None:
    round = dealt("super-bridge", [POOR, "", "", ""], first=0, letters="en")
    assert liked(round) == "pass"
    strong = dealt("super-bridge", [STRONG, "", "", ""], first=0, letters="en")
    assert chance(round, "2S") * 10 < chance(strong, "2S")


def test_bridge_game_is_bid_when_both_partners_are_strong() -> None:
    partner = "SJ SM S10 S8 S5 HQ HJ HM H11 DK DQ DJ D11 CA CQ CJ C11"
    round = dealt(
        "super-bridge", [STRONG, "", partner, ""], first=0, letters="en", moves="1S pass"
    )
    bid = liked(round)
    assert int(bid[0]) >= {"C": 6, "D": 6, "H": 5, "S": 5, "N": 4}[bid[1]]


def test_bridge_the_last_hand_wins_with_the_lowest_card_that_does() -> None:
    round = dealt(
        "super-bridge",
        ["", "H5 H3 " + "S2 S3 S4 S5 S6 S7 S8 D2 D3 D4 D6 D7 D8 D9 C2",
         "H7 H6 S9 S10 S11 S12 SM SJ SQ D10 D11 D12 C3 C4 C5 C6 C7", "HJ H1 " +
         "SA SK S1 D1 D5 DJ DQ DK DA C1 C8 C9 C10 C11 C12"],
        first=0, letters="en", moves="1N pass pass pass H5 H7 HJ",
    )
    assert round.turn == 0
    hearts = [round.text(move) for move in round.legal()]
    assert set(hearts) == {"HA", "HK", "HQ", "HM", "H12", "H11", "H10", "H9", "H8", "H4", "H2"}
    assert liked(round) == "HQ"


def test_bridge_a_partners_sure_trick_is_not_overtaken() -> None:
    round = dealt(
        "super-bridge",
        ["HQ H12 S1 S2 S3 S4 S5 S6 S7 D1 D2 D3 D4 D5 D6 D7 D8",
         "HA H2 S8 S9 S10 S11 S12 SM C1 C2 C3 C4 C5 C6 C7 C8 C9", "H3 H4 H5 H6 H7 H8 H9 H10 " +
         "DA DK DQ DJ DM D12 D11 D10 D9", "HK H1 SA SK SQ SJ C10 C11 C12 CM CJ CQ CK CA HJ HM H11"],
        first=0, letters="en", moves="1N pass pass pass HA H3",
    )
    assert liked(round) != "HK"
