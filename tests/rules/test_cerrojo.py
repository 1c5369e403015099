"""Cerrojo, clause by clause."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Game, Match, Rng, picture, rules
from sobremesa.core.playout import finish
from sobremesa.families.locks.cerrojo import Cerrojo
from sobremesa.families.locks.round import CerrojoRound
from sobremesa.families.locks.settling import counted, decided_by, lower_median, standing
from sobremesa.material.locks import MOST_SUITS, kind_name, parse_kind, tiles_in
from sobremesa.picture.locks import route
from sobremesa.picture.scenes import nodes_in
from sobremesa.picture.seats import against_the_clock, wide
from tests.laws import array, played, positions
from tests.rules.playing import held, legal, play, refused, shown

clause = pytest.mark.clause

TWO = "cerrojo(players=2)"


def position(
    game: Game, hands: list[str], line: str = "", *, deposit: str = "", rest: int | None = None,
    **parts: Any,
) -> dict[str, Any]:
    """Sets up a table; the tiles that are not mentioned go to the end of the deposit, or to
    the hand of the seat `rest`."""
    assert isinstance(game, Cerrojo)
    held_names = [hand.split() for hand in hands]
    stock = deposit.split()
    left = Counter(game.pieces())
    left -= Counter(stock)
    for hand in held_names:
        left -= Counter(hand)
    for text in line.split():
        tiles = game.plays.tiles(game.plays.read(text))
        left -= Counter(kind_name(kind) for kind in tiles)
    missing = sorted(left.elements(), key=parse_kind)
    if rest is None:
        stock += missing
    else:
        held_names[rest] += missing
    return {"hands": held_names, "boneyard": stock, "line": line.split(), "turn": 0, **parts}


def set_up(game: Game | str, hands: list[str], line: str = "", **parts: Any) -> Match:
    rules_of = sobremesa.game(game) if isinstance(game, str) else game
    return Match(rules_of, deal=position(rules_of, hands, line, **parts))


def on_side(match: Match, side: str) -> list[str]:
    return [text.partition(":")[2] for text in legal(match) if text.startswith(side + ":")]


def side(match: Match, name: str) -> dict[str, Any]:
    found: dict[str, Any] = match.view(-1).data["sides"][name]
    return found


def round_of(match: Match) -> CerrojoRound:
    assert isinstance(match.round, CerrojoRound)
    return match.round


def rules_of(spec: str) -> Cerrojo:
    game = sobremesa.game(spec)
    assert isinstance(game, Cerrojo)
    return game


# A was closed for good by the key of 2; the side that counts is B.
A_SHUT = "3+3 A:3+2C! A:2L!"


@clause("CERROJO-01", "CERROJO-02", "CERROJO-05", "CERROJO-06", "CERROJO-F01", "CERROJO-R39",
        "CERROJO-R42")
def test_the_reference_set() -> None:
    pieces = Counter(rules_of("cerrojo").pieces())
    assert pieces == {"1": 8, "2": 6, "2C": 1, "2L": 1, "3": 8, "4": 6, "4C": 1, "4L": 1, "5": 8}
    assert sum(count for name, count in pieces.items() if name.isdecimal()) == 36


@clause("CERROJO-03", "CERROJO-06", "CERROJO-07", "CERROJO-E07")
@pytest.mark.parametrize(("suits", "tiles", "points"), [(5, 40, 120), (6, 48, 168), (7, 56, 224)])
def test_larger_sets_have_a_lock_and_a_key_in_each_even_suit(
    suits: int, tiles: int, points: int
) -> None:
    pieces = rules_of(f"cerrojo(suits={suits})").pieces()
    assert len(pieces) == tiles
    assert sum(parse_kind(name) // 3 for name in pieces) == points
    for suit in range(1, suits + 1):
        count = 1 if suit % 2 == 0 else 0
        assert pieces.count(f"{suit}C") == pieces.count(f"{suit}L") == count
        assert sum(parse_kind(name) // 3 == suit for name in pieces) == 8


@clause("CERROJO-03", "CERROJO-R04")
def test_one_suit_cannot_be_played_and_eleven_are_not_offered() -> None:
    for suits in (1, 11):
        with pytest.raises(BadOption, match=r"suits cannot be .* \(CERROJO-R04\)"):
            sobremesa.game("cerrojo", suits=suits)
    for name, reason in (("6", "its suits are 1 to 5"), ("3C", "only even suits")):
        with pytest.raises(sobremesa.IllegalMove, match=reason):
            parse_kind(name, 5)


@clause("CERROJO-04", "CERROJO-08", "CERROJO-09", "CERROJO-10", "CERROJO-F02")
@pytest.mark.parametrize(("suits", "tiles", "mean", "points"), [
    (1, 8, 1, 8), (2, 16, 1.5, 24), (3, 24, 2, 48), (4, 32, 2.5, 80), (5, 40, 3, 120),
    (6, 48, 3.5, 168), (7, 56, 4, 224), (8, 64, 4.5, 288), (9, 72, 5, 360), (10, 80, 5.5, 440),
])
def test_the_numeric_table(suits: int, tiles: int, mean: float, points: int) -> None:
    kinds = tiles_in(suits)
    assert len(kinds) == tiles == 8 * suits
    assert sum(kind // 3 for kind in kinds) == points == 4 * suits * (suits + 1)
    assert points / tiles == mean == suits / 2 + 0.5


@clause("CERROJO-04")
def test_special_tiles_are_worth_their_suit() -> None:
    match = set_up(TWO, ["4C 2L", "3 3"], "1+1")
    assert [round_of(match).hands.points(seat) for seat in range(2)] == [6, 6]


@clause("CERROJO-11", "CERROJO-R44")
def test_others_see_numbers_of_tiles_only() -> None:
    match = sobremesa.game("cerrojo", teams="pairs").start(3)
    for seat in range(4):
        hands = match.view(seat).data["hands"]
        assert [isinstance(hand, list) for hand in hands] == [other == seat for other in range(4)]
        things = list(nodes_in(picture.scene(match.view(seat)).drawn))
        assert sum(thing.id.startswith("back-") for thing in things) == 30
        assert sum(thing.id.startswith("tile-") for thing in things) == 10
    assert match.view(-1).data["hands"] == [10, 10, 10, 10]
    assert not type(match.game).WHISPERS
    assert [match.game.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


@clause("CERROJO-23", "CERROJO-75", "CERROJO-R34")
def test_the_match_goes_on_until_the_agreed_total_is_reached() -> None:
    match = played(sobremesa.game("cerrojo", players=2, target=60), 3)
    assert match.over and max(match.scores) >= 60
    assert all(max(round.scores()) < 60 for round in match.finished)
    assert all(sum(made > 0 for made in round.points()) == 1 for round in match.rounds())
    assert len(match.winners) == 1
    with pytest.raises(BadOption, match=r"target .* \(CERROJO-R34\)"):
        sobremesa.game("cerrojo", target=0)


@clause("CERROJO-R34", "CERROJO-R36")
def test_several_teams_at_the_target_play_on_if_they_are_equal() -> None:
    game = sobremesa.game("cerrojo", players=3)
    assert game.winners([120, 120, 90]) == []
    assert game.winners([120, 110, 90]) == [0]
    assert game.winners([99, 10, 90]) == []
    pairs = sobremesa.game("cerrojo", teams="pairs")
    assert pairs.winners([104, 30, 104, 30]) == [0, 2]
    assert pairs.winners([104, 104, 104, 104]) == []


@clause("CERROJO-24", "CERROJO-R17", "CERROJO-E27")
def test_the_lowest_suit_uncovered_begins() -> None:
    """A shuffle that uncovers 4, 2, 5, 3 for the seats in turn makes the second begin."""
    seen = set()
    for seed in range(1000):
        apart = array([1, 2, 3, 4, 5])
        Rng(seed).shuffle(apart)
        uncovered = list(apart)[:4]
        assert rules_of("cerrojo").opener(Rng(seed)) == uncovered.index(min(uncovered))
        seen.add(tuple(uncovered))
    assert (4, 2, 5, 3) in seen


@clause("CERROJO-R17")
def test_with_more_players_than_suits_ties_are_drawn_again() -> None:
    game = rules_of("cerrojo(players=8)")
    tied = 0
    for seed in range(60):
        apart = array([1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
        Rng(seed).shuffle(apart)
        uncovered = list(apart)[:8]
        lowest = [seat for seat in range(8) if uncovered[seat] == min(uncovered)]
        assert game.opener(Rng(seed)) in lowest
        tied += len(lowest) > 1
    assert tied > 10
    assert {rules_of("cerrojo(players=8,suits=2)").opener(Rng(seed)) for seed in range(80)} == set(
        range(8)
    )


@clause("CERROJO-25", "CERROJO-R04")
def test_partners_sit_alternately_and_only_four_make_pairs() -> None:
    assert sobremesa.game("cerrojo", teams="pairs").start(1).view(0).data["teams"] == [0, 1, 0, 1]
    assert sobremesa.game("cerrojo", players=3).start(1).view(0).data["teams"] == [0, 1, 2]
    for players in (2, 3, 5, 8):
        with pytest.raises(BadOption, match=r"four players, not \d \(CERROJO-R04\)"):
            sobremesa.game("cerrojo", players=players, teams="pairs")
    for players in (1, 9):
        with pytest.raises(BadOption, match=r"from 2 to 8 \(CERROJO-R04\)"):
            sobremesa.game("cerrojo", players=players)


@clause("CERROJO-26", "CERROJO-33", "CERROJO-E27")
def test_the_last_in_turn_shuffles_and_the_next_on_the_right_follows() -> None:
    game = rules_of("cerrojo")
    assert game.shuffler(1) == 0
    hands = ["1 1", "2 2 1", "3 3 2", "1 1 4"]
    match = set_up(game, hands, "", first=1, turn=1)
    play(match, "2+2")
    assert match.turn == 2
    # On the picture the next player sits on the right hand of seat 1, against the clock.
    boxes = against_the_clock(wide(match.view(1)), match.view(1)).seats
    assert boxes[2].x > boxes[0].x


@clause("CERROJO-27", "CERROJO-28", "CERROJO-29", "CERROJO-30", "CERROJO-R01", "CERROJO-R02",
        "CERROJO-R03")
@pytest.mark.parametrize(("spec", "hand", "over", "draws"), [
    ("players=4", 10, 0, False), ("players=2", 10, 20, True), ("players=3", 10, 10, True),
    ("players=2,deal=proportional", 20, 0, True), ("players=3,deal=proportional", 13, 1, True),
    ("players=5", 8, 0, False), ("players=6", 6, 4, False), ("players=7", 5, 5, False),
    ("players=8", 5, 0, False), ("players=6,leftover=deposit", 6, 4, True),
    ("suits=6", 12, 0, False), ("suits=2", 4, 0, False), ("players=2,suits=10", 20, 40, True),
    ("players=8,suits=2", 2, 0, False), ("players=3,suits=7", 14, 14, True),
])
def test_what_everybody_takes_and_what_is_left(
    spec: str, hand: int, over: int, draws: bool
) -> None:
    data = sobremesa.game(f"cerrojo({spec})").start(4).view(-1).data
    assert set(data["hands"]) == {hand}
    assert data["boneyard"] == over
    assert data["draws"] is draws or over == 0


@clause("CERROJO-R02")
def test_tiles_set_aside_are_not_drawn_and_stay_hidden() -> None:
    line = "3+3 A:3+2C!"
    for leftover, moves in (("set_aside", ["paso"]), ("deposit", ["+"])):
        game = sobremesa.game("cerrojo", players=6, leftover=leftover)
        hands = ["1 1", "3 5", "4 4", "5 5", "1 1 1", "4 4"]
        match = set_up(game, hands, line, deposit="2L 5")
        assert legal(match) == moves
        assert isinstance(match.view(1).data["boneyard"], int)
        assert isinstance(match.view(1).data["opening"]["boneyard"], int)
    refused(
        set_up("cerrojo(players=6)", ["1 1", "3 5", "4 4", "5 5", "1 1", "4 4"], line,
               deposit="2L 5"),
        "+", "there is no tile in the deposit (CERROJO-R07)",
    )


def test_who_holds_a_special_tile_of_the_suit_is_asked_which_is_meant() -> None:
    match = set_up(TWO, ["2C 3 4 4 5 5", "1 1"], "1+1", turn=0)
    refused(match, "A:1+2", "you do not hold 1")
    match = set_up(TWO, ["1 2C 4 4 5 5", "1 1"], "1+1", turn=0)
    refused(match, "A:1+2", "you do not hold 2 but 2C: say which tile")


@clause("CERROJO-31", "CERROJO-R15", "CERROJO-E08")
def test_a_round_begins_with_any_double_of_the_opener() -> None:
    match = set_up(TWO, ["1 1 2 3 3 4 4C 5 5 5", "1"])
    assert legal(match) == ["1+1", "3+3", "4+4C", "5+5"]
    refused(match, "2+2", "you do not hold 2+2")
    refused(match, "1+3", "the salida is a double: two tiles of the same suit (CERROJO-31)")
    refused(match, "A:1+3", "a round begins with a double, the salida (CERROJO-31)")
    refused(match, "paso", "you have a double and must open with one (CERROJO-31)")
    refused(match, "+", "a round begins with a double, not with drawing (CERROJO-31)")


@clause("CERROJO-32", "CERROJO-R47")
def test_the_salida_leaves_both_sides_open_for_its_suit() -> None:
    match = play(set_up(TWO, ["4 4 1", "1 1"]), "4+4")
    for name in "AB":
        assert side(match, name) == {"asks": 4, "state": "open", "dead": False, "pairs": []}


@clause("CERROJO-34", "CERROJO-E09", "CERROJO-36")
def test_first_replies() -> None:
    match = set_up(TWO, ["3 3 5 2 1", "4"], "3+3")
    assert sorted(on_side(match, "A")) == sorted(on_side(match, "B")) == ["3+1", "3+2", "3+5"]
    assert len(legal(match)) == 6
    refused(match, "A:3+3", "3-3 was the salida and may not be made again (CERROJO-34)")
    refused(match, "B:3+3", "3-3 was the salida and may not be made again (CERROJO-34)")
    refused(match, "A:5+3", "side A asks for a 3: 5 cannot be the base (CERROJO-36)")


@clause("CERROJO-35", "CERROJO-R11", "CERROJO-R43")
def test_a_play_is_two_tiles_on_one_side() -> None:
    match = set_up(TWO, ["3 5", "4 4"], "3+3")
    refused(match, "A:3.", "a play is two tiles, a base and a free one (CERROJO-35)")
    assert legal(match) == ["A:3+5", "B:3+5"]
    # The base alone is no way out when every pair would repeat.
    stuck = set_up(TWO, ["3 1 1", "4 4"], f"{A_SHUT} B:3+1 B:1+2 B:2+3", deposit="5")
    assert legal(stuck) == ["+"]


@clause("CERROJO-37", "CERROJO-38", "CERROJO-39", "CERROJO-R48")
def test_the_free_tile_may_be_of_any_suit_and_is_asked_for_then() -> None:
    match = set_up(TWO, ["3 5 5", "5 5 5 1"], "3+3")
    play(match, "A:3+5")
    assert side(match, "A") == {"asks": 5, "state": "open", "dead": False, "pairs": ["3-5"]}
    assert side(match, "B")["asks"] == 3
    # The 5 that meets the 5 makes no double: 5-5 may still be made.
    play(match, "A:5+5")
    assert side(match, "A") == {"asks": 5, "state": "open", "dead": False, "pairs": ["3-5", "5-5"]}


@clause("CERROJO-40", "CERROJO-41", "CERROJO-E10", "CERROJO-R09")
def test_a_pair_is_made_once_on_each_side() -> None:
    match = set_up(TWO, ["3 5 5 3", "3 5 5 3"], "3+3")
    play(match, "A:3+5", "B:3+5")
    assert legal(match) == ["+"]
    match = set_up(TWO, ["5 3 5 1", "1"], "3+3 A:3+5 B:3+5")
    refused(match, "A:5+3", "5-3 has been made on side A already: A:3+5 (CERROJO-40)")
    refused(match, "B:5+3", "5-3 has been made on side B already: B:3+5 (CERROJO-40)")
    play(match, "A:5+5")
    assert side(match, "A")["asks"] == 5


@clause("CERROJO-R09")
def test_ordered_pairs_may_be_turned_round() -> None:
    match = set_up("cerrojo(players=2,repeat_rule=ordered)", ["5 3 5 1", "1"], "3+3 A:3+5 B:3+5")
    assert "A:5+3" in legal(match)
    play(match, "A:5+3")
    match = set_up(
        "cerrojo(players=2,repeat_rule=ordered)", ["3 5 1", "1"], "3+3 A:3+5 A:5+3 B:3+5"
    )
    refused(match, "A:3+5", "3-5 has been made on side A already: A:3+5 (CERROJO-40)")


@clause("CERROJO-42", "CERROJO-44", "CERROJO-R07", "CERROJO-E18")
def test_who_can_play_must_and_who_cannot_says_paso() -> None:
    match = set_up("cerrojo", ["3 1 1", "4", "5 5", "4"], "3+3")
    refused(match, "paso", "you can play, so you may not pass (CERROJO-42)")
    line = f"{A_SHUT} B:3+1 B:1+2 B:2+3"
    match = set_up("cerrojo", ["3 1 1", "4", "5 5", "4"], line)
    assert legal(match) == ["paso"]
    refused(match, "B:3+1", "3-1 has been made on side B already: B:3+1 (CERROJO-40)")
    play(match, "paso")
    assert match.turn == 1 and not match.round.over


@clause("CERROJO-43", "CERROJO-R49", "CERROJO-E30")
def test_a_lock_that_is_the_only_tile_of_its_suit_leaves_other_plays_free() -> None:
    match = set_up(TWO, ["2C 5 4", "1"], "3+3 A:3+2 B:3+5")
    assert sorted(legal(match)) == sorted(
        ["A:2C!", "A:2C+5", "A:2C+4", "B:5+2C", "B:5+2C!", "B:5+4"]
    )


@clause("CERROJO-43", "CERROJO-R49", "CERROJO-E17", "CERROJO-E31")
def test_a_lock_can_be_the_only_play() -> None:
    line = "3+3 B:3+4C! B:4L! A:3+2"
    match = set_up("cerrojo", ["2C 3 3", "1", "5", "5"], line)
    assert legal(match) == ["A:2C!"]
    line = "3+3 B:3+4C! B:4L! A:3+1 A:1+2 A:2+2 A:2+3 A:3+4 A:4+2"
    match = set_up("cerrojo", ["2 2C 3", "1", "5", "5"], line)
    assert legal(match) == ["A:2C!"]
    refused(match, "paso", "you can play, so you may not pass (CERROJO-42)")


@clause("CERROJO-45", "CERROJO-R05", "CERROJO-R06", "CERROJO-E20")
def test_who_has_no_play_draws_until_he_has() -> None:
    match = set_up(TWO, ["3 5 4", "1 2"], "1+1", deposit="4 2 1")
    for _ in range(3):
        assert legal(match) == ["+"]
        play(match, "+")
    assert match.turn == 0
    assert set(legal(match)) == {f"{name}:1+{free}" for name in "AB" for free in (2, 3, 4, 5)}
    refused(match, "+", "you can play, so you may not draw (CERROJO-R06)")
    assert match.view(1).data["log"] == [[0, "+?", 0]] * 3
    assert [text for _, text, _ in match.view(0).data["log"]] == ["+4", "+2", "+1"]


@clause("CERROJO-R05")
def test_one_tile_may_be_agreed_to_be_drawn() -> None:
    game = sobremesa.game("cerrojo", players=2, draw="one")
    match = play(set_up(game, ["3 5 4", "1 2 5"], "1+1", deposit="4 2 1"), "+")
    assert legal(match) == ["paso"]
    refused(match, "+", "one tile is drawn in a turn (CERROJO-R05)")
    play(match, "paso", "A:1+2")
    assert legal(match) != ["paso"]


@clause("CERROJO-R06")
def test_a_base_without_a_pair_is_no_play_and_so_one_draws() -> None:
    match = set_up(TWO, ["3 1 1", "4 4"], f"{A_SHUT} B:3+1 B:1+2 B:2+3", deposit="5 4")
    play(match, "+")
    assert legal(match) == ["B:3+5"]


@clause("CERROJO-R08")
def test_tiles_are_drawn_although_both_sides_are_locked() -> None:
    match = set_up(TWO, ["1 1 5", "3 3"], "3+3 A:3+2C! B:3+4C!", deposit="1 2L")
    play(match, "+", "+")
    assert set(on_side(match, "A")) >= {"2L^", "2L!"}


@clause("CERROJO-R07")
def test_nobody_passes_while_there_are_tiles_to_draw() -> None:
    match = set_up(TWO, ["5 5", "1 2"], "1+1")
    refused(match, "paso", "you may not pass while there are tiles to draw (CERROJO-45)")
    empty = set_up(TWO, ["5 5", "3"], "1+1", rest=1)
    assert legal(empty) == ["paso"]
    refused(empty, "+", "there is no tile in the deposit (CERROJO-R07)")


@clause("CERROJO-46", "CERROJO-47", "CERROJO-72", "CERROJO-R37", "CERROJO-R38")
def test_a_play_is_whole_and_nothing_laid_is_moved() -> None:
    match = set_up(TWO, ["3 5 2C", "4"], "3+3")
    # Tiles without a base among them come back to the hand: the play is refused whole.
    refused(match, "A:5+2C", "side A asks for a 3: 5 cannot be the base (CERROJO-36)")
    play(match, "A:3+2C!")
    assert shown(match, "line") == ["3+3", "A:3+2C!"]
    # Every move passes, draws or lays a play; there is none that alters what lies.
    game = rules_of(TWO)
    assert game.move_count == game.plays.count + 2
    line: list[str] = []
    for round in positions(game, 5):
        now = round.view(-1).data["line"]
        assert now[: len(line)] == line
        line = now


@clause("CERROJO-48", "CERROJO-49", "CERROJO-53", "CERROJO-E11")
def test_a_lock_closes_a_side_alone() -> None:
    match = set_up("cerrojo", ["2C 1", "2 2 5", "4", "1"], "2+2")
    play(match, "A:2C!")
    assert held(match, 0) == ["1"]
    assert side(match, "A")["state"] == "locked by base"
    assert legal(match) == ["B:2+5"]
    refused(match, "A:2+5", "side A is closed by 2C: only 2L can follow, as 2L^ to open it "
            "(CERROJO-53)")


@clause("CERROJO-54", "CERROJO-55", "CERROJO-R20", "CERROJO-E12", "CERROJO-R45", "CERROJO-R19")
def test_the_key_opens_a_base_lock_with_or_without_a_free_tile() -> None:
    match = set_up(TWO, ["2L 2 3", "1 1"], "2+2 A:2C!")
    assert on_side(match, "A") == ["2L^", "2L^+3"]
    refused(match, "A:2L^+2", "2-2 was the salida and may not be made again (CERROJO-34)")
    refused(match, "A:2L!", "2C was a base, so 2L can open the side but not close it "
            "(CERROJO-R20)")
    alone = play(set_up(TWO, ["2L 2 3", "1 1"], "2+2 A:2C!"), "A:2L^")
    assert (side(alone, "A")["asks"], side(alone, "A")["state"]) == (2, "open")
    assert side(alone, "A")["pairs"] == []
    play(match, "A:2L^+3")
    assert (side(match, "A")["asks"], side(match, "A")["pairs"]) == (3, ["2-3"])


@clause("CERROJO-R45")
def test_the_free_tile_behind_a_key_can_be_ruled_out() -> None:
    game = sobremesa.game("cerrojo", players=2, free_tile_after_key="forbidden")
    match = set_up(game, ["2L 2 3", "1 1"], "2+2 A:2C!")
    assert on_side(match, "A") == ["2L^"]
    refused(match, "A:2L^+3", "a key that opens is played alone (CERROJO-R45)")


@clause("CERROJO-R20")
def test_a_key_may_be_allowed_to_close_on_a_base_lock() -> None:
    game = sobremesa.game("cerrojo", players=2, key_closes_base_lock=True)
    match = set_up(game, ["2L 2 3", "1 1"], "2+2 A:2C!")
    assert on_side(match, "A") == ["2L^", "2L^+3", "2L!"]
    assert side(play(match, "A:2L!"), "A")["state"] == "shut"


@clause("CERROJO-50", "CERROJO-E13", "CERROJO-R10")
def test_a_lock_can_be_a_plain_base() -> None:
    match = play(set_up(TWO, ["2C 5 1", "2L 5 4 5"], "1+1 A:1+2"), "A:2C+5")
    found = side(match, "A")
    assert (found["asks"], found["state"], found["pairs"]) == (5, "open", ["1-2", "2-5"])
    assert all(text.startswith("5") for text in on_side(match, "A"))


@clause("CERROJO-51", "CERROJO-56", "CERROJO-E14", "CERROJO-R10", "CERROJO-R19", "CERROJO-R22")
def test_a_lock_closes_as_free_tile() -> None:
    match = play(set_up(TWO, ["5 2C 1", "2L 5 3 2"], "3+3 A:3+5"), "A:5+2C!")
    assert side(match, "A")["state"] == "locked by free"
    assert side(match, "A")["pairs"] == ["3-5", "5-2"]
    assert sorted(on_side(match, "A")) == ["2L!", "2L^", "2L^+2", "2L^+3"]
    refused(match, "A:2L^+5", "2-5 has been made on side A already: A:5+2C! (CERROJO-40)")


@clause("CERROJO-52", "CERROJO-56", "CERROJO-E15", "CERROJO-R23", "CERROJO-58")
def test_a_lock_as_free_tile_can_be_left_open() -> None:
    match = play(set_up(TWO, ["5 2C 1", "2L 2 4"], "3+3 A:3+5"), "A:5+2C")
    assert (side(match, "A")["asks"], side(match, "A")["state"]) == (2, "open lock")
    assert sorted(on_side(match, "A")) == ["2+2L", "2+4", "2L!", "2L+2", "2L+4"]
    assert "Cerrojo abierto" in picture.log_lines(match.view(-1))[-1]
    later = set_up(TWO, ["2L 4 4", "1 1"], "3+3 A:3+5 A:5+2C A:2+4")
    refused(later, "A:2L!", "side A asks for a 4: 2L cannot be the base (CERROJO-36)")
    back = set_up(TWO, ["2L 4 1", "1 1"], "3+3 A:3+5 A:5+2C A:2+4 A:4+3 A:3+2")
    refused(back, "A:2L!", "a key closes only on a lock that was a free tile and is the end of "
            "its side (CERROJO-56)")


@clause("CERROJO-57", "CERROJO-R21")
def test_a_side_closed_by_a_key_is_closed_for_good() -> None:
    match = play(set_up(TWO, ["2L 4 4", "2 2 3"], "3+3 A:3+2C!"), "A:2L!")
    assert side(match, "A") == {"asks": 2, "state": "shut", "dead": True, "pairs": ["3-2"]}
    assert held(match, 0) == ["4", "4"]
    refused(match, "A:2+3", "side A was closed by a key: nothing can follow there (CERROJO-57)")
    game = rules_of(TWO)
    both = game.plays.move(0, 2, 5, 3)
    with pytest.raises(sobremesa.IllegalMove, match=r"2L closes the side.*\(CERROJO-R21\)"):
        set_up(TWO, ["2L 3 3", "1"], "3+3 A:3+2C!").play(int(both))


@clause("CERROJO-49")
def test_a_closing_base_lock_takes_no_free_tile() -> None:
    game = rules_of(TWO)
    both = game.plays.move(0, 2, 3, 3)
    with pytest.raises(sobremesa.IllegalMove, match=r"2C closes the side.*\(CERROJO-49\)"):
        set_up(TWO, ["2C 3 3", "1"], "2+2").play(int(both))


@clause("CERROJO-58", "CERROJO-54")
def test_a_key_elsewhere_is_a_plain_tile() -> None:
    match = set_up(TWO, ["2L 5 1", "4"], "2+2")
    assert on_side(match, "A") == ["2L+1", "2L+5"]
    refused(match, "A:2L^", "side A is open: there is no lock for the key to open (CERROJO-54)")
    assert "B:3+2L" in legal(set_up(TWO, ["2L 3 1", "4"], "3+3"))


@clause("CERROJO-R18")
def test_a_key_opens_its_own_lock_only() -> None:
    match = set_up(TWO, ["2L 1 1", "4"], "4+4 A:4C!")
    assert on_side(match, "A") == []
    refused(match, "A:2L^", "side A is closed by 4C: only 4L can follow, as 4L^ to open it "
            "(CERROJO-53)")


@clause("CERROJO-R24", "CERROJO-R27")
def test_lock_and_key_of_one_suit_in_one_play() -> None:
    match = set_up(TWO, ["2L 2C 1", "5 5"], "3+3 A:3+2")
    assert {"A:2L+2C!", "A:2L+2C", "A:2C+2L"} <= set(legal(match))
    refused(match, "A:2C+2L!", "A:2C+2L! is no play: only a lock closes as free tile "
            "(CERROJO-R24)")
    opened = play(set_up(TWO, ["2L 2C 1", "5 5"], "3+3 A:3+2"), "A:2C+2L")
    assert (side(opened, "A")["asks"], side(opened, "A")["state"]) == (2, "open")
    play(match, "A:2L+2C!")
    assert side(match, "A")["state"] == "locked by free" and side(match, "A")["dead"]


@clause("CERROJO-R25")
def test_a_key_that_opens_may_carry_another_lock() -> None:
    match = set_up(TWO, ["2L 4C 1", "4L 4"], "3+3 A:3+2C!")
    assert {"A:2L^+4C!", "A:2L^+4C"} <= set(legal(match))
    play(match, "A:2L^+4C")
    assert side(match, "A")["state"] == "open lock"
    assert "4L!" in on_side(match, "A")
    used = set_up(TWO, ["2L 4C 1", "5"], "3+3 A:3+4 A:4+2 A:2+1 A:1+5 A:5+2C!")
    refused(used, "A:2L^+4C!", "2-4 has been made on side A already: A:4+2 (CERROJO-40)")


@clause("CERROJO-R26", "CERROJO-E22")
def test_a_key_that_is_the_only_play_must_be_used() -> None:
    line = "3+3 A:3+2C! A:2L! B:3+4C!"
    match = set_up("cerrojo", ["4L 1", "5", "5", "5"], line)
    assert legal(match) == ["B:4L^", "B:4L^+1", "B:4L!"]
    refused(match, "paso", "you can play, so you may not pass (CERROJO-42)")
    base = set_up("cerrojo", ["4L 1", "5", "5", "5"], "4+4 A:4+2C! A:2L! B:4C!")
    assert legal(base) == ["B:4L^", "B:4L^+1"]


@clause("CERROJO-R26")
def test_a_key_may_be_kept_back_where_that_is_agreed() -> None:
    game = sobremesa.game("cerrojo", players=2, key_on_locked_side="optional")
    match = set_up(game, ["4L 1", "5 5"], "3+3 A:3+2C! A:2L! B:3+4C!", deposit="1")
    assert legal(match) == ["B:4L^", "B:4L^+1", "B:4L!", "paso"]
    refused(match, "+", "you can play, so you may not draw (CERROJO-R06)")
    also = set_up(game, ["4L 3 1", "5 5"], "3+3 A:3+2C! B:3+4")
    assert "paso" not in legal(also)
    # The round closes by a lap in which no tile is laid and none drawn.
    lap = set_up(game, ["4L 1", "5"], "3+3 A:3+2C! A:2L! B:3+4C!", rest=1)
    play(lap, "paso", "paso")
    assert shown(lap, "ending") == "closed"


@clause("CERROJO-R27", "CERROJO-R28", "CERROJO-E21", "CERROJO-60", "CERROJO-61")
def test_the_round_is_closed_when_both_sides_are_seen_to_be_dead() -> None:
    line = "3+3 A:3+2C! B:3+4L B:4+1 B:1+5 B:5+4C!"
    match = set_up("cerrojo", ["2L 1", "5 5", "1", "3 5 5"], line)
    assert side(match, "B")["dead"] and not side(match, "A")["dead"]
    play(match, "A:2L!")
    assert (shown(match, "ending"), match.round.over) == ("closed", True)
    points = [sum(parse_kind(name) // 3 for name in hand) for hand in shown(match, "hands")]
    assert points[0] == points[2] == 1 and points[3] == 13
    # Equal hands: who placed a tile last wins.
    assert shown(match, "winner") == 0
    assert match.round.points() == [sum(points) - 1, 0, 0, 0]


@clause("CERROJO-R28", "CERROJO-E29", "CERROJO-61")
def test_a_deposit_is_not_emptied_for_a_dead_side() -> None:
    # All eight 1s lie on the table: B asks for a 1 in vain.
    line = "1+1 A:1. A:1. A:1. A:1+2C! B:1+3 B:3+4 B:4+1"
    match = set_up(TWO, ["2L 5 5", "5 4"], line, deposit="3 3 3 4 4 4")
    assert side(match, "B")["dead"] and not side(match, "A")["dead"]
    play(match, "A:2L!")
    assert shown(match, "ending") == "closed"
    assert len(match.round.dump()["boneyard"]) >= 6
    # With one 1 still out the side lives.
    line = line.replace(" A:1. A:1. A:1.", " A:1. A:1.")
    assert not side(set_up(TWO, ["2L 5 5", "5 4"], line, deposit="3 3 1"), "B")["dead"]


@clause("CERROJO-R28", "CERROJO-61", "CERROJO-62", "CERROJO-F05")
def test_a_side_dies_by_repetition() -> None:
    trail = "B:3+1 B:1+2 B:2+3 B:3+4 B:4+5 B:5+3"
    match = set_up(TWO, ["2L 3 1", "4 5"], f"3+3 A:3+2C! {trail}")
    assert side(match, "B")["dead"]
    play(match, "A:2L!")
    assert shown(match, "ending") == "closed"
    assert "3" in shown(match, "hands")[0]
    # A player who is down to one tile could still play it alone.
    one = set_up(TWO, ["2L 3 1", "5"], f"3+3 A:3+2C! {trail}")
    assert not side(one, "B")["dead"]
    assert not play(one, "A:2L!").round.over
    game = "cerrojo(players=2,last_single_tile=forbidden)"
    assert side(set_up(game, ["2L 3 1", "5"], f"3+3 A:3+2C! {trail}"), "B")["dead"]


@clause("CERROJO-R28")
def test_an_even_side_lives_while_its_lock_or_a_closing_key_is_out() -> None:
    trail = "B:2+1 B:1+3 B:3+2 B:2+4 B:4+5 B:5+2"
    match = set_up(TWO, ["3 1", "3 5"], f"2+2 {trail}")
    assert not side(match, "B")["dead"]
    match = set_up(TWO, ["3 1", "3 5"], "2+2 B:2+1 B:1+3 B:3+2 B:2+4 B:4+5 B:5+2C")
    assert not side(match, "B")["dead"]
    match = set_up(TWO, ["3 1", "3 5"], "2+2 B:2+1 B:1+3 B:3+2 B:2L+4 B:4+5 B:5+2C")
    assert side(match, "B")["dead"]
    assert side(set_up(TWO, ["3 1", "3 5"], f"2+2 A:2C! A:2L^ {trail}"), "B")["dead"]


@clause("CERROJO-R28")
def test_a_draw_can_show_that_nothing_can_follow() -> None:
    trail = "B:3+1 B:1+2 B:2+3 B:3+4 B:4+5 B:5+3"
    match = set_up(TWO, ["1", "3 5"], f"3+3 A:3+2C! A:2L! {trail}", deposit="4 4")
    assert legal(match) == ["+"]
    play(match, "+")
    assert shown(match, "ending") == "closed"


@clause("CERROJO-R28", "CERROJO-F08", "CERROJO-74")
def test_a_lap_of_passes_closes_the_round() -> None:
    line = "3+3 A:3+2C! B:3+4C!"
    match = set_up("cerrojo", ["1 1", "4 4", "5 5", "3 3"], line)
    play(match, "paso", "paso", "paso")
    assert not match.round.over
    play(match, "paso")
    # Ending before the passes are spoken would have had the same result.
    assert (shown(match, "ending"), shown(match, "winner")) == ("closed", 0)
    somebody = set_up("cerrojo", ["1 1", "4 4 2L", "5 5", "3 3"], line)
    play(somebody, "paso")
    assert "paso" not in legal(somebody)


@clause("CERROJO-59", "CERROJO-E23", "CERROJO-73", "CERROJO-R32")
def test_going_out_scores_the_tiles_of_the_opponents() -> None:
    game = sobremesa.game("cerrojo", teams="pairs")
    match = set_up(game, ["3 1", "5 4", "5 5", "2C 1"], "3+3")
    play(match, "A:3+1")
    assert shown(match, "ending") == "final"
    assert match.round.points() == [12, 0, 12, 0]
    assert "12" in " ".join(picture.log_lines(match.view(1)))


@clause("CERROJO-R29")
def test_a_last_tile_that_closes_wins_by_going_out() -> None:
    match = set_up(TWO, ["2L", "3 5"], "3+3 A:3+2C! B:3+1 B:1+2 B:2+3 B:3+4 B:4+5 B:5+3")
    play(match, "A:2L!")
    assert shown(match, "ending") == "final"


def closed(
    hands: list[str], game: Game | str = TWO, *, by: int = 0, **parts: Any
) -> Match:
    """A round that seat `by` closes by turning the key of 2, the hands being as given then."""
    line = "1+1 A:1+2C! B:1+4L B:4+4C!"
    before = [hand + " 2L" if seat == by else hand for seat, hand in enumerate(hands)]
    match = set_up(game, before, line, turn=by, **parts)
    play(match, "A:2L!")
    assert shown(match, "ending") == "closed"
    return match


@clause("CERROJO-60", "CERROJO-63", "CERROJO-64", "CERROJO-66", "CERROJO-67", "CERROJO-68",
        "CERROJO-69", "CERROJO-70", "CERROJO-R30", "CERROJO-F06", "CERROJO-E01", "CERROJO-E02",
        "CERROJO-E03", "CERROJO-E04")
@pytest.mark.parametrize(("first", "second", "winner", "test"), [
    ("4 3", "5 1 1", 0, "a"), ("5 5 1", "4 4 3", 1, "b"), ("3 3 5", "5 4 2", 0, "b"),
    ("4 3", "5 2", 1, "b"), ("1 5", "2 4", 0, "b"), ("4 4", "5 4", 0, "points"),
])
@pytest.mark.parametrize("tie_b", ["largest_group", "lower_median"])
def test_ties_at_a_closed_round(
    first: str, second: str, winner: int, test: str, tie_b: str
) -> None:
    hands = [counted([int(suit) for suit in hand.split()]) for hand in (first, second)]
    median = tie_b == "lower_median"
    best, other = sorted(standing(hand, median) for hand in hands)
    assert best == standing(hands[winner], median)
    assert decided_by(best, other) == test
    for by in range(2):
        match = closed([first, second], f"cerrojo(players=2,tie_b={tie_b})", by=by)
        assert shown(match, "winner") == winner
        points = [sum(map(int, hand.split())) for hand in (first, second)]
        assert match.round.points()[winner] == points[1 - winner]
        told = " ".join(picture.log_lines(match.view(0)))
        assert ("(test" in told) == (test != "points")
        assert f"(test {test})" in told or test == "points"


@clause("CERROJO-R30")
def test_the_two_readings_of_the_second_test_differ() -> None:
    one, other = counted([4, 4, 1]), counted([4, 3, 2])
    assert standing(one, False) < standing(other, False)
    assert standing(one, True) > standing(other, True)
    assert (lower_median(one), lower_median(other)) == (4, 3)
    assert shown(closed(["4 4 1", "4 3 2"]), "winner") == 0
    assert shown(closed(["4 4 1", "4 3 2"], "cerrojo(players=2,tie_b=lower_median)"), "winner") == 1
    disagree = total = 0
    for size in range(1, 7):
        hands = [
            counted(list(suits))
            for suits in itertools.combinations_with_replacement(range(1, 6), size)
        ]
        for left, right in itertools.combinations(hands, 2):
            if standing(left, False)[:2] == standing(right, False)[:2]:
                total += 1
                disagree += (standing(left, False) < standing(right, False)) != (
                    standing(left, True) < standing(right, True)
                )
    assert (total, disagree) == (1872, 531)


@clause("CERROJO-65", "CERROJO-E06", "CERROJO-R46")
def test_of_equal_hands_the_last_to_place_a_tile_wins() -> None:
    for by in range(2):
        match = closed(["2 3", "2 3"], by=by)
        assert shown(match, "winner") == by
        assert "Equal hands, 5 points each: the last tile laid decides (test c)." in (
            picture.log_lines(match.view(0))
        )
    # Drawing and passing place no tile.
    line = "3+3 A:3+2C! B:3+4C!"
    match = set_up("cerrojo", ["2 5", "2 5", "5 5", "3 3 3"], line, recent=[3, 2, 0, 1], turn=2)
    play(match, *["paso"] * 4)
    assert shown(match, "winner") == 1


@clause("CERROJO-R31")
def test_of_three_teams_the_tied_one_that_placed_last_wins() -> None:
    line = "3+3 A:3+2C! B:3+4C!"
    for recent, winner in (([0, 1, 2], 1), ([1, 0, 2], 0), ([2], 0)):
        match = set_up(
            "cerrojo(players=6)", ["1 5", "1 5", "5 5", "5 5", "5 3", "5 4"], line,
            recent=recent, deposit="2L 4L",
        )
        play(match, *["paso"] * 6)
        assert shown(match, "winner") == winner


@clause("CERROJO-R33", "CERROJO-E24")
def test_partners_count_together() -> None:
    game = sobremesa.game("cerrojo", teams="pairs")
    match = closed(["5 1", "4 4", "5", "4 2"], game)
    assert match.round.points() == [14, 0, 14, 0]
    # 11 and three tiles each: two 3s are better than two 5s, though one partner has a 1.
    match = closed(["1 5", "5", "5", "3 3"], game)
    assert match.round.points() == [0, 11, 0, 11]


@clause("CERROJO-R32")
@pytest.mark.parametrize(("wish", "points"), [
    ("opponents", 14), ("difference", 3), ("all_hands", 25),
])
def test_what_a_closed_round_is_worth(wish: str, points: int) -> None:
    game = sobremesa.game("cerrojo", teams="pairs", round_score=wish)
    assert closed(["5 1", "4 4", "5", "4 2"], game).round.points() == [points, 0, points, 0]


@clause("CERROJO-R32")
@pytest.mark.parametrize(("wish", "points"), [
    ("opponents", 12), ("difference", 2), ("all_hands", 22),
])
def test_what_going_out_is_worth(wish: str, points: int) -> None:
    game = sobremesa.game("cerrojo", teams="pairs", round_score=wish)
    match = play(set_up(game, ["3 1", "5 4", "5 5", "2C 1"], "3+3"), "A:3+1")
    assert match.round.points() == [points, 0, points, 0]
    worse = play(set_up(game, ["3 1", "1", "5 5", "1"], "3+3"), "A:3+1")
    assert worse.round.points()[0] == {"opponents": 2, "difference": 0, "all_hands": 12}[wish]


@clause("CERROJO-R32")
def test_a_match_of_differences_ends_with_its_last_round() -> None:
    game = sobremesa.game(
        "cerrojo", players=2, round_score="difference", max_rounds=2, target=10000
    )
    match = played(game, 1)
    assert len(match.rounds()) == 2 and match.over
    assert match.winners == [match.scores.index(max(match.scores))]
    assert game.decided([7, 7], 2) == [0, 1]
    assert game.decided([7, 7], 1) == []
    assert sobremesa.game("cerrojo", max_rounds=2).last_round == 0


@clause("CERROJO-R10")
def test_special_tiles_repeat_by_suit_and_lone_tiles_make_no_pair() -> None:
    match = set_up(TWO, ["2L 5 1", "4"], "1+1 A:1+2 A:2C+5 A:5+1 A:1+3 A:3+2")
    refused(match, "A:2L+5", "2-5 has been made on side A already: A:2C+5 (CERROJO-40)")
    lone = set_up(TWO, ["2 5 1", "4"], "2+2 A:2C! A:2L^")
    assert side(lone, "A")["pairs"] == []
    assert "A:2+5" in legal(lone)


@clause("CERROJO-R12", "CERROJO-E19")
def test_a_last_tile_is_played_alone() -> None:
    match = play(set_up(TWO, ["4", "1 1"], "4+4", rest=1), "A:4.")
    assert (shown(match, "ending"), shown(match, "winner")) == ("final", 0)
    stuck = set_up("cerrojo(players=2,last_single_tile=forbidden)", ["4", "1 1"], "4+4", rest=1)
    assert legal(stuck) == ["paso"]
    refused(stuck, "A:4.", "a last tile may not be played alone (CERROJO-R12)")
    other = set_up(TWO, ["3", "1"], "4+4 A:4+1", rest=1)
    assert legal(other) == ["paso"]


@clause("CERROJO-R12")
def test_a_last_lock_or_key_keeps_its_choice() -> None:
    assert legal(set_up(TWO, ["2C", "1 1"], "2+2")) == ["A:2C.", "A:2C!", "B:2C.", "B:2C!"]
    assert on_side(set_up(TWO, ["2L", "1 1"], "3+3 A:3+2C"), "A") == ["2L.", "2L!"]
    assert on_side(set_up(TWO, ["2L", "1 1"], "3+3 A:3+2C!"), "A") == ["2L^", "2L!"]
    forbidden = "cerrojo(players=2,last_single_tile=forbidden)"
    assert legal(set_up(forbidden, ["2C", "1 1"], "2+2")) == ["A:2C!", "B:2C!"]
    for last in ("A:2C.", "A:2C!"):
        match = play(set_up(TWO, ["2C", "1 1"], "2+2"), last)
        assert shown(match, "ending") == "final" and side(match, "A")["pairs"] == []


@clause("CERROJO-R13", "CERROJO-F03")
def test_the_right_to_open_passes_on_from_a_player_without_a_double() -> None:
    game = sobremesa.game("cerrojo", players=8)
    match = Match(game, deal=eight(game))
    assert (match.turn, legal(match)) == (4, ["paso"])
    assert match.view(4).data["plain"]
    play(match, "paso", "paso")
    assert match.turn == 6
    play(match, legal(match)[0])
    assert shown(match, "opener") == 6
    assert game.next_first(match.round) == 5


def eight(game: Game) -> dict[str, Any]:
    """A deal for eight in which seats 4 and 5 have no double and seat 6 has."""
    single = [["1", "2", "3", "4", "5"], ["1", "2C", "3", "4L", "5"]]
    double = [["1", "1", "2", "2L", "3"]]
    known = Counter(name for hand in single + double for name in hand)
    rest = list((Counter(game.pieces()) - known).elements())
    others = [rest[5 * seat:5 * seat + 5] for seat in range(5)]
    return {"hands": [*others[:4], *single, *double, others[4]], "boneyard": [], "first": 4}


@clause("CERROJO-R13")
def test_tiles_are_shuffled_again_when_nobody_can_open() -> None:
    game = sobremesa.game("cerrojo", players=8, suits=2, salida_specials="forbidden")
    for seed in range(60):
        round = game.start(seed).round
        assert isinstance(round, CerrojoRound) and round.somebody_can_open()
    one_of_each = [["1", "2"] for _ in range(6)] + [["1", "2C"], ["1", "2L"]]
    with pytest.raises(BadPosition, match=r"nobody has a double to open with \(CERROJO-R13\)"):
        game.load({"hands": one_of_each, "boneyard": []})


@clause("CERROJO-R14")
def test_special_tiles_are_plain_in_the_salida() -> None:
    match = set_up(TWO, ["2 2C 2L 1", "2 2"])
    assert legal(match) == ["2+2C", "2+2L", "2C+2L"]
    refused(match, "2+2C!", "special tiles are plain tiles in the salida (CERROJO-R14)")
    play(match, "2C+2")
    assert shown(match, "line") == ["2+2C"]
    assert side(match, "A")["state"] == "open"
    key = set_up(TWO, ["2L 1", "1"], "2+2C")
    refused(key, "A:2L!", "a key closes only on a lock that was a free tile and is the end of "
            "its side (CERROJO-56)")
    forbidden = set_up("cerrojo(players=2,salida_specials=forbidden)", ["2 2C 2L 1 1", "2 2"])
    assert legal(forbidden) == ["1+1"]
    refused(forbidden, "2+2C", "there are no special tiles in the salida (CERROJO-R14)")


@clause("CERROJO-R16")
@pytest.mark.parametrize(("wish", "starter"), [("rotate", 3), ("winner", 0)])
def test_who_opens_the_next_round(wish: str, starter: int) -> None:
    game = sobremesa.game("cerrojo", next_starter=wish)
    match = play(set_up(game, ["3 1", "5 4", "5 5", "2 1"], "3+3", first=2), "A:3+1")
    assert game.next_first(match.round) == starter
    match.next_round()
    assert match.view(0).data["first"] == starter


@clause("CERROJO-R16")
def test_after_a_closure_the_winning_partner_who_laid_last_opens() -> None:
    game = sobremesa.game("cerrojo", teams="pairs", next_starter="winner")
    match = closed(["5 1", "4 4", "5", "4 2"], game, by=1, recent=[0, 2])
    assert game.next_first(match.round) == 2


@clause("CERROJO-R16")
def test_the_start_can_be_drawn_anew_each_round() -> None:
    game = sobremesa.game("cerrojo", players=3, next_starter="redraw")
    starters = set()
    for seed in range(12):
        match = game.start(seed)
        finish(match.round, Rng(seed))
        if not match.over:
            starters.add(match.next_round().view(0).data["first"])
    assert starters == {0, 1, 2}


HONOUR = "cerrojo(players=2,legality=honour)"


@clause("CERROJO-71", "CERROJO-R35", "CERROJO-R36", "CERROJO-E26")
def test_a_false_pass_loses_the_round_when_the_hands_are_laid_open() -> None:
    match = set_up(HONOUR, ["3 4 4", "5 2"], "1+1 A:1+3 B:1+5")
    assert "paso" in legal(match)
    play(match, "paso")
    assert not match.round.over and match.view(1).data["offender"] == -1
    play(match, "B:5+2")
    assert (shown(match, "ending"), shown(match, "offender")) == ("forfeit", 0)
    assert match.round.points() == [0, 11]


@clause("CERROJO-R35")
def test_laying_a_base_that_could_have_been_played_shows_the_false_pass() -> None:
    match = set_up(HONOUR, ["3 4 4", "5 1 2 2"], "1+1 A:1+3 B:1+5")
    play(match, "paso", "B:5+2", "A:3+4")
    assert (shown(match, "ending"), shown(match, "void")) == ("forfeit", True)
    assert shown(match, "line") == ["1+1", "A:1+3", "B:1+5", "B:5+2"]
    assert match.round.points() == [0, 11]
    assert sorted(match.round.pieces()) == sorted(match.game.pieces())


@clause("CERROJO-R35")
def test_a_base_that_had_no_pair_then_shows_nothing() -> None:
    line = f"{A_SHUT} B:3+1 B:1+2 B:2+3"
    game = sobremesa.game("cerrojo", players=3, legality="honour")
    match = set_up(game, ["3 1 1", "4 4", "5 5"], line, deposit="5 4")
    play(match, "paso", "paso", "+", "paso", "+", "B:3+4")
    assert not match.round.over
    assert side(match, "B")["asks"] == 4


@clause("CERROJO-R35", "CERROJO-R36")
def test_drawing_although_one_could_play_is_the_same_offence() -> None:
    match = set_up(HONOUR, ["3 4 4", "5 2"], "1+1 A:1+3 B:1+5", deposit="5")
    play(match, "+", "paso", "B:5+2")
    assert shown(match, "ending") == "forfeit"
    # Counted when the tile was drawn: 3 + 4 + 4, without the 5 that came.
    assert match.round.points() == [0, 11]


@clause("CERROJO-R36", "CERROJO-R35", "CERROJO-R16")
def test_every_other_team_scores_and_the_earliest_offence_counts() -> None:
    game = sobremesa.game("cerrojo", players=3, legality="honour", next_starter="winner")
    match = set_up(game, ["3 4 4", "3 5", "5 2"], "1+1 A:1+3 B:1+5", first=1)
    play(match, "paso", "paso", "B:5+2")
    assert (shown(match, "offender"), match.round.points()) == (0, [0, 11, 11])
    assert (shown(match, "winner"), game.next_first(match.round)) == (-1, 2)
    pairs = sobremesa.game("cerrojo", teams="pairs", legality="honour")
    match = set_up(pairs, ["3 4 4", "5 2", "2 2", "1 1"], "1+1 A:1+3 B:1+5")
    play(match, "paso", "B:5+2")
    # Both partners' tiles are counted.
    assert match.round.points() == [0, 15, 0, 15]


@clause("CERROJO-R28", "CERROJO-R35")
def test_where_passes_are_not_checked_a_lap_closes_the_round() -> None:
    match = set_up(HONOUR, ["2 4 4", "4 4"], "1+1 A:1+3 B:1+5", deposit="1 1")
    assert legal(match) == ["paso", "+"]
    assert not match.view(0).data["plain"]
    play(match, "paso", "paso")
    assert (shown(match, "ending"), shown(match, "offender")) == ("closed", -1)


@clause("CERROJO-E28")
def test_a_double_made_by_a_lock_counts_as_a_double() -> None:
    match = play(set_up(TWO, ["2 2C 1", "2L 2 2"], "3+3 A:3+2"), "A:2+2C!")
    assert side(match, "A")["pairs"] == ["3-2", "2-2"]
    again = set_up(TWO, ["2 2 1", "1"], "3+3 A:3+2 A:2+2C! A:2L^ B:3+2")
    refused(again, "A:2+2", "2-2 has been made on side A already: A:2+2C! (CERROJO-40)")
    assert "B:2+2" in legal(again)


@clause("CERROJO-76", "CERROJO-77", "CERROJO-78", "CERROJO-79", "CERROJO-80", "CERROJO-R22",
        "CERROJO-R40")
def test_the_calls_are_in_the_log() -> None:
    def last(hands: list[str], line: str, move: str) -> str:
        match = play(set_up("cerrojo", hands, line), move)
        return picture.log_lines(match.view(-1))[-1]

    hands = ["2C 5 1", "1 1", "3 3", "4 4"]
    assert "“Cerrojazo!”" in last(hands, "2+2", "A:2C!")
    assert "“Cerrojazo!”" in last(hands, "5+5", "A:5+2C!")
    assert "“Cerrojo abierto”" in last(hands, "2+2", "A:2C+5")
    assert "“Cerrojo abierto”" in last(hands, "5+5", "A:5+2C")
    keys = ["2L 5 1", "1 1", "3 3", "4 4"]
    assert "“Llave abre”" in last(keys, "2+2 A:2C!", "A:2L^")
    assert "“Llave cierra”" in last(keys, "5+5 A:5+2C", "A:2L!")
    assert "“Llave cierra”" in last(keys, "5+5 A:5+2C!", "A:2L!")
    assert "“Paso”" in last(["1 1", "1 1", "3 3", "4 4"], "5+5", "paso")
    assert "“Salida”" in last(["2 2C 5", "1 1", "3 3", "4 4"], "", "2+2C")
    salida = picture.log_lines(play(set_up(TWO, ["2 2C 5", "1"]), "2+2C").view(-1))[-1]
    assert "abierto" not in salida
    carried = last(["2L 4C 5", "1 1", "3 3", "4 4"], "2+2 A:2C!", "A:2L^+4C!")
    assert "“Llave abre”" in carried and "“Cerrojazo!”" in carried


@clause("CERROJO-73", "CERROJO-74")
def test_the_count_is_made_in_the_log() -> None:
    match = play(set_up(TWO, ["3 1", "5 4"], "3+3"), "A:3+1")
    told = "\n".join(picture.log_lines(match.view(-1)))
    assert "“Final!”" in told and "9" in told
    assert "“Cierre!”" in "\n".join(picture.log_lines(closed(["1 3", "4 4"]).view(-1)))


@clause("CERROJO-81")
def test_every_option_but_numbers_goes_back_to_a_ruling() -> None:
    page = rules.page("cerrojo")
    for option in rules_of("cerrojo").declared():
        assert f"**{option.ruling} " in page


@clause("CERROJO-F03")
def test_a_hand_of_more_tiles_than_suits_has_a_double() -> None:
    for players, size in ((4, 10), (5, 8), (6, 6)):
        assert rules_of(f"cerrojo(players={players})").hand_size == size > 5
    assert rules_of("cerrojo(players=7)").hand_size == 5


@clause("CERROJO-F04")
def test_there_are_fourteen_pairs_for_a_side() -> None:
    for suits in range(2, MOST_SUITS + 1):
        layout = rules_of(f"cerrojo(suits={suits})").bare_round().layout
        layout.lay(layout.plays.read("1+1"))
        pairs = sum(
            1 for base in range(1, suits + 1) for free in range(base, suits + 1)
            if layout.may_join(0, base) >> free & 1
        )
        assert pairs == suits * (suits - 1) // 2 + suits - 1
    assert 5 * 4 // 2 + 4 == 14


@clause("CERROJO-F05")
@pytest.mark.parametrize(("suits", "only_at_start", "earliest"), [(3, True, 3), (4, False, 3)])
def test_where_a_side_gets_stuck_by_repetition(
    suits: int, only_at_start: bool, earliest: int
) -> None:
    """Follows every trail of a side; suit 1 is the salida's."""
    stuck: list[tuple[int, int]] = []

    def follow(at: int, used: frozenset[tuple[int, int]], length: int) -> None:
        onward = [
            suit for suit in range(1, suits + 1)
            if (min(at, suit), max(at, suit)) not in used
        ]
        if not onward:
            stuck.append((at, length))
        for suit in onward:
            follow(suit, used | {(min(at, suit), max(at, suit))}, length + 1)

    follow(1, frozenset({(1, 1)}), 0)
    assert min(length for _, length in stuck) >= earliest
    assert ({at for at, _ in stuck} == {1}) is only_at_start


