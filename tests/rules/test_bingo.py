"""Bingo, clause by clause."""

from __future__ import annotations

from math import gcd

import pytest

import sobremesa
from sobremesa import BadOption, Match, Rng
from sobremesa.material.dominoes import EVERY_TILE, NAMES
from tests.rules.playing import play, refused
from tests.rules.solitaires import ending, part, solo, texts, tiles

clause = pytest.mark.clause

ASCENDING = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]
BY_HIGHER_END = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]


def row(names: str | list[str], **options: int) -> Match:
    listed = names.split() if isinstance(names, str) else names
    return solo("bingo", {"row": tiles(" ".join(listed))}, **options)


def removals(match: Match) -> list[tuple[str, int]]:
    """Which tile left at which touch."""
    return [(tile, touch) for _, kind, tile, touch in part(match, "story") if kind == "removed"]


@clause("DBINGO-01", "DBINGO-R07")
def test_whatever_is_chosen_the_same_happens() -> None:
    found = []
    for word in ("step", "pass", "run"):
        match = sobremesa.game("bingo").start(4)
        while not match.over:
            assert texts(match) == ["step", "pass", "run"]
            match.play(word)
        found.append((removals(match), ending(match), part(match, "touches")))
    assert found[0] == found[1] == found[2]


@clause("DBINGO-02", "DBINGO-03")
def test_all_tiles_lie_face_up_in_one_row_in_the_order_of_the_shuffle() -> None:
    match = sobremesa.game("bingo").start(1)
    assert part(match, "row") == part(match, "opening")["hands"][0]
    assert sorted(part(match, "row")) == sorted(match.game.pieces())
    assert part(match, "boneyard") == 0 and match.game.worlds(match.view(0)).count() == 1


@clause("DBINGO-04", "DBINGO-05", "DBINGO-R02")
def test_each_number_touches_the_next_tile_and_one_with_that_sum_leaves() -> None:
    match = row("5-5 0-1 1-1 6-6")
    play(match, "step")
    assert (part(match, "count"), part(match, "place")) == (1, 1)
    assert part(match, "row") == ["5-5", "1-0", "1-1", "6-6"]
    play(match, "step")
    assert part(match, "row") == ["5-5", "1-1", "6-6"]
    assert part(match, "count") == 2, "the tile that left has used its number"
    play(match, "step")
    assert removals(match) == [("1-0", 2), ("1-1", 3)]


@clause("DBINGO-06", "DBINGO-E03")
def test_after_twelve_comes_zero() -> None:
    match = row("6-6")
    play(match, "run")
    assert removals(match) == [("6-6", 13)]
    match = row("6-6 0-0")
    counts = []
    while not match.over:
        counts.append(part(match, "count"))
        play(match, "step")
    assert counts == [*range(13), 0]


@clause("DBINGO-07", "DBINGO-R01")
def test_at_the_right_end_the_gaps_close_and_the_count_goes_on() -> None:
    match = row("0-0 6-6 5-6")
    play(match, "step")
    assert part(match, "gaps") == [0]
    play(match, "step", "step")
    assert part(match, "gaps") == [] and part(match, "passes") == 1
    assert (part(match, "count"), part(match, "place")) == (3, 0)


@clause("DBINGO-08", "DBINGO-R04")
def test_an_empty_row_wins_and_nothing_else_does() -> None:
    won = row("0-0")
    lost = row("0-1 0-2 0-3 0-4 0-5 0-6 1-6 2-6 3-6 4-6 5-6 6-6 0-0")
    play(won, "run")
    play(lost, "run")
    assert ending(won) == ("win", 0) and won.winners == [0]
    assert ending(lost) == ("loss", 13) and lost.over and lost.winners == []


@clause("DBINGO-R03", "DBINGO-R06")
@pytest.mark.parametrize("top", [6, 9, 12, 15])
def test_a_game_is_lost_where_a_pass_begins_as_an_earlier_one_did(top: int) -> None:
    rng = Rng(top)
    game = sobremesa.game("bingo", set=top)
    numbers = 2 * top + 1
    for _ in range(60):
        round = game.deal(rng, 0, 1, [0])
        seen: set[tuple[int, tuple[str, ...]]] = set()
        while not round.over:
            data = round.view(0).data
            begun = (data["count"], tuple(data["row"]))
            assert begun not in seen
            seen.add(begun)
            round.play(1)
        data = round.view(0).data
        if data["ending"] == "loss":
            assert gcd(data["left"], numbers) > 1
            assert (data["count"], tuple(data["row"])) in seen


@clause("DBINGO-R05")
def test_touches_and_passes_are_counted() -> None:
    match = row("1-1")
    play(match, "step")
    assert (part(match, "touches"), part(match, "passes")) == (1, 1)
    play(match, "run")
    assert (part(match, "touches"), part(match, "passes")) == (3, 3)


@clause("DBINGO-R06")
@pytest.mark.parametrize(("top", "heaviest", "touch"), [
    (9, "9-9", 19), (12, "12-12", 25), (15, "15-15", 31),
])
def test_larger_sets_count_to_twice_their_highest_number(
    top: int, heaviest: str, touch: int
) -> None:
    match = row(heaviest, set=top)
    play(match, "run")
    assert removals(match) == [(heaviest, touch)]
    with pytest.raises(BadOption, match=r"6 or 9 or 12 or 15 \(DBINGO-R06\)"):
        sobremesa.game("bingo", set=7)


