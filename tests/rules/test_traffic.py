"""Traffic, clause by clause."""

from __future__ import annotations

from itertools import pairwise

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Match, Rng, Round
from sobremesa.core.options import Value
from sobremesa.core.playout import finish
from tests.rules.playing import play, refused
from tests.rules.solitaires import ending, part, solo, texts, tiles

clause = pytest.mark.clause

# The numbers 0 to 3 in a row from 0,0 to 3,0.
ROW = ["0-1@0,0E", "2-3@2,0E"]
PRINTED = "3-6 1-2 2-4 5-5"
E14 = ["2-1@0,0N", "3-6@1,0S", "4-2@2,0N", "5-5@3,0N"]

Placed = frozenset[str]


def table(laid: list[str], up: str, boneyard: str = "", **options: Value) -> Match:
    parts = {"table": laid, "up": tiles(up), "boneyard": tiles(boneyard)}
    return solo("traffic", parts, **options)


def turns(match: Match) -> set[Placed]:
    """Every different way to lay the tiles of one turn."""
    found: set[Placed] = set()

    def go_on(round: Round) -> None:
        for move in round.moves():
            after = round.copy()
            after.play(move)
            data = after.view(0).data
            if data["quad"] == "":
                new = set(data["table"]) - set(part(match, "table"))
                found.add(frozenset(new))
            else:
                go_on(after)

    go_on(match.round)
    return found


def quads(match: Match) -> list[str]:
    return [text for text in texts(match) if ".." in text]


def sizes(placings: set[Placed]) -> list[int]:
    return [sum(len(one) == size for one in placings) for size in (1, 2, 3, 4)]


@clause("TRAF-01", "TRAF-R12", "TRAF-E20")
def test_all_tiles_laid_is_a_win_and_one_left_over_a_loss() -> None:
    match = table(["9-8@0,0E"], "7-6", set=9)
    play(match, "6..9@3,0W", "7-6@2,0E")
    assert ending(match) == ("win", 0) and match.winners == [0]
    match = table(["9-8@0,0E"], "7-6 0-0", set=9)
    play(match, "6..9@3,0W", "7-6@2,0E")
    assert ending(match) == ("loss", 1) and match.winners == [] and match.over


@clause("TRAF-02", "TRAF-03", "TRAF-R14", "TRAF-E17", "TRAF-F03")
@pytest.mark.parametrize(("top", "count"), [(6, 4), (9, 7), (12, 10)])
def test_the_quads_of_a_set(top: int, count: int) -> None:
    match = solo(
        "traffic", {"table": [], "up": tiles(" ".join(f"{n}-{n}" for n in range(top + 1)))},
        set=top,
    )
    assert quads(match) == [f"{low}..{low + 3}@0,0E" for low in range(count)]
    refused(
        match, f"{count}..{count + 3}@0,0E",
        "a quad is four consecutive numbers of the set (TRAF-02), not "
        f"{count} to {count + 3}",
    )


@clause("TRAF-E17")
def test_twelve_is_no_neighbor_of_the_blank() -> None:
    match = table(["12-11@0,0E"], "10-0 1-1 2-2", set=12)
    assert match.over and ending(match)[0] == "loss"


@clause("TRAF-04", "TRAF-R15")
@pytest.mark.parametrize(("top", "up"), [(6, 4), (9, 5), (12, 6), (15, 7)])
def test_how_many_tiles_are_turned_up(top: int, up: int) -> None:
    game = sobremesa.game("traffic", set=top)
    assert len(game.start(1).round.opening()["hands"][0]) == up
    with pytest.raises(BadOption, match="TRAF-R15"):
        sobremesa.game("traffic", set=7)


@clause("TRAF-05", "TRAF-E18")
def test_the_face_up_tiles_are_brought_back_to_their_number() -> None:
    match = solo(
        "traffic", {"table": [], "up": tiles(PRINTED), "boneyard": tiles("0-0 3-3 2-2 0-1")}
    )
    play(match, "1..4@0,0E", "1-2@0,0E", "3-6@2,0N", "4-2@3,0S")
    assert part(match, "up") == tiles("5-5 0-0 3-3 2-2") and part(match, "boneyard") == 1


