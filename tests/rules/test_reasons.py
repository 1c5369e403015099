"""Reasons that are true: what a refusal says of a position holds in it."""

from __future__ import annotations

from typing import Any

import pytest

import sobremesa
from sobremesa import Match
from tests.rules.playing import legal, play, refused
from tests.rules.positions import set_up
from tests.rules.test_djambi import do, seen
from tests.rules.test_djambi import refused as reason_of
from tests.rules.test_djambi import table as board
from tests.rules.test_high_fives import set_up as pool_of
from tests.rules.test_sebastopol import siege
from tests.rules.test_traffic import ROW, table

clause = pytest.mark.clause
THREE = "mexican-train(players=3)"


@clause("MEXTRAIN-R16")
def test_at_the_end_of_a_series_there_is_nothing_to_pass_or_draw() -> None:
    match = play(set_up(THREE, ["9-4 4-1 3-0", "5-5", "8-8"], line="9-9"), "9-4@T1")
    reason = "your train asks for 4, and you hold one: go on (MEXTRAIN-R16)"
    assert legal(match) == ["4-1@T1"]
    refused(match, "/", reason)
    refused(match, "+", reason)
    play(match, "4-1@T1")
    assert legal(match) == ["stop"]
    reason = "nothing is passed or drawn here, and no tile of yours fits: stop (MEXTRAIN-R16)"
    refused(match, "pass", reason)
    refused(match, "draw", reason)


@clause("SUPER-10")
def test_after_a_fourteen_that_nothing_follows_one_stops() -> None:
    line = "9-9 9-4@L1 9-7@L2"
    match = set_up(
        "super-dominos", ["14-7 3-2", "1-0", "2-1", "3-1"], line=line, turn=0, direction=1
    )
    play(match, "14-7@L2")
    assert legal(match) == ["stop"]
    refused(
        match, "pass", "nothing is passed or drawn here, and no tile of yours fits: stop (SUPER-10)"
    )


@clause("SEBASTOPOL-05")
def test_a_six_does_not_go_on_a_branch_that_has_begun() -> None:
    match = play(siege(), "6-6", "6-5", "/")
    assert "6-2@E" in legal(match)
    refused(
        match, "6-2@W", "W must wait: until 6-6 has four branches 6-2 goes on 6-6, as "
        "6-2@E (SEBASTOPOL-05)",
    )


@clause("H5-05")
def test_a_tile_that_is_not_held_takes_nothing() -> None:
    match = pool_of(["12-4 3-2", "11-11 8-8"], pool="12-1 5-0 9-5")
    refused(match, "12-5", "you do not hold 12-5 (H5-05)")
    refused(
        match, "9-5", "9-5 lies in the pool: name a tile of yours, and what it takes, like "
        "12-5x5-5 (H5-05)",
    )


@clause("SETS-R12")
def test_only_ends_that_are_there_are_offered() -> None:
    match = set_up("block", ["5-3 6-6", "1-1"], line="6-5")
    refused(match, "5-3@Q", "there is no end Q: say W or E")
    four = set_up("block(spinner=always)", ["6-3 5-1", "1-1"], line="6-6 6-5@W")
    refused(four, "6-3@Q", "there is no end Q: say W or E")
    empty = set_up("block", ["5-3 6-6", "1-1"])
    refused(empty, "5-3@Q", "the line is empty: 5-3 can only be led (SETS-07)")
    train = set_up(THREE, ["9-5 9-1", "5-5", "8-8"], line="9-9 9-4@T2")
    refused(train, "9-5@Q", "there is no end Q: say T1 or M1")


