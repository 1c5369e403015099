"""Matador, clause by clause."""

from __future__ import annotations

from itertools import combinations

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Game, Match, Rng, picture
from sobremesa.core.playout import finish
from sobremesa.families.lines.matador import Matador
from sobremesa.picture.lines.route import lay_out
from tests.rules.playing import ends, held, legal, open_numbers, play, refused, shown
from tests.rules.positions import dealt, set_up

clause = pytest.mark.clause

# All four matadors lie in the line, and both ends show a blank once 4-0 is joined to the 3.
ALL_MATADORS = "3-3 4-3@W:4 4-1@W 6-1@W:6 6-2@W 5-2@W:2 2-0@W 0-0@W"
KEYS = ["0-0", "4-3", "5-2", "6-1"]


def matadors(game: Game) -> list[str]:
    assert isinstance(game, Matador)
    return [name for name in game.pieces() if game.fits_everywhere(name)]


def fitting(line: str, arm: str = "W", spec: str = "matador") -> set[str]:
    """The tiles of the set that could be joined to an end, tried one by one."""
    game = sobremesa.game(spec)
    laid = {word.partition("@")[0] for word in line.split()}
    rest = [name for name in game.pieces() if name not in laid]
    match = set_up(game, [" ".join(rest[:-1]), rest[-1]], line=line)
    last = set_up(game, [" ".join(rest[1:]), rest[0]], line=line)
    return {
        move.partition("@")[0] for moves in (legal(match), legal(last)) for move in moves
        if move.partition("@")[2].partition(":")[0] == arm
    }


@clause("MATADOR-01", "MATADOR-R01", "MATADOR-E01")
@pytest.mark.parametrize(("players", "left"), [(2, 14), (3, 7), (4, 0)])
def test_seven_are_dealt_as_in_draw(players: int, left: int) -> None:
    view = sobremesa.game("matador", players=players).start(1).view(-1).data
    assert view["hands"] == [7] * players and view["boneyard"] == left


@clause("MATADOR-01", "MATADOR-R01")
def test_any_tile_is_led_a_matador_too_and_later_hands_as_in_draw() -> None:
    match = dealt("matador(first_player=1)", ["6-6", "6-1 5-3"], first=1)
    assert match.turn == 1 and legal(match) == held(match, 1)
    play(match, "6-1")
    assert ends(match) == {"W": 6, "E": 1}
    for option, leader in (("fixed", 0), ("rotate", 1), ("winner", 2)):
        game = sobremesa.game("matador", players=3, next_lead=option)
        match = set_up(game, ["6-5", "1-1", "6-1"], line="6-6", turn=2, leader=0)
        play(match, "6-1@W:1")
        match.next_round()
        assert match.turn == leader


@clause("MATADOR-R01")
def test_the_highest_double_may_have_to_lead_every_hand() -> None:
    game = sobremesa.game("matador", lead_tile="highest_double", next_lead="winner")
    match = dealt(game, ["4-4 5-3", "6-6 5-5"])
    assert match.turn == 1 and legal(match) == ["6-6"]
    refused(match, "5-5", "6-6 must be led (MATADOR-R01)")
    rng = Rng(1)
    finish(match.round, rng)
    match.next_round()
    assert legal(match) == [shown(match, "lead")]


@clause("MATADOR-R01")
def test_without_a_double_to_lead_all_draw_in_turn_unless_agreed() -> None:
    singles = ["6-5 6-4 6-3 6-2 6-1 6-0 5-4", "5-3 5-2 5-1 5-0 4-3 4-2 4-1"]
    match = dealt("matador(lead_tile=highest_double)", singles, boneyard="4-0 2-2")
    play(match, "+", "+")
    assert match.turn == 1 and legal(match) == ["2-2"]
    heaviest = dealt("matador(lead_tile=highest_double,no_double=heaviest)", singles)
    assert legal(heaviest) == ["6-5"]
    with pytest.raises(BadOption, match=r"no_double matters only where.*MATADOR-R01"):
        sobremesa.game("matador", no_double="redeal")


@clause("MATADOR-02", "MATADOR-07", "MATADOR-08", "MATADOR-E02")
def test_halves_add_up_to_seven_and_equal_numbers_do_not_join() -> None:
    six = set_up("matador", ["1-1 6-2 5-5", "4-4"], line="6-6")
    assert legal(six) == ["1-1@W"]
    refused(
        six, "6-2", "6-2 does not fit: the line asks for 1 or a matador (MATADOR-02)"
    )
    play(six, "1-1")
    assert sorted(ends(six).values()) == [1, 6]
    five = set_up("matador", ["1-1 2-2", "4-4"], line="5-5")
    assert legal(five) == ["2-2@W"]
    assert "6-6" not in fitting("6-3", "W")


