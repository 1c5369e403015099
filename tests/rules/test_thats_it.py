"""That's It!: every clause, ruling, worked example and fact of its page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Game, IllegalMove, Match, Rng
from sobremesa.families.melds.melds import Terms, grouped, hand_points, meld_points
from sobremesa.material.dominoes import NAMES
from sobremesa.material.hidden import Hidden, masks_of
from tests.rules.playing import held, legal, play, refused, shown
from tests.rules.positions import names

clause = pytest.mark.clause

SEVEN = Terms(7)
TEN = Terms(10)

# Seven melded tiles, and tiles that make no meld with anything here.
MELDED = "10-0 10-1 10-2 10-7 4-4 5-5 6-6"
LOOSE = "15-14 14-13 13-12 12-11 11-9 9-8 8-7"
# Eight tiles, as they are before a discard.
EIGHT = "9-7 15-14 13-12 12-11 11-9 9-8 8-7 15-3"


def position(game: Game, hands: list[str], **parts: Any) -> dict[str, Any]:
    """The given hands filled up with tiles of the set's order, what is left in the boneyard."""
    size = game.number("version")
    filled = [names(hand) for hand in hands]
    lying = names(parts.pop("trash", ""))
    stock = names(parts.pop("boneyard", ""))
    single = [name for part in ("discard", "down") for name in names(parts.pop(part, ""))]
    known = {*lying, *stock, *single, *(name for hand in filled for name in hand)}
    left = [name for name in reversed(game.pieces()) if name not in known]
    for seat in range(int(game.players)):
        if seat == len(filled):
            filled.append([])
        while len(filled[seat]) < size:
            filled[seat].append(left.pop())
    rest = parts.pop("rest", "boneyard")
    if rest == "boneyard":
        stock += left
    else:
        lying += left
    found = {"hands": filled, "boneyard": stock, "trash": lying, **parts}
    if single:
        found["discard"] = single[0]
    return found


def set_up(hands: list[str], *, game: str = "thats-it", **parts: Any) -> Match:
    """A match that begins with a position; seat 0 is to move unless `turn` is given."""
    rules = sobremesa.game(game)
    return Match(rules, deal=position(rules, hands, **{"turn": 0, **parts}))


def declared(hand: str, *, game: str = "thats-it", **parts: Any) -> Match:
    """A hand that seat 0 declares, having drawn a tile that it lays face down."""
    match = set_up([hand], game=game, **parts)
    play(match, "+")
    tile = str(match.view(0).data["log"][-1][1])[1:]
    return play(match, tile + "!")


# Melds --------------------------------------------------------------------------------------


@clause("TI-03", "TI-13", "TI-14", "TI-15", "TI-17", "TI-18", "TI-12", "TI-16", "TI-R04", "TI-R05")
@clause("TI-E01", "TI-E02", "TI-E03", "TI-E04", "TI-E05", "TI-E06", "TI-E07", "TI-E08", "TI-E09")
@clause("TI-F01")
@pytest.mark.parametrize(("meld", "points"), [
    ("3-6 3-12 3-14", 1), ("4-4 6-6 13-13", 1), ("2-9 2-11 2-14", 1), ("2-9 2-13 2-14", 2),
    ("5-4 5-5 5-12 5-13", 3), ("2-12 2-13 2-14", 7), ("4-4 5-5 6-6", 7),
    ("10-0 10-1 10-2 10-3", 9), ("10-0 10-1 10-2 10-7", 3), ("10-0 10-1 10-2", 7),
])
def test_the_melds_of_the_booklet_score_what_it_says(meld: str, points: int) -> None:
    assert meld_points(names(meld)) == points


@clause("TI-R03", "TI-E11")
@pytest.mark.parametrize(("meld", "points"), [
    ("15-13 15-14 15-15", 7), ("0-15 0-0 0-1", 2), ("7-15 7-14 7-0", 2), ("3-3 3-4 3-5 3-6", 9),
    ("0-0 1-1 15-15", 2),
])
def test_neighbours_differ_by_one_and_there_is_no_way_round(meld: str, points: int) -> None:
    assert meld_points(names(meld)) == points