@clause("TRAF-R02", "TRAF-15", "TRAF-R05")
def test_a_tile_of_traffic_is_refused_for_its_own_reason() -> None:
    match = play(table(ROW, "4-4 5-5 6-6 5-0 6-2"), "3..6@3,0N")
    refused(match, "4-4@3,1S", "4-4 cannot lie so: 3,0 is taken (TRAF-R02)")
    refused(match, "4-4@3,1N", "4-4 cannot lie along the quad, which wants 5 at 3,2 (TRAF-R02)")
    few = play(table(ROW, "4-4 5-4 6-6"), "3..6@3,0N")
    assert "4-5@3,1N" in legal(few) and "4-5@3,1E" not in legal(few)
    refused(
        few, "4-5@3,1E", "with 5-4 so, the tiles face up cannot complete the quad (TRAF-R05)"
    )
    beside = [*ROW, "6-7@5,1E", "8-8@7,1N"]
    five = play(table(beside, "4-5 5-5 6-6 4-4", set=9), "3..6@3,0N")
    refused(
        five, "4-5@3,1E", "5-4 cannot lie so: five numbers would lie in sequence (TRAF-15)"
    )


@clause("TRAF-15", "TRAF-09")
def test_a_quad_of_traffic_is_refused_for_its_own_reason() -> None:
    match = table(ROW, "4-4 5-5 6-6")
    refused(match, "0..3@0,0E", "that quad is on the table already (TRAF-09)")
    refused(match, "1..4@1,0E", "with 0,0 five numbers would lie in sequence (TRAF-15)")


@clause("DJAMBI-R12", "DJAMBI-23")
def test_while_something_waits_a_piece_is_not_what_is_asked() -> None:
    match = board("sZ:c3 nG:c8 sT:d4 sG:e5")
    do(match, "Zc3~Gc8")
    assert reason_of(match, "Td4-d5") == "say where the piece that was taken goes (DJAMBI-R12)"
    assert "is no square to choose" in reason_of(match, "nowhere")


@clause("DJAMBI-19")
def test_a_step_with_the_sign_of_another_is_refused() -> None:
    match = board("sZ:c3 nZ:c9 sT:d4 nG:d8")
    assert reason_of(match, "Zc3xZc9") == "Zc3xZc9 does not follow: it is Zc3~Zc9"
    assert reason_of(match, "Td4-Gd8") == "Td4-Gd8 does not follow: it is Td4xGd8"
    assert reason_of(match, "Td4xd5") == "Td4xd5 does not follow: it is Td4-d5"
    do(match, "Zc3Zc9")


@clause("DJAMBI-R29")
def test_who_falls_while_a_delay_runs_is_not_waited_for_at_once() -> None:
    match = board("x:a2 x:b1 x:d5 wN:d9 sG:h4 nN:h8 x:h5 x:j1 x:j2", "1r")
    do(match, "Nd9~xd5", "x@b2")
    assert seen(match, "timers") == [{"what": "estate", "camp": "SW", "seats": [1, 2, 3]}]
    do(match, "Nh8~xh5", "x@k2")
    assert not seen(match, "seats")[3]["in"]
    timers = seen(match, "timers")
    assert timers and all(3 not in timer["seats"] for timer in timers)


def poker(**options: Any) -> Match:
    return sobremesa.game("domino-poker", players=2, **options).start(1)


@clause("DPOKER-R11")
@pytest.mark.parametrize("betting", ["limit", "no_limit"])
def test_a_bet_is_no_raise_and_a_raise_no_bet(betting: str) -> None:
    match = poker(betting=betting)
    for word in ("raise", "raise 2"):
        refused(
            match, word, "nobody has bet, so there is nothing to raise: bet (DPOKER-R11)"
        )
    play(match, "bet 2")
    for word in ("bet", "bet 4"):
        refused(
            match, word,
            "there is a bet of 2 already: say raise if you mean to raise (DPOKER-R11)",
        )
    play(match, "raise 4")


@clause("DPOKER-R10")
def test_a_tile_is_thrown_away_once() -> None:
    match = play(poker(draw=True), "check", "check")
    tile = match.view(match.turn).data["hands"][match.turn][0]
    refused(match, f"x{tile},{tile}", f"{tile} is named twice (DPOKER-R10)")
