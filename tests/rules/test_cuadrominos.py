"""Cuadróminos, clause by clause."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Game, IllegalMove, Match, Rng, picture, record
from sobremesa.core.playout import finish
from sobremesa.families.plane.cuadrominos import Cuadrominos
from sobremesa.families.plane.plane import EMPTY, Plane
from sobremesa.families.plane.round import CuadrominosRound
from sobremesa.material.quadrominoes import (
    CORNERS,
    FORM,
    NO_FORM,
    NUMBERS,
    RANK,
    VALUES,
    WAYS,
    form_name,
    parse_form,
    parse_piece,
    pattern,
    piece_name,
    pieces_in,
)
from sobremesa.picture.plane import words
from sobremesa.picture.seats import against_the_clock, wide
from tests.laws import array
from tests.rules.playing import held, legal, play, refused, shown

clause = pytest.mark.clause

TWO = "cuadrominos(players=2)"
THREE = "cuadrominos(players=3)"
FORCED = "cuadrominos(players=2,draw_rule=forced_placement)"
CLOCK = "cuadrominos(players=2,turn_seconds=30)"

ONE = "01/42@0,0"
CORNER = "01/42@0,0 11/22@0,1 42/32@1,0"
NOTCH = "23/13@0,0 34/34@0,1 40/41@0,2 13/04@1,0 41/43@1,2"
RING = "11/04@0,0 12/44@0,1 23/44@0,2 44/30@1,2 30/32@2,2 43/43@2,1"
ALL_BUT_ONE = RING + " 04/04@1,0 04/44@2,0"


def position(
    game: Game, hands: list[str], plane: str = "", *, pool: str | None = None, **parts: Any
) -> dict[str, Any]:
    """Sets up a table; pieces that are not mentioned follow in the pool or, where the pool is
    given, go to the hand of the last seat."""
    held_names = [[piece_name(parse_piece(name)) for name in hand.split()] for hand in hands]
    laid = [piece_name(parse_form(text.partition("@")[0]) // 4) for text in plane.split()]
    stock = [piece_name(parse_piece(name)) for name in (pool or "").split()]
    known = {*laid, *stock, *(name for hand in held_names for name in hand)}
    rest = [name for name in game.pieces() if name not in known]
    if pool is None:
        stock += rest
    else:
        held_names[-1] += rest
    return {"hands": held_names, "boneyard": stock, "plane": plane.split(), "turn": 0, **parts}


def table(
    game: str, hands: list[str], plane: str = ONE, *, pool: str | None = None, **parts: Any
) -> Match:
    rules = sobremesa.game(game)
    return Match(rules, deal=position(rules, hands, plane, pool=pool, **parts))


def dealt(game: str, hands: list[str], **parts: Any) -> Match:
    """A match that begins with a deal; hands are filled up with low pieces, the rest follows."""
    rules = sobremesa.game(game)
    assert isinstance(rules, Cuadrominos)
    given = [[piece_name(parse_piece(name)) for name in hand.split()] for hand in hands]
    given += [[] for _ in range(len(given), int(rules.players))]
    known = {name for hand in given for name in hand}
    rest = sorted(
        (name for name in rules.pieces() if name not in known),
        key=lambda name: int(RANK[parse_piece(name)]),
    )
    for hand in given:
        while len(hand) < rules.hand_size:
            hand.append(rest.pop(0))
    return Match(rules, deal={"hands": given, "boneyard": rest, **parts})


def on(match: Match, cell: str) -> set[str]:
    """Lists what the mover can lay on a cell."""
    return {text.partition("@")[0] for text in legal(match) if text.endswith("@" + cell)}


def everything(game: str, plane: str) -> Match:
    """A table at which the mover holds everything that does not lie, but for two pieces."""
    rules = sobremesa.game(game)
    laid = {piece_name(parse_form(text.partition("@")[0]) // 4) for text in plane.split()}
    rest = [name for name in rules.pieces() if name not in laid]
    away = [name for name in rest if set(name) <= {"0", "3", "-"}][:2]
    mine = " ".join(name for name in rest if name not in away)
    return table(game, [mine, away[0]], plane, pool=away[1])


def counts(match: Match) -> list[int]:
    return [len(hand) for hand in match.round.dump()["hands"]]


# Pieces


@clause("CUAD-01", "CUAD-02", "CUAD-04", "CUAD-E02", "CUAD-F01")
def test_the_sets_have_every_combination_once() -> None:
    for numbers, size in ((5, 70), (6, 126)):
        pieces = sobremesa.game("cuadrominos", numbers=numbers).pieces()
        assert len(pieces) == len(set(pieces)) == size
        assert {number for name in pieces for number in name.split("-")} == {
            str(number) for number in range(numbers)
        }
    assert [pieces_in(numbers) for numbers in range(2, 7)] == [5, 15, 35, 70, 126]


@clause("CUAD-03", "CUAD-R02", "CUAD-F06")
def test_a_piece_lies_in_four_turns_and_is_never_turned_over() -> None:
    forms = [int(FORM[pattern(*corners)]) for corners in product(range(5), repeat=4)]
    assert sum(form != NO_FORM for form in forms) == 265
    assert [int(WAYS[parse_piece(name)]) for name in ("1-1-1-1", "0-1-2-4")] == [1, 4]
    lies = [form_name(4 * parse_piece("0124") + turn) for turn in range(4)]
    assert lies == ["01/42", "40/21", "24/10", "12/04"]
    match = dealt(TWO, ["0-1-2-4 1-1-1-1"], first=0, number=2)
    assert {"01/42@0,0", "40/21@0,0", "24/10@0,0", "12/04@0,0", "11/11@0,0"} <= set(legal(match))
    with pytest.raises(IllegalMove, match="no piece lies as 10/24: clockwise its numbers ascend"):
        match.play("10/24@0,0")
    base = match.round.read("11/11")
    with pytest.raises(IllegalMove, match=r"looks alike however it is turned \(CUAD-R02\)"):
        match.play(base + 1)


@clause("CUAD-06", "CUAD-F02")
def test_kinds_of_pieces() -> None:
    def kinds(numbers: int) -> dict[tuple[int, ...], int]:
        return Counter(
            tuple(sorted(Counter(NUMBERS[piece]).values(), reverse=True))
            for piece in range(pieces_in(numbers))
        )

    shapes = [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    assert [kinds(5)[shape] for shape in shapes] == [5, 20, 10, 30, 5]
    assert [kinds(6)[shape] for shape in shapes] == [6, 30, 15, 60, 15]


@clause("CUAD-07", "CUAD-F03")
def test_values() -> None:
    assert VALUES[parse_piece("0-1-2-4")] == 7
    assert [sum(VALUES[:pieces_in(numbers)]) for numbers in (5, 6)] == [560, 1260]
    assert 560 / 70 == 8 and 1260 / 126 == 10


# Players and deal


@clause("CUAD-08", "CUAD-10", "CUAD-12", "CUAD-E20", "CUAD-R29")
@pytest.mark.parametrize(("players", "hand", "pool"), [
    (2, 11, 48), (3, 9, 43), (4, 7, 42), (5, 5, 45), (6, 4, 46), (7, 3, 49), (8, 3, 46),
])
def test_everybody_takes_the_pieces_of_the_table(players: int, hand: int, pool: int) -> None:
    match = sobremesa.game("cuadrominos", players=players).start(seed=3)
    assert counts(match) == [hand] * players
    assert shown(match, "boneyard") == pool


@clause("CUAD-08", "CUAD-R29")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players: int) -> None:
    with pytest.raises(BadOption, match="from 2 to 8"):
        sobremesa.game("cuadrominos", players=players)


@clause("CUAD-09")
def test_the_pieces_are_mixed() -> None:
    openings = [sobremesa.game(TWO).start(seed).round.opening() for seed in range(20)]
    assert len({str(opening["hands"]) for opening in openings}) == 20


@clause("CUAD-11", "CUAD-F05")
def test_no_more_than_two_fifths_are_dealt() -> None:
    shares = []
    for players in range(2, 9):
        game = sobremesa.game("cuadrominos", players=players)
        assert isinstance(game, Cuadrominos)
        shares.append(round(100 * players * int(game.hand_size) / 70, 1))
    assert shares == [31.4, 38.6, 40.0, 35.7, 34.3, 30.0, 34.3]


@clause("CUAD-R16")
def test_another_hand_can_be_agreed_as_far_as_the_set_goes() -> None:
    larger = sobremesa.game("cuadrominos", players=4, numbers=6).start(seed=1)
    assert counts(larger) == [7, 7, 7, 7]
    match = sobremesa.game("cuadrominos", players=2, hand_size=35).start(seed=1)
    assert counts(match) == [35, 35] and shown(match, "boneyard") == 0
    with pytest.raises(BadOption, match="hand_size cannot be 1: it is at least 2"):
        sobremesa.game("cuadrominos", hand_size=1)
    with pytest.raises(BadOption, match=r"8 players with 9 pieces each need 72 pieces; the set "
                                        r"has 70 \(CUAD-R16\)"):
        sobremesa.game("cuadrominos", players=8, hand_size=9)


# Rounds and who starts


@clause("CUAD-13", "CUAD-14", "CUAD-R17", "CUAD-38")
@pytest.mark.parametrize(("options", "rounds"), [
    ({"players": 3}, 3), ({"players": 5, "rounds": 2}, 2), ({"players": 2, "rounds": 3}, 3),
])
def test_the_match_ends_with_the_agreed_round(options: dict[str, Any], rounds: int) -> None:
    rng = Rng(4)
    match = sobremesa.game("cuadrominos", **options).start(seed=4)
    while not match.over:
        if match.round.over:
            match.next_round()
        finish(match.round, rng)
    assert len(match.rounds()) == rounds
    best = max(match.scores)
    assert match.winners == [seat for seat, score in enumerate(match.scores) if score == best]


@clause("CUAD-13", "CUAD-R12")
def test_later_rounds_are_started_to_the_right_of_the_last_starter() -> None:
    rng = Rng(1)
    match = sobremesa.game("cuadrominos", players=3, rounds=5).start(seed=1)
    starters = []
    while not match.over:
        if match.round.over:
            match.next_round()
        starters.append(match.turn)
        finish(match.round, rng)
    first = starters[0]
    assert starters == [(first + step) % 3 for step in range(5)]


@clause("CUAD-15", "CUAD-16", "CUAD-17", "CUAD-E01")
def test_the_highest_piece_starts_the_first_round() -> None:
    match = dealt(THREE, ["4-4-3-3", "4-4-4-2", "0-1-4-4"])
    assert match.turn == 1
    assert shown(match, "shown") == "2-4-4-4"


@clause("CUAD-16", "CUAD-E04", "CUAD-R14", "CUAD-F04")
def test_the_order_of_the_pieces() -> None:
    order = sorted(range(70), key=lambda piece: -int(RANK[piece]))
    highest = [piece_name(piece) for piece in order[:5]]
    assert highest == ["4-4-4-4", "3-4-4-4", "2-4-4-4", "3-3-4-4", "1-4-4-4"]
    keys = [
        (sum(NUMBERS[piece]), *(NUMBERS[piece].count(number) for number in (4, 3, 2, 1, 0)))
        for piece in range(70)
    ]
    assert len(set(keys)) == 70
    assert sorted(range(70), key=keys.__getitem__, reverse=True) == order
    assert dealt(TWO, ["3-3-3-4", "2-3-4-4"]).turn == 1


@clause("CUAD-R15")
def test_fives_come_first_in_the_larger_set() -> None:
    keys = [
        (sum(NUMBERS[piece]), *(NUMBERS[piece].count(number) for number in (5, 4, 3, 2, 1, 0)))
        for piece in range(126)
    ]
    assert sorted(range(126), key=keys.__getitem__) == sorted(
        range(126), key=lambda piece: int(RANK[piece])
    )
    with pytest.raises(BadOption, match="it is 5 or 6"):
        sobremesa.game("cuadrominos", numbers=4)


@clause("CUAD-18", "CUAD-R31", "CUAD-R25", "CUAD-E21")
@pytest.mark.parametrize("game", [TWO, FORCED])
def test_the_starter_lays_any_piece_and_neither_draws_nor_passes(game: str) -> None:
    match = sobremesa.game(game).start(seed=5)
    hand = held(match, match.turn)
    assert {piece_name(parse_form(text.partition("@")[0]) // 4) for text in legal(match)} == set(
        hand
    )
    assert all(text.endswith("@0,0") for text in legal(match))
    reason = "the starter lays a piece and neither draws nor passes (CUAD-R31)"
    refused(match, "+", reason)
    refused(match, "/", reason)


@clause("CUAD-R13")
def test_the_piece_shown_is_seen_by_all_in_the_first_round_only() -> None:
    match = sobremesa.game("cuadrominos", players=3).start(seed=8)
    best = max(
        (parse_piece(name) for hand in match.round.dump()["hands"] for name in hand),
        key=lambda piece: int(RANK[piece]),
    )
    assert piece_name(best) in held(match, match.turn)
    assert [match.view(seat).data["shown"] for seat in (-1, 0, 1, 2)] == [piece_name(best)] * 4
    finish(match.round, Rng(8))
    match.next_round()
    assert shown(match, "shown") == ""


# Placing


@clause("CUAD-19", "CUAD-R05", "CUAD-R01")
def test_the_first_piece_lies_in_the_middle_and_brings_nothing() -> None:
    match = dealt(TWO, ["4-4-4-4"])
    play(match, "44/44")
    assert shown(match, "plane") == ["44/44@0,0"]
    assert match.scores == [0, 0]
    assert list(shown(match, "cells")) == ["-1,0", "0,1", "1,0", "0,-1"]


@clause("CUAD-20")
def test_the_turn_goes_to_the_right() -> None:
    match = table(THREE, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4", "0-0-3-3"])
    assert play(match, "11/22@0,1").turn == 1
    view = match.view(0)
    boxes = against_the_clock(wide(view), view).seats
    assert boxes[1].x > boxes[2].x, "the next player sits on the right"


@clause("CUAD-21")
def test_a_turn_lays_one_piece_of_the_own_hand() -> None:
    match = table(TWO, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"])
    refused(match, "11/21@0,1", "you do not hold 1-1-1-2 (CUAD-21)")
    play(match, "11/22@0,1")
    assert (match.turn, counts(match)) == (1, [1, 2])


@clause("CUAD-22", "CUAD-27", "CUAD-E06")
def test_a_side_against_a_side() -> None:
    match = everything(TWO, ONE)
    assert on(match, "0,1") == {"11/21", "11/22", "12/22"}
    for text in ("11/21", "11/22", "12/22"):
        assert play(everything(TWO, ONE), text + "@0,1").scores == [0, 0]
    refused(match, "11/22@0,2", "no piece has a side against 0,2 (CUAD-22)")


@clause("CUAD-E07")
def test_a_side_below() -> None:
    found = [piece_name(parse_form(shape) // 4) for shape in on(everything(TWO, ONE), "1,0")]
    assert sorted(found) == ["2-2-2-4", "2-2-3-4", "2-2-4-4", "2-3-3-4", "2-3-4-4", "2-4-4-4"]


@clause("CUAD-24", "CUAD-E08")
def test_a_corner_alone_is_not_enough() -> None:
    match = everything(TWO, ONE)
    assert on(match, "1,1") == set()
    refused(match, "22/22@1,1", "1,1 touches pieces by its corners only, which is not enough "
            "(CUAD-24)")


@clause("CUAD-25", "CUAD-R03", "CUAD-E09")
def test_three_corners() -> None:
    match = everything(TWO, CORNER)
    assert on(match, "1,1") == {"22/20", "22/21", "22/22", "22/23", "22/24"}
    assert shown(match, "cells")["1,1"]["asks"] == [2, 2, -1, 2]
    for shape in sorted(on(match, "1,1")):
        assert play(everything(TWO, CORNER), shape + "@1,1").scores == [2, 0]


@clause("CUAD-26", "CUAD-R04", "CUAD-E10")
def test_four_corners_bring_four_and_not_six() -> None:
    match = everything(TWO, NOTCH)
    assert on(match, "1,1") == {"34/44"}
    assert play(match, "34/44@1,1").scores == [4, 0]
    fewer = everything(TWO, NOTCH.removesuffix(" 41/43@1,2"))
    assert play(fewer, "34/44@1,1").scores == [2, 0]


@clause("CUAD-23", "CUAD-R24", "CUAD-E11")
def test_a_diagonal_neighbour_must_agree_too() -> None:
    match = everything(TWO, RING)
    assert {"04/04", "04/44"} <= on(match, "1,0")
    refused(match, "04/00@1,0", "04/00 does not fit on 1,0: its bottom right corner shows 0 and "
            "meets 4 (CUAD-23)")
    assert match.turn == 0
    assert play(match, "04/04@1,0").scores == [2, 0]
    assert play(everything(TWO, RING), "04/44@1,0").scores == [2, 0]


@clause("CUAD-R27", "CUAD-E12")
def test_a_hole_may_be_filled() -> None:
    match = everything(TWO, ALL_BUT_ONE)
    assert on(match, "1,1") == {"44/43"}
    assert play(match, "44/43@1,1").scores == [4, 0]


@clause("CUAD-R01", "CUAD-R24")
def test_a_cell_has_one_piece() -> None:
    refused(everything(TWO, ONE), "11/22@0,0", "a piece lies on 0,0 already (CUAD-R01)")


@clause("CUAD-R26")
def test_the_table_has_no_bounds() -> None:
    plane = Plane(126)
    form = parse_form("00/00")
    for column in range(126):
        cell = plane.number_of(0, column)
        assert plane.fits(cell, form)
        plane.lay(cell, form)
    assert [plane.number_of(0, 126) >= 0, plane.number_of(0, 127)] == [True, -1]
    assert sum(lies == EMPTY for lies in plane.lies) == 2 * 126 + 2


@clause("CUAD-F07")
def test_how_many_pieces_fit_against_a_side() -> None:
    seen: set[tuple[int, int, int]] = set()
    for form in [form for form in range(280) if form % 4 < WAYS[form // 4]]:
        plane = Plane(70)
        plane.lay(0, form)
        # The sides above, right, below, left begin clockwise at the corners in this order.
        for corner, cell in enumerate(("-1,0", "0,1", "1,0", "0,-1")):
            start, end = (int(CORNERS[4 * form + (corner + step) % 4]) for step in (0, 1))
            if (corner, start, end) in seen:
                continue
            seen.add((corner, start, end))
            row, _, column = cell.partition(",")
            number = plane.number_of(int(row), int(column))
            fits = [other for other in range(280) if plane.fits(number, other)]
            step = (end - start) % 5
            assert len(fits) == {0: 19, 1: 3, 2: 6, 3: 10, 4: 15}[step]
            assert len({other // 4 for other in fits}) == (15 if step == 0 else len(fits))
    assert len(seen) == 4 * 25


@clause("CUAD-F08")
def test_the_set_has_two_symmetries() -> None:
    def lies(corners: tuple[int, ...]) -> bool:
        return int(FORM[pattern(*corners)]) != NO_FORM

    for corners in product(range(5), repeat=4):
        shifted = tuple((number + 1) % 5 for number in corners)
        mirrored = tuple(4 - corners[place] for place in (1, 0, 3, 2))
        assert lies(corners) == lies(shifted) == lies(mirrored)


# Not being able to place


@clause("CUAD-28", "CUAD-R06")
def test_under_judgement_a_player_may_draw_although_he_could_place() -> None:
    match = table(TWO, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"], pool="3-3-3-3")
    assert {"11/22@0,1", "+"} <= set(legal(match))
    play(match, "+")
    assert {"11/22@0,1", "/"} <= set(legal(match))
    assert play(match, "/").scores == [-1, 0]


@clause("CUAD-R06")
def test_where_placement_is_forced_only_who_cannot_place_draws() -> None:
    match = table(FORCED, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"])
    assert "+" not in legal(match)
    refused(match, "+", "you can place a piece, so you must (CUAD-R06)")
    refused(match, "/", "you can place a piece, so you must (CUAD-R06)")
    stuck = table(FORCED, ["3-3-3-3 0-0-0-0", "1-1-1-2 4-4-4-4"], pool="2-2-2-2 1-1-2-2")
    assert legal(stuck) == ["+"]
    assert stuck.view(0).data["plain"]
    play(stuck, "+")
    assert legal(stuck) == ["+"]
    play(stuck, "+")
    assert "11/22@0,1" in legal(stuck) and "/" not in legal(stuck)


@clause("CUAD-29", "CUAD-33", "CUAD-R08")
def test_after_a_draw_any_piece_may_be_placed_and_the_draw_costs_nothing() -> None:
    match = table(TWO, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"], pool="3-3-3-3 2-2-2-2")
    play(match, "+", "11/22@0,1")
    assert (match.turn, match.scores, counts(match)[0]) == (1, [0, 0], 2)


@clause("CUAD-30", "CUAD-31", "CUAD-R07", "CUAD-R09", "CUAD-E14")
def test_three_pieces_are_drawn_at_most_and_then_a_point_is_paid() -> None:
    match = table(TWO, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"], pool="3-3-3-3 2-2-2-2 1-1-1-1 0011")
    for _ in range(3):
        refused(match, "/", "draw first: you pass with three pieces drawn or the pool empty "
                "(CUAD-R07)")
        play(match, "+")
    refused(match, "+", "you have drawn three pieces in this turn (CUAD-30)")
    assert {"11/22@0,1", "/"} <= set(legal(match))
    play(match, "/")
    assert (match.turn, match.scores, counts(match)[0]) == (1, [-1, 0], 5)


@clause("CUAD-32", "CUAD-R10", "CUAD-E15")
def test_the_pool_ends_in_a_turn() -> None:
    match = table(TWO, ["0-0-0-0 0-0-0-3", "1-1-1-2 4-4-4-4"], pool="3-3-3-3")
    play(match, "+")
    refused(match, "+", "the pool is empty (CUAD-32)")
    play(match, "/")
    assert (match.turn, match.scores, match.round.over) == (1, [-1, 0], False)
    assert shown(match, "idle") == 0, "the turn that empties the pool does not count"


@clause("CUAD-R30")
def test_who_cannot_place_pays_while_others_go_on() -> None:
    match = table(TWO, ["3-3-3-3 0-0-0-0", "1-1-1-2 2-2-2-4"], pool="")
    play(match, "/", "11/21@0,1", "/")
    assert (match.turn, match.scores) == (1, [-2, 0])


# End of a round


@clause("CUAD-34", "CUAD-35", "CUAD-R20", "CUAD-R21", "CUAD-R22", "CUAD-E17")
def test_the_last_piece_wins_the_round() -> None:
    rules = sobremesa.game(THREE)
    hands = ["0-2-2-2", "3-3-3-3 4-4-4-4 0-0-0-0", "1-1-1-1 3-4-4-4 2-4-4-4 1-4-4-4 0-4-4-4"]
    match = Match(rules, deal=position(rules, hands, CORNER))
    play(match, "22/20@1,1")
    assert match.round.over and shown(match, "winner") == 0
    assert match.scores == [6, -3, -5]
    four = Match(rules, deal=position(rules, ["3-4-4-4", "0-0-0-0", "1-1-1-1"], NOTCH))
    assert play(four, "34/44@1,1").scores == [8, -1, -1]


@clause("CUAD-40", "CUAD-E03", "CUAD-R28")
def test_the_summary_of_points() -> None:
    hands = ["0-2-2-2 4-4-4-4", "3-3-3-3 0-0-0-0"]
    assert play(table(TWO, hands, CORNER), "22/20@1,1").scores == [2, 0]
    assert play(table(TWO, hands, CORNER), "+", "+", "+", "/").scores == [-1, 0]
    four = table(TWO, ["3-4-4-4 0-0-0-0", "1-1-1-1"], NOTCH)
    assert play(four, "34/44@1,1").scores == [4, 0]
    out = table(TWO, ["1-1-1-2", "3-3-3-3 0-0-0-0"])
    assert play(out, "11/21@0,1").scores == [4, -2]


@clause("CUAD-36", "CUAD-37", "CUAD-R11", "CUAD-R32", "CUAD-E16")
def test_a_lap_without_a_piece_ends_the_round() -> None:
    rules = sobremesa.game(THREE)
    line = nearly_all_laid(rules)
    match = Match(rules, deal=line)
    assert counts(match) == [2, 4, 1]
    play(match, "/", "/", "/")
    assert match.round.over and shown(match, "winner") == -1
    assert match.scores == [-3, -5, -2]
    assert match.view(-1).data["hands"] == line["hands"]


def nearly_all_laid(rules: Game) -> dict[str, Any]:
    """Lays pieces at random until only seven are left, for hands of 2, 4 and 1."""
    assert isinstance(rules, Cuadrominos)
    rng = Rng(1)
    while True:
        plane = Plane(rules.tiles)
        left = list(range(70))
        while len(left) > 7:
            fitting = [piece for piece in left if plane.ways[piece] > 0]
            if not fitting:
                break
            piece = fitting[int(rng.below(len(fitting)))]
            cell, form = next(
                (cell, form) for cell in plane.empty_cells()
                for form in range(4 * piece, 4 * piece + int(WAYS[piece]))
                if plane.fits(cell, form)
            )
            plane.lay(cell, form)
            left.remove(piece)
        if len(left) == 7:
            names = [piece_name(piece) for piece in left]
            lies = [
                f"{form_name(int(plane.lies[cell]))}@{plane.rows[cell]},{plane.columns[cell]}"
                for cell in plane.filled
            ]
            hands = [names[:2], names[2:6], names[6:]]
            return {"hands": hands, "boneyard": [], "plane": lies, "turn": 0}


@clause("CUAD-R11", "CUAD-E18")
def test_a_placement_begins_the_lap_anew() -> None:
    match = table(
        THREE, ["1-1-2-2 0-0-0-0 3-3-3-3", "4-4-4-4 0-0-0-1", "0-0-0-2"], pool="", turn=1
    )
    play(match, "/", "/", "11/22@0,1", "/", "/")
    assert not match.round.over and shown(match, "idle") == 2
    play(match, "/")
    assert match.round.over


@clause("CUAD-38", "CUAD-R18")
def test_equal_totals_share_the_victory_or_the_rounds_won_decide() -> None:
    end: dict[str, Any] = {"over": True, "turn": -1, "number": 2, "winner": 1, "points": [-3, 4]}
    hands = ["0-0-0-0", "0-0-0-1"]
    shared = table(TWO, hands, before=[7, 0], **end)
    assert (shared.scores, shared.winners) == ([4, 4], [0, 1])
    most = "cuadrominos(players=2,tie=most_rounds_won)"
    assert table(most, hands, before=[7, 0], rounds_won=[0, 0], **end).winners == [1]
    assert table(most, hands, before=[7, 0], rounds_won=[1, 0], **end).winners == [0, 1]
    assert table(most, hands, before=[9, 0], rounds_won=[0, 0], **end).winners == [0]


@clause("CUAD-R18")
def test_rounds_won_are_carried_from_round_to_round() -> None:
    rng = Rng(6)
    match = sobremesa.game("cuadrominos", players=2, rounds=4, tie="most_rounds_won").start(6)
    won = [0, 0]
    while not match.over:
        if match.round.over:
            match.next_round()
        assert match.round.opening()["rounds_won"] == won
        finish(match.round, rng)
        winner = shown(match, "winner")
        if winner >= 0:
            won[winner] += 1
        assert shown(match, "rounds_won") == won
    again = record.read(record.write(match)).match()
    assert again.winners == match.winners


@clause("CUAD-R19", "CUAD-39")
def test_totals_may_be_negative_and_are_paid_in_chips() -> None:
    assert [words.chips(points) for points in (0, 1, 2, 7, -1, -5)] == [
        (0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 3, 0), (0, 0, 1), (0, 0, 5),
    ]
    for points in range(-30, 30):
        white, blue, red = words.chips(points)
        assert white + 2 * blue - red == points
    match = table(TWO, ["3-3-3-3 0-0-0-0", "1-1-1-2 2-2-2-4"], pool="", before=[-2, 3])
    play(match, "/")
    assert match.scores == [-3, 3]
    assert picture.svg(match.view(0)).count('class="chip chip-red"') == 3


# The clock


@clause("CUAD-41", "CUAD-R23")
def test_without_a_clock_nobody_is_late() -> None:
    match = table(TWO, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"])
    assert (match.game.turn_seconds, match.round.time_out()) == (0, -1)
    with pytest.raises(IllegalMove, match="late is no move"):
        match.play("late")


@clause("CUAD-R23")
@pytest.mark.parametrize("rule", ["judgement", "forced_placement"])
def test_who_is_late_draws_until_three_and_pays(rule: str) -> None:
    game = f"cuadrominos(players=2,draw_rule={rule},turn_seconds=30)"
    match = table(game, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"], pool="3333 2222 1111 0011",
                  drawn=1)
    assert "late" not in legal(match)
    play(match, "late")
    for _ in range(2):
        assert legal(match) == ["+"] and match.view(0).data["plain"]
        play(match, "+")
    assert legal(match) == ["/"]
    with pytest.raises(IllegalMove, match=r"your time is up \(CUAD-R23\)"):
        match.play("11/22@0,1")
    play(match, "/")
    assert (match.turn, match.scores) == (1, [-1, 0])
    assert not shown(match, "late")


@clause("CUAD-R23")
def test_who_is_late_with_an_empty_pool_pays_at_once() -> None:
    match = table(CLOCK, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"], pool="")
    play(match, "late")
    assert legal(match) == ["/"]


@clause("CUAD-R23")
def test_a_late_start_is_made_with_the_highest_piece() -> None:
    match = dealt(CLOCK, ["3-3-4-4 1-4-4-4", "0-0-0-4"], first=0, number=2)
    play(match, "late")
    assert legal(match) == ["33/44@0,0"]
    play(match, *legal(match))
    game = match.game
    for seat in (-1, 1):
        view = match.view(seat)
        worlds = game.worlds(view)
        for number in range(30):
            world = worlds.sample(Rng(number))
            assert world.view(seat) == view
            hand = world.opening()["hands"][0]
            assert all(RANK[parse_piece(name)] <= RANK[parse_piece("3344")] for name in hand)


@clause("CUAD-R23")
def test_a_match_with_late_turns_is_recorded_and_set_up_again() -> None:
    match = sobremesa.game("cuadrominos", players=3, turn_seconds=9,
                           draw_rule="forced_placement").start(5)
    rng = Rng(5)
    while not match.round.over:
        if match.round.time_out() >= 0 and rng.below(5) == 0:
            match.play(int(match.round.time_out()))
        else:
            moves = match.round.moves()
            match.play(moves[int(rng.below(len(moves)))])
        if len(match.round.played()) % 4 == 0:
            view = match.view(2)
            assert match.game.worlds(view).sample(rng).view(2) == view
            assert match.game.load(match.round.dump()) == match.round
    text = record.write(match)
    assert "late" in text
    assert record.write(record.read(text).match()) == text
    assert any("is out of time" in line for line in picture.log_lines(match.view(-1)))


# What a table tells


@clause("CUAD-R06")
def test_under_judgement_everything_can_be_tried_and_the_words_do_not_tell() -> None:
    can = table(TWO, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"])
    cannot = table(TWO, ["3-3-3-3 0-0-0-0", "1-1-1-2 4-4-4-4"])
    assert picture.headline(can.view(0)) == picture.headline(cannot.view(0))
    assert not cannot.view(0).data["plain"]
    tries = can.view(0).data["attempts"]
    assert list(tries["tiles"]) == ["tile:0-0-0-0", "tile:1-1-2-2"]
    assert list(tries["cells"]) == ["cell:-1,0", "cell:0,1", "cell:1,0", "cell:0,-1"]
    move = tries["tiles"]["tile:1-1-2-2"]["turn:11/22"] + tries["cells"]["cell:0,1"]
    assert can.round.text(move) == "11/22@0,1"
    assert "attempts" not in can.view(1).data
    forced = table(FORCED, ["3-3-3-3 0-0-0-0", "1-1-1-2 4-4-4-4"])
    assert "attempts" not in forced.view(0).data
    assert picture.headline(forced.view(0)) == "Nothing you hold fits: draw a piece"


@clause("CUAD-R06")
def test_the_attempts_that_are_moves_are_the_legal_ones() -> None:
    match = sobremesa.game("cuadrominos", players=3).start(2)
    rng = Rng(2)
    while not match.round.over:
        view = match.view(match.turn)
        if "attempts" in view.data:
            tries = view.data["attempts"]
            tried = {
                form + cell for turns in tries["tiles"].values() for form in turns.values()
                for cell in tries["cells"].values()
            }
            assert set(view.moves) - tried <= {match.game.move_count - 3,
                                               match.game.move_count - 2}
        match.play(view.moves[int(rng.below(len(view.moves)))])


# Positions


@pytest.mark.parametrize(("change", "reason"), [
    ({"colour": 1}, "a position has no colour"),
    ({"drawn": 4}, "drawn must be a whole number from 0 to 3"),
    ({"late": 1}, "late must be true or false"),
    ({"late": True}, "nobody is late without a clock (CUAD-R23)"),
    ({"idle": 1}, "a lap that ends the round begins with the pool empty (CUAD-R11)"),
    ({"plane": "11/22"}, "the plane must be a list of pieces like 11/22@0,1"),
    ({"plane": ["10/24@0,0"]}, "clockwise its numbers ascend"),
    ({"plane": ["01/42"]}, "01/42 lies nowhere: write a piece like 11/22@0,1"),
    ({"plane": ["01/42@999,0"]}, "lies nowhere"),
    ({"plane": ["01/42@0,1"]}, "01/42@0,1: the opening piece lies on 0,0 (CUAD-19)"),
    ({"plane": ["01/42@0,0", "11/22@0,2"]}, "has no side against a piece before it (CUAD-22)"),
    ({"plane": ["01/42@0,0", "11/22@0,0"]}, "11/22@0,0: a piece lies there already (CUAD-R01)"),
    ({"plane": ["01/42@0,0", "33/33@0,1"]}, "does not agree with the corners it meets (CUAD-23)"),
    ({"over": True}, "a seat is to move until the round is over"),
    ({"winner": 1}, "nobody wins before the round is over (CUAD-34)"),
    ({"hands": [["0-0-0-0"], []]}, "a player without pieces has won the round (CUAD-34)"),
    ({"hands": [["0-0-0-0"], ["0-0-0-9"]]}, "is not in the set: its numbers go from 0 to 4"),
    ({"boneyard": []}, "missing: "),
    ({"hands": [["0-0-0-0", "0-0-0-0"], ["0-0-0-1"]]}, "0-0-0-0 is there twice (CUAD-02)"),
    ({"rounds_won": [1, 0]}, "rounds won are kept only where they decide a tie (CUAD-R18)"),
    ({"plane": [], "drawn": 1}, "who starts neither draws nor passes (CUAD-R31)"),
    ({"plane": [], "turn": 1}, "the first piece is laid by who starts (CUAD-19)"),
])
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], reason: str) -> None:
    rules = sobremesa.game(TWO)
    data = {**position(rules, ["1-1-2-2 0-0-0-0", "1-1-1-2"], ONE), **change}
    with pytest.raises(BadPosition) as caught:
        rules.load(data)
    assert any(reason in problem for problem in caught.value.problems), caught.value.problems


def test_rounds_won_are_given_for_every_seat() -> None:
    rules = sobremesa.game("cuadrominos", players=2, tie="most_rounds_won")
    with pytest.raises(BadPosition, match="must have the rounds of each of the 2 seats"):
        rules.load({**position(rules, ["1-1-2-2 0-0-0-0", "1-1-1-2"], ONE), "rounds_won": [1]})


def test_a_deal_that_gives_the_start_to_another_seat_is_a_position_of_its_own() -> None:
    match = dealt(TWO, ["4-4-4-4"], first=1)
    assert match.turn == 1 and shown(match, "shown") == ""
    own = dealt(TWO, ["4-4-4-4"], first=0)
    assert own.turn == 0 and shown(own, "shown") == "4-4-4-4"


def test_short_hands_are_no_deal() -> None:
    rules = sobremesa.game(TWO)
    data = position(rules, ["0-0-0-0", "1-1-1-1"])
    del data["turn"]
    with pytest.raises(BadPosition, match="each hand is dealt 11 pieces"):
        rules.load(data)


# Notation


@pytest.mark.parametrize(("written", "move"), [
    ("11/22@0,1", "11/22@0,1"), ("1 1 / 2 2 @ 0, 1", "11/22@0,1"), ("1-1-2-2@0,1", "11/22@0,1"),
    ("2211@0,1", "11/22@0,1"), ("draw", "+"), ("+0-0-0-3", "+"), ("+?", "+"),
])
def test_moves_can_be_written_in_several_ways(written: str, move: str) -> None:
    match = table(TWO, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"])
    assert match.round.text(match.round.read(written)) == move


def test_a_piece_that_fits_in_several_ways_must_be_written_as_it_lies() -> None:
    match = table(TWO, ["1-1-1-2 0-0-0-0", "4-4-4-4"], "11/11@0,0")
    refused(match, "1-1-1-2@0,1", "1-1-1-2 fits there as 12/11 or 11/12: say which, like "
            "12/11@0,1")


@pytest.mark.parametrize("written", ["11/22", "11/22@0", "1-1@0,1", "11/22@0,99999", "@0,1"])
def test_what_is_no_move_is_refused(written: str) -> None:
    match = table(TWO, ["1-1-2-2 0-0-0-0", "1-1-1-2 4-4-4-4"])
    with pytest.raises(IllegalMove):
        match.play(written)


# A naive engine and random rounds


def naive_placements(round: CuadrominosRound) -> set[str]:
    """Finds every placement from the text of the table alone."""
    lying: dict[tuple[int, int], int] = {}
    for text in round.plane_texts():
        shape, _, cell = text.partition("@")
        row, column = map(int, cell.split(","))
        lying[row, column] = parse_form(shape)
    around = [(0, 0), (0, 1), (1, 1), (1, 0)]
    points = {
        (row + down, column + across): int(CORNERS[4 * form + corner])
        for (row, column), form in lying.items() for corner, (down, across) in enumerate(around)
    }
    sides = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    cells = {(row + a, column + b) for row, column in lying for a, b in sides} - set(lying)
    return {
        f"{form_name(form)}@{row},{column}"
        for piece in round.held(int(round.turn)) for form in range(4 * piece, 4 * piece + 4)
        if form % 4 < WAYS[piece]
        for row, column in cells or {(0, 0)}
        if all(
            points.get((row + down, column + across), CORNERS[4 * form + corner])
            == CORNERS[4 * form + corner]
            for corner, (down, across) in enumerate(around)
        )
    }


@pytest.mark.parametrize("game", [TWO, "cuadrominos(players=5,numbers=6,hand_size=20)", FORCED])
def test_a_naive_engine_finds_the_same_placements_and_ways(game: str) -> None:
    rng = Rng(3)
    rules = sobremesa.game(game)
    assert isinstance(rules, Cuadrominos)
    for seed in range(3):
        round = rules.start(seed).round
        while not round.over:
            assert isinstance(round, CuadrominosRound)
            moves = round.moves()
            found = {round.text(move) for move in moves if move < rules.draw_move}
            naive = naive_placements(round)
            assert found == naive
            fitting = {parse_form(text.partition("@")[0]) // 4 for text in naive}
            assert fitting == {
                piece for piece in round.held(int(round.turn)) if round.plane.ways[piece]
            }
            round.play(moves[int(rng.below(len(moves)))])


def random_rounds(count: int) -> None:
    """Plays random rounds of all kinds and checks what comes of them."""
    rng = Rng(7)
    games = [
        sobremesa.game("cuadrominos", players=players, numbers=numbers, draw_rule=rule)
        for players in (2, 3, 4, 8) for numbers in (5, 6)
        for rule in ("judgement", "forced_placement")
    ]
    for number in range(count):
        game = games[number % len(games)]
        round = game.deal(rng, 0, 1, game.starting_points())
        assert finish(round, rng) <= game.longest
        data = round.dump()
        assert sorted(round.pieces()) == sorted(game.pieces())
        left = [len(hand) for hand in data["hands"]]
        made = [0] * int(game.players)
        for seat, _, points in round.view(-1).data["log"]:
            made[seat] += points
        paid = [points - pieces for points, pieces in zip(made, left, strict=True)]
        assert data["points"] == paid
        assert (data["winner"] >= 0) == (0 in left)
        assert data["winner"] >= 0 or not data["boneyard"]


def test_some_random_rounds_end_and_add_up() -> None:
    random_rounds(48)


@pytest.mark.slow
def test_twenty_thousand_random_rounds_end_and_add_up() -> None:
    random_rounds(20_000)


def test_a_deal_of_a_later_round_leaves_the_start_to_who_is_due() -> None:
    game = sobremesa.game(TWO)
    assert isinstance(game, Cuadrominos)
    round = CuadrominosRound(game, 2, array([0, 0]))
    round.deal(array(list(range(70))), 1)
    assert (round.turn, [int(size) for size in round.sizes]) == (1, [11, 11])
