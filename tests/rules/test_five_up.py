"""Five-Up and Sniff, the American games of the fives family, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, Rng, picture
from sobremesa.families.lines.game import LineGame
from sobremesa.families.lines.muggins import most_in_tree, worth_of
from sobremesa.picture.lines import words
from sobremesa.picture.lines.table import counted_ends
from sobremesa.picture.saying import PLAIN
from tests.rules.playing import ends, held, legal, play, refused, shown
from tests.rules.positions import blocked, set_up

clause = pytest.mark.clause

EVERY = "muggins(spinner=every,counting=each_five,auto_claim=True)"
SNIFF = "muggins(spinner=sniff,auto_claim=True)"
FULL = ["6-3 6-2 3-3", "4-3 4-2 2-1"]


def bundle(name: str, **options: str | int | bool) -> LineGame:
    game = sobremesa.game("muggins", bundle=name, **options)
    assert isinstance(game, LineGame)
    return game


def five_up(**options: str | int | bool) -> LineGame:
    return bundle("Texan Five-Up", **options)


def sniff(**options: str | int | bool) -> LineGame:
    return bundle("Sniff", **options)


def story(game: str, line: str) -> list[tuple[int, int]]:
    """What the ends count after each tile of a line, and what it scores; by two who hold it all."""
    first, *rest = line.split()
    own = [play.partition("@")[0] for play in rest]
    match = set_up(
        game, [" ".join(["2-2", *own[0::2]]), " ".join(["3-2", *own[1::2]])], line=first, turn=0
    )
    rules = match.game
    assert isinstance(rules, LineGame)
    count = shown(match, "count")
    found = [(count, worth_of(count, rules.choice("counting")))]
    for number, move in enumerate(rest):
        before = match.scores
        play(match, move)
        seat = number % 2
        found.append((shown(match, "count"), match.scores[seat] - before[seat]))
    return found


@clause("MUGGINS-R26", "MUGGINS-R27", "MUGGINS-E40")
def test_a_double_counts_until_both_long_sides_are_taken() -> None:
    assert story(EVERY, "5-5 5-0@W 5-1@E 5-4@N5") == [(10, 2), (10, 2), (1, 0), (5, 1)]


@clause("MUGGINS-R26", "MUGGINS-E41")
def test_the_short_ends_open_when_both_long_sides_are_taken() -> None:
    match = set_up(EVERY, ["5-1 5-2 3-3", "4-2 1-1"], line="5-5 5-0@W")
    assert ends(match) == {"W": 0, "E": 5}
    refused(match, "5-1@N5", "the line has no end N5 (SETS-R12)")
    refused(match, "5-1@N", "there is no end N: say W or E")
    play(match, "5-1@E")
    assert ends(match) == {"W": 0, "E": 1, "N5": 5, "S5": 5}


@clause("MUGGINS-R26", "SETS-R13", "MUGGINS-E40")
def test_the_two_short_ends_of_a_double_are_alike() -> None:
    match = set_up(EVERY, ["5-2 5-4 3-3", "4-2 6-5"], line="5-5 5-0@W 5-1@E")
    assert legal(match) == ["5-2@N5", "5-4@N5", "+"]
    assert match.round.read("5-2@s5") == match.round.read("52@N5") == match.round.read("5-2")
    play(match, "5-2@N5")
    assert legal(match) == ["4-2@N5", "6-5@S5", "+"]


@clause("MUGGINS-R26", "MUGGINS-E42")
def test_every_double_is_a_spinner() -> None:
    line = "5-5 5-0@W 5-1@E 1-1@E 6-1@E 4-1@N1"
    assert story(EVERY, line)[3:] == [(2, 0), (6, 0), (10, 2)]
    match = set_up(EVERY, FULL, line=line)
    assert ends(match) == {"W": 0, "E": 6, "N1": 4, "S1": 1, "N5": 5, "S5": 5}
    assert shown(match, "count") == 10 and shown(match, "spinner") == -1


@clause("MUGGINS-R26", "MUGGINS-E43")
def test_a_double_on_an_arm_from_a_short_end_is_a_spinner_too() -> None:
    line = "5-5 5-0@W 5-1@E 5-3@N5 3-3@N5"
    match = set_up(EVERY, ["3-2 6-3", "4-2 4-3"], line=line)
    assert "N3" not in ends(match)
    play(match, "3-2@N5")
    assert ends(match) == {"W": 0, "E": 1, "N3": 3, "S3": 3, "N5": 2, "S5": 5}
    play(match, "4-3@N3", "6-3@S3")
    assert ends(match)["N3"] == 4 and ends(match)["S3"] == 6
    assert shown(match, "count") == 0 + 1 + 2 + 4 + 6


@clause("MUGGINS-R26", "MUGGINS-R27", "MUGGINS-E44")
def test_doubles_at_both_ends_count_both_halves() -> None:
    assert story(EVERY, "6-4 4-4@E 6-6@W") == [(10, 2), (14, 0), (20, 4)]


@clause("MUGGINS-R26", "MUGGINS-E42")
def test_a_tree_is_told_and_drawn() -> None:
    match = set_up(
        EVERY, FULL, line="5-5 5-0@W 5-1@E 1-1@E 6-1@E 4-1@N1 5-4@N5"
    )
    view = match.view(0)
    assert counted_ends(view) == (["0", "6", "4", "4"], ["1", "5"])
    assert counted_ends(set_up(EVERY, FULL, line="5-5 5-0@W").view(0)) == (["5-5", "0"], [])
    assert counted_ends(set_up(EVERY, FULL, line="5-5").view(0)) == (["5-5"], [])
    text = picture.ascii(view)
    assert "Line: [0|5] [5|5] [5|1] [1|1] [1|6]" in text
    assert "north of 1-1: [1|4]" in text and "north of 5-5: [5|4]" in text
    assert "south of 5-5 5" in " ".join(text.split())
    assert words.tile_at("N1", view) == "4-1" and words.tile_at("S1", view) == "1-1"
    assert words.spoken_end("S5", view, PLAIN) == "end at 5-5, open 5"
    drawn = picture.svg(view)
    for tile in ("5-5", "1-1", "4-1", "5-4"):
        assert f'id="tile-{tile}"' in drawn
    assert 'id="slot-S5"' in drawn and 'id="slot-N1"' in drawn


@clause("MUGGINS-R27", "MUGGINS-E40", "MUGGINS-E44")
def test_a_point_for_each_five() -> None:
    assert [worth_of(count, "each_five") for count in (0, 4, 5, 10, 12, 15, 20)] == [
        0, 0, 1, 2, 0, 3, 4
    ]
    claims = set_up("muggins(counting=each_five)", ["5-0 1-1", "4-4"], line="5-5")
    play(claims, "5-0")
    assert legal(claims)[:4] == ["=0", "=1", "=2", "=3"]
    play(claims, "2")
    assert claims.scores == [2, 0]


@clause("MUGGINS-R27", "MUGGINS-R34", "MUGGINS-E45")
@pytest.mark.parametrize(("second", "fourth", "points"), [
    ("6-2", "5-0", 3), ("6-1", "5-0", 2), ("1-1", "0-0", 0), ("2-1", "0-0", 1),
])
def test_pips_that_are_left_make_a_point_for_each_five(
    second: str, fourth: str, points: int
) -> None:
    match = set_up(five_up(), ["4-0", second, "6-6", fourth], line="4-3")
    play(match, "4-0")
    assert shown(match, "ending") == "domino" and shown(match, "count") == 3
    assert match.scores == [points, 0, points, 0]


# With 6-4 at the east end all fours are on the table; so are the sides of 4-4.
FOURS = "4-4 4-1@W 1-0@W 4-0@W 4-2@E 3-2@E 4-3@E 5-4@E 6-5@E"


@clause("MUGGINS-R34", "MUGGINS-E46")
@pytest.mark.parametrize(("hands", "points"), [
    (["3-0", "6-3", "6-2", "6-6 2-0"], 5), (["3-0", "6-3", "6-2", "2-0"], 0),
])
def test_a_block_in_five_up_goes_to_the_side_with_fewer_pips(
    hands: list[str], points: int
) -> None:
    match = blocked(five_up(dead_ends_block=True), hands, line=FOURS)
    before = 2 if shown(match, "count") == 10 else 0
    assert match.scores == [points + before, 0, points + before, 0]


@clause("MUGGINS-R34", "MUGGINS-E47")
def test_how_texan_five_up_is_played() -> None:
    match = five_up(first_player=0).start(3)
    assert shown(match, "hands") == [5, 5, 5, 5] and shown(match, "boneyard") == 8
    assert match.turn == 0 and legal(match) == held(match, 0)
    can = set_up(five_up(), ["6-1 2-2", "3-3", "4-4", "5-5"], line="6-6")
    refused(can, "+", "you can play, so you may not draw (DRAW-R03)")
    stuck = set_up(five_up(), ["2-2", "3-3", "4-4", "5-5"], line="6-6")
    assert legal(stuck) == ["+"]
    out = play(set_up(five_up(), ["4-4 6-6", "4-0", "2-1", "3-2"], line="4-3"), "4-4@W", "4-0")
    assert shown(out, "winner") == 1
    out.next_round()
    assert out.turn == 1 and legal(out) == held(out, 1)
    near = set_up(
        five_up(), ["4-1 6-6", "4-0 1-1", "2-1", "3-2"], line="4-4", before=[60, 2, 60, 2]
    )
    play(near, "4-1", "4-0")
    assert near.scores == [60, 2, 60, 2]
    won = set_up(
        five_up(), ["4-2 6-6", "4-0 1-1", "2-1", "3-2"], line="4-4", before=[60, 2, 60, 2]
    )
    play(won, "4-2")
    assert won.winners == [0, 2] and shown(won, "ending") == "target"


@clause("MUGGINS-R33", "MUGGINS-E48", "MUGGINS-E49")
def test_the_ends_of_the_sniff_count_while_they_are_free() -> None:
    assert story(SNIFF, "4-4 6-4@W 4-1@E 4-3@N 4-0@S") == [
        (8, 0), (14, 0), (15, 15), (14, 0), (10, 10)
    ]


@clause("MUGGINS-R33", "MUGGINS-E50")
def test_the_sniff_need_not_be_led() -> None:
    assert story(SNIFF, "6-4 4-4@E 4-2@E 4-1@N") == [(10, 10), (14, 0), (16, 0), (13, 0)]


@clause("MUGGINS-R33", "MUGGINS-E51")
def test_only_the_first_double_is_the_sniff() -> None:
    line = "4-4 6-4@W 4-1@E 6-6@W 6-5@W"
    assert story(SNIFF, line)[3:] == [(21, 0), (14, 0)]
    match = set_up(SNIFF, ["6-1 6-3", "4-2 2-1"], line=line)
    assert ends(match) == {"W": 5, "E": 1, "N": 4, "S": 4} and legal(match) == ["6-1@E", "+"]


@clause("MUGGINS-R33", "MUGGINS-E48")
@pytest.mark.parametrize(("line", "counted"), [
    ("4-4", ["4-4"]), ("4-4 6-4@W", ["6", "4-4"]), ("4-4 6-4@W 4-1@E", ["6", "1", "4", "4"]),
    ("4-4 6-4@W 4-1@E 4-3@N", ["6", "1", "3", "4"]),
    ("4-4 6-4@W 4-1@E 4-3@N 4-0@S", ["6", "1", "3", "0"]),
    ("6-4 4-4@E 4-2@E", ["6", "2", "4", "4"]),
])
def test_a_picture_tells_which_ends_count_in_sniff(line: str, counted: list[str]) -> None:
    match = set_up(SNIFF, ["6-3 5-5", "5-2 2-1"], line=line)
    assert counted_ends(match.view(0)) == (counted, [])
    total = sum(int(half) for end in counted for half in end.split("-"))
    assert shown(match, "count") == total


@clause("MUGGINS-R35", "MUGGINS-E52")
@pytest.mark.parametrize(("second", "fourth", "points"), [("6-2", "5-0", 15), ("6-1", "5-0", 10)])
def test_pips_are_rounded_to_fives_in_sniff(second: str, fourth: str, points: int) -> None:
    match = set_up(sniff(), ["4-0", second, "6-6", fourth], line="4-3")
    play(match, "4-0")
    assert match.scores == [points, 0, points, 0]
    stuck = blocked(sniff(dead_ends_block=True), ["3-0", "6-3", "6-2", "6-6 2-0"], line=FOURS)
    assert shown(stuck, "count") % 5 and stuck.scores == [25, 0, 25, 0]


@clause("MUGGINS-R35", "MUGGINS-E53")
def test_how_sniff_is_played() -> None:
    match = sniff(first_player=0).start(3)
    assert shown(match, "hands") == [5, 5, 5, 5] and shown(match, "boneyard") == 8
    assert match.turn == 0 and legal(match) == held(match, 0)
    assert sniff().winners([199, 90, 199, 90]) == []
    assert sniff().winners([200, 90, 200, 90]) == [0, 2]
    stuck = set_up(sniff(), ["2-2", "3-3", "4-4", "5-5"], line="6-6")
    assert legal(stuck) == ["+"]


@clause("MUGGINS-R27", "MUGGINS-E54")
def test_rounding_has_no_use_where_each_five_scores() -> None:
    with pytest.raises(BadOption, match="round_to_five has no use"):
        sobremesa.game("muggins", counting="each_five", round_to_five=True)


def counts(options: dict[str, Any], seed: int) -> list[int]:
    """What the ends count in a hand at random."""
    match = sobremesa.game("muggins", auto_claim=True, **options).start(seed)
    rng = Rng(seed)
    found = []
    while not match.round.over:
        moves = match.round.moves()
        match.play(moves[rng.below(len(moves))])
        found.append(shown(match, "count"))
    return found


@clause("MUGGINS-F07")
@pytest.mark.parametrize(("top", "most"), [(6, 81), (9, 180), (12, 315), (15, 486)])
def test_no_count_of_a_tree_is_higher(top: int, most: int) -> None:
    assert most_in_tree(top) == most
    for seed in range(5):
        assert max(counts({"spinner": "every", "set": top, "target": 9999}, seed)) <= most
    match = set_up(f"muggins(spinner=every,set={top})", ["6-5 1-1", "2-2"], line="6-6")
    play(match, "6-5")
    assert legal(match)[-1] == f"={most // 5 * 5}"


@clause("MUGGINS-F02")
def test_sniff_has_no_higher_count() -> None:
    assert all(max(counts({"spinner": "sniff"}, seed)) <= 36 for seed in range(30))
