"""Squeeze, clause by clause."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import BadOption, Match, Rng
from sobremesa.core.options import Value
from tests.rules.playing import play, refused
from tests.rules.solitaires import ending, part, solo, texts, tiles

clause = pytest.mark.clause

ASCENDING = " ".join(f"{low}-{high}" for low in range(7) for high in range(low, 7))


def row(names: str, boneyard: str = "", **options: Value) -> Match:
    return solo(
        "squeeze", {"row": tiles(names), "boneyard": tiles(boneyard)}, **{"set": 6, **options}
    )


def dealt(order: list[str]) -> Match:
    game = sobremesa.game("squeeze", set=6)
    return Match(game, deal={"hands": [order[:7]], "boneyard": order[7:]})


def removals(match: Match) -> set[frozenset[str]]:
    """The sets of tiles that the moves take away."""
    found = set()
    for move in match.round.moves():
        after = match.round.copy()
        before = set(part(match, "row"))
        after.play(move)
        found.add(frozenset(before - set(after.view(0).data["row"])))
    return found


def same(*groups: str) -> set[frozenset[str]]:
    return {frozenset(tiles(group)) for group in groups}


@clause("SQZ-01", "SQZ-02", "SQZ-R09", "SQZ-E16")
@pytest.mark.parametrize(("left", "result"), [
    ("6-1 6-2 6-3", "win"), ("4-4 6-1 6-2 6-3", "close win"),
    ("4-4 3-3 6-1 6-2 6-0", "close win"), ("4-4 0-1 2-3 6-6 5-6 2-6", "loss"),
])
def test_nothing_left_is_a_win_and_up_to_two_a_close_one(left: str, result: str) -> None:
    names = tiles(left)
    match = row(left)
    play(match, f"{names[-3]}..{names[-1]}")
    assert part(match, "ending") == result and part(match, "left") == len(names) - 3
    assert (match.winners == [0]) == (result == "win") and match.over


@clause("SQZ-03", "SQZ-R08")
@pytest.mark.parametrize(("top", "boneyard"), [(6, 21), (9, 48), (12, 84)])
def test_seven_tiles_are_laid_out(top: int, boneyard: int) -> None:
    match = sobremesa.game("squeeze", set=top).start(1)
    assert len(part(match, "row")) == 7 and part(match, "boneyard") == boneyard


@clause("SQZ-04", "SQZ-E01", "SQZ-E02", "SQZ-R02")
def test_a_pair_has_one_or_two_tiles_between() -> None:
    match = row("6-1 2-3 6-4")
    assert texts(match) == ["6-1+6-4"]
    play(match, "6-1+6-4")
    assert part(match, "row") == ["3-2"]
    assert texts(row("6-1 2-3 4-5 6-6")) == ["6-1+6-6"]


@clause("SQZ-04", "SQZ-E03")
def test_three_tiles_between_are_too_many() -> None:
    match = row("6-1 2-3 4-5 0-0 6-2")
    assert texts(match) == ["3-2+6-2"]
    refused(match, "6-1+6-2", "3 tiles lie between them; one or two are allowed (SQZ-04)")


@clause("SQZ-R04", "SQZ-E04")
def test_tiles_side_by_side_are_no_pair() -> None:
    match = row("6-1 6-2")
    assert ending(match) == ("close win", 2)
    match = row("6-1 6-2 3-4 6-5")
    refused(match, "6-1+6-2", "tiles side by side are no pair (SQZ-R04)")


@clause("SQZ-05", "SQZ-R03", "SQZ-E06")
def test_pairs_and_runs_of_four_sixes() -> None:
    match = row("6-1 6-2 3-6 6-6")
    assert removals(match) == same(
        "6-1 3-6", "6-1 6-6", "6-2 6-6", "6-1 6-2 3-6", "6-2 3-6 6-6", "6-1 6-2 3-6 6-6"
    )
    assert len(texts(match)) == 6


@clause("SQZ-R01", "SQZ-E07")
def test_a_run_has_one_number_on_all_its_tiles() -> None:
    match = row("0-1 1-2 2-0")
    assert texts(match) == ["1-0+2-0"]
    refused(match, "1-0..2-0", "no number is on all tiles from 1-0 to 2-0 (SQZ-R01)")
    refused(match, "1-0..2-1", "a run has three tiles or more (SQZ-05)")


@clause("SQZ-06", "SQZ-E08")
def test_the_player_chooses_between_a_pair_and_a_run() -> None:
    match = row("0-1 1-2 1-3 3-4")
    assert removals(match) == same("0-1 1-3", "0-1 1-2 1-3")
    paths = [match.round.touches(move) for move in match.round.moves()]
    assert sorted(paths) == [
        ("tile:1-0", "tile:3-1", "pair"), ("tile:1-0", "tile:3-1", "run"),
    ]


@clause("SQZ-E09")
def test_seven_sixes_allow_twenty_four_removals() -> None:
    match = row("6-1 6-2 6-3 6-4 6-5 6-6 0-6")
    moves = texts(match)
    assert len(moves) == 24
    assert sum("+" in move for move in moves) == 9
    play(match, "6-1..6-0")
    assert ending(match) == ("win", 0)


@clause("SQZ-07", "SQZ-R05", "SQZ-E12")
def test_after_a_removal_the_row_is_judged_anew() -> None:
    run, pair = row("5-5 3-1 3-2 3-4 5-6"), row("5-5 3-1 3-2 3-4 5-6")
    assert removals(run) == same("3-1 3-4", "3-1 3-2 3-4")
    play(run, "3-1..4-3")
    assert part(run, "row") == ["5-5", "6-5"] and ending(run) == ("close win", 2)
    play(pair, "3-1+4-3")
    assert part(pair, "row") == ["5-5", "3-2", "6-5"]
    play(pair, "5-5+6-5")
    assert ending(pair) == ("close win", 1)


@clause("SQZ-E13")
def test_a_stranger_in_the_middle_breaks_the_runs() -> None:
    assert removals(row("2-5 2-6 1-1 2-4 2-0")) == same("2-5 2-4", "2-6 2-4", "2-6 2-0")


@clause("SQZ-08", "SQZ-R07", "SQZ-E10")
def test_seven_new_tiles_come_at_the_right_end_when_nothing_can_be_removed() -> None:
    match = row("0-0 1-1 2-2 3-3 4-4 5-5 6-6", "0-1 0-2 0-3 0-4 0-5 0-6 1-2 1-3")
    assert texts(match) == ["deal"] and match.view(0).data["plain"]
    play(match, "deal")
    assert part(match, "row")[7:] == tiles("0-1 0-2 0-3 0-4 0-5 0-6 1-2")
    assert part(match, "boneyard") == 1


@clause("SQZ-R06")
def test_new_tiles_wait_until_all_removals_are_made_unless_agreed() -> None:
    match = row("6-1 2-3 6-4", "0-0 5-5")
    refused(match, "deal", "something can still be removed before you deal (SQZ-R06)")
    early = row("6-1 2-3 6-4", "0-0 5-5", may_stop_early=True)
    assert texts(early) == ["6-1+6-4", "deal"]
    play(early, "deal")
    assert texts(early) == ["6-1+6-4", "stop"]
    play(early, "stop")
    assert ending(early) == ("loss", 5)
    refused(match, "stop", "there are tiles to deal, so the game goes on (SQZ-R10)")
    last = row("6-1 2-3 6-4")
    refused(last, "stop", "something can still be removed (SQZ-R06)")


@clause("SQZ-09", "SQZ-R08", "SQZ-F01")
@pytest.mark.parametrize(("top", "groups"), [
    (6, [7] * 4), (9, [7] * 7 + [6]), (12, [7] * 13),
])
def test_how_many_tiles_each_addition_has(top: int, groups: list[int]) -> None:
    rng = Rng(top)
    round = sobremesa.game("squeeze", set=top).start(2).round
    found = [7]
    while not round.over:
        moves = round.moves()
        move = moves[int(rng.below(len(moves)))]
        before = round.view(0).data["boneyard"]
        round.play(move)
        if round.text(move) == "deal":
            after = round.view(0).data["boneyard"]
            found.append(before - (after if isinstance(after, int) else len(after)))
    assert found == groups


@clause("SQZ-10", "SQZ-F02")
def test_a_pair_never_empties_the_row() -> None:
    rng = Rng(4)
    game = sobremesa.game("squeeze", set=6, may_stop_early=True)
    seen = 0
    for _ in range(300):
        round = game.deal(rng, 0, 1, [0])
        while not round.over:
            moves = round.moves()
            move = moves[int(rng.below(len(moves)))]
            round.play(move)
            if "+" in round.text(move):
                seen += 1
                assert round.view(0).data["row"]
    assert seen > 1000


@clause("SQZ-R10")
def test_an_empty_row_is_no_win_while_there_are_tiles() -> None:
    match = row("6-1 6-2 6-3", "0-0 1-1")
    play(match, "6-1..6-3")
    assert not match.over and texts(match) == ["deal"]
    play(match, "deal")
    assert part(match, "row") == ["0-0", "1-1"]


@clause("SQZ-R11")
def test_double_fifteen_comes_by_sevens_and_then_three() -> None:
    with pytest.raises(BadOption, match=r"12 or 9 or 6 or 15 \(SQZ-R11\)"):
        sobremesa.game("squeeze", set=7)
    game = sobremesa.game("squeeze", set=15, may_stop_early=True)
    round = game.start(1).round
    came = [len(round.view(0).data["row"])]
    while round.view(0).data["boneyard"]:
        before = round.view(0).data["boneyard"]
        round.play(round.read("deal"))
        came.append(before - round.view(0).data["boneyard"])
    assert came == [7] * 19 + [3]


@clause("SQZ-E14")
def test_a_winning_line_for_the_set_in_ascending_order() -> None:
    match = dealt(tiles(ASCENDING))
    play(
        match, "0-0..0-2", "0-3..0-5", "deal", "1-1..1-3", "0-6+1-6", "deal", "2-2..2-4",
        "3-3..3-5", "deal", "3-6+4-6", "2-5+4-5", "1-4+4-4", "1-5+5-5", "2-6..6-6",
    )
    assert ending(match) == ("win", 0)


@clause("SQZ-E15")
def test_a_winning_line_for_the_set_in_descending_order() -> None:
    match = dealt(tiles(ASCENDING)[::-1])
    play(
        match, "6-6+4-6", "5-6..4-5", "deal", "4-4+3-4", "3-6..3-3", "2-6..2-4", "deal",
        "1-6..1-4", "2-3+1-3", "deal", "0-6..0-4", "1-1+0-1", "0-3+0-0", "2-2..0-2",
    )
    assert ending(match) == ("win", 0)


def test_refusals_in_the_words_of_the_game() -> None:
    match = row("6-1 2-3 6-4 5-5")
    refused(match, "0-0+6-4", "0-0 is not in the row")
    refused(match, "6-1+5-5", "6-1 and 5-5 have no number in common (SQZ-04)")
    refused(match, "6-1", "6-1 is no move: write it like 6-1+6-4, 6-1..6-3 or deal")
    assert match.round.read("6-4+6-1") == match.round.read("6-1+6-4")
    assert match.round.read("[4|6] + 16") == match.round.read("6-1+6-4")