@clause("TI-02", "TI-E12")
@pytest.mark.parametrize("tiles", [
    "1-2 3-4 5-6", "1-1 2-2", "4-0 4-1", "4-0 4-1 4-2 4-3 4-5", "1-2 2-3 3-1", "1-1 2-2 3-4",
    "0-0 1-1 2-2 3-3 4-4", "3-3 3-4 4-4",
])
def test_what_is_no_meld(tiles: str) -> None:
    assert meld_points(names(tiles)) == 0


@clause("TI-R05")
def test_melds_have_few_scores() -> None:
    threes = {meld_points(list(meld)) for meld in combinations(suit(5), 3)}
    fours = {meld_points(list(meld)) for meld in combinations(suit(5), 4)}
    assert threes == {1, 2, 7}
    assert fours == {1, 2, 3, 9}


def suit(number: int) -> list[str]:
    return [name for name in NAMES if str(number) in name.split("-")]


# Hands --------------------------------------------------------------------------------------


@clause("TI-11", "TI-19", "TI-R06", "TI-01", "TI-04")
@clause("TI-E13", "TI-E14", "TI-E15", "TI-E17", "TI-E18", "TI-E19", "TI-E21")
@pytest.mark.parametrize(("hand", "points"), [
    ("2-9 2-11 2-14 0-0 4-4 6-6 13-13", 2), (MELDED, 10),
    ("2-12 2-13 2-14 5-4 5-5 5-12 5-13", 10), ("9-8 9-10 9-11 9-9 7-7 8-8 1-1", 11),
    ("2-0 2-1 2-2 2-3 2-4 2-5 2-6", 32), ("2-1 2-3 2-5 2-7 2-9 2-11 2-14", 4),
    ("9-9 9-10 9-11 7-7 8-8 3-3 1-1", 9),
    # 3-5 serves threes or fives, not both: there is no third meld to be had.
    ("3-0 3-2 3-5 5-7 5-9 1-1 0-0", 0), ("3-0 3-2 3-5 5-7 5-9 5-11 3-9", 2),
])
def test_a_hand_scores_its_best_partition(hand: str, points: int) -> None:
    assert hand_points(names(hand), SEVEN) == points
    if points:
        match = declared(hand)
        assert match.scores == [points, 0]
        assert shown(match, "ending") == "declared" and shown(match, "winner") == 0


@clause("TI-R06", "TI-E17")
def test_a_double_may_serve_its_number_or_the_doubles() -> None:
    hand = names("9-8 9-10 9-11 9-9 7-7 8-8 1-1")
    assert grouped(hand, SEVEN) == [
        ["9-8", "9-9", "10-9", "11-9"], ["1-1", "7-7", "8-8"], [],
    ]
    among_doubles = meld_points(names("9-8 9-10 9-11")) + meld_points(names("9-9 7-7 8-8 1-1"))
    assert among_doubles == 5


@clause("TI-E20", "TI-R07")
def test_melds_of_doubles_are_a_suit_only_if_the_table_says_so() -> None:
    hand = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
    assert declared(hand).scores == [16, 0]
    assert declared(hand, game="thats-it(doubles_are_a_suit=True)").scores == [32, 0]


@clause("TI-25", "TI-E23", "TI-R08")
def test_ten_tiles_are_melds_of_four_three_and_three() -> None:
    mixed = "4-0 4-1 4-2 4-3 6-0 6-2 6-5 11-1 11-2 11-3"
    fours = "4-0 4-1 4-2 4-3 4-4 4-5 4-6 4-7 4-8 4-9"
    game = "thats-it(version=10)"
    assert declared(mixed, game=game).scores == [17, 0]
    assert declared(fours, game=game).scores == [46, 0]
    assert [len(hand) for hand in held_hands(set_up([mixed], game=game))] == [10, 10]
    two_fours = "4-0 4-1 4-2 4-3 6-0 6-2 6-5 6-7 9-9 12-1"
    assert hand_points(names(two_fours), TEN) == 0