SHARES = {
    "cerrojo(players=4)": 0.45, "cerrojo(players=2)": 0.76,
    "cerrojo(players=2,deal=proportional)": 0.18, "cerrojo(players=3)": 0.63,
    "cerrojo(players=5)": 0.61,
}


def share_of_finals(spec: str, rounds: int) -> float:
    """Plays random rounds; tiles are conserved in each."""
    game = sobremesa.game(spec)
    rng = Rng(7)
    whole = sorted(game.pieces())
    finals = 0
    for seed in range(rounds):
        round = game.deal(rng, seed % int(game.players), 1, game.starting_points())
        finish(round, rng)
        assert round.over
        assert isinstance(round, CerrojoRound)
        assert sorted(round.pieces()) == whole
        finals += round.ending == 1
    return finals / rounds


@clause("CERROJO-F07", "CERROJO-F08")
@pytest.mark.parametrize("spec", list(SHARES))
def test_random_rounds_end_as_they_were_found_to(spec: str) -> None:
    assert abs(share_of_finals(spec, 200) - SHARES[spec]) < 0.12


@pytest.mark.slow
@pytest.mark.parametrize("spec", list(SHARES))
def test_twenty_thousand_random_rounds(spec: str) -> None:
    assert abs(share_of_finals(spec, 20000) - SHARES[spec]) < 0.03