@clause("TRAF-06", "TRAF-07", "TRAF-R02", "TRAF-E01", "TRAF-F01")
def test_the_printed_first_quads() -> None:
    match = table([], PRINTED)
    assert quads(match) == ["1..4@0,0E", "2..5@0,0E"]
    found = turns(match)
    assert sizes(found) == [0, 0, 6, 24]
    cross = [
        one for one in found
        if all(tile[-1] in "NS" or tile == "1-2@0,0E" for tile in one)
    ]
    assert len(cross) == 20


@clause("TRAF-E02", "TRAF-15")
def test_a_tile_may_stick_out_unless_it_makes_five() -> None:
    match = table([], PRINTED)
    play(match, "2..5@0,0E")
    assert "2-1@0,0W" not in texts(match) and "2-1@0,0N" in texts(match)
    play(match, "2-1@0,0N", "3-6@1,0N", "4-2@2,0N")
    assert "5-5@3,0E" in texts(match)
    refused(
        play(table([], PRINTED), "2..5@0,0E"), "2-1@0,0W",
        "2-1 cannot lie so: five numbers would lie in sequence (TRAF-15)",
    )


@clause("TRAF-08", "TRAF-E10", "TRAF-R10")
def test_more_tiles_are_turned_up_until_a_quad_is_possible() -> None:
    parts = {"table": [], "up": tiles("0-0 1-1 5-5 6-6"), "boneyard": tiles("0-6 2-3 4-4 2-2")}
    match = solo("traffic", parts)
    assert part(match, "up") == tiles("0-0 1-1 5-5 6-6 0-6 2-3") and quads(match)
    play(match, "0..3@0,0E", "0-0@0,0N", "1-1@1,0N", "2-3@2,0E")
    assert len(part(match, "up")) == 4, "what was turned up more is kept, and nothing drawn"
    assert part(match, "up") == tiles("5-5 6-6 0-6 4-4")


@clause("TRAF-09", "TRAF-R05")
def test_a_later_quad_has_a_number_of_the_table() -> None:
    match = table(ROW, "4-4 5-5 6-6")
    refused(match, "3..6@9,9N", "a new quad has a number that is on the table (TRAF-09)")
    refused(
        match, "0..3@1,0N",
        "1,0 shows 1, which the quad 0..3@1,0N does not have there (TRAF-02)",
    )
    refused(match, "4-4@3,1E", "choose the quad first, like 2..5@0,0E (TRAF-R05)")
    play(match, "3..6@3,0N")
    refused(match, "5-5@3,2E", "the quad wants 4 at 3,1 first (TRAF-R05)")
    refused(match, "3..6@3,0N", "a quad is begun: lay its tiles (TRAF-R09)")


@clause("TRAF-10", "TRAF-E06", "TRAF-E09")
@pytest.mark.parametrize("up", ["4-5", "3-4"])
def test_without_a_quad_the_game_is_lost(up: str) -> None:
    assert ending(table(ROW, up)) == ("loss", 1)


@clause("TRAF-11")
def test_a_quad_usually_takes_two_or_three() -> None:
    assert sizes(turns(table(E14, "0-3 4-6 1-1 2-3"))) == [0, 29, 72, 0]


@clause("TRAF-12", "TRAF-E03")
def test_one_tile_may_go_on_after_two_numbers() -> None:
    match = table(["9-8@0,0E"], "7-6", set=9)
    assert turns(match) == {frozenset({"7-6@2,0E"})} or turns(match) == {frozenset({"6-7@3,0W"})}
    assert quads(match) == ["6..9@3,0W"]


@clause("TRAF-12", "TRAF-E04")
def test_one_tile_may_come_before_two_numbers() -> None:
    match = table(["5-4@0,0E"], "7-6", set=9)
    assert quads(match) == ["4..7@1,0W"]
    play(match, "4..7@1,0W", "7-6@-2,0E")
    assert ending(match) == ("win", 0)


