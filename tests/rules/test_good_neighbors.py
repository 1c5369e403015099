"""Good Neighbors, clause by clause."""

from __future__ import annotations

from itertools import combinations

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Match, Rng
from sobremesa.core.options import Value
from tests.rules.playing import play, refused
from tests.rules.solitaires import ending, part, solo, texts, tiles

clause = pytest.mark.clause

# The printed layout, its three tiles that the text never names chosen so as to add no pair.
PRINTED = "9-3 8-10 6-1 12-3  3-1 12-6 9-12 0-0  4-11 3-2 5-3 7-7"
PRINTED_PAIRS = [
    {"6-1", "12-6"}, {"12-9", "12-3"}, {"3-2", "3-1"}, {"3-2", "5-3"}, {"12-9", "12-6"},
    {"9-3", "3-1"},
]


def layout(names: str, boneyard: str = "", **options: Value) -> Match:
    parts = {"layout": tiles(names), "boneyard": tiles(boneyard)}
    return solo("good-neighbors", parts, **{"set": 6, **options})


def pairs(match: Match) -> list[set[str]]:
    return [set(text.split("+")) for text in texts(match) if "+" in text]


@clause("NEIGH-01", "NEIGH-04", "NEIGH-R06", "NEIGH-F01", "NEIGH-E09")
@pytest.mark.parametrize(("top", "names", "result"), [
    (6, "1-2 2-3", ("win", 0)), (9, "1-2 2-3 5-5", ("win", 1)), (12, "1-2 2-3 5-5", ("win", 1)),
    (6, "1-2 2-3 5-5 0-0", ("loss", 2)), (15, "1-2 2-3", ("win", 0)),
])
def test_how_many_tiles_may_be_left(top: int, names: str, result: tuple[str, int]) -> None:
    match = layout(names, set=top)
    play(match, "2-1+3-2", "fill")
    assert ending(match) == result
    assert (match.winners == [0]) == (result[0] == "win") and match.over


@clause("NEIGH-02", "NEIGH-03", "NEIGH-04", "NEIGH-R09", "NEIGH-E16")
@pytest.mark.parametrize(("top", "laid", "boneyard"), [
    (12, 12, 79), (9, 9, 46), (6, 6, 22), (15, 16, 120),
])
def test_the_layouts(top: int, laid: int, boneyard: int) -> None:
    match = sobremesa.game("good-neighbors", set=top).start(1)
    assert len(part(match, "layout")) == laid and part(match, "boneyard") == boneyard


@clause("NEIGH-R09")
def test_double_twelve_is_usual_and_odd_sets_are_refused() -> None:
    assert sobremesa.game("good-neighbors").options["set"] == 12
    with pytest.raises(BadOption, match="NEIGH-R09"):
        sobremesa.game("good-neighbors", set=7)


@clause("NEIGH-05", "NEIGH-11", "NEIGH-E01", "NEIGH-E02", "NEIGH-F02")
def test_the_printed_layout_has_the_six_printed_pairs() -> None:
    match = layout(PRINTED, set=12)
    found = pairs(match)
    assert len(found) == 6 and all(pair in found for pair in PRINTED_PAIRS)
    turns = [
        some for size in range(1, 7) for some in combinations(found, size)
        if len(set().union(*some)) == 2 * size
    ]
    assert len(turns) == 24


@clause("NEIGH-06", "NEIGH-R02")
def test_a_turn_may_remove_several_pairs() -> None:
    match = layout(PRINTED, set=12)
    assert "fill" not in texts(match)
    play(match, "3-2+3-1")
    assert "fill" in texts(match) and {"6-1", "12-6"} in pairs(match)
    play(match, "6-1+12-6")
    assert part(match, "layout").count("") == 4


@clause("NEIGH-07", "NEIGH-08", "NEIGH-12", "NEIGH-R01", "NEIGH-E03")
def test_the_printed_filling_in() -> None:
    match = layout(PRINTED, "1-1 2-2 4-4 5-5 6-6", set=12)
    play(match, "3-2+3-1", "6-1+12-6", "fill")
    assert part(match, "layout") == tiles(
        "9-3 8-10 12-3 9-12  0-0 4-11 5-3 7-7  1-1 2-2 4-4 5-5"
    )
    assert part(match, "boneyard") == 1


@clause("NEIGH-09")
def test_then_the_next_turn_begins() -> None:
    match = layout(PRINTED, "1-1 2-2 4-4 5-5 6-6", set=12)
    play(match, "3-2+3-1", "6-1+12-6", "fill")
    assert "fill" not in texts(match) and {"12-9", "12-3"} in pairs(match)
    play(match, "12-9+12-3", "fill")
    assert part(match, "layout")[-1] == "6-6" and part(match, "boneyard") == 0


