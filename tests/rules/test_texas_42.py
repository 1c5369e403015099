"""Four-Hand Texas, clause by clause."""

from __future__ import annotations

from itertools import pairwise, permutations
from math import factorial

import pytest

import sobremesa
from sobremesa import BadOption, Match, Rng
from sobremesa.core.playout import finish as play_out
from sobremesa.families.tricks.texas_42 import (
    BIDS,
    COUNTS,
    DECLARATIONS,
    LED_SUIT,
    STRENGTH,
    Texas42Round,
)
from sobremesa.material.dominoes import NAMES, parse_tile
from tests.rules.tricks import deal, finish, legal, play, refused, shown

clause = pytest.mark.clause

TO_33 = "30 pass 32 pass 33 pass"


def taken(declaration: str, tiles: str) -> tuple[int, int]:
    """Finds the place of the tile that takes a trick, and what the trick is worth."""
    named = [parse_tile(name) for name in tiles.split()]
    choice = DECLARATIONS.index(declaration)
    suit = int(LED_SUIT[28 * choice + named[0]])
    strengths = [int(STRENGTH[(8 * choice + suit) * 28 + tile]) for tile in named]
    worth = 1 + sum(int(COUNTS[tile]) for tile in named)
    return strengths.index(max(strengths)), worth


def called(*calls: str, spec: str = "texas-42", first: int = 3) -> Match:
    """Makes calls from the dealer's left."""
    return play(deal(spec, ["", "", "", ""], first=first), " ".join(calls))


def scored(bid: int, took: int) -> list[int]:
    """Scores a hand of which the bidders took so many points."""
    match = called("30", "pass", "pass", "pass", "sixes")
    round = match.round
    assert isinstance(round, Texas42Round)
    finish(match)
    round.auction.highest = [int(one) for one in BIDS].index(bid)
    round.taken[0] = took
    round.taken[1] = 42 - took
    return round.sides()


@clause("T42-01")
def test_opposite_players_are_partners() -> None:
    match = finish(called("30", "pass", "pass", "pass", "sixes"))
    points = match.round.points()
    assert points[0] == points[2] and points[1] == points[3]
    with pytest.raises(BadOption):
        sobremesa.game("texas-42", players=3)


@clause("T42-02", "T42-F03")
def test_each_draws_seven_and_nothing_is_left() -> None:
    view = shown(sobremesa.game("texas-42").start(1))
    assert view["hands"] == [7, 7, 7, 7]
    assert view["opening"]["boneyard"] == 0
    assert len(sobremesa.game("texas-42").pieces()) == 28


@clause("T42-03", "T42-04", "T42-F02")
def test_five_tiles_count() -> None:
    counting = {NAMES[tile]: int(COUNTS[tile]) for tile in range(28) if COUNTS[tile]}
    assert counting == {"5-5": 10, "6-4": 10, "5-0": 5, "3-2": 5, "4-1": 5}
    sums = {NAMES[tile] for tile in range(28) if sum(map(int, NAMES[tile].split("-"))) in (5, 10)}
    assert sums == set(counting)


@clause("T42-05", "T42-06", "T42-F01", "T42-R19", "T42-26")
def test_every_hand_has_42_points_and_is_played_to_the_end() -> None:
    rng = Rng(4)
    for seed in range(40):
        match = sobremesa.game("texas-42(all_pass=dealer_30)").start(seed)
        play_out(match.round, rng)
        view = shown(match)
        assert sum(view["taken"]) == 42
        assert len(view["tricks"]) == 7
        assert "line" not in view