@clause("TI-R08")
def test_a_pair_of_melds_in_one_suit_doubles_if_the_table_says_so() -> None:
    hand = "4-0 4-1 4-2 4-3 4-9 4-11 4-13 6-0 6-2 6-5"
    assert hand_points(names(hand), TEN) == 9 + 1 + 1
    assert hand_points(names(hand), Terms(10, on_pair=True)) == 22
    assert declared(hand, game="thats-it(version=10,double_on_pair=True)").scores == [22, 0]
    with pytest.raises(BadOption, match="TI-R08"):
        sobremesa.game("thats-it", double_on_pair=True)


@clause("TI-R02", "TI-R22")
def test_a_spare_tile_is_allowed_only_if_the_table_says_so() -> None:
    hand = "10-0 10-1 10-2 4-4 5-5 6-6 15-3"
    spoilt = "10-0 10-1 10-2 10-7 4-4 5-5 6-6"
    same = "10-0 10-1 10-2 10-5 10-6 10-7 15-3"
    spare = Terms(7, spare=True)
    assert hand_points(names(hand), SEVEN) == 0
    assert hand_points(names(hand), spare) == 14
    assert (hand_points(names(spoilt), SEVEN), hand_points(names(spoilt), spare)) == (10, 14)
    assert hand_points(names(same), spare) == 28
    assert declared(hand, game="thats-it(spare_allowed=True)").scores == [14, 0]
    strict = play(set_up([hand], boneyard="15-15"), "+")
    refused(strict, "15-15!", "without 15-15 your tiles are not melded (TI-R12)")
    with pytest.raises(BadOption, match="TI-R22"):
        sobremesa.game("thats-it", spare_allowed=True, version=10)


@clause("TI-F02", "TI-E18")
def test_the_most_a_hand_can_score() -> None:
    assert (9 + 7) * 2 == hand_points(names("2-0 2-1 2-2 2-3 2-4 2-5 2-6"), SEVEN) == 32
    ten = names("4-0 4-1 4-2 4-3 4-4 4-5 4-6 4-7 4-8 4-9")
    assert (9 + 7 + 7) * 2 == hand_points(ten, TEN) == 46
    match = declared("2-0 2-1 2-2 2-3 2-4 2-5 2-6")
    assert match.over and match.winners == [0]


# The slow and independent way: every partition into melds, found from names alone.


HALVES = {
    f"{high}-{low}": (high, low) for high in range(16) for low in range(high + 1)
}


def brute_meld(tiles: tuple[str, ...]) -> list[int]:
    """The points of tiles as a meld, by every suit that they could be of."""
    halves = [HALVES[tile] for tile in tiles]
    orders = []
    if all(high == low for high, low in halves):
        orders.append((-1, sorted(high for high, _ in halves)))
    for number in set(halves[0]).intersection(*halves[1:]):
        others = [low if high == number else high for high, low in halves]
        orders.append((number, sorted(others)))
    found = []
    for number, order in orders:
        links = sum(after - before == 1 for before, after in pairwise(order))
        bonus = 2 * len(tiles) if links == len(tiles) - 1 else links
        found.append(1000 * number + 1 + bonus)
    return found