@clause("NEIGH-10", "NEIGH-E07")
def test_no_good_neighbors_end_the_game() -> None:
    match = layout("1-2 3-3 4-4 5-5 0-0 2-6", "1-1")
    assert match.over and ending(match) == ("loss", 7)


@clause("NEIGH-R03")
def test_tiles_do_not_become_neighbors_within_a_turn() -> None:
    match = layout("1-2 2-3 2-4 5-5 0-0 6-6")
    play(match, "2-1+3-2")
    assert texts(match) == ["fill"]
    refused(match, "2-4+2-1", "2-1 has been removed (NEIGH-R02)")


@clause("NEIGH-R04", "NEIGH-E08")
def test_the_end_of_a_row_is_no_neighbor_of_the_next() -> None:
    match = layout("1-2 3-3 0-4 4-6 5-5 0-0")
    assert texts(match) == ["0-0+4-0"]
    refused(
        match, "0-4+4-6",
        "4-0 and 6-4 do not lie next to each other (NEIGH-05, NEIGH-R04)",
    )


@clause("NEIGH-R05", "NEIGH-E14")
def test_what_is_left_is_drawn_and_the_layout_stays_short() -> None:
    match = layout("1-2 2-3 0-0 4-4 4-5 3-6", "1-1 5-6")
    play(match, "2-1+3-2", "4-4+4-5", "fill")
    assert part(match, "layout") == tiles("0-0 3-6 1-1 5-6") and part(match, "boneyard") == 0


@clause("NEIGH-R07", "NEIGH-E15")
def test_a_turn_that_removes_nothing_is_refused() -> None:
    match = layout("1-2 2-3 0-0 4-4 5-5 6-6", "1-1 5-6")
    refused(match, "fill", "remove a pair first (NEIGH-06)")
    refused(match, "stop", "stop is no move: write it like 3-2+3-1 or fill")


@clause("NEIGH-R08")
def test_a_double_matches_whatever_has_its_number() -> None:
    assert pairs(layout("2-2 2-3 0-0 1-2 5-5 6-6")) == [
        {"2-1", "2-2"}, {"2-1", "3-2"}, {"2-2", "3-2"},
    ]


@clause("NEIGH-R10")
def test_the_rules_know_no_taking_back() -> None:
    match = layout("1-2 2-3 0-0 4-4 4-5 3-6")
    play(match, "2-1+3-2")
    refused(match, "undo", "undo is no move: write it like 3-2+3-1 or fill")


@clause("NEIGH-E04")
def test_a_tile_is_used_once_in_a_turn() -> None:
    match = layout(PRINTED, set=12)
    play(match, "3-2+3-1")
    refused(match, "3-2+5-3", "3-2 has been removed (NEIGH-R02)")


@clause("NEIGH-E06")
def test_diagonal_neighbors() -> None:
    assert texts(layout("1-2 3-3 4-4 5-5 2-6 0-0")) == ["2-1+6-2"]


@clause("NEIGH-E10")
def test_two_strangers_are_a_loss() -> None:
    assert ending(layout("1-2 3-4")) == ("loss", 2)


@clause("NEIGH-E12")
def test_two_columns_apart_are_no_neighbors() -> None:
    assert ending(layout("1-2 5-6 2-3", set=12)) == ("loss", 3)


@clause("NEIGH-E13")
def test_a_short_last_row() -> None:
    match = layout("0-1 3-4 5-5 4-6")
    assert texts(match) == ["4-3+6-4"]
    refused(match, "4-6+5-5", "5-5 and 6-4 have no number in common (NEIGH-05)")
    refused(match, "4-6+4-6", "a pair is two tiles (NEIGH-05)")
    refused(match, "4-6+2-2", "2-2 has been removed (NEIGH-R02)")


@clause("NEIGH-F03")
@pytest.mark.parametrize(("top", "share"), [(6, 0.17), (9, 0.22), (12, 0.09)])
def test_single_pairs_at_random_seldom_win(top: int, share: float) -> None:
    rng = Rng(top)
    game = sobremesa.game("good-neighbors", set=top)
    won = 0
    for _ in range(400):
        round = game.deal(rng, 0, 1, [0])
        while not round.over:
            moves = round.moves()
            if round.text(moves[-1]) == "fill":
                round.play(moves[-1])
            else:
                round.play(moves[int(rng.below(len(moves)))])
        won += round.view(0).data["ending"] == "win"
    assert abs(won / 400 - share) < 4 * (share * (1 - share) / 400) ** 0.5 + 0.01


def test_what_cannot_be_a_layout_is_said() -> None:
    with pytest.raises(BadPosition, match="the layout has at most 6 tiles"):
        layout("0-0 1-1 2-2 3-3 4-4 5-5 6-6")
    with pytest.raises(BadPosition, match=r"the layout is filled while there are tiles"):
        layout("0-0 1-1", "2-2")
