"""Super Dominos, clause by clause."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Match, Rng
from sobremesa.core.playout import finish
from sobremesa.families.hubs.super_dominos import SuperRound
from tests.rules.playing import ends, held, legal, play, refused, shown
from tests.rules.positions import dealt, set_up

clause = pytest.mark.clause

FOUR = "super-dominos"
# Start double 8-8; the legs end in 10, 12 and 0.
LEGS = "8-8 10-8@L1 12-8@L2 8-0@L3"


def legs(hands: list[str], **parts: Any) -> Match:
    """A game of four in full run; seat 1 is to move."""
    return set_up(FOUR, hands, **{"line": LEGS, "turn": 1, **parts})


def without_boneyard(match: Match, left: int = 0) -> Match:
    """Takes the boneyard off the table but for so many tiles."""
    round = match.round
    assert isinstance(round, SuperRound)
    round.next = int(round.next) + shown(match, "boneyard") - left
    assert shown(match, "boneyard") == left
    return match


# Start


@clause("SUPER-01", "SUPER-02", "SUPER-R01", "SUPER-R02", "SUPER-E01", "SUPER-F01")
@pytest.mark.parametrize(("players", "left"), [(2, 118), (4, 100), (8, 64), (10, 46), (15, 1)])
def test_nine_tiles_each(players: int, left: int) -> None:
    data = sobremesa.game(FOUR, players=players).start(2).view(-1).data
    assert data["hands"] == [9] * players and data["boneyard"] == left


@clause("SUPER-R01", "SUPER-R02", "SUPER-E01")
def test_other_sets_and_sixteen_players_are_refused() -> None:
    with pytest.raises(BadOption, match="from 2 to 15"):
        sobremesa.game(FOUR, players=16)
    with pytest.raises(BadOption, match=r"set cannot be 6: it is 15 \(SUPER-R01\)"):
        sobremesa.game(FOUR, set=6)


PLAIN = "1-0 2-0 3-0 4-0 5-0 6-0 7-0 8-0 9-0"
PLAIN_2 = "2-1 3-1 4-1 6-1 7-1 8-1 9-1 10-1 11-1"


@clause("SUPER-03", "SUPER-R04", "SUPER-R06", "SUPER-E02")
def test_the_first_who_has_a_double_starts_with_one_of_his_choice() -> None:
    match = dealt(FOUR, [PLAIN, "4-4 11-11 " + PLAIN_2[:27], "5-5", "6-6"])
    refused(match, "1-0", "you have no double: leave the start to the next (SUPER-03)")
    play(match, "/")
    assert legal(match) == ["4-4", "11-11"]
    refused(
        match, "/", "the hand opens with a double of yours: 4-4 or 11-11 (SUPER-R04)"
    )
    play(match, "11-11")
    assert match.turn == 2


@clause("SUPER-04", "SUPER-R05", "SUPER-E03")
def test_without_any_double_all_draw_until_one_comes() -> None:
    match = dealt("super-dominos(players=2)", [PLAIN, PLAIN_2], boneyard="8-2 5-1 6-6")
    play(match, "/", "/", "+", "+", "+")
    assert match.turn == 0 and legal(match) == ["6-6"]
    play(match, "6-6")
    assert shown(match, "hands") == [9 + 1, 10]
    assert match.turn == 1


@clause("SUPER-05", "SUPER-07", "SUPER-R36", "SUPER-E06")
def test_six_legs_leave_from_the_start_double_and_no_seventh() -> None:
    six = " ".join(f"7-{n}@L{leg + 1}" for leg, n in enumerate([0, 1, 2, 4, 5, 6]))
    match = set_up(FOUR, ["8-7 5-3 5-0", "1-1", "2-2", "3-3"], line=f"7-7 {six}")
    assert set(legal(match)) == {"5-0@L1", "5-3@L5", "5-0@L5"}
    refused(
        match, "8-7@L1",
        "8-7 does not fit: the line asks for 0 or 1 or 2 or 4 or 5 or 6 (SETS-09)",
    )
    early = set_up(FOUR, ["7-0 4-0 9-9", "1-1", "2-2", "3-3"], line="7-7 7-4@L1")
    assert set(legal(early)) == {"4-0@L1", "7-0@L2"}, "a leg may be prolonged before six are begun"
    doubled = set_up(FOUR, ["4-0 9-9", "1-1", "2-2", "3-3"], line="7-7 7-4@L1 4-4@L1")
    assert legal(doubled) == ["4-0@L1"], "doubles on legs do not branch"


@clause("SUPER-06", "SUPER-R06", "SUPER-R07", "SUPER-E04")
def test_the_start_double_costs_nobody_a_turn() -> None:
    match = set_up(FOUR, ["8-8 1-0", "8-1 2-0", "2-1", "3-1"])
    play(match, "8-8")
    assert match.turn == 1
    play(match, "8-1")
    assert match.turn == 2


# Doubles and 15


@clause("SUPER-08", "SUPER-16", "SUPER-E07")
def test_a_double_costs_the_next_player_his_turn() -> None:
    match = legs(["1-1", "10-10 4-2", "2-1", "3-1"])
    play(match, "10-10@L1")
    assert ends(match)["L1"] == 10
    assert match.turn == 3


@clause("SUPER-09", "SUPER-R12", "SUPER-R13", "SUPER-R30", "SUPER-E08")
def test_a_fifteen_makes_all_others_draw() -> None:
    match = legs(["1-1", "15-10 4-2", "2-1", "3-1"])
    play(match, "15-10@L1")
    drawers = []
    while shown(match, "asked") == "take":
        drawers.append(match.turn)
        refused(match, "/", "a 15 was left: draw a tile (SUPER-09)")
        assert match.view(match.turn).data["plain"]
        play(match, "+")
    assert drawers == [2, 3, 0]
    assert match.turn == 2
    short = without_boneyard(legs(["1-1", "15-10 4-2", "2-1", "3-1"]), 2)
    play(short, "15-10@L1", "+", "+")
    assert shown(short, "hands") == [1, 1, 2, 2]
    assert short.turn == 2


@clause("SUPER-R08", "SUPER-E09")
def test_only_the_outer_half_counts() -> None:
    match = set_up(
        FOUR, ["1-1", "2-2", "15-4 9-1", "3-1"], line="8-8 10-8@L1 15-10@L1", turn=2
    )
    play(match, "15-4@L1")
    assert match.turn == 3 and shown(match, "asked") == "play"


@clause("SUPER-R09", "SUPER-R10", "SUPER-R30", "SUPER-E10")
def test_double_fifteen_makes_each_draw_one_and_the_next_lose_his_turn() -> None:
    match = set_up(
        FOUR, ["1-1", "15-15 9-1", "2-2", "3-1"], line="8-8 10-8@L1 15-10@L1", turn=1
    )
    play(match, "15-15@L1", "+", "+", "+")
    assert shown(match, "hands") == [2, 1, 2, 2]
    assert match.turn == 3
    on_13 = set_up(
        FOUR, ["1-1", "15-15 9-1", "2-2", "3-1"], line="8-8 13-8@L1", spell="L1", turn=1
    )
    play(on_13, "15-15@L1")
    assert shown(on_13, "asked") == "take" and ends(on_13)["L1"] == 15


# 14


@clause("SUPER-10", "SUPER-R10", "SUPER-R15", "SUPER-E12")
def test_a_fourteen_lets_the_player_go_again() -> None:
    hand = "14-10 14-14 14-6 5-2"
    match = legs(["1-1", hand, "2-1", "3-1"])
    play(match, "14-10@L1")
    assert match.turn == 1
    assert "stop" in legal(match)
    refused(match, "+", "nothing is passed or drawn here: lay a tile or stop (SUPER-10)")
    assert not match.view(1).data["plain"]
    play(match, "14-14@L1", "14-6@L1")
    assert match.turn == 2, "the last tile is no double"
    stopped = play(legs(["1-1", hand, "2-1", "3-1"]), "14-10@L1", "14-14@L1", "stop")
    assert stopped.turn == 3
    at_once = play(legs(["1-1", hand, "2-1", "3-1"]), "14-10@L1", "stop")
    assert at_once.turn == 2
    refused(
        at_once, "stop", "there is nothing to stop: only a 14 lets you go again (SUPER-10)"
    )


# 13


@clause("SUPER-11", "SUPER-12", "SUPER-R17", "SUPER-R18", "SUPER-R20", "SUPER-R23", "SUPER-E13")
def test_a_thirteen_casts_a_spell() -> None:
    match = legs(["1-1", "13-10 4-2", "13-2 8-7 12-9 7-7", "3-1"])
    play(match, "13-10@L1")
    assert shown(match, "spell") == "L1"
    assert match.turn == 2
    assert legal(match) == ["7-7@L1", "13-2@L1"]
    reason = "the 13 at L1 casts a spell: only a 13 or a double on it will do (SUPER-R17)"
    refused(match, "8-7@L4", reason)
    refused(match, "12-9@L2", reason)
    refused(match, "+", "you can play, so you may not draw (SETS-R08)")
    play(match, "13-2@L1")
    assert shown(match, "spell") == "" and ends(match)["L1"] == 2
    assert match.turn == 3


@clause("SUPER-08", "SUPER-12", "SUPER-R21", "SUPER-E14")
def test_any_double_breaks_the_spell() -> None:
    match = legs(["1-1", "13-10 4-2", "5-5 4-1", "3-1"])
    play(match, "13-10@L1", "5-5@L1")
    assert ends(match)["L1"] == 5 and shown(match, "spell") == ""
    assert match.turn == 0, "the double costs seat 3 its turn"


@clause("SUPER-11", "SUPER-R19", "SUPER-R29", "SUPER-E15")
def test_who_cannot_answer_a_spell_draws_two() -> None:
    hands = ["1-1", "13-10 4-2", "12-9 4-1", "13-0 3-1"]
    match = legs(["1-1", "13-10 4-2", "12-9 4-1", "3-1"], boneyard="8-1 13-0")
    play(match, "13-10@L1", "+")
    refused(match, "8-1@L4", "draw the second tile first (SUPER-R29)")
    play(match, "+")
    assert legal(match) == ["13-0@L1"]
    failing = legs(hands, boneyard="8-1 6-2")
    play(failing, "13-10@L1", "+", "+")
    assert legal(failing) == ["/"], "not on other legs either"
    refused(failing, "+", "you have drawn already (SUPER-11)")
    play(failing, "/")
    assert failing.turn == 3 and legal(failing) == ["13-0@L1"]


@clause("SUPER-12", "SUPER-R22", "SUPER-E16")
@pytest.mark.parametrize(("exempt", "move"), [(False, "+"), (True, "/")])
def test_the_caster_is_bound_like_the_others(exempt: bool, move: str) -> None:
    game = sobremesa.game(FOUR, caster_exempt=exempt)
    match = set_up(
        game, ["7-1", "13-10 4-2", "12-9 4-1", "3-1"], line=LEGS, turn=1,
        boneyard="2-1 5-1 6-1 9-1 10-1 11-1",
    )
    play(match, "13-10@L1", *["+", "+", "/"] * 3)
    assert match.turn == 1
    assert legal(match) == [move]
    willing = set_up(
        game, ["7-1", "13-4 4-2", "12-9", "3-1"], line="8-8 13-8@L1", spell="L1", caster=1, turn=1
    )
    assert legal(willing) == ["13-4@L1"]


@clause("SUPER-13", "SUPER-R11", "SUPER-R21")
@pytest.mark.parametrize(("skip", "turn"), [(False, 3), (True, 0)])
def test_double_thirteen_casts_a_fresh_spell(skip: bool, turn: int) -> None:
    game = sobremesa.game(FOUR, skip_on_13_13=skip)
    match = set_up(
        game, ["1-1", "13-10 4-2", "13-13 4-1", "3-1"], line=LEGS, turn=1
    )
    play(match, "13-10@L1", "13-13@L1")
    assert shown(match, "spell") == "L1" and shown(match, "caster") == 2
    assert match.turn == turn


@clause("SUPER-R21", "SUPER-E18", "SUPER-E19", "SUPER-E20", "SUPER-R15", "SUPER-R25")
def test_what_breaks_a_spell_has_its_own_power() -> None:
    hands = ["1-1", "13-10 4-2", "15-13 14-13 13-3 8-6 2-1", "3-1"]
    fifteen = play(legs(hands), "13-10@L1", "15-13@L1")
    drawers = []
    while shown(fifteen, "asked") == "take":
        drawers.append(fifteen.turn)
        play(fifteen, "+")
    assert drawers == [3, 0, 1] and shown(fifteen, "spell") == ""
    fourteen = play(legs(hands), "13-10@L1", "14-13@L1")
    assert fourteen.turn == 2 and "8-6@L4" in legal(fourteen)
    three = play(legs(hands), "13-10@L1", "13-3@L1")
    assert shown(three, "direction") == -1 and three.turn == 1


# 3 and the direction


@clause("SUPER-14", "SUPER-R25", "SUPER-E21")
def test_a_three_turns_the_direction() -> None:
    match = legs(["0-0 8-1", "10-3 4-2", "2-1", "3-1"])
    play(match, "10-3@L1")
    assert match.turn == 0
    play(match, "8-1@L4")
    assert match.turn == 3


@clause("SUPER-R10", "SUPER-E22")
def test_double_three_turns_and_skips_in_the_new_direction() -> None:
    match = set_up(FOUR, ["0-0", "3-3 4-2", "2-1", "4-1"], line="8-8 8-3@L1", turn=1)
    play(match, "3-3@L1")
    assert match.turn == 3


@clause("SUPER-R25", "SUPER-E35")
def test_a_fourteen_and_what_it_leads_to() -> None:
    hands = ["1-1", "14-10 14-3 14-13 15-14 4-2", "2-1", "3-1"]
    three = play(legs(hands), "14-10@L1", "14-3@L1")
    assert three.turn == 0 and shown(three, "direction") == -1
    spell = play(legs(hands), "14-10@L1", "14-13@L1")
    assert spell.turn == 2 and shown(spell, "spell") == "L1"
    fifteen = play(legs(hands), "14-10@L1", "15-14@L1")
    assert shown(fifteen, "asked") == "take"


@clause("SUPER-15", "SUPER-R26")
def test_two_players_have_one_direction_and_a_double_lets_one_play_again() -> None:
    two = "super-dominos(players=2)"
    match = set_up(two, ["10-3 4-2", "2-1 0-0"], line=LEGS)
    play(match, "10-3@L1")
    assert shown(match, "direction") == 1 and match.turn == 1
    play(match, "0-0@L3")
    assert match.turn == 1, "the opponent loses a turn"
    start = play(set_up(two, ["3-3 4-2", "2-1"]), "3-3")
    assert shown(start, "direction") == 1 and start.turn == 1
    spell = set_up(two, ["13-13 4-2", "2-1 0-0"], line="8-8 13-8@L1", spell="L1")
    assert play(spell, "13-13@L1").turn == 1


@clause("SUPER-17", "SUPER-R28", "SUPER-R29", "SUPER-E24")
def test_who_cannot_play_draws_two_and_plays_if_he_can() -> None:
    match = legs(["1-1", "9-1", "2-1", "3-1"], boneyard="4-4 12-1")
    assert legal(match) == ["+"]
    refused(match, "/", "you cannot pass while there is a tile to draw (SUPER-17)")
    play(match, "+", "+")
    assert legal(match) == ["12-1@L2"]
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")
    nothing = play(legs(["1-1", "9-1", "2-1", "3-1"], boneyard="4-4 5-1"), "+", "+")
    assert legal(nothing) == ["/"]
    one = without_boneyard(legs(["1-1", "9-1", "2-1", "3-1"]), 1)
    play(one, "+")
    assert "+" not in legal(one)
    assert legal(without_boneyard(legs(["1-1", "9-1", "2-1", "3-1"]))) == ["/"]


# Start doubles


@clause("SUPER-18", "SUPER-E25")
def test_start_with_double_fifteen() -> None:
    match = set_up(FOUR, ["1-1", "2-2", "15-15 4-1", "3-1"], first=2, turn=2)
    play(match, "15-15")
    drawers = []
    while shown(match, "asked") == "take":
        drawers.append(match.turn)
        play(match, "+")
    assert drawers == [3, 0, 1] and match.turn == 3


@clause("SUPER-19", "SUPER-R16", "SUPER-E26")
@pytest.mark.parametrize(("tile", "turn", "spell", "direction"), [
    ("14-6", 1, "", 1), ("14-3", 3, "", -1), ("14-13", 1, "L1", 1),
])
def test_start_with_double_fourteen(tile: str, turn: int, spell: str, direction: int) -> None:
    match = set_up(FOUR, [f"14-14 {tile} 5-1", "2-2", "4-4", "3-1"])
    play(match, "14-14")
    assert legal(match) == [f"{tile}@L1", "stop"]
    play(match, f"{tile}@L1")
    assert match.turn == turn
    assert shown(match, "spell") == spell and shown(match, "direction") == direction
    none = play(set_up(FOUR, ["14-14 5-1", "2-2", "4-4", "3-1"]), "14-14")
    assert legal(none) == ["stop"]
    assert play(none, "stop").turn == 1


@clause("SUPER-20", "SUPER-R24", "SUPER-E27", "SUPER-R15")
def test_start_with_double_thirteen() -> None:
    hands = ["13-13 9-4 13-0", "13-9 5-1", "6-6 2-1", "3-1"]
    match = play(set_up(FOUR, hands), "13-13")
    assert match.turn == 1, "the starter's turn is over"
    play(match, "13-9", "6-6")
    assert match.turn == 0, "seat 3 loses its turn"
    assert legal(match) == ["13-0@L3"]
    refused(
        match, "9-4@L1",
        "13-13 was set: until all six legs are begun, begin one with a 13 or a double (SUPER-20)",
    )
    five = "13-13 13-9@L1 6-6@L2 13-1@L3 13-2@L4 13-4@L5"
    last = set_up(FOUR, ["13-5 9-4", "9-7 5-3", "1-1", "2-2"], line=five, spell="start")
    play(last, "13-5@L6")
    assert shown(last, "spell") == ""
    assert set(legal(last)) == {"9-7@L1", "5-3@L6"}, "all ends are free"
    bonus = set_up(FOUR, ["14-13 9-4 13-0 4-1", "1-1", "2-2", "3-3"], line="13-13 13-9@L1",
                   spell="start")
    play(bonus, "14-13@L2")
    assert legal(bonus) == ["13-0@L3", "stop"]


@clause("SUPER-R24", "SUPER-E28")
def test_who_cannot_begin_a_leg_of_double_thirteen_draws_two() -> None:
    match = set_up(FOUR, ["13-13 9-4", "4-1 5-1", "6-6", "3-1"], boneyard="2-1 7-5")
    play(match, "13-13", "+", "+", "/")
    assert match.turn == 2 and legal(match) == ["6-6@L1"]


@clause("SUPER-21", "SUPER-R27")
def test_start_with_double_three_goes_the_other_way() -> None:
    match = play(set_up(FOUR, ["3-3 9-4", "4-1", "6-6", "5-1"]), "3-3")
    assert match.turn == 3 and shown(match, "direction") == -1


# Scoring


@clause("SUPER-22", "SUPER-E30", "SUPER-01")
def test_simple_scoring_counts_the_tiles_of_the_others() -> None:
    match = legs(
        ["1-1 2-2 4-4", "2-1 3-2 4-3 5-4 6-5", "12-10", "3-1"], turn=2
    )
    play(match, "12-10@L1")
    assert match.round.points() == [0, 0, 9, 0]
    assert match.over and match.winners == [2]


@clause("SUPER-24", "SUPER-E31", "SUPER-F05")
def test_super_scoring_counts_their_pips() -> None:
    game = sobremesa.game(FOUR, scoring="super")
    match = set_up(game, ["15-14 2-0", "13-13", "12-10", "0-0"], line=LEGS, turn=2)
    play(match, "12-10@L1")
    assert match.round.points() == [0, 0, 57, 0]
    assert sum(sum(map(int, name.split("-"))) for name in game.pieces()) == 2040


@clause("SUPER-R14", "SUPER-E32")
@pytest.mark.parametrize(("effects", "points"), [(True, 12), (False, 9)])
def test_a_last_fifteen_still_makes_the_others_draw(effects: bool, points: int) -> None:
    game = sobremesa.game(FOUR, final_tile_effects=effects)
    hands = ["1-1 2-2 4-4", "2-1 3-2 4-3 5-4 6-5", "15-10", "3-1"]
    match = set_up(game, hands, line=LEGS, turn=2)
    play(match, "15-10@L1", *(["+"] * 3 if effects else []))
    assert match.round.over
    assert match.round.points()[2] == points


@clause("SUPER-R34")
def test_with_zero_sum_the_others_lose_what_the_winner_gains() -> None:
    game = sobremesa.game(FOUR, zero_sum=True, hands=2)
    match = set_up(game, ["1-1 2-2", "2-1", "12-10", "3-1"], line=LEGS, turn=2)
    play(match, "12-10@L1")
    assert match.round.points() == [-2, -1, 4, -1]
    assert match.next_round().view(-1).data["before"] == [-2, -1, 4, -1]


BLOCKED = "8-8 10-8@L1 8-6@L2"


@clause("SUPER-23", "SUPER-R31", "SUPER-R32", "SUPER-R33", "SUPER-E33")
@pytest.mark.parametrize(("third", "points"), [
    ("15-12 3-2", [0, 6, 0]), ("7-2 1-0", [0, 0, 0]), ("9-1", [0, 0, 6]),
])
def test_a_blocked_hand_is_won_by_the_fewest_tiles_then_pips(
    third: str, points: list[int]
) -> None:
    hands = ["1-1 2-2 4-4 5-5", "5-4 1-0" if third != "7-2 1-0" else "4-2 3-1", third]
    match = set_up("super-dominos(players=3)", hands, line=BLOCKED)
    without_boneyard(match)
    if third == "7-2 1-0":
        # Both hold two tiles with ten pips.
        assert [sum(map(int, name.split("-"))) for name in held(match, 1)] == [4, 6]
    play(match, "/", "/", "/")
    assert shown(match, "ending") == "blocked"
    assert match.round.points() == points


@clause("SUPER-R31", "SUPER-E34")
def test_a_spell_that_nobody_can_answer_blocks_the_hand() -> None:
    match = set_up(
        FOUR, ["2-1", "3-1", "4-1", "10-5"], line="8-8 10-8@L1 13-8@L2", spell="L2"
    )
    play(without_boneyard(match), "/", "/", "/")
    assert match.turn == 3, "seat 3 could play on another leg"
    assert legal(match) == ["/"]
    play(match, "/")
    assert shown(match, "ending") == "blocked"


@clause("SUPER-R03")
@pytest.mark.parametrize(("option", "first"), [("left_of_winner", 3), ("rotate", 1)])
def test_who_is_first_in_the_next_hand(option: str, first: int) -> None:
    game = sobremesa.game(FOUR, next_lead=option, hands=3)
    match = set_up(game, ["1-1 2-2", "2-1", "12-10", "3-1"], line=LEGS, turn=2, first=0)
    play(match, "12-10@L1")
    assert match.next_round().view(-1).data["first"] == first
    tied = set_up(game, ["9-1", "7-3", "6-4", "5-2 4-1"], line="8-8 12-8@L1", first=2)
    play(without_boneyard(tied), "/", "/", "/", "/")
    assert shown(tied, "winner") == -1 and tied.round.points() == [0] * 4
    assert tied.next_round().view(-1).data["first"] == 3


@clause("SUPER-R35")
def test_a_match_has_hands_or_a_target() -> None:
    assert sobremesa.game(FOUR).last_round == 1
    assert sobremesa.game(FOUR, hands=5).last_round == 5
    game = sobremesa.game(FOUR, target=10)
    match = set_up(game, ["1-1 2-2", "2-1", "12-10", "3-1"], line=LEGS, turn=2)
    play(match, "12-10@L1")
    assert not match.over
    enough = set_up(game, ["1-1 2-2", "2-1", "12-10", "3-1"], line=LEGS, turn=2,
                    before=[0, 0, 6, 0])
    assert play(enough, "12-10@L1").winners == [2]


# Positions


@pytest.mark.parametrize(("parts", "problem"), [
    ({"spell": "L1"}, "a spell lies on the only open 13"),
    ({"line": "8-8 13-8@L1"}, "a spell lies on the only open 13"),
    ({"line": "13-13 13-9@L1"}, "until 13-13 has six legs"),
    ({"direction": 0}, "direction must be 1 or -1"),
    ({"asked": "take"}, "for a 15 others draw than who left it"),
    ({"skips": "no"}, "skips must be true or false"),
])
def test_what_is_wrong_with_a_position_is_said(parts: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadPosition, match=problem):
        legs(["1-1", "2-1", "6-6", "3-1"], **parts)


# Facts


@clause("SUPER-F02")
def test_how_many_tiles_answer_a_thirteen() -> None:
    tiles = sobremesa.game(FOUR).pieces()
    halves = [tuple(map(int, name.split("-"))) for name in tiles]
    assert sum(13 in pair or pair[0] == pair[1] for pair in halves) == 31
    assert sum(13 in pair for pair in halves) == 16


@clause("SUPER-F03")
def test_how_often_nobody_has_a_double() -> None:
    none = [100 * comb(120, 9 * players) / comb(136, 9 * players) for players in (2, 3, 4)]
    assert [round(none[0], 1), round(none[1], 1), round(none[2], 2)] == [8.9, 2.3, 0.51]


@clause("SUPER-F04", "SUPER-F05")
@pytest.mark.parametrize("start", ["", "13-13", "14-14", "15-15", "3-3"])
def test_random_hands_end(start: str) -> None:
    finish_hands("super-dominos(players=4)", start, 12)


@pytest.mark.slow
@clause("SUPER-F04")
def test_twenty_thousand_random_hands_end_and_keep_every_tile() -> None:
    for players in range(2, 16):
        finish_hands(f"super-dominos(players={players},scoring=super)", "", 1300)
    for start in ("13-13", "14-14", "15-15", "3-3"):
        finish_hands("super-dominos(players=4)", start, 500)


def finish_hands(spec: str, start: str, count: int) -> None:
    """Plays random hands, from a certain start double if one is named."""
    game = sobremesa.game(spec)
    whole = sorted(game.pieces())
    rng = Rng(3)
    for seed in range(count):
        match = game.start(seed)
        if start:
            data = match.round.opening()
            data["hands"], data["boneyard"] = exchanged(data, start)
            match = Match(game, deal=data)
            play(match, start)
        assert finish(match.round, rng) <= game.longest
        assert sorted(match.round.pieces()) == whole
        assert max(match.round.points()) < 2040


def exchanged(data: dict[str, Any], tile: str) -> tuple[list[list[str]], list[str]]:
    """Gives the first player a tile in place of another."""
    hands = [list(hand) for hand in data["hands"]]
    stock = list(data["boneyard"])
    place = data["first"]
    if tile not in hands[place]:
        given = hands[place][0]
        for group in [*hands, stock]:
            if tile in group:
                group[group.index(tile)] = given
        hands[place][0] = tile
    return hands, stock


@clause("SUPER-R07")
def test_the_start_double_costs_the_next_player_a_turn_where_that_is_agreed() -> None:
    hands = ["8-8 1-0", "8-1 2-0", "2-1 8-2", "3-1"]
    match = play(set_up(sobremesa.game(FOUR, start_skips=True), hands), "8-8")
    assert match.turn == 2
    spell = ["13-13 1-0", "13-1 2-0", "2-1 13-2", "3-1"]
    assert play(set_up(sobremesa.game(FOUR, start_skips=True), spell), "13-13").turn == 1
    both = sobremesa.game(FOUR, start_skips=True, skip_on_13_13=True)
    assert play(set_up(both, spell), "13-13").turn == 2


@clause("SUPER-R12", "SUPER-09")
@pytest.mark.parametrize(("players", "takers"), [(2, [1]), (3, [1]), (4, [1, 3]), (5, [1, 3])])
def test_every_second_player_draws_for_a_fifteen_where_that_is_agreed(
    players: int, takers: list[int]
) -> None:
    game = sobremesa.game("super-dominos", players=players, fifteen_takes="every_second")
    hands = ["15-8 1-0", "2-0 7-7", "2-1 6-6", "3-1 5-5", "4-1 9-9"][:players]
    match = set_up(game, hands, line="8-8", boneyard="11-10 11-9 11-7 11-6 11-5", turn=0,
                   direction=1)
    play(match, "15-8@L1")
    drew = []
    while legal(match) == ["+"] and shown(match, "asked") == "take":
        drew.append(match.turn)
        play(match, "+")
    assert drew == takers and match.turn == 1


@clause("SUPER-R18", "SUPER-11")
def test_who_could_play_on_the_thirteen_may_draw_two_where_that_is_agreed() -> None:
    game = sobremesa.game("super-dominos", players=2, draw_by_choice=True)
    hands = ["13-8 1-0", "13-4 6-2"]
    match = set_up(game, hands, line="8-8", boneyard="7-5 9-1 2-1")
    play(match, "13-8@L1")
    assert legal(match) == ["13-4@L1", "+"] and not match.round.is_plain()
    view = match.view(0)
    play(match, "+", "+")
    assert legal(match) == ["13-4@L1"], "then they play, if possible"
    seen = match.game.worlds(match.view(0))
    held = {name for seed in range(60) for name in seen.sample(Rng(seed)).opening()["hands"][1]}
    assert any("13" in name.split("-") for name in held), "a draw by choice shows nothing"
    assert view.data["spell"] == "L1"
    usual = set_up("super-dominos(players=2)", hands, line="8-8", boneyard="7-5 9-1 2-1")
    assert legal(play(usual, "13-8@L1")) == ["13-4@L1"]


@clause("SUPER-R24", "SUPER-20")
def test_after_13_13_each_leg_may_go_on_once_it_is_begun_where_that_is_agreed() -> None:
    game = sobremesa.game(FOUR, legs_of_13="each")
    hands = ["13-13 9-4 13-0", "13-9 5-1", "9-2 2-1", "3-1"]
    match = play(set_up(game, hands), "13-13", "13-9@L1")
    assert "9-2@L1" in legal(match)
    refused(match, "2-1@L2", "2-1 does not fit: the line asks for 9 or 13 (SETS-09)")
    strict = play(set_up(FOUR, hands), "13-13", "13-9@L1")
    assert "9-2@L1" not in legal(strict)


@clause("SUPER-R33")
def test_the_pips_of_the_winner_of_a_block_can_count_too() -> None:
    line = "8-8 13-8@L1"
    made = []
    for own in (False, True):
        game = sobremesa.game("super-dominos", players=2, scoring="super", own_pips=own)
        match = set_up(game, ["2-1", "6-4 5-4"], line=line, spell="L1", caster=1)
        without_boneyard(match)
        play(match, "/", "/")
        assert shown(match, "ending") == "blocked"
        made.append(match.scores)
    assert made == [[19, 0], [22, 0]]
    with pytest.raises(BadOption, match="own_pips matters only where pips are scored"):
        sobremesa.game("super-dominos", own_pips=True)