UP, RIGHT, DOWN, LEFT = range(4)


def lying(line: str) -> list[route.Lying]:
    """The tiles of a line that does not turn, in the order of laying."""
    return route.lay_out(line.split(), 10000).tiles


def edge(tile: route.Lying, way: int) -> str:
    white, long = tile.edge(way)
    return f"{'long' if long else 'short'} {'white' if white else 'black'}"


@clause("CERROJO-12", "CERROJO-13", "CERROJO-14")
def test_tiles_are_oblong_with_a_u_or_an_l_along_their_edges() -> None:
    assert route.LONG / route.SHORT == 35 / 30
    for name, white in (("3", 1), ("2C", 2), ("2L", 2)):
        tile = route.Lying(name, 0, 0, 0)
        edges = [edge(tile, way) for way in range(4)]
        assert sum(found.endswith("white") for found in edges) == white
        assert sum(found.startswith("long") for found in edges) == 2
    # The special tiles have one white and one black edge of each length.
    special = sorted(edge(route.Lying("4L", 0, 0, 0), way) for way in range(4))
    assert special == ["long black", "long white", "short black", "short white"]
    match = set_up(TWO, ["3 2C 2L", "1"])
    drawn = picture.svg(match.view(0))
    assert drawn.count('class="edge-line"') == 3
    assert "lock of two" in drawn and "key of two" in drawn


