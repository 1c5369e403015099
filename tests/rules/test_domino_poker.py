"""Domino Poker, clause by clause."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Game, Match, Rng, Round
from sobremesa.families.poker.ranks import ORDER, RANKS, rank_of, worth
from tests.rules.playing import legal, play, refused, shown
from tests.rules.positions import names

clause = pytest.mark.clause

# Hands for up to four seats, the best first; no tile is in two of them.
STRONG = [
    "6-6 5-5 4-4 2-1 3-1", "3-3 2-2 6-5 6-4 4-1", "6-3 5-4 4-2 5-1 6-1", "6-2 5-3 4-3 3-2 5-2",
]


def poker(**options: Any) -> Game:
    return sobremesa.game("domino-poker", **options)


def dealt(hands: list[str], *, stacks: list[int] | None = None, **options: Any) -> Match:
    """A deal with the given hands; `stacks` are the chips before the antes, seat 0 acts first."""
    first = options.pop("first", 0)
    boneyard = names(options.pop("boneyard", ""))
    if stacks is not None:
        options["stack"] = sum(stacks) // len(stacks)
    game = poker(players=len(hands), **options)
    held = [names(hand) for hand in hands]
    known = {*boneyard, *(name for hand in held for name in hand)}
    boneyard += [name for name in ORDER if name not in known]
    deal = {"hands": held, "boneyard": boneyard, "first": first}
    if stacks is not None:
        deal["before"] = stacks
    return Match(game, deal=deal)


def table_of(players: int, **options: Any) -> Match:
    """A deal in which the earlier seats have the better hands."""
    return dealt(STRONG[:players], **options)


def rank(hand: str, **options: Any) -> str:
    """What a hand is called when its holder looks at it."""
    other = [name for name in ORDER if name not in names(hand)][:5]
    found: str = dealt([hand, " ".join(other)], **options).view(0).data["ranks"][0]
    return found


def beats(hand: str, other: str, **options: Any) -> bool:
    """Whether the first of two hands takes the pot at the showdown."""
    match = play(dealt([hand, other], **options), "check", "check")
    assert shown(match, "ending") == "showdown"
    return match.round.points()[0] > 0


def pots(match: Match) -> list[tuple[int, list[int]]]:
    return [(pot["chips"], pot["seats"]) for pot in shown(match, "pots")]


def turns(match: Match, move: str, count: int) -> list[int]:
    """Plays one move over and over and gives who made it."""
    seen = []
    for _ in range(count):
        seen.append(match.turn)
        match.play(move)
    return seen


# The tiles and the names of hands.


@clause("DPOKER-01", "DPOKER-F01", "DPOKER-F02")
def test_twenty_tiles_are_used_five_of_them_doubles() -> None:
    tiles = [piece for piece in poker().pieces() if "-" in piece]
    assert sorted(tiles) == sorted(
        f"{high}-{low}" for high in range(1, 7) for low in range(1, high + 1) if high > 1
    )
    assert len(tiles) == 20 == 28 - 7 - 1
    assert [name for name in tiles if name[0] == name[2]] == ["2-2", "3-3", "4-4", "5-5", "6-6"]


@clause("DPOKER-R01")
@pytest.mark.parametrize(("players", "left"), [(2, 10), (3, 5), (4, 0)])
def test_two_to_four_get_five_tiles_each(players: int, left: int) -> None:
    view = poker(players=players).start(1).view(-1).data
    assert view["hands"] == [5] * players
    assert view["boneyard"] == left


@clause("DPOKER-R01")
@pytest.mark.parametrize("players", [1, 5])
def test_one_or_five_players_are_refused(players: int) -> None:
    with pytest.raises(BadOption, match=r"from 2 to 4 \(DPOKER-R01\)"):
        poker(players=players)


@clause(
    "DPOKER-03", "DPOKER-04", "DPOKER-05", "DPOKER-06", "DPOKER-07", "DPOKER-08", "DPOKER-09",
    "DPOKER-10", "DPOKER-11", "DPOKER-12",
)
@clause(
    "DPOKER-E01", "DPOKER-E02", "DPOKER-E03", "DPOKER-E04", "DPOKER-E06", "DPOKER-E07",
    "DPOKER-E08", "DPOKER-E09", "DPOKER-E10", "DPOKER-E12", "DPOKER-E13", "DPOKER-E14",
    "DPOKER-E15", "DPOKER-E16", "DPOKER-E18",
)
@clause("DPOKER-R03", "DPOKER-R04", "DPOKER-R05", "DPOKER-R06", "DPOKER-R07")
@pytest.mark.parametrize(("hand", "name"), [
    ("6-1 6-3 6-4 6-5 6-6", "Flush"),
    ("4-6 4-5 4-4 4-3 2-1", "Four Straight"),
    ("6-6 3-3 2-2 2-4 2-1", "Full Hand"),
    ("3-1 3-2 3-3 3-4 3-5", "Five Straight"),
    ("2-2 3-3 4-4 5-5 6-6", "Royal"),
    ("6-6 5-5 4-4 3-3 2-1", "Fours"),
    ("6-6 5-5 2-2 4-1 6-3", "Threes"),
    ("6-6 5-5 4-4 2-1 6-1", "Full Hand"),
    ("6-6 2-2 6-1 5-3 4-1", "One Pair"),
    ("4-2 4-3 4-4 4-5 4-6", "Five Straight"),
    ("4-1 4-3 4-4 4-5 4-6", "Four Straight"),
    ("4-6 4-5 4-4 4-3 5-5", "Four Straight"),
    ("1-2 1-3 1-4 1-5 1-6", "Five Straight"),
    ("2-1 2-3 2-4 2-5 2-6", "Flush"),
    ("4-1 4-2 4-3 4-4 6-5", "Four Straight"),
    ("6-1 6-2 6-3 6-4 6-5", "Six Straight"),
    ("6-2 6-3 6-4 6-5 6-6", "Six Straight"),
    ("6-6 6-1 6-2 6-3 6-5", "Flush"),
    ("6-6 5-4 5-3 4-2 3-1", "High Piece"),
    ("6-5 5-4 4-3 3-2 2-1", "High Piece"),
])
def test_what_a_hand_is_called(hand: str, name: str) -> None:
    assert rank(hand) == name


@clause("DPOKER-R03", "DPOKER-E19")
@pytest.mark.parametrize(("hand", "name"), [
    ("4-6 4-5 4-4 4-3 2-1", "High Piece"),
    ("4-1 4-2 4-3 4-4 6-5", "High Piece"),
    ("3-1 3-2 3-3 3-4 3-5", "Flush"),
    ("1-2 1-3 1-4 1-5 1-6", "Flush"),
    ("4-2 4-3 4-4 4-5 4-6", "Four Straight"),
    ("5-1 5-2 5-3 5-4 5-5", "Five Straight"),
    ("6-2 6-3 6-4 6-5 6-6", "Six Straight"),
    ("4-1 4-3 4-4 4-5 4-6", "Flush"),
])
def test_in_hoyles_reading_the_number_of_a_straight_is_its_suit(hand: str, name: str) -> None:
    assert rank(hand, straights="hoyle") == name
    if hand == "5-1 5-2 5-3 5-4 5-5":
        assert rank(hand) == name


# An independent judge of hands: tiles are pairs of numbers, and every rule is written out.

Tile = tuple[int, int]


def pair_of(name: str) -> Tile:
    return int(name[0]), int(name[2])


def brute_name(hand: list[Tile], hoyle: bool) -> str:
    doubles = [tile for tile in hand if tile[0] == tile[1]]
    singles = [tile for tile in hand if tile[0] != tile[1]]
    deserved = {"High Piece"}
    if len(doubles) >= 2:
        deserved.add(["One Pair", "Threes", "Fours", "Royal"][len(doubles) - 2])
    if len(doubles) == 3 and set(singles[0]) & set(singles[1]):
        deserved.add("Full Hand")
    for suit in range(1, 7):
        others = sorted(sum(tile) - suit for tile in hand if suit in tile)
        if len(others) == 5:
            deserved.add("Flush")
        longest = max(
            (last - first + 1 for first in range(1, 7) for last in range(first, 7)
             if set(range(first, last + 1)) <= set(others)), default=0,
        )
        if longest == 5 and (suit == 6 or suit in (4, 5) or not hoyle):
            number = suit if hoyle or suit == 6 else 5
            deserved.add({4: "Four", 5: "Five", 6: "Six"}[number] + " Straight")
        if not hoyle and suit == 4 and longest >= 4:
            deserved.add("Four Straight")
    order = ["High Piece", "One Pair", "Flush", "Threes", "Four Straight", "Full Hand",
             "Five Straight", "Fours", "Six Straight", "Royal"]
    return max(deserved, key=order.index)


def brute_tile(tile: Tile) -> tuple[bool, int, int]:
    return tile[0] == tile[1], max(tile), min(tile)


def mask(hand: tuple[str, ...]) -> int:
    return sum(1 << ORDER.index(name) for name in hand)


@clause("DPOKER-R02", "DPOKER-R08", "DPOKER-R09", "DPOKER-F03", "DPOKER-F04")
@pytest.mark.parametrize(("straights", "counts"), [
    ("examples", [9767, 4538, 18, 450, 44, 600, 9, 75, 2, 1]),
    ("hoyle", [9797, 4550, 25, 450, 2, 600, 2, 75, 2, 1]),
])
def test_every_hand_has_the_name_and_the_place_that_an_independent_judge_gives_it(
    straights: str, counts: list[int]
) -> None:
    hoyle = straights == "hoyle"
    every = list(combinations(ORDER, 5))
    assert len(every) == comb(20, 5) == 15504
    found = Counter[str]()
    judged = []
    for hand in every:
        tiles = [pair_of(name) for name in hand]
        name = brute_name(tiles, hoyle)
        assert RANKS[rank_of(mask(hand), hoyle)] == name, hand
        found[name] += 1
        high_to_low = sorted((brute_tile(tile) for tile in tiles), reverse=True)
        judged.append(((RANKS.index(name), high_to_low), worth(mask(hand), hoyle)))
    assert [found[name] for name in RANKS] == counts
    judged.sort()
    # No two hands are worth the same, so one ascending order decides every comparison.
    values = [value for _, value in judged]
    assert values == sorted(set(values))


@clause("DPOKER-R08")
def test_the_order_of_single_tiles() -> None:
    assert " > ".join(reversed(ORDER)) == (
        "6-6 > 5-5 > 4-4 > 3-3 > 2-2 > 6-5 > 6-4 > 6-3 > 6-2 > 6-1 > 5-4 > 5-3 > 5-2 > 5-1"
        " > 4-3 > 4-2 > 4-1 > 3-2 > 3-1 > 2-1"
    )


@clause(
    "DPOKER-E20", "DPOKER-E21", "DPOKER-E22", "DPOKER-E25", "DPOKER-R09", "DPOKER-12",
    "DPOKER-R17",
)
@pytest.mark.parametrize(("better", "worse"), [
    ("6-6 2-2 6-1 5-3 4-1", "5-5 4-4 6-5 6-4 3-1"),
    ("2-2 6-1 5-1 4-3 3-1", "6-5 6-4 5-4 3-2 2-1"),
    ("6-5 3-1 4-2 5-2 4-1", "6-4 6-3 5-4 5-3 6-2"),
    ("6-6 3-3 2-2 4-1 5-1", "5-5 4-4 6-5 6-4 3-1"),
])
def test_which_of_two_hands_takes_the_pot(better: str, worse: str) -> None:
    assert beats(better, worse)
    assert not beats(worse, better)


@clause("DPOKER-E24", "DPOKER-R02")
@pytest.mark.parametrize(("better", "worse"), [
    ("6-6 5-5 2-2 4-1 6-3", "3-1 3-2 3-3 6-5 4-3"),
    ("2-2 3-3 5-5 6-1 2-1", "6-1 6-3 6-4 6-5 6-6"),
    ("5-5 2-2 3-3 6-1 6-2", "4-6 4-5 4-4 4-3 2-1"),
    ("1-2 1-3 1-4 1-5 1-6", "6-6 5-5 4-4 6-2 6-3"),
    ("2-2 3-3 4-4 5-5 6-1", "5-2 4-2 3-2 2-1 6-2"),
    ("6-1 6-2 6-3 6-4 6-5", "2-2 3-3 4-4 5-5 2-1"),
    ("2-2 3-3 4-4 5-5 6-6", "6-1 6-2 6-3 6-4 6-5"),
])
def test_a_higher_name_wins_whatever_its_tiles(better: str, worse: str) -> None:
    taken = set(names(better))
    if taken & set(names(worse)):
        assert worth(mask(tuple(names(better))), False) > worth(mask(tuple(names(worse))), False)
    else:
        assert beats(better, worse) and not beats(worse, better)


# Betting.


@clause("DPOKER-R11", "DPOKER-02")
def test_everybody_antes_and_begins_with_the_same_stack() -> None:
    match = poker().start(1)
    assert shown(match, "chips") == [99, 99, 99]
    assert pots(match) == [(3, [0, 1, 2])]
    match = poker(players=2, stack=30, ante=5).start(1)
    assert shown(match, "chips") == [25, 25]
    assert match.scores == [25, 25]


@clause("DPOKER-E26", "DPOKER-R12", "DPOKER-R17")
def test_a_bet_a_fold_and_a_call_lead_to_a_showdown() -> None:
    match = play(table_of(3), "bet", "fold", "call")
    assert shown(match, "ending") == "showdown"
    assert pots(match) == [(7, [0, 2])]
    assert match.round.points() == [4, -1, -3]
    assert shown(match, "hands")[0] == names("6-6 5-5 4-4 3-1 2-1")
    assert shown(match, "hands")[1] == 5, "a folded hand is never shown"


@clause("DPOKER-E27", "DPOKER-R13", "DPOKER-R12")
def test_when_all_check_the_antes_are_shown_down() -> None:
    match = table_of(3)
    assert turns(match, "check", 3) == [0, 1, 2]
    assert shown(match, "ending") == "showdown"
    assert match.round.points() == [2, -1, -1]


@clause("DPOKER-E28", "DPOKER-R11", "DPOKER-R21")
def test_after_the_third_raise_only_a_call_or_a_fold_is_left() -> None:
    match = play(table_of(3), "bet2", "raise4", "raise6")
    refused(match, "raise 10", "a raise is by 2 chips here, so to 8 (DPOKER-R11)")
    play(match, "raise8")
    assert match.turn == 1
    assert legal(match) == ["fold", "call"]
    assert shown(match, "call") == 4
    refused(
        match, "raise 10", "there have been 3 raises in this betting round, and that is all: "
        "call or fold (DPOKER-R11)",
    )
    play(match, "call", "call")
    assert pots(match) == [(3 + 24, [0, 1, 2])]


@clause("DPOKER-R11")
@pytest.mark.parametrize("most", [0, 1, 5])
def test_the_number_of_raises_can_be_chosen(most: int) -> None:
    match = play(table_of(2, max_raises=most), "bet")
    for _ in range(most):
        assert len(legal(match)) == 3
        play(match, "raise")
    assert legal(match) == ["fold", "call"]


@clause("DPOKER-R12")
def test_what_can_be_done_before_and_after_a_bet() -> None:
    match = table_of(3)
    assert legal(match) == ["check", "bet2"]
    refused(match, "fold", "nobody has bet, so there is no need to fold: check (DPOKER-R12)")
    refused(match, "call", "nobody has bet, so there is nothing to call: check (DPOKER-R12)")
    refused(match, "bet 3", "a bet is 2 chips here (DPOKER-R11)")
    play(match, "check", "bet")
    assert legal(match) == ["fold", "call", "raise4"]
    refused(match, "check", "you cannot check: there are 2 chips to call (DPOKER-R12)")
    play(match, "call")
    assert match.turn == 0, "who checked must answer the bet"
    play(match, "call")
    assert shown(match, "ending") == "showdown"


@clause("DPOKER-R12")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_player_at_the_dealers_left_acts_first_then_to_the_left(first: int) -> None:
    match = table_of(3, first=first)
    assert shown(match, "dealer") == (first + 2) % 3
    assert turns(match, "check", 3) == [first, (first + 1) % 3, (first + 2) % 3]


@clause("DPOKER-R14")
def test_when_all_but_one_fold_the_last_takes_the_pot_without_showing() -> None:
    match = play(table_of(3), "check", "bet", "fold", "fold")
    assert shown(match, "ending") == "folded"
    assert match.round.points() == [-1, 2, -1]
    for seat in range(3):
        hands = match.view(seat).data["hands"]
        assert [isinstance(hand, list) for hand in hands] == [other == seat for other in range(3)]
    assert shown(match, "hands") == [5, 5, 5]


# Without a limit.


@clause("DPOKER-R11")
def test_without_a_limit_any_bet_from_the_least_to_the_stack_is_legal() -> None:
    match = table_of(2, betting="no_limit", stack=12)
    assert legal(match) == ["check", *[f"bet{chips}" for chips in range(2, 12)]]
    play(match, "bet 3")
    assert legal(match) == ["fold", "call", *[f"raise{chips}" for chips in range(6, 12)]]
    play(match, "raise to 7")
    assert legal(match) == ["fold", "call", "raise11"]


@clause("DPOKER-R11", "DPOKER-R15")
@pytest.mark.parametrize(("move", "reason"), [
    ("raise 5", "the least raise is by 3, so to 6 (DPOKER-R11)"),
    ("raise 3", "the least raise is by 3, so to 6 (DPOKER-R11)"),
    ("raise 1", "the least raise is by 3, so to 6 (DPOKER-R11)"),
    ("raise 12", "you do not have so many chips: all-in is 11 here (DPOKER-R15)"),
    ("raise 25", "you do not have so many chips: all-in is 11 here (DPOKER-R15)"),
    ("raise 99999999999999999999", "you do not have so many chips: all-in is 11 here (DPOKER-R15)"),
    ("raise 0", "a bet is at least one chip (DPOKER-R11)"),
    ("raise -4", "a bet is at least one chip (DPOKER-R11)"),
    ("raise", "say to how much: at least 6, like raise 6 (DPOKER-R11)"),
    ("raise 6.5", "raise 6.5 is no move: write fold, check, call, bet 2, raise 6 or all-in"),
    ("raise six", "raise six is no move: write fold, check, call, bet 2, raise 6 or all-in"),
    ("raise 1e3", "raise 1e3 is no move: write fold, check, call, bet 2, raise 6 or all-in"),
])
def test_a_raise_of_the_wrong_size_is_refused(move: str, reason: str) -> None:
    match = play(table_of(2, betting="no_limit", stack=12), "bet 3")
    refused(match, move, reason)


@clause("DPOKER-R21", "DPOKER-R11")
def test_without_a_limit_only_the_stacks_end_the_raising() -> None:
    match = play(table_of(2, betting="no_limit", max_raises=0), "bet 2")
    for level in range(4, 40, 2):
        play(match, f"raise {level}")
    assert "raise40" in legal(match)


@clause("DPOKER-R11")
def test_a_bet_below_the_least_is_refused() -> None:
    match = table_of(2, betting="no_limit", bet=5)
    refused(match, "bet 4", "the least bet is 5 (DPOKER-R11)")
    play(match, "bet 5")


# All-in.


@clause("DPOKER-E30", "DPOKER-R15", "DPOKER-R18")
def test_a_short_call_makes_a_side_pot() -> None:
    stacks = [14, 2, 14]
    match = play(table_of(3, stacks=stacks), "bet", "call", "call")
    assert pots(match) == [(6, [0, 1, 2]), (2, [0, 2])]
    assert match.round.points() == [8 - 3, -2, -3]
    match = play(table_of(3, stacks=stacks), "bet", "call", "fold")
    assert pots(match) == [(5, [0, 1])]
    assert shown(match, "staked") == [2, 2, 1], "one chip went back to the better"


@clause("DPOKER-E30", "DPOKER-R18")
def test_the_best_hand_takes_only_the_pots_it_contests() -> None:
    match = dealt([STRONG[1], STRONG[0], STRONG[2]], stacks=[14, 2, 14])
    play(match, "bet", "call", "call")
    assert [pot["winner"] for pot in shown(match, "pots")] == [1, 0]
    assert match.round.points() == [2 - 3, 6 - 2, -3]


E31 = [11, 4, 2, 11]


def short_raise(hands: list[str] | None = None) -> Match:
    """Four players: a bet of 2, all-in with 3 as a short raise, all-in with 1, a call of 3."""
    match = dealt(hands or STRONG, stacks=E31)
    return play(match, "bet2", "all-in", "call", "call")


@clause("DPOKER-E31", "DPOKER-R19", "DPOKER-R18")
def test_a_short_raise_does_not_let_the_better_raise_again() -> None:
    match = short_raise()
    assert match.turn == 0
    assert legal(match) == ["fold", "call"]
    assert shown(match, "call") == 1
    refused(
        match, "raise 5", "you have acted since the last full bet, and a short all-in does not "
        "let you raise again: call or fold (DPOKER-R19)",
    )
    play(match, "call")
    assert pots(match) == [(8, [0, 1, 2, 3]), (6, [0, 1, 3])]
    assert pots(play(short_raise(), "fold")) == [(8, [1, 2, 3]), (5, [1, 3])]


@clause("DPOKER-R18")
def test_a_slice_that_nobody_who_stays_has_paid_joins_the_pot_below() -> None:
    game = poker(players=3, stack=20)
    held = [names(hand) for hand in STRONG[:3]]
    rest = [name for name in ORDER if not any(name in hand for hand in held)]
    match = Match(game, deal={
        "hands": held, "boneyard": rest, "turn": -1, "over": True, "stage": "",
        "before": [30, 25, 5], "staked": [9, 9, 5], "folded": [0, 1],
    })
    assert pots(match) == [(23, [2])]
    assert match.round.points() == [-9, -9, 18]


@clause("DPOKER-R19")
def test_those_who_have_not_acted_may_raise_over_a_short_raise() -> None:
    match = play(dealt(STRONG, stacks=E31), "bet2", "all-in")
    assert match.turn == 2
    assert legal(match) == ["fold", "call"], "one chip is less than the call"
    play(match, "fold")
    assert legal(match) == ["fold", "call", "raise5"]
    play(match, "raise5")
    assert legal(match) == ["fold", "call", "raise7"], "a full raise opens the betting again"


@clause("DPOKER-R19", "DPOKER-R21")
def test_a_short_raise_does_not_count_towards_the_cap() -> None:
    match = dealt(STRONG, stacks=[40, 4, 38, 38], max_raises=1)
    play(match, "bet2", "raise3")
    assert shown(match, "raises") == 0
    assert legal(match) == ["fold", "call", "raise5"]
    play(match, "raise5")
    assert shown(match, "raises") == 1
    assert legal(match) == ["fold", "call"]


@clause("DPOKER-R19")
def test_after_a_short_first_bet_everybody_may_bet_on() -> None:
    match = dealt(STRONG[:3], stacks=[20, 20, 2])
    play(match, "check", "check", "all-in")
    assert shown(match, "level") == 1
    assert legal(match) == ["fold", "call", "raise3"], "a check does not count as acting"
    play(match, "call")
    assert legal(match) == ["fold", "call", "raise3"]
    play(match, "raise3")
    assert shown(match, "raises") == 0, "that was the opening bet"
    assert legal(match) == ["fold", "call", "raise5"]


@clause("DPOKER-R19")
def test_only_who_cannot_pay_a_full_bet_may_bet_less() -> None:
    match = dealt(STRONG[:3], stacks=[20, 22, 3], first=2)
    assert legal(match) == ["check", "bet2"]
    match = dealt(STRONG[:3], stacks=[20, 20, 2], first=2)
    assert legal(match) == ["check", "bet1"]
    match = dealt(STRONG[:3], stacks=[26, 30, 4], first=2, bet=5)
    refused(
        match, "bet 2", "you cannot pay a full bet or raise; less is possible only all-in, "
        "with 3 (DPOKER-R19)",
    )


@clause("DPOKER-R19")
def test_betting_stops_when_nobody_is_left_to_answer() -> None:
    match = play(dealt(STRONG[:3], stacks=[20, 20, 2]), "bet", "fold")
    assert match.turn == 2
    assert legal(match) == ["fold", "call"]
    play(match, "call")
    assert match.round.over, "the one player with chips left has nothing to call"
    assert pots(match) == [(5, [0, 2])]


@clause("DPOKER-R19", "DPOKER-02")
def test_there_is_no_raise_that_nobody_could_answer() -> None:
    match = play(table_of(2, stacks=[5, 35], betting="no_limit"), "all-in")
    assert legal(match) == ["fold", "call"]
    refused(
        match, "raise 20", "nobody else has chips to answer a raise: call or fold (DPOKER-R19)"
    )


@clause("DPOKER-R15")
def test_who_has_less_than_the_call_can_only_call_or_fold() -> None:
    match = play(table_of(3, stacks=[38, 2, 20]), "bet2")
    assert shown(match, "call") == 1
    refused(match, "raise 1", "you have just enough to call or less: call or fold (DPOKER-R15)")
    assert legal(match) == ["fold", "call"]
    assert match.round.read("all-in") == match.round.read("call")


# The session.


@clause("DPOKER-R16", "DPOKER-R20")
def test_the_deal_passes_to_the_left_over_those_who_are_out() -> None:
    match = poker(players=3, first_dealer=2).start(4)
    assert (shown(match, "dealer"), match.turn) == (2, 0)
    turns(match, "check", 3)
    match.next_round()
    assert (shown(match, "dealer"), match.turn) == (0, 1)
    game = poker(players=3, stack=20)
    match = Match(game, deal=game.deal(Rng(1), 1, 2, [30, 30, 0]).opening())
    assert shown(match, "dealer") == 0, "the deal passes over seat 2"
    assert shown(match, "hands") == [5, 5, 0]
    assert turns(match, "check", 2) == [1, 0]
    match.next_round()
    assert (shown(match, "dealer"), match.turn) == (1, 0)


@clause("DPOKER-R20")
def test_who_has_no_chips_left_is_out() -> None:
    match = play(dealt(STRONG[:3], stacks=[20, 20, 2]), "bet", "call", "call")
    assert match.scores == [20 - 3 + 8, 17, 0]
    match.next_round()
    assert shown(match, "hands") == [5, 5, 0]
    assert shown(match, "staked") == [1, 1, 0]
    assert shown(match, "boneyard") == 10


@clause("DPOKER-R20", "DPOKER-R19")
def test_a_short_ante_is_all_in() -> None:
    match = dealt([STRONG[1], STRONG[2], STRONG[0]], stacks=[26, 30, 4], ante=5)
    assert shown(match, "staked") == [5, 5, 4]
    assert pots(match) == [(12, [0, 1, 2]), (2, [0, 1])]
    assert turns(match, "check", 2) == [0, 1], "the short stack has nothing to decide"
    assert match.round.points() == [-3, -5, 8]


@clause("DPOKER-R20", "DPOKER-R19")
def test_a_deal_in_which_nobody_can_bet_is_over_at_once() -> None:
    match = dealt(STRONG[:2], stacks=[3, 37], ante=5)
    assert match.round.over
    assert pots(match) == [(6, [0, 1])]
    assert match.scores == [6, 34], "two chips of the larger ante went back"
    assert not match.over
    match.next_round()


@clause("DPOKER-R20")
def test_the_first_dealer_is_named_or_drawn_by_lot() -> None:
    assert {poker(first_dealer=1).start(seed).turn for seed in range(9)} == {2}
    assert {poker().start(seed).turn for seed in range(40)} == {0, 1, 2}
    with pytest.raises(BadOption, match="the seats are 0 to 1"):
        poker(players=2, first_dealer=2)


@clause("DPOKER-R16")
def test_the_session_ends_after_so_many_deals_and_the_most_chips_win() -> None:
    match = poker(players=2, hands=3).start(2)
    for _ in range(3):
        assert not match.over
        if match.round.over:
            match.next_round()
        play(match, "bet", "fold")
    assert match.over
    assert match.winners == [match.scores.index(max(match.scores))]


@clause("DPOKER-R16", "DPOKER-E30")
def test_the_session_ends_when_one_player_holds_all_chips() -> None:
    match = play(table_of(2, stacks=[20, 20], betting="no_limit"), "all-in", "call")
    assert match.scores == [40, 0]
    assert match.over and match.winners == [0]


@clause("DPOKER-R20")
def test_equal_most_chips_share_the_win() -> None:
    match = poker(players=2, hands=2, first_dealer=0).start(2)
    play(match, "bet", "fold")
    match.next_round()
    play(match, "bet", "fold")
    assert match.scores == [100, 100]
    assert match.winners == [0, 1]


@clause("DPOKER-R11")
@pytest.mark.parametrize(("options", "reason"), [
    ({"ante": 100}, "an ante of 100 leaves nothing to bet from a stack of 100"),
    ({"stack": 1}, "from 2 to 1000"), ({"stack": 1001}, "from 2 to 1000"),
    ({"ante": 0}, "from 1 to 1000"), ({"bet": 0}, "from 1 to 1000"),
    ({"max_raises": -1}, "from 0 to 100"), ({"betting": "pot"}, "limit or no_limit"),
])
def test_stakes_that_make_no_game_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        poker(**options)


# The draw.


@clause("DPOKER-R10", "DPOKER-R21")
def test_with_draw_a_betting_round_an_exchange_and_another_betting_round() -> None:
    match = dealt(STRONG[:3], draw=True, boneyard="6-2 5-3 4-3 3-2 5-2", first=1)
    assert turns(match, "check", 3) == [1, 2, 0]
    assert shown(match, "stage") == "exchange"
    assert match.turn == 1
    play(match, "x4-1,6-4")
    assert match.view(1).data["hands"][1] == names("3-3 2-2 6-5 6-2 5-3")
    assert shown(match, "discards") == [0, 2, 0]
    play(match, "pat", "exchange 21 31")
    assert shown(match, "stage") == "second betting"
    assert shown(match, "boneyard") == 1
    assert match.turn == 1
    play(match, "bet2", "fold", "call")
    assert shown(match, "ending") == "showdown"
    assert match.round.points() == [-3 + 7, -3, -1]


@clause("DPOKER-R10")
def test_without_draw_there_is_one_betting_round_and_nothing_is_exchanged() -> None:
    match = table_of(2)
    refused(match, "x6-6", "no tiles are exchanged without the option draw (DPOKER-R10)")
    play(match, "check", "check")
    assert match.round.over


@clause("DPOKER-R10")
def test_at_most_three_tiles_are_exchanged_as_far_as_the_boneyard_lasts() -> None:
    match = play(dealt(STRONG[:3], draw=True), "check", "check", "check")
    refused(match, "x66 55 44 21", "at most three tiles may be exchanged (DPOKER-R10)")
    refused(match, "x3-3", "you do not hold 3-3 (DPOKER-R10)")
    refused(match, "x1-1", "1-1 is not in the game: 1-1 and all blanks are taken out (DPOKER-01)")
    refused(match, "x", "say which tiles, like x6-4,5-3, or stand pat (DPOKER-R10)")
    refused(match, "bet", "tiles are exchanged now: throw some away or stand pat (DPOKER-R10)")
    play(match, "x66 55 44")
    refused(match, "x33 22 65", "the boneyard has only 2 tiles left (DPOKER-R10)")
    play(match, "x33 22")
    assert shown(match, "stage") == "second betting", "with no tile left the last is not asked"


@clause("DPOKER-R10")
def test_two_players_may_both_exchange_three() -> None:
    match = play(dealt(STRONG[:2], draw=True), "check", "check")
    refused(match, "fold", "tiles are exchanged now: throw some away or stand pat (DPOKER-R10)")
    play(match, "x66 55 44", "x33 22 65")
    assert shown(match, "boneyard") == 4
    refused(match, "x21", "this is no time to exchange, but to bet (DPOKER-R10)")


@clause("DPOKER-R10", "DPOKER-R19")
def test_an_all_in_player_still_exchanges_and_the_second_betting_is_skipped() -> None:
    match = dealt(STRONG[:2], stacks=[5, 35], draw=True, betting="no_limit")
    play(match, "all-in", "call")
    assert shown(match, "stage") == "exchange"
    assert match.turn == 0
    play(match, "x21", "pat")
    assert match.round.over


@clause("DPOKER-R10")
def test_who_folded_does_not_exchange() -> None:
    match = play(dealt(STRONG[:3], draw=True), "bet", "fold", "call")
    assert match.turn == 0
    play(match, "pat")
    assert match.turn == 2


@clause("DPOKER-R21")
def test_raises_are_counted_anew_in_the_second_betting_round() -> None:
    match = dealt(STRONG[:2], draw=True, max_raises=1)
    play(match, "bet", "raise", "call", "pat", "pat", "bet")
    assert legal(match) == ["fold", "call", "raise4"]
    assert match.turn == 1


@clause("DPOKER-R21", "DPOKER-R10")
def test_four_players_cannot_draw() -> None:
    with pytest.raises(BadOption, match=r"four players cannot draw.*\(DPOKER-R21\)"):
        poker(players=4, draw=True)


@clause("DPOKER-02")
def test_out_of_turn_is_refused() -> None:
    match = table_of(3)
    with pytest.raises(sobremesa.IllegalMove, match="it is not your turn: seat 1 is to decide"):
        match.play("check", seat=1)


# Positions.


def a_position(**parts: Any) -> dict[str, Any]:
    held = [names(hand) for hand in STRONG[:3]]
    rest = [name for name in ORDER if not any(name in hand for hand in held)]
    return {
        "hands": held, "boneyard": rest, "staked": [3, 1, 1], "bets": [2, 0, 0], "turn": 1,
        "opened": True, "acted": [0], **parts,
    }


def test_a_position_is_set_up_and_played_on() -> None:
    match = Match(poker(), deal=a_position())
    assert legal(match) == ["fold", "call", "raise4"]
    play(match, "call", "fold")
    assert pots(match) == [(7, [0, 1])]


@pytest.mark.parametrize(("parts", "problem"), [
    ({"stacks": []}, "a position has no stacks: did you mean"),
    ({"before": [100, 100, 99]}, "have 299 chips; 3 players with 100 each have 300 (DPOKER-R11)"),
    ({"before": [300, 0, 0]}, "one player had all the chips before this deal (DPOKER-R16)"),
    ({"before": [0, 150, 150]}, "the first to act has no chips and is out (DPOKER-R20)"),
    ({"before": [0, 150, 150]}, "seat 0 must have 0 tiles (DPOKER-R01, DPOKER-R20)"),
    ({"before": [-1, 151, 150]}, "before must have the points of each of the 3 seats"),
    ({"staked": [3, 1]}, "staked must have the chips of each of the 3 seats"),
    ({"staked": [101, 1, 1]}, "seat 0 has staked more than it had (DPOKER-R15)"),
    ({"staked": [2, 1, 1]}, "seat 0 must have staked its ante and its bets (DPOKER-R11)"),
    ({"turn": 0}, "the seat whose turn it is has nothing to decide (DPOKER-R12)"),
    ({"turn": -1}, "the seat whose turn it is has nothing to decide (DPOKER-R12)"),
    ({"turn": 3}, "turn must be a whole number from -1 to 2"),
    ({"folded": [1, 2]}, "a deal goes on while at least two stay in it (DPOKER-R14)"),
    ({"folded": [7]}, "folded must be a list of seats from 0 to 2"),
    ({"stage": "exchange"}, "tiles are exchanged only with the option draw (DPOKER-R10)"),
    ({"stage": "dinner"}, "stage must be one of: betting, exchange, second betting, nothing"),
    ({"stage": ""}, "a deal that is over, and no other, has no stage"),
    ({"over": True}, "nobody is to act in a deal that is over: turn must be -1"),
    ({"opened": 1}, "opened must be true or false"),
    ({"bets": [0, 0, 0]}, "a betting round that is opened has bets"),
    ({"raise_by": 3}, "raise_by does not fit bets of 2 (DPOKER-R11)"),
    ({"boneyard": ["6-6"]}, "6-6 is there twice (DPOKER-01)"),
    ({"boneyard": []}, "missing: 3-2, 4-3, 5-2, 5-3, 6-2 (DPOKER-01)"),
    ({"boneyard": ["1-1"]}, "1-1 is not in the game: 1-1 and all blanks are taken out"),
    ({"boneyard": 5}, "boneyard must be a list of tiles"),
    ({"hands": [[]]}, "there are 1 hands for 3 players"),
    ({"discards": [["6-2"], [], []]}, "seat 0 cannot have exchanged 1 tiles (DPOKER-R10)"),
    ({"points": [5, 0, 0]}, "the points of this position are [-3, -1, -1]"),
])
def test_what_is_wrong_with_a_position_is_said(parts: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadPosition) as caught:
        poker().load(a_position(**parts))
    assert any(problem in said for said in caught.value.problems), caught.value.problems


def test_a_position_without_a_turn_is_a_deal_and_nothing_more() -> None:
    parts = {part: value for part, value in a_position().items() if part != "turn"}
    with pytest.raises(BadPosition, match="staked, bets, opened, acted must say whose turn"):
        poker().load(parts)


# What a seat can know.


def ways_by_hand(match: Match, seat: int) -> set[str]:
    """Enumerates every deal that gives a seat the same view, by trying all of them."""
    view = match.view(seat)
    opening = match.round.opening()
    game = match.game
    own = opening["hands"][seat] if seat >= 0 else []
    unseen = [name for name in ORDER if name not in own]
    others = [other for other in range(game.players) if other != seat]
    found: set[str] = set()
    for deal in splits(unseen, [5] * len(others)):
        hands = list(opening["hands"])
        for other, hand in zip(others, deal, strict=False):
            hands[other] = hand
        twin = Match(game, deal={**opening, "hands": hands, "boneyard": deal[-1]})
        play(twin, *[text for _, text, _ in view.data["log"]])
        if twin.view(seat) == view:
            found.add(repr([sorted(hand) for hand in hands]))
    return found


def splits(items: list[str], sizes: list[int]) -> list[list[list[str]]]:
    """Every way to give so many items to each place, the rest last."""
    if not sizes:
        return [[items]]
    found = []
    for chosen in combinations(items, sizes[0]):
        left = [item for item in items if item not in chosen]
        found += [[list(chosen), *others] for others in splits(left, sizes[1:])]
    return found


@pytest.mark.parametrize(("moves", "count"), [
    (["bet", "fold"], comb(15, 5)), (["bet", "call"], 1),
])
def test_the_worlds_of_a_straight_deal_are_all_deals_that_look_the_same(
    moves: list[str], count: int
) -> None:
    match = play(table_of(2), *moves)
    worlds = match.game.worlds(match.view(0))
    every = ways_by_hand(match, 0)
    assert worlds.count() == len(every) == count
    rng = Rng(3)
    seen = Counter(
        repr([sorted(hand) for hand in worlds.sample(rng).opening()["hands"]])
        for _ in range(3 * count)
    )
    assert set(seen) <= every
    assert len(seen) > 0.93 * count, "a fair sampler misses about one in twenty"


def test_the_worlds_after_an_exchange_are_uniform() -> None:
    """Two players; the other exchanged two tiles and showed, so which were drawn is open."""
    match = dealt(STRONG[:2], draw=True)
    play(match, "check", "check", "pat", "x6-5,4-1", "check", "check")
    view = match.view(0)
    final = view.data["hands"][1]
    assert isinstance(final, list)
    worlds = match.game.worlds(view)
    unseen = [name for name in ORDER if name not in view.data["hands"][0] and name not in final]
    # Two of the five shown were drawn; two of the ten unseen were thrown away.
    expected = {
        (drawn, thrown) for drawn in combinations(sorted(final), 2)
        for thrown in combinations(sorted(unseen), 2)
    }
    assert worlds.count() == len(expected) == comb(5, 2) * comb(10, 2)
    rng = Rng(8)
    seen = Counter[tuple[tuple[str, ...], tuple[str, ...]]]()
    for _ in range(20 * len(expected)):
        world = worlds.sample(rng)
        was_dealt = set(world.opening()["hands"][1])
        seen[tuple(sorted(set(final) - was_dealt)), tuple(sorted(was_dealt - set(final)))] += 1
    assert set(seen) == expected
    spread = sum((count - 20) ** 2 / 20 for count in seen.values())
    # Chi square with 449 degrees of freedom lies below 560 in all but one of 5000 tests.
    assert spread < 560


def test_a_seat_knows_its_own_exchange_and_others_only_how_many() -> None:
    match = dealt(STRONG[:2], draw=True, boneyard="6-2 5-3")
    play(match, "check", "check", "x21 31", "pat")
    assert match.view(0).data["log"][2][1] == "x3-1,2-1+6-2,5-3"
    assert match.view(1).data["log"][2][1] == "x2"
    assert match.view(-1).data["log"][2][1] == "x2"
    assert match.view(0).data["discards"] == [names("3-1 2-1"), 0]


def test_a_shown_hand_that_was_exchanged_does_not_tell_what_was_dealt() -> None:
    match = dealt(STRONG[:2], draw=True)
    play(match, "check", "check", "pat", "x6-5,4-1", "check", "check")
    assert match.view(0).data["opening"]["hands"][1] == 5
    assert match.view(1).data["opening"]["hands"][0] == names("6-6 5-5 4-4 3-1 2-1")


# Many random deals, against an independent count.


def uneven(game: Game, rng: Rng) -> list[int]:
    """Stacks that differ, some of them small or empty, at least two with chips."""
    while True:
        cuts = sorted(int(rng.below(game.players * 20 + 1)) for _ in range(int(game.players) - 1))
        ends = [0, *cuts, int(game.players) * 20]
        stacks = [high - low for low, high in pairwise(ends)]
        if sum(chips > 0 for chips in stacks) > 1:
            return stacks


def chip_by_chip(round: Round) -> list[int]:
    """Settles a deal layer by layer: each chip of a stake is contested by those who paid it."""
    data = round.view(-1).data
    whole = round.dump()
    paid = [-made for made in data_paid(round)]
    staying = [
        seat for seat, hand in enumerate(whole["hands"]) if hand and seat not in whole["folded"]
    ]
    won = [-chips for chips in paid]
    holder = NOBODY_YET
    for layer in range(1, max(paid) + 1):
        paying = [seat for seat, chips in enumerate(paid) if chips >= layer]
        contesting = [seat for seat in staying if paid[seat] >= layer]
        if len(paying) == 1:
            won[paying[0]] += 1
            continue
        if contesting:
            holder = max(contesting, key=lambda seat: judged(whole["hands"][seat], data))
        won[holder] += len(paying)
    return won


NOBODY_YET = -1


def data_paid(round: Round) -> list[int]:
    """What every seat put in by ante and moves, as the log tells it, nothing given back."""
    data = round.view(-1).data
    ante = int(data["options"]["ante"])
    paid = [-min(ante, before) for before in data["before"]]
    for seat, _, made in data["log"]:
        paid[seat] += made
    return paid


def judged(hand: list[str], data: dict[str, Any]) -> tuple[int, list[tuple[bool, int, int]]]:
    tiles = [pair_of(name) for name in hand]
    name = brute_name(tiles, data["options"]["straights"] == "hoyle")
    return RANKS.index(name), sorted((brute_tile(tile) for tile in tiles), reverse=True)


KINDS: list[dict[str, Any]] = [
    {"players": players, "draw": draw, "betting": betting, "ante": ante, "bet": bet}
    for players in (2, 3, 4) for draw in (False, True) for betting in ("limit", "no_limit")
    for ante, bet in ((1, 2), (3, 5)) if not (draw and players == 4)
]


def random_deals(count: int, judge_every: int) -> None:
    rng = Rng(count)
    games = [poker(stack=20, **kind) for kind in KINDS]
    sides = 0
    for number in range(count):
        game = games[number % len(games)]
        stacks = uneven(game, rng)
        seats = [seat for seat, chips in enumerate(stacks) if chips > 0]
        round = game.deal(rng, seats[int(rng.below(len(seats)))], 1, stacks)
        while not round.over:
            moves = round.moves()
            round.play(moves[int(rng.below(len(moves)))])
        scores = round.scores()
        assert sum(scores) == sum(stacks), "chips are lost or made"
        assert min(scores) >= 0
        if number % judge_every == 0:
            assert round.points() == chip_by_chip(round)
            sides += len(round.view(-1).data["pots"]) > 1
    assert sides > count / judge_every / 20, "side pots are tried"


@clause("DPOKER-R18", "DPOKER-R15")
def test_chips_are_conserved_and_pots_are_right_in_random_deals() -> None:
    random_deals(2000, judge_every=4)


@pytest.mark.slow
def test_chips_are_conserved_in_a_hundred_thousand_deals_with_uneven_stacks() -> None:
    random_deals(100_000, judge_every=10)


# An independent referee: what may be done is worked out anew from the whole log each time.


def referee(game: Game, before: list[int], first: int, log: list[tuple[int, str]]) -> set[str]:
    """Gives the legal betting moves after the log of a deal without exchange; empty at its end."""
    players = int(game.players)
    bet, most_raises = game.number("bet"), game.number("max_raises")
    limit = game.choice("betting") == "limit"
    order = [(first + step) % players for step in range(players)]
    order = [seat for seat in order if before[seat] > 0]
    left = {seat: before[seat] - min(before[seat], game.number("ante")) for seat in order}
    put = dict.fromkeys(order, 0)
    folded: set[int] = set()
    since_full: set[int] = set()
    checked: set[int] = set()
    size, raises, opened = bet, 0, False
    for seat, text in log:
        level = max(put.values())
        if text == "fold":
            folded.add(seat)
        elif text == "check":
            checked.add(seat)
        else:
            target = min(level, put[seat] + left[seat]) if text == "call" else int(
                text.removeprefix("bet").removeprefix("raise")
            )
            if target - level >= size:
                size = target - level
                raises += opened
                opened = True
                since_full = set()
            left[seat] -= target - put[seat]
            put[seat] = target
        if opened:
            since_full.add(seat)
    level = max(put.values())
    staying = [seat for seat in order if seat not in folded]
    able = [seat for seat in staying if left[seat] > 0]
    owing = [seat for seat in able if put[seat] < level]
    if len(staying) == 1 or (len(able) < 2 and not owing):
        return set()
    last = log[-1][0] if log else order[-1]
    queue = [seat for seat in range(last + 1, players)] + [seat for seat in range(last + 1)]
    waiting = [seat for seat in queue if seat in owing or (
        seat in able and level == 0 and seat not in checked
    )]
    if not waiting:
        return set()
    turn = waiting[0]
    found = {"check"} if put[turn] == level else {"fold", "call"}
    word = "raise" if level else "bet"
    top = put[turn] + left[turn]
    capped = limit and opened and raises >= most_raises
    if top > level and turn not in since_full and not capped and len(able) > 1:
        if top < level + size:
            found.add(f"{word}{top}")
        elif limit:
            found.add(f"{word}{level + size}")
        else:
            found |= {f"{word}{chips}" for chips in range(level + size, top + 1)}
    return found


@clause("DPOKER-R12", "DPOKER-R19", "DPOKER-R11")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind["draw"]])
def test_the_legal_moves_are_those_of_an_independent_referee(kind: dict[str, Any]) -> None:
    game = poker(stack=20, max_raises=2, **kind)
    rng = Rng(17)
    for _ in range(60):
        stacks = uneven(game, rng)
        seats = [seat for seat, chips in enumerate(stacks) if chips > 0]
        first = seats[int(rng.below(len(seats)))]
        round = game.deal(rng, first, 1, stacks)
        log: list[tuple[int, str]] = []
        while not round.over:
            moves = round.moves()
            assert {round.text(move) for move in moves} == referee(game, stacks, first, log)
            move = moves[int(rng.below(len(moves)))]
            log.append((int(round.turn), round.text(move)))
            round.play(move)
        assert referee(game, stacks, first, log) == set()