@clause("TRAF-13", "TRAF-R07")
def test_other_sequences_that_arise_do_not_matter() -> None:
    match = play(table(ROW, "2-2 1-1 0-4"), "0..3@6,0W", "0-4@6,0N", "1-1@5,0N", "2-2@4,0S")
    numbers = cells(part(match, "table"))
    assert [numbers[x, 0] for x in range(7)] == [0, 1, 2, 3, 2, 1, 0]


@clause("TRAF-R08")
def test_new_tiles_may_touch_others_with_other_numbers() -> None:
    match = play(table(ROW, "4-4 5-5 6-6"), "3..6@3,0N")
    assert "4-4@3,1W" in texts(match), "its other half lies above the 2"


@clause("TRAF-R09")
def test_a_turn_ends_with_its_quad() -> None:
    match = play(table(ROW, "4-4 5-5 6-6 0-0", "1-1"), "3..6@3,0N", "4-4@3,1E", "5-5@3,2E")
    assert part(match, "quad") == "3..6@3,0N" and part(match, "new") == 2
    play(match, "6-6@3,3E")
    assert part(match, "quad") == "" and part(match, "up") == tiles("0-0 1-1")


@clause("TRAF-14")
def test_what_lies_is_never_moved() -> None:
    rng = Rng(2)
    for seed in range(6):
        round = sobremesa.game("traffic").start(seed).round
        laid: list[str] = []
        while not round.over:
            round.play(round.moves()[int(rng.below(len(round.moves())))])
            now = round.view(0).data["table"]
            assert now[: len(laid)] == laid
            laid = now


@clause("TRAF-15", "TRAF-R03", "TRAF-R04")
@pytest.mark.parametrize("option", [False, True])
def test_no_line_of_five_ever_arises(option: bool) -> None:
    rng = Rng(7)
    game = sobremesa.game("traffic", five_cells_forbidden=option)
    for _ in range(25):
        round = game.deal(rng, 0, 1, [0])
        finish(round, rng)
        numbers = cells(round.view(0).data["table"])
        for x, y in numbers:
            for dx, dy in ((1, 0), (0, 1)):
                line = [numbers.get((x + k * dx, y + k * dy)) for k in range(5)]
                if None not in line:
                    assert not option
                    steps = {b - a for a, b in pairwise(line)}  # type: ignore[operator]
                    assert steps not in ({1}, {-1})


def cells(laid: list[str]) -> dict[tuple[int, int], int]:
    """The number on every cell."""
    toward = {"E": (1, 0), "N": (0, 1), "W": (-1, 0), "S": (0, -1)}
    found = {}
    for text in laid:
        name, place = text.split("@")
        x, y = (int(part) for part in place[:-1].split(","))
        dx, dy = toward[place[-1]]
        one, other = (int(half) for half in name.split("-"))
        found[x, y] = one
        found[x + dx, y + dy] = other
    return found


@clause("TRAF-R01")
def test_tiles_lie_on_the_grid_and_never_over_each_other() -> None:
    rng = Rng(3)
    for seed in range(10):
        round = sobremesa.game("traffic").start(seed).round
        finish(round, rng)
        laid = round.view(0).data["table"]
        assert len(cells(laid)) == 2 * len(laid)
    with pytest.raises(BadPosition, match=r"1-1@1,0N lies over 0-1@0,0E \(TRAF-R01\)"):
        table([*ROW, "1-1@1,0N"], "4-4")
    refused(table([], PRINTED), "2..5@0,0N",
            "the first quad goes up from 0,0 to the east (TRAF-R01)")


@clause("TRAF-R03")
def test_five_cells_may_be_forbidden_altogether() -> None:
    assert "2..5@0,0E" in quads(table([], PRINTED, five_cells_forbidden=True))
    match = play(table([], PRINTED, five_cells_forbidden=True), "2..5@0,0E", "2-1@0,0N",
                 "3-6@1,0N", "4-2@2,0S")
    assert texts(match) == ["5-5@3,0N", "5-5@3,0S"]