@clause("CERROJO-16", "CERROJO-17", "CERROJO-18", "CERROJO-R41")
def test_composites_lie_along_and_doubles_across() -> None:
    upper, lower, base, free = lying("3+3 B:3+5")
    # The salida stands across, black to black, its white edges outward.
    assert (upper.x, lower.x) == (0, 0) and upper.y < lower.y
    assert edge(upper, DOWN) == edge(lower, UP) == "short black"
    assert edge(upper, UP) == edge(lower, DOWN) == "short white"
    # A composite is at right angles to it, joined white to white, black to what lay.
    assert base.y == free.y == 0 and 0 < base.x < free.x
    assert edge(base, RIGHT) == edge(free, LEFT) == "short white"
    assert edge(base, LEFT) == "short black" and edge(lower, RIGHT) == "long black"
    # A double on the side lies across it, joined white to white.
    one, other = lying("3+3 B:3+5 B:5+5")[4:]
    assert one.x == other.x > free.x and one.y == -other.y
    low, high = sorted((one, other), key=lambda tile: -tile.y)
    assert edge(low, UP) == edge(high, DOWN) == "short white"


@clause("CERROJO-15", "CERROJO-19", "CERROJO-20")
def test_how_a_lock_lies() -> None:
    assert (edge(lying("2+2 B:2C!")[-1], LEFT), edge(lying("2+2 B:2C!")[-1], RIGHT)) == (
        "long white", "long black"
    )
    base, lock = lying("5+5 B:5+2C!")[2:]
    assert edge(base, RIGHT) == "short white"
    assert (edge(lock, LEFT), edge(lock, RIGHT)) == ("long white", "long black")
    base, lock = lying("5+5 B:5+2C")[2:]
    assert edge(base, RIGHT) == "short white"
    assert (edge(lock, LEFT), edge(lock, RIGHT)) == ("short black", "short white")
    # On side A all is turned round.
    lock = lying("2+2 A:2C!")[-1]
    assert (edge(lock, RIGHT), edge(lock, LEFT)) == ("long white", "long black")