@clause("MATADOR-03", "MATADOR-05", "MATADOR-E03")
def test_an_open_four_takes_threes_and_matadors() -> None:
    ordinary = {"3-0", "3-1", "3-2", "3-3", "5-3", "6-3"}
    assert fitting("5-4", "E") == ordinary | set(KEYS)


@clause("MATADOR-03", "MATADOR-R04")
@pytest.mark.parametrize(("number", "asks"), [(6, 1), (5, 2), (4, 3), (3, 4), (2, 5), (1, 6)])
def test_each_number_asks_for_what_makes_seven(number: int, asks: int) -> None:
    fit = fitting(f"{number}-{number}") - set(KEYS)
    assert fit and all(str(asks) in name.split("-") for name in fit)
    assert len(fit) == 7 - 1 - (number == asks)


@clause("MATADOR-04", "MATADOR-05", "MATADOR-E04")
def test_an_open_blank_takes_only_matadors() -> None:
    assert fitting("6-0", "E") == set(KEYS)
    match = set_up("matador", ["6-6 1-1", "4-4"], line="6-0")
    refused(match, "6-6@E", "6-6 does not fit: the line asks for 1 or a matador (MATADOR-02)")
    refused(match, "1-1@E", "E is closed by a blank: only a matador fits there (MATADOR-04)")


@clause("MATADOR-06", "MATADOR-R03", "MATADOR-E06")
@pytest.mark.parametrize(("half", "leaves", "next_tile"), [(5, 2, "5-5"), (2, 5, "2-2")])
def test_a_matador_opens_a_blank_by_either_half(
    half: int, leaves: int, next_tile: str
) -> None:
    match = set_up("matador", ["5-2 6-6", "5-5 2-2"], line="3-0")
    play(match, f"5-2@E:{half}")
    assert ends(match) == {"W": 3, "E": leaves}
    assert legal(match) == [f"{next_tile}@E"]


@clause("MATADOR-06", "MATADOR-E07")
def test_the_double_blank_goes_anywhere_and_leaves_a_blank() -> None:
    match = set_up("matador", ["0-0 6-6", "5-5"], line="5-3")
    assert legal(match) == ["0-0@W", "0-0@E", "+"]
    play(match, "0-0@E")
    assert ends(match) == {"W": 5, "E": 0}


@clause("MATADOR-03", "MATADOR-07", "MATADOR-E08")
def test_ten_tiles_fit_a_led_double_six() -> None:
    assert fitting("6-6") == {"1-0", "1-1", "2-1", "3-1", "4-1", "5-1", *KEYS}


@clause("MATADOR-03", "MATADOR-04", "MATADOR-R04", "MATADOR-E09")
def test_a_led_blank_is_a_closed_end() -> None:
    match = dealt("matador(players=3)", ["3-0", "4-4", "6-3"])
    play(match, "3-0")
    assert ends(match) == {"W": 3, "E": 0}
    play(match, "4-4@W")
    assert ends(match) == {"W": 4, "E": 0}
    play(match, "6-3@W")
    assert ends(match) == {"W": 6, "E": 0}


@clause("MATADOR-R04")
def test_a_blank_half_never_joins() -> None:
    match = set_up("matador", ["6-0 5-5", "4-4"], line="1-1")
    play(match, "6-0")
    assert open_numbers(match) == [0, 1]


@clause("MATADOR-R05", "MATADOR-06")
def test_a_matador_that_fits_by_number_has_two_moves() -> None:
    match = set_up("matador", ["6-1 5-5", "4-4"], line="6-6")
    assert legal(match) == ["6-1@W:6", "6-1@W:1", "+"]
    by_one = set_up("matador", ["6-1 5-5", "4-4"], line="6-6")
    assert open_numbers(play(by_one, "6-1@W:1")) == [6, 6]
    assert open_numbers(play(match, "6-1@W:6")) == [1, 6]