def partitions(tiles: tuple[str, ...], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for meld in combinations(tiles, sizes[0]):
        if brute_meld(meld):
            rest = tuple(tile for tile in tiles if tile not in meld)
            for others in partitions(rest, sizes[1:]):
                yield [meld, *others]


def brute_hand(
    tiles: tuple[str, ...], plans: list[list[int]], doubles: bool = False, pair: bool = False
) -> int:
    best = 0
    for plan in plans:
        for melds in partitions(tiles, plan):
            marks = [brute_meld(meld)[0] for meld in melds]
            suits = [(mark + 1000) // 1000 - 1 for mark in marks]
            total = sum(mark - 1000 * number for mark, number in zip(marks, suits, strict=True))
            counted = [number for number in suits if number >= 0 or doubles]
            most = max((counted.count(number) for number in counted), default=0)
            needed = 2 if pair else len(melds)
            best = max(best, 2 * total if most >= needed else total)
    return best


def likely_hand(rng: Rng, size: int) -> tuple[str, ...]:
    """A random hand of few suits, so that it is often melded."""
    numbers = [int(rng.below(16)) for _ in range(1 + int(rng.below(3)))]
    chosen: set[str] = set()
    while len(chosen) < size:
        kind = int(rng.below(12))
        if kind == 0:
            chosen.add(NAMES[int(rng.below(136))])
        elif kind < 4:
            number = int(rng.below(16))
            chosen.add(f"{number}-{number}")
        else:
            one, other = numbers[int(rng.below(len(numbers)))], int(rng.below(16))
            chosen.add(f"{max(one, other)}-{min(one, other)}")
    return tuple(sorted(chosen))


KINDS = [
    (7, SEVEN, [[4, 3]], False, False),
    (7, Terms(7, spare=True), [[4, 3], [3, 3]], False, False),
    (7, Terms(7, doubles_suit=True), [[4, 3]], True, False),
    (10, TEN, [[4, 3, 3]], False, False),
    (10, Terms(10, doubles_suit=True, on_pair=True), [[4, 3, 3]], True, True),
]


def agree(count: int, seed: int) -> None:
    """Compares random hands with the brute force; a fifth of them at least are finished."""
    rng = Rng(seed)
    finished = 0
    for number in range(count):
        size, terms, plans, doubles, pair = KINDS[number % len(KINDS)]
        hand = likely_hand(rng, size)
        points = brute_hand(hand, plans, doubles, pair)
        assert hand_points(list(hand), terms) == points, hand
        finished += points > 0
    assert finished > count / 5


@clause("TI-R06")
def test_the_best_partition_agrees_with_brute_force() -> None:
    agree(150, 1)


@pytest.mark.slow
@clause("TI-R06")
def test_the_best_partition_agrees_with_brute_force_in_a_hundred_thousand_hands() -> None:
    agree(100_000, 2)


@clause("TI-R06", "TI-R12")
def test_the_tiles_that_can_go_face_down_are_those_that_leave_a_melded_hand() -> None:
    rng = Rng(4)
    found = 0
    for _ in range(60):
        hand = likely_hand(rng, 8)
        match = set_up([" ".join(hand)])
        rest = {
            tile: brute_hand(tuple(other for other in hand if other != tile), [[4, 3]])
            for tile in hand
        }
        can = {text[:-1] for text in legal(match) if text.endswith("!")}
        assert can == {tile for tile, points in rest.items() if points}
        for tile in can:
            assert play(set_up([" ".join(hand)]), tile + "!").scores == [rest[tile], 0]
        found += len(can) > 0
    assert found > 12


# Turns --------------------------------------------------------------------------------------


def held_hands(match: Match) -> list[list[str]]:
    return [held(match, seat) for seat in range(int(match.game.players))]


@clause("TI-05", "TI-06")
@pytest.mark.parametrize("players", [2, 3, 8])
def test_all_have_seven_hidden_tiles_and_the_first_player_draws(players: int) -> None:
    match = sobremesa.game("thats-it", players=players, first_player=1).start(3)
    assert [len(hand) for hand in held_hands(match)] == [7] * players
    assert match.turn == 1 and legal(match) == ["+"]
    assert match.view(1).data["plain"]
    assert match.view(0).data["hands"][1:] == [7] * (players - 1)
    refused(match, "take", "there is no discard yet: draw a tile (TI-06)")
    before = held(match, 1)
    play(match, "+")
    drawn = match.view(1).data["log"][0][1][1:]
    assert match.view(0).data["log"] == [[1, "+?", 0]]
    assert sorted([*before, drawn]) == sorted(held(match, 1))
    assert legal(match)[:8] == held(match, 1), "any tile may be discarded, the drawn one too"


@clause("TI-07", "TI-R09", "TI-E24")
def test_who_takes_the_discard_puts_out_another() -> None:
    match = set_up([EIGHT])
    play(match, "9-7")
    assert match.turn == 1 and shown(match, "discard") == "9-7"
    assert legal(match) == ["take", "+"]
    play(match, "take")
    assert "9-7" in held(match, 1) and len(held(match, 1)) == 8
    assert shown(match, "taken") == "9-7" and "9-7" not in legal(match)
    refused(
        match, "9-7", "you have just taken 9-7: put out another tile (TI-R09, TI-R21)"
    )
    other = legal(match)[0]
    play(match, other)
    assert shown(match, "discard") == other and shown(match, "trash") == []
    assert "9-7" in held(match, 1)


@clause("TI-08", "TI-09", "TI-R19", "TI-E25")
def test_a_refused_discard_is_trashed_and_a_drawn_tile_may_go_at_once() -> None:
    match = set_up([EIGHT], boneyard="0-0")
    refused(match, "+", "you have your tile: discard one (TI-09)")
    play(match, "9-7")
    refused(match, "15-15", "take the discard or draw before you discard (TI-09)")
    play(match, "+")
    for seat in (-1, 0, 1):
        assert match.view(seat).data["trash"] == ["9-7"]
    assert "0-0" in held(match, 1) and "0-0" in legal(match)
    play(match, "0-0")
    assert shown(match, "discard") == "0-0" and match.turn == 0


@clause("TI-10", "TI-20", "TI-R15")
def test_the_hand_ends_with_a_tile_face_down_and_only_the_winner_shows_and_scores() -> None:
    match = set_up([MELDED], boneyard="15-9", game="thats-it(players=3)")
    play(match, "+", "15-9!")
    assert match.round.over and match.turn == -1
    assert match.scores == [10, 0, 0]
    assert match.view(0).data["down"] == "15-9"
    for seat in (-1, 1, 2):
        view = match.view(seat)
        assert view.data["down"] == "?" and view.data["log"][-1] == [0, "?!", 10]
        assert sorted(view.data["hands"][0]) == sorted(names(MELDED))
        assert view.data["melds"] == [
            ["10-0", "10-1", "10-2", "10-7"], ["4-4", "5-5", "6-6"], [],
        ]
        assert isinstance(view.data["boneyard"], int)
    assert match.view(1).data["hands"][2] == 7
    assert "15-9" not in match.view(1).json()


@clause("TI-R12")
def test_a_false_thats_it_is_refused() -> None:
    match = set_up([EIGHT])
    refused(match, "9-7!", "without 9-7 your tiles are not melded (TI-R12)")
    refused(match, "1-0!", "you do not hold 1-0 (TI-05)")


@clause("TI-R11", "TI-E27")
def test_a_player_may_declare_in_the_first_turn_or_play_on() -> None:
    game = sobremesa.game("thats-it", first_player=0)
    deal = position(game, [MELDED], boneyard="15-9")
    del deal["trash"]
    match = play(Match(game, deal=deal), "+")
    assert {"15-9!", "15-9", "10-7"} <= set(legal(match))
    assert play(Match(game, deal=deal), "+", "15-9!").scores == [10, 0]
    play(match, "10-7")
    assert not match.round.over and match.turn == 1


@clause("TI-R21")
def test_a_tile_just_taken_may_not_go_face_down() -> None:
    match = set_up(["15-9 14-13", MELDED], discard="12-11", turn=1)
    play(match, "take")
    refused(
        match, "12-11!", "you have just taken 12-11: put out another tile (TI-R09, TI-R21)"
    )
    assert not any(text.endswith("!") for text in legal(match))
    again = set_up(["15-9 14-13", MELDED], discard="12-11", turn=1, boneyard="12-3")
    play(again, "+", "12-3!")
    assert again.scores == [0, 10]


@clause("TI-23", "TI-R18", "TI-E26")
def test_only_the_next_player_may_take_a_discard() -> None:
    match = set_up([EIGHT], game="thats-it(players=3)",
                   boneyard="0-0")
    play(match, "9-7")
    assert match.turn == 1
    play(match, "+", "0-0")
    assert match.turn == 2 and shown(match, "discard") == "0-0"
    play(match, "take")
    assert "9-7" not in held(match, 2) and shown(match, "trash") == ["9-7"]


@clause("TI-21", "TI-24", "TI-E28")
@pytest.mark.parametrize(("players", "winner", "next_first"), [(2, 1, 0), (2, 0, 1), (3, 2, 0)])
def test_who_sits_at_the_winners_left_begins(players: int, winner: int, next_first: int) -> None:
    game = sobremesa.game("thats-it", players=players)
    hands = ["" if seat != winner else MELDED for seat in range(players)]
    match = Match(game, deal=position(game, hands, turn=winner, boneyard="15-9"))
    play(match, "+", "15-9!")
    following = match.next_round()
    assert match.turn == next_first and int(following.number) == 2
    assert match.scores[winner] == 10


@clause("TI-22", "TI-R16")
def test_the_match_is_to_the_target() -> None:
    won = declared(MELDED, before=[15, 24])
    assert won.scores == [25, 24] and won.winners == [0]
    short = declared(MELDED, before=[14, 24])
    assert not short.over
    assert declared(MELDED, game="thats-it(target=10)").winners == [0]


@clause("TI-R10")
def test_the_first_player_is_chance_or_given() -> None:
    starts = {sobremesa.game("thats-it", players=3).start(seed).turn for seed in range(30)}
    assert starts == {0, 1, 2}
    assert sobremesa.game("thats-it", players=3, first_player=2).start(1).turn == 2
    with pytest.raises(BadOption, match="TI-R10"):
        sobremesa.game("thats-it", first_player=2)


@clause("TI-R01", "TI-F03")
def test_as_many_play_as_the_set_serves() -> None:
    assert len(sobremesa.game("thats-it").pieces()) == 136
    assert sobremesa.game("thats-it", players=19).start(1).round.dump()["boneyard"][2:] != []
    ten = sobremesa.game("thats-it", players=13, version=10)
    assert len(ten.start(1).round.dump()["boneyard"]) == 6
    for options in ({"players": 20}, {"players": 14, "version": 10}, {"players": 1}):
        with pytest.raises(BadOption, match="TI-R01"):
            sobremesa.game("thats-it", **options)


@clause("TI-R13")
def test_with_an_empty_boneyard_the_discard_is_taken_or_the_hand_is_void() -> None:
    match = set_up([LOOSE, ""], discard="1-0", rest="trash", first=1, before=[3, 4])
    assert legal(match) == ["take", "void"]
    refused(match, "+", "the boneyard is empty (TI-R13)")
    play(match, "void")
    assert match.round.over and shown(match, "ending") == "void"
    assert match.scores == [3, 4] and shown(match, "winner") == -1
    assert "1-0" in shown(match, "trash")
    match.next_round()
    assert match.turn == 0, "the left of who began the void hand"
    taken = set_up([LOOSE, ""], discard="1-0", rest="trash")
    play(taken, "take")
    play(taken, legal(taken)[0])
    assert taken.turn == 1 and legal(taken) == ["take", "void"]
    going = set_up([LOOSE, ""], discard="1-0")
    refused(going, "void", "the hand goes on while there are tiles to draw (TI-R13)")


@clause("TI-R14")
def test_after_many_exchanges_the_next_player_must_draw() -> None:
    match = sobremesa.game("thats-it", first_player=0).start(9)
    play(match, "+")
    play(match, legal(match)[0])
    for turns in range(16):
        assert legal(match) == ["take", "+"] and shown(match, "exchanges") == turns
        play(match, "take")
        play(match, legal(match)[0])
    assert legal(match) == ["+"] and match.view(match.turn).data["plain"]
    refused(match, "take", "nobody has drawn for 16 turns: draw a tile (TI-R14)")
    play(match, "+")
    assert shown(match, "exchanges") == 0
    short = set_up([LOOSE, ""], game="thats-it(exchange_cap=1)", discard="1-0", rest="trash")
    play(short, "take")
    play(short, legal(short)[0])
    assert short.round.over and shown(short, "ending") == "void"


@clause("TI-R20")
def test_after_the_last_hand_the_highest_total_wins() -> None:
    match = set_up([LOOSE, ""], game="thats-it(max_hands=3)", discard="1-0", rest="trash",
                   before=[3, 4], number=3)
    assert play(match, "void").winners == [1]
    shared = set_up([LOOSE, ""], game="thats-it(max_hands=3)", discard="1-0", rest="trash",
                    before=[4, 4], number=3)
    assert play(shared, "void").winners == [0, 1]
    earlier = set_up([LOOSE, ""], game="thats-it(max_hands=4)", discard="1-0", rest="trash",
                     before=[4, 4], number=3)
    assert not play(earlier, "void").over
    assert sobremesa.game("thats-it").last_round == 200


# What a seat can know -----------------------------------------------------------------------


def late(seed: int, plies: int) -> Match:
    """A hand with three players in which only 30 tiles are not in the trash, played on."""
    game = sobremesa.game("thats-it", players=3)
    rng = Rng(seed)
    tiles = list(NAMES)
    for last in range(135, 0, -1):
        other = int(rng.below(last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
    deal = {
        "hands": [tiles[0:7], tiles[7:14], tiles[14:21]], "boneyard": tiles[21:30],
        "trash": tiles[31:], "discard": tiles[30], "turn": 0,
    }
    match = Match(game, deal=deal)
    for _ in range(plies):
        if not match.round.over:
            moves = [move for move in match.round.moves() if move != 274]
            match.play(moves[int(rng.below(len(moves)))])
    return match


@pytest.mark.parametrize("plies", [0, 1, 4, 9, 14])
@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_worlds_are_counted_as_the_general_sampler_counts_them(plies: int, seat: int) -> None:
    view = late(plies, plies).view(seat)
    worlds = view.game.worlds(view)
    assert worlds.count() == by_places(view.data, seat)
    rng = Rng(plies)
    assert all(worlds.sample(rng).view(seat) == view for _ in range(20))


def by_places(data: dict[str, Any], viewer: int) -> int:
    """Counts the ways by places for every deal and every draw, found from the log alone."""
    sizes: list[int] = []
    owners: list[tuple[int, int]] = []
    known = {*data["opening"]["trash"], data["opening"]["discard"]}
    for seat, hand in enumerate(data["opening"]["hands"]):
        if isinstance(hand, int):
            owners.append((seat, -1))
            sizes.append(hand)
        else:
            known.update(hand)
    until: dict[str, tuple[int, int]] = {}
    carried: dict[int, set[str]] = {seat: set() for seat in range(3)}
    face = data["opening"]["discard"]
    drawn = 0
    for time, (seat, text, _) in enumerate(data["log"]):
        if text == "take":
            carried[seat].add(face)
        elif text.startswith("+"):
            drawn += 1
            if text == "+?":
                owners.append((seat, time))
                sizes.append(1)
            else:
                known.add(text[1:])
        elif text in carried[seat]:
            carried[seat].remove(text)
            face = text
        else:
            face = text
            if seat == viewer:
                known.add(text)
            else:
                until[text] = (seat, time)
    owners.append((-1, 1000))
    sizes.append(data["opening"]["boneyard"] - drawn)
    where = {}
    for tile, name in enumerate(NAMES):
        if name in until:
            holder, last = until[name]
            where[tile] = [
                place for place, (seat, since) in enumerate(owners)
                if seat == holder and since < last
            ]
        elif name not in known:
            where[tile] = list(range(len(owners)))
    return Hidden(sizes, masks_of(where)).count()


def test_worlds_are_equally_likely() -> None:
    game = sobremesa.game("thats-it")
    tiles = list(NAMES)
    deal = {
        "hands": [tiles[0:7], tiles[7:14]], "boneyard": tiles[14:16], "trash": tiles[17:],
        "discard": tiles[16], "turn": 1,
    }
    match = play(Match(game, deal=deal), "+", tiles[7])
    view = match.view(0)
    worlds = game.worlds(view)
    # The discard was dealt or drawn: 8 places for it, then any of 8 tiles is left to draw.
    assert worlds.count() == 8 * 8
    rng = Rng(8)
    seen: dict[str, int] = {}
    for _ in range(3200):
        world = worlds.sample(rng)
        key = str((world.opening()["hands"][1], world.opening()["boneyard"]))
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == 64
    assert max(seen.values()) < 82 and min(seen.values()) > 24


def test_worlds_after_the_end_keep_the_face_down_tile_hidden() -> None:
    match = set_up([MELDED], boneyard="15-9", game="thats-it(players=3)")
    play(match, "+", "15-9!")
    rng = Rng(3)
    for seat in (-1, 1):
        view = match.view(seat)
        found = {
            match.game.worlds(view).sample(rng).dump()["down"] for _ in range(60)
        }
        assert len(found) > 20
    taken = set_up(["10-7 15-9", "10-0 10-1 10-2 4-4 5-5 6-6"], discard="15-3", turn=1)
    play(taken, "take")
    melds = names("10-0 10-1 10-2 4-4 5-5 6-6")
    play(taken, next(text for text in legal(taken) if text not in melds))
    play(taken, "+", "10-7", "take", "15-3!")
    view = taken.view(0)
    worlds = taken.game.worlds(view)
    assert {worlds.sample(rng).dump()["down"] for _ in range(20)} == {"15-3"}, "it was seen taken"


# Positions ----------------------------------------------------------------------------------


def problems(data: dict[str, Any], game: str = "thats-it") -> list[str]:
    with pytest.raises(BadPosition) as caught:
        sobremesa.game(game).load(data)
    return caught.value.problems


@pytest.mark.parametrize(("parts", "reason"), [
    ({"trun": 1}, "a position has no trun: did you mean turn?"),
    ({"exchanges": 17}, "exchanges must be a whole number from 0 to 16"),
    ({"asked": "draw"}, "asked must be one of: take, discard"),
    ({"trash": "1-0"}, "trash must be a list of tiles"),
    ({"number": 201}, "number must be a whole number from 1 to 200"),
    ({"before": [25, 0]}, "the match was won before this hand (TI-R16)"),
    ({"turn": -1}, "turn must be -1 in a hand that is over, and only there"),
    ({"over": True, "turn": -1}, "a hand that is over, and no other, has an ending"),
    ({"winner": 0}, "a hand that somebody declared has a winner, and no other"),
    ({"over": True, "ending": "declared", "turn": -1, "winner": 0},
     "who says That's It discards face down, and nobody else (TI-10)"),
    ({"taken": "15-14"}, "taken is a tile in the hand of the player who is to discard"),
    ({"asked": "discard"}, "seat 0 must have 8 tiles (TI-05, TI-09)"),
])
def test_positions_that_cannot_be_are_refused(parts: dict[str, Any], reason: str) -> None:
    data = position(sobremesa.game("thats-it"), [LOOSE], turn=0)
    data.update(parts)
    assert reason in problems(data)


def test_more_positions_that_cannot_be() -> None:
    game = sobremesa.game("thats-it")
    eight = position(game, [EIGHT], discard="1-0", turn=0)
    assert problems(eight) == [
        "the discard has been taken or trashed before a new one (TI-09)"
    ]
    stuck = position(game, [LOOSE], rest="trash", turn=0)
    assert problems(stuck) == [
        "there is nothing to take and nothing to draw: the hand is void (TI-R13)"
    ]
    false = position(game, [LOOSE], over=True, turn=-1, ending="declared", winner=0)
    false["down"] = false["boneyard"].pop()
    assert problems(false) == ["the hand of the winner is not melded (TI-R12)"]


def test_random_hands_end_and_score_as_they_should() -> None:
    check_random_hands(24)


@pytest.mark.slow
def test_twenty_thousand_random_hands() -> None:
    check_random_hands(20_000)


def check_random_hands(count: int) -> None:
    rng = Rng(77)
    games = [
        sobremesa.game(spec) for spec in (
            "thats-it", "thats-it(players=3,spare_allowed=True)", "thats-it(version=10)",
            "thats-it(players=6,exchange_cap=1)",
        )
    ]
    for number in range(count):
        game = games[number % len(games)]
        round = game.start(number).round
        while not round.over:
            moves = round.moves()
            # Who can declare does, so that hands end in both ways.
            last = moves[-1]
            move = last if 136 <= last < 272 else moves[int(rng.below(len(moves)))]
            with_points = round.points()
            assert not any(with_points)
            round.play(move)
        data = round.dump()
        assert sorted(round.pieces()) == sorted(NAMES)
        if data["ending"] == "void":
            assert not any(round.points()) and data["boneyard"] == []
        else:
            winner = data["winner"]
            assert round.points()[winner] >= 2
            assert sum(round.points()) == round.points()[winner]


def test_an_illegal_move_names_the_rule() -> None:
    match = sobremesa.game("thats-it").start(1)
    with pytest.raises(IllegalMove, match="TI-09"):
        match.play("0-0")