@clause("T42-07", "T42-R01")
def test_the_dealers_left_calls_first_and_the_deal_goes_round() -> None:
    match = sobremesa.game("texas-42(first_dealer=2)").start(5)
    assert (shown(match)["dealer"], match.turn) == (2, 3)
    finish(match)
    match.next_round()
    assert (shown(match)["dealer"], match.turn) == (3, 0)
    firsts = {shown(sobremesa.game("texas-42").start(seed))["dealer"] for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


@clause("T42-08", "T42-R13")
@pytest.mark.parametrize(("declaration", "order"), [
    ("threes", "3-3 6-3 5-3 4-3 3-2 3-1 3-0"),
    ("no-trump", "6-6 6-5 6-4 6-3 6-2 6-1 6-0"),
])
def test_the_double_is_the_highest_of_its_suit(declaration: str, order: str) -> None:
    tiles = order.split()
    for better, worse in pairwise(tiles):
        assert taken(declaration, f"{better} {worse} 1-1 0-0")[0] == 0
        if worse != tiles[-1] or declaration == "threes":
            assert taken(declaration, f"{worse} {better} 1-1 0-0")[0] == 1


@clause(
    "T42-E01", "T42-E02", "T42-E03", "T42-E04", "T42-E06", "T42-E07", "T42-E08", "T42-E09",
    "T42-E10", "T42-E12", "T42-E13", "T42-09", "T42-10", "T42-24", "T42-25", "T42-R11",
    "T42-R14",
)
@pytest.mark.parametrize(("declaration", "tiles", "winner", "worth"), [
    ("threes", "6-3 3-3 5-3 3-0", 1, 1),
    ("threes", "6-4 6-6 3-0 6-5", 2, 11),
    ("threes", "6-5 5-5 6-0 5-4", 0, 11),
    ("no-trump", "6-4 6-6 4-4 6-5", 1, 11),
    ("doubles", "6-6 5-5 4-4 6-5", 0, 11),
    ("doubles", "6-5 6-4 6-6 0-0", 2, 11),
    ("doubles", "5-3 6-5 5-4 0-0", 3, 1),
    ("doubles", "5-3 6-5 5-4 5-0", 1, 6),
    ("blanks", "5-0 0-0 5-5 6-0", 1, 16),
    ("no-trump", "5-4 6-4 5-0 6-5", 3, 16),
    ("twos", "6-1 5-1 1-0 4-1", 0, 6),
])
def test_who_takes_a_trick_and_what_it_is_worth(
    declaration: str, tiles: str, winner: int, worth: int
) -> None:
    assert taken(declaration, tiles) == (winner, worth)


@clause("T42-R15", "T42-17", "T42-R24", "T42-E01")
def test_the_bidder_leads_any_tile_and_who_takes_a_trick_leads_the_next() -> None:
    match = deal(
        "texas-42", ["6-3 2-2 2-1", "3-3 6-6", "5-3 5-5", "3-0 6-0"], first=3
    )
    play(match, "30 pass pass pass threes")
    assert match.turn == 0 and len(legal(match)) == 7
    play(match, "6-3 3-3 5-3 3-0")
    assert match.turn == 1
    assert shown(match)["tricks"][0]["taker"] == 1
    assert shown(match)["taken"] == [0, 1]


@clause("T42-11", "T42-12", "T42-E20", "T42-R04")
def test_bids_begin_at_30_and_rise() -> None:
    match = called()
    assert legal(match) == {"pass", *(str(bid) for bid in range(30, 43))}
    assert "30 to 42" in refused(match, "29")
    play(match, "36")
    assert refused(match, "36") == "36 is not above 36 (T42-R04)"
    assert legal(match) == {"pass", *(str(bid) for bid in range(37, 43))}


@clause("T42-13", "T42-R05", "T42-R06", "T42-E21")
def test_above_42_only_the_next_rung_can_be_bid() -> None:
    match = called("42")
    assert legal(match) == {"pass", "84"}
    assert refused(match, "168") == "168 can be bid only on top of 84 (T42-R05)"
    play(match, "pass")
    assert legal(match) == {"pass", "84"}
    assert "84" not in legal(called())
    assert "84" in legal(called(spec="texas-42(open_84=true)"))
    assert "84" in legal(called("31", spec="texas-42(open_84=true)"))


@clause("T42-R07", "T42-E22")
def test_250_ends_the_auction_at_once() -> None:
    match = called("42", "84", "168", "250")
    view = shown(match)
    assert (view["stage"], view["bid"], view["bidder"], match.turn) == ("declaration", 250, 3, 3)


@clause("T42-14", "T42-R02", "T42-R03", "T42-R09", "T42-R28", "T42-E19")
def test_bidding_goes_on_until_one_holds_the_bid_and_all_others_have_passed() -> None:
    match = called(*TO_33.split())
    view = shown(match)
    assert (view["stage"], view["bidder"], view["bid"]) == ("declaration", 0, 33)
    assert [seat for seat, _ in view["calls"]] == [0, 1, 2, 3, 0, 2]
    short = called("30", "pass", "32", "pass", spec="texas-42(auction=one_round)")
    assert (shown(short)["bidder"], shown(short)["bid"]) == (2, 32)
    last = called("pass", "pass", "pass", "30")
    assert (shown(last)["stage"], shown(last)["bidder"]) == ("declaration", 3)


@clause("T42-R08")
def test_a_hand_nobody_bids_on_is_thrown_in_or_the_dealer_must_bid() -> None:
    match = called("pass", "pass", "pass", "pass")
    assert match.round.over and match.round.points() == [0, 0, 0, 0]
    match.next_round()
    assert shown(match)["dealer"] == 0
    forced = called("pass", "pass", "pass", spec="texas-42(all_pass=dealer_30)")
    assert "pass" not in legal(forced) and "30" in legal(forced)
    assert refused(forced, "pass") == (
        "the dealer must bid, because all others passed (T42-R08)"
    )


@clause("T42-15", "T42-R10")
def test_trumps_are_named_after_the_auction_one_of_nine() -> None:
    match = called(*TO_33.split())
    assert legal(match) == set(DECLARATIONS)
    assert len(DECLARATIONS) == 9
    assert refused(match, "hearts") == (
        "hearts is no declaration: name a number, doubles or no-trump (T42-R10)"
    )
    play(match, "doubles")
    assert shown(match)["declaration"] == "doubles" and match.turn == 0


@clause("T42-16", "T42-R12", "T42-R23", "T42-E14", "T42-E15", "T42-E16", "T42-E18")
@pytest.mark.parametrize(("declaration", "led", "hand", "may"), [
    ("threes", "4-3", "6-3 5-3 2-1", {"6-3", "5-3"}),
    ("threes", "5-5", "6-5 5-3 4-0", {"6-5"}),
    ("doubles", "6-5", "6-6 6-2 5-5", {"6-2"}),
    ("no-trump", "6-4", "4-4 4-3", {"4-4", "4-3"}),
])
def test_who_can_follow_must(declaration: str, led: str, hand: str, may: set[str]) -> None:
    # The rest of the second hand is of suits that do not follow either.
    spare = {"threes": "1-1 2-2 1-0 2-0", "doubles": "1-0 2-0 2-1 3-1", "no-trump": "1-0 2-1 2-0"}
    fill = [one for one in spare[declaration].split() if one not in hand]
    match = deal("texas-42", [led, f"{hand} {' '.join(fill)}", "", ""], first=3)
    play(match, f"30 pass pass pass {declaration} {led}")
    free = set(hand.split()) | set(fill)
    assert legal(match) & free == (may if may != {"4-4", "4-3"} else free)


def test_a_trump_that_bears_the_number_led_is_refused_with_the_reason() -> None:
    match = deal("texas-42", ["5-5", "6-5 5-3", "", ""], first=3)
    play(match, "30 pass pass pass threes 5-5")
    assert refused(match, "5-3") == "5-3 is a trump here, and fives were led (T42-R12)"
    assert "is not in this hand" in refused(match, "5-5")


@clause(
    "T42-18", "T42-19", "T42-20", "T42-21", "T42-R16", "T42-R17", "T42-R18", "T42-E24",
    "T42-E25", "T42-E26", "T42-E27", "T42-E28", "T42-E30", "T42-E31", "T42-E32", "T42-E33",
    "T42-E34",
)
@pytest.mark.parametrize(("bid", "took", "score"), [
    (30, 30, [30, 12]), (35, 36, [36, 6]), (35, 34, [0, 43]), (41, 42, [42, 0]),
    (42, 42, [42, 0]), (42, 41, [0, 43]), (84, 42, [84, 0]), (84, 31, [0, 95]),
    (168, 42, [168, 0]), (250, 42, [250, 0]), (250, 37, [0, 255]),
])
def test_a_hand_is_scored_by_what_was_bid_and_taken(
    bid: int, took: int, score: list[int]
) -> None:
    assert scored(bid, took) == score


def ended(before: list[int], bid: int, took: int) -> tuple[list[int], list[int]]:
    """Gives the totals and the winners after a hand that seat 0 bid."""
    match = deal("texas-42", ["", "", "", ""], first=3, before=before * 2)
    finish(play(match, "30 pass pass pass sixes"))
    round = match.round
    assert isinstance(round, Texas42Round)
    round.auction.highest = [int(one) for one in BIDS].index(bid)
    round.taken[0] = took
    round.taken[1] = 42 - took
    return match.scores[:2], match.winners


@clause("T42-22", "T42-23", "T42-R20", "T42-R21", "T42-R22", "T42-R25", "T42-E35", "T42-E37")
@pytest.mark.parametrize(("before", "bid", "took", "totals", "winners"), [
    ([221, 249], 30, 30, [251, 261], [0, 2]),
    ([240, 248], 36, 30, [240, 296], [1, 3]),
    ([100, 245], 30, 32, [132, 255], [1, 3]),
    ([215, 100], 35, 35, [250, 107], [0, 2]),
    ([100, 100], 30, 30, [130, 112], []),
])
def test_250_makes_game_and_the_bidders_win_when_both_reach_it(
    before: list[int], bid: int, took: int, totals: list[int], winners: list[int]
) -> None:
    assert ended(before, bid, took) == (totals, winners)


@clause("T42-R26", "T42-F04")
def test_the_ladder_is_all_there_is() -> None:
    bids = [int(bid) for bid in BIDS]
    assert bids == [*range(30, 43), 84, 168, 250]
    assert (42 * 2, 84 * 2) == (84, 168) and 168 * 2 != 250


@clause("T42-R27")
def test_players_who_always_pass_do_not_play_for_ever() -> None:
    match = sobremesa.game("texas-42(max_hands=3)").start(1)
    for _ in range(3):
        if match.round.over:
            match.next_round()
        play(match, "pass pass pass pass")
    assert match.over and match.winners == [0, 1, 2, 3]


@clause("T42-E38", "T42-E39")
@pytest.mark.parametrize(("hand", "declaration"), [
    ("6-6 6-5 6-4 6-3 6-2 6-1 6-0", "sixes"), ("6-6 5-5 4-4 3-3 2-2 1-1 0-0", "doubles"),
])
def test_all_trumps_take_all_tricks(hand: str, declaration: str) -> None:
    match = finish(play(
        deal("texas-42", [hand, "", "", ""], first=3), f"42 pass pass pass {declaration}"
    ))
    assert shown(match)["taken"] == [42, 0]
    assert match.round.points() == [42, 0, 42, 0]


@clause("T42-F05")
def test_the_number_of_deals() -> None:
    assert factorial(28) // factorial(7) ** 4 == 472_518_347_558_400


def test_a_suit_not_followed_is_a_suit_not_held() -> None:
    """Compares the hidden hands with plain enumeration at the end of a hand."""
    for seed in range(6):
        match = sobremesa.game("texas-42(all_pass=dealer_30)").start(seed)
        rng = Rng(seed)
        while len(shown(match)["tricks"]) < 5 or len(shown(match)["trick"]["pieces"]) != 1:
            moves = match.round.moves()
            match.play(moves[int(rng.below(len(moves)))])
        seat = match.turn
        view = match.view(seat)
        assert match.game.worlds(view).count() == enumerated(match, seat)


def enumerated(match: Match, seat: int) -> int:
    """Counts the deals that play to the same view, trying every one."""
    view = match.view(seat)
    round = match.round
    assert isinstance(round, Texas42Round)
    others = [place for place in range(4) if place != seat]
    held = {place: [int(tile) for tile in round.held(place)] for place in range(4)}
    hidden = [tile for place in others for tile in held[place]]
    found = set()
    for order in permutations(hidden):
        rest = list(order)
        hands = {seat: held[seat]}
        for place in others:
            size = len(held[place])
            hands[place], rest = sorted(rest[:size]), rest[size:]
        key = tuple(tuple(hands[place]) for place in others)
        if key in found:
            continue
        opening = dict(round.opening())
        opening["hands"] = [
            [
                name for name in opening["hands"][place]
                if parse_tile(name) not in held[place]
            ] + [NAMES[tile] for tile in hands[place]]
            for place in range(4)
        ]
        opening["hands"][seat] = round.opening()["hands"][seat]
        if fits(match, opening, view):
            found.add(key)
    return len(found)


def fits(match: Match, opening: dict[str, object], view: sobremesa.View) -> bool:
    """Tells whether a deal leads to the same view by the same moves."""
    again = Match(match.game, deal=opening)
    for move in match.round.played():
        if move not in again.round.moves():
            return False
        again.play(move)
    return again.view(view.seat) == view


@pytest.mark.parametrize("word", ["nt", "NT", "no trump", "No Trumps", "notrump", "no-trump"])
def test_no_trump_is_declared_in_any_spelling(word: str) -> None:
    match = sobremesa.game("texas-42").start(1)
    for call in ("30", "pass", "pass", "pass"):
        match.play(call)
    match.play(word)
    assert match.view(-1).data["declaration"] == "no-trump"