@clause("MATADOR-06")
def test_the_half_of_a_matador_must_be_said() -> None:
    match = set_up("matador", ["6-1 3-1", "4-4"], line="6-3")
    refused(
        match, "6-1@W",
        "6-1 is a matador: say by which half it is joined, like 6-1@W:6 (MATADOR-06)",
    )
    refused(match, "6-1", "6-1 fits at W:6 or E:6 or W:1 or E:1: say which, like 6-1@W:6")
    refused(match, "3-1@W:1", "3-1 is joined by one half only: leave out the 1 (MATADOR-R04)")
    refused(match, "3-1@N", "there is no end N: say W or E")


def holding_back(spec: str, boneyard: str) -> Match:
    """Example 10: open 6 and 0, P0 holds 6-1 and 2-2."""
    return set_up(spec, ["6-1 2-2", "4-4"], line="6-0", boneyard=boneyard, rest=1)


@clause("MATADOR-R05", "MATADOR-R06", "MATADOR-E10")
def test_a_matador_may_be_held_back_while_there_is_something_to_draw() -> None:
    match = holding_back("matador", "3-3 5-1 5-5")
    four_ways = ["6-1@W:6", "6-1@E:6", "6-1@W:1", "6-1@E:1"]
    assert legal(match) == [*four_ways, "+"]
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")
    play(match, "+")
    assert legal(match) == [*four_ways, "+"]
    play(match, "+")
    assert sorted(legal(match)) == sorted(["5-1@W", *four_ways])
    refused(match, "+", "you can play, so you may not draw (DRAW-R03)")


@clause("MATADOR-R06", "MATADOR-E10")
def test_a_table_may_make_matadors_compulsory() -> None:
    match = holding_back("matador(matador_compulsory=True)", "3-3 5-1")
    assert "+" not in legal(match)
    refused(match, "+", "a matador must be played when nothing else fits (MATADOR-R06)")


@clause("MATADOR-R06", "MATADOR-R08", "MATADOR-E11")
def test_with_an_exhausted_boneyard_the_matador_must_be_played() -> None:
    match = holding_back("matador", "")
    assert legal(match) == ["6-1@W:6", "6-1@E:6", "6-1@W:1", "6-1@E:1"]
    refused(match, "+", "the boneyard is exhausted (SETS-R04)")
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")


@clause("MATADOR-R08")
def test_a_reserve_may_be_kept() -> None:
    match = holding_back("matador(boneyard_reserve=2)", "3-3 5-1")
    assert "+" not in legal(match)


@clause("MATADOR-R06")
def test_a_draw_tells_nothing_of_matadors_but_all_of_other_tiles() -> None:
    match = set_up("matador", ["6-1 2-2", "4-4 3-3"], line="6-0", boneyard="5-5 5-3")
    play(match, "+")
    worlds = match.game.worlds(match.view(1))
    seen = {
        name for seed in range(60)
        for name in worlds.sample(Rng(seed)).dump()["hands"][0]
    }
    assert {"6-1", "5-2", "4-3", "0-0"} <= seen
    forced = set_up("matador", ["6-2 2-2", "4-4 3-3"], line="6-0", rest=1)
    play(forced, "/")
    sure = forced.game.worlds(forced.view(1))
    for seed in range(20):
        assert not set(KEYS) & set(sure.sample(Rng(seed)).dump()["hands"][0])


def brute(match: Match, seat: int) -> int:
    """Counts the hands of the other player that fit one draw, over all that can be dealt."""
    view = match.view(seat).data
    other = 1 - seat
    known = set(view["opening"]["hands"][seat]) | {
        play.partition("@")[0] for play in view["opening"]["line"]
    }
    hidden = [name for name in match.game.pieces() if name not in known]
    assert isinstance(match.game, Matador)
    asked = {str(match.game.asked_by(number)) for number in view["ends"].values()}
    count = 0
    for hand in combinations(hidden, view["opening"]["hands"][other]):
        if not any(set(name.split("-")) & asked for name in hand if name not in KEYS):
            # Any of the tiles left may be the one that was drawn.
            count += len(hidden) - len(hand)
    return count


@clause("MATADOR-R06")
def test_what_can_be_known_of_a_draw_is_counted_exactly() -> None:
    match = set_up("matador", ["6-1 2-2", "4-4 3-3"], line="6-0", boneyard="5-5 5-3")
    play(match, "+")
    assert match.game.worlds(match.view(1)).count() == brute(match, 1)


@clause("MATADOR-R07")
def test_drawing_although_an_ordinary_tile_fits_must_be_agreed() -> None:
    hands = ["5-1 2-2", "4-4"]
    refused(
        set_up("matador", hands, line="6-0"), "+", "you can play, so you may not draw (DRAW-R03)"
    )
    assert "+" in legal(set_up("matador(voluntary_draw=True)", hands, line="6-0"))