@clause("TRAF-R06", "TRAF-E16")
def test_one_tile_with_one_half_in_the_quad() -> None:
    laid = ["3-3@0,0N", "4-4@1,0S", "5-5@2,0N"]
    assert ending(table(laid, "1-6"))[0] == "loss"
    assert turns(table(laid, "1-6", single_cross=True)) == {
        frozenset({"6-1@3,0N"}), frozenset({"6-1@3,0S"}), frozenset({"6-1@3,0E"}),
    }


@clause("TRAF-R07", "TRAF-E08")
def test_a_new_quad_may_go_on_in_the_same_line() -> None:
    found = turns(table(ROW, "2-2 1-1 0-4"))
    assert len(found) == 72
    lines = {"horizontal": 0, "down or up": 0, "inside": 0}
    for one in found:
        numbers = cells([*ROW, *one])
        if [numbers.get((x, 0)) for x in range(7)] == [0, 1, 2, 3, 2, 1, 0]:
            lines["horizontal"] += 1
        elif any(numbers.get((3, -k)) == 3 - k == 0 or numbers.get((3, k)) == 3 - k == 0
                 for k in (3,)):
            lines["down or up"] += 1
        else:
            lines["inside"] += 1
    assert lines == {"horizontal": 12, "down or up": 24, "inside": 36}


@clause("TRAF-R11")
def test_a_whole_set_without_a_quad_is_a_loss() -> None:
    match = solo("traffic", {"table": [], "up": tiles("0-0 1-1 5-5 6-6")})
    assert ending(match) == ("loss", 4)


@clause("TRAF-R13")
def test_there_is_no_passing() -> None:
    match = table(ROW, "4-4 5-5 6-6")
    refused(match, "pass", "pass is no move: write it like 2..5@0,0E or 4-6@0,4E")


@clause("TRAF-E07")
def test_three_doubles_make_a_quad_up_or_down_only() -> None:
    match = table(ROW, "4-4 5-5 6-6")
    assert quads(match) == ["3..6@3,0N", "3..6@3,0S"]
    assert len(turns(match)) == 24
    refused(match, "3..6@3,0E", "with 2,0 five numbers would lie in sequence (TRAF-15)")


@clause("TRAF-E12")
def test_two_tiles_that_make_no_quad() -> None:
    assert ending(table([], "0-3 1-2"))[0] == "loss"


@clause("TRAF-E13")
def test_a_tile_may_serve_by_either_half() -> None:
    match = table([], "0-4 1-1 2-2 3-3")
    found = turns(match)
    assert len(found) == 72
    assert sum(any(tile.startswith("0-4") for tile in one) for one in found) == 36


@clause("TRAF-E14", "TRAF-F02")
def test_the_plays_of_a_larger_plan() -> None:
    assert len(turns(table(E14, "0-3 4-6 1-1 2-3"))) == 101


@clause("TRAF-E15")
def test_a_column_of_old_and_new_numbers() -> None:
    match = table(E14, "0-3 4-6 1-1 2-3")
    play(match, "1..4@0,1N", "2-3@0,2N")
    assert "4-6@0,4E" in texts(match)
    refused(match, "1-1@0,4E", "the quad wants 4 at 0,4 first (TRAF-R05)")
    play(match, "6-4@1,4W")
    assert part(match, "table")[-1] == "4-6@0,4E"


@clause("TRAF-F04")
def test_random_play_wins_now_and_then() -> None:
    rng = Rng(11)
    game = sobremesa.game("traffic")
    won = 0
    for _ in range(150):
        round = game.deal(rng, 0, 1, [0])
        finish(round, rng)
        won += round.points()[0] == 28
    assert 0 < won < 30


def test_what_cannot_be_a_table_is_said() -> None:
    with pytest.raises(BadPosition, match=r"five numbers in sequence lie in a line \(TRAF-15\)"):
        table([*ROW, "4-4@4,0N"], "5-5")
    with pytest.raises(BadPosition, match="write it like 4-6@0,4E"):
        table(["0-1"], "5-5")
    with pytest.raises(BadPosition, match=r"4 tiles are face up while there are more \(TRAF-05\)"):
        table(ROW, "5-5", "6-6")