@clause("CERROJO-15", "CERROJO-21", "CERROJO-22")
def test_how_a_key_lies() -> None:
    lock, key = lying("5+5 B:5+2C! B:2L^")[-2:]
    assert edge(lock, RIGHT) == edge(key, LEFT) == "long black"
    assert edge(key, RIGHT) == "long white"
    lock, key = lying("5+5 B:5+2C! B:2L!")[-2:]
    assert (edge(lock, RIGHT), edge(key, LEFT)) == ("long black", "long white")
    assert edge(key, RIGHT) == "long black"
    lock, key = lying("5+5 B:5+2C B:2L!")[-2:]
    assert (edge(lock, RIGHT), edge(key, LEFT)) == ("short white", "long white")
    assert edge(key, RIGHT) == "long black"


@pytest.mark.parametrize("spec", ["cerrojo", "cerrojo(players=2)", "cerrojo(suits=10,players=2)"])
def test_tiles_never_lie_over_each_other(spec: str) -> None:
    for seed in range(6):
        *_, last = positions(sobremesa.game(spec), seed)
        for limit in (240.0, 400.0, 640.0, 1100.0):
            tiles = route.lay_out(last.view(-1).data["line"], limit).tiles
            for one, other in itertools.combinations(tiles, 2):
                apart = max(
                    abs(one.x - other.x) - (one.width + other.width) / 2,
                    abs(one.y - other.y) - (one.height + other.height) / 2,
                )
                assert apart > -0.01, (seed, limit, one, other)