@clause("MATADOR-R02", "MATADOR-07")
@pytest.mark.parametrize("top", [6, 9, 12, 15])
def test_there_are_two_ends_whatever_the_set(top: int) -> None:
    match = dealt(sobremesa.game("matador", set=top), [f"{top}-{top}", f"{top - 1}-1"])
    play(match, f"{top}-{top}", f"{top - 1}-1")
    assert len(ends(match)) == 2
    with pytest.raises(BadOption, match="no option spinner"):
        sobremesa.game("matador", spinner="always")


@clause("MATADOR-07", "SETS-08", "SETS-E22")
def test_doubles_are_drawn_in_line() -> None:
    match = set_up("matador", ["1-1 2-2", "4-4"], line="6-3")
    play(match, "1-1@W")
    laid = lay_out(match.view(0).data, 0, 0, 800, 400, 40)
    turns = {lying.name: lying.turn for lying in laid.tiles}
    assert turns["1-1"] in (90, 270) and turns["6-3"] in (90, 270)


@clause("MATADOR-R09", "MATADOR-F01", "MATADOR-05")
@pytest.mark.parametrize(("top", "names"), [
    (6, "0-0 4-3 5-2 6-1"),
    (9, "0-0 5-5 6-4 7-3 8-2 9-1"),
    (12, "0-0 7-6 8-5 9-4 10-3 11-2 12-1"),
    (15, "0-0 8-8 9-7 10-6 11-5 12-4 13-3 14-2 15-1"),
])
def test_the_matadors_of_every_set(top: int, names: str) -> None:
    found = matadors(sobremesa.game("matador", set=top))
    assert found == names.split()
    assert len(found) == 1 + (top + 1) // 2


@clause("MATADOR-R09", "MATADOR-E16", "MATADOR-E17")
def test_larger_sets_add_up_to_one_more_than_their_highest_number() -> None:
    nine = "matador(set=9)"
    ordinary = fitting("9-5", "W", nine) - set(matadors(sobremesa.game(nine)))
    assert ordinary and all("1" in name.split("-") for name in ordinary)
    five = fitting("9-5", "E", nine) - set(matadors(sobremesa.game(nine)))
    assert five and all("5" in name.split("-") for name in five)
    assert "5-5" in fitting("9-8", "W", nine) & fitting("9-8", "E", nine)
    assert fitting("9-0", "E", nine) == {"0-0", "5-5", "6-4", "7-3", "8-2", "9-1"}
    assert "7-6" in fitting("12-0", "E", "matador(set=12)")
    twelve = fitting("12-11", "W", "matador(set=12)") - set(
        matadors(sobremesa.game("matador", set=12))
    )
    assert all("1" in name.split("-") for name in twelve)
    assert "8-8" in fitting("15-0", "E", "matador(set=15)")


@clause("MATADOR-R10", "MATADOR-03")
def test_the_pairs_are_those_of_the_english_text() -> None:
    game = sobremesa.game("matador")
    assert isinstance(game, Matador)
    assert [game.asked_by(number) for number in range(7)] == [-1, 6, 5, 4, 3, 2, 1]


@clause("MATADOR-R11", "MATADOR-E15", "MATADOR-01")
def test_domino_scores_all_pips_of_doubles_too() -> None:
    match = set_up("matador(players=3)", ["3-1", "6-6", "1-0"], line="6-5")
    play(match, "3-1@W")
    assert shown(match, "ending") == "domino"
    assert match.scores == [13, 0, 0]


@clause("MATADOR-R12", "MATADOR-E13")
def test_blanks_at_both_ends_and_no_matador_left_is_a_block() -> None:
    match = set_up(
        "matador", ["4-0 5-5", "6-6"], line=ALL_MATADORS, boneyard="5-4 5-3 5-1", rest=1
    )
    assert ends(match) == {"W": 0, "E": 3}
    play(match, "4-0@E")
    assert open_numbers(match) == [0, 0]
    play(match, "+", "+", "+")
    assert legal(match) == ["/"]
    play(match, "/", "/")
    assert shown(match, "ending") == "blocked"


