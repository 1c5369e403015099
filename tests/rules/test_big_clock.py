"""The Big Clock, clause by clause."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Match, Rng, picture
from sobremesa.core.options import Value
from sobremesa.core.playout import finish
from tests.rules.playing import play, refused
from tests.rules.solitaires import ending, part, solo, texts, tiles

clause = pytest.mark.clause

E05 = ["1-2", "3-4", "3-3", "0-5", "6-6", "2-5"]
# Two hours show regular tiles, the other four doubles are home.
LATE = ["2-3", "2-4", "3-3", "4-4", "5-5", "6-6"]


def clock(piles: list[str], /, *, waste: bool = False, **parts: str | Value) -> Match:
    """A clock with these piles, bottom first; other tiles in the boneyard or the waste heap."""
    data = {
        "centre": ["0-0"], "clock": [tiles(pile) for pile in piles],
        "pending": tiles(str(parts.pop("pending", ""))),
        "boneyard": tiles(str(parts.pop("boneyard", ""))),
    }
    options: dict[str, Any] = {"set": len(piles), **parts}
    return solo("big-clock", data, "waste" if waste else "boneyard", **options)


def dealt(piles: str, boneyard: str) -> Match:
    """A deal of the double-six set."""
    game = sobremesa.game("big-clock", set=6)
    first, rest = tiles(piles), tiles(boneyard)
    others = [name for name in game.pieces()[1:] if name not in first + rest]
    return Match(game, deal={"hands": [first], "boneyard": rest + others})


def hours(match: Match, tile: str) -> list[int]:
    """The hours where the tile that is turned up may be put."""
    name = tiles(tile)[0]
    return [int(text.split("@")[1]) for text in texts(match) if text.startswith(f"{name}@")]


def shifts(match: Match) -> list[str]:
    return [text for text in texts(match) if ">" in text]


def pile(match: Match, hour: int) -> list[str]:
    found: list[str] = part(match, "clock")[hour - 1]
    return found


def after_e06() -> Match:
    match = dealt(" ".join(E05), "1-4 5-6")
    return play(match, "6>1")


@clause("CLOCK-01", "CLOCK-R16", "CLOCK-E18")
def test_all_doubles_home_win_whatever_is_left() -> None:
    match = clock(["1-2", "2-2", "3-3", "4-4", "5-5", "6-6"], boneyard="1-1")
    play(match, "+")
    assert ending(match) == ("win", 0) and match.scores == [6] and match.winners == [0]
    assert len(part(match, "boneyard")) > 10


@clause("CLOCK-02", "CLOCK-03", "CLOCK-16", "CLOCK-17", "CLOCK-R02", "CLOCK-E17", "CLOCK-F01",
        "CLOCK-F02")
@pytest.mark.parametrize(("top", "boneyard"), [(12, 78), (9, 45), (6, 21)])
def test_the_layout(top: int, boneyard: int) -> None:
    game = sobremesa.game("big-clock", set=top)
    opening = game.start(3).round.opening()
    assert len(opening["hands"][0]) == top and len(opening["boneyard"]) == boneyard
    assert "0-0" not in opening["hands"][0] + opening["boneyard"]
    assert part(game.start(3), "centre") == ["0-0"]
    assert len(part(game.start(3), "clock")) == top


@clause("CLOCK-03", "CLOCK-R01")
@pytest.mark.parametrize(("top", "order"), [
    (12, [*range(2, 13), 1]), (9, list(range(1, 10))), (6, list(range(1, 7))),
])
def test_from_which_hour_the_deal_goes_round(top: int, order: list[int]) -> None:
    game = sobremesa.game("big-clock", set=top)
    regular = [name for name in game.pieces() if name.split("-")[0] != name.split("-")[1]]
    doubles = [name for name in game.pieces()[1:] if name not in regular]
    match = Match(game, deal={"hands": [regular[:top]], "boneyard": regular[top:] + doubles})
    assert [pile(match, hour) for hour in order] == [[name] for name in regular[:top]]


@clause("CLOCK-04", "CLOCK-05", "CLOCK-07", "CLOCK-E01", "CLOCK-E02")
def test_the_printed_example() -> None:
    showing = ["3-10", "0-4", "6-1", "0-5", "0-7", "0-8", "0-9", "4-7", "4-8", "4-6", "4-9", "4-11"]
    match = clock(showing, boneyard="6-10 10-10")
    play(match, "+")
    assert hours(match, "6-10") == [1, 3, 10] and len(texts(match)) == 3
    play(match, "10-6@10")
    assert pile(match, 10) == ["6-4", "10-6"]
    play(match, "+")
    assert pile(match, 10)[-1] == "10-10" and part(match, "pending") == []


@clause("CLOCK-06", "CLOCK-R05", "CLOCK-E11")
def test_what_can_be_placed_must_be_and_the_rest_is_wasted() -> None:
    match = clock(LATE, boneyard="0-5 0-2")
    play(match, "+")
    assert texts(match) == ["waste"] and match.view(0).data["plain"]
    play(match, "waste", "+")
    assert part(match, "waste") == ["5-0"]
    assert hours(match, "0-2") == [1, 2] and len(texts(match)) == 2
    refused(match, "waste", "2-0 can be placed, so it must be (CLOCK-06)")
    free = clock(LATE, boneyard="0-2 1-1", voluntary_waste=True)
    play(free, "+")
    assert texts(free) == ["waste", "2-0@1", "2-0@2"]
    play(free, "waste", "+")
    refused(free, "waste", "a double is never wasted (CLOCK-R07)")


@clause("CLOCK-08")
def test_nothing_is_put_on_a_double() -> None:
    match = clock(["6-6", "0-1", "0-2", "0-4", "1-2", "1-4"], boneyard="0-6")
    play(match, "+")
    assert hours(match, "0-6") == [2, 3, 4]
    refused(match, "6-0@1", "nothing is put on a double, as 6-6 (CLOCK-08)")
    refused(match, "6-0@6", "6-0 has no number in common with 4-1 (CLOCK-04)")


@clause("CLOCK-09", "CLOCK-10", "CLOCK-E03")
def test_a_double_on_a_wrong_hour_is_in_trouble() -> None:
    regular = ["0-1", "0-2", "0-3", "7-7", "0-4", "0-5", "2-9", "1-3", "1-4", "1-5", "1-6", "1-8"]
    match = clock(regular)
    assert "1>2" in shifts(match) and "7>2" in shifts(match)
    assert not any(text.startswith("4>") for text in shifts(match))


@clause("CLOCK-10", "CLOCK-R09", "CLOCK-E05")
def test_trouble_from_the_deal() -> None:
    match = dealt(" ".join(E05), "1-4 5-6")
    assert texts(match) == ["+", "1>6", "4>6", "6>1", "6>4"]
    assert pile(match, 3) == ["3-3"]


@clause("CLOCK-R03")
def test_a_double_dealt_to_its_own_hour_is_home_at_once() -> None:
    match = dealt(" ".join(E05), "1-4 5-6")
    refused(match, "3>2", "3-3 is home and stays there (CLOCK-R10)")
    assert match.scores == [1]


@clause("CLOCK-11", "CLOCK-13", "CLOCK-14", "CLOCK-E06")
def test_a_shift_empties_an_hour_and_the_double_comes_home() -> None:
    match = after_e06()
    assert part(match, "clock") == [
        ["2-1", "5-2"], ["4-3"], ["3-3"], ["5-0"], ["4-1"], ["6-6"],
    ]
    assert shifts(match) == [] and texts(match) == ["+"]
    assert [kind for _, kind, _, _ in part(match, "story")] == ["shifted", "home", "filled"]


@clause("CLOCK-R13", "CLOCK-E07")
def test_the_new_tile_may_be_the_double_of_the_hour() -> None:
    match = play(dealt(" ".join(E05), "5-5"), "6>1")
    assert pile(match, 5) == ["5-5"] and match.scores == [3]


@clause("CLOCK-E08")
@pytest.mark.parametrize(("tile", "where"), [("5-6", [1, 4]), ("3-6", [2]), ("0-6", [4])])
def test_where_tiles_go_after_the_shift(tile: str, where: list[int]) -> None:
    match = play(dealt(" ".join(E05), f"1-4 {tile}"), "6>1", "+")
    assert hours(match, tile) == where


@clause("CLOCK-R04", "CLOCK-R08", "CLOCK-E09")
def test_a_double_with_a_place_on_a_wrong_hour_is_placed_there_first() -> None:
    match = play(dealt(" ".join(E05), "1-4 4-4"), "6>1", "+")
    assert texts(match) == ["4-4@2", "4-4@5"]
    refused(match, "1>4", "4-4 is turned up and has to be placed first (CLOCK-R08)")
    play(match, "4-4@2")
    assert "+" in texts(match) and "2>5" in shifts(match)


@clause("CLOCK-E10")
def test_a_double_with_one_place_must_go_there() -> None:
    match = play(dealt(" ".join(E05), "1-4 1-1"), "6>1", "+")
    assert texts(match) == ["1-1@5"]


@clause("CLOCK-15", "CLOCK-R10", "CLOCK-E16")
def test_a_double_at_home_is_fixed_and_without_trouble_nothing_is_shifted() -> None:
    refused(dealt(" ".join(E05), ""), "3>2", "3-3 is home and stays there (CLOCK-R10)")
    refused(
        after_e06(), "1>4", "no double is in trouble, so nothing is shifted (CLOCK-10)"
    )


@clause("CLOCK-E04", "CLOCK-13")
def test_a_covered_hour_calls_its_double() -> None:
    showing = [
        "0-1", "0-2", "0-3", "0-4 7-7", "0-5", "0-6", "2-9", "1-8", "2-8", "1-10", "1-11", "1-12",
    ]
    match = clock(showing, boneyard="7-9")
    play(match, "+", "9-7@7")
    assert pile(match, 7) == ["9-2", "9-7", "7-7"] and pile(match, 4) == ["4-0"]
    showing[3] = "7-7"
    match = clock(showing, boneyard="7-9 3-5")
    play(match, "+", "9-7@7")
    assert pile(match, 4) == ["5-3"]


@clause("CLOCK-R12", "CLOCK-E12", "CLOCK-09")
def test_a_waiting_double_is_helped_by_shifts() -> None:
    match = clock(LATE, boneyard="1-1 0-1")
    play(match, "+")
    assert part(match, "pending") == ["1-1"] and texts(match) == ["1>2", "2>1"]
    home = play(clock(LATE, boneyard="1-1 0-1"), "+", "1>2")
    assert pile(home, 1) == ["1-1"] and part(home, "pending") == []
    other = play(clock(LATE, boneyard="1-1 0-1"), "+", "2>1")
    assert pile(other, 2) == ["1-0"] and part(other, "pending") == ["1-1"]
    assert "1-1@2" in texts(other) and "1>2" not in texts(other)
    refused(other, "+", "1-1 is turned up and has to be placed first (CLOCK-04)")


@clause("CLOCK-12", "CLOCK-R07", "CLOCK-R17")
def test_a_double_without_a_place_loses() -> None:
    match = clock(["2-3", "4-5", "3-3", "4-4", "5-5", "6-6"], boneyard="1-1")
    play(match, "+")
    assert ending(match) == ("loss", 2) and match.winners == []


@clause("CLOCK-R14", "CLOCK-E14")
def test_doubles_that_block_each_other_lose() -> None:
    match = clock(
        ["2-2", "1-1", "3-3", "4-4", "5-5", "6-6"], waste=True
    )
    assert match.over and ending(match) == ("loss", 2)


@clause("CLOCK-R14")
def test_with_an_empty_boneyard_an_empty_hour_takes_only_its_own_double() -> None:
    match = clock(["2-2", "2-3", "3-3", "4-4", "5-5", "6-6"], waste=True, pending="1-1")
    assert ending(match) == ("win", 0)
    assert pile(match, 1) == ["1-1"] and pile(match, 2) == ["3-2", "2-2"]
    assert [kind for _, kind, _, _ in part(match, "story")] == ["home", "home"]


@clause("CLOCK-E15")
def test_where_only_doubles_show_everything_regular_is_wasted() -> None:
    match = clock(["1-1", "3-3", "2-2", "4-4", "5-5", "6-6"], boneyard="1-2 2-3")
    play(match, "+")
    assert texts(match) == ["waste"]
    play(match, "waste", "+")
    assert texts(match) == ["waste"]


@clause("CLOCK-R11", "CLOCK-R19", "CLOCK-R03", "CLOCK-E19")
def test_several_hours_empty_at_once() -> None:
    match = dealt("1-5 0-2 1-1 2-2 0-3 3-4", "5-6 3-3 0-4")
    assert part(match, "clock") == [
        ["5-1", "1-1"], ["2-0", "2-2"], ["6-5"], ["3-3"], ["3-0"], ["4-3"],
    ]
    assert texts(match) == ["+", "4>5", "4>6", "5>6", "6>5"]


@clause("CLOCK-R06")
def test_wasted_tiles_never_come_back() -> None:
    rng = Rng(2)
    round = sobremesa.game("big-clock", set=6).start(5).round
    wasted: list[str] = []
    while not round.over:
        round.play(round.moves()[int(rng.below(len(round.moves())))])
        now = round.view(0).data["waste"]
        assert now[: len(wasted)] == wasted
        wasted = now


@clause("CLOCK-R13")
def test_a_waiting_double_may_fill_where_that_is_agreed() -> None:
    match = clock(LATE, boneyard="1-1 0-1", waiting_double_fills=True)
    play(match, "+", "2>1")
    assert texts(match) == ["fill", "1-1@2"]
    filled = play(clock(LATE, boneyard="1-1 0-5", waiting_double_fills=True), "+", "2>1", "fill")
    assert pile(filled, 2) == ["5-0"] and part(filled, "pending") == ["1-1"]
    refused(match, "+", "hour 2 is empty and is filled first (CLOCK-14)")
    play(match, "1-1@2")
    assert pile(match, 2) == ["1-1"] and part(match, "boneyard") > 0


@clause("CLOCK-R15")
def test_the_same_shift_is_not_made_twice_from_the_same_clock() -> None:
    match = clock(["1-2 1-3", "3-4", "0-1", "2-4", "6-6", "0-5"])
    play(match, "1>2", "2>1")
    refused(
        match, "1>2", "that shift was made from the very same clock in this trouble (CLOCK-R15)"
    )
    play(match, "+")
    free = clock(["1-2 1-3", "3-4", "0-1", "2-4", "6-6", "0-5"], boneyard="0-2")
    play(free, "1>2", "2>1", "+", "2-0@3")
    assert "1>2" in texts(free)


@clause("CLOCK-R15")
def test_a_wrong_shift_is_taken_back_and_the_double_saved() -> None:
    """3-3 on one o'clock keeps 1-1 out; only back on five o'clock does it make way."""
    piles = ["2-3", "2-2", "5-5", "1-4 0-1 0-6 2-6", "2-4 0-4 0-3 3-3", "6-6"]
    match = play(clock(piles, pending="1-1"), "5>1")
    assert texts(match) == ["1>5"]
    play(match, "1>5", "1>4")
    assert pile(match, 1) == ["1-1"]
    lost = play(clock(piles, pending="1-1", rules=1), "5>1")
    assert lost.over and ending(lost) == ("loss", 4)


@clause("CLOCK-R15")
def test_under_the_first_rules_no_shift_leads_back_to_a_position() -> None:
    match = clock(["1-2 1-3", "3-4", "0-1", "2-4", "6-6", "0-5"], rules=1)
    play(match, "1>2")
    refused(match, "2>1", "the clock has looked like that before in this trouble (CLOCK-R15)")


@clause("CLOCK-R15", "CLOCK-R12")
@pytest.mark.parametrize("rules", [1, 2])
def test_a_position_without_its_history_offers_the_same_moves(rules: int) -> None:
    several: list[dict[str, Any]] = [
        {"waiting_double_fills": True}, {"set": 9, "shift_before_placing": True},
    ]
    for options in several:
        game = sobremesa.game("big-clock", rules=rules, **options)
        for seed in range(12):
            rng, round = Rng(seed), game.start(seed).round
            while not round.over:
                round.play(round.moves()[int(rng.below(len(round.moves())))])
                data = round.dump()
                del data["history"]
                assert game.load(data).moves() == round.moves()


@pytest.mark.parametrize(("changed", "reason"), [
    ({"shifts": ["3>4"]}, "the shift 3>4 cannot have led to this clock (CLOCK-10)"),
    ({"shifts": ["9>1"]}, "the shift 9>1 cannot have led to this clock (CLOCK-10)"),
    ({"shifts": ["1>2", "2>1", "1>2"]},
     "the shift 1>2 was made twice from the same clock (CLOCK-R15)"),
    ({"shifts": ["x"]}, "shifts must be a list of shifts like 7>2"),
    ({"shifts": 4}, "shifts must be a list of shifts like 7>2"),
    ({"stuck": True},
     "stuck is a double that was turned up and fitted nowhere, and nothing else"),
])
def test_shifts_that_cannot_have_been_are_refused(changed: dict[str, object], reason: str) -> None:
    match = clock(["1-2 1-3", "3-4", "0-1", "2-4", "6-6", "0-5"])
    data = play(match, "1>2").round.dump()
    del data["history"]
    assert match.game.load(data).moves() == match.round.moves()
    with pytest.raises(BadPosition) as refused:
        match.game.load({**data, **changed})
    assert str(refused.value) == reason


@clause("CLOCK-R08")
def test_shifting_before_a_tile_that_is_turned_up_is_placed() -> None:
    piles = ["1-2 1-3", "3-4", "0-1", "2-4", "6-6", "0-5"]
    usual = play(clock(piles, boneyard="0-2"), "+")
    assert shifts(usual) == []
    refused(usual, "1>2", "2-0 is turned up and has to be placed first (CLOCK-R08)")
    early = play(clock(piles, boneyard="0-2", shift_before_placing=True), "+")
    assert "1>2" in shifts(early) and "2-0@3" in texts(early)
    play(early, "1>2", "2-0@3")


@clause("CLOCK-R18", "CLOCK-F01")
def test_double_fifteen_has_fifteen_hours() -> None:
    game = sobremesa.game("big-clock", set=15)
    round = game.start(4).round
    data = round.view(0).data
    assert len(data["clock"]) == 15 and data["boneyard"] == 136 - 1 - 15
    deal = round.opening()["hands"][0]
    untouched = [hour for hour in range(15) if len(data["clock"][hour]) == 1]
    assert all(data["clock"][hour][0] in (deal[hour - 1], f"{hour + 1}-{hour + 1}")
               or data["clock"][hour][0] not in deal for hour in untouched)
    rng = Rng(4)
    while not round.over:
        round.play(round.moves()[int(rng.below(len(round.moves())))])
    assert 0 < round.points()[0] <= 15


def centres(spec: str) -> list[tuple[float, float]]:
    """Where the piles lie in a picture."""
    drawn = picture.svg(sobremesa.game(spec).start(1).view(0))
    found = []
    for place in range(1, 16):
        _, _, shown = drawn.partition(f'id="sm-pile-{place}"')
        spot = re.search(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", shown)
        if spot is not None:
            found.append((float(spot[1]), float(spot[2])))
    return found


@clause("CLOCK-16", "CLOCK-17", "CLOCK-R20")
def test_the_hours_stand_where_a_clock_has_them() -> None:
    full, nine, six = (centres(f"big-clock(set={size})") for size in (12, 9, 6))
    assert (len(full), len(nine), len(six)) == (12, 9, 6)
    assert nine == full[:9], "from one to nine o'clock only"
    (_, first), (_, third), (bottom, last) = six[0], six[2], six[5]
    assert first < third < last and max(x for x, _ in six) == six[2][0] > bottom
    line = centres("big-clock(set=6,straight_line=yes)")
    assert len({y for _, y in line}) == 1 and line == sorted(line)
    with pytest.raises(BadOption, match="only the hours of double-six lie in a straight line"):
        sobremesa.game("big-clock", straight_line=True)
    assert len(centres("big-clock(set=15)")) == 15


@clause("CLOCK-F03")
def test_it_ends_and_can_be_won() -> None:
    rng = Rng(1)
    game = sobremesa.game("big-clock", set=6)
    won = 0
    for _ in range(300):
        round = game.deal(rng, 0, 1, [0])
        finish(round, rng)
        won += round.points()[0] == 6
    assert 0 < won < 100


def test_refusals_in_the_words_of_the_game() -> None:
    match = after_e06()
    refused(match, "5-6@1", "6-5 is not turned up (CLOCK-04)")
    refused(match, "7>1", "there is no hour 7: the clock has 6")
    refused(match, "waste", "no tile is turned up (CLOCK-04)")
    refused(match, "fill", "no hour waits to be filled (CLOCK-14)")
    refused(match, "home", "home is no move: write it like +, 10-6@10, 7>2 or waste")


def test_what_cannot_be_a_clock_is_said() -> None:
    with pytest.raises(BadPosition) as caught:
        clock(["1-1 1-2", "3-4", "0-1", "2-4", "6-6", "0-5"])
    assert "nothing lies on a double, as on 1-1 (CLOCK-08)" in caught.value.problems
    with pytest.raises(BadPosition, match="the clock has 6 piles"):
        solo("big-clock", {"centre": ["0-0"], "clock": [["1-2"]]}, set=6)