@clause("DBINGO-E01", "DBINGO-E02", "DBINGO-E04", "DBINGO-E06", "DBINGO-E07")
@pytest.mark.parametrize(("names", "touches", "passes"), [
    ("0-0", 1, 1), ("1-1", 3, 3), ("6-6 0-0", 14, 7), ("0-0 0-1 1-1 1-2", 4, 1),
    ("0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-6 2-6 3-6 4-6 5-6 6-6", 13, 1),
])
def test_short_rows_that_are_won(names: str, touches: int, passes: int) -> None:
    match = row(names)
    play(match, "run")
    assert ending(match) == ("win", 0)
    assert (part(match, "touches"), part(match, "passes")) == (touches, passes)


@clause("DBINGO-E04")
def test_the_double_six_leaves_before_the_blank() -> None:
    match = row("6-6 0-0")
    play(match, "run")
    assert removals(match) == [("6-6", 13), ("0-0", 14)]


@clause("DBINGO-E08")
def test_thirteen_tiles_each_one_place_too_early_are_lost() -> None:
    match = row("0-1 0-2 0-3 0-4 0-5 0-6 1-6 2-6 3-6 4-6 5-6 6-6 0-0")
    play(match, "run")
    assert ending(match) == ("loss", 13) and part(match, "touches") == 13


@clause("DBINGO-E09")
def test_twelve_tiles_wait_for_the_thirteenth_pass() -> None:
    match = row("0-0 0-2 0-3 0-4 0-5 0-6 1-6 2-6 3-6 4-6 5-6 6-6 0-1")
    play(match, "run")
    left_at = [touch for _, touch in removals(match)]
    assert left_at == [1, 145, *range(146, 157)]
    assert removals(match)[1][0] == "1-0"
    assert ending(match) == ("win", 0)
    assert (part(match, "touches"), part(match, "passes")) == (156, 13)


@clause("DBINGO-E10")
def test_the_set_in_ascending_order_is_won() -> None:
    match = row(ASCENDING)
    play(match, "run")
    assert ending(match) == ("win", 0)
    assert (part(match, "touches"), part(match, "passes")) == (126, 12)


@clause("DBINGO-E12", "DBINGO-E13")
@pytest.mark.parametrize(("names", "touches", "left"), [
    (BY_HIGHER_END, 256, "0-5 1-5 2-5 3-5 4-5 5-5 0-6 1-6 2-6 3-6 4-6 5-6 6-6"),
    (
        [f"{number}-{number}" for number in range(7)]
        + [name for name in ASCENDING if name[0] != name[2]],
        102, "2-2 4-4 5-5 6-6 0-1 0-2 0-3 0-4 0-5 0-6 3-4 3-5 3-6",
    ),
])
def test_orders_that_are_lost_with_thirteen(names: list[str], touches: int, left: str) -> None:
    match = row(names)
    play(match, "run")
    assert ending(match) == ("loss", 13) and part(match, "touches") == touches
    assert part(match, "row") == tiles(left)


@clause("DBINGO-E14")
def test_an_order_that_is_lost_with_twenty_six() -> None:
    match = row(
        "5-5 1-1 1-5 0-2 0-4 6-6 5-6 0-5 3-4 3-6 1-4 2-3 3-3 2-5 2-6 0-3 2-2 4-5 4-4 1-2 0-1 "
        "2-4 3-5 1-3 0-6 0-0 4-6 1-6"
    )
    play(match, "run")
    assert removals(match) == [("4-0", 5), ("6-3", 10)]
    assert ending(match) == ("loss", 26) and part(match, "touches") == 54


@clause("DBINGO-E15", "DBINGO-F02")
def test_fewer_than_thirteen_tiles_are_always_won() -> None:
    rng = Rng(3)
    for length in range(1, 13):
        for _ in range(12):
            deck = EVERY_TILE[:28]
            rng.shuffle(deck)
            match = row([NAMES[tile] for tile in deck][:length])
            play(match, "run")
            assert ending(match) == ("win", 0)


@clause("DBINGO-F01")
@pytest.mark.parametrize("top", [6, 9, 12, 15])
def test_every_sum_of_the_set_is_counted(top: int) -> None:
    sums = {sum(int(half) for half in name.split("-"))
            for name in sobremesa.game("bingo", set=top).pieces()}
    assert sums == set(range(2 * top + 1))


@clause("DBINGO-F02", "DBINGO-F03")
@pytest.mark.parametrize(("top", "deals", "share"), [(6, 3000, 0.64), (9, 600, 0.63),
                                                     (12, 300, 0.35), (15, 100, 0.58)])
def test_how_often_it_is_won(top: int, deals: int, share: float) -> None:
    rng = Rng(100 + top)
    game = sobremesa.game("bingo", set=top)
    won = 0
    for _ in range(deals):
        round = game.deal(rng, 0, 1, [0])
        round.play(2)
        left = game.tiles - round.points()[0]  # type: ignore[attr-defined]
        won += left == 0
        if top == 6:
            assert left in (0, 13, 26)
    spread = 4 * (share * (1 - share) / deals) ** 0.5
    assert abs(won / deals - share) < spread + 0.01


def test_other_words_are_refused() -> None:
    match = row("1-1 2-2")
    refused(match, "stop", "stop is no move: write it like step, pass or run")