@clause("MATADOR-R12", "SETS-R10")
def test_dead_ends_may_block_at_once_but_not_while_a_matador_is_out() -> None:
    dead = set_up(
        "matador(dead_ends_block=True)", ["4-0 5-5", "6-6"], line=ALL_MATADORS
    )
    play(dead, "4-0@E")
    assert shown(dead, "ending") == "blocked"
    one_out = ALL_MATADORS.removesuffix(" 0-0@W")
    alive = set_up("matador(dead_ends_block=True)", ["4-0 5-5", "6-6"], line=one_out)
    play(alive, "4-0@E")
    assert open_numbers(alive) == [0, 0] and shown(alive, "ending") == ""


@clause("MATADOR-01", "MATADOR-R12", "MATADOR-E14")
def test_a_block_scores_the_differences() -> None:
    match = set_up(
        "matador(players=3,dead_ends_block=True)", ["4-0 3-2", "5-5 5-4", "6-6"],
        line=ALL_MATADORS,
    )
    play(match, "4-0@E")
    assert match.scores == [21, 0, 7]


@clause("MATADOR-R13")
def test_a_hundred_points_win_unless_another_target_is_agreed() -> None:
    assert sobremesa.game("matador").options["target"] == 100
    match = set_up("matador(target=200)", ["3-1", "6-6"], line="6-5", before=[188, 0])
    play(match, "3-1@W")
    assert match.over and match.winners == [0]


@clause("MATADOR-R14", "MATADOR-E20")
def test_going_out_with_a_matador_is_allowed() -> None:
    match = set_up("matador", ["4-3", "6-6"], line="6-0")
    play(match, "4-3@E:4")
    assert shown(match, "ending") == "domino" and match.scores == [12, 0]


@clause("MATADOR-R15", "MATADOR-E19")
def test_the_double_blank_joins_blanks_and_leaves_blanks() -> None:
    match = set_up("matador", ["0-0 6-6", "5-5"], line="3-0 4-0@W")
    assert open_numbers(match) == [0, 0]
    assert legal(match) == ["0-0@W", "0-0@E", "+"]
    refused(
        match, "6-6", "6-6 does not fit: both ends are closed, only a matador fits (MATADOR-04)"
    )
    play(match, "0-0@E")
    assert open_numbers(match) == [0, 0]


@clause("MATADOR-F02")
def test_seven_tiles_carry_a_blank() -> None:
    game = sobremesa.game("matador")
    blanks = [name for name in game.pieces() if "0" in name.split("-")]
    assert len(blanks) == 7 and len(set(blanks) - set(matadors(game))) == 6


@clause("MATADOR-F03", "MATADOR-R12")
@pytest.mark.parametrize(("players", "share"), [(2, 84), (3, 91), (4, 96)])
def test_most_random_hands_are_blocked(players: int, share: int) -> None:
    game = sobremesa.game("matador", players=players)
    rng = Rng(31)
    hands = 700
    blocks = not_blank = 0
    for _ in range(hands):
        round = game.deal(rng, 0, 1, [0] * players)
        finish(round, rng)
        end = round.view(-1).data
        if end["ending"] == "blocked":
            blocks += 1
            not_blank += set(end["ends"].values()) != {0}
    assert abs(100 * blocks / hands - share) < 4
    assert not_blank / blocks < 0.08


def test_a_position_whose_halves_do_not_add_up_is_refused() -> None:
    with pytest.raises(BadPosition, match=r"6-2@W does not add up to 7 with 6 \(MATADOR-02\)"):
        set_up("matador", ["1-1", "4-4"], line="6-6 6-2@W")
    with pytest.raises(BadPosition, match="6-1@W is no place on the line"):
        set_up("matador", ["1-1", "4-4"], line="6-6 6-1@W")


def test_what_each_end_asks_for_is_shown() -> None:
    match = set_up("matador", ["6-1 5-5", "4-4"], line="6-0")
    view = match.view(0)
    drawn = picture.svg(view)
    assert "6 asks for 1" in drawn and "0 asks for a matador" in drawn
    assert "[6|1]✦" in picture.ascii(view)
    assert picture.headline(view) == "Only a matador fits: play it or draw"
    assert picture.spoken("end:E", view) == (
        "end at 6-0, open 0, closed by a blank: only a matador fits"
    )
    assert picture.spoken("end:W", view) == (
        "end at 6-0, open 6, asks for 1 or a matador"
    )
    assert picture.spoken("tile:6-1", view) == "tile six-one, a matador"
    assert picture.label("half:6", view) == "Join by the 6"
    play(match, "6-1@E:6")
    assert picture.log_lines(match.view(0))[-1] == (
        "Seat 1 lays 6-1 on the open 0, joined by the 6."
    )
